"""Predictive values against the prevalence: lines, intervals, what is not estimable, the study's own place."""

from types import SimpleNamespace

import numpy as np
import pytest
from pictures import assert_legible, curves, drawn, marked, says, words

from rocstats.document.figure_style import MUTED, NAVY, RUST
from rocstats.document.predictive_value_figure import PredictiveValueRow, plot_predictive_values
from rocstats.errors import DataError
from rocstats.results import Interval

LEFT, RIGHT, TOP, FOOT = 43.2, 309.6, 8.0, 208.0


def row(prevalence, sensitivity=0.634, specificity=0.806, **others):
    """Predictive values of a test with these accuracies, with made-up intervals."""
    true, false = sensitivity * prevalence, (1 - specificity) * (1 - prevalence)
    ppv = true / (true + false)
    clear, missed = specificity * (1 - prevalence), (1 - sensitivity) * prevalence
    npv = clear / (clear + missed)
    return PredictiveValueRow(
        **{
            "prevalence": prevalence,
            "ppv": ppv,
            "npv": npv,
            "ppv_interval": Interval(0.8 * ppv, min(1.2 * ppv, 1.0), 0.95),
            "npv_interval": Interval(0.9 * npv, min(1.1 * npv, 1.0), 0.95),
            **others,
        }
    )


def test_few_prevalences_are_marks_with_intervals():
    """Each mark stands at its prevalence and value, PPV filled and NPV open; aside where one hides the other."""
    rows = [row(p) for p in (0.3, 0.1, 0.5)]
    figure = plot_predictive_values(rows)
    (ppv,), (npv,) = marked(figure, "o"), marked(figure, "s")
    assert ((ppv[:2, 0] - LEFT) / (RIGHT - LEFT) * 0.55).tolist() == pytest.approx([0.1, 0.3])
    middle = LEFT + (RIGHT - LEFT) * 0.5 / 0.55
    assert [ppv[2, 0], npv[2, 0]] == pytest.approx([middle - 2.6, middle + 2.6])
    assert ((FOOT - ppv[:, 1]) / 200).tolist() == pytest.approx([rows[i].ppv for i in (1, 0, 2)])
    assert ((FOOT - npv[:, 1]) / 200).tolist() == pytest.approx([rows[i].npv for i in (1, 0, 2)])
    bars = [line for line in drawn(figure, NAVY, 1.2) if line[0][0] == line[1][0]]
    assert ((FOOT - bars[0][:, 1]) / 200).tolist() == pytest.approx([0.8 * rows[1].ppv, 1.2 * rows[1].ppv])
    assert words(figure)[-3:] == ["PPV", "NPV", "95% intervals"]


def test_values_of_1_do_not_hide_each_other():
    """Both marks and both intervals are seen where PPV and NPV are the same."""
    one = PredictiveValueRow(
        prevalence=0.1, ppv=1.0, npv=1.0, ppv_interval=Interval(0.2, 1, 0.95), npv_interval=Interval(0.9, 1, 0.95)
    )
    figure = plot_predictive_values([one, row(0.3)])
    (ppv,), (npv,) = marked(figure, "o"), marked(figure, "s")
    assert npv[0, 0] - ppv[0, 0] == pytest.approx(5.2)
    assert npv[1, 0] == ppv[1, 0]
    bars = [{line[0][0] for line in drawn(figure, colour, 1.2) if line[0][0] == line[1][0]} for colour in (NAVY, MUTED)]
    assert ppv[0, 0] in bars[0]
    assert npv[0, 0] in bars[1]


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ({"ppv": float("nan"), "npv": 0.5}, "PPV lies between 0 and 1, or is None where the data cannot give it."),
        ({"ppv": 0.5, "npv": 2}, "NPV lies between 0 and 1, or is None where the data cannot give it."),
        (
            {"prevalence": float("nan"), "ppv": 0.5, "npv": 0.5},
            "a prevalence lies strictly between 0 and 1; one of those that came does not.",
        ),
    ],
)
def test_a_row_holds_numbers_in_their_range(numbers, text):
    """What is no number is refused before it is drawn."""
    with pytest.raises(DataError, match=says(text)):
        PredictiveValueRow(**{"prevalence": 0.1, **numbers})


