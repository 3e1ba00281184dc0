"""Gains: subjects gathered in bins from the most positive score down, or in groups that are given.

A bin ends with the first distinct score at which the subjects so far reach its share of all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

import numpy as np

from rocstats.data.counts import Design, checked_design, whole_number
from rocstats.data.sample import Sample
from rocstats.data.scores import LARGEST
from rocstats.empirical.gains_table import GainsTable, distances
from rocstats.empirical.number_of_bins import checked_bins
from rocstats.empirical.ranks import Integers, exact_sum
from rocstats.empirical.score_table import one_test, score_table
from rocstats.empirical.stated_prevalence import weighing_prevalence
from rocstats.errors import DataError
from rocstats.formatting import counted
from rocstats.given import several
from rocstats.printing import Note
from rocstats.results import Subjects


def gains(sample: Sample, bins: int = 10, *, prevalence: float | None = None) -> GainsTable:
    """Gather the subjects of one test in bins of equal size, from the most positive score down.

    A bin ends with the first distinct score at which the subjects so far reach its share of all, so equal scores stay
    together and sizes differ where there are ties. With many ties, or fewer distinct scores than bins, there are fewer
    bins than asked for, and a note says so. Bins chosen by size move with the data: KS read at their edges is smaller
    than over all thresholds, and tables of two studies do not compare bin by bin. The share of cases in a bin and the
    lift hold for the share of cases in the sample, or for a stated prevalence.

    Parameters
    ----------
    sample : Sample
        One test.
    bins : int
        How many bins, at least 1.
    prevalence : float, optional
        Share of cases at which precision and lift are to hold; that of the sample unless stated. A case-control study
        has neither without it.

    Returns
    -------
    GainsTable

    Raises
    ------
    TypeError
        The number of bins is no whole number.
    DataError
        The sample holds several tests.
    MethodError
        There is less than one bin or more than a million, or the prevalence is none.

    Examples
    --------
    >>> table = gains(Sample.from_groups(cases=[5, 4, 4], controls=[4, 3, 2]), bins=3)
    >>> table.cases.tolist(), table.controls.tolist(), table.high.tolist()
    ([3, 0], [1, 2], [5.0, 3.0])
    """
    one_test(sample, "gains")
    bins, stated = checked_bins(bins), weighing_prevalence(prevalence, "prevalence")
    table, test, subjects = score_table(sample), sample.tests[0], sample.subjects
    first = first_of_each_bin(table.cases + table.controls, bins)
    last = np.append(first[1:], len(table.scores)) - 1
    away = distances(np.cumsum(table.cases), np.cumsum(table.controls), table.m, table.n)
    top = int(away.max())
    optima = test.turned(table.scores[np.flatnonzero(away == top)]) if top > 0 else ()
    ends = test.turned(table.scores[first]), test.turned(table.scores[last])
    low, high = (ends[0], ends[1]) if test.low else (ends[1], ends[0])
    area = _area(table.cases, table.controls)
    notes = _share_notes(subjects, sample.design, stated)
    if len(first) < bins:
        verb = "is" if len(table.scores) == 1 else "are"
        text = (
            f"{bins} bins were asked for and {len(first)} filled: equal scores stay together, and there {verb} "
            f"{counted(len(table.scores), 'distinct score')}."
        )
        notes = (*notes, Note("fewer-bins", text))
    return GainsTable(
        test=test,
        subjects=subjects,
        asked=bins,
        cases=np.add.reduceat(table.cases, first),
        controls=np.add.reduceat(table.controls, first),
        auc=float(area),
        gini=float(2 * area - 1),
        low=low,
        high=high,
        ks_overall=float(Fraction(top, table.m * table.n)),
        ks_thresholds=tuple(float(c) for c in optima),
        prevalence=stated,
        design=sample.design,
        notes=notes,
    )


def gains_from_counts(
    *,
    cases: Iterable[int],
    controls: Iterable[int],
    labels: Sequence[str] | None = None,
    prevalence: float | None = None,
    design: Design | None = None,
) -> GainsTable:
    """Make a gains table of counts that are grouped already, the highest group first.

    The order is that of the call: the first group is the one called positive first. Gini and AUC join the groups by
    straight lines, as if cases and controls of one group were tied; a finer grouping of the same scores gives another
    area, as a rule a larger one.

    Parameters
    ----------
    cases, controls : iterable of int
        Cases and controls in each group, the highest group first.
    labels : sequence of str, optional
        What the groups are called.
    prevalence : float, optional
        Share of cases at which precision and lift are to hold; that of the counts unless stated.
    design : {"cohort", "case-control"}, optional
        How the subjects were sampled, if stated; a case-control study has no precision and lift without a prevalence.

    Returns
    -------
    GainsTable

    Raises
    ------
    DataError
        The counts are no counts, lengths differ, or a group or all cases or controls are missing.
    MethodError
        The prevalence is none.

    Examples
    --------
    >>> table = gains_from_counts(cases=[4879, 2804, 6401], controls=[1301, 3376, 43036])
    >>> table.tpf.round(3).tolist(), table.fpf.round(3).tolist()
    ([0.346, 0.546, 1.0], [0.027, 0.098, 1.0])
    """
    p = [whole_number(count, "a count of cases") for count in several(cases, "cases are counts, one for each group")]
    q = [
        whole_number(count, "a count of controls")
        for count in several(controls, "controls are counts, one for each group")
    ]
    if len(p) != len(q):
        raise DataError(f"cases have {counted(len(p), 'count')} but controls have {len(q)}; a group has one of each.")
    if empty := [i + 1 for i, (a, b) in enumerate(zip(p, q, strict=True)) if a + b == 0]:
        raise DataError(f"group {empty[0]} holds nobody; leave it out.")
    m, n = sum(p), sum(q)
    if m + n > LARGEST:
        raise DataError("the counts add up to more than 2**53 subjects.")
    if m == 0 or n == 0:
        raise DataError(f"there are {m} cases and {n} controls; a gains table needs both.")
    if labels is not None:
        labels = several(labels, "labels are texts, one for each group")
    if labels is not None and len(labels) != len(p):
        raise DataError(f"labels has {counted(len(labels), 'name')} for {counted(len(p), 'group')}.")
    stated = weighing_prevalence(prevalence, "prevalence")
    subjects = Subjects(truth="", positive="", n_cases=m, n_controls=n, n_dropped=0)
    case_counts, control_counts = np.array(p, dtype=np.int64), np.array(q, dtype=np.int64)
    area = _area(case_counts, control_counts)
    return GainsTable(
        test=None,
        subjects=subjects,
        asked=len(p),
        cases=case_counts,
        controls=control_counts,
        auc=float(area),
        gini=float(2 * area - 1),
        labels=() if labels is None else tuple(str(label) for label in labels),
        prevalence=stated,
        design=checked_design(design),
        notes=_share_notes(subjects, design, stated),
    )


def first_of_each_bin(sizes: Integers, bins: int) -> Integers:
    """Return the place of the first distinct score of each bin that is filled."""
    before = np.cumsum(sizes) - sizes
    total = int(sizes.sum())
    wide = before if total * min(bins, total) < 2**62 else before.astype(object)
    number = wide * min(bins, total) // total
    return np.flatnonzero(np.concatenate([[True], number[1:] != number[:-1]]))


def _area(cases: Integers, controls: Integers) -> Fraction:
    """Return the area by trapezoids over groups, the highest first."""
    reached = np.cumsum(cases)
    pairs = exact_sum(controls, 2 * reached - cases)
    return Fraction(pairs, 2 * int(reached[-1]) * int(controls.sum()))


def _share_notes(subjects: Subjects, design: Design | None, prevalence: float | None) -> tuple[Note, ...]:
    """Say what the design does to precision and lift."""
    if prevalence is not None or design == "cohort":
        return ()
    if design == "case-control":
        text = (
            "a case-control study fixes the share of cases, so cases/n and lift are not shown; state a prevalence "
            "(prevalence=)."
        )
        return (Note("case-control", text),)
    text = (
        f"cases/n and lift hold for the share of cases in these data, {subjects.n_cases} of {subjects.total}; the "
        "design was not stated."
    )
    return (Note("design-not-stated", text),)
