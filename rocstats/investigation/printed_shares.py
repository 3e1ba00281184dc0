"""The shares of a test in the levels of a column, gathered to be printed as R would."""

from __future__ import annotations

from rocstats.inference.accuracy_result import Measure
from rocstats.inference.subgroup_result import SubgroupRow, Subgroups, SubgroupTest
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.investigation import ABSENT, PRESENT, Investigation
from rocstats.investigation.levels import Level
from rocstats.investigation.measures_on_rows import CLUSTERS, SHARES, Calls, rule_of
from rocstats.investigation.planned_methods import planned_method
from rocstats.methods.clustered_share import CLUSTERED_SHARE
from rocstats.methods.homogeneity import Homogeneity
from rocstats.results import Subjects


class PrintedShares:
    """Gathers the shares of a test in the levels of a column, to print them as R would."""

    def __init__(self, investigation: Investigation, test: TestColumn, by: str, levels: tuple[Level, ...]) -> None:
        self._investigation, self._test, self._by, self._levels = investigation, test, by, levels
        self._rows: list[SubgroupRow] = []
        self._tests: list[SubgroupTest] = []

    def take(self, level: Level, found: Measure) -> None:
        """Take one share of one level."""
        truth = self._investigation.truth
        self._rows.append(
            SubgroupRow(
                label=level.name,
                parameter=found.name,
                estimate=found.estimate,
                standard_error=None,
                interval=found.interval,
                n_cases=int((level.rows & (truth == PRESENT)).sum()),
                n_controls=int((level.rows & (truth == ABSENT)).sum()),
                successes=found.successes,
                total=found.total,
            )
        )

    def tested(self, name: str, found: Homogeneity | None) -> None:
        """Take the test of one share."""
        rows = [row for row in self._rows if row.parameter == name]
        out = tuple(level.name for level, row in zip(self._levels, rows, strict=True) if level.missing or not row.total)
        plural = {"sensitivity": "sensitivities", "specificity": "specificities"}[name]
        held = [row for row in rows if row.label not in out]
        self._tests.append(
            SubgroupTest(
                parameter=name,
                plural=plural,
                found=found,
                left_out=out,
                n_cases=sum(row.n_cases for row in held),
                n_controls=sum(row.n_controls for row in held),
            )
        )

    def result(self, calls: Calls) -> Subgroups:
        """Give what was gathered as a result that prints itself."""
        plan, truth = self._investigation.plan, self._investigation.truth
        card = CLUSTERED_SHARE if plan.data.cluster else planned_method(plan, plan.intervals.proportions).card
        inside = self._investigation.rows_of()
        used = calls >= 0
        exact = any(test.found is not None and "Freeman" in test.found.name for test in self._tests)
        return Subgroups(
            by=self._by,
            labels=tuple(level.name for level in self._levels),
            rule=f"rule: positive if {rule_of(self._test)}" if not self._test.part.has_calls else "",
            estimates=tuple(row for name in SHARES for row in self._rows if row.parameter == name),
            tests=tuple(self._tests),
            subjects=Subjects(
                truth=plan.reference.name or plan.reference.column,
                positive=PRESENT,
                negative=ABSENT,
                n_cases=int((used & (truth == PRESENT)).sum()),
                n_controls=int((used & (truth == ABSENT)).sum()),
                n_dropped=int((inside & ~used).sum()),
                tests=(self._test.name,),
                low=(self._test.name,) if self._test.test.low else (),
            ),
            method=card,
            level=plan.intervals.level,
            notes=(CLUSTERS,) if plan.data.cluster else (),
            references=(*card.references, *(("freeman1951",) if exact else ())),
        )
