"""The empirical curve: vertices counted anew at each score, thresholds, thinning, reading off."""

import json
from fractions import Fraction
from itertools import pairwise
from math import inf

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import lists, one_test

from rocstats import AUC, DataError, MethodError, PartialAUC, Sample, roc_curve

TIED = Sample.from_groups(cases=[3, 2], controls=[2, 1])


def points_of(curve):
    """Return the vertices as the oracle writes them."""
    return list(zip(curve.thresholds, curve.tp.tolist(), curve.fp.tolist(), strict=True))


def test_worked_by_hand():
    """Cases 3, 2 and controls 2, 1: up, a slope for the tie, right."""
    curve = roc_curve(TIED)
    assert points_of(curve) == [(None, 0, 0), (3.0, 1, 0), (2.0, 2, 1), (1.0, 2, 2)]
    assert curve.fpf.tolist() == [0, 0, 0.5, 1]
    assert curve.tpf.tolist() == [0, 0.5, 1, 1]
    assert curve.auc == 0.875
    assert [curve.rule(i) for i in range(4)] == ["none positive", ">= 3", ">= 2", ">= 1"]


def test_midpoints_by_hand():
    """Each threshold lies halfway to the next score, the last one below all."""
    assert roc_curve(TIED, midpoint=True).thresholds == (None, 2.5, 1.5, -inf)


def test_a_low_test_by_hand():
    """Thresholds stand on the scale of the data and the rule is at or below; midpoints too."""
    low = Sample.from_groups(cases=[1, 2], controls=[2, 3], tests=["K-G"], low=["K-G"])
    curve = roc_curve(low)
    assert points_of(curve) == [(None, 0, 0), (1.0, 1, 0), (2.0, 2, 1), (3.0, 2, 2)]
    assert [curve.rule(i) for i in range(4)] == ["none positive", "<= 1", "<= 2", "<= 3"]
    assert roc_curve(low, midpoint=True).thresholds == (None, 1.5, 2.5, inf)


def test_infinite_scores_are_vertices():
    """A score above the detection limit is a threshold like any other; the corner has none."""
    curve = roc_curve(Sample.from_groups(cases=[inf, 2], controls=[2, -inf]))
    assert points_of(curve) == [(None, 0, 0), (inf, 1, 0), (2.0, 2, 1), (-inf, 2, 2)]
    assert roc_curve(Sample.from_groups(cases=[inf, 2], controls=[2, -inf]), midpoint=True).thresholds == (
        *(None, inf, 2.0),
        -inf,
    )


@given(one_test())
def test_vertices_equal_counting_at_each_score(sample):
    """Cumulated counts are the subjects at or above each distinct score."""
    curve = roc_curve(sample)
    expected = oracles.vertices(*lists(sample))
    assert points_of(curve) == expected
    assert curve.auc == float(oracles.trapezoids(expected, sample.n_cases, sample.n_controls)) == AUC()(sample)[0]


@given(one_test())
def test_the_curve_rises_from_corner_to_corner(sample):
    """It starts at (0, 0), ends at (1, 1), never falls, and no vertex repeats another."""
    curve = roc_curve(sample)
    assert (curve.fpf[0], curve.tpf[0], curve.fpf[-1], curve.tpf[-1]) == (0, 0, 1, 1)
    steps = np.diff(curve.fp) + np.diff(curve.tp)
    assert (np.diff(curve.fp) >= 0).all()
    assert (np.diff(curve.tp) >= 0).all()
    assert (steps > 0).all()


@given(one_test())
def test_midpoints_call_the_same_subjects_positive(sample):
    """A midpoint lies above the next score and not above its own, so no count changes."""
    cases, controls = lists(sample)
    curve = roc_curve(sample, midpoint=True)
    for threshold, tp, fp in points_of(curve)[1:]:
        assert (tp, fp) == (sum(x >= threshold for x in cases), sum(y >= threshold for y in controls))


def test_a_midpoint_of_neighbouring_floats_stays_between_them():
    """Where floats leave no room the observed score is kept."""
    above = np.nextafter(1.0, 2.0)
    assert roc_curve(Sample.from_groups(cases=[above], controls=[1.0]), midpoint=True).thresholds[1] == above
    huge = roc_curve(Sample.from_groups(cases=[1.7e308], controls=[1.5e308]), midpoint=True).thresholds[1]
    assert 1.5e308 < huge < 1.7e308


@given(one_test())
def test_thinning_leaves_the_drawn_curve_alone(sample):
    """Vertices left out lie exactly on the line between those kept, and none that is kept does."""
    curve = roc_curve(sample)
    thin = curve.thinned()
    kept = list(zip(thin.fp.tolist(), thin.tp.tolist(), strict=True))
    for x, y in zip(curve.fp.tolist(), curve.tp.tolist(), strict=True):
        ends = [(a, b) for a, b in pairwise(kept) if a[0] <= x <= b[0] and a[1] <= y <= b[1]]
        assert any((b[0] - a[0]) * (y - a[1]) == (b[1] - a[1]) * (x - a[0]) for a, b in ends)
    for a, b, c in zip(kept, kept[1:], kept[2:], strict=False):
        assert (b[0] - a[0]) * (c[1] - b[1]) != (b[1] - a[1]) * (c[0] - b[0])
    assert thin.auc == curve.auc
    assert thin.thinned().fp.tolist() == thin.fp.tolist()


def test_thinning_counts_in_whole_numbers():
    """Two slopes that differ by one part in 1e18 are kept apart."""
    size = 10**9
    curve = roc_curve(Sample.from_counts(cases=[size + 1, size], controls=[size, size - 1]))
    assert len(curve.thinned().fp) == 3
    assert len(roc_curve(Sample.from_counts(cases=[size, size], controls=[size, size])).thinned().fp) == 2


