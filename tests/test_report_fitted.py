"""A report with fitted curves says what the fits say, beside the empirical curves, and names what has none."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from test_report import HOSTILE, SCRIPT, WORDS, document, html, markdown, planned, separated, table, warnings_of

from rocstats.document.blocks import Figure, NumberedList
from rocstats.document.inline import plain_text
from rocstats.document.rendering import figures_of
from rocstats.inference.points_at_target import sensitivity_at
from rocstats.methods.bootstrap import Bootstrap
from rocstats.parametric import FIT_METHODS
from rocstats.report.analysis import Analysis
from rocstats.report.calls_in_notes import without_calls
from rocstats.report.fitted_section import fitted_section
from rocstats.report.limitations import limitations_section
from rocstats.report.plan import PlannedMethods, PlannedTest
from rocstats.report.wording import for_report

# Ratings of 51 cases and 58 controls [hanley1982].
CONTROLS, CASES = (33, 6, 6, 11, 2), (3, 2, 2, 11, 33)
MORE_WORDS = {
    **WORDS,
    "no-acceleration": "BCa has no acceleration",
    "outermost-replicate": "outermost",
    "not-converged": "maximum",
}
CALL = re.compile(r"\(sample|\w\(\)|=True|\w=[\s,.;\"]")


def people() -> pd.DataFrame:
    """Make readers of the classic ratings, a second reader, a skewed marker and one that is low in cases."""
    rng = np.random.default_rng(11)
    rating = np.concatenate([np.repeat(np.arange(1, 6), CASES), np.repeat(np.arange(1, 6), CONTROLS)])
    truth = np.repeat([1, 0], [sum(CASES), sum(CONTROLS)])
    second = np.clip(rating + rng.integers(-1, 2, len(rating)), 1, 5)
    marker = np.ceil(8 * np.exp(0.8 * truth + rng.normal(size=len(truth))).clip(0.3, 4))
    low = np.round(50 - 6 * truth - rng.normal(0, 5, len(truth)))
    frame = pd.DataFrame({"truth": truth, "first": rating, "second": second, "marker": marker, "low": low})
    return frame.sample(frac=1, random_state=3, ignore_index=True)


READERS = (PlannedTest(name="first"), PlannedTest(name="second"))
MIXED = (*READERS[:1], PlannedTest(name="marker"), PlannedTest(name="low", low=True))


@cache
def readers() -> Analysis:
    """Two readers with ratings, and a band of the FPF."""
    return planned(people(), *READERS, design="cohort", curve="binormal", fpf_band=(0, 0.2), tpf_band=(0.8, 1))


@cache
def mixed() -> Analysis:
    """Ratings beside scores of both directions."""
    return planned(people(), *MIXED, design="cohort", curve="binormal")


@cache
def fitted(fit: str) -> Analysis:
    """Curves of scores by any way of fitting."""
    return planned(people(), *MIXED[1:], design="cohort", curve="binormal", methods=PlannedMethods(fit=fit))


@cache
def partly() -> Analysis:
    """One test that no curve fits, one that one fits."""
    frame = people().assign(apart=lambda f: f["truth"] * 10 + f["first"])
    return planned(frame, PlannedTest(name="apart"), *READERS, design="cohort", curve="binormal")


@cache
def refused() -> Analysis:
    """Nothing that a curve fits."""
    return planned(
        separated().study.frame, *[PlannedTest(name=n) for n in ("sep", "tied", "reversed")], curve="binormal"
    )


@cache
def at_the_edge() -> Analysis:
    """A reader whose cases and controls have the same ratings, where the proper family ends."""
    frame = pd.DataFrame({"truth": [1, 0] * 20, "A": np.repeat([1, 2, 3, 4], [10, 10, 10, 10])})
    return planned(frame, PlannedTest(name="A"), design="cohort", curve="proper-binormal")


@cache
def edges() -> Analysis:
    """Scores of a wide and of a reversed test, to which proper curves fit at the edge of their family alone."""
    rng = np.random.default_rng(4)
    truth = np.repeat([1, 0], [40, 40])
    frame = pd.DataFrame(
        {
            "truth": truth,
            "reversed": rng.normal(-1.8 * truth, 1).round(2),
            "wide": rng.normal(0, 1 + 3 * truth).round(2),
        }
    )
    return planned(
        frame, PlannedTest(name="reversed"), PlannedTest(name="wide"), design="cohort", curve="proper-binormal"
    )


@cache
def few() -> Analysis:
    """Nine subjects with two scores, which are too few to judge a curve."""
    rng = np.random.default_rng(7)
    truth = np.repeat([1, 0], [4, 5])
    x = (truth + rng.normal(size=9)).round(3)
    frame = pd.DataFrame({"truth": truth, "x": x, "y": (truth + rng.normal(size=9)).round(3)})
    tests = PlannedTest(name="x"), PlannedTest(name="y")
    return planned(frame, *tests, design="cohort", curve="binormal", methods=PlannedMethods(fit="normal-theory"))


@cache
def alone() -> Analysis:
    """A marker, the same marker on another scale, one cut in two and one that separates."""
    frame = people().assign(
        other=lambda f: np.log(f["marker"]).round(6),
        two=lambda f: (f["marker"] > 12).astype(int),
        apart=lambda f: f["truth"] * 10 + f["first"],
    )
    names = "marker", "other", "two", "apart"
    return planned(frame, *[PlannedTest(name=name) for name in names], design="cohort", curve="binormal")


@cache
def crossing() -> Analysis:
    """Skewed scores taken as normal, and a binormal curve that crosses the chance line in the data."""
    rng = np.random.default_rng(2)
    truth = np.repeat([1, 0], [60, 90])
    wide = np.where(truth == 1, rng.normal(0.3, 3, 150), rng.normal(0, 1, 150)).round(2)
    skewed = np.exp(truth + 1.5 * rng.normal(size=150)).round(3)
    return planned(
        pd.DataFrame({"truth": truth, "wide": wide, "skewed": skewed}),
        PlannedTest(name="wide"),
        PlannedTest(name="skewed"),
        design="cohort",
        curve="binormal",
        methods=PlannedMethods(fit="normal-theory"),
    )


@cache
def hostile() -> Analysis:
    """Names that a page could mistake for its own signs."""
    frame = people().rename(columns={"first": HOSTILE, "second": "low_*t*"})
    frame["truth"] = frame["truth"].map({1: SCRIPT, 0: "no `x`"})
    tests = (PlannedTest(name=HOSTILE), PlannedTest(name="low_*t*"))
    return planned(frame, *tests, positive=SCRIPT, design="cohort", curve="binormal")


MAKERS = (readers, mixed, partly, refused, at_the_edge, edges, few, alone, crossing, hostile)


def section(analysis: Analysis) -> str:
    """Return the section of the page."""
    page = markdown(analysis)
    start = page.index(" Fitted curves\n")
    return page[start : page.index("\n## ", start)]


def limitations(analysis: Analysis) -> str:
    """Return all limitations as one text."""
    (items,) = (block.items for block in limitations_section(analysis).blocks if isinstance(block, NumberedList))
    return " ".join(plain_text(item.content) for item in items)


def value(cell: str) -> float:
    """Read a cell of a table."""
    return float(cell.replace("−", "-").strip("*"))


def test_classic_ratings_have_the_published_curve() -> None:
    """Stata's rocfit gives a = 1.6568, b = 0.7130 and an area of 0.9113 for these ratings [hanley1982]."""
    page = markdown(readers())
    rows = table(page, "Parameters of the binormal curves")
    assert [row[1:3] for row in rows[:2]] == [["a", "1.657"], ["b", "0.713"]]
    assert rows[0][3] == "0.3105"
    assert table(page, "Fitted and empirical curves")[0][2] == "0.911"
    assert table(page, "Fitted and empirical curves")[0][5] == "0.893"


