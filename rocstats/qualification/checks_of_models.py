"""Checks of identities about curve models: the area, the index and the likelihood by a second route."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from statistics import NormalDist
from typing import Any

import numpy as np

from rocstats.empirical.partial_area import PartialAUC
from rocstats.inference.areas import auc
from rocstats.parametric import FAMILIES, FIT_METHODS
from rocstats.parametric.bivariate_fitting import fit_bivariate_binormal
from rocstats.parametric.curve_fitting import fit_binormal, fit_curve
from rocstats.parametric.family_comparison import compare_families
from rocstats.parametric.fitted_bands import fitted_band
from rocstats.parametric.normal_theory import NormalTheory
from rocstats.parametric.smooth_curves import smooth_curve
from rocstats.qualification.asked_questions import RESAMPLES, SEED, draws, seeded
from rocstats.qualification.check_data import ONE, PAIR, RATINGS
from rocstats.qualification.checks import Finding, Line, checks_of
from rocstats.qualification.findings import all_of, close, holds

_NORMAL = NormalDist()
_FEW: dict[str, Any] = {"n_resamples": RESAMPLES, "rng": SEED}
_FAMILY = {
    "binormal": "FIT-01",
    "proper-binormal": "FIT-03",
    "contaminated-binormal": "FIT-03",
    "power-law": "FIT-04",
    "bigamma": "FIT-04",
}
_WAY = {"maximum-likelihood": "FIT-01", "maximum-likelihood-expected": "FIT-02"}


def _of_families() -> Iterator[Line]:
    """What every family owes; one that is new stands under the general requirement of fits."""
    for word in FAMILIES:
        what = "The area is that under the fitted curve, by quadrature; the curve rises from 0 to 1."
        requirement = _FAMILY.get(word, "FIT-12")
        yield Line(
            f"family:{word}", "area", requirement, what, partial(_under_curve, word), word in ("binormal", "power-law")
        )


def _under_curve(word: str) -> Finding:
    """Integrate over the FPF by the midpoints of a grid that is finer near 0 and 1."""
    found = fit_curve(RATINGS, FAMILIES[word])
    angles = (np.arange(20_000) + 0.5) * math.pi / 20_000
    fpf, widths = (1 - np.cos(angles)) / 2, np.sin(angles) / 2 * math.pi / 20_000
    tpf = np.asarray(found.tpf_at(fpf))
    return all_of(
        {
            "area": close(float((tpf * widths).sum()), found.auc, within=1e-5),
            "rises": holds(bool((np.diff(tpf) >= 0).all() and tpf[0] >= 0 and tpf[-1] <= 1), "True", "True"),
        }
    )


def _of_ways() -> Iterator[Line]:
    for word, method in FIT_METHODS.items():
        what = "The area of a binormal curve is the normal probability of a over the root of 1 + b squared."
        requirement = _WAY.get(word, "FIT-05" if word.startswith("normal") else "FIT-07")
        yield Line(f"fit:{word}", "area", requirement, what, partial(_binormal_area, word), not draws(method))


def _binormal_area(word: str) -> Finding:
    found = fit_binormal(ONE, seeded(FIT_METHODS[word]))
    a, b = found.theta
    return close(_NORMAL.cdf(a / math.hypot(1, b)), found.auc, within=1e-9)


def _likelihood() -> Finding:
    """The largest log-likelihood is that of the expected counts under the fitted categories."""
    found = fit_binormal(RATINGS)
    detail: Any = found.details[0]
    total = 0.0
    for observed, expected in ((detail.controls, detail.expected_controls), (detail.cases, detail.expected_cases)):
        total += float((observed * np.log(expected / observed.sum())).sum())
    return close(total, found.loglikelihood, within=1e-9)


def _moments() -> Finding:
    """a and b of normal distributions follow from their means and their standard deviations of largest likelihood."""
    found = fit_binormal(ONE, NormalTheory())
    cases, controls = ONE.cases[:, 0], ONE.controls[:, 0]
    a = (cases.mean() - controls.mean()) / cases.std(ddof=0)
    return close([a, controls.std(ddof=0) / cases.std(ddof=0)], found.theta)


def _band() -> Finding:
    """The band lies about the curve that it is the band of."""
    fit = fit_binormal(RATINGS)
    rows = fitted_band(fit, fpf=[0.1, 0.3, 0.7]).rows()
    inside = all(row["conf_low"] < row["estimate"] < row["conf_high"] for row in rows)
    return all_of(
        {
            "curve": close(
                fit.tpf_at(np.array([0.1, 0.3, 0.7])), [r["estimate"] for r in rows if r["fpf"] in (0.1, 0.3, 0.7)]
            ),
            "inside": holds(inside, "True", inside),
        }
    )


def _akaike() -> Finding:
    rows = compare_families(RATINGS, FAMILIES["binormal"], FAMILIES["power-law"]).rows()
    wanted = [2 * row["n_parameters"] - 2 * row["log_likelihood"] for row in rows]
    weights = np.exp(-(np.array(wanted) - min(wanted)) / 2)
    return close([*wanted, *(weights / weights.sum())], [*(r["aic"] for r in rows), *(r["weight"] for r in rows)])


def _kernels() -> Finding:
    """The area of two kernel densities is the mean over pairs of a normal probability."""
    found = smooth_curve(ONE, **_FEW)
    width = math.hypot(*found.bandwidths)
    gaps = (ONE.cases[:, 0][:, None] - ONE.controls[:, 0][None, :]).ravel() / width
    return close(float(np.mean([_NORMAL.cdf(gap) for gap in gaps])), found.auc, within=1e-9)


def _partial() -> Finding:
    """Areas of neighbouring bands of a fitted curve add up to the whole."""
    fit = fit_binormal(RATINGS)
    pieces = [fit.estimate(PartialAUC(fpf=band)).estimate for band in ((0, 0.3), (0.3, 1))]
    return close(fit.auc, sum(pieces), within=1e-9)


def _together() -> Finding:
    """The difference of two curves fitted together is that of their areas."""
    found = fit_bivariate_binormal(PAIR)
    first, second = (curve.auc for curve in found.curves)
    return close(first - second, found.compare_auc().estimate)


def _near_the_data() -> Finding:
    """The fitted area is near the empirical one where the curve fits."""
    found = fit_binormal(RATINGS)
    return close(auc(RATINGS).estimate, found.auc, within=0.05)


OF_MODELS = checks_of(
    "identity",
    (
        *_of_families(),
        *_of_ways(),
        Line("fit_binormal", "likelihood", "FIT-01", "The log-likelihood is that of the expected counts.", _likelihood),
        Line("fit_binormal", "moments", "FIT-05", "Means and standard deviations give a and b.", _moments),
        Line(
            "fit_curve", "empirical", "FIT-01", "The fitted area is within 0.05 of the empirical one.", _near_the_data
        ),
        Line("fit_curve", "pieces", "FIT-01", "Areas of neighbouring bands add up to the whole.", _partial),
        Line("fitted_band", "curve", "FIT-06", "The band lies about its curve.", _band),
        Line("compare_families", "akaike", "FIT-09", "AIC and weights follow from the log-likelihoods.", _akaike),
        Line("smooth_curve", "kernels", "FIT-08", "The area is the mean over pairs of a normal probability.", _kernels),
        Line("fit_bivariate_binormal", "areas", "FIT-11", "The difference is that of the two areas.", _together, False),
    ),
)
