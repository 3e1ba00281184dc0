"""The pages of a qualification: the verdict first, everything that is not as expected in full, no claim beyond it."""

import re
from dataclasses import replace

import pytest

from rocstats import qualify, render
from rocstats.analysis_results.environment import environment_here
from rocstats.qualification.checks import Check, Finding
from rocstats.qualification_report.deviations import Deviation
from rocstats.qualification_report.installation import Installation
from rocstats.qualification_report.item import Item, accepted
from rocstats.qualification_report.operation import qualify_operation
from rocstats.qualification_report.performance import Performance
from rocstats.qualification_report.qualification import Qualification
from rocstats.qualification_report.signature_page import signature_page
from rocstats.qualification_report.summary_page import summary_page

HOSTILE = "<script>alert(1)</script>=A1\x1b[2J"
CASES = {
    "by-hand.toml": """id = "by-hand"
title = "Two cases and two controls"
source = "Worked by hand"
kind = "by hand"
requirement = ["OUR-01"]
data = {truth = [1, 1, 0, 0], scores = [3, 1, 2, 0]}
expected = {auc = "3/4", low = "0.0"}
[[known_difference]]
auc = "0.5"
reason = "The source counts <b>otherwise</b>."
""",
    "printed.toml": """id = "printed"
title = "Printed by a program"
source = "Its manual"
kind = "program"
program = "pROC 1.18"
how = "documented"
requirement = ["OUR-02"]
data = {truth = [1, 1, 0, 0], scores = [3, 1, 2, 0]}
expected = {auc = "0.75"}
""",
    "waiting.toml": """id = "waiting"
title = "Of data that are elsewhere"
source = "A paper"
kind = "recalled"
requirement = ["OUR-03"]
data = {reference = "asah.csv", truth = "outcome", positive = "Poor", tests = ["s100b"]}
expected = {auc = "0.75"}
""",
}
REQUIREMENTS = "".join(
    f'[[requirement]]\nid = "OUR-0{n}"\ntext = "What {n} is."\nrisk = "{risk}"\nfunction = ["auc"]\n'
    for n, risk in enumerate(("high", "high", "medium", "low", "low"), 1)
)


