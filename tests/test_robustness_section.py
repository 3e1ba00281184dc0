"""The section on variability and robustness: its sentences, tables and figures."""

import re
from dataclasses import fields, replace

import numpy as np
import pandas as pd
import pytest

from rocstats.analysis_results.recorder import Recorder
from rocstats.document.blocks import Document, Figure, Limits, RunningHeads, Subheading, Table, cell_of, contents_of
from rocstats.document.inline import Quoted, Text, Value, inlines, plain_text
from rocstats.document.rendering import render
from rocstats.investigation.findings import Findings
from rocstats.investigation.opening import investigation_of
from rocstats.investigation.plan_facts import record_plan
from rocstats.investigation.sensitivity_results import record_sensitivity
from rocstats.investigation.subgroup_results import record_subgroups
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_report.pen import Pen
from rocstats.study_report.robustness_section import robustness_section

NOT_A_WORD = re.compile(r"\b(nan|None|inf)\b|-0\.0+\b")
STRIP = {"name": "Strip", "positive": "P", "negative": "N", "indeterminate": "E"}


def plan_of(**more):
    """Make a plan with two tests, subgroups of two kinds, sites and sensitivity analyses."""
    facts = {
        "rocstats": "1",
        "data": {"file": "study.csv", "site": "site", "labels": {"sex": "Sex at birth"}},
        "reference": {"column": "ill", "positive": 1, "negative": 0, "kind": "reference_standard"},
        "tests": [
            {"name": "CT", "positive_scores": "high", "threshold": {"value": 3, "origin": "prespecified"}},
            STRIP,
        ],
        "estimand": {"handling": {"indeterminate": "positive"}},
        "subgroups": ["sex"],
        "exploratory_subgroups": ["stage"],
        "sensitivity": ["indeterminate_negative", "worst_case", "best_case", "complete_case", "verification_corrected"],
    }
    return StudyPlan.model_validate({**facts, **more})


def frame_of(n=240, seed=2):
    """Draw a study; the stage is that of cases alone, and some have no sex."""
    rng = np.random.default_rng(seed)
    ill = rng.integers(0, 2, n)
    score = np.round(rng.normal(2 + 2 * ill, 1, n), 1)
    return pd.DataFrame(
        {
            "ill": np.where(rng.random(n) < 0.05, None, ill),
            "CT": score,
            "Strip": np.where(rng.random(n) < 0.1, "E", np.where(score + rng.normal(0, 1, n) > 3, "P", "N")),
            "sex": rng.choice(["f", "m", None], n, p=[0.5, 0.45, 0.05]),
            "stage": np.where(ill == 1, rng.choice(["I", "II"], n), None),
            "site": rng.choice(["01", "02", "10"], n),
        }
    )


def found(frame=None, plan=None):
    """Compute what the section needs."""
    investigation = investigation_of(plan or plan_of(), frame_of() if frame is None else frame)
    recorder = Recorder()
    for record in (record_plan, record_subgroups, record_sensitivity):
        record(investigation, recorder)
    known = {"investigation": investigation, "table": recorder.table(), "outputs": recorder.outputs()}
    return Findings(**known, **{field.name: {} for field in fields(Findings) if field.name not in known})


def written(findings, *, shell=False):
    """Write the section as a report does: twice, so that it knows what is there."""
    pen = Pen(table=findings.table, shell=shell)
    first = robustness_section(findings, pen)
    present = frozenset(block.id for block in first.blocks if isinstance(block, Table | Figure))
    return robustness_section(findings, replace(pen, present=present))


def document_of(section):
    """Put the section into a document that refuses what is empty."""
    return Document(title="Study", sections=(section,), heads=RunningHeads(title="Study"), strict=True)


def words(section):
    """Read the prose of a section."""
    return " ".join(
        plain_text(content)
        for block in section.blocks
        if not isinstance(block, Table | Figure)
        for content in contents_of(block)
    )


def block(section, identity):
    """Find a table or figure."""
    return next(one for one in section.blocks if isinstance(one, Table | Figure) and one.id == identity)


@pytest.fixture(scope="module")
def study():
    """Compute the drawn study once."""
    return found()


@pytest.fixture(scope="module")
def section(study):
    """Write its section once."""
    return written(study)


def loose_numerals(content):
    """Give the numerals of content that are neither values of the results nor quoted."""
    for inline in inlines(content):
        if isinstance(inline, Text):
            yield from re.findall(r"\d+", inline.text)
        elif not isinstance(inline, Value | Quoted) and hasattr(inline, "content"):
            yield from loose_numerals(inline.content)


def test_it_has_its_three_parts(section):
    """Subgroups, sites and sensitivity analyses, each with its tables."""
    heads = [plain_text(one.content) for one in section.blocks if isinstance(one, Subheading)]
    assert heads == ["Subgroups", "Sites", "Sensitivity analyses"]
    ids = [one.id for one in section.blocks if isinstance(one, Table | Figure)]
    assert ids == [
        "subgroups",
        "subgroups-t2",
        "forest",
        "forest-t2",
        "sites",
        "sensitivity-analyses",
        "sensitivity-areas",
        "sensitivity-forest",
        "sensitivity-forest-t2",
    ]