def test_the_opening_sets_the_fitted_area_beside_the_empirical_one() -> None:
    """Both areas stand in one sentence with their intervals, and what a fitted curve is stands behind it."""
    analysis = readers()
    one, area = analysis.further.curves.tests[0], analysis.tests[0].area
    low, high = one.area.interval.low, one.area.interval.high
    assert (
        f"The binormal curve fitted to first has an area of {one.area.estimate:.3f} ({low:.3f} to {high:.3f}); the "
        f"empirical area is {area.estimate:.3f} ({area.interval.low:.3f} to {area.interval.high:.3f}) (Table"
    ) in section(analysis)
    assert "it shows the family of curves and not the data. The parameters are in Table" in section(analysis)


def test_each_reading_stands_beside_that_of_the_data() -> None:
    """Area, partial areas of the plan's bands, and TPF at an FPF of one tenth, off both curves."""
    analysis = readers()
    rows = table(markdown(analysis), "Fitted and empirical curves")
    assert [row[1] for row in rows] == ["AUC", "Area, FPF 0 to 0.2", "Area, TPF 0.8 to 1", "TPF at FPF 0.1"] * 2
    for place, one in enumerate(analysis.further.curves.tests):
        fit, mine = one.fit, rows[4 * place : 4 * place + 4]
        expected = [fit.auc, fit.partial_auc((0, 0.2)), fit.partial_auc(tpf=(0.8, 1)), fit.tpf_at(np.array([0.1]))[0]]
        assert [value(row[2]) for row in mine] == pytest.approx(expected, abs=6e-4)
        sample = analysis.tests[place].sample
        drawn = sensitivity_at(sample, 0.9, Bootstrap(kind="bca", rng=analysis.plan.seed), interpolated=True)
        empirical = [
            analysis.tests[place].area.estimate,
            *(band.areas[place].raw.estimate for band in analysis.further.bands),
            drawn.estimate,
        ]
        assert [value(row[5]) for row in mine] == pytest.approx(empirical, abs=6e-4)
        assert mine[3][7] == f"{drawn.interval.low:.3f} to {drawn.interval.high:.3f}"


