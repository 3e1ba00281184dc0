"""Results as CSV: RFC 4180 in UTF-8, a row per statistic, nothing in it that a spreadsheet would run."""

from __future__ import annotations

from typing import Any, Literal

from rocstats.analysis_results.columns import INFINITE, column_names, rows_of
from rocstats.analysis_results.csv_text import csv_text
from rocstats.analysis_results.results_table import ResultsTable


def results_csv(table: ResultsTable, columns: Literal["all", "cards"] = "all") -> str:
    r"""Write results as one CSV table, with ``\r\n`` at the end of each line and a header.

    Numbers are never changed: they stand in the shortest form that reads back as the same number, with a point;
    infinite ones are ``Inf`` and ``-Inf``. A cell without a value is empty. A text that begins with ``=``, ``+``,
    ``-``, ``@``, a tab or the end of a line gets an apostrophe before it, so that a spreadsheet shows it and does not
    run it: names of tests, groups and values come from data, and nobody knows who wrote them.

    Parameters
    ----------
    table : ResultsTable
        The results.
    columns : {"all", "cards"}
        All columns, or those that R's package cards has.

    Examples
    --------
    >>> from rocstats.analysis_results.row import About, ResultRow
    >>> row = ResultRow(analysis="a", stat="n", label="=1+1", value=3, kind="count", about=About(label="A"))
    >>> results_csv(ResultsTable([row]), "cards").splitlines()
    ['group1,group1_level,variable,variable_level,context,stat_name,stat_label,stat,fmt_fun,warning,error',
     ",,,,a,n,'=1+1,3,xx,,"]
    """
    names = column_names(table, cards=columns == "cards")
    return csv_text(names, ([_value(row, name) for name in names] for row in rows_of(table)))


def _value(row: dict[str, Any], name: str) -> Any:
    value = row[name]
    if name == "extra" and value is not None:
        return "; ".join(f"{one}: {text}" for one, text in value)
    # A text that reads Inf stays one where the row holds a text.
    number = isinstance(value, str) and value in INFINITE and name in _NUMBERS and row["kind"] != "text"
    return INFINITE[value] if number else value


_NUMBERS = frozenset(("stat", "null_value", "margin", "n", "N"))
