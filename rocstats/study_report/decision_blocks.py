"""Claims of the plan with what was decided about each: a table, and the sentences under it."""

from __future__ import annotations

from rocstats.document.blocks import Block
from rocstats.investigation.findings import Findings
from rocstats.study_report.pen import Pen


def decision_blocks(findings: Findings, pen: Pen) -> tuple[Block, ...]:
    """Write the table of claims, or nothing if the plan has none."""
    return ()
