"""Section "Separation": how far the scores of cases and controls lie apart, and the gains from taking the highest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rocstats.document.blocks import Block, Column, Figure, Item, Paragraph, Picture, Row, RowGroup, Section, Table
from rocstats.document.figure_style import svg
from rocstats.document.gains_figure import plot_gains
from rocstats.document.inline import Cite, Content, CrossRef
from rocstats.document.ks_figure import plot_ks
from rocstats.empirical.gains_table import GainsTable, bin_texts
from rocstats.empirical.ranks import Floats
from rocstats.formatting import decimals_for, listed, typographic
from rocstats.inference.kolmogorov_smirnov import Distance, KolmogorovSmirnov
from rocstats.report.analysis import Analysis
from rocstats.report.numbers import NE, level_percent, limits, number, pair, percentage, pvalue, ratio, stated_percent
from rocstats.report.wording import first_of_several, grouped, numbered_ids, resampled, rule_of, typeset

_MOST_PLACES = 3
_MOST_CURVES = 6
_NAMED = {
    "equal-distributions": "The p is one of equal distributions, not of AUC = 0.5.",
    "largest-of-many": "KS is the largest value over all thresholds, so it is biased upward, more so in small samples, "
    "and so are its replicates.",
}
_BY_DESIGN = ("design-not-stated", "case-control")


def separation_section(analysis: Analysis) -> Section | None:
    """Write the section, or nothing if neither the distance nor the gains are asked for."""
    described = analysis.further.described
    if not described.separation and not described.gains:
        return None
    blocks: list[Block] = []
    if described.separation:
        blocks += [Paragraph(_about_distance(analysis)), _distances(analysis), *_distance_figures(analysis)]
    if described.gains:
        blocks += [Paragraph(_about_gains(analysis)), _gains(analysis), *_gains_figures(analysis)]
    return Section(id="separation", title="Separation", blocks=tuple(blocks))


def caveats(analysis: Analysis) -> Iterator[Item]:
    """Give what distances and gains warn of."""
    described = analysis.further.described
    yield from (Item(text, CrossRef("ks")) for text in _said(described.separation))
    yield from (Item(text, CrossRef("gains")) for text in _gains_notes(described.gains))


def methods_sentence(analysis: Analysis) -> Content:
    """Say how distances and gains were computed."""
    described = analysis.further.described
    words: list[Content] = []
    if described.separation:
        first = described.separation[0]
        exact = "exact" if all(d.exact for ks in described.separation for d in (ks.one_sided, ks.two_sided)) else ""
        words += [
            "KS is the largest difference of sensitivity and false positive fraction over all thresholds, D that in "
            f"either direction; p is of Kolmogorov and Smirnov’s {exact + ' ' if exact else ''}test of equal "
            "distributions ",
            Cite("massey1951", "hodges1958"),
        ]
        if first.estimate is not None and first.estimate.inference.resampling is not None:
            words += [
                f", and the interval of KS is by the method “{typeset(first.estimate.method.name)}” "
                f"({resampled(first.estimate.inference.resampling)}) ",
                Cite(*first.estimate.method.references),
            ]
        words.append(".")
    if described.gains:
        words.append(
            f"{' ' if words else ''}Gains are the share of all cases, and lift that share relative to that among as "
            "many picked at random, from the most positive score down to the end of each bin."
        )
    return tuple(words)


def _name(found: KolmogorovSmirnov | GainsTable) -> str:
    return "" if found.test is None else found.test.name


def _about_distance(analysis: Analysis) -> Content:
    found = analysis.further.described.separation
    best = max(found, key=lambda one: one.ks)
    decimals = _decimals(found)
    places = _places(best, best.one_sided)
    return (
        "The share of cases that are called positive exceeds that of controls by at most "
        f"{number(best.ks, decimals)} for {best.test.name}, at {places} (",
        CrossRef("ks"),
        ", ",
        CrossRef(*_distance_ids(analysis)),
        ").",
    )


def _decimals(found: Sequence[KolmogorovSmirnov]) -> int:
    return decimals_for([v for one in found for v in (one.ks, one.d)], [pair(one.interval) for one in found])


def _places(found: KolmogorovSmirnov, distance: Distance) -> str:
    """Name the thresholds at which a distance is reached, the first of many."""
    if distance.value == 0:
        return "no threshold"
    rules = [
        "nobody positive" if place.threshold is None else rule_of(found.test, place.threshold)
        for place in distance.reached
    ]
    more = len(rules) - _MOST_PLACES
    return f"{', '.join(rules[:_MOST_PLACES])} and {more} more" if more > 0 else listed(rules)


def _distances(analysis: Analysis) -> Table:
    found = analysis.further.described.separation
    decimals = _decimals(found)
    level = level_percent(analysis.plan.level)
    rows = tuple(
        Row(
            one.test.name,
            (
                number(one.ks, decimals),
                limits(one.interval, decimals),
                _places(one, one.one_sided),
                percentage(one.one_sided.reached[0].tpf),
                percentage(one.one_sided.reached[0].fpf),
                pvalue(one.one_sided.pvalue),
                number(one.d, decimals),
                pvalue(one.two_sided.pvalue),
            ),
        )
        for one in found
    )
    notes: list[Content] = [
        "KS: largest TPF − FPF, at the first threshold named; D: largest |TPF − FPF|. p: for KS one-sided, for D "
        "two-sided."
    ]
    first = found[0].estimate
    if first is not None and first.inference.resampling is not None:
        drawn = resampled(first.inference.resampling)
        notes.append(f"CI: {typeset(first.method.name)}, {drawn}, seed {first.seed}.")
    notes += _said(found)
    if any(one.interval is None for one in found):
        notes.append(f"{NE}: not estimable.")
    return Table(
        id="ks",
        caption="Kolmogorov–Smirnov distance of cases from controls",
        columns=(
            Column("Test", "text"),
            Column("KS"),
            Column(f"{level} CI", "interval"),
            Column("Reached at", "text", gap=True),
            Column("TPF, %"),
            Column("FPF, %"),
            Column("p, KS"),
            Column("D", gap=True),
            Column("p, D"),
        ),
        rows=rows,
        notes=tuple(notes),
    )


def _said(found: Sequence[KolmogorovSmirnov]) -> list[str]:
    """Give the notes, those that need the name of what they are about with it."""
    notes = ((one.test.name, _NAMED.get(note.code, note.text)) for one in found for note in one.notes)
    return grouped(notes, len(found))


def _distance_ids(analysis: Analysis) -> list[str]:
    return numbered_ids("ks-figure", len(analysis.further.described.separation))


def _distance_figures(analysis: Analysis) -> list[Figure]:
    found = analysis.further.described.separation
    decimals = _decimals(found)
    return [
        Figure(
            id=identity,
            pictures=(
                Picture(
                    svg(plot_ks(one)),
                    f"Shares of cases and of controls called positive by {one.test.name}, against the threshold. The "
                    f"share of cases is the larger by at most {number(one.ks, decimals)}, at "
                    f"{_places(one, one.one_sided)}.",
                ),
            ),
            caption=f"Cases and controls called positive by {one.test.name}",
            sub=("Against the threshold; the upright line is the largest distance. Values: ", CrossRef("ks"), "."),
        )
        for identity, one in zip(_distance_ids(analysis), found, strict=True)
    ]


def _about_gains(analysis: Analysis) -> Content:
    """Say what the first bin of the first test holds."""
    first = analysis.further.described.gains[0]
    share, gain = float(first.share[0]), float(first.tpf[0])
    at, who = "", "participants"
    if first.prevalence is not None:
        at, who = f", at a stated prevalence of {stated_percent(first.prevalence)}%", "people tested"
    return (
        f"The {percentage(share)}% of {who} with the most positive scores of {_name(first)} hold "
        f"{percentage(gain)}% of the cases{at} (",
        CrossRef("gains"),
        ", ",
        CrossRef(*_gains_ids(analysis)),
        ").",
    )


def _gains(analysis: Analysis) -> Table:
    found = analysis.further.described.gains
    with_lift = any(table.lift is not None for table in found)
    groups = []
    for table in found:
        assert table.low is not None
        assert table.high is not None
        texts = bin_ends(table.low, table.high)
        lift, precision = table.lift, table.precision
        rows = []
        for i, text in enumerate(texts):
            cells = [text, str(table.n[i]), str(table.cases[i])]
            if with_lift:
                cells.append(NE if precision is None else percentage(float(precision[i])))
            cells += [percentage(float(v[i])) for v in (table.share, table.tpf, table.fpf)]
            if with_lift:
                cells.append(NE if lift is None else ratio(float(lift[i])))
            rows.append(Row(str(i + 1), tuple(cells)))
        groups.append(RowGroup(_name(table), tuple(rows), detail=f"{len(texts)} of {table.asked} bins"))
    notes: list[Content] = [
        "From the most positive scores down; equal scores stay together. The last columns are cumulative, to the end "
        "of the bin."
    ]
    stated = next((table.prevalence for table in found if table.prevalence is not None), None)
    if stated is not None:
        notes.append(
            f"Shares of all, cases in a bin and lift hold at the stated prevalence, {stated_percent(stated)}%"
            f"{first_of_several(analysis)}."
        )
    if not with_lift:
        notes.append("Lift is not estimable: a case-control design fixes the share of cases.")
    notes += _gains_notes(found)
    return Table(
        id="gains",
        caption="Gains",
        sub="Scores on the scale of the data; shares in percent.",
        columns=(
            Column("Bin", "text"),
            Column("Scores", "text"),
            Column("n"),
            Column("Cases"),
            *([Column("Cases, %")] if with_lift else []),
            Column("Of all", gap=True),
            Column("Of cases"),
            Column("Of controls"),
            *([Column("Lift", aligned=True)] if with_lift else []),
        ),
        rows=tuple(groups),
        group_header="Test",
        notes=tuple(notes),
    )


def bin_ends(low: Floats, high: Floats) -> list[str]:
    """Write the ends of bins, a bin of one score as this score."""
    ends = [text[1:-1].split(",") for text in bin_texts(low, high)]
    return [typographic(a if a == b else f"{a} to {b}") for a, b in ends]


def _gains_notes(found: Sequence[GainsTable]) -> list[str]:
    notes = [(_name(table), note.text) for table in found for note in table.notes if note.code not in _BY_DESIGN]
    return grouped(notes, len(found))


def _gains_ids(analysis: Analysis) -> list[str]:
    return numbered_ids("gains-figure", -(-len(analysis.further.described.gains) // _MOST_CURVES))


def _gains_figures(analysis: Analysis) -> list[Figure]:
    found = analysis.further.described.gains
    figures = []
    for place, identity in enumerate(_gains_ids(analysis)):
        part = found[place * _MOST_CURVES : (place + 1) * _MOST_CURVES]
        said = listed([f"{_name(t)} {percentage(float(t.tpf[0]))} percent" for t in part])
        below = " Below: the lift." if any(table.lift is not None for table in part) else ""
        figures.append(
            Figure(
                id=identity,
                pictures=(
                    Picture(
                        svg(plot_gains(*part)),
                        f"Cumulative gains. The first bin of the most positive scores holds, of the cases: {said}.",
                    ),
                ),
                caption="Gains: cases found among the most positive scores",
                sub=(f"Marks: ends of bins.{below} Values: ", CrossRef("gains"), "."),
            )
        )
    return figures
