"""Statistical inference on the accuracy of diagnostic tests, with R-style reports.

The path: ``read`` or ``Study`` holds what a person has, ``study.sample(...)`` what a method takes, a question such as
``auc(sample, DeLong())`` gives a finished result, and ``str(result)`` prints it as R would.

Names are found on first use, so that importing the package loads nothing heavy.
"""

from importlib import import_module
from typing import Any

from rocstats.version import __version__

_ROOMS = {
    "data.class_scores": ("ClassScores",),
    "data.counts": ("Counts",),
    "data.diagnostic_test": ("DiagnosticTest",),
    "data.files": ("read",),
    "data.paired_counts": ("PairedCounts",),
    "data.sample": ("Sample",),
    "data.study": ("Study",),
    "document.calibration_figure": ("plot_calibration",),
    "document.decision_figure": ("plot_decision_curve",),
    "document.figure_files": ("write_figure",),
    "document.figure_style": ("svg",),
    "document.fitted_figure": ("plot_fit",),
    "document.forest_figure": ("ForestRow", "plot_forest"),
    "document.gains_figure": ("plot_gains",),
    "document.ks_figure": ("plot_ks",),
    "document.margin_figure": ("plot_margin",),
    "document.margin_rows": ("MarginRow",),
    "document.precision_recall_figure": ("plot_precision_recall",),
    "document.predictive_value_figure": ("PredictiveValueRow", "plot_predictive_values"),
    "document.rendering": ("render",),
    "document.roc_figure": ("OperatingPoint", "plot_roc", "plot_roc_panels"),
    "document.scores_figure": ("ScorePanel", "plot_scores"),
    "document.subgroup_figure": ("plot_subgroups",),
    "document.subgroup_rows": ("ForestGroup",),
    "document.threshold_figure": ("ChosenThreshold", "plot_thresholds"),
    "document.writing": ("write",),
    "empirical.area": ("AUC",),
    "empirical.brier": ("Brier",),
    "empirical.components": ("structural_components",),
    "empirical.curve": ("roc_curve",),
    "empirical.fixed_points": ("SensitivityAt", "SpecificityAt"),
    "empirical.gains_bins": ("gains", "gains_from_counts"),
    "empirical.gini": ("Gini",),
    "empirical.net_benefit": ("NetBenefit",),
    "empirical.net_benefit_curve": ("decision_curve",),
    "empirical.paired_points": ("paired_counts_at",),
    "empirical.partial_area": ("PartialAUC",),
    "empirical.point_measure": ("PointMeasure",),
    "empirical.points": ("counts_at", "operating_points"),
    "empirical.precision_recall_curve": ("precision_recall",),
    "empirical.ranking": ("AveragePrecision", "PrecisionRecallArea"),
    "empirical.separation": ("KS", "Youden"),
    "empirical.separation_curve": ("ks_curve",),
    "empirical.target_rules": ("FixedSensitivity", "FixedSpecificity"),
    "empirical.threshold_rules": ("ClosestTopLeft", "EqualShares", "Largest", "OwnRule", "SmallestCost"),
    "empirical.ties": ("tie_summary",),
    "empirical.top_ranked": ("LiftAt", "PrecisionAtK"),
    "errors": ("DataError", "FitError", "MethodError", "MissingExtraError", "PlanError", "RocstatsError"),
    "inference.agreement": ("cohen_kappa",),
    "inference.areas": ("auc", "auc_from_summary", "compare_auc"),
    "inference.bands": ("roc_band",),
    "inference.calibration_question": ("calibration",),
    "inference.compared_accuracies": ("compare_accuracy",),
    "inference.contrasts": ("contrast_auc",),
    "inference.equal_distributions": ("mann_whitney",),
    "inference.estimates": ("compare", "estimate"),
    "inference.goals": ("performance_goal",),
    "inference.kolmogorov_smirnov": ("ks",),
    "inference.margins": ("equivalence", "noninferiority", "superiority"),
    "inference.multiclass_areas": ("multiclass_auc",),
    "inference.partial_areas": ("compare_partial_auc", "partial_auc"),
    "inference.points_at_target": ("sensitivity_at", "specificity_at"),
    "inference.post_test": ("post_test_probability",),
    "inference.predictive_table": ("predictive_values",),
    "inference.side_by_side": ("auc_intervals",),
    "inference.single_proportion": ("proportion",),
    "inference.subgroups": ("compare_subgroups",),
    "inference.threshold_choice": ("thresholds",),
    "inference.two_by_two": ("accuracy",),
    "inference.whole_curves": ("venkatraman",),
    "methods": ("REGISTER",),
    "methods.agresti_caffo": ("AgrestiCaffo",),
    "methods.agresti_coull": ("AgrestiCoull",),
    "methods.agresti_min": ("AgrestiMin",),
    "methods.bamber": ("Bamber",),
    "methods.bonett_price": ("BonettPrice",),
    "methods.bootstrap": ("Bootstrap",),
    "methods.clopper_pearson": ("ClopperPearson",),
    "methods.delong": ("DeLong",),
    "methods.fisher": ("FisherExact",),
    "methods.hanley_mcneil": ("HanleyMcNeil",),
    "methods.hanley_mcneil_paired": ("HanleyMcNeilPaired",),
    "methods.independent_newcombe": ("IndependentNewcombe",),
    "methods.independent_wald": ("IndependentWald",),
    "methods.jeffreys": ("Jeffreys",),
    "methods.likelihood": ("Likelihood",),
    "methods.mcnemar": ("McNemar",),
    "methods.mid_p": ("MidP",),
    "methods.miettinen_nurminen": ("MiettinenNurminen",),
    "methods.multiplicity": ("adjust_pvalues",),
    "methods.newcombe": ("Newcombe",),
    "methods.paired_newcombe": ("PairedNewcombe",),
    "methods.paired_wald": ("PairedWald",),
    "methods.permutation": ("Permutation",),
    "methods.tango": ("Tango",),
    "methods.wald": ("Wald",),
    "methods.wilson": ("Wilson",),
    "parametric.bigamma": ("Bigamma",),
    "parametric.binormal": ("Binormal",),
    "parametric.bivariate_fitting": ("fit_bivariate_binormal",),
    "parametric.contaminated_binormal": ("ContaminatedBinormal",),
    "parametric.curve_fitting": ("fit_binormal", "fit_curve"),
    "parametric.family_comparison": ("compare_families",),
    "parametric.fitted_bands": ("fitted_band",),
    "parametric.maximum_likelihood": ("MaximumLikelihood",),
    "parametric.normal_theory": ("NormalTheory",),
    "parametric.placement_regression": ("PlacementRegression",),
    "parametric.power_law": ("PowerLaw",),
    "parametric.proper_binormal": ("ProperBinormal",),
    "parametric.smooth_curves": ("smooth_curve",),
    "qualification.runner": ("validate",),
    "references": ("REFERENCES",),
    "report.accuracy_report": ("compose",),
    "report.analysis": ("analyse",),
    "report.plan": ("Plan", "PlannedGoal", "PlannedMargin", "PlannedMethods", "PlannedTest"),
}
_HOME = {name: room for room, names in _ROOMS.items() for name in names}
__all__ = ["__version__", *sorted(_HOME)]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'rocstats' has no attribute {name!r}")
    value = getattr(import_module(f"rocstats.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
