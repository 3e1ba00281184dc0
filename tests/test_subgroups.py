"""Subgroups: estimates side by side, homogeneity, who is left out, and what is refused."""

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import one_test

from rocstats import Bootstrap, Counts, DataError, DeLong, MethodError, Sample, Study, accuracy, auc, compare_auc
from rocstats.inference.subgroups import compare_subgroups
from rocstats.methods.clopper_pearson import ClopperPearson
from rocstats.methods.homogeneity import homogeneous_shares

WOMEN = Sample.from_groups(cases=[5, 4, 3, 2], controls=[3, 2, 1, 1])
MEN = Sample.from_groups(cases=[5, 1, 3, 2, 4], controls=[3, 2, 4, 1])
PERFECT = Sample.from_groups(cases=[5, 6], controls=[1, 2])


def study(**options):
    """Return 60 subjects at three sites."""
    rng = np.random.default_rng(3)
    ill = np.repeat([1, 0], 30)
    frame = pd.DataFrame(
        {"ill": ill, "score": (rng.normal(size=60) + ill).round(1), "site": rng.choice(["north", "east", "west"], 60)}
    )
    return Study(frame, truth="ill", tests=["score"], **options)


def codes(found):
    """Return the codes of the notes."""
    return [note.code for note in found.notes]


def test_by_hand():
    """Areas 7/8 and 6/10, variances 1/64 and 0.042292: chi-squared 1.306, the squared difference over their sum."""
    found = compare_subgroups({"women": WOMEN, "men": MEN}, by="sex")
    one, other = auc(WOMEN), auc(MEN)
    expected = (one.estimate - other.estimate) ** 2 / (one.standard_error**2 + other.standard_error**2)
    assert found.homogeneity("AUC").statistic == pytest.approx(expected)
    assert (one.estimate, one.standard_error) == (0.875, 0.125)
    for row, alone in zip(found.of("AUC"), (one, other), strict=True):
        assert (row.estimate, row.standard_error, row.interval) == (
            alone.estimate,
            alone.standard_error,
            alone.interval,
        )


@settings(max_examples=40)
@given(one_test(least=2), one_test(least=2))
def test_two_subgroups_are_the_unpaired_comparison(a, b):
    """Chi-squared on one degree of freedom is Z squared, with the same p."""
    found = compare_subgroups({"a": a, "b": b}).homogeneity("AUC")
    alone = compare_auc(a, b)
    if all(auc(s).standard_error is not None for s in (a, b)):
        assert found.df == 1
        assert found.statistic == pytest.approx(alone.statistic**2, rel=1e-9, abs=1e-12)
        assert found.pvalue == pytest.approx(alone.pvalue, rel=1e-6)
    else:
        assert found is None


def test_reference_case(asah):
    """s100b in women and men of one study: 0.720 and 0.773; Z = -0.502 of the unpaired test, squared."""
    found = compare_subgroups(asah, by="gender", test="s100b")
    assert [row.label for row in found.of("AUC")] == ["Female", "Male"]
    women, men = (asah.where(asah.frame.gender == g).sample("s100b") for g in ("Female", "Male"))
    alone = compare_auc(women, men)
    assert found.homogeneity("AUC").statistic == pytest.approx(alone.statistic**2)
    assert found.homogeneity("AUC").pvalue == pytest.approx(alone.pvalue)
    assert [round(row.estimate, 3) for row in found.of("AUC")] == [0.720, 0.773]


def test_the_order_of_subgroups_does_not_matter():
    """Three subgroups in another order give the same statistic to the last bit."""
    samples = {"a": WOMEN, "b": MEN, "c": Sample.from_groups(cases=[3, 1, 2], controls=[2, 0, 1])}
    one = compare_subgroups(samples).homogeneity("AUC")
    other = compare_subgroups(dict(reversed(samples.items()))).homogeneity("AUC")
    assert (one.statistic, one.df, one.pvalue) == (other.statistic, 2, other.pvalue)


def test_a_study_is_divided_by_its_column():
    """As the samples of its parts, in the order of the values; categories keep theirs."""
    whole = study()
    found = compare_subgroups(whole, by="site")
    assert found.labels == ("east", "north", "west")
    parts = {s: whole.where(whole.frame.site == s).sample("score") for s in found.labels}
    assert compare_subgroups(parts, by="site").estimates == found.estimates
    frame = whole.frame.assign(site=pd.Categorical(whole.frame.site, ["west", "north", "east", "south"]))
    assert compare_subgroups(Study(frame, truth="ill", tests=["score"]), by="site").labels == ("west", "north", "east")
    assert found.subjects.total == 60


