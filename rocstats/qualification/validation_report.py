"""The report of a run of the reference cases: every number, printed and obtained, and what could not be asked."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal

from rocstats.formatting import counted, printable, wrapped
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.qualification.checked import NO_ANSWER, Checked, Skipped, Verdict

_SHOWN: dict[Verdict, str] = {"met": "met", "miss": "MISS", "known difference": "differs"}
_WIDTH, _QUESTION = 100, 36
_HEADERS = ("quantity", "printed", "obtained", "evidence", "verdict")


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidationReport(Result):
    """Every reference case with its verdicts.

    Attributes
    ----------
    checks : tuple of Checked
        One per printed number, in the order of the cases.
    skipped : tuple of Skipped
        The numbers whose data are not here, each with the reason; they are neither met nor missed.
    versions : tuple of (str, str)
        Names and versions of what computed.
    """

    checks: tuple[Checked, ...]
    skipped: tuple[Skipped, ...] = ()
    versions: tuple[tuple[str, str], ...]

    @property
    def misses(self) -> tuple[Checked, ...]:
        """The numbers that were not met."""
        return self._with("miss")

    @property
    def passed(self) -> bool:
        """Whether every number that was asked about is met or differs as known."""
        return not self.misses

    @property
    def verdict(self) -> str:
        """The outcome in one sentence."""
        met, known = len(self._with("met")), len(self._with("known difference"))
        cases = len({check.case for check in self.checks})
        differ = f", {counted(known, 'known difference')}" if known else ""
        missed = f"{len(self.misses)} MISSED" if self.misses else "none missed"
        of = f"{counted(len(self.checks), 'value')} of {counted(cases, 'case')}: {met} met, {missed}{differ}"
        return f"{of}; {counted(len(self.skipped), 'value')} skipped" if self.skipped else of

    def _with(self, verdict: Verdict) -> tuple[Checked, ...]:
        return tuple(check for check in self.checks if check.verdict == verdict)

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary per printed number that was asked about."""
        return [check.row() for check in self.checks]

    def summary(self) -> Summary:
        """Print every case: what its source prints, what was obtained, and the verdict."""
        versions = ", ".join(f"{name} {version}" for name, version in self.versions)
        body: list[str | Grid] = []
        for checks in _by_case(self.checks):
            body += ["", *_heading(checks), self._table(checks), *_remarks(checks)]
        body += ["", "Values by evidence:", self._evidence_table(), *self._skips(), "", self.verdict]
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

    def _skips(self) -> list[str]:
        """Write what could not be asked, by its reason."""
        lines = []
        for reason, values in Counter(one.reason for one in self.skipped).items():
            cases = dict.fromkeys(one.case for one in self.skipped if one.reason == reason)
            text = f"Skipped: {counted(values, 'value')} of {', '.join(cases)}, for {reason}."
            lines += ["", wrapped(text, rest="  ", width=_WIDTH)]
        return lines


def _by_case(checks: tuple[Checked, ...]) -> list[tuple[Checked, ...]]:
    cases: dict[str, list[Checked]] = {}
    for check in checks:
        cases.setdefault(check.case, []).append(check)
    return [tuple(of_case) for of_case in cases.values()]


def _cells(check: Checked) -> tuple[str, ...]:
    kind = check.evidence.split(", ")[0]
    return (f"  {check.quantity}", check.printed, check.obtained, kind, _SHOWN[check.verdict])


def _asked(check: Checked) -> list[str]:
    """Write the question in lines that leave room for the numbers."""
    return wrapped(check.question, rest="  ", width=_QUESTION).splitlines()


def _instead(check: Checked) -> str:
    """Say what was obtained where a number was missed."""
    if check.obtained == NO_ANSWER:
        return f"the question was refused: {printable(check.note)}"
    return f"{check.obtained} was obtained. {printable(check.note)}".rstrip()


def _heading(checks: tuple[Checked, ...]) -> list[str]:
    """Write what a case is and where its numbers come from."""
    sources = dict.fromkeys(f"source: {c.source}{f', {c.place}' if c.place else ''}" for c in checks)
    programs = dict.fromkeys(
        f"program: {c.program}, {c.evidence.split(', ')[-1]}{f', {c.call}' if c.call else ''}"
        for c in checks
        if c.program
    )
    scripts = dict.fromkeys(f"recomputed by: {c.call}" for c in checks if c.evidence == "recomputed")
    return [
        wrapped(printable(f"{checks[0].case}: {checks[0].title}"), rest="  ", width=_WIDTH),
        *(wrapped(printable(text), first="  ", rest="    ", width=_WIDTH) for text in (*sources, *programs, *scripts)),
    ]


def _remarks(checks: tuple[Checked, ...]) -> list[str]:
    """Write the notes of a case, each once."""
    notes = dict.fromkeys(
        f"{c.quantity}: {c.note}{f' Tolerance {c.within}.' if c.within else ''}" for c in checks if c.note
    )
    return [wrapped(printable(text), first="  ", rest="    ", width=_WIDTH) for text in notes]
