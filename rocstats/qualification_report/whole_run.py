"""A plan run whole, as part of the operational qualification: its results, its report, its second run.

The plan is the worked example that comes with the kit. What it shows no reference case can: that plan, data, results
and report hang together on this installation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from tempfile import TemporaryDirectory

from rocstats.analysis_results.differences import results_difference
from rocstats.analysis_results.printed_numbers import AS_PRINTED
from rocstats.analysis_results.record import Record
from rocstats.analysis_results.results_json import read_results
from rocstats.analysis_results.results_table import ResultsTable
from rocstats.formatting import counted, listed
from rocstats.qualification.cases import cases_directory
from rocstats.qualification_report.item import Item
from rocstats.study_plan.loading import load_plan
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_report.linter import lint
from rocstats.study_report.run_folder import PLAN, RESULTS
from rocstats.study_report.running import run_plan
from rocstats.study_report.verifying import Verification, verify_run

_EXAMPLE = Path("pq", "ovarian")
_NUMBER = re.compile(r'data-ard="([^"]+)"[^>]*>([^<]+)<')
_NUMERAL = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_SHOWN = 12
_MOST = 5
# The rule by which a proportion has its counts and an interval.
_LACKING = "R01"


def whole_run_items() -> tuple[Item, ...]:
    """Run the example, and run it again; an error of any kind is a failure."""
    place = cases_directory().parent / _EXAMPLE
    try:
        with TemporaryDirectory() as folder:
            done = run_plan(place / PLAN, Path(folder, "run"), formats=("html",), frozen=True)
            record = read_results(done.folder / RESULTS)
            page = (done.folder / "report.html").read_text(encoding="utf-8")
            again = verify_run(done.folder, data_folder=place)
        lines = list(_items(read_results(place / RESULTS), record, page, again))
        return (*lines, _lint(load_plan(place / PLAN), record.table))
    except Exception as problem:  # noqa: BLE001  software that breaks has failed, whatever broke it
        found = f"{type(problem).__name__}: {problem}"
        return (_line("RUN", "The worked example is run whole", "results and a report", found, False, ("PLAN-02",)),)


def _items(accepted: Record, record: Record, page: str, again: Verification) -> Iterator[Item]:
    changed = _changed(accepted, record)
    yield _line(
        "RUN-RESULTS",
        "The worked example gives its accepted results",
        "no difference",
        f"{counted(len(changed), 'difference')}: {_some(changed)}" if changed else "no difference",
        not changed,
        ("PLAN-02", "RESULTS-02"),
    )
    wrong, right = _numbers(page, record)
    yield _line(
        "RUN-NUMBERS",
        "Each number of the report is that of its row of results, rounded half up",
        "no other number",
        f"{counted(right, 'number')} as the rows have them" + (f"; not {_some(wrong)}" if wrong else ""),
        right > 0 and not wrong,
        ("REPORT-01",),
    )
    absent = [name for name, text in _made_by(record).items() if text not in page]
    yield _line(
        "RUN-ORIGIN",
        "The report says what made it",
        listed(tuple(_made_by(record))),
        f"without {listed(absent)}" if absent else listed(tuple(_made_by(record))),
        not absent,
        ("REPORT-02",),
    )
    differing = [f"{one.what}: {one.detail}" for one in again.checks if one.verdict not in ("as written", "same")]
    yield _line(
        "RUN-AGAIN",
        "A second run gives the same digest of results and the same files",
        "the same",
        _some(differing) if differing else "the same",
        not differing,
        ("DETERMINISM-03", "RESULTS-02"),
    )


def _lint(plan: StudyPlan, table: ResultsTable) -> Item:
    """Take a limit out of the results: the rule that wants intervals names it, and does not object without."""
    limit = next(row.id for row in table if row.analysis.startswith("acc.") and row.stat == "conf-low")
    without = ResultsTable([row for row in table if row.id != limit])
    named = [_LACKING in [one.rule.id for one in lint(plan, held)] for held in (table, without)]
    words = ("nothing is said", "it is named")
    return _line(
        "RUN-LINT",
        f"Rule {_LACKING} of the linter names a proportion from whose interval a limit was taken, and nothing before",
        f"with it {words[0]}, without it {words[1]}",
        f"with it {words[named[0]]}, without it {words[named[1]]}",
        named == [False, True],
        ("LINTER-01",),
    )


def _changed(accepted: Record, record: Record) -> list[str]:
    """Name the results that differ, but for numbers that stand in words alone."""
    printed = {row.id for one in (accepted, record) for row in one.table if row.label == AS_PRINTED}
    found = results_difference(accepted, record).of("plan", "added", "removed", "value", "about")
    return [one.id for one in found if one.id not in printed]


def _numbers(page: str, record: Record) -> tuple[list[str], int]:
    """Read every number of a page that names its row: those that are not the row's, and how many are."""
    wrong, right = [], 0
    for identity, written in _NUMBER.findall(page):
        text = written.strip().replace("\u2212", "-")
        if not _NUMERAL.fullmatch(text):
            continue
        value = record.table.value(identity) if identity in record.table else None
        if isinstance(value, int | float) and _is_rounded(Decimal(text), Decimal(repr(value))):
            right += 1
        else:
            wrong.append(f"{written} for {identity}")
    return wrong, right


def _is_rounded(text: Decimal, value: Decimal) -> bool:
    """Whether a numeral is a value, or a share in percent, rounded to its decimals; a difference may be turned."""
    return any((abs(value) * unit).quantize(text, ROUND_HALF_UP) == abs(text) for unit in (1, 100))


def _made_by(record: Record) -> dict[str, str]:
    made = record.provenance
    assert made is not None
    digests = {"plan": made.plan_sha256, "results": made.results_digest}
    if made.source is not None:
        digests["data"] = made.source.sha256
    return {"run": made.run_id, "version": made.rocstats, **{name: text[:_SHOWN] for name, text in digests.items()}}


def _some(names: list[str]) -> str:
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    return ", ".join(names[:_MOST]) + more


def _line(word: str, what: str, expected: str, found: str, passed: bool, requirement: tuple[str, ...]) -> Item:
    return Item(
        id=f"OQ/{word}",
        part="OQ",
        group="Run of a plan",
        what=what,
        expected=expected,
        found=found,
        verdict="passed" if passed else "failed",
        requirement=requirement,
    )
