"""The choice of a threshold: optima, resamples that choose again, out-of-bag accuracy, designs and what is printed."""

import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import one_test

from rocstats import Bootstrap, DataError, MethodError, Sample
from rocstats.empirical.point_measure import PointMeasure
from rocstats.empirical.threshold_rules import Largest, OwnRule, SmallestCost
from rocstats.inference.threshold_choice import thresholds
from rocstats.methods.replicates import Draws, collapsed

HAND = Sample.from_groups(cases=[3, 4, 5, 6, 6], controls=[1, 2, 3, 3, 5])
RULES = [
    {"by": "youden"},
    {"by": "closest-topleft"},
    {"by": "sensitivity", "target": 0.8},
    {"by": "specificity", "target": 0.8},
    {"by": "cost", "costs": (1, 2), "prevalence": 0.3},
    {"by": "accuracy"},
    {"by": "accuracy", "prevalence": 0.3},
    {"by": "f1"},
    {"by": "mcc"},
    {"by": "kappa"},
    {"by": "product"},
    {"by": "equal"},
]


def mixture(seed=1, m=30, n=40, round_to=1):
    """Draw scores with ties: cases one standard deviation higher."""
    rng = np.random.default_rng(seed)
    return Sample.from_groups(cases=rng.normal(1, 1, m).round(round_to), controls=rng.normal(0, 1, n).round(round_to))


def test_worked_by_hand():
    """At >= 4 four cases of five and one control of five are positive: J = 3/5, the largest."""
    found = thresholds(HAND)
    (only,) = found.optima
    assert (only.threshold, only.tp, only.fp, only.fn, only.tn) == (4, 4, 1, 1, 4)
    assert (only.sensitivity, only.specificity, only.criterion) == (0.8, 0.8, pytest.approx(0.6))
    assert (found.searched, found.resampled, found.interval, found.seed) == (6, None, None, None)
    assert thresholds(HAND, "sensitivity", target=1).thresholds == (3,)
    assert thresholds(HAND, "specificity", target=0.9).thresholds == (6,)


def test_all_tied_optima_are_returned():
    """Two thresholds with the same index stand both in the result, and a note says what they are."""
    found = thresholds(Sample.from_groups(cases=[4, 3], controls=[3, 2]))
    assert found.thresholds == (4, 3)
    assert [note.code for note in found.notes] == ["several-optima", "chosen-threshold"]
    assert "2 thresholds reach the same J and all are shown" in found.notes[0].text


def test_a_low_test_keeps_its_own_scale():
    """Thresholds and their interval are those of the data; the rule says at or below."""
    high = mixture()
    low = Sample.from_groups(cases=-high.cases[:, 0], controls=-high.controls[:, 0], low=True)
    one, other = thresholds(high, rng=1, n_resamples=300), thresholds(low, rng=1, n_resamples=300)
    assert other.thresholds == tuple(-t for t in one.thresholds)
    assert (other.interval.low, other.interval.high) == (-one.interval.high, -one.interval.low)
    assert other.resampled.criterion == one.resampled.criterion
    assert other.rule_of(other.optima[0]).startswith("<= ")


def resampled_by_hand(sample, *, seed, n_resamples, stratified, chosen):
    """Choose again in each resample from rows written out: places, values at them, and those left out, as lists."""
    rows = collapsed(sample)
    p, q = rows.frequencies
    assert (p == 1).all()
    assert (q == 1).all()
    draws = Draws(rows, n_resamples=n_resamples, seed=seed, part=0, stratified=stratified)
    x, y = rows.cases[:, 0], rows.controls[:, 0]
    scores = np.unique(np.concatenate([x, y]))[::-1]
    picked, values, outside = [], [], np.zeros(4)
    for block in draws.blocks:
        for _, case_w, control_w in draws.of_block(block):
            for a, b in zip(case_w, control_w, strict=True):
                cases, controls = np.repeat(x, a), np.repeat(y, b)
                if not len(cases) or not len(controls):
                    continue
                points = [math.inf, *scores]
                judged = [
                    chosen((cases >= c).mean(), (controls >= c).mean(), len(cases), len(controls)) for c in points
                ]
                place = next(i for i, v in enumerate(judged) if v >= max(judged) - 1e-12)
                picked.append(points[place])
                values.append(judged[place])
                left = x[a == 0], y[b == 0]
                outside += [(left[0] >= picked[-1]).sum(), len(left[0]), (left[1] >= picked[-1]).sum(), len(left[1])]
    return picked, values, outside


