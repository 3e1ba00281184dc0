"""The appendix of two pages: the tables that answer the question, then what backs them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rocstats.document.blocks import Block, Paragraph, Section, Table, cell_of
from rocstats.document.inline import Code, Content, CrossRef, Quoted
from rocstats.formatting import listed
from rocstats.investigation.findings import Findings
from rocstats.report.wording import typeset
from rocstats.study_report.accuracy_tables import accuracy_tables
from rocstats.study_report.agreement_table import agreement_table
from rocstats.study_report.area_table import area_table
from rocstats.study_report.comparison_figures import margin_figure
from rocstats.study_report.comparison_section import comparison_section
from rocstats.study_report.crosstab_tables import crosstab_tables
from rocstats.study_report.curve_figure import curve_figure
from rocstats.study_report.decision_blocks import decision_blocks
from rocstats.study_report.measure_words import accuracy_word, with_condition, without_condition
from rocstats.study_report.method_use import methods_used
from rocstats.study_report.number_style import NOT_APPLICABLE
from rocstats.study_report.pen import Pen
from rocstats.study_report.qualification_words import qualification_line
from rocstats.study_report.sensitivity_tables import sensitivity_tables
from rocstats.study_report.synopsis_section import synopsis_section

_MOST_METHODS = 6
# The primary analysis, indeterminate results on either side, and the worst and the best case.
_MOST_ANALYSES = 5
_HASH = 12


def appendix_results(findings: Findings, pen: Pen) -> Section:
    """Write the first page: who, the key results, the tables behind them."""
    synopsis = synopsis_section(findings, pen)
    compared = comparison_section(findings, pen)
    tables = [
        *_tables(() if synopsis is None else synopsis.blocks, "key-results"),
        *crosstab_tables(findings, pen),
        *(table for table in map(_shares_of, accuracy_tables(findings, pen)) if table.rows),
        *_there(agreement_table(findings, pen) if findings.plan.agreement else None, area_table(findings, pen)),
        *_tables(() if compared is None else compared.blocks, "differences"),
    ]
    blocks: list[Block] = [Paragraph(_flow(findings, pen))]
    if tables:
        blocks.append(Paragraph(("The results are in ", CrossRef(*(table.id for table in tables)), ".")))
    return Section(id="results", title="Results", kind="plain", blocks=(*blocks, *tables))


def appendix_evidence(findings: Findings, pen: Pen) -> Section:
    """Write the second page: pictures, other assumptions, decisions, methods, where the numbers come from."""
    shown = [figure for figure in (curve_figure(findings, pen), margin_figure(findings, pen)) if figure is not None]
    tables = [
        *map(_first_groups, sensitivity_tables(findings, pen)[:1]),
        *_tables(decision_blocks(findings, pen), "decisions"),
    ]
    named = [figure.id for figure in shown] + [table.id for table in tables]
    blocks: list[Block] = []
    if named:
        blocks.append(Paragraph(("What backs the results is in ", CrossRef(*named), ".")))
    blocks += [*shown, *tables, Paragraph(_methods(findings, pen)), Paragraph(_provenance(findings, pen))]
    return Section(id="evidence", title="Evidence", kind="plain", blocks=tuple(blocks), new_page=True)


def _tables(blocks: Iterable[Block], identity: str) -> list[Table]:
    return [block for block in blocks if isinstance(block, Table) and block.id == identity]


def _shares_of(table: Table) -> Table:
    """Keep the rows of a table of measures that are shares of participants, with their counts."""
    # Three cells a test, its counts first; one test may have nothing where another has.
    rows = tuple(
        row for row in table.flat_rows if any(cell_of(cell).value != NOT_APPLICABLE for cell in row.cells[::3])
    )
    return replace(table, rows=rows)


def _first_groups(table: Table) -> Table:
    """Keep the primary analysis and the bounds around it."""
    return replace(table, rows=table.rows[:_MOST_ANALYSES])


def _there(*tables: Table | None) -> list[Table]:
    return [table for table in tables if table is not None]


def _flow(findings: Findings, pen: Pen) -> Content:
    """Write the flow of the participants as one line."""
    plan = findings.plan
    primary = f"sets.{pen.word('sets.primary.key')}"
    return (
        f"Study of diagnostic {accuracy_word(plan)}: ",
        pen.value("flow.enrolled.n"),
        " enrolled, ",
        pen.value("flow.eligible.n"),
        " eligible, ",
        pen.value(f"{primary}.n"),
        " in the primary analysis set, of whom ",
        pen.value(f"{primary}.n-cases"),
        " ",
        with_condition(plan, inside=True),
        " and ",
        pen.value(f"{primary}.n-controls"),
        " ",
        without_condition(plan, inside=True),
        ".",
    )


def _methods(findings: Findings, pen: Pen) -> Content:
    """Name the methods in one paragraph."""
    used = methods_used(findings.table, findings.plan)[:_MOST_METHODS]
    parts = [f"{typeset(use.card.name)} ({listed(use.measures[:2])})" for use in used]
    return (
        "Methods: ",
        Quoted("; ".join(parts), "method"),
        ". Intervals are two-sided at ",
        pen.value("plan.level"),
        "% unless a table says otherwise; decisions rest on unrounded values.",
    )


def _provenance(findings: Findings, pen: Pen) -> Content:
    made = findings.provenance
    words: list[Content] = ["Seed ", pen.value("plan.seed")]
    if made is not None:
        words = [Quoted(f"rocstats {made.rocstats}, {made.python}, {made.platform}", "software"), "; seed ", words[1]]
        if made.source is not None:
            words += ["; data ", Code(made.source.sha256[:_HASH])]
        if made.plan_sha256:
            words += ["; plan ", Code(made.plan_sha256[:_HASH])]
        words += ["; results ", Code(made.results_digest[:_HASH]), "; run ", Code(made.run_id)]
        words += ["; ", *qualification_line(made)]
    return (*words, ".")
