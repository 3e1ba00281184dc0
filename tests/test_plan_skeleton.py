"""A first plan is written from the columns of a file: it guesses nothing, shows nobody, and always parses."""

import re
import tomllib

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats.errors import PlanError
from rocstats.study_plan.column_facts import column_facts
from rocstats.study_plan.faults import FaultyPlanError
from rocstats.study_plan.keys import tables
from rocstats.study_plan.loading import load_plan, plan_of
from rocstats.study_plan.skeleton import DECIDE, skeleton

FRAME = pd.DataFrame(
    {
        "USUBJID": [f"S{place:03d}" for place in range(40)],
        "ill": [0] * 25 + [1] * 15,
        "sex": ["F", "M"] * 20,
        "alb": [place / 7 for place in range(40)],
        "mixed": ["INV", *(str(place) for place in range(39))],
        "call": ["POS", "NEG", "EQV", None] * 10,
        "stage": [None] * 30 + ["I"] * 10,
    }
)


def live(text):
    """Return the lines of a plan that are no comments."""
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def test_a_plan_from_columns_alone_has_its_faults_where_one_must_decide(tmp_path):
    """Without anything stated, every fault of the plan is at a line that says DECIDE, and each of those is one."""
    file = tmp_path / "plan.toml"
    text = skeleton(FRAME, None, file="study.csv")
    file.write_text(text, encoding="utf-8")
    with pytest.raises(FaultyPlanError) as caught:
        load_plan(file)
    lines = text.splitlines()
    places = {fault.line for fault in caught.value.faults}
    told = {number for number in places if DECIDE in lines[number - 1] or lines[number - 1] == "[[tests]]"}
    assert places == told
    assert len(caught.value.faults) == 5


def test_a_plan_with_truth_and_tests_needs_no_edit():
    """Truth, its positive value and tests of scores are enough for a plan without faults."""
    text = skeleton(
        FRAME, None, file="study.csv", truth="ill", positive=["1"], tests=["alb"], low=["alb"], subject="USUBJID"
    )
    plan = plan_of(tomllib.loads(text))
    assert (plan.reference.positive, plan.reference.negative) == (1, 0)
    assert plan.tests[0].positive_scores == "low"
    assert plan.data.subject == "USUBJID"
    assert "# values found: 0 (25), 1 (15)" in text


def test_a_test_of_calls_and_one_with_codes_are_left_to_decide():
    """Which calls are positive, and what a text among numbers means, is asked and not guessed."""
    text = skeleton(FRAME, None, file="study.csv", truth="ill", positive=[1], tests=["call", "mixed"])
    assert f"positive = []  {DECIDE} its positive calls." in text
    assert '# found: texts, 3 values, 10 missing: "EQV" (10), "NEG" (10), "POS" (10)' in text
    assert f'# failed = ["INV"]  {DECIDE} whether these are failed or indeterminate results.' in text


def test_other_values_of_the_truth_are_left_to_decide():
    """With positive and negative stated, what is neither is asked about; with positive alone, all else is negative."""
    text = skeleton(FRAME, None, file="s.csv", truth="call", positive=["POS"], negative=["NEG"], tests=["alb"])
    assert f'inconclusive = "EQV"  {DECIDE} what these values mean.' in text
    both = skeleton(FRAME, None, file="s.csv", truth="call", positive=["POS"], tests=["alb"])
    assert 'negative = ["NEG", "EQV"]' in both


def test_nothing_is_guessed_from_the_data():
    """No column, value or direction stands in the live part of a plan if it was not stated."""
    text = "\n".join(live(skeleton(FRAME, None, file="study.csv")))
    assert not re.search(r"ill|alb|POS|\bhigh|\blow", text)


def test_every_key_stands_in_it_with_its_meaning():
    """Whatever a plan may hold can be taken in by taking away a comment sign."""
    text = skeleton(FRAME, None, file="study.csv", truth="ill", positive=[1], tests=["alb"])
    for path, _, key in tables():
        if path in ((), ("data",), ("reference",)) or len(path) > 1:
            continue
        for name in key.part.model_fields:
            inner = key.within(name)
            if path == ("tests",) and name in ("name", "positive_scores"):
                continue
            assert re.search(rf"^# {name} = .*# {re.escape(inner.meaning)}", text, re.M), (path, name)


