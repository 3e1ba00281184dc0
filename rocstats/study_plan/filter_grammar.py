"""The grammar of filters: a text becomes a condition, or the place is shown where it stops being one."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator

from rocstats.errors import PlanError
from rocstats.formatting import printable
from rocstats.study_plan.filter_conditions import (
    COMPARE,
    Compared,
    Condition,
    FilterValue,
    Joined,
    Negated,
    OneOf,
    Unknown,
)

DEEPEST = 50
LONGEST = 2000
_LARGEST_WHOLE = 2**53
_WORDS = ("and", "or", "not", "in", "is", "missing", "true", "false")
_TOKEN = re.compile(
    r"""\s*(?:(?P<text>'(?:[^']|'')*'|"(?:[^"]|"")*")|(?P<tick>`(?:[^`]|``)+`)|(?P<sign>==|!=|<=|>=|<|>|\(|\)|,)"""
    r"""|(?P<number>[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?(?![\w.]))|(?P<word>[^\W\d][\w.-]*))"""
)
# What people write who know another language.
_INSTEAD = {
    "=": "Equality is ==.",
    "&": "Write and.",
    "|": "Write or.",
    "!": "Write != or not.",
    "~": "Write not.",
    "'": "A text ends with the mark it began with; a mark within it is doubled.",
    '"': "A text ends with the mark it began with; a mark within it is doubled.",
    "`": "A column between backticks ends with one.",
    "[": "A list stands in round brackets: in (1, 2).",
    "{": "A list stands in round brackets: in (1, 2).",
}


def condition_of(text: str) -> Condition:
    """Understand a text as a condition.

    Raises
    ------
    PlanError
        If it is none.
    """
    return _Parser(text).whole()


class _Parser:
    """Reads tokens from left to right, by one function for each rule of the grammar."""

    def __init__(self, text: str) -> None:
        self.text = text
        if not text.strip():
            raise PlanError("a filter is empty; write a comparison such as SEX == 'F', or leave the filter out.")
        if len(text) > LONGEST:
            raise PlanError(f"a filter is {len(text)} characters long; at most {LONGEST} are read.")
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
        if self.depth > DEEPEST:
            raise PlanError(
                f'the filter "{printable(self.text[:60])} …" is nested more than {DEEPEST} deep; write it in fewer '
                "brackets, or add a column to the data."
            )
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
        if kind not in ("word", "tick") or (kind == "word" and token in _WORDS):
            raise self.wrong("the name of a column")
        self.place += 1
        column = _unquoted(token) if kind == "tick" else token
        kind, sign = self.peek()
        if kind == "sign" and sign in COMPARE:
            self.place += 1
            return self._compared(column, sign)
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

    def _compared(self, column: str, sign: str) -> Condition:
        begin = self.place
        value = self.value()
        if isinstance(value, bool) and sign not in ("==", "!="):
            self.place = begin
            raise self.wrong("a number or a text, which have an order,")
        return Compared(column, sign, value)

    def value(self) -> FilterValue:
        kind, token = self.peek()
        if kind == "text":
            self.place += 1
            return _unquoted(token)
        if kind == "number":
            number = float(token)
            if math.isinf(number):
                raise self.wrong("a number of the usual size")
            if number.is_integer() and abs(number) > _LARGEST_WHOLE and token.lstrip("+-").isdecimal():
                raise self.wrong("a text between quotation marks, since so large a number is not kept exactly,")
            self.place += 1
            return number
        if kind == "word" and token in ("true", "false"):
            self.place += 1
            return token == "true"
        raise self.wrong("a number, true, false, or a text between quotation marks")

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
        kind, token = self.peek()
        if kind == "end":
            return _not_understood(self.text, len(self.text), f"it ends where {needed} is needed.")
        at = self.tokens[self.place][2]
        advice = ""
        if kind == "word" and token.lower() in _WORDS and token not in _WORDS:
            advice = f" The words of filters are small: {token.lower()}."
        elif kind == "word" and token in _WORDS and "column" in needed:
            advice = f" A column of the name {token} stands between backticks."
        came = printable(self.text[at : at + 12])
        return _not_understood(self.text, at, f'"{came}" stands where {needed} is needed.{advice}')


def _unquoted(token: str) -> str:
    return token[1:-1].replace(token[0] * 2, token[0])


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    place = 0
    while text[place:].strip():
        found = _TOKEN.match(text, place)
        if found is None:
            at = place + len(text[place:]) - len(text[place:].lstrip())
            came = printable(text[at : at + 12])
            advice = _INSTEAD.get(
                text[at], "A column with other signs than letters, digits, _ . - stands in backticks."
            )
            raise _not_understood(text, at, f'"{came}" begins no column, value, sign or word of a filter. {advice}')
        kind = str(found.lastgroup)
        yield kind, found[kind], found.start(kind)
        place = found.end()


def _not_understood(text: str, at: int, why: str) -> PlanError:
    return PlanError(f'the filter "{printable(text[:200])}" is not understood at character {at + 1}: {why}')
