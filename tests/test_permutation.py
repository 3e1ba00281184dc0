"""The permutation test of paired areas: every swap by hand, in whole numbers, exact and drawn."""

import sys
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import columns, ratings, sample_of, several, two_tests

from rocstats import DeLong, MethodError, Sample, auc, compare, compare_auc, contrast_auc
from rocstats.empirical.area import AUC
from rocstats.empirical.statistic import Quantity
from rocstats.methods import permutation as room
from rocstats.methods import replicates
from rocstats.methods.permutation import Permutation
from rocstats.methods.swaps import swapped_counts, swapped_pieces

SIDED = ("two-sided", "less", "greater")


def rows_of(sample):
    """Return the rows of cases and of controls as tuples of scores."""
    return [tuple(r) for r in sample.cases.tolist()], [tuple(r) for r in sample.controls.tolist()]


def enumerated(cases, controls, alternative):
    """Swap the two midranks of each subject in every way, compare every case with every control, and count."""
    everyone = cases + controls
    ranks = list(zip(*(oracles.midranks([row[test] for row in everyone]) for test in (0, 1)), strict=True))
    differences = []
    for swapped in product((False, True), repeat=len(everyone)):
        now = [rank[::-1] if swap else rank for rank, swap in zip(ranks, swapped, strict=True)]
        areas = [oracles.area([r[t] for r in now[: len(cases)]], [r[t] for r in now[len(cases) :]]) for t in (0, 1)]
        differences.append(areas[0] - areas[1])
    observed = differences[0]
    extreme = {
        "two-sided": [abs(d) >= abs(observed) for d in differences],
        "greater": [d >= observed for d in differences],
        "less": [d <= observed for d in differences],
    }[alternative]
    return Fraction(sum(extreme), len(extreme))


def pair(seed=1, m=40, n=45, shift=0.4):
    rng = np.random.default_rng(seed)
    a, b = rng.normal(1, 1, m), rng.normal(0, 1, n)
    return Sample.from_groups(
        cases={"A": a + rng.normal(0, 0.5, m), "B": a + rng.normal(-shift, 1, m)},
        controls={"A": b + rng.normal(0, 0.5, n), "B": b + rng.normal(0, 1, n)},
    )


SMALL = sample_of(([(3, 1), (4, 2), (2, 3)], [(1, 2), (0, 0), (2, 1)]))


# Exact


def test_worked_by_hand():
    """One case (2, 1) and one control (1, 2): one swap turns each pair; D = 1, and the four swaps give 1, 0, 0, -1."""
    sample = sample_of(([(2, 1)], [(1, 2)]))
    assert [compare_auc(sample, method=Permutation(), alternative=a).pvalue for a in SIDED] == [0.5, 1.0, 0.25]


@settings(max_examples=40)
@given(two_tests(most=4), st.sampled_from(SIDED))
def test_equals_every_swap(sample, alternative):
    """The exact p-value is the share among all swaps, ties and the observed arrangement included."""
    found = compare_auc(sample, method=Permutation(), alternative=alternative)
    exact = enumerated(*rows_of(sample), alternative)
    assert found.pvalue == float(exact)
    assert found.seed is None
    assert exact >= Fraction(1, 2 ** (len(sample.cases) + len(sample.controls)))


@settings(max_examples=30)
@given(two_tests(most=4), st.sampled_from(SIDED))
def test_both_ways_of_counting_agree(sample, alternative):
    """Long integers and a list of all sums count the same."""
    counted = compare_auc(sample, method=Permutation(), alternative=alternative).pvalue
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(room, "_BITS", 0)
        assert compare_auc(sample, method=Permutation(), alternative=alternative).pvalue == counted


@given(several(ratings, 2, least=1, most=3), st.data(), st.sampled_from(SIDED))
def test_grouped_rows_equal_expanded_rows(drawn, data, alternative):
    """Exact and drawn, row counts give the p-value of the rows written out in any order."""
    p, q = (data.draw(st.lists(st.integers(1, 3), min_size=len(g), max_size=len(g))) for g in drawn)
    cases, controls = drawn
    scores = dict(zip("AB", columns(cases + controls, 2), strict=True))
    grouped = Sample.from_truth([1] * len(cases) + [0] * len(controls), scores, counts=p + q)
    expanded = sample_of((oracles.expanded(cases, p)[::-1], oracles.expanded(controls, q)))
    for method in (Permutation(), Permutation(rng=3, exact=False, n_resamples=100)):
        one, other = (compare_auc(s, method=method, alternative=alternative).inference for s in (grouped, expanded))
        assert one == other


