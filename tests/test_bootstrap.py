"""The bootstrap: replicates by a second route, intervals by hand, p-values that fit their intervals."""

import math
from collections import Counter
from fractions import Fraction
from itertools import product
from statistics import NormalDist

import numpy as np
import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import one_test, two_tests

from rocstats import AUC, Bootstrap, DeLong, MethodError, Sample, auc, compare, compare_auc, estimate
from rocstats.empirical.statistic import Quantity
from rocstats.methods import replicates
from rocstats.methods.acceleration import acceleration
from rocstats.results import Interval

SIDED = ("two-sided", "less", "greater")
KINDS = ("percentile", "basic", "normal", "bca", "studentized")
NORMAL = NormalDist()
CASES, CONTROLS = [3, 5, 5, 7, 8, 9], [1, 2, 4, 5, 6, 3, 2]
small = st.lists(st.integers(0, 6), min_size=2, max_size=9)


def sample(cases=CASES, controls=CONTROLS):
    return Sample.from_groups(cases=cases, controls=controls)


def pair(seed=3, m=14, n=17):
    rng = np.random.default_rng(seed)
    a, b = rng.normal(1, 1, m), rng.normal(0, 1, n)
    return Sample.from_groups(
        cases={"A": a, "B": a + rng.normal(0.2, 1, m)}, controls={"A": b, "B": b + rng.normal(0, 1, n)}
    )


def drawn(one, *, stratified=True, n_resamples=60, seed=5, part=0):
    """Return all row weights that a seed draws."""
    batches = list(replicates.weights(one, n_resamples=n_resamples, seed=seed, part=part, stratified=stratified))
    return tuple(np.concatenate([batch[group] for batch in batches]) for group in (0, 1))


def exact_distribution(cases, controls):
    """Return the AUC of every stratified resample with its probability."""
    found = Counter()
    for x, y in product(product(cases, repeat=len(cases)), product(controls, repeat=len(controls))):
        found[oracles.area(x, y)] += Fraction(1, len(cases) ** len(cases) * len(controls) ** len(controls))
    return found


class Accuracy:
    """Share of subjects called right at a score of 4: depends on the share of cases, has no components."""

    name, title, plural, bounds, prevalence = "accuracy", "Accuracy", "accuracies", (0.0, 1.0), True

    def __call__(self, one):
        p, q = one.frequencies
        return self.weighted(one, p[None], q[None])[0]

    def weighted(self, one, case_w, control_w):
        right = case_w @ (one.cases >= 4) + control_w @ (one.controls < 4)
        return right / (case_w.sum(axis=1) + control_w.sum(axis=1))[:, None]


def test_draw_what_enumeration_gives():
    """Replicates of 2 + 3 subjects have the exact distribution of all resamples, within four standard errors."""
    cases, controls = [2, 4], [1, 2, 3]
    exact = exact_distribution(cases, controls)
    one = replicates.collapsed(sample(cases, controls))
    values = AUC().weighted(one, *drawn(one, n_resamples=20_000))[:, 0]
    for area, chance in exact.items():
        share = np.isclose(values, float(area)).mean()
        assert abs(share - float(chance)) < 4 * math.sqrt(float(chance) * (1 - float(chance)) / 20_000)


def test_standard_error_is_the_infinite_one_within_monte_carlo_error():
    """The standard error of many replicates is that of all resamples."""
    cases, controls = [2, 4, 5], [1, 2, 3]
    exact = exact_distribution(cases, controls)
    mean = sum(area * chance for area, chance in exact.items())
    spread = math.sqrt(sum((area - mean) ** 2 * chance for area, chance in exact.items()))
    found = auc(sample(cases, controls), Bootstrap(kind="normal", n_resamples=40_000, rng=2))
    assert found.standard_error == pytest.approx(spread, rel=0.015)


@pytest.mark.parametrize(
    ("test", "ideal"),
    [
        # Infinite-replicate standard errors of the reference case, derived there in closed form.
        ("wfns", "ideal_stratified_bootstrap_se_wfns"),
        ("s100b", "ideal_stratified_bootstrap_se_s100b"),
        ("ndka", "ideal_stratified_bootstrap_se_ndka"),
    ],
)
def test_standard_error_agrees_with_the_ideal_one(asah, reference, test, ideal):
    """On real data the standard error is the ideal one of the reference case within Monte Carlo error."""
    import json

    case = json.loads((reference / "asah_proc_paired.json").read_text(encoding="utf-8"))
    value = next(e["value"] for e in case["expected"] if e["name"] == ideal)
    found = auc(asah.sample(test), Bootstrap(kind="normal", n_resamples=20_000, rng=4))
    assert found.standard_error == pytest.approx(value, rel=4 / math.sqrt(2 * 20_000))


