"""Predictive values at stated prevalences and the probability after a result."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from textwrap import dedent

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rocstats.data.counts import Counts
from rocstats.errors import DataError, MethodError
from rocstats.inference.post_test import post_test_probability
from rocstats.inference.predictive_table import predictive_values
from rocstats.inference.two_by_two import accuracy
from rocstats.methods.predictive_value import accuracy_interval

WFNS = Counts(tp=26, fp=12, fn=15, tn=60)
PAIRED1 = Counts(tp=397, fp=84, fn=54, tn=177)
CASE_CONTROL = Counts(tp=240, fp=87, fn=178, tn=288, design="case-control")
Z = 1.959963984540054
cells = st.integers(0, 40)
tables = st.tuples(cells, cells, cells, cells)
full = st.tuples(*[st.integers(1, 40)] * 4)
shares = st.floats(0.001, 0.999)
sides = st.sampled_from(["two-sided", "lower", "upper"])


def both(tp, fp, fn, tn):
    """Make a table with cases and controls, or give up this example."""
    assume(tp + fn > 0)
    assume(fp + tn > 0)
    return Counts(tp=tp, fp=fp, fn=fn, tn=tn)


def limits(interval):
    return interval.low, interval.high


# ---- worked by hand


def test_predictive_values_are_those_of_a_population_of_that_prevalence():
    """Sensitivity 4/5, specificity 9/10, prevalence 1/10: 8 true among 17 positives, 81 among 83 negatives."""
    at = predictive_values(Counts(tp=8, fp=1, fn=2, tn=9), 0.1).values[0]
    assert (at.ppv, at.npv) == pytest.approx((8 / 17, 81 / 83), rel=1e-15)


def test_at_the_share_of_the_table_they_are_those_of_the_table():
    """At prevalence 41/113 PPV is 26/38 and NPV 60/75."""
    at = predictive_values(WFNS, 41 / 113).values[0]
    assert (at.ppv, at.npv) == pytest.approx((26 / 38, 60 / 75), rel=1e-14)


def test_accuracy_at_a_prevalence_joins_two_wilson_intervals():
    """With prevalence 1/2 it is (26/41 + 60/72)/2, and its reach half of the hypotenuse of both."""
    found = accuracy(WFNS, prevalence=0.5)
    assert found.accuracy.estimate == pytest.approx(float(Fraction(26, 41) + Fraction(60, 72)) / 2)
    sens, spec = (accuracy(WFNS).sensitivity, accuracy(WFNS).specificity)
    below = math.hypot(sens.estimate - sens.interval.low, spec.estimate - spec.interval.low) / 2
    above = math.hypot(sens.interval.high - sens.estimate, spec.interval.high - spec.estimate) / 2
    estimate = found.accuracy.estimate
    assert limits(found.accuracy.interval) == pytest.approx((estimate - below, estimate + above), rel=1e-12)


# ---- printed by others


def test_mercaldo_intervals_are_those_of_bdpv():
    """240, 87, 178, 288 at prevalence 0.03 (Mercaldo et al. 2007, Tables VIII and IX; R package bdpv)."""
    at = predictive_values(CASE_CONTROL, 0.03).values[0]
    assert (at.ppv, *limits(at.ppv_interval)) == pytest.approx((0.07109937006, 0.05887097288, 0.08563666566), abs=2e-9)
    assert (at.npv, *limits(at.npv_interval)) == pytest.approx((0.9831403887, 0.980948791, 0.9850837047), abs=2e-9)
    at = predictive_values(CASE_CONTROL, 0.03, adjusted=True).values[0]
    assert limits(at.ppv_interval) == pytest.approx((0.05828658824, 0.08446570164), abs=2e-9)
    assert limits(at.npv_interval) == pytest.approx((0.9808626129, 0.9850003436), abs=2e-9)


def test_ppv_is_that_of_dtcompair_and_npv_that_of_bayes():
    """R package DTComPair, pv.prev on its data set Paired1.

    Its documentation prints NPVs of 0.4139116 and 0.1500623, which are 1 - NPV with the prevalence turned round; by
    Bayes' theorem they are 0.9577267 and 0.8499377.
    """
    fifth, half = predictive_values(PAIRED1, [0.2, 0.5]).values
    assert (fifth.ppv, *limits(fifth.ppv_interval)) == pytest.approx((0.4060975, 0.3636661, 0.4499788), abs=6e-8)
    assert (half.ppv, fifth.npv, half.npv) == pytest.approx((0.7322704, 0.9577267, 0.8499377), abs=6e-8)
    turned = predictive_values(PAIRED1, [0.8, 0.5]).values
    assert [1 - at.npv for at in turned] == pytest.approx([0.4139116, 0.1500623], abs=6e-8)


def test_heartworm_probabilities_are_those_of_epir():
    """R package epiR, example of a nomogram: priors 0.35 and 0.001, sensitivity 0.975, specificity 0.94."""
    asked = {"sensitivity": 0.975, "specificity": 0.94}
    assert post_test_probability(0.35, **asked).probability == pytest.approx(0.8974359, abs=5e-8)
    assert post_test_probability(0.001, **asked).probability == pytest.approx(0.01600591, abs=5e-9)


# ---- the slow formula


@given(table=full, share=shares, level=st.sampled_from([0.8, 0.95, 0.999]))
def test_limits_are_those_of_the_logit_and_its_delta_variance(table, share, level):
    """logit(PPV) has variance (1-Se)/(Se m) + Sp/((1-Sp) n), logit(NPV) Se/((1-Se) m) + (1-Sp)/(Sp n)."""
    from scipy.special import expit, logit
    from scipy.stats import norm

    tp, fp, fn, tn = table
    m, n = tp + fn, fp + tn
    se, sp = tp / m, tn / n
    z = norm.ppf((1 + level) / 2)
    at = predictive_values(Counts(tp=tp, fp=fp, fn=fn, tn=tn), share, level=level).values[0]
    ppv = se * share / (se * share + (1 - sp) * (1 - share))
    npv = sp * (1 - share) / (sp * (1 - share) + (1 - se) * share)
    errors = (
        math.sqrt((1 - se) / (se * m) + sp / ((1 - sp) * n)),
        math.sqrt(se / ((1 - se) * m) + (1 - sp) / (sp * n)),
    )
    for value, error, interval in zip((ppv, npv), errors, (at.ppv_interval, at.npv_interval), strict=True):
        expected = expit(logit(value) + np.array([-z, z]) * error)
        assert limits(interval) == pytest.approx(tuple(expected), rel=1e-9)


# ---- properties


@given(table=tables, share=shares, side=sides, adjusted=st.booleans())
def test_intervals_have_a_width_and_lie_inside_the_range(table, share, side, adjusted):
    """Whatever the zeros: an interval with a width and its estimate, or a note; strict JSON and no nan in print."""
    counts = both(*table)
    found = predictive_values(counts, share, sides=side, adjusted=adjusted)
    at = found.values[0]
    for value, interval, empty in (
        (at.ppv, at.ppv_interval, counts.n_positive == 0),
        (at.npv, at.npv_interval, counts.n_negative == 0),
    ):
        assert (value is None) == (interval is None) == empty
        if interval is not None:
            assert 0 <= interval.low < interval.high <= 1
            if value not in interval:
                assert adjusted
                assert "estimate-outside" in [note.code for note in found.notes]
    json.dumps(found.to_dict(), allow_nan=False)
    assert "nan" not in str(found)


@given(table=tables, share=shares, side=sides)
def test_npv_is_the_ppv_of_the_opposite(table, share, side):
    """Exchanging cases with controls and positive with negative exchanges PPV at a share with NPV at the rest."""
    counts = both(*table)
    opposite = Counts(tp=counts.tn, fp=counts.fn, fn=counts.fp, tn=counts.tp)
    one = predictive_values(counts, share, sides=side).values[0]
    other = predictive_values(opposite, 1 - share, sides=side).values[0]
    assert one.ppv == pytest.approx(other.npv, rel=1e-12)
    if one.ppv_interval is not None:
        assert limits(one.ppv_interval) == pytest.approx(limits(other.npv_interval), rel=1e-9)


@given(table=tables, share=shares, positive=st.booleans())
def test_post_test_probability_is_a_predictive_value(table, share, positive):
    """After a positive result it is the PPV, after a negative one 1 - NPV, interval included."""
    counts = both(*table)
    found = post_test_probability(share, counts=counts, positive=positive)
    at = predictive_values(counts, share).values[0]
    value, interval = (at.ppv, at.ppv_interval) if positive else (at.npv, at.npv_interval)
    assert (found.probability is None) == (value is None)
    if value is not None:
        assert found.probability == pytest.approx(value if positive else 1 - value, rel=1e-9, abs=1e-12)
        expected = limits(interval) if positive else (1 - interval.high, 1 - interval.low)
        assert limits(found.interval) == pytest.approx(expected, rel=1e-9, abs=1e-12)
    json.dumps(found.to_dict(), allow_nan=False)


@given(table=tables, share=shares, side=sides)
def test_accuracy_at_a_prevalence_lies_in_its_interval(table, share, side):
    """The interval has a width and contains prevalence·sensitivity + (1 - prevalence)·specificity."""
    counts = both(*table)
    interval = accuracy_interval(counts, share, level=0.95, sides=side)
    value = share * counts.tp / counts.n_cases + (1 - share) * counts.tn / counts.n_controls
    assert 0 <= interval.low <= value + 1e-12
    assert value - 1e-12 <= interval.high <= 1
    assert interval.low < interval.high


def test_one_sided_bounds_are_limits_at_twice_alpha():
    """A bound at 0.975 is a limit of the two-sided interval at 0.95, and its other end that of the range."""
    two = predictive_values(WFNS, 0.1).values[0]
    lower = predictive_values(WFNS, 0.1, level=0.975, sides="lower").values[0]
    upper = predictive_values(WFNS, 0.1, level=0.975, sides="upper").values[0]
    for name in ("ppv_interval", "npv_interval"):
        assert getattr(lower, name).low == pytest.approx(getattr(two, name).low, rel=1e-12)
        assert getattr(upper, name).high == pytest.approx(getattr(two, name).high, rel=1e-12)
        assert (getattr(lower, name).high, getattr(upper, name).low) == (1.0, 0.0)


def test_prevalences_next_to_the_ends_keep_a_width():
    """At 1e-300 and one step below 1 no interval is a point."""
    for counts in (WFNS, Counts(tp=5, fp=0, fn=3, tn=9), Counts(tp=5, fp=4, fn=3, tn=0)):
        for at in predictive_values(counts, [5e-324, 1e-300, math.nextafter(1.0, 0.0)]).values:
            for value, interval in ((at.ppv, at.ppv_interval), (at.npv, at.npv_interval)):
                assert 0 <= interval.low <= value <= interval.high <= 1
                assert interval.low < interval.high


def test_a_fine_grid_keeps_its_order_and_prints_25_lines():
    """A figure asks for hundreds of prevalences; the table shows a spread of them."""
    grid = np.linspace(0.001, 0.999, 999)
    found = predictive_values(WFNS, grid)
    assert [at.prevalence for at in found.values] == grid.tolist()
    ppv = [at.ppv for at in found.values]
    assert ppv == sorted(ppv)
    lines = str(found).splitlines()
    assert "999 prevalences, 25 of them shown; tidy() has all" in lines
    assert len(found.tidy()) == 2 * 999


# ---- zeros


def test_a_zero_cell_has_score_intervals():
    """With no false positive PPV is 1 with a lower limit from Koopman's interval of LR+, and a note says so."""
    found = predictive_values(Counts(tp=5, fp=0, fn=0, tn=5), 0.1)
    at = found.values[0]
    assert at.ppv == 1.0
    # Koopman's lower limit of 5/5 over 0/5 is 2.3016.
    assert limits(at.ppv_interval) == pytest.approx((0.2036570, 1.0), abs=1e-5)
    assert [note.code for note in found.notes] == ["zero-cell"]
    assert found.method.name == "score"


