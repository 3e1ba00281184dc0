"""A threshold that was chosen by a rule: every optimum, what resamples say of it, and how it is printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rocstats.data.counts import Design
from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.empirical.threshold_optima import ThresholdRule
from rocstats.empirical.threshold_rules import Largest
from rocstats.formatting import NOT_ESTIMABLE, counted, decimals_for, fixed, level_text, plain, wrapped
from rocstats.given import need
from rocstats.inference.reselection import Reselection
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Interval, Subjects, data_lines, drawn_columns

_SHOWN = 25


@dataclass(frozen=True, slots=True, kw_only=True)
class Optimum:
    """A threshold that is best by a rule, on the scale of the data; None where nobody is positive."""

    threshold: float | None
    tp: int
    fp: int
    fn: int
    tn: int
    sensitivity: float
    specificity: float
    criterion: float


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ThresholdChoice(Result):
    """All thresholds of one test that are best by a rule, the most specific first.

    ``searched`` is the number of observed thresholds that were compared, 0 where the threshold was stated.
    ``resampled`` is None where no bootstrap was asked for.
    """

    test: DiagnosticTest
    subjects: Subjects
    rule: ThresholdRule
    searched: int
    optima: tuple[Optimum, ...]
    level: float
    design: Design | None = None
    resampled: Reselection | None = None
    notes: tuple[Note, ...] = ()

    @property
    def thresholds(self) -> tuple[float | None, ...]:
        """The optimal thresholds; None where nobody is positive."""
        return tuple(optimum.threshold for optimum in self.optima)

    @property
    def interval(self) -> Interval | None:
        """The interval of the threshold, or None."""
        return None if self.resampled is None else self.resampled.threshold

    @property
    def seed(self) -> int | None:
        """The seed that reproduces the resamples, or None."""
        return None if self.resampled is None else self.resampled.seed

    def rule_of(self, optimum: Optimum) -> str:
        """Say which scores are positive at an optimum."""
        need(optimum, Optimum, "rule_of takes one of the optima of the choice")
        return "none positive" if optimum.threshold is None else self.test.rule(optimum.threshold)

    def summary(self) -> Summary:
        """Print one line per optimum, and what the resamples say."""
        shown = self.optima[:_SHOWN]
        found = f"optima: {len(self.optima)}" + (
            f", {_SHOWN} of them shown; rows() has all" if len(self.optima) > _SHOWN else ""
        )
        searched = f"searched: {counted(self.searched, 'observed threshold')}; {found}"
        resampled = () if self.resampled is None else self._resampled(self.resampled)
        references = (
            *self.rule.references,
            *(() if self.resampled is None or self.resampled.seed is None else ("davison1997", "efron1997")),
        )
        return Summary(
            f"Threshold by {self.rule.title}" if self.searched else "Threshold as stated",
            data_lines([self.subjects]),
            (
                *([self.rule.detail] if self.rule.detail else []),
                *([searched] if self.searched else []),
                "",
                *([self._table(shown)] if shown else []),
                *resampled,
            ),
            self.notes,
            references,
        )

    def _table(self, shown: tuple[Optimum, ...]) -> Grid:
        label = self.rule.label
        repeated = label in ("sensitivity", "specificity")
        counting = isinstance(self.rule, Largest) and self.rule.measure == "accuracy" and self.rule.prevalence
        decimals = decimals_for(
            [share for o in shown for share in (o.sensitivity, o.specificity, *([] if repeated else [o.criterion]))]
        )
        heads = ["tp", "fp", "fn", "tn", "sensitivity", "specificity"]
        heads += (["correct"] if counting else []) + ([] if repeated else [label])
        rows = []
        for o in shown:
            cells = [*(str(cell) for cell in (o.tp, o.fp, o.fn, o.tn))]
            cells += [fixed(o.sensitivity, decimals), fixed(o.specificity, decimals)]
            cells += [f"{o.tp + o.tn}/{self.subjects.total}"] if counting else []
            cells += [] if repeated else [fixed(o.criterion, decimals)]
            rows.append((self.rule_of(o), *cells))
        return Grid((Column("rule", "left"), *(Column(head) for head in heads)), tuple(rows))

    def _resampled(self, found: Reselection) -> tuple[str | Grid, ...]:
        label = self.rule.label
        how = f"{level_text(self.level)} percent confidence intervals, percentile bootstrap that chooses the threshold"
        drawn = f" ({found.resampling}, seed {found.seed})".replace(" of subjects", "") if found.resampling else ""
        outside = (found.sensitivity, found.specificity, found.out_of_bag)
        limits = [] if found.criterion is None else [(found.criterion.low, found.criterion.high)]
        decimals = decimals_for([v for v in outside if v is not None], limits)
        threshold, criterion = (NOT_ESTIMABLE, "-"), (NOT_ESTIMABLE, "-")
        if found.criterion is not None:
            criterion = fixed(found.criterion.low, decimals), fixed(found.criterion.high, decimals)
        if found.threshold is not None:
            threshold = plain(found.threshold.low), plain(found.threshold.high)
            # A threshold has a scale of its own, so the points of the two do not stand in line: a cell that starts
            # with a space counts as no number, and the shorter one has the room for it.
            pairs = [
                (f" {t}" if len(t) < len(c) else t, f" {c}" if len(c) < len(t) else c)
                for t, c in zip(threshold, criterion, strict=True)
            ]
            threshold, criterion = (pairs[0][0], pairs[1][0]), (pairs[0][1], pairs[1][1])
        grid = Grid(
            (Column("", "left"), Column("low"), Column("high")),
            (("threshold", *threshold), (f"{label} at the chosen threshold", *criterion)),
        )
        lines: list[str | Grid] = ["", wrapped(f"{how} again{drawn}:", width=79), grid]
        if found.sensitivity is not None and found.specificity is not None:
            words = (
                f"sensitivity {fixed(found.sensitivity, decimals)}, specificity {fixed(found.specificity, decimals)}"
            )
            if label not in ("sensitivity", "specificity") and found.out_of_bag is not None:
                words += f", {label} {fixed(found.out_of_bag, decimals)}"
            lines.append(f"out-of-bag: {words}")
        return tuple(lines)

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per optimum; what the resamples say is the same in all."""
        found = self.resampled
        criterion, threshold = (None, None) if found is None else (found.criterion, found.threshold)
        shared = {
            "conf_low": None if criterion is None else criterion.low,
            "conf_high": None if criterion is None else criterion.high,
            "conf_level": None if found is None else self.level,
            "method": None if found is None else "Bootstrap, threshold chosen again",
            "n_cases": self.subjects.n_cases,
            "n_controls": self.subjects.n_controls,
            "n_dropped": self.subjects.n_dropped,
            "threshold_low": None if threshold is None else threshold.low,
            "threshold_high": None if threshold is None else threshold.high,
            "out_of_bag": None if found is None else found.out_of_bag,
            "out_of_bag_sensitivity": None if found is None else found.sensitivity,
            "out_of_bag_specificity": None if found is None else found.specificity,
            "seed": self.seed,
            **drawn_columns(None if found is None else found.resampling),
        }
        return [
            {
                "parameter": self.rule.label,
                "test": self.test.name,
                "estimate": o.criterion,
                "by": self.rule.title,
                "rule": self.rule_of(o),
                "threshold": o.threshold,
                **{cell: getattr(o, cell) for cell in ("tp", "fp", "fn", "tn", "sensitivity", "specificity")},
                **shared,
            }
            for o in self.optima
        ]