@pytest.mark.parametrize(
    ("by", "stratified", "chosen"),
    [
        ("youden", True, lambda tpf, fpf, m, n: tpf - fpf),
        ("accuracy", False, lambda tpf, fpf, m, n: (tpf * m + (1 - fpf) * n) / (m + n)),
        ("product", True, lambda tpf, fpf, m, n: tpf * (1 - fpf)),
    ],
)
def test_resamples_choose_again(by, stratified, chosen):
    """Row by row and threshold by threshold: the same intervals, and out-of-bag shares of those left out."""
    sample = mixture(round_to=9)
    found = thresholds(sample, by, rng=4, n_resamples=250).resampled
    picked, values, outside = resampled_by_hand(sample, seed=4, n_resamples=250, stratified=stratified, chosen=chosen)
    assert found.threshold.low == np.quantile(picked, 0.025, method="lower")
    assert found.threshold.high == np.quantile(picked, 0.975, method="higher")
    low, high = np.quantile(values, [0.025, 0.975])
    assert (found.criterion.low, found.criterion.high) == (pytest.approx(low), pytest.approx(high))
    tpf, fpf = outside[0] / outside[1], outside[2] / outside[3]
    assert (found.sensitivity, found.specificity) == (pytest.approx(tpf), pytest.approx(1 - fpf))
    assert found.out_of_bag == pytest.approx(chosen(tpf, fpf, 30, 40))
    assert found.resampling.stratified is stratified


def test_those_left_out_of_a_row_are_counted_on_average():
    """Of two subjects of one row of whom one was drawn once, one is left out; drawn twice, half of one on average."""
    rng = np.random.default_rng(0)
    drawn = rng.integers(2, size=(20_000, 2))
    left = [2 - len(set(pair)) for pair in drawn.tolist()]
    assert np.mean(left) == pytest.approx(2 * (1 - 1 / 2) ** 2, abs=0.01)
    sample = mixture(round_to=0, m=60, n=60)
    found = thresholds(sample, rng=1, n_resamples=4000).resampled
    x, y = sample.cases[:, 0], sample.controls[:, 0]
    outside = np.zeros(4)
    for _ in range(4000):
        i, j = rng.integers(60, size=60), rng.integers(60, size=60)
        points = np.unique(np.concatenate([x[i], y[j]]))[::-1]
        counts = [int((x[i] >= c).sum() - (y[j] >= c).sum()) for c in points]
        c = points[int(np.argmax(counts))]
        left_x, left_y = np.delete(x, np.unique(i)), np.delete(y, np.unique(j))
        outside += [(left_x >= c).sum(), len(left_x), (left_y >= c).sum(), len(left_y)]
    assert found.sensitivity == pytest.approx(outside[0] / outside[1], abs=0.01)
    assert found.specificity == pytest.approx(1 - outside[2] / outside[3], abs=0.01)


def test_out_of_bag_accuracy_is_close_to_that_in_new_data():
    """Over 200 studies of 30 + 30 the chosen J is optimistic by far; the out-of-bag one lies near its true mean."""
    apparent, outside, true = [], [], []
    for seed in range(1000, 1200):
        rng = np.random.default_rng(seed)
        found = thresholds(
            Sample.from_groups(cases=rng.normal(1, 1, 30), controls=rng.normal(0, 1, 30)), rng=seed, n_resamples=100
        )
        apparent.append(found.optima[0].criterion)
        outside.append(found.resampled.out_of_bag)
        c = found.optima[0].threshold / math.sqrt(2)
        true.append((math.erfc(c - 1 / math.sqrt(2)) - math.erfc(c)) / 2)
    assert np.mean(apparent) - np.mean(true) > 0.08
    assert abs(np.mean(outside) - np.mean(true)) < 0.02


