"""What hostile examples once broke: each kind of fault with the smallest call that showed it."""

import math
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from endurance import Call, endure

import rocstats
from rocstats import (
    Bootstrap,
    ClassScores,
    Counts,
    DeLong,
    DiagnosticTest,
    FixedSensitivity,
    ForestGroup,
    ForestRow,
    Largest,
    MarginRow,
    MethodError,
    NormalTheory,
    OperatingPoint,
    PairedCounts,
    PlacementRegression,
    Plan,
    PlannedMargin,
    PlannedTest,
    PrecisionAtK,
    PredictiveValueRow,
    Sample,
    ScorePanel,
    SmallestCost,
    Study,
)
from rocstats.formatting import shown
from rocstats.methods.newcombe import newcombe_limits

HUGE = 10**400
SAMPLE = Sample.from_groups(cases=[3, 2, 2], controls=[2, 1, 0])
RISKS = Sample.from_groups(cases=[0.9, 0.5], controls=[0.5, 0.1])
CALIBRATION = rocstats.calibration(RISKS, Bootstrap(n_resamples=100, rng=1))
PAIR = Sample.from_groups(cases={"A": [3, 2], "B": [1, 2]}, controls={"A": [1, 2], "B": [0, 1]})
TABLE = Counts(tp=3, fp=1, fn=1, tn=3)

