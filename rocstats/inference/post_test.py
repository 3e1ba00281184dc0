"""The probability of disease after a test result, by Bayes' theorem.

References: [fagan1975], [mercaldo2007], [koopman1984]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from rocstats.data.counts import Counts
from rocstats.empirical.stated_prevalence import checked_prevalence
from rocstats.errors import DataError, MethodError
from rocstats.formatting import NOT_ESTIMABLE, decimals_for, fixed, plain, shown, significant
from rocstats.given import is_number
from rocstats.inference.accuracy_result import table_lines
from rocstats.inference.predictive_table import stated_share
from rocstats.inference.two_by_two import check_table
from rocstats.methods.method import checked_level
from rocstats.methods.predictive_value import predictive_limits, predictive_value
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Card, Interval, interval_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class PostTest(Result):
    """The probability of disease before and after a result.

    ``ratio`` is the likelihood ratio of the result, which may be infinite; it and ``probability`` are None where nobody
    would have that result. ``interval`` and ``method`` are there where counts were given.
    """

    prior: float
    positive: bool
    ratio: float | None
    probability: float | None
    interval: Interval | None
    method: Card | None
    level: float
    source: tuple[str, ...]
    notes: tuple[Note, ...] = ()

    @property
    def estimate(self) -> float | None:
        """The probability after the result."""
        return self.probability

    @property
    def _infinite_in_counts(self) -> bool:
        """Whether the ratio was estimated and came out infinite, which no finite study can show."""
        return self.method is not None and self.ratio == math.inf

    def summary(self) -> Summary:
        """Print the probabilities in R's frame."""
        interval = self.interval
        decimals = decimals_for(
            [self.prior, self.probability], [] if interval is None else [(interval.low, interval.high)]
        )
        cells = (
            fixed(self.prior, decimals),
            NOT_ESTIMABLE if self.ratio is None or self._infinite_in_counts else significant(self.ratio),
            NOT_ESTIMABLE if self.probability is None else fixed(self.probability, decimals),
        )
        heads = ("pre-test", "LR+" if self.positive else "LR-", "post-test")
        sign = "positive" if self.positive else "negative"
        return Summary(
            f"Probability after a {sign} result, Bayes' theorem",
            (*self.source, f"pre-test probability {plain(self.prior)}"),
            (
                *([f"interval: {self.method.title}"] if self.method is not None else []),
                *interval_lines(interval, True, self.level, decimals),
                "sample estimates:",
                Grid(tuple(Column(h) for h in heads), (cells,)),
            ),
            self.notes,
            ("fagan1975", *(() if self.method is None else self.method.references)),
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return the probability as one row."""
        return [
            {
                "parameter": "post-test probability",
                "estimate": self.probability,
                "conf_low": None if self.interval is None else self.interval.low,
                "conf_high": None if self.interval is None else self.interval.high,
                "conf_level": None if self.interval is None else self.level,
                "method": None if self.method is None else self.method.name,
                "prior": self.prior,
                "likelihood_ratio": self.ratio,
                "result": "positive" if self.positive else "negative",
            }
        ]


def post_test_probability(
    prior: float,
    *,
    lr: float | None = None,
    sensitivity: float | None = None,
    specificity: float | None = None,
    counts: Counts | None = None,
    positive: bool = True,
    level: float = 0.95,
) -> PostTest:
    """Turn the probability of disease before a test into that after its result.

    The odds after are the odds before times the likelihood ratio of the result. That ratio is taken to be the same for
    every subject and at every prior probability, and the prior as known. State the ratio, sensitivity with specificity,
    or the counts, which give an interval as well.

    Parameters
    ----------
    prior : float
        Probability before the test, strictly between 0 and 1.
    lr : float, optional
        Likelihood ratio of the result, from 0 to infinity.
    sensitivity, specificity : float, optional
        Both, from 0 to 1.
    counts : Counts, optional
        A 2x2 table.
    positive : bool
        Whether the result is positive; with ``lr``, whose ratio it is.
    level : float
        Confidence level of the interval from counts.

    Returns
    -------
    PostTest

    Raises
    ------
    TypeError
        If something is no number, or ``counts`` no ``Counts``.
    DataError
        If a stated number cannot be.
    MethodError
        If the ratio is stated in no way or in several, or prior or level are out of range.

    References
    ----------
    [fagan1975], [mercaldo2007], [koopman1984]

    Examples
    --------
    >>> round(post_test_probability(0.35, sensitivity=0.975, specificity=0.94).probability, 7)
    0.8974359
    >>> found = post_test_probability(0.2, counts=Counts(tp=397, fp=84, fn=54, tn=177))
    >>> round(found.probability, 4), round(found.interval.low, 4), round(found.interval.high, 4)
    (0.4061, 0.3637, 0.45)
    """
    level = checked_level(level)
    before = checked_prevalence(prior, "prior")
    if before is None:
        raise TypeError("prior is None; it must be a number between 0 and 1.")
    if not isinstance(positive, bool):
        raise TypeError(f"positive is True or False, not {shown(positive)}.")
    pair = sensitivity is not None or specificity is not None
    if (lr is not None) + pair + (counts is not None) != 1 or (pair and None in (sensitivity, specificity)):
        raise MethodError("state the result in one way: lr=, or sensitivity= and specificity=, or counts=.")
    interval, method = None, None
    if lr is not None:
        ratio: float | None = _ratio(lr)
        true, false = (1.0, 0.0) if math.isinf(ratio or 0.0) else (ratio or 0.0, 1.0)
        source: tuple[str, ...] = (f"stated likelihood ratio {plain(ratio or 0.0)}",)
    elif counts is None:
        true, false = stated_share(sensitivity, "sensitivity"), 1 - stated_share(specificity, "specificity")
        if not positive:
            true, false = 1 - true, 1 - false
        source = (f"stated sensitivity {plain(float(sensitivity))} and specificity {plain(float(specificity))}",)  # type: ignore[arg-type]
        ratio = _divided(true, false)
    else:
        check_table(counts, "post_test_probability")
        m, n = counts.n_cases, counts.n_controls
        if m == 0 or n == 0:
            raise DataError(f"the table has {m} cases and {n} controls; a likelihood ratio needs both.")
        tp, fp = (counts.tp, counts.fp) if positive else (counts.fn, counts.tn)
        true, false = tp / m, fp / n
        ratio = tp * n / (fp * m) if fp else _divided(true, false)
        # After a negative result the disease has the place that it has after a positive one of the opposite test.
        turned = Counts(tp=tp, fp=fp, fn=m - tp, tn=n - fp)
        limits = predictive_limits(turned, np.array([before]), level=level)
        if limits.ppv is not None:
            interval, method = Interval(float(limits.ppv[0][0]), float(limits.ppv[1][0]), level), limits.method
        source = table_lines(counts)
    notes: tuple[Note, ...] = () if counts is None or method is None else _zero_cells(counts, ratio, positive)
    probability = None
    if ratio is None:
        sign = "positive" if positive else "negative"
        text = f"nobody has a {sign} result, so its likelihood ratio is 0/0 and the probability is not estimable."
        notes = (Note(f"no-{sign}s", text),)
    else:
        probability = float(predictive_value(true, false, np.array(before), np.array(1 - before)))
    return PostTest(
        prior=before,
        positive=positive,
        ratio=ratio,
        probability=probability,
        interval=interval,
        method=method,
        level=level,
        source=source,
        notes=notes,
    )


def _zero_cells(counts: Counts, ratio: float | None, positive: bool) -> tuple[Note, ...]:
    """Say where the ratio is infinite, and where its interval is another than usual."""
    sign, label = ("positive", "LR+") if positive else ("negative", "LR-")
    notes = []
    if ratio == math.inf:
        text = f"no control tested {sign}, so {label} is infinite in these data and not estimable."
        notes.append(Note("infinite-ratio", text))
    if 0 in (counts.tp, counts.fp, counts.fn, counts.tn):
        text = (
            "a cell is zero. The logit method needs four counts above 0, so the interval comes from the score interval "
            "of the likelihood ratio."
        )
        notes.append(Note("zero-cell", text))
    return tuple(notes)


def _ratio(lr: object) -> float:
    if not is_number(lr):
        raise TypeError(f"lr is {type(lr).__name__}; it must be a number from 0 to infinity.")
    if not lr >= 0:
        raise DataError(f"lr is {shown(lr)}; a likelihood ratio is not negative.")
    return float(lr)


def _divided(true: float, false: float) -> float | None:
    """Return a ratio that may be infinite; None for 0/0."""
    return true / false if false else math.inf if true else None
