"""Sections of accuracy, agreement and performance parameters, written from rows."""

from __future__ import annotations

import re

import pandas as pd
import pytest
from accuracy_plans import CALLS, SCORES, called, opened, plan_of, recorded, scored
from numerals import page_of, stray_numerals

from rocstats.analysis_results.row import About
from rocstats.document.blocks import Document, Figure, Limits, RunningHeads, Section, Table, cell_of, contents_of
from rocstats.document.inline import plain_text
from rocstats.document.rendering import render
from rocstats.investigation.accuracy_results import record_accuracy
from rocstats.investigation.agreement_results import record_agreement
from rocstats.investigation.area_results import record_areas
from rocstats.investigation.expected_values import record_expected_values
from rocstats.investigation.findings import Findings
from rocstats.investigation.flow_results import record_flow
from rocstats.investigation.plan_facts import record_plan
from rocstats.study_report.accuracy_section import accuracy_section
from rocstats.study_report.accuracy_tables import accuracy_id
from rocstats.study_report.crosstab_tables import crossed_tests, crosstab_id
from rocstats.study_report.pen import Pen
from rocstats.study_report.performance_section import performance_section

FORBIDDEN = re.compile(r"sensitiv|specific|accura", re.IGNORECASE)
DRAWS_LITTLE = {"n_resamples": 200}


def findings_of(frame, *tests, decided=(), **parts):
    """Compute what the sections show, and nothing else; ``decided`` are rows of claims."""
    parts.setdefault("intervals", DRAWS_LITTLE)
    investigation = opened(plan_of(*tests, **parts), frame)
    recorder = recorded(
        investigation, record_plan, record_accuracy, record_agreement, record_areas, record_expected_values
    )
    for stat, value, kind in decided:
        recorder.add("hyp.h1", stat, value, kind, About(label="H1"))
    return Findings(investigation=investigation, table=recorder.table(), outputs=recorder.outputs())


def written(findings, write=accuracy_section, *, shell=False, others=()):
    """Write a section twice, as the report does, so that it knows what the report holds."""
    pen = Pen(table=findings.table, shell=shell)
    held = [block.id for block in write(findings, pen).blocks if isinstance(block, Table | Figure)]
    return write(findings, Pen(table=findings.table, shell=shell, present=(*held, *others)))


def table_of(section, identity):
    """Give a table of a section."""
    return next(block for block in section.blocks if isinstance(block, Table) and block.id == identity)


def lines_of(table):
    """Read a table as plain text, a tuple a row."""
    return [tuple(_read(cell) for cell in (row.name, *row.cells)) for row in table.flat_rows]


def _read(cell):
    value = cell_of(cell).value
    if isinstance(value, Limits):
        return f"{plain_text(value.low)} to {plain_text(value.high)}"
    return plain_text(value) or f"see {value.targets}"


def said(section):
    """Read everything that a section says, alternatives of pictures included."""
    texts = [plain_text(section.title)]
    for block in section.blocks:
        texts += [plain_text(content) for content in contents_of(block)]
        if isinstance(block, Table):
            texts += [plain_text(column.header) for column in block.flat_columns]
        if isinstance(block, Figure):
            texts += [picture.alt for picture in block.pictures]
    return "\n".join(texts)


def notes_of(table):
    """Read the notes of a table."""
    return [plain_text(note) for note in table.notes]


def test_the_section_begins_with_the_first_answers():
    """Counts, measure and interval in a sentence."""
    section = written(findings_of(called(26, 12, 15, 60), CALLS))
    first = plain_text(section.blocks[0].content)
    assert first.startswith(
        "A was positive in 26/41 participants with the condition (sensitivity 63.4%, 95% CI 48.1 to 76.4) and was "
        "negative in 60/72 participants without the condition (specificity 83.3%, 95% CI 73.1 to 90.2). "
    )
    assert section.title == "Primary accuracy"