def test_an_adjusted_interval_is_widened_to_the_value_at_an_end_and_says_so():
    """With a zero cell the formula alone would end at 0.601 beside a PPV of 1."""
    found = predictive_values(Counts(tp=5, fp=0, fn=1, tn=28), 0.03, adjusted=True)
    assert limits(found.values[0].ppv_interval) == pytest.approx((0.079, 1.0), abs=5e-4)
    assert [note.text for note in found.notes] == [
        "a cell is zero, and the adjusted formula leaves out the value shown: the upper limit of PPV is set to 1."
    ]
    both = predictive_values(Counts(tp=0, fp=5, fn=3, tn=0), 0.03, adjusted=True)
    assert both.notes[0].text.endswith(
        "value shown: the lower limit of PPV is set to 0 and the lower limit of NPV is set to 0."
    )
    one_sided = predictive_values(Counts(tp=5, fp=0, fn=1, tn=28), 0.03, adjusted=True, sides="lower")
    assert "zero-cell" not in [note.code for note in one_sided.notes]
    assert predictive_values(Counts(tp=5, fp=1, fn=1, tn=28), 0.03, adjusted=True).notes == ()


def test_a_ratio_that_comes_out_infinite_is_not_estimable_after_a_result():
    """The counts of the study cannot show it, so print and notes are those of accuracy; a stated one prints as Inf."""
    found = post_test_probability(0.2, counts=Counts(tp=3, fp=0, fn=2, tn=9))
    assert [note.code for note in found.notes] == ["infinite-ratio", "zero-cell"]
    assert found.notes[0].text == "no control tested positive, so LR+ is infinite in these data and not estimable."
    assert "   0.200  not estimable      1.000\n" in str(found)
    negative = post_test_probability(0.2, counts=Counts(tp=3, fp=0, fn=2, tn=9), positive=False)
    assert [note.code for note in negative.notes] == ["zero-cell"]
    assert "   0.200  Inf      1.000\n" in str(post_test_probability(0.2, lr=math.inf))
    assert post_test_probability(0.2, counts=Counts(tp=3, fp=1, fn=2, tn=9)).notes == ()


