"""Key results: the answer in a sentence or two, and the table of what was asked."""

from __future__ import annotations

from rocstats.document.blocks import Column, KeyResults, Row, Table, TableCell
from rocstats.document.inline import Content, CrossRef
from rocstats.formatting import fixed, listed
from rocstats.inference.accuracy_result import Measure
from rocstats.report.analysis import Analysis, TestResults
from rocstats.report.comparison_section import crossing, pair_name
from rocstats.report.hypotheses import planned_answer
from rocstats.report.numbers import (
    NBSP,
    NE,
    decimals_of,
    in_words,
    level_percent,
    limits,
    number,
    percent_limits,
    percent_spoken,
    percentage,
    pvalue,
    spoken,
)
from rocstats.report.wording import named_rule, names, typeset, with_threshold
from rocstats.results import Comparison, Interval

_MOST_PAIRS = 6
_MOST_SPOKEN = 4


def key_results(analysis: Analysis) -> KeyResults:
    """Write the key results."""
    further = [content for content in (_below_chance(analysis), planned_answer(analysis)) if content]
    return KeyResults(title="Key results", paragraphs=(_answer(analysis), *further), table=_table(analysis))


def area_decimals(analysis: Analysis) -> int:
    """Choose one number of decimals for all areas and differences of the report."""
    areas = [found.area for found in analysis.tests]
    differences = [pair.comparison for pair in analysis.pairs]
    return decimals_of(
        [area.estimate for area in areas],
        [result.interval for result in (*areas, *differences)],
    )


def _answer(analysis: Analysis) -> Content:
    decimals = area_decimals(analysis)
    if len(analysis.tests) == 1:
        return _one_test(analysis, analysis.tests[0], decimals)
    if any(found.area.interval is None for found in analysis.tests):
        return _not_ranked(analysis, decimals)
    areas = [found.area.estimate for found in analysis.tests]
    best = [found for found in analysis.tests if found.area.estimate == max(areas)]
    first = _number(max(areas), decimals)
    k = in_words(len(areas))
    if len(best) == len(areas):
        return (
            f"All {k} tests had the same area under the ROC curve, {first}."
            if len(areas) > 2
            else f"Both tests had the same area under the ROC curve, {first}."
        )
    verb = f"{best[0].name} had the" if len(best) == 1 else f"{listed([found.name for found in best])} had the same,"
    among = f"Of the {k} tests, {verb} {'larger' if len(areas) == 2 else 'largest'} area under the ROC curve, {first}."
    if not analysis.same_people:
        among = f"{among[:-1]}, each in the participants who have its score."
    others = [found for found in analysis.tests if found not in best]
    if (
        len(best) > 1
        or len(others) > _MOST_SPOKEN
        or any(_between(analysis, best[0], other) is None for other in others)
    ):
        return (among, " The differences are in ", CrossRef("differences"), ".")
    if not analysis.same_people:
        return (
            among,
            " The differences, in the participants who have both scores, are in ",
            CrossRef("differences"),
            ".",
        )
    level = level_percent(analysis.plan.level)
    said = []
    for place, other in enumerate(others):
        gap = _between(analysis, best[0], other)
        assert gap is not None
        difference, interval = gap
        size, which = (difference, "smaller") if difference >= 0 else (-difference, "larger")
        if difference < 0:
            interval = (
                None if interval is None else Interval(-interval.high, -interval.low, interval.level, interval.sides)
            )
        who = f"The area of {other.name} was" if place == 0 else f"that of {other.name}"
        of = f"{level}{NBSP}CI " if place == 0 else ""
        said.append(f"{who} {_number(size, decimals)} {which} ({of}{spoken(interval, decimals)})")
    return f"{among} {listed(said)}."


def _not_ranked(analysis: Analysis, decimals: int) -> Content:
    """Give the areas without an order, where the data do not say how sure one of them is."""
    without = [found for found in analysis.tests if found.area.interval is None]
    which = f"The area of {names(without)} has" if len(without) == 1 else f"The areas of {names(without)} have"
    if len(without) == len(analysis.tests):
        which = "The areas have"
    if len(analysis.tests) > _MOST_SPOKEN + 1:
        said: tuple[Content, ...] = ("The areas under the ROC curve are in ", CrossRef("auc"), ".")
    else:
        areas = [f"{_number(found.area.estimate, decimals)} for {found.name}" for found in analysis.tests]
        said = (f"The area under the ROC curve was {listed(areas)}.",)
    return (*said, f" {which} no confidence interval, so the tests are not ranked.")


def _below_chance(analysis: Analysis) -> Content:
    """Say which areas lie below one half, where higher would have been expected."""
    below = [found for found in analysis.tests if found.area.estimate < 0.5]
    if not below:
        return ()
    which = "The area of" if len(below) == 1 else "The areas of"
    low = {found.test.low for found in below}
    how = {True: "as stated in the plan", False: "the default, by which higher scores are positive"}
    why = how[low.pop()] if len(low) == 1 else "as stated in the plan for low scores, and the default for high ones"
    return (
        f"{which} {names(below)} {'lies' if len(below) == 1 else 'lie'} below 0.5: controls tend to score on the "
        f"positive side. The direction is {why}."
    )


def _number(value: float, decimals: int) -> str:
    return number(value, decimals)


def _between(analysis: Analysis, one: TestResults, other: TestResults) -> tuple[float, Interval | None] | None:
    """Give the difference of two tests, first minus second as asked, with its interval."""
    for pair in analysis.pairs:
        c = pair.comparison
        if c.tests == (one.name, other.name):
            return c.estimate, c.interval
        if c.tests == (other.name, one.name):
            turned = c.interval
            if turned is not None:
                turned = Interval(-turned.high, -turned.low, turned.level, turned.sides)
            return -c.estimate, turned
    return None


