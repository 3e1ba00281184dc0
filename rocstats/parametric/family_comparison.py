"""The question which family of ROC curves fits one test best: by likelihood, by Akaike's criterion, by goodness of fit.

References: [akaike1974], [burnham2004]
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from rocstats.data.sample import Sample
from rocstats.empirical.score_table import one_test
from rocstats.errors import FitError, MethodError
from rocstats.formatting import counted, decimals_for, fixed, listed
from rocstats.methods.method import checked_level
from rocstats.parametric.bigamma import Bigamma
from rocstats.parametric.binormal import Binormal
from rocstats.parametric.contaminated_binormal import ContaminatedBinormal
from rocstats.parametric.curve_fitting import check_family, fit_curve
from rocstats.parametric.family import CurveFamily
from rocstats.parametric.family_comparison_result import FamilyComparison, FamilyFit
from rocstats.parametric.fitted_curve import FittedCurve
from rocstats.parametric.maximum_likelihood import MaximumLikelihood
from rocstats.parametric.power_law import PowerLaw
from rocstats.parametric.proper_binormal import ProperBinormal
from rocstats.printing import Note

# Families within this of the smallest criterion are commonly held to be as good.
_ALIKE = 2.0
# A goodness-of-fit p-value below this speaks against a family.
_MISFIT = 0.05
_FEW_EXPECTED = "few-expected"
_REFERENCES = ("akaike1974", "burnham2004")


def compare_families(
    sample: Sample,
    *families: CurveFamily,
    method: MaximumLikelihood | None = None,
    level: float = 0.95,
) -> FamilyComparison:
    """Fit several families of ROC curves to one test and compare them by Akaike's criterion.

    All are fitted by maximum likelihood of one table of ordered categories, so their likelihoods can be compared. AIC =
    2 p - 2 log-likelihood, p being the number of parameters of the curve; category bounds are the same for all and not
    counted. The weight of a family is its share of exp(-difference / 2), difference being its AIC less the smallest.

    It misleads where the numbers are nearly equal, as they mostly are in small studies: a difference below about 2
    separates no families, weights are no probabilities that a family is true, and none of the families may fit (look at
    the goodness of fit and at the empirical curve). Where the likelihoods hardly differ, the areas hardly differ
    either: report one family that was chosen beforehand rather than the one that came out best, for standard errors
    know nothing of the choice. At the edge of a family AIC counts parameters that the data do not determine, which is
    too hard on that family.

    The time goes with the number of categories, that of distinct scores or of the runs that the groups make of them:
    up to a few thousand subjects of each group it is a few seconds, with 20,000 distinct scores of each group up to
    a minute, most of it the bigamma curve. There, name fewer families, or round the scores beforehand to some hundred
    values, the same for both groups; the areas hardly change.

    A family that cannot be fitted is a row with the name and the text of its diagnosis, and the others are compared
    without it.

    Parameters
    ----------
    sample : Sample
        One test.
    *families : CurveFamily
        Two or more; unless stated, all that there are: ``Binormal()``, ``ProperBinormal()``,
        ``ContaminatedBinormal()``, ``PowerLaw()``, ``Bigamma()``.
    method : MaximumLikelihood, optional
        With its options; other ways of fitting have no likelihood of a common table.
    level : float
        Confidence level of the intervals of the areas.

    Returns
    -------
    FamilyComparison

    Raises
    ------
    DataError
        The sample holds several tests.
    MethodError
        Fewer than two families, one of them twice, another way of fitting, clusters, or a level out of range.
    FitError
        No family can be fitted; ``code`` is the diagnosis of the first.

    References
    ----------
    [akaike1974], [burnham2004]

    Examples
    --------
    >>> ratings = Sample.from_counts(controls=[33, 6, 6, 11, 2], cases=[3, 2, 2, 11, 33])
    >>> found = compare_families(ratings, Binormal(), PowerLaw())
    >>> found.best.family.card.name, [round(one.aic, 2) for one in found.families]
    ('power-law', [251.3, 250.3])
    """
    one_test(sample, "compare_families")
    level = checked_level(level)
    chosen = families or (Binormal(), ProperBinormal(), ContaminatedBinormal(), PowerLaw(), Bigamma())
    way = MaximumLikelihood() if method is None else method
    _check(chosen, way)
    found = [_attempt(sample, family, way, level) for family in chosen]
    fits = [one for one in found if isinstance(one, FittedCurve)]
    if not fits:
        first = next(one for one in found if isinstance(one, Note))
        raise FitError(f"none of {counted(len(chosen), 'family', 'families')} can be fitted: {first.text}", first.code)
    rows = _compared(chosen, found, level)
    return FamilyComparison(
        families=rows,
        test=sample.tests[0],
        subjects=sample.subjects,
        source=fits[0].source,
        data=fits[0].summary().data,
        method=way.card,
        level=level,
        notes=_notes(rows),
        references=tuple(
            dict.fromkeys((*_REFERENCES, *fits[0].method.references, *(r for f in chosen for r in f.card.references)))
        ),
    )


def _check(families: Sequence[Any], method: Any) -> None:
    """Refuse what cannot be compared."""
    for family in families:
        check_family(family)
    if not isinstance(method, MaximumLikelihood):
        raise MethodError(
            "families are compared by the likelihood of one table, which only MaximumLikelihood() has; compare other "
            "fits by their curves, with fit_curve(sample, family, method)."
        )
    if len(families) < 2:
        raise MethodError(
            "compare_families needs two families, or none for all there are; fit_curve(sample, family) fits one."
        )
    ids = [family.card.id for family in families]
    twice = next((name for i, name in enumerate(ids) if name in ids[:i]), None)
    if twice is not None:
        raise MethodError(f"the {twice} family stands twice in the comparison; name each once.")


def _attempt(sample: Sample, family: CurveFamily, method: MaximumLikelihood, level: float) -> FittedCurve | Note:
    """Fit a family; what the data do not determine becomes a diagnosis."""
    try:
        return fit_curve(sample, family, method, level=level)
    except FitError as error:
        return Note(error.code, str(error))


def _compared(
    families: Sequence[CurveFamily], found: Sequence[FittedCurve | Note], level: float
) -> tuple[FamilyFit, ...]:
    """Set criteria side by side, from the differences of log-likelihoods."""
    likelihoods = [None if isinstance(one, Note) else one.loglikelihood for one in found]
    criteria = [
        None if likelihood is None else 2 * len(family.parameters) - 2 * likelihood
        for family, likelihood in zip(families, likelihoods, strict=True)
    ]
    least = min(value for value in criteria if value is not None)
    shares = [0.0 if value is None else math.exp((least - value) / 2) for value in criteria]
    return tuple(
        FamilyFit(
            family=family,
            fit=None if isinstance(one, Note) else one,
            diagnosis=one if isinstance(one, Note) else None,
            aic=value,
            difference=None if value is None else value - least,
            weight=None if value is None else share / math.fsum(shares),
            level=level,
        )
        for family, one, value, share in zip(families, found, criteria, shares, strict=True)
    )


def _notes(rows: Sequence[FamilyFit]) -> tuple[Note, ...]:
    """Say which families have no curve and why, what each curve has to say, and what the data cannot tell apart."""
    notes = [*_diagnoses(rows), *_of_curves(rows)]
    if any(note.code == _FEW_EXPECTED for one in rows if one.fit is not None for note in one.fit.notes):
        notes.append(Note(_FEW_EXPECTED, "Some expected counts are below 5; the goodness-of-fit p-values are rough."))
    tests = [one.goodness for one in rows if one.goodness is not None]
    if tests and all(test.pvalue < _MISFIT for test in tests):
        notes.append(
            Note(
                "no-family-fits",
                f"No family that could be tested fits these ratings (all p-values below {_MISFIT:g}): the smallest AIC "
                "is that of the least bad. Report the empirical curve.",
            )
        )
    alike = [one for one in rows if one.difference is not None and one.difference < _ALIKE]
    if len(alike) > 1:
        areas = [one.fit.auc for one in alike if one.fit is not None]
        decimals = decimals_for(areas)
        notes.append(
            Note(
                "families-alike",
                f"The data hardly tell {listed([one.family.card.name for one in alike])} apart (AIC within "
                f"{_ALIKE:g}); their areas run from {fixed(min(areas), decimals)} to {fixed(max(areas), decimals)}. "
                "Report a family chosen beforehand.",
            )
        )
    return tuple(notes)


def _of_curves(rows: Sequence[FamilyFit]) -> list[Note]:
    """Repeat what the fitted curves have to say, but of tests of fit, with the families whose curves they are."""
    found: dict[Note, list[str]] = {}
    for one in rows:
        for note in () if one.fit is None else one.fit.notes:
            if note.code != _FEW_EXPECTED:
                found.setdefault(note, []).append(one.family.card.name)
    return [Note(note.code, f"{listed(names)}: {note.text}") for note, names in found.items()]


def _diagnoses(rows: Sequence[FamilyFit]) -> list[Note]:
    """Say why families were not fitted, once for those whose reasons differ in the family's name alone."""
    alike: dict[tuple[str, str], list[FamilyFit]] = {}
    for one in rows:
        if one.diagnosis is not None:
            reason = one.diagnosis.text.replace(one.family.card.name, "")
            alike.setdefault((one.diagnosis.code, reason), []).append(one)
    notes = []
    for (code, _), those in alike.items():
        names = listed([one.family.card.name for one in those], "or")
        first = those[0].diagnosis
        text = "" if first is None else first.text
        notes.append(Note(code, f"no {names} curve could be fitted: {text[:1].lower()}{text[1:]}"))
    return notes
