"""Predictive values by prevalence: sentences, a table, and curves."""

from __future__ import annotations

from rocstats.document.blocks import Block, Cell, Column, ColumnGroup, Paragraph, Row, RowGroup, Subheading, Table
from rocstats.document.inline import Content, CrossRef, Quoted
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.findings import Findings
from rocstats.study_report.measure_words import abbreviations, with_condition
from rocstats.study_report.number_style import NOT_ESTIMABLE
from rocstats.study_report.pen import Pen, named, planned
from rocstats.study_report.predictive_curves import curve_ids, predictive_curves
from rocstats.study_report.row_words import rows_word

_NAMES = ("ppv", "npv")
_CELLS = ("tp", "fp", "fn", "tn")
_NOTHING = "–"


def predictive_blocks(findings: Findings, pen: Pen) -> tuple[Block, ...]:
    """Write what a positive and a negative result mean, or why this study cannot say it."""
    if findings.plan.agreement:
        text = (
            "The comparator is not a reference standard, so nobody is known to have the condition or not, and there "
            "are no predictive values."
        )
        return (Subheading("Predictive values"), Paragraph(text))
    heading = Subheading("Predictive values by prevalence")
    tests = predicted_tests(findings, pen)
    if not tests:
        return (heading, Paragraph(_why_none(findings, pen)))
    return (
        heading,
        *(Paragraph(words) for words in _sentences(findings, pen, tests)),
        _table(findings, pen, tests),
        *predictive_curves(findings, pen, tests),
    )


def predicted_tests(findings: Findings, pen: Pen) -> tuple[TestColumn, ...]:
    """Give the tests that have predictive values, stated or observed."""
    return tuple(test for test in findings.investigation.tests if _rows(pen, test))


def _rows(pen: Pen, test: TestColumn) -> tuple[str, ...]:
    """Name the analyses of a test's rows: one for each stated prevalence, then the one observed in a cohort."""
    found = pen.table.analyses(f"pv.{test.key}")
    return tuple(dict.fromkeys(".".join(name.split(".")[:3]) for name in found))


def _why_none(findings: Findings, pen: Pen) -> Content:
    plan = findings.plan
    if all(test.test.cutoff is None for test in findings.investigation.tests):
        return "No test has calls or a stated threshold, so there are no predictive values."
    if plan.design.type == "case-control":
        return (
            "This is a case-control study: the share of participants ",
            with_condition(plan, inside=True),
            *_study_share(pen),
            " was fixed by its design. Predictive values need a prevalence from elsewhere, and the plan states none.",
        )
    if plan.design.type is None and not plan.prevalences:
        return "The plan states neither a cohort nor a prevalence, so there are no predictive values."
    return "Nobody with a known condition has a result that counts, so there are no predictive values."


def _study_share(pen: Pen) -> tuple[Content, ...]:
    return (" (", pen.percent("pv.study-share.estimate"), ", ", pen.fraction("pv.study-share"), ")")


def _sentences(findings: Findings, pen: Pen, tests: tuple[TestColumn, ...]) -> list[Content]:
    plan, test = findings.plan, tests[0]
    where = CrossRef("predictive", *curve_ids(findings, pen, tests))
    words: list[Content] = []
    if plan.prevalences:
        first = f"pv.{test.key}.v1"
        words.append(
            (
                "At a prevalence of ",
                pen.percent("plan.prevalence1.share"),
                " the positive predictive value of ",
                pen.rule(test),
                " is ",
                _said(pen, f"{first}.ppv"),
                ", and the negative predictive value ",
                _said(pen, f"{first}.npv"),
                " (",
                where,
                "). Predictive values at a stated prevalence take sensitivity and specificity as the same there; where "
                "the condition is rare, cases tend to be milder and harder to find.",
            )
        )
    if plan.design.type == "case-control":
        words.append(
            (
                "The share of participants ",
                with_condition(plan, inside=True),
                " in this study",
                *_study_share(pen),
                " was fixed by design and is not used.",
            )
        )
    if plan.design.type == "cohort":
        words.append(_observed(findings, pen, test))
    return words


def _said(pen: Pen, analysis: str) -> Content:
    """Write a value with its interval, without one where there is none, and in words where there is nothing."""
    if not pen.has(f"{analysis}.estimate"):
        return "not estimable"
    return pen.spoken(analysis) if pen.has(f"{analysis}.conf-low") else pen.percent(f"{analysis}.estimate")


def _observed(findings: Findings, pen: Pen, test: TestColumn) -> Content:
    plan, study = findings.plan, f"pv.{test.key}.study"
    partial: Content = ""
    if plan.design.verification == "partial":
        partial = (
            " Verification was partial, so the share among those verified can differ from that of everybody who came."
        )
    return (
        f"Of the {rows_word(findings)} of this cohort who have a result of ",
        named(test.name),
        " that counts, ",
        pen.percent(f"{study}.share.estimate"),
        " (",
        pen.fraction(f"{study}.share"),
        ") have ",
        planned(plan.reference.condition),
        "; among them all, the positive predictive value was ",
        _said(pen, f"{study}.ppv"),
        " and the negative ",
        _said(pen, f"{study}.npv"),
        "" if plan.prevalences else (" (", CrossRef("predictive"), ")"),
        ".",
        partial,
    )


