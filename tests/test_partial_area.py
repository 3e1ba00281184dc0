"""Partial areas: exact edges, three scales, components that know ties."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import lists, one_test, two_tests

from rocstats import AUC, MethodError, Sample
from rocstats.empirical.partial_area import Band, PartialAUC
from rocstats.inference.partial_areas import compare_partial_auc, partial_auc

F = Fraction
HAND = {"cases": [5, 4, 3, 2], "controls": [3, 2, 1, 1]}
SCALES = ("raw", "normalised", "mcclish")
# Edges that fall inside segments, on vertices and at the ends.
bands = st.tuples(st.integers(0, 12), st.integers(1, 12)).map(
    lambda drawn: (F(min(drawn[0], 11), 12), F(min(max(drawn[0] + 1, drawn[1]), 12), 12))
)


def clipped(points, low, high):
    """Integrate joined points (x, y) over x from low to high, one piece at a time."""
    total = F(0)
    for (x0, y0), (x1, y1) in pairwise(points):
        left, right = max(x0, low), min(x1, high)
        if left < right:
            rise = (y1 - y0) / (x1 - x0)
            total += (right - left) * (2 * y0 + rise * (left + right - 2 * x0)) / 2
    return total


def slow(cases, controls, *, fpf=None, tpf=None, p=None, q=None):
    """Return the partial area from shares counted anew at each score; p and q may be any weights."""
    p, q = p or [F(1)] * len(cases), q or [F(1)] * len(controls)
    points = [(F(0), F(0))]
    for c in sorted({*cases, *controls}, reverse=True):
        share_q = sum((w for y, w in zip(controls, q, strict=True) if y >= c), F(0)) / sum(q)
        share_p = sum((w for x, w in zip(cases, p, strict=True) if x >= c), F(0)) / sum(p)
        points.append((share_q, share_p))
    if fpf is not None:
        return clipped(points, F(fpf[0]), F(fpf[1]))
    return clipped([(y, 1 - x) for x, y in points], F(tpf[0]), F(tpf[1]))


def sample_of(cases, controls):
    return Sample.from_groups(cases=cases, controls=controls)


# Worked by hand


@pytest.mark.parametrize(
    ("band", "area"),
    [
        # Vertices of the hand sample: (0, 0), (0, 1/2), (1/4, 3/4), (1/2, 1), (1, 1): a step up, two ties, a flat end.
        ({"fpf": (0, 0.25)}, F(5, 32)),
        ({"fpf": (0, 0.5)}, F(3, 8)),
        ({"fpf": (0, 0.125)}, F(1, 8) * F(9, 16)),
        ({"fpf": (0.125, 0.375)}, F(1, 4) * F(3, 4)),
        ({"fpf": (0.25, 0.5)}, F(7, 32)),
        ({"fpf": (0.5, 0.75)}, F(1, 4)),
        ({"fpf": (0.4, 0.6)}, F(1, 10) * F(19, 20) + F(1, 10)),
        ({"fpf": (0.1, 0.2)}, F(1, 10) * F(13, 20)),
        ({"fpf": (0, 0.01)}, F(1, 100) * F(101, 200)),
        ({"tpf": (0, 0.5)}, F(1, 2)),
        ({"tpf": (0.5, 1)}, F(1, 2) * F(3, 4)),
        ({"tpf": (0.5, 0.75)}, F(1, 4) * F(7, 8)),
        ({"tpf": (0.75, 1)}, F(1, 4) * F(5, 8)),
        ({"tpf": (0.9, 1)}, F(1, 10) * F(11, 20)),
        ({"tpf": (0.25, 0.6)}, F(1, 4) + F(1, 10) * F(19, 20)),
    ],
)
def test_areas_worked_by_hand(band, area):
    """Edges inside ties, on steps and on flat parts give the exact ratio."""
    assert PartialAUC(**band).exact(sample_of(**HAND)) == (area,)
    assert PartialAUC(**band)(sample_of(**HAND)).tolist() == [float(area)]


SAMPLES = [
    ([1], [1]),
    ([2], [1]),
    ([1], [2]),
    ([1, 1], [1]),
    ([1, 2], [2, 1]),
    ([3, 1], [2]),
    ([2], [1, 3]),
    ([1, 2, 3], [1, 2, 3]),
    ([3, 3, 3], [1, 2, 3]),
    ([1, 1, 1], [1, 2, 3]),
    ([2, 2, 4], [2, 2, 2, 1]),
    ([5, 4, 3, 2], [3, 2, 1, 1]),
    ([5, 5, 5, 1], [5, 1, 1, 1]),
    ([1, 3, 5, 7], [2, 4, 6]),
    ([2, 4, 6], [1, 3, 5, 7]),
    ([4, 4, 2, 2], [4, 2, 2, 1, 1]),
    ([9, 8, 7, 6, 5], [5, 6, 7, 8, 9]),
    ([1, 2, 2, 3, 3, 3], [3, 2, 2, 1, 1, 1]),
    ([float("inf"), 1, 0], [float("-inf"), 1, 0]),
    ([float("inf"), 2], [float("inf"), 2, 3]),
    ([10, 10, 9, 1], [10, 9, 9, 9, 1, 1, 1]),
    ([0.5, 0.25, 0.125], [0.5, 0.25, 0.1, 0.05]),
]


@pytest.mark.parametrize(("cases", "controls"), SAMPLES)
def test_exact_edges_on_samples_of_every_shape(cases, controls):
    """At every vertex, between all vertices and on decimals the area is that of the polygon cut by hand."""
    one = sample_of(cases, controls)
    edges = sorted({F(i, 2 * k) for k in (len(cases), len(controls)) for i in range(2 * k + 1)} | {F(1, 10), F(9, 10)})
    for low, high in pairwise(edges):
        assert PartialAUC(fpf=(low, high)).exact(one) == (slow(cases, controls, fpf=(low, high)),)
        assert PartialAUC(tpf=(low, high)).exact(one) == (slow(cases, controls, tpf=(low, high)),)
    assert PartialAUC(fpf=(0, 0.1)).exact(one) == (slow(cases, controls, fpf=(0, F(1, 10))),)
    assert PartialAUC(tpf=(0.9, 1)).exact(one) == (slow(cases, controls, tpf=(F(9, 10), 1)),)


def test_an_edge_is_the_decimal_as_written():
    """0.1 is one tenth, not the binary number beside it; a fraction is taken as it is."""
    assert PartialAUC(fpf=(0.1, 0.3)).band == Band("FPF", F(1, 10), F(3, 10))
    assert PartialAUC(tpf=(F(1, 3), np.float64(0.7))).band == Band("TPF", F(1, 3), F(7, 10))
    assert str(PartialAUC(tpf=(0.9, 0.99)).band) == "TPF 0.9 to 0.99 (sensitivity 0.9 to 0.99)"


# Properties


@given(one_test(), bands)
def test_agree_with_the_polygon(sample, band):
    """Both kinds of band give the area of the polygon, exactly."""
    cases, controls = lists(sample)
    assert PartialAUC(fpf=band).exact(sample) == (slow(cases, controls, fpf=band),)
    assert PartialAUC(tpf=band).exact(sample) == (slow(cases, controls, tpf=band),)


@given(one_test(), bands)
def test_a_band_of_one_axis_is_one_of_the_other_on_the_mirrored_test(sample, band):
    """TPF a to b is FPF 1 - b to 1 - a with groups swapped and scores negated, for area and components."""
    mirrored = Sample.from_groups(cases=0.0 - sample.controls, controls=0.0 - sample.cases)
    here, there = PartialAUC(tpf=band), PartialAUC(fpf=(1 - band[1], 1 - band[0]))
    assert here.exact(sample) == there.exact(mirrored)
    if not here.band.whole:
        assert here.components(sample).v10.tolist() == there.components(mirrored).v01.tolist()
        assert here.components(sample).v01.tolist() == there.components(mirrored).v10.tolist()


@given(two_tests())
def test_the_whole_axis_is_the_auc_to_the_last_bit(sample):
    """Over 0 to 1 of either axis, on every scale: value, weighted value, components and variance."""
    p, q = (f[None] for f in sample.frequencies)
    for band in ({"fpf": (0, 1)}, {"tpf": (0.0, 1.0)}):
        for scale in SCALES:
            whole = PartialAUC(**band, scale=scale)
            assert whole(sample).tolist() == AUC()(sample).tolist()
            assert whole.weighted(sample, p, q).tolist() == AUC().weighted(sample, p, q).tolist()
            for weights in ([1, 0], [1, -1]):
                assert whole.components(sample).variance(weights) == AUC().components(sample).variance(weights)


@given(one_test(), bands)
def test_neighbouring_bands_add_up(sample, band):
    """The areas below, over and above a band sum to the AUC."""
    stretches = [edges for edges in ((0, band[0]), band, (band[1], 1)) if edges[0] < edges[1]]
    total = oracles.area(*lists(sample))
    assert sum(PartialAUC(fpf=edges).exact(sample)[0] for edges in stretches) == total
    assert sum(PartialAUC(tpf=edges).exact(sample)[0] for edges in stretches) == total


@given(two_tests(), bands)
def test_row_weights_give_what_the_weighted_rows_give(sample, band):
    """Under any whole weights each test has the value of a sample with those rows; no group, no value."""
    rng = np.random.default_rng(1)
    case_w, control_w = rng.integers(0, 4, (5, len(sample.cases))), rng.integers(0, 4, (5, len(sample.controls)))
    case_w[0] = 0
    for statistic in (PartialAUC(fpf=band), PartialAUC(tpf=band, scale="mcclish")):
        found = statistic.weighted(sample, case_w, control_w)
        for p, q, values in zip(case_w, control_w, found, strict=True):
            if p.sum() == 0 or q.sum() == 0:
                assert np.isnan(values).all()
                continue
            rows = Sample.from_groups(
                cases=np.repeat(sample.cases, p, axis=0), controls=np.repeat(sample.controls, q, axis=0)
            )
            assert values == pytest.approx(statistic(rows), rel=1e-13, abs=1e-13)


@given(one_test(), bands)
def test_a_grouped_sample_gives_what_its_rows_give(sample, band):
    """Row counts and expanded rows have the same bits: value, variance, and the variance on another scale."""
    p, q = np.arange(1, 1 + len(sample.cases)), np.arange(1, 1 + len(sample.controls))
    cases, controls = lists(sample)
    grouped = Sample.from_truth(
        [1] * len(cases) + [0] * len(controls), [*cases, *controls], counts=np.concatenate([p, q])
    )
    rows = sample_of(np.repeat(cases, p), np.repeat(controls, q))
    for statistic in (PartialAUC(fpf=band), PartialAUC(tpf=band, scale="normalised")):
        assert statistic(grouped).tolist() == statistic(rows).tolist()
        assert statistic.components(grouped).variance([1]) == statistic.components(rows).variance([1])


def test_pairs_beyond_64_bits_are_counted_in_floats():
    """A rating table of 4e18 pairs keeps the value of its small copy."""
    small = Sample.from_counts(controls=[3, 1, 1], cases=[1, 2, 2])
    large = Sample.from_counts(controls=[3 * 10**9, 10**9, 10**9], cases=[10**9, 2 * 10**9, 2 * 10**9])
    for statistic in (PartialAUC(fpf=(0.1, 0.3)), PartialAUC(tpf=(0.25, 0.95))):
        assert statistic.exact(large) == statistic.exact(small)
        p, q = large.frequencies
        assert statistic.weighted(large, p[None], q[None])[0] == pytest.approx(statistic(small), rel=1e-13)


# Scales


def test_scales_are_straight_lines_of_each_other():
    """Normalised is area over width; McClish's index puts chance at one half and a perfect test at 1."""
    one = sample_of([5, 3, 2, 2], [4, 3, 1, 1, 2])
    for band, width, chance in (({"fpf": (0.1, 0.5)}, F(2, 5), F(3, 25)), ({"tpf": (0.1, 0.5)}, F(2, 5), F(7, 25))):
        area, normalised, index = (PartialAUC(**band, scale=s).exact(one)[0] for s in SCALES)
        assert normalised == area / width
        assert index == (1 + (area - chance) / (width - chance)) / 2
        assert [PartialAUC(**band, scale=s).chance for s in SCALES] == [
            float(chance),
            float(chance / width),
            0.5,
        ]


