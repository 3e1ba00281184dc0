"""The list of what the reference cases hold: values from outside by kind, in the kit and with reference data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rocstats.formatting import counted, wrapped
from rocstats.printing import Column, Grid, Result, Summary
from rocstats.qualification.checked import Checked, Skipped, Stated
from rocstats.qualification.coverage import Coverage, coverage, outside_figures
from rocstats.qualification.evidence import KINDS, OUTSIDE
from rocstats.qualification.validation_report import ValidationReport

_OUTSIDE_ORDER = ("published", "recalled", "program, documented", "program, run")
_OWN_ORDER = tuple(kind for kind in KINDS if kind not in OUTSIDE)
_WIDTH = 80
_NOTE = (
    "Recalled is a published figure written down without the source at hand, which recomputes to its digits. A figure "
    "that one origin prints twice about the same data is counted once. Numbers of our own are not counted as outside."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """How many values of one kind there are, and how they came out.

    Attributes
    ----------
    kind : str
        The kind of evidence, as it is called everywhere.
    of_reference : bool
        Whether their data are files of the reference folder.
    values, counted : int
        All of them; those that are met or differ as known, identical figures of one origin about the same data once.
    met, differ, missed, waiting : int
        How many of the values came out in which way; waiting are those whose data are not here.
    """

    kind: str
    of_reference: bool
    values: int
    counted: int
    met: int
    differ: int
    missed: int
    waiting: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing(Result):
    """What evidence a run of the reference cases rests on.

    Attributes
    ----------
    held : tuple of Held
        Counts by kind, of the kit's own data and of the reference data.
    cases : tuple of (str, str, int)
        Each case: its id, its title, and how many values it states.
    coverage : Coverage
        Requirements, functions and methods with what stands behind them.
    """

    held: tuple[Held, ...]
    cases: tuple[tuple[str, str, int], ...]
    coverage: Coverage

    def outside(self, *, reference: bool = False) -> int:
        """Return how many distinct outside values are met or differ as known.

        Without ``reference`` those from the kit's own data, with it those from reference data as well.
        """
        return sum(
            one.counted for one in self.held if one.kind in _OUTSIDE_ORDER and (reference or not one.of_reference)
        )

    @property
    def waiting(self) -> int:
        """How many values wait for the reference folder."""
        return sum(one.waiting for one in self.held)

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary per kind of evidence and place of the data."""
        return [
            {
                "evidence": one.kind,
                "data": "reference folder" if one.of_reference else "kit",
                "outside": one.kind in _OUTSIDE_ORDER,
                "values": one.values,
                "counted": one.counted,
                "met": one.met,
                "differ": one.differ,
                "missed": one.missed,
                "waiting": one.waiting,
            }
            for one in self.held
        ]

    def summary(self) -> Summary:
        """Print the cases, the counts by kind, and the coverage of the requirements."""
        kit = [one for one in self.held if not one.of_reference]
        added = [one for one in self.held if one.of_reference]
        with_reference = self.outside(reference=True)
        body: list[str | Grid] = [
            "",
            Grid(
                (Column("case", "left"), Column("values")),
                tuple((name, str(values)) for name, _, values in self.cases),
            ),
            "",
            "Values from outside, of the kit's own data:",
            _grid([one for one in kit if one.kind in _OUTSIDE_ORDER]),
            "",
            "Values from outside, of data in the reference folder:",
            _grid([one for one in added if one.kind in _OUTSIDE_ORDER]) if added else "none",
            "",
            "Values of our own:",
            _grid(_together([one for one in self.held if one.kind in _OWN_ORDER])),
            "",
            f"Outside values met or known to differ, kit alone: {self.outside()}",
            f"Outside values met or known to differ, with the reference folder: {with_reference}",
            *([f"{counted(self.waiting, 'value')} wait for the reference folder."] if self.waiting else []),
            "",
            *wrapped(_NOTE, width=_WIDTH).splitlines(),
            *self.coverage.summary().body,
        ]
        return Summary(
            "Evidence in the reference cases",
            (f"{counted(sum(one.values for one in self.held), 'value')} of {counted(len(self.cases), 'case')}",),
            tuple(body),
        )


def listing(report: ValidationReport, covered: Coverage | None = None) -> Listing:
    """List what evidence a run of the reference cases rests on.

    Parameters
    ----------
    report : ValidationReport
        The run; with a reference folder it holds the values that need one as well.
    covered : Coverage, optional
        Coverage that counts checks as well; by default that of the values alone, by the requirements of the kit.

    Returns
    -------
    Listing
    """
    from rocstats.qualification.requirements import load_requirements

    values: tuple[Stated, ...] = (*report.checks, *report.skipped)
    kinds = (*_OUTSIDE_ORDER, *_OWN_ORDER)
    held = [
        _held(kind, of_reference, [v for v in values if v.evidence == kind and v.reference is of_reference])
        for of_reference in (False, True)
        for kind in kinds
    ]
    cases: dict[str, tuple[str, int]] = {}
    for value in values:
        cases[value.case] = (value.title, cases.get(value.case, ("", 0))[1] + 1)
    return Listing(
        held=tuple(one for one in held if one.values),
        cases=tuple((name, *cases[name]) for name in sorted(cases)),
        coverage=coverage(report.checks, load_requirements()) if covered is None else covered,
    )


def _held(kind: str, of_reference: bool, values: Sequence[Stated]) -> Held:
    asked = [value for value in values if isinstance(value, Checked)]
    verdicts = [value.verdict for value in asked]
    as_stated = [value for value in asked if value.verdict != "miss"]
    return Held(
        kind=kind,
        of_reference=of_reference,
        values=len(values),
        counted=len(outside_figures(as_stated)) if kind in _OUTSIDE_ORDER else len(as_stated),
        met=verdicts.count("met"),
        differ=verdicts.count("known difference"),
        missed=verdicts.count("miss"),
        waiting=sum(isinstance(value, Skipped) for value in values),
    )


def _together(held: list[Held]) -> list[Held]:
    """Add up what differs only in where its data lie."""
    kinds = dict.fromkeys(one.kind for one in held)
    numbers = ("values", "counted", "met", "differ", "missed", "waiting")
    return [
        Held(
            kind=kind,
            of_reference=False,
            **{name: sum(getattr(one, name) for one in held if one.kind == kind) for name in numbers},
        )
        for kind in kinds
    ]


def _grid(held: list[Held]) -> Grid:
    columns = (Column("evidence", "left"), *map(Column, ("values", "counted", "met", "differ", "missed", "waiting")))
    return Grid(
        columns,
        tuple(
            (one.kind, *map(str, (one.values, one.counted, one.met, one.differ, one.missed, one.waiting)))
            for one in held
        ),
    )