def test_many_prevalences_are_lines_with_bands():
    """The bands lie under everything and have their edges, since they may cross."""
    figure = plot_predictive_values([row(p) for p in np.linspace(0.01, 0.99, 99)])
    bands = [patch for patch in figure.axes[0].patches if patch.get_zorder() == 1]
    assert len(bands) == 2
    assert not marked(figure, "o")
    assert [len(curves(figure, colour, 0.5)) for colour in (NAVY, MUTED)] == [2, 2]
    assert all(patch.get_facecolor()[3] == 1 for patch in bands)


def test_the_study_has_a_line_of_its_own():
    """The dashed line stands at its prevalence, its number above."""
    figure = plot_predictive_values([row(p) for p in np.linspace(0.01, 0.99, 99)], prevalence=41 / 113)
    assert "0.363" in words(figure)
    assert words(figure)[-1] == "prevalence in the study, 0.363"
    line = next(line for line in drawn(figure, RUST, 1.0) if line[0][0] == line[1][0])
    assert line[0][0] == pytest.approx(LEFT + (RIGHT - LEFT) * 41 / 113)


@pytest.mark.parametrize(
    ("shares", "log", "said"),
    [
        ((0.001, 0.01, 0.3), None, True),
        ((0.001, 0.01, 0.3), False, False),
        ((0.02, 0.03, 0.9), None, False),
        ((0.02, 0.03, 0.9), True, True),
        ((0.01, 0.5, 0.99), None, False),
    ],
)
def test_the_axis_is_logarithmic_for_rare_conditions(shares, log, said):
    """Prevalences that crowd near zero ask for it, and the user decides."""
    assert ("Prevalence (log scale)" in words(plot_predictive_values([row(p) for p in shares], log=log))) == said


def test_what_is_not_estimable_is_said():
    """No positive at all leaves no PPV; a value may have no interval."""
    none = [row(p, ppv=None, ppv_interval=None) for p in (0.1, 0.2)]
    assert words(plot_predictive_values(none))[-1] == "PPV: not estimable"
    some = [row(0.1), row(0.2, ppv=None), row(0.3, npv_interval=None)]
    assert words(plot_predictive_values(some))[-2:] == [
        "PPV: not estimable at some of these",
        "NPV: interval not estimable at some of these",
    ]
    assert words(plot_predictive_values([row(0.1, npv_interval=None)]))[-1] == "NPV: interval not estimable"
    neither = plot_predictive_values([row(0.1, ppv=None, npv=None)])
    assert words(neither)[-2:] == ["PPV: not estimable", "NPV: not estimable"]
    assert_legible(neither)


@pytest.mark.parametrize("count", [1, 2, 5, 12, 13, 60])
@pytest.mark.parametrize("prevalence", [None, 0.3333333, 1e-9])
def test_words_keep_apart(count, prevalence):
    """Names stand beyond the last prevalence and the study's line, one above the other where lines meet."""
    rows = [row(p, 0.5, 0.5) for p in np.linspace(0.1, 0.5, count)]
    assert_legible(plot_predictive_values(rows, prevalence=prevalence))


def test_a_result_that_holds_rows_is_taken():
    """What has ``values`` is drawn by them."""
    figure = plot_predictive_values(SimpleNamespace(values=(row(0.1), row(0.2))))
    assert len(marked(figure, "o")[0]) == 2


def test_refusals():
    """Nothing, something else and impossible prevalences are refused."""
    what = "plot_predictive_values takes rows of predictive values or a result of predictive_values; this is"
    for wrong, kind in (([], "empty"), ([0.5], "list"), (0.5, "float")):
        with pytest.raises(TypeError, match=says(f"{what} {kind}.")):
            plot_predictive_values(wrong)
    for wrong in (0.0, 1.0, float("nan")):
        with pytest.raises(
            DataError, match=says("a prevalence lies strictly between 0 and 1; one of those that came does not.")
        ):
            plot_predictive_values([row(0.5)], prevalence=wrong)
