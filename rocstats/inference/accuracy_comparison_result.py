"""What is known of two tests beside each other: seven measures compared, further tests, and how they are printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rocstats.data.counts import Counts
from rocstats.data.paired_counts import PairedCounts, PairedTable
from rocstats.formatting import (
    NOT_ESTIMABLE,
    counted,
    decimals_for,
    fixed,
    level_text,
    listed,
    plain,
    printable,
    pvalue_cell,
    significant,
    wrapped,
)
from rocstats.inference.compared_measure import ComparedMeasure, EqualityTest
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Alternative, Card

_COMPARED = {"two-sided": "not equal to", "less": "less than", "greater": "greater than"}
_ONE_SIDED = "p-values are one-sided, by the signed root of X-squared; the generalised test has no direction."
_LONGEST_NAME = 8
_LONGEST_LABEL = 12
_MOST_DIGITS = 12
_WIDTH = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class AccuracyComparison(Result):
    """Two tests compared in seven measures, each with its difference or ratio, interval and p-value.

    ``pairs`` holds the tables of pairs where the tests were on the same subjects, else None. ``equality_tests`` are
    the tests without an interval, in the order in which they are printed.
    """

    first: Counts
    second: Counts
    pairs: PairedCounts | None
    tests: tuple[str, str]
    level: float
    alternative: Alternative
    method: Card
    sensitivity: ComparedMeasure
    specificity: ComparedMeasure
    accuracy: ComparedMeasure
    ppv: ComparedMeasure
    npv: ComparedMeasure
    lr_positive: ComparedMeasure
    lr_negative: ComparedMeasure
    equality_tests: tuple[EqualityTest, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def measures(self) -> tuple[ComparedMeasure, ...]:
        """All measures in the order in which they are printed: differences, then ratios."""
        seven = (
            *(self.sensitivity, self.specificity, self.accuracy, self.ppv, self.npv),
            *(self.lr_positive, self.lr_negative),
        )
        return (*(m for m in seven if m.effect == "difference"), *(m for m in seven if m.effect == "ratio"))

    @property
    def paired(self) -> bool:
        """Whether both tests were on the same subjects."""
        return self.pairs is not None

    @property
    def references(self) -> tuple[str, ...]:
        """Keys of the works that the methods come from."""
        cards = [*(m.method for m in self.measures if m.method), *(t.method for t in self.equality_tests)]
        return tuple(dict.fromkeys(key for card in cards for key in card.references))

    def summary(self) -> Summary:
        """Print the tables, one line for each measure, and the further tests."""
        differences = [m for m in self.measures if m.effect == "difference"]
        ratios = [m for m in self.measures if m.effect == "ratio"]
        one, two = self._names()
        tested = any(m.pvalue is not None for m in self.measures)
        sides = "two-sided" if self.alternative == "two-sided" else "one-sided"
        body: list[str | Grid] = [
            *self._tables(),
            *("", f"{level_text(self.level)} percent confidence intervals, {sides}, not adjusted for their number"),
            *("", f"Differences, {one} - {two}, by {self.method.title}:", self._differences(differences)),
            *("", f"Ratios, {one} / {two}:", self._ratios(ratios)),
        ]
        if tested:
            compared = _COMPARED[self.alternative]
            body.append(f"alternative hypotheses: differences {compared} 0, ratios {compared} 1")
        if self.equality_tests:
            body += ["", "Tests of equality:", self._equality_tests()]
            if self.paired and self.alternative != "two-sided":
                body += wrapped(_ONE_SIDED).splitlines()
        same = "the same" if self.paired else "different"
        return Summary(
            f"Accuracy of two tests on {same} subjects", self._data_lines(), tuple(body), self.notes, self.references
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per measure, then one per test of equality."""
        people = [self.first] if self.paired else [self.first, self.second]
        subjects = {"n_cases": sum(c.n_cases for c in people), "n_controls": sum(c.n_controls for c in people)}
        rows = []
        for m in self.measures:
            sign, word = ("-", "difference in") if m.effect == "difference" else ("/", "ratio of")
            rows.append(
                {
                    "parameter": f"{word} {m.label}",
                    "test": f"{self.tests[0]} {sign} {self.tests[1]}",
                    "estimate": m.estimate,
                    "log_std_error": m.log_standard_error,
                    "statistic": m.statistic,
                    "df": None,
                    "p_value": m.pvalue,
                    "conf_low": None if m.interval is None else m.interval.low,
                    "conf_high": None if m.interval is None else m.interval.high,
                    "conf_level": self.level,
                    "method": None if m.method is None else m.method.name,
                    "alternative": self.alternative,
                    **subjects,
                    "estimate1": m.first,
                    "estimate2": m.second,
                    "paired": self.paired,
                }
            )
        for t in self.equality_tests:
            rows.append(
                {
                    "parameter": f"equal {t.label}",
                    "test": f"{self.tests[0]}, {self.tests[1]}",
                    "estimate": None,
                    "log_std_error": None,
                    "statistic": t.statistic,
                    "df": t.df,
                    "p_value": t.pvalue,
                    "conf_low": None,
                    "conf_high": None,
                    "conf_level": None,
                    "method": t.method.name,
                    "alternative": t.alternative,
                    **subjects,
                    "estimate1": None,
                    "estimate2": None,
                    "paired": self.paired,
                }
            )
        return rows

    def to_dict(self) -> dict[str, Any]:
        """Return the result as strict JSON holds it, the counts with it."""
        cells = {
            f"{cell}{place}": getattr(counts, cell)
            for place, counts in ((1, self.first), (2, self.second))
            for cell in ("tp", "fp", "fn", "tn")
        }
        groups = () if self.pairs is None else (("cases", self.pairs.cases), ("controls", self.pairs.controls))
        pairs = {f"{group}_{cell}": count for group, table in groups for cell, count in table._asdict().items()}
        return {**Result.to_dict(self), **cells, **pairs, "design": self.first.design}

    def _names(self) -> tuple[str, str]:
        """Return the names of both tests, or first and second where names are too long for a column or the same."""
        one, two = (printable(test) for test in self.tests)
        return (one, two) if one != two and max(len(one), len(two)) <= _LONGEST_NAME else ("first", "second")

    def _data_lines(self) -> tuple[str, ...]:
        people = [self.first] if self.paired else [self.first, self.second]
        lines: list[str] = []
        if self.paired:
            what = listed([printable(test) for test in self.tests])
            lines += _wrap(f"{what}{_by(self.first) or ', tables of pairs'}")
            rules = [rule for counts in (self.first, self.second) if (rule := _rule(counts))]
            lines += _wrap(f"rules: positive if {listed(rules)}") if rules else []
            return (*lines, _people(people[0]))
        for word, counts in zip(("first: ", "second:"), people, strict=True):
            rule = _rule(counts)
            name = "2x2 table of counts"
            if counts.test is not None:
                name = f"{printable(counts.test.name)}{_by(counts) or ', 2x2 table of counts'}"
            lines += _wrap(f"{word} {name}" + (f"; positive if {rule}" if rule else ""), indent=8)
            lines.append(f"        {_people(counts)}")
        return tuple(lines)

    def _tables(self) -> list[str | Grid]:
        one, two = self._names()
        case, control = _group_names(self.first)
        if self.pairs is not None:
            return [
                *("", _pair_grid(self.pairs.cases, case, one, two)),
                *("", _pair_grid(self.pairs.controls, control, one, two)),
            ]
        headers = [f"{name} {group}" for name in (one, two) for group in ("cases", "controls")]
        cells = [
            ("positive", *(n for c in (self.first, self.second) for n in (c.tp, c.fp))),
            ("negative", *(n for c in (self.first, self.second) for n in (c.fn, c.tn))),
            ("total", *(n for c in (self.first, self.second) for n in (c.n_cases, c.n_controls))),
        ]
        columns = (Column("", "left"), *(Column(header) for header in headers))
        return ["", Grid(columns, tuple(tuple(str(cell) for cell in row) for row in cells))]

    def _differences(self, measures: Sequence[ComparedMeasure]) -> Grid:
        limits = [(m.interval.low, m.interval.high) for m in measures if m.interval is not None]
        decimals = decimals_for([v for m in measures for v in (m.first, m.second)], limits)

        def text(value: float | None, missing: str = "-") -> str:
            return missing if value is None else fixed(value, decimals)

        rows = [
            (m.label, text(m.first), text(m.second), text(m.estimate, NOT_ESTIMABLE), *(text(v) for v in _limits(m)))
            for m in measures
        ]
        return self._grid("difference", measures, rows, methods=False)

    def _ratios(self, measures: Sequence[ComparedMeasure]) -> Grid:
        rows = []
        shares = [v for m in measures if not m.is_likelihood_ratio for v in (m.first, m.second)]
        decimals = decimals_for(shares)
        for m in measures:
            low, high = _limits(m)
            digits = 3
            while low is not None and high is not None and digits < _MOST_DIGITS:
                if significant(low, digits) != significant(high, digits):
                    break
                digits += 1
            values = [
                "-" if v is None else significant(v) if m.is_likelihood_ratio else fixed(v, decimals)
                for v in (m.first, m.second)
            ]
            ratio = NOT_ESTIMABLE if m.estimate is None else significant(m.estimate, digits)
            rows.append((m.label, *values, ratio, *("-" if v is None else significant(v, digits) for v in (low, high))))
        return self._grid("ratio", measures, rows, methods=True)

    def _grid(
        self, effect: str, measures: Sequence[ComparedMeasure], rows: Sequence[tuple[str, ...]], *, methods: bool
    ) -> Grid:
        """Lay out measures; the column of p-values stands only where one has a p-value."""
        one, two = self._names()
        columns = [Column("", "left"), *(Column(header) for header in (one, two, effect, "low", "high"))]
        cells = [list(row) for row in rows]
        if any(m.pvalue is not None for m in measures):
            columns.append(Column("p-value"))
            for row, m in zip(cells, measures, strict=True):
                row.append("-" if m.pvalue is None else pvalue_cell(m.pvalue))
        if methods:
            columns.append(Column("method", "left"))
            for row, m in zip(cells, measures, strict=True):
                row.append("-" if m.method is None else m.method.name)
        return Grid(tuple(columns), tuple(tuple(row) for row in cells))

    def _equality_tests(self) -> Grid:
        columns = (Column("", "left"), Column("test", "left"), Column("X-squared"), Column("df"), Column("p-value"))
        rows = [
            (
                t.label,
                t.method.name,
                "-" if t.statistic is None else fixed(t.statistic, 3),
                "-" if t.df is None else plain(t.df),
                "-" if t.pvalue is None else pvalue_cell(t.pvalue),
            )
            for t in self.equality_tests
        ]
        return Grid(columns, tuple(rows))