def test_sensitivity_and_specificity_at_a_threshold():
    """Counts, intervals and tests of each subgroup; the method of the intervals can be chosen."""
    found = compare_subgroups({"women": WOMEN, "men": MEN}, threshold=3, method=ClopperPearson())
    assert [(r.successes, r.total) for r in found.of("sensitivity")] == [(3, 4), (3, 5)]
    assert [(r.successes, r.total) for r in found.of("specificity")] == [(3, 4), (2, 4)]
    assert found.homogeneity("sensitivity") == homogeneous_shares((3, 3), (4, 5))
    assert found.of("specificity")[1].interval == ClopperPearson().interval(2, 4, level=0.95)
    wilson = compare_subgroups({"women": WOMEN, "men": MEN}, threshold=3).of("sensitivity")[0]
    assert wilson.interval == accuracy(Counts(tp=3, fp=1, fn=1, tn=3)).sensitivity.interval


# Corners


def test_a_subgroup_without_variance_is_named_and_left_out():
    """Perfect separation takes its degree of freedom with it; its line says not estimable."""
    found = compare_subgroups({"women": WOMEN, "men": MEN, "children": PERFECT})
    pair = compare_subgroups({"women": WOMEN, "men": MEN})
    assert found.homogeneity("AUC") == pair.homogeneity("AUC")
    assert found.tests[0].left_out == ("children",)
    assert found.of("AUC")[2].interval is None
    assert "no-variance" in codes(found)
    assert "the subgroup children has an AUC without variance and is left out of the test of homogeneity" in " ".join(
        str(found).split()
    ).replace("note: ", "")
    assert "children      2         2  1.000  not estimable" in str(found)


@pytest.mark.parametrize(
    "other",
    [
        PERFECT,
        Sample.from_groups(cases=[1, 1], controls=[1, 1]),
        Sample.from_groups(cases=[1], controls=[0, 2]),
        Sample.from_groups(cases=[1, 2], controls=[0]),
        Sample.from_groups(cases=[np.inf, np.inf], controls=[-np.inf, -np.inf]),
    ],
    ids=["perfect", "tied", "one case", "one control", "infinite"],
)
def test_fewer_than_two_judged_subgroups_have_no_test(other):
    """Not estimable, in words, and never a p-value."""
    found = compare_subgroups({"women": WOMEN, "other": other})
    assert found.homogeneity("AUC") is None
    assert "test of homogeneity: not estimable\n" in str(found)
    assert "too-few-subgroups" in codes(found)
    json.dumps(found.to_dict(), allow_nan=False)


def test_a_site_without_cases_is_named():
    """It has its sizes, no estimate, and stands last."""
    whole = study()
    frame = whole.frame.assign(
        site=np.where((whole.frame.site == "east") & (whole.frame.ill == 1), "north", whole.frame.site)
    )
    part = Study(frame, truth="ill", tests=["score"])
    for threshold in (None, 0.5):
        found = compare_subgroups(part, by="site", threshold=threshold)
        assert found.labels == ("north", "west", "east")
        (row,) = [r for r in found.estimates if r.label == "east"][:1]
        assert (row.estimate, row.interval, row.n_cases) == (None, None, 0)
        assert row.n_controls > 0
        assert all(test.left_out == ("east",) for test in found.tests)
        assert found.subjects.total == 60
        assert "no-value" in codes(found)
        json.dumps(found.to_dict(), allow_nan=False)


def test_missing_values_of_the_column():
    """An error that counts them; where the study drops missing values they are left out and counted."""
    frame = study().frame
    frame.loc[:2, "site"] = None
    with pytest.raises(DataError, match='3 rows of the study have no value of "site"'):
        compare_subgroups(Study(frame, truth="ill", tests=["score"]), by="site")
    found = compare_subgroups(Study(frame, truth="ill", tests=["score"], missing="drop"), by="site")
    assert found.subjects.total == 57
    assert codes(found)[0] == "no-subgroup"


def test_low_is_positive_and_row_counts():
    """A turned test prints its rule; a grouped sample gives what its rows give."""
    low = [Sample.from_groups(cases=[1, 2, 5], controls=[c, 4, 5], tests=["K"], low=["K"]) for c in (3, 2)]
    found = compare_subgroups({"a": low[0], "b": low[1]}, threshold=2)
    assert [r.successes for r in found.of("sensitivity")] == [2, 2]
    assert "rule: positive if K <= 2" in str(found)
    table = Sample.from_counts(controls=[9, 4, 2], cases=[2, 5, 8])
    rows = Sample.from_groups(
        cases=np.repeat([1, 2, 3], [2, 5, 8]), controls=np.repeat([1, 2, 3], [9, 4, 2]), tests=["rating"]
    )
    other = Sample.from_counts(controls=[9, 1, 2], cases=[5, 5, 8])
    for threshold in (None, 2):
        one, two = (compare_subgroups({"x": s, "y": other}, threshold=threshold) for s in (table, rows))
        assert (one.estimates, one.tests) == (two.estimates, two.tests)


