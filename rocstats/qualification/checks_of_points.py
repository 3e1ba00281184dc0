"""Checks of identities about points of a curve, ranks, gains, probabilities: two routes to one number agree."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from statistics import NormalDist
from typing import Any

import numpy as np

from rocstats.data.class_scores import ClassScores
from rocstats.empirical.brier import Brier
from rocstats.empirical.curve import roc_curve
from rocstats.empirical.fixed_points import SensitivityAt, SpecificityAt
from rocstats.empirical.gains_bins import gains, gains_from_counts
from rocstats.empirical.measures import MEASURES
from rocstats.empirical.net_benefit import NetBenefit
from rocstats.empirical.net_benefit_curve import decision_curve
from rocstats.empirical.paired_points import paired_counts_at
from rocstats.empirical.point_measure import PointMeasure
from rocstats.empirical.points import counts_at, operating_points
from rocstats.empirical.precision_recall_curve import precision_recall
from rocstats.empirical.ranking import AveragePrecision, PrecisionRecallArea
from rocstats.empirical.separation import KS, Youden
from rocstats.empirical.separation_curve import ks_curve
from rocstats.empirical.target_rules import FixedSensitivity, FixedSpecificity
from rocstats.empirical.threshold_rules import ClosestTopLeft, EqualShares, Largest, OwnRule, SmallestCost
from rocstats.empirical.ties import tie_summary
from rocstats.empirical.top_ranked import LiftAt, PrecisionAtK
from rocstats.inference.areas import auc
from rocstats.inference.bands import roc_band
from rocstats.inference.calibration_question import calibration
from rocstats.inference.kolmogorov_smirnov import ks
from rocstats.inference.multiclass_areas import multiclass_auc
from rocstats.inference.points_at_target import sensitivity_at, specificity_at
from rocstats.inference.threshold_choice import thresholds
from rocstats.methods.bootstrap import Bootstrap
from rocstats.qualification.asked_questions import SEED
from rocstats.qualification.check_data import ONE, OTHER, PAIR, RATINGS
from rocstats.qualification.checks import Finding, Line, checks_of
from rocstats.qualification.findings import close, exactly, holds

_Z = NormalDist().inv_cdf(0.975)
_FEW = {"n_resamples": 200, "rng": SEED}
_CASES, _CONTROLS = ONE.cases[:, 0], ONE.controls[:, 0]


def _trapezoids() -> Finding:
    curve = roc_curve(ONE)
    under = (np.diff(curve.fpf) * (curve.tpf[1:] + curve.tpf[:-1])).sum() / 2
    return close(float(under), auc(ONE).estimate)


def _points() -> Finding:
    """Every row of the operating points is the table at its threshold."""
    found = operating_points(ONE, [0.28, 0.47, 0.72])
    return exactly(
        [(c.tp, c.fp, c.fn, c.tn) for c in (counts_at(ONE, t) for t in (0.72, 0.47, 0.28))],
        [(row["tp"], row["fp"], row["fn"], row["tn"]) for row in found.rows()],
    )


def _counted() -> Finding:
    found = counts_at(ONE, 0.47)
    return exactly(
        (int((_CASES >= 0.47).sum()), int((_CONTROLS >= 0.47).sum()), 16, 20),
        (found.tp, found.fp, found.n_cases, found.n_controls),
    )


def _margins_of_pairs() -> Finding:
    found = paired_counts_at(PAIR, (0.47, 0.38))
    tables = [(counts_at(ONE, 0.47), found.first), (counts_at(OTHER, 0.38), found.second)]
    return exactly(
        [(one.tp, one.fp, one.fn, one.tn) for one, _ in tables], [(two.tp, two.fp, two.fn, two.tn) for _, two in tables]
    )


def _point_measures() -> Finding:
    """Each measure as a statistic is that of the table at its threshold."""
    row = operating_points(ONE, [0.47], measures=list(MEASURES)).rows()[0]
    return close(
        [row[name] for name in MEASURES], [float(PointMeasure(name, threshold=0.47)(ONE)[0]) for name in MEASURES]
    )


def _at_target(named: Any, statistic: Any, other: str) -> Finding:
    """The value at a target is the best among thresholds that reach it."""
    rows = operating_points(ONE).rows()
    what = "specificity" if other == "sensitivity" else "sensitivity"
    best = max(row[what] for row in rows if row[other] >= 0.8)
    found = named(ONE, 0.8, Bootstrap(n_resamples=100, rng=SEED))
    return close([best, best], [found.estimate, float(statistic(ONE)[0])])


def _scipy_ks() -> Finding:
    from scipy.stats import ks_2samp

    found, other = ks(ONE), ks_2samp(_CASES, _CONTROLS, method="exact")
    return close(other.statistic, found.d)


def _largest_distance() -> Finding:
    curve, rows = roc_curve(ONE), ks(ONE).rows()
    j = float((np.asarray(curve.tpf) - np.asarray(curve.fpf)).max())
    return close([j, j, j], [float(KS()(ONE)[0]), float(Youden()(ONE)[0]), rows[0]["estimate"]])


def _ks_curve() -> Finding:
    found = ks_curve(ONE)
    return close(float(KS()(ONE)[0]), float((np.asarray(found.tpf) - np.asarray(found.fpf)).max()))


def _band() -> Finding:
    """Kolmogorov and Smirnov's band at a level holds the empirical curve."""
    found = roc_band(ONE, kind="kolmogorov-smirnov")
    inside = [
        row["conf_low"] <= row["estimate"] <= row["conf_high"] for row in found.rows() if row["estimate"] is not None
    ]
    return holds(bool(inside) and all(inside), "every point within its band", f"{sum(inside)} of {len(inside)} points")


