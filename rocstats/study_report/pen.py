"""The pen: every number of a report is written by it, from a row of the results, in the style of the plan.

A section asks for numbers by the ids of their rows and gets words that carry the id. It never formats a number itself,
so what stands in the report is in the table of results, and empty tables (shells) are the same sections in another
ink.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from rocstats.analysis_results.results_table import ResultsTable
from rocstats.analysis_results.row import ResultRow
from rocstats.document.blocks import Limits, Picture
from rocstats.document.inline import Content, CrossRef, Quoted, Text, Value
from rocstats.investigation.column_of_test import TestColumn
from rocstats.study_report.number_style import NOT_ESTIMABLE, NumberStyle

_LIMITS = ("conf-low", "conf-high")
# What is written beside each other, with the same decimals.
_SHARING = ("estimate", "estimate1", "estimate2", *_LIMITS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pen:
    """Writes rows of a table of results.

    Parameters
    ----------
    table : ResultsTable
        What was computed.
    style : NumberStyle
        How numbers look.
    shell : bool
        Write places for numbers in place of numbers, and no pictures.
    present : collection of str, optional
        Ids of the sections, tables and figures of the document; None while they are being found out.
    tables, figures : bool
        Whether the document has any.
    abbreviations : tuple of pairs
        Those that the document uses, each with what it stands for.
    """

    table: ResultsTable
    style: NumberStyle = field(default_factory=NumberStyle)
    shell: bool = False
    present: Collection[str] | None = None
    tables: bool = False
    figures: bool = False
    abbreviations: tuple[tuple[str, str], ...] = ()
    drawn: dict[str, Picture] = field(default_factory=dict)
    shared: dict[tuple[str, ...], int | None] = field(default_factory=dict)

    def has(self, identity: str) -> bool:
        """Whether there is such a row with a value."""
        return identity in self.table and self.table.value(identity) is not None

    def number(self, identity: str) -> float | None:
        """Give a value to decide by (which row comes first, singular or plural); it is never printed."""
        value = self.table.value(identity)
        if isinstance(value, str):
            raise TypeError(f'the result "{identity}" is a text.')
        return value

    def word(self, identity: str) -> str:
        """Give a text result, such as a decision."""
        value = self.table.value(identity)
        return "" if value is None else str(value)

    def value(self, identity: str, *, decimals: int | None = None) -> Value:
        """Write one value; what is not estimable is NE, and the table says so in a note.

        Unless ``decimals`` says how many, it has the decimals of its style, and more where these would mislead; an
        estimate and its limits have the same.
        """
        row = self.table.row(identity)
        return Value(self._ink(row, decimals), row.id)

    def percent(self, identity: str, *, decimals: int | None = None) -> Content:
        """Write a percentage with its sign."""
        written = self.value(identity, decimals=decimals)
        return written if written.text == NOT_ESTIMABLE else (written, "%")

    def fraction(self, analysis: str) -> Content:
        """Write n/N."""
        return (self.value(f"{analysis}.n"), "/", self.value(f"{analysis}.total"))

    def limits(self, analysis: str, *, decimals: int | None = None) -> Limits | Content:
        """Write an interval for a cell of an interval column."""
        low, high = self._limits(analysis, decimals)
        if low.text == NOT_ESTIMABLE:
            return low
        return Limits(low, high) if self.style.limits_apart else self.style.limits(low, high)

    def interval(self, analysis: str, *, decimals: int | None = None) -> Content:
        """Write an interval in a sentence with its level, and say so if it is one-sided; NE if there is none."""
        low, high = self._limits(analysis, decimals)
        if low.text == NOT_ESTIMABLE:
            return ("interval ", low)
        row = self.table.row(low.row)
        return self.style.interval(
            low,
            high,
            self.level(analysis),
            unit="%" if row.kind == "percent" else "",
            one_sided=row.about.sides in ("lower", "upper"),
        )

    def spoken(self, analysis: str, *, decimals: int | None = None) -> Content:
        """Write an estimate with its interval: "63.4% (95% CI 48.1 to 76.4)"."""
        if f"{analysis}.conf-low" not in self.table:
            return self._estimate(analysis, decimals)
        return (self._estimate(analysis, decimals), " (", self.interval(analysis, decimals=decimals), ")")

    def p(self, analysis: str, stat: str = "p-value") -> Content:
        """Write a p-value in a sentence."""
        return self.style.spoken_p(self.value(f"{analysis}.{stat}"))

    def level(self, analysis: str) -> Content:
        """Write the confidence level of an analysis in percent, without the sign: that of the plan or its own."""
        stated, limit = self.table.row("plan.level"), self.table.row(f"{analysis}.conf-low")
        level, row = stated.value, stated.id
        if limit.about.level is not None and limit.about.level != level:
            own = f"{analysis}.conf-level"
            level, row = limit.about.level, own if own in self.table else limit.id
        assert isinstance(level, float)
        return Value(self.style.number(level, "level"), row)

    def decimals(self, identities: Sequence[str]) -> int | None:
        """Choose one number of decimals for values of one kind, such as a column, so that none of them misleads.

        Limits of an interval may be rounded to the end of their range; they only need to differ. None for whole
        numbers and quantities, which have no decimals in common.
        """
        # Every line of a table asks for the same column, and there are as many lines as pairs of tests.
        asked = tuple(identities)
        if asked not in self.shared:
            self.shared[asked] = self._shared([self.table.row(identity) for identity in asked])
        return self.shared[asked]

    def see(self, *targets: str) -> Content:
        """Write a reference in brackets to those of the tables and figures that this document has, or nothing."""
        there = [target for target in targets if self.present is None or target in self.present]
        return (" (", CrossRef(*there), ")") if there and self.present is not None else ""

    def picture(self, identity: str, draw: Callable[[], Picture]) -> Picture:
        """Draw a picture once, however often the document is put together."""
        if identity not in self.drawn:
            self.drawn[identity] = draw()
        return self.drawn[identity]

    def rule(self, test: TestColumn) -> Content:
        """Write the rule by which a test is positive: "New assay ≥ 0.5", or its name if it has calls."""
        if f"plan.{test.key}.threshold" not in self.table:
            return named(test.name)
        sign = "≤" if test.test.low else "≥"
        unit: Content = (" ", planned(test.part.unit)) if test.part.unit else ""
        return (named(test.name), f" {sign} ", self.value(f"plan.{test.key}.threshold"), unit)

    def _estimate(self, analysis: str, decimals: int | None) -> Content:
        row = self.table.row(f"{analysis}.estimate")
        write = self.percent if row.kind == "percent" else self.value
        return write(row.id, decimals=decimals)

    def _limits(self, analysis: str, decimals: int | None) -> tuple[Value, Value]:
        low = self.value(f"{analysis}.conf-low", decimals=decimals)
        high = self.value(f"{analysis}.conf-high", decimals=decimals)
        return (low, high) if NOT_ESTIMABLE not in (low.text, high.text) else (Value(NOT_ESTIMABLE, low.row),) * 2

    def _ink(self, row: ResultRow, decimals: int | None) -> str:
        if self.shell and row.about.purpose != "plan":
            return self.style.placeholder(row.kind, decimals)
        if isinstance(row.value, str):
            return row.value
        if row.value is None:
            return NOT_ESTIMABLE
        places = self._shared(self._together(row)) if decimals is None else decimals
        return self.style.number(row.value, row.kind, places, limit=row.stat in _LIMITS)

    def _together(self, row: ResultRow) -> list[ResultRow]:
        """Give the rows that are written with the same decimals as one of them: an estimate and its limits."""
        if row.stat not in _SHARING:
            return [row]
        rows = self.table.analysis(row.analysis)
        return [rows[stat] for stat in _SHARING if stat in rows and rows[stat].kind == row.kind]

    def _shared(self, rows: Sequence[ResultRow]) -> int | None:
        values, limits = [], {}
        for row in rows:
            if isinstance(row.value, int | float):
                if row.stat in _LIMITS:
                    limits[row.id] = row.value
                else:
                    values.append(row.value)
        intervals = [
            (limits[f"{row.analysis}.conf-low"], limits[f"{row.analysis}.conf-high"])
            for row in rows
            if row.stat == "conf-low" and {f"{row.analysis}.{stat}" for stat in _LIMITS} <= set(limits)
        ]
        return self.style.digits(rows[0].kind, values, intervals) if rows else None


def named(text: str) -> Content:
    """Quote a name or value of the data."""
    return Quoted(_seen(text), "data")


def planned(text: str) -> Content:
    """Quote a text of the plan."""
    return Quoted(_seen(text), "plan")


def _seen(text: str) -> Text:
    """Let a text of nothing but spaces, or of nothing at all, be seen."""
    return Text(text if text.strip() else "(blank)")
