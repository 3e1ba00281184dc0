"""Section "Ties": how far each area rests on counting tied pairs one half."""

from __future__ import annotations

from rocstats.document.blocks import Column, Limits, Paragraph, Row, Section, Table
from rocstats.document.inline import Content, CrossRef, LineBreak, Sup
from rocstats.empirical.ties import TieSummary
from rocstats.formatting import counted, decimals_for, decimals_for_error
from rocstats.report.analysis import Analysis
from rocstats.report.numbers import NE, all_same, number


def tie_section(analysis: Analysis) -> Section:
    """Write the section."""
    ties = [found.ties for found in analysis.tests]
    if any(found.tied for found in ties):
        verb = "The areas" if len(ties) > 1 else "The area"
        text: Content = (
            f"A case and a control with the same score count one half. {verb} would move as shown in ",
            CrossRef("ties"),
            " if every such pair were decided one way.",
        )
    else:
        text = ("No case has the same score as a control (", CrossRef("ties"), "), so nothing here rests on ties.")
    return Section(id="tie-section", title="Ties", blocks=(Paragraph(text), _table(analysis, ties)))


def _table(analysis: Analysis, ties: list[TieSummary]) -> Table:
    pairs = [found.pairs for found in ties]
    same = all_same(pairs)
    decimals = decimals_for([v for found in ties for v in (found.p_higher, found.p_tie, found.auc, found.gap)])
    places = decimals_for_error([error for found in ties for error in found.standard_errors])
    columns = [
        Column("Test", "text"),
        *([] if same else [Column("Pairs")]),
        Column(("Tied", LineBreak(), "pairs")),
        Column(("P(case >", LineBreak(), "control)")),
        Column("P(tie)"),
        Column("AUC"),
        Column(("AUC, all ties against", LineBreak(), "to all ties for the test"), "interval"),
        Column(("SE at", LineBreak(), "these two"), "interval"),
        Column(("AUC −", LineBreak(), "P(>)")),
        Column("Bound"),
    ]
    rows = tuple(
        Row(
            found.name,
            (
                *([] if same else [str(summary.pairs)]),
                str(summary.tied),
                *(number(v, decimals) for v in (summary.p_higher, summary.p_tie, summary.auc)),
                Limits(*(number(v, decimals) for v in summary.attainable)),
                _errors(summary, places),
                *(number(v, decimals) for v in (summary.gap, summary.bound)),
            ),
        )
        for found, summary in zip(analysis.tests, ties, strict=True)
    )
    notes: list[Content] = [
        (
            "Bound: Redolfi’s upper bound on AUC − P(case > control), from the shares of cases and of controls at "
            "scores held by both. Near-ties (equal to a relative 10",
            Sup("−12"),
            f", not exactly): {_near(analysis)}.",
        )
    ]
    if any(None in found.standard_errors for found in ties):
        notes.append(f"{NE}: not estimable, because all ties decided that way leave no variance.")
    who = counted(pairs[0], "case–control pair") if same else "Case–control pairs"
    return Table(
        id="ties",
        caption="Ties between cases and controls",
        sub=f"{who}{' for each test' if same and len(ties) > 1 else ''}.",
        columns=tuple(columns),
        rows=rows,
        notes=tuple(notes),
    )


def _errors(summary: TieSummary, places: int) -> Limits | str:
    low, high = (number(v, places) for v in summary.standard_errors)
    return NE if low == high == NE else Limits(low, high)


def _near(analysis: Analysis) -> str:
    held = [(found.name, found.ties.near_ties) for found in analysis.tests if found.ties.near_ties]
    return ", ".join(f"{counted(n, 'pair')} of neighbouring scores of {name}" for name, n in held) or "none"
