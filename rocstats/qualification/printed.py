"""Printed values: what a source states of a number, and whether an obtained number meets it.

A decimal is met within half a unit of its last digit, one recomputed at many digits within a small part of itself; a
whole number or a fraction is exact, and so is the name of the diagnosis by which a fit was refused. All comparisons are
made in rational numbers: a float counts as the shortest decimal that stands for it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from rocstats.errors import DataError
from rocstats.formatting import NOT_ESTIMABLE, printable

Obtained: TypeAlias = int | float | Fraction | str | None
_EXACT = re.compile(r"[+-]?[0-9]+(/[1-9][0-9]*)?")
# An exponent beyond three digits is of no float, and its power of ten would take for ever to write out.
_DECIMAL = re.compile(r"[+-]?[0-9]*\.[0-9]+([eE][+-]?[0-9]{1,3})?")
_DIAGNOSIS = re.compile(r"[a-z]+(-[a-z]+)+")
_TOLERANCE = re.compile(r"[0-9]*\.?[0-9]+([eE][+-]?[0-9]{1,3})?")
# A float that stands for an exact value went through a few rounded operations.
_ROUNDING = Fraction(1, 10**14)


@dataclass(frozen=True, slots=True)
class Printed:
    """A number as its source prints it, and how near to it an obtained number must come.

    Parameters
    ----------
    text : str
        As printed: "0.8932", "6.2e-05", "35", "7/8", "not estimable", or a diagnosis such as "perfect-separation".
    within : str
        A tolerance to use instead of half a unit of the last digit; empty for none.
    relative : str
        A tolerance in parts of the number instead; empty for none.

    Raises
    ------
    DataError
        If the text is no number.

    Examples
    --------
    >>> Printed("0.893").met_by(0.8931710615280596), Printed("0.894").met_by(0.8931710615280596)
    (True, False)
    >>> Printed("7/8").met_by(0.875), Printed("35").met_by(36), Printed("not estimable").met_by(None)
    (True, False, True)
    """

    text: str
    within: str = ""
    relative: str = ""

    def __post_init__(self) -> None:
        written = (_EXACT, _DECIMAL, _DIAGNOSIS)
        if self.text != NOT_ESTIMABLE and not any(form.fullmatch(self.text) for form in written):
            raise DataError(
                f'"{printable(self.text)}" is no printed number; write a decimal, a whole number, a fraction or '
                f'"{NOT_ESTIMABLE}", or the diagnosis of a refused fit, such as "perfect-separation".'
            )
        if self.within and not (_TOLERANCE.fullmatch(self.within) and Decimal(self.within) > 0):
            raise DataError(f'within is "{printable(self.within)}"; it must be a positive decimal such as "0.002".')

    @property
    def number(self) -> Fraction | None:
        """The stated number; None where words are stated."""
        return Fraction(self.text) if _EXACT.fullmatch(self.text) or _DECIMAL.fullmatch(self.text) else None

    @property
    def tolerance_text(self) -> str:
        """How far an obtained number may be away, in words.

        Examples
        --------
        >>> [Printed(text).tolerance_text for text in ("0.893", "6.2e-05", "7/8", "not estimable")]
        ['0.0005', '0.0000005', 'exact', 'the same words']
        """
        if self.within:
            return self.within
        if self.number is None:
            return "the same words"
        if not _DECIMAL.fullmatch(self.text):
            return "exact"
        if self.relative:
            return f"relative {self.relative}"
        places = -int(Decimal(self.text).as_tuple().exponent)
        return f"0.{'0' * places}5" if 0 <= places <= 6 else f"5e-{places + 1}"

    @property
    def tolerance(self) -> Fraction | None:
        """How far an obtained number may be away; None where only the exact number will do."""
        if self.within:
            return Fraction(Decimal(self.within))
        if self.text == NOT_ESTIMABLE or not _DECIMAL.fullmatch(self.text):
            return None
        if self.relative:
            return Fraction(Decimal(self.relative)) * abs(Fraction(self.text))
        exponent = Decimal(self.text).as_tuple().exponent
        return Fraction(Decimal(1).scaleb(int(exponent))) / 2

    def met_by(self, obtained: Obtained) -> bool:
        """Say whether an obtained number is the printed one, as far as it is printed."""
        if obtained is None or self.text == NOT_ESTIMABLE:
            return obtained is None and self.text == NOT_ESTIMABLE
        if isinstance(obtained, str) or _DIAGNOSIS.fullmatch(self.text):
            return obtained == self.text
        if isinstance(obtained, float | np.floating) and not np.isfinite(obtained):
            return False
        target, value = Fraction(self.text), exactly(obtained)
        allowed = self.tolerance
        if allowed is None:
            allowed = abs(target) * _ROUNDING if isinstance(obtained, float | np.floating) else Fraction(0)
        return abs(value - target) <= allowed


def exactly(number: int | float | Fraction) -> Fraction:
    """Return a number as a fraction; a float as the shortest decimal that stands for it."""
    if isinstance(number, float | np.floating):
        return Fraction(Decimal(repr(float(number))))
    return Fraction(int(number)) if isinstance(number, int | np.integer) else number


def in_full(obtained: Obtained, printed: Printed) -> str:
    """Write an obtained number with all its digits; an exact one as a fraction where the source prints one.

    Examples
    --------
    >>> quarter = Fraction(1, 4)
    >>> in_full(quarter, Printed("1/4")), in_full(quarter, Printed("0.2")), in_full(None, Printed("1/4"))
    ('1/4', '0.25', 'not estimable')
    """
    if obtained is None:
        return NOT_ESTIMABLE
    if isinstance(obtained, str):
        return printable(obtained)
    if isinstance(obtained, Fraction):
        return str(obtained) if _EXACT.fullmatch(printed.text) else repr(float(obtained))
    return str(int(obtained)) if isinstance(obtained, int | np.integer) else repr(float(obtained))
