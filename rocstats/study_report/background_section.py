"""Section "Background, intended use and objectives"."""

from __future__ import annotations

from collections.abc import Iterator

from rocstats.document.blocks import Block, Definitions, Paragraph, Row, Section, Subheading, Table
from rocstats.document.blocks import Column as TableColumn
from rocstats.document.inline import Content, CrossRef, Second, joined
from rocstats.investigation.findings import Findings
from rocstats.investigation.investigation import EVERYONE
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_report.claim_words import ClaimWords, claims_of
from rocstats.study_report.measure_words import accuracy_word, reference_word, spoken
from rocstats.study_report.number_style import NOT_APPLICABLE
from rocstats.study_report.participants_section import quoted_filter
from rocstats.study_report.pen import Pen, named, planned

_ESTIMAND = "estimand"
_TEXTS = (("background", "Background"), ("intended_use", "Intended use"), ("objectives", "Objectives"))
# Texts of the next two sections, which say nothing of one that is empty.
_LATER = (
    ("eligibility", "eligibility criteria"),
    ("identification", "how participants were found"),
    ("setting", "setting"),
)
_COUNTED = {"positive": "count as positive", "negative": "count as negative", "exclude": "are left out"}


def background_section(findings: Findings, pen: Pen) -> Section:
    """Write the section: texts of the plan, its claims in symbols, and the estimand."""
    plan = findings.plan
    blocks: list[Block] = []
    for key, heading in _TEXTS:
        if text := getattr(plan.narrative, key):
            blocks += [Subheading(heading), Paragraph(planned(text))]
    if missing := tuple(_missing(plan)):
        blocks.append(Paragraph(Second(("To be supplied: ", *joined(missing), "."))))
    if claims := claims_of(findings, pen):
        blocks += [Subheading("Hypotheses"), *_hypotheses(claims, pen)]
    said = ("What is estimated, of whom and by what is in ", CrossRef(_ESTIMAND), ".")
    blocks += [Subheading("Estimand"), Paragraph(said), _estimand(findings, pen)]
    return Section(id="background", title="Background, intended use and objectives", blocks=tuple(blocks))


def _missing(plan: StudyPlan) -> Iterator[str]:
    """Name the texts of this section and the next two that the plan leaves empty."""
    for key, what in (*((key, heading.lower()) for key, heading in _TEXTS), *_LATER):
        if not getattr(plan.narrative, key):
            yield what
    if not plan.reference.description:
        yield f"description of the {reference_word(plan)}"
    if not plan.reference.rationale:
        yield f"why this {reference_word(plan)}"
    if not all(test.description for test in plan.tests):
        yield "description of each test"


def _hypotheses(claims: tuple[ClaimWords, ...], pen: Pen) -> Iterator[Block]:
    """Echo each claim by the hypothesis to be rejected and the one to be shown."""
    yield Paragraph(
        ("The plan claims what follows; H\u2080 is to be rejected in favour of H\u2081", pen.see("decisions"), ".")
    )
    items: list[tuple[Content, Content]] = []
    for one in claims:
        level = pen.value(f"plan.h{one.place}.alpha")
        sides = "two-sided" if one.claim.alternative == "two-sided" else "one-sided"
        role = f" {one.claim.role.capitalize()};" if one.claim.role else ""
        said: list[Content] = ["H\u2080: ", one.null_hypothesis, "; H\u2081: ", one.alternative, "."]
        said += [f"{role} {sides} level ", level, "%"]
        said += [", after ", *joined([planned(name) for name in one.claim.after])] if one.claim.after else []
        items.append((planned(one.claim.id), (*said, ".")))
    yield Definitions(tuple(items))


def _estimand(findings: Findings, pen: Pen) -> Table:
    """Write what is estimated, and what is done about events that interfere."""
    plan = findings.plan
    primary = findings.investigation.primary
    text = plan.participants.eligible if primary == EVERYONE else plan.analysis_sets[primary]
    who: tuple[Content, ...] = (primary if primary == EVERYONE else planned(primary),)
    who += (": ", quoted_filter(text)) if text else ()
    condition: Content = (
        ("positive by ", named(plan.reference.name or plan.reference.column))
        if plan.agreement
        else planned(plan.reference.condition)
    )
    rows: list[tuple[Content, Content, Content]] = [
        ("Population", who, NOT_APPLICABLE),
        ("Target condition", condition, NOT_APPLICABLE),
        ("Index tests" if len(plan.tests) > 1 else "Index test", joined(_tests(findings, pen)), NOT_APPLICABLE),
        (reference_word(plan).capitalize(), named(plan.reference.name or plan.reference.column), NOT_APPLICABLE),
        (
            f"Measures of {accuracy_word(plan)}",
            joined([spoken(plan, one) for one in plan.estimand.measures]),
            NOT_APPLICABLE,
        ),
    ]
    rows += [("Interfering event", planned(event), planned(how)) for event, how in plan.estimand.events.items()]
    handling = plan.estimand.handling
    if handling.indeterminate is not None:
        rows.append(("Indeterminate results", f"They {_COUNTED[handling.indeterminate]}.", NOT_APPLICABLE))
    rows.append(("Failed runs", f"They {_COUNTED[handling.failed]}.", NOT_APPLICABLE))
    return Table(
        id=_ESTIMAND,
        caption="Estimand",
        sub="As the plan states it.",
        columns=(
            TableColumn("Attribute", "text"),
            TableColumn("Definition", "text"),
            TableColumn("Strategy for the interfering event", "text"),
        ),
        rows=tuple(Row(name, (definition, strategy)) for name, definition, strategy in rows),
        notes=(f"{NOT_APPLICABLE}: does not apply, or the plan names no strategy.",),
        size="prose",
    )


def _tests(findings: Findings, pen: Pen) -> list[Content]:
    return [pen.rule(test) for test in findings.investigation.tests]
