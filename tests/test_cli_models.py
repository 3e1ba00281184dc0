"""The commands about curve models: a fitted curve, families compared, two tests together, a smooth curve."""

import csv
import io

import pandas as pd
import pytest

import rocstats
from rocstats import (
    AUC,
    Bigamma,
    Binormal,
    MaximumLikelihood,
    NormalTheory,
    PartialAUC,
    PlacementRegression,
    PowerLaw,
    SensitivityAt,
    SpecificityAt,
    compare_families,
    fit_binormal,
    fit_bivariate_binormal,
    fit_curve,
    fitted_band,
    plot_fit,
    smooth_curve,
)
from rocstats.console import sentence
from rocstats.errors import DataError, FitError
from rocstats.method_words import family_word, word_of
from rocstats.parametric import FAMILIES, FIT_METHODS
from tests.commands import (
    ABOUT_OVARIAN,
    HOSTILE,
    printed,
    refused,
    run,
    said,
    strict,
    write_hostile,
    write_small,
    write_study,
    wrong_call,
)

APART = (
    "all cases score above all controls (empirical AUC 1), so the likelihood rises towards the perfect curve and has "
    "no maximum. Report the empirical AUC with an interval that allows for it, `rocstats auc --method newcombe`."
)


@pytest.fixture
def about(tmp_path):
    """Write forty subjects and say how a command names them."""
    return write_study(tmp_path)


@pytest.fixture
def mixed(tmp_path):
    """Write four tests: one that separates, one without spread, one with an infinite score, one that can be fitted."""
    path = tmp_path / "mixed.csv"
    frame = pd.DataFrame({"t": [1] * 5 + [0] * 5, "apart": [9, 8, 8.5, 7, 7.5, 2, 3, 1, 2.5, 1.5], "tied": [1] * 10})
    frame["far"] = [9.5, 3, 2, 5, 1, 0.5, 2, 0, 1, 3]
    frame["fine"] = [5, 4, 2, 1, 3, 3, 2, 1, 4, 1]
    frame.assign(far=frame["far"].replace(9.5, float("inf"))).to_csv(path, index=False)
    return [str(path), "--truth", "t"]


def sample(about, *tests, **options):
    """Read tests of the forty subjects."""
    return rocstats.read(about[0], truth="outcome", positive="Poor", tests=list(tests), **options).sample()


def test_print_the_fits_of_the_functions(about):
    """A fit of each test, and what was to be read off it, in that order."""
    one, other = sample(about, "s100b"), sample(about, "ndka")
    printed(run("fit", *about, "--tests", "s100b,ndka"), fit_binormal(one), fit_binormal(other))
    fit = fit_binormal(one, level=0.9)
    how = ["--at-specificity", "0.9,0.8", "--at-sensitivity", "0.9", "--fpf", "0,0.2", "--tpf", "0.9,1"]
    more = ["--scale", "normalised", "--null", "0.6", "--alternative", "greater", "--band", "working-hotelling"]
    printed(
        run("fit", *about, "--tests", "s100b", *how, *more, "--level", "0.9"),
        fit,
        fit.estimate(AUC(), null_value=0.6, alternative="greater"),
        fit.estimate(PartialAUC(fpf=(0, 0.2), scale="normalised")),
        fit.estimate(PartialAUC(tpf=(0.9, 1), scale="normalised")),
        fit.estimate(SensitivityAt(0.9)),
        fit.estimate(SensitivityAt(0.8)),
        fit.estimate(SpecificityAt(0.9)),
        fitted_band(fit, kind="working-hotelling"),
    )


