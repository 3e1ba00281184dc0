"""Kappa and the phi coefficient: against exact arithmetic, statsmodels and numerical derivatives."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from textwrap import dedent

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats.data.counts import Counts
from rocstats.errors import DataError, MethodError
from rocstats.inference.agreement import cohen_kappa
from rocstats.inference.two_by_two import accuracy
from rocstats.methods.kappa import kappa_estimate
from rocstats.methods.phi import phi_interval

cells = st.integers(0, 30)
sides = st.sampled_from(["two-sided", "lower", "upper"])


def squares(size):
    """Draw a square table with at least one subject."""
    return st.lists(st.lists(cells, min_size=size, max_size=size), min_size=size, max_size=size).filter(
        lambda table: sum(map(sum, table)) > 0
    )


# ---- worked by hand


def test_kappa_of_35_in_50_is_two_fifths():
    """Agreement 35/50 against (25·30 + 25·20)/2500 = 1/2 by chance: (7/10 - 1/2)/(1/2) = 2/5."""
    found = kappa_estimate([[20, 5], [10, 15]], level=0.95)
    assert found.estimate == Fraction(2, 5)
    result = cohen_kappa([[20, 5], [10, 15]])
    assert (result.observed, result.expected) == (0.7, 0.5)


def test_phi_of_a_table_with_equal_margins():
    """With 30, 10, 10, 30 phi is 2·60/80 - 1 = 1/2 with variance (1 - phi²)/80, so artanh(phi) has 1/(60)."""
    error, interval = phi_interval(30, 10, 10, 30, level=0.95)
    assert error == pytest.approx(math.sqrt(0.75 / 80), rel=1e-12)
    reach = 1.959963984540054 / math.sqrt(60)
    assert interval.low == pytest.approx(math.tanh(math.atanh(0.5) - reach), rel=1e-12)
    assert interval.high == pytest.approx(math.tanh(math.atanh(0.5) + reach), rel=1e-12)


def test_finley_heidke_skill_score_is_kappa():
    """Tornado forecasts 28, 72, 23, 2680 (recalled): Heidke's skill score 0.355, critical success index 0.228."""
    found = accuracy(Counts(tp=28, fp=72, fn=23, tn=2680), more=True)
    assert found.measure("kappa").estimate == pytest.approx(0.355, abs=5e-4)
    assert found.measure("csi").estimate == pytest.approx(0.228, abs=5e-4)


# ---- other routes


@given(table=squares(2) | squares(3))
def test_standard_error_is_that_of_statsmodels(table):
    """statsmodels' cohens_kappa has the same variance where that is not 0."""
    from statsmodels.stats.inter_rater import cohens_kappa

    found = kappa_estimate(table, level=0.95)
    if found is None or found.standard_error is None:
        return
    theirs = cohens_kappa(np.array(table))
    assert float(found.estimate) == pytest.approx(theirs.kappa, abs=1e-12)
    assert found.standard_error**2 == pytest.approx(theirs.var_kappa, rel=1e-9, abs=1e-14)


@given(table=st.tuples(*[st.integers(1, 60)] * 4))
def test_variance_of_phi_is_that_of_its_derivatives(table):
    """The counts times the squared numerical derivatives of phi by each count."""

    def phi(v):
        a, b, c, d = v
        return (a * d - b * c) / np.sqrt((a + b) * (c + d) * (a + c) * (b + d))

    at = np.array(table, float)
    slopes = np.array([(phi(at + h) - phi(at - h)) / 2e-4 for h in np.eye(4) * 1e-4])
    found = phi_interval(*table, level=0.95)
    assert found[0] == pytest.approx(math.sqrt(float(at @ slopes**2)), rel=1e-5, abs=1e-7)


# ---- properties


@given(table=squares(2) | squares(3), side=sides)
def test_kappa_lies_in_its_interval_and_the_interval_in_its_range(table, side):
    """No point interval, none beyond -1 and 1, a note wherever something is missing, and strict JSON."""
    found = cohen_kappa(table, sides=side)
    if found.interval is None:
        assert found.notes[0].code in ("zero-variance", "one-category")
    else:
        assert -1 <= found.interval.low <= found.estimate <= found.interval.high <= 1
        assert found.interval.low < found.interval.high
    assert (found.estimate is None) == (found.notes != () and found.notes[0].code == "one-category")
    json.dumps(found.to_dict(), allow_nan=False)
    assert "nan" not in str(found)


