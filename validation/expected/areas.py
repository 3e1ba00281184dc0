"""Areas, their variances and intervals, recomputed at 60 digits from every pair of a case and a control.

Variances are half the mean squared differences between two subjects' placements, not squares about a mean of ranks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mpmath import mp
from normal import both_sides, quantile
from solving import root
from written_case import case_text

SCRIPT = "areas.py"
CASES = {"A": [7.1, 6.4, 9.3, 5.5, 8.2, 6.4, 4.9], "B": [3.3, 5.1, 4.2, 2.7, 4.2, 5.9, 1.1]}
CONTROLS = {"A": [3.2, 6.4, 4.1, 5.5, 2.8, 6.9, 4.1, 3.9], "B": [2.2, 1.9, 4.2, 1.1, 3.0, 2.7, 5.0, 0.4]}


def placements(cases: Sequence[float], controls: Sequence[float]) -> tuple[list[Any], list[Any]]:
    """Return each subject's share of pairs won, ties counted half."""

    def psi(x: float, y: float) -> Any:
        return mp.mpf(1) if x > y else mp.mpf(1) / 2 if x == y else mp.mpf(0)

    of_cases = [sum(psi(x, y) for y in controls) / len(controls) for x in cases]
    of_controls = [sum(psi(x, y) for x in cases) / len(cases) for y in controls]
    return of_cases, of_controls


def spread(one: Sequence[Any], other: Sequence[Any]) -> Any:
    """Return the covariance as half the mean product of differences over all pairs of subjects."""
    n = len(one)
    products = [(one[i] - one[j]) * (other[i] - other[j]) for i in range(n) for j in range(i)]
    return sum(products) / (n * (n - 1))


def covariance(first: str, second: str) -> Any:
    """Return DeLong's covariance of two areas."""
    a, b = (placements(CASES[test], CONTROLS[test]) for test in (first, second))
    return spread(a[0], b[0]) / len(a[0]) + spread(a[1], b[1]) / len(a[1])


def area(test: str) -> Any:
    """Return the share of pairs won."""
    of_cases, _ = placements(CASES[test], CONTROLS[test])
    return sum(of_cases) / len(of_cases)


def hanley_mcneil(theta: Any, m: int, n: int) -> Any:
    """Return the standard error from probabilities of triples under exponential scores, by their integrals."""
    # Exponential scores with rates that give the area: P(both of two cases beat one control), and the reverse.
    rate = theta / (1 - theta)
    q1 = mp.quad(lambda t: rate * mp.exp(-rate * t) * mp.exp(-2 * t), [0, 1, 4, mp.inf])
    q2 = mp.quad(lambda t: mp.exp(-t) * (1 - mp.exp(-rate * t)) ** 2, [0, 1, 4, mp.inf])
    return mp.sqrt((theta * (1 - theta) + (m - 1) * (q1 - theta**2) + (n - 1) * (q2 - theta**2)) / (m * n))


def newcombe(theta: Any, m: int, n: int, z: Any) -> tuple[Any, Any]:
    """Return the values of the area that the score equation of method 5 does not reject."""

    def beyond(t: Any) -> Any:
        middle = mp.mpf(m + n) / 2 - 1
        variance = t * (1 - t) * (1 + middle * (1 - t) / (2 - t) + middle * t / (1 + t)) / (m * n)
        return (theta - t) ** 2 - z**2 * variance

    return root(beyond, 0, theta), root(beyond, theta, 1)


def text() -> str:
    """Return the case."""
    mp.dps = 60
    z = quantile(mp.mpf(39) / 40)
    blocks: list[Any] = []
    for test in CASES:
        theta, error = area(test), mp.sqrt(covariance(test, test))
        logit, slope = mp.log(theta / (1 - theta)), error / (theta * (1 - theta))
        m, n = len(CASES[test]), len(CONTROLS[test])
        other = hanley_mcneil(theta, m, n)
        other_slope = other / (theta * (1 - theta))
        low, high = newcombe(theta, m, n, z)
        asked = {"tests": [test]}
        blocks += [
            (
                {**asked, "requirement": ["AUC-01"]},
                {"auc": theta},
            ),
            (
                {**asked, "requirement": ["DELONG-01", "DELONG-03"]},
                {"standard_error": error, "low": theta - z * error, "high": min(theta + z * error, mp.mpf(1))},
            ),
            (
                {"question": "structural_components", **asked, "requirement": ["DELONG-01"]},
                {"variance": covariance(test, test)},
            ),
            (
                {**asked, "method": "delong-logit", "requirement": ["DELONG-04"]},
                {"low": 1 / (1 + mp.exp(z * slope - logit)), "high": 1 / (1 + mp.exp(-z * slope - logit))},
            ),
            (
                {**asked, "method": "hanley-mcneil", "requirement": ["HANLEY-MCNEIL-01"]},
                {"standard_error": other, "low": theta - z * other, "high": min(theta + z * other, mp.mpf(1))},
            ),
            (
                {**asked, "method": "hanley-mcneil-logit", "requirement": ["HANLEY-MCNEIL-02"]},
                {"low": 1 / (1 + mp.exp(z * other_slope - logit)), "high": 1 / (1 + mp.exp(-z * other_slope - logit))},
            ),
            (
                {**asked, "method": "newcombe", "requirement": ["NEWCOMBE-01"]},
                {"low": low, "high": high},
            ),
        ]
    difference = area("A") - area("B")
    error = mp.sqrt(covariance("A", "A") + covariance("B", "B") - 2 * covariance("A", "B"))
    blocks += [
        (
            {"question": "structural_components", "tests": ["A", "B"], "requirement": ["DELONG-02"]},
            {"covariance": covariance("A", "B")},
        ),
        (
            {"question": "compare_auc", "tests": ["A", "B"], "requirement": ["COMPARE-01"]},
            {
                "difference": difference,
                "standard_error": error,
                "statistic": difference / error,
                "pvalue": both_sides(difference / error),
                "low": difference - z * error,
                "high": difference + z * error,
            },
        ),
    ]
    scores = [f"{test} = {CASES[test] + CONTROLS[test]}" for test in CASES]
    truth = [1] * len(CASES["A"]) + [0] * len(CONTROLS["A"])
    return case_text(
        "areas",
        about="variances from differences between all pairs of subjects.",
        title="Two tests on 7 cases and 8 controls with ties, at 60 digits",
        source="Recomputed at 60 digits from all pairs; formulas of DeLong 1988, Hanley and McNeil 1982, Newcombe 2006",
        requirement=["AUC-01", "DELONG-01", "DELONG-02", "COMPARE-01"],
        data="\n".join([f"truth = {truth}", "", "[data.scores]", *scores]),
        blocks=blocks,
        script=SCRIPT,
    )
