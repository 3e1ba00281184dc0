"""Section "Study design and participants"."""

from __future__ import annotations

from collections.abc import Iterator

from rocstats.document.blocks import Block, Cell, Column, Paragraph, Row, Section, Table
from rocstats.document.inline import Code, Content, CrossRef, Quoted, joined
from rocstats.investigation.findings import Findings
from rocstats.investigation.investigation import ABSENT, EVERYONE, INCONCLUSIVE, MISSING, PRESENT
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_report.baseline_tables import baseline_blocks, reference_group, reference_heads
from rocstats.study_report.flow_pictures import FLOW, flow_figure, reasons_of
from rocstats.study_report.measure_words import reference_word, with_condition, without_condition
from rocstats.study_report.pen import Pen, named, planned
from rocstats.study_report.row_words import rows_word
from rocstats.study_report.timing_table import timing_blocks

_SETS = "analysis-sets"
_COLLECTED = {
    "prospective": "Data collection was planned before the tests were done (prospective)",
    "retrospective": "Data collection was planned after the tests were done (retrospective)",
}
_SAMPLED = {
    "consecutive": "participants are a consecutive series",
    "random": "participants are a random sample",
    "convenience": "participants are a convenience series",
}
_TYPES = {
    "cohort": "They came in as one group, whatever their condition (cohort)",
    "case-control": "They were chosen by their condition (case-control), so its share here was set by the design",
}
_TEXTS = (("eligibility", "Eligibility"), ("identification", "How participants were found"), ("setting", "Setting"))


def participants_section(findings: Findings, pen: Pen) -> Section:
    """Write the section: design, places and dates, flow, analysis sets, and what the participants were like."""
    plan = findings.plan
    blocks: list[Block] = []
    if said := tuple(_design(plan)):
        blocks.append(Paragraph(said))
    for key, lead in _TEXTS:
        if text := getattr(plan.narrative, key):
            blocks.append(Paragraph((f"{lead}: ", planned(text))))
    if said := tuple(_place_and_time(findings, pen)):
        blocks.append(Paragraph(said))
    blocks.append(Paragraph(tuple(_flow(findings, pen))))
    if not pen.shell:
        blocks.append(flow_figure(findings, pen))
    blocks += [Paragraph(tuple(_primary(findings))), _sets(findings, pen)]
    blocks += baseline_blocks(findings, pen)
    blocks += timing_blocks(findings, pen)
    return Section(id="participants", title="Study design and participants", blocks=tuple(blocks))


def _design(plan: StudyPlan) -> Iterator[Content]:
    """Say how the study was done as the plan states it, and what it does not state."""
    design = plan.design
    collected = _COLLECTED.get(design.data_collection or "", "")
    sampled = _SAMPLED.get(design.sampling or "", "")
    if collected or sampled:
        both = "; ".join(part for part in (collected, sampled) if part)
        yield f"{both[0].upper()}{both[1:]}. "
    if design.type is not None:
        who = "" if sampled else "Participants"
        words = _TYPES[design.type]
        yield f"{words.replace('They', who, 1) if who else words}. "
    missing = [
        what
        for what, stated in (
            ("whether data were collected before or after the tests", design.data_collection),
            ("how the series of participants was formed", design.sampling),
            ("whether participants were chosen by their condition", design.type),
        )
        if stated is None
    ]
    if missing:
        yield ("The plan does not state ", *joined(missing), ".")


def _place_and_time(findings: Findings, pen: Pen) -> Iterator[Content]:
    table = pen.table
    if "flow.sites.n" in table:
        several = pen.number("flow.sites.n") != 1
        yield ("Eligible participants came from ", pen.value("flow.sites.n"), " sites. " if several else " site. ")
    spans: list[Content] = [
        (f"{what} from ", pen.value(f"flow.{word}.first"), " to ", pen.value(f"flow.{word}.last"))
        for word, what in (
            ("index-dates", "index tests were done"),
            ("reference-dates", f"the {reference_word(findings.plan)} was done"),
        )
        if pen.has(f"flow.{word}.first")
    ]
    if spans:
        yield ("By the dates in the data, ", *joined(spans), ".")


