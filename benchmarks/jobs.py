"""The jobs that are measured, each by rocstats and by its peers, from the same arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Setting:
    """Which data a job is done on."""

    n: int
    k: int = 1
    prevalence: float = 0.5
    levels: int = 0

    @property
    def text(self) -> str:
        """Describe the data."""
        scores = f"{self.levels} levels" if self.levels else "continuous"
        return f"n = {self.n:,}, {scores}, prevalence {self.prevalence:g}" + (f", k = {self.k}" if self.k > 1 else "")

    def data(self) -> tuple[Array, Array]:
        """Draw truth and scores (n, k); cases score higher by one standard deviation."""
        rng = np.random.default_rng(20261130)
        truth = np.zeros(self.n, np.int64)
        truth[: max(round(self.n * self.prevalence), 2)] = 1
        rng.shuffle(truth)
        scores = rng.normal(size=(self.n, self.k)) + truth[:, None]
        if self.levels:
            scores = np.clip(np.floor((scores + 4) / 9 * self.levels), 0, self.levels - 1)
        return truth, scores


def sample_of(truth: Array, scores: Array) -> Any:
    """Make a sample with a name for each test."""
    from rocstats import Sample

    return Sample.from_truth(truth, {f"test {i + 1}": column for i, column in enumerate(scores.T)})


def ask(sample: Any) -> Any:
    """Give one area its DeLong interval, or several areas theirs with every comparison."""
    from rocstats import auc, contrast_auc

    return auc(sample) if len(sample.tests) == 1 else contrast_auc(sample)


def from_arrays(truth: Array, scores: Array) -> Any:
    """Do all of it: check the arrays, make the sample, ask."""
    return ask(sample_of(truth, scores))


def areas_by_scikit_learn(truth: Array, scores: Array) -> list[float]:
    """Compute the areas alone, without any standard error."""
    from sklearn.metrics import roc_auc_score

    return [float(roc_auc_score(truth, column)) for column in scores.T]


def bootstrap(sample: Any, replicates: int) -> Any:
    """Give one area a percentile interval."""
    from rocstats import Bootstrap, auc

    return auc(sample, Bootstrap(kind="percentile", n_resamples=replicates, rng=1))


def bootstrap_by_scipy(truth: Array, scores: Array, replicates: int) -> Any:
    """Do the same by ``scipy.stats.bootstrap`` with a vectorised statistic."""
    from scipy.stats import bootstrap as resampled
    from scipy.stats import rankdata

    def area(cases: Array, controls: Array, axis: int = -1) -> Array:
        m, n = cases.shape[axis], controls.shape[axis]
        ranks = rankdata(np.concatenate([cases, controls], axis=axis), axis=axis)
        total = np.take(ranks, np.arange(m), axis=axis).sum(axis=axis)
        return np.asarray((total - m * (m + 1) / 2) / (m * n))

    cases, controls = scores[truth == 1, 0], scores[truth == 0, 0]
    batch = max(2_000_000 // len(truth), 1)
    return resampled(
        (cases, controls), area, n_resamples=replicates, batch=batch, method="percentile", vectorized=True, rng=1
    )


def bootstrap_by_scikit_learn(truth: Array, scores: Array, replicates: int) -> Array:
    """Do the same by a loop over ``roc_auc_score`` of drawn rows."""
    from sklearn.metrics import roc_auc_score

    rng = np.random.default_rng(1)
    groups = [np.flatnonzero(truth == value) for value in (1, 0)]
    values = np.empty(replicates)
    for i in range(replicates):
        rows = np.concatenate([rng.choice(group, len(group)) for group in groups])
        values[i] = roc_auc_score(truth[rows], scores[rows, 0])
    return np.quantile(values, [0.025, 0.975])


CALLS: dict[str, Callable[[Array, Array], Any]] = {"rocstats": from_arrays, "scikit-learn": areas_by_scikit_learn}


def _questions() -> dict[str, Callable[[Any], Any]]:
    """Name questions about two tests on the same subjects, each as it is asked without options but a seed."""
    from rocstats import (
        Bootstrap,
        Permutation,
        auc,
        compare_auc,
        compare_partial_auc,
        gains,
        ks,
        mann_whitney,
        partial_auc,
        precision_recall,
        roc_band,
        sensitivity_at,
        thresholds,
        venkatraman,
    )

    def of_one(ask: Callable[[Any], Any]) -> Callable[[Any], Any]:
        return lambda both: ask(both.select("test 1"))

    return {
        "area, DeLong": of_one(auc),
        "difference of areas, DeLong": compare_auc,
        "partial area, analytic": of_one(lambda s: partial_auc(s, fpf=(0, 0.1))),
        "difference of partial areas, analytic": lambda both: compare_partial_auc(both, fpf=(0, 0.1)),
        "partial area, bootstrap": of_one(lambda s: partial_auc(s, Bootstrap(rng=1), fpf=(0, 0.1))),
        "sensitivity at a specificity, BCa": of_one(lambda s: sensitivity_at(s, 0.9, Bootstrap(kind="bca", rng=1))),
        "threshold chosen again": of_one(lambda s: thresholds(s, rng=1)),
        "pointwise band": of_one(lambda s: roc_band(s, rng=1)),
        "permutation of two tests": lambda both: compare_auc(both, method=Permutation(rng=1, exact=False)),
        "Venkatraman's test": lambda both: venkatraman(both, rng=1),
        "Mann and Whitney": of_one(mann_whitney),
        "Kolmogorov and Smirnov": of_one(ks),
        "gains table": of_one(gains),
        "precision against recall": of_one(precision_recall),
    }


def questions(sample: Any, names: Sequence[str] | None = None) -> dict[str, Callable[[], object]]:
    """Return the named questions, ready to ask of two tests."""
    return {name: partial(ask, sample) for name, ask in _questions().items() if names is None or name in names}
