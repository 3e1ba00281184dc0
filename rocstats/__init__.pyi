"""Where each public name lives, for type checkers and editors."""

from rocstats.data.counts import Counts as Counts
from rocstats.data.diagnostic_test import DiagnosticTest as DiagnosticTest
from rocstats.data.files import read as read
from rocstats.data.sample import Sample as Sample
from rocstats.data.study import Study as Study
from rocstats.document.figure_style import svg as svg
from rocstats.document.forest_figure import ForestRow as ForestRow
from rocstats.document.forest_figure import plot_forest as plot_forest
from rocstats.document.rendering import render as render
from rocstats.document.roc_figure import OperatingPoint as OperatingPoint
from rocstats.document.roc_figure import plot_roc as plot_roc
from rocstats.document.roc_figure import plot_roc_panels as plot_roc_panels
from rocstats.document.scores_figure import ScorePanel as ScorePanel
from rocstats.document.scores_figure import plot_scores as plot_scores
from rocstats.document.writing import write as write
from rocstats.empirical.area import AUC as AUC
from rocstats.empirical.components import structural_components as structural_components
from rocstats.empirical.curve import roc_curve as roc_curve
from rocstats.empirical.points import counts_at as counts_at
from rocstats.empirical.points import operating_points as operating_points
from rocstats.empirical.ties import tie_summary as tie_summary
from rocstats.errors import DataError as DataError
from rocstats.errors import FitError as FitError
from rocstats.errors import MethodError as MethodError
from rocstats.errors import MissingExtraError as MissingExtraError
from rocstats.errors import PlanError as PlanError
from rocstats.errors import RocstatsError as RocstatsError
from rocstats.inference.areas import auc as auc
from rocstats.inference.areas import auc_from_summary as auc_from_summary
from rocstats.inference.areas import compare_auc as compare_auc
from rocstats.inference.bands import roc_band as roc_band
from rocstats.inference.contrasts import contrast_auc as contrast_auc
from rocstats.inference.estimates import compare as compare
from rocstats.inference.estimates import estimate as estimate
from rocstats.inference.side_by_side import auc_intervals as auc_intervals
from rocstats.inference.two_by_two import accuracy as accuracy
from rocstats.methods import REGISTER as REGISTER
from rocstats.methods.bootstrap import Bootstrap as Bootstrap
from rocstats.methods.clopper_pearson import ClopperPearson as ClopperPearson
from rocstats.methods.delong import DeLong as DeLong
from rocstats.methods.hanley_mcneil import HanleyMcNeil as HanleyMcNeil
from rocstats.methods.newcombe import Newcombe as Newcombe
from rocstats.methods.wilson import Wilson as Wilson
from rocstats.qualification.runner import validate as validate
from rocstats.references import REFERENCES as REFERENCES
from rocstats.report.accuracy_report import compose as compose
from rocstats.report.analysis import analyse as analyse
from rocstats.report.plan import Plan as Plan
from rocstats.report.plan import PlannedMethods as PlannedMethods
from rocstats.report.plan import PlannedTest as PlannedTest

__version__: str
__all__: list[str]
