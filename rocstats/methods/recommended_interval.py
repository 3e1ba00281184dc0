"""Which interval of one area to report by simulated coverage, in words and as a call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from rocstats.empirical.statistic import Quantity
from rocstats.formatting import fixed, listed
from rocstats.methods.interval_coverage import Regime, nearest_regime
from rocstats.methods.method import Method
from rocstats.results import Alternative, Card


def regime_of(quantity: Quantity) -> Regime:
    """Return the simulated studies that are nearest to the data of one area."""
    ((sample, _),) = quantity.parts
    return nearest_regime(sample.n_cases, sample.n_controls, quantity.values()[0])


def studies(regime: Regime) -> str:
    """Name simulated studies, and say why these.

    Examples
    --------
    >>> studies(nearest_regime(12, 40, 0.93))
    'simulated studies of 10 cases and 50 controls with an AUC of 0.8 to 0.95, the nearest to these data'
    """
    why = "the nearest there are to groups this small" if regime.smallest else "the nearest to these data"
    exchanged = " once cases and controls have exchanged their names" if regime.exchanged else ""
    return f"simulated studies of {regime}, {why}{exchanged}"


def percents(shares: Sequence[float]) -> str:
    """Write shares as so many percent.

    Examples
    --------
    >>> percents([0.9302]), percents([0.81, 0.9302])
    ('93.0 percent', '81.0 and 93.0 percent')
    """
    return f"{listed([fixed(100 * share, 1) for share in shares])} percent"


def by(card: Card) -> str:
    """Name the method of an interval: "by DeLong", "by the BCa bootstrap"."""
    return f"by the {card.title}" if card.title.endswith("bootstrap") else f"by {card.title}"


def call_of(method: Any) -> str:
    """Write a method as it is called.

    Examples
    --------
    >>> from rocstats.methods.delong import DeLong
    >>> call_of(DeLong(scale="logit")), call_of(DeLong())
    ('DeLong(scale="logit")', 'DeLong()')
    """
    set_apart = [f for f in fields(method) if getattr(method, f.name) != f.default]
    options = ", ".join(f'{f.name}="{getattr(method, f.name)}"' for f in set_apart)
    return f"{type(method).__name__}({options})"


def recommended(quantity: Quantity, level: float = 0.95, alternative: Alternative = "two-sided") -> Method:
    """Return the method whose interval is to be reported by simulated coverage, of those that have one here.

    There are data for which the method of the regime has no interval, such as those that are all tied; one that needs
    no more than the area and two counts may have one then, and Newcombe's always has.
    """
    from rocstats.methods import FOR_QUANTITIES

    regime = regime_of(quantity)
    words = (regime.recommended, regime.recommended_without_scores)
    for word in words if hasattr(quantity.parts[0][0], "cases") else words[1:]:
        method = FOR_QUANTITIES[word]
        if word == "newcombe" or method.infer(quantity, level=level, alternative=alternative, null=None).estimable:
            return method
    return FOR_QUANTITIES["newcombe"]
