"""The simulation study beside intervals of one AUC: exact tables are exact, drawn ones come again, the page agrees."""

import hashlib
import importlib
import itertools
import math
import random
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from rocstats import Sample, compare_auc
from rocstats.methods import REGISTER

FOLDER = Path(__file__).parent.parent / "validation" / "simulation"
LEVEL = 0.95


def script(name):
    """Return a script of the study as a module; its neighbours are found beside it."""
    sys.path.insert(0, str(FOLDER))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(FOLDER))


def chosen(path, place, kept):
    """Choose a row by a seed that the table itself gives, so that another table is checked at other places."""
    rows = [row for row in script("tables").read_table(path) if kept(row)]
    return random.Random(f"{digest(path)} {place}").choice(rows)


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


# Proportions, exactly


@pytest.mark.parametrize("place", range(6))
def test_coverage_of_a_proportion_is_a_sum_of_binomial_fractions(place):
    """Whole binomial probabilities as fractions, summed over the counts whose interval holds p."""
    row = chosen(FOLDER / "proportion_intervals.csv", place, lambda row: int(row["n"]) <= 100)
    n, p, method = int(row["n"]), Fraction(row["p"]), REGISTER[row["method"]]
    sums = dict.fromkeys(("coverage", "miss_left", "miss_right", "none"), Fraction(0))
    width = 0.0
    for x in range(n + 1):
        chance = math.comb(n, x) * p**x * (1 - p) ** (n - x)
        interval = method.interval(x, n, level=LEVEL)
        if interval is None:
            sums["none"] += chance
            continue
        below, above = interval.high < p, interval.low > p
        sums["miss_left" if below else "miss_right" if above else "coverage"] += chance
        width += float(chance) * (interval.high - interval.low)
    for name in ("coverage", "miss_left", "miss_right"):
        assert float(row[name]) == pytest.approx(float(sums[name]), abs=6e-6), name
    assert float(row["expected_width"]) == pytest.approx(width / (1 - float(sums["none"])), abs=6e-6)


def test_wilson_in_ten_by_a_formula_of_its_own():
    """The coverage of Wilson's interval at p = 0.8 and n = 10, from its formula written out here."""
    z2 = 1.959963984540054**2
    n, p = 10, 0.8
    inside = [x for x in range(n + 1) if (x - n * p) ** 2 <= z2 * n * p * (1 - p)]
    exact = sum(math.comb(n, x) * p**x * (1 - p) ** (n - x) for x in inside)
    row = next(
        row
        for row in script("tables").read_table(FOLDER / "proportion_intervals.csv")
        if (row["method"], row["n"], row["p"]) == ("wilson", "10", "0.800")
    )
    assert float(row["coverage"]) == pytest.approx(exact, abs=6e-6)


@pytest.mark.parametrize("word", ["wilson", "clopper-pearson", "jeffreys", "wald"])
def test_limits_rise_with_the_count(word):
    """Both limits rise, so those that hold a proportion are one run of counts, as the lowest coverage supposes."""
    limits = script("proportion_intervals").Limits.of(word, 30)
    there = np.isfinite(limits.low)
    assert (np.diff(limits.low[there]) > -1e-12).all()
    assert (np.diff(limits.high[there]) > -1e-12).all()
    assert there[1:-1].all()


@pytest.mark.parametrize("word", ["wilson", "mid-p", "wald"])
def test_lowest_and_mean_coverage_agree_with_a_fine_grid(word):
    """Nothing on a grid of 20,000 proportions is below the lowest coverage, and the means are those of the grid."""
    limits = script("proportion_intervals").Limits.of(word, 20)
    start, stop, count = 0.8, 0.95, 20_000
    p = start + (np.arange(count) + 0.5) * (stop - start) / count
    curve = limits.curve(p)
    lowest, at = limits.lowest(start, stop)
    assert lowest <= curve["coverage"].min() <= lowest + 2e-4
    assert start <= at <= stop
    means = limits.means(start, stop)
    for name in ("coverage", "miss_left", "miss_right"):
        assert means[f"mean_{name}"] == pytest.approx(curve[name].mean(), abs=2e-5), name


def test_the_table_of_proportions_holds_every_method_and_size():
    """Every method of the register, at every size, over the whole grid of proportions."""
    module = script("proportion_intervals")
    rows = script("tables").read_table(module.TABLE)
    assert len(rows) == len(module.FOR_PROPORTIONS) * len(module.SIZES) * len(module.proportions())
    assert {row["method"] for row in rows} == set(module.FOR_PROPORTIONS)
    assert module.TABLE.stat().st_size < 1_000_000


# Differences, exactly