@pytest.mark.parametrize(
    ("options", "family", "method"),
    [
        (["--family", "power-law"], PowerLaw(), MaximumLikelihood()),
        (["--family", "bigamma", "--categories", "runs"], Bigamma(), MaximumLikelihood(categories="runs")),
        (["--method", "maximum-likelihood-expected"], Binormal(), MaximumLikelihood(information="expected")),
        (["--method", "normal-theory"], Binormal(), NormalTheory()),
        (
            ["--method", "normal-theory-box-cox", "--interval", "reiser-guttman"],
            Binormal(),
            NormalTheory(box_cox=True, interval="reiser-guttman"),
        ),
        (
            ["--method", "normal-theory", "--interval", "generalised", "--resamples", "1000", "--seed", "3"],
            Binormal(),
            NormalTheory(interval="generalised", n_resamples=1000, rng=3),
        ),
        (
            ["--method", "placement-glm", "--resamples", "100", "--seed", "3"],
            Binormal(),
            PlacementRegression(n_resamples=100, rng=3),
        ),
        (
            ["--method", "placement-least-squares", "--resamples", "100", "--seed", "3"],
            Binormal(),
            PlacementRegression(kind="least-squares", n_resamples=100, rng=3),
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_fit_by_every_way(about, options, family, method):
    """Families and ways of fitting go by the words of their registers, with their own options and the seed."""
    printed(run("fit", *about, "--tests", "s100b", *options), fit_curve(sample(about, "s100b"), family, method))


def test_fit_ratings_that_are_counted(tmp_path):
    """A row per rating and truth with a count is the rating table itself; Stata's rocfit has a = 1.656782."""
    path = tmp_path / "ratings.csv"
    table = {0: [33, 6, 6, 11, 2], 1: [3, 2, 2, 11, 33]}
    rows = [(truth, place + 1, n) for truth, counts in table.items() for place, n in enumerate(counts)]
    pd.DataFrame(rows, columns=["truth", "rating", "n"]).to_csv(path, index=False)
    (found,) = strict(run("fit", path, "--truth", "truth", "--tests", "rating", "--count", "n", "--json").stdout)
    assert found["rows"][0]["parameter"] == "a"
    assert found["rows"][0]["estimate"] == pytest.approx(1.656782, abs=1e-5)


def test_compare_families_as_the_function_does(about):
    """All of them, or those that are named, on each test."""
    one, rated = sample(about, "s100b"), sample(about, "wfns")
    two = ["--family", "binormal,power-law"]
    printed(
        run("families", *about, "--tests", "s100b,wfns", *two),
        *(compare_families(each, Binormal(), PowerLaw()) for each in (one, rated)),
    )
    printed(run("families", *about, "--tests", "wfns"), compare_families(rated))
    way = MaximumLikelihood(information="expected", categories="ratings")
    how = ["--method", "maximum-likelihood-expected", "--categories", "ratings", "--level", "0.9"]
    printed(
        run("families", *about, "--tests", "wfns", "--family", "power-law", "--family", "binormal", *how),
        compare_families(rated, PowerLaw(), Binormal(), method=way, level=0.9),
    )


def test_fit_two_tests_together(about):
    """Both curves, their areas, their parameters, and what was to be read off them, compared."""
    both = sample(about, "s100b", "ndka")
    two = [*about, "--tests", "s100b,ndka"]
    fit = fit_bivariate_binormal(both)
    printed(run("compare-curves", *two), fit, fit.compare_auc(), fit.compare_parameters())
    fit = fit_bivariate_binormal(both, categories=10, information="expected", level=0.9)
    how = [
        "--categories",
        "10",
        "--method",
        "maximum-likelihood-expected",
        "--level",
        "0.9",
        "--alternative",
        "greater",
    ]
    printed(
        run("compare-curves", *two, *how, "--at-specificity", "0.9", "--fpf", "0,0.2", "--scale", "mcclish"),
        fit,
        fit.compare_auc(alternative="greater"),
        fit.compare_parameters(),
        fit.compare_partial_auc((0, 0.2), scale="mcclish", alternative="greater"),
        fit.compare_tpf(0.1, alternative="greater"),
    )


def test_smooth_as_the_function_does(about):
    """By the rule, with stated bandwidths, with resamples and without."""
    one, other = sample(about, "s100b"), sample(about, "ndka")
    few = {"n_resamples": 100, "rng": 3}
    printed(
        run("smooth", *about, "--tests", "s100b,ndka", "--resamples", "100", "--seed", "3"),
        smooth_curve(one, **few),
        smooth_curve(other, **few),
    )
    for text, width in (("0.1", 0.1), ("0.2,0.1", (0.2, 0.1))):
        printed(
            run("smooth", *about, "--tests", "s100b", "--bandwidth", text, "--no-bootstrap"),
            smooth_curve(one, bandwidth=width, n_resamples=0),
        )


def test_turn_low_scores_as_the_other_commands_do():
    """A fitted curve of a test with low scores positive says so, and its bounds are on the user's scale."""
    done = run("fit", *ABOUT_OVARIAN, "--tests", "totscore", "--low", "totscore")
    assert 'data:  totscore by popind (positive: "1"; lower ratings are positive)' in done.stdout
    assert "10 | 9   9 | 8" in done.stdout


# ---- for machines --------------------------------------------------------------------------------------------------

FOR_MACHINES = {
    "fit": ["--tests", "s100b,wfns", "--at-specificity", "0.9", "--fpf", "0,0.1", "--null", "0.5"],
    "families": ["--tests", "s100b,wfns", "--family", "binormal,power-law"],
    "compare-curves": ["--tests", "s100b,ndka", "--at-sensitivity", "0.9"],
    "smooth": ["--tests", "s100b", "--resamples", "100"],
}


@pytest.mark.parametrize("command", FOR_MACHINES)
def test_give_strict_json_and_one_row_per_number(about, command):
    """The JSON has no NaN, and the CSV as many rows as the results."""
    found = strict(run(command, *about, *FOR_MACHINES[command], "--json").stdout)
    rows = list(csv.DictReader(io.StringIO(run(command, *about, *FOR_MACHINES[command], "--csv").stdout)))
    assert len(rows) == sum(len(one["rows"]) if "rows" in one else 1 for one in found)


def test_say_where_on_the_curve_a_number_stands(about):
    """The rows name the band of a partial area and the target of a point, as those of empirical results do."""
    how = ["--tpf", "0.9,1", "--at-specificity", "0.9", "--at-sensitivity", "0.8", "--json"]
    for command, tests in (("fit", "s100b"), ("compare-curves", "s100b,ndka")):
        *_, area, one, other = strict(run(command, *about, "--tests", tests, *how).stdout)
        assert (area["band"], area["band_low"], area["band_high"]) == ("TPF", 0.9, 1.0)
        assert (one["target"], one["target_value"]) == ("specificity", 0.9)
        assert (other["target"], other["target_value"]) == ("sensitivity", 0.8)
        text = run(command, *about, "--tests", tests, *how[:-1]).stdout
        assert "\n       band: TPF 0.9 to 1 (sensitivity 0.9 to 1)\n" in text


# ---- figures -------------------------------------------------------------------------------------------------------

DRAWN = {
    "fit": ["--tests", "s100b,ndka"],
    "families": ["--tests", "s100b", "--family", "binormal,power-law"],
    "compare-curves": ["--tests", "s100b,ndka"],
    "smooth": ["--tests", "s100b,ndka", "--no-bootstrap"],
}


def same_figure(place, figure):
    """Check that a file holds this figure, to the byte."""
    wanted = rocstats.write_figure(figure, place.with_name("wanted.svg"))
    assert place.read_bytes() == wanted.read_bytes()


@pytest.mark.parametrize("command", DRAWN)
def test_draw_fitted_curves_over_the_empirical_points(about, tmp_path, command):
    """The figure is that of the function, and its place is on stderr."""
    place = tmp_path / "figure.svg"
    done = run(command, *about, *DRAWN[command], "--figure", place)
    assert (done.exit_code, done.stderr) == (0, f"rocstats: the figure is written: {place}\n")
    both = sample(about, "s100b", "ndka")
    one, other = (both.select(name) for name in ("s100b", "ndka"))
    curves = {
        "fit": lambda: (fit_binormal(one), fit_binormal(other)),
        "families": lambda: compare_families(one, Binormal(), PowerLaw()).fits,
        "compare-curves": lambda: fit_bivariate_binormal(both).curves,
        "smooth": lambda: (smooth_curve(one, n_resamples=0), smooth_curve(other, n_resamples=0)),
    }
    same_figure(place, plot_fit(*curves[command]()))


def test_draw_the_band_of_one_curve(about, tmp_path):
    """The band that is printed stands in the figure."""
    place = tmp_path / "figure.svg"
    assert run("fit", *about, "--tests", "s100b", "--band", "pointwise", "--figure", place).exit_code == 0
    fit = fit_binormal(sample(about, "s100b"))
    same_figure(place, plot_fit(fit, band=fitted_band(fit)))


def test_draw_what_could_be_fitted(mixed, tmp_path):
    """A test without a curve leaves the figure of the others."""
    place = tmp_path / "figure.svg"
    done = run("fit", *mixed, "--tests", "apart,fine", "--figure", place)
    assert done.exit_code == 1
    assert done.stderr == f'rocstats: the figure is written: {place}\nrocstats: "apart": {APART}\n'
    same_figure(place, plot_fit(fit_binormal(rocstats.read(mixed[0], truth="t", tests=["fine"]).sample())))


# ---- what cannot be fitted -----------------------------------------------------------------------------------------


def test_keep_the_answers_of_the_other_tests(mixed):
    """A refusal of one test is said by its name, the others are printed, and the exit code is 1."""
    fine = rocstats.read(mixed[0], truth="t", tests=["fine"]).sample()
    done = run("fit", *mixed, "--tests", "apart,fine,tied")
    assert (done.exit_code, done.stdout) == (1, f"{fit_binormal(fine)}\n")
    first, second = done.stderr.splitlines()
    assert first == f'rocstats: "apart": {APART}'
    assert second.startswith('rocstats: "tied": all 10 subjects have the same score')
    done = run("fit", *mixed, "--tests", "far,tied,fine", "--method", "normal-theory", "--csv")
    assert done.exit_code == 1
    assert {row["test"] for row in csv.DictReader(io.StringIO(done.stdout))} == {"fine"}
    assert 'rocstats: 1 score of "far" is infinite' in done.stderr
    assert 'the same score of "tied"' in done.stderr
    done = run("families", *mixed, "--tests", "tied,fine")
    assert (done.exit_code, done.stdout) == (1, f"{compare_families(fine)}\n")
    assert '"tied": none of 5 families can be fitted' in done.stderr
    done = run("smooth", *mixed, "--tests", "far,fine", "--no-bootstrap", "--json")
    assert (done.exit_code, len(strict(done.stdout))) == (1, 1)


def test_say_nothing_on_stdout_where_nothing_can_be_fitted(mixed):
    """Without any answer there is no empty list to be taken for one."""
    for form in ([], ["--json"], ["--csv"]):
        refused(run("fit", *mixed, "--tests", "apart", *form), f'"apart": {APART}')


def test_name_a_test_so_that_it_steers_nothing(tmp_path):
    """A hostile name is printed harmless in results, in refusals and in tables."""
    about = write_hostile(tmp_path)
    done = run("fit", *about, "--family", "power-law", "--csv")
    assert done.exit_code == 0
    assert f"'{HOSTILE}" in {row["test"] for row in csv.DictReader(io.StringIO(done.stdout))}
    for command in (["fit"], ["families", "--family", "binormal,power-law"], ["smooth", "--no-bootstrap"]):
        assert "\x1b" not in run(command[0], *about, *command[1:]).stdout
    frame = pd.read_csv(about[0])
    frame[HOSTILE] = frame["t"]
    frame.to_csv(about[0], index=False)
    done = run("fit", *about)
    assert (done.exit_code, done.stdout, "\x1b" in done.stderr) == (1, "", False)
    assert r"<37\x1b[2J" in done.stderr


def test_refuse_and_drop_missing_scores(tmp_path):
    """Missing scores are counted and refused, or dropped and counted."""
    about = [*write_small(tmp_path), "--tests", "gap"]
    assert run("fit", *about).exit_code == 1
    done = run("fit", *about, "--missing", "drop", "--family", "power-law")
    assert done.exit_code == 0
    assert "4 cases, 5 controls, 1 dropped" in done.stdout


def test_say_that_a_band_needs_standard_errors(tmp_path):
    """A curve at the edge of its family comes without its band, and the command says so."""
    path = tmp_path / "edge.csv"
    # Cases tend to lie below controls, so the likelihood of a proper family is largest at the chance line.
    pd.DataFrame({"t": [1] * 5 + [0] * 5, "A": [1, 2, 2, 3, 1, 2, 3, 4, 4, 5]}).to_csv(path, index=False)
    done = run("fit", path, "--truth", "t", "--tests", "A", "--family", "proper-binormal", "--band", "pointwise")
    assert done.exit_code == 0
    assert done.stderr == 'rocstats: "A": a band needs standard errors, and this curve has none; its notes say why.\n'


def test_refuse_two_tests_as_one(mixed, about):
    """What cannot be fitted together is refused with the name of the test, and so are clusters."""
    refused(run("compare-curves", *mixed, "--tests", "apart,fine"), f'"apart": {APART}')
    for command in ("fit", "families", "compare-curves", "smooth"):
        done = run(command, *about, "--tests", "s100b,ndka", "--cluster", "grade")
        assert (done.exit_code, done.stdout) == (2, "")
        assert "these subjects come in clusters" in done.stderr


# ---- words ---------------------------------------------------------------------------------------------------------


def test_find_the_words_of_families_and_ways_of_fitting():
    """A class in a message goes by the word of its register."""
    assert [family_word(type(family).__name__) for family in FAMILIES.values()] == list(FAMILIES)
    assert all(method.card.id == word for word, method in FIT_METHODS.items())
    assert word_of("MaximumLikelihood", "expected") == "maximum-likelihood-expected"
    assert word_of("PlacementRegression", "least-squares") == "placement-least-squares"
    text = "Fit PowerLaw(), or take NormalTheory(box_cox=True); MaximumLikelihood() serves too."
    wanted = "Fit --family power-law, or take --method normal-theory-box-cox; --method maximum-likelihood serves too."
    assert sentence(FitError(text)) == wanted
    text = "Compare the empirical areas, compare_auc(sample, method=DeLong())."
    assert sentence(DataError(text)) == "Compare the empirical areas, `rocstats compare --method delong`."
    text = "Report them, accuracy(counts_at(sample, threshold)); or fit_curve(sample, family)."
    assert sentence(FitError(text)) == "Report them, `rocstats accuracy`; or `rocstats fit`."


def test_refuse_a_wrong_call(about, tmp_path):
    """Options that do not fit are named, with exit code 2, before anything is fitted."""
    two, alone = [*about, "--tests", "s100b,ndka"], [*about, "--tests", "s100b"]
    for command, text in (
        (["fit", *alone, "--family", "x"], '--family is "x"; here it is one of binormal, proper-binormal'),
        (["fit", *alone, "--method", "delong"], "here it is one of maximum-likelihood"),
        (["fit", *alone, "--interval", "generalised"], "--interval is for --method normal-theory"),
        (["fit", *alone, "--method", "normal-theory", "--categories", "runs"], "--categories is for --method maximum"),
        (["fit", *alone, "--resamples", "200"], "--resamples is for methods that draw at random"),
        (["fit", *alone, "--method", "normal-theory", "--resamples", "2000"], "draw for --interval generalised"),
        (["fit", *alone, "--family", "bigamma", "--band", "working-hotelling"], "made for a straight line"),
        (["fit", *alone, "--at-specificity", "1"], "--at-specificity is 1; it must be above 0 and below 1."),
        (["fit", *alone, "--at-sensitivity", "0"], "--at-sensitivity is 0; it must be above 0 and below 1."),
        (["fit", *alone, "--at-sensitivity", "x"], '--at-sensitivity is "x", which is no number'),
        (["fit", *alone, "--scale", "mcclish"], "--scale is for the area over a band"),
        (["fit", *two, "--band", "pointwise", "--figure", "f.svg"], "--figure draws one test"),
        (["families", *alone, "--family", "binormal,x"], '--family is "x"'),
        (["families", *alone, "--method", "normal-theory"], "here it is one of maximum-likelihood"),
        (["families", *two, "--figure", "f.svg"], "--figure draws one test"),
        (["compare-curves", *alone], "two tests on the same subjects are fitted together"),
        (["smooth", *alone, "--bandwidth", "wide"], '--bandwidth is "wide"; it is silverman, a number, or two'),
        (["smooth", *alone, "--bandwidth", "1,2,3"], '--bandwidth is "1,2,3"; write two numbers'),
        (
            ["smooth", *alone, "--resamples", "100", "--no-bootstrap"],
            "--resamples and --no-bootstrap exclude each other",
        ),
    ):
        wrong_call(run(*command), text)
    for command, text in (
        (["fit", *alone, "--level", "95"], "level is 95.0"),
        (["fit", *alone, "--null", "2"], "for AUC it lies between 0 and 1."),
        (["fit", *alone, "--fpf", "0.2,0.1"], "fpf is (0.2, 0.1)"),
        (["fit", *alone, "--method", "normal-theory", "--family", "power-law"], "take --family binormal, or --method"),
        (["fit", *alone, "--figure", tmp_path / "f.docx"], "a figure is written as .svg, .png or .pdf"),
        (["families", *alone, "--family", "binormal"], "needs two families"),
        (["families", *alone, "--family", "binormal,binormal"], "stands twice"),
        (["compare-curves", *two, "--categories", "1"], "categories is 1"),
        (["compare-curves", *two, "--categories", "some"], "categories is 'some'"),
        (["smooth", *alone, "--bandwidth", "-1"], "a bandwidth is -1.0"),
    ):
        done = run(*command)
        assert (done.exit_code, done.stdout) == (2, "")
        assert text in said(done)
