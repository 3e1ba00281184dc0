"""The memory of one call: print by how many megabytes it raises the peak of this process."""

from __future__ import annotations

import gc
import resource
import sys
from pathlib import Path

import numpy as np
from jobs import CALLS, Setting


def peak() -> float:
    """Return the peak of this process in megabytes."""
    status = Path("/proc/self/status")
    if status.exists():
        # On Linux ru_maxrss also remembers the process that started this one; VmHWM does not.
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) / 1024
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size / (1024**2 if sys.platform == "darwin" else 1024)


def main() -> None:
    """Load the data, make a small call so that everything is imported, and then the one that counts."""
    who, path = sys.argv[1:]
    call = CALLS[who]
    with np.load(path) as held:
        truth, scores = held["truth"], held["scores"]
    call(*Setting(n=200, k=scores.shape[1]).data())
    gc.collect()
    before = peak()
    call(truth, scores)
    print(peak() - before)


if __name__ == "__main__":
    main()
