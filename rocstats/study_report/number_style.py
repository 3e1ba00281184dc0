"""How numbers look: a style has its own digits, p-values and intervals, and rounds half-up."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rocstats.analysis_results.row import Kind
from rocstats.document.inline import Content
from rocstats.formatting import fixed, level_text, percent, plain, significant, typographic

NOT_ESTIMABLE = "NE"
DECIMALS: dict[Kind, int] = {"percent": 1, "points": 1, "area": 3, "error": 4, "statistic": 3, "p": 3}


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

    def number(self, value: float, kind: Kind, decimals: int | None = None) -> str:
        """Write a value of a kind; proportions and their differences as percentages without the sign.

        Examples
        --------
        >>> style = NumberStyle()
        >>> style.number(0.63415, "percent"), style.number(-0.0512, "area"), style.number(3.8049, "ratio")
        ('63.4', '−0.051', '3.80')
        """
        if math.isinf(value):
            return "∞" if value > 0 else "−∞"
        if kind == "p":
            return self.pvalue(value)
        if kind in ("count", "seed", "df", "quantity"):
            return typographic(plain(float(value))) if kind != "seed" else str(value)
        if kind == "level":
            return level_text(value)
        if kind == "ratio":
            return typographic(significant(value, 3 if decimals is None else decimals))
        places = DECIMALS.get(kind, 3) if decimals is None else decimals
        return typographic(percent(value, places) if kind in ("percent", "points") else fixed(value, places))

    def pvalue(self, p: float) -> str:
        """Write a p-value for a table."""
        return "<0.001" if p < 0.001 else fixed(p, 3)

    def spoken_p(self, written: Content) -> Content:
        """Write a p-value in a sentence, from what ``pvalue`` wrote."""
        return ("p = ", written)

    def interval(self, low: Content, high: Content, level: Content) -> Content:
        """Write an interval in a sentence; ``level`` is its level in percent, without the sign."""
        return (level, "% CI ", low, " to ", high)

    def limits(self, low: Content, high: Content) -> Content:
        """Write an interval in one cell of a table."""
        return (low, " to ", high)


STYLES: dict[str, NumberStyle] = {"default": NumberStyle()}