@pytest.mark.parametrize("form", ["html", "md"])
def test_it_renders_where_nothing_may_be_empty(section, form):
    """A strict document takes it: no empty cell, every table named, no number that is none."""
    page = render(document_of(section), form)
    page = re.sub(r"<svg.*?</svg>|<style.*?</style>", "", page, flags=re.DOTALL)
    assert not NOT_A_WORD.search(page)


def test_every_numeral_is_a_value_or_quoted(section):
    """No section types a number."""
    for one in section.blocks:
        for content in contents_of(one):
            assert not list(loose_numerals(content)), plain_text(content)


def test_every_value_is_of_a_row(study, section):
    """What is printed leads to its row."""
    for one in section.blocks:
        for content in contents_of(one):
            for inline in inlines(content):
                if isinstance(inline, Value):
                    assert inline.row in study.table


def test_no_claim_of_a_difference_without_its_p(section):
    """Heterogeneity is spoken of with its test only, and nothing is called significant."""
    text = words(section)
    assert "said by the test of heterogeneity, not by which intervals overlap" in text
    assert "not adjusted" in text
    for claim in ("significant", "better in", "worse in", "higher in", "lower in", "differed", "superior"):
        assert claim not in text


def test_the_smallest_p_is_among_how_many(study, section):
    """The prose says how many tests there were and which has the smallest p."""
    rows = [row for row in study.table if row.stat == "p-value" and row.analysis.startswith("sub.") and row.value]
    text = words(section)
    assert f"Tests of heterogeneity: {len(rows)}." in text
    smallest = min(rows, key=lambda row: row.value)
    assert f"The smallest is p = {smallest.value:.3f}, for the" in text


def test_exploratory_subgroups_are_marked(section):
    """A subgroup that was not planned says so in the table and in the text."""
    table = block(section, "subgroups")
    details = {plain_text(part.name): plain_text(part.detail) for part in table.rows[1:]}
    assert details == {"Sex at birth": "stated in the plan", "stage": "not planned; exploratory"}
    assert "Not planned, and so exploratory: the subgroups by stage." in words(section)


def test_rows_of_the_table_of_subgroups(study, section):
    """All, the levels, those without a value, and the p-values below them."""
    table = block(section, "subgroups")
    assert [plain_text(cell_of(row.name).value) for row in table.flat_rows] == [
        "All", "f", "m", "Missing", "p-value", "I", "II", "Missing", "p-value",
    ]  # fmt: skip
    women = table.flat_rows[1].cells
    values = study.table.analysis("sub.g1.l1.t1.sensitivity")
    n, total, estimate = (values[stat].value for stat in ("n", "total", "estimate"))
    assert plain_text(cell_of(women[0]).value) == f"{n}/{total} ({100 * estimate:.1f})"
    assert isinstance(cell_of(women[1]).value, Limits)
    # Specificity by stage: no control has one.
    assert plain_text(cell_of(table.flat_rows[5].cells[2]).value) == "0/0"
    assert plain_text(cell_of(table.flat_rows[8].cells[3]).value) == "NE"
    notes = " ".join(map(plain_text, table.notes))
    assert "NE: not estimable. No participant without the condition has a result that counts here." in notes
    assert "Missing: without a value of the column; no part of the tests of heterogeneity." in notes


def test_exact_tests_are_lettered():
    """Where an expected count is small the p has a letter, and the letter its test."""
    table = block(written(found(frame_of(30))), "subgroups")
    assert [key for key, _ in table.letters] == ["exact"]
    assert "exact test, for an expected count is below five" in plain_text(table.letters[0][1])


def test_sites_speak_of_pooling_with_p(section):
    """Each measure of each test has its p in the sentence on pooling."""
    text = words(section)
    assert "Whether sites can be taken together was tested as heterogeneity of the sites: CT, sensitivity p" in text
    assert text.count("area under the curve p") == 1
    table = block(section, "sites")
    assert [plain_text(part.name) for part in table.rows] == ["CT ≥ 3", "Strip"]
    # The strip has no area.
    assert plain_text(cell_of(table.rows[1].rows[0].cells[4]).value) == "–"


def test_sensitivity_analyses_name_their_assumption(section):
    """Every group of rows says which assumption it puts in question, and the primary one has no change."""
    table = block(section, "sensitivity-analyses")
    names = [plain_text(part.name) for part in table.rows]
    assert names == [
        "Primary analysis",
        "Indeterminate as negative",
        "Worst case",
        "Best case",
        "Complete cases",
        "Corrected for verification",
    ]
    assert all(plain_text(part.detail) for part in table.rows)
    assert plain_text(cell_of(table.rows[0].rows[0].cells[2]).value) == "–"
    corrected = table.rows[-1].rows[0].cells
    assert plain_text(cell_of(corrected[0]).value).startswith("– (")
    notes = " ".join(map(plain_text, table.notes))
    assert "Change: this analysis minus the primary one, from values that are not rounded." in notes
    assert "Begg and Greenes' method corrected for verification" in notes


