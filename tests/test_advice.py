"""What is said beside an inference: its weak spots, and what to use instead."""

import csv
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import two_tests

from rocstats import (
    AUC,
    REGISTER,
    Bootstrap,
    DeLong,
    HanleyMcNeil,
    Newcombe,
    Sample,
    auc,
    auc_from_summary,
    compare_auc,
)
from rocstats.empirical.statistic import Quantity

Z = {"0.9 two-sided": 1.6448536269514722, "0.95 two-sided": 1.959963984540054, "0.95 one-sided": 1.6448536269514722}
METHODS = {name: method for name, method in REGISTER.items() if hasattr(method, "infer")}
ALONE = Quantity(AUC(), ((Sample.from_groups(cases=[2], controls=[1]), (1.0,)),))
METHODS = {name: method for name, method in METHODS.items() if method.refuses(ALONE) is None}
BELOW = "below 0.5: controls tend to score on the positive side. The direction is the stated one and was not turned."


def sized(m, n, won=0.7):
    """Make a sample of m cases and n controls in which about this share of the controls is below every case."""
    below = round(won * n)
    return Sample.from_counts(cases=[0, m - 1, 1, 0], controls=[below, 0, 0, n - below])


def codes(found):
    """Return the codes of the notes in their order."""
    return [note.code for note in found.notes]


def texts(found):
    """Return the texts of the notes in their order."""
    return [note.text for note in found.notes]


# One area


def test_a_large_sample_in_the_middle_needs_no_note():
    """60 + 60 subjects and an area of 0.7: nothing to warn of."""
    assert auc(sized(60, 60)).notes == ()


@pytest.mark.parametrize(
    ("sample", "studies"),
    [
        (sized(29, 30), "20 cases and 20 controls with an AUC of 0.7 to 0.8"),
        (sized(12, 10), "10 cases and 5 controls with an AUC of 0.5 to 0.8"),
        (sized(40, 40, 0.9), "50 cases and 50 controls with an AUC of 0.9"),
        (sized(20, 40, 0.95), "20 cases and 50 controls with an AUC of 0.9 to 0.95"),
    ],
)
def test_where_the_wald_interval_is_rough(sample, studies):
    """The simulated studies that are nearest are named, with the share that the interval covered and a better one."""
    (note,) = (note for note in auc(sample).notes if note.code == "wald-rough")
    assert note.text.startswith(f"in simulated studies of {studies}, the nearest to these data, the 95 percent ")
    assert " interval by DeLong covered the AUC in as few as " in note.text
    assert ". Report the latter" in note.text


def test_an_area_near_zero_is_rough_and_below_chance():
    """Both are said: the direction may be wrong, and the interval is rough at this end too."""
    found = auc(sized(40, 40, 0.1))
    assert codes(found) == ["below-chance", "wald-rough"]
    assert texts(found)[0] == f"the AUC is {BELOW}"
    assert texts(found)[1].startswith(
        "in simulated studies of 50 cases and 50 controls with an AUC of 0.9, the nearest to these data once cases and "
        "controls have exchanged their names, the 95 percent interval by DeLong covered the AUC in as few as 91.3 "
    )


def test_the_interval_that_is_recommended_does_not_recommend_another():
    """No note about coverage stands beside the interval that the other notes name."""
    assert 'Report the latter: auc(sample, DeLong(scale="logit")).' in texts(auc(sized(29, 30)))[-1]
    assert auc(sized(29, 30), DeLong(scale="logit")).notes == ()
    assert "auc(sample, Newcombe())." in texts(auc(sized(12, 10, 0.8)))[-1]
    assert auc(sized(12, 10, 0.8), Newcombe()).notes == ()


def test_an_area_of_one_half_is_not_below_chance():
    """The note is about areas below 0.5 only."""
    assert "below-chance" not in codes(auc(Sample.from_groups(cases=[1, 2], controls=[1, 2])))


@pytest.mark.parametrize("name", METHODS)
def test_an_area_below_one_half_is_pointed_out_by_every_method(name):
    """The direction is the stated one; whoever chose it should look again."""
    method = METHODS[name]
    method = replace(method, n_resamples=100, rng=1) if isinstance(method, Bootstrap) else method
    assert f"the AUC is {BELOW}" in texts(auc(sized(35, 40, 0.3), method))


@pytest.mark.parametrize("method", [DeLong(), DeLong(scale="logit"), HanleyMcNeil(), Bootstrap(rng=1)])
@pytest.mark.parametrize(
    ("level", "alternative", "limits"),
    [
        (0.95, "two-sided", "Newcombe's 95 percent interval, which does not need that variance, is 0.501 to 1.000"),
        (0.9, "two-sided", "Newcombe's 90 percent interval, which does not need that variance, is 0.589 to 1.000"),
        (0.95, "greater", "Newcombe's 95 percent interval, which does not need that variance, is 0.589 to 1.000"),
        (0.975, "less", "Newcombe's 97.5 percent interval, which does not need that variance, is 0.000 to 1.000"),
    ],
)
def test_the_interval_offered_instead_is_the_one_asked_for(method, level, alternative, limits):
    """Where a method has none, Newcombe's interval is given at the level and on the side of the question."""
    sample = Sample.from_groups(cases=[4, 5, 6], controls=[1, 2, 3])
    found = auc(sample, method, level=level, alternative=alternative)
    assert f"{limits}: auc(sample, Newcombe())." in found.notes[0].text
    instead = auc(sample, Newcombe(), level=level, alternative=alternative).interval
    assert f"{instead.low:.3f} to {instead.high:.3f}" in found.notes[0].text


