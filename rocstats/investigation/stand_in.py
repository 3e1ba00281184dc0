"""A made-up data set that fits a plan, for the report as it will look before there are data.

Nothing in it means anything: values are drawn so that every set of the plan has participants, every test has results
of each kind, and every column that the plan names is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

import numpy as np
import pandas as pd

from rocstats.investigation.column_of_test import equal_to_any
from rocstats.investigation.condition_rows import Domains, Wanted, Way, values_around
from rocstats.study_plan.filter_checks import filters_of
from rocstats.study_plan.filter_conditions import Compared, leaves
from rocstats.study_plan.filters import Filter, parse_filter
from rocstats.study_plan.study_plan import Scalar, StudyPlan, TestPart, values_of

SIZE = 240
_PURPOSE = 5741
_FIRST_DAY = date(2025, 1, 6)
_LEAST_OF_A_KIND, _MOST_OF_A_KIND = 6, 16
_SHARE_OF_CASES = 0.4
_UNKNOWN_TRUTH = 0.04
_CODED, _MISSING = 0.04, 0.02
_CALLED_RIGHT = 0.82
_TYPICAL, _SPREAD = 10.0, 4.0


def stand_in(plan: StudyPlan) -> pd.DataFrame:
    """Make up data that fit a plan.

    The same plan always has the same data. A filter that nothing can fulfil, or everything, keeps that fault.

    Parameters
    ----------
    plan : StudyPlan
        As ``load_plan`` gives it.

    Returns
    -------
    DataFrame
        About 240 rows, with the columns that the plan names.

    Examples
    --------
    >>> from rocstats.study_plan.loading import plan_of
    >>> plan = plan_of(
    ...     {
    ...         "rocstats": "1",
    ...         "data": {"file": "study.csv"},
    ...         "reference": {"column": "ill", "positive": 1, "negative": 0, "kind": "reference_standard"},
    ...         "tests": [{"name": "CT", "positive_scores": "high"}],
    ...     }
    ... )
    >>> list(stand_in(plan).columns), len(stand_in(plan))
    (['ill', 'CT'], 240)
    """
    return _StandIn(plan).frame()


class _StandIn:
    """Draws columns first, and then changes rows until the filters of the plan have what they choose."""

    def __init__(self, plan: StudyPlan) -> None:
        self.plan = plan
        self.rng = np.random.default_rng([plan.seed, _PURPOSE])
        self.filters: dict[tuple[str | int, ...], Filter] = {
            path: parse_filter(text) for path, text in filters_of(plan)
        }
        self.kinds = self._kinds()
        self.size = max(SIZE, 2 * _LEAST_OF_A_KIND * len(self.kinds))
        self.columns: dict[str, list[Any]] = {}
        self.case = self.rng.permutation(self.size) < _SHARE_OF_CASES * self.size

    def frame(self) -> pd.DataFrame:
        self._draw_results()
        drawn = tuple(self.columns)
        self._draw_groups()
        self._draw_filtered(drawn)
        frame = pd.DataFrame(self.columns)
        self._add_reasons(frame)
        return frame

    # What is drawn without the filters.

    def _draw_results(self) -> None:
        plan = self.plan
        if plan.data.subject:
            stated = [str(value) for name, value in self._stated() if name == plan.data.subject]
            ids = list(dict.fromkeys([*stated, *(f"S{place:04d}" for place in range(1, self.size + len(stated) + 1))]))
            self.columns[plan.data.subject] = list(ids[: self.size])
        reference = plan.reference
        self.columns[reference.column] = [
            self._one_of(values_of(reference.positive if case else reference.negative)) for case in self.case
        ]
        for place in self.rng.choice(self.size, int(_UNKNOWN_TRUTH * self.size), replace=False):
            unsure = values_of(reference.inconclusive)
            self.columns[reference.column][place] = self._one_of((*unsure, None))
        shared: dict[str, list[TestPart]] = {}
        for test in plan.tests:
            shared.setdefault(test.source_column, []).append(test)
        for column, parts in shared.items():
            if column not in self.columns:
                self.columns[column] = self._results(parts)

    def _results(self, parts: Sequence[TestPart]) -> list[Any]:
        """Draw results that every test of a column understands."""
        part = parts[0]
        codes: list[Any] = [
            value
            for value in (*values_of(part.indeterminate), *values_of(part.failed))
            if all(_understands(other, value) for other in parts)
        ]
        drawn: list[Any] = self._calls(parts) if part.has_calls else self._scores(part)
        order = list(self.rng.permutation(self.size))
        for code in codes:
            for _ in range(max(2, int(_CODED * self.size / len(codes)))):
                drawn[order.pop()] = code
        for _ in range(int(_MISSING * self.size)):
            drawn[order.pop()] = None
        return drawn

    def _calls(self, parts: Sequence[TestPart]) -> list[Any]:
        def known(values: Sequence[Scalar]) -> list[Any]:
            return [value for value in values if all(_understands(part, value) for part in parts)] or [None]

        positive, negative = known(values_of(parts[0].positive)), known(values_of(parts[0].negative))
        right = self.rng.random(self.size) < _CALLED_RIGHT
        return [
            self._one_of(positive if case == true else negative) for case, true in zip(self.case, right, strict=True)
        ]

    def _scores(self, part: TestPart) -> list[Any]:
        between = part.indeterminate_between
        centre = part.threshold.value if part.threshold is not None else sum(between) / 2 if between else _TYPICAL
        spread = 0.5 * abs(centre) or 1.0
        if part.threshold is None and between is None:
            spread = _SPREAD
        if between is not None:
            spread = max(spread, 4 * (between[1] - between[0]))
        sign = -1.0 if part.positive_scores == "low" else 1.0
        with np.errstate(over="ignore"):
            drawn = centre + sign * spread * (np.where(self.case, 0.9, -0.9) + self.rng.standard_normal(self.size))
        drawn = np.where(np.isfinite(drawn), drawn, centre)
        scores: list[Any] = [float(f"{score:.4g}") for score in drawn]
        if between is not None:
            for place in self.rng.choice(self.size, int(_CODED * self.size), replace=False):
                scores[place] = between[0]
        return scores

    def _draw_groups(self) -> None:
        """Draw the columns of places, groups, days, descriptions and flags."""
        plan, people = self.plan, self.plan.participants
        numbers = np.arange(self.size)
        self._add(plan.data.cluster, [f"C{place // 2 + 1:03d}" for place in numbers])
        self._add(plan.data.site, [f"Site {place % 4 + 1}" for place in self.rng.permutation(self.size)])
        groups = (*plan.subgroups, *plan.exploratory_subgroups, *(() if plan.ai is None else plan.ai.fairness_groups))
        for column in groups:
            self._add(column, [f"Level {group}" for group in self.rng.integers(1, 3, self.size)])
        days = self.rng.integers(0, 300, self.size)
        longest = people.window_days or 14
        later = np.minimum(self.rng.integers(0, longest + max(longest // 8, 2), self.size), 20_000)
        for column, shift in ((people.index_date, 0 * days), (people.reference_date, later)):
            self._add(column, [(_FIRST_DAY + timedelta(days=int(day))).isoformat() for day in days + shift])
        self._add(
            people.severity,
            [f"Grade {grade}" if case else None for case, grade in zip(self.case, days % 3 + 1, strict=True)],
        )
        self._add(
            people.alternatives,
            [None if case else f"Diagnosis {kind}" for case, kind in zip(self.case, days % 3 + 1, strict=True)],
        )
        for column in people.adverse_events:
            self._add(column, ["Y" if draw < 0.03 else "N" for draw in self.rng.random(self.size)])
        for column in people.baseline:
            self._add(column, [round(float(value), 1) for value in self.rng.normal(60, 10, self.size)])

    def _add(self, column: str, values: list[Any]) -> None:
        """Take in a column that nothing else has drawn and no filter asks for values of its own."""
        asked = {name for name, _ in self._stated()} | {name for one in self.filters.values() for name in one.columns}
        if column and column not in self.columns and column not in asked:
            self.columns[column] = values

    def _add_reasons(self, frame: pd.DataFrame) -> None:
        column = self.plan.participants.exclusion_reason
        if column and column not in frame.columns:
            out = np.zeros(len(frame), dtype=bool)
            if self.plan.participants.eligible:
                out = ~self.filters["participants", "eligible"].rows(frame)
            reasons = [f"Reason {place % 2 + 1}" if is_out else None for place, is_out in enumerate(out)]
            frame[column] = pd.Series(reasons, dtype=object)

    # What is changed for the filters.

    def _draw_filtered(self, results: tuple[str, ...]) -> None:
        """Draw the columns of filters so that each of them chooses some rows and leaves others."""
        domains = self._domains(results)
        for column, values in domains.values.items():
            if column not in self.columns:
                self.columns[column] = [self._one_of(values) for _ in range(self.size)]
        order = list(self.rng.permutation(self.size))
        usual, *kinds = self._kinds() or [[()]]
        count = min(max(_LEAST_OF_A_KIND, 2 * self.size // 5 // max(len(kinds), 1)), _MOST_OF_A_KIND)
        for wanted in kinds:
            if ways := self._first_possible(domains, wanted):
                for _ in range(count):
                    self._change(order.pop(), ways, domains)
        if ways := self._first_possible(domains, usual):
            for row in order:
                self._change(row, ways, domains)

    def _kinds(self) -> list[list[tuple[Wanted, ...]]]:
        """Give the kinds of rows that are needed, the usual one first, each with what does if it cannot be had."""
        held = {path: one.condition for path, one in self.filters.items()}
        if not held:
            return []
        eligible = [(held[path], True) for path in held if path == ("participants", "eligible")]
        sets = [path for path in held if path[0] == "analysis_sets"]
        others = [path for path in held if path[0] != "analysis_sets" and path != ("participants", "eligible")]
        inside = [(held[path], True) for path in sets]
        primary = [(held[path], True) for path in sets if path[1] == self.plan.estimand.population]
        outside = [(held[path], False) for path in others]
        kinds: list[list[Sequence[Wanted]]] = [
            [(*eligible, *inside, *outside), (*eligible, *primary, *outside), (*eligible, *primary), eligible]
        ]
        for path in sets:
            kinds.append([(*eligible, (held[path], True), *outside), (*eligible, (held[path], True))])
            kinds.append([(*eligible, (held[path], False))])
        for path in others:
            kinds.append(
                [(*eligible, *primary, (held[path], True)), (*eligible, (held[path], True)), [(held[path], True)]]
            )
        kinds += [[[(condition, False)]] for condition, _ in eligible]
        return [[tuple(wanted) for wanted in kind] for kind in kinds]

    def _first_possible(self, domains: Domains, kind: Sequence[Sequence[Wanted]]) -> list[Way]:
        return next((ways for wanted in kind if (ways := domains.ways(wanted))), [])

    def _change(self, row: int, ways: Sequence[Way], domains: Domains) -> None:
        """Change what a row holds until a way is true of it; what is true already stays."""
        way = ways[int(self.rng.integers(len(ways)))]
        for column in dict.fromkeys(leaf.column for leaf, _ in way):
            if column in domains.free:
                continue
            values = domains.values[column]
            allowed = [values[place] for place in domains.allowed(way, column)]
            if not any(_same(self.columns[column][row], value) for value in allowed):
                self.columns[column][row] = self._one_of(allowed)

    def _domains(self, results: tuple[str, ...]) -> Domains:
        found: dict[str, list[Any]] = {}
        plan = self.plan
        for column in dict.fromkeys(name for one in self.filters.values() for name in one.columns):
            stated = [value for name, value in self._stated() if name == column]
            around = values_around(stated, ordered=self._is_ordered(column))
            if column in results:
                own = list(dict.fromkeys(self.columns[column]))
                found[column] = [*own, *(value for value in around if value not in own and self._fits(column, value))]
            elif column in (plan.participants.index_date, plan.participants.reference_date):
                days = [(_FIRST_DAY + timedelta(days=shift)).isoformat() for shift in (0, 100, 200)]
                found[column] = [*(value for value in around if value is None or _is_day(value)), *days]
            else:
                found[column] = around
        return Domains(found, frozenset({plan.data.subject} - {""}))

    def _fits(self, column: str, value: Any) -> bool:
        """Say whether the column of the truth or of a test may hold a value."""
        if value is None:
            return column != self.plan.data.subject
        reference = self.plan.reference
        if column == reference.column:
            return _is_among(value, (reference.positive, reference.negative, reference.inconclusive))
        parts = [test for test in self.plan.tests if test.source_column == column]
        return bool(parts) and all(_understands(part, value) for part in parts)

    def _is_ordered(self, column: str) -> bool:
        asked = [leaf for one in self.filters.values() for leaf in leaves(one.condition) if leaf.column == column]
        return any(isinstance(leaf, Compared) and leaf.sign not in ("==", "!=") for leaf in asked)

    def _stated(self) -> list[tuple[str, Any]]:
        return [pair for one in self.filters.values() for pair in one.stated]

    def _one_of(self, values: Sequence[Any]) -> Any:
        return values[int(self.rng.integers(len(values)))]


def _understands(part: TestPart, value: Scalar) -> bool:
    if _is_among(value, (part.indeterminate, part.failed, part.positive, part.negative)):
        return True
    return not part.has_calls and isinstance(value, int | float) and not isinstance(value, bool)


def _is_among(value: Scalar, stated: Sequence[Scalar | tuple[Scalar, ...]]) -> bool:
    cell = pd.Series([value], dtype=object)
    return any(bool(equal_to_any(cell, values_of(one))[0]) for one in stated)


def _same(one: Any, other: Any) -> bool:
    return bool(one == other and type(one) is type(other)) or (one is None and other is None)


def _is_day(value: Any) -> bool:
    try:
        return isinstance(value, str) and bool(date.fromisoformat(value))
    except ValueError:
        return False
