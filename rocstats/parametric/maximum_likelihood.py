"""Fitting a curve by maximum likelihood of ordered categories.

References: [dorfman1969], [metz1998]
"""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import replace as replaced
from typing import Any, Literal, get_args

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.curve import roc_curve
from rocstats.empirical.ranks import Floats
from rocstats.empirical.score_table import ScoreTable, score_table
from rocstats.errors import FitError, MethodError
from rocstats.formatting import shown
from rocstats.given import is_one_of
from rocstats.parametric.chance_side import below_chance_notes
from rocstats.parametric.diagnosis import refuse_impossible
from rocstats.parametric.disagreement import ANOTHER_FAMILY, with_disagreement
from rocstats.parametric.empirical_error import empirical_error
from rocstats.parametric.family import CurveFamily
from rocstats.parametric.fit_method import check_fit
from rocstats.parametric.fitted_curve import FittedCurve
from rocstats.parametric.hooks import hook_note
from rocstats.parametric.ordinal_fit import OrdinalFit
from rocstats.parametric.ordinal_table import OrdinalTable, distinct_categories, truth_state_runs
from rocstats.parametric.profile_climb import maximise
from rocstats.parametric.rating_detail import RatingDetail, category_bounds, fit_tests
from rocstats.parametric.runs_detail import RunsDetail
from rocstats.printing import Note
from rocstats.results import Card

Information = Literal["observed", "expected"]
Categories = Literal["auto", "ratings", "runs"]

_MOST_RATINGS = 20
# The covariance of more bounds than these is not worth its memory.
_MOST_BOUNDS = 1000
# Trouble after which no curve is left to report; any other names a definite curve at the edge of its family.
_NO_CURVE = ("degenerate-curve", "flat-likelihood", "not-converged")
_CHANCE_LINE = Note(
    "chance-line",
    "cases and controls have the same share in every category, so the empirical curve is the chance line and the "
    "fitted one equals it.",
)