@pytest.mark.parametrize("stratified", [True, False])
def test_replicates_meet_the_pairwise_definition(stratified):
    """Each replicate is the AUC of the subjects that it drew, compared pair by pair."""
    one = replicates.collapsed(sample())
    case_w, control_w = drawn(one, stratified=stratified)
    for value, p, q in zip(AUC().weighted(one, case_w, control_w)[:, 0], case_w, control_w, strict=True):
        x, y = np.repeat(one.cases[:, 0], p).tolist(), np.repeat(one.controls[:, 0], q).tolist()
        assert value == pytest.approx(float(oracles.area(x, y)), abs=1e-15)


def test_replicate_variances_meet_the_components():
    """Each replicate's own variance is DeLong's of the subjects that it drew."""
    one = replicates.collapsed(pair())
    case_w, control_w = drawn(one, n_resamples=25)
    found = AUC().weighted_variance(one, case_w, control_w, (1.0, -1.0))
    for value, p, q in zip(found, case_w, control_w, strict=True):
        expanded = Sample.from_groups(
            cases=np.repeat(one.cases, p, axis=0), controls=np.repeat(one.controls, q, axis=0), tests=["A", "B"]
        )
        exact = AUC().components(expanded).variance([1, -1])
        assert value == pytest.approx(float(exact), rel=1e-9, abs=1e-15)


def test_stratified_keeps_the_group_sizes_and_unstratified_their_sum():
    """Stratified resamples have as many cases and controls as the sample, others as many subjects."""
    one = sample()
    case_w, control_w = drawn(one, stratified=True)
    assert set(case_w.sum(axis=1)) == {len(CASES)}
    assert set(control_w.sum(axis=1)) == {len(CONTROLS)}
    case_w, control_w = drawn(one, stratified=False)
    assert set(case_w.sum(axis=1) + control_w.sum(axis=1)) == {len(CASES) + len(CONTROLS)}
    assert len(set(case_w.sum(axis=1))) > 3


def test_many_subjects_on_few_rows_are_drawn_by_multinomial_counts():
    """A rating table of 1e8 subjects is resampled as a table: every replicate has all of them."""
    table = Sample.from_counts(controls=[33_000_000, 17_000_000], cases=[20_000_000, 30_000_000])
    case_w, control_w = drawn(table, n_resamples=20)
    assert set(case_w.sum(axis=1)) == {50_000_000}
    assert set(control_w.sum(axis=1)) == {50_000_000}
    found = auc(table, Bootstrap(kind="normal", n_resamples=400, rng=1))
    assert found.standard_error == pytest.approx(auc(table).standard_error, rel=0.15)


@pytest.mark.parametrize("cells", [1, 700, 10_000_000])
@pytest.mark.parametrize("kind", KINDS)
def test_batches_do_not_change_an_answer(monkeypatch, kind, cells):
    """The same seed gives the same bits whatever fits in memory at once."""
    expected = compare_auc(pair(), method=Bootstrap(kind=kind, n_resamples=130, rng=9)).to_dict()
    monkeypatch.setattr(replicates, "_CELLS", cells)
    assert compare_auc(pair(), method=Bootstrap(kind=kind, n_resamples=130, rng=9)).to_dict() == expected


def test_fewer_replicates_are_the_first_of_more():
    """A last block cut short holds what a whole one begins with."""
    few, more = drawn(sample(), n_resamples=130), drawn(sample(), n_resamples=400)
    assert (few[0] == more[0][:130]).all()
    assert (few[1] == more[1][:130]).all()


@pytest.mark.parametrize("kind", KINDS)
def test_rows_in_any_order_and_tables_give_the_same_answer(kind):
    """The order of rows, or whether they are grouped, changes no digit."""
    method = Bootstrap(kind=kind, n_resamples=300, rng=8)
    rows = Sample.from_groups(cases=[1, 2, 2, 3, 3, 3], controls=[1, 1, 1, 2, 2, 3])
    shuffled = Sample.from_groups(cases=[3, 2, 3, 1, 3, 2], controls=[2, 1, 3, 1, 2, 1])
    table = Sample.from_counts(cases=[1, 2, 3], controls=[3, 2, 1])
    expected = auc(rows, method)
    for other in (shuffled, table):
        found = auc(other, method)
        assert found.interval == expected.interval
        assert found.standard_error == expected.standard_error


def test_the_global_random_state_is_left_alone():
    """No draw reads or writes numpy's global state."""
    np.random.seed(1)  # noqa: NPY002
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    first = auc(sample(), Bootstrap(rng=3)).interval
    assert (np.random.get_state()[1] == before).all()  # noqa: NPY002
    np.random.random(10)  # noqa: NPY002
    assert auc(sample(), Bootstrap(rng=3)).interval == first


def test_a_generator_gives_one_seed_that_reproduces_the_result():
    """From a Generator or nothing one integer seed is drawn; it stands in the result and reproduces it."""
    for rng in (np.random.default_rng(5), None):
        found = auc(sample(), Bootstrap(rng=rng))
        assert auc(sample(), Bootstrap(rng=found.seed)).interval == found.interval


def test_unpaired_samples_are_drawn_apart():
    """Two samples alike in every score do not share their resamples: the difference varies."""
    found = compare_auc(sample(), Sample.from_groups(cases=CASES, controls=CONTROLS), method=Bootstrap(rng=1))
    alone = auc(sample(), Bootstrap(rng=1)).standard_error
    assert found.standard_error == pytest.approx(math.sqrt(2) * alone, rel=0.1)


