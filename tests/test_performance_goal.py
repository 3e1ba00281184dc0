"""Single proportions and performance goals: estimate, bound, p-value and decision."""

from __future__ import annotations

import json
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats.data.counts import Counts
from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.errors import DataError, MethodError
from rocstats.inference.goals import performance_goal
from rocstats.inference.single_proportion import proportion
from rocstats.inference.two_by_two import accuracy
from rocstats.methods import FOR_PROPORTIONS
from rocstats.methods.agresti_coull import AgrestiCoull
from rocstats.methods.clopper_pearson import ClopperPearson
from rocstats.methods.delong import DeLong
from rocstats.methods.jeffreys import Jeffreys
from rocstats.methods.mid_p import MidP
from rocstats.methods.proportion_differences import FOR_INDEPENDENT_PROPORTIONS as FOR_INDEPENDENT
from rocstats.methods.proportion_differences import FOR_PAIRED_PROPORTIONS as FOR_PAIRED
from rocstats.methods.proportion_differences import TESTS_OF_EQUAL_PROPORTIONS as TESTS
from rocstats.methods.wald import Wald
from rocstats.methods.wilson import Wilson
from rocstats.results import Subjects

WFNS = Counts(
    tp=26,
    fp=12,
    fn=15,
    tn=60,
    test=DiagnosticTest("wfns"),
    threshold=4,
    subjects=Subjects(
        truth="outcome", positive="Poor", negative="Good", n_cases=41, n_controls=72, n_dropped=0, tests=("wfns",)
    ),
    negative="Good",
)
methods = st.sampled_from(list(FOR_PROPORTIONS.values()))
tables = st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def with_sensitivity(successes, total):
    return Counts(tp=successes, fn=total - successes, fp=1, tn=1)


# ---- worked by hand


@pytest.mark.parametrize(
    ("successes", "total", "goal", "level", "met"),
    [
        # P(X >= 1) = 0.1 at a goal of 0.1 with one subject: not below 1 - 0.9, though 1 - 0.9 is 0.0999... in floats.
        (1, 1, 0.1, 0.9, False),
        # P(X >= 3) = 0.5^3 = 0.125 = 1 - 0.875.
        (3, 3, 0.5, 0.875, False),
        (3, 3, 0.5, 0.874, True),
        # 0.2^2 = 0.04 = 1 - 0.96, and 0.04 is below 0.05.
        (2, 2, 0.2, 0.96, False),
        (2, 2, 0.2, 0.95, True),
        # The rule of three: 59 of 59 shows more than 0.95, 58 of 58 does not, for 0.95^58 = 0.0510.
        (59, 59, 0.95, 0.95, True),
        (58, 58, 0.95, 0.95, False),
    ],
)
def test_a_goal_is_met_strictly_beyond_the_edge(successes, total, goal, level, met):
    """A p-value equal to one minus the level does not meet the goal, whatever floats make of either."""
    assert performance_goal(with_sensitivity(successes, total), goal=goal, level=level).met is met


def test_an_estimate_on_the_goal_is_not_above_it():
    """9 of 10 against 0.9: half of the tail, by any method."""
    for method in FOR_PROPORTIONS.values():
        assert performance_goal(with_sensitivity(9, 10), goal=0.9, method=method).met is False


def test_bound_and_p_are_those_of_the_method():
    """97 of 100 against 0.9: P(X >= 97) = 0.0078 and the exact lower bound 0.924."""
    found = performance_goal(with_sensitivity(97, 100), goal=0.9)
    assert found.pvalue == ClopperPearson().pvalue(97, 100, null=0.9, alternative="greater")
    assert found.interval == ClopperPearson().interval(97, 100, level=0.95, sides="lower")
    assert found.decision == "met (lower bound 0.924 is above 0.9; one-sided level 0.05)"


@pytest.mark.parametrize(
    ("measure", "share"),
    [
        ("sensitivity", (26, 41)),
        ("specificity", (60, 72)),
        ("PPV", (26, 38)),
        ("npv", (60, 75)),
        ("accuracy", (86, 113)),
    ],
)
def test_each_proportion_can_have_a_goal(measure, share):
    """Named as in tidy() or as printed."""
    found = performance_goal(WFNS, measure, 0.5)
    assert (found.measure.successes, found.measure.total) == share
    assert ("design-not-stated" in [note.code for note in found.notes]) == (share[1] not in (41, 72))


