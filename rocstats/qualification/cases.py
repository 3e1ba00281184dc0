"""Reference cases: numbers with a source, read from TOML files and checked as they are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from rocstats.errors import DataError
from rocstats.formatting import listed, printable
from rocstats.given import checked_path
from rocstats.qualification.evidence import RECOMPUTED_WITHIN, Evidence
from rocstats.qualification.printed import Printed
from rocstats.qualification.questions import QUESTIONS
from rocstats.qualification.toml_file import toml_of

_EVIDENCE_KEYS = ("kind", "source", "place", "program", "how", "call")
_CASE_KEYS = ("id", "title", *_EVIDENCE_KEYS, "requirement", "data", "expected", "known_difference")
_VALUE_KEYS = ("printed", "within", "note", *_EVIDENCE_KEYS)
_PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Value:
    """One printed number: which quantity of the answer it is, and what to know of it."""

    name: str
    printed: Printed
    evidence: Evidence
    note: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A question asked once, with the numbers that its answer should hold.

    ``about`` says what data of its own are; ``reason`` says why rocstats differs on purpose, and without it the numbers
    are to be met. ``requirement`` holds the ids that this block is about, where it says so; else those of its case are.
    """

    question: str
    options: Mapping[str, Any]
    data: Mapping[str, Any]
    values: tuple[Value, ...]
    about: str = ""
    reason: str = ""
    requirement: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The question in a few words, with its options."""
        tests = f" of {', '.join(printable(t) for t in self.options['tests'])}" if "tests" in self.options else ""
        about = f" of {printable(self.about)}" if self.about else ""
        method = f" by {printable(self.options['method'])}" if "method" in self.options else ""
        others = [f", {k} {printable(v)}" for k, v in self.options.items() if k not in ("tests", "method", "seed")]
        return f"{self.question}{tests}{about}{method}{''.join(others)}"


@dataclass(frozen=True, slots=True)
class Case:
    """A reference case: data, and what sources say of them."""

    id: str
    title: str
    source: str
    requirement: tuple[str, ...]
    blocks: tuple[Block, ...]
    directory: Path


def cases_directory() -> Path:
    """Return where the cases that come with rocstats lie: inside the package once installed, beside it in a checkout.

    Raises
    ------
    DataError
        If they are in neither place.
    """
    for place in (_PACKAGE / "validation", _PACKAGE.parent / "validation"):
        if (place / "cases").is_dir():
            return place / "cases"
    raise DataError("the reference cases are not installed with rocstats; name a directory that holds them.")


def load_cases(directory: str | Path | None = None) -> tuple[Case, ...]:
    """Read every case of a directory, in the order of their ids.

    Parameters
    ----------
    directory : path, optional
        Holds ``*.toml``, itself or in its ``cases``; by default the cases that come with rocstats.

    Returns
    -------
    tuple of Case

    Raises
    ------
    DataError
        If there is no case, two have one id, or a case is malformed; the message names the file.
    """
    place = cases_directory() if directory is None else checked_path(directory)
    if (place / "cases").is_dir():
        place = place / "cases"
    cases = sorted((load_case(path) for path in place.glob("*.toml")), key=lambda case: case.id)
    if not cases:
        raise DataError(f"there are no cases (*.toml) in {printable(place)}.")
    for one, next_one in pairwise(cases):
        if one.id == next_one.id:
            raise DataError(f'two cases have the id "{printable(one.id)}"; give each its own.')
    return tuple(cases)


def load_case(path: Path) -> Case:
    """Read one case.

    Raises
    ------
    DataError
        If the file is not TOML, a key is missing or unknown, or a value is no printed number.
    """
    content = toml_of(path)
    try:
        return _case(content, path.parent)
    except DataError as problem:
        raise DataError(f"{printable(path.name)}: {problem}") from problem


def _case(content: Mapping[str, Any], directory: Path) -> Case:
    _known(content, _CASE_KEYS, "the case")
    for key in ("id", "title", "source", "kind"):
        _text(content, key)
    requirement = _requirement(content)
    data = content.get("data")
    if not isinstance(data, dict):
        raise DataError("there is no [data] table.")
    evidence = _evidence(content, None)
    blocks = [_block(b, data, evidence) for b in _blocks(content, "expected")]
    blocks += [_block(b, data, evidence, known=True) for b in _blocks(content, "known_difference")]
    if not blocks:
        raise DataError("there is no [expected] value; a case states at least one.")
    return Case(content["id"], content["title"], content["source"], requirement, tuple(blocks), directory)


def _requirement(content: Mapping[str, Any]) -> tuple[str, ...]:
    stated = content.get("requirement")
    if not isinstance(stated, list) or not stated or not all(isinstance(r, str) for r in stated):
        raise DataError('requirement must be a list of ids such as ["AUC-01"].')
    return tuple(stated)


def _blocks(content: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    """Return the blocks of ``[expected]`` or of ``[[expected]]``."""
    found = content.get(key, [])
    blocks = [found] if isinstance(found, dict) else found
    if not isinstance(blocks, list) or not all(isinstance(b, dict) for b in blocks):
        raise DataError(f"{key} must be a table [{key}] or tables [[{key}]].")
    return blocks


def _block(block: Mapping[str, Any], data: Mapping[str, Any], evidence: Evidence, *, known: bool = False) -> Block:
    name = block.get("question", "auc")
    if name not in QUESTIONS:
        raise DataError(f'there is no question "{printable(name)}"; there are {listed(sorted(QUESTIONS))}.')
    question = QUESTIONS[name]
    own = ("question", "requirement", "data", "about", *_EVIDENCE_KEYS, *(("reason",) if known else ()))
    _known(block, (*own, *question.options, *question.values), f"{name}")
    reason = _text(block, "reason") if known else ""
    evidence = _evidence(block, evidence)
    values = tuple(_value(key, block[key], evidence) for key in block if key in question.values)
    if not values:
        raise DataError(f"{name} states no value; it may state {listed(tuple(question.values), 'or')}.")
    own_data = block.get("data", data)
    if not isinstance(own_data, dict):
        raise DataError(f"data of {name} must be a table.")
    about = _text(block, "about") if "data" in block else ""
    options = {k: block[k] for k in block if k in question.options}
    requirement = _requirement(block) if "requirement" in block else ()
    return Block(name, options, own_data, values, about, reason, requirement)


def _value(name: str, stated: Any, evidence: Evidence) -> Value:
    """Read ``"0.893"`` or ``{ printed = "0.893", note = "…" }``."""
    content = stated if isinstance(stated, dict) else {"printed": stated}
    _known(content, _VALUE_KEYS, name)
    for key in content:
        _text(content, key, within=name)
    if content.get("within") and not content.get("note"):
        raise DataError(f"{name} has a tolerance of its own; say why in its note.")
    known = _evidence(content, evidence)
    relative = RECOMPUTED_WITHIN if known.kind == "recomputed" else ""
    printed = Printed(_text(content, "printed", within=name), content.get("within", ""), relative)
    return Value(name, printed, known, content.get("note", ""))


def _evidence(content: Mapping[str, Any], above: Evidence | None) -> Evidence:
    """Read where numbers come from; what is not said is as said above, but a new kind names its own program."""
    said = {key: _text(content, key) for key in _EVIDENCE_KEYS if key in content}
    if above is None:
        return Evidence(**said)
    kept = {"kind": above.kind, "source": above.source}
    if said.get("kind", above.kind) == above.kind:
        kept |= {"program": above.program, "how": above.how}
        # Another program is asked in other words.
        kept |= {} if "program" in said else {"call": above.call}
    if said.get("source", above.source) == above.source:
        kept |= {"place": above.place}
    return Evidence(**(kept | said))


def _known(content: Mapping[str, Any], keys: tuple[str, ...], what: str) -> None:
    if unknown := [key for key in content if key not in keys]:
        raise DataError(f"{what} has no {printable(unknown[0])}; it may hold {', '.join(keys)}.")


def _text(content: Mapping[str, Any], key: str, *, within: str = "") -> str:
    value = content.get(key)
    if not isinstance(value, str) or not value:
        of = f"{within}: " if within and within != key else ""
        hint = ' Write numbers as they are printed, in quotation marks: "0.8750".' if key == "printed" else ""
        raise DataError(f"{of}{key} must be text.{hint}")
    return value
