"""Margins: decisions in all directions and orders, by limits and by p-values, of scores and of counts."""

import json
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import sample_of, several
from strategies import two_tests as drawn_tests

from rocstats import AUC, Bootstrap, Counts, DataError, DeLong, MethodError, Sample, Study, compare_auc
from rocstats.data.paired_counts import PairedCounts
from rocstats.empirical.brier import Brier
from rocstats.empirical.partial_area import PartialAUC
from rocstats.inference.margins import equivalence, noninferiority, superiority
from rocstats.methods.agresti_min import AgrestiMin
from rocstats.methods.fisher import FisherExact
from rocstats.methods.miettinen_nurminen import MiettinenNurminen
from rocstats.methods.paired_wald import PairedWald
from rocstats.methods.tango import Tango
from rocstats.results import Card, Inference

TRUTH = [1, 1, 1, 1, 0, 0, 0, 0]
BOTH = Sample.from_truth(TRUTH, {"A": [5, 4, 3, 2, 3, 2, 1, 1], "B": [1, 5, 3, 4, 2, 2, 1, 3]})
PAIRS = PairedCounts(cases=((80, 9), (8, 64)), controls=((31, 53), (22, 155)))
CLAIMS = (noninferiority, equivalence, superiority)
margins = st.sampled_from([0.01, 0.05, 0.1, 0.2, 0.3, 0.5])
quadruples = st.tuples(*[st.tuples(*[st.integers(0, 12)] * 2)] * 2).filter(lambda t: any(map(sum, t)))


@dataclass(frozen=True, slots=True)
class Loss:
    """One minus the AUC: a statistic of which lower values are better."""

    name = "loss"
    title = "Loss"
    plural = "losses"
    bounds = (0.0, 1.0)
    prevalence = False

    def __call__(self, sample):
        """Return one minus the area."""
        return 1 - AUC()(sample)

    def weighted(self, sample, case_w, control_w):
        """Return it under row weights."""
        return 1 - AUC().weighted(sample, case_w, control_w)


class OnlyTest:
    """A method with a p-value and no interval."""

    card = Card("only", "Only a test", "", (), "only a test", "{relation} {plural}")

    def refuses(self, quantity):
        """Serve everything."""

    def infer(self, quantity, *, level, alternative, null):
        """Give a p-value alone."""
        return Inference(values=quantity.values(), estimate=0.0, pvalue=0.2)


def swapped(sample):
    """Return a sample with its second test first."""
    return sample.select(*[test.name for test in sample.tests[::-1]])


# By hand


def test_by_hand():
    """A difference of 1/8 with DeLong's standard error 0.284: one-sided limits at 1.96 errors."""
    alone = compare_auc(BOTH)
    assert (alone.estimate, round(alone.interval.low, 3), round(alone.interval.high, 3)) == (0.125, -0.432, 0.682)
    assert noninferiority(BOTH, margin=0.44).decision == "shown"
    assert noninferiority(BOTH, margin=0.43).decision == "not shown"
    assert noninferiority(BOTH, margin=0.44).interval == alone.interval
    assert noninferiority(swapped(BOTH), margin=0.69).decision == "shown"
    assert noninferiority(swapped(BOTH), margin=0.68).decision == "not shown"
    assert equivalence(BOTH, margin=0.69, level=0.95).decision == "shown"
    assert equivalence(BOTH, margin=0.68, level=0.95).decision == "not shown"
    assert superiority(BOTH, margin=0.05).decision == "not shown"


@pytest.mark.parametrize(
    ("higher", "first", "expected"),
    [(True, "A", "shown"), (True, "B", "not shown"), (False, "A", "not shown"), (False, "B", "shown")],
)
def test_four_combinations_of_direction_and_order(higher, first, expected):
    """A exceeds B by 0.125 (-0.432 to 0.682). A margin of 0.5 lies between the distances of the two limits from 0.

    As a benefit A is non-inferior to B and B is not to A; as a harm it is the reverse.
    """
    sample = BOTH if first == "A" else swapped(BOTH)
    found = noninferiority(sample, margin=0.5, higher_is_better=higher)
    assert found.decision == expected
    (one,) = found.hypotheses
    assert (one.null_value, one.alternative) == ((-0.5, "greater") if higher else (0.5, "less"))
    side, word = ("low limit", "above -0.5") if higher else ("high limit", "below 0.5")
    no = "" if expected == "shown" else "not "
    assert side in found.decision_text
    assert f" is {no}{word}; one-sided level 0.025)" in found.decision_text
    assert ("lower values of the AUC are better" in str(found)) is not higher
    assert f"data:  {first} (new) and " in str(found)


