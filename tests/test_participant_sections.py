"""Sections of background, participants, tests, completeness and listings, written from the twelve participants."""

import itertools
import re
from dataclasses import replace

import pandas as pd
import pytest
from numerals import page_of, stray_numerals
from study_plans import LEFT_OUT, changed
from twelve_participants import PLAN, findings_of, frame

from rocstats.document.blocks import (
    Bibliography,
    Document,
    Figure,
    Limits,
    Paragraph,
    RunningHeads,
    Section,
    Table,
    cell_of,
)
from rocstats.document.inline import plain_text
from rocstats.document.rendering import render
from rocstats.investigation.baseline_results import record_baseline
from rocstats.investigation.completeness_results import record_completeness
from rocstats.investigation.flow_results import record_flow
from rocstats.investigation.hypothesis_results import record_hypotheses
from rocstats.report.bibliography import bibliography
from rocstats.study_report.background_section import background_section
from rocstats.study_report.completeness_section import completeness_section
from rocstats.study_report.listings_section import listings_section
from rocstats.study_report.participants_section import participants_section
from rocstats.study_report.pen import Pen
from rocstats.study_report.tests_section import tests_section as section_of_tests

SECTIONS = (background_section, participants_section, section_of_tests, completeness_section, listings_section)
RECORDS = (record_flow, record_baseline, record_completeness, record_hypotheses)
HOSTILE = "<script>alert(1)</script> | =1+1\n`x` $\\alpha$"
COMPARATOR = changed(PLAN, (("reference", "kind"), "comparator"))


def found(plan=PLAN, rows=None):
    """Compute what the sections show, claims included."""
    return findings_of(plan, rows, record=RECORDS)


def written(write, findings, *, shell=False, others=()):
    """Write a section twice, as the report does, so that it knows what the report holds."""
    blank = Pen(table=findings.table, shell=shell)
    first = write(findings, blank)
    held = [block.id for block in first.blocks if isinstance(block, Table | Figure)]
    return write(findings, replace(blank, present=(*held, *others)))


def table_of(section, identity):
    """Give a table of a section."""
    return next(block for block in section.blocks if isinstance(block, Table) and block.id == identity)


def lines_of(table):
    """Read a table as plain text, a tuple a row."""
    return [tuple(_read(cell) for cell in (row.name, *row.cells)) for row in table.flat_rows]


def _read(cell):
    value = cell_of(cell).value
    return f"{_read(value.low)} to {_read(value.high)}" if isinstance(value, Limits) else plain_text(value)


def prose(section):
    """Read the paragraphs of a section."""
    return [plain_text(block.content) for block in section.blocks if isinstance(block, Paragraph)]


def notes(table):
    """Read the notes below a table."""
    return [plain_text(note) for note in table.notes]


def page(findings, *, shell=False, format="html"):
    """Render all sections as one strict document."""
    blank = Pen(table=findings.table, shell=shell)
    first = [write(findings, blank) for write in SECTIONS]
    held = {block.id for section in first if section for block in section.blocks if isinstance(block, Table | Figure)}
    pen = replace(blank, present=frozenset(held))
    sections = [section for write in SECTIONS if (section := write(findings, pen))]
    sections.append(Section(id="references", title="References", kind="plain", blocks=(Bibliography(),)))
    return render(
        Document(
            title="Study",
            sections=tuple(sections),
            heads=RunningHeads(title="Study"),
            bibliography=bibliography(),
            strict=True,
        ),
        format,
    )


