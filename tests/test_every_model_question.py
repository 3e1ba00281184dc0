"""What every question about curve models owes: no certainty out of nothing, grouped rows heard, clusters refused."""

from dataclasses import replace

import numpy as np
import pytest
from degenerate import degenerate, is_sober, same
from hypothesis import given, settings
from strategies import sample_of
from test_every_statistic import expanded, weighted_rows

from rocstats import (
    AUC,
    Bigamma,
    Binormal,
    ContaminatedBinormal,
    FitError,
    MaximumLikelihood,
    MethodError,
    NormalTheory,
    PartialAUC,
    PlacementRegression,
    PowerLaw,
    ProperBinormal,
    RocstatsError,
    Sample,
    compare_families,
    fit_binormal,
    fit_bivariate_binormal,
    fit_curve,
    fitted_band,
    plot_fit,
    smooth_curve,
)

DRAWS = {"n_resamples": 100, "rng": 1}
FEWEST = {"n_resamples": 1000, "rng": 1}
OF_ONE_TEST = {
    "fit_binormal": fit_binormal,
    "expected information": lambda s: fit_binormal(s, MaximumLikelihood(information="expected")),
    "runs": lambda s: fit_binormal(s, MaximumLikelihood(categories="runs")),
    "normal theory": lambda s: fit_binormal(s, NormalTheory()),
    "Reiser-Guttman": lambda s: fit_binormal(s, NormalTheory(interval="reiser-guttman")),
    "generalised pivot": lambda s: fit_binormal(s, NormalTheory(interval="generalised", **FEWEST)),
    "Box-Cox": lambda s: fit_binormal(positive(s), NormalTheory(box_cox=True)),
    "placements": lambda s: fit_binormal(s, PlacementRegression(**DRAWS)),
    "least squares": lambda s: fit_binormal(s, PlacementRegression(kind="least-squares", **DRAWS)),
    "power law": lambda s: fit_curve(s, PowerLaw()),
    "proper binormal": lambda s: fit_curve(s, ProperBinormal()),
    "contaminated binormal": lambda s: fit_curve(s, ContaminatedBinormal()),
    "bigamma": lambda s: fit_curve(s, Bigamma()),
    "read off": lambda s: fit_binormal(s).estimate(PartialAUC(fpf=(0, 0.2), scale="mcclish"), null_value=0.5),
    "read off, Reiser-Guttman": lambda s: fit_binormal(s, NormalTheory(interval="reiser-guttman")).estimate(
        AUC(), null_value=0.5
    ),
    "fitted_band": lambda s: fitted_band(fit_curve(s, PowerLaw())),
    "fitted_band, whole line": lambda s: fitted_band(fit_binormal(s, NormalTheory()), kind="working-hotelling"),
    "compare_families": lambda s: compare_families(s, Binormal(), PowerLaw()),
    "smooth_curve": lambda s: smooth_curve(s, **DRAWS),
    "smooth_curve, stated bandwidth": lambda s: smooth_curve(s, bandwidth=0.5, **DRAWS),
}
OF_TWO_TESTS = {
    "fit_bivariate_binormal": fit_bivariate_binormal,
    "compare_auc": lambda s: fit_bivariate_binormal(s).compare_auc(),
    "compare_tpf": lambda s: fit_bivariate_binormal(s).compare_tpf(0.2),
    "compare_parameters": lambda s: fit_bivariate_binormal(s).compare_parameters(),
}


def positive(sample):
    """Move scores above 0."""
    return replace(sample, cases=sample.cases + 20, controls=sample.controls + 20)


@pytest.mark.parametrize("name", OF_ONE_TEST)
@settings(max_examples=12)
@given(sample=degenerate())
def test_no_question_about_a_curve_is_certain_of_degenerate_data(name, sample):
    """Tied, separated, reversed, infinite, single subjects: an honest answer or a reason."""
    is_sober(lambda: OF_ONE_TEST[name](sample.select("A")))


@settings(max_examples=12)
@given(sample=degenerate())
def test_no_question_about_two_curves_is_certain_of_degenerate_data(sample):
    """Identical tests, separated ones, single subjects: an honest answer or a reason."""
    for ask in OF_TWO_TESTS.values():
        is_sober(lambda: ask(sample))  # noqa: B023


@settings(max_examples=10)
@given(sample=degenerate())
def test_what_could_be_fitted_can_be_drawn(sample):
    """A fit of degenerate data is drawn, or was refused."""
    for way in (NormalTheory(), MaximumLikelihood()):
        try:
            fit = fit_curve(sample.select("A"), method=way)
        except RocstatsError:
            continue
        assert plot_fit(fit).axes


def told(ask, sample):
    """Return what a question answers, or the words of its refusal."""
    try:
        return ask(sample)
    except FitError as refusal:
        return str(refusal)


def tell_the_same(ask, grouped):
    """Assert that row counts answer as the rows written out; say whether there was an answer."""
    one, other = told(ask, grouped), told(ask, expanded(grouped))
    if isinstance(one, str):
        assert one == other
        return False
    same(one, other)
    return True


@pytest.mark.parametrize("name", OF_ONE_TEST)
def test_one_test_in_grouped_rows_is_its_subjects(name):
    """A question gives for row counts what it gives for the rows written out, resamples included."""
    answered = [tell_the_same(OF_ONE_TEST[name], weighted_rows(name, seed).select("A")) for seed in range(2)]
    assert any(answered)


def test_two_tests_in_grouped_rows_are_their_subjects():
    """Two curves fitted together are for row counts those of the rows written out."""
    answered = [tell_the_same(fit_bivariate_binormal, weighted_rows("", seed)) for seed in range(2)]
    assert any(answered)


CLUSTERS = (np.array([0, 0, 1, 1]), np.array([0, 1, 2, 2]))


@pytest.mark.parametrize("name", OF_ONE_TEST)
def test_clusters_are_refused_by_every_question_about_one_curve(name):
    """What infers from independent subjects refuses subjects in clusters."""
    one = replace(Sample.from_groups(cases=[3, 2, 1, 1], controls=[2, 1, 0, 0]), clusters=CLUSTERS)
    with pytest.raises(MethodError, match="come in clusters"):
        OF_ONE_TEST[name](one)


@pytest.mark.parametrize("name", OF_TWO_TESTS)
def test_clusters_are_refused_by_every_question_about_two_curves(name):
    """What infers from independent subjects refuses subjects in clusters."""
    both = sample_of(([(3, 2), (2, 1), (1, 1), (1, 0)], [(2, 1), (1, 1), (0, 0), (0, 1)]))
    with pytest.raises(MethodError, match="come in clusters"):
        OF_TWO_TESTS[name](replace(both, clusters=CLUSTERS))
