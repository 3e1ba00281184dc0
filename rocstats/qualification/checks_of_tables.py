"""Checks of identities about 2x2 tables of a test or of two: two routes to one number agree."""

from __future__ import annotations

import math
from typing import Any

from rocstats.data.counts import Counts
from rocstats.inference.agreement import cohen_kappa
from rocstats.inference.areas import compare_auc
from rocstats.inference.compared_accuracies import compare_accuracy
from rocstats.inference.goals import performance_goal
from rocstats.inference.margins import equivalence, noninferiority, superiority
from rocstats.inference.post_test import post_test_probability
from rocstats.inference.predictive_table import predictive_values
from rocstats.inference.single_proportion import proportion
from rocstats.inference.two_by_two import accuracy
from rocstats.inference.verification import corrected_for_verification
from rocstats.methods.clopper_pearson import ClopperPearson
from rocstats.methods.multiplicity import adjust_pvalues
from rocstats.qualification.check_data import OTHER_TABLE, PAIR, PAIRS, TABLE
from rocstats.qualification.checks import Finding, Line, checks_of
from rocstats.qualification.findings import close, exactly


def _limits(interval: Any) -> tuple[float, float]:
    return interval.low, interval.high


def _goal() -> Finding:
    """A goal for the sensitivity is the test of a proportion of the cases."""
    goal = performance_goal(TABLE, "sensitivity", 0.5)
    share = proportion(TABLE.tp, TABLE.n_cases, ClopperPearson(), null_value=0.5, alternative="greater")
    return close([share.estimate, share.pvalue, _low(share)], [goal.estimate, goal.pvalue, _low(goal)])


def _low(found: Any) -> float:
    return float(found.interval.low)


# Tables of a test


def _bayes() -> Finding:
    """PPV and NPV of the table are those that Bayes' theorem gives at its own share of cases."""
    found, at = accuracy(TABLE), predictive_values(TABLE, TABLE.n_cases / TABLE.total).rows()
    return close([found.ppv.estimate, found.npv.estimate], [row["estimate"] for row in at])


def _ratios() -> Finding:
    found = accuracy(TABLE)
    se, sp = 26 / 41, 60 / 72
    return close(
        [se, sp, se / (1 - sp), (1 - se) / sp, (se / (1 - sp)) / ((1 - se) / sp), se + sp - 1],
        [
            measure.estimate
            for measure in (
                *(found.sensitivity, found.specificity, found.lr_positive),
                *(found.lr_negative, found.odds_ratio, found.youden),
            )
        ],
    )


def _further() -> Finding:
    """Further measures, each by its own formula from the four counts."""
    tp, fp, fn, tn = TABLE.tp, TABLE.fp, TABLE.fn, TABLE.tn
    found = {measure.name: measure.estimate for measure in accuracy(TABLE, more=True).further}
    kappa = cohen_kappa([[tp, fp], [fn, tn]]).estimate
    phi = (tp * tn - fp * fn) / math.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
    wanted = {
        "prevalence": (tp + fn) / TABLE.total,
        "balanced_accuracy": (tp / (tp + fn) + tn / (tn + fp)) / 2,
        "f1": 2 * tp / (2 * tp + fp + fn),
        "mcc": phi,
        "kappa": kappa,
        "csi": tp / (tp + fp + fn),
    }
    return close(list(wanted.values()), [found[name] for name in wanted])


def _odds() -> Finding:
    """The odds after a result are the odds before, times the likelihood ratio."""
    ratio = accuracy(TABLE).lr_positive.estimate or 0.0
    odds = 0.25 * ratio
    found = (post_test_probability(0.2, lr=ratio), post_test_probability(0.2, counts=TABLE))
    return close([odds / (1 + odds)] * 2, [one.estimate for one in found])


def _kappa() -> Finding:
    from statsmodels.stats.inter_rater import cohens_kappa

    table = [[12, 3, 1], [2, 9, 4], [0, 5, 14]]
    theirs, found = cohens_kappa(table), cohen_kappa(table)
    return close([theirs.kappa, theirs.std_kappa], [found.estimate, found.standard_error])


def _all_verified() -> Finding:
    """With nobody unverified nothing is corrected."""
    found, plain = corrected_for_verification(TABLE, unverified_positive=0, unverified_negative=0), accuracy(TABLE)
    return close(
        [plain.sensitivity.estimate, plain.specificity.estimate],
        [found.sensitivity.estimate, found.specificity.estimate],
    )


def _compared_tables() -> Finding:
    """Each difference is that of the two tables alone."""
    first, second, found = accuracy(TABLE), accuracy(OTHER_TABLE), compare_accuracy(TABLE, OTHER_TABLE)
    names = ("sensitivity", "specificity")
    return close(
        [getattr(first, name).estimate - getattr(second, name).estimate for name in names],
        [getattr(found, name).estimate for name in names],
    )


