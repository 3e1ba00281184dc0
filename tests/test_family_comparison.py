"""Families of curves side by side: criteria, diagnoses, what the data cannot tell apart, and the printed table."""

import json
import math

import numpy as np
import pytest

from rocstats import DataError, DeLong, MethodError, Sample
from rocstats.errors import FitError
from rocstats.parametric.bigamma import Bigamma
from rocstats.parametric.binormal import Binormal
from rocstats.parametric.contaminated_binormal import ContaminatedBinormal
from rocstats.parametric.curve_fitting import fit_curve
from rocstats.parametric.family_comparison import compare_families
from rocstats.parametric.maximum_likelihood import MaximumLikelihood
from rocstats.parametric.power_law import PowerLaw
from rocstats.parametric.proper_binormal import ProperBinormal

HANLEY = Sample.from_counts(controls=[33, 6, 6, 11, 2], cases=[3, 2, 2, 11, 33])
TWO = Sample.from_counts(controls=[30, 20], cases=[10, 40])
THREE = (Binormal(), PowerLaw(), Bigamma())


def test_criteria_come_from_the_fits():
    """AIC is 2 p - 2 log-likelihood of each fit; weights are shares of exp(-difference / 2)."""
    found = compare_families(HANLEY, *THREE)
    fits = [fit_curve(HANLEY, family) for family in THREE]
    aic = [2 * p - 2 * fit.loglikelihood for p, fit in zip((2, 1, 2), fits, strict=True)]
    assert [one.aic for one in found.families] == pytest.approx(aic, rel=1e-12)
    assert [one.difference for one in found.families] == pytest.approx([a - min(aic) for a in aic], abs=1e-9)
    shares = [math.exp((min(aic) - a) / 2) for a in aic]
    assert [one.weight for one in found.families] == pytest.approx([s / sum(shares) for s in shares], rel=1e-9)
    assert sum(one.weight for one in found.families) == pytest.approx(1, abs=1e-15)
    assert found.best.family == PowerLaw()
    assert [fit.theta for fit in found.fits] == [fit.theta for fit in fits]


def test_the_published_fit_is_a_row():
    """Stata's rocfit on these ratings: a 1.656782, b 0.713002, log-likelihood -123.64855, area 0.911331."""
    binormal = compare_families(HANLEY, *THREE).families[0]
    assert binormal.fit.theta == pytest.approx((1.656782, 0.713002), abs=2e-6)
    assert binormal.loglikelihood == pytest.approx(-123.64855, abs=1e-5)
    assert binormal.area.estimate == pytest.approx(0.911331, abs=2e-6)
    assert binormal.goodness.df == 2


def test_all_families_are_fitted_unless_some_are_named():
    """Five families, in a fixed order, of one table: none fits better than the free cells."""
    found = compare_families(HANLEY)
    assert [one.family for one in found.families] == [
        Binormal(),
        ProperBinormal(),
        ContaminatedBinormal(),
        PowerLaw(),
        Bigamma(),
    ]
    free = sum(
        n * math.log(n / total) for row, total in (((33, 6, 6, 11, 2), 58), ((3, 2, 2, 11, 33), 51)) for n in row
    )
    assert all(one.loglikelihood < free for one in found.families)
    assert len({one.fit.source for one in found.families}) == 1


def test_a_family_that_cannot_be_fitted_is_a_row_with_its_reason():
    """Two categories determine one parameter only; the others have the name and text of their diagnosis."""
    found = compare_families(TWO)
    fitted = [one.family for one in found.families if one.fit is not None]
    assert fitted == [PowerLaw()]
    assert found.best.weight == 1
    for one in found.families:
        if one.fit is None:
            assert one.diagnosis.code == "one-interior-point"
            assert one.aic is one.difference is one.weight is one.area is one.goodness is None
    assert [note.code for note in found.notes] == ["one-interior-point"]
    assert found.notes[0].text.startswith("no binormal, proper binormal, contaminated binormal or bigamma curve could")


def test_different_reasons_have_notes_of_their_own():
    """Points on the sides and one level stop the binormal alone."""
    sample = Sample.from_counts(controls=[0, 10, 0], cases=[6, 0, 6])
    found = compare_families(sample)
    assert found.families[0].diagnosis.code == "edge-points"
    assert found.families[3].fit is not None


