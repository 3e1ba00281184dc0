"""The public names: what ``import rocstats`` offers, how each is documented, and the works that are cited."""

import ast
import dataclasses
import importlib
import inspect
import re
import tomllib
import unicodedata
from pathlib import Path

import pytest

import rocstats
from rocstats import REFERENCES, REGISTER, RocstatsError
from rocstats.parametric import FAMILIES, FIT_METHODS

PACKAGE = Path(rocstats.__file__).parent
NAMES = [name for name in rocstats.__all__ if name != "__version__"]
THINGS = {name: getattr(rocstats, name) for name in NAMES}
FUNCTIONS = {name: thing for name, thing in THINGS.items() if inspect.isfunction(thing)}
CLASSES = {
    name: thing for name, thing in THINGS.items() if inspect.isclass(thing) and not issubclass(thing, RocstatsError)
}
ERRORS = {name: thing for name, thing in THINGS.items() if inspect.isclass(thing) and issubclass(thing, RocstatsError)}
KEY = re.compile(r"[a-z]+(?:19|20)\d\d[a-z]?")


def sections(docstring):
    """Return the sections of a numpydoc docstring by their titles; what stands before them is under ''."""
    found, title = {"": []}, ""
    lines = inspect.cleandoc(docstring).splitlines()
    for i, line in enumerate(lines):
        underlined = i + 1 < len(lines) and re.fullmatch(r"-{3,}", lines[i + 1])
        if underlined:
            title = line.strip()
            found[title] = []
        elif not re.fullmatch(r"-{3,}", line):
            found[title].append(line)
    return found


def documented(lines):
    """Return the names at the head of each entry of a Parameters section."""
    heads = [line.split(" : ")[0] for line in lines if line and not line.startswith(" ")]
    return [name.strip().lstrip("*") for head in heads for name in head.split(",")]


# Names


def test_names_are_sorted_and_listed_once():
    """The version first, then every name in its order."""
    assert rocstats.__all__ == ["__version__", *sorted(set(NAMES))]


def test_the_stub_lists_the_same_names_from_the_same_rooms():
    """Type checkers and editors see what is there, each name exported on purpose."""
    stub = ast.parse((PACKAGE / "__init__.pyi").read_text(encoding="utf-8"))
    listed = {}
    for node in stub.body:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                assert alias.name == alias.asname, f"{alias.name} is exported as itself"
                assert alias.name not in listed, f"{alias.name} is listed twice"
                listed[alias.name] = node.module
    assert listed == {name: f"rocstats.{room}" for name, room in rocstats._HOME.items()}
    declared = {node.target.id for node in stub.body if isinstance(node, ast.AnnAssign)}
    assert declared == {"__version__", "__all__"}


@pytest.mark.parametrize("name", NAMES)
def test_each_name_is_found_in_its_room(name):
    """What the package offers is the very thing that its room defines."""
    room = importlib.import_module(f"rocstats.{rocstats._HOME[name]}")
    assert getattr(room, name) is THINGS[name]
    if name in FUNCTIONS or name in CLASSES or name in ERRORS:
        assert THINGS[name].__module__ == room.__name__
        assert THINGS[name].__name__ == name


def test_the_names_can_be_looked_up_and_imported():
    """dir() and import * give exactly these; another name is an AttributeError in words."""
    assert dir(rocstats) == sorted(rocstats.__all__)
    space = {}
    exec("from rocstats import *", space)
    assert set(rocstats.__all__) <= set(space)
    with pytest.raises(AttributeError, match=r"^module 'rocstats' has no attribute 'roc_auc_score'$"):
        rocstats.roc_auc_score  # noqa: B018
    with pytest.raises(ImportError, match="roc_auc_score"):
        exec("from rocstats import roc_auc_score", {})


def test_the_version_is_that_of_the_distribution():
    """It is written in one place, from which the distribution reads it."""
    project = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["dynamic"] == ["version"]
    place = PACKAGE.parent / project["tool"]["hatch"]["version"]["path"]
    assert f'__version__ = "{rocstats.__version__}"' in place.read_text(encoding="utf-8")


# Docstrings


@pytest.mark.parametrize("name", [*FUNCTIONS, *CLASSES, *ERRORS])
def test_each_docstring_begins_with_one_sentence(name):
    """A sentence on one line, that ends."""
    first = sections(THINGS[name].__doc__)[""][0]
    assert first.endswith(".")
    assert first[0].isupper()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_function_documents_exactly_its_parameters(name):
    """Every parameter, in the order of the signature, and none that is not there."""
    parameters = list(inspect.signature(FUNCTIONS[name]).parameters)
    found = sections(FUNCTIONS[name].__doc__)
    assert documented(found.get("Parameters", [])) == parameters


@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_function_says_what_it_returns(name):
    """A Returns section, but for a function that returns nothing."""
    returns = inspect.signature(FUNCTIONS[name]).return_annotation
    assert returns in (None, "None") or "Returns" in sections(FUNCTIONS[name].__doc__)


