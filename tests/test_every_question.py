"""What every question owes: no certainty out of nothing, rows that stand for subjects, designs and clusters heard."""

from dataclasses import replace

import numpy as np
import pytest
from degenerate import degenerate, few_probabilities, is_sober, same
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import sample_of
from test_every_statistic import expanded, weighted_rows

from rocstats import (
    Bootstrap,
    ClassScores,
    Counts,
    DataError,
    MethodError,
    PairedCounts,
    Permutation,
    Sample,
    SensitivityAt,
    accuracy,
    auc,
    auc_intervals,
    calibration,
    cohen_kappa,
    compare_accuracy,
    compare_auc,
    compare_partial_auc,
    compare_subgroups,
    contrast_auc,
    corrected_for_verification,
    counts_at,
    decision_curve,
    equivalence,
    gains,
    ks,
    mann_whitney,
    multiclass_auc,
    noninferiority,
    operating_points,
    paired_counts_at,
    partial_auc,
    performance_goal,
    post_test_probability,
    precision_recall,
    predictive_values,
    proportion,
    roc_band,
    roc_curve,
    sensitivity_at,
    specificity_at,
    superiority,
    thresholds,
    tie_summary,
    venkatraman,
)
from rocstats.empirical.rule_words import THRESHOLD_RULES
from rocstats.methods import FOR_PROPORTIONS
from rocstats.methods.proportion_differences import FOR_INDEPENDENT_PROPORTIONS, FOR_PAIRED_PROPORTIONS

DRAWS = {"n_resamples": 100, "rng": 1}
BOOT = Bootstrap(**DRAWS)
OPTIONS = {
    "sensitivity": {"target": 0.9},
    "specificity": {"target": 0.9},
    "cost": {"costs": (1, 5), "prevalence": 0.1},
}

OF_ONE_TEST = {
    "auc": lambda s: auc(s, null_value=0.5),
    "auc_intervals": lambda s: auc_intervals(s, n_resamples=100, rng=1),
    "ties": tie_summary,
    "curve": roc_curve,
    "points": lambda s: operating_points(s, measures=("ppv", "kappa", "mcc", "odds_ratio"), prevalence=0.1),
    "ks": ks,
    "ks, bootstrap": lambda s: ks(s, BOOT),
    "partial_auc": lambda s: partial_auc(s, fpf=(0, 0.2)),
    "partial_auc, TPF": lambda s: partial_auc(s, tpf=(0.5, 0.9), scale="mcclish", null_value=0.5),
    "partial_auc, bootstrap": lambda s: partial_auc(s, BOOT, fpf=(0.1, 0.6), null_value=0.2),
    "sensitivity_at": lambda s: sensitivity_at(s, 0.8, Bootstrap(kind="bca", **DRAWS), null_value=0.5),
    "specificity_at": lambda s: specificity_at(s, 0.8, Bootstrap(**DRAWS), interpolated=True),
    "gains": lambda s: gains(s, bins=3),
    "precision_recall": precision_recall,
    "mann_whitney": mann_whitney,
    "mann_whitney, normal": lambda s: mann_whitney(s, exact=False, alternative="greater"),
    "band": lambda s: roc_band(s, **DRAWS),
    "band, Campbell": lambda s: roc_band(s, kind="campbell", **DRAWS),
    "band, Kolmogorov-Smirnov": lambda s: roc_band(s, kind="kolmogorov-smirnov"),
    "band, largest difference": lambda s: roc_band(s, kind="bootstrap-sup", **DRAWS),
    **{
        f"thresholds, {word}": lambda s, word=word: thresholds(s, word, **OPTIONS.get(word, {}), **DRAWS)
        for word in THRESHOLD_RULES
    },
}
OF_PROBABILITIES = {
    "calibration": lambda s: calibration(s, Bootstrap(**DRAWS), bins=3),
    "decision_curve": decision_curve,
}
OF_TWO_TESTS = {
    "compare_auc": compare_auc,
    "compare_auc, permutation": lambda s: compare_auc(s, method=Permutation(**DRAWS)),
    "compare_partial_auc": lambda s: compare_partial_auc(s, fpf=(0, 0.4)),
    "contrast_auc": lambda s: contrast_auc(s, adjust="hommel", intervals="simultaneous"),
    "noninferiority": lambda s: noninferiority(s, margin=0.1),
    "noninferiority, point": lambda s: noninferiority(s, margin=0.1, statistic=SensitivityAt(0.8), method=BOOT),
    "equivalence": lambda s: equivalence(s, margin=0.1),
    "superiority": lambda s: superiority(s, margin=0.1),
    "noninferiority, sensitivity": lambda s: noninferiority(paired(s), margin=0.1, measure="sensitivity"),
    "compare_accuracy": lambda s: compare_accuracy(paired(s)),
    "venkatraman": lambda s: venkatraman(s, n_resamples=100, rng=1),
}
OF_TWO_SAMPLES = {
    "compare_auc": compare_auc,
    "compare_partial_auc": lambda a, b: compare_partial_auc(a, b, tpf=(0.2, 0.9)),
    "noninferiority": lambda a, b: noninferiority(a, b, margin=0.1),
    "equivalence, bootstrap": lambda a, b: equivalence(a, b, margin=0.1, method=BOOT),
    "compare_accuracy": lambda a, b: compare_accuracy(counts_at(a, 1), counts_at(b, 1)),
    "noninferiority, specificity": lambda a, b: noninferiority(
        counts_at(a, 1), counts_at(b, 1), margin=0.1, measure="specificity"
    ),
    "venkatraman": lambda a, b: venkatraman(a, b, n_resamples=100, rng=1),
    "compare_subgroups": lambda a, b: compare_subgroups({"one": a, "other": b}, threshold=1),
}


