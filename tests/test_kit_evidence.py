"""Evidence of the kit: classes and origins, agreement in digits, coverage of requirements, the list of it all."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats.errors import DataError
from rocstats.qualification.agreement import agreement
from rocstats.qualification.asked_words import requirements_met, words_asked
from rocstats.qualification.cases import Block, load_case
from rocstats.qualification.checks import Check, Finding
from rocstats.qualification.coverage import Covered, coverage, outside_figures
from rocstats.qualification.evidence import CLASSES, KINDS, Evidence
from rocstats.qualification.listing import listing
from rocstats.qualification.printed import Printed
from rocstats.qualification.requirements import Requirement, load_requirements
from rocstats.qualification.runner import validate
from rocstats.qualification.statements import statements
from rocstats.qualification.validation_report import ValidationReport

CASE = """
id = "ours"
title = "Four and four"
source = "Author A. Journal 2020;1:2-3"
place = "Table 2"
kind = "published"
requirement = ["AUC-01", "DELONG-01", "DELONG-03"]

[data]
truth = [1, 1, 1, 1, 0, 0, 0, 0]
scores = [5, 4, 3, 2, 3, 2, 1, 1]

[[expected]]
auc = "0.8750"
standard_error = "0.1250"
low = "0.6300"

[[expected]]
kind = "program"
program = "pROC 1.18.0"
how = "run"
call = "ci.auc(r)"
auc = "0.875"
low = "0.63000450"

