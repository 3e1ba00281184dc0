"""The linter: what a reviewer would object to, found before the report leaves.

Each rule looks at the plan and the table of results and says what it finds, in words and rows. It changes nothing and
stops nothing; what must stop a run stops where it is computed.
"""

from __future__ import annotations

from dataclasses import dataclass

from rocstats.analysis_results.results_table import ResultsTable
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_report.rule import Evidence, Number, Rule, Words
from rocstats.study_report.rules_of_claims import CLAIM_RULES
from rocstats.study_report.rules_of_counts import COUNT_RULES
from rocstats.study_report.rules_of_design import DESIGN_RULES
from rocstats.study_report.rules_of_intervals import INTERVAL_RULES

RULES: dict[str, Rule] = {
    rule.id: rule for rule in sorted((*DESIGN_RULES, *COUNT_RULES, *INTERVAL_RULES, *CLAIM_RULES), key=lambda r: r.id)
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What a rule found."""

    rule: Rule
    words: Words

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows that it speaks of."""
        return tuple(part.row for part in self.words if isinstance(part, Number))


def lint(plan: StudyPlan, table: ResultsTable) -> tuple[Finding, ...]:
    """Hold plan and results against every rule, in the order of their ids.

    Examples
    --------
    >>> plan = StudyPlan.model_validate(
    ...     {
    ...         "rocstats": "1",
    ...         "data": {"file": "study.csv"},
    ...         "reference": {"column": "ill", "positive": 1, "negative": 0, "kind": "reference_standard"},
    ...         "tests": [{"name": "CT"}],
    ...     }
    ... )
    >>> lint(plan, ResultsTable([]))[-1].rule.id
    'R18'
    """
    seen = Evidence(plan=plan, table=table)
    return tuple(Finding(rule=rule, words=words) for rule in RULES.values() for words in rule.look(seen))