def paired(sample):
    """Count two tests at 1."""
    return paired_counts_at(sample, (1.0, 1.0))


@pytest.mark.parametrize("name", OF_ONE_TEST)
@settings(max_examples=25)
@given(sample=degenerate())
def test_no_question_about_one_test_is_certain_of_degenerate_data(name, sample):
    """Tied, separated, reversed, infinite, single subjects: an honest answer or a reason."""
    is_sober(lambda: OF_ONE_TEST[name](sample.select("A")))


@pytest.mark.parametrize("name", OF_PROBABILITIES)
@settings(max_examples=25)
@given(sample=degenerate(few_probabilities, (0,)))
def test_no_question_about_probabilities_is_certain_of_degenerate_data(name, sample):
    """Probabilities of 0 and 1, one value only, perfect separation: an honest answer or a reason."""
    is_sober(lambda: OF_PROBABILITIES[name](sample.select("A")))


@pytest.mark.parametrize("name", OF_TWO_TESTS)
@settings(max_examples=25)
@given(sample=degenerate())
def test_no_paired_question_is_certain_of_degenerate_data(name, sample):
    """Identical tests, separated ones, single subjects: an honest answer or a reason."""
    is_sober(lambda: OF_TWO_TESTS[name](sample))


@pytest.mark.parametrize("name", OF_TWO_SAMPLES)
@settings(max_examples=25)
@given(first=degenerate(), second=degenerate())
def test_no_unpaired_question_is_certain_of_degenerate_data(name, first, second):
    """Two small samples of other subjects: an honest answer or a reason."""
    is_sober(lambda: OF_TWO_SAMPLES[name](first.select("A"), second.select("B")))


cells = st.integers(0, 4)


def corrected(counts, unverified):
    """Correct a table for subjects with a positive and a negative result who were not verified."""
    return corrected_for_verification(counts, unverified_positive=unverified[0], unverified_negative=unverified[1])


@settings(max_examples=60)
@given(st.tuples(cells, cells, cells, cells), st.sampled_from(list(FOR_PROPORTIONS)))
def test_no_question_about_a_table_is_certain_of_few_counts(drawn, word):
    """Empty cells, rows and columns: an honest answer or a reason, by every method for proportions."""
    method = FOR_PROPORTIONS[word]
    tp, fp, fn, tn = drawn
    is_sober(lambda: accuracy(Counts(tp=tp, fp=fp, fn=fn, tn=tn), method, more=True))
    is_sober(lambda: accuracy(Counts(tp=tp, fp=fp, fn=fn, tn=tn), method, prevalence=0.1))
    is_sober(lambda: predictive_values(Counts(tp=tp, fp=fp, fn=fn, tn=tn), [0.01, 0.5]))
    is_sober(lambda: performance_goal(Counts(tp=tp, fp=fp, fn=fn, tn=tn), "specificity", 0.8, method))
    is_sober(lambda: proportion(tp, tp + fn, method, null_value=0.4))
    is_sober(lambda: post_test_probability(0.2, counts=Counts(tp=tp, fp=fp, fn=fn, tn=tn)))
    is_sober(lambda: cohen_kappa([[tp, fp], [fn, tn]]))
    for unverified in ((0, 0), (0, 3), (2, 1)):
        is_sober(lambda: corrected(Counts(tp=tp, fp=fp, fn=fn, tn=tn), unverified))  # noqa: B023


@settings(max_examples=60)
@given(st.tuples(*[cells] * 8))
def test_no_comparison_of_tables_is_certain_of_few_counts(drawn):
    """Paired and independent tables with empty cells: an honest answer or a reason, by every method."""
    assume(any(drawn[:4]) and any(drawn[4:]))
    one, two = (((n[0], n[1]), (n[2], n[3])) for n in (drawn[:4], drawn[4:]))
    counts = [Counts(tp=n[0], fp=n[1], fn=n[2], tn=n[3]) for n in (drawn[:4], drawn[4:])]
    for method in FOR_PAIRED_PROPORTIONS.values():
        is_sober(lambda: compare_accuracy(PairedCounts(cases=one, controls=two), method=method))  # noqa: B023
    for method in FOR_INDEPENDENT_PROPORTIONS.values():
        is_sober(lambda: compare_accuracy(*counts, method=method))  # noqa: B023
    for claim in (noninferiority, equivalence, superiority):
        is_sober(lambda: claim(PairedCounts(cases=one, controls=two), margin=0.1, measure="sensitivity"))  # noqa: B023
        is_sober(lambda: claim(*counts, margin=0.1, measure="specificity"))  # noqa: B023