@settings(max_examples=25)
@given(st.lists(one_test(), min_size=2, max_size=4))
def test_random_degenerate_subgroups_have_a_width_or_a_reason(samples):
    """One to ten subjects of each kind: no interval without width, no p of 0, no warning."""
    named = {f"group {i}": s for i, s in enumerate(samples)}
    for threshold in (None, 0.0):
        found = compare_subgroups(named, threshold=threshold)
        for row in found.estimates:
            assert row.interval is None or row.low < row.high
        for test in found.tests:
            assert test.found is None or 0 < test.found.pvalue <= 1
        if threshold is None and found.tests[0].found is None:
            assert found.notes
        json.dumps(found.to_dict(), allow_nan=False)


# Refusals


def test_refusals():
    """Shared subjects, clusters, another direction, one subgroup, several tests, a column that is not there."""
    with pytest.raises(DataError, match='the subgroups "a" and "b" share subjects'):
        compare_subgroups({"a": WOMEN, "b": WOMEN})
    overlapping = study()
    with pytest.raises(DataError, match="share subjects"):
        compare_subgroups(
            {"all": overlapping.sample("score"), "some": overlapping.where([True] * 59 + [False]).sample()}
        )
    with pytest.raises(MethodError, match="come in clusters"):
        compare_subgroups(
            {
                "a": WOMEN,
                "b": Sample.from_truth(
                    [1, 1, 0, 0], [1, 2, 3, 4], cluster=[1, 1, 2, 3], tests=["score"], truth_name="group", positive=[1]
                ),
            }
        )
    with pytest.raises(DataError, match="differ in truth, positive value or direction"):
        compare_subgroups(
            {"a": WOMEN, "b": Sample.from_groups(cases=[1, 2], controls=[3, 4], tests=["score"], low=["score"])}
        )
    with pytest.raises(DataError, match="needs two or more; there is 1"):
        compare_subgroups({"a": WOMEN})
    with pytest.raises(TypeError, match=r"a Study with by=, or a mapping of names to samples, not list"):
        compare_subgroups([WOMEN, MEN])
    with pytest.raises(TypeError, match="takes a Sample, not list"):
        compare_subgroups({"a": [1, 2], "b": MEN})
    with pytest.raises(DataError, match="holds 2 tests; say which with test="):
        compare_subgroups(
            {"a": Sample.from_groups(cases={"A": [1], "B": [1]}, controls={"A": [0], "B": [0]}), "b": MEN}
        )


def test_refusals_of_a_study():
    """What a study needs to be divided."""
    with pytest.raises(DataError, match="say which column divides the study"):
        compare_subgroups(study())
    with pytest.raises(DataError, match='there is no column "region"'):
        compare_subgroups(study(), by="region")
    two = Study(study().frame.assign(other=1.0), truth="ill", tests=["score", "other"])
    with pytest.raises(DataError, match="Say which with test="):
        compare_subgroups(two, by="site")
    frame = pd.DataFrame({"ill": [1, 0] * 150, "score": range(300), "age": range(300)})
    many = Study(frame, truth="ill", tests=["score"])
    with pytest.raises(DataError, match="has 300 different values; divide it"):
        compare_subgroups(many, by="age")


def test_methods_that_do_not_fit_are_refused():
    """A method for areas with a threshold, a method for proportions without."""
    with pytest.raises(MethodError, match=r"needs a method such as Wilson\(\)"):
        compare_subgroups({"a": WOMEN, "b": MEN}, threshold=2, method=DeLong())
    with pytest.raises(TypeError, match="must be a method for a quantity"):
        compare_subgroups({"a": WOMEN, "b": MEN}, method=ClopperPearson())
    with pytest.raises(MethodError, match=r"^level is 95;"):
        compare_subgroups({"a": WOMEN, "b": MEN}, level=95)


# What the test takes, and what stands beside the intervals


def test_homogeneity_counts_whom_it_takes():
    """A subgroup that is left out is not counted among the subjects of the test."""
    found = compare_subgroups({"women": WOMEN, "men": MEN, "all right": PERFECT}, by="sex")
    (test,) = found.tests
    assert (test.n_cases, test.n_controls) == (9, 8)
    last = found.rows()[-1]
    assert (last["subgroup"], last["n_cases"], last["n_controls"]) == ("women, men", 9, 8)
    assert (found.subjects.n_cases, found.subjects.n_controls) == (11, 10)


