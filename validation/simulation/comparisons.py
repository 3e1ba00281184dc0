"""Size and power of the comparisons of two areas, and coverage of their intervals, by simulation.

    python validation/simulation/comparisons.py                                # every row that the table lacks
    python validation/simulation/comparisons.py --cells 'paired,50,50,*' --families closed --table again.csv

Level 0.95, two-sided: a comparison rejects where its p-value is at most 0.05. A cell is a design, numbers of cases and
of controls (in each of the two samples where the design is unpaired), two true areas, a correlation and a kind of
scores (score_models.py). The correlation is that of the normal deviates of the two tests, the same among cases and
among controls, before they become scores. "binormal, crossing" has equal spreads in the first test and unequal ones in
the second: equal areas, different curves.

Samples come in blocks, each with a stream of its own keyed by seed, cell and block, so that a cell gives the same bits
alone, in any order and on any number of processors. All methods judge the same samples: closed forms 10,000, the
others, which take longer, the first 2,000. Closed forms are computed for many samples at once, the five bootstrap
kinds from one set of 500 resamples for each sample; the first samples of every cell are put to the public functions as
well, and the script stops where the two differ. Permutations count every swap of up to 100 subjects and draw 500
beyond; Venkatraman's test, which is of equal curves, draws 199 exchanges.

A sample without p-value has not been rejected, and one without interval has not been covered; ``not_estimable`` is the
share of samples without p-value. ``rejected_of_estimable`` and ``coverage_of_estimable`` leave those out. What a method
that is a test only has not is empty. A share's Monte Carlo error is that of (x + 1/2) / (N + 1). Rows that stand in the
table are not run again.
"""

from __future__ import annotations

import argparse
import fnmatch
import math
import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from closed_comparisons import LEVEL, PAIRED, UNPAIRED, Floats, Judged, PairedScores, UnpairedScores
from score_models import ScoreModel, stream
from tables import Row, read_table, share, share_error, write_table

from rocstats import AUC, Bootstrap, Permutation, Sample, compare_auc, venkatraman
from rocstats.empirical.statistic import Quantity
from rocstats.methods import REGISTER
from rocstats.methods.bootstrap import Kind
from rocstats.results import Inference

TABLE = Path(__file__).with_suffix(".csv")
ALPHA = 0.05
BLOCK = 500
SAMPLES = {"closed": 10_000, "bootstrap": 2_000, "permutation": 2_000, "venkatraman": 2_000}
KINDS: tuple[Kind, ...] = ("percentile", "basic", "normal", "bca", "studentized")
RESAMPLES = {"bootstrap": 500, "permutation": 500, "venkatraman": 199}
KEY = ("method", "design", "cases", "controls", "auc_1", "auc_2", "correlation", "scores")
CROSSING = "binormal, crossing"
_COMPARED = {"closed": 20, "bootstrap": 2}
_LISTED = 100
Samples: TypeAlias = tuple[Sample, Sample | None]


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """One state of the world."""

    design: str
    cases: int
    controls: int
    auc_1: float
    auc_2: float
    correlation: float
    scores: str

    @property
    def key(self) -> tuple[str, ...]:
        """What names the cell in the table."""
        return (
            self.design,
            *map(str, (self.cases, self.controls, self.auc_1, self.auc_2, self.correlation)),
            self.scores,
        )

    @property
    def paired(self) -> bool:
        """Whether the two tests are on the same subjects."""
        return self.design == "paired"

    @property
    def difference(self) -> float:
        """The true difference."""
        return round(self.auc_1 - self.auc_2, 12)

    def block(self, number: int) -> tuple[Floats, Floats]:
        """Draw a block of samples: scores of cases and of controls, (samples, subjects, 2)."""
        deviates = stream("comparisons", *self.key, "block", number).standard_normal(
            (BLOCK, self.cases + self.controls, 2)
        )
        rest = math.sqrt(1 - self.correlation**2)
        deviates[..., 1] = self.correlation * deviates[..., 0] + rest * deviates[..., 1]
        kinds = ("binormal", "binormal-unequal") if self.scores == CROSSING else (self.scores, self.scores)
        models = [ScoreModel(kind, auc) for kind, auc in zip(kinds, (self.auc_1, self.auc_2), strict=True)]
        cases, controls = deviates[:, : self.cases], deviates[:, self.cases :]
        return (
            np.stack([model.cases(cases[..., test]) for test, model in enumerate(models)], axis=2),
            np.stack([model.controls(controls[..., test]) for test, model in enumerate(models)], axis=2),
        )

    def seed(self, place: int) -> int:
        """Return the seed of the resamples of a sample."""
        return int(stream("comparisons", *self.key, "resamples", place).integers(2**32))

    def words(self, family: str) -> tuple[str, ...]:
        """Return the words of the methods of a family."""
        if family == "closed":
            return PAIRED if self.paired else UNPAIRED
        return tuple(f"bootstrap-{kind}" for kind in KINDS) if family == "bootstrap" else (family,)


