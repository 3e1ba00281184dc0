"""Expected values: quantiles of scores with limits by order statistics."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from accuracy_plans import CALLS, SCORES, called, opened, plan_of, rows_of, scored
from hypothesis import given
from hypothesis import strategies as st

from rocstats.errors import MethodError
from rocstats.investigation.expected_values import record_expected_values
from rocstats.methods.quantile_limits import quantile_limits

IVDR = {"report": {"profile": "ivdr"}}


def below(n, share, count):
    """Give the chance that fewer than ``count`` of n lie below a quantile, term by term."""
    return sum(comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(count))


def test_the_median_of_nine_scores_by_hand():
    """P(B < 2) = 10/512 is within 2.5 percent and P(B < 3) = 46/512 is not: the second and the eighth score."""
    found = quantile_limits([9, 1, 8, 2, 7, 3, 6, 4, 5], 0.5, level=0.95)
    assert (found.estimate, found.low, found.high) == (5.0, 2.0, 8.0)
    assert below(9, 0.5, 2) == 10 / 512 < 0.025 < below(9, 0.5, 3) == 46 / 512


def test_five_scores_have_no_limits_of_their_median():
    """P(B < 1) = 1/32 is above 2.5 percent, so not even the smallest score is far enough out."""
    found = quantile_limits([1, 2, 3, 4, 5], 0.5, level=0.95)
    assert (found.estimate, found.low, found.high) == (3.0, None, None)


def test_a_rank_between_two_scores_gives_their_middle_as_a_decimal():
    """The middle of 0.1 and 0.2 is 0.15, which halving their binary sum is not."""
    assert quantile_limits([0.1, 0.2], 0.5, level=0.9).estimate == 0.15
    assert quantile_limits([1, 2, 3, 4], 0.5, level=0.9).estimate == 2.5


def test_an_outer_percentile_of_few_scores_is_the_outermost_one():
    """The rank 0.025 × 11 is below the first."""
    found = quantile_limits(range(10), 0.025, level=0.95)
    assert (found.estimate, found.low) == (0.0, None)


def test_nobody_has_no_quantile():
    """There is nothing to take a rank of."""
    found = quantile_limits([], 0.5, level=0.95)
    assert (found.estimate, found.low, found.high) == (None, None, None)


def test_infinite_scores_have_their_place():
    """A score beyond every number is the outermost one."""
    found = quantile_limits([-np.inf, *range(8), np.inf], 0.5, level=0.95)
    assert (found.estimate, found.low, found.high) == (3.5, 0.0, 7.0)
    assert quantile_limits([-np.inf, np.inf], 0.5, level=0.9).estimate == -np.inf


@given(
    st.lists(st.integers(-5, 5), min_size=1, max_size=60),
    st.sampled_from([0.025, 0.25, 0.5, 0.9, 0.975]),
    st.sampled_from([0.8, 0.9, 0.95]),
)
def test_limits_are_the_innermost_ranks_that_keep_the_level(scores, share, level):
    """Each rank errs with at most half of the error, and the next one in would err with more."""
    found = quantile_limits(scores, share, level=level)
    ordered, n, error = sorted(scores), len(scores), (1 - level) / 2
    ranks = [r for r in range(1, n + 1) if below(n, share, r) <= error]
    low = None if not ranks else ordered[max(ranks) - 1]
    ranks = [s for s in range(1, n + 1) if 1 - below(n, share, s) <= error]
    high = None if not ranks else ordered[min(ranks) - 1]
    assert (found.low, found.high) == (low, high)
    assert found.low is None or found.low <= found.estimate
    assert found.high is None or found.estimate <= found.high


def test_a_level_that_is_none_is_refused():
    """95 is no share."""
    with pytest.raises(MethodError, match="level is 95"):
        quantile_limits([1, 2], 0.5, level=95)


def test_groups_of_the_reference_standard_have_their_own_values():
    """Scores in the indeterminate range are values too; failed and missing ones are not."""
    test = {**SCORES, "indeterminate_between": [4, 5], "failed": "INV"}
    frame = scored([9, 1, 8, 2, 7, 3, 6, 4, 5, "INV"], [1, 2, 3, None])
    table = rows_of(opened(plan_of(test, **IVDR), frame), record_expected_values)
    assert table.value("expected.t1.present.n") == 9
    assert table.value("expected.t1.present.median.estimate") == 5.0
    assert table.value("expected.t1.present.median.conf-low") == 2.0
    assert table.value("expected.t1.absent.n") == 3
    assert table.value("expected.t1.absent.median.estimate") == 2.0
    assert table.value("expected.t1.absent.median.conf-low") is None
    assert "too few" in table.row("expected.t1.absent.median.conf-low").warning


def test_an_empty_group_has_no_values():
    """Nobody has the condition."""
    table = rows_of(opened(plan_of(SCORES, **IVDR), scored([], [1.0, 2.0])), record_expected_values)
    assert table.value("expected.t1.present.median.estimate") is None


def test_clusters_have_values_without_limits():
    """Ranks of a binomial count take records as independent."""
    frame = scored([*range(20)], [*range(20)])
    frame["patient"] = [f"P{row // 2}" for row in range(40)]
    plan = plan_of(SCORES, data={"cluster": "patient"}, **IVDR)
    table = rows_of(opened(plan, frame), record_expected_values)
    assert table.value("expected.t1.present.median.estimate") == 9.5
    assert table.value("expected.t1.present.median.conf-low") is None
    assert "cluster" in table.row("expected.t1.present.median.conf-low").warning


def test_other_profiles_and_calls_have_none():
    """Only the report that shows them computes them, and only of scores."""
    assert len(rows_of(opened(plan_of(SCORES), scored([1], [2])), record_expected_values)) == 0
    table = rows_of(opened(plan_of(CALLS, **IVDR), called(1, 1, 1, 1)), record_expected_values)
    assert [row.id for row in table] == ["expected.p2-5.share", "expected.median.share", "expected.p97-5.share"]
