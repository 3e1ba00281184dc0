"""Venkatraman's tests of equal curves: the distance by hand, every exchange in exact fractions, size and corners."""

import json
from fractions import Fraction
from itertools import combinations, pairwise, product

import numpy as np
import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import columns, lists, one_test, ratings, sample_of, several, two_tests

from rocstats import DataError, MethodError, Sample, compare_auc
from rocstats.inference.whole_curves import venkatraman
from rocstats.methods import replicates
from rocstats.methods.equal_curves import PairedCurves, UnpairedCurves

ONE = (Fraction(1), Fraction(1))
PAIRED = """
\tVenkatraman's test for two correlated ROC curves

data:  A and B by group (positive: "cases"; higher scores are positive)
       30 cases, 35 controls, 0 dropped
300 random swaps of the two ranks of subjects, seed 8
E = 178.0, p-value = 0.203
alternative hypothesis: the true ROC curves differ at some point
sample estimates:
AUC of A  AUC of B  difference
   0.791     0.712       0.079
note: a test of equal ROC curves, not of equal AUCs: curves that cross differ
      though their areas may be equal. For the areas use compare_auc.
"""
UNPAIRED = """
\tVenkatraman's test for two independent ROC curves

data:  A and B by group (positive: "cases"; higher scores are positive)
       first:  30 cases, 35 controls, 0 dropped
       second: 9 cases, 8 controls, 0 dropped
300 random divisions of the pooled cases and controls, seed 8
E = 468.5, p-value = 0.349
alternative hypothesis: the true ROC curves differ at some point
sample estimates:
first AUC  second AUC  difference
    0.791       0.722       0.069
note: a test of equal ROC curves, not of equal AUCs: curves that cross differ
      though their areas may be equal. For the areas use compare_auc.
"""


# The slow definition, in exact fractions


def errors(cases, controls, weights=ONE):
    """Return the cuts of a test on its rank axis, and the cases less the controls below each."""
    cuts = [(Fraction(0), Fraction(0))]
    for value in sorted(set(cases) | set(controls)):
        p, q = (w * group.count(value) for w, group in zip(weights, (cases, controls), strict=True))
        cuts.append((cuts[-1][0] + p + q, cuts[-1][1] + p - q))
    return cuts


def read(cuts, at):
    """Read the errors at a cut, in a straight line inside a tie."""
    for (x0, y0), (x1, y1) in pairwise(cuts):
        if x0 <= at <= x1:
            return y0 + (y1 - y0) * (at - x0) / (x1 - x0)
    raise AssertionError(at)


def distance(first, second):
    """Sum the difference of the errors over the cuts of either test, by trapezoids."""
    axis = sorted({x for x, _ in first} | {x for x, _ in second})
    apart = [abs(read(first, x) - read(second, x)) for x in axis]
    return sum((a + b) * (y - x) / 2 for a, b, x, y in zip(apart, apart[1:], axis, axis[1:], strict=False))


def paired_distances(cases, controls):
    """Return the distance after every exchange of the two midranks of subjects, the observed one first."""
    everyone, m = cases + controls, len(cases)
    ranks = list(zip(*(oracles.midranks([row[t] for row in everyone]) for t in (0, 1)), strict=True))
    found = []
    for exchanged in product((False, True), repeat=len(everyone)):
        now = [rank[::-1] if swap else rank for rank, swap in zip(ranks, exchanged, strict=True)]
        tests = [errors([r[t] for r in now[:m]], [r[t] for r in now[m:]]) for t in (0, 1)]
        found.append(distance(*tests))
    return found


def places(cases, controls, weights):
    """Return the midrank of each subject on an axis where cases and controls weigh so much."""
    cuts = errors(cases, controls, weights)
    middle = {v: (a[0] + b[0]) / 2 for v, a, b in zip(sorted(set(cases) | set(controls)), cuts, cuts[1:], strict=False)}
    return [middle[x] for x in cases], [middle[y] for y in controls]


