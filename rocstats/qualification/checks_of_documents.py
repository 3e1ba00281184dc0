"""Checks of documents: results are read back as they were written, pages are the same again, faults are refused."""

# Calls of the wrong type are meant.
# mypy: disable-error-code="arg-type"

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rocstats.analysis_results.differences import results_difference
from rocstats.analysis_results.digests import results_digest
from rocstats.analysis_results.record import Record
from rocstats.analysis_results.results_json import read_results, results_json
from rocstats.analysis_results.results_table import ResultsTable
from rocstats.analysis_results.row import About, ResultRow
from rocstats.data.sample import Sample
from rocstats.document.blocks import Column, Document, Figure, Paragraph, Picture, Row, RunningHeads, Section, Table
from rocstats.document.figure_style import svg
from rocstats.document.inline import CrossRef
from rocstats.document.rendering import render, render_bytes
from rocstats.document.roc_figure import plot_roc
from rocstats.document.writing import write
from rocstats.empirical.curve import roc_curve
from rocstats.errors import DataError, MethodError, PlanError
from rocstats.inference.areas import auc
from rocstats.qualification.cases import load_cases
from rocstats.qualification.check_data import ONE
from rocstats.qualification.checks import Finding, Line, checks_of
from rocstats.qualification.findings import all_of, exactly, holds, refused

_HOSTILE = "<script>alert(1)</script> =1+1"
_Content = str | bytes


def _with(content: _Content, name: str, ask: Callable[[Path], Finding]) -> Finding:
    """Write a file, and find something about it."""
    with TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        return ask(path)


# Results


def _record(area: float = 0.8125) -> Record:
    about = About(label="Area of A")
    rows = [
        ResultRow(analysis="auc.t1", stat="estimate", label="area", value=area, kind="area", about=about),
        ResultRow(analysis="auc.t1", stat="n", label="subjects", value=36, kind="count", about=about),
        ResultRow(
            analysis="auc.t1",
            stat="std-error",
            label="error",
            value=None,
            kind="error",
            about=about,
            warning="A variance needs two cases.",
        ),
    ]
    return Record(table=ResultsTable(rows), plan={"seed": 1})


def _read_back() -> Finding:
    record = _record(1 / 3)

    def ask(path: Path) -> Finding:
        found = read_results(path)
        return all_of(
            {
                "values": exactly([row.value for row in record.table], [row.value for row in found.table]),
                "digest": exactly(results_digest(record.table), results_digest(found.table)),
                "bytes": exactly(True, results_json(found) == results_json(record)),
            }
        )

    return _with(results_json(record), "results.json", ask)


def _no_results(words: str, content: str) -> Finding:
    return _with(content, "results.json", lambda path: refused(DataError, words, lambda: read_results(path)))


def _differences() -> Finding:
    changed = results_difference(_record(), _record(0.8126)).changes
    return all_of(
        {
            "same": exactly((), results_difference(_record(), _record()).changes),
            "one": exactly([("auc.t1.estimate", 0.8125, 0.8126)], [(one.id, one.old, one.new) for one in changed]),
        }
    )


def _empty_tables() -> Finding:
    """Two records of nothing do not differ."""
    nothing = Record(table=ResultsTable([]))
    return exactly((), results_difference(nothing, nothing).changes)


# Documents


def _document() -> Document:
    """A small document with a table, a figure and a hostile name."""
    table = Table(
        id="areas",
        caption=f"Areas of {_HOSTILE}",
        columns=(Column("Test", "text"), Column("AUC")),
        rows=(Row(_HOSTILE, ("0.845",)),),
    )
    drawing = Picture(svg(plot_roc(roc_curve(ONE))), "An ROC curve.")
    figure = Figure(id="roc", caption="The curve.", pictures=(drawing,))
    words = Paragraph(("See ", CrossRef("areas"), " and ", CrossRef("roc"), "."))
    return Document(
        title=f"Accuracy of {_HOSTILE}",
        sections=(Section(id="data", title="Data", blocks=(words, table, figure)),),
        heads=RunningHeads(title="Accuracy"),
    )


def _rendered(format: Any) -> Finding:
    first, second = (render_bytes(_document(), format) for _ in range(2))
    return holds(first == second, "the same bytes", f"{len(first)} and {len(second)} bytes")


def _escaped() -> Finding:
    """A name that is a piece of HTML is shown and not carried out, in both formats."""
    page, text = render(_document(), "html"), render(_document(), "md")
    return exactly((False, False), ("<script>" in page, re.search(r"(?<!\\)<script>", text) is not None))


def _terminal() -> Finding:
    """A name that would clear the screen is shown and steers nothing, in print and in a notebook."""
    name = "A\x1b[2J\u202e<b>"
    found = auc(Sample.from_groups(cases=ONE.cases[:, 0], controls=ONE.controls[:, 0], tests=[name]))
    shown = str(found) + found._repr_html_()
    return exactly([False, False, False], [sign in shown for sign in ("\x1b", "\u202e", "<b>A")])


