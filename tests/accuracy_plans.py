"""Small studies by plan, for tests of accuracy, agreement and areas: frames are made by hand, rows are computed."""

from __future__ import annotations

from typing import Any

import pandas as pd

from rocstats.analysis_results.recorder import Recorder
from rocstats.analysis_results.results_table import ResultsTable
from rocstats.investigation.investigation import Investigation
from rocstats.investigation.opening import investigation_of
from rocstats.study_plan.study_plan import StudyPlan

CALLS = {"name": "A", "positive": "POS", "negative": "NEG", "indeterminate": "EQV", "failed": "INV"}
SCORES = {"name": "S", "positive_scores": "high", "threshold": {"value": 3, "origin": "prespecified"}}


def plan_of(*tests: dict[str, Any], kind: str = "reference_standard", **parts: Any) -> StudyPlan:
    """Make a plan of some tests; ``parts`` are further tables of it."""
    return StudyPlan.model_validate(
        {
            "rocstats": "1",
            "data": {"file": "study.csv", **parts.pop("data", {})},
            "reference": {"column": "ill", "positive": 1, "negative": 0, "kind": kind, **parts.pop("reference", {})},
            "tests": tests,
            **parts,
        }
    )


def called(tp: int, fp: int, fn: int, tn: int, **more: tuple[int, int]) -> pd.DataFrame:
    """Make a frame of calls from four counts; ``more`` are other results with (cases, controls)."""
    cells = [(1, "POS", tp), (0, "POS", fp), (1, "NEG", fn), (0, "NEG", tn)]
    cells += [(truth, word, n) for word, sizes in more.items() for truth, n in zip((1, 0), sizes, strict=True)]
    rows = [(truth, None if word == "none" else word) for truth, word, n in cells for _ in range(n)]
    return pd.DataFrame(rows, columns=["ill", "A"])


def scored(cases: list[float], controls: list[float], name: str = "S") -> pd.DataFrame:
    """Make a frame of the scores of one test."""
    return pd.DataFrame({"ill": [1] * len(cases) + [0] * len(controls), name: [*cases, *controls]})


def rows_of(investigation: Investigation, *record: Any) -> ResultsTable:
    """Compute some rooms and give their rows."""
    return recorded(investigation, *record).table()


def recorded(investigation: Investigation, *record: Any) -> Recorder:
    """Compute some rooms."""
    recorder = Recorder()
    for one in record:
        one(investigation, recorder)
    return recorder


def opened(plan: StudyPlan, frame: pd.DataFrame) -> Investigation:
    """Sort the rows of a frame."""
    return investigation_of(plan, frame)