def test_fit_and_counts_of_ratings_are_those_of_the_fit() -> None:
    """Chi-squared, df and p, observed and expected counts and bounds stand in two tables."""
    analysis = readers()
    page = markdown(analysis)
    details = [one.fit.details[0] for one in analysis.further.curves.tests]
    for row, detail in zip(table(page, "Fit of the curves to ratings"), details, strict=True):
        test = detail.pearson
        assert row[1:5] == ["5", str(test.df), f"{test.statistic:.3f}", f"{test.pvalue:.3f}"]
    rows = table(page, "Categories: counts and bounds")
    assert [int(row[2]) for row in rows[:5]] == list(CONTROLS)
    assert [int(row[4]) for row in rows[:5]] == list(CASES)
    assert [value(row[3]) for row in rows[:5]] == pytest.approx(details[0].expected_controls, abs=0.051)
    assert sum(value(row[5]) for row in rows[:5]) == pytest.approx(sum(CASES), abs=0.3)
    assert [value(row[6]) for row in rows[:4]] == pytest.approx([b.estimate for b in details[0].bounds], abs=6e-4)
    assert rows[4][6:] == ["", "", ""]


def test_scores_are_held_against_the_empirical_curve() -> None:
    """Without stated categories there is no test of counts; a curve that differs is named, with the note."""
    assert "The fit to marker and low gives no expected counts of stated categories." in section(mixed())
    assert "no difference was found beyond what sampling allows." in section(mixed())
    assert [row[0] for row in table(markdown(mixed()), "Fit of the curves to ratings")] == ["first"]
    said = section(crossing())
    assert "that of skewed differs by more than sampling allows, as noted with the parameters" in said
    assert re.search(r"skewed: the fitted curve differs from the empirical one .*χ² = \d+\.\d+, df = \d+, p \\<", said)
    assert "Fit of the curves to ratings" not in said


