"""Comparisons and decisions as they are read: tables, sentences, figures, every numeral from a row."""

import re

import numpy as np
import pandas as pd
import pytest
from paired_studies import TRUTH, calls, crossed_frame, plan_of

from rocstats.analysis_results.recorder import Recorder
from rocstats.document.blocks import (
    Bibliography,
    Document,
    Figure,
    Limits,
    Paragraph,
    Picture,
    RunningHeads,
    Section,
    Table,
    cell_of,
)
from rocstats.document.blocks import contents_of as contents
from rocstats.document.inline import Cite, CrossRef, Quoted, Value, plain_text, walk
from rocstats.document.rendering import render
from rocstats.investigation.comparison_results import record_comparisons
from rocstats.investigation.findings import Findings
from rocstats.investigation.hypothesis_results import record_hypotheses
from rocstats.investigation.opening import investigation_of
from rocstats.investigation.plan_facts import record_plan
from rocstats.report.bibliography import bibliography
from rocstats.study_report.comparison_section import comparison_section
from rocstats.study_report.decision_blocks import decision_blocks
from rocstats.study_report.number_styles import STYLES
from rocstats.study_report.pen import Pen

NI = {
    "id": "N1",
    "measure": "sensitivity_difference",
    "tests": ["New", "Old"],
    "type": "noninferiority",
    "margin": 0.15,
}
CASES, CONTROLS = ((40, 9), (7, 4)), ((6, 8), (3, 43))


def findings_of(plan, frame):
    """Compute what these sections need."""
    investigation, recorder = investigation_of(plan, frame), Recorder()
    for record in (record_plan, record_comparisons, record_hypotheses):
        record(investigation, recorder)
    return Findings(investigation=investigation, table=recorder.table(), outputs=recorder.outputs())


def crossed(cases=CASES, controls=CONTROLS, **parts):
    """Compute a study of two tests that give calls."""
    return findings_of(plan_of(**parts), crossed_frame(cases, controls))


def scored(names=("A", "B", "C"), hypotheses=(), **parts):
    """Compute a study of scored tests."""
    rng = np.random.default_rng(8)
    ill = np.array([1] * 40 + [0] * 50)
    scores = {name: np.round(rng.normal((1.5 - 0.4 * i) * ill, 1), 1) for i, name in enumerate(names)}
    tests = [
        {"name": name, "positive_scores": "high", "threshold": {"value": 0.5, "origin": "prespecified"}}
        for name in names
    ]
    frame = pd.DataFrame({"ill": np.where(ill == 1, "yes", "no"), **scores})
    return findings_of(plan_of(tests, hypotheses=list(hypotheses), **parts), frame)


def pen_of(findings, **options):
    """Make a pen for all of a document."""
    return Pen(table=findings.table, style=STYLES[findings.plan.report.style], **options)


def sections_of(findings, **options):
    """Write decisions and comparisons as sections of one document."""
    pen = pen_of(findings, **options)
    blocks = decision_blocks(findings, pen)
    first = [Section(id="accuracy", title="Accuracy", blocks=blocks)] if blocks else []
    second = comparison_section(findings, pen)
    return [*first, *([second] if second else [])]


def written(findings, format="md", **options):
    """Render the sections, the second time with what they refer to."""
    options = {"drawn": {}, **options}
    ids = [b.id for s in sections_of(findings, **options) for b in s.blocks if isinstance(b, Table | Figure)]
    sections = sections_of(findings, present=frozenset(ids), **options)
    cited = any(isinstance(i, Cite) for s in sections for b in s.blocks for c in contents(b) for i in walk(c))
    if cited:
        sections.append(Section(id="references", title="References", kind="plain", blocks=(Bibliography(),)))
    document = Document(
        title="Study", sections=tuple(sections), heads=RunningHeads(title="Study"), bibliography=bibliography()
    )
    return render(document, format)


def table_of(findings, identity, **options):
    """Give a table of the sections."""
    blocks = [block for section in sections_of(findings, **options) for block in section.blocks]
    return next(block for block in blocks if isinstance(block, Table) and block.id == identity)


