"""Figures of the simulation study, drawn from its tables.

    python validation/simulation/plots.py

The same tables give the same bytes. Nothing is computed here but means, lows and highs of what the tables state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from panels import NOMINAL, Look, Panels, faint_grid, nominal_line, tick_texts
from tables import Row, read_table

from rocstats.document.figure_style import MUTED, NAVY, RUST, style, svg
from rocstats.methods import FOR_PROPORTIONS, REGISTER

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Floats = NDArray[np.float64]
HERE = Path(__file__).parent
FIGURES = HERE / "figures"
SIZES = ((5, 5), (10, 20), (20, 50), (50, 50), (200, 200))
AREAS = ("0.5", "0.7", "0.8", "0.9", "0.95", "0.99")
KINDS = {
    "binormal": "normal scores",
    "binormal-unequal": "normal, unequal spreads",
    "exponential": "exponential scores",
    "ratings": "five ratings",
}
CLOSED = ("delong", "delong-logit", "newcombe", "hanley-mcneil", "hanley-mcneil-logit")
BOOTSTRAPS = ("bootstrap-percentile", "bootstrap-basic", "bootstrap-normal", "bootstrap-bca", "bootstrap-studentized")
_FLOOR = 0.78


def name_of(word: str) -> str:
    """Return the name of a method as results print it."""
    return "Venkatraman (equal curves)" if word == "venkatraman" else REGISTER[word].card.name


def coverage_of_areas(rows: Sequence[Row], methods: Sequence[str], title: str) -> Figure:
    """Draw coverage against the true area: a column for each kind of scores, a row for each pair of group sizes."""
    found = {(r["cases"], r["controls"], r["scores"], r["method"], r["auc"]): r for r in rows}
    panels = Panels(list(KINDS.values()), [f"{m} + {n}" for m, n in SIZES], panel=(112, 76), top=70, left=48)
    for row, (m, n) in enumerate(SIZES):
        for column, kind in enumerate(KINDS):
            axes = panels.axes(row, column)
            some = [found.get((str(m), str(n), kind, word, auc)) for word in methods for auc in AREAS]
            sizes = [int(one["samples"]) for one in some if one]
            nominal_line(axes, NOMINAL, (NOMINAL * (1 - NOMINAL) / min(sizes, default=10_000)) ** 0.5)
            for place, word in enumerate(methods):
                here = [found.get((str(m), str(n), kind, word, auc)) for auc in AREAS]
                _curve(axes, np.array([float(one["coverage"]) if one else np.nan for one in here]), place)
            axes.set_xlim(-0.35, len(AREAS) - 0.65)
            axes.set_ylim(_FLOOR - 0.012, 1.004)
            axes.set_xticks(range(len(AREAS)))
            axes.set_yticks([0.8, 0.85, 0.9, 0.95, 1.0])
            faint_grid(axes)
            tick_texts(axes, x=[a.replace("0.", ".") for a in AREAS], y=[".80", ".85", ".90", ".95", "1"])
    panels.title(title)
    panels.key([(name_of(word), Look.number(place)) for place, word in enumerate(methods)])
    panels.heads()
    panels.labels("true AUC", "share of intervals that hold it")
    return panels.figure


def _curve(axes: Axes, values: Floats, place: int) -> None:
    """Draw a line; what lies below the panel stands at its foot as a triangle, beside those of other methods."""
    look, low = Look.number(place), values < _FLOOR
    axes.plot(np.where(low, _FLOOR - 0.03, values), **look.line, zorder=3)
    axes.plot(
        np.flatnonzero(low) + 0.16 * (place - 2),
        np.full(int(low.sum()), _FLOOR - 0.004),
        linestyle="none",
        marker="v",
        markersize=4.2,
        markeredgewidth=0,
        markerfacecolor=look.colour,
        clip_on=False,
        zorder=4,
    )


def widths_of_areas(rows: Sequence[Row]) -> Figure:
    """Draw mean widths against the true area, relative to DeLong's interval."""
    methods = ("delong-logit", "newcombe", "hanley-mcneil", "bootstrap-percentile", "bootstrap-bca")
    found = {(r["cases"], r["controls"], r["scores"], r["method"], r["auc"]): r["mean_width"] for r in rows}
    panels = Panels([f"{m} + {n}" for m, n in SIZES], [""], panel=(88, 118), top=70, left=48)
    for column, (m, n) in enumerate(SIZES):
        axes = panels.axes(0, column)
        axes.axhline(1, color=MUTED, linewidth=0.7, zorder=1)
        for place, word in enumerate(methods, 1):
            both = [[found.get((str(m), str(n), "binormal", w, auc)) for w in (word, "delong")] for auc in AREAS]
            ratios = [float(one) / float(other) if one and other else np.nan for one, other in both]
            axes.plot(ratios, **Look.number(place).line, zorder=3)
        axes.set_yscale("log", base=2)
        axes.set_xlim(-0.35, len(AREAS) - 0.65)
        axes.set_ylim(0.7, 4.2)
        axes.set_xticks(range(len(AREAS)))
        axes.set_yticks([0.75, 1, 1.5, 2, 3, 4], minor=False)
        axes.minorticks_off()
        faint_grid(axes)
        tick_texts(axes, x=[a.replace("0.", ".") for a in AREAS], y=["0.75", "1", "1.5", "2", "3", "4"])
    panels.title("Mean width of intervals of the AUC as a multiple of DeLong's (normal scores)")
    panels.key([(name_of(word), Look.number(place)) for place, word in enumerate(methods, 1)])
    panels.heads()
    panels.labels("true AUC", "multiple of DeLong's width")
    return panels.figure


