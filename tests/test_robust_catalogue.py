"""Who is asked hostile questions: every public function and method, and none that is there no more."""

import inspect

import hostile_calls
import pytest
from endurance import Call, endure
from robust_groups import GROUPS, group_of

import rocstats
from rocstats import DataError, MethodError
from rocstats.parametric.family import CurveFamily


def test_every_public_function_is_asked():
    """A new public function or parameter without a strategy is named here; so is one that has gone."""
    catalogue = hostile_calls.catalogue()
    names = {name for name, _ in hostile_calls.public()}
    without = {
        f"{name}.index"
        for name in rocstats.__all__
        if isinstance(getattr(rocstats, name), type) and issubclass(getattr(rocstats, name), CurveFamily)
        if not getattr(rocstats, name).indices
    }
    assert set(catalogue) - {"parse_filter"} == names - without - set(hostile_calls.COVERED)


def test_every_strategy_is_of_a_parameter():
    """A strategy for a parameter that is there no more is told."""
    parameters = {
        f"{name}.{parameter.name}"
        for name, function in hostile_calls.public()
        for parameter in hostile_calls.parameters(function)
    }
    assert set(hostile_calls.OWN) <= parameters
    assert set(hostile_calls.ARGUMENTS) <= {name.rpartition(".")[2] for name in parameters}


def test_every_function_is_in_a_group_of_tests():
    """Each stands in exactly one of the files of these tests."""
    catalogue = hostile_calls.catalogue()
    assert sum((GROUPS[name] for name in GROUPS), ()) == tuple(
        name for group in GROUPS for name in catalogue if group_of(name) == group
    )
    assert {name for group in GROUPS.values() for name in group} == set(catalogue)


# ---- the oracle itself -------------------------------------------------------------------------------------------


def answer(value):
    """Give a call that answers so."""
    return Call("f", lambda: value)


def raising(error):
    """Give a call that raises this."""

    def function():
        raise error

    return Call("f", function)


def test_an_honest_answer_and_a_refusal_in_words_pass():
    """Numbers, None, infinite thresholds; an error of rocstats that says something."""
    assert endure(answer({"a": [1.0, None, float("inf")]})) == "answered"
    assert endure(raising(DataError("there is no such thing; take another one."))) == "refused"
    assert endure(Call("f", rocstats.auc, (3,))) == "wrong type"


@pytest.mark.parametrize(
    "call",
    [
        answer(float("nan")),
        answer([{"x": float("nan")}]),
        raising(ValueError("of another library, of which nobody said a word")),
        raising(TypeError("unsupported operand, by accident, so to say")),
        raising(MethodError("no")),
        raising(DataError("a message that steers a terminal \x1b[2J and more")),
    ],
    ids=["nan", "nan inside", "another error", "a type error by accident", "no sentence", "a hostile sentence"],
)
def test_what_breaks_the_rules_is_found(call):
    """NaN in an answer, another error, one by accident, one without words or with words that steer."""
    with pytest.raises((AssertionError, ValueError)):
        endure(call)


def test_a_warning_and_a_changed_argument_are_found():
    """Both are faults of a function, whatever it answers."""
    import warnings

    with pytest.raises(UserWarning):
        endure(Call("f", lambda: warnings.warn("psst", stacklevel=1)))
    with pytest.raises(AssertionError, match="changed"):
        endure(Call("f", lambda held: held.append(1), ([],)))


def test_a_public_function_is_a_function():
    """The walk over the public names finds methods as well as functions."""
    names = [name for name, _ in hostile_calls.public()]
    assert {"auc", "Sample.from_truth", "Study.where", "DeLong.infer"} <= set(names)
    assert all(callable(function) for _, function in hostile_calls.public())
    assert not any(
        inspect.isclass(function) and issubclass(function, Exception) for _, function in hostile_calls.public()
    )
