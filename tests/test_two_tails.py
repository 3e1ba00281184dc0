"""Normal probability outside an interval: digits at both ends, and the way back from a probability."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import log_ndtr, ndtr

from rocstats.parametric.normal_controls import density, normal_controls
from rocstats.parametric.two_tails import interval_beyond, log_inside, log_outside

# m, s, log-probability inside and outside: mpmath 1.4.1 with 200 digits, from erfc.
SHARES = [
    (0.0, 1e-9, -20.9490571895911386, -7.97884561121175242e-10),
    (0.3, 0.2, -1.88628144136957573, -0.164443868059080421),
    (2.0, 1e-5, -13.7387168175649559, -1.07981991332306476e-6),
    (2.0, 0.7, -2.37157606324098666, -0.097980604076292377),
    (5.0, 4.0, -1.84102164500926351, -0.172753779023449889),
    (30.0, 0.01, -454.81602314806878, -2.99170220448329625e-198),
    (30.0, 29.0, -1.84102164500926351, -0.17275377902344989),
]
# m, z and the s whose outside is what is beyond z: by halving, in the same arithmetic.
WIDTHS = [
    (0.0, -20.0, 3.45115603670212653e-89),
    (0.0, 0.0, 0.674489750196081743),
    (1.0, -8.0, 1.28547794090264359e-15),
    (1.0, 0.3, 1.32632813528303576),
    (1.0, 20.0, 21.0),
    (5.0, -10.0, 2.56263974093402701e-18),
    (5.0, -4.0, 1.00000737149106318),
    (30.0, -35.0, 3.81675993933617326e-73),
]


@pytest.mark.parametrize(("m", "s", "inside", "outside"), SHARES)
def test_both_shares_keep_their_digits(m, s, inside, outside):
    """Inside and outside agree with 200-digit arithmetic, wherever the interval lies and however narrow it is."""
    width = np.array([s])
    assert math.expm1(log_inside(m, width - m, width)[0] - inside) == pytest.approx(0, abs=1e-12)
    assert log_outside(m, width - m, width)[0] == pytest.approx(outside, rel=1e-12)


@pytest.mark.parametrize(("m", "z", "s"), WIDTHS)
def test_the_width_keeps_its_digits(m, z, s):
    """The width found from a quantile agrees with 200-digit arithmetic, in relative terms where it is tiny."""
    near, found = interval_beyond(m, np.array([z]))
    assert found[0] == pytest.approx(s, rel=2e-13)
    assert near[0] == pytest.approx(s - m, rel=1e-14)


@given(st.floats(0, 70), st.lists(st.floats(-37, 37), min_size=1, max_size=5))
def test_the_way_back_is_the_way(m, z):
    """The interval found has outside the probability that was asked for, the smaller share to full accuracy."""
    at = np.array(z)
    near, s = interval_beyond(m, at)
    small = np.where(at < 0, log_inside(m, near, s), log_outside(m, near, s))
    np.testing.assert_allclose(small, log_ndtr(-np.abs(at)), rtol=1e-14, atol=2e-13)
    assert (near >= np.clip(at, -m, None) - 1e-12).all()


def test_half_a_normal_distribution():
    """With the middle in the mean, outside is what the absolute value of a normal variable leaves."""
    z = np.linspace(-3, 3, 13)
    _, s = interval_beyond(0.0, z)
    np.testing.assert_allclose(2 * ndtr(-s), ndtr(-z), rtol=1e-14)


def test_controls_on_their_own_quantile():
    """Controls have normal tails, and no derivatives but those in the cut."""
    cuts = np.array([-40.0, -1.5, 0.0, 2.0, 12.0])
    tails = normal_controls(cuts, 2)
    np.testing.assert_array_equal(tails.upper, ndtr(-cuts))
    np.testing.assert_array_equal(tails.lower, ndtr(cuts))
    np.testing.assert_array_equal(tails.first[0], -density(cuts))
    np.testing.assert_array_equal(tails.second[0, 0], cuts * density(cuts))
    assert not tails.first[1:].any()
    assert not tails.second[1:].any()
    assert not tails.second[:, 1:].any()
    assert density(np.array([1e200]))[0] < 1e-300
