"""The run of the reference cases: each printed number beside the one that this installation gives.

A number is met, missed, or differs as known; a known difference that is gone is a miss as well, for the case then says
something that is not so.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any, Literal

from rocstats.errors import RocstatsError
from rocstats.formatting import counted, printable, wrapped
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.qualification.cases import Block, Case, Value, load_cases
from rocstats.qualification.inputs import Input, made
from rocstats.qualification.printed import in_full
from rocstats.qualification.questions import QUESTIONS
from rocstats.version import __version__

Verdict = Literal["met", "miss", "known difference"]
_SHOWN: dict[Verdict, str] = {"met": "met", "miss": "MISS", "known difference": "differs"}
_WIDTH, _QUESTION = 100, 36
_HEADERS = ("quantity", "printed", "obtained", "evidence", "verdict")
_NO_ANSWER = "no answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """One printed number and what was obtained for it.

    ``obtained`` has all digits of the number; it is "not estimable" where the answer holds none, and "no answer" where
    the question was refused, with the refusal in ``note``.
    """

    case: str
    title: str
    source: str
    question: str
    quantity: str
    printed: str
    within: str
    obtained: str
    evidence: str
    program: str
    requirement: tuple[str, ...]
    verdict: Verdict
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidationReport(Result):
    """Every reference case with its verdicts.

    Attributes
    ----------
    checks : tuple of Checked
        One per printed number, in the order of the cases.
    versions : tuple of (str, str)
        Names and versions of what computed.
    """

    checks: tuple[Checked, ...]
    versions: tuple[tuple[str, str], ...]

    @property
    def misses(self) -> tuple[Checked, ...]:
        """The numbers that were not met."""
        return self._with("miss")

    @property
    def passed(self) -> bool:
        """Whether every number is met or differs as known."""
        return not self.misses

    @property
    def verdict(self) -> str:
        """The outcome in one sentence."""
        met, known = len(self._with("met")), len(self._with("known difference"))
        cases = len({check.case for check in self.checks})
        differ = f", {counted(known, 'known difference')}" if known else ""
        missed = f"{len(self.misses)} MISSED" if self.misses else "none missed"
        return f"{counted(len(self.checks), 'value')} of {counted(cases, 'case')}: {met} met, {missed}{differ}"

    def _with(self, verdict: Verdict) -> tuple[Checked, ...]:
        return tuple(check for check in self.checks if check.verdict == verdict)

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary per printed number."""
        return [
            {
                "case": c.case,
                "title": c.title,
                "source": c.source,
                "question": c.question,
                "quantity": c.quantity,
                "printed": c.printed,
                "within": c.within or None,
                "obtained": c.obtained,
                "evidence": c.evidence,
                "program": c.program or None,
                "requirement": ", ".join(c.requirement),
                "verdict": c.verdict,
                "note": c.note or None,
            }
            for c in self.checks
        ]

    def summary(self) -> Summary:
        """Print every case: what its source prints, what was obtained, and the verdict."""
        versions = ", ".join(f"{name} {version}" for name, version in self.versions)
        body: list[str | Grid] = []
        for checks in _by_case(self.checks):
            body += ["", *_heading(checks), self._table(checks), *_remarks(checks)]
        body += ["", "Values by evidence:", self._evidence_table(), "", self.verdict]
        notes = [
            Note("miss", f"{c.case}, {c.question}: {c.quantity} is printed as {c.printed}; {_instead(c)}")
            for c in self.misses
        ]
        return Summary(
            "Reference cases",
            (counted(len(self.checks), "printed value"), versions),
            tuple(body),
            tuple(notes),
        )

    def _table(self, checks: tuple[Checked, ...]) -> Grid:
        """Lay a case out, in columns as wide as those of the other cases."""
        widths = [max(len(cell) for cell in column) for column in zip(*map(_cells, self.checks), strict=True)]
        widths[0] = max(widths[0], *(len(line) for check in self.checks for line in _asked(check)))
        aligns: tuple[Literal["left", "right"], ...] = ("left", "right", "right", "left", "left")
        columns = tuple(
            Column(f"{name:{'<' if align == 'left' else '>'}{width}}", align)
            for name, align, width in zip(_HEADERS, aligns, widths, strict=True)
        )
        lines: list[tuple[str, ...]] = []
        for i, check in enumerate(checks):
            if i == 0 or check.question != checks[i - 1].question:
                lines += [(line, "", "", "", "") for line in _asked(check)]
            lines.append(_cells(check))
        return Grid(columns, tuple(lines))

    def _evidence_table(self) -> Grid:
        kinds = sorted({check.evidence for check in self.checks})
        columns = (Column("evidence", "left"), Column("values"), Column("met"), Column("differ"), Column("missed"))
        cells = []
        for kind in kinds:
            of_kind = [check.verdict for check in self.checks if check.evidence == kind]
            counts = [of_kind.count(v) for v in ("met", "known difference", "miss")]
            cells.append((kind, str(len(of_kind)), *map(str, counts)))
        return Grid(columns, tuple(cells))


