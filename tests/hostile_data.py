"""Data that the door lets in, however odd, and frames that it may not: samples, studies, tables of counts."""

import numpy as np
from hostile_values import FORMS, INF, NAN, arrays, cycled, extreme, floats, formed, names, numbers, texts, usual
from hypothesis import strategies as st

from rocstats import ClassScores, Counts, DataError, DiagnosticTest, PairedCounts, Sample, Study

pick = st.sampled_from


def sometimes(strategy, usual_value):
    """Draw the usual value more often than another."""
    return st.one_of(*[st.just(usual_value)] * 4, strategy)


scales = pick(
    [
        pick([0.0, 1.0, 2.0, 3.0]),
        st.just(1.0),
        st.floats(-1e6, 1e6),
        st.floats(0, 1),
        pick([0.0, 0.5, 1.0, 0.9, 1e-300]),
        pick([-INF, -1.0, 0.0, 0.5, INF]),
        st.one_of(extreme, usual.map(float)),
        st.floats(allow_nan=False),
        pick([1.0, 1.0000000000000002, 0.9999999999999999]),
        pick([5e-324, 1e-323, 0.0]),
        pick([1.7976931348623157e308, -1.7976931348623157e308, 0.0]),
    ]
)
row_counts = st.one_of(st.integers(1, 3), pick([1, 2, 10**3, 10**6, 2**31, 2**40, 2**50]))


