"""Hostile plans: a sound plan with values of any kind put anywhere in it, and texts that are nearly TOML or filters."""

import copy
from pathlib import Path

import numpy as np
from hostile_values import NAN, TEXTS, anything, texts
from hypothesis import strategies as st
from run_studies import PLAN
from study_plans import LARGE, SMALLEST

MADE = Path(__file__).parent.parent / "validation" / "made_study" / "plan.toml"
LEAVES = st.one_of(
    st.sampled_from(
        [
            *(None, True, False, 0, 1, -1, 10**400, 0.5, NAN, float("inf"), 1e-320, "", "x", "A", "sensitivity", "auc"),
            *([], {}, [[]], [1, "a"], ["A", "A"], {"x": 1}, {"": {}}, [None], [NAN], "SEX == 'F'", "SEX ==", "holm"),
        ]
    ).map(copy.deepcopy),
    texts,
    anything,
)
MEASURES = ("sensitivity", "specificity", "auc", "ppv", "npv", "auc_difference", "youden", "x")


def _places(held, before=()):
    """Give every path into nested dicts and lists."""
    entries = held.items() if isinstance(held, dict) else enumerate(held) if isinstance(held, list) else ()
    for key, value in entries:
        yield (*before, key)
        yield from _places(value, (*before, key))


@st.composite
def mappings(draw):
    """Draw what stands in a plan, with a few things in it changed, added or taken away."""
    plan = copy.deepcopy(draw(st.sampled_from([SMALLEST, LARGE, LARGE])))
    for _ in range(draw(st.integers(0, 3))):
        places = list(_places(plan))
        if not places:
            break
        *outer, last = draw(st.sampled_from(places))
        held = plan
        for step in outer:
            held = held[step]
        how = draw(st.sampled_from(["set", "set", "remove", "add", "repeat"]))
        if how == "set":
            held[last] = draw(LEAVES)
        elif how == "remove":
            del held[last]
        elif isinstance(held, dict):
            held[draw(st.one_of(st.sampled_from(["name", "column", "measure", "tests", 1, None]), texts))] = draw(
                LEAVES
            )
        elif how == "repeat":
            held.append(copy.deepcopy(held[last]))
        else:
            held.append(draw(LEAVES))
    return plan


@st.composite
def toml_texts(draw):
    """Draw the text of a plan with letters changed."""
    text = draw(st.sampled_from([PLAN, MADE.read_text(encoding="utf-8")]))
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(text)))
        put = draw(st.sampled_from(['"', "'", "[", "]", "=", "\n", "#", "\\", "[[", "{", "}", ",", "1e999", *TEXTS]))
        text = text[:at] + put + text[at + draw(st.sampled_from([0, 0, 1, 5, 40])) :]
    return text.encode(draw(st.sampled_from(["utf-8", "utf-8", "utf-16", "latin-1"])), "replace")


WORDS = (
    *(
        "SEX",
        "AGE",
        "`odd name`",
        "and",
        "or",
        "not",
        "in",
        "is",
        "missing",
        "true",
        "false",
        "==",
        "!=",
        "<",
        "<=",
        ">",
    ),
    *(
        ">=",
        "(",
        ")",
        ",",
        "'F'",
        '"M"',
        "''",
        "75",
        "-1.5e3",
        "1e400",
        "9007199254740993",
        "=",
        "&",
        "|",
        "~",
        "`",
        "'",
    ),
    *("AND", "Null", "\x00", "\ud800", "é", "1a", ".", "..", "+", "$", "(" * 60, "not " * 60),
)
COMPARISONS = st.one_of(
    st.tuples(
        st.sampled_from(["SEX", "AGE", "CT", "ill", "`SEX`", "none"]),
        st.sampled_from(["==", "!=", "<", "<=", ">", ">="]),
        st.sampled_from(["'F'", '""', "1", "2.5", "-3", "true", "false", "'1'", "1e308", "'2026-01-01'"]),
    ).map(" ".join),
    st.tuples(
        st.sampled_from(["SEX", "AGE", "CT", "ill"]),
        st.sampled_from(["is missing", "is not missing", "in (1, 'F')", "not in ('', 2)", "in (true)"]),
    ).map(" ".join),
)
SENTENCES = st.recursive(
    COMPARISONS,
    lambda held: st.one_of(
        held.map(lambda one: f"not {one}"),
        held.map(lambda one: f"({one})"),
        st.tuples(held, st.sampled_from([" and ", " or "]), held).map("".join),
    ),
    max_leaves=8,
)
filters = st.one_of(
    SENTENCES,
    SENTENCES,
    st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join),
    st.lists(st.sampled_from(WORDS), max_size=8).map("".join),
    st.text(max_size=30),
    st.just("(SEX == 'F' and not (AGE < 75)) or SEX in ('M', 'X') or AGE is not missing"),
)


@st.composite
def participants(draw, rows=None):
    """Draw the data of the smallest plan and of a few columns more."""
    import pandas as pd

    size = draw(st.integers(0, 12)) if rows is None else rows
    ill = draw(st.lists(st.sampled_from([1, 0, 1, 0, None, "1", "0", 2]), min_size=size, max_size=size))
    scores = draw(
        st.lists(
            st.one_of(st.integers(0, 4), st.floats(), st.sampled_from([None, "x", "<5", "inf", 10**30, True])),
            min_size=size,
            max_size=size,
        )
    )
    sex = draw(st.lists(st.sampled_from(["F", "M", None, "", " ", "\x1b", "|"]), min_size=size, max_size=size))
    held = {"ill": ill, "CT": scores, "SEX": sex, "AGE": draw(st.sampled_from([np.arange(size), [None] * size]))}
    return pd.DataFrame(held).astype(draw(st.sampled_from([{}, {"SEX": "category"}, {"SEX": "string"}])))
