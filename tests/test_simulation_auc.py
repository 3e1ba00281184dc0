"""The simulation of intervals of one AUC: true areas, right limits, a whole table, and one cell that comes again."""

import csv
import doctest
import hashlib
import importlib
import itertools
import math
from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rocstats import Bootstrap, MethodError, Sample, auc
from rocstats.methods import FOR_QUANTITIES

FOLDER = Path(__file__).parent.parent / "validation" / "simulation"
AREAS = (0.5, 0.7, 0.8, 0.9, 0.95, 0.99)
KINDS = ("binormal", "binormal-unequal", "exponential", "ratings")
groups = st.lists(st.integers(1, 5), min_size=5, max_size=9)


@pytest.fixture(scope="module")
def room():
    """Return a function that loads a script of the simulation as a module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(FOLDER)
        yield importlib.import_module


@pytest.fixture(scope="module")
def models(room):
    return room("score_models")


@pytest.fixture(scope="module")
def simulation(room):
    return room("auc_intervals")


@pytest.fixture(scope="module")
def table(simulation):
    """Return the rows of the table, by cell and method."""
    return simulation.read_table(simulation.TABLE)


def distributions(kind, area):
    """Return the distributions of cases and controls as scipy has them."""
    from scipy.stats import expon, norm

    z = float(norm.ppf(area))
    return {
        "binormal": (norm(math.sqrt(2) * z, 1), norm(0, 1)),
        "binormal-unequal": (norm(math.sqrt(5) * z, 2), norm(0, 1)),
        "exponential": (expon(scale=area / (1 - area)), expon()),
    }[kind]


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("kind", KINDS[:3])
def test_continuous_models_have_the_stated_area(kind, area):
    """The chance that a case scores above a control, integrated over the controls, is the stated area."""
    from scipy.integrate import quad

    cases, controls = distributions(kind, area)
    found, _ = quad(lambda share: cases.sf(controls.ppf(share)), 0, 1, epsabs=1e-12, limit=500)
    assert found == pytest.approx(area, abs=1e-9)


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("kind", KINDS[:3])
def test_continuous_models_draw_from_their_distributions(models, kind, area):
    """A deviate of a share becomes the quantile of that share."""
    from scipy.stats import norm

    shares = np.array([1e-9, 0.01, 0.3, 0.5, 0.9, 1 - 1e-9])
    model = models.ScoreModel(kind, area)
    cases, controls = distributions(kind, area)
    assert model.cases(norm.ppf(shares)) == pytest.approx(cases.ppf(shares), rel=1e-7)
    assert model.controls(norm.ppf(shares)) == pytest.approx(controls.ppf(shares), rel=1e-7, abs=1e-12)


@pytest.mark.parametrize("area", AREAS)
def test_ratings_have_the_stated_area_with_ties_counted_half(models, area):
    """Over all 25 pairs of categories, the area is the stated one; that of the uncut scores is larger above 1/2."""
    from scipy.stats import norm

    cases, controls = models.rating_shares(area)
    found = sum(
        p * q * (1 if i > j else 0.5 if i == j else 0) for i, p in enumerate(cases) for j, q in enumerate(controls)
    )
    assert found == pytest.approx(area, abs=1e-13)
    assert cases.sum() == controls.sum() == pytest.approx(1, abs=1e-15)
    uncut = norm.cdf(models.rating_distance(area) / math.sqrt(2))
    assert uncut > area if area > 0.5 else uncut == area


@pytest.mark.parametrize("area", AREAS)
def test_ratings_are_drawn_with_their_shares(models, area):
    """Deviates spread evenly over the normal distribution fall into the categories by their shares."""
    from scipy.stats import norm

    even = norm.ppf((np.arange(100_000) + 0.5) / 100_000)
    model = models.ScoreModel("ratings", area)
    for scores, shares in zip((model.cases(even), model.controls(even)), models.rating_shares(area), strict=True):
        assert [(scores == category).mean() for category in range(1, 6)] == pytest.approx(shares, abs=2e-5)


@pytest.mark.parametrize(("kind", "area", "text"), [("normal", 0.8, "kind is"), ("ratings", 1.0, "auc is 1.0")])
def test_what_is_no_model_is_refused(models, kind, area, text):
    """A kind without a name and an area of 1 are refused."""
    with pytest.raises(ValueError, match=text):
        models.ScoreModel(kind, area)


def test_the_examples_of_the_score_models_run(models):
    """The docstrings say what comes out."""
    assert doctest.testmod(models).failed == 0


def test_every_block_and_every_draw_of_resamples_has_a_stream_of_its_own(models, simulation):
    """No two cells, blocks or groups start with the same number, and a place gives the same numbers again."""
    cells = list(simulation.cells())
    starts = [models.stream("auc intervals", *cell.key, "block", b).random() for cell in cells for b in range(3)]
    seeds = [cell.seed(group) for cell in cells for group in range(2)]
    assert len(set(starts)) == len(starts)
    assert len(set(seeds)) == len(seeds)
    assert models.stream("a", 1, 11).random() != models.stream("a", 11, 1).random()
    assert np.array_equal(cells[7].block(2)[0], cells[7].block(2)[0])


def test_pair_counts_of_the_hand_case(room):
    """Of 16 pairs 13 are won and 2 tied; DeLong's variance is 1/64 and Bamber's 7/576."""
    counts = room("pair_counts").count_pairs(np.array([[5.0, 4, 3, 2]]), np.array([[3.0, 2, 1, 1]]), rated=True)
    assert counts.areas.tolist() == [0.875]
    assert counts.delong_variances.tolist() == [1 / 64]
    assert counts.bamber_variances.tolist() == [float(Fraction(7, 576))]
    assert counts.pair_squares.tolist() == [4 * 13 + 2]


def drawn_batch(cases, controls, rated):
    """Return a batch of one sample and that sample; without ties where it is not rated."""
    x, y = np.array([cases], float), np.array([controls], float)
    if not rated:
        joint = np.argsort(np.argsort(np.concatenate([x, y], axis=1), kind="stable")).astype(float)
        x, y = joint[:, : len(cases)], joint[:, len(cases) :]
    return x, y, Sample.from_groups(cases=x[0], controls=y[0], tests=["score"])


def assert_same(interval, limits):
    """Compare the public interval with the limits of a batch of one."""
    low, high = (float(end[0]) for end in limits)
    if interval is None:
        assert math.isnan(low)
        assert math.isnan(high)
    else:
        assert (low, high) == pytest.approx((interval.low, interval.high), abs=1e-12)


@given(cases=groups, controls=groups, rated=st.booleans())
def test_closed_limits_of_a_batch_are_those_of_the_public_methods(room, cases, controls, rated):
    """Whatever the ties and the separation, closed forms give what auc() gives, or nothing with it."""
    x, y, sample = drawn_batch(cases, controls, rated)
    counts = room("pair_counts").count_pairs(x, y, rated=rated)
    for word, limits in room("closed_limits").CLOSED.items():
        assert_same(auc(sample, FOR_QUANTITIES[word]).interval, limits(counts))


@settings(max_examples=12)
@given(cases=groups, controls=groups, rated=st.booleans())
def test_bootstrap_limits_of_a_batch_are_those_of_the_public_bootstrap(room, cases, controls, rated):
    """With one seed all five kinds give what auc() gives, or nothing with it."""
    x, y, sample = drawn_batch(cases, controls, rated)
    resampled = room("resampled_limits")
    for kind, limits in resampled.group_limits(x, y, 7, rated=rated).items():
        assert_same(auc(sample, Bootstrap(kind, resampled.N_RESAMPLES, rng=7)).interval, limits)


def test_members_of_a_group_do_not_change_one_another(room):
    """A sample has the same limits alone, among others, and in another place."""
    model, resampled = room("score_models").ScoreModel("ratings", 0.9), room("resampled_limits")
    x, y = model.draw(room("score_models").stream("group"), 6, 10, 5)
    whole = resampled.group_limits(x, y, 3, rated=True)
    turned = resampled.group_limits(x[::-1], y[::-1], 3, rated=True)
    for kind, limits in resampled.group_limits(x[2:3], y[2:3], 3, rated=True).items():
        for end in (0, 1):
            assert np.array_equal(limits[end], whole[kind][end][2:3], equal_nan=True)
            assert np.array_equal(whole[kind][end], turned[kind][end][::-1], equal_nan=True)


def test_resampled_subjects_are_multinomial_categories(room):
    """Over all 81 ways to take four of three subjects' places, categories come as often as a multinomial says."""
    resampled = room("resampled_limits")
    counts = np.array([[1, 0, 2, 0, 1]])
    ways = np.array([np.bincount(way, minlength=4) for way in itertools.product(range(4), repeat=4)])
    seen = Counter(tuple(row.tolist()) for row in resampled.by_category(ways, counts)[:, 0])
    for (first, second, third, fourth, fifth), times in seen.items():
        assert second == fourth == 0
        orders = math.factorial(4) // math.prod(map(math.factorial, (first, third, fifth)))
        assert (
            Fraction(times, 4**4)
            == orders * Fraction(1, 4) ** first * Fraction(1, 2) ** third * Fraction(1, 4) ** fifth
        )