@pytest.mark.parametrize("place", range(6))
def test_coverage_of_a_difference_is_a_sum_over_all_tables(place):
    """Every table by its own loop, with multinomial coefficients of whole numbers."""
    most = {"paired": 20, "independent": 50}
    row = chosen(FOLDER / "proportion_differences.csv", place, lambda row: int(row["n_2"]) <= most[row["design"]])
    method, n, m = REGISTER[row["method"]], int(row["n_1"]), int(row["n_2"])
    p, r = float(row["p_1"]), float(row["p_2"])
    truth = float(Fraction(row["p_1"]) - Fraction(row["p_2"]))
    sums = dict.fromkeys(("coverage", "miss_left", "miss_right", "not_estimable", "rejected", "width", "all"), 0.0)
    for table, chance in every_table(row["design"], n, m, p, r, float(row["correlation"] or 0)):
        pvalue, interval = method.pvalue(table), method.interval(table, level=LEVEL)
        sums["all"] += chance
        sums["rejected"] += chance * (pvalue is not None and pvalue <= 0.05)
        if interval is None:
            sums["not_estimable"] += chance
            continue
        place = "miss_left" if interval.high < truth else "miss_right" if interval.low > truth else "coverage"
        sums[place] += chance
        sums["width"] += chance * (interval.high - interval.low)
    assert sums["all"] == pytest.approx(1, abs=1e-12)
    if row["rejected"]:
        assert float(row["rejected"]) == pytest.approx(sums["rejected"], abs=6e-6)
    if row["coverage"]:
        for name in ("coverage", "miss_left", "miss_right", "not_estimable"):
            assert float(row[name]) == pytest.approx(sums[name], abs=6e-6), name
        width = sums["width"] / (1 - sums["not_estimable"])
        assert float(row["expected_width"]) == pytest.approx(width, abs=6e-6)


def every_table(design, n, m, p, r, correlation):
    """Give every table with its probability."""
    if design == "independent":
        for x, y in itertools.product(range(n + 1), range(m + 1)):
            yield (
                (x, n, y, m),
                math.comb(n, x) * p**x * (1 - p) ** (n - x) * math.comb(m, y) * r**y * (1 - r) ** (m - y),
            )
        return
    both = p * r + correlation * math.sqrt(p * (1 - p) * r * (1 - r))
    cells = (both, max(p - both, 0.0), max(r - both, 0.0), 1 - p - r + both)
    for n11, n10, n01 in itertools.product(range(n + 1), repeat=3):
        n00 = n - n11 - n10 - n01
        if n00 < 0:
            continue
        counts = (n11, n10, n01, n00)
        ways = math.comb(n, n11) * math.comb(n - n11, n10) * math.comb(n - n11 - n10, n01)
        yield counts, ways * math.prod(cell**count for cell, count in zip(cells, counts, strict=True))


def test_paired_methods_see_no_more_than_the_discordant_pairs():
    """All but Newcombe's depend on the discordant pairs and the total alone, so each pair of counts is asked once."""
    module = script("proportion_differences")
    for word in module.Design(True, 20, 20).words:
        method = REGISTER[word]
        first, second = (8, 5, 2, 5), (1, 5, 2, 12)
        same = (method.interval(first), method.pvalue(first)) == (method.interval(second), method.pvalue(second))
        assert same == (word not in module._SEES_CONCORDANT), word


def test_the_tables_of_differences_hold_every_design_and_method():
    """Every method of the register stands with every size; its truths are possible ones."""
    module = script("proportion_differences")
    rows = script("tables").read_table(module.TABLE)
    for design in module.designs():
        here = [r for r in rows if (r["design"], r["n_1"], r["n_2"]) == (design.name, str(design.n_1), str(design.n_2))]
        assert {row["method"] for row in here} == set(design.words)
        assert len(here) == len(design.words) * len(list(design.truths()))
    assert {row["method"] for row in rows} == set(module.METHODS)
    assert module.TABLE.stat().st_size < 1_000_000


def test_exact_tests_keep_their_size():
    """Fisher's and McNemar's exact tests never reject more often than 0.05, at any proportion and size."""
    rows = script("tables").read_table(FOLDER / "proportion_differences_summary.csv")
    exact = [float(row["largest_size"]) for row in rows if row["method"] in ("fisher", "mcnemar-exact")]
    assert exact
    assert max(exact) <= 0.05


# Comparisons of areas, drawn


