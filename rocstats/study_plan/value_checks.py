"""Checks of stated values: what a cell of the data means must be one thing."""

from __future__ import annotations

from itertools import combinations

from rocstats.formatting import text_of
from rocstats.study_plan.checking import Checking, number_of
from rocstats.study_plan.faults import shown
from rocstats.study_plan.keys import Path
from rocstats.study_plan.study_plan import Scalar, TestPart, values_of

_LARGEST = 2**53
_CALLS = ("positive", "negative", "indeterminate", "failed")


def check_reference(checking: Checking) -> None:
    """The values of the reference are stated, and each means one thing."""
    part = checking.plan.reference
    for key in ("positive", "negative"):
        if not values_of(getattr(part, key)):
            checking.say(("reference", key), "no value is named", "Name one value or more, as the data have them.")
    _each_once(checking, ("reference",), part, ("positive", "negative", "inconclusive"))


def check_tests(checking: Checking) -> None:
    """A test has scores with a direction, or calls; what belongs to the other is not stated."""
    for path, test in checking.tests():
        calls = [key for key in ("positive", "negative") if values_of(getattr(test, key))]
        reading = [(*path, key) for key in ("positive", "negative", "positive_scores")]
        if test.name.strip() == "" and checking.knows((*path, "name")):
            checking.say((*path, "name"), f"{shown(test.name)} came", "Give the test a name that can be read.")
        if calls:
            _check_calls(checking, path, test, calls)
        elif test.positive_scores is None:
            checking.say(
                (*path, "positive_scores"),
                "it is not stated, and the test has no calls",
                'Write positive_scores = "high" or "low" for a test of scores; for a test of calls name its positive '
                "values and its negative ones.",
                reading,
            )
        if test.indeterminate_between is not None and test.indeterminate_between[0] > test.indeterminate_between[1]:
            low, high = test.indeterminate_between
            checking.say(
                (*path, "indeterminate_between"),
                f"it goes from {low:g} down to {high:g}",
                f"Write the lower score first: [{high:g}, {low:g}].",
            )
        _each_once(checking, path, test, _CALLS)
        if not calls:
            _no_scores_among(checking, path, test)
    _agree_on_columns(checking)


def _check_calls(checking: Checking, path: Path, test: TestPart, calls: list[str]) -> None:
    for key in ("positive", "negative"):
        if key not in calls:
            checking.say(
                (*path, key),
                f"it is not stated, and {calls[0]} is",
                "A test of calls names both its positive and its negative values; a test of scores neither.",
                [(*path, calls[0])],
            )
    for key in ("positive_scores", "threshold", "indeterminate_between"):
        if getattr(test, key) is not None:
            checking.say(
                (*path, key),
                "it is stated for a test of calls",
                "Leave it out: calls have no order. For a test of scores leave out positive and negative.",
                [(*path, call) for call in calls],
            )


def _no_scores_among(checking: Checking, path: Path, test: TestPart) -> None:
    """A score that is stated as a failed run is never a score, and one such at the threshold is no use."""
    if test.threshold is None:
        return
    for key in ("indeterminate", "failed"):
        for value in values_of(getattr(test, key)):
            if number_of(value) == test.threshold.value:
                checking.say(
                    (*path, key),
                    f"{shown(value)} is the threshold too",
                    "A score at the threshold is positive; take another threshold, or another code.",
                    [(*path, "threshold", "value")],
                )


def _each_once(checking: Checking, path: Path, part: object, keys: tuple[str, ...]) -> None:
    """No value stands under two keys, or twice under one; none is a number that no cell holds exactly."""
    held: list[tuple[str, Scalar]] = [(key, value) for key in keys for value in values_of(getattr(part, key))]
    for key, value in held:
        number = number_of(value)
        if isinstance(value, int) and (number is None or abs(number) > _LARGEST):
            checking.say(
                (*path, key),
                f"{shown(value)} is larger than a number of the data can be without loss",
                "Write it as a text between quotation marks.",
            )
        if value == "":
            checking.say(
                (*path, key), "an empty text came", "Leave it out: an empty cell is a missing value by itself."
            )
    # A value is found by its text and by its number, since a cell that is either would be it.
    first: dict[str | float, str] = {}
    for other, another in held:
        names = [name for name in (text_of(another), number_of(another)) if name is not None]
        before = next((first[name] for name in names if name in first), None)
        if before is not None:
            came = f"{shown(another)} is named twice" if before == other else f"{shown(another)} is under {before} too"
            remedy = (
                "Name each value once." if before == other else "A value means one thing; name it under one of both."
            )
            checking.say((*path, other), came, remedy, [(*path, before)])
        for name in names:
            first.setdefault(name, other)


def _agree_on_columns(checking: Checking) -> None:
    """Two tests of one column are both of scores, or both of calls."""
    for (path, one), (_, other) in combinations(reversed(list(checking.tests())), 2):
        if one.source_column == other.source_column and one.has_calls != other.has_calls:
            checking.say(
                (*path, "column"),
                f'"{one.source_column}" holds scores for one test and calls for another',
                "Name another column.",
                [
                    *checking.test_names,
                    *((*where, key) for where, _ in checking.tests() for key in ("column", "positive")),
                ],
            )
