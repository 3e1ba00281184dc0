"""Tables of every result of a test by the reference standard, and of what indeterminate results can do."""

from __future__ import annotations

from rocstats.document.blocks import Cell, Column, ColumnGroup, Row, Table, TableCell
from rocstats.document.inline import Content
from rocstats.investigation.closure import REFERENCES, TOTAL
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.completeness_results import BOUNDS
from rocstats.investigation.findings import Findings
from rocstats.investigation.index_results import results_of
from rocstats.study_report.baseline_tables import population_of, reference_group, reference_heads
from rocstats.study_report.flow_pictures import RESULT_WORDS
from rocstats.study_report.measure_words import reference_word, with_condition, without_condition
from rocstats.study_report.pen import Pen

_BOUND_WORDS = {"as-positive": "Counted as positive", "as-negative": "Counted as negative", "excluded": "Left out"}


def completeness_table(findings: Findings, pen: Pen, test: TestColumn) -> Table:
    """Write every result of a test by every result of the reference, with totals."""
    plan = findings.plan
    heads = tuple(Column(head) for head in reference_heads(plan).values())
    notes: list[Content] = []
    if test.part.indeterminate_between is not None:
        low, high = (pen.value(f"plan.{test.key}.indeterminate-{end}") for end in ("from", "to"))
        notes.append(("Indeterminate: a score from ", low, " to ", high, ", as the plan states."))
    return Table(
        id=f"completeness-{test.key}",
        caption=("Results of ", pen.rule(test)),
        sub=(population_of(findings), f"; number, by the result of the {reference_word(plan)}."),
        columns=(
            Column("Test result", "text"),
            reference_group(plan, heads),
            Column("Total", gap=True),
        ),
        rows=tuple(
            Row(
                RESULT_WORDS.get(result, "Total"),
                tuple(pen.value(f"complete.{test.key}.{result}.{state}.n") for state in (*REFERENCES, TOTAL)),
                total=result == TOTAL,
                nowrap=True,
            )
            for result in (*results_of(test), TOTAL)
        ),
        notes=tuple(notes),
        place="14.2",
    )


def bounding_table(findings: Findings, pen: Pen, test: TestColumn) -> Table | None:
    """Write the counts with indeterminate results counted as positive, as negative and left out; None without any."""
    at = f"crosstab.{test.key}"
    if f"{at}.excluded.total" not in pen.table:
        return None
    plan = findings.plan
    primary = plan.estimand.handling.indeterminate or "exclude"
    rows = []
    for word, handling in BOUNDS:
        stated = handling == primary
        name = Cell(_BOUND_WORDS[word], marks=("primary",) if stated else (), strong=stated)
        cells: tuple[TableCell, ...] = tuple(
            pen.value(f"{at}.{word}.{stat}") for stat in ("tp", "fn", "n-cases", "fp", "tn", "n-controls", "total")
        )
        rows.append(Row(name, cells, nowrap=True))
    each = (Column("Positive"), Column("Negative"), Column("All"))
    return Table(
        id=f"bounding-{test.key}",
        caption=("Bounds for the indeterminate results of ", pen.rule(test)),
        sub=(population_of(findings), "; number by the result of the test."),
        columns=(
            Column("Indeterminate results", "text"),
            ColumnGroup(with_condition(plan), each),
            ColumnGroup(without_condition(plan), each),
            Column("Total", gap=True),
        ),
        rows=tuple(rows),
        letters=(("primary", "Primary analysis."),),
        place="14.2",
    )