def _written() -> Finding:
    with TemporaryDirectory() as folder:
        pages = [write(_document(), Path(folder, name)) for name in ("a.html", "b.html", "c.md")]
        same = pages[0][0].read_bytes() == pages[1][0].read_bytes()
        return exactly((True, ["c.md", "c_files"]), (same, [pages[2][0].name, pages[2][1].parent.name]))


def _in_the_way() -> Finding:
    """A file that rocstats did not write is never replaced."""
    return _with(
        "mine", "report.html", lambda path: refused(PlanError, "report.html", lambda: write(_document(), path))
    )


def _nothing_in_it() -> Finding:
    """A document with an empty section is a fault of whoever built it."""
    empty = replace(_document(), sections=(Section(id="data", title="Data", blocks=()),))
    return refused(ValueError, "empty", lambda: render(empty, "html"))


def _no_cases() -> Finding:
    with TemporaryDirectory() as folder:
        return refused(DataError, "there are no cases", lambda: load_cases(Path(folder)))


_ANY: Any = 3
_LATER = json.dumps({"format": "rocstats results", "schema": 99})
_SAME = "Written twice it is the same bytes."
_ERRORS = (
    Line(
        "read_results",
        "no-file",
        "ROBUST-01",
        "A file that is not there is named.",
        lambda: refused(DataError, "there is no file", lambda: read_results("nowhere.json")),
    ),
    Line("read_results", "json", "ROBUST-01", "What is no JSON is refused.", lambda: _no_results("is no JSON", "{")),
    Line(
        "read_results",
        "nan",
        "ROBUST-01",
        "NaN is no value of JSON.",
        lambda: _no_results("NaN is no value", '{"a": NaN}'),
    ),
    Line(
        "read_results",
        "other",
        "ROBUST-01",
        "JSON of something else is refused.",
        lambda: _no_results("holds no results", '{"a": 1}'),
    ),
    Line(
        "read_results",
        "later",
        "ROBUST-01",
        "A later form is refused by its number.",
        lambda: _no_results("has form 99", _LATER),
    ),
    Line(
        "results_difference",
        "type",
        "ROBUST-01",
        "What is no record is refused.",
        lambda: refused(TypeError, "not int", lambda: results_difference(_ANY, _ANY)),
    ),
    Line(
        "render",
        "type",
        "ROBUST-01",
        "What is no document is refused.",
        lambda: refused(TypeError, "not int", lambda: render(_ANY, "html")),
    ),
    Line(
        "render",
        "format",
        "ROBUST-03",
        "Another format is refused.",
        lambda: refused(MethodError, "'rtf'", lambda: render(_document(), "rtf")),
        False,
    ),
    Line("render", "empty", "ROBUST-01", "A section without content is refused.", _nothing_in_it, False),
    Line(
        "render",
        "hostile-name",
        "ROBUST-05",
        "A name that is a piece of HTML is shown and not carried out.",
        _escaped,
        False,
    ),
    Line(
        "auc", "hostile-name", "ROBUST-05", "A name that would clear the screen is shown and steers nothing.", _terminal
    ),
    Line(
        "render_bytes",
        "format",
        "ROBUST-03",
        "Another format is refused.",
        lambda: refused(MethodError, "'rtf'", lambda: render_bytes(_document(), "rtf")),
        False,
    ),
    Line("write", "in-the-way", "ROBUST-01", "A file of another hand is never replaced.", _in_the_way, False),
    Line(
        "write",
        "suffix",
        "ROBUST-03",
        "Another suffix is refused.",
        lambda: refused(PlanError, ".rtf", lambda: write(_document(), "report.rtf")),
        False,
    ),
    Line("validate", "no-cases", "OQ-01", "A folder without cases is refused.", _no_cases),
)
_IDENTITIES = (
    Line("read_results", "read-back", "RESULTS-01", "Results are read back as they were written.", _read_back),
    Line(
        "results_difference", "changes", "RESULTS-02", "The same do not differ; a changed value is named.", _differences
    ),
)
_DETERMINISM = (
    Line("render", "html", "EXPORT-01", _SAME, lambda: _rendered("html"), False),
    Line("render_bytes", "md", "EXPORT-01", _SAME, lambda: _rendered("md"), False),
    Line("write", "same-bytes", "EXPORT-01", _SAME, _written, False),
)
_DEGENERATE = (
    Line("results_difference", "empty", "RESULTS-02", "Two records of nothing do not differ.", _empty_tables),
)
OF_DOCUMENTS = (
    *checks_of("error", _ERRORS),
    *checks_of("identity", _IDENTITIES),
    *checks_of("determinism", _DETERMINISM),
    *checks_of("degenerate", _DEGENERATE),
)
