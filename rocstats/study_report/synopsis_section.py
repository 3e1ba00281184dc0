"""Section "Synopsis": the answer on one page."""

from __future__ import annotations

from rocstats.document.blocks import Aside, Block, Cell, Column, Paragraph, Row, Section, Table, TableCell
from rocstats.document.inline import Content, CrossRef, Strong, joined
from rocstats.investigation.findings import Findings
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_report.claim_words import MET, ClaimWords, claims_of
from rocstats.study_report.conclusion import conclusion
from rocstats.study_report.discordance_tables import pair_name
from rocstats.study_report.measure_words import (
    accuracy_word,
    reference_word,
    spoken,
    with_condition,
    without_condition,
)
from rocstats.study_report.pen import Pen, named, planned
from rocstats.study_report.primary_results import PrimaryResult, primary_results
from rocstats.study_report.row_words import rows_word

_SERIES = {"consecutive": "a consecutive", "random": "a random", "convenience": "a convenience"}


def synopsis_section(findings: Findings, pen: Pen) -> Section | None:
    """Write the section."""
    claims = claims_of(findings, pen)
    results = () if claims else primary_results(findings, pen)
    blocks: list[Block] = [
        Paragraph((Strong("Objective."), " ", _objective(findings, claims))),
        Paragraph((Strong("Design."), " ", _design(findings.plan))),
        Paragraph((Strong("Participants."), " ", _participants(findings, pen))),
    ]
    sentence = _primary_result(findings, pen, claims, results)
    if sentence is not None:
        blocks.append(Paragraph((Strong("Result."), " ", *sentence)))
    if claims:
        blocks.append(_claims_table(findings, pen, claims))
    elif results:
        blocks.append(_results_table(findings, pen, results))
    blocks.append(Aside("Conclusion.", conclusion(findings.plan, pen, claims, estimated=bool(results))))
    return Section(
        id="synopsis", title="Synopsis", blocks=tuple(blocks), new_page=findings.plan.report.profile != "appendix"
    )


def _objective(findings: Findings, claims: tuple[ClaimWords, ...]) -> Content:
    plan = findings.plan
    if plan.narrative.objectives.strip():
        return planned(plan.narrative.objectives.strip())
    tests = joined([named(test.name) for test in findings.investigation.tests])
    said: list[Content] = ["To estimate the ", accuracy_word(plan), " of ", tests]
    if not plan.agreement:
        said += [" for ", planned(plan.reference.condition)]
    said += [", " if not plan.agreement else " ", "against " if not plan.agreement else "with "]
    said += [f"the {reference_word(plan)} ", named(plan.reference.name or plan.reference.column)]
    if claims:
        pen = claims[0].pen
        several = len(claims) > 1
        said += [
            ", and to test ",
            pen.value("plan.n-hypotheses") if several else "one",
            " claims" if several else " claim",
        ]
    return (*said, ".")


def _design(plan: StudyPlan) -> Content:
    """Say how the study was done, as far as the plan says it."""
    design = plan.design
    kind = {"cohort": "cohort study", "case-control": "case\u2013control study", None: "study"}[design.type]
    lead = kind if design.data_collection is None else f"{design.data_collection} {kind}"
    said = lead[0].upper() + lead[1:]
    if design.sampling is not None:
        said += f" of {_SERIES[design.sampling]} series"
    missing = [
        name
        for name, part in (
            ("how participants were sampled", design.type),
            ("whether data were collected before or after the tests were planned", design.data_collection),
            ("the kind of series", design.sampling),
        )
        if part is None
    ]
    verified = {
        "complete": " All were to have the same {}.",
        "partial": " Not all were verified by the {}.",
        "differential": " Not all had the same {}.",
        None: "",
    }[design.verification].format(reference_word(plan))
    lacking = "" if not missing else f" The plan does not state {_or(missing)}."
    return f"{said}.{verified}{lacking}"


