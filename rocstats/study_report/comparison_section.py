"""Section "Comparisons between tests"."""

from __future__ import annotations

from rocstats.document.blocks import (
    Block,
    Column,
    Figure,
    Paragraph,
    Row,
    RowGroup,
    Section,
    Table,
    TableCell,
)
from rocstats.document.inline import Content, CrossRef, Quoted, Text, joined
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.findings import Findings
from rocstats.study_report.claim_words import claims_of
from rocstats.study_report.comparison_figures import areas_of_all, margin_figure, overlay_figure
from rocstats.study_report.discordance_tables import discordance_tables, pair_key, pair_name
from rocstats.study_report.level_tables import why_not
from rocstats.study_report.measure_words import (
    abbreviations,
    reference_word,
    short,
    with_condition,
    without_condition,
    word,
)
from rocstats.study_report.pen import Pen, named

_MEASURES = ("sensitivity", "specificity", "auc")
_UNITS = {"sensitivity": ", %", "specificity": ", %", "auc": ""}
Pair = tuple[TestColumn, TestColumn]


def comparison_section(findings: Findings, pen: Pen) -> Section | None:
    """Write the section, or nothing if there are no two tests to compare."""
    pairs = findings.investigation.pairs()
    compared = [(measure, pair) for measure in _MEASURES for pair in pairs if _at(measure, pair) in _analyses(pen)]
    if not compared:
        return None
    crossed = discordance_tables(findings, pen)
    overlay, margins = overlay_figure(findings, pen), margin_figure(findings, pen)
    blocks: list[Block] = [Paragraph(_opening(findings, compared, crossed, overlay)), *crossed]
    blocks.append(_differences(findings, pen, compared))
    blocks += [Paragraph(sentence) for sentence in _joint_test(findings, pen)]
    blocks += [overlay] if overlay is not None else []
    blocks += _conclusions(findings, pen, margins)
    return Section(id="comparisons", title="Comparisons between tests", blocks=tuple(blocks))


def _at(measure: str, pair: Pair) -> str:
    return f"diff-{measure}.{pair_key(*pair)}"


def _analyses(pen: Pen) -> set[str]:
    return {row.analysis for row in pen.table}


def _opening(
    findings: Findings, compared: list[tuple[str, Pair]], crossed: tuple[Table, ...], overlay: Figure | None
) -> Content:
    several = len(findings.investigation.pairs()) > 1
    which = "Each two tests are" if several else "The tests are"
    said: list[Content] = [f"{which} compared on the same participants: "]
    known = f"those with a conclusive {reference_word(findings.plan)}"
    if crossed:
        areas = ", for areas those with a score of both" if any(one == "auc" for one, _ in compared) else ""
        said += [known, " whom both call (", CrossRef(*(table.id for table in crossed)), ")", areas, ". "]
    elif any(one == "auc" for one, _ in compared):
        said.append(f"{known} and a score of both. ")
    else:
        said.append(f"{known} whom both call; nobody is. ")
    more = [CrossRef("overlay")] if overlay is not None else []
    said += ["Every difference is first minus second (", *_listed([CrossRef("differences"), *more]), ")."]
    return tuple(said)


def _listed(parts: list[CrossRef]) -> list[Content]:
    said: list[Content] = []
    for part in parts:
        said += [", ", part] if said else [part]
    return said


