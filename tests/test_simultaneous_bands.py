"""Simultaneous bands: by hand, against slow definitions, coverage of the whole curve, and what they refuse."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.stats import kstwo, norm
from strategies import one_test

from rocstats import DataError, MethodError, Sample, roc_band, roc_curve
from rocstats.inference.bands import CampbellBand, KolmogorovSmirnovBand, VerticalBand
from rocstats.inference.resampled_curves import read_off_below, resampled_curves
from rocstats.methods.replicates import collapsed

KINDS = ("campbell", "kolmogorov-smirnov", "bootstrap-sup")


def binormal(m, n, shift, seed):
    """Draw m cases and n controls of unit variance."""
    rng = np.random.default_rng(seed)
    return Sample.from_groups(cases=rng.normal(shift, 1, m), controls=rng.normal(0, 1, n))


# By hand


def test_kolmogorov_smirnov_by_hand():
    """One subject of each kind at level 0.81: the quantile of max(U, 1 - U) at 0.9 is 0.95 on both axes.

    The curve goes up at 0, so moved 0.95 to the left and up it is the ceiling, to the right and down it is 0 as far as
    0.95 and 0.05 from there on.
    """
    band = roc_band(Sample.from_groups(cases=[2], controls=[1]), kind="kolmogorov-smirnov", level=0.81)
    assert band.shift == pytest.approx((0.95, 0.95))
    assert (band.high == 1).all()
    assert band.low[band.fpf <= 0.949].max() == 0
    assert band.low[-1] == pytest.approx(0.05)
    assert (band.seed, band.resampling) == (None, None)


def test_each_axis_has_the_exact_quantile_at_the_root_of_the_level():
    """Kolmogorov's distribution for 30 cases and 50 controls, by its definition in scipy."""
    band = roc_band(binormal(30, 50, 1, 2), kind="kolmogorov-smirnov", level=0.9)
    assert [kstwo.cdf(band.shift[0], 50), kstwo.cdf(band.shift[1], 30)] == pytest.approx([math.sqrt(0.9)] * 2)


def test_the_low_edge_is_read_at_the_lower_end_of_a_step():
    """Before the line, on a step, on a slope, and after it."""
    x, y = np.array([0.2, 0.4, 0.4, 0.8]), np.array([0.0, 0.2, 0.6, 0.8])
    assert read_off_below(x, y, np.array([0.1, 0.3, 0.4, 0.6, 0.9])) == pytest.approx([0, 0.1, 0.2, 0.7, 0.8])


# Slow definitions


def ends(x, y, at):
    """Return the lowest and the highest TPF of a drawn curve at an FPF."""
    on = y[np.abs(x - at) < 1e-12]
    if len(on):
        return on.min(), on.max()
    value = np.interp(at, x, y)
    return value, value


def test_the_vertical_step_is_the_largest_difference_at_either_end_of_each_step():
    """Read point by point in every resample between the third control from either end; 95 of 100 stay within."""
    one = binormal(9, 11, 1, 5)
    band = roc_band(one, kind="bootstrap-sup", n_resamples=100, rng=4)
    curve = roc_curve(one)
    largest = []
    for x, y in resampled_curves(collapsed(one), 100, 4):
        at = [k / 11 for k in range(3, 9)]
        pairs = [(ends(x, y, t), ends(curve.fpf, curve.tpf, t)) for t in at]
        largest.append(max(abs(a - b) for one_end in pairs for a, b in zip(*one_end, strict=True)))
    assert band.shift == (0, pytest.approx(np.quantile(largest, 0.95, method="higher")))


def test_campbells_length_is_the_longest_distance_along_the_slope():
    """By many lines of the slope through both curves: never longer, and as long as the lines are dense."""
    one = binormal(9, 16, 1, 6)
    band = roc_band(one, kind="campbell", n_resamples=100, rng=4)
    curve, lengths = roc_curve(one), []
    along = np.linspace(0, 7, 7001)  # u = 3 TPF + 4 FPF from 0 to 7
    for x, y in resampled_curves(collapsed(one), 100, 4):
        lines = [np.interp(along, 3 * b + 4 * a, 3 * b - 4 * a) for a, b in ((x, y), (curve.fpf, curve.tpf))]
        lengths.append(np.abs(lines[0] - lines[1]).max() / 2)
    slow = np.quantile(lengths, 0.95, method="higher")
    assert band.shift[0] * 4 == pytest.approx(band.shift[1] * 3)
    assert slow - 1e-12 <= band.shift[1] * 3 <= slow + 2e-3