@pytest.mark.parametrize("margin", [0.05, 0.3])
def test_reference_case(asah_frame, margin):
    """Z, p and the 90 percent limits of two paired AUCs as a separate computation has them (8 decimals)."""
    study = Study(asah_frame, truth="outcome", positive="Poor", tests=["s100b", "wfns"])
    found = noninferiority(study.sample("s100b", "wfns"), margin=margin, level=0.90)
    assert found.interval.low == pytest.approx(-0.16104640, abs=5e-9)
    assert found.interval.high == pytest.approx(-0.02357419, abs=5e-9)
    if margin == 0.05:
        assert found.statistic == pytest.approx(-1.01248459, abs=5e-9)
        assert found.pvalue == pytest.approx(0.84434679, abs=5e-9)
    assert found.shown is (margin == 0.3)


# Properties


@settings(max_examples=40)
@given(drawn_tests(least=2), margins)
def test_swapping_tests_and_sign_gives_the_same_decision(sample, margin):
    """New minus reference where higher is better is reference minus new where lower is better."""
    for claim in CLAIMS:
        one = claim(sample, margin=margin)
        other = claim(swapped(sample), margin=margin, higher_is_better=False)
        assert one.decision == other.decision
        assert one.pvalue == (None if other.pvalue is None else pytest.approx(other.pvalue, rel=1e-9))
    assert equivalence(sample, margin=margin).decision == equivalence(swapped(sample), margin=margin).decision


@settings(max_examples=15)
@given(drawn_tests(least=3), margins)
def test_a_loss_is_judged_like_its_benefit(sample, margin):
    """One minus the area, lower is better, gives the decision of the area: the bootstrap, by limits and p-values."""
    method = Bootstrap(n_resamples=100, rng=1)
    for claim in CLAIMS:
        area = claim(sample, margin=margin, method=method)
        loss = claim(sample, margin=margin, method=method, statistic=Loss(), higher_is_better=False)
        if area.decision != "not estimable":
            assert loss.estimate == pytest.approx(-area.estimate)
            assert loss.pvalue == pytest.approx(area.pvalue, abs=0.011)  # one replicate may round to the other side
        assert loss.decision == area.decision


@settings(max_examples=40)
@given(drawn_tests(least=2), margins, st.sampled_from([0.8, 0.9, 0.95]))
def test_p_is_below_the_one_sided_level_exactly_where_it_is_shown(sample, margin, level):
    """DeLong: limits and one-sided tests have one variance; equivalence takes the larger p."""
    for claim in CLAIMS:
        found = claim(sample, margin=margin, level=level)
        if found.pvalue is None:
            assert found.decision == "not estimable"
        elif abs(found.pvalue - found.one_sided_level) > 1e-9:
            assert found.shown == (found.pvalue < found.one_sided_level)


@pytest.mark.parametrize("kind", ["percentile", "basic", "bca", "normal", "studentized"])
def test_p_and_limits_of_the_bootstrap_agree(kind):
    """Up to the resolution of the replicates, which are the same for the limits and every p-value."""
    rng = np.random.default_rng(8)
    base = rng.normal(size=80) + np.repeat([1.0, 0.0], 40)
    scores = {"A": base + 0.3 * rng.normal(size=80), "B": base + 0.3 * rng.normal(size=80)}
    sample = Sample.from_truth([1] * 40 + [0] * 40, scores)
    method = Bootstrap(kind=kind, n_resamples=400, rng=5)
    plain = compare_auc(sample, method=method)
    for margin in (0.02, 0.04, 0.06, 0.1, 0.2):
        found = noninferiority(sample, margin=margin, method=method)
        assert (found.interval.low, found.interval.high) == (plain.interval.low, plain.interval.high)
        assert found.pvalue >= (0 if kind == "normal" else 1 / 401)
        if abs(found.pvalue - 0.025) > 2 / 401:
            assert found.shown == (found.pvalue < 0.025)
    assert found.seed == 5
    assert "400 stratified resamples of subjects, seed 5" in str(found)


