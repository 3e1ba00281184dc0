"""Notes below tables of accuracy: population, methods of intervals, undecided results, origin of thresholds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from rocstats.document.inline import Content, Quoted, joined
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.findings import Findings
from rocstats.report.wording import typeset
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_report.baseline_tables import population_of
from rocstats.study_report.measure_words import reference_word
from rocstats.study_report.pen import Pen, named, planned
from rocstats.study_report.row_words import rows_word

_LIMITS = ("estimate", "conf-low", "conf-high")
_SENTENCE_END = re.compile(r"(?<=[a-z0-9)]\.) (?=\S)")
_ORIGINS = {
    "prespecified": "is stated in the plan as prespecified",
    "manufacturer": "is stated in the plan as that of the manufacturer",
    "literature": "is stated in the plan as taken from the literature",
}


def population(findings: Findings) -> Content:
    """Name whom a table is about, as the line under its caption begins."""
    return (
        population_of(findings),
        f"; {rows_word(findings)} with a known result of the {reference_word(findings.plan)}",
    )


def method_note(pen: Pen, groups: Iterable[tuple[str, Sequence[str]]]) -> Content:
    """Say how intervals were found, kind of measure by kind: their methods in the words of their cards.

    ``groups`` are words for a kind of measure ("for proportions") with the ids of its analyses.
    """
    said: list[Content] = []
    first = ""
    for what, analyses in groups:
        cards: dict[str, str] = {}
        for analysis in analyses:
            row = pen.table.row(f"{analysis}.conf-low") if f"{analysis}.conf-low" in pen.table else None
            if row is not None and row.about.method is not None:
                first = first or analysis
                cards[row.about.method.title or row.about.method.name] = ""
        if cards:
            said += [
                ("; " if said else ""),
                *joined([Quoted(typeset(title), "method") for title in cards]),
                f" {what}",
            ]
    return ("CI: two-sided ", pen.level(first), "%; ", *said, ".") if said else ""


def drawn_note(pen: Pen, analyses: Iterable[str]) -> Content:
    """Say how many resamples were drawn, and with which seed, where any of the analyses draws."""
    rows = (pen.table.row(f"{one}.estimate") for one in analyses if f"{one}.estimate" in pen.table)
    return resamples(pen) if any(row.about.seed is not None for row in rows) else ""


def resamples(pen: Pen) -> Content:
    """Say how resamples are drawn."""
    size, seed = pen.value("plan.n-resamples"), pen.value("plan.seed")
    return ("Resampled: ", size, " times, both groups apart; seed ", seed, ".")


def handling_notes(findings: Findings, pen: Pen, tests: Sequence[TestColumn]) -> Iterator[Content]:
    """Say what became of results that are neither positive nor negative, with how many there are."""
    handling = findings.plan.estimand.handling
    planless = " are left out, for the plan states nothing of them"
    ways = {"positive": " count as positive", "negative": " count as negative", "exclude": " are left out"}
    for stat, begin, fate in (
        (
            "n-indeterminate",
            "Indeterminate results",
            ways[handling.indeterminate] if handling.indeterminate else planless,
        ),
        ("n-failed", "Failed runs", ways[handling.failed]),
        ("n-missing", f"{rows_word(findings).capitalize()} without a result", ways["exclude"]),
    ):
        having = [test for test in tests if pen.number(f"crosstab.{test.key}.{stat}")]
        if having:
            counts = joined([(pen.value(f"crosstab.{test.key}.{stat}"), " of ", named(test.name)) for test in having])
            yield (f"{begin}{fate}: ", *counts, pen.see(*(f"completeness-{test.key}" for test in having)), ".")


def origin_notes(findings: Findings, pen: Pen, tests: Sequence[TestColumn]) -> Iterator[Content]:
    """Say where each threshold comes from; one that was chosen on the data makes its measures optimistic."""
    for test in tests:
        threshold = test.part.threshold
        if threshold is None or test.part.has_calls:
            continue
        if threshold.origin == "data_driven":
            yield (
                "The threshold of ",
                named(test.name),
                " was chosen on these data, so its measures are optimistic",
                pen.see("chosen"),
                ".",
            )
            continue
        source: Content = (" (", planned(threshold.source), ")") if threshold.source else ""
        yield ("The threshold of ", named(test.name), f" {_ORIGINS[threshold.origin]}", source, ".")


def not_estimable(pen: Pen, analyses: Iterable[str], *, words: Callable[[str], str] = str) -> Iterator[Content]:
    """Explain NE, with every reason that the results give for it; ``words`` takes from a reason what is for code."""
    rows = [
        pen.table.row(f"{analysis}.{stat}")
        for analysis in analyses
        for stat in _LIMITS
        if f"{analysis}.{stat}" in pen.table
    ]
    reasons = [words(row.warning) for row in rows if row.value is None]
    if reasons and not pen.shell:
        yield ("NE: not estimable. ", Quoted(each_once(reasons), "software"))


def each_once(reasons: Iterable[str]) -> str:
    """Join reasons, each sentence once and with a capital letter.

    Examples
    --------
    >>> each_once(["no case tested negative. So LR- is 0.", "no control. So LR- is 0."])
    'No case tested negative. So LR- is 0. No control.'
    """
    said = dict.fromkeys(sentence for reason in reasons for sentence in _SENTENCE_END.split(reason) if sentence)
    return " ".join(f"{sentence[0].upper()}{sentence[1:]}" for sentence in said)


def small_groups(plan: StudyPlan) -> str:
    """Say why an exact interval stands beside that of the plan."""
    return (
        "An exact interval stands beside that of the plan where a group is small, or where all or none of it are "
        f"{'alike' if plan.agreement else 'classified alike'}."
    )
