"""The partial area asked for: one inference on three scales, differences, what is rough and what is not estimable."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import one_test

from rocstats import Bootstrap, DataError, DeLong, MethodError, Newcombe, Sample, auc, compare_auc
from rocstats.empirical.partial_area import PartialAUC
from rocstats.inference.estimates import compare, estimate
from rocstats.inference.partial_areas import compare_partial_auc, partial_auc

F = Fraction
HAND = {"cases": [5, 4, 3, 2], "controls": [3, 2, 1, 1]}
SCALES = ("raw", "normalised", "mcclish")
bands = st.sampled_from([(0, 0.1), (0, 0.5), (0.25, 0.75), (0.1, 0.3), (0.9, 1), (F(1, 3), F(2, 3)), (0, 1)])


def sample_of(cases, controls):
    return Sample.from_groups(cases=cases, controls=controls)


# Figures from elsewhere


@pytest.mark.parametrize("band", [{"fpf": (0, 0.1)}, {"fpf": (0.05, 0.3)}, {"tpf": (0.8, 1)}, {"tpf": (0.5, 0.9)}])
def test_analytic_standard_error_meets_the_bootstrap_on_ratings(band):
    """Ratings of 109 CT images [hanley1982]: edges inside ties, both standard errors within 4 percent."""
    ratings = Sample.from_counts(controls=[33, 6, 6, 11, 2], cases=[3, 2, 2, 11, 33])
    analytic = partial_auc(ratings, **band).standard_error
    resampled = partial_auc(ratings, Bootstrap(rng=20261130, n_resamples=10_000), **band).standard_error
    assert analytic == pytest.approx(resampled, rel=0.04)


def test_figures_of_another_program(asah):
    """Aneurysmal subarachnoid haemorrhage, pROC 1.18: raw areas, McClish index, and the index over a band of TPF."""
    for test, over_tenth, inner, index in (
        ("s100b", 0.03275745257, 0.02983, 0.6460918557),
        ("ndka", 0.01070460705, 0.01046, 0.5300242476),
        ("wfns", 0.03344173442, 0.03305, 0.649693339),
    ):
        one = asah.sample(test)
        found = partial_auc(one, fpf=(0, 0.1))
        assert found.estimate == pytest.approx(over_tenth, abs=5e-12)
        assert found.mcclish.estimate == pytest.approx(index, abs=5e-10)
        assert partial_auc(one, fpf=(0.01, 0.1)).estimate == pytest.approx(inner, abs=5e-6)
    found = partial_auc(asah.sample("s100b"), tpf=(0.9, 0.99))
    assert found.estimate == pytest.approx(0.01376, abs=5e-6)
    assert found.mcclish.estimate == pytest.approx(0.5518, abs=5e-5)


def test_a_grouped_table_of_deciles():
    """61,797 customers by decile of a score, the first three known: the area up to the third is 0.088650."""
    deciles = Sample.from_counts(controls=[39021, 4015, 3376, 1301], cases=[4236, 2165, 2804, 4879])
    found = partial_auc(deciles, fpf=(0, F(8692, 47713)))
    assert found.estimate == pytest.approx(0.08865003582524125, rel=1e-15)


# Questions


def wide():
    """Return two tests on 40 + 60 subjects, tied and untied."""
    rng = np.random.default_rng(7)
    cases, controls = rng.normal(1.1, 1, 40), rng.normal(0, 1, 60)
    return Sample.from_groups(
        cases={"A": cases, "B": np.round(cases + rng.normal(0, 1, 40))},
        controls={"A": controls, "B": np.round(controls + rng.normal(0, 1, 60))},
    )


@pytest.mark.parametrize("method", [DeLong(), DeLong(scale="logit"), Bootstrap(rng=3), Bootstrap(kind="bca", rng=3)])
@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_one_inference_serves_all_scales(method, alternative):
    """Asked on any scale, each scale has the same standard error, limits and p-value; ends of the range stay ends."""
    one = wide().select("A")
    asked = []
    for scale in SCALES:
        null = PartialAUC(tpf=(0.3, 0.8), scale=scale).chance
        found = partial_auc(one, method, tpf=(0.3, 0.8), scale=scale, null_value=null, alternative=alternative)
        own = {"raw": found.raw, "normalised": found.normalised, "mcclish": found.mcclish}[scale]
        assert (found.estimate, found.standard_error, found.interval) == (
            own.estimate,
            own.standard_error,
            own.interval,
        )
        asked.append(found)
        for area in (found.raw, found.normalised, found.mcclish):
            low, high = PartialAUC(tpf=(0.3, 0.8), scale=area.scale).bounds
            assert low <= area.interval.low <= area.estimate <= area.interval.high <= high
            assert (area.interval.high == high) == (alternative == "greater")
            assert (area.interval.low == low) == (alternative == "less")
    first = asked[0]
    for other in asked[1:]:
        assert other.pvalue == pytest.approx(first.pvalue, rel=1e-9)
        for scale in SCALES:
            here, there = getattr(first, scale), getattr(other, scale)
            assert here.estimate == there.estimate
            assert (here.standard_error, here.interval.low, here.interval.high) == pytest.approx(
                (there.standard_error, there.interval.low, there.interval.high), rel=1e-12, abs=1e-15
            )


@pytest.mark.parametrize("method", [DeLong(), DeLong(scale="logit")])
def test_test_and_interval_agree(method):
    """The interval holds just the null values that the test does not reject."""
    one = wide().select("B")
    for alternative in ("two-sided", "greater", "less"):
        interval = partial_auc(one, method, fpf=(0, 0.4), alternative=alternative, level=0.9).interval
        for null in np.linspace(0.01, 0.39, 20):
            p = partial_auc(one, method, fpf=(0, 0.4), alternative=alternative, null_value=null).pvalue
            assert (p < 0.1) == (null not in interval)


def test_the_whole_axis_gives_the_inference_of_the_auc():
    """Over FPF 0 to 1 every number is that of auc() and compare_auc()."""
    both = wide()
    whole, area = partial_auc(both.select("A"), fpf=(0, 1), null_value=0.6), auc(both.select("A"), null_value=0.6)
    for name in ("estimate", "standard_error", "interval", "statistic", "pvalue"):
        assert getattr(whole, name) == getattr(area, name)
    assert whole.references == ("delong1988", "mcclish1989")
    difference = compare_partial_auc(both, tpf=(0, 1))
    assert (difference.standard_error, difference.pvalue) == (
        compare_auc(both).standard_error,
        compare_auc(both).pvalue,
    )


def test_a_question_is_the_statistic_under_the_method():
    """partial_auc and compare_partial_auc give the inference of estimate and compare."""
    both, statistic = wide(), PartialAUC(fpf=(0, 0.2), scale="mcclish")
    for method in (DeLong(), Bootstrap(rng=5, kind="bca")):
        found = partial_auc(both.select("A"), method, fpf=(0, 0.2), scale="mcclish")
        plainly = estimate(both.select("A"), statistic, method)
        assert (found.estimate, found.standard_error, found.interval) == (
            plainly.estimate,
            plainly.standard_error,
            plainly.interval,
        )
        difference = compare_partial_auc(both, method=method, fpf=(0, 0.2), scale="mcclish")
        assert difference.inference == compare(both, None, statistic, method).inference


def test_swapping_tests_negates_the_difference():
    """Paired and unpaired, with the same p-value."""
    both = wide()
    paired = ((both, None), (both.select("B", "A"), None))
    unpaired = ((both.select("A"), other()), (other(), both.select("A")))
    for a, b in (paired, unpaired):
        one, two = compare_partial_auc(*a, fpf=(0, 0.3)), compare_partial_auc(*b, fpf=(0, 0.3))
        assert one.estimate == pytest.approx(-two.estimate)
        assert one.pvalue == pytest.approx(two.pvalue)
        assert one.interval.low == pytest.approx(-two.interval.high)
        assert one.paired == (a[1] is None)


def other():
    """Return a sample of other subjects."""
    rng = np.random.default_rng(8)
    return Sample.from_groups(cases=rng.normal(0.5, 1, 35), controls=rng.normal(0, 1, 45))


def test_low_scores_may_be_positive():
    """A turned test has the same areas as its mirror image."""
    low = Sample.from_groups(cases=[-5, -4, -3, -2], controls=[-3, -2, -1, -1], low=True)
    assert partial_auc(low, fpf=(0, 0.5)).estimate == partial_auc(sample_of(**HAND), fpf=(0, 0.5)).estimate == 0.375


# What cannot be estimated, and what is rough


@pytest.mark.parametrize(
    ("cases", "controls", "band", "said"),
    [
        ([4, 5, 6], [1, 2, 3], {"fpf": (0, 0.1)}, "TPF is 1 throughout the band"),
        ([1, 2, 3], [4, 5, 6], {"fpf": (0, 0.1)}, "TPF is 0 throughout the band"),
        ([4, 5, 6], [1, 2, 3], {"tpf": (0.9, 1)}, "specificity is 1 throughout the band"),
        ([4, 5, 6], [1, 2, 3], {"fpf": (0, 1)}, "TPF is 1 throughout the band"),
    ],
)
@pytest.mark.parametrize("method", [DeLong(), DeLong(scale="logit"), Bootstrap(rng=1)])
def test_no_certainty_out_of_nothing(cases, controls, band, said, method):
    """Where the curve is flat at an end throughout the band there is no interval, and a note that says so."""
    found = partial_auc(sample_of(cases, controls), method, **band)
    assert (found.standard_error, found.interval, found.pvalue) == (None, None, None)
    assert said in found.notes[0].text
    assert "auc(sample, Newcombe())" in found.notes[0].text
    assert "not estimable" in str(found)


def test_a_perfect_end_of_an_imperfect_curve_is_said():
    """Over FPF 0.8 to 1 every case is found: DeLong's variance is 0 though the curve is not perfect before."""
    found = partial_auc(sample_of([4, 5, 6, 2], [1, 2, 3, 3.5]), fpf=(0.8, 1))
    assert (found.estimate, found.interval) == (0.2, None)
    assert "TPF is 1 throughout the band" in found.notes[0].text


