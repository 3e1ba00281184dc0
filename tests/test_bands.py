"""Pointwise bands: quantiles of resampled curves, read as they are drawn."""

from itertools import pairwise, product

import numpy as np
import pytest

from rocstats import DataError, MethodError, Sample, roc_band, roc_curve
from rocstats.methods import replicates


def sample():
    return Sample.from_groups(cases=[3, 5, 5, 7, 8, 9, 2], controls=[1, 2, 4, 5, 6, 3, 2, 2])


def tpf_at(cases, controls, fpf):
    """Read the drawn curve of two lists of scores at one FPF, the upper end of a vertical step."""
    points = [(0.0, 0.0)]
    for c in sorted({*cases, *controls}, reverse=True):
        points.append((np.mean([y >= c for y in controls]), np.mean([x >= c for x in cases])))
    at = [y for x, y in points if abs(x - fpf) < 1e-12]
    if at:
        return max(at)
    (x0, y0), (x1, y1) = next((a, b) for a, b in pairwise(points) if a[0] < fpf < b[0])
    return y0 + (fpf - x0) / (x1 - x0) * (y1 - y0)


def test_limits_are_those_of_all_resamples():
    """On 3 + 3 subjects the band has the quantiles of the whole bootstrap distribution, within Monte Carlo error."""
    cases, controls = [2, 3, 5], [1, 3, 4]
    band = roc_band(Sample.from_groups(cases=cases, controls=controls), rng=3, n_resamples=20_000, level=0.8)
    for fpf in (0.0, 1 / 3, 0.5, 0.8):
        values = [tpf_at(x, y, fpf) for x, y in product(product(cases, repeat=3), product(controls, repeat=3))]
        place = np.flatnonzero(np.isclose(band.fpf, fpf))[0]
        for limit, tail in ((band.low[place], 0.1), (band.high[place], 0.9)):
            assert np.quantile(values, max(tail - 0.01, 0)) - 1e-12 <= limit <= np.quantile(values, tail + 0.01) + 1e-12


def test_the_curve_is_read_as_it_is_drawn():
    """The band carries the TPF of the empirical curve at each FPF."""
    band = roc_band(sample(), rng=1)
    assert band.tpf == pytest.approx(roc_curve(sample()).tpf_at(band.fpf))
    assert (band.low <= band.high).all()
    assert (band.low >= 0).all()
    assert (band.high <= 1).all()
    assert (np.diff(band.fpf) > 0).all()
    assert (band.low[-1], band.high[-1]) == (1.0, 1.0)


def test_each_resample_is_read_as_the_slow_definition_reads_it():
    """Drawn by the same seed and read point by point, the resamples have exactly the quantiles of the band."""
    one = replicates.collapsed(sample())
    at = [0.0, 0.1, 0.25, 0.5, 0.6, 0.875, 1.0]
    lines = []
    for case_w, control_w in replicates.weights(one, n_resamples=200, seed=5, part=0, stratified=True):
        for p, q in zip(case_w, control_w, strict=True):
            x, y = np.repeat(one.cases[:, 0], p), np.repeat(one.controls[:, 0], q)
            lines.append([tpf_at(x, y, fpf) for fpf in at])
    band = roc_band(sample(), rng=5, n_resamples=200, level=0.9, fpf=at)
    assert band.fpf.tolist() == at
    low, high = np.quantile(lines, [0.05, 0.95], axis=0)
    assert band.low == pytest.approx(low, abs=1e-12)
    assert band.high == pytest.approx(high, abs=1e-12)


def test_hundredths_that_are_vertices_are_read_at_the_vertex():
    """Of 100 controls every vertex is a hundredth: no point lies a rounding error beside another."""
    one = Sample.from_groups(cases=np.arange(100) + 0.5, controls=np.arange(100))
    assert roc_band(one, rng=1, n_resamples=100).fpf.tolist() == [i / 100 for i in range(101)]


def test_stated_fractions_are_given_back_in_order_once_each():
    """A band at stated fractions equals the whole band there, and prints them."""
    some, whole = roc_band(sample(), rng=1, fpf=[0.9, 0.2, 0.2]), roc_band(sample(), rng=1)
    place = np.searchsorted(whole.fpf, [0.2, 0.9])
    assert some.fpf.tolist() == [0.2, 0.9]
    assert (some.low == whole.low[place]).all()
    assert (some.high == whole.high[place]).all()
    assert [line.split()[0] for line in str(some).splitlines()[8:10]] == ["0.200", "0.900"]
    assert (some.kind, some.direction) == ("pointwise", "TPF at fixed FPF")


def test_a_band_without_width_is_said():
    """Where resamples agree the band closes before its end, and a note says that this is no certainty."""
    one = Sample.from_groups(cases=[5, 6, 7, 8, 9, 3], controls=[1, 2, 3, 4, 4.5, 2.2, 1.1])
    band = roc_band(one, rng=1)
    closed = band.fpf[(band.low == band.high) & (band.fpf < 1)]
    (note,) = band.notes
    assert note.code == "zero-width"
    assert note.text == (
        f"the band has no width at {len(closed)} points (FPF 0.714 to 0.990), where resamples agree; that shows the "
        "limits of resampling and no certainty, and no limits are given there. Kolmogorov-Smirnov bands, for which "
        "nothing is drawn, have a width there too."
    )
    assert " ".join(note.text.split()) in " ".join(str(band).split())
    for row in band.rows():
        bare = row["fpf"] in closed
        assert (row["conf_low"] is None and row["conf_high"] is None) == bare
    assert "0.8  1.000      -      -\n" in str(band)
    assert str(band).split("note")[0].endswith("1.0  1.000  1.000  1.000\n")


