"""Checks of identities about proportions: every method of the register by its own formula or another library."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from statistics import NormalDist
from typing import Any

import numpy as np

from rocstats.inference.single_proportion import proportion
from rocstats.methods import FOR_PROPORTIONS, REGISTER
from rocstats.methods.clopper_pearson import ClopperPearson
from rocstats.methods.multiplicity import ADJUSTMENTS, adjust_pvalues
from rocstats.qualification.checks import Finding, Line, checks_of
from rocstats.qualification.findings import ROOT, close

_Z = NormalDist().inv_cdf(0.975)
_X, _N = 7, 24
_P = _X / _N
# 30 pairs, of which 7 and 4 are discordant; two groups of 30 and 34.
_B, _C, _PAIRS = 7, 4, ((12, 7), (4, 7))
_FIRST, _SECOND = (19, 30), (12, 34)
_TWO = (_FIRST, _SECOND)


def _method(word: str) -> Any:
    return REGISTER[word]


def _limits(interval: Any) -> tuple[float, float]:
    return interval.low, interval.high


def _interval(word: str, x: int = _X, n: int = _N) -> tuple[float, float]:
    return _limits(FOR_PROPORTIONS[word].interval(x, n, level=0.95))


def _around(centre: float, error: float) -> tuple[float, float]:
    return centre - _Z * error, centre + _Z * error


# One proportion


def _wilson() -> Finding:
    """Both limits are as far from the share as the standard error at the limit says."""
    return close([_Z * math.sqrt(end * (1 - end) / _N) for end in _interval("wilson")], _reaches("wilson"))


def _wilson_corrected() -> Finding:
    """The same, less the correction of half a subject."""
    low, high = _interval("wilson-cc")
    reaches = [_P - 1 / (2 * _N) - low, high - _P - 1 / (2 * _N)]
    return close([_Z * math.sqrt(end * (1 - end) / _N) for end in (low, high)], reaches)


def _reaches(word: str) -> list[float]:
    return [abs(end - _P) for end in _interval(word)]


def _beta(word: str, low: tuple[float, float], high: tuple[float, float]) -> Finding:
    """Limits that are quantiles of beta distributions."""
    from scipy.stats import beta

    return close([float(beta.ppf(0.025, *low)), float(beta.ppf(0.975, *high))], _interval(word), within=1e-9)


def _mid_p() -> Finding:
    """At each limit the tail with half of the observed count holds half of the rest of the level."""
    from scipy.stats import binom

    low, high = _interval("mid-p")
    tails = [
        float(binom.sf(_X, _N, low) + binom.pmf(_X, _N, low) / 2),
        float(binom.cdf(_X - 1, _N, high) + binom.pmf(_X, _N, high) / 2),
    ]
    return close([0.025, 0.025], tails, within=ROOT)


def _agresti_coull() -> Finding:
    n = _N + _Z**2
    centre = (_X + _Z**2 / 2) / n
    return close(_around(centre, math.sqrt(centre * (1 - centre) / n)), _interval("agresti-coull"))


def _likelihood() -> Finding:
    """At each limit twice the loss of log-likelihood is the quantile of chi-squared."""

    def loss(p: float) -> float:
        return 2 * (_X * math.log(_P / p) + (_N - _X) * math.log((1 - _P) / (1 - p)))

    return close([_Z**2] * 2, [loss(end) for end in _interval("likelihood")], within=ROOT)


def _wald() -> Finding:
    return close(_around(_P, math.sqrt(_P * (1 - _P) / _N)), _interval("wald"))


def _binomial_test() -> Finding:
    from scipy.stats import binomtest

    wanted = binomtest(_X, _N, 0.5, alternative="less").pvalue
    found = proportion(_X, _N, ClopperPearson(), null_value=0.5, alternative="less")
    return close(float(wanted), found.pvalue)


# Differences of two proportions


def _mcnemar() -> Finding:
    from scipy.stats import chi2

    return close(float(chi2.sf((_B - _C) ** 2 / (_B + _C), 1)), _method("mcnemar").pvalue(_PAIRS))


def _mcnemar_exact() -> Finding:
    from scipy.stats import binomtest

    return close(float(binomtest(_B, _B + _C).pvalue), _method("mcnemar-exact").pvalue(_PAIRS))


def _mcnemar_mid_p() -> Finding:
    """The exact p-value less the probability of the observed table."""
    less = math.comb(_B + _C, _B) / 2 ** (_B + _C)
    return close(_method("mcnemar-exact").pvalue(_PAIRS) - less, _method("mcnemar-midp").pvalue(_PAIRS))


def _tango() -> Finding:
    """Tango's test of no difference is McNemar's."""
    return close(_method("mcnemar").pvalue(_PAIRS), _method("tango").pvalue(_PAIRS))


def _wald_paired() -> Finding:
    return close(_around(*_difference(_B, _C, 30)), _limits(_method("wald-paired").interval(_PAIRS)))


def _agresti_min() -> Finding:
    """Wald's interval with half a pair added to each cell."""
    return close(_around(*_difference(_B + 0.5, _C + 0.5, 32)), _limits(_method("agresti-min").interval(_PAIRS)))


