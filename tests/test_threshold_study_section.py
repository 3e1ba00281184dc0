"""The section on thresholds and predictive values, in every kind of study."""

import re

import pandas as pd
import pytest

from rocstats.analysis_results.recorder import Recorder
from rocstats.document.blocks import Figure, Paragraph, Subheading, Table, cell_of, contents_of
from rocstats.document.inline import Code, Quoted, Text, inlines, plain_text
from rocstats.investigation.findings import Findings
from rocstats.investigation.opening import investigation_of
from rocstats.investigation.plan_facts import record_plan
from rocstats.investigation.predictive_results import record_predictive
from rocstats.investigation.threshold_results import record_thresholds
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_report.pen import Pen
from rocstats.study_report.threshold_section import threshold_section

FRAME = pd.DataFrame({"ill": [1, 1, 1, 1, 0, 0, 0, 0, 0], "CT": [5, 4, 3, 1, 3, 2, 2, 1, 0], "home": list("aabbccdde")})
TRUTH = {"column": "ill", "positive": 1, "negative": 0, "kind": "reference_standard", "condition": "gout"}
COMPARATOR = {**TRUTH, "kind": "comparator"}


def written(origin="prespecified", value=3, frame=FRAME, shell=False, **more):
    """Write the section of a small study."""
    test = {"name": "CT", "positive_scores": "high", "threshold": {"value": value, "origin": origin, "source": "SAP 4"}}
    facts = {
        "rocstats": "1",
        "data": {"file": "a.csv"},
        "reference": TRUTH,
        "tests": [test],
        "intervals": {"n_resamples": 200},
    }
    study = investigation_of(StudyPlan.model_validate({**facts, **more}), frame)
    recorder = Recorder()
    for record in (record_plan, record_thresholds, record_predictive):
        record(study, recorder)
    findings = Findings(investigation=study, table=recorder.table(), outputs=recorder.outputs())
    return threshold_section(findings, Pen(table=findings.table, shell=shell))


def text_of(section):
    """Read the prose of a section."""
    said = [b.content for b in section.blocks if isinstance(b, Paragraph | Subheading)]
    return "\n".join(plain_text(content) for content in said)


def tables(section):
    """Give the tables by id."""
    return {block.id: block for block in section.blocks if isinstance(block, Table)}


def notes(table):
    """Read the notes of a table."""
    return "\n".join(plain_text(note) for note in (*table.notes, *(text for _, text in table.letters)))


def cells(row):
    """Read a row."""
    read = []
    for cell in (row.name, *row.cells):
        value = cell_of(cell).value
        both = (value.low, " to ", value.high) if hasattr(value, "low") else value
        read.append(plain_text(both))
    return read


@pytest.mark.parametrize(
    ("origin", "says"),
    [
        ("prespecified", "The plan states that CT ≥ 3 was fixed before data collection (SAP 4)."),
        ("manufacturer", "The plan states that CT ≥ 3 is the threshold of the manufacturer (SAP 4)."),
        ("literature", "The plan states that CT ≥ 3 was taken from the literature (SAP 4)."),
        (
            "data_driven",
            "CT ≥ 3 was chosen on these data (SAP 4). It has the largest Youden index in these data. Sensitivity and "
            "specificity at this threshold are optimistic. Values corrected for the choice: ",
        ),
    ],
)
def test_each_origin_has_its_words(origin, says):
    """Only a threshold chosen on the data is called optimistic, and only it is corrected."""
    section = written(origin)
    assert says in text_of(section)
    assert ("chosen" in tables(section)) == (origin == "data_driven")


