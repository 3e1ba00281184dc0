"""The methods side by side: each is what it says alone, and all kinds of bootstrap judge the same replicates."""

from dataclasses import replace

import numpy as np
import oracles
import pytest
from hypothesis import given, settings
from strategies import lists, one_test

from rocstats import AUC, Bootstrap, DataError, MethodError, Sample, auc, auc_intervals
from rocstats.empirical.statistic import Quantity
from rocstats.methods import FOR_QUANTITIES, Method, replicates

CASES, CONTROLS = [3, 5, 5, 7, 8, 9, 2], [1, 2, 4, 5, 6, 3, 2, 2]
SAMPLE = Sample.from_groups(cases=CASES, controls=CONTROLS)
WORDS = [
    word for word, method in FOR_QUANTITIES.items() if method.refuses(Quantity(AUC(), ((SAMPLE, (1.0,)),))) is None
]


def alone(one, method_id, *, seed=4, n_resamples=2000, level=0.95):
    """Ask one method by itself, with the seed of the table."""
    method: Method = FOR_QUANTITIES[method_id]
    if isinstance(method, Bootstrap):
        method = replace(method, rng=seed, n_resamples=n_resamples)
    return auc(one, method, level=level)


def test_each_method_is_as_it_is_alone():
    """Every row of the table is, in all that it says, what the method says alone."""
    found = auc_intervals(SAMPLE, rng=4, level=0.9)
    assert [e.method.id for e in found.estimates] == WORDS
    for one in found.estimates:
        assert one.to_dict() == alone(SAMPLE, one.method.id, level=0.9).to_dict()
        assert str(one) == str(alone(SAMPLE, one.method.id, level=0.9))
    assert (found.seed, found.level) == (4, 0.9)
    assert found.auc == float(oracles.area(CASES, CONTROLS))
    assert (found.subjects.n_cases, found.subjects.n_controls) == (7, 8)


@settings(max_examples=40)
@given(one=one_test(most=6))
def test_samples_of_any_kind_have_every_row(one):
    """Tied, separated, infinite and tiny samples: each row is the method's own, with a width or a reason."""
    found = auc_intervals(one, rng=4, n_resamples=100)
    assert found.auc == float(oracles.area(*lists(one)))
    for row in found.estimates:
        assert row.to_dict() == alone(one, row.method.id, n_resamples=100).to_dict()
        if row.interval is None:
            assert row.notes
            assert row.standard_error is None
        else:
            assert 0 <= row.interval.low < row.interval.high <= 1
    assert "nan" not in str(found)


def test_all_kinds_of_bootstrap_share_one_drawing():
    """The replicates are drawn once: whoever watches hears of them once."""
    heard = []
    with replicates.watching(lambda done, total: heard.append(done)):
        auc_intervals(SAMPLE, rng=4, n_resamples=1000)
    assert heard == sorted(set(heard))
    assert heard[-1] == 1000


def test_one_drawn_seed_serves_all_methods():
    """Without a seed, or from a Generator, one is drawn for all; it stands in the result and reproduces it."""
    for rng in (None, np.random.default_rng(8)):
        found = auc_intervals(SAMPLE, rng=rng, n_resamples=200)
        assert {e.seed for e in found.estimates} == {None, found.seed}
        assert auc_intervals(SAMPLE, rng=found.seed, n_resamples=200).to_dict() == found.to_dict()


def test_rows_and_tables_have_the_same_intervals():
    """Neither grouping nor the order of rows changes a digit."""
    rows = Sample.from_groups(cases=[1, 2, 2, 3, 3, 3], controls=[2, 1, 1, 2, 1, 3])
    table = Sample.from_counts(cases=[1, 2, 3], controls=[3, 2, 1])
    one, other = (auc_intervals(s, rng=1) for s in (rows, table))
    assert [e.interval for e in one.estimates] == [e.interval for e in other.estimates]


def test_disagreement_about_chance_is_said():
    """Where some intervals hold 0.5 and others do not, a note counts them."""
    rng = np.random.default_rng(7)
    told = 0
    for shift in np.linspace(0.4, 0.9, 26):
        one = Sample.from_groups(cases=rng.normal(shift, 1, 20), controls=rng.normal(0, 1, 20))
        found = auc_intervals(one, rng=1)
        holding = [e for e in found.estimates if e.interval.low <= 0.5 <= e.interval.high]
        assert list(found.holding(0.5)) == holding
        codes = [note.code for note in found.notes]
        assert ("methods-disagree" in codes) == (0 < len(holding) < len(WORDS))
        if 0 < len(holding) < len(WORDS):
            told += 1
            assert f"{len(holding)} of {len(WORDS)} intervals contain" in str(found)
    assert told > 3


