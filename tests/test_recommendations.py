"""Which interval to report: the rule, the nearest simulated studies, and what results say of both."""

import csv
import inspect
import re
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_report import separated

from rocstats import (
    AUC,
    Bamber,
    Bootstrap,
    DeLong,
    HanleyMcNeil,
    Newcombe,
    Sample,
    auc,
    auc_from_summary,
    auc_intervals,
    compare_subgroups,
)
from rocstats.document.blocks import Table
from rocstats.empirical.statistic import Quantity
from rocstats.methods import FOR_QUANTITIES, interval_coverage
from rocstats.methods.interval_coverage import KINDS_OF_SCORES, nearest_regime
from rocstats.methods.recommended_interval import call_of, percents, recommended
from rocstats.report.interval_tables import recommendations, side_by_side

SIMULATION = Path(__file__).parent.parent / "validation" / "simulation"
TABLE = Path(interval_coverage.__file__).with_suffix(".csv")
ONE = Quantity(AUC(), ((Sample.from_groups(cases=[2], controls=[1]), (1.0,)),))
OF_ONE_AREA = {word: method for word, method in FOR_QUANTITIES.items() if method.refuses(ONE) is None}
BY_COVERAGE = {"wald-rough", "low-coverage"}
SEPARATED = Sample.from_groups(cases=range(9, 17), controls=range(1, 9))


@pytest.fixture
def rule(monkeypatch):
    """Open the script that makes the table."""
    monkeypatch.syspath_prepend(str(SIMULATION))
    return import_module("recommend")


def simulated(method, auc=0.7, scores="binormal", coverage=0.95, width=0.2, error=0.001, m=5000, n=5000):
    """Write a row of simulated coverage; groups so large that no other area is plausible."""
    return {
        "cases": str(m),
        "controls": str(n),
        "auc": str(auc),
        "scores": scores,
        "method": method,
        "not_estimable": "0.00000",
        "coverage": str(coverage),
        "coverage_mc": str(error),
        "mean_width": str(width),
    }


def named(table, column="recommended"):
    """Name the methods that a table recommends."""
    return [row["method"] for row in table if row[column] == "1"]


def sized(m, n, won):
    """Make a sample of m cases, all alike but two, that beat this share of n controls."""
    below = round(won * n)
    return Sample.from_counts(cases=[1, m - 2, 1], controls=[below, 0, n - below])


def codes(found):
    """Return the codes of the notes."""
    return [note.code for note in found.notes]


def by_coverage(found):
    """Return the texts of the notes that the table gives."""
    return [note.text for note in found.notes if note.code in BY_COVERAGE]


# The rule


def test_the_narrowest_of_those_that_cover_is_recommended(rule):
    """0.94 is enough and 0.92 is not, however narrow; of the two that are, the narrower."""
    rows = [
        simulated("delong", coverage=0.92, width=0.1),
        simulated("delong-logit", coverage=0.96, width=0.3),
        simulated("newcombe", coverage=0.94, width=0.2),
    ]
    table = rule.recommendations(rows)
    assert named(table) == ["newcombe"]
    assert [row["acceptable"] for row in table] == ["0", "1", "1"]


@pytest.mark.parametrize(("width", "best"), [(0.209, "delong"), (0.211, "newcombe")])
def test_widths_within_five_percent_count_as_equal(rule, width, best):
    """The first of the register is taken then."""
    assert named(rule.recommendations([simulated("delong", width=width), simulated("newcombe")])) == [best]


def test_two_errors_of_the_simulation_are_allowed(rule):
    """0.928 ± 0.001 could be 0.93, 0.9279 could not."""
    for coverage, acceptable in ((0.928, "1"), (0.9279, "0")):
        (row,) = rule.recommendations([simulated("delong", coverage=coverage)])
        assert row["acceptable"] == acceptable


def test_where_none_covers_the_highest_is_recommended(rule):
    """The width does not count then."""
    rows = [simulated("delong", coverage=0.7, width=0.1), simulated("newcombe", coverage=0.9, width=0.5)]
    assert named(rule.recommendations(rows)) == ["newcombe"]


