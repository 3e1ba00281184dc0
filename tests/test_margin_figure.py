"""Differences against a margin: the shade, the line, the square and the words say the same."""

import itertools
from types import SimpleNamespace

import pytest
from pictures import HOSTILE, INF, assert_legible, drawn, marked, says, words

from rocstats.document.figure_style import INK, PAPER, RULE, RUST
from rocstats.document.margin_figure import plot_margin
from rocstats.document.margin_rows import MarginRow
from rocstats.errors import DataError
from rocstats.results import Interval


def row(**others):
    """s100b against wfns, as in the report."""
    return MarginRow(
        **{
            "tests": ("s100b", "wfns"),
            "estimate": -0.092,
            "interval": Interval(-0.174, -0.010, 0.95),
            "margin": 0.05,
            "claim": "non-inferiority",
            "decision": "not shown",
            **others,
        }
    )


def margins(figure):
    """Where the margin lines stand."""
    return sorted(line[0][0] for line in drawn(figure, RUST, 1.0))


def shade(figure):
    """Where the shade begins and ends."""
    (patch,) = [patch for patch in figure.axes[0].patches if patch.get_zorder() == 0.9]
    return patch.get_xy()[:, 0].min(), patch.get_xy()[:, 0].max()


def zero(figure):
    """Where the line of no difference stands."""
    return next(line[0][0] for line in drawn(figure, RULE, 0.8))


def test_a_row_says_its_numbers_and_its_decision():
    """Names, difference, interval, decision, margin and what the marks mean."""
    assert words(plot_margin(row()))[:6] == [
        "Non-inferiority",
        "Difference (95% CI)",
        "−0.05",
        "s100b − wfns",
        "−0.092 (−0.174 to −0.010)",
        "not shown to be non-inferior",
    ]
    assert "Dashed: margin; dotted: no difference; filled: the interval lies in the shade" in words(plot_margin(row()))


@pytest.mark.parametrize(
    ("claim", "higher", "begins"),
    [
        ("non-inferiority", True, -1),
        ("superiority", True, 1),
        ("non-inferiority", False, -1),
        ("superiority", False, 1),
    ],
)
def test_the_shade_is_where_the_interval_must_lie(claim, higher, begins):
    """On the side of the better test, from minus the margin on or from the margin on."""
    figure = plot_margin(row(claim=claim, higher_is_better=higher))
    (line,) = margins(figure)
    better = 1 if higher else -1
    assert (line - zero(figure)) * better * begins > 0
    left, right = shade(figure)
    assert line == pytest.approx(left if higher else right)
    assert (right - line > 1) == higher


def test_equivalence_is_shaded_between_both_margins():
    """Two lines, and the shade from one to the other."""
    figure = plot_margin(row(claim="equivalence"))
    assert list(shade(figure)) == pytest.approx(margins(figure))
    assert {"−0.05", "0.05"} <= set(words(figure))


def test_a_square_is_filled_only_if_the_claim_is_shown():
    """Not shown and not estimable are open, so that colour is never the only sign."""
    for decision, filled in (("shown", True), ("not shown", False), ("not estimable", False)):
        figure = plot_margin(row(decision=decision))
        (square,) = [line for line in figure.axes[0].lines if line.get_marker() == "s"]
        assert (square.get_markerfacecolor() != PAPER) == filled


@pytest.mark.parametrize(
    ("claim", "shown"),
    [
        ("non-inferiority", "non-inferior"),
        ("equivalence", "equivalent"),
        ("superiority", "superior by the margin"),
    ],
)
def test_decisions_are_said_in_words(claim, shown):
    """Every decision of every claim, without a word of significance."""
    assert row(claim=claim, decision="shown").words == shown
    assert row(claim=claim).words == f"not shown to be {shown}"
    assert row(claim=claim, decision="not estimable").words == "not estimable"