def test_below_a_goal_is_the_mirror_of_above():
    """Few successes are below 0.1 exactly when as few failures are above 0.9."""
    below = performance_goal(with_sensitivity(2, 60), goal=0.1, alternative="less")
    above = performance_goal(with_sensitivity(58, 60), goal=0.9)
    assert below.pvalue == pytest.approx(above.pvalue, rel=1e-10)
    assert (below.met, above.met) == (False, False)
    assert below.interval.high == pytest.approx(1 - above.interval.low, rel=1e-12)
    assert performance_goal(with_sensitivity(0, 60), goal=0.1, alternative="less").met is True


# ---- properties


@given(table=tables, goal=st.integers(1, 99), method=methods, level=st.sampled_from([0.9, 0.95, 0.975]))
def test_decision_p_and_bound_say_the_same(table, goal, method, level):
    """Away from the edge the goal is met exactly where the bound is beyond it and p below one minus the level."""
    found = performance_goal(with_sensitivity(*table), goal=goal / 100, method=method, level=level)
    if found.interval is None:
        assert (found.met, found.pvalue, found.notes[0].code) == (None, None, "zero-variance")
        return
    assert found.interval.sides == "lower"
    if abs(found.interval.low - goal / 100) > 1e-9:
        assert found.met == (found.interval.low > goal / 100)
        if found.pvalue is not None:
            assert found.met == (found.pvalue < 1 - level)
    json.dumps(found.to_dict(), allow_nan=False)


@given(table=tables, method=methods, alternative=st.sampled_from(["two-sided", "less", "greater"]))
def test_a_proportion_is_what_its_method_says(table, method, alternative):
    """Interval and p-value are the method's own, and what is missing has a note."""
    sides = {"two-sided": "two-sided", "greater": "lower", "less": "upper"}[alternative]
    found = proportion(*table, method, null_value=0.4, alternative=alternative)
    assert found.interval == method.interval(*table, level=0.95, sides=sides)
    assert found.pvalue == method.pvalue(*table, null=0.4, alternative=alternative)
    if found.pvalue is None:
        assert {note.code for note in found.notes} & {"only-interval", "zero-variance"}
    json.dumps(found.to_dict(), allow_nan=False)
    assert "nan" not in str(found)


# ---- what cannot be estimated


def test_wald_gives_no_decision_at_either_end():
    """41 of 41 has no standard error, so no bound and no decision; the note names another method."""
    found = performance_goal(with_sensitivity(41, 41), method=Wald())
    assert (found.met, found.decision) == (None, "none, for the bound is not estimable")
    assert found.notes[0].text == (
        "Wald's method has a standard error of 0 where none or all are counted, which no finite study can show. No "
        "interval is given (sensitivity); use Wilson()."
    )


def test_nobody_has_no_proportion():
    """0 of 0 and a table without cases are not estimable."""
    assert proportion(0, 0).notes[0].text == "there is nobody to count among, so the proportion is not estimable."
    assert performance_goal(Counts(tp=0, fn=0, fp=2, tn=5)).met is None


def test_an_interval_beyond_the_range_says_that_it_was_cut():
    """Wald's interval of 1 in 10 reaches below 0."""
    found = proportion(1, 10, Wald())
    assert (found.interval.low, found.notes[0].code) == (0.0, "clipped")
    assert proportion(5, 10, Wald()).notes == ()


def test_a_bound_beyond_the_estimate_says_so():
    """At 51 percent mid-p's lower bound of 1 in 10 lies above 1/10."""
    found = proportion(1, 10, MidP(), level=0.51, alternative="greater")
    assert found.interval.low > 0.1
    assert [note.code for note in found.notes] == ["estimate-outside"]


def test_only_an_interval_decides_by_its_bound():
    """Jeffreys and Agresti-Coull have no test; the bound decides, and a note says that there is no p."""
    for method in (Jeffreys(), AgrestiCoull()):
        found = performance_goal(with_sensitivity(97, 100), goal=0.9, method=method)
        assert (found.met, found.pvalue) == (True, None)
        assert [note.code for note in found.notes] == ["only-interval"]
        assert "p-value" not in str(found)


# ---- refusals


