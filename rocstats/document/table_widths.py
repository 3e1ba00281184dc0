"""How wide the columns of a table must be, from the lengths of their texts.

Widths are estimates in ems of a plain sans serif face: they decide how room is shared and which way a page lies, not
where a letter stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rocstats.document.blocks import Limits, Table, cell_of
from rocstats.document.inline import Content, Value, plain_text
from rocstats.document.padding import decimals_of, padding

_NARROW, _BROAD = frozenset("iljtfrI.,:;'|!()[]/ \u2008"), frozenset("mwMW@%\u2265\u2264\u2212+=<>")
_THIN_EM, _BROAD_EM, _CAPITAL_EM, _OTHER_EM, _SQUARE_EM = 0.3, 0.8, 0.68, 0.56, 1.0
_SQUARE_FROM = 0x2E80
_BOLD, _LETTER = 1.08, 0.4
# No word or number asks for more than this before it may break, and no sentence for more than that.
_LONGEST_WORD, _LONGEST_NUMBER, _LONGEST_TEXT = 12.0, 16.0, 34.0
# A text as short as this stays on one line.
BRIEF = 7.0
# What a column of sentences needs to be read with ease.
_EASY_TEXT = 11.0
# Broad sans serif faces, such as DejaVu, are this much wider than plain ones.
_BROAD_FACE = 1.14
_UPRIGHT = 487.0
_ROOM_OF_CELL = 10.0
_SIZE, _SMALL_SIZE = 7.4, 6.8


@dataclass(frozen=True, slots=True)
class Need:
    """What a column needs in ems: ``least`` before a word or a number breaks, ``most`` for all on one line."""

    least: float
    most: float


def ems(text: str) -> float:
    """Estimate the width of a text.

    Examples
    --------
    >>> round(ems("0.910"), 2), round(ems("Will"), 2)
    (2.54, 1.7)
    """
    return sum(_em(sign) for sign in text)


def needs(table: Table) -> list[Need]:
    """Say what each column of a table needs."""
    found = []
    for index, column in enumerate(table.flat_columns):
        heads = [plain_text(column.header), plain_text(column.second)]
        head_words = [_BOLD * ems(word) for head in heads for word in _words(head)]
        texts = list(_texts(table, index))
        whole = max((width for _, width in texts), default=0.0)
        if column.kind == "interval":
            whole = max(whole, _whole_interval(table, index))
        if column.kind == "text":
            inside = max((ems(word) for text, _ in texts for word in _words(text)), default=0.0)
            # A name of a row stays on one line where it can, and so does any other brief text.
            inside = min(whole if whole <= BRIEF or not index else inside, _LONGEST_WORD)
        else:
            inside = min(whole, _LONGEST_NUMBER)
        least = max(inside, *head_words, 1.0)
        most = max(least, min(whole, _LONGEST_TEXT), *(min(_BOLD * ems(head), 1.6 * least) for head in heads))
        found.append(Need(least, most))
    return found


def shared(wanted: Sequence[Need], room: float) -> list[float]:
    """Share room in ems: first what each column needs least, then by what it could use.

    Examples
    --------
    >>> shared([Need(4, 20), Need(5, 5)], 15)
    [10.0, 5.0]
    >>> shared([Need(4, 10), Need(5, 5)], 30)
    [20.0, 10.0]
    """
    least, most = sum(need.least for need in wanted), sum(need.most for need in wanted)
    if room <= least:
        return [need.least * room / least for need in wanted]
    if room >= most:
        return [need.most * room / most for need in wanted]
    part = (room - least) / (most - least)
    return [need.least + part * (need.most - need.least) for need in wanted]


def fits_upright(table: Table, *, small: bool) -> bool:
    """Whether a table can be read on an upright page, in small type or in that of other tables."""
    size = _BROAD_FACE * (_SMALL_SIZE if small else _SIZE)
    columns = zip(table.flat_columns, needs(table), strict=True)
    asked = [max(need.least, min(need.most, _EASY_TEXT)) if one.kind == "text" else need.least for one, need in columns]
    return sum(asked) * size + _ROOM_OF_CELL * len(asked) <= _UPRIGHT


def _em(sign: str) -> float:
    if sign in _NARROW:
        return _THIN_EM
    if sign in _BROAD:
        return _BROAD_EM
    if ord(sign) >= _SQUARE_FROM:
        return _SQUARE_EM
    return _CAPITAL_EM if sign.isupper() else _OTHER_EM


def _words(text: str) -> list[str]:
    return re.split(r"(?<=-)|[^\S\u00a0\u2007\u2008]+", text)


def _texts(table: Table, index: int) -> Iterator[tuple[str, float]]:
    """Give each text of a column with its width; letters of notes and bold type take more."""
    for row in table.flat_rows:
        cell = cell_of((row.name, *row.cells)[index])
        text = _shown(cell.value)
        width = ems(text) * (_BOLD if row.strong or cell.strong else 1.0) + _LETTER * len(cell.marks)
        yield text, width + (1.0 if row.indent and not index else 0.0)


def _whole_interval(table: Table, index: int) -> float:
    """Give the width of the broadest lower limit beside the broadest upper one, padded as they are written."""
    places = decimals_of(table, index) if table.flat_columns[index].aligned else None
    low = high = 0.0
    for row in table.flat_rows:
        value = cell_of((row.name, *row.cells)[index]).value
        if isinstance(value, Limits):
            texts = [one.text if isinstance(one, Value) else one for one in (value.low, value.high)]
            one, other = (ems(text + padding(text, places)) for text in texts)
            low, high = max(low, one), max(high, other)
    return low + ems(" to ") + high if low else 0.0


def _shown(value: Content | Limits) -> str:
    if isinstance(value, Limits):
        low, high = (one.text if isinstance(one, Value) else one for one in (value.low, value.high))
        return f"{low} to {high}"
    return plain_text(value)