@pytest.mark.parametrize("kind", ["pointwise", "campbell", "bootstrap-sup"])
def test_where_resamples_agree_another_band_is_named(kind):
    """Perfect separation has no band that is drawn, and the refusal says which kind draws nothing."""
    apart = Sample.from_groups(cases=[10, 11, 12, 13], controls=range(8))
    with pytest.raises(DataError, match='Use kind="kolmogorov-smirnov", for which nothing is drawn'):
        roc_band(apart, kind=kind, rng=1)


def test_arrays_of_a_band_are_read_only():
    """What is finished cannot be changed."""
    band = roc_band(sample(), rng=1)
    for array in (band.fpf, band.tpf, band.low, band.high):
        assert not array.flags.writeable


def test_infinite_scores_have_a_band():
    """Scores beyond a detection limit order as the lowest or the highest."""
    inf = Sample.from_groups(cases=[3, 5, np.inf, 7, -np.inf], controls=[-np.inf, 2, 4, np.inf, 1])
    as_ranks = Sample.from_groups(cases=[3, 5, 9, 7, 0], controls=[0, 2, 4, 9, 1])
    assert (roc_band(inf, rng=1).low == roc_band(as_ranks, rng=1).low).all()


def test_rows_and_tables_have_the_same_band():
    """Neither grouping nor the order of rows changes the band."""
    rows = Sample.from_groups(cases=[1, 2, 2, 3, 3, 3], controls=[2, 1, 1, 2, 1, 3])
    table = Sample.from_counts(cases=[1, 2, 3], controls=[3, 2, 1])
    assert (roc_band(rows, rng=1).low == roc_band(table, rng=1).low).all()


def test_a_wider_level_gives_a_wider_band():
    """The band at 0.99 holds that at 0.8."""
    wide, narrow = roc_band(sample(), rng=1, level=0.99), roc_band(sample(), rng=1, level=0.8)
    assert (wide.low <= narrow.low).all()
    assert (wide.high >= narrow.high).all()


def test_many_vertices_keep_the_band_small():
    """A curve of many vertices has its band on an even grid."""
    rng = np.random.default_rng(1)
    band = roc_band(Sample.from_groups(cases=rng.normal(1, 1, 800), controls=rng.normal(0, 1, 800)), rng=1)
    assert len(band.fpf) == 401


@pytest.mark.parametrize(
    ("cases", "controls", "text"),
    [
        ([3], [1, 2], "a band needs two cases and two controls"),
        ([5, 6], [1, 2], "all resamples of .* give the same curve"),
        ([1, 1], [1, 1], "all resamples of .* give the same curve"),
    ],
)
def test_no_band_where_resamples_tell_nothing(cases, controls, text):
    """One subject in a group, perfect separation or ties alone leave nothing to draw."""
    with pytest.raises(DataError, match=text):
        roc_band(Sample.from_groups(cases=cases, controls=controls), rng=1)


def test_refusals_of_a_band():
    """Several tests, wrong options, clusters and impossible fractions are refused."""
    two = Sample.from_groups(cases={"A": [1, 2], "B": [2, 3]}, controls={"A": [0, 1], "B": [1, 1]})
    with pytest.raises(DataError, match="roc_band takes one test; this sample holds 2: A and B"):
        roc_band(two)
    for wrong in (10, 10**6):
        with pytest.raises(MethodError, match=f"n_resamples is {wrong}; it must lie between 100 and 100000"):
            roc_band(sample(), n_resamples=wrong)
    for wrong in (2000.0, 1.5, True, "many"):
        with pytest.raises(TypeError, match=f"n_resamples is {type(wrong).__name__}; it must be a whole number"):
            roc_band(sample(), n_resamples=wrong)
    for wrong, value in (([-0.1, 0.5], "-0.1"), ([0.2, 1.5], "1.5"), ([np.nan], "nan")):
        with pytest.raises(DataError, match=f"fpf holds {value}, which is no false positive fraction"):
            roc_band(sample(), fpf=wrong)
    with pytest.raises(DataError, match="fpf holds no false positive fraction; give one or more"):
        roc_band(sample(), fpf=[])
    for wrong in (True, [True, 0.2], "0.5", ["0.5"]):
        with pytest.raises(TypeError, match="it must be numbers between 0 and 1"):
            roc_band(sample(), fpf=wrong)
    with pytest.raises(TypeError, match="fpf has 2 dimensions; it must be one number or a flat list of them"):
        roc_band(sample(), fpf=[[0.1, 0.2]])
    with pytest.raises(TypeError, match="fpf is str; it must be numbers between 0 and 1"):
        roc_band(sample(), fpf="a tenth")
    clustered = Sample.from_truth([1, 1, 0, 0], [3, 2, 1, 2], cluster=["a", "b", "a", "c"])
    with pytest.raises(
        MethodError, match="these subjects come in clusters, and a band takes subjects as independent; it would"
    ):
        roc_band(clustered)
    with pytest.raises(DataError, match="give the same curve at these false positive fractions"):
        roc_band(sample(), fpf=1.0)


def test_printed_band():
    """The band prints as a table over the false positive fractions."""
    lines = str(roc_band(sample(), rng=20261130)).splitlines()
    assert lines[1] == "\tPointwise band for the ROC curve, percentile bootstrap"
    assert lines[5] == "2000 stratified resamples of subjects, seed 20261130"
    assert lines[6] == "95 percent intervals for the TPF at fixed FPF, one FPF at a time:"
    assert lines[7] == "FPF    TPF    low   high"
    assert lines[-1] == "1.0  1.000  1.000  1.000"
