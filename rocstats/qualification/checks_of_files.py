"""Checks of files: tables of data, plans and their filters are read as they were written, or refused by their fault."""

# Calls of the wrong type are meant.
# mypy: disable-error-code="arg-type"

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rocstats.data.files import read
from rocstats.errors import DataError, PlanError
from rocstats.inference.areas import auc
from rocstats.qualification.check_data import ONE, PAIR
from rocstats.qualification.checks import Finding, Line, checks_of
from rocstats.qualification.findings import all_of, exactly, holds, refused
from rocstats.study_plan.faults import FaultyPlanError
from rocstats.study_plan.filters import parse_filter
from rocstats.study_plan.loading import load_plan, plan_of

_Content = str | bytes


def _with(content: _Content, name: str, ask: Callable[[Path], Finding]) -> Finding:
    """Write a file, and find something about it."""
    with TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        return ask(path)


# Tables of data


def _rows(separator: str = ",", end: str = "\n") -> str:
    """Write both tests of the sample as a table, cases first."""
    rows = [
        ("well" if group else "ill", *row) for group, some in enumerate((PAIR.cases, PAIR.controls)) for row in some
    ]
    return end.join(separator.join(map(str, row)) for row in [("truth", "A", "B"), *rows]) + end


def _as_written(content: _Content, name: str, **options: Any) -> Finding:
    """A file gives the area that the scores give, to the last bit."""

    def ask(path: Path) -> Finding:
        sample = read(path, truth="truth", positive="ill", tests=["A", "B"], **options).sample("A")
        found, wanted = auc(sample), auc(ONE)
        return exactly((wanted.estimate, wanted.standard_error), (found.estimate, found.standard_error))

    return _with(content, name, ask)


def _labels_stay() -> Finding:
    """A label that looks like a number stays the text that it is."""

    def ask(path: Path) -> Finding:
        sample = read(path, truth="truth", positive="01", tests=["A"]).sample("A")
        return exactly(("01", "no"), (sample.positive, sample.negative))

    return _with("truth,A\n01,3\nno,2\n01,4\nno,1\n", "labels.csv", ask)


def _missing(codes: str) -> Finding:
    """A missing score is refused by count, or left out and counted."""

    def ask(path: Path) -> Finding:
        study = read(path, truth="t", tests=["A"])
        dropped = read(path, truth="t", tests=["A"], missing="drop").sample("A").n_dropped
        return all_of(
            {
                "refused": refused(DataError, "1 of 4 subjects", lambda: study.sample("A")),
                "counted": exactly(1, dropped),
            }
        )

    return _with(f"t,A\n1,3\n0,{codes}\n1,4\n0,1\n", "missing.csv", ask)


def _not_read(words: str, content: _Content, name: str, column: str = "A") -> Finding:
    return _with(content, name, lambda p: refused(DataError, words, lambda: read(p, truth="t", tests=[column])))


_FILES: tuple[tuple[str, str, _Content, str], ...] = (
    ("truth-column", 'has no column "t"', "x,A\n1,2\n0,1\n", "a.csv"),
    ("test-column", 'has no column "A"', "t,B\n1,2\n0,1\n", "a.csv"),
    ("suffix", 'the extension ".docx"', "t,A\n1,2\n", "a.docx"),
    ("empty", "is empty", "", "a.csv"),
    ("encoding", "is no UTF-8 text", "t,A\n1,2\n0,1\nü\n".encode("latin-1"), "a.csv"),
    ("columns-twice", '2 columns called "A"', "t,A,A\n1,2,3\n0,1,2\n", "a.csv"),
    ("ragged", "line 2 of a.csv has 3 fields", "t,A\n1,2,3\n0,1\n", "a.csv"),
    ("text-score", '"high"', "t,A\n1,high\n0,1\n", "a.csv"),
)


def _of_data_files() -> Iterator[Line]:
    for word, words, content, name in _FILES:
        what = f"A file with a fault ({word.replace('-', ' ')}) is refused by what is wrong in it."
        yield Line("read", word, "ROBUST-02", what, partial(_read_and_asked, words, content, name))


def _read_and_asked(words: str, content: _Content, name: str) -> Finding:
    """Some faults show in the file, some when a sample is made of it."""

    def ask(path: Path) -> Finding:
        return refused(DataError, words, lambda: read(path, truth="t", tests=["A"]).sample("A"))

    return _with(content, name, ask)


# Plans


_PLAN: dict[str, Any] = {
    "rocstats": "1",
    "data": {"file": "study.csv"},
    "reference": {"column": "ill", "positive": 1, "negative": 0, "kind": "reference_standard"},
    "tests": [{"name": "CT", "positive_scores": "high"}],
}
_TOML = """rocstats = "1"
data.file = "study.csv"
reference = {column = "ill", positive = 1, negative = 0, kind = "reference_standard"}
tests = [{name = "CT", positive_scores = "high"}]
"""


def _changed(**tables: Any) -> dict[str, Any]:
    return {**_PLAN, **tables}


