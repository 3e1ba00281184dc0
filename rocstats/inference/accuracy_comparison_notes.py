"""Caveats of a comparison of two tests: what has no value or no interval, and what the design does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rocstats.data.counts import Counts
from rocstats.data.paired_counts import PairedCounts
from rocstats.formatting import counted, decimals_for, fixed, listed, printable
from rocstats.inference.compared_measure import ComparedMeasure, EqualityTest
from rocstats.methods.proportion_differences import DifferenceMethod
from rocstats.printing import Note


def paired_notes(
    pairs: PairedCounts,
    measures: Iterable[ComparedMeasure],
    tests: Sequence[EqualityTest],
    method: DifferenceMethod,
) -> tuple[Note, ...]:
    """Say what stands out in a comparison on the same subjects."""
    one, two = (printable(test.name) for test in pairs.tests)
    return (
        *_pairs_alike(pairs),
        *_infinite({one: pairs.first, two: pairs.second}),
        *_common([pairs.first], measures, method),
        *_tests_without_variance(tests),
    )


def unpaired_notes(
    first: Counts, second: Counts, measures: Iterable[ComparedMeasure], method: DifferenceMethod
) -> tuple[Note, ...]:
    """Say what stands out in a comparison on different subjects."""
    return (
        *_perhaps_paired(first, second),
        *_infinite({"the first test": first, "the second test": second}),
        *_common([first, second], measures, method),
        *_shares(first, second),
    )


def _common(counts: list[Counts], measures: Iterable[ComparedMeasure], method: DifferenceMethod) -> tuple[Note, ...]:
    """Say what has no value or no interval and why, and what the design does."""
    found = list(measures)
    return (
        *_empty_groups(counts),
        *_without_variance(found, method),
        *_without_logarithm(found, counts),
        *_edges(found),
        *_design(counts),
    )


def _pairs_alike(pairs: PairedCounts) -> tuple[Note, ...]:
    """Say where no subject had two different results."""
    one, two = (printable(test.name) for test in pairs.tests)
    if pairs.cases.discordant == pairs.controls.discordant == 0:
        return (
            Note(
                "identical-tests",
                f"{one} and {two} gave each of {counted(pairs.total, 'subject')} the same result, so all differences "
                "are 0 and all ratios 1, with p = 1. The intervals of the differences, where there are any, show what "
                "so many subjects can exclude.",
            ),
        )
    groups = (
        (pairs.cases, "case", "sensitivity"),
        (pairs.controls, "control", "specificity"),
    )
    return tuple(
        Note("no-discordant-pairs", f"no {who} had different results by {one} and {two}; p = 1 for {measure}.")
        for table, who, measure in groups
        if table.total and table.discordant == 0
    )


def _empty_groups(counts: list[Counts]) -> tuple[Note, ...]:
    groups = (
        ("no-cases", [c.n_cases for c in counts], "cases", "sensitivity, LR+ and LR- are"),
        ("no-controls", [c.n_controls for c in counts], "controls", "specificity, LR+ and LR- are"),
    )
    return tuple(
        Note(code, f"there are no {who}{'' if len(sizes) == 1 else ' of one test'}, so {what} not estimable.")
        for code, sizes, who, what in groups
        if 0 in sizes
    )


def _without_variance(measures: list[ComparedMeasure], method: DifferenceMethod) -> tuple[Note, ...]:
    """Say which differences a method gives no interval of, because their variance is 0."""
    labels = [m.label for m in measures if m.effect == "difference" and m.estimate is not None and m.interval is None]
    if not labels:
        return ()
    instead = "Tango()" if method.paired else "MiettinenNurminen()"
    return (
        Note(
            "zero-variance",
            f"by {method.card.title} the variance of the difference in {listed(labels)} is 0, which no finite study "
            f"can show; the interval is not estimable. {instead} has one.",
        ),
    )


def _without_logarithm(measures: list[ComparedMeasure], counts: list[Counts]) -> tuple[Note, ...]:
    """Say which ratios have no interval on the log scale."""
    withheld = any(c.design == "case-control" for c in counts)
    empty = any(c.n_cases == 0 or c.n_controls == 0 for c in counts)
    nothing: list[str] = []
    no_interval: list[str] = []
    for m in measures:
        by_design = withheld and m.name in ("ppv", "npv")
        by_group = empty and m.is_likelihood_ratio
        if m.effect == "ratio" and m.interval is None and m.pvalue != 1 and not by_design and not by_group:
            (nothing if m.estimate is None else no_interval).append(m.label)
    parts = []
    for labels, is_so, are_so in (
        (nothing, "is not estimable", "are not estimable"),
        (no_interval, "has no interval", "have no interval"),
    ):
        if labels:
            ratio, so = ("ratio", is_so) if len(labels) == 1 else ("ratios", are_so)
            parts.append(f"the {ratio} of {listed(labels)} {so}")
    if not parts:
        return ()
    it = "it" if len(nothing) + len(no_interval) == 1 else "them"
    text = (
        f"{listed(parts)}: a count of 0 leaves {it} without a finite logarithm or without a variance. Compare "
        "sensitivity and specificity instead."
    )
    return (Note("zero-cell", text),)


def _infinite(tables: dict[str, Counts]) -> tuple[Note, ...]:
    """Say which likelihood ratios have no value because they are infinite."""
    labels = []
    for name, counts in tables.items():
        ratios = (("LR+", counts.tp, counts.fp), ("LR-", counts.fn, counts.tn))
        labels += [
            f"{ratio} of {name}" for ratio, cases, controls in ratios if cases and counts.n_controls > controls == 0
        ]
    if not labels:
        return ()
    verb = "is" if len(labels) == 1 else "are"
    return (Note("infinite-ratio", f"{listed(labels)} {verb} infinite in these data and so not estimable."),)


def _tests_without_variance(tests: Sequence[EqualityTest]) -> tuple[Note, ...]:
    """Say which score tests could not be done."""
    labels = list(dict.fromkeys(t.label for t in tests if t.pvalue is None))
    if not labels:
        return ()
    return (
        Note(
            "zero-variance",
            f"the score tests of {listed(labels)} have no variance, because all results of that sign are right, or "
            "all wrong; they have no p-value.",
        ),
    )


def _edges(measures: list[ComparedMeasure]) -> tuple[Note, ...]:
    """Say where a limit was set to the end of the range, and where an interval does not hold its estimate."""
    notes = []
    differences = [m for m in measures if m.effect == "difference" and m.interval is not None]
    clipped = [m.label for m in differences if _clipped(m)]
    if clipped:
        notes.append(
            Note(
                "clipped",
                f"a limit of the difference in {listed(clipped)} lay beyond -1 or 1 and was set to that end of the "
                "range.",
            )
        )
    outside = [m.label for m in differences if m.interval and m.estimate is not None and m.estimate not in m.interval]
    if outside:
        notes.append(
            Note(
                "estimate-outside",
                f"the interval of the difference in {listed(outside)} does not contain the estimate, because the "
                "method draws its centre towards 0.",
            )
        )
    return tuple(notes)


def _clipped(measure: ComparedMeasure) -> bool:
    """Whether a limit that is not the closed end of a one-sided interval stands at the end of the range."""
    interval, estimate = measure.interval, measure.estimate
    if interval is None or estimate is None:
        return False
    low = interval.sides != "upper" and interval.low == -1 < estimate
    return low or (interval.sides != "lower" and interval.high == 1 > estimate)


def _design(counts: list[Counts]) -> tuple[Note, ...]:
    """Say what the design does to the measures that depend on the share of cases."""
    designs = [c.design for c in counts]
    if "case-control" in designs:
        return (
            Note(
                "case-control",
                "a case-control study fixes the share of cases, so PPV, NPV and accuracy are not estimable from it and "
                "cannot be compared.",
            ),
        )
    if None not in designs:
        return ()
    shares = [c.n_cases / c.total for c in counts]
    decimals = decimals_for(shares)
    shown = [f"{c.n_cases} of {c.total} ({fixed(s, decimals)})" for c, s in zip(counts, shares, strict=True)]
    return (
        Note(
            "design-not-stated",
            f"the design was not stated. PPV, NPV and accuracy hold for the share of cases in these data, "
            f'{listed(shown)}; state design="cohort" where subjects were taken as they came.',
        ),
    )


def _shares(first: Counts, second: Counts) -> tuple[Note, ...]:
    """Say that predictive values of two samples differ with their shares of cases."""
    if "case-control" in (first.design, second.design):
        return ()
    if first.n_cases * second.total == second.n_cases * first.total:
        return ()
    return (
        Note(
            "shares-differ",
            "the shares of cases differ between the two samples, and PPV, NPV and accuracy change with them: their "
            "differences are not those of the tests alone.",
        ),
    )


def _perhaps_paired(first: Counts, second: Counts) -> tuple[Note, ...]:
    """Ask whether two tables of equally many subjects are of the same ones."""
    one, two = first.subjects, second.subjects
    if one is None or two is None or first.test == second.test:
        return ()
    if (one.truth, one.positive, one.label, one.n_cases, one.n_controls) != (
        *(two.truth, two.positive, two.label),
        *(two.n_cases, two.n_controls),
    ):
        return ()
    return (
        Note(
            "perhaps-paired",
            "both tables have the same truth and as many cases and controls. If these are the same subjects, the tests "
            "are paired, and this comparison is wrong: take paired_counts_at(sample, thresholds).",
        ),
    )