def unpaired_distances(a, b):
    """Return the distance after every division of the pooled cases and of the pooled controls, the observed first."""
    m, n = (len(a[g]) + len(b[g]) for g in (0, 1))
    weights = [(Fraction(m, len(s[0])), Fraction(n, len(s[1]))) for s in (a, b)]
    pooled = [
        [*groups[0], *groups[1]]
        for groups in zip(*(places(*s, w) for s, w in zip((a, b), weights, strict=True)), strict=True)
    ]
    found = []
    for chosen in product(*(combinations(range(len(pool)), len(g)) for pool, g in zip(pooled, a, strict=True))):
        first = [[pool[i] for i in picked] for pool, picked in zip(pooled, chosen, strict=True)]
        second = [
            [v for i, v in enumerate(pool) if i not in picked] for pool, picked in zip(pooled, chosen, strict=True)
        ]
        found.append(distance(errors(*first, weights[0]), errors(*second, weights[1])))
    return found


def share(distances):
    """Return the share of exchanges at least as far apart as the observed one, which is first."""
    return Fraction(sum(d >= distances[0] for d in distances), len(distances))


def rows_of(sample):
    return [tuple(r) for r in sample.cases.tolist()], [tuple(r) for r in sample.controls.tolist()]


def pair(seed=1, m=30, n=35, shift=0.0, spread=0.7):
    rng = np.random.default_rng(seed)
    a, b = rng.normal(1, 1, m), rng.normal(0, 1, n)
    return Sample.from_groups(
        cases={"A": a + rng.normal(0, 0.7, m), "B": a + rng.normal(shift, spread, m)},
        controls={"A": b + rng.normal(0, 0.7, n), "B": b + rng.normal(0, spread, n)},
    )


# The distance


def test_worked_by_hand():
    """Ranks of cases 1 and 3 by A, 1 and 2 by B among four: the errors differ by 2 at the cut 2 alone, so E = 2."""
    sample = sample_of(([(1, 1), (3, 2)], [(2, 3), (4, 4)]))
    assert venkatraman(sample).statistic == 2.0
    assert paired_distances(*rows_of(sample))[0] == 2


@given(st.integers(1, 6), st.integers(1, 6), st.randoms(use_true_random=False))
def test_without_ties_it_is_the_published_sum(m, n, random):
    """Sum over the cuts k = 1 … N - 1 of |errors of the first test less errors of the second|."""
    R, S = list(range(1, m + n + 1)), list(range(1, m + n + 1))
    random.shuffle(R)
    random.shuffle(S)
    sign = [1] * m + [-1] * n
    published = sum(
        abs(sum(s * ((r <= k) - (q <= k)) for s, r, q in zip(sign, R, S, strict=True))) for k in range(1, m + n)
    )
    sample = sample_of((list(zip(R[:m], S[:m], strict=True)), list(zip(R[m:], S[m:], strict=True))))
    assert PairedCurves(sample).observed == pytest.approx(published, abs=1e-9)


@given(two_tests(most=7))
def test_the_paired_distance_equals_the_slow_one(sample):
    """Ties and infinite scores included."""
    tests = [errors(*lists(sample, t)) for t in (0, 1)]
    assert PairedCurves(sample).observed == pytest.approx(float(distance(*tests)), abs=1e-9)


@given(one_test(most=6), one_test(most=6))
def test_the_unpaired_distance_equals_the_slow_one(a, b):
    """Groups of any sizes, ties included."""
    m, n = a.n_cases + b.n_cases, a.n_controls + b.n_controls
    curves = [errors(*lists(s), (Fraction(m, s.n_cases), Fraction(n, s.n_controls))) for s in (a, b)]
    assert UnpairedCurves(a, b).observed == pytest.approx(float(distance(*curves)), abs=1e-9)


# Exact


@settings(max_examples=30)
@given(two_tests(most=3))
def test_paired_it_equals_every_exchange(sample):
    """The exact p-value is the share among all exchanges, ties and the observed arrangement included."""
    found = venkatraman(sample)
    assert found.exact
    assert found.pvalue == float(share(paired_distances(*rows_of(sample))))


