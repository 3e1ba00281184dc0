"""Appendix with every analysis as it prints itself."""

from __future__ import annotations

from rocstats.document.blocks import Paragraph, Printed, Section
from rocstats.document.inline import Quoted
from rocstats.investigation.findings import Findings
from rocstats.study_report.measure_words import allowed
from rocstats.study_report.pen import Pen

_LEFT_OUT = " Left out is what is printed in words that need a reference standard."


def output_section(findings: Findings, pen: Pen) -> Section | None:
    """Write the appendix; a shell has none, because printed results hold numbers.

    Under a comparator what is printed in the words of accuracy is left out; its numbers stand in the tables.
    """
    outputs = [output for output in findings.outputs if allowed(findings.plan, f"{output.title} {output.text}")]
    if not outputs or pen.shell:
        return None
    return Section(
        id="output",
        title="Output as printed",
        kind="appendix",
        new_page=True,
        blocks=(
            Paragraph(
                "What each analysis prints in a terminal, for readers of R; the numbers are those of the tables."
                + (_LEFT_OUT if len(outputs) < len(findings.outputs) else "")
            ),
            *(
                Printed(Quoted(output.title, "software"), output.text, values=output.values, source="software")
                for output in outputs
            ),
        ),
    )
