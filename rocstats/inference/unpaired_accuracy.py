"""Two tests on different subjects: seven measures compared as of two independent samples."""

from __future__ import annotations

from rocstats.data.counts import Counts
from rocstats.inference.compared_measure import ComparedMeasure, EqualityTest, ratio_measure
from rocstats.inference.two_by_two import accuracy
from rocstats.methods.difference_limits import TwoProportions
from rocstats.methods.fisher import FisherExact
from rocstats.methods.method import SIDES
from rocstats.methods.proportion_differences import DifferenceMethod
from rocstats.methods.ratio_of_likelihood_ratios import IndependentLikelihoodRatios, Which
from rocstats.results import Alternative

_BY_DESIGN = ("accuracy", "ppv", "npv")


def unpaired_measures(
    first: Counts, second: Counts, method: DifferenceMethod, *, level: float, alternative: Alternative
) -> dict[str, ComparedMeasure]:
    """Compare both tests in every measure; what depends on a share of cases that a design fixes has no value."""
    found: dict[str, ComparedMeasure] = {}
    for name, label, table in _proportions(first, second):
        known = _known(first, second, name, table)
        found[name] = ComparedMeasure(
            name=name,
            label=label,
            effect="difference",
            first=table.x1 / table.n1 if table.n1 and not _withheld(first, name) else None,
            second=table.x2 / table.n2 if table.n2 and not _withheld(second, name) else None,
            estimate=table.difference if known else None,
            interval=method.interval(table, level=level, sides=SIDES[alternative]) if known else None,
            pvalue=method.pvalue(table, alternative=alternative) if known else None,
            method=method.card if known else None,
        )
    one, two = accuracy(first), accuracy(second)
    log = IndependentLikelihoodRatios()
    ratios: tuple[tuple[str, str, Which], ...] = (
        ("lr_positive", "LR+", "positive"),
        ("lr_negative", "LR-", "negative"),
    )
    for name, label, which in ratios:
        found[name] = ratio_measure(
            name,
            label,
            log.infer(first, second, which, level=level, alternative=alternative),
            log.card,
            (getattr(one, name).estimate, getattr(two, name).estimate),
        )
    return found


def unpaired_tests(
    first: Counts,
    second: Counts,
    measures: dict[str, ComparedMeasure],
    test: FisherExact | None,
    *,
    alternative: Alternative,
) -> tuple[EqualityTest, ...]:
    """Test equality where the interval has no test, or wherever a test was asked for."""
    fisher = FisherExact() if test is None else test
    return tuple(
        EqualityTest(
            name=name,
            label=label,
            method=fisher.card,
            statistic=None,
            df=None,
            pvalue=fisher.pvalue(table, alternative=alternative),
            alternative=alternative,
        )
        for name, label, table in _proportions(first, second)
        if measures[name].estimate is not None and (test is not None or measures[name].pvalue is None)
    )


def _proportions(first: Counts, second: Counts) -> tuple[tuple[str, str, TwoProportions], ...]:
    """Return the five proportions of both tests."""

    a, b = first, second
    return (
        ("sensitivity", "sensitivity", TwoProportions(a.tp, a.n_cases, b.tp, b.n_cases)),
        ("specificity", "specificity", TwoProportions(a.tn, a.n_controls, b.tn, b.n_controls)),
        ("accuracy", "accuracy", TwoProportions(a.tp + a.tn, a.total, b.tp + b.tn, b.total)),
        ("ppv", "PPV", TwoProportions(a.tp, a.n_positive, b.tp, b.n_positive)),
        ("npv", "NPV", TwoProportions(a.tn, a.n_negative, b.tn, b.n_negative)),
    )


def _withheld(counts: Counts, name: str) -> bool:
    return counts.design == "case-control" and name in _BY_DESIGN


def _known(first: Counts, second: Counts, name: str, table: TwoProportions) -> bool:
    return table.n1 > 0 and table.n2 > 0 and not _withheld(first, name) and not _withheld(second, name)
