"""The checks of the operational qualification: complete over what is public, all passed, and able to fail."""

from __future__ import annotations

import inspect
import re
import warnings
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import rocstats
from rocstats import Bootstrap, DeLong, MethodError, RocstatsError, Sample, Wald
from rocstats.methods import FOR_PROPORTIONS, FOR_QUANTITIES, REGISTER
from rocstats.methods.multiplicity import ADJUSTMENTS
from rocstats.parametric import FAMILIES, FIT_METHODS
from rocstats.qualification import (
    asked_questions,
    checks_of_areas,
    checks_of_degenerate_data,
    checks_of_determinism,
    checks_of_documents,
    checks_of_empty_cells,
    checks_of_errors,
    checks_of_exchanges,
    checks_of_figures,
    checks_of_files,
    checks_of_models,
    checks_of_options,
    checks_of_points,
    checks_of_tables,
)
from rocstats.qualification.asked_questions import QUESTIONS_OF_SAMPLES
from rocstats.qualification.catalogue import CHECKS
from rocstats.qualification.checks import Finding, Line, checks_of, run_checks
from rocstats.qualification.findings import all_of, close, differ, exactly, refused, same_rows, sober, without
from rocstats.qualification.requirements import load_requirements

BY_ID = {check.id: check for check in CHECKS}
PREFIXES = {"error": "ERR", "invariance": "INV", "identity": "IDN", "degenerate": "DEG", "determinism": "DET"}
WORDS = {
    **{f"method:{word}": thing for word, thing in REGISTER.items()},
    **{f"fit:{word}": thing for word, thing in FIT_METHODS.items()},
    **{f"family:{word}": thing for word, thing in FAMILIES.items()},
    **{f"adjustment:{word}": None for word in ADJUSTMENTS},
}
# What has no check of its own in this room, and why.
ABOVE = "it stands on a floor above the checks; the user's own plan runs it (performance qualification)"
REPORT = "it belongs to the report, beside this floor; its numbers are those of the questions checked here"
RAISED = "an error is checked wherever it is raised"
LEFT_OUT = {
    **dict.fromkeys(("compose_report", "lint_results", "run_plan", "verify_run", "qualify"), ABOVE),
    **dict.fromkeys(("investigate", "investigation_of", "open_investigation"), ABOVE),
    **dict.fromkeys(("Plan", "PlannedGoal", "PlannedMargin", "PlannedMethods", "PlannedTest"), REPORT),
    **dict.fromkeys(("analyse", "compose"), REPORT),
    **{name: RAISED for name in rocstats.__all__ if name.endswith("Error")},
}
# One kind of check says all there is to say about these.
ONE_KIND = {
    "validate": "the reference cases are what it is checked by",
    **dict.fromkeys(("OperatingPoint", "ForestRow", "ForestGroup", "MarginRow"), "the plots that take it draw it"),
    **dict.fromkeys(("PredictiveValueRow", "ScorePanel", "ChosenThreshold"), "the plots that take it draw it"),
    **dict.fromkeys(("ClosestTopLeft", "EqualShares"), "it has no options that could be refused"),
    **dict.fromkeys(("AUC", "Gini", "KS", "Youden"), "it has no options that could be refused"),
    **{type(family).__name__: "it has no options that could be refused" for family in FAMILIES.values()},
    "DiagnosticTest": "a name, a direction and a cut-off; turned scores are checked with every question",
    "PairedCounts": "four counts twice; compare_accuracy is asked of the degenerate ones",
}


# Completeness


def covered(thing):
    """Say by which kinds a public name is checked: its own, or those of a word of a register that it makes."""
    kinds = {check.kind for check in CHECKS if check.function == thing}
    made = getattr(rocstats, thing)
    if inspect.isclass(made):
        words = {word for word, value in WORDS.items() if type(value) is made}
        kinds |= {check.kind for check in CHECKS if check.function in words}
    return kinds