@pytest.mark.parametrize("stratified", [True, False])
def test_acceleration_in_closed_form_is_that_of_the_jackknife(stratified):
    """Leaving subjects out one by one gives the acceleration that the components give."""

    class WithoutComponents:
        name, title, plural, bounds, prevalence = "AUC", "", "", (0.0, 1.0), False

        def __call__(self, one):
            return AUC()(one)

        def weighted(self, one, case_w, control_w):
            return AUC().weighted(one, case_w, control_w)

    table = Sample.from_counts(cases=[1, 2, 5], controls=[4, 2, 1])
    for parts in (
        ((sample(), (1.0,)),),
        ((pair(), (1.0, -1.0)),),
        ((sample(), (1.0,)), (sample([4, 2, 9], [1, 2, 3, 3]), (-1.0,))),
        ((table, (1.0,)),),
    ):
        closed = acceleration(Quantity(AUC(), parts), stratified=stratified)
        assert closed == pytest.approx(
            acceleration(Quantity(WithoutComponents(), parts), stratified=stratified), rel=1e-9, abs=1e-12
        )


def test_acceleration_by_hand():
    """Cases 2, 4 against controls 1, 3: d = (-1/4, 1/4), e = (1/4, -1/4), whose cubes cancel."""
    assert acceleration(Quantity(AUC(), ((sample([2, 4], [1, 3]), (1.0,)),)), stratified=True) == pytest.approx(0)


def test_intervals_follow_their_formulas():
    """Each kind takes the quantiles of the replicates that its definition names."""
    one = sample()
    rows = replicates.collapsed(one)
    values = AUC().weighted(rows, *drawn(rows, n_resamples=2000, seed=6))[:, 0]
    area = float(oracles.area(CASES, CONTROLS))
    low, high = np.quantile(values, [0.025, 0.975])
    spread = values.std(ddof=1)

    def interval(kind):
        found = auc(one, Bootstrap(kind=kind, rng=6)).interval
        return found.low, found.high

    assert interval("percentile") == (low, high)
    assert interval("basic") == pytest.approx((2 * area - high, min(2 * area - low, 1)))
    assert interval("normal") == pytest.approx((area - 1.959964 * spread, min(area + 1.959964 * spread, 1)), abs=1e-6)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
@given(cases=small, controls=small, null=st.sampled_from([0.3, 0.5, 0.61, 0.8]))
def test_test_and_interval_agree(kind, alternative, cases, controls, null):
    """The null value lies outside the interval when p is clearly below 1 - level, inside when it is clearly above."""
    found = auc(
        sample(cases, controls),
        Bootstrap(kind=kind, n_resamples=400, rng=1),
        null_value=null,
        alternative=alternative,
        level=0.9,
    )
    if found.interval is None:
        assert found.pvalue is None
        return
    slack = 0 if kind == "normal" else 2.5 / 401
    least = 0 if kind == "normal" else (2 if alternative == "two-sided" else 1) / 401
    assert max(least, 1e-300) <= found.pvalue <= 1
    if found.pvalue < 0.1 - slack:
        assert null not in found.interval
    if found.pvalue > 0.1 + slack:
        assert null in found.interval


@pytest.mark.parametrize("kind", KINDS)
@given(cases=small, controls=small)
def test_no_certainty_out_of_nothing(kind, cases, controls):
    """Small and degenerate samples give an interval with a width, or none and a reason; never NaN or p = 0."""
    found = auc(sample(cases, controls), Bootstrap(kind=kind, n_resamples=200, rng=1), null_value=0.5)
    if found.interval is None:
        assert found.notes
        assert found.standard_error is None
        assert found.pvalue is None
        assert "not estimable" in str(found)
    else:
        assert 0 <= found.interval.low < found.interval.high <= 1
        assert found.standard_error > 0
        assert 0 < found.pvalue <= 1
    assert "nan" not in str(found)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("stratified", [None, False])
@settings(max_examples=40)
@given(both=two_tests(most=6), one=one_test(most=6), other=one_test(most=6), alternative=st.sampled_from(SIDED))
def test_no_certainty_out_of_nothing_in_a_difference(kind, stratified, both, one, other, alternative):
    """Paired or apart, tiny, tied, separated or identical: an interval with a width that agrees with p, or a reason."""
    method = Bootstrap(kind=kind, n_resamples=100, rng=1, stratified=stratified)
    for first, second in ((both, None), (one, other)):
        found = compare(first, second, AUC(), method, alternative=alternative, level=0.9, null_value=0.0)
        assert "nan" not in str(found)
        if found.interval is None:
            assert found.notes
            assert found.standard_error is None
            same = found.notes[0].code == "identical-tests"
            assert found.pvalue == (1.0 if same else None)
            continue
        low, high = found.interval.low, found.interval.high
        assert -1 <= low < high <= 1
        assert alternative != "greater" or high == 1
        assert alternative != "less" or low == -1
        assert found.standard_error > 0
        assert 0 < found.pvalue <= 1
        if kind != "normal":
            assert found.pvalue >= (2 if alternative == "two-sided" else 1) / 101
        if found.pvalue < 0.1 - 1e-9:
            assert 0 not in found.interval
        if found.pvalue > 0.1 + (0 if kind == "normal" else 4 / 95):
            assert 0 in found.interval
        codes = [note.code for note in found.notes]
        assert (found.estimate in found.interval) == ("estimate-outside" not in codes)


