"""Section "Paired accuracy": two tests at their stated thresholds, read on the same participants."""

from __future__ import annotations

from collections.abc import Iterator

from rocstats.document.blocks import Column, ColumnGroup, Item, Paragraph, Row, RowGroup, Section, Table, TableCell
from rocstats.document.inline import Cite, Content, CrossRef
from rocstats.inference.accuracy_comparison_result import AccuracyComparison
from rocstats.inference.compared_measure import ComparedMeasure
from rocstats.report.analysis import Analysis
from rocstats.report.numbers import (
    NE,
    all_same,
    in_words,
    level_percent,
    percent_limits,
    percent_spoken,
    percentage,
    pvalue,
)
from rocstats.report.wording import grouped, participants, rule_of, typeset

_ABOUT_THE_TABLE = ("identical-tests", "no-discordant-pairs", "clipped", "estimate-outside")
_LONG = 28
_BY_DESIGN = ("design-not-stated", "case-control")


def paired_section(analysis: Analysis) -> Section | None:
    """Write the section, or nothing if fewer than two tests have a stated threshold."""
    pairs = analysis.further.paired
    if not pairs:
        return None
    return Section(
        id="paired-accuracy",
        title="Paired accuracy",
        blocks=(Paragraph(_opening(analysis)), _discordance(analysis), _differences(analysis)),
    )


def caveats(analysis: Analysis) -> Iterator[Item]:
    """Give what the comparisons warn of, and that nothing was adjusted."""
    pairs = analysis.further.paired
    for codes, where in ((_ABOUT_THE_TABLE, "paired-differences"), ((), "printed")):
        notes = [
            (_pair(found), note.text)
            for found in pairs
            for note in found.notes
            if note.code not in _BY_DESIGN and (note.code in codes if codes else note.code not in _ABOUT_THE_TABLE)
        ]
        yield from (Item(text, CrossRef(where)) for text in grouped(notes, len(pairs)))


def rules(found: AccuracyComparison) -> tuple[str, str]:
    """Name both tests with their stated rules."""
    first, second = (
        name if counts.test is None else f"{counts.test.name} {rule_of(counts.test, counts.threshold)}"
        for name, counts in zip(found.tests, (found.first, found.second), strict=True)
    )
    return first, second


def _pair(found: AccuracyComparison) -> str:
    return " − ".join(rules(found))


def _opening(analysis: Analysis) -> Content:
    """Give the first answer in words, with where the counts are."""
    found = analysis.further.paired[0]
    assert found.pairs is not None
    fixed_share = found.first.design == "case-control"
    verb = "is" if found.pairs.cases.n10 == 1 else "are"
    printed = "Likelihood ratios" if fixed_share else "Predictive values and likelihood ratios"
    first, second = rules(found)
    cases, controls = found.pairs.cases, found.pairs.controls
    return (
        f"Both results of the same participants are compared. Of {cases.total} cases, {cases.n10} {verb} positive "
        f"only by {first} and {cases.n01} only by {second}; of {controls.total} controls, {controls.n10} and "
        f"{controls.n01} (",
        CrossRef("discordance"),
        f"). The sensitivities differ by {_spoken(found.sensitivity)} and the specificities by "
        f"{_spoken(found.specificity)} percentage points (",
        CrossRef("paired-differences"),
        f"). {printed} are compared in ",
        CrossRef("printed"),
        ".",
    )


def _spoken(measure: ComparedMeasure) -> str:
    return f"{percentage(measure.estimate)} ({percent_spoken(measure.interval)})"


def _discordance(analysis: Analysis) -> Table:
    columns = tuple(Column(head) for head in ("Both", "First", "Second", "Neither"))
    study = analysis.study
    rows = []
    for found in analysis.further.paired:
        assert found.pairs is not None
        cells = tuple(
            str(n)
            for table in (found.pairs.cases, found.pairs.controls)
            for n in (table.n11, table.n10, table.n01, table.n00)
        )
        name = ", ".join(rules(found))
        rows.append(Row(name, cells, nowrap=len(name) < _LONG))
    return Table(
        id="discordance",
        caption="Pairs of results at the stated thresholds",
        sub="Number of participants positive by both tests, by only the first, by only the second, by neither.",
        columns=(
            Column("First, second", "text"),
            ColumnGroup(study.positive, columns),
            ColumnGroup(study.negative, columns),
        ),
        rows=tuple(rows),
    )


def _differences(analysis: Analysis) -> Table:
    pairs = analysis.further.paired
    sizes = [found.pairs.total for found in pairs if found.pairs is not None]
    same = all_same(sizes)
    groups = []
    for title, name in (("Sensitivity", "sensitivity"), ("Specificity", "specificity")):
        rows = tuple(
            _row(found, getattr(found, name), None if same else size) for found, size in zip(pairs, sizes, strict=True)
        )
        groups.append(RowGroup(title, rows))
    who = participants(sizes[0]) if same else "n: participants with both scores"
    level = level_percent(analysis.plan.level)
    return Table(
        id="paired-differences",
        caption="Differences of sensitivity and specificity, paired",
        sub=f"In percent; the difference is first − second, in percentage points; {who}.",
        columns=(
            Column("Difference", "text"),
            *([] if same else [Column("n")]),
            Column("First"),
            Column("Second"),
            Column("Difference"),
            Column(f"{level} CI", "interval"),
            Column("p"),
        ),
        rows=tuple(groups),
        group_header="Measure",
        notes=tuple(_notes(pairs)),
    )


def _row(found: AccuracyComparison, measure: ComparedMeasure, size: int | None) -> Row:
    cells: list[TableCell] = [] if size is None else [str(size)]
    cells += [percentage(measure.first), percentage(measure.second), percentage(measure.estimate)]
    return Row(_pair(found), (*cells, percent_limits(measure.interval), pvalue(measure.pvalue)))


def _notes(pairs: tuple[AccuracyComparison, ...]) -> list[Content]:
    method = typeset(pairs[0].method.title or pairs[0].method.name)
    notes: list[Content] = [
        f"CI: {method}. p: its test of no difference, two-sided, which is McNemar’s test without continuity correction."
        if pairs[0].method.id == "tango"
        else f"CI and p: {method}, two-sided."
    ]
    if len(pairs) > 1:
        notes.append(f"Intervals and p are not adjusted for {in_words(len(pairs))} comparisons.")
    about = ((_pair(found), note.text) for found in pairs for note in found.notes if note.code in _ABOUT_THE_TABLE)
    notes += grouped(about, len(pairs))
    measures = [m for found in pairs for m in (found.sensitivity, found.specificity)]
    if any(m.interval is None or m.pvalue is None for m in measures):
        notes.append(f"{NE}: not estimable.")
    return notes


def methods_sentence(analysis: Analysis) -> Content:
    """Say how sensitivities and specificities of the same participants were compared."""
    pairs = analysis.further.paired
    if not pairs:
        return ()
    card = pairs[0].method
    text = typeset(card.sentence.rstrip("."))
    return (
        "Sensitivities and specificities at the stated thresholds were compared on the same participants, by their "
        f"pairs of results: {text[:1].lower()}{text[1:]} ",
        Cite(*card.references),
        "; its test of no difference is McNemar’s ",
        Cite("mcnemar1947"),
        ".",
    )
