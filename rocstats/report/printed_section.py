"""Appendix "Output as printed": every result as a terminal shows it."""

from __future__ import annotations

from rocstats.document.blocks import Paragraph, Printed, Section
from rocstats.report.analysis import Analysis


def printed_section(analysis: Analysis) -> Section:
    """Write the appendix."""
    printed = (Printed(name, str(result)) for name, result in analysis.results())
    return Section(
        id="printed",
        title="Output as printed",
        kind="appendix",
        blocks=(Paragraph("What each analysis prints in a terminal; the same numbers as in the tables."), *printed),
    )