def test_rows_of_the_table_are_the_counts():
    """The row of the stated threshold is marked as stated and best, and has its counts by hand."""
    table = tables(written())["cutoffs-t1"]
    row = table.flat_rows[2]
    assert cells(row) == [
        "≥ 3",
        "3",
        "1",
        "1",
        "4",
        "75.0",
        "30.1 to 95.4",
        "80.0",
        "37.6 to 96.4",
        "3.75",
        "0.313",
        "0.550",
    ]
    assert row.name.marks == ("stated", "largest-youden")
    assert cells(table.flat_rows[0])[9] == "NE"
    assert "NE: not estimable; a ratio divides by zero." in notes(table)
    assert "CI: Wilson, two-sided, one threshold at a time." in notes(table)


def test_a_better_threshold_is_named():
    """Where the stated one is not the best, the text says which is, and that it was picked on these data."""
    section = written(value=4)
    assert "The largest Youden index in these data, 0.550, is at CT ≥ 3." in text_of(section)
    assert "will have a lower accuracy elsewhere" in text_of(section)


def test_correction_by_hand():
    """Apparent 75 and 80 percent; optimism is what they are above the participants left out."""
    group = tables(written("data_driven"))["chosen"].rows[0]
    assert plain_text(group.detail) == "by the largest Youden index"
    apparent, _, corrected, optimism = cells(group.rows[1])[1:]
    assert apparent == "75.0"
    assert float(apparent) - float(corrected) == pytest.approx(float(optimism.replace("−", "-")), abs=0.11)


def test_predictive_values_by_hand():
    """At one in ten: 5/17 and 144/149; of 1000 people 75 true positives; in the cohort 3/4 and 4/5."""
    section = written(prevalences=[0.1], design={"type": "cohort"})
    stated, observed = tables(section)["predictive"].rows[0].rows
    assert cells(stated)[:2] == ["10.0", "29.4"]
    assert cells(stated)[3] == "96.6"
    assert cells(stated)[5:] == ["75", "180", "25", "720"]
    assert cells(observed) == ["44.4", "75.0", "30.1 to 95.4", "80.0", "37.6 to 96.4", "–", "–", "–", "–"]
    assert "have gout" in text_of(section)
    assert "–: does not apply." in notes(tables(section)["predictive"])


def test_a_case_control_study_says_why_it_has_none():
    """Its share of cases was fixed by design; with a stated prevalence it is said not to be used."""
    section = written(design={"type": "case-control"})
    assert (
        "This is a case-control study: the share of participants with gout (44.4%, 4/9) was fixed by its design. "
        "Predictive values need a prevalence from elsewhere, and the plan states none."
    ) in text_of(section)
    assert "predictive" not in tables(section)
    section = written(design={"type": "case-control"}, prevalences=[0.1])
    assert (
        "The share of participants with gout in this study (44.4%, 4/9) was fixed by design and is not used."
        in text_of(section)
    )
    assert len(tables(section)["predictive"].flat_rows) == 1


def test_no_design_and_no_prevalence_say_so():
    """Neither gives a share of cases to rest on."""
    assert "The plan states neither a cohort nor a prevalence" in text_of(written())


def test_agreement_speaks_of_agreement_only():
    """No word of accuracy is in the section, and there are no predictive values."""
    section = written("data_driven", reference=COMPARATOR, prevalences=[0.1])
    words = text_of(section) + "".join(
        notes(t) + plain_text(t.caption) + "".join(plain_text((c.header, c.second)) for c in t.flat_columns)
        for t in tables(section).values()
    )
    assert section.title == "Thresholds"
    assert not re.search(r"[Ss]ensitivity|[Ss]pecificity|[Aa]ccuracy|Youden|LR|TP|\bSe\b|\bSp\b", words)
    assert "PPA" in words
    assert "The comparator is not a reference standard" in words
    assert not [block for block in section.blocks if isinstance(block, Figure)]


def test_a_threshold_that_no_rule_gives_is_named_in_the_words_of_its_report():
    """Under a comparator no rule makes a threshold best; it agrees best or not."""
    held = [
        notes(tables(written("data_driven", value=4, **parts))["chosen"]) for parts in ({}, {"reference": COMPARATOR})
    ]
    assert "is not best by a usual rule" in held[0]
    assert "best with the comparator by none of the usual rules" in held[1]
    assert "is not best" not in held[1]