def test_ranges_are_told_with_their_ends(section):
    """The prose says between which analyses a measure lies."""
    assert "The sensitivity of Strip is " in words(section)
    assert " in the primary analysis and lies between " in words(section)
    assert " over all of them." in words(section)


def test_figures_say_their_numbers(study, section):
    """The alternative text has the values of the table."""
    figure = block(section, "forest")
    alt = figure.pictures[0].alt
    assert alt.startswith("Forest plot of the sensitivity of CT: all ")
    value = study.table.value("sub.g1.l1.t1.sensitivity.estimate")
    assert f"by Sex at birth, f {100 * value:.1f}% (95% CI " in alt
    assert "heterogeneity p" in alt
    # Specificity by stage has nothing to draw.
    assert "specificity of CT" in alt
    assert alt.count("by stage") == 1
    assert "primary" in block(section, "sensitivity-forest").pictures[0].alt


def test_shells_have_places_and_no_pictures(study):
    """An empty report has the tables with places for numbers, and tells no result."""
    shell = written(study, shell=True)
    assert not any(isinstance(one, Figure) for one in shell.blocks)
    assert "The smallest" not in words(shell)
    assert "lies between" not in words(shell)
    table = block(shell, "subgroups")
    assert plain_text(cell_of(table.flat_rows[1].cells[0]).value) == "xx/xx (xx.x)"
    assert not table.letters
    render(document_of(shell), "html")


def test_agreement_borrows_no_word_of_accuracy():
    """Under a comparator the section speaks of percent agreement alone."""
    reference = {"column": "ill", "positive": 1, "negative": 0, "kind": "comparator"}
    told = written(found(plan=plan_of(reference=reference)))
    page = render(document_of(told), "md")
    assert "Positive percent agreement" in page
    for word in ("ensitivity of", "pecificity", "ccuracy", "with and those without the condition"):
        assert word not in page, word


def test_nothing_asked_is_no_section():
    """Without subgroups, sites and sensitivity analyses there is no section."""
    plain = plan_of(data={"file": "study.csv"}, subgroups=[], exploratory_subgroups=[], sensitivity=[])
    findings = found(plan=plain)
    assert robustness_section(findings, Pen(table=findings.table)) is None


def test_an_analysis_with_nothing_to_do_is_said():
    """A planned analysis that does not apply is named with its reason."""
    told = written(found(plan=plan_of(sensitivity=["worst_case", "cluster_robust"], tests=[STRIP])))
    assert (
        "Clusters taken into account was planned and has nothing to do: the plan names no column of clusters."
        in words(told)
    )
    alone = written(found(plan=plan_of(sensitivity=["cluster_robust"], tests=[STRIP])))
    assert "No sensitivity analysis of the plan applies." in words(alone)
    render(document_of(alone), "html")


def test_scores_alone_and_calls_alone():
    """A test without threshold has areas alone, one of calls shares alone."""
    scores = written(found(plan=plan_of(tests=[{"name": "CT", "positive_scores": "high"}])))
    assert block(scores, "sensitivity-analyses").columns[1].header == "Area under the curve"
    render(document_of(scores), "html")
    calls = written(found(plan=plan_of(tests=[STRIP], sensitivity=[])))
    assert [one.header for one in block(calls, "subgroups").columns[1:]] == ["Sensitivity", "Specificity"]
    render(document_of(calls), "html")


def test_corners_render():
    """A handful of participants, one level, clusters and hostile names end in a document."""
    render(document_of(written(found(frame_of(6)))), "html")
    hostile = frame_of(60).assign(sex="<script>alert(1)</script>|\n=1+1")
    page = render(document_of(written(found(hostile, plan_of(tests=[STRIP], sensitivity=[])))), "html")
    assert "<script>" not in page
    clustered = plan_of(data={"file": "study.csv", "site": "site", "cluster": "family"}, sensitivity=[])
    frame = frame_of(60).assign(family=[str(i // 2) for i in range(60)])
    told = written(found(frame, clustered))
    assert "No test of heterogeneity could be made." in words(told)
    render(document_of(told), "md")


def test_long_forests_stand_on_several_pages():
    """What is too deep for a page is one figure a measure."""
    frame = frame_of(300).assign(sex=[f"level {i % 18}" for i in range(300)])
    told = written(found(frame, plan_of(sensitivity=[])))
    ids = [one.id for one in told.blocks if isinstance(one, Figure) and one.id.startswith("forest")]
    assert ids == ["forest", "forest-specificity", "forest-auc", "forest-t2", "forest-t2-specificity"]
    render(document_of(told), "html")
