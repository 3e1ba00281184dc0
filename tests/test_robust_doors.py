"""Hostile arrays, labels, frames and counts at the doors: finite numbers, or a refusal in words."""

import numpy as np
import pandas as pd
import pytest
from endurance import Call, endure
from robust_groups import asked

from rocstats import DataError, Sample, Study

test_each_answers_or_refuses = asked("doors", 12)

MANY = 100_000


@pytest.fixture(scope="module")
def wide():
    """Return a frame of four rows and a hundred thousand columns."""
    columns = [f"c{i}" for i in range(MANY - 1)]
    frame = pd.DataFrame(np.arange(4.0)[:, None] + np.zeros(MANY - 1), columns=columns)
    return pd.concat([pd.DataFrame({"truth": [1, 1, 0, 0]}), frame], axis=1)


def test_a_hundred_thousand_columns(wide):
    """A study takes the columns that are named and leaves the others; a wrong name is told in short."""
    assert endure(Call("Study", lambda f: Study(f, truth="truth", tests=["c9"]).sample(), (wide,))) == "answered"
    with pytest.raises(DataError, match=r'has no column "c_9".* and 99980 more\.$'):
        Study(wide, truth="truth", tests=["c_9"])
    with pytest.raises(DataError, match=r"^tests= names the columns of scores\.") as told:
        Study(wide, truth="truth")
    assert len(str(told.value)) < 2000


def test_a_thousand_tests(wide):
    """Many tests at once are a sample; a test that is not there is told in short."""
    study = Study(wide, truth="truth", tests=[f"c{i}" for i in range(1000)])
    assert len(study.sample().tests) == 1000
    for ask in (lambda: study.sample("no"), lambda: study.sample().select("no")):
        with pytest.raises(DataError, match="there is no test") as told:
            ask()
        assert len(str(told.value)) < 2000


@pytest.mark.parametrize("empty", [{}, pd.DataFrame(), pd.DataFrame(index=range(3)), pd.DataFrame({"truth": []})])
def test_no_rows_and_no_columns(empty):
    """Nothing is refused as nothing."""
    assert endure(Call("Study", lambda frame: Study(frame, truth="truth", tests=["A"]), (empty,))) == "refused"
    assert endure(Call("Sample", lambda frame: Sample.from_truth([1, 0], frame), (empty,))) == "refused"
