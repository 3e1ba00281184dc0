"""Section "Thresholds and predictive values": what other thresholds would do, and what a result means where."""

from __future__ import annotations

from rocstats.document.blocks import Block, Paragraph, Section, Subheading
from rocstats.document.inline import Content, CrossRef, Quoted
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.findings import Findings
from rocstats.study_report.chosen_table import chosen_table, chosen_tests
from rocstats.study_report.cutoff_table import cutoff_table, cuts, flagged, groups, rule_at, thinned
from rocstats.study_report.measure_words import accuracy_word
from rocstats.study_report.pen import Pen
from rocstats.study_report.predictive_blocks import predictive_blocks
from rocstats.study_report.threshold_curves import curve_ids, threshold_curves
from rocstats.study_report.threshold_words import origin


def threshold_section(findings: Findings, pen: Pen) -> Section | None:
    """Write the section."""
    plan = findings.plan
    tests = findings.investigation.tests
    shown = tuple(test for test in tests if cuts(pen, test))
    blocks: list[Block] = [Subheading(f"{accuracy_word(plan).capitalize()} across thresholds")]
    blocks += [Paragraph(_about(findings, pen, test)) for test in tests]
    if shown:
        blocks.append(Paragraph(_reading(findings, pen, shown)))
    blocks += [cutoff_table(findings, pen, test) for test in shown]
    if chosen_tests(findings, pen):
        blocks.append(chosen_table(findings, pen))
    blocks += threshold_curves(findings, pen, shown)
    blocks += predictive_blocks(findings, pen)
    title = "Thresholds" if plan.agreement else "Thresholds and predictive values"
    return Section(id="threshold-section", title=title, blocks=tuple(blocks))


def _about(findings: Findings, pen: Pen, test: TestColumn) -> Content:
    """Say where a threshold comes from, and which would be best."""
    words: list[Content] = [origin(test, findings.plan, pen)]
    where = f"cut.{test.key}"
    if cuts(pen, test):
        words += [
            " ",
            CrossRef(f"cutoffs-{test.key}"),
            *((" has ", pen.value(f"{where}.n-shown"), " of its ") if thinned(pen, test) else (" has all its ",)),
            pen.value(f"{where}.n-thresholds"),
            " observed thresholds, for ",
            groups(findings, pen, test),
            ".",
            *_best(pen, test),
        ]
    elif f"{where}.n-thresholds" in pen.table:
        why = pen.table.row(f"{where}.n-thresholds").warning
        words += [" No threshold can be judged: ", Quoted(why, "method")]
    return tuple(words)


def _best(pen: Pen, test: TestColumn) -> tuple[Content, ...]:
    """Say where the Youden index is largest, unless the stated threshold is that place."""
    best = flagged(pen, test, "largest-youden")
    if not best or set(best) & set(flagged(pen, test, "stated")):
        return ()
    several = pen.number(f"cut.{test.key}.n-optima") != 1
    return (
        " The largest Youden index in these data, ",
        pen.value(f"{best[0]}.youden.estimate"),
        ", is at ",
        rule_at(pen, test, best[0]),
        " and at others that are equally good." if several else ".",
    )


def _reading(findings: Findings, pen: Pen, shown: tuple[TestColumn, ...]) -> Content:
    """Say how the thresholds were picked for the tables, and what a reader may not do with them."""
    agreement = findings.plan.agreement
    words: list[Content] = []
    if any(thinned(pen, test) for test in shown):
        marked = "those of the plan" if agreement else "those of the plan, those with the largest Youden index"
        words.append(
            f"Tables of many thresholds show the first and the last, {marked} and, between them, places that are "
            "evenly spaced by the number of positive results. "
        )
    curves = curve_ids(findings, pen, shown)
    if curves:
        words += [CrossRef(*curves), f" {'show' if len(curves) > 1 else 'shows'} every threshold. "]
    worth = accuracy_word(findings.plan)
    words.append(f"A threshold that is picked because it looks best here will have a lower {worth} elsewhere.")
    return tuple(words)