def test_a_bootstrap_without_seed_judges_one_set_of_replicates():
    """The seed in the result reproduces limits and p-value alike."""
    found = equivalence(BOTH, margin=0.3, method=Bootstrap(n_resamples=200))
    again = equivalence(BOTH, margin=0.3, method=Bootstrap(n_resamples=200, rng=found.seed))
    assert str(found) == str(again)


@settings(max_examples=60)
@given(quadruples, margins)
def test_tango_decides_as_its_p_value_and_its_mirror(cells, margin):
    """Paired counts: p below the one-sided level exactly where shown, and equivalence does not mind the order."""
    pairs = PairedCounts(cases=cells, controls=((1, 0), (0, 1)))
    turned = PairedCounts(cases=pairs.cases.swapped, controls=((1, 0), (0, 1)))
    for claim in CLAIMS:
        found = claim(pairs, measure="sensitivity", margin=margin)
        assert found.decision != "not estimable"
        assert found.interval.low < found.interval.high
        if abs(found.pvalue - found.one_sided_level) > 1e-9:
            assert found.shown == (found.pvalue < found.one_sided_level)
    one, other = (equivalence(p, measure="sensitivity", margin=margin) for p in (pairs, turned))
    assert one.decision == other.decision
    assert one.pvalue == pytest.approx(other.pvalue, rel=1e-6)


def test_the_strict_inequality_is_on_the_limit_itself():
    """A margin exactly at the limit does not show it; the next float does. The printed digits tell them apart."""
    low = compare_auc(BOTH).interval.low
    at, beyond = noninferiority(BOTH, margin=-low), noninferiority(BOTH, margin=np.nextafter(-low, 1))
    assert (at.decision, beyond.decision) == ("not shown", "shown")
    near = noninferiority(BOTH, margin=0.432)
    assert near.decision_text == "non-inferior (low limit -0.4319 is above -0.432; one-sided level 0.025)"


# Counts


def test_paired_counts_by_tango():
    """Sensitivity from the pairs of cases, specificity from those of the controls with negative for positive."""
    found = noninferiority(PAIRS, measure="sensitivity", margin=0.1)
    limits = Tango().interval(PAIRS.cases)
    assert (found.interval, found.method.id) == (limits, "tango")
    assert found.pvalue == Tango().pvalue(PAIRS.cases, null=-0.1, alternative="greater")
    assert found.values == (89 / 161, 88 / 161)
    spec = noninferiority(PAIRS, measure="specificity", margin=0.1)
    assert spec.values == (177 / 261, 208 / 261)
    assert spec.interval == Tango().interval(((155, 22), (53, 31)))
    assert spec.decision == "not shown"


def test_unpaired_counts_by_miettinen_and_nurminen():
    """Two tables of different subjects; specificity counts true negatives among the controls."""
    a, b = Counts(tp=26, fp=12, fn=15, tn=60), Counts(tp=20, fp=5, fn=15, tn=50)
    found = superiority(a, b, measure="specificity", margin=0.02)
    assert found.interval == MiettinenNurminen().interval(((60, 72), (50, 55)))
    assert found.pvalue == MiettinenNurminen().pvalue(((60, 72), (50, 55)), null=0.02, alternative="greater")
    assert (found.paired, found.tests) == (False, ("first", "second"))


def test_an_interval_that_inverts_no_test_has_no_p_value():
    """Agresti and Min's limits decide; the test that is printed without p is left out whole."""
    found = noninferiority(PAIRS, measure="sensitivity", margin=0.1, method=AgrestiMin())
    assert (found.pvalue, found.decision) == (None, "shown")
    assert "p-value" not in str(found)
    assert "alternative hypothesis" not in str(found)


