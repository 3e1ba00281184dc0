"""Table of what a test does at a spread of its thresholds."""

from __future__ import annotations

from rocstats.document.blocks import Cell, Column, ColumnGroup, Row, Table, TableCell
from rocstats.document.inline import Content, Quoted
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.findings import Findings
from rocstats.report.wording import for_report
from rocstats.study_report.measure_words import abbreviations, accuracy_word, short, with_condition, without_condition
from rocstats.study_report.number_style import NOT_ESTIMABLE
from rocstats.study_report.pen import Pen, named, planned
from rocstats.study_report.row_words import row_word, rows_word

_CELLS = ("tp", "fp", "fn", "tn")
_SHARES = ("sensitivity", "specificity")
_RATIOS = ("lr-positive", "lr-negative")


def cuts(pen: Pen, test: TestColumn) -> tuple[str, ...]:
    """Name the analyses of the shown thresholds, the most specific first."""
    found = [name for name in pen.table.analyses(f"cut.{test.key}") if name.count(".") == 2]
    return tuple(name for name in found if f"{name}.threshold" in pen.table)


def thinned(pen: Pen, test: TestColumn) -> bool:
    """Whether fewer thresholds are shown than there are."""
    shown, every = (pen.number(f"cut.{test.key}.{stat}") for stat in ("n-shown", "n-thresholds"))
    return shown is not None and every is not None and shown < every


def flagged(pen: Pen, test: TestColumn, flag: str) -> tuple[str, ...]:
    """Name the shown thresholds that have a flag, "stated" or "largest-youden"."""
    return tuple(cut for cut in cuts(pen, test) if f"{cut}.{flag}" in pen.table and pen.word(f"{cut}.{flag}") == "yes")


def rule_at(pen: Pen, test: TestColumn, cut: str, *, bare: bool = False) -> Content:
    """Write the rule at a threshold, ``bare`` without the name of the test: "≥ 0.5"."""
    rule: Content = ("≤ " if test.test.low else "≥ ", pen.value(f"{cut}.threshold"))
    unit: Content = (" ", planned(test.part.unit)) if test.part.unit else ""
    return rule if bare else (named(test.name), " ", rule, unit)


def cutoff_table(findings: Findings, pen: Pen, test: TestColumn) -> Table:
    """Write the table of one test."""
    plan, agreement = findings.plan, findings.plan.agreement
    shown = cuts(pen, test)
    decimals = pen.decimals([f"{cut}.{share}.estimate" for cut in shown for share in _SHARES])
    rows = tuple(_row(pen, test, cut, decimals, agreement=agreement) for cut in shown)
    where = f"cut.{test.key}"
    level = (pen.level(f"{shown[0]}.sensitivity"), "% CI")
    counted = tuple(Column(sign) for sign in (("+/+", "+/−", "−/+", "−/−") if agreement else ("TP", "FP", "FN", "TN")))
    return Table(
        id=f"cutoffs-{test.key}",
        caption=(f"{accuracy_word(plan).capitalize()} across thresholds: ", named(test.name)),
        sub=(_population(findings), "; ", _unit(test), "shares in percent."),
        columns=(
            Column("Rule", "text"),
            *((ColumnGroup("Test/comparator", counted),) if agreement else counted),
            *(
                column
                for share, size in zip(_SHARES, ("n-cases", "n-controls"), strict=True)
                for column in (
                    Column(short(plan, share)),
                    Column(level, "interval", second=("N = ", pen.value(f"{where}.{size}"))),
                )
            ),
            *(() if agreement else (*(Column(short(plan, one), aligned=True) for one in _RATIOS), Column("J"))),
        ),
        rows=rows,
        notes=tuple(_notes(findings, pen, test, rows)),
        letters=_letters(pen, test),
        size="wide",
        place="14.2",
    )