@st.composite
def samples(draw, tests=None, least=1, most=7):
    """Draw a sample that the door lets in, with whatever a sample can carry."""
    count = draw(st.integers(1, 3)) if tests is None else tests
    scores = draw(scales)
    called = draw(st.lists(names.filter(str.strip), min_size=count, max_size=count, unique=True))
    kinds = tuple(
        DiagnosticTest(name, low=draw(st.booleans()), cutoff=draw(sometimes(scores, None))) for name in called
    )
    groups = [
        np.array(draw(st.lists(st.lists(scores, min_size=count, max_size=count), min_size=least, max_size=most)))
        for _ in range(2)
    ]
    if draw(st.integers(0, 5)) == 0:
        groups = [np.repeat(group[:, :1], count, axis=1) for group in groups]
    more = {"truth": draw(names), "positive": draw(names), "negative": draw(names), "n_dropped": draw(pick([0, 0, 3]))}
    chosen = draw(st.integers(0, 9))
    if chosen == 0:
        for what, group in zip(("case_counts", "control_counts"), groups, strict=True):
            more[what] = np.array([draw(row_counts) for _ in group])
    elif chosen == 1:
        more["clusters"] = tuple(np.arange(len(group)) // 2 for group in groups)
    elif chosen == 2:
        more["strata"] = tuple(np.array(cycled(["s", "t"], len(group)), dtype=object) for group in groups)
    elif chosen == 3:
        more["ids"] = (np.arange(len(groups[0])), np.arange(len(groups[1])) + 100)
    if draw(st.integers(0, 7)) == 0:
        more["design"] = draw(pick(["cohort", "case-control"]))
    return Sample(cases=groups[0] + 0.0, controls=groups[1] + 0.0, tests=kinds, **more)


one_test = samples(tests=1)
one_or_several = st.one_of(one_test, one_test, samples())


@st.composite
def probabilities(draw):
    """Draw a sample of one test whose scores are probabilities."""
    scores = draw(pick([st.floats(0, 1), pick([0.0, 0.25, 0.5, 1.0]), pick([0.0, 1.0, 5e-324, 1 - 2**-53])]))
    groups = [draw(st.lists(scores, min_size=1, max_size=8)) for _ in range(2)]
    return Sample.from_groups(cases=groups[0], controls=groups[1], tests=[draw(names.filter(str.strip))])


@st.composite
def ratings(draw, tests=1):
    """Draw a sample of ratings that are often such as a curve can be fitted to."""
    size = draw(st.integers(8, 25))
    row = st.lists(st.integers(0, 4), min_size=tests, max_size=tests)
    cases, controls = (np.array(draw(st.lists(row, min_size=size, max_size=size))) for _ in range(2))
    called = ["A", "B"][:tests]
    return Sample.from_groups(cases=cases + draw(pick([0, 1, 2])), controls=controls, tests=called)


@st.composite
def parts_of_one_study(draw):
    """Draw samples of one test and one truth, by the names of their parts."""
    called = draw(st.lists(names.filter(str.strip), min_size=2, max_size=3, unique=True))
    scores = draw(scales)
    lists = st.lists(scores, min_size=1, max_size=6)
    return {name: Sample.from_groups(cases={"A": draw(lists)}, controls={"A": draw(lists)}) for name in called}


@st.composite
def frames(draw, rows=None):
    """Draw a frame of hostile columns, with whatever a person may have in one."""
    import pandas as pd

    size = draw(st.integers(0, 7)) if rows is None else rows
    columns = {}
    for place in range(draw(st.integers(0, 4))):
        values = draw(st.lists(pick([numbers, usual, texts]).flatmap(lambda each: each), min_size=size, max_size=size))
        columns[draw(st.one_of(names, pick([place, (place, 1), None, NAN])))] = formed(
            values, draw(pick(["object", "list", *FORMS]))
        )
    coding = draw(pick([(1, 0), ("ill", "well"), (True, False), ("a", "b", None), (1, 0, NAN), (1,)]))
    columns["truth"] = cycled(coding, size)
    for name in ("A", "B"):
        columns[name] = draw(st.one_of(arrays(usual, size=size), arrays(numbers, size=size)))
    columns["id"] = [f"s{i}" for i in range(size)]
    columns["site"] = cycled([1, 2, "x"], size)
    columns["n"] = cycled([1, 2, 0], size)
    try:
        frame = pd.DataFrame(
            {name: list(held) if np.ndim(held) != 1 else held for name, held in columns.items()},
            index=draw(pick([None, [0] * size, list(range(size))[::-1]])),
        )
    except Exception:  # noqa: BLE001  # what pandas does not take is no frame
        frame = pd.DataFrame({"truth": cycled(coding, size), "A": [1.0] * size, "B": [2] * size})
    return draw(pick([_as_it_is, _as_it_is, *RESHAPED]))(frame)


def _as_it_is(frame):
    return frame


def _twice(frame):
    import pandas as pd

    return pd.concat([frame, frame[["A"]]], axis=1)


def _under_two_headers(frame):
    import pandas as pd

    return frame.set_axis(pd.MultiIndex.from_tuples([("top", name) for name in frame.columns]), axis=1)


def _in_polars(frame):
    import polars as pl

    try:
        return pl.DataFrame({str(name): list(frame[name]) for name in frame.columns}, strict=False)
    except BaseException as error:  # what polars does not take is no frame of it, and it may panic
        if isinstance(error, KeyboardInterrupt):
            raise
        return frame


def _in_arrow(frame):
    import pyarrow

    try:
        return pyarrow.Table.from_pandas(frame)
    except Exception:  # noqa: BLE001  # what Arrow does not take is no table of Arrow
        return frame


def _nullable(frame):
    try:
        return frame.convert_dtypes()
    except Exception:  # noqa: BLE001  # what pandas cannot convert stays
        return frame


RESHAPED = (_twice, _under_two_headers, _in_polars, _in_arrow, _nullable, lambda f: f.astype(object), dict)


@st.composite
def studies(draw):
    """Draw a study that the door lets in."""
    import pandas as pd

    size = draw(st.integers(2, 12))
    scores = draw(scales)
    held = {
        "ill": cycled(draw(pick([(1, 0), (1, 0, None), (1, 1, 0)])), size),
        "A": draw(st.lists(scores, min_size=size, max_size=size)),
        "B": draw(st.lists(st.one_of(scores, st.none()), min_size=size, max_size=size)),
        "sex": cycled(draw(pick([("f", "m"), ("f", "f", "m", None), ("\x1b[2J", "|")])), size),
        "id": [f"s{i}" for i in range(size)],
        "site": cycled(["x", "y", "y"], size),
        "n": cycled([1, 2, 3], size),
    }
    options = {
        "missing": draw(pick(["drop", "drop", "error"])),
        "low": draw(pick([(), ("A",), ("A", "B")])),
        "cutoffs": draw(pick([None, {"A": 1.0}, {"A": -INF, "B": 0}])),
        "subject": draw(pick([None, "id"])),
        "cluster": draw(pick([None, None, None, "site"])),
        "count": draw(pick([None, None, "n"])),
        "design": draw(pick([None, None, "cohort", "case-control"])),
    }
    try:
        return Study(pd.DataFrame(held), truth="ill", tests=["A", "B"], **options)
    except DataError:
        return Study(pd.DataFrame(held | {"ill": cycled((1, 0), size), "B": held["A"]}), truth="ill", tests=["A", "B"])


def answered(build, *strategies, **named):
    """Draw arguments until a constructor takes them."""

    @st.composite
    def drawn(draw):
        for _ in range(6):
            try:
                return build(*map(draw, strategies), **{name: draw(held) for name, held in named.items()})
            except Exception:  # noqa: BLE001  # what a constructor answers to this is asked of it by itself
                continue
        return draw(st.nothing())

    return drawn()


small = st.integers(0, 6)
sizes = st.one_of(small, pick([0, 1, 10**3, 10**6, 10**9, 2**40, 2**50]))
counts = answered(
    Counts,
    tp=sizes,
    fp=sizes,
    fn=sizes,
    tn=sizes,
    threshold=sometimes(floats, None),
    test=sometimes(st.builds(DiagnosticTest, names.filter(str.strip), st.booleans()), None),
    design=pick([None, None, "cohort", "case-control"]),
)
squares = st.tuples(st.tuples(sizes, sizes), st.tuples(sizes, sizes))
paired_counts = answered(
    PairedCounts, cases=squares, controls=squares, design=pick([None, None, "cohort", "case-control"])
)


@st.composite
def classes(draw):
    """Draw the scores of several classes."""
    count = draw(st.integers(2, 4))
    size = draw(st.integers(count, 9))
    truth = cycled("abcd"[:count], size)
    scores = {name: draw(st.lists(draw(scales), min_size=size, max_size=size)) for name in "abcd"[:count]}
    return ClassScores.from_truth(truth, scores)
