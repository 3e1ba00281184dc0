"""Statistical inference on the accuracy of diagnostic tests, with R-style reports.

The path: ``read`` or ``Study`` holds what a person has, ``study.sample(...)`` what a method takes, a question such as
``auc(sample, DeLong())`` gives a finished result, and ``str(result)`` prints it as R would.

Names are found on first use, so that importing the package loads nothing heavy.
"""

from importlib import import_module
from typing import Any

from rocstats.version import __version__

_ROOMS = {
    "data.counts": ("Counts",),
    "data.diagnostic_test": ("DiagnosticTest",),
    "data.files": ("read",),
    "data.sample": ("Sample",),
    "data.study": ("Study",),
    "document.figure_style": ("svg",),
    "document.forest_figure": ("ForestRow", "plot_forest"),
    "document.rendering": ("render",),
    "document.roc_figure": ("OperatingPoint", "plot_roc", "plot_roc_panels"),
    "document.scores_figure": ("ScorePanel", "plot_scores"),
    "document.writing": ("write",),
    "empirical.area": ("AUC",),
    "empirical.components": ("structural_components",),
    "empirical.curve": ("roc_curve",),
    "empirical.points": ("counts_at", "operating_points"),
    "empirical.ties": ("tie_summary",),
    "errors": ("DataError", "FitError", "MethodError", "MissingExtraError", "PlanError", "RocstatsError"),
    "inference.areas": ("auc", "auc_from_summary", "compare_auc"),
    "inference.bands": ("roc_band",),
    "inference.contrasts": ("contrast_auc",),
    "inference.estimates": ("compare", "estimate"),
    "inference.side_by_side": ("auc_intervals",),
    "inference.two_by_two": ("accuracy",),
    "methods": ("REGISTER",),
    "methods.bootstrap": ("Bootstrap",),
    "methods.clopper_pearson": ("ClopperPearson",),
    "methods.delong": ("DeLong",),
    "methods.hanley_mcneil": ("HanleyMcNeil",),
    "methods.newcombe": ("Newcombe",),
    "methods.wilson": ("Wilson",),
    "qualification.runner": ("validate",),
    "references": ("REFERENCES",),
    "report.accuracy_report": ("compose",),
    "report.analysis": ("analyse",),
    "report.plan": ("Plan", "PlannedMethods", "PlannedTest"),
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