REFUSED = {
    "a signaling NaN as a score": lambda: Sample.from_groups(cases=[Decimal("sNaN")], controls=[1]),
    "a decimal beyond floats": lambda: DiagnosticTest("A", cutoff=Decimal("1e400")),
    "a long double beyond floats": lambda: Sample.from_groups(cases=np.array([np.longdouble("1e4000")]), controls=[1]),
    "an integer beyond floats as truth": lambda: Sample.from_truth([HUGE, 1], [1, 2]),
    "an integer of 5000 digits": lambda: Counts(tp=10**5000, fp=1, fn=1, tn=1),
    "a target beyond floats": lambda: FixedSensitivity(HUGE),
    "a target of a point beyond floats": lambda: rocstats.sensitivity_at(SAMPLE, HUGE),
    "a margin that is a signaling NaN": lambda: rocstats.noninferiority(PAIR, margin=Decimal("sNaN")),
    "a k beyond any sample": lambda: PrecisionAtK(HUGE),
    "sizes beyond any study": lambda: rocstats.auc_from_summary(0.7, n_cases=1, n_controls=HUGE),
    "a seed of 5000 digits": lambda: rocstats.auc(SAMPLE, Bootstrap(rng=10**5000)),
    "a prevalence next to nobody": lambda: rocstats.gains(SAMPLE, prevalence=5e-324),
    "a bandwidth out of proportion": lambda: rocstats.smooth_curve(SAMPLE, bandwidth=1e300),
    "a standard deviation below floats": lambda: NormalTheory().fit(
        Sample.from_groups(cases=[5e-324, 0, 0], controls=[0, 0, 5e-324]), rocstats.Binormal(), level=0.95
    ),
    "an option that is a list": lambda: rocstats.auc(SAMPLE, alternative=["less"]),
    "an option that is an array": lambda: DeLong(scale=np.array(["logit", "x"])),
    "a measure that is a list": lambda: Largest(measure=["mcc"]),
    "a place beyond a curve": lambda: rocstats.roc_curve(SAMPLE).rule(10**6),
    "a place beyond the points": lambda: rocstats.operating_points(SAMPLE).likelihood_ratios(-(10**6)),
    "an area that is not there": lambda: rocstats.multiclass_auc(
        ClassScores.from_truth(["a", "b"], {"a": [1, 0], "b": [0, 1]}), Bootstrap(n_resamples=100, rng=1)
    ).find("c"),
    "a truth that is unhashable": lambda: Sample.from_truth([(1, [2]), (1, [2])], [1, 2], positive=1),
    "a positive that is no number": lambda: Sample.from_truth([1, "1"], [1, 2], positive=math.nan),
    "a place where polars ends the process": lambda: Study(
        pytest.importorskip("polars").DataFrame({"t": [1, 0], "a\0b": [1, 2]}), truth="t", tests=["a\0b"]
    ),
    "costs of 5000 digits": lambda: SmallestCost(4, 10**5000),
    "costs of 400 digits": lambda: SmallestCost(4, Fraction(10**400 + 1, 10**400)),
    "a panel without scores": lambda: ScorePanel(test=DiagnosticTest("A"), cases=[], controls=[]),
    "a column of 5000 digits": lambda: Study(pd.DataFrame({"t": [1, 0], "A": [1, 2]}), truth="t", stratum=10**5000),
    "columns of no frame": lambda: Study({"t": [1, 0], "A": [1]}, truth="t", tests="A"),
    "a threshold to mark of 5000 digits": lambda: rocstats.plot_thresholds(SAMPLE, 10**5000),
    "a bandwidth beyond floats": lambda: rocstats.smooth_curve(SAMPLE, bandwidth=10**400),
    "scores below a calibration plot that are no probabilities": lambda: rocstats.plot_calibration(
        CALIBRATION, Sample.from_groups(cases={"score": [2, math.inf]}, controls={"score": [0, 1]})
    ),
    "bins of 5000 digits": lambda: rocstats.gains(SAMPLE, bins=10**5000),
    "a band of a plan beyond floats": lambda: Plan(truth="t", tests=(PlannedTest(name="A"),), tpf_band=(0, 10**5000)),
    "values of a plan of 5000 digits": lambda: rocstats.plan_of(
        {"rocstats": "1", "seed": 10**5000, "reference": {"column": "t", "positive": [10**5000, 10**5001]}}
    ),
    "scores of no class": lambda: ClassScores.from_truth(["a", "b"], {}, classes=[]),
    "a contrast of 5000 digits": lambda: rocstats.contrast_auc(PAIR, [[10**5000, -1]]),
    "a text in place of scores of a panel": lambda: ScorePanel(
        test=DiagnosticTest("A"), cases=[1.0], controls=np.array("A", dtype=object)
    ),
    "a positive of a plan that is none": lambda: Plan(truth="t", tests=(PlannedTest(name="A"),), positive={}),
    "a negative of a plan that is NaN": lambda: Plan(truth="t", tests=(PlannedTest(name="A"),), negative=math.nan),
    "a criterion that fails": lambda: rocstats.thresholds(SAMPLE, by=rocstats.OwnRule("best", "own", int)),
    "a subject that is an array": lambda: Sample.from_truth([1, 0], [1, 2], subject=[np.array(["a", "b"]), "c"]),
    "a positive of 5000 digits": lambda: Sample.from_truth(["a", "b"], [1, 2], positive=10**5000),
    "a measure of 5000 digits": lambda: rocstats.PlannedGoal(test="A", measure=10**5000, goal=0.5),
    "a prevalence below floats": lambda: rocstats.post_test_probability(Fraction(1, 10**400), lr=2.0),
    "a band narrower than floats": lambda: rocstats.partial_auc(SAMPLE, tpf=(0, 5e-324)),
    "a positive that is an array": lambda: Sample.from_truth([1, 0], [1, 2], positive=[np.array([1, 2])]),
}
OF_ANOTHER_KIND = {
    "tests": lambda: Sample(cases=np.ones((1, 1)), controls=np.ones((1, 1)), tests=["A"], truth="t", positive="1"),
    "another sample": lambda: SAMPLE.lies_like(3),
    "subjects": lambda: Counts(tp=1, fp=1, fn=1, tn=1, subjects=3),
    "classes": lambda: ClassScores(scores=np.ones((2, 2)), codes=np.array([0, 1]), classes=None),
    "thresholds of pairs": lambda: PairedCounts(cases=(1, 1, 1, 1), controls=(1, 1, 1, 1), thresholds=(None, 1)),
    "columns": lambda: Study(pd.DataFrame({"t": [1, 0], "A": [1, 2]}), truth="t", tests=3),
    "low": lambda: Sample.from_groups(cases=[1], controls=[0], low=1.5),
    "a statistic": lambda: rocstats.equivalence(PAIR, margin=0.1, statistic=3),
    "measures": lambda: rocstats.operating_points(SAMPLE, measures=4),
    "groups": lambda: rocstats.gains_from_counts(cases=3, controls=[1]),
    "families": lambda: rocstats.compare_families(SAMPLE, None, None),
    "a table without dimensions": lambda: rocstats.MiettinenNurminen().interval(np.array(2)),
    "names of a row": lambda: ForestRow(names="A", estimate=0.5),
    "an interval of a row": lambda: PredictiveValueRow(prevalence=0.1, ppv=0.5, npv=0.5, ppv_interval=(0, 1)),
    "tests of a margin": lambda: MarginRow(
        tests="AB", estimate=0.1, interval=None, margin=0.1, claim="equivalence", decision="not estimable"
    ),
    "labels of curves": lambda: rocstats.plot_roc(rocstats.roc_curve(SAMPLE), labels=0.5),
    "the look of a curve": lambda: rocstats.plot_roc(rocstats.roc_curve(SAMPLE), first_style=None),
    "p-values without dimensions": lambda: rocstats.adjust_pvalues(np.array(0.9)),
    "a length of time": lambda: Counts(tp=np.timedelta64(1, "s"), fp=1, fn=1, tn=1),
    "limits of a point": lambda: OperatingPoint(curve=0, fpf=0.1, tpf=0.5, fpf_interval="ab"),
    "tests of a plan": lambda: Plan(truth="t", tests=("A",)),
    "a threshold of a plan": lambda: PlannedTest(name="A", threshold="3"),
    "names of a margin": lambda: PlannedMargin(new=1, reference=2, margin=0.1),
    "a study": lambda: rocstats.analyse(3, Plan(truth="t", tests=(PlannedTest(name="A"),))),
    "an analysis": lambda: rocstats.compose(3),
    "findings": lambda: rocstats.compose_report(3),
    "an investigation": lambda: rocstats.investigate(3),
    "a plan and a frame": lambda: rocstats.investigation_of(3, 3),
    "results": lambda: rocstats.lint_results(3, 3),
    "edges without dimensions": lambda: PlacementRegression(fpf=np.array(0.9)),
    "edges of an area without dimensions": lambda: rocstats.partial_auc(SAMPLE, fpf=np.array(0.9)),
    "thresholds without dimensions": lambda: rocstats.decision_curve(RISKS, thresholds=np.array(0.9)),
    "prevalence of a figure": lambda: rocstats.plot_predictive_values(
        [PredictiveValueRow(prevalence=0.1, ppv=0.5, npv=0.9)], prevalence=b"0"
    ),
    "points of panels": lambda: rocstats.plot_roc_panels(rocstats.roc_curve(SAMPLE), points=1),
    "a column of long data": lambda: Study.from_long(
        pd.DataFrame({"t": [1], "id": [1], "A": [1], "B": [1]}), truth="t", subject="id", test=np.array(0.9), score="A"
    ),
    "a flag that is an array": lambda: DiagnosticTest("A").rule(1, ascii=np.array([1, math.nan])),
    "a midpoint": lambda: rocstats.roc_curve(SAMPLE, midpoint=NotImplemented),
    "a panel that is no flag": lambda: rocstats.plot_roc(rocstats.roc_curve(SAMPLE), panel=np.array([1, 0])),
    "what is to be qualified": lambda: rocstats.qualify(iq="yes"),
    "a method that is an array": lambda: rocstats.compare_auc(PAIR, method=np.zeros((2, 2))),
    "a family that is an array": lambda: rocstats.fit_curve(SAMPLE, np.zeros((2, 2))),
    "a threshold to mark": lambda: rocstats.plot_thresholds(SAMPLE, True),
    "a source": lambda: Study(pd.DataFrame({"t": [1, 0], "A": [1, 2]}), truth="t", tests="A", source=2),
    "scores below a calibration plot": lambda: rocstats.plot_calibration(CALIBRATION, 0.5),
    "a smooth curve of a calibration plot": lambda: rocstats.plot_calibration(CALIBRATION, smooth=0.5),
    "a threshold that is an array": lambda: rocstats.estimate(
        SAMPLE, rocstats.PointMeasure("mcc", threshold=np.array("x")), Bootstrap(rng=1)
    ),
    "cut-offs": lambda: Study(pd.DataFrame({"t": [1, 0], "A": [1, 2]}), truth="t", tests="A", cutoffs=0.9),
    "a threshold that is a row": lambda: rocstats.counts_at(SAMPLE, range(3)),
    "a threshold of subgroups": lambda: rocstats.compare_subgroups(
        {"a": SAMPLE, "b": Sample.from_groups(cases=[3, 2], controls=[2, 1])}, threshold=np.array([])
    ),
    "what divides subgroups": lambda: rocstats.compare_subgroups({"a": SAMPLE, "b": SAMPLE}, by=math.nan),
    "points of a band beyond floats": lambda: rocstats.roc_band(SAMPLE, fpf=[10**5000]),
    "a measure of points": lambda: rocstats.operating_points(SAMPLE).values(np.array(["ppv", "npv"])),
    "an adjustment": lambda: rocstats.predictive_values(TABLE, 0.1, adjusted=np.zeros(2)),
    "bands of panels": lambda: rocstats.plot_roc_panels(rocstats.roc_curve(SAMPLE), bands=0.5),
    "bands of a fit": lambda: rocstats.plot_fit(rocstats.fit_curve(SAMPLE, None, NormalTheory()), band=[0.5]),
}


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused_in_words(name):
    """What was an error of Python or of another library is one of rocstats."""
    assert endure(Call(name, REFUSED[name])) == "refused"


