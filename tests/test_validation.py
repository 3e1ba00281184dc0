"""Validation: printed numbers, case files, and the run that compares them with what rocstats gives."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
import tomllib
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rocstats
from rocstats.errors import DataError, RocstatsError
from rocstats.methods import REGISTER
from rocstats.qualification.cases import Case, cases_directory, load_case, load_cases
from rocstats.qualification.evidence import KINDS
from rocstats.qualification.inputs import made
from rocstats.qualification.printed import Printed, in_full
from rocstats.qualification.questions import QUESTIONS
from rocstats.qualification.reference_data import references_in
from rocstats.qualification.runner import validate
from rocstats.qualification.statements import statements
from rocstats.qualification.validation_report import ValidationReport

KIT = Path(__file__).resolve().parent.parent / "validation"
HAND = """
id = "hand"
title = "Four and four"
source = "Worked by hand"
kind = "by hand"
requirement = ["AUC-01"]

[data]
truth = [1, 1, 1, 1, 0, 0, 0, 0]
scores = [5, 4, 3, 2, 3, 2, 1, 1]

[expected]
auc = "0.8750"
standard_error = "1/8"
"""


@pytest.fixture(autouse=True)
def no_reference_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kit's own data only, whatever the environment names."""
    monkeypatch.delenv("ROCSTATS_REFERENCE", raising=False)


def run(tmp_path: Path, text: str, name: str = "hand.toml") -> ValidationReport:
    (tmp_path / name).write_text(text, encoding="utf-8")
    return validate(tmp_path)


def refusal(tmp_path: Path, text: str) -> str:
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_case(path)
    return str(caught.value)


@pytest.fixture(scope="module")
def shipped() -> ValidationReport:
    with pytest.MonkeyPatch.context() as environment:
        environment.delenv("ROCSTATS_REFERENCE", raising=False)
        return validate()


# --- When a number is met ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "obtained", "met"),
    [
        ("0.893", 0.8935, True),
        ("0.893", 0.8925, True),
        ("0.893", 0.89350000001, False),
        ("0.893", 0.89249999999, False),
        ("0.8930", 0.8931710615280596, False),
        ("-0.0780", -0.07795698924731181, True),
        ("-0.0780", 0.07795698924731181, False),
        ("6.2e-05", 6.217627e-05, True),
        ("6.2e-05", 6.26e-05, False),
        ("0.016", Fraction(1, 64), True),
        ("0.500", np.float64(0.5), True),
    ],
)
def test_a_decimal_is_met_within_half_a_unit_of_its_last_digit(printed: str, obtained: Any, met: bool) -> None:
    """The ends of the half unit are met, and nothing beyond them."""
    assert Printed(printed).met_by(obtained) is met


@pytest.mark.parametrize(
    ("printed", "obtained", "met"),
    [
        ("35", 35, True),
        ("35", np.int64(35), True),
        ("35", 36, False),
        ("35", 35.4, False),
        ("7/8", 0.875, True),
        ("1/6", 0.16666666666666674, True),
        ("1/6", 0.1666666666667, False),
        ("1/64", Fraction(1, 64), True),
        ("1/64", Fraction(1, 64) + Fraction(1, 10**30), False),
        ("0", 0.0, True),
        ("0", 1e-300, False),
        ("-3/32", -0.09375, True),
    ],
)
def test_whole_numbers_and_fractions_are_exact(printed: str, obtained: Any, met: bool) -> None:
    """Counts and fractions must be equal; a float may carry the rounding of its last operations."""
    assert Printed(printed).met_by(obtained) is met


def test_not_estimable_is_met_by_no_number_and_by_nothing_else() -> None:
    """None stands for a number that the data cannot give; infinities and NaN never meet a printed number."""
    assert Printed("not estimable").met_by(None)
    assert not Printed("not estimable").met_by(0.5)
    assert not Printed("0.5").met_by(None)
    assert not Printed("0.5").met_by(float("nan"))
    assert not Printed("1").met_by(float("inf"))


def test_a_diagnosis_is_met_by_its_own_name_and_by_nothing_else() -> None:
    """The name by which a fit was refused is a value as well; a number never meets it, nor it a number."""
    assert Printed("perfect-separation").met_by("perfect-separation")
    assert not Printed("perfect-separation").met_by("edge-points")
    assert not Printed("perfect-separation").met_by(None)
    assert not Printed("perfect-separation").met_by(1)
    assert not Printed("0.5").met_by("edge-points")
    assert Printed("perfect-separation").tolerance is None
    assert in_full("edge-points", Printed("perfect-separation")) == "edge-points"


