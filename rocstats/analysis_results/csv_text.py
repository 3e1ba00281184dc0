"""Tables as CSV text that no spreadsheet runs: RFC 4180, numbers as they are, texts that stay texts."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Sequence
from decimal import Decimal

# Signs that begin a formula, their full-width forms, and what a spreadsheet skips before one.
_LEADS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def csv_text(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    r"""Write a table, with ``\r\n`` at the end of each line.

    Examples
    --------
    >>> csv_text(["name", "x"], [["-1,5", -1.5], ["=A1", None]])
    'name,x\r\n"\'-1,5",-1.5\r\n\'=A1,\r\n'
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([cell(name) for name in header])
    writer.writerows([cell(value) for value in row] for row in rows)
    return text.getvalue()


def cell(value: object) -> str:
    """Write a number so that it reads back as the same, nothing for None, and a text with an apostrophe if it must.

    Examples
    --------
    >>> cell(0.1), cell(-3), cell(float("-inf")), cell(None), cell(True), cell("+1"), cell("1+1")
    ('0.1', '-3', '-Inf', '', 'TRUE', "'+1", '1+1')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else "" if math.isnan(value) else "Inf" if value > 0 else "-Inf"
    if isinstance(value, int | Decimal):
        return str(value)
    text = str(value)
    return f"'{text}" if text.startswith(_LEADS_A_FORMULA) else text