def test_the_interval_offered_instead_equals_exact_bisection():
    """0.501, 0.589: the limits for 3 + 3 separated subjects, every sign decided in fractions."""
    for key, expected in (("0.95 two-sided", "0.501"), ("0.9 two-sided", "0.589"), ("0.95 one-sided", "0.589")):
        assert f"{float(oracles.newcombe_limits(1, 3, 3, Z[key])[0]):.3f}" == expected


def test_a_published_area_is_pointed_to_a_call_that_needs_no_sample():
    """There are no scores, so the way out is the same question with the other method."""
    text = texts(auc_from_summary(1, n_cases=10, n_controls=10))[0]
    assert "auc_from_summary(" in text
    assert "auc(sample" not in text


few = st.sampled_from(list(METHODS))


@settings(max_examples=150)
@given(sample=two_tests(most=3), name=few, alternative=st.sampled_from(["two-sided", "less", "greater"]))
def test_what_is_not_estimable_says_what_to_use_instead(sample, name, alternative):
    """Whatever the reason, the first note of an area or a difference without an interval names a call that has one."""
    method = METHODS[name]
    method = replace(method, n_resamples=100, rng=1) if isinstance(method, Bootstrap) else method
    found = [auc(sample.select("A"), method, alternative=alternative)]
    if isinstance(method, Bootstrap) or method == DeLong():
        found.append(compare_auc(sample, method=method, alternative=alternative))
    for result in found:
        if result.interval is None and "identical-tests" not in codes(result):
            assert "Newcombe()" in result.notes[0].text


# Differences


def test_two_large_groups_need_no_note():
    """Nothing is said of a comparison in which all groups hold 30 subjects."""
    assert compare_auc(sized(30, 30), sized(30, 40, 0.6)).notes == ()


@pytest.mark.parametrize(
    ("first", "second", "start"),
    [
        ((21, 50), (20, 22), "three of the four groups have fewer than 30 subjects (21 and 20 cases, 22 controls)"),
        ((29, 50), (40, 42), "one of the four groups has fewer than 30 subjects (29 cases)"),
        ((30, 2), (30, 3), "two of the four groups have fewer than 30 subjects (2 and 3 controls)"),
    ],
)
def test_small_groups_of_an_unpaired_comparison_are_counted(first, second, start):
    """How many of the four groups are small, and how small."""
    found = compare_auc(sized(*first, won=0.5), sized(*second, won=0.6))
    assert f"{start}; the normal approximation is rough here." in texts(found)


def test_small_groups_of_a_paired_comparison_are_two():
    """A pair of tests shares its two groups."""
    truth = [1] * 5 + [0] * 40
    scores = {"A": [21, 39, 39, 39, 39, *range(40)], "B": [39, 2, 39, 39, 39, *range(40)]}
    assert texts(compare_auc(Sample.from_truth(truth, scores))) == [
        "one of the two groups has fewer than 30 subjects (5 cases); the normal approximation is rough here. "
        "Permutation() tests equal areas without it."
    ]


def test_simulated_comparisons_bear_out_the_second_opinion():
    """In small groups the bootstrap by percentiles is no check of DeLong's comparison, and swapped ranks are one."""
    table = Path(__file__).parent.parent / "validation" / "simulation" / "comparisons.csv"
    sizes, coverages = defaultdict(dict), defaultdict(dict)
    with table.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if min(int(row["cases"]), int(row["controls"])) < 30 and row["auc_1"] == row["auc_2"]:
                cell = tuple(row[name] for name in ("design", "cases", "controls", "auc_1", "correlation", "scores"))
                sizes[cell][row["method"]] = float(row["rejected"])
                coverages[cell][row["method"]] = float(row["coverage_of_difference"] or "nan")
    both = [cell for cell in sizes if "bootstrap-percentile" in sizes[cell]]
    assert len(both) >= 9
    assert max(sizes[c]["bootstrap-percentile"] for c in both) > max(sizes[c]["delong"] for c in both) + 0.02
    assert all(coverages[c]["bootstrap-percentile"] < coverages[c]["delong"] for c in both)
    swapped = [sizes[cell] for cell in both if "permutation" in sizes[cell]]
    off = {word: max(abs(one[word] - 0.05) for one in swapped) for word in ("permutation", "delong")}
    assert len(swapped) >= 8
    assert off["permutation"] < off["delong"]


def test_which_area_is_below_chance_is_named():
    """Only the test that is below, by its name, made printable."""
    sample = Sample.from_truth([1, 1, 1, 0, 0, 0], {"A": [3, 5, 2, 1, 3, 0], "B\n": [0, 1, 3, 2, 3, 1]})
    assert f"the AUC of B\\n is {BELOW}" in texts(compare_auc(sample))


def test_one_perfect_area_is_said_to_count_as_certain():
    """Its variance is taken as zero, so the standard error of the difference is too small."""
    sample = Sample.from_truth([1, 1, 1, 0, 0, 0], {"A": [3, 4, 5, 1, 2, 0], "B": [3, 1, 2, 1, 0, 2]})
    assert (
        "the AUC of A (1) is at the end of its range, and its variance counts as zero; a standard error that rests on "
        "it is too small." in texts(compare_auc(sample))
    )


# Order


def test_the_gravest_note_comes_first():
    """Why there is no number stands before the direction, the direction before rough approximations."""
    separated = auc(Sample.from_groups(cases=[1, 2], controls=[3, 4]))
    assert codes(separated) == ["perfect-separation", "below-chance"]
    rough = auc(Sample.from_groups(cases=[1, 2, 5], controls=[3, 4, 2]))
    assert codes(rough) == ["clipped", "below-chance", "wald-rough"]
    assert len(set(texts(rough))) == 3