@given(two_tests(most=6))
def test_swapping_the_tests_turns_the_sides(sample):
    """The difference changes its sign, "greater" becomes "less", and the two-sided p stays."""
    swapped = sample.select("B", "A")
    for alternative, mirrored in zip(SIDED, ("two-sided", "greater", "less"), strict=True):
        one = compare_auc(sample, method=Permutation(), alternative=alternative)
        other = compare_auc(swapped, method=Permutation(), alternative=mirrored)
        assert (one.estimate, one.pvalue) == (-other.estimate, other.pvalue)


def test_monotone_scores_and_turned_tests_change_nothing():
    """Ranks are all that counts, and a low-is-positive test is turned at the door."""
    one = compare_auc(SMALL, method=Permutation()).pvalue
    cases, controls = rows_of(SMALL)
    turned = Sample.from_groups(
        cases={"A": [-(a**3) for a, _ in cases], "B": [2.0**b for _, b in cases]},
        controls={"A": [-(a**3) for a, _ in controls], "B": [2.0**b for _, b in controls]},
        low=["A"],
    )
    assert compare_auc(turned, method=Permutation()).pvalue == one


def test_hundreds_of_subjects_are_counted():
    """100 + 100 subjects: exact, small, near DeLong's p, and not 0."""
    sample = pair(m=100, n=100)
    found = compare_auc(sample, method=Permutation())
    assert found.seed is None
    assert found.pvalue == pytest.approx(compare_auc(sample).pvalue, abs=0.03)
    apart = pair(m=100, n=100, shift=8)
    assert sys.float_info.min <= compare_auc(apart, method=Permutation()).pvalue < 1e-12


def test_a_table_of_twenty_subjects_of_a_million():
    """Twenty subjects whose ranks differ are counted however many do not."""
    cases = [(5, 5)] * 3 + [(7, 7), (9, 9)]
    scores = dict(zip("AB", columns([*cases, (6, 8), (1, 1), (8, 6)], 2), strict=True))
    sample = Sample.from_truth([1] * 6 + [0] * 2, scores, counts=[10**6, 1, 1, 10**6, 10**6, 10, 10**6, 10])
    found = compare_auc(sample, method=Permutation())
    assert found.seed is None
    assert f"all swaps of the {20} subjects" in found.notes[0].text


# Drawn


def test_drawn_p_values_are_near_the_exact_ones():
    """Within four standard errors of the binomial count, on every side."""
    sample = pair()
    for alternative in SIDED:
        exact = compare_auc(sample, method=Permutation(), alternative=alternative).pvalue
        drawn = compare_auc(sample, method=Permutation(20_000, rng=5, exact=False), alternative=alternative)
        assert abs(drawn.pvalue - exact) < 4 * (exact * (1 - exact) / 20_000) ** 0.5 + 1e-4
        assert (drawn.seed, str(drawn.inference.resampling)) == (
            5,
            "20000 random swaps of the two ranks of subjects",
        )


def test_a_drawn_p_value_is_never_below_one_in_all():
    """However far the areas are apart, p is at least 1 / (1 + B)."""
    found = compare_auc(pair(m=300, n=300, shift=8), method=Permutation(500, rng=1, exact=False))
    assert found.pvalue == 1 / 501


def test_the_seed_decides_and_is_kept():
    """The same seed gives the same bits, another batch of blocks too; one drawn by chance reproduces its result."""
    sample = pair()
    method = Permutation(450, rng=9, exact=False)
    assert compare_auc(sample, method=method).pvalue == compare_auc(sample, method=method).pvalue
    free = compare_auc(sample, method=Permutation(450, exact=False))
    assert compare_auc(sample, method=Permutation(450, rng=free.seed, exact=False)).pvalue == free.pvalue
    before = np.random.get_state()[1].copy()  # noqa: NPY002 - the global state must not move
    compare_auc(sample, method=method)
    assert (np.random.get_state()[1] == before).all()  # noqa: NPY002 - the same