def test_every_test_has_its_figure_with_both_bands() -> None:
    """A figure per test; the pointwise band is dark, that of Working and Hotelling light, and words say so."""
    analysis = mixed()
    figures = [block for block in fitted_section(analysis).blocks if isinstance(block, Figure)]
    assert [figure.id for figure in figures] == ["fitted-figure-1", "fitted-figure-2", "fitted-figure-3"]
    assert all("with 2 bands over the empirical curve" in figure.pictures[0].alt for figure in figures)
    assert "of 4 points, AUC 0.893" in figures[0].pictures[0].alt
    for figure in figures:
        assert "#dfe6ed" in figure.pictures[0].svg
        assert "#bccad8" in figure.pictures[0].svg
    assert section(analysis).count("Working and Hotelling’s, which holds for the whole curve") == 3
    assert {f"fitted-figure-{i}" for i in (1, 2, 3)} <= {Path(name).stem for name in figures_of(document(analysis))}


def test_a_family_that_is_not_binormal_has_the_pointwise_band_alone() -> None:
    """No other family has a band for the whole curve, and two tests are not fitted at once."""
    analysis = planned(people(), *READERS, design="cohort", curve="power-law")
    said = section(analysis)
    assert "Band: pointwise 95%, which holds at one false positive fraction at a time." in said
    assert "Working" not in markdown(analysis)
    assert "fitted at once" not in said
    assert [row[1] for row in table(markdown(analysis), "Parameters of the power-law curves")] == ["k", "k"]


def test_a_test_without_a_curve_stands_with_its_reason() -> None:
    """The reason and the alternative are in words, the other tests have their curves, and so have their pairs."""
    said = section(partly())
    assert "No binormal curve is fitted to apart: all cases score above all controls (empirical AUC 1)" in said
    assert "Report the empirical AUC with an interval that allows for it, that of Newcombe’s method." in said
    assert [row[0] for row in table(markdown(partly()), "Difference between fitted areas")] == ["first − second"]
    assert (
        "No two curves are fitted at once to apart and first; apart and second: one of the two has no curve of its own."
    ) in said
    assert [row[0] for row in table(markdown(partly()), "Fitted and empirical curves") if row[0]] == [
        "**first**",
        "**second**",
    ]


def test_a_report_goes_on_where_no_curve_can_be_fitted() -> None:
    """All reasons are given and no table is empty."""
    said = section(refused())
    assert said.count("No binormal curve is fitted to") == 3
    assert "Table" not in said
    assert "Fitted curves:" not in markdown(refused())
    assert "Comparisons" in markdown(refused())


def test_a_fit_without_standard_errors_says_so() -> None:
    """A chance line at the edge of its family is NE throughout, without a band, with the note."""
    page = markdown(at_the_edge())
    assert table(page, "Fitted and empirical curves")[0][2:5] == ["0.500", "NE", "NE"]
    assert [row[3:5] for row in table(page, "Parameters of the proper binormal curve")] == [["NE", "NE"]] * 2
    said = section(at_the_edge())
    assert "There is no band, for the fit has no standard errors." in said
    assert "The likelihood is largest at the chance line, the edge of the proper binormal family" in said
    assert "There is no test of fit for A: the curve lies at the edge of its family." in said
    assert "no standard errors" in limitations(at_the_edge())


def test_families_stand_side_by_side() -> None:
    """AIC, log-likelihood and area of each family are those of the comparison; that of the plan is bold."""
    analysis = readers()
    rows = table(markdown(analysis), "Families of curves")
    for found, mine in zip(analysis.further.curves.families, (rows[:5], rows[5:]), strict=True):
        for one, row in zip(found.families, mine, strict=True):
            assert row[1].strip("*") == one.family.card.name
            assert (row[1] != row[1].strip("*")) is (one.family.card.id == "binormal")
            assert [value(cell) for cell in row[4:7]] == pytest.approx(
                [one.aic, one.difference, one.loglikelihood], abs=0.0051
            )
    assert "of the" in section(analysis).partition("The smallest AIC is that ")[2][:10]


