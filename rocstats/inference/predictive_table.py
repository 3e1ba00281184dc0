"""Predictive values of a test over a range of stated prevalences, with their intervals.

References: [mercaldo2007], [koopman1984]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rocstats.data.counts import Counts
from rocstats.empirical.ranks import Floats
from rocstats.empirical.stated_prevalence import checked_prevalence
from rocstats.errors import DataError, MethodError
from rocstats.formatting import NOT_ESTIMABLE, counted, decimals_for, fixed, level_text, listed, plain, shown
from rocstats.given import holds_several, is_number, need_flag
from rocstats.inference.accuracy_result import SIDED, table_lines
from rocstats.methods.binomial import checked_sides
from rocstats.methods.method import checked_level
from rocstats.methods.predictive_value import predictive_limits, predictive_value
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Card, Interval, Sides

_SHOWN = 25
_ALTERNATIVE = {"two-sided": "two-sided", "lower": "greater", "upper": "less"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictiveValuesAt:
    """Predictive values at one prevalence; None where the data cannot give one, or no interval."""

    prevalence: float
    ppv: float | None
    npv: float | None
    ppv_interval: Interval | None = None
    npv_interval: Interval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictiveValues(Result):
    """Predictive values at several prevalences, in the order in which these were stated.

    ``counts`` is None where sensitivity and specificity were stated; there are no intervals then, and ``method`` is
    None. ``sensitivity`` and ``specificity`` are None where a group is empty.
    """

    values: tuple[PredictiveValuesAt, ...]
    counts: Counts | None
    sensitivity: float | None
    specificity: float | None
    level: float
    sides: Sides
    method: Card | None
    notes: tuple[Note, ...] = ()

    def summary(self) -> Summary:
        """Print one line per prevalence, a spread of them where they are many."""
        total = len(self.values)
        shown = range(total)
        if total > _SHOWN:
            shown = [round(i * (total - 1) / (_SHOWN - 1)) for i in range(_SHOWN)]  # type: ignore[assignment]
        held = [self.values[i] for i in shown]
        digits = [
            decimals_for([value for value, _ in pairs], [(i.low, i.high) for _, i in pairs if i is not None])
            for pairs in ([(at.ppv, at.ppv_interval) for at in held], [(at.npv, at.npv_interval) for at in held])
        ]
        rows = []
        for at in held:
            cells = [plain(at.prevalence)]
            pairs = ((at.ppv, at.ppv_interval), (at.npv, at.npv_interval))
            for (value, interval), decimals in zip(pairs, digits, strict=True):
                cells.append(NOT_ESTIMABLE if value is None else fixed(value, decimals))
                if self.counts is not None:
                    limits = ("-", "-") if interval is None else (interval.low, interval.high)
                    cells += [x if isinstance(x, str) else fixed(x, decimals) for x in limits]
            rows.append(tuple(cells))
        each = ("low", "high") if self.counts is not None else ()
        heads = ("prevalence", "PPV", *each, "NPV", *each)
        lines = [counted(total, "prevalence") + f", {_SHOWN} of them shown; tidy() has all"] if total > _SHOWN else []
        if self.counts is not None:
            lines.append(f"{level_text(self.level)} percent confidence intervals, {SIDED[self.sides]}")
        title = "Predictive values at stated prevalences"
        return Summary(
            title if self.method is None else f"{title}, {self.method.title}",
            self._data(),
            (*lines, "", Grid(tuple(Column(h) for h in heads), tuple(rows))),
            self.notes,
            () if self.method is None else self.method.references,
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return two rows per prevalence, PPV and NPV."""
        rows = []
        test = None if self.counts is None else self.counts.test
        for at in self.values:
            for name, value, interval in (("PPV", at.ppv, at.ppv_interval), ("NPV", at.npv, at.npv_interval)):
                rows.append(
                    {
                        "parameter": name,
                        "test": None if test is None else test.name,
                        "prevalence": at.prevalence,
                        "estimate": value,
                        "conf_low": None if interval is None else interval.low,
                        "conf_high": None if interval is None else interval.high,
                        "conf_level": self.level,
                        "method": None if interval is None or self.method is None else self.method.name,
                        "alternative": _ALTERNATIVE[self.sides],
                    }
                )
        return rows

    def _data(self) -> tuple[str, ...]:
        if self.counts is None:
            assert self.sensitivity is not None
            assert self.specificity is not None
            return (f"stated sensitivity {plain(self.sensitivity)} and specificity {plain(self.specificity)}",)
        counts = self.counts
        shares = f"sensitivity {counts.tp}/{counts.n_cases}, specificity {counts.tn}/{counts.n_controls}"
        return (*table_lines(counts), shares)


