"""Section "Variability and robustness": subgroups, sites, and the results under other assumptions."""

from __future__ import annotations

from collections.abc import Iterator

from rocstats.document.blocks import Block, Paragraph, Section, Subheading
from rocstats.document.inline import Content, CrossRef, joined
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.findings import Findings
from rocstats.investigation.measures_on_rows import measures_of
from rocstats.investigation.sensitivity_results import Analysis
from rocstats.study_report.level_tables import (
    by_of,
    judged_tests,
    site_division,
    site_table,
    subgroup_divisions,
    subgroup_tables,
)
from rocstats.study_report.measure_words import spoken
from rocstats.study_report.pen import Pen, named
from rocstats.study_report.robustness_figures import sensitivity_figures, subgroup_figures
from rocstats.study_report.sensitivity_tables import analysis_name, applied, idle_sentences, sensitivity_tables


def robustness_section(findings: Findings, pen: Pen) -> Section | None:
    """Write the section, or nothing if the plan names no subgroup, no site and no sensitivity analysis."""
    blocks = (*_subgroups(findings, pen), *_sites(findings, pen), *_sensitivity(findings, pen))
    if not blocks:
        return None
    return Section(id="robustness", title="Variability and robustness", blocks=blocks)


def _subgroups(findings: Findings, pen: Pen) -> Iterator[Block]:
    tables = subgroup_tables(findings, pen)
    if not tables:
        return
    figures = subgroup_figures(findings, pen)
    yield Subheading("Subgroups")
    drawn: Content = (", drawn in ", CrossRef(*(figure.id for figure in figures))) if figures else ""
    yield Paragraph(
        (
            "The results in subgroups of the primary analysis set stand in ",
            CrossRef(*(table.id for table in tables)),
            drawn,
            ". Whether levels of a subgroup differ is said by the test of heterogeneity, not by which intervals "
            "overlap. ",
            *_how_many(findings, pen),
        )
    )
    exploratory = [one for one in subgroup_divisions(findings) if one.role == "exploratory"]
    if exploratory:
        yield Paragraph(
            (
                "Not planned, and so exploratory: the subgroups by ",
                *joined([by_of(findings, one) for one in exploratory]),
                ". They can raise a question and settle none.",
            )
        )
    yield from tables
    yield from figures


def _how_many(findings: Findings, pen: Pen) -> Iterator[Content]:
    """Say how many tests there were and which has the smallest p, so that it is read among all of them."""
    if not pen.number("sub.test.n"):
        yield "No test of heterogeneity could be made."
        return
    yield (
        "Tests of heterogeneity: ",
        pen.value("sub.test.n"),
        ". Their p-values are not adjusted for how many there are, and a large one is no evidence that levels are "
        "alike, for a study is seldom large enough to tell.",
    )
    if pen.shell:
        return
    found = [
        (p, f"{division.key}.test.{test.key}.{name}", test, name, division)
        for division in subgroup_divisions(findings)
        for test in judged_tests(findings)
        for name in measures_of(test)
        if (p := pen.number(f"{division.key}.test.{test.key}.{name}.p-value")) is not None
    ]
    if len(found) > 1:
        _, at, test, name, division = min(found, key=lambda one: one[0])
        yield (
            " The smallest is ",
            pen.p(at),
            f", for the {spoken(findings.plan, name)} of ",
            named(test.name),
            " by ",
            by_of(findings, division),
            ".",
        )


def _sites(findings: Findings, pen: Pen) -> Iterator[Block]:
    table, division = site_table(findings, pen), site_division(findings)
    if table is None or division is None:
        return
    yield Subheading("Sites")
    said: list[Content] = [
        "The results by site stand in ",
        CrossRef(table.id),
        ". Whether sites can be taken together was tested as heterogeneity of the sites",
    ]
    if pen.number("site.test.n"):
        for place, test in enumerate(judged_tests(findings)):
            words = [
                (f"{spoken(findings.plan, name)} ", pen.p(f"site.test.{test.key}.{name}")) for name in measures_of(test)
            ]
            said += [": " if not place else "; ", named(test.name), ", ", *joined(words)]
        said.append(". These p-values are not adjusted.")
    else:
        said.append("; no such test could be made.")
    yield Paragraph(tuple(said))
    yield table


def _sensitivity(findings: Findings, pen: Pen) -> Iterator[Block]:
    tables = sensitivity_tables(findings, pen)
    unused = tuple(idle_sentences(findings, pen))
    if not tables and not unused:
        return
    yield Subheading("Sensitivity analyses")
    if not tables:
        yield Paragraph(("No sensitivity analysis of the plan applies.", *unused))
        return
    figures = sensitivity_figures(findings, pen)
    drawn: Content = (", drawn in ", CrossRef(*(figure.id for figure in figures))) if figures else ""
    yield Paragraph(
        (
            "Each sensitivity analysis puts one assumption of the primary analysis in question. The results stand in ",
            CrossRef(*(table.id for table in tables)),
            drawn,
            ".",
            *unused,
        )
    )
    if not pen.shell:
        for test in judged_tests(findings):
            found = (_range(findings, pen, test, name) for name in measures_of(test) if name != "auc")
            ranges = [sentence for sentence in found if sentence]
            if ranges:
                yield Paragraph(tuple(ranges))
    yield from tables
    yield from figures


def _range(findings: Findings, pen: Pen, test: TestColumn, name: str) -> Content:
    """Say between which values a measure lies over all analyses."""
    found: list[tuple[float, Analysis]] = []
    for one in applied(findings):
        identity = f"sens.{one.key}.{test.key}.{name}.estimate"
        if identity in pen.table and (value := pen.number(identity)) is not None:
            found.append((value, one))
    if len(found) < 2 or found[0][1].word != "primary":
        return ""
    at = f"{test.key}.{name}.estimate"
    least, most = min(found, key=lambda each: each[0])[1], max(found, key=lambda each: each[0])[1]
    begin: Content = (f"The {spoken(findings.plan, name)} of ", named(test.name))
    if least.key == most.key:
        return (begin, " is ", pen.percent(f"sens.primary.{at}"), " in all analyses. ")
    return (
        begin,
        " is ",
        pen.percent(f"sens.primary.{at}"),
        " in the primary analysis and lies between ",
        pen.percent(f"sens.{least.key}.{at}"),
        *_in_brackets(least),
        " and ",
        pen.percent(f"sens.{most.key}.{at}"),
        *_in_brackets(most),
        " over all of them. ",
    )


def _in_brackets(analysis: Analysis) -> tuple[Content, ...]:
    name = analysis_name(analysis)
    return (" (", name[:1].lower() + name[1:] if isinstance(name, str) else name, ")")