@pytest.mark.parametrize("options", RULES, ids=lambda options: str(options))
def test_every_rule_is_resampled(options):
    """Each rule gives intervals that contain something, in groups or by subject as it depends on the share of cases."""
    found = thresholds(mixture(), rng=2, n_resamples=200, **options)
    assert found.resampled.threshold.low < found.resampled.threshold.high
    assert found.resampled.criterion.low < found.resampled.criterion.high
    assert found.resampled.resampling.stratified is not found.rule.prevalence
    assert found == found
    again = thresholds(mixture(), rng=2, n_resamples=200, **options)
    assert (again.optima, again.resampled, again.notes) == (found.optima, found.resampled, found.notes)


@pytest.mark.parametrize("options", RULES, ids=lambda options: str(options))
def test_a_grouped_sample_is_its_rows(options):
    """Rows of one score counted together give the same optima and the same resamples."""
    rows = mixture(round_to=0)
    scores = sorted({*rows.cases[:, 0].tolist(), *rows.controls[:, 0].tolist()})
    table = Sample.from_counts(
        cases=[int((rows.cases == s).sum()) for s in scores],
        controls=[int((rows.controls == s).sum()) for s in scores],
        categories=scores,
    )
    one, other = (thresholds(sample, rng=3, n_resamples=200, **options) for sample in (rows, table))
    assert (one.optima, one.resampled) == (other.optima, other.resampled)


@given(one_test(most=6), st.sampled_from(RULES))
@settings(max_examples=60)
def test_nothing_certain_comes_of_degenerate_samples(sample, options):
    """No interval without width, no value that is no number, no warning; a note where an interval is missing."""
    found = thresholds(sample, rng=1, n_resamples=100, **options)
    json.dumps(found.to_dict(), allow_nan=False)
    str(found)
    assert found.notes
    if found.resampled is None:
        assert found.optima == ()
        return
    for interval in (found.resampled.threshold, found.resampled.criterion):
        assert interval is None or interval.low < interval.high
    if None in (found.resampled.threshold, found.resampled.criterion):
        assert {note.code for note in found.notes} & {"one-subject", "lost-replicates", "zero-width"}


def test_a_seed_or_a_number_of_resamples_asks_for_them():
    """Without either nothing is drawn; a number alone draws a seed and names it."""
    assert thresholds(HAND).resampled is None
    found = thresholds(HAND, n_resamples=100)
    assert found.resampled.resampling.n_resamples == 100
    assert thresholds(HAND, rng=found.seed, n_resamples=100).resampled == found.resampled
    assert thresholds(HAND, rng=1).resampled.resampling.n_resamples == 2000


def test_one_threshold_in_all_resamples_is_no_certainty():
    """Two ratings leave one threshold to choose, so it has no interval, and a note says why."""
    found = thresholds(Sample.from_counts(cases=[10, 40], controls=[40, 10]), rng=1, n_resamples=200)
    assert found.interval is None
    assert [note.code for note in found.notes] == ["zero-width", "chosen-threshold", "largest-of-many"]
    assert "threshold                  not estimable      -\n" in str(found)


def test_costs_need_a_prevalence_or_a_cohort():
    """The share of cases of just any data is not that of the people who will be tested."""
    with pytest.raises(MethodError, match=r"needs the share of cases among the people who will be tested: state prev"):
        thresholds(HAND, "cost", costs=(1, 5))
    cohort = Sample.from_groups(cases=[3, 4, 5, 6, 6], controls=[1, 2, 3, 3, 5], design="cohort")
    assert thresholds(cohort, "cost", costs=(1, 5)).rule == SmallestCost(1, 5)
    assert thresholds(HAND, "cost", costs=(1, 5), prevalence=0.5).thresholds == (3,)
    assert thresholds(HAND, "cost", costs=(50, 1), prevalence=0.1).thresholds == (6,)


