"""The files of a run, as bytes: everything but the record of when it ran."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from rocstats.analysis_results.csv_text import csv_text
from rocstats.analysis_results.record import Record
from rocstats.analysis_results.results_csv import results_csv
from rocstats.analysis_results.results_json import results_json
from rocstats.document.blocks import Document
from rocstats.document.rendering import figures_of, render_bytes
from rocstats.investigation.every_threshold import threshold_listing
from rocstats.investigation.findings import Findings
from rocstats.study_plan.freezing import frozen_file
from rocstats.study_plan.study_plan import Format
from rocstats.study_report.composing import compose_report
from rocstats.study_report.rendering_apart import rendered_apart
from rocstats.study_report.run_folder import PLAN, RESULTS

REPORT = "report"
FIGURES = "figures"
Progress = Callable[[str], None]


def check_formats(formats: Sequence[Format]) -> None:
    """Refuse a format whose extra is not installed, which can be done before anything is computed."""
    if "pdf" in formats:
        from rocstats.document.pdf import check_printer

        check_printer()
    if "docx" in formats:
        from rocstats.document.word import check_writer

        check_writer()


def plan_files(path: Path) -> dict[str, bytes]:
    """Give the file of a plan, and what it was when it was frozen, under the names that they have in the folder."""
    frozen = frozen_file(path)
    kept = {frozen_file(PLAN).name: frozen.read_bytes()} if frozen.is_file() else {}
    return {PLAN: path.read_bytes(), **kept}


def files_of(
    findings: Findings,
    formats: Sequence[Format],
    plan: Mapping[str, bytes],
    progress: Progress = lambda step: None,
) -> dict[str, bytes]:
    """Write what was found in every format: name in the folder to content.

    Parameters
    ----------
    findings : Findings
        With their provenance.
    formats : sequence of str
        Of the report; results and drawings are always written.
    plan : mapping
        The files of the plan, which are kept as they are.
    progress : callable
        Is told what comes next.
    """
    progress("report")
    document = compose_report(findings)
    files = {f"{FIGURES}/{name}": svg.encode("utf-8") for name, svg in figures_of(document).items()}
    files |= _reports(document, formats, progress)
    progress("results")
    record = record_of_findings(findings)
    files[RESULTS] = results_json(record).encode("ascii")
    files["results.csv"] = results_csv(findings.table).encode("utf-8")
    listing = _coordinates(findings)
    if listing:
        files["roc_coordinates.csv"] = listing.encode("utf-8")
    return dict(sorted({**files, **plan}.items()))


def _reports(document: Document, formats: Sequence[Format], progress: Progress) -> dict[str, bytes]:
    """Write the report in every format; of the two slow ones, one is written beside all others."""
    written: dict[str, bytes] = {}
    with ExitStack() as stack:
        waiting: dict[Format, Callable[[], bytes]] = {}
        if {"pdf", "docx"} <= set(formats):
            waiting["docx"] = stack.enter_context(rendered_apart(document, "docx", files=FIGURES))
        for format in sorted(formats, key=lambda one: one in waiting):
            progress(f"{REPORT}.{format}")
            given = waiting.get(format)
            written[f"{REPORT}.{format}"] = given() if given else render_bytes(document, format, files=FIGURES)
    return written


def record_of_findings(findings: Findings) -> Record:
    """Give what a file of results holds."""
    return Record(
        table=findings.table,
        plan=findings.plan.model_dump(mode="json"),
        provenance=findings.provenance,
        outputs=findings.outputs,
    )


def _coordinates(findings: Findings) -> str:
    """List every operating point of every test with scores; nothing if there is none."""
    frames = [threshold_listing(findings.investigation, test) for test in findings.investigation.tests]
    held = [frame for frame in frames if len(frame)]
    if not held:
        return ""
    return csv_text([str(name) for name in held[0].columns], _rows(held))


def _rows(frames: Sequence[Any]) -> Iterator[list[Any]]:
    """Give the rows of frames as plain values."""
    for frame in frames:
        yield from ([*row] for row in zip(*(frame[name].tolist() for name in frame.columns), strict=True))
