"""Replicates: rows counted together, weights drawn by subject or by row, and streams that do not overlap."""

import math
from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import any_scores, several

from rocstats import MethodError, Sample
from rocstats.methods import replicates
from rocstats.methods.replicates import BLOCK, collapsed, seed_of, watching, weights

DRAWS = 20_000


def drawn(one, *, n_resamples=60, seed=5, part=0, stratified=True):
    """Return all row weights that a seed draws: of the cases, of the controls."""
    batches = list(weights(one, n_resamples=n_resamples, seed=seed, part=part, stratified=stratified))
    return tuple(np.concatenate([batch[group] for batch in batches]) for group in (0, 1))


def rows_of(groups):
    """Make a sample of two tests from lists of rows."""
    return Sample.from_groups(cases=np.array(groups[0]), controls=np.array(groups[1]), tests=["A", "B"])


# Rows that are alike


def test_rows_alike_are_counted_together_by_hand():
    """Cases (2, 1), (1, 9), (2, 1) are two rows, the lower first, of which the second stands for two."""
    one = collapsed(rows_of(([(2, 1), (1, 9), (2, 1)], [(0, 0), (0, -1)])))
    assert one.cases.tolist() == [[1, 9], [2, 1]]
    assert one.case_counts.tolist() == [1, 2]
    assert one.controls.tolist() == [[0, -1], [0, 0]]
    assert one.control_counts.tolist() == [1, 1]


@given(groups=any_scores.flatmap(lambda scores: several(scores, 2)))
def test_rows_alike_are_counted_as_a_counter_counts(groups):
    """Every distinct row stands once, in ascending order, with the number of subjects that have it."""
    one = collapsed(rows_of(groups))
    for rows, counts, group in ((one.cases, one.case_counts, 0), (one.controls, one.control_counts, 1)):
        expected = sorted(Counter(groups[group]).items())
        assert [tuple(row) for row in rows.tolist()] == [row for row, _ in expected]
        assert counts.tolist() == [count for _, count in expected]


@given(groups=any_scores.flatmap(lambda scores: several(scores, 2)), shuffle=st.randoms(use_true_random=False))
def test_the_order_of_rows_draws_the_same(groups, shuffle):
    """Shuffled files of the same subjects have the same replicates, bit by bit."""
    mixed = tuple(shuffle.sample(rows, len(rows)) for rows in groups)
    for one, other in zip(drawn(collapsed(rows_of(groups))), drawn(collapsed(rows_of(mixed))), strict=True):
        assert (one == other).all()


def test_counting_together_twice_is_counting_once():
    """A sample whose rows are counted already stays as it is, and keeps its numbers of subjects."""
    table = Sample.from_counts(controls=[33, 6, 6, 11, 2], cases=[3, 2, 2, 11, 33])
    one = collapsed(table)
    assert (one.n_cases, one.n_controls) == (51, 58)
    assert one.cases.tolist() == table.cases.tolist()
    assert one.case_counts.tolist() == table.case_counts.tolist()


# What is drawn


@pytest.mark.parametrize("counts", [[1, 1, 1], [1, 2, 4], [30, 50, 10], [1, 200, 1]])
def test_weights_have_the_moments_of_a_multinomial(counts):
    """Row by row or subject by subject: means p, variances p(1 - p/m), covariances -pq/m, within sampling error."""
    one = Sample.from_counts(cases=counts, controls=[1, 1, 1])
    case_w, _ = drawn(one, n_resamples=DRAWS)
    m = sum(counts)
    assert set(case_w.sum(axis=1)) == {m}
    for i, p in enumerate(counts):
        spread = p * (1 - p / m)
        assert abs(case_w[:, i].mean() - p) < 4.5 * math.sqrt(spread / DRAWS)
        kurtosis = 3 + 1 / spread
        assert abs(case_w[:, i].var() / spread - 1) < 4.5 * math.sqrt((kurtosis - 1) / DRAWS)
    for i, j in combinations(range(3), 2):
        found = np.cov(case_w[:, i], case_w[:, j])[0, 1]
        spreads = math.sqrt(counts[i] * counts[j])
        assert abs(found + counts[i] * counts[j] / m) < 5 * spreads / math.sqrt(DRAWS)


def test_row_by_row_is_for_few_rows_alone(monkeypatch):
    """Both ways of drawing the same table have the exact distribution of all resamples."""
    table = Sample.from_counts(cases=[1, 2], controls=[1, 1])
    exact = Counter(sum(picked) for picked in product([1, 0, 0], repeat=3))
    for draws_per_row in (1, 16):
        monkeypatch.setattr(replicates, "_DRAWS_PER_ROW", draws_per_row)
        case_w, _ = drawn(table, n_resamples=DRAWS)
        for first, times in exact.items():
            chance = times / 27
            share = (case_w[:, 0] == first).mean()
            assert abs(share - chance) < 4.5 * math.sqrt(chance * (1 - chance) / DRAWS)


def test_drawn_together_the_number_of_cases_is_binomial():
    """By subject, a resample of 3 + 5 holds the cases that 8 draws of one in 3/8 give."""
    one = Sample.from_groups(cases=[1, 2, 3], controls=[1, 2, 3, 4, 5])
    case_w, control_w = drawn(one, n_resamples=DRAWS, stratified=False)
    held = case_w.sum(axis=1)
    assert set(held + control_w.sum(axis=1)) == {8}
    for cases in range(9):
        chance = math.comb(8, cases) * 3**cases * 5 ** (8 - cases) / 8**8
        assert abs((held == cases).mean() - chance) < 4.5 * math.sqrt(chance * (1 - chance) / DRAWS)