def test_nobody_positive_can_be_chosen():
    """Dear false positives of a poor test: no threshold is better than none, and that is said."""
    found = thresholds(Sample.from_groups(cases=[1, 3], controls=[2, 4]), "cost", costs=(9, 1), prevalence=0.5)
    assert found.thresholds == (None,)
    assert found.rule_of(found.optima[0]) == "none positive"
    assert [note.code for note in found.notes] == ["all-alike", "chosen-threshold"]
    assert found.rows()[0]["threshold"] is None


def test_no_optimum_where_nothing_has_a_value():
    """All scores tied leave MCC without a value at every threshold."""
    found = thresholds(Sample.from_groups(cases=[1, 1], controls=[1, 1]), "mcc", rng=1)
    assert (found.optima, found.resampled) == ((), None)
    assert [note.code for note in found.notes] == ["no-optimum"]
    assert "optima: 0\n" in str(found)


def test_a_case_control_study_needs_a_prevalence():
    """What depends on the share of cases is refused there without one; Youden's index is not."""
    sample = Sample.from_groups(cases=[3, 2, 4], controls=[2, 1, 0], design="case-control")
    for by in ("accuracy", "f1", "mcc", "kappa"):
        with pytest.raises(MethodError, match="depends on the share of cases, which a case-control study fixes"):
            thresholds(sample, by)
        assert thresholds(sample, by, prevalence=0.1).optima
    assert thresholds(sample, rng=1).optima
    assert "design-not-stated" in [note.code for note in thresholds(HAND, "f1").notes]
    cohort = Sample.from_groups(cases=[3, 2], controls=[2, 1], design="cohort")
    assert "design-not-stated" not in [note.code for note in thresholds(cohort, "f1").notes]


def test_a_stated_threshold_is_described():
    """A number was not chosen on the data: its accuracy is given, and nothing is searched or optimistic."""
    found = thresholds(HAND, 4)
    assert (found.searched, found.thresholds, found.optima[0].criterion) == (0, (4,), pytest.approx(0.6))
    assert [note.code for note in found.notes] == ["stated-threshold"]
    assert "Threshold as stated" in str(found)
    with pytest.raises(MethodError, match="a stated threshold is not chosen again; accuracy"):
        thresholds(HAND, 4, rng=1)


def test_rules_may_be_values():
    """A rule as a value, or one's own function of the cells."""
    assert thresholds(HAND, Largest("f1", at_prevalence=0.1)).rule.detail == "at a stated prevalence of 0.1"
    gain = OwnRule("the largest net gain", "gain", lambda tp, fp, fn, tn: 10 * tp - 3 * fp)
    found = thresholds(HAND, gain, rng=1, n_resamples=100)
    assert (found.thresholds, found.optima[0].criterion) == ((3,), 41)
    assert "Threshold by the largest net gain" in str(found)
    assert not found.resampled.resampling.stratified


def test_midpoints_on_request():
    """The midpoint to the next score, as pROC shows; the counts are the same."""
    one, other = thresholds(HAND), thresholds(HAND, midpoint=True)
    assert other.thresholds == (3.5,)
    assert other.optima[0].tp == one.optima[0].tp


def test_the_value_at_the_chosen_threshold_is_that_of_a_point_measure():
    """Two rooms, one number."""
    for by in ("accuracy", "f1", "mcc", "kappa"):
        (best, *_) = thresholds(mixture(), by).optima
        assert PointMeasure(by, best.threshold)(mixture())[0] == pytest.approx(best.criterion, abs=1e-15)