def cells() -> Iterator[tuple[str, Cell]]:
    """Give every cell with each family of methods that is run in it, in the order in which they are run."""
    small, large = ((10, 10), (20, 50), (50, 50)), (200, 200)
    equal, apart = tuple((auc, auc) for auc in (0.7, 0.8, 0.9, 0.95)), ((0.8, 0.9), (0.9, 0.95))
    some = ((0.8, 0.8), (0.95, 0.95), (0.8, 0.9))
    closed: list[Cell] = []
    for size, areas, correlation, scores in product(small, equal + apart, (0.0, 0.5, 0.9), ("binormal", "ratings")):
        closed.append(Cell("paired", *size, *areas, correlation, scores))
    closed += [Cell("paired", *large, *areas, r, "binormal") for areas, r in product(some, (0.0, 0.5, 0.9))]
    closed += [Cell("paired", *large, *areas, 0.5, "ratings") for areas in some]
    closed += [Cell("paired", *size, 0.8, 0.8, r, CROSSING) for size, r in product(small, (0.0, 0.5, 0.9))]
    for size, areas, scores in product(small, equal + apart, ("binormal", "ratings")):
        closed.append(Cell("unpaired", *size, *areas, 0.0, scores))
    closed += [Cell("unpaired", *large, *areas, 0.0, "binormal") for areas in some]
    closed += [Cell("unpaired", *size, 0.8, 0.8, 0.0, CROSSING) for size in small]
    swapped = [cell for cell in closed if cell.paired and (cell.auc_1, cell.auc_2) in some and _of_interest(cell)]
    resampled = [cell for cell in closed if (cell.auc_1, cell.auc_2) in some and _worth_resampling(cell)]
    exchanged = [
        cell
        for cell in resampled
        if cell.scores != "ratings" and cell.cases == cell.controls == 50 and (cell.correlation or not cell.paired)
    ]
    yield from (("closed", cell) for cell in closed)
    yield from (("permutation", cell) for cell in swapped)
    yield from (("bootstrap", cell) for cell in resampled)
    yield from (("venkatraman", cell) for cell in exchanged)


def _of_interest(cell: Cell) -> bool:
    """Say whether a method that takes longer is run in a cell: at one correlation all of it, at others less."""
    if cell.cases == 200 or cell.scores != "binormal":
        return cell.correlation == 0.5 and cell.auc_1 == 0.8 and (cell.cases == 50 or cell.scores != CROSSING)
    return cell.correlation == 0.5 or cell.auc_1 == 0.8


def _worth_resampling(cell: Cell) -> bool:
    """Say whether a method that takes long is run in a cell, too."""
    if cell.paired:
        return _of_interest(cell) and (cell.cases < 200 or cell.scores == "binormal")
    return cell.cases == 50 or (cell.cases < 200 and cell.auc_1 == 0.8 and cell.scores == "binormal")


def run(family: str, cell: Cell, samples: int) -> list[Row]:
    """Return the rows of a cell for one family of methods."""
    judged: dict[str, list[Judged]] = {word: [] for word in cell.words(family)}
    for number in range(math.ceil(samples / BLOCK)):
        cases, controls = (scores[: samples - number * BLOCK] for scores in cell.block(number))
        for word, found in _JUDGES[family](cell, cases, controls, number * BLOCK).items():
            judged[word].append(found)
    return [_row(family, cell, word, parts) for word, parts in judged.items()]