def validate(directory: str | Path | None = None) -> ValidationReport:
    """Run reference cases through the public questions and compare with what their sources print.

    It needs no network and no test runner. A number is met within half a unit of its last printed digit, an exact one
    (whole numbers, fractions) exactly, unless its case states a tolerance and why.

    Parameters
    ----------
    directory : path, optional
        Holds cases (``*.toml``); by default those that come with rocstats.

    Returns
    -------
    ValidationReport

    Raises
    ------
    DataError
        If there are no cases or one is malformed.

    Examples
    --------
    >>> validate().passed
    True
    """
    cases = load_cases(directory)
    return ValidationReport(checks=tuple(check for case in cases for check in _checks(case)), versions=_versions())


def _checks(case: Case) -> Iterator[Checked]:
    taken: list[tuple[object, Input]] = []
    for block in case.blocks:
        question = QUESTIONS[block.question]
        try:
            inputs = next((known for data, known in taken if data is block.data), None)
            if inputs is None:
                inputs = made(block.data, case.directory)
                taken.append((block.data, inputs))
            answer = question.ask(inputs, **block.options)
            obtained = [question.values[value.name](answer) for value in block.values]
        except (RocstatsError, TypeError) as problem:
            yield from (_checked(case, block, value, _NO_ANSWER, False, str(problem)) for value in block.values)
            continue
        for value, number in zip(block.values, obtained, strict=True):
            yield _checked(case, block, value, in_full(number, value.printed), value.printed.met_by(number))


def _checked(case: Case, block: Block, value: Value, obtained: str, met: bool, refusal: str = "") -> Checked:
    verdict: Verdict = "met" if met else "miss"
    note = refusal or value.note
    if block.reason and not refusal:
        verdict = "miss" if met else "known difference"
        note = f"A difference was known and is gone: {block.reason}" if met else block.reason
    return Checked(
        case=case.id,
        title=case.title,
        source=case.source if value.evidence.source == case.source else value.evidence.source,
        question=block.label,
        quantity=value.name,
        printed=value.printed.text,
        within=value.printed.within,
        obtained=obtained,
        evidence=value.evidence.text,
        program=value.evidence.program,
        requirement=case.requirement,
        verdict=verdict,
        note=note,
    )


def _by_case(checks: tuple[Checked, ...]) -> list[tuple[Checked, ...]]:
    ids = dict.fromkeys(check.case for check in checks)
    return [tuple(check for check in checks if check.case == one) for one in ids]


def _cells(check: Checked) -> tuple[str, ...]:
    kind = check.evidence.split(", ")[0]
    return (f"  {check.quantity}", check.printed, check.obtained, kind, _SHOWN[check.verdict])


def _asked(check: Checked) -> list[str]:
    """Write the question in lines that leave room for the numbers."""
    return wrapped(check.question, rest="  ", width=_QUESTION).splitlines()


def _instead(check: Checked) -> str:
    """Say what was obtained where a number was missed."""
    if check.obtained == _NO_ANSWER:
        return f"the question was refused: {printable(check.note)}"
    return f"{check.obtained} was obtained. {printable(check.note)}".rstrip()


def _heading(checks: tuple[Checked, ...]) -> list[str]:
    """Write what a case is and where its numbers come from."""
    sources = dict.fromkeys(f"source: {c.source}" for c in checks)
    programs = dict.fromkeys(f"program: {c.program}, {c.evidence.split(', ')[-1]}" for c in checks if c.program)
    return [
        wrapped(printable(f"{checks[0].case}: {checks[0].title}"), rest="  ", width=_WIDTH),
        *(wrapped(printable(text), first="  ", rest="    ", width=_WIDTH) for text in (*sources, *programs)),
    ]


def _remarks(checks: tuple[Checked, ...]) -> list[str]:
    """Write the notes of a case, each once."""
    notes = dict.fromkeys(
        f"{c.quantity}: {c.note}{f' Tolerance {c.within}.' if c.within else ''}" for c in checks if c.note
    )
    return [wrapped(printable(text), first="  ", rest="    ", width=_WIDTH) for text in notes]


def _versions() -> tuple[tuple[str, str], ...]:
    return (
        # The package says its own version; nothing below the roof imports it.
        ("rocstats", __version__),
        ("Python", platform.python_version()),
        *((name, metadata.version(name)) for name in ("numpy", "scipy", "statsmodels")),
    )
