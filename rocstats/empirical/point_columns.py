"""Columns of a table of operating points: which measures, under which names, with which options."""

from __future__ import annotations

from collections.abc import Sequence

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.empirical.measures import MEASURES, Measure, expected_cost, named_measure
from rocstats.empirical.ranks import Floats
from rocstats.errors import MethodError
from rocstats.formatting import printable
from rocstats.given import is_one_of, several

PRINTED = ("sensitivity", "specificity", "lr_positive", "lr_negative", "youden")
COLUMNS = (
    *("sensitivity", "specificity", "lr_positive", "lr_negative", "youden", "odds_ratio", "balanced_accuracy"),
    *("ppv", "npv", "accuracy", "f1", "mcc", "kappa", "precision", "lift", "csi", "expected_cost"),
)


def label_of(name: str) -> str:
    """Return what heads the column of a measure."""
    return "cost" if name == "expected_cost" else MEASURES[name].label


def measure_named(name: str, costs: tuple[float, float] | None) -> Measure | None:
    """Return a measure; None for the expected cost where no costs were stated."""
    if is_one_of(name, ("expected_cost",)):
        return None if costs is None else expected_cost(*costs)
    return named_measure(name)


def rules_of(test: DiagnosticTest, thresholds: Floats) -> list[str]:
    """Say which scores are positive at each threshold, as ``DiagnosticTest.rule`` does, fast where it is easy."""
    sign = test.rule(0.0).removesuffix("0")
    texts = map(repr, thresholds.tolist())
    return [test.rule(float(text)) if "e" in text or "n" in text else sign + text.removesuffix(".0") for text in texts]


def checked_costs(costs: tuple[float, float] | None) -> tuple[float, float] | None:
    """Refuse what is no pair of costs."""
    if costs is None:
        return None
    if not isinstance(costs, Sequence) or len(costs) != 2:
        raise TypeError("costs is a pair: the cost of a false positive and the cost of a false negative.")
    expected_cost(*costs)
    return (costs[0], costs[1])


def checked_measures(measures: Sequence[str], costs: tuple[float, float] | None) -> tuple[str, ...]:
    """Return the names of the measures to print, or say which there are."""
    if isinstance(measures, str):
        raise TypeError(f'measures is a list of names, such as ["{printable(measures)}"].')
    found = [measure_named(name, costs) for name in several(measures, "measures is a list of names")]
    if any(measure is None for measure in found):
        raise MethodError("the expected cost needs costs: operating_points(sample, costs=(1, 5)).")
    return tuple(measure.name for measure in found if measure is not None)
