"""Values that stand together in one option: numbers between commas, names with a number behind them."""

from __future__ import annotations

import difflib
import math
from collections.abc import Sequence

import typer

from rocstats.formatting import printable


def split(names: str | None) -> list[str]:
    """Separate names at commas."""
    return [name.strip() for name in (names or "").split(",") if name.strip()]


def words_of(texts: Sequence[str] | None) -> list[str]:
    """Separate words at commas, of an option that may be repeated.

    Examples
    --------
    >>> words_of(["ks,gains", "calibration"])
    ['ks', 'gains', 'calibration']
    """
    return [word for text in texts or () for word in split(text)]


def number(text: str, where: str) -> float:
    """Read a number, or say where it is none."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if math.isnan(value):
        raise typer.BadParameter(f'{where} is "{printable(text)}", which is no number; write it like 0.5 or -3.')
    return value


def numbers(texts: Sequence[str] | None, where: str) -> list[float]:
    """Read numbers between commas, of an option that may be repeated.

    Examples
    --------
    >>> numbers(["0.1,0.2", "0.5"], "--prevalence")
    [0.1, 0.2, 0.5]
    """
    return [number(word, where) for word in words_of(texts)]


def pair(text: str | None, where: str, example: str) -> tuple[float, float] | None:
    """Read two numbers with a comma between them; None where nothing was said.

    Examples
    --------
    >>> pair("0,0.1", "--fpf", "0,0.1")
    (0.0, 0.1)
    """
    if text is None:
        return None
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2:
        raise typer.BadParameter(f'{where} is "{printable(text)}"; write two numbers with a comma, such as {example}.')
    first, second = (number(part, where) for part in parts)
    return first, second


def named_number(text: str, where: str, form: str) -> tuple[str, float]:
    """Read a name and a number, split at the last equals sign, since a name may hold one.

    Examples
    --------
    >>> named_number("a=b=0.5", "--threshold", "NAME=VALUE")
    ('a=b', 0.5)
    """
    name, sign, value = text.rpartition("=")
    if not sign:
        raise typer.BadParameter(f'{where} is "{printable(text)}"; write it as {form}.')
    return name, number(value, f'{where} of "{printable(name)}"')


def two_tests(text: str, tests: Sequence[str], where: str) -> tuple[str, str]:
    """Read the names of two tests with a comma between them; a name may hold commas itself.

    Examples
    --------
    >>> two_tests("a,b,c", ["a,b", "c"], "--margin")
    ('a,b', 'c')
    """
    places = [place for place, letter in enumerate(text) if letter == ","]
    cut = [(text[:place].strip(), text[place + 1 :].strip()) for place in places]
    known = [names for names in cut if all(name in tests for name in names)]
    if not known:
        if len(cut) == 1:
            for name in cut[0]:
                check_known(name, tests, where)
        held = ", ".join(printable(test) for test in tests)
        raise typer.BadParameter(
            f'{where} names "{printable(text)}"; write two tests with a comma, the new one first. They are: {held}.'
        )
    if len(known) > 1:
        raise typer.BadParameter(
            f'{where} names "{printable(text)}", which can be read as two tests in {len(known)} ways; rename a test.'
        )
    return known[0]


def refuse_no_margin(margin: float, kind: str) -> None:
    """Point from superiority by nothing to the question that it is."""
    if margin == 0 and kind == "superiority":
        raise typer.BadParameter(
            "--margin is 0, and superiority without a margin is another question: "
            "`rocstats compare --alternative greater` asks it, the new test first."
        )


def check_known(name: str, names: Sequence[str], where: str) -> None:
    """Refuse a name that is none of the tests, and suggest the nearest."""
    if name in names:
        return
    close = difflib.get_close_matches(name, names, n=1)
    meant = f'; did you mean "{printable(close[0])}"?' if close else "."
    tests = ", ".join(printable(known) for known in names)
    raise typer.BadParameter(f'{where} names "{printable(name)}", which is none of the tests{meant} They are: {tests}.')
