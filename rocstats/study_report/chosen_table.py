"""Table of thresholds chosen on the data: accuracy as it looks, and corrected for the choice."""

from __future__ import annotations

from rocstats.document.blocks import Column, ColumnGroup, Row, Table, TableCell
from rocstats.document.inline import Cite, Content, Quoted
from rocstats.investigation.findings import Findings
from rocstats.investigation.test_column import TestColumn
from rocstats.study_report.measure_words import short
from rocstats.study_report.number_style import NOT_ESTIMABLE
from rocstats.study_report.pen import Pen, named, planned

_SHARES = ("sensitivity", "specificity")


def chosen_tests(findings: Findings, pen: Pen) -> tuple[TestColumn, ...]:
    """Give the tests whose threshold was chosen on these data."""
    return tuple(test for test in findings.investigation.tests if pen.has(f"chosen.{test.key}.rule"))


def chosen_table(findings: Findings, pen: Pen) -> Table:
    """Write the table, a row for each such test."""
    plan, tests = findings.plan, chosen_tests(findings, pen)
    decimals = pen.decimals([f"chosen.{t.key}.{share}.apparent" for t in tests for share in _SHARES])
    rows = tuple(_row(pen, test, decimals) for test in tests)
    level = pen.level(f"chosen.{tests[0].key}.threshold")
    return Table(
        id="chosen",
        caption="Thresholds chosen on these data, corrected for the choice",
        sub=(planned(findings.investigation.primary), "; shares in percent, optimism in points."),
        columns=(
            Column("Test", "text"),
            Column("Best by", "text"),
            Column("Threshold"),
            Column((level, "% CI"), "interval"),
            *(
                ColumnGroup(short(plan, share), (Column("Apparent"), Column("Corrected"), Column("Optimism")))
                for share in _SHARES
            ),
        ),
        rows=rows,
        notes=tuple(_notes(pen, tests, rows)),
        place="14.2",
    )


def _row(pen: Pen, test: TestColumn, decimals: int | None) -> Row:
    where = f"chosen.{test.key}"
    cells: list[TableCell] = [
        pen.value(f"{where}.rule"),
        pen.value(f"{where}.threshold.estimate"),
        pen.limits(f"{where}.threshold"),
    ]
    for share in _SHARES:
        cells += [pen.value(f"{where}.{share}.{stat}", decimals=decimals) for stat in ("apparent", "corrected")]
        cells.append(pen.value(f"{where}.{share}.optimism", decimals=decimals))
    unit: Content = (", ", planned(test.part.unit)) if test.part.unit else ""
    return Row((named(test.name), unit), tuple(cells))


def _notes(pen: Pen, tests: tuple[TestColumn, ...], rows: tuple[Row, ...]) -> list[Content]:
    notes: list[Content] = []
    drawn = next((f"chosen.{t.key}.n-resamples" for t in tests if pen.has(f"chosen.{t.key}.n-resamples")), None)
    if drawn is not None:
        notes += [
            (
                "CI: percentile interval of the thresholds that the rule chooses in ",
                pen.value(drawn),
                " resamples of participants, seed ",
                pen.value("plan.seed"),
                " ",
                Cite("davison1997"),
                ".",
            ),
            (
                "Corrected: in the participants whom a resample leaves out, over all resamples; slightly too low ",
                Cite("efron1997"),
                ". Optimism: apparent less corrected.",
            ),
        ]
    for test in tests:
        if pen.word(f"chosen.{test.key}.is-best") != "yes":
            notes.append(
                (
                    "The stated threshold of ",
                    named(test.name),
                    " is not best by a usual rule; shown is the one that is best by ",
                    pen.value(f"chosen.{test.key}.rule"),
                    ".",
                )
            )
        missing = pen.table.row(f"chosen.{test.key}.threshold.conf-low").warning
        if missing:
            notes.append(("NE: not estimable. ", named(test.name), ": ", Quoted(missing, "method")))
    if not any(isinstance(note, tuple) and note[0] == "NE: not estimable. " for note in notes) and any(
        getattr(cell, "text", "") == NOT_ESTIMABLE for row in rows for cell in row.cells
    ):
        notes.append("NE: not estimable.")
    return notes
