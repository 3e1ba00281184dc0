"""Checks of refused options: a value out of range, a word of nothing, a thing of another kind, named with what came."""

# Calls of the wrong type are meant.
# mypy: disable-error-code="arg-type,call-overload"

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rocstats.data.class_scores import ClassScores
from rocstats.data.counts import Counts
from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.paired_counts import PairedCounts
from rocstats.data.sample import Sample
from rocstats.data.study import Study
from rocstats.empirical.area import AUC
from rocstats.empirical.brier import Brier
from rocstats.empirical.components import structural_components
from rocstats.empirical.curve import roc_curve
from rocstats.empirical.fixed_points import SensitivityAt, SpecificityAt
from rocstats.empirical.gains_bins import gains, gains_from_counts
from rocstats.empirical.net_benefit import NetBenefit
from rocstats.empirical.net_benefit_curve import decision_curve
from rocstats.empirical.paired_points import paired_counts_at
from rocstats.empirical.partial_area import PartialAUC
from rocstats.empirical.point_measure import PointMeasure
from rocstats.empirical.points import counts_at, operating_points
from rocstats.empirical.precision_recall_curve import precision_recall
from rocstats.empirical.ranking import AveragePrecision, PrecisionRecallArea
from rocstats.empirical.target_rules import FixedSensitivity, FixedSpecificity
from rocstats.empirical.threshold_rules import Largest, OwnRule, SmallestCost
from rocstats.empirical.top_ranked import LiftAt, PrecisionAtK
from rocstats.errors import DataError, MethodError
from rocstats.inference.agreement import cohen_kappa
from rocstats.inference.areas import auc, auc_from_summary, compare_auc
from rocstats.inference.bands import roc_band
from rocstats.inference.calibration_question import calibration
from rocstats.inference.compared_accuracies import compare_accuracy
from rocstats.inference.contrasts import contrast_auc
from rocstats.inference.estimates import compare, estimate
from rocstats.inference.goals import performance_goal
from rocstats.inference.kolmogorov_smirnov import ks
from rocstats.inference.margins import equivalence, noninferiority, superiority
from rocstats.inference.multiclass_areas import multiclass_auc
from rocstats.inference.partial_areas import compare_partial_auc, partial_auc
from rocstats.inference.points_at_target import sensitivity_at, specificity_at
from rocstats.inference.post_test import post_test_probability
from rocstats.inference.predictive_table import predictive_values
from rocstats.inference.side_by_side import auc_intervals
from rocstats.inference.single_proportion import proportion
from rocstats.inference.subgroups import compare_subgroups
from rocstats.inference.threshold_choice import thresholds
from rocstats.inference.two_by_two import accuracy
from rocstats.inference.verification import corrected_for_verification
from rocstats.inference.whole_curves import venkatraman
from rocstats.methods.bootstrap import Bootstrap
from rocstats.methods.delong import DeLong
from rocstats.methods.hanley_mcneil import HanleyMcNeil
from rocstats.methods.hanley_mcneil_paired import HanleyMcNeilPaired
from rocstats.methods.mcnemar import McNemar
from rocstats.methods.miettinen_nurminen import MiettinenNurminen
from rocstats.methods.multiplicity import adjust_pvalues
from rocstats.methods.paired_wald import PairedWald
from rocstats.methods.permutation import Permutation
from rocstats.methods.wilson import Wilson
from rocstats.parametric.bivariate_fitting import fit_bivariate_binormal
from rocstats.parametric.curve_fitting import fit_binormal, fit_curve
from rocstats.parametric.family_comparison import compare_families
from rocstats.parametric.fitted_bands import fitted_band
from rocstats.parametric.maximum_likelihood import MaximumLikelihood
from rocstats.parametric.normal_theory import NormalTheory
from rocstats.parametric.placement_regression import PlacementRegression
from rocstats.parametric.power_law import PowerLaw
from rocstats.parametric.smooth_curves import smooth_curve
from rocstats.qualification.check_data import ONE, PAIR, PAIRS, RATINGS, TABLE, THREE
from rocstats.qualification.checks import Line, checks_of
from rocstats.qualification.findings import refused

_NAN = float("nan")
_SHAPE = (1, 2, 3)

