"""Words for what the rows of the data are: participants, or records of which a participant can have several."""

from __future__ import annotations

from rocstats.investigation.findings import Findings


def rows_word(findings: Findings) -> str:
    """Say "records" where rows come in clusters and a participant may have several, else "participants"."""
    data, table = findings.plan.data, findings.table
    if not data.cluster:
        return "participants"
    several, rows = (f"flow.enrolled.{stat}" for stat in ("n-participants", "n"))
    if not data.subject or several not in table or rows not in table:
        return "records"
    return "participants" if table.value(several) == table.value(rows) else "records"


def row_word(findings: Findings) -> str:
    """Name one of them."""
    return rows_word(findings)[:-1]