@pytest.mark.parametrize(("coverage", "best"), [(0.93, "newcombe"), (0.9301, "bootstrap-bca")])
def test_resampling_must_be_ahead_by_three_points(rule, coverage, best):
    """A closed form that covers, or nearly as often, is preferred."""
    rows = [simulated("newcombe", coverage=0.9), simulated("bootstrap-bca", coverage=coverage, width=0.1)]
    assert named(rule.recommendations(rows)) == [best]
    rows = [simulated("newcombe", coverage=0.94), simulated("bootstrap-bca", coverage=0.95, width=0.1)]
    assert named(rule.recommendations(rows)) == ["newcombe"]


def test_the_worst_kind_of_scores_decides(rule):
    """A mean of 0.95 does not make up for 0.90; which kind it was is named."""
    rows = [
        simulated("delong", coverage=0.99, scores="ratings"),
        simulated("delong", coverage=0.90, scores="exponential"),
        simulated("newcombe", coverage=0.93, scores="ratings", width=0.3),
        simulated("newcombe", coverage=0.94, scores="exponential", width=0.5),
    ]
    table = rule.recommendations(rows)
    assert named(table) == ["newcombe"]
    assert (table[0]["lowest_coverage"], table[0]["lowest_scores"]) == ("0.90000", "exponential")
    assert (table[0]["mean_coverage"], table[1]["mean_width"]) == ("0.94500", "0.400000")


def test_a_method_must_have_met_every_kind_of_scores(rule):
    """What was simulated with one kind only is no rival yet, and not in the table."""
    kinds = [simulated(word, scores=s) for word in ("delong",) for s in ("ratings", "binormal")]
    table = rule.recommendations([*kinds, simulated("bamber", width=0.01)])
    assert [row["method"] for row in table] == ["delong"]


def test_every_plausible_area_counts(rule):
    """0.95 in 10 + 10 leaves 0.8 to 0.99 plausible, so what fails at 0.99 is not recommended at 0.95."""
    areas = [0.5, 0.8, 0.95, 0.99]
    assert rule.plausible_areas(0.8, 10, 10, areas) == [0.8]
    assert rule.plausible_areas(0.95, 10, 10, areas) == [0.8, 0.95, 0.99]
    rows = [simulated("newcombe", a, width=0.4, m=10, n=10) for a in areas]
    rows += [simulated("delong", a, coverage=0.95 if a < 0.99 else 0.3, m=10, n=10) for a in areas]
    table = {(row["auc"], row["method"]): row for row in rule.recommendations(rows)}
    assert table["0.8", "delong"]["recommended"] == "1"
    assert table["0.95", "newcombe"]["recommended"] == "1"
    assert (table["0.95", "delong"]["least_auc"], table["0.95", "delong"]["greatest_auc"]) == ("0.8", "0.99")
    assert (table["0.95", "delong"]["coverage"], table["0.95", "delong"]["lowest_coverage"]) == ("0.30000", "0.95000")


def test_a_published_area_has_a_method_without_scores(rule):
    """Among those that need no more than the area and two counts the same rule holds."""
    rows = [simulated("delong"), simulated("newcombe", width=0.4), simulated("hanley-mcneil", width=0.5)]
    table = rule.recommendations(rows)
    assert (named(table), named(table, "recommended_without_scores")) == (["delong"], ["newcombe"])


# The table


def test_the_table_is_what_the_rule_makes_of_the_simulation(rule):
    """Neither was changed without the other."""
    made = rule.recommendations(rule.read_table(rule.SIMULATED))
    with TABLE.open(newline="", encoding="utf-8") as file:
        assert list(csv.DictReader(file)) == made


def test_every_method_of_one_area_is_in_the_table():
    """In each regime stand all methods of the register that serve an AUC, and one is recommended."""
    for regime in interval_coverage._table():
        assert set(regime.methods) == set(OF_ONE_AREA)
        assert regime.recommended in OF_ONE_AREA
        assert regime.recommended_without_scores in ("hanley-mcneil", "hanley-mcneil-logit", "newcombe")


def test_four_kinds_of_scores_were_simulated(rule):
    """The notes say "four"."""
    assert len({row["scores"] for row in rule.read_table(rule.SIMULATED)}) == KINDS_OF_SCORES == 4


