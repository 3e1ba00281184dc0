"""Section "Subgroups": each test in parts of the study, and whether the parts differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rocstats.document.blocks import (
    Block,
    Column,
    ColumnGroup,
    Figure,
    Item,
    Paragraph,
    Picture,
    Row,
    RowGroup,
    Section,
    Table,
    TableCell,
)
from rocstats.document.figure_style import svg
from rocstats.document.forest_figure import ForestRow
from rocstats.document.inline import Cite, Content, CrossRef
from rocstats.document.subgroup_figure import plot_subgroups
from rocstats.formatting import decimals_for, fixed, listed
from rocstats.inference.subgroup_result import SubgroupRow, Subgroups
from rocstats.report.analysis import Analysis, TestResults
from rocstats.report.further import TestSubgroups
from rocstats.report.numbers import (
    NE,
    in_words,
    level_percent,
    limits,
    number,
    pair,
    percent_limits,
    percentage,
    pvalue,
    pvalue_spoken,
)
from rocstats.report.wording import grouped, named_rule, numbered_ids, typeset

_SHARES = ("sensitivity", "specificity")


def subgroup_section(analysis: Analysis) -> Section | None:
    """Write the section, or nothing if no subgroup is asked for."""
    found = analysis.further.subgroups
    if not found:
        return None
    blocks: list[Block] = [Paragraph(_opening(analysis)), _homogeneity(analysis)]
    tables, figures = _ids(analysis, "subgroups"), _ids(analysis, "subgroup-figure")
    for table, figure, test, one in zip(tables, figures, analysis.tests, found, strict=True):
        blocks += [_table(analysis, table, test, one), _figure(analysis, figure, table, test, one)]
    return Section(id="subgroup-section", title="Subgroups", blocks=tuple(blocks))


def caveats(analysis: Analysis) -> Iterator[Item]:
    """Give what subgroups warn of, and that nothing was adjusted."""
    found = analysis.further.subgroups
    if not found:
        return
    yield from (Item(text, CrossRef("homogeneity", *_ids(analysis, "subgroups"))) for text in _said(found))
    count = len(_tests(found))
    tests = "one test" if count == 1 else f"{in_words(count)} tests"
    yield Item(
        f"Subgroups were judged by {tests} of homogeneity without adjustment. A large p is no evidence that subgroups "
        "are alike, for most studies are too small to tell.",
        CrossRef("homogeneity"),
    )


def methods_sentence(analysis: Analysis) -> Content:
    """Say how subgroups were compared."""
    found = analysis.further.subgroups
    if not found:
        return ()
    names = dict.fromkeys(test.found.name for one in _results(found) for test in one.tests if test.found is not None)
    works = tuple(dict.fromkeys(key for one in _results(found) for key in one.references))
    words: list[Content] = [
        f"Subgroups by {listed(list(analysis.plan.subgroups))} were estimated by the same methods, each by itself"
    ]
    said = []
    if "chi-squared" in names:
        said.append("of areas by χ² of their weighted squares about the common value, with DeLong’s variances")
    shares = [typeset(name) for name in names if name != "chi-squared"]
    if shares:
        said.append(f"of sensitivity and specificity by {listed(shares, 'or')}")
    if said:
        words += ["; homogeneity was tested, ", "; ".join(said)]
    if works:
        words += [" ", Cite(*works)]
    return (*words, ".")


def _ids(analysis: Analysis, stem: str) -> list[str]:
    return numbered_ids(stem, len(analysis.further.subgroups))


def _results(found: Sequence[TestSubgroups]) -> list[Subgroups]:
    return [one for test in found for one in (*test.areas, *test.shares)]


def _tests(found: Sequence[TestSubgroups]) -> list[object]:
    return [test for one in _results(found) for test in one.tests]


def _opening(analysis: Analysis) -> Content:
    """Give the first answer in words."""
    found = analysis.further.subgroups
    one = found[0].areas[0]
    joint = one.homogeneity("AUC")
    rows = one.of("AUC")
    decimals = _decimals(rows)
    areas = listed(
        [f"{'not estimable' if row.estimate is None else number(row.estimate, decimals)} ({row.label})" for row in rows]
    )
    verdict = "homogeneity cannot be tested" if joint is None else f"homogeneity has {pvalue_spoken(joint.pvalue)}"
    return (
        f"By {one.by}, the area of {found[0].test} is {areas}; {verdict} (",
        CrossRef("homogeneity"),
        "). Whether subgroups differ is said by that p, not by which intervals overlap. Each test has its estimates "
        "in ",
        CrossRef(*_ids(analysis, "subgroups")),
        ", drawn in ",
        CrossRef(*_ids(analysis, "subgroup-figure")),
        ".",
    )


def _decimals(rows: Sequence[SubgroupRow]) -> int:
    return decimals_for([row.estimate for row in rows], [pair(row.interval) for row in rows])


def _homogeneity(analysis: Analysis) -> Table:
    groups = []
    missing = False
    for test, one in zip(analysis.tests, analysis.further.subgroups, strict=True):
        rows = []
        for result in (*one.areas, *one.shares):
            for each in result.tests:
                found = each.found
                left_out = listed(list(each.left_out)) or "none"
                name = f"{result.by}, {each.parameter}"
                if found is None:
                    missing = True
                    rows.append(Row(name, (NE, NE, NE, NE, left_out)))
                    continue
                method = "χ²" if found.name == "chi-squared" else typeset(found.name)
                statistic = "" if found.statistic is None else fixed(found.statistic, 3)
                df = "" if found.df is None else str(found.df)
                rows.append(Row(name, (method, statistic, df, pvalue(found.pvalue), left_out)))
        groups.append(RowGroup(test.name, tuple(rows)))
    notes: list[Content] = ["χ² of areas uses DeLong’s variances. p is not adjusted."]
    rules = [
        named_rule(test.test)
        for test, one in zip(analysis.tests, analysis.further.subgroups, strict=True)
        if one.shares
    ]
    if rules:
        notes.append(f"Sensitivity and specificity at {listed(rules)}.")
    notes += _said(analysis.further.subgroups)
    if missing:
        notes.append(f"{NE}: not estimable.")
    return Table(
        id="homogeneity",
        caption="Tests of homogeneity of subgroups",
        sub="Whether all subgroups could have one value.",
        columns=(
            Column("Subgroups, measure", "text"),
            Column("Test of homogeneity", "text"),
            Column("Statistic"),
            Column("df"),
            Column("p"),
            Column("Left out", "text", gap=True),
        ),
        rows=tuple(groups),
        group_header="Test",
        notes=tuple(notes),
    )


def _table(analysis: Analysis, identity: str, test: TestResults, one: TestSubgroups) -> Table:
    level = level_percent(analysis.plan.level)
    decimals = _decimals([row for result in one.areas for row in result.of("AUC")])
    groups = []
    for place, areas in enumerate(one.areas):
        shares = one.shares[place] if one.shares else None
        groups.append(RowGroup(areas.by, tuple(_row(areas, shares, label, decimals) for label in areas.labels)))
    interval = Column(f"{level} CI", "interval")
    columns: list[Column | ColumnGroup] = [Column("Subgroup", "text")]
    columns += [] if one.shares else [Column("Cases"), Column("Controls")]
    columns += [ColumnGroup("AUC", (Column("Value"), interval)) if one.shares else Column("AUC")]
    columns += [] if one.shares else [interval]
    if one.shares:
        columns += [
            ColumnGroup(f"{name.capitalize()}, %", (Column("n/N"), Column("Value"), interval)) for name in _SHARES
        ]
    how = typeset(one.areas[0].method.name)
    notes: list[Content] = [f"CI: {how}."]
    if one.shares:
        notes = [f"CI: {how} for areas, {typeset(one.shares[0].method.name)} for proportions. N: cases and controls."]
    cells = [cell for group in groups for row in group.rows for cell in row.cells]
    if NE in cells:
        notes.append(f"{NE}: not estimable.")
    rule = named_rule(test.test) if one.shares else test.name
    return Table(
        id=identity,
        caption=f"{rule} in subgroups",
        sub=f"{level} confidence intervals, not adjusted.",
        columns=tuple(columns),
        rows=tuple(groups),
        group_header="By",
        notes=tuple(notes),
        size="wide" if one.shares else "normal",
    )


def _row(areas: Subgroups, shares: Subgroups | None, label: str, decimals: int) -> Row:
    area = next(row for row in areas.of("AUC") if row.label == label)
    cells: list[TableCell] = [] if shares is not None else [str(area.n_cases), str(area.n_controls)]
    cells += [number(area.estimate, decimals), limits(area.interval, decimals)]
    for name in _SHARES if shares is not None else ():
        assert shares is not None
        row = next((row for row in shares.of(name) if row.label == label), None)
        counts = ""
        if row is not None and row.successes is not None:
            counts = f"{row.successes}/{row.total}"
        elif row is not None:
            counts = f"–/{row.n_cases if name == 'sensitivity' else row.n_controls}"
        cells += [
            counts,
            percentage(None if row is None else row.estimate),
            percent_limits(None if row is None else row.interval),
        ]
    return Row(label, tuple(cells))


def _said(found: Sequence[TestSubgroups]) -> list[str]:
    """Give the notes, each once, after what it is about."""
    several = len({one.by for one in _results(found)}) > 1
    notes = []
    for test in found:
        for result in (*test.areas, *test.shares):
            name = f"{test.test} by {result.by}" if several else test.test
            notes += [(name, note.text) for note in result.notes]
    # A note of both the areas and the proportions of a test is one note.
    notes = list(dict.fromkeys(notes))
    everyone = len({name for name, _ in notes}) if notes else 0
    total = len(found) * len({one.by for one in _results(found)})
    return grouped(notes, max(everyone, total))


def _figure(analysis: Analysis, identity: str, table: str, test: TestResults, one: TestSubgroups) -> Figure:
    level = level_percent(analysis.plan.level)
    decimals = _decimals([row for result in one.areas for row in result.of("AUC")])
    said = []
    for result in one.areas:
        values = listed([f"{row.label} {number(row.estimate, decimals)}" for row in result.of("AUC")])
        said.append(f"by {result.by}, {values}")
    return Figure(
        id=identity,
        pictures=(
            Picture(
                svg(plot_subgroups([*one.areas, *one.shares], overall=_whole(test, one))),
                f"Forest plot of {test.name} in subgroups. Area under the curve: {'; '.join(said)}.",
            ),
        ),
        caption=f"{test.name} in subgroups",
        sub=(
            f"Squares: estimates. Lines: {level} confidence intervals. Diamond and dashed line: all participants. In "
            "brackets: cases + controls, or n/N. Values: ",
            CrossRef(table),
            ".",
        ),
    )


def _whole(test: TestResults, one: TestSubgroups) -> list[ForestRow]:
    """Give the estimates in the whole study, named for the diamond."""
    rows = [
        ForestRow(
            names=("All",),
            estimate=test.area.estimate,
            interval=test.area.interval,
            parameter="AUC",
            estimable=test.area.interval is not None,
        )
    ]
    if one.shares and test.accuracy is not None:
        for name in _SHARES:
            measure = getattr(test.accuracy, name)
            rows.append(
                ForestRow(
                    names=("All",),
                    estimate=measure.estimate,
                    interval=measure.interval,
                    parameter=name,
                    estimable=measure.interval is not None,
                )
            )
    return rows
