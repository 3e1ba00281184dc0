"""The columns of results in files: those of CDISC's analysis results data, and what diagnostic accuracy adds."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from rocstats.analysis_results.results_table import ResultsTable
from rocstats.analysis_results.row import Kind, ResultRow

# As R, and everything that reads what R writes, spells them.
INFINITE = {"Inf": math.inf, "-Inf": -math.inf}
# How R's cards would write a value: by its patterns, of which the percent sign multiplies by a hundred.
_FORMATS: dict[Kind, str] = {
    "count": "xx",
    "percent": "xx.x%",
    "points": "xx.x%",
    "area": "xx.xxx",
    "error": "xx.xxxx",
    "ratio": "xx.xx",
    "statistic": "xx.xxx",
    "df": "xx.x",
    "p": "xx.xxx",
    "quantity": "xx.xxx",
    "level": "xx.x%",
    "seed": "xx",
    "text": "",
}
_OF_CARDS = ("variable", "variable_level", "context", "stat_name", "stat_label", "stat", "fmt_fun", "warning", "error")


def rows_of(table: ResultsTable) -> list[dict[str, Any]]:
    """Give every row of a table with all columns, in one order; what does not apply is None.

    ``error`` says why there is no value, ``warning`` what to mind though there is one. ``n`` and ``N`` are those of the
    analysis, where it counts something out of something. Infinite numbers are the texts "Inf" and "-Inf".
    """
    deepest = max([1, *(len(row.about.groups) for row in table)])
    return [_columns(row, table.analysis(row.analysis), deepest) for row in table]


def column_names(table: ResultsTable, *, cards: bool = False) -> list[str]:
    """Name the columns: all of them, or those that R's package cards has."""
    deepest = max([1, *(len(row.about.groups) for row in table)])
    groups = [f"group{i}{end}" for i in range(1, deepest + 1) for end in ("", "_level")]
    return [*groups, *_OF_CARDS] if cards else [*_BEFORE, *groups, *_AFTER]


def _columns(row: ResultRow, analysis: Mapping[str, ResultRow], deepest: int) -> dict[str, Any]:
    about, method = row.about, row.about.method
    groups = [*about.groups, *[(None, None)] * (deepest - len(about.groups))]
    return {
        "id": row.id,
        "analysis_id": row.analysis,
        "label": about.label,
        **{
            name: value
            for i, pair in enumerate(groups, 1)
            for name, value in zip((f"group{i}", f"group{i}_level"), pair, strict=True)
        },
        "variable": about.test or None,
        "variable_level": None,
        "context": row.analysis.partition(".")[0],
        "stat_name": row.stat,
        "stat_label": row.label,
        "stat": plain_value(row.value),
        "kind": row.kind,
        "fmt_fun": _FORMATS[row.kind] or None,
        "warning": (row.warning or None) if row.value is not None else None,
        "error": row.warning if row.value is None else None,
        "population": about.population or None,
        "test": about.test or None,
        "comparator": about.comparator or None,
        "purpose": about.purpose,
        "ci_method": None if method is None else method.name,
        "method_id": None if method is None else method.id,
        "conf_level": about.level,
        "conf_sides": about.sides or None,
        "alternative": about.alternative or None,
        "null_value": plain_value(about.null_value),
        "margin": plain_value(about.margin),
        "n": plain_value(analysis["n"].value) if "n" in analysis else None,
        "N": plain_value(analysis["total"].value) if "total" in analysis else None,
        "seed": about.seed,
        "requirement_id": about.requirement or None,
        "extra": [list(pair) for pair in row.extra] or None,
    }


def plain_value(value: Any) -> Any:
    """Give a value as strict JSON holds it; an infinite number is a text.

    Examples
    --------
    >>> plain_value(0.5), plain_value(float("-inf")), plain_value(None)
    (0.5, '-Inf', None)
    """
    if isinstance(value, float) and math.isinf(value):
        return "Inf" if value > 0 else "-Inf"
    return value


_BEFORE = ("id", "analysis_id", "label")
_AFTER = (
    *("variable", "variable_level", "context", "stat_name", "stat_label", "stat", "kind", "fmt_fun", "warning"),
    *("error", "population", "test", "comparator", "purpose", "ci_method", "method_id", "conf_level", "conf_sides"),
    *("alternative", "null_value", "margin", "n", "N", "seed", "requirement_id", "extra"),
)