@pytest.mark.parametrize("band", [{"fpf": (0, 0.1)}, {"fpf": (0.5, 1)}, {"tpf": (0.9, 0.99)}, {"tpf": (0, 0.3)}])
def test_bounds_are_those_of_the_worst_and_the_best_test(band):
    """On every scale a reversed test has the lower bound and a perfect one the upper."""
    worst, best = sample_of([1, 2], [3, 4, 5]), sample_of([3, 4, 5], [1, 2])
    for scale in SCALES:
        statistic = PartialAUC(**band, scale=scale)
        assert (statistic(worst)[0], statistic(best)[0]) == statistic.bounds


def test_names_follow_the_scale():
    """Tables, titles and comparisons say which scale it is."""
    found = [(s.name, s.title, s.plural) for s in (PartialAUC(fpf=(0, 0.1), scale=scale) for scale in SCALES)]
    assert found == [
        ("partial area", "Partial area under the ROC curve", "partial areas"),
        ("normalised area", "Normalised partial area under the ROC curve", "normalised partial areas"),
        ("McClish index", "McClish index of the partial area under the ROC curve", "McClish indices"),
    ]


# Components


def derivative(cases, controls, group, place, band):
    """Move a little weight to one subject and away from it, and return the slope of the area, exactly."""
    step = F(1, 10**12)

    def moved(by):
        p, q = [F(1, len(cases))] * len(cases), [F(1, len(controls))] * len(controls)
        weights = p if group == "cases" else q
        weights[:] = [w * (1 - by) for w in weights]
        weights[place] += by
        return slow(cases, controls, **band, p=p, q=q)

    return (moved(step) - moved(-step)) / (2 * step)