@pytest.mark.parametrize(
    "method", [*FOR_PAIRED.values(), *FOR_INDEPENDENT.values(), *TESTS.values(), DeLong(), "wilson"]
)
def test_only_methods_for_one_proportion_are_taken(method):
    """A method for a difference, for an area, or a name is refused in words at each door."""
    table = Counts(tp=3, fp=2, fn=1, tn=7)
    for door, ask in (
        ("proportion", lambda: proportion(3, 10, method)),
        ("accuracy", lambda: accuracy(table, method)),
        ("performance_goal", lambda: performance_goal(table, method=method)),
    ):
        with pytest.raises(MethodError) as refused:
            ask()
        got = type(method).__name__
        needed = "a method for proportions, Wilson() or ClopperPearson()"
        assert str(refused.value) == f"{door} needs {needed}; it got {got}."


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        (
            {"measure": "lr_positive"},
            MethodError,
            "a performance goal is one for a proportion: sensitivity, specificity",
        ),
        ({"measure": "sens"}, MethodError, 'there is no measure "sens"'),
        ({"alternative": "two-sided"}, MethodError, 'a performance goal is one-sided: "greater" or "less"'),
        (
            {"goal": 90},
            MethodError,
            "goal is 90; a test of a proportion needs a value strictly between 0 and 1. Write 0.9",
        ),
        ({"method": DeLong()}, MethodError, "performance_goal needs a method for proportions"),
        ({"method": Wilson}, MethodError, r"it got the class Wilson; write Wilson\(\)"),
        ({"level": 95}, MethodError, r"level is 95"),
        ({"counts": (26, 41)}, TypeError, "performance_goal takes Counts, not tuple"),
    ],
)
def test_what_is_no_goal_is_refused(options, error, text):
    """Measure, goal, side, method, level and table are checked."""
    with pytest.raises(error, match=text):
        performance_goal(**{"counts": WFNS, **options})


def test_a_case_control_study_meets_no_goal_for_what_it_fixes():
    """PPV, NPV and accuracy depend on a share that was chosen."""
    counts = Counts(tp=26, fp=12, fn=15, tn=60, design="case-control")
    with pytest.raises(MethodError, match="a case-control study fixes the share of cases, on which PPV depends"):
        performance_goal(counts, "ppv", 0.5)
    assert performance_goal(counts, "specificity", 0.5).notes == ()


def test_a_proportion_checks_its_counts_and_null():
    """In the words of the methods."""
    with pytest.raises(DataError, match="5 successes among 4 cannot be"):
        proportion(5, 4)
    with pytest.raises(MethodError, match="null_value is 1"):
        proportion(3, 4, null_value=1)
    with pytest.raises(MethodError, match="alternative is 'more'"):
        proportion(3, 4, alternative="more")
    with pytest.raises(MethodError, match="proportion needs a method for proportions"):
        proportion(3, 4, DeLong())


# ---- printed


def test_a_proportion_prints_as_r_would():
    """The whole text of a proportion with a test and a standard error."""
    assert str(proportion(26, 41, Wald(), null_value=0.5, alternative="greater")) == dedent(
        """
        \tProportion, Wald's method

        data:  26 of 41
        p-value = 0.037
        alternative hypothesis: true proportion is greater than 0.5
        95 percent confidence interval:
         0.510  1.000
        sample estimates:
        proportion  std. error
             0.634      0.0752
        """
    )


def test_a_goal_prints_its_decision_in_words():
    """The whole text, with who was counted, the bound and the decision."""
    assert str(performance_goal(WFNS, "specificity", 0.7)) == dedent(
        """
        \tSpecificity against a performance goal,
        \tClopper and Pearson's exact method

        data:  wfns by outcome (positive: "Poor")
               rule: positive if wfns >= 4
               41 cases, 72 controls, 0 dropped
               specificity: 60 of 72
        goal: specificity above 0.7
        p-value = 0.007
        alternative hypothesis: true specificity is greater than 0.7
        95 percent confidence interval:
         0.744  1.000
        sample estimates:
        specificity
              0.833
        decision: met (lower bound 0.744 is above 0.7; one-sided level 0.05)
        """
    )


def test_a_bound_next_to_the_goal_does_not_print_as_the_goal():
    """Digits grow until the bound differs from the goal that it misses."""
    found = performance_goal(with_sensitivity(10**7, 2 * 10**7), goal=0.4998, level=0.95)
    assert "lower bound 0.49982 is above 0.4998" in found.decision
    assert len(str(found).splitlines()[-1]) <= 80


def test_one_row_for_machines():
    """tidy has the goal, the bound and whether it was met."""
    row = performance_goal(WFNS, "specificity", 0.7).tidy().iloc[0]
    assert (row.parameter, row.null_value, row.met, row.total) == ("specificity", 0.7, True, 72)
    assert proportion(3, 4).tidy().iloc[0].estimate == 0.75
