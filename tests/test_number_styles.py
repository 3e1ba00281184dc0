"""Styles of numbers: p-values, intervals, signs and digits as trials, journals and R write them."""

import math
import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats.document.inline import Value, plain_text
from rocstats.study_report.number_style import DECIMALS, NumberStyle
from rocstats.study_report.number_styles import STYLES

PVALUES = (1e-20, 0.00004, 0.0001, 0.00042, 0.0009996, 0.001, 0.0042, 0.0096, 0.01, 0.0104, 0.0321, 0.0449, 0.0462)
PVALUES = (*PVALUES, 0.0496, 0.04999, 0.05, 0.0504, 0.1642, 0.5, 0.9899, 0.994, 0.99996, 1.0)
# Worked by the rules of each style, one p-value after the other.
WRITTEN = {
    "default": "<0.001 <0.001 <0.001 <0.001 <0.001 0.001 0.004 0.010 0.010 0.010 0.032 0.045 0.046 "
    "0.050 0.050 0.050 0.050 0.164 0.500 0.990 0.994 1.000 1.000",
    "tlf": "<0.0001 <0.0001 0.0001 0.0004 0.0010 0.0010 0.0042 0.0096 0.0100 0.0104 0.0321 0.0449 0.0462 "
    "0.0496 0.0500 0.0500 0.0504 0.1642 0.5000 0.9899 0.9940 >0.9999 >0.9999",
    "ama": "<.001 <.001 <.001 <.001 <.001 .001 .004 .010 .01 .01 .03 .04 .046 .0496 .04999 .05 .05 .16 .50 .99 "
    ">.99 >.99 >.99",
    "nejm": "<0.001 <0.001 <0.001 <0.001 <0.001 0.001 0.004 0.010 0.010 0.01 0.03 0.04 0.05 0.05 0.05 0.05 0.05 0.16 "
    "0.50 0.99 0.99 1.00 1.00",
    "lancet": "<0·0001 <0·0001 0·0001 0·0004 0·0010 0·0010 0·0042 0·0096 0·010 0·010 0·032 0·045 0·046 0·050 0·050 "
    "0·050 0·050 0·16 0·50 0·99 >0·99 >0·99 >0·99",
    "r": "<2.2e-16 4e-05 1e-04 0.00042 0.0009996 0.001 0.0042 0.0096 0.01 0.0104 0.0321 0.0449 0.0462 0.0496 "
    "0.04999 0.05 0.0504 0.1642 0.5 0.9899 0.994 1 1",
}
KINDS = ("percent", "points", "area", "error", "ratio", "statistic")
numbers = st.floats(min_value=-1, max_value=1, allow_nan=False).map(lambda x: x + 0.0)


@pytest.mark.parametrize("name", STYLES)
def test_write_pvalues_as_the_style_does(name):
    """Every p-value of the worked table is written by the rule of its style."""
    written = [STYLES[name].number(p, "p").replace("< ", "<") for p in PVALUES]
    assert written == WRITTEN[name].split()


def test_each_style_has_its_interval():
    """The interval in a sentence and in a cell, for limits above zero, below zero and without an end."""
    spoken, cells = {}, {}
    for name, style in STYLES.items():
        shown = [style.number(x, "area") for x in (0.741, 0.865, -0.0512)] + [style.number(math.inf, "ratio")]
        level = style.number(0.975, "level")
        spoken[name] = [
            plain_text(style.interval(Value(low, "a"), Value(high, "b"), level))
            for low, high in (shown[:2], (shown[2], shown[0]), (shown[0], shown[3]))
        ]
        cells[name] = plain_text(style.limits(shown[0], shown[1]))
    assert spoken == {
        "default": ["97.5% CI 0.741 to 0.865", "97.5% CI −0.051 to 0.741", "97.5% CI 0.741 to ∞"],
        "tlf": ["97.5% CI: 0.741, 0.865", "97.5% CI: −0.051, 0.741", "97.5% CI: 0.741, ∞"],
        "ama": ["97.5% CI, 0.741-0.865", "97.5% CI, −0.051 to 0.741", "97.5% CI, 0.741 to ∞"],
        "nejm": ["97.5% CI, 0.741 to 0.865", "97.5% CI, −0.051 to 0.741", "97.5% CI, 0.741 to ∞"],
        "lancet": ["97·5% CI 0·741–0·865", "97·5% CI −0·051 to 0·741", "97·5% CI 0·741 to ∞"],
        "r": ["97.5% CI 0.741, 0.865", "97.5% CI −0.051, 0.741", "97.5% CI 0.741, Inf"],
    }
    assert cells == {
        "default": "0.741 to 0.865",
        "tlf": "(0.741, 0.865)",
        "ama": "0.741-0.865",
        "nejm": "0.741 to 0.865",
        "lancet": "0·741–0·865",
        "r": "0.741\u20030.865",
    }