def rows_of(table):
    """Read the rows of a table aloud, the name first."""

    def said(cell):
        value = cell_of(cell).value
        if isinstance(value, Limits):
            return f"{plain_text(value.low)} to {plain_text(value.high)}"
        return plain_text(value).replace("\u00a0", " ")

    return [[said(row.name), *map(said, row.cells)] for row in table.flat_rows]


def test_crossed_table_by_hand():
    """Two small tables beside each other, with their totals."""
    table = table_of(crossed(), "discordance-t1-t2")
    assert rows_of(table) == [
        ["Positive", "40", "9", "49", "6", "8", "14"],
        ["Negative", "7", "4", "11", "3", "43", "46"],
        ["Total", "47", "13", "60", "9", "51", "60"],
    ]
    assert plain_text(table.columns[1].header) == "Old, with the condition, N\u00a0=\u00a060"


def test_differences_of_two_tests():
    """A row for each measure; 2/60 and -5/60 in points; z of 9 against 7 is 0.5, of 8 against 3 negatives -1.508."""
    rows = rows_of(table_of(crossed(), "differences"))
    assert [row[0] for row in rows] == ["Sensitivity, %", "Specificity, %"]
    assert [row[1:5] for row in rows] == [["60", "81.7", "78.3", "3.3"], ["60", "76.7", "85.0", "\u22128.3"]]
    assert [row[6:8] for row in rows] == [["0.500", "0.617"], ["\u22121.508", "0.132"]]
    notes = [plain_text(note) for note in table_of(crossed(), "differences").notes]
    assert "P values are two-sided; no adjustment for multiplicity was planned for this table." in notes
    assert "Differences of shares: CI, Tango; P, McNemar." in notes


def test_exact_test_beside_where_few_pairs_disagree():
    """Three discordant pairs have an exact p, and a dash stands where it does not apply."""
    table = table_of(crossed(cases=((50, 3), (0, 7))), "differences")
    assert [plain_text(column.header) for column in table.flat_columns][-1] == "P, exact"
    assert [row[-1] for row in rows_of(table)] == ["0.250", "\u2013"]
    assert any("fewer than five" in plain_text(note) for note in table.notes)
    assert any(plain_text(note).startswith("\u2013: does not apply") for note in table.notes)


def test_three_scored_tests():
    """Rows by measure, adjusted p-values, the joint test with the areas it compares, and the curves."""
    found = scored()
    table = table_of(found, "differences")
    assert [plain_text(group.name) for group in table.rows] == [
        "Sensitivity, %",
        "Specificity, %",
        "Area under the curve",
    ]
    assert [plain_text(column.header) for column in table.flat_columns][-1] == "P, adjusted"
    page = written(found)
    assert "Joint test that the areas of all 3 scored tests are equal" in page
    assert "2 degrees of freedom" in page
    assert "40 with the condition and 50 without the condition" in page
    areas = [f"{found.table.value(f'contrast.t{i}.estimate'):.3f}" for i in (1, 2, 3)]
    assert f"Areas on these participants: A {areas[0]}, B {areas[1]} and C {areas[2]}." in page
    assert f"with their areas: A {areas[0]}, B {areas[1]}, C {areas[2]}." in page


def test_many_pairs_share_one_table():
    """Four tests have six pairs, each a row."""
    table = table_of(scored(("A", "B", "C", "D")), "discordance-pairs")
    assert [row[0] for row in rows_of(table)] == ["A, B", "A, C", "A, D", "B, C", "B, D", "C, D"]
    assert written(scored(("A", "B", "C", "D")))


def test_one_test_has_no_section():
    """Nothing is compared with nothing."""
    frame = pd.DataFrame({"ill": ["yes", "no"], "New": ["POS", "NEG"]})
    found = findings_of(plan_of(calls("New")), frame)
    assert comparison_section(found, pen_of(found)) is None
    assert decision_blocks(found, pen_of(found)) == ()


