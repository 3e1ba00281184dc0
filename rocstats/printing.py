"""How a result is laid out: as R would print it, in a notebook, as a table and as JSON.

A result says what it holds twice: ``summary()`` for people and ``rows()`` for machines. The terminal, the notebook
and the reports all print the summary, so they cannot disagree.
"""

from __future__ import annotations

import html
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from rocstats.formatting import plain, wrapped

if TYPE_CHECKING:
    import pandas as pd

_TIDY = (
    *("parameter", "test", "estimate", "std_error", "statistic", "df", "p_value"),
    *("conf_low", "conf_high", "conf_level", "method", "alternative", "n_cases", "n_controls"),
)


WIDTH = 80
_TAB = 8
_LEAST_NAME = 12
# Columns whose type does not depend on what they hold.
_NUMBERS = frozenset(
    (
        *("estimate", "std_error", "statistic", "df", "p_value", "conf_low", "conf_high", "conf_level", "null_value"),
        *("estimate1", "estimate2", "margin", "p_value_adjusted", "critical_value", "critical_error", "z", "threshold"),
        *("threshold_low", "threshold_high", "attained", "target_value", "out_of_bag", "out_of_bag_sensitivity"),
        *("out_of_bag_specificity", "std_error_ties_against", "std_error_ties_for", "chance"),
        *("log_likelihood", "aic", "delta_aic", "weight", "fit_statistic", "fit_df", "fit_p_value"),
        *("parameter_1_estimate", "parameter_1_std_error", "parameter_2_estimate", "parameter_2_std_error"),
        "simulated_coverage",
    )
)
_COUNTS = frozenset(("seed", "n_resamples", "successes", "total"))
_YES_OR_NO = frozenset(("stratified", "recommended"))
_LIMIT = 2**62
_HALF_A_PAIR = re.compile("[\ud800-\udfff]")
# A space within the words of a header.
_BETWEEN_WORDS = re.compile(r"(?<=\w) (?=\w)")


@dataclass(frozen=True, slots=True)
class Note:
    """A caveat that travels with a result: the code is for rules, the text for people."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a printed table."""

    header: str
    align: Literal["left", "right"] = "right"