@pytest.mark.parametrize("name", OF_ANOTHER_KIND)
def test_it_is_a_type_error_in_words(name):
    """What was an accident somewhere inside is said at the door."""
    assert endure(Call(name, OF_ANOTHER_KIND[name])) == "wrong type"


def test_newcombe_at_the_ends_of_large_studies():
    """The score equation has a limit at an area of 1 whatever the sizes, and at 0 its mirror image."""
    for size in (10, 10**6, 10**12, 2**52):
        low, high = newcombe_limits(1.0, size, size, 1.96)
        assert high == 1
        assert 0 < low < 1
        assert newcombe_limits(0.0, size, size, 1.96) == (0.0, pytest.approx(1 - low, abs=1e-15))
    near = newcombe_limits(1 - 2**-53, 10**9, 10**9, 1.96)
    assert near[0] <= 1 - 2**-53 <= near[1]


def test_names_with_half_a_pair_of_surrogates_stand_in_tables():
    """A name as undecodable file names have it is text in tidy(), and printed escaped."""
    sample = Sample.from_groups(cases={"\ud800": [2, 3]}, controls={"\ud800": [1, 2]})
    assert rocstats.auc(sample).tidy()["test"].tolist() == ["\ud800"]
    assert endure(Call("auc", rocstats.auc, (sample,))) == "answered"
    assert rocstats.operating_points(sample).tidy()["test"].tolist() == ["\ud800"] * 3


