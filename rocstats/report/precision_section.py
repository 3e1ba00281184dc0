"""Section "Precision and recall": what share of the positives are cases, against what share of the cases is found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rocstats.document.blocks import Block, Column, Figure, Item, Paragraph, Picture, Row, Section, Table
from rocstats.document.figure_style import svg
from rocstats.document.inline import Cite, Content, CrossRef
from rocstats.document.precision_recall_figure import plot_precision_recall
from rocstats.formatting import listed
from rocstats.report.analysis import Analysis
from rocstats.report.numbers import (
    NE,
    decimals_of,
    level_percent,
    limits,
    number,
    percentage,
    sentence,
    spoken,
    stated_percent,
)
from rocstats.report.score_descriptions import Precision
from rocstats.report.wording import first_of_several, grouped, numbered_ids, resampled, typeset

_MOST_CURVES = 6
_BY_DESIGN = ("design-not-stated", "case-control")


def precision_section(analysis: Analysis) -> Section | None:
    """Write the section, or the reason why there is none; nothing if it is not asked for."""
    if "precision-recall" not in analysis.plan.show:
        return None
    found = analysis.further.described.precision
    blocks: list[Block] = []
    if found:
        blocks += [Paragraph(_opening(analysis)), _table(analysis), *_figures(analysis)]
    else:
        reasons = analysis.further.described.without["precision-recall"]
        blocks.append(
            Paragraph(
                sentence(f"precision depends on the share of cases, but {listed(sorted({r for _, r in reasons}))}")
            )
        )
    return Section(id="precision", title="Precision and recall", blocks=tuple(blocks))


def caveats(analysis: Analysis) -> Iterator[Item]:
    """Give what precision warns of."""
    found = analysis.further.described.precision
    if found:
        yield from (Item(text, CrossRef("average-precision")) for text in _said(found))


def methods_sentence(analysis: Analysis) -> Content:
    """Say how precision was summarised."""
    found = analysis.further.described.precision
    if not found:
        return ()
    average = found[0].average
    words: list[Content] = [
        "Average precision is the recall gained at each threshold times the precision reached; between thresholds the "
        "curve bends as true and false positives grow together ",
        Cite("davis2006"),
    ]
    if average.inference.resampling is not None:
        words += [
            f", with intervals by {typeset(average.method.name)} ({resampled(average.inference.resampling)}) ",
            Cite(*average.method.references),
        ]
    return (*words, ".")


def _opening(analysis: Analysis) -> Content:
    found = analysis.further.described.precision
    best = max(found, key=lambda one: one.average.estimate)
    if any(one.average.interval is None for one in found):
        best = found[0]
    decimals = _decimals(found)
    share = _share(best)
    return (
        f"The average precision of {best.curve.name} is {number(best.average.estimate, decimals)} "
        f"({spoken(best.average.interval, decimals)}); that of a test of no use is the share of cases, {share} (",
        CrossRef("average-precision"),
        ", ",
        CrossRef(*_ids(analysis)),
        ").",
    )


def _decimals(found: Sequence[Precision]) -> int:
    estimates = [one for p in found for one in (p.average, p.area)]
    return decimals_of([one.estimate for one in estimates], [one.interval for one in estimates])


def _share(one: Precision) -> str:
    """Write the share of cases at which precision holds."""
    curve = one.curve
    share = stated_percent(curve.prevalence) if curve.stated else percentage(curve.prevalence)
    return f"{share}%{' as stated' if curve.stated else ''}"


def _table(analysis: Analysis) -> Table:
    found = analysis.further.described.precision
    decimals = _decimals(found)
    level = level_percent(analysis.plan.level)
    rows = tuple(
        Row(
            one.curve.name,
            (
                _share(one),
                number(one.average.estimate, decimals),
                limits(one.average.interval, decimals),
                number(one.area.estimate, decimals),
                limits(one.area.interval, decimals),
            ),
        )
        for one in found
    )
    first = found[0].average
    drawn = first.inference.resampling
    how = "" if drawn is None else f", {resampled(drawn)}, seed {first.seed}"
    notes: list[Content] = [f"CI: {typeset(first.method.name)}{how}."]
    if any(one.curve.stated for one in found) and (which := first_of_several(analysis)):
        notes.append(f"Precision holds at the stated prevalence, {_share(found[0]).split()[0]}{which}.")
    notes += _said(found)
    if any(NE in row.cells for row in rows):
        notes.append(f"{NE}: not estimable.")
    return Table(
        id="average-precision",
        caption="Average precision",
        sub="At the share of cases named; both depend on it.",
        columns=(
            Column("Test", "text"),
            Column("Share of cases"),
            Column("Average precision", gap=True),
            Column(f"{level} CI", "interval"),
            Column("Area under the curve", gap=True),
            Column(f"{level} CI", "interval"),
        ),
        rows=rows,
        notes=tuple(notes),
    )


def _said(found: Sequence[Precision]) -> list[str]:
    notes = [
        (one.curve.name, note.text)
        for one in found
        for result in (one.curve, one.average, one.area)
        for note in result.notes
        if note.code not in _BY_DESIGN
    ]
    return grouped(dict.fromkeys(notes), len(found))


def _ids(analysis: Analysis) -> list[str]:
    return numbered_ids("precision-figure", -(-len(analysis.further.described.precision) // _MOST_CURVES))


def _figures(analysis: Analysis) -> list[Figure]:
    found = analysis.further.described.precision
    decimals = _decimals(found)
    figures = []
    for place, identity in enumerate(_ids(analysis)):
        part = found[place * _MOST_CURVES : (place + 1) * _MOST_CURVES]
        said = listed([f"{one.curve.name} {number(one.average.estimate, decimals)}" for one in part])
        labels = [f"AP {number(one.average.estimate, decimals)}" for one in part]
        figures.append(
            Figure(
                id=identity,
                pictures=(
                    Picture(
                        svg(plot_precision_recall(*(one.curve for one in part), labels=labels)),
                        f"Precision against recall. Average precision: {said}.",
                    ),
                ),
                caption="Precision against recall",
                sub=(
                    "Recall is sensitivity, precision the positive predictive value. Dotted: the share of cases, which "
                    "a test of no use has everywhere. AP: average precision. Values: ",
                    CrossRef("average-precision"),
                    ".",
                ),
            )
        )
    return figures