def test_two_tests_are_fitted_at_once() -> None:
    """The difference of fitted areas with error, interval and p, and the chi-squared of one curve."""
    analysis = readers()
    (pair,) = analysis.further.curves.pairs
    (row,) = table(markdown(analysis), "Difference between fitted areas")
    area, same = pair.area, pair.same
    assert row[0] == "first − second"
    assert [value(cell) for cell in row[1:4]] == pytest.approx([*area.values, area.estimate], abs=6e-4)
    assert value(row[4]) == pytest.approx(area.standard_error, abs=6e-5)
    assert value(row[6]) == pytest.approx(area.pvalue, abs=6e-4)
    assert row[7:] == [f"{same.statistic:.3f}", f"{same.pvalue:.3f}"]
    assert "p, Holm" not in section(analysis)
    rows = table(markdown(mixed()), "Differences between fitted areas")
    assert len(rows) == 3
    assert all(len(row) == 10 for row in rows)


@pytest.mark.parametrize("fit", FIT_METHODS)
def test_every_way_of_fitting_has_its_sentence(fit: str) -> None:
    """Numbers are those of the way, its card's sentence is among the methods, and every note is a limitation."""
    analysis = fitted(fit)
    curves = analysis.further.curves
    assert [one.fit.method.id for one in curves.tests] == [fit, fit]
    page = markdown(analysis)
    methods = re.sub(r"\s+", " ", page[page.index("Fitted curves: The ROC curve") :])
    assert curves.method.card.sentence.replace("Box-Cox", "Box–Cox") in methods
    assert "(2000 stratified bootstrap resamples)" in methods if fit.startswith("placement") else " . " not in methods
    assert bool(curves.families) is fit.startswith("maximum-likelihood")
    assert bool(curves.pairs) is fit.startswith("maximum-likelihood")
    assert ("Box–Cox exponent" in section(analysis)) is (fit == "normal-theory-box-cox")


@pytest.mark.parametrize("make", [make for make in MAKERS if make is not alone])
def test_every_note_is_a_limitation_and_said_once(make: Any) -> None:
    """Nothing that a fit of the planned family warns of is left out; other families have theirs below their table."""
    analysis = make()
    said, below = limitations(analysis).lower(), section(analysis).lower().replace("\\_", "_")
    for name, _, note in warnings_of(analysis):
        if name.startswith("Families of curves") and note.code not in ("families-alike", "no-family-fits"):
            assert MORE_WORDS[note.code].lower() in below, (name, note.code)
        elif note.code != "design-not-stated":
            assert MORE_WORDS[note.code].lower() in said, (name, note.code)


@pytest.mark.parametrize("make", MAKERS)
def test_no_page_shows_what_is_no_number_and_no_call(make: Any) -> None:
    """No nan, None, inf or signed zero, and nothing that only someone at a keyboard could do."""
    for page in (markdown(make()), html(make())):
        shown = re.sub(r"<svg.*?</svg>|<style>.*?</style>|```.*?```|<pre.*?</pre>", "", page, flags=re.S)
        shown = re.sub(r"None stated in the plan", "", shown)
        assert not re.search(r"\b(nan|NaN|None|inf|Inf)\b", shown)
        assert not re.search(r"[-−]0\.0+\b(?!\d)", shown)
        assert not re.search(r"\(sample|\w\(\)|=True|pnorm|X-squared", shown)
    assert SCRIPT not in html(make())


@pytest.mark.parametrize("make", MAKERS)
def test_the_appendix_prints_each_fit(make: Any) -> None:
    """What a terminal shows stands in the appendix under a name of its own."""
    analysis = make()
    page = markdown(analysis)
    names = [name for name, _ in analysis.results()]
    assert len(names) == len(set(names))
    for _, result in analysis.results():
        assert str(result).strip("\n") in page


def test_a_report_with_curves_is_the_same_each_time() -> None:
    """Another process with another hash seed writes the same bytes."""
    code = (
        "from test_report_fitted import html, mixed\n"
        "import hashlib\n"
        "print(hashlib.sha256(html(mixed()).encode()).hexdigest())"
    )
    here = Path(__file__).parent
    made = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(here), str(here.parent)]), "PYTHONHASHSEED": "1"},
    ).stdout
    assert made.strip() == hashlib.sha256(html(mixed()).encode()).hexdigest()