def test_all_tied_is_said():
    """One score for everybody: the diagonal, without an interval."""
    found = partial_auc(sample_of([2, 2, 2], [2, 2]), fpf=(0, 0.1), scale="mcclish", null_value=0.6)
    assert (found.estimate, found.interval, found.pvalue) == (0.5, None, None)
    assert [note.code for note in found.notes] == ["all-tied"]


@given(one_test(), bands)
def test_degenerate_samples_never_give_certainty(sample, band):
    """No p of 0, no interval without width, no NaN; what is missing is noted."""
    for method in (DeLong(), DeLong(scale="logit")):
        for stated in ({"fpf": band}, {"tpf": band}):
            found = partial_auc(sample, method, **stated, null_value=PartialAUC(**stated).chance)
            if found.interval is None:
                assert found.notes
                assert found.pvalue is None
            else:
                assert found.interval.low < found.interval.high
                assert found.standard_error > 0
                assert 0 < found.pvalue <= 1
            assert "nan" not in str(found).lower()


def test_below_chance_is_flagged():
    """An index below one half is kept and noted, in a comparison by name."""
    one = sample_of([1, 1.5, 1, 7], [1, 2, 3])
    found = partial_auc(one, fpf=(0.5, 1))
    assert found.mcclish.estimate == pytest.approx(1 / 6)
    assert "below-chance" in {note.code for note in found.notes}
    assert "the area is below that of a test of no use" in str(found).replace("\n      ", " ")
    both = Sample.from_groups(cases={"A": [3, 2], "B": [1, 1]}, controls={"A": [1, 2], "B": [2, 0]})
    (note,) = [n for n in compare_partial_auc(both, fpf=(0, 0.5)).notes if n.code == "below-chance"]
    assert note.text.startswith("the area of B is below")


