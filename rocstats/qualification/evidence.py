"""Evidence: where the number of a reference case comes from, and what it is worth.

Kinds say how a number was come by; classes A to F group them by what they can show. From outside are numbers that
somebody else computed: published, recalled, or printed by another program.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, get_args

from rocstats.errors import DataError
from rocstats.formatting import listed, printable

ValueClass = Literal["A", "B", "C", "D", "E", "F"]
CLASSES: tuple[ValueClass, ...] = get_args(ValueClass)
CLASS_MEANINGS: dict[ValueClass, str] = {
    "A": "exact arithmetic by hand",
    "B": "recomputed at 50 or more digits by an independent formula",
    "C": "published, or recalled from a publication",
    "D": "printed by another program",
    "E": "property found by simulation",
    "F": "another route of our own",
}
_CLASS_OF: dict[str, ValueClass] = {
    "by hand": "A",
    "recomputed": "B",
    "published": "C",
    "recalled": "C",
    "program": "D",
    "derived": "F",
}
KINDS = tuple(_CLASS_OF)
OUTSIDE = ("published", "recalled", "program")
HOW = ("documented", "run")
# Numbers recomputed at 50 digits are met by a float that lost at most the last few of its own.
RECOMPUTED_WITHIN = "1e-12"
_PROGRAMS = ("R", "Stata", "SAS")
_PACKAGE = re.compile(r"^R packages? ")
_VERSION = re.compile(r"[ ,(]+(version|v?[0-9]+\.).*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a number comes from.

    Parameters
    ----------
    kind : {"by hand", "recomputed", "published", "recalled", "program", "derived"}
        "recomputed" is our own number at 50 digits or more by an independent formula; "recalled" a published figure
        written down without the source at hand; "derived" our own calculation by another route.
    source : str
        Author, journal and place, or the program's own words.
    program : str
        Name and version of the program; empty for the other kinds.
    how : {"documented", "run", ""}
        Whether the number stands in the program's documentation or was obtained by running it.
    call : str
        What the program was asked, in its own language; of a recomputed number, the script that wrote it.
    place : str
        Page, table or example of the source.
    """

    kind: str
    source: str
    program: str = ""
    how: str = ""
    call: str = ""
    place: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise DataError(f'kind is "{printable(self.kind)}"; it must be {listed(KINDS, "or")}.')
        if not self.source:
            raise DataError("source is empty; say where the numbers come from.")
        if self.kind == "program" and not (self.program and self.how in HOW):
            raise DataError(f'a number of a program needs program = "name and version" and how = {listed(HOW, "or")}.')
        if self.kind == "recomputed" and not self.call:
            raise DataError('a recomputed number needs call = "the script that wrote it".')

    @property
    def text(self) -> str:
        """The kind of evidence in words, with how a program's number was obtained."""
        return f"{self.kind}, {self.how}" if self.kind == "program" else self.kind

    @property
    def value_class(self) -> ValueClass:
        """The class of the kind, "A" to "F"."""
        return _CLASS_OF[self.kind]

    @property
    def outside(self) -> bool:
        """Whether somebody else computed the number."""
        return self.kind in OUTSIDE

    @property
    def origin(self) -> str:
        """Who computed it: the program without its version, or else the source.

        Two numbers of one program are of one origin, whatever they are about.

        Examples
        --------
        >>> Evidence("program", "aSAH data", "pROC 1.18.0", "run").origin
        'pROC'
        >>> Evidence("published", "Fawcett T. Pattern Recognition Letters 2006;27:861-874").origin
        'Fawcett T. Pattern Recognition Letters 2006;27:861-874'
        """
        if self.kind != "program":
            return "Stata" if self.source.startswith("Stata") else self.source
        name = _PACKAGE.sub("", _VERSION.sub("", self.program)).split(",")[0].strip()
        first = name.split(" ")[0]
        # Functions of one program are one origin; its packages have authors of their own.
        return first if first in _PROGRAMS else name or self.program
