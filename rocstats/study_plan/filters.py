"""The filters of a plan: comparisons of columns with values, joined by words; nothing in them is ever evaluated.

The grammar, from the outside in::

    filter     = and-part { "or" and-part }
    and-part   = not-part { "and" not-part }
    not-part   = "not" not-part | "(" filter ")" | comparison
    comparison = column ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) value
               | column [ "not" ] "in" "(" value { "," value } ")"
               | column "is" [ "not" ] "missing"
    column     = a name of letters, digits and _ . -, or any text between backticks
    value      = a number, or text between quotation marks

A comparison with a missing value is false, whatever it is compared with; ``is missing`` asks for it.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from rocstats.errors import PlanError
from rocstats.formatting import printable

if TYPE_CHECKING:
    import pandas as pd

Mask = npt.NDArray[np.bool_]
_DEEPEST = 50
_LONGEST = 2000
_TOKEN = re.compile(
    r"""\s*(?:(?P<text>'[^']*'|"[^"]*")|(?P<tick>`[^`]+`)|(?P<sign>==|!=|<=|>=|<|>|\(|\)|,)"""
    r"""|(?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.]))|(?P<word>[^\W\d][\w.-]*))"""
)
_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
class Compared:
    """A column held against a value."""

    column: str
    sign: str
    value: str | float