def test_a_score_test_against_nearly_nothing():
    """A null next to 0 has a variance below the smallest float and still a p-value."""
    assert 0 < rocstats.proportion(0, 2, null_value=5e-324).pvalue <= 1


def test_the_largest_numbers_have_a_test_of_normality():
    """Scores at both ends of what a number can be are described without a warning."""
    most = math.ldexp(1.9, 1023)
    sample = Sample.from_groups(cases=[0, most, -most, most], controls=[-most, -most, 0, most])
    assert endure(Call("fit_curve", rocstats.fit_curve, (sample, None, NormalTheory()))) in ("answered", "refused")


def test_whatever_came_is_shown_in_short():
    """An error can hold anything: a frame, a text that steers, an object whose repr fails."""

    class Broken:
        def __repr__(self):
            raise RuntimeError("no")

    assert shown(Broken()) == "a Broken"
    assert shown("\x1b[2J") == "'\\x1b[2J'"
    assert "\n" not in shown(pd.DataFrame({"a": range(100)}))
    assert len(shown("x" * 10_000)) == 100
    with pytest.raises(MethodError, match=r"level is a very large int; it must be"):
        rocstats.auc(SAMPLE, level=10**5000)


def test_a_prevalence_next_to_nobody_weighs_tables():
    """Its fraction has a denominator beyond floats; the arrays are weighed by floats then."""
    few = SmallestCost(1, 1, at_prevalence=5e-324)
    assert few.values(3, 1, 1, 3).item() == pytest.approx(0.25)
    half = Fraction(10**400, 2 * 10**400 + 1)
    assert SmallestCost(1, 1, at_prevalence=half).values(3, 2, 1, 2).item() == pytest.approx(0.375)


