"""Section "Partial area": the area over a band of one axis, on three scales, with the differences of tests."""

from __future__ import annotations

from collections.abc import Iterator

from rocstats.document.blocks import Block, Column, ColumnGroup, Item, Paragraph, Row, Section, Table, TableCell
from rocstats.document.inline import Cite, Content, CrossRef
from rocstats.formatting import decimals_for, decimals_for_error, listed
from rocstats.inference.partial_area_result import ScaledArea
from rocstats.report.analysis import Analysis
from rocstats.report.further import BandResults
from rocstats.report.numbers import (
    NE,
    decimals_of,
    in_words,
    level_percent,
    limits,
    number,
    pair,
    pvalue,
    spoken,
)
from rocstats.report.wording import grouped, numbered_ids, participants, resampled, typeset


def partial_section(analysis: Analysis) -> Section | None:
    """Write the section, or nothing if no band is asked for."""
    bands = analysis.further.bands
    if not bands:
        return None
    blocks: list[Block] = []
    for place, band in enumerate(bands):
        blocks += [Paragraph(_opening(analysis, place)), _areas(analysis, place)]
        if band.differences:
            blocks.append(_differences(analysis, place))
    return Section(id="partial-area", title="Partial area", blocks=tuple(blocks))


def caveats(analysis: Analysis) -> Iterator[Item]:
    """Give what the partial areas and their differences warn of."""
    for place, band in enumerate(analysis.further.bands):
        areas, differences = _ids(analysis, "partial", place), _ids(analysis, "partial-differences", place)
        yield from (Item(text, CrossRef(areas)) for text in _area_notes(band))
        yield from (Item(text, CrossRef(differences)) for text in _difference_notes(band))


def methods_sentence(analysis: Analysis) -> Content:
    """Say how partial areas were computed and compared."""
    bands = analysis.further.bands
    if not bands:
        return ()
    found = bands[0].areas[0]
    where = listed([str(band.area.band) for band in bands])
    words: list[Content] = [
        f"Partial areas, over {where}, are areas under the empirical curve within the band, between its points in "
        "straight lines; they are also given divided by the width of the band and as McClish’s index ",
        Cite("mcclish1989"),
    ]
    if found.inference.resampling is not None:
        words.append(f". {typeset(found.method.name)}: {resampled(found.inference.resampling)}")
    else:
        # What the method and the band cite beyond the index itself.
        works = [key for key in found.references if key != "mcclish1989"]
        words += [
            f". {typeset(found.method.name)}: their variance treats the edges of the band as estimated ",
            Cite(*works),
        ]
    return (*words, ".")


def _ids(analysis: Analysis, stem: str, place: int) -> str:
    return numbered_ids(stem, len(analysis.further.bands))[place]


def _opening(analysis: Analysis, place: int) -> Content:
    """Give the first answer in words, with what a test of no use would have."""
    band = analysis.further.bands[place]
    best = max(band.areas, key=lambda found: found.estimate)
    if any(found.interval is None for found in band.areas):
        best = band.areas[0]
    index = best.mcclish
    words: list[Content] = [
        f"Over {band.area.band}, {best.test} has a partial area of {number(best.raw.estimate, best.raw.decimals)} of "
        f"at most {number(best.raw.perfect, best.raw.decimals)}, a McClish index of "
        f"{number(index.estimate, index.decimals)} ({spoken(index.interval, index.decimals)}), which is 0.5 for a test "
        "of no use (",
        CrossRef(_ids(analysis, "partial", place)),
        ").",
    ]
    if band.differences:
        words += [" The tests are compared in ", CrossRef(_ids(analysis, "partial-differences", place)), "."]
    return tuple(words)


