"""Checked numbers of reference cases: what a source states, what this installation gives, and how they agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from rocstats.qualification.evidence import ValueClass

Verdict = Literal["met", "miss", "known difference"]
NO_ANSWER = "no answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """One number that a source states, and what is known of it before anything is computed.

    Attributes
    ----------
    case, title : str
        The case that it stands in.
    source, place : str
        Where it comes from; page, table or example, if stated.
    question, quantity : str
        What is asked, with its options; which number of the answer.
    function : tuple of str
        Public functions and words of registers that it puts to the test.
    printed, within, tolerance : str
        The number as stated; a tolerance of its own; the tolerance that counts, in words.
    evidence, value_class, outside, origin : str, str, bool, str
        The kind of evidence, its class, whether somebody else computed the number, and who.
    program, call : str
        Program and version; what it was asked, or the script that recomputes the number.
    requirement, risk : tuple of str, str
        The requirements that it is about, and the highest of their risks; empty where they are not written down.
    dataset, dataset_sha256 : str
        The file of the data, or "in the case"; the digest of the file, or of the data in the case as canonical JSON.
    """

    case: str
    title: str
    source: str
    place: str
    question: str
    quantity: str
    function: tuple[str, ...]
    printed: str
    within: str
    tolerance: str
    evidence: str
    value_class: ValueClass
    outside: bool
    origin: str
    program: str
    call: str
    requirement: tuple[str, ...]
    risk: str
    dataset: str
    dataset_sha256: str

    @property
    def reference(self) -> bool:
        """Whether its data are a file of the reference folder, not of the kit."""
        return self.dataset.startswith("reference/")

    def columns(self) -> dict[str, Any]:
        """Return the cells that a row about this number begins with."""
        return {
            "case": self.case,
            "title": self.title,
            "source": self.source,
            "question": self.question,
            "quantity": self.quantity,
            "printed": self.printed,
            "within": self.within or None,
        }

    def provenance(self) -> dict[str, Any]:
        """Return the cells that say where this number comes from and what it is for."""
        return {
            "value_class": self.value_class,
            "origin": self.origin,
            "place": self.place or None,
            "call": self.call or None,
            "function": ", ".join(self.function) or None,
            "risk": self.risk or None,
            "dataset": self.dataset,
            "dataset_sha256": self.dataset_sha256 or None,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked(Stated):
    """One stated number and what was obtained for it.

    ``obtained`` has all digits of the number; it is "not estimable" where the answer holds none, and "no answer" where
    the question was refused, with the refusal in ``note``. ``lre`` is the log relative error: about the number of
    significant digits that agree.
    """

    obtained: str
    verdict: Verdict
    absolute_difference: float | None
    relative_difference: float | None
    lre: float | None
    note: str

    def row(self) -> dict[str, Any]:
        """Return the number as one row."""
        return {
            **self.columns(),
            "obtained": self.obtained,
            "evidence": self.evidence,
            "program": self.program or None,
            "requirement": ", ".join(self.requirement),
            "verdict": self.verdict,
            "note": self.note or None,
            **self.provenance(),
            "absolute_difference": self.absolute_difference,
            "relative_difference": self.relative_difference,
            "lre": self.lre,
            "tolerance": self.tolerance,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped(Stated):
    """One stated number that could not be asked about, and why: its data are not here."""

    reason: str