def predictive_values(
    table: Counts | tuple[float, float],
    prevalence: float | Iterable[float],
    *,
    level: float = 0.95,
    sides: Sides = "two-sided",
    adjusted: bool = False,
) -> PredictiveValues:
    """Give the predictive values that a test has at stated prevalences.

    Sensitivity and specificity are taken to be the same at every prevalence, which is often untrue: where the disease
    is rare, cases tend to be milder. Each prevalence is taken as known. The intervals are logit intervals; with a zero
    cell they come from score intervals of the likelihood ratios, or, adjusted, from the table with half of z squared
    added to every cell. A case-control study serves as well as a cohort.

    Parameters
    ----------
    table : Counts or (float, float)
        The table, or sensitivity and specificity, which give no intervals.
    prevalence : float or iterable of float
        One or many, each strictly between 0 and 1.
    level : float
        Confidence level.
    sides : {"two-sided", "lower", "upper"}
        One-sided bounds end at the end of the range.
    adjusted : bool
        Take the adjusted logit interval. It lies around an adjusted estimate, and can leave out the one that is shown.
        Where nobody of a group has the result, the value shown is 0 or 1; the limit on its side is then set to that
        end, which the adjusted formula alone would not reach, and a note says so.

    Returns
    -------
    PredictiveValues
        ``values`` has one element for each prevalence.

    Raises
    ------
    TypeError
        If the table is neither counts nor a pair of numbers.
    DataError
        If there is no prevalence, or a stated share lies outside 0 and 1.
    MethodError
        If a prevalence or an option is out of range.

    References
    ----------
    [mercaldo2007], [koopman1984]

    Examples
    --------
    >>> found = predictive_values(Counts(tp=240, fp=87, fn=178, tn=288, design="case-control"), 0.03)
    >>> at = found.values[0]
    >>> round(at.ppv, 4), round(at.ppv_interval.low, 4), round(at.ppv_interval.high, 4)
    (0.0711, 0.0589, 0.0856)
    >>> [round(at.ppv, 3) for at in predictive_values((0.975, 0.94), [0.35, 0.001]).values]
    [0.897, 0.016]
    """
    level = checked_level(level)
    checked_sides(sides)
    need_flag(adjusted, "adjusted")
    prevalences = _prevalences(prevalence)
    shares = np.array(prevalences)
    if isinstance(table, Counts):
        return _counted(table, shares, level=level, sides=sides, adjusted=adjusted)
    sensitivity, specificity = _stated(table)
    if adjusted:
        raise MethodError("stated sensitivity and specificity have no intervals to adjust; give the Counts instead.")
    ppv = _values(sensitivity, 1 - specificity, shares, 1 - shares)
    npv = _values(specificity, 1 - sensitivity, 1 - shares, shares)
    return PredictiveValues(
        values=_joined(prevalences, ppv, npv),
        counts=None,
        sensitivity=sensitivity,
        specificity=specificity,
        level=level,
        sides=sides,
        method=None,
        notes=_undefined({"PPV": ppv, "NPV": npv}, "no subject would test {sign}"),
    )


def _counted(counts: Counts, shares: Floats, *, level: float, sides: Sides, adjusted: bool) -> PredictiveValues:
    m, n = counts.n_cases, counts.n_controls
    prevalences = shares.tolist()
    sensitivity, specificity = counts.tp / m if m else None, counts.tn / n if n else None
    if sensitivity is None or specificity is None:
        who = "cases" if m == 0 else "controls"
        note = Note(f"no-{who}", f"there are no {who}, so PPV and NPV are not estimable.")
        return PredictiveValues(
            values=_joined(prevalences, None, None),
            counts=counts,
            sensitivity=sensitivity,
            specificity=specificity,
            level=level,
            sides=sides,
            method=None,
            notes=(note,),
        )
    ppv = _values(sensitivity, counts.fp / n, shares, 1 - shares)
    npv = _values(specificity, counts.fn / m, 1 - shares, shares)
    limits = predictive_limits(counts, shares, level=level, sides=sides, adjusted=adjusted)
    values = _joined(prevalences, ppv, npv, limits.ppv, limits.npv, level=level, sides=sides)
    notes = list(_undefined({"PPV": ppv, "NPV": npv}, "no subject tested {sign}"))
    zero = 0 in (counts.tp, counts.fp, counts.fn, counts.tn)
    if zero and not adjusted and (ppv is not None or npv is not None):
        notes.append(
            Note(
                "zero-cell",
                "a cell is zero. The logit method needs four counts above 0, so the intervals come from score "
                "intervals of the likelihood ratios; adjusted=True adds to every cell instead.",
            )
        )
    if adjusted:
        notes += _set_to_ends(counts, sides, {"PPV": ppv, "NPV": npv})
    outside = [
        name
        for name, pairs in (
            ("PPV", [(at.ppv, at.ppv_interval) for at in values]),
            ("NPV", [(at.npv, at.npv_interval) for at in values]),
        )
        if any(value is not None and interval is not None and value not in interval for value, interval in pairs)
    ]
    if outside:
        notes.append(
            Note(
                "estimate-outside",
                f"an adjusted interval of {listed(outside)} does not contain its estimate, which is not adjusted. It "
                "is kept as it came.",
            )
        )
    return PredictiveValues(
        values=values,
        counts=counts,
        sensitivity=sensitivity,
        specificity=specificity,
        level=level,
        sides=sides,
        method=limits.method,
        notes=tuple(notes),
    )


