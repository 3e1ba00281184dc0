"""Any statistic of one test, any difference of two: what the questions ask and what they refuse."""

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import two_tests

from rocstats import (
    AUC,
    AveragePrecision,
    Bootstrap,
    DataError,
    DeLong,
    HanleyMcNeil,
    MethodError,
    Newcombe,
    Permutation,
    PrecisionAtK,
    Sample,
    Study,
    Wilson,
    auc,
    compare,
    compare_auc,
    estimate,
)

PAIR = Sample.from_truth([1, 1, 1, 0, 0, 0], {"A": [3, 4, 2, 1, 2, 0], "B": [1, 3, 2, 2, 1, 0]})
A, B = PAIR.select("A"), PAIR.select("B")
OTHER = Sample.from_groups(cases=[4, 5, 1], controls=[3, 1, 2], tests=["A"])


@dataclass(frozen=True)
class Reached:
    """Sensitivity at a fixed threshold: a statistic that is not the area."""

    threshold: float = 2.0
    name = "sensitivity"
    title = "Sensitivity at a threshold"
    plural = "sensitivities"
    bounds = (0.0, 1.0)
    prevalence = False

    def __call__(self, sample):
        """Return the share of cases at or above the threshold, for each test."""
        p, _ = sample.frequencies
        return p @ (sample.cases >= self.threshold) / p.sum()

    def weighted(self, sample, case_w, control_w):
        """Return the same under row weights."""
        return case_w @ (sample.cases >= self.threshold) / case_w.sum(axis=1, keepdims=True)


def says(ask, error, text):
    """Assert that a question is refused in exactly these words."""
    with pytest.raises(error) as caught:
        ask()
    assert str(caught.value) == text


# Any statistic


def test_a_statistic_of_ones_own_is_estimated_and_compared():
    """Name, title and range are those of the statistic; the method is one that needs only row weights."""
    one = estimate(A, Reached(), Bootstrap(n_resamples=200, rng=1), null_value=0.5)
    assert (one.estimate, one.parameter, one.test) == (1.0, "sensitivity", "A")
    assert str(one).startswith("\n\tSensitivity at a threshold, percentile bootstrap\n")
    two = compare(PAIR, None, Reached(), Bootstrap(n_resamples=200, rng=1))
    assert (two.values, two.estimate) == ((1.0, 2 / 3), pytest.approx(1 / 3))
    assert str(two).startswith("\n\tPercentile bootstrap for two correlated sensitivities\n")
    assert "sensitivity of A  sensitivity of B  difference" in str(two)


@pytest.mark.parametrize(
    ("method", "text"),
    [
        (DeLong(), "DeLong needs structural components, and sensitivity has none; use Bootstrap()."),
        (HanleyMcNeil(), "Hanley and McNeil's formula is for the AUC, not for sensitivity; use Bootstrap()."),
        (Newcombe(), "Newcombe's method 5 is for one AUC; use DeLong() or Bootstrap()."),
        (
            Bootstrap(kind="studentized"),
            'replicates of sensitivity have no variance of their own; use kind="bca" or "percentile".',
        ),
    ],
)
def test_a_method_that_does_not_serve_is_refused_with_its_reason(method, text):
    """The reason is the method's own, and names another."""
    says(lambda: estimate(A, Reached(), method), MethodError, text)


@given(two_tests())
def test_the_short_questions_are_the_long_ones(sample):
    """auc and compare_auc are estimate and compare with the area and DeLong's method filled in."""
    one, two = sample.select("A"), sample.select("B")
    assert auc(one, null_value=0.3) == estimate(one, AUC(), DeLong(), null_value=0.3)
    assert compare_auc(sample) == compare(sample, None, AUC(), DeLong())
    assert auc(two, level=0.9, alternative="less") == estimate(two, AUC(), DeLong(), level=0.9, alternative="less")


def test_without_a_null_value_nothing_is_tested():
    """No statistic and no p-value; the interval is there."""
    found = estimate(A, AUC(), DeLong())
    assert (found.statistic, found.pvalue, found.null_value) == (None, None, None)
    assert found.interval is not None


