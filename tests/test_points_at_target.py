"""Sensitivity and specificity at a target, asked for: intervals that find the threshold again, and its own interval."""

import math

import numpy as np
import oracles
import pytest
from hypothesis import given, settings
from strategies import one_test

from rocstats import Bootstrap, DataError, DeLong, MethodError, Sample
from rocstats.empirical.fixed_points import SensitivityAt, SpecificityAt
from rocstats.inference.estimates import compare, estimate
from rocstats.inference.points_at_target import sensitivity_at, specificity_at
from rocstats.methods.replicates import collapsed, weights


def measured(low=False):
    """Return one test on 30 + 50 subjects, with ties."""
    rng = np.random.default_rng(11)
    cases, controls = rng.normal(1.3, 1, 30).round(1), rng.normal(0, 1, 50).round(1)
    sign = -1 if low else 1
    return Sample.from_groups(cases=sign * cases, controls=sign * controls, low=low)


def found_again(sample, seed, *, by):
    """Return the threshold that reaches 9/10 in each resample, looking at every point; infinite where nobody is."""
    rows = collapsed(sample)
    thresholds = []
    for case_w, control_w in weights(rows, n_resamples=300, seed=seed, part=0, stratified=True):
        for p, q in zip(case_w, control_w, strict=True):
            cases, controls = np.repeat(rows.cases[:, 0], p).tolist(), np.repeat(rows.controls[:, 0], q).tolist()
            points = oracles.vertices(cases, controls)
            m, n = len(cases), len(controls)
            if by == "specificity":
                best = max((tp, -fp) for _, tp, fp in points if 10 * (n - fp) >= 9 * n)
                counts = best[0], -best[1]
            else:
                best = max((-fp, tp) for _, tp, fp in points if 10 * tp >= 9 * m)
                counts = best[1], -best[0]
            of_point = {(tp, fp): math.inf if c is None else c for c, tp, fp in points}
            thresholds.append(of_point[counts])
    return np.sort(thresholds)


@pytest.mark.parametrize(("ask", "by"), [(sensitivity_at, "specificity"), (specificity_at, "sensitivity")])
def test_the_threshold_is_found_again_in_the_same_resamples(ask, by):
    """Its limits are the observed thresholds next outside the quantiles of those found again."""
    found = ask(measured(), 0.9, Bootstrap(rng=5, n_resamples=300), level=0.9)
    again = found_again(measured(), 5, by=by)
    assert found.threshold_interval.low == np.quantile(again, 0.05, method="lower")
    assert found.threshold_interval.high == np.quantile(again, 0.95, method="higher")
    assert found.n_none_positive == np.isinf(again).sum()


def test_the_point_is_that_of_the_threshold():
    """Counts, attained specificity and rule belong together, and the target is reached."""
    one = measured()
    found = sensitivity_at(one, 0.9, Bootstrap(rng=1))
    cases, controls = one.cases[:, 0], one.controls[:, 0]
    assert (found.tp, found.fp) == ((cases >= found.threshold).sum(), (controls >= found.threshold).sum())
    assert (found.fn, found.tn) == (30 - found.tp, 50 - found.fp)
    assert found.estimate == found.tp / 30
    assert found.attained == found.tn / 50 >= 0.9
    assert found.rule == f">= {found.threshold:g}"
    assert (found.target, found.target_name) == (0.9, "specificity")
    back = specificity_at(one, 0.9, Bootstrap(rng=1))
    assert (back.estimate, back.attained) == (back.tn / 50, back.tp / 30)
    assert back.attained >= 0.9


@pytest.mark.parametrize("ask", [sensitivity_at, specificity_at])
def test_low_scores_may_be_positive(ask):
    """A turned test has the same estimate and interval; threshold and its limits are turned back."""
    high, low = (ask(one, 0.8, Bootstrap(kind="bca", rng=2)) for one in (measured(), measured(low=True)))
    assert (low.estimate, low.interval, low.attained) == (high.estimate, high.interval, high.attained)
    assert low.threshold == -high.threshold
    assert low.rule.startswith("<= ")
    assert low.threshold_interval.low == -high.threshold_interval.high
    assert low.threshold_interval.high == -high.threshold_interval.low


@pytest.mark.parametrize("interpolated", [False, True])
def test_a_question_is_the_statistic_under_the_method(interpolated):
    """BCa unless stated; the same inference as estimate gives."""
    method = Bootstrap(kind="bca", rng=4)
    for found, statistic in (
        (sensitivity_at(measured(), 0.85, method, interpolated=interpolated), SensitivityAt(0.85, interpolated)),
        (specificity_at(measured(), 0.85, method, interpolated=interpolated), SpecificityAt(0.85, interpolated)),
    ):
        assert found.inference == estimate(measured(), statistic, method).inference
    assert sensitivity_at(measured()).method.id == "bootstrap-bca"
    assert sensitivity_at(measured(), 0.9, method).references == ("efron1987", "platt2000")


