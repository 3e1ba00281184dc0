"""The files of a run, as bytes: everything but the record of when it ran."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rocstats.analysis_results.csv_text import csv_text
from rocstats.analysis_results.record import Record
from rocstats.analysis_results.results_csv import results_csv
from rocstats.analysis_results.results_json import results_json
from rocstats.document.rendering import AnyFormat, figures_of, get_ready, render_bytes
from rocstats.investigation.every_threshold import threshold_listing
from rocstats.investigation.findings import Findings
from rocstats.study_plan.freezing import frozen_file
from rocstats.study_plan.study_plan import Format
from rocstats.study_report.composing import compose_report
from rocstats.study_report.rendering_apart import Renderer
from rocstats.study_report.run_folder import PLAN, RESULTS

REPORT = "report"
FIGURES = "figures"
Progress = Callable[[str], None]


def check_formats(formats: Sequence[Format]) -> None:
    """Refuse a format whose extra is not installed, which can be done before anything is computed."""
    for format in formats:
        get_ready(format)


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
    *,
    renderers: Mapping[AnyFormat, Renderer],
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
    renderers : mapping
        Of the formats that are written apart; all others are written here.
    """
    progress("report")
    document = compose_report(findings)
    for renderer in renderers.values():
        renderer.give(document)
    files = {f"{FIGURES}/{name}": svg.encode("utf-8") for name, svg in figures_of(document).items()}
    for format in formats:
        if format not in renderers:
            progress(f"{REPORT}.{format}")
            files[f"{REPORT}.{format}"] = render_bytes(document, format, files=FIGURES)
    progress("results")
    record = record_of_findings(findings)
    files[RESULTS] = results_json(record).encode("ascii")
    files["results.csv"] = results_csv(findings.table).encode("utf-8")
    listing = _coordinates(findings)
    if listing:
        files["roc_coordinates.csv"] = listing.encode("utf-8")
    for slow, renderer in renderers.items():
        progress(f"{REPORT}.{slow}")
        files[f"{REPORT}.{slow}"] = renderer.content()
    return dict(sorted({**files, **plan}.items()))


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