def test_one_sided_intervals_end_at_the_end_of_the_range():
    """A one-sided alternative gives the matching bound at the whole level."""
    both = auc(sample(), Bootstrap(rng=1), level=0.9).interval
    lower = auc(sample(), Bootstrap(rng=1), level=0.95, alternative="greater").interval
    upper = auc(sample(), Bootstrap(rng=1), level=0.95, alternative="less").interval
    assert lower == Interval(both.low, 1.0, 0.95, "lower")
    assert upper == Interval(0.0, both.high, 0.95, "upper")


def test_a_clipped_limit_is_said():
    """A basic limit beyond 1 is set to 1 with a note."""
    found = auc(sample([5, 6, 7, 8, 4], [1, 2, 3, 4, 5]), Bootstrap(kind="basic", rng=1))
    assert found.interval.high == 1.0
    assert [note.code for note in found.notes] == ["clipped", "low-coverage"]


def test_identical_tests_have_p_1():
    """Two tests that rank the subjects alike have no difference to judge."""
    same = Sample.from_groups(cases={"A": CASES, "B": CASES}, controls={"A": CONTROLS, "B": CONTROLS})
    found = compare_auc(same, method=Bootstrap(rng=1))
    assert (found.estimate, found.pvalue, found.interval, found.standard_error) == (0.0, 1.0, None, None)
    assert [note.code for note in found.notes] == ["identical-tests"]


@pytest.mark.parametrize("kind", KINDS)
def test_perfect_separation_is_not_estimable(kind):
    """All resamples of separated groups have an AUC of 1, which tells nothing of the spread."""
    text = str(auc(sample([5, 6, 7], [1, 2, 3]), Bootstrap(kind=kind, rng=1)))
    assert "perfect separation: every case scores beyond every control" in text
    assert "auc(sample, Newcombe())" in text
    assert " not estimable" in text


@pytest.mark.parametrize(("cases", "controls"), [([3], [1, 2, 4]), ([3, 5], [4])])
def test_one_subject_in_a_group_is_not_estimable(cases, controls):
    """A resample of one subject is always the same."""
    found = auc(sample(cases, controls), Bootstrap(rng=1))
    assert found.interval is None
    assert found.notes[0].code == "one-subject"


def test_resamples_without_cases_are_counted():
    """Where subjects are drawn together and cases are few, too many resamples have none of them."""
    few = sample([5, 7], list(range(40)))
    found = auc(few, Bootstrap(rng=1, stratified=False))
    assert found.interval is None
    assert "of 2000 replicates have no value, more than 5 percent" in str(found)
    enough = auc(sample([5, 7, 8, 30], list(range(30))), Bootstrap(rng=1, stratified=False))
    assert 0 < enough.inference.resampling.n_without_value <= 100
    assert f"{enough.inference.resampling.n_without_value} without a value" in str(enough)


def test_a_statistic_of_ones_own_works():
    """Any statistic with row weights can be estimated and compared; the share of cases varies where it matters."""
    found = estimate(sample(), Accuracy(), Bootstrap(kind="bca", rng=2))
    assert found.estimate == pytest.approx(9 / 13)
    assert not found.inference.resampling.stratified
    two = Sample.from_groups(cases={"A": CASES, "B": CASES[::-1]}, controls={"A": CONTROLS, "B": [1, 5, 6, 2, 3, 4, 7]})
    assert (
        compare(two, None, Accuracy(), Bootstrap(rng=2)).title == "Percentile bootstrap for two correlated accuracies"
    )
    with pytest.raises(MethodError, match="depends on the share of cases"):
        estimate(sample(), Accuracy(), Bootstrap(stratified=True))
    with pytest.raises(MethodError, match="no variance of their own"):
        estimate(sample(), Accuracy(), Bootstrap(kind="studentized"))
    with pytest.raises(MethodError, match="structural components, and accuracy has none"):
        estimate(sample(), Accuracy(), DeLong())


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"kind": "BCa"}, MethodError, "kind is 'BCa'; it must be one of"),
        ({"n_resamples": 10}, MethodError, "n_resamples is 10; it must lie between 100 and"),
        ({"n_resamples": 2000.0}, TypeError, "n_resamples is float"),
        ({"rng": -1}, MethodError, "rng is -1; a seed is a whole number of at least 0"),
        ({"rng": "7"}, TypeError, "rng is str"),
        ({"stratified": "yes"}, TypeError, "stratified is True, False or None"),
    ],
)
def test_options_are_checked_when_a_method_is_made(options, error, text):
    """A wrong option is refused at once."""
    with pytest.raises(error, match=text):
        Bootstrap(**options)


