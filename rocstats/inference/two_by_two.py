"""Accuracy from a 2×2 table: what a test at one threshold is worth, with an interval for every measure.

References: [wilson1927], [simel1991], [woolf1955], [koopman1984], [cornfield1956], [youden1950], [newcombe1998]
"""

from __future__ import annotations

from collections.abc import Sequence

from rocstats.data.counts import Counts
from rocstats.errors import MethodError
from rocstats.formatting import decimals_for, fixed, listed
from rocstats.inference.accuracy_result import Accuracy, Measure
from rocstats.methods.method import BinomialMethod, check_level
from rocstats.methods.ratios import (
    LOG,
    LOG_HALF_ADDED,
    SCORE,
    log_odds_ratio,
    log_ratio,
    score_odds_ratio,
    score_ratio,
)
from rocstats.methods.square_and_add import SQUARE_AND_ADD, square_and_add
from rocstats.methods.wilson import Wilson
from rocstats.printing import Note
from rocstats.results import Card, Interval

_WILSON = Wilson()
_BY_DESIGN = ("ppv", "npv", "accuracy")


def accuracy(
    counts: Counts, method: BinomialMethod = _WILSON, *, level: float = 0.95, haldane: bool = False
) -> Accuracy:
    """Estimate sensitivity, specificity, predictive values, likelihood ratios, odds ratio and Youden's J.

    Subjects are taken as independent, and the threshold as chosen before these data: one that was chosen on them makes
    every measure optimistic. Predictive values and accuracy hold for the share of cases in the table; a case-control
    design fixes that share, so they are not estimable there, and a design that is not stated gets a note. Likelihood
    ratios and odds ratio have log intervals; with a zero cell they have score intervals, and a ratio that is infinite
    keeps a lower limit and has no estimate. Youden's J always has the square-and-add interval of the Wilson limits.

    Parameters
    ----------
    counts : Counts
        The table, typed in or from ``counts_at(sample, threshold)``.
    method : BinomialMethod
        Interval of the five proportions: ``Wilson()`` or ``ClopperPearson()``.
    level : float
        Confidence level of all intervals, which are two-sided.
    haldane : bool
        Add one half to every cell before the three ratios are computed; estimates and intervals are labelled so.

    Returns
    -------
    Accuracy
        With one ``Measure`` for each: ``sensitivity``, ``specificity``, ``ppv``, ``npv``, ``accuracy``,
        ``lr_positive``, ``lr_negative``, ``odds_ratio``, ``youden``.

    Raises
    ------
    TypeError
        If ``counts`` is no ``Counts``.
    MethodError
        If the method is not one for proportions, or the level is out of range.

    References
    ----------
    [wilson1927], [simel1991], [woolf1955], [koopman1984], [cornfield1956], [haldane1956], [youden1950], [newcombe1998]

    Examples
    --------
    >>> found = accuracy(Counts(tp=26, fp=12, fn=15, tn=60))
    >>> round(found.sensitivity.estimate, 3), round(found.lr_positive.interval.low, 2)
    (0.634, 2.16)
    """
    if not isinstance(counts, Counts):
        raise TypeError(
            f"accuracy takes Counts, not {type(counts).__name__}; make them with Counts(tp=, fp=, fn=, tn=) or "
            "counts_at(sample, threshold)."
        )
    if isinstance(method, type) or not hasattr(method, "interval"):
        name = method.__name__ if isinstance(method, type) else type(method).__name__
        given = f"the class {name}; write {name}()" if isinstance(method, type) else name
        raise MethodError(f"accuracy needs a method for proportions, Wilson() or ClopperPearson(); it got {given}.")
    check_level(level)
    m, n = counts.n_cases, counts.n_controls
    shares, ratios = _proportions(counts, method, level), _ratios(counts, level, haldane)
    youden = Measure(
        name="youden",
        label="Youden J",
        successes=None,
        total=None,
        estimate=(counts.tp * n - counts.fp * m) / (m * n) if m and n else None,
        interval=square_and_add((counts.tp, counts.fp), (m, n), level=level),
        method=SQUARE_AND_ADD if m and n else None,
    )
    notes = (*_empty_margins(counts), *_added_or_zero(counts, ratios, haldane), *_design(counts))
    return Accuracy(
        counts=counts, level=level, youden=youden, notes=notes, **{found.name: found for found in (*shares, *ratios)}
    )


def _proportions(counts: Counts, method: BinomialMethod, level: float) -> list[Measure]:
    """Estimate the five proportions; three of them depend on the share of cases."""
    shares = (
        ("sensitivity", "sensitivity", counts.tp, counts.n_cases),
        ("specificity", "specificity", counts.tn, counts.n_controls),
        ("ppv", "PPV", counts.tp, counts.n_positive),
        ("npv", "NPV", counts.tn, counts.n_negative),
        ("accuracy", "accuracy", counts.tp + counts.tn, counts.total),
    )
    measures = []
    for name, label, successes, total in shares:
        fixed_by_design = counts.design == "case-control" and name in _BY_DESIGN
        interval = None if fixed_by_design else method.interval(successes, total, level=level)
        measures.append(
            Measure(
                name=name,
                label=label,
                successes=successes,
                total=total,
                estimate=None if fixed_by_design or total == 0 else successes / total,
                interval=interval,
                method=None if interval is None else method.card,
            )
        )
    return measures