def test_the_section_of_participants_tells_the_way_to_the_analysis():
    """Design, places and dates, and the flow, in whole sentences."""
    section = written(participants_section, found())
    assert prose(section)[:4] == [
        "Data collection was planned before the tests were done (prospective); participants are a consecutive series. "
        "They came in as one group, whatever their condition (cohort). ",
        "Eligible participants came from 3 sites. By the dates in the data, index tests were done from 2025-01-01 to "
        "2025-01-05 and the reference standard was done from 2025-01-02 to 2025-01-30.",
        "The data hold 12 participants; eligible by the plan (ELIG == 'Y'): 11, not eligible: 1 (). Reasons: "
        "Withdrew (1). The reference standard was conclusive for 9: 4 with malignancy and 5 without malignancy; it was "
        "inconclusive for 1 and missing for 1.",
        "The primary analysis is of the set FAS, see .",
    ]


def test_analysis_sets_quote_their_filters():
    """Each set with its filter, its counts and who is not in it; the primary one is marked."""
    table = table_of(written(participants_section, found()), "analysis-sets")
    assert lines_of(table) == [
        ("All eligible", "ELIG == 'Y'", "11", "4", "5", "1", "1", "0"),
        ("FAS", "FAS == 'Y'", "10", "4", "4", "1", "1", "1"),
    ]
    assert cell_of(table.flat_rows[1].name).marks == ("primary",)


def test_baseline_by_condition():
    """Numbers by moments and quartiles, levels by how many have each, and no test."""
    table = table_of(written(participants_section, found()), "baseline")
    assert lines_of(table) == [
        ("Mean (SD)", "55.0 (12.9)", "35.0 (18.0)", "55.0 (14.1)", "48.3 (16.4)"),
        ("Median (Q1, Q3)", "55.0 (47.5, 62.5)", "30.0 (25.0, 42.5)", "55.0 (50.0, 60.0)", "50.0 (40.0, 60.0)"),
        ("Min to max", "40 to 70", "20 to 55", "45 to 65", "20 to 70"),
        ("Missing", "0", "1", "0", "1"),
        ("F", "2 (50.0)", "2 (50.0)", "1 (50.0)", "5 (50.0)"),
        ("M", "2 (50.0)", "2 (50.0)", "1 (50.0)", "5 (50.0)"),
    ]
    assert [plain_text(part.name) for part in table.rows] == ["Age, years", "Sex"]
    assert notes(table)[-1].startswith("No p-values: ")


def test_severity_other_diagnoses_and_time():
    """What is asked of those with, of those without, and of the days between the tests."""
    section = written(participants_section, found())
    assert lines_of(table_of(section, "severity")) == [("I", "1 (33.3)"), ("II", "2 (66.7)"), ("Missing", "1")]
    others = lines_of(table_of(section, "alternatives"))
    assert others == [("Cyst", "2 (66.7)"), ("Fibroma", "1 (33.3)"), ("Missing", "1")]
    assert lines_of(table_of(section, "timing")) == [
        ("Present", "3", "4.0", "3.0, 16.0", "2 to 28", "1 (33.3)", "1 (25.0)", "0 (0.0)", "1"),
        ("Absent", "4", "1.5", "0.8, 4.0", "0 to 10", "0 (0.0)", "0 (0.0)", "1 (25.0)", "0"),
        ("Not known", "1", "5.0", "5.0, 5.0", "5 to 5", "0 (0.0)", "0 (0.0)", "0 (0.0)", "1"),
        ("All", "8", "3.0", "1.8, 6.3", "0 to 28", "1 (12.5)", "1 (10.0)", "1 (12.5)", "2"),
    ]
    assert (
        "The median time between index test and reference standard was, in days, 3 (); more than the planned 14 "
        "days apart: 1 of 8. Treated between the two: 1. The reference standard came first for 1."
    ) in prose(section)