def _closed(cell: Cell, cases: Floats, controls: Floats, start: int) -> dict[str, Judged]:
    """Judge a block by closed forms."""
    scores = PairedScores(cases, controls) if cell.paired else UnpairedScores(cases, controls)
    found = {word: scores.judged(word) for word in cell.words("closed")}
    for place in range(min(_COMPARED["closed"], len(cases)) if start == 0 else 0):
        samples = _samples(cell, cases[place], controls[place])
        for word, judged in found.items():
            _check(cell, word, _public(samples, REGISTER[word]), _at(judged, place))
    return found


def _bootstrap(cell: Cell, cases: Floats, controls: Floats, start: int) -> dict[str, Judged]:
    """Judge a block by all kinds of the bootstrap, from one set of resamples for each sample."""
    found: dict[str, list[tuple[float, float, float]]] = {word: [] for word in cell.words("bootstrap")}
    for place in range(len(cases)):
        samples = _samples(cell, cases[place], controls[place])
        first, second = samples
        parts = ((first, (1.0, -1.0)),) if second is None else ((first, (1.0,)), (second, (-1.0,)))
        quantity = Quantity(AUC(), parts)
        ways = [Bootstrap(kind, RESAMPLES["bootstrap"], rng=cell.seed(start + place)) for kind in KINDS]
        drawn = ways[0].draw(quantity, with_errors=True)
        for word, way in zip(found, ways, strict=True):
            one = _numbers(way.judge(quantity, drawn, level=LEVEL, alternative="two-sided", null=0.0))
            found[word].append(one)
            if start + place < _COMPARED["bootstrap"]:
                _check(cell, word, _public(samples, way), one)
    return {word: Judged(*np.array(values).T) for word, values in found.items()}


def _permutation(cell: Cell, cases: Floats, controls: Floats, start: int) -> dict[str, Judged]:
    """Judge a block by swapped ranks."""
    exact = None if cell.cases + cell.controls <= _LISTED else False
    found = []
    for place in range(len(cases)):
        way = Permutation(RESAMPLES["permutation"], rng=cell.seed(start + place), exact=exact)
        found.append(_public(_samples(cell, cases[place], controls[place]), way))
    return {"permutation": Judged(*np.array(found).T)}


def _venkatraman(cell: Cell, cases: Floats, controls: Floats, start: int) -> dict[str, Judged]:
    """Judge a block by the test of equal curves."""
    found = []
    for place in range(len(cases)):
        samples = _samples(cell, cases[place], controls[place])
        p = venkatraman(*samples, n_resamples=RESAMPLES["venkatraman"], rng=cell.seed(start + place)).pvalue
        found.append((math.nan, math.nan, p))
    return {"venkatraman": Judged(*np.array(found).T)}


_JUDGES: dict[str, Callable[[Cell, Floats, Floats, int], dict[str, Judged]]] = {
    "closed": _closed,
    "permutation": _permutation,
    "bootstrap": _bootstrap,
    "venkatraman": _venkatraman,
}


def _samples(cell: Cell, cases: Floats, controls: Floats) -> Samples:
    """Return one sample of two tests, or two of one."""
    if cell.paired:
        return Sample.from_groups(cases=cases, controls=controls, tests=["first", "second"]), None
    first, second = (
        Sample.from_groups(cases=cases[:, test], controls=controls[:, test], tests=[name])
        for test, name in enumerate(("first", "second"))
    )
    return first, second


def _public(samples: Samples, way: Any) -> tuple[float, float, float]:
    """Ask the public function."""
    return _numbers(compare_auc(*samples, way, level=LEVEL).inference)


def _numbers(found: Inference) -> tuple[float, float, float]:
    """Return both limits and the p-value, NaN for what there is not."""
    low, high = (math.nan, math.nan) if found.interval is None else (found.interval.low, found.interval.high)
    return low, high, math.nan if found.pvalue is None else found.pvalue


def _at(judged: Judged, place: int) -> tuple[float, float, float]:
    return float(judged.low[place]), float(judged.high[place]), float(judged.pvalue[place])


