"""Filters choose rows as their grammar says; what is no filter is refused with the place where it stops being one."""

import datetime
import random

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats.errors import PlanError
from rocstats.study_plan.filters import Filter, parse_filter

FRAME = pd.DataFrame(
    {
        "SEX": ["F", "M", None, "f"],
        "AGE": [70.0, 40.0, 80.0, np.nan],
        "ID": ["01", "1", "2", "<5"],
        "MIXED": ["7", "INV", None, "12"],
        "WHOLE": [1, 0, 1, 2],
        "YES": [True, False, True, False],
        "MAYBE": [True, None, False, True],
        "DAY": ["2025-01-31", "2025-02-01", None, "2024-12-31"],
        "O'Neill": ["O'Neill", 'say "x"', "`", ""],
        "Größe-1.b": [1.5, 2.5, 3.5, 4.5],
        "and": [1, 2, 3, 4],
        "a b": [1, 2, 3, 4],
        "a`b": [1, 2, 3, 4],
    }
)


def rows(text, frame=FRAME):
    """Return the places of the rows that a filter chooses, counted from 0."""
    return np.flatnonzero(parse_filter(text).rows(frame)).tolist()


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        # Precedence: and before or, not before both.
        ("SEX == 'F' or SEX == 'M' and AGE > 50", [0]),
        ("(SEX == 'F' or SEX == 'M') and AGE > 50", [0]),
        ("SEX == 'F' or SEX == 'M' and AGE < 50", [0, 1]),
        ("not SEX == 'F' and AGE > 50", [2]),
        ("not (SEX == 'F' and AGE > 50)", [1, 2, 3]),
        ("not not SEX == 'F'", [0]),
        # Missing values: no comparison holds, and not turns that.
        ("AGE != 40", [0, 2]),
        ("AGE < 75 or AGE >= 75", [0, 1, 2]),
        ("not (AGE < 75)", [2, 3]),
        ("AGE is missing", [3]),
        ("AGE is not missing", [0, 1, 2]),
        ("SEX not in ('F', 'M')", [3]),
        ("SEX in ('F', 'M')", [0, 1]),
        # Capitals count.
        ("SEX == 'f'", [3]),
        # Numbers and texts: an id is not its number, unless it is asked as one.
        ("ID == '01'", [0]),
        ("ID == 1", [0, 1]),
        ("ID != 1", [2, 3]),
        ("ID in (1, '2')", [0, 1, 2]),
        ("ID > 1", [2]),
        ("MIXED < 10", [0]),
        ("MIXED != 'INV' and MIXED > 10", [3]),
        ("WHOLE == '1'", [0, 2]),
        ("WHOLE == '1.0'", [0, 2]),
        ("AGE == '70'", [0]),
        ("WHOLE == 'one'", []),
        ("WHOLE != 'one'", [0, 1, 2, 3]),
        ("AGE > -1e3 and AGE<+4.05E1", [1]),
        ("AGE in (40, .7e2)", [0, 1]),
        # True and false, as words, as texts and as the numbers of a column.
        ("YES == true", [0, 2]),
        ("YES != true", [1, 3]),
        ("YES == 'TRUE'", [0, 2]),
        ("YES in (false)", [1, 3]),
        ("YES == 1", [0, 2]),
        ("MAYBE == false", [2]),
        ("MAYBE != true", [2]),
        # Dates are texts, year first.
        ("DAY >= '2025-01-01'", [0, 1]),
        ("DAY < '2025-02-01'", [0, 3]),
        # Names of any kind.
        ("`O'Neill` == 'O''Neill'", [0]),
        ("`O'Neill` == \"O'Neill\"", [0]),
        ('`O\'Neill` == "say ""x"""', [1]),
        ("`O'Neill` == '`'", [2]),
        ("Größe-1.b > 2", [1, 2, 3]),
        ("`and` == 2 and `a b` == 2", [1]),
        ("`a``b` == 3", [2]),
        ("  SEX=='F'\n and\tAGE>1 ", [0]),
    ],
)
def test_choose_the_rows_that_the_grammar_says(text, chosen):
    """Each filter chooses these rows of a table of four, and no others."""
    assert rows(text) == chosen


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "a filter is empty; write a comparison such as SEX == 'F'"),
        ("   ", "a filter is empty"),
        ("x" * 2001, "a filter is 2001 characters long; at most 2000 are read."),
        ("SEX = 'F'", "at character 5: \"= 'F'\" begins no column, value, sign or word of a filter. Equality is ==."),
        (
            "SEX == F",
            'at character 8: "F" stands where a number, true, false, or a text between quotation marks is needed.',
        ),
        ("SEX == 'F", "A text ends with the mark it began with"),
        ("`SEX == 1", "A column between backticks ends with one."),
        ("SEX == 'F' AND AGE > 1", "The words of filters are small: and."),
        ("and == 1", "A column of the name and stands between backticks."),
        ("SEX == 'F' & AGE > 1", "Write and."),
        ("SEX == 'F' | AGE > 1", "Write or."),
        ("!SEX", "Write != or not."),
        ("SEX", "at character 4: it ends where ==, !=, <, <=, >, >=, in (…) or is missing is needed."),
        ("SEX ==", "at character 7: it ends where a number"),
        ("SEX <> 'F'", "at character 6: \"> 'F'\" stands where a number"),
        ("1 == 1", 'at character 1: "1 == 1" stands where the name of a column is needed.'),
        ("'F' == SEX", "stands where the name of a column is needed."),
        ("SEX == 'F' AGE > 1", "stands where the end, or and / or is needed."),
        ("(SEX == 'F'", 'it ends where ")" is needed.'),
        ("SEX == 'F')", "stands where the end, or and / or is needed."),
        ("SEX in 'F'", 'stands where "(" is needed.'),
        ("SEX in ()", "stands where a number"),
        ("SEX in [1]", "A list stands in round brackets: in (1, 2)."),
        ("SEX in (1,)", "stands where a number"),
        ("SEX is null", 'stands where "missing" is needed.'),
        ("SEX not == 1", "stands where =="),
        ("AGE > true", "stands where a number or a text, which have an order, is needed."),
        ("AGE < 1e400", "stands where a number of the usual size is needed."),
        ("ID == 12345678901234567890", "stands where a text between quotation marks, since so large a number"),
        ("AGE < 1_000", "is not understood at character 7"),
        ("AGE < ٣", "is not understood at character 7"),
        ("__import__('os').system('x')", "at character 17: \".system('x')\" begins no column"),
        ("(" * 51 + "A == 1" + ")" * 51, "is nested more than 50 deep"),
        ("not " * 60 + "A == 1", "is nested more than 50 deep"),
    ],
)
def test_what_is_no_filter_is_refused_with_its_place(text, told):
    """The message shows where a text stops being a filter, what stands there, and what is needed."""
    with pytest.raises(PlanError) as caught:
        parse_filter(text)
    assert told in str(caught.value)