@given(one_test(most=6), bands)
def test_components_are_the_derivative_of_the_area(sample, band):
    """What moving weight to one subject adds, ties and edges on steps included, up to a constant of the group."""
    cases, controls = lists(sample)
    for stated in ({"fpf": band}, {"tpf": band}):
        if PartialAUC(**stated).band.whole:
            continue
        parts = PartialAUC(**stated).components(sample)
        for group, scores, found in (("cases", cases, parts.v10[:, 0]), ("controls", controls, parts.v01[:, 0])):
            slopes = [float(derivative(cases, controls, group, i, stated)) for i in range(len(scores))]
            assert found - found.mean() == pytest.approx(slopes, abs=1e-9)


def test_without_ties_components_are_those_of_the_paper():
    """Over FPF 0 to u: max(u - U, 0) for a case, minus the share of cases between it and the edge for a control."""
    cases, controls, u = [9, 7, 6, 3, 1], [8, 5, 4, 2], 0.6
    parts = PartialAUC(fpf=(0, u)).components(sample_of(cases, controls))
    shares = [np.mean([y >= x for y in controls]) for x in cases]
    assert parts.v10[:, 0] == pytest.approx([max(u - share, 0) for share in shares])
    inside = [-sum(share < u and y >= x for share, x in zip(shares, cases, strict=True)) / 5 for y in controls]
    assert parts.v01[:, 0] == pytest.approx(inside)
    assert parts.v10.mean() == pytest.approx(float(PartialAUC(fpf=(0, u)).exact(sample_of(cases, controls))[0]))


