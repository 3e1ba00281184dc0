"""Tables of what the participants were like: baseline, severity and other diagnoses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rocstats.document.blocks import Block, Column, ColumnGroup, Paragraph, Row, RowGroup, Table
from rocstats.document.inline import Cite, Content, CrossRef, Quoted
from rocstats.investigation.baseline_results import ALL, CASES, CONTROLS, UNKNOWN
from rocstats.investigation.column_description import decimals_of, numbers_of
from rocstats.investigation.findings import Findings
from rocstats.investigation.investigation import ABSENT, EVERYONE, INCONCLUSIVE, MISSING, PRESENT, column_of
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_report.measure_words import reference_word, with_condition, without_condition
from rocstats.study_report.pen import Pen, named, planned

_NO_TESTS = "No p-values: the groups are expected to differ, and whether they do is no question of this study."
_SUMMED = (("Mean (SD)", ("mean", "sd")), ("Median (Q1, Q3)", ("median", "q1", "q3")), ("Min to max", ("min", "max")))


@dataclass(frozen=True, slots=True)
class _Described:
    """A column that is described: the part of ids that stands for it, its name, and the groups it is told of."""

    key: str
    name: str
    groups: tuple[str, ...]
    decimals: int | None

    @property
    def is_number(self) -> bool:
        return self.decimals is not None


def baseline_blocks(findings: Findings, pen: Pen) -> list[Block]:
    """Write the tables that the plan asks for, after a sentence that names them."""
    plan = findings.plan
    tables = [table for table in (_baseline(findings, pen), _severity(findings, pen), _others(findings, pen)) if table]
    if not tables:
        return []
    said: dict[str, Content] = {
        "baseline": ("Baseline characteristics are in ", CrossRef("baseline")),
        "severity": ("the severity of those ", with_condition(plan, inside=True), " in ", CrossRef("severity")),
        "alternatives": ("diagnoses of those ", without_condition(plan, inside=True), " in ", CrossRef("alternatives")),
    }
    parts = [said[table.id] for table in tables]
    words: list[Content] = [_capital(parts[0]) if isinstance(parts[0], tuple) else parts[0]]
    words += [piece for part in parts[1:] for piece in (", ", part)]
    return [Paragraph((*words, ".")), *tables]


def column_label(plan: StudyPlan, name: str) -> Content:
    """Name a column by its label in the plan, or as it is called in the data."""
    return planned(plan.data.labels[name]) if name in plan.data.labels else named(name)


def population_of(findings: Findings) -> Content:
    """Name the primary analysis set at the beginning of the line under a caption."""
    primary = findings.investigation.primary
    return primary if primary == EVERYONE else planned(primary)


def group_name(findings: Findings, group: str) -> Content:
    """Name a group as a row does."""
    plan = findings.plan
    names: dict[str, Content] = {
        CASES: with_condition(plan),
        CONTROLS: without_condition(plan),
        UNKNOWN: "Not known",
        ALL: "All",
    }
    return names[group]


def reference_group(plan: StudyPlan, columns: tuple[Column, ...]) -> ColumnGroup:
    """Head columns that are results of the reference standard."""
    if plan.agreement:
        return ColumnGroup("Comparator", columns)
    return ColumnGroup(("Target condition: ", planned(plan.reference.condition)), columns)


def reference_heads(plan: StudyPlan) -> dict[str, str]:
    """Give the head of a column for each result of the reference standard, in few letters."""
    known = ("Positive", "Negative") if plan.agreement else ("Present", "Absent")
    return {PRESENT: known[0], ABSENT: known[1], INCONCLUSIVE: "Inconclusive", MISSING: "Missing"}


def unknown_note(plan: StudyPlan) -> str:
    """Say who is in the group of which nobody knows."""
    return f"Not known: {reference_word(plan)} inconclusive or missing."


def summary_decimals(places: int) -> int:
    """Choose the decimals of a mean or quartile from those of the data: one more, unless they have two or more."""
    return places + 1 if places < 2 else places


def groups_in(pen: Pen) -> tuple[str, ...]:
    """Give the groups that were described, in their order."""
    return tuple(group for group in (CASES, CONTROLS, UNKNOWN, ALL) if f"base.{group}.n" in pen.table)


def _capital(part: tuple[Content, ...]) -> Content:
    first = part[0]
    return (f"{first[0].upper()}{first[1:]}", *part[1:]) if isinstance(first, str) else part


def _baseline(findings: Findings, pen: Pen) -> Table | None:
    names = findings.plan.participants.baseline
    if not names:
        return None
    groups = groups_in(pen)
    told = [_described(findings, f"base.b{place}", name, groups) for place, name in enumerate(names, 1)]
    words = reference_heads(findings.plan)
    short = {CASES: words[PRESENT], CONTROLS: words[ABSENT], UNKNOWN: "Not known", ALL: "All"}
    heads = {group: Column(short[group], second=_size(pen, f"base.{group}.n")) for group in groups}
    unknown = (unknown_note(findings.plan),) if UNKNOWN in groups else ()
    return Table(
        id="baseline",
        caption="Baseline characteristics",
        sub=(population_of(findings), "; ", _units(told), "."),
        columns=(
            Column("Value", "text"),
            reference_group(findings.plan, tuple(column for group, column in heads.items() if group != ALL)),
            Column("All", second=_size(pen, f"base.{ALL}.n"), gap=True),
        ),
        rows=tuple(RowGroup(column_label(findings.plan, one.name), tuple(_rows(pen, one))) for one in told),
        notes=(*unknown, *_notes(pen, told), _NO_TESTS),
        group_header="Characteristic",
        place="14.1",
    )


def _severity(findings: Findings, pen: Pen) -> Table | None:
    name = findings.plan.participants.severity
    caption = ("Severity in participants ", with_condition(findings.plan, inside=True))
    return _one_column(findings, pen, "severity", name, CASES, caption) if name else None


def _others(findings: Findings, pen: Pen) -> Table | None:
    name = findings.plan.participants.alternatives
    caption = ("Diagnoses of participants ", without_condition(findings.plan, inside=True))
    return _one_column(findings, pen, "alternatives", name, CONTROLS, caption) if name else None


def _one_column(findings: Findings, pen: Pen, key: str, name: str, group: str, caption: Content) -> Table:
    """Describe one column in one group."""
    told = _described(findings, key, name, (group,))
    return Table(
        id=key,
        caption=caption,
        sub=(population_of(findings), "; ", _units([told]), "."),
        columns=(
            Column(column_label(findings.plan, name), "text"),
            Column(group_name(findings, group), second=_size(pen, f"base.{group}.n")),
        ),
        rows=tuple(_rows(pen, told)),
        notes=tuple(_notes(pen, [told])),
        place="14.1",
    )


def _size(pen: Pen, row: str) -> Content:
    return ("N = ", pen.value(row))


def _described(findings: Findings, key: str, name: str, groups: tuple[str, ...]) -> _Described:
    numbers = numbers_of(column_of(findings.investigation.frame, name, "participants"))
    return _Described(key, name, groups, None if numbers is None else decimals_of(numbers))


def _rows(pen: Pen, told: _Described) -> list[Row]:
    """Write numbers by moments and quartiles, levels by how many have each, and those without a value."""
    rows = []
    if told.is_number:
        for name, stats in _SUMMED:
            rows.append(Row(name, tuple(_summary(pen, f"{told.key}.{group}", stats, told) for group in told.groups)))
    else:
        for analysis, level in _levels(pen, told):
            cells = tuple(_share(pen, f"{analysis}.{group}") for group in told.groups)
            rows.append(Row(named(level), cells))
    missing = [f"{told.key}.{group}.n-missing" for group in told.groups]
    if not rows or pen.shell or any(pen.number(row) for row in missing):
        rows.append(Row("Missing", tuple(pen.value(row) for row in missing)))
    return rows


def _levels(pen: Pen, told: _Described) -> list[tuple[str, str]]:
    """Give the analysis of each level with its name."""
    found = []
    place = 1
    while (analysis := f"{told.key}.l{place}") and f"{analysis}.{told.groups[0]}.n" in pen.table:
        found.append((analysis, pen.table.row(f"{analysis}.{told.groups[0]}.n").about.groups[-1][1]))
        place += 1
    return found


def _summary(pen: Pen, analysis: str, stats: Sequence[str], told: _Described) -> Content:
    """Write a statistic of numbers, the smallest and the largest with the decimals of the data."""
    places = told.decimals or 0
    more = places if "min" in stats else summary_decimals(places)
    written = [pen.value(f"{analysis}.{stat}", decimals=more) for stat in stats]
    if "min" in stats:
        return (written[0], " to ", written[1])
    inside = [piece for value in written[2:] for piece in (", ", value)]
    return (written[0], " (", written[1], *inside, ")")


def _share(pen: Pen, analysis: str) -> Content:
    return (pen.value(f"{analysis}.n"), " (", pen.value(f"{analysis}.share"), ")")


def _units(told: Sequence[_Described]) -> str:
    """Say what a cell is."""
    if all(one.is_number for one in told):
        return "statistics as the rows name them"
    more = ", unless a row names another statistic" if any(one.is_number for one in told) else ""
    return f"n (%) of those with a value{more}"


def _notes(pen: Pen, told: Sequence[_Described]) -> list[Content]:
    notes: list[Content] = []
    if any(one.is_number for one in told):
        notes.append(quartile_note("SD: standard deviation; Q1, Q3: first and third quartile"))
    analyses = [f"{one.key}.{group}" for one in told for group in one.groups]
    analyses += [f"{level}.{group}" for one in told for level, _ in _levels(pen, one) for group in one.groups]
    rows = [row for analysis in analyses for row in pen.table.analysis(analysis).values()]
    if not pen.shell and any(row.value is None for row in rows):
        notes.append("NE: not estimable.")
    return notes


def quartile_note(lead: str) -> Content:
    """Say what the abbreviations are and how quartiles were found."""
    return (f"{lead} (", Quoted("type 7", "method"), " ", Cite("hyndman1996"), ").")