# What holds for every kind


@settings(max_examples=25)
@given(one_test(least=7, most=12))
def test_every_band_holds_its_curve_and_rises_within_the_square(sample):
    """At all points both edges rise from 0 to 1 around the drawn curve; where there is none the reason is said."""
    for kind in KINDS:
        try:
            band = roc_band(sample, kind=kind, n_resamples=100, rng=1)
        except DataError as error:
            assert "give the same curve" in str(error)  # noqa: PT017
            assert kind != "kolmogorov-smirnov"
            continue
        assert (band.low <= band.tpf).all()
        assert (band.tpf <= band.high).all()
        assert (np.diff(band.low) >= -1e-12).all()
        assert (np.diff(band.high) >= -1e-12).all()
        assert (np.diff(band.fpf) > 0).all()
        assert (band.low[0], band.high[-1]) == (0, 1)
        assert band.low.min() >= 0
        assert band.high.max() <= 1
        assert (band.low < band.high).any()


@pytest.mark.parametrize("kind", KINDS)
def test_a_wider_level_holds_a_narrower_one(kind):
    """With the same replicates."""
    one, at = binormal(20, 20, 1, 7), np.linspace(0, 1, 41)
    wide, narrow = (roc_band(one, kind=kind, rng=1, n_resamples=200, level=p, fpf=at) for p in (0.99, 0.8))
    assert (wide.low <= narrow.low).all()
    assert (wide.high >= narrow.high).all()
    assert wide.fpf.tolist() == at.tolist()


@pytest.mark.parametrize("kind", KINDS)
def test_row_counts_and_monotone_scores_change_nothing(kind):
    """A rating table, its rows in any order, and its cubes have the same band; the same seed gives the same bits."""
    table = Sample.from_counts(cases=[2, 4, 6], controls=[7, 4, 3])
    rows = Sample.from_groups(cases=[3, 2, 1] * 2 + [3] * 4 + [2] * 2, controls=[1] * 7 + [3] * 3 + [2] * 4)
    cubes = Sample.from_groups(cases=rows.cases[:, 0] ** 3, controls=rows.controls[:, 0] ** 3)
    first, *others = (roc_band(s, kind=kind, rng=1, n_resamples=100) for s in (table, rows, cubes, table))
    for other in others:
        assert (first.low.tolist(), first.high.tolist()) == (other.low.tolist(), other.high.tolist())


@pytest.mark.parametrize(
    ("kind", "simulations", "shift"),
    [("campbell", 80, 1.0), ("bootstrap-sup", 80, 1.0), ("bootstrap-sup", 80, 2.0), ("kolmogorov-smirnov", 60, 1.0)],
)
def test_the_whole_true_curve_lies_in_the_band_as_often_as_stated(kind, simulations, shift):
    """50 + 50 binormal subjects at level 0.9: no fewer than 0.9 less two standard errors of the simulation."""
    at = np.linspace(0, 1, 401)
    true = norm.cdf(shift + norm.ppf(at))
    covered = 0
    for seed in range(simulations):
        band = roc_band(binormal(50, 50, shift, seed), kind=kind, level=0.9, n_resamples=150, rng=seed, fpf=at)
        covered += bool(((band.low <= true + 1e-12) & (true <= band.high + 1e-12)).all())
    assert covered / simulations >= 0.9 - 2 * math.sqrt(0.09 / simulations)