# Values that are equal as fractions


def ratings_pair(seed, m=6, n=7):
    """Two tests of five ratings on the same few subjects, whose differences often tie."""
    rng = np.random.default_rng(seed)
    return Sample.from_groups(cases=rng.integers(1, 6, (m, 2)) + 1.0, controls=rng.integers(1, 6, (n, 2)) + 0.0)


def pairs_won(one, case_w, control_w):
    """Count in whole numbers, for each set of weights and each test, twice the pairs won plus the pairs tied."""
    twice = 2 * (one.cases[:, None] > one.controls[None]) + (one.cases[:, None] == one.controls[None])
    return np.einsum("bi,ijk,bj->bk", case_w, twice, control_w)


@pytest.mark.parametrize("seed", range(4))
def test_bca_is_its_formula_with_ties_counted_in_whole_numbers(seed):
    """Bias from whole numbers, acceleration from exact components: the limits are those of the definition.

    0.7 - 0.4 and 0.6 - 0.3 differ as floats, so counting ties among differences of floats would miss some.
    """
    one = ratings_pair(seed)
    rows = replicates.collapsed(one)
    won = pairs_won(rows, *drawn(rows, n_resamples=2000, seed=3))
    twice = won[:, 0] - won[:, 1]
    ((a, b),) = pairs_won(one, np.ones((1, 6), int), np.ones((1, 7), int))
    share = ((twice < a - b).sum() + 0.5 * (twice == a - b).sum()) / 2000
    assert (twice == a - b).sum() > ((won / 84) @ [1, -1] == a / 84 - b / 84).sum()
    z0 = NORMAL.inv_cdf(share)
    (v10_a, v01_a), (v10_b, v01_b) = (
        oracles.components(one.cases[:, k].tolist(), one.controls[:, k].tolist()) for k in (0, 1)
    )
    d = [u - v - Fraction(int(a - b), 84) for u, v in zip(v10_a, v10_b, strict=True)]
    e = [u - v - Fraction(int(a - b), 84) for u, v in zip(v01_a, v01_b, strict=True)]
    cubes = sum(x**3 for x in d) / 6**3 + sum(x**3 for x in e) / 7**3
    squares = sum(x**2 for x in d) / 6**2 + sum(x**2 for x in e) / 7**2
    speed = float(cubes) / (6 * float(squares) ** 1.5)
    shares = [NORMAL.cdf(z0 + (z0 + z) / (1 - speed * (z0 + z))) for z in (NORMAL.inv_cdf(0.05), NORMAL.inv_cdf(0.95))]
    low, high = np.quantile(twice / 84, shares)
    found = compare_auc(one, method=Bootstrap(kind="bca", rng=3), level=0.9).interval
    assert (found.low, found.high) == (pytest.approx(low, abs=1e-9), pytest.approx(high, abs=1e-9))


@pytest.mark.parametrize("seed", [1, 2])
def test_studentized_is_its_formula(seed):
    """The errors of the replicates over their own exact standard errors give the limits."""
    one = pair(seed, 7, 8)
    rows = replicates.collapsed(one)
    case_w, control_w = drawn(rows, n_resamples=200, seed=3)
    ratios, own = [], float(AUC().components(one).variance([1, -1])) ** 0.5
    ((a, b),) = (AUC()(one).tolist(),)
    for p, q in zip(case_w, control_w, strict=True):
        tests = [(rows.cases[:, k].tolist(), rows.controls[:, k].tolist()) for k in (0, 1)]
        areas = [oracles.area(x, y, p.tolist(), q.tolist()) for x, y in tests]
        spread = oracles.combined(oracles.covariance(tests, p.tolist(), q.tolist()), [1, -1])
        if spread > 0:
            ratios.append((float(areas[0] - areas[1]) - (a - b)) / float(spread) ** 0.5)
    t_low, t_high = np.quantile(ratios, [0.1, 0.9])
    found = compare_auc(one, method=Bootstrap(kind="studentized", n_resamples=200, rng=3), level=0.8)
    assert found.interval.low == pytest.approx(max(a - b - own * t_high, -1), abs=1e-9)
    assert found.interval.high == pytest.approx(min(a - b - own * t_low, 1), abs=1e-9)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
@pytest.mark.parametrize("null", [0.0, 0.1, -0.3, Fraction(1, 42)])
def test_test_and_interval_of_a_difference_agree(kind, alternative, null):
    """Against any margin, also one that many replicates meet exactly, p and interval tell the same."""
    for seed in range(6):
        found = compare(
            ratings_pair(seed),
            None,
            AUC(),
            Bootstrap(kind=kind, n_resamples=400, rng=1),
            null_value=float(null),
            alternative=alternative,
            level=0.9,
        )
        assert 0 < found.pvalue <= 1
        if abs(found.pvalue - 0.1) > (0 if kind == "normal" else 2.5 / 401):
            assert (float(null) in found.interval) == (found.pvalue > 0.1)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
