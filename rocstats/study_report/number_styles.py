"""The styles of numbers that a plan can ask for: shells of trials, journals, R.

Each changes of the style of the house what its readers are used to. Decimals of estimates are those of the house in
all of them: what differs is how p-values, intervals and signs are written.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context
from typing import ClassVar

from rocstats.document.inline import Content, Emphasis
from rocstats.formatting import fixed, significant
from rocstats.study_report.number_style import NumberStyle, joins_badly

_FOUR = Context(prec=4, rounding=ROUND_HALF_UP)


@dataclass(frozen=True, slots=True)
class TlfStyle(NumberStyle):
    """Tables, listings and figures of a trial: p to four decimals, intervals in brackets.

    Examples
    --------
    >>> style = TlfStyle()
    >>> [style.number(p, "p") for p in (0.00005, 0.0001, 0.1642, 0.99995)]
    ['<0.0001', '0.0001', '0.1642', '>0.9999']
    """

    name: str = "tlf"
    limits_apart: bool = False
    opening: ClassVar[str] = "% CI: "
    p_place: ClassVar[str] = "x.xxxx"

    def pvalue(self, p: float) -> str:
        """Write a p-value for a table, before it is typeset."""
        return "<0.0001" if p < 0.0001 else ">0.9999" if p > 0.9999 else fixed(p, 4)

    def spoken_limits(self, low: Content, high: Content, unit: str = "") -> Content:
        """Write the limits of an interval in a sentence."""
        return (low, ", ", high)

    def limits(self, low: Content, high: Content) -> Content:
        """Write an interval in one cell of a table: "(0.741, 0.865)"."""
        return ("(", low, ", ", high, ")")


@dataclass(frozen=True, slots=True)
class AmaStyle(NumberStyle):
    """Journals of the American Medical Association.

    A p-value has no zero before its point, two decimals from .01, three below, and as many as it takes that no value
    below .05 is written as .05. Limits are joined by a hyphen, by "to" where one of them is negative, and each
    percentage has its sign.

    Examples
    --------
    >>> style = AmaStyle()
    >>> [style.number(p, "p") for p in (0.0004, 0.0042, 0.032, 0.0462, 0.0496, 0.05, 0.994)]
    ['<.001', '.004', '.03', '.046', '.0496', '.05', '>.99']
    """

    name: str = "ama"
    limits_apart: bool = False
    p_symbol: ClassVar[Content] = Emphasis("P")
    spaced: ClassVar[bool] = False
    opening: ClassVar[str] = "% CI, "
    p_place: ClassVar[str] = ".xx"

    def pvalue(self, p: float) -> str:
        """Write a p-value for a table, before it is typeset."""
        if p < 0.001:
            return "<.001"
        if p > 0.99:
            return ">.99"
        decimals = 2 if p >= 0.01 else 3
        while p < 0.05 and float(fixed(p, decimals)) >= 0.05:
            decimals += 1
        return fixed(p, decimals).removeprefix("0")

    def spoken_limits(self, low: Content, high: Content, unit: str = "") -> Content:
        """Write the limits of an interval in a sentence, each percentage with its sign."""
        return self.limits((low, unit), (high, unit))

    def limits(self, low: Content, high: Content) -> Content:
        """Write an interval in one cell of a table."""
        return (low, " to " if joins_badly(low, high) else "-", high)


@dataclass(frozen=True, slots=True)
class NejmStyle(NumberStyle):
    """The New England Journal of Medicine: p to two decimals above 0.01, to three down to 0.001.

    Examples
    --------
    >>> style = NejmStyle()
    >>> [style.number(p, "p") for p in (0.0004, 0.0042, 0.01, 0.0104, 0.32)]
    ['<0.001', '0.004', '0.010', '0.01', '0.32']
    """

    name: str = "nejm"
    p_symbol: ClassVar[Content] = "P"
    spaced: ClassVar[bool] = False
    opening: ClassVar[str] = "% CI, "
    p_place: ClassVar[str] = "x.xx"

    def pvalue(self, p: float) -> str:
        """Write a p-value for a table, before it is typeset."""
        return "<0.001" if p < 0.001 else fixed(p, 2 if p > 0.01 else 3)


@dataclass(frozen=True, slots=True)
class LancetStyle(NumberStyle):
    """The Lancet: points at mid-height, p to two significant digits and at most four decimals.

    Examples
    --------
    >>> style = LancetStyle()
    >>> [style.number(p, "p") for p in (0.00004, 0.00042, 0.0042, 0.0321, 0.32, 0.997)]
    ['<0·0001', '0·0004', '0·0042', '0·032', '0·32', '>0·99']
    >>> style.number(-0.0512, "area")
    '−0·051'
    """

    name: str = "lancet"
    limits_apart: bool = False
    spaced: ClassVar[bool] = False
    p_place: ClassVar[str] = "x\u00b7xx"

    def pvalue(self, p: float) -> str:
        """Write a p-value for a table, before it is typeset."""
        if p < 0.0001:
            return "<0.0001"
        if p > 0.99:
            return ">0.99"
        written = significant(p, 2)
        return written if len(written) <= len("0.0001") else fixed(p, 4)

    def limits(self, low: Content, high: Content) -> Content:
        """Write an interval in one cell of a table; "to" stands for the dash where a limit is negative."""
        return (low, " to " if joins_badly(low, high) else "\u2013", high)

    def typeset(self, text: str) -> str:
        """Raise the point."""
        # No super() without a class cell: dataclasses with slots are made twice.
        return NumberStyle.typeset(self, text).replace(".", "\u00b7")


@dataclass(frozen=True, slots=True)
class RStyle(NumberStyle):
    """R: p as ``format.pval`` writes it, to four significant digits without zeros behind them.

    Unlike R, which rounds the binary number, a decimal that ends in 5 is rounded up.

    Examples
    --------
    >>> style = RStyle()
    >>> [style.number(p, "p") for p in (1e-17, 0.00001234, 0.0001, 0.0001234, 0.164217, 0.5, 1.0)]
    ['< 2.2e-16', '1.234e-05', '1e-04', '0.0001234', '0.1642', '0.5', '1']
    """

    name: str = "r"
    limits_apart: bool = False
    p_symbol: ClassVar[Content] = "p-value"
    infinity: ClassVar[str] = "Inf"
    p_place: ClassVar[str] = "x.xxxx"

    def pvalue(self, p: float) -> str:
        """Write a p-value for a table, before it is typeset."""
        if p < sys.float_info.epsilon:
            return "< 2.2e-16"
        number = _FOUR.create_decimal(repr(float(p))).normalize(_FOUR)
        digits = "".join(map(str, number.as_tuple().digits))
        point = f".{digits[1:]}" if len(digits) > 1 else ""
        by_exponent = f"{digits[0]}{point}e{number.adjusted():+03d}"
        in_full = f"{number:f}"
        return in_full if len(in_full) <= len(by_exponent) else by_exponent

    def spoken_limits(self, low: Content, high: Content, unit: str = "") -> Content:
        """Write the limits of an interval in a sentence."""
        return (low, ", ", high)

    def limits(self, low: Content, high: Content) -> Content:
        """Write an interval in one cell of a table: its two numbers."""
        return (low, "\u2003", high)


STYLES: dict[str, NumberStyle] = {
    style.name: style for style in (NumberStyle(), TlfStyle(), AmaStyle(), NejmStyle(), LancetStyle(), RStyle())
}
