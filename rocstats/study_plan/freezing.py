"""Freezing a plan: its text is kept beside it, so that every later edit is known and can be told."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path as File
from typing import Any

from rocstats.errors import PlanError
from rocstats.formatting import printable
from rocstats.study_plan.keys import Path, written
from rocstats.study_plan.loading import load_plan, mapping_of, text_of
from rocstats.study_plan.toml_text import toml_string, toml_value

_FORM = "1"
_LONGEST = 200
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def freeze(path: str | PathLike[str], date: str | None = None, *, again: bool = False) -> File:
    """Keep the plan as it is now beside it, in a file of its name with ``.frozen`` behind.

    The file holds the text of the plan, its SHA-256, and a date if one is known. It is written whole or not at all.

    Parameters
    ----------
    path : str or path
        The plan; one with faults is not frozen.
    date : str, optional
        Such as "2026-11-30". Else it is that of the environment variable ``SOURCE_DATE_EPOCH``, and none without; the
        clock is not asked, so that the same plan always gives the same file.
    again : bool
        Whether a plan that was frozen and then changed may be frozen anew; its edits are known no more.

    Returns
    -------
    path
        The file that was written.

    Raises
    ------
    PlanError
        If the plan has faults, the date is none, or another text was frozen before.
    """
    day = _day(date)
    text = text_of(path)
    load_plan(path)
    frozen = frozen_file(path)
    if frozen.is_file() and not again and _frozen_text(frozen) != text:
        raise PlanError(
            f"{printable(frozen.name)} holds an earlier text of this plan, and freezing it anew would forget what was "
            f"changed since. Keep it, and the report lists the changes; or freeze it again on purpose."
        )
    if not frozen.is_file() or again:
        _write(frozen, _frozen(text, day, File(path).name))
    return frozen


def edits_since(path: str | PathLike[str]) -> tuple[str, ...]:
    """List the keys of a plan that were changed since it was frozen, each with its value before and now.

    Returns
    -------
    tuple of str
        Such as ``hypotheses[1].goal: 0.8 before, 0.75 now``; none if nothing but comments and order was changed, or
        the plan was never frozen.

    Raises
    ------
    PlanError
        If the frozen text is not the one that was frozen, or one of both is no TOML.
    """
    frozen = frozen_file(path)
    if not frozen.is_file():
        return ()
    before = mapping_of(_frozen_text(frozen), frozen.name)
    now = mapping_of(text_of(path), File(path).name)
    return tuple(f"{written(key)}: {old} before, {new} now" for key, old, new in _edits((), before, now))


def frozen_file(path: str | PathLike[str]) -> File:
    """Give the place of the frozen text of a plan."""
    return File(f"{os.fspath(path)}.frozen")


def frozen_on(path: str | PathLike[str]) -> str:
    """Give the date on which a plan was frozen, as it was stated then; empty if it is not known."""
    frozen = frozen_file(path)
    return str(_held(frozen).get("date", "")) if frozen.is_file() else ""


def _edits(path: Path, before: Any, now: Any) -> Iterator[tuple[Path, str, str]]:
    """Go through two plans side by side: tables by their keys, lists of tables by their places."""
    if isinstance(before, Mapping) and isinstance(now, Mapping):
        for name in [*before, *(name for name in now if name not in before)]:
            yield from _edits((*path, name), before.get(name), now.get(name))
    elif _is_tables(before) and _is_tables(now):
        for place in range(max(len(before), len(now))):
            yield from _edits((*path, place), *(side[place] if place < len(side) else None for side in (before, now)))
    elif type(before) is not type(now) or before != now:
        yield path, _said(before), _said(now)


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, Mapping) for one in value)


def _said(value: Any) -> str:
    if value is None:
        return "not stated"
    if isinstance(value, Mapping):
        text = "{" + ", ".join(f"{written((name,))} = {_said(inner)}" for name, inner in value.items()) + "}"
    elif _is_tables(value):
        text = "[" + ", ".join(map(_said, value)) + "]"
    else:
        text = toml_value(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} …"


def _day(date: str | None) -> str:
    if date is not None:
        try:
            if not _DATE.fullmatch(date):
                raise ValueError
            return datetime.fromisoformat(date).date().isoformat()
        except ValueError:
            raise PlanError(f'the date is "{printable(date)}"; write it as 2026-11-30.') from None
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    try:
        return datetime.fromtimestamp(int(epoch), tz=UTC).date().isoformat() if epoch else ""
    except (ValueError, OverflowError, OSError):
        raise PlanError(f'SOURCE_DATE_EPOCH is "{printable(epoch)}"; it is a number of seconds.') from None


def _frozen(text: str, day: str, name: str) -> str:
    lines = [
        f"# The plan {printable(name)} as it was frozen. Do not edit: the digest is that of the text below.",
        f'frozen = "{_FORM}"',
        f'sha256 = "{_digest(text)}"',
        f'date = "{day}"',
        f'plan = """\n{_lines(text)}"""',
        "",
    ]
    return "\n".join(lines)


def _lines(text: str) -> str:
    """Write a text between three quotation marks, its lines as lines."""
    return "\n".join(toml_string(line)[1:-1] for line in text.split("\n"))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _held(frozen: File) -> dict[str, Any]:
    return mapping_of(text_of(frozen), frozen.name)


def _frozen_text(frozen: File) -> str:
    held = _held(frozen)
    text = held.get("plan")
    if held.get("frozen") != _FORM or not isinstance(text, str) or held.get("sha256") != _digest(text):
        raise PlanError(
            f"{printable(frozen.name)} was changed after the plan was frozen: its text and its digest do not agree. "
            "Take it from where it was kept."
        )
    return text


def _write(file: File, text: str) -> None:
    """Write a file whole or not at all: into one beside it, which then takes its place."""
    temporary = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with temporary.open("w", encoding="utf-8", newline="") as held:
            held.write(text)
        temporary.replace(file)
    finally:
        temporary.unlink(missing_ok=True)
