"""A sample: the scores of one or more tests on the same cases and controls.

Parsing is in the constructors; what must always hold is checked when a sample is made, so no way round the door
exists. Scores stand so that higher is positive; a test that is low-is-positive has been turned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import numpy as np

from rocstats.data.columns import (
    Integers,
    Labels,
    Low,
    Tests,
    as_columns,
    checked_pair,
    frequencies_of,
    has_names,
    own_name,
)
from rocstats.data.counts import Design, checked_design, whole_number
from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.kept import kept_counts, kept_labels, kept_scores
from rocstats.data.scores import Floats
from rocstats.data.table import Missing, Table, assembled, checked_missing
from rocstats.data.truth import Coding, coded
from rocstats.errors import DataError
from rocstats.formatting import counted, names_listed, printable
from rocstats.given import first_twice, need, need_items, need_text
from rocstats.results import Subjects

_MARKS = count()


@dataclass(frozen=True, slots=True, eq=False)
class Origin:
    """Where the rows of a sample come from: a mark of the study, and the place of each row in it."""

    study: str
    case_rows: Integers
    control_rows: Integers


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class Sample:
    """One or more tests on the same subjects, complete and numeric.

    Two tests in one sample are paired; two samples are not. The usual ways in are ``Study.sample``,
    ``Sample.from_truth``, ``Sample.from_groups`` and ``Sample.from_counts``.

    Parameters
    ----------
    cases : array (rows of cases, tests)
        Scores of the cases, turned so that higher is positive. Infinite scores are allowed, NaN is not.
    controls : array (rows of controls, tests)
        Scores of the controls, likewise.
    tests : tuple of DiagnosticTest
        One per column, with different names.
    truth, positive, negative : str
        What the truth and its two values are called.
    n_dropped : int
        Subjects left out because a value was missing.
    case_counts, control_counts : array of int64, optional
        How many subjects each row stands for; None means one each.
    ids, clusters, strata : pair of arrays, optional
        Subject ids, cluster labels and stratum labels of the case rows and of the control rows.
    design : {"cohort", "case-control"}, optional
        How the subjects were sampled, if stated.
    label : str
        Which part of a study this is, such as "gender: Female".
    origin : Origin, optional
        Which rows of which study these are.

    Raises
    ------
    DataError
        If a group is empty, a score is missing, or lengths and names do not fit.

    Examples
    --------
    >>> sample = Sample.from_groups(cases=[3, 4, 5], controls=[1, 2, 3])
    >>> sample.n_cases, sample.n_controls, sample.tests[0].name
    (3, 3, 'score')
    """

    cases: Floats
    controls: Floats
    tests: tuple[DiagnosticTest, ...]
    truth: str
    positive: str
    negative: str = ""
    n_dropped: int = 0
    case_counts: Integers | None = None
    control_counts: Integers | None = None
    ids: tuple[Labels, Labels] | None = None
    clusters: tuple[Labels, Labels] | None = None
    strata: tuple[Labels, Labels] | None = None
    design: Design | None = None
    label: str = ""
    origin: Origin | None = None

    def __post_init__(self) -> None:
        need_items(self.tests, DiagnosticTest, "tests are DiagnosticTest(name) values, one for each column")
        for name in ("truth", "positive", "negative", "label"):
            need_text(getattr(self, name), name)
        _keep(self, "n_dropped", whole_number(self.n_dropped, "n_dropped"))
        need(self.origin, Origin | None, "origin is what a study gives its samples")
        tests = tuple(self.tests)
        names = [test.name for test in tests]
        if not tests:
            raise DataError("a sample needs at least one test.")
        if (twice := first_twice(names)) is not None:
            raise DataError(f'two tests are called "{printable(twice)}"; give each test its own name.')
        _keep(self, "tests", tests)
        for role, called in (("cases", self.positive), ("controls", self.negative)):
            scores = kept_scores(getattr(self, role), role)
            if scores.shape[1] != len(tests):
                raise DataError(f"{role} have {counted(scores.shape[1], 'column')} for {counted(len(tests), 'test')}.")
            if len(scores) == 0:
                of = f' ({printable(self.truth)} "{printable(called)}")' if called else ""
                left = f"; {counted(self.n_dropped, 'subject')} with a missing value left out" if self.n_dropped else ""
                raise DataError(f"there are no {role}{of}{left}; an accuracy needs cases and controls.")
            _keep(self, role, scores)
        sizes = len(self.cases), len(self.controls)
        _keep(self, "case_counts", kept_counts(self.case_counts, sizes[0], "case_counts"))
        _keep(self, "control_counts", kept_counts(self.control_counts, sizes[1], "control_counts"))
        for what in ("ids", "clusters", "strata"):
            _keep(self, what, kept_labels(getattr(self, what), sizes, what))
        checked_design(self.design)

    def __repr__(self) -> str:
        names = names_listed([test.name for test in self.tests], "and")
        return f"<Sample: {names} by {printable(self.truth)}; {self.subjects.counts()}>"

    @classmethod
    def from_truth(
        cls,
        truth: Any,
        scores: Any,
        *,
        positive: Any = None,
        negative: Any = None,
        tests: Tests = None,
        low: Low = (),
        missing: Missing = "error",
        truth_name: str | None = None,
        counts: Any = None,
        subject: Any = None,
        cluster: Any = None,
        stratum: Any = None,
        design: Design | None = None,
        label: str = "",
    ) -> Sample:
        """Make a sample from the truth of each row and the scores of each row.

        Parameters
        ----------
        truth : array-like, one-dimensional
            True status of each row, in any coding of two values.
        scores : array-like, dict or DataFrame
            One score per row, or a column per test.
        positive, negative : value or list of values, optional
            Which truth values are cases and controls. ``positive`` may be left out for 0/1 and booleans only.
        tests : list of str or DiagnosticTest, optional
            Names of the columns of an array, or the columns to take from a dict or DataFrame, in this order.
        low : collection of str, or bool
            Names of the tests of which low scores are positive; True for all of them.
        missing : {"error", "drop"}
            What to do with rows without a truth value or without a score of one of the tests.
        truth_name : str, optional
            What the truth is called; by default the name of its column, or "truth".
        counts : array-like of int, optional
            How many subjects each row stands for; rows of 0 subjects are passed over.
        subject, cluster, stratum : array-like, optional
            Subject ids, which differ unless there are clusters; cluster labels; stratum labels.
        design : {"cohort", "case-control"}, optional
            How the subjects were sampled, if stated.
        label : str
            Which part of a study this is.

        Returns
        -------
        Sample
            Complete, with the number of subjects left out.

        Raises
        ------
        DataError
            If truth does not hold two groups, scores are no numbers, values are missing, or lengths differ.

        Examples
        --------
        >>> sample = Sample.from_truth(["ill", "well", "ill", "well"], [7, 2, 5, 5], positive="ill")
        >>> sample.cases.tolist(), sample.controls.tolist(), sample.positive
        ([[7.0], [5.0]], [[2.0], [5.0]], 'ill')
        """
        name = truth_name if truth_name is not None else own_name(truth) or "truth"
        coding = coded(truth, positive=positive, negative=negative, name=name)
        columns, kinds = as_columns(scores, tests=tests, low=low)
        table = assembled(
            name, coding, kinds, columns, counts=counts, subject=subject, cluster=cluster, stratum=stratum
        )
        checked_pair(truth, scores)
        return cls.from_table(table, missing=checked_missing(missing), design=checked_design(design), label=label)

    @classmethod
    def from_table(
        cls, table: Table, *, missing: Missing, design: Design | None = None, label: str = "", study: str | None = None
    ) -> Sample:
        """Make a sample of the complete rows of a table; the other constructors and ``Study`` come through here."""
        case, control, left_out = table.complete(missing)

        def divided(values: Any) -> Any:
            return None if values is None else (values[case], values[control])

        p, q = divided(table.weights) or (None, None)
        return cls(
            cases=_turned(table.scores[case], table.tests),
            controls=_turned(table.scores[control], table.tests),
            tests=table.tests,
            truth=table.truth,
            positive=table.coding.positive,
            negative=table.coding.negative,
            n_dropped=left_out,
            case_counts=p,
            control_counts=q,
            ids=divided(table.ids),
            clusters=divided(table.clusters),
            strata=divided(table.strata),
            design=design,
            label=label,
            origin=Origin(study or f"arrays {next(_MARKS)}", table.rows[case], table.rows[control]),
        )

    @classmethod
    def from_groups(
        cls,
        *,
        cases: Any,
        controls: Any,
        tests: Tests = None,
        low: Low = (),
        missing: Missing = "error",
        truth: str = "group",
        positive: str = "cases",
        negative: str = "controls",
        design: Design | None = None,
    ) -> Sample:
        """Make a sample from the scores of the cases and the scores of the controls.

        Parameters
        ----------
        cases, controls : array-like, dict or DataFrame
            One score per row, or a column per test; the same tests in both.
        tests, low, missing, design
            As in ``from_truth``.
        truth, positive, negative : str
            What the grouping and the two groups are called.

        Returns
        -------
        Sample
            Complete, with the number of subjects left out.

        Raises
        ------
        DataError
            If the groups have different tests, scores are no numbers, or values are missing.

        Examples
        --------
        >>> sample = Sample.from_groups(cases=[2.5, 3.5], controls=[4.5, 3.5], tests=["K-G"], low=["K-G"])
        >>> sample.cases.tolist()
        [[-2.5], [-3.5]]
        """
        first, kinds = as_columns(cases, tests=tests, low=low, whose="cases")
        second, others = as_columns(controls, tests=tests, low=low, whose="controls")
        if {test.name for test in kinds} != {test.name for test in others} and has_names(cases) and has_names(controls):
            raise DataError(
                f"cases have the tests {names_listed([test.name for test in kinds], 'and')} but controls have "
                f"{names_listed([test.name for test in others], 'and')}; both need the same tests."
            )
        if len(kinds) != len(others):
            raise DataError(f"cases have {counted(len(kinds), 'test')} but controls have {len(others)}.")
        if has_names(controls) and has_names(cases):
            held = [test.name for test in others]
            second = second[:, [held.index(test.name) for test in kinds]]
        elif has_names(controls):
            kinds = others
        group = np.repeat([True, False], [len(first), len(second)])
        coding = Coding(group, np.zeros(len(group), dtype=bool), positive, negative)
        table = assembled(truth, coding, kinds, np.concatenate([first, second]))
        return cls.from_table(table, missing=checked_missing(missing), design=checked_design(design))

    @classmethod
    def from_counts(
        cls,
        *,
        controls: Sequence[int],
        cases: Sequence[int],
        categories: Sequence[float] | None = None,
        test: str = "rating",
        low: bool = False,
        truth: str = "group",
        positive: str = "cases",
        negative: str = "controls",
        design: Design | None = None,
    ) -> Sample:
        """Make a sample of one test from a rating table, without expanding it.

        Parameters
        ----------
        controls, cases : sequence of int
            How many controls and cases have each rating.
        categories : sequence of float, optional
            The ratings; 1 to K by default.
        test : str
            Name of the test.
        low : bool
            True if low ratings are positive.
        truth, positive, negative, design
            As in ``from_groups``.

        Returns
        -------
        Sample
            One row per rating that occurs in a group, with its frequency.

        Raises
        ------
        DataError
            If the counts are no counts, lengths differ, or a group is empty.

        Examples
        --------
        >>> table = Sample.from_counts(controls=[33, 6, 6, 11, 2], cases=[3, 2, 2, 11, 33])
        >>> table.n_controls, table.n_cases, table.cases.ravel().tolist()
        (58, 51, [1.0, 2.0, 3.0, 4.0, 5.0])
        """
        p, q = frequencies_of(cases, None, "cases"), frequencies_of(controls, None, "controls")
        if p is None or q is None:
            raise DataError("a rating table needs the counts of cases and of controls.")
        if len(p) != len(q):
            raise DataError(
                f"cases have {counted(len(p), 'count')} but controls have {len(q)}; a rating has one in each group."
            )
        ratings, kinds = as_columns(
            np.arange(1, len(p) + 1) if categories is None else categories, tests=[test], low=low, whose="categories"
        )
        if len(ratings) != len(p):
            raise DataError(f"categories has {counted(len(ratings), 'value')} for {counted(len(p), 'count')}.")
        if np.isnan(ratings).any() or len(np.unique(ratings)) < len(ratings):
            raise DataError("categories must be different numbers, one for each count.")
        ratings = _turned(ratings, kinds)
        return cls(
            cases=ratings[p > 0],
            controls=ratings[q > 0],
            tests=kinds,
            truth=truth,
            positive=positive,
            negative=negative,
            case_counts=p[p > 0],
            control_counts=q[q > 0],
            design=checked_design(design),
        )

    @property
    def frequencies(self) -> tuple[Integers, Integers]:
        """How many subjects each row of cases and each row of controls stands for."""
        p, q = self.case_counts, self.control_counts
        return (
            np.ones(len(self.cases), dtype=np.int64) if p is None else p,
            np.ones(len(self.controls), dtype=np.int64) if q is None else q,
        )

    @property
    def n_cases(self) -> int:
        """Subjects with the condition."""
        return len(self.cases) if self.case_counts is None else sum(self.case_counts.tolist())

    @property
    def n_controls(self) -> int:
        """Subjects without the condition."""
        return len(self.controls) if self.control_counts is None else sum(self.control_counts.tolist())

    @property
    def subjects(self) -> Subjects:
        """Whom the sample is about, for a result."""
        return Subjects(
            truth=self.truth,
            positive=self.positive,
            negative=self.negative,
            n_cases=self.n_cases,
            n_controls=self.n_controls,
            n_dropped=self.n_dropped,
            tests=tuple(test.name for test in self.tests),
            low=tuple(test.name for test in self.tests if test.low),
            label=self.label,
        )

    def select(self, *names: str | DiagnosticTest) -> Sample:
        """Return the sample with only these tests, in this order, on the same subjects.

        The subjects stay those who are complete in all tests of this sample; ``Study.sample`` asks for those complete
        in a test of its own.

        Raises
        ------
        DataError
            If no test of that name is there.

        Examples
        --------
        >>> sample = Sample.from_truth([1, 0], {"CT": [3, 1], "MRI": [4, 2]})
        >>> sample.select("MRI").cases.tolist()
        [[4.0]]
        """
        held = [test.name for test in self.tests]
        wanted = [name.name if isinstance(name, DiagnosticTest) else name for name in names]
        known = names_listed(held)
        if not wanted:
            raise DataError(f"select needs the name of a test; this sample holds {known}.")
        places = {name: place for place, name in enumerate(held)}
        for name in wanted:
            if not isinstance(name, str) or name not in places:
                raise DataError(f'there is no test "{printable(name)}"; this sample holds {known}.')
        chosen = [places[name] for name in wanted]
        return replace(
            self,
            cases=self.cases[:, chosen],
            controls=self.controls[:, chosen],
            tests=tuple(self.tests[place] for place in chosen),
        )

    def lies_like(self, other: Sample) -> bool:
        """Say whether cases and controls lie in the same rows of two tables, as the same subjects would."""
        need(other, Sample, "lies_like takes another Sample")
        one, two = self.origin, other.origin
        if one is None or two is None:
            return False
        return np.array_equal(one.case_rows, two.case_rows) and np.array_equal(one.control_rows, two.control_rows)

    def shares_subjects_with(self, other: Sample) -> bool:
        """Say whether the two samples are known to have a subject or a cluster in common.

        Rows of one study are recognised by their place in it, other rows by their subject ids or cluster labels. What
        carries neither cannot be recognised.
        """
        need(other, Sample, "shares_subjects_with takes another Sample")
        one, two = self.origin, other.origin
        if self is other or (self.cases is other.cases and self.controls is other.controls):
            return True
        if one is not None and two is not None and one.study == two.study:
            rows = np.concatenate([one.case_rows, one.control_rows])
            if np.isin(rows, np.concatenate([two.case_rows, two.control_rows])).any():
                return True
        return _overlap(self.ids, other.ids) or _overlap(self.clusters, other.clusters)


def _keep(sample: Sample, field: str, value: object) -> None:
    object.__setattr__(sample, field, value)


def _turned(columns: Floats, tests: Sequence[DiagnosticTest]) -> Floats:
    turned: Floats = np.empty(columns.shape)
    for j, test in enumerate(tests):
        turned[:, j] = test.turned(columns[:, j])
    turned.setflags(write=False)
    return turned


def _overlap(one: tuple[Labels, Labels] | None, two: tuple[Labels, Labels] | None) -> bool:
    if one is None or two is None:
        return False
    first, second = np.concatenate(one), np.concatenate(two)
    return bool(not set(first.tolist()).isdisjoint(second.tolist()))
