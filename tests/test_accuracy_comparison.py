"""Accuracy of two tests compared: rows, further tests, notes, refusals, and how it all prints."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats.data.counts import Counts
from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.paired_counts import PairedCounts
from rocstats.data.sample import Sample
from rocstats.empirical.paired_points import paired_counts_at
from rocstats.empirical.points import counts_at
from rocstats.errors import MethodError
from rocstats.inference.compared_accuracies import compare_accuracy
from rocstats.inference.two_by_two import accuracy
from rocstats.methods.delong import DeLong
from rocstats.methods.fisher import FisherExact
from rocstats.methods.mcnemar import McNemar
from rocstats.methods.miettinen_nurminen import MiettinenNurminen
from rocstats.methods.paired_newcombe import PairedNewcombe
from rocstats.methods.paired_wald import PairedWald
from rocstats.methods.proportion_differences import FOR_INDEPENDENT_PROPORTIONS, FOR_PAIRED_PROPORTIONS
from rocstats.methods.tango import Tango
from rocstats.references import REFERENCES

PAIRED1 = PairedCounts(cases=((319, 78), (22, 32)), controls=((31, 53), (22, 155)), design="cohort")
FIRST, SECOND = Counts(tp=26, fp=12, fn=15, tn=60), Counts(tp=30, fp=20, fn=11, tn=52)
cell = st.sampled_from([0, 0, 1, 2, 5, 20])
table = st.tuples(cell, cell, cell, cell)
designs = st.sampled_from([None, "cohort", "case-control"])
alternatives = st.sampled_from(["two-sided", "greater", "less"])


def codes(found) -> list[str]:
    return [note.code for note in found.notes]


def printed(found) -> str:
    return "\n".join(line.rstrip() for line in str(found).splitlines())


# ---- rows


def test_rows_are_the_values_of_each_test_and_what_the_methods_say():
    """Differences are first minus second, ratios first over second; each p and interval is that of its method."""
    found = compare_accuracy(PAIRED1)
    for name, values in (("sensitivity", (397 / 451, 341 / 451)), ("specificity", (177 / 261, 208 / 261))):
        measure = getattr(found, name)
        assert (measure.first, measure.second) == values
        assert measure.estimate == pytest.approx(values[0] - values[1], abs=1e-15)
    assert found.accuracy.estimate == pytest.approx((397 + 177 - 341 - 208) / 712, abs=1e-15)
    assert found.sensitivity.interval == Tango().interval(PAIRED1.cases)
    assert found.specificity.interval == Tango().interval(PAIRED1.controls.negatives)
    assert found.specificity.pvalue == Tango().pvalue(PAIRED1.controls.negatives)
    assert found.ppv.estimate == pytest.approx((397 / 481) / (341 / 394))
    assert found.lr_positive.estimate == pytest.approx(0.7345692, abs=5e-8)
    assert [m.name for m in found.measures] == [
        *("sensitivity", "specificity", "accuracy", "ppv", "npv", "lr_positive", "lr_negative"),
    ]
    one, two = accuracy(PAIRED1.first), accuracy(PAIRED1.second)
    for name in ("ppv", "npv", "lr_positive", "lr_negative"):
        measure = getattr(found, name)
        assert (measure.first, measure.second) == (getattr(one, name).estimate, getattr(two, name).estimate)
        assert measure.estimate == pytest.approx(measure.first / measure.second)


def test_mcnemar_stands_where_the_interval_has_no_test():
    """Tango's p is McNemar's and needs no row; Newcombe has no p, and three McNemar tests stand for it."""
    names = [(t.name, t.method.id) for t in compare_accuracy(PAIRED1).equality_tests]
    scores = [
        (value, method) for value in ("ppv", "npv") for method in ("weighted-generalised-score", "generalised-score")
    ]
    assert names == [("sensitivity_specificity", "mcnemar-generalised"), *scores]
    assert compare_accuracy(PAIRED1).sensitivity.pvalue == McNemar().pvalue(PAIRED1.cases)
    found = compare_accuracy(PAIRED1, method=PairedNewcombe())
    assert found.sensitivity.pvalue is None
    for measure, pairs in (
        ("sensitivity", PAIRED1.cases),
        ("specificity", PAIRED1.controls.negatives),
        ("accuracy", PAIRED1.correct),
    ):
        tests = {t.method.id: t.pvalue for t in found.equality_tests if t.name == measure}
        assert tests == {m.card.id: m.pvalue(pairs) for m in (McNemar("exact"), McNemar("mid-p"), McNemar())}


def test_one_test_can_be_asked_for():
    """test= stands beside each difference, whatever the method."""
    exact = [t for t in compare_accuracy(PAIRED1, test=McNemar("exact")).equality_tests if t.name == "sensitivity"]
    assert [(t.method.id, t.statistic) for t in exact] == [("mcnemar-exact", None)]
    assert exact[0].pvalue == pytest.approx(1.590533e-08, abs=5e-15)
    fisher = compare_accuracy(FIRST, SECOND, test=FisherExact()).equality_tests
    assert [t.name for t in fisher] == ["sensitivity", "specificity", "accuracy", "ppv", "npv"]
    assert fisher[0].pvalue == FisherExact().pvalue(((26, 41), (30, 41)))


def test_different_subjects_are_compared_as_independent():
    """Five differences of proportions by Miettinen and Nurminen, two ratios of likelihood ratios."""
    found = compare_accuracy(FIRST, SECOND)
    assert not found.paired
    assert found.ppv.effect == "difference"
    assert found.ppv.estimate == pytest.approx(26 / 38 - 30 / 50)
    assert found.ppv.interval == MiettinenNurminen().interval(((26, 38), (30, 50)))
    assert found.npv.pvalue == MiettinenNurminen().pvalue(((60, 75), (52, 63)))
    assert found.lr_negative.estimate == pytest.approx((15 / 60) / (11 / 52))
    assert [m.effect for m in found.measures] == ["difference"] * 5 + ["ratio"] * 2
    assert found.equality_tests == ()
    newcombe = compare_accuracy(FIRST, SECOND, method=FOR_INDEPENDENT_PROPORTIONS["newcombe-independent"])
    assert [t.method.id for t in newcombe.equality_tests] == ["fisher"] * 5


def test_a_one_sided_alternative_gives_one_sided_intervals():
    """Lower bounds for "greater"; the generalised test has no direction."""
    found = compare_accuracy(PAIRED1, alternative="greater")
    assert {m.interval.sides for m in found.measures} == {"lower"}
    assert found.sensitivity.interval.high == 1.0
    assert found.lr_positive.interval.high == math.inf
    assert found.sensitivity.pvalue == pytest.approx(2.143518e-08 / 2, abs=5e-15)
    assert found.equality_tests[0].alternative == "two-sided"


# ---- notes


def test_identical_tests_have_p_1_and_a_note():
    """Nobody has two different results: differences of 0, ratios of 1, and intervals that still have a width."""
    found = compare_accuracy(PairedCounts(cases=((5, 0), (0, 1)), controls=((2, 0), (0, 4)), design="cohort"))
    assert codes(found) == ["identical-tests"]
    assert {m.pvalue for m in found.measures} == {1.0}
    assert {t.pvalue for t in found.equality_tests} == {1.0}
    assert all(m.interval.low < 0 < m.interval.high for m in found.measures if m.effect == "difference")
    assert all(m.interval is None for m in found.measures if m.effect == "ratio")


def test_a_zero_variance_is_not_estimable():
    """Wald has nothing to say without discordant pairs, says so, and leaves the word to McNemar."""
    found = compare_accuracy(
        PairedCounts(cases=((5, 0), (0, 1)), controls=((2, 1), (0, 4)), design="cohort"), method=PairedWald()
    )
    assert codes(found) == ["no-discordant-pairs", "zero-variance"]
    assert (found.sensitivity.estimate, found.sensitivity.interval, found.sensitivity.pvalue) == (0.0, None, None)
    assert found.notes[1].text.startswith("by the Wald method the variance of the difference in sensitivity is 0")
    assert [t.pvalue for t in found.equality_tests if t.name == "sensitivity"] == [1.0, 1.0, 1.0]


def test_a_case_control_study_compares_nothing_that_depends_on_the_share_of_cases():
    """PPV, NPV and accuracy have neither values nor tests; sensitivity and likelihood ratios do."""
    found = compare_accuracy(replace(PAIRED1, design="case-control"))
    for measure in (found.ppv, found.npv, found.accuracy):
        assert (measure.first, measure.estimate, measure.interval, measure.pvalue) == (None,) * 4
    assert found.lr_positive.interval is not None
    assert {t.name for t in found.equality_tests} == {"sensitivity_specificity"}
    assert codes(found) == ["case-control"]
    unpaired = compare_accuracy(replace(FIRST, design="case-control"), replace(SECOND, design="cohort"))
    assert unpaired.ppv.first is None
    assert unpaired.ppv.second == 30 / 50
    assert unpaired.ppv.estimate is None
    assert "case-control" in codes(unpaired)


def test_what_is_infinite_and_what_has_no_interval_is_said_apart():
    """A likelihood ratio without a value is infinite, its ratio not estimable, and a ratio of 0 has no limits."""
    empty = compare_accuracy(Counts(tp=3, fp=0, fn=2, tn=9), Counts(tp=3, fp=2, fn=2, tn=9))
    assert (empty.lr_positive.first, empty.lr_positive.estimate, empty.lr_positive.interval) == (None, None, None)
    said = [note.text for note in empty.notes if note.code in ("infinite-ratio", "zero-cell")]
    assert said == [
        "LR+ of the first test is infinite in these data and so not estimable.",
        "the ratio of LR+ is not estimable: a count of 0 leaves it without a finite logarithm or without a variance. "
        "Compare sensitivity and specificity instead.",
    ]
    perfect = compare_accuracy(Counts(tp=5, fp=0, fn=0, tn=9), Counts(tp=3, fp=0, fn=2, tn=9))
    said = [note.text for note in perfect.notes if note.code in ("infinite-ratio", "zero-cell")]
    assert said[0] == (
        "LR+ of the first test and LR+ of the second test are infinite in these data and so not estimable."
    )
    assert said[1].startswith(
        "the ratio of LR+ is not estimable and the ratio of LR- has no interval: a count of 0 leaves"
    )


def test_a_design_that_is_not_stated_and_shares_that_differ_get_notes():
    """Predictive values of two samples differ with their shares of cases."""
    assert codes(compare_accuracy(replace(PAIRED1, design=None))) == ["design-not-stated"]
    other = replace(SECOND, tp=3, fn=1)
    assert codes(compare_accuracy(FIRST, other)) == ["design-not-stated", "shares-differ"]
    assert codes(compare_accuracy(replace(FIRST, design="cohort"), replace(SECOND, design="cohort"))) == []


def test_ratios_without_a_logarithm_are_named():
    """No control is positive by either test: LR+ is infinite, PPV 1 without variance, and its score tests have none."""
    found = compare_accuracy(PairedCounts(cases=((8, 3), (1, 2)), controls=((0, 0), (0, 7)), design="cohort"))
    assert codes(found) == ["no-discordant-pairs", "infinite-ratio", "zero-cell", "zero-variance"]
    assert found.notes[1].text == "LR+ of A and LR+ of B are infinite in these data and so not estimable."
    assert found.notes[2].text.startswith(
        "the ratio of LR+ is not estimable and the ratio of PPV has no interval: a count"
    )
    assert "the score tests of PPV have no variance" in found.notes[3].text


def test_limits_beyond_the_range_are_clipped_with_a_note():
    """Wald passes 1 in a small table; a difference drawn towards 0 can lie outside at a low level."""
    small = PairedCounts(cases=((0, 3), (0, 1)), controls=(1, 1, 1, 1), design="cohort")
    assert "clipped" in codes(compare_accuracy(small, method=PairedWald()))
    large = PairedCounts(cases=((0, 1000), (0, 0)), controls=(1, 1, 1, 1), design="cohort")
    found = compare_accuracy(large, method=FOR_PAIRED_PROPORTIONS["agresti-min"], level=0.55)
    assert "estimate-outside" in codes(found)


def test_an_empty_group_leaves_its_measures_not_estimable():
    """Without controls there are no specificity and no likelihood ratios."""
    found = compare_accuracy(PairedCounts(cases=((8, 3), (1, 2)), controls=(0, 0, 0, 0), design="cohort"))
    assert codes(found)[0] == "no-controls"
    assert found.specificity.estimate is None
    assert found.lr_positive.estimate is None
    assert found.sensitivity.interval is not None


def test_two_tables_of_the_same_subjects_are_asked_about():
    """Two tests of one sample, each counted alone, look like a comparison that should have been paired."""
    one = Sample.from_truth([1, 1, 1, 0, 0, 0], {"CT": [3, 4, 2, 1, 2, 0], "MRI": [1, 3, 2, 2, 1, 0]})
    found = compare_accuracy(counts_at(one.select("CT"), 2), counts_at(one.select("MRI"), 2))
    assert codes(found)[0] == "perhaps-paired"
    assert "paired_counts_at(sample, thresholds)" in found.notes[0].text


# ---- properties


@given(
    cases=table,
    controls=table,
    design=designs,
    alternative=alternatives,
    method=st.sampled_from([*FOR_PAIRED_PROPORTIONS.values()]),
)
def test_no_paired_table_gives_certainty(cases, controls, design, alternative, method):
    """No p of 0, no interval without a width, nothing but JSON, no line beyond 80 columns, a reason for each gap."""
    if not any((*cases, *controls)):
        return
    pairs = PairedCounts(cases=cases, controls=controls, design=design)
    check(compare_accuracy(pairs, method=method, alternative=alternative))


@given(
    first=table,
    second=table,
    design=designs,
    alternative=alternatives,
    method=st.sampled_from([*FOR_INDEPENDENT_PROPORTIONS.values()]),
)
def test_no_unpaired_tables_give_certainty(first, second, design, alternative, method):
    """No p of 0, no interval without a width, nothing but JSON, no line beyond 80 columns, a reason for each gap."""
    if not any(first) or not any(second):
        return
    one, two = (
        Counts(tp=a, fp=b, fn=c, tn=d, design=design, test=DiagnosticTest(name))
        for (a, b, c, d), name in ((first, "CT"), (second, "MRI"))
    )
    check(compare_accuracy(one, two, method=method, alternative=alternative))


def check(found) -> None:
    for m in found.measures:
        assert m.pvalue is None or 0 < m.pvalue <= 1
        if m.interval is not None:
            assert m.interval.low < m.interval.high
            assert m.estimate is not None
            lowest = -1 if m.effect == "difference" else 0
            assert lowest <= m.interval.low
    for t in found.equality_tests:
        assert t.pvalue is None or 0 < t.pvalue <= 1
    text = str(found)
    assert "nan" not in text.lower()
    assert max(len(line) for line in text.splitlines()) <= 80
    assert json.loads(json.dumps(found.to_dict(), allow_nan=False))["rows"]
    missing = [m.label for m in found.measures if m.interval is None and m.pvalue != 1]
    if any(label for label in missing if label not in ("PPV", "NPV")):
        assert found.notes
    assert set(found.references) <= set(REFERENCES)


@given(cases=table, controls=table, alternative=st.just("two-sided"))
def test_swapping_the_tests_negates_differences_and_turns_ratios_over(cases, controls, alternative):
    """The second against the first is the first against the second, seen from the other side."""
    if not any((*cases, *controls)):
        return
    pairs = PairedCounts(cases=cases, controls=controls, design="cohort")
    other = PairedCounts(cases=pairs.cases.swapped, controls=pairs.controls.swapped, design="cohort")
    one, two = compare_accuracy(pairs, alternative=alternative), compare_accuracy(other, alternative=alternative)
    for a, b in zip(one.measures, two.measures, strict=True):
        if a.interval is None or b.interval is None:
            continue
        if a.effect == "difference":
            assert (a.interval.low, a.interval.high) == pytest.approx((-b.interval.high, -b.interval.low), abs=1e-12)
        else:
            assert a.estimate * b.estimate == pytest.approx(1)
        assert a.pvalue == pytest.approx(b.pvalue, rel=1e-9)


# ---- refusals


def test_what_is_no_pair_of_counts_is_refused():
    """The doors are named: paired_counts_at for pairs, counts_at for each of two samples."""
    sample = Sample.from_truth([1, 0], {"A": [1, 0], "B": [0, 1]})
    with pytest.raises(
        TypeError, match=r"counts is Sample; compare_accuracy takes PairedCounts, from paired_counts_at"
    ):
        compare_accuracy(sample)
    with pytest.raises(TypeError, match="one 2x2 table is no comparison"):
        compare_accuracy(FIRST)
    with pytest.raises(TypeError, match="second is tuple"):
        compare_accuracy(FIRST, (1, 2, 3, 4))
    with pytest.raises(TypeError, match="paired counts hold both tests"):
        compare_accuracy(PAIRED1, FIRST)


@pytest.mark.parametrize(
    ("counts", "options", "text"),
    [
        ((PAIRED1,), {"method": MiettinenNurminen()}, "MiettinenNurminen is no method for a difference of pairs; take"),
        ((FIRST, SECOND), {"method": Tango()}, "Tango is no method for a difference of independent proportions; take"),
        ((PAIRED1,), {"method": DeLong()}, "DeLong is no method for a difference of pairs"),
        ((PAIRED1,), {"method": Tango}, r"method is the class Tango; write Tango\(\)"),
        ((PAIRED1,), {"method": McNemar()}, "McNemar is a test only; give it as test="),
        ((PAIRED1,), {"test": FisherExact()}, r"test is FisherExact; .* compared by McNemar\(\)"),
        ((FIRST, SECOND), {"test": McNemar}, r"test is the class McNemar; .* compared by FisherExact\(\)"),
        ((PAIRED1,), {"level": 95}, "level is 95"),
        ((PAIRED1,), {"alternative": "more"}, "alternative is 'more'"),
    ],
)
def test_methods_that_do_not_serve_are_refused(counts, options, text):
    """Paired and independent methods are not exchangeable, and choices are named."""
    with pytest.raises(MethodError, match=text):
        compare_accuracy(*counts, **options)


# ---- as it prints


def test_prints_a_paired_comparison_whole():
    """Tables of pairs, differences, ratios, the hypotheses in words, tests without an interval."""
    assert printed(compare_accuracy(PAIRED1)) == dedent(
        """
        \tAccuracy of two tests on the same subjects

        data:  A and B, tables of pairs
               451 cases, 261 controls

        cases       B positive  B negative  total
        A positive         319          78    397
        A negative          22          32     54
        total              341         110    451

        controls    B positive  B negative  total
        A positive          31          53     84
        A negative          22         155    177
        total               53         208    261

        95 percent confidence intervals, two-sided, not adjusted for their number

        Differences, A - B, by Tango's score method:
                         A      B  difference     low    high  p-value
        sensitivity  0.880  0.756       0.124   0.083   0.167   <0.001
        specificity  0.678  0.797      -0.119  -0.183  -0.055   <0.001
        accuracy     0.806  0.771       0.035  -0.001   0.072    0.059

        Ratios, A / B:
                 A      B  ratio    low   high  p-value  method
        PPV  0.825  0.865  0.954  0.917  0.992    0.017  Moskowitz-Pepe
        NPV  0.766  0.654  1.17   1.09   1.26    <0.001  Moskowitz-Pepe
        LR+  2.74   3.72   0.735  0.566  0.953    0.020  Gu-Pepe
        LR-  0.177  0.306  0.577  0.441  0.755   <0.001  Gu-Pepe
        alternative hypotheses: differences not equal to 0, ratios not equal to 1

        Tests of equality:
                                      test                  X-squared  df  p-value
        sensitivity with specificity  McNemar, generalised     44.173   2   <0.001
        PPV                           weighted score            5.466   1    0.019
        PPV                           generalised score         5.711   1    0.017
        NPV                           weighted score           16.535   1   <0.001
        NPV                           generalised score        17.786   1   <0.001"""
    )


def test_prints_different_subjects_whole():
    """Both tables side by side, five differences, two ratios."""
    assert printed(compare_accuracy(FIRST, SECOND)) == dedent(
        """
        \tAccuracy of two tests on different subjects

        data:  first:  2x2 table of counts
                       41 cases, 72 controls
               second: 2x2 table of counts
                       41 cases, 72 controls

                  first cases  first controls  second cases  second controls
        positive           26              12            30               20
        negative           15              60            11               52
        total              41              72            41               72

        95 percent confidence intervals, two-sided, not adjusted for their number

        Differences, first - second, by Miettinen and Nurminen's score method:
                     first  second  difference     low   high  p-value
        sensitivity  0.634   0.732      -0.098  -0.294  0.105    0.345
        specificity  0.833   0.722       0.111  -0.026  0.247    0.110
        accuracy     0.761   0.726       0.035  -0.079  0.149    0.543
        PPV          0.684   0.600       0.084  -0.121  0.277    0.419
        NPV          0.800   0.825      -0.025  -0.156  0.111    0.705

        Ratios, first / second:
             first  second  ratio    low  high  p-value  method
        LR+  3.80    2.63    1.44  0.715  2.92    0.305  log
        LR-  0.439   0.371   1.18  0.605  2.31    0.625  log
        alternative hypotheses: differences not equal to 0, ratios not equal to 1
        note: the design was not stated. PPV, NPV and accuracy hold for the share of
              cases in these data, 41 of 113 (0.363) and 41 of 113 (0.363); state
              design="cohort" where subjects were taken as they came."""
    )


def test_prints_one_sided_tests_beside_an_interval_without_any():
    """McNemar's rows stand in the table of tests, which says how one-sided p-values go."""
    text = printed(compare_accuracy(PAIRED1, method=PairedNewcombe(), alternative="greater"))
    lines = text[text.index("Tests of equality:") :].splitlines()
    assert lines[:5] == [
        "Tests of equality:",
        "                              test                  X-squared  df  p-value",
        "sensitivity                   McNemar, exact                -   -   <0.001",
        "sensitivity                   McNemar, mid-p                -   -   <0.001",
        "sensitivity                   McNemar                  31.360   1   <0.001",
    ]
    assert " ".join(lines[-2:]) == (
        "p-values are one-sided, by the signed root of X-squared; the generalised test has no direction."
    )
    assert "95 percent confidence intervals, one-sided, not adjusted for their number" in text


