"""The register of methods for a difference of two proportions, by the words of their cards.

Paired methods take ((n11, n10), (n01, n00)), independent ones ((x1, n1), (x2, n2)); both answer for the first
proportion minus the second.
"""

from __future__ import annotations

from typing import Any, Protocol

from rocstats.methods.agresti_caffo import AgrestiCaffo
from rocstats.methods.agresti_min import AgrestiMin
from rocstats.methods.bonett_price import BonettPrice
from rocstats.methods.fisher import FisherExact
from rocstats.methods.independent_newcombe import IndependentNewcombe
from rocstats.methods.independent_wald import IndependentWald
from rocstats.methods.mcnemar import McNemar
from rocstats.methods.miettinen_nurminen import MiettinenNurminen
from rocstats.methods.paired_newcombe import PairedNewcombe
from rocstats.methods.paired_wald import PairedWald
from rocstats.methods.tango import Tango
from rocstats.results import Alternative, Card, Interval, Sides


class DifferenceMethod(Protocol):
    """How sure of a difference of two proportions: an interval, a test, or both; what it has not is None."""

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        ...

    @property
    def paired(self) -> bool:
        """Whether the two proportions are of the same subjects."""
        ...

    def interval(self, table: Any, *, level: float = 0.95, sides: Sides = "two-sided") -> Interval | None:
        """Return the interval; None where it is not estimable or the method is a test only."""
        ...

    def pvalue(self, table: Any, *, null: float = 0.0, alternative: Alternative = "two-sided") -> float | None:
        """Return the p-value; None where it is not estimable or the method is an interval only."""
        ...


FOR_PAIRED_PROPORTIONS: dict[str, DifferenceMethod] = {
    "tango": Tango(),
    "newcombe-paired": PairedNewcombe(),
    "bonett-price": BonettPrice(),
    "agresti-min": AgrestiMin(),
    "wald-paired": PairedWald(),
}
FOR_INDEPENDENT_PROPORTIONS: dict[str, DifferenceMethod] = {
    "miettinen-nurminen": MiettinenNurminen(),
    "mee": MiettinenNurminen(small_sample=False),
    "newcombe-independent": IndependentNewcombe(),
    "agresti-caffo": AgrestiCaffo(),
    "wald-independent": IndependentWald(),
}
TESTS_OF_EQUAL_PROPORTIONS: dict[str, DifferenceMethod] = {
    "mcnemar": McNemar(),
    "mcnemar-exact": McNemar("exact"),
    "mcnemar-midp": McNemar("mid-p"),
    "fisher": FisherExact(),
}
