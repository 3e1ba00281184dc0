"""How time and memory are measured: in rotating order, in one process, and memory in a process of its own."""

from __future__ import annotations

import gc
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata, util
from pathlib import Path

HERE = Path(__file__).parent
ROUNDS = 5
_SHORTEST = 0.02
_MOST_CALLS = 1000


@dataclass(frozen=True)
class Times:
    """Seconds of one call, a value per round."""

    cpu: tuple[float, ...]
    wall: tuple[float, ...]

    def scaled(self, factor: float) -> Times:
        """Return what it would have taken, had so many times more been done."""
        return Times(tuple(t * factor for t in self.cpu), tuple(t * factor for t in self.wall))

    def cells(self) -> list[str]:
        """Write minimum and median of CPU and of wall time."""
        return [duration(f(t)) for t in (self.cpu, self.wall) for f in (min, statistics.median)]


def rotated(calls: Mapping[str, Callable[[], object]], rounds: int = ROUNDS) -> dict[str, Times]:
    """Time several calls, each first in some rounds; short calls are repeated until a clock can see them."""
    names = list(calls)
    repeats = {name: _repeats(calls[name]) for name in names}
    cpu: dict[str, list[float]] = {name: [] for name in names}
    wall: dict[str, list[float]] = {name: [] for name in names}
    for i in range(rounds):
        start = i % len(names)
        for name in names[start:] + names[:start]:
            call, times = calls[name], repeats[name]
            gc.collect()
            wall_start, cpu_start = time.perf_counter(), time.process_time()
            for _ in range(times):
                call()
            cpu[name].append((time.process_time() - cpu_start) / times)
            wall[name].append((time.perf_counter() - wall_start) / times)
    return {name: Times(tuple(cpu[name]), tuple(wall[name])) for name in names}


def _repeats(call: Callable[[], object]) -> int:
    """Say how often a call has to be made; the first one, which may import and compile, does not count."""
    call()
    start = time.perf_counter()
    call()
    taken = max(time.perf_counter() - start, 1e-7)
    return min(max(round(_SHORTEST / taken), 1), _MOST_CALLS)


def ratio(ours: Times, theirs: Times) -> str:
    """Write how many times longer theirs takes, minimum over minimum of CPU time."""
    return _three(min(theirs.cpu) / min(ours.cpu))


def cpu_in_a_process(statement: str, rounds: int = ROUNDS) -> Times:
    """Time a statement in fresh interpreters, from the end of their own start on."""
    script = (
        "import time\n"
        "w, c = time.perf_counter(), time.process_time()\n"
        f"{statement}\n"
        "print(time.process_time() - c, time.perf_counter() - w)\n"
    )
    taken = [tuple(map(float, _child("-c", script).split())) for _ in range(rounds)]
    return Times(tuple(t[0] for t in taken), tuple(t[1] for t in taken))


def extra_memory(who: str, data: Path) -> float:
    """Return the megabytes by which one call raises the peak of a fresh process that holds the data already."""
    return float(_child(str(HERE / "one_call.py"), who, str(data)))


def _child(*arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(HERE.parent)}
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        raise SystemExit(f"a measuring process failed:\n{done.stderr}")
    return done.stdout


def installed(name: str) -> bool:
    """Say whether a package is there."""
    return util.find_spec(name) is not None


def machine() -> str:
    """Describe the machine by what bears on speed."""
    packages = [name for name in ("numpy", "scipy", "pandas", "scikit-learn") if _version(name)]
    versions = ", ".join(f"{name} {_version(name)}" for name in packages)
    return f"{os.cpu_count()} CPUs ({platform.machine()}), one thread; Python {platform.python_version()}, {versions}"


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def duration(seconds: float) -> str:
    """Write a time in the unit that suits it, with three significant digits."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{_three(seconds / size)} {unit}"
    return f"{_three(seconds / 1e-6)} µs" if seconds >= 1e-6 else f"{_three(seconds / 1e-9)} ns"


def _three(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def table(headers: Sequence[str], rows: Sequence[Sequence[str]], *, words: int = 1) -> str:
    """Write a Markdown table, the first columns of words to the left and the numbers to the right."""
    lines = [list(headers), *(list(row) for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(headers))]
    rule = [f":{'-' * (w - 1)}" if i < words else f"{'-' * (w - 1)}:" for i, w in enumerate(widths)]
    padded = [
        [f"{cell:{'<' if i < words else '>'}{widths[i]}}" for i, cell in enumerate(line)]
        for line in [lines[0], rule, *lines[1:]]
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in padded)
