"""How true fitted binormal curves are: bias, standard errors, coverage and degenerate fits, by simulation.

    python validation/simulation/curve_models.py                       # every cell that the table lacks
    python validation/simulation/curve_models.py --replicates 200 --table other.csv

Scores are drawn from a binormal model, controls N(0, 1) and cases N(a/b, 1/b). Ratings cut them into categories that
are equally frequent when half of the subjects are cases. Every replicate of a cell has a stream of its own, keyed by
seed, cell and replicate, so that a cell can be run alone, in parts, or on any number of processors. A cell whose row
stands in the table already is not run again.

A fit that is refused, or has no standard error, counts as degenerate. Bias is over the fits with an estimate; coverage
is given twice: among fits with an interval, and with a missing interval counted as a miss.
"""

from __future__ import annotations

import argparse
import csv
import math
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import NormalDist

import numpy as np

from rocstats import (
    AUC,
    FitError,
    MaximumLikelihood,
    NormalTheory,
    PartialAUC,
    PlacementRegression,
    Sample,
    SensitivityAt,
    fit_binormal,
)

SEED = 20261130
REPLICATES = 2000
TABLE = Path(__file__).with_suffix(".csv")
# Two hundred resamples serve a standard error; a study would take more.
WAYS = {
    "maximum likelihood": MaximumLikelihood(),
    "normal distributions": NormalTheory(),
    "placement values": PlacementRegression(n_resamples=200, rng=SEED),
}
NAMES = ("scores", "per_group", "auc", "b", "way")
_NORMAL = NormalDist()


@dataclass(frozen=True)
class Cell:
    """One state of the world and one way of fitting."""

    scores: str
    per_group: int
    auc: float
    b: float
    way: str

    @property
    def categories(self) -> int | None:
        """Number of rating categories, or None for continuous scores."""
        return None if self.scores == "continuous" else int(self.scores.split()[0])

    @property
    def a(self) -> float:
        """Intercept of the true curve."""
        return _NORMAL.inv_cdf(self.auc) * math.sqrt(1 + self.b**2)

    @property
    def key(self) -> tuple[str, ...]:
        """What names the cell in the table."""
        return (self.scores, str(self.per_group), str(self.auc), str(self.b), self.way)


def cells() -> Iterator[Cell]:
    """Give every cell, in the order of the table."""
    for scores in ("5 categories", "11 categories", "continuous"):
        for per_group in (50, 200):
            for auc in (0.7, 0.85, 0.95):
                for b in (1.0, 0.7):
                    for way in WAYS if scores == "continuous" else ("maximum likelihood",):
                        yield Cell(scores, per_group, auc, b, way)


def drawn(cell: Cell, replicate: int) -> Sample:
    """Draw the study of one replicate; cells that differ in the way of fitting alone have the same studies."""
    place = list(dict.fromkeys(c.key[:4] for c in cells())).index(cell.key[:4])
    rng = np.random.default_rng([SEED, place, replicate])
    controls = rng.standard_normal(cell.per_group)
    cases = (cell.a + rng.standard_normal(cell.per_group)) / cell.b
    if cell.categories is None:
        return Sample.from_groups(cases=cases, controls=controls, tests=["score"])
    cuts = equal_cuts(cell)
    return Sample.from_groups(
        cases=np.searchsorted(cuts, cases) + 1.0, controls=np.searchsorted(cuts, controls) + 1.0, tests=["rating"]
    )


def equal_cuts(cell: Cell) -> list[float]:
    """Return the cuts that make the categories of a cell equally frequent in equal groups."""
    from scipy.optimize import brentq

    def share_below(cut: float) -> float:
        return (_NORMAL.cdf(cut) + _NORMAL.cdf(cell.b * cut - cell.a)) / 2

    k = cell.categories or 0
    return [brentq(lambda x, j=j: share_below(x) - j / k, -20, 30) for j in range(1, k)]


def truths(cell: Cell) -> dict[str, float]:
    """Return the true values of what is estimated."""
    from scipy.integrate import quad

    def tpf(fpf: float) -> float:
        return _NORMAL.cdf(cell.a + cell.b * _NORMAL.inv_cdf(fpf)) if fpf > 0 else 0.0

    return {
        "auc": cell.auc,
        "a": cell.a,
        "b": cell.b,
        "partial": quad(tpf, 0, 0.2, epsabs=1e-12)[0],
        "tpf": tpf(0.1),
    }