def test_each_style_speaks_pvalues():
    """A p-value in a sentence has the letter and the spaces of its style."""
    spoken = {
        name: [plain_text(style.spoken_p(Value(style.number(p, "p"), "a"))) for p in (1e-20, 0.0321)]
        for name, style in STYLES.items()
    }
    assert spoken == {
        "default": ["p < 0.001", "p = 0.032"],
        "tlf": ["p < 0.0001", "p = 0.0321"],
        "ama": ["P<.001", "P=.03"],
        "nejm": ["P<0.001", "P=0.03"],
        "lancet": ["p<0·0001", "p=0·032"],
        "r": ["p-value < 2.2e-16", "p-value = 0.0321"],
    }


def test_repeat_the_sign_of_percent_where_the_style_does():
    """Only the style of the American Medical Association gives both limits their percent sign."""
    said = {n: plain_text(s.interval("48.1", "76.4", "95", unit="%")).count("%") for n, s in STYLES.items()}
    assert said == {"default": 1, "tlf": 1, "ama": 3, "nejm": 1, "lancet": 1, "r": 1}


def test_say_that_an_interval_is_one_sided():
    """The words stand before the level."""
    assert plain_text(NumberStyle().interval("78.0", "100.0", "97.5", one_sided=True)) == (
        "one-sided 97.5% CI 78.0 to 100.0"
    )


def test_write_every_kind_in_the_style_of_the_house():
    """Each kind of value has its own digits; half is rounded up and no zero has a sign."""
    style = NumberStyle()
    assert [
        style.number(value, kind, decimals)
        for value, kind, decimals in (
            (120, "count", None),
            (120.0, "count", None),
            (2**70, "seed", None),
            (17.776, "df", None),
            (2.0, "df", None),
            (0.63415, "percent", None),
            (0.00125, "percent", 2),
            (-0.0004, "points", None),
            (0.0005, "area", None),
            (-0.0, "area", None),
            (0.08591, "error", None),
            (21.14, "ratio", None),
            (1.5e-30, "ratio", None),
            (-1.9599, "statistic", None),
            (15.0, "quantity", None),
            (15.04, "quantity", 1),
            (0.999, "level", None),
            (-math.inf, "ratio", None),
        )
    ] == [
        *("120", "120", str(2**70), "17.8", "2", "63.4", "0.13", "0.0", "0.001", "0.000", "0.0859", "21.1", "1.5e-30"),
        *("−1.960", "15", "15.0", "99.9", "−∞"),
    ]


def test_never_round_an_estimate_to_certainty():
    """A share that is neither none nor all says on which side of the last digit it lies; a limit may be rounded."""
    style = NumberStyle()
    assert [style.number(x, "percent") for x in (0.0, 0.0003, 0.9996, 1.0)] == ["0.0", "<0.1", ">99.9", "100.0"]
    assert [style.number(x, "area") for x in (0.0, 0.0003, 0.9996, 1.0)] == ["0.000", "<0.001", ">0.999", "1.000"]
    assert style.number(0.9996, "percent", limit=True) == "100.0"
    assert STYLES["lancet"].number(0.9996, "percent") == ">99·9"