def test_nobody_positive_or_nobody_ill_is_not_estimable():
    """0/0 has no value at any prevalence, and a note says why."""
    found = predictive_values(Counts(tp=0, fp=0, fn=3, tn=5), 0.2)
    assert (found.values[0].ppv, found.values[0].ppv_interval) == (None, None)
    assert found.notes[0].text == "no subject tested positive, so PPV is not estimable."
    found = predictive_values(Counts(tp=0, fp=2, fn=0, tn=5), 0.2)
    assert (found.values[0].ppv, found.values[0].npv) == (None, None)
    assert found.notes[0].text == "there are no cases, so PPV and NPV are not estimable."
    assert "not estimable" in str(found)
    found = predictive_values((0.0, 1.0), 0.2)
    assert (found.values[0].ppv, found.values[0].npv) == (None, pytest.approx(0.8))
    assert post_test_probability(0.2, sensitivity=0, specificity=1).notes[0].code == "no-positives"


def test_an_infinite_ratio_makes_certain_and_a_ratio_of_0_rules_out():
    """Stated as a number they are taken at their word."""
    assert post_test_probability(0.2, lr=math.inf).probability == 1.0
    assert post_test_probability(0.2, lr=0).probability == 0.0
    assert post_test_probability(0.2, sensitivity=0.5, specificity=1).ratio == math.inf