def _flow(findings: Findings, pen: Pen) -> Iterator[Content]:
    """Tell the way from the data to the analysis, every count of it."""
    plan, where = findings.plan, () if pen.shell else (" (", CrossRef(FLOW), ")")
    eligible = plan.participants.eligible
    rows = rows_word(findings)
    yield (
        "The data hold ",
        pen.value("flow.enrolled.n"),
        f" {rows if pen.number('flow.enrolled.n') != 1 else rows[:-1]}",
    )
    if plan.data.cluster and plan.data.subject:
        yield (" of ", pen.value("flow.enrolled.n-participants"), " participants")
    if plan.data.cluster:
        yield (" in ", pen.value("flow.enrolled.n-clusters"), " clusters")
    if eligible:
        yield ("; eligible by the plan (", quoted_filter(eligible), "): ", pen.value("flow.eligible.n"))
        yield (", not eligible: ", pen.value("flow.excluded.n"), *where, ".")
        if reasons := reasons_of(pen):
            parts = [(named(name), " (", pen.value(row), ")") for name, row in reasons]
            yield (" Reasons: ", *joined(parts), ".")
    else:
        yield ("; the plan names none that is not eligible", *where, ".")
    if "flow.contradicted.n" in pen.table:
        yield (" A reason for exclusion stands in the data of ", pen.value("flow.contradicted.n"))
        yield " who are eligible by the plan; the plan decided."
    yield (f" The {reference_word(plan)} was conclusive for ", pen.value("flow.verified.n"), ": ")
    yield (pen.value("flow.reference.present.n"), " ", with_condition(plan, inside=True), " and ")
    yield (pen.value("flow.reference.absent.n"), " ", without_condition(plan, inside=True))
    yield ("; it was inconclusive for ", pen.value("flow.reference.inconclusive.n"), " and missing for ")
    yield (pen.value("flow.reference.missing.n"), ".")


def quoted_filter(text: str) -> Content:
    """Quote a filter of the plan."""
    return Quoted(Code(text), "plan")


def _primary(findings: Findings) -> Iterator[Content]:
    primary = findings.investigation.primary
    yield ("The primary analysis is of the set ", primary if primary == EVERYONE else planned(primary))
    yield (", see ", CrossRef(_SETS), ".")


def _sets(findings: Findings, pen: Pen) -> Table:
    """Write the analysis sets with their filters; groups that no set has are left out."""
    plan, investigation = findings.plan, findings.investigation
    sets = [(f"sets.s{place}", name) for place, name in enumerate(investigation.sets, 1)]

    def seen(stat: str) -> bool:
        return pen.shell or any(pen.number(f"{at}.{stat}") for at, _ in sets)

    heads = reference_heads(plan)
    truth = [("n-cases", heads[PRESENT]), ("n-controls", heads[ABSENT])]
    truth += [("n-inconclusive", heads[INCONCLUSIVE])] if seen("n-inconclusive") else []
    truth += [("n-missing", heads[MISSING])] if seen("n-missing") else []
    outside = seen("n-outside")
    stats = ["n", *(stat for stat, _ in truth), *(["n-outside"] if outside else [])]
    rows = []
    for at, name in sets:
        text = plan.participants.eligible if name == EVERYONE else plan.analysis_sets[name]
        defined: Content = quoted_filter(text) if text else "everyone in the data"
        primary = name == investigation.primary
        label = Cell(name if name == EVERYONE else planned(name), marks=("primary",) if primary else (), strong=primary)
        rows.append(Row(label, (defined, *(pen.value(f"{at}.{stat}") for stat in stats))))
    notes = ["Not in it: eligible and not chosen by the definition of the set."] if outside else []
    return Table(
        id=_SETS,
        caption="Analysis sets",
        sub=("Every set holds eligible ", rows_word(findings), " only."),
        columns=(
            Column("Set", "text"),
            Column("Definition", "text"),
            Column("N"),
            reference_group(plan, tuple(Column(head) for _, head in truth)),
            *([Column("Not in it", gap=True)] if outside else []),
        ),
        rows=tuple(rows),
        notes=tuple(notes),
        letters=(("primary", "Primary analysis set."),),
        size="wide",
        place="14.1",
    )