def test_a_tolerance_takes_the_place_of_the_half_unit() -> None:
    """A stated tolerance may be wider or narrower than half a unit."""
    assert Printed("0.0305437858", "0.002").met_by(0.0320)
    assert not Printed("0.0305437858", "0.002").met_by(0.0330)
    assert not Printed("0.9", "1e-9").met_by(0.9001)


@given(value=st.floats(-1e6, 1e6).filter(lambda v: v == 0 or abs(v) > 1e-6), digits=st.integers(1, 12))
def test_a_number_meets_its_own_rounding(value: float, digits: int) -> None:
    """Whatever is printed by rounding a float to some decimals is met by that float."""
    printed = f"{Decimal(repr(value)).quantize(Decimal(1).scaleb(-digits)):f}"
    assert Printed(printed).met_by(value)
    assert not Printed(printed).met_by(Fraction(Decimal(repr(value))) + Fraction(11, 10 ** (digits + 1)))


@pytest.mark.parametrize("text", ["", "abc", "0,893", "1.", "NaN", "inf", "1/0", "0.5 ", "0x1", "٣", "1_000"])
def test_what_is_no_printed_number_is_refused(text: str) -> None:
    """A printed number is a decimal, a whole number or a fraction in plain digits."""
    with pytest.raises(DataError, match="is no printed number; write a decimal, a whole number, a fraction or"):
        Printed(text)


@pytest.mark.parametrize("within", ["0", "-0.1", "0.0", "much", "nan"])
def test_a_tolerance_must_be_positive(within: str) -> None:
    """A tolerance that allows nothing or is no number is refused."""
    with pytest.raises(DataError, match="must be a positive decimal"):
        Printed("0.5", within)


def test_obtained_numbers_are_shown_in_full() -> None:
    """All digits of a float, a fraction where a fraction is printed, and words where there is no number."""
    assert in_full(0.1 + 0.2, Printed("0.3")) == "0.30000000000000004"
    assert in_full(np.float64(0.5), Printed("0.5")) == "0.5"
    assert in_full(np.int64(13), Printed("13")) == "13"
    assert in_full(Fraction(1, 64), Printed("1/64")) == "1/64"
    assert in_full(None, Printed("0.5")) == "not estimable"


# --- The cases that come with rocstats --------------------------------------------------------------------------------


def test_every_shipped_number_is_met_or_differs_as_known(shipped: ValidationReport) -> None:
    """This installation gives every number of the shipped cases."""
    assert [f"{c.case} {c.question} {c.quantity}: {c.printed} / {c.obtained} {c.note}" for c in shipped.misses] == []
    assert shipped.passed


def test_the_published_areas_of_the_ovarian_data_are_obtained(shipped: ValidationReport) -> None:
    """The areas, standard errors and chi-squared of the SAS example come out as printed there."""
    found = {
        (c.question, c.quantity): (c.printed, c.verdict) for c in shipped.checks if c.case == "delong-1988-ovarian"
    }
    for question, quantity, printed in [
        ("auc of alb", "auc", "0.7366"),
        ("auc of tp", "auc", "0.6478"),
        ("auc of totscore", "auc", "0.7258"),
        ("auc of alb", "standard_error", "0.0927"),
        ("auc of tp", "standard_error", "0.1000"),
        ("auc of totscore", "standard_error", "0.1028"),
        ("contrast_auc of alb, tp, totscore", "statistic", "2.5340"),
        ("contrast_auc of alb, tp, totscore", "df", "2"),
        ("contrast_auc of alb, tp, totscore", "pvalue", "0.2817"),
    ]:
        assert found[question, quantity] == (printed, "met")


def test_a_case_is_named_as_its_file() -> None:
    """The id of a case finds its file."""
    assert sorted(path.stem for path in KIT.glob("cases/*.toml")) == [case.id for case in load_cases()]