def test_completeness_and_bounds():
    """Every result with its totals, and the three tables of indeterminate results."""
    section = written(completeness_section, found(), others=("sensitivity-analyses",))
    assert lines_of(table_of(section, "completeness-t1")) == [
        ("Positive", "2", "1", "1", "0", "4"),
        ("Negative", "1", "1", "0", "0", "2"),
        ("Indeterminate", "1", "1", "0", "0", "2"),
        ("Failed", "0", "1", "0", "0", "1"),
        ("Not done", "0", "0", "0", "1", "1"),
        ("Total", "4", "4", "1", "1", "10"),
    ]
    assert notes(table_of(section, "completeness-t1")) == [
        "Indeterminate: a score from 0.45 to 0.55, as the plan states."
    ]
    bounds = table_of(section, "bounding-t1")
    assert lines_of(bounds) == [
        ("Counted as positive", "3", "1", "4", "2", "1", "3", "7"),
        ("Counted as negative", "2", "2", "4", "1", "2", "3", "7"),
        ("Left out", "2", "1", "3", "1", "1", "2", "5"),
    ]
    assert [bool(cell_of(row.name).marks) for row in bounds.flat_rows] == [True, False, False]
    assert any(
        text.startswith(
            "Indeterminate results count as positive in the primary analysis, as the plan states (). Failed "
        )
        for text in prose(section)
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ((("estimand", "handling", "indeterminate"), "exclude"), "Indeterminate results are left out in the primary "),
        ((("estimand", "handling"), {}), "The plan does not state what indeterminate results count as; the primary "),
    ],
)
def test_the_handling_is_that_of_the_plan(change, words):
    """What is said of indeterminate results follows the plan, or says that it states nothing."""
    assert any(text.startswith(words) for text in prose(written(completeness_section, found(changed(PLAN, change)))))


def test_scores_are_shown_with_their_numbers():
    """The picture says what is seen, and a table has its numbers."""
    section = written(completeness_section, found())
    (figure,) = [block for block in section.blocks if isinstance(block, Figure)]
    assert figure.pictures[0].alt == (
        "Scores by condition, one panel a test. Assay A: 3 with the condition, median 0.6, 0.2 to 0.9; 2 without, "
        "median 0.4, 0.1 to 0.7; positive if at least 0.56."
    )
    assert lines_of(table_of(section, "scores-summary"))[0] == (
        "With malignancy", "3", "0.60", "0.40, 0.75", "0.20 to 0.90", "1"
    )  # fmt: skip


def test_the_background_names_what_is_to_be_supplied_once():
    """Texts that the plan leaves empty are named in one sentence, in the second voice."""
    plan = changed(
        PLAN, (("narrative", "background"), "Masses are common."), (("narrative", "setting"), "One hospital.")
    )
    section = written(background_section, found(plan))
    missing = [text for text in prose(section) if "To be supplied" in text]
    assert missing == [
        "To be supplied: intended use, objectives, eligibility criteria, how participants were found, description of "
        "the reference standard, why this reference standard and description of each test."
    ]
    assert "Setting: One hospital." in prose(written(participants_section, found(plan)))


def test_claims_are_echoed_in_symbols():
    """Each claim stands with the hypothesis to be rejected and the one to be shown."""
    claims = [{"id": "C1", "measure": "sensitivity", "test": "Assay A", "goal": 0.75}]
    section = written(background_section, found(changed(PLAN, (("hypotheses",), claims))), others=("decisions",))
    (items,) = [block.items for block in section.blocks if hasattr(block, "items")]
    assert [tuple(map(plain_text, item)) for item in items] == [
        ("C1", "H₀: Se(Assay A) ≤ 75.0%; H₁: Se(Assay A) > 75.0%. Primary; one-sided level 2.5%.")
    ]


def test_the_estimand_names_events_with_their_strategies():
    """Attributes, events with the strategy of the plan, and what results that decide neither count as."""
    plan = changed(PLAN, (("estimand", "events"), {"surgery between the tests": "principal stratum"}))
    lines = lines_of(table_of(written(background_section, found(plan)), "estimand"))
    assert lines == [
        ("Population", "FAS: FAS == 'Y'", "–"),
        ("Target condition", "malignancy", "–"),
        ("Index tests", "Assay A ≥ 0.56 and Rapid C", "–"),
        ("Reference standard", "Histology", "–"),
        ("Measures of accuracy", "sensitivity and specificity", "–"),
        ("Interfering event", "surgery between the tests", "principal stratum"),
        ("Indeterminate results", "They count as positive.", "–"),
        ("Failed runs", "They are left out.", "–"),
    ]