def test_pvalues_count_replicates_in_whole_numbers(seed, alternative):
    """Where replicates meet the null value or the estimate exactly, percentile and basic p-values count the ties."""
    one = ratings_pair(seed)
    rows = replicates.collapsed(one)
    won = pairs_won(rows, *drawn(rows, n_resamples=200, seed=3))
    twice = won[:, 0] - won[:, 1]
    ((a, b),) = pairs_won(one, np.ones((1, 6), int), np.ones((1, 7), int))
    for null in {*range(-20, 21, 2), int(a - b)}:
        for kind, ends in (("percentile", twice), ("basic", 2 * (a - b) - twice)):
            tails = {"greater": (ends <= null).sum(), "less": (ends >= null).sum()}
            count = 2 * min(tails.values()) + 2 if alternative == "two-sided" else tails[alternative] + 1
            method = Bootstrap(kind=kind, n_resamples=200, rng=3)
            found = compare(one, None, AUC(), method, null_value=null / 84, alternative=alternative)
            assert found.pvalue == pytest.approx(min(count / 201, 1))


@pytest.mark.parametrize("kind", KINDS)
def test_rounding_is_no_spread(kind):
    """Three tests that agree leave weights of tenths nothing but rounding: no standard error of 1e-17, and p = 1."""
    one = sample_of_three()
    quantity = Quantity(AUC(), ((one, (0.1, 0.2, -0.3)),))
    found = Bootstrap(kind=kind, rng=1).infer(quantity, level=0.95, alternative="two-sided", null=0.0)
    assert (found.standard_error, found.interval, found.pvalue) == (None, None, 1.0)
    assert [note.code for note in found.notes] == ["identical-tests"]


def sample_of_three():
    rng = np.random.default_rng(0)
    return Sample.from_groups(
        cases=rng.normal(1, 1, (10, 1)).repeat(3, axis=1), controls=rng.normal(0, 1, (12, 1)).repeat(3, axis=1)
    )


def test_all_kinds_share_replicates_and_standard_error():
    """With one seed every kind has the same standard error, whatever replicates its limits leave out."""
    errors = {auc(sample([*CASES, 3, 6], [*CONTROLS, 7]), Bootstrap(kind=kind, rng=1)).standard_error for kind in KINDS}
    assert len(errors) == 1


# The standard error of all resamples, in closed form


def ideal_variance(tests, weights, p=None, q=None):
    """Return the variance of a weighted sum of areas over all stratified resamples, in closed form.

    A resample draws m cases and n controls from those seen, so its area is the mean of a kernel h over pairs of
    independent draws: var = [(n - 1) var E(h | case) + (m - 1) var E(h | control) + var h] / (mn).
    """
    p, q = p or oracles.ones(tests[0][0]), q or oracles.ones(tests[0][1])
    m, n = sum(p), sum(q)
    h = [
        [
            sum(Fraction(w) * oracles.psi(x[i], y[j]) for (x, y), w in zip(tests, weights, strict=True))
            for j in range(len(q))
        ]
        for i in range(len(p))
    ]
    over_controls = [sum(f * v for v, f in zip(row, q, strict=True)) / n for row in h]
    over_cases = [sum(f * row[j] for row, f in zip(h, p, strict=True)) / m for j in range(len(q))]
    mean = sum(f * v for v, f in zip(over_controls, p, strict=True)) / m
    by_case = sum(f * (v - mean) ** 2 for v, f in zip(over_controls, p, strict=True)) / m
    by_control = sum(f * (v - mean) ** 2 for v, f in zip(over_cases, q, strict=True)) / n
    whole = sum(f * g * (h[i][j] - mean) ** 2 for i, f in enumerate(p) for j, g in enumerate(q)) / (m * n)
    return ((n - 1) * by_case + (m - 1) * by_control + whole) / (m * n)


def test_closed_form_is_that_of_enumeration():
    """On 3 + 3 subjects with ties all 729 resamples have exactly the variance of the closed form."""
    cases, controls = [2, 4, 5], [1, 2, 5]
    exact = exact_distribution(cases, controls)
    mean = sum(area * chance for area, chance in exact.items())
    spread = sum((area - mean) ** 2 * chance for area, chance in exact.items())
    assert ideal_variance([(cases, controls)], [1]) == spread


def test_closed_form_is_the_published_one():
    """Hanley and McNeil's 109 ratings [hanley1982]: infinitely many replicates have standard error 0.0305437858."""
    p, q = [3, 2, 2, 11, 33], [33, 6, 6, 11, 2]
    ideal = float(ideal_variance([([1, 2, 3, 4, 5], [1, 2, 3, 4, 5])], [1], p, q)) ** 0.5
    assert ideal == pytest.approx(0.0305437858, abs=5e-11)
    found = auc(Sample.from_counts(cases=p, controls=q), Bootstrap(n_resamples=20_000, rng=3))
    assert found.standard_error == pytest.approx(ideal, rel=4 / math.sqrt(2 * 20_000))


