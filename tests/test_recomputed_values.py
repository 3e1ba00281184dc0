"""Recomputed values: the cases are what the scripts of the kit give, at 50 digits and more."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rocstats.qualification.statements import statements

EXPECTED = Path(__file__).resolve().parent.parent / "validation" / "expected"
CASES = EXPECTED.parent / "cases"
SCRIPTS = ("areas", "binormal", "proportions", "bivariate")
HELP = ("normal", "solving", "written_case", "recompute")


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the scripts find each other, and leave none of them imported."""
    pytest.importorskip("mpmath", reason="mpmath is not installed; the recomputed values are not checked.")
    monkeypatch.syspath_prepend(EXPECTED)
    for name in (*SCRIPTS, *HELP):
        monkeypatch.delitem(sys.modules, name, raising=False)
    yield
    for name in (*SCRIPTS, *HELP):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("name", ["areas", "binormal"])
def test_a_case_is_what_its_script_gives(name: str, scripts: None) -> None:
    """Every digit that is stated comes out again."""
    text = importlib.import_module(name).text()
    assert text == (CASES / f"recomputed-{name}.toml").read_text(encoding="utf-8")


def test_limits_of_a_proportion_are_what_the_script_gives(scripts: None) -> None:
    """The whole script takes long; the limits of one proportion come out again to all digits that are stated."""
    proportions = importlib.import_module("proportions")
    printed = importlib.import_module("written_case").printed
    proportions.mp.dps = 60
    z = importlib.import_module("normal").quantile(proportions.mp.mpf(39) / 40)
    text = (CASES / "recomputed-proportions.toml").read_text(encoding="utf-8")
    for limits in (proportions.tail_limits(0, 12, 1), proportions.score_limits(0, 12, z)):
        assert f'high = "{printed(limits[1])}"' in text


def test_the_joint_probabilities_of_the_script_are_right(scripts: None) -> None:
    """The climb takes minutes; its probabilities of pairs are those of a quadrant, and of deviates apart."""
    bivariate = importlib.import_module("bivariate")
    below = importlib.import_module("normal").below
    mp = bivariate.mp
    mp.dps = 50
    for r in (mp.mpf("0.5"), mp.mpf("-0.3"), mp.mpf("0.9")):
        assert abs(bivariate.both_below(mp.mpf(0), mp.mpf(0), r) - (mp.mpf(1) / 4 + mp.asin(r) / (2 * mp.pi))) < 1e-45
    h, k = mp.mpf("0.7"), mp.mpf("-1.1")
    assert abs(bivariate.both_below(h, k, mp.mpf(0)) - below(h) * below(k)) < 1e-45
    assert abs(sum(map(sum, bivariate.cells((-h, h), (k, h), mp.mpf("0.4")))) - 1) < 1e-45


def test_every_recomputed_value_names_a_script_that_is_there() -> None:
    """The call of a recomputed number is a script of the kit."""
    named = {one.call for one in statements() if one.evidence == "recomputed"}
    assert named == {f"expected/{name}.py" for name in SCRIPTS}
    assert all((EXPECTED.parent / call).is_file() for call in named)