PAIRED_WORDS = (
    "delong",
    "bamber",
    "hanley-mcneil-1983",
    "hanley-mcneil-1983-kendall",
    "permutation",
    *BOOTSTRAPS,
    "venkatraman",
)
UNPAIRED_WORDS = ("delong", "bamber", "hanley-mcneil", *BOOTSTRAPS, "venkatraman")
COMPARED_SIZES = ((10, 10), (20, 50), (50, 50), (200, 200))
WORLDS = (("paired", "0.0"), ("paired", "0.5"), ("paired", "0.9"), ("unpaired", "0.0"))
EQUAL_AREAS = ("0.7", "0.8", "0.9", "0.95")
# From light to dark as the areas grow; the marks differ as well.
_AREA_LOOKS = (("#8fb1d3", "o"), ("#4f81b5", "^"), (RUST, "s"), (NAVY, "D"))


def size_of_comparisons(rows: Sequence[Row]) -> Figure:
    """Draw how often equal areas are called different: a column for each size, a row for each design."""
    found = {
        (r["design"], r["correlation"], r["cases"], r["controls"], r["method"], r["auc_1"]): r for r in _equal(rows)
    }
    names = [(f"paired, r = {float(r):g}" if design == "paired" else "unpaired") for design, r in WORLDS]
    panels = Panels([f"{m} + {n}" for m, n in COMPARED_SIZES], names, panel=(102, 122), left=150, top=52, gap=(9, 12))
    for row, (design, correlation) in enumerate(WORLDS):
        words = PAIRED_WORDS if design == "paired" else UNPAIRED_WORDS
        for column, (m, n) in enumerate(COMPARED_SIZES):
            axes = panels.axes(row, column)
            nominal_line(axes, 0.05, (0.05 * 0.95 / 10_000) ** 0.5, upright=True)
            for auc, (colour, marker) in zip(EQUAL_AREAS, _AREA_LOOKS, strict=True):
                here = [found.get((design, correlation, str(m), str(n), word, auc)) for word in words]
                at = [place for place, one in enumerate(here) if one]
                shares = np.array([float(one["rejected"]) for one in here if one])
                axes.plot(
                    shares,
                    at,
                    linestyle="none",
                    marker=marker,
                    markersize=4.0,
                    markeredgewidth=0,
                    color=colour,
                    clip_on=False,
                    zorder=3,
                )
            axes.set_xlim(0, 0.14)
            axes.set_ylim(len(words) - 0.5, -0.5)
            axes.set_xticks([0, 0.05, 0.1])
            axes.set_yticks(range(len(words)))
            faint_grid(axes, axis="both")
            tick_texts(axes, x=["0", ".05", ".10"], y=[name_of(word) for word in words])
    panels.title("How often two equal areas are called different at the 5 percent level (normal scores)")
    panels.key(
        [
            (f"AUC {auc}", Look(colour, (), marker, True))
            for auc, (colour, marker) in zip(EQUAL_AREAS, _AREA_LOOKS, strict=True)
        ],
        lines=False,
        top=27,
    )
    panels.heads()
    panels.labels("share of samples that reject", "")
    return panels.figure


def _equal(rows: Sequence[Row]) -> list[Row]:
    """Return the rows in which the areas are equal and the scores normal."""
    return [row for row in rows if row["auc_1"] == row["auc_2"] and row["scores"] == "binormal"]


