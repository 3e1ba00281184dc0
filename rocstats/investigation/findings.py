"""The findings of an investigation: everything that was computed, finished before any of it is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rocstats.analysis_results.printed_numbers import placed
from rocstats.analysis_results.provenance import Provenance
from rocstats.analysis_results.recorder import Output, Recorder
from rocstats.analysis_results.results_table import ResultsTable
from rocstats.given import need
from rocstats.investigation.accuracy_results import record_accuracy
from rocstats.investigation.agreement_results import record_agreement
from rocstats.investigation.area_results import record_areas
from rocstats.investigation.baseline_results import record_baseline
from rocstats.investigation.closure import check_closure
from rocstats.investigation.comparison_results import record_comparisons
from rocstats.investigation.completeness_results import record_completeness
from rocstats.investigation.event_results import record_events
from rocstats.investigation.expected_values import record_expected_values
from rocstats.investigation.flow_results import record_flow
from rocstats.investigation.hypothesis_results import record_hypotheses
from rocstats.investigation.investigation import Investigation
from rocstats.investigation.plan_facts import record_plan
from rocstats.investigation.predictive_results import record_predictive
from rocstats.investigation.sensitivity_results import record_sensitivity
from rocstats.investigation.subgroup_results import record_subgroups
from rocstats.investigation.threshold_results import record_thresholds
from rocstats.study_plan.study_plan import StudyPlan

if TYPE_CHECKING:
    from collections.abc import Callable

# In the order in which the table of results holds them; the last ones read the rows of those before.
PARTS: tuple[tuple[str, Callable[[Investigation, Recorder], None]], ...] = (
    ("plan", record_plan),
    ("participants", record_flow),
    ("baseline", record_baseline),
    ("adverse events", record_events),
    ("completeness", record_completeness),
    ("accuracy", record_accuracy),
    ("agreement", record_agreement),
    ("areas", record_areas),
    ("expected values", record_expected_values),
    ("comparisons", record_comparisons),
    ("thresholds", record_thresholds),
    ("predictive values", record_predictive),
    ("subgroups", record_subgroups),
    ("sensitivity analyses", record_sensitivity),
    ("hypotheses", record_hypotheses),
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Findings:
    """An investigation with its table of results, and every result as it prints itself.

    ``provenance`` says where they come from; None where nobody asked. ``edits`` are changes of the plan since it was
    frozen, each in words.
    """

    investigation: Investigation
    table: ResultsTable
    outputs: tuple[Output, ...]
    provenance: Provenance | None = None
    edits: tuple[str, ...] = ()

    @property
    def plan(self) -> StudyPlan:
        """The plan."""
        return self.investigation.plan


def investigate(investigation: Investigation, *, progress: Callable[[str], None] = lambda part: None) -> Findings:
    """Compute everything that the plan asks for, once.

    Parameters
    ----------
    investigation : Investigation
        What ``open_investigation`` gives.
    progress : callable
        Is told what comes next, in a word or two.

    Returns
    -------
    Findings
        The plan, the table of results and every result as it prints itself.

    Examples
    --------
    >>> from rocstats import investigation_of, plan_of
    >>> import pandas as pd
    >>> plan = plan_of(
    ...     {
    ...         "rocstats": "1",
    ...         "data": {"file": "study.csv"},
    ...         "reference": {"column": "ill", "positive": 1, "negative": 0, "kind": "reference_standard"},
    ...         "tests": [{"name": "CT", "positive_scores": "high"}],
    ...     }
    ... )
    >>> frame = pd.DataFrame({"ill": [1, 1, 1, 0, 0, 0], "CT": [5, 3, 4, 4, 1, 2]})
    >>> findings = investigate(investigation_of(plan, frame))
    >>> round(findings.table.value("auc.t1.estimate"), 3)
    0.833
    """
    need(
        investigation,
        Investigation,
        "investigate takes an investigation",
        "open_investigation(plan, folder) gives one.",
    )
    recorder = Recorder()
    for part, record in PARTS:
        progress(part)
        record(investigation, recorder)
    check_closure(recorder.table())
    outputs, printed = placed(recorder.outputs(), recorder.table())
    return Findings(investigation=investigation, table=ResultsTable([*recorder.table(), *printed]), outputs=outputs)
