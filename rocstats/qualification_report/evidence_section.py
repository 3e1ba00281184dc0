"""Sections on what was checked, by what it is worth: numbers by class of evidence, checks by kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rocstats.document.blocks import Block, Column, Paragraph, Row, Section, Table
from rocstats.document.inline import Content, CrossRef
from rocstats.formatting import counted
from rocstats.qualification.checked import Checked, Skipped
from rocstats.qualification.checks import CheckOutcome
from rocstats.qualification.coverage import outside_figures
from rocstats.qualification.evidence import CLASS_MEANINGS, CLASSES
from rocstats.qualification_report.item import Item
from rocstats.qualification_report.qualification import Qualification

_DASH = "\u2013"
_SHOWN = ("passed", "known difference", "accepted", "failed", "skipped")
_HEADERS = ("Passed", "Differ as known", "Accepted", "Failed", "Skipped")
_KINDS = {
    "error": "bad input is refused with the documented error",
    "invariance": "what must not matter does not",
    "identity": "two routes to one number agree",
    "degenerate": "data that give no certainty give none",
    "determinism": "the same seed and data give the same numbers and bytes",
    "simulation": "a property holds over many samples",
}


def evidence_section(found: Qualification) -> Section | None:
    """Count the numbers by the class of what they are held against."""
    if found.oq is None:
        return None
    pairs = list(zip(found.oq.items, found.oq.behind, strict=True))
    numbers = [(item, one) for item, one in pairs if isinstance(one, Checked | Skipped)]
    checks = len(pairs) - len(numbers)
    asked = [(item, one) for item, one in numbers if isinstance(one, Checked)]
    outside = len(outside_figures(one for _, one in asked))
    waiting = len(numbers) - len(asked)
    text: list[Content] = [
        f"{counted(len(asked), 'number')} of {counted(len({one.case for _, one in asked}), 'case')} "
        f"{'was' if len(asked) == 1 else 'were'} computed and held against what a source states: within half a unit of "
        "the last printed digit, exactly where it is a whole number or a fraction, or within a tolerance that the case "
        f"states with its reason. {outside} of them are from outside: published, recalled from a publication, or "
        "printed by another program (a figure that one origin prints twice about the same data is counted once). The "
        "others are our own, by another route; ",
        CrossRef("classes"),
        " counts them apart.",
    ]
    if checks:
        text += [f" {counted(checks, 'check')} of the software\u2019s conduct are counted in ", CrossRef("kinds"), "."]
    if waiting:
        text.append(f" {counted(waiting, 'number')} could not be asked about: the data are not part of the kit.")
    return Section(
        id="evidence",
        title="What was checked, against what",
        blocks=(Paragraph(tuple(text)), _classes(numbers)),
    )


def _classes(numbers: Sequence[tuple[Item, Checked | Skipped]]) -> Table:
    rows = []
    for letter in CLASSES:
        of = [(item, one) for item, one in numbers if one.value_class == letter]
        kinds = dict.fromkeys(one.evidence for _, one in of)
        if not of:
            continue
        rows.append(Row(f"{letter}: {CLASS_MEANINGS[letter]}", _counts([item for item, _ in of])))
        if len(kinds) > 1:
            rows += [
                Row(kind, _counts([item for item, one in of if one.evidence == kind]), indent=True) for kind in kinds
            ]
    rows.append(Row("All", _counts([item for item, _ in numbers]), total=True, strong=True))
    return Table(
        id="classes",
        caption="Numbers by class of evidence",
        columns=(Column("Class", "text"), *(Column(header) for header in _HEADERS)),
        rows=tuple(rows),
        notes=("Recalled: a published figure that was written down without the source at hand.",),
    )


def checks_section(found: Qualification) -> Section | None:
    """Count the checks by their kind."""
    if found.oq is None:
        return None
    pairs = list(zip(found.oq.items, found.oq.behind, strict=True))
    by_kind: dict[str, list[Item]] = {}
    for item, one in pairs:
        if isinstance(one, CheckOutcome):
            by_kind.setdefault(one.check.kind, []).append(item)
    if not by_kind:
        return None
    rows = [
        Row(f"{kind.capitalize()}: {what}", _short(by_kind[kind])) for kind, what in _KINDS.items() if kind in by_kind
    ]
    if runs := [item for item, one in pairs if one is None]:
        rows.append(Row("A plan run whole: results, report and a second run hang together", _short(runs)))
    every = [item for item, one in pairs if not isinstance(one, Checked | Skipped)]
    rows.append(Row("All", _short(every), total=True, strong=True))
    blocks: list[Block] = [
        Paragraph(
            (
                CrossRef("kinds"),
                " counts checks without a printed value. Each calls public functions and states what must hold; all "
                "are listed with what they found in oq.json and rtm.csv.",
            )
        ),
        Table(
            id="kinds",
            caption="Checks by kind",
            columns=(Column("Kind", "text"), *(Column(header) for header in ("Passed", "Accepted", "Failed"))),
            rows=tuple(rows),
        ),
    ]
    return Section(id="checks", title="Checks of conduct", blocks=tuple(blocks))


def _counts(items: Sequence[Item]) -> tuple[str, ...]:
    found = Counter(item.verdict for item in items)
    return tuple(str(found[verdict]) if found[verdict] else _DASH for verdict in _SHOWN)  # type: ignore[index]


def _short(items: Sequence[Item]) -> tuple[str, ...]:
    found = Counter(item.verdict for item in items)
    return tuple(str(number) if number else _DASH for number in (found["passed"], found["accepted"], found["failed"]))