def test_what_is_said_at_a_keyboard_is_said_in_words() -> None:
    """No text of a note or a refusal of a curve model keeps a call of the library."""
    texts = [
        "Report the empirical AUC with an interval that allows for it, auc(sample, Newcombe()).",
        "or the empirical AUC by auc(sample, Newcombe()).",
        "No standard error or interval is given; those of the empirical area are in auc(sample, Newcombe()).",
        "Compare the empirical areas instead: compare_auc(sample, method=DeLong()).",
        "Compare the empirical areas, compare_auc(sample, method=DeLong()).",
        "Compare other families, compare_families(sample, ...), or report the empirical curve.",
        "Report sensitivity and specificity at that threshold, accuracy(counts_at(sample, threshold)); fit a family "
        "with one parameter, such as PowerLaw(); or record more categories.",
        'curves fitted apart; categories= takes a larger number, or "runs".',
        "If low scores are positive, say so with low=.",
        '3 points were left out, which flattens the line; kind="glm" takes all points.',
        "NormalTheory() without a transformation, or fit by ranks, MaximumLikelihood().",
        "An observed threshold has the interval of a 2x2 table: leave interpolated out.",
        'Keep all scores apart, categories="ratings", which takes longer. ',
        "takes positive scores only. Leave box_cox out; MaximumLikelihood() uses ranks only",
        "Look at the scores; NormalTheory(box_cox=True) transforms them, MaximumLikelihood() uses ranks only.",
    ]
    for text in texts:
        assert not CALL.search(without_calls(text)), without_calls(text)
    assert without_calls(texts[4]) == "Compare the empirical areas."
    assert not any(re.search("interpolated|box_cox", without_calls(text)) for text in texts)
    assert without_calls("They cross. ProperBinormal() fits one.") == "They cross. The proper binormal family fits one."


def notes_below(analysis: Analysis, caption: str) -> str:
    """Return the notes below a table."""
    page = section(analysis).replace("\\_", "_").replace("\\<", "<")
    return page[page.index(f" {caption}", page.index("**Table")) :].split("\n\n")[2]


def test_a_curve_at_an_edge_is_held_against_the_empirical_one() -> None:
    """A chance line beside a reversed test differs, and is named; several tests have verbs in the plural."""
    said = section(edges())
    assert (
        "The fitted curves were held against the empirical ones instead, at p \\< 0.01: those of reversed and wide "
        "differ by more than sampling allows, as noted with the parameters."
    ) in said
    assert "no difference was found" not in said


def test_parameters_at_an_edge_are_no_estimates() -> None:
    """Where the climb stopped is marked; nothing says how errors and intervals came that are not there."""
    page = markdown(edges())
    assert all(row[2].endswith("ᵃ") for row in table(page, "Parameters of the proper binormal curves"))
    assert "ᵃ Where the fit stopped at the edge of the family; not an estimate." in section(edges())
    assert "SE: observed information" not in section(edges())
    assert "CI, fitted" not in section(edges())
    assert "(interval not estimable); the empirical area is" in section(edges())
    assert "not an estimate" not in section(readers())


def test_too_few_data_are_no_agreement() -> None:
    """Where the curves could not be compared, the report says so by name and claims no result."""
    analysis = few()
    assert [one.judged for one in analysis.further.curves.tests] == [False, False]
    assert "There are too few data to hold the fitted curve of x or y against the empirical one." in section(analysis)
    assert "no difference was found" not in section(analysis)
    assert "held against the empirical" not in markdown(analysis)


def test_other_families_speak_under_their_names() -> None:
    """Below their table each note stands after its family; the limitations are those of the planned family."""
    analysis = edges()
    below = notes_below(analysis, "Families of curves")
    for found in analysis.further.curves.families:
        for one in found.families:
            for note in one.fit.notes if one.family.card.id != "proper-binormal" else ():
                start = for_report(note.text)[:60]
                before = [line.partition(start)[0].lower() for line in below.splitlines() if start in line]
                assert any(one.family.card.name in names for names in before)
    said = limitations(analysis)
    assert "proper binormal family" in said
    assert not re.search(r"edge of the contaminated|bigamma (fit|family)|crosses the chance line", said)
    assert "See how the other families fit, or report the empirical curve." in said
    assert "Compare other families" not in section(analysis) + said


