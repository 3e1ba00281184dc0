"""Made-up data fit any plan: every set has participants and leaves some out, every test has results of each kind."""

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from study_plans import LARGE, SMALLEST, changed

from rocstats.investigation.condition_rows import Domains, values_around
from rocstats.investigation.investigation import EVERYONE
from rocstats.investigation.opening import investigation_of
from rocstats.investigation.stand_in import SIZE, stand_in
from rocstats.study_plan.filter_checks import filters_of
from rocstats.study_plan.filters import parse_filter
from rocstats.study_plan.loading import plan_of


def opened(plan):
    """Open the made-up data of a plan."""
    plan = plan_of(plan)
    return investigation_of(plan, stand_in(plan))


def test_the_smallest_plan():
    """Truth and one test are all there is, with some of both unknown."""
    found = opened(SMALLEST)
    assert list(found.frame.columns) == ["ill", "CT"]
    assert len(found.frame) == SIZE
    sample = found.sample("CT")
    assert len(sample.cases) > 60
    assert len(sample.controls) > 100
    assert (found.truth == "missing").any()


def test_a_plan_that_states_nearly_everything():
    """Every set, filter, group, state of a test and date of a large plan is there."""
    found = opened(LARGE)
    plan, frame = found.plan, found.frame
    for name, rows in found.sets.items():
        assert 0 < rows.sum() < len(frame), name
        for test in found.tests:
            assert {"result", "missing"} <= set(test.states[rows]), (name, test.name)
    assert {"indeterminate", "failed"} <= set(found.tests[0].states)
    assert "indeterminate" in set(found.tests[2].states)
    for path, text in filters_of(plan):
        assert 0 < parse_filter(text).rows(frame).sum() < len(frame), path
    assert set(frame["SEX"]) == {"Level 1", "Level 2"}
    assert frame["USUBJID"].is_unique
    assert frame["FAMILY"].nunique() == len(frame) // 2
    assert frame["EXCLRSN"].notna().tolist() == (~found.eligible).tolist()
    apart = pd.to_datetime(frame["REFDT"]) - pd.to_datetime(frame["TESTDT"])
    assert apart.dt.days.min() >= 0
    assert (apart.dt.days <= 14).mean() > 0.8
    assert pd.api.types.is_numeric_dtype(frame["BMI"])
    assert set(found.truth) == {"present", "absent", "inconclusive", "missing"}
    assert found.counts("Assay A").tp > found.counts("Assay A").fn > 0


def test_everything_named_is_a_column():
    """Each column that the plan names is in the data."""
    plan = plan_of(LARGE)
    columns = set(stand_in(plan).columns)
    named = {plan.reference.column, plan.data.subject, plan.data.cluster, plan.data.site, plan.participants.severity}
    named |= {test.source_column for test in plan.tests}
    named |= {
        *plan.subgroups,
        *plan.exploratory_subgroups,
        *plan.participants.baseline,
        *plan.participants.adverse_events,
    }
    assert named <= columns


def test_the_same_plan_has_the_same_data():
    """Made-up data depend on the plan and its seed alone."""
    plan = plan_of(LARGE)
    pd.testing.assert_frame_equal(stand_in(plan), stand_in(plan))
    other = stand_in(plan_of({**LARGE, "seed": 7}))
    assert not other["AVAL_A"].equals(stand_in(plan)["AVAL_A"])


def test_filters_on_truth_and_on_tests_are_fulfilled_with_values_that_fit():
    """A filter may ask for the truth, a score, a call or a date; what it gets is what these columns may hold."""
    plan = changed(
        LARGE,
        (("participants", "eligible"), "REFRES is not missing and AVAL_B < 4000 and TESTDT >= '2025-03-01'"),
        (("analysis_sets", "FAS"), "CALL_C in ('POS', 'NEG') and AVAL_A != 'INV'"),
        (
            ("analysis_sets", "per protocol"),
            "USUBJID not in ('X1', 'X2') and VISITS > 2 and VISITS <= 3.5 or DONE == true",
        ),
        (("data", "supplementary"), "SITEID == 'Abroad'"),
    )
    found = opened(plan)
    for name, rows in found.sets.items():
        assert 0 < rows.sum() < len(found.frame), name
        assert {"present", "absent"} <= set(found.truth[rows]), name
    assert {"X1", "X2"} <= set(found.frame["USUBJID"])