def test_a_row_names_its_misses_by_the_side_on_which_the_interval_lies(simulation):
    """One interval below the truth, two above, one that ends at it but for rounding, one around it, one missing."""
    low = np.array([0.1, 0.95, 0.96, 0.5, 0.7, np.nan])
    high = np.array([0.8, 1.0, 1.0, 0.9 - 1e-15, 1.0, np.nan])
    row = simulation._row(simulation.Cell(5, 5, 0.9, "ratings"), "delong", np.full(6, 0.9), low, high)
    assert row["miss_left"] == "0.16667"
    assert row["miss_right"] == "0.33333"
    assert row["not_estimable"] == "0.16667"
    assert (row["coverage"], row["coverage_of_estimable"]) == ("0.33333", "0.40000")
    assert row["mean_width"] == f"{(0.7 + 0.05 + 0.04 + 0.4 + 0.3) / 5:.6f}"
    assert row["resamples"] == ""


def test_a_row_without_any_interval_has_no_width(simulation):
    """What cannot be said is left empty."""
    nothing = np.full(4, np.nan)
    row = simulation._row(simulation.Cell(5, 5, 0.9, "ratings"), "bamber", np.ones(4), nothing, nothing)
    assert (row["not_estimable"], row["coverage"], row["miss_left"]) == ("1.00000", "0.00000", "0.00000")
    assert row["coverage_of_estimable"] == row["mean_width"] == row["mean_width_mc"] == ""


