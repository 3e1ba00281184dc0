"""Accuracy by the levels of a column, such as subgroups or sites, with tests of heterogeneity.

Every column that the plan divides the participants by gives levels, and every level the same measures by the same
methods as the whole set. Heterogeneity of a share is Pearson's chi-squared or, where an expected count is below five,
the exact test; that of areas is chi-squared from DeLong's variances. Nothing is adjusted for how many tests there are.

References: [delong1988], [freeman1951]
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from rocstats.analysis_results.recorder import Recorder
from rocstats.analysis_results.row import About, Purpose
from rocstats.data.sample import Sample
from rocstats.errors import RocstatsError
from rocstats.inference.subgroups import compare_subgroups
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.investigation import ABSENT, PRESENT, Investigation
from rocstats.investigation.levels import Level, levels_of
from rocstats.investigation.measures_on_rows import (
    CLUSTERS,
    KINDS,
    Calls,
    KnownRows,
    area_method,
    area_on,
    label_of_measure,
    measures_of,
    rule_of,
    share_on,
)
from rocstats.investigation.printed_shares import PrintedShares
from rocstats.methods.homogeneity import LEAST_EXPECTED, Homogeneity, homogeneous_shares
from rocstats.results import Card

_MOST = {"sub": 20, "site": 100}
_TOO_FEW = "A test of heterogeneity needs two levels in which the measure can be judged."
_AREAS = Card(
    "homogeneity-areas",
    "chi-squared of areas",
    "Areas of independent subgroups were compared by their weighted squares about the common area",
    ("delong1988",),
)
_CARDS = {
    "Pearson's chi-squared": Card(
        "homogeneity-pearson",
        "Pearson's chi-squared",
        "Shares in independent subgroups were compared by chi-squared without continuity correction",
        (),
    ),
    "Fisher's exact": Card(
        "homogeneity-fisher",
        "Fisher's exact test",
        "Where an expected count was below five, shares in two subgroups were compared by Fisher's exact test",
        (),
    ),
    "Fisher-Freeman-Halton exact": Card(
        "homogeneity-exact",
        "Fisher-Freeman-Halton exact test",
        "Where an expected count was below five, shares in subgroups were compared by the exact test of the table",
        ("freeman1951",),
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Division:
    """A column that divides the participants: the part of ids that stands for it, and why it is looked at."""

    key: str
    column: str
    role: str
    purpose: Purpose
    kind: str = "sub"

    @property
    def asked(self) -> str:
        """Where the plan names it."""
        return {"planned": "subgroups", "exploratory": "exploratory_subgroups", "fairness": "ai.fairness_groups"}.get(
            self.role, "data.site"
        )


def divisions_of(investigation: Investigation) -> tuple[Division, ...]:
    """Give every column that divides the participants, each once: g1, g2, … and the sites."""
    plan = investigation.plan
    wanted: dict[str, tuple[str, Purpose]] = {}
    for columns, role, purpose in (
        (plan.subgroups, "planned", "secondary"),
        (() if plan.ai is None else plan.ai.fairness_groups, "fairness", "secondary"),
        (plan.exploratory_subgroups, "exploratory", "exploratory"),
    ):
        for column in columns:
            wanted.setdefault(column, (role, purpose))  # type: ignore[arg-type]
    found = [
        Division(key=f"sub.g{place}", column=column, role=role, purpose=purpose)
        for place, (column, (role, purpose)) in enumerate(wanted.items(), 1)
    ]
    if plan.data.site:
        found.append(Division(key="site", column=plan.data.site, role="site", purpose="secondary", kind="site"))
    return tuple(found)


def record_subgroups(investigation: Investigation, recorder: Recorder) -> None:
    """Take down the measures of every test in every level, and whether they are alike.

    Raises
    ------
    DataError
        If a column is not there, or has more levels than a table of subgroups takes.
    """
    divisions = divisions_of(investigation)
    if not divisions:
        return
    known = KnownRows.of(investigation)
    everybody = {test.key: investigation.called(test.name) for test in investigation.tests}
    for test in investigation.tests:
        about = _about(investigation, test, "secondary", "")
        for name in measures_of(test):
            found, notes = (
                area_on(investigation, None if known is None else known.sample(test, known.rows))
                if name == "auc"
                else share_on(investigation, name, everybody[test.key])
            )
            said = replace(about, label=f"{found.label} of {rule_of(test)}, all participants")
            recorder.measure(f"sub.all.{test.key}.{name}", found, KINDS[name], said, notes=notes)
    tested = dict.fromkeys(_MOST, 0)
    for division in divisions:
        levels = levels_of(investigation, division.column, division.asked, most=_MOST[division.kind])
        _record_sizes(investigation, recorder, division, levels)
        for test in investigation.tests:
            tested[division.kind] += _record_test(
                investigation, recorder, division, levels, test, everybody[test.key], known
            )
    for kind, n in tested.items():
        if any(division.kind == kind for division in divisions):
            about = About(label="Tests of heterogeneity", population=investigation.primary, purpose="secondary")
            recorder.add(f"{kind}.test", "n", n, "count", about)


def _record_sizes(
    investigation: Investigation, recorder: Recorder, division: Division, levels: tuple[Level, ...]
) -> None:
    """Take down how many are in each level, and in all of them."""
    plan, key = investigation.plan, division.key
    shown = plan.data.labels.get(division.column, division.column)
    about = About(label=f"Participants by {shown}", population=investigation.primary, purpose=division.purpose)
    recorder.add(key, "column", division.column, "text", about, label="Column")
    recorder.add(key, "role", division.role, "text", about, label="Role in the plan")
    recorder.add(key, "n-levels", sum(not level.missing for level in levels), "count", about, label="Levels")
    for place, rows, name in (
        *((f"{key}.{level.key}", level.rows, level.name) for level in levels),
        (f"{key}.total", investigation.rows_of(), None),
    ):
        groups = () if name is None else ((division.column, name),)
        said = replace(about, label=about.label if name is None else f"{shown}: {name}", groups=groups)
        recorder.add(place, "n", int(rows.sum()), "count", said)
        for stat, state in (("n-cases", PRESENT), ("n-controls", ABSENT)):
            recorder.add(place, stat, int((rows & (investigation.truth == state)).sum()), "count", said)
    for level in levels:
        if level.missing:
            recorder.add(key, "missing", level.key, "text", about, label="Level of those without a value")


def _record_test(
    investigation: Investigation,
    recorder: Recorder,
    division: Division,
    levels: tuple[Level, ...],
    test: TestColumn,
    calls: Calls,
    known: KnownRows | None,
) -> int:
    """Take down the measures of one test in each level and its tests of heterogeneity; say how many of these it has."""
    tested = 0
    plan = investigation.plan
    about = _about(investigation, test, division.purpose, "")
    by = plan.data.labels.get(division.column, division.column)
    told = PrintedShares(investigation, test, by, levels)
    for name in measures_of(test):
        samples = {}
        counts = {}
        for level in levels:
            if name == "auc":
                sample = None if known is None else known.sample(test, level.rows)
                found, notes = area_on(investigation, sample)
                if sample is not None:
                    samples[level.name] = sample
            else:
                here = np.where(level.rows, calls, np.int8(-1)).astype(np.int8)
                found, notes = share_on(investigation, name, here)
                counts[level.name] = (found.successes or 0, found.total or 0)
                told.take(level, found)
            said = replace(
                about,
                label=f"{found.label} of {rule_of(test)}, {by}: {level.name}",
                groups=((division.column, level.name),),
            )
            where = f"{division.key}.{level.key}.{test.key}.{name}"
            recorder.measure(where, found, KINDS[name], said, notes=notes)
        said = replace(about, label=f"Heterogeneity of {label_of_measure(plan, name).lower()} of {rule_of(test)}, {by}")
        where = f"{division.key}.test.{test.key}.{name}"
        if name == "auc":
            tested += _record_areas(investigation, recorder, where, said, by, levels, samples)
        else:
            homogeneity, why = _homogeneity_of_shares(investigation, levels, counts)
            told.tested(name, homogeneity)
            tested += _record_heterogeneity(recorder, where, said, homogeneity, why)
    if test.test.cutoff is not None:
        recorder.output(f"{division.key}.test.{test.key}", f"{rule_of(test)} by {by}", told.result(calls))
    return tested


def _homogeneity_of_shares(
    investigation: Investigation, levels: tuple[Level, ...], counts: dict[str, tuple[int, int]]
) -> tuple[Homogeneity | None, str]:
    judged = [counts[level.name] for level in levels if not level.missing and counts[level.name][1]]
    if investigation.plan.data.cluster:
        return None, CLUSTERS.text
    if len(judged) < 2:
        return None, _TOO_FEW
    found = homogeneous_shares(*zip(*judged, strict=True))
    rough = found.statistic is not None and (found.least_expected or 0) < LEAST_EXPECTED
    return found, "An expected count is below five, and there are too many tables for the exact test." if rough else ""


def _record_areas(
    investigation: Investigation,
    recorder: Recorder,
    where: str,
    about: About,
    by: str,
    levels: tuple[Level, ...],
    samples: dict[str, Sample],
) -> bool:
    """Take the test of equal areas down; levels without a value are no part of it."""
    judged = {level.name: samples[level.name] for level in levels if not level.missing and level.name in samples}
    plan = investigation.plan
    found, why = None, CLUSTERS.text if plan.data.cluster else _TOO_FEW
    if len(judged) > 1 and not plan.data.cluster:
        try:
            result = compare_subgroups(judged, by=by, method=area_method(plan), level=plan.intervals.level)
            found = result.homogeneity("AUC")
            recorder.output(where, f"AUC of {about.test} by {by}", result)
        except RocstatsError as refused:
            why = str(refused)
    return _record_heterogeneity(recorder, where, about, found, why, areas=True)


def _record_heterogeneity(
    recorder: Recorder, where: str, about: About, found: Homogeneity | None, why: str, *, areas: bool = False
) -> bool:
    """Take a test down, and say whether there is one."""
    if found is None:
        recorder.add(where, "p-value", None, "p", about, warning=why or _TOO_FEW)
        return False
    said = replace(about, method=_AREAS if areas else _CARDS[found.name])
    if found.statistic is not None:
        recorder.add(where, "statistic", found.statistic, "statistic", said)
        recorder.add(where, "df", found.df, "df", said)
    recorder.add(where, "p-value", found.pvalue, "p", said, warning="" if areas else why)
    return True


def _about(investigation: Investigation, test: TestColumn, purpose: Purpose, label: str) -> About:
    plan = investigation.plan
    return About(
        label=label,
        population=investigation.primary,
        test=test.name,
        comparator=plan.reference.name if plan.agreement else "",
        purpose=purpose,
        level=plan.intervals.level,
    )