@dataclass(frozen=True, slots=True)
class Grid:
    """A printed table: headers over columns, two spaces between them, decimal points in line.

    It stays within 80 columns. One that is too wide moves together, with the words of a header joined by points as R
    joins them; then its names are cut in the middle; then, as in R, the columns that are left over stand below.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]

    def lines(self) -> list[str]:
        """Lay the table out as text."""
        texts = [[column.header, *self._cells(i)] for i, column in enumerate(self.columns)]
        if _width(texts, 2) <= WIDTH:
            return self._joined(texts, 2)
        close = [[_BETWEEN_WORDS.sub(".", column[0]), *column[1:]] for column in texts]
        if _width(close, 1) <= WIDTH:
            return self._joined(close, 1)
        for most in range(WIDTH, _LEAST_NAME, -1):
            cut = self._cut(texts, most)
            if _width(cut, 2) <= WIDTH:
                return self._joined(cut, 2)
        return self._blocks(self._cut(texts, _LEAST_NAME))

    def _cells(self, place: int) -> list[str]:
        cells = [row[place] for row in self.rows]
        return _points_in_line(cells) if self.columns[place].align == "right" else cells

    def _cut(self, texts: list[list[str]], most: int) -> list[list[str]]:
        """Cut headers, and the cells of columns that stand left: numbers are never cut."""
        headers = _shortened([column[0] for column in texts], most)
        return [
            [header, *(_shortened(column[1:], most) if kind.align == "left" else column[1:])]
            for header, column, kind in zip(headers, texts, self.columns, strict=True)
        ]

    def _blocks(self, texts: list[list[str]]) -> list[str]:
        """Set as many columns side by side as have room, the others below, the first before each."""
        lines: list[str] = []
        held = [0]
        for place in range(1, len(texts)):
            if len(held) > 1 and _width([texts[i] for i in (*held, place)], 2) > WIDTH:
                lines += self._joined(texts, 2, held)
                held = [0]
            held.append(place)
        return lines + self._joined(texts, 2, held)

    def _joined(self, texts: list[list[str]], gap: int, places: Sequence[int] | None = None) -> list[str]:
        filled = []
        for place in range(len(texts)) if places is None else places:
            width = max(map(len, texts[place]))
            side = "<" if self.columns[place].align == "left" else ">"
            filled.append([f"{text:{side}{width}}" for text in texts[place]])
        return [(" " * gap).join(line).rstrip() for line in zip(*filled, strict=True)]


def _width(texts: Sequence[Sequence[str]], gap: int) -> int:
    """Return how wide columns of text are side by side."""
    return sum(max(map(len, column)) for column in texts) + gap * (len(texts) - 1)


def _shortened(names: Sequence[str], most: int) -> list[str]:
    """Leave out the middle of long names, for names often differ at the end; those that look alike get their place."""
    short = [_short(name, most) for name in names]
    looks: dict[str, set[str]] = {}
    for name, shown in zip(names, short, strict=True):
        looks.setdefault(shown, set()).add(name)
    return [
        _short(f"{place}: {name}", most) if len(looks[shown]) > 1 else shown
        for place, (name, shown) in enumerate(zip(names, short, strict=True), 1)
    ]


def _short(name: str, most: int) -> str:
    if len(name) <= most:
        return name
    kept = most - len("...")
    tail = kept * 2 // 5
    return f"{name[: kept - tail]}...{name[len(name) - tail :]}"


def _points_in_line(cells: Sequence[str]) -> list[str]:
    """Pad numbers on the right so that right-aligned cells have their decimal points in line."""
    number = re.compile(r"-?\d+(\.\d*)?")
    tails = [len(c) - c.find(".") if "." in c else 0 for c in cells if number.fullmatch(c)]
    longest = max(tails, default=0)
    return [
        c + " " * (longest - (len(c) - c.find(".") if "." in c else 0)) if number.fullmatch(c) else c for c in cells
    ]


@dataclass(frozen=True, slots=True)
class Summary:
    """What a result says to people, in fixed order: title, data, body, notes."""

    title: str
    data: tuple[str, ...]
    body: tuple[str | Grid, ...]
    notes: tuple[Note, ...] = ()
    references: tuple[str, ...] = ()

    def text(self) -> str:
        """Print as R would."""
        lines = ["", _headed(self.title), ""]
        for i, line in enumerate(self.data):
            lines.append(_within(("data:  " if i == 0 else "       ") + line, " " * 8))
        for part in self.body:
            lines += part.lines() if isinstance(part, Grid) else [_within(part, " ")]
        lines += [wrapped(note.text, first="note: ", rest="      ") for note in self.notes]
        return "\n".join([*lines, ""])

    def html(self) -> str:
        """Show in a notebook: the same words, with tables as tables."""
        out = [f"<div><p><strong>{html.escape(self.title)}</strong></p>"]
        out.append(f"<p>{'<br>'.join(html.escape(line) for line in self.data)}</p>")
        for part in self.body:
            if isinstance(part, Grid):
                head = "".join(f"<th>{html.escape(c.header)}</th>" for c in part.columns)
                rows = "".join(
                    "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in part.rows
                )
                out.append(f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>")
            elif part:
                out.append(f"<div>{html.escape(part)}</div>")
        out += [f"<p><em>Note: {html.escape(note.text)}</em></p>" for note in self.notes]
        return "".join(out) + "</div>"


def _headed(title: str) -> str:
    """Set a title behind a tab; one that is too long goes on in the next line, after its comma where that serves."""
    room = WIDTH - _TAB
    what, comma, how = title.partition(", ")
    if len(title) > room and comma and max(len(what) + 1, len(how)) <= room:
        return f"\t{what},\n\t{how}"
    return wrapped(title, first="\t", rest="\t", width=room + 1)


def _within(line: str, rest: str) -> str:
    """Keep a line within the page; one that fits stays as it is."""
    return line if len(line) <= WIDTH or "\n" in line else wrapped(line, rest=rest)


class Result:
    """Base of every result; a subclass gives ``summary()`` and ``rows()``."""

    __slots__ = ()

    def summary(self) -> Summary:
        """Say what was found, for people."""
        raise TypeError(f"{type(self).__name__} is no finished result: it has no summary")

    def rows(self) -> list[dict[str, Any]]:
        """Say what was found, one dictionary per estimate."""
        raise TypeError(f"{type(self).__name__} is no finished result: it has no rows")

    def tidy(self) -> pd.DataFrame:
        """Return one row per estimate with the columns of R's broom, spelt for Python.

        A column has the same type in every result, so that several can stand below each other: numbers are float64,
        NaN where a method has none; counts and seeds are whole numbers, Int64 where one can be missing; yes and no is
        ``boolean`` where it can be missing; text is object, with None.
        """
        import pandas as pd

        rows = self.rows()
        extra = [key for key in dict.fromkeys(k for row in rows for k in row) if key not in _TIDY]
        known = [key for key in _TIDY if any(key in row for row in rows)]
        columns = [*known, *extra]
        kept = {name: _typed(name, [row.get(name) for row in rows]) for name in columns}
        return pd.DataFrame(kept, columns=columns)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as strict JSON holds it: plain numbers, text, lists and None."""
        rows = [{key: _json(value) for key, value in row.items()} for row in self.rows()]
        summary = self.summary()
        content: dict[str, Any] = rows[0] if len(rows) == 1 else {"rows": rows}
        return {
            "title": summary.title,
            **content,
            "notes": [{"code": n.code, "text": n.text} for n in summary.notes],
            "references": list(summary.references),
        }

    def __str__(self) -> str:
        return self.summary().text()

    def _repr_html_(self) -> str:
        return self.summary().html()