def test_the_default_points_draw_the_whole_band():
    """Corners of both edges are among the points, so joined points never leave the band that holds."""
    one = binormal(12, 9, 1, 3)
    for kind in KINDS:
        band = roc_band(one, kind=kind, rng=2, n_resamples=200)
        fine = np.linspace(0, 1, 2001)
        exact = roc_band(one, kind=kind, rng=2, n_resamples=200, fpf=fine)
        assert (np.interp(fine, band.fpf, band.low) <= exact.low + 1e-9).all()
        assert (np.interp(fine, band.fpf, band.high) >= exact.high - 1e-9).all()


# Corners


def test_perfect_separation_and_single_subjects_have_a_band_on_both_axes_alone():
    """Resamples cannot differ; Kolmogorov's distances need none. All tied has the diagonal within."""
    for cases, controls in (([5, 6, 7], [1, 2, 3, 4]), ([5], [1, 2]), ([1, 2], [0]), ([1, 1], [1, 1])):
        one = Sample.from_groups(cases=cases, controls=controls)
        band = roc_band(one, kind="kolmogorov-smirnov")
        assert ((band.low <= band.tpf) & (band.tpf <= band.high)).all()
        assert (band.low < band.high).all()
        for kind in ("campbell", "bootstrap-sup"):
            with pytest.raises(DataError, match=r"same|needs at least 7"):
                roc_band(one, kind=kind, rng=1)


def test_few_controls_have_no_vertical_band():
    """Between the third control from either end there must be something; the refusal names the way out."""
    with pytest.raises(DataError, match=r'there are 6 controls; it needs at least 7. Use kind="kolmogorov-smirnov"'):
        roc_band(binormal(9, 6, 1, 1), kind="bootstrap-sup", rng=1)


def test_resamples_that_mostly_agree_have_no_band():
    """Separation but for one pair in a hundred: more than the share of the level are alike."""
    one = Sample.from_counts(cases=[0, 1, 4000], controls=[4000, 1, 0])
    with pytest.raises(DataError, match="so many resamples"):
        roc_band(one, kind="bootstrap-sup", level=0.55, rng=1, n_resamples=100)


def test_big_counts():
    """1e8 subjects in a rating table: a narrow band around the curve."""
    one = Sample.from_counts(cases=[10**7, 4 * 10**7, 5 * 10**7], controls=[5 * 10**7, 4 * 10**7, 10**7])
    for kind in KINDS:
        band = roc_band(one, kind=kind, rng=1, n_resamples=100)
        assert max(band.shift) < 1e-3
        assert ((band.low <= band.tpf) & (band.tpf <= band.high)).all()


def test_ties_are_said():
    """Scores that both groups hold, and what they do to an exact band."""
    one = Sample.from_groups(cases=[1, 2, 3, 4, 5, 6, 7, 8], controls=[1, 2, 0, -1, -2, -3, -4, -5])
    notes = {kind: roc_band(one, kind=kind, rng=1, n_resamples=100).notes for kind in KINDS}
    assert [n.code for n in notes["campbell"]] == ["ties"]
    assert [n.code for n in notes["bootstrap-sup"]] == ["ties", "beyond-edge"]
    assert notes["kolmogorov-smirnov"][0].text == (
        "cases and controls share 2 scores; the curve between its points is drawn straight there. The band is exact "
        "without ties and conservative with them."
    )


def test_infinite_scores_and_arrays():
    """Order is all that counts, and what is finished cannot be changed."""
    inf = Sample.from_groups(cases=[3, 5, np.inf, 7, -np.inf], controls=[-np.inf, 2, 4, np.inf, 1, 0, 3])
    ranks = Sample.from_groups(cases=[3, 5, 9, 7, -1], controls=[-1, 2, 4, 9, 1, 0, 3])
    for kind in KINDS:
        one, other = (roc_band(s, kind=kind, rng=1, n_resamples=100) for s in (inf, ranks))
        assert (one.low == other.low).all()
        assert not any(a.flags.writeable for a in (one.fpf, one.tpf, one.low, one.high))


def test_refusals():
    """A kind that is none; clusters, whatever the kind."""
    with pytest.raises(MethodError, match='kind is \'wide\'; it must be one of "pointwise", "campbell", "kolmogorov-'):
        roc_band(binormal(9, 9, 1, 1), kind="wide")
    clustered = Sample.from_truth([1, 1, 0, 0], [3, 2, 1, 2], cluster=["a", "b", "a", "c"])
    with pytest.raises(MethodError, match="come in clusters"):
        roc_band(clustered, kind="kolmogorov-smirnov")


