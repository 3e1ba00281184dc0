"""The simulation of fitted curves: its table is whole, keeps what is said of it, and one cell comes again."""

import importlib.util
import math
import sys
from pathlib import Path

import numpy as np
import pytest

SCRIPT = Path(__file__).parent.parent / "validation" / "simulation" / "curve_models.py"
REPLICATES = 60


@pytest.fixture(scope="module")
def simulation():
    """Return the script as a module."""
    spec = importlib.util.spec_from_file_location("curve_models", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # a dataclass asks for its module by name
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def table(simulation):
    """Return the rows of the table, by cell."""
    return simulation.read_table(simulation.TABLE)


def test_the_table_holds_every_cell_of_the_script(simulation, table):
    """Scores, sizes, areas, slopes and ways of fitting are all there, each with at least a thousand replicates."""
    cells = list(simulation.cells())
    assert {cell.key for cell in cells} == set(table)
    assert {cell.scores for cell in cells} == {"5 categories", "11 categories", "continuous"}
    assert {(cell.per_group, cell.auc) for cell in cells} == {(n, a) for n in (50, 200) for a in (0.7, 0.85, 0.95)}
    assert all(int(row["replicates"]) >= 1000 for row in table.values())


@pytest.mark.parametrize(("per_group", "most"), [("50", 0.25), ("200", 0.1)])
def test_the_bias_of_likelihood_and_normal_theory_is_a_small_part_of_the_error(table, per_group, most):
    """The area's bias stays below a quarter of its standard error at 50 + 50, below a tenth at 200 + 200."""
    rows = [row for row in table.values() if row["per_group"] == per_group and row["way"] != "placement values"]
    assert max(abs(float(row["auc_bias_in_se"])) for row in rows) < most


def test_the_intervals_of_likelihood_and_normal_theory_cover(table):
    """No interval of the area covers less often than 0.935, and in 200 + 200 none misses 0.95 by more than 0.015."""
    rows = [row for row in table.values() if row["way"] != "placement values"]
    assert min(float(row["auc_coverage"]) for row in rows) > 0.935
    large = [float(row["auc_coverage"]) for row in rows if row["per_group"] == "200"]
    assert max(abs(share - 0.95) for share in large) < 0.015


@pytest.mark.parametrize(
    ("scores", "per_group", "auc", "way"),
    [
        ("5 categories", 50, 0.85, "maximum likelihood"),
        ("continuous", 50, 0.7, "normal distributions"),
        ("continuous", 200, 0.95, "maximum likelihood"),
    ],
)
def test_a_cell_comes_again_within_its_monte_carlo_error(simulation, table, scores, per_group, auc, way):
    """The first replicates of a cell give the mean, the spread and the coverage that the table states."""
    cell = simulation.Cell(scores, per_group, auc, 1.0, way)
    stated = {name: value for name, value in table[cell.key].items() if name not in simulation.NAMES}
    again = simulation.run(cell, REPLICATES)
    spread = float(stated["auc_spread"])
    assert abs(float(again["auc_bias"]) - float(stated["auc_bias"])) < 4 * spread / math.sqrt(REPLICATES)
    assert abs(float(again["auc_mean_se"]) / float(stated["auc_mean_se"]) - 1) < 0.15
    share = float(stated["auc_coverage"])
    assert abs(float(again["auc_coverage"]) - share) < 4 * math.sqrt(share * (1 - share) / REPLICATES)


def test_a_replicate_does_not_depend_on_the_others(simulation):
    """A study is drawn from its own stream, the same for both ways of fitting it."""
    likelihood, normal = (simulation.Cell("continuous", 50, 0.7, 1.0, way) for way in list(simulation.WAYS)[:2])
    first, again = simulation.drawn(likelihood, 7), simulation.drawn(normal, 7)
    assert np.array_equal(first.cases, again.cases)
    assert not np.array_equal(first.cases, simulation.drawn(likelihood, 8).cases)


def test_rating_categories_are_equally_frequent(simulation):
    """The cuts of a cell divide a population of as many cases as controls into equal parts."""
    cell = simulation.Cell("5 categories", 50, 0.85, 0.7, "maximum likelihood")
    cuts = np.array(simulation.equal_cuts(cell))
    normal = np.vectorize(simulation._NORMAL.cdf)
    assert np.diff((normal(cuts) + normal(cell.b * cuts - cell.a)) / 2) == pytest.approx([0.2] * 3)