def test_tests_are_described_with_the_origin_of_their_thresholds():
    """What is positive, where the threshold comes from, and what verification does to accuracy."""
    section = written(section_of_tests, found(), others=("sensitivity-analyses",))
    assert lines_of(table_of(section, "test-descriptions")) == [
        ("Assay A", "≥ 0.56", "prespecified (protocol 6.2)", "–", "–", "–"),
        ("Rapid C", "POS", "–", "–", "–", "–"),
    ]
    said = prose(section)
    assert "The plan states that Assay A ≥ 0.56 was fixed before data collection (protocol 6.2). " in said
    assert "The reference standard is Histology for malignancy. Positive: P; negative: N; inconclusive: U. " in said
    assert said[-1] == (
        "Only some participants had the reference standard (partial verification). If who had it depends on the result "
        "of a test, accuracy among those who had it is biased (). It was missing for 1 of 11 eligible participants."
    )


@pytest.mark.parametrize(
    ("origin", "words"),
    [
        (
            "data_driven",
            "The threshold Assay A ≥ 0.56 was chosen on data (x); if they are these data, what is found at it ",
        ),
        ("manufacturer", "By the plan, the threshold is that of the manufacturer: Assay A ≥ 0.56 (x)."),
        ("literature", "By the plan, the threshold is that of the literature: Assay A ≥ 0.56 (x)."),
    ],
)
def test_origins_of_thresholds(origin, words):
    """The plan is quoted as saying where a threshold comes from."""
    plan = changed(PLAN, (("tests", 0, "threshold"), {"value": 0.56, "origin": origin, "source": "x"}))
    assert any(text.startswith(words) for text in prose(written(section_of_tests, found(plan))))


def test_a_comparator_gives_agreement_and_no_condition():
    """Under a comparator no section speaks of accuracy, sensitivity or a condition that it finds."""
    findings = found(COMPARATOR)
    section = written(section_of_tests, findings)
    assert any("not a reference standard; results describe agreement, not accuracy." in text for text in prose(section))
    for write in (background_section, participants_section, completeness_section):
        for block in written(write, findings).blocks:
            if isinstance(block, Paragraph | Table):
                said = " ".join(prose(Section(id="a", title="a", blocks=(block,))))
                said += " ".join(cell for line in lines_of(block) for cell in line) if isinstance(block, Table) else ""
                assert not re.search(r"sensitivit|specificit|accurac|with malignancy|reference standard", said, re.I), (
                    said
                )


def test_listings_are_off_unless_the_plan_asks_for_them():
    """Data of persons stand in no report that was not asked for them."""
    assert listings_section(found(), Pen(table=found().table)) is None
    plan = changed(PLAN, (("report",), {"listings": True}))
    section = written(listings_section, found(plan))
    assert lines_of(table_of(section, "listing-exclusions")) == [("12", "Withdrew", "P")]
    assert ("8", "Assay A", "INV", "N", "Failed") in lines_of(table_of(section, "listing-undecided"))
    assert ("5", "Assay A", "0.7", "N", "False positive") in lines_of(table_of(section, "listing-false-results"))


def test_a_listing_has_an_end():
    """A long listing shows its first rows, and a sentence says where the others are."""
    rows = pd.concat([frame()] * 40, ignore_index=True)
    rows["ID"] = [str(i) for i in range(len(rows))]
    section = written(listings_section, found(changed(PLAN, (("report",), {"listings": True})), rows))
    assert len(table_of(section, "listing-false-results").flat_rows) == 200
    assert any(
        " shows the first 200 of 240 rows in the order of the data; the others are in the data file, by the same rule."
        in text
        for text in prose(section)
    )


