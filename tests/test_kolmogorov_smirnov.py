"""Kolmogorov and Smirnov's test: both distances, every place, exact and asymptotic p-values, what is printed."""

import json
import math
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from oracles import vertices
from scipy import stats
from strategies import lists, one_test

from rocstats import Bootstrap, DataError, DeLong, MethodError, Sample
from rocstats.inference.kolmogorov_smirnov import ks
from rocstats.methods.kolmogorov import distance_at, distance_reached

HAND = Sample.from_groups(cases=[3, 4, 5, 6], controls=[1, 2, 3, 4])


def gaps(cases, controls):
    """Return TPF - FPF at every point of the curve, as fractions."""
    m, n = len(cases), len(controls)
    return [Fraction(tp, m) - Fraction(fp, n) for _, tp, fp in vertices(cases, controls)]


def enumerated(m, n, distance, absolute):
    """Return the share of all arrangements of m cases among m + n distinct scores with at least this distance."""
    reached = total = 0
    for chosen in combinations(range(m + n), m):
        found = gaps(list(chosen), [score for score in range(m + n) if score not in chosen])
        total += 1
        reached += max(map(abs, found) if absolute else found) >= distance
    return reached / total


def test_worked_by_hand():
    """A half at >= 5, >= 4 and >= 3; 28 of 70 arrangements go so far upwards, 54 so far in either direction."""
    found = ks(HAND)
    assert (found.ks, found.d) == (0.5, 0.5)
    assert [(place.threshold, place.tpf, place.fpf) for place in found.one_sided.reached] == [
        (5, 0.5, 0),
        (4, 0.75, 0.25),
        (3, 1, 0.5),
    ]
    assert found.one_sided.pvalue == pytest.approx(28 / 70, rel=1e-12)
    assert found.two_sided.pvalue == pytest.approx(54 / 70, rel=1e-12)
    assert found.one_sided.exact
    assert found.two_sided.exact


@given(one_test())
def test_distances_and_places_are_those_of_the_curve(sample):
    """Both distances and all their places, decided in fractions; nobody positive has no threshold."""
    cases, controls = lists(sample)
    found = ks(sample)
    signed = gaps(cases, controls)
    thresholds = [threshold for threshold, _, _ in vertices(cases, controls)]
    for distance, sizes in ((found.one_sided, signed), (found.two_sided, [abs(gap) for gap in signed])):
        assert distance.value == float(max(sizes))
        where = [t for t, size in zip(thresholds, sizes, strict=True) if size == max(sizes)]
        assert [place.threshold for place in distance.reached] == where
        assert 0 < distance.pvalue <= 1


@given(one_test(most=5))
@settings(max_examples=40)
def test_exact_pvalues_are_shares_of_all_arrangements(sample):
    """Of untied scores, each arrangement counted; with ties this is the conservative value that is given."""
    cases, controls = lists(sample)
    found = ks(sample)
    for distance, absolute in ((found.one_sided, False), (found.two_sided, True)):
        most = max(map(abs, gaps(cases, controls)) if absolute else gaps(cases, controls))
        assert distance.pvalue == pytest.approx(enumerated(len(cases), len(controls), most, absolute), rel=1e-9)


@given(one_test(most=8))
@settings(max_examples=30)
def test_a_grouped_sample_is_its_rows(sample):
    """Counting rows of one score together changes nothing."""
    cases, controls = lists(sample)
    scores = sorted({*cases, *controls})
    table = Sample.from_counts(
        cases=[cases.count(score) for score in scores],
        controls=[controls.count(score) for score in scores],
        categories=scores,
    )
    one, other = ks(sample), ks(table)
    assert (one.one_sided, one.two_sided) == (other.one_sided, other.two_sided)


@pytest.mark.parametrize(("m", "n"), [(500, 700), (700, 650)])
def test_beyond_counting_paths_the_pvalue_is_that_of_scipy(m, n):
    """Where scipy gives up counting it warns and turns asymptotic; here a note says so, and the value is the same."""
    rng = np.random.default_rng(4)
    cases, controls = rng.normal(0.1, 1, m), rng.normal(0, 1, n)
    found = ks(Sample.from_groups(cases=cases, controls=controls))
    assert not found.one_sided.exact
    expected = stats.ks_2samp(cases, controls, alternative="less", method="asymp").pvalue
    assert found.one_sided.pvalue == pytest.approx(expected, rel=1e-9)
    assert found.two_sided.exact
    expected = stats.ks_2samp(cases, controls, method="exact").pvalue
    assert found.two_sided.pvalue == pytest.approx(expected, rel=1e-9)
    assert [note.code for note in found.notes] == ["asymptotic-pvalue", "equal-distributions"]


