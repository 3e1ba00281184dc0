"""The permutation test of two areas on the same subjects: each subject's two ranks may have been the other's.

Write x, x' for the midranks of a case by the two tests and y, y' for those of a control. Swapping the ranks of some
subjects and comparing every case with every control anew gives a difference that is a sum over subjects, each with the
sign + where its ranks stand and - where they are swapped: a case has the coefficient half the sum over the controls of
psi(x, y) - psi(x', y') + psi(x, y') - psi(x', y), a control the same with the last two terms turned. So all swaps are
signs before fixed whole numbers, and their distribution is that of a signed sum.

References: [bandos2005]
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.ranks import Integers, exact_sum, twice_below
from rocstats.empirical.statistic import Quantity
from rocstats.errors import MethodError
from rocstats.formatting import shown
from rocstats.methods.replicates import BLOCK, Rng, collapsed, seed_of, stream_of, told
from rocstats.methods.swaps import Swaps, checked_resamples, swapped_pieces, twice_midranks
from rocstats.printing import Note
from rocstats.results import Alternative, Card, Inference

# All swaps of so few subjects are always listed.
_LISTED = 20
# So many bits are added up in about a second.
_BITS = 8_000_000_000
_EXCHANGEABLE = Note(
    "exchangeable-tests",
    "the test supposes that in each subject the ranks of the two tests could be exchanged, which is more than equal "
    "AUCs: it can also reject where the areas are equal and the curves are not.",
)


@dataclass(frozen=True, slots=True)
class Permutation:
    """Permutation test of the difference of two AUCs on the same subjects.

    Each subject's two midranks, taken among all subjects of each test, are swapped or not, and both areas are computed
    again. The p-value is the share of swaps whose difference is at least as far from 0, the observed arrangement
    included. It needs no variance, so it serves where DeLong's is 0, and one case or one control is enough.

    It misleads as a test of equal areas where the tests are not exchangeable: with curves that cross, or with one test
    coarser than the other, it can reject though the areas are equal. It has no interval and no standard error, and no
    null value but 0.

    All swaps of the subjects whose ranks differ are counted where these are no more than 20, or where the count takes
    about a second (some hundred subjects a group); otherwise the p-value of so many random swaps is
    (1 + count) / (1 + n_resamples). Tests that rank every case against every control alike have p = 1.

    Parameters
    ----------
    n_resamples : int
        Number of random swaps, at least 100, where not all are counted.
    rng : int, numpy Generator or None
        Seed; from a Generator or None one integer seed is drawn, which stands in the result and reproduces it.
    exact : bool, optional
        Count all swaps, or draw them. Unset: count them where that is feasible.

    Raises
    ------
    MethodError
        An option is out of range.

    References
    ----------
    [bandos2005]

    Examples
    --------
    >>> Permutation(rng=7).card.id
    'permutation'
    """

    n_resamples: int = 2000
    rng: Rng = None
    exact: bool | None = None

    def __post_init__(self) -> None:
        checked_resamples(self.n_resamples, self.rng)
        if not isinstance(self.exact, bool | None):
            raise TypeError("exact is True, False or None.")

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        return Card(
            "permutation",
            "Permutation",
            "The p-value is the share of swaps of each subject's two ranks that give a difference at least as far from "
            "zero",
            ("bandos2005",),
            "permutation",
            "Permutation test for two {relation} {plural}",
        )

    def refuses(self, quantity: Quantity) -> str | None:
        """Say why swapped ranks do not serve this quantity, or None."""
        if quantity.statistic.name != "AUC":
            return f"swapped ranks are for the AUC, not for {quantity.statistic.name}; use Bootstrap()."
        if quantity.single:
            return "swapped ranks compare two tests; for one AUC use DeLong() or Newcombe()."
        if not quantity.paired:
            return (
                "ranks are swapped within a subject, and independent samples share none; use DeLong() or Bootstrap()."
            )
        if quantity.weights != (1.0, -1.0):
            return "swapped ranks are for the difference of two tests; use DeLong()."
        return None

    def infer(self, quantity: Quantity, *, level: float, alternative: Alternative, null: float | None) -> Inference:
        """Return the difference and the p-value of its permutation test."""
        if null not in (None, 0):
            raise MethodError(
                f"null_value is {shown(null)}; swapped ranks can only ask whether the difference is 0. Use DeLong() or "
                "Bootstrap()."
            )
        ((sample, _),) = quantity.parts
        values = quantity.values()
        rows = collapsed(sample)
        coefficients, counts, differing = _coefficients(rows)
        estimate = quantity.total(values)
        if not coefficients.any():
            return Inference(values=values, estimate=estimate, pvalue=None if null is None else 1.0, notes=(_alike(),))
        observed = exact_sum(counts, coefficients)
        size, counts = np.abs(coefficients[coefficients != 0]), counts[coefficients != 0]
        p = None if self.exact is False else _exact(size, counts, observed, alternative)
        if p is None and self.exact:
            raise MethodError(
                f"the swaps of {differing} subjects are too many to count; leave exact out and {self.n_resamples} of "
                "them are drawn."
            )
        seed, drawn = None, None
        notes: tuple[Note, ...] = (_EXCHANGEABLE,)
        if p is None:
            seed, drawn = seed_of(self.rng), Swaps(self.n_resamples, False)
            found = _drawn(size, counts, observed, alternative, seed, self.n_resamples)
            p = Fraction(1 + found, 1 + self.n_resamples)
        else:
            notes = (_counted(differing), _EXCHANGEABLE)
        return Inference(
            values=values,
            estimate=estimate,
            pvalue=None if null is None else max(float(p), sys.float_info.min),
            seed=seed,
            resampling=drawn,
            notes=notes,
        )


def _alike() -> Note:
    return Note(
        "identical-tests",
        "the tests rank every case against every control alike, so the difference is 0 whichever ranks are swapped; "
        "p = 1.",
    )


def _counted(differing: int) -> Note:
    who = "one subject" if differing == 1 else f"{differing} subjects"
    return Note(
        "exact-permutation", f"the p-value is exact: all swaps of the {who} whose two ranks differ were counted."
    )


def _coefficients(rows: Sample) -> tuple[Integers, Integers, int]:
    """Return what each row of cases and controls adds, their counts, and how many subjects have two ranks.

    The sum over all subjects is four times the difference of the areas times the number of pairs.
    """
    p, q = rows.frequencies
    x, y = np.split(twice_midranks(rows).astype(np.float64), [len(p)])
    case, control = (
        {(i, j): twice_below(one[:, [i]], other[:, [j]], w)[:, 0] for i in (0, 1) for j in (0, 1)}
        for one, other, w in ((x, y, q), (y, x, p))
    )
    m = int(p.sum())
    cases = case[0, 0] - case[1, 1] + case[0, 1] - case[1, 0]
    # Of a control the cases above it count, and (i, j) names the test of the control first.
    above = {(j, i): 2 * m - below for (i, j), below in control.items()}
    controls = above[0, 0] - above[1, 1] - above[0, 1] + above[1, 0]
    moved = np.concatenate([x[:, 0] != x[:, 1], y[:, 0] != y[:, 1]])
    counts = np.concatenate([p, q])
    return np.concatenate([cases, controls]), counts, int(counts[moved].sum())


def _exact(size: Integers, counts: Integers, observed: int, alternative: Alternative) -> Fraction | None:
    """Return the share of all signs whose sum is as extreme; None where there are too many to count."""
    k, divisor = int(counts.sum()), int(np.gcd.reduce(size))
    # A sum is the total less twice what the subjects with a minus sign add; as plus and minus are alike, it is enough
    # to count the sums on the side of the observed one, or those strictly beyond it.
    own_side = alternative == "two-sided" or (observed > 0) == (alternative == "greater")
    reach = (exact_sum(counts, size) - abs(observed)) // 2 - (not own_side)
    kept = _subsets_within(size // divisor, counts, reach // divisor, k)
    if kept is None:
        return None
    share = Fraction(kept, 2**k)
    if alternative == "two-sided":
        return min(2 * share, Fraction(1))
    return share if own_side else 1 - share


def _subsets_within(size: Integers, counts: Integers, most: int, k: int) -> int | None:
    """Count the subsets of k subjects whose sizes add up to no more than so much; None if that takes too long.

    The counts of all sums stand side by side in one long integer, so that a subject more is one shift and one addition.
    """
    if most < 0:
        return 0
    width = k + 1
    if width * (most + 1) * k <= _BITS:
        window = (1 << width * (most + 1)) - 1
        sums = 1
        for each, times in zip(size.tolist(), counts.tolist(), strict=True):
            if each <= most:
                for _ in range(times):
                    sums = (sums + (sums << width * each)) & window
        # The digits to the base 2^width leave their sum as the remainder by 2^width - 1.
        return sums % ((1 << width) - 1)
    if k > _LISTED:
        return None
    listed = np.zeros(1, np.int64)
    for each in np.repeat(size, counts):
        listed = np.concatenate([listed, listed + each])
    return int((listed <= most).sum())


def _drawn(
    size: Integers, counts: Integers, observed: int, alternative: Alternative, seed: int, n_resamples: int
) -> int:
    """Count the random swaps that give a difference at least as extreme."""
    total = exact_sum(counts, size)
    pieces = swapped_pieces(size, counts)
    extreme = 0
    for block in range(-(-n_resamples // BLOCK)):
        times = min(BLOCK, n_resamples - block * BLOCK)
        sums = total - 2 * pieces(stream_of(seed, "permutation", block), times)
        if alternative == "two-sided":
            extreme += int((abs(sums) >= abs(observed)).sum())
        else:
            extreme += int((sums >= observed if alternative == "greater" else sums <= observed).sum())
        told(block * BLOCK + times, n_resamples)
    return extreme
