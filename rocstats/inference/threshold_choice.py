"""The choice of a threshold by a rule, with its honest accuracy.

References: [youden1950], [perkins2006], [metz1978], [liu2012], [efron1997]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.curve import roc_curve
from rocstats.empirical.measures import youden
from rocstats.empirical.points import operating_points
from rocstats.empirical.ranks import Floats
from rocstats.empirical.rule_words import rule_named
from rocstats.empirical.score_table import one_test
from rocstats.empirical.threshold_optima import ThresholdRule, optimal
from rocstats.empirical.threshold_rules import Largest, SmallestCost
from rocstats.errors import MethodError
from rocstats.formatting import counted, listed, shown
from rocstats.given import is_number, need_flag
from rocstats.inference.chosen_threshold import Optimum, ThresholdChoice
from rocstats.inference.reselection import Reselection, reselected
from rocstats.methods.bootstrap import Bootstrap
from rocstats.methods.method import checked_level
from rocstats.methods.replicates import Rng
from rocstats.printing import Note


def thresholds(
    sample: Sample,
    by: str | float | ThresholdRule = "youden",
    *,
    target: float | None = None,
    costs: tuple[float, float] | None = None,
    prevalence: float | None = None,
    midpoint: bool = False,
    level: float = 0.95,
    rng: Rng = None,
    n_resamples: int | None = None,
) -> ThresholdChoice:
    """Choose the threshold of one test by a rule, and say how good it is apart from having been chosen.

    Every threshold that is best is given; none is averaged or preferred. That is decided in whole numbers. The point at
    which nobody is positive is compared as well, and can be best by costs or accuracy.

    A threshold that was chosen on the data that judge it looks better than it is, and its accuracy with intervals for a
    fixed threshold looks surer than it is. With ``rng`` or ``n_resamples`` a bootstrap chooses it again in each
    resample: that gives an interval for the threshold and for the criterion, and out-of-bag sensitivity and
    specificity, of the subjects that a resample leaves out. Out-of-bag values are slightly too low, for a resample
    holds fewer different subjects than the data. The interval of the criterion is of its value where it was chosen,
    so it keeps the optimism: one of 95 percent for the Youden index holds the true one in some 80 percent of samples of
    100 cases and 100 controls, and in fewer of smaller ones. In small samples the threshold itself varies widely, with
    few scores not at all.

    Without them nothing is resampled. Of several optima of a resample the highest threshold is taken (the lowest,
    where low scores are positive).

    Parameters
    ----------
    sample : Sample
        One test.
    by : str, number or rule
        "youden", "closest-topleft", "sensitivity" or "specificity" (that reach ``target``, with the best partner),
        "cost", "accuracy", "f1", "mcc", "kappa", "product" (of sensitivity and specificity), "equal" (sensitivity and
        specificity). A number is a threshold stated beforehand, on the scale of the data, which is only described. Any
        rule can be given as a value, ``Largest("f1", at_prevalence=0.1)`` or one's own, ``OwnRule``.
    target : float, optional
        Sensitivity or specificity to reach, taken as the decimal written.
    costs : pair of float, optional
        Cost of a false positive and of a false negative.
    prevalence : float, optional
        Share of cases among the people who will be tested. For "cost" it must be stated unless the design is a cohort.
    midpoint : bool
        Show midpoints to the next score instead of observed scores, as pROC does.
    level : float
        Confidence level of the bootstrap intervals.
    rng : int, numpy Generator or None
        Seed of the resamples.
    n_resamples : int, optional
        Number of resamples; 2000 where only a seed is given.

    Returns
    -------
    ThresholdChoice
        ``optima`` with threshold, cells, sensitivity, specificity and criterion; ``resampled`` from the bootstrap.

    Raises
    ------
    DataError
        The sample holds several tests.
    MethodError
        There is no such rule or an option is out of range; the rule depends on the share of cases, which a case-control
        study fixes; or resamples are asked of subjects that come in clusters.

    References
    ----------
    [youden1950], [perkins2006], [metz1978], [liu2012], [efron1997]

    Examples
    --------
    >>> sample = Sample.from_groups(cases=[3, 4, 5, 6, 6], controls=[1, 2, 3, 3, 5])
    >>> found = thresholds(sample)
    >>> found.thresholds, [round(optimum.criterion, 3) for optimum in found.optima]
    ((4.0,), [0.6])
    >>> thresholds(sample, by="sensitivity", target=0.9).thresholds
    (3.0,)
    """
    one_test(sample, "thresholds")
    level = checked_level(level)
    need_flag(midpoint, "midpoint")
    number = is_number(by)
    if isinstance(by, str):
        rule = rule_named(by, target=target, costs=costs, prevalence=prevalence)
    elif any(option is not None for option in (target, costs, prevalence)):
        raise MethodError("target, costs and prevalence belong to a rule that is named in words.")
    else:
        rule = _Stated() if number else _checked_rule(by)
    _check_design(sample, rule)
    resampling = rng is not None or n_resamples is not None
    if resampling:
        _check_resampling(sample, number)
    # The bootstrap's own checks of its options.
    options = Bootstrap(n_resamples=2000 if n_resamples is None else n_resamples, rng=rng)
    if number:
        return _described(sample, float(by), rule, level)  # type: ignore[arg-type]
    curve = roc_curve(sample, midpoint=midpoint)
    places = optimal(rule, curve.tp, curve.fp, sample.n_cases, sample.n_controls)
    optima = tuple(_optimum(rule, curve.thresholds[i], int(curve.tp[i]), int(curve.fp[i]), sample) for i in places)
    found = None
    if resampling and optima:
        found = reselected(
            sample,
            rule,
            curve.thresholds,
            optima[0].criterion,
            level=level,
            n_resamples=int(options.n_resamples),
            rng=rng,
        )
    return ThresholdChoice(
        test=sample.tests[0],
        subjects=sample.subjects,
        rule=rule,
        searched=len(curve.thresholds) - 1,
        optima=optima,
        level=level,
        design=sample.design,
        resampled=found,
        notes=_notes(sample, rule, optima, found),
    )


@dataclass(frozen=True, slots=True)
class _Stated:
    """No rule: a threshold that was stated before the data is described by its Youden index."""

    title = "statement"
    label = "J"
    prevalence = False
    references = ("youden1950",)
    detail = ""

    def values(self, tp: Any, fp: Any, fn: Any, tn: Any) -> Floats:
        return youden.values(tp, fp, fn, tn)

    def scores(self, tp: Any, fp: Any, fn: Any, tn: Any) -> Floats:
        return self.values(tp, fp, fn, tn)

    def order(self, tp: int, fp: int, fn: int, tn: int) -> Any:
        return youden.order(tp, fp, fn, tn)


def _described(sample: Sample, threshold: float, rule: ThresholdRule, level: float) -> ThresholdChoice:
    """Describe a threshold that was not chosen on these data."""
    points = operating_points(sample, [threshold])
    text = (
        "the threshold was stated and not chosen on these data. accuracy(counts_at(sample, threshold)) has intervals."
    )
    return ThresholdChoice(
        test=sample.tests[0],
        subjects=sample.subjects,
        rule=rule,
        searched=0,
        optima=(_optimum(rule, threshold, int(points.tp[0]), int(points.fp[0]), sample),),
        level=level,
        design=sample.design,
        notes=(Note("stated-threshold", text),),
    )


def _optimum(rule: ThresholdRule, threshold: float | None, tp: int, fp: int, sample: Sample) -> Optimum:
    m, n = sample.n_cases, sample.n_controls
    cells = tp, fp, m - tp, n - fp
    return Optimum(
        threshold=threshold,
        **dict(zip(("tp", "fp", "fn", "tn"), cells, strict=True)),
        sensitivity=tp / m,
        specificity=(n - fp) / n,
        criterion=float(rule.values(*(np.array([cell]) for cell in cells))[0]),
    )


def _checked_rule(rule: Any) -> ThresholdRule:
    """Refuse what is no rule, and show how rules are written."""
    if isinstance(rule, type) or not all(hasattr(rule, part) for part in ("values", "scores", "order", "label")):
        raise TypeError(
            f'by is {shown(rule)}; it must be a word such as "youden", a threshold, or a rule such as Largest("f1") or '
            "OwnRule(title, label, criterion)."
        )
    found: ThresholdRule = rule
    return found


def _check_design(sample: Sample, rule: ThresholdRule) -> None:
    """Refuse a choice by the share of cases where that share is nobody's."""
    if not rule.prevalence or sample.design == "cohort":
        return
    if isinstance(rule, SmallestCost) and sample.design is None:
        raise MethodError(
            "the expected cost needs the share of cases among the people who will be tested: state prevalence=, or "
            'design="cohort" if these subjects are such people.'
        )
    if sample.design == "case-control":
        raise MethodError(
            f"{rule.label} depends on the share of cases, which a case-control study fixes by its design. State a "
            "prevalence (prevalence=), or choose by what does not depend on it, such as the Youden index."
        )


