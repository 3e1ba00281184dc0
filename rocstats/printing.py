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
    """A printed table: headers over columns, two spaces between them, decimal points in line."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]

    def lines(self) -> list[str]:
        """Lay the table out as text."""
        filled = []
        for i, column in enumerate(self.columns):
            cells = (
                _points_in_line([row[i] for row in self.rows])
                if column.align == "right"
                else [row[i] for row in self.rows]
            )
            width = max(len(c) for c in [column.header, *cells])
            filled.append([f"{c:{'<' if column.align == 'left' else '>'}{width}}" for c in [column.header, *cells]])
        return ["  ".join(line).rstrip() for line in zip(*filled, strict=True)]


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
        lines = ["", f"\t{self.title}", ""]
        lines += [("data:  " if i == 0 else "       ") + line for i, line in enumerate(self.data)]
        for part in self.body:
            lines += part.lines() if isinstance(part, Grid) else [part]
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

        What a method does not have is missing (``None`` in an object column, ``NaN`` in a numeric one).
        """
        import pandas as pd

        rows = self.rows()
        extra = [key for key in dict.fromkeys(k for row in rows for k in row) if key not in _TIDY]
        known = [key for key in _TIDY if any(key in row for row in rows)]
        return pd.DataFrame(rows, columns=[*known, *extra])

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


def _json(value: Any) -> Any:
    """Turn a cell into what strict JSON can hold; infinities become text."""
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return plain(value) if math.isinf(value) else None
    return value