# What is called, a word for what is wrong, the error, words that tell what came, the call.
_DATA: tuple[tuple[str, str, type[Exception], str, Callable[[], Any]], ...] = (
    ("Sample", "three-kinds", DataError, "it holds 3: 0, 1, 2", lambda: Sample.from_truth([0, 1, 2], [1, 2, 3])),
    (
        "Sample",
        "lengths",
        DataError,
        "truth has 3 values but scores has 2",
        lambda: Sample.from_truth([0, 1, 1], [1, 2]),
    ),
    (
        "Sample",
        "missing",
        DataError,
        "1 of 3 subjects has no score",
        lambda: Sample.from_truth([0, 1, 1], [1, 2, _NAN]),
    ),
    ("Sample", "text", DataError, 'they hold "a" in row 1', lambda: Sample.from_truth([0, 1], ["a", "b"])),
    ("Sample", "one-kind", DataError, "it holds 1: 1", lambda: Sample.from_truth([1, 1], [1, 2])),
    ("Sample", "no-cases", DataError, "there are no cases", lambda: Sample.from_groups(cases=[], controls=[1])),
    ("Sample", "unstated", DataError, "say which is positive", lambda: Sample.from_truth(["ill", "well"], [1, 2])),
    ("Sample", "select", DataError, 'there is no test "Z"', lambda: PAIR.select("Z")),
    ("Sample", "beyond-exact", DataError, "2**53", lambda: Sample.from_groups(cases=[2**53 + 1], controls=[1])),
    ("Study", "truth", DataError, 'no column "t"', lambda: Study({"a": [1, 0]}, truth="t", tests=["a"])),
    ("Study", "test", DataError, 'no column "c"', lambda: Study({"t": [1, 0], "b": [1, 2]}, truth="t", tests=["c"])),
    ("Study", "type", TypeError, "a data frame, not int", lambda: Study(3, truth="t")),
    ("Counts", "negative", DataError, "tp is -1", lambda: Counts(tp=-1, fp=1, fn=1, tn=1)),
    ("Counts", "fraction", DataError, "tp is 1.5", lambda: Counts(tp=1.5, fp=1, fn=1, tn=1)),
    ("Counts", "nobody", DataError, "are all 0", lambda: Counts(tp=0, fp=0, fn=0, tn=0)),
    ("Counts", "type", TypeError, "tp is a count", lambda: Counts(tp="1", fp=1, fn=1, tn=1)),
    ("PairedCounts", "shape", DataError, "it needs four counts", lambda: PairedCounts(cases=_SHAPE, controls=_SHAPE)),
    (
        "PairedCounts",
        "names",
        DataError,
        'both tests are called "A"',
        lambda: PairedCounts(cases=PAIRS.cases, controls=PAIRS.controls, tests=("A", "A")),
    ),
    (
        "ClassScores",
        "one-class",
        DataError,
        "there is only a",
        lambda: ClassScores.from_truth(["a", "a"], {"a": [1, 2]}),
    ),
    ("ClassScores", "no-column", DataError, 'class "b"', lambda: ClassScores.from_truth(["a", "b"], {"a": [1, 2]})),
    ("DiagnosticTest", "name", DataError, "this one is empty", lambda: DiagnosticTest("")),
    ("DiagnosticTest", "cut-off", DataError, "is not a number", lambda: DiagnosticTest("A", cutoff=_NAN)),
    ("structural_components", "type", TypeError, "not int", lambda: structural_components(3)),
    ("counts_at", "nan", DataError, "is not a number", lambda: counts_at(ONE, _NAN)),
    ("counts_at", "text", TypeError, "must be a number, not str", lambda: counts_at(ONE, "0.5")),
    ("paired_counts_at", "one-threshold", DataError, "not 1", lambda: paired_counts_at(PAIR, (1.0,))),
    ("paired_counts_at", "type", TypeError, "not int", lambda: paired_counts_at(3)),
    ("cohen_kappa", "shape", DataError, "2, 1 cells", lambda: cohen_kappa([[1, 2], [3]])),
    ("cohen_kappa", "negative", DataError, "is -1", lambda: cohen_kappa([[1, 2], [3, -1]])),
    (
        "gains_from_counts",
        "lengths",
        DataError,
        "cases have 2 counts",
        lambda: gains_from_counts(cases=[1, 2], controls=[1]),
    ),
    ("multiclass_auc", "type", TypeError, "not Sample", lambda: multiclass_auc(ONE)),
    ("accuracy", "type", TypeError, "accuracy takes Counts, not int", lambda: accuracy(3)),
    ("performance_goal", "type", TypeError, "takes Counts, not int", lambda: performance_goal(3)),
    ("predictive_values", "type", TypeError, "not int", lambda: predictive_values(3, 0.1)),
    ("compare_accuracy", "type", TypeError, "counts is int", lambda: compare_accuracy(3)),
    ("compare_accuracy", "one-table", TypeError, "one 2x2 table is no comparison", lambda: compare_accuracy(TABLE)),
    ("compare_subgroups", "one", DataError, "there is 1", lambda: compare_subgroups({"a": ONE})),
    ("compare_subgroups", "type", TypeError, "not Sample", lambda: compare_subgroups(ONE)),
    (
        "corrected_for_verification",
        "negative",
        DataError,
        "unverified_positive is -1",
        lambda: corrected_for_verification(TABLE, unverified_positive=-1, unverified_negative=0),
    ),
    (
        "corrected_for_verification",
        "type",
        TypeError,
        "not int",
        lambda: corrected_for_verification(3, unverified_positive=0, unverified_negative=0),
    ),
    ("proportion", "counts", DataError, "5 successes among 3", lambda: proportion(5, 3)),
    ("auc_from_summary", "area", DataError, "auc is 1.2", lambda: auc_from_summary(1.2, n_cases=3, n_controls=4)),
    ("auc_from_summary", "nobody", DataError, "n_cases is 0", lambda: auc_from_summary(0.8, n_cases=0, n_controls=4)),
    ("PrecisionAtK", "subjects", DataError, "there are 36 subjects", lambda: PrecisionAtK(1000)(ONE)),
    ("PointMeasure", "threshold", DataError, "no threshold is stated", lambda: PointMeasure("ppv")(ONE)),
)
_OPTIONS: tuple[tuple[str, str, type[Exception], str, Callable[[], Any]], ...] = (
    ("auc", "method-word", TypeError, "delong", lambda: auc(ONE, "delong")),
    ("auc", "method-class", TypeError, "DeLong is a class", lambda: auc(ONE, DeLong)),
    ("auc", "level", MethodError, "level is 95", lambda: auc(ONE, level=95)),
    ("auc", "level-text", MethodError, "0.95", lambda: auc(ONE, level="0.95")),
    ("auc_intervals", "resamples", MethodError, "n_resamples is 1", lambda: auc_intervals(ONE, n_resamples=1)),
    ("accuracy", "level", MethodError, "level is 95", lambda: accuracy(TABLE, level=95)),
    ("accuracy", "method", MethodError, "it got DeLong", lambda: accuracy(TABLE, DeLong())),
    ("accuracy", "prevalence", MethodError, "prevalence is 10", lambda: accuracy(TABLE, prevalence=10)),
    ("adjust_pvalues", "type", TypeError, "not str", lambda: adjust_pvalues("0.1")),
    ("adjust_pvalues", "word", MethodError, "fisher", lambda: adjust_pvalues([0.1], "fisher")),
    ("calibration", "bins", MethodError, "0", lambda: calibration(ONE, bins=0)),
    ("compare", "statistic", TypeError, "auc", lambda: compare(PAIR, None, "auc", DeLong())),
    ("compare", "class", TypeError, "AUC is a class", lambda: compare(PAIR, None, AUC, DeLong())),
    (
        "compare_accuracy",
        "method",
        MethodError,
        "MiettinenNurminen is no method for a difference of pairs",
        lambda: compare_accuracy(PAIRS, method=MiettinenNurminen()),
    ),
    ("compare_auc", "second-place", TypeError, "Name a method", lambda: compare_auc(PAIR, DeLong())),
    ("compare_families", "one", MethodError, "two families", lambda: compare_families(RATINGS, PowerLaw())),
    ("compare_partial_auc", "band", MethodError, "none came", lambda: compare_partial_auc(PAIR)),
    ("contrast_auc", "shape", MethodError, "shape (1, 2)", lambda: contrast_auc(THREE, [[1, -1]])),
    ("contrast_auc", "reference", MethodError, '"Z"', lambda: contrast_auc(THREE, reference="Z")),
    ("decision_curve", "threshold", MethodError, "1.5", lambda: decision_curve(ONE, [1.5])),
    ("equivalence", "margin", MethodError, "margin is -0.1", lambda: equivalence(PAIR, margin=-0.1)),
    ("noninferiority", "margin", MethodError, "margin is -0.1", lambda: noninferiority(PAIR, margin=-0.1)),
    ("noninferiority", "measure", MethodError, "measure is None", lambda: noninferiority(PAIRS, margin=0.1)),
    ("superiority", "margin", MethodError, "margin is -0.1", lambda: superiority(PAIR, margin=-0.1)),
    ("estimate", "components", MethodError, "Brier score has none", lambda: estimate(ONE, Brier(), DeLong())),
    ("fit_binormal", "method", TypeError, "ml", lambda: fit_binormal(ONE, "ml")),
    ("fit_curve", "family", TypeError, "binormal", lambda: fit_curve(ONE, "binormal")),
    (
        "fit_curve",
        "method",
        MethodError,
        "a power-law curve is none",
        lambda: fit_curve(ONE, PowerLaw(), NormalTheory()),
    ),
    (
        "fit_bivariate_binormal",
        "categories",
        MethodError,
        "none",
        lambda: fit_bivariate_binormal(PAIR, categories="none"),
    ),
    ("fitted_band", "type", TypeError, "not Sample", lambda: fitted_band(ONE)),
    ("fitted_band", "kind", MethodError, "wide", lambda: fitted_band(fit_binormal(RATINGS), kind="wide")),
    ("gains", "bins", MethodError, "bins is 0", lambda: gains(ONE, 0)),
    ("gains", "prevalence", MethodError, "prevalence is 2", lambda: gains(ONE, prevalence=2)),
    ("ks", "method", MethodError, "KS has none", lambda: ks(ONE, DeLong())),
    ("operating_points", "measure", MethodError, '"kapa"', lambda: operating_points(ONE, measures=["kapa"])),
    ("partial_auc", "no-band", MethodError, "none came", lambda: partial_auc(ONE)),
    ("partial_auc", "two-bands", MethodError, "both came", lambda: partial_auc(ONE, fpf=(0, 0.1), tpf=(0, 0.2))),
    ("partial_auc", "edges", MethodError, "fpf is (0.5, 0.2)", lambda: partial_auc(ONE, fpf=(0.5, 0.2))),
    ("performance_goal", "measure", MethodError, "not kappa", lambda: performance_goal(TABLE, "kappa", 0.5)),
    ("performance_goal", "goal", MethodError, "goal is 1.5", lambda: performance_goal(TABLE, "sensitivity", 1.5)),
    ("post_test_probability", "prior", MethodError, "prior is 2", lambda: post_test_probability(2, lr=3)),
    ("post_test_probability", "result", MethodError, "in one way", lambda: post_test_probability(0.2)),
    ("post_test_probability", "ratio", DataError, "lr is -3", lambda: post_test_probability(0.2, lr=-3)),
    (
        "precision_recall",
        "prevalence",
        MethodError,
        "at_prevalence is 2",
        lambda: precision_recall(ONE, at_prevalence=2),
    ),
    ("predictive_values", "prevalence", MethodError, "prevalence is 2", lambda: predictive_values(TABLE, 2)),
    ("proportion", "method", MethodError, "it got DeLong", lambda: proportion(1, 3, DeLong())),
    ("roc_band", "kind", MethodError, "wide", lambda: roc_band(ONE, kind="wide")),
    ("roc_curve", "midpoint", TypeError, "not 3", lambda: roc_curve(ONE, midpoint=3)),
    ("sensitivity_at", "target", MethodError, "specificity is 1.5", lambda: sensitivity_at(ONE, 1.5)),
    ("specificity_at", "target", MethodError, "sensitivity is -1", lambda: specificity_at(ONE, -1)),
    ("smooth_curve", "bandwidth", MethodError, "a bandwidth is -1", lambda: smooth_curve(ONE, bandwidth=-1)),
    ("thresholds", "word", MethodError, '"best"', lambda: thresholds(ONE, "best")),
    ("thresholds", "target", MethodError, "needs target", lambda: thresholds(ONE, "sensitivity")),
    ("venkatraman", "resamples", MethodError, "n_resamples is 1", lambda: venkatraman(PAIR, n_resamples=1)),
    # Values that are made before anything is asked.
    ("DeLong", "scale", MethodError, "log", lambda: DeLong("log")),
    ("HanleyMcNeil", "scale", MethodError, "log", lambda: HanleyMcNeil("log")),
    ("HanleyMcNeilPaired", "correlation", MethodError, "spearman", lambda: HanleyMcNeilPaired("spearman")),
    ("Bootstrap", "kind", MethodError, "bayesian", lambda: Bootstrap(kind="bayesian")),
    ("Bootstrap", "resamples", MethodError, "n_resamples is 1", lambda: Bootstrap(n_resamples=1)),
    ("Bootstrap", "workers", MethodError, "workers is 0", lambda: Bootstrap(workers=0)),
    ("Bootstrap", "seed", MethodError, "rng is -1", lambda: Bootstrap(rng=-1)),
    ("Permutation", "resamples", MethodError, "n_resamples is 1", lambda: Permutation(n_resamples=1)),
    ("McNemar", "kind", MethodError, "yates", lambda: McNemar("yates")),
    ("PairedWald", "continuity", MethodError, "yates", lambda: PairedWald("yates")),
    ("Wilson", "continuity", TypeError, "yes", lambda: Wilson("yes")),
    ("MiettinenNurminen", "small-sample", TypeError, "yes", lambda: MiettinenNurminen("yes")),
    ("MaximumLikelihood", "information", MethodError, "fisher", lambda: MaximumLikelihood("fisher")),
    ("NormalTheory", "interval", MethodError, "wald", lambda: NormalTheory(interval="wald")),
    ("PlacementRegression", "kind", MethodError, "probit", lambda: PlacementRegression("probit")),
    ("PartialAUC", "band", MethodError, "none came", lambda: PartialAUC()),
    ("SensitivityAt", "target", MethodError, "specificity is 2", lambda: SensitivityAt(2)),
    ("SpecificityAt", "target", MethodError, "sensitivity is -1", lambda: SpecificityAt(-1)),
    ("AveragePrecision", "prevalence", MethodError, "at_prevalence is 2", lambda: AveragePrecision(2)),
    ("PrecisionRecallArea", "prevalence", MethodError, "at_prevalence is 2", lambda: PrecisionRecallArea(2)),
    ("PrecisionAtK", "k", MethodError, "k is 0", lambda: PrecisionAtK(0)),
    ("LiftAt", "share", MethodError, "share is 2", lambda: LiftAt(2)),
    ("Brier", "prevalence", MethodError, "at_prevalence is 2", lambda: Brier(2)),
    ("NetBenefit", "threshold", MethodError, "is 2", lambda: NetBenefit(2)),
    ("PointMeasure", "measure", MethodError, '"x"', lambda: PointMeasure("x")),
    ("FixedSensitivity", "target", MethodError, "target is 2", lambda: FixedSensitivity(2)),
    ("FixedSpecificity", "target", MethodError, "target is 2", lambda: FixedSpecificity(2)),
    ("Largest", "measure", MethodError, "best", lambda: Largest("best")),
    ("SmallestCost", "costs", MethodError, "-1 and 2", lambda: SmallestCost(-1, 2)),
    ("OwnRule", "criterion", TypeError, "criterion is 3", lambda: OwnRule("a", "b", 3)),
)


def _line(
    requirement: str, function: str, word: str, error: type[Exception], words: str, ask: Callable[[], Any]
) -> Line:
    what = f"It is refused ({word.replace('-', ' ')}), and the message tells what came."
    return Line(function, f"option-{word}", requirement, what, lambda: refused(error, words, ask))


OF_OPTIONS = checks_of(
    "error", (*(_line("ROBUST-02", *row) for row in _DATA), *(_line("ROBUST-03", *row) for row in _OPTIONS))
)