def test_a_margin_moves_the_null_value_of_a_difference():
    """Z is the distance to the margin, in the same standard errors."""
    plain, margin = compare(PAIR, None, AUC(), DeLong()), compare(PAIR, None, AUC(), DeLong(), null_value=-0.1)
    assert margin.statistic == pytest.approx((plain.estimate + 0.1) / plain.standard_error)
    assert margin.interval == plain.interval
    assert "alternative hypothesis: true difference in AUC is not equal to -0.1\n" in str(margin)


# Refusals


def test_a_null_value_that_is_no_number_is_of_the_wrong_type():
    """True is no value of an area."""
    says(lambda: estimate(A, AUC(), DeLong(), null_value=True), TypeError, "null_value is bool; it must be a number.")


@pytest.mark.parametrize("value", [0, 1, -0.2, 1.5, math.nan, math.inf])
def test_a_null_value_outside_the_range_is_refused(value):
    """The range is that of the statistic, its ends excluded: no test can judge them."""
    says(
        lambda: estimate(A, AUC(), DeLong(), null_value=value),
        MethodError,
        f"null_value is {value!r}; for AUC it must lie between 0 and 1.",
    )


@pytest.mark.parametrize("value", [1, -1, 2, math.nan])
def test_a_null_difference_outside_the_range_is_refused(value):
    """Differences of areas lie between -1 and 1."""
    says(
        lambda: compare(PAIR, None, AUC(), DeLong(), null_value=value),
        MethodError,
        f"null_value is {value!r}; a difference must lie between -1 and 1.",
    )


@pytest.mark.parametrize(
    "ask", [lambda v: auc(A, null_value=v), lambda v: compare(PAIR, None, AUC(), DeLong(), null_value=v)]
)
@pytest.mark.parametrize("value", ["0.5", [0.5]])
def test_a_null_value_that_is_no_number_is_refused_in_words(ask, value):
    """Text and lists are named as what they are, and so is the option."""
    with pytest.raises((TypeError, MethodError), match="null_value"):
        ask(value)


@pytest.mark.parametrize(
    ("statistic", "text"),
    [
        (AUC, "AUC is a class; a statistic is a value: AUC()."),
        (PrecisionAtK, "PrecisionAtK is a class; a statistic is a value: PrecisionAtK(...)."),
        ("AUC", "statistic is 'AUC'; it must be a statistic, such as AUC() or AveragePrecision()."),
    ],
)
def test_what_is_no_statistic_is_refused_in_words(statistic, text):
    """A class without brackets and a name are named as what they are, alone and in a comparison."""
    for ask in (lambda: estimate(A, statistic, DeLong()), lambda: compare(PAIR, None, statistic, DeLong())):
        with pytest.raises(TypeError) as refused:
            ask()
        assert str(refused.value) == text


@pytest.mark.parametrize("statistic", [AveragePrecision(), PrecisionAtK(2)])
def test_the_note_on_the_design_offers_what_there_is(statistic):
    """A sentence begins with a capital, and a prevalence is offered only where the statistic takes one."""
    notes = {note.code: note.text for note in estimate(A, statistic, Bootstrap(n_resamples=100, rng=1)).notes}
    said = notes["design-not-stated"]
    assert said.startswith(f"the design was not stated. {statistic.name.capitalize()} holds for the share of cases")
    assert said.endswith("a prevalence." if hasattr(statistic, "at_prevalence") else 'state design="cohort".')


@pytest.mark.parametrize(
    ("method", "text"),
    [
        (DeLong, "DeLong is a class; a method is a value: DeLong()."),
        (
            "delong",
            "method is 'delong'; it must be a method for a quantity, such as DeLong(), Bootstrap(), "
            "HanleyMcNeil(), Newcombe(), Bamber() or Permutation().",
        ),
        (
            Wilson(),
            "method is Wilson(continuity=False); it must be a method for a quantity, such as DeLong(), Bootstrap(), "
            "HanleyMcNeil(), Newcombe(), Bamber() or Permutation().",
        ),
    ],
)
def test_what_is_no_method_is_refused(method, text):
    """A class, a word, a method for proportions: how a method is written stands in the message."""
    says(lambda: estimate(A, AUC(), method), TypeError, text)


