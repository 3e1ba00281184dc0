"""Verifying a folder of a run: its files, its results computed again, its report written again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from rocstats.analysis_results.differences import Difference, results_difference
from rocstats.analysis_results.digests import digest_of
from rocstats.analysis_results.manifest import faults_of, read_manifest
from rocstats.analysis_results.provenance import Provenance
from rocstats.analysis_results.record import Record
from rocstats.analysis_results.results_json import read_results
from rocstats.disk import speaking_of_files
from rocstats.errors import DataError, MissingExtraError
from rocstats.formatting import counted, printable
from rocstats.given import checked_path
from rocstats.investigation.findings import Findings
from rocstats.printing import Column, Grid, Result, Summary
from rocstats.study_plan.loading import load_plan
from rocstats.study_plan.study_plan import Format
from rocstats.study_report.rendering_apart import standing_by
from rocstats.study_report.run_files import (
    FIGURES,
    REPORT,
    Progress,
    check_formats,
    files_of,
    plan_files,
    record_of_findings,
)
from rocstats.study_report.run_folder import PLAN, RESULTS, RUN, strangers
from rocstats.study_report.running import findings_of

Verdict = Literal["as written", "same", "differs", "not compared"]
_SOFTWARE = ("rocstats", "build", "python", "platform", "blas", "packages", "stated_time")


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """One thing that was checked, and what came of it."""

    what: str
    verdict: Verdict
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification(Result):
    """What came of verifying a folder: a verdict for each thing, and the rows of results that differ."""

    folder: str
    checks: tuple[Checked, ...]
    differing: Difference | None = None

    @property
    def verified(self) -> bool:
        """Whether nothing differs."""
        return all(check.verdict != "differs" for check in self.checks)

    def summary(self) -> Summary:
        """Print the verdicts, and what differs."""
        columns = (Column("", "left"), Column("verdict", "left"))
        body: list[str | Grid] = [Grid(columns, tuple((check.what, check.verdict) for check in self.checks))]
        told = [f"{check.what}: {check.detail}" for check in self.checks if check.detail]
        body += ["", *told] if told else []
        if self.differing is not None and not self.differing.same:
            body += ["", *self.differing.summary().body]
        body += ["", "verified" if self.verified else "not verified"]
        return Summary("Verification of a run", (printable(self.folder),), tuple(body))

    def rows(self) -> list[dict[str, Any]]:
        """Return a row per thing that was checked."""
        return [{"what": one.what, "verdict": one.verdict, "detail": one.detail} for one in self.checks]


@speaking_of_files
def verify_run(
    folder: str | Path, *, data_folder: str | Path | None = None, progress: Progress = lambda step: None
) -> Verification:
    """Compute the results of a folder again from its plan and the data, and compare everything.

    Files are first held against the manifest. The results that are computed again must have the digest that stands in
    the folder; where it differs, rows are compared, and rows that all agree within one part in 1e9 count as the same,
    since a digest cannot bear a last bit at the edge of a rounding. The report is written again and compared to the
    byte if the same software runs on the same kind of platform; else this is said and no fault.

    Parameters
    ----------
    folder : str or path
        What ``run_plan`` wrote.
    data_folder : str or path, optional
        Where the data file is; the folder of the plan that was run unless stated.
    progress : callable
        Is told what comes next.

    Returns
    -------
    Verification
        A verdict for each thing that was checked; ``verified`` says whether nothing differs.

    Raises
    ------
    DataError
        If the folder is none of a run, its results cannot be read, or the data are not there.

    Examples
    --------
    >>> from rocstats import run_plan
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
    ...     found = verify_run(done.folder)
    >>> found.verified
    True
    """
    place = checked_path(folder)
    progress("files")
    stated = read_manifest(place)
    record = read_results(place / RESULTS)
    checks = [_files(place, stated), _results(record), _plan(place, record)]
    plan = load_plan(place / PLAN)
    # The report is written again as it was, so it quotes what it quoted: a qualification that was run since is no
    # part of this run.
    quoted = None if record.provenance is None else record.provenance.qualification
    folder_of_data = _data_folder(place, data_folder)
    findings = findings_of(plan, place / PLAN, progress, data_folder=folder_of_data, qualification=quoted)
    checks.append(_data(findings, record))
    again, differing = _again(findings, record)
    checks += [again, _report(place, findings, record, stated, progress)]
    return Verification(folder=str(place), checks=tuple(checks), differing=differing)


def _files(place: Path, stated: dict[str, str]) -> Checked:
    faults = [f"{printable(name)} {fault}" for name, fault in faults_of(place, stated)]
    faults += [f"{printable(name)} was added" for name in strangers(place, stated)]
    if faults:
        return Checked(what="files", verdict="differs", detail=_some(faults))
    return Checked(what="files", verdict="as written", detail=f"{counted(len(stated), 'file')} as in the manifest")


def _results(record: Record) -> Checked:
    if record.intact:
        return Checked(what="rows of the results", verdict="as written")
    return Checked(
        what="rows of the results",
        verdict="differs",
        detail="they have another digest than the one that was taken of them when they were written",
    )


def _plan(place: Path, record: Record) -> Checked:
    made = record.provenance
    try:
        text = (place / PLAN).read_bytes()
    except OSError:
        raise DataError(
            f'"{printable(place)}" has no {PLAN} that can be read, so its results cannot be computed again.'
        ) from None
    if made is not None and digest_of(text) == made.plan_sha256:
        return Checked(what="plan", verdict="as written")
    return Checked(what="plan", verdict="differs", detail=f"{PLAN} is not the plan of which the results were computed")


def _data(findings: Findings, record: Record) -> Checked:
    now, then = findings.provenance, record.provenance
    assert now is not None
    if then is None or now.content_sha256 != then.content_sha256:
        return Checked(
            what="data", verdict="differs", detail="the columns used hold other values than those of the run"
        )
    files = [None if one.source is None else one.source.sha256 for one in (now, then)]
    same = files[0] == files[1]
    return Checked(
        what="data",
        verdict="same",
        detail="" if same else "the file is another one, with the same values in the columns used",
    )


def _again(findings: Findings, record: Record) -> tuple[Checked, Difference | None]:
    what = "results, computed again"
    now, then = findings.provenance, record.provenance
    assert now is not None
    if then is not None and now.results_digest == then.results_digest:
        return Checked(what=what, verdict="same"), None
    found = results_difference(record, record_of_findings(findings))
    beyond = found.of("added", "removed", "value", "about")
    if not beyond:
        detail = "the digests differ, and every value agrees within one part in 1e9"
        return Checked(what=what, verdict="same", detail=detail), None
    detail = _some([f"{one.id} ({one.change})" for one in beyond])
    return Checked(what=what, verdict="differs", detail=detail), found


def _report(place: Path, findings: Findings, record: Record, stated: dict[str, str], progress: Progress) -> Checked:
    what = "files, written again"
    other = list(_other_software(findings.provenance, record.provenance))
    if other:
        return Checked(what=what, verdict="not compared", detail=f"other {', '.join(other)} than in the run")
    formats: Sequence[Format] = [one for one in get_args(Format) if f"{REPORT}.{one}" in stated]
    try:
        check_formats(formats)
    except MissingExtraError as error:
        return Checked(what=what, verdict="not compared", detail=str(error))
    with standing_by(formats, files=FIGURES) as renderers:
        files = files_of(findings, formats, plan_files(place / PLAN), progress, renderers=renderers)
    digests = {name: digest_of(content) for name, content in files.items()}
    changed = sorted(name for name in {*digests, *stated} if digests.get(name) != stated.get(name))
    if changed:
        return Checked(what=what, verdict="differs", detail=_some([printable(name) for name in changed]))
    return Checked(what=what, verdict="same")


def _other_software(now: Provenance | None, then: Provenance | None) -> Iterator[str]:
    """Say in what, beside the data, the bytes of the files may differ."""
    if now is None or then is None:
        yield "origin"
        return
    yield from (name.replace("_", " ") for name in _SOFTWARE if getattr(now, name) != getattr(then, name))
    if now.source != then.source:
        yield "data file"


def _data_folder(place: Path, stated: str | Path | None) -> Path:
    """Say where the data are: where it was said, where the run had them, or above the folder."""
    if stated is not None:
        return Path(stated)
    try:
        held = json.loads((place / RUN).read_text(encoding="utf-8"))
        return place / str(held["plan_folder"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return place.resolve().parent


def _some(names: Sequence[str], most: int = 5) -> str:
    shown = ", ".join(names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"