# Thresholds


_RULES: tuple[tuple[str, Any, Any, dict[str, Any]], ...] = (
    ("Largest", "youden", Largest("youden"), {}),
    ("ClosestTopLeft", "closest-topleft", ClosestTopLeft(), {}),
    ("EqualShares", "equal", EqualShares(), {}),
    ("FixedSensitivity", "sensitivity", FixedSensitivity(0.9), {"target": 0.9}),
    ("FixedSpecificity", "specificity", FixedSpecificity(0.9), {"target": 0.9}),
    ("SmallestCost", "cost", SmallestCost(1, 5, 0.1), {"costs": (1, 5), "prevalence": 0.1}),
)


def _of_rules() -> Iterator[Line]:
    what = "A rule as a value chooses what its word chooses."
    for name, word, rule, options in _RULES:
        yield Line(name, "word", "THRESHOLD-01", what, partial(_rule, word, rule, options))


def _rule(word: str, rule: Any, options: dict[str, Any]) -> Finding:
    few: dict[str, Any] = {"n_resamples": 100, "rng": SEED}
    by_word, by_rule = thresholds(ONE, word, **few, **options), thresholds(ONE, rule, **few)
    return close(
        [(row["threshold"], row["sensitivity"], row["specificity"]) for row in by_word.rows()],
        [(row["threshold"], row["sensitivity"], row["specificity"]) for row in by_rule.rows()],
    )


def _own_rule() -> Finding:
    """Youden's index written by hand chooses what Youden's index chooses."""
    own = OwnRule("the largest J", "J", lambda tp, fp, fn, tn: tp / (tp + fn) + tn / (tn + fp) - 1, prevalence=False)
    few: dict[str, Any] = {"n_resamples": 100, "rng": SEED}
    found, other = thresholds(ONE, own, **few), thresholds(ONE, "youden", **few)
    return close([row["threshold"] for row in other.rows()], [row["threshold"] for row in found.rows()])


def _best_j() -> Finding:
    """The chosen threshold has the largest J of all operating points."""
    best = max(row["youden"] for row in operating_points(ONE).rows())
    return close(best, thresholds(ONE, "youden", n_resamples=100, rng=SEED).rows()[0]["estimate"])


# Ranks, gains, probabilities, classes


def _ties() -> Finding:
    row = tie_summary(ONE).rows()[0]
    return close(
        [auc(ONE).estimate, 320],
        [row["p_higher"] + row["p_tie"] / 2, sum(row[f"pairs_{w}"] for w in ("higher", "tied", "lower"))],
    )


def _gains() -> Finding:
    table = gains(ONE, 4)
    last = table.rows()[-1]
    return close(
        [1, 1, 16, 36, 2 * auc(ONE).estimate - 1],
        [last["tpf"], last["fpf"], last["cum_cases"], last["cum_n"], table.gini],
    )


def _grouped_gini() -> Finding:
    """The Gini coefficient of groups is that of a rating table."""
    found = gains_from_counts(cases=[14, 9, 5, 3, 2], controls=[2, 4, 6, 8, 13])
    return close(2 * auc(RATINGS).estimate - 1, found.gini)


def _average_precision() -> Finding:
    """Sum the precision where a case is reached, threshold by threshold."""
    scores = np.concatenate([_CASES, _CONTROLS])
    steps = sorted(set(scores.tolist()), reverse=True)
    total, before = 0.0, 0
    for step in steps:
        tp, fp = int((step <= _CASES).sum()), int((step <= _CONTROLS).sum())
        total += (tp - before) / 16 * tp / (tp + fp)
        before = tp
    return close(
        [total, total, float(PrecisionRecallArea()(ONE)[0])],
        [float(AveragePrecision()(ONE)[0]), precision_recall(ONE).average_precision, precision_recall(ONE).area],
    )


def _top_ranked() -> Finding:
    """The two highest scores are cases; the lift of the highest ninth is its precision over the share of cases."""
    return close([1.0, 36 / 16], [float(PrecisionAtK(2)(ONE)[0]), float(LiftAt(1 / 9)(ONE)[0])])


def _brier() -> Finding:
    errors = np.concatenate([(1 - _CASES) ** 2, _CONTROLS**2])
    found = calibration(ONE, Bootstrap(n_resamples=100, rng=SEED), bins=3)
    return close([float(errors.mean())] * 2, [float(Brier()(ONE)[0]), found.rows()[0]["estimate"]])


