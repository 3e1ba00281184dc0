"""The speed of rocstats, beside that of its peers, as Markdown tables: ``python benchmarks/run.py [--quick]``.

It reports and never judges. Absolute figures hold for one machine; ratios within one run travel better.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

for _threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    # These are read when numpy loads, so they have to be set before the imports below.
    os.environ[_threads] = "1"
sys.path.insert(0, str(Path(__file__).parent.parent))

import numpy as np  # noqa: E402 - after the number of threads
from jobs import (  # noqa: E402
    Setting,
    areas_by_scikit_learn,
    ask,
    bootstrap,
    bootstrap_by_scikit_learn,
    bootstrap_by_scipy,
    from_arrays,
    questions,
    sample_of,
)
from measuring import (  # noqa: E402
    Times,
    cpu_in_a_process,
    duration,
    extra_memory,
    installed,
    machine,
    ratio,
    rotated,
    table,
)

REPLICATES = 2000
CLOCKS = ("CPU min", "CPU median", "wall min", "wall median")


def imports(rounds: int) -> str:
    """Time what a program waits for before its first number."""
    statements = {
        "`import numpy`": "import numpy",
        "`import rocstats`": "import rocstats",
        "`import rocstats` and a first AUC with its interval": (
            "import rocstats; rocstats.auc(rocstats.Sample.from_groups(cases=[3, 2, 4], controls=[1, 2, 0]))"
        ),
        "`import rocstats.cli`": "import rocstats.cli",
    }
    rows = [[name, *cpu_in_a_process(statement, rounds).cells()] for name, statement in statements.items()]
    return table(["statement", *CLOCKS], rows)


def areas(settings: Sequence[Setting], rounds: int) -> Iterator[str]:
    """Time areas with DeLong intervals, from arrays and from a sample, beside the areas alone."""
    peer = installed("sklearn")
    rows, largest = [], 0.0
    for setting in settings:
        truth, scores = setting.data()
        sample = sample_of(truth, scores)
        calls: dict[str, Callable[[], object]] = {
            "rocstats, from arrays": partial(from_arrays, truth, scores),
            "rocstats, from a sample": partial(ask, sample),
        }
        if peer:
            calls["scikit-learn, areas alone"] = partial(areas_by_scikit_learn, truth, scores)
            largest = max(largest, _difference(sample, areas_by_scikit_learn(truth, scores)))
        rows += list(_rows(setting, rotated(calls, rounds), setting.n * setting.k))
    yield table(["data", "who", *CLOCKS, "per observation", "times ours"], rows, words=2)
    if peer:
        yield f"Largest difference between an area of rocstats and one of scikit-learn: {largest:.1e}."


def _difference(sample: Any, theirs: Sequence[float]) -> float:
    found = ask(sample)
    ours = found.areas if len(theirs) > 1 else [found.estimate]
    return max(abs(float(a) - b) for a, b in zip(ours, theirs, strict=True))


def memory(settings: Sequence[Setting]) -> str:
    """Measure what areas with DeLong intervals need beside the arrays that hold the data."""
    names = ["rocstats", "scikit-learn"] if installed("sklearn") else ["rocstats"]
    rows = []
    with TemporaryDirectory() as folder:
        for setting in settings:
            truth, scores = setting.data()
            path = Path(folder, "data.npz")
            np.savez(path, truth=truth, scores=scores)
            held = (truth.nbytes + scores.nbytes) / 1024**2
            rows.append([setting.text, f"{held:.1f} MB", *(f"{extra_memory(name, path):.1f} MB" for name in names)])
    return table(["data", "size of the arrays", *(f"extra peak, {name}" for name in names)], rows)


def resampling(settings: Sequence[Setting], rounds: int) -> str:
    """Time a bootstrap interval; slow peers draw fewer replicates and are scaled up."""
    rows = []
    for setting in settings:
        truth, scores = setting.data()
        sample = sample_of(truth, scores)
        fewer = {
            "scipy": min(max(2_000_000 // setting.n, 20), REPLICATES),
            "scikit-learn": min(max(200_000 // setting.n, 5), 50),
        }
        calls: dict[str, Callable[[], object]] = {
            f"rocstats, {REPLICATES} replicates": partial(bootstrap, sample, REPLICATES),
            _drawn("scipy.stats.bootstrap", fewer["scipy"]): partial(bootstrap_by_scipy, truth, scores, fewer["scipy"]),
        }
        if installed("sklearn"):
            loop = _drawn("loop over scikit-learn", fewer["scikit-learn"])
            calls[loop] = partial(bootstrap_by_scikit_learn, truth, scores, fewer["scikit-learn"])
        drawn = dict(zip(calls, [REPLICATES, *fewer.values()], strict=False))
        times = {name: t.scaled(REPLICATES / drawn[name]) for name, t in rotated(calls, rounds).items()}
        rows += list(_rows(setting, times, REPLICATES))
    return table(["data", "who", *CLOCKS, "per replicate", "times ours"], rows, words=2)


def asked(settings: Sequence[Setting], rounds: int) -> str:
    """Time other questions about two tests, each beside the area of one of them."""
    rows = []
    for setting in settings:
        calls = questions(sample_of(*setting.data()))
        rows += list(_rows(setting, rotated(calls, rounds), setting.n))
    return table(["data", "question", *CLOCKS, "per observation", "times DeLong's area"], rows, words=2)


def _drawn(name: str, replicates: int) -> str:
    scaled = "" if replicates == REPLICATES else f", scaled to {REPLICATES}"
    return f"{name}, {replicates} replicates{scaled}"


def _rows(setting: Setting, times: dict[str, Times], pieces: int) -> Iterator[list[str]]:
    first = next(iter(times.values()))
    for i, (name, taken) in enumerate(times.items()):
        each = duration(min(taken.cpu) / pieces)
        yield [setting.text if i == 0 else "", name, *taken.cells(), each, ratio(first, taken)]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Report how fast rocstats is, as Markdown tables.")
    parser.add_argument("--quick", action="store_true", help="sizes up to 10,000 only")
    parser.add_argument("--rounds", type=int, default=5, help="rounds in rotating order (default 5)")
    asked_for = parser.parse_args()
    sizes = [200, 1_000, 10_000] if asked_for.quick else [200, 1_000, 10_000, 100_000, 1_000_000]
    kinds = [(levels, prevalence) for levels in (0, 100) for prevalence in (0.5, 0.01)]
    one_test = [Setting(n=n, levels=levels, prevalence=share) for levels, share in kinds for n in sizes]
    several = [Setting(n=n, k=k) for k in (2, 10) for n in sizes]
    drawn = [Setting(n=n, levels=levels) for levels in (0, 100) for n in sizes if n <= 100_000]
    print(f"{machine()}. {asked_for.rounds} rounds in rotating order.\n")
    _section("Import", imports(asked_for.rounds))
    _section("Areas with DeLong intervals, one test", *areas(one_test, asked_for.rounds))
    _section("Areas with their covariance and every comparison, k tests", *areas(several, asked_for.rounds))
    _section("Memory", memory([Setting(n=n, k=k) for k in (1, 2, 10) for n in sizes if n >= 10_000]))
    _section(f"Bootstrap, percentile interval from {REPLICATES} replicates", resampling(drawn, asked_for.rounds))
    pairs = [Setting(n=n, k=2, levels=levels) for levels in (0, 100) for n in sizes if n <= 10_000]
    _section(f"Other questions about two tests, {REPLICATES} resamples where there is chance", asked(pairs, 3))


def _section(title: str, *parts: str) -> None:
    print(f"## {title}\n", *(f"{part}\n" for part in parts), sep="\n", flush=True)


if __name__ == "__main__":
    main()
