"""Running a plan: from its file to a folder with the report, the results and how they came about."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from rocstats.analysis_results.digests import digest_of
from rocstats.analysis_results.provenance import Provenance
from rocstats.analysis_results.qualification_record import QualificationRecord
from rocstats.disk import speaking_of_files
from rocstats.errors import PlanError
from rocstats.given import checked_path
from rocstats.investigation.findings import Findings, investigate
from rocstats.investigation.opening import open_investigation
from rocstats.investigation.provenance_facts import provenance_of
from rocstats.study_plan.freezing import edits_since
from rocstats.study_plan.loading import load_plan
from rocstats.study_plan.study_plan import Format, StudyPlan
from rocstats.study_report.rendering_apart import standing_by
from rocstats.study_report.run_files import FIGURES, Progress, check_formats, files_of, plan_files
from rocstats.study_report.run_folder import check_folder, write_folder


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RunResult:
    """What a run wrote, and what it found."""

    folder: Path
    files: tuple[Path, ...]
    findings: Findings
    provenance: Provenance


@speaking_of_files
def run_plan(
    plan_path: str | Path,
    out: str | Path,
    *,
    formats: Sequence[Format] | None = None,
    progress: Progress = lambda step: None,
    frozen: bool = False,
    command: Sequence[str] = (),
    qualification: QualificationRecord | None = None,
) -> RunResult:
    """Run a plan: read its data, compute everything once, and write everything into a folder.

    The folder is made whole or not at all. All its files but ``run.json`` are the same bytes for the same plan, data,
    software and platform, whenever and wherever it runs, if the same ``qualification`` is given or none; ``run.json``
    holds the time, unless that is ``frozen``.

    Parameters
    ----------
    plan_path : str or path
        The plan; the data file is looked for from its folder.
    out : str or path
        The folder to write. The folder above it must exist. A folder that a run wrote, and nobody changed, is
        replaced; any other is not.
    formats : sequence of str, optional
        Of the report; those of the plan unless stated.
    progress : callable
        Is told what comes next, in a word or two.
    frozen : bool
        Leave out the time and the qualification, so that the whole folder repeats. Where ``SOURCE_DATE_EPOCH`` is set,
        its time stands.
    command : sequence of str
        The words of the command line, for ``run.json``.
    qualification : QualificationRecord, optional
        The last operational qualification of this environment, which the report quotes. The command ``rocstats run``
        looks it up; nothing else does.

    Returns
    -------
    RunResult
        The files, the findings, their provenance.

    Raises
    ------
    PlanError
        If the plan has faults, or the folder cannot stand where it is to.
    DataError
        If the data are not as the plan says.
    MissingExtraError
        If a format needs a package that is not installed; this is found before anything is computed.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> text = '''rocstats = "1"
    ... data.file = "study.csv"
    ... reference = {column = "ill", positive = 1, negative = 0, kind = "reference_standard"}
    ... tests = [{name = "CT", positive_scores = "high"}]
    ... report.profile = "appendix"
    ... '''
    >>> with TemporaryDirectory() as folder:
    ...     plan, data = Path(folder, "plan.toml"), Path(folder, "study.csv")
    ...     written = plan.write_text(text), data.write_text("ill,CT\\n1,5\\n1,3\\n1,4\\n0,4\\n0,1\\n0,2\\n")
    ...     done = run_plan(plan, Path(folder, "report"), formats=["md"])
    >>> sorted(file.name for file in done.files if file.suffix == ".json")
    ['results.json', 'run.json']
    """
    begun = time.monotonic()
    source, folder = checked_path(plan_path, PlanError), checked_path(out, PlanError).resolve()
    check_folder(folder)
    plan = load_plan(source)
    wanted = tuple(dict.fromkeys(formats if formats is not None else plan.report.formats))
    check_formats(wanted)
    with standing_by(wanted, files=FIGURES) as renderers:
        findings = findings_of(plan, source, progress, qualification=None if frozen else qualification)
        assert findings.provenance is not None
        files = files_of(findings, wanted, plan_files(source), progress, renderers=renderers)
    progress("folder")
    seconds = time.monotonic() - begun
    run = _run_record(findings.provenance, source, folder, command, None if frozen else seconds)
    written = write_folder(folder, files, run)
    return RunResult(folder=folder, files=tuple(written), findings=findings, provenance=findings.provenance)


def findings_of(
    plan: StudyPlan,
    plan_path: Path,
    progress: Progress = lambda step: None,
    *,
    data_folder: Path | None = None,
    qualification: QualificationRecord | None = None,
) -> Findings:
    """Compute what a plan asks for, and say where it comes from; the data are looked for beside the plan's file."""
    progress("data")
    investigation = open_investigation(plan, plan_path.parent if data_folder is None else data_folder)
    findings = investigate(investigation, progress=progress)
    digest = digest_of(plan_path.read_bytes())
    made = provenance_of(investigation, findings.table, digest, qualification)
    return replace(findings, provenance=made, edits=edits_since(plan_path))


def _run_record(made: Provenance, plan: Path, folder: Path, command: Sequence[str], seconds: float | None) -> bytes:
    """Write when and from where a run was made: the only thing about it that does not repeat."""
    now = made.stated_time or ("" if seconds is None else datetime.now(UTC).isoformat(timespec="seconds")[:19] + "Z")
    held = {
        "format": "rocstats run",
        "run_id": made.run_id,
        "time": now or None,
        "seconds": None if seconds is None else round(seconds, 1),
        "command": list(command),
        "plan": plan.name,
        "plan_folder": _relative(plan.resolve().parent, folder),
    }
    return (json.dumps(held, ensure_ascii=True, indent=1) + "\n").encode("ascii")


def _relative(place: Path, folder: Path) -> str:
    try:
        return Path(os.path.relpath(place, folder)).as_posix()
    except ValueError:
        # Another drive has no way to it from here.
        return place.as_posix()