def _bonett_price() -> Finding:
    """Wald's interval of shares with one pair added to each kind of discordant ones, and two to all."""
    p, q = (_B + 1) / 32, (_C + 1) / 32
    return close(
        _around(p - q, math.sqrt((p + q - (p - q) ** 2) / 32)), _limits(_method("bonett-price").interval(_PAIRS))
    )


def _difference(b: float, c: float, n: float) -> tuple[float, float]:
    return (b - c) / n, math.sqrt(b + c - (b - c) ** 2 / n) / n


def _newcombe_paired() -> Finding:
    """Wilson's limits of both shares, joined with the correlation of the pairs."""
    (a, b), (c, d) = _PAIRS
    n = a + b + c + d
    (low1, high1), (low2, high2) = _interval("wilson", a + b, n), _interval("wilson", a + c, n)
    p, q = (a + b) / n, (a + c) / n
    joint = (a + b) * (c + d) * (a + c) * (b + d)
    # Newcombe's method 10 takes half a table off a positive product, but never below 0.
    product = a * d - b * c
    phi = (max(product - n / 2, 0) if product > 0 else product) / math.sqrt(joint)
    down, up = (p - low1, high2 - q), (high1 - p, q - low2)
    reaches = [math.sqrt(x**2 - 2 * phi * x * y + y**2) for x, y in (down, up)]
    return close([p - q - reaches[0], p - q + reaches[1]], _limits(_method("newcombe-paired").interval(_PAIRS)))


def _newcombe_independent() -> Finding:
    (low1, high1), (low2, high2) = (_interval("wilson", *group) for group in _TWO)
    p, q = (x / n for x, n in _TWO)
    wanted = p - q - math.hypot(p - low1, high2 - q), p - q + math.hypot(high1 - p, q - low2)
    return close(wanted, _limits(_method("newcombe-independent").interval(_TWO)))


def _wald_independent() -> Finding:
    return close(_around(*_independent(0)), _limits(_method("wald-independent").interval(_TWO)))


def _agresti_caffo() -> Finding:
    """Wald's interval with one success and one failure added to each group."""
    return close(_around(*_independent(1)), _limits(_method("agresti-caffo").interval(_TWO)))


def _independent(more: int) -> tuple[float, float]:
    shares = [((x + more) / (n + 2 * more), n + 2 * more) for x, n in _TWO]
    return shares[0][0] - shares[1][0], math.sqrt(sum(p * (1 - p) / n for p, n in shares))


def _mee() -> Finding:
    """Mee's test of no difference is the chi-squared test of the pooled table."""
    return close(_pooled_pvalue(1), _method("mee").pvalue(_TWO), within=1e-9)


def _miettinen_nurminen() -> Finding:
    """Miettinen and Nurminen's differs by the factor (N - 1) / N of chi-squared."""
    return close(_pooled_pvalue(63 / 64), _method("miettinen-nurminen").pvalue(_TWO), within=1e-9)


def _pooled_pvalue(factor: float) -> float:
    (x, m), (y, n) = _TWO
    pooled = (x + y) / (m + n)
    chi = (x / m - y / n) ** 2 / (pooled * (1 - pooled) * (1 / m + 1 / n)) * factor
    return math.erfc(math.sqrt(chi / 2))


