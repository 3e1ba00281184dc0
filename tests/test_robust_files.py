"""Hostile files, plans and filters: what they hold is taken in as it is, or refused in words."""

import sys
from pathlib import Path

import pytest
from endurance import Call, endure
from hostile_files import GOOD, with_file
from robust_groups import asked

from rocstats import DataError, PlanError, load_plan, plan_of, read, read_results

FUZZING = Path(__file__).parent.parent / "validation" / "fuzzing"
SEEDS = sorted((FUZZING / "corpus").glob("*/*"))

test_each_answers_or_refuses = asked("files", 30)


@pytest.mark.parametrize("seed", SEEDS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_every_seed_of_the_fuzzing(seed, monkeypatch):
    """What coverage-guided fuzzing begins with, and what it once found, is read or refused in words."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(FUZZING)])
    from targets import TARGETS

    endure(Call(seed.name, TARGETS[seed.parent.name], (seed.read_bytes(),)))


def reading(content, suffix=".csv", **options):
    """Give a call of read with a file of this content."""
    return Call(
        "read", with_file, (read, content, suffix), {"truth": "truth", "tests": ["A"], "missing": "drop", **options}
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_sound_file_is_read_in_every_encoding_that_says_so(encoding):
    """With a byte order mark or as UTF-8."""
    assert endure(reading(GOOD.encode(encoding))) == "answered"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n\n\n",
        b"\x00",
        GOOD.encode("utf-32"),
        b"truth,A",
        b"truth,A\n1,2,3,4\n",
        b"truth,A\n1\n",
        b"truth,A,A\n1,2,3\n0,2,1\n",
        b'truth,A\n1,"2\n',
        b"truth,A\n1," + b"9" * 5000 + b"\n0,1\n",
        b"truth,A\n1,1e999\n0,1\n",
        b"truth,A\n1,\xff\n",
        b"PK\x03\x04" + b"\0" * 50,
    ],
)
def test_a_broken_file_is_refused(content):
    """Empty, cut off, ragged, doubled, of too large numbers, of another kind."""
    assert endure(reading(content)) == "refused"


@pytest.mark.parametrize("name", ["c", ""])
def test_ten_thousand_columns_of_a_file(name):
    """They are read, all of one name or of none, in bounded time."""
    header = ["truth", "A", *[name] * 10_000]
    for rows in (1, 3):
        lines = [header, *[["1", "2", *["0"] * 10_000], ["0", "1", *["0"] * 10_000]] * rows]
        assert endure(reading("\n".join(map(",".join, lines)).encode())) == "answered"


@pytest.mark.parametrize(
    "path", ["\x00", "a\x00.csv", "\ud800.csv", "x" * 300 + ".csv", "y/" * 3000 + "z.csv", "", "."]
)
def test_paths_that_no_file_can_have(path):
    """They are told, whatever they are to be."""
    for ask, error in ((lambda p: read(p, truth="t"), DataError), (load_plan, PlanError), (read_results, DataError)):
        with pytest.raises(error):
            ask(path)


@pytest.mark.parametrize("path", [None, 3, b"study.csv", ["study.csv"]])
def test_what_is_no_path(path):
    """It is a TypeError in words."""
    for ask in (lambda p: read(p, truth="t"), load_plan, read_results):
        with pytest.raises(TypeError, match="a path is text or a Path"):
            ask(path)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("encoding", 1),
        ("delimiter", 1),
        ("decimal", ["."]),
        ("sheet", 0),
        ("missing_codes", None),
        ("missing_codes", [1]),
    ],
)
def test_options_of_reading_of_another_kind(option, value):
    """They are a TypeError that names the option."""
    with pytest.raises(TypeError, match=option):
        with_file(read, GOOD.encode(), ".csv", truth="truth", tests=["A"], **{option: value})


@pytest.mark.parametrize("value", [{None: 1}, {"a": {1: 2}}, {"a": object()}, {"a": {"b": b"x"}}, {"a": [complex(1)]}])
def test_what_no_plan_can_hold(value):
    """A key that is no text, and a value that no TOML file holds, are a TypeError; so deep a plan is a fault."""
    with pytest.raises(TypeError, match="plan"):
        plan_of(value)
    deep = {}
    for _ in range(5000):
        deep = {"a": deep}
    with pytest.raises(PlanError, match="within each other"):
        plan_of(deep)
