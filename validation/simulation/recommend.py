"""Which interval to report for an area under the ROC curve, in each regime: read from the simulated coverage.

    python validation/simulation/recommend.py            # writes rocstats/methods/interval_coverage.csv

A regime is a number of cases, a number of controls and an *estimated* area. What an interval covers depends on the
*true* area, which nobody knows: an estimate of 1 in 10 + 5 subjects comes about with a true area of 0.99 and of 0.8
alike. So a method is judged by the worst that it does wherever the true area may plausibly be, which is at every area
of the simulation inside the 95 percent score interval (Newcombe's method 5) of the estimate. Areas below one half
mirror those above and are left out.

The rule, for the methods that were simulated there:

1.  The coverage of a method is its lowest over the kinds of scores and over the plausible areas; a study without an
    interval counts as a miss. It is acceptable if it is at least 0.93, less two Monte Carlo standard errors.
2.  Of the acceptable closed forms those count as equal that are at most 5 percent wider than the narrowest, in mean
    width over the kinds of scores and the plausible areas. The first of them in the order of the register is
    recommended: DeLong, the default, wherever it serves.
3.  Where no closed form is acceptable, the one with the highest coverage is recommended.
4.  A resampling method takes its place only where its coverage is higher by more than three percentage points: its
    limits depend on a seed, it may find no interval in small groups, and fewer samples were simulated for it.

The same rule among the methods that need no more than the area and two counts serves published areas.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tables import Row, read_table, share, write_table

import rocstats
from rocstats.methods import FOR_QUANTITIES
from rocstats.methods.method import upper_quantile
from rocstats.methods.newcombe import newcombe_limits

SIMULATED = Path(__file__).with_name("auc_intervals.csv")
TABLE = Path(rocstats.__file__).parent / "methods" / "interval_coverage.csv"
TARGET = 0.93
ERRORS_ALLOWED = 2.0
CLOSE_WIDTH = 1.05
WORTH_RESAMPLING = 0.03
WITHOUT_SCORES = ("hanley-mcneil", "hanley-mcneil-logit", "newcombe")
_RESAMPLING = "bootstrap"

Cell = tuple[int, int, float]


@dataclass(frozen=True, slots=True)
class Simulated:
    """What one method does in one cell, over the kinds of scores."""

    lowest: float
    lowest_scores: str
    lowest_within_error: float
    mean: float
    width: float
    not_estimable: float


@dataclass(frozen=True, slots=True)
class Judged:
    """What one method does in one regime: over the kinds of scores and the plausible areas."""

    coverage: float
    within_error: float
    width: float

    @property
    def acceptable(self) -> bool:
        """Whether the coverage could be the target, as far as the simulation can tell."""
        return self.within_error >= TARGET


def recommendations(rows: Iterable[Row]) -> list[Row]:
    """Make the table of recommendations from the simulated coverage of each kind of scores."""
    cells = over_kinds(rows)
    table = []
    for (m, n, area), methods in sorted(cells.items()):
        areas = plausible_areas(area, m, n, [cell[2] for cell in cells if cell[:2] == (m, n)])
        judged = judge({a: cells[m, n, a] for a in areas})
        best = recommended(judged)
        best_without_scores = recommended({word: one for word, one in judged.items() if word in WITHOUT_SCORES})
        for word in in_order(methods):
            one = methods[word]
            table.append(
                {
                    "cases": str(m),
                    "controls": str(n),
                    "auc": f"{area:g}",
                    "method": word,
                    "lowest_coverage": share(one.lowest),
                    "lowest_scores": one.lowest_scores,
                    "mean_coverage": share(one.mean),
                    "mean_width": share(one.width, 6),
                    "not_estimable": share(one.not_estimable),
                    "least_auc": f"{areas[0]:g}",
                    "greatest_auc": f"{areas[-1]:g}",
                    "coverage": share(judged[word].coverage) if word in judged else "",
                    "acceptable": str(int(word in judged and judged[word].acceptable)),
                    "recommended": str(int(word == best)),
                    "recommended_without_scores": str(int(word == best_without_scores)),
                }
            )
    return table


def over_kinds(rows: Iterable[Row]) -> dict[Cell, dict[str, Simulated]]:
    """Join the kinds of scores of each cell and method; a method that lacks one of them is left out there."""
    held: dict[tuple[Cell, str], list[Row]] = defaultdict(list)
    every: dict[Cell, set[str]] = defaultdict(set)
    for row in rows:
        cell = (int(row["cases"]), int(row["controls"]), float(row["auc"]))
        held[cell, row["method"]].append(row)
        every[cell].add(row["scores"])
    cells: dict[Cell, dict[str, Simulated]] = defaultdict(dict)
    for (cell, word), kinds in held.items():
        if {row["scores"] for row in kinds} != every[cell]:
            continue
        # Every kind weighs the same; a kind without any interval has no width.
        widths = [float(row["mean_width"]) for row in kinds if row["mean_width"]]
        worst = min(kinds, key=lambda row: float(row["coverage"]))
        cells[cell][word] = Simulated(
            lowest=float(worst["coverage"]),
            lowest_scores=worst["scores"],
            lowest_within_error=min(
                float(row["coverage"]) + ERRORS_ALLOWED * float(row["coverage_mc"]) for row in kinds
            ),
            mean=_mean([float(row["coverage"]) for row in kinds]),
            width=_mean(widths) if widths else 1.0,
            not_estimable=_mean([float(row["not_estimable"]) for row in kinds]),
        )
    return dict(cells)


def plausible_areas(estimate: float, m: int, n: int, simulated: Iterable[float]) -> list[float]:
    """List the simulated areas, from one half on, that an estimate does not speak against."""
    low, high = newcombe_limits(estimate, m, n, upper_quantile(0.95, "two-sided"))
    return sorted(area for area in simulated if low <= area <= high)


def judge(areas: Mapping[float, Mapping[str, Simulated]]) -> dict[str, Judged]:
    """Take the worst coverage and the mean width over areas, of the methods that were simulated at all of them."""
    everywhere = set.intersection(*(set(methods) for methods in areas.values()))
    return {
        word: Judged(
            coverage=min(methods[word].lowest for methods in areas.values()),
            within_error=min(methods[word].lowest_within_error for methods in areas.values()),
            width=_mean([methods[word].width for methods in areas.values()]),
        )
        for word in in_order(everywhere)
    }


def recommended(judged: Mapping[str, Judged]) -> str | None:
    """Apply the rule to the methods of one regime.

    Examples
    --------
    >>> recommended({"delong": Judged(0.90, 0.91, 0.1), "newcombe": Judged(0.94, 0.95, 0.2)})
    'newcombe'
    """
    if not judged:
        return None
    closed = {word: one for word, one in judged.items() if not word.startswith(_RESAMPLING)}
    highest = max(in_order(judged), key=lambda word: judged[word].coverage)
    if not closed:
        return highest
    acceptable = in_order(word for word, one in closed.items() if one.acceptable)
    if acceptable:
        narrowest = min(judged[word].width for word in acceptable)
        return next(word for word in acceptable if judged[word].width <= CLOSE_WIDTH * narrowest)
    best = max(in_order(closed), key=lambda word: judged[word].coverage)
    return best if judged[best].coverage >= judged[highest].coverage - WORTH_RESAMPLING else highest


def in_order(words: Iterable[str]) -> list[str]:
    """Put methods in the order of preference: the register's, closed forms first."""
    register = list(FOR_QUANTITIES)
    return sorted(words, key=lambda word: (word.startswith(_RESAMPLING), register.index(word)))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0])
    parser.add_argument("--simulated", type=Path, default=SIMULATED, help="coverage of each kind of scores")
    parser.add_argument("--table", type=Path, default=TABLE, help="where the recommendations go")
    asked = parser.parse_args()
    write_table(asked.table, recommendations(read_table(asked.simulated)))


if __name__ == "__main__":
    main()