def test_non_inferiority_is_said_with_its_limit_and_margin():
    """The sentence of the library, in both places; the figure fills its square."""
    found = crossed(hypotheses=[NI])
    low = found.table.value("hyp.h1.conf-low")
    assert -0.15 < low < -0.1
    sentence = (
        f"N1, non-inferiority: lower limit of the 95% CI for New \u2212 Old in sensitivity is "
        f"\u2212{-100 * low:.1f} points; margin \u221215.0 points; criterion met (one-sided level 2.5%, p = "
    )
    page = written(found).replace("\u00a0", " ")
    assert page.count(sentence) == 2
    assert "margins: non-inferiority of New \u2212 Old in sensitivity: 3.3 (95% CI" in page
    (row,) = rows_of(table_of(found, "decisions"))
    assert row[:2] == ["Non-inferiority", "3.3"]
    assert (row[3], row[-1]) == ("15.0", "met")
    group = table_of(found, "decisions").rows[0]
    assert plain_text(group.name) == "N1: Se(New) \u2212 Se(Old) > \u221215.0 points"
    assert plain_text(group.detail) == "null hypothesis Se(New) \u2212 Se(Old) \u2264 \u221215.0 points"


@pytest.mark.parametrize(
    ("claim", "shown", "rejected"),
    [
        ({"measure": "sensitivity", "test": "New", "goal": 0.7}, "Se(New) > 70.0%", "Se(New) \u2264 70.0%"),
        (
            {"measure": "specificity", "test": "New", "goal": 0.9, "alternative": "less"},
            "Sp(New) < 90.0%",
            "Sp(New) \u2265 90.0%",
        ),
        (
            {"measure": "sensitivity", "test": "New", "goal": 0.725, "alternative": "two-sided"},
            "Se(New) \u2260 72.5%",
            "Se(New) = 72.5%",
        ),
        (
            {"measure": "sensitivity_difference", "tests": ["New", "Old"]},
            "Se(New) > Se(Old)",
            "Se(New) \u2264 Se(Old)",
        ),
        (
            {"measure": "specificity_difference", "tests": ["New", "Old"], "type": "equivalence", "margin": 0.125},
            "|Sp(New) \u2212 Sp(Old)| < 12.5 points",
            "|Sp(New) \u2212 Sp(Old)| \u2265 12.5 points",
        ),
        (
            {"measure": "sensitivity_difference", "tests": ["New", "Old"], "margin": 0.02},
            "Se(New) \u2212 Se(Old) > 2.0 points",
            "Se(New) \u2212 Se(Old) \u2264 2.0 points",
        ),
    ],
)
def test_hypotheses_in_symbols(claim, shown, rejected):
    """Each kind of claim, what is to be shown and what is to be rejected."""
    table = table_of(crossed(hypotheses=[{"id": "X", **claim}]), "decisions")
    assert plain_text(table.rows[0].name) == f"X: {shown}"
    assert plain_text(table.rows[0].detail) == f"null hypothesis {rejected}"


def test_a_limit_that_looks_like_its_goal_gets_more_digits():
    """Wilson's lower limit of 49 of 60 is 0.7008025 and the goal 0.7008: four decimals of a percentage tell."""
    found = crossed(hypotheses=[{"id": "X", "measure": "sensitivity", "test": "New", "goal": 0.7008}])
    low = found.table.value("hyp.h1.conf-low")
    assert round(low, 7) == 0.7008025
    (row,) = rows_of(table_of(found, "decisions"))
    assert row[2].startswith("70.0802 to ")
    assert row[3] == "70.0800"
    assert row[-1] == "met"


def test_what_was_not_tested_has_no_p_value():
    """A dash in its place, the reason under the table, and the claim that was in the way."""
    claims = [
        {"id": "G1", "measure": "sensitivity", "test": "New", "goal": 0.95},
        {"id": "G2", "measure": "specificity", "test": "New", "goal": 0.1, "after": ["G1"]},
    ]
    found = crossed(hypotheses=claims, multiplicity="fixed_sequence")
    rows = rows_of(table_of(found, "decisions"))
    assert [row[4:] for row in rows][1] == ["\u2013", "not tested", "G1"]
    page = written(found).replace("\u00a0", " ")
    assert "G2, performance goal: not tested, because G1 was not met." in page
    assert "The claims were tested in the order of the plan" in page
    assert "A claim that is not met is not shown; this does not show the contrary." in page


