"""Every numeral of a report is a row of its results, a quotation that says where it is from, or a label."""

import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from numerals import numbers_of, page_of, stray_numerals

from rocstats.analysis_results.printed_numbers import NUMERAL, number_lines
from rocstats.document.rendering import render, render_bytes
from rocstats.investigation.findings import investigate
from rocstats.investigation.opening import investigation_of
from rocstats.investigation.provenance_facts import provenance_of
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_report.composing import compose_report

MADE = Path(__file__).parent.parent / "validation" / "made_study"
PROFILES = ("full", "appendix", "stard_journal", "ivdr", "qc")
STYLES = ("default", "tlf", "ama", "nejm", "lancet", "r")
PLACEHOLDER = re.compile(r"[x.()<>=\u2212 ,+/–-]*")


def made_frame(n):
    """Make the made study with so many participants."""
    sys.path.insert(0, str(MADE))
    try:
        from make_study import made_study
    finally:
        sys.path.remove(str(MADE))
    return made_study(n)


def made_plan(**report):
    """Read the plan of the made study, with few resamples and a report of its own."""
    held = tomllib.loads((MADE / "plan.toml").read_text(encoding="utf-8"))
    held["data"].pop("sha256", None)
    held["intervals"] = {**held.get("intervals", {}), "n_resamples": 100}
    held["report"] = {**held.get("report", {}), **report}
    return StudyPlan.model_validate(held)


@pytest.fixture(scope="module")
def findings():
    """Investigate 400 participants of the made study once."""
    found = investigate(investigation_of(made_plan(), made_frame(400)))
    return replace(found, provenance=provenance_of(found.investigation, found.table))


def told(findings, **report):
    """Give the findings as a report of another profile or style tells them."""
    investigation = replace(findings.investigation, plan=made_plan(**report))
    return replace(findings, investigation=investigation)


@pytest.fixture(scope="module")
def documents(findings):
    """Write every profile once."""
    return {profile: compose_report(told(findings, profile=profile)) for profile in PROFILES}


@pytest.fixture(scope="module")
def pages(documents):
    """Put every profile on a page."""
    return {profile: page_of(render(document, "html")) for profile, document in documents.items()}


@pytest.mark.parametrize("profile", PROFILES)
def test_no_numeral_stands_by_itself(pages, profile):
    """What the body shows in figures has a row or an origin."""
    assert stray_numerals(pages[profile]) == []


@pytest.mark.parametrize("profile", PROFILES)
def test_every_number_is_its_row_rounded(findings, pages, profile):
    """A number on the page is the value of its row, rounded to what is printed."""
    numbers = numbers_of(pages[profile])
    assert len(numbers) > 100
    for text, identity in numbers:
        row = findings.table.row(identity)
        if isinstance(row.value, str) or not re.search(r"\d", text) or row.value in (float("inf"), float("-inf")):
            continue
        shown = re.search(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", text.replace("\u2212", "-").replace("\u2009", ""))[0]
        if "<" in text or ">" in text:
            assert (row.value < float(shown)) if "<" in text else (row.value > float(shown))
            continue
        half = 0.5 * 10.0 ** -len(shown.partition(".")[2]) if "e" not in shown else abs(float(shown)) * 0.05
        near = min(abs(abs(scale * row.value) - abs(float(shown))) for scale in (1, 100))
        assert near <= half * (1 + 1e-6) + 1e-9, (identity, text, row.value)


def test_every_number_of_a_number_line_of_printed_output_has_a_row(findings):
    """The appendix for readers of R is traced as the tables are."""
    for output in findings.outputs:
        held = {end for _, end, _ in output.values}
        for begin, line in number_lines(output.text):
            assert all(begin + numeral.end() in held for numeral in NUMERAL.finditer(line))


@pytest.mark.parametrize("style", STYLES)
def test_every_style_is_traced(findings, style):
    """No style of numbers writes a numeral that has no row."""
    page = page_of(render(compose_report(told(findings, style=style, profile="appendix")), "html"))
    assert stray_numerals(page) == []


@pytest.mark.parametrize("profile", PROFILES)
def test_ids_are_given_once_and_links_arrive(pages, profile):
    """No id is there twice, and no link inside the page leads nowhere."""
    page = pages[profile]
    assert len(set(page.ids)) == len(page.ids)
    assert set(page.links) <= set(page.ids)


def program_words(text):
    """Find what only a program says; the plan itself says "None" of its funding."""
    text = text.replace(made_plan().study.funding, "")
    return re.findall(r"\bnan\b|\bNone\b(?! of)|[-\u2212]0\.0+\b(?!\d)|\binf\b", text)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("format", ["html", "md"])
def test_no_page_says_what_only_a_program_says(documents, pages, profile, format):
    """No nan, no None, no signed zero, no infinity in any text of any profile."""
    if format == "html":
        words = "\n".join(text for stack, text in pages[profile].texts if ("style", {}) not in stack)
    else:
        words = re.sub(r"(?s)```.*?```", "", render(documents[profile], format))
    assert not program_words(words)


@pytest.mark.parametrize("profile", ["full", "appendix"])
def test_no_cell_of_a_word_report_is_empty(documents, profile):
    """Every cell of every table says something, be it that it does not apply, or holds a drawing."""
    docx = pytest.importorskip("docx")
    report = docx.Document(BytesIO(render_bytes(documents[profile], "docx")))
    assert report.tables
    for table in report.tables:
        for cell in table._cells:
            assert cell.text.strip() or cell._tc.xpath(".//w:drawing"), [one.text for one in table._cells][:20]
    assert not program_words("\n".join(cell.text for table in report.tables for cell in table._cells))


def test_no_printed_page_says_what_only_a_program_says(documents, tmp_path):
    """The words of the PDF are read back by another program."""
    pytest.importorskip("weasyprint")
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed")
    (tmp_path / "report.pdf").write_bytes(render_bytes(documents["appendix"], "pdf"))
    done = subprocess.run(["pdftotext", "-layout", tmp_path / "report.pdf", "-"], capture_output=True, check=True)
    words = done.stdout.decode("utf-8")
    assert "Table 1" in words
    assert not program_words(words)


def test_empty_tables_hold_no_result(findings):
    """A shell has places for numbers; only what the plan states stands in figures."""
    page = page_of(render(compose_report(told(findings, profile="full"), shell=True), "html"))
    for text, identity in numbers_of(page):
        row = findings.table.row(identity)
        assert row.about.purpose == "plan" or isinstance(row.value, str) or PLACEHOLDER.fullmatch(text), (
            identity,
            text,
        )
    assert stray_numerals(page) == []
