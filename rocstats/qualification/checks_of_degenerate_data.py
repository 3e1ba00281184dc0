"""Checks of degenerate data: what gives no certainty is given none, with the reason in a note or a refusal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from rocstats.data.class_scores import ClassScores
from rocstats.data.sample import Sample
from rocstats.data.study import Study
from rocstats.empirical.area import AUC
from rocstats.empirical.components import structural_components
from rocstats.empirical.gains_bins import gains_from_counts
from rocstats.empirical.paired_points import paired_counts_at
from rocstats.empirical.points import counts_at
from rocstats.errors import DataError, FitError
from rocstats.inference.areas import auc, auc_from_summary, compare_auc
from rocstats.inference.estimates import compare, estimate
from rocstats.inference.multiclass_areas import multiclass_auc
from rocstats.inference.subgroups import compare_subgroups
from rocstats.methods import FOR_QUANTITIES
from rocstats.methods.bootstrap import Bootstrap
from rocstats.methods.multiplicity import ADJUSTMENTS, adjust_pvalues
from rocstats.parametric import FAMILIES, FIT_METHODS
from rocstats.parametric.curve_fitting import fit_binormal, fit_curve
from rocstats.qualification.asked_questions import (
    QUESTIONS_OF_SAMPLES,
    RESAMPLES,
    SEED,
    STATISTICS,
    Asked,
    asked_by,
    draws,
    seeded,
    serves,
)
from rocstats.qualification.check_data import DEGENERATE, PROBABILITIES_ONLY
from rocstats.qualification.checks import Finding, Line, checks_of
from rocstats.qualification.findings import all_of, close, exactly, holds, refused, sober, without

_KINDS = {
    "separated": "cases and controls apart",
    "reversed": "cases and controls apart, the wrong way round",
    "tied": "one score for all",
    "one-case": "one case",
    "one-control": "one control",
    "two-subjects": "one case and one control",
    "identical": "two tests that are one",
    "infinite": "infinite scores",
}
_MOST_TELLING = ("separated", "tied", "two-subjects")
_RANKS = ("ks", "mann_whitney", "venkatraman", "thresholds", "roc_band")


def _of_questions() -> Iterator[Line]:
    """Every question of every kind of degenerate data."""
    asked_before: set[tuple[str, str]] = set()
    for asked in QUESTIONS_OF_SAMPLES:
        # Rules for a threshold and other options share the routes that degenerate data take.
        first = (asked.function, asked.takes) not in asked_before
        asked_before.add((asked.function, asked.takes))
        for kind in PROBABILITIES_ONLY if asked.probabilities else DEGENERATE:
            what = f"Certain of nothing that the data do not show: {_KINDS[kind]}."
            word = asked.named(kind)
            quick = first and not asked.slow and not asked.draws and kind in _MOST_TELLING
            yield Line(asked.function, word, _requirement(asked), what, partial(_asked, asked, kind), quick)


def _requirement(asked: Asked) -> str:
    if asked.curve:
        return "DEGENERATE-03"
    return "DEGENERATE-04" if asked.function in _RANKS else "DEGENERATE-01"


def _asked(asked: Asked, kind: str) -> Finding:
    sample = DEGENERATE[kind]
    one, other = sample.select("A"), _others(sample.select("B"))
    given = {"one": (one,), "two": (sample,), "independent": (one, other)}[asked.takes]
    return sober(lambda: asked.ask(*given, SEED))


def _others(sample: Sample) -> Sample:
    """Give the scores of the test to other subjects."""
    return Sample.from_groups(cases=sample.cases[:, 0], controls=sample.controls[:, 0], tests=["B"])


def _of_methods() -> Iterator[Line]:
    for word, method in FOR_QUANTITIES.items():
        name = f"method:{word}"
        for kind in DEGENERATE:
            what = f"Certain of nothing that the data do not show: {_KINDS[kind]}."
            yield Line(name, kind, "DEGENERATE-01", what, partial(_method, word, kind), not draws(method))


def _method(word: str, kind: str) -> Finding:
    method, sample = seeded(FOR_QUANTITIES[word]), DEGENERATE[kind]
    asked = {"null_value": 0.5} if serves(method, "one") else {}
    return sober(lambda: asked_by(method, sample, **asked))


def _of_statistics() -> Iterator[Line]:
    for name, option in STATISTICS:
        for kind in ("separated", "tied", "two-subjects"):
            what = f"Resampled, it is certain of nothing that the data do not show: {_KINDS[kind]}."
            word = f"resampled-{option}-{kind}" if option else f"resampled-{kind}"
            yield Line(name, word, "DEGENERATE-01", what, partial(_statistic, name, option, kind), False)


def _statistic(name: str, option: str, kind: str) -> Finding:
    method = Bootstrap(n_resamples=RESAMPLES, rng=SEED)
    return sober(lambda: estimate(DEGENERATE[kind].select("A"), STATISTICS[name, option], method))


def _of_curve_models() -> Iterator[Line]:
    for word in FAMILIES:
        what = "Perfect separation determines no curve: it is refused by that name."
        yield Line(f"family:{word}", "separated", "DEGENERATE-03", what, partial(_diagnosed, word))
    for word in FIT_METHODS:
        for kind in DEGENERATE:
            what = f"A fit or the name of a diagnosis: {_KINDS[kind]}."
            run = partial(_fitted, word, kind)
            yield Line(f"fit:{word}", kind, "DEGENERATE-03", what, run, not draws(FIT_METHODS[word]))


def _diagnosed(word: str) -> Finding:
    try:
        found: Any = fit_curve(DEGENERATE["separated"].select("A"), FAMILIES[word])
    except FitError as refusal:
        return exactly("perfect-separation", refusal.code)
    return holds(False, "perfect-separation", f"a fit with theta {found.theta}")


def _fitted(word: str, kind: str) -> Finding:
    return sober(lambda: fit_binormal(DEGENERATE[kind].select("A"), seeded(FIT_METHODS[word])))


def _of_adjustments() -> Iterator[Line]:
    for word in ADJUSTMENTS:
        what = "One p-value alone stays as it is, one that is not there stays away, none gives none."
        yield Line(f"adjustment:{word}", "few", "SEVERAL-01", what, partial(_few, word))


def _few(word: str) -> Finding:
    rule: Any = word
    return exactly(([0.03], [None, 0.03], []), tuple(adjust_pvalues(p, rule) for p in ([0.03], [None, 0.03], [])))


# What single states must be: the note or the number by name.


def _area(kind: str) -> Any:
    return auc(DEGENERATE[kind].select("A"))


def _identical() -> Finding:
    found = compare_auc(DEGENERATE["identical"])
    return all_of(
        {"state": without("identical-tests", found), "numbers": close([0, 1], [found.estimate, found.pvalue])}
    )


def _infinite() -> Finding:
    """Infinite scores are ordered: three of nine pairs above or tied by hand."""
    sample = DEGENERATE["infinite"].select("A")
    pairs = [(a > b) + (a == b) / 2 for a in sample.cases[:, 0] for b in sample.controls[:, 0]]
    return close(sum(pairs) / len(pairs), auc(sample).estimate)


def _one_case_components() -> Finding:
    return exactly(None, structural_components(DEGENERATE["one-case"]).covariance())


def _counts() -> Finding:
    """Infinite thresholds call nobody and everybody positive."""
    sample = DEGENERATE["tied"].select("A")
    none, everybody = counts_at(sample, float("inf")), counts_at(sample, float("-inf"))
    return exactly(((0, 0), (4, 5)), ((none.tp, none.fp), (everybody.tp, everybody.fp)))


def _pairs() -> Finding:
    found = paired_counts_at(DEGENERATE["tied"], (0.5, 0.5))
    return exactly(((4, 0, 0, 0), (5, 0, 0, 0)), (tuple(found.cases), tuple(found.controls)))


def _classes() -> Finding:
    data = ClassScores.from_truth(["a", "b", "c"], {"a": [1, 0, 0], "b": [0, 1, 0], "c": [0, 0, 1]})
    return sober(lambda: multiclass_auc(data, Bootstrap(n_resamples=RESAMPLES, rng=SEED)))


def _study() -> Finding:
    frame = {"t": [1, 1, None], "A": [1.0, 2.0, 3.0]}
    ask = lambda: Study(frame, truth="t", tests=["A"], missing="drop").sample("A")  # noqa: E731
    return refused(DataError, "t needs two values; it holds 1: 1", ask)


def _subgroups() -> Finding:
    groups = {"apart": DEGENERATE["separated"].select("A"), "tied": DEGENERATE["tied"].select("A")}
    return sober(lambda: compare_subgroups(groups))


def _difference_of_tied() -> Finding:
    return sober(lambda: compare(DEGENERATE["tied"], None, AUC(), Bootstrap(n_resamples=RESAMPLES, rng=SEED)))


_ALONE = (
    Line(
        "auc",
        "state-separated",
        "DELONG-05",
        "An AUC of 1 has no standard error.",
        lambda: without("perfect-separation", _area("separated")),
    ),
    Line(
        "auc",
        "state-reversed",
        "DELONG-05",
        "An AUC of 0 has no standard error.",
        lambda: without("perfect-separation", _area("reversed")),
    ),
    Line(
        "auc",
        "state-tied",
        "DELONG-05",
        "All tied: an AUC of one half without standard error.",
        lambda: without("all-tied", _area("tied")),
    ),
    Line(
        "auc",
        "state-one-case",
        "DELONG-05",
        "One case: a variance has no divisor.",
        lambda: without("one-subject", _area("one-case")),
    ),
    Line("auc", "state-infinite", "AUC-03", "Infinite scores are ordered.", _infinite),
    Line(
        "AUC",
        "values",
        "AUC-01",
        "The AUC of separated, reversed and tied scores is 1, 0, 1/2.",
        lambda: exactly([1.0, 0.0, 0.5], [_area(kind).estimate for kind in ("separated", "reversed", "tied")]),
    ),
    Line(
        "compare_auc",
        "state-identical",
        "COMPARE-04",
        "Tests that rank alike: difference 0, p = 1, no interval.",
        _identical,
    ),
    Line(
        "compare",
        "state-tied",
        "DEGENERATE-01",
        "Resamples of tied scores all agree and claim nothing.",
        _difference_of_tied,
    ),
    Line(
        "auc_from_summary",
        "perfect",
        "DEGENERATE-01",
        "An AUC of 1 with no spread is given no certainty.",
        lambda: sober(lambda: auc_from_summary(1.0, n_cases=8, n_controls=8)),
    ),
    Line("structural_components", "one-case", "DELONG-05", "One case: no covariance.", _one_case_components),
    Line("counts_at", "infinite", "POINT-01", "Infinite thresholds call nobody and everybody positive.", _counts),
    Line("paired_counts_at", "tied", "POINT-01", "All tied at the threshold: everybody is positive by both.", _pairs),
    Line("multiclass_auc", "one-each", "DEGENERATE-01", "One subject a class: areas without certainty.", _classes),
    Line("Study", "one-group", "ROBUST-02", "Without controls there is no sample.", _study),
    Line("compare_subgroups", "no-spread", "DEGENERATE-01", "Subgroups without spread are not compared.", _subgroups),
    Line(
        "gains_from_counts",
        "no-cases",
        "DEGENERATE-04",
        "A bin of nobody divides by nothing.",
        lambda: sober(lambda: gains_from_counts(cases=[0, 3], controls=[0, 4])),
    ),
)
OF_DEGENERATE_DATA = checks_of(
    "degenerate",
    (
        *_of_questions(),
        *_of_methods(),
        *_of_statistics(),
        *_of_curve_models(),
        *_of_adjustments(),
        *_ALONE,
    ),
)
