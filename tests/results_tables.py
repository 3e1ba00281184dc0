"""Tables of results made by hand, for the tests of what is done with them."""

import math

from rocstats.analysis_results.provenance import Provenance
from rocstats.analysis_results.record import Record
from rocstats.analysis_results.recorder import Output
from rocstats.analysis_results.results_table import ResultsTable
from rocstats.analysis_results.row import About, ResultRow
from rocstats.data.source import Source
from rocstats.printing import Note
from rocstats.results import Card

WILSON = Card("wilson", "Wilson score", "The score interval.", ("wilson1927",), "Wilson score", "")
HOSTILE = '=HYPERLINK("http://x"),\r\n"A|B" <37\x1b[2J'
ABOUT = About(
    label="Sensitivity of A",
    population="FAS",
    test="A",
    comparator="B",
    groups=(("SEX", "F"), ("AGE", ">=65")),
    purpose="primary",
    method=WILSON,
    level=0.975,
    sides="lower",
    alternative="greater",
    null_value=0.8,
    margin=-0.05,
    seed=2**70,
    requirement="WILSON-01",
)

VALID_PLAN = {
    "rocstats": "1",
    "data": {"file": "study.csv"},
    "reference": {"column": "ill", "positive": [1], "negative": [0], "kind": "reference_standard"},
    "tests": [{"name": "A", "positive_scores": "high"}],
}


def row(identity="a.estimate", value=0.5, kind="percent", about=ABOUT, label="Estimate", warning="", extra=()):
    """Make a row; one without a value says why."""
    analysis, _, stat = identity.rpartition(".")
    return ResultRow(
        analysis=analysis,
        stat=stat,
        label=label,
        value=value,
        kind=kind,
        about=about,
        warning=warning or ("Nobody was tested." if value is None else ""),
        extra=extra,
    )


def small_table():
    """Give a table with every sort of value: counts, shares, infinite and missing ones, texts, hostile names."""
    plain = About(label="-plain")
    return ResultsTable(
        [
            row("a.n", 26, "count"),
            row("a.total", 41, "count"),
            row("a.estimate", 26 / 41),
            row("a.conf-low", None),
            row("a.conf-high", math.inf, "ratio", warning="It has no end."),
            row("b.p-value", 1.25e-17, "p", plain),
            row("b.decision", HOSTILE, "text", plain, label="@Decision", extra=(("unit", "U/mL"),)),
            row("b.change", -0.125, "points", plain),
            row("b.lowest", -math.inf, "quantity", plain),
        ]
    )


def provenance(**changed):
    """Make a provenance."""
    source = Source(
        name="study.csv",
        format="CSV",
        bytes=10,
        sha256="ab" * 32,
        n_rows=2,
        n_columns=2,
        columns=("A",),
        missing_codes=("", "NA"),
        column_labels=(("A", "Assay"),),
    )
    given = {
        "run_id": "r",
        "status": "draft",
        "rocstats": "0.1.0",
        "build": "b",
        "python": "CPython 3.11.9",
        "platform": "Linux x86_64",
        "blas": "openblas 1",
        "packages": (("numpy", "2.0"),),
        "seed": 1,
        "n_resamples": 2000,
        "generator": "PCG64",
        "source": source,
        "n_rows": 2,
        "columns": ("A",),
        "content_sha256": "c",
        "plan_schema": "1",
        "plan_sha256": "p",
        "results_digest": "d",
    }
    return Provenance(**{**given, **changed})


def small_record(table=None, **changed):
    """Make a record of a table."""
    given = {
        "table": small_table() if table is None else table,
        "plan": {"seed": 1, "tests": [{"name": "A", "between": [0.5, math.inf]}]},
        "provenance": provenance(),
        "outputs": (Output("a", "Sensitivity", "\n\tA = 5\n", {}, (Note("few", "Few cases."),), ((6, 7, "a.n"),)),),
    }
    return Record(**{**given, **changed})