def _prevalences(given: object) -> list[float]:
    if isinstance(given, str) or given is None:
        raise TypeError("prevalence is a number strictly between 0 and 1, or several of them.")
    several: Iterable[object] = given if holds_several(given) else [given]
    found = [share for share in (checked_prevalence(one, "prevalence") for one in several) if share is not None]
    if not found:
        raise DataError("there is no prevalence; state at least one.")
    return found


def _stated(table: object) -> tuple[float, float]:
    """Return a stated sensitivity and specificity."""
    if not isinstance(table, Sequence) or isinstance(table, str) or len(table) != 2:
        raise TypeError(
            f"predictive_values takes Counts or (sensitivity, specificity), not {type(table).__name__}; make a table "
            "with Counts(tp=, fp=, fn=, tn=) or counts_at(sample, threshold)."
        )
    sensitivity, specificity = (
        stated_share(value, name) for value, name in zip(table, ("sensitivity", "specificity"), strict=True)
    )
    return sensitivity, specificity


def stated_share(value: object, name: str) -> float:
    """Return a proportion that was stated, 0 and 1 included, or refuse what is none."""
    if not is_number(value):
        raise TypeError(f"{name} is {type(value).__name__}; it must be a number from 0 to 1.")
    if not 0 <= value <= 1:
        hint = " Write 0.9 for 90 percent." if 1 < value <= 100 else ""
        raise DataError(f"{name} is {shown(value)}; it must lie between 0 and 1.{hint}")
    return float(value)


def _values(true: float, false: float, prior: Floats, rest: Floats) -> Floats | None:
    return None if true == false == 0 else predictive_value(true, false, prior, rest)


def _joined(
    prevalences: Sequence[float],
    ppv: Floats | None,
    npv: Floats | None,
    ppv_limits: tuple[Floats, Floats] | None = None,
    npv_limits: tuple[Floats, Floats] | None = None,
    *,
    level: float = 0.95,
    sides: Sides = "two-sided",
) -> tuple[PredictiveValuesAt, ...]:
    def value(of: Floats | None, i: int) -> float | None:
        return None if of is None else float(of[i])

    def interval(limits: tuple[Floats, Floats] | None, i: int) -> Interval | None:
        return None if limits is None else Interval(float(limits[0][i]), float(limits[1][i]), level, sides)

    return tuple(
        PredictiveValuesAt(
            prevalence=share,
            ppv=value(ppv, i),
            npv=value(npv, i),
            ppv_interval=interval(ppv_limits, i),
            npv_interval=interval(npv_limits, i),
        )
        for i, share in enumerate(prevalences)
    )


def _set_to_ends(counts: Counts, sides: Sides, found: dict[str, Floats | None]) -> tuple[Note, ...]:
    """Say which limits of an adjusted interval were set to the end of the range, where the value itself lies."""
    moved = []
    for name, right, wrong in (("PPV", counts.tp, counts.fp), ("NPV", counts.tn, counts.fn)):
        if found[name] is None:
            continue
        if right == 0 and sides != "upper":
            moved.append(f"the lower limit of {name} is set to 0")
        if wrong == 0 and sides != "lower":
            moved.append(f"the upper limit of {name} is set to 1")
    if not moved:
        return ()
    text = f"a cell is zero, and the adjusted formula leaves out the value shown: {listed(moved)}."
    return (Note("zero-cell", text),)


def _undefined(found: dict[str, Floats | None], reason: str) -> tuple[Note, ...]:
    """Say which predictive value nobody has."""
    signs = {"PPV": ("no-positives", "positive"), "NPV": ("no-negatives", "negative")}
    return tuple(
        Note(signs[name][0], f"{reason.format(sign=signs[name][1])}, so {name} is not estimable.")
        for name, values in found.items()
        if values is None
    )
