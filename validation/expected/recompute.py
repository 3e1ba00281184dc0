"""Write the recomputed cases, or check that they are what the scripts give.

    python validation/expected/recompute.py            # writes validation/cases/recomputed-*.toml
    python validation/expected/recompute.py --check    # exit code 1 if one differs

It needs mpmath, and takes about a minute, most of it for two curves fitted together.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import areas
import binormal
import bivariate
import proportions
from written_case import CASES

TEXTS: dict[str, Callable[[], str]] = {
    "areas": areas.text,
    "binormal": binormal.text,
    "bivariate": bivariate.text,
    "proportions": proportions.text,
}


def main(arguments: list[str]) -> int:
    """Write the cases, or compare them with the scripts."""
    differ = []
    for name, text in TEXTS.items():
        path = CASES / f"recomputed-{name}.toml"
        if "--check" not in arguments:
            path.write_text(text(), encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text():
            differ.append(path.name)
    for name in differ:
        print(f"{name} is not what its script gives")
    return int(bool(differ))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