def test_whoever_watches_hears_of_every_block():
    """Progress is told block by block."""
    heard = []
    with replicates.watching(lambda done, total: heard.append((done, total))):
        compare_auc(pair(), method=Permutation(450, rng=9, exact=False))
    assert heard == [(200, 450), (400, 450), (450, 450)]


def test_many_subjects_in_a_row_are_drawn_by_the_row():
    """A table of a billion subjects has an answer, whose p is that of an expanded table of the same shape."""
    cases, controls = [(3, 3), (3, 2), (2, 3), (1, 1)], [(3, 3), (2, 1), (1, 2), (1, 1)]
    scores = dict(zip("AB", columns(cases + controls, 2), strict=True))
    counts = np.array([5, 2, 2, 1, 1, 2, 3, 5])
    found = [
        compare_auc(
            Sample.from_truth([1] * 4 + [0] * 4, scores, counts=counts * times), method=Permutation(rng=2, exact=False)
        )
        for times in (10**8, 10**3)
    ]
    assert found[0].values == found[1].values
    assert 1 / 2001 <= found[0].pvalue <= found[1].pvalue <= 1


@pytest.mark.parametrize("each", [1, 3, 100, 10**6])
def test_every_subject_is_swapped_with_equal_chance(each):
    """The mean and the variance of swapped counts are those of the binomial distribution, drawn by bit or by row."""
    counts = np.array([each, each, 2 * each])
    drawn = swapped_counts(counts, np.random.default_rng(4), 4000)
    assert np.abs(drawn.mean(axis=0) - counts / 2).max() < 4 * np.sqrt(2 * each / 4 / 4000) + 1e-9
    assert drawn.var(axis=0) == pytest.approx(counts / 4, rel=0.12)
    pieces = swapped_pieces(np.array([5, 1, 2]), counts)(np.random.default_rng(4), 4000)
    assert pieces.mean() == pytest.approx(each * 10 / 2, abs=4 * np.sqrt((25 + 1 + 8) * each / 4 / 4000))


# Corners


@pytest.mark.parametrize(
    "rows",
    [
        ([(1, 1), (2, 2)], [(0, 0), (1, 1)]),
        ([(5, 50), (6, 60)], [(1, 2), (2, 1)]),
        ([(1, 1)], [(1, 1)]),
        ([(2, 2), (2, 2)], [(2, 2)]),
    ],
)
def test_tests_that_no_swap_parts_have_p_1(rows):
    """Identical tests, both perfect, all tied: p = 1 and a note, exact or drawn."""
    for method in (Permutation(), Permutation(rng=1, exact=False)):
        found = compare_auc(sample_of(rows), method=method)
        assert (found.pvalue, found.seed, found.interval, found.standard_error) == (1.0, None, None, None)
        assert [n.code for n in found.notes if n.code != "below-chance"] == ["identical-tests"]


def test_it_serves_where_delongs_variance_is_zero():
    """A perfect and a reversed test: DeLong gives nothing, the swaps give 2 of 2^6."""
    sample = sample_of(([(4, 1), (5, 2), (6, 3)], [(1, 4), (2, 5), (3, 6)]))
    assert compare_auc(sample, method=DeLong()).pvalue is None
    assert compare_auc(sample, method=Permutation()).pvalue == float(enumerated(*rows_of(sample), "two-sided"))


def test_the_size_is_as_stated():
    """Under exchangeable tests the exact p is at most a in at most a share a of samples, within four errors."""
    rng = np.random.default_rng(8)
    found = []
    for _ in range(400):
        a, b = rng.normal(1, 1, (12, 1)), rng.normal(0, 1, (14, 1))
        a, b = a + rng.normal(0, 0.7, (12, 2)), b + rng.normal(0, 0.7, (14, 2))
        sample = Sample.from_groups(cases={"A": a[:, 0], "B": a[:, 1]}, controls={"A": b[:, 0], "B": b[:, 1]})
        found.append(compare_auc(sample, method=Permutation()).pvalue)
    for level in (0.05, 0.2, 0.5):
        assert abs(np.mean(np.array(found) <= level) - level) < 4 * (level * (1 - level) / 400) ** 0.5


