"""What the README says of the simulation study: its tables and findings, made from the CSV files.

    python validation/simulation/readme_tables.py

Each stands between two comments that name it; what lies between them is replaced.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from findings import of_areas, of_comparisons, of_differences, of_proportions, table
from plots import AREAS, PAIRED_WORDS, SIZES, UNPAIRED_WORDS, name_of

README = Path(__file__).parents[1] / "README.md"
GOOD = 0.93
_SMALLER = (5, 10, 20, 50, 200)
_COMPARED = (("10", "10"), ("20", "50"), ("50", "50"), ("200", "200"))


def markdown(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """Write a Markdown table."""
    rows = [head, ["---"] * len(head), *lines]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def auc_methods(low: float, high: float) -> str:
    """Write mean and lowest coverage of every method by the smaller group, for true areas between two values."""
    rows = [row for row in table("auc_intervals") if low <= float(row["auc"]) <= high]
    lines = []
    for word in dict.fromkeys(row["method"] for row in rows):
        line = [name_of(word)]
        for size in _SMALLER:
            here = [
                float(row["coverage"])
                for row in rows
                if row["method"] == word and min(int(row["cases"]), int(row["controls"])) == size
            ]
            line.append(f"{sum(here) / len(here):.3f} ({min(here):.3f})" if here else "–")
        lines.append(line)
    order = ("DeLong", "Bamber", "Hanley", "Newcombe", "Bootstrap")
    lines.sort(key=lambda one: next(place for place, start in enumerate(order) if one[0].startswith(start)))
    return markdown(["smaller group", *map(str, _SMALLER)], lines)


def auc_delong() -> str:
    """Write the lowest coverage of DeLong's interval by sizes and area, and up to where it is good."""
    lines = []
    for m, n in SIZES:
        line, good, ended = [f"{m} + {n}"], "none", False
        for auc in AREAS:
            lowest, missing = _delong(m, n, auc)
            line.append(f"{lowest:.3f}" + (f" ({100 * missing:.0f} %)" if missing >= 0.005 else ""))
            ended = ended or lowest < GOOD
            good = good if ended else auc
        lines.append([*line, good])
    return markdown(["cases + controls", *AREAS, f"at least {GOOD} up to"], lines)


def _delong(m: int, n: int, auc: str) -> tuple[float, float]:
    """Return DeLong's lowest coverage over the kinds of scores, and the largest share that is not estimable."""
    here = [
        row
        for row in table("auc_intervals")
        if (row["cases"], row["controls"], row["auc"], row["method"]) == (str(m), str(n), auc, "delong")
    ]
    return min(float(row["coverage"]) for row in here), max(float(row["not_estimable"]) for row in here)


def comparison_sizes() -> str:
    """Write the lowest and highest share of false rejections of every comparison, by size."""
    rows = [row for row in table("comparisons") if row["auc_1"] == row["auc_2"]]
    lines = []
    for design, words in (("paired", PAIRED_WORDS), ("unpaired", UNPAIRED_WORDS)):
        for word in words:
            own = [row for row in rows if (row["design"], row["method"]) == (design, word)]
            line = [name_of(word), design]
            for size in _COMPARED:
                here = [
                    row for row in own if (row["cases"], row["controls"]) == size and "crossing" not in row["scores"]
                ]
                line.append(_span(float(row["rejected"]) for row in here))
            line.append(
                _span(float(row["rejected"]) for row in own if "crossing" in row["scores"] and row["cases"] == "50")
            )
            line.append(f"{100 * max(float(row['not_estimable']) for row in own):.0f} %" if own else "–")
            lines.append(line)
    head = [
        "method",
        "design",
        *(" + ".join(size) for size in _COMPARED),
        "curves cross, 50 + 50",
        "not estimable, up to",
    ]
    return markdown(head, lines)


def _span(values: Iterable[float]) -> str:
    held = sorted(values)
    if not held:
        return "–"
    low, high = f"{held[0]:.3f}", f"{held[-1]:.3f}"
    return low if low == high else f"{low} to {high}"