@pytest.mark.parametrize(
    ("data", "studies"),
    [
        ((10, 50, 0.95), (10, 50, 0.95)),
        ((8, 8, 1.0), (10, 5, 0.99)),
        ((8, 50, 0.97), (10, 50, 0.95)),
        ((8, 50, 0.98), (10, 50, 0.99)),
        ((100, 100, 0.5), (50, 50, 0.5)),
        ((1, 1, 0.6), (5, 5, 0.5)),
        ((1, 10**6, 0.61), (5, 200, 0.7)),
        # 0.99 of a million is 0.5 of 200 in as many subjects on the wrong side; 0.99 of a thousand is 0.95.
        ((10**6, 10**6, 0.99), (200, 200, 0.5)),
        ((1000, 1000, 0.99), (200, 200, 0.95)),
        ((1000, 10**6, 1.0), (200, 200, 0.99)),
    ],
)
def test_the_nearest_studies(data, studies):
    """By logarithms of the sizes and the logit of the area; of two as near the smaller; nothing falls off the ends."""
    found = nearest_regime(*data)
    assert (found.n_cases, found.n_controls, found.auc) == studies
    assert not found.exchanged
    assert found.smallest == (min(data[:2]) < 5)


@given(st.integers(1, 10**9), st.integers(1, 10**9), st.floats(0.5, 1))
def test_an_area_below_one_half_is_one_above_with_the_groups_exchanged(m, n, area):
    """The same studies, whichever group is called the cases."""
    above, below = nearest_regime(m, n, area), nearest_regime(n, m, 1 - area)
    if 1 - (1 - area) == area > 0.5:
        assert below == replace(above, exchanged=True)
    assert above.least_auc <= above.auc <= above.greatest_auc


def test_methods_judge_exchanged_groups_alike():
    """Which is why one table serves both: the interval of 1 - A ends where that of A begins."""
    cases, controls = [3, 5, 5, 7, 8, 9, 2, 6], [1, 2, 4, 5, 6]
    one, other = Sample.from_groups(cases=cases, controls=controls), Sample.from_groups(cases=controls, controls=cases)
    for word, method in OF_ONE_AREA.items():
        if not word.startswith("bootstrap"):
            a, b = auc(one, method).interval, auc(other, method).interval
            assert (a.low, a.high) == pytest.approx((1 - b.high, 1 - b.low), abs=1e-12)


# What results say


def test_eight_and_eight_that_are_separated():
    """The interval to report instead, how often it covered, how often this one did, and why there is none."""
    regime = nearest_regime(8, 8, 1)
    own, other = (percents([regime.methods[word].coverage]) for word in ("delong", "newcombe"))
    (note,) = auc(SEPARATED).notes
    assert note.code == "perfect-separation"
    assert note.text == (
        "perfect separation: every case scores beyond every control, so DeLong's variance is 0, which no finite study "
        "can show. No standard error, interval or p-value is given. In simulated studies of 10 cases and 5 controls "
        "with an AUC of 0.8 to 0.99, the nearest to these data, the 95 percent interval by Newcombe's method 5 covered "
        f"the AUC in at least {other} (worst of four kinds of scores, no interval being a miss), that by DeLong in as "
        f"few as {own}. Newcombe's 95 percent interval, which does not need that variance, is 0.756 to "
        "1.000: auc(sample, Newcombe())."
    )
    interval = auc(SEPARATED, Newcombe()).interval
    assert (f"{interval.low:.3f}", interval.high) == ("0.756", 1.0)
    assert auc(SEPARATED, Newcombe()).notes == ()


def test_large_groups_need_no_note():
    """200 + 200 at an area of 0.8: DeLong is the method to report, and nothing is said."""
    assert auc(sized(200, 200, 0.8)).notes == ()
    assert nearest_regime(200, 200, 0.8).recommended == "delong"


def test_very_large_groups_need_no_note():
    """A million subjects with an area of 0.99 are far from where a Wald interval fails."""
    assert auc(sized(10**6, 10**6, 0.99)).notes == ()


def test_one_case():
    """The formula has a number, which rests on an assumed shape, and another interval did better."""
    sample = Sample.from_groups(cases=[4], controls=[1, 2, 3, 5, 6, 1, 2, 3, 2, 1])
    found = auc(sample, HanleyMcNeil())
    assert codes(found)[-2:] == ["one-subject", "wald-rough"]
    nearest = "5 cases and 5 controls with an AUC of 0.5 to 0.95, the nearest there are to groups this small"
    assert f"{nearest}, the 95 percent interval by Hanley-McNeil covered" in found.notes[-1].text
    assert by_coverage(auc(sample, Newcombe())) == []
    assert "Newcombe's 95 percent interval" in auc(sample).notes[0].text


