"""The false positive fractions at which a band is asked for."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rocstats.empirical.ranks import Floats
from rocstats.errors import DataError
from rocstats.formatting import shown


def points_asked(fpf: ArrayLike) -> Floats:
    """Return stated false positive fractions in ascending order, each once."""
    try:
        # As objects first, for among floats True would pass as 1.
        values = fpf if isinstance(fpf, np.ndarray) else np.asarray(fpf, dtype=object)
        numbers = np.asarray(values.astype(np.float64))
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"fpf is {type(fpf).__name__}; it must be numbers between 0 and 1.") from None
    held = values.ravel().tolist()
    if any(isinstance(x, bool | np.bool_ | str | bytes) for x in held):
        raise TypeError(f"fpf is {shown(fpf)}; it must be numbers between 0 and 1.")
    if values.ndim > 1:
        raise TypeError(f"fpf has {values.ndim} dimensions; it must be one number or a flat list of them.")
    if not held:
        raise DataError("fpf holds no false positive fraction; give one or more between 0 and 1.")
    wrong = ~((numbers >= 0) & (numbers <= 1)).ravel()
    if wrong.any():
        raise DataError(
            f"fpf holds {shown(held[int(wrong.argmax())])}, which is no false positive fraction; it must lie between "
            "0 and 1."
        )
    return np.unique(numbers)
