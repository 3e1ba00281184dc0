"""Section "Accuracy at the stated thresholds": the cross-tabulation, and every measure with its interval."""

from __future__ import annotations

from collections.abc import Sequence

from rocstats.document.blocks import Block, Column, ColumnGroup, Limits, Paragraph, Row, Section, Table, TableCell
from rocstats.document.inline import Content, CrossRef
from rocstats.formatting import listed, typographic
from rocstats.inference.accuracy_result import Accuracy, Measure
from rocstats.report.analysis import Analysis, TestResults
from rocstats.report.numbers import (
    NE,
    all_same,
    infinite,
    level_percent,
    percent_limits,
    percentage,
    sentence,
)
from rocstats.report.planned_values import BY_SHARE
from rocstats.report.wording import (
    chunks,
    grouped,
    named_rule,
    names,
    numbered_ids,
    participants,
    typeset,
    with_threshold,
    without_threshold,
)

_ACROSS = 3
_ROWS = (
    ("sensitivity", "Sensitivity, %", False),
    ("specificity", "Specificity, %", False),
    ("ppv", "PPV, %", True),
    ("npv", "NPV, %", False),
    ("accuracy", "Accuracy, %", False),
    ("lr_positive", "LR+", True),
    ("lr_negative", "LR−", False),
    ("odds_ratio", "Diagnostic odds ratio", False),
    ("youden", "Youden index", False),
)


def accuracy_section(analysis: Analysis) -> Section | None:
    """Write the section, or nothing if no threshold is stated."""
    stated = with_threshold(analysis)
    if not stated:
        return None
    parts = chunks(stated, _ACROSS)
    crossed, measured = table_ids(analysis)
    blocks: list[Block] = [Paragraph(_opening(analysis, crossed, measured))]
    for i, tests in enumerate(parts):
        blocks.append(_cross_tabulation(analysis, crossed[i], tests, last=i == len(parts) - 1))
        blocks.append(_measures(analysis, measured[i], tests))
    which = "thresholds" if len(stated) > 1 else "threshold"
    return Section(id="accuracy", title=f"Accuracy at the stated {which}", blocks=tuple(blocks))


def table_ids(analysis: Analysis) -> tuple[list[str], list[str]]:
    """Give the ids of the cross-tabulations and of the tables of measures."""
    count = len(chunks(with_threshold(analysis), _ACROSS))
    return numbered_ids("crosstab", count), numbered_ids("measures", count)


def _opening(analysis: Analysis, crossed: list[str], measured: list[str]) -> Content:
    """Give the first answers in words, with where their counts are."""
    found = with_threshold(analysis)[0].accuracy
    assert found is not None
    table = found.counts
    rule = named_rule(with_threshold(analysis)[0].test)
    return (
        f"At {rule}, {table.tp} of {table.n_cases} cases and {table.fp} of {table.n_controls} controls are called "
        "positive (",
        CrossRef(*crossed),
        "); every measure with its interval is in ",
        CrossRef(*measured),
        ".",
    )


def _groups(tests: Sequence[TestResults], columns: tuple[Column, ...], suffix: str) -> tuple[ColumnGroup, ...]:
    return tuple(ColumnGroup(f"{named_rule(found.test)}{suffix}", columns) for found in tests)


def _cross_tabulation(analysis: Analysis, identity: str, tests: Sequence[TestResults], *, last: bool) -> Table:
    study = analysis.study
    tables = [found.accuracy.counts for found in tests if found.accuracy is not None]
    lines = (
        ("Positive", [(t.tp, t.fp, t.n_positive) for t in tables], False),
        ("Negative", [(t.fn, t.tn, t.n_negative) for t in tables], False),
        ("Total", [(t.n_cases, t.n_controls, t.total) for t in tables], True),
    )
    rest = without_threshold(analysis) if last else []
    notes: tuple[Content, ...] = ()
    if rest:
        verb = "lists its operating points" if len(rest) == 1 else "lists their operating points"
        notes = ((f"No threshold was stated for {names(rest)}; ", CrossRef("points"), f" {verb}."),)
    return Table(
        id=identity,
        caption="Cross-tabulation at the stated thresholds"
        if len(tests) > 1
        else "Cross-tabulation at the stated threshold",
        sub="Number of participants.",
        columns=(
            Column("Test result", "text"),
            *_groups(tests, (Column(study.positive), Column(study.negative), Column("Total")), " is positive"),
        ),
        rows=tuple(
            Row(name, tuple(str(n) for cells in counts for n in cells), total=total) for name, counts, total in lines
        ),
        notes=notes,
    )


