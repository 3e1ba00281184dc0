"""Agreement with a comparator: PPA, NPA, overall agreement, kappa with both margins."""

from __future__ import annotations

from fractions import Fraction

import pytest
from accuracy_plans import CALLS, called, opened, plan_of, recorded, rows_of

from rocstats.investigation.accuracy_results import record_accuracy
from rocstats.investigation.agreement_results import record_agreement


def table_of(frame, **parts):
    """Give the rows of one test of calls against a comparator."""
    plan = plan_of(CALLS, kind=parts.pop("kind", "comparator"), **parts)
    return rows_of(opened(plan, frame), record_accuracy, record_agreement)


def test_agreement_of_a_table_counted_by_hand():
    """20, 5, 10 and 15: PPA 2/3, NPA 3/4, overall 7/10, kappa (7/10 - 1/2)/(1 - 1/2) = 2/5."""
    table = table_of(called(20, 5, 10, 15))
    exact = {
        "acc.t1.sensitivity": Fraction(20, 30),
        "acc.t1.specificity": Fraction(15, 20),
        "acc.t1.accuracy": Fraction(35, 50),
        "agree.t1.kappa": Fraction(2, 5),
        "agree.t1.test-positive": Fraction(25, 50),
        "agree.t1.comparator-positive": Fraction(30, 50),
    }
    for analysis, value in exact.items():
        assert table.value(f"{analysis}.estimate") == pytest.approx(float(value), rel=1e-14)
    assert table.value("agree.t1.test-positive.n") == 25
    assert table.value("agree.t1.comparator-positive.total") == 50


def test_kappa_has_the_large_sample_interval_of_fleiss():
    """0.151 to 0.649 and a standard error of 0.127, as cohens_kappa of statsmodels gives of the same table."""
    table = table_of(called(20, 5, 10, 15))
    assert table.value("agree.t1.kappa.std-error") == pytest.approx(0.1270, abs=5e-5)
    assert table.value("agree.t1.kappa.conf-low") == pytest.approx(0.151, abs=5e-4)
    assert table.value("agree.t1.kappa.conf-high") == pytest.approx(0.649, abs=5e-4)


def test_overall_agreement_never_stands_without_the_other_two():
    """The three are recorded together, and nothing that needs a known truth is."""
    table = table_of(called(40, 15, 20, 45))
    assert table.analyses("acc.t1") == ("acc.t1.sensitivity", "acc.t1.specificity", "acc.t1.accuracy")


def test_labels_of_rows_speak_of_agreement():
    """What is said of a number is said in the words of agreement."""
    table = table_of(called(20, 5, 10, 15))
    assert table.row("acc.t1.sensitivity.estimate").about.label == "PPA of A"
    assert table.row("acc.t1.accuracy.estimate").about.label == "Overall agreement of A"


def test_a_reference_standard_has_no_kappa():
    """Nothing is taken down where the truth is known."""
    assert not table_of(called(20, 5, 10, 15), kind="reference_standard").analyses("agree")


def test_a_case_control_design_has_no_kappa():
    """Kappa depends on how many are positive by the comparator, and the design fixed that."""
    table = table_of(called(20, 5, 10, 15), design={"type": "case-control"})
    assert table.value("agree.t1.kappa.estimate") is None
    assert "fixes" in table.row("agree.t1.kappa.estimate").warning
    assert table.value("acc.t1.accuracy.estimate") is None
    assert table.value("acc.t1.sensitivity.estimate") == pytest.approx(2 / 3)


def test_perfect_agreement_has_no_interval_for_kappa():
    """A standard error of 0 is no certainty."""
    table = table_of(called(20, 0, 0, 15))
    assert table.value("agree.t1.kappa.estimate") == 1.0
    assert table.value("agree.t1.kappa.conf-low") is None
    assert "standard error of kappa is 0" in table.row("agree.t1.kappa.conf-low").warning


def test_one_category_leaves_kappa_without_value():
    """All are positive by both: kappa is 0/0."""
    table = table_of(called(20, 0, 0, 0))
    assert table.value("agree.t1.kappa.estimate") is None
    assert table.value("agree.t1.test-positive.estimate") == 1.0


def test_nobody_leaves_kappa_without_value():
    """All results are left out."""
    table = table_of(called(0, 0, 0, 0, EQV=(2, 2)))
    assert table.value("agree.t1.kappa.estimate") is None
    assert not table.analyses("agree.t1.test-positive")


def test_clusters_leave_kappa_without_interval():
    """Its standard error takes records as independent."""
    frame = called(20, 5, 10, 15)
    frame["patient"] = [f"P{row // 2}" for row in range(len(frame))]
    recorder = recorded(opened(plan_of(CALLS, kind="comparator", data={"cluster": "patient"}), frame), record_agreement)
    assert recorder.table().value("agree.t1.kappa.estimate") == pytest.approx(0.4)
    assert recorder.table().value("agree.t1.kappa.conf-low") is None
    assert recorder.outputs() == ()