@settings(max_examples=30)
@given(one_test(most=3), one_test(most=3))
def test_unpaired_it_equals_every_division(a, b):
    """The same for pooled cases and pooled controls, whatever the sizes of the groups."""
    found = venkatraman(a, b)
    assert found.exact
    assert found.pvalue == pytest.approx(float(share(unpaired_distances(lists(a), lists(b)))), rel=1e-12)


# Drawn


def test_drawn_p_values_are_near_the_exact_ones():
    """Within four standard errors, paired and unpaired."""
    both = pair(4, 5, 6)
    for curves, size in ((PairedCurves(both), 11), (UnpairedCurves(both.select("A"), pair(5, 3, 3).select("B")), None)):
        exact = curves.extreme_of_all() / round(2**curves.log2_size)
        drawn = curves.extreme_of(replicates.stream_of(3, "venkatraman", 0), 4000) / 4000
        assert abs(drawn - exact) < 4 * (exact * (1 - exact) / 4000) ** 0.5 + 1e-9
        assert size is None or curves.log2_size <= size


def test_a_drawn_p_value_is_never_below_one_in_all():
    """However far the curves are apart, p is at least 1 / (1 + B)."""
    far = pair(m=80, n=80, shift=3)
    assert venkatraman(far, n_resamples=200, rng=1).pvalue == 1 / 201
    assert venkatraman(far.select("A"), pair(7, 60, 70, 3).select("B"), n_resamples=200, rng=1).pvalue == 1 / 201


def test_the_seed_decides_and_is_kept():
    """The same seed gives the same bits; one drawn by chance reproduces its result."""
    sample = pair()
    one, other = (venkatraman(sample, n_resamples=300, rng=8) for _ in range(2))
    assert (one.pvalue, one.seed) == (other.pvalue, 8)
    free = venkatraman(sample, n_resamples=300)
    assert venkatraman(sample, n_resamples=300, rng=free.seed).pvalue == free.pvalue


def test_whoever_watches_hears_of_every_block():
    """Progress is told block by block."""
    heard = []
    with replicates.watching(lambda done, total: heard.append((done, total))):
        venkatraman(pair(), n_resamples=300, rng=1)
    assert heard == [(200, 300), (300, 300)]


@settings(max_examples=25)
@given(several(ratings, 2, least=1, most=3), st.data())
def test_grouped_rows_equal_expanded_rows(drawn, data):
    """Row counts and the order of rows change no bit, exact or drawn, paired or unpaired."""
    cases, controls = drawn
    p, q = (data.draw(st.lists(st.integers(1, 2), min_size=len(g), max_size=len(g))) for g in drawn)
    scores = dict(zip("AB", columns(cases + controls, 2), strict=True))
    grouped = Sample.from_truth([1] * len(cases) + [0] * len(controls), scores, counts=p + q)
    expanded = sample_of((oracles.expanded(cases, p)[::-1], oracles.expanded(controls, q)))
    other = pair(2, 2, 2).select("A")
    for a, b in ((grouped, expanded), (grouped.select("A"), expanded.select("A"))):
        second = None if len(a.tests) == 2 else other
        one, two = (venkatraman(s, second, n_resamples=100, rng=5) for s in (a, b))
        assert (one.statistic, one.pvalue, one.exact) == (two.statistic, two.pvalue, two.exact)


def test_many_subjects_in_a_row_are_divided_by_the_row():
    """A million subjects a rating: the p-value lies where that of the same table of hundreds does not change it."""
    first = Sample.from_counts(cases=[10**6, 2 * 10**6, 10**6], controls=[10**6] * 3)
    second = Sample.from_counts(cases=[10**6, 2 * 10**6, 10**6 + 3000], controls=[10**6, 10**6, 10**6 + 500])
    found = venkatraman(first, second, n_resamples=200, rng=1)
    assert 0.3 < found.pvalue <= 1
    with pytest.raises(MethodError, match=r"^1000000000 pooled cases or controls and more are too many"):
        venkatraman(Sample.from_counts(cases=[10**9, 1], controls=[1, 1]), first)