def _row(pen: Pen, test: TestColumn, cut: str, decimals: int | None, *, agreement: bool) -> Row:
    marks = tuple(flag for flag in ("stated", "largest-youden") if cut in flagged(pen, test, flag))
    cells: list[TableCell] = [pen.value(f"{cut}.{cell}") for cell in _CELLS]
    for share in _SHARES:
        cells += [
            pen.value(f"{cut}.{share}.estimate", decimals=decimals),
            pen.limits(f"{cut}.{share}", decimals=decimals),
        ]
    if not agreement:
        cells += [pen.value(f"{cut}.{one}.estimate") for one in (*_RATIOS, "youden")]
    return Row(Cell(rule_at(pen, test, cut, bare=True), marks, strong=bool(marks)), tuple(cells), nowrap=True)


def _population(findings: Findings) -> Content:
    plan, name = findings.plan, findings.investigation.primary
    known = "a known comparator result" if plan.agreement else "a known condition"
    return (planned(name), f", those with {known} and a score")


def _unit(test: TestColumn) -> Content:
    return ("thresholds in ", planned(test.part.unit), ", ") if test.part.unit else ""


def _letters(pen: Pen, test: TestColumn) -> tuple[tuple[str, Content], ...]:
    letters: list[tuple[str, Content]] = []
    if flagged(pen, test, "stated"):
        stated = test.part.threshold
        chosen = stated is not None and stated.origin == "data_driven"
        letters.append(("stated", "Stated in the plan, and chosen on these data." if chosen else "Stated in the plan."))
    if flagged(pen, test, "largest-youden"):
        text = "Largest Youden index in these data: chosen on them, so its accuracy is optimistic."
        letters.append(("largest-youden", text))
    return tuple(letters)


def _notes(findings: Findings, pen: Pen, test: TestColumn, rows: tuple[Row, ...]) -> list[Content]:
    plan, first = findings.plan, cuts(pen, test)[0]
    notes: list[Content] = [_interval_note(pen, first)]
    if pen.number(f"cut.{test.key}.n-unscored"):
        notes.append(
            (
                "Indeterminate and failed results have no place in an order of scores and are left out here (",
                pen.value(f"cut.{test.key}.n-unscored"),
                "), so the numbers at a stated threshold can differ from those of the primary analysis",
                pen.see(f"accuracy-{test.key}"),
                ".",
            )
        )
    if plan.agreement:
        notes.append("First sign: the test; second: the comparator.")
        used = ["PPA", "NPA"]
    else:
        notes.append("TP, FP, FN, TN: true and false positives, false and true negatives.")
        used = ["Se", "Sp", "LR+", "LR−"]
    youden = "" if plan.agreement else " J: Youden index."
    notes.append(abbreviations("CI", *used) + youden)
    if any(getattr(cell, "text", "") == NOT_ESTIMABLE for row in rows for cell in row.cells):
        ratios = any(getattr(cell, "text", "") == NOT_ESTIMABLE for row in rows for cell in row.cells[-3:])
        notes.append(f"NE: not estimable{'; a ratio divides by zero' if ratios and not plan.agreement else ''}.")
    return notes


def _interval_note(pen: Pen, analysis: str) -> Content:
    row = pen.table.row(f"{analysis}.sensitivity.conf-low")
    if row.about.method is None:
        return ("CI: none, because ", Quoted(for_report(row.warning), "method"))
    return ("CI: ", Quoted(row.about.method.name, "method"), ", two-sided, one threshold at a time.")


def groups(findings: Findings, pen: Pen, test: TestColumn) -> Content:
    """Say how many have the condition and how many have not."""
    plan, where = findings.plan, f"cut.{test.key}"
    return (
        pen.value(f"{where}.n-cases"),
        f" {row_word(findings) if pen.number(f'{where}.n-cases') == 1 else rows_word(findings)} ",
        with_condition(plan, inside=True),
        " and ",
        pen.value(f"{where}.n-controls"),
        " ",
        without_condition(plan, inside=True),
    )