def test_nothing_to_compare_is_an_error():
    """Where no family can be fitted the diagnosis of the first is raised."""
    with pytest.raises(FitError, match="none of 5 families can be fitted: all 10 subjects have the same") as refused:
        compare_families(Sample.from_counts(controls=[6], cases=[4]))
    assert refused.value.code == "all-tied"
    with pytest.raises(FitError) as refused:
        compare_families(Sample.from_groups(cases=[3, 4, 5], controls=[0, 1, 2]))
    assert refused.value.code == "perfect-separation"


def test_a_family_at_its_edge_stays_in_the_comparison_without_errors():
    """Below chance the proper families end in the chance line: likelihood and area, no standard error, their notes."""
    found = compare_families(Sample.from_counts(controls=[5, 6, 7], cases=[9, 6, 4]))
    proper = found.families[1]
    assert proper.aic is not None
    assert proper.area.standard_error is None
    assert proper.area.interval is None
    assert proper.goodness is None
    codes = [note.code for note in found.notes]
    assert codes.count("chance-line") == 3
    assert codes.count("below-chance") == 1


def test_what_curves_have_to_say_names_their_families():
    """A note repeated from fits says of which curves; one sentence of several curves stands once, with all names."""
    found = compare_families(Sample.from_counts(controls=[5, 6, 7], cases=[9, 6, 4]))
    texts = [note.text for note in found.notes if note.code in ("below-chance", "chance-line")]
    assert [text.split(": ")[0] for text in texts] == [
        "binormal and power-law",
        "proper binormal",
        "contaminated binormal",
        "bigamma",
    ]
    drawn = np.random.default_rng(1)
    cases = np.concatenate([drawn.normal(0, 1, 200), drawn.normal(6, 1, 200)])
    apart = compare_families(Sample.from_groups(cases=cases, controls=drawn.normal(0, 1, 400)), Binormal(), PowerLaw())
    for code, names in (("disagrees", ["binormal", "power-law"]), ("hook", ["binormal"])):
        assert [note.text.split(": ")[0] for note in apart.notes if note.code == code] == names


def test_what_the_data_cannot_tell_apart_is_said():
    """Families within 2 of the smallest AIC are named, with the range of their areas."""
    note = compare_families(HANLEY, *THREE).notes[-1]
    assert note.code == "families-alike"
    assert note.text == (
        "The data hardly tell binormal, power-law and bigamma apart (AIC within 2); their areas run from 0.895 to "
        "0.912. Report a family chosen beforehand."
    )
    clear = Sample.from_counts(controls=[3000, 1500, 1500, 4000], cases=[200, 800, 2000, 7000])
    assert "families-alike" not in [note.code for note in compare_families(clear, Binormal(), PowerLaw()).notes]


def test_misfit_of_every_family_is_said():
    """Ratings that no smooth curve draws have a note that the smallest AIC is that of the least bad."""
    bent = Sample.from_counts(controls=[300, 100, 300, 100, 200], cases=[50, 200, 50, 400, 300])
    codes = [note.code for note in compare_families(bent, Binormal(), PowerLaw()).notes]
    assert "no-family-fits" in codes
    assert "no-family-fits" not in [note.code for note in compare_families(HANLEY, *THREE).notes]


def test_continuous_scores_have_no_test_of_fit():
    """Truth-state runs have likelihoods and no goodness of fit, and the table of tests is left out."""
    rng = np.random.default_rng(3)
    sample = Sample.from_groups(cases=rng.normal(1, 1, 30).tolist(), controls=rng.normal(0, 1, 30).tolist())
    found = compare_families(sample, Binormal(), PowerLaw())
    assert found.source == "truth-state runs"
    assert all(one.goodness is None for one in found.families)
    assert "Goodness" not in str(found)


def test_a_grouped_sample_is_its_rows():
    """Counts and the rows they stand for give the same numbers."""
    rows = [np.repeat([1.0, 2, 3, 4, 5], n).tolist() for n in ([33, 6, 6, 11, 2], [3, 2, 2, 11, 33])]
    one = compare_families(HANLEY, *THREE)
    other = compare_families(Sample.from_groups(controls=rows[0], cases=rows[1]), *THREE)
    keep = ("estimate", "std_error", "aic", "weight", "fit_p_value", "parameter_1_estimate")
    assert [[row[key] for key in keep] for row in one.rows()] == [[row[key] for key in keep] for row in other.rows()]


