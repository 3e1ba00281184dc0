"""Fitted curves in pictures: a smooth line over marks or steps, and words that say which is which."""

from xml.etree import ElementTree

import numpy as np
import pytest
from hand_curves import COVARIANCE, hand_curve
from matplotlib.colors import to_rgba
from pictures import HOSTILE, LONG, assert_legible, says, words

from rocstats import DataError, Sample, plot_roc, roc_curve
from rocstats.document.figure_style import BAND, COLOURS, INK, INNER_BAND, svg
from rocstats.document.fitted_figure import plot_fit
from rocstats.parametric.fitted_bands import fitted_band
from rocstats.parametric.power_law import PowerLaw
from rocstats.parametric.smooth_curves import smooth_curve


def ratings(name="CT", cases=(3, 2, 2, 11, 33)):
    """A test of five ratings."""
    controls = np.repeat([1, 2, 3, 4, 5], [33, 6, 6, 11, 2])
    return Sample.from_groups(cases=np.repeat([1, 2, 3, 4, 5], cases), controls=controls, tests=[name])


def scores(name="s100b", m=41, n=72):
    """A test of continuous scores."""
    rng = np.random.default_rng(3)
    return Sample.from_groups(cases=rng.normal(1.5, 1.2, m), controls=rng.normal(size=n), tests=[name])


def fitted(sample, theta=(1.5, 0.8), family=None):
    """A curve of given parameters over the points of a sample."""
    return hand_curve(sample, theta, COVARIANCE[: len(theta), : len(theta)], family)


def lines(figure):
    """The lines on the axes but for the chance line, in the order in which they are drawn."""
    return sorted(figure.axes[1].lines[1:], key=lambda line: line.get_zorder())


def test_ratings_are_marks_under_which_the_curve_runs():
    """Four operating points between the corners are four marks, exactly where they are; the curve is smooth."""
    fit = fitted(ratings())
    curve, marks = lines(plot_fit(fit))
    assert marks.get_xydata().tolist() == np.stack([fit.empirical.fpf, fit.empirical.tpf], axis=1)[1:-1].tolist()
    assert (marks.get_linestyle(), marks.get_markeredgecolor()) == ("None", INK)
    assert (curve.get_color(), curve.get_linewidth()) == (COLOURS[0], 1.6)
    drawn = curve.get_xydata()
    assert drawn[0].tolist() == [0, 0]
    assert drawn[-1].tolist() == [1, 1]
    at = np.linspace(0.001, 0.999, 500)
    assert np.abs(np.interp(at, drawn[:, 0], drawn[:, 1]) - fit.tpf_at(at)).max() * 286.8 < 0.1


def test_many_points_are_the_thin_steps_of_the_empirical_curve():
    """More than 20 operating points are drawn as the empirical curve is, thinner than the fitted one and under it."""
    fit = fitted(scores())
    steps, curve = lines(plot_fit(fit))
    assert steps.get_xydata().tolist() == np.stack([fit.empirical.fpf, fit.empirical.tpf], axis=1).tolist()
    assert steps.get_linewidth() == 0.8 < curve.get_linewidth()
    assert steps.get_marker() == "None"


def test_the_key_names_all_that_is_drawn():
    """Fitted curve with family and area, data with their area, the band with what it promises, chance."""
    fit = fitted(ratings())
    assert words(plot_fit(fit))[:5] == ["CT, binormal", "AUC 0.879", "empirical", "AUC 0.893", "chance"]
    band = fitted_band(fit, kind="working-hotelling")
    assert words(plot_fit(fit, band=band, labels=["as published"]))[:6] == [
        *("CT, binormal", "as published", "empirical", "AUC 0.893", "95% simultaneous band"),
        "chance",
    ]


def test_the_band_lies_under_everything():
    """It is filled between its edges."""
    fit = fitted(ratings())
    band = fitted_band(fit)
    figure = plot_fit(fit, band=band)
    (shade,) = figure.axes[1].collections
    assert shade.get_zorder() < min(line.get_zorder() for line in figure.axes[1].lines)
    corners = shade.get_paths()[0].vertices
    assert {tuple(point) for point in zip(band.fpf, band.high, strict=True)} <= {tuple(point) for point in corners}
    assert "95% pointwise band" in words(figure)


def test_curves_of_the_same_data_share_its_points():
    """Two families fitted to one test are two lines over one set of marks, and the band says whose it is."""
    sample = ratings()
    one, two = fitted(sample), fitted(sample, (0.2,), PowerLaw())
    figure = plot_fit(one, two, band=fitted_band(one))
    assert len(lines(figure)) == 3
    assert words(figure)[:8] == [
        *("CT, binormal", "AUC 0.879", "CT, power-law", "AUC 0.833", "empirical", "AUC 0.893"),
        *("95% pointwise band of CT, binormal", "chance"),
    ]


