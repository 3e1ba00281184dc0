"""Section "Table of results": every row, for readers who check one report against another."""

from __future__ import annotations

from rocstats.analysis_results.row import ResultRow
from rocstats.document.blocks import Column, Paragraph, Row, Section, Table
from rocstats.document.inline import Code, Content, CrossRef, Value
from rocstats.investigation.findings import Findings
from rocstats.study_report.number_style import NOT_APPLICABLE
from rocstats.study_report.pen import Pen, named


def table_section(findings: Findings, pen: Pen) -> Section:
    """Write the section; numbers of printed output are left out, because they are there under their own names."""
    rows = tuple(_row(row, pen) for row in findings.table if not row.analysis.startswith("print."))
    return Section(
        id="results",
        title="Table of results",
        blocks=(
            Paragraph(
                (CrossRef("all-results"), " has one statistic a row; ", Code("results.json"), " has all digits.")
            ),
            Table(
                id="all-results",
                caption="All results",
                columns=(
                    Column("Row", "text"),
                    Column("Analysis", "text"),
                    Column("Population", "text"),
                    Column("Statistic", "text"),
                    Column("Value"),
                ),
                rows=rows,
                notes=(f"{NOT_APPLICABLE}: does not apply. NE: not estimable.",),
                size="wide",
                place="14.2",
            ),
        ),
    )


def _row(row: ResultRow, pen: Pen) -> Row:
    population: Content = named(row.about.population) if row.about.population else NOT_APPLICABLE
    value: Content = pen.value(row.id)
    if isinstance(row.value, str):
        value = Value(row.value, row.id)
    return Row(Code(row.id), (named(row.about.label), population, named(row.label), value))
