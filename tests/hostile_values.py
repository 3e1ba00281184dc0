"""Hostile values: numbers at the ends of what numbers can be, texts that steer, objects "
"of no use, arrays of any kind."""

import array
import datetime
import itertools
import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

NAN, INF = math.nan, math.inf
LARGEST, SMALLEST = 1.7976931348623157e308, 5e-324

usual = st.one_of(st.integers(0, 4), st.floats(-10, 10), st.sampled_from([0.0, 0.25, 0.5, 0.9, 1.0]))
extreme = st.sampled_from([-0.0, LARGEST, -LARGEST, SMALLEST, -SMALLEST, 2.0**-1022, 1e300, -1e300, 1e-300, 2.0**53])
unbounded = st.sampled_from([NAN, INF, -INF])
# Python writes no number so long, so it stands where a strategy need not be written: behind a call.
_unwritable = st.builds(pow, st.just(10), st.just(5000))
_written = st.sampled_from(
    [
        -1,
        0,
        1,
        2,
        3,
        2**31,
        2**53 - 1,
        2**53,
        2**53 + 1,
        2**63 - 1,
        2**63,
        2**64,
        -(2**63) - 1,
        10**30,
        10**400,
    ]
)
whole = st.one_of(*[_written] * 15, _unwritable)
odd_numbers = st.sampled_from(
    [
        *(True, False, np.True_, np.False_),
        *(Decimal("0.1"), Decimal("NaN"), Decimal("sNaN"), Decimal("Infinity"), Decimal("1e400"), Decimal("-0")),
        *(Fraction(1, 3), Fraction(10**400, 3), Fraction(1, 10**400)),
        *(np.float16(0.5), np.float32(NAN), np.float64(0.95), np.longdouble("0.1"), np.longdouble("1e4000")),
        *(np.int8(-1), np.int64(3), np.uint64(2**64 - 1), np.array(0.9), np.array(2)),
        *(1 + 0j, complex(NAN, 1), np.complex64(1)),
    ]
)
numbers = st.one_of(usual, extreme, unbounded, whole, odd_numbers)
floats = st.one_of(usual.map(float), extreme, unbounded)

# No text holds the letters of a number that is none, so that such a number is found in print.
TEXTS = (
    *("", " ", "\t", "1", "0", "01", "1.0", "1,5", "x", "True", "no", "0x10", "1_000", "\u0663", "\u00bd", "."),
    *(
        "a\x00b",
        "\x1b[2J",
        "\ud800",
        "\u202ertl",
        "\u200b",
        "\ufeff",
        "a\nb",
        "a\r\nb",
        "\u2028",
        "\U0001f9ea",
        "e\u0301",
    ),
    *("<script>", "&lt;", "|", "`", "**", "$x$", "\\", "%s", "{0}", "{", "=1+1", "@x", "'", '"', "--", "]]>", "../x"),
    *("a" * 300, "long words " * 30, "truth", "score", "estimate", "index", "None", "column 1", "A (2)"),
)
texts = st.sampled_from(TEXTS)
names = st.one_of(
    st.sampled_from(["A", "B", "CT", "score"]),
    texts,
    st.text(max_size=4).filter(lambda text: "nan" not in text.lower()),
)


class Strange:
    """An object that nothing was made for; it compares by identity."""

    def __repr__(self):
        return "<strange>"


class ANumber(float):
    """A number of a class of its own."""


class AText(str):
    """A text of a class of its own."""

    __slots__ = ()


def objects():
    """Draw things that are neither numbers nor text."""
    import pandas as pd

    return st.sampled_from(
        [
            *(None, Strange(), Strange, int, len, Ellipsis, NotImplemented, range(3), slice(2), lambda *_: 0.5),
            *((), [], {}, set(), frozenset([1]), [1], (1, 2), {"A": 1}, {"a": {"b": []}}, [[1, 2], [3]], [None], [[]]),
            *(b"bytes", bytearray(b"1"), memoryview(b"12"), ANumber(0.9), AText("A"), ANumber(NAN)),
            *(datetime.date(2026, 11, 30), datetime.datetime(1, 1, 1), datetime.timedelta(1), np.datetime64("NaT")),
            *(pd.NA, pd.NaT, pd.Timestamp("2026-11-30"), pd.Interval(0, 1), pd.Series([1.0, 2.0]), pd.DataFrame()),
            *(np.array([]), np.array([1.0, NAN]), np.zeros((2, 2)), np.random.default_rng(1), Exception("x")),
        ]
    )


anything = st.deferred(lambda: st.one_of(numbers, texts, objects()))


# ---- arrays ------------------------------------------------------------------------------------------------------


def _pandas(kind):
    def made(values):
        import pandas as pd

        return pd.Series(values, dtype=kind)

    return made


def _with_holes(kind):
    def made(values):
        import pandas as pd

        return pd.Series([None if i == 1 else v for i, v in enumerate(values)], dtype=kind)

    return made


def _polars(values):
    import polars as pl

    if not all(type(value) in (int, float, str, bool, type(None)) for value in values):
        raise TypeError("polars panics at a decimal number that is none")
    if any(isinstance(value, int) and abs(value) > 10**400 for value in values):
        # polars fails to say that it cannot hold a number that Python cannot write
        return values
    return pl.Series("A", values)


def _indexed(values):
    import pandas as pd

    return pd.Series(values, index=[f"r{i}" for i in range(len(values))][::-1], name="A")


def _twice_indexed(values):
    import pandas as pd

    return pd.Series(values, index=[0] * len(values), name=("A", 1))


