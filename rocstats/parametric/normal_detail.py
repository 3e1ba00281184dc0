"""What a normal-theory fit has beside its curve: both groups as it sees them, and the exponent that it found.

References: [box1964], [shapiro1965]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from rocstats.empirical.ranks import Floats
from rocstats.formatting import brief, decimals_for, fixed, listed, plain, pvalue_cell, pvalue_line
from rocstats.parametric.normal_moments import Group, Moments
from rocstats.printing import Column, Grid, Note
from rocstats.results import Interval, error_text

# scipy's p-value of Shapiro and Wilk's test holds up to here; with more subjects any departure would show.
_MOST_TESTED = 5000
_FEWEST_TESTED = 3
_SMALL_P = 0.05
_DIGITS = 4
_SMALLEST, _LARGEST = 1e-7, 1e9
_NONE = "-"


@dataclass(frozen=True, slots=True)
class Normality:
    """Shapiro and Wilk's test that a group is normal."""

    w: float
    pvalue: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Exponent:
    """The Box-Cox exponent that both groups share, with its error and interval, and the geometric mean of the scores.

    ``standard_error`` and ``interval`` are None where the likelihood has no curvature.
    """

    value: float
    standard_error: float | None
    interval: Interval | None
    geometric_mean: float


@dataclass(frozen=True, slots=True, kw_only=True)
class NormalDetail:
    """Means, standard deviations and shape of both groups, and the exponent where one was fitted.

    Scores stand as they are in the data, so where low scores are positive the cases have the lower mean; after a
    Box-Cox transformation with exponent lambda they are G ((x/G)^lambda - 1) / lambda, G being the geometric mean of
    all subjects. A normality is None below 3 and above 5000 subjects.
    """

    controls: Moments
    cases: Moments
    normality: tuple[Normality | None, Normality | None]
    exponent: Exponent | None = None

    def data(self) -> tuple[str, ...]:
        """Say nothing more of the data."""
        return ()

    def body(self) -> tuple[str | Grid, ...]:
        """Show the exponent and both groups, and say what the test of normality is worth."""
        lines: list[str | Grid] = []
        if self.exponent is not None:
            lines += ["", "Box-Cox exponent, common to both groups:", _exponent_grid(self.exponent)]
            middle = brief(self.exponent.geometric_mean, _DIGITS)
            what = f"Scores transformed to G ((x/G)^lambda - 1) / lambda, G = {_shorter(middle)}:"
        else:
            what = "Scores:"
        lines += ["", what, self._grid(), "Standard deviations have the divisor n."]
        if any(self.normality):
            lines.append("A large p-value does not show that a group is normal.")
            if self.exponent is not None:
                lines.append("The exponent was chosen to make these p-values large.")
        lines += ["Its log likelihood, of scores, does not compare with one of ratings or runs.", ""]
        return tuple(lines)

    def rows(self) -> list[dict[str, Any]]:
        """Return the exponent, and mean, standard deviation, skewness and W of each group."""
        rows: list[dict[str, Any]] = []
        if self.exponent is not None:
            interval = self.exponent.interval
            rows.append(
                {
                    "parameter": "lambda",
                    "estimate": self.exponent.value,
                    "std_error": self.exponent.standard_error,
                    "conf_low": None if interval is None else interval.low,
                    "conf_high": None if interval is None else interval.high,
                    "scale": "normal scale",
                }
            )
        for name, group, normality in zip(
            ("controls", "cases"), (self.controls, self.cases), self.normality, strict=True
        ):
            rows.append({"parameter": f"mean of {name}", "estimate": group.mean})
            rows.append({"parameter": f"standard deviation of {name}", "estimate": group.sd})
            rows.append({"parameter": f"skewness of {name}", "estimate": group.skewness})
            if normality is not None:
                shown = {"parameter": f"Shapiro-Wilk W of {name}", "estimate": normality.w, "p_value": normality.pvalue}
                rows.append(shown)
        return rows

    def notes(self) -> tuple[Note, ...]:
        """Say which group does not look normal."""
        rejected = [
            f"the {name} (W = {_share(found.w)}, {pvalue_line(found.pvalue)})"
            for name, found in zip(("controls", "cases"), self.normality, strict=True)
            if found is not None and found.pvalue < _SMALL_P
        ]
        if not rejected:
            return ()
        do = (
            "Look at the scores, and fit by ranks: MaximumLikelihood()."
            if self.exponent is not None
            else "Look at the scores; NormalTheory(box_cox=True) transforms them, MaximumLikelihood() uses ranks only."
        )
        text = (
            f"Shapiro and Wilk's test speaks against a normal shape of {listed(rejected)}, and the curve, its errors "
            f"and intervals all take that shape for granted. {do}"
        )
        return (Note("not-normal", text),)

    def _grid(self) -> Grid:
        groups = (self.controls, self.cases)
        cells = _in_units([(group.mean, group.sd) for group in groups])
        rows = [
            (
                name,
                *pair,
                fixed(group.skewness, 2),
                _NONE if found is None else _share(found.w),
                _NONE if found is None else pvalue_cell(found.pvalue),
            )
            for name, pair, group, found in zip(("controls", "cases"), cells, groups, self.normality, strict=True)
        ]
        heads = ("mean", "std. deviation", "skewness", "Shapiro-Wilk W", "p-value")
        return Grid((Column("", "left"), *(Column(head) for head in heads)), tuple(rows))


def normality_of(group: Group, values: Floats) -> Normality | None:
    """Test whether a group is normal (``scipy.stats.shapiro``); ``values`` stand for the scores of the group."""
    if not _FEWEST_TESTED <= group.n <= _MOST_TESTED:
        return None
    from scipy.stats import shapiro

    # Less their middle and in units of their range, so that neither an offset nor a unit costs digits.
    # A power of two first, which rounds nothing, so that the largest numbers have a range and the smallest are some.
    scaled = np.ldexp(values, -math.frexp(float(np.abs(values).max()))[1])
    scaled = scaled - scaled[len(scaled) // 2]
    found = shapiro(np.repeat(scaled / np.abs(scaled).max(), group.counts))
    return Normality(float(found.statistic), max(float(found.pvalue), np.finfo(float).tiny))


def _exponent_grid(exponent: Exponent) -> Grid:
    low, high = (
        ("not estimable", "")
        if exponent.interval is None
        else (fixed(exponent.interval.low, 3), fixed(exponent.interval.high, 3))
    )
    row = ("lambda", fixed(exponent.value, 3), error_text(exponent.standard_error), low, high)
    heads = ("estimate", "std. error", "low", "high")
    return Grid((Column("", "left"), *(Column(head) for head in heads)), (row,))


def _share(w: float) -> str:
    return fixed(w, decimals_for([w]))


def _shorter(text: str) -> str:
    """Write a number of everyday size without an exponent."""
    value = float(text)
    return plain(value) if _SMALLEST <= value < _LARGEST else text


def _in_units(pairs: list[tuple[float, float]]) -> list[tuple[str, str]]:
    """Write means and standard deviations with four digits of the smallest standard deviation."""
    sizes = [abs(value) for pair in pairs for value in pair if value]
    smallest = min(sd for _, sd in pairs)
    if smallest < _SMALLEST or max(sizes) >= _LARGEST:
        return [(brief(mean, 2 * _DIGITS), brief(sd, _DIGITS)) for mean, sd in pairs]
    decimals = max(_DIGITS - 1 - math.floor(math.log10(smallest)), 0)
    return [(fixed(mean, decimals), fixed(sd, decimals)) for mean, sd in pairs]
