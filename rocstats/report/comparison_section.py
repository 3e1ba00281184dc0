"""Section "Comparisons": are the areas equal, and which differ by how much."""

from __future__ import annotations

from rocstats.document.blocks import Block, Column, Figure, Paragraph, Picture, Row, Section, Table, TableCell
from rocstats.document.figure_style import svg
from rocstats.document.forest_figure import plot_forest
from rocstats.document.inline import Content, CrossRef, LineBreak
from rocstats.formatting import decimals_for_error, fixed
from rocstats.report.analysis import Analysis, PairResults
from rocstats.report.numbers import (
    NBSP,
    NE,
    all_same,
    decimals_of,
    in_words,
    level_percent,
    limits,
    number,
    pvalue,
    pvalue_spoken,
)
from rocstats.report.wording import for_report, grouped, participants, typeset
from rocstats.results import Comparison

_MOST_IN_FOREST = 21


def comparison_section(analysis: Analysis) -> Section | None:
    """Write the section, or nothing if there is one test."""
    if not analysis.pairs:
        return None
    blocks: list[Block] = [Paragraph(_opening(analysis)), _differences(analysis)]
    figure = _forest(analysis)
    if figure is not None:
        blocks.append(figure)
    return Section(id="comparisons", title="Comparisons", blocks=tuple(blocks))


def has_forest(analysis: Analysis) -> bool:
    """Say whether areas and differences are drawn; very many would not fit a page."""
    return len(analysis.tests) + len(analysis.pairs) <= _MOST_IN_FOREST


def _opening(analysis: Analysis) -> Content:
    same = _same_participants(analysis)
    k = len(analysis.tests)
    which = "Both tests were" if k == 2 else "All tests were"
    words: list[Content] = [
        f"{which} measured on the same participants, so the comparison{' is' if k == 2 else 's are'} paired."
        if same
        else "Each comparison is paired: it uses the participants who have a score for both tests."
    ]
    contrast = analysis.contrast
    if contrast is not None:
        hypothesis = f" The hypothesis that all {in_words(k)} areas are equal"
        among = (
            ""
            if same or analysis.joint_flow is None
            else f", in the {analysis.joint_flow.n_analysed} participants with every score,"
        )
        if contrast.statistic is None or contrast.pvalue is None:
            words.append(f"{hypothesis}{among} cannot be tested: {for_report(contrast.notes[0].text)}")
        else:
            words.append(
                f"{hypothesis}{among} has χ²{NBSP}={NBSP}{fixed(contrast.statistic, 3)} on {contrast.df}{NBSP}df, "
                f"{pvalue_spoken(contrast.pvalue)}."
            )
    words += [" Every difference is in ", CrossRef("differences")]
    if has_forest(analysis):
        words += [" and ", CrossRef("forest")]
    words.append(".")
    return tuple(words)


def _same_participants(analysis: Analysis) -> bool:
    return all_same([found.flow.n_analysed for found in analysis.tests]) and not any(
        pair.flow.n_analysed != analysis.tests[0].flow.n_analysed for pair in analysis.pairs
    )


def pair_name(comparison: Comparison) -> str:
    """Name a difference: "s100b − wfns"."""
    return f"{comparison.tests[0]} − {comparison.tests[1]}"


def _differences(analysis: Analysis) -> Table:
    pairs = analysis.pairs
    found = [pair.comparison for pair in pairs]
    level = level_percent(analysis.plan.level)
    sizes = [pair.flow.n_analysed for pair in pairs]
    columns = [Column("Tests", "text")]
    if not all_same(sizes):
        columns.append(Column("n"))
    columns += [
        Column(("AUC,", LineBreak(), "first")),
        Column(("AUC,", LineBreak(), "second")),
        Column("Difference"),
        Column("SE"),
        Column(f"{level} CI", "interval"),
    ]
    with_z = any(c.statistic is not None for c in found)
    columns += [Column("Z")] if with_z else []
    columns.append(Column("p"))
    with_holm = len(pairs) > 1
    columns += [Column("p, Holm")] if with_holm else []
    decimals = decimals_of([v for c in found for v in c.values if 0 < v < 1], [c.interval for c in found])
    places = decimals_for_error([c.standard_error for c in found])
    rows = []
    for pair in pairs:
        c = pair.comparison
        cells: list[TableCell] = [] if all_same(sizes) else [str(pair.flow.n_analysed)]
        cells += [number(v, decimals) for v in (*c.values, c.estimate)]
        cells += [number(c.standard_error, places), limits(c.interval, decimals)]
        cells += [number(c.statistic, 3)] if with_z else []
        cells.append(pvalue(c.pvalue))
        cells += [pvalue(pair.adjusted)] if with_holm else []
        rows.append(Row(pair_name(c), tuple(cells), nowrap=len(pair_name(c)) < 28))
    who = f"{participants(sizes[0])}" if all_same(sizes) else "n: participants with both scores"
    one = "Difference between areas, paired" if len(pairs) == 1 else "Differences between areas, paired"
    return Table(
        id="differences",
        caption=one,
        sub=f"Difference is first − second; {who}.",
        columns=tuple(columns),
        rows=tuple(rows),
        notes=tuple(_notes(analysis, found, rows)),
    )


def _notes(analysis: Analysis, found: list[Comparison], rows: list[Row]) -> list[Content]:
    method = typeset(found[0].method.name)
    notes: list[Content] = [f"CI and p: {method}, paired; p is two-sided.{_not_adjusted(len(found))}"]
    if resampled := _chance(found[0]):
        notes.append(resampled)
    notes += grouped(((pair_name(c), note.text) for c in found for note in c.notes), len(found))
    if any(NE in row.cells for row in rows):
        notes.append("NE: not estimable.")
    return notes


def _not_adjusted(pairs: int) -> str:
    return "" if pairs < 2 else f" The intervals are not adjusted for {in_words(pairs)} comparisons."


def _chance(comparison: Comparison) -> str:
    found = comparison.inference.resampling
    return "" if found is None else f"{str(found).replace('subjects', 'participants')}, seed {comparison.seed}."


def _forest(analysis: Analysis) -> Figure | None:
    if not has_forest(analysis):
        return None
    results = [found.area for found in analysis.tests] + [pair.comparison for pair in analysis.pairs]
    method = typeset(analysis.tests[0].area.method.name)
    other = typeset(analysis.pairs[0].comparison.method.name)
    how = method if method == other else f"{method} for areas, {other} for differences"
    level = level_percent(analysis.plan.level)
    k, pairs = len(analysis.tests), len(analysis.pairs)
    differences = "difference" if pairs == 1 else f"{in_words(pairs)} pairwise differences"
    return Figure(
        id="forest",
        pictures=(
            Picture(
                svg(plot_forest(results)),
                f"Forest plot of the {in_words(k)} areas and their {differences} with {level} intervals.",
            ),
        ),
        caption="Areas and their differences" if pairs > 1 else "Areas and their difference",
        sub=(
            f"Squares: estimates. Lines: {level} confidence intervals, {how}. Values: ",
            CrossRef("auc", "differences"),
            ".",
        ),
    )


def crossing(analysis: Analysis) -> list[PairResults]:
    """List the pairs that an unadjusted and an adjusted p-value put on different sides of one minus the level."""
    alpha = 1 - analysis.plan.level
    return [
        pair
        for pair in analysis.pairs
        if pair.comparison.pvalue is not None
        and pair.adjusted is not None
        and pair.comparison.pvalue < alpha <= pair.adjusted
    ]