NAMES = [name for name in rocstats.__all__ if callable(getattr(rocstats, name)) and name not in LEFT_OUT]


@pytest.mark.parametrize("name", NAMES)
def test_every_public_function_and_class_is_checked(name):
    """Bad input is refused, and something that must hold is held, for everything that is public."""
    kinds = covered(name)
    assert kinds, f"{name} has no check"
    if name not in ONE_KIND:
        assert "error" in kinds, f"{name} refuses nothing"
        assert kinds - {"error"}, f"{name} is only refused"


@pytest.mark.parametrize("word", WORDS)
def test_every_word_of_a_register_is_checked(word):
    """A method that is new is checked the day it is registered: refusals, degenerate data, something that holds."""
    kinds = {check.kind for check in CHECKS if check.function == word}
    if word.startswith("family:"):
        assert {"identity", "degenerate"} <= kinds
        return
    assert {"error", "degenerate"} <= kinds
    assert kinds & {"invariance", "identity"}
    if word.startswith(("method:bootstrap", "method:permutation", "fit:placement")):
        assert "determinism" in kinds


def test_lists_of_reasons_name_what_is_public():
    """A name that is gone, or checked by now, leaves the list of reasons."""
    assert set(LEFT_OUT) | set(ONE_KIND) <= set(rocstats.__all__)
    assert not [name for name in LEFT_OUT if covered(name)]


def test_what_draws_is_asked_twice():
    """Every question that depends on a seed has its checks of determinism."""
    asked = {check.function for check in CHECKS if check.kind == "determinism"}
    assert {question.function for question in QUESTIONS_OF_SAMPLES if question.draws} <= asked
    drawing = {
        name
        for name, thing in vars(rocstats).items()
        if inspect.isfunction(thing) and {"rng", "n_resamples"} & set(inspect.signature(thing).parameters)
    }
    assert drawing <= asked


def test_ids_are_unique_and_in_order():
    """A check is found by its id, which begins with its kind."""
    ids = [check.id for check in CHECKS]
    assert ids == sorted(ids)
    assert [name for name, times in Counter(ids).items() if times > 1] == []
    for check in CHECKS:
        assert re.fullmatch(rf"{PREFIXES[check.kind]}-[A-Z0-9]+(-[A-Z0-9]+)*", check.id), check.id


def test_requirements_functions_and_sentences_are_known():
    """Every check tests a stated requirement of a public name, and says so in one sentence."""
    requirements = {requirement.id for requirement in load_requirements()}
    known = {*rocstats.__all__, *WORDS}
    for check in CHECKS:
        assert check.requirement, check.id
        assert set(check.requirement) <= requirements, check.id
        assert check.function in known, check.id
        assert not check.what[0].islower(), check.id
        assert check.what.endswith("."), check.id
        assert len(check.what) < 130, check.id


def test_some_checks_of_each_kind_are_quick():
    """The quick run leaves out chance, figures and long fits, and still has most kinds of checks."""
    quick = Counter(check.kind for check in CHECKS if check.quick)
    assert set(quick) >= {"error", "invariance", "identity", "degenerate"}
    assert sum(quick.values()) > len(CHECKS) / 3


# They pass


PARTS = [CHECKS[start::8] for start in range(8)]


@pytest.mark.parametrize("part", range(8))
def test_all_checks_pass(part):
    """What must hold holds, and each finding tells what was expected and what was found."""
    outcomes = run_checks(PARTS[part])
    assert {o.check.id: o.finding for o in outcomes if not o.passed} == {}
    assert all(o.finding.expected and o.finding.found for o in outcomes)


def test_checks_leave_the_global_random_state_alone():
    """Whoever runs them finds numpy's global state as it was."""
    np.random.seed(3)  # noqa: NPY002
    before = np.random.get_state()[1].tobytes()  # noqa: NPY002
    run_checks([check for check in CHECKS if check.id.endswith("GLOBAL")][:3])
    assert np.random.get_state()[1].tobytes() == before  # noqa: NPY002


