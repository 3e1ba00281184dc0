"""Checks of identities about areas: two routes to one number agree."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Any

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.area import AUC
from rocstats.empirical.components import structural_components
from rocstats.empirical.gini import Gini
from rocstats.inference.areas import auc, auc_from_summary, compare_auc
from rocstats.inference.contrasts import contrast_auc
from rocstats.inference.equal_distributions import mann_whitney
from rocstats.inference.estimates import compare, estimate
from rocstats.inference.partial_areas import compare_partial_auc, partial_auc
from rocstats.inference.side_by_side import auc_intervals
from rocstats.inference.subgroups import compare_subgroups
from rocstats.inference.whole_curves import venkatraman
from rocstats.methods.bootstrap import Bootstrap
from rocstats.methods.delong import DeLong
from rocstats.methods.hanley_mcneil import HanleyMcNeil
from rocstats.methods.newcombe import Newcombe
from rocstats.qualification.asked_questions import SEED
from rocstats.qualification.check_data import ONE, PAIR, SECOND
from rocstats.qualification.checks import Finding, Line, checks_of
from rocstats.qualification.findings import close

_Z = NormalDist().inv_cdf(0.975)
_FEW: dict[str, Any] = {"n_resamples": 200, "rng": SEED}
_CASES, _CONTROLS = ONE.cases[:, 0], ONE.controls[:, 0]


# Areas and their standard errors


def _pairwise() -> Finding:
    """Compare every case with every control."""
    above = np.sign(_CASES[:, None] - _CONTROLS[None, :])
    return close(float((1 + above).mean() / 2), auc(ONE).estimate)


def _scipy_u() -> Finding:
    from scipy.stats import mannwhitneyu

    found = mann_whitney(ONE, exact=False)
    other = mannwhitneyu(_CASES, _CONTROLS, method="asymptotic")
    return close(
        [other.statistic, other.statistic / (16 * 20), other.pvalue], [found.statistic, auc(ONE).estimate, found.pvalue]
    )


def _brunner_munzel() -> Finding:
    """Brunner and Munzel's statistic is the distance of the AUC from one half in DeLong's standard errors."""
    from scipy.stats import brunnermunzel

    found = auc(ONE, DeLong(), null_value=0.5)
    return close(abs(float(brunnermunzel(_CASES, _CONTROLS).statistic)), found.statistic)


def _jackknife() -> Finding:
    """Leave out each case, then each control."""

    def spread(rows: int, left_out: Any) -> float:
        areas = np.array([left_out(i) for i in range(rows)])
        return float((rows - 1) / rows * ((areas - areas.mean()) ** 2).sum())

    def area(cases: Any, controls: Any) -> float:
        return auc(Sample.from_groups(cases=cases, controls=controls)).estimate

    variance = spread(len(_CASES), lambda i: area(np.delete(_CASES, i), _CONTROLS)) + spread(
        len(_CONTROLS), lambda i: area(_CASES, np.delete(_CONTROLS, i))
    )
    return close(math.sqrt(variance), auc(ONE, DeLong()).standard_error)


def _components() -> Finding:
    parts = structural_components(ONE)
    variance = parts.v10.var(ddof=1) / parts.m + parts.v01.var(ddof=1) / parts.n
    found = auc(ONE, DeLong())
    return close(
        [parts.v10.mean(), parts.v01.mean(), math.sqrt(variance)],
        [found.estimate, found.estimate, found.standard_error],
    )


def _wald() -> Finding:
    found = auc(ONE, DeLong())
    reach = _Z * _error(found)
    return close([found.estimate - reach, found.estimate + reach], found.interval)


def _logit() -> Finding:
    found, wald = auc(ONE, DeLong(scale="logit")), auc(ONE, DeLong())
    a, reach = wald.estimate, _Z * _error(wald) / (wald.estimate * (1 - wald.estimate))
    ends = [math.log(a / (1 - a)) + sign * reach for sign in (-1, 1)]
    return close([1 / (1 + math.exp(-end)) for end in ends], found.interval)


def _newcombe() -> Finding:
    """Each limit lies as far from the AUC as the variance at that limit says (method 5)."""
    found = auc(ONE, Newcombe())
    half = (16 + 20) / 2
    reaches = []
    for limit in _ends(found):
        variance = limit * (1 - limit) * (2 * half - 1 - (3 * half - 3) / ((2 - limit) * (1 + limit))) / (16 * 20)
        reaches.append(_Z * math.sqrt(variance))
    return close(reaches, [abs(found.estimate - limit) for limit in _ends(found)], within=1e-9)


def _from_summary() -> Finding:
    found, other = auc(ONE, HanleyMcNeil()), auc_from_summary(auc(ONE).estimate, n_cases=16, n_controls=20)
    return close([found.standard_error, *_ends(found)], [other.standard_error, *_ends(other)])


def _reflected_percentiles() -> Finding:
    """The basic limits are the percentile limits of the same replicates, reflected in the estimate."""
    percentile, basic = (auc(ONE, Bootstrap(kind=kind, **_FEW)) for kind in ("percentile", "basic"))
    low, high = _ends(percentile)
    twice = 2 * percentile.estimate
    return close([min(max(end, 0), 1) for end in (twice - high, twice - low)], _ends(basic))


def _side_by_side() -> Finding:
    found = {one.method.id: one for one in auc_intervals(ONE, n_resamples=100, rng=SEED).estimates}
    return close(
        [*_ends(auc(ONE, DeLong())), *_ends(auc(ONE, Newcombe()))], [*_ends(found["delong"]), *_ends(found["newcombe"])]
    )


# Comparisons


def _contrast_of_two() -> Finding:
    found, other = contrast_auc(PAIR), compare_auc(PAIR)
    return close([(other.statistic or 0) ** 2, 1, other.pvalue], [found.statistic, found.df, found.pvalue])


def _paired_error() -> Finding:
    """The variance of a difference is that of the two areas less twice their covariance."""
    (a, ab), (_, b) = structural_components(PAIR).covariance()  # type: ignore[misc]
    return close(math.sqrt(a + b - 2 * ab), compare_auc(PAIR).standard_error)


def _independent_error() -> Finding:
    errors = [_error(auc(sample)) for sample in (ONE, SECOND)]
    return close(math.hypot(*errors), compare_auc(ONE, SECOND).standard_error)


def _two_subgroups() -> Finding:
    found = compare_subgroups({"one": ONE, "other": SECOND}).rows()[-1]
    return close([(compare_auc(ONE, SECOND).statistic or 0) ** 2, 1], [found["statistic"], found["df"]])


def _nothing_between_identical() -> Finding:
    cases, controls = (dict.fromkeys("AB", rows[:, 0]) for rows in (PAIR.cases, PAIR.controls))
    found = venkatraman(Sample.from_groups(cases=cases, controls=controls), n_resamples=100, rng=SEED)
    return close([0, 1], [found.statistic, found.pvalue])


def _any_statistic() -> Finding:
    named, asked = compare_auc(PAIR), compare(PAIR, None, AUC(), DeLong())
    return close(
        [named.estimate, named.standard_error, named.pvalue], [asked.estimate, asked.standard_error, asked.pvalue]
    )


# Parts of an area and points of a curve


def _whole_band() -> Finding:
    found, whole = partial_auc(ONE, fpf=(0, 1)), auc(ONE)
    return close(
        [whole.estimate, whole.standard_error, *_ends(whole)], [found.estimate, found.standard_error, *_ends(found)]
    )


def _pieces() -> Finding:
    by_fpf = [partial_auc(ONE, fpf=band).estimate for band in ((0, 0.3), (0.3, 1))]
    by_tpf = [partial_auc(ONE, tpf=band).estimate for band in ((0, 0.7), (0.7, 1))]
    return close([auc(ONE).estimate] * 2, [sum(by_fpf), sum(by_tpf)])


def _mcclish() -> Finding:
    """McClish's index from the raw area, its least and its largest value."""
    raw, index, share = (
        partial_auc(ONE, fpf=(0.1, 0.4), scale=scale).estimate for scale in ("raw", "mcclish", "normalised")
    )
    chance = (0.4**2 - 0.1**2) / 2
    return close([(1 + (raw - chance) / (0.3 - chance)) / 2, raw / 0.3], [index, share])


