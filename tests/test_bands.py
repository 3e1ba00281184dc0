"""Pointwise bands and the methods side by side."""

from itertools import pairwise, product

import numpy as np
import pytest

from rocstats import DataError, MethodError, Sample, auc, auc_intervals, roc_band, roc_curve
from rocstats.methods import FOR_QUANTITIES


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
    """Several tests, too few replicates and clusters are refused."""
    two = Sample.from_groups(cases={"A": [1, 2], "B": [2, 3]}, controls={"A": [0, 1], "B": [1, 1]})
    with pytest.raises(DataError, match="roc_band takes one test; this sample holds 2: A and B"):
        roc_band(two)
    with pytest.raises(MethodError, match="n_resamples is 10; it must be a whole number of at least 100"):
        roc_band(sample(), n_resamples=10)


def test_printed_band():
    """The band prints as a table over the false positive fractions."""
    lines = str(roc_band(sample(), rng=20261130)).splitlines()
    assert lines[1] == "\tPointwise band for the ROC curve, percentile bootstrap"
    assert lines[5] == "2000 stratified resamples of subjects, seed 20261130"
    assert lines[6] == "95 percent intervals for the TPF at fixed FPF, one FPF at a time:"
    assert lines[7] == "FPF    TPF    low   high"
    assert lines[-1] == "1.0  1.000  1.000  1.000"


def test_side_by_side_is_each_method_by_itself():
    """Every row of the table is what the method says alone, all with one seed."""
    found = auc_intervals(sample(), rng=4)
    assert [e.method.id for e in found.estimates] == list(FOR_QUANTITIES)
    assert found.seed == 4
    for one in found.estimates:
        method = FOR_QUANTITIES[one.method.id]
        if one.seed is not None:
            method = type(method)(kind=method.kind, rng=4)
        assert one.interval == auc(sample(), method).interval


def test_one_drawn_seed_serves_all_methods():
    """Without a seed one is drawn, and all bootstrap methods share it."""
    assert len({e.seed for e in auc_intervals(sample()).estimates if e.seed is not None}) == 1


def test_disagreement_about_chance_is_said():
    """Where some intervals hold 0.5 and others do not, a note counts them."""
    rng = np.random.default_rng(7)
    for shift in np.linspace(0.4, 0.9, 26):
        one = Sample.from_groups(cases=rng.normal(shift, 1, 20), controls=rng.normal(0, 1, 20))
        found = auc_intervals(one, rng=1)
        holding = len(found.holding(0.5))
        codes = [note.code for note in found.notes]
        assert ("methods-disagree" in codes) == (0 < holding < 9)
        if holding and holding < 9:
            assert f"{holding} of 9 intervals contain" in str(found)


def test_methods_that_cannot_judge_stand_in_the_table():
    """Perfect separation leaves Newcombe alone with an interval, and a note says why."""
    text = str(auc_intervals(Sample.from_groups(cases=[5, 6, 7], controls=[1, 2, 3]), rng=1))
    assert text.count("not estimable") == 8
    assert "Newcombe, method 5" in text
    assert "perfect separation: every case scores beyond every control" in text
