"""Section "Thresholds and predictive values"."""

from __future__ import annotations

from rocstats.document.blocks import Section
from rocstats.investigation.findings import Findings
from rocstats.study_report.pen import Pen


def threshold_section(findings: Findings, pen: Pen) -> Section | None:
    """Write the section, or nothing if there is nothing to say."""
    return None