@given(one_test(), st.lists(st.fractions(0, 1), min_size=1, max_size=5))
def test_reading_off_is_linear_between_vertices(sample, fpf):
    """The drawn line is read, at the upper end of a vertical step."""
    points = oracles.vertices(*lists(sample))
    m, n = sample.n_cases, sample.n_controls

    def read(x):
        at = max(i for i, (_, _, fp) in enumerate(points) if Fraction(fp, n) <= x)
        if at == len(points) - 1:
            return Fraction(1)
        (_, tp0, fp0), (_, tp1, fp1) = points[at], points[at + 1]
        return Fraction(tp0, m) + (x - Fraction(fp0, n)) / Fraction(fp1 - fp0, n) * Fraction(tp1 - tp0, m)

    # Floats that stand for the fractions, so that a vertex is met exactly or clearly missed.
    found = roc_curve(sample).tpf_at(np.array([float(x) for x in fpf]))
    for x, y in zip(fpf, found.tolist(), strict=True):
        if all(Fraction(fp, n) == x or abs(Fraction(fp, n) - x) > 1e-9 for _, _, fp in points):
            assert y == pytest.approx(float(read(x)), abs=1e-7)


@pytest.mark.parametrize("fpf", [-0.1, 1.5, float("nan")])
def test_a_curve_is_not_read_outside_its_range(fpf):
    """There is no TPF at an FPF below 0 or above 1: neither 1 nor NaN may stand for it."""
    with pytest.raises(DataError, match="0 and 1"):
        roc_curve(TIED).tpf_at(np.array([0.5, fpf]))


def test_a_curve_is_read_only():
    """Nobody changes counts that others rely on."""
    curve = roc_curve(TIED)
    with pytest.raises(ValueError, match="read-only"):
        curve.tp[0] = 5
    with pytest.raises(AttributeError):
        curve.midpoint = True


def test_a_rating_table_of_1e8_subjects_has_its_curve_exactly():
    """Counts stay whole, and the area equals exact fractions."""
    cases, controls = [10**7, 3 * 10**7, 10**8], [10**8, 5 * 10**7, 10]
    curve = roc_curve(Sample.from_counts(cases=cases, controls=controls))
    assert curve.tp.tolist() == [0, 10**8, 13 * 10**7, 14 * 10**7]
    assert curve.auc == float(oracles.area([1, 2, 3], [1, 2, 3], cases, controls))


def test_several_tests_are_refused():
    """A curve is of one test, and the message says how to pick it."""
    two = Sample.from_groups(cases={"CT": [1], "MRI": [2]}, controls={"CT": [0], "MRI": [1]})
    with pytest.raises(DataError, match=r"^roc_curve takes one test; this sample holds 2: CT and MRI\. Pick one with "):
        roc_curve(two)


def test_printed_whole():
    """Area, number of vertices, and a line for each."""
    assert str(roc_curve(TIED)) == (
        "\n\tEmpirical ROC curve\n\n"
        'data:  score by group (positive: "cases"; higher scores are positive)\n'
        "       2 cases, 2 controls, 0 dropped\n"
        "AUC = 0.875; 4 vertices, thresholds are observed scores\n"
        "rule           tp  fp    TPF    FPF\n"
        "none positive   0   0  0.000  0.000\n"
        ">= 3            1   0  0.500  0.000\n"
        ">= 2            2   1  1.000  0.500\n"
        ">= 1            2   2  1.000  1.000\n"
    )


def test_a_long_curve_prints_its_beginning():
    """Twelve vertices are shown and the others counted; the table has them all."""
    curve = roc_curve(Sample.from_groups(cases=range(1, 40, 2), controls=range(0, 40, 2)))
    assert str(curve).splitlines()[-1] == "... and 29 more: tidy() has them all"
    assert len(curve.tidy()) == 41
    assert json.loads(json.dumps(curve.to_dict(), allow_nan=False))["rows"][0] == {
        "test": "score",
        "threshold": None,
        "tp": 0,
        "fp": 0,
        "tpf": 0.0,
        "fpf": 0.0,
    }


def test_partial_areas_by_hand():
    """Over FPF up to one half the curve holds 1/4 + 3/8 of the width; the bands of either axis add up to the area."""
    curve = roc_curve(TIED)
    assert curve.partial_auc((0, 0.5)) == 0.375
    assert curve.partial_auc(fpf=(0.5, 1)) == 0.5
    assert curve.partial_auc(tpf=(0, 0.5)) == 0.5
    assert curve.partial_auc(tpf=(0.5, 1)) == 0.375
    assert curve.partial_auc((0, 1)) == curve.partial_auc(tpf=(0, 1)) == curve.auc


@given(one_test(), st.sampled_from([(0, 0.1), (0.25, 0.8), (0.9, 1), (0, 1)]))
def test_partial_areas_are_those_of_the_statistic(sample, band):
    """What the curve says is what the statistic says of the sample, on the thinned curve too."""
    curve = roc_curve(sample)
    for asked in ({"fpf": band}, {"tpf": band}):
        value = PartialAUC(**asked)(sample)[0]
        assert curve.partial_auc(**asked) == value
        assert curve.thinned().partial_auc(**asked) == value


def test_partial_areas_take_one_band():
    """A partial area of no band, or of two, is refused as the statistic refuses it."""
    with pytest.raises(MethodError, match=r"needs one band, .* none came"):
        roc_curve(TIED).partial_auc()
    with pytest.raises(MethodError, match=r"needs one band, .* both came"):
        roc_curve(TIED).partial_auc((0, 0.5), tpf=(0, 0.5))
