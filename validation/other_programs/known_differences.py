"""Differences between rocstats and other programs that are known: who does what, and who is right.

Each has a rule that recomputes one program's number from the other's, or from the data, so that a difference of any
other origin is not taken for a known one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from data_sets import DataSets, Scores
from quantity import Answers, Key
from scipy.stats import t as student

NEAR = 1e-9


@dataclass(frozen=True)
class Found:
    """A pair of values that differ, with all answers and the data, for a rule to look at."""

    key: Key
    ours: float | None
    theirs: float | None
    all_ours: Answers
    all_theirs: Answers
    data: DataSets

    @property
    def cells(self) -> tuple[int, int, int, int]:
        """The 2x2 table."""
        return self.data.tables[self.key[1]]

    @property
    def end(self) -> str:
        """The last word of the item: low, high, two.sided, …"""
        return self.key[2].split()[-1]

    def of_them(self, quantity: str, item: str) -> float | None:
        """Another answer of the other program about the same data set."""
        return self.all_theirs.get((quantity, self.key[1], item))


@dataclass(frozen=True)
class KnownDifference:
    """One known difference: where it may occur, its rule, and the reason in words."""

    id: str
    quantities: tuple[str, ...]
    holds: Callable[[Found], bool]
    reason: str


def near(a: float | None, b: float | None) -> bool:
    """Whether two numbers are the same but for rounding."""
    return a is not None and b is not None and math.isclose(a, b, rel_tol=NEAR, abs_tol=1e-12)


def _certain(found: Found) -> bool:
    """No variance, an interval whose ends are one point, or an infinite statistic."""
    if found.end in ("low", "high"):
        start = found.key[2].removesuffix(found.end)
        ends = {found.of_them(found.key[0], f"{start}{end}") for end in ("low", "high")}
        return found.ours is None and len(ends) == 1
    return found.ours is None and found.theirs in (0.0, math.inf, -math.inf)


def _closed(found: Found) -> bool:
    least = 0.0 if found.key[0].startswith("interval of a share") else -1.0
    return found.theirs is not None and found.ours == min(max(found.theirs, least), 1.0) != found.theirs


def _student(found: Found) -> bool:
    z = found.all_ours[("unpaired z", *found.key[1:])]
    df = found.of_them("unpaired df", found.key[2])
    if z is None or df is None:
        return False
    return near(found.theirs, 2 * float(student.sf(abs(z), df)))


def _nobody(found: Found) -> bool:
    """One of the best thresholds is that beyond all scores."""
    test = found.key[2].split()[0]
    return any(
        key[:2] == found.key[:2]
        and key[2].startswith(f"{test} ")
        and key[2].endswith("threshold")
        and value == math.inf
        for key, value in found.all_ours.items()
    )


def _scores(found: Found) -> tuple[Scores, str]:
    return next(one for one in found.data.scores if one.name == found.key[1]), found.key[2].split()[0]


def _no_variance(found: Found) -> bool:
    one, test = _scores(found)
    return len(set(one.columns[test])) == 1 and found.ours == 1.0 and found.theirs is None


def _tied(found: Found) -> bool:
    one, test = _scores(found)
    tied = len(set(one.columns[test])) < len(one.truth)
    return tied and found.ours is not None and found.theirs is not None and found.ours > found.theirs


def _balanced_pairs(found: Found) -> bool:
    _, b, c, _ = found.cells
    return (
        b == c and found.ours == 1.0 and near(found.theirs, float(1 - Fraction(math.comb(2 * b, b), 2 ** (2 * b + 1))))
    )


def _doubled(found: Found) -> bool:
    sides = [found.of_them("binomial test", side) for side in ("less", "greater")]
    return found.key[2] == "two.sided" and None not in sides and near(found.ours, min(1.0, 2 * min(sides)))


def _half(found: Found) -> bool:
    return found.cells[0] == found.cells[1] and near(found.theirs, found.of_them("wilson", found.key[2]))


def _extreme(found: Found) -> bool:
    return found.theirs is not None and found.ours == {"low": 0.0, "high": 1.0}[found.end]


def _nobody_examined(found: Found) -> bool:
    a, b, c, d = found.cells
    totals = {"sensitivity": a + c, "specificity": b + d, "ppv": a + b, "npv": c + d}
    return found.ours is None and totals.get(found.key[2].split()[0]) == 0


def _empty_cell(found: Found) -> bool:
    return 0 in found.cells


def _sums(found: Found) -> bool:
    """Both low, or both high limits of sensitivity and specificity, less 1."""
    if found.key[2] not in ("low", "high"):
        return False
    parts = [found.of_them("interval of a share, exact", f"{of} {found.end}") for of in ("sensitivity", "specificity")]
    return None not in parts and near(found.theirs, sum(parts) - 1)


KNOWN = (
    KnownDifference(
        "no-certainty",
        ("auc variance", "auc interval", "unpaired z", "wald-independent"),
        _certain,
        "Where the estimated variance is 0, as in perfect separation, the other program gives an interval without "
        "width or an infinite statistic. The true variance is not 0: such an interval covers only if the estimate is "
        "the truth. rocstats says that nothing is estimable this way, and names a method that has an answer.",
    ),
    KnownDifference(
        "closed-by-range",
        ("paired interval", "agresti-caffo", "interval of a share, agresti"),
        _closed,
        "A limit beyond what the quantity can be, above 1 or below 0 or -1, is set to the end of the range by "
        "rocstats and printed as it is by the other program. The same values of the parameter are covered.",
    ),
    KnownDifference(
        "student-for-normal",
        ("unpaired p-value",),
        _student,
        "pROC takes Student's t distribution with Welch's degrees of freedom for two independent curves; DeLong et "
        "al. (1988) have the normal distribution, and so has rocstats. The statistics agree; the p-value of pROC is "
        "recomputed from rocstats' statistic and pROC's degrees of freedom. Neither is exact.",
    ),
    KnownDifference(
        "nobody-positive",
        tuple(f"optimal cutpoint, {r}" for r in ("youden", "closest-topleft", "kappa", "accuracy", "product")),
        _nobody,
        "OptimalCutpoints searches the observed scores only; rocstats searches the rule that calls nobody positive as "
        "well, which is as good or better here. By the definition of the rules rocstats' optimum is the larger set.",
    ),
    KnownDifference(
        "no-variance",
        ("mann-whitney p-value",),
        _no_variance,
        "All scores are tied: U cannot differ from its mean, so every arrangement is as extreme and the p-value is 1, "
        "as rocstats says. R divides 0 by 0.",
    ),
    KnownDifference(
        "given-the-ties",
        ("kolmogorov-smirnov exact p-value",),
        _tied,
        "R counts the arrangements of the tied scores as they are; rocstats gives the p-value for data without ties "
        "and says in a note that it is conservative with them. Enumeration of all arrangements confirms R's number; "
        "rocstats' is an upper bound, as it says.",
    ),
    KnownDifference(
        "balanced-mid-p",
        ("mcnemar mid-p",),
        _balanced_pairs,
        "With as many pairs discordant one way as the other, coin gives 1 less half the probability of the observed "
        "table; rocstats doubles the one-sided mid-p-value, which is 1/2, and gives 1. The two agree in every other "
        "table, and neither says anything against equality in this one.",
    ),
    KnownDifference(
        "doubled",
        ("binomial test",),
        _doubled,
        "R's two-sided binomial p-value sums outcomes that are no more likely; rocstats doubles the smaller one-sided "
        "p-value, so that the test agrees with the Clopper-Pearson interval (R's test and interval can contradict "
        "each other). Both are exact tests; the one-sided p-values agree.",
    ),
    KnownDifference(
        "correction-left-out",
        ("wilson-cc",),
        _half,
        "R limits the continuity correction by the distance from the null value 1/2 even where only an interval is "
        "asked for: at x = n/2 it gives the uncorrected interval, and one that jumps between neighbouring counts. "
        "Newcombe's (1998) formula has the correction there too; rocstats follows it.",
    ),
    KnownDifference(
        "closed-at-the-end",
        ("interval of a share, jeffreys",),
        _extreme,
        "Where none or all succeed, Jeffreys' interval is closed at 0 or 1 (Brown, Cai and DasGupta 2001), as in "
        "rocstats; epiR leaves the quantile, so that its interval excludes the estimate itself.",
    ),
    KnownDifference(
        "nobody-examined",
        ("interval of a share, exact", "interval of a share, jeffreys", "interval of a share, agresti"),
        _nobody_examined,
        "Of nobody there is no share: epiR gives an interval without an estimate, rocstats says not estimable.",
    ),
    KnownDifference(
        "empty-cell",
        ("positive likelihood ratio", "negative likelihood ratio", "diagnostic odds ratio"),
        _empty_cell,
        "With an empty cell epiR keeps the log method where its formula can still be computed (a variance of 0 "
        "included, so that a likelihood ratio of 1 gets the interval 1 to 1) and gives nothing elsewhere. rocstats "
        "inverts the score test, which has limits for such tables, and says not estimable for a ratio that is "
        "infinite.",
    ),
    KnownDifference(
        "sums-of-limits",
        ("youden's index",),
        _sums,
        "epiR adds the exact limits of sensitivity and specificity, so that its interval covers more often than it "
        "says. rocstats combines Wilson's limits by squaring and adding (Newcombe).",
    ),
)


def explanation(found: Found) -> str | None:
    """Return the id of the known difference that a pair of values is, or None."""
    return next((one.id for one in KNOWN if found.key[0] in one.quantities and one.holds(found)), None)