def test_every_key_may_be_taken_in():
    """Each commented key alone, with its example, gives a text that TOML reads."""
    text = skeleton(FRAME, None, file="study.csv", truth="ill", positive=[1], tests=["alb"])
    taken = [line[2:] if re.match(r"# (\w+ = |\[)", line) else line for line in text.splitlines()]
    assert set(tomllib.loads("\n".join(taken))) == {"rocstats", *dict.fromkeys(key for key in PLAN_KEYS)}


PLAN_KEYS = (
    *("seed", "prevalences", "subgroups", "exploratory_subgroups", "sensitivity", "multiplicity", "analysis_sets"),
    *("study", "data", "design", "participants", "reference", "tests", "estimand", "hypotheses", "intervals", "report"),
    *("narrative", "ai"),
)


def test_nobody_is_shown():
    """Identifiers, values of which each row has its own, and columns with more than ten values stay unseen."""
    frame = FRAME.assign(
        **{
            "patient name": ["Ann", "Bob"] * 20,
            "ID": [1, 2] * 20,
            "code": list(range(40)),
            "age": [20 + i % 11 for i in range(40)],
        }
    )
    text = skeleton(frame, None, file="study.csv")
    assert not re.search(r"S0\d\d|Ann|Bob", text)
    assert re.search(r"#   ID +numbers, 2 values, 0 missing$", text, re.M)
    assert re.search(r"#   age +numbers, 11 values, 0 missing$", text, re.M)
    assert '"F" (20), "M" (20)' in text
    few = pd.DataFrame({"remark": ["felt ill", "fine", "late"]})
    assert "felt" not in skeleton(few, None, file="s.csv")


def test_kinds_of_columns():
    """Types are told apart without a decision what they mean."""
    kinds = {
        "numbers": pd.Series([1, 2, 2]),
        "texts": pd.Series(["a", "b", "1"]),
        "numbers with texts": pd.Series(["1", "2", "INV"]),
        "true or false": pd.Series([True, False]),
        "dates": pd.Series(pd.to_datetime(["2025-01-01", None])),
        "nothing": pd.Series([None, None]),
    }
    assert {kind: column_facts("x", column).kind for kind, column in kinds.items()} == {kind: kind for kind in kinds}


@pytest.mark.parametrize(
    ("stated", "told"),
    [
        ({"truth": "il"}, 'truth names the column "il", which is not in the data; they have USUBJID, ill'),
        ({"truth": "il"}, 'Is "ill" meant?'),
        ({"tests": ["CT"]}, 'tests names the column "CT"'),
        ({"subject": "id"}, 'subject names the column "id"'),
        ({"truth": "ill", "positive": ["2"]}, 'positive is "2", and "ill" has no such value; it has 0 (25), 1 (15).'),
        ({"tests": ["alb"], "low": ["ill"]}, 'low names "ill", which is not among the tests.'),
    ],
)
def test_what_is_not_in_the_data_is_refused(stated, told):
    """A column or a value that the data have not is refused with those they have."""
    with pytest.raises(PlanError) as caught:
        skeleton(FRAME, None, file="study.csv", **stated)
    assert told in str(caught.value)


hostile = st.text(st.characters(codec="utf-8"), max_size=12) | st.sampled_from(
    [
        'x"\n[tests]\n',
        "a\r\nseed = 1",
        "\u2028x",
        "'''",
        '"""',
        "\\",
        "# x",
        "\x00",
        "\u202etxet",
        "=1+1",
        "]",
    ]
)


@given(
    names=st.lists(hostile, min_size=3, max_size=3, unique_by=lambda text: text),
    value=hostile,
    file=hostile | st.just("\ud800"),
)
def test_no_name_from_the_data_leaves_its_place(names, value, file):
    """Whatever columns and values are called, the plan parses and says what was stated and nothing more."""
    truth, test, group = names
    frame = pd.DataFrame({truth: ["yes", "no"] * 3, test: [1, 2, 3, 4, 5, 6], group: [value] * 6})
    if not all(names):
        return
    text = skeleton(frame, None, file=file, truth=truth, positive=["yes"], tests=[test])
    plan = tomllib.loads(text)
    kept = [
        "".join("?" if 0xD800 <= ord(letter) <= 0xDFFF else letter for letter in name) for name in (truth, test, file)
    ]
    assert [plan["reference"]["column"], plan["tests"][0]["name"], plan["data"]["file"]] == kept
    assert len(plan["tests"]) == 1
    assert "seed" not in plan
    assert all(line.isprintable() for line in text.split("\n"))


def test_the_same_data_give_the_same_text():
    """Nothing in a first plan depends on chance or on the day."""
    assert skeleton(FRAME, None, file="study.csv") == skeleton(FRAME.copy(), None, file="study.csv")