def test_long_and_hostile_names_give_way_to_first_and_second():
    """Columns stay narrow, and no name can break a line."""
    names = ("a very long name of a test", "b\nc")
    found = compare_accuracy(replace(PAIRED1, tests=names))
    text = str(found)
    assert "data:  a very long name of a test and b\\nc" in text
    assert "Differences, first - second, by" in text
    assert "first positive" in text
    assert max(len(line) for line in text.splitlines()) <= 80


def test_a_counted_sample_names_its_rules_and_groups():
    """The data lines say at which thresholds each test is positive; tables carry the labels of the groups."""
    sample = Sample.from_truth(
        ["Poor", "Poor", "Good", "Good"],
        {"CT": [3, 1, 2, 0], "alb": [3, 4, 4, 6]},
        positive="Poor",
        low=["alb"],
        truth_name="outcome",
    )
    text = str(compare_accuracy(paired_counts_at(sample, (2, 4))))
    assert (
        'data:  CT and alb by outcome (positive: "Poor")\n'
        "       rules: positive if CT >= 2 and alb <= 4\n"
        "       2 cases, 2 controls, 0 dropped\n"
    ) in text
    assert "\nPoor         alb positive" in text
    assert "\nGood         alb positive" in text


def test_the_rows_and_the_dictionary_hold_what_was_printed():
    """One row per measure and per test, in order, with the counts beside."""
    found = compare_accuracy(PAIRED1)
    frame = found.tidy()
    assert frame["parameter"].tolist()[:4] == [
        *("difference in sensitivity", "difference in specificity", "difference in accuracy", "ratio of PPV")
    ]
    assert len(frame) == 7 + 5
    assert frame["n_cases"].unique().tolist() == [451]
    assert frame["test"].tolist()[0] == "A - B"
    assert "std_error" not in frame.columns
    ratio = frame.set_index("parameter").loc["ratio of PPV"]
    assert ratio["estimate"] == pytest.approx(0.95365, abs=5e-6)
    assert ratio["log_std_error"] == pytest.approx(0.01991247, abs=5e-9)
    content = found.to_dict()
    assert (content["tp1"], content["tp2"], content["cases_n10"], content["controls_n01"]) == (397, 341, 78, 22)
    assert compare_accuracy(FIRST, SECOND).tidy()["n_cases"].unique().tolist() == [82]
    json.dumps(content, allow_nan=False)