def test_the_cross_tabulation_has_totals():
    """Rows and columns close."""
    table = table_of(written(findings_of(called(26, 12, 15, 60), CALLS)), "crosstab-t1")
    assert lines_of(table) == [
        ("Positive", "26", "12", "38"),
        ("Negative", "15", "60", "75"),
        ("Total", "41", "72", "113"),
    ]
    assert plain_text(table.caption) == "Cross-tabulation of results"


def test_the_table_of_accuracy_whole():
    """Every measure with its counts and interval, and the notes in their order."""
    table = table_of(written(findings_of(called(26, 12, 15, 60), CALLS, design={"type": "cohort"})), "accuracy-t1")
    assert lines_of(table) == [
        ("Sensitivity", "26/41", "63.4", "48.1 to 76.4"),
        ("Specificity", "60/72", "83.3", "73.1 to 90.2"),
        ("PPV", "26/38", "68.4", "52.5 to 80.9"),
        ("NPV", "60/75", "80.0", "69.6 to 87.5"),
        ("Accuracy", "86/113", "76.1", "67.5 to 83.0"),
        ("Balanced accuracy", "–", "73.4", "64.2 to 80.7"),
        ("Youden index", "–", "0.467", "0.283 to 0.614"),
        ("LR+", "–", "3.80", "2.16 to 6.70"),
        ("LR−", "–", "0.439", "0.290 to 0.666"),
        ("DOR", "–", "8.67", "3.57 to 21.1"),
    ]
    assert notes_of(table) == [
        "CI: two-sided 95%; Wilson’s score method for proportions; log method for likelihood ratios and the odds "
        "ratio; square-and-add for balanced accuracy and the Youden index, from the intervals of sensitivity and "
        "specificity.",
        "Predictive values and accuracy hold for the share with the condition in this study, 41/113.",
        "–: does not apply.",
        "PPV: positive predictive value; NPV: negative predictive value; LR+: positive likelihood ratio; LR−: negative "
        "likelihood ratio; DOR: diagnostic odds ratio; CI: confidence interval.",
    ]


def test_a_case_control_design_hides_what_depends_on_the_share_of_cases():
    """The rows are not there, and a note says why and where to look."""
    findings = findings_of(called(26, 12, 15, 60), CALLS, design={"type": "case-control"})
    table = table_of(written(findings, others=("predictive",)), "accuracy-t1")
    assert [line[0] for line in lines_of(table)][:3] == ["Sensitivity", "Specificity", "Balanced accuracy"]
    (note,) = (note for note in notes_of(table) if "case-control" in note)
    assert note.startswith("Predictive values and accuracy are not shown")


def test_results_that_decide_nothing_are_told_with_their_counts():
    """What the plan makes of them stands below both tables."""
    frame = called(8, 3, 2, 7, EQV=(2, 1), INV=(1, 0), none=(2, 2))
    section = written(findings_of(frame, CALLS, estimand={"handling": {"indeterminate": "positive"}}))
    for identity in ("crosstab-t1", "accuracy-t1"):
        notes = notes_of(table_of(section, identity))
        assert "Indeterminate results count as positive: 3 of A." in notes
        assert "Failed runs are left out: 1 of A." in notes
        assert "Participants without a result are left out: 4 of A." in notes


def test_a_plan_without_a_handling_says_so():
    """Indeterminate results are left out for want of a statement."""
    notes = notes_of(table_of(written(findings_of(called(8, 3, 2, 7, EQV=(2, 1)), CALLS)), "crosstab-t1"))
    assert notes == ["Indeterminate results are left out, for the plan states nothing of them: 3 of A."]