@pytest.mark.parametrize(
    ("ask", "error", "text"),
    [
        (lambda: thresholds([1, 2]), TypeError, "thresholds takes a Sample, not list"),
        (lambda: thresholds(HAND, "best"), MethodError, 'there is no rule "best"; known are youden'),
        (lambda: thresholds(HAND, Largest), TypeError, "by is <class"),
        (lambda: thresholds(HAND, Bootstrap()), TypeError, "by is Bootstrap("),
        (lambda: thresholds(HAND, True), TypeError, 'by is True; it must be a word such as "youden", a threshold, or'),
        (lambda: thresholds(HAND, Largest(), target=0.9), MethodError, "target, costs and prevalence belong to a rule"),
        (lambda: thresholds(HAND, math.nan), DataError, 'a threshold of "score" is not a number.'),
        (lambda: thresholds(HAND, level=95), MethodError, "level is 95; it must be a proportion"),
        (lambda: thresholds(HAND, n_resamples=10), MethodError, "n_resamples is 10; it must lie between 100"),
        (lambda: thresholds(HAND, rng="a"), TypeError, "rng is str; it must be a whole number"),
    ],
)
def test_refusals(ask, error, text):
    """What came, what is needed and what to do."""
    with pytest.raises(error) as caught:
        ask()
    assert str(caught.value).startswith(text)


def test_clusters_are_not_resampled():
    """The optima are described; a bootstrap that takes subjects as independent is refused."""
    sample = Sample.from_truth([1, 0, 1, 0], [3, 2, 1, 0], cluster=["a", "a", "b", "b"])
    assert thresholds(sample).optima
    assert thresholds(sample, 2).optima
    with pytest.raises(MethodError, match="these subjects come in clusters, and the bootstrap takes subjects as indep"):
        thresholds(sample, rng=1)


def test_many_optima_are_printed_in_part():
    """Twenty-five of them are shown; the rows have all."""
    points = list(range(0, 80, 2))
    found = thresholds(Sample.from_groups(cases=[p + 1 for p in points], controls=points))
    assert len(found.optima) == 40
    assert "optima: 40, 25 of them shown; rows() has all\n" in str(found)
    assert str(found).count(">= ") == 25


def test_suicidal_ideation_as_cutpointr_prints_it(reference):
    """cutpointr 1.x on its own data (Thiele and Hirschfeld 2021): 2, accuracy 0.864662, sum of both shares 1.75179."""
    import pandas as pd

    frame = pd.read_csv(reference / "data" / "suicide_dsi.csv")
    (best,) = thresholds(Sample.from_truth(frame.suicide, frame.dsi, positive="yes")).optima
    assert best.threshold == 2
    assert best.sensitivity + best.specificity == pytest.approx(1.75179, abs=5e-6)
    assert (best.tp + best.tn) / (best.tp + best.fp + best.fn + best.tn) == pytest.approx(0.864662, abs=5e-7)
    assert (best.sensitivity, best.specificity) == (
        pytest.approx(0.888889, abs=5e-7),
        pytest.approx(0.862903, abs=5e-7),
    )


@pytest.mark.parametrize(
    ("test", "threshold", "specificity", "sensitivity"),
    [
        ("s100b", 0.205, 0.805555555556, 0.634146341463),
        ("ndka", 11.08, 0.513888888889, 0.707317073171),
        ("wfns", 3.5, 0.833333333333, 0.634146341463),
    ],
)
def test_haemorrhage_data_as_proc_prints_them(asah, test, threshold, specificity, sensitivity):
    """coords(roc, "best") of pROC 1.18.0: midpoints, specificity and sensitivity."""
    (best,) = thresholds(asah.sample(test), midpoint=True).optima
    assert best.threshold == pytest.approx(threshold, abs=1e-9)
    assert best.specificity == pytest.approx(specificity, abs=5e-13)
    assert best.sensitivity == pytest.approx(sensitivity, abs=5e-13)


