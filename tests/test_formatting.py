"""How numbers and names look: half-up, no signed zero, digits that grow, names that break nothing."""

import math
import re
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from rocstats.formatting import (
    counted,
    decimals_for,
    decimals_for_error,
    fixed,
    level_text,
    listed,
    percent,
    plain,
    printable,
    pvalue_cell,
    pvalue_line,
    significant,
    typographic,
    wrapped,
)

finite = st.floats(allow_nan=False, allow_infinity=False)
ordinary = st.floats(-1e9, 1e9)
written = st.integers(-(10**6), 10**6).flatmap(lambda i: st.integers(0, 6).map(lambda d: i / 10**d))


def half_up(value, decimals):
    """Round the shortest decimal that stands for a float, away from zero at a half."""
    exact = Fraction(Decimal(repr(value)))
    whole = math.floor(abs(exact) * 10**decimals + Fraction(1, 2))
    digits = str(whole).rjust(decimals + 1, "0")
    body = f"{digits[: len(digits) - decimals]}.{digits[len(digits) - decimals :]}" if decimals else digits
    return f"-{body}" if exact < 0 and whole else body


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [
        (0.0005, 3, "0.001"),
        (0.0015, 3, "0.002"),
        (2.675, 2, "2.68"),
        (-0.0005, 3, "-0.001"),
        (-0.00049, 3, "0.000"),
        (-0.0, 3, "0.000"),
        (0.9995, 3, "1.000"),
        (1e-300, 3, "0.000"),
        (12, 1, "12.0"),
        (Fraction(1, 8), 2, "0.13"),
        (1e25, 3, "10000000000000000000000000.000"),
        (math.inf, 3, "Inf"),
        (-math.inf, 0, "-Inf"),
    ],
)
def test_fixed_by_hand(value, decimals, text):
    """Halves go up in size, 2.675 too although its float lies below it; zero has no sign."""
    assert fixed(value, decimals) == text


@example(value=1.7976931348623157e308, decimals=3)
@example(value=5e-324, decimals=12)
@given(ordinary | written | finite, st.integers(0, 12))
def test_fixed_rounds_half_up(value, decimals):
    """Any finite float, of any size, equals rounding its decimal by whole numbers."""
    assert fixed(value, decimals) == half_up(value, decimals)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3.8049, "3.80"),
        (21.14, "21.1"),
        (0.09491, "0.0949"),
        (9.996, "10.0"),
        (99.95, "100"),
        (0.0009996, "0.00100"),
        (12345.6, "12346"),
        (0.0, "0.00"),
        (-3.456, "-3.46"),
        (1e30, "1" + "0" * 30),
        (math.inf, "Inf"),
    ],
)
def test_ratios_have_three_significant_digits(value, text):
    """Digits that a carry moves are counted after it, and no ratio is written with an exponent."""
    assert significant(value) == text


@given(st.floats(1e-12, 1e30), st.integers(1, 8))
def test_significant_digits_are_close_and_enough(value, digits):
    """The text is within half a unit of its last significant digit, and has so many digits."""
    text = significant(value, digits)
    found = Fraction(text)
    assert "e" not in text.lower()
    assert abs(found - Fraction(value)) <= Fraction(value) * Fraction(10) ** (1 - digits) * Fraction(51, 100)
    assert len(text.replace(".", "").lstrip("0")) >= digits


@given(finite)
def test_plain_numbers_are_read_back_exactly(value):
    """The shortest form loses nothing, ends in no point, and zero has no sign."""
    text = plain(value)
    assert float(text) == value
    assert not text.endswith((".0", "."))
    assert text != "-0"


@given(st.integers(-(2**53), 2**53))
def test_plain_whole_numbers_are_whole(value):
    """Scores that are counts look like counts, but for those beyond 16 digits."""
    assert plain(float(value)) == str(value)


# Digits that grow

shares = st.floats(0, 1)


@pytest.mark.parametrize(
    ("estimates", "intervals", "decimals"),
    [
        ([0.731], [(0.630, 0.833)], 3),
        ([0.9996], [], 4),
        ([0.0004], [], 4),
        ([0.99996], [(0.9999, 1.0)], 5),
        ([0.731], [(0.7312, 0.7314)], 4),
        ([1.0, 0.0, None], [(0.96, 1.0), None], 3),
        ([-0.0004], [], 4),
    ],
)
def test_decimals_by_hand(estimates, intervals, decimals):
    """An area of 0.9996 is not shown as 1.000, and an interval not as a point."""
    assert decimals_for(estimates, intervals) == decimals


