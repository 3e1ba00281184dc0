"""The full list of thresholds of a test, for a file beside the report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rocstats.empirical.points import OperatingPoints, operating_points
from rocstats.investigation.area_results import sample_of
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.investigation import Investigation
from rocstats.investigation.planned_methods import planned_method
from rocstats.investigation.shown_thresholds import reached_by

if TYPE_CHECKING:
    import pandas as pd


def threshold_listing(investigation: Investigation, test: TestColumn) -> pd.DataFrame:
    """List every operating point of a test with scores, the most specific first.

    Those of the primary analysis set are counted whose truth is known and who have a score. Intervals are those of the
    plan; records of one cluster are not independent, and have none. Under a comparator the shares are positive and
    negative percent agreement (``ppa``, ``npa``), and nothing else is given that only a truth would allow.

    Parameters
    ----------
    investigation : Investigation
        The study.
    test : TestColumn
        One of its tests.

    Returns
    -------
    pandas.DataFrame
        A row per observed threshold; none if the test gives calls, or nobody has the condition, or everybody. What
        would divide by zero is missing. ``stated`` marks the threshold that calls the same participants as that of the
        plan.

    Examples
    --------
    >>> import pandas as pd
    >>> from rocstats.investigation.opening import investigation_of
    >>> from rocstats.study_plan.study_plan import StudyPlan
    >>> truth = {"column": "ill", "positive": 1, "negative": 0, "kind": "reference_standard"}
    >>> test = {"name": "CT", "positive_scores": "high"}
    >>> plan = StudyPlan.model_validate(
    ...     {"rocstats": "1", "data": {"file": "a.csv"}, "reference": truth, "tests": [test]}
    ... )
    >>> study = investigation_of(plan, pd.DataFrame({"ill": [1, 1, 0, 0], "CT": [3.0, 2.0, 2.0, 1.0]}))
    >>> threshold_listing(study, study.tests[0])[["threshold", "tp", "fp", "sensitivity", "specificity"]]
       threshold  tp  fp  sensitivity  specificity
    0        3.0   1   0          0.5          1.0
    1        2.0   2   1          1.0          0.5
    2        1.0   2   2          1.0          0.0
    """
    import pandas as pd

    sample = None if test.part.has_calls else sample_of(investigation, test)[0]
    if sample is None:
        return pd.DataFrame(columns=_columns(investigation))
    points = operating_points(sample)
    held: dict[str, Any] = {
        "test": [test.name] * len(points.thresholds),
        "threshold": points.thresholds,
        **{cell: getattr(points, cell) for cell in ("tp", "fp", "fn", "tn")},
        **_shares(investigation, points),
    }
    if not investigation.plan.agreement:
        held |= {name: points.values(name) for name in ("lr_positive", "lr_negative", "youden")}
        optima = set(points.youden_optima)
        held["largest_youden"] = [i in optima for i in range(len(points.thresholds))]
    reached = None if test.test.cutoff is None else reached_by(points, test.test.cutoff)
    held["stated"] = [i == reached for i in range(len(points.thresholds))]
    return pd.DataFrame(held)[_columns(investigation)]


def _columns(investigation: Investigation) -> list[str]:
    agreement = investigation.plan.agreement
    shares = [f"{name}{end}" for name in _names(investigation) for end in ("", "_low", "_high")]
    more = [] if agreement else ["lr_positive", "lr_negative", "youden", "largest_youden"]
    return ["test", "threshold", "tp", "fp", "fn", "tn", *shares, *more, "stated"]


def _names(investigation: Investigation) -> tuple[str, str]:
    return ("ppa", "npa") if investigation.plan.agreement else ("sensitivity", "specificity")


def _shares(investigation: Investigation, points: OperatingPoints) -> dict[str, list[float | None]]:
    """Give both shares with their limits at every point; equal counts are asked for once."""
    plan = investigation.plan
    method = planned_method(plan, plan.intervals.proportions)
    found: dict[str, list[float | None]] = {}
    for name, right, total in zip(
        _names(investigation),
        (points.tp.tolist(), points.tn.tolist()),
        (points.subjects.n_cases, points.subjects.n_controls),
        strict=True,
    ):
        intervals = {
            n: None if plan.data.cluster else method.interval(n, total, level=plan.intervals.level) for n in set(right)
        }
        found[name] = [n / total for n in right]
        for end in ("low", "high"):
            found[f"{name}_{end}"] = [None if intervals[n] is None else getattr(intervals[n], end) for n in right]
    return found
