"""What the bivariate binormal model answers with: two fitted curves, and how they differ."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.empirical.area import AUC
from rocstats.empirical.fixed_points import SensitivityAt
from rocstats.empirical.partial_area import AreaScale, PartialAUC
from rocstats.empirical.ranks import Floats
from rocstats.empirical.separation import Youden
from rocstats.empirical.statistic import Statistic
from rocstats.empirical.written import as_written
from rocstats.errors import MethodError
from rocstats.formatting import (
    NOT_ESTIMABLE,
    counted,
    decimals_for,
    decimals_for_error,
    fixed,
    level_text,
    listed,
    printable,
    pvalue_line,
    shown,
)
from rocstats.methods.method import check_alternative, checked_level, not_estimable
from rocstats.parametric.curve_difference import difference_inference
from rocstats.parametric.curve_inference import delta_error, scaled_interval
from rocstats.parametric.curve_reading import kink_note, reading
from rocstats.parametric.fitted_curve import FittedCurve, Parameter
from rocstats.parametric.parameter_comparison import ParameterComparison
from rocstats.parametric.read_off import ReadOffDifference
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Alternative, Card, Comparison, Inference, Interval, Subjects, data_lines, error_text

IDENTICAL = Note(
    "identical-tests",
    "the tests rank every subject alike, so these data show one curve: each difference is 0 and its variance too. "
    "p = 1; no standard error or interval is given, for none can come from this variance.",
)
NO_RATIO = Note(
    "not-converged",
    "the climb among curves with equal a and b ended before the largest likelihood, so there is no likelihood-ratio "
    "test. The Wald test needs no such climb; it depends on the group that is called positive.",
)
_GROUPS = ("controls", "cases")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BivariateFit(Result):
    """Binormal curves of two tests on the same subjects, fitted together.

    ``covariance`` is that of (a1, b1, a2, b2, r_controls, r_cases). It is None where the tests rank all subjects alike
    (``identical``); then each curve has the errors of a fit of its own, and each comparison a difference of 0 and
    p = 1.

    Parameters
    ----------
    theta : tuple of six floats
        a and b of the first test, a and b of the second, and the correlations of the latent scores.
    covariance : array of float, shape (6, 6), or None
        Their covariance.
    bounds : pair of tuples of float
        Category bounds of each test, in standard deviations of the controls from their mean.
    curves : pair of FittedCurve
        The curves of the two tests, with the verbs of every fitted curve.
    sources : pair of str
        What the categories of each test are: "ratings", "truth-state runs" or "joined truth-state runs".
    loglikelihood : float or None
        The largest log-likelihood, without the multinomial constant; None for identical tests.
    errors_from : str
        Where standard errors come from, as in "observed information".
    one_curve_loglikelihood : float or None
        The largest log-likelihood with the same a and the same b for both tests; None for identical tests, and where
        its climb ended before.
    """

    tests: tuple[DiagnosticTest, DiagnosticTest]
    theta: tuple[float, ...]
    covariance: Floats | None
    bounds: tuple[tuple[float, ...], tuple[float, ...]]
    curves: tuple[FittedCurve, FittedCurve]
    sources: tuple[str, str]
    loglikelihood: float | None
    errors_from: str
    level: float
    method: Card
    subjects: Subjects
    identical: bool = False
    one_curve_loglikelihood: float | None = None
    notes: tuple[Note, ...] = ()

    @property
    def a1(self) -> float:
        """Intercept a of the first curve."""
        return self.theta[0]

    @property
    def b1(self) -> float:
        """Slope b of the first curve."""
        return self.theta[1]

    @property
    def a2(self) -> float:
        """Intercept a of the second curve."""
        return self.theta[2]

    @property
    def b2(self) -> float:
        """Slope b of the second curve."""
        return self.theta[3]

    @property
    def r_controls(self) -> float:
        """Correlation of the latent scores among controls."""
        return self.theta[4]

    @property
    def r_cases(self) -> float:
        """Correlation of the latent scores among cases."""
        return self.theta[5]

    @property
    def correlations(self) -> tuple[Parameter, Parameter]:
        """Both correlations with standard error and interval, which is on Fisher's scale."""
        first, second = (self._correlation(place) for place in (4, 5))
        return first, second

    @property
    def area_correlation(self) -> float | None:
        """Correlation of the two estimated areas; None for identical tests."""
        if self.covariance is None:
            return None
        first, second = (self._read(place, AUC())[1] for place in (0, 1))
        mixed = float(first @ self.covariance[0:2, 2:4] @ second)
        variances = first @ self.covariance[0:2, 0:2] @ first, second @ self.covariance[2:4, 2:4] @ second
        return mixed / math.sqrt(float(variances[0]) * float(variances[1]))

    @property
    def interval_notes(self) -> tuple[Note, ...]:
        """What is to be said of the intervals of the parameters of each curve, with the name of its test."""
        return tuple(Note(n.code, f'"{printable(c.name)}": {n.text}') for c in self.curves for n in c.interval_notes)

    def compare(
        self,
        statistic: Statistic,
        *,
        level: float | None = None,
        alternative: Alternative = "two-sided",
        null_value: float = 0.0,
    ) -> Comparison:
        """Compare a number read off both curves, first minus second, by the delta method.

        Interval and test are on the plain scale of the difference. They mislead with few subjects and with curves near
        the corner, where a difference of areas is far from normal. Largest Youden indices are compared only where both
        are 3 standard errors above 0, as a curve's own is judged.

        Parameters
        ----------
        statistic : Statistic
            ``AUC()``, ``PartialAUC(...)``, ``SensitivityAt(...)``, ``SpecificityAt(...)`` or ``Youden()``.
        level : float, optional
            Confidence level; that of the fit unless given.
        alternative : {"two-sided", "less", "greater"}
            A one-sided alternative gives the matching one-sided interval.
        null_value : float
            Difference to test against.

        Returns
        -------
        Comparison
            Without standard error and interval where the tests rank all subjects alike; p is then 1 for a null value
            of 0.

        Raises
        ------
        MethodError
            A curve does not have the statistic, or an option is out of range.
        """
        level = self.level if level is None else level
        level = checked_level(level)
        check_alternative(alternative)
        first, second = (self._read(place, statistic) for place in (0, 1))
        kinks = self._kinks(statistic)
        low, high = statistic.bounds
        if not low - high < null_value < high - low:
            raise MethodError(
                f"null_value is {shown(null_value)}; a difference must lie between {low - high:g} and {high - low:g}."
            )
        values = (first[0], second[0])
        if self.covariance is None:
            p = 1.0 if null_value == 0 else None
            found = Inference(values=values, estimate=0.0, pvalue=p, estimable=False, notes=(IDENTICAL,))
        elif kinks:
            found = not_estimable(values, values[0] - values[1], *kinks)
        else:
            gradient = np.concatenate([first[1], -second[1]])
            variance = float(gradient @ self.covariance[:4, :4] @ gradient)
            found = difference_inference(values, variance, high - low, level, alternative, null_value)
        return ReadOffDifference(
            parameter=statistic.name,
            title=f"Bivariate binormal test of equal {statistic.plural}, two correlated ROC curves",
            tests=(self.tests[0].name, self.tests[1].name),
            statistic_read=statistic,
            inference=found,
            method=self.method,
            level=level,
            subjects=(self.subjects,),
            paired=True,
            null_value=null_value,
            alternative=alternative,
            notes=found.notes,
            references=self.method.references,
        )

    def compare_auc(
        self, *, level: float | None = None, alternative: Alternative = "two-sided", null_value: float = 0.0
    ) -> Comparison:
        """Compare the areas under the curves; curves that cross can have the same area."""
        return self.compare(AUC(), level=level, alternative=alternative, null_value=null_value)

    def compare_partial_auc(
        self,
        fpf: tuple[float, float] | None = None,
        *,
        tpf: tuple[float, float] | None = None,
        scale: AreaScale = "raw",
        level: float | None = None,
        alternative: Alternative = "two-sided",
        null_value: float = 0.0,
    ) -> Comparison:
        """Compare the areas over a band of FPF or of TPF."""
        statistic = PartialAUC(fpf=fpf, tpf=tpf, scale=scale)
        return self.compare(statistic, level=level, alternative=alternative, null_value=null_value)

    def compare_tpf(
        self,
        fpf: float,
        *,
        level: float | None = None,
        alternative: Alternative = "two-sided",
        null_value: float = 0.0,
    ) -> Comparison:
        """Compare the true positive fractions at a false positive fraction: sensitivities at one specificity."""
        at = as_written(fpf, "fpf")
        if not 0 < at < 1:
            raise MethodError(f"fpf is {shown(fpf)}; a false positive fraction to compare at lies between 0 and 1.")
        statistic = SensitivityAt(specificity=float(Fraction(1) - at))
        return self.compare(statistic, level=level, alternative=alternative, null_value=null_value)

    def compare_parameters(self) -> ParameterComparison:
        """Test by the likelihood ratio whether both curves have the same a and the same b, so that they are one curve.

        The model is fitted again with a1 = a2 and b1 = b2; twice the log-likelihood that this costs is compared with
        chi-squared on two degrees of freedom. It assumes what the fit assumes, and enough subjects for that
        distribution: in simulated studies of two equal curves (areas of 0.82, correlations of 0.5, five ratings) it
        rejected 3.4 percent of the time at level 0.05 with 100 cases and 100 controls, and 5.6 with 50 of each; the
        Wald test 2.8 and 3.4 (1000 and 500 studies, standard errors of the simulation 0.6 and 1.0).

        Which group is called positive changes nothing in it. The Wald test, a quadratic form of the differences in a
        and b, does change, for these two are measured in standard deviations of one group; it is given as a second.

        Returns
        -------
        ParameterComparison
            Without a test where the restricted climb ended before its maximum; tests that rank all subjects alike have
            p = 1.
        """
        shown: dict[str, Any] = {
            "tests": (self.tests[0].name, self.tests[1].name),
            "method": self.method,
            "subjects": self.subjects,
        }
        if self.covariance is None:
            return ParameterComparison(
                differences=(0.0, 0.0),
                standard_errors=(None, None),
                statistic=0.0,
                df=0,
                pvalue=1.0,
                notes=(IDENTICAL,),
                **shown,
            )
        differences = (self.a1 - self.a2, self.b1 - self.b2)
        apart = np.array([[1.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, -1.0]])
        covariance = apart @ self.covariance[:4, :4] @ apart.T
        wald = float(np.array(differences) @ np.linalg.solve(covariance, np.array(differences)))
        errors = np.sqrt(np.diag(covariance))
        ratio = None
        if self.loglikelihood is not None and self.one_curve_loglikelihood is not None:
            ratio = 2 * (self.loglikelihood - self.one_curve_loglikelihood)
        return ParameterComparison(
            differences=differences,
            standard_errors=(float(errors[0]), float(errors[1])),
            statistic=ratio,
            df=2,
            pvalue=None if ratio is None else _beyond(ratio),
            wald=wald,
            wald_pvalue=_beyond(wald),
            notes=(NO_RATIO,) if ratio is None else (),
            **shown,
        )

    def summary(self) -> Summary:
        """Print parameters and areas of both curves, the correlations, and the tests of equal areas and curves."""
        likelihood = "" if self.loglikelihood is None else f"; log likelihood = {fixed(self.loglikelihood, 3)}"
        return Summary(
            self.method.title,
            (*data_lines([self.subjects]), *self._category_lines()),
            (
                f"{self.curves[0].family.equation} for each test{likelihood}",
                "",
                f"{level_text(self.level)} percent confidence intervals, two-sided, {self.errors_from}",
                self._table(),
                *self._area_correlation_line(),
                "",
                *self._tests(),
                self._empirical_line(),
            ),
            (*self.notes, *self.interval_notes),
            self.method.references,
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per parameter, area and correlation; comparisons have rows of their own."""
        rows = []
        for curve in self.curves:
            rows += [
                {key: row[key] for key in _OF_CURVES} for row in curve.rows() if row["parameter"] in ("a", "b", "AUC")
            ]
        pair = f"{self.tests[0].name}, {self.tests[1].name}"
        for group, found in zip(_GROUPS, self.correlations, strict=True):
            interval = found.interval
            rows.append(
                {
                    "parameter": f"correlation among {group}",
                    "test": pair,
                    "estimate": found.estimate,
                    "std_error": found.standard_error,
                    "conf_low": None if interval is None else interval.low,
                    "conf_high": None if interval is None else interval.high,
                    "conf_level": self.level,
                    "scale": "atanh scale",
                }
            )
        everywhere = {
            "method": self.method.name,
            "n_cases": self.subjects.n_cases,
            "n_controls": self.subjects.n_controls,
            "n_dropped": self.subjects.n_dropped,
            "family": self.curves[0].family.card.id,
            "log_likelihood": self.loglikelihood,
        }
        return [{**row, **everywhere} for row in rows]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as strict JSON holds it, with the notes on intervals."""
        notes = [{"code": note.code, "text": note.text} for note in (*self.notes, *self.interval_notes)]
        return {**Result.to_dict(self), "notes": notes}

    def _read(self, place: int, statistic: Statistic) -> tuple[float, Floats]:
        """Read a statistic off one curve, with its gradient in a and b."""
        curve = self.curves[place]
        read = reading(curve.family, np.array(curve.theta), statistic)
        return read.start + read.slope * read.share, read.slope * read.gradient

    def _kinks(self, statistic: Statistic) -> list[Note]:
        """Say of which curves the statistic is too near a kink to be compared, with the names of their tests."""
        notes = []
        for curve in self.curves if isinstance(statistic, Youden) and self.covariance is not None else ():
            read = reading(curve.family, np.array(curve.theta), statistic)
            note = kink_note(read, delta_error(read.gradient, curve.covariance), curve.auc)
            if note is not None:
                notes.append(Note(note.code, f'"{printable(curve.name)}": {note.text}'))
        return notes

    def _correlation(self, place: int) -> Parameter:
        name = f"correlation among {_GROUPS[place - 4]}"
        value = self.theta[place]
        if self.covariance is None:
            return Parameter(name=name, estimate=value, standard_error=None, interval=None, scale="atanh")
        error = math.sqrt(self.covariance[place, place])
        interval = scaled_interval(value, error, "atanh", self.level, "two-sided")
        return Parameter(name=name, estimate=value, standard_error=error, interval=interval, scale="atanh")

    def _category_lines(self) -> tuple[str, ...]:
        made = [(len(part) + 1, source) for part, source in zip(self.bounds, self.sources, strict=True)]
        said = [counted(size, *_CATEGORIES[source]) for size, source in made]
        if said[0] == said[1]:
            return (f"{said[0]} of each test",)
        return tuple(f"{what} of {printable(test.name)}" for what, test in zip(said, self.tests, strict=True))

    def _table(self) -> Grid:
        shown: list[tuple[str, float, float | None, Interval | None, str]] = []
        for curve in self.curves:
            of = printable(curve.name)
            shown += [
                (f"{p.name} of {of}", p.estimate, p.standard_error, p.interval, p.scale) for p in curve.parameters
            ]
            area = curve.estimate(AUC())
            shown.append((f"AUC of {of}", area.estimate, area.standard_error, area.interval, "probit scale"))
        shown += [
            (f"r among {group}", p.estimate, p.standard_error, p.interval, "atanh scale")
            for group, p in zip(_GROUPS, self.correlations, strict=True)
        ]
        limits = [(i.low, i.high) for *_, i, _scale in shown if i is not None]
        areas = [value for name, value, *_ in shown if name.startswith("AUC of ")]
        decimals = decimals_for([v for v in areas if 0 < v < 1], limits)
        places = decimals_for_error([error for _, _, error, *_ in shown])
        rows = tuple(
            (
                name,
                fixed(value, decimals),
                error_text(error, places),
                NOT_ESTIMABLE if interval is None else fixed(interval.low, decimals),
                "" if interval is None else fixed(interval.high, decimals),
                scale,
            )
            for name, value, error, interval, scale in shown
        )
        heads = ("estimate", "std. error", "low", "high", "scale")
        return Grid((Column("", "left"), *(Column(head) for head in heads)), rows)

    def _area_correlation_line(self) -> list[str]:
        found = self.area_correlation
        return [] if found is None else [f"correlation of the estimated areas: {fixed(found, 3)}"]

    def _tests(self) -> list[str]:
        area, both = self.compare_auc(), self.compare_parameters()
        z = "" if area.statistic is None else f"Z = {fixed(area.statistic, 3)}, "
        p = f"p-value: {NOT_ESTIMABLE}" if area.pvalue is None else pvalue_line(area.pvalue)
        return [f"equal areas, two-sided: {z}{p}", f"equal a and b, likelihood ratio: {both.line}"]

    def _empirical_line(self) -> str:
        areas = [curve.empirical.auc for curve in self.curves]
        decimals = decimals_for([a for a in areas if 0 < a < 1])
        what = "ratings" if set(self.sources) == {"ratings"} else "scores"
        return f"empirical AUCs of the same {what}: {listed([fixed(a, decimals) for a in areas])}"


def _beyond(statistic: float) -> float:
    """Return the share of chi-squared on two degrees of freedom beyond a statistic; the smallest float, not 0."""
    return max(math.exp(-statistic / 2), sys.float_info.min)


# What the categories of a test are called, one and several.
_CATEGORIES = {
    "ratings": ("category", "categories"),
    "truth-state runs": ("truth-state run", "truth-state runs"),
    "joined truth-state runs": ("joined truth-state run", "joined truth-state runs"),
}
_OF_CURVES = ("parameter", "test", "estimate", "std_error", "conf_low", "conf_high", "conf_level", "scale")