@pytest.mark.parametrize(
    ("ask", "name"),
    [
        (lambda what: estimate(what, AUC(), DeLong()), "estimate"),
        (lambda what: compare(what, None, AUC(), DeLong()), "compare"),
        (auc, "auc"),
        (compare_auc, "compare_auc"),
    ],
)
@pytest.mark.parametrize("what", [[1, 0], np.array([1.0]), pd.DataFrame({"a": [1]}), "data.csv", None, 0.7])
def test_what_is_no_sample_is_refused_with_the_door(ask, name, what):
    """Arrays, frames and file names have their own doors, and the message names one."""
    says(
        lambda: ask(what),
        TypeError,
        f"{name} takes a Sample, not {type(what).__name__}; make one with Sample.from_truth(truth, scores) or "
        "study.sample(name).",
    )


def test_a_study_is_refused_with_the_door():
    """A study has missing values and many tests; a question takes a sample of it."""
    study = Study(pd.DataFrame({"ill": [1, 0], "A": [2, 1]}), truth="ill", tests=["A"])
    says(
        lambda: auc(study),
        TypeError,
        "auc takes a Sample, not Study; make one with Sample.from_truth(truth, scores) or study.sample(name).",
    )


def test_swapped_arguments_are_named():
    """Method before sample, or a method in the place of the second sample."""
    says(
        lambda: auc(DeLong(), A),
        TypeError,
        "auc takes a Sample, not DeLong; make one with Sample.from_truth(truth, scores) or study.sample(name).",
    )
    says(
        lambda: compare_auc(PAIR, DeLong()),
        TypeError,
        "the second place is for a second sample, and it holds DeLong(scale='identity'). Name a method: "
        "compare_auc(sample, method=...) or compare(sample, None, statistic, method).",
    )
    with pytest.raises(TypeError, match=r"^method is <Sample: A by group; 3 cases, 3 controls, 0 dropped>; it must be"):
        auc(A, OTHER)


def test_the_number_of_tests_must_fit_the_question():
    """One for an estimate, two for a paired comparison, one in each sample of an unpaired one."""
    three = Sample.from_truth([1, 0], {"A": [2, 1], "B": [1, 2], "C": [1, 3]})
    says(
        lambda: estimate(PAIR, AUC(), DeLong()),
        DataError,
        "estimate takes one test; this sample holds 2: A and B. Pick one with sample.select(name).",
    )
    says(
        lambda: compare(A, None, AUC(), DeLong()),
        DataError,
        'a comparison takes two tests; this sample holds 1: A. Take both from one study: study.sample("A", "B").',
    )
    says(
        lambda: compare(three, None, AUC(), DeLong()),
        DataError,
        "a comparison takes two tests; this sample holds 3: A, B and C. Pick two with sample.select(first, second), "
        "or compare all at once with contrast_auc(sample).",
    )
    says(
        lambda: compare(OTHER, PAIR, AUC(), DeLong()),
        DataError,
        "an unpaired comparison takes one test; this sample holds 2: A and B. Pick one with sample.select(name).",
    )


@pytest.mark.parametrize("method", [DeLong(), HanleyMcNeil(), Newcombe(), Bootstrap(rng=1)])
def test_subjects_in_clusters_are_refused(method):
    """Every method here takes subjects as independent, and says what to do."""
    clustered = Sample.from_truth([1, 1, 0, 0], [3, 4, 1, 2], cluster=[1, 1, 2, 2])
    with pytest.raises(
        MethodError, match=r"^these subjects come in clusters, and .* takes subjects as independent; its"
    ):
        auc(clustered, method)
    with pytest.raises(MethodError, match=r"Take one record per cluster, or leave cluster= out"):
        compare_auc(clustered, OTHER, Bootstrap(rng=1))


# Paired after all