def test_the_error_of_a_share_is_never_zero(simulation):
    """It is the binomial one of (x + 1/2) / (N + 1)."""
    assert simulation.share_error(10, 10) == pytest.approx(math.sqrt(10.5 / 11 * 0.5 / 11 / 10))
    assert simulation.share_error(0, 10_000) > 0


def test_the_run_stops_where_a_batch_departs_from_the_public_method(simulation, monkeypatch):
    """Limits that are off by 1e-9 end it, with the name of cell and method."""
    right = simulation.CLOSED["delong"]
    monkeypatch.setitem(simulation.CLOSED, "delong", lambda counts: (right(counts)[0] + 1e-9, right(counts)[1]))
    with pytest.raises(AssertionError, match=r"Cell\(cases=5, .*delong: the public method gives"):
        simulation.run(simulation.Cell(5, 5, 0.7, "binormal"), "closed", 20)


def test_every_method_that_gives_one_area_an_interval_is_there(simulation):
    """What the register has for one AUC is what the table has."""
    scores = np.arange(40) % 7 + 3.0 * (np.arange(40) % 2)
    sample = Sample.from_truth(np.arange(40) % 2, scores)
    serving = set()
    for word, method in FOR_QUANTITIES.items():
        try:
            found = auc(sample, method)
        except MethodError:
            continue
        if found.interval is not None:
            serving.add(word)
    assert serving == {*simulation.METHODS["closed"], *simulation.METHODS["bootstrap"]}


def test_rows_that_stand_are_not_run_again(simulation, tmp_path, monkeypatch):
    """A row that is there is kept as it is, and the others are added in order."""
    pytest.importorskip("joblib")
    path = tmp_path / "some.csv"
    command = ["auc_intervals.py", "--cells", "5,5,0.9,*", "--samples", "40", "--jobs", "1", "--table", str(path)]
    monkeypatch.setattr("sys.argv", [*command, "--methods", "closed"])
    simulation.main()
    first = path.read_text()
    assert len(first.splitlines()) == 1 + 4 * 6
    marked = first.replace(",40,", ",41,")
    path.write_text(marked)
    monkeypatch.setattr("sys.argv", [*command, "--methods", "all"])
    simulation.main()
    lines = path.read_text().splitlines()
    assert len(lines) == 1 + 4 * 11
    assert [line for line in lines if ",41," in line or line.startswith("cases,")] == marked.splitlines()