def test_fifty_brackets_are_enough():
    """What is nested as deep as allowed is understood."""
    assert rows("(" * 49 + "AGE == 70" + ")" * 49) == [0]


def test_columns_and_values_are_told():
    """A filter says what it reads and what it compares with, each once."""
    found = parse_filter("A == 'x' and (B in (1, 2) or not A == 'x') and C is missing and D != true")
    assert found.columns == ("A", "B", "C", "D")
    assert found.stated == (("A", "x"), ("B", 1.0), ("B", 2.0), ("D", True))


def test_a_column_that_is_not_there_is_refused_when_rows_are_asked_for():
    """The message names the column and those there are; a doubled column is refused too."""
    with pytest.raises(
        PlanError, match='reads the column "SECKS", and the data have no such column; they have SEX, AGE'
    ):
        parse_filter("SECKS == 1").rows(FRAME)
    with pytest.raises(PlanError, match="several of this name"):
        parse_filter("A == 1").rows(pd.DataFrame([[1, 2]], columns=["A", "A"]))


def test_columns_may_have_names_that_are_numbers():
    """A frame from elsewhere is read by the text of its names."""
    assert rows("`0` == 5", pd.DataFrame([[5], [6]])) == [0]


@pytest.mark.parametrize("unit", ["ns", "s"])
def test_dates_of_a_file_are_compared_as_iso_text(unit):
    """A column of days is compared by year, month and day; one of times by the time too."""
    days = pd.Series(["2025-01-31", None, "2025-02-01"], dtype=f"datetime64[{unit}]")
    assert rows("D >= '2025-02-01'", pd.DataFrame({"D": days})) == [2]
    assert rows("D == '2025-01-31'", pd.DataFrame({"D": days})) == [0]
    assert rows("D is missing", pd.DataFrame({"D": days})) == [1]
    assert rows("D < 5", pd.DataFrame({"D": days})) == []
    times = pd.Series(["2025-01-31 10:15:00", "2025-01-31"], dtype=f"datetime64[{unit}]")
    assert rows("D == '2025-01-31 10:15:00'", pd.DataFrame({"D": times})) == [0]
    objects = pd.DataFrame({"D": [datetime.date(2025, 1, 31), None]})
    assert rows("D == '2025-01-31'", objects) == [0]