def test_holm_has_a_column_and_a_citation():
    """Levels differ by row, so each stands in its row."""
    claims = [
        {"id": "G1", "measure": "sensitivity", "test": "New", "goal": 0.7},
        {"id": "G2", "measure": "specificity", "test": "New", "goal": 0.5},
        {"id": "G3", "measure": "accuracy", "test": "New", "goal": 0.75},
    ]
    found = crossed(hypotheses=claims, multiplicity="holm")
    headers = [plain_text(column.header) for column in table_of(found, "decisions").flat_columns]
    assert headers == ["Claim", "Estimate", "CI", "CI level, test", "Goal, margin", "P", "P, Holm", "Decision"]
    page = written(found)
    assert "at a family level of 2.5%" in page
    assert "98.3333%; one-sided at 0.8333%" in page
    assert "Holm S." in page


def test_a_claim_that_cannot_be_estimated():
    """NE in the table, a sentence that says so, and no figure."""
    found = scored(("A", "B"), [{"id": "X", "measure": "sensitivity_difference", "tests": ["A", "B"], "margin": 0.1}])
    assert written(found)
    found = findings_of(
        plan_of(calls("New", "Old"), hypotheses=[NI]), pd.DataFrame({"ill": ["no"] * 4, "New": "NEG", "Old": "NEG"})
    )
    page = written(found)
    assert (
        "N1, non-inferiority: New \u2212 Old in sensitivity has no interval to decide by, so the claim is not shown."
        in page
    )
    assert "NE: not estimable." in page
    assert "margins.svg" not in page


def test_p_of_resamples_decides_nothing():
    """Only where a bootstrap method was used, a note says that the limit decides."""
    claim = {"id": "H1", "measure": "auc_difference", "tests": ["A", "B"]}
    words = "P by a bootstrap method is of resamples: near its level it can disagree with the interval, and the limit"
    drawn = scored(("A", "B"), [claim], intervals={"difference": "bootstrap-percentile", "n_resamples": 200})
    assert words in written(drawn)
    assert words not in written(scored(("A", "B"), [claim]))


def test_a_secondary_claim_waits_for_all_primary_claims():
    """Only all co-primary claims together are a success, so its gate names all of them."""
    claims = [
        {"id": "H1", "measure": "sensitivity", "test": "New", "goal": 0.5},
        {"id": "H2", "measure": "specificity", "test": "New", "goal": 0.99},
        {"id": "S1", "measure": "accuracy", "test": "New", "goal": 0.5, "role": "secondary", "after": ["H1"]},
        {"id": "S2", "measure": "accuracy", "test": "New", "goal": 0.5, "role": "secondary", "after": ["S1", "H2"]},
    ]
    found = crossed(hypotheses=claims, multiplicity="all_of")
    waits = [plain_text(cell_of(group.rows[0].cells[-1]).value) for group in table_of(found, "decisions").rows]
    assert waits == ["\u2013", "\u2013", "all primary claims", "all primary claims and S1"]
    assert "because not all primary claims were met" in written(found)


def test_what_a_comparison_cannot_estimate_is_told_with_its_reason():
    """With one case there are neither limits nor z nor P: NE, not a dash."""
    frame = pd.DataFrame({"ill": ["yes"] + ["no"] * 4, "A": [3, 2, 1, 4, 2], "B": [2, 3, 1, 1, 2]})
    tests = [{"name": name, "positive_scores": "high"} for name in "AB"]
    table = table_of(findings_of(plan_of(tests), frame), "differences")
    ((*_, z, p),) = rows_of(table)
    assert (z, p) == ("NE", "NE")
    notes = [plain_text(note) for note in table.notes]
    assert not any(note.startswith("\u2013: does not apply") for note in notes)
    (why,) = [note for note in notes if note.startswith("NE: not estimable. ")]
    assert "1 subject" in why


