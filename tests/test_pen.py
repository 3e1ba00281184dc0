"""The pen: what it writes of a row, where it shares decimals, and what it writes when there is no number."""

import math
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats.analysis_results.recorder import Recorder
from rocstats.analysis_results.row import About
from rocstats.document.blocks import Limits, Picture
from rocstats.document.inline import CrossRef, Value, plain_text, walk
from rocstats.study_report.number_styles import STYLES
from rocstats.study_report.pen import Pen, named, planned


def table(**given):
    """Take one analysis "a" down beside a plan with the level 0.95."""
    recorder = Recorder()
    recorder.add("plan", "level", 0.95, "level", About(label="Level", purpose="plan"))
    recorder.add("plan.t1", "threshold", 15.0, "quantity", About(label="Threshold", purpose="plan"))
    kind = given.pop("kind", "percent")
    about = About(label="A", level=given.pop("level", 0.95), sides=given.pop("sides", "two-sided"))
    for stat, value in given.items():
        of = "p" if stat == "p_value" else "count" if stat in ("n", "total") else kind
        warning = "Nobody was tested." if value is None else ""
        recorder.add("a", stat.replace("_", "-"), value, of, about, warning=warning)
    return recorder.table()


def pen(style="default", *, shell=False, **given):
    """Give a pen for one analysis."""
    return Pen(table=table(**given), style=STYLES[style], shell=shell)


def rows_in(content):
    """Give the ids of the rows that content was written from."""
    return [inline.row for inline in walk(content) if isinstance(inline, Value)]


def test_write_an_estimate_with_its_interval():
    """26 of 41: text and rows."""
    one = pen(n=26, total=41, estimate=26 / 41, conf_low=0.4812, conf_high=0.7641, p_value=0.0321)
    said = one.spoken("a")
    assert plain_text(said) == "63.4% (95% CI 48.1 to 76.4)"
    assert rows_in(said) == ["a.estimate", "plan.level", "a.conf-low", "a.conf-high"]
    assert plain_text(one.fraction("a")) == "26/41"
    assert one.limits("a") == Limits(Value("48.1", "a.conf-low"), Value("76.4", "a.conf-high"))
    assert plain_text(one.p("a")) == "p = 0.032"
    assert plain_text(pen("tlf", conf_low=0.4812, conf_high=0.7641).limits("a")) == "(48.1, 76.4)"
    ama = pen("ama", estimate=26 / 41, conf_low=0.4812, conf_high=0.7641)
    assert plain_text(ama.spoken("a")) == "63.4% (95% CI, 48.1%-76.4%)"


def test_share_decimals_between_an_estimate_and_its_limits():
    """An estimate that needs more decimals gives them to its limits, a narrow interval to its estimate."""
    close = pen(estimate=0.9996, conf_low=0.98, conf_high=0.99999)
    assert plain_text(close.spoken("a")) == "99.96% (95% CI 98.00 to 100.00)"
    narrow = pen(kind="area", estimate=0.73113, conf_low=0.73112, conf_high=0.73114)
    assert plain_text(narrow.spoken("a")) == "0.73113 (95% CI 0.73112 to 0.73114)"
    assert narrow.value("a.conf-low").text == "0.73112"
    assert narrow.value("a.conf-low", decimals=2).text == "0.73"


def test_choose_the_decimals_of_a_column():
    """A column has the decimals that its most demanding value needs; limits only need to differ."""
    recorder = Recorder()
    for place, values in enumerate(((0.5, 0.4, 0.6), (0.9996, 0.99, 0.99999)), 1):
        for stat, value in zip(("estimate", "conf-low", "conf-high"), values, strict=True):
            recorder.add(f"a{place}", stat, value, "percent", About(label="A", level=0.95))
    recorder.add("b", "n", 3, "count", About(label="B"))
    one = Pen(table=recorder.table())
    assert one.decimals(["a1.estimate", "a2.estimate"]) == 2
    assert one.decimals(["a1.conf-low", "a1.conf-high", "a2.conf-low", "a2.conf-high"]) == 1
    assert one.decimals(["a2.conf-high"]) == 1
    assert one.decimals(["b.n"]) is None
    assert one.decimals([]) is None


def test_write_what_cannot_be_estimated():
    """NE stands for it everywhere, with the row that says why, and no percent sign."""
    one = pen(estimate=None, conf_low=None, conf_high=None, p_value=None)
    assert one.percent("a.estimate") == Value("NE", "a.estimate")
    assert plain_text(one.spoken("a")) == "NE (interval NE)"
    assert one.limits("a") == Value("NE", "a.conf-low")
    assert plain_text(one.p("a")) == "p NE"
    assert not one.has("a.estimate")
    assert not one.has("b.estimate")
    half = pen(estimate=0.5, conf_low=0.2, conf_high=None)
    assert half.limits("a") == Value("NE", "a.conf-low")