def test_values_without_an_order_are_counted():
    """A value that is no number is neither above nor below one, and is told of."""
    assert parse_filter("MIXED < 10 and ID > 1 and AGE < 3 and SEX > 'A'").without_order(FRAME) == {"MIXED": 1, "ID": 1}


def test_no_rows_are_no_fault():
    """A frame without rows has no row to choose."""
    assert (
        rows("A == 'x' or B < 3", pd.DataFrame({"A": pd.Series([], dtype=object), "B": pd.Series([], dtype=float)}))
        == []
    )


@given(text=st.text(alphabet=st.sampled_from(list("AB=!<>()'\"`,. 1e0-+&\n")) | st.characters(), max_size=40))
def test_any_text_is_a_filter_or_is_refused(text):
    """Nothing but a filter or a PlanError comes of any text, and the message stays on one line."""
    try:
        found = parse_filter(text)
    except PlanError as error:
        found = error
    assert isinstance(found, Filter) or "\n" not in str(found)


@given(
    words=st.lists(
        st.sampled_from(
            [
                "SEX",
                "AGE",
                "ID",
                "and",
                "or",
                "not",
                "in",
                "is",
                "missing",
                "==",
                "<",
                "(",
                ")",
                ",",
                "'F'",
                "70",
                "true",
            ]
        ),
        max_size=14,
    )
)
def test_any_words_of_the_grammar_are_a_filter_or_are_refused(words):
    """Words of the grammar in any order give a filter that chooses rows, or a PlanError."""
    try:
        found = parse_filter(" ".join(words)).rows(FRAME)
    except PlanError as error:
        assert str(error).startswith(("the filter", "a filter"))  # noqa: PT017
    else:
        assert found.shape == (len(FRAME),)
        assert found.dtype == bool


conditions = st.recursive(
    st.tuples(st.sampled_from("ABC"), st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), st.integers(0, 3)),
    lambda inner: st.tuples(st.just("not"), inner) | st.tuples(st.sampled_from(["and", "or"]), inner, inner),
    max_leaves=8,
)


def spelt(condition):
    """Write a condition with every bracket."""
    match condition:
        case ("not", part):
            return f"not ({spelt(part)})"
        case (("and" | "or") as word, one, other):
            return f"({spelt(one)}) {word} ({spelt(other)})"
        case column, sign, value:
            return f"{column} {sign} {value}"


def evaluated(condition, row):
    """Judge a condition of one row by plain Python."""
    match condition:
        case ("not", part):
            return not evaluated(part, row)
        case ("and", one, other):
            return evaluated(one, row) and evaluated(other, row)
        case ("or", one, other):
            return evaluated(one, row) or evaluated(other, row)
        case column, sign, value:
            held = row[column]
            if held is None:
                return False
            order = {"==": held == value, "!=": held != value, "<": held < value, ">": held > value}
            return {**order, "<=": held <= value, ">=": held >= value}[sign]


@given(condition=conditions, seed=st.integers(0, 99))
def test_agree_with_plain_python_row_by_row(condition, seed):
    """A filter of comparisons chooses what judging each row by itself chooses, missing values included."""
    draw = random.Random(seed)
    table = [{column: draw.choice([0, 1, 2, 3, None]) for column in "ABC"} for _ in range(12)]
    chosen = parse_filter(spelt(condition)).rows(pd.DataFrame(table))
    assert chosen.tolist() == [evaluated(condition, row) for row in table]


@given(value=st.text(min_size=1, max_size=8), column=st.text(min_size=1, max_size=8))
def test_any_column_and_any_text_can_be_written(value, column):
    """Doubling its mark writes every text, and every name of a column between backticks."""
    text = "`{}` == '{}'".format(column.replace("`", "``"), value.replace("'", "''"))
    found = parse_filter(text)
    assert found.columns == (column,)
    assert found.stated == ((column, value),)
    assert rows(text, pd.DataFrame({column: [value, None]})) == [0]