def script(name: str) -> Any:
    """Load a script of the kit, which is no package."""
    spec = importlib.util.spec_from_file_location(name, KIT / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_table_of_evidence_is_that_of_the_cases() -> None:
    """The README's table is the one that the cases make; validation/evidence_table.py writes it."""
    assert (KIT / "README.md").read_text(encoding="utf-8") == script("evidence_table").written()


def test_the_table_of_evidence_names_every_word_of_a_register() -> None:
    """A method without any value stands in the table as well, with none."""
    rows = re.findall(r"^\| `([^`]+)` \|", (KIT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert {f"method:{word}" for word in REGISTER} <= {*rows}


def test_known_differences_are_listed(shipped: ValidationReport) -> None:
    """The README says which cases hold a known difference, and what it is."""
    text = (KIT / "README.md").read_text(encoding="utf-8")
    rows = text.split("Known differences, each")[1].split("## ")[0].splitlines()
    named = {word for row in rows if row.startswith("| `") for word in re.findall(r"`([\w-]+)`", row.split("|")[1])}
    assert named == {case.id for case in load_cases() for block in case.blocks if block.reason}
    assert {c.case for c in shipped.checks if c.verdict == "known difference"} <= named


def test_the_case_of_ones_own_in_the_readme_runs(tmp_path: Path) -> None:
    """The example that the README gives for copying is a case, and its numbers are met."""
    text = (KIT / "README.md").read_text(encoding="utf-8")
    report = run(tmp_path, text.split("```toml\n")[1].split("```")[0], "our-assay.toml")
    assert report.verdict == "3 values of 1 case: 3 met, none missed"


def test_the_ovarian_data_are_the_43_complete_records() -> None:
    """The file holds 31 and 12 patients, four columns, and the direction that its README states."""
    lines = (KIT / "data" / "ovarian.csv").read_text(encoding="utf-8").splitlines()
    rows = [line.split(",") for line in lines[1:]]
    assert lines[0] == "alb,tp,totscore,popind"
    assert (len(rows), [row[3] for row in rows].count("1")) == (43, 31)
    cases, controls = ([Decimal(row[2]) for row in rows if row[3] == group] for group in ("1", "0"))
    won = sum(Fraction(1 if x < y else 0) + Fraction(int(x == y), 2) for x in cases for y in controls)
    assert won / (len(cases) * len(controls)) == Fraction(45, 62)


def test_every_file_of_a_case_has_a_digest_a_licence_and_a_source() -> None:
    """The list of files names each that a case reads; shipped ones have the digest that is stated."""
    listed = {
        one["name"]: one for one in tomllib.loads((KIT / "data" / "files.toml").read_text(encoding="utf-8"))["file"]
    }
    used = {one.dataset.removeprefix("reference/") for one in statements() if one.dataset != "in the case"}
    assert used <= {*listed}
    for one in listed.values():
        assert set(one) == {"name", "shipped", "sha256", "licence", "source"}
        path = KIT / "data" / one["name"]
        assert path.is_file() is one["shipped"]
        if one["shipped"]:
            assert hashlib.sha256(path.read_bytes()).hexdigest() == one["sha256"]
            assert one["sha256"] in (KIT / "data" / "README.md").read_text(encoding="utf-8")


def test_no_number_recalled_or_derived_is_called_published() -> None:
    """Each number says what kind of evidence it is, in one of the words for it."""
    kinds = {value.evidence.kind for case in load_cases() for block in case.blocks for value in block.values}
    assert kinds <= set(KINDS)
    recalled = {
        (case.id, value.evidence.kind)
        for case in load_cases()
        for block in case.blocks
        for value in block.values
        if case.id == "delong-1988-ovarian"
    }
    assert recalled == {("delong-1988-ovarian", "recalled"), ("delong-1988-ovarian", "derived")}


# --- The run ----------------------------------------------------------------------------------------------------------


def test_a_wrong_digit_is_a_miss(tmp_path: Path) -> None:
    """One digit changed in a case is found, and the report says which."""
    report = run(tmp_path, HAND.replace("0.8750", "0.8751"))
    assert not report.passed
    (miss,) = report.misses
    assert (miss.case, miss.quantity, miss.printed, miss.obtained, miss.verdict) == (
        "hand",
        "auc",
        "0.8751",
        "0.875",
        "miss",
    )
    assert report.verdict == "2 values of 1 case: 1 met, 1 MISSED"
    assert "note: hand, auc: auc is printed as 0.8751; 0.875 was obtained." in str(report)


def without_reference(case: Case) -> bool:
    return not any(references_in(block.data) for block in case.blocks)


@pytest.mark.parametrize("case", [case for case in load_cases() if without_reference(case)], ids=lambda case: case.id)
def test_every_shipped_case_can_miss(case: Case, tmp_path: Path) -> None:
    """A case whose first number is moved by more than its tolerance does not pass."""
    text = (KIT / "cases" / f"{case.id}.toml").read_text(encoding="utf-8").replace("../data/", f"{KIT}/data/")
    first = next(value for block in case.blocks for value in block.values)
    old = first.printed.text
    new = (
        f"{old.split('/')[0]}7/{old.split('/')[1]}"
        if "/" in old
        else f"{old}7"
        if "." not in old
        else moved(first.printed)
    )
    start = text.index("[[expected]]")
    changed = text[:start] + re.sub(f'"{re.escape(old)}"', f'"{new}"', text[start:], count=1)
    assert [miss.printed for miss in run(tmp_path, changed, f"{case.id}.toml").misses] == [new]


def moved(printed: Printed) -> str:
    """Move a decimal by more than twice what it may be away."""
    number, tolerance = Decimal(printed.text), printed.tolerance
    assert tolerance is not None
    step = max(Decimal(1).scaleb(int(number.as_tuple().exponent)), Decimal(tolerance.numerator) / tolerance.denominator)
    return f"{(number + 3 * step).quantize(number):f}"


def test_a_known_difference_that_is_gone_is_a_miss(tmp_path: Path) -> None:
    """A case that claims a difference where there is none says something untrue."""
    claim = '\n[[known_difference]]\nauc = "0.8750"\nreason = "They count ties as losses."\n'
    report = run(tmp_path, HAND + claim)
    (miss,) = report.misses
    assert miss.note == "A difference was known and is gone: They count ties as losses."


def test_a_known_difference_passes_with_its_reason(tmp_path: Path) -> None:
    """What a source prints otherwise on purpose is shown beside what rocstats gives, and does not fail the run."""
    claim = '\n[known_difference]\nauc = "0.8125"\nreason = "They count ties as losses."\n'
    report = run(tmp_path, HAND + claim)
    assert report.passed
    assert report.verdict == "3 values of 1 case: 2 met, none missed, 1 known difference"
    assert [(c.verdict, c.note) for c in report.checks][-1] == ("known difference", "They count ties as losses.")


def test_a_refused_question_is_a_miss_that_says_why(tmp_path: Path) -> None:
    """A question that rocstats refuses leaves its numbers without an answer."""
    report = run(tmp_path, HAND.replace("[expected]", '[expected]\nmethod = "magic"'))
    assert [c.obtained for c in report.checks] == ["no answer", "no answer"]
    assert report.misses[0].note.startswith('there is no method "magic"; there are delong, delong-logit, ')


def test_data_that_are_refused_are_a_miss(tmp_path: Path) -> None:
    """Data that the door turns away leave their numbers without an answer, and the other cases run on."""
    (tmp_path / "other.toml").write_text(HAND.replace('"hand"', '"other"'), encoding="utf-8")
    report = run(tmp_path, HAND.replace("truth = [1, 1,", "truth = [2, 1,"))
    assert [(c.case, c.verdict) for c in report.checks] == [
        ("hand", "miss"),
        ("hand", "miss"),
        ("other", "met"),
        ("other", "met"),
    ]
    assert "truth needs two values" in report.misses[0].note


def test_a_method_of_chance_needs_a_seed(tmp_path: Path) -> None:
    """A case that draws at random without a seed would not give one number."""
    report = run(tmp_path, HAND.replace("[expected]", '[expected]\nmethod = "bootstrap-percentile"'))
    assert report.misses[0].note == 'method "bootstrap-percentile" draws at random; give the case a seed.'


def test_the_same_run_gives_the_same_report(shipped: ValidationReport) -> None:
    """Two runs print the same text and hold the same rows."""
    again = validate()
    assert (str(again), again.rows()) == (str(shipped), shipped.rows())


def test_the_printed_report_whole(tmp_path: Path) -> None:
    """Each case with its source, printed and obtained numbers, kind and verdict; counts by kind; the outcome."""
    report = run(tmp_path, HAND + '\n[known_difference]\nauc = "0.8125"\nreason = "They count ties as losses."\n')
    versions = ", ".join(f"{name} {version}" for name, version in report.versions)
    # How many versions stand on a line depends on the versions.
    assert str(report).replace("\n        ", " ") == (
        "\n"
        "\tReference cases\n"
        "\n"
        "data:  3 printed values\n"
        f"       {versions}\n"
        "\n"
        "hand: Four and four\n"
        "  source: Worked by hand\n"
        "quantity          printed  obtained  evidence  verdict\n"
        "auc\n"
        "  auc              0.8750     0.875  by hand   met\n"
        "  standard_error      1/8     0.125  by hand   met\n"
        "  auc              0.8125     0.875  by hand   differs\n"
        "  auc: They count ties as losses.\n"
        "\n"
        "Values by evidence:\n"
        "evidence  values  met  differ  missed\n"
        "by hand        3    2       1       0\n"
        "\n"
        "3 values of 1 case: 2 met, none missed, 1 known difference\n"
    )


def test_the_printed_report_fits_100_columns(shipped: ValidationReport) -> None:
    """Lines of the shipped report stay within 100 columns."""
    assert max(len(line) for line in str(shipped).splitlines()) <= 100


def test_the_rows_are_strict_json(shipped: ValidationReport) -> None:
    """Rows hold text, finite numbers and None only, one per printed number."""
    content = json.loads(json.dumps(shipped.to_dict(), allow_nan=False))
    assert len(content["rows"]) == len(shipped.checks) == len(shipped.tidy())
    first = content["rows"][0]
    assert list(first) == [
        *("case", "title", "source", "question", "quantity", "printed", "within", "obtained", "evidence", "program"),
        *("requirement", "verdict", "note"),
        *("value_class", "origin", "place", "call", "function", "risk", "dataset", "dataset_sha256"),
        *("absolute_difference", "relative_difference", "lre", "tolerance"),
    ]
    assert first["case"] == "agresti-approval"


def test_names_from_a_case_cannot_steer_the_terminal_or_the_page(tmp_path: Path) -> None:
    """Control characters in titles and names are written out, and mark-up is escaped in a notebook."""
    hostile = HAND.replace("Four and four", "\\u001b[2J<script>\\nx").replace(
        "scores = [5, 4, 3, 2, 3, 2, 1, 1]", 'scores = { "<b>\\u0007" = [5, 4, 3, 2, 3, 2, 1, 1] }'
    )
    report = run(tmp_path, hostile.replace("[expected]", '[expected]\ntests = ["<b>\\u0007"]'))
    assert report.passed
    assert "hand: \\x1b[2J<script>\\nx" in str(report)
    assert "\x1b" not in str(report)
    assert "\x07" not in str(report)
    assert "<script>" not in report._repr_html_()


def test_validate_is_public() -> None:
    """The run is found at the roof of the package."""
    assert rocstats.validate is validate


# --- Where cases are --------------------------------------------------------------------------------------------------


def test_shipped_cases_are_found_beside_the_package() -> None:
    """A checkout has its cases beside the package."""
    assert cases_directory() == KIT / "cases"


def test_installed_cases_are_found_inside_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package has its cases inside, and they go before any beside it."""
    (tmp_path / "package" / "validation" / "cases").mkdir(parents=True)
    (tmp_path / "validation" / "cases").mkdir(parents=True)
    monkeypatch.setattr("rocstats.qualification.cases._PACKAGE", tmp_path / "package")
    assert cases_directory() == tmp_path / "package" / "validation" / "cases"


def test_missing_cases_are_an_error_that_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without cases there is nothing to run, and an empty run is not a passed one."""
    monkeypatch.setattr("rocstats.qualification.cases._PACKAGE", tmp_path / "package")
    with pytest.raises(DataError, match="are not installed with rocstats; name a directory that holds them"):
        validate()
    with pytest.raises(DataError, match="there are no cases"):
        validate(tmp_path)
    with pytest.raises(DataError, match="there are no cases"):
        validate(tmp_path / "nowhere")


def test_a_directory_may_hold_cases_itself_or_in_a_folder_of_that_name(tmp_path: Path) -> None:
    """Both the kit and its folder of cases can be named."""
    assert len(load_cases(KIT)) == len(load_cases(KIT / "cases")) == len(load_cases(str(KIT)))


def test_two_cases_of_one_id_are_refused(tmp_path: Path) -> None:
    """An id stands for one case."""
    (tmp_path / "copy.toml").write_text(HAND, encoding="utf-8")
    (tmp_path / "hand.toml").write_text(HAND, encoding="utf-8")
    with pytest.raises(DataError, match='two cases have the id "hand"; give each its own'):
        load_cases(tmp_path)


# --- Malformed cases --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('id = "hand"\n', "", "bad.toml: id must be text."),
        ('id = "hand"', "id = 4", "bad.toml: id must be text."),
        ('title = "Four and four"\n', 'titel = "x"\n', "bad.toml: the case has no titel; it may hold id, title, "),
        ('kind = "by hand"', 'kind = "seen"', 'kind is "seen"; it must be by hand, recomputed, published, '),
        ('kind = "by hand"', 'kind = "program"', 'needs program = "name and version" and how = documented or run.'),
        (
            'kind = "by hand"',
            'kind = "program"\nprogram = "pROC 1.18.0"\nhow = "guessed"',
            "how = documented or run.",
        ),
        ('requirement = ["AUC-01"]', "requirement = []", 'requirement must be a list of ids such as ["AUC-01"].'),
        ('requirement = ["AUC-01"]', 'requirement = "AUC-01"', "requirement must be a list of ids"),
        ("[data]", "[datum]", "the case has no datum"),
        ("[expected]", "[expcted]", "the case has no expcted"),
        (
            'auc = "0.8750"\nstandard_error = "1/8"\n',
            "",
            "auc states no value; it may state auc, standard_error, low, ",
        ),
        ('auc = "0.8750"', "auc = 0.8750", "printed must be text. Write numbers as they are printed, in quotation"),
        ('auc = "0.8750"', 'auc = "0,875"', '"0,875" is no printed number'),
        ('auc = "0.8750"', 'area = "0.8750"', "auc has no area; it may hold question, requirement, "),
        (
            'auc = "0.8750"',
            'question = "oracle"\nauc = "0.8750"',
            'there is no question "oracle"; there are accuracy, ',
        ),
        ('auc = "0.8750"', 'auc = { printed = "0.87", within = "0.1" }', "auc has a tolerance of its own; say why"),
        ('auc = "0.8750"', 'auc = { digits = "0.87" }', "auc has no digits; it may hold printed, within, note, "),
        ('auc = "0.8750"', 'auc = { note = "x" }', "auc: printed must be text."),
        ("[expected]", "[known_difference]", "reason must be text."),
        ("[expected]", "[expected]\ndata = { truth = [1, 0], scores = [2, 1] }", "about must be text."),
        ("[expected]", "[expected]\ndata = 3", "data of auc must be a table."),
        ("scores = [5,", "scores = [5;", "bad.toml is not TOML: "),
    ],
)
def test_a_malformed_case_names_its_file_and_its_fault(tmp_path: Path, old: str, new: str, message: str) -> None:
    """A case that cannot be read stops the run with a sentence, rather than being passed over."""
    assert old in HAND
    assert message in refusal(tmp_path, HAND.replace(old, new))


def test_a_case_without_expectations_is_refused(tmp_path: Path) -> None:
    """A case that states nothing proves nothing."""
    assert "there is no [expected] value" in refusal(tmp_path, HAND.split("[expected]")[0])
    assert "expected must be a table" in refusal(tmp_path, HAND.split("[data]")[0] + "expected = 3\n[data]\n")


def test_a_case_that_is_not_text_is_refused(tmp_path: Path) -> None:
    """Bytes that are no UTF-8 are no TOML."""
    path = tmp_path / "bad.toml"
    path.write_bytes(b"id = '\xff\xfe'")
    with pytest.raises(DataError, match=r"bad\.toml is not TOML"):
        load_case(path)


def test_data_of_no_kind_are_refused_with_the_kinds_there_are() -> None:
    """Keys that do not belong together are named, and so is what could be given."""
    with pytest.raises(DataError) as caught:
        made({"truth": [1, 0], "cases": [1]}, Path())
    assert str(caught.value) == (
        "data holds cases, truth; it must hold one of: scores, truth; cases, controls; ratings; file, tests, truth; "
        "reference, tests, truth; class_columns, reference, truth; first, second; subgroups; "
        "class_scores, truth; grouped_cases, grouped_controls; fn, fp, tn, tp; "
        "paired_cases, paired_controls; pairs; square; successes, total; auc, n_cases, n_controls; "
        "sensitivity, specificity; pvalues."
    )
    with pytest.raises(DataError, match="data holds nothing"):
        made({}, Path())


def test_a_file_that_is_not_there_is_named() -> None:
    """The file of a case lies where the case says, seen from the case."""
    with pytest.raises(DataError, match=r"there is no file gone\.csv beside the case"):
        made({"file": "gone.csv", "truth": "t", "tests": ["x"]}, KIT)


@pytest.mark.parametrize(
    ("question", "data", "needs"),
    [
        ("auc", {"tp": 1, "fp": 1, "fn": 1, "tn": 1}, "scores of cases and controls"),
        ("accuracy", {"cases": [1], "controls": [0]}, "a 2x2 table, or scores and a threshold"),
        ("proportion", {"cases": [1], "controls": [0]}, "successes and a total"),
        ("auc_from_summary", {"cases": [1], "controls": [0]}, "an AUC and two counts"),
        ("multiclass_auc", {"cases": [1], "controls": [0]}, "a score for each class"),
        ("compare_subgroups", {"cases": [1], "controls": [0]}, "samples by subgroup"),
        ("cohen_kappa", {"successes": 1, "total": 2}, "a square table"),
        ("ratio", {"successes": 1, "total": 2}, "a table of pairs, or successes and total of two groups"),
        ("odds_ratio_of_pairs", {"successes": 1, "total": 2}, "a table of pairs"),
        ("compare_accuracy", {"pairs": [[1, 2], [3, 4]]}, "paired tables of cases and controls, or two 2x2 tables"),
        ("noninferiority", {"pairs": [[1, 2], [3, 4]]}, "scores of cases and controls"),
        ("adjust_pvalues", {"pairs": [[1, 2], [3, 4]]}, "p-values"),
        ("ks", {"tp": 1, "fp": 1, "fn": 1, "tn": 1}, "scores of cases and controls"),
    ],
)
def test_a_question_says_what_data_it_takes(question: str, data: dict[str, Any], needs: str) -> None:
    """Data of another kind are refused with the kind that is needed."""
    with pytest.raises(DataError, match=f"this question takes {needs}, and the data hold something else"):
        QUESTIONS[question].ask(made(data, Path()))


def test_several_best_thresholds_are_no_single_number() -> None:
    """Where optima are tied, a case cannot state the threshold as one number."""
    points = QUESTIONS["operating_points"].ask(made({"cases": [3, 2], "controls": [2, 1]}, Path()))
    assert QUESTIONS["operating_points"].values["youden_optima"](points) == 2
    with pytest.raises(DataError, match="2 thresholds share the largest Youden index"):
        QUESTIONS["operating_points"].values["threshold"](points)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            {"first": {"successes": 1, "total": 2}, "second": {"cases": [1], "controls": [0]}},
            "data.first and data.second must both be scores, both 2x2 tables or both successes and totals",
        ),
        (
            {"subgroups": {"women": {"successes": 1, "total": 2}}},
            "each of data.subgroups must be scores of cases and controls",
        ),
    ],
)
def test_data_in_parts_must_be_alike(data: dict[str, Any], message: str) -> None:
    """Two groups, and all subgroups, are of one kind."""
    with pytest.raises(DataError, match=message):
        made(data, Path())


