"""Performance qualification (PQ): does a plan of the user's own give the results that the user accepted?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from rocstats.analysis_results.differences import Changed, Difference, results_difference
from rocstats.analysis_results.digests import digest_of
from rocstats.analysis_results.printed_numbers import AS_PRINTED
from rocstats.analysis_results.record import Record
from rocstats.analysis_results.results_json import read_results
from rocstats.errors import DataError, RocstatsError
from rocstats.formatting import counted, plain, printable
from rocstats.given import checked_path
from rocstats.qualification_report.item import Item, Verdict, with_own_ids
from rocstats.study_report.run_folder import PLAN, RESULTS
from rocstats.study_report.running import run_plan

_REQUIREMENT = ("PQ-01",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Performance:
    """What the performance qualification found: its lines, and the names of the plans that were run."""

    items: tuple[Item, ...]
    plans: tuple[str, ...]


def qualify_performance(folder: str | Path, progress: Callable[[str], None] = lambda step: None) -> Performance:
    """Run every plan of a folder, and compare its results with the accepted ones.

    Parameters
    ----------
    folder : path
        Holds ``plan.toml``, the data that it names and the accepted ``results.json``, itself or in folders of its own.
    progress : callable
        Is told what comes next.

    Raises
    ------
    DataError
        If there is no plan, or one without accepted results.
    """
    places = _places(checked_path(folder))
    items: list[Item] = []
    for place in places:
        progress(place.name)
        items += _of_plan(place, place.resolve().name)
    return Performance(items=with_own_ids(items), plans=tuple(place.resolve().name for place in places))


def _places(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise DataError(f'there is no folder "{printable(folder)}".')
    found = [one for one in (folder, *sorted(folder.iterdir())) if (one / PLAN).is_file()]
    if not found:
        raise DataError(
            f'neither "{printable(folder)}" nor a folder in it holds a {PLAN}; each plan lies in a folder with its '
            f"data and the accepted {RESULTS}."
        )
    for place in found:
        if not (place / RESULTS).is_file():
            raise DataError(
                f'"{printable(place)}" holds a {PLAN} and no {RESULTS}: run the plan once, accept its results, and put '
                "them beside it."
            )
    return found


def _of_plan(place: Path, name: str) -> Iterator[Item]:
    accepted = read_results(place / RESULTS)
    yield _same(name, "plan", "The plan of the accepted results", _plan_then(accepted), digest_of_plan(place))
    yield _intact(name, accepted)
    try:
        with TemporaryDirectory() as folder:
            done = run_plan(place / PLAN, Path(folder, "run"), formats=("html",), frozen=True)
            obtained = read_results(done.folder / RESULTS)
    except Exception as problem:  # noqa: BLE001  software that breaks has failed, whatever broke it
        said = str(problem) if isinstance(problem, RocstatsError) else f"{type(problem).__name__}: {problem}"
        yield _line(name, "run", "The run of the plan", "results and a report", printable(said), "failed")
        return
    yield _line(name, "run", "The run of the plan", "results and a report", "results and a report", "passed")
    yield _same(name, "data", "The data of the accepted results", _data_of(accepted), _data_of(obtained))
    printed = {row.id for record in (accepted, obtained) for row in record.table if row.label == AS_PRINTED}
    yield from _compared(name, results_difference(accepted, obtained), printed)


def digest_of_plan(place: Path) -> str:
    """Give the SHA-256 of the plan in a folder."""
    return digest_of((place / PLAN).read_bytes())


def _plan_then(record: Record) -> str:
    return "" if record.provenance is None else record.provenance.plan_sha256


def _data_of(record: Record) -> str:
    return "" if record.provenance is None else record.provenance.content_sha256


def _same(name: str, slug: str, what: str, then: str, now: str) -> Item:
    held = bool(then) and then == now
    return _line(
        name,
        slug,
        what,
        f"SHA-256 {then}" if then else "a stated SHA-256",
        f"SHA-256 {now}",
        "passed" if held else "failed",
    )


def _intact(name: str, accepted: Record) -> Item:
    return _line(
        name,
        "accepted",
        "The accepted results",
        "as they were written",
        "as they were written" if accepted.intact else "changed since: they have another digest than the stated one",
        "passed" if accepted.intact else "failed",
    )


def _compared(name: str, found: Difference, printed: Set[str]) -> Iterator[Item]:
    """Say how many results agree, and each that does not; other words, and numbers in them, are told, no failure."""
    differing = found.of("plan", "added", "removed", "value", "about")
    beyond = [one for one in differing if one.id not in printed]
    within = found.tolerances
    yield _line(
        name,
        "results",
        "The results",
        f"{counted(found.n_old, 'accepted row')}, values within {plain(within.absolute)} or {plain(within.relative)} "
        "of the larger",
        f"{counted(found.n_new, 'row')}, {counted(len(beyond), 'difference')}",
        "failed" if beyond else "passed",
    )
    for one in differing:
        verdict: Verdict = "information" if one.id in printed else "failed"
        what = f"{one.change}: {one.id}" + (", a number within words" if one.id in printed else "")
        yield _line(name, f"results/{one.id}", what, _told(one, one.old), _told(one, one.new), verdict)
    if words := found.of("words"):
        told = f"{counted(len(words), 'label or warning', 'labels or warnings')} of another wording"
        yield _line(name, "words", "The words of the results", "", told, "information")


def _told(one: Changed, value: object) -> str:
    text = "none" if value is None else repr(value) if isinstance(value, float) else printable(value)
    return text if one.change in ("value", "added", "removed", "plan") else f"{one.what}: {text}"


def _line(name: str, slug: str, what: str, expected: str, found: str, verdict: Verdict = "failed") -> Item:
    return Item(
        id=f"PQ/{printable(name)}/{slug}",
        part="PQ",
        group=printable(name),
        what=what,
        expected=expected,
        found=found,
        verdict=verdict,
        requirement=_REQUIREMENT,
    )
