"""The question that fits a curve: a family, a way of fitting, and the checks that come before either."""

from __future__ import annotations

from typing import Protocol

from rocstats.data.sample import Sample
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