def test_a_filter_that_nobody_fulfils_keeps_its_fault():
    """Contradictions are no reason to fail: the set is empty, as it will be in any data."""
    found = opened(changed(LARGE, (("analysis_sets", "per protocol"), "A == 1 and A == 2")))
    assert found.sets["per protocol"].sum() == 0
    assert found.sets["FAS"].sum() > 0


def test_tests_may_share_a_column():
    """Two thresholds on one column are two tests; results are such as both understand."""
    plan = changed(
        LARGE,
        (
            ("tests", 1),
            {
                "name": "Assay A, low cut",
                "column": "AVAL_A",
                "positive_scores": "high",
                "threshold": {"value": 0.3, "origin": "literature"},
            },
        ),
        (("hypotheses",), []),
        (("multiplicity",), "none"),
    )
    found = opened(plan)
    assert "INV" not in set(found.frame["AVAL_A"].astype(str))


@pytest.mark.parametrize("value", [0, 1e-9, -40.5, 1e308, -1e308, 123456.7])
def test_scores_lie_around_their_threshold(value):
    """Whatever the threshold, there are results on both sides of it among those with the condition and without."""
    plan = changed(SMALLEST, (("tests", 0, "threshold"), {"value": value, "origin": "literature"}))
    counts = opened(plan).counts("CT")
    assert counts.tp
    assert np.isfinite(stand_in(plan_of(plan))["CT"].dropna()).all()
    if abs(value) < 1e300:
        assert min(counts.tp, counts.fp, counts.fn, counts.tn) > 0


def test_values_around_what_is_asked():
    """Values lie at, above, below and between numbers; beside texts stand others."""
    assert values_around([]) == ["Y", None]
    assert values_around(["2025-01-31"], ordered=True) == ["2025-01-31", "2025-01-01", "2025-03-02", None]
    assert values_around(["II"], ordered=True) == ["II", "IIa", "I", "Other", None]
    assert values_around([True]) == [True, False, None]


def test_ways_are_found_through_brackets():
    """A condition is fulfilled, or not, by values for each of its columns together."""
    condition = parse_filter("(A == 1 or B == 'x') and not (A == 1 and C > 5) and A is not missing").condition
    domains = Domains({"A": [1, 2, None], "B": ["x", "y"], "C": [5, 6]})
    for want in (True, False):
        for way in domains.ways([(condition, want)]):
            row = {}
            for column, values in domains.values.items():
                row[column] = values[domains.allowed(way, column)[0]]
            frame = pd.DataFrame([row], dtype=object)
            assert (
                parse_filter("(A == 1 or B == 'x') and not (A == 1 and C > 5) and A is not missing").rows(frame)[0]
                == want
            )
    assert not domains.ways([(condition, True), (parse_filter("A == 1 and C == 6").condition, True)])


def test_a_long_filter_is_given_up_in_time():
    """A contradiction behind many alternatives is looked for only so long."""
    clauses = " and ".join(f"(A{i} == 1 or A{i} == 2 or B{i} == 3)" for i in range(12))
    plan = changed(SMALLEST, (("analysis_sets", "S"), f"{clauses} and Z == 1 and Z == 2"))
    assert opened(plan).sets["S"].sum() == 0


