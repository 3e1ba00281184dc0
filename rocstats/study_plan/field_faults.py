"""The faults of single keys: unknown ones, missing ones, and values of a wrong kind or out of range.

What is faulty is set right, so that a plan stands that can be looked at further; which keys were set right is told with
it, for nothing may be concluded from them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from pydantic import ValidationError

from rocstats.errors import PlanError
from rocstats.formatting import text_of
from rocstats.study_plan.faults import Fault, nearest, shown
from rocstats.study_plan.keys import PLAN, Key, Path, alternatives, bare, key_at, tables, written
from rocstats.study_plan.plain_values import plain_values
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_plan.toml_text import toml_key, toml_value

_ROUNDS = 6


@dataclass(frozen=True, slots=True)
class Looked:
    """A plan that stands, the faults found on the way, and the keys of which nothing is known."""

    plan: StudyPlan
    faults: tuple[Fault, ...]
    spoilt: frozenset[Path]


def looked_at(given: Mapping[str, Any]) -> Looked:
    """Look at every key of a plan by itself."""
    raw = plain_values(given)
    faults: list[Fault] = []
    spoilt: set[Path] = set()
    for _ in range(_ROUNDS):
        try:
            return Looked(StudyPlan.model_validate(raw), tuple(faults), frozenset(spoilt))
        except ValidationError as error:
            found = _places(error)
            for path, kind in found.items():
                faults.append(_fault(raw, path, kind))
                spoilt.update(_in_doubt(path, kind))
            for path, kind in found.items():
                _set_right(raw, path, kind)
    raise PlanError("the plan has faults within faults; set right those of its outermost tables first.")


def _places(error: ValidationError) -> dict[Path, str]:
    """Give the paths of an error, each once, without the marks of what a value might have been instead."""
    found: dict[Path, str] = {}
    for one in error.errors(include_url=False, include_context=False, include_input=False):
        path, known = _path(one["loc"])
        kind = {"missing": "missing", "extra_forbidden": "unknown"}.get(one["type"], "wrong")
        if kind == "missing" and not isinstance(one["loc"][-1], str):
            kind = "wrong"
        if kind == "unknown" and known:
            kind = "wrong"
        found.setdefault(path, kind)
    around = {path[:length] for path in found for length in range(len(path))}
    return {path: kind for path, kind in found.items() if path not in around}


def _path(steps: tuple[int | str, ...]) -> tuple[Path, bool]:
    key = PLAN
    for step in steps:
        inside = key.within(step)
        if inside is not None:
            key = inside
            # A list of fixed length is one value.
            if _is_fixed(key):
                break
        elif key.part is not None and isinstance(step, str):
            return (*key.path, step), False
    return key.path, True


def _is_fixed(key: Key) -> bool:
    return any(
        get_origin(kind) is tuple and get_args(kind)[-1] is not Ellipsis for kind in alternatives(key.annotation)
    )


def _fault(raw: Mapping[str, Any], path: Path, kind: str) -> Fault:
    if kind == "unknown":
        return Fault(path, "there is no such key", _known_instead(path))
    key = key_at(path)
    if key is None:
        return Fault(path, "there is no such key", "Leave it out.")
    if kind == "missing":
        return Fault(path, "it is not stated", f"Write {_how_to_state(key)}.")
    value = _at(raw, path)
    return Fault(path, f"{shown(value)} came", _remedy(key, value))


def _known_instead(path: Path) -> str:
    name = str(path[-1])
    own = _names(path[:-1])
    if near := nearest(name, own):
        return f"Write {toml_key(near)}, if that is meant, or leave it out."
    homes = [written(table.path) for table, names in _homes() if name in names]
    if "the plan" in homes:
        return f"{toml_key(name)} is a key of the whole plan: write it above the first table in square brackets."
    if homes:
        return f"{toml_key(name)} is a key of {' or of '.join(_bracketed(home) for home in homes)}: write it there."
    return f"The keys here are {', '.join(map(toml_key, own))}."


def _names(path: Path) -> list[str]:
    key = key_at(path)
    return [] if key is None or key.part is None else list(key.part.model_fields)


def _homes() -> Iterator[tuple[Key, list[str]]]:
    for _, _, key in tables():
        yield key, _names(key.path)


def _bracketed(home: str) -> str:
    return f"[[{home[:-3]}]]" if home.endswith("[1]") else f"[{home.replace('[1]', '')}]"


def _how_to_state(key: Key) -> str:
    if key.part is not None:
        needed = [name for name, field in key.part.model_fields.items() if field.is_required()]
        return f"the table [{written(key.path)}] with {', '.join(needed)}"
    if key.path == ("tests",):
        return "[[tests]] with the name of a test"
    return f"{toml_key(key.path[-1])} = … with {key.needed}" if key.words[1:] or not key.words else _only(key)


def _only(key: Key) -> str:
    return f"{toml_key(key.path[-1])} = {key.needed}"


def _remedy(key: Key, value: Any) -> str:
    """Say what to write in place of a value."""
    if key.is_number:
        return _number_instead(key, value)
    if key.words and isinstance(value, str) and (near := nearest(value, key.words)):
        return f"Write {key.needed}; {toml_value(near)} is nearest."
    holds_text = "text" in key.needed
    if isinstance(value, float) and not math.isfinite(value):
        return f"Neither nan nor inf can be planned; write {key.needed}."
    if holds_text and not isinstance(value, str | Mapping | list | tuple) and value is not None:
        return f"Write {key.needed}, such as {toml_value(_text_of(value))}."
    if isinstance(value, str) and "list" in key.needed:
        return f"Write {key.needed}, such as {toml_value([value])}."
    if value == "":
        left_out = "" if key.field is not None and key.field.is_required() else ", or leave the key out"
        return f"Write {key.needed} that is not empty{left_out}."
    element = key.within(0)
    if element is not None and element.part is not None:
        return f"Write {key.needed}: [[{written(key.path)}]]."
    if isinstance(value, Mapping) and key.part is None:
        return f"Write {key.needed}, and no table."
    return f"Write {key.needed}."


def _text_of(value: Any) -> str:
    return toml_value(value) if isinstance(value, bool) else text_of(value)[:40]


def _number_instead(key: Key, value: Any) -> str:
    need = f"Write {key.needed}"
    if isinstance(value, float) and not math.isfinite(value):
        return f"Neither nan nor inf can be planned. {need}."
    if isinstance(value, bool):
        return f"true and false are no numbers here. {need}."
    if isinstance(value, str):
        return f"{need}, without quotation marks."
    if isinstance(value, int | float) and 1 < value <= 100 and "below 1" in key.needed:
        return f"{need}: write {value / 100:.10g} for {value:g} percent."
    return f"{need}."


def _in_doubt(path: Path, kind: str) -> Iterator[Path]:
    """Give the keys of which nothing is known now: the faulty one, and the one that a wrong name may have meant."""
    yield path
    if kind == "unknown" and (near := nearest(path[-1], _names(path[:-1]))):
        yield (*path[:-1], near)


def _at(raw: Any, path: Path) -> Any:
    for step in path:
        raw = raw[step]
    return raw


def _set_right(raw: Any, path: Path, kind: str) -> None:
    *outer, last = path
    for step in outer:
        raw = raw[step]
    key, table = key_at(path), key_at(path[:-1])
    in_table = table is not None and table.part is not None
    needed = in_table and key is not None and key.field is not None and key.field.is_required()
    if key is None or kind == "unknown" or (isinstance(last, str) and not needed):
        raw.pop(last)
    else:
        raw[last] = _stopgap(key)


def _stopgap(key: Key) -> Any:
    """Give something that may stand at a key, to be looked at by nobody."""
    if key.part is not None:
        return {name: _stopgap(inner) for name, inner in _required(key)}
    kind, _ = bare(alternatives(key.annotation)[0])
    if get_origin(kind) is Literal:
        return get_args(kind)[0]
    if get_origin(kind) is tuple:
        element = key.within(0)
        return [] if element is None or element.part is None else [_stopgap(element)]
    return 0.5 if kind is float else 1 if kind is int else f"\0{written(key.path)}"


def _required(key: Key) -> Iterator[tuple[str, Key]]:
    for name, field in key.part.model_fields.items() if key.part else ():
        inner = key.within(name)
        if field.is_required() and inner is not None:
            yield name, inner
