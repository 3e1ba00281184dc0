"""Section on margins: non-inferiority, equivalence or superiority, with the decision of each claim."""

from __future__ import annotations

from collections.abc import Iterator

from rocstats.document.blocks import Block, Cell, Column, Figure, Item, Paragraph, Picture, Row, Section, Table
from rocstats.document.figure_style import svg
from rocstats.document.inline import Cite, Content, CrossRef
from rocstats.document.margin_figure import plot_margin
from rocstats.formatting import listed, plain
from rocstats.inference.margin_result import MarginDecision
from rocstats.report.analysis import Analysis
from rocstats.report.hypotheses import (
    NOT_SHOWN,
    claim_words,
    decided,
    level_words,
    levels_said,
    margin_names,
    shown_or_not,
)
from rocstats.report.numbers import NE, decimals_of, in_words, level_percent, limits, number, pvalue, spoken
from rocstats.report.wording import grouped, minus_signs, resampled, typeset

_TITLES = {"non-inferiority": "Non-inferiority", "equivalence": "Equivalence", "superiority": "Superiority by a margin"}
_CONVENTIONS = {
    "non-inferiority": "not inferior, if the lower limit lies above minus the margin",
    "equivalence": "equivalent, if both limits lie between minus the margin and the margin",
    "superiority": "superior, if the lower limit lies above the margin",
}


def margin_section(analysis: Analysis) -> Section | None:
    """Write the section, or nothing if the plan states no margin."""
    found = analysis.further.margins
    if not found:
        return None
    kinds = dict.fromkeys(claim.claim for claim in found)
    titles = [_TITLES[kind] for kind in kinds]
    title = listed([titles[0], *(words[:1].lower() + words[1:] for words in titles[1:])])
    blocks: list[Block] = [Paragraph(_opening(analysis)), _table(analysis), _figure(analysis)]
    return Section(id="margin-section", title=title, blocks=tuple(blocks))


def caveats(analysis: Analysis) -> Iterator[Item]:
    """Give what the decisions warn of, and what no result can justify."""
    found = analysis.further.margins
    if not found:
        return
    names = zip(margin_names(analysis), found, strict=True)
    yield from (
        Item(text, CrossRef("margins"))
        for text in grouped(((name, note.text) for name, claim in names for note in claim.notes), len(found))
    )
    which = "The margin is" if len(found) == 1 else "The margins are"
    yield Item(
        f"{which} as stated in the plan; whether such a difference matters to patients, and that the margin was set "
        "before the data were seen, no result can show.",
        CrossRef("margins"),
    )


def methods_sentence(analysis: Analysis) -> Content:
    """Say how claims about margins were decided."""
    found = analysis.further.margins
    if not found:
        return ()
    works = tuple(dict.fromkeys(key for claim in found for key in claim.references))
    kinds = dict.fromkeys(claim.claim for claim in found)
    said = "; ".join(_CONVENTIONS[kind] for kind in kinds)
    return (
        f"Margins were judged by the {levels_said(found, level_percent)} interval of the difference new − reference, "
        f"which is a one-sided level of {levels_said(found, level_words)} on each side: {said} ",
        Cite(*works),
        ".",
    )


def _opening(analysis: Analysis) -> Content:
    found = analysis.further.margins
    names = margin_names(analysis)
    kinds = list(dict.fromkeys(claim.claim for claim in found))
    how = "; ".join(_CONVENTIONS[kind] for kind in kinds)
    count = len(found)
    first = f"{names[0]}, {claim_words(found[0])},"
    verdict = {True: "is shown", False: "is not shown", None: "cannot be judged"}[shown_or_not(found[0])]
    decimals = _decimals(analysis)
    lead = "The plan states one margin" if count == 1 else f"The plan states {in_words(count)} margins"
    return (
        f"{lead} (",
        CrossRef("margins"),
        ", ",
        CrossRef("margin-figure"),
        f"). The difference is new − reference, and the {levels_said(found, level_percent)} interval decides: "
        f"a test is {how}. {first} {verdict}: "
        f"the difference is {number(found[0].estimate, decimals)} ({spoken(found[0].interval, decimals)}).",
    )