def test_a_level_reaches_the_intervals():
    """The intervals of the areas have the level asked for, with either information."""
    found = compare_families(HANLEY, *THREE, method=MaximumLikelihood("expected"), level=0.9)
    assert all(one.area.interval.level == 0.9 for one in found.families)
    assert found.method.name == "maximum likelihood, expected information"
    assert "90 percent confidence intervals" in str(found)


@pytest.mark.parametrize(
    ("families", "options", "words"),
    [
        ((Binormal(),), {}, "needs two families"),
        ((Binormal(), PowerLaw(), Binormal()), {}, "the binormal family stands twice"),
        (THREE, {"method": DeLong()}, "only MaximumLikelihood"),
        (THREE, {"level": 1.5}, "level"),
    ],
)
def test_what_cannot_be_compared_is_refused(families, options, words):
    """One family, a family twice, another way of fitting, a level that is none."""
    with pytest.raises(MethodError, match=words):
        compare_families(HANLEY, *families, **options)


def test_other_things_are_refused_where_they_come_from():
    """Several tests are an error of the data; a class or a word is no family."""
    both = Sample.from_truth([1, 1, 0, 0], {"A": [3, 4, 1, 2], "B": [2, 3, 1, 1]})
    with pytest.raises(DataError, match="compare_families takes one test"):
        compare_families(both)
    with pytest.raises(TypeError, match="PowerLaw is a class"):
        compare_families(HANLEY, Binormal(), PowerLaw)
    with pytest.raises(TypeError, match="compare_families takes a Sample"):
        compare_families([1, 2, 3])


def test_the_table_has_one_row_per_family():
    """Standard columns first, then likelihood, criterion, test of fit, diagnosis and parameters; strict JSON."""
    table = compare_families(TWO).tidy()
    assert table["family"].tolist() == ["binormal", "proper-binormal", "contaminated-binormal", "power-law", "bigamma"]
    assert table["n_parameters"].tolist() == [2, 2, 2, 1, 2]
    assert table["diagnosis"].tolist()[3] is None or table["diagnosis"].isna()[3]
    assert table["parameter_1"].tolist() == ["a", "d_a", "mu", "k", "r"]
    assert table["parameter_1_estimate"].notna().tolist() == [False, False, False, True, False]
    types = table.dtypes[["log_likelihood", "aic", "weight", "fit_p_value", "parameter_2_estimate"]]
    assert set(types.astype(str)) == {"float64"}
    text = json.dumps(compare_families(TWO).to_dict(), allow_nan=False)
    assert "one-interior-point" in text


def test_printed_whole():
    """Likelihoods, areas, tests, parameters and notes, within 80 columns."""
    assert (
        str(compare_families(HANLEY, *THREE))
        == """
	ROC curve families compared, maximum likelihood from ratings

data:  rating by group (positive: "cases"; higher ratings are positive)
       51 cases, 58 controls, 0 dropped
       5 categories
AIC = 2 (parameters) - 2 (log likelihood), category bounds not counted

           parameters  log likelihood      AIC  difference  weight
binormal            2        -123.649  251.297       1.000   0.273
power-law           1        -124.148  250.297       0.000   0.451
bigamma             2        -123.639  251.278       0.981   0.276

95 percent confidence intervals, two-sided, probit scale
             AUC  std. error    low   high
binormal   0.911      0.0295  0.839  0.956
power-law  0.895      0.0279  0.830  0.940
bigamma    0.912      0.0292  0.840  0.956

Goodness of fit:  X-squared  df  p-value
binormal              0.209   2    0.901
power-law             1.151   3    0.765
bigamma               0.188   2    0.910

Parameters:  estimate (std. error)
binormal     a = 1.657 (0.3105), b = 0.713 (0.2159)
power-law    k = 0.117 (0.0348)
bigamma      r = 3.652 (6.3841), b = 0.348 (0.3426)
note: Some expected counts are below 5; the goodness-of-fit p-values are rough.
note: The data hardly tell binormal, power-law and bigamma apart (AIC within 2);
      their areas run from 0.895 to 0.912. Report a family chosen beforehand.
"""
    )


def test_every_layout_stays_within_80_columns():
    """Failed families, edges and long names leave the table within its width, and notebooks show it as tables."""
    for sample in (TWO, HANLEY, Sample.from_counts(controls=[5, 6, 7], cases=[9, 6, 4])):
        found = compare_families(sample)
        assert max(map(len, str(found).splitlines())) <= 80
        assert found._repr_html_().count("<table>") >= 3
