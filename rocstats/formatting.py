"""How a value looks in print: the one place where anything is rounded.

Rounding is half-up on the shortest decimal that stands for the float, so 0.0005 becomes 0.001 with three
decimals. No zero carries a sign. Stored values are never rounded; these functions only make text.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Iterable, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction

NOT_ESTIMABLE = "not estimable"
MINUS = "\u2212"
FIGURE_SPACE = "\u2007"
_MOST_DECIMALS = 12
_LONGEST_SHOWN = 100
_MOST_NAMED = 20
# Enough digits for the largest float with all its decimals.
# Decimals are reckoned with by this, whatever digits and traps the caller has set.
EXACT = Context(prec=400, rounding=ROUND_HALF_UP)


def _decimal(value: float | Fraction) -> Decimal:
    return Decimal(repr(float(value)))


def fixed(value: float | Fraction, decimals: int) -> str:
    """Write a number with so many decimals, rounded half-up.

    Examples
    --------
    >>> fixed(0.0005, 3), fixed(-0.0004, 3), fixed(12, 1)
    ('0.001', '0.000', '12.0')
    """
    if math.isinf(value):
        return "Inf" if value > 0 else "-Inf"
    rounded = _decimal(value).quantize(Decimal(1).scaleb(-decimals), context=EXACT)
    return f"{abs(rounded) if rounded == 0 else rounded:f}"


def significant(value: float, digits: int = 3) -> str:
    """Write a ratio with so many significant digits and no exponent.

    Examples
    --------
    >>> significant(3.8049), significant(21.14), significant(0.09491), significant(9.996), significant(12345.6)
    ('3.80', '21.1', '0.0949', '10.0', '12346')
    """
    if math.isinf(value):
        return fixed(value, 0)
    if value == 0:
        return fixed(0, digits - 1)
    number = _decimal(value)
    exponent = number.adjusted()
    rounded = number.quantize(Decimal(1).scaleb(exponent - digits + 1), context=EXACT)
    return fixed(value, max(digits - 1 - rounded.adjusted(), 0))


def plain(value: float) -> str:
    """Write a score or threshold as it stands in the data: shortest form, whole numbers without a point.

    Examples
    --------
    >>> plain(4.0), plain(0.3), plain(17.4), plain(-0.0), plain(1e-7), plain(float("inf"))
    ('4', '0.3', '17.4', '0', '0.0000001', 'Inf')
    """
    try:
        if math.isinf(value):
            return fixed(value, 0)
    except OverflowError:
        # a whole number beyond floats
        return text_of(value)
    number = _decimal(value).normalize(EXACT)
    if number == 0:
        return "0"
    return f"{number:f}" if -10 < number.adjusted() < 16 else f"{number:e}".replace("e+", "e")


def brief(value: float, digits: int = 4) -> str:
    """Write a very large or small number with so many significant digits and an exponent.

    Examples
    --------
    >>> brief(1.23456e20), brief(-2.5e-11), brief(float("inf"))
    ('1.235e20', '-2.5e-11', 'Inf')
    """
    if math.isinf(value) or value == 0:
        return plain(value)
    number = _decimal(value)
    rounded = number.quantize(Decimal(1).scaleb(number.adjusted() - digits + 1), context=EXACT)
    return f"{rounded.normalize(EXACT):e}".replace("e+", "e")


def decimals_for(
    estimates: Iterable[float | None],
    intervals: Iterable[tuple[float, float] | None] = (),
    *,
    least: int = 3,
    most: int = _MOST_DECIMALS,
) -> int:
    """Choose how many decimals a group of proportions needs, at least ``least`` and at most ``most``.

    Digits grow until no estimate strictly inside (0, 1) in size prints as 0 or 1, and no interval prints as a point.

    Examples
    --------
    >>> decimals_for([0.9996]), decimals_for([0.731], [(0.7312, 0.7314)]), decimals_for([1.0], [(0.96, 1.0)])
    (4, 4, 3)
    """
    values = [abs(v) for v in estimates if v is not None]
    ranges = [r for r in intervals if r is not None and r[0] < r[1]]
    for decimals in range(least, most):
        edges = {fixed(0, decimals), fixed(1, decimals)}
        hidden = any(v not in (0, 1) and v < 1 and fixed(v, decimals) in edges for v in values)
        if not hidden and all(fixed(low, decimals) != fixed(high, decimals) for low, high in ranges):
            return decimals
    return most


def decimals_for_error(errors: Iterable[float | None], *, least: int = 4, most: int = _MOST_DECIMALS) -> int:
    """Choose how many decimals standard errors need, so that none of them prints as zero.

    Examples
    --------
    >>> decimals_for_error([0.0517]), decimals_for_error([0.00002, None])
    (4, 5)
    """
    values = [v for v in errors if v]
    for decimals in range(least, most):
        if all(float(fixed(v, decimals)) > 0 for v in values):
            return decimals
    return most


def pvalue_cell(p: float) -> str:
    """Write a p-value for a table: three decimals, then ``<0.001``.

    Examples
    --------
    >>> pvalue_cell(0.1642), pvalue_cell(0.0004)
    ('0.164', '<0.001')
    """
    return "<0.001" if p < 0.001 else fixed(p, 3)


def pvalue_line(p: float) -> str:
    """Write a p-value as R does in a line.

    Examples
    --------
    >>> pvalue_line(0.1642), pvalue_line(0.0004)
    ('p-value = 0.164', 'p-value < 0.001')
    """
    return "p-value < 0.001" if p < 0.001 else f"p-value = {fixed(p, 3)}"


def percent(proportion: float | Fraction, decimals: int = 1) -> str:
    """Write a proportion as a percentage without its sign.

    Examples
    --------
    >>> percent(26 / 41), percent(1.0)
    ('63.4', '100.0')
    """
    return fixed(Fraction(proportion) * 100, decimals)


def level_text(level: float) -> str:
    """Write a confidence level in percent: 95, 97.5.

    Examples
    --------
    >>> level_text(0.95), level_text(0.975), level_text(0.999)
    ('95', '97.5', '99.9')
    """
    return plain(float(EXACT.multiply(_decimal(level), 100)))


def typographic(text: str) -> str:
    """Give a printed number the true minus sign of a typeset page."""
    return text.replace("-", MINUS)


def printable(name: object) -> str:
    r"""Write a name from the data so that it cannot break a line or steer a terminal.

    Examples
    --------
    >>> printable("CA 19-9 <37"), printable("a\nb\x1b[2J")
    ('CA 19-9 <37', 'a\\nb\\x1b[2J')
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text_of(name))