def _partial_difference() -> Finding:
    found, whole = compare_partial_auc(PAIR, fpf=(0, 1)), compare_auc(PAIR)
    return close(
        [whole.estimate, whole.standard_error, whole.pvalue], [found.estimate, found.standard_error, found.pvalue]
    )


def _gini() -> Finding:
    found, area = estimate(ONE, Gini(), DeLong()), auc(ONE)
    return close([2 * area.estimate - 1, 2 * _error(area)], [found.estimate, found.standard_error])


def _ends(found: Any) -> tuple[float, float]:
    return found.interval.low, found.interval.high


def _error(found: Any) -> float:
    return float(found.standard_error)


OF_AREAS = checks_of(
    "identity",
    (
        Line("auc", "pairwise", "AUC-01", "The AUC is what comparing every case with every control gives.", _pairwise),
        Line(
            "estimate", "gini", "RANKS-03", "The Gini coefficient is 2 AUC - 1, with twice the standard error.", _gini
        ),
        Line(
            "AUC",
            "statistic",
            "AUC-01",
            "As a statistic the AUC is the same.",
            lambda: close(auc(ONE).estimate, float(AUC()(ONE)[0])),
        ),
        Line("Gini", "auc", "RANKS-03", "2 AUC - 1.", lambda: close(2 * auc(ONE).estimate - 1, float(Gini()(ONE)[0]))),
        Line(
            "mann_whitney",
            "scipy",
            "RANKS-01",
            "U is AUC times the pairs; scipy gives the same U and p-value.",
            _scipy_u,
        ),
        Line(
            "method:delong",
            "brunner-munzel",
            "DELONG-01",
            "Brunner and Munzel's statistic is Z against one half.",
            _brunner_munzel,
        ),
        Line(
            "method:delong",
            "jackknife",
            "DELONG-01",
            "DeLong's variance is the jackknife's over both groups.",
            _jackknife,
            False,
        ),
        Line("method:delong", "wald", "DELONG-03", "The limits are the AUC plus and minus z standard errors.", _wald),
        Line("method:delong-logit", "wald", "DELONG-04", "The limits are those of logit(AUC), carried back.", _logit),
        Line(
            "structural_components",
            "means",
            "DELONG-01",
            "Both kinds of components have the AUC as mean; their variances add up.",
            _components,
        ),
        Line("method:newcombe", "limits", "NEWCOMBE-01", "Each limit solves the equation of method 5.", _newcombe),
        Line(
            "auc_from_summary",
            "scores",
            "HANLEY-MCNEIL-01",
            "The AUC and two counts give what the scores give.",
            _from_summary,
        ),
        Line(
            "method:bootstrap-basic",
            "reflected",
            "BOOTSTRAP-01",
            "Basic limits are percentile limits reflected in the estimate.",
            _reflected_percentiles,
        ),
        Line(
            "auc_intervals",
            "same",
            "ADVICE-01",
            "Each interval is the one that its method gives alone.",
            _side_by_side,
            False,
        ),
        Line(
            "compare_auc",
            "covariance",
            "COMPARE-01",
            "The covariance of the areas makes up the standard error.",
            _paired_error,
        ),
        Line("compare_auc", "independent", "COMPARE-02", "The variances of independent areas add.", _independent_error),
        Line("compare", "auc", "COMPARE-01", "Asked of the AUC it is the comparison of areas.", _any_statistic),
        Line(
            "contrast_auc",
            "two-tests",
            "COMPARE-03",
            "With two tests chi-squared is the square of Z.",
            _contrast_of_two,
        ),
        Line(
            "compare_subgroups",
            "two",
            "SUBGROUPS-01",
            "With two subgroups chi-squared is the square of Z.",
            _two_subgroups,
        ),
        Line(
            "venkatraman",
            "identical",
            "CURVES-01",
            "A test compared with itself has distance 0 and p = 1.",
            _nothing_between_identical,
        ),
        Line(
            "partial_auc",
            "whole",
            "PARTIAL-03",
            "The band from 0 to 1 is the whole area with DeLong's standard error.",
            _whole_band,
        ),
        Line("partial_auc", "pieces", "PARTIAL-01", "Areas of neighbouring bands add up to the whole.", _pieces),
        Line(
            "PartialAUC",
            "scales",
            "PARTIAL-02",
            "The normalised area and McClish's index follow from the raw area.",
            _mcclish,
        ),
        Line(
            "compare_partial_auc",
            "whole",
            "PARTIAL-03",
            "Over the whole band it is the comparison of areas.",
            _partial_difference,
        ),
    ),
)