def test_the_origin_of_a_threshold_is_told():
    """One from the data makes its measures optimistic; another is what the plan says of it."""
    frame = scored([1, 3, 5, 6], [2, 4, 1, 0])
    for origin, words in (
        ("data_driven", "The threshold of S was chosen on these data, so its measures are optimistic."),
        ("prespecified", "The threshold of S is stated in the plan as prespecified (protocol 6.2)."),
        ("literature", "The threshold of S is stated in the plan as taken from the literature (protocol 6.2)."),
    ):
        test = {**SCORES, "threshold": {"value": 3, "origin": origin, "source": "protocol 6.2"}}
        assert words in notes_of(table_of(written(findings_of(frame, test)), "accuracy-t1"))


@pytest.fixture
def no_claims_below(monkeypatch):
    """Leave out the table of claims, which has rows of its own."""
    monkeypatch.setattr("rocstats.study_report.accuracy_section.decision_blocks", lambda findings, pen: ())


@pytest.mark.usefixtures("no_claims_below")
def test_a_goal_stands_beside_its_measure_with_its_decision():
    """Goal, one-sided P and whether it is met; a measure without a claim has dashes."""
    claim = {"id": "H1", "measure": "sensitivity", "test": "A", "goal": 0.5}
    decided = (("p-value", 0.042, "p"), ("decision", "met", "text"))
    findings = findings_of(called(26, 12, 15, 60), CALLS, hypotheses=[claim], decided=decided)
    table = table_of(written(findings), "accuracy-t1")
    assert lines_of(table)[0] == ("Sensitivity", "26/41", "63.4", "48.1 to 76.4", "50.0", "0.042", "Met")
    assert lines_of(table)[1][4:] == ("–", "–", "–")
    assert [plain_text(column.header) for column in table.flat_columns][4:] == ["Goal", "One-sided P", "Met"]


def test_a_claim_that_was_not_decided_has_dashes():
    """The goal stands there whether or not anything came of it."""
    claim = {"id": "H1", "measure": "sensitivity", "test": "A", "goal": 0.5, "alternative": "two-sided"}
    table = table_of(written(findings_of(called(26, 12, 15, 60), CALLS, hypotheses=[claim])), "accuracy-t1")
    assert lines_of(table)[0][4:] == ("50.0", "–", "–")
    assert plain_text(table.flat_columns[5].header) == "P"


def test_exact_intervals_stand_below_those_of_the_plan():
    """Ten cases are few: their sensitivity has a second line, and a note says why."""
    table = table_of(written(findings_of(called(9, 12, 1, 60), CALLS)), "accuracy-t1")
    assert lines_of(table)[1] == ("exact interval", "9/10", "90.0", "55.5 to 99.7")
    assert any("exact interval stands beside" in note for note in notes_of(table))


def test_what_is_not_estimable_says_why():
    """Without controls there is no specificity."""
    table = table_of(written(findings_of(called(5, 0, 3, 0), CALLS)), "accuracy-t1")
    row = next(line for line in lines_of(table) if line[0] == "Specificity")
    assert row == ("Specificity", "0/0", "NE", "NE")
    assert any(note.startswith("NE: not estimable. ") and "no controls" in note for note in notes_of(table))


def test_a_share_of_nobody_is_no_prevalence():
    """Where every result of a test is indeterminate and left out, the note names the other test alone, or nothing."""
    frame = called(26, 12, 15, 60)
    frame = frame.assign(B=frame["A"], A="EQV")
    none = {**CALLS, "indeterminate": "EQV"}
    handling = {"handling": {"indeterminate": "exclude"}}
    other = {**CALLS, "name": "B"}
    for tests, shown in (((none, other), ["41/113 for B"]), ((none,), [])):
        section = written(findings_of(frame, *tests, estimand=handling, design={"type": "cohort"}))
        notes = notes_of(table_of(section, "accuracy-t1"))
        found = [note for note in notes if note.startswith("Predictive values and accuracy hold")]
        assert len(found) == len(shown)
        assert all(words in note and "0/0" not in note for words, note in zip(shown, found, strict=True))