def _check_resampling(sample: Sample, stated: bool) -> None:
    """Refuse resamples where they would be wrong or of no use."""
    if stated:
        raise MethodError(
            "a stated threshold is not chosen again; accuracy(counts_at(sample, threshold)) has its intervals."
        )
    if sample.clusters is not None:
        raise MethodError(
            "these subjects come in clusters, and the bootstrap takes subjects as independent; its intervals would be "
            "too short. Take one record per cluster, or leave cluster= out if the records are independent."
        )


def _notes(
    sample: Sample, rule: ThresholdRule, optima: tuple[Optimum, ...], found: Reselection | None
) -> tuple[Note, ...]:
    """Say what the optima are worth, the gravest first."""
    if not optima:
        return (Note("no-optimum", f"no threshold has a value of {rule.label} in these data, so none is best."),)
    m, n = sample.n_cases, sample.n_controls
    counting = isinstance(rule, Largest) and rule.measure == "accuracy" and rule.prevalence
    notes = [] if found is None else list(found.notes)
    if any((o.tp, o.fp) in ((0, 0), (m, n)) for o in optima):
        text = "at an optimum all subjects are called alike: by this rule the test adds nothing there in these data."
        notes.append(Note("all-alike", text))
    if len(optima) > 1:
        best = f"{optima[0].tp + optima[0].tn} of {m + n} correct" if counting else rule.label
        text = (
            f"{counted(len(optima), 'threshold')} reach the same {best} and all are shown; none is averaged or "
            "preferred. They are different tests: choose on clinical grounds."
        )
        notes.append(Note("several-optima", text))
    if rule.prevalence and sample.design is None:
        text = f"{rule.label} depends on the share of cases, {m} of {m + n} here, and the design was not stated."
        notes.append(Note("design-not-stated", text))
    judged = found is not None and found.sensitivity is not None
    labels = list(dict.fromkeys(("sensitivity", "specificity", rule.label))) if judged else [rule.label]
    which, them = ("threshold was", "it") if len(optima) == 1 else ("thresholds were", "them")
    verb = "is" if len(labels) == 1 else "are"
    text = f"the {which} chosen on these data; {listed(labels)} at {them} {verb} optimistic."
    notes.append(Note("chosen-threshold", f"{text} The out-of-bag values are not." if judged else text))
    if found is not None and found.criterion is not None:
        text = (
            f"the interval of {rule.label} is from resamples that each choose the best threshold anew, so they are "
            "biased as well: it is optimistic, and holds the true value less often than its level says. Read it as a "
            "description of the spread."
        )
        notes.append(Note("largest-of-many", text))
    return tuple(notes)
