"""Hooks of binormal curves: where they begin, how far they go, and what is said of them."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import norm

from rocstats import Sample, roc_curve
from rocstats.parametric.curve_fitting import fit_binormal
from rocstats.parametric.hooks import find_hook, hook_note, smooth_hook_note

# b = 0.5 and a = 0.5: the curve crosses the chance line at z = 1, FPF 0.841.
HOOKED = (0.5, 0.5)


def curve(theta, z):
    """Return TPF - FPF of a binormal curve along normal quantiles of the FPF, exact at either end."""
    a, b = theta
    return np.where(z > 0, norm.sf(z) - norm.sf(a + b * z), norm.cdf(a + b * z) - norm.cdf(z))


def test_the_crossing_by_hand():
    """With a = b = 1/2 probits meet at z = 1; the curve is steepest against chance where 3 z^2 - 2 z - 1 = 8 log 2."""
    hook = find_hook(HOOKED)
    z = (2 + math.sqrt(4 + 12 * (1 + 8 * math.log(2)))) / 6
    assert hook.ratio == 1
    assert hook.crossing == pytest.approx(norm.cdf(1), abs=1e-15)
    assert hook.length == pytest.approx(norm.sf(1), abs=1e-15)
    assert hook.upper
    assert hook.below
    assert hook.deepest == pytest.approx(norm.cdf(z), abs=1e-14)
    assert hook.depth == pytest.approx(norm.cdf(z) - norm.cdf((1 + z) / 2), abs=1e-14)
    assert hook.visible


thetas = st.tuples(st.floats(-2.5, 2.5), st.floats(0.2, 4))


@given(thetas)
def test_a_hook_is_what_a_fine_grid_shows(theta):
    """On one side of the crossing the curve lies above chance, on the other below; the depth is the grid's largest."""
    hook = find_hook(theta)
    assume(hook is not None and hook.depth > 1e-6)
    z = np.linspace(-12, 12, 48001)
    side = z > hook.ratio if hook.upper else z < hook.ratio
    clear = np.abs(z - hook.ratio) > 1e-3
    off = curve(theta, z)
    stretch = off[side & clear]
    assert ((stretch <= 0) if hook.below else (stretch >= 0)).all()
    assert np.abs(off[side]).max() == pytest.approx(hook.depth, rel=1e-4)
    rest = off[~side & clear]
    assert ((rest >= 0) if hook.below else (rest <= 0)).all()


@given(thetas)
def test_the_hook_is_the_smaller_part(theta):
    """The hook is on the side of the nearer corner: it never takes more than half of the FPF axis."""
    hook = find_hook(theta)
    assume(hook is not None)
    assert hook.length <= 0.5
    assert hook.below == (theta[0] >= 0)


@given(thetas)
def test_swapping_the_groups_mirrors_the_hook(theta):
    """(-a/b, 1/b) crosses the chance line in the same point, on the other side of it, equally far."""
    a, b = theta
    assume(abs(a) > 1e-3)
    hook, other = find_hook(theta), find_hook((-a / b, 1 / b))
    assume(hook is not None and other is not None and hook.depth > 1e-9)
    assert other.crossing == pytest.approx(hook.crossing, abs=1e-9)
    assert other.upper == hook.upper
    assert other.below != hook.below
    # Distances are along the TPF, which changes places with the FPF; both have their largest where the slope is 1.
    assert other.depth == pytest.approx(hook.depth, rel=1e-6)


def test_curves_without_a_hook():
    """Equal variances have none; one whose crossing leaves no share in double precision is none; b <= 0 is no curve."""
    assert find_hook((1.2, 1.0)) is None
    assert find_hook((1.2, 1 + 1e-3)) is None
    assert find_hook((1.2, -0.5)) is None
    assert find_hook((3.0, 0.9)).visible is False


def test_no_separation_is_all_hook():
    """With a = 0 the curve crosses in the middle; of two equal parts that below chance is named."""
    wide, narrow = find_hook((0.0, 0.5)), find_hook((-0.0, 2.0))
    assert wide.crossing == narrow.crossing == 0.5
    assert wide.upper
    assert not narrow.upper
    assert wide.below
    assert narrow.below
    assert wide.length == 0.5


# What is said

SPARSE = roc_curve(Sample.from_counts(controls=[60, 30, 10], cases=[20, 30, 50]))
DENSE = roc_curve(Sample.from_counts(controls=[5, 5, 60, 20, 10], cases=[9, 4, 20, 17, 50]))


def test_a_hook_beyond_the_data_comes_from_the_model():
    """No point of the empirical curve has an FPF beyond the crossing."""
    note = hook_note(HOOKED, SPARSE)
    assert note.code == "hook"
    assert note.text == (
        "The binormal curve crosses the chance line at FPF 0.841 and runs up to 0.045 below it towards the upper right "
        "corner (a hook). No point of the empirical curve lies on that stretch: the hook comes from the model alone. "
        "ProperBinormal() fits a curve that does not cross."
    )


