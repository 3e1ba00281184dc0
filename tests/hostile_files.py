"""Hostile files: texts in wrong encodings and odd rows, and tables of every format cut short or with bytes changed."""

import functools
import io
import tempfile
from pathlib import Path

from hostile_values import TEXTS, texts
from hypothesis import strategies as st

CELLS = (
    "1",
    "0",
    "2.5",
    "2,5",
    "",
    "NA",
    ".",
    "inf",
    "-1e400",
    "9" * 25,
    "1_0",
    "1e5",
    " 3 ",
    "ill",
    "well",
    "x",
    '"a;b"',
)
GOOD = "id,truth,A,B\ns1,1,3,1.5\ns2,1,4,NA\ns3,0,1,2\ns4,0,2,0.5\n"
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp1252", "latin-1", "cp037", "utf-7")
SUFFIXES = (
    ".csv",
    ".tsv",
    ".txt",
    ".xlsx",
    ".parquet",
    ".xpt",
    ".sav",
    ".zsav",
    ".dta",
    ".sas7bdat",
    ".xls",
    "",
    ".pdf",
)


@functools.cache
def frame():
    """Return the small study that the binary files hold."""
    import pandas as pd

    return pd.read_csv(io.StringIO(GOOD))


def _through_a_file(write, suffix):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"study{suffix}")
        write(path)
        return path.read_bytes()


@functools.cache
def good(suffix):
    """Return a sound file of this suffix, as bytes."""
    import pyreadstat

    match suffix:
        case ".xlsx":
            return _through_a_file(lambda path: frame().to_excel(path, index=False), suffix)
        case ".parquet":
            return _through_a_file(lambda path: frame().to_parquet(path, index=False), suffix)
        case ".xpt":
            return _through_a_file(lambda path: pyreadstat.write_xport(frame(), str(path)), suffix)
        case ".sav" | ".zsav":
            return _through_a_file(
                lambda path: pyreadstat.write_sav(
                    frame(),
                    str(path),
                    compress=suffix == ".zsav",
                    variable_value_labels={"truth": {1: "ill", 0: "well"}},
                ),
                suffix,
            )
        case ".dta":
            return _through_a_file(lambda path: pyreadstat.write_dta(frame(), str(path)), suffix)
        case ".tsv":
            return GOOD.replace(",", "\t").encode()
    return GOOD.encode()


@st.composite
def delimited(draw):
    """Draw a text of cells in rows, regular or not, in any encoding."""
    mark = draw(st.sampled_from([",", ";", "\t", "|", " "]))
    header = draw(
        st.one_of(
            st.just(["id", "truth", "A", "B"]),
            st.lists(st.sampled_from(["truth", "A", "A", "B", "", "id", *TEXTS]), max_size=6),
        )
    )
    cell = st.one_of(st.sampled_from(CELLS), texts)
    ragged = draw(st.booleans())
    rows = draw(
        st.lists(
            st.lists(cell, max_size=7) if ragged else st.lists(cell, min_size=len(header), max_size=len(header)),
            max_size=8,
        )
    )
    end = draw(st.sampled_from(["\n", "\r\n", "\r", "\n\n"]))
    text = end.join(mark.join(row) for row in [header, *rows]) + draw(st.sampled_from([end, "", "\x00", '"', "\x1a"]))
    return text.encode(draw(st.sampled_from(ENCODINGS)), "replace")


@st.composite
def changed(draw, raw):
    """Draw a file with a piece of it cut off, left out, repeated or written over."""
    raw = bytearray(raw)
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, max(len(raw) - 1, 0)))
        how = draw(st.sampled_from(["cut", "write", "leave out", "repeat", "zero", "number"]))
        size = draw(st.sampled_from([1, 2, 4, 8, 64]))
        if how == "cut":
            del raw[at:]
        elif how == "write":
            raw[at : at + size] = draw(st.binary(min_size=1, max_size=size))
        elif how == "leave out":
            del raw[at : at + size]
        elif how == "repeat":
            raw[at:at] = raw[at : at + size]
        elif how == "zero":
            raw[at : at + size] = bytes(size)
        else:
            raw[at : at + 4] = draw(
                st.sampled_from([b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", b"\x00\x00\x00\x80", b"9999"])
            )
    return bytes(raw)


contents = st.one_of(
    delimited(),
    delimited().flatmap(changed),
    st.sampled_from(SUFFIXES).flatmap(lambda suffix: changed(good(suffix))),
    st.binary(max_size=40),
)


@st.composite
def files(draw):
    """Draw the bytes of a file with its suffix, which mostly fits."""
    if draw(st.booleans()):
        suffix = draw(st.sampled_from(SUFFIXES))
        return draw(changed(good(suffix))), suffix
    return draw(contents), draw(st.sampled_from([".csv", ".csv", ".txt", *SUFFIXES]))


def with_file(function, content, suffix, **options):
    """Call a function with a file of this content."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"study{suffix}")
        path.write_bytes(content)
        return function(path, **options)