@given(table=squares(3))
def test_exchanging_the_readers_changes_nothing(table):
    """Kappa is symmetric."""
    turned = [list(row) for row in zip(*table, strict=True)]
    assert kappa_estimate(table, level=0.9) == kappa_estimate(turned, level=0.9)


@given(table=st.tuples(*[cells] * 4), side=sides)
def test_phi_has_a_width_or_is_not_estimable(table, side):
    """Only an empty margin or a perfect correlation leaves phi without an interval."""
    tp, fp, fn, tn = table
    found = phi_interval(tp, fp, fn, tn, level=0.95, sides=side)
    empty = 0 in (tp + fp, fn + tn, tp + fn, fp + tn)
    assert (found is None) == (empty or fp == fn == 0 or tp == tn == 0)
    if found is not None:
        assert -1 <= found[1].low < found[1].high <= 1


def test_thousands_of_millions_keep_a_width():
    """At 1e9 in each cell nothing overflows, and one in 2^53 is no perfect correlation."""
    interval = cohen_kappa([[10**9, 10**9], [10**9, 10**9]]).interval
    assert interval.low < 0 < interval.high
    assert phi_interval(10**9, 1, 1, 10**9, level=0.95)[1].low < 1
    assert phi_interval(2**52, 0, 1, 2**52, level=0.95)[1].low < 1


# ---- refusals


@pytest.mark.parametrize(
    ("table", "error", "text"),
    [
        ([[1, 2, 3], [4, 5, 6]], DataError, r"the table has 2 rows of 3, 3 cells; kappa needs a square one"),
        ([[5]], DataError, r"the table has 1 row of 1 cells; kappa needs a square one with the same categories"),
        ([], DataError, r"the table has 0 rows of no cells"),
        ([[0, 0], [0, 0]], DataError, r"all cells are 0; a table needs at least one subject\."),
        ([[1, 2], [3, -4]], DataError, r"a cell of the table is -4; a count is not negative\."),
        ([1, 2], TypeError, r"cohen_kappa takes rows of counts, such as \[\[20, 5\], \[10, 15\]\]"),
        ([["a", "b"], [1, 2]], TypeError, r"a cell of the table is a count, not str\."),
    ],
)
def test_tables_that_cannot_be_are_refused(table, error, text):
    """A table is square, of counts, with somebody in it."""
    with pytest.raises(error, match=text):
        cohen_kappa(table)


def test_options_are_checked():
    """Level and sides are those of every interval."""
    with pytest.raises(MethodError, match="level is 95"):
        cohen_kappa([[1, 2], [3, 4]], level=95)
    with pytest.raises(MethodError, match="sides is 'both'"):
        cohen_kappa([[1, 2], [3, 4]], sides="both")


# ---- printed


def test_kappa_prints_as_r_would():
    """The whole text, with agreement seen and by chance."""
    assert str(cohen_kappa([[20, 5], [10, 15]])) == dedent(
        """
        \tCohen's kappa for agreement beyond chance

        data:  50 subjects, 2 categories
        95 percent confidence interval:
         0.151  0.649
        sample estimates:
        kappa  std. error  agreement  by chance
        0.400      0.1270      0.700      0.500
        """
    )
    assert cohen_kappa([[20, 0], [0, 15]]).notes[0].text == (
        "the standard error of kappa is 0, which no finite study can show. No standard error or interval is given."
    )


def test_kappa_prints_neither_a_point_nor_an_error_of_zero_in_the_largest_tables():
    """Digits grow until the last float below 1 is told from 1, and the table stays within the page."""
    text = str(cohen_kappa([[2**52, 1], [1, 2**52 - 5]]))
    assert " 0.9999999999999989  1.0000000000000000\n" in text
    assert "\n0.9999999999999996  0.0000000000000003  0.9999999999999998      0.500\n" in text
    assert max(map(len, text.splitlines())) <= 80
