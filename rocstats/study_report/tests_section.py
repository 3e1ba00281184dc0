"""Section "Tests and reference standard"."""

from __future__ import annotations

from collections.abc import Iterator

from rocstats.document.blocks import Block, Column, Paragraph, Row, Section, Subheading, Table
from rocstats.document.inline import Content, CrossRef, joined
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.findings import Findings
from rocstats.study_plan.study_plan import AIPart, Scalar, StudyPlan, values_of
from rocstats.study_report.measure_words import accuracy_word, reference_word
from rocstats.study_report.number_style import NOT_APPLICABLE
from rocstats.study_report.pen import Pen, named, planned

_TESTS = "test-descriptions"
_ORIGINS = {
    "prespecified": "prespecified",
    "data_driven": "chosen on data",
    "manufacturer": "manufacturer",
    "literature": "literature",
}
_VERIFICATION = {
    "complete": "All participants were to have the same {reference}.",
    "partial": (
        "Only some participants had the {reference} (partial verification). If who had it depends on the result of a "
        "test, {accuracy} among those who had it is biased"
    ),
    "differential": (
        "Not all participants had the same {reference} (differential verification). If which one depends on the result "
        "of a test, {accuracy} is biased"
    ),
}


def tests_section(findings: Findings, pen: Pen) -> Section:
    """Write the section: each index test, where its threshold comes from, and what it is held against."""
    tests = findings.investigation.tests
    blocks: list[Block] = [Paragraph(("The index tests are in ", CrossRef(_TESTS), ".")), _table(findings, pen)]
    blocks += [
        Paragraph((named(test.name), ": ", planned(test.part.description))) for test in tests if test.part.description
    ]
    if said := [part for test in tests for part in _threshold(pen, test)]:
        blocks += [Subheading("Thresholds"), Paragraph(tuple(said))]
    blocks += [Subheading(reference_word(findings.plan).capitalize()), *_reference(findings.plan, pen)]
    if findings.plan.ai is not None:
        blocks += [Subheading("Learned test"), Paragraph(tuple(_learned(findings.plan.ai)))]
    return Section(id="tests", title=f"Tests and {reference_word(findings.plan)}", blocks=tuple(blocks))


def _table(findings: Findings, pen: Pen) -> Table:
    rows = []
    for test in findings.investigation.tests:
        part = test.part
        cells = (_positive(pen, test), _origin(test), part.unit, part.version, part.masking)
        rows.append(Row(named(test.name), tuple(_stated(cell) for cell in cells)))
    return Table(
        id=_TESTS,
        caption="Index tests",
        sub="As the plan describes them.",
        columns=tuple(
            Column(head, "text")
            for head in ("Test", "Positive is", "Origin of the threshold", "Unit", "Version", "What its readers knew")
        ),
        rows=tuple(rows),
        notes=(f"{NOT_APPLICABLE}: not stated in the plan, or does not apply.",),
        size="prose",
    )


def _stated(cell: Content) -> Content:
    """Quote a text of the plan, or put a dash where there is none."""
    if isinstance(cell, str):
        return planned(cell) if cell else NOT_APPLICABLE
    return cell


def _positive(pen: Pen, test: TestColumn) -> Content:
    if test.part.has_calls:
        return _values(test.part.positive)
    if test.part.threshold is None:
        side = "lower" if test.test.low else "higher"
        return (f"{side} scores; no threshold is stated",)
    unit: tuple[Content, ...] = (" ", planned(test.part.unit)) if test.part.unit else ()
    return ("\u2264 " if test.test.low else "\u2265 ", pen.value(f"plan.{test.key}.threshold"), *unit)


def _origin(test: TestColumn) -> Content:
    threshold = test.part.threshold
    if threshold is None or test.part.has_calls:
        return ""
    source: tuple[Content, ...] = (" (", planned(threshold.source), ")") if threshold.source else ()
    return (_ORIGINS[threshold.origin], *source)


def _values(stated: Scalar | tuple[Scalar, ...]) -> Content:
    return joined([named(str(value)) for value in values_of(stated)])


def _threshold(pen: Pen, test: TestColumn) -> Iterator[Content]:
    """Say where the threshold of a test comes from, and what follows if it was chosen on data."""
    threshold = test.part.threshold
    if test.part.has_calls:
        return
    if threshold is None:
        yield ("No threshold is stated for ", named(test.name), "; it is described by its scores. ")
        return
    source: tuple[Content, ...] = (" (", planned(threshold.source), ")") if threshold.source else ()
    rule = pen.rule(test)
    if threshold.origin == "prespecified":
        yield ("The plan states that ", rule, " was fixed before data collection", *source, ". ")
    elif threshold.origin == "data_driven":
        yield ("The threshold ", rule, " was chosen on data", *source, "; if they are these data, what is found at it ")
        yield ("is optimistic", pen.see("chosen"), ". ")
    else:
        where = "the manufacturer" if threshold.origin == "manufacturer" else "the literature"
        yield (f"By the plan, the threshold is that of {where}: ", rule, *source, ". ")


def _reference(plan: StudyPlan, pen: Pen) -> Iterator[Block]:
    part, word = plan.reference, reference_word(plan)
    said: list[Content] = [f"The {word} is ", named(part.name or part.column)]
    if not plan.agreement:
        said += [" for ", planned(part.condition)]
    said += [". Positive: ", _values(part.positive), "; negative: ", _values(part.negative)]
    if values_of(part.inconclusive):
        said += ["; inconclusive: ", _values(part.inconclusive)]
    said.append(". ")
    if plan.agreement:
        said.append("The comparator is not a reference standard; results describe agreement, not accuracy.")
    yield Paragraph(tuple(said))
    for lead, text in (
        ("How it was done", part.description),
        (f"Why this {word}", part.rationale),
        ("What its assessors knew", part.masking),
    ):
        if text:
            yield Paragraph((f"{lead}: ", planned(text)))
    if not part.masking:
        yield Paragraph(f"The plan does not state what assessors of the {word} knew of the index tests.")
    yield Paragraph(tuple(_verification(plan, pen)))


def _verification(plan: StudyPlan, pen: Pen) -> Iterator[Content]:
    """Say who had the reference standard, and what follows if not all had it, or not the same."""
    words, state = reference_word(plan), plan.design.verification
    if state is None:
        yield f"The plan does not state whether all participants had the same {words}. "
    else:
        yield _VERIFICATION[state].format(reference=words, accuracy=accuracy_word(plan))
        yield (pen.see("sensitivity-analyses"), ". ") if state != "complete" else " "
    yield ("It was missing for ", pen.value("flow.reference.missing.n"), " of ", pen.value("flow.eligible.n"))
    yield " eligible participants."


def _learned(part: AIPart) -> Iterator[Content]:
    """Say what is asked of a test that learned from data."""
    yield (
        "The plan describes a test that learned from data. Version: ",
        planned(part.version) if part.version else "not stated",
    )
    locked = {
        True: "it was locked before the study",
        False: "it was not locked",
        None: "not stated whether it was locked",
    }
    yield f"; {locked[part.locked]}. "
    yield "Overlap of development and test data: "
    yield (planned(part.training_overlap) if part.training_overlap else "not stated", ". ")
    if part.fairness_groups:
        yield ("Groups for questions of fairness: ", *joined([named(group) for group in part.fairness_groups]), ".")