def test_identical_tests_differ_with_variance_0():
    """The same ranks give the same floats, so that a paired difference has exactly no variance."""
    rng = np.random.default_rng(4)
    cases, controls = rng.normal(1, 1, 30), rng.normal(0, 1, 40)
    both = Sample.from_groups(cases={"A": cases, "B": np.exp(cases)}, controls={"A": controls, "B": np.exp(controls)})
    assert PartialAUC(fpf=(0.05, 0.35)).components(both).variance([1, -1]) == 0
    found = compare_partial_auc(both, fpf=(0.05, 0.35))
    assert (found.estimate, found.pvalue, found.interval) == (0, 1, None)
    assert found.notes[0].code == "identical-tests"


def test_one_subject_has_no_variance():
    """A group of one leaves no variance, never 0."""
    assert PartialAUC(fpf=(0, 0.1)).components(sample_of([3], [1, 2, 4])).variance([1]) is None
    found = partial_auc(sample_of([3, 5], [4]), fpf=(0, 0.1))
    assert (found.standard_error, found.interval, found.notes[0].code) == (None, None, "one-subject")


def simulated(band, size, times, seed):
    """Return many untied samples with their partial areas over FPF, straight from sorted scores."""
    rng = np.random.default_rng(seed)
    low, high = band
    cases = rng.normal(1.2, 1, (times, size))
    controls = -np.sort(-rng.normal(0, 1, (times, size)), axis=1)
    shares = np.array([np.searchsorted(-c, -x, side="right") for c, x in zip(controls, cases, strict=True)]) / size
    return cases, controls, (high - np.clip(shares, low, high)).mean(axis=1)


