"""Studies of two tests by hand: a frame and a plan from crossed counts."""

import pandas as pd

from rocstats.investigation.opening import investigation_of
from rocstats.study_plan.study_plan import StudyPlan

TRUTH = {"column": "ill", "positive": "yes", "negative": "no", "kind": "reference_standard"}
NAMES = ("New", "Old")


def crossed_frame(cases, controls, names=NAMES):
    """Make a row for each participant of two crossed tables ((n11, n10), (n01, n00))."""
    rows = []
    for truth, table in (("yes", cases), ("no", controls)):
        for one, line in zip(("POS", "NEG"), table, strict=True):
            for other, count in zip(("POS", "NEG"), line, strict=True):
                rows += [{"ill": truth, names[0]: one, names[1]: other}] * count
    return pd.DataFrame(rows)


def calls(*names):
    """State tests that give calls."""
    return [{"name": name, "positive": "POS", "negative": "NEG", "indeterminate": "EQV"} for name in names]


def plan_of(tests=None, **parts):
    """State a plan of tests that give calls, unless others are given."""
    facts = {"rocstats": "1", "data": {"file": "study.csv"}, "reference": TRUTH}
    return StudyPlan.model_validate({**facts, "tests": tests or calls(*NAMES), **parts})


def crossed_study(cases, controls, tests=None, **parts):
    """Open an investigation of two crossed tables."""
    return investigation_of(plan_of(tests, **parts), crossed_frame(cases, controls))
