"""Agreement of each test with a comparator beyond chance: kappa, with the two margins that it depends on."""

from __future__ import annotations

from rocstats.analysis_results.recorder import Recorder
from rocstats.analysis_results.row import About
from rocstats.data.counts import Counts
from rocstats.inference.accuracy_result import Measure
from rocstats.inference.agreement import cohen_kappa
from rocstats.investigation.accuracy_results import TestTable, tables_of
from rocstats.investigation.investigation import Investigation
from rocstats.printing import Note

_CASE_CONTROL = Note(
    "case-control",
    "a case-control design fixes how many are positive by the comparator, and kappa depends on that share.",
)
_NOBODY = Note("nobody", "nobody with a known result of the comparator has a result that counts.")
_CLUSTERS = Note("clusters", "records of a cluster are not independent, and the standard error takes them so.")


def record_agreement(investigation: Investigation, recorder: Recorder) -> None:
    """Take kappa and both margins of each table down, if the plan has a comparator that is no reference standard."""
    if not investigation.plan.agreement:
        return
    for table in tables_of(investigation):
        _record_kappa(investigation, recorder, table)
        _record_margins(investigation, recorder, table)


def _record_kappa(investigation: Investigation, recorder: Recorder, table: TestTable) -> None:
    where = f"agree.{table.test.key}.kappa"
    about = _about(investigation, table, "Cohen's kappa")
    counts = table.counts
    if counts is None or counts.design == "case-control":
        why = _NOBODY if counts is None else _CASE_CONTROL
        for stat in ("estimate", "conf-low", "conf-high"):
            recorder.add(where, stat, None, "area", about, warning=why.text)
        return
    found = cohen_kappa([[counts.tp, counts.fp], [counts.fn, counts.tn]], level=investigation.plan.intervals.level)
    alone = investigation.plan.data.cluster == ""
    if alone:
        recorder.output(where, f"Kappa: {table.test.name}", found)
    measure = Measure(
        name="kappa",
        label="kappa",
        successes=None,
        total=None,
        estimate=found.estimate,
        interval=found.interval if alone else None,
        method=found.method if alone and found.interval is not None else None,
    )
    recorder.measure(where, measure, "area", about, notes=found.notes if alone else (_CLUSTERS,))
    if alone and found.standard_error is not None:
        recorder.add(where, "std-error", found.standard_error, "error", about)


def _record_margins(investigation: Investigation, recorder: Recorder, table: TestTable) -> None:
    """Take down how often the test and how often the comparator is positive."""
    counts = table.counts
    if counts is None or counts.design == "case-control":
        return
    for part, label, n in _margins(counts):
        about = _about(investigation, table, label)
        where = f"agree.{table.test.key}.{part}"
        recorder.fraction(where, n, counts.total, about)
        recorder.add(where, "estimate", n / counts.total, "percent", about)


def _margins(counts: Counts) -> tuple[tuple[str, str, int], ...]:
    return (
        ("test-positive", "Positive by the test", counts.n_positive),
        ("comparator-positive", "Positive by the comparator", counts.n_cases),
    )


def _about(investigation: Investigation, table: TestTable, label: str) -> About:
    return About(
        label=f"{label}, {table.test.name}",
        population=investigation.primary,
        test=table.test.name,
        comparator=investigation.plan.reference.name,
        purpose="secondary",
        level=investigation.plan.intervals.level,
    )