@pytest.mark.parametrize("size", [10**8, 3 * 10**9])
def test_a_table_of_any_size_is_drawn_as_a_table(size):
    """A hundred million subjects, or more than 32 bits count, are drawn as so many counts of so many rows."""
    one = Sample.from_counts(cases=[size, 0, size // 2], controls=[size // 3, size, 1])
    case_w, control_w = drawn(collapsed(one), n_resamples=40)
    assert case_w.shape == (40, 2)
    assert set(case_w.sum(axis=1)) == {one.n_cases}
    assert set(control_w.sum(axis=1)) == {one.n_controls}
    assert len(set(case_w[:, 0].tolist())) > 30


# Streams


MANY = Sample.from_groups(cases=list(range(40)), controls=list(range(35)))
TABLE = Sample.from_counts(cases=[3, 2, 9], controls=[50, 2, 8])


@pytest.mark.parametrize("stratified", [True, False])
@pytest.mark.parametrize("one", [MANY, TABLE], ids=["subject by subject", "a table"])
@pytest.mark.parametrize("cells", [1, 300, 10**9])
def test_how_many_are_drawn_at_once_changes_no_weight(monkeypatch, one, stratified, cells):
    """The same seed draws the same bits, one replicate at a time or all of a block at once."""
    expected = drawn(one, n_resamples=450, stratified=stratified)
    monkeypatch.setattr(replicates, "_CELLS", cells)
    found = drawn(one, n_resamples=450, stratified=stratified)
    for group in (0, 1):
        assert (found[group] == expected[group]).all()


def test_a_batch_is_no_larger_than_fits(monkeypatch):
    """Batches hold as many replicates as fit, one at the least, and never more than a block."""
    for cells, most in ((1, 1), (300, 4), (10**9, BLOCK)):
        monkeypatch.setattr(replicates, "_CELLS", cells)
        batches = list(weights(MANY, n_resamples=2 * BLOCK, seed=1, part=0, stratified=True))
        assert max(len(case_w) for case_w, _ in batches) == most


@pytest.mark.parametrize("n_resamples", [1, BLOCK - 1, BLOCK, BLOCK + 1])
def test_fewer_replicates_are_the_first_of_more(n_resamples):
    """A block that is cut short begins as a whole one does."""
    few, more = drawn(MANY, n_resamples=n_resamples), drawn(MANY, n_resamples=3 * BLOCK)
    for group in (0, 1):
        assert (few[group] == more[group][:n_resamples]).all()


def test_no_two_streams_are_alike():
    """Seeds, parts, blocks and groups each have draws of their own."""
    one = Sample.from_groups(cases=list(range(30)), controls=list(range(30)))
    seen = set()
    for seed, part in product((0, 1, 2**40), (0, 1, 2)):
        case_w, control_w = drawn(one, n_resamples=3 * BLOCK, seed=seed, part=part)
        seen |= {row.tobytes() for row in (*case_w, *control_w)}
    assert len(seen) == 3 * 3 * 3 * BLOCK * 2


def test_other_random_work_changes_nothing():
    """Draws of others between two batches, and numpy's global state, neither matter nor are touched."""
    expected = drawn(MANY, n_resamples=450)
    np.random.seed(4)  # noqa: NPY002
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    found = []
    other = weights(TABLE, n_resamples=450, seed=5, part=0, stratified=True)
    for batch in weights(MANY, n_resamples=450, seed=5, part=0, stratified=True):
        found.append(batch[0])
        next(other, None)
    assert (np.concatenate(found) == expected[0]).all()
    assert (np.random.get_state()[1] == before).all()  # noqa: NPY002


# Seeds


def test_a_seed_is_itself():
    """Whole numbers of any size and kind stand for themselves."""
    assert [seed_of(seed) for seed in (0, 7, np.int64(7), np.uint8(200), 2**200)] == [0, 7, 7, 200, 2**200]
    assert type(seed_of(np.int64(7))) is int


def test_a_generator_moves_on_by_one_seed():
    """A Generator gives one integer and moves on, so that asking twice gives two seeds; nothing gives a new one."""
    generator = np.random.default_rng(3)
    first, second = seed_of(generator), seed_of(generator)
    assert (first, first != second) == (seed_of(np.random.default_rng(3)), True)
    assert len({seed_of(None) for _ in range(5)}) == 5


@pytest.mark.parametrize("rng", [True, 7.0, "7", np.random.RandomState(1), np.random.PCG64(1), [1, 2]])
def test_what_is_no_seed_is_refused(rng):
    """A float, a text or numpy's older generator is no seed."""
    with pytest.raises(TypeError, match=f"^rng is {type(rng).__name__}; it must be a whole number, a numpy"):
        seed_of(rng)


def test_a_negative_seed_is_refused():
    """A seed counts from 0."""
    with pytest.raises(MethodError, match=r"^rng is -3; a seed is a whole number of at least 0\.$"):
        seed_of(-3)


# Progress


def test_a_watcher_hears_of_every_batch_until_it_leaves(monkeypatch):
    """The numbers rise to the number of replicates; after leaving, and after an error, nothing is heard."""
    monkeypatch.setattr(replicates, "_CELLS", 75 * 40)
    heard = []
    with watching(lambda done, total: heard.append((done, total))):
        drawn(MANY, n_resamples=250)
    assert heard == [(done, 250) for done in (40, 80, 120, 160, 200, 240, 250)]
    with pytest.raises(KeyError), watching(lambda done, total: heard.clear()):
        raise KeyError
    drawn(MANY, n_resamples=250)
    assert len(heard) == 7
