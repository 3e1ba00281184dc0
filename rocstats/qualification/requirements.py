"""Requirements: what rocstats must do, by the ids that cases and checks name.

Each says how much rests on it, where its method is written, and which public functions or words of a register carry it
out. They are read from ``requirements.toml`` beside the reference cases, and checked as they are read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Literal, cast, get_args

from rocstats.errors import DataError
from rocstats.formatting import listed, printable
from rocstats.qualification.cases import cases_directory
from rocstats.qualification.toml_file import toml_of
from rocstats.references import REFERENCES

Risk = Literal["high", "medium", "low"]
RISKS: tuple[Risk, ...] = get_args(Risk)
REGISTERS = ("method", "family", "fit", "rule", "adjustment")
_KEYS = ("id", "text", "risk", "method", "function", "quantity")
_ID = re.compile(r"[A-Z]+(-[A-Z]+)*-[0-9]{2}")


@dataclass(frozen=True, slots=True)
class Requirement:
    """One thing that rocstats must do.

    Parameters
    ----------
    id : str
        Its own, such as "DELONG-01"; cases and checks name it.
    text : str
        What must hold, in one sentence.
    risk : {"high", "medium", "low"}
        High where a wrong answer could turn a study's conclusion, medium where it would mislead a reader, low where
        another figure beside it shows the fault.
    method : tuple of str
        Keys of the bibliography where the method is written; empty where there is no source but the definition.
    functions : tuple of str
        Public names of rocstats, or words of a register with the register's name before them: "method:delong".
    quantities : tuple of str
        Numbers that it is about, as cases name them, with * for any letters; empty for all numbers of its functions.

    Raises
    ------
    DataError
        If the id, the risk, a key of the bibliography or a function is not one.

    Examples
    --------
    >>> one = Requirement("OUR-07", "The report gives the accepted area.", "high", ("delong1988",), ("auc",))
    >>> one.risk
    'high'
    """

    id: str
    text: str
    risk: Risk
    method: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    quantities: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.id):
            raise DataError(f'the id of a requirement is "{printable(self.id)}"; write it as "AUC-01".')
        if not self.text.strip():
            raise DataError(f"{self.id} has no text; say what must hold.")
        if self.risk not in RISKS:
            raise DataError(f'{self.id}: risk is "{printable(self.risk)}"; it must be {listed(RISKS, "or")}.')
        for key in self.method:
            if key not in REFERENCES:
                raise DataError(f'{self.id}: method names "{printable(key)}", and the bibliography has no such key.')
        for name in self.functions:
            if not _is_function(name):
                raise DataError(
                    f'{self.id}: function names "{printable(name)}"; it must be a public name, or a word after the '
                    f"name of its register ({listed(REGISTERS, 'or')}), such as method:delong."
                )

    def about(self, quantity: str) -> bool:
        """Whether it is about a number of this name, if about its function at all.

        Examples
        --------
        >>> one = Requirement("OUR-07", "Limits.", "high", quantities=("low", "*_low"))
        >>> one.about("auc_low"), one.about("auc")
        (True, False)
        """
        return not self.quantities or any(fnmatchcase(quantity, pattern) for pattern in self.quantities)


def load_requirements(directory: str | Path | None = None) -> tuple[Requirement, ...]:
    """Read the requirements of a kit, in the order of their ids.

    Parameters
    ----------
    directory : path, optional
        Holds ``requirements.toml``, itself or beside its folder ``cases``; by default the kit that comes with rocstats.

    Returns
    -------
    tuple of Requirement

    Raises
    ------
    DataError
        If the file is missing or malformed, or two requirements have one id.

    Examples
    --------
    >>> load_requirements()[0].id
    'ACCURACY-01'
    """
    path = _file(cases_directory() if directory is None else Path(directory))
    try:
        content = toml_of(path)
    except FileNotFoundError as problem:
        raise DataError(f"there is no {path.name} in {printable(path.parent)}.") from problem
    try:
        return _all(content)
    except DataError as problem:
        raise DataError(f"{path.name}: {problem}") from problem


def _file(place: Path) -> Path:
    """Find the requirements of a kit from its own folder or from that of its cases."""
    beside = place.parent / "requirements.toml"
    return beside if place.name == "cases" and beside.is_file() else place / "requirements.toml"


def _all(content: Mapping[str, Any]) -> tuple[Requirement, ...]:
    tables = content.get("requirement")
    if list(content) != ["requirement"] or not isinstance(tables, list) or not tables:
        raise DataError("it must hold tables [[requirement]], and nothing else.")
    found: dict[str, Requirement] = {}
    for table in tables:
        one = _one(table)
        if one.id in found:
            raise DataError(f"two requirements have the id {one.id}; give each its own.")
        found[one.id] = one
    return tuple(found[name] for name in sorted(found))


def _one(table: Any) -> Requirement:
    if not isinstance(table, dict):
        raise DataError("each requirement is a table [[requirement]].")
    if unknown := [key for key in table if key not in _KEYS]:
        raise DataError(f"a requirement has no {printable(unknown[0])}; it may hold {', '.join(_KEYS)}.")
    texts = {key: table.get(key) for key in ("id", "text", "risk")}
    for key, value in texts.items():
        if not isinstance(value, str):
            raise DataError(f"{key} of {printable(table.get('id', 'a requirement'))} must be text.")
    lists = {key: table.get(key, []) for key in ("method", "function", "quantity")}
    for key, value in lists.items():
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise DataError(f"{key} of {printable(table['id'])} must be a list of texts.")
    return Requirement(table["id"], table["text"], cast("Risk", table["risk"]), *map(tuple, lists.values()))


def _is_function(name: str) -> bool:
    """Whether a name looks like a public one or a register's word; which there are is for the roof to know."""
    register, colon, word = name.rpartition(":")
    return register in REGISTERS and bool(re.fullmatch(r"[a-z0-9-]+", word)) if colon else name.isidentifier()
