"""Interval methods side by side: how far the choice of a method matters for each area."""

from __future__ import annotations

from collections.abc import Sequence

from rocstats.document.blocks import Aside, Block, Cell, Column, Paragraph, Row, Subheading, Table
from rocstats.document.inline import Content, CrossRef
from rocstats.inference.side_by_side import CHANCE, RECOMMENDED
from rocstats.report.analysis import Analysis, TestResults
from rocstats.report.key_results import area_decimals
from rocstats.report.numbers import NE, in_words, level_percent, limits, number, sentence
from rocstats.report.plan import PlannedMethods
from rocstats.report.wording import chunks, grouped, numbered_ids, typeset
from rocstats.results import Estimate

_ACROSS = 4


def table_ids(analysis: Analysis) -> list[str]:
    """Give the ids of the tables."""
    return numbered_ids("intervals", len(chunks(analysis.tests, _ACROSS)))


def side_by_side(analysis: Analysis) -> list[Block]:
    """Write the tables, and what they say about an area of one half."""
    parts = chunks(analysis.tests, _ACROSS)
    ids = table_ids(analysis)
    blocks: list[Block] = [
        Subheading("Interval methods side by side"),
        Paragraph(
            (
                "Every method of the register that serves one AUC (",
                CrossRef(*ids),
                f"). {_planned(analysis)} in bold; the others show how far the choice matters.",
            )
        ),
    ]
    blocks += [_table(analysis, identity, tests) for identity, tests in zip(ids, parts, strict=True)]
    blocks += [
        Aside(f"{found.name}: the methods disagree about 0.5.", f"{sentence(said)} {sentence(unsettled(found.name))}")
        for found in analysis.tests
        if (said := around_chance(found, "the {} intervals"))
    ]
    return blocks


def _planned(analysis: Analysis) -> str:
    """Name the method of the areas, as a choice of the plan only where it is not what is taken unless stated."""
    named = typeset(analysis.tests[0].area.method.name)
    default = analysis.plan.methods.auc == PlannedMethods().auc
    return f"{named}, the default, is" if default else f"The plan names {named},"


def counts_around_chance(found: TestResults) -> tuple[int, int]:
    """Count the methods whose interval contains one half, and those whose interval does not."""
    judged = [e for e in found.intervals.estimates if e.interval is not None]
    inside = len(found.intervals.holding(CHANCE))
    return inside, len(judged) - inside


def around_chance(found: TestResults, what: str) -> str:
    """Say how many intervals contain one half and how many do not, or nothing if the methods agree."""
    inside, outside = counts_around_chance(found)
    if not inside or not outside:
        return ""
    contain, do = "contains" if inside == 1 else "contain", "does" if outside == 1 else "do"
    among = what.format(in_words(inside + outside))
    return f"{in_words(inside)} of {among} {contain} 0.5 and {in_words(outside)} {do} not"


def unsettled(tests: str) -> str:
    """Say what follows from that for the tests named."""
    return f"these data do not settle whether {tests} separates the groups at all."


def silent_methods(tests: Sequence[TestResults]) -> list[str]:
    """Say by name which methods cannot judge an area and why, where the plan's own method can."""
    notes = []
    for found in tests:
        if found.area.interval is None:
            continue
        reasons: dict[str, list[str]] = {}
        for estimate in found.intervals.estimates:
            for note in estimate.notes if estimate.interval is None else ():
                reasons.setdefault(note.text, []).append(typeset(estimate.method.name))
        notes += [(found.name, f"{'; '.join(methods)}: {text}") for text, methods in reasons.items()]
    return grouped(notes, len(tests))


def recommendations(tests: Sequence[TestResults]) -> list[str]:
    """Say which interval is the one to report by simulated coverage."""
    notes = [(found.name, note.text) for found in tests for note in found.intervals.notes if note.code == RECOMMENDED]
    return grouped(notes, len(tests))


def _table(analysis: Analysis, identity: str, tests: Sequence[TestResults]) -> Table:
    decimals = area_decimals(analysis)
    level = level_percent(analysis.plan.level)
    named = analysis.tests[0].area.method.id
    by_test = [found.intervals.estimates for found in tests]
    rows = []
    previous = ""
    inside = False
    for estimates in zip(*by_test, strict=True):
        card = estimates[0].method
        family = card.id.partition("-")[0]
        cells = []
        for found, estimate in zip(tests, estimates, strict=True):
            contains = estimate.interval is not None and CHANCE in estimate.interval
            inside = inside or contains
            marks = [*(["chance"] if contains else []), *(["best"] if found.intervals.recommended == card.id else [])]
            cells.append(Cell(limits(estimate.interval, decimals), tuple(marks)))
        rows.append(
            Row(
                Cell(typeset(card.name), strong=card.id == named),
                tuple(cells),
                rule=bool(previous) and family != previous,
            )
        )
        previous = family
    notes: list[Content] = [line for line in [_chance(by_test[0])] if line]
    if any(cell.value == NE for row in rows for cell in row.cells if isinstance(cell, Cell)):
        notes += ["NE: not estimable by this method.", *silent_methods(tests)]
    return Table(
        id=identity,
        caption=f"{level} confidence intervals for {'each' if len(analysis.tests) > 1 else 'the'} AUC, by method",
        columns=(
            Column("Method", "text"),
            *(
                Column(found.name, "interval", second=f"AUC {number(found.area.estimate, decimals)}", gap=True)
                for found in tests
            ),
        ),
        rows=tuple(rows),
        notes=tuple(notes),
        letters=(
            *((("chance", "The interval contains 0.5."),) if inside else ()),
            ("best", " ".join(recommendations(tests))),
        ),
    )


def _chance(estimates: Sequence[Estimate]) -> str:
    drawn = [e for e in estimates if e.inference.resampling is not None]
    if not drawn:
        return ""
    return f"Bootstrap: {str(drawn[0].inference.resampling).replace('subjects', 'participants')}, seed {drawn[0].seed}."