def coverage_of_proportions(rows: Sequence[Row]) -> Figure:
    """Draw exact coverage against the true proportion: two blocks of methods, a row of each for each size."""
    words, sizes = list(FOR_PROPORTIONS), ("20", "100")
    names = [f"n = {n}" for _ in range(2) for n in sizes]
    panels = Panels([""] * 4, names, panel=(112, 66), left=48, top=44, gap=(9, 20))
    for block in range(2):
        for line, n in enumerate(sizes):
            for column in range(4):
                word = words[4 * block + column]
                axes = panels.axes(2 * block + line, column)
                here = [row for row in rows if row["method"] == word and row["n"] == n]
                p, coverage = (np.array([float(row[name]) for row in here]) for name in ("p", "coverage"))
                axes.axhline(NOMINAL, color=RUST, linewidth=0.8, zorder=1)
                axes.plot(p, coverage, color=NAVY, linewidth=0.8, zorder=3)
                axes.set_xlim(0.5, 1)
                axes.set_ylim(0.8, 1.004)
                axes.set_xticks([0.5, 0.6, 0.7, 0.8, 0.9, 1])
                axes.set_yticks([0.8, 0.85, 0.9, 0.95, 1])
                faint_grid(axes)
                tick_texts(axes, x=[".5", ".6", ".7", ".8", ".9", "1"], y=[".80", ".85", ".90", ".95", "1"])
                left = panels.left + column * (panels.panel[0] + panels.gap[0])
                above = panels.top + (2 * block + line) * (panels.panel[1] + panels.gap[1]) - 7
                if line == 0:
                    panels.sheet.write(left, above, name_of(word), size=8, bold=True)
    panels.title("Exact coverage of intervals of a proportion at level 0.95 (panels end at 0.80)")
    panels.heads()
    panels.labels("true proportion", "coverage")
    return panels.figure


def coverage_of_differences(rows: Sequence[Row]) -> Figure:
    """Draw the exact coverage at each pair of true proportions as a dot, their mean as a bar."""
    designs = {
        "paired": (("10", "10"), ("20", "20"), ("50", "50"), ("100", "100")),
        "independent": (("10", "10"), ("20", "20"), ("50", "50"), ("20", "100")),
    }
    panels = Panels([""] * 4, ["paired", "independent"], panel=(102, 76), left=150, top=48, gap=(20, 40))
    for row, (design, sizes) in enumerate(designs.items()):
        for column, (first, second) in enumerate(sizes):
            axes = panels.axes(row, column)
            axes.tick_params(labelbottom=True)
            here = [r for r in rows if (r["design"], r["n_1"], r["n_2"]) == (design, first, second) and r["coverage"]]
            words = list(dict.fromkeys(r["method"] for r in here))
            axes.axvline(NOMINAL, color=RUST, linewidth=0.8, zorder=1)
            for place, word in enumerate(words):
                coverage = np.array([float(r["coverage"]) for r in here if r["method"] == word])
                shown = np.unique(np.maximum(coverage, 0.8).round(3))
                axes.plot(
                    shown,
                    np.full(len(shown), place),
                    linestyle="none",
                    marker="|",
                    markersize=6,
                    color=NAVY,
                    alpha=0.35,
                    markeredgewidth=0.7,
                    zorder=2,
                )
                axes.plot(
                    [max(coverage.mean(), 0.8)],
                    [place],
                    linestyle="none",
                    marker="D",
                    markersize=4,
                    color=RUST,
                    markeredgewidth=0,
                    zorder=4,
                    clip_on=False,
                )
            axes.set_xlim(0.798, 1.002)
            axes.set_ylim(len(words) - 0.5, -0.5)
            axes.set_xticks([0.8, 0.85, 0.9, 0.95, 1])
            axes.set_yticks(range(len(words)))
            faint_grid(axes, axis="both")
            tick_texts(axes, x=["≤.80", "", ".90", ".95", "1"], y=[name_of(w) for w in words])
            left = panels.left + column * (panels.panel[0] + panels.gap[0])
            text = f"{first} pairs" if design == "paired" else f"{first} and {second}"
            panels.sheet.write(
                left + panels.panel[0] / 2,
                panels.top + row * (panels.panel[1] + panels.gap[1]) - 8,
                text,
                size=8,
                bold=True,
                align="center",
            )
    panels.title("Exact coverage of intervals of a difference of two proportions at level 0.95")
    panels.heads()
    panels.labels("coverage at each pair of true proportions (strokes), mean (diamonds)", "")
    return panels.figure


def figures() -> dict[str, Callable[[], Figure]]:
    """Name every figure with what draws it."""

    def table(name: str) -> list[Row]:
        return read_table(HERE / f"{name}.csv")

    return {
        "auc_closed_forms": lambda: coverage_of_areas(
            table("auc_intervals"), CLOSED, "Coverage of closed-form intervals of the AUC at level 0.95"
        ),
        "auc_bootstraps": lambda: coverage_of_areas(
            table("auc_intervals"), BOOTSTRAPS, "Coverage of bootstrap intervals of the AUC at level 0.95"
        ),
        "auc_widths": lambda: widths_of_areas(table("auc_intervals")),
        "comparisons": lambda: size_of_comparisons(table("comparisons")),
        "proportions": lambda: coverage_of_proportions(table("proportion_intervals")),
        "differences": lambda: coverage_of_differences(table("proportion_differences")),
    }


def main() -> None:
    """Draw every figure."""
    FIGURES.mkdir(exist_ok=True)
    for name, draw in figures().items():
        with style():
            text = svg(draw())
        (FIGURES / f"{name}.svg").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