[[expected]]
question = "accuracy"
threshold = 3
requirement = ["ACCURACY-01"]
kind = "by hand"
source = "Worked by hand"
sensitivity = "3/4"
"""


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ValidationReport:
    monkeypatch.delenv("ROCSTATS_REFERENCE", raising=False)
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "ours.toml").write_text(CASE, encoding="utf-8")
    (tmp_path / "requirements.toml").write_text(
        (Path(__file__).resolve().parent.parent / "validation" / "requirements.toml").read_text(encoding="utf-8"),
        encoding="utf-8",
    )
    return validate(tmp_path)


# --- Agreement --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "obtained", "absolute", "relative", "lre"),
    [
        ("0.5", 0.4, 0.1, 0.2, -math.log10(0.2)),
        ("0.50", 0.505, 0.005, 0.01, 2.0),
        ("-2.0", -2.002, 0.002, 0.001, 3.0),
        ("7/8", 0.875, 0.0, 0.0, 15.0),
        ("35", 36, 1.0, 1 / 35, math.log10(35)),
        ("0.0", 1e-7, 1e-7, None, 7.0),
        ("0", 0, 0.0, None, 15.0),
        ("0.3333", Fraction(1, 3), 1 / 30000, 1 / 9999, math.log10(9999)),
        ("1.0", 1 + 2**-52, 2.220446049250313e-16, 2.220446049250313e-16, 15.0),
        ("1.0", 101, 100.0, 100.0, -2.0),
    ],
)
def test_the_log_relative_error_counts_the_digits_that_agree(
    printed: str, obtained: Any, absolute: float, relative: float | None, lre: float
) -> None:
    """It is minus the logarithm of the relative distance, of the distance where 0 is stated, and at most 15."""
    found = agreement(obtained, Printed(printed))
    assert found.absolute == pytest.approx(absolute, rel=1e-12)
    assert found.relative == (None if relative is None else pytest.approx(relative, rel=1e-12))
    assert found.lre == pytest.approx(lre, rel=1e-12)


@pytest.mark.parametrize(
    ("printed", "obtained"),
    [
        ("not estimable", None),
        ("0.5", None),
        ("not estimable", 0.5),
        ("edge-points", "edge-points"),
        ("0.5", "edge-points"),
        ("0.5", math.nan),
        ("0.5", math.inf),
    ],
)
def test_words_and_no_numbers_have_no_digits(printed: str, obtained: Any) -> None:
    """Where one of the two is no number there is no distance."""
    found = agreement(obtained, Printed(printed))
    assert (found.absolute, found.relative, found.lre) == (None, None, None)


@given(number=st.floats(1e-300, 1e300), digits=st.integers(2, 14))
def test_a_rounded_number_agrees_to_about_its_printed_digits(number: float, digits: int) -> None:
    """Against k printed digits the log relative error is at least about k, and never above 15."""
    found = agreement(number, Printed(f"{number:.{digits - 1}e}".replace("e+", "e")))
    assert found.lre is not None
    assert digits - 1 + math.log10(2) - 1e-9 <= found.lre <= 15


def test_distances_beyond_the_range_of_floats_are_infinite_or_tiny() -> None:
    """Nothing overflows or underflows on the way."""
    assert agreement(10**400, Printed("1")).absolute == math.inf
    assert agreement(Fraction(1, 10**400), Printed("0")).lre == 15.0


# --- Kinds, classes, origins ------------------------------------------------------------------------------------------


def test_each_kind_has_a_class() -> None:
    """Exact, recomputed, published or recalled, programs, and our own other routes."""
    own = {"program": "pROC 1.18.0", "how": "run", "call": "expected/x.py"}
    classes = {kind: Evidence(kind, "somewhere", **own).value_class for kind in KINDS}
    assert classes == {
        "by hand": "A",
        "recomputed": "B",
        "published": "C",
        "recalled": "C",
        "program": "D",
        "derived": "F",
    }
    assert [kind for kind in KINDS if Evidence(kind, "x", **own).outside] == ["published", "recalled", "program"]


@pytest.mark.parametrize(
    ("program", "origin"),
    [
        ("pROC 1.18.0", "pROC"),
        ("pROC 1.19.0.1, its tests", "pROC"),
        ("R package epiR 2.0.94", "epiR"),
        ("R 4.2.2, stats", "R"),
        ("R wilcox.test, exact", "R"),
        ("R package verification, roc.area", "verification"),
        ("DTComPair (version not recorded)", "DTComPair"),
        ("Stata cii (version not recorded)", "Stata"),
        ("OR-DBM MRMC 2.51", "OR-DBM MRMC"),
    ],
)
def test_a_program_is_one_origin_whatever_its_version(program: str, origin: str) -> None:
    """Two numbers of one program are not independent of each other."""
    assert Evidence("program", "x", program, "run").origin == origin


def test_a_recomputed_number_names_its_script() -> None:
    """Without the script nobody could say how it came about."""
    with pytest.raises(DataError, match="a recomputed number needs call"):
        Evidence("recomputed", "at 60 digits")


def test_a_recomputed_number_is_met_within_its_last_digits() -> None:
    """A relative 1e-12 is allowed, whatever the number of digits that are stated."""
    printed = Printed("0.1234567890123456789012345", relative="1e-12")
    assert printed.met_by(0.12345678901234568)
    assert printed.met_by(0.1234567890124)
    assert not printed.met_by(0.123456789013)
    assert printed.tolerance_text == "relative 1e-12"
    assert not Printed("0.5", "1e-3", "1e-12").met_by(0.502)


# --- What a number is about -------------------------------------------------------------------------------------------


def test_a_value_says_where_it_comes_from_and_how_it_agrees(report: ValidationReport) -> None:
    """Source, place, call, data, class, requirement, risk, tolerance and digits stand beside each number."""
    found = {(c.question, c.quantity, c.evidence): c for c in report.checks}
    error = found["auc", "standard_error", "published"]
    assert (error.source, error.place, error.value_class, error.outside) == (
        "Author A. Journal 2020;1:2-3",
        "Table 2",
        "C",
        True,
    )
    assert (error.requirement, error.risk, error.tolerance) == (("DELONG-01",), "high", "0.00005")
    assert error.function == ("auc", "estimate", "method:delong")
    assert error.dataset == "in the case"
    assert len(error.dataset_sha256) == 64
    assert (error.absolute_difference, error.relative_difference, error.lre) == (0.0, 0.0, 15.0)
    area = found["auc", "auc", "program, run"]
    assert (area.program, area.call, area.origin, area.requirement) == (
        "pROC 1.18.0",
        "ci.auc(r)",
        "pROC",
        ("AUC-01",),
    )
    assert area.place == "Table 2"
    assert found["auc", "low", "published"].requirement == ("DELONG-03",)
    share = found["accuracy, threshold 3", "sensitivity", "by hand"]
    assert (share.place, share.requirement, share.tolerance) == ("", ("ACCURACY-01",), "exact")
    assert share.function == ("accuracy", "counts_at")


def test_the_same_data_have_the_same_digest_in_any_order_of_their_keys(tmp_path: Path) -> None:
    """Canonical JSON of the data does not depend on how a case is written."""
    turned = CASE.replace(
        "truth = [1, 1, 1, 1, 0, 0, 0, 0]\nscores = [5, 4, 3, 2, 3, 2, 1, 1]",
        "scores = [5, 4, 3, 2, 3, 2, 1, 1]\ntruth = [1, 1, 1, 1, 0, 0, 0, 0]",
    )
    digests = []
    for name, text in (("a", CASE), ("b", turned), ("c", CASE.replace("[5, 4,", "[6, 4,"))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ours.toml").write_text(text, encoding="utf-8")
        digests.append({one.dataset_sha256 for one in statements(tmp_path / name)})
    assert digests[0] == digests[1] != digests[2]


def test_a_limit_rests_on_its_method_and_an_estimate_does_not() -> None:
    """The area is the same by all methods; its limits are those of one."""
    block = Block("auc", {"method": "newcombe"}, {}, ())
    assert words_asked(block, "low") == ("auc", "estimate", "method:newcombe")
    assert words_asked(block, "auc") == ("auc", "estimate")
    fit = Block("fit_curve", {"family": "power-law"}, {}, ())
    assert words_asked(fit, "auc") == ("fit_curve", "family:power-law", "fit:maximum-likelihood")
    band = Block("fitted_band", {}, {}, ())
    assert words_asked(band, "low") == ("fitted_band", "family:binormal", "fit:maximum-likelihood")
    assert words_asked(Block("thresholds", {}, {}, ()), "threshold") == ("thresholds", "rule:youden")
    assert words_asked(Block("adjust_pvalues", {"adjust": "bh"}, {}, ()), "pvalue_1") == (
        "adjust_pvalues",
        "adjustment:bh",
    )
    assert words_asked(Block("odds_ratio_of_pairs", {}, {}, ()), "low") == ()


def test_a_number_counts_for_the_requirements_that_it_is_about() -> None:
    """By the word of its method, by its function and its name, or as its block says; else for all of its case."""
    known = {one.id: one for one in load_requirements()}
    of_case = ("AUC-01", "DELONG-01", "DELONG-03", "NEWCOMBE-01")
    block = Block("auc", {"method": "newcombe"}, {}, ())
    assert requirements_met(block, "low", of_case, known) == ("NEWCOMBE-01",)
    assert requirements_met(block, "auc", of_case, known) == ("AUC-01",)
    assert requirements_met(Block("auc", {}, {}, ()), "standard_error", of_case, known) == ("DELONG-01",)
    own = Block("auc", {}, {}, (), requirement=("OUR-01",))
    assert requirements_met(own, "low", of_case, known) == ("OUR-01",)
    assert requirements_met(Block("ks", {}, {}, ()), "d", of_case, known) == of_case
    assert requirements_met(block, "low", ("OUR-01", "OUR-02"), known) == ("OUR-01", "OUR-02")


def test_cases_without_written_requirements_have_no_risk(tmp_path: Path) -> None:
    """A folder of one's own need not explain its ids; a malformed file is not passed over."""
    (tmp_path / "ours.toml").write_text(CASE, encoding="utf-8")
    assert {one.risk for one in statements(tmp_path)} == {""}
    (tmp_path / "requirements.toml").write_text("x = 1", encoding="utf-8")
    with pytest.raises(DataError, match=r"requirements\.toml: it must hold tables"):
        load_requirements(tmp_path)