@dataclass(frozen=True, slots=True)
class MaximumLikelihood:
    """Maximum likelihood from the order of the scores alone, after Dorfman and Alf.

    The family holds on some unknown increasing transformation of the scores, so only their order counts: any
    increasing transformation gives the same curve, and infinite scores are allowed. Ratings are categories, and their
    bounds on the decision axis are estimated with the curve. Continuous scores are cut wherever the truth state
    changes (truth-state runs, as in LABROC4): cuts inside a run of one group tell nothing of the curve. So ratings and
    the runs they make give the same curve and, with the observed information, the same standard errors; the
    log-likelihoods differ by a constant. What ratings have beside are bounds, expected counts and a test of fit.

    It misleads where the family does not hold, most of all at the ends of the curve, where no score supports it; with
    few subjects or few categories, where standard errors are too small and a curve may run to the edge of its family;
    and with ratings that were made of a continuous score after looking at it. Categories that nobody is in do not
    exist for it: they change neither curve nor likelihood.

    Data that a curve cannot be fitted to are refused by name before the climb ("all-tied", "one-group-subject",
    "perfect-separation", "one-interior-point", "edge-points"); a climb without a maximum is refused after it
    ("degenerate-curve", "flat-likelihood", "not-converged"). A curve at the edge of its family ("chance-line" of a
    proper one, "parameter-edge") is given without standard errors, with a note. An empirical curve that is the chance
    line exactly is inside the binormal family: it has standard errors and a note "chance-line".

    Parameters
    ----------
    information : {"observed", "expected"}
        Where standard errors come from: the curvature of the likelihood at its maximum, or its expectation under the
        fitted curve. They agree in large samples.
    categories : {"auto", "ratings", "runs"}
        Whether the distinct scores are ratings, or make truth-state runs. "auto" takes up to 20 distinct scores as
        ratings, more as runs.

    References
    ----------
    [dorfman1969], [metz1998]

    Examples
    --------
    >>> from rocstats.data.sample import Sample
    >>> from rocstats.parametric.binormal import Binormal
    >>> ratings = Sample.from_counts(controls=[33, 6, 6, 11, 2], cases=[3, 2, 2, 11, 33])
    >>> fit = MaximumLikelihood().fit(ratings, Binormal(), level=0.95)
    >>> [(p.name, round(p.estimate, 3), round(p.standard_error, 4)) for p in fit.parameters]
    [('a', 1.657, 0.3105), ('b', 0.713, 0.2159)]
    """

    information: Information = "observed"
    categories: Categories = "auto"

    def __post_init__(self) -> None:
        if not is_one_of(self.information, get_args(Information)):
            raise MethodError(f'information is {shown(self.information)}; it must be "observed" or "expected".')
        if not is_one_of(self.categories, get_args(Categories)):
            raise MethodError(f'categories is {shown(self.categories)}; it must be "auto", "ratings" or "runs".')

    @property
    def card(self) -> Card:
        """What the way of fitting says of itself."""
        options = [option for option in (self.information, self.categories) if option not in ("observed", "auto")]
        return Card(
            "-".join(["maximum-likelihood", *options]),
            "maximum likelihood" if self.information == "observed" else "maximum likelihood, expected information",
            "The curve was fitted by maximum likelihood of the ordered categories of the scores, with standard errors "
            f"from the {self.information} information",
            ("dorfman1969", "metz1998"),
            "maximum likelihood",
        )

    def refuses(self, family: CurveFamily) -> str | None:
        """Return None: it fits every family."""
        return None

    def fit(self, sample: Sample, family: CurveFamily, *, level: float) -> FittedCurve:
        """Fit the curve to one test.

        Parameters
        ----------
        sample : Sample
            One test.
        family : CurveFamily
            The family of the curve.
        level : float
            Confidence level of the intervals.

        Returns
        -------
        FittedCurve
            ``details`` holds a ``RatingDetail`` or a ``RunsDetail``.

        Raises
        ------
        DataError
            The sample holds several tests.
        MethodError
            The subjects come in clusters, or the level is none.
        FitError
            The data do not determine a curve of this family; ``code`` says why.
        """
        check_fit(self, sample, family, level)
        scores = score_table(sample)
        refuse_impossible(scores, family)
        rated = self.categories == "ratings" or (self.categories == "auto" and len(scores.scores) <= _MOST_RATINGS)
        table = distinct_categories(scores) if rated else truth_state_runs(scores)
        found = maximise(family, table)
        if found.trouble is not None and found.trouble.code in _NO_CURVE:
            raise FitError(found.trouble.text, found.trouble.code)
        source = "ratings" if rated else "truth-state runs"
        detail: RatingDetail | RunsDetail
        if rated:
            detail = self._rated(sample, table, found, level)
        else:
            detail = RunsDetail(n_scores=len(scores.scores), n_runs=table.n_categories)
        few = detail.few_expected if isinstance(detail, RatingDetail) else None
        empirical = roc_curve(sample)
        hook = hook_note(found.theta.tolist(), empirical) if family.card.id == "binormal" else None
        below = below_chance_notes(sample, family, found.theta)
        fit = FittedCurve(
            family=family,
            theta=tuple(found.theta.tolist()),
            covariance=found.observed if self.information == "observed" else found.expected,
            method=self._fitted_card(family, source),
            source=source,
            errors_from=f"{self.information} information",
            level=level,
            test=sample.tests[0],
            subjects=sample.subjects,
            empirical=empirical,
            empirical_error=empirical_error(sample),
            loglikelihood=found.loglikelihood,
            details=(detail,),
            notes=tuple(note for note in (found.trouble or _chance(scores), *below, hook, few) if note is not None),
        )
        # Ratings have a test of fit of their own.
        return fit if rated else with_disagreement(fit, instead=ANOTHER_FAMILY)

    def _fitted_card(self, family: CurveFamily, source: str) -> Card:
        """Name what was fitted to what, and cite who showed how."""
        references = ("dorfman1969",) if source == "ratings" else ("metz1998", "dorfman1969")
        title = f"{family.card.title} ROC curve from {source}, maximum likelihood"
        return replaced(self.card, references=references, title=title)

    def _rated(self, sample: Sample, table: OrdinalTable, found: OrdinalFit, level: float) -> RatingDetail:
        categories: list[float] = sample.tests[0].turned(table.first).tolist()
        expected = found.cells * np.array([[table.controls.sum()], [table.cases.sum()]])
        df = table.n_categories - 1 - len(found.family.parameters)
        tests: dict[str, Any] = {"pearson": None, "likelihood_ratio": None}
        if found.trouble is None and df > 0:
            observed = np.concatenate([table.controls, table.cases]).astype(np.float64)
            tests["pearson"], tests["likelihood_ratio"] = fit_tests(observed, expected.ravel(), df)
        elif found.trouble is None:
            tests["untested"] = f"{table.n_categories} categories leave no degree of freedom"
        else:
            tests["untested"] = "the curve lies at the edge of its family"
        return RatingDetail(
            categories=tuple(categories),
            bounds=category_bounds(categories, found.cuts, self._bound_errors(found), level),
            controls=table.controls,
            cases=table.cases,
            expected_controls=expected[0],
            expected_cases=expected[1],
            axis=found.family.axis,
            **tests,
        )

    def _bound_errors(self, found: OrdinalFit) -> list[float | None]:
        covariance = found.cut_covariance(self.information) if len(found.cuts) <= _MOST_BOUNDS else None
        if covariance is None:
            return [None] * len(found.cuts)
        errors: Floats = np.sqrt(np.diag(covariance))
        return [float(error) for error in errors]


def _chance(scores: ScoreTable) -> Note | None:
    """Name an empirical curve that is the chance line exactly."""
    straight = scores.cases.astype(object) * scores.n == scores.controls.astype(object) * scores.m
    return _CHANCE_LINE if bool(np.all(straight)) else None
