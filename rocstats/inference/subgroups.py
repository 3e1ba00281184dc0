"""Subgroups of subjects: does a test do equally well in all of them?

References: [delong1988], [wilson1927], [freeman1951]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rocstats.data.sample import Sample
from rocstats.data.study import Study
from rocstats.empirical.area import AUC
from rocstats.empirical.components import structural_components
from rocstats.empirical.points import counts_at
from rocstats.empirical.statistic import Quantity
from rocstats.errors import DataError, MethodError
from rocstats.formatting import fixed, listed, printable
from rocstats.given import need_text
from rocstats.inference.areas import auc
from rocstats.inference.subgroup_result import SubgroupRow, Subgroups, SubgroupTest
from rocstats.inference.subgroup_samples import Sizes, check_alike, samples_of_mapping, samples_of_study
from rocstats.methods.advice import BY_COVERAGE, SMALL_GROUP
from rocstats.methods.binomial import ProportionMethod
from rocstats.methods.bootstrap import Bootstrap
from rocstats.methods.delong import DeLong
from rocstats.methods.homogeneity import LEAST_EXPECTED, homogeneous_shares, homogeneous_values
from rocstats.methods.method import BinomialMethod, Method, checked_level
from rocstats.methods.recommended_interval import by, percents, recommended, regime_of
from rocstats.methods.replicates import seed_of
from rocstats.methods.wilson import Wilson
from rocstats.printing import Note
from rocstats.results import Card, Estimate, Resampling, Subjects

_SHARES = (("sensitivity", "sensitivities", "cases"), ("specificity", "specificities", "controls"))
_NOTHING = "a test of homogeneity needs two subgroups that can be judged"


def compare_subgroups(
    groups: Study | Mapping[Any, Sample],
    *,
    by: str | None = None,
    test: str | None = None,
    threshold: float | None = None,
    method: Method | BinomialMethod | None = None,
    level: float = 0.95,
) -> Subgroups:
    """Estimate the accuracy of one test in subgroups of subjects, and test whether it is the same in all of them.

    Without a threshold the measure is the AUC, and homogeneity is chi-squared from DeLong's variances on one degree of
    freedom fewer than there are subgroups. With a threshold it is sensitivity and specificity, and homogeneity is
    Pearson's chi-squared or, where an expected count is below 5, the exact test. Subgroups are of different subjects.

    It misleads where subgroups are many or were found by looking: intervals and p-values are not adjusted. A large
    p-value is no evidence that subgroups are alike, for most studies are too small to tell; and an interval of one
    subgroup that leaves out the value of another is no test of the difference. A threshold chosen on these subjects
    flatters all of them.

    A subgroup whose AUC has no variance (perfect separation, all tied, one case or control), or that has no cases or no
    controls, is named and left out of the test of homogeneity, with its degree of freedom.

    Parameters
    ----------
    groups : Study, or mapping of name to Sample
        A study with ``by``; or a sample of one test for each subgroup, in the order to print.
    by : str, optional
        Column of the study that divides it; for a mapping, what divides them, in words. Missing values are refused
        unless the study drops missing values.
    test : str, optional
        Test of the study; may be left out if it has one.
    threshold : float, optional
        On the scale of the data; the same in all subgroups.
    method : Method or BinomialMethod, optional
        Intervals of the AUCs, ``DeLong()`` unless stated; with a threshold those of the proportions, ``Wilson()``.
    level : float
        Confidence level of the two-sided intervals.

    Returns
    -------
    Subgroups

    Raises
    ------
    TypeError
        What came is neither a study nor a mapping of samples.
    DataError
        There are fewer than two subgroups, they share subjects, or they are not about one truth and one direction.
    MethodError
        The subjects come in clusters, or an option is out of range.

    References
    ----------
    [delong1988], [wilson1927], [freeman1951]

    Examples
    --------
    >>> one = Sample.from_groups(cases=[5, 4, 3, 2], controls=[3, 2, 1, 1])
    >>> other = Sample.from_groups(cases=[5, 1, 3, 2], controls=[3, 2, 4, 1])
    >>> found = compare_subgroups({"women": one, "men": other}, by="sex")
    >>> [row.estimate for row in found.of("AUC")], found.homogeneity("AUC").df
    ([0.875, 0.53125], 1)
    """
    level = checked_level(level)
    if by is not None:
        need_text(by, "by")
    notes: list[Note] = []
    if isinstance(groups, Study):
        samples, empty, notes = samples_of_study(groups, by, test)
    else:
        samples, empty = samples_of_mapping(groups, test), {}
    if len(samples) + len(empty) < 2:
        raise DataError(f"a comparison of subgroups needs two or more; there is {len(samples) + len(empty)}.")
    if not samples:
        raise DataError("no subgroup has both cases and controls.")
    check_alike(samples)
    # Subgroups that cannot be judged stand after the others.
    order = (*samples, *empty)
    first = next(iter(samples.values()))
    rule, alone = "", {}
    if threshold is None:
        chosen: Any = DeLong() if method is None else method
        if isinstance(chosen, Bootstrap):
            # One seed for all, so that each subgroup alone gives what stands here.
            chosen = replace(chosen, rng=seed_of(chosen.rng))
        alone = {name: auc(sample, chosen, level=level) for name, sample in samples.items()}
        rows, tests, found, card = _areas(samples, empty, order, chosen.card, alone)
    else:
        rows, tests, found, card = _shares(samples, empty, order, threshold, method, level)
        rule = f"rule: positive if {printable(first.tests[0].name)} {first.tests[0].rule(float(threshold))}"
    notes += found
    used = [test.found.name for test in tests if test.found is not None]
    exact = ("freeman1951",) if any(name.startswith("Fisher-Freeman") for name in used) else ()
    joint = ("delong1988",) if threshold is None else ()
    return Subgroups(
        by="name" if by is None else by,
        labels=order,
        rule=rule,
        estimates=tuple(rows),
        tests=tuple(tests),
        subjects=_together(samples, empty),
        method=card,
        level=level,
        seed=next((one.seed for one in alone.values() if one.seed is not None), None),
        resampling=_drawn(alone.values()),
        notes=tuple(notes),
        references=tuple(dict.fromkeys((*card.references, *joint, *exact))),
    )


def _areas(
    samples: Mapping[str, Sample],
    empty: Mapping[str, Sizes],
    order: Sequence[str],
    card: Card,
    alone: Mapping[str, Estimate],
) -> tuple[list[SubgroupRow], list[SubgroupTest], list[Note], Card]:
    """Set the AUCs of the subgroups side by side, and test homogeneity of those that have a variance."""
    rows, areas, variances = [], [], []
    bare: list[str] = []
    for name in order:
        if name not in samples:
            n_cases, n_controls, _ = empty[name]
            rows.append(_without(name, "AUC", n_cases, n_controls))
            continue
        sample = samples[name]
        found = alone[name]
        rows.append(
            SubgroupRow(
                label=name,
                parameter="AUC",
                estimate=found.estimate,
                standard_error=found.standard_error,
                interval=found.interval,
                n_cases=sample.n_cases,
                n_controls=sample.n_controls,
            )
        )
        parts = structural_components(sample)
        variance = parts.variance([1.0])
        if variance:
            areas.append(parts.areas[0])
            variances.append(Fraction(variance))
        else:
            bare.append(name)
    notes = _left_out(list(empty), "has no cases or no controls", "have no cases or no controls", "no-value")
    notes += _left_out(bare, "has an AUC without variance", "have an AUC without variance", "no-variance")
    if any(alone[name].interval is None for name in bare):
        text = f"{notes[-1].text} auc(sample, Newcombe()) gives an interval of its own."
        notes[-1] = replace(notes[-1], text=text)
    told = {name: one for name, one in alone.items() if one.inference.estimable or name not in bare}
    notes += _of_each(told, samples)
    found_test = homogeneous_values(areas, variances) if len(areas) > 1 else None
    notes += (
        []
        if found_test is not None
        else [Note("too-few-subgroups", f"{_NOTHING}; here there is {len(areas) or 'none'}.")]
    )
    compared = [sample for name, sample in samples.items() if name not in bare]
    small = [sample for sample in compared if min(sample.n_cases, sample.n_controls) < SMALL_GROUP]
    if small and found_test is not None:
        which = f"{len(small)} of the {len(compared)} subgroups compared {'has' if len(small) == 1 else 'have'}"
        which = "all subgroups have" if len(small) == len(order) else which
        text = f"{which} fewer than {SMALL_GROUP} cases or controls; the normal approximation is rough here."
        notes.append(Note("small-groups", text))
    test = SubgroupTest(
        parameter="AUC",
        plural="AUCs",
        found=found_test,
        left_out=(*empty, *bare),
        n_cases=sum(sample.n_cases for sample in compared),
        n_controls=sum(sample.n_controls for sample in compared),
    )
    return rows, [test], notes, card


def _shares(
    samples: Mapping[str, Sample],
    empty: Mapping[str, Sizes],
    order: Sequence[str],
    threshold: float,
    method: Any,
    level: float,
) -> tuple[list[SubgroupRow], list[SubgroupTest], list[Note], Card]:
    """Estimate sensitivity and specificity in each subgroup, and test homogeneity of each."""
    method = Wilson() if method is None else method
    if not isinstance(method, ProportionMethod):
        raise MethodError(
            "with a threshold the intervals are of proportions, which needs a method such as Wilson() or "
            "ClopperPearson()."
        )
    tables = {name: counts_at(sample, threshold) for name, sample in samples.items()}
    rows, tests = [], []
    notes = _left_out(list(empty), "has no cases or no controls", "have no cases or no controls", "no-value")
    for parameter, plural, _ in _SHARES:
        held = []
        for name in order:
            if name not in tables:
                rows.append(_without(name, parameter, *empty[name][:2]))
                continue
            table = tables[name]
            x, n = (table.tp, table.n_cases) if parameter == "sensitivity" else (table.tn, table.n_controls)
            held.append((x, n))
            rows.append(
                SubgroupRow(
                    label=name,
                    parameter=parameter,
                    estimate=x / n,
                    standard_error=None,
                    interval=method.interval(x, n, level=level),
                    n_cases=table.n_cases,
                    n_controls=table.n_controls,
                    successes=x,
                    total=n,
                )
            )
        found = homogeneous_shares(*zip(*held, strict=True)) if len(held) > 1 else None
        tests.append(
            SubgroupTest(
                parameter=parameter,
                plural=plural,
                found=found,
                left_out=tuple(empty),
                n_cases=sum(table.n_cases for table in tables.values()),
                n_controls=sum(table.n_controls for table in tables.values()),
            )
        )
        if found is not None and found.statistic is not None and (found.least_expected or 0) < LEAST_EXPECTED:
            text = (
                f"an expected count of the {parameter} is {fixed(found.least_expected or 0, 1)}, below {LEAST_EXPECTED}"
                ", and there are too many tables for the exact test; chi-squared is rough."
            )
            notes.append(Note("small-expected", text))
    if len(tables) < 2:
        notes.append(Note("too-few-subgroups", f"{_NOTHING}; here there is {len(tables)}."))
    return rows, tests, notes, method.card


def _of_each(alone: Mapping[str, Estimate], samples: Mapping[str, Sample]) -> list[Note]:
    """Say what holds for the intervals of single subgroups, those of whom the same is said together."""
    said: dict[Note, list[str]] = {}
    outdone: dict[tuple[str, Card], list[str]] = {}
    for name, found in alone.items():
        for note in found.notes:
            if note.code in BY_COVERAGE:
                outdone.setdefault((note.code, recommended(Quantity.alone(AUC(), samples[name])).card), []).append(name)
            else:
                said.setdefault(note, []).append(printable(name))
    notes = [replace(note, text=f"{listed(names)}: {note.text}") for note, names in said.items()]
    for (code, card), names in outdone.items():
        own = alone[names[0]].method
        methods = [regime_of(Quantity.alone(AUC(), samples[name])).methods for name in names]
        who = listed([printable(name) for name in names])
        them = "this subgroup" if len(names) == 1 else "these subgroups"
        text = (
            f"{who}: in the simulated studies nearest to {them}, the 95 percent interval {by(own)} covered the AUC in "
            f"as few as {percents([held[own.id].coverage for held in methods])} (worst of four kinds of scores, "
            f"no interval being a miss), that "
            f"{by(card)} in at least {percents([held[card.id].coverage for held in methods])}. Prefer the latter."
        )
        notes.append(Note(code, text))
    return notes


def _drawn(alone: Iterable[Estimate]) -> Resampling | None:
    """Say how replicates were drawn in each subgroup, and how many of all have no value."""
    drawn = [one.inference.resampling for one in alone if one.inference.resampling is not None]
    if not drawn:
        return None
    lost = sum(one.n_without_value for one in drawn)
    return replace(drawn[0], unit="the subjects of each subgroup", n_without_value=lost)


def _without(name: str, parameter: str, n_cases: int, n_controls: int) -> SubgroupRow:
    """Return the line of a subgroup in which nothing can be estimated."""
    return SubgroupRow(
        label=name,
        parameter=parameter,
        estimate=None,
        standard_error=None,
        interval=None,
        n_cases=n_cases,
        n_controls=n_controls,
    )


def _left_out(names: Sequence[str], one: str, several: str, code: str) -> list[Note]:
    """Name the subgroups that a test of homogeneity cannot take."""
    if not names:
        return []
    shown = f"the subgroup{'' if len(names) == 1 else 's'} {listed([printable(name) for name in names])}"
    pronoun = "is" if len(names) == 1 else "are"
    text = f"{shown} {one if len(names) == 1 else several} and {pronoun} left out of the test of homogeneity."
    return [Note(code, text)]


def _together(samples: Mapping[str, Sample], empty: Mapping[str, Sizes]) -> Subjects:
    """Count the subjects of all subgroups."""
    held = [sample.subjects for sample in samples.values()]
    return replace(
        held[0],
        n_cases=sum(one.n_cases for one in held) + sum(sizes[0] for sizes in empty.values()),
        n_controls=sum(one.n_controls for one in held) + sum(sizes[1] for sizes in empty.values()),
        n_dropped=sum(one.n_dropped for one in held) + sum(sizes[2] for sizes in empty.values()),
        label="",
    )