def test_write_one_sided_and_endless_intervals():
    """A one-sided interval is closed by the end of the range, and is called so; one without an end has its sign."""
    lower = pen(estimate=0.85, conf_low=0.78, conf_high=1.0, level=0.975, sides="lower")
    assert plain_text(lower.spoken("a")) == "85.0% (one-sided 97.5% CI 78.0 to 100.0)"
    endless = pen(kind="ratio", estimate=3.8, conf_low=2.104, conf_high=math.inf, sides="lower")
    assert plain_text(endless.spoken("a")) == "3.80 (one-sided 95% CI 2.10 to ∞)"
    assert plain_text(pen("r", kind="ratio", estimate=math.inf, conf_low=0.5, conf_high=math.inf).spoken("a")) == (
        "Inf (95% CI 0.500, Inf)"
    )


def test_tell_the_level_of_an_interval_from_that_of_the_plan():
    """The row of a level is the plan's where it is the plan's, else that of the interval."""
    assert pen(conf_low=0.1, conf_high=0.2).level("a") == Value("95", "plan.level")
    assert pen(conf_low=0.1, conf_high=0.2, level=0.975).level("a") == Value("97.5", "a.conf-low")


def test_write_an_estimate_without_interval():
    """A number without limits stands alone."""
    assert plain_text(pen(kind="area", estimate=0.25).spoken("a")) == "0.250"


def test_hold_places_in_a_shell():
    """Empty tables have places in the form of the numbers; what the plan states stands, and no result."""
    one = pen(shell=True, n=26, total=41, estimate=26 / 41, conf_low=0.48, conf_high=None, p_value=0.03)
    assert plain_text(one.spoken("a")) == "xx.x% (95% CI xx.x to xx.x)"
    assert plain_text(one.fraction("a")) == "xx/xx"
    assert plain_text(one.p("a")) == "p = x.xxx"
    assert one.value("plan.t1.threshold").text == "15"
    assert one.value("a.estimate", decimals=0).text == "xx"
    recorder = Recorder()
    recorder.add("h", "decision", "met", "text", About(label="H"))
    assert Pen(table=recorder.table(), shell=True).value("h.decision").text == "xxxx"


def test_decide_by_numbers_and_words():
    """Numbers and words can be read to decide by, not each other."""
    recorder = Recorder()
    recorder.add("h", "decision", "met", "text", About(label="H"))
    recorder.add("h", "n", 3, "count", About(label="H"))
    one = Pen(table=recorder.table())
    assert (one.word("h.decision"), one.number("h.n"), one.value("h.decision").text) == ("met", 3, "met")
    with pytest.raises(TypeError, match="is a text"):
        one.number("h.decision")
    with pytest.raises(KeyError, match=r'there is no result "h\.m"'):
        one.value("h.m")


def test_refer_to_what_is_there():
    """A reference names those of the tables that the document has, and nothing if it has none."""
    one = pen()
    assert one.see("areas") == ""
    there = Pen(table=table(), present=frozenset({"areas"}))
    assert there.see("areas", "roc") == (" (", CrossRef("areas"), ")")
    assert there.see("roc") == ""


def test_draw_a_picture_once():
    """The second asking gives the first picture."""
    one, drawn = pen(), []

    def draw():
        drawn.append(1)
        return Picture("<svg/>", "A picture")

    assert one.picture("flow", draw) is one.picture("flow", draw)
    assert drawn == [1]


def test_quote_names_and_texts():
    """Words of others are marked with their origin."""
    assert (named("x").source, planned("x").source, plain_text(named("<b>"))) == ("data", "plan", "<b>")


shares = st.floats(min_value=0, max_value=1, allow_nan=False)


@given(values=st.lists(shares, min_size=3, max_size=3).map(sorted), style=st.sampled_from(sorted(STYLES)))
@pytest.mark.parametrize("kind", ["percent", "area"])
def test_what_is_written_of_an_interval_is_the_interval(kind, values, style):
    """Estimate and limits have the same decimals, read back within half a unit, and never print as certainty."""
    low, middle, high = values
    one = pen(style, kind=kind, estimate=middle, conf_low=low, conf_high=high)
    texts = [one.value(f"a.{stat}").text for stat in ("conf-low", "estimate", "conf-high")]
    plain = [text.replace("·", ".") for text in texts]
    assert len({len(text.partition(".")[2]) for text in plain}) == 1
    for text, value in zip(plain, values, strict=True):
        stored = Decimal(repr(value)) * (100 if kind == "percent" else 1)
        if text[0] in "<>":
            assert value == middle
            assert stored < Decimal(text[1:]) if text[0] == "<" else stored > Decimal(text[1:])
        else:
            number = Decimal(text)
            assert abs(number - stored) <= Decimal(1).scaleb(number.as_tuple().exponent) / 2
    if 0 < middle < 1:
        assert Decimal(plain[1].lstrip("<>")) not in (0, 100 if kind == "percent" else 1)