def test_methods_that_cannot_judge_stand_in_the_table():
    """Perfect separation leaves Newcombe alone with an interval, and a note says why."""
    found = auc_intervals(Sample.from_groups(cases=[5, 6, 7], controls=[1, 2, 3]), rng=1)
    assert [e.method.id for e in found.estimates if e.interval is not None] == ["newcombe"]
    text = str(found)
    assert text.count("not estimable") == len(WORDS) - 1
    assert "perfect separation: every case scores beyond every control" in text


def test_one_subject_in_a_group_draws_nothing():
    """A resample of one case is always the same, so none is drawn and there is no seed to report."""
    heard = []
    with replicates.watching(lambda done, total: heard.append(done)):
        found = auc_intervals(Sample.from_groups(cases=[3], controls=CONTROLS), rng=4)
    assert (heard, found.seed) == ([], None)
    assert [e.method.id for e in found.estimates if e.interval is not None] == [
        "hanley-mcneil",
        "hanley-mcneil-logit",
        "newcombe",
    ]
    assert "resamples" not in str(found)


def test_a_table_has_a_line_per_method():
    """In a table every method has its row, with numbers or without."""
    found = auc_intervals(SAMPLE, rng=4)
    frame = found.tidy()
    assert list(frame["method"]) == [e.method.name for e in found.estimates]
    assert list(frame["conf_low"]) == [e.interval.low for e in found.estimates]


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"level": 95}, MethodError, "level is 95; it must be a proportion above 0.5 and below 1"),
        ({"n_resamples": 10}, MethodError, "n_resamples is 10; it must lie between 100 and"),
        ({"rng": "7"}, TypeError, "rng is str; it must be a whole number"),
    ],
)
def test_options_are_checked_before_anything_is_drawn(options, error, text):
    """A wrong option is refused at once."""
    heard = []
    with replicates.watching(lambda done, total: heard.append(done)), pytest.raises(error, match=text):
        auc_intervals(SAMPLE, **options)
    assert heard == []


def test_samples_that_are_refused():
    """Several tests, subjects in clusters and what is no sample are refused by name."""
    two = Sample.from_groups(cases={"A": [1, 2], "B": [2, 3]}, controls={"A": [0, 1], "B": [1, 1]})
    with pytest.raises(DataError, match="auc_intervals takes one test; this sample holds 2: A and B"):
        auc_intervals(two)
    with pytest.raises(MethodError, match="these subjects come in clusters"):
        auc_intervals(Sample.from_truth([1, 1, 0, 0], [3, 2, 1, 2], cluster=["a", "b", "a", "c"]))
    with pytest.raises(TypeError, match="auc_intervals takes a Sample, not list"):
        auc_intervals([1, 2])


def test_printed_text():
    """The frame names the resamples; every method has a row; the dash is said."""
    lines = str(auc_intervals(SAMPLE, rng=4)).splitlines()
    assert lines[:9] == [
        "",
        "\tIntervals for one AUC, methods side by side",
        "",
        'data:  score by group (positive: "cases"; higher scores are positive)',
        "       7 cases, 8 controls, 0 dropped",
        "AUC = 0.786; 95 percent confidence intervals, two-sided",
        "2000 stratified resamples of subjects, seed 4",
        "",
        "method                      std. error    low   high  width  coverage",
    ]
    assert lines[9:15] == [
        "DeLong                          0.1222  0.546  1.000  0.454      43.2",
        "DeLong, logit scale             0.1222  0.469  0.938  0.469      41.2",
        "Hanley-McNeil                   0.1243  0.542  1.000  0.458      43.1",
        "Hanley-McNeil, logit scale      0.1243  0.463  0.940  0.477      39.6",
        "Newcombe, method 5                   -  0.483  0.929  0.446      93.8  *",
        "Bamber                          0.1176  0.555  1.000  0.445      43.2",
    ]
    names = ("percentile", "basic", "normal", "BCa", "studentized")
    assert [line[:27].rstrip() for line in lines[15:20]] == [f"Bootstrap, {name}" for name in names]
    assert lines[20:25] == [
        '"-": the method has no standard error.',
        '"coverage": percent of simulated studies of 5 cases and 5 controls with an AUC',
        " of 0.5 to 0.95, the nearest to these data, whose 95 percent interval covered",
        ' the AUC; the lowest of four kinds of scores, no interval being a miss. "*":',
        " recommended by that.",
    ]
    assert lines[-3:] == [
        "note: in simulated studies such as these data the interval by Newcombe's method",
        "      5 covered the AUC in at least 93.8 percent. Report that one unless another",
        "      was named before looking: auc(sample, Newcombe()).",
    ]