# --- Coverage ---------------------------------------------------------------------------------------------------------


def test_identical_figures_of_one_origin_count_once(report: ValidationReport) -> None:
    """Another sign or another name does not make a second figure; another origin does."""
    published = [one for one in report.checks if one.evidence == "published"]
    assert len(outside_figures(published)) == 3
    assert len(outside_figures([*published, *published])) == 3
    assert len(outside_figures(report.checks)) == 5


def test_coverage_counts_values_origins_and_checks(report: ValidationReport) -> None:
    """Each requirement and each function has its values by class, its origins and its checks."""
    wanted = (
        Requirement("AUC-01", "The area.", "high", (), ("auc",)),
        Requirement("DELONG-03", "The interval.", "medium", (), ("method:delong",)),
        Requirement("ROBUST-01", "Refusals.", "low", (), ("accuracy",)),
        Requirement("EXPORT-01", "Files.", "low"),
    )
    checks = (
        Check("ERR-ACCURACY-01", ("ROBUST-01",), "error", "accuracy", "It refuses.", lambda: Finding(True, "", "")),
    )
    found = coverage(report.checks, wanted, checks)
    area, interval, robust, export = found.requirements
    assert (area.values, area.outside, area.origins, area.cases) == (
        2,
        2,
        ("Author A. Journal 2020;1:2-3", "pROC"),
        1,
    )
    assert dict(area.by_class) == {**dict.fromkeys(CLASSES, 0), "C": 1, "D": 1}
    assert (interval.values, interval.independent) == (2, True)
    assert (robust.values, robust.checks) == (0, 1)
    assert found.of_checks_only == (robust,)
    assert found.without_evidence == (export,)
    assert found.without_outside_value == (robust, export)
    assert found.of_own_values_only == ()
    functions = {one.name: one for one in found.functions}
    assert (functions["accuracy"].values, functions["accuracy"].checks) == (1, 1)
    assert found.of_fewer_than_two_origins == (functions["accuracy"],)
    assert len(found.rows()) == len(found.tidy()) == 7