def test_large_groups_are_not_written_out():
    """Of 30,000 subjects as a table the p-values are scipy's asymptotic ones; of billions they cost nothing."""
    cases, controls = [4000, 5000, 6000], [6000, 5000, 4400]
    found = ks(Sample.from_counts(cases=cases, controls=controls))
    rows = [np.repeat([1, 2, 3], counts) for counts in (cases, controls)]
    for distance, tail in ((found.one_sided, "less"), (found.two_sided, "two-sided")):
        scipy = stats.ks_2samp(*rows, alternative=tail, method="asymp")
        assert distance.pvalue == pytest.approx(scipy.pvalue, rel=1e-9)
        assert distance.value == pytest.approx(scipy.statistic, rel=1e-12)
    size = 10**9
    huge = ks(Sample.from_counts(cases=[size, size + 50_000], controls=[size + 50_000, size]))
    assert 0 < huge.one_sided.pvalue < huge.two_sided.pvalue < 0.6


def test_of_more_than_scipy_counts_the_pvalue_is_the_limit():
    """At 10**10 in each group scipy's kstwo has a wrong p-value or none; the limit is exp(-2 z²) twice, nearly."""
    size, apart = 10**10, 300_000
    found = ks(Sample.from_counts(cases=[size, size + apart], controls=[size + apart, size])).two_sided
    z = found.value * math.sqrt(size + apart / 2)
    assert found.pvalue == pytest.approx(2 * (math.exp(-2 * z**2) - math.exp(-8 * z**2)), rel=1e-6)


@pytest.mark.parametrize("probability", [0.5, 0.9, 0.95, 0.999])
def test_the_limit_takes_over_without_a_step(probability):
    """On both sides of the size at which it does, distances and probabilities agree to five digits."""
    last, next_ = 10**9, 10**9 + 1
    assert distance_at(probability, last) == pytest.approx(distance_at(probability, next_), rel=3e-5)
    for size in (last, next_):
        assert distance_reached(distance_at(probability, size), size) == pytest.approx(1 - probability, rel=1e-7)


def test_a_pvalue_is_never_zero():
    """Where a float would underflow the smallest one stands."""
    found = ks(Sample.from_counts(cases=[0, 10**9], controls=[10**9, 0]))
    assert (found.ks, found.d) == (1, 1)
    assert 0 < found.one_sided.pvalue < 1e-300
    assert 0 < found.two_sided.pvalue < 1e-300
    found = ks(Sample.from_groups(cases=[2] * 5000, controls=[1] * 6000))
    assert 0 < found.two_sided.pvalue < 1e-300


def test_reversed_and_tied_scores():
    """Controls beyond all cases give KS = 0 where nobody or everybody is positive, and D = 1; all tied gives p = 1."""
    found = ks(Sample.from_groups(cases=[1, 1], controls=[2, 2]))
    assert [place.threshold for place in found.one_sided.reached] == [None, 1]
    assert (found.ks, found.one_sided.pvalue, found.d) == (0, 1, 1)
    found = ks(Sample.from_groups(cases=[1, 1], controls=[1]))
    assert (found.ks, found.d, found.one_sided.pvalue, found.two_sided.pvalue) == (0, 0, 1, 1)


def test_a_low_test_is_mirrored():
    """Low scores that are positive give the same distances, with thresholds on the scale of the data."""
    low = ks(Sample.from_groups(cases=[-3, -4, -5, -6], controls=[-1, -2, -3, -4], low=True))
    high = ks(HAND)
    assert [place.threshold for place in low.one_sided.reached] == [-5, -4, -3]
    assert (low.ks, low.one_sided.pvalue) == (high.ks, high.one_sided.pvalue)
    assert "<= -5" in str(low)
    assert "cases tend to score lower (one-sided)" in str(low)


def test_twenty_scored_instances():
    """Fawcett's twenty instances (2006): the distance is 0.4, from our own counts of his scores."""
    positive = [c == "p" for c in "ppnpppnnpnpnpnnnpnpn"]
    scores = [0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.505, 0.4, 0.39, 0.38, 0.37, 0.36, 0.35, 0.34]
    assert ks(Sample.from_truth(positive, [*scores, 0.33, 0.3, 0.1])).ks == 0.4


