"""Tables that compare fitted curves: families of curves for each test, and the curves of two tests fitted at once."""

from __future__ import annotations

from collections.abc import Sequence

from rocstats.document.blocks import Column, ColumnGroup, Row, RowGroup, Table, TableCell
from rocstats.document.inline import Content, LineBreak
from rocstats.formatting import decimals_for_error, listed
from rocstats.report.analysis import Analysis
from rocstats.report.fitted_notes import family_notes, pair_notes
from rocstats.report.fitted_results import CurvesOfPair, FittedResults
from rocstats.report.numbers import NE, all_same, decimals_of, in_words, level_percent, limits, number, pvalue
from rocstats.report.wording import participants


def families(analysis: Analysis, curves: FittedResults) -> Table:
    """Set the families of curves side by side for each test."""
    every = [one for found in curves.families for one in found.families]
    areas = [one.area for one in every if one.area is not None]
    decimals = decimals_of([area.estimate for area in areas], [area.interval for area in areas])
    groups = []
    for found in curves.families:
        rows = []
        for one in found.families:
            area = one.area
            cells: list[TableCell] = [number(None if area is None else area.estimate, decimals)]
            cells.append(limits(None if area is None else area.interval, decimals))
            cells += [number(value, 2) for value in (one.aic, one.difference, one.loglikelihood)]
            cells.append(str(one.n_parameters))
            rows.append(Row(one.family.card.name, tuple(cells), strong=one.family.card.id == curves.family.card.id))
        groups.append(RowGroup(found.name, tuple(rows)))
    notes: list[Content] = [
        "Bold: the family of the plan. AIC: 2 × parameters − 2 × log-likelihood; above least: less the smallest AIC of "
        "the test."
    ]
    notes += family_notes(curves)
    if any(NE in row.cells for group in groups for row in group.rows):
        notes.append(f"{NE}: not estimable.")
    return Table(
        id="fitted-families",
        caption="Families of curves",
        sub="Maximum likelihood of the same ordered categories.",
        columns=(
            Column("Family", "text"),
            Column("AUC"),
            Column(f"{level_percent(analysis.plan.level)} CI", "interval"),
            Column("AIC", gap=True),
            Column(("AIC,", LineBreak(), "above least")),
            Column("Log-likelihood"),
            Column("Parameters"),
        ),
        rows=tuple(groups),
        group_header="Test",
        notes=tuple(notes),
    )


def differences(analysis: Analysis, curves: FittedResults) -> Table:
    """Give the differences of areas of curves fitted at once, and the tests that two curves are one."""
    pairs = curves.pairs
    several = len(pairs) > 1
    found = [one.area for one in pairs]
    sizes = [area.subjects[0].total for area in found]
    decimals = decimals_of([v for area in found for v in area.values], [area.interval for area in found])
    places = decimals_for_error([area.standard_error for area in found])
    rows = []
    for one in pairs:
        area = one.area
        cells: list[TableCell] = [] if all_same(sizes) else [str(area.subjects[0].total)]
        cells += [number(v, decimals) for v in (*area.values, area.estimate)]
        cells += [number(area.standard_error, places), limits(area.interval, decimals), pvalue(area.pvalue)]
        cells += [pvalue(one.adjusted)] if several else []
        cells += [number(one.same.statistic, 3), pvalue(one.same.pvalue)]
        rows.append(Row(one.name, tuple(cells)))
    notes: list[Content] = [
        f"χ² and its p: likelihood-ratio test that both curves have the same a and b{_degrees(pairs)}. Curves fitted "
        "at once differ a little from curves fitted one by one."
    ]
    if several:
        notes.append(f"The intervals are not adjusted for {in_words(len(pairs))} comparisons.")
    notes += pair_notes(curves)
    if any(NE in row.cells for row in rows):
        notes.append(f"{NE}: not estimable.")
    return Table(
        id="fitted-differences",
        caption="Differences between fitted areas, paired" if several else "Difference between fitted areas, paired",
        sub="Bivariate binormal model; difference is first − second"
        + (f"; {participants(sizes[0])}." if all_same(sizes) else "; n: participants with both scores."),
        columns=(
            Column("Tests", "text"),
            *([] if all_same(sizes) else [Column("n")]),
            ColumnGroup(
                "Areas",
                (
                    Column("First"),
                    Column("Second"),
                    Column("Difference"),
                    Column("SE"),
                    Column(f"{level_percent(analysis.plan.level)} CI", "interval"),
                    Column("p"),
                    *([Column("p, Holm")] if several else []),
                ),
            ),
            ColumnGroup("Same curve", (Column("χ²"), Column("p"))),
        ),
        rows=tuple(rows),
        notes=tuple(notes),
    )


def _degrees(pairs: Sequence[CurvesOfPair]) -> str:
    """Say on how many df the tests are, and which pairs have another number of them."""
    tested = [pair for pair in pairs if pair.same.statistic is not None]
    if not tested:
        return ""
    most = max(pair.same.df for pair in tested)
    others = [f"{pair.same.df} for {pair.name}" for pair in tested if pair.same.df != most]
    return f", on {most} df" + (f" ({listed(others)})" if others else "")
