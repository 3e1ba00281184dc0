"""What must be said of a 2×2 table: empty margins, zero cells, variances of 0, and the design."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rocstats.data.counts import Counts
from rocstats.formatting import decimals_for, fixed, listed, plain
from rocstats.inference.accuracy_result import Measure
from rocstats.inference.table_measures import BY_DESIGN
from rocstats.methods.method import BinomialMethod
from rocstats.printing import Note
from rocstats.results import Sides

_MARGINS = {
    "no-cases": ("there are no cases", ("sensitivity", "lr_positive", "lr_negative", "odds_ratio", "youden")),
    "no-controls": ("there are no controls", ("specificity", "lr_positive", "lr_negative", "odds_ratio", "youden")),
    "no-positives": ("no subject tested positive", ("ppv", "lr_positive", "odds_ratio", "mcc")),
    "no-negatives": ("no subject tested negative", ("npv", "lr_negative", "odds_ratio", "mcc")),
}
_OF_GROUPS = ("balanced_accuracy", "nnd", "mcc", "kappa", "f1", "csi")


def empty_margins(counts: Counts, measures: Sequence[Measure]) -> tuple[Note, ...]:
    """Say which measures an empty row or column of the table leaves without a value."""
    sizes = {
        "no-cases": counts.n_cases,
        "no-controls": counts.n_controls,
        "no-positives": counts.n_positive,
        "no-negatives": counts.n_negative,
    }
    notes = []
    for code, (reason, names) in _MARGINS.items():
        if sizes[code]:
            continue
        groups = code in ("no-cases", "no-controls")
        wanted = (*names, *(_OF_GROUPS if groups else ()))
        # Without a group nothing holds at another prevalence either.
        labels = [
            m.label
            for m in measures
            if m.estimate is None and (m.name in wanted or (groups and "at prevalence" in m.label))
        ]
        if labels:
            notes.append(Note(code, f"{reason}, so {listed(labels)} {_are(labels)} not estimable."))
    return tuple(notes)


def added_or_zero(counts: Counts, ratios: Sequence[Measure], haldane: bool, sides: Sides) -> tuple[Note, ...]:
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
        of = "its interval" if len(infinite) == 1 else "their intervals"
        said = f"of {of} only the lower limit is finite." if sides != "upper" else f"no upper limit of {of} is finite."
        notes.append(
            Note(
                "infinite-ratio",
                f"{listed(infinite)} {_are(infinite)} infinite in these data and so not estimable; {said}",
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


def without_interval(measures: Sequence[Measure], method: BinomialMethod) -> tuple[Note, ...]:
    """Say where a measure has an estimate and its method no interval, or one that was cut at the end of the range."""
    notes = []
    shares = [m for m in measures if m.total and m.estimate is not None]
    none = [m.label for m in shares if m.interval is None]
    if none:
        notes.append(
            Note(
                "zero-variance",
                f"{method.card.title} has a standard error of 0 where none or all are counted, which no finite study "
                f"can show. No interval is given ({', '.join(none)}); use Wilson().",
            )
        )
    flat = [m.label for m in measures if m.name in ("kappa", "mcc") and m.interval is None and m.estimate is not None]
    flat = [label for label in flat if "at prevalence" not in label]
    if flat:
        notes.append(
            Note(
                "zero-variance",
                f"the standard error of {listed(flat)} is 0, which no finite study can show. No interval is given; the "
                "proportions have one.",
            )
        )
    cut = [m.label for m in shares if m.interval is not None and _cut(m)]
    if cut:
        notes.append(
            Note(
                "clipped",
                f"a limit of the interval of {listed(cut)} lay beyond 0 or 1 and was set to that end of the range.",
            )
        )
    outside = [
        m.label for m in measures if m.interval is not None and m.estimate is not None and m.estimate not in m.interval
    ]
    if outside:
        notes.append(
            Note("estimate-outside", f"the bound of {listed(outside)} lies beyond the estimate, as so low a level can.")
        )
    return tuple(notes)


def _cut(found: Measure) -> bool:
    """Say whether a two-sided interval of some but not all reaches an end of the range."""
    assert found.interval is not None
    low = found.interval.low == 0 and found.successes != 0 and found.interval.sides != "upper"
    high = found.interval.high == 1 and found.successes != found.total and found.interval.sides != "lower"
    return low or high


def number_needed_notes(measures: Sequence[Measure]) -> tuple[Note, ...]:
    """Say where the number needed to diagnose has no value or no upper limit."""
    known = any(m.name == "youden" and m.estimate is not None for m in measures)
    for m in measures:
        if m.name == "nnd" and m.estimate is None and known:
            text = "Youden J is not above 0, so the number needed to diagnose is not estimable."
            return (Note("number-needed", text),)
        if m.name == "nnd" and m.interval is not None and m.interval.high == math.inf and m.interval.sides != "lower":
            text = "the interval of Youden J reaches 0, so the number needed to diagnose has no upper limit."
            return (Note("number-needed", text),)
    return ()


def design_notes(
    counts: Counts,
    measures: Sequence[Measure],
    prevalence: float | None = None,
    *,
    comparator: bool = False,
    instead: str = " or a prevalence",
) -> tuple[Note, ...]:
    """Say what the design, or a stated prevalence, does to the measures that depend on the share of cases."""
    depending = [m.label for m in measures if m.name in BY_DESIGN]
    share = counts.n_cases / counts.total
    cases = f"{counts.n_cases} of {counts.total} ({fixed(share, decimals_for([share]))})"
    if prevalence is not None:
        text = (
            f"PPV, NPV and accuracy hold at the stated prevalence {plain(prevalence)}, which is taken as known; the "
            f"share of cases in these data is {cases}."
        )
        return (Note("stated-prevalence", text),)
    if counts.design == "cohort" or not depending:
        return ()
    if counts.design == "case-control":
        return (
            Note(
                "case-control",
                f"a case-control study fixes the share of cases, so {listed(depending)} {_are(depending)} not "
                "estimable from it.",
            ),
        )
    depending = [label for label in depending if label != "prevalence"]
    hold = "holds" if len(depending) == 1 else "hold"
    whose = "subjects that are positive by the comparator" if comparator else "cases"
    return (
        Note(
            "design-not-stated",
            f"the design was not stated. {_capital(listed(depending))} {hold} for the share of {whose} in these data, "
            f'{cases}; state design="cohort"{instead}.',
        ),
    )


def _are(labels: Sequence[str]) -> str:
    return "is" if len(labels) == 1 else "are"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
