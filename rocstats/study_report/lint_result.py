"""What the linter found, printed as R would print it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rocstats.analysis_results.results_table import ResultsTable
from rocstats.formatting import MINUS, counted, printable, wrapped
from rocstats.given import need, need_text
from rocstats.printing import Result, Summary
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_report.linter import Finding, lint
from rocstats.study_report.number_styles import STYLES
from rocstats.study_report.pen import Pen
from rocstats.study_report.rule import Name, Number


@dataclass(frozen=True, slots=True, kw_only=True)
class LintResult(Result):
    """The findings of the linter in the order of the rules, each in words, with what to do and what was answered."""

    name: str
    n_rows: int
    findings: tuple[Finding, ...]
    texts: tuple[str, ...]
    responses: tuple[str, ...]

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return sum(finding.rule.severity == "error" for finding in self.findings)

    def summary(self) -> Summary:
        """Print every finding."""
        warnings = len(self.findings) - self.errors
        body = [f"{counted(self.errors, 'error')}, {counted(warnings, 'warning')}"]
        for finding, text, response in zip(self.findings, self.texts, self.responses, strict=True):
            body += ["", wrapped(text, first=f"{finding.rule.id} {finding.rule.severity}: ", rest="     ")]
            body.append(wrapped(finding.rule.remedy, first="     ", rest="     "))
            if response:
                body.append(wrapped(f"answered: {printable(response)}", first="     ", rest="     "))
        data = (f"{printable(self.name)}, {counted(self.n_rows, 'row')}",)
        return Summary("Rules of a reviewer, held against results", data, tuple(body))

    def rows(self) -> list[dict[str, Any]]:
        """Return a row per finding."""
        return [
            {
                "rule": finding.rule.id,
                "severity": finding.rule.severity,
                "finding": text,
                "remedy": finding.rule.remedy,
                "response": response or None,
                "ids": " ".join(finding.rows) or None,
            }
            for finding, text, response in zip(self.findings, self.texts, self.responses, strict=True)
        ]


def lint_results(plan: StudyPlan, table: ResultsTable, name: str = "results.json") -> LintResult:
    """Hold results against the rules of a reviewer, and put what they find into words.

    Parameters
    ----------
    plan : StudyPlan
        The plan of the results; its ``narrative.responses`` answer findings by rule.
    table : ResultsTable
        The rows, of ``investigate`` or ``read_results``.
    name : str
        How the print calls them.

    Returns
    -------
    LintResult
        Each finding with its rule, what to do and what was answered; ``errors`` counts the errors.

    Examples
    --------
    >>> from rocstats import investigate, investigation_of, plan_of
    >>> import pandas as pd
    >>> threshold = {"value": 3, "origin": "data_driven"}
    >>> plan = plan_of(
    ...     {
    ...         "rocstats": "1",
    ...         "data": {"file": "study.csv"},
    ...         "reference": {"column": "ill", "positive": 1, "negative": 0, "kind": "reference_standard"},
    ...         "tests": [{"name": "CT", "positive_scores": "high", "threshold": threshold}],
    ...     }
    ... )
    >>> frame = pd.DataFrame({"ill": [1, 1, 1, 0, 0, 0], "CT": [5, 3, 4, 4, 1, 2]})
    >>> findings = investigate(investigation_of(plan, frame))
    >>> [row["rule"] for row in lint_results(findings.plan, findings.table).rows()]
    ['R13', 'R13']
    """
    need(plan, StudyPlan, "lint_results takes a plan", "load_plan(path) reads one.")
    need(table, ResultsTable, "lint_results takes a table of results", "read_results(path).table is one.")
    need_text(name, "name")
    found = lint(plan, table)
    pen = Pen(table=table, style=STYLES[plan.report.style])
    return LintResult(
        name=name,
        n_rows=len(table),
        findings=found,
        texts=tuple(_text(finding, pen) for finding in found),
        responses=tuple(plan.narrative.responses.get(finding.rule.id, "") for finding in found),
    )


def _text(finding: Finding, pen: Pen) -> str:
    said = []
    for part in finding.words:
        if isinstance(part, Number):
            said.append(pen.value(part.row).text.replace(MINUS, "-"))
        else:
            said.append(printable(part.text) if isinstance(part, Name) else part)
    return "".join(said)
