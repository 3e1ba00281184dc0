"""The gains table: bins of the score from the most positive down, and how many of the cases each has gathered."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from rocstats.data.counts import Design
from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.empirical.ranks import Floats, Integers
from rocstats.formatting import brief, counted, decimals_for, fixed, listed, plain, printable, significant, wrapped
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Subjects, data_lines

_NAMES = {2: "halves", 3: "thirds", 4: "quarters", 5: "fifths", 10: "tenths", 20: "twentieths", 100: "hundredths"}
_FEW_DECIMALS, _LONG = 4, 8
_ROUNDED = "Scores are shown rounded; tidy() has them in full."
_OPTIMA_SHOWN = 3


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class GainsTable(Result):
    """Cases and controls in bins of the score, the most positive bin first.

    ``cases`` and ``controls`` are counts per bin; all that begins with ``cum_``, ``tpf``, ``fpf``, ``lift`` and ``ks``
    is cumulative. ``low`` and ``high`` are the ends of each bin on the scale of the data, None for grouped counts,
    which have ``labels`` or nothing. ``precision`` and ``lift`` are None where the design is case-control and no
    prevalence was stated. ``ks_overall`` is the largest TPF - FPF over all thresholds and ``ks_thresholds`` where it
    is reached; grouped counts cannot know them.
    """

    test: DiagnosticTest | None
    subjects: Subjects
    asked: int
    cases: Integers
    controls: Integers
    auc: float
    gini: float
    labels: tuple[str, ...] = ()
    low: Floats | None = None
    high: Floats | None = None
    ks_overall: float | None = None
    ks_thresholds: tuple[float, ...] = ()
    prevalence: float | None = None
    design: Design | None = None
    notes: tuple[Note, ...] = ()

    @property
    def n(self) -> Integers:
        """Subjects in each bin."""
        return self.cases + self.controls

    @property
    def cum_n(self) -> Integers:
        """Subjects from the first bin to the end of each."""
        return np.cumsum(self.n)

    @property
    def cum_cases(self) -> Integers:
        """Cases from the first bin to the end of each."""
        return np.cumsum(self.cases)

    @property
    def tpf(self) -> Floats:
        """Share of all cases gathered at the end of each bin: the gain."""
        return self.cum_cases / self.subjects.n_cases

    @property
    def fpf(self) -> Floats:
        """Share of all controls gathered at the end of each bin."""
        return np.cumsum(self.controls) / self.subjects.n_controls

    @property
    def share(self) -> Floats:
        """Share of all subjects gathered at the end of each bin, at the prevalence where one is stated."""
        if self.prevalence is None:
            return self.cum_n / self.subjects.total
        return self.prevalence * self.tpf + (1 - self.prevalence) * self.fpf

    @property
    def precision(self) -> Floats | None:
        """Share of cases in each bin, at the prevalence where one is stated."""
        if not self._has_share:
            return None
        if self.prevalence is None:
            return self.cases / self.n
        case = self.prevalence * self.cases / self.subjects.n_cases
        control = (1 - self.prevalence) * self.controls / self.subjects.n_controls
        precision: Floats = case / (case + control)
        return precision

    @property
    def lift(self) -> Floats | None:
        """How many times as many cases have been gathered as the same share of all subjects would hold."""
        return self.tpf / self.share if self._has_share else None

    @property
    def ks(self) -> Floats:
        """TPF - FPF at the end of each bin."""
        m, n = self.subjects.n_cases, self.subjects.n_controls
        away = distances(self.cum_cases, np.cumsum(self.controls), m, n)
        return np.array([float(Fraction(int(d), m * n)) for d in away])

    @property
    def ks_at_edges(self) -> float:
        """The largest TPF - FPF at the end of a bin."""
        return float(self.ks.max())

    @property
    def _has_share(self) -> bool:
        return self.prevalence is not None or self.design != "case-control"

    def summary(self) -> Summary:
        """Print one line per bin, then KS and Gini."""
        end = self.ks_at_edges
        decimals = decimals_for([end, self.ks_overall, abs(self.gini)])
        if self.test is None:
            title = "Gains table of grouped counts"
            sizes = f"{counted(self.subjects.n_cases, 'case')}, {counted(self.subjects.n_controls, 'control')}"
            data: tuple[str, ...] = (f"{counted(len(self.n), 'group')}, the highest first", sizes)
            binning: list[str] = []
            ks = f"KS at the group edges: {fixed(end, decimals)}; inside a group it is not known"
            gini = f"Gini = 2 AUC - 1 = {fixed(self.gini, decimals)}, the AUC by trapezoids over the groups"
        else:
            in_bins = f"by {_NAMES[self.asked]}" if self.asked in _NAMES else f"in {counted(self.asked, 'bin')}"
            title = f"Gains table {in_bins} of the score"
            data = data_lines([self.subjects])
            first = "the most positive score (the lowest) down" if self.test.low else "the highest score down"
            differ = ", so sizes differ" if len(set(self.n.tolist())) > 1 else ""
            binning = wrapped(f"bins from {first}; equal scores stay together{differ}").splitlines()
            ks = f"KS at the bin edges: {fixed(end, decimals)}; {self._overall(decimals)}"
            gini = f"Gini = 2 AUC - 1 = {fixed(self.gini, decimals)}"
        return Summary(title, data, (*binning, "", self._grid(), "", *self._legend(), ks, gini), self.notes)

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per bin."""
        counts = (self.n, self.cases, self.controls, self.cum_n, self.cum_cases)
        shares = (self.tpf, self.fpf, self.share, self.ks)
        none = [None] * len(self.n)
        optional = [none if v is None else v.tolist() for v in (self.low, self.high, self.precision, self.lift)]
        columns = zip(*(v.tolist() for v in (*counts, *shares)), *optional, strict=True)
        keys = ("n", "cases", "controls", "cum_n", "cum_cases", "tpf", "fpf", "share", "ks")
        heads = (*keys, "low", "high", "precision", "lift")
        test = None if self.test is None else self.test.name
        return [
            {
                "test": test,
                "bin": i + 1,
                "label": self.labels[i] if self.labels else None,
                **dict(zip(heads, v, strict=True)),
            }
            for i, v in enumerate(columns)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the table as strict JSON holds it, KS, Gini and prevalence with it."""
        return {
            **Result.to_dict(self),
            "ks_at_edges": self.ks_at_edges,
            "ks_overall": self.ks_overall,
            "auc": self.auc,
            "gini": self.gini,
            "prevalence": self.prevalence,
            "design": self.design,
        }

    def _overall(self, decimals: int) -> str:
        """Say the largest distance over all thresholds and where it is reached."""
        assert self.ks_overall is not None
        assert self.test is not None
        rules = [self.test.rule(threshold) for threshold in self.ks_thresholds]
        more = len(rules) - _OPTIMA_SHOWN
        where = f"{', '.join(rules[:_OPTIMA_SHOWN])} and {more} more" if more > 0 else listed(rules)
        at = f" ({where})" if rules else ", where nobody is positive"
        return f"over all thresholds: {fixed(self.ks_overall, decimals)}{at}"

    def _grid(self) -> Grid:
        precision, lift = self.precision, self.lift
        columns: list[tuple[str, list[str]]] = [("", [str(i + 1) for i in range(len(self.n))])]
        if self.low is not None and self.high is not None:
            columns.append(("scores", bin_texts(self.low, self.high)))
        elif self.labels:
            columns.append(("group", [printable(label) for label in self.labels]))
        columns += [
            (head, [str(v) for v in counts.tolist()])
            for head, counts in (
                ("n", self.n),
                ("cases", self.cases),
                ("cum n", self.cum_n),
                ("cum cases", self.cum_cases),
            )
        ]
        columns += [(head, [fixed(v, 3) for v in shares]) for head, shares in (("TPF", self.tpf), ("FPF", self.fpf))]
        if precision is not None and lift is not None:
            head = "cases/n" if self.prevalence is None else "P(case)"
            columns += [(head, [fixed(v, 3) for v in precision]), ("lift", [significant(v) for v in lift])]
        columns.append(("KS", [fixed(v, 3) for v in self.ks]))
        heads = tuple(Column(head, "left" if head == "group" else "right") for head, _ in columns)
        return Grid(heads, tuple(zip(*(cells for _, cells in columns), strict=True)))

    def _legend(self) -> list[str]:
        rounded = []
        if self.low is not None and self.high is not None:
            rounded = rounding_line(self.low, self.high, bin_texts(self.low, self.high))
        if not self._has_share:
            return ["TPF, FPF and KS are cumulative.", *rounded]
        if self.prevalence is None:
            return ["TPF, FPF, lift and KS are cumulative; cases/n is the precision of the bin.", *rounded]
        return [
            "TPF, FPF, lift and KS are cumulative; P(case) is the precision of the bin.",
            f"P(case) and lift hold at the stated prevalence, {plain(self.prevalence)}.",
            *rounded,
        ]


def distances(tp: Integers, fp: Integers, m: int, n: int) -> Any:
    """Return tp n - fp m, in Python integers where 64 bits might not hold it."""
    if m * n < 2**62:
        return tp * n - fp * m
    return tp.astype(object) * n - fp.astype(object) * m


def bin_texts(low: Floats, high: Floats) -> list[str]:
    """Write the ends of bins as they stand in the data, or those of unrounded scores with some four digits.

    Examples
    --------
    >>> bin_texts(np.array([2.5, 1.0]), np.array([4.0, 2.0]))
    ['[2.5,4.0]', '[1.0,2.0]']
    >>> bin_texts(np.array([0.512345, 0.000123]), np.array([0.998765, 0.512344]))
    ['[0.512,0.999]', '[0.000,0.512]']
    """
    values = [*low.tolist(), *high.tolist()]
    ends = [plain(v) for v in values]
    written = max(len(text.partition(".")[2]) for text in ends)
    if any("e" in text for text in ends):
        shown = [text if len(text) <= _LONG else brief(v) for v, text in zip(values, ends, strict=True)]
    elif written <= _FEW_DECIMALS:
        shown = [fixed(v, written) for v in values]
    else:
        enough = _decimals_of_range(values)
        several = ([fixed(v, decimals) for v in values] for decimals in range(min(3, enough), enough + 2))
        apart = (texts for texts in several if len(set(texts)) == len(set(ends)))
        shown = next(apart, [fixed(v, enough) for v in values])
    return [f"[{a},{b}]" for a, b in zip(shown[: len(low)], shown[len(low) :], strict=True)]


def _decimals_of_range(values: Sequence[float]) -> int:
    """Return the decimals that give the largest of unrounded scores four digits, and their range three."""
    finite = [v for v in values if math.isfinite(v)]
    size = max(1.0, *(abs(v) for v in finite))
    span = max(finite) - min(finite)
    of_span = 2 - math.floor(math.log10(span)) if 0 < span < 1 else 0
    return max(3 - math.floor(math.log10(size)), of_span, 0)


def rounding_line(low: Floats, high: Floats, texts: Sequence[str]) -> list[str]:
    """Say that ends of bins are shown rounded, where that makes different ones look alike."""
    shown = {end for text in texts for end in text[1:-1].split(",")}
    return [] if len(shown) == len({*low.tolist(), *high.tolist()}) else [_ROUNDED]