@pytest.mark.parametrize(
    ("data", "word"),
    [
        ({"cluster": "FAM"}, "records"),
        ({"cluster": "FAM", "subject": "WHO"}, "records"),
        ({"cluster": "FAM", "subject": "ROW"}, "participants"),
        ({}, "participants"),
    ],
)
def test_rows_that_share_a_participant_are_records(data, word):
    """Where rows come in clusters and nothing says that each is another participant, none is called one."""
    frame = called(26, 12, 15, 60)
    places = range(len(frame))
    frame = frame.assign(FAM=[f"F{i // 2}" for i in places], WHO=[f"P{i // 2}" for i in places])
    frame = frame.assign(ROW=[f"R{i}" for i in places])
    investigation = opened(plan_of(CALLS, data={"file": "s.csv", **data}, intervals=DRAWS_LITTLE), frame)
    recorder = recorded(investigation, record_plan, record_flow, record_accuracy, record_areas)
    section = written(Findings(investigation=investigation, table=recorder.table(), outputs=recorder.outputs()))
    assert f"was positive in 26/41 {word} with the condition" in said(section)
    assert f"; {word} with a known result of the" in said(section)
    assert ("participant" in said(section).lower()) == (word == "participants")


def three_tests(count=3):
    """Make a study of several tests of calls."""
    frame = called(26, 12, 15, 60)
    names = [f"T{place}" for place in range(1, count + 1)]
    return frame.assign(**dict.fromkeys(names, frame["A"])), [{**CALLS, "name": name} for name in names]


def test_three_tests_stand_beside_each_other():
    """One table of each kind, named by the first test."""
    frame, tests = three_tests()
    findings = findings_of(frame, *tests)
    section = written(findings)
    ids = [block.id for block in section.blocks if isinstance(block, Table)]
    assert ids == ["crosstab-t1", "accuracy-t1"]
    assert lines_of(table_of(section, "accuracy-t1"))[0] == ("Sensitivity", *(("26/41", "63.4", "48.1 to 76.4") * 3))
    assert crosstab_id(crossed_tests(findings), "t3") == "crosstab-t1"
    assert accuracy_id(findings, "t3") == "accuracy-t1"


def test_four_tests_have_a_table_each():
    """More do not fit beside each other."""
    frame, tests = three_tests(4)
    ids = [block.id for block in written(findings_of(frame, *tests)).blocks if isinstance(block, Table)]
    assert ids == [f"crosstab-t{i}" for i in (1, 2, 3, 4)] + [f"accuracy-t{i}" for i in (1, 2, 3, 4)]


def test_a_test_with_a_goal_has_a_table_of_its_own():
    """The others stay together."""
    frame, tests = three_tests()
    claim = {"id": "H1", "measure": "specificity", "test": "T2", "goal": 0.5}
    findings = findings_of(frame, *tests, hypotheses=[claim])
    ids = [block.id for block in written(findings).blocks if isinstance(block, Table)]
    assert ids == ["crosstab-t1", "accuracy-t1", "accuracy-t2"]
    assert accuracy_id(findings, "t3") == "accuracy-t1"


def test_areas_curves_and_tests_without_a_curve():
    """Scores have an area and a curve, calls are named as having none."""
    frame = pd.concat([scored([5, 4, 3, 2] * 10, [3, 2, 1, 1] * 10), called(20, 10, 20, 30)["A"]], axis=1)
    section = written(findings_of(frame, SCORES, CALLS))
    assert lines_of(table_of(section, "areas")) == [("S", "40", "40", "0.875", "0.0347", "0.807 to 0.943", "DeLong")]
    figure = next(block for block in section.blocks if isinstance(block, Figure))
    assert len(figure.pictures) == 1
    assert figure.pictures[0].alt.startswith("ROC curve of S with its band; area 0.875. At S ≥ 3, sensitivity 75.0%")
    below = plain_text(figure.sub)
    assert "Band: 95% pointwise band" in below
    assert "Resampled: 200 times" in below
    assert "A gives calls and no scores, so it has no curve." in below