# Size


@pytest.mark.parametrize("kind", ["paired", "unpaired", "unequal groups"])
def test_under_equal_curves_p_values_are_uniform(kind):
    """In 300 samples of exchangeable tests the share of p <= a is a within four standard errors."""
    found = []
    for i in range(300):
        one = pair(100 + i, 14, 12)
        if kind == "paired":
            curves = PairedCurves(one)
        elif kind == "unpaired":
            curves = UnpairedCurves(one.select("A"), pair(9000 + i, 14, 12).select("A"))
        else:
            curves = UnpairedCurves(one.select("A"), pair(9000 + i, 8, 21).select("A"))
        found.append((1 + curves.extreme_of(replicates.stream_of(i, "venkatraman", 0), 99)) / 100)
    for level in (0.1, 0.3, 0.6):
        assert abs(np.mean(np.array(found) <= level) - level) < 4 * (level * (1 - level) / 300) ** 0.5


def test_crossing_curves_of_equal_area_are_told_apart():
    """Cases far out on both sides by A, a little above by B: the areas are near, the curves are not."""
    rng = np.random.default_rng(3)
    a = np.where(np.arange(80) < 45, 3, -3) + rng.normal(0, 0.3, 80)
    sample = Sample.from_groups(
        cases={"A": a, "B": rng.normal(0.25, 1, 80)}, controls={"A": rng.normal(0, 1, 80), "B": rng.normal(0, 1, 80)}
    )
    found = venkatraman(sample, n_resamples=500, rng=1)
    assert found.pvalue == 1 / 501
    assert compare_auc(sample).pvalue > 0.1
    assert found.difference == compare_auc(sample).estimate


# Invariance


def test_monotone_scores_turned_tests_and_their_order_change_nothing():
    """Ranks are all that counts, in either direction of a test, and E has no sign."""
    one = pair(m=6, n=5)
    expected = venkatraman(one)
    cubed = Sample.from_groups(
        cases={"A": -(one.cases[:, 0] ** 3), "B": np.exp(one.cases[:, 1])},
        controls={"A": -(one.controls[:, 0] ** 3), "B": np.exp(one.controls[:, 1])},
        low=["A"],
    )
    for other in (cubed, one.select("B", "A")):
        found = venkatraman(other)
        assert (found.statistic, found.pvalue) == (expected.statistic, expected.pvalue)
    a, b = one.select("A"), pair(3, 3, 2).select("B")
    assert venkatraman(a, b).pvalue == venkatraman(b, a).pvalue


# Corners


@pytest.mark.parametrize(
    "rows",
    [
        ([(1, 10), (3, 30)], [(0, 5), (2, 20)]),
        ([(5, 60), (6, 50)], [(1, 2), (2, 1)]),
        ([(2, 2), (2, 2)], [(2, 2)]),
        ([(1, 5)], [(0, 2)]),
    ],
)
def test_curves_that_coincide_have_p_1(rows):
    """Rank-identical tests, two perfect ones, all tied: p = 1, nothing drawn, and a note."""
    sample = sample_of(rows)
    for found in (venkatraman(sample), venkatraman(sample.select("A"), sample_of(rows).select("B"))):
        assert (found.statistic, found.pvalue, found.seed) == (0.0, 1.0, None)
        assert "identical-curves" in [n.code for n in found.notes]


def test_the_same_curve_in_samples_of_other_sizes_is_the_same():
    """Every subject twice is the same curve; rounding does not part it."""
    one = Sample.from_groups(cases=[1, 3, 5, 6, 7], controls=[0, 2, 3])
    thrice = Sample.from_groups(cases=[1, 3, 5, 6, 7] * 3, controls=[0, 2, 3] * 7)
    assert venkatraman(one, thrice).notes[0].code == "identical-curves"


