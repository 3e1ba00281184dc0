"""Tables of sensitivity analyses: what each assumes otherwise, its results test by test, and what changes.

Shares and areas stand in tables of their own: most analyses call results otherwise, and calls have no area.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rocstats.document.blocks import Column, ColumnGroup, Row, RowGroup, Table, TableCell
from rocstats.document.inline import Content, Quoted
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.findings import Findings
from rocstats.investigation.measures_on_rows import measures_of
from rocstats.investigation.sensitivity_results import PRIMARY, Analysis, analyses_of
from rocstats.report.wording import for_report
from rocstats.study_report.accuracy_notes import method_note, population
from rocstats.study_report.level_tables import judged_tests, share_cell, why_not
from rocstats.study_report.measure_words import abbreviations, word
from rocstats.study_report.number_style import NOT_APPLICABLE
from rocstats.study_report.pen import Pen, planned

_SHARES = ("sensitivity", "specificity")
# What an analysis is called, and which assumption of the primary analysis it puts in question.
_WORDS: dict[str, tuple[str, str]] = {
    PRIMARY: ("Primary analysis", "by the plan"),
    "indeterminate_positive": ("Indeterminate as positive", "what indeterminate results count as"),
    "indeterminate_negative": ("Indeterminate as negative", "what indeterminate results count as"),
    "worst_case": (
        "Worst case",
        "that those without a result are like the others; every indeterminate, failed and missing one counts as wrong",
    ),
    "best_case": (
        "Best case",
        "that those without a result are like the others; every indeterminate, failed and missing one counts as right",
    ),
    "complete_case": (
        "Complete cases",
        "that all tests are of like participants: only those with a result of every test",
    ),
    "verification_corrected": (
        "Corrected for verification",
        "that those verified are like the others: only the test result may have decided who was verified",
    ),
    "cluster_robust": ("Clusters taken into account", "that participants are independent"),
    "exact_interval": ("Exact interval", "that the intervals of the plan keep their level"),
}


def analysis_name(analysis: Analysis) -> Content:
    """Name a sensitivity analysis; another analysis set by its name in the plan."""
    return ("Analysis set ", planned(analysis.population)) if analysis.word == "set" else _WORDS[analysis.word][0]


def applied(findings: Findings) -> tuple[Analysis, ...]:
    """Give the analyses that have something to do, the primary one first."""
    return tuple(one for one in analyses_of(findings.investigation) if not one.idle)


def idle(findings: Findings) -> tuple[Analysis, ...]:
    """Give the analyses of the plan that have nothing to do here."""
    return tuple(one for one in analyses_of(findings.investigation) if one.idle)


def sensitivity_tables(findings: Findings, pen: Pen) -> list[Table]:
    """Write the table of shares and, where another analysis than the primary one has areas, that of areas."""
    analyses = applied(findings)
    tests = judged_tests(findings)
    called = [test for test in tests if "sensitivity" in measures_of(test)]
    scored = [test for test in tests if "auc" in measures_of(test)]
    of_areas = [
        one for one in analyses if any(f"sens.{one.key}.{test.key}.auc.estimate" in pen.table for test in scored)
    ]
    tables = []
    if called and len(analyses) > 1:
        tables.append(_table(findings, pen, "sensitivity-analyses", analyses, called, _SHARES))
    if len(of_areas) > 1:
        identity = "sensitivity-areas" if tables else "sensitivity-analyses"
        tables.append(_table(findings, pen, identity, of_areas, scored, ("auc",)))
    return tables


def _table(
    findings: Findings,
    pen: Pen,
    identity: str,
    analyses: Sequence[Analysis],
    tests: Sequence[TestColumn],
    wanted: tuple[str, ...],
) -> Table:
    plan = findings.plan
    shares = wanted == _SHARES
    ids = [f"sens.{one.key}.{test.key}.{name}" for one in analyses for test in tests for name in wanted]
    interval: Content = (pen.level(next(at for at in ids if f"{at}.conf-low" in pen.table)), "% CI")
    columns = tuple(
        ColumnGroup(
            word(plan, name),
            (
                Column("n/N (%)" if shares else "AUC"),
                Column(interval, "interval", aligned=True),
                Column("Change", aligned=True),
            ),
        )
        for name in wanted
    )
    groups = [
        RowGroup(
            analysis_name(one),
            tuple(
                Row(pen.rule(test), tuple(cell for name in wanted for cell in _cells(pen, one, test, name)))
                for test in tests
            ),
            _detail(one),
        )
        for one in analyses
    ]
    return Table(
        id=identity,
        caption="Sensitivity analyses"
        if shares or identity == "sensitivity-analyses"
        else "Sensitivity analyses, areas",
        sub=(
            population(findings),
            " unless another set is named",
            "; changes in percentage points." if shares else ".",
        ),
        columns=(Column("Analysis, assumption in question", "text"), *columns),
        rows=tuple(groups),
        group_header="Analysis",
        notes=tuple(_notes(findings, pen, ids, wanted)),
        size="wide" if shares else "normal",
        place="14.2",
    )


def _detail(analysis: Analysis) -> Content:
    if analysis.word == "set":
        return "that it does not matter who of the eligible is in the set"
    return _WORDS[analysis.word][1]


def _cells(pen: Pen, analysis: Analysis, test: TestColumn, name: str) -> tuple[TableCell, ...]:
    at = f"sens.{analysis.key}.{test.key}.{name}"
    if f"{at}.estimate" not in pen.table:
        return (NOT_APPLICABLE,) * 3
    change: TableCell = pen.value(f"{at}.change") if f"{at}.change" in pen.table else NOT_APPLICABLE
    return (pen.value(f"{at}.estimate") if name == "auc" else share_cell(pen, at), pen.limits(at), change)


def _notes(findings: Findings, pen: Pen, ids: Sequence[str], wanted: tuple[str, ...]) -> Iterator[Content]:
    shares = wanted == _SHARES
    plain = [at for at in ids if not at.startswith(("sens.verification-corrected.", "sens.exact-interval."))]
    special = [
        ("in the analysis with exact intervals", [at for at in ids if at.startswith("sens.exact-interval.")]),
        ("corrected for verification", [at for at in ids if at.startswith("sens.verification-corrected.")]),
    ]
    said = method_note(pen, (("for proportions" if shares else "for areas", plain), *special))
    if said:
        yield said
    yield "Change: this analysis minus the primary one, from values that are not rounded."
    if special[1][1]:
        what = "what the comparator says" if findings.plan.agreement else "the condition"
        yield (
            "Corrected values are no share of those counted, so they have no n/N. They hold if, among participants "
            f"with the same test result, who was verified had nothing to do with {what}."
        )
    yield f"{NOT_APPLICABLE}: does not apply."
    yield from why_not(pen, ids)
    yield abbreviations(*(() if shares else ("AUC",)), "CI")


def idle_sentences(findings: Findings, pen: Pen) -> Iterator[Content]:
    """Say which planned analyses have nothing to do, and why."""
    for one in idle(findings):
        reason = for_report(pen.word(f"sens.{one.key}.reason"))
        yield (
            " ",
            analysis_name(one),
            " was planned and has nothing to do: ",
            Quoted(reason, "software"),
            ".",
        )