@given(st.lists(shares, min_size=1, max_size=3), st.lists(st.tuples(shares, shares).map(sorted), max_size=3))
def test_no_estimate_looks_certain_and_no_interval_like_a_point(estimates, intervals):
    """With the decimals chosen nothing is hidden, and with one fewer something would be."""
    # Twelve decimals are the most that are shown.
    assume(all(v in (0, 1) or 1e-11 < v < 1 - 1e-11 for v in estimates))
    assume(all(low == high or high - low > 1e-11 for low, high in intervals))
    decimals = decimals_for(estimates, intervals)

    def hides(d):
        ends = {fixed(0, d), fixed(1, d)}
        looks_certain = any(v not in (0, 1) and fixed(v, d) in ends for v in estimates)
        return looks_certain or any(low < high and fixed(low, d) == fixed(high, d) for low, high in intervals)

    assert not hides(decimals)
    assert decimals == 3 or hides(decimals - 1)


@given(st.lists(st.floats(1e-11, 1) | st.none(), max_size=4))
def test_no_standard_error_prints_as_zero(errors):
    """Four decimals, and more where one of them would be 0.0000."""
    decimals = decimals_for_error(errors)
    texts = [fixed(e, decimals) for e in errors if e is not None]
    assert all(float(text) > 0 for text in texts)
    assert decimals == 4 or any(float(fixed(e, decimals - 1)) == 0 for e in errors if e is not None)


# p-values, levels, percentages


@pytest.mark.parametrize(
    ("p", "cell", "line"),
    [
        (1.0, "1.000", "p-value = 1.000"),
        (0.1642, "0.164", "p-value = 0.164"),
        (0.0005, "<0.001", "p-value < 0.001"),
        (0.00099999, "<0.001", "p-value < 0.001"),
        (0.001, "0.001", "p-value = 0.001"),
        (5e-324, "<0.001", "p-value < 0.001"),
    ],
)
def test_p_values(p, cell, line):
    """Three decimals, then less than 0.001; never 0.000."""
    assert (pvalue_cell(p), pvalue_line(p)) == (cell, line)


@given(st.floats(0, 1, exclude_min=True))
def test_no_p_value_prints_as_zero(p):
    """The table and the line say the same, and neither is 0.000."""
    assert "0.000" not in pvalue_cell(p)
    assert pvalue_line(p) in (f"p-value = {pvalue_cell(p)}", "p-value < 0.001")


@pytest.mark.parametrize(
    ("level", "text"), [(0.95, "95"), (0.9, "90"), (0.975, "97.5"), (0.999, "99.9"), (0.55, "55"), (0.57, "57")]
)
def test_levels_in_percent(level, text):
    """The decimal that was written, times 100, without the noise of binary."""
    assert level_text(level) == text


@pytest.mark.parametrize(
    ("share", "decimals", "text"),
    [(26 / 41, 1, "63.4"), (1.0, 1, "100.0"), (Fraction(1, 8), 1, "12.5"), (Fraction(1, 3), 0, "33"), (0.0, 1, "0.0")],
)
def test_percentages(share, decimals, text):
    """Without their sign, half-up."""
    assert percent(share, decimals) == text


# Names and words


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ('CA 19-9 <37 | "A&B"', 'CA 19-9 <37 | "A&B"'),
        ("a\nb\tc\r", "a\\nb\\tc\\r"),
        ("\x1b[2J", "\\x1b[2J"),
        ("right‮to left", "right\\u202eto left"),
        ("zero​width", "zero\\u200bwidth"),
        ("Größe µg/L", "Größe µg/L"),
        ("\ud800", "\\ud800"),
        (7, "7"),
    ],
)
def test_names_cannot_steer_a_terminal(name, text):
    """Line breaks, escapes, marks that turn the writing round: all are shown as what they are."""
    assert printable(name) == text


@given(st.text())
def test_a_printable_name_is_one_line_of_printable_characters(name):
    """Whatever came, what leaves can be printed and is left alone a second time."""
    text = printable(name)
    assert text.isprintable()
    assert len(text.splitlines()) <= 1
    assert printable(text) == text


def test_words_are_joined_as_in_a_sentence():
    """Commas, and the last word before the end."""
    assert [listed(["a", "b", "c"][:k]) for k in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert listed(["a", "b"], "or") == "a or b"


def test_counts_have_their_number():
    """One case, no cases, two cases; an irregular plural is stated."""
    assert [counted(k, "case") for k in (0, 1, 2)] == ["0 cases", "1 case", "2 cases"]
    assert counted(2, "analysis", "analyses") == "2 analyses"


@given(st.lists(st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=30), min_size=1))
def test_sentences_are_filled_without_losing_words(words):
    """No line is longer than 80, the indents are kept, and hyphens and words stay whole."""
    text = wrapped(" ".join(words), first="note: ", rest="      ")
    lines = text.splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert lines[0].startswith("note: ")
    assert all(line.startswith("      ") for line in lines[1:])
    assert re.sub(r"\s+", " ", text.removeprefix("note: ")).split() == words


def test_a_word_that_is_too_long_stays_whole():
    """A name that cannot be broken runs over the edge; it is not cut."""
    name = "x" * 100
    assert name in wrapped(f"the AUC of {name} is below 0.5").splitlines()


def test_typeset_numbers_have_a_true_minus():
    """Only the sign changes."""
    assert typographic("-0.049  0.288") == "−0.049  0.288"