def _differences(findings: Findings, pen: Pen, compared: list[tuple[str, Pair]]) -> Table:
    pairs = list(dict.fromkeys(pair for _, pair in compared))
    adjusted = any(f"{_at(*one)}.p-adjusted" in pen.table for one in compared)
    exact = any(f"{_at(*one)}.p-exact" in pen.table for one in compared)
    single = len(pairs) == 1
    first, second = pairs[0]
    heads: tuple[Content, Content] = (named(first.name), named(second.name)) if single else ("First", "Second")
    columns = (
        Column("Measure" if single else "Comparison", "text"),
        Column("N"),
        Column(heads[0], aligned=single),
        Column(heads[1], aligned=single),
        Column(pair_name(first, second) if single else "Difference", aligned=single, gap=True),
        Column((pen.value("plan.level"), "% CI"), "interval", aligned=single),
        Column("z"),
        Column("P"),
        *([Column("P, exact")] if exact else []),
        *([Column("P, adjusted")] if adjusted else []),
    )
    rows: list[Row | RowGroup] = []
    for measure in dict.fromkeys(measure for measure, _ in compared):
        of = [pair for one, pair in compared if one == measure]
        name = (word(findings.plan, measure), _UNITS[measure])
        lines = [
            Row(name if single else pair_name(*pair), _cells(pen, measure, pair, of, adjusted=adjusted, exact=exact))
            for pair in of
        ]
        rows += lines if single else [RowGroup(name, tuple(lines))]
    return Table(
        id="differences",
        caption="Differences between tests" if len(compared) > 1 else "Difference between tests",
        sub=("Analysis set: ", named(findings.investigation.primary), ". N: participants with both results."),
        columns=columns,
        rows=tuple(rows),
        notes=tuple(_notes(findings, pen, compared, adjusted=adjusted, exact=exact)),
        group_header="" if single else "Measure",
        size="wide",
        place="14.2",
    )


def _cells(
    pen: Pen, measure: str, pair: Pair, alike: list[Pair], *, adjusted: bool, exact: bool
) -> tuple[TableCell, ...]:
    """Write one line; the lines of one measure have the same decimals."""
    at = _at(measure, pair)
    ids = [f"{_at(measure, one)}.{stat}" for one in alike for stat in ("estimate", "conf-low", "conf-high")]
    points = pen.decimals([row for row in ids if row in pen.table])
    values = [f"{_at(measure, one)}.{stat}" for one in alike for stat in ("estimate1", "estimate2")]
    known = [row for row in values if row in pen.table]
    shares = pen.decimals(known) if known else None
    places = max(points or 0, shares or 0) or None
    cells: list[TableCell] = [_size(pen, at)]
    for stat in ("estimate1", "estimate2"):
        row = f"{at}.{stat}"
        cells.append(pen.value(row, decimals=places) if row in pen.table else pen.value(f"{at}.estimate"))
    cells += [pen.value(f"{at}.estimate", decimals=places), pen.limits(at, decimals=places)]
    for stat, wanted in (("statistic", True), ("p-value", True), ("p-exact", exact), ("p-adjusted", adjusted)):
        row = f"{at}.{stat}"
        if wanted:
            cells.append(pen.value(row) if row in pen.table else "\u2013")
    return tuple(cells)


def _size(pen: Pen, at: str) -> Content:
    if f"{at}.total" in pen.table:
        return pen.value(f"{at}.total")
    return "\u2013"


def _notes(
    findings: Findings, pen: Pen, compared: list[tuple[str, Pair]], *, adjusted: bool, exact: bool
) -> list[Content]:
    notes: list[Content] = []
    for measures, what in ((("sensitivity", "specificity"), "shares"), (("auc",), "areas")):
        of = [_at(measure, pair) for measure, pair in compared if measure in measures]
        said = _method_words(pen, of)
        if said:
            notes.append((f"Differences of {what}: ", *said))
    shares = any(measure != "auc" for measure, _ in compared)
    if shares:
        notes.append("Shares in percent, their differences in percentage points.")
    notes.append(_about_p(findings, adjusted=adjusted))
    if exact:
        notes.append(
            "P, exact: McNemar's exact test, where fewer than five participants of the group have discordant results."
        )
    lacking = _lacking(pen, compared, adjusted=adjusted, exact=exact)
    if lacking:
        notes.append(f"\u2013: does not apply ({lacking}).")
    notes += why_not(pen, [_at(*one) for one in compared])
    notes.append(abbreviations(*(short(findings.plan, measure) for measure, _ in compared), "CI"))
    return notes


