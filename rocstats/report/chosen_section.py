"""Section "Chosen thresholds": the best thresholds by rules, and how good they are apart from having been chosen."""

from __future__ import annotations

from collections.abc import Iterator

from rocstats.document.blocks import (
    Block,
    Column,
    ColumnGroup,
    Figure,
    Item,
    Limits,
    Paragraph,
    Picture,
    Row,
    RowGroup,
    Section,
    Table,
    TableCell,
)
from rocstats.document.figure_style import svg
from rocstats.document.inline import Cite, Content, CrossRef
from rocstats.document.threshold_figure import ChosenThreshold, plot_thresholds
from rocstats.formatting import counted, decimals_for, listed
from rocstats.inference.chosen_threshold import Optimum, ThresholdChoice
from rocstats.report.analysis import Analysis, TestResults
from rocstats.report.numbers import NE, level_percent, limits, number, pair, percentage, score
from rocstats.report.wording import grouped, numbered_ids, resampled, rule_of, typeset
from rocstats.results import Interval

_SHOWN = 8
_MOST_NAMED = 3
_OF_OPTIMA = {
    "several-optima": "of equally good thresholds all are shown; none is averaged or preferred. They are different "
    "tests: choose on clinical grounds.",
    "all-alike": "",
    "no-optimum": "",
}
_SAID_ONCE = ("chosen-threshold", "design-not-stated")


def chosen_section(analysis: Analysis) -> Section | None:
    """Write the section, or nothing if the plan names no rule."""
    if not analysis.further.chosen:
        return None
    blocks: list[Block] = [Paragraph(_opening(analysis)), _optima(analysis)]
    if _resampled(analysis):
        blocks.append(_repeated(analysis))
    blocks += _figures(analysis)
    return Section(id="chosen-section", title="Chosen thresholds", blocks=tuple(blocks))


def caveats(analysis: Analysis) -> Iterator[Item]:
    """Give that the thresholds were chosen on these data, and what the choices warn of."""
    if not analysis.further.chosen:
        return
    where = CrossRef("chosen", *(["repeated"] if _resampled(analysis) else []))
    honest = " The out-of-bag values are not." if _resampled(analysis) else ""
    yield Item(
        "Thresholds by a rule were chosen on these data, and their sensitivity and specificity are optimistic."
        f"{honest}",
        where,
    )
    yield from (Item(text, CrossRef("chosen")) for text in _said(analysis, optima=True))
    yield from (Item(text, where) for text in _said(analysis, optima=False))


def methods_sentence(analysis: Analysis) -> Content:
    """Say how thresholds were chosen, and again in resamples."""
    if not analysis.further.chosen:
        return ()
    choices = analysis.further.chosen[0]
    works = tuple(dict.fromkeys(key for choice in choices for key in choice.rule.references))
    titles = listed([typeset(choice.rule.title) for choice in choices])
    words: list[Content] = [f"Thresholds were chosen among the observed scores by {titles}"]
    words += [" ", Cite(*works)] if works else []
    words.append("; all that are equally good are given")
    if drawn := _drawn(analysis):
        words += [
            f". Each choice was repeated in {drawn}, which gives percentile intervals ",
            Cite("davison1997"),
            " and, in the participants whom a resample leaves out, sensitivity and specificity without the optimism ",
            Cite("efron1997"),
        ]
    return (*words, ".")


def choice_by(analysis: Analysis, test: str, title: str) -> ThresholdChoice | None:
    """Give the choice of a test by the rule with this title, if the plan asked for it."""
    return next(
        (c for choices in analysis.further.chosen for c in choices if c.test.name == test and c.rule.title == title),
        None,
    )


def _drawn(analysis: Analysis) -> str:
    """Say how resamples were drawn; stratified or not follows from the rule."""
    drawn = {c.rule.prevalence: c.resampled for choices in analysis.further.chosen for c in choices}
    texts = [resampled(one.resampling) for one in drawn.values() if one is not None and one.resampling is not None]
    if len(set(texts)) < 2:
        return "".join(texts[:1])
    return f"{listed(sorted(set(texts)), 'or')}, the latter for rules that do not depend on the share of cases"


def _resampled(analysis: Analysis) -> bool:
    return any(choice.resampled is not None for choices in analysis.further.chosen for choice in choices)


def _name(choice: ThresholdChoice) -> str:
    title = typeset(choice.rule.title)
    return title[:1].upper() + title[1:]


