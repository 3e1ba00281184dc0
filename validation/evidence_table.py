"""Write the table of evidence in the kit's README: which function and method rests on what.

    python validation/evidence_table.py            # writes the table
    python validation/evidence_table.py --check    # exit code 1 if the table is not that of the cases

It counts what the cases state; nothing is computed, and reference data need not be at hand.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import rocstats
from rocstats.qualification.coverage import outside_figures
from rocstats.qualification.requirements import REGISTERS, load_requirements
from rocstats.qualification.statements import statements

README = Path(__file__).resolve().parent / "README.md"
# Floors whose functions give numbers.
FLOORS = ("rocstats.empirical.", "rocstats.inference.", "rocstats.methods.", "rocstats.parametric.")
START, END = "<!-- evidence -->\n", "<!-- end of evidence -->"
KINDS = ("by hand", "recomputed", "published", "recalled", "program", "derived")
HEAD = "| function or method | by hand | recomputed | published | recalled | programs | own route | outside origins |"


def table() -> str:
    """Return the table as Markdown."""
    values = statements()
    names = {name for one in load_requirements() for name in one.functions}
    asked = {name for value in values for name in value.function}
    words = sorted(name for name in names if name in asked or name.split(":")[0] in REGISTERS)
    # Functions first, then the words of each register.
    words.sort(key=lambda name: name.split(":")[0] if ":" in name else "")
    lines = [HEAD, "|---" * 8 + "|"]
    for name in words:
        of_name = [value for value in values if name in value.function]
        kinds = Counter(value.evidence.split(",")[0] for value in of_name)
        origins = sorted({_short(value.origin) for value in outside_figures(of_name)})
        cells = (str(kinds[kind] or "–") for kind in KINDS)
        lines.append(f"| `{name}` | {' | '.join(cells)} | {', '.join(origins) or 'none'} |")
    given = {name for name in rocstats.__all__ if getattr(getattr(rocstats, name), "__module__", "").startswith(FLOORS)}
    without = sorted(name for name in given & names - asked if name.islower())
    listed = ", ".join(f"`{name}`" for name in without)
    return "\n".join(lines) + f"\n\nFunctions of which no case states a number by their own name: {listed}.\n"


def _short(origin: str) -> str:
    """Name a source by its authors and what follows up to the first stop; a program is its own name."""
    return origin.split(". ")[0].split(";")[0].replace("|", "/")


def written() -> str:
    """Return the README with the table of the cases as they are."""
    text = README.read_text(encoding="utf-8")
    before, rest = text.split(START)
    return before + START + table() + END + rest.split(END, 1)[1]


def main(arguments: list[str]) -> int:
    """Write the table, or compare."""
    if "--check" in arguments:
        return int(README.read_text(encoding="utf-8") != written())
    README.write_text(written(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
