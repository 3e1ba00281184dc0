"""Section "Area under the curve": the curves, and every area with its interval."""

from __future__ import annotations

from rocstats.document.blocks import Block, Column, Figure, Paragraph, Picture, Row, Section, Table, TableCell
from rocstats.document.figure_style import svg
from rocstats.document.inline import Content, CrossRef
from rocstats.document.roc_figure import OperatingPoint, plot_roc
from rocstats.formatting import counted, decimals_for_error, percent
from rocstats.inference.bands import RocBand
from rocstats.report.analysis import Analysis
from rocstats.report.interval_tables import side_by_side
from rocstats.report.key_results import area_decimals
from rocstats.report.numbers import NE, all_same, level_percent, limits, number, percentage, sentence, spoken
from rocstats.report.wording import for_report, grouped, named_rule, resampled, typeset, with_threshold

_MOST_CURVES = 6
_POINTWISE = "A pointwise band holds at one specificity at a time, not for the whole curve."


def area_section(analysis: Analysis) -> Section:
    """Write the section."""
    blocks: list[Block] = [
        Paragraph(_opening(analysis)),
        *_curves(analysis),
        _areas(analysis),
        *_panels(analysis),
        *side_by_side(analysis),
    ]
    return Section(id="area", title="Area under the curve", blocks=tuple(blocks))


def _opening(analysis: Analysis) -> Content:
    """Say what an area is, with this one's numbers."""
    best = max(analysis.tests, key=lambda found: found.area.estimate)
    decimals = area_decimals(analysis)
    words: list[Content] = [
        f"The area is the share of case–control pairs in which the case is on the positive side of the control: "
        f"{number(best.area.estimate, decimals)} of the pairs for {best.name} ("
    ]
    words += [CrossRef(*_curve_ids(analysis)), ", ", CrossRef("auc")] if _curve_ids(analysis) else [CrossRef("auc")]
    words.append(").")
    if _panel_ids(analysis):
        words += [" ", CrossRef(*_panel_ids(analysis)), " has each curve by itself."]
    return tuple(words)


def _curve_ids(analysis: Analysis) -> list[str]:
    return ["roc"] if len(analysis.tests) <= _MOST_CURVES else []


def _panel_ids(analysis: Analysis) -> list[str]:
    """Name the figure of single curves; one test needs none, its band is in the first figure."""
    return ["bands"] if len(analysis.tests) > 1 else []


def _curves(analysis: Analysis) -> list[Figure]:
    if not _curve_ids(analysis):
        return []
    tests = analysis.tests
    decimals = area_decimals(analysis)
    best = max(tests, key=lambda found: found.area.estimate)
    labels = [
        f"AUC {number(found.area.estimate, decimals)} ({spoken(found.area.interval, decimals)})" for found in tests
    ]
    figure = plot_roc(*(found.curve for found in tests), points=_points(analysis), band=best.band, labels=labels)
    level = level_percent(analysis.plan.level)
    sub: list[Content] = []
    if best.band is not None:
        whose = f"is for {best.name} alone" if len(tests) > 1 else "is"
        sub.append(f"The band {whose}: {_band_words(best.band)}. ".replace("The band is: ", "Band: "))
    elif len(tests) == 1:
        sub.append(f"{sentence(for_report(best.no_band))} ")
    stated = with_threshold(analysis)
    if stated:
        method = stated[0].accuracy.sensitivity.method if stated[0].accuracy else None
        name = f"{typeset(method.name)} " if method is not None else ""
        thresholds = "the stated threshold" if len(stated) == 1 else "the stated thresholds"
        marks = "Cross" if len(stated) == 1 else "Crosses"
        sub.append(f"{marks}: {level} {name}intervals for sensitivity and specificity at {thresholds}. ")
    sub += ["Values: ", CrossRef("auc"), "."]
    return [
        Figure(
            id="roc",
            pictures=(Picture(svg(figure), _alt(analysis, decimals)),),
            caption="Empirical ROC curves" if len(tests) > 1 else "Empirical ROC curve",
            sub=tuple(sub),
        )
    ]