@settings(max_examples=40)
@given(two_tests(most=4), one_test(most=3))
def test_every_sample_has_an_answer_that_can_be_kept(sample, other):
    """One case, one control, infinite scores: no NaN, no p of 0, strict JSON."""
    for found in (
        venkatraman(sample, n_resamples=100, rng=1),
        venkatraman(sample.select("A"), other, n_resamples=100, rng=1),
    ):
        assert 0 < found.pvalue <= 1
        assert found.exact or found.pvalue >= 1 / 101
        assert "nan" not in str(found).lower()
        json.dumps(found.to_dict(), allow_nan=False)
        assert list(found.tidy()["estimate"]) == [found.difference]


# Printed


def test_paired_printed_whole():
    """E and p, the areas beside them, and what the test is not."""
    assert str(venkatraman(pair(), n_resamples=300, rng=8)) == PAIRED


def test_unpaired_printed_whole():
    """Two lines of counts, divisions in place of swaps."""
    assert str(venkatraman(pair().select("A"), pair(2, 9, 8).select("B"), n_resamples=300, rng=8)) == UNPAIRED


def test_an_exact_test_says_how_many_exchanges_it_counted():
    """In place of the line of chance stands a note."""
    found = venkatraman(pair(m=4, n=5))
    assert found.notes[0].code == "exact-permutation"
    assert "exchanges were counted." in found.notes[0].text
    assert "seed" not in str(found)


# Refusals


def test_what_it_does_not_serve_is_refused_with_a_way_out():
    """One test, three tests, shared subjects, clusters, options in the wrong place."""
    one = pair(m=3, n=3)
    with pytest.raises(DataError, match=r"^a comparison takes two tests; this sample holds 1: A\."):
        venkatraman(one.select("A"))
    with pytest.raises(DataError, match=r"^the two samples share subjects"):
        venkatraman(one.select("A"), one.select("B"))
    clustered = Sample.from_truth([1, 0, 1, 0], {"A": [3, 1, 2, 2], "B": [1, 2, 3, 4]}, cluster=[1, 1, 2, 2])
    with pytest.raises(MethodError, match=r"^these subjects come in clusters, and Venkatraman's test takes"):
        venkatraman(clustered)
    with pytest.raises(TypeError, match=r"^the second place is for a second sample, and it holds 2000\."):
        venkatraman(one, 2000)
    with pytest.raises(TypeError, match=r"^venkatraman takes a Sample, not list"):
        venkatraman([1, 2])
    with pytest.raises(MethodError, match=r"^n_resamples is 10; it must lie between 100 and 10000000\.$"):
        venkatraman(one, n_resamples=10)


@pytest.mark.parametrize("counts", [False, True])
def test_exchanges_drawn_a_few_at_a_time_are_the_same(monkeypatch, counts):
    """However many exchanges are held at once, a seed gives the same p-value."""
    rng = np.random.default_rng(8)
    scores = {name: rng.normal(size=61).round(1 if counts else 9) for name in ("A", "B")}
    sample = Sample.from_truth(np.repeat([1, 0], [25, 36]), scores)
    whole = venkatraman(sample, n_resamples=150, rng=3)
    monkeypatch.setattr("rocstats.methods.equal_curves._CELLS", 1)
    assert venkatraman(sample, n_resamples=150, rng=3) == whole


def test_whole_places_give_the_same_distance(monkeypatch):
    """The shorter route over whole ranks and the general one give one distance."""
    rng = np.random.default_rng(9)
    for digits in (0, 1, 9):
        scores = {name: rng.normal(size=40).round(digits) for name in ("A", "B")}
        sample = Sample.from_truth(np.repeat([1, 0], [15, 25]), scores)
        short = PairedCurves(sample).observed
        with monkeypatch.context() as patch:
            patch.setattr("rocstats.methods.equal_curves._LONGEST", 0)
            assert PairedCurves(sample).observed == pytest.approx(short, rel=1e-12)
