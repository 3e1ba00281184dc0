"""The measures of a 2×2 table, each with its interval by the method that serves it.

References: [simel1991], [woolf1955], [koopman1984], [cornfield1956], [haldane1956], [youden1950], [newcombe1998],
[mercaldo2007], [cohen1960], [fleiss1969], [matthews1975]
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from rocstats.data.counts import Counts
from rocstats.empirical import measures as exact
from rocstats.empirical.stated_prevalence import named_at
from rocstats.inference.accuracy_result import Measure
from rocstats.methods.kappa import KAPPA, kappa_estimate
from rocstats.methods.method import BinomialMethod
from rocstats.methods.phi import PHI, phi_interval
from rocstats.methods.predictive_value import accuracy_interval, predictive_limits, predictive_value
from rocstats.methods.ratios import (
    LOG,
    LOG_HALF_ADDED,
    SCORE,
    log_odds_ratio,
    log_odds_ratio_error,
    log_ratio,
    log_ratio_error,
    score_odds_ratio,
    score_ratio,
)
from rocstats.methods.square_and_add import SQUARE_AND_ADD, square_and_add
from rocstats.results import Card, Interval, Sides

BY_DESIGN = ("ppv", "npv", "accuracy", "prevalence", "f1", "mcc", "kappa", "csi")


def _measure(name: str, label: str, estimate: float | None, interval: Interval | None, card: Card) -> Measure:
    return Measure(
        name=name,
        label=label,
        successes=None,
        total=None,
        estimate=estimate,
        interval=interval,
        method=None if interval is None else card,
    )


# --- Proportions ----------------------------------------------------------------------------------------------------


def proportions(
    counts: Counts, method: BinomialMethod, *, level: float, sides: Sides, agreement: bool
) -> list[Measure]:
    """Estimate the five proportions, of which three depend on the share of cases."""
    shares = (
        ("sensitivity", "PPA" if agreement else "sensitivity", counts.tp, counts.n_cases),
        ("specificity", "NPA" if agreement else "specificity", counts.tn, counts.n_controls),
        ("ppv", "PPV", counts.tp, counts.n_positive),
        ("npv", "NPV", counts.tn, counts.n_negative),
        ("accuracy", "overall agreement" if agreement else "accuracy", counts.tp + counts.tn, counts.total),
    )
    return [_of_design(counts, share(method, *named, level=level, sides=sides)) for named in shares]


def share(
    method: BinomialMethod, name: str, label: str, successes: int, total: int, *, level: float, sides: Sides
) -> Measure:
    """Estimate one proportion."""
    interval = method.interval(successes, total, level=level, sides=sides)
    error: Callable[[int, int], float | None] | None = getattr(method, "standard_error", None)
    return Measure(
        name=name,
        label=label,
        successes=successes,
        total=total,
        estimate=None if total == 0 else successes / total,
        interval=interval,
        method=None if interval is None else method.card,
        standard_error=None if error is None else error(successes, total),
    )


def _of_design(counts: Counts, found: Measure) -> Measure:
    """Keep a measure from being estimated where the design does, and from being divided out of its counts."""
    if counts.design != "case-control" or found.name not in BY_DESIGN:
        return found
    nothing = dict.fromkeys(("successes", "total", "estimate", "interval", "method", "standard_error"))
    return replace(found, **nothing)  # type: ignore[arg-type]


def proportions_at(counts: Counts, prevalence: float, *, level: float, sides: Sides) -> list[Measure]:
    """Estimate predictive values and accuracy at a stated prevalence, from sensitivity and specificity."""
    tp, fp, fn, tn, m, n = counts.tp, counts.fp, counts.fn, counts.tn, counts.n_cases, counts.n_controls
    groups = m > 0 and n > 0
    at = np.array([prevalence])
    limits = predictive_limits(counts, at, level=level, sides=sides) if groups else None
    measures = []
    for name, label, right, wrong, prior, rest in (
        ("ppv", "PPV", (tp, m), (fp, n), at, 1 - at),
        ("npv", "NPV", (tn, n), (fn, m), 1 - at, at),
    ):
        ends = None if limits is None else getattr(limits, name)
        if limits is None or ends is None:
            measures.append(_measure(name, named_at(label, prevalence), None, None, SQUARE_AND_ADD))
            continue
        estimate = predictive_value(right[0] / right[1], wrong[0] / wrong[1], prior, rest)
        interval = Interval(float(ends[0][0]), float(ends[1][0]), level, sides)
        measures.append(_measure(name, named_at(label, prevalence), float(estimate[0]), interval, limits.method))
    value = exact.accuracy(tp, fp, fn, tn, prevalence=prevalence) if groups else None
    between = accuracy_interval(counts, prevalence, level=level, sides=sides)
    measures.append(_measure("accuracy", named_at("accuracy", prevalence), _number(value), between, SQUARE_AND_ADD))
    return measures


# --- Ratios ---------------------------------------------------------------------------------------------------------


def ratios(counts: Counts, *, level: float, sides: Sides, haldane: bool) -> list[Measure]:
    """Estimate the likelihood ratios and the odds ratio, each unless a margin that it needs is empty."""
    half = 0.5 if haldane else 0
    tp, fp, fn, tn = counts.tp + half, counts.fp + half, counts.fn + half, counts.tn + half
    m, n = tp + fn, fp + tn
    score = 0 in (tp, fp, fn, tn)
    card = LOG_HALF_ADDED if haldane else SCORE if score else LOG
    groups = counts.n_cases > 0 and counts.n_controls > 0
    positive, negative = groups and counts.n_positive > 0, groups and counts.n_negative > 0
    of_ratio, of_odds = (score_ratio, score_odds_ratio) if score else (log_ratio, log_odds_ratio)
    found = []
    for name, label, defined, cells, value, method, error in (
        ("lr_positive", "LR+", positive, (tp, m, fp, n), (tp * n, fp * m), of_ratio, log_ratio_error),
        ("lr_negative", "LR-", negative, (fn, m, tn, n), (fn * n, tn * m), of_ratio, log_ratio_error),
        (
            "odds_ratio",
            "DOR",
            positive and negative,
            (tp, fp, fn, tn),
            (tp * tn, fp * fn),
            of_odds,
            log_odds_ratio_error,
        ),
    ):
        if not defined:
            found.append(_measure(name, label, None, None, card))
            continue
        interval = method(*cells, level=level if sides == "two-sided" else 2 * level - 1)
        low, high = 0.0 if sides == "upper" else interval.low, math.inf if sides == "lower" else interval.high
        estimate = value[0] / value[1] if value[1] else None
        one = _measure(name, label, estimate, Interval(low, high, level, sides), card)
        found.append(one if score else replace(one, log_standard_error=error(*cells)))
    return found


# --- Youden's index, and what is shown on request -------------------------------------------------------------------


def youden(counts: Counts, *, level: float, sides: Sides) -> Measure:
    """Estimate Youden's index with its square-and-add interval."""
    tp, fp, m, n = counts.tp, counts.fp, counts.n_cases, counts.n_controls
    return _measure(
        "youden",
        "Youden J",
        (tp * n - fp * m) / (m * n) if m and n else None,
        square_and_add((tp, fp), (m, n), level=level, sides=sides),
        SQUARE_AND_ADD,
    )


def further_measures(
    counts: Counts, method: BinomialMethod, index: Measure, prevalence: float | None, *, level: float, sides: Sides
) -> tuple[Measure, ...]:
    """Estimate what is shown on request: prevalence, balanced accuracy, 1/J, F1, MCC, kappa and CSI.

    At a stated prevalence those that depend on it are values without an interval.
    """
    asked: dict[str, Any] = {"level": level, "sides": sides}
    between = index.interval
    balanced = _measure(
        "balanced_accuracy",
        "balanced accuracy",
        None if index.estimate is None else (1 + index.estimate) / 2,
        None if between is None else Interval((1 + between.low) / 2, (1 + between.high) / 2, level, sides),
        SQUARE_AND_ADD,
    )
    if prevalence is not None:
        by_share = tuple(_value_at(counts, name, prevalence) for name in ("f1", "mcc", "kappa", "csi"))
        return (balanced, _number_needed(counts, index, **asked), *by_share)
    cases = share(method, "prevalence", "prevalence", counts.n_cases, counts.total, **asked)
    success = share(method, "csi", "CSI", counts.tp, counts.total - counts.tn, **asked)
    needed = _number_needed(counts, index, **asked)
    found = (cases, balanced, needed, _f1(success), _mcc(counts, **asked), cohen(counts, **asked), success)
    return tuple(_of_design(counts, one) for one in found)


def _value_at(counts: Counts, name: str, prevalence: float) -> Measure:
    measure = exact.MEASURES[name]
    groups = counts.n_cases > 0 and counts.n_controls > 0
    value = measure(counts.tp, counts.fp, counts.fn, counts.tn, prevalence=prevalence) if groups else None
    return _measure(name, named_at(measure.label, prevalence), _number(value), None, KAPPA)


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


def _number_needed(counts: Counts, index: Measure, *, level: float, sides: Sides) -> Measure:
    """Turn Youden's index over: so many subjects are tested for one more right result than chance gives (NND)."""
    estimate = None if index.estimate is None or index.estimate <= 0 else 1 / index.estimate
    between = None
    if estimate is not None:
        # The lower limit of the reciprocal is the upper limit of the index, one-sided bounds change places.
        other: Sides = {"lower": "upper", "upper": "lower"}.get(sides, "two-sided")  # type: ignore[assignment]
        of_index = youden(counts, level=level, sides=other).interval
        assert of_index is not None
        between = Interval(1 / of_index.high, math.inf if of_index.low <= 0 else 1 / of_index.low, level, sides)
    return _measure("nnd", "NND", estimate, between, SQUARE_AND_ADD)


def _f1(success: Measure) -> Measure:
    """F1 = 2c/(1 + c) rises with the critical success index c, so its interval is that of c, carried over."""

    def carried(c: float) -> float:
        return 2 * c / (1 + c)

    between = success.interval
    return replace(
        success,
        name="f1",
        label="F1",
        successes=None,
        total=None,
        standard_error=None,
        estimate=None if success.estimate is None else carried(success.estimate),
        interval=None if between is None else replace(between, low=carried(between.low), high=carried(between.high)),
    )


def _mcc(counts: Counts, *, level: float, sides: Sides) -> Measure:
    cells = (counts.tp, counts.fp, counts.fn, counts.tn)
    found = phi_interval(*cells, level=level, sides=sides)
    one = _measure("mcc", "MCC", _number(exact.mcc(*cells)), None if found is None else found[1], PHI)
    return one if found is None else replace(one, standard_error=found[0])


def cohen(counts: Counts, *, level: float, sides: Sides) -> Measure:
    """Estimate kappa between test and truth."""
    found = kappa_estimate([[counts.tp, counts.fp], [counts.fn, counts.tn]], level=level, sides=sides)
    if found is None:
        return _measure("kappa", "kappa", None, None, KAPPA)
    one = _measure("kappa", "kappa", float(found.estimate), found.interval, KAPPA)
    return _of_design(counts, replace(one, standard_error=found.standard_error))