def _ratios(counts: Counts, level: float, haldane: bool) -> list[Measure]:
    """Estimate the likelihood ratios and the odds ratio, each unless a margin that it needs is empty."""
    half = 0.5 if haldane else 0
    tp, fp, fn, tn = counts.tp + half, counts.fp + half, counts.fn + half, counts.tn + half
    m, n = tp + fn, fp + tn
    score = 0 in (tp, fp, fn, tn)
    card = LOG_HALF_ADDED if haldane else SCORE if score else LOG
    ratio, odds_ratio = (score_ratio, score_odds_ratio) if score else (log_ratio, log_odds_ratio)
    groups = counts.n_cases > 0 and counts.n_controls > 0
    positive = ratio(tp, m, fp, n, level=level) if groups and counts.n_positive else None
    negative = ratio(fn, m, tn, n, level=level) if groups and counts.n_negative else None
    odds = None if positive is None or negative is None else odds_ratio(tp, fp, fn, tn, level=level)
    return [
        _ratio("lr_positive", "LR+", tp * n, fp * m, positive, card),
        _ratio("lr_negative", "LR-", fn * n, tn * m, negative, card),
        _ratio("odds_ratio", "DOR", tp * tn, fp * fn, odds, card),
    ]


def _ratio(name: str, label: str, above: float, below: float, interval: Interval | None, card: Card) -> Measure:
    return Measure(
        name=name,
        label=label,
        successes=None,
        total=None,
        estimate=None if interval is None or below == 0 else above / below,
        interval=interval,
        method=None if interval is None else card,
    )


def _empty_margins(counts: Counts) -> tuple[Note, ...]:
    """Say which measures an empty row or column of the table leaves without a value."""
    both = ("LR+", "LR-", "DOR", "Youden J")
    margins = (
        ("no-cases", counts.n_cases, "there are no cases", ("sensitivity", *both)),
        ("no-controls", counts.n_controls, "there are no controls", ("specificity", *both)),
        ("no-positives", counts.n_positive, "no subject tested positive", ("PPV", "LR+", "DOR")),
        ("no-negatives", counts.n_negative, "no subject tested negative", ("NPV", "LR-", "DOR")),
    )
    return tuple(
        Note(code, f"{reason}, so {listed(labels)} are not estimable.")
        for code, size, reason, labels in margins
        if size == 0
    )


def _added_or_zero(counts: Counts, ratios: Sequence[Measure], haldane: bool) -> tuple[Note, ...]:
    """Say what became of the ratios where a cell is zero or one half was added to all."""
    ratios = [measure for measure in ratios if measure.interval is not None]
    if not ratios:
        return ()
    labels = listed([measure.label for measure in ratios])
    if haldane:
        return (Note("half-added", f"1/2 was added to every cell for {labels}; all else is of the table as it is."),)
    cells = (
        (counts.tp, "no case tested positive"),
        (counts.fp, "no control tested positive"),
        (counts.fn, "no case tested negative"),
        (counts.tn, "no control tested negative"),
    )
    zero = [reason for cell, reason in cells if cell == 0]
    if not zero:
        return ()
    infinite = [measure.label for measure in ratios if measure.estimate is None]
    notes = []
    if infinite:
        verb, of = ("is", "its interval") if len(infinite) == 1 else ("are", "their intervals")
        notes.append(
            Note(
                "infinite-ratio",
                f"{listed(infinite)} {verb} infinite in these data and so not estimable; of {of} only the lower limit "
                "is finite.",
            )
        )
    verb = "has a score interval" if len(ratios) == 1 else "have score intervals"
    notes.append(
        Note(
            "zero-cell",
            f"{listed(zero)}. The log method needs four counts above 0, so {labels} {verb}; haldane=True adds 1/2 to "
            "every cell instead.",
        )
    )
    return tuple(notes)


def _design(counts: Counts) -> tuple[Note, ...]:
    """Say what the design does to the measures that depend on the share of cases."""
    if counts.design == "cohort":
        return ()
    if counts.design == "case-control":
        return (
            Note(
                "case-control",
                "a case-control study fixes the share of cases, so PPV, NPV and accuracy are not estimable from it.",
            ),
        )
    share = counts.n_cases / counts.total
    return (
        Note(
            "design-not-stated",
            "the design was not stated. PPV, NPV and accuracy hold for the share of cases in these data, "
            f"{counts.n_cases} of {counts.total} ({fixed(share, decimals_for([share]))}); state "
            'design="cohort" or a prevalence.',
        ),
    )