def _read_only(values):
    made = np.array(values)
    made.setflags(write=False)
    return made


def _masked(values):
    return np.ma.MaskedArray(np.array(values, dtype=float), mask=[i == 1 for i in range(len(values))])


def _structured(values):
    return np.array([(v, i) for i, v in enumerate(values)], dtype=[("a", "f8"), ("b", "i4")])


FORMS = {
    "list": list,
    "tuple": tuple,
    "array": np.array,
    "object": lambda v: np.array(v, dtype=object),
    "float16": lambda v: np.array(v, dtype=np.float16),
    "float32": lambda v: np.array(v, dtype=np.float32),
    "longdouble": lambda v: np.array(v, dtype=np.longdouble),
    "int8": lambda v: np.array(v, dtype=np.int8),
    "uint64": lambda v: np.array(v, dtype=np.uint64),
    "bool": lambda v: np.array(v, dtype=bool),
    "text": lambda v: np.array([str(x) for x in v]),
    "texts": lambda v: [str(x) for x in v],
    "bytes": lambda v: np.array([str(x).encode("utf-8", "replace") for x in v]),
    "complex": lambda v: np.array(v, dtype=complex),
    "datetime": lambda v: np.array(v, dtype="datetime64[D]"),
    "timedelta": lambda v: np.array(v, dtype="timedelta64[s]"),
    "structured": _structured,
    "masked": _masked,
    "all masked": lambda v: np.ma.masked_all(len(v)),
    "big-endian": lambda v: np.array(v, dtype=">f8"),
    "every second": lambda v: np.repeat(np.array(v, dtype=float), 2)[::2],
    "backwards": lambda v: np.array(v, dtype=float)[::-1],
    "read-only": _read_only,
    "one column": lambda v: np.array(v, dtype=float)[:, None],
    "two columns": lambda v: np.column_stack([v, v]),
    "three dimensions": lambda v: np.zeros((len(v), 1, 1)),
    "matrix rows": lambda v: [[x] for x in v],
    "decimals": lambda v: [Decimal(str(x)) for x in v],
    "fractions": lambda v: [Fraction(x) for x in v],
    "array.array": lambda v: array.array("d", v),
    "memoryview": lambda v: memoryview(np.array(v, dtype=float)),
    "range": lambda v: range(len(v)),
    "generator": lambda v: (x for x in v),
    "set": set,
    "dict": lambda v: dict(enumerate(v)),
    "values": lambda v: dict(enumerate(v)).values(),
    "series": _indexed,
    "series, one label": _twice_indexed,
    "Int64": _pandas("Int64"),
    "Float64": _with_holes("Float64"),
    "boolean": _pandas("boolean"),
    "string": lambda v: _with_holes("string")([str(x) for x in v]),
    "category": _with_holes("category"),
    "category of numbers": _pandas("category"),
    "datetimes": _pandas("datetime64[ns]"),
    "arrow": _pandas("double[pyarrow]"),
    "arrow, holes": _with_holes("int64[pyarrow]"),
    "sparse": _pandas("Sparse[float]"),
    "polars": _polars,
}


def formed(values, form):
    """Bring a list into a form; one that cannot have it stays a list."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return FORMS[form](values)
        except Exception:  # noqa: BLE001  # whatever another library does not take is no matter of this one
            return list(values)


def arrays(values, *, size=None, least=0, most=8):
    """Draw values in any form that could pass for a column."""
    lengths = {"min_size": least, "max_size": most} if size is None else {"min_size": size, "max_size": size}
    return st.tuples(st.lists(values, **lengths), st.sampled_from(list(FORMS))).map(lambda drawn: formed(*drawn))


# ---- truth -------------------------------------------------------------------------------------------------------

CODINGS = (
    *((1, 0), (True, False), (1.0, 0.0), ("1", "0"), ("ill", "well"), ("True", "False"), (2, 1), (-1, 1), (1, 2)),
    *(("a\x1b[2J", "\ud800"), ("a", "a "), ("1", 1), (None, 1), ("", "x"), (NAN, 1), (INF, -INF), (Decimal(1), 0)),
    *((datetime.date(2026, 1, 1), datetime.date(2027, 1, 1)), ((1, 2), (3, 4)), (Fraction(1, 2), 0), (10**400, 1)),
    *((b"\xff", b"a"), (Strange(), 1), (frozenset([1]), 2), (Decimal("sNaN"), 1), (1 + 0j, 0j), (ANumber(1), 0)),
    *((1, 0, 2), ("a", "b", "c"), (1,), ("a",), (0,), ([1], [0]), ("b" * 300, "b" * 301), (np.int8(1), np.int8(0))),
)


@st.composite
def truths(draw, size=None):
    """Draw a truth column, with what is called positive and negative of it: possibly right, possibly not."""
    coding = draw(st.sampled_from(CODINGS))
    size = draw(st.integers(0, 8)) if size is None else size
    places = draw(st.lists(st.integers(0, len(coding) - 1), min_size=size, max_size=size))
    values = [coding[place] for place in places]
    form = draw(st.sampled_from(["list", "object", "array", "series", "category", "polars", *FORMS]))
    positive = draw(st.sampled_from([coding[0], coding[0], coding[0], None, "1", 1, [coding[0]], [], "absent", NAN]))
    negative = draw(st.sampled_from([None, None, coding[-1], list(coding), 0]))
    return formed(values, form), positive, negative


def cycled(values, size):
    """Repeat values until there are so many."""
    return list(itertools.islice(itertools.cycle(values), size))