def text_of(value: object, write: Callable[[object], str] = str) -> str:
    """Write a value of any kind as Python does, or say of what kind it is where Python cannot.

    Examples
    --------
    >>> text_of(1.5), text_of("a", repr), text_of(10**5000)
    ('1.5', "'a'", 'a very large int')
    """
    try:
        return write(value)
    except ValueError:
        # Python writes no whole number of more than 4300 digits
        return f"a very large {type(value).__name__}"
    except Exception:  # noqa: BLE001  # the text of somebody else may fail in any way
        return f"a {type(value).__name__}"


def shown(value: object) -> str:
    """Write in an error whatever came, in short: a message can neither fail nor fill the screen with it.

    Examples
    --------
    >>> shown(0.5), shown("a"), len(shown([1] * 1000)), shown(10**5000)
    ('0.5', "'a'", 100, 'a very large int')
    """
    text = printable(" ".join(text_of(value, repr).split()))
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join words as a sentence does.

    Examples
    --------
    >>> listed(["s100b", "ndka", "wfns"])
    's100b, ndka and wfns'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def said_of(error: BaseException) -> str:
    """Write what an error of another library says, in one line that steers nothing.

    Examples
    --------
    >>> said_of(ValueError("no such thing\\nat all")), said_of(KeyError())
    ('no such thing', 'KeyError')
    """
    lines = [line for line in str(error).splitlines() if line.strip()]
    return printable(lines[0])[:200] if lines else type(error).__name__


def names_listed(names: Iterable[object], last: str = "") -> str:
    """List names in an error or on one line: the first twenty, and how many more there are.

    Examples
    --------
    >>> names_listed(["CT", "MRI", 3]), names_listed(["CT", "MRI"], "and"), names_listed(range(1000))[-19:]
    ('CT, MRI, 3', 'CT and MRI', '18, 19 and 980 more')
    """
    held = list(names)
    words = [printable(name) for name in held[:_MOST_NAMED]]
    if len(held) > _MOST_NAMED:
        return f"{', '.join(words)} and {len(held) - _MOST_NAMED} more"
    return listed(words, last) if last else ", ".join(words)


def counted(n: int, noun: str, plural: str | None = None) -> str:
    """Write a count with its noun in the right number.

    Examples
    --------
    >>> counted(1, "case"), counted(0, "case"), counted(2, "analysis", "analyses")
    ('1 case', '0 cases', '2 analyses')
    """
    return f"{n} {noun if n == 1 else plural or noun + 's'}"


def wrapped(text: str, *, first: str = "", rest: str = "", width: int = 80) -> str:
    """Fill a sentence into lines, the first with one indent and the others with another."""
    return textwrap.fill(
        text, width, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )
