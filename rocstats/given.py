"""What a public function was given, refused in words where it is of another kind than it needs.

The door to the data is ``data/``; these are for whatever else comes: plans, results, texts, names, lists of them.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeGuard

import numpy as np

from rocstats.errors import DataError, RocstatsError
from rocstats.formatting import shown

# In bytes, on every system.
_LONGEST_NAME, _LONGEST_PATH = 255, 4000


def need(value: object, kinds: Any, said: str, advice: str = "") -> None:
    """Refuse what is of another kind; ``said`` says who takes what, ``advice`` where to get one.

    Examples
    --------
    >>> need(0.5, str, "a label is text")
    Traceback (most recent call last):
    TypeError: a label is text, not float: 0.5.
    """
    if not isinstance(value, kinds):
        raise TypeError(f"{said}, not {type(value).__name__}: {shown(value)}.{f' {advice}' if advice else ''}")


def need_text(value: object, name: str) -> None:
    """Refuse what is no text."""
    need(value, str, f"{name} is text")


def need_texts(values: object, name: str, count: int | None = None) -> None:
    """Refuse what is no sequence of texts, or one of another length; a single text is none."""
    many = "" if count is None else f"{count} "
    if isinstance(values, str | bytes) or not isinstance(values, list | tuple):
        raise TypeError(f"{name} are {many}texts in a list or tuple, not {type(values).__name__}: {shown(values)}.")
    for value in values:
        need(value, str, f"{name} are {many}texts")
    if count is not None and len(values) != count:
        raise TypeError(f"{name} are {count} texts, not {len(values)}.")


def checked_path(path: object, error: type[RocstatsError] = DataError) -> Path:
    """Return a path to look for, refusing what is none and what no file can be called."""
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"a path is text or a Path, not {type(path).__name__}: {shown(path)}.")
    held = os.fspath(path)
    if not isinstance(held, str):
        raise TypeError(f"a path is text or a Path, not {type(held).__name__}: {shown(held)}.")
    try:
        raw = os.fsencode(held)
    except UnicodeEncodeError:
        raw = b"\0"
    parts = raw.replace(b"\\", b"/").split(b"/") if os.sep == "\\" else raw.split(b"/")
    if b"\0" in raw or len(raw) > _LONGEST_PATH or max(map(len, parts)) > _LONGEST_NAME:
        raise error(f"no file can be called {shown(held)}; give another path.")
    return Path(held)


def need_flag(value: object, name: str) -> None:
    """Refuse what is neither True nor False."""
    if type(value).__name__ not in ("bool", "bool_"):
        raise TypeError(f"{name} is True or False, not {shown(value)}.")


def need_items(values: object, kinds: Any, said: str) -> None:
    """Refuse what is no list or tuple, or holds something of another kind."""
    if not isinstance(values, list | tuple):
        raise TypeError(f"{said}, not {type(values).__name__}: {shown(values)}.")
    for value in values:
        need(value, kinds, said)


def several(values: Any, said: str) -> list[Any]:
    """Return several values as a list, refusing what is no collection of them; ``said`` says what takes what.

    Examples
    --------
    >>> several((1, 2), "classes are names"), several({"a": 1}, "classes are names")
    ([1, 2], ['a'])
    """
    if holds_several(values):
        return list(values)
    raise TypeError(f"{said}, not {type(values).__name__}: {shown(values)}.")


def is_number(value: object) -> TypeGuard[float]:
    """Say whether a value is a real number; true and false are none, nor are lengths of time, whatever numpy says.

    Examples
    --------
    >>> is_number(0.5), is_number(np.int8(1)), is_number(True), is_number(np.timedelta64(1, "s")), is_number("1")
    (True, True, False, False, False)
    """
    return isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool | np.timedelta64)


def is_whole(value: object) -> TypeGuard[int]:
    """Say whether a value is a whole number by its type."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool | np.timedelta64)


def holds_several(value: object) -> TypeGuard[Iterable[Any]]:
    """Say whether a value can be gone through; a text cannot, nor an array without dimensions, which seems as if."""
    return isinstance(value, Iterable) and not isinstance(value, str | bytes) and getattr(value, "ndim", 1) > 0


def is_row(value: object) -> TypeGuard[Sequence[Any]]:
    """Say whether a value is a list, a tuple, an array or the like, with an order and a length; a text is none."""
    return isinstance(value, Sequence | np.ndarray) and holds_several(value)


def has_length(value: Any) -> bool:
    """Say whether a value has a length; an array without dimensions only seems to have one."""
    return isinstance(value, Collection) and getattr(value, "ndim", 1) > 0


def first_twice(values: Iterable[Any]) -> Any | None:
    """Return the first value that stands a second time, or None; each is looked at once, however many they are.

    Examples
    --------
    >>> first_twice(["A", "B", "A", "B"]), first_twice("AB")
    ('A', None)
    """
    seen = set()
    for value in values:
        if value in seen:
            return value
        seen.add(value)
    return None


def checked_place(place: object, count: int, what: str) -> int:
    """Return a place among so many, counted from 0, or from the end below 0; refuse what is none."""
    if isinstance(place, bool) or not hasattr(place, "__index__"):
        raise TypeError(f"the place of a {what} is a whole number, not {shown(place)}.")
    number = operator.index(place)
    if not -count <= number < count:
        raise DataError(f"there is no {what} at place {shown(place)}; there are {count}, counted from 0.")
    return number


def is_one_of(value: object, words: Collection[str]) -> bool:
    """Say whether a value is one of the words of an option; what cannot be compared with a word is none.

    Examples
    --------
    >>> is_one_of("wide", ("wide", "long")), is_one_of(["wide"], ("wide", "long"))
    (True, False)
    """
    return isinstance(value, str) and value in words
