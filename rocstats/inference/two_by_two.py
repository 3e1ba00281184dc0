"""Accuracy from a 2×2 table: what a test at one threshold is worth, with an interval for every measure.

References: [wilson1927], [simel1991], [woolf1955], [koopman1984], [cornfield1956], [youden1950], [newcombe1998]
"""

from __future__ import annotations

from dataclasses import replace

from rocstats.data.counts import Counts
from rocstats.empirical.stated_prevalence import checked_prevalence
from rocstats.errors import MethodError
from rocstats.given import need_flag
from rocstats.inference.accuracy_result import Accuracy
from rocstats.inference.table_measures import (
    cohen,
    further_measures,
    proportions,
    proportions_at,
    ratios,
    youden,
)
from rocstats.inference.table_notes import (
    added_or_zero,
    design_notes,
    empty_margins,
    number_needed_notes,
    without_interval,
)
from rocstats.methods.binomial import ProportionMethod, checked_sides
from rocstats.methods.method import BinomialMethod, checked_level
from rocstats.methods.wilson import Wilson
from rocstats.printing import Note
from rocstats.results import Sides

_WILSON = Wilson()
_COMPARATOR = Note(
    "comparator",
    "the comparator is no reference standard. PPA and NPA say how often the test agrees with it, not how often the "
    "test is right.",
)


def accuracy(
    counts: Counts,
    method: BinomialMethod = _WILSON,
    *,
    level: float = 0.95,
    haldane: bool = False,
    sides: Sides = "two-sided",
    prevalence: float | None = None,
    more: bool = False,
    comparator: bool = False,
) -> Accuracy:
    """Estimate sensitivity, specificity, predictive values, likelihood ratios, odds ratio and Youden's J.

    Subjects are taken as independent, and the threshold as chosen before these data: one that was chosen on them makes
    every measure optimistic. Predictive values and accuracy hold for the share of cases in the table; a case-control
    design fixes that share, so they are not estimable there, and a design that is not stated gets a note. At a stated
    prevalence they follow from sensitivity and specificity instead, with that prevalence taken as known. Likelihood
    ratios and odds ratio have log intervals; with a zero cell they have score intervals, and a ratio that is infinite
    keeps a lower limit and has no estimate. Youden's J always has the square-and-add interval of the Wilson limits.

    Parameters
    ----------
    counts : Counts
        The table, typed in or from ``counts_at(sample, threshold)``.
    method : BinomialMethod
        Interval of the five proportions, such as ``Wilson()`` or ``ClopperPearson()``.
    level : float
        Confidence level of all intervals.
    haldane : bool
        Add one half to every cell before the three ratios are computed; estimates and intervals are labelled so.
    sides : {"two-sided", "lower", "upper"}
        One-sided bounds end at the end of the range.
    prevalence : float, optional
        Prevalence at which PPV, NPV and accuracy are given, with logit and square-and-add intervals.
    more : bool
        Show prevalence, balanced accuracy, the number needed to diagnose 1/J, F1, MCC, kappa and the critical success
        index as well. Kappa and MCC have large-sample intervals, which need some subjects in every cell; F1 has that of
        the critical success index, which is a proportion of the subjects that are not true negatives. At a stated
        prevalence F1, MCC, kappa and CSI are values without an interval.
    comparator : bool
        The truth is a comparator that is no reference standard: show positive, negative and overall agreement (PPA,
        NPA), with ``more`` kappa as well.

    Returns
    -------
    Accuracy
        With one ``Measure`` for each: ``sensitivity``, ``specificity``, ``ppv``, ``npv``, ``accuracy``,
        ``lr_positive``, ``lr_negative``, ``odds_ratio``, ``youden``; further ones by ``found.measure("kappa")``.

    Raises
    ------
    TypeError
        If ``counts`` is no ``Counts``, or an option that is True or False is something else.
    MethodError
        If the method is not one for proportions, or an option is out of range.

    References
    ----------
    [wilson1927], [simel1991], [woolf1955], [koopman1984], [cornfield1956], [haldane1956], [youden1950],
    [newcombe1998], [mercaldo2007], [cohen1960], [fleiss1969], [matthews1975]

    Examples
    --------
    >>> found = accuracy(Counts(tp=26, fp=12, fn=15, tn=60))
    >>> round(found.sensitivity.estimate, 3), round(found.lr_positive.interval.low, 2)
    (0.634, 2.16)
    >>> at = accuracy(Counts(tp=26, fp=12, fn=15, tn=60, design="case-control"), prevalence=0.1)
    >>> round(at.ppv.estimate, 3), round(at.ppv.interval.low, 3)
    (0.297, 0.194)
    """
    check_table(counts, "accuracy")
    check_proportion_method(method, "accuracy")
    level = checked_level(level)
    checked_sides(sides)
    for name, value in (("haldane", haldane), ("more", more), ("comparator", comparator)):
        need_flag(value, name)
    prevalence = checked_prevalence(prevalence, "prevalence")
    if comparator and prevalence is not None:
        raise MethodError("agreement with a comparator knows no prevalence; leave out prevalence= or comparator=.")
    if comparator and haldane:
        raise MethodError("agreement with a comparator has no ratios; leave out haldane= or comparator=.")
    sensitivity, specificity, *by_share = proportions(counts, method, level=level, sides=sides, agreement=comparator)
    if prevalence is not None:
        by_share = proportions_at(counts, prevalence, level=level, sides=sides)
    ppv, npv, correct = by_share
    odds = ratios(counts, level=level, sides=sides, haldane=haldane)
    index = youden(counts, level=level, sides=sides)
    found = Accuracy(
        counts=counts,
        level=level,
        sensitivity=sensitivity,
        specificity=specificity,
        ppv=ppv,
        npv=npv,
        accuracy=correct,
        lr_positive=odds[0],
        lr_negative=odds[1],
        odds_ratio=odds[2],
        youden=index,
        prevalence=prevalence,
        sides=sides,
        comparator=comparator,
    )
    if more and comparator:
        found = replace(found, further=(cohen(counts, level=level, sides=sides),))
    elif more:
        further = further_measures(counts, method, index, prevalence, level=level, sides=sides)
        found = replace(found, further=further)
    shown = found.measures
    return replace(
        found,
        notes=(
            *empty_margins(counts, shown),
            *without_interval(shown, method),
            *(() if comparator else added_or_zero(counts, odds, haldane, sides)),
            *number_needed_notes(shown),
            *((_COMPARATOR,) if comparator else ()),
            *design_notes(
                counts, shown, prevalence, comparator=comparator, instead="" if comparator else " or a prevalence"
            ),
        ),
    )


def check_table(counts: object, question: str) -> None:
    """Refuse what is no 2x2 table, and name the doors."""
    if not isinstance(counts, Counts):
        raise TypeError(
            f"{question} takes Counts, not {type(counts).__name__}; make them with Counts(tp=, fp=, fn=, tn=) or "
            "counts_at(sample, threshold)."
        )


def check_proportion_method(method: object, question: str) -> None:
    """Refuse what is no method for proportions, and show how methods are written."""
    if not isinstance(method, ProportionMethod):
        name = method.__name__ if isinstance(method, type) else type(method).__name__
        given = f"the class {name}; write {name}()" if isinstance(method, type) else name
        raise MethodError(f"{question} needs a method for proportions, Wilson() or ClopperPearson(); it got {given}.")