def _typed(name: str, cells: list[Any]) -> pd.Series[Any]:
    """Return a column of a table in the type of its name or, where the name tells none, of what it holds."""
    import numpy as np
    import pandas as pd

    held = [cell for cell in cells if cell is not None]
    missing = len(held) < len(cells)
    yes_or_no = all(isinstance(cell, bool | np.bool_) for cell in held)
    whole = all(isinstance(cell, int | np.integer) for cell in held) and not (held and yes_or_no)
    number = whole or (all(isinstance(cell, int | float | np.number) for cell in held) and not (held and yes_or_no))
    if name in _NUMBERS and number:
        return pd.Series([np.nan if cell is None else float(cell) for cell in cells], dtype="float64")
    if name in _YES_OR_NO and yes_or_no:
        return pd.Series(cells, dtype="boolean")
    # A seed may have more digits than 64 bits hold.
    small = whole and all(abs(int(cell)) < _LIMIT for cell in held)
    if small and (name in _COUNTS or (held and missing)):
        return pd.Series(cells, dtype="Int64")
    if held and missing and yes_or_no:
        return pd.Series(cells, dtype="boolean")
    return as_column(cells) if held else pd.Series(cells, dtype=object)


def as_column(cells: list[Any]) -> pd.Series[Any]:
    """Return a column of the type that pandas finds, if it can hold the texts among its cells.

    A text with half of a pair of surrogates, as undecodable file names have it, is none to every column of texts.
    """
    import pandas as pd

    odd = any(isinstance(cell, str) and _HALF_A_PAIR.search(cell) for cell in cells)
    return pd.Series(cells, dtype=object if odd else None)


def _json(value: Any) -> Any:
    """Turn a cell into what strict JSON can hold; infinities become text."""
    if hasattr(value, "item"):
        value = value.item()
    if hasattr(value, "item"):
        # the longest floats of numpy are nothing of Python's even then
        value = float(value)
    if isinstance(value, float) and not math.isfinite(value):
        return plain(value) if math.isinf(value) else None
    return value
