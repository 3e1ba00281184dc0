"""Two tests on the same subjects: seven measures compared with the pairing of their results."""

from __future__ import annotations

from rocstats.data.paired_counts import PairedCounts, PairedTable
from rocstats.inference.compared_measure import ComparedMeasure, EqualityTest, ratio_measure
from rocstats.inference.two_by_two import accuracy
from rocstats.methods.generalised_mcnemar import GeneralisedMcNemar
from rocstats.methods.mcnemar import McNemar
from rocstats.methods.method import SIDES
from rocstats.methods.predictive_value_tests import GeneralisedScore, MoskowitzPepe, Value
from rocstats.methods.proportion_differences import DifferenceMethod
from rocstats.methods.ratio_of_likelihood_ratios import GuPepe, Which
from rocstats.results import Alternative

BY_DESIGN = ("accuracy", "ppv", "npv")
_ALL_MCNEMAR = (McNemar("exact"), McNemar("mid-p"), McNemar())


def paired_measures(
    pairs: PairedCounts, method: DifferenceMethod, *, level: float, alternative: Alternative
) -> dict[str, ComparedMeasure]:
    """Compare both tests in every measure; what depends on a share of cases that the design fixes has no value."""
    fixed_by_design = pairs.design == "case-control"
    one, two = accuracy(pairs.first), accuracy(pairs.second)
    found: dict[str, ComparedMeasure] = {}
    for name, label, table in _proportions(pairs):
        withheld = fixed_by_design and name in BY_DESIGN
        known = table.total > 0 and not withheld
        found[name] = ComparedMeasure(
            name=name,
            label=label,
            effect="difference",
            first=table.first / table.total if known else None,
            second=table.second / table.total if known else None,
            estimate=(table.n10 - table.n01) / table.total if known else None,
            interval=method.interval(table, level=level, sides=SIDES[alternative]) if known else None,
            pvalue=method.pvalue(table, alternative=alternative) if known else None,
            method=method.card if known else None,
        )
    values: tuple[tuple[str, str, Value], ...] = (("ppv", "PPV", "ppv"), ("npv", "NPV", "npv"))
    for name, label, value in values:
        found[name] = ratio_measure(
            name,
            label,
            None if fixed_by_design else MoskowitzPepe().infer(pairs, value, level=level, alternative=alternative),
            MoskowitzPepe().card,
            (getattr(one, name).estimate, getattr(two, name).estimate),
        )
    ratios: tuple[tuple[str, str, Which], ...] = (
        ("lr_positive", "LR+", "positive"),
        ("lr_negative", "LR-", "negative"),
    )
    for name, label, which in ratios:
        found[name] = ratio_measure(
            name,
            label,
            GuPepe().infer(pairs, which, level=level, alternative=alternative),
            GuPepe().card,
            (getattr(one, name).estimate, getattr(two, name).estimate),
        )
    return found


def paired_tests(
    pairs: PairedCounts,
    measures: dict[str, ComparedMeasure],
    test: McNemar | None,
    *,
    alternative: Alternative,
) -> tuple[EqualityTest, ...]:
    """Test equality where the interval has no test, and where there are tests that no interval belongs to."""
    rows = []
    for name, label, table in _proportions(pairs):
        measure = measures[name]
        if measure.estimate is None:
            continue
        missing = _ALL_MCNEMAR if measure.pvalue is None else ()
        for each in missing if test is None else (test,):
            # The one-sided corrected test takes its correction by direction, so no squared statistic stands for it.
            z = None if each.continuity_correction and alternative != "two-sided" else each.statistic(table)
            rows.append(
                EqualityTest(
                    name=name,
                    label=label,
                    method=each.card,
                    statistic=None if z is None else z * z,
                    df=None if z is None else 1,
                    pvalue=each.pvalue(table, alternative=alternative),
                    alternative=alternative,
                )
            )
    both = GeneralisedMcNemar()
    if pairs.n_cases and pairs.n_controls:
        # It has no direction, whatever the alternative of the others.
        rows.append(
            EqualityTest(
                name="sensitivity_specificity",
                label="sensitivity with specificity",
                method=both.card,
                statistic=both.statistic(pairs),
                df=2,
                pvalue=both.pvalue(pairs),
                alternative="two-sided",
            )
        )
    values: tuple[tuple[Value, str], ...] = (("ppv", "PPV"), ("npv", "NPV"))
    for value, label in values:
        for weighted in (True, False):
            score = GeneralisedScore(weighted=weighted)
            found = None
            if pairs.design != "case-control":
                found = score.infer(pairs, value, alternative=alternative)
            if found is not None:
                rows.append(
                    EqualityTest(
                        name=value,
                        label=label,
                        method=score.card,
                        statistic=found.statistic,
                        df=found.df,
                        pvalue=found.pvalue,
                        alternative=alternative,
                    )
                )
    return tuple(rows)


def _proportions(pairs: PairedCounts) -> tuple[tuple[str, str, PairedTable], ...]:
    """Return the three proportions of the same subjects, each as pairs of what counts for a success."""
    return (
        ("sensitivity", "sensitivity", pairs.cases),
        ("specificity", "specificity", pairs.controls.negatives),
        ("accuracy", "accuracy", pairs.correct),
    )
