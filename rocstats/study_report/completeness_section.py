"""Section "Data handling and completeness of results"."""

from __future__ import annotations

from collections.abc import Iterator

from rocstats.document.blocks import Block, Paragraph, Section
from rocstats.document.inline import Content, CrossRef, joined
from rocstats.investigation.findings import Findings
from rocstats.study_report.completeness_tables import bounding_table, completeness_table
from rocstats.study_report.measure_words import reference_word
from rocstats.study_report.pen import Pen, named
from rocstats.study_report.row_words import row_word
from rocstats.study_report.score_pictures import score_blocks

_COUNTED = {"positive": "count as positive", "negative": "count as negative", "exclude": "are left out"}


def completeness_section(findings: Findings, pen: Pen) -> Section:
    """Write the section: every result of every test, what becomes of those that decide neither, and the scores."""
    tests = findings.investigation.tests
    tables = [completeness_table(findings, pen, test) for test in tests]
    bounds = [table for table in (bounding_table(findings, pen, test) for test in tests) if table is not None]
    blocks: list[Block] = [Paragraph(tuple(_complete(findings, pen, [table.id for table in tables]))), *tables]
    blocks.append(Paragraph(tuple(_handled(findings, pen))))
    if bounds:
        blocks.append(Paragraph(tuple(_bounded(pen, [table.id for table in bounds]))))
        blocks += bounds
    blocks += score_blocks(findings, pen)
    return Section(id="completeness", title="Data handling and completeness of results", blocks=tuple(blocks))


def _complete(findings: Findings, pen: Pen, tables: list[str]) -> Iterator[Content]:
    yield (f"Every result of every test stands beside that of the {reference_word(findings.plan)} in ")
    yield (CrossRef(*tables), ". ")
    undecided = ("indeterminate", "failed", "missing")
    having = [
        test
        for test in findings.investigation.tests
        if any(pen.number(f"complete.{test.key}.{state}.total.n") for state in undecided)
    ]
    if not having:
        yield f"Every {row_word(findings)} of the primary analysis set has a result of every test."
        return
    said = []
    for test in having:
        counts: list[Content] = [pen.value(f"complete.{test.key}.indeterminate.total.n"), " indeterminate, "]
        counts += [pen.value(f"complete.{test.key}.failed.total.n"), " failed, "]
        counts += [pen.value(f"complete.{test.key}.missing.total.n"), " not done"]
        said.append((named(test.name), " (", *counts, ")"))
    yield ("Not every result decides: ", *joined(said), ".")


def _handled(findings: Findings, pen: Pen) -> Iterator[Content]:
    """Say what the primary analysis makes of results that decide neither."""
    handling = findings.plan.estimand.handling
    tests = findings.investigation.tests
    indeterminate = any(pen.number(f"complete.{test.key}.indeterminate.total.n") for test in tests)
    failed = any(pen.number(f"complete.{test.key}.failed.total.n") for test in tests)
    see = pen.see("sensitivity-analyses")
    if handling.indeterminate is not None:
        fate = _COUNTED[handling.indeterminate]
        yield (f"Indeterminate results {fate} in the primary analysis, as the plan states", see, ". ")
    elif indeterminate:
        yield "The plan does not state what indeterminate results count as; the primary analysis leaves them out"
        yield (see, ". ")
    else:
        yield "No result is indeterminate. "
    if failed:
        yield (f"Failed runs {_COUNTED[handling.failed]}. ",)
    yield f"A {row_word(findings)} without a result of a test has no part in the analysis of that test. "
    yield f"Those without a conclusive result of the {reference_word(findings.plan)} have no part in any. "
    yield "Nothing was imputed."


def _bounded(pen: Pen, tables: list[str]) -> Iterator[Content]:
    yield ("How far indeterminate results reach is bounded by counting all of them as positive, and all as negative (")
    yield (CrossRef(*tables), ").")
