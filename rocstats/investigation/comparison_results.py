"""Differences between tests on the same participants.

Every pair of tests is compared on those with a known truth whom both of them call, areas on those who have a score of
both. P-values are of McNemar's asymptotic test, which is the score test that Tango's interval inverts; where fewer than
five pairs disagree, the exact one stands beside. Within one measure they are adjusted by Holm's method for the number
of pairs of tests.

References: [mcnemar1947], [tango1998], [delong1988], [holm1979]
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from rocstats.analysis_results.reasons import reasons
from rocstats.analysis_results.recorder import Recorder
from rocstats.analysis_results.row import About, Kind
from rocstats.data.paired_counts import PairedCounts, PairedTable
from rocstats.errors import DataError, FitError, MethodError
from rocstats.inference.areas import compare_auc
from rocstats.inference.compared_accuracies import compare_accuracy
from rocstats.inference.compared_measure import ComparedMeasure
from rocstats.inference.contrasts import contrast_auc
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.investigation import Investigation
from rocstats.investigation.planned_methods import planned_method
from rocstats.methods.mcnemar import McNemar
from rocstats.methods.multiplicity import adjust_pvalues
from rocstats.results import Card

FEW_DISCORDANT = 5
_CELLS = (
    ("both-positive", "n11", "Both positive"),
    ("first-only", "n10", "First only positive"),
    ("second-only", "n01", "Second only positive"),
    ("both-negative", "n00", "Both negative"),
    ("first-positive", "first", "First positive"),
    ("second-positive", "second", "Second positive"),
    ("discordant", "discordant", "Discordant"),
    ("total", "total", "N"),
)
_MEASURES = ("sensitivity", "specificity")
_WORDS = {
    "sensitivity": ("sensitivity", "positive percent agreement"),
    "specificity": ("specificity", "negative percent agreement"),
    "auc": ("AUC", "AUC"),
}
_CLUSTERS = (
    "these participants come in clusters, and a comparison of paired counts takes them as independent; its interval "
    "would be too short."
)

_NOBODY = "there is nobody to compare the tests in."


@dataclass(slots=True)
class _Family:
    """The p-values of one measure over all pairs of tests, with where they stand."""

    entries: list[tuple[str, About, float | None, str]]

    def take(self, analysis: str, about: About, pvalue: float | None, why: str = "") -> None:
        """Add the p-value of one pair of tests."""
        self.entries.append((analysis, about, pvalue, why))

    def record(self, recorder: Recorder) -> None:
        """Take the adjusted p-values down, where there is more than one pair of tests."""
        if len(self.entries) < 2:
            return
        adjusted = adjust_pvalues([pvalue for _, _, pvalue, _ in self.entries], "holm")
        for (analysis, about, _, why), pvalue in zip(self.entries, adjusted, strict=True):
            label = "p-value adjusted by Holm's method"
            recorder.add(analysis, "p-adjusted", pvalue, "p", about, label=label, warning=_if(pvalue, why))


def record_comparisons(investigation: Investigation, recorder: Recorder) -> None:
    """Take down every pair of tests against each other, and the joint test of more than two areas."""
    families = {measure: _Family([]) for measure in _WORDS}
    for first, second in investigation.pairs():
        if first.test.cutoff is not None and second.test.cutoff is not None:
            _record_counts(investigation, recorder, first, second, families)
        if not first.part.has_calls and not second.part.has_calls:
            _record_areas(investigation, recorder, first, second, families["auc"])
    for family in families.values():
        family.record(recorder)
    scored = [test for test in investigation.tests if not test.part.has_calls]
    if len(scored) > 2:
        _record_joint_test(investigation, recorder, scored)


def _record_counts(
    investigation: Investigation,
    recorder: Recorder,
    first: TestColumn,
    second: TestColumn,
    families: dict[str, _Family],
) -> None:
    """Cross two tests with each other, and compare them in sensitivity and specificity."""
    plan, pair = investigation.plan, f"{first.key}-{second.key}"
    try:
        pairs = investigation.paired_counts(first.name, second.name)
    except DataError as error:
        for measure in _MEASURES:
            about = _about(investigation, first, second, measure)
            _record_nothing(recorder, f"diff-{measure}.{pair}", about, "points", str(error))
            families[measure].take(f"diff-{measure}.{pair}", about, None, str(error))
        return
    _record_discordance(investigation, recorder, pairs, first, second)
    if plan.data.cluster:
        for measure in _MEASURES:
            about = _about(investigation, first, second, measure)
            _record_nothing(recorder, f"diff-{measure}.{pair}", about, "points", _CLUSTERS)
            families[measure].take(f"diff-{measure}.{pair}", about, None, _CLUSTERS)
        return
    method = planned_method(plan, plan.intervals.paired_proportions)
    few = any(table.discordant < FEW_DISCORDANT for table in (pairs.cases, pairs.controls))
    exact = McNemar("exact") if few and getattr(method, "has_test", False) else None
    found = compare_accuracy(pairs, method=method, test=exact, level=plan.intervals.level)
    recorder.output(f"diff-sensitivity.{pair}", f"{first.name} against {second.name} at their thresholds", found)
    why = reasons(found.notes, "")
    for measure, table in (("sensitivity", pairs.cases), ("specificity", pairs.controls.negatives)):
        analysis, about = f"diff-{measure}.{pair}", _about(investigation, first, second, measure)
        one: ComparedMeasure = getattr(found, measure)
        _record_difference(recorder, analysis, one, table, about, why)
        pvalue = _record_mcnemar(recorder, analysis, one, table, about, method.card)
        families[measure].take(analysis, about, pvalue, why or _NOBODY)


def _record_discordance(
    investigation: Investigation, recorder: Recorder, pairs: PairedCounts, first: TestColumn, second: TestColumn
) -> None:
    about = About(
        label=f"{first.name} crossed with {second.name}",
        population=investigation.primary,
        test=first.name,
        comparator=second.name,
        purpose="secondary",
    )
    for group in ("cases", "controls"):
        table: PairedTable = getattr(pairs, group)
        where = f"discordance.{first.key}-{second.key}.{group}"
        for stat, cell, label in _CELLS:
            recorder.add(where, stat, getattr(table, cell), "count", about, label=label)
        for stat, positive in (("first-negative", table.first), ("second-negative", table.second)):
            label = stat.replace("-", " ").capitalize()
            recorder.add(where, stat, table.total - positive, "count", about, label=label)


def _record_difference(
    recorder: Recorder, analysis: str, one: ComparedMeasure, table: PairedTable, about: About, why: str
) -> None:
    """Take both proportions with their counts down, the difference and its limits."""
    told = _told(about, one.method, None if one.interval is None else one.interval.level)
    lacking = why or _NOBODY
    recorder.add(analysis, "total", table.total, "count", told)
    for stat, count, value, label in (
        ("1", table.first, one.first, "First test"),
        ("2", table.second, one.second, "Second test"),
    ):
        recorder.add(analysis, f"n{stat}", count, "count", told, label=label)
        recorder.add(analysis, f"estimate{stat}", value, "percent", told, label=label, warning=_if(value, lacking))
    recorder.add(analysis, "estimate", one.estimate, "points", told, warning=_if(one.estimate, lacking))
    for stat, limit in (
        ("conf-low", None if one.interval is None else one.interval.low),
        ("conf-high", None if one.interval is None else one.interval.high),
    ):
        recorder.add(analysis, stat, limit, "points", told, warning=_if(limit, lacking))


def _record_mcnemar(
    recorder: Recorder, analysis: str, one: ComparedMeasure, table: PairedTable, about: About, card: Card
) -> float | None:
    """Take the test of no difference down, with the exact one where few pairs disagree; give its p-value.

    It is the method's own test where it has one, so that test and interval agree, and McNemar's elsewhere.
    """
    asymptotic = McNemar()
    own = one.pvalue is not None and card.id != "tango"
    pvalue = one.pvalue if own else asymptotic.pvalue(table) if table.total else None
    told = _told(about, card if own else asymptotic.card, None, alternative="two-sided")
    if pvalue is not None:
        z = None if own else asymptotic.statistic(table)
        if z is not None:
            recorder.add(analysis, "statistic", z, "statistic", told, label="z")
        recorder.add(analysis, "p-value", pvalue, "p", told)
    else:
        for stat, kind in (("statistic", "statistic"), ("p-value", "p")):
            recorder.add(analysis, stat, None, kind, told, warning=_NOBODY)  # type: ignore[arg-type]
    if table.total and table.discordant < FEW_DISCORDANT:
        exact = McNemar("exact")
        told = _told(about, exact.card, None, alternative="two-sided")
        recorder.add(analysis, "p-exact", exact.pvalue(table), "p", told, label="Exact p-value")
    return pvalue


def _record_areas(
    investigation: Investigation, recorder: Recorder, first: TestColumn, second: TestColumn, family: _Family
) -> None:
    plan, analysis = investigation.plan, f"diff-auc.{first.key}-{second.key}"
    about = _about(investigation, first, second, "auc")
    method = planned_method(plan, plan.intervals.difference)

    def ask() -> Any:
        sample = investigation.sample(first.name, second.name)
        return compare_auc(sample, method=method, level=plan.intervals.level)

    found, why = _answer(ask)
    if found is None:
        _record_nothing(recorder, analysis, about, "area", why)
        family.take(analysis, about, None, why)
        return
    recorder.output(analysis, f"Areas of {first.name} against {second.name}", found)
    for stat, value in zip(("estimate1", "estimate2"), found.values, strict=True):
        test = first if stat == "estimate1" else second
        recorder.add(analysis, stat, value, "area", _told(about, found.method, None), label=f"AUC of {test.name}")
    recorder.inferred(analysis, found, "area", about)
    people = found.subjects[0]
    for stat, size in (("n-cases", people.n_cases), ("n-controls", people.n_controls), ("total", people.total)):
        recorder.add(analysis, stat, size, "count", about)
    said = reasons(found.notes, "the method has no test.")
    if found.pvalue is None:
        told = _told(about, found.method, None)
        if found.seed is None:
            recorder.add(analysis, "statistic", None, "statistic", told, label="z", warning=said)
        recorder.add(analysis, "p-value", None, "p", told, warning=said)
    family.take(analysis, about, found.pvalue, said)


def _record_joint_test(investigation: Investigation, recorder: Recorder, scored: list[TestColumn]) -> None:
    about = About(
        label="Equality of all areas", population=investigation.primary, purpose="secondary", alternative="two-sided"
    )
    found, why = _answer(
        lambda: contrast_auc(
            investigation.sample(*(test.name for test in scored)), level=investigation.plan.intervals.level
        )
    )
    if found is None:
        recorder.add("contrast.all", "p-value", None, "p", about, warning=why)
        return
    recorder.output("contrast.all", "Equality of all areas", found)
    told = _told(about, found.method, None, alternative="two-sided")
    said = reasons(found.notes, "the data cannot give it.")
    for test, area in zip(scored, found.areas, strict=True):
        alone = replace(about, label=f"AUC of {test.name} on participants with every score", test=test.name)
        recorder.add(f"contrast.{test.key}", "estimate", area, "area", alone)
    recorder.add("contrast.all", "n-tests", len(scored), "count", told, label="Tests")
    recorder.add("contrast.all", "n-cases", found.subjects.n_cases, "count", told)
    recorder.add("contrast.all", "n-controls", found.subjects.n_controls, "count", told)
    if found.statistic is not None:
        recorder.add("contrast.all", "statistic", found.statistic, "statistic", told, label="Chi-squared")
        recorder.add("contrast.all", "df", found.df, "df", told)
    recorder.add("contrast.all", "p-value", found.pvalue, "p", told, warning=_if(found.pvalue, said))


def _answer(ask: Callable[[], Any]) -> tuple[Any, str]:
    """Ask, and give the answer, or what was said in place of one."""
    try:
        return ask(), ""
    except (DataError, MethodError, FitError) as error:
        return None, str(error)


def _record_nothing(recorder: Recorder, analysis: str, about: About, kind: Kind, why: str) -> None:
    for stat, of in (
        ("estimate", kind),
        ("conf-low", kind),
        ("conf-high", kind),
        ("statistic", "statistic"),
        ("p-value", "p"),
    ):
        recorder.add(analysis, stat, None, of, about, warning=why)


def _about(investigation: Investigation, first: TestColumn, second: TestColumn, measure: str) -> About:
    words = _WORDS[measure][investigation.plan.agreement]
    return About(
        label=f"Difference in {words}, {first.name} \u2212 {second.name}",
        population=investigation.primary,
        test=first.name,
        comparator=second.name,
        purpose="secondary",
        level=investigation.plan.intervals.level,
    )


def _told(about: About, method: Card | None, level: float | None, *, alternative: str = "") -> About:
    sides = "two-sided" if level is not None else ""
    return replace(about, method=method, level=level or about.level, sides=sides, alternative=alternative)


def _if(value: float | None, why: str) -> str:
    return why if value is None else ""
