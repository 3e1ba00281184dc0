"""Measures of a 2x2 table: hand cases, definitions in fractions, prevalence, empty margins and counts of any size."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats import MethodError
from rocstats.empirical import measures
from rocstats.empirical.measures import MEASURES, at_prevalence, expected_cost, named_measure
from rocstats.empirical.stated_prevalence import exact_prevalence
from rocstats.empirical.written import as_written

CELLS = 26, 12, 15, 60
FINLEY = 28, 72, 23, 2680
counts = st.tuples(*[st.integers(0, 30)] * 4)


def ratio(above, below):
    """Divide exactly; None by zero."""
    return None if below == 0 else Fraction(above) / Fraction(below)


def defined(name, tp, fp, fn, tn, share=None):
    """Compute a measure from rates, as textbooks write it; None where a rate that it needs is missing."""
    m, n = tp + fn, fp + tn
    if m + n == 0:
        return None
    if share is None:
        joint = [Fraction(cell, m + n) for cell in (tp, fp, fn, tn)]
    elif m == 0 or n == 0:
        return None
    else:
        joint = [share * Fraction(tp, m), (1 - share) * Fraction(fp, n)]
        joint += [share * Fraction(fn, m), (1 - share) * Fraction(tn, n)]
    a, b, c, d = joint
    agreed = a + d
    by_chance = (a + b) * (a + c) + (c + d) * (b + d)
    ppv, tpf = ratio(a, a + b), ratio(a, a + c)
    return {
        "ppv": ppv,
        "precision": ppv,
        "npv": ratio(d, c + d),
        "accuracy": agreed,
        "f1": None if a + b + c == 0 else ratio(a, a + (b + c) / 2),
        "kappa": ratio(agreed - by_chance, 1 - by_chance),
        "lift": None if ppv is None or tpf is None else ratio(ppv, a + c),
        "csi": ratio(a, a + b + c),
    }[name]


def test_worked_by_hand():
    """Of 41 cases 26 are positive, of 72 controls 12: each measure as a fraction."""
    found = {name: measure(*CELLS) for name, measure in MEASURES.items()}
    mcc = found.pop("mcc")
    assert mcc == pytest.approx((26 * 60 - 12 * 15) / math.sqrt(38 * 41 * 72 * 75), abs=1e-15)
    assert found == {
        "sensitivity": Fraction(26, 41),
        "specificity": Fraction(5, 6),
        "ppv": Fraction(13, 19),
        "npv": Fraction(4, 5),
        "lr_positive": Fraction(156, 41),
        "lr_negative": Fraction(18, 41),
        "odds_ratio": Fraction(26, 3),
        "accuracy": Fraction(86, 113),
        "balanced_accuracy": Fraction(361, 492),
        "youden": Fraction(115, 246),
        "f1": Fraction(52, 79),
        "kappa": Fraction(2760, 5811),
        "precision": Fraction(13, 19),
        "lift": Fraction(26 * 113, 38 * 41),
        "csi": Fraction(26, 53),
    }
    assert measures.prevalence(*CELLS) == Fraction(41, 113)


def test_tornado_forecasts_as_recalled():
    """Finley's forecasts of 1884: hit rate, critical success, share correct, Peirce's and Heidke's scores.

    The figures are recalled from Wilks, Statistical Methods in the Atmospheric Sciences.
    """
    printed = {"sensitivity": 0.549, "csi": 0.228, "accuracy": 0.966, "youden": 0.523, "kappa": 0.355}
    for name, value in printed.items():
        assert float(MEASURES[name](*FINLEY)) == pytest.approx(value, abs=0.0005)
    assert float(1 - measures.ppv(*FINLEY)) == pytest.approx(0.720, abs=0.0005)


@given(counts, st.sampled_from([None, Fraction(1, 10), Fraction(1, 3), Fraction(7, 8)]))
def test_equal_the_textbook_in_joint_shares(cells, share):
    """Weighting the table gives what the definition gives with the prevalence put in, as a fraction."""
    for name in ("ppv", "precision", "npv", "accuracy", "f1", "kappa", "lift", "csi"):
        assert MEASURES[name](*cells, prevalence=share) == defined(name, *cells, share)


@given(counts, st.sampled_from([None, 0.1, 0.75]))
def test_arrays_give_what_one_table_gives(cells, share):
    """Arrays are rounded fractions, NaN where a table has None; so are they under floats."""
    for measure in [*MEASURES.values(), measures.prevalence, expected_cost(1, 2.5)]:
        one = measure(*cells, prevalence=share)
        for kind in (np.int64, np.float64):
            (found,) = measure.values(*(np.array([cell], kind) for cell in cells), prevalence=share)
            if one is None:
                assert np.isnan(found)
            else:
                assert found == pytest.approx(float(one), rel=1e-14, abs=1e-15)


@given(counts)
def test_the_order_is_that_of_the_value(cells):
    """What decides an optimum is the value, or its signed square where there is a root."""
    for measure in MEASURES.values():
        value, order = measure(*cells), measure.order(*cells)
        assert (value is None) == (order is None)
        if value is not None:
            assert math.copysign(1, value) == math.copysign(1, order) or value == 0
            squared = value * abs(value) if measure.root else value
            assert float(order) == pytest.approx(float(squared), abs=1e-14)


@given(counts, st.integers(2, 50))
def test_multiplying_a_table_changes_nothing(cells, times):
    """Every measure is a ratio of the same degree above and below."""
    for measure in [*MEASURES.values(), expected_cost(3, 1)]:
        assert measure(*(times * cell for cell in cells)) == measure(*cells)


@given(counts)
def test_values_lie_in_their_range(cells):
    """No value leaves the range that the measure states."""
    for measure in MEASURES.values():
        value = measure(*cells)
        assert value is None or measure.bounds[0] <= value <= measure.bounds[1]


def test_counts_beyond_64_bits_are_exact():
    """Tables of 10**40 subjects lose no digit, and arrays of large counts do not overflow."""
    big = 10**40
    assert measures.youden(big, big - 1, 0, 1) == Fraction(1, big)
    assert measures.mcc(big, 0, 0, big) == 1
    assert measures.kappa(big, 1, 1, big) == Fraction(big - 1, big + 1)
    wide = np.array([4 * 10**18])
    assert measures.mcc.values(wide, wide // 2, wide // 2, wide)[0] == pytest.approx(1 / 3, rel=1e-12)
    assert measures.lift.values(wide, wide, wide, wide, prevalence=0.123456789)[0] == pytest.approx(1, rel=1e-12)


def test_what_divides_by_zero_has_no_value():
    """Nobody positive leaves PPV, LR+... without a value; an empty group leaves its share without one."""
    without = {name for name, measure in MEASURES.items() if measure(0, 0, 3, 4) is None}
    assert without == {"ppv", "precision", "lr_positive", "odds_ratio", "mcc", "lift"}
    without = {name for name, measure in MEASURES.items() if measure(3, 0, 2, 0) is None}
    assert without == {
        *("specificity", "lr_positive", "lr_negative", "odds_ratio", "balanced_accuracy", "youden", "mcc"),
    }
    assert measures.ppv(3, 0, 2, 0, prevalence=0.1) is None
    assert measures.sensitivity(3, 0, 2, 0, prevalence=0.1) == Fraction(3, 5)


def test_expected_cost_by_hand():
    """One for each of 12 false positives, five for each of 15 false negatives, over 113; else by rates."""
    cost = expected_cost(1, 5)
    assert cost(*CELLS) == Fraction(12 + 5 * 15, 113)
    assert cost(*CELLS, prevalence=0.1) == Fraction(9, 10) * Fraction(12, 72) + 5 * Fraction(1, 10) * Fraction(15, 41)
    assert expected_cost(0.1, 0.3)(*CELLS) == Fraction(12 + 3 * 15, 1130)


def test_a_table_is_weighted_in_whole_numbers():
    """Cases become the stated share, and the shares within a group stay."""
    tp, fp, fn, tn = at_prevalence(*CELLS, 0.05)
    assert Fraction(tp + fn, tp + fp + fn + tn) == Fraction(1, 20)
    assert (Fraction(tp, tp + fn), Fraction(fp, fp + tn)) == (Fraction(26, 41), Fraction(1, 6))
    assert all(isinstance(cell, int) for cell in (tp, fp, fn, tn))


def test_stated_numbers_are_the_decimals_written():
    """0.9 is nine tenths, from Python or numpy."""
    for value in (0.9, np.float64(0.9), Fraction(9, 10)):
        assert as_written(value, "target") == Fraction(9, 10)
    assert as_written(np.int64(3), "cost") == 3
    assert exact_prevalence(None) is None


@pytest.mark.parametrize(
    ("ask", "error", "text"),
    [
        (
            lambda: measures.ppv(*CELLS, prevalence=5),
            MethodError,
            "prevalence is 5; a prevalence lies strictly between 0 an",
        ),
        (lambda: measures.ppv(*CELLS, prevalence=5), MethodError, "Write 0.05 for 5 percent."),
        (lambda: measures.ppv(*CELLS, prevalence="0.1"), TypeError, "prevalence is str; it must be a number."),
        (lambda: as_written(math.nan, "target"), MethodError, "target is nan; it must be finite."),
        (lambda: as_written(True, "target"), TypeError, "target is bool; it must be a number."),
        (lambda: expected_cost(0, 0), MethodError, "the costs are 0 and 0; each must be 0 or lie between"),
        (lambda: expected_cost(-1, 2), MethodError, "the costs are -1 and 2; each must be 0"),
        (
            lambda: named_measure("gmean"),
            MethodError,
            'there is no measure "gmean"; known are sensitivity, specificity',
        ),
        (lambda: named_measure(3), TypeError, "a measure is named in words, not by int"),
        (lambda: measures.ppv(2.5, 1, 1, 1), TypeError, "'float' object cannot be interpreted as an integer"),
    ],
)
def test_refusals(ask, error, text):
    """What came, what is needed and what to do."""
    with pytest.raises(error) as caught:
        ask()
    assert text in str(caught.value)


def test_people_may_use_their_own_words():
    """A label names the measure as well as its column does."""
    assert [named_measure(word).name for word in ("PPV", "LR+", "balanced accuracy", "J", "MCC")] == [
        *("ppv", "lr_positive", "balanced_accuracy", "youden", "mcc"),
    ]