@pytest.mark.parametrize(
    ("m", "n", "kind", "auc"), [(4, 5, "ratings", 0.95), (10, 12, "binormal", 0.7), (12, 9, "ratings", 0.7)]
)
def test_closed_forms_of_many_samples_are_the_public_ones(m, n, kind, auc):
    """Limits and p-values of a batch are those of compare_auc one by one, with ties and perfect separation."""
    closed, models = script("closed_comparisons"), script("score_models")
    deviates = np.random.default_rng(20261202).standard_normal((25, m + n, 2))
    deviates[..., 1] = 0.8 * deviates[..., 0] + 0.6 * deviates[..., 1]
    model = models.ScoreModel(kind, auc)
    cases, controls = model.cases(deviates[:, :m]), model.controls(deviates[:, m:])
    for scores, words in (
        (closed.PairedScores(cases, controls), closed.PAIRED),
        (closed.UnpairedScores(cases, controls), closed.UNPAIRED),
    ):
        paired = isinstance(scores, closed.PairedScores)
        for word in words:
            found = scores.judged(word)
            for place in range(len(cases)):
                public = compare_auc(*studies(cases[place], controls[place], paired), REGISTER[word]).inference
                low, high = (None, None) if public.interval is None else (public.interval.low, public.interval.high)
                wanted = [math.nan if value is None else value for value in (low, high, public.pvalue)]
                given = [found.low[place], found.high[place], found.pvalue[place]]
                assert given == pytest.approx(wanted, rel=1e-9, abs=1e-12, nan_ok=True), (word, place)


def studies(cases, controls, paired):
    """Return one sample of two tests and none, or two samples."""
    if paired:
        return Sample.from_groups(cases=cases, controls=controls, tests=["a", "b"]), None
    return tuple(
        Sample.from_groups(cases=cases[:, k], controls=controls[:, k], tests=[name]) for k, name in enumerate("ab")
    )


def test_the_table_of_comparisons_holds_every_cell():
    """Every cell of the script stands in the table with each of its methods, and with enough samples."""
    module = script("comparisons")
    rows = {module._key(row): row for row in script("tables").read_table(module.TABLE)}
    wanted = {(word, *cell.key): family for family, cell in module.cells() for word in cell.words(family)}
    assert set(rows) == set(wanted)
    assert all(int(rows[key]["samples"]) >= module.SAMPLES[family] for key, family in wanted.items())


@pytest.mark.parametrize(
    ("family", "samples"), [("closed", 1000), ("permutation", 150), ("bootstrap", 100), ("venkatraman", 60)]
)
def test_a_cell_of_comparisons_comes_again_within_its_monte_carlo_error(family, samples):
    """The first samples of a cell, chosen by the table's own digest, reject and cover as often as it says."""
    module = script("comparisons")
    small = [cell for one, cell in module.cells() if one == family and cell.cases * cell.controls <= 2500]
    cell = random.Random(digest(module.TABLE)).choice(small)
    stated = {module._key(row): row for row in script("tables").read_table(module.TABLE)}
    for row in module.run(family, cell, samples):
        was = stated[module._key(row)]
        for name in ("rejected", "not_estimable", "coverage_of_difference"):
            if was[name]:
                share = float(was[name])
                error = math.sqrt((share * (1 - share) + 1 / samples) / samples)
                assert abs(float(row[name]) - share) < 4.5 * error, (row["method"], name)


def test_a_block_of_samples_is_the_same_alone():
    """A block does not depend on what was drawn before it, and correlated tests are correlated."""
    module = script("comparisons")
    cell = module.Cell("paired", 50, 50, 0.8, 0.8, 0.9, "binormal")
    first, again, other = cell.block(1)[0], cell.block(1)[0], cell.block(2)[0]
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    assert np.corrcoef(first[..., 0].ravel(), first[..., 1].ravel())[0, 1] == pytest.approx(0.9, abs=0.01)


def test_public_functions_watch_over_the_batch():
    """A batch that differs from the public function stops the run."""
    module = script("comparisons")
    cell = next(module.cells())[1]
    with pytest.raises(AssertionError, match="the public function gives"):
        module._check(cell, "delong", (0.1, 0.2, 0.3), (0.1, 0.2, 0.31))


# The page


def test_the_page_says_what_the_tables_say():
    """Every generated table and finding of the README is what the CSV files give."""
    module = script("readme_tables")
    text = module.README.read_text(encoding="utf-8")
    assert module.filled(text) == text


def test_every_figure_is_there_and_shown():
    """Each figure has a file, and the README shows it with a text for those who cannot see it."""
    module = script("plots")
    text = script("readme_tables").README.read_text(encoding="utf-8")
    for name in module.figures():
        assert (module.FIGURES / f"{name}.svg").stat().st_size < 400_000
        alternative = text.split(f"](simulation/figures/{name}.svg)")[0].rsplit("![", 1)[1]
        assert len(alternative) > 40, name


def test_the_same_table_draws_the_same_bytes():
    """A figure drawn twice is the same file, without date or names of programs."""
    from rocstats.document.figure_style import style, svg

    module = script("plots")
    rows = script("tables").read_table(FOLDER / "auc_intervals.csv")
    drawn = []
    for _ in range(2):
        with style():
            drawn.append(svg(module.widths_of_areas(rows)))
    assert drawn[0] == drawn[1]
    assert "<metadata" not in drawn[0]