def _decimals(analysis: Analysis) -> int:
    found = analysis.further.margins
    return decimals_of([v for claim in found for v in claim.values if 0 < v < 1], [claim.interval for claim in found])


def _table(analysis: Analysis) -> Table:
    found = analysis.further.margins
    decimals = _decimals(analysis)
    mixed = len({claim.level for claim in found}) > 1
    rows = tuple(
        Row(
            name,
            (
                claim_words(claim),
                Cell(_null_words(claim)),
                number(claim.estimate, decimals),
                limits(claim.interval, decimals),
                pvalue(claim.pvalue) if claim.interval is None or claim.pvalue is not None else "",
                *([level_words(claim.level)] if mixed else []),
                decided(shown_or_not(claim)),
            ),
            nowrap=True,
        )
        for name, claim in zip(margin_names(analysis), found, strict=True)
    )
    return Table(
        id="margins",
        caption="Claims about margins" if len(found) > 1 else "Claim about a margin",
        sub=f"Δ: difference in {found[0].parameter}, new − reference, paired; two-sided "
        f"{levels_said(found, level_percent)} confidence intervals; one-sided p, level "
        f"{levels_said(found, level_words)}.",
        columns=(
            Column("No.", "text"),
            Column("To be shown", "text"),
            Column("Null hypothesis", "text"),
            Column("Estimate"),
            Column("CI" if mixed else f"{level_percent(found[0].level)} CI", "interval"),
            Column("p"),
            *([Column("Level")] if mixed else []),
            Column("Decision", "text", gap=True),
        ),
        rows=rows,
        notes=tuple(_notes(analysis)),
        size="prose",
    )


def _null_words(claim: MarginDecision) -> str:
    """Write the null hypothesis in symbols."""
    margin = plain(claim.margin)
    if claim.claim == "equivalence":
        return f"|Δ| ≥ {margin}"
    return f"Δ ≤ −{margin}" if claim.claim == "non-inferiority" else f"Δ ≤ {margin}"


def _notes(analysis: Analysis) -> list[Content]:
    found = analysis.further.margins
    first = found[0]
    drawn = first.inference.resampling
    how = "" if drawn is None else f", {resampled(drawn)}, seed {first.seed}"
    notes: list[Content] = [f"CI and p: {typeset(first.method.name)}, paired{how}."]
    if any(claim.claim == "equivalence" for claim in found):
        notes[0] = f"{notes[0]} For equivalence p is the larger of two one-sided ones."
    names = margin_names(analysis)
    for name, claim in zip(names, found, strict=True):
        notes.append(f"{name}: {minus_signs(claim.decision_text)}.")
    notes += grouped(
        ((name, note.text) for name, claim in zip(names, found, strict=True) for note in claim.notes), len(found)
    )
    if any(shown_or_not(claim) is False for claim in found):
        notes.append(NOT_SHOWN)
    if any(claim.interval is None for claim in found):
        notes.append(f"{NE}: not estimable.")
    return notes


def _figure(analysis: Analysis) -> Figure:
    found = analysis.further.margins
    decimals = _decimals(analysis)
    said = [
        f"{claim_words(claim)}: difference {number(claim.estimate, decimals)} ({spoken(claim.interval, decimals)}), "
        f"{claim.decision}"
        for claim in found
    ]
    return Figure(
        id="margin-figure",
        pictures=(Picture(svg(plot_margin(list(found))), f"Differences against their margins. {'; '.join(said)}."),),
        caption="Differences and margins" if len(found) > 1 else "Difference and margin",
        sub=(
            f"Squares: differences, filled if the claim is shown. Lines: {levels_said(found, level_percent)} "
            "confidence intervals. Shaded: where the whole interval must lie. Values: ",
            CrossRef("margins"),
            ".",
        ),
    )
