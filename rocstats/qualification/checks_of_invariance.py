"""Checks of invariance: what must not matter to an answer does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from rocstats.data.class_scores import ClassScores
from rocstats.data.counts import Counts
from rocstats.data.paired_counts import PairedCounts
from rocstats.data.sample import Sample
from rocstats.data.study import Study
from rocstats.empirical.components import structural_components
from rocstats.empirical.gains_bins import gains, gains_from_counts
from rocstats.empirical.paired_points import paired_counts_at
from rocstats.empirical.points import counts_at
from rocstats.inference.agreement import cohen_kappa
from rocstats.inference.areas import auc
from rocstats.inference.multiclass_areas import multiclass_auc
from rocstats.inference.subgroup_result import Subgroups
from rocstats.inference.subgroups import compare_subgroups
from rocstats.inference.two_by_two import accuracy
from rocstats.methods import FOR_QUANTITIES
from rocstats.methods.bootstrap import Bootstrap
from rocstats.methods.multiplicity import ADJUSTMENTS, adjust_pvalues
from rocstats.parametric import FIT_METHODS
from rocstats.parametric.curve_fitting import fit_binormal
from rocstats.qualification.asked_questions import (
    QUESTIONS_OF_SAMPLES,
    SEED,
    STATISTICS,
    Asked,
    asked_by,
    draws,
    seeded,
)
from rocstats.qualification.check_data import (
    CLASSES,
    GROUPED,
    ONE,
    PAIR,
    RATINGS,
    SECOND,
    TABLE,
    as_low,
    expanded,
    monotone,
    renamed,
    reordered,
    repeated,
)
from rocstats.qualification.checks import Finding, Line, checks_of
from rocstats.qualification.findings import ROOT, ROUNDING, all_of, close, exactly, same_rows

_ORDER = "The order of the subjects changes no number."
_MONOTONE = "A change of the scores that keeps their order changes no number but those on their scale."
_LOW = "Scores negated and called low-is-positive give the same numbers but those on their scale."
_UNIT = "A change of the unit of measurement changes no number."
_GROUPED = "A row that stands for several subjects gives what the subjects give in rows of their own."
_FEW = Bootstrap(n_resamples=100, rng=SEED)

# Names of numbers on the scale of the scores.
_OF_THE_SCALE = (
    "threshold",
    "lowest",
    "highest",
    "score",
    "low_score",
    "high_score",
    "mean_score",
    "at",
    "bandwidth",
    "low",
    "high",
    "auc_1_digits",
    "auc_2_digits",
    "auc_3_digits",
)


def _unchanged(asked: Asked, change: Callable[[Sample], Sample], but: tuple[str, ...] = ()) -> Finding:
    changed = map(change, asked.sample)
    return same_rows(asked.ask(*asked.sample, SEED), asked.ask(*changed, SEED), but=but, within=_tolerance(asked))


def _tolerance(asked: Asked) -> float:
    """A search for the largest likelihood ends within its tolerance."""
    return ROOT if asked.curve else ROUNDING


def _grouped(asked: Asked) -> Finding:
    """Rows that stand for several subjects are those subjects."""
    one = RATINGS if asked.curve else GROUPED.select("A")
    given = {"one": (one,), "two": (GROUPED,), "independent": (one, SECOND)}[asked.takes]
    return same_rows(asked.ask(*given, SEED), asked.ask(*map(expanded, given), SEED), within=_tolerance(asked))


def _of_questions() -> Iterator[Line]:
    """Order of rows, rows that stand for several subjects, scale and direction of the scores, names."""
    for asked in QUESTIONS_OF_SAMPLES:
        quick = not asked.slow and not asked.draws
        for word, requirement, what, change, but, meant in (
            ("row-order", "INVARIANCE-03", _ORDER, reordered, (), not asked.draws),
            ("monotone", "INVARIANCE-01", _MONOTONE, monotone, _OF_THE_SCALE, asked.ranks),
            ("low-scores", "INVARIANCE-02", _LOW, as_low, _OF_THE_SCALE, not asked.probabilities),
            ("names", "INVARIANCE-03", "Names of tests and groups change no number.", renamed, (), not asked.slow),
        ):
            # A fit that takes long is asked once in another scale; ratings in rows of their own come in another order.
            if meant and not (asked.function == "fit_curve" and asked.slow and word != "monotone"):
                run = partial(_unchanged, asked, change, but)
                telling = quick and word in ("row-order", "monotone")
                yield Line(asked.function, asked.named(word), requirement, what, run, telling)
        run = partial(_grouped, asked)
        yield Line(asked.function, asked.named("grouped-rows"), "INVARIANCE-04", _GROUPED, run, quick)


def _of_methods() -> Iterator[Line]:
    """What every method of the register owes, for one area or a difference of two."""
    for word, method in FOR_QUANTITIES.items():
        name, drawn = f"method:{word}", draws(method)
        # The correlation of the scores themselves changes with their scale, but not with their unit.
        of_ranks = getattr(method, "correlation", "kendall") == "kendall"
        change = ("monotone", _MONOTONE, monotone) if of_ranks else ("unit", _UNIT, _times_four)
        yield Line(name, change[0], "INVARIANCE-01", change[1], partial(_method, word, change[2]), not drawn)
        yield Line(name, "grouped-rows", "INVARIANCE-04", _GROUPED, partial(_method_grouped, word), not drawn)
        if not drawn:
            yield Line(name, "row-order", "INVARIANCE-03", _ORDER, partial(_method, word, reordered))


def _method(word: str, change: Callable[[Sample], Sample]) -> Finding:
    method = seeded(FOR_QUANTITIES[word])
    return same_rows(asked_by(method, PAIR), asked_by(method, change(PAIR)))


def _method_grouped(word: str) -> Finding:
    method = seeded(FOR_QUANTITIES[word])
    return same_rows(asked_by(method, GROUPED), asked_by(method, expanded(GROUPED)))


def _of_statistics() -> Iterator[Line]:
    """Weights are repeats, and who is there twice changes no share."""
    twice = "The whole study twice over has the same value."
    for name, option in STATISTICS:
        begin = f"{option}-" if option else ""
        yield Line(name, f"{begin}weights", "INVARIANCE-04", _GROUPED, partial(_weighted, name, option))
        if name != "PrecisionAtK":
            yield Line(name, f"{begin}twice", "INVARIANCE-04", twice, partial(_twice, name, option))


def _weighted(name: str, option: str) -> Finding:
    """The value of rows with counts and that under weights are that of the rows written out."""
    statistic, (p, q) = STATISTICS[name, option], GROUPED.frequencies
    value = statistic(expanded(GROUPED))
    return all_of(
        {
            "counts": close(value, statistic(GROUPED)),
            "weights": close(value, statistic.weighted(PAIR, p[None, :], q[None, :])),
        }
    )


def _twice(name: str, option: str) -> Finding:
    statistic = STATISTICS[name, option]
    return close(statistic(PAIR), statistic(repeated(PAIR, 2)))


def _of_ways_to_fit() -> Iterator[Line]:
    what = "A change of the unit of measurement changes neither a, b nor the area, nor their standard errors."
    for word, method in FIT_METHODS.items():
        yield Line(f"fit:{word}", "unit", "INVARIANCE-01", what, partial(_unit, word), not draws(method))


def _unit(word: str) -> Finding:
    """Four times the scores: a power of two, so that no rounding differs."""
    method = seeded(FIT_METHODS[word])
    told = [
        [
            (row["estimate"], row["std_error"])
            for row in fit_binormal(sample, method).rows()
            if row["parameter"] in _KEPT
        ]
        for sample in (ONE, _times_four(ONE))
    ]
    return close(*told, within=ROOT)


_KEPT = ("a", "b", "AUC")


def _of_adjustments() -> Iterator[Line]:
    what = "Each p-value keeps its adjustment wherever it stands."
    for word in ADJUSTMENTS:
        yield Line(f"adjustment:{word}", "order", "INVARIANCE-03", what, partial(_adjusted, word))


def _adjusted(word: str) -> Finding:
    family = [0.04, 0.001, 0.2, None, 0.011]
    return close(adjust_pvalues(family, word), adjust_pvalues(family[::-1], word)[::-1])  # type: ignore[arg-type]


def _components() -> Finding:
    """Placement of every subject, in the order of the rows written backwards."""
    found, changed = structural_components(PAIR), structural_components(reordered(PAIR))
    return all_of(
        {
            "V10": close(found.v10[::-1], changed.v10),
            "V01": close(found.v01[::-1], changed.v01),
            "covariance": close(found.covariance(), changed.covariance()),
        }
    )


def _of_a_study() -> Finding:
    """A study of rows with both groups mixed is the sample of its groups."""
    rows = [(1, *map(float, row)) for row in PAIR.cases] + [(0, *map(float, row)) for row in PAIR.controls]
    mixed = {name: [row[place] for row in rows[::3] + rows[1::3] + rows[2::3]] for place, name in enumerate("tAB")}
    study = Study(mixed, truth="t", tests=["A", "B"])
    return close(_area(ONE), _area(study.sample("A")))


_KAPPA = ((12, 3, 1), (2, 9, 4), (0, 5, 14))
_PLAIN = (
    Line("structural_components", "row-order", "INVARIANCE-03", "Each subject keeps its placement.", _components),
    Line("Study", "row-order", "INVARIANCE-03", "Rows in mixed order give what the groups give.", _of_a_study),
    Line(
        "Sample",
        "doors",
        "INVARIANCE-04",
        "Two groups, truth with scores, and a rating table are three doors to the same sample.",
        lambda: all_of(
            {
                "groups": close([0.875, 0.125], _area(Sample.from_groups(cases=[5, 4, 3, 2], controls=[3, 2, 1, 1]))),
                "truth": close([0.875, 0.125], _area(Sample.from_truth([1, 0] * 4, [5, 3, 4, 2, 3, 1, 2, 1]))),
                "ratings": close(
                    [0.875, 0.125], _area(Sample.from_counts(cases=[0, 1, 1, 1, 1], controls=[2, 1, 1, 0, 0]))
                ),
            }
        ),
    ),
    Line(
        "counts_at",
        "monotone",
        "INVARIANCE-01",
        "A threshold that moves with the scores counts the same table.",
        lambda: exactly(_cells(counts_at(ONE, 0.47)), _cells(counts_at(_times_four(ONE), 4 * 0.47))),
    ),
    Line(
        "paired_counts_at",
        "row-order",
        "INVARIANCE-03",
        _ORDER,
        lambda: exactly(
            _pairs(paired_counts_at(PAIR, (0.5, 0.5))), _pairs(paired_counts_at(reordered(PAIR), (0.5, 0.5)))
        ),
    ),
    Line(
        "accuracy",
        "twice",
        "INVARIANCE-04",
        "Twice every count keeps every share.",
        lambda: close(_shares(TABLE), _shares(Counts(tp=52, fp=24, fn=30, tn=120))),
    ),
    Line(
        "gains_from_counts",
        "from-scores",
        "INVARIANCE-04",
        "Groups counted by hand give the table that scores give.",
        lambda: same_rows(
            gains(RATINGS, 5),
            gains_from_counts(cases=[14, 9, 5, 5], controls=[2, 4, 6, 21]),
            but=("low", "high", "test"),
        ),
    ),
    Line(
        "cohen_kappa",
        "order",
        "INVARIANCE-03",
        "Neither which reader comes first nor the order of the categories changes a number.",
        lambda: all_of(
            {
                "readers": same_rows(cohen_kappa(_KAPPA), cohen_kappa(tuple(zip(*_KAPPA, strict=True)))),
                "categories": same_rows(cohen_kappa(_KAPPA), cohen_kappa([row[::-1] for row in _KAPPA[::-1]])),
            }
        ),
    ),
    Line(
        "compare_subgroups",
        "order",
        "INVARIANCE-03",
        "The order of the subgroups changes neither their areas nor the test of homogeneity.",
        lambda: same_rows(
            sorted(_told(compare_subgroups({"one": ONE, "other": SECOND}))),
            sorted(_told(compare_subgroups({"other": SECOND, "one": ONE}))),
        ),
    ),
    Line(
        "multiclass_auc",
        "order",
        "INVARIANCE-03",
        "The order of the subjects changes no area.",
        lambda: close(
            *([row["estimate"] for row in multiclass_auc(data, _FEW).rows()] for data in (CLASSES, _backwards(CLASSES)))
        ),
        False,
    ),
)


def _area(sample: Sample) -> list[float | None]:
    found = auc(sample)
    return [found.estimate, found.standard_error]


def _times_four(sample: Sample) -> Sample:
    return replace(sample, cases=sample.cases * 4, controls=sample.controls * 4)


def _cells(counts: Counts) -> tuple[int, ...]:
    return counts.tp, counts.fp, counts.fn, counts.tn


def _pairs(counts: PairedCounts) -> tuple[int, ...]:
    return (*counts.cases, *counts.controls)


def _shares(counts: Counts) -> list[float | None]:
    return [measure.estimate for measure in accuracy(counts).measures]


def _told(found: Subgroups) -> list[tuple[float, ...]]:
    """Give the numbers of each subgroup, with those of the test of homogeneity."""
    return [(row["estimate"] or 0.0, row["std_error"] or 0.0, row["statistic"] or 0.0) for row in found.rows()]


def _backwards(data: ClassScores) -> ClassScores:
    return replace(data, scores=data.scores[::-1], codes=data.codes[::-1])


OF_INVARIANCES = checks_of(
    "invariance",
    (*_of_questions(), *_of_methods(), *_of_statistics(), *_of_ways_to_fit(), *_of_adjustments(), *_PLAIN),
)
