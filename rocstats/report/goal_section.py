"""Section "Performance goals": proportions at stated thresholds against the values they are to exceed."""

from __future__ import annotations

from collections.abc import Iterator

from rocstats.document.blocks import Column, Item, Paragraph, Row, Section, Table
from rocstats.document.inline import Cite, Content, CrossRef
from rocstats.formatting import percent
from rocstats.inference.goals import PerformanceGoal
from rocstats.report.analysis import Analysis
from rocstats.report.hypotheses import NOT_SHOWN, decided, goal_names, goal_words, level_words
from rocstats.report.numbers import NE, in_words, level_percent, percentage, pvalue, sentence, stated_percent
from rocstats.report.wording import grouped, typeset

_MORE = 3


def goal_section(analysis: Analysis) -> Section | None:
    """Write the section, or nothing if the plan states no goal."""
    if not analysis.further.goals:
        return None
    return Section(
        id="goal-section", title="Performance goals", blocks=(Paragraph(_opening(analysis)), _table(analysis))
    )


def caveats(analysis: Analysis) -> Iterator[Item]:
    """Give what the decisions warn of."""
    if analysis.further.goals:
        # What the design does to shares of cases is one item for all tables.
        yield from (Item(text, CrossRef("goals")) for text in _said(analysis, without=("design-not-stated",)))


def methods_sentence(analysis: Analysis) -> Content:
    """Say how goals were judged."""
    found = analysis.further.goals
    if not found:
        return ()
    return (
        f"Performance goals were judged by the one-sided test of {_method(found)} at the level "
        f"{level_words(analysis.plan.level)}, whose bound is the lower limit of the two-sided "
        f"{level_percent(analysis.plan.level)} interval ",
        Cite(*dict.fromkeys(key for goal in found for key in goal.method.references)),
        ".",
    )


def _method(found: tuple[PerformanceGoal, ...]) -> str:
    return typeset(found[0].method.title or found[0].method.name)


def _opening(analysis: Analysis) -> Content:
    found = analysis.further.goals
    count = len(found)
    lead = "The plan states one goal" if count == 1 else f"The plan states {in_words(count)} goals"
    first = found[0]
    verdict = {True: "is shown", False: "is not shown", None: "cannot be judged"}[first.met]
    bound = "" if first.interval is None else f": the lower bound is {_percent(first, first.interval.low)}%"
    own = " each tested on its own" if count > 1 else ""
    return (
        f"{lead},{own or ' tested'} at a one-sided level of {level_words(analysis.plan.level)} (",
        CrossRef("goals"),
        f"). {sentence(f'that the {goal_words(first)} {verdict}{bound}')}",
    )


def _percent(goal: PerformanceGoal, bound: float) -> str:
    """Write a bound in percent, with digits enough that it does not print as the goal which it is not."""
    decimals = 1
    while decimals < 1 + _MORE and bound != goal.goal and float(percent(bound, decimals)) == 100 * goal.goal:
        decimals += 1
    return percent(bound, decimals)


def _table(analysis: Analysis) -> Table:
    found = analysis.further.goals
    rows = tuple(
        Row(
            name,
            (
                sentence(goal_words(goal)).rstrip("."),
                f"{goal.measure.successes}/{goal.measure.total}",
                percentage(goal.estimate),
                NE if goal.interval is None else _percent(goal, goal.interval.low),
                stated_percent(goal.goal),
                pvalue(goal.pvalue) if goal.interval is None or goal.pvalue is not None else "",
                decided(goal.met),
            ),
            nowrap=True,
        )
        for name, goal in zip(goal_names(analysis), found, strict=True)
    )
    level = analysis.plan.level
    notes: list[Content] = [
        f"Bound and p: {_method(found)}; the bound is the lower limit of the two-sided {level_percent(level)} interval."
    ]
    notes += _said(analysis)
    if any(goal.met is False for goal in found):
        notes.append(NOT_SHOWN)
    if any(goal.met is None for goal in found):
        notes.append(f"{NE}: not estimable.")
    return Table(
        id="goals",
        caption="Performance goals" if len(found) > 1 else "Performance goal",
        sub=f"In percent; one-sided {level_percent(found[0].level)} lower bounds; one-sided p, level "
        f"{level_words(level)}.",
        columns=(
            Column("No.", "text"),
            Column("To be shown", "text"),
            Column("n/N"),
            Column("Estimate"),
            Column("Lower bound"),
            Column("Must exceed"),
            Column("p"),
            Column("Decision", "text", gap=True),
        ),
        rows=rows,
        notes=tuple(notes),
        size="prose",
    )


def _said(analysis: Analysis, *, without: tuple[str, ...] = ()) -> list[str]:
    found = analysis.further.goals
    notes = [
        (name, note.text)
        for name, goal in zip(goal_names(analysis), found, strict=True)
        for note in goal.notes
        if note.code not in without
    ]
    return grouped(notes, len(found))
