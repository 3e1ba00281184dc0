"""Checks of refusals: what cannot be answered is refused by the documented error, in words that say what came."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from rocstats.errors import DataError, FitError, MethodError
from rocstats.methods import FOR_PROPORTIONS, FOR_QUANTITIES, REGISTER
from rocstats.methods.multiplicity import ADJUSTMENTS, adjust_pvalues
from rocstats.methods.proportion_differences import (
    FOR_INDEPENDENT_PROPORTIONS,
    FOR_PAIRED_PROPORTIONS,
    TESTS_OF_EQUAL_PROPORTIONS,
)
from rocstats.parametric import FIT_METHODS
from rocstats.parametric.curve_fitting import fit_binormal
from rocstats.qualification.asked_questions import (
    OF_PROBABILITIES,
    QUESTIONS_OF_SAMPLES,
    SEED,
    STATISTICS,
    Asked,
    asked_by,
    seeded,
)
from rocstats.qualification.check_data import (
    CASE_CONTROL,
    CLUSTERED,
    CLUSTERED_SECOND,
    CONSTANT,
    ONE,
    OTHER,
    PAIR,
    monotone,
)
from rocstats.qualification.checks import Finding, Line, checks_of
from rocstats.qualification.findings import all_of, refused

_TYPE = "What is no sample is refused, and the door to one is named."
_TESTS = "A sample with another number of tests is refused, and the way to pick is named."
_CLUSTERS = "Subjects that come in clusters are refused by what takes them as independent."
_SHARED = "Two samples that share subjects are refused as unpaired."
_DESIGN = "What a case-control design fixes is refused without a stated prevalence."
_OUTSIDE = "Scores that are no probabilities are refused, and their range is told."
_LEVEL = "A level of 95 is refused, and 0.95 is named."
_WORDS = "An alternative that is none is refused, and the three are named."
_NULL = "A null value that the quantity cannot have is refused."
_COUNTS = "Counts that cannot be are refused."
# What counts tables at thresholds before it asks; the tables have doors of their own.
_COUNTED = "compare_accuracy"


def _of_questions() -> Iterator[Line]:
    """What every question owes, whatever its options."""
    asked_before: set[tuple[str, str]] = set()
    for asked in QUESTIONS_OF_SAMPLES:
        if (asked.function, asked.takes) in asked_before:
            continue
        asked_before.add((asked.function, asked.takes))
        name, end = asked.function, "-unpaired" if asked.takes == "independent" else ""
        if asked.function != _COUNTED:
            yield Line(name, f"type{end}", "ROBUST-01", _TYPE, partial(_no_sample, asked))
        if asked.takes == "independent":
            yield Line(name, "shared-subjects", "ROBUST-04", _SHARED, partial(_shared, asked))
        else:
            yield Line(name, "tests", "ROBUST-04", _TESTS, partial(_other_tests, asked))
        if asked.infers:
            yield Line(name, f"clusters{end}", "ROBUST-04", _CLUSTERS, partial(_clusters, asked))
        if asked.share:
            yield Line(name, "design", "ROBUST-04", _DESIGN, partial(_design, asked))
        if asked.probabilities:
            yield Line(name, "probabilities", "ROBUST-02", _OUTSIDE, partial(_probabilities, asked))


def _no_sample(asked: Asked) -> Finding:
    words = (
        "make a sample with" if asked.function in ("noninferiority", "equivalence", "superiority") else "make one with"
    )
    return refused(TypeError, f"{words} Sample.from_truth", lambda: asked.ask(*["scores"] * len(asked.sample), SEED))


def _other_tests(asked: Asked) -> Finding:
    words, sample = ("this sample holds 2: A and B", PAIR) if asked.takes == "one" else ("this sample holds 1", ONE)
    return refused(DataError, words, lambda: asked.ask(sample, SEED))


def _shared(asked: Asked) -> Finding:
    return refused(DataError, "share subjects", lambda: asked.ask(ONE, OTHER, SEED))


def _clusters(asked: Asked) -> Finding:
    one = CLUSTERED.select("A")
    given = {"one": (one,), "two": (CLUSTERED,), "independent": (one, CLUSTERED_SECOND)}
    return refused(MethodError, "come in clusters", lambda: asked.ask(*given[asked.takes], SEED))


def _design(asked: Asked) -> Finding:
    return refused(MethodError, "case-control", lambda: asked.ask(CASE_CONTROL, SEED))


def _probabilities(asked: Asked) -> Finding:
    return refused(DataError, "needs probabilities, between 0 and 1", lambda: asked.ask(monotone(ONE), SEED))


def _of_methods() -> Iterator[Line]:
    """What every method of the register owes."""
    for word in FOR_QUANTITIES:
        name = f"method:{word}"
        yield Line(name, "level", "ROBUST-03", _LEVEL, partial(_method, word, "level is 95", level=95))
        yield Line(name, "alternative", "ROBUST-03", _WORDS, partial(_method, word, "upwards", alternative="upwards"))
        yield Line(name, "null", "ROBUST-03", _NULL, partial(_method, word, "null_value is 3.0", null_value=3.0))
        yield Line(name, "clusters", "ROBUST-04", _CLUSTERS, partial(_method_clusters, word))
    for word in (*FOR_PROPORTIONS, *FOR_PAIRED_PROPORTIONS, *FOR_INDEPENDENT_PROPORTIONS, *TESTS_OF_EQUAL_PROPORTIONS):
        name = f"method:{word}"
        yield Line(name, "level", "ROBUST-03", _LEVEL, partial(_counts_level, word))
        yield Line(name, "alternative", "ROBUST-03", _WORDS, partial(_counts_alternative, word))
        yield Line(name, "null", "ROBUST-03", _NULL, partial(_counts_null, word))
        yield Line(name, "counts", "ROBUST-02", _COUNTS, partial(_no_counts, word))


def _method(word: str, words: str, **options: Any) -> Finding:
    return refused(MethodError, words, lambda: asked_by(seeded(FOR_QUANTITIES[word]), PAIR, **options))


def _method_clusters(word: str) -> Finding:
    return refused(MethodError, "come in clusters", lambda: asked_by(seeded(FOR_QUANTITIES[word]), CLUSTERED))


def _good(method: Any) -> tuple[Any, ...]:
    """Give counts that a method takes: a share, or a table of two."""
    return (
        ((((12, 7), (4, 17)),) if method.paired else (((12, 17), (4, 17)),)) if hasattr(method, "paired") else (3, 12)
    )


def _counts_level(word: str) -> Finding:
    method: Any = REGISTER[word]
    return refused(MethodError, "level is 95", lambda: method.interval(*_good(method), level=95))


def _counts_alternative(word: str) -> Finding:
    method: Any = REGISTER[word]
    return refused(
        MethodError, "upwards", lambda: method.pvalue(*_good(method), **_zero(method), alternative="upwards")
    )


def _zero(method: Any) -> dict[str, float]:
    """Give a null value: a share needs one, a difference has 0."""
    return {} if hasattr(method, "paired") else {"null": 0.5}


def _counts_null(word: str) -> Finding:
    method: Any = REGISTER[word]
    return refused(MethodError, "null is 2", lambda: method.pvalue(*_good(method), null=2))


def _no_counts(word: str) -> Finding:
    """A negative count, and one more than there are."""
    method: Any = REGISTER[word]
    if hasattr(method, "paired"):
        return refused(DataError, "is -4; a count is not negative", lambda: method.interval(((1, 2), (3, -4))))
    return all_of(
        {
            "more": refused(DataError, "13 successes among 12", lambda: method.interval(13, 12, level=0.95)),
            "negative": refused(DataError, "successes is -1", lambda: method.interval(-1, 12, level=0.95)),
        }
    )


def _of_statistics() -> Iterator[Line]:
    for name, option in STATISTICS:
        begin = f"{option}-" if option else ""
        if name in OF_PROBABILITIES:
            run = partial(_no_probabilities, name, option)
            yield Line(name, f"{begin}probabilities", "ROBUST-02", _OUTSIDE, run)
        if STATISTICS[name, option].prevalence:
            yield Line(name, f"{begin}design", "ROBUST-04", _DESIGN, partial(_statistic_design, name, option))


def _no_probabilities(name: str, option: str) -> Finding:
    return refused(DataError, "between 0 and 1", lambda: STATISTICS[name, option](monotone(ONE)))


def _statistic_design(name: str, option: str) -> Finding:
    return refused(MethodError, "depends on the share of cases", lambda: STATISTICS[name, option](CASE_CONTROL))


def _of_fits() -> Iterator[Line]:
    what = "A curve through scores that are all tied is refused by the name of its diagnosis."
    for word in FIT_METHODS:
        yield Line(f"fit:{word}", "all-tied", "DEGENERATE-03", what, partial(_tied_fit, word))


def _tied_fit(word: str) -> Finding:
    return refused(FitError, "the same score", lambda: fit_binormal(CONSTANT, seeded(FIT_METHODS[word])))


def _of_adjustments() -> Iterator[Line]:
    what = "A p-value above 1 is refused."
    for word in ADJUSTMENTS:
        run: Callable[[], Finding] = partial(_no_pvalue, word)
        yield Line(f"adjustment:{word}", "p-value", "ROBUST-03", what, run)


def _no_pvalue(word: str) -> Finding:
    return refused(MethodError, "1.5", lambda: adjust_pvalues([0.01, 1.5], word))  # type: ignore[arg-type]


OF_ERRORS = checks_of("error", (*_of_questions(), *_of_methods(), *_of_statistics(), *_of_fits(), *_of_adjustments()))