def _rule(choice: ThresholdChoice, optimum: Optimum) -> str:
    return "nobody positive" if optimum.threshold is None else rule_of(choice.test, optimum.threshold)


def _opening(analysis: Analysis) -> Content:
    """Give the first choice in words."""
    choice = analysis.further.chosen[0][0]
    test = choice.test.name
    words: list[Content] = []
    if choice.optima:
        best = choice.optima[0]
        others = len(choice.optima) - 1
        also = f" and {counted(others, 'other threshold')}" if others else ""
        has = "have" if others else "has"
        words.append(
            f"For {test}, {_rule(choice, best)}{also} {has} {choice.rule.title}, with a sensitivity of "
            f"{percentage(best.sensitivity)}% and a specificity of {percentage(best.specificity)}%"
            if not others
            else f"For {test}, {_rule(choice, best)}{also} {has} {choice.rule.title}"
        )
        words += [" (", CrossRef("chosen"), ")."]
    else:
        words += [f"For {test}, no threshold has a value by {choice.rule.title} (", CrossRef("chosen"), ")."]
    found = choice.resampled
    if found is not None and found.sensitivity is not None:
        words += [
            " Chosen again in each resample and judged in the participants left out, the rule gives "
            f"{percentage(found.sensitivity)}% and {percentage(found.specificity)}% (",
            CrossRef("repeated"),
            ").",
        ]
    elif _resampled(analysis):
        words += [" The choice is repeated in resamples in ", CrossRef("repeated"), "."]
    ids = _figure_ids(analysis)
    if ids:
        words += [" ", CrossRef(*ids), f" {'show' if len(ids) > 1 else 'shows'} where the thresholds lie."]
    return tuple(words)


def _optima(analysis: Analysis) -> Table:
    groups = []
    more = []
    for choices in analysis.further.chosen:
        rows = []
        for choice in choices:
            shown = choice.optima[:_SHOWN]
            if len(choice.optima) > _SHOWN:
                more.append(f"{choice.test.name}, {choice.rule.title}: {len(choice.optima)}")
            decimals = decimals_for([optimum.criterion for optimum in shown])
            for place, optimum in enumerate(shown):
                cells = (
                    _rule(choice, optimum),
                    *(str(n) for n in (optimum.tp, optimum.fp, optimum.fn, optimum.tn)),
                    percentage(optimum.sensitivity),
                    percentage(optimum.specificity),
                    number(optimum.criterion, decimals),
                )
                rows.append(Row(_name(choice) if place == 0 else "equally good", cells, indent=place > 0))
            if not shown:
                rows.append(Row(_name(choice), (NE, *[""] * 6, NE)))
        groups.append(RowGroup(choices[0].test.name, tuple(rows)))
    notes: list[Content] = ["Criterion: what the rule makes largest or smallest, at the threshold."]
    if more:
        notes.append(f"The first {_SHOWN} of equally good thresholds are shown; there are, for {'; for '.join(more)}.")
    notes += _said(analysis, optima=True)
    if any(not choice.optima for choices in analysis.further.chosen for choice in choices):
        notes.append(f"{NE}: not estimable.")
    return Table(
        id="chosen",
        caption="Thresholds chosen on these data",
        sub="All equally good thresholds of a rule; sensitivity and specificity, in percent, are optimistic.",
        columns=(
            Column("Chosen by", "text"),
            Column("Positive", "text"),
            *(Column(head) for head in ("TP", "FP", "FN", "TN")),
            Column("Sensitivity", gap=True),
            Column("Specificity"),
            Column("Criterion"),
        ),
        rows=tuple(groups),
        group_header="Test",
        notes=tuple(notes),
    )


def _repeated(analysis: Analysis) -> Table:
    level = level_percent(analysis.plan.level)
    groups = tuple(
        RowGroup(choices[0].test.name, tuple(_repeated_row(choice) for choice in choices))
        for choices in analysis.further.chosen
    )
    drawn = _drawn(analysis)
    how = f"; {drawn}, seed {analysis.plan.seed}" if drawn else ""
    notes: list[Content] = [
        f"CI: percentile intervals of what the resamples choose{how}. That of "
        "the criterion is of its value where it was chosen, and keeps the optimism. Out-of-bag: in the participants "
        "whom a resample leaves out."
    ]
    notes += _said(analysis, optima=False)
    if any(NE in row.cells for group in groups for row in group.rows):
        notes.append(f"{NE}: not estimable.")
    return Table(
        id="repeated",
        caption="The choice repeated in resamples",
        sub="Thresholds on the scale of the data; sensitivity and specificity in percent.",
        columns=(
            Column("Chosen by", "text"),
            Column(f"Threshold, {level} CI", "interval"),
            Column(f"Criterion, {level} CI", "interval"),
            ColumnGroup("Out-of-bag", (Column("Sensitivity"), Column("Specificity"), Column("Criterion"))),
        ),
        rows=groups,
        group_header="Test",
        notes=tuple(notes),
    )