@pytest.mark.parametrize("band", [(0, 0.1), (0.05, 0.3)])
def test_analytic_standard_error_meets_simulation(band):
    """At 200 + 200 the mean analytic standard error is within 5 percent of the spread of 4,000 samples."""
    cases, controls, areas = simulated(band, 200, 4000, 20261130)
    errors = []
    for x, y, area in zip(cases[:200], controls[:200], areas[:200], strict=True):
        one = sample_of(x, y)
        assert PartialAUC(fpf=band)(one)[0] == pytest.approx(area)
        errors.append(PartialAUC(fpf=band).components(one).variance([1]) ** 0.5)
    assert np.mean(errors) == pytest.approx(areas.std(ddof=1), rel=0.05)


# Refusals


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({}, MethodError, "a partial area needs one band, fpf=(low, high) or tpf=(low, high); none came"),
        ({"fpf": (0, 0.1), "tpf": (0, 0.1)}, MethodError, "both came"),
        ({"fpf": (0.1, 0.1)}, MethodError, "fpf is (0.1, 0.1); it must be two edges of a band, 0 <= low < high <= 1"),
        ({"tpf": (0.2, 0.1)}, MethodError, "tpf is (0.2, 0.1)"),
        ({"fpf": (-0.1, 0.1)}, MethodError, "0 <= low < high <= 1"),
        ({"fpf": (0, 1.1)}, MethodError, "0 <= low < high <= 1"),
        ({"fpf": (0, float("nan"))}, MethodError, "an edge of fpf is nan; it must be finite"),
        ({"fpf": 0.1}, TypeError, "fpf is 0.1; it must be a pair of edges, such as fpf=(0, 0.1)"),
        ({"fpf": "01"}, TypeError, "it must be a pair of edges"),
        ({"fpf": (0, "0.1")}, TypeError, "an edge of fpf is str; it must be a number"),
        ({"fpf": (False, True)}, TypeError, "an edge of fpf is bool"),
        ({"fpf": (0, 0.1), "scale": "mean"}, MethodError, 'scale is \'mean\'; it must be "raw", "normalised"'),
    ],
)
def test_bands_that_are_none_are_refused(options, error, said):
    """Each refusal says what came and what is needed."""
    with pytest.raises(error) as caught:
        PartialAUC(**options)
    assert said in str(caught.value)
