"""Ratios of two tests: relative proportions, predictive values, likelihood ratios, odds of discordant pairs."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats.data.counts import Counts
from rocstats.data.paired_counts import PairedCounts
from rocstats.errors import MethodError
from rocstats.methods.generalised_mcnemar import GeneralisedMcNemar
from rocstats.methods.mcnemar import McNemar
from rocstats.methods.paired_odds_ratio import PairedOddsRatio
from rocstats.methods.predictive_value_tests import GeneralisedScore, MoskowitzPepe
from rocstats.methods.ratio_of_likelihood_ratios import GuPepe, IndependentLikelihoodRatios
from rocstats.methods.relative_proportions import KatzRatio, PairedRatio
from rocstats.references import REFERENCES

# R package DTComPair, data set Paired1.
PAIRED1 = PairedCounts(cases=((319, 78), (22, 32)), controls=((31, 53), (22, 155)))
SWAPPED = PairedCounts(cases=PAIRED1.cases.swapped, controls=PAIRED1.controls.swapped)
KINDS = ("wald", "clopper-pearson", "mid-p")
SIDE = {"two-sided": "two-sided", "greater": "lower", "less": "upper"}
cell = st.one_of(st.just(0), st.integers(0, 5), st.integers(0, 40))
table = st.tuples(cell, cell, cell, cell)
both = st.tuples(table, table).filter(lambda t: any(t[0]) and any(t[1]))
levels = st.sampled_from([0.6, 0.9, 0.95, 0.999])
alternatives = st.sampled_from(["two-sided", "greater", "less"])


def rows(pairs: PairedCounts) -> list[tuple[int, int, int]]:
    """Write a table out: (case, first, second) for every subject."""
    out = []
    for case, counts in ((1, pairs.cases), (0, pairs.controls)):
        for n, result in zip(counts, ((1, 1), (1, 0), (0, 1), (0, 0)), strict=True):
            out += [(case, *result)] * n
    return out


# ---- printed by others


def test_relative_sensitivity_and_specificity_as_dtcompair_prints_them():
    """DTComPair gives second over first: 0.8589421 and 1.1751412, with standard errors of the logarithm."""
    cases = PairedRatio().infer(PAIRED1.cases.swapped)
    assert cases.estimate == pytest.approx(0.8589421, abs=5e-8)
    assert cases.standard_error == pytest.approx(0.02717863, abs=5e-9)
    assert (cases.interval.low, cases.interval.high) == pytest.approx((0.8143843, 0.9059378), abs=5e-8)
    controls = PairedRatio().infer(PAIRED1.controls.negatives.swapped)
    assert controls.estimate == pytest.approx(1.1751412, abs=5e-8)
    assert controls.standard_error == pytest.approx(0.0451348840, abs=5e-11)
    assert controls.pvalue == pytest.approx(0.0003493056, abs=5e-11)


def test_generalised_mcnemar_as_dtcompair_prints_it():
    """31.36 and 12.81333 add up to 44.17333 on 2 degrees of freedom."""
    assert GeneralisedMcNemar().statistic(PAIRED1) == pytest.approx(44.17333, abs=5e-6)
    assert GeneralisedMcNemar().pvalue(PAIRED1) == pytest.approx(2.557894e-10, abs=5e-17)


@pytest.mark.parametrize(
    ("weighted", "which", "statistic", "digits", "p", "p_digits"),
    [
        (False, "ppv", 5.71124070, 7, 0.01685662, 8),
        (False, "npv", 17.78567, 5, 2.472383e-05, 11),
        (True, "ppv", 5.46588745, 7, 0.01939120, 8),
        (True, "npv", 16.53540, 5, 4.775012e-05, 11),
    ],
)
def test_score_tests_of_predictive_values_as_dtcompair_prints_them(weighted, which, statistic, digits, p, p_digits):
    """Leisenring's and Kosinski's statistics, on 1 degree of freedom."""
    found = GeneralisedScore(weighted=weighted).infer(PAIRED1, which)
    assert found.statistic == pytest.approx(statistic, abs=0.5 * 10**-digits)
    assert found.pvalue == pytest.approx(p, abs=0.5 * 10**-p_digits)
    assert found.df == 1


def test_relative_predictive_values_as_dtcompair_prints_them():
    """DTComPair gives second over first: 1.04860694 for PPV, 0.8536403 for NPV, and the covariance of both."""
    ppv, npv = MoskowitzPepe().infer(SWAPPED, "ppv"), MoskowitzPepe().infer(SWAPPED, "npv")
    assert ppv.values == pytest.approx((0.86548223, 0.82536383), abs=5e-9)
    assert ppv.estimate == pytest.approx(1.04860694, abs=5e-9)
    assert ppv.standard_error == pytest.approx(0.019912471901, abs=5e-9)
    assert (ppv.interval.low, ppv.interval.high) == pytest.approx((1.00847050, 1.09034078), abs=5e-9)
    assert (ppv.statistic, ppv.pvalue) == pytest.approx((2.38355929, 0.01714612), abs=1e-7)
    assert npv.estimate == pytest.approx(0.8536403, abs=5e-8)
    assert npv.standard_error == pytest.approx(0.03783679, abs=5e-9)
    assert npv.statistic == pytest.approx(-4.182314, abs=5e-7)
    assert npv.pvalue == pytest.approx(2.885568e-05, abs=5e-12)
    assert MoskowitzPepe().covariance(SWAPPED) == pytest.approx(0.0004024578, abs=5e-11)


def test_ratios_of_likelihood_ratios_as_dtcompair_prints_them():
    """First over second, as here: 0.7345692 for LR+, 0.5768875 for LR-."""
    positive, negative = GuPepe().infer(PAIRED1, "positive"), GuPepe().infer(PAIRED1, "negative")
    assert positive.values == pytest.approx((2.735112, 3.723424), abs=5e-7)
    for found, ratio, se, z, p, low, high in (
        (positive, 0.7345692, 0.1326086, -2.326177, 0.0200091, 0.5664428, 0.9525973),
        (negative, 0.5768875, 0.137376, -4.004396, 6.217627e-05, 0.4407136, 0.7551371),
    ):
        assert found.estimate == pytest.approx(ratio, abs=5e-8)
        assert found.standard_error == pytest.approx(se, abs=5e-7)
        assert found.statistic == pytest.approx(z, abs=1e-6)
        assert found.pvalue == pytest.approx(p, abs=5e-8)
        assert (found.interval.low, found.interval.high) == pytest.approx((low, high), abs=5e-8)


def test_odds_ratio_and_ratios_as_contingencytables_prints_them():
    """Ezra et al. 2010, Cavo et al. 2012 and Perondi et al. 2004 (Fagerland, Lydersen and Laake 2017)."""
    ezra = ((7, 25), (2, 68))
    assert PairedOddsRatio().estimate(ezra) == 12.5
    printed = {"wald": (2.9608, 52.7731), "clopper-pearson": (3.1169, 108.8892), "mid-p": (3.4681, 78.2972)}
    for kind, limits in printed.items():
        interval = PairedOddsRatio(kind).interval(ezra)
        assert (interval.low, interval.high) == pytest.approx(limits, abs=5e-5)
    ratio = PairedRatio().infer(((59, 6), (16, 80)))
    assert (ratio.estimate, ratio.interval.low, ratio.interval.high) == pytest.approx(
        (0.8667, 0.7597, 0.9886), abs=5e-5
    )
    katz = KatzRatio().infer(((7, 34), (1, 34)))
    assert (katz.interval.low, katz.interval.high) == pytest.approx((0.9096, 53.8695), abs=5e-5)


# ---- second routes


@given(tables=both, which=st.sampled_from(["ppv", "npv"]))
def test_generalised_score_is_the_score_of_a_marginal_model(tables, which):
    """Sum over subjects of (D - mean)(Z - mean) over their positive results, in fractions, over its own squares."""
    pairs = PairedCounts(cases=tables[0], controls=tables[1])
    sign = 1 if which == "ppv" else 0
    results = [
        [(case == sign, test) for test, value in ((0, a), (1, b)) if value == sign] for case, a, b in rows(pairs)
    ]
    flat = [r for subject in results for r in subject]
    if not any(test == 0 for _, test in flat) or not any(test == 1 for _, test in flat):
        assert GeneralisedScore(weighted=False).infer(pairs, which) is None
        return
    d = Fraction(sum(right for right, _ in flat), len(flat))
    z = Fraction(sum(test for _, test in flat), len(flat))
    scores = [sum(((int(right) - d) * (test - z) for right, test in subject), Fraction(0)) for subject in results]
    found = GeneralisedScore(weighted=False).infer(pairs, which)
    total, squares = sum(scores), sum(s * s for s in scores)
    if found.statistic is None:
        assert total == 0
        return
    assert found.statistic == pytest.approx(float(total**2 / squares), rel=1e-10, abs=1e-14)


@given(tables=both, which=st.sampled_from(["ppv", "npv"]))
def test_weighted_score_is_kosinskis_formula(tables, which):
    """(difference)² over (p(1 - p) - 2C)(1/T1 + 1/T2), with C the share of the doubly positive, in fractions."""
    pairs = PairedCounts(cases=tables[0], controls=tables[1])
    right, wrong = pairs.cases, pairs.controls
    if which == "npv":
        right, wrong = pairs.controls.negatives, pairs.cases.negatives
    t1, t2 = right.first + wrong.first, right.second + wrong.second
    found = GeneralisedScore().infer(pairs, which)
    if not t1 or not t2:
        assert found is None
        return
    p = Fraction(right.first + right.second, t1 + t2)
    c = (right.n11 * (1 - p) ** 2 + wrong.n11 * p**2) / (t1 + t2)
    variance = (p * (1 - p) - 2 * c) * (Fraction(1, t1) + Fraction(1, t2))
    difference = Fraction(right.first, t1) - Fraction(right.second, t2)
    assert found.estimate == pytest.approx(float(difference), abs=1e-15)
    if variance == 0:
        assert found.statistic is None
    else:
        assert found.statistic == pytest.approx(float(difference**2 / variance), rel=1e-10, abs=1e-14)


def test_relative_predictive_values_vary_as_the_formula_says():
    """20,000 multinomial samples of 712 subjects: the spread of both logarithms, and how they go together."""
    draw = np.random.default_rng(20261130)
    counts = np.array([*PAIRED1.cases, *PAIRED1.controls])
    drawn = draw.multinomial(counts.sum(), counts / counts.sum(), size=20_000).astype(float)
    c11, c10, c01, c00, k11, k10, k01, k00 = drawn.T
    ppv = np.log((c11 + c10) / (c11 + c10 + k11 + k10)) - np.log((c11 + c01) / (c11 + c01 + k11 + k01))
    npv = np.log((k00 + k01) / (k00 + k01 + c00 + c01)) - np.log((k00 + k10) / (k00 + k10 + c00 + c10))
    assert MoskowitzPepe().infer(PAIRED1, "ppv").standard_error == pytest.approx(ppv.std(), rel=0.03)
    assert MoskowitzPepe().infer(PAIRED1, "npv").standard_error == pytest.approx(npv.std(), rel=0.03)
    assert MoskowitzPepe().covariance(PAIRED1) == pytest.approx(np.cov(ppv, npv)[0, 1], rel=0.06)


def test_unpaired_likelihood_ratios_add_the_variances_of_simel():
    """26/41, 12/72 against 30/41, 20/72: each count gives 1/x - 1/n."""
    first, second = Counts(tp=26, fp=12, fn=15, tn=60), Counts(tp=30, fp=20, fn=11, tn=52)
    found = IndependentLikelihoodRatios().infer(first, second, "negative")
    variance = sum(1 / x - 1 / n for x, n in ((15, 41), (11, 41), (60, 72), (52, 72)))
    assert found.standard_error == pytest.approx(math.sqrt(variance), rel=1e-13)
    assert found.estimate == pytest.approx((15 / 60) / (11 / 52), rel=1e-14)


@given(pairs=table)
def test_exact_odds_ratio_tests_against_1_are_mcnemars(pairs):
    """Odds of 1 are a probability of one half."""
    if pairs[1] + pairs[2] == 0:
        return
    assert PairedOddsRatio("clopper-pearson").pvalue(pairs) == McNemar("exact").pvalue(pairs)
    assert PairedOddsRatio("mid-p").pvalue(pairs) == McNemar("mid-p").pvalue(pairs)


# ---- test and interval agree


@pytest.mark.parametrize("kind", KINDS)
@given(pairs=table, level=levels, alternative=alternatives, null=st.floats(0.01, 50))
def test_odds_ratio_interval_holds_what_the_test_does_not_reject(kind, pairs, level, alternative, null):
    """A ratio lies outside the interval exactly when its p-value is below one minus the level."""
    method = PairedOddsRatio(kind)
    interval = method.interval(pairs, level=level, sides=SIDE[alternative])
    p = method.pvalue(pairs, null=null, alternative=alternative)
    assert (interval is None) == (p is None)
    if p is not None and abs(p - (1 - level)) > 1e-8:
        assert (null in interval) == (p > 1 - level)


@given(tables=both, level=levels, alternative=alternatives, null=st.sampled_from([1.0, 0.8, 1.3, 3.0]))
def test_log_ratio_intervals_hold_what_the_tests_do_not_reject(tables, level, alternative, null):
    """All ratios on the log scale: same variance, same sides; a width, the estimate inside, no p without interval."""
    pairs = PairedCounts(cases=tables[0], controls=tables[1])
    options = {"level": level, "alternative": alternative, "null": null}
    answers = [
        PairedRatio().infer(pairs.cases, **options),
        MoskowitzPepe().infer(pairs, "ppv", **options),
        MoskowitzPepe().infer(pairs, "npv", **options),
        GuPepe().infer(pairs, "positive", **options),
        GuPepe().infer(pairs, "negative", **options),
        IndependentLikelihoodRatios().infer(pairs.first, pairs.second, "positive", **options),
        KatzRatio().infer(
            ((pairs.first.tp, pairs.n_cases), (pairs.second.fp, pairs.n_controls)),
            **options,
        ),
    ]
    for found in answers:
        if found is None or found.interval is None:
            assert found is None or (found.pvalue in (None, 1.0) and found.standard_error is None)
            continue
        assert 0 <= found.interval.low < found.interval.high
        assert found.estimate in found.interval
        if abs(found.pvalue - (1 - level)) > 1e-9:
            assert (null in found.interval) == (found.pvalue > 1 - level)


# ---- properties, corners


@given(tables=both, which=st.sampled_from(["ppv", "npv"]))
def test_swapping_the_tests_turns_ratios_over_and_keeps_pvalues(tables, which):
    """Second over first is one over first over second, with the same two-sided p."""
    pairs = PairedCounts(cases=tables[0], controls=tables[1])
    other = PairedCounts(cases=pairs.cases.swapped, controls=pairs.controls.swapped)
    sign = "positive" if which == "ppv" else "negative"
    for one, two in (
        (MoskowitzPepe().infer(pairs, which), MoskowitzPepe().infer(other, which)),
        (GuPepe().infer(pairs, sign), GuPepe().infer(other, sign)),
    ):
        if one is not None and two is not None and one.interval is not None:
            assert one.estimate * two.estimate == pytest.approx(1)
            assert one.interval.low * two.interval.high == pytest.approx(1)
            assert one.pvalue == pytest.approx(two.pvalue)
    for weighted in (True, False):
        one, two = (GeneralisedScore(weighted=weighted).infer(p, which) for p in (pairs, other))
        if one is not None and one.statistic is not None:
            assert one.statistic == pytest.approx(two.statistic, abs=1e-12)


def test_identical_results_have_p_1_and_no_interval():
    """Nothing differs, so no variance can be judged and nothing stands against equality."""
    pairs = PairedCounts(cases=((8, 0), (0, 2)), controls=((3, 0), (0, 7)))
    for found in (
        PairedRatio().infer(pairs.cases),
        MoskowitzPepe().infer(pairs, "ppv"),
        GuPepe().infer(pairs, "negative"),
        GeneralisedScore().infer(pairs, "npv"),
        GeneralisedScore(weighted=False).infer(pairs, "ppv"),
    ):
        assert (found.pvalue, found.interval, found.standard_error, found.estimable) == (1.0, None, None, False)
    assert MoskowitzPepe().infer(pairs, "ppv", null=0.9).pvalue is None
    assert GeneralisedMcNemar().pvalue(pairs) == 1.0


def test_predictive_values_that_are_all_right_have_no_variance():
    """Every positive is a case by both tests: PPV is 1 and 1, and no p can come of it."""
    pairs = PairedCounts(cases=((8, 3), (1, 2)), controls=((0, 0), (0, 7)))
    for weighted in (True, False):
        assert GeneralisedScore(weighted=weighted).infer(pairs, "ppv").pvalue is None
    assert MoskowitzPepe().infer(pairs, "ppv").pvalue is None


def test_ratios_without_a_finite_value_are_none():
    """Nobody positive by the second test, no controls called positive, no pairs, an empty group."""
    pairs = PairedCounts(cases=((0, 5), (0, 5)), controls=((0, 0), (0, 10)))
    assert PairedRatio().infer(pairs.cases) is None
    assert MoskowitzPepe().infer(pairs, "ppv") is None
    assert GeneralisedScore().infer(pairs, "ppv") is None
    assert GuPepe().infer(pairs, "positive") is None
    assert PairedRatio().infer((0, 0, 0, 0)) is None
    assert KatzRatio().infer(((1, 2), (0, 3))) is None
    empty = PairedCounts(cases=(1, 2, 3, 4), controls=(0, 0, 0, 0))
    assert GuPepe().infer(empty, "negative") is None
    assert GeneralisedMcNemar().pvalue(empty) is None
    zero = PairedRatio().infer((0, 0, 3, 4))
    assert (zero.estimate, zero.interval, zero.estimable) == (0.0, None, False)


def test_odds_ratio_of_one_kind_of_discordant_pairs_keeps_one_finite_limit():
    """5 against 0: exact lower limit from 0.025^(1/5), upper infinite; the Wald method has none."""
    interval = PairedOddsRatio("clopper-pearson").interval((0, 5, 0, 0))
    share = 0.025 ** (1 / 5)
    assert interval.low == pytest.approx(share / (1 - share), rel=1e-12)
    assert interval.high == math.inf
    assert PairedOddsRatio("clopper-pearson").interval((0, 0, 5, 0)).low == 0
    assert PairedOddsRatio("wald").interval((0, 5, 0, 0)) is None
    assert PairedOddsRatio().estimate((0, 5, 0, 0)) is None
    for kind in KINDS:
        assert PairedOddsRatio(kind).interval((5, 0, 0, 5)) is None
        assert PairedOddsRatio(kind).pvalue((5, 0, 0, 5)) is None


def test_one_sided_score_tests_go_by_the_sign_of_the_difference():
    """The first PPV is the lower one, so only "less" has a small p."""
    less = GeneralisedScore().infer(PAIRED1, "ppv", alternative="less").pvalue
    greater = GeneralisedScore().infer(PAIRED1, "ppv", alternative="greater").pvalue
    assert less + greater == pytest.approx(1)
    assert less == pytest.approx(0.01939120 / 2, abs=5e-9)


def test_words_that_are_none_of_the_choices_are_refused():
    """Which value, which ratio, which kind, which null."""
    with pytest.raises(MethodError, match='which is \'PPV\'; it must be "ppv" or "npv"'):
        MoskowitzPepe().infer(PAIRED1, "PPV")
    with pytest.raises(MethodError, match="which is 'plus'"):
        GuPepe().infer(PAIRED1, "plus")
    with pytest.raises(MethodError, match="kind is 'exact'"):
        PairedOddsRatio("exact")
    with pytest.raises(MethodError, match=r"null is 0; it must be a number above 0 and finite"):
        PairedRatio().infer((1, 2, 3, 4), null=0)
    with pytest.raises(MethodError, match="alternative is 'more'"):
        GeneralisedScore().infer(PAIRED1, "ppv", alternative="more")


def test_cards_name_their_sources():
    """Each method has its own word and name, and cites what the bibliography holds."""
    methods = [
        *(PairedOddsRatio(kind) for kind in KINDS),
        *(GeneralisedScore(), GeneralisedScore(weighted=False), MoskowitzPepe(), GeneralisedMcNemar()),
        *(GuPepe(), IndependentLikelihoodRatios(), PairedRatio(), KatzRatio()),
    ]
    assert len({method.card.id for method in methods}) == len(methods)
    assert len({method.card.name for method in methods}) == len(methods)
    for method in methods:
        assert set(method.card.references) <= set(REFERENCES)
