"""Twelve participants whose every count is worked by hand: one not eligible, one outside the primary set.

Eligible are 1 to 11; of these 1 to 4 have the condition, 5 to 8 and 11 have not, 9 is unclear, 10 has no reference.
Test A is positive for 1, 2, 5, 9, negative for 4, 6, 11, indeterminate for 3 and 7; it failed for 8, 10 has none. Test
C is positive for 1, 4, 7, 9, negative for 2, 5, 6, 10, indeterminate for 3 and 8; 11 has none.
"""

import pandas as pd

from rocstats.analysis_results.recorder import Recorder
from rocstats.investigation.baseline_results import record_baseline
from rocstats.investigation.completeness_results import record_completeness
from rocstats.investigation.findings import Findings
from rocstats.investigation.flow_results import record_flow
from rocstats.investigation.opening import investigation_of
from rocstats.investigation.plan_facts import record_plan
from rocstats.study_plan.study_plan import StudyPlan

COLUMNS = (
    *("ID", "ELIG", "REASON", "REF", "A", "C", "AGE", "SEX", "STAGE", "ALT"),
    *("TESTED", "VERIFIED", "TREATED", "FAS", "SITE"),
)
_ROWS = """
1 Y - P 0.9 POS 50 F I - 2025-01-01 2025-01-03 N Y 1
2 Y - P 0.6 NEG 60 M II - 2025-01-01 2025-01-05 N Y 1
3 Y - P 0.5 EQV 70 F II - 2025-01-02 2025-01-30 Y Y 1
4 Y - P 0.2 POS 40 M - - 2025-01-02 - N Y 2
5 Y - N 0.7 NEG 30 F - Cyst 2025-01-03 2025-01-03 N Y 2
6 Y - N 0.1 NEG 20 M - Cyst 2025-01-05 2025-01-03 N Y 2
7 Y - N 0.5 POS - F - Fibroma 2025-01-01 2025-01-11 N Y 2
8 Y - N INV EQV 55 M - - 2025-01-01 2025-01-02 N Y 3
9 Y - U 0.8 POS 45 F - - 2025-01-04 2025-01-09 N Y 3
10 Y - - - NEG 65 M - - - - N Y 3
11 Y - N 0.3 - 35 F - Cyst 2025-01-01 2025-01-08 N N 3
12 N Withdrew P 0.95 POS 80 F I - 2024-01-01 2024-01-02 N Y 4
"""
PLAN = {
    "rocstats": "1",
    "data": {"file": "study.csv", "subject": "ID", "site": "SITE", "labels": {"AGE": "Age, years", "SEX": "Sex"}},
    "design": {
        "data_collection": "prospective",
        "sampling": "consecutive",
        "type": "cohort",
        "verification": "partial",
    },
    "participants": {
        "eligible": "ELIG == 'Y'",
        "exclusion_reason": "REASON",
        "baseline": ["AGE", "SEX"],
        "severity": "STAGE",
        "alternatives": "ALT",
        "index_date": "TESTED",
        "reference_date": "VERIFIED",
        "window_days": 14,
        "treated_between": "TREATED == 'Y'",
    },
    "reference": {
        "column": "REF",
        "positive": "P",
        "negative": "N",
        "inconclusive": "U",
        "kind": "reference_standard",
        "name": "Histology",
        "condition": "malignancy",
    },
    "tests": [
        {
            "name": "Assay A",
            "column": "A",
            "positive_scores": "high",
            "failed": "INV",
            "indeterminate_between": [0.45, 0.55],
            "threshold": {"value": 0.56, "origin": "prespecified", "source": "protocol 6.2"},
        },
        {"name": "Rapid C", "column": "C", "positive": "POS", "negative": "NEG", "indeterminate": "EQV"},
    ],
    "estimand": {"population": "FAS", "handling": {"indeterminate": "positive"}},
    "analysis_sets": {"FAS": "FAS == 'Y'"},
}


def frame():
    """Make the twelve rows, as a file would be read: ids as text, ages as numbers."""
    cells = [[None if cell == "-" else cell for cell in line.split()] for line in _ROWS.strip().splitlines()]
    rows = pd.DataFrame(cells, columns=COLUMNS)
    rows["AGE"] = pd.to_numeric(rows["AGE"])
    return rows


def investigation(plan=PLAN, rows=None):
    """Sort the twelve rows, or others, as a plan says."""
    return investigation_of(StudyPlan.model_validate(plan), frame() if rows is None else rows)


def table_of(plan=PLAN, rows=None, *, record=(record_flow, record_baseline, record_completeness)):
    """Compute what is told of participants, with the facts of the plan."""
    return findings_of(plan, rows, record=record).table


def findings_of(plan=PLAN, rows=None, *, record=(record_flow, record_baseline, record_completeness)):
    """Compute the findings that the sections of participants read."""
    opened, recorder = investigation(plan, rows), Recorder()
    for one in (record_plan, *record):
        one(opened, recorder)
    return Findings(investigation=opened, table=recorder.table(), outputs=recorder.outputs())


def counts(table, prefix):
    """Give every count whose id begins so, without the prefix and the closing ``.n``."""
    return {
        row.id.removeprefix(f"{prefix}.").removesuffix(".n"): row.value
        for row in table
        if row.id.startswith(f"{prefix}.") and row.kind == "count"
    }
