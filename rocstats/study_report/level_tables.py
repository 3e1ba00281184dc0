"""Tables of accuracy by the levels of a column: subgroups test by test, and sites.

Each group of rows ends with the p-values of heterogeneity of its levels, so that no one reads a difference off
intervals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rocstats.document.blocks import Cell, Column, ColumnGroup, Row, RowGroup, Table, TableCell
from rocstats.document.inline import Content, Quoted, joined
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.findings import Findings
from rocstats.investigation.measures_on_rows import measures_of
from rocstats.investigation.subgroup_results import Division, divisions_of
from rocstats.report.wording import for_report
from rocstats.study_report.accuracy_notes import each_once, method_note, population
from rocstats.study_report.measure_words import abbreviations, word
from rocstats.study_report.number_style import NOT_APPLICABLE
from rocstats.study_report.pen import Pen, named, planned

_ROLES = {
    "planned": "stated in the plan",
    "fairness": "stated in the plan, for fairness",
    "exploratory": "not planned; exploratory",
}
_EXACT = ("homogeneity-fisher", "homogeneity-exact")


def subgroup_divisions(findings: Findings) -> tuple[Division, ...]:
    """Give the columns of subgroups, without that of sites."""
    return tuple(division for division in divisions_of(findings.investigation) if division.kind == "sub")


def site_division(findings: Findings) -> Division | None:
    """Give the column of sites, if the plan names one."""
    return next((division for division in divisions_of(findings.investigation) if division.kind == "site"), None)


def judged_tests(findings: Findings) -> tuple[TestColumn, ...]:
    """Give the tests that have a measure: scores, a threshold or calls."""
    return tuple(test for test in findings.investigation.tests if measures_of(test))


def subgroup_table_id(findings: Findings, test: TestColumn) -> str:
    """Name the table of subgroups of a test; that of the first test is "subgroups"."""
    return "subgroups" if test is judged_tests(findings)[0] else f"subgroups-{test.key}"


def subgroup_tables(findings: Findings, pen: Pen) -> list[Table]:
    """Write a table of subgroups for each test."""
    divisions = subgroup_divisions(findings)
    return [_subgroups(findings, pen, test, divisions) for test in judged_tests(findings)] if divisions else []


def site_table(findings: Findings, pen: Pen) -> Table | None:
    """Write the table of sites, test by test, or nothing without a column of sites."""
    division = site_division(findings)
    tests = judged_tests(findings)
    if division is None or not tests:
        return None
    wanted = tuple(dict.fromkeys(name for test in tests for name in measures_of(test)))
    groups = [
        RowGroup(pen.rule(test), (_whole(pen, test, division, wanted), *_rows(pen, test, division, wanted)))
        for test in tests
    ]
    return Table(
        id="sites",
        caption="Accuracy by site" if not findings.plan.agreement else "Agreement by site",
        sub=(population(findings), "."),
        columns=_columns(findings, pen, wanted, "Site"),
        rows=tuple(groups),
        group_header="Test",
        notes=tuple(_notes(findings, pen, tests, (division,), wanted)),
        letters=_letters(pen, tests, (division,)),
        size="wide",
        place="14.2",
    )


def by_of(findings: Findings, division: Division) -> Content:
    """Name a column by its label of the plan, or as the data do."""
    label = findings.plan.data.labels.get(division.column)
    return named(division.column) if label is None else planned(label)


def level_keys(pen: Pen, division: Division) -> tuple[str, ...]:
    """Give the ids of the levels of a column in their order: "sub.g1.l1", …"""
    keys: list[str] = []
    while f"{division.key}.l{len(keys) + 1}.n" in pen.table:
        keys.append(f"{division.key}.l{len(keys) + 1}")
    return tuple(keys)


def level_name(pen: Pen, division: Division, key: str) -> Content:
    """Name a level; those without a value are called missing, by us."""
    if is_missing(pen, division, key):
        return "Missing"
    ((_, level),) = pen.table.row(f"{key}.n").about.groups
    return named(level)


def is_missing(pen: Pen, division: Division, key: str) -> bool:
    """Whether a level holds those without a value of the column."""
    return f"{division.key}.missing" in pen.table and pen.word(f"{division.key}.missing") == key.rsplit(".", 1)[1]


def _subgroups(findings: Findings, pen: Pen, test: TestColumn, divisions: tuple[Division, ...]) -> Table:
    wanted = measures_of(test)
    groups = [
        RowGroup(
            by_of(findings, division),
            tuple(_rows(pen, test, division, wanted)),
            _ROLES[pen.word(f"{division.key}.role")],
        )
        for division in divisions
    ]
    return Table(
        id=subgroup_table_id(findings, test),
        caption=(pen.rule(test), " in subgroups"),
        sub=(population(findings), "."),
        columns=_columns(findings, pen, wanted, "Subgroup"),
        rows=(_whole(pen, test, divisions[0], wanted), *groups),
        group_header="By",
        notes=tuple(_notes(findings, pen, (test,), divisions, wanted)),
        letters=_letters(pen, (test,), divisions),
        size="wide",
        place="14.2",
    )


def _columns(findings: Findings, pen: Pen, wanted: Sequence[str], first: str) -> tuple[Column | ColumnGroup, ...]:
    plan = findings.plan
    interval: Content = (pen.level(_any_analysis(pen)), "% CI")
    groups = [
        ColumnGroup(
            word(plan, name),
            (Column("AUC" if name == "auc" else "n/N (%)"), Column(interval, "interval", aligned=True)),
        )
        for name in wanted
    ]
    return (Column(first, "text"), *groups)


def _any_analysis(pen: Pen) -> str:
    return next(name for name in pen.table.analyses("sub.all") if f"{name}.conf-low" in pen.table)


def _whole(pen: Pen, test: TestColumn, division: Division, wanted: Sequence[str]) -> Row:
    return Row("All", tuple(cell for name in wanted for cell in _cells(pen, f"sub.all.{test.key}.{name}", name)))


def _rows(pen: Pen, test: TestColumn, division: Division, wanted: Sequence[str]) -> Iterator[Row]:
    for place, key in enumerate(level_keys(pen, division)):
        cells = [cell for name in wanted for cell in _cells(pen, f"{key}.{test.key}.{name}", name)]
        yield Row(level_name(pen, division, key), tuple(cells), rule=division.kind == "site" and not place)
    tested: list[TableCell] = []
    for name in wanted:
        at = f"{division.key}.test.{test.key}.{name}"
        p: TableCell = NOT_APPLICABLE
        if f"{at}.p-value" in pen.table:
            method = pen.table.row(f"{at}.p-value").about.method
            exact = not pen.shell and method is not None and method.id in _EXACT
            written = pen.p(at) if pen.shell or pen.has(f"{at}.p-value") else pen.value(f"{at}.p-value")
            p = Cell(written, ("exact",) if exact else ())
        tested += [NOT_APPLICABLE, p]
    yield Row("p-value", tuple(tested), rule=True)


def _cells(pen: Pen, analysis: str, name: str) -> tuple[TableCell, ...]:
    if f"{analysis}.estimate" not in pen.table:
        return (NOT_APPLICABLE, NOT_APPLICABLE)
    return (pen.value(f"{analysis}.estimate") if name == "auc" else share_cell(pen, analysis), pen.limits(analysis))


def share_cell(pen: Pen, analysis: str) -> Content:
    """Write "26/41 (63.4)"; of nobody the count alone, and a dash before a share that is no count."""
    counted = f"{analysis}.n" in pen.table
    counts: Content = pen.fraction(analysis) if counted else NOT_APPLICABLE
    if counted and not pen.shell and not pen.number(f"{analysis}.total"):
        return counts
    return (counts, " (", pen.value(f"{analysis}.estimate"), ")")


def _notes(
    findings: Findings, pen: Pen, tests: Sequence[TestColumn], divisions: Sequence[Division], wanted: Sequence[str]
) -> Iterator[Content]:
    levels = [f"{key}.{test.key}" for division in divisions for key in level_keys(pen, division) for test in tests]
    levels += [f"sub.all.{test.key}" for test in tests]
    shares = [f"{at}.{name}" for at in levels for name in wanted if name != "auc"]
    areas = [f"{at}.auc" for at in levels]
    yield from (note for note in (method_note(pen, (("for proportions", shares), ("for areas", areas))),) if note)
    yield _tests_note(pen, tests, divisions, wanted)
    yield (
        "n/N: classified rightly, of those "
        + (
            "positive and those negative by the comparator"
            if findings.plan.agreement
            else "with and those without the condition"
        )
        + " who have a result that counts."
    )
    yield (
        "Indeterminate, failed and missing results count as in the primary analysis",
        pen.see(*(f"completeness-{test.key}" for test in tests)),
        ".",
    )
    if any(is_missing(pen, division, key) for division in divisions for key in level_keys(pen, division)):
        yield "Missing: without a value of the column; no part of the tests of heterogeneity."
    yield from _rough_note(pen, _tested(tests, divisions, wanted))
    yield f"{NOT_APPLICABLE}: does not apply."
    yield from why_not(pen, (*shares, *areas, *_tested(tests, divisions, wanted)))
    yield abbreviations(*(("AUC",) if "auc" in wanted else ()), "CI")


def why_not(pen: Pen, analyses: Sequence[str]) -> Iterator[Content]:
    """Explain NE, with every reason that the results give for it; nothing if there is none."""
    rows = [
        pen.table.row(f"{at}.{stat}")
        for at in analyses
        for stat in ("estimate", "conf-low", "p-value")
        if f"{at}.{stat}" in pen.table
    ]
    reasons = [for_report(row.warning) for row in rows if row.value is None]
    if reasons and not pen.shell:
        yield ("NE: not estimable. ", Quoted(each_once(reasons), "software"))


def _rough_note(pen: Pen, tested: Sequence[str]) -> Iterator[Content]:
    """Say which p-values are rough, and why; nothing if none is."""
    rows = [pen.table.row(f"{at}.p-value") for at in tested if f"{at}.p-value" in pen.table]
    rough = [row for row in rows if row.value is not None and row.warning]
    if rough and not pen.shell:
        why = Quoted(each_once(row.warning for row in rough), "software")
        yield ("Rough p-values: ", *joined([named(row.about.label) for row in rough]), ". ", why)


def _tested(tests: Sequence[TestColumn], divisions: Sequence[Division], wanted: Sequence[str]) -> list[str]:
    return [f"{division.key}.test.{test.key}.{name}" for division in divisions for test in tests for name in wanted]


def _tests_note(pen: Pen, tests: Sequence[TestColumn], divisions: Sequence[Division], wanted: Sequence[str]) -> Content:
    """Say by which tests heterogeneity was judged, in the words of their cards."""
    cards: dict[str, str] = {}
    for at in _tested(tests, divisions, wanted):
        row = pen.table.row(f"{at}.p-value") if f"{at}.p-value" in pen.table else None
        if row is not None and row.about.method is not None and row.about.method.id not in _EXACT:
            cards[row.about.method.name] = ""
    if not cards:
        return "p-value: whether all levels could have one value; two-sided, not adjusted."
    names = joined([Quoted(name, "method") for name in cards])
    return ("p-value: whether all levels could have one value, by ", *names, "; two-sided, not adjusted.")


def _letters(pen: Pen, tests: Sequence[TestColumn], divisions: Sequence[Division]) -> tuple[tuple[str, Content], ...]:
    if pen.shell:
        return ()
    rows = [
        pen.table.row(f"{at}.p-value")
        for at in _tested(tests, divisions, ("sensitivity", "specificity", "auc"))
        if f"{at}.p-value" in pen.table
    ]
    cards = {
        row.about.method.name: "" for row in rows if row.about.method is not None and row.about.method.id in _EXACT
    }
    if not cards:
        return ()
    names = joined([Quoted(name, "method") for name in cards])
    return (("exact", (*names, ", for an expected count is below five.")),)
