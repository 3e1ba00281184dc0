"""Closed-form limits of many areas at once, one function per word of the register.

Each gives the limits that the public method gives, for a batch; NaN stands for an area that it calls not estimable.
What depends on the area alone is computed once per distinct area.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from pair_counts import Floats, PairCounts
from scipy.special import expit

from rocstats.methods.hanley_mcneil import hanley_mcneil_variance
from rocstats.methods.method import upper_quantile
from rocstats.methods.newcombe import newcombe_limits

Limits: TypeAlias = tuple[Floats, Floats]
LEVEL = 0.95
Z = upper_quantile(LEVEL, "two-sided")


def wald(areas: Floats, variances: Floats) -> Limits:
    """Return area plus and minus z standard errors, closed by 0 and 1; NaN without a variance."""
    reach = Z * np.sqrt(np.where(variances > 0, variances, np.nan))
    return estimable(np.clip(areas - reach, 0, 1), np.clip(areas + reach, 0, 1))


def logit_wald(areas: Floats, variances: Floats) -> Limits:
    """Return the limits that are computed on the logit scale and turned back."""
    inside = (variances > 0) & (areas > 0) & (areas < 1)
    x, v = np.where(inside, areas, 0.5), np.where(inside, variances, np.nan)
    centre, reach = np.log(x / (1 - x)), Z * np.sqrt(v) / (x * (1 - x))
    return estimable(expit(centre - reach), expit(centre + reach))


def estimable(low: Floats, high: Floats, slack: Floats | float = 0.0) -> Limits:
    """Leave out limits between which nothing lies."""
    kept = high - low > slack
    return np.where(kept, low, np.nan), np.where(kept, high, np.nan)


def _newcombe(counts: PairCounts) -> Limits:
    areas, place = np.unique(counts.areas, return_inverse=True)
    found = np.array([newcombe_limits(float(area), counts.m, counts.n, Z) for area in areas]).clip(0, 1)
    return found[place, 0], found[place, 1]


def _hanley_mcneil(counts: PairCounts) -> Floats:
    return np.array([hanley_mcneil_variance(float(area), counts.m, counts.n) for area in counts.areas])


CLOSED: dict[str, Callable[[PairCounts], Limits]] = {
    "bamber": lambda counts: wald(counts.areas, counts.bamber_variances),
    "delong": lambda counts: wald(counts.areas, counts.delong_variances),
    "delong-logit": lambda counts: logit_wald(counts.areas, counts.delong_variances),
    "hanley-mcneil": lambda counts: wald(counts.areas, _hanley_mcneil(counts)),
    "hanley-mcneil-logit": lambda counts: logit_wald(counts.areas, _hanley_mcneil(counts)),
    "newcombe": _newcombe,
}