def test_an_area_below_one_half_says_that_groups_were_exchanged():
    """The sizes that are named are those of the studies, cases and controls the other way round."""
    (text,) = by_coverage(auc(sized(12, 45, 0.1)))
    assert text.startswith(
        "in simulated studies of 50 cases and 20 controls with an AUC of 0.8 to 0.95, the nearest to these data once "
        "cases and controls have exchanged their names, the 95 percent interval by DeLong covered"
    )


def test_low_scores_that_are_positive_make_no_difference():
    """The direction is that of the test, not of the numbers."""
    truth, scores = [1] * 6 + [0] * 7, [5, 6, 7, 8, 4, 9, 1, 2, 3, 4, 5, 2, 1]
    high = Sample.from_truth(truth, {"a": scores})
    low = Sample.from_truth(truth, {"a": [-s for s in scores]}, low=["a"])
    assert by_coverage(auc(high)) == by_coverage(auc(low)) != []
    assert auc_intervals(high, rng=1).recommended == auc_intervals(low, rng=1).recommended


def test_grouped_counts_say_what_their_rows_say():
    """How many subjects a row stands for is what counts."""
    rows = Sample.from_groups(cases=[1, 2, 2, 3, 3, 3], controls=[2, 1, 1, 2, 1, 3])
    table = Sample.from_counts(cases=[1, 2, 3], controls=[3, 2, 1])
    assert by_coverage(auc(rows)) == by_coverage(auc(table)) != []


def test_a_published_area_is_told_of_methods_that_serve_it():
    """There are no scores, so only a method that needs none is named, by a call that can be made."""
    regime = nearest_regime(12, 40, 0.93)
    (text,) = by_coverage(auc_from_summary(0.93, n_cases=12, n_controls=40))
    better = FOR_QUANTITIES[regime.recommended_without_scores]
    assert text.endswith(f": auc_from_summary(..., method={call_of(better)}).")
    assert f"{percents([regime.methods[better.card.id].coverage])}. Report" in text
    assert by_coverage(auc_from_summary(0.93, n_cases=12, n_controls=40, method=better)) == []
    assert "covered the AUC in at least" in auc_from_summary(1, n_cases=12, n_controls=40).notes[0].text


@pytest.mark.parametrize("kind", ["percentile", "basic", "normal", "bca", "studentized"])
def test_bootstraps_are_judged_too(kind):
    """Resampling few subjects does not help, and the note says by how much it falls short."""
    sample = Sample.from_groups(cases=[3, 5, 5, 7, 8, 9, 2, 6, 8], controls=[1, 2, 4, 5, 6, 3, 2, 2, 1, 3, 2, 6] * 4)
    method = Bootstrap(kind=kind, n_resamples=400, rng=1)
    found = auc(sample, method)
    share = percents([nearest_regime(9, 48, found.estimate).methods[method.card.id].coverage])
    name = "BCa" if kind == "bca" else kind
    assert codes(found)[-1] == "low-coverage"
    assert f"interval by the {name} bootstrap covered the AUC in as few as {share}" in found.notes[-1].text


grid = st.sampled_from([(m, n, a) for m in (3, 9, 24, 70) for n in (4, 12, 60, 150) for a in (0.55, 0.8, 0.93)])


@given(grid, st.sampled_from([word for word in OF_ONE_AREA if not word.startswith("bootstrap")]))
def test_a_note_stands_only_where_another_interval_is_better(data, word):
    """The method in use fell short, the one that is named covered more often, and it has no such note itself."""
    m, n, won = data
    sample = sized(m, n, won)
    found = auc(sample, OF_ONE_AREA[word])
    regime = nearest_regime(m, n, found.estimate)
    own = regime.methods[word]
    for text in by_coverage(found):
        called = re.search(r"auc\(sample, (.*)\)\.$", text)[1]
        other = next(one for one in OF_ONE_AREA.values() if call_of(one) == called)
        assert not own.acceptable
        assert regime.methods[other.card.id].coverage > own.coverage
        assert f"as few as {percents([own.coverage])}" in text
        assert auc(sample, other).interval is not None
        assert by_coverage(auc(sample, other)) == []
    if own.acceptable or word == regime.recommended:
        assert by_coverage(found) == []


