"""One measure of two tests: its two values, their difference or ratio, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rocstats.results import Alternative, Card, Inference, Interval

Effect = Literal["difference", "ratio"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedMeasure:
    """One measure of both tests, and the difference or ratio of the two.

    ``first``, ``second`` and ``estimate`` are None where the tables cannot give them; ``interval`` and ``pvalue`` are
    None where the method has none or the data cannot give it, and a note of the result says why. Methods for ratios
    have ``log_standard_error``, that of the logarithm of the ratio; those for differences have none.
    """

    name: str
    label: str
    effect: Effect
    first: float | None
    second: float | None
    estimate: float | None
    log_standard_error: float | None = None
    interval: Interval | None = None
    statistic: float | None = None
    pvalue: float | None = None
    method: Card | None = None

    @property
    def is_likelihood_ratio(self) -> bool:
        """Whether the measure itself is a ratio, which is printed with significant digits."""
        return self.name in ("lr_positive", "lr_negative")


@dataclass(frozen=True, slots=True, kw_only=True)
class EqualityTest:
    """A test of equality that has no interval: of which measure, by which method, with which p-value."""

    name: str
    label: str
    method: Card
    statistic: float | None
    df: float | None
    pvalue: float | None
    alternative: Alternative


def ratio_measure(
    name: str,
    label: str,
    found: Inference | None,
    card: Card,
    values: tuple[float | None, float | None],
) -> ComparedMeasure:
    """Turn an inference on the log scale into a measure."""
    first, second = values
    return ComparedMeasure(
        name=name,
        label=label,
        effect="ratio",
        first=first,
        second=second,
        estimate=None if found is None else found.estimate,
        log_standard_error=None if found is None else found.standard_error,
        interval=None if found is None else found.interval,
        statistic=None if found is None else found.statistic,
        pvalue=None if found is None else found.pvalue,
        method=None if found is None else card,
    )