def _repeated_row(choice: ThresholdChoice) -> Row:
    found = choice.resampled
    if found is None:
        return Row(_name(choice), (NE, NE, NE, NE, NE))
    decimals = decimals_for([found.out_of_bag], [pair(found.criterion)])
    cells: tuple[TableCell, ...] = (
        _scores(found.threshold),
        limits(found.criterion, decimals),
        percentage(found.sensitivity),
        percentage(found.specificity),
        number(found.out_of_bag, decimals),
    )
    return Row(_name(choice), cells)


def _scores(interval: Interval | None) -> Limits | str:
    return NE if interval is None else Limits(score(interval.low), score(interval.high))


def _said(analysis: Analysis, *, optima: bool) -> list[str]:
    """Give the notes about the optima, or those about the resamples, without what is said once for all."""
    rules: dict[tuple[str, str], list[str]] = {}
    for choice in (choice for found in analysis.further.chosen for choice in found):
        for note in choice.notes:
            if note.code not in _SAID_ONCE and (note.code in _OF_OPTIMA) is optima:
                text = _OF_OPTIMA.get(note.code) or note.text
                rules.setdefault((text, choice.test.name), []).append(typeset(choice.rule.title))
    every = len(analysis.plan.threshold_rules)
    notes = [
        (test if len(titles) == every else f"{test} ({listed(titles)})", text) for (text, test), titles in rules.items()
    ]
    return grouped(notes, len(analysis.tests))


def _marks(choices: tuple[ThresholdChoice, ...]) -> list[ChosenThreshold]:
    """Give each threshold once, with all rules that choose it and the interval of the first rule."""
    rules: dict[float, list[str]] = {}
    for choice in choices:
        for threshold in choice.thresholds[:_SHOWN]:
            if threshold is not None:
                rules.setdefault(threshold, []).append(choice.rule.title)
    first = choices[0]
    own = [threshold for threshold in first.thresholds if threshold is not None]
    return [
        ChosenThreshold(
            threshold=threshold,
            label=_joined(titles),
            interval=first.interval if own and threshold == own[0] else None,
        )
        for threshold, titles in rules.items()
    ]


def _joined(titles: list[str]) -> str:
    """Name the rules of one threshold, the first of many."""
    return listed(titles) if len(titles) < _MOST_NAMED else f"{titles[0]} and {len(titles) - 1} other rules"


def _figure_ids(analysis: Analysis) -> list[str]:
    return numbered_ids("chosen-figure", len(analysis.further.chosen)) if analysis.further.chosen else []


def _figures(analysis: Analysis) -> list[Figure]:
    return [
        _figure(analysis, identity, found, choices)
        for identity, found, choices in zip(_figure_ids(analysis), analysis.tests, analysis.further.chosen, strict=True)
    ]


def _figure(analysis: Analysis, identity: str, found: TestResults, choices: tuple[ThresholdChoice, ...]) -> Figure:
    marks = _marks(choices)
    drawn = svg(plot_thresholds(found.points, marks))
    said = [f"{choice.rule.title} at {_rule(choice, choice.optima[0])}" for choice in choices if choice.optima]
    band = ""
    if any(mark.interval is not None for mark in marks):
        level = level_percent(analysis.plan.level)
        title = typeset(choices[0].rule.title)
        band = f" Shaded: {level} interval of the threshold by {title}, chosen again in resamples."
    return Figure(
        id=identity,
        pictures=(
            Picture(
                drawn,
                f"Sensitivity and specificity of {found.name} against its threshold, with the chosen thresholds: "
                f"{listed(said) or 'none'}.",
            ),
        ),
        caption=f"Sensitivity and specificity of {found.name} by threshold",
        sub=(f"Dashed: the chosen thresholds.{band} Values: ", CrossRef("chosen"), "."),
    )
