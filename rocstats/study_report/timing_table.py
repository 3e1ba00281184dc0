"""Table of the days between the tests."""

from __future__ import annotations

from rocstats.document.blocks import Block, Column, Paragraph, Row, Table, TableCell
from rocstats.document.inline import Content, CrossRef
from rocstats.investigation.baseline_results import ALL, CASES, CONTROLS, UNKNOWN
from rocstats.investigation.findings import Findings
from rocstats.investigation.investigation import ABSENT, PRESENT
from rocstats.study_report.baseline_tables import groups_in, population_of, quartile_note, reference_heads, unknown_note
from rocstats.study_report.measure_words import reference_word
from rocstats.study_report.pen import Pen

_TIMING = "timing"
_STATS = ("median", "q1", "q3", "min", "max")


def timing_blocks(findings: Findings, pen: Pen) -> list[Block]:
    """Write the table, if the plan names both dates, after what it shows."""
    if f"{_TIMING}.all.n" not in pen.table:
        return []
    return [Paragraph(tuple(_said(findings, pen))), _table(findings, pen)]


def _said(findings: Findings, pen: Pen) -> list[Content]:
    reference = reference_word(findings.plan)
    if not pen.number(f"{_TIMING}.all.n"):
        return [
            f"No participant has both dates, so the time to the {reference} is not known (",
            CrossRef(_TIMING),
            ").",
        ]
    said: list[Content] = [f"The median time between index test and {reference} was, in days, "]
    said += [pen.value(f"{_TIMING}.all.median"), " (", CrossRef(_TIMING), ")"]
    if "plan.window-days" in pen.table:
        said += ["; more than the planned ", pen.value("plan.window-days"), " days apart: "]
        said += [pen.value(f"{_TIMING}.all.beyond.n"), " of ", pen.value(f"{_TIMING}.all.beyond.total")]
    said.append(". ")
    if f"{_TIMING}.all.treated.n" in pen.table:
        said += ["Treated between the two: ", pen.value(f"{_TIMING}.all.treated.n"), ". "]
    if pen.number(f"{_TIMING}.all.reversed.n"):
        said += [f"The {reference} came first for ", pen.value(f"{_TIMING}.all.reversed.n"), "."]
    return said


def _table(findings: Findings, pen: Pen) -> Table:
    groups = groups_in(pen)
    everyone = [f"{_TIMING}.{group}" for group in groups]
    shares = [
        (word, head)
        for word, head in (("beyond", "Beyond"), ("treated", "Treated"), ("reversed", "Reversed"))
        if f"{_TIMING}.all.{word}.n" in pen.table and (word != "reversed" or pen.number(f"{_TIMING}.all.{word}.n"))
    ]
    words = reference_heads(findings.plan)
    short = {CASES: words[PRESENT], CONTROLS: words[ABSENT], UNKNOWN: "Not known", ALL: "All"}
    missing = pen.shell or any(pen.number(f"{at}.n-missing") for at in everyone)

    def cells(at: str) -> tuple[TableCell, ...]:
        median, first, third, low, high = (pen.value(f"{at}.{stat}", decimals=_places(stat)) for stat in _STATS)
        found: list[TableCell] = [pen.value(f"{at}.n"), median, (first, ", ", third), (low, " to ", high)]
        found += [(pen.value(f"{at}.{w}.n"), " (", pen.value(f"{at}.{w}.share"), ")") for w, _ in shares]
        return (*found, pen.value(f"{at}.n-missing")) if missing else tuple(found)

    heads: list[Content] = ["n", "Median", "Q1, Q3", "Min to max", *(head for _, head in shares)]
    return Table(
        id=_TIMING,
        caption=f"Time between index test and {reference_word(findings.plan)}",
        sub=(population_of(findings), "; days, whichever came first", "; n (%)." if shares else "."),
        columns=(
            Column("Comparator" if findings.plan.agreement else "Target condition", "text"),
            *(Column(head) for head in heads),
            *([Column("No date")] if missing else []),
        ),
        rows=tuple(
            Row(short[group], cells(at), total=group == ALL) for group, at in zip(groups, everyone, strict=True)
        ),
        notes=tuple(_notes(findings, pen, [word for word, _ in shares])),
        size="wide",
        place="14.1",
    )


def _places(stat: str) -> int:
    return 0 if stat in ("min", "max") else 1


def _notes(findings: Findings, pen: Pen, shares: list[str]) -> list[Content]:
    notes: list[Content] = [unknown_note(findings.plan)] if UNKNOWN in groups_in(pen) else []
    notes.append(quartile_note("Q1, Q3: first and third quartile"))
    if "beyond" in shares:
        notes.append(("Beyond: more than ", pen.value("plan.window-days"), " days, the window of the plan."))
    if "treated" in shares:
        notes.append("Treated: between the tests, of all in the row.")
    if "reversed" in shares:
        notes.append(f"Reversed: the {reference_word(findings.plan)} came first.")
    analyses = [f"{_TIMING}.{group}{part}" for group in groups_in(pen) for part in ("", *(f".{w}" for w in shares))]
    values = [row.value for at in analyses for row in pen.table.analysis(at).values()]
    if None in values and not pen.shell:
        notes.append("NE: not estimable.")
    return notes