def test_bootstrap_says_how_it_was_drawn():
    """One seed, drawn where none is stated, stands in print and rows and gives each subgroup again."""
    found = compare_subgroups({"women": WOMEN, "men": MEN}, by="sex", method=Bootstrap(n_resamples=200))
    assert f"200 stratified resamples of the subjects of each subgroup, seed {found.seed}\n" in str(found)
    for row, sample in zip(found.rows(), (WOMEN, MEN), strict=False):
        assert (row["seed"], row["n_resamples"], row["stratified"]) == (found.seed, 200, True)
        again = auc(sample, Bootstrap(n_resamples=200, rng=found.seed)).interval
        assert (row["conf_low"], row["conf_high"]) == (again.low, again.high)
    assert found.rows()[-1]["seed"] is None
    assert "seed" not in compare_subgroups({"women": WOMEN, "men": MEN}).rows()[0]


@pytest.mark.parametrize("method", [DeLong(), Bootstrap(n_resamples=200, rng=1)])
def test_subgroup_without_interval_names_another(method):
    """Whatever the method, the interval that needs no variance is named."""
    found = compare_subgroups({"women": WOMEN, "men": MEN, "all right": PERFECT}, method=method)
    (note,) = (n for n in found.notes if n.code == "no-variance")
    assert note.text.endswith("auc(sample, Newcombe()) gives an interval of its own.")


def test_notes_of_single_intervals():
    """What auc() says of an interval is said here with the name of the subgroup."""
    notes = {note.code: note.text for note in compare_subgroups({"women": WOMEN, "men": MEN}, by="sex").notes}
    assert notes["clipped"].startswith("women and men: a limit of the interval lay above 1")
    assert "by DeLong covered the AUC in as few as 43.2 and 84.0 percent" in notes["wald-rough"]
    assert "clipped" in [note.code for note in auc(WOMEN).notes]


# What people see


def test_printed_whole():
    """Title, who is divided by what, a line per subgroup, the test with its hypothesis, the caveat."""
    assert str(compare_subgroups({"women": WOMEN, "men": MEN}, by="sex")) == (
        "\n\tAUC in subgroups, with a test of homogeneity\n\n"
        'data:  score by group (positive: "cases"; higher scores are positive)\n'
        "       subgroups by sex: women and men\n"
        "       9 cases, 8 controls, 0 dropped\n"
        "95 percent confidence intervals, two-sided, DeLong (not adjusted)\n"
        "\n"
        "       cases  controls    AUC  std. error    low   high\n"
        "women      4         4  0.875      0.1250  0.630  1.000\n"
        "men        5         4  0.600      0.2056  0.197  1.000\n"
        "test of homogeneity: X-squared = 1.306, df = 1, p-value = 0.253\n"
        "alternative hypothesis: at least two true AUCs differ\n"
        "note: women and men: a limit of the interval lay above 1 and was set to that end\n"
        "      of the range.\n"
        "note: women and men: in the simulated studies nearest to these subgroups, the 95\n"
        "      percent interval by DeLong covered the AUC in as few as 43.2 and 84.0\n"
        "      percent (worst of four kinds of scores, no interval being a miss), that by\n"
        "      Newcombe's method 5 in at least 94.1 and 93.8 percent. Prefer the latter.\n"
        "note: all subgroups have fewer than 30 cases or controls; the normal\n"
        "      approximation is rough here.\n"
    )


def test_printed_at_a_threshold():
    """n/N in place of a standard error, and one test for each measure by its name."""
    text = str(compare_subgroups({"women": WOMEN, "men": MEN}, by="sex", threshold=3))
    assert "\tSensitivity and specificity in subgroups, with a test of homogeneity\n" in text
    assert "       rule: positive if score >= 3\n" in text
    assert (
        "       n/N  sensitivity    low   high\n"
        "women  3/4        0.750  0.301  0.954\n"
        "men    3/5        0.600  0.231  0.882\n"
        "test of homogeneity, Fisher's exact: p-value = 1.000\n"
        "alternative hypothesis: at least two true sensitivities differ\n"
    ) in text


def test_rows_for_tables_and_figures():
    """A row per subgroup and measure, then one per test; a bootstrap serves for the intervals."""
    found = compare_subgroups({"women": WOMEN, "men": MEN}, method=Bootstrap(n_resamples=100, rng=1))
    rows = found.to_dict()["rows"]
    assert [row["subgroup"] for row in rows] == ["women", "men", "women, men"]
    assert rows[2]["p_value"] == found.homogeneity("AUC").pvalue
    row = found.of("AUC")[0]
    assert (row.low, row.high) == (row.interval.low, row.interval.high)
    hostile = str(compare_subgroups({"x\n<b>": WOMEN, "b": MEN}))
    assert "x\\n<b>" in hostile