def test_a_hook_within_the_data_counts_their_points():
    """Two points have an FPF beyond 0.841; corners are not counted."""
    assert find_hook(HOOKED).points_within(DENSE) == 2
    assert "2 points of the empirical curve lie on that stretch." in hook_note(HOOKED, DENSE).text
    one = roc_curve(Sample.from_counts(controls=[5, 65, 30], cases=[9, 41, 50]))
    assert "1 point of the empirical curve lies on that stretch." in hook_note(HOOKED, one).text


def test_a_hook_at_the_lower_left():
    """With b above 1 the curve starts below the chance line; points there have a small FPF."""
    hook = find_hook((0.5, 1.8))
    assert not hook.upper
    assert hook.points_within(roc_curve(Sample.from_counts(controls=[80, 10, 10], cases=[60, 20, 20]))) == 2
    assert "towards the lower left corner" in hook_note((0.5, 1.8), SPARSE).text


def test_a_curve_below_chance_is_told_of_its_direction():
    """Its hook lies above the chance line, and a proper curve would be no help."""
    text = hook_note((-0.5, 0.5), SPARSE).text
    assert "above it towards the lower left corner" in text
    assert "look at the direction of the test" in text
    assert "ProperBinormal" not in text


# Cases twice as spread out as controls, in both tails: 60 of 100 beyond the controls' middle.
CROSSING = roc_curve(Sample.from_counts(controls=[10, 40, 40, 10], cases=[40, 8, 12, 40]))


def test_data_that_cross_are_sent_to_no_family_without_hooks():
    """At an FPF of 0.9 the TPF is 0.6: z = (0.9 - 0.6) / sqrt(0.75 x 0.25 / 50) = 4.9, so the data cross themselves."""
    theta = (0.2, 0.4)
    assert find_hook(theta).crossed_by(CROSSING)
    text = hook_note(theta, CROSSING).text
    assert text.endswith(
        "1 point of the empirical curve lies on that stretch. The data cross the chance line there too, beyond chance, "
        "so no family without hooks fits them: report the empirical curve, and look at the distributions of the scores."
    )
    assert "ProperBinormal" not in text
    mirrored = hook_note((-0.2, 0.4), roc_curve(Sample.from_counts(controls=[10, 40, 40, 10], cases=[40, 12, 8, 40])))
    assert "The area is below 0.5: look at the direction of the test. The data cross the chance line" in mirrored.text
    assert "PowerLaw" not in mirrored.text


@pytest.mark.parametrize(("short", "crossed"), [(19, False), (20, False), (21, True)])
def test_a_point_two_standard_errors_below_decides(short, crossed):
    """Of 100 in each group 10 controls are short of it, and 19, 20 or 21 cases: z is 1.81, 1.98 or 2.15."""
    pooled = (short + 10) / 200
    assert ((short - 10) / 100 / math.sqrt(pooled * (1 - pooled) / 50) > 2) == crossed
    points = roc_curve(Sample.from_counts(controls=[10, 60, 30], cases=[short, 30, 70 - short]))
    assert find_hook(HOOKED).crossed_by(points) == crossed


def test_a_hook_without_points_is_crossed_by_none():
    """Where no point lies on the stretch, or one above the chance line, the data do not cross."""
    assert not find_hook(HOOKED).crossed_by(SPARSE)
    assert not find_hook(HOOKED).crossed_by(roc_curve(Sample.from_counts(controls=[9, 61, 30], cases=[2, 28, 70])))


def test_smooth_curves_have_hooks_too():
    """The point that is farthest on the wrong side is named; which side is wrong the area says."""
    fpf = np.array([0, 0.2, 0.9, 1.0])
    note = smooth_hook_note(fpf, np.array([0, 0.5, 0.84, 1.0]), 0.6, DENSE)
    assert (note.code, note.text) == (
        "hook",
        "The smooth curve crosses the chance line and runs up to 0.060 below it, farthest at FPF 0.900 (a hook); 2 "
        "points of the empirical curve lie below it too.",
    )
    text = smooth_hook_note(np.array([0, 0.1, 0.9, 1]), np.array([0, 0.2, 0.5, 1]), 0.4, DENSE).text
    assert "runs up to 0.100 above it, farthest at FPF 0.100" in text
    assert "no point of the empirical curve lies below it: the hook comes from the kernels." in (
        smooth_hook_note(fpf, np.array([0, 0.5, 0.84, 1.0]), 0.6, SPARSE).text
    )
    assert smooth_hook_note(fpf, np.array([0, 0.5, 0.896, 1.0]), 0.6, SPARSE) is None


def test_what_no_figure_shows_is_not_said():
    """A hook of a few thousandths, and no hook, have no note."""
    assert hook_note((1.656782, 0.713002), SPARSE) is None
    assert hook_note((1.0, 1.0), SPARSE) is None


def test_a_fit_carries_its_note():
    """A binormal fit with a visible hook has the note, one without it has not."""
    hooked = fit_binormal(Sample.from_counts(controls=[10, 20, 50, 15, 5], cases=[18, 12, 20, 15, 35]))
    assert "hook" in [note.code for note in hooked.notes]
    plain = fit_binormal(Sample.from_counts(controls=[33, 6, 6, 11, 2], cases=[3, 2, 2, 11, 33]))
    assert "hook" not in [note.code for note in plain.notes]