def test_cells_that_do_not_exist_are_refused(simulation):
    """A pattern that names nothing is told so."""
    with pytest.raises(SystemExit, match=r"no cell is named 7,\*,0.9,ratings; one is 5,5,0.5,binormal"):
        simulation.chosen_cells(["7,*,0.9,ratings"])


def test_the_table_holds_every_cell_and_method(simulation, table):
    """480 cells by 11 methods, in order, with at least 10,000 samples, or 2,000 of at least 500 resamples."""
    cells = list(simulation.cells())
    assert len(cells) == 5 * 4 * 6 * 4
    closed, resampled = (simulation.METHODS[family] for family in ("closed", "bootstrap"))
    assert set(table) == {(*cell.key, word) for cell in cells for word in (*closed, *resampled)}
    with simulation.TABLE.open(newline="", encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    assert tuple(lines[0]) == simulation.COLUMNS
    order = [(int(r["cases"]), int(r["controls"]), float(r["auc"]), r["scores"], r["method"]) for r in lines]
    assert order == sorted(order)
    for row in lines:
        if row["method"] in closed:
            assert int(row["samples"]) >= 10_000
            assert row["resamples"] == ""
        else:
            assert int(row["samples"]) >= 2_000
            assert int(row["resamples"]) >= 500


def test_the_shares_of_a_row_agree_with_one_another(simulation, table):
    """Covered, missed on either side and not estimable make one; leaving out what is not estimable divides by it."""
    for row in table.values():
        coverage, lost = float(row["coverage"]), float(row["not_estimable"])
        assert coverage + float(row["miss_left"]) + float(row["miss_right"]) + lost == pytest.approx(1, abs=2.1e-5)
        size, kept = int(row["samples"]), round((1 - lost) * int(row["samples"]))
        assert float(row["coverage_mc"]) == pytest.approx(
            simulation.share_error(round(coverage * size), size), abs=6e-6
        )
        if kept:
            assert float(row["coverage_of_estimable"]) == pytest.approx(coverage * size / kept, abs=2e-5 * size / kept)
            assert 0 < float(row["mean_width"]) <= 1


def test_the_mean_area_of_every_cell_is_the_true_one(table):
    """The empirical area is unbiased: the means differ from the nominal areas by Monte Carlo error alone."""
    for row in table.values():
        area, fewest = float(row["auc"]), min(int(row["cases"]), int(row["controls"]))
        # The variance of an area is at most A(1 - A) over the smaller group.
        error = math.sqrt(area * (1 - area) / fewest / int(row["samples"]))
        assert abs(float(row["mean_auc"]) - area) < 4.5 * error + 1e-5


@pytest.fixture(scope="module")
def orders(simulation):
    """Return the public intervals of 5 + 5 untied scores, by the places of the cases and by method."""
    found = {}
    for places in itertools.combinations(range(10), 5):
        sample = Sample.from_truth([place in places for place in range(10)], np.arange(10.0), positive=True)
        intervals = {word: auc(sample, FOR_QUANTITIES[word]).interval for word in simulation.METHODS["closed"]}
        found[places] = {word: i and (i.low, i.high) for word, i in intervals.items()}
    return found


def assert_shares(simulation, row, exact):
    """Compare the shares of a row with exact ones, within Monte Carlo error."""
    for name in ("coverage", "miss_left", "miss_right", "not_estimable"):
        size = int(row["samples"])
        error = simulation.share_error(round(exact[name] * size), size)
        assert abs(float(row[name]) - exact[name]) < 4.5 * error, name


@pytest.mark.parametrize("area", AREAS)
def test_five_and_five_exponential_scores_cover_as_often_as_counted(simulation, table, orders, area):
    """Each of the 252 orders of 5 + 5 exponential scores has a known chance; the public intervals of all are judged.

    The lowest of the scores left is a control's with chance k / (k + j / theta), for k controls and j cases left.
    """
    theta = area / (1 - area)
    exact = {word: Counter() for word in simulation.METHODS["closed"]}
    for places, intervals in orders.items():
        chance, cases, controls = 1.0, 5, 5
        for place in range(10):
            low = controls / (controls + cases / theta)
            chance *= 1 - low if place in places else low
            cases, controls = (cases - 1, controls) if place in places else (cases, controls - 1)
        for word, shares in exact.items():
            shares[judged(intervals[word], area)] += chance
    for word, shares in exact.items():
        assert sum(shares.values()) == pytest.approx(1)
        assert_shares(simulation, table["5", "5", str(area), "exponential", word], shares)


@pytest.mark.parametrize("area", AREAS)
def test_five_and_five_ratings_cover_as_often_as_counted(room, simulation, table, models, area):
    """Each of 126 times 126 ways to rate 5 + 5 subjects has a multinomial chance; the limits of all are judged."""
    from scipy.stats import multinomial

    rated = np.array(list(itertools.combinations_with_replacement(np.arange(1.0, 6), 5)))
    counts = np.array([[(row == category).sum() for category in range(1, 6)] for row in rated])
    p, q = (multinomial(5, shares).pmf(counts) for shares in models.rating_shares(area))
    pairs = room("pair_counts").count_pairs(np.repeat(rated, 126, axis=0), np.tile(rated, (126, 1)), rated=True)
    for word, limits in room("closed_limits").CLOSED.items():
        shares = Counter()
        for low, high, chance in zip(*limits(pairs), np.outer(p, q).ravel(), strict=True):
            shares[judged(None if math.isnan(low) else (low, high), area)] += chance
        assert_shares(simulation, table["5", "5", str(area), "ratings", word], shares)


def judged(interval, area):
    """Say what an interval is to the true area, as a column of the table calls it."""
    if interval is None:
        return "not_estimable"
    low, high = interval
    return "miss_left" if high < area - 1e-12 else "miss_right" if low > area + 1e-12 else "coverage"


@pytest.mark.parametrize(("family", "samples"), [("closed", 2000), ("bootstrap", 200)])
def test_a_cell_chosen_by_the_table_comes_again_with_other_streams(
    simulation, models, table, monkeypatch, family, samples
):
    """Samples that have nothing in common with those of the table give its coverage and width but for chance."""
    digest = hashlib.sha256(simulation.TABLE.read_bytes() + family.encode()).digest()
    cells = list(simulation.cells())
    cell = cells[int.from_bytes(digest, "big") % len(cells)]
    monkeypatch.setattr(simulation, "stream", lambda *place: models.stream("again", *place))
    for row in simulation.run(cell, family, samples):
        stated = table[(*cell.key, row["method"])]
        for name in ("coverage", "not_estimable", "miss_left", "miss_right"):
            share, size = float(stated[name]), int(stated["samples"])
            error = math.hypot(*(simulation.share_error(round(share * n), n) for n in (samples, size)))
            assert abs(float(row[name]) - share) < 5 * error
        if row["mean_width_mc"] and stated["mean_width_mc"]:
            error = math.hypot(float(row["mean_width_mc"]), float(stated["mean_width_mc"]))
            assert abs(float(row["mean_width"]) - float(stated["mean_width"])) < 6 * error


def test_the_samples_of_the_table_come_again(simulation, table):
    """The first cell of ratings, run as it was, gives its rows of closed forms to the last digit."""
    cell = simulation.Cell(5, 5, 0.9, "ratings")
    rows = simulation.run(cell, "closed", int(table[(*cell.key, "delong")]["samples"]))
    assert rows == [table[(*cell.key, row["method"])] for row in rows]


def test_newcombes_interval_is_always_there(table):
    """It alone of the eleven has an interval for every sample of every cell."""
    never = {row["method"] for row in table.values()} - {
        row["method"] for row in table.values() if float(row["not_estimable"]) > 0
    }
    assert never == {"newcombe"}


def test_bootstraps_of_one_cell_agree_on_what_has_no_spread(table):
    """Three kinds have no interval only where all resamples are alike; the others lack one as often at least."""
    for key, row in table.items():
        if key[-1] == "bootstrap-percentile":
            lost = {
                kind: float(table[(*key[:-1], f"bootstrap-{kind}")]["not_estimable"]) for kind in ("bca", "studentized")
            }
            assert min(lost.values()) >= float(row["not_estimable"])
            for kind in ("basic", "normal"):
                assert table[(*key[:-1], f"bootstrap-{kind}")]["not_estimable"] == row["not_estimable"]
