"""Compare rocstats with R's pROC, epiR, stats and other packages on seeded and real data sets.

    python validation/other_programs/compare.py                  # all data sets; writes the table here
    python validation/other_programs/compare.py --small -o DIR   # a few of each kind, in seconds

Needs Rscript with the packages pROC and epiR; on Debian: apt install r-base-core r-cran-proc r-cran-epir. Other
packages (coin, Epi, OptimalCutpoints, ordinal, rms, vcd) are used where they are installed. Exit code 0 if every value
agrees or differs as known, 1 if a difference is unexplained, 2 if the programs are not there.
"""

from __future__ import annotations

import argparse
import csv
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE)]

import areas  # noqa: E402 - rooms beside this script
import models  # noqa: E402
import points  # noqa: E402
import ranks  # noqa: E402
import tables  # noqa: E402
from agreement import Line, as_csv, as_markdown, compared, verdict  # noqa: E402
from data_sets import DataSets, all_sets, small_sets  # noqa: E402
from quantity import Answers  # noqa: E402

import rocstats  # noqa: E402

ROOMS = (areas, points, ranks, tables, models)
INSTALL = "On Debian or Ubuntu: apt install r-base-core r-cran-proc r-cran-epir"


class NotThereError(Exception):
    """R, or a package that the comparison cannot do without, is not installed."""


def main(arguments: list[str] | None = None) -> int:
    """Run the comparison, write its table and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    few = "a few data sets of each kind, and pROC, epiR and stats only"
    parser.add_argument("--small", action="store_true", help=few)
    parser.add_argument("-o", "--output", type=Path, default=HERE, metavar="DIR", help="where to write the table")
    parser.add_argument("--rscript", default="Rscript", help="the program Rscript")
    options = parser.parse_args(arguments)
    data = small_sets() if options.small else all_sets()
    try:
        theirs, versions = ask_r(options.rscript, data, few=options.small)
    except NotThereError as problem:
        print(problem, file=sys.stderr)
        return 2
    ours: Answers = {key: value for room in ROOMS for key, value in room.recompute(data)}
    quantities = [quantity for room in ROOMS for quantity in room.QUANTITIES]
    lines, left_out = compared(quantities, ours, theirs, data)
    versions = {**versions, "rocstats": rocstats.__version__}
    options.output.mkdir(parents=True, exist_ok=True)
    as_csv(lines, versions, options.output / "agreement.csv")
    (options.output / "agreement.md").write_text(as_markdown(lines, versions), encoding="utf-8")
    print_lines(lines)
    if left_out:
        packages = sorted({one.program for one in left_out})
        print(f"\nLeft out, not asked for or not installed: {', '.join(packages)}.")
    print(f"\n{verdict(lines)}")
    return 1 if any(line.unexplained for line in lines) else 0


def ask_r(rscript: str, data: DataSets, *, few: bool = False) -> tuple[Answers, dict[str, str]]:
    """Return what the R programs give, and their versions; ``few`` leaves out all packages but pROC and epiR."""
    if shutil.which(rscript) is None:
        raise NotThereError(f"{rscript} was not found, so there is nothing to compare with. {INSTALL}")
    settings = {**os.environ, "TZ": "UTC"}
    asked = [rscript, "-e", 'cat(setdiff(c("pROC", "epiR"), rownames(installed.packages())))']
    if missing := subprocess.run(asked, env=settings, capture_output=True, text=True, check=False).stdout.split():
        raise NotThereError(f"R has no package {' and no '.join(missing)}. {INSTALL}")
    with tempfile.TemporaryDirectory() as folder:
        data.write(Path(folder))
        script = [rscript, "--vanilla", str(HERE / "programs.R"), folder, *(["few"] if few else [])]
        found = subprocess.run(script, env=settings, capture_output=True, text=True, encoding="utf-8", check=False)
    if found.returncode:
        raise RuntimeError(f"programs.R stopped: {found.stderr}")
    return read(found.stdout)


def read(text: str) -> tuple[Answers, dict[str, str]]:
    """Read the answer of programs.R: versions in lines that begin with #, and one value a line."""
    lines = text.splitlines()
    versions = dict(line[2:].rsplit(" ", 1) for line in lines if line.startswith("# "))
    answers: Answers = {}
    for quantity, name, item, value in csv.reader(line for line in lines if not line.startswith("# ")):
        answers[quantity, name, item] = None if value in ("NA", "NaN") else float(value)
    return answers, versions


def print_lines(lines: list[Line]) -> None:
    """Print the table of agreement, and every difference that nothing explains."""
    print(f"{'quantity':<42} {'program':<17} {'values':>7} {'relative':>9} {'LRE':>5} {'known':>6} {'unexplained':>12}")
    for line in lines:
        print(
            f"{line.quantity.name:<42} {line.quantity.program:<17} {line.values:>7} {line.largest_relative:>9.1e} "
            f"{line.lowest_lre:>5.1f} {line.known.total():>6} {len(line.unexplained):>12}"
        )
    for line in lines:
        for (quantity, name, item), ours, theirs in line.unexplained:
            print(f"unexplained: {quantity}, {name}, {item}: rocstats {ours}, {line.quantity.program} {theirs}")


if __name__ == "__main__":
    raise SystemExit(main())