# ---- refusals


@pytest.mark.parametrize(
    ("table", "prevalence", "error", "text"),
    [
        (WFNS, 10, MethodError, r"prevalence is 10; a prevalence lies strictly between 0 and 1\. Write 0\.05 for"),
        (WFNS, [0.1, 0.0], MethodError, r"prevalence is 0\.0; a prevalence lies strictly between 0 and 1\."),
        (WFNS, [], DataError, r"there is no prevalence; state at least one\."),
        (WFNS, "0.1", TypeError, r"prevalence is a number strictly between 0 and 1, or several of them\."),
        (WFNS, None, TypeError, r"prevalence is a number strictly between"),
        ([1, 2, 3], 0.1, TypeError, r"predictive_values takes Counts or \(sensitivity, specificity\), not list"),
        ((0.9, 90), 0.1, DataError, r"specificity is 90; it must lie between 0 and 1\. Write 0\.9 for 90 percent\."),
        (("a", 0.9), 0.1, TypeError, r"sensitivity is str; it must be a number from 0 to 1\."),
    ],
)
def test_what_cannot_be_is_refused(table, prevalence, error, text):
    """Tables, shares and prevalences are checked, in words."""
    with pytest.raises(error, match=text):
        predictive_values(table, prevalence)


def test_a_stated_pair_has_nothing_to_adjust():
    """Without counts there is no interval."""
    with pytest.raises(MethodError, match="have no intervals to adjust; give the Counts instead"):
        predictive_values((0.9, 0.8), 0.1, adjusted=True)


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({}, MethodError, r"state the result in one way: lr=, or sensitivity= and specificity=, or counts=\."),
        ({"lr": 2, "counts": WFNS}, MethodError, "state the result in one way"),
        ({"sensitivity": 0.9}, MethodError, "state the result in one way"),
        ({"lr": -1}, DataError, r"lr is -1; a likelihood ratio is not negative\."),
        ({"lr": math.nan}, DataError, "lr is nan"),
        ({"lr": "2"}, TypeError, r"lr is str; it must be a number from 0 to infinity\."),
        ({"lr": 2, "positive": 1}, TypeError, r"positive is True or False, not 1\."),
        ({"counts": (1, 2)}, TypeError, "post_test_probability takes Counts, not tuple"),
        ({"counts": Counts(tp=0, fp=1, fn=0, tn=1)}, DataError, "the table has 0 cases and 2 controls"),
    ],
)
def test_a_result_is_stated_in_one_way(options, error, text):
    """A ratio, a pair or counts: one of them, and what can be."""
    with pytest.raises(error, match=text):
        post_test_probability(0.2, **options)


