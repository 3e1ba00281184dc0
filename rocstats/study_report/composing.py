"""Putting the report together: sections of the profile, twice, so that each knows what the others show."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from rocstats.analysis_results.row import Value
from rocstats.document.blocks import Bibliography, Document, Figure, RunningHeads, Section, Table, contents_of
from rocstats.document.inline import Cite, Content, Quoted, walk
from rocstats.formatting import MINUS
from rocstats.given import need, need_flag
from rocstats.investigation.findings import Findings
from rocstats.report.bibliography import bibliography
from rocstats.study_report.abbreviations import abbreviations_in
from rocstats.study_report.measure_words import accuracy_word
from rocstats.study_report.number_styles import STYLES
from rocstats.study_report.pen import Pen, named
from rocstats.study_report.profiles import PROFILES
from rocstats.study_report.qualification_words import qualification_line
from rocstats.version import __version__

_HASH = 12
_RUN = 8


def compose_report(findings: Findings, *, shell: bool = False) -> Document:
    """Write the report of an investigation by the profile and style of its plan.

    Parameters
    ----------
    findings : Findings
        What ``investigate`` gives.
    shell : bool
        Put places for numbers in place of numbers, and leave out pictures.

    Returns
    -------
    Document
        What ``write`` and ``render`` take.

    Examples
    --------
    >>> from rocstats import investigate, investigation_of, plan_of, render
    >>> import pandas as pd
    >>> plan = plan_of(
    ...     {
    ...         "rocstats": "1",
    ...         "data": {"file": "study.csv"},
    ...         "reference": {"column": "ill", "positive": 1, "negative": 0, "kind": "reference_standard"},
    ...         "tests": [{"name": "CT", "positive_scores": "high"}],
    ...     }
    ... )
    >>> frame = pd.DataFrame({"ill": [1, 1, 1, 0, 0, 0], "CT": [5, 3, 4, 4, 1, 2]})
    >>> page = render(compose_report(investigate(investigation_of(plan, frame)), shell=True), "md")
    >>> page.splitlines()[0]
    '# Diagnostic accuracy study report'
    """
    need(findings, Findings, "compose_report takes findings", "investigate(investigation) gives them.")
    need_flag(shell, "shell")
    plan = findings.plan
    pen = Pen(table=findings.table, style=STYLES[plan.report.style], shell=shell)
    first = _sections(findings, pen)
    blocks = [block for section in first for block in section.blocks]
    sections = _sections(
        findings,
        replace(
            pen,
            present=frozenset(
                [section.id for section in first] + [block.id for block in blocks if isinstance(block, Table | Figure)]
            ),
            tables=any(isinstance(block, Table) for block in blocks),
            figures=any(isinstance(block, Figure) for block in blocks),
            abbreviations=abbreviations_in(first),
        ),
    )
    cited = any(
        isinstance(inline, Cite)
        for section in sections
        for block in section.blocks
        for content in contents_of(block)
        for inline in walk(content)
    )
    if cited:
        sections.append(Section(id="references", title="References", kind="plain", blocks=(Bibliography(),)))
    source = findings.investigation.source
    kind = f"Diagnostic {accuracy_word(plan)} study report"
    title = plan.study.title or kind
    return Document(
        title=title,
        kicker=kind,
        sections=tuple(sections),
        heads=RunningHeads(
            title=title,
            source="" if source is None else f"{source.name} \u00b7  SHA-256 {source.sha256[:_HASH]}",
            foot=f"rocstats {__version__} \u00b7  seed {plan.seed}",
        ),
        bibliography=bibliography(),
        numbering=plan.report.numbering,
        strict=True,
        source=_source(findings),
        end=_end(findings, sections),
        compact=plan.report.profile == "appendix",
        values={row.id: said_of(row.id, findings) for row in findings.table},
    )


def _source(findings: Findings) -> Content:
    """Say under tables and figures which data and which run they come from."""
    source, made = findings.investigation.source, findings.provenance
    data = "data in memory" if source is None else f"{source.name} {source.sha256[:_HASH]}"
    return named(data) if made is None else (named(data), Quoted(f"; run {made.run_id[:_RUN]}", "software"))


def _end(findings: Findings, sections: Sequence[Section]) -> Content:
    """Name software and qualification at the end of a report without a section on them."""
    made = findings.provenance
    if made is None or findings.plan.report.profile == "appendix" or any(s.id == "reproducibility" for s in sections):
        return ""
    software = Quoted(f"rocstats {made.rocstats}, {made.python}, {made.platform}", "software")
    return (software, "; ", *qualification_line(made), ".")


def said_of(identity: str, findings: Findings) -> str:
    """Say of a number what it is: its label, its value as it was computed, its method."""
    row = findings.table.row(identity)
    method = "" if row.about.method is None else f"; {row.about.method.name}"
    return f"{row.about.label}, {row.label}: {_computed(row.value)}{method} [{row.id}]"


def _computed(value: Value) -> str:
    """Write a value with every digit, and in words or signs one that has none."""
    if value is None:
        return "not estimable"
    if isinstance(value, float) and math.isinf(value):
        return f"{MINUS if value < 0 else ''}\u221e"
    # Zero has no sign for a reader.
    return str(abs(value)) if value == 0 else str(value)


def _sections(findings: Findings, pen: Pen) -> list[Section]:
    found = (write(findings, pen) for write in PROFILES[findings.plan.report.profile])
    return [section for section in found if section is not None]
