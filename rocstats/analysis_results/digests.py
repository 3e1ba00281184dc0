"""Digests: one of the results to ten digits, one of each file to the byte.

The digest of the results is to be the same on every platform, that of a file on one platform. Results are rounded for
it because their last bits depend on the processor and on the linear algebra behind numpy.

A value that lies within such a last bit of the edge between two roundings can still fall on either side. Rounding to
fourteen digits first takes the commonest of these cases away, a short decimal such as 0.12345678905 that was computed
a bit too low or too high. What is left cannot be taken away from any digest, so who finds two digests that differ
compares the rows before saying that results differ; ``difference`` does.
"""

from __future__ import annotations

import hashlib
import json
import math
from decimal import ROUND_HALF_UP, Context, Decimal
from pathlib import Path
from typing import Any

from rocstats.analysis_results.results_table import ResultsTable
from rocstats.analysis_results.row import Kind, ResultRow, Value

DIGITS = 10
_FORM = "rocstats results 1"
_FIRST = Context(prec=14, rounding=ROUND_HALF_UP)
_THEN = Context(prec=DIGITS, rounding=ROUND_HALF_UP)
_EXACT = Context(prec=400, rounding=ROUND_HALF_UP)
# Smaller than this a share, an area or an error is what is left of a subtraction.
_LEAST = Decimal("1e-12")
_BOUNDED: tuple[Kind, ...] = ("percent", "points", "area", "error")


def results_digest(table: ResultsTable) -> str:
    """Give the SHA-256 of the results, rounded to ten significant digits.

    It depends on what was computed of what: ids, kinds, values, and about each value the analysis set, test,
    comparator, groups, purpose, method, level, sides, alternative, null value, margin and seed. It does not depend on
    the order of the rows, on labels and warnings, on the time, the machine or the versions.

    Values are rounded half-up, to ten significant digits and, of shares, areas and their errors, to at most twelve
    decimals. 3 and 3.0 are one number, as are 0.0 and -0.0; a whole number of Python's ``int`` keeps all its digits;
    infinite values and those that could not be estimated are words.

    Examples
    --------
    >>> from rocstats.analysis_results.row import About
    >>> def table(value):
    ...     about = About(label="AUC of A")
    ...     return ResultsTable([ResultRow(analysis="a", stat="n", label="n", value=value, kind="area", about=about)])
    >>> results_digest(table(1 / 3)) == results_digest(table(0.333333333333))
    True
    >>> results_digest(table(0.5)) == results_digest(table(0.5000001))
    False
    """
    rows = sorted((_essence(row) for row in table), key=lambda row: row["id"])
    text = json.dumps([_FORM, rows], ensure_ascii=True, allow_nan=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def file_digest(path: str | Path) -> str:
    """Give the SHA-256 of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def digest_of(content: bytes) -> str:
    """Give the SHA-256 of the content of a file."""
    return hashlib.sha256(content).hexdigest()


def rounded(value: int | float, kind: Kind = "quantity") -> str:
    """Write a number as it enters the digest.

    Examples
    --------
    >>> rounded(3), rounded(3.0), rounded(-0.0), rounded(2 / 3), rounded(float("-inf")), rounded(1e-17, "points")
    ('3e+0', '3e+0', '0', '6.666666667e-1', '-Inf', '0')
    """
    if isinstance(value, float) and math.isinf(value):
        return "Inf" if value > 0 else "-Inf"
    number = Decimal(value) if isinstance(value, int) else _FIRST.create_decimal(repr(value))
    if isinstance(value, float):
        if kind in _BOUNDED:
            number = number.quantize(_LEAST, context=_EXACT)
        number = _THEN.plus(number)
    return f"{number.normalize(_EXACT):e}" if number else "0"


def _essence(row: ResultRow) -> dict[str, Any]:
    """Give what makes a result: no label, no warning, nothing that is worded."""
    about = row.about
    return {
        "id": row.id,
        "kind": row.kind,
        "value": _word(row.value, row.kind),
        "population": about.population,
        "test": about.test,
        "comparator": about.comparator,
        "groups": about.groups,
        "purpose": about.purpose,
        "method": "" if about.method is None else about.method.id,
        "level": _word(about.level),
        "sides": about.sides,
        "alternative": about.alternative,
        "null": _word(about.null_value),
        "margin": _word(about.margin),
        "seed": _word(about.seed),
        "extra": row.extra,
    }


def _word(value: Value, kind: Kind = "quantity") -> list[str] | None:
    if value is None:
        return None
    return ["text", value] if isinstance(value, str) else ["number", rounded(value, kind)]