def test_a_prior_is_a_probability():
    """Strictly between 0 and 1."""
    with pytest.raises(MethodError, match="prior is 1; a prevalence lies strictly between 0 and 1"):
        post_test_probability(1, lr=2)


# ---- printed


def test_the_table_prints_one_line_per_prevalence():
    """The whole text."""
    assert str(predictive_values(WFNS, [0.01, 0.1, 0.5])) == dedent(
        """
        \tPredictive values at stated prevalences, logit method

        data:  2x2 table of counts
               41 cases, 72 controls
               sensitivity 26/41, specificity 60/72
        95 percent confidence intervals, two-sided

        prevalence    PPV    low   high    NPV    low   high
              0.01  0.037  0.021  0.063  0.996  0.993  0.997
              0.1   0.297  0.194  0.427  0.953  0.931  0.969
              0.5   0.792  0.683  0.870  0.695  0.600  0.775
        """
    )


def test_a_probability_after_a_result_prints_in_the_frame():
    """The whole text, with the ratio between the two probabilities."""
    assert str(post_test_probability(0.2, counts=WFNS, positive=False)) == dedent(
        """
        \tProbability after a negative result, Bayes' theorem

        data:  2x2 table of counts
               41 cases, 72 controls
               pre-test probability 0.2
        interval: logit method
        95 percent confidence interval:
         0.068  0.143
        sample estimates:
        pre-test    LR-  post-test
           0.200  0.439      0.099
        """
    )
