"""Section "Performance parameters": what the European regulation of in vitro diagnostics asks a report for.

Annex I, 9.1 (b) names the parameters of clinical performance. Each is in the report, or the plan says why it is not.
"""

from __future__ import annotations

from rocstats.document.blocks import (
    Block,
    Column,
    ColumnGroup,
    Limits,
    Paragraph,
    Row,
    RowGroup,
    Section,
    Table,
    TableCell,
)
from rocstats.document.inline import Content, CrossRef, Quoted
from rocstats.investigation.area_results import scored_tests
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.expected_values import QUANTILES
from rocstats.investigation.findings import Findings
from rocstats.investigation.investigation import ABSENT, PRESENT
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_report.accuracy_notes import population
from rocstats.study_report.crosstab_tables import crossed_tests
from rocstats.study_report.measure_words import with_condition, without_condition, word
from rocstats.study_report.number_style import NOT_APPLICABLE, NOT_ESTIMABLE
from rocstats.study_report.pen import Pen, named, planned

_ANNEX = Quoted("Annex I, 9.1 (b), of Regulation (EU) 2017/746", "reference")
# Measure, the keys under which a plan may say why it is left out, and whether a case-control table cannot show it.
_PARAMETERS: tuple[tuple[str, tuple[str, ...], bool], ...] = (
    ("sensitivity", ("sensitivity", "diagnostic sensitivity", "ppa"), False),
    ("specificity", ("specificity", "diagnostic specificity", "npa"), False),
    ("ppv", ("ppv", "positive predictive value"), True),
    ("npv", ("npv", "negative predictive value"), True),
    ("lr-positive", ("likelihood ratio", "likelihood ratios", "lr"), False),
    ("expected values", ("expected values",), False),
)


def performance_section(findings: Findings, pen: Pen) -> Section | None:
    """Write the section: expected values of each test with scores, and where each parameter is reported."""
    blocks: list[Block] = []
    tests = [test for test in scored_tests(findings.investigation) if f"expected.{test.key}.absent.n" in pen.table]
    if tests:
        lead = "Expected values of each test in participants with and without the condition are in "
        if findings.plan.agreement:
            lead = "Expected values of each test in participants positive and negative by the comparator are in "
        blocks += [Paragraph((lead, CrossRef("expected-values"), ".")), _expected_values(findings, pen, tests)]
    blocks += [
        Paragraph(
            (
                "The parameters of clinical performance, and where each is reported, are in ",
                CrossRef("parameter-coverage"),
                ".",
            )
        ),
        _coverage(findings, pen),
    ]
    return Section(id="performance", title="Performance parameters", blocks=tuple(blocks))


def _expected_values(findings: Findings, pen: Pen, tests: list[TestColumn]) -> Table:
    plan = findings.plan
    groups = ((ABSENT, without_condition(plan)), (PRESENT, with_condition(plan)))
    first = f"expected.{tests[0].key}.{ABSENT}.{QUANTILES[0][0]}"
    columns = (Column("Score", aligned=True), Column((pen.level(first), "% CI"), "interval", aligned=True))
    rows = []
    for test in tests:
        unit: Content = (", ", planned(test.part.unit)) if test.part.unit else ""
        where = [f"expected.{test.key}.{state}" for state, _ in groups]
        size = Row("N", tuple(cell for group in where for cell in (pen.value(f"{group}.n"), NOT_APPLICABLE)))
        rows.append(
            RowGroup((named(test.name), unit), (size, *(_quantile(pen, part, where) for part, _, _ in QUANTILES)))
        )
    open_ends = any(
        pen.table.value(f"expected.{test.key}.{state}.{part}.{stat}") is None
        for test in tests
        for state, _ in groups
        for part, _, _ in QUANTILES
        for stat in ("estimate", "conf-low", "conf-high")
    )
    clustered = bool(plan.data.cluster)
    why = "records of a cluster are not independent" if clustered else "too few scores lie beyond it at this level"
    notes: list[Content] = [
        "All scores of the test, those in an indeterminate range included. A percentile is the score of the nearest "
        "rank; the middle of two where it lies just between them.",
        (
            "CI: two-sided ",
            pen.level(first),
            "%; limits are scores whose ranks follow from the binomial distribution ("
            "order statistics), without an assumption on the distribution of scores.",
        ),
        *((f"{NOT_ESTIMABLE}: not estimable, for {why}.",) if open_ends and not pen.shell else ()),
        "\u2013: does not apply.",
        "CI: confidence interval.",
    ]
    return Table(
        id="expected-values",
        caption="Expected values",
        sub=(population(findings), "; in the unit of each test."),
        columns=(Column("Quantile", "text"), *(ColumnGroup(words, columns) for _, words in groups)),
        rows=tuple(rows),
        notes=tuple(notes),
        group_header="Test",
        place="14.2",
    )


def _quantile(pen: Pen, part: str, groups: list[str]) -> Row:
    cells: list[TableCell] = []
    for group in groups:
        low, high = (pen.value(f"{group}.{part}.{stat}") for stat in ("conf-low", "conf-high"))
        # A limit at one end only is still worth its place.
        nothing = low.text == high.text == NOT_ESTIMABLE
        limits = Limits(low, high) if pen.style.limits_apart else pen.style.limits(low, high)
        cells += [pen.value(f"{group}.{part}.estimate"), low if nothing else limits]
    name: Content = "Median" if part == "median" else (pen.value(f"expected.{part}.share"), "th percentile")
    return Row(name, tuple(cells))


def _coverage(findings: Findings, pen: Pen) -> Table:
    rows = tuple(
        Row(_parameter(findings.plan, measure), (_where(findings, pen, measure, keys, by_share),))
        for measure, keys, by_share in _PARAMETERS
    )
    return Table(
        id="parameter-coverage",
        caption="Parameters of clinical performance",
        sub=(_ANNEX, "."),
        columns=(Column("Parameter", "text"), Column("Reported in, or why it is not", "text")),
        rows=rows,
        notes=("To be justified: the plan gives no reason for leaving the parameter out.",)
        if any(row.cells == ("To be justified",) for row in rows)
        else (),
        size="prose",
        place="14.2",
    )


def _parameter(plan: StudyPlan, measure: str) -> Content:
    if measure == "expected values":
        return "Expected values in normal and affected populations"
    if measure == "lr-positive":
        return word(plan, measure) if plan.agreement else "Likelihood ratios"
    return word(plan, measure)


def _where(findings: Findings, pen: Pen, measure: str, keys: tuple[str, ...], by_share: bool) -> Content:
    """Refer to the tables that hold a parameter; else give the reason of the plan."""
    wanted = _tables(findings, measure, by_share)
    there = [target for target in wanted if pen.present is not None and target in pen.present]
    if there:
        return CrossRef(*there)
    stated = {
        name.lower().replace("_", " ").replace("-", " "): text
        for name, text in findings.plan.narrative.omissions.items()
    }
    reason = next((stated[key] for key in keys if stated.get(key)), "")
    return planned(reason) if reason else "To be justified"


def _tables(findings: Findings, measure: str, by_share: bool) -> list[str]:
    plan = findings.plan
    if measure == "expected values":
        return ["expected-values"]
    if plan.agreement:
        return ["agreement"] if measure in ("sensitivity", "specificity") else []
    tables = [f"accuracy-{test.key}" for test in crossed_tests(findings)]
    if by_share and plan.design.type == "case-control":
        tables = []
    return [*tables, "predictive"] if by_share else tables
