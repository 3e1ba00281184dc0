"""How the numbers of results stand in a report: with a true minus, and digits that suit a whole column."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rocstats.document.blocks import Limits
from rocstats.formatting import decimals_for, fixed, level_text, percent, plain, pvalue_cell, significant, typographic
from rocstats.results import Interval

NE = "NE"
NBSP = "\u00a0"
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number(value: float | None, decimals: int) -> str:
    """Write a number of a table; NE where it is not estimable."""
    return NE if value is None else typographic(fixed(value, decimals))


def limits(interval: Interval | None, decimals: int) -> Limits | str:
    """Write an interval for a cell."""
    if interval is None:
        return NE
    return Limits(number(interval.low, decimals), number(interval.high, decimals))


def spoken(interval: Interval | None, decimals: int) -> str:
    """Write an interval inside a sentence.

    Examples
    --------
    >>> spoken(Interval(-0.0492, 0.2881, 0.95), 3), spoken(None, 3)
    ('−0.049 to 0.288', 'not estimable')
    """
    if interval is None:
        return "not estimable"
    return f"{number(interval.low, decimals)} to {number(interval.high, decimals)}"


def pair(interval: Interval | None) -> tuple[float, float] | None:
    """Give the limits of an interval as numbers."""
    return None if interval is None else (interval.low, interval.high)


def decimals_of(values: Iterable[float | None], intervals: Iterable[Interval | None] = ()) -> int:
    """Choose the decimals of a column of areas or differences."""
    return decimals_for(values, map(pair, intervals))


def percentage(value: float | None, decimals: int = 1) -> str:
    """Write a proportion in percent, without the sign."""
    return NE if value is None else typographic(percent(value, decimals))


def percent_limits(interval: Interval | None, decimals: int = 1) -> Limits | str:
    """Write the interval of a proportion in percent."""
    if interval is None:
        return NE
    return Limits(percentage(interval.low, decimals), percentage(interval.high, decimals))


def percent_spoken(interval: Interval | None, decimals: int = 1) -> str:
    """Write the interval of a proportion in percent, inside a sentence."""
    if interval is None:
        return "not estimable"
    return f"{percentage(interval.low, decimals)} to {percentage(interval.high, decimals)}"


def percent_decimals(values: Iterable[float | None], intervals: Iterable[Interval | None]) -> int:
    """Choose the decimals of percentages: one, or as many as keep values off the ends and intervals wide.

    Examples
    --------
    >>> percent_decimals([0.25], []), percent_decimals([0.9998], [Interval(0.99961, 0.99987, 0.95)])
    (1, 2)
    """
    return decimals_for(values, map(pair, intervals)) - 2


def stated_percent(share: float) -> str:
    """Write a share that was stated, in percent with all its digits.

    Examples
    --------
    >>> stated_percent(0.07), stated_percent(0.0005), stated_percent(0.5)
    ('7', '0.05', '50')
    """
    return level_text(share)


def ratio(value: float | None) -> str:
    """Write a likelihood ratio or an odds ratio."""
    return NE if value is None else infinite(significant(value))


def infinite(text: str) -> str:
    """Give infinity its sign.

    Examples
    --------
    >>> infinite("Inf"), infinite("−Inf"), infinite("2.5")
    ('∞', '−∞', '2.5')
    """
    return text.replace("Inf", "∞")


def score(value: float) -> str:
    """Write a score or threshold as it stands in the data."""
    return infinite(typographic(plain(value)))


def pvalue(p: float | None) -> str:
    """Write a p-value for a table."""
    return NE if p is None else pvalue_cell(p)


def pvalue_spoken(p: float) -> str:
    """Write a p-value inside a sentence: "p = 0.164"."""
    cell = pvalue_cell(p)
    return f"p{NBSP}<{NBSP}{cell[1:]}" if cell.startswith("<") else f"p{NBSP}={NBSP}{cell}"


def level_percent(level: float) -> str:
    """Write a confidence level: "95%"."""
    return f"{level_text(level)}%"


def in_words(n: int) -> str:
    """Write a small count as a word.

    Examples
    --------
    >>> in_words(3), in_words(13), in_words(0)
    ('three', '13', 'no')
    """
    return _WORDS[n] if n < len(_WORDS) else str(n)


def sentence(text: str) -> str:
    """Begin with a capital and end with a full stop.

    Examples
    --------
    >>> sentence("the AUC is below 0.5")
    'The AUC is below 0.5.'
    """
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"


def all_same(values: Sequence[object]) -> bool:
    """Say whether there is only one value."""
    return all(value == values[0] for value in values)