def test_several_curves_are_small_multiples():
    """Each has axes of its own with its band."""
    frame = scored([5, 4, 3, 2] * 10, [3, 2, 1, 1] * 10).assign(R=lambda f: -f["S"])
    other = {"name": "R", "positive_scores": "low"}
    figure = next(b for b in written(findings_of(frame, SCORES, other)).blocks if isinstance(b, Figure))
    assert [picture.alt[:14] for picture in figure.pictures] == ["ROC curve of S", "ROC curve of R"]


def test_an_area_below_one_half_is_not_turned():
    """The note says so."""
    notes = notes_of(table_of(written(findings_of(scored([1, 2, 1], [3, 4, 2]), SCORES)), "areas"))
    assert any("below one half" in note and "not turned" in note for note in notes)


@pytest.mark.parametrize("design", ["cohort", "case-control"])
@pytest.mark.parametrize("cells", [(26, 12, 15, 60), (9, 0, 1, 8), (0, 2, 0, 3)])
def test_agreement_never_borrows_the_words_of_accuracy(cells, design):
    """Neither in prose, tables and notes, nor in the alternatives of pictures."""
    frame = called(*cells, EQV=(2, 1), INV=(1, 1)).assign(S=lambda f: range(len(f)))
    frame["S"] = frame["S"] % 7 + frame["ill"]
    claim = {"id": "H1", "measure": "sensitivity", "test": "A", "goal": 0.5}
    parts = {"kind": "comparator", "design": {"type": design}, "hypotheses": [claim], "report": {"profile": "ivdr"}}
    findings = findings_of(frame, CALLS, SCORES, **parts)
    section = written(findings)
    assert section.title == "Primary agreement"
    words = said(section) + said(written(findings, performance_section, others=("agreement",)))
    assert "PPA" in words
    assert FORBIDDEN.findall(words) == []


def test_the_table_of_agreement_whole():
    """Overall agreement stands between PPA and NPA and kappa, and kappa has both margins below it."""
    table = table_of(written(findings_of(called(40, 10, 20, 30), CALLS, kind="comparator")), "agreement")
    assert lines_of(table) == [
        ("Positive percent agreement (PPA)", "40/60", "66.7", "54.1 to 77.3"),
        ("Negative percent agreement (NPA)", "30/40", "75.0", "59.8 to 85.8"),
        ("Overall agreement", "70/100", "70.0", "60.4 to 78.1"),
        ("Cohen’s kappa", "–", "0.400", "0.224 to 0.576"),
        ("Positive by the test", "50/100", "50.0", "–"),
        ("Positive by the comparator", "60/100", "60.0", "–"),
    ]
    assert notes_of(table)[0].startswith("The comparator is not a reference standard")


def test_expected_values_and_where_each_parameter_is():
    """Quantiles with limits, and a parameter that is not reported has the reason of the plan."""
    frame = scored([9, 1, 8, 2, 7, 3, 6, 4, 5], [*range(9)])
    parts = {"report": {"profile": "ivdr"}, "narrative": {"omissions": {"Likelihood ratio": "Not asked for."}}}
    plain = {"name": "S", "positive_scores": "high"}
    section = written(findings_of(frame, plain, **parts), performance_section)
    values = table_of(section, "expected-values")
    assert lines_of(values) == [
        ("N", "9", "–", "9", "–"),
        ("2.5th percentile", "0", "NE to 1", "1", "NE to 2"),
        ("Median", "4", "1 to 7", "5", "2 to 8"),
        ("97.5th percentile", "8", "7 to NE", "9", "8 to NE"),
    ]
    coverage = dict(lines_of(table_of(section, "parameter-coverage")))
    assert coverage["Sensitivity"] == "To be justified"
    assert coverage["Likelihood ratios"] == "Not asked for."


