"""Checks of exchanges: what turns over when tests, samples, groups or results change places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from rocstats.data.counts import Counts
from rocstats.data.paired_counts import PairedCounts, PairedTable
from rocstats.data.sample import Sample
from rocstats.empirical.ties import tie_summary
from rocstats.inference.areas import auc, auc_from_summary, compare_auc
from rocstats.inference.compared_accuracies import compare_accuracy
from rocstats.inference.contrasts import contrast_auc
from rocstats.inference.equal_distributions import mann_whitney
from rocstats.inference.goals import performance_goal
from rocstats.inference.kolmogorov_smirnov import ks
from rocstats.inference.margins import equivalence
from rocstats.inference.partial_areas import compare_partial_auc, partial_auc
from rocstats.inference.predictive_table import predictive_values
from rocstats.inference.single_proportion import proportion
from rocstats.inference.two_by_two import accuracy
from rocstats.inference.verification import corrected_for_verification
from rocstats.inference.whole_curves import venkatraman
from rocstats.methods import FOR_PROPORTIONS, FOR_QUANTITIES, REGISTER
from rocstats.methods.proportion_differences import (
    FOR_INDEPENDENT_PROPORTIONS,
    FOR_PAIRED_PROPORTIONS,
    TESTS_OF_EQUAL_PROPORTIONS,
)
from rocstats.parametric.bivariate_fitting import fit_bivariate_binormal
from rocstats.qualification.asked_questions import RESAMPLES, SEED, draws, serves
from rocstats.qualification.check_data import ONE, OTHER_TABLE, PAIR, PAIRS, SECOND, TABLE, THREE, exchanged
from rocstats.qualification.checks import Finding, Line, checks_of
from rocstats.qualification.findings import ROOT, close
from rocstats.results import Interval

_SWAPPED = "Exchanging the tests turns the sign of the difference and both limits, and keeps the two-sided p-value."
_SAMPLES = "Exchanging the samples turns the sign of the difference and both limits, and keeps the two-sided p-value."
_GROUPS = (
    "Exchanging cases and controls turns the area and its limits over about one half and keeps the standard error."
)
_FAILURES = "The limits for failures are 1 minus those for successes, the other way round."
BA = PAIR.select("B", "A")


def _limits(interval: Interval | None) -> tuple[float | None, float | None]:
    return (None, None) if interval is None else (interval.low, interval.high)


def _less(whole: float, interval: Interval | None) -> tuple[float | None, float | None]:
    """Give the limits of ``whole`` minus what an interval is about."""
    low, high = (None if end is None else whole - end for end in _limits(interval))
    return high, low


def _turned(found: Any, swapped: Any) -> Finding:
    """The difference and its limits change their sign; standard error and p-value stay."""
    return close(
        [-found.estimate, found.standard_error, *_less(0, found.interval), found.pvalue],
        [swapped.estimate, swapped.standard_error, *_limits(swapped.interval), swapped.pvalue],
    )


def _turned_over(found: Any, changed: Any) -> Finding:
    """The area and its limits turn over about one half; the standard error stays."""
    return close(
        [1 - found.estimate, found.standard_error, *_less(1, found.interval)],
        [changed.estimate, changed.standard_error, *_limits(changed.interval)],
    )


def _of_methods() -> Iterator[Line]:
    """What the methods of the register owe for areas: closed forms turn over, and so do tests of two."""
    for word, method in FOR_QUANTITIES.items():
        name = f"method:{word}"
        # Whoever draws resamples gets other ones of exchanged groups; tests that change places keep theirs.
        if serves(method, "one") and not draws(method):
            yield Line(name, "exchanged-groups", "INVARIANCE-02", _GROUPS, partial(_method_exchanged, word))
        if serves(method, "two") and not (draws(method) and serves(method, "one")):
            yield Line(name, "swapped-tests", "INVARIANCE-05", _SWAPPED, partial(_method_swapped, word))
        if serves(method, "independent") and not draws(method):
            yield Line(name, "swapped-samples", "INVARIANCE-05", _SAMPLES, partial(_samples_swapped, word))
    for word in FOR_PROPORTIONS:
        yield Line(f"method:{word}", "failures", "INVARIANCE-07", _FAILURES, partial(_failures, word))
    for word in (*FOR_PAIRED_PROPORTIONS, *FOR_INDEPENDENT_PROPORTIONS, *TESTS_OF_EQUAL_PROPORTIONS):
        yield Line(f"method:{word}", "swapped-tests", "INVARIANCE-05", _SWAPPED, partial(_difference_swapped, word))


def _method_swapped(word: str) -> Finding:
    """A permutation test counts all exchanges of so few subjects exactly, so nothing is drawn here."""
    method = FOR_QUANTITIES[word]
    return _turned(compare_auc(PAIR, method=method), compare_auc(BA, method=method))


def _samples_swapped(word: str) -> Finding:
    method = FOR_QUANTITIES[word]
    return _turned(compare_auc(ONE, SECOND, method=method), compare_auc(SECOND, ONE, method=method))


def _method_exchanged(word: str) -> Finding:
    return _turned_over(auc(ONE, FOR_QUANTITIES[word]), auc(exchanged(ONE), FOR_QUANTITIES[word]))


def _failures(word: str) -> Finding:
    interval = FOR_PROPORTIONS[word].interval
    counts = (0, 3, 6, 12)
    return close(
        [_less(1, interval(x, 12, level=0.95)) for x in counts],
        [_limits(interval(12 - x, 12, level=0.95)) for x in counts],
        within=ROOT,
    )


def _difference_swapped(word: str) -> Finding:
    method: Any = REGISTER[word]
    first = ((19, 7), (4, 11)) if method.paired else ((19, 30), (12, 34))
    second = tuple(zip(*first, strict=True)) if method.paired else first[::-1]
    return close(
        [*_less(0, method.interval(first)), method.pvalue(first)],
        [*_limits(method.interval(second)), method.pvalue(second)],
        within=ROOT,
    )


def _in_pieces() -> Finding:
    """The area left of an FPF is that part of the area of the exchanged groups above a TPF, and the reverse."""
    left, above = partial_auc(ONE, fpf=(0.1, 0.4)), partial_auc(_reflected(ONE), tpf=(0.6, 0.9))
    return close([left.estimate, left.standard_error], [above.estimate, above.standard_error])


def _reflected(sample: Sample) -> Sample:
    """Exchange the groups and turn the scores: the curve is reflected in the falling diagonal."""
    other = exchanged(sample)
    return replace(other, cases=-other.cases, controls=-other.controls)


def _partial_swapped() -> Finding:
    return _turned(compare_partial_auc(PAIR, fpf=(0, 0.4)), compare_partial_auc(BA, fpf=(0, 0.4)))


def _accuracy_exchanged() -> Finding:
    """What is called positive, in the truth and in the test, is called negative."""
    first, other = accuracy(TABLE), accuracy(Counts(tp=TABLE.tn, fp=TABLE.fn, fn=TABLE.fp, tn=TABLE.tp))
    names = (("sensitivity", "specificity"), ("specificity", "sensitivity"), ("ppv", "npv"), ("npv", "ppv"))
    same = (("accuracy", "accuracy"), ("odds_ratio", "odds_ratio"))
    return close(
        [_with_limits(getattr(first, one)) for one, _ in (*names, *same)],
        [_with_limits(getattr(other, two)) for _, two in (*names, *same)],
    )


def _with_limits(measure: Any) -> tuple[float | None, ...]:
    return measure.estimate, *_limits(measure.interval)


def _measures(found: Any) -> list[Any]:
    return [found.sensitivity, found.specificity, found.accuracy]


def _accuracies_swapped(first: Any, swapped: Any) -> Finding:
    return close(
        [(-m.estimate, *_less(0, m.interval), m.pvalue) for m in _measures(first)],
        [(m.estimate, *_limits(m.interval), m.pvalue) for m in _measures(swapped)],
        within=ROOT,
    )


def _swapped_pairs(pairs: PairedCounts) -> PairedCounts:
    return PairedCounts(cases=_transposed(pairs.cases), controls=_transposed(pairs.controls))


def _transposed(table: PairedTable) -> Any:
    return (table.n11, table.n01), (table.n10, table.n00)


def _permuted_contrast() -> Finding:
    first, other = contrast_auc(THREE), contrast_auc(THREE.select("C", "A", "B"))
    return close([first.statistic, first.df, first.pvalue], [other.statistic, other.df, other.pvalue])


def _venkatraman() -> Finding:
    first, other = (venkatraman(sample, n_resamples=RESAMPLES, rng=SEED) for sample in (PAIR, BA))
    return close(first.statistic, other.statistic)


def _together() -> Finding:
    first, other = fit_bivariate_binormal(PAIR).compare_auc(), fit_bivariate_binormal(BA).compare_auc()
    return close(
        [-first.estimate, first.standard_error, first.pvalue],
        [other.estimate, other.standard_error, other.pvalue],
        within=1e-5,
    )


def _goal() -> Finding:
    """Sensitivity of a table is specificity of the table with both truths exchanged."""
    other = Counts(tp=TABLE.tn, fp=TABLE.fn, fn=TABLE.fp, tn=TABLE.tp)
    first, second = performance_goal(TABLE, "sensitivity", 0.5), performance_goal(other, "specificity", 0.5)
    return close(
        [first.estimate, *_limits(first.interval), first.pvalue],
        [second.estimate, *_limits(second.interval), second.pvalue],
    )


def _verification() -> Finding:
    first = corrected_for_verification(TABLE, unverified_positive=7, unverified_negative=21)
    turned = Counts(tp=TABLE.tn, fp=TABLE.fn, fn=TABLE.fp, tn=TABLE.tp)
    other = corrected_for_verification(turned, unverified_positive=21, unverified_negative=7)
    return close(
        [_with_limits(m) for m in (first.sensitivity, first.specificity)],
        [_with_limits(m) for m in (other.specificity, other.sensitivity)],
    )


def _predictive() -> Finding:
    """PPV at a prevalence is NPV of the exchanged table at 1 minus that prevalence."""
    turned = Counts(tp=TABLE.tn, fp=TABLE.fn, fn=TABLE.fp, tn=TABLE.tp)
    first, other = (list(predictive_values(t, p).rows()) for t, p in ((TABLE, 0.1), (turned, 0.9)))
    by_name = [{row["parameter"]: row for row in rows} for rows in (first, other)]
    names = (("PPV", "NPV"), ("NPV", "PPV"))
    columns = ("estimate", "conf_low", "conf_high")
    return close(
        [[by_name[0][one][c] for c in columns] for one, _ in names],
        [[by_name[1][two][c] for c in columns] for _, two in names],
    )


_PLAIN = (
    Line("auc", "exchanged-groups", "INVARIANCE-02", _GROUPS, lambda: _turned_over(auc(ONE), auc(exchanged(ONE)))),
    Line(
        "auc_from_summary",
        "exchanged-groups",
        "INVARIANCE-02",
        _GROUPS,
        lambda: _turned_over(
            auc_from_summary(0.8, n_cases=30, n_controls=50), auc_from_summary(0.2, n_cases=50, n_controls=30)
        ),
    ),
    Line(
        "compare_auc", "swapped-tests", "INVARIANCE-05", _SWAPPED, lambda: _turned(compare_auc(PAIR), compare_auc(BA))
    ),
    Line(
        "compare_auc",
        "swapped-samples",
        "INVARIANCE-05",
        _SAMPLES,
        lambda: _turned(compare_auc(ONE, SECOND), compare_auc(SECOND, ONE)),
    ),
    Line("compare_partial_auc", "swapped-tests", "INVARIANCE-05", _SWAPPED, _partial_swapped),
    Line(
        "compare_accuracy",
        "swapped-tests",
        "INVARIANCE-05",
        _SWAPPED,
        lambda: _accuracies_swapped(compare_accuracy(PAIRS), compare_accuracy(_swapped_pairs(PAIRS))),
    ),
    Line(
        "compare_accuracy",
        "swapped-samples",
        "INVARIANCE-05",
        _SAMPLES,
        lambda: _accuracies_swapped(compare_accuracy(TABLE, OTHER_TABLE), compare_accuracy(OTHER_TABLE, TABLE)),
    ),
    Line(
        "contrast_auc",
        "order",
        "INVARIANCE-05",
        "The order of the tests changes neither chi-squared nor its degrees of freedom.",
        _permuted_contrast,
    ),
    Line(
        "equivalence",
        "swapped-tests",
        "INVARIANCE-05",
        "The order of the tests changes no decision about equivalence.",
        lambda: close(equivalence(PAIR, margin=0.2).pvalue, equivalence(BA, margin=0.2).pvalue),
    ),
    Line("venkatraman", "swapped-tests", "INVARIANCE-05", "The order of the tests keeps the statistic.", _venkatraman),
    Line(
        "fit_bivariate_binormal",
        "swapped-tests",
        "INVARIANCE-05",
        "The order of the tests turns the sign of the difference and keeps the p-value.",
        _together,
        False,
    ),
    Line(
        "partial_auc",
        "reflected",
        "INVARIANCE-02",
        "The curve reflected in the falling diagonal has above a TPF what it had left of an FPF.",
        _in_pieces,
    ),
    Line(
        "mann_whitney",
        "exchanged-groups",
        "INVARIANCE-02",
        "Exchanging the groups keeps the two-sided p-value.",
        lambda: close(mann_whitney(ONE).pvalue, mann_whitney(exchanged(ONE)).pvalue),
    ),
    Line(
        "ks",
        "reflected",
        "INVARIANCE-02",
        "The curve reflected in the falling diagonal has the same distances.",
        lambda: close(*([row["estimate"] for row in ks(s).rows()] for s in (ONE, _reflected(ONE)))),
    ),
    Line(
        "tie_summary",
        "exchanged-groups",
        "INVARIANCE-02",
        "Exchanging the groups exchanges concordant and discordant pairs and keeps the tied ones.",
        lambda: close(_kinds_of_pairs(ONE), _kinds_of_pairs(exchanged(ONE))[::-1]),
    ),
    Line(
        "accuracy",
        "exchanged-groups",
        "INVARIANCE-07",
        "What is called positive called negative: sensitivity is specificity, PPV is NPV, with their limits.",
        _accuracy_exchanged,
    ),
    Line(
        "performance_goal", "exchanged-groups", "INVARIANCE-07", "A goal for sensitivity is one for specificity.", _goal
    ),
    Line(
        "corrected_for_verification",
        "exchanged-groups",
        "INVARIANCE-07",
        "What is called positive called negative: corrected sensitivity is corrected specificity.",
        _verification,
    ),
    Line(
        "predictive_values",
        "exchanged-groups",
        "INVARIANCE-07",
        "PPV at a prevalence is NPV of the exchanged table at 1 minus that prevalence.",
        _predictive,
    ),
    Line(
        "proportion",
        "failures",
        "INVARIANCE-07",
        _FAILURES,
        lambda: close(_less(1, proportion(3, 12).interval), _limits(proportion(9, 12).interval)),
    ),
)


def _kinds_of_pairs(sample: Sample) -> list[int]:
    row = tie_summary(sample).rows()[0]
    return [row["pairs_higher"], row["pairs_tied"], row["pairs_lower"]]


OF_EXCHANGES = checks_of("invariance", (*_of_methods(), *_PLAIN))
