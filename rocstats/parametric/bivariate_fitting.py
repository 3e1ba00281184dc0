"""The question that fits two binormal curves to two tests on the same subjects.

References: [metz1984], [metz1998b]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, get_args

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.curve import roc_curve
from rocstats.empirical.independent_subjects import refuse_clusters
from rocstats.empirical.ranks import Floats
from rocstats.empirical.score_table import check_sample, score_table
from rocstats.errors import DataError, FitError, MethodError
from rocstats.formatting import listed, printable, shown
from rocstats.given import is_one_of
from rocstats.methods.method import checked_level
from rocstats.parametric.binormal import Binormal
from rocstats.parametric.bivariate_climb import Summit, maximise_jointly, one_curve_likelihood
from rocstats.parametric.bivariate_likelihood import HEAD, BivariateLikelihood
from rocstats.parametric.bivariate_result import IDENTICAL, BivariateFit
from rocstats.parametric.bivariate_table import (
    JOINED,
    RATINGS,
    JointTable,
    check_categories,
    in_one_order,
    joint_table,
)
from rocstats.parametric.diagnosis import diagnose
from rocstats.parametric.disagreement import disagreement_note
from rocstats.parametric.empirical_error import empirical_error
from rocstats.parametric.fitted_curve import FittedCurve
from rocstats.parametric.hooks import hook_note
from rocstats.parametric.ordinal_fit import OrdinalFit
from rocstats.parametric.profile_climb import maximise
from rocstats.printing import Note
from rocstats.results import Card

Information = Literal["observed", "expected"]
_DELONG = "Compare the empirical areas instead: compare_auc(sample, method=DeLong())."
_KEPT_APART = 'Keep all scores apart, categories="ratings", which takes longer. '
_EMPIRICAL = "Compare the empirical areas, compare_auc(sample, method=DeLong())."
_FAMILY = Binormal()
# What other families of curves may fit, or a table of sensitivity and specificity may show.
_OTHERS = ("one-interior-point", "few-interior-points", "edge-points")
# A correlation at its edge, and a change of the log-likelihood too small to tell maxima apart.
_NEARLY, _UNSEEN = 1 - 1e-8, 1e-6


@np.errstate(under="ignore")
def fit_bivariate_binormal(
    sample: Sample, *, categories: str | int = "auto", information: Information = "observed", level: float = 0.95
) -> BivariateFit:
    """Fit binormal curves to two tests on the same subjects by maximum likelihood of both together.

    Behind each test stands a latent normal score, an increasing function of the test that need not be known; among
    controls, and among cases, the two latent scores are bivariate normal. The likelihood is that of the table of both
    tests, so it takes the correlation of the areas from the pairs of scores (CORROC2 for ratings, CLABROC for
    continuous scores). It assumes that each group is one bivariate normal population on those scales: it misleads where
    a group is a mixture (mild and severe cases), for then neither the curves nor their correlation are right; a fitted
    area far from the empirical one is a sign of it.

    Ratings, up to 20 distinct scores, are fitted as they are, and all bounds are estimated. Scores with more values
    are first joined to truth-state runs, test by test, for the bounds inside a run tell nothing of the curve of that
    test. Where more than 100 runs are left, neighbouring runs are joined as evenly as they allow, a case weighing as
    much as all controls per case. That keeps a fit of 200 cases and 200 controls under a second, and it moved the
    difference of two areas by a few hundredths of its standard error in examples of up to 500 of each group; joining
    to 20 categories moved it by up to a third. Curves fitted together are not quite those of two fits apart, for each
    test borrows from the other.

    In simulated studies of two equal curves (areas of 0.82, correlations of 0.5, 100 cases and 100 controls), the test
    of equal areas at level 0.05 rejected 5.0 percent of the time with five ratings and 4.4 with continuous scores
    (standard errors of the simulation 0.7 and 0.9); with 50 of each group 4.0 and 5.2 percent (0.6 and 1.1). Standard
    errors were on average within 5 percent of the spread of the estimates.

    Tests that rank all subjects alike have no variance to compare them by: each curve is fitted alone, both
    correlations are 1, and comparisons have p = 1 without a standard error. What makes the curve of one test
    impossible (all tied, perfect separation, one interior point, points on the edges) is refused by its name and the
    name of the test. A correlation that runs to 1 or -1 is refused as "correlation-at-edge"; where the groups are far
    apart, runs are long and tell too little of it, and ``categories="ratings"`` can still fit; where the scores
    themselves put a group in one order, or in opposite orders, nothing can, and the text says so.

    Parameters
    ----------
    sample : Sample
        Two tests. Infinite scores are taken, for only their order counts.
    categories : {"auto", "ratings", "runs"} or int
        "auto" is 100. "ratings" makes each distinct score a category, "runs" keeps all truth-state runs; a number is
        the most categories that a test may have.
    information : {"observed", "expected"}
        Standard errors from second derivatives at the data, or from their mean under the fitted model.
    level : float
        Confidence level.

    Returns
    -------
    BivariateFit
        With ``curves``, and the comparisons ``compare_auc``, ``compare_partial_auc``, ``compare_tpf`` and
        ``compare_parameters``.

    Raises
    ------
    DataError
        The sample does not hold two tests.
    FitError
        The model cannot be fitted to these data; ``code`` names the diagnosis.
    MethodError
        The subjects come in clusters, or an option is out of range.

    References
    ----------
    [metz1984], [metz1998b]

    Examples
    --------
    >>> from rocstats.data.sample import Sample
    >>> truth = [0] * 12 + [1] * 12
    >>> first = [1, 1, 2, 1, 3, 2, 1, 4, 2, 3, 1, 2, 3, 4, 2, 4, 1, 4, 3, 4, 4, 2, 3, 4]
    >>> second = [1, 2, 1, 1, 2, 3, 1, 3, 4, 2, 2, 1, 2, 4, 3, 3, 2, 4, 1, 4, 3, 3, 4, 2]
    >>> fit = fit_bivariate_binormal(Sample.from_truth(truth, {"A": first, "B": second}))
    >>> [round(curve.auc, 3) for curve in fit.curves]
    [0.823, 0.783]
    >>> difference = fit.compare_auc()
    >>> round(difference.estimate, 3), round(difference.pvalue, 2)
    (0.04, 0.7)
    """
    _check(sample, categories, information)
    level = checked_level(level)
    table = joint_table(sample, categories)
    margins = tuple(_margin(sample.select(test.name), table, place) for place, test in enumerate(sample.tests))
    notes = _joined_note(sample, table)
    if table.identical:
        return _identical(sample, table, margins, information, level, notes)
    likelihood = BivariateLikelihood(table)
    summit = maximise_jointly(likelihood, _starts(likelihood, margins))
    if summit is None:
        raise FitError(
            f"no starting point gives every subject a probability, so the climb has no beginning. {_DELONG}",
            code="not-converged",
        )
    _judge(likelihood, summit, sample)
    measured = summit.observed if information == "observed" else likelihood.expected_information(summit.natural)
    covariance = _leading_covariance(measured)
    bounds = likelihood.bounds(summit.natural)
    errors_from = f"{information} information"
    curves = (
        _curve(sample, table, 0, summit.natural[0:2], covariance[0:2, 0:2], errors_from, level),
        _curve(sample, table, 1, summit.natural[2:4], covariance[2:4, 2:4], errors_from, level),
    )
    return BivariateFit(
        tests=(sample.tests[0], sample.tests[1]),
        theta=tuple(float(value) for value in summit.natural[:HEAD]),
        covariance=covariance,
        bounds=(tuple(bounds[0].tolist()), tuple(bounds[1].tolist())),
        curves=curves,
        sources=table.sources,
        loglikelihood=summit.value,
        one_curve_loglikelihood=one_curve_likelihood(likelihood, summit),
        errors_from=errors_from,
        level=level,
        method=_card(table),
        subjects=sample.subjects,
        notes=(*notes, *_of_curves(curves)),
    )


def _check(sample: object, categories: object, information: object) -> None:
    check_sample(sample, "fit_bivariate_binormal")
    assert isinstance(sample, Sample)
    if len(sample.tests) != 2:
        names = listed([printable(test.name) for test in sample.tests])
        raise DataError(
            f"fit_bivariate_binormal takes two tests on the same subjects; this sample holds {len(sample.tests)}: "
            f"{names}. Take two with study.sample(first, second) or sample.select(first, second)."
        )
    check_categories(categories)
    if not is_one_of(information, get_args(Information)):
        raise MethodError(f'information is {shown(information)}; it must be "observed" or "expected".')
    refuse_clusters(sample, "maximum likelihood")


def _margin(one: Sample, table: JointTable, place: int) -> OrdinalFit:
    """Fit one test alone; what makes that impossible names the test."""
    name = printable(one.tests[0].name)
    found = diagnose(score_table(one), _FAMILY)
    if found is not None:
        # No other family is fitted to two tests at once.
        text = f"{found.text.removesuffix(found.alternative)}{_DELONG}" if found.code in _OTHERS else found.text
        raise FitError(f'"{name}": {text}', found.code)
    try:
        fit = maximise(_FAMILY, table.margins[place])
    except FitError as error:
        raise FitError(f'"{name}": {error}', error.code) from None
    if fit.trouble is not None:
        raise FitError(f'"{name}": {fit.trouble.text}', fit.trouble.code)
    return fit


def _starts(likelihood: BivariateLikelihood, margins: tuple[OrdinalFit, ...]) -> Iterator[Floats]:
    """Start from both curves alone, with the best of a few correlations in each group; then with none."""
    start = np.concatenate([margins[0].theta, margins[1].theta, [0.0, 0.0], margins[0].cuts, margins[1].cuts])
    tried = np.tanh(np.arange(-2, 2.5, 0.5))
    best = start.copy()
    for group in (0, 1):
        best[4 + group] = max(tried, key=lambda r: likelihood.group_value(_with(start, 4 + group, r), group))
    yield best
    yield start


def _with(natural: Floats, place: int, value: float) -> Floats:
    moved = natural.copy()
    moved[place] = value
    return moved


def _judge(likelihood: BivariateLikelihood, summit: Summit, sample: Sample) -> None:
    """Refuse what is no maximum, by the name of what went wrong."""
    for place, group in ((4, "controls"), (5, "cases")):
        r = summit.natural[place]
        end = 1 if r > 0 else -1
        # Towards an edge the likelihood soon rises by less than can be seen: it is asked at the edge itself.
        at_edge = likelihood.value(_with(summit.natural, place, end * _NEARLY))
        if abs(r) >= _NEARLY or at_edge > summit.value - _UNSEEN:
            order = "one order" if end > 0 else "opposite orders"
            alike = in_one_order(sample.controls if group == "controls" else sample.cases, end)
            how = "score by score, whatever the categories" if alike else "as far as their categories tell"
            apart = "" if alike or set(likelihood.table.sources) == {RATINGS} else _KEPT_APART
            raise FitError(
                f"both tests put all {group} in {order}, {how}: the likelihood rises as the correlation goes to {end}, "
                f"and has no maximum. {apart}{_DELONG}",
                code="correlation-at-edge",
            )
    for place in (0, 2):
        trouble = _FAMILY.boundary(summit.natural[place : place + 2])
        if trouble is not None:
            raise FitError(trouble.text, trouble.code)
    if not np.isfinite(summit.rise):
        raise FitError(
            "the likelihood of both tests together is flat: many correlations fit these categories equally well. "
            f"{_DELONG}",
            code="flat-likelihood",
        )
    if not summit.reached:
        raise FitError(
            f"the climb ended before the largest likelihood of both tests together. {_DELONG}", code="not-converged"
        )


def _leading_covariance(information: Floats) -> Floats:
    """Return the covariance of the parameters before the bounds."""
    head, rest = slice(None, HEAD), slice(HEAD, None)
    mixed = information[rest, head]
    inner = information[head, head] - mixed.T @ np.linalg.solve(information[rest, rest], mixed)
    covariance = np.linalg.inv(inner)
    return np.asarray((covariance + covariance.T) / 2)


def _card(table: JointTable) -> Card:
    what = "ratings" if set(table.sources) == {RATINGS} else "scores"
    return Card(
        id="bivariate-binormal",
        name="bivariate maximum likelihood",
        sentence=(
            "Both tests were fitted together by maximum likelihood of the bivariate binormal model: the latent scores "
            "of the two tests are bivariate normal among controls and among cases."
        ),
        references=("metz1984",) if what == "ratings" else ("metz1984", "metz1998b"),
        title=f"Binormal ROC curves of two tests from {what}, bivariate maximum likelihood",
    )


def _curve(
    sample: Sample,
    table: JointTable,
    place: int,
    theta: Floats,
    covariance: Floats | None,
    errors_from: str,
    level: float,
) -> FittedCurve:
    """Make the curve of one test."""
    one = sample.select(sample.tests[place].name)
    source = table.sources[place]
    way = "bivariate maximum likelihood"
    what = "ratings" if source == RATINGS else "scores"
    card = replace(_card(table), title=f"Binormal ROC curve from {what}, {way}")
    curve = FittedCurve(
        family=_FAMILY,
        theta=(float(theta[0]), float(theta[1])),
        covariance=covariance,
        method=card,
        source=source,
        errors_from=errors_from,
        level=level,
        test=one.tests[0],
        subjects=one.subjects,
        empirical=roc_curve(one),
        empirical_error=empirical_error(one),
    )
    notes = (hook_note(curve.theta, curve.empirical), disagreement_note(curve, instead=_EMPIRICAL))
    return replace(curve, notes=tuple(note for note in notes if note is not None))


def _identical(
    sample: Sample,
    table: JointTable,
    margins: tuple[OrdinalFit, ...],
    information: Information,
    level: float,
    notes: tuple[Note, ...],
) -> BivariateFit:
    """Give each of two tests that rank all subjects alike its own fit."""
    covariances = [fit.observed if information == "observed" else fit.expected for fit in margins]
    errors_from = f"{information} information"
    first, second = margins
    curves = (
        _curve(sample, table, 0, first.theta, covariances[0], errors_from, level),
        _curve(sample, table, 1, second.theta, covariances[1], errors_from, level),
    )
    return BivariateFit(
        tests=(sample.tests[0], sample.tests[1]),
        theta=(*map(float, first.theta), *map(float, second.theta), 1.0, 1.0),
        covariance=None,
        bounds=(tuple(first.cuts.tolist()), tuple(second.cuts.tolist())),
        curves=curves,
        sources=table.sources,
        loglikelihood=None,
        errors_from=errors_from,
        level=level,
        method=_card(table),
        subjects=sample.subjects,
        identical=True,
        notes=(*notes, IDENTICAL, *_of_curves(curves)),
    )


def _of_curves(curves: tuple[FittedCurve, FittedCurve]) -> tuple[Note, ...]:
    """Repeat the notes of each curve with the name of its test."""
    return tuple(Note(note.code, f'"{printable(c.name)}": {note.text}') for c in curves for note in c.notes)


def _joined_note(sample: Sample, table: JointTable) -> tuple[Note, ...]:
    """Say of which tests runs were joined, and to how many categories."""
    parts = [
        f"{size} of {printable(test.name)}"
        for test, size, source in zip(sample.tests, table.shape, table.sources, strict=True)
        if source == JOINED
    ]
    if not parts:
        return ()
    text = (
        f"truth-state runs were joined, as evenly as they allow, to categories: {listed(parts)}. Areas differ a little "
        'from those of curves fitted apart; categories= takes a larger number, or "runs".'
    )
    return (Note("joined-runs", text),)