def comparison_power() -> str:
    """Write the power of every comparison of an AUC of 0.8 with one of 0.9, normal scores."""
    rows = [
        row for row in table("comparisons") if (row["auc_1"], row["auc_2"], row["scores"]) == ("0.8", "0.9", "binormal")
    ]
    worlds = [
        (design, r) for design, r in (("paired", "0.0"), ("paired", "0.5"), ("paired", "0.9"), ("unpaired", "0.0"))
    ]
    words = list(dict.fromkeys((*PAIRED_WORDS, *UNPAIRED_WORDS)))
    lines = []
    for word in words:
        line = [name_of(word)]
        for size in _COMPARED[1:3]:
            for world in worlds:
                here = [
                    row
                    for row in rows
                    if (row["design"], row["correlation"]) == world
                    and (row["cases"], row["controls"]) == size
                    and row["method"] == word
                ]
                line.append(f"{float(here[0]['rejected']):.3f}" if here else "–")
        lines.append(line)
    heads = [
        f"{' + '.join(size)}, {f'r = {float(r):g}' if design == 'paired' else design}"
        for size in _COMPARED[1:3]
        for design, r in worlds
    ]
    return markdown(["method", *heads], lines)


def proportions() -> str:
    """Write mean and lowest exact coverage of intervals of a proportion, by size."""
    rows = [row for row in table("proportion_intervals_summary") if (row["from_p"], row["to_p"]) == ("0.500", "0.999")]
    sizes = ("10", "20", "50", "200")
    lines = []
    for word in dict.fromkeys(row["method"] for row in rows):
        own = {row["n"]: row for row in rows if row["method"] == word}
        line = [f"{float(own[n]['mean_coverage']):.3f} ({float(own[n]['lowest_coverage']):.3f})" for n in sizes]
        lines.append([name_of(word), *line, *(f"{float(own[n]['mean_width']):.3f}" for n in ("20", "200"))])
    return markdown(["method", *(f"n = {n}" for n in sizes), "mean width, n = 20", "n = 200"], lines)


def differences(design: str) -> str:
    """Write mean and lowest exact coverage, and largest size, of methods for a difference of proportions."""
    rows = [row for row in table("proportion_differences_summary") if row["design"] == design]
    sizes = list(dict.fromkeys((row["n_1"], row["n_2"]) for row in rows))
    lines = []
    for word in dict.fromkeys(row["method"] for row in rows):
        own = {(row["n_1"], row["n_2"]): row for row in rows if row["method"] == word}
        line = [name_of(word)]
        for size in sizes:
            row = own[size]
            covered = (
                row["mean_coverage"] and f"{float(row['mean_coverage']):.3f} ({float(row['lowest_coverage']):.3f})"
            )
            level = row["largest_size"] and f"size {float(row['largest_size']):.3f}"
            line.append("; ".join(part for part in (covered, level) if part))
        lines.append(line)
    heads = [f"{n} pairs" if design == "paired" else f"{n}, {m}" for n, m in sizes]
    return markdown(["method", *heads], lines)


def blocks() -> dict[str, Callable[[], str]]:
    """Name every block with what writes it."""
    return {
        "auc-findings": of_areas,
        "auc-delong": auc_delong,
        "auc-methods": lambda: auc_methods(0.5, 0.9),
        "auc-methods-near-1": lambda: auc_methods(0.95, 0.99),
        "comparison-findings": of_comparisons,
        "comparison-sizes": comparison_sizes,
        "comparison-power": comparison_power,
        "proportion-findings": of_proportions,
        "proportions": proportions,
        "difference-findings": of_differences,
        "differences-paired": lambda: differences("paired"),
        "differences-independent": lambda: differences("independent"),
    }


def filled(text: str) -> str:
    """Return a page with every block as the tables have it now."""
    for name, write in blocks().items():
        pattern = rf"(<!-- simulation: {re.escape(name)} -->\n).*?(<!-- end -->)"
        written = write()
        text, count = re.subn(pattern, lambda m, w=written: f"{m[1]}{w}\n{m[2]}", text, flags=re.DOTALL)  # type: ignore[misc]
        if count != 1:
            raise ValueError(f"{README.name} holds the block {name} {count} times; it must hold it once.")
    return text


def main() -> None:
    """Fill the README."""
    README.write_text(filled(README.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