def test_a_method_without_an_interval_is_not_recommended():
    """Where all scores are tied only a formula of the area alone has an interval, at any level and on any side."""
    tied = Quantity(AUC(), ((Sample.from_groups(cases=[1] * 20, controls=[1] * 150), (1.0,)),))
    assert nearest_regime(20, 150, 0.5).recommended == "delong"
    chosen = recommended(tied)
    assert chosen.infer(tied, level=0.95, alternative="two-sided", null=None).interval is not None
    assert recommended(Quantity(AUC(), ((SEPARATED, (1.0,)),)), 0.9, "greater") == Newcombe()


def test_methods_side_by_side_mark_the_one_to_report():
    """A column with the coverage of each, a star, a note, and the same in a table."""
    found = auc_intervals(SEPARATED, rng=1)
    regime = nearest_regime(8, 8, 1)
    assert (found.recommended, found.regime) == ("newcombe", regime)
    assert found.coverages == tuple(regime.methods[e.method.id].coverage for e in found.estimates)
    lines = str(found).splitlines()
    assert [line.split(",")[0] for line in lines if line.endswith("  *")] == ["Newcombe"]
    assert codes(found)[-1] == "recommended"
    frame = found.tidy()
    assert list(frame["recommended"]) == [e.method.id == "newcombe" for e in found.estimates]
    assert list(frame["simulated_coverage"]) == list(found.coverages)


def test_subgroups_are_told_together():
    """One note names the subgroups whose interval fell short, with the figures of each."""
    found = compare_subgroups({"a": sized(8, 9, 0.7), "b": sized(12, 45, 0.9), "c": sized(200, 200, 0.8)})
    texts = by_coverage(found)
    assert [text.partition(":")[0] for text in texts] in (["a and b"], ["a", "b"])
    share = nearest_regime(8, 9, auc(sized(8, 9, 0.7)).estimate).methods["delong"].coverage
    assert percents([share]).removesuffix(" percent") in " ".join(texts)


def test_a_report_marks_the_interval_to_report():
    """Below the table of intervals stands which one covered, without a call that no reader of a report can make."""
    analysis = separated()
    assert [found.intervals.recommended for found in analysis.tests] == ["newcombe"] * 3
    for text in recommendations(analysis.tests):
        assert "simulated studies such as these data the interval by Newcombe’s method 5 covered the AUC in" in text
        assert text.endswith("%. Report that one unless another was named before looking.")
    table = next(block for block in side_by_side(analysis) if isinstance(block, Table))
    marked = [row.name.value for row in table.rows if any("best" in cell.marks for cell in row.cells)]
    assert marked == ["Newcombe, method 5"]


# Docstrings

SAID = re.compile(r"(\d+\.\d) percent of studies of (\d+) \+ (\d+) at an AUC of (0\.\d+)")


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (DeLong, ["delong", "delong", "delong-logit", "delong-logit"]),
        (HanleyMcNeil, ["hanley-mcneil", "hanley-mcneil", "hanley-mcneil-logit"]),
        (Newcombe, ["newcombe"] * 3),
        (Bamber, ["bamber"] * 2),
        (Bootstrap, ["bootstrap-percentile", "bootstrap-bca", "bootstrap-bca"]),
        (auc, ["delong", "newcombe"]),
        (auc_intervals, ["newcombe", "delong"]),
    ],
)
def test_docstrings_quote_the_table(told, words):
    """Each figure is that of the table, as it would be printed."""
    with TABLE.open(newline="", encoding="utf-8") as file:
        rows = {(r["method"], r["cases"], r["controls"], r["auc"]): r["lowest_coverage"] for r in csv.DictReader(file)}
    said = SAID.findall(" ".join(inspect.getdoc(told).split()))
    assert len(said) == len(words)
    for (figure, m, n, area), word in zip(said, words, strict=True):
        # Half a unit of the last digit, either way: 0.9425 is printed as 94.3.
        assert abs(float(figure) - 100 * float(rows[word, m, n, area])) <= 0.05 + 1e-9


def test_docstrings_say_where_delong_serves():
    """With 50 or more in both groups and an area of 0.8 or less DeLong's interval is the one to report."""
    large = [r for r in interval_coverage._table() if min(r.n_cases, r.n_controls) >= 50 and r.auc <= 0.8]
    assert {regime.recommended for regime in large} == {"delong"}
    everywhere = [regime.methods for regime in interval_coverage._table()]
    assert all(held["bamber"].lowest_coverage <= held["delong"].lowest_coverage for held in everywhere)