def study():
    """Make a study of two tests with a missing score in each."""
    frame = pd.DataFrame(
        {"ill": [1, 1, 1, 0, 0, 0], "A": [3, 4, np.nan, 1, 2, 0], "B": [1, 3, 2, 2, 1, np.nan], "sex": list("fmffmm")}
    )
    return Study(frame, truth="ill", tests=["A", "B"], missing="drop")


def test_two_samples_of_one_study_are_refused_as_unpaired():
    """The message holds the paired call, which works as it is written."""
    whole = study()
    says(
        lambda: compare_auc(whole.sample("A"), whole.sample("B")),
        DataError,
        "the two samples share subjects, so the tests are paired, and an unpaired comparison would be wrong. "
        'Take both tests in one sample: compare_auc(study.sample("A", "B")).',
    )
    paired = compare_auc(whole.sample("A", "B"))
    assert paired.paired
    assert (paired.subjects[0].n_cases, paired.subjects[0].n_controls, paired.subjects[0].n_dropped) == (2, 2, 2)


def test_one_test_of_overlapping_groups_is_refused():
    """Everybody against the women compares women with themselves."""
    whole = study()
    women = whole.where(whole.frame["sex"] == "f")
    says(
        lambda: compare_auc(whole.sample("B"), women.sample("B")),
        DataError,
        'the two samples of "B" share subjects, so they are not independent. Compare groups of different subjects, '
        "such as study.where(mask) and study.where(~mask).",
    )


def test_groups_of_different_subjects_are_compared():
    """Women against men is an unpaired comparison, of one test or of two."""
    whole = study()
    women, men = (whole.where(whole.frame["sex"] == sex) for sex in "fm")
    assert compare_auc(women.sample("B"), men.sample("B")).paired is False
    assert compare_auc(women.sample("A"), men.sample("B")).tests == ("A", "B")


def test_the_same_subject_ids_in_two_arrays_are_refused():
    """Ids are known again wherever they came from; so is the very same sample."""
    one = Sample.from_truth([1, 0, 1], [3, 1, 2], tests=["A"], subject=["s1", "s2", "s3"])
    two = Sample.from_truth([1, 0, 1], [3, 1, 2], tests=["B"], subject=["s4", "s3", "s5"])
    three = Sample.from_truth([1, 0], [3, 1], tests=["B"], subject=["s6", "s7"])
    with pytest.raises(DataError, match=r'compare_auc\(study\.sample\("A", "B"\)\)'):
        compare_auc(one, two)
    with pytest.raises(DataError, match="share subjects"):
        compare_auc(A, A)
    with pytest.raises(DataError, match="share subjects"):
        compare_auc(A, B)
    assert compare_auc(one, three).estimate == 0


@given(st.sampled_from(["x\ny", 'x"y', "<b>"]))
def test_a_hostile_name_cannot_break_the_message(name):
    """Names in messages are made printable."""
    sample = Sample.from_truth([1, 0], {name: [1, 2], "B": [1, 2]})
    with pytest.raises(DataError) as caught:
        auc(sample)
    assert "\n" not in str(caught.value)


def test_clusters_are_refused_in_words_true_of_the_method():
    """A method without a standard error is not said to have one that is too small."""
    truth, cluster = [1, 1, 0, 0, 1, 0], list("aabbcc")
    one = Sample.from_truth(truth, [1, 2, 2, 0, 3, 1], cluster=cluster)
    both = Sample.from_truth(truth, {"A": [1, 2, 2, 0, 3, 1], "B": [2, 2, 1, 0, 3, 1]}, cluster=cluster)
    with pytest.raises(MethodError, match=r"Newcombe, method 5 takes .*; its interval would be too short\. Take one"):
        estimate(one, AUC(), Newcombe())
    with pytest.raises(MethodError, match=r"Permutation takes .*; its p-value would be too small\. Take one"):
        compare(both, None, AUC(), Permutation())
    with pytest.raises(MethodError, match=r"its standard error would be too small\. Take one record per cluster"):
        estimate(one, AUC(), DeLong())
