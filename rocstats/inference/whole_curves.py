"""The test that two whole ROC curves are equal.

References: [venkatraman1996], [venkatraman2000]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rocstats.data.sample import Sample
from rocstats.empirical.area import AUC
from rocstats.empirical.independent_subjects import refuse_clusters
from rocstats.empirical.score_table import check_sample
from rocstats.errors import MethodError
from rocstats.formatting import decimals_for, fixed, printable, pvalue_line, shown
from rocstats.inference.estimates import compare
from rocstats.methods.delong import DeLong
from rocstats.methods.equal_curves import Exchanges, PairedCurves, UnpairedCurves
from rocstats.methods.replicates import BLOCK, Rng, seed_of, stream_of, told
from rocstats.methods.swaps import Swaps, checked_resamples
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Comparison, Resampling, Subjects, data_lines

# All of so many exchanges (2^14) are counted in about a second.
_LISTED = 14
# What numpy can divide by cells.
_MOST_POOLED = 10**9
_KEPT = ("perhaps-paired", "below-chance")
_NOT_OF_THE_AREAS = (
    "a test of equal ROC curves, not of equal AUCs: curves that cross differ though their areas may be equal. For the "
    "areas use compare_auc."
)


@dataclass(frozen=True, slots=True)
class Divisions(Resampling):
    """How pooled subjects were divided between two samples."""

    def __str__(self) -> str:
        return f"{self.n_resamples} random divisions of the pooled {self.unit}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveComparison(Result):
    """A permutation test that two ROC curves are equal at every point, with the areas beside it.

    ``statistic`` is Venkatraman's E, the absolute difference of the errors of the two tests summed over the cut ranks.
    ``seed`` and ``resampling`` are None where all exchanges were counted, or where the curves coincide. ``areas`` is
    DeLong's comparison of the areas.
    """

    tests: tuple[str, str]
    subjects: tuple[Subjects, ...]
    paired: bool
    statistic: float
    pvalue: float
    areas: Comparison
    seed: int | None
    resampling: Resampling | None
    notes: tuple[Note, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether all exchanges were counted."""
        return self.resampling is None

    @property
    def values(self) -> tuple[float, ...]:
        """The two areas, first and second."""
        return self.areas.values

    @property
    def difference(self) -> float:
        """The first area less the second."""
        return self.areas.estimate

    @property
    def method(self) -> str:
        """Name of the test."""
        return f"Venkatraman, {'paired' if self.paired else 'unpaired'}"

    def summary(self) -> Summary:
        """Print the test in R's frame."""
        decimals = decimals_for([v for v in self.values if 0 < v < 1])
        heads = [f"AUC of {printable(t)}" for t in self.tests] if self.paired else ["first AUC", "second AUC"]
        cells = tuple(fixed(v, decimals) for v in (*self.values, self.difference))
        return Summary(
            f"Venkatraman's test for two {'correlated' if self.paired else 'independent'} ROC curves",
            data_lines(self.subjects),
            (
                *([] if self.resampling is None else [f"{self.resampling}, seed {self.seed}"]),
                f"E = {fixed(self.statistic, 1)}, {pvalue_line(self.pvalue)}",
                "alternative hypothesis: the true ROC curves differ at some point",
                "sample estimates:",
                Grid(tuple(Column(h) for h in (*heads, "difference")), (cells,)),
            ),
            self.notes,
            ("venkatraman1996" if self.paired else "venkatraman2000",),
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return the test as one row."""
        return [
            {
                "parameter": "difference in AUC",
                "test": f"{self.tests[0]} - {self.tests[1]}",
                "estimate": self.difference,
                "statistic": self.statistic,
                "p_value": self.pvalue,
                "method": self.method,
                "alternative": "two-sided",
                "n_cases": sum(s.n_cases for s in self.subjects),
                "n_controls": sum(s.n_controls for s in self.subjects),
                "n_dropped": sum(s.n_dropped for s in self.subjects),
                "estimate1": self.values[0],
                "estimate2": self.values[1],
                "paired": self.paired,
                "exact": self.exact,
                "n_resamples": None if self.resampling is None else self.resampling.n_resamples,
                "seed": self.seed,
            }
        ]


def venkatraman(
    sample_or_a: Sample, b: Sample | None = None, *, n_resamples: int = 2000, rng: Rng = None
) -> CurveComparison:
    """Test whether two ROC curves are equal at every point.

    The statistic E sums over all cuts of the ranks how far the two tests differ in their errors, cases below the cut
    and controls above. Paired, the two ranks of each subject are exchanged at random; unpaired, the cases and the
    controls of both samples are pooled at their ranks and divided at random. Ties share a midrank, a cut among them
    leaves a share of them below, and no random order of ties is drawn, so the order of rows does not matter.

    It misleads as a test of equal areas: crossing curves differ though their areas may not. It supposes that the two
    tests are exchangeable in each subject (paired) or once ranked (unpaired), which equal curves alone do not make
    them; ranks stand for unknown true distributions, so the size is nearly, not exactly, the stated one. With a few
    rating categories the test is conservative.

    Up to 2^14 exchanges are all counted; else p = (1 + count) / (1 + n_resamples), never below 1 / (1 + n_resamples).
    Curves that coincide have p = 1.

    Parameters
    ----------
    sample_or_a : Sample
        Two tests on the same subjects (paired), or the first of two samples.
    b : Sample, optional
        A second sample, of other subjects (unpaired).
    n_resamples : int
        Number of random exchanges, at least 100.
    rng : int, numpy Generator or None
        Seed of the exchanges.

    Returns
    -------
    CurveComparison

    Raises
    ------
    DataError
        The samples hold the wrong number of tests, or share subjects.
    MethodError
        The subjects come in clusters, or an option is out of range.

    References
    ----------
    [venkatraman1996], [venkatraman2000]

    Examples
    --------
    >>> truth = [1, 1, 1, 0, 0, 0]
    >>> both = Sample.from_truth(truth, {"A": [3, 4, 2, 1, 2, 0], "B": [1, 3, 2, 2, 1, 0]})
    >>> found = venkatraman(both)
    >>> found.statistic, found.exact
    (3.0, True)
    """
    check_sample(sample_or_a, "venkatraman")
    checked_resamples(n_resamples, rng)
    if b is not None and not isinstance(b, Sample):
        raise TypeError(
            f"the second place is for a second sample, and it holds {shown(b)}. Name the other options: "
            "venkatraman(sample, n_resamples=...)."
        )
    samples = [sample_or_a] if b is None else [sample_or_a, b]
    for sample in samples:
        refuse_clusters(sample, "Venkatraman's test", "p-value would be too small")
    areas = compare(sample_or_a, b, AUC(), DeLong())
    if b is not None and max(sum(s.n_cases for s in samples), sum(s.n_controls for s in samples)) >= _MOST_POOLED:
        raise MethodError(f"{_MOST_POOLED} pooled cases or controls and more are too many to divide at random.")
    curves: Exchanges = PairedCurves(sample_or_a) if b is None else UnpairedCurves(sample_or_a, b)
    kept = [note for note in areas.notes if note.code in _KEPT]
    seed, drawn, notes = None, None, [Note("equal-curves", _NOT_OF_THE_AREAS)]
    if curves.observed == 0:
        pvalue = 1.0
        notes.insert(0, Note("identical-curves", "the two empirical curves coincide, so no exchange is nearer; p = 1."))
    elif curves.log2_size <= _LISTED:
        size = round(2**curves.log2_size)
        pvalue = curves.extreme_of_all() / size
        notes.insert(0, Note("exact-permutation", f"the p-value is exact: all {size} exchanges were counted."))
    else:
        seed = seed_of(rng)
        drawn = Swaps(n_resamples, False) if b is None else Divisions(n_resamples, False, "cases and controls")
        pvalue = (1 + _extreme(curves, seed, n_resamples)) / (1 + n_resamples)
    return CurveComparison(
        tests=areas.tests,
        subjects=areas.subjects,
        paired=b is None,
        statistic=curves.observed,
        pvalue=pvalue,
        areas=areas,
        seed=seed,
        resampling=drawn,
        notes=(*kept, *notes),
    )


def _extreme(curves: Exchanges, seed: int, n_resamples: int) -> int:
    """Count the random exchanges whose distance is at least the observed one, block by block."""
    extreme = 0
    for block in range(-(-n_resamples // BLOCK)):
        times = min(BLOCK, n_resamples - block * BLOCK)
        extreme += curves.extreme_of(stream_of(seed, "venkatraman", block), times)
        told(block * BLOCK + times, n_resamples)
    return extreme