def _check(cell: Cell, word: str, public: tuple[float, ...], found: tuple[float, ...]) -> None:
    """Stop where the public function gives other numbers."""
    if not np.allclose(public, found, rtol=1e-9, atol=1e-12, equal_nan=True):
        raise AssertionError(f"{cell}, {word}: the public function gives {public}, the batch {found}.")


def _row(family: str, cell: Cell, word: str, parts: list[Judged]) -> Row:
    """Put the samples of a cell together."""
    low, high, p = (np.concatenate([getattr(part, name) for part in parts]) for name in ("low", "high", "pvalue"))
    size, judged, rejected = len(p), int(np.isfinite(p).sum()), int((p <= ALPHA).sum())
    given = np.isfinite(low)
    # A limit that equals the true difference but for rounding covers it.
    covered = int((given & (low <= cell.difference + 1e-12) & (high >= cell.difference - 1e-12)).sum())
    has_interval = family in ("closed", "bootstrap")
    return dict(zip(KEY, (word, *cell.key), strict=True)) | {
        "samples": str(size),
        "resamples": str(RESAMPLES.get(family, "")),
        "not_estimable": share(1 - judged / size),
        "rejected": share(rejected / size),
        "rejected_mc": share(share_error(rejected, size)),
        "rejected_of_estimable": share(rejected / judged if judged else math.nan),
        "coverage_of_difference": share(covered / size) if has_interval else "",
        "coverage_of_difference_mc": share(share_error(covered, size)) if has_interval else "",
        "coverage_of_estimable": share(covered / int(given.sum()) if given.any() else math.nan),
        "mean_width": share(float((high - low)[given].mean()), 6) if given.any() else "",
    }


def _place(row: Row) -> tuple[object, ...]:
    """Return by what the rows of the table are sorted."""
    numbers = (float(row[name]) for name in ("cases", "controls", "auc_1", "auc_2", "correlation"))
    return (row["design"], *numbers, row["scores"], row["method"])


def _key(row: Row) -> tuple[str, ...]:
    return tuple(row[name] for name in KEY)


def waiting(
    patterns: Iterable[str], families: Iterable[str], done: Iterable[tuple[str, ...]]
) -> list[tuple[str, Cell]]:
    """Return what is to be run: the cells that a pattern names, such as paired,50,50,*, and that are not done."""
    asked, wanted, there = list(patterns) or ["*"], set(families), set(done)
    named = [
        (family, cell)
        for family, cell in cells()
        if family in wanted and any(fnmatch.fnmatch(",".join(cell.key), pattern) for pattern in asked)
    ]
    if not named:
        raise SystemExit(f"no cell is named {', '.join(asked)}; one is {','.join(next(cells())[1].key)}.")
    return [(family, cell) for family, cell in named if any((w, *cell.key) not in there for w in cell.words(family))]


def main() -> None:
    """Run every cell that the table lacks, and write the table now and then."""
    from joblib import Parallel, delayed  # type: ignore[import-untyped]
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cells", nargs="+", default=[], metavar="CELL", help="* stands for any")
    parser.add_argument("--families", nargs="+", choices=list(SAMPLES), default=list(SAMPLES))
    parser.add_argument("--samples", type=int, help="of every cell, instead of 10000 for closed forms and 2000")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--table", type=Path, default=TABLE)
    asked = parser.parse_args()
    table = {_key(row): row for row in read_table(asked.table)}
    tasks = waiting(asked.cells, asked.families, table)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        shown = bar.add_task("cells", total=len(tasks))
        work = (delayed(run)(family, cell, asked.samples or SAMPLES[family]) for family, cell in tasks)
        written = time.monotonic()
        try:
            for rows in Parallel(n_jobs=asked.jobs, return_as="generator_unordered")(work):
                table |= {_key(row): row for row in rows}
                bar.advance(shown)
                if time.monotonic() - written > 10:
                    write_table(asked.table, sorted(table.values(), key=_place))
                    written = time.monotonic()
        finally:
            if table:
                write_table(asked.table, sorted(table.values(), key=_place))


if __name__ == "__main__":
    main()