# They can fail


def dropping(real):
    """Leave out the first case."""
    return lambda sample, *args, **options: real(
        replace(
            sample, cases=sample.cases[1:], case_counts=None if sample.case_counts is None else sample.case_counts[1:]
        ),
        *args,
        **options,
    )


def rounding(real):
    """Round the scores first."""
    return lambda sample, *args, **options: real(
        replace(sample, cases=np.round(sample.cases, 1), controls=np.round(sample.controls, 1)), *args, **options
    )


def ungrouped(real):
    """Take each row for one subject."""
    return lambda sample, *args, **options: real(
        replace(sample, case_counts=None, control_counts=None), *args, **options
    )


def sorting(real):
    """Forget which test came first."""
    return lambda sample, *args, **options: real(
        sample.select(*sorted(test.name for test in sample.tests)), *args, **options
    )


def turning(real):
    """Forget that low scores are positive."""

    def wrong(sample, *args, **options):
        low = np.array([-1.0 if test.low else 1.0 for test in sample.tests])
        return real(replace(sample, cases=sample.cases * low, controls=sample.controls * low), *args, **options)

    return wrong


def unseeded(real):
    """Forget the seed that was stated."""
    return lambda *args, **options: real(*args, **{**options, "rng": None})


def deaf(real):
    """Draw the same whatever the seed."""
    return lambda *args, **options: real(*args, **{**options, "rng": 5})


def accepting(real):
    """Refuse nothing."""
    return lambda *args, **options: SimpleNamespace()


def saying_nothing(real):
    """Refuse without a word of what came."""

    def wrong(*args, **options):
        raise MethodError("invalid input")

    return wrong


def certain(real):
    """Claim certainty whatever came."""
    row = {"estimate": 1.0, "std_error": 0.0, "p_value": 0.0, "conf_low": 1.0, "conf_high": 1.0}
    note = SimpleNamespace(code="wald-rough")
    return lambda *args, **options: SimpleNamespace(
        rows=lambda: [row], standard_error=0.0, interval=(1, 1), notes=(note,), estimate=1.0, pvalue=0.0
    )


def first_only(real):
    """Count one more than there are."""

    def wrong(sample, *args, **options):
        found = real(sample, *args, **options)
        return replace(found, tp=found.tp + 1, subjects=None)

    return wrong


def shifted(real):
    """Give a number that is a little off."""

    def wrong(*args, **options):
        found = real(*args, **options)
        return SimpleNamespace(
            **{
                name: getattr(found, name)
                if not isinstance(getattr(found, name), float)
                else getattr(found, name) + 1e-3
                for name in dir(found)
                if not name.startswith("_")
            }
        )

    return wrong


