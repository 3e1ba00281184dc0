"""A diagnostic test: its name, which of its scores are positive, and its cut-off."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, overload

import numpy as np

from rocstats.data.scores import Floats, as_float, as_floats, dimensions, kept_as_float
from rocstats.errors import DataError
from rocstats.formatting import plain, printable
from rocstats.given import need_flag


@dataclass(frozen=True, slots=True)
class DiagnosticTest:
    """A diagnostic test, as a column of scores means it.

    A sample holds scores in which higher is positive. ``turned`` goes from the scale of the data to that of the sample
    and back, which is the same step; nothing else turns scores or thresholds.

    Parameters
    ----------
    name : str
        Name of the test, as it is printed.
    low : bool
        True if low scores are positive.
    cutoff : float, optional
        Stated threshold, on the scale of the data.

    Raises
    ------
    DataError
        If the name is empty or the cut-off is not a number.

    Examples
    --------
    >>> DiagnosticTest("albumin").rule(3.5), DiagnosticTest("K-G", low=True).rule(4.0)
    ('>= 3.5', '<= 4')
    """

    name: str
    low: bool = False
    cutoff: float | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise TypeError(f"the name of a test is text, not {type(self.name).__name__}.")
        if not self.name.strip():
            raise DataError("a test needs a name; this one is empty.")
        if not isinstance(self.low, bool | np.bool_):
            raise TypeError(f'low of "{printable(self.name)}" is True or False, not {type(self.low).__name__}.')
        object.__setattr__(self, "low", bool(self.low))
        if self.cutoff is not None:
            kept_as_float(self, "cutoff", f'the cut-off of "{printable(self.name)}"')
            if math.isnan(self.cutoff):
                raise DataError(f'the cut-off of "{printable(self.name)}" is not a number.')

    @overload
    def turned(self, scores: float) -> float: ...

    @overload
    def turned(self, scores: Any) -> Floats: ...

    def turned(self, scores: Any) -> float | Floats:
        """Go from the scale of the data to the scale on which higher is positive, or back.

        Values become float64 before they are turned, since an unsigned integer would wrap; no zero is negative.

        Parameters
        ----------
        scores : float or array
            Scores or thresholds.

        Returns
        -------
        float or array of float64
            The same shape as came.

        Examples
        --------
        >>> DiagnosticTest("K-G", low=True).turned(4)
        -4.0
        """
        if dimensions(scores) == 0:
            value = as_float(scores, f'a score of "{printable(self.name)}"')
            return 0.0 - value if self.low else value + 0.0
        floats = as_floats(scores, f'scores of "{printable(self.name)}"')
        return 0.0 - floats if self.low else floats + 0.0

    def rule(self, threshold: float, *, ascii: bool = True) -> str:
        """Say which scores are positive at a threshold on the scale of the data.

        Examples
        --------
        >>> DiagnosticTest("wfns").rule(4.0, ascii=False)
        '≥ 4'
        """
        need_flag(ascii, "ascii")
        threshold = as_float(threshold, f'a threshold of "{printable(self.name)}"')
        if math.isnan(threshold):
            raise DataError(f'a threshold of "{printable(self.name)}" is not a number.')
        sign = ("<=" if ascii else "≤") if self.low else (">=" if ascii else "≥")
        return f"{sign} {plain(threshold)}"
