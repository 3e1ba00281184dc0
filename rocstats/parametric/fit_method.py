"""What a way of fitting is."""

from __future__ import annotations

from typing import Protocol

from rocstats.data.sample import Sample
from rocstats.empirical.independent_subjects import refuse_clusters
from rocstats.empirical.score_table import one_test
from rocstats.errors import MethodError
from rocstats.methods.method import checked_level
from rocstats.parametric.family import CurveFamily
from rocstats.parametric.fitted_curve import FittedCurve
from rocstats.results import Card


class FitMethod(Protocol):
    """A way of fitting: a value with its own options and a card."""

    @property
    def card(self) -> Card:
        """What the way of fitting says of itself."""
        ...

    def refuses(self, family: CurveFamily) -> str | None:
        """Say why it does not fit this family, or None; reads no data."""
        ...

    def fit(self, sample: Sample, family: CurveFamily, *, level: float) -> FittedCurve:
        """Fit the curve to one test."""
        ...


def check_fit(method: FitMethod, sample: Sample, family: CurveFamily, level: float) -> None:
    """Refuse what no way of fitting takes, and a family that this one does not fit."""
    one_test(sample, "a fit")
    checked_level(level)
    refuse_clusters(sample, method.card.name, "standard errors would be too small")
    reason = method.refuses(family)
    if reason is not None:
        raise MethodError(reason)
