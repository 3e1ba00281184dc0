"""Primary measures of a plan, as the synopsis tells them."""

from __future__ import annotations

from dataclasses import dataclass

from rocstats.document.inline import Content
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.findings import Findings
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_report.discordance_tables import pair_key, pair_name
from rocstats.study_report.measure_words import spoken, word
from rocstats.study_report.pen import Pen, named

_UNITS = {"percent": ", %", "points": ", points"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PrimaryResult:
    """A measure that the plan calls primary, of one test or of the difference of two."""

    plan: StudyPlan
    pen: Pen
    measure: str
    tests: tuple[TestColumn, ...]

    @property
    def at(self) -> str:
        """The analysis that it is of."""
        if len(self.tests) == 2:
            return f"diff-{self.measure.removesuffix('_difference')}.{pair_key(self.tests[0], self.tests[1])}"
        key = self.tests[0].key
        return f"auc.{key}" if self.measure == "auc" else f"acc.{key}.{self.measure}"

    @property
    def there(self) -> bool:
        """Whether it was computed."""
        return f"{self.at}.estimate" in self.pen.table

    @property
    def estimable(self) -> bool:
        """Whether there is an estimate."""
        return self.pen.has(f"{self.at}.estimate")

    @property
    def name(self) -> Content:
        """Its name as that of a row, with its unit."""
        unit = _UNITS.get(self.pen.table.row(f"{self.at}.estimate").kind, "")
        of: Content
        if len(self.tests) == 2:
            of = (", ", pair_name(self.tests[0], self.tests[1]))
        else:
            of = (" of ", named(self.tests[0].name) if self.measure == "auc" else self.pen.rule(self.tests[0]))
        return (word(self.plan, self.measure), of, unit)

    @property
    def spoken(self) -> Content:
        """Its measure with its estimate in a sentence."""
        row = f"{self.at}.estimate"
        write = self.pen.percent if self.pen.table.row(row).kind == "percent" else self.pen.value
        counts: Content = (self.pen.fraction(self.at), "; ") if self._counted else ""
        return (spoken(self.plan, self.measure), " was ", write(row), " (", counts, self.pen.interval(self.at), ")")

    @property
    def _counted(self) -> bool:
        return {f"{self.at}.n", f"{self.at}.total"} <= {row.id for row in self.pen.table.analysis(self.at).values()}

    @property
    def size(self) -> Content:
        """How many it rests on."""
        if self._counted:
            return self.pen.fraction(self.at)
        if f"{self.at}.n-cases" in self.pen.table:
            return (self.pen.value(f"{self.at}.n-cases"), " + ", self.pen.value(f"{self.at}.n-controls"))
        return self.pen.value(f"{self.at}.total") if f"{self.at}.total" in self.pen.table else "\u2013"


def primary_results(findings: Findings, pen: Pen) -> tuple[PrimaryResult, ...]:
    """Give the primary measures of every test, in place of those that it does not have its area, then differences."""
    investigation, measures = findings.investigation, findings.plan.estimand.measures

    def those(tests: tuple[TestColumn, ...], *wanted: str) -> list[PrimaryResult]:
        of = [PrimaryResult(plan=findings.plan, pen=pen, measure=measure, tests=tests) for measure in wanted]
        return [one for one in of if one.there]

    found: list[PrimaryResult] = []
    for test in investigation.tests:
        single = [measure for measure in measures if not measure.endswith("_difference")]
        found += those((test,), *single) or those((test,), "auc")
    for pair in investigation.pairs():
        found += those(pair, *(measure for measure in measures if measure.endswith("_difference")))
    return tuple(found)