def _pairs_of_tables() -> Finding:
    """The margins of pairs are tables of their own."""
    first, second = PAIRS.first, PAIRS.second
    return exactly((26, 12, 15, 60, 23, 17, 18, 55), (*_cells(first), *_cells(second)))


def _cells(counts: Counts) -> tuple[int, ...]:
    return counts.tp, counts.fp, counts.fn, counts.tn


# Claims about a margin


def _noninferior() -> Finding:
    """The claim is the one-sided test of the difference against minus the margin, and its limit is the interval's."""
    found, plain = noninferiority(PAIR, margin=0.1), compare_auc(PAIR)
    z = (plain.estimate + 0.1) / (plain.standard_error or 1)
    return close([math.erfc(z / math.sqrt(2)) / 2, *_limits(plain.interval)], [found.pvalue, *_limits(found.interval)])


def _superior() -> Finding:
    found, plain = superiority(PAIR, margin=0.01), compare_auc(PAIR)
    z = (plain.estimate - 0.01) / (plain.standard_error or 1)
    return close([math.erfc(z / math.sqrt(2)) / 2, *_limits(plain.interval)], [found.pvalue, *_limits(found.interval)])


def _equivalent() -> Finding:
    """The p-value is the larger of the two one-sided ones."""
    plain = compare_auc(PAIR)
    p = [math.erfc((0.2 + sign * plain.estimate) / (plain.standard_error or 1) / math.sqrt(2)) / 2 for sign in (-1, 1)]
    found = equivalence(PAIR, margin=0.2)
    return close([max(p), 1.0 if max(p) < 0.05 else 0.0], [found.pvalue, 1.0 if found.decision == "shown" else 0.0])


_PLAIN = (
    Line("performance_goal", "proportion", "GOAL-01", "A goal is the one-sided test of the proportion.", _goal),
    Line(
        "accuracy",
        "ratios",
        "ACCURACY-01",
        "Likelihood ratios, odds ratio and J follow from sensitivity and specificity.",
        _ratios,
    ),
    Line("accuracy", "further", "ACCURACY-04", "Further measures by their own formulas.", _further),
    Line(
        "predictive_values",
        "own-share",
        "PREVALENCE-01",
        "At the table's own share of cases they are its PPV and NPV.",
        _bayes,
    ),
    Line(
        "post_test_probability",
        "odds",
        "PREVALENCE-03",
        "Odds before, times the likelihood ratio, are odds after.",
        _odds,
    ),
    Line(
        "cohen_kappa",
        "statsmodels",
        "KAPPA-01",
        "Kappa and its standard error are those of statsmodels.",
        _kappa,
        False,
    ),
    Line(
        "corrected_for_verification",
        "all-verified",
        "VERIFICATION-01",
        "With nobody unverified nothing is corrected.",
        _all_verified,
    ),
    Line(
        "compare_accuracy", "tables", "GROUPS-01", "Each difference is that of the two tables alone.", _compared_tables
    ),
    Line("PairedCounts", "margins", "PAIRS-02", "The margins of pairs are tables of their own.", _pairs_of_tables),
    Line(
        "noninferiority",
        "one-sided",
        "MARGIN-01",
        "It is the one-sided test at the margin, decided by the interval.",
        _noninferior,
    ),
    Line(
        "superiority",
        "one-sided",
        "MARGIN-03",
        "It is the one-sided test at the margin, decided by the interval.",
        _superior,
    ),
    Line(
        "equivalence",
        "two-one-sided",
        "MARGIN-02",
        "The p-value is the larger of two one-sided ones; the decision follows it.",
        _equivalent,
    ),
)


def _margins(counts: Counts) -> tuple[int, ...]:
    return counts.n_cases, counts.n_controls, counts.n_positive, counts.n_negative


_OF_COUNTS = (
    Line(
        "Counts",
        "margins",
        "ACCURACY-01",
        "Cases and controls, positive and negative results make up the total.",
        lambda: exactly((41, 72, 38, 75, 113), (*_margins(TABLE), TABLE.total)),
    ),
    Line(
        "adjust_pvalues",
        "by-hand",
        "SEVERAL-01",
        "Bonferroni multiplies by their number and stops at 1; nothing stated is Holm.",
        lambda: close(
            [0.03, 1.0, 0.09, None, 0.03, 0.5, 0.06],
            [*adjust_pvalues([0.01, 0.5, 0.03, None], "bonferroni"), *adjust_pvalues([0.01, 0.5, 0.03])],
        ),
    ),
)
OF_TABLES = checks_of("identity", (*_PLAIN, *_OF_COUNTS))
