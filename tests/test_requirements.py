"""Requirements: what the kit says rocstats must do, and that nothing public is left without one."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path

import pytest

import rocstats
from rocstats.empirical.rule_words import THRESHOLD_RULES
from rocstats.errors import DataError
from rocstats.methods import REGISTER
from rocstats.methods.multiplicity import ADJUSTMENTS
from rocstats.parametric import FAMILIES, FIT_METHODS
from rocstats.qualification.cases import load_cases
from rocstats.qualification.questions import QUESTIONS
from rocstats.qualification.requirements import REGISTERS, Requirement, load_requirements

KIT = Path(__file__).resolve().parent.parent / "validation"
WORDS = {
    "method": list(REGISTER),
    "family": list(FAMILIES),
    "fit": list(FIT_METHODS),
    "rule": list(THRESHOLD_RULES),
    "adjustment": list(ADJUSTMENTS),
}
# Values of the package that do nothing: its version, its bibliography and its register.
IDLE = {"__version__", "REFERENCES", "REGISTER"}
ONE = """
[[requirement]]
id = "OUR-07"
text = "The report gives the accepted area."
risk = "high"
method = ["delong1988"]
function = ["auc", "method:delong"]
"""


def named() -> set[str]:
    return {name for one in load_requirements() for name in one.functions}


def refusal(tmp_path: Path, text: str) -> str:
    (tmp_path / "requirements.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_requirements(tmp_path)
    return str(caught.value)


def test_every_public_name_belongs_to_a_requirement() -> None:
    """Each function and each class that a user can call is there for a requirement."""
    assert set(rocstats.__all__) - IDLE - named() == set()


@pytest.mark.parametrize("register", REGISTERS)
def test_every_word_of_a_register_belongs_to_a_requirement(register: str) -> None:
    """Each method, family, way of fitting, rule and adjustment is there for a requirement."""
    assert {f"{register}:{word}" for word in WORDS[register]} - named() == set()


def test_requirements_name_only_what_there_is() -> None:
    """Each name of a requirement is public, or a word of its register."""
    there = {*rocstats.__all__, *(f"{register}:{word}" for register in REGISTERS for word in WORDS[register])}
    assert named() - there == set()


def test_every_requirement_that_a_case_names_is_written_down() -> None:
    """Cases name ids that the kit explains."""
    assert {name for case in load_cases() for name in case.requirement} - {r.id for r in load_requirements()} == set()


def test_requirements_come_in_the_order_of_their_ids() -> None:
    """The order does not depend on where in the file one stands."""
    ids = [one.id for one in load_requirements()]
    assert ids == sorted(ids)


def test_requirements_are_found_from_the_kit_and_from_its_cases() -> None:
    """Both folders can be named, and the shipped ones are the default."""
    assert load_requirements(KIT) == load_requirements(KIT / "cases") == load_requirements(str(KIT))
    assert load_requirements() == load_requirements(KIT)


def test_a_requirement_is_read(tmp_path: Path) -> None:
    """Each key becomes the attribute of its name."""
    (tmp_path / "requirements.toml").write_text(ONE, encoding="utf-8")
    assert load_requirements(tmp_path) == (
        Requirement("OUR-07", "The report gives the accepted area.", "high", ("delong1988",), ("auc", "method:delong")),
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"OUR-07"', '"ours"', 'the id of a requirement is "ours"; write it as "AUC-01".'),
        ('"OUR-07"', "7", "id of 7 must be text."),
        ('"The report gives the accepted area."', '" "', "OUR-07 has no text; say what must hold."),
        ('"high"', '"grave"', 'OUR-07: risk is "grave"; it must be high, medium or low.'),
        ('risk = "high"\n', "", "risk of OUR-07 must be text."),
        ('["delong1988"]', '["delong1066"]', 'method names "delong1066", and the bibliography has no such key.'),
        ('["delong1988"]', '"delong1988"', "method of OUR-07 must be a list of texts."),
        ('"method:delong"]', '"metod:delong"]', 'function names "metod:delong"; it must be a public name, or a word'),
        ('"auc", ', '"the auc", ', 'function names "the auc"; it must be a public name'),
        ("function =", "funktion =", "a requirement has no funktion; it may hold id, text, risk, method, function, "),
        ("function = [", 'quantity = "low"\nfunction = [', "quantity of OUR-07 must be a list of texts."),
        ("[[requirement]]", "[requirement]", "it must hold tables [[requirement]], and nothing else."),
        ("[[requirement]]", "[[demand]]", "it must hold tables [[requirement]], and nothing else."),
        ("[[requirement]]", "[[requirement]", "requirements.toml is not TOML: "),
        (ONE, ONE + ONE, "two requirements have the id OUR-07; give each its own."),
        (ONE, "requirement = [3]", "each requirement is a table [[requirement]]."),
    ],
)
def test_a_malformed_requirement_names_its_fault(tmp_path: Path, old: str, new: str, message: str) -> None:
    """A requirement that cannot be read stops the run with a sentence."""
    assert old in ONE
    found = refusal(tmp_path, ONE.replace(old, new))
    assert found.startswith("requirements.toml")
    assert message in found


def test_a_requirement_may_be_about_some_numbers_only() -> None:
    """Names of numbers may hold * for any letters; without names it is about all numbers of its functions."""
    limits = Requirement("OUR-08", "Limits.", "low", (), ("auc",), ("low", "*_low"))
    assert [limits.about(name) for name in ("low", "auc_low", "lowest", "auc")] == [True, True, False, False]
    assert Requirement("OUR-09", "All.", "low").about("anything")


def test_requirements_name_numbers_that_questions_have() -> None:
    """Each name of a number is one that some question gives."""
    numbers = {name for question in QUESTIONS.values() for name in question.values}
    idle = [
        f"{one.id} {pattern}"
        for one in load_requirements()
        for pattern in one.quantities
        if not any(fnmatchcase(name, pattern) for name in numbers)
    ]
    assert idle == []


def test_a_kit_without_requirements_says_so(tmp_path: Path) -> None:
    """A folder without the file is named."""
    with pytest.raises(DataError, match=r"there is no requirements\.toml in "):
        load_requirements(tmp_path)


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    """Bytes that are no UTF-8 are no TOML."""
    (tmp_path / "requirements.toml").write_bytes(b"x = '\xff'")
    with pytest.raises(DataError, match=r"requirements\.toml is not TOML"):
        load_requirements(tmp_path)