_FAULTY: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
    ("empty", "rocstats: it is not stated", {}),
    ("unknown-key", "tset: there is no such key", _changed(tset=1)),
    ("direction", 'tests[1].positive_scores: "up" came', _changed(tests=[{"name": "CT", "positive_scores": "up"}])),
    (
        "filter",
        'data.supplementary: the filter "A = 1"',
        _changed(data={"file": "study.csv", "supplementary": "A = 1"}),
    ),
    ("seed", "seed", _changed(seed=-1)),
    ("prevalence", "prevalences", _changed(prevalences=[1.5])),
    ("no-test", "tests", _changed(tests=[])),
)
_NO_FILTERS: tuple[tuple[str, str, str], ...] = (
    ("equals", "Equality is ==", "AGE = 18"),
    ("call", "is not understood at character 17", "__import__('os').system('x')"),
    ("bracket", 'ends where ")" is needed', "(AGE > 18"),
    ("empty", "a filter is empty", ""),
    ("long", "5500 characters long", "A == 1 and " * 500),
    ("deep", "nested more than 50 deep", "(" * 60 + "A == 1" + ")" * 60),
)


def _of_plans() -> Iterator[Line]:
    for word, words, mapping in _FAULTY:
        what = f"A plan with a fault ({word.replace('-', ' ')}) is refused, and the place is named."
        yield Line("plan_of", word, "PLAN-01", what, partial(_faulty, words, mapping))
    for word, words, text in _NO_FILTERS:
        what = f"A filter that is none ({word}) is refused, and nothing in it is carried out."
        yield Line("plan_of", f"filter-{word}", "PLAN-01", what, partial(_no_filter, words, text))
    for word, words, content in (
        ("syntax", "is no TOML at line 1", "rocstats = \n"),
        ("encoding", "is no text in UTF-8", b'rocstats = "\xff"\n'),
    ):
        what = f"A file that is no plan ({word}) is refused, and the place is named."
        yield Line("load_plan", word, "PLAN-01", what, partial(_no_plan, words, content))


def _faulty(words: str, mapping: Mapping[str, Any]) -> Finding:
    return refused(FaultyPlanError, words, lambda: plan_of(mapping))


def _no_filter(words: str, text: str) -> Finding:
    return refused(PlanError, words, lambda: parse_filter(text))


def _no_plan(words: str, content: _Content) -> Finding:
    return _with(content, "plan.toml", lambda path: refused(PlanError, words, lambda: load_plan(path)))


def _missing_plan() -> Finding:
    with TemporaryDirectory() as folder:
        return refused(PlanError, "is no file", lambda: load_plan(Path(folder, "plan.toml")))


def _plan_twice() -> Finding:
    """The file and the mapping are one plan."""
    return _with(_TOML, "plan.toml", lambda path: holds(load_plan(path) == plan_of(_PLAN), "one plan", load_plan(path)))


_ERRORS = (
    Line(
        "read",
        "no-file",
        "ROBUST-02",
        "A file that is not there is named.",
        lambda: refused(DataError, "there is no file", lambda: read("nowhere.csv", truth="t")),
    ),
    Line(
        "read",
        "missing",
        "DATA-02",
        "A missing score is refused by count, or left out and counted.",
        lambda: _missing("NA"),
    ),
    Line("load_plan", "no-file", "PLAN-01", "A plan that is not there is named.", _missing_plan),
)
_IDENTITIES = (
    Line("read", "csv", "DATA-01", "Commas: the area is that of the scores.", lambda: _as_written(_rows(), "a.csv")),
    Line("read", "tsv", "DATA-01", "Tabs: the area is that of the scores.", lambda: _as_written(_rows("\t"), "a.tsv")),
    Line(
        "read",
        "semicolon",
        "DATA-01",
        "Semicolons: the area is that of the scores.",
        lambda: _as_written(_rows(";"), "a.csv", delimiter=";"),
    ),
    Line(
        "read",
        "crlf",
        "DATA-01",
        "Lines of Windows: the area is that of the scores.",
        lambda: _as_written(_rows(end="\r\n"), "a.csv"),
    ),
    Line(
        "read",
        "bom",
        "DATA-01",
        "A byte order mark is no part of a name.",
        lambda: _as_written(b"\xef\xbb\xbf" + _rows().encode(), "a.csv"),
    ),
    Line("read", "labels", "DATA-01", "Labels are text as they are written.", _labels_stay),
    Line("load_plan", "mapping", "PLAN-01", "A file and its mapping are one plan.", _plan_twice),
)
_DETERMINISM = (
    Line(
        "plan_of",
        "same",
        "PLAN-01",
        "One mapping is one plan.",
        lambda: exactly(True, plan_of(_PLAN) == plan_of(_PLAN)),
    ),
)
_DEGENERATE = (
    Line(
        "read",
        "one-group",
        "ROBUST-02",
        "A file of one group is refused by what it holds.",
        lambda: _not_read("needs two values", "t,A\n1,2\n1,3\n", "a.csv"),
    ),
)
OF_FILES = (
    *checks_of("error", (*_of_data_files(), *_of_plans(), *_ERRORS)),
    *checks_of("identity", _IDENTITIES),
    *checks_of("determinism", _DETERMINISM),
    *checks_of("degenerate", _DEGENERATE),
)
