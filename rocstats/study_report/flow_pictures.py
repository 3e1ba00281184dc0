"""The flow of participants as pictures, with every count in words beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rocstats.document.blocks import Figure, Picture
from rocstats.document.figure_style import svg
from rocstats.document.flow_chart import FlowBox, FlowBranch, FlowChart, flow_charts
from rocstats.document.flow_figure import plot_flow
from rocstats.document.inline import Content
from rocstats.investigation.closure import NO_REFERENCE, NO_RESULT, OUTSIDE, REFERENCES
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.findings import Findings
from rocstats.investigation.index_results import results_of
from rocstats.investigation.investigation import ABSENT, INCONCLUSIVE, MISSING, PRESENT
from rocstats.study_plan.study_plan import StudyPlan, values_of
from rocstats.study_report.measure_words import reference_word
from rocstats.study_report.pen import Pen, planned

FLOW = "flow"
RESULT_WORDS = {
    "positive": "Positive",
    "negative": "Negative",
    "scored": "With a score",
    "indeterminate": "Indeterminate",
    "failed": "Failed",
    "missing": "Not done",
}
_MOST_REASONS = 6


@dataclass(frozen=True, slots=True)
class _Told:
    """A box by the ids of its counts: its name, its own count or none, a note, and its parts."""

    name: str
    count: str = ""
    note: str = ""
    parts: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def box(self, pen: Pen) -> FlowBox:
        """Give the box with its counts."""
        parts = tuple((name, sum(_n(pen, row) for row in rows)) for name, rows in self.parts)
        return FlowBox(self.name, _n(pen, self.count) if self.count else None, self.note, parts)

    def words(self, pen: Pen) -> str:
        """Say what stands in the box."""
        said = f"{self.name} {pen.value(self.count).text}" if self.count else self.name
        inside = [self.note] if self.note else []
        inside += [f"{name} {' + '.join(pen.value(row).text for row in rows)}" for name, rows in self.parts]
        return f"{said} ({', '.join(inside)})" if inside else said


def flow_figure(findings: Findings, pen: Pen) -> Figure:
    """Draw the flow: one picture, or one for the way in and one for each test if there are many."""
    trunk, aside = _trunk(findings, pen), _aside(findings, pen)
    branches = [_branch(findings, pen, test) for test in findings.investigation.tests]
    charts = flow_charts(
        FlowChart(
            tuple(told.box(pen) for told in trunk),
            None if aside is None else aside.box(pen),
            tuple(
                FlowBranch(test.box(pen), tuple(one.box(pen) for one in results), tuple(one.box(pen) for one in ends))
                for test, results, ends in branches
            ),
        )
    )
    way_in = [*trunk[:1], *([] if aside is None else [aside]), *trunk[1:]]
    in_words = [[test, *results, *ends] for test, results, ends in branches]
    told = [[*way_in, *(one for words in in_words for one in words)]] if len(charts) == 1 else [way_in, *in_words]

    def picture(chart: FlowChart, boxes: Sequence[_Told]) -> Picture:
        said = "; ".join(box.words(pen) for box in boxes)
        return Picture(svg(plot_flow(chart)), f"Flow of participants, as boxes with arrows from the top down: {said}.")

    pictures = [
        pen.picture(f"{FLOW}-{place}", lambda chart=chart, boxes=boxes: picture(chart, boxes))  # type: ignore[misc]
        for place, (chart, boxes) in enumerate(zip(charts, told, strict=True))
    ]
    return Figure(
        id=FLOW,
        pictures=tuple(pictures),
        caption="Flow of participants",
        sub=tuple(_explained(findings, pen)),
        tall=len(pictures) == 1,
        place="14.1",
    )


def _explained(findings: Findings, pen: Pen) -> Iterator[Content]:
    """Say what stands in the boxes."""
    plan = findings.plan
    words = "positive or negative by it" if plan.agreement else "the target condition present or absent by it"
    yield f"Inside each box of results: what the {reference_word(plan)} says, {words}"
    unclear = [word for state, word in ((INCONCLUSIVE, "inconclusive"), (MISSING, "missing")) if _seen(pen, state)]
    yield f"; {' or '.join(unclear)} where it decides neither. " if unclear else ". "
    yield ("Analysed: in the primary analysis of the test, in the set ", planned(findings.investigation.primary))
    yield ". Not analysed: each for the first reason that holds." if _left_out(findings, pen) else "."


def _trunk(findings: Findings, pen: Pen) -> list[_Told]:
    plan = findings.plan
    several = [
        row
        for row in ("flow.enrolled.n-participants", "flow.enrolled.n-clusters")
        if row in pen.table and _n(pen, row) != _n(pen, "flow.enrolled.n")
    ]
    note = f"records of {pen.value(several[0]).text} {several[0].rpartition('-')[2]}" if several else ""
    if not plan.participants.eligible:
        return [_Told("Records" if several else "Participants", "flow.enrolled.n", note)]
    return [_Told("Enrolled", "flow.enrolled.n", note), _Told("Eligible", "flow.eligible.n")]


def _aside(findings: Findings, pen: Pen) -> _Told | None:
    """Say who was not eligible; the reasons beyond the most frequent ones are counted together."""
    if not findings.plan.participants.eligible:
        return None
    reasons = reasons_of(pen)
    others: tuple[tuple[str, tuple[str, ...]], ...] = ()
    if len(reasons) > _MOST_REASONS:
        reasons, rest = reasons[: _MOST_REASONS - 1], reasons[_MOST_REASONS - 1 :]
        others = (("other reasons", tuple(row for _, row in rest)),)
    return _Told("Not eligible", "flow.excluded.n", "", (*((name, (row,)) for name, row in reasons), *others))


def reasons_of(pen: Pen) -> list[tuple[str, str]]:
    """Give each reason of exclusion with the id of its count; those not in the data are named as such."""
    names = {"flow.excluded.other": "other reasons", "flow.excluded.unstated": "no reason stated"}
    found = []
    for analysis in pen.table.analyses("flow.excluded")[1:]:
        row = pen.table.row(f"{analysis}.n")
        found.append((row.about.groups[0][1] if row.about.groups else names[analysis], row.id))
    return found


def _branch(findings: Findings, pen: Pen, test: TestColumn) -> tuple[_Told, list[_Told], list[_Told]]:
    """Give the boxes of a test: itself, its results, and who is analysed; results that nobody has are left out."""
    at = f"flow.{test.key}"
    states = [state for state in REFERENCES if state in (PRESENT, ABSENT) or _seen(pen, state)]
    words = _reference_words(findings.plan)
    told = _Told(
        test.name,
        note=_rule(pen, test),
        parts=(("tested", (f"{at}.tested.n",)), ("not tested", (f"{at}.missing.n",))),
    )
    results = [
        _Told(
            RESULT_WORDS[result],
            f"{at}.{result}.n",
            parts=tuple((words[state], (f"{at}.{result}.{state}.n",)) for state in states),
        )
        for result in results_of(test)
        if result in ("positive", "negative", "scored") or _n(pen, f"{at}.{result}.n")
    ]
    known = tuple((words[state], (f"{at}.analysed.{state}.n",)) for state in (PRESENT, ABSENT))
    ends = [_Told("Analysed", f"{at}.analysed.n", parts=known)]
    if _n(pen, f"{at}.left-out.n"):
        why = {
            OUTSIDE: "not in the set",
            NO_REFERENCE: "no comparator" if findings.plan.agreement else "no reference",
            NO_RESULT: "no result",
        }
        parts = tuple((name, (f"{at}.left-out.{reason}.n",)) for reason, name in why.items())
        ends.append(
            _Told("Not analysed", f"{at}.left-out.n", parts=tuple(part for part in parts if _n(pen, part[1][0])))
        )
    return told, results, ends


def _rule(pen: Pen, test: TestColumn) -> str:
    if test.part.has_calls:
        return f"positive: {', '.join(str(value) for value in values_of(test.part.positive))}"
    if f"plan.{test.key}.threshold" not in pen.table:
        return "no threshold"
    unit = f" {test.part.unit}" if test.part.unit else ""
    sign = "\u2264" if test.test.low else "\u2265"
    return f"positive: {sign} {pen.value(f'plan.{test.key}.threshold').text}{unit}"


def _reference_words(plan: StudyPlan) -> dict[str, str]:
    known = ("positive", "negative") if plan.agreement else ("present", "absent")
    return {PRESENT: known[0], ABSENT: known[1], INCONCLUSIVE: "inconclusive", MISSING: "missing"}


def _left_out(findings: Findings, pen: Pen) -> bool:
    return any(_n(pen, f"flow.{test.key}.left-out.n") for test in findings.investigation.tests)


def _seen(pen: Pen, state: str) -> bool:
    """Whether the reference standard says this of anybody."""
    return bool(_n(pen, f"flow.reference.{state}.n"))


def _n(pen: Pen, row: str) -> int:
    return int(pen.number(row) or 0)