MUTATIONS = (
    ("INV-AUC-ROW-ORDER", asked_questions, "auc", dropping),
    ("INV-AUC-GROUPED-ROWS", asked_questions, "auc", ungrouped),
    ("INV-AUC-MONOTONE", asked_questions, "auc", rounding),
    ("INV-AUC-LOW-SCORES", asked_questions, "auc", turning),
    ("INV-PARTIAL-AUC-MONOTONE", asked_questions, "partial_auc", rounding),
    ("INV-THRESHOLDS-YOUDEN-GROUPED-ROWS", asked_questions, "thresholds", ungrouped),
    ("INV-COMPARE-AUC-ROW-ORDER", asked_questions, "compare_auc", dropping),
    ("INV-AUC-EXCHANGED-GROUPS", checks_of_exchanges, "auc", dropping),
    ("INV-COMPARE-AUC-SWAPPED-TESTS", checks_of_exchanges, "compare_auc", sorting),
    ("INV-TIE-SUMMARY-EXCHANGED-GROUPS", checks_of_exchanges, "tie_summary", dropping),
    ("IDN-AUC-PAIRWISE", checks_of_areas, "auc", dropping),
    ("IDN-DELONG-JACKKNIFE", checks_of_areas, "DeLong", lambda real: rocstats.HanleyMcNeil),
    ("IDN-DELONG-BRUNNER-MUNZEL", checks_of_areas, "DeLong", lambda real: rocstats.Bamber),
    ("IDN-DELONG-LOGIT-WALD", checks_of_areas, "DeLong", lambda real: lambda scale="identity": real()),
    ("IDN-PARTIAL-AUC-WHOLE", checks_of_areas, "partial_auc", dropping),
    ("IDN-COUNTS-AT-COUNTED", checks_of_points, "counts_at", first_only),
    ("IDN-TIE-SUMMARY-AUC", checks_of_points, "tie_summary", dropping),
    ("IDN-KS-SCIPY", checks_of_points, "ks", dropping),
    ("IDN-SMOOTH-CURVE-KERNELS", checks_of_models, "smooth_curve", shifted),
    ("IDN-POWER-LAW-AREA", checks_of_models, "fit_curve", shifted),
    ("IDN-PLACEMENT-GLM-AREA", checks_of_models, "fit_binormal", shifted),
    ("IDN-EQUIVALENCE-TWO-ONE-SIDED", checks_of_tables, "equivalence", lambda real: rocstats.noninferiority),
    ("DEG-AUC-SEPARATED", asked_questions, "auc", certain),
    ("DEG-AUC-STATE-SEPARATED", checks_of_degenerate_data, "auc", certain),
    ("DEG-PROPORTION-ALL-CORRECT", checks_of_empty_cells, "proportion", certain),
    ("DET-AUC-INTERVALS-SEED", asked_questions, "auc_intervals", unseeded),
    ("DET-AUC-INTERVALS-OTHER-SEED", asked_questions, "auc_intervals", deaf),
    ("DET-VENKATRAMAN-SEED", asked_questions, "venkatraman", unseeded),
    ("DET-MULTICLASS-AUC-SEED", checks_of_determinism, "Bootstrap", unseeded),
    ("ERR-AUC-TYPE", asked_questions, "auc", accepting),
    ("ERR-AUC-CLUSTERS", asked_questions, "auc", saying_nothing),
    ("ERR-ACCURACY-OPTION-TYPE", checks_of_options, "accuracy", accepting),
    ("ERR-BOOTSTRAP-OPTION-WORKERS", checks_of_options, "Bootstrap", saying_nothing),
    ("ERR-HOLM-P-VALUE", checks_of_errors, "adjust_pvalues", accepting),
    ("ERR-PLAN-OF-UNKNOWN-KEY", checks_of_files, "plan_of", accepting),
    ("ERR-PLAN-OF-FILTER-CALL", checks_of_files, "parse_filter", accepting),
    ("ERR-READ-EMPTY", checks_of_files, "read", saying_nothing),
    ("IDN-READ-CSV", checks_of_files, "auc", lambda real: DroppingSometimes(real)),
    (
        "IDN-READ-RESULTS-READ-BACK",
        checks_of_documents,
        "results_json",
        lambda real: lambda record: real(record).replace("0.3", "0.4"),
    ),
    ("DET-RENDER-HTML", checks_of_documents, "render_bytes", lambda real: counting(real)),
    ("ERR-WRITE-IN-THE-WAY", checks_of_documents, "write", accepting),
    ("DET-PLOT-KS-SAME-BYTES", checks_of_figures, "svg", lambda real: counting(real)),
    ("ERR-OPERATINGPOINT-SQUARE", checks_of_figures, "OperatingPoint", accepting),
)


class DroppingSometimes:
    """Leave out the first case, but only the first time."""

    def __init__(self, real):
        self.real, self.times = real, 0

    def __call__(self, sample, *args, **options):
        self.times += 1
        return (dropping(self.real) if self.times == 1 else self.real)(sample, *args, **options)