@settings(max_examples=30)
@given(st.lists(st.tuples(st.sampled_from("abc"), cells, cells, cells), min_size=1, max_size=8))
def test_several_classes_are_not_certain_of_few_subjects(rows):
    """Classes of one subject, empty classes and ties: an honest answer or a reason."""
    truth = [row[0] for row in rows]
    scores = {name: [row[place] for row in rows] for place, name in enumerate("abc", start=1)}
    is_sober(lambda: multiclass_auc(ClassScores.from_truth(truth, scores), Bootstrap(**DRAWS)))


# Bands, choices and permutations draw subjects as they lie in rows, and agree in distribution.
EXACT = {name: ask for name, ask in OF_ONE_TEST.items() if name not in ("auc_intervals",)}


@pytest.mark.parametrize("name", EXACT)
def test_one_test_in_grouped_rows_is_its_subjects(name):
    """A question gives for row counts what it gives for the rows written out, resamples included."""
    for seed in range(3):
        grouped = weighted_rows(name, seed).select("A")
        same(OF_ONE_TEST[name](grouped), OF_ONE_TEST[name](expanded(grouped)))


@pytest.mark.parametrize("name", OF_TWO_TESTS)
def test_two_tests_in_grouped_rows_are_their_subjects(name):
    """A paired question gives for row counts what it gives for the rows written out."""
    for seed in range(2):
        grouped = weighted_rows(name, seed, size=4)
        same(OF_TWO_TESTS[name](grouped), OF_TWO_TESTS[name](expanded(grouped)))


@pytest.mark.parametrize("name", OF_PROBABILITIES)
def test_probabilities_in_grouped_rows_are_their_subjects(name):
    """Calibration and net benefit of row counts are those of the rows written out."""
    grouped = weighted_rows("Brier", 3).select("A")
    shrunk = replace(grouped, cases=grouped.cases * 0.8 + 0.1, controls=grouped.controls * 0.8 + 0.1)
    same(OF_PROBABILITIES[name](shrunk), OF_PROBABILITIES[name](expanded(shrunk)))


DESCRIBING = ("ties", "curve", "points", "gains", "precision_recall")
CLUSTERS = (np.array([0, 0, 1, 1]), np.array([0, 1, 2, 2]))


@pytest.mark.parametrize("name", [name for name in OF_ONE_TEST if name not in DESCRIBING])
def test_clusters_are_refused_by_every_question_about_one_test(name):
    """What infers from independent subjects refuses subjects in clusters."""
    one = replace(Sample.from_groups(cases=[3, 2, 1, 1], controls=[2, 1, 0, 0]), clusters=CLUSTERS)
    with pytest.raises(MethodError, match="come in clusters"):
        OF_ONE_TEST[name](one)


@pytest.mark.parametrize("name", OF_TWO_TESTS)
def test_clusters_are_refused_by_every_paired_question(name):
    """What infers from independent subjects refuses subjects in clusters."""
    both = sample_of(([(3, 2), (2, 1), (1, 1), (1, 0)], [(2, 1), (1, 1), (0, 0), (0, 1)]))
    with pytest.raises(MethodError, match="come in clusters"):
        OF_TWO_TESTS[name](replace(both, clusters=CLUSTERS))


def test_a_case_control_study_shows_no_share_that_it_fixed():
    """Without a stated prevalence nothing that depends on the share of cases is given; with one it is."""
    sample = Sample.from_groups(cases=[0.9, 0.8, 0.4, 0.3], controls=[0.5, 0.3, 0.2, 0.1], design="case-control")
    found = accuracy(counts_at(sample, 0.4))
    assert (found.ppv.estimate, found.npv.estimate, found.accuracy.estimate) == (None, None, None)
    assert accuracy(counts_at(sample, 0.4), prevalence=0.1).ppv.estimate is not None
    assert all(row["precision"] is None for row in gains(sample, 2).rows())
    for refused in (precision_recall, decision_curve, calibration, lambda s: thresholds(s, "accuracy")):
        with pytest.raises((MethodError, DataError), match="case-control"):
            refused(sample)
    assert precision_recall(sample, at_prevalence=0.1).average_precision is not None
    both = PairedCounts(cases=((3, 1), (0, 1)), controls=((0, 1), (1, 3)), design="case-control")
    compared = compare_accuracy(both)
    by_name = {measure.name: measure for measure in compared.measures}
    assert all(by_name[name].estimate is None for name in ("ppv", "npv", "accuracy"))
