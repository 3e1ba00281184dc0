"""What a report says of the last operational qualification of its environment."""

from __future__ import annotations

from rocstats.analysis_results.environment import environment_of
from rocstats.analysis_results.provenance import Provenance
from rocstats.analysis_results.qualification_record import QualificationRecord
from rocstats.document.inline import Code, Content, CrossRef, Quoted

_HASH = 12


def qualification_paragraph(made: Provenance | None) -> tuple[Content, ...]:
    """Quote the last qualification in sentences, or say that there is none to quote; its digest is in the table."""
    last = None if made is None else made.qualification
    if made is None or last is None:
        return (
            "Qualification: no operational qualification of this environment is quoted in this report. ",
            Code("rocstats validate --oq"),
            " runs one: reference cases with outside values, and checks of the software\u2019s conduct.",
        )
    return (
        f"Qualification: the last operational qualification of {_where(made, last)} environment, run on ",
        Quoted(last.date, "software"),
        f", {_verdict(last)}; its outcome is named by its digest in ",
        CrossRef("environment"),
        ". It was not run with this report and says nothing of the data.",
    )


def qualification_line(made: Provenance) -> tuple[Content, ...]:
    """Quote the last qualification in a clause, or say that there is none to quote."""
    last = made.qualification
    if last is None:
        return ("no operational qualification of this environment quoted",)
    words = f"operational qualification of {_where(made, last)} environment {_verdict(last)}, "
    return (words, Quoted(last.date, "software"), ", ", Code(last.digest[:_HASH]))


def qualification_row(last: QualificationRecord) -> Content:
    """Write verdict, day and digest for a table."""
    return (Quoted(f"{last.verdict}, {last.date}", "software"), "; SHA-256 of the outcome ", Code(last.digest))


def _where(made: Provenance, last: QualificationRecord) -> str:
    return "this" if last.environment == environment_of(made).digest else "another"


def _verdict(last: QualificationRecord) -> str:
    return f"{last.verdict}, as a quick run without the slow checks" if last.quick else last.verdict