def _one_test(analysis: Analysis, found: TestResults, decimals: int) -> Content:
    level = level_percent(analysis.plan.level)
    words = (
        f"The area under the ROC curve of {found.name} was {number(found.area.estimate, decimals)} "
        f"({level}{NBSP}CI {spoken(found.area.interval, decimals)})."
    )
    if found.accuracy is not None:
        sensitivity, specificity = found.accuracy.sensitivity, found.accuracy.specificity
        words += (
            f" At {named_rule(found.test)}, sensitivity was {percentage(sensitivity.estimate)}% "
            f"({percent_spoken(sensitivity.interval)}) and specificity {percentage(specificity.estimate)}% "
            f"({percent_spoken(specificity.interval)})."
        )
    return words


def _table(analysis: Analysis) -> Table:
    decimals = area_decimals(analysis)
    with_p = bool(analysis.pairs)
    rows = [
        _row(
            f"AUC of {found.name}",
            number(found.area.estimate, decimals),
            limits(found.area.interval, decimals),
            "",
            with_p,
        )
        for found in analysis.tests
    ]
    compared = list(_compared(analysis, decimals, with_p))
    rows += [_ruled(row) if place == 0 else row for place, row in enumerate(compared)]
    proportions = [row for found in with_threshold(analysis) for row in _proportions(found, with_p)]
    rows += [_ruled(row) if place == 0 else row for place, row in enumerate(proportions)]
    level = level_percent(analysis.plan.level)
    columns = [Column("Result", "text"), Column("Estimate"), Column(f"{level} CI", "interval")]
    return Table(
        id="key-table",
        caption="",
        columns=(*columns, *([Column("p")] if with_p else [])),
        rows=tuple(rows),
        notes=tuple(_notes(analysis, rows)),
    )


def _row(name: str, estimate: str, interval: TableCell, p: str, with_p: bool) -> Row:
    return Row(name, (estimate, interval, *([p] if with_p else [])))


def _ruled(row: Row) -> Row:
    return Row(row.name, row.cells, rule=True)


def _compared(analysis: Analysis, decimals: int, with_p: bool) -> list[Row]:
    rows = []
    contrast = analysis.contrast
    if contrast is not None:
        name = f"All {in_words(len(contrast.tests))} areas equal, χ²"
        if contrast.statistic is None:
            rows.append(_row(name, NE, "", NE, with_p))
        else:
            rows.append(
                _row(f"{name} on {contrast.df} df", fixed(contrast.statistic, 3), "", pvalue(contrast.pvalue), with_p)
            )
    if len(analysis.pairs) <= _MOST_PAIRS:
        for pair in analysis.pairs:
            c: Comparison = pair.comparison
            rows.append(
                _row(
                    f"AUC, {pair_name(c)}",
                    number(c.estimate, decimals),
                    limits(c.interval, decimals),
                    pvalue(c.pvalue),
                    with_p,
                )
            )
    return rows


def _proportions(found: TestResults, with_p: bool) -> list[Row]:
    assert found.accuracy is not None

    def row(what: str, measure: Measure) -> Row:
        name = f"{what} of {named_rule(found.test)}, {measure.successes}/{measure.total}"
        estimate = NE if measure.estimate is None else f"{percentage(measure.estimate)}%"
        return _row(name, estimate, percent_limits(measure.interval), "", with_p)

    return [row("Sensitivity", found.accuracy.sensitivity), row("Specificity", found.accuracy.specificity)]


def _notes(analysis: Analysis, rows: list[Row]) -> list[Content]:
    area = typeset(analysis.tests[0].area.method.name)
    parts = [f"{area} for {'areas' if len(analysis.tests) > 1 else 'the area'}"]
    if analysis.pairs:
        other = typeset(analysis.pairs[0].comparison.method.name)
        parts = [f"{area} for areas and differences"] if other == area else [*parts, f"{other} for differences"]
    measured = [found.accuracy for found in with_threshold(analysis) if found.accuracy is not None]
    cards = [
        typeset(m.method.name)
        for found in measured
        for m in (found.sensitivity, found.specificity)
        if m.method is not None
    ]
    if cards:
        parts.append(f"{cards[0]} for sensitivity and specificity")
    words: list[Content] = [f"CI: {', '.join(parts)}."]
    if analysis.pairs:
        words.append(_about_p(analysis))
    notes: list[Content] = [tuple(words)]
    if not analysis.same_people:
        sizes = listed([f"{found.name} {found.flow.n_analysed}" for found in analysis.tests])
        notes.append(
            f"Each area is that of the participants who have the score ({sizes}), each difference that of those who "
            "have both, so differences need not agree with the areas above them."
        )
    if len(analysis.pairs) > _MOST_PAIRS:
        notes.append((f"All {len(analysis.pairs)} pairs: ", CrossRef("differences"), "."))
    if any(NE in row.cells for row in rows):
        notes.append("NE: not estimable; the reason stands with the table of each result.")
    return notes


def _about_p(analysis: Analysis) -> Content:
    if len(analysis.pairs) == 1:
        return " p: two-sided."
    changed = crossing(analysis) if len(analysis.pairs) <= _MOST_PAIRS else []
    if not changed:
        return (" p: two-sided, not adjusted; adjusted by Holm’s method in ", CrossRef("differences"), ".")
    said = listed([f"that of {pair_name(pair.comparison)} is {pvalue(pair.adjusted)}" for pair in changed])
    if len(changed) == 1:
        said = f"the p of {pair_name(changed[0].comparison)} is {pvalue(changed[0].adjusted)}"
    return (f" p: two-sided, not adjusted; with Holm’s adjustment {said} (", CrossRef("differences"), ").")
