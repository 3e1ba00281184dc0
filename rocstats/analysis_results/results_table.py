"""The table of results: every row once, found by its id."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rocstats.analysis_results.row import ResultRow, Value


class ResultsTable:
    """Rows in the order in which they were computed.

    Parameters
    ----------
    rows : sequence of ResultRow
        Each id once.

    Raises
    ------
    ValueError
        If an id is there twice.

    Examples
    --------
    >>> from rocstats.analysis_results.row import About, ResultRow
    >>> row = ResultRow(
    ...     analysis="auc.t1", stat="estimate", label="AUC", value=0.75, kind="area", about=About(label="AUC of A")
    ... )
    >>> table = ResultsTable([row])
    >>> table.value("auc.t1.estimate"), "auc.t2.estimate" in table, len(table)
    (0.75, False, 1)
    """

    def __init__(self, rows: Sequence[ResultRow]) -> None:
        self._rows: dict[str, ResultRow] = {}
        self._analyses: dict[str, dict[str, ResultRow]] = {}
        for row in rows:
            if row.id in self._rows:
                raise ValueError(f'the result "{row.id}" is there twice.')
            self._rows[row.id] = row
            self._analyses.setdefault(row.analysis, {})[row.stat] = row

    def __iter__(self) -> Iterator[ResultRow]:
        return iter(self._rows.values())

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, identity: object) -> bool:
        return identity in self._rows

    def row(self, identity: str) -> ResultRow:
        """Give a row by its id."""
        try:
            return self._rows[identity]
        except KeyError:
            raise KeyError(f'there is no result "{identity}".') from None

    def value(self, identity: str) -> Value:
        """Give the value of a row by its id."""
        return self.row(identity).value

    def analysis(self, name: str) -> dict[str, ResultRow]:
        """Give the rows of one analysis by the name of the statistic; empty if there is no such analysis."""
        return dict(self._analyses.get(name, {}))

    def analyses(self, prefix: str = "") -> tuple[str, ...]:
        """Give the analyses whose id is the prefix, or begins with it and a point, in order."""
        return tuple(name for name in self._analyses if not prefix or name == prefix or name.startswith(f"{prefix}."))
