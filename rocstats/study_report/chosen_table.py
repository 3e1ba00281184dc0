"""Table of thresholds chosen on the data: accuracy as it looks, and corrected for the choice."""

from __future__ import annotations

from rocstats.document.blocks import Column, Row, RowGroup, Table
from rocstats.document.inline import Cite, Content, Quoted
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.findings import Findings
from rocstats.report.wording import for_report
from rocstats.study_report.measure_words import abbreviations, word
from rocstats.study_report.number_style import NOT_ESTIMABLE
from rocstats.study_report.pen import Pen, named, planned

_SHARES = ("sensitivity", "specificity")
_NOTHING = "–"
# Under a reference standard, and under a comparator.
_NOT_BEST = (
    " is not best by a usual rule; shown is the one that has ",
    " agrees best with the comparator by none of the usual rules; shown is the one that has ",
)


def chosen_tests(findings: Findings, pen: Pen) -> tuple[TestColumn, ...]:
    """Give the tests whose threshold was chosen on these data."""
    return tuple(test for test in findings.investigation.tests if pen.has(f"chosen.{test.key}.rule"))


def chosen_table(findings: Findings, pen: Pen) -> Table:
    """Write the table, a group of rows for each such test."""
    tests = chosen_tests(findings, pen)
    groups = tuple(_group(findings, pen, test) for test in tests)
    level = pen.level(f"chosen.{tests[0].key}.threshold")
    return Table(
        id="chosen",
        caption="Thresholds chosen on these data, corrected for the choice",
        sub=(planned(findings.investigation.primary), "; shares in percent."),
        columns=(
            Column("Measure", "text"),
            Column("In these data", aligned=True),
            Column((level, "% CI"), "interval"),
            Column("Corrected"),
            Column("Optimism"),
        ),
        rows=groups,
        group_header="Test",
        notes=tuple(_notes(findings, pen, tests, groups)),
        place="14.2",
    )


def _group(findings: Findings, pen: Pen, test: TestColumn) -> RowGroup:
    where = f"chosen.{test.key}"
    unit: Content = (", ", planned(test.part.unit)) if test.part.unit else ""
    first = Row(
        ("Threshold", unit),
        (pen.value(f"{where}.threshold.estimate"), pen.limits(f"{where}.threshold"), _NOTHING, _NOTHING),
    )
    decimals = pen.decimals([f"{where}.{share}.{stat}" for share in _SHARES for stat in ("apparent", "corrected")])
    rows = [
        Row(
            word(findings.plan, share),
            (
                pen.value(f"{where}.{share}.apparent", decimals=decimals),
                _NOTHING,
                pen.value(f"{where}.{share}.corrected", decimals=decimals),
                pen.value(f"{where}.{share}.optimism", decimals=decimals),
            ),
        )
        for share in _SHARES
    ]
    return RowGroup(named(test.name), (first, *rows), detail=("by ", pen.value(f"{where}.rule")))


def _notes(findings: Findings, pen: Pen, tests: tuple[TestColumn, ...], groups: tuple[RowGroup, ...]) -> list[Content]:
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
                ". Optimism: the value in these data less the corrected one, in points.",
            ),
        ]
    for test in tests:
        where = f"chosen.{test.key}"
        if pen.word(f"{where}.is-best") != "yes":
            notes.append(
                (
                    "The stated threshold of ",
                    named(test.name),
                    _NOT_BEST[findings.plan.agreement],
                    pen.value(f"{where}.rule"),
                    ".",
                )
            )
    notes.append("–: does not apply; limits that take the threshold as fixed would be too narrow.")
    without = [test for test in tests if not pen.has(f"chosen.{test.key}.threshold.conf-low")]
    for test in without:
        missing = pen.table.row(f"chosen.{test.key}.threshold.conf-low").warning
        notes.append((named(test.name), ": ", Quoted(for_report(missing), "method")))
    if any(getattr(cell, "text", "") == NOT_ESTIMABLE for group in groups for row in group.rows for cell in row.cells):
        notes.append("NE: not estimable.")
    notes.append(abbreviations("CI"))
    return notes