def test_grow_digits_where_so_few_would_mislead():
    """Digits grow for shares near an end, errors near zero and intervals that print as a point, and not forever."""
    style = NumberStyle()
    assert style.digits("percent", [0.5, 1.0, 0.0]) == 1
    assert style.digits("percent", [0.99996]) == 3
    assert style.digits("percent", [1 - 1e-9]) == 4
    assert style.digits("points", [0.0004]) == 2
    assert style.digits("ratio", [2.0], [(1.999996, 2.00001)]) == 6
    assert style.digits("area", [0.9], [(0.9, 0.9)]) == 3
    assert style.digits("count", [3]) is None
    assert style.digits("quantity", [3.5]) is None


@pytest.mark.parametrize("name", STYLES)
def test_hold_the_places_of_numbers(name):
    """A place has the digits and the point of the number that will stand there."""
    style = STYLES[name]
    for kind, typical in (("percent", 0.512), ("area", 0.731), ("points", 0.123), ("ratio", 3.8), ("error", 0.0123)):
        assert re.sub(r"\d", "x", style.number(typical, kind)) == style.placeholder(kind)
    places = {"default": "x.xxx", "tlf": "x.xxxx", "ama": ".xx", "nejm": "x.xx", "lancet": "x·xx", "r": "x.xxxx"}
    assert style.placeholder("p") == places[name]
    assert (style.placeholder("count"), style.placeholder("seed"), style.placeholder("text")) == ("xx", "xx", "xxxx")
    assert style.placeholder("percent", 0) == "xx"


def read_back(text):
    """Read a number as a person does: any point, any minus, any infinity."""
    plain = text.replace("−", "-").replace("·", ".").replace("∞", "inf").replace("Inf", "inf")
    return Decimal(plain) if "inf" not in plain else float(plain)


@given(value=numbers, kind=st.sampled_from(KINDS), decimals=st.one_of(st.none(), st.integers(1, 6)))
@pytest.mark.parametrize("name", STYLES)
def test_what_is_written_is_the_number(name, value, kind, decimals):
    """Every text reads back within half a unit of its last digit; one that begins with a sign is true."""
    text = STYLES[name].number(value, kind, decimals)
    stored = Decimal(repr(value)) * (100 if kind in ("percent", "points") else 1)
    assert not re.fullmatch(r"[-−]0?[.·]?0*", text)
    if text[0] in "<>":
        bound = read_back(text[1:])
        assert stored < bound if text[0] == "<" else stored > bound
        return
    unit = Decimal(1).scaleb(read_back(text).as_tuple().exponent)
    assert abs(read_back(text) - stored) <= unit / 2
    if kind == "error":
        assert STYLES[name].digits(kind, [abs(value)]) >= DECIMALS[kind]


@given(p=st.floats(min_value=5e-324, max_value=1))
@pytest.mark.parametrize("name", STYLES)
def test_a_pvalue_is_true_and_never_zero(name, p):
    """No p-value reads as zero, and what is read is within half a unit or on the side that is said."""
    text = STYLES[name].number(p, "p").replace(" ", "").replace("·", ".").replace("−", "-")
    stored = Decimal(repr(p))
    if text[0] in "<>":
        # R's bound is the distance from 1 to the next number, which it writes with two digits.
        bound = Decimal(text[1:]) * (Decimal("1.01") if name == "r" else 1)
        assert stored < bound if text[0] == "<" else stored > bound
    else:
        number = Decimal(text)
        assert number > 0
        assert abs(number - stored) <= Decimal(1).scaleb(number.as_tuple().exponent) / 2


@given(p=st.floats(min_value=0.001, max_value=0.0499999999))
def test_no_small_pvalue_is_written_as_five_percent(p):
    """In the style of the American Medical Association a p below .05 is written below .05."""
    assert Decimal(STYLES["ama"].number(p, "p")) < Decimal("0.05")


def test_choose_the_shorter_form_as_r_does():
    """By the rule of format.pval: an exponent where it is shorter than the number in full."""
    style = STYLES["r"]
    assert [style.number(p, "p") for p in (2.3e-16, 1e-16, 1.5e-5, 0.00012, 0.02, 0.0009)] == [
        *("2.3e-16", "< 2.2e-16", "1.5e-05", "0.00012", "0.02", "9e-04")
    ]