def test_interpolated_has_no_threshold():
    """No single threshold has a sensitivity read between two points."""
    found = sensitivity_at(measured(), 0.9, Bootstrap(rng=1), interpolated=True)
    assert (found.threshold, found.rule, found.tp, found.attained, found.threshold_interval) == (None,) * 5
    assert "target: specificity 0.9, read between the points of the drawn curve" in str(found)
    assert "threshold" not in str(found)
    assert found.to_dict()["threshold"] is None


def test_test_and_interval_agree():
    """The percentile interval holds just the null values that the test does not reject, up to its resolution."""
    method = Bootstrap(rng=6)
    interval = sensitivity_at(measured(), 0.9, method, level=0.9).interval
    for null in np.linspace(0.05, 0.95, 19):
        p = sensitivity_at(measured(), 0.9, method, null_value=null).pvalue
        assert p >= 2 / 2001
        if abs(p - 0.1) > 4 / 2001:
            assert (p < 0.1) == (null not in interval)
    one_sided = sensitivity_at(measured(), 0.9, method, alternative="greater")
    assert one_sided.interval.high == 1
    assert one_sided.threshold_interval.sides == "two-sided"


@pytest.mark.parametrize("statistic", [SensitivityAt(0.8), SpecificityAt(0.8), SensitivityAt(0.8, interpolated=True)])
def test_differences_paired_and_unpaired(statistic):
    """compare takes both statistics: swapped tests negate, identical tests give p = 1 or a reason."""
    rng = np.random.default_rng(12)
    cases, controls = rng.normal(1.3, 1, (40, 1)), rng.normal(0, 1, (60, 1))
    noise = rng.normal(0, 1, (100, 1))
    both = Sample.from_groups(
        cases=np.hstack([cases, cases + noise[:40]]),
        controls=np.hstack([controls, controls + noise[40:]]),
        tests=["A", "B"],
    )
    method = Bootstrap(rng=3, n_resamples=500)
    one, two = compare(both, None, statistic, method), compare(both.select("B", "A"), None, statistic, method)
    assert one.estimate == pytest.approx(-two.estimate)
    assert one.values == two.values[::-1]
    assert one.interval.low < one.estimate < one.interval.high
    apart = compare(both.select("A"), measured(), statistic, method)
    assert not apart.paired
    assert apart.interval.low < apart.interval.high
    same = Sample.from_groups(
        cases=np.hstack([cases, cases]), controls=np.hstack([controls, controls]), tests=["A", "B"]
    )
    none = compare(same, None, statistic, method)
    assert (none.estimate, none.pvalue, none.interval) == (0, 1, None)
    with pytest.raises(MethodError, match="needs structural components"):
        compare(both, None, statistic, DeLong())


# What cannot be estimated


def test_resamples_where_nobody_is_positive_are_counted():
    """They count as a threshold beyond every score, and a limit among them says so."""
    one = Sample.from_groups(cases=[1, 2, 3, 1], controls=[4, 5, 1, 2])
    found = sensitivity_at(one, 1, Bootstrap(rng=1))
    assert (found.estimate, found.threshold, found.rule) == (0, None, "none positive")
    assert (found.tp, found.fp, found.attained) == (0, 0, 1)
    assert found.threshold_interval.high == math.inf
    assert found.n_none_positive > 1800
    assert str(found).splitlines()[15] == " 3  none positive"
    assert f"in {found.n_none_positive} of 2000 resamples" in found.notes[0].text
    assert found.to_dict()["threshold_high"] == "Inf"
    turned = Sample.from_groups(cases=[-1, -2, -3, -1], controls=[-4, -5, -1, -2], low=True)
    assert sensitivity_at(turned, 1, Bootstrap(rng=1)).threshold_interval.low == -math.inf


def test_a_threshold_that_never_moves_has_no_interval():
    """With two ratings each resample finds the same one; that is no certainty."""
    ratings = Sample.from_counts(controls=[90, 10], cases=[10, 90])
    found = specificity_at(ratings, 0.5, Bootstrap(rng=1))
    assert found.threshold_interval is None
    assert found.notes[-1].code == "threshold-fixed"
    assert found.notes[-1].text == (
        "at least 95 percent of the resamples have the same threshold, >= 2; its interval would have no width."
    )
    assert str(found).splitlines()[14:16] == [
        "threshold found again in each resample, 95 percent interval:",
        " not estimable",
    ]


def test_one_subject_is_said():
    """A group of one gives the point and no interval of either kind."""
    found = sensitivity_at(Sample.from_groups(cases=[3], controls=[1, 2, 4]), 0.6, Bootstrap(rng=1))
    assert (found.estimate, found.interval, found.threshold, found.threshold_interval) == (1, None, 3, None)
    assert [note.code for note in found.notes] == ["one-subject"]
    assert "threshold found again" not in str(found)


