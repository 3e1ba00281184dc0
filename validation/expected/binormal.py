"""Areas of binormal curves of two normal groups, recomputed at 60 digits by integrating the curve itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mpmath import mp
from normal import below, quantile
from written_case import case_text

SCRIPT = "binormal.py"
CASES = [2.1, 3.4, 1.8, 4.0, 2.9, 3.3]
CONTROLS = [1.2, 0.3, 2.2, 1.1, 0.7, 1.9, 1.4]


def mean(values: Sequence[Any]) -> Any:
    """Return the mean."""
    return sum(values) / len(values)


def likeliest_spread(values: Sequence[Any]) -> Any:
    """Return the standard deviation of largest likelihood, from differences between all pairs."""
    n = len(values)
    return mp.sqrt(sum((values[i] - values[j]) ** 2 for i in range(n) for j in range(i))) / n


def text() -> str:
    """Return the case."""
    mp.dps = 60
    cases, controls = ([mp.mpf(str(x)) for x in values] for values in (CASES, CONTROLS))
    spread_cases, spread_controls = likeliest_spread(cases), likeliest_spread(controls)
    a, b = (mean(cases) - mean(controls)) / spread_cases, spread_controls / spread_cases

    def curve(point: Any) -> Any:
        # The curve in the deviate of FPF, with the density of that deviate: smooth at both ends.
        return below(a + b * point) * mp.exp(-point * point / 2) / mp.sqrt(2 * mp.pi)

    ends = [-20, -8, -4, -2, 0, 2, 4, 8, 20]
    area = mp.quad(curve, ends)
    fpf = mp.mpf("0.1")
    edge = quantile(fpf * 2)
    partial = mp.quad(curve, [-20, -12, -8, -4, edge])
    total = sum(
        -mp.log(spread * mp.sqrt(2 * mp.pi)) - (x - mean(values)) ** 2 / (2 * spread**2)
        for values, spread in ((cases, spread_cases), (controls, spread_controls))
        for x in values
    )
    asked = {"question": "fit_binormal", "method": "normal-theory"}
    return case_text(
        "binormal",
        about="the area by integration of the curve, not by the formula of its area.",
        title="The binormal curve of two normal groups, at 60 digits",
        source="Recomputed at 60 digits by numerical integration of the curve",
        requirement=["FIT-05"],
        data=f"cases = {CASES}\ncontrols = {CONTROLS}",
        blocks=[
            (
                {**asked, "fpf": 0.1},
                {"a": a, "b": b, "auc": area, "tpf": below(a + b * quantile(fpf)), "loglikelihood": total},
            ),
            ({**asked, "fpf": [0, 0.2]}, {"partial_area": partial}),
        ],
        script=SCRIPT,
    )