def test_counts_without_variance_are_never_shown():
    """No discordant pairs: Wald has no width and says so, Tango has one."""
    same = PairedCounts(cases=((40, 0), (0, 10)), controls=((5, 0), (0, 45)))
    found = noninferiority(same, measure="sensitivity", margin=0.1, method=PairedWald())
    assert (found.decision, found.shown, found.pvalue) == ("not estimable", False, None)
    assert found.notes[0].code == "zero-variance"
    assert "decision: not estimable (there is no interval to decide by)" in str(found)
    assert noninferiority(same, measure="sensitivity", margin=0.1).decision == "shown"


# Corners


@pytest.mark.parametrize(
    "sample",
    [
        Sample.from_truth([1, 1, 1, 0, 0, 0], {"A": [3, 4, 5, 0, 1, 2], "B": [4, 5, 6, 1, 2, 3]}),
        Sample.from_truth([1, 0, 0], {"A": [3, 4, 1], "B": [1, 2, 3]}),
        Sample.from_truth([1, 1, 0], {"A": [3, 4, 1], "B": [1, 2, 3]}),
        Sample.from_truth([1, 1, 0, 0], {"A": [1, 1, 1, 1], "B": [2, 2, 2, 2]}),
        Sample.from_truth([1, 1, 0, 0], {"A": [3, 4, 1, 2], "B": [1, 2, 3, 4]}),
        Sample.from_truth([1, 1, 0, 0], {"A": [3, np.inf, 1, 2], "B": [6, np.inf, 2, 4]}),
    ],
    ids=["perfect twice", "one case", "one control", "all tied", "perfect and reversed", "identical"],
)
@pytest.mark.parametrize("method", [DeLong(), Bootstrap(n_resamples=100, rng=1), Bootstrap("bca", 100, rng=1)])
def test_what_cannot_be_judged_is_never_shown(sample, method):
    """No variance, no interval: not estimable, whatever the difference is; the note says why."""
    for claim in CLAIMS:
        found = claim(sample, margin=0.9, method=method)
        assert (found.decision, found.pvalue, found.interval) == ("not estimable", None, None)
        assert found.notes
        assert "decision: not estimable" in str(found)
        assert "shown" not in str(found)
        assert "p = 1" not in str(found)
        json.dumps(found.to_dict(), allow_nan=False)


@settings(max_examples=25)
@given(several(st.integers(0, 3).map(float), 2), margins)
def test_random_degenerate_samples_have_a_width_or_a_reason(drawn, margin):
    """One to eight subjects of each kind with few ratings: an interval with width, or not estimable with a note."""
    sample = sample_of(drawn)
    for method in (DeLong(), Bootstrap(n_resamples=100, rng=2)):
        found = equivalence(sample, margin=margin, method=method)
        if found.interval is None:
            assert found.decision == "not estimable"
            assert found.notes
        else:
            assert found.interval.low < found.interval.high
            assert 0 < found.pvalue <= 1


def test_row_counts_equal_rows():
    """A grouped sample gives what its expanded rows give."""
    counts = [3, 1, 2, 1, 1, 4, 1, 2]
    scores = {"A": [5, 4, 3, 2, 3, 2, 1, 1], "B": [1, 5, 3, 4, 2, 2, 1, 3]}
    grouped = Sample.from_truth(TRUTH, scores, counts=counts)
    rows = Sample.from_truth(np.repeat(TRUTH, counts), {k: np.repeat(v, counts) for k, v in scores.items()})
    for method in (DeLong(), Bootstrap(n_resamples=100, rng=2)):
        one, other = (noninferiority(s, margin=0.3, method=method) for s in (grouped, rows))
        assert (one.interval, one.pvalue, one.decision) == (other.interval, other.pvalue, other.decision)