def variants():
    """Give plans of every kind that the sections must serve, by name, with the rows that they are for."""
    calls = changed(PLAN, (("tests",), PLAN["tests"][1:]))
    bare = {key: PLAN[key] for key in ("rocstats", "data", "reference", "tests")}
    rows = frame()
    yield "as planned", changed(PLAN, (("report",), {"listings": True})), rows
    yield "comparator", COMPARATOR, rows
    yield "one test of calls", calls, rows
    yield "no threshold", changed(PLAN, (("tests", 0, "threshold"), LEFT_OUT)), rows
    yield "low is positive", changed(PLAN, (("tests", 0, "positive_scores"), "low")), rows
    yield "as little as possible", bare, rows
    yield "case-control", changed(PLAN, (("design",), {"type": "case-control"})), rows
    yield "one participant", PLAN, rows.iloc[:1]
    yield "no cases", PLAN, rows[rows["REF"] != "P"]
    yield "nobody eligible", PLAN, rows.iloc[11:]
    yield "all indeterminate", changed(calls, (("tests", 0, "positive"), "X")), rows.assign(C="EQV")
    yield "learned", changed(PLAN, (("ai",), {"version": "2.1", "locked": True, "fairness_groups": ["SEX"]})), rows
    yield "clusters", changed(PLAN, (("data", "cluster"), "SITE")), rows
    named = {"name": HOSTILE, "condition": HOSTILE}
    hostile = changed(PLAN, (("reference",), PLAN["reference"] | named), (("report",), {"listings": True}))
    hostile = changed(hostile, (("tests", 0, "name"), HOSTILE), (("tests", 0, "unit"), "{{7*7}} 10^9/L"))
    hostile = changed(hostile, (("data", "labels"), {"AGE": HOSTILE}), (("narrative", "objectives"), HOSTILE))
    yield (
        "hostile",
        hostile,
        rows.assign(SEX=HOSTILE, REASON=HOSTILE, STAGE="=1+1", ID=[f"{HOSTILE}{i}" for i in range(12)]),
    )


@pytest.mark.parametrize(("plan", "rows"), [pytest.param(p, r, id=name) for name, p, r in variants()])
def test_every_numeral_leads_to_a_row_or_says_where_it_is_from(plan, rows):
    """Whatever the plan, the page is whole: no numeral without origin, no empty cell, nothing that is no number."""
    html = page(found(plan, rows))
    read = page_of(html)
    assert stray_numerals(read) == []
    assert "<script>" not in html
    texts = [text for stack, text in read.texts if not any(tag in ("svg", "style") for tag, _ in stack)]
    assert not [text for text in texts if re.search(r"\bnan\b|\bNone\b|\binf\b|[-\u2212]0\.0+\b", text)]
    identities = read.ids
    assert len(identities) == len(set(identities))


def test_markdown_of_a_hostile_study_is_inert():
    """Names from the data break no table of the Markdown page."""
    plan, rows = next((p, r) for name, p, r in variants() if name == "hostile")
    text = page(found(plan, rows), format="md")
    assert not re.search(r"(?<!\\)<script", text)
    for is_table, lines in itertools.groupby(text.splitlines(), key=lambda line: line.startswith("|")):
        assert not is_table or len({len(re.findall(r"(?<!\\)\|", line)) for line in lines}) == 1


def test_shells_have_no_number_of_the_data():
    """An empty report has places for numbers, the numbers of the plan, and no picture."""
    findings = found()
    for write in SECTIONS[:-1]:
        section = written(write, findings, shell=True)
        assert not any(isinstance(block, Figure) for block in section.blocks)
    lines = lines_of(table_of(written(completeness_section, findings, shell=True), "completeness-t1"))
    assert {cell for line in lines for cell in line[1:]} == {"xx"}
    page(findings, shell=True)
