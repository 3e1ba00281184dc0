"""Ask every public function hostile questions, by the hundred thousand, in several processes at once.

    python validation/fuzzing/run.py --examples 100000

The properties and the strategies are those of ``tests/test_robust_*.py``, so this runs from a checkout. Examples are
shared out among all public functions and methods; those that draw, fit or run plans take long and get fewer. What
breaks a property is printed with the call that did it; the exit status is 1 then.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import subprocess
import sys
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BATCH = 5
# How many examples a function gets, against one that answers in a millisecond.
SLOW = {
    **dict.fromkeys(("run_plan", "verify_run", "qualify", "validate", "compose_report", "investigate", "write"), 0.04),
    **dict.fromkeys(("compose", "analyse", "render", "render_bytes", "write_figure", "svg", "smooth_curve"), 0.08),
    **dict.fromkeys(("fit_curve", "fit_binormal", "fit_bivariate_binormal", "compare_families", "fitted_band"), 0.15),
    **dict.fromkeys(("MaximumLikelihood.fit", "NormalTheory.fit", "PlacementRegression.fit", "venkatraman"), 0.15),
    **dict.fromkeys(("read_results", "results_difference", "lint_results"), 0.3),
}
# The doors by which files and plans come in get more.
DOORS = dict.fromkeys(
    ("read", "load_plan", "plan_of", "parse_filter", "Sample.from_truth", "Study", "Study.from_long"), 6.0
)


def share(name: str) -> float:
    """Return how many examples a function gets, against the others."""
    if name.startswith("plot_"):
        return 0.08
    return SLOW.get(name, DOORS.get(name, 1.0))


def stand_in_the_checkout() -> None:
    """Let the tests and the package of this checkout be found."""
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT / "tests"), str(ROOT)]


def where(error: BaseException) -> str:
    """Name the line of rocstats from which an error came."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if f"{os.sep}rocstats{os.sep}" in frame.filename] or frames
    return f"{type(error).__name__} in {own[-1].filename.rsplit('rocstats' + os.sep, 1)[-1]}:{own[-1].lineno}"


def ask(name: str, examples: int, seed: int) -> dict[str, object]:
    """Ask one function so many hostile questions; count the answers and keep the shortest call of each fault."""
    import endurance
    import hostile_calls
    import hypothesis
    from hypothesis import HealthCheck, Phase, settings
    from hypothesis import strategies as st

    calls = hostile_calls.catalogue()[name]
    counts: collections.Counter[str] = collections.Counter()
    faults: dict[str, list[object]] = {}
    slowest = 0.0

    @hypothesis.seed(seed)
    @settings(
        max_examples=examples,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @hypothesis.given(st.data())
    def asked(data: st.DataObject) -> None:
        nonlocal slowest
        call = data.draw(calls)
        begun = time.process_time()
        try:
            counts[endurance.endure(call, data.draw)] += 1
        except Exception as error:  # what breaks a property in any way is what is looked for
            if type(error).__module__.startswith("hypothesis"):
                raise
            counts["fault"] += 1
            kept = faults.setdefault(where(error), [0, str(error)[:300], repr(call)])
            kept[0] = int(kept[0]) + 1
            if len(repr(call)) < len(str(kept[2])):
                kept[1:] = [str(error)[:300], repr(call)]
        slowest = max(slowest, time.process_time() - begun)

    try:
        asked()
    except Exception as error:  # noqa: BLE001  # an example that cannot be drawn is told as a fault
        faults[f"no examples: {where(error)}"] = [1, str(error)[:300], ""]
    return {"name": name, "counts": counts, "faults": faults, "slowest": round(slowest, 2)}


def ask_batch(names: list[str], numbers: list[int], seed: int) -> list[dict[str, object]]:
    """Ask a batch of functions in a process of its own; one that ends it is told as a fault."""
    found: list[dict[str, object]] = []
    while len(found) < len(names):
        left = [f"{name}={number}" for name, number in zip(names, numbers, strict=True)][len(found) :]
        command = [sys.executable, __file__, "--seed", str(seed), "--batch", *left]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
        found += [json.loads(line) for line in lines]
        if len(lines) < len(left):
            what = f"the process ended with {done.returncode}"
            faults = {what: [1, done.stderr[-600:], ""]}
            found.append({"name": names[len(found)], "counts": {"fault": 1}, "faults": faults, "slowest": 0.0})
    return found


def table(found: list[dict[str, object]]) -> str:
    """Write what came of it, a line for each function."""
    lines = [f"{'function':<44}{'answered':>9}{'refused':>9}{'wrong type':>11}{'fault':>7}{'slowest s':>10}"]
    kinds = ("answered", "refused", "wrong type", "fault")
    total: collections.Counter[str] = collections.Counter()
    for one in found:
        counts = collections.Counter(one["counts"])  # type: ignore[arg-type]
        total += counts
        cells = "".join(f"{counts[kind]:>{width}}" for kind, width in zip(kinds, (9, 9, 11, 7), strict=True))
        lines.append(f"{one['name']:<44}{cells}{one['slowest']:>10}")
    cells = "".join(f"{total[kind]:>{width}}" for kind, width in zip(kinds, (9, 9, 11, 7), strict=True))
    return "\n".join([*lines, f"{f'{sum(total.values())} examples':<44}{cells}"])


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=100_000, help="in all")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", nargs="*", default=[], help="names of functions, or beginnings of names with *")
    parser.add_argument("--output", type=Path, help="a file of JSON with all counts and faults")
    parser.add_argument("--batch", nargs="*", help=argparse.SUPPRESS)
    options = parser.parse_args()
    stand_in_the_checkout()
    if options.batch is not None:
        for one in options.batch:
            name, _, number = one.rpartition("=")
            print(json.dumps(ask(name, int(number), options.seed)), flush=True)
        return 0
    import hostile_calls

    names = sorted(hostile_calls.catalogue())
    if options.only:
        begins = tuple(one.removesuffix("*") for one in options.only if one.endswith("*"))
        names = [name for name in names if name in options.only or (begins and name.startswith(begins))]
    unit = options.examples / sum(map(share, names))
    numbers = [max(1, round(unit * share(name))) for name in names]
    # neighbours in the alphabet take equally long, so batches are dealt out like cards
    hands = max(options.workers, -(-len(names) // BATCH))
    batches = [(names[i::hands], numbers[i::hands]) for i in range(hands)]
    found: list[dict[str, object]] = []
    with ThreadPoolExecutor(options.workers) as pool:
        for done in pool.map(lambda batch: ask_batch(*batch, options.seed), batches):
            found += done
            for one in done:
                for place, (times, said, call) in one["faults"].items():  # type: ignore[attr-defined]
                    print(f"FAULT {one['name']}: {place}, {times} times: {said}\n    {call[:1000]}", flush=True)
    found.sort(key=lambda one: str(one["name"]))
    print(table(found))
    if silent := [str(one["name"]) for one in found if not collections.Counter(one["counts"])["answered"]]:  # type: ignore[arg-type]
        print(f"never answered, so that no answer was looked at: {', '.join(silent)}")
    if options.output:
        options.output.write_text(json.dumps(found, indent=1), encoding="utf-8")
    return int(any(one["faults"] for one in found))


if __name__ == "__main__":
    raise SystemExit(main())
