"""Section "Predictive values by prevalence": what a positive and a negative result mean where the test may be used."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rocstats.document.blocks import (
    Block,
    Column,
    ColumnGroup,
    Figure,
    Item,
    Paragraph,
    Picture,
    Row,
    RowGroup,
    Section,
    Table,
)
from rocstats.document.figure_style import svg
from rocstats.document.inline import Cite, Content, CrossRef
from rocstats.document.predictive_value_figure import PredictiveValueRow, plot_predictive_values
from rocstats.formatting import fixed, listed
from rocstats.inference.predictive_table import PredictiveValues, PredictiveValuesAt, predictive_values
from rocstats.report.analysis import Analysis
from rocstats.report.numbers import (
    NE,
    level_percent,
    percent_decimals,
    percent_limits,
    percent_spoken,
    percentage,
    sentence,
    stated_percent,
)
from rocstats.report.wording import grouped, numbered_ids, rule_of, typeset
from rocstats.results import Interval

_DRAWN = 61
_RARE = 0.01
_THOUSAND, _MANY = 1000, 100_000
_ASSUMED = (
    "Predictive values at a stated prevalence take sensitivity and specificity as the same there, and the prevalence "
    "as known; where the condition is rare, cases tend to be milder and harder to find."
)


def predictive_section(analysis: Analysis) -> Section | None:
    """Write the section, or nothing if no prevalence is stated or no threshold."""
    found = analysis.further.predictive
    if not found:
        return None
    blocks: list[Block] = [Paragraph(_opening(analysis)), _table(analysis)]
    blocks += [
        _figure(analysis, identity, values)
        for identity, (_, values) in zip(_figure_ids(analysis), found, strict=True)
        if identity
    ]
    return Section(id="predictive", title="Predictive values by prevalence", blocks=tuple(blocks))


def caveats(analysis: Analysis) -> Iterator[Item]:
    """Give what the values assume, and what they lack."""
    found = analysis.further.predictive
    if found:
        yield Item(_ASSUMED, CrossRef("predictive-values"))
        yield from (Item(text, CrossRef("predictive-values")) for text in _said(analysis))


def methods_sentence(analysis: Analysis) -> Content:
    """Say how predictive values were computed."""
    cards = {values.method.id: values.method for _, values in analysis.further.predictive if values.method is not None}
    if not cards:
        return ()
    words: list[Content] = [
        "Predictive values at stated prevalences follow from sensitivity and specificity by Bayes’ theorem"
    ]
    for card in cards.values():
        text = typeset(card.sentence.rstrip("."))
        words += [f"; {text[:1].lower()}{text[1:]} ", Cite(*card.references)]
    return (*words, ".")


def _opening(analysis: Analysis) -> Content:
    """Give the first answer in words."""
    _, values = analysis.further.predictive[0]
    at = values.values[0]
    decimals = _decimals(analysis)
    ids = [identity for identity in _figure_ids(analysis) if identity]
    where: list[Content] = [" (", CrossRef("predictive-values")]
    where += [", ", CrossRef(*ids), ")"] if ids else [")"]
    why = (
        "This study fixed the share of cases by its design, so predictive values need a prevalence from elsewhere. "
        if analysis.plan.design == "case-control"
        else ""
    )
    return (
        f"{why}At a prevalence of {stated_percent(at.prevalence)}%, the positive predictive value of {_rule(values)} "
        f"is {_spoken(at.ppv, at.ppv_interval, decimals[0])} and the negative one "
        f"{_spoken(at.npv, at.npv_interval, decimals[1])}",
        *where,
        ".",
    )


def _decimals(analysis: Analysis) -> tuple[int, int]:
    """Choose the decimals of both predictive values."""
    held = [at for _, values in analysis.further.predictive for at in values.values]
    return (
        percent_decimals([at.ppv for at in held], [at.ppv_interval for at in held]),
        percent_decimals([at.npv for at in held], [at.npv_interval for at in held]),
    )


def _spoken(value: float | None, interval: Interval | None, decimals: int) -> str:
    if value is None:
        return "not estimable"
    return f"{percentage(value, decimals)}% ({percent_spoken(interval, decimals)})"


def _course(first: float | None, last: float | None, decimals: int) -> str:
    """Say how a predictive value goes from the lowest prevalence to the highest."""
    if first is None or last is None:
        return "is not estimable"
    return f"goes from {percentage(first, decimals)} to {percentage(last, decimals)} percent"


def _rule(values: PredictiveValues) -> str:
    counts = values.counts
    if counts is None or counts.test is None:
        return "the test"
    return f"{counts.test.name} {rule_of(counts.test, counts.threshold)}"


def _base(analysis: Analysis) -> int:
    """Choose of how many tested people results are counted, so that a rare condition has cases among them."""
    return _THOUSAND if min(analysis.plan.prevalences) >= _RARE else _MANY


def _table(analysis: Analysis) -> Table:
    found = analysis.further.predictive
    level = level_percent(analysis.plan.level)
    base = _base(analysis)
    decimals = _decimals(analysis)
    groups = tuple(
        RowGroup(_rule(values), tuple(_row(values, at, base, decimals) for at in values.values)) for _, values in found
    )
    heads = ("True +", "False +", "False −", "True −")
    return Table(
        id="predictive-values",
        caption="Predictive values at stated prevalences",
        sub=f"In percent, and results expected among {base} people tested.",
        columns=(
            Column("Prevalence, %", "text"),
            Column("PPV"),
            Column(f"{level} CI", "interval"),
            Column("NPV"),
            Column(f"{level} CI", "interval"),
            ColumnGroup(f"Of {base} tested", tuple(Column(head) for head in heads)),
        ),
        rows=groups,
        group_header="Rule",
        notes=tuple(_notes(analysis)),
    )


def _row(values: PredictiveValues, at: PredictiveValuesAt, base: int, decimals: tuple[int, int]) -> Row:
    return Row(
        stated_percent(at.prevalence),
        (
            percentage(at.ppv, decimals[0]),
            percent_limits(at.ppv_interval, decimals[0]),
            percentage(at.npv, decimals[1]),
            percent_limits(at.npv_interval, decimals[1]),
            *_expected(values, at.prevalence, base),
        ),
    )


def _expected(values: PredictiveValues, prevalence: float, base: int) -> tuple[str, str, str, str]:
    """Count the four results among so many people, whole numbers that add up."""
    if values.sensitivity is None or values.specificity is None:
        return NE, NE, NE, NE
    cases = int(fixed(base * prevalence, 0))
    tp = int(fixed(cases * values.sensitivity, 0))
    tn = int(fixed((base - cases) * values.specificity, 0))
    return str(tp), str(base - cases - tn), str(cases - tp), str(tn)


def _notes(analysis: Analysis) -> list[Content]:
    found = analysis.further.predictive
    titles = dict.fromkeys(typeset(values.method.title) for _, values in found if values.method is not None)
    how = f"CI: {listed(list(titles), 'or')}, " if titles else ""
    notes: list[Content] = [
        sentence(f"{how}sensitivity and specificity as in these data, the prevalence taken as known")
    ]
    notes += _said(analysis)
    cells = [cell for _, values in found for at in values.values for cell in (at.ppv, at.npv, at.ppv_interval)]
    if None in cells:
        notes.append(f"{NE}: not estimable.")
    return notes


def _said(analysis: Analysis) -> list[str]:
    found = analysis.further.predictive
    return grouped(((_rule(values), note.text) for _, values in found for note in values.notes), len(found))


def _rows(values: PredictiveValues) -> list[PredictiveValueRow]:
    """Give the values as their figure takes them."""
    return [
        PredictiveValueRow(
            prevalence=at.prevalence,
            ppv=at.ppv,
            npv=at.npv,
            ppv_interval=at.ppv_interval,
            npv_interval=at.npv_interval,
        )
        for at in values.values
    ]


def _figure_ids(analysis: Analysis) -> list[str]:
    """Name a figure for each rule; one prevalence, or a rule without values, has none."""
    found = analysis.further.predictive
    if len(_ends(analysis)) < 2:
        return [""] * len(found)
    ids = numbered_ids("predictive-figure", len(found))
    drawn = (any(at.ppv is not None or at.npv is not None for at in values.values) for _, values in found)
    return [identity if shown else "" for identity, shown in zip(ids, drawn, strict=True)]


def _ends(analysis: Analysis) -> list[float]:
    """Give the ends of the prevalences to draw, that of a study that did not fix it among them."""
    shares = list(analysis.plan.prevalences)
    if (own := _own(analysis)) is not None:
        shares.append(own)
    return sorted({min(shares), max(shares)})


def _own(analysis: Analysis) -> float | None:
    """Give the share of cases of a cohort; of another design it says nothing of a place of use."""
    if analysis.plan.design != "cohort":
        return None
    counts = next(values.counts for _, values in analysis.further.predictive)
    return None if counts is None else counts.n_cases / counts.total


def _figure(analysis: Analysis, identity: str, values: PredictiveValues) -> Figure:
    decimals = _decimals(analysis)
    low, high = _ends(analysis)
    spread = np.geomspace(low, high, _DRAWN) if low < high / 10 else np.linspace(low, high, _DRAWN)
    shares = [low, *spread[1:-1].tolist(), high]
    assert values.counts is not None
    drawn = predictive_values(values.counts, shares, level=values.level, sides=values.sides)
    own = _own(analysis)
    rule = _rule(values)
    level = level_percent(analysis.plan.level)
    dashed = " Dashed: the share of cases in this study." if own is not None else ""
    first, last = drawn.values[0], drawn.values[-1]
    return Figure(
        id=identity,
        pictures=(
            Picture(
                svg(plot_predictive_values(_rows(drawn), prevalence=own)),
                f"Predictive values of {rule} against the prevalence. From a prevalence of {stated_percent(low)} to "
                f"{stated_percent(high)} percent the positive predictive value "
                f"{_course(first.ppv, last.ppv, decimals[0])}, the negative one "
                f"{_course(first.npv, last.npv, decimals[1])}.",
            ),
        ),
        caption=f"Predictive values of {rule} by prevalence",
        sub=(
            f"Bands: {level} confidence intervals, one prevalence at a time.{dashed} Values: ",
            CrossRef("predictive-values"),
            ".",
        ),
    )