def test_controls_in_the_texts_of_a_figure_are_escaped():
    """Counts behind a name and the word for the dashed line are drawn like names."""
    row = ForestRow(names=("A",), estimate=0.8, counts="a\r\nb")
    figure = rocstats.plot_subgroups(ForestGroup(heading="A", rows=[row]), overall=row, dashed="\x0e")
    texts = [text.get_text() for text in figure.axes[0].texts]
    assert "A (a\\r\\nb)" in texts
    assert any("dashed: \\x0e" in text for text in texts)
    assert endure(Call("svg", rocstats.svg, (figure,))) == "answered"


def test_the_largest_numbers_have_an_axis():
    """An axis that has to hold them gets no room beyond, and one number alone gets room in proportion."""
    most = math.ldexp(1.9, 1023)
    row = MarginRow(
        tests=("A", "B"), estimate=-most, interval=None, margin=1, claim="superiority", decision="not estimable"
    )
    assert endure(Call("plot_margin", rocstats.plot_margin, (row,))) == "answered"
    alone = ForestRow(names=("A",), estimate=1e16, parameter="mean")
    assert endure(Call("plot_forest", rocstats.plot_forest, (alone,))) == "answered"


def test_columns_of_another_byte_order_are_taken_in():
    """Files of other machines hold them; pandas cannot group by them as they come."""
    long = pd.DataFrame({"t": [1, 1, 0, 0], "id": [1, 1, 2, 2], "test": ["A", "B"] * 2, "x": [2.0, 3.0, 1.0, 4.0]})
    turned = long.assign(
        **{name: long[name].astype(kind) for name, kind in (("t", ">i4"), ("id", ">i8"), ("x", ">f8"))}
    )
    turned = turned.assign(other=np.array([1.5, 1.5, 2.5, 2.5], ">f4"))
    samples = [Study.from_long(f, truth="t", subject="id", test="test", score="x").sample() for f in (long, turned)]
    assert samples[0].lies_like(samples[1])
    assert np.array_equal(samples[0].cases, samples[1].cases)
    assert turned["x"].dtype == ">f8"
    parts = Study.from_long(dict(turned), truth="t", subject="id", test="test", score="x").sample()
    assert np.array_equal(parts.controls, samples[0].controls)


def test_the_longest_floats_are_written_as_json():
    """They have no kin in Python, so JSON gets the nearest of its own."""
    found = rocstats.auc(SAMPLE, null_value=np.longdouble("0.25")).to_dict()
    assert type(found["null_value"]) is float
    assert found["null_value"] == 0.25


