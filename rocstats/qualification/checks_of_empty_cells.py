"""Checks of empty cells: counts that give no certainty are given none, with the reason in a note or a refusal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from rocstats.data.counts import Counts
from rocstats.data.paired_counts import PairedCounts
from rocstats.inference.agreement import cohen_kappa
from rocstats.inference.compared_accuracies import compare_accuracy
from rocstats.inference.goals import performance_goal
from rocstats.inference.margins import equivalence, noninferiority, superiority
from rocstats.inference.post_test import post_test_probability
from rocstats.inference.predictive_table import predictive_values
from rocstats.inference.single_proportion import proportion
from rocstats.inference.two_by_two import accuracy
from rocstats.inference.verification import corrected_for_verification
from rocstats.methods import FOR_PROPORTIONS, REGISTER
from rocstats.methods.proportion_differences import (
    FOR_INDEPENDENT_PROPORTIONS,
    FOR_PAIRED_PROPORTIONS,
    TESTS_OF_EQUAL_PROPORTIONS,
)
from rocstats.qualification.check_data import EMPTY_CELLS, EMPTY_PAIRS
from rocstats.qualification.checks import Finding, Line, checks_of
from rocstats.qualification.findings import all_of, exactly, holds, sober


def _of_methods() -> Iterator[Line]:
    for word in FOR_PROPORTIONS:
        what = "None, all, one of one and nobody: limits within 0 and 1 that are no point, or none; no p-value of 0."
        yield Line(f"method:{word}", "none-and-all", "DEGENERATE-02", what, partial(_shares, word))
    for word in (*FOR_PAIRED_PROPORTIONS, *FOR_INDEPENDENT_PROPORTIONS, *TESTS_OF_EQUAL_PROPORTIONS):
        what = "Empty cells and groups: limits within -1 and 1 that are no point, or none; no p-value of 0."
        yield Line(f"method:{word}", "empty-cells", "DEGENERATE-02", what, partial(_differences, word))


def _shares(word: str) -> Finding:
    method: Any = FOR_PROPORTIONS[word]
    counts = ((0, 9), (9, 9), (0, 1), (1, 1))
    found = {
        f"{x}/{n}": _honest(method.interval(x, n, level=0.95), method.pvalue(x, n, null=0.5), 0) for x, n in counts
    }
    return all_of(
        found | {"0/0": exactly((None, None), (method.interval(0, 0, level=0.95), method.pvalue(0, 0, null=0.5)))}
    )


def _differences(word: str) -> Finding:
    method: Any = REGISTER[word]
    paired = (((5, 0), (0, 3)), ((5, 2), (0, 3)), ((0, 4), (0, 0)), ((0, 1), (0, 0)), ((0, 0), (0, 0)))
    independent = (((0, 5), (0, 6)), ((5, 5), (6, 6)), ((5, 5), (0, 6)), ((1, 1), (0, 1)), ((0, 0), (3, 6)))
    tables: Any = paired if method.paired else independent
    return all_of({str(table): _honest(method.interval(table), method.pvalue(table), -1) for table in tables})


def _honest(interval: Any, pvalue: float | None, least: float) -> Finding:
    wide = interval is None or least <= interval.low < interval.high <= 1
    chance = pvalue is None or 0 < pvalue <= 1
    shown = f"interval {None if interval is None else (interval.low, interval.high)}, p {pvalue!r}"
    return holds(wide and chance, "an interval with width or none, a p-value above 0 or none", shown)


def _of_tables() -> Iterator[Line]:
    what = "Certain of nothing that the counts do not show."
    for function, ask in _ASKED_OF_TABLES.items():
        for kind, table in EMPTY_CELLS.items():
            yield Line(function, kind, "DEGENERATE-02", what, partial(_table, ask, table))
    for function, ask in _ASKED_OF_PAIRS.items():
        for kind, pairs in EMPTY_PAIRS.items():
            yield Line(function, f"pairs-{kind}", "DEGENERATE-02", what, partial(_table, ask, pairs))


def _table(ask: Any, table: Counts | PairedCounts) -> Finding:
    return sober(lambda: ask(table))


_ASKED_OF_TABLES: dict[str, Any] = {
    "accuracy": lambda t: accuracy(t, more=True),
    "predictive_values": lambda t: predictive_values(t, [0.01, 0.5]),
    "performance_goal": lambda t: performance_goal(t, "specificity", 0.8),
    "post_test_probability": lambda t: post_test_probability(0.2, counts=t),
    "corrected_for_verification": lambda t: corrected_for_verification(t, unverified_positive=2, unverified_negative=1),
    "cohen_kappa": lambda t: cohen_kappa([[t.tp, t.fp], [t.fn, t.tn]]),
    "proportion": lambda t: proportion(t.tp, t.n_cases, null_value=0.4),
    "compare_accuracy": lambda t: compare_accuracy(t, Counts(tp=3, fp=0, fn=0, tn=4)),
}
_ASKED_OF_PAIRS: dict[str, Any] = {
    "compare_accuracy": compare_accuracy,
    "noninferiority": lambda p: noninferiority(p, margin=0.1, measure="sensitivity"),
    "equivalence": lambda p: equivalence(p, margin=0.1, measure="specificity"),
    "superiority": lambda p: superiority(p, margin=0.1, measure="sensitivity"),
}


OF_EMPTY_CELLS = checks_of("degenerate", (*_of_methods(), *_of_tables()))
