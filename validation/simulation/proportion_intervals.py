"""How often the interval of a proportion holds the true one, exactly, for every method of the register.

    python validation/simulation/proportion_intervals.py

Nothing is drawn here. Of n subjects 0, 1, … or n succeed; each method gives its interval for each of these counts, and
coverage, misses and expected width are sums of binomial probabilities over them. Proportions below one half mirror
those above, with the two misses exchanged, so they are left out.

``proportion_intervals.csv`` follows the curve of coverage: steps of 0.005 up to 0.9, of 0.001 beyond. A miss on the
left is an interval that lies wholly below the true proportion. A count without interval (Wald's at 0/n and n/n) is
neither coverage nor a miss on either side, so the three shares then add up to less than 1; the expected width is that
of the counts with an interval.

``proportion_intervals_summary.csv`` needs no steps. Between two limits coverage is the probability of one run of
counts, which has no lowest value inside, so the lowest coverage is found beside the limits themselves: a bound that
proportions come as near to as one likes. The mean over a range of proportions, each as likely, is a sum of differences
of beta distribution functions.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tables import Row, share, write_table

from rocstats.methods import FOR_PROPORTIONS

Floats = NDArray[np.float64]
LEVEL = 0.95
SIZES = (5, 10, 20, 30, 50, 100, 200, 500)
RANGES = ((0.5, 0.999), (0.5, 0.8), (0.8, 0.95), (0.95, 0.999))
TABLE = Path(__file__).with_suffix(".csv")
SUMMARY = TABLE.with_name("proportion_intervals_summary.csv")
# Clear of the rounding of a limit, and of the next limit.
_BESIDE = 1e-9


def proportions() -> Floats:
    """Return the proportions of the table."""
    return np.concatenate([np.arange(500, 900, 5), np.arange(900, 1000)]) / 1000


@dataclass(frozen=True, eq=False)
class Limits:
    """Both limits of one method for each count among n; NaN where it gives no interval."""

    n: int
    low: Floats
    high: Floats

    @classmethod
    def of(cls, word: str, n: int) -> Limits:
        """Ask the method for every count."""
        found = [FOR_PROPORTIONS[word].interval(x, n, level=LEVEL) for x in range(n + 1)]
        pairs = np.array([(np.nan, np.nan) if one is None else (one.low, one.high) for one in found])
        return cls(n, pairs[:, 0], pairs[:, 1])

    def curve(self, p: Floats) -> dict[str, Floats]:
        """Return coverage, misses and expected width at each proportion."""
        from scipy.stats import binom

        weights = np.asarray(binom.pmf(np.arange(self.n + 1), self.n, p[:, None]))
        below, above, there = self.high < p[:, None], self.low > p[:, None], np.isfinite(self.low)
        return {
            "coverage": (weights * (there & ~below & ~above)).sum(axis=1),
            "miss_left": (weights * below).sum(axis=1),
            "miss_right": (weights * above).sum(axis=1),
            "expected_width": weights[:, there] @ (self.high - self.low)[there] / weights[:, there].sum(axis=1),
        }

    def lowest(self, start: float, stop: float) -> tuple[float, float]:
        """Return the lowest coverage between two proportions, and where it is."""
        limits = np.concatenate([self.low, self.high])
        p = np.concatenate([[start, stop], limits - _BESIDE, limits + _BESIDE])
        p = np.sort(p[(p >= start) & (p <= stop)])
        coverage = self.curve(p)["coverage"]
        at = int(np.argmin(coverage))
        return float(coverage[at]), float(p[at])

    def means(self, start: float, stop: float) -> dict[str, float]:
        """Return the means over the proportions between two: integrals, not sums over steps."""
        every, ends = np.ones(self.n + 1), (start, stop)
        covered, missed_left, missed_right, all_of_it = (
            self._integrals(low, high, ends)
            for low, high in (
                (self.low, self.high),
                (self.high, stop * every),
                (start * every, self.low),
                (start * every, stop * every),
            )
        )
        there = np.isfinite(self.low)
        return {
            "mean_coverage": float(covered.sum()),
            "mean_miss_left": float(missed_left.sum()),
            "mean_miss_right": float(missed_right.sum()),
            "mean_width": float(all_of_it[there] @ (self.high - self.low)[there] / all_of_it[there].sum()),
        }

    def _integrals(self, low: Floats, high: Floats, ends: tuple[float, float]) -> Floats:
        """Return the mean probability of each count over the proportions between its two values, if it has them."""
        from scipy.special import betainc

        x, there = np.arange(self.n + 1), np.isfinite(low) & np.isfinite(high)
        low, high = (np.clip(np.where(there, v, ends[0]), *ends) for v in (low, high))
        up_to_high, up_to_low = (betainc(x + 1, self.n - x + 1, v) for v in (np.maximum(low, high), low))
        return np.asarray((up_to_high - up_to_low) / ((self.n + 1) * (ends[1] - ends[0])))


def rows() -> Iterator[tuple[list[Row], list[Row]]]:
    """Give the rows of one method and size at a time: of the curve, and of the summary."""
    p = proportions()
    for word in FOR_PROPORTIONS:
        for n in SIZES:
            limits = Limits.of(word, n)
            curve = limits.curve(p)
            yield (
                [
                    {"method": word, "n": str(n), "p": share(one, 3), **{k: share(v[i]) for k, v in curve.items()}}
                    for i, one in enumerate(p)
                ],
                [summary_row(word, limits, *ends) for ends in RANGES],
            )


def summary_row(word: str, limits: Limits, start: float, stop: float) -> Row:
    """Return what a method does over a range of proportions."""
    lowest, at = limits.lowest(start, stop)
    means = {name: share(value) for name, value in limits.means(start, stop).items()}
    return {
        "method": word,
        "n": str(limits.n),
        "from_p": share(start, 3),
        "to_p": share(stop, 3),
        "mean_coverage": means.pop("mean_coverage"),
        "lowest_coverage": share(lowest),
        "lowest_at": share(at),
        **means,
    }


def main() -> None:
    """Write both tables."""
    from rich.console import Console
    from rich.progress import track

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", type=Path, default=TABLE)
    asked = parser.parse_args()
    parts = list(
        track(
            rows(), "proportions", len(FOR_PROPORTIONS) * len(SIZES), console=Console(file=sys.stderr), transient=True
        )
    )
    write_table(asked.table, [row for curve, _ in parts for row in curve])
    write_table(
        asked.table.with_name(f"{asked.table.stem}_summary.csv"), [row for _, summary in parts for row in summary]
    )


if __name__ == "__main__":
    main()