def test_standard_error_of_differences_is_the_ideal_one():
    """Paired tests share their resamples, samples apart do not; both standard errors are the ideal ones."""
    both, other = pair(), sample()
    lists = [(both.cases[:, k].tolist(), both.controls[:, k].tolist()) for k in (0, 1)]
    paired = compare_auc(both, method=Bootstrap(n_resamples=20_000, rng=3)).standard_error
    assert paired == pytest.approx(float(ideal_variance(lists, [1, -1])) ** 0.5, rel=4 / math.sqrt(2 * 20_000))
    apart = compare_auc(both.select("A"), other, method=Bootstrap(n_resamples=20_000, rng=3)).standard_error
    ideal = ideal_variance(lists[:1], [1]) + ideal_variance([(CASES, CONTROLS)], [1])
    assert apart == pytest.approx(float(ideal) ** 0.5, rel=4 / math.sqrt(2 * 20_000))


# Statistics of one's own


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "studentized"])
def test_every_kind_but_one_serves_any_statistic(kind):
    """Estimated, compared in pairs and apart: a share of subjects has the spread of a binomial share."""
    rng = np.random.default_rng(2)
    one, other = (Sample.from_groups(cases=rng.normal(4.5, 1, 30), controls=rng.normal(3, 1, 40)) for _ in range(2))
    method = Bootstrap(kind=kind, n_resamples=4000, rng=2)
    found, elsewhere = (estimate(s, Accuracy(), method, null_value=0.5) for s in (one, other))
    binomial = math.sqrt(found.estimate * (1 - found.estimate) / 70)
    assert found.standard_error == pytest.approx(binomial, rel=4 / math.sqrt(2 * 4000))
    assert 0 <= found.interval.low < found.estimate < found.interval.high <= 1
    apart = compare(one, other, Accuracy(), method)
    assert apart.estimate == pytest.approx(found.estimate - elsewhere.estimate)
    together = math.hypot(found.standard_error, elsewhere.standard_error)
    assert apart.standard_error == pytest.approx(together, rel=6 / math.sqrt(2 * 4000))
    both = Sample.from_groups(
        cases={"A": one.cases[:, 0], "B": other.cases[:, 0]},
        controls={"A": one.controls[:, 0], "B": other.controls[:, 0]},
    )
    paired = compare(both, None, Accuracy(), method)
    assert paired.estimate == apart.estimate
    assert paired.interval.low < paired.estimate < paired.interval.high


def test_acceleration_by_subject_is_the_jackknife_of_all_subjects():
    """Where the share of cases varies, subjects are left out of the whole, and deviations are from the mean of all."""
    cases, controls = [3, 5, 5, 7, 8, 3], [1, 2, 4, 5, 6]
    right = [x >= 4 for x in cases] + [y < 4 for y in controls]
    size, total = len(right), sum(right)
    left = [Fraction(total - r, size - 1) for r in right]
    mean = sum(left) / size
    speed = float(sum((mean - v) ** 3 for v in left)) / (6 * float(sum((mean - v) ** 2 for v in left)) ** 1.5)
    found = acceleration(Quantity(Accuracy(), ((sample(cases, controls), (1.0,)),)), stratified=False)
    assert found == pytest.approx(speed, rel=1e-12)


class Distinct:
    """Share of the cases' rows that a resample holds: 1 for the sample, less for every resample."""

    name, title, plural, bounds, prevalence = "distinct", "Distinct", "shares", (0.0, 1.0), False

    def __call__(self, one):
        return np.ones(1)

    def weighted(self, one, case_w, control_w):
        return (case_w > 0).mean(axis=1)[:, None]


class Measured(Accuracy):
    """Accuracy, with the variance of a share but without components."""

    def weighted_variance(self, one, case_w, control_w, weights):
        share, size = self.weighted(one, case_w, control_w)[:, 0], case_w.sum(axis=1) + control_w.sum(axis=1)
        return share * (1 - share) / size


def test_a_biased_statistic_is_told_as_it_is():
    """Percentile limits keep away from the estimate, basic ones leave the range, BCa's correction is infinite."""
    one = sample(list(range(20)), [1, 2, 3])
    found = estimate(one, Distinct(), Bootstrap(rng=1))
    assert found.interval.high < 1
    assert [note.text for note in found.notes] == [
        "the interval does not contain its estimate; the replicates are biased. It is kept as it came."
    ]
    beyond = estimate(one, Distinct(), Bootstrap(kind="basic", rng=1))
    assert (beyond.interval, beyond.standard_error, beyond.pvalue) == (None, None, None)
    assert beyond.notes[0].text.startswith("both limits of the interval lie beyond one end of the range.")
    silent = estimate(one, Distinct(), Bootstrap(kind="bca", rng=1))
    assert [note.code for note in silent.notes] == ["infinite-correction"]


def test_a_variance_of_its_own_is_all_that_studentizing_needs():
    """A statistic without components is studentized through its replicates' variances."""
    found = estimate(sample(), Measured(), Bootstrap(kind="studentized", rng=1))
    assert found.interval.low < found.estimate < found.interval.high


