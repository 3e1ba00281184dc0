"""The keys of a plan: where each stands, what it means, and what it may hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from rocstats.formatting import listed
from rocstats.study_plan.study_plan import Part, StudyPlan
from rocstats.study_plan.toml_text import toml_key, toml_value

Path = tuple[str | int, ...]
_BOUNDS = {"gt": "above", "ge": "at least", "lt": "below", "le": "at most"}


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the plan, or a place within what it holds.

    Parameters
    ----------
    path : tuple
        Names and, within lists, places counted from 0.
    annotation : type
        What it may hold.
    bounds : tuple
        Limits of a number or of a length.
    field : FieldInfo or None
        Of the key that it is or lies within; None for the plan itself.
    """

    path: Path
    annotation: Any
    bounds: tuple[Any, ...] = ()
    field: FieldInfo | None = None

    @property
    def meaning(self) -> str:
        """What the key says."""
        return "" if self.field is None else self.field.description or ""

    @property
    def needed(self) -> str:
        """What it may hold, in words."""
        return _needed(self.annotation, self.bounds)

    @property
    def words(self) -> tuple[str, ...]:
        """The words of which it is one, if it is a word."""
        return tuple(word for kind in alternatives(self.annotation) for word in _words(kind))

    @property
    def part(self) -> type[Part] | None:
        """The table that it is, if it is one."""
        return next((kind for kind in alternatives(self.annotation) if _is_part(kind)), None)

    @property
    def is_number(self) -> bool:
        """Whether it holds a number and nothing else."""
        kinds = [bare(kind)[0] for kind in alternatives(self.annotation)]
        return bool(kinds) and all(kind in (int, float) for kind in kinds)

    def within(self, step: str | int) -> Key | None:
        """Give the key of this table or the place of this list; None where there is none of this name."""
        path = (*self.path, step)
        for kind in alternatives(self.annotation):
            if _is_part(kind) and step in kind.model_fields:
                field = kind.model_fields[step]
                return Key(path, field.annotation, tuple(field.metadata), field)
            origin, inner = get_origin(kind), get_args(kind)
            if origin is dict and isinstance(step, str):
                return Key(path, inner[1], field=self.field)
            if origin is tuple and isinstance(step, int):
                if inner[-1] is Ellipsis:
                    return Key(path, inner[0], field=self.field)
                return Key(path, inner[step], field=self.field) if step < len(inner) else None
        return None


PLAN = Key((), StudyPlan)


def written(path: Path) -> str:
    """Write a path as TOML has it, places in lists counted from 1 as people count.

    Examples
    --------
    >>> written(("tests", 1, "threshold", "origin")), written(("analysis_sets", "per protocol"))
    ('tests[2].threshold.origin', 'analysis_sets."per protocol"')
    """
    text = ""
    for step in path:
        text += f"[{step + 1}]" if isinstance(step, int) else ("." if text else "") + toml_key(step)
    return text or "the plan"


def key_at(path: Path) -> Key | None:
    """Give the key at a path, or None if the plan knows none there."""
    key: Key | None = PLAN
    for step in path:
        key = None if key is None else key.within(step)
    return key


def tables() -> Iterator[tuple[Path, bool, Key]]:
    """Give each table of the plan with whether it may be written several times, those within another after it."""
    yield (), False, PLAN
    for name in StudyPlan.model_fields:
        yield from _tables((name,))


def _tables(path: Path) -> Iterator[tuple[Path, bool, Key]]:
    key = key_at(path)
    if key is None:
        return
    element = key.within(0)
    several = element is not None and element.part is not None
    table = element if several and element is not None else key
    if table.part is None:
        return
    yield path, several, table
    for name in table.part.model_fields:
        yield from ((found, many, part) for found, many, part in _tables((*table.path, name)))


def alternatives(annotation: Any) -> tuple[Any, ...]:
    """Give what an annotation allows, one by one, without None."""
    if get_origin(annotation) in (Union, UnionType):
        return tuple(one for kind in get_args(annotation) for one in alternatives(kind))
    return () if annotation is NoneType else (annotation,)


def bare(annotation: Any) -> tuple[Any, tuple[Any, ...]]:
    """Give a type without what is annotated, and that."""
    if get_origin(annotation) is not Annotated:
        return annotation, ()
    kind, *extras = get_args(annotation)
    found: list[Any] = []
    for extra in extras:
        found += extra.metadata if isinstance(extra, FieldInfo) else [extra]
    return kind, tuple(found)


def _is_part(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Part)


def _words(kind: Any) -> tuple[str, ...]:
    return get_args(kind) if get_origin(kind) is Literal else ()


def _needed(annotation: Any, bounds: tuple[Any, ...]) -> str:
    kinds = [bare(kind) for kind in alternatives(annotation)]
    simple = {kind for kind, _ in kinds if kind in (str, int, float, bool)}
    if len(simple) > 1:
        several = " or a list of these" if any(get_origin(kind) is tuple for kind, _ in kinds) else ""
        return f"a text between quotation marks, a number, true or false{several}"
    kind, own = kinds[0]
    return _needed_of(kind, (*bounds, *own))


def _needed_of(kind: Any, bounds: tuple[Any, ...]) -> str:
    if kind is str:
        return "a text between quotation marks"
    if kind is bool:
        return "true or false, without quotation marks"
    if kind in (int, float):
        return ", ".join(filter(None, ("a whole number" if kind is int else "a number", _limits(bounds))))
    if words := _words(kind):
        return f"one of {listed([toml_value(word) for word in words], 'or')}" if words[1:] else toml_value(words[0])
    if _is_part(kind):
        return f"a table with keys of {listed([toml_key(name) for name in kind.model_fields])}"
    inner = get_args(kind)
    if get_origin(kind) is dict:
        return "a table of names with a text for each"
    if inner[-1] is Ellipsis:
        if _is_part(inner[0]):
            return "one table or more, each under its name in double square brackets"
        return f"a list in square brackets, each {_needed(inner[0], ())}"
    what = "numbers" if bare(inner[0])[0] is float else "texts"
    return f"a list of {'two' if len(inner) == 2 else len(inner)} {what} in square brackets"


def _limits(bounds: tuple[Any, ...]) -> str:
    found = [
        f"{word} {toml_value(getattr(bound, name))}"
        for bound in bounds
        for name, word in _BOUNDS.items()
        if getattr(bound, name, None) is not None
    ]
    return " and ".join(found)