def _points(analysis: Analysis) -> list[OperatingPoint]:
    points = []
    for place, found in enumerate(analysis.tests):
        if found.accuracy is None:
            continue
        sensitivity, specificity = found.accuracy.sensitivity, found.accuracy.specificity
        if sensitivity.estimate is None or specificity.estimate is None:
            continue
        across, up = specificity.interval, sensitivity.interval
        points.append(
            OperatingPoint(
                curve=place,
                fpf=1 - specificity.estimate,
                tpf=sensitivity.estimate,
                fpf_interval=None if across is None else (1 - across.high, 1 - across.low),
                tpf_interval=None if up is None else (up.low, up.high),
                label=named_rule(found.test),
            )
        )
    return points


def _band_words(band: RocBand) -> str:
    return f"pointwise {level_percent(band.level)}, sensitivity at fixed specificity, {resampled(band.resampling)}"


def _alt(analysis: Analysis, decimals: int) -> str:
    """Say what is seen: the curves from the highest to the lowest, and the marked points."""
    order = sorted(analysis.tests, key=lambda found: -found.area.estimate)
    areas = ", ".join(f"{found.name} {number(found.area.estimate, decimals)}" for found in order)
    said = [f"ROC curves of {counted(len(order), 'test')}, by area: {areas}."]
    if len(order) == 1:
        said = [f"ROC curve of {order[0].name}, area {number(order[0].area.estimate, decimals)}."]
    for found in with_threshold(analysis):
        assert found.accuracy is not None
        sensitivity, specificity = (
            percentage(m.estimate) for m in (found.accuracy.sensitivity, found.accuracy.specificity)
        )
        said.append(
            f" At {named_rule(found.test)}, sensitivity is {sensitivity} and specificity {specificity} percent."
        )
    return "".join(said)


def _panels(analysis: Analysis) -> list[Figure]:
    if not _panel_ids(analysis):
        return []
    decimals = area_decimals(analysis)
    pictures = []
    for place, found in enumerate(analysis.tests):
        area = number(found.area.estimate, decimals)
        drawn = plot_roc(
            found.curve, band=found.band, labels=[f"AUC {area}"], panel=True, first_style=place % _MOST_CURVES
        )
        band = "" if found.band is None else f" with its pointwise {level_percent(found.band.level)} band"
        pictures.append(Picture(svg(drawn), f"ROC curve of {found.name}{band}; AUC {area}."))
    banded = [found.band for found in analysis.tests if found.band is not None]
    caption = "Each curve with its own band" if banded else "Each curve by itself"
    sub = [f"{sentence(_band_words(banded[0]))} {_POINTWISE}"] if banded else []
    sub += grouped([(found.name, found.no_band) for found in analysis.tests if found.no_band], len(analysis.tests))
    return [Figure(id="bands", pictures=tuple(pictures), caption=caption, sub=" ".join(sub))]


def _areas(analysis: Analysis) -> Table:
    tests = analysis.tests
    results = [found.area for found in tests]
    decimals = area_decimals(analysis)
    places = decimals_for_error([result.standard_error for result in results])
    counts = [(found.flow.n_cases, found.flow.n_controls) for found in tests]
    same = all_same(counts)
    rows = []
    for found, (cases, controls) in zip(tests, counts, strict=True):
        area = found.area
        cells: list[TableCell] = [] if same else [str(cases), str(controls)]
        error = (
            number(area.standard_error, places)
            if area.standard_error is not None or not area.inference.estimable
            else ""
        )
        cells += [number(area.estimate, decimals), error, limits(area.interval, decimals), typeset(area.method.name)]
        rows.append(Row(found.name, (*cells, f"{percent(found.ties.p_tie)}%")))
    notes: list[Content] = ["SE: standard error. A tied pair counts one half."]
    chance = results[0].inference.resampling
    if chance is not None:
        notes.append(f"{str(chance).replace('subjects', 'participants')}, seed {results[0].seed}.")
    notes += grouped(((found.name, note.text) for found in tests for note in found.area.notes), len(tests))
    if any(NE in row.cells for row in rows):
        notes.append("NE: not estimable.")
    who = f"{counted(counts[0][0], 'case')}, {counted(counts[0][1], 'control')}"
    return Table(
        id="auc",
        caption="Area under the ROC curve",
        sub="" if not same else f"{who} for each test." if len(tests) > 1 else f"{who}.",
        columns=(
            Column("Test", "text"),
            *([] if same else [Column("Cases"), Column("Controls")]),
            Column("AUC"),
            Column("SE"),
            Column(f"{level_percent(analysis.plan.level)} CI", "interval"),
            Column("Method", "text", gap=True),
            Column("Pairs tied"),
        ),
        rows=tuple(rows),
        notes=tuple(notes),
    )
