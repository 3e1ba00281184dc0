"""Parts of a study: the rows where a mask is true, and what they are called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rocstats.data.truth import Bools, label
from rocstats.errors import DataError
from rocstats.formatting import counted, printable, said_of

if TYPE_CHECKING:
    import pandas as pd


def distinct_values(column: pd.Series[Any], name: str) -> Any:
    """Return each value of a column once, or refuse values that cannot be told apart, such as lists."""
    try:
        return column.unique()
    except Exception as error:  # noqa: BLE001  # what stands in a cell may be anything
        raise DataError(
            f'"{printable(name)}" holds values that cannot be told apart ({said_of(error)}); write them as text or '
            "numbers."
        ) from None


def checked_mask(mask: Any, frame: pd.DataFrame) -> Bools:
    """Return a mask as an array of booleans, one per row of the frame, or say why it is none."""
    index = getattr(mask, "index", None)
    if hasattr(index, "equals") and not index.equals(frame.index):  # type: ignore[union-attr]
        raise DataError("the mask has other row labels than the study; make it from study.frame.")
    if hasattr(mask, "isna") and np.asarray(mask.isna()).any():
        lost = int(np.asarray(mask.isna()).sum())
        raise DataError(
            f"the mask is missing in {counted(lost, 'row')}; say True or False for each, as with .fillna(False)."
        )
    chosen = np.asarray(mask)
    if chosen.dtype == object and all(isinstance(value, bool | np.bool_) for value in chosen.ravel()):
        chosen = chosen.astype(bool)
    if chosen.dtype != np.bool_:
        raise TypeError(f"where takes True or False for each row, not {printable(chosen.dtype)}.")
    if chosen.shape != (len(frame),):
        raise DataError(f"the mask has the shape {chosen.shape}; the study has {counted(len(frame), 'row')}.")
    if not chosen.any():
        raise DataError("the mask picks no row of the study.")
    return chosen


def label_of(mask: Any, part: pd.DataFrame) -> str:
    """Name a part after the column that the mask was made of, if that has one value there."""
    name = getattr(mask, "name", None)
    if name is None or list(part.columns).count(str(name)) != 1:
        return ""
    column = part[str(name)]
    try:
        alone = not column.isna().any() and len(distinct_values(column, str(name))) == 1
    except DataError:
        return ""
    if not alone:
        return ""
    return f"{name}: {label(column.iloc[0])}"