def _or(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _participants(findings: Findings, pen: Pen) -> Content:
    """Say how many are in the analysis set, and how many of them have the condition or not."""
    plan, table = findings.plan, pen.table
    primary = named(findings.investigation.primary)
    if "flow.analysed.present.n" in table:
        said: list[Content] = [
            "Analysed in the set ",
            primary,
            ": ",
            pen.value("flow.analysed.n"),
            f" {rows_word(findings)}, ",
        ]
        said += [pen.value("flow.analysed.present.n"), " ", with_condition(plan, inside=True), " and "]
        said += [pen.value("flow.analysed.absent.n"), " ", without_condition(plan, inside=True)]
        return (*said, pen.see("flow"), ".")
    return ("The primary analysis set is ", primary, ".")


def _primary_result(
    findings: Findings, pen: Pen, claims: tuple[ClaimWords, ...], results: tuple[PrimaryResult, ...]
) -> tuple[Content, ...] | None:
    """Say the first result: the first primary claim, or the primary measures of the first test."""
    if claims:
        first = next((one for one in claims if one.claim.role == "primary"), claims[0])
        return (_claim_result(first), " (", CrossRef("key-results"), ").")
    if not results:
        return None
    planned_ones = [one for one in results if one.measure in findings.plan.estimand.measures] or list(results)
    of = [one for one in planned_ones if one.tests == planned_ones[0].tests]
    of = [one for one in of if one.measure != "auc"] or of
    known = [one for one in of if one.estimable or pen.shell]
    about = pair_name(*of[0].tests) if len(of[0].tests) == 2 else _called(pen, of[0])
    if not known:
        return ("The primary measures of ", about, " cannot be estimated (", CrossRef("key-results"), ").")
    return ("Of ", about, ", ", joined([one.spoken for one in known]), " (", CrossRef("key-results"), ").")


def _called(pen: Pen, one: PrimaryResult) -> Content:
    return named(one.tests[0].name) if one.measure == "auc" else pen.rule(one.tests[0])


def _claim_result(one: ClaimWords) -> Content:
    """Say the estimate of a claim with its interval."""
    claim, pen = one.claim, one.pen
    what: Content = ("The ", one.subject)
    if claim.tests is not None:
        what = ("The ", spoken(one.plan, claim.measure), ", ", one.subject, ",")
    if not one.estimable and not pen.shell:
        return (what, " has no interval to decide by")
    counts: Content = (pen.fraction(one.at), "; ") if f"{one.at}.n" in pen.table else ""
    interval = pen.interval(one.at, decimals=one.decimals)
    return (what, " was ", one.estimate(), one.unit, " (", counts, interval, ")")


def _claims_table(findings: Findings, pen: Pen, claims: tuple[ClaimWords, ...]) -> Table:
    levels = {pen.table.row(f"{one.at}.conf-level").value for one in claims}
    one_level = len(levels) == 1
    columns = (
        Column("Endpoint", "text"),
        Column("Estimate", aligned=True),
        Column((pen.level(claims[0].at), "% CI") if one_level else "CI", "interval", aligned=True),
        *(() if one_level else (Column("Level, %"),)),
        Column("Criterion", "text", gap=True),
        Column("Met?", "text"),
    )
    rows = []
    for one in claims:
        cells: list[TableCell] = [one.estimate(), one.limits()]
        cells += [] if one_level else [pen.level(one.at)]
        cells += [one.criterion, Cell(one.shown_decision, strong=not pen.shell and one.decision == MET)]
        role: Content = "" if one.claim.role == "primary" else (" (", one.claim.role, ")")
        rows.append(Row((planned(one.claim.id), ": ", one.endpoint, role), tuple(cells)))
    notes: list[Content] = ["CI: confidence interval. Decisions use unrounded values."]
    if not pen.shell and any(not one.estimable for one in claims):
        notes.append("NE: not estimable.")
    return Table(
        id="key-results",
        caption="Key results",
        sub=("Analysis set: ", named(findings.investigation.primary), "."),
        columns=columns,
        rows=tuple(rows),
        notes=tuple(notes),
        place="14.2",
    )


def _results_table(findings: Findings, pen: Pen, results: tuple[PrimaryResult, ...]) -> Table:
    rows = []
    for place, one in enumerate(results):
        rule = place > 0 and results[place - 1].tests != one.tests
        rows.append(Row(one.name, (one.size, pen.value(f"{one.at}.estimate"), pen.limits(one.at)), rule=rule))
    notes: list[Content] = ["CI: confidence interval. n/N: number with the result among those it could be found in."]
    if any("auc" in one.measure for one in results):
        notes.append("AUC: area under the curve.")
    if not pen.shell and any(not one.estimable or not pen.has(f"{one.at}.conf-low") for one in results):
        notes.append("NE: not estimable.")
    return Table(
        id="key-results",
        caption="Key results",
        sub=("Analysis set: ", named(findings.investigation.primary), "."),
        columns=(
            Column("Endpoint", "text"),
            Column("n/N"),
            Column("Estimate", aligned=True),
            Column((pen.value("plan.level"), "% CI"), "interval", aligned=True),
        ),
        rows=tuple(rows),
        notes=tuple(notes),
        place="14.2",
    )