def test_a_family_that_alone_can_be_fitted_is_no_winner() -> None:
    """One cut leaves the power law alone, and two tests without curves are not one of two."""
    said = section(alone())
    assert "The power-law curve is the only one that can be fitted to two." in said
    assert "two" not in said.partition("The smallest AIC is that")[2].partition(". ")[0]
    assert "to two and apart: neither has a curve of its own." in said
    assert "marker and apart; other and two; other and apart: one of the two has no curve of its own." in said


def test_a_difference_of_one_curve_has_no_degrees_of_freedom() -> None:
    """The same ranks make one curve: a test on 0 df is not called one on 2."""
    (pair,) = alone().further.curves.pairs
    assert pair.same.df == 0
    assert "have the same a and b, on 0 df." in section(alone())
    assert "likelihood-ratio test that both curves have the same a and b, on 2 df." in section(readers())


def test_what_bands_warn_of_stands_under_the_figure_with_their_names() -> None:
    """Pointwise and simultaneous bands turn at other places, and each says which it is."""
    analysis = few()
    turned = [one for one in analysis.further.curves.tests if any(band.notes for band in one.bands)]
    assert turned
    assert not re.search("edge falls", notes_below(analysis, "Parameters of the binormal curves"))
    figures = [block for block in fitted_section(analysis).blocks if isinstance(block, Figure)]
    for one, figure in zip(analysis.further.curves.tests, figures, strict=True):
        said = plain_text(figure.sub)
        for band, name in zip(one.bands, ("Pointwise band", "Band of Working and Hotelling"), strict=True):
            for note in (note for note in band.notes if note not in one.fit.notes):
                assert f"{name}: {for_report(note.text)}" in said


def test_a_missing_empirical_interval_is_explained_below_the_readings() -> None:
    """The note is with the numbers that it is about, and names no option."""
    said = notes_below(edges(), "Fitted and empirical curves")
    (note,) = edges().further.curves.tests[0].empirical_sensitivity.notes
    assert for_report(note.text) in said
    assert "interpolated out" in note.text
    assert "interpolated out" not in section(edges())
    assert for_report(note.text)[:40] not in notes_below(edges(), "Parameters of the proper binormal")


def test_failures_of_one_test_are_not_those_of_all() -> None:
    """The sentence about resamples is of all tests, and how many of one have no value is not in it."""
    page = markdown(few())
    methods = page[page.index(" Statistical methods\n") :]
    methods = methods[: methods.index("\n## ")]
    (fitted_curves,) = (part for part in methods.split("\n\n") if part.startswith("Fitted curves:"))
    assert any(one.empirical_sensitivity.inference.resampling for one in few().further.curves.tests)
    assert "without a value" not in fitted_curves


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (
            "its intervals would be too short. Take one record per cluster, or leave cluster= out if the records are "
            "independent.",
            "its intervals would be too short. Take one record per cluster.",
        ),
        (
            'a band needs ten of each. Use kind="kolmogorov-smirnov", for which nothing is drawn.',
            "a band needs ten of each.",
        ),
        ("no variance. Use DeLong() or Permutation().", "no variance. Use DeLong's method or permutations."),
        ("no spread; state at_prevalence=0.1. It holds.", "no spread. It holds."),
        (
            "Newcombe's interval needs no spread: auc_from_summary(area, n_cases=..., method=Newcombe()), with sizes.",
            "Newcombe's interval needs no spread.",
        ),
        ("PPV = 0.5 at 3 case(s); P(case) is known.", "PPV = 0.5 at 3 case(s); P(case) is known."),
    ],
)
def test_options_and_calls_of_any_kind_are_left_out(text, left):
    """Clauses that only someone at a keyboard could follow go; the rest stays, as sentences."""
    assert without_calls(text) == left