def test_a_statistic_without_a_jackknife_has_no_bca():
    """With two cases, leaving one out and drawing the other leaves no ratio to compute; a note says so."""

    class NeedsTwo(Accuracy):
        prevalence = False

        def weighted(self, one, case_w, control_w):
            value = super().weighted(one, case_w, control_w)
            value[case_w.sum(axis=1) < 2] = np.nan
            return value

    found = estimate(sample([3, 5], CONTROLS), NeedsTwo(), Bootstrap(kind="bca", rng=1))
    assert [note.code for note in found.notes] == ["no-acceleration"]


# Too few or too small replicates


def test_a_level_beyond_the_replicates_is_said():
    """A hundred replicates do not reach a level of 0.999; the limits are the outermost, and a note says so."""
    found = auc(sample(), Bootstrap(n_resamples=100, rng=1), level=0.999)
    said = "a limit is the outermost replicate, and more replicates could carry it farther out."
    assert found.notes[0].text == said
    enough = auc(sample(), Bootstrap(n_resamples=2000, rng=1), level=0.99)
    assert said not in [note.text for note in enough.notes]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("level", [0.5000000001, 1 - 2**-53])
def test_levels_at_their_ends_have_limits(kind, level):
    """The lowest and the highest level that can be written give an interval."""
    found = auc(sample(), Bootstrap(kind=kind, n_resamples=100, rng=1), level=level)
    assert found.interval is None or found.interval.low < found.interval.high


def test_replicates_without_variance_are_counted():
    """Studentizing leaves out replicates that separate the groups: a few with a note, many not at all."""
    few = auc(sample([*CASES, 3, 6], [*CONTROLS, 7]), Bootstrap(kind="studentized", rng=1))
    assert few.notes[0].text.endswith(
        "of 2000 replicates have no variance of their own; the limits were taken from the others."
    )
    assert few.inference.resampling.n_without_value == 0
    many = auc(sample([3, 5, 6], [1, 2, 4]), Bootstrap(kind="studentized", rng=1))
    assert many.interval is None
    assert "replicates have no variance of their own, more than 5 percent" in many.notes[0].text


def test_a_replicate_of_one_case_has_no_variance():
    """Subjects drawn together can leave one case, whose replicate has a value and no variance."""
    one = sample([2, 4, 6, 8, 9, 12], [1, 3, 5, 7, 10, 3, 5, 2, 11])
    rows = replicates.collapsed(one)
    case_w, control_w = drawn(rows, stratified=False, n_resamples=2000, seed=1)
    m, n = case_w.sum(axis=1), control_w.sum(axis=1)
    variances = AUC().weighted_variance(rows, case_w, control_w, (1.0,))
    without = int(((m > 0) & (n > 0) & ((m < 2) | (n < 2) | (variances == 0))).sum())
    found = auc(one, Bootstrap(kind="studentized", rng=1, stratified=False))
    assert without > 0
    assert any(note.text.startswith(f"{without} of 2000 replicates") for note in found.notes)


def test_progress_is_heard():
    """A watcher hears of every batch, and of no more after it has left."""
    heard = []
    with replicates.watching(lambda done, total: heard.append((done, total))):
        auc(sample(), Bootstrap(rng=1, n_resamples=300))
    auc(sample(), Bootstrap(rng=1, n_resamples=300))
    assert heard[-1] == (300, 300)
    assert len(heard) == len(set(heard))


def test_printed_text():
    """The frame names kind, number and unit of the resamples, and the seed."""
    text = str(compare_auc(pair(), method=Bootstrap(rng=20261130)))
    assert text.splitlines()[:7] == [
        "",
        "\tPercentile bootstrap for two correlated AUCs",
        "",
        'data:  A and B by group (positive: "cases"; higher scores are positive)',
        "       14 cases, 17 controls, 0 dropped",
        "2000 stratified resamples of subjects, seed 20261130",
        "p-value = " + text.split("p-value = ")[1].splitlines()[0],
    ]
    assert "Z =" not in text
    assert "Z = " in str(compare_auc(pair(), method=Bootstrap(kind="normal", rng=1)))


@pytest.mark.parametrize("kind", ["percentile", "studentized"])
@pytest.mark.parametrize("n_resamples", [100, 450, 1000])
def test_workers_change_no_bit(kind, n_resamples):
    """One worker, two and seven give the same result to the last bit."""
    rng = np.random.default_rng(3)
    sample = Sample.from_groups(cases=rng.integers(2, 9, 40), controls=rng.integers(0, 7, 50))
    alone = auc(sample, Bootstrap(kind=kind, n_resamples=n_resamples, rng=5))
    for workers in (2, 7):
        shared = auc(sample, Bootstrap(kind=kind, n_resamples=n_resamples, rng=5, workers=workers))
        assert shared.inference == alone.inference


@pytest.mark.parametrize("workers", [0, -1, True, 1.0, 257])
def test_workers_are_a_whole_number(workers):
    """A number of workers that is none is refused."""
    with pytest.raises(MethodError, match="workers is"):
        Bootstrap(workers=workers)
