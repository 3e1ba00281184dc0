"""How true intervals of one AUC are: coverage, misses on either side, width and failures, by simulation.

    python validation/simulation/auc_intervals.py                               # every row that the table lacks
    python validation/simulation/auc_intervals.py --cells 5,20,0.9,ratings --table again.csv
    python validation/simulation/auc_intervals.py --cells '*,*,0.99,*' --samples 2000 --table rough.csv

Level 0.95, two-sided. A cell is a number of cases, one of controls, a true AUC and a kind of scores (score_models.py).
Its samples come in blocks, each with a stream of its own keyed by seed, cell and block, so that a cell gives the same
bits alone, in any order and on any number of processors. Closed forms and bootstraps are judged on the same samples;
the bootstraps, which take longer, on the first of them, with 1000 resamples.

Limits are computed for many samples at once. The first samples of every cell are put to the public functions as well,
and the script stops where the two differ by more than 1e-12, or in what is estimable: the table speaks of the public
methods. Rows that stand in the table are not run again.

A sample without interval counts as a miss in ``coverage`` and is left out of ``coverage_of_estimable``. ``miss_left``
is the share of all samples whose interval lies wholly below the true AUC, ``miss_right`` wholly above; intervals are
closed, and a limit that equals the true AUC but for rounding covers it. With few subjects many do. A share's Monte
Carlo error is that of (x + 1/2) / (N + 1), so that it is not 0 where all or no samples cover.
"""

from __future__ import annotations

import argparse
import csv
import fnmatch
import math
import os
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TypeAlias

import numpy as np
import score_models
from closed_limits import CLOSED, LEVEL, Limits
from pair_counts import Floats, count_pairs, rating_counts
from resampled_limits import GROUP, KINDS, N_RESAMPLES, all_kinds, draw_weights, group_limits, resampled_ratings
from score_models import ScoreModel, stream

from rocstats import Bootstrap, Sample, auc
from rocstats.methods import REGISTER
from rocstats.methods.replicates import collapsed

TABLE = Path(__file__).with_suffix(".csv")
BLOCK = 500
SAMPLES = {"closed": 10_000, "bootstrap": 2_000}
COMPARED = {"closed": 20, "bootstrap": 2}
METHODS = {"closed": tuple(CLOSED), "bootstrap": tuple(f"bootstrap-{kind}" for kind in KINDS)}
KEY = ("cases", "controls", "auc", "scores", "method")
COLUMNS = (
    *KEY,
    *("samples", "resamples", "not_estimable", "coverage", "coverage_mc", "coverage_of_estimable"),
    *("coverage_of_estimable_mc", "miss_left", "miss_right", "mean_width", "mean_width_mc", "mean_auc"),
)
_ROUNDING = 1e-12
Row: TypeAlias = dict[str, str]
Table: TypeAlias = dict[tuple[str, ...], Row]


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """One state of the world."""

    cases: int
    controls: int
    auc: float
    scores: str

    @property
    def key(self) -> tuple[str, ...]:
        """What names the cell in the table."""
        return (str(self.cases), str(self.controls), str(self.auc), self.scores)

    @property
    def rated(self) -> bool:
        """Whether the scores are ratings, with ties."""
        return self.scores == "ratings"

    def block(self, number: int) -> tuple[Floats, Floats]:
        """Draw a block of samples: the scores of cases and of controls, one sample a row."""
        model = ScoreModel(self.scores, self.auc)
        return model.draw(stream("auc intervals", *self.key, "block", number), BLOCK, self.cases, self.controls)

    def seed(self, group: int) -> int:
        """Return the seed of the resamples of a group of samples."""
        return int(stream("auc intervals", *self.key, "resamples", group).integers(2**32))


def cells() -> Iterator[Cell]:
    """Give every cell, in the order of the table."""
    for place in product((5, 10, 20, 50, 200), (5, 20, 50, 200), (0.5, 0.7, 0.8, 0.9, 0.95, 0.99), score_models.KINDS):
        yield Cell(*place)


