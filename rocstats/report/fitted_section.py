"""Section "Fitted curves": a curve of a family for each test, over the empirical one that it stands beside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace as replaced

from rocstats.document.blocks import Block, Figure, Item, Paragraph, Picture, Section
from rocstats.document.figure_style import svg
from rocstats.document.fitted_figure import plot_fit
from rocstats.document.inline import Cite, Content, CrossRef
from rocstats.formatting import counted, listed
from rocstats.report.analysis import Analysis
from rocstats.report.fitted_comparisons import differences, families
from rocstats.report.fitted_notes import (
    band_notes,
    curve_notes,
    family_caveats,
    pair_notes,
    reading_notes,
    test_notes,
)
from rocstats.report.fitted_results import FPF, CurveOfTest, FittedResults
from rocstats.report.fitted_tables import (
    area_decimals,
    counts,
    fit_tests,
    in_signs,
    parameters,
    rated,
    readings,
    tested,
)
from rocstats.report.numbers import level_percent, number, sentence, spoken
from rocstats.report.wording import for_report, numbered_ids, resampled, typeset
from rocstats.results import Interval, Resampling

_MOST_STYLES = 6
_ONE_HELD = "The fitted curve was held against the empirical one"
_MODEL = (
    "A fitted curve is a model: between the observed points and beyond them it shows the family of curves and not the "
    "data."
)


def fitted_section(analysis: Analysis) -> Section | None:
    """Write the section, with the reasons for curves that are not there; nothing if no family is asked for."""
    curves = analysis.further.curves
    if curves is None:
        return None
    blocks: list[Block] = []
    if curves.tests:
        blocks.append(Paragraph(_opening(analysis, curves)))
    blocks += _refused(curves)
    if curves.tests:
        # Tables stand between the figures, for a page holds one of these and a table, but not two.
        figures = _figures(analysis, curves)
        blocks += [readings(analysis, curves), *figures[:1], parameters(analysis, curves), *figures[1:2]]
        blocks += [*_goodness(analysis, curves), *figures[2:]]
    if curves.families:
        blocks += [Paragraph(_about_families(curves)), families(analysis, curves)]
    if curves.pairs:
        blocks += [Paragraph(_about_pairs(curves)), differences(analysis, curves)]
    return Section(id="fitted", title="Fitted curves", blocks=(*blocks, *_refused_pairs(curves)))


def caveats(analysis: Analysis) -> Iterator[Item]:
    """Give what fitted curves warn of."""
    curves = analysis.further.curves
    if curves is None:
        return
    if curves.tests:
        yield Item(_MODEL, CrossRef("fitted-parameters"))
        yield from (Item(text, CrossRef("fitted-parameters")) for text in curve_notes(curves))
        yield from (Item(text, CrossRef("fitted-readings")) for text in reading_notes(curves))
        yield from (Item(text, CrossRef(*_ids(curves))) for text in band_notes(curves))
    if tested(curves):
        yield from (Item(text, CrossRef("fitted-tests")) for text in test_notes(curves))
    if curves.families:
        yield from (Item(text, CrossRef("fitted-families")) for text in family_caveats(curves))
    if curves.pairs:
        yield from (Item(text, CrossRef("fitted-differences")) for text in pair_notes(curves))


def methods_sentence(analysis: Analysis) -> Content:
    """Say which curves were fitted, how, and how they were judged."""
    curves = analysis.further.curves
    if curves is None or not curves.tests:
        return ()
    fits = [one.fit for one in curves.tests]
    works = dict.fromkeys(key for fit in fits for key in fit.method.references)
    drawn = fits[0].resampling
    how = "" if drawn is None else f" ({_planned(drawn)})"
    words: list[Content] = [
        f"Fitted curves: {_said(curves.family.card.sentence)}",
        *_cited(curves.family.card.references),
        f". {_capital(_said(curves.method.card.sentence))}{how}",
        *_cited(works),
    ]
    words.append(
        ". What is read off a curve has its standard error by the delta method, and its interval on the probit scale; "
        "so has the band for one false positive fraction at a time"
    )
    if any(len(one.bands) > 1 for one in curves.tests):
        words += [", while that of Working and Hotelling holds for the whole curve ", Cite("ma1993")]
    empirical = curves.tests[0].empirical_sensitivity
    drawn = empirical.inference.resampling
    if drawn is not None:
        words += [
            f". The empirical sensitivity at an FPF of {FPF:g} is read between the points of the curve; "
            f"{typeset(empirical.method.name)}: {_planned(drawn)}",
            *_cited(empirical.method.references),
        ]
    if tested(curves):
        words.append(". The fit to ratings was judged by the χ² of observed and expected counts")
    if any(one.judged for one in _unrated(curves)):
        words.append(
            ". Where a fit gives no expected counts, the fitted curve was held against the empirical one at p < 0.01"
        )
    if curves.families:
        words += [". Families were compared by Akaike’s information criterion ", Cite("akaike1974", "burnham2004")]
    if curves.pairs:
        both = dict.fromkeys(key for pair in curves.pairs for key in pair.fit.method.references)
        said = _said(curves.pairs[0].fit.method.sentence)
        if len(analysis.tests) > 2:
            said = said.replace("Both tests", "Two tests at a time", 1)
        words += [f". {said}", *_cited(both)]
    return (*words, ".")


def _planned(drawn: Resampling) -> str:
    """Say how resamples were drawn for every test; how many have no value differs from test to test."""
    return resampled(replaced(drawn, n_without_value=0))


def _said(text: str) -> str:
    return in_signs(typeset(text.rstrip(".")))


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _cited(works: Sequence[str] | dict[str, None]) -> list[Content]:
    return [" ", Cite(*works)] if works else []


def _opening(analysis: Analysis, curves: FittedResults) -> Content:
    """Set the best fitted area beside the empirical one, and say what a fitted curve is."""
    empirical = {found.name: found.area for found in analysis.tests}
    best = max(curves.tests, key=lambda one: empirical[one.name].estimate)
    area = empirical[best.name]
    decimals = area_decimals(analysis, curves)
    return (
        f"The {curves.family.card.name} curve fitted to {best.name} has an area of "
        f"{number(best.area.estimate, decimals)} ({_interval(best.area.interval, decimals)}); the empirical area is "
        f"{number(area.estimate, decimals)} ({_interval(area.interval, decimals)}) (",
        CrossRef("fitted-readings"),
        ", ",
        CrossRef(*_ids(curves)),
        f"). {_MODEL} The parameters are in ",
        CrossRef("fitted-parameters"),
        ".",
    )


def _interval(interval: Interval | None, decimals: int) -> str:
    return "interval not estimable" if interval is None else spoken(interval, decimals)


def _refused(curves: FittedResults) -> list[Block]:
    """Say to which tests no curve is fitted, and why."""
    by_reason: dict[str, list[str]] = {}
    for (name,), reason in curves.refused:
        by_reason.setdefault(for_report(reason), []).append(name)
    what = f"No {curves.family.card.name} curve is fitted to"
    return [Paragraph(sentence(f"{what} {listed(names)}: {reason}")) for reason, names in by_reason.items()]


def _refused_pairs(curves: FittedResults) -> list[Block]:
    """Say which two tests have no curves fitted at once, and why, if not for what is said of one of them."""
    alone = {name for (name,), _ in curves.refused}
    by_reason: dict[str, list[str]] = {}
    for names, reason in curves.refused_pairs:
        without = len(alone & set(names))
        why = (for_report(reason), "one of the two has no curve of its own", "neither has a curve of its own")[without]
        by_reason.setdefault(why, []).append(listed(names))
    return [
        Paragraph(sentence(f"No two curves are fitted at once to {'; '.join(pairs)}: {reason}"))
        for reason, pairs in by_reason.items()
    ]


def _ids(curves: FittedResults) -> list[str]:
    return numbered_ids("fitted-figure", len(curves.tests))


def _figures(analysis: Analysis, curves: FittedResults) -> list[Figure]:
    decimals = area_decimals(analysis, curves)
    places = {found.name: place for place, found in enumerate(analysis.tests)}
    figures = []
    for identity, one in zip(_ids(curves), curves.tests, strict=True):
        area = f"AUC {number(one.area.estimate, decimals)}"
        interval = "" if one.area.interval is None else f" ({spoken(one.area.interval, decimals)})"
        drawn = plot_fit(
            one.fit,
            band=one.bands,
            labels=[f"{area}{interval}"],
            first_style=places[one.name] % _MOST_STYLES,
        )
        figures.append(
            Figure(
                id=identity,
                pictures=(Picture(svg(drawn), _alt(one, area)),),
                caption=f"Fitted {curves.family.card.name} curve of {one.name}",
                sub=(
                    *_seen(one, level_percent(analysis.plan.level)),
                    *(f"{text} " for text in band_notes(curves, one)),
                    *("Values: ", CrossRef("fitted-readings"), "."),
                ),
            )
        )
    return figures


def _seen(one: CurveOfTest, level: str) -> list[Content]:
    """Say what the shades are."""
    if not one.bands:
        return ["There is no band, for the fit has no standard errors. "]
    if len(one.bands) == 1:
        return [f"Band: pointwise {level}, which holds at one false positive fraction at a time. "]
    return [
        f"Dark band: pointwise {level}, which holds at one false positive fraction at a time; light band: Working and "
        "Hotelling’s, which holds for the whole curve if it is binormal. "
    ]


def _alt(one: CurveOfTest, area: str) -> str:
    empirical = one.fit.empirical
    points = int(((empirical.fpf + empirical.tpf > 0) & (empirical.fpf + empirical.tpf < 2)).sum())
    bands = f" with {counted(len(one.bands), 'band')}" if one.bands else ""
    return (
        f"Fitted {one.fit.family.card.name} ROC curve of {one.name}, {area},{bands} over the empirical curve of "
        f"{counted(points, 'point')}, AUC {number(empirical.auc, 3)}."
    )


def _goodness(analysis: Analysis, curves: FittedResults) -> list[Block]:
    """Judge the fit: by counts where there are ratings, else by the distance of both curves."""
    ratings = rated(curves)
    untested = [(one.name, detail.untested) for one, detail in ratings if detail.pearson is None]
    others = _unrated(curves)
    words: list[Content] = []
    if ratings:
        words += [
            f"The counts that the fit expects of the ratings of {listed([one.name for one, _ in ratings])} are in "
        ]
        words += [CrossRef("fitted-counts")]
        words += [", the tests of fit in ", CrossRef("fitted-tests")] if tested(curves) else []
        words.append(".")
    words += [f" There is no test of fit for {name}: {reason}." for name, reason in untested]
    if others:
        words.append(f"{' ' if words else ''}{_against_the_empirical(others)}")
    blocks: list[Block] = [Paragraph(tuple(words))]
    blocks += [fit_tests(analysis, curves)] if tested(curves) else []
    blocks += [counts(analysis, curves)] if ratings else []
    return blocks


def _unrated(curves: FittedResults) -> list[CurveOfTest]:
    """List the tests without stated categories."""
    ratings = rated(curves)
    return [one for one in curves.tests if all(one is not other for other, _ in ratings)]


def _against_the_empirical(tests: Sequence[CurveOfTest]) -> str:
    """Say of tests without stated categories which fitted curve differs from the empirical one, and which may."""
    apart = [one.name for one in tests if any(note.code == "disagrees" for note in one.fit.notes)]
    close = [one.name for one in tests if one.judged and one.name not in apart]
    few = [one.name for one in tests if not one.judged and one.name not in apart]
    said = f"The fit to {listed([one.name for one in tests])} gives no expected counts of stated categories."
    found = []
    if apart:
        those = "that of {} differs" if len(apart) == 1 else "those of {} differ"
        found.append(f"{those.format(listed(apart))} by more than sampling allows, as noted with the parameters")
    if close:
        found.append(f"for {listed(close)}, no difference was found beyond what sampling allows")
    if found:
        several = len(apart) + len(close) > 1
        held = "The fitted curves were held against the empirical ones" if several else _ONE_HELD
        said += f" {held} instead, at p < 0.01: {'; '.join(found)}."
    if few:
        said += f" There are too few data to hold the fitted curve of {listed(few, 'or')} against the empirical one."
    return said


def _about_families(curves: FittedResults) -> Content:
    best: dict[str, list[str]] = {}
    alone: dict[str, list[str]] = {}
    for found in curves.families:
        several = sum(one.fit is not None for one in found.families) > 1
        (best if several else alone).setdefault(found.best.family.card.name, []).append(found.name)
    said = ". "
    if best:
        which = listed([f"of the {family} curve for {listed(names)}" for family, names in best.items()])
        said += (
            f"The smallest AIC is that {which}. An AIC within about 2 of another does not tell two families apart, and "
            "the curve to report is the one that was planned. "
        )
    said += " ".join(
        f"The {family} curve is the only one that can be fitted to {listed(names)}." for family, names in alone.items()
    )
    return (
        "All families of curves are fitted to the same categories in ",
        CrossRef("fitted-families"),
        said.rstrip(),
    )


def _about_pairs(curves: FittedResults) -> Content:
    return (
        "Two tests on the same participants are also fitted at once, which takes the correlation of their areas from "
        "the pairs of scores; the difference of fitted areas, and the test that both curves are one, are in ",
        CrossRef("fitted-differences"),
        ".",
    )