def test_a_method_of_a_difference_must_fit_its_table() -> None:
    """A method for pairs does not judge two groups, nor the reverse."""
    groups = made({"first": {"successes": 1, "total": 2}, "second": {"successes": 1, "total": 2}}, Path())
    pairs = made({"pairs": [[1, 2], [3, 4]]}, Path())
    with pytest.raises(DataError, match='method "tango" is for pairs'):
        QUESTIONS["difference"].ask(groups, method="tango")
    with pytest.raises(DataError, match='method "mee" is for two groups'):
        QUESTIONS["difference"].ask(pairs, method="mee")
    with pytest.raises(DataError, match=r'there is no method "wilson"; there are tango, newcombe-paired, '):
        QUESTIONS["difference"].ask(pairs, method="wilson")


def test_a_refused_fit_answers_with_its_diagnosis_alone(tmp_path: Path) -> None:
    """Where the data determine no curve a case states the diagnosis; a number asked for there is missed, with why."""
    fit = '[expected]\nquestion = "fit_binormal"\n'
    refused = HAND.replace("[5, 4, 3, 2, 3, 2, 1, 1]", "[8, 7, 6, 5, 4, 3, 2, 1]").split("[expected]")[0] + fit
    assert run(tmp_path, f'{refused}refused = "perfect-separation"\n').passed
    (miss,) = run(tmp_path, f'{refused}refused = "edge-points"\n').misses
    assert miss.obtained == "perfect-separation"
    (miss,) = run(tmp_path, f'{refused}auc = "1"\n').misses
    assert miss.obtained == "no answer"
    assert miss.note.startswith("all cases score above all controls")
    fitted = HAND.split("[expected]")[0] + fit
    (miss,) = run(tmp_path, f'{fitted}refused = "edge-points"\n').misses
    assert miss.obtained == "not estimable"


