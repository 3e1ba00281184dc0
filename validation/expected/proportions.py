"""Limits of proportions and of their differences, recomputed at 60 digits by halving the equations that define them.

Binomial tails are sums of their terms, not incomplete beta functions; likelihoods under a fixed difference are
maximised by halving their slope, not by a cubic's formula.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from mpmath import mp
from normal import both_sides, quantile
from solving import root
from written_case import case_text

SCRIPT = "proportions.py"
ONE = ((7, 19), (0, 12), (41, 43))
GROUPS = ((17, 23), (9, 31))
PAIRS = (31, 9, 4, 16)


def term(x: int, n: int, p: Any) -> Any:
    """Return a binomial probability."""
    return mp.binomial(n, x) * p**x * (1 - p) ** (n - x)


def at_least(x: int, n: int, p: Any, *, share: Any = 1) -> Any:
    """Return the upper tail, with a share of the probability of x itself."""
    return share * term(x, n, p) + sum(term(k, n, p) for k in range(x + 1, n + 1))


def tail_limits(x: int, n: int, share: Any) -> tuple[Any, Any]:
    """Return where each tail has 1/40."""
    alpha = mp.mpf(1) / 40
    low = mp.mpf(0) if x == 0 else root(lambda p: at_least(x, n, p, share=share) - alpha, 0, 1)
    # The lower tail of x is the upper tail of the failures.
    high = mp.mpf(1) if x == n else 1 - root(lambda p: at_least(n - x, n, p, share=share) - alpha, 0, 1)
    return low, high


def score_limits(x: int, n: int, z: Any, *, correction: Any = 0) -> tuple[Any, Any]:
    """Return where the score statistic, with a continuity correction if asked for, reaches z."""
    share = mp.mpf(x) / n

    def beyond(p: Any) -> Any:
        return max(abs(share - p) - correction, mp.mpf(0)) ** 2 - z**2 * p * (1 - p) / n

    low = mp.mpf(0) if x == 0 else root(beyond, 0, share)
    high = mp.mpf(1) if x == n else root(beyond, share, 1)
    return low, high


def likelihood_limits(x: int, n: int, z: Any) -> tuple[Any, Any]:
    """Return where twice the log-likelihood has fallen by the square of z."""

    def loglikelihood(p: Any) -> Any:
        return (x * mp.log(p) if x else 0) + ((n - x) * mp.log(1 - p) if x < n else 0)

    share, edge = mp.mpf(x) / n, mp.mpf(10) ** -50
    best = loglikelihood(share) if 0 < x < n else mp.mpf(0)

    def beyond(p: Any) -> Any:
        return 2 * (best - loglikelihood(p)) - z**2

    low = mp.mpf(0) if x == 0 else root(beyond, edge, share)
    high = mp.mpf(1) if x == n else root(beyond, share, 1 - edge)
    return low, high


def jeffreys_limits(x: int, n: int) -> tuple[Any, Any]:
    """Return quantiles of the beta density, by integrating it."""
    a, b = x + mp.mpf(1) / 2, n - x + mp.mpf(1) / 2
    alpha = mp.mpf(1) / 40

    def below(p: Any) -> Any:
        return mp.betainc(a, b, 0, p, regularized=True)

    low = mp.mpf(0) if x == 0 else root(lambda p: below(p) - alpha, 0, 1)
    high = mp.mpf(1) if x == n else root(lambda p: below(p) - (1 - alpha), 0, 1)
    return low, high


def of_one(x: int, n: int, z: Any) -> Iterator[tuple[str, tuple[Any, Any], str]]:
    """Yield each method of one proportion with its limits and its requirement."""
    yield "clopper-pearson", tail_limits(x, n, 1), "PROPORTION-02"
    yield "mid-p", tail_limits(x, n, mp.mpf(1) / 2), "PROPORTION-03"
    yield "wilson", score_limits(x, n, z), "PROPORTION-01"
    yield "wilson-cc", score_limits(x, n, z, correction=mp.mpf(1) / (2 * n)), "PROPORTION-03"
    yield "likelihood", likelihood_limits(x, n, z), "PROPORTION-03"
    yield "jeffreys", jeffreys_limits(x, n), "PROPORTION-03"


def constrained(slope: Callable[[Any], Any], low: Any, high: Any) -> Any:
    """Return where a likelihood under a constraint is largest: its slope falls through 0."""
    edge = (high - low) * mp.mpf(10) ** -50
    return root(lambda p: -slope(p), low + edge, high - edge)


def independent_statistic(t: Any, correction: Any) -> Any:
    """Return the score statistic of two groups at a difference, standardised under it."""
    (x1, n1), (x2, n2) = GROUPS

    def slope(p2: Any) -> Any:
        p1 = p2 + t
        return x1 / p1 - (n1 - x1) / (1 - p1) + x2 / p2 - (n2 - x2) / (1 - p2)

    p2 = constrained(slope, max(mp.mpf(0), -t), min(mp.mpf(1), 1 - t))
    p1 = p2 + t
    variance = (p1 * (1 - p1) / n1 + p2 * (1 - p2) / n2) * correction
    return (mp.mpf(x1) / n1 - mp.mpf(x2) / n2 - t) / mp.sqrt(variance)


def paired_statistic(t: Any) -> Any:
    """Return the score statistic of pairs at a difference; q21 is the share of pairs of the second kind."""
    n11, n10, n01, n00 = PAIRS
    n = sum(PAIRS)

    def slope(q: Any) -> Any:
        return n10 / (q + t) + n01 / q - 2 * mp.mpf(n11 + n00) / (1 - 2 * q - t)

    q = constrained(slope, max(mp.mpf(0), -t), (1 - t) / 2)
    return (n10 - n01 - n * t) / mp.sqrt(n * (2 * q + t * (1 - t)))


def statistic_limits(statistic: Callable[[Any], Any], estimate: Any, z: Any) -> tuple[Any, Any]:
    """Return where a falling statistic is z and minus z."""
    edge = mp.mpf(1) / 1000
    return (
        root(lambda t: statistic(t) - z, -1 + edge, estimate),
        root(lambda t: statistic(t) + z, estimate, 1 - edge),
    )


def of_groups(z: Any) -> Iterator[tuple[str, tuple[Any, Any], Any]]:
    """Yield each method of two groups with its limits and, for the score methods, its p-value."""
    (x1, n1), (x2, n2) = GROUPS
    estimate = mp.mpf(x1) / n1 - mp.mpf(x2) / n2
    total = n1 + n2
    for word, correction in (("miettinen-nurminen", mp.mpf(total) / (total - 1)), ("mee", mp.mpf(1))):

        def statistic(t: Any, correction: Any = correction) -> Any:
            return independent_statistic(t, correction)

        yield word, statistic_limits(statistic, estimate, z), both_sides(statistic(mp.mpf(0)))
    (l1, u1), (l2, u2) = score_limits(x1, n1, z), score_limits(x2, n2, z)
    p1, p2 = mp.mpf(x1) / n1, mp.mpf(x2) / n2
    below, above = mp.sqrt((p1 - l1) ** 2 + (u2 - p2) ** 2), mp.sqrt((u1 - p1) ** 2 + (p2 - l2) ** 2)
    yield "newcombe-independent", (estimate - below, estimate + above), None


def of_pairs(z: Any) -> Iterator[tuple[str, tuple[Any, Any]]]:
    """Yield each method of pairs with its limits."""
    n11, n10, n01, n00 = PAIRS
    n = sum(PAIRS)
    estimate = mp.mpf(n10 - n01) / n
    yield "tango", statistic_limits(paired_statistic, estimate, z)
    p1, p2 = mp.mpf(n11 + n10) / n, mp.mpf(n11 + n01) / n
    (l1, u1), (l2, u2) = score_limits(n11 + n10, n, z), score_limits(n11 + n01, n, z)
    product = n11 * n00 - n10 * n01
    # Newcombe's method 10 takes half a table from a positive product.
    reduced = max(product - mp.mpf(n) / 2, mp.mpf(0)) if product > 0 else mp.mpf(product)
    phi = reduced / mp.sqrt(mp.mpf(n11 + n10) * (n01 + n00) * (n11 + n01) * (n10 + n00))

    def side(d1: Any, d2: Any) -> Any:
        return mp.sqrt(d1**2 - 2 * phi * d1 * d2 + d2**2)

    yield "newcombe-paired", (estimate - side(p1 - l1, u2 - p2), estimate + side(u1 - p1, p2 - l2))


def text() -> str:
    """Return the case."""
    mp.dps = 60
    z = quantile(mp.mpf(39) / 40)
    blocks: list[Any] = []
    for x, n in ONE:
        for word, (low, high), requirement in of_one(x, n, z):
            numbers = {name: limit for name, limit in (("low", low), ("high", high)) if 0 < limit < 1}
            keys: dict[str, Any] = {"about": f"{x} of {n}", "data": f"{{ successes = {x}, total = {n} }}"}
            blocks.append(({**keys, "question": "proportion", "method": word, "requirement": [requirement]}, numbers))
    (x1, n1), (x2, n2) = GROUPS
    groups = f"{{ first = {{ successes = {x1}, total = {n1} }}, second = {{ successes = {x2}, total = {n2} }} }}"
    for word, (low, high), pvalue in of_groups(z):
        keys = {"about": f"{x1} of {n1} and {x2} of {n2}", "data": groups, "question": "difference", "method": word}
        numbers = {"low": low, "high": high, **({} if pvalue is None else {"pvalue": pvalue})}
        blocks.append(({**keys, "requirement": ["GROUPS-01"]}, numbers))
    n11, n10, n01, n00 = PAIRS
    pairs = f"{{ pairs = [[{n11}, {n10}], [{n01}, {n00}]] }}"
    for word, (low, high) in of_pairs(z):
        keys = {"about": f"{sum(PAIRS)} pairs", "data": pairs, "question": "difference", "method": word}
        blocks.append(({**keys, "requirement": ["PAIRS-02"]}, {"low": low, "high": high}))
    # McNemar's exact and mid-p tests are sums of binomial terms at one half.
    half = mp.mpf(1) / 2
    tail = at_least(max(n10, n01), n10 + n01, half)
    exact, midp = min(2 * tail, mp.mpf(1)), 2 * tail - term(max(n10, n01), n10 + n01, half)
    for word, pvalue in (("mcnemar-exact", exact), ("mcnemar-midp", midp)):
        keys = {"about": f"{sum(PAIRS)} pairs", "data": pairs, "question": "difference", "method": word}
        blocks.append(({**keys, "requirement": ["PAIRS-01"]}, {"pvalue": pvalue}))
    return case_text(
        "proportions",
        about="limits by halving the equations that define them.",
        title="Proportions and their differences, at 60 digits",
        source="Recomputed at 60 digits from binomial terms and likelihoods",
        requirement=["PROPORTION-01", "PROPORTION-02", "PROPORTION-03", "GROUPS-01", "PAIRS-01", "PAIRS-02"],
        data="successes = 7\ntotal = 19",
        blocks=blocks,
        script=SCRIPT,
    )