def counting(real):
    """Write how often it was called into what it writes."""
    calls = []

    def wrong(*args, **options):
        calls.append(1)
        page = real(*args, **options)
        mark = "<!-- " * len(calls)
        return page + (mark.encode() if isinstance(page, bytes) else mark)

    return wrong


@pytest.mark.parametrize(("name", "room", "function", "wrong"), MUTATIONS, ids=[row[0] for row in MUTATIONS])
def test_a_check_fails_where_the_function_is_wrong(monkeypatch, name, room, function, wrong):
    """A function that does something else is found by the check that is there for it."""
    (before,) = run_checks([BY_ID[name]])
    assert before.passed
    monkeypatch.setattr(room, function, wrong(getattr(room, function)))
    (after,) = run_checks([BY_ID[name]])
    assert not after.passed


class AlwaysCertain(Wald):
    """A method for proportions that gives points and p = 0."""

    def interval(self, successes, total, *, level=0.95, sides="two-sided"):
        share = successes / max(total, 1)
        reach = 0.0 if successes in (0, total) else level / 10
        return SimpleNamespace(low=share - reach, high=share + reach)

    def pvalue(self, successes, total, *, null, alternative="two-sided"):
        return 0.0


class Biased:
    """A method that finds the variance of something else."""

    scale = "identity"
    card = DeLong().card

    def refuses(self, quantity):
        return None

    def infer(self, quantity, **options):
        found = DeLong().infer(quantity, **options)
        first = float(quantity.parts[0][0].cases[0, 0])
        return replace(found, standard_error=found.standard_error * (1 + first / 10))


REGISTERED = (
    ("INV-WILSON-ONE-SIDED", REGISTER, "wilson", AlwaysCertain()),
    ("INV-WILSON-EDGE", REGISTER, "wilson", AlwaysCertain()),
    ("DEG-WILSON-NONE-AND-ALL", FOR_PROPORTIONS, "wilson", AlwaysCertain()),
    ("IDN-WILSON-FORMULA", FOR_PROPORTIONS, "wilson", Wald()),
    ("IDN-MCNEMAR-EXACT-FORMULA", REGISTER, "mcnemar-exact", rocstats.McNemar("mid-p")),
    ("IDN-MIETTINEN-NURMINEN-FORMULA", REGISTER, "miettinen-nurminen", rocstats.MiettinenNurminen(False)),
    ("INV-DELONG-ROW-ORDER", FOR_QUANTITIES, "delong", Biased()),
    ("INV-DELONG-SWAPPED-TESTS", FOR_QUANTITIES, "delong", Biased()),
    ("DET-BOOTSTRAP-BCA-OTHER-SEED", FOR_QUANTITIES, "bootstrap-bca", DeLong()),
)


@pytest.mark.parametrize(("name", "register", "word", "wrong"), REGISTERED, ids=[row[0] for row in REGISTERED])
def test_a_check_fails_where_the_registered_method_is_wrong(monkeypatch, name, register, word, wrong):
    """A word that stands for another method is found by the checks of that word."""
    monkeypatch.setitem(register, word, wrong)
    (outcome,) = run_checks([BY_ID[name]])
    assert not outcome.passed


# How they are run, and how findings are made


def line(run, **options):
    """Make one check."""
    return checks_of("error", [Line("auc", "test", "ROBUST-01", "Something holds.", run, **options)])


def test_an_exception_is_a_finding():
    """A check that breaks has not passed, and its finding says how."""
    (outcome,) = run_checks(line(lambda: 1 / 0))
    assert (outcome.passed, outcome.finding.found) == (False, "ZeroDivisionError: division by zero")


def test_a_warning_of_a_number_is_a_finding():
    """A warning from numpy would reach the user, so the check has not passed."""

    def warned():
        warnings.warn("divide by zero", RuntimeWarning, stacklevel=1)
        return Finding(True, "1", "1")

    (outcome,) = run_checks(line(warned))
    assert outcome.finding.found == "RuntimeWarning: divide by zero"