# Printed


def test_an_exact_test_printed_whole():
    """No interval and no standard error; 18 of 32 swaps; the notes say exact, and what is supposed."""
    assert (
        str(compare_auc(SMALL, method=Permutation()))
        == """
\tPermutation test for two correlated AUCs

data:  A and B by group (positive: "cases"; higher scores are positive)
       3 cases, 3 controls, 0 dropped
p-value = 0.563
alternative hypothesis: true difference in AUC is not equal to 0
sample estimates:
AUC of A  AUC of B  difference
   0.944     0.778       0.167
note: the p-value is exact: all swaps of the 5 subjects whose two ranks differ
      were counted.
note: the test supposes that in each subject the ranks of the two tests could be
      exchanged, which is more than equal AUCs: it can also reject where the
      areas are equal and the curves are not.
"""
    )


def test_a_drawn_test_says_how_it_was_drawn():
    """Number of swaps and seed stand on the line of chance."""
    lines = str(compare_auc(SMALL, method=Permutation(1000, rng=4, exact=False))).splitlines()
    assert "1000 random swaps of the two ranks of subjects, seed 4" in lines
    assert not any("exact" in line for line in lines)


# Refusals


def test_what_it_does_not_serve_is_refused_with_a_way_out():
    """One area, independent samples, other statistics, other null values, other weights."""
    with pytest.raises(MethodError, match=r"^swapped ranks compare two tests; for one AUC use DeLong\(\) or Newcombe"):
        auc(SMALL.select("A"), Permutation())
    with pytest.raises(MethodError, match=r"^ranks are swapped within a subject, and independent samples share none"):
        compare_auc(SMALL.select("A"), sample_of(([(1, 2)], [(2, 1)])).select("B"), Permutation())
    with pytest.raises(
        MethodError, match=r"^null_value is 0\.1; swapped ranks can only ask whether the difference is 0"
    ):
        compare(SMALL, None, AUC(), Permutation(), null_value=0.1)

    class Mean:
        name, title, plural, bounds, prevalence = "mean score", "Mean score", "means", (0.0, 10.0), False

    assert Permutation().refuses(Quantity(Mean(), ((SMALL, (1.0, -1.0)),))) == (
        "swapped ranks are for the AUC, not for mean score; use Bootstrap()."
    )
    assert Permutation().refuses(Quantity(AUC(), ((SMALL, (0.5, 0.5)),))).endswith("use DeLong().")
    assert contrast_auc(SMALL).pvalue is not None


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"n_resamples": 99}, MethodError, "n_resamples is 99; it must lie between 100 and 10000000."),
        ({"n_resamples": 2e3}, TypeError, "n_resamples is float; it must be a whole number."),
        ({"rng": -1}, MethodError, "rng is -1; a seed is a whole number of at least 0."),
        ({"exact": "yes"}, TypeError, "exact is True, False or None."),
    ],
)
def test_options_out_of_range_are_refused_when_they_are_stated(options, error, text):
    """A method is checked when it is made."""
    with pytest.raises(error) as caught:
        Permutation(**options)
    assert str(caught.value) == text


def test_too_many_swaps_to_count_are_refused_only_when_asked_for():
    """``exact=True`` where counting would take too long names the way out."""
    with pytest.raises(MethodError, match=r"^the swaps of \d+ subjects are too many to count; leave exact out"):
        compare_auc(pair(m=600, n=600), method=Permutation(exact=True))


def test_clusters_are_refused():
    """Records of one person are not exchangeable one by one."""
    sample = Sample.from_truth([1, 0, 1, 0], {"A": [3, 1, 2, 2], "B": [1, 2, 3, 4]}, cluster=[1, 1, 2, 2])
    with pytest.raises(MethodError, match=r"^these subjects come in clusters"):
        compare_auc(sample, method=Permutation())


def test_the_number_of_subsets_is_binomial():
    """Equal sizes: subsets within so much are a sum of binomial coefficients."""
    size = np.array([3])
    kept = room._subsets_within(size, np.array([30]), 3 * 7 + 2, 30)
    assert kept == sum(comb(30, i) for i in range(8))
