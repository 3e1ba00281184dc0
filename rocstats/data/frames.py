"""Data frames of any library, brought in as pandas without a change of a value."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from rocstats.data.contents import quiet
from rocstats.data.scores import LARGEST, refuse_lazy
from rocstats.errors import DataError, MissingExtraError
from rocstats.formatting import printable, said_of, text_of
from rocstats.given import need_text

if TYPE_CHECKING:
    import pandas as pd

_SHOWN = 20


def as_frame(data: Any) -> pd.DataFrame:
    """Return a pandas frame with text as column names; the values are those of ``data``.

    Takes pandas, what exports Arrow (polars, DuckDB, pyarrow) and what offers ``__dataframe__``.
    """
    import pandas as pd

    refuse_lazy(data)
    if isinstance(data, pd.DataFrame):
        frame = data.copy(deep=False)
    elif hasattr(data, "__arrow_c_stream__"):
        frame = _from_arrow(data)
    elif hasattr(data, "__dataframe__"):
        frame = _from_interchange(data)
    elif isinstance(data, dict):
        frame = _of_columns(data)
    else:
        raise TypeError(
            f"Study takes a data frame, not {type(data).__name__}; "
            "read a file with rocstats.read(path, …), or take arrays to Sample.from_truth(truth, scores)."
        )
    frame.columns = pd.Index([text_of(name) for name in frame.columns], dtype=object)
    return _in_native_order(frame)


def _of_columns(data: dict[Any, Any]) -> pd.DataFrame:
    import pandas as pd

    try:
        return pd.DataFrame(data)
    except Exception as error:  # noqa: BLE001  # what stands in a dict may be anything, and so is what pandas says of it
        raise DataError(
            f"the columns of this dict make no frame ({said_of(error)}); give each the same number of rows."
        ) from None


def _in_native_order(frame: pd.DataFrame) -> pd.DataFrame:
    """Turn the bytes of columns that came from a machine of another kind; pandas does not group or look up by them."""
    turned = {
        place: dtype.newbyteorder("=")
        for place, dtype in enumerate(frame.dtypes)
        if getattr(dtype, "isnative", True) is False
    }
    for place, dtype in turned.items():
        frame.isetitem(place, frame.iloc[:, place].to_numpy().astype(dtype))
    return frame


def _from_arrow(data: Any) -> pd.DataFrame:
    try:
        import pyarrow as pa
    except ImportError:
        raise MissingExtraError(
            f'Taking in a {type(data).__name__} needs pyarrow: pip install "rocstats[files]".'
        ) from None
    for name in getattr(data, "columns", ()):
        if isinstance(name, str) and "\0" in name:
            # polars ends the whole process at such a name, with no error that could be caught
            raise DataError(f'a column is called "{printable(name)}", and Arrow has no names with NUL; rename it.')
    try:
        table = pa.table(data)
    except Exception as error:  # noqa: BLE001  # whatever exports itself may fail in any way
        raise DataError(
            f"a {type(data).__name__} holds a column that Arrow cannot take over "
            f"({said_of(error)}); bring it into another type first."
        ) from None
    return frame_of_arrow(table)


def frame_of_arrow(table: Any) -> pd.DataFrame:
    """Turn an Arrow table into a frame; whole numbers with missing ones among them stay whole."""
    try:
        frame: pd.DataFrame = table.to_pandas(integer_object_nulls=True)
    except Exception as error:  # noqa: BLE001  # what pandas cannot hold is told in many ways
        raise DataError(
            f"{_first_unheld(table)} holds what a data frame cannot hold ({said_of(error)}); bring it into another "
            "type, or leave it out."
        ) from None
    return frame.reset_index() if any(name is not None for name in frame.index.names) else frame


def _first_unheld(table: Any) -> str:
    """Name the first column that no data frame can hold."""
    for name in table.column_names:
        try:
            table.select([name]).to_pandas(integer_object_nulls=True)
        except Exception:  # noqa: BLE001  # as above
            return f'the column "{printable(name)}"'
    return "a column"


def _from_interchange(data: Any) -> pd.DataFrame:
    """Go through ``__dataframe__``: by pyarrow, which changes nothing, or else by pandas, which may round integers."""
    try:
        from pyarrow import interchange
    except ImportError:
        return _by_pandas(data)
    try:
        table = interchange.from_dataframe(data)
    except Exception as error:  # noqa: BLE001  # as above
        raise DataError(f"a {type(data).__name__} cannot be taken over ({said_of(error)}).") from None
    return frame_of_arrow(table)


def _by_pandas(data: Any) -> pd.DataFrame:
    from pandas.api import interchange

    with quiet():
        frame = interchange.from_dataframe(data)
        exchanged = data.__dataframe__()
        whole = [name for name in frame.columns if int(exchanged.get_column_by_name(name).dtype[0]) in (0, 1)]
    for name in whole:
        if frame[name].dtype.kind == "f" and (frame[name].abs() >= LARGEST).any():
            raise DataError(
                f'"{printable(name)}" holds integers beyond 2**53, which its missing values would round. '
                'Install pyarrow to take it in exactly: pip install "rocstats[files]".'
            )
    return frame


def require_columns(wanted: Sequence[str], columns: Sequence[str], place: str = "the frame") -> None:
    """Refuse a column that is not there, or is there twice; suggest the nearest name."""
    held = Counter(columns)
    for name in wanted:
        need_text(name, "the name of a column")
        times = held[name]
        if times > 1:
            raise DataError(f'{place} has {times} columns called "{printable(name)}"; give each its own name.')
        if times == 0:
            raise DataError(f'{place} has no column "{printable(name)}"{_nearest(name, columns)} {_listing(columns)}')


def titles(header: Sequence[str]) -> list[str]:
    """Give columns that share a name, or have none, names that differ; none of them is one that is used."""
    given: set[str] = set()
    titled: list[str] = []
    names, times = set(header), Counter[str]()
    for place, name in enumerate(header):
        title = name or f"column {place + 1}"
        number = max(times[name], 1)
        while title in given or (title != name and title in names):
            number += 1
            title = f"{name or f'column {place + 1}'} ({number})"
        times[name] = number
        given.add(title)
        titled.append(title)
    return titled


def _nearest(name: str, columns: Collection[str]) -> str:
    folded = {column.casefold().strip(): column for column in columns}
    close = difflib.get_close_matches(name.casefold().strip(), list(folded), n=1, cutoff=0.6)
    return f'; did you mean "{printable(folded[close[0]])}"?' if close else "."


def _listing(columns: Sequence[str]) -> str:
    if not columns:
        return "It has no columns at all."
    shown = ", ".join(printable(column) for column in columns[:_SHOWN])
    more = f" and {len(columns) - _SHOWN} more" if len(columns) > _SHOWN else ""
    return f"Its columns are: {shown}{more}."
