"""Claims of the plan with what was decided about each: a table, with the sentences under it."""

from __future__ import annotations

from rocstats.document.blocks import Block, Cell, Column, Paragraph, Row, RowGroup, Subheading, Table, TableCell
from rocstats.document.inline import Content, CrossRef, Quoted, Text, joined, plain_text
from rocstats.formatting import listed
from rocstats.investigation.claim_judgement import two_sided
from rocstats.investigation.findings import Findings
from rocstats.report.wording import for_report
from rocstats.study_report.accuracy_notes import each_once
from rocstats.study_report.claim_words import MET, NOT_MET, NOT_TESTED, ClaimWords, claims_of
from rocstats.study_report.measure_words import abbreviations, short
from rocstats.study_report.multiplicity_words import multiplicity_sentences
from rocstats.study_report.pen import Pen, named, planned

_CHANCE = 0.5


def decision_blocks(findings: Findings, pen: Pen) -> tuple[Block, ...]:
    """Write the table of claims, or nothing if the plan has none."""
    claims = claims_of(findings, pen)
    if not claims:
        return ()
    return (
        Subheading("Hypotheses and decisions"),
        Paragraph(_opening(claims)),
        _table(findings, claims, pen),
        *(Paragraph(one.sentence()) for one in claims),
        *_caveats(claims, pen),
    )


def _opening(claims: tuple[ClaimWords, ...]) -> Content:
    pen = claims[0].pen
    several = len(claims) > 1
    lead: Content = (
        ("The plan states ", pen.value("plan.n-hypotheses"), " claims (") if several else "The plan states one claim ("
    )
    said: list[Content] = [lead, CrossRef("decisions"), ")."]
    for sentence in multiplicity_sentences(claims):
        said += [" ", sentence]
    return tuple(said)


def _table(findings: Findings, claims: tuple[ClaimWords, ...], pen: Pen) -> Table:
    plan = findings.plan
    adjusted = any(f"{one.at}.p-adjusted" in pen.table for one in claims)
    alike = _alike(claims, pen)
    depends = any(one.claim.after for one in claims) or plan.multiplicity == "fixed_sequence"
    columns = [
        Column("Claim", "text"),
        Column("Estimate", aligned=True),
        Column((pen.level(claims[0].at), "% CI") if alike else "CI", "interval", aligned=True),
        *([] if alike else [Column("CI level, test", "text")]),
        Column("Goal, margin", aligned=True),
        Column("P"),
        *([Column("P, Holm")] if adjusted else []),
        Column("Decision", "text", gap=True),
        *([Column("Depends on", "text")] if depends else []),
    ]
    rows = tuple(_row(one, claims, alike=alike, adjusted=adjusted, depends=depends) for one in claims)
    return Table(
        id="decisions",
        caption="Hypotheses and decisions" if len(claims) > 1 else "Hypothesis and decision",
        sub=(
            "Analysis set: ",
            named(findings.investigation.primary),
            ". Shares in percent, their differences in points.",
        ),
        columns=tuple(columns),
        rows=rows,
        notes=tuple(_notes(claims, pen, depends=depends)),
        group_header="Hypotheses",
        size="wide",
        place="14.2",
    )


def _row(one: ClaimWords, claims: tuple[ClaimWords, ...], *, alike: bool, adjusted: bool, depends: bool) -> RowGroup:
    pen = one.pen
    untested = not pen.shell and one.decision == NOT_TESTED
    cells: list[TableCell] = [
        one.estimate(),
        one.limits(),
        *([] if alike else [(pen.level(one.at), "%; ", one.test_words)]),
        one.bound,
        "\u2013" if untested else pen.value(f"{one.at}.p-value"),
    ]
    if adjusted:
        family = f"{one.at}.p-adjusted" in pen.table
        cells.append(pen.value(f"{one.at}.p-adjusted") if family and not untested else "\u2013")
    cells.append(Cell(one.shown_decision, strong=not pen.shell and one.decision == MET))
    if depends:
        cells.append(_depends_on(one, claims))
    return RowGroup(
        (planned(one.claim.id), ": ", one.alternative),
        (Row(one.kind_of_claim, tuple(cells), nowrap=True),),
        detail=("null hypothesis ", one.null_hypothesis),
    )