def outcome(cell: Cell, replicate: int) -> dict[str, object]:
    """Fit one replicate: its estimates, errors and limits, or the name of what was wrong."""
    try:
        fit = fit_binormal(drawn(cell, replicate), WAYS[cell.way])
    except FitError as error:
        return {"trouble": error.code}
    if fit.covariance is None:
        return {"trouble": "no-standard-error", "auc": (fit.auc, None, None, None)}
    found: dict[str, object] = {}
    for parameter in fit.parameters:
        limits = parameter.interval
        found[parameter.name] = (parameter.estimate, parameter.standard_error, limits.low, limits.high)
    for name, statistic in (
        ("auc", AUC()),
        ("partial", PartialAUC(fpf=(0, 0.2))),
        ("tpf", SensitivityAt(specificity=0.9)),
    ):
        read = fit.estimate(statistic)
        limits = read.interval
        ends = (None, None) if limits is None else (limits.low, limits.high)
        found[name] = (read.estimate, read.standard_error, *ends)
    return found


def row(cell: Cell, replicates: int, outcomes: Iterable[dict[str, object]]) -> dict[str, object]:
    """Put the outcomes of a cell together, with Monte Carlo errors."""
    held = list(outcomes)
    troubles = Counter(str(one["trouble"]) for one in held if "trouble" in one)
    share = sum(troubles.values()) / replicates
    out: dict[str, object] = dict(zip(NAMES, cell.key, strict=True))
    out |= {"replicates": replicates, "degenerate": share, "degenerate_mc": _share_error(share, replicates)}
    out["reasons"] = "; ".join(f"{name} {count}" for name, count in sorted(troubles.items()))
    for name, true in truths(cell).items():
        values = [one[name] for one in held if name in one]
        estimates = np.array([value[0] for value in values])
        errors = np.array([value[1] for value in values if value[1] is not None])
        covered = [value[2] <= true <= value[3] for value in values if value[2] is not None]
        spread = float(estimates.std(ddof=1))
        kept, hits = len(covered), sum(covered)
        out |= {
            f"{name}_bias": float(estimates.mean() - true),
            f"{name}_spread": spread,
            f"{name}_bias_in_se": float(estimates.mean() - true) / spread,
            f"{name}_bias_in_se_mc": 1 / math.sqrt(len(estimates)),
            f"{name}_mean_se": float(errors.mean()),
            f"{name}_coverage": hits / kept,
            f"{name}_coverage_mc": _share_error(hits / kept, kept),
            f"{name}_coverage_of_all": hits / replicates,
        }
    return {key: f"{value:.5f}" if isinstance(value, float) else value for key, value in out.items()}


def _share_error(share: float, n: int) -> float:
    return math.sqrt(share * (1 - share) / n)


def _part(cell: Cell, start: int, stop: int) -> list[dict[str, object]]:
    return [outcome(cell, replicate) for replicate in range(start, stop)]


def run(cell: Cell, replicates: int, pool: ProcessPoolExecutor | None = None, step: int = 50) -> dict[str, object]:
    """Run a cell, in parts where there is a pool."""
    if pool is None:
        return row(cell, replicates, _part(cell, 0, replicates))
    starts = range(0, replicates, step)
    jobs = [pool.submit(_part, cell, start, min(start + step, replicates)) for start in starts]
    return row(cell, replicates, [one for job in jobs for one in job.result()])


def read_table(path: Path) -> dict[tuple[str, ...], dict[str, str]]:
    """Read the rows that are there, by cell."""
    if not path.exists():
        return {}
    with path.open(newline="", encoding="utf-8") as file:
        return {
            tuple(line[k] for k in ("scores", "per_group", "auc", "b", "way")): line for line in csv.DictReader(file)
        }


def _write(path: Path, rows: list[dict[str, object]]) -> None:
    """Write the table beside its place, then put it there."""
    half = path.with_suffix(".part")
    with half.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    half.replace(path)


def main() -> None:
    """Run every cell that the table lacks, and write the table after each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--replicates", type=int, default=REPLICATES)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--table", type=Path, default=TABLE)
    asked = parser.parse_args()
    done: dict[tuple[str, ...], dict[str, object]] = {**read_table(asked.table)}  # type: ignore[dict-item]
    everything = list(cells())
    with ProcessPoolExecutor(asked.workers) as pool:
        for place, cell in enumerate(everything, 1):
            if cell.key in done:
                continue
            print(f"{place}/{len(everything)}: {', '.join(cell.key)}", file=sys.stderr, flush=True)
            done[cell.key] = run(cell, asked.replicates, pool)
            _write(asked.table, [done[c.key] for c in everything if c.key in done])


if __name__ == "__main__":
    main()
