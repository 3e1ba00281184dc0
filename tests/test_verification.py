"""Sensitivity and specificity corrected for partial verification, after Begg and Greenes."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats import Counts, DiagnosticTest
from rocstats.errors import DataError, MethodError
from rocstats.inference.verification import corrected_for_verification

# Liver scans of 650 patients; the 344 verified ones are those of Altman and Bland, BMJ 1994;308:1552, whose sensitivity
# and specificity are printed there as 231/258 = 0.90 and 54/86 = 0.63.
LIVER = Counts(tp=231, fp=32, fn=27, tn=54)
cells = st.integers(0, 40)


def liver(**more):
    """Correct the liver scans, of which 166 positive and 140 negative ones were not verified."""
    return corrected_for_verification(LIVER, unverified_positive=166, unverified_negative=140, **more)


def by_weights(counts, unverified):
    """Weight each verified subject by how many of its test result it stands for: another road to the same estimate."""
    up, un = unverified
    n_pos, n_neg = counts.tp + counts.fp, counts.fn + counts.tn
    w_pos = Fraction(n_pos + up, n_pos) if n_pos else Fraction(0)
    w_neg = Fraction(n_neg + un, n_neg) if n_neg else Fraction(0)
    cases, controls = w_pos * counts.tp + w_neg * counts.fn, w_pos * counts.fp + w_neg * counts.tn
    return w_pos * counts.tp / cases, w_neg * counts.tn / controls


def test_liver_scans_by_hand():
    """231/263 of 429 and 27/81 of 221 patients have cancer, which makes 0.8365; without it 0.7384 are negative."""
    found = liver()
    cases = Fraction(231, 263) * 429, Fraction(27, 81) * 221
    controls = Fraction(32, 263) * 429, Fraction(54, 81) * 221
    assert found.sensitivity.estimate == pytest.approx(float(cases[0] / sum(cases)), abs=1e-15)
    assert found.specificity.estimate == pytest.approx(float(controls[1] / sum(controls)), abs=1e-15)
    assert (round(found.sensitivity.estimate, 4), round(found.specificity.estimate, 4)) == (0.8365, 0.7384)
    assert found.tested == (429, 221)


def test_weights_of_the_verified_give_the_same():
    """Inverse weights of verification are another road to the estimates."""
    sensitivity, specificity = by_weights(LIVER, (166, 140))
    assert liver().sensitivity.estimate == pytest.approx(float(sensitivity), abs=1e-15)
    assert liver().specificity.estimate == pytest.approx(float(specificity), abs=1e-15)


def test_standard_error_is_that_of_the_delta_method():
    """Numerical derivatives with the three binomial variances give the standard error."""

    def sensitivity(theta):
        p, one, none = theta
        return p * one / (p * one + (1 - p) * none)

    theta = np.array([429 / 650, 231 / 263, 27 / 81])
    variances = theta * (1 - theta) / np.array([650, 263, 81])
    slopes = [(sensitivity(theta + step) - sensitivity(theta - step)) / 2e-6 for step in np.eye(3) * 1e-6]
    assert liver().sensitivity.standard_error == pytest.approx(math.sqrt(np.square(slopes) @ variances), rel=1e-6)


def test_bootstrap_agrees():
    """Drawing the 650 patients again has the same spread."""
    rng = np.random.default_rng(4)
    drawn = rng.multinomial(650, np.array([231, 32, 27, 54, 166, 140]) / 650, size=20_000)
    tp, fp, fn, tn, up, un = drawn.T
    cases = (tp + fp + up) * tp / (tp + fp), (fn + tn + un) * fn / (fn + tn)
    controls = (tp + fp + up) * fp / (tp + fp), (fn + tn + un) * tn / (fn + tn)
    found = liver()
    assert np.std(cases[0] / (cases[0] + cases[1])) == pytest.approx(found.sensitivity.standard_error, rel=0.03)
    assert np.std(controls[1] / (controls[0] + controls[1])) == pytest.approx(
        found.specificity.standard_error, rel=0.03
    )


def test_with_everybody_verified_it_is_the_table():
    """Nothing is corrected, and the variance of the logit is 1/26 + 1/15."""
    found = corrected_for_verification(Counts(tp=26, fp=12, fn=15, tn=60), unverified_positive=0, unverified_negative=0)
    assert found.sensitivity.estimate == pytest.approx(26 / 41, abs=1e-15)
    error = 26 / 41 * 15 / 41 * math.sqrt(1 / 26 + 1 / 15)
    assert found.sensitivity.standard_error == pytest.approx(error, rel=1e-12)
    assert found.notes == ()


def test_interval_is_on_the_logit_scale():
    """The limits are the logit of the estimate and 1.96 standard errors of it."""
    found = liver().sensitivity
    slope = found.standard_error / (found.estimate * (1 - found.estimate))
    centre = math.log(found.estimate / (1 - found.estimate))
    low, high = (1 / (1 + math.exp(-(centre + sign * 1.959963984540054 * slope))) for sign in (-1, 1))
    assert (found.interval.low, found.interval.high) == pytest.approx((low, high), rel=1e-12)


def test_one_sided_bounds_end_at_the_range():
    """A lower bound of 97.5 percent is the lower limit of the two-sided interval of 95 percent."""
    bound = liver(level=0.975, sides="lower").sensitivity.interval
    assert bound.high == 1.0
    assert bound.low == pytest.approx(liver().sensitivity.interval.low, rel=1e-12)
    assert liver(sides="upper").specificity.interval.low == 0.0


def test_a_sensitivity_of_one_has_half_added():
    """No false negative among the verified: no standard error, and an interval that ends at exactly 1."""
    found = corrected_for_verification(
        Counts(tp=20, fp=3, fn=0, tn=54), unverified_positive=16, unverified_negative=140
    )
    assert found.sensitivity.estimate == 1.0
    assert found.sensitivity.standard_error is None
    assert found.sensitivity.interval.high == 1.0
    cases = Fraction(41, 48) * 40, Fraction(1, 110) * 195
    spread = 1 / 40 + 1 / 195 + 3.5 / (20.5 * 24) + 54.5 / (0.5 * 55)
    low = 1 / (1 + math.exp(-(math.log(cases[0] / cases[1]) - 1.959963984540054 * math.sqrt(spread))))
    assert found.sensitivity.interval.low == pytest.approx(low, rel=1e-12)
    assert "half-added" in {note.code for note in found.notes}


def test_nobody_verified_of_one_result_is_not_estimable():
    """Without a verified negative subject nothing tells of the false negatives."""
    found = corrected_for_verification(Counts(tp=20, fp=3, fn=0, tn=0), unverified_positive=0, unverified_negative=9)
    assert found.sensitivity.estimate is None
    assert found.specificity.interval is None
    assert [note.code for note in found.notes] == ["nobody-verified", "verified-at-random"]
    assert "not estimable" in str(found)


def test_a_result_that_nobody_has_needs_no_verified():
    """With no negative subject at all sensitivity is 1 and specificity 0."""
    found = corrected_for_verification(Counts(tp=20, fp=3, fn=0, tn=0), unverified_positive=5, unverified_negative=0)
    assert (found.sensitivity.estimate, found.specificity.estimate) == (1.0, 0.0)
    assert found.specificity.interval.low == 0.0


def test_no_case_is_not_estimable():
    """Without a case among the verified there is no sensitivity, and specificity stays."""
    found = corrected_for_verification(Counts(tp=0, fp=3, fn=0, tn=9), unverified_positive=5, unverified_negative=1)
    assert found.sensitivity.estimate is None
    assert found.specificity.estimate == pytest.approx(10 / 18)
    assert "no verified subject has the condition" in found.notes[0].text


@given(*[cells] * 6)
def test_estimates_lie_in_their_intervals(tp, fp, fn, tn, up, un):
    """Whatever the counts, the interval has a width, lies in the range and holds the estimate."""
    if tp + fp + fn + tn == 0:
        return
    counts = Counts(tp=tp, fp=fp, fn=fn, tn=tn)
    found = corrected_for_verification(counts, unverified_positive=up, unverified_negative=un)
    for measure in found.measures:
        assert (measure.estimate is None) == (measure.interval is None)
        if measure.interval is not None:
            assert 0 <= measure.interval.low < measure.interval.high <= 1
            assert measure.estimate in measure.interval
            assert measure.standard_error is None or measure.standard_error > 0


@given(*[st.integers(1, 40)] * 4, cells, cells)
def test_turning_test_and_truth_exchanges_the_measures(tp, fp, fn, tn, up, un):
    """Specificity is the sensitivity of a negative result for being without the condition."""
    one = corrected_for_verification(Counts(tp=tp, fp=fp, fn=fn, tn=tn), unverified_positive=up, unverified_negative=un)
    other = corrected_for_verification(
        Counts(tp=tn, fp=fn, fn=fp, tn=tp), unverified_positive=un, unverified_negative=up
    )
    assert one.specificity.estimate == other.sensitivity.estimate
    assert one.specificity.interval == other.sensitivity.interval


def test_large_counts_keep_a_width():
    """A billion subjects give a narrow interval that is no point."""
    many = 10**9
    found = corrected_for_verification(
        Counts(tp=231 * many, fp=32 * many, fn=27 * many, tn=54 * many),
        unverified_positive=166 * many,
        unverified_negative=140 * many,
    )
    assert found.sensitivity.estimate == liver().sensitivity.estimate
    assert found.sensitivity.interval.low < found.sensitivity.estimate < found.sensitivity.interval.high


def test_refusals_say_what_to_do():
    """A case-control design, impossible counts and wrong types are refused."""
    asked = {"unverified_positive": 1, "unverified_negative": 1}
    with pytest.raises(MethodError, match="a case-control study fixes the share of cases"):
        corrected_for_verification(Counts(tp=1, fp=1, fn=1, tn=1, design="case-control"), **asked)
    with pytest.raises(DataError, match="unverified_positive is -1; a count is not negative"):
        corrected_for_verification(LIVER, unverified_positive=-1, unverified_negative=0)
    with pytest.raises(TypeError, match="takes Counts, not dict"):
        corrected_for_verification({}, **asked)
    with pytest.raises(MethodError, match="level is 95"):
        corrected_for_verification(LIVER, **asked, level=95)


def test_printed_whole():
    """The print has the table with the unverified, both measures, and what the correction rests on."""
    counts = Counts(tp=231, fp=32, fn=27, tn=54, test=DiagnosticTest("scan"))
    found = corrected_for_verification(counts, unverified_positive=166, unverified_negative=140)
    assert str(found) == (
        "\n\tAccuracy under partial verification, Begg and Greenes' method\n\n"
        "data:  scan\n"
        "       344 of 650 subjects verified\n\n"
        "scan      with  without  not verified  total\n"
        "positive   231       32           166    429\n"
        "negative    27       54           140    221\n\n"
        "95 percent confidence intervals of the corrected values, two-sided\n"
        "                 n/N  verified only  corrected  std. error    low   high\n"
        "sensitivity  231/258          0.895      0.836      0.0245  0.783  0.879\n"
        "specificity    54/86          0.628      0.738      0.0389  0.656  0.807\n"
        "note: the correction holds if, among subjects with the same test result, who was\n"
        "      verified had nothing to do with the condition. Where other signs decided\n"
        "      as well (symptoms, another test), it does not.\n"
    )


def test_rows_hold_both_values():
    """A row has the corrected value and that of the verified alone."""
    sensitivity, specificity = liver().rows()
    assert sensitivity["estimate_verified"] == 231 / 258
    assert (specificity["n_verified"], specificity["n_tested"]) == (344, 650)
    assert liver().to_dict()