def test_other_statistics():
    """A partial area has a margin in its own units; a Brier score is better when lower, without being told."""
    part = noninferiority(BOTH, margin=0.05, statistic=PartialAUC(fpf=(0, 0.5)), method=Bootstrap("bca", 200, rng=1))
    assert part.decision == "not shown"
    assert part.parameter == "partial area"
    ill = [1] * 20 + [0] * 20
    close, far = [0.8] * 18 + [0.3] * 2 + [0.2] * 17 + [0.7] * 3, [0.6] * 15 + [0.4] * 5 + [0.4] * 15 + [0.6] * 5
    good = Sample.from_truth(ill, {"close": close, "far": far}, design="cohort")
    found = superiority(good, margin=0.01, statistic=Brier(), method=Bootstrap(n_resamples=200, rng=1))
    assert (found.higher_is_better, found.estimate < 0, found.decision) == (False, True, "shown")
    assert noninferiority(swapped(good), margin=0.01, statistic=Brier(), method=Bootstrap(rng=1)).shown is False


# Refusals


@pytest.mark.parametrize("margin", [0, -0.1, 1, 5, float("nan"), float("inf")])
def test_a_margin_that_is_none_is_refused(margin):
    """Zero, negative, as wide as the range, in percent, not a number."""
    for claim in CLAIMS:
        with pytest.raises(MethodError, match=r"^margin is .*; it must be above 0 and below 1\."):
            claim(BOTH, margin=margin)
        with pytest.raises(MethodError, match="must be above 0"):
            claim(PAIRS, measure="sensitivity", margin=margin)


def test_refusals():
    """What came, what is needed, what to do."""
    with pytest.raises(TypeError, match="margin is str"):
        noninferiority(BOTH, margin="0.1")
    with pytest.raises(TypeError, match="noninferiority takes a Sample, Counts or PairedCounts, not list"):
        noninferiority([1, 2], margin=0.1)
    with pytest.raises(MethodError, match='measure is None; of counts it must be "sensitivity" or "specificity"'):
        noninferiority(PAIRS, margin=0.1)
    with pytest.raises(MethodError, match="measure= is for counts"):
        noninferiority(BOTH, margin=0.1, measure="sensitivity")
    with pytest.raises(MethodError, match="which are better when higher"):
        noninferiority(PAIRS, margin=0.1, measure="sensitivity", higher_is_better=False)
    with pytest.raises(DataError, match="paired counts hold both tests"):
        noninferiority(PAIRS, Counts(tp=1, fp=1, fn=1, tn=1), margin=0.1, measure="sensitivity")
    with pytest.raises(DataError, match="Counts of the new one and Counts of the reference"):
        noninferiority(Counts(tp=1, fp=1, fn=1, tn=1), margin=0.1, measure="sensitivity")
    with pytest.raises(MethodError, match=r"needs a method such as Tango\(\); it got DeLong"):
        noninferiority(PAIRS, margin=0.1, measure="sensitivity", method=DeLong())
    with pytest.raises(TypeError, match="higher_is_better is True, False or None"):
        noninferiority(BOTH, margin=0.1, higher_is_better="yes")


def test_methods_and_data_that_do_not_fit_are_refused():
    """Paired for unpaired, a test without interval, an empty group, clusters."""
    one = Counts(tp=1, fp=1, fn=1, tn=1)
    with pytest.raises(MethodError, match=r"Tango serves paired counts, and these are unpaired; use MiettinenN"):
        noninferiority(one, one, margin=0.1, measure="sensitivity", method=Tango())
    with pytest.raises(MethodError, match="gives no interval, and a margin is judged by one"):
        noninferiority(one, one, margin=0.1, measure="sensitivity", method=FisherExact())
    empty = PairedCounts(cases=((1, 2), (3, 4)), controls=((0, 0), (0, 0)))
    with pytest.raises(DataError, match="there are no controls in a table, so there is no difference in specificity"):
        noninferiority(empty, margin=0.1, measure="specificity")
    clustered = Sample.from_truth(TRUTH, {"A": TRUTH, "B": TRUTH[::-1]}, cluster=[1, 1, 2, 2, 3, 3, 4, 4])
    with pytest.raises(MethodError, match="come in clusters"):
        noninferiority(clustered, margin=0.1)
    with pytest.raises(MethodError, match="gives no interval, and a margin is judged by one; use DeLong"):
        noninferiority(BOTH, margin=0.1, method=OnlyTest())