def _areas(analysis: Analysis, place: int) -> Table:
    band = analysis.further.bands[place]
    level = level_percent(analysis.plan.level)
    scales = ("raw", "normalised", "mcclish")
    decimals = {scale: max(getattr(found, scale).decimals for found in band.areas) for scale in scales}
    places = decimals_for_error([found.raw.standard_error for found in band.areas])
    rows = []
    for found in band.areas:
        cells: list[TableCell] = []
        for scale in scales:
            area: ScaledArea = getattr(found, scale)
            cells.append(number(area.estimate, decimals[scale]))
            if scale == "raw":
                cells.append(number(area.standard_error, places))
            cells.append(limits(area.interval, decimals[scale]))
        rows.append(Row(found.test, tuple(cells)))
    columns = (Column("Value"), Column(f"{level} CI", "interval"))
    first = band.areas[0]
    notes: list[Content] = [f"CI: {_how(first)}."]
    notes.append(
        "A test of no use has "
        + listed([number(getattr(first, scale).chance, decimals[scale]) for scale in scales])
        + ", a perfect one "
        + listed([number(getattr(first, scale).perfect, decimals[scale]) for scale in scales])
        + "."
    )
    notes += _area_notes(band)
    if any(NE in row.cells for row in rows):
        notes.append(f"{NE}: not estimable.")
    return Table(
        id=_ids(analysis, "partial", place),
        caption=f"Partial area over {band.area.band}",
        sub="On three scales, which are straight lines of each other.",
        columns=(
            Column("Test", "text"),
            ColumnGroup("Area", (Column("Value"), Column("SE"), Column(f"{level} CI", "interval"))),
            ColumnGroup("Divided by the width", columns),
            ColumnGroup("McClish index", columns),
        ),
        rows=tuple(rows),
        notes=tuple(notes),
    )


def _how(found: object) -> str:
    """Name the method, with how its replicates were drawn."""
    method = typeset(found.method.name)  # type: ignore[attr-defined]
    drawn = found.inference.resampling  # type: ignore[attr-defined]
    return method if drawn is None else f"{method}, {resampled(drawn)}, seed {found.seed}"  # type: ignore[attr-defined]


def _differences(analysis: Analysis, place: int) -> Table:
    band = analysis.further.bands[place]
    found = band.differences
    several = len(found) > 1
    sizes = [c.subjects[0].total for c in found]
    same = len(set(sizes)) == 1
    decimals = max(
        decimals_of([v for c in found for v in c.values], [c.interval for c in found]),
        decimals_for([], [pair(c.interval) for c in found], least=4),
    )
    places = decimals_for_error([c.standard_error for c in found])
    rows = []
    for c, adjusted in zip(found, band.adjusted, strict=True):
        cells: list[TableCell] = [] if same else [str(c.subjects[0].total)]
        cells += [number(v, decimals) for v in (*c.values, c.estimate)]
        cells += [number(c.standard_error, places), limits(c.interval, decimals), pvalue(c.pvalue)]
        cells += [pvalue(adjusted)] if several else []
        rows.append(Row(" − ".join(c.tests), tuple(cells)))
    notes: list[Content] = [f"CI and p: {_how(found[0])}, paired; p is two-sided and the same on each scale."]
    if several:
        notes[0] = f"{notes[0]} The intervals are not adjusted for {in_words(len(found))} comparisons."
    notes += _difference_notes(band)
    if any(NE in row.cells for row in rows):
        notes.append(f"{NE}: not estimable.")
    return Table(
        id=_ids(analysis, "partial-differences", place),
        caption="Differences between partial areas, paired" if several else "Difference between partial areas, paired",
        sub=f"Over {band.area.band}; difference is first − second; "
        + (f"{participants(sizes[0])}." if same else "n: participants with both scores."),
        columns=(
            Column("Difference", "text"),
            *([] if same else [Column("n")]),
            Column("First"),
            Column("Second"),
            Column("Difference"),
            Column("SE"),
            Column(f"{level_percent(analysis.plan.level)} CI", "interval"),
            Column("p"),
            *([Column("p, Holm")] if several else []),
        ),
        rows=tuple(rows),
        notes=tuple(notes),
    )


def _area_notes(band: BandResults) -> list[str]:
    return grouped(((found.test, note.text) for found in band.areas for note in found.notes), len(band.areas))


def _difference_notes(band: BandResults) -> list[str]:
    notes = ((" − ".join(c.tests), note.text) for c in band.differences for note in c.notes)
    return grouped(notes, len(band.differences))
