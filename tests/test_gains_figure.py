"""Gains with lift below: the ends of bins where they are, chance and the perfect test beside them."""

import numpy as np
import pytest
from pictures import HOSTILE, assert_legible, curves, marked, says, words

from rocstats.data.sample import Sample
from rocstats.document.figure_style import NAVY, RULE, svg
from rocstats.document.gains_figure import plot_gains
from rocstats.empirical.gains_bins import gains, gains_from_counts
from rocstats.errors import DataError

LEFT, SIDE, FOOT, HEIGHT = 43.2, 286.8, 178.0, 170.0


def table_of(name="score", seed=1, bins=5, m=30, n=40):
    """A gains table of random scores."""
    rng = np.random.default_rng(seed)
    sample = Sample.from_groups(cases=rng.normal(1, 1, m), controls=rng.normal(0, 1, n), tests=[name])
    return gains(sample, bins)


def test_gains_by_hand():
    """Cases 4, 3 and controls 2, 1 in halves: all cases in the first half, twice what chance finds."""
    figure = plot_gains(gains(Sample.from_groups(cases=[4, 3], controls=[2, 1]), 2))
    gain, lift = curves(figure, NAVY)
    assert ((gain[:, 0] - LEFT) / SIDE).tolist() == pytest.approx([0, 0.5, 1])
    assert ((FOOT - gain[:, 1]) / HEIGHT).tolist() == pytest.approx([0, 1, 1])
    assert ((lift[:, 0] - LEFT) / SIDE).tolist() == pytest.approx([0.5, 1])
    assert (lift[1, 1] - lift[0, 1]) * 2.1 / 76 == pytest.approx(1)


def test_chance_and_the_perfect_test_frame_the_gains():
    """The perfect test has all cases at their share, here 3/7; chance is the diagonal and a lift of 1."""
    figure = plot_gains(table_of())
    (perfect,) = curves(figure, RULE, 1.0)
    assert ((perfect[:, 0] - LEFT) / SIDE).tolist() == pytest.approx([0, 3 / 7, 1])
    assert ((FOOT - perfect[:, 1]) / HEIGHT).tolist() == pytest.approx([0, 1, 1])
    assert len(curves(figure, RULE, 0.8)) == 2
    assert words(figure)[-3:] == ["score", "chance", "perfect"]


def test_tables_at_different_shares_have_no_perfect_test():
    """One line for two shares of cases would be wrong for one of them."""
    assert "perfect" not in words(plot_gains(table_of(), table_of("b", m=10)))


def test_a_stated_prevalence_moves_the_ends_of_bins():
    """At a prevalence of 1/10 the first half of the cases is a twentieth and more of all."""
    sample = Sample.from_groups(cases=[4, 3], controls=[2, 1])
    gain, _ = curves(plot_gains(gains(sample, 2, prevalence=0.1)), NAVY)
    assert ((gain[:, 0] - LEFT) / SIDE).tolist() == pytest.approx([0, 0.1, 1])


def test_a_case_control_study_has_no_lift():
    """Without a prevalence the place of the lift says why it is empty."""
    figure = plot_gains(gains_from_counts(cases=[5, 3, 1], controls=[1, 3, 5], design="case-control"))
    assert "not estimable: case-control, no stated prevalence" in words(figure)
    assert "case-control: the mix of subjects is the design's" in words(figure)
    assert "Share of all subjects as sampled, most positive first" in words(figure)
    stated = gains_from_counts(cases=[5, 3, 1], controls=[1, 3, 5], design="case-control", prevalence=0.1)
    assert not [text for text in words(plot_gains(stated)) if "case-control" in text or "sampled" in text]
    assert len(curves(figure, NAVY)) == 1
    assert_legible(figure)


def test_few_bins_are_marked_and_many_are_not():
    """Ends of ten bins can be told apart, of a hundred they cannot."""
    assert len(marked(plot_gains(table_of(bins=10)), "o")[0]) == 11
    assert not marked(plot_gains(table_of(bins=100, m=300, n=300)), "o")


def test_grouped_counts_without_a_name_are_drawn():
    """A table that was typed in has the name of what it holds."""
    figure = plot_gains(gains_from_counts(cases=[5, 3, 1], controls=[1, 3, 5]))
    assert words(figure)[-3:] == ["score", "chance", "perfect"]


def test_hostile_names_keep_their_words_apart():
    """Six long names with labels stand below each other."""
    tables = [table_of(name, i) for i, name in enumerate(HOSTILE[:6])]
    assert_legible(plot_gains(*tables, labels=["AUC 0.731 (0.630 to 0.833)"] * 6))


def test_one_case_and_one_control_are_drawn():
    """A single bin is a single mark."""
    assert_legible(plot_gains(gains(Sample.from_groups(cases=[1], controls=[1]))))


def test_a_figure_is_small_for_any_number_of_subjects():
    """A table of a hundred thousand subjects is as large as that of a hundred."""
    assert len(svg(plot_gains(table_of(m=50_000, n=50_000)))) < 60_000


def test_refusals():
    """Nothing, something else and seven tables are refused."""
    with pytest.raises(
        TypeError, match=says("plot_gains draws gains tables; make one with gains(sample); there are none.")
    ):
        plot_gains()
    with pytest.raises(
        TypeError, match=says("plot_gains draws gains tables; make one with gains(sample); this is float.")
    ):
        plot_gains(0.5)
    with pytest.raises(DataError, match=says("plot_gains draws 6 curves at most, and 7 came; draw them in several.")):
        plot_gains(*[table_of()] * 7)