@pytest.mark.parametrize("encoding", ["utf-8\0", "\ud800", "no such encoding"])
def test_an_encoding_that_is_none_is_refused_by_every_reader(tmp_path, encoding):
    """Whatever the extension, the readers are asked only what a system can be asked."""
    for suffix in (".csv", ".zsav", ".dta"):
        path = tmp_path / f"file{suffix}"
        path.write_bytes(b"t,A\n1,2\n0,1\n")
        call = Call("read", rocstats.read, (path,), {"truth": "t", "tests": ["A"], "encoding": encoding})
        assert endure(call) == "refused"


def test_a_damaged_file_of_a_package_ends_no_process(tmp_path):
    """The library that reads it breaks down over it; it is read in another process first, and refused."""
    pytest.importorskip("pyreadstat")
    seed = Path(__file__).parent.parent / "validation" / "fuzzing" / "corpus" / "read" / "breaks-the-reader.zsav"
    path = tmp_path / "study.zsav"
    path.write_bytes(seed.read_bytes()[2:])
    with pytest.raises(rocstats.DataError, match="breaks down"):
        rocstats.read(path, truth="truth", tests=["A"])


@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64, np.longdouble])
def test_floats_of_any_length_are_named_as_they_are_written(kind):
    """A truth of 1.0 and 0.0 in any precision holds "1"."""
    sample = Sample.from_truth(np.array([1, 0, 0], kind), [3, 1, 2], positive="1")
    assert (sample.n_cases, sample.positive) == (1, "1")


def test_half_floats_in_a_list_are_scores():
    """They are read as they are; no bound that they cannot hold is put into their type."""
    sample = Sample.from_truth([1, 0, 0], (np.float16(0.5), np.float16(0.25), np.float16(0.5)))
    assert sample.controls.tolist() == [[0.25], [0.5]]


def test_yes_and_no_as_a_margin_are_numbers():
    """numpy's True is 1 in a row of a figure, whatever numpy does not do with it."""
    row = MarginRow(
        tests=("A", "B"), estimate=0.5, interval=None, margin=np.True_, claim="equivalence", decision="not estimable"
    )
    assert row.margin == 1.0
    assert endure(Call("plot_margin", rocstats.plot_margin, (row,))) == "answered"


@pytest.mark.parametrize("kind", [np.float32, np.float16, np.longdouble])
def test_numbers_of_any_precision_are_reckoned_with_in_double_precision(kind):
    """An option in half or single precision takes its digits from what it is given, and none from what is computed."""
    half, level = kind(0.5), kind(0.75)
    for question, data in ((rocstats.auc, (SAMPLE,)), (rocstats.proportion, (3, 4))):
        found, expected = (question(*data, null_value=h, level=v) for h, v in ((half, level), (0.5, 0.75)))
        assert (found.pvalue, found.interval) == (expected.pvalue, expected.interval)
        assert type(found.interval.level) is float
        assert str(found) == str(expected)
    found, expected = (rocstats.noninferiority(PAIR, margin=m, level=v) for m, v in ((half, level), (0.5, 0.75)))
    assert found.rows() == expected.rows()
    found, expected = (rocstats.accuracy(TABLE, level=v, prevalence=h) for h, v in ((half, level), (0.5, 0.75)))
    assert found.rows() == expected.rows()


def test_one_threshold_in_an_array_is_a_threshold():
    """An array without dimensions holds one number, for all tests."""
    one = rocstats.PointMeasure("mcc", threshold=np.array(2))
    assert one(SAMPLE).tolist() == rocstats.PointMeasure("mcc", threshold=2)(SAMPLE).tolist()


def test_numbers_beyond_floats_are_labels_like_any_others():
    """A subject may be numbered with more digits than a float holds; it is told apart from the next."""
    sample = Sample.from_truth([1, 0, 0], [1, 2, 3], cluster=[HUGE, HUGE, HUGE + 1])
    assert sample.n_cases == 1
    call = Call("from_truth", Sample.from_truth, ([1, 0, 0], [1, 2, 3]), {"subject": [HUGE, HUGE + 1, 1.5]})
    assert endure(call) == "answered"