@dataclass(frozen=True, slots=True)
class OneOf:
    """A column that holds one of several values."""

    column: str
    values: tuple[str | float, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """A column without a value."""

    column: str


@dataclass(frozen=True, slots=True)
class Negated:
    """What a filter does not choose."""

    part: Condition


@dataclass(frozen=True, slots=True)
class Joined:
    """Conditions that must all hold, or of which one must."""

    word: str
    parts: tuple[Condition, ...]


Condition = Compared | OneOf | Unknown | Negated | Joined


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter that was understood."""

    text: str
    condition: Condition

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that it reads, each once."""
        return tuple(dict.fromkeys(part.column for part in _leaves(self.condition)))

    @property
    def stated(self) -> tuple[tuple[str, str | float], ...]:
        """Every column with every value that it is compared with."""
        pairs: list[tuple[str, str | float]] = []
        for leaf in _leaves(self.condition):
            if isinstance(leaf, Compared):
                pairs.append((leaf.column, leaf.value))
            elif isinstance(leaf, OneOf):
                pairs += [(leaf.column, value) for value in leaf.values]
        return tuple(dict.fromkeys(pairs))

    def rows(self, frame: pd.DataFrame) -> Mask:
        """Say of each row whether it is chosen."""
        held = [str(column) for column in frame.columns]
        for column in self.columns:
            if held.count(column) != 1:
                raise PlanError(
                    f'the filter "{printable(self.text)}" reads the column "{printable(column)}", and the data have '
                    f"{'no such column' if column not in held else 'several of this name'}; they have "
                    f"{', '.join(printable(name) for name in held[:20])}."
                )
        return _chosen(self.condition, frame)


def parse_filter(text: str) -> Filter:
    """Understand a filter.

    Raises
    ------
    PlanError
        If it is none; the message shows where it stops being one.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"SEX": ["F", "M", None], "AGE": [70, 40, 80]})
    >>> parse_filter("SEX == 'F' or not (AGE < 75)").rows(frame).tolist()
    [True, False, True]
    >>> parse_filter("SEX is missing and AGE in (80, 81)").rows(frame).tolist()
    [False, False, True]
    """
    return Filter(text, _Parser(text).whole())


class _Parser:
    """Reads tokens from left to right, by one function for each rule of the grammar."""

    def __init__(self, text: str) -> None:
        self.text = text
        if not text.strip():
            raise PlanError("a filter is empty; write a comparison such as SEX == 'F', or leave the filter out.")
        if len(text) > _LONGEST:
            raise PlanError(f"a filter is {len(text)} characters long; at most {_LONGEST} are read.")
        self.tokens = list(_tokens(text))
        self.place = 0
        self.depth = 0

    def whole(self) -> Condition:
        found = self.either()
        if self.place < len(self.tokens):
            raise self.wrong("the end, or and / or")
        return found

    def either(self) -> Condition:
        return self._joined("or", self.every)

    def every(self) -> Condition:
        return self._joined("and", self.negated)

    def _joined(self, word: str, read: Callable[[], Condition]) -> Condition:
        parts = [read()]
        while self.peek() == ("word", word):
            self.place += 1
            parts.append(read())
        return parts[0] if len(parts) == 1 else Joined(word, tuple(parts))

    def negated(self) -> Condition:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise PlanError(f'the filter "{printable(self.text[:60])} …" is nested more than {_DEEPEST} deep.')
        try:
            if self.peek() == ("word", "not"):
                self.place += 1
                return Negated(self.negated())
            if self.peek() == ("sign", "("):
                self.place += 1
                inside = self.either()
                self.expect("sign", ")")
                return inside
            return self.comparison()
        finally:
            self.depth -= 1

    def comparison(self) -> Condition:
        kind, token = self.peek()
        if kind not in ("word", "tick") or (kind == "word" and token in ("and", "or", "in", "is")):
            raise self.wrong("the name of a column")
        self.place += 1
        column = token.strip("`")
        kind, sign = self.peek()
        if kind == "sign" and sign in _COMPARE:
            self.place += 1
            return Compared(column, sign, self.value())
        if (kind, sign) == ("word", "is"):
            self.place += 1
            negated = self._skip("not")
            self.expect("word", "missing")
            return Negated(Unknown(column)) if negated else Unknown(column)
        negated = self._skip("not")
        if self.peek() != ("word", "in"):
            raise self.wrong("==, !=, <, <=, >, >=, in (…) or is missing")
        self.place += 1
        self.expect("sign", "(")
        values = [self.value()]
        while self.peek() == ("sign", ","):
            self.place += 1
            values.append(self.value())
        self.expect("sign", ")")
        found = OneOf(column, tuple(values))
        return Joined("and", (Negated(found), Negated(Unknown(column)))) if negated else found

    def value(self) -> str | float:
        kind, token = self.peek()
        if kind == "text":
            self.place += 1
            return token[1:-1]
        if kind == "number":
            self.place += 1
            return float(token)
        raise self.wrong("a number, or text between quotation marks")

    def peek(self) -> tuple[str, str]:
        return self.tokens[self.place][:2] if self.place < len(self.tokens) else ("end", "")

    def expect(self, kind: str, token: str) -> None:
        if self.peek() != (kind, token):
            raise self.wrong(f'"{token}"')
        self.place += 1

    def _skip(self, word: str) -> bool:
        there = self.peek() == ("word", word)
        self.place += there
        return there

    def wrong(self, needed: str) -> PlanError:
        at = self.tokens[self.place][2] if self.place < len(self.tokens) else len(self.text)
        came = f'"{printable(self.text[at : at + 12])}" stands' if at < len(self.text) else "it ends"
        return PlanError(
            f'the filter "{printable(self.text)}" is not understood at character {at + 1}: {came} where {needed} is '
            "needed."
        )


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    place = 0
    while text[place:].strip():
        found = _TOKEN.match(text, place)
        if found is None:
            at = place + len(text[place:]) - len(text[place:].lstrip())
            raise PlanError(
                f'the filter "{printable(text)}" is not understood at character {at + 1}: '
                f'"{printable(text[at : at + 12])}" begins no column, value, sign or word of a filter.'
            )
        kind = str(found.lastgroup)
        yield kind, found[kind], found.start(kind)
        place = found.end()


def _leaves(condition: Condition) -> Iterator[Compared | OneOf | Unknown]:
    match condition:
        case Negated(part):
            yield from _leaves(part)
        case Joined(_, parts):
            for one in parts:
                yield from _leaves(one)
        case _:
            yield condition


def _chosen(condition: Condition, frame: pd.DataFrame) -> Mask:
    match condition:
        case Negated(part):
            return ~_chosen(part, frame)
        case Joined(word, parts):
            masks = [_chosen(part, frame) for part in parts]
            join = np.logical_and if word == "and" else np.logical_or
            return np.asarray(join.reduce(masks), dtype=bool)
        case Unknown(column):
            return np.asarray(frame[column].isna(), dtype=bool)
        case OneOf(column, values):
            found = np.zeros(len(frame), dtype=bool)
            for value in values:
                found |= _holds(frame[column], "==", value)
            return found
        case Compared(column, sign, value):
            return _holds(frame[column], sign, value)


def _holds(column: pd.Series[Any], sign: str, value: str | float) -> Mask:
    """Compare a column with a number as numbers, with a text as texts; a missing value holds nothing."""
    import pandas as pd

    known = ~column.isna().to_numpy()
    held: Any
    if isinstance(value, float):
        held = pd.to_numeric(column, errors="coerce").to_numpy(dtype=np.float64, na_value=np.nan)
        known &= ~np.isnan(held)
    else:
        held = column.astype(str).to_numpy(dtype=object)
    return np.asarray(known & _COMPARE[sign](held, value), dtype=bool)