def test_coverage_printed_whole(report: ValidationReport) -> None:
    """Requirements with their counts, then what lacks outside evidence, by name."""
    wanted = (
        Requirement("AUC-01", "The area.", "high", (), ("auc",)),
        Requirement("EXPORT-01", "Files.", "low"),
    )
    assert str(coverage(report.checks, wanted)) == (
        "\n"
        "\tCoverage of the requirements\n"
        "\n"
        "data:  2 requirements, 1 of them with an outside value\n"
        "\n"
        "Values by class: A exact arithmetic by hand, B recomputed at 50 or more digits\n"
        "  by an independent formula, C published, or recalled from a publication, D\n"
        "  printed by another program, E property found by simulation, F another route of\n"
        "  our own.\n"
        "\n"
        "requirement  risk  A  B  C  D  E  F  outside  origins  checks\n"
        "AUC-01       high  -  -  1  1  -  -        2        2       -\n"
        "EXPORT-01    low   -  -  -  -  -  -        -        -       -\n"
        "\n"
        "Requirements with values, none of them from outside (0): none.\n"
        "\n"
        "Requirements without a value, which checks stand behind (0): none.\n"
        "\n"
        "Requirements without a value or a check among these (1): EXPORT-01.\n"
        "\n"
        "Functions and methods of fewer than two outside origins (0): none.\n"
    )


# --- The shipped kit --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shipped() -> ValidationReport:
    with pytest.MonkeyPatch.context() as environment:
        environment.delenv("ROCSTATS_REFERENCE", raising=False)
        return validate()


def test_there_are_230_values_from_outside_in_the_kit(shipped: ValidationReport) -> None:
    """At least 230 different figures of others come from the kit's own data, met or differing as known."""
    found = listing(shipped)
    assert found.outside() >= 230
    assert found.waiting == len(shipped.skipped) > 0
    assert sum(one.values for one in found.held) == len(shipped.checks) + len(shipped.skipped) == len(statements())


def test_the_list_names_each_kind_as_what_it_is(shipped: ValidationReport) -> None:
    """Recalled figures are not called published, and our own are not among those from outside."""
    found = listing(shipped)
    outside = {row["evidence"] for row in found.rows() if row["outside"]}
    assert outside == {"published", "recalled", "program, documented", "program, run"}
    own = {row["evidence"] for row in found.rows() if not row["outside"]}
    assert own == {"by hand", "recomputed", "derived"}
    for kind in outside:
        values = [c for c in (*shipped.checks, *shipped.skipped) if c.evidence == kind]
        assert sum(row["values"] for row in found.rows() if row["evidence"] == kind) == len(values)
    text = str(found)
    assert "Recalled is a published figure written down without the source at hand" in text
    assert f"Outside values met or known to differ, kit alone: {found.outside()}\n" in text
    assert max(len(line) for line in text.splitlines()) <= 80


def test_every_high_risk_requirement_about_numbers_has_a_value(shipped: ValidationReport) -> None:
    """What could turn a study's conclusion is held by numbers, but for what only checks or a run can show."""
    found = coverage((*shipped.checks, *shipped.skipped), load_requirements())
    by_checks = (
        "ROBUST",
        "DEGENERATE",
        "INVARIANCE",
        "DETERMINISM",
        "IQ",
        "OQ",
        "PQ",
        "DATA",
        "PLAN",
        "REPORT",
        "RESULTS",
    )
    left = [one.name for one in found.requirements if one.risk == "high" and not one.values]
    assert [name for name in left if name.rpartition("-")[0] not in by_checks] == []


def test_every_program_that_was_run_says_its_call() -> None:
    """Numbers obtained by running a program say what it was asked, but for those written down before."""
    # Written down before a call was asked for; their programs and data are stated.
    before = {"ckbb", "glioma-fdg", "hanley-mcneil-1982", "mason-graham-2002", "mercaldo-2007", "proc-asah-points"}
    silent = {one.case for one in statements() if one.evidence == "program, run" and not one.call}
    assert silent <= before


def test_a_covered_thing_needs_two_origins_to_be_independent() -> None:
    """One program, however many numbers it prints, is one origin."""
    counts = tuple((letter, 0) for letter in CLASSES)
    one = Covered(name="x", cases=1, values=9, by_class=counts, outside=9, origins=("pROC",), checks=0)
    assert not one.independent


def test_a_case_that_names_its_place_and_call_is_read(tmp_path: Path) -> None:
    """Both travel to each value, until another program or another source is named."""
    (tmp_path / "ours.toml").write_text(CASE, encoding="utf-8")
    case = load_case(tmp_path / "ours.toml")
    evidence = [value.evidence for block in case.blocks for value in block.values]
    assert [(one.place, one.call) for one in evidence] == [
        ("Table 2", ""),
        ("Table 2", ""),
        ("Table 2", ""),
        ("Table 2", "ci.auc(r)"),
        ("Table 2", "ci.auc(r)"),
        ("", ""),
    ]