def test_what_is_not_estimable_is_words_alone():
    """Without an interval there is no line, without an estimate no square."""
    figure = plot_margin(row(interval=None, decision="not estimable"))
    assert "−0.092 (not estimable)" in words(figure)
    assert not drawn(figure, INK, 1.2)
    assert not marked(plot_margin(row(estimate=None, interval=None, decision="not estimable")), "s")


def test_rows_of_one_margin_share_an_axis():
    """Another margin, claim or measure begins a new one."""
    rows = [row(), row(tests=("ndka", "wfns")), row(margin=0.1), row(claim="superiority"), row(parameter="pAUC")]
    shown = words(plot_margin(rows))
    assert [shown.count(title) for title in ("Non-inferiority", "Superiority by a margin")] == [3, 1]
    assert shown.count("Difference in AUC") == 3


def test_a_one_sided_bound_goes_on_to_the_end():
    """The side that the range closes has no cap, and its number is not written."""
    figure = plot_margin(row(interval=Interval(-0.1, 1.0, 0.975, "lower")))
    assert "−0.092 (from −0.100)" in words(figure)
    assert len(drawn(figure, INK, 1.2)) == 2
    assert "−0.092 (to −0.050)" in words(plot_margin(row(interval=Interval(-1.0, -0.05, 0.975, "upper"))))


def test_a_second_interval_is_a_thin_line():
    """The one that decides has caps, the other its level in words."""
    figure = plot_margin(row(claim="equivalence", interval=Interval(-0.15, -0.03, 0.9), wider=Interval(-0.2, 0, 0.95)))
    assert len([line for line in drawn(figure, INK, 0.7) if line[0][1] == line[1][1] == 46]) == 1
    assert "thin: 95% interval" in " ".join(words(figure))


def test_a_result_is_drawn_by_its_decision():
    """What has the attributes of a decision is a row."""
    parts = ("tests", "estimate", "interval", "margin", "claim", "decision", "parameter", "higher_is_better")
    found = SimpleNamespace(**{part: getattr(row(), part) for part in parts})
    assert words(plot_margin(found)) == words(plot_margin(row()))


def test_hostile_names_keep_their_words_apart():
    """Long names, tiny and huge margins, infinite limits run into nothing."""
    pairs = [row(tests=pair, claim="equivalence") for pair in itertools.combinations(HOSTILE, 2)]
    others = [
        row(tests=(HOSTILE[3], HOSTILE[4]), margin=1e-9, claim="equivalence"),
        row(margin=0.123456789012345, interval=Interval(-INF, INF, 0.95)),
        row(estimate=0.0, interval=None, parameter=HOSTILE[3], decision="not estimable"),
        row(margin=5e7, parameter="cost"),
    ]
    assert_legible(plot_margin([*pairs, *others]))


def test_refusals():
    """Nothing, something else and impossible margins are refused."""
    what = "plot_margin takes results of noninferiority, equivalence or superiority"
    with pytest.raises(TypeError, match=says(f"{what}; there are none.")):
        plot_margin([])
    with pytest.raises(TypeError, match=says(f"{what}; this is float.")):
        plot_margin(0.5)
    for wrong, came in ((0.0, "0"), (-0.1, "-0.1"), (float("nan"), "not a number"), (INF, "Inf")):
        with pytest.raises(DataError, match=says(f"a margin is a number above 0; this one is {came}.")):
            row(margin=wrong)
    with pytest.raises(
        DataError, match=says('claim is one of non-inferiority, equivalence, superiority, not "better".')
    ):
        row(claim="better")


@pytest.mark.parametrize("value", [float("nan"), INF])
def test_an_estimate_is_a_number(value):
    """What is none is refused before it is drawn, whatever is said to be shown."""
    text = "the estimate of a margin plot is a number, or None where the data cannot give it."
    with pytest.raises(DataError, match=says(text)):
        row(estimate=value)


def test_nothing_is_decided_without_an_interval():
    """A decision needs the limits that decide."""
    with pytest.raises(DataError, match=says('decision is "shown" without an interval; then it is "not estimable".')):
        row(interval=None, decision="shown")