names = st.sampled_from(["A", "B", "C d", "AVAL_A", "REFRES", "SITEID", "AGE", "TESTDT", "SEX", "<b>"])
values = st.sampled_from(["'Y'", "'N'", "0", "1", "17.5", "'2025-02-01'", "true", "'Present'", "''"])
comparisons = st.one_of(
    st.tuples(names, st.sampled_from(["==", "!=", "<", ">="]), values).map(lambda t: f"`{t[0]}` {t[1]} {t[2]}"),
    names.map(lambda name: f"`{name}` is not missing"),
    st.tuples(names, values, values).map(lambda t: f"`{t[0]}` not in ({t[1]}, {t[2]})"),
).filter(lambda text: not (("true" in text) and ("<" in text.split("`")[2] or ">" in text.split("`")[2])))
filters = st.recursive(
    comparisons,
    lambda inner: (
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(lambda t: f"({t[0]}) {t[1]} ({t[2]})")
        | inner.map(lambda text: f"not ({text})")
    ),
    max_leaves=5,
)
codes = st.sampled_from([[], "INV", ["INV", -9], 0, [True], ["x", "<b>"]])
plans = st.fixed_dictionaries(
    {
        "seed": st.integers(0, 3),
        "low": st.booleans(),
        "threshold": st.none() | st.sampled_from([0.0, 0.5, -3.0, 1e6, 1e-12]),
        "between": st.none() | st.sampled_from([[0.1, 0.2], [-1.0, -1.0], [5.0, 900.0]]),
        "failed": codes,
        "positive": st.sampled_from(["Present", 1, [1, "2"], True]),
        "calls": st.booleans(),
        "eligible": st.just("") | filters,
        "sets": st.dictionaries(st.sampled_from(["FAS", "per protocol", "x"]), filters, max_size=3),
        "supplementary": st.just("") | filters,
        "groups": st.lists(st.sampled_from(["SEX", "SITEID", "AGE", "A"]), unique=True, max_size=3),
    }
)


@settings(max_examples=30)
@given(drawn=plans)
def test_made_up_data_fit_any_plan(drawn):
    """An investigation opens on the made-up data of whatever plan, and every result in it is understood."""
    test = {"name": "A test", "column": "AVAL_A", "positive_scores": "low" if drawn["low"] else "high"}
    test |= {"failed": drawn["failed"], "indeterminate_between": drawn["between"]}
    if drawn["threshold"] is not None:
        test["threshold"] = {"value": drawn["threshold"], "origin": "literature"}
        if drawn["failed"] == 0 or drawn["failed"] == [True]:
            test["failed"] = "ERR"
    if test["indeterminate_between"] is None:
        del test["indeterminate_between"]
    tests = [test]
    if drawn["calls"]:
        tests.append({"name": "Calls", "column": "CALL", "positive": ["P", 1], "negative": "N", "indeterminate": "E"})
    plan = {
        "rocstats": "1",
        "seed": drawn["seed"],
        "subgroups": drawn["groups"],
        "data": {"file": "s.csv", "subject": "ID", "site": "SITEID", "supplementary": drawn["supplementary"]},
        "participants": {"eligible": drawn["eligible"], "baseline": ["AGE"], "index_date": "TESTDT"},
        "reference": {
            "column": "REFRES",
            "positive": drawn["positive"],
            "negative": "Absent",
            "inconclusive": "?",
            "kind": "comparator",
        },
        "tests": tests,
        "analysis_sets": drawn["sets"],
    }
    found = opened(json.loads(json.dumps(plan)))
    assert len(found.frame) >= SIZE
    assert set(found.truth) & {"present", "absent"}
    assert EVERYONE in found.sets
    for column in ("AGE", "TESTDT", *drawn["groups"]):
        assert column in found.frame.columns


@settings(max_examples=60)
@given(text=filters)
def test_a_set_that_can_be_filled_is_filled(text):
    """If some row of the values tried is chosen and some is not, so it is among the made-up participants."""
    plan = plan_of(changed(SMALLEST, (("analysis_sets", "S"), text)))
    frame = stand_in(plan)
    one = parse_filter(text)
    ordered = {name: values_around([v for n, v in one.stated if n == name], ordered=True) for name in one.columns}
    rng = np.random.default_rng(5)
    tried = pd.DataFrame(
        {
            name: pd.Series([held[i] for i in rng.integers(len(held), size=400)], dtype=object)
            for name, held in ordered.items()
        }
    )
    rows = one.rows(frame)
    possible = one.rows(tried)
    assert rows.any() or not possible.any()
    assert (~rows).any() or possible.all()
