"""How numbers look in the style of the house, on which the other styles build.

Rounding is half-up on the shortest decimal of the number that is stored, no zero has a sign, minus is a true minus.
Digits grow where so many as usual would mislead: no share strictly between 0 and 1 is written as 0 or 100 percent, no
standard error as 0, no interval as a point.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rocstats.analysis_results.row import Kind
from rocstats.document.inline import Content, Value, plain_text
from rocstats.formatting import MINUS, brief, decimals_for_error, fixed, level_text, percent, plain, significant

NOT_ESTIMABLE = "NE"
# In a cell to which nothing applies; a note below the table says so.
NOT_APPLICABLE = "\u2013"
SIGNIFICANT = 3
DECIMALS: dict[Kind, int] = {"percent": 1, "points": 1, "area": 3, "error": 4, "statistic": 3, "p": 3}
_MOST: dict[Kind, int] = {"percent": 4, "points": 4, "area": 6, "error": 12, "ratio": 6}
_LEVEL_PLACES = 6
_WHOLE: tuple[Kind, ...] = ("count", "seed", "df")


@dataclass(frozen=True, slots=True)
class NumberStyle:
    """The style of the house; other styles change what they do otherwise.

    Parameters
    ----------
    name : str
        Its word in the plan.
    limits_apart : bool
        Whether the limits of an interval stand in two cells of a table, so that both align.
    """

    name: str = "default"
    limits_apart: bool = True

    p_symbol: ClassVar[Content] = "p"
    # Whether signs in a sentence have spaces around them: "p = 0.02", not "p=0.02".
    spaced: ClassVar[bool] = True
    opening: ClassVar[str] = "% CI "
    infinity: ClassVar[str] = "\u221e"
    p_place: ClassVar[str] = "x.xxx"

    def number(self, value: float, kind: Kind, decimals: int | None = None, *, limit: bool = False) -> str:
        """Write a value of a kind; shares and differences of shares as percentages without the sign.

        ``decimals`` are the decimals of the style unless stated; of a ratio they are significant digits. A quantity,
        such as a threshold, is written as it stands in the data unless decimals are stated. A ``limit`` of an interval
        may be rounded to the end of its range, an estimate may not.

        Examples
        --------
        >>> style = NumberStyle()
        >>> style.number(0.63415, "percent"), style.number(-0.0512, "area"), style.number(3.8049, "ratio")
        ('63.4', '−0.051', '3.80')
        >>> style.number(0.99996, "percent"), style.number(0.00001, "p"), style.number(float("inf"), "ratio")
        ('>99.9', '<0.001', '∞')
        """
        if math.isinf(value):
            return self.infinity if value > 0 else f"{MINUS}{self.infinity}"
        if kind == "p":
            return self.typeset(self.pvalue(value))
        if kind in _WHOLE:
            return self.typeset(self._whole(value, decimals))
        if kind == "quantity":
            return self.typeset(plain(float(value)) if decimals is None else fixed(value, decimals))
        if kind == "level":
            # A level that was divided among claims has no end: 98.3333.
            return self.typeset(level_text(round(value, _LEVEL_PLACES)))
        if kind == "ratio":
            return self.typeset(_ratio(value, SIGNIFICANT if decimals is None else decimals))
        places = DECIMALS.get(kind, 3) if decimals is None else decimals
        return self.typeset(_places(value, kind, places) if limit else _inside(value, kind, places))

    def pvalue(self, p: float) -> str:
        """Write a p-value for a table, before it is typeset."""
        return "<0.001" if p < 0.001 else fixed(p, 3)

    def spoken_p(self, written: Value) -> Content:
        """Write a p-value in a sentence, from what stands in a table.

        Examples
        --------
        >>> plain_text(NumberStyle().spoken_p(Value("0.012", "a"))), plain_text(
        ...     NumberStyle().spoken_p(Value("<0.001", "a"))
        ... )
        ('p = 0.012', 'p < 0.001')
        """
        space = " " if self.spaced else ""
        if written.text == NOT_ESTIMABLE:
            return (self.p_symbol, " ", written)
        if written.text[0] in "<>":
            sign, number = written.text[0], written.text[1:].strip()
            return (self.p_symbol, space, Value(f"{sign}{space}{number}", written.row))
        return (self.p_symbol, f"{space}={space}", written)

    def interval(
        self, low: Content, high: Content, level: Content, *, unit: str = "", one_sided: bool = False
    ) -> Content:
        """Write an interval in a sentence; ``level`` is its level in percent, without the sign.

        ``unit`` is the percent sign of limits that are percentages, for styles that repeat it.
        """
        return ("one-sided " if one_sided else "", level, self.opening, self.spoken_limits(low, high, unit))

    def spoken_limits(self, low: Content, high: Content, unit: str = "") -> Content:
        """Write the limits of an interval in a sentence."""
        return self.limits(low, high)

    def limits(self, low: Content, high: Content) -> Content:
        """Write an interval in one cell of a table."""
        return (low, " to ", high)

    def placeholder(self, kind: Kind, decimals: int | None = None) -> str:
        """Write the place of a number that is not there yet: as many x as it has digits.

        Examples
        --------
        >>> style = NumberStyle()
        >>> style.placeholder("count"), style.placeholder("percent"), style.placeholder("area"), style.placeholder("p")
        ('xx', 'xx.x', 'x.xxx', 'x.xxx')
        """
        if kind == "text":
            return "xxxx"
        if kind in _WHOLE or kind == "level":
            return "xx"
        if kind == "ratio":
            return self.typeset("x." + "x" * max((SIGNIFICANT if decimals is None else decimals) - 1, 1))
        if kind == "p":
            return self.p_place
        places = {"quantity": 1}.get(kind, DECIMALS.get(kind, 3)) if decimals is None else decimals
        whole = "xx" if kind in ("percent", "points", "quantity") else "x"
        return self.typeset(f"{whole}.{'x' * places}" if places else whole)

    def digits(self, kind: Kind, values: Sequence[float], intervals: Iterable[tuple[float, float]] = ()) -> int | None:
        """Choose the decimals that values of one kind share, so that none of them misleads; None for whole numbers.

        Examples
        --------
        >>> style = NumberStyle()
        >>> style.digits("percent", [0.5, 0.9996]), style.digits("area", [0.8]), style.digits("error", [0.00002])
        (2, 3, 5)
        >>> style.digits("area", [0.731], [(0.73112, 0.73114)]), style.digits("count", [5])
        (5, None)
        """
        if kind not in DECIMALS and kind != "ratio":
            return None
        least = DECIMALS.get(kind, SIGNIFICANT)
        finite = [value for value in values if math.isfinite(value)]
        if kind == "error":
            return decimals_for_error(finite, least=least)
        ranges = [(low, high) for low, high in intervals if low < high]
        for decimals in range(least, _MOST.get(kind, least)):
            hidden = kind in ("percent", "area", "points") and any(_hides(v, kind, decimals) for v in finite)
            written = [[self.number(end, kind, decimals, limit=True) for end in ends] for ends in ranges]
            if not hidden and all(low != high for low, high in written):
                return decimals
        return _MOST.get(kind, least)

    def typeset(self, text: str) -> str:
        """Give a printed number the signs of the style."""
        return f"{MINUS}{text[1:]}" if text.startswith("-") else text

    def _whole(self, value: float, decimals: int | None) -> str:
        if isinstance(value, int):
            return str(value)
        return plain(value) if value.is_integer() else fixed(value, 1 if decimals is None else decimals)


def joins_badly(*limits: Content) -> bool:
    """Whether one of the limits begins with a sign or is endless, so that a dash between them would be misread."""
    return any(plain_text(limit).startswith((MINUS, NumberStyle.infinity, "<", ">")) for limit in limits)


def _ratio(value: float, digits: int) -> str:
    return significant(value, digits) if value == 0 or 1e-7 < abs(value) < 1e10 else brief(value, digits)


def _places(value: float, kind: Kind, decimals: int) -> str:
    return percent(value, decimals) if kind in ("percent", "points") else fixed(value, decimals)


def _hides(value: float, kind: Kind, decimals: int) -> bool:
    """Whether a value strictly between 0 and 1 in size would be written as one of them."""
    ends = (_places(0.0, kind, decimals), _places(1.0, kind, decimals))
    return 0 < abs(value) < 1 and _places(abs(value), kind, decimals) in ends


def _inside(value: float, kind: Kind, decimals: int) -> str:
    """Write a number; a share that would be written as 0 or 1 and is neither says on which side of the last digit."""
    if kind in ("percent", "area") and value > 0 and _hides(value, kind, decimals):
        unit = 10.0**-decimals / (100 if kind == "percent" else 1)
        return f"<{_places(unit, kind, decimals)}" if value < 0.5 else f">{_places(1 - unit, kind, decimals)}"
    return _places(value, kind, decimals)
