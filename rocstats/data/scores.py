"""Scores as float64, exactly as they came.

Nothing is rounded, down-cast or parsed out of text: what float64 cannot hold is refused, and a missing score is NaN
only until a sample is made.
"""

from __future__ import annotations

import math
import numbers
from decimal import Decimal
from typing import Any

import numpy as np
import numpy.typing as npt

from rocstats.errors import DataError
from rocstats.formatting import printable, shown

Floats = npt.NDArray[np.float64]
LARGEST = 2**53


def refuse_lazy(data: Any) -> None:
    """Refuse a table that has not been computed yet."""
    if hasattr(data, "collect_schema") and hasattr(data, "lazy") and not hasattr(data, "to_numpy"):
        raise TypeError(f"a {type(data).__name__} is not computed yet; call .collect() first.")


def as_float(value: Any, name: str) -> float:
    """Turn one number into a float, refusing what a float cannot hold."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    if isinstance(value, np.bool_):
        return float(value)
    if not isinstance(value, numbers.Real | Decimal) or isinstance(value, np.timedelta64):
        raise TypeError(f"{name} must be a number, not {type(value).__name__}.")
    if isinstance(value, numbers.Integral) and abs(int(value)) > LARGEST:
        raise DataError(_too_large(name, int(value)))
    if isinstance(value, Decimal) and value.is_nan():
        # a signaling one, which no float can be made of
        return math.nan
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if math.isinf(number) and not is_infinite(value):
        raise DataError(f"{name} is too large for a number with double precision.")
    return number


def kept_as_float(record: object, field: str, name: str) -> float:
    """Turn a number that a frozen record was given into a float, there and here."""
    number = as_float(getattr(record, field), name)
    object.__setattr__(record, field, number)
    return number


def as_floats(values: Any, name: str) -> Floats:
    """Turn scores of any numeric kind into float64 of the same shape; what is missing becomes NaN.

    ``name`` says in an error whose scores they are.
    """
    array, missing = native(values)
    kind = array.dtype.kind
    if kind in "biu":
        floats = _from_integers(array, name)
    elif kind == "f":
        with np.errstate(over="ignore", under="ignore"):
            floats = array.astype(np.float64)
        if array.dtype.itemsize > 8 and not np.array_equal(floats.astype(array.dtype), array, equal_nan=True):
            raise DataError(f"{name} holds numbers with more digits than double precision has.")
    elif kind in "OUST":
        floats = _from_objects(array.astype(object), name)
    else:
        raise DataError(f"{name} must be numbers; they are {array.dtype.name}.")
    if missing is not None:
        floats[missing] = np.nan
    return floats


def as_numbers(values: Any, name: str) -> Floats:
    """Turn one number or an array of them into float64 of the same shape."""
    if dimensions(values) == 0 and not hasattr(values, "__iter__"):
        return np.asarray(as_float(values, name))
    return as_floats(values, name)


def dimensions(values: Any) -> int:
    """Return how many dimensions values have; rows of different lengths are one row of things."""
    try:
        return int(np.ndim(values))
    except Exception:  # noqa: BLE001  # what calls itself an array may fail in any way
        return 1


def native(values: Any) -> tuple[npt.NDArray[Any], npt.NDArray[np.bool_] | None]:
    """Return values as a numpy array without a change of kind, and a mask of what is missing where it needs one."""
    if isinstance(values, np.ma.MaskedArray):
        return np.asarray(values.data), np.ma.getmaskarray(values)
    if isinstance(values, np.ndarray):
        return values, None
    if isinstance(values, list | tuple | range):
        return _from_sequence(values), None
    dtype = getattr(values, "dtype", None)
    if hasattr(values, "to_numpy") and dtype is not None and not isinstance(dtype, np.dtype):
        return _from_extension(values)
    array = np.asarray(values)
    if array.ndim == 0:
        raise TypeError(f"an array, list or column is needed, not {type(values).__name__}.")
    return array, None


def _from_sequence(values: Any) -> npt.NDArray[Any]:
    """Make an array of a list, keeping numbers as numbers and everything else as it is."""
    try:
        array = np.asarray(values)
    except ValueError:
        array = np.asarray(values, dtype=object)
    if array.dtype.kind in "bi":
        return array
    # half floats cannot be compared with what they cannot hold
    if array.dtype.kind == "f" and not (np.abs(array, dtype=np.longdouble) >= LARGEST).any():
        return array
    # numpy would make text of [1, "a"] and floats of large integers
    return np.array(values, dtype=object)


def _from_extension(values: Any) -> tuple[npt.NDArray[Any], npt.NDArray[np.bool_] | None]:
    """Take apart a column whose missing values are not NaN (pandas nullable and categorical, polars)."""
    if not hasattr(values, "isna"):
        # polars turns whole numbers with a missing one among them into floats, and so may round them
        nulls = values.null_count() if hasattr(values, "null_count") else 0
        return (np.array(values.to_list(), dtype=object) if nulls else np.asarray(values)), None
    missing = np.asarray(values.isna(), dtype=bool)
    kind = getattr(values.dtype, "kind", "O")
    if kind in "biuf" and not missing.all():
        known = values[~missing].to_numpy()
        if known.dtype.kind in "biuf":
            filled = np.zeros(len(missing), dtype=known.dtype)
            filled[~missing] = known
            return filled, missing
    return np.asarray(values.to_numpy(dtype=object)), missing


def _from_integers(array: npt.NDArray[Any], name: str) -> Floats:
    if array.dtype.kind != "b" and array.size and (int(array.max()) > LARGEST or int(array.min()) < -LARGEST):
        extreme = max(int(array.max()), int(array.min()), key=abs)
        raise DataError(_too_large(name, extreme))
    return array.astype(np.float64)


def _from_objects(array: npt.NDArray[Any], name: str) -> Floats:
    """Turn Python objects into floats, naming the rows of those that are no numbers."""
    floats = np.empty(array.shape, dtype=np.float64)
    wrong: list[tuple[int, object]] = []
    for place, value in np.ndenumerate(array):
        if is_missing(value):
            floats[place] = np.nan
        elif isinstance(value, numbers.Real | Decimal | np.bool_):
            floats[place] = as_float(value, name)
        else:
            wrong.append((place[0] + 1 if place else 1, value))
    if wrong:
        shown = ", ".join(f"{_quoted(value)} in row {row}" for row, value in wrong[:3])
        more = f" and {len(wrong) - 3} more" if len(wrong) > 3 else ""
        raise DataError(f"{name} must be numbers; they hold {shown}{more}. Correct them or make them missing first.")
    return floats


def is_missing(value: object) -> bool:
    """Say whether one object stands for a missing value: None, NaN, NaT or pandas' NA."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    if isinstance(value, Decimal):
        return value.is_nan()
    return isinstance(value, float | np.floating) and math.isnan(value)


def is_infinite(value: object) -> bool:
    """Say whether one number is infinite itself, and not only beyond what a float can hold."""
    if isinstance(value, Decimal):
        return value.is_infinite()
    return isinstance(value, float | np.floating) and bool(np.isinf(value))


def _quoted(value: object) -> str:
    text = printable(value) if isinstance(value, str) else shown(value)
    text = text if len(text) <= 40 else text[:39] + "…"
    return f'"{text}"' if isinstance(value, str) else text


def _too_large(name: str, value: int) -> str:
    return (
        f"{name} holds {shown(value)}, an integer beyond 2**53, which double precision would round. "
        "Use ranks or smaller numbers in the same order."
    )
