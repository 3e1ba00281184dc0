"""The faults of a plan, all of them told at once."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from rocstats.errors import PlanError
from rocstats.formatting import counted, plain, printable
from rocstats.study_plan.keys import Path, key_at, written
from rocstats.study_plan.lines import line_of
from rocstats.study_plan.toml_text import toml_value

_MOST_TOLD = 100
_LONGEST, _MOST_SAID = 60, 1000


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: at which key, what came there, what to do.

    Parameters
    ----------
    path : tuple
        Names and places in lists, counted from 0.
    came : str
        What stands there, as the beginning of a sentence.
    remedy : str
        What to do, as a sentence.
    line : int or None
        Of the file.
    """

    path: Path
    came: str
    remedy: str
    line: int | None = None

    def __str__(self) -> str:
        """Tell where, what came, what the key means, what to do."""
        place = "" if self.line is None else f"line {self.line}, "
        key = key_at(self.path)
        meaning = f" Meaning: {key.meaning}" if key is not None and key.meaning else ""
        return f"{place}{_clipped(written(self.path))}: {_clipped(self.came)}.{meaning} {_clipped(self.remedy)}"


class FaultyPlanError(PlanError):
    """A plan with faults; ``faults`` holds every one of them, in the order of the file."""

    def __init__(self, faults: Sequence[Fault], name: str, lines: Mapping[Path, int] | None = None) -> None:
        placed = [Fault(f.path, f.came, f.remedy, line_of(f.path, lines or {})) for f in dict.fromkeys(faults)]
        self.faults: tuple[Fault, ...] = tuple(sorted(placed, key=lambda fault: fault.line or 0))
        told = [f"- {fault}" for fault in self.faults[:_MOST_TOLD]]
        if len(self.faults) > _MOST_TOLD:
            told.append(f"- and {counted(len(self.faults) - _MOST_TOLD, 'more fault')}.")
        head = f"{printable(name)} has {counted(len(self.faults), 'fault')}; places in lists are counted from 1."
        super().__init__("\n".join([head, *told]))


def _clipped(text: str) -> str:
    """Leave out the middle of what a monstrous name makes too long to read."""
    return text if len(text) <= _MOST_SAID else f"{text[: _MOST_SAID - 120]} … {text[-100:]}"


def shown(value: Any) -> str:
    """Show what stands in a plan, as TOML writes it, and short.

    Examples
    --------
    >>> shown("high"), shown(True), shown([1, 2, 3]), shown({"value": 1})
    ('"high"', 'true', 'a list of 3', 'a table')
    """
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if value is None:
        return "nothing"
    if isinstance(value, float) and math.isfinite(value):
        text = plain(value)
    elif isinstance(value, str | bool | float):
        text = toml_value(value)
    elif isinstance(value, int):
        text = str(value) if abs(value) < 10**_LONGEST else "a number of very many digits"
    else:
        text = f"{type(value).__name__} {printable(value)}"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 2]} …{text[-1] if text[-1] == chr(34) else ''}"


def nearest(word: object, known: Sequence[str]) -> str | None:
    """Give the known word that is spelt most like a word, if any is.

    Examples
    --------
    >>> nearest("thresold", ["threshold", "value"]), nearest("Wilson", ["wilson", "wald"]), nearest("x", ["threshold"])
    ('threshold', 'wilson', None)
    """
    lowered = {name.lower(): name for name in reversed(known)}
    found = get_close_matches(str(word)[:200].lower(), list(lowered), n=1, cutoff=0.6)
    return lowered[found[0]] if found else None