@pytest.mark.parametrize(
    ("options", "number", "message"),
    [
        ({"family": "circular"}, "auc", 'there is no family "circular"; there are binormal, '),
        ({"method": "wilson"}, "auc", 'there is no method "wilson"; there are maximum-likelihood, '),
        ({"method": "placement-glm"}, "auc", 'method "placement-glm" draws at random; give the case a seed'),
        ({"method": "normal-theory", "interval": "generalised"}, "auc", 'method "normal-theory" draws at random'),
        ({"interval": "delta"}, "auc", "only normal theory has several intervals of the area"),
        ({}, "tpf", r"tpf needs an FPF to be read at, such as fpf = 0\.1"),
        ({"fpf": 0.1}, "partial_area", r"partial_area needs a band of FPF, such as fpf = \[0, 0\.2\]"),
        ({}, "bound_7", "there is no bound 7; these categories have 4"),
        ({"method": "normal-theory"}, "bound_1", "only a fit of ratings has category bounds"),
        ({}, "exponent", "only a fit after a Box-Cox transformation has an exponent"),
        ({}, "mu", "a binormal curve has no index 'mu'"),
    ],
)
def test_a_question_about_a_curve_says_what_it_lacks(options: dict[str, Any], number: str, message: str) -> None:
    """Words that are none, and numbers that a fit does not have, are refused with what there is."""
    data = made({"ratings": {"controls": [33, 6, 6, 11, 2], "cases": [3, 2, 2, 11, 33]}}, Path())
    question = QUESTIONS["fit_curve"]
    with pytest.raises(RocstatsError, match=message):
        question.values[number](question.ask(data, **options))


