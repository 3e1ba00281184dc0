"""Agreement of an obtained number with the one that a source states: how far apart, and to how many digits.

The log relative error is the habit of the certified data sets for statistical software: about the number of significant
digits that agree. Against a printed, rounded number it cannot be larger than the digits that were printed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rocstats.qualification.printed import Obtained, Printed, exactly

MOST_DIGITS = 15.0


@dataclass(frozen=True, slots=True)
class Agreement:
    """How near an obtained number comes to the stated one.

    Parameters
    ----------
    absolute : float or None
        The distance; None where one of the two is no number.
    relative : float or None
        The distance in parts of the stated number; None where that is 0.
    lre : float or None
        Log relative error: minus the decimal logarithm of the relative distance, or of the distance where 0 is stated;
        at most 15.
    """

    absolute: float | None = None
    relative: float | None = None
    lre: float | None = None


def agreement(obtained: Obtained, printed: Printed) -> Agreement:
    """Measure how near an obtained number comes to the printed one.

    Differences are taken in rational numbers, so no digit is lost in them.

    Parameters
    ----------
    obtained : int, float, Fraction, str or None
        What rocstats gives.
    printed : Printed
        What the source states.

    Returns
    -------
    Agreement
        Without numbers where one of the two is none.

    Examples
    --------
    >>> round(agreement(0.8931710615280596, Printed("0.893")).lre, 2)
    3.72
    >>> agreement(0.875, Printed("7/8")).lre
    15.0
    >>> agreement(None, Printed("0.5")).lre is None
    True
    """
    stated = printed.number
    if stated is None or obtained is None or isinstance(obtained, str):
        return Agreement()
    if isinstance(obtained, float | np.floating) and not np.isfinite(obtained):
        return Agreement()
    apart = abs(exactly(obtained) - stated)
    share = apart / abs(stated) if stated else None
    return Agreement(
        _number(apart), None if share is None else _number(share), _digits(apart if share is None else share)
    )


def _number(value: Fraction) -> float:
    # A fraction beyond the range of floats has no nearer one.
    try:
        return float(value)
    except OverflowError:
        return math.inf


def _digits(part: Fraction) -> float:
    if part == 0:
        return MOST_DIGITS
    # Logarithms of whole numbers of any size, so that nothing underflows.
    return min(MOST_DIGITS, math.log10(part.denominator) - math.log10(part.numerator))