# What people see


def test_printed_whole_as_the_layout_has_it(asah):
    """Title, roles, margin, hypothesis, interval, estimates, decision with limit, margin and level."""
    assert str(noninferiority(asah.sample("s100b", "wfns"), margin=0.05)) == (
        "\n\tNon-inferiority of one AUC to another, DeLong\n\n"
        "data:  s100b (new) and wfns (reference) by outcome\n"
        '       (positive: "Poor"; higher scores are positive)\n'
        "       41 cases, 72 controls, 0 dropped\n"
        "margin: 0.05, absolute, on the AUC\n"
        "Z = -1.012, p-value = 0.844\n"
        "alternative hypothesis: true difference in AUC is greater than -0.05\n"
        "95 percent confidence interval:\n"
        " -0.174  -0.010\n"
        "sample estimates:\n"
        "AUC of s100b  AUC of wfns  difference  std. error\n"
        "       0.731        0.824      -0.092      0.0418\n"
        "decision: not shown to be non-inferior (low limit -0.174 is not above -0.05;\n"
        "          one-sided level 0.025)\n"
    )


def test_equivalence_of_counts_printed_whole():
    """Two one-sided p-values, the larger of which is given; n/N and the discordant pairs."""
    assert str(equivalence(PAIRS, measure="sensitivity", margin=0.1)) == (
        "\n\tEquivalence of two sensitivities, Tango\n\n"
        "data:  A (new) and B (reference), counts of pairs\n"
        "       161 cases, 261 controls\n"
        "margin: 0.1, absolute, on the sensitivity\n"
        "p-value = 0.001\n"
        "the p-value is the larger of two one-sided p-values\n"
        "alternative hypothesis: true difference in sensitivity is between -0.1 and 0.1\n"
        "90 percent confidence interval:\n"
        " -0.038  0.051\n"
        "sample estimates:\n"
        "sensitivity of A  sensitivity of B  difference\n"
        "           0.553             0.547       0.006\n"
        "n/N: A 89/161, B 88/161\n"
        "correct by the first only: 9, by the second only: 8\n"
        "decision: equivalent (low limit -0.038 is above -0.1, high limit 0.051 is below\n"
        "          0.1; one-sided level 0.05)\n"
    )


def test_unpaired_samples_say_which_is_new():
    """The convention stands in words where the names do not show it, and so does a turned direction."""
    a = Sample.from_groups(cases=[3, 4, 5, 2], controls=[1, 2, 3, 0])
    b = Sample.from_groups(cases=[3, 4, 1, 2], controls=[1, 2, 3, 3])
    text = str(noninferiority(a, b, margin=0.1, higher_is_better=False))
    assert "\nthe first is the new one, the second the reference\nlower values of the AUC are better\n" in text
    assert "alternative hypothesis: true difference in AUC is less than 0.1\n" in text


def test_one_row_of_strict_json():
    """Decision, margin and claim stand beside the known columns; hostile names cannot break a line."""
    row = json.loads(json.dumps(noninferiority(BOTH, margin=0.1).to_dict(), allow_nan=False))
    assert (row["claim"], row["margin"], row["decision"]) == ("non-inferiority", 0.1, "not shown")
    assert row["p_value"] == noninferiority(BOTH, margin=0.1).pvalue
    bad = Sample.from_truth(TRUTH, {"x\n<b>": TRUTH, "B": TRUTH[::-1]})
    assert "x\\n<b> (new)" in str(noninferiority(bad, margin=0.1))
    assert len(noninferiority(BOTH, margin=0.1).tidy()) == 1


def test_a_margin_may_be_written_exactly():
    """A fraction and a decimal are the number that they stand for."""
    whole = noninferiority(BOTH, margin=0.1)
    for margin in (Fraction(1, 10), Decimal("0.1")):
        assert noninferiority(BOTH, margin=margin).rows() == whole.rows()
    for margin in (Decimal("NaN"), Decimal("-0.1"), Fraction(3, 2)):
        with pytest.raises(MethodError, match=r"^margin is .*; it must be above 0 and below 1\."):
            noninferiority(BOTH, margin=margin)