def test_other_intervals_of_the_area_can_be_asked_for() -> None:
    """Normal theory has three; a drawn one takes the seed of the case."""
    data = made({"cases": [3, 5, 4, 6, 2], "controls": [1, 3, 2, 4, 0]}, Path())
    question = QUESTIONS["fit_binormal"]
    lows = [
        question.values["auc_low"](question.ask(data, method="normal-theory", **options))
        for options in ({}, {"interval": "reiser-guttman"}, {"interval": "generalised", "seed": 1})
    ]
    assert len(set(lows)) == 3
    partial = QUESTIONS["fit_binormal"].ask(data, method="normal-theory", fpf=[0, 0.5])
    assert 0.125 < question.values["partial_area"](partial) < 0.5


def test_a_table_has_the_rows_that_it_has() -> None:
    """A row beyond the end of a gains table is refused."""
    data = made({"grouped_cases": [3, 1], "grouped_controls": [1, 4]}, Path())
    with pytest.raises(DataError, match="row is 3; the table has rows 1 to 2"):
        QUESTIONS["gains"].ask(data, row=3)


def test_several_best_choices_are_no_single_threshold() -> None:
    """Where a rule has several optima, a case states how many there are."""
    found = QUESTIONS["thresholds"].ask(made({"cases": [3, 2], "controls": [2, 1]}, Path()))
    assert QUESTIONS["thresholds"].values["optima"](found) == 2
    with pytest.raises(DataError, match="2 thresholds are best; state how many, not which"):
        QUESTIONS["thresholds"].values["threshold"](found)


def test_questions_leave_the_names_of_evidence_alone() -> None:
    """No option or number is called as a key that every block of a case has."""
    own = {"question", "requirement", "data", "about", "reason"}
    own |= {"kind", "source", "place", "program", "how", "call"}
    for name, question in QUESTIONS.items():
        assert not own & {*question.options, *question.values}, name
        assert not set(question.options) & set(question.values), name