def _limits(measure: ComparedMeasure) -> tuple[float | None, float | None]:
    return (None, None) if measure.interval is None else (measure.interval.low, measure.interval.high)


def _wrap(text: str, *, indent: int = 1) -> list[str]:
    return wrapped(text, rest=" " * indent, width=_WIDTH - len("data:  ")).splitlines()


def _by(counts: Counts) -> str:
    """Say by which truth a test was counted; a table that was typed in has none."""
    known = counts.subjects
    if known is None or not known.truth:
        return ""
    label = f" ({printable(known.label)})" if known.label else ""
    return f'{label} by {printable(known.truth)} (positive: "{printable(known.positive)}")'


def _rule(counts: Counts) -> str:
    if counts.threshold is None or counts.test is None:
        return ""
    return f"{printable(counts.test.name)} {counts.test.rule(counts.threshold)}"


def _people(counts: Counts) -> str:
    if counts.subjects is not None and counts.subjects.truth:
        return counts.subjects.counts()
    return f"{counted(counts.n_cases, 'case')}, {counted(counts.n_controls, 'control')}"


def _group_names(counts: Counts) -> tuple[str, str]:
    """Return what cases and controls are called in these data, shortened to words where the labels are long."""
    known = counts.subjects
    if known is None or not known.positive:
        return "cases", "controls"
    case, control = printable(known.positive), printable(counts.negative or known.negative)
    if max(len(case), len(control)) > _LONGEST_LABEL:
        return "cases", "controls"
    return case, control or f"not {case}"


def _pair_grid(table: PairedTable, group: str, one: str, two: str) -> Grid:
    """Lay out a table of pairs, the first test down and the second across."""
    rows = (
        (f"{one} positive", table.n11, table.n10, table.first),
        (f"{one} negative", table.n01, table.n00, table.total - table.first),
        ("total", table.second, table.total - table.second, table.total),
    )
    columns = (Column(group, "left"), Column(f"{two} positive"), Column(f"{two} negative"), Column("total"))
    return Grid(columns, tuple((row[0], *(str(cell) for cell in row[1:])) for row in rows))
