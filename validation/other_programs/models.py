"""Calibration and fitted curves by rocstats, as models.R asks glm, rms and ordinal for them."""

from __future__ import annotations

from collections.abc import Iterator

from areas import SEED, sample_of
from data_sets import DataSets
from quantity import Key, Quantity

import rocstats
from rocstats import Bootstrap, FitError, PowerLaw, Sample

BEFORE = (
    "The estimates agree to 14 digits. R's standard errors are of the weights before its last step, rocstats' of those "
    "at the maximum."
)
SEARCHED = "Both search for the maximum of a likelihood and stop a little before it."

QUANTITIES = (
    Quantity(
        "calibration slope",
        "R stats",
        "glm(truth ~ qlogis(p), binomial)",
        "calibration(sample).slope",
        1e-7,
        why=BEFORE,
    ),
    Quantity(
        "calibration in the large",
        "R stats",
        "glm(truth ~ offset(qlogis(p)), binomial)",
        "calibration(sample).intercept",
        1e-7,
        why=BEFORE,
    ),
    Quantity("brier score", "rms", 'val.prob(p, truth)["Brier"]', "calibration(sample).brier.estimate"),
    Quantity("spiegelhalter z", "rms", 'val.prob(p, truth)["S:z"]', "calibration(sample).spiegelhalter[0]"),
    Quantity("spiegelhalter p-value", "rms", 'val.prob(p, truth)["S:p"]', "calibration(sample).spiegelhalter[1]"),
    Quantity(
        "binormal curve",
        "ordinal",
        'clm(rating ~ case, scale = ~case, link = "probit")',
        "fit_binormal(sample)",
        why=SEARCHED,
    ),
    Quantity(
        "power law", "ordinal", 'clm(rating ~ case, link = "cloglog")', "fit_curve(sample, PowerLaw())", why=SEARCHED
    ),
)


def recompute(data: DataSets) -> Iterator[tuple[Key, float | None]]:
    """Give every quantity of this room for every data set."""
    for one in data.probabilities:
        found = rocstats.calibration(sample_of(one), Bootstrap(n_resamples=100, rng=SEED))
        for name, part in (("calibration slope", found.slope), ("calibration in the large", found.intercept)):
            yield (name, one.name, "estimate"), None if part is None else part.estimate
            yield (name, one.name, "standard error"), None if part is None else part.standard_error
        yield ("brier score", one.name, ""), found.brier.estimate
        z, p = found.spiegelhalter or (None, None)
        yield ("spiegelhalter z", one.name, ""), z
        yield ("spiegelhalter p-value", one.name, ""), p
    for name, (controls, cases) in data.ratings.items():
        yield from _curves(name, Sample.from_counts(controls=controls, cases=cases))


def _curves(name: str, sample: Sample) -> Iterator[tuple[Key, float | None]]:
    try:
        fit = rocstats.fit_binormal(sample)
    except FitError:
        fit = None
    if fit is not None:
        for parameter in fit.parameters[:2]:
            yield ("binormal curve", name, parameter.name), parameter.estimate
            yield ("binormal curve", name, f"{parameter.name} error"), parameter.standard_error
        yield ("binormal curve", name, "log-likelihood"), fit.loglikelihood
        yield ("binormal curve", name, "auc"), fit.auc
    power = rocstats.fit_curve(sample, PowerLaw())
    yield ("power law", name, "auc"), power.auc
    yield ("power law", name, "auc error"), power.estimate(rocstats.AUC()).standard_error
    yield ("power law", name, "log-likelihood"), power.loglikelihood