# What people see


def test_each_kind_is_labelled_for_what_it_is():
    """Class, kind, direction, whether it holds for the whole curve; the pointwise one stays what it was."""
    one = binormal(9, 9, 1, 1)
    found = {kind: roc_band(one, kind=kind, rng=1, n_resamples=100) for kind in ("pointwise", *KINDS)}
    assert [type(found[kind]) for kind in KINDS] == [CampbellBand, KolmogorovSmirnovBand, VerticalBand]
    assert [band.kind for band in found.values()] == ["pointwise", *KINDS]
    assert [band.simultaneous for band in found.values()] == [False, True, True, True]
    assert found["bootstrap-sup"].direction == found["pointwise"].direction == "TPF at fixed FPF"
    assert found["campbell"].summary().title == "Simultaneous band for the ROC curve, fixed width (Campbell)"
    assert found["campbell"].summary().references == ("campbell1994",)
    assert len(found["campbell"].tidy()) == len(found["campbell"].fpf)


def test_printed_whole():
    """How far the curve was moved, both edges at tenths, and ties."""
    one = Sample.from_counts(cases=[2, 4, 6], controls=[7, 4, 3])
    assert str(roc_band(one, kind="kolmogorov-smirnov", level=0.9)) == (
        "\n\tSimultaneous band for the ROC curve, Kolmogorov-Smirnov on each axis\n\n"
        'data:  rating by group (positive: "cases"; higher scores are positive)\n'
        "       12 cases, 14 controls, 0 dropped\n"
        "90 percent for the whole curve, moved 0.348 in FPF and 0.374 in TPF:\n"
        "FPF    TPF    low   high\n"
        "0.0  0.000  0.000  1.000\n"
        "0.1  0.233  0.000  1.000\n"
        "0.2  0.467  0.000  1.000\n"
        "0.3  0.600  0.000  1.000\n"
        "0.4  0.717  0.000  1.000\n"
        "0.5  0.833  0.000  1.000\n"
        "0.6  0.867  0.170  1.000\n"
        "0.7  0.900  0.287  1.000\n"
        "0.8  0.933  0.404  1.000\n"
        "0.9  0.967  0.477  1.000\n"
        "1.0  1.000  0.510  1.000\n"
        "note: cases and controls share 3 scores; the curve between its points is drawn\n"
        "      straight there. The band is exact without ties and conservative with them.\n"
    )


def test_printed_with_resamples():
    """The number of resamples and the seed stand on a line of their own, as for every bootstrap."""
    lines = str(roc_band(binormal(9, 9, 1, 1), kind="bootstrap-sup", rng=20261130)).splitlines()
    assert lines[1:3] == ["\tSimultaneous band for the ROC curve,", "\tlargest difference in TPF, bootstrap"]
    assert lines[6] == "2000 stratified resamples of subjects, seed 20261130"
    assert lines[7].startswith("95 percent for the whole curve, moved 0.")
    assert lines[7].endswith(" in TPF:")


@pytest.mark.parametrize("kind", ["pointwise", "campbell", "kolmogorov-smirnov", "bootstrap-sup"])
def test_rows_say_which_band_and_how_it_was_drawn(kind):
    """A row names its kind, whom it is about and what reproduces it; a band that draws nothing has no seed."""
    rng = np.random.default_rng(2)
    sample = Sample.from_groups(cases=rng.normal(1, 1, 20), controls=rng.normal(0, 1, 30))
    band = roc_band(sample, kind=kind, n_resamples=100)
    row = band.rows()[0]
    drawn = (None, None, None) if kind == "kolmogorov-smirnov" else (band.seed, 100, True)
    assert (row["seed"], row["n_resamples"], row["stratified"]) == drawn
    assert (row["kind"], row["simultaneous"], row["n_cases"], row["n_controls"]) == (kind, kind != "pointwise", 20, 30)
    assert row["direction"]
    assert row["conf_level"] == 0.95