def test_the_quick_run_leaves_out_what_is_slow():
    """Only the checks that are marked for it are run quickly."""
    slow = line(lambda: Finding(True, "1", "1"), quick=False)
    assert run_checks(slow, quick=True) == ()
    assert len(run_checks(slow)) == 1


def test_numbers_are_compared_as_far_as_rounding_goes():
    """None is None, a little is enough, more is not; all digits are shown."""
    assert close(1 / 3, 0.1 + 0.7 / 3).passed
    assert not close(1 / 3, 0.3333).passed
    assert not close([1, 2], [1, 2, 3]).passed
    assert not close(None, 0.0).passed
    assert close(None, None).passed
    assert close(1 / 3, 0.3333).found == "0.3333"
    assert not exactly(1, 2).passed
    assert not differ(1, 1).passed


def test_a_refusal_is_the_very_error_with_the_very_words():
    """Another error, other words or an answer are no refusal."""

    def refuse():
        raise MethodError("level is 95")

    assert refused(MethodError, "level is 95", refuse).passed
    assert not refused(RocstatsError, "level is 95", refuse).passed
    assert not refused(MethodError, "level is 96", refuse).passed
    assert refused(MethodError, "", lambda: 3).found == "an answer: int"


def test_rows_are_compared_number_by_number():
    """The numbers that differ are named; those on the scale of the scores are left out where they must."""
    sample = Sample.from_groups(cases=[3, 2, 2], controls=[1, 2, 0])
    found, other = rocstats.auc(sample), rocstats.auc(sample, level=0.9)
    assert same_rows(found, found).passed
    wrong = same_rows(found, other)
    assert not wrong.passed
    assert "0.conf_low" in wrong.found
    assert not same_rows(SimpleNamespace(rows=list), SimpleNamespace(rows=list)).passed
    assert not same_rows({"a": 1.0}, {"b": 1.0}).passed
    assert same_rows({"a": 1.0, "threshold": 2}, {"a": 1.0, "threshold": 3}, but=("threshold",)).passed


@pytest.mark.parametrize(
    "row",
    [
        {"p_value": 0.0},
        {"p_value_adjusted": 1.1},
        {"std_error": 0.0},
        {"estimate": float("nan")},
        {"conf_low": 1.0, "conf_high": 1.0},
    ],
    ids=str,
)
def test_certainty_out_of_nothing_is_seen(row):
    """p = 0, no spread, NaN and an interval that is a point are each enough."""
    assert not sober(lambda: SimpleNamespace(rows=lambda: [row])).passed


def test_a_refusal_that_gives_no_reason_is_not_sober():
    """Short words say nothing; a warning on the way is seen as well."""

    def short():
        raise MethodError("no")

    def warned():
        warnings.warn("overflow", RuntimeWarning, stacklevel=1)

    assert not sober(short).passed
    with pytest.raises(RuntimeWarning):
        sober(warned)


def test_a_state_is_a_note_and_no_number():
    """A result with numbers, or with another note, is not the state that is expected."""
    apart = rocstats.auc(Sample.from_groups(cases=[3, 4], controls=[1, 2]))
    assert without("perfect-separation", apart).passed
    assert not without("all-tied", apart).passed
    assert not without("wald-rough", rocstats.auc(Sample.from_groups(cases=[3, 4, 2], controls=[1, 2, 3]))).passed


def test_several_findings_are_one():
    """All must pass; those that did not are shown."""
    good, bad = Finding(True, "1", "1"), Finding(False, "1", "2")
    assert all_of({"a": good}).passed
    assert all_of({"a": good, "b": bad}) == Finding(False, "b: 1", "b: 2")
    assert not all_of({}).passed


def test_seeds_are_heard_by_what_draws():
    """The helper that gives a method a seed leaves any other as it is."""
    assert asked_questions.seeded(DeLong()) == DeLong()
    assert asked_questions.seeded(Bootstrap()) == Bootstrap(n_resamples=100, rng=1)