def test_few_subjects_in_the_band_are_said():
    """Fewer than ten of the group along the band make DeLong rough; less than one is said of every method."""
    one = wide().select("A")
    rough = partial_auc(one, fpf=(0, 0.1))
    assert [n.code for n in rough.notes] == ["few-in-band"]
    assert "the band holds 6 of 60 controls" in rough.notes[0].text
    assert partial_auc(one, Bootstrap(rng=1), fpf=(0, 0.1)).notes == ()
    assert "8 of 40 cases" in partial_auc(one, tpf=(0.8, 1)).notes[0].text
    narrow = partial_auc(one, Bootstrap(rng=1), fpf=(0.1, 0.11))
    assert narrow.notes[-1].text == (
        "the band is narrower than one of 60 controls (a share of 0.01 against 1/60), and the data show next to "
        "nothing of the spread of the controls there: an interval by any method holds the true area far less often "
        "than its level says, and should not be reported. Widen the band, or take more controls."
    )


def test_a_handful_in_the_band_is_graver():
    """With fewer than three controls at the end of the axis no other method is named, whichever was used."""
    one = wide().select("A")
    for method in (DeLong(), DeLong(scale="logit"), Bootstrap(kind="bca", rng=1)):
        notes = {n.code: n.text for n in partial_auc(one, method, fpf=(0, 0.04)).notes}
        assert notes["few-in-band"] == (
            "the band holds 2.4 of 60 controls, and the area rests on them; with so few an interval by any method "
            "holds the true area less often than its level says. Widen the band, or take more controls."
        )


def test_a_narrow_band_inside_has_too_large_an_error():
    """Away from the end of its axis a band of few subjects is said to have too large a standard error."""
    one = wide().select("A")
    (note,) = (n for n in partial_auc(one, fpf=(0.3, 0.4)).notes if n.code == "few-in-band")
    assert "the band holds 6 of 60 controls" in note.text
    assert "the standard error tends to be too large in a narrow band away from the end of its axis" in note.text
    assert "few-in-band" not in [n.code for n in partial_auc(one, fpf=(0.3, 0.6)).notes]


# Refusals