def test_calls_have_a_sentence_in_place_of_a_table():
    """A test of calls has predictive values and no thresholds."""
    test = {"name": "CT", "positive": "P", "negative": "N"}
    section = written(frame=FRAME.assign(CT=list("PPNPNNPNN")), tests=[test], design={"type": "cohort"})
    assert "CT gives calls and no scores, so it has no other thresholds." in text_of(section)
    assert list(tables(section)) == ["predictive"]


def test_clusters_say_why_there_is_no_interval():
    """Neither the choice nor the predictive values have one."""
    section = written("data_driven", data={"file": "a.csv", "cluster": "home"}, prevalences=[0.1])
    assert "They could not be corrected for the choice" in text_of(section)
    assert "clusters" in notes(tables(section)["chosen"])
    assert "CI at stated prevalences: none, for participants come in clusters." in notes(tables(section)["predictive"])
    assert "interval NE" not in text_of(section)


def test_one_group_alone_has_no_table():
    """The text says who is not there."""
    section = written(frame=FRAME[FRAME["ill"] == 1].reset_index(drop=True), prevalences=[0.1])
    assert "No threshold can be judged: nobody without the condition has a score." in text_of(section)
    assert "is not estimable, and the negative predictive value not estimable" in text_of(section)
    assert list(tables(section)) == ["predictive"]


def test_figures_have_words_with_their_numbers():
    """Curves are drawn against the threshold and against the prevalence, and their words have the numbers."""
    section = written(prevalences=[0.1, 0.3])
    figures = {block.id: block for block in section.blocks if isinstance(block, Figure)}
    assert list(figures) == ["thresholds", "predictive-curves"]
    assert figures["thresholds"].pictures[0].alt == (
        "Sensitivity and specificity of CT against its threshold. At CT ≥ 3, the threshold of the plan and the largest "
        "Youden index, sensitivity is 75.0% and specificity 80.0%."
    )
    assert "At a prevalence of 10.0%: PPV 29.4%, NPV 96.6%." in figures["predictive-curves"].pictures[0].alt


def test_a_shell_has_no_pictures_and_no_results():
    """Places stand for what is not known before the data are."""
    section = written(shell=True, prevalences=[0.1], design={"type": "cohort"})
    assert not [block for block in section.blocks if isinstance(block, Figure)]
    assert "Table" not in text_of(section)
    assert cells(tables(section)["cutoffs-t1"].flat_rows[0])[1] == "xx"


@pytest.mark.parametrize(
    "more",
    [
        {"prevalences": [0.1, 0.001], "design": {"type": "cohort", "verification": "partial"}},
        {"prevalences": [0.1], "design": {"type": "case-control"}},
        {"reference": COMPARATOR},
        {"data": {"file": "a.csv", "cluster": "home"}, "prevalences": [0.1]},
    ],
)
def test_every_numeral_comes_from_a_row_or_is_quoted(more):
    """Plain words of the section hold no digit."""
    section = written("data_driven", **more)
    for block in section.blocks:
        for content in contents_of(block):
            for inline in inlines(content):
                assert not isinstance(inline, Code)
                if isinstance(inline, Text) and not isinstance(inline, Quoted):
                    assert not re.search(r"\d", inline.text), inline.text


def test_hostile_names_stay_quoted():
    """A name from the data is quoted wherever it stands."""
    name = "<script>|`=1+1`"
    test = {
        "name": name,
        "column": "CT",
        "positive_scores": "high",
        "threshold": {"value": 3, "origin": "prespecified"},
    }
    section = written(tests=[test], prevalences=[0.1])
    for block in section.blocks:
        for content in contents_of(block):
            for inline in inlines(content):
                assert not (isinstance(inline, Text) and "<script>" in inline.text)