@pytest.mark.parametrize("name", CLASSES)
def test_each_class_documents_only_parameters_that_it_takes(name):
    """What the docstring of a class names can be given to it."""
    taken = set(inspect.signature(CLASSES[name]).parameters)
    named = documented(sections(CLASSES[name].__doc__).get("Parameters", []))
    assert set(named) <= taken
    if dataclasses.is_dataclass(CLASSES[name]) and taken:
        assert set(named) == taken


@pytest.mark.parametrize("name", [*FUNCTIONS, *CLASSES])
def test_each_public_thing_has_an_example_that_runs(name):
    """An Examples section with a prompt; that it gives what it says is checked where doctests run."""
    examples = "\n".join(sections(THINGS[name].__doc__).get("Examples", []))
    assert ">>> " in examples


# Works cited


def cited():
    """Give each key that the package cites, with its place: in brackets in docstrings, alone in cards."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.name == "references.py":
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if KEY.fullmatch(node.value):
                    yield node.value, path.name
                for bracketed in re.findall(r"\[([^\[\]\s]+)\]", node.value):
                    if KEY.fullmatch(bracketed):
                        yield bracketed, path.name


def test_each_key_that_is_cited_exists():
    """No docstring and no card points to a work that the bibliography does not have."""
    missing = {(key, place) for key, place in cited() if key not in REFERENCES}
    assert not missing


def test_each_work_is_cited():
    """The bibliography holds nothing that nobody cites."""
    assert set(REFERENCES) == {key for key, _ in cited()}


def test_the_bibliography_is_in_order_and_complete():
    """Keys ascend, begin with the first author and end with the year; every work says where it was published."""
    assert list(REFERENCES) == sorted(REFERENCES)
    for key, work in REFERENCES.items():
        author, year = re.fullmatch(r"([a-z]+)(\d{4})[a-z]?", key).groups()
        bare = unicodedata.normalize("NFKD", work.authors).encode("ascii", "ignore").decode()
        assert re.sub(r"\W", "", bare).lower().startswith(author)
        assert year in work.place
        assert work.title
        assert work.source
        assert not work.title.endswith(".")
        assert not work.authors.endswith(".")
        assert work.url == "" or work.url.startswith("https://")


def test_a_work_is_printed_as_one_sentence_after_the_other():
    """Authors, title, source and place; a title that asks keeps its question mark."""
    assert str(REFERENCES["delong1988"]) == (
        "DeLong ER, DeLong DM, Clarke-Pearson DL. Comparing the areas under two or more correlated receiver operating "
        "characteristic curves: a nonparametric approach. Biometrics 1988;44:837–845."
    )
    assert REFERENCES["delong1988"].link == "doi:10.2307/2531595"
    assert REFERENCES["redolfi2026"].link == "arXiv:2605.00926"
    assert all("?." not in str(work) and ".." not in str(work) for work in REFERENCES.values())


# The registers


def test_the_register_goes_by_the_word_of_each_card():
    """The word of the command line is the id on the card, and no two methods share a word or a name."""
    cards = {word: method.card for word, method in REGISTER.items()}
    assert all(card.id == word for word, card in cards.items())
    assert len({card.name for card in cards.values()}) == len(cards)
    for card in cards.values():
        assert card.sentence[0].isupper()
        assert not card.sentence.endswith(".")
        assert card.references
        assert set(card.references) <= set(REFERENCES)


@pytest.mark.parametrize("word", REGISTER)
def test_a_method_documents_the_works_on_its_card(word):
    """What the card cites, the docstring of the method or of its room cites too."""
    method = type(REGISTER[word])
    text = f"{method.__doc__}{inspect.getmodule(method).__doc__}"
    assert all(f"[{key}]" in text for key in REGISTER[word].card.references)


def test_the_registers_of_curve_models_go_by_the_word_of_each_card():
    """Each family and each way of fitting has a word and a name; a family is a sentence, a way a part of one."""
    for register in (FAMILIES, FIT_METHODS):
        cards = {word: value.card for word, value in register.items()}
        assert all(card.id == word for word, card in cards.items())
        assert len({card.name for card in cards.values()}) == len(cards)
        for card in cards.values():
            assert card.sentence[0].isupper()
            assert card.sentence.endswith(".") == (register is FAMILIES)
            assert set(card.references) <= set(REFERENCES)


@pytest.mark.parametrize("word", [*FAMILIES, *FIT_METHODS])
def test_a_curve_model_documents_the_works_on_its_card(word):
    """What the card cites, the docstring of the family, of the way of fitting or of its room cites too."""
    value = (FAMILIES | FIT_METHODS)[word]
    text = f"{type(value).__doc__}{inspect.getmodule(type(value)).__doc__}"
    assert all(f"[{key}]" in text for key in value.card.references)


def test_every_family_has_a_word():
    """Each family of the curve rooms stands in the register and is public."""
    rooms = (PACKAGE / "parametric").glob("*.py")
    held = {node.name for path in rooms for node in ast.parse(path.read_text(encoding="utf-8")).body if of_family(node)}
    assert held == {type(family).__name__ for family in FAMILIES.values()} <= set(NAMES)


def of_family(node):
    """Say whether a statement defines a family of curves."""
    return isinstance(node, ast.ClassDef) and any(isinstance(b, ast.Name) and b.id == "CurveFamily" for b in node.bases)