def run(cell: Cell, family: str, samples: int) -> list[Row]:
    """Return the rows of a cell for closed forms or for bootstraps, compared with the public methods."""
    numbers = range(math.ceil(samples / BLOCK))
    blocks = [(_closed if family == "closed" else _bootstraps)(cell, number, samples) for number in numbers]
    areas = np.concatenate([block_areas for block_areas, _ in blocks])
    rows = []
    for method in METHODS[family]:
        low, high = (np.concatenate([limits[method][end] for _, limits in blocks]) for end in (0, 1))
        rows.append(_row(cell, method, areas, low, high))
    return rows


def _closed(cell: Cell, number: int, samples: int) -> tuple[Floats, dict[str, Limits]]:
    """Return areas and limits of a block."""
    cases, controls = (scores[: samples - number * BLOCK] for scores in cell.block(number))
    counts = count_pairs(cases, controls, rated=cell.rated)
    limits = {method: closed(counts) for method, closed in CLOSED.items()}
    if number == 0:
        for place in range(min(COMPARED["closed"], len(cases))):
            sample = Sample.from_groups(cases=cases[place], controls=controls[place], tests=["score"])
            for method, found in limits.items():
                _compare(cell, method, sample, REGISTER[method], found, place)
    return counts.areas, limits


def _bootstraps(cell: Cell, number: int, samples: int) -> tuple[Floats, dict[str, Limits]]:
    """Return areas and limits of a block, in groups that share their resamples."""
    cases, controls = (scores[: samples - number * BLOCK] for scores in cell.block(number))
    found = []
    for start in range(0, len(cases), GROUP):
        x, y = cases[start : start + GROUP], controls[start : start + GROUP]
        seed = cell.seed((number * BLOCK + start) // GROUP)
        found.append(group_limits(x, y, seed, rated=cell.rated))
        if number == start == 0:
            for place in range(min(COMPARED["bootstrap"], len(x))):
                _compare_bootstraps(cell, x[place], y[place], seed, found[0], place)
    limits = {
        f"bootstrap-{kind}": tuple(np.concatenate([group[kind][end] for group in found]) for end in (0, 1))
        for kind in KINDS
    }
    return count_pairs(cases, controls, rated=cell.rated).areas, limits  # type: ignore[return-value]


def _compare_bootstraps(
    cell: Cell, cases: Floats, controls: Floats, seed: int, found: dict[str, Limits], place: int
) -> None:
    """Compare with the public bootstraps; ratings with their weights, for those may be drawn by category."""
    sample = Sample.from_groups(cases=cases, controls=controls, tests=["score"])
    if cell.rated:
        counts = rating_counts(cases[None], controls[None])
        weights = [np.zeros((N_RESAMPLES, 1, 5), np.int64) for _ in counts]
        for full, drawn, count in zip(weights, draw_weights(collapsed(sample), seed), counts, strict=True):
            full[:, 0, count[0] > 0] = drawn
        found, place = all_kinds(resampled_ratings(cases[None], controls[None], *weights)), 0
    for kind in KINDS:
        _compare(cell, f"bootstrap-{kind}", sample, Bootstrap(kind, N_RESAMPLES, rng=seed), found[kind], place)


def _compare(cell: Cell, name: str, sample: Sample, method: object, limits: Limits, place: int) -> None:
    """Stop where the public method gives other limits."""
    low, high = (float(ends[place]) for ends in limits)
    public = auc(sample, method, level=LEVEL).interval  # type: ignore[arg-type]
    if public is None:
        same = math.isnan(low) and math.isnan(high)
    else:
        same = abs(public.low - low) <= _ROUNDING and abs(public.high - high) <= _ROUNDING
    if not same:
        raise AssertionError(f"{cell}, {name}: the public method gives {public}, the batch ({low}, {high}).")


def _row(cell: Cell, method: str, areas: Floats, low: Floats, high: Floats) -> Row:
    """Put the intervals of a cell together."""
    size = len(areas)
    given = ~np.isnan(low)
    left, right = high < cell.auc - _ROUNDING, low > cell.auc + _ROUNDING
    covered, kept = int((given & ~left & ~right).sum()), int(given.sum())
    widths = (high - low)[given]
    return dict(zip(KEY, (*cell.key, method), strict=True)) | {
        "samples": str(size),
        "resamples": str(N_RESAMPLES) if method in METHODS["bootstrap"] else "",
        "not_estimable": f"{1 - kept / size:.5f}",
        "coverage": f"{covered / size:.5f}",
        "coverage_mc": f"{share_error(covered, size):.5f}",
        "coverage_of_estimable": f"{covered / kept:.5f}" if kept else "",
        "coverage_of_estimable_mc": f"{share_error(covered, kept):.5f}" if kept else "",
        "miss_left": f"{left.sum() / size:.5f}",
        "miss_right": f"{right.sum() / size:.5f}",
        "mean_width": f"{widths.mean():.6f}" if kept else "",
        "mean_width_mc": f"{widths.std(ddof=1) / math.sqrt(kept):.6f}" if kept > 1 else "",
        "mean_auc": f"{areas.mean():.5f}",
    }


def share_error(count: int, size: int) -> float:
    """Return the Monte Carlo standard error of a share; above 0 for every count."""
    share = (count + 0.5) / (size + 1)
    return math.sqrt(share * (1 - share) / size)


def read_table(path: Path) -> Table:
    """Read the rows that are there, by cell and method."""
    if not path.exists():
        return {}
    with path.open(newline="", encoding="utf-8") as file:
        return {tuple(row[name] for name in KEY): row for row in csv.DictReader(file)}


def write_table(path: Path, table: Table) -> None:
    """Write the table in order beside its place, then put it there."""

    def place(row: Row) -> tuple[int, int, float, str, str]:
        return int(row["cases"]), int(row["controls"]), float(row["auc"]), row["scores"], row["method"]

    rows = sorted(table.values(), key=place)
    half = path.with_suffix(".part")
    with half.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    half.replace(path)


def chosen_cells(patterns: Iterable[str]) -> list[Cell]:
    """Return the cells that a pattern names, such as 5,20,0.9,ratings or *,*,0.99,*; all of them without one."""
    asked = list(patterns) or ["*"]
    found = [cell for cell in cells() if any(fnmatch.fnmatch(",".join(cell.key), pattern) for pattern in asked)]
    if not found:
        raise SystemExit(f"no cell is named {', '.join(asked)}; one is {','.join(next(cells()).key)}.")
    return found


def tasks(asked: Iterable[Cell], families: Iterable[str], table: Table) -> list[tuple[Cell, str]]:
    """Return what is to be run: closed forms first, then bootstraps, small samples first."""
    missing = [
        (cell, family)
        for family, cell in product(families, asked)
        if any((*cell.key, method) not in table for method in METHODS[family])
    ]
    return sorted(missing, key=lambda task: (task[1] != "closed", task[0].cases * task[0].controls, task[0]))


def main() -> None:
    """Run every cell that the table lacks, and write the table now and then."""
    from joblib import Parallel, delayed  # type: ignore[import-untyped]
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cells", nargs="+", default=[], metavar="CASES,CONTROLS,AUC,SCORES", help="* stands for any")
    parser.add_argument("--methods", choices=["closed", "bootstrap", "all"], default="all")
    parser.add_argument("--samples", type=int, help="of every cell, instead of 10000 and 2000 for bootstraps")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--table", type=Path, default=TABLE)
    asked = parser.parse_args()
    families = list(METHODS) if asked.methods == "all" else [asked.methods]
    table = read_table(asked.table)
    waiting = tasks(chosen_cells(asked.cells), families, table)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        shown = bar.add_task("cells", total=len(waiting))
        work = (delayed(run)(cell, family, asked.samples or SAMPLES[family]) for cell, family in waiting)
        written = time.monotonic()
        try:
            for rows in Parallel(n_jobs=asked.jobs, return_as="generator_unordered")(work):
                table |= {tuple(row[name] for name in KEY): row for row in rows}
                bar.advance(shown)
                if time.monotonic() - written > 10:
                    write_table(asked.table, table)
                    written = time.monotonic()
        finally:
            write_table(asked.table, table)


if __name__ == "__main__":
    main()