def test_deciles_of_a_credit_score():
    """Of 61,797 clients the first three tenths hold 9,848 of 14,084 defaulters: KS there is 0.51706, from these counts.

    The shares 0.346 and 0.027, 0.699 and 0.182 are published with them; the other seven tenths are not, and stand here
    as one group.
    """
    cases, controls = [4879, 2804, 2165, 4236], [1301, 3376, 4015, 39021]
    found = ks(Sample.from_counts(cases=cases[::-1], controls=controls[::-1]))
    assert found.ks == pytest.approx(0.51706, abs=5e-6)
    assert found.one_sided.reached[0].tpf == pytest.approx(0.699, abs=5e-4)
    assert found.one_sided.reached[0].fpf == pytest.approx(0.182, abs=5e-4)
    assert (found.curve.tpf[0], found.curve.fpf[0]) == (
        pytest.approx(0.346, abs=5e-4),
        pytest.approx(0.027, abs=5e-4),
    )


def test_an_interval_on_request():
    """A bootstrap adds an interval for KS; two cases and two controls at the least."""
    rng = np.random.default_rng(1)
    sample = Sample.from_groups(cases=rng.normal(1, 1, 40), controls=rng.normal(0, 1, 40))
    found = ks(sample, Bootstrap(rng=1, n_resamples=300), level=0.9)
    assert found.interval.low < found.ks < found.interval.high
    assert found.interval.level == 0.9
    text = str(found)
    assert "300 stratified resamples of subjects, seed 1\n" in text
    assert "90 percent confidence interval for KS, percentile bootstrap:\n" in text
    assert "note: the value is the largest over all thresholds, so it is biased upward" in text
    alone = ks(Sample.from_groups(cases=[2], controls=[1]), Bootstrap(rng=1))
    assert alone.interval is None
    assert " not estimable\n" in str(alone)


def test_rows_are_strict_json():
    """One row per distance and place; nobody positive is null."""
    rows = json.loads(json.dumps(ks(Sample.from_groups(cases=[1], controls=[2])).to_dict(), allow_nan=False))["rows"]
    assert [(row["parameter"], row["threshold"], row["alternative"]) for row in rows] == [
        ("KS", None, "greater"),
        ("KS", 1.0, "greater"),
        ("D", 2.0, "two-sided"),
    ]
    assert ks(HAND).tidy().p_value.tolist()[0] == pytest.approx(0.4)


def test_infinite_scores():
    """Scores beyond detection limits order like any other."""
    found = ks(Sample.from_groups(cases=[math.inf, 2], controls=[2, -math.inf]))
    assert found.ks == 0.5
    assert ">= Inf" in str(found)


def test_what_is_refused():
    """One test, independent subjects, and a method that serves the distance."""
    with pytest.raises(TypeError, match="ks takes a Sample, not list"):
        ks([1, 2])
    two = Sample.from_groups(cases={"CT": [1], "MRI": [2]}, controls={"CT": [0], "MRI": [1]})
    with pytest.raises(DataError, match="ks takes one test; this sample holds 2: CT and MRI"):
        ks(two)
    clustered = Sample.from_truth([1, 0, 1, 0], [3, 2, 1, 0], cluster=["a", "a", "b", "b"])
    with pytest.raises(MethodError, match="these subjects come in clusters, and the Kolmogorov-Smirnov test takes"):
        ks(clustered)
    with pytest.raises(MethodError, match="DeLong needs structural components, and KS has none"):
        ks(HAND, DeLong())
    with pytest.raises(MethodError, match="level is 95"):
        ks(HAND, level=95)


def test_many_places_are_printed_in_part():
    """Five places of a distance are shown, and the table says that there are more."""
    points = list(range(0, 40, 2))
    text = str(ks(Sample.from_groups(cases=[p + 1 for p in points], controls=points)))
    assert text.count(">=") == 10
    assert "reached at more places than the 5 shown; rows() has them all\n" in text


def test_printed_whole(asah):
    """Both distances with place and p-value, the alternatives in words, and what ties do."""
    assert str(ks(asah.sample("ndka"))) == (
        "\n\tTwo-sample Kolmogorov-Smirnov, cases against controls\n\n"
        'data:  ndka by outcome (positive: "Poor"; higher scores are positive)\n'
        "       41 cases, 72 controls, 0 dropped\n"
        "                      value  reached at    TPF    FPF  p-value\n"
        "KS  = max(TPF - FPF)  0.221    >= 11.09  0.707  0.486    0.064  one-sided\n"
        "D   = max|TPF - FPF|  0.221    >= 11.09  0.707  0.486    0.129  two-sided\n"
        "alternative hypotheses: cases tend to score higher (one-sided);\n"
        "                        the two distributions differ (two-sided)\n"
        "note: 3 case-control pairs are tied. The exact p-values are those for data\n"
        "      without ties and are conservative with them.\n"
        "note: a test of equal distributions, not of AUC = 0.5.\n"
    )
