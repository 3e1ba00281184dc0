"""Checks of determinism: one seed gives one answer, whatever else is drawn, by however many workers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from rocstats.empirical.area import AUC
from rocstats.inference.areas import compare_auc
from rocstats.inference.contrasts import contrast_auc
from rocstats.inference.estimates import estimate
from rocstats.inference.multiclass_areas import multiclass_auc
from rocstats.inference.subgroups import compare_subgroups
from rocstats.methods import FOR_QUANTITIES
from rocstats.methods.bootstrap import Bootstrap
from rocstats.parametric import FIT_METHODS
from rocstats.parametric.curve_fitting import fit_binormal
from rocstats.qualification.asked_questions import (
    OTHER_SEED,
    QUESTIONS_OF_SAMPLES,
    RESAMPLES,
    SEED,
    STATISTICS,
    Asked,
    asked_by,
    draws,
    seeded,
)
from rocstats.qualification.check_data import CLASSES, ONE, PAIR, SECOND, THREE
from rocstats.qualification.checks import Finding, Line, checks_of
from rocstats.qualification.findings import all_of, differ, exactly, in_words, same_rows

_SAME = "The same seed gives the same answer to the last digit."
_OTHER = "Another seed gives other numbers."
_WORKERS = "Two workers give what one gives, to the last bit."
_GLOBAL = "The global random state of numpy is neither read nor written."
_KEPT = "Without a seed one is drawn and kept; asked again with it, the answer is the same."
# More than one stream block, so that two workers have something to share.
_MANY = 600


def _of_questions() -> Iterator[Line]:
    for asked in QUESTIONS_OF_SAMPLES:
        if asked.draws:
            yield Line(asked.function, asked.named("seed"), "DETERMINISM-01", _SAME, partial(_same, asked), False)
            yield Line(
                asked.function, asked.named("other-seed"), "DETERMINISM-01", _OTHER, partial(_other, asked), False
            )
            yield Line(asked.function, asked.named("global"), "DETERMINISM-04", _GLOBAL, partial(_global, asked), False)


def _same(asked: Asked) -> Finding:
    return _alike(asked.ask(*asked.sample, SEED), asked.ask(*asked.sample, SEED))


def _alike(one: Any, other: Any) -> Finding:
    """Compare all that two results hold, words and numbers."""
    shown = same_rows(one, other, within=0)
    return shown if in_words(one) == in_words(other) else Finding(False, shown.expected, "other words or numbers")


def _other(asked: Asked) -> Finding:
    return differ(_without_seed(asked.ask(*asked.sample, SEED)), _without_seed(asked.ask(*asked.sample, OTHER_SEED)))


def _without_seed(found: Any) -> str:
    """Write the numbers of a result but its seed."""
    rows = [{name: value for name, value in row.items() if name != "seed"} for row in found.rows()]
    return json.dumps(rows, default=repr)


def _global(asked: Asked) -> Finding:
    """The state is put back, for it is the user's."""
    kept = np.random.get_state()  # noqa: NPY002  the global state is what is looked at
    try:
        np.random.seed(7)  # noqa: NPY002
        before = _state()
        first = in_words(asked.ask(*asked.sample, SEED))
        after = _state()
        np.random.seed(8)  # noqa: NPY002
        second = in_words(asked.ask(*asked.sample, SEED))
    finally:
        np.random.set_state(kept)  # noqa: NPY002
    return exactly((True, True), (before == after, first == second))


def _state() -> tuple[Any, ...]:
    name, keys, *rest = np.random.get_state()  # noqa: NPY002
    return (name, keys.tobytes() if isinstance(keys, np.ndarray) else keys, *rest)


def _of_methods() -> Iterator[Line]:
    for word, method in FOR_QUANTITIES.items():
        if not draws(method):
            continue
        name = f"method:{word}"
        yield Line(name, "seed", "DETERMINISM-01", _SAME, partial(_method, word), False)
        yield Line(name, "kept-seed", "DETERMINISM-01", _KEPT, partial(_kept, word), False)
        yield Line(name, "other-seed", "DETERMINISM-01", _OTHER, partial(_method_other, word), False)
        if hasattr(method, "workers"):
            yield Line(name, "workers", "DETERMINISM-02", _WORKERS, partial(_workers, word), False)
    for word, way in FIT_METHODS.items():
        if draws(way):
            yield Line(f"fit:{word}", "seed", "DETERMINISM-01", _SAME, partial(_fit, word), False)
    for name, option in STATISTICS:
        begin = f"{option}-" if option else ""
        yield Line(name, f"{begin}workers", "DETERMINISM-02", _WORKERS, partial(_statistic, name, option), False)


def _method(word: str) -> Finding:
    method = seeded(FOR_QUANTITIES[word])
    return _alike(asked_by(method, PAIR), asked_by(method, PAIR))


def _kept(word: str) -> Finding:
    method: Any = replace(seeded(FOR_QUANTITIES[word]), rng=None)
    found = asked_by(method, PAIR)
    return _alike(found, asked_by(replace(method, rng=found.seed), PAIR))


def _method_other(word: str) -> Finding:
    first, second = (asked_by(seeded(FOR_QUANTITIES[word], seed), PAIR) for seed in (SEED, OTHER_SEED))
    return differ(_without_seed(first), _without_seed(second))


def _workers(word: str) -> Finding:
    method: Any = replace(seeded(FOR_QUANTITIES[word]), n_resamples=_MANY)
    return _alike(asked_by(method, PAIR), asked_by(replace(method, workers=2), PAIR))


def _statistic(name: str, option: str) -> Finding:
    method = Bootstrap(n_resamples=_MANY, rng=SEED)
    first, second = (estimate(ONE, STATISTICS[name, option], each) for each in (method, replace(method, workers=2)))
    return _alike(first, second)


def _fit(word: str) -> Finding:
    method = seeded(FIT_METHODS[word])
    return _alike(fit_binormal(ONE, method), fit_binormal(ONE, method))


def _classes() -> Finding:
    first, second = (multiclass_auc(CLASSES, Bootstrap(n_resamples=RESAMPLES, rng=SEED)) for _ in range(2))
    return _alike(first, second)


def _subgroups() -> Finding:
    first, second = (
        compare_subgroups({"a": ONE, "b": SECOND}, method=Bootstrap(n_resamples=RESAMPLES, rng=SEED)) for _ in range(2)
    )
    return _alike(first, second)


def _simultaneous() -> Finding:
    first, second = (contrast_auc(THREE, intervals="simultaneous", rng=SEED) for _ in range(2))
    return _alike(first, second)


def _generator() -> Finding:
    """A generator gives one seed, which the result holds."""
    found = compare_auc(PAIR, method=Bootstrap(n_resamples=RESAMPLES, rng=np.random.default_rng(3)))
    again = compare_auc(PAIR, method=Bootstrap(n_resamples=RESAMPLES, rng=found.seed))
    return all_of({"answer": _alike(found, again), "area": exactly(float(AUC()(PAIR)[0]), found.values[0])})


OF_DETERMINISM = checks_of(
    "determinism",
    (
        *_of_questions(),
        *_of_methods(),
        Line("Bootstrap", "generator", "DETERMINISM-01", _KEPT, _generator, False),
        Line("multiclass_auc", "seed", "DETERMINISM-01", _SAME, _classes, False),
        Line("compare_subgroups", "seed", "DETERMINISM-01", _SAME, _subgroups, False),
        Line("contrast_auc", "seed", "DETERMINISM-01", _SAME, _simultaneous, False),
    ),
)