def _fisher() -> Finding:
    from scipy.stats import fisher_exact

    (x, m), (y, n) = _TWO
    return close(
        float(fisher_exact(np.array([[x, m - x], [y, n - y]]))[1]), _method("fisher").pvalue(_TWO), within=1e-9
    )


_OF_METHODS: tuple[tuple[str, str, str, Any], ...] = (
    ("wilson", "PROPORTION-01", "Both limits solve the equation of the score test.", _wilson),
    ("wilson-cc", "PROPORTION-03", "Both limits solve the equation of the corrected score test.", _wilson_corrected),
    (
        "clopper-pearson",
        "PROPORTION-02",
        "The limits are quantiles of beta distributions (scipy).",
        lambda: _beta("clopper-pearson", (_X, _N - _X + 1), (_X + 1, _N - _X)),
    ),
    (
        "jeffreys",
        "PROPORTION-03",
        "The limits are quantiles of the beta distribution after Jeffreys' prior (scipy).",
        lambda: _beta("jeffreys", (_X + 0.5, _N - _X + 0.5), (_X + 0.5, _N - _X + 0.5)),
    ),
    ("mid-p", "PROPORTION-03", "Each limit has half the rest of the level in its mid-p tail (scipy).", _mid_p),
    (
        "agresti-coull",
        "PROPORTION-03",
        "The limits are Wald's of shares with z squared subjects added.",
        _agresti_coull,
    ),
    ("likelihood", "PROPORTION-03", "At each limit twice the loss of log-likelihood is z squared.", _likelihood),
    ("wald", "PROPORTION-03", "The share plus and minus z standard errors.", _wald),
    ("mcnemar", "PAIRS-01", "(b - c) squared over (b + c) as chi-squared (scipy).", _mcnemar),
    ("mcnemar-exact", "PAIRS-01", "The binomial test of the discordant pairs (scipy).", _mcnemar_exact),
    ("mcnemar-midp", "PAIRS-01", "The exact p-value less the probability of the observed pairs.", _mcnemar_mid_p),
    ("tango", "PAIRS-02", "Its test of no difference is McNemar's.", _tango),
    ("wald-paired", "PAIRS-02", "The difference plus and minus z standard errors.", _wald_paired),
    ("agresti-min", "PAIRS-02", "Wald's interval with half a pair in each cell more.", _agresti_min),
    ("bonett-price", "PAIRS-02", "Wald's interval of Laplace's shares of discordant pairs.", _bonett_price),
    ("newcombe-paired", "PAIRS-02", "Wilson's limits joined with the corrected correlation.", _newcombe_paired),
    ("newcombe-independent", "GROUPS-01", "Wilson's limits joined by square-and-add.", _newcombe_independent),
    ("wald-independent", "GROUPS-01", "The difference plus and minus z standard errors.", _wald_independent),
    ("agresti-caffo", "GROUPS-01", "Wald's interval with a success and a failure more in each group.", _agresti_caffo),
    ("mee", "GROUPS-01", "Its test of no difference is the chi-squared test of the pooled table.", _mee),
    (
        "miettinen-nurminen",
        "GROUPS-01",
        "Its chi-squared of no difference is Mee's times (N - 1) / N.",
        _miettinen_nurminen,
    ),
    ("fisher", "GROUPS-03", "The p-value is that of scipy.", _fisher),
)


def _of_adjustments() -> Iterator[Line]:
    for word in ADJUSTMENTS:
        what = "The adjusted p-values are those of statsmodels."
        yield Line(f"adjustment:{word}", "statsmodels", "SEVERAL-01", what, partial(_statsmodels, word), False)


def _statsmodels(word: str) -> Finding:
    from statsmodels.stats.multitest import multipletests

    family = [0.04, 0.001, 0.2, 0.03, 0.011]
    theirs = {"hochberg": "simes-hochberg", "bh": "fdr_bh"}.get(word, word)
    return close(list(multipletests(family, method=theirs)[1]), adjust_pvalues(family, word))  # type: ignore[arg-type]


OF_PROPORTIONS = checks_of(
    "identity",
    (
        *(Line(f"method:{word}", "formula", requirement, what, run) for word, requirement, what, run in _OF_METHODS),
        *_of_adjustments(),
        Line("proportion", "scipy", "PROPORTION-04", "The exact one-sided p-value is scipy's.", _binomial_test),
    ),
)
