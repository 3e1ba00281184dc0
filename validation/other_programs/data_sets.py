"""Data sets on which rocstats is compared with other programs: seeded, awkward on purpose, and a few real ones.

Scores are written in hexadecimal, since not every program reads decimals to the last bit.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

SEED = 20261130
VALIDATION = Path(__file__).resolve().parent.parent
CLASSES = ("A", "B", "C")
# Where chance decides, 2000 resamples of few sets are enough.
BY_CHANCE = ("continuous", "ratings", "ovarian")


@dataclass(frozen=True)
class Scores:
    """Scores of one or more tests on the same cases (1) and controls (0)."""

    name: str
    truth: tuple[int, ...]
    columns: dict[str, tuple[float, ...]]
    low: tuple[str, ...] = ()


@dataclass(frozen=True)
class DataSets:
    """All data sets of a comparison, by what they are.

    ``chance`` names the sets of scores on which methods are compared that draw at random. ``tables`` holds 2x2 tables
    (a, b, c, d), each read in three ways: a test's result by truth (tp, fp, fn, tn), pairs
    of results (both, first only, second only, neither), and two groups (a of a + b, c of c + d).
    """

    scores: tuple[Scores, ...] = ()
    chance: tuple[str, ...] = ()
    tables: dict[str, tuple[int, int, int, int]] = field(default_factory=dict)
    squares: dict[str, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    families: dict[str, tuple[float, ...]] = field(default_factory=dict)
    probabilities: tuple[Scores, ...] = ()
    ratings: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = field(default_factory=dict)
    classes: dict[str, tuple[tuple[str, ...], dict[str, tuple[float, ...]]]] = field(default_factory=dict)

    def write(self, directory: Path) -> None:
        """Write one CSV file per kind of data set into a directory."""
        _write(directory / "scores.csv", ("set", "test", "low", "truth", "score"), _score_rows(self.scores))
        _write(
            directory / "tables.csv",
            ("set", "a", "b", "c", "d"),
            ((name, *cells) for name, cells in self.tables.items()),
        )
        _write(
            directory / "squares.csv",
            ("set", "row", "column", "count"),
            (
                (name, i + 1, j + 1, count)
                for name, rows in self.squares.items()
                for i, row in enumerate(rows)
                for j, count in enumerate(row)
            ),
        )
        _write(
            directory / "families.csv",
            ("set", "pvalue"),
            ((name, p.hex()) for name, values in self.families.items() for p in values),
        )
        _write(
            directory / "probabilities.csv", ("set", "test", "low", "truth", "score"), _score_rows(self.probabilities)
        )
        _write(
            directory / "ratings.csv",
            ("set", "rating", "controls", "cases"),
            (
                (name, i + 1, x, y)
                for name, (controls, cases) in self.ratings.items()
                for i, (x, y) in enumerate(zip(controls, cases, strict=True))
            ),
        )
        _write(
            directory / "classes.csv",
            ("set", "truth", *CLASSES),
            (
                (name, one, *(scores[label][i].hex() for label in CLASSES))
                for name, (truth, scores) in self.classes.items()
                for i, one in enumerate(truth)
            ),
        )
        _write(directory / "chance.csv", ("set",), ((name,) for name in self.chance))


def all_sets() -> DataSets:
    """Return every data set, in a fixed order."""
    return DataSets(
        scores=(*_made_scores(), _ovarian(), _made_study()),
        chance=BY_CHANCE,
        tables=dict(_tables()),
        squares=dict(_squares()),
        families=dict(_families()),
        probabilities=tuple(_probabilities()),
        ratings=dict(_ratings()),
        classes=dict(_classes()),
    )


def small_sets() -> DataSets:
    """Return a few of each kind and none for chance, for a comparison that takes seconds."""
    everything = all_sets()
    few = ("ratings", "near-duplicates", "separation", "reversed", "ovarian")
    return DataSets(
        scores=tuple(one for one in everything.scores if one.name in few),
        tables=dict(list(everything.tables.items())[:8]),
        squares=dict(list(everything.squares.items())[:2]),
        families=dict(list(everything.families.items())[:2]),
        probabilities=everything.probabilities[:1],
        ratings=dict(list(everything.ratings.items())[:2]),
        classes=dict(list(everything.classes.items())[:1]),
    )


def _made_scores() -> Iterable[Scores]:
    rng = np.random.default_rng(SEED)
    yield _binormal("continuous", rng, 40, 30)
    yield _binormal("continuous-large", rng, 200, 300, tests=2)
    yield _binormal("few-cases", rng, 5, 300, tests=2)
    yield _binormal("few-controls", rng, 300, 5, tests=2)
    yield _binormal("ratings", rng, 40, 60, round_to=_in_five)
    yield _binormal("rounded", rng, 80, 70, round_to=lambda x: np.round(x, 1))
    # Neighbours differ by a trillionth; scores near one, and near a million, where floats are that much coarser.
    yield _binormal("near-duplicates", rng, 30, 30, tests=2, round_to=lambda x: 1 + np.round(3 * x) * 1e-12)
    yield _binormal("near-duplicates-far", rng, 30, 30, tests=2, round_to=lambda x: 1e6 + np.round(3 * x) * 1e-9)
    yield _binormal("neighbouring-floats", rng, 25, 25, tests=2, round_to=lambda x: 1 + np.round(2 * x) * 2.0**-52)
    yield _binormal("huge", rng, 25, 35, tests=2, round_to=lambda x: x * 1e300)
    yield _binormal("tiny-numbers", rng, 25, 35, tests=2, round_to=lambda x: x * 1e-305)
    yield _turned(_binormal("reversed", rng, 35, 25))
    yield _binormal("below-chance", rng, 30, 30, shift=-0.8)
    yield _binormal("nearly-separated", rng, 25, 45, shift=4.0)
    yield Scores("separation", (1,) * 6 + (0,) * 8, {"A": tuple(map(float, range(14, 0, -1)))})
    yield Scores("separation-reversed", (1,) * 6 + (0,) * 8, {"A": tuple(map(float, range(14)))})
    yield Scores("controls-tied", (1,) * 5 + (0,) * 6, {"A": (1.0, 2.0, 3.0, 4.0, 2.0) + (2.0,) * 6})
    yield Scores("cases-tied", (1,) * 5 + (0,) * 6, {"A": (2.0,) * 5 + (1.0, 2.0, 3.0, 1.0, 2.0, 0.0)})
    yield Scores("all-tied", (1,) * 5 + (0,) * 5, {"A": (1.0,) * 10})
    yield Scores("two-and-two", (1, 1, 0, 0), {"A": (3.0, 1.0, 2.0, 0.0), "B": (1.0, 3.0, 2.0, 1.5)})
    yield Scores("two-and-three", (1, 1, 0, 0, 0), {"A": (3.0, 1.0, 1.0, 0.0, 2.0), "B": (4.0, 2.0, 3.0, 1.0, 0.0)})
    yield Scores("one-case", (1, 0, 0, 0, 0), {"A": (3.0, 1.0, 4.0, 2.0, 0.0)})
    yield Scores("one-control", (1, 1, 1, 1, 0), {"A": (3.0, 1.0, 4.0, 2.0, 2.5)})
    for i in range(10):
        m, n = (int(rng.integers(3, 60)) for _ in range(2))
        grid = float(rng.choice([0.1, 0.5, 1.0]))
        yield _binormal(f"random-{i + 1}", rng, m, n, tests=2, round_to=lambda x, grid=grid: np.round(x / grid) * grid)


def _binormal(
    name: str,
    rng: np.random.Generator,
    m: int,
    n: int,
    *,
    tests: int = 3,
    shift: float = 1.0,
    round_to=lambda x: x,
) -> Scores:
    """Draw correlated normal scores, rows of cases and controls mixed."""
    truth = rng.permutation([1] * m + [0] * n)
    common = rng.standard_normal(m + n)
    columns = {}
    for j in range(tests):
        own = rng.standard_normal(m + n)
        scores = shift * (1 - 0.3 * j) * truth + np.sqrt(0.6) * common + np.sqrt(0.4) * own
        columns["ABC"[j]] = tuple(float(x) for x in round_to(scores))
    return Scores(name, tuple(int(t) for t in truth), columns)


def _in_five(scores: np.ndarray) -> np.ndarray:
    return 1.0 + np.digitize(scores, [-0.8, 0.0, 0.8, 1.6])


def _turned(one: Scores) -> Scores:
    return Scores(one.name, one.truth, {k: tuple(-x for x in v) for k, v in one.columns.items()}, tuple(one.columns))


def _ovarian() -> Scores:
    rows = _read(VALIDATION / "data" / "ovarian.csv")
    columns = {name: tuple(float(row[name]) for row in rows) for name in ("alb", "tp", "totscore")}
    return Scores("ovarian", tuple(int(row["popind"]) for row in rows), columns, ("totscore",))


def _made_study() -> Scores:
    """Take the records of the made study with both scores and a reference result."""
    rows = [
        row
        for row in _read(VALIDATION / "made_study" / "study.csv")
        if row["REFRES"] in ("Present", "Absent") and _is_number(row["AVAL_A"]) and _is_number(row["AVAL_B"])
    ]
    truth = tuple(int(row["REFRES"] == "Present") for row in rows)
    columns = {name: tuple(float(row[name]) for row in rows) for name in ("AVAL_A", "AVAL_B")}
    return Scores("made-study", truth, columns)


def _tables() -> Iterable[tuple[str, tuple[int, int, int, int]]]:
    fixed = [
        *((26, 14, 15, 58), (8, 0, 0, 9), (7, 3, 0, 12), (5, 0, 4, 11), (0, 3, 6, 20), (9, 9, 0, 0)),
        *((1, 0, 0, 1), (3, 1, 1, 3), (0, 5, 0, 7), (12, 5, 1, 30), (1, 11, 3, 400), (900, 80, 100, 4000)),
    ]
    for i, cells in enumerate(fixed):
        yield f"table-{i + 1}", cells
    rng = np.random.default_rng(SEED + 1)
    for i in range(20):
        most = int(rng.choice([6, 30, 200]))
        a, b, c, d = (int(x) for x in rng.integers(0, most, 4))
        yield f"table-{len(fixed) + i + 1}", (a + 1, b, c, d + 1)


def _squares() -> Iterable[tuple[str, tuple[tuple[int, ...], ...]]]:
    rng = np.random.default_rng(SEED + 2)
    yield "square-1", ((20, 5), (3, 22))
    for i, size in enumerate((2, 2, 3, 3, 4, 5)):
        cells = rng.integers(0, 15, (size, size)) + 10 * np.eye(size, dtype=int)
        yield f"square-{i + 2}", tuple(tuple(int(x) for x in row) for row in cells)


def _families() -> Iterable[tuple[str, tuple[float, ...]]]:
    rng = np.random.default_rng(SEED + 3)
    yield "family-1", (0.01, 0.02, 0.03, 0.04, 0.05)
    yield "family-2", (0.02, 0.02, 0.02, 1.0)
    for i, size in enumerate((1, 2, 3, 8, 20, 50)):
        yield f"family-{i + 3}", tuple(float(p) for p in rng.beta(0.4, 1.5, size))


def _probabilities() -> Iterable[Scores]:
    rng = np.random.default_rng(SEED + 4)
    for i, (n, slope, start) in enumerate([(60, 1.0, 0.0), (200, 0.6, 0.4), (500, 1.5, -1.0), (40, 0.8, 0.2)]):
        link = rng.normal(0, 1.2, n)
        p = 1 / (1 + np.exp(-link))
        truth = (rng.random(n) < 1 / (1 + np.exp(-(start + slope * link)))).astype(int)
        if i == 3:
            p = np.round(p, 1).clip(0.1, 0.9)
        yield Scores(f"probabilities-{i + 1}", tuple(map(int, truth)), {"p": tuple(map(float, p))})


def _ratings() -> Iterable[tuple[str, tuple[tuple[int, ...], tuple[int, ...]]]]:
    yield "dorfman-alf", ((174, 172, 104, 92, 41, 8), (46, 57, 66, 101, 154, 173))
    yield "five-ratings", ((30, 19, 8, 2, 1), (5, 6, 5, 12, 22))
    rng = np.random.default_rng(SEED + 5)
    for i in range(4):
        controls = rng.multinomial(int(rng.integers(40, 200)), [0.4, 0.25, 0.15, 0.12, 0.08])
        cases = rng.multinomial(int(rng.integers(40, 200)), [0.08, 0.12, 0.15, 0.25, 0.4])
        yield f"ratings-{i + 1}", (tuple(map(int, controls)), tuple(map(int, cases)))


def _classes() -> Iterable[tuple[str, tuple[tuple[str, ...], dict[str, tuple[float, ...]]]]]:
    rng = np.random.default_rng(SEED + 6)
    for i, n in enumerate((30, 90)):
        truth = tuple(CLASSES[int(x)] for x in rng.permutation(np.arange(n) % 3))
        raw = rng.random((n, 3)) + 0.5 * np.array([[t == label for label in CLASSES] for t in truth])
        shares = np.round(raw / raw.sum(axis=1, keepdims=True), 3 if i else 1)
        yield f"classes-{i + 1}", (truth, {label: tuple(map(float, shares[:, j])) for j, label in enumerate(CLASSES)})


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdigit()


def _read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _score_rows(sets: Iterable[Scores]) -> Iterable[Sequence[object]]:
    for one in sets:
        for test, scores in one.columns.items():
            for truth, score in zip(one.truth, scores, strict=True):
                yield one.name, test, int(test in one.low), truth, score.hex()


def _write(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)