def _measures(analysis: Analysis, identity: str, tests: Sequence[TestResults]) -> Table:
    results = [found.accuracy for found in tests if found.accuracy is not None]
    level = level_percent(analysis.plan.level)
    rows = tuple(
        Row(label, tuple(cell for found in results for cell in _cells(found, name)), rule=rule)
        for name, label, rule in _ROWS
    )
    totals = [found.counts.total for found in results]
    who = (
        f"All {participants(totals[0])}"
        if all_same(totals) and not _anyone_left_out(tests)
        else "Participants with a score"
    )
    columns = (Column("n/N"), Column("Estimate", aligned=True), Column(f"{level} CI", "interval", aligned=True))
    return Table(
        id=identity,
        caption="Accuracy at the stated thresholds" if len(tests) > 1 else "Accuracy at the stated threshold",
        sub=f"{who}; {level} confidence intervals.",
        columns=(Column("Measure", "text"), *_groups(tests, columns, "")),
        rows=rows,
        notes=(_methods(results), *_notes(tests, results)),
    )


def _anyone_left_out(tests: Sequence[TestResults]) -> bool:
    return any(found.flow.n_dropped for found in tests)


def _cells(found: Accuracy, name: str) -> tuple[TableCell, ...]:
    measure: Measure = getattr(found, name)
    # What the design fixed is no count of anything to be estimated.
    fixed_by_design = found.counts.design == "case-control" and name in BY_SHARE
    share = "" if measure.total is None or fixed_by_design else f"{measure.successes}/{measure.total}"
    if measure.total is not None:
        return share, percentage(measure.estimate), percent_limits(measure.interval)
    estimate, low, high = (infinite(typographic(text)) for text in measure.texts(3))
    return share, NE if measure.estimate is None else estimate, NE if measure.interval is None else Limits(low, high)


def _methods(results: Sequence[Accuracy]) -> str:
    """Name the interval method of each kind of measure."""
    kinds = (
        (("sensitivity", "specificity", "ppv", "npv", "accuracy"), "for proportions"),
        (("lr_positive", "lr_negative", "odds_ratio"), "for likelihood ratios and the odds ratio"),
        (("youden",), "for the Youden index"),
    )
    said = []
    for measures, what in kinds:
        cards = dict.fromkeys(
            typeset(getattr(found, name).method.title or getattr(found, name).method.name)
            for found in results
            for name in measures
            if getattr(found, name).method is not None
        )
        if cards:
            said.append(f"{listed(list(cards), 'or')} {what}")
    return sentence(f"CI: {'; '.join(said)}")


def _notes(tests: Sequence[TestResults], results: Sequence[Accuracy]) -> list[str]:
    notes = []
    if line := design_sentence(results):
        notes.append(line)
    others = (
        (named_rule(found.test), note.text)
        for found, result in zip(tests, results, strict=True)
        for note in result.notes
        if note.code not in ("design-not-stated", "case-control")
    )
    notes += grouped(others, len(tests))
    if any(NE in _cells(result, name)[1:] for result in results for name, *_ in _ROWS):
        notes.append("NE: not estimable.")
    return notes


def design_sentence(results: Sequence[Accuracy]) -> str:
    """Say what the design means for the measures that depend on the share of cases."""
    designs = {found.counts.design for found in results}
    if "case-control" in designs:
        return "PPV, NPV and accuracy are not estimable: a case-control design fixes the share of cases."
    shares = list(dict.fromkeys(percentage(found.counts.n_cases / found.counts.total) + "%" for found in results))
    share = f"the share of cases in these data, {listed(shares)}"
    if "cohort" in designs:
        return f"PPV, NPV and accuracy hold for {share}."
    return (
        f"PPV, NPV and accuracy hold for {share}. The design was not stated, so this share may have been fixed by it."
    )