def test_one_optimum_printed_whole(asah):
    """The optimum with its counts, the intervals of a bootstrap that chooses again, and out-of-bag values."""
    assert str(thresholds(asah.sample("s100b"), by="youden", rng=20261130)) == (
        "\n\tThreshold by the largest Youden index\n\n"
        'data:  s100b by outcome (positive: "Poor"; higher scores are positive)\n'
        "       41 cases, 72 controls, 0 dropped\n"
        "searched: 50 observed thresholds; optima: 1\n\n"
        "rule     tp  fp  fn  tn  sensitivity  specificity      J\n"
        ">= 0.22  26  14  15  58        0.634        0.806  0.440\n\n"
        "95 percent confidence intervals, percentile bootstrap that chooses the\n"
        "threshold again (2000 stratified resamples, seed 20261130):\n"
        "                             low   high\n"
        "threshold                   0.12   0.52\n"
        "J at the chosen threshold  0.287  0.617\n"
        "out-of-bag: sensitivity 0.569, specificity 0.800, J 0.369\n"
        "note: the threshold was chosen on these data; sensitivity, specificity and J at\n"
        "      it are optimistic. The out-of-bag values are not.\n"
        "note: the interval of J is from resamples that each choose the best threshold\n"
        "      anew, so they are biased as well: it is optimistic, and holds the true\n"
        "      value less often than its level says. Read it as a description of the\n"
        "      spread.\n"
    )


def test_several_optima_printed_whole(asah):
    """Both thresholds of the largest accuracy, what they are, the design, and optimism."""
    assert str(thresholds(asah.sample("s100b"), by="accuracy")) == (
        "\n\tThreshold by the largest accuracy\n\n"
        'data:  s100b by outcome (positive: "Poor"; higher scores are positive)\n'
        "       41 cases, 72 controls, 0 dropped\n"
        "searched: 50 observed thresholds; optima: 2\n\n"
        "rule     tp  fp  fn  tn  sensitivity  specificity  correct  accuracy\n"
        ">= 0.52  12   0  29  72        0.293        1.000   84/113     0.743\n"
        ">= 0.22  26  14  15  58        0.634        0.806   84/113     0.743\n"
        "note: 2 thresholds reach the same 84 of 113 correct and all are shown; none is\n"
        "      averaged or preferred. They are different tests: choose on clinical\n"
        "      grounds.\n"
        "note: accuracy depends on the share of cases, 41 of 113 here, and the design was\n"
        "      not stated.\n"
        "note: the thresholds were chosen on these data; accuracy at them is optimistic.\n"
    )


def test_costs_are_printed_with_the_choice():
    """A line says what the rule was told, and long titles stay within the page."""
    text = str(thresholds(HAND, "cost", costs=(1, 5), prevalence=0.1))
    assert "\tThreshold by the smallest expected cost\n" in text
    assert "\ncost of a false positive 1, of a false negative 5, at a stated prevalence of 0.1\n" in text
    assert max(len(line) for line in text.splitlines()) <= 80


def test_interval_of_the_criterion_says_that_it_is_optimistic():
    """With an interval of the criterion comes the note that resamples choose anew; without one none."""
    sample = Sample.from_groups(cases=[1.5, 2.5, 3.5, 4, 5], controls=[0, 1, 2, 3, 4.5])
    found = thresholds(sample, rng=1, n_resamples=200)
    (note,) = (n for n in found.notes if n.code == "largest-of-many")
    assert note.text.startswith("the interval of J is from resamples that each choose the best threshold anew")
    assert "largest-of-many" not in [n.code for n in thresholds(sample).notes]


def test_limits_of_threshold_and_criterion_end_in_one_column():
    """Whichever is longer, both limits stand on the right."""
    rng = np.random.default_rng(4)
    sample = Sample.from_groups(cases=rng.normal(1, 1, 30), controls=rng.normal(0, 1, 40))
    lines = str(thresholds(sample, rng=1, n_resamples=200)).splitlines()
    limits, criterion = (next(x for x in lines if x.startswith(head)) for head in ("threshold  ", "J at the chosen"))
    assert len(limits) == len(criterion)
    assert limits[len(limits) - 1] != " "


@pytest.mark.parametrize("midpoint", ["yes", 1, 0, None])
def test_midpoint_is_true_or_false(midpoint):
    """What only looks like a choice is refused."""
    with pytest.raises(TypeError, match="midpoint is True or False, not"):
        thresholds(Sample.from_groups(cases=[2, 3], controls=[1, 2]), midpoint=midpoint)