def test_methods_that_do_not_serve_are_refused():
    """An area needs components or replicates; a sample with clusters or several tests is not for this question."""
    both = wide()
    for method, said in ((Newcombe(), "AUC"), (Bootstrap(kind="studentized"), "no variance of their own")):
        with pytest.raises(MethodError, match=said):
            partial_auc(both.select("A"), method, fpf=(0, 0.1))
    with pytest.raises(MethodError, match="logit scale"):
        compare_partial_auc(both, method=DeLong(scale="logit"), fpf=(0, 0.1))
    with pytest.raises(DataError, match="partial_auc takes one test; this sample holds 2: A and B"):
        partial_auc(both, fpf=(0, 0.1))
    with pytest.raises(MethodError, match=r"null_value is 0\.2; for partial area it must lie between 0 and 0\.1"):
        partial_auc(both.select("A"), fpf=(0, 0.1), null_value=0.2)
    clustered = Sample.from_truth([1, 1, 0, 0], [3, 4, 1, 2], cluster=["a", "a", "b", "c"])
    with pytest.raises(MethodError, match="these subjects come in clusters"):
        partial_auc(clustered, fpf=(0, 0.1))
    with pytest.raises(TypeError, match="partial_auc takes a Sample"):
        partial_auc([1, 2], fpf=(0, 0.1))


# Printed


def test_printed_whole():
    """The area with its interval, the other scales beside it, and what the ends of each scale are."""
    one = Sample.from_counts(controls=[33, 6, 6, 11, 2], cases=[3, 2, 2, 11, 33], test="CT")
    # By hand: 7.2 controls at a mean of 40.4 cases and 4.4 at 44.7333, over 51 x 58 pairs: 0.1649.
    assert str(partial_auc(one, fpf=(0.1, 0.3), null_value=0.04)) == (
        "\n\tPartial area under the ROC curve, DeLong\n\n"
        'data:  CT by group (positive: "cases"; higher scores are positive)\n'
        "       51 cases, 58 controls, 0 dropped\n"
        "       band: FPF 0.1 to 0.3 (specificity 0.7 to 0.9)\n"
        "Z = 10.688, p-value < 0.001\n"
        "alternative hypothesis: true partial area is not equal to 0.04\n"
        "95 percent confidence interval:\n 0.1420  0.1878\n"
        "sample estimates:\n"
        "partial area  std. error  normalised  McClish\n"
        "      0.1649      0.0117       0.824    0.890\n"
        "of no use: 0.0400, 0.200, 0.500; perfect: 0.2000, 1, 1\n"
    )


def test_the_scale_that_was_asked_for_comes_first():
    """The standard error stands beside the number that it belongs to."""
    lines = str(partial_auc(wide().select("A"), fpf=(0, 0.2), scale="mcclish")).splitlines()
    assert lines[1] == "\tMcClish index of the partial area under the ROC curve, DeLong"
    assert lines[9].split("  ") == ["McClish", "std. error", "partial area", "normalised"]
    assert lines[11] == "of no use: 0.500, 0.0200, 0.100; perfect: 1, 0.2000, 1"


def test_a_comparison_printed_whole():
    """The band stands under the counts; columns stay within 80 characters."""
    text = str(compare_partial_auc(wide(), tpf=(0.7, 0.95), scale="normalised"))
    assert text == (
        "\n\tDeLong's test for two correlated normalised partial areas\n\n"
        'data:  A and B by group (positive: "cases"; higher scores are positive)\n'
        "       40 cases, 60 controls, 0 dropped\n"
        "       band: TPF 0.7 to 0.95 (sensitivity 0.7 to 0.95)\n"
        "Z = 1.351, p-value = 0.177\n"
        "alternative hypothesis: true difference in normalised area is not equal to 0\n"
        "95 percent confidence interval:\n -0.057  0.312\n"
        "sample estimates:\n"
        "normalised of A  normalised of B  difference  std. error\n"
        "          0.483            0.356       0.127      0.0941\n"
    )


def test_rows_hold_all_scales():
    """tidy() has a row per scale; strict JSON holds the band."""
    found = partial_auc(wide().select("A"), fpf=(0, 0.25), null_value=0.1)
    table = found.tidy()
    assert table.parameter.tolist() == ["partial area", "normalised area", "McClish index"]
    assert table.estimate.tolist() == [found.raw.estimate, found.normalised.estimate, found.mcclish.estimate]
    assert table.null_value.tolist() == pytest.approx([0.1, 0.4, 0.5 + (0.1 - 0.03125) / (0.25 - 0.03125) / 2])
    assert len(set(table.p_value)) == 1
    rows = found.to_dict()["rows"]
    assert [(r["band"], r["band_low"], r["band_high"]) for r in rows] == [("FPF", 0.0, 0.25)] * 3
