"""Appendix with the items of STARD 2015, and where each is found."""

from __future__ import annotations

from rocstats.document.blocks import Section
from rocstats.investigation.findings import Findings
from rocstats.study_report.pen import Pen


def checklist_section(findings: Findings, pen: Pen) -> Section | None:
    """Write the section, or nothing if there is nothing to say."""
    return None