@given(one_test())
@settings(max_examples=25)
def test_degenerate_samples_never_give_certainty(sample):
    """No interval without width, no p of 0, no NaN; what is missing is noted."""
    for ask in (sensitivity_at, specificity_at):
        found = ask(sample, 0.8, Bootstrap(kind="bca", rng=1, n_resamples=100), null_value=0.5)
        if found.interval is None:
            assert found.notes
        else:
            assert found.interval.low < found.interval.high
            assert 0 < found.pvalue <= 1
        limits = found.threshold_interval
        assert limits is None or limits.low < limits.high
        assert "nan" not in str(found).lower()


def test_refusals():
    """Several tests, clusters and methods without replicates are refused by what they lack."""
    both = Sample.from_truth([1, 0, 1, 0], {"A": [3, 1, 2, 2], "B": [4, 2, 1, 0]})
    with pytest.raises(DataError, match="sensitivity_at takes one test; this sample holds 2: A and B"):
        sensitivity_at(both)
    with pytest.raises(MethodError, match="DeLong needs structural components, and specificity has none"):
        specificity_at(measured(), 0.9, DeLong())
    with pytest.raises(MethodError, match="replicates of sensitivity have no variance of their own"):
        sensitivity_at(measured(), 0.9, Bootstrap(kind="studentized"))
    clustered = Sample.from_truth([1, 1, 0, 0], [3, 4, 1, 2], cluster=["a", "a", "b", "c"])
    with pytest.raises(MethodError, match="these subjects come in clusters"):
        sensitivity_at(clustered)
    with pytest.raises(TypeError, match="specificity_at takes a Sample"):
        specificity_at([1, 2])


# Printed


def test_printed_whole():
    """The estimate in R's frame, the target under the data, the point and its threshold below."""
    ratings = Sample.from_counts(controls=[33, 6, 6, 11, 2], cases=[3, 2, 2, 11, 33], test="CT")
    assert str(sensitivity_at(ratings, 0.75, Bootstrap(rng=20261130))) == (
        "\n\tSensitivity at specificity 0.75, percentile bootstrap\n\n"
        'data:  CT by group (positive: "cases"; higher scores are positive)\n'
        "       51 cases, 58 controls, 0 dropped\n"
        "       target: specificity of at least 0.75, at an observed threshold\n"
        "2000 stratified resamples of subjects, seed 20261130\n"
        "95 percent confidence interval:\n 0.549  0.961\n"
        "sample estimates:\n"
        "sensitivity  std. error\n"
        "      0.863      0.1158\n"
        "rule  tp  fp  fn  tn  specificity attained\n"
        ">= 4  44  13   7  45                 0.776\n"
        "threshold found again in each resample, 95 percent interval:\n 3  5\n"
    )


def test_figures_of_real_data(asah):
    """S100B in 113 patients: at specificity 0.9 the threshold 0.44 finds 16 of 41, with 7 of 72 false positives."""
    found = sensitivity_at(asah.sample("s100b"), 0.9, Bootstrap(kind="bca", rng=20261130))
    assert (found.rule, found.tp, found.fp) == (">= 0.44", 16, 7)
    assert found.interval.low < 16 / 41 < found.interval.high


# Where nothing can be estimated, and what is drawn


def test_separated_groups_name_the_interval_of_a_fixed_threshold():
    """5 of 5 cases: Clopper and Pearson's interval is 0.025^(1/5) = 0.478 to 1, named with what it leaves out."""
    apart = Sample.from_groups(cases=[5, 6, 7, 8, 9], controls=[1, 2, 3, 4])
    found = sensitivity_at(apart, 0.9, Bootstrap(rng=1, n_resamples=200))
    assert found.interval is None
    assert (
        "Were the threshold 5 stated beforehand, Clopper and Pearson's 95 percent interval of the sensitivity would be "
        "0.478 to 1.000; it leaves out that the threshold was chosen on these data, and is too short: "
        "accuracy(counts_at(sample, 5), ClopperPearson())."
    ) in found.notes[0].text
    mirrored = specificity_at(apart, 0.9, Bootstrap(rng=1, n_resamples=200), level=0.9)
    assert "90 percent interval of the specificity would be 0.473 to 1.000" in mirrored.notes[0].text
    between = sensitivity_at(apart, 0.9, Bootstrap(rng=1, n_resamples=200), interpolated=True)
    assert between.notes[0].text.endswith("leave interpolated out.")


def test_replicates_are_drawn_once(monkeypatch):
    """Value and threshold come from the same replicates, which are drawn but once, by any number of workers."""
    rng = np.random.default_rng(3)
    sample = Sample.from_groups(cases=rng.normal(1, 1, 40), controls=rng.normal(0, 1, 60))
    drawn = []
    draw = Bootstrap.draw
    monkeypatch.setattr(Bootstrap, "draw", lambda self, *args, **kw: drawn.append(1) or draw(self, *args, **kw))
    found = sensitivity_at(sample, 0.9, Bootstrap(rng=1, n_resamples=600))
    assert drawn == [1]
    again = sensitivity_at(sample, 0.9, Bootstrap(rng=1, n_resamples=600, workers=3))
    assert (again.interval, again.threshold_interval) == (found.interval, found.threshold_interval)