def test_agreement_borrows_no_word_of_accuracy():
    """PPA and NPA in tables, sentences and pictures; curves, whose axes are named otherwise, are left out."""
    found = scored(("A", "B"), [NI | {"tests": ["A", "B"]}], reference={**TRUTH, "kind": "comparator"})
    page = written(found)
    assert not re.search(r"[Ss]ensitivit|[Ss]pecificit|\bSe\b|\bSp\b|accurate", page.replace("# 1 Accuracy", ""))
    assert "PPA(A) \u2212 PPA(B)" in page
    assert "B, positive by the comparator, N" in page


def digits_of_our_own(content):
    """Give words with digits that are neither a value nor a quotation nor the number of a place."""
    quoted = {inner for one in walk(content) if isinstance(one, Quoted) for inner in walk(one.content)}
    for inline in walk(content):
        if not isinstance(inline, Value | CrossRef | Quoted) and inline not in quoted:
            text = getattr(inline, "text", "")
            if re.search(r"\d", text):
                yield text


@pytest.mark.parametrize("style", ["default", "tlf", "ama", "nejm", "lancet", "r"])
def test_every_numeral_is_a_value_or_a_quotation(style):
    """Outside values, quotations and references to places there is no digit in the words of the sections."""
    claims = [NI, {"id": "G", "measure": "sensitivity", "test": "New", "goal": 0.7}]
    for found in (
        crossed(hypotheses=claims, report={"style": style}),
        crossed(cases=((50, 3), (0, 7)), hypotheses=claims, multiplicity="holm", report={"style": style}),
    ):
        check_numerals(found)


def test_every_numeral_about_areas_too():
    """The joint test and its areas are values as well."""
    check_numerals(scored(hypotheses=[NI | {"tests": ["A", "B"]}]))


def check_numerals(found):
    """Check every piece of content of the sections."""
    no_pictures = {name: Picture("<svg/>", "seen") for name in ("overlay", "margins")}
    for section in sections_of(found, present=frozenset({"decisions", "differences"}), drawn=no_pictures):
        for block in section.blocks:
            for content in [*contents(block), *_limits(block)]:
                assert list(digits_of_our_own(content)) == []
                assert all(one.row in found.table for one in walk(content) if isinstance(one, Value))


def _limits(block):
    if isinstance(block, Table):
        for row in block.flat_rows:
            for cell in row.cells:
                if isinstance(cell_of(cell).value, Limits):
                    yield from (cell_of(cell).value.low, cell_of(cell).value.high)


def test_shells_hold_no_result():
    """Places for numbers, no pictures, no decision; what the plan states stays."""
    claims = [NI, {"id": "G", "measure": "sensitivity", "test": "New", "goal": 0.7, "after": ["N1"]}]
    page = written(crossed(hypotheses=claims), shell=True).replace("\u00a0", " ")
    assert "xx.x to xx.x" in page
    assert "margin \u221215.0 points; criterion xxxx" in page
    assert ".svg" not in page
    assert " met" not in page.replace("only once those were met", "")


def test_hostile_names_come_out_inert():
    """Names with mark-up, pipes and formulas are words in both formats."""
    names = ("<script>alert(1)</script>", '=HYPERLINK("x")|b')
    frame = crossed_frame(CASES, CONTROLS, names)
    claim = {"id": "<b>1</b>", "measure": "sensitivity_difference", "tests": list(names), "margin": 0.05}
    found = findings_of(plan_of(calls(*names), hypotheses=[claim]), frame)
    assert "<script>alert" not in written(found, "html")
    assert "<b>1" not in written(found, "html")
    for line in written(found).splitlines():
        if line.startswith("| "):
            assert line.count("|") - line.count("\\|") >= 3


def test_sections_have_their_blocks_in_order():
    """Sentence, crossed counts, differences, figure; conclusions with their figure last."""
    found = crossed(hypotheses=[NI])
    section = sections_of(found)[-1]
    ids = [block.id for block in section.blocks if isinstance(block, Table | Figure)]
    assert ids == ["discordance-t1-t2", "differences", "overlay", "margins"]
    assert isinstance(section.blocks[0], Paragraph)
    assert {block.place for block in section.blocks if isinstance(block, Table)} == {"14.2"}
