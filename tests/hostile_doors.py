"""Calls of the doors for data whose arguments fit each other in length, so that what is odd in them is reached."""

import numpy as np
from endurance import Call
from hostile_data import frames, scales, sometimes
from hostile_values import arrays, cycled, formed, names, numbers, texts, truths, usual, whole
from hypothesis import strategies as st

import rocstats

pick = st.sampled_from
SOUND_FORMS = ("list", "array", "object", "series", "Int64", "Float64", "category", "polars", "read-only", "big-endian")


def columns(size):
    """Draw the scores of so many rows, or a few columns of them."""
    one = st.one_of(
        arrays(usual, size=size),
        arrays(numbers, size=size),
        st.tuples(st.lists(usual, min_size=size, max_size=size), pick(SOUND_FORMS)).map(lambda held: formed(*held)),
    )
    return st.one_of(one, one, st.dictionaries(names, one, min_size=1, max_size=3))


@st.composite
def of_from_truth(draw):
    """Draw a call of Sample.from_truth."""
    size = draw(st.integers(2, 8))
    truth, positive, negative = draw(truths(size))
    options = {"missing": draw(pick(["drop", "drop", "error"]))}
    if positive is not None:
        options["positive"] = positive
    if negative is not None:
        options["negative"] = negative
    labels = st.one_of(st.just(list(range(size))), arrays(st.one_of(usual, texts), size=size))
    for name, held in {
        "counts": st.one_of(arrays(st.integers(0, 3), size=size), arrays(whole, size=size)),
        "subject": labels,
        "cluster": labels,
        "stratum": labels,
        "design": pick(["cohort", "case-control", "x"]),
        "low": pick([True, False, (), ["A"]]),
        "label": texts,
        "truth_name": names,
    }.items():
        if draw(st.integers(0, 6)) == 0:
            options[name] = draw(held)
    return Call("Sample.from_truth", rocstats.Sample.from_truth, (truth, draw(columns(size))), options)


@st.composite
def of_from_groups(draw):
    """Draw a call of Sample.from_groups."""
    options = {"cases": draw(columns(draw(st.integers(1, 5)))), "controls": draw(columns(draw(st.integers(1, 5))))}
    if draw(st.booleans()):
        options["missing"] = "drop"
    return Call("Sample.from_groups", rocstats.Sample.from_groups, (), options)


@st.composite
def of_from_counts(draw):
    """Draw a call of Sample.from_counts."""
    size = draw(st.integers(1, 5))
    held = {name: draw(arrays(st.integers(0, 5), size=size)) for name in ("cases", "controls")}
    if draw(st.booleans()):
        held["categories"] = draw(arrays(numbers, size=size))
    return Call("Sample.from_counts", rocstats.Sample.from_counts, (), held)


@st.composite
def of_sample(draw):
    """Draw a call of Sample itself, with arrays of the right kind."""
    m, n, k = draw(st.integers(0, 3)), draw(st.integers(1, 3)), draw(st.integers(1, 2))
    scores = draw(scales)
    cases, controls = (
        np.array(draw(st.lists(st.lists(scores, min_size=k, max_size=k), min_size=rows, max_size=rows))).reshape(
            rows, k
        )
        for rows in (m, n)
    )
    options = {
        "cases": cases,
        "controls": controls,
        "tests": tuple(rocstats.DiagnosticTest(f"T{i}") for i in range(k)),
        "truth": "t",
        "positive": "1",
    }
    for name, held in {
        "case_counts": arrays(whole, size=m),
        "clusters": st.tuples(arrays(usual, size=m), arrays(usual, size=n)),
        "strata": st.tuples(arrays(texts, size=m), arrays(texts, size=n)),
        "ids": st.tuples(arrays(usual, size=m), arrays(numbers, size=n)),
    }.items():
        if draw(st.integers(0, 4)) == 0:
            options[name] = draw(held)
    return Call("Sample", rocstats.Sample, (), options)


@st.composite
def of_class_scores(draw):
    """Draw a call of ClassScores.from_truth."""
    size = draw(st.integers(2, 8))
    classes = draw(pick([["a", "b"], ["a", "b", "c"], [1, 2, 3], ["1", 1], [True, False], ["\x1b", "\ud800"]]))
    scores = {name: draw(arrays(draw(pick([usual, numbers])), size=size)) for name in classes}
    if draw(st.integers(0, 3)) == 0:
        scores = draw(pick([np.zeros((size, 2)), np.ones((size, 3)), np.zeros(size), np.full((size, 2), np.nan)]))
    truth = formed(cycled(classes, size), draw(pick(["list", "object", "series", "category", "polars"])))
    options = {"missing": draw(pick(["drop", "error"]))}
    if draw(st.integers(0, 3)) == 0:
        options["counts"] = draw(arrays(st.integers(0, 3), size=size))
    return Call("ClassScores.from_truth", rocstats.ClassScores.from_truth, (truth, scores), options)


@st.composite
def of_study(draw):
    """Draw a call of Study, and take a sample from it."""
    options = {"truth": "truth", "tests": draw(pick([["A"], ["A", "B"], "B"])), "missing": "drop"}
    for name, held in {
        "positive": pick([1, "ill", True, "a", [1]]),
        "subject": pick(["id", "site"]),
        "cluster": pick(["site", "id"]),
        "stratum": pick(["site", "n"]),
        "count": pick(["n", "id"]),
        "low": pick(["A", ["A"]]),
        "cutoffs": pick([{"A": 1.0}, {"A": float("nan")}]),
        "value_labels": pick([{1: "ill", 0: "well"}, {1: "same", 0: "same"}, {"ill": "x\x1b"}]),
    }.items():
        if draw(st.integers(0, 4)) == 0:
            options[name] = draw(held)
    return Call("Study", _studied, (draw(frames()),), options)


def _studied(frame, **options):
    study = rocstats.Study(frame, **options)
    study.flow()
    repr(study)
    return study.sample()


@st.composite
def of_from_long(draw):
    """Draw a call of Study.from_long."""
    import pandas as pd

    size = draw(st.integers(0, 9))
    frame = pd.DataFrame(
        {
            "who": formed([i // 2 for i in range(size)], draw(pick(["list", "texts", "category", "Int64"]))),
            "truth": cycled(draw(pick([(1, 1, 0, 0), (1, None, 0, 0), (1, 0)])), size),
            "test": cycled(draw(pick([("A", "B"), ("A",), (1, 2), ("truth", "B"), ("\x1b", None)])), size),
            "score": list(draw(st.lists(draw(pick([usual, numbers])), min_size=size, max_size=size))),
            "more": cycled([1, [1], "x"], size),
        }
    )
    options = {"truth": "truth", "subject": "who", "test": "test", "score": "score", "missing": "drop"}
    if draw(st.integers(0, 3)) == 0:
        options["tests"] = draw(sometimes(st.just(["x"]), ["A"]))
    return Call("Study.from_long", rocstats.Study.from_long, (frame,), options)


@st.composite
def of_where(draw):
    """Draw a call of Study.where with a mask of the right length."""
    from hostile_data import studies

    study = draw(studies())
    mask = draw(arrays(st.booleans(), size=len(study.frame)))
    return Call("Study.where", study.where, (mask,))


DOORS = {
    "ClassScores.from_truth": of_class_scores(),
    "Sample": of_sample(),
    "Sample.from_counts": of_from_counts(),
    "Sample.from_groups": of_from_groups(),
    "Sample.from_truth": of_from_truth(),
    "Study": of_study(),
    "Study.from_long": of_from_long(),
    "Study.where": of_where(),
}
