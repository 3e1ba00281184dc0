"""Families of ROC curves side by side: what each fitted, how well, and why one could not be fitted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.empirical.area import AUC
from rocstats.formatting import NOT_ESTIMABLE, brief, decimals_for, decimals_for_error, fixed, level_text, pvalue_cell
from rocstats.parametric.family import CurveFamily
from rocstats.parametric.fitted_curve import FittedCurve
from rocstats.parametric.rating_detail import FitTest, RatingDetail
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Card, Estimate, Interval, Subjects, error_text

# A parameter below this has no digits in three decimals.
_TINY = 0.001


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class FamilyFit:
    """One family in a comparison: its fitted curve, or the diagnosis that says why it has none.

    Parameters
    ----------
    family : CurveFamily
        The family.
    fit : FittedCurve or None
        The curve of largest likelihood.
    diagnosis : Note or None
        Why there is no curve; code and text of the ``FitError``.
    aic, difference, weight : float or None
        Akaike's criterion, what it is above the smallest, and the family's share of exp(-difference / 2).
    level : float
        Confidence level of the interval of the area.
    """

    family: CurveFamily
    fit: FittedCurve | None
    diagnosis: Note | None
    aic: float | None
    difference: float | None
    weight: float | None
    level: float

    @property
    def n_parameters(self) -> int:
        """Number of parameters of the curve; category bounds are not counted."""
        return len(self.family.parameters)

    @property
    def loglikelihood(self) -> float | None:
        """The largest log-likelihood."""
        return None if self.fit is None else self.fit.loglikelihood

    @property
    def area(self) -> Estimate | None:
        """The fitted area with standard error and interval."""
        return None if self.fit is None else self.fit.estimate(AUC(), level=self.level)

    @property
    def goodness(self) -> FitTest | None:
        """Pearson's test of fit; None for continuous scores and where no degree of freedom is left."""
        details = () if self.fit is None else self.fit.details
        return next((detail.pearson for detail in details if isinstance(detail, RatingDetail)), None)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class FamilyComparison(Result):
    """Families of curves fitted to one test by maximum likelihood of one table, and compared by Akaike's criterion.

    Parameters
    ----------
    families : tuple of FamilyFit
        In the order asked for.
    source : str
        What all were fitted to: "ratings" or "truth-state runs".
    data : tuple of str
        What stands in the ``data:`` lines: test, subjects, and that table.
    """

    families: tuple[FamilyFit, ...]
    test: DiagnosticTest
    subjects: Subjects
    source: str
    data: tuple[str, ...]
    method: Card
    level: float
    notes: tuple[Note, ...] = ()
    references: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Name of the test."""
        return self.test.name

    @property
    def fits(self) -> tuple[FittedCurve, ...]:
        """The curves that could be fitted, to be drawn together."""
        return tuple(one.fit for one in self.families if one.fit is not None)

    @property
    def best(self) -> FamilyFit:
        """The family with the smallest criterion; the first of those that tie."""
        fitted = [(one.aic, i) for i, one in enumerate(self.families) if one.aic is not None]
        return self.families[min(fitted)[1]]

    def summary(self) -> Summary:
        """Print likelihoods, areas and parameters of all families."""
        return Summary(
            f"ROC curve families compared, {self.method.title} from {self.source}",
            self.data,
            (
                "AIC = 2 (parameters) - 2 (log likelihood), category bounds not counted",
                "",
                self._likelihoods(),
                "",
                f"{level_text(self.level)} percent confidence intervals, two-sided, probit scale",
                self._areas(),
                *self._goodness(),
                "",
                self._parameters(),
            ),
            self.notes,
            self.references,
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per family, about its area, with its likelihood and its parameters."""
        return [self._row(one) for one in self.families]

    def _likelihoods(self) -> Grid:
        heads = ("parameters", "log likelihood", "AIC", "difference", "weight")
        rows = []
        for one in self.families:
            numbers = (one.loglikelihood, one.aic, one.difference, one.weight)
            cells = [
                fixed(value, 3) if value is not None else ("" if i else NOT_ESTIMABLE)
                for i, value in enumerate(numbers)
            ]
            rows.append((one.family.card.name, str(one.n_parameters), *cells))
        return Grid((Column("", "left"), *(Column(head) for head in heads)), tuple(rows))

    def _areas(self) -> Grid:
        areas = [one.area for one in self.families]
        limits = [(area.interval.low, area.interval.high) for area in areas if area is not None and area.interval]
        decimals = decimals_for([area.estimate for area in areas if area is not None], limits)
        error_decimals = decimals_for_error([area.standard_error for area in areas if area is not None])
        rows = []
        for one, area in zip(self.families, areas, strict=True):
            cells = [NOT_ESTIMABLE, "", "", ""]
            if area is not None:
                error = error_text(area.standard_error, error_decimals)
                cells = [fixed(area.estimate, decimals), error, *_limits(area.interval, decimals)]
            rows.append((one.family.card.name, *cells))
        return Grid((Column("", "left"), *(Column(head) for head in ("AUC", "std. error", "low", "high"))), tuple(rows))

    def _goodness(self) -> tuple[str | Grid, ...]:
        """Set the tests of fit side by side; nothing where no family has one."""
        tests = [(one.family.card.name, one.goodness) for one in self.families]
        rows = tuple(
            (name, fixed(test.statistic, 3), str(test.df), pvalue_cell(test.pvalue))
            for name, test in tests
            if test is not None
        )
        heads = (Column("Goodness of fit:", "left"), Column("X-squared"), Column("df"), Column("p-value"))
        return ("", Grid(heads, rows)) if rows else ()

    def _parameters(self) -> Grid:
        rows = []
        for one in self.families:
            words = "not fitted" if one.fit is None else ", ".join(_parameter_words(one.fit))
            rows.append((one.family.card.name, words))
        return Grid((Column("Parameters:", "left"), Column("estimate (std. error)", "left")), tuple(rows))

    def _row(self, one: FamilyFit) -> dict[str, Any]:
        area, test = one.area, one.goodness
        interval = None if area is None else area.interval
        parameters = () if one.fit is None else one.fit.parameters
        held: dict[str, Any] = {}
        most = max(each.n_parameters for each in self.families)
        for i in range(most):
            there = parameters[i] if i < len(parameters) else None
            held[f"parameter_{i + 1}"] = one.family.parameters[i] if i < one.n_parameters else None
            held[f"parameter_{i + 1}_estimate"] = None if there is None else there.estimate
            held[f"parameter_{i + 1}_std_error"] = None if there is None else there.standard_error
        return {
            "parameter": "AUC",
            "test": self.name,
            "family": one.family.card.id,
            "estimate": None if area is None else area.estimate,
            "std_error": None if area is None else area.standard_error,
            "conf_low": None if interval is None else interval.low,
            "conf_high": None if interval is None else interval.high,
            "conf_level": self.level,
            "method": self.method.name,
            "n_cases": self.subjects.n_cases,
            "n_controls": self.subjects.n_controls,
            "n_dropped": self.subjects.n_dropped,
            "n_parameters": one.n_parameters,
            "log_likelihood": one.loglikelihood,
            "aic": one.aic,
            "delta_aic": one.difference,
            "weight": one.weight,
            "fit_statistic": None if test is None else test.statistic,
            "fit_df": None if test is None else test.df,
            "fit_p_value": None if test is None else test.pvalue,
            "diagnosis": None if one.diagnosis is None else one.diagnosis.code,
            **held,
        }


def _limits(interval: Interval | None, decimals: int) -> tuple[str, str]:
    return (NOT_ESTIMABLE, "") if interval is None else (fixed(interval.low, decimals), fixed(interval.high, decimals))


def _parameter_words(fit: FittedCurve) -> list[str]:
    """Write each parameter with its standard error, where it has one."""
    words = []
    for parameter in fit.parameters:
        error = parameter.standard_error
        # The rate of a bigamma curve may be of any size.
        tiny = error is not None and abs(parameter.estimate) < _TINY
        number = brief(parameter.estimate, 3) if tiny else fixed(parameter.estimate, 3)
        bracket = "" if error is None else f" ({brief(error, 3) if tiny else error_text(error)})"
        words.append(f"{parameter.name} = {number}{bracket}")
    return words
