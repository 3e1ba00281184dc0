"""Sheets of Excel workbooks."""

from __future__ import annotations

import io
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from rocstats.data.cells import filled
from rocstats.data.contents import Contents, Wanted, quiet
from rocstats.data.frames import require_columns, titles
from rocstats.errors import DataError, MissingExtraError
from rocstats.formatting import printable

# Rows that a sheet of Excel can have, and cells to which a table is filled up without a question.
_MOST_ROWS, _MOST_FILLED = 1_048_576, 20_000_000
_REMARK = (
    "Excel holds values, not what was typed: text that looked like a date or a number may have been changed when the "
    "workbook was made. Of formulas, the values that were last saved were read."
)


def read_workbook(raw: bytes, name: str, wanted: Wanted, *, sheet: str | None) -> Contents:
    """Read one sheet; its first row holds the names of the columns."""
    import pandas as pd

    chosen, rows = _rows(raw, name, sheet)
    while rows and all(cell is None for cell in rows[-1]):
        rows.pop()
    if not rows:
        raise DataError(f'sheet "{printable(chosen)}" of {name} is empty.')
    header = ["" if cell is None else str(cell) for cell in rows[0]]
    require_columns(wanted.columns, header, f'sheet "{printable(chosen)}" of {name}')
    if len(rows) == 1:
        raise DataError(f'sheet "{printable(chosen)}" of {name} has a header and no rows below it.')
    cells = zip(*rows[1:], strict=True)
    return Contents(
        frame=pd.DataFrame({t: _column(c, wanted.missing_codes) for t, c in zip(titles(header), cells, strict=True)}),
        format="Excel",
        sheet=chosen,
        missing_codes=wanted.missing_codes,
        remarks=(_REMARK,),
    )


def _rows(raw: bytes, name: str, sheet: str | None) -> tuple[str, list[tuple[Any, ...]]]:
    try:
        import openpyxl
    except ImportError:
        raise MissingExtraError('Reading Excel files needs openpyxl: pip install "rocstats[files]".') from None
    with quiet():
        unreadable = DataError(f"{name} is no Excel workbook (.xlsx) that can be read; save it again as .xlsx.")
        try:
            book = openpyxl.load_workbook(io.BytesIO(raw), read_only=True, data_only=True)
        except Exception:  # noqa: BLE001  # a broken archive, XML or sheet is an error of any of three libraries
            raise unreadable from None
        sheets = book.sheetnames
        if sheet is None and len(sheets) > 1:
            raise DataError(f"{name} has {len(sheets)} sheets: {_listed(sheets)}. Pick one with sheet=.")
        chosen = sheets[0] if sheet is None else sheet
        if chosen not in sheets:
            raise DataError(f'{name} has no sheet "{printable(chosen)}"; it has {_listed(sheets)}.')
        try:
            held = book[chosen]
        except KeyError:
            raise unreadable from None
        if not hasattr(held, "iter_rows"):
            raise DataError(f'sheet "{printable(chosen)}" of {name} is a chart and holds no cells.')
        if hasattr(held, "reset_dimensions"):
            # other programs write sizes that are wrong
            held.reset_dimensions()
        try:
            rows = [tuple(row) for row in islice(held.iter_rows(values_only=True), _MOST_ROWS + 1)]
        except Exception:  # noqa: BLE001  # sheets are read when they are asked for, and break as a workbook does
            raise unreadable from None
        book.close()
    width = max((len(row) for row in rows), default=0)
    if len(rows) > _MOST_ROWS or (len(rows) * width > _MOST_FILLED and sum(map(len, rows)) * 10 < len(rows) * width):
        raise DataError(
            f"{name} has a cell far away from its table, in row {min(len(rows), _MOST_ROWS)} or column {width}; delete "
            "what stands beyond the table."
        )
    return chosen, [row + (None,) * (width - len(row)) for row in rows]


def _listed(sheets: list[str]) -> str:
    return ", ".join(f'"{printable(s)}"' for s in sheets)


def _column(cells: tuple[Any, ...], codes: tuple[str, ...]) -> npt.NDArray[Any]:
    """Make a column of cells, of one type where they have one."""
    missing = np.array([cell is None or (isinstance(cell, str) and cell in codes) for cell in cells], dtype=bool)
    known = [cell for cell, absent in zip(cells, missing, strict=True) if not absent]
    kinds = {type(cell) for cell in known}
    if kinds in ({bool}, {int}, {float}, {int, float}) and not any(
        isinstance(cell, int) and abs(cell) > 2**53 for cell in known
    ):
        return filled(np.array(known), missing)
    column = np.empty(len(cells), dtype=object)
    column[:] = [None if absent else cell for cell, absent in zip(cells, missing, strict=True)]
    return column
