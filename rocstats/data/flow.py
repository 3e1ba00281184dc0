"""The flow of subjects from the rows read to the subjects analysed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rocstats.data.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """Who was read, who was left out and why, who is analysed; the numbers add up.

    ``n_read`` = ``no_truth`` + ``no_score`` + ``n_analysed`` and ``n_analysed`` = ``n_cases`` + ``n_controls``.

    Parameters
    ----------
    tests : tuple of str
        The tests that the analysis takes together.
    n_rows : int
        Rows read; fewer than subjects where a row stands for several.
    n_read : int
        Subjects read.
    no_truth : int
        Left out because they have no truth value, whatever their scores.
    no_score : int
        Left out because, with a truth value, they lack a score of at least one of the tests.
    cases_no_score, controls_no_score : int
        The same, by truth.
    missing_scores : tuple of int
        For each test, subjects with a truth value and no score of it; one subject may lack several.
    n_analysed, n_cases, n_controls : int
        Subjects analysed.
    distinct : tuple of int
        For each test, different scores among the subjects analysed.
    n_repeated : int
        Rows read beyond the first of their subject; 0 without subject ids.
    n_clusters : int or None
        Clusters among the subjects analysed, where there are clusters.
    """

    tests: tuple[str, ...]
    n_rows: int
    n_read: int
    no_truth: int
    no_score: int
    cases_no_score: int
    controls_no_score: int
    missing_scores: tuple[int, ...]
    n_analysed: int
    n_cases: int
    n_controls: int
    distinct: tuple[int, ...]
    n_repeated: int
    n_clusters: int | None

    @property
    def n_dropped(self) -> int:
        """Subjects left out for any reason."""
        return self.no_truth + self.no_score


def flow_of(table: Table) -> Flow:
    """Count the subjects of a table on their way into an analysis of all its tests."""
    present, case = table.present, table.coding.case
    known = present & ~table.coding.missing
    unscored = table.unscored
    analysed = known & ~unscored
    return Flow(
        tests=tuple(test.name for test in table.tests),
        n_rows=len(table.rows),
        n_read=table.total(present),
        no_truth=table.total(present & ~known),
        no_score=table.total(known & unscored),
        cases_no_score=table.total(known & unscored & case),
        controls_no_score=table.total(known & unscored & ~case),
        missing_scores=tuple(table.total(known & np.isnan(column)) for column in table.scores.T),
        n_analysed=table.total(analysed),
        n_cases=table.total(analysed & case),
        n_controls=table.total(analysed & ~case),
        distinct=tuple(len(np.unique(column[analysed])) for column in table.scores.T),
        n_repeated=0 if table.ids is None else int(present.sum()) - len(set(table.ids[present].tolist())),
        n_clusters=None if table.clusters is None else len(set(table.clusters[analysed].tolist())),
    )