def line(identity, verdict="passed", part="IQ", **said):
    """Make a line of a part."""
    texts = {"group": "Group", "what": "What it is", "expected": "this", "found": "that"} | said
    return Item(id=identity, part=part, verdict=verdict, requirement=("OUR-05",), **texts)


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """Qualify by a small kit, with a check of each verdict, a file that was changed and a plan that passed."""
    kit = tmp_path_factory.mktemp("kit")
    (kit / "cases").mkdir()
    for name, text in CASES.items():
        (kit / "cases" / name).write_text(text, encoding="utf-8")
    (kit / "requirements.toml").write_text(REQUIREMENTS, encoding="utf-8")
    checks = [
        Check("INV-A", ("OUR-03",), "invariance", "auc", "order is nothing", lambda: Finding(True, "0.5", "0.5")),
        Check("ERR-B", ("OUR-03",), "error", "auc", HOSTILE, lambda: Finding(False, "a refusal", HOSTILE)),
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("ROCSTATS_REFERENCE", raising=False)
        operation = qualify_operation(kit, checks=checks)
    deviation = Deviation(
        id="DEV-1", item="OQ/by-hand/auc/low", justification="Of no consequence.", who="A. Body", date="2026-03-02"
    )
    unused = replace(deviation, id="DEV-2", item="IQ/nothing")
    return Qualification(
        environment=environment_here(),
        time="2026-03-03T10:11:12Z",
        command=("rocstats", "validate"),
        iq=Installation(items=(line("IQ/a"), line("IQ/files/x.py", "failed", found="changed: SHA-256 0a")), files=()),
        oq=replace(operation, whole=True, items=accepted(operation.items, {deviation.item: "DEV-1"})),
        pq=Performance(items=(line("PQ/mine/run", part="PQ"),), plans=("mine",)),
        deviations=(deviation, unused),
    )


@pytest.fixture(scope="module")
def page(found):
    """Write the summary as Markdown."""
    return render(summary_page(found), "md")


def test_give_the_verdict_first(page, found):
    """What failed, of how much, stands below the title; then each part with its counts."""
    before = page.split("## ")[0]
    assert "Failed: 2 of 9 lines did not give what is expected." in before
    assert "2026-03-03 10:11:12 UTC" in before
    assert found.environment.digest in before
    assert page.index("Verdict") < page.index("Failures") < page.index("What was checked")
    assert page.count("2026-03-03") == 1


def test_show_failures_in_full(page):
    """Line, identifier, what was expected, what was found: names from elsewhere steer nothing."""
    part = page.split("Table 1")[2]
    for text in ("IQ/files/x.py", "changed: SHA-256 0a", "OQ/ERR-B", "a refusal"):
        assert text in part
    assert "\x1b" not in page


def test_escape_hostile_words(found):
    """No mark-up from a check or a case reaches the page."""
    html = render(summary_page(found), "html")
    assert "<script>" not in html
    assert "<b>otherwise</b>" not in html
    assert "\x1b" not in html


def test_count_numbers_by_class(page):
    """Outside numbers are counted apart from our own; recalled is called recalled; skipped are told."""
    text = " ".join(page.split())
    assert "4 numbers of 2 cases were computed" in text
    assert "1 of them are from outside" in text
    assert "1 number could not be asked about: the data are not part of the kit." in text
    assert "A: exact arithmetic by hand" in text
    assert "D: printed by another program" in text
    assert "C: published, or recalled from a publication" in text


def test_cover_each_requirement(page):
    """Those without an outside value are named, with what tests them; nobody tests one of them."""
    text = page.split("Requirements without a number from outside")[1]
    assert "OUR-02" not in text.split("##")[0]
    assert re.search(r"OUR-01.*3 numbers of our own", text)
    assert re.search(r"OUR-03.*2 checks", text)
    assert re.search(r"OUR-04.*not by this run", text)
    assert re.search(r"OUR-05.*3 lines", text)


def test_tell_known_differences_and_deviations(page):
    """Each with its reason; a deviation that accepts nothing is said to."""
    text = " ".join(page.split())
    assert "The source counts" in text
    assert "1 number of rocstats differs from the source on purpose" in text
    for words in ("DEV-1", "Of no consequence.", "A. Body", "expected 0.0, found 0.0"):
        assert words in text
    assert "did not fail; the deviation accepts nothing" in text


def test_claim_nothing_beyond(page, found):
    """What it does not prove is listed; it is never called what only an organisation's own procedure can make it."""
    signed = render(signature_page(found, {"oq.json": "0" * 64}), "md")
    assert "What this does not prove" in page
    assert "That a method suits a study." in page
    assert "keeps no accounts, electronic signatures or audit trail" in " ".join(page.split())
    for text in (page, signed):
        assert not re.search(r"\bvalidated\b|\bcomplian(t|ce)\b|\bcertified\b", text, re.I)


def test_sign_by_hand_for_files(found):
    """Three roles, what each signature means, blank lines, the files with their digests, no day but the signer's."""
    page = signature_page(found, {"oq.json": "ab" * 32})
    text = " ".join(render(page, "md").split())
    for role in ("Executed by", "Reviewed by", "Approved by"):
        assert text.count(role) >= 2
    assert "rocstats is no system of electronic records" in text
    assert "ab" * 32 in text
    assert "2026-03-03" not in text
    assert render(page, "html").count(">Signature<") == 3


def test_write_a_page_for_any_part_alone(found):
    """A part that was not run has no section; nothing refers to what is not there."""
    for part in ("iq", "oq", "pq"):
        alone = replace(found, **dict.fromkeys({"iq", "oq", "pq"} - {part}), deviations=())
        page = render(summary_page(alone), "html")
        assert ("Coverage of requirements" in page) is (part == "oq")
        assert "No deviation was stated" in page
    quick = replace(found, oq=replace(found.oq, quick=True, whole=False))
    assert "This was a quick run" in render(summary_page(quick), "md")
    assert "The cases are not those that come with rocstats" in render(summary_page(quick), "md")


def test_say_what_passed(tmp_path):
    """Where nothing failed, the page says so in its first line and has no section on failures."""
    (tmp_path / "printed.toml").write_text(CASES["printed.toml"], encoding="utf-8")
    page = render(summary_page(qualify(oq=True, cases=tmp_path)), "md")
    assert "Passed: each of 1 line gave what is expected" in page
    assert "## Failures" not in page
    assert "No number differs from its source." in page