def test_each_test_has_points_in_its_own_colour():
    """Two tests are two curves and two sets of points, which are named and coloured alike."""
    figure = plot_fit(fitted(ratings()), fitted(scores()), fitted(ratings("MRI", (6, 4, 9, 12, 20))), first_style=1)
    colours = [
        line.get_color() if line.get_marker() == "None" else line.get_markeredgecolor() for line in lines(figure)
    ]
    assert colours == [COLOURS[2], COLOURS[1], COLOURS[2], COLOURS[3], COLOURS[1], COLOURS[3]]
    assert words(figure)[:12:2] == [
        *("CT, binormal", "s100b, binormal", "MRI, binormal", "CT, empirical", "s100b, empirical", "MRI, empirical"),
    ]


def test_roc_figures_take_fitted_curves():
    """A fitted curve is a curve like any other; beside the empirical one of its test each says what it is."""
    fit = fitted(ratings())
    assert words(plot_roc(fit))[:3] == ["CT", "AUC 0.879", "chance"]
    both = plot_roc(fit.empirical, fit, band=fitted_band(fit))
    assert words(both)[:4] == ["CT, empirical", "AUC 0.893", "CT, binormal", "AUC 0.879"]
    assert words(plot_roc(fit.empirical, fitted(scores())))[:4:2] == ["CT", "s100b"]
    assert_legible(both)
    assert_legible(plot_roc(fit, panel=True))


def test_a_smooth_curve_is_drawn_like_a_fitted_one():
    """A curve without a family is called smooth."""
    figure = plot_fit(smooth_curve(scores()))
    assert words(figure)[0] == "s100b, smooth"
    assert len(lines(figure)) == 2


def test_long_labels_leave_names_and_the_words_of_a_band_whole():
    """Words behind a name are shortened, not the names; what has nothing behind it has the whole width."""
    sample = ratings("rating")
    one, two = fitted(sample), fitted(sample, (0.2,), PowerLaw())
    labels = [
        "maximum likelihood of the five ratings as they were published, with observed information",
        "the other one",
    ]
    figure = plot_fit(one, two, band=fitted_band(one), labels=labels)
    first, said, second, other, *rest = words(figure)
    assert (first, second, other) == ("rating, binormal", "rating, power-law", "the other one")
    assert said.startswith("maximum likelihood")
    assert "…" in said
    assert rest[:4] == ["empirical", "AUC 0.893", "95% pointwise band of rating, binormal", "chance"]
    assert_legible(figure)


def test_words_keep_apart_and_only_shapes_are_written():
    """Names of any kind, six curves, bands: no word is cut off, and the file holds shapes, the same bytes each time."""
    six = [fitted(ratings(name)) for name in HOSTILE[:6]]
    one = fitted(scores(LONG))
    for figure in (plot_fit(*six, band=fitted_band(six[3])), plot_fit(one, band=fitted_band(one)), plot_fit(six[0])):
        assert_legible(figure)
        text = svg(figure)
        tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(text).iter()}
        assert tags <= {"svg", "g", "defs", "path", "use", "clipPath", "rect"}
    assert svg(plot_fit(one)) == svg(plot_fit(one))


def test_a_large_sample_makes_a_small_file():
    """Steps that print cannot tell apart are left out."""
    assert len(svg(plot_fit(fitted(scores(m=100_000, n=100_000))))) < 600_000


@pytest.mark.parametrize(
    ("cases", "controls"), [([3, 4], [1, 2]), ([1, 1], [1, 1]), ([1], [2])], ids=["AUC 1", "all tied", "AUC 0"]
)
def test_data_at_the_edges(cases, controls):
    """Whatever the points are, they are drawn; without any between the corners none is."""
    figure = plot_fit(fitted(Sample.from_groups(cases=cases, controls=controls)))
    assert_legible(figure)
    assert len(lines(figure)[1].get_xydata()) == len(set(cases + controls)) - 1


def test_refusals():
    """What is no fitted curve, and more curves than have looks of their own, is said."""
    what = "plot_fit draws fitted curves; make one with fit_curve(sample, family), or take plot_roc for empirical ones"
    with pytest.raises(TypeError, match=says(f"{what}; there are none.")):
        plot_fit()
    with pytest.raises(TypeError, match=says(f"{what}; this is EmpiricalCurve.")):
        plot_fit(roc_curve(ratings()))
    with pytest.raises(DataError, match=says("plot_fit draws 6 curves at most, and 7 came; draw them in several.")):
        plot_fit(*[fitted(ratings())] * 7)
    with pytest.raises(DataError, match=says("there are 2 labels for 1 curve; give one each.")):
        plot_fit(fitted(ratings()), labels=["a", "b"])


def test_the_narrower_of_two_bands_is_the_darker():
    """Both bands are drawn and named, the wider one first, in whichever order they come; a third is refused."""
    fit = fitted(ratings())
    bands = [fitted_band(fit), fitted_band(fit, kind="working-hotelling")]
    for given in (bands, bands[::-1]):
        figure = plot_fit(fit, band=given)
        assert [one.get_facecolor()[0].tolist() for one in figure.axes[1].collections] == [
            list(to_rgba(BAND)),
            list(to_rgba(INNER_BAND)),
        ]
        assert [text for text in words(figure) if "band" in text] == ["95% simultaneous band", "95% pointwise band"]
    with pytest.raises(DataError, match="at most two bands, and 3 came"):
        plot_fit(fit, band=[*bands, bands[0]])
