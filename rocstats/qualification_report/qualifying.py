"""Qualifying an installation: the parts that were asked for, and a folder with the evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from rocstats.analysis_results.digests import digest_of
from rocstats.analysis_results.environment import environment_here
from rocstats.disk import speaking_of_files
from rocstats.document.rendering import render_bytes
from rocstats.errors import MethodError, PlanError
from rocstats.given import checked_path, need_flag
from rocstats.investigation.provenance_facts import stated_time
from rocstats.qualification_report.deviations import load_deviations
from rocstats.qualification_report.installation import qualify_installation
from rocstats.qualification_report.item import accepted
from rocstats.qualification_report.kept_record import kept_folder
from rocstats.qualification_report.operation import qualify_operation
from rocstats.qualification_report.outcome_files import environment_json, iq_json, lock_file, oq_json, pq_json
from rocstats.qualification_report.performance import qualify_performance
from rocstats.qualification_report.qualification import Qualification
from rocstats.qualification_report.qualification_folder import ENVIRONMENT, check_folder, write_folder
from rocstats.qualification_report.signature_page import signature_page
from rocstats.qualification_report.summary_page import summary_page
from rocstats.qualification_report.traceability import rtm_csv

Progress = Callable[[str], None]


@speaking_of_files
def qualify(
    *,
    iq: bool = False,
    oq: bool = False,
    pq: str | Path | None = None,
    out: str | Path | None = None,
    cases: str | Path | None = None,
    reference: str | Path | None = None,
    deviations: str | Path | None = None,
    quick: bool = False,
    command: Sequence[str] = (),
    progress: Progress = lambda step: None,
) -> Qualification:
    """Qualify this installation, and write the evidence into a folder.

    It needs no network and no test runner. What passed says that this installation, on this machine, gives the numbers
    and keeps to the conduct that the kit states; it does not say that a method suits a study, and it does not take the
    place of an organisation's own procedure.

    Parameters
    ----------
    iq : bool
        Installation qualification: files against the wheel's RECORD, dependencies, platform, fonts, extras.
    oq : bool
        Operational qualification: every reference case, and checks of errors, invariances, degenerate data and
        repeated runs.
    pq : path, optional
        Performance qualification: a folder with a plan, its data and the results that were accepted, or with several
        such folders.
    out : path, optional
        The folder to write. The folder above it must exist. One that a qualification wrote, and nobody changed, is
        replaced; any other is not.
    cases : path, optional
        Another folder of cases than the one that comes with rocstats.
    reference : path, optional
        A folder whose ``data`` holds files of other packages that some cases need.
    deviations : path, optional
        A file of ``[[deviation]]`` tables (id, item, justification, who, date): failures that are accepted.
    quick : bool
        Leave out the checks that take long.
    command : sequence of str
        The words of the command line, for the record.
    progress : callable
        Is told what comes next.

    Returns
    -------
    Qualification
        Every line with what was expected and found; ``verdict`` and ``passed``.

    Raises
    ------
    MethodError
        If nothing is asked for.
    DataError
        If cases, plans, accepted results or deviations are missing or malformed.
    PlanError
        If the folder cannot stand where it is to.

    Examples
    --------
    >>> from rocstats import qualify
    >>> from tempfile import TemporaryDirectory
    >>> from pathlib import Path
    >>> case = '''id = "by-hand"
    ... title = "Two cases and two controls"
    ... source = "Worked by hand"
    ... kind = "by hand"
    ... requirement = ["OUR-01"]
    ... data = {truth = [1, 1, 0, 0], scores = [3, 1, 2, 0]}
    ... expected = {auc = "3/4"}
    ... '''
    >>> with TemporaryDirectory() as folder:
    ...     written = Path(folder, "by-hand.toml").write_text(case)
    ...     found = qualify(oq=True, cases=folder)
    >>> found.verdict
    'passed'
    """
    for name, flag in (("iq", iq), ("oq", oq), ("quick", quick)):
        need_flag(flag, name)
    if not (iq or oq or pq is not None):
        raise MethodError("nothing is asked for; choose iq=True, oq=True or a folder for pq=.")
    folder = None if out is None else checked_path(out, PlanError).resolve()
    if folder is not None:
        check_folder(folder)
    stated = () if deviations is None else load_deviations(deviations)
    accepting = {one.item: one.id for one in stated}
    found = Qualification(environment=environment_here(), time=_time(), command=tuple(command), deviations=stated)
    if iq:
        progress("installation")
        installation = qualify_installation(folder, kept_folder())
        found = replace(found, iq=replace(installation, items=accepted(installation.items, accepting)))
    if oq:
        operation = qualify_operation(cases, reference, quick=quick, progress=progress)
        found = replace(found, oq=replace(operation, items=accepted(operation.items, accepting)))
    if pq is not None:
        performance = qualify_performance(pq, progress)
        found = replace(found, pq=replace(performance, items=accepted(performance.items, accepting)))
    if folder is not None:
        progress("folder")
        write_folder(folder, files_of(found))
    return found


def files_of(found: Qualification) -> dict[str, bytes]:
    """Write everything that a qualification leaves: name in the folder to content."""
    files = {
        ENVIRONMENT: environment_json(found).encode("ascii"),
        "requirements.lock": lock_file(found).encode("ascii"),
        "rtm.csv": rtm_csv(found).encode("utf-8"),
        "summary.html": render_bytes(summary_page(found), "html"),
    }
    for part, name, written in (("IQ", "iq", iq_json), ("OQ", "oq", oq_json), ("PQ", "pq", pq_json)):
        if part in found.parts:
            files[f"{name}.json"] = written(found).encode("ascii")
    # Who signs, signs for these files.
    signed = {name: digest_of(content) for name, content in sorted(files.items())}
    files["signature.html"] = render_bytes(signature_page(found, signed), "html")
    return dict(sorted(files.items()))


def _time() -> str:
    """Give the time in UTC, once: the one that is stated, or now."""
    return stated_time() or datetime.now(UTC).isoformat(timespec="seconds")[:19] + "Z"
