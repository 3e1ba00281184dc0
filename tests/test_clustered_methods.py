"""Proportions and areas of subjects who come in clusters."""

import json
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats import DeLong, Sample, Wilson, auc
from rocstats.errors import MethodError
from rocstats.methods.clustered_area import clustered_area
from rocstats.methods.clustered_share import clustered_interval, design_size

REFERENCE = os.environ.get("ROCSTATS_REFERENCE", "")


def share(right, clusters, level=0.95):
    """Give the interval of a list of ones and zeros."""
    return clustered_interval(np.array(right, bool), np.array(list(clusters)), level=level)


def test_effective_size_by_hand():
    """Clusters of 2, 0 and 2 right of 2: p = 2/3, the variance is 1/9 against 1/27, so 6 subjects count as 2."""
    assert design_size(np.array([1, 1, 0, 0, 1, 1], bool), np.array(list("aabbcc"))) == pytest.approx(2.0, abs=1e-12)


def test_every_subject_a_cluster_is_nearly_wilson():
    """Independent subjects have the effective size n - 1 of n, and Wilson's interval at that."""
    right = [1] * 26 + [0] * 15
    found = share(right, [chr(200 + i) for i in range(41)])
    wilson = Wilson().interval(26, 41)
    assert found.low == pytest.approx(wilson.low, abs=0.003)
    assert found.low < wilson.low < wilson.high < found.high


def test_doubled_subjects_count_once():
    """Each subject twice in its cluster tells what it tells once."""
    right = [1, 1, 1, 0, 1, 0, 1, 1]
    once, twice = (
        share(right, "abcdefgh"),
        share([x for x in right for _ in "12"], [c for c in "abcdefgh" for _ in "12"]),
    )
    assert (once.low, once.high) == pytest.approx((twice.low, twice.high), rel=1e-12)


def test_clusters_that_differ_less_than_chance_keep_the_size():
    """A design effect below one is taken as one."""
    assert design_size(np.array([1, 0, 1, 0, 1, 0], bool), np.array(list("aabbcc"))) == 6.0


@pytest.mark.parametrize("value", [0, 1])
def test_all_alike_count_clusters(value):
    """None, or all, of four clusters is none, or all, of four subjects."""
    found = share([value] * 12, "aaabbbcccddd")
    assert (found.low, found.high) == pytest.approx(
        tuple(getattr(Wilson().interval(4 * value, 4), end) for end in ("low", "high")), abs=1e-12
    )
    assert (found.low if not value else found.high) == value


def test_one_cluster_tells_nothing():
    """One cluster does not say how clusters vary."""
    assert share([1, 0, 1], "aaa") is None


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=2, max_size=40))
def test_intervals_hold_their_share(drawn):
    """Whatever the clusters, the interval holds the share and has a width."""
    right = np.array([one for one, _ in drawn])
    found = clustered_interval(right, np.array([str(cluster) for _, cluster in drawn]))
    if found is not None:
        assert 0 <= found.low <= right.mean() <= found.high <= 1
        assert found.low < found.high


@pytest.mark.skipif(not REFERENCE, reason="the reference cases are not here: set ROCSTATS_REFERENCE")
def test_repeated_measurements_of_one_marker():
    """Obuchowski's standard error for 683 measurements of total PSA in 141 men (case psa_clustered_single)."""
    import pandas as pd

    case = json.loads((Path(REFERENCE) / "psa_clustered_single.json").read_text())
    expected = {one["name"]: one["value"] for one in case["expected"]}
    data = pd.read_csv(Path(REFERENCE) / "data" / "psa2b.csv")
    clusters = data["id"].astype(str).to_numpy()
    sample = Sample.from_truth(data["status"].to_numpy(), data["marker1"].to_numpy(), cluster=clusters, missing="drop")
    found = clustered_area(sample)
    assert found.estimate == pytest.approx(expected["auc_total_psa"], abs=5e-9)
    assert found.standard_error == pytest.approx(expected["se_clustered"], abs=5e-9)


def test_every_subject_a_cluster_is_delong():
    """With every subject a cluster of its own the variance is DeLong's."""
    truth, scores = [1] * 5 + [0] * 6, [5.0, 4, 3, 2, 6, 3, 2, 1, 1, 4, 0]
    clusters = [str(i) for i in range(11)]
    found = clustered_area(Sample.from_truth(truth, scores, cluster=clusters))
    assert found.standard_error == pytest.approx(
        auc(Sample.from_truth(truth, scores), DeLong()).standard_error, rel=1e-12
    )


def test_the_slow_formula_agrees():
    """Loops over clusters, as the paper writes the variance, give the same."""
    rng = np.random.default_rng(3)
    truth, scores = rng.integers(0, 2, 60), rng.integers(0, 8, 60).astype(float)
    clusters = rng.integers(0, 14, 60).astype(str)
    found = clustered_area(Sample.from_truth(truth, scores, cluster=clusters))
    x, y = scores[truth == 1], scores[truth == 0]
    of_x, of_y = clusters[truth == 1], clusters[truth == 0]
    psi = (x[:, None] > y).astype(float) + (x[:, None] == y) / 2
    m, n, area = len(x), len(y), psi.mean()
    names = sorted(set(clusters))
    cases = [psi.mean(1)[of_x == c].sum() - (of_x == c).sum() * area for c in names]
    controls = [psi.mean(0)[of_y == c].sum() - (of_y == c).sum() * area for c in names]
    many, with_cases, with_controls = len(names), len(set(of_x)), len(set(of_y))
    s10 = with_cases / ((with_cases - 1) * m) * sum(a * a for a in cases)
    s01 = with_controls / ((with_controls - 1) * n) * sum(b * b for b in controls)
    s11 = many / (many - 1) * sum(a * b for a, b in zip(cases, controls, strict=True))
    assert found.standard_error**2 == pytest.approx(s10 / m + s01 / n + 2 * s11 / (m * n), rel=1e-12)


def test_cases_of_one_cluster_are_not_estimable():
    """Two clusters with cases are needed, and two with controls."""
    sample = Sample.from_truth([1, 1, 0, 0], [3.0, 1, 2, 0], cluster=list("aabc"))
    found = clustered_area(sample)
    assert (found.estimate, found.standard_error, found.interval) == (0.75, None, None)
    assert found.notes[0].text.startswith("the cases, or the controls, are all of one cluster")


def test_perfect_separation_is_no_certainty():
    """A variance of zero gives no interval."""
    found = clustered_area(Sample.from_truth([1, 1, 0, 0], [3.0, 4, 2, 0], cluster=list("abcd")))
    assert found.interval is None


def test_logit_scale_stays_in_the_range():
    """On the logit scale the limits lie between 0 and 1."""
    truth, scores = [1] * 6 + [0] * 6, [9.0, 8, 7, 6, 5, 2, 3, 1, 0, 1, 2, 3]
    found = clustered_area(Sample.from_truth(truth, scores, cluster=list("aabbccddeeff")), scale="logit")
    assert 0 < found.interval.low < found.estimate < found.interval.high < 1


def test_without_clusters_it_refuses():
    """Independent subjects belong to DeLong's method."""
    with pytest.raises(MethodError, match="one test of subjects in clusters"):
        clustered_area(Sample.from_truth([1, 0], [1.0, 0.0]))
