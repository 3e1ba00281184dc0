"""The digest of results: what it depends on, what it does not, and how it rounds."""

import hashlib
import json
import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats.analysis_results.digests import file_digest, results_digest, rounded
from rocstats.analysis_results.provenance import build, run_id
from rocstats.analysis_results.results_table import ResultsTable
from rocstats.results import Card
from tests.results_tables import ABOUT, row, small_table


def digest(**given):
    """Give the digest of a table of one row."""
    return results_digest(ResultsTable([row(**given)]))


def test_digest_one_row_by_hand():
    """The canonical text of one row, written out here, has the digest."""
    by_hand = [
        "rocstats results 1",
        [
            {
                "alternative": "greater",
                "comparator": "B",
                "extra": [],
                "groups": [["SEX", "F"], ["AGE", ">=65"]],
                "id": "a.estimate",
                "kind": "percent",
                "level": ["number", "9.75e-1"],
                "margin": ["number", "-5e-2"],
                "method": "wilson",
                "null": ["number", "8e-1"],
                "population": "FAS",
                "purpose": "primary",
                "seed": ["number", "1.180591620717411303424e+21"],
                "sides": "lower",
                "test": "A",
                "value": ["number", "5e-1"],
            }
        ],
    ]
    text = json.dumps(by_hand, sort_keys=True, separators=(",", ":"))
    assert digest(value=0.5) == hashlib.sha256(text.encode()).hexdigest()


def test_depend_on_what_was_computed():
    """Another value, kind, test, method, group or seed is another digest."""
    others = [
        {"value": 0.5000001},
        {"value": None},
        {"value": "x", "kind": "text"},
        {"kind": "area"},
        {"identity": "a.conf-low"},
        {"about": replace(ABOUT, test="C")},
        {"about": replace(ABOUT, method=None)},
        {"about": replace(ABOUT, method=Card("wald", "Wald", "", ()))},
        {"about": replace(ABOUT, groups=())},
        {"about": replace(ABOUT, seed=1)},
        {"about": replace(ABOUT, level=0.95)},
    ]
    digests = {digest(**given) for given in ({}, *others)}
    assert len(digests) == len(others) + 1


def test_do_not_depend_on_words_or_order():
    """Labels, warnings, the names of methods and the order of the rows change nothing."""
    rows = list(small_table())
    assert results_digest(ResultsTable(rows[::-1])) == results_digest(small_table())
    reworded = replace(ABOUT, label="Se of A", method=replace(ABOUT.method, name="Wilson", sentence="Other words."))
    assert digest(about=reworded, label="Other", warning="Mind this.") == digest()


def test_tell_an_infinite_number_from_the_word():
    """Inf as a number and as a text are two results."""
    assert digest(value=math.inf, kind="ratio") != digest(value="Inf", kind="text")


@pytest.mark.parametrize(
    ("value", "kind", "written"),
    [
        (3, "count", "3e+0"),
        (3.0, "count", "3e+0"),
        (0, "count", "0"),
        (-0.0, "area", "0"),
        (12345678901234567890, "seed", "1.234567890123456789e+19"),
        (1 / 3, "area", "3.333333333e-1"),
        (2.0000000000000004, "ratio", "2e+0"),
        (0.12345678905, "area", "1.234567891e-1"),
        (0.12345678904999999, "area", "1.234567891e-1"),
        (0.12345678905000001, "area", "1.234567891e-1"),
        (1e-17, "points", "0"),
        (1e-17, "p", "1e-17"),
        (5e-324, "p", "5e-324"),
        (math.inf, "ratio", "Inf"),
        (-math.inf, "ratio", "-Inf"),
    ],
)
def test_round_to_ten_digits(value, kind, written):
    """Half-up on ten significant digits, after fourteen; what is left of a subtraction is nothing."""
    assert rounded(value, kind) == written


@given(value=st.floats(min_value=1e-6, max_value=1e6), bits=st.integers(-3, 3))
def test_last_bits_seldom_matter(value, bits):
    """A change of a few last bits is seen only at the edge between two roundings, one time in ten thousand or less."""
    other = value
    for _ in range(abs(bits)):
        other = math.nextafter(other, math.inf if bits > 0 else 0)
    if rounded(value) != rounded(other):
        digits = f"{value:.16e}".replace(".", "")[10:15]
        assert digits in ("49999", "50000")


def test_digest_a_file(tmp_path):
    """That of sha256sum for the three letters abc (FIPS 180-2, example 1)."""
    path = tmp_path / "abc"
    path.write_bytes(b"abc")
    assert file_digest(path) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_identify_runs_and_builds():
    """An id of a run is that of its digests in their order; a build has one digest."""
    assert run_id("a", "b") != run_id("b", "a")
    assert len(build()) == 64