def _alike(claims: tuple[ClaimWords, ...], pen: Pen) -> bool:
    """Whether all claims have one level of the interval, and one level and the same sides of the test."""
    told = {
        (pen.table.value(f"{one.at}.conf-level"), plain_text(one.test_words), two_sided(one.claim)) for one in claims
    }
    return len(told) == 1


def _depends_on(one: ClaimWords, claims: tuple[ClaimWords, ...]) -> Content:
    """Name the claims that must be met before this one: its gates, and in a sequence the one before it."""
    names = list(one.claim.after)
    if one.waits_for_all_primary:
        primary = {claim.id for claim in one.plan.hypotheses if claim.role == "primary"}
        return joined(["all primary claims", *(planned(name) for name in names if name not in primary)])
    if one.plan.multiplicity == "fixed_sequence" and one.claim.role != "exploratory":
        before = [c.claim.id for c in claims if c.place < one.place and c.claim.role != "exploratory"]
        names = list(dict.fromkeys([*names, *before[-1:]]))
    return joined([planned(name) for name in names]) if names else "\u2013"


def _notes(claims: tuple[ClaimWords, ...], pen: Pen, *, depends: bool) -> list[Content]:
    notes: list[Content] = [_methods(claims, pen)]
    if _alike(claims, pen):
        notes.append(
            ("Intervals are two-sided; each test is ", claims[0].test_words, ". Decisions use unrounded values.")
        )
    else:
        notes.append(
            "Intervals are two-sided; sides and level of each test stand by it. Decisions use unrounded values."
        )
    if any(one.claim.type == "equivalence" and one.claim.tests is not None for one in claims):
        notes.append("For equivalence P is the larger of two one-sided ones.")
    if any(_drawn(one) for one in claims):
        notes.append(
            "P by a bootstrap method is of resamples: near its level it can disagree with the interval, and the limit "
            "decides."
        )
    untested = not pen.shell and any(one.decision == NOT_TESTED for one in claims)
    dashes = [
        *(["it was not tested"] if untested else []),
        *(["the plan states no margin"] if any(one.bound == "\u2013" for one in claims) else []),
        *(["it depends on no other claim"] if depends else []),
    ]
    if dashes:
        notes.append(f"\u2013: does not apply ({listed(dashes, 'or')}).")
    if not pen.shell and any(not one.estimable or not _has_p(one) for one in claims):
        rows = [pen.table.row(f"{one.at}.decision") for one in claims]
        why = each_once(for_report(row.warning) for row in rows if row.warning)
        notes.append(("NE: not estimable.", *((" ", Quoted(why, "software")) if why else ())))
    used = [short(one.plan, one.claim.measure.removesuffix("_difference")) for one in claims]
    notes.append(abbreviations(*used, "CI"))
    return notes


def _drawn(one: ClaimWords) -> bool:
    """Whether a p-value of resamples stands beside the interval that decides."""
    card = one.pen.table.row(f"{one.at}.decision").about.method
    return card is not None and card.id.startswith("bootstrap") and one.pen.has(f"{one.at}.p-value")


def _has_p(one: ClaimWords) -> bool:
    return one.decision == NOT_TESTED or one.pen.has(f"{one.at}.p-value")


def _methods(claims: tuple[ClaimWords, ...], pen: Pen) -> Content:
    """Name the methods of interval and test, each with the claims that it is of."""
    found: dict[str, list[Content]] = {}
    for one in claims:
        card = pen.table.row(f"{one.at}.decision").about.method
        if card is not None:
            found.setdefault(card.name, []).append(planned(one.claim.id))
    said: list[Content] = ["CI and P: "]
    for place, (name, of) in enumerate(found.items()):
        said += ["; "] if place else []
        said.append(Quoted(Text(name), "method"))
        said += [" (", joined(of), ")"] if len(found) > 1 else []
    return (*said, ".") if found else "CI and P: no claim could be estimated."


def _caveats(claims: tuple[ClaimWords, ...], pen: Pen) -> tuple[Block, ...]:
    """Say what a decision does not mean."""
    said: list[str] = []
    if not pen.shell and any(one.decision == NOT_MET for one in claims):
        said.append("A claim that is not met is not shown; this does not show the contrary.")
    if any(one.claim.measure == "auc" and one.claim.goal == _CHANCE and not two_sided(one.claim) for one in claims):
        said.append("An AUC above one half says only that a test is better than chance.")
    return (Paragraph(" ".join(said)),) if said else ()