def _brier_at() -> Finding:
    """At a stated prevalence the two groups weigh as it says."""
    wanted = 0.1 * float(((1 - _CASES) ** 2).mean()) + 0.9 * float((_CONTROLS**2).mean())
    return close(wanted, float(Brier(at_prevalence=0.1)(ONE)[0]))


def _net_benefit() -> Finding:
    table = counts_at(ONE, 0.25)
    wanted = (table.tp - table.fp * 0.25 / 0.75) / 36
    row = decision_curve(ONE, [0.25]).rows()[0]
    return close([wanted] * 2, [float(NetBenefit(0.25)(ONE)[0]), row["net_benefit"]])


def _classes() -> Finding:
    """Subjects and classes are those that came, the classes in the order of their names."""
    data = ClassScores.from_truth(["b", "a", "b"], {"a": [0.2, 0.7, 0.4], "b": [0.8, 0.3, 0.6]})
    return exactly((("a", "b"), [1, 2], 3), (data.classes, [int(size) for size in data.sizes], data.total))


def _two_classes() -> Finding:
    """With two classes every average is the AUC."""
    data = ClassScores.from_truth(
        ["a"] * 16 + ["b"] * 20,
        {"a": [*_CASES, *_CONTROLS], "b": [*(1 - _CASES), *(1 - _CONTROLS)]},
    )
    rows = multiclass_auc(data, Bootstrap(n_resamples=100, rng=SEED)).rows()
    return close([auc(ONE).estimate] * len(rows), [row["estimate"] for row in rows], within=1e-9)


OF_POINTS = checks_of(
    "identity",
    (
        *_of_rules(),
        Line("roc_curve", "trapezoids", "AUC-01", "The area under the drawn curve is the AUC.", _trapezoids),
        Line("roc_band", "holds-curve", "BAND-01", "The band holds the empirical curve.", _band),
        Line("operating_points", "counts", "POINT-01", "Each row is the table at its threshold.", _points),
        Line("counts_at", "counted", "POINT-01", "Scores at or above the threshold are positive.", _counted),
        Line(
            "paired_counts_at",
            "margins",
            "POINT-01",
            "The margins are the tables of the tests alone.",
            _margins_of_pairs,
        ),
        Line(
            "PointMeasure", "table", "POINT-01", "Each measure is that of the table at the threshold.", _point_measures
        ),
        Line(
            "sensitivity_at",
            "best",
            "TARGET-01",
            "It is the largest sensitivity among the thresholds that reach the specificity.",
            lambda: _at_target(sensitivity_at, SensitivityAt(0.8), "specificity"),
        ),
        Line(
            "specificity_at",
            "best",
            "TARGET-01",
            "It is the largest specificity among the thresholds that reach the sensitivity.",
            lambda: _at_target(specificity_at, SpecificityAt(0.8), "sensitivity"),
        ),
        Line("ks", "scipy", "RANKS-02", "The two-sided distance is scipy's.", _scipy_ks),
        Line("KS", "largest", "RANKS-02", "KS, Youden's J and the largest distance are one number.", _largest_distance),
        Line("ks_curve", "largest", "RANKS-02", "The largest distance of the drawn curves is KS.", _ks_curve),
        Line("OwnRule", "youden", "THRESHOLD-01", "Youden's index written by hand chooses the same.", _own_rule),
        Line(
            "thresholds", "largest", "THRESHOLD-01", "No operating point has a larger J than the one chosen.", _best_j
        ),
        Line(
            "tie_summary",
            "auc",
            "TIES-01",
            "P(case above) and half P(tie) make up the AUC; the pairs are m times n.",
            _ties,
        ),
        Line("gains", "totals", "GAINS-01", "The last bin holds everybody; Gini is 2 AUC - 1.", _gains),
        Line("gains_from_counts", "gini", "GAINS-01", "Gini of groups is that of the rating table.", _grouped_gini),
        Line(
            "precision_recall",
            "steps",
            "GAINS-02",
            "Average precision is the sum over the steps of recall.",
            _average_precision,
        ),
        Line(
            "LiftAt", "highest", "GAINS-01", "Precision and lift of the highest scores, counted by hand.", _top_ranked
        ),
        Line("calibration", "brier", "PROBABILITY-01", "The Brier score is the mean squared error.", _brier),
        Line(
            "Brier", "at-prevalence", "PROBABILITY-01", "At a stated prevalence the groups weigh as it says.", _brier_at
        ),
        Line(
            "decision_curve",
            "by-hand",
            "PROBABILITY-03",
            "Net benefit is (TP - FP odds) over the subjects.",
            _net_benefit,
        ),
        Line("ClassScores", "sizes", "CLASSES-01", "Subjects are counted by their class.", _classes),
        Line("multiclass_auc", "two-classes", "CLASSES-01", "With two classes every area is the AUC.", _two_classes),
    ),
)
