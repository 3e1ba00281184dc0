"""Text files of delimited columns.

A number is the float64 nearest to its text. What is no number and no stated code for a missing value is never turned
into a missing value.
"""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rocstats.data.cells import as_text, as_values
from rocstats.data.contents import Contents, Wanted, quiet
from rocstats.data.frames import require_columns, titles
from rocstats.errors import DataError
from rocstats.formatting import counted, printable, shown
from rocstats.given import is_one_of

if TYPE_CHECKING:
    import pandas as pd

DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "vertical bar"}
_SNIFFED = 50
_BEGINNING = 1_000_000
_HALF_A_PAIR = re.compile("[\ud800-\udfff]")
_COMMA = re.compile(r"\s*[+-]?\d*,\d+([eE][+-]?\d+)?\s*")
_THOUSANDS = re.compile(r"\s*[+-]?[1-9]\d{0,2}(,\d{3})+\s*")


def read_delimited(
    raw: bytes, name: str, wanted: Wanted, *, delimiter: str | None, decimal: str | None, encoding: str | None
) -> Contents:
    """Read delimited text; what is not stated of delimiter and decimal mark is found out from the text."""
    import pandas as pd

    text, encoding = _decoded(raw, name, encoding)
    if not text.strip():
        raise DataError(f"{name} is empty.")
    delimiter = _delimiter(text, wanted.columns) if delimiter is None else _stated_delimiter(delimiter)
    rows = _cells(text, delimiter, name)
    header = [str(cell) for cell in rows.iloc[0].tolist()]
    require_columns(wanted.columns, header, name)
    texts = _columns(rows)
    if not texts[0]:
        raise DataError(f"{name} has a header and no rows below it.")
    if "" in texts[-1]:
        _refuse_short_rows(text, delimiter, len(header), name)
    codes = frozenset(wanted.missing_codes)
    if decimal is None:
        decimal = _decimal({column: texts[header.index(column)] for column in wanted.scores}, codes, name)
    elif not is_one_of(decimal, (".", ",")):
        raise DataError(f'decimal is "." or ",", not {shown(decimal)}.')
    columns = {
        title: as_text(cells, codes)
        if column in wanted.ids
        else as_values(cells, codes, decimal, scores_of=column if column in wanted.scores else None)
        for title, column, cells in zip(titles(header), header, texts, strict=True)
    }
    return Contents(
        frame=pd.DataFrame(columns),
        format="CSV",
        encoding=encoding,
        delimiter=delimiter,
        decimal=decimal,
        missing_codes=tuple(wanted.missing_codes),
    )


def _decoded(raw: bytes, name: str, encoding: str | None) -> tuple[str, str]:
    """Decode the bytes by the encoding stated, by their byte order mark, or as UTF-8."""
    if encoding is None:
        encoding = "utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
    usual = encoding.lower().replace("_", "-") in ("utf-8", "utf8")
    try:
        with quiet():
            text = raw.decode("utf-8-sig" if usual else encoding)
    except UnicodeError as error:
        byte = (
            f"byte {error.start + 1} cannot be read" if isinstance(error, UnicodeDecodeError) else "it cannot be read"
        )
        raise DataError(
            f"{name} is no {printable(encoding.upper())} text: {byte}. "
            'State what it is with encoding=, such as "cp1252" for many Windows files.'
        ) from None
    except (LookupError, ValueError):
        raise DataError(f"there is no text encoding {shown(encoding)}.") from None
    if not usual and _HALF_A_PAIR.search(text):
        raise DataError(f"{name} holds half a pair of surrogates, so it is no {encoding.upper()} text.")
    if "\x00" in text:
        raise DataError(f"{name} holds NUL characters, so it is no text in {encoding.upper()}; state its encoding=.")
    return text, encoding


def _stated_delimiter(delimiter: str) -> str:
    found = {"\\t": "\t", **{word: mark for mark, word in DELIMITERS.items()}}.get(delimiter, delimiter)
    if len(found) != 1 or found in '"\r\n':
        raise DataError(f"delimiter is one character, not {shown(delimiter)}.")
    return found


def _delimiter(text: str, wanted: Sequence[str]) -> str:
    """Find the delimiter under which the header has the wanted columns, or else the rows are equally long."""
    beginning = text.lstrip("\r\n")[:_BEGINNING]
    if len(beginning) == _BEGINNING:
        # the last line may have been cut in two
        beginning = beginning[: max(beginning.rfind("\n"), beginning.rfind("\r"))]
    best, best_merit = ",", (-1, False, 0)
    for mark in DELIMITERS:
        rows = list(itertools.islice(filter(None, _records(beginning, mark)), _SNIFFED))
        header = rows[0] if rows else []
        size = len(header)
        merit = (sum(name in header for name in wanted), size > 1 and all(len(row) == size for row in rows), size)
        if merit > best_merit:
            best, best_merit = mark, merit
    return best


def _records(text: str, delimiter: str) -> Iterable[list[str]]:
    # a field of any length is data, and Python's own limit is process-wide, so long fields just end the search
    try:
        yield from csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    except csv.Error:
        return


def _cells(text: str, delimiter: str, name: str) -> pd.DataFrame:
    """Split the text into cells, the header with them; a row longer than the header is refused."""
    import pandas as pd

    try:
        with quiet():
            return pd.read_csv(
                io.StringIO(text),
                sep=delimiter,
                header=None,
                index_col=False,
                dtype=str,
                keep_default_na=False,
                low_memory=False,
            )
    except pd.errors.EmptyDataError:
        raise DataError(f"{name} is empty.") from None
    except pd.errors.ParserError as error:
        found = re.search(r"Expected (\d+) fields in line (\d+), saw (\d+)", str(error))
        if found:
            expected, line, saw = found.groups()
            raise DataError(
                f"line {line} of {name} has {saw} fields but the header has {expected}. "
                f"The columns were split at each {DELIMITERS.get(delimiter, delimiter)}."
            ) from None
        raise DataError(f"{name} has a quotation mark that is never closed.") from None


def _columns(rows: pd.DataFrame) -> list[list[str]]:
    """Return the cells below the header, a list for each column; a wide frame at once, for its columns are many."""
    size = rows.shape[1]
    if size > len(rows):
        return [list(column) for column in zip(*rows.iloc[1:].to_numpy(dtype=object).tolist(), strict=True)] or [
            []
        ] * size
    return [rows.iloc[1:, place].tolist() for place in range(size)]


def _refuse_short_rows(text: str, delimiter: str, size: int, name: str) -> None:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        for row in reader:
            if len(row) < size and "".join(row).strip():
                raise DataError(
                    f"line {reader.line_num} of {name} has {counted(len(row), 'field')} but the header has {size}. "
                    f"The columns were split at each {DELIMITERS.get(delimiter, delimiter)}."
                )
    except csv.Error as error:
        raise DataError(f"line {reader.line_num} of {name} cannot be read: {error}.") from None


def _decimal(scores: dict[str, list[str]], codes: frozenset[str], name: str) -> str:
    """Find the decimal mark from the columns of scores."""
    with_comma = {
        column: texts
        for column, cells in scores.items()
        if (texts := [t for t in set(cells) - codes if "," in t]) and all(_COMMA.fullmatch(t) for t in texts)
    }
    if not with_comma:
        return "."
    for column, texts in with_comma.items():
        if all(_THOUSANDS.fullmatch(t) for t in texts):
            raise DataError(
                f'"{printable(column)}" of {name} holds numbers such as {min(texts)}, whose comma could mark decimals '
                'or thousands. State decimal="," or write them without a mark for thousands.'
            )
    return ","