def _method_words(pen: Pen, analyses: list[str]) -> list[Content]:
    """Name the method of the interval and that of the test."""
    intervals, tests = [
        list(
            dict.fromkeys(
                card.name
                for at in analyses
                for card in [pen.table.row(f"{at}.{stat}").about.method if f"{at}.{stat}" in pen.table else None]
                if card is not None
            )
        )
        for stat in ("conf-low", "p-value")
    ]
    if not intervals:
        return []
    of_both = "CI and P" if intervals == tests else "CI"
    said: list[Content] = [of_both, ", ", joined([Quoted(Text(name), "method") for name in intervals])]
    if intervals == tests:
        return [*said, "."]
    if tests:
        said += ["; P, ", joined([Quoted(Text(name), "method") for name in tests])]
    return [*said, "."]


def _about_p(findings: Findings, *, adjusted: bool) -> str:
    if adjusted:
        return "P values are two-sided; P, adjusted: by Holm's method within each measure."
    return "P values are two-sided; no adjustment for multiplicity was planned for this table."


def _lacking(pen: Pen, compared: list[tuple[str, Pair]], *, adjusted: bool, exact: bool) -> str:
    """Say why some cells hold a dash."""
    said = []
    if any(not {"total", "statistic"} <= set(pen.table.analysis(_at(*one))) for one in compared):
        said.append("the method has no such statistic, or there is nobody to compare")
    if exact and any(f"{_at(*one)}.p-exact" not in pen.table for one in compared):
        said.append("enough discordant results, or an area")
    if adjusted and any(f"{_at(*one)}.p-adjusted" not in pen.table for one in compared):
        said.append("only two tests have this measure")
    return "; ".join(said)


def _joint_test(findings: Findings, pen: Pen) -> tuple[Content, ...]:
    """Say whether all areas may be equal, where there are more than two."""
    at = "contrast.all"
    if f"{at}.p-value" not in pen.table:
        return ()
    if not pen.has(f"{at}.p-value") and not pen.shell:
        return ("The joint test that all areas are equal cannot be given with these data.",)
    plan = findings.plan
    said: list[Content] = ["Joint test that the areas of all ", pen.value(f"{at}.n-tests"), " scored tests are equal, "]
    said += ["on the participants who have every score, ", pen.value(f"{at}.n-cases"), " "]
    said += [with_condition(plan, inside=True), " and ", pen.value(f"{at}.n-controls"), " "]
    said += [without_condition(plan, inside=True), ": chi-squared "]
    said += [pen.value(f"{at}.statistic"), " on ", pen.value(f"{at}.df")]
    said += [" degree of freedom, " if pen.number(f"{at}.df") == 1 else " degrees of freedom, ", pen.p(at), "."]
    scored = [test for test in findings.investigation.tests if not test.part.has_calls]
    areas = areas_of_all(scored, pen)
    if areas:
        each = [(named(test.name), " ", area) for test, area in zip(scored, areas, strict=True)]
        said += [" Areas on these participants: ", joined(list(each)), "."]
    return (tuple(said),)


def _conclusions(findings: Findings, pen: Pen, margins: Figure | None) -> list[Block]:
    """Say what was decided about differences, each by its limit."""
    claims = [one for one in claims_of(findings, pen) if one.claim.tests is not None]
    if not claims:
        return []
    several = len(claims) > 1
    said: list[Content] = [f"Claim{'s' if several else ''} of the plan about differences between tests"]
    said.append(pen.see("decisions"))
    if margins is not None:
        said += ["; ", CrossRef("margins"), " shows them against their margins"]
    said.append(":")
    blocks: list[Block] = [Paragraph(tuple(said)), *(Paragraph(one.sentence()) for one in claims)]
    return [*blocks, margins] if margins is not None else blocks