def _table(findings: Findings, pen: Pen, tests: tuple[TestColumn, ...]) -> Table:
    plan = findings.plan
    decimals = {
        name: pen.decimals([f"{row}.{name}.estimate" for test in tests for row in _rows(pen, test)]) for name in _NAMES
    }
    counted = pen.has("pv.people")
    groups = tuple(
        RowGroup(pen.rule(test), tuple(_row(pen, row, decimals, counted=counted) for row in _rows(pen, test)))
        for test in tests
    )
    level = (pen.level(f"{_rows(pen, tests[0])[0]}.ppv"), "% CI")
    people: tuple[ColumnGroup, ...] = ()
    if counted:
        heads = tuple(Column(head) for head in ("TP", "FP", "FN", "TN"))
        people = (ColumnGroup(("Of ", pen.value("pv.people"), " tested"), heads),)
    return Table(
        id="predictive",
        caption="Predictive values by prevalence",
        sub=(
            planned(findings.investigation.primary),
            "; percent, and results among people tested." if counted else "; percent.",
        ),
        columns=(
            Column("Prevalence, %", "text"),
            *(
                column
                for name in ("PPV", "NPV")
                for column in (Column(name, gap=name == "NPV"), Column(level, "interval"))
            ),
            *people,
        ),
        rows=groups,
        group_header="Rule",
        notes=tuple(_notes(findings, pen, tests, groups)),
        letters=(("observed", _observed_letter(findings, pen)),) if plan.design.type == "cohort" else (),
        place="14.2",
    )


def _row(pen: Pen, row: str, decimals: dict[str, int | None], *, counted: bool) -> Row:
    observed = row.endswith(".study")
    place = row.rsplit(".v", 1)[-1]
    name = f"{row}.share.estimate" if observed else f"plan.prevalence{place}.share"
    cells = [
        cell
        for one in _NAMES
        for cell in (
            pen.value(f"{row}.{one}.estimate", decimals=decimals[one]),
            pen.limits(f"{row}.{one}", decimals=decimals[one]),
        )
    ]
    per = "" if not counted else f"{row}.per{pen.number('pv.people')}"
    if counted:
        there = f"{per}.tp" in pen.table
        cells += [pen.value(f"{per}.{cell}") if there else _NOTHING for cell in _CELLS]
    return Row(Cell(pen.value(name), ("observed",) if observed else ()), tuple(cells), rule=observed)


def _observed_letter(findings: Findings, pen: Pen) -> Content:
    method = next(
        (
            row.about.method
            for row in findings.table
            if row.analysis.endswith((".study.ppv", ".study.npv")) and row.about.method is not None
        ),
        None,
    )
    how: Content = "" if method is None else (" CI: ", Quoted(method.name, "method"), ", two-sided.")
    return (f"Observed among the {rows_word(findings)} of this cohort who are in the table of the test.", how)


def _notes(findings: Findings, pen: Pen, tests: tuple[TestColumn, ...], groups: tuple[RowGroup, ...]) -> list[Content]:
    plan = findings.plan
    notes: list[Content] = []
    cards = {
        row.about.method.name: None
        for row in findings.table
        if row.analysis.startswith("pv.") and ".study" not in row.analysis and row.about.method is not None
    }
    if cards:
        named_cards: list[Content] = []
        for name in cards:
            named_cards += [", or " if named_cards else "", Quoted(name, "method")]
        notes.append(("CI at stated prevalences: ", *named_cards, ", two-sided, the prevalence taken as known."))
    elif plan.data.cluster:
        notes.append("CI at stated prevalences: none, for participants come in clusters.")
    if pen.has("pv.people"):
        accuracy = pen.see(*(f"accuracy-{test.key}" for test in tests))
        notes.append(("Sensitivity and specificity are those of the primary analysis", accuracy, "."))
    for test in tests:
        if test.part.threshold is not None and test.part.threshold.origin == "data_driven":
            notes.append(
                ("The threshold of ", named(test.name), " was chosen on these data, so its values are optimistic.")
            )
    if pen.has("pv.people"):
        notes.append(
            "Whole people: first those with the condition are rounded, then TP among them and FP among the others; FN "
            "and TN are what is left, so that all add up."
        )
    cells = [cell for group in groups for row in group.rows for cell in row.cells]
    if _NOTHING in cells:
        notes.append("–: does not apply.")
    if any(getattr(cell, "text", "") == NOT_ESTIMABLE for cell in cells):
        notes.append("NE: not estimable.")
    words = " TP, FP, FN, TN: true and false positives, false and true negatives." if pen.has("pv.people") else ""
    notes.append(abbreviations("CI", "PPV", "NPV") + words)
    return notes