def test_parameters_that_are_reported_name_their_tables():
    """A case-control table has no predictive values; those at stated prevalences stand in."""
    parts = {"report": {"profile": "ivdr"}, "design": {"type": "case-control"}}
    findings = findings_of(called(26, 12, 15, 60), CALLS, **parts)
    section = written(findings, performance_section, others=("accuracy-t1", "predictive"))
    cells = {plain_text(row.name): row.cells[0] for row in table_of(section, "parameter-coverage").flat_rows}
    assert cells["Sensitivity"].targets == ("accuracy-t1",)
    assert cells["Positive predictive value"].targets == ("predictive",)


@pytest.mark.usefixtures("no_claims_below")
def test_a_shell_has_places_for_numbers_and_no_pictures():
    """No result shows, neither a number nor a decision; what the plan states does."""
    claim = {"id": "H1", "measure": "sensitivity", "test": "S", "goal": 0.5}
    decided = (("p-value", 0.042, "p"), ("decision", "met", "text"))
    findings = findings_of(scored([5, 4, 3, 2] * 10, [3, 2, 1, 1] * 10), SCORES, hypotheses=[claim], decided=decided)
    section = written(findings, shell=True)
    assert not [block for block in section.blocks if isinstance(block, Figure)]
    row = lines_of(table_of(section, "accuracy-t1"))[0]
    assert row == ("Sensitivity", "xx/xx", "xx.x", "xx.x to xx.x", "50.0", "x.xxx", "xx")


@pytest.mark.parametrize("kind", ["reference_standard", "comparator"])
def test_every_numeral_of_the_page_has_an_origin(kind):
    """Rows, quotations and labels; hostile names do not break out of their place."""
    frame = scored([5, 4, 3, 2] * 4, [3, 2, 1, 1] * 4, name="<script>1|2</script>")
    frame["A"] = ["POS", "NEG", "EQV", "INV"] * 8
    hostile = {**SCORES, "name": "<script>1|2</script>", "unit": "10^9/L"}
    parts = {"kind": kind, "report": {"profile": "ivdr"}, "reference": {"condition": "stage 3 <b>"}}
    claim = {"id": "H1", "measure": "sensitivity", "test": "A", "goal": 0.5}
    findings = findings_of(frame, hostile, CALLS, hypotheses=[claim], **parts)
    first = written(findings)
    others = [block.id for block in first.blocks if isinstance(block, Table | Figure)]
    sections = (first, written(findings, performance_section, others=others))
    html = render(Document(title="Study", sections=sections, heads=RunningHeads(title="Study")), "html")
    assert "<script>1" not in html
    assert stray_numerals(page_of(html)) == []
    markdown = render(Document(title="Study", sections=sections, heads=RunningHeads(title="Study")), "md")
    assert not re.search(r"(?<!\\)<script>1", markdown)


@pytest.mark.parametrize("profile", ["full", "ivdr"])
@pytest.mark.parametrize(
    "frame",
    [
        called(0, 0, 0, 0, EQV=(2, 2)),
        called(1, 0, 0, 0),
        called(3, 0, 0, 0),
        called(5, 0, 0, 5),
        called(0, 0, 0, 0, none=(1, 1)),
    ],
)
@pytest.mark.parametrize("kind", ["reference_standard", "comparator"])
def test_a_section_is_written_of_any_data(frame, kind, profile):
    """Nobody, one, one group, perfect results: nothing crashes, and no cell is empty."""
    frame = frame.assign(S=range(len(frame)))
    findings = findings_of(frame, CALLS, SCORES, kind=kind, report={"profile": profile})
    for write in (accuracy_section, performance_section):
        section = written(findings, write)
        assert isinstance(section, Section)
        for table in (block for block in section.blocks if isinstance(block, Table)):
            assert all(all(line) for line in lines_of(table))


def test_a_study_of_scores_without_thresholds_has_areas_alone():
    """No cross-tabulation, no table of accuracy."""
    section = written(findings_of(scored([1, 3], [0, 2]), {"name": "S", "positive_scores": "high"}))
    assert [block.id for block in section.blocks if isinstance(block, Table)] == ["areas"]
