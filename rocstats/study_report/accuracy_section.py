"""Section "Primary accuracy", or "Primary agreement" under a comparator."""

from __future__ import annotations

from collections.abc import Iterator

from rocstats.document.blocks import Block, Paragraph, Section
from rocstats.document.inline import Content, CrossRef, joined
from rocstats.investigation.area_results import scored_tests
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.findings import Findings
from rocstats.study_report.accuracy_tables import accuracy_tables
from rocstats.study_report.agreement_table import agreement_table
from rocstats.study_report.area_table import area_table
from rocstats.study_report.crosstab_tables import crossed_tests, crosstab_tables
from rocstats.study_report.curve_figure import curve_figure
from rocstats.study_report.decision_blocks import decision_blocks
from rocstats.study_report.measure_words import accuracy_word, reference_word, spoken, with_condition, without_condition
from rocstats.study_report.pen import Pen, named
from rocstats.study_report.row_words import rows_word

_COMPARATOR = (
    "The comparator is not a reference standard. What follows says how often each test agrees with it, not how often "
    "the test is right."
)


def accuracy_section(findings: Findings, pen: Pen) -> Section | None:
    """Write the section: first answers, cross-tabulations, measures, areas, curves, and what the plan claims."""
    agreement = findings.plan.agreement
    crossed = crosstab_tables(findings, pen)
    together = agreement_table(findings, pen) if agreement else None
    measured = ([] if together is None else [together]) if agreement else accuracy_tables(findings, pen)
    areas, curves = area_table(findings, pen), curve_figure(findings, pen)
    blocks: list[Block] = [Paragraph(_COMPARATOR)] if agreement else []
    if crossed:
        blocks.append(
            Paragraph(tuple(_first_answers(findings, pen, [t.id for t in crossed], [t.id for t in measured])))
        )
    blocks += [*crossed, *measured]
    if areas is not None:
        blocks += [Paragraph(tuple(_areas(findings, pen, "" if curves is None else curves.id))), areas]
        blocks += [] if curves is None else [curves]
    blocks += decision_blocks(findings, pen)
    if not blocks:
        return None
    return Section(id="accuracy", title=f"Primary {accuracy_word(findings.plan)}", blocks=tuple(blocks))


def _first_answers(findings: Findings, pen: Pen, crossed: list[str], measured: list[str]) -> Iterator[Content]:
    """Say how often each test was right, or agreed, and where its counts and every measure are."""
    tests = crossed_tests(findings)
    for test in tests:
        yield from _answer(findings, pen, test)
    yield from (
        "Counts are in ",
        CrossRef(*crossed),
        "; every measure with its interval is in ",
        CrossRef(*measured),
        ".",
    )
    without = [test for test in findings.investigation.tests if test not in tests]
    if without:
        verb = "has" if len(without) == 1 else "have"
        yield from (
            " ",
            *joined([named(test.name) for test in without]),
            f" {verb} no stated threshold",
            pen.see("areas"),
            ".",
        )


def _answer(findings: Findings, pen: Pen, test: TestColumn) -> Iterator[Content]:
    plan = findings.plan
    yield pen.rule(test)
    for measure, was, group, join in (
        ("sensitivity", "positive", with_condition(plan, inside=True), ""),
        ("specificity", "negative", without_condition(plan, inside=True), " and"),
    ):
        analysis = f"acc.{test.key}.{measure}"
        if f"{analysis}.n" not in pen.table:
            yield f"{join} cannot be judged for {spoken(plan, measure)}"
            continue
        yield from (
            f"{join} was {was} in ",
            pen.fraction(analysis),
            f" {rows_word(findings)} ",
            group,
            " (",
            spoken(plan, measure),
        )
        if pen.has(f"{analysis}.estimate") or pen.shell:
            yield from (" ", pen.percent(f"{analysis}.estimate"), ", ", pen.interval(analysis))
        else:
            yield " not estimable"
        yield ")"
    yield ". "


def _areas(findings: Findings, pen: Pen, figure: str) -> Iterator[Content]:
    tests = [t for t in scored_tests(findings.investigation) if pen.has(f"auc.{t.key}.estimate")]
    where: tuple[Content, ...] = (CrossRef("areas"), *((", ", CrossRef(figure)) if figure else ()))
    if not tests:
        yield from ("No area under the curve is estimable (", *where, ").")
        return
    yield "The area under the curve was "
    yield from joined([(pen.spoken(f"auc.{test.key}"), " for ", named(test.name)) for test in tests])
    yield from (f", held against the {reference_word(findings.plan)} (", *where, ").")
