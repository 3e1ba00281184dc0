"""Smooth curves: kernels summed exactly, the bandwidth rule, the curve's verbs, its area with an interval, refusals."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import gaussian_kde, norm
from strategies import groups

from rocstats import DataError, FitError, MethodError, Sample, fit_binormal, roc_curve
from rocstats.document.roc_figure import plot_roc
from rocstats.parametric.bandwidth import silverman_bandwidth
from rocstats.parametric.kernel_sums import Bins, KernelSums
from rocstats.parametric.smooth_area import SmoothAUC
from rocstats.parametric.smooth_curves import smooth_curve
from rocstats.references import REFERENCES

HANLEY = Sample.from_counts(controls=[33, 6, 6, 11, 2], cases=[3, 2, 2, 11, 33])
scores = st.floats(-50, 50, allow_nan=False).map(lambda x: round(x, 2))


def normal_sample(seed, m=40, n=50, shift=1.2, spread=1.3):
    """Draw two normal groups."""
    drawn = np.random.default_rng(seed)
    return Sample.from_groups(cases=drawn.normal(shift, spread, m), controls=drawn.normal(0, 1, n))


def heavy_sample(seed, m=1500, n=1200):
    """Draw two groups with very heavy tails."""
    drawn = np.random.default_rng(seed)
    return Sample.from_groups(cases=drawn.standard_cauchy(m) + 1, controls=drawn.standard_cauchy(n))


def plain(sample, **options):
    """Draw the curve without replicates."""
    return smooth_curve(sample, n_resamples=0, **options)


def over_pairs(sample, noise):
    """Take the area over every pair."""
    return norm.cdf((sample.cases - sample.controls.T) / noise).mean()


def ones(x):
    """Let each score stand for one subject."""
    return np.ones(len(x), np.int64)


def test_one_case_and_one_control_by_hand():
    """A case at 1 and a control at 0 with bandwidths 3/5 and 4/5: Φ(1), and TPF Φ((1 + 0.8 q) / 0.6) at FPF Φ(q)."""
    curve = plain(Sample.from_groups(cases=[1], controls=[0]), bandwidth=(0.6, 0.8))
    assert curve.auc == pytest.approx(norm.cdf(1), rel=1e-14)
    at = np.array([0.1, 0.5, 0.9])
    np.testing.assert_allclose(curve.tpf_at(at), norm.cdf((1 + 0.8 * norm.ppf(at)) / 0.6), rtol=1e-12)


def test_the_rule_by_hand():
    """Of 1, 2, 3, 4, 10 the quartiles are 2 and 4 and the deviation √12.5, so the quartiles decide."""
    assert silverman_bandwidth(np.array([1.0, 2, 3, 4, 10]), np.ones(5, np.int64)) == pytest.approx(
        0.9 * 2 / 1.34 * 5**-0.2, rel=1e-14
    )
    # All but one alike: no distance of quartiles, so the deviation decides, as in R's bw.nrd0.
    assert silverman_bandwidth(np.array([0.0, 5.0]), np.array([9, 1])) == pytest.approx(
        0.9 * np.sqrt(2.5) * 10**-0.2, rel=1e-14
    )
    assert silverman_bandwidth(np.array([3.0]), np.array([7])) == 0


@given(st.lists(st.tuples(scores, st.integers(0, 4)), min_size=2, max_size=12))
def test_the_rule_of_counts_is_that_of_rows(drawn):
    """Counts give what numpy finds in the rows, those of 0 subjects passed over."""
    held = dict(drawn)
    x = np.array(sorted(held))
    w = np.array([held[v] for v in x])
    rows = np.repeat(x, w)
    if len(rows) < 2 or np.ptp(rows) == 0:
        assert silverman_bandwidth(x, w) == 0
        return
    low, high = np.quantile(rows, [0.25, 0.75])
    spread = min(rows.std(ddof=1), (high - low) / 1.34) if high > low else rows.std(ddof=1)
    assert silverman_bandwidth(x, w) == pytest.approx(0.9 * spread * len(rows) ** -0.2, rel=1e-9)


def test_the_rule_of_statsmodels():
    """statsmodels divides the distance of quartiles by 1.349; where the deviation decides both agree."""
    x = np.sort(np.random.default_rng(0).uniform(-1, 1, 200))
    assert silverman_bandwidth(x, ones(x)) == pytest.approx(sm.nonparametric.bandwidths.bw_silverman(x), rel=1e-12)


@pytest.mark.parametrize("size", [40, 3000])
@pytest.mark.parametrize("draw", ["normal", "standard_cauchy", "exponential"])
def test_kernels_are_summed_exactly(size, draw):
    """Shares and density at many places are those of every score's kernel, one by one or gathered in bins."""
    x = np.sort(getattr(np.random.default_rng(1), draw)(size=size))
    h = silverman_bandwidth(x, ones(x))
    group = KernelSums.of(x, ones(x), h)
    assert (group.bins.order > 0) == (size > 500)
    at = np.concatenate([np.linspace(-6, 6, 61), x[:: size // 20], [x[0] - 1e6, x[-1] + 1e6]])
    z = (x - at[:, None]) / h
    for got, slow in (
        (group.beyond(at), norm.cdf(z).mean(axis=1)),
        (group.before(at), norm.sf(z).mean(axis=1)),
        (group.density(at), norm.pdf(z).mean(axis=1) / h),
    ):
        np.testing.assert_allclose(got, slow, rtol=0, atol=2e-14)


def test_the_density_is_that_of_scipy():
    """scipy's gaussian_kde with the same bandwidth gives the same density."""
    x = np.sort(np.random.default_rng(2).normal(size=700))
    h = silverman_bandwidth(x, ones(x))
    other = gaussian_kde(x, bw_method=h / x.std(ddof=1))
    at = np.linspace(-4, 4, 41)
    np.testing.assert_allclose(KernelSums.of(x, ones(x), h).density(at), other(at), rtol=1e-10)


def test_no_score_is_farther_from_its_middle_than_half_a_bin():
    """The bound of the expansion rests on this."""
    x = np.sort(np.random.default_rng(3).standard_cauchy(4000))
    bins = Bins.of(x, 0.3)
    assert np.abs(bins.offsets).max() <= 0.15 + 1e-12
    assert bins.moments(ones(x))[0].sum() == 4000


@given(groups(scores, least=2, most=9))
def test_the_area_is_the_mean_over_all_pairs(drawn):
    """The area is the mean of Φ((x - y) / noise) over every pair, with the bandwidths of the rule."""
    cases, controls = (np.sort(np.array(group)) for group in drawn)
    sample = Sample.from_groups(cases=cases, controls=controls)
    own = [silverman_bandwidth(x, ones(x)) for x in (cases, controls)]
    if min(own) == 0:
        with pytest.raises(FitError):
            plain(sample)
        return
    curve = plain(sample)
    assert curve.bandwidths == pytest.approx(tuple(own), rel=1e-9)
    assert curve.auc == pytest.approx(over_pairs(sample, np.hypot(*own)), abs=1e-12)


@pytest.mark.parametrize("sample", [normal_sample(1, 900, 700), heavy_sample(2)], ids=["normal", "heavy"])
def test_the_area_in_bins_is_the_mean_over_all_pairs(sample):
    """So it is where both groups are in bins; and with one wide and one narrow kernel."""
    curve = plain(sample)
    assert curve.auc == pytest.approx(over_pairs(sample, np.hypot(*curve.bandwidths)), abs=1e-13)
    for pair in ((0.01, 2.0), (5.0, 0.3), (1e-9, 1e-9)):
        assert plain(sample, bandwidth=pair).auc == pytest.approx(over_pairs(sample, np.hypot(*pair)), abs=1e-13)


def test_weights_are_repeats():
    """Row weights give what their rows give, the rule's bandwidths included; a group without spread has no value."""
    statistic = SmoothAUC(silverman_bandwidth, silverman_bandwidth)
    for sample in (normal_sample(4, 20, 25), normal_sample(5, 300, 320)):
        m, n = sample.n_cases, sample.n_controls
        drawn = np.random.default_rng(6)
        p, q = drawn.multinomial(m, np.full(m, 1 / m), size=3), drawn.multinomial(n, np.full(n, 1 / n), size=3)
        got = statistic.weighted(sample, p, q)[:, 0]
        for i in range(3):
            rows = Sample.from_groups(
                cases=np.repeat(sample.cases[:, 0], p[i]), controls=np.repeat(sample.controls[:, 0], q[i])
            )
            own = [silverman_bandwidth(np.sort(x[:, 0]), ones(x)) for x in (rows.cases, rows.controls)]
            assert got[i] == pytest.approx(over_pairs(rows, np.hypot(*own)), abs=1e-12)
        p[0] = 0
        p[0, 3] = m
        assert np.isnan(statistic.weighted(sample, p, q)[0, 0])


@pytest.mark.parametrize(
    "sample", [normal_sample(7), heavy_sample(8, 300, 800), HANLEY], ids=["few", "heavy", "ratings"]
)
def test_the_curve_is_read_off_by_its_cut(sample):
    """At the FPF beyond a cut the curve has the TPF beyond it, and the drawn points never fall."""
    curve = plain(sample)
    h1, h0 = curve.bandwidths
    p, q = sample.frequencies
    cuts = np.quantile(sample.controls, [0.02, 0.3, 0.5, 0.9, 0.99]) + 0.1
    fpf = (norm.cdf((sample.controls - cuts) / h0) * q[:, None]).sum(axis=0) / q.sum()
    tpf = (norm.cdf((sample.cases - cuts) / h1) * p[:, None]).sum(axis=0) / p.sum()
    np.testing.assert_allclose(curve.tpf_at(fpf), tpf, rtol=1e-9)
    x, y = curve.fpf, curve.tpf
    assert (x[0], y[0], x[-1], y[-1]) == (0, 0, 1, 1)
    assert (np.diff(x) > 0).all()
    assert (np.diff(y) >= 0).all()
    assert np.trapezoid(y, x) == pytest.approx(curve.auc, abs=1e-4)


@pytest.mark.parametrize(
    "sample", [normal_sample(9), heavy_sample(10, 60, 700), HANLEY], ids=["few", "heavy", "ratings"]
)
def test_partial_areas_are_integrals(sample):
    """A partial area is the integral of what is read off; parts add up to the whole, which is the closed form."""
    curve = plain(sample)
    slow = quad(lambda t: float(curve.tpf_at(np.array(t))), 0.05, 0.3, epsabs=1e-11, limit=200)[0]
    assert curve.partial_auc(fpf=(0.05, 0.3)) == pytest.approx(slow, abs=1e-9)
    edges = (0, 0.05, 0.3, 0.31, 1)
    parts = [curve.partial_auc(fpf=pair) for pair in pairwise(edges)]
    assert sum(parts) == pytest.approx(curve.auc, abs=1e-12)
    parts = [curve.partial_auc(tpf=pair) for pair in pairwise(edges)]
    assert sum(parts) == pytest.approx(curve.auc, abs=1e-12)
    assert curve.partial_auc(fpf=(0, 1)) == curve.auc


def test_swapped_groups_are_the_mirrored_curve():
    """Swapping the groups gives 1 - AUC; swapping them and turning the scores gives the curve along the other axis."""
    sample = normal_sample(11)
    curve = plain(sample)
    swapped = plain(Sample.from_groups(cases=sample.controls, controls=sample.cases))
    assert swapped.auc == pytest.approx(1 - curve.auc, abs=1e-13)
    turned = plain(Sample.from_groups(cases=-sample.controls, controls=-sample.cases))
    assert turned.partial_auc(fpf=(0, 0.2)) == pytest.approx(curve.partial_auc(tpf=(0.8, 1)), abs=1e-12)


def test_a_linear_change_of_the_scores_changes_nothing_else_does():
    """Scale and place of the scores, near the ends of floats too, leave the curve; a logarithm does not."""
    drawn = np.random.default_rng(12)
    cases, controls = drawn.lognormal(1, 1, 30), drawn.lognormal(0, 1, 30)
    curve = plain(Sample.from_groups(cases=cases, controls=controls))
    for factor in (2.0, 1e300, 1e-300):
        other = plain(Sample.from_groups(cases=cases * factor, controls=controls * factor))
        assert other.auc == pytest.approx(curve.auc, rel=1e-12)
        assert other.bandwidths == pytest.approx([h * factor for h in curve.bandwidths], rel=1e-12)
    low = plain(Sample.from_groups(cases=-cases, controls=-controls, low=True))
    assert low.auc == pytest.approx(curve.auc, rel=1e-14)
    assert {note.code for note in low.notes} == {note.code for note in curve.notes} - {"below-zero"}
    logs = plain(Sample.from_groups(cases=np.log(cases), controls=np.log(controls)))
    assert abs(logs.auc - curve.auc) > 0.005


def test_frequencies_are_their_rows():
    """A rating table gives what its rows give, replicates included, in any order of the rows."""
    cases = np.repeat(np.arange(1.0, 6), [3, 2, 2, 11, 33])[::-1]
    controls = np.random.default_rng(0).permutation(np.repeat(np.arange(1.0, 6), [33, 6, 6, 11, 2]))
    rows = Sample.from_groups(cases=cases, controls=controls)
    one, other = (smooth_curve(s, n_resamples=100, rng=3) for s in (HANLEY, rows))
    assert (one.auc, one.bandwidths, one.interval) == (other.auc, other.bandwidths, other.interval)


def test_smoothing_draws_the_area_towards_one_half():
    """Of normal groups the expected area is Φ(shift / √(σ₁² + σ₀² + h₁² + h₀²)), and its interval is about that."""
    drawn = [smooth_curve(normal_sample(i, 60, 60, 2, 1), n_resamples=100, rng=i) for i in range(40)]
    areas = np.array([curve.auc for curve in drawn])
    noise = np.mean([np.square(curve.bandwidths).sum() for curve in drawn])
    smoothed, true = norm.cdf(2 / np.sqrt(2 + noise)), norm.cdf(2 / np.sqrt(2))
    error = areas.std(ddof=1) / np.sqrt(40)
    assert abs(areas.mean() - smoothed) < 3 * error
    assert smoothed < true - 0.008
    assert np.median([curve.standard_error for curve in drawn]) == pytest.approx(areas.std(ddof=1), rel=0.35)


def test_large_groups():
    """A hundred thousand of each take no more than bins do; the area is that of two smoothed normal groups."""
    curve = plain(normal_sample(13, 100_000, 100_000))
    noise = np.hypot(*curve.bandwidths)
    assert curve.auc == pytest.approx(norm.cdf(1.2 / np.sqrt(1.3**2 + 1 + noise**2)), abs=0.005)
    grouped = plain(Sample.from_counts(controls=[10**8, 10**8, 10**7], cases=[10**7, 10**8, 10**8]))
    assert 0.5 < grouped.auc < 1


def test_perfect_separation_has_no_interval():
    """What overlaps are the kernels; the curve stands without standard error, either way round."""
    for cases, controls, text in (([5, 6, 7], [1, 2, 3], "beyond"), ([1, 2, 3], [5, 6, 7], "short of")):
        curve = smooth_curve(Sample.from_groups(cases=cases, controls=controls), rng=1)
        assert (curve.standard_error, curve.interval, curve.inference.estimable) == (None, None, False)
        assert curve.notes[0].code == "perfect-separation"
        assert f"every case scores {text} every control" in curve.notes[0].text


def test_one_case_needs_a_stated_bandwidth_and_has_no_interval():
    """A resample of one case is always the same."""
    sample = Sample.from_groups(cases=[3], controls=[1, 2, 4, 6])
    with pytest.raises(FitError, match="there is 1 case") as error:
        plain(sample)
    assert error.value.code == "one-group-subject"
    curve = smooth_curve(sample, bandwidth=1, rng=1)
    assert (curve.interval, curve.notes[0].code) == (None, "one-subject")


def test_replicates_without_spread_are_lost():
    """Resamples of one distinct score have no bandwidth; too many of them leave no interval."""
    curve = smooth_curve(Sample.from_groups(cases=[1, 3], controls=[0, 1, 2, 2.5]), n_resamples=200, rng=1)
    assert curve.interval is None
    assert "lost-replicates" in {note.code for note in curve.notes}
    assert curve.inference.resampling.n_without_value > 50


def test_notes_say_where_kernels_do_not_suit():
    """Ratings, positive scores whose density leaks below 0, an area far from the empirical one, and a wrong way."""
    ratings = plain(HANLEY)
    assert "the scores take only 5 values" in ratings.notes[0].text
    drawn = np.random.default_rng(1)
    skewed = plain(Sample.from_groups(cases=drawn.lognormal(1, 1, 50), controls=drawn.lognormal(0, 1, 50)))
    assert "below-zero" in {note.code for note in skewed.notes}
    low = Sample.from_groups(cases=drawn.lognormal(0, 1, 50), controls=drawn.lognormal(1, 1, 50), low=True)
    assert "below-zero" in {note.code for note in plain(low).notes}
    wide = plain(normal_sample(2), bandwidth=2)
    assert "smoothing-bias" in {note.code for note in wide.notes}
    assert "below-chance" in {note.code for note in plain(normal_sample(2, shift=-2)).notes}


def test_advice_of_a_note_can_be_followed():
    """No logarithm where a score is 0, and no fit of ratings that separate perfectly."""
    drawn = np.random.default_rng(1)
    cases, controls = drawn.lognormal(1, 1, 50), drawn.lognormal(0, 1, 50)
    above = {note.code: note.text for note in plain(Sample.from_groups(cases=cases, controls=controls)).notes}
    controls[0] = 0
    from_0 = {note.code: note.text for note in plain(Sample.from_groups(cases=cases, controls=controls)).notes}
    assert above["below-zero"].endswith("the logarithm of the scores may suit kernels better.")
    assert from_0["below-zero"].endswith(
        "a score of 0 has no logarithm, so take a smaller bandwidth, or report the empirical curve."
    )
    apart = Sample.from_groups(cases=[5, 6, 6, 7], controls=[1, 2, 2, 3])
    with pytest.raises(FitError):
        fit_binormal(apart)
    notes = {note.code: note.text for note in plain(apart).notes}
    assert notes["ratings"].endswith("Report the empirical curve, which needs no density.")


def test_a_smooth_curve_that_crosses_the_chance_line_says_so():
    """Cases much more spread out than controls have a curve that ends below the chance line."""
    notes = {note.code: note.text for note in plain(normal_sample(5, 200, 200, 0.8, 3)).notes}
    assert "The smooth curve crosses the chance line" in notes["hook"]
    assert "hook" not in {note.code for note in plain(normal_sample(5, 200, 200, 1.2, 1)).notes}


def test_the_curve_is_drawn_with_the_empirical_one():
    """Figures take it as they take any curve."""
    sample = normal_sample(3)
    assert plot_roc(roc_curve(sample), plain(sample)).axes


@pytest.mark.parametrize(
    ("sample", "options", "error", "text"),
    [
        (Sample.from_groups(cases=[1, np.inf], controls=[0, 2]), {}, DataError, "1 case and 0 controls have an infin"),
        (Sample.from_groups(cases=[2, 2, 2], controls=[1, 2, 3]), {}, FitError, "all 3 cases have the same score"),
        (Sample.from_groups(cases=[2, 3], controls=[2, 2]), {}, FitError, "all 2 controls have the same score"),
        (HANLEY, {"bandwidth": "scott"}, MethodError, "bandwidth is 'scott'"),
        (HANLEY, {"bandwidth": 0}, MethodError, "a bandwidth is 0"),
        (HANLEY, {"bandwidth": (1, np.nan)}, MethodError, "a bandwidth is nan"),
        (HANLEY, {"bandwidth": (1, 2, 3)}, MethodError, "bandwidth has 3 numbers"),
        (HANLEY, {"bandwidth": None}, TypeError, "a bandwidth is NoneType"),
        (HANLEY, {"n_resamples": 50}, MethodError, "n_resamples is 50"),
        (HANLEY, {"n_resamples": 1.5}, TypeError, "n_resamples is float"),
        (HANLEY, {"level": 2}, MethodError, "level is 2"),
        (replace(HANLEY, clusters=(np.arange(5), np.arange(5))), {}, MethodError, "come in clusters, and smooth_curve"),
        ([1, 2], {}, TypeError, "smooth_curve takes a Sample"),
    ],
)
def test_what_is_refused(sample, options, error, text):
    """Each refusal says what came and what to do."""
    with pytest.raises(error, match=text):
        smooth_curve(sample, **options)


def test_a_fraction_outside_the_curve_is_refused():
    """A false positive fraction lies between 0 and 1."""
    with pytest.raises(DataError, match="lies between 0 and 1"):
        plain(HANLEY).tpf_at(np.array([1.2]))


def test_the_print_whole():
    """Title, data, resamples, bandwidths, interval, areas, the curve at tenths, notes."""
    sample = Sample.from_groups(cases=[2, 3, 5, 4, 6, 7], controls=[1, 2, 4, 3, 2, 5])
    assert str(smooth_curve(sample, n_resamples=500, rng=7)) == PRINTED
    assert str(plain(sample, bandwidth=(0.5, 0.25))) == ALONE


def test_rows_and_references():
    """One row, with the seed that gives it again; each reference exists."""
    curve = smooth_curve(normal_sample(1), n_resamples=100, rng=4)
    (row,) = curve.rows()
    assert (row["seed"], row["n_resamples"], row["stratified"]) == (4, 100, True)
    assert (row["estimate"], row["conf_low"]) == (curve.auc, curve.interval.low)
    assert curve.to_dict()["references"] == ["zou1997", "silverman1986", "davison1997"]
    assert set(curve.summary().references) <= set(REFERENCES)
    assert plain(HANLEY, bandwidth=1).summary().references == ("zou1997",)


PRINTED = """
\tSmooth ROC curve, normal kernels

data:  score by group (positive: "cases"; higher scores are positive)
       6 cases, 6 controls, 0 dropped
500 stratified resamples of subjects, 2 without a value, seed 7
bandwidth: 1.17 in cases, 0.821 in controls (Silverman's robust rule)
95 percent confidence interval:
 0.493  0.981
sample estimates:
             AUC  std. error
smooth     0.732      0.1256
empirical  0.764      0.1425

TPF at FPF:
             0.1    0.2    0.3    0.4    0.5    0.6    0.7    0.8    0.9
smooth     0.413  0.529  0.628  0.715  0.786  0.844  0.891  0.931  0.966
empirical  0.433  0.533  0.633  0.733  0.833  0.883  0.933  0.983  1.000
note: the scores take only 7 values; between so few a density is the kernel's
      invention. Ratings are fitted by fit_binormal(sample).
note: 2 percent of the smoothed controls lie below 0, where no score does; the
      logarithm of the scores may suit kernels better.
"""
ALONE = """
\tSmooth ROC curve, normal kernels

data:  score by group (positive: "cases"; higher scores are positive)
       6 cases, 6 controls, 0 dropped
bandwidth: 0.500 in cases, 0.250 in controls (as stated)
sample estimates:
             AUC  std. error
smooth     0.761           -
empirical  0.764      0.1425

TPF at FPF:
             0.1    0.2    0.3    0.4    0.5    0.6    0.7    0.8    0.9
smooth     0.427  0.548  0.619  0.739  0.827  0.893  0.922  0.956  0.995
empirical  0.433  0.533  0.633  0.733  0.833  0.883  0.933  0.983  1.000
note: the scores take only 7 values; between so few a density is the kernel's
      invention. Ratings are fitted by fit_binormal(sample).
"""
