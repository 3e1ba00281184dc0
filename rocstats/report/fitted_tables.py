"""Tables of fitted curves: what is read off each beside the empirical one, parameters, and how well they fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as replaced
from typing import Protocol

from rocstats.document.blocks import Cell, Column, ColumnGroup, Row, RowGroup, Table, TableCell
from rocstats.document.inline import Content
from rocstats.formatting import decimals_for, decimals_for_error, fixed
from rocstats.inference.partial_area_result import ScaledArea
from rocstats.parametric.normal_detail import NormalDetail
from rocstats.parametric.rating_detail import RatingDetail
from rocstats.report.analysis import Analysis
from rocstats.report.fitted_notes import curve_notes, reading_notes, test_notes
from rocstats.report.fitted_results import FPF, CurveOfTest, FittedResults
from rocstats.report.numbers import (
    NBSP,
    NE,
    decimals_of,
    level_percent,
    limits,
    number,
    pair,
    pvalue,
    score,
)
from rocstats.report.wording import resampled, typeset
from rocstats.results import Estimate, Interval

_EDGE = "edge"
_SCALES = {"normal": "linear", "log": "log", "logit": "logit", "atanh": "atanh"}


class _Read(Protocol):
    """A number with its error and interval."""

    @property
    def estimate(self) -> float: ...

    @property
    def standard_error(self) -> float | None: ...

    @property
    def interval(self) -> Interval | None: ...


def area_decimals(analysis: Analysis, curves: FittedResults) -> int:
    """Choose the decimals of fitted and empirical numbers between 0 and 1."""
    read = [one for _, rows in _read(analysis, curves) for _, *both in rows for one in both]
    return decimals_of([one.estimate for one in read], [one.interval for one in read])


def rated(curves: FittedResults) -> list[tuple[CurveOfTest, RatingDetail]]:
    """List the tests that were fitted as ratings."""
    return [(one, detail) for one in curves.tests for detail in one.fit.details if isinstance(detail, RatingDetail)]


def tested(curves: FittedResults) -> list[CurveOfTest]:
    """List the tests that have a test of fit."""
    return [one for one, detail in rated(curves) if detail.pearson is not None]


def readings(analysis: Analysis, curves: FittedResults) -> Table:
    """Set what is read off each fitted curve beside the same of the empirical one."""
    found = _read(analysis, curves)
    decimals = area_decimals(analysis, curves)
    every = [one for _, rows in found for _, *both in rows for one in both]
    places = decimals_for_error([one.standard_error for one in every])
    level = level_percent(analysis.plan.level)
    columns = (Column("Value"), Column("SE"), Column(f"{level} CI", "interval"))
    groups = []
    for name, rows in found:
        written = []
        for what, *both in rows:
            cells: list[TableCell] = []
            finer = max([decimals, *(one.decimals for one in both if isinstance(one, ScaledArea))])
            for one in both:
                error = number(one.standard_error, places)
                # A method without a standard error has an interval all the same.
                lacking = one.standard_error is None and one.interval is not None
                cells += [number(one.estimate, finer), "" if lacking else error, limits(one.interval, finer)]
            written.append(Row(what, tuple(cells)))
        groups.append(RowGroup(name, tuple(written)))
    return Table(
        id="fitted-readings",
        caption="Fitted and empirical curves",
        sub=f"TPF: true positive fraction, sensitivity; FPF: false positive fraction, 1{NBSP}−{NBSP}specificity.",
        columns=(Column("Reading", "text"), ColumnGroup("Fitted", columns), ColumnGroup("Empirical", columns)),
        rows=tuple(groups),
        group_header="Test",
        notes=tuple(_reading_notes(analysis, curves, groups)),
    )


def _read(analysis: Analysis, curves: FittedResults) -> list[tuple[str, list[tuple[str, _Read, _Read]]]]:
    """Give for each test what is read, off the fitted and off the empirical curve."""
    empirical = {found.name: found.area for found in analysis.tests}
    found: list[tuple[str, list[tuple[str, _Read, _Read]]]] = []
    for one in curves.tests:
        rows: list[tuple[str, _Read, _Read]] = [("AUC", one.area, empirical[one.name])]
        for band, (_, partial) in zip(analysis.further.bands, one.partial, strict=True):
            (area,) = (area for area in band.areas if area.test == one.name)
            low, high = (f"{float(edge):g}" for edge in (band.area.band.low, band.area.band.high))
            rows.append((f"Area, {band.area.band.axis} {low} to {high}", partial, area.raw))
        rows.append((f"TPF at FPF {FPF:g}", one.sensitivity, one.empirical_sensitivity))
        found.append((one.name, rows))
    return found


def _reading_notes(analysis: Analysis, curves: FittedResults, groups: Sequence[RowGroup]) -> list[Content]:
    first = curves.tests[0]
    area: Estimate = analysis.tests[0].area
    ways = [f"{typeset(area.method.name)} for the AUC"]
    if analysis.further.bands:
        ways.append(f"{typeset(analysis.further.bands[0].areas[0].method.name)} for partial areas")
    drawn = first.empirical_sensitivity.inference.resampling
    how = (
        ""
        if drawn is None
        else f" ({resampled(replaced(drawn, n_without_value=0))}, seed {first.empirical_sensitivity.seed})"
    )
    ways.append(f"{typeset(first.empirical_sensitivity.method.name)}{how} for the TPF, read between the points")
    notes: list[Content] = []
    if any(one.fit.covariance is not None for one in curves.tests):
        notes.append("CI, fitted: delta method, probit scale; it takes the family as true.")
    notes.append(f"CI, empirical: {'; '.join(ways)}.")
    notes += reading_notes(curves)
    if any(NE in row.cells for group in groups for row in group.rows):
        notes.append(f"{NE}: not estimable.")
    return notes


def parameters(analysis: Analysis, curves: FittedResults) -> Table:
    """Give the parameters of each curve, and what else was fitted with them."""
    level = level_percent(analysis.plan.level)
    found = [(one.name, _parameters(one)) for one in curves.tests]
    at_edge = {one.name for one in curves.tests if one.fit.covariance is None}
    every = [row for _, rows in found for row in rows]
    decimals = decimals_for([], [pair(interval) for _, _, _, interval, _ in every])
    places = decimals_for_error([error for _, _, error, _, _ in every])
    groups = [
        RowGroup(
            name,
            tuple(
                Row(
                    what,
                    (
                        Cell(number(value, decimals), (_EDGE,) if name in at_edge else ()),
                        number(error, places),
                        limits(interval, decimals),
                        scale,
                    ),
                )
                for what, value, error, interval, scale in rows
            ),
        )
        for name, rows in found
    ]
    equation = in_signs(curves.family.equation)
    notes: list[Content] = []
    if len(at_edge) < len(found):
        notes.append(f"SE: {curves.tests[0].fit.errors_from}.")
    notes += curve_notes(curves)
    if any(NE in row.cells for group in groups for row in group.rows):
        notes.append(f"{NE}: not estimable.")
    return Table(
        id="fitted-parameters",
        caption=f"Parameters of the {curves.family.card.name} curves"
        if len(found) > 1
        else f"Parameters of the {curves.family.card.name} curve",
        sub=f"{equation[:1].upper()}{equation[1:]}; {typeset(curves.method.card.name)}.",
        columns=(
            Column("Parameter", "text"),
            Column("Estimate"),
            Column("SE"),
            Column(f"{level} CI", "interval"),
            Column("Scale of CI", "text", gap=True),
        ),
        rows=tuple(groups),
        group_header="Test",
        letters=((_EDGE, "Where the fit stopped at the edge of the family; not an estimate."),) if at_edge else (),
        notes=tuple(notes),
    )


def _parameters(one: CurveOfTest) -> list[tuple[str, float, float | None, Interval | None, str]]:
    rows = [(p.name, p.estimate, p.standard_error, p.interval, _SCALES[p.scale]) for p in one.fit.parameters]
    for detail in one.fit.details:
        if isinstance(detail, NormalDetail) and detail.exponent is not None:
            power = detail.exponent
            rows.append(("Box–Cox exponent", power.value, power.standard_error, power.interval, _SCALES["normal"]))
    return rows


def in_signs(text: str) -> str:
    """Write the normal distribution function and its inverse by their signs.

    Examples
    --------
    >>> in_signs("TPF = pnorm(a + b qnorm(FPF))")
    'TPF = Φ(a + b Φ⁻¹(FPF))'
    """
    return text.replace("pnorm", "Φ").replace("qnorm", "Φ⁻¹").replace(" - ", " − ")


def fit_tests(analysis: Analysis, curves: FittedResults) -> Table:
    """Give the tests of fit to ratings."""
    rows = []
    for one, detail in rated(curves):
        if detail.pearson is None or detail.likelihood_ratio is None:
            continue
        cells = [str(len(detail.categories)), str(detail.pearson.df)]
        for test in (detail.pearson, detail.likelihood_ratio):
            cells += [number(test.statistic, 3), pvalue(test.pvalue)]
        rows.append(Row(one.name, tuple(cells)))
    columns = (Column("χ²"), Column("p"))
    return Table(
        id="fitted-tests",
        caption="Fit of the curves to ratings",
        sub="Observed against expected counts; a small p speaks against the family, a large one does not prove it.",
        columns=(
            Column("Test", "text"),
            Column("Categories"),
            Column("df"),
            ColumnGroup("Pearson", columns),
            ColumnGroup("Likelihood ratio", columns),
        ),
        rows=tuple(rows),
        notes=tuple(test_notes(curves)),
    )


def counts(analysis: Analysis, curves: FittedResults) -> Table:
    """Give observed and expected counts of each category, with the bound to the next."""
    found = rated(curves)
    bounds = [bound for _, detail in found for bound in detail.bounds]
    decimals = decimals_for([], [pair(bound.interval) for bound in bounds])
    places = decimals_for_error([bound.standard_error for bound in bounds])
    groups = []
    for one, detail in found:
        rows = []
        for place, category in enumerate(detail.categories):
            cells: list[TableCell] = [
                str(detail.controls[place]),
                fixed(float(detail.expected_controls[place]), 1),
                str(detail.cases[place]),
                fixed(float(detail.expected_cases[place]), 1),
            ]
            if place < len(detail.bounds):
                bound = detail.bounds[place]
                cells += [
                    number(bound.estimate, decimals),
                    number(bound.standard_error, places),
                    limits(bound.interval, decimals),
                ]
            else:
                cells += ["", "", ""]
            rows.append(Row(score(category), tuple(cells)))
        groups.append(RowGroup(one.name, tuple(rows)))
    notes: list[Content] = ["Bound to next: where this category ends and the next begins, on the axis of the family."]
    if any(NE in row.cells for group in groups for row in group.rows):
        notes.append(f"{NE}: not estimable.")
    return Table(
        id="fitted-counts",
        caption="Categories: counts and bounds",
        sub="In rising order of suspicion.",
        columns=(
            Column("Category", "text"),
            ColumnGroup("Controls", (Column("Observed"), Column("Expected"))),
            ColumnGroup("Cases", (Column("Observed"), Column("Expected"))),
            ColumnGroup(
                "Bound to next",
                (Column("Value"), Column("SE"), Column(f"{level_percent(analysis.plan.level)} CI", "interval")),
            ),
        ),
        rows=tuple(groups),
        group_header="Test",
        notes=tuple(notes),
    )
