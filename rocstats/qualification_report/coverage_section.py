"""Section on coverage: each requirement, the numbers and checks that test it, and those without an outside value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rocstats.document.blocks import Block, Column, ColumnGroup, Paragraph, Row, RowGroup, Section, Table
from rocstats.document.inline import Code, Content, CrossRef
from rocstats.formatting import counted
from rocstats.qualification.checked import Checked
from rocstats.qualification.checks import CheckOutcome
from rocstats.qualification.coverage import Covered, coverage
from rocstats.qualification.evidence import CLASSES
from rocstats.qualification.requirements import RISKS
from rocstats.qualification_report.item import EVERY_NUMBER, NOT_TESTED, OnRequirement, items_testing, verdict_on
from rocstats.qualification_report.qualification import Qualification

_DASH = "\u2013"


@dataclass(frozen=True, slots=True)
class Tested:
    """A requirement with what tests it: numbers and checks, lines of the other parts, the verdict."""

    covered: Covered
    lines: int
    verdict: OnRequirement


def coverage_section(found: Qualification) -> Section | None:
    """Show what each requirement rests on; none where the kit states no requirements."""
    if found.oq is None or not found.oq.requirements:
        return None
    tested = coverage_of(found)
    without = [one for one in tested if not one.covered.outside]
    untested = sum(one.verdict == NOT_TESTED for one in tested)
    text: list[Content] = [
        f"The kit states {counted(len(tested), 'requirement')}. ",
        CrossRef("coverage-table"),
        " has for each the numbers that test it by class of evidence, those from outside, and the checks.",
    ]
    if without:
        text += [
            f" {len(without)} have no number from outside; ",
            CrossRef("without-table"),
            f" names them. {untested} of these were not tested by this run.",
        ]
    blocks: list[Block] = [Paragraph(tuple(text)), _table(tested)]
    if without:
        blocks.append(_without(without))
    return Section(id="coverage", title="Coverage of requirements", blocks=tuple(blocks))


def coverage_of(found: Qualification) -> list[Tested]:
    """Collect, for each requirement of the kit, what tests it in any part of the run."""
    assert found.oq is not None
    behind = found.oq.behind
    numbers = [one for one in behind if isinstance(one, Checked)]
    checks = [one.check for one in behind if isinstance(one, CheckOutcome)]
    # Lines behind which there is neither a number nor a check of the catalogue.
    others = {item.id for item in found.items} - {
        item.id for item, one in zip(found.oq.items, behind, strict=True) if one is not None
    }
    tested = []
    for covered in coverage(numbers, found.oq.requirements, checks).requirements:
        items = items_testing(found.items, covered.name)
        lines = sum(item.id in others and item.verdict != "information" for item in items)
        lines += covered.name == EVERY_NUMBER
        tested.append(Tested(covered, lines, verdict_on(items)))
    return tested


def _table(tested: Sequence[Tested]) -> Table:
    groups = []
    for risk in RISKS:
        of = [one for one in tested if one.covered.risk == risk]
        if of:
            groups.append(RowGroup(f"{risk.capitalize()} risk", tuple(map(_row, of)), detail=str(len(of))))
    letters = tuple(Column(letter) for letter in CLASSES)
    return Table(
        id="coverage-table",
        caption="Requirements and what tests them",
        columns=(
            Column("Requirement", "text"),
            ColumnGroup("Numbers by class", letters),
            Column("From outside"),
            Column("Checks"),
            Column("Verdict", "text", gap=True),
        ),
        rows=tuple(groups),
        group_header="Risk",
        notes=(
            "A number may test several requirements. From outside: figures that one origin prints twice about the "
            "same data are counted once. Checks: lines without a printed value, those of the installation and of "
            "performance among them. Texts and sources of the requirements stand in rtm.csv.",
        ),
    )


def _row(one: Tested) -> Row:
    cells = (*(n for _, n in one.covered.by_class), one.covered.outside, one.covered.checks + one.lines)
    return Row(Code(one.covered.name), (*(str(n) if n else _DASH for n in cells), one.verdict), nowrap=True)


def _without(without: Sequence[Tested]) -> Table:
    return Table(
        id="without-table",
        caption="Requirements without a number from outside",
        columns=tuple(Column(header, "text") for header in ("Requirement", "Text", "Risk", "Tested by")),
        rows=tuple(
            Row(Code(one.covered.name), (one.covered.text, one.covered.risk, _by(one)), nowrap=True) for one in without
        ),
        notes=(
            "Not by this run: neither a case nor a check that was run names it; it is tested with the package, by its "
            "own suite of tests.",
        ),
        size="prose",
    )


def _by(one: Tested) -> str:
    own = f"{counted(one.covered.values, 'number')} of our own"
    counts = ((one.covered.values, own), (one.covered.checks, counted(one.covered.checks, "check")))
    words = [text for n, text in (*counts, (one.lines, counted(one.lines, "line"))) if n]
    return ", ".join(words) or "not by this run"
