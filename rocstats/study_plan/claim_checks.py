"""Checks of claims: what is to be shown, of which tests, against what."""

from __future__ import annotations

from rocstats.study_plan.checking import Checking
from rocstats.study_plan.faults import nearest, shown
from rocstats.study_plan.keys import Path, written
from rocstats.study_plan.study_plan import HypothesisPart, TestPart
from rocstats.study_plan.toml_text import toml_value

# What depends on the share of participants with the condition, which a case-control design fixes.
_OF_PREVALENCE = ("ppv", "npv", "accuracy")


def is_difference(measure: str) -> bool:
    """Say whether a measure compares two tests.

    Examples
    --------
    >>> is_difference("auc_difference"), is_difference("auc")
    (True, False)
    """
    return measure.endswith("_difference")


def check_claims(checking: Checking) -> None:
    """Each claim names its tests, and states what it is judged by."""
    plan = checking.plan
    for place, claim in enumerate(plan.hypotheses):
        path: Path = ("hypotheses", place)
        if not checking.knows((*path, "measure")):
            continue
        if is_difference(claim.measure):
            _check_difference(checking, path, claim)
        else:
            _check_single(checking, path, claim)
        _check_design(checking, (*path, "measure"), claim.measure)
    if plan.multiplicity != "none" and not plan.hypotheses:
        checking.say(
            ("multiplicity",),
            f"{shown(plan.multiplicity)} is stated without a claim",
            'State the claims under [[hypotheses]], or write multiplicity = "none".',
            [("hypotheses",)],
        )
    _check_order(checking)


def check_measures(checking: Checking) -> None:
    """The primary measures, and predictive values, can be had of the tests."""
    plan = checking.plan
    reading = [(*path, key) for path, _ in checking.tests() for key in ("threshold", "positive")]
    for place, measure in enumerate(plan.estimand.measures):
        path: Path = ("estimand", "measures", place)
        if is_difference(measure) and len(plan.tests) < 2:
            checking.say(
                path, f"{shown(measure)} is asked for, and there is one test", "Add the other test.", [("tests",)]
            )
        if measure.startswith("auc") and all(test.has_calls for test in plan.tests):
            checking.say(
                path,
                f"{shown(measure)} is asked for, and no test has scores",
                "Calls have no curve; leave it out, or name a test of scores.",
                reading,
            )
        _check_design(checking, path, measure)
    # Without a measure that was stated, a study of areas alone needs no threshold.
    if plan.prevalences and not any(_is_called(test) for test in plan.tests):
        checking.say(
            ("prevalences",),
            "predictive values are asked for, and no test has a threshold or calls",
            "State a threshold, or leave the prevalences out.",
            reading,
        )


def _is_called(test: TestPart) -> bool:
    return test.has_calls or test.threshold is not None


def _check_design(checking: Checking, path: Path, measure: str) -> None:
    plan = checking.plan
    if measure in _OF_PREVALENCE and plan.design.type == "case-control" and not plan.prevalences:
        checking.say(
            path,
            f"{shown(measure)} came in a case-control design, which fixes the share with the condition",
            "State prevalences, or leave this measure out.",
            [("design", "type"), ("prevalences",)],
        )


def _check_single(checking: Checking, path: Path, claim: HypothesisPart) -> None:
    measure = shown(claim.measure)
    if claim.tests is not None:
        checking.say(
            (*path, "tests"), f"two tests came for {measure}, which is of one", "Write test = … with one name."
        )
    elif not claim.test:
        checking.say(
            (*path, "test"),
            "it is not stated",
            f"A claim on {measure} names one test; the tests are {_tests(checking)}.",
            [(*path, "tests")],
        )
    if claim.test:
        _check_test(checking, path, claim, claim.test, (*path, "test"))
    if claim.goal is None:
        checking.say((*path, "goal"), "it is not stated", f"Write what {measure} is to exceed, such as goal = 0.8.")
    else:
        _check_share(checking, (*path, "goal"), claim.goal)
    if claim.margin is not None:
        checking.say(
            (*path, "margin"), f"a margin came for {measure}, which is of one test", "Write goal = … in its place."
        )
    if claim.type == "equivalence":
        checking.say(
            (*path, "type"),
            f"equivalence is claimed of {measure}, which is of one test",
            'Write type = "superiority", which is above the goal; equivalence is of two tests.',
        )


def _check_difference(checking: Checking, path: Path, claim: HypothesisPart) -> None:
    measure = shown(claim.measure)
    if claim.test:
        checking.say((*path, "test"), f"one test came for {measure}", "Write tests = [first, second] in its place.")
    if claim.tests is None:
        checking.say(
            (*path, "tests"),
            "it is not stated",
            f"A claim on {measure} names two tests, first minus second; the tests are {_tests(checking)}.",
        )
    elif claim.tests[0] == claim.tests[1]:
        checking.say((*path, "tests"), f"{shown(claim.tests[0])} is compared with itself", "Name two different tests.")
    else:
        for name in claim.tests:
            _check_test(checking, path, claim, name, (*path, "tests"))
    if claim.goal is not None:
        checking.say(
            (*path, "goal"), f"a goal came for {measure}, which is of two tests", "Write margin = … in its place."
        )
    if claim.type != "superiority" and claim.margin is None:
        checking.say((*path, "margin"), "it is not stated", f"Write the margin of {claim.type}, such as margin = 0.05.")
    elif claim.type != "superiority" and claim.margin is not None:
        _check_share(checking, (*path, "margin"), claim.margin)
    elif claim.margin is not None and not 0 <= claim.margin < 1:
        checking.say(
            (*path, "margin"),
            f"{shown(claim.margin)} came",
            f"Write a number, at least 0 and below 1{_percent(claim.margin)}.",
        )
    fitting = ("greater", "two-sided") if claim.type == "equivalence" else ("greater",)
    if (claim.type != "superiority" or claim.margin) and claim.alternative not in fitting:
        checking.say(
            (*path, "alternative"),
            f"{shown(claim.alternative)} came for {claim.type} by a margin",
            "Leave it out: the type and the margin say on which side of which value the claim lies.",
            [(*path, "type"), (*path, "margin")],
        )


def _check_share(checking: Checking, path: Path, value: float) -> None:
    if not 0 < value < 1:
        checking.say(path, f"{shown(value)} came", f"Write a number, above 0 and below 1{_percent(value)}.")


def _percent(value: float) -> str:
    return f": write {value / 100:.10g} for {value:g} percent" if 1 <= value <= 100 else ""


def _check_test(checking: Checking, path: Path, claim: HypothesisPart, name: str, at: Path) -> None:
    found = checking.named(name)
    if found is None:
        near = nearest(name, [test.name for test in checking.plan.tests])
        meant = "" if near is None else f"; {toml_value(near)} is nearest"
        checking.say(
            at,
            f"{shown(name)} is no test of the plan",
            f"The tests are {_tests(checking)}{meant}.",
            checking.test_names,
        )
        return
    where, test = found
    own = [*checking.test_names, (*where, "threshold"), (*where, "positive"), (*where, "negative")]
    if claim.measure.startswith("auc") and test.has_calls:
        checking.say(
            at,
            f"{shown(name)} is a test of calls, which has no curve",
            "Claim sensitivity or specificity, or name a test of scores.",
            own,
        )
    if not claim.measure.startswith("auc") and not _is_called(test):
        checking.say(
            at,
            f"{shown(name)} has neither a threshold nor calls, and {shown(claim.measure)} needs one",
            f"State {written(where)}.threshold, or claim an area.",
            own,
        )


def _tests(checking: Checking) -> str:
    return ", ".join(shown(test.name) for path, test in checking.tests() if checking.knows((*path, "name")))


def _check_order(checking: Checking) -> None:
    """What a claim waits for is a claim, and none waits for itself by way of others."""
    claims = checking.plan.hypotheses
    after = {claim.id: claim.after for claim in claims}
    ids: list[Path] = [("hypotheses", place, "id") for place in range(len(claims))]
    for place, claim in enumerate(claims):
        path: Path = ("hypotheses", place, "after")
        for name in claim.after:
            if name not in after:
                known = ", ".join(toml_value(other) for other in after if other != claim.id) or "no others"
                checking.say(path, f"{shown(name)} is no claim of the plan", f"The claims are {known}.", ids)
            elif checking.plan.multiplicity == "fixed_sequence" and list(after).index(name) > place:
                checking.say(
                    path,
                    f"{shown(name)} stands below, and claims are tested in the order of the file",
                    "Write this claim below it.",
                    [("multiplicity",)],
                )
        if round_trip := _circle(claim.id, after):
            checking.say(
                path,
                f"{' waits for '.join(shown(name) for name in round_trip)}",
                "Let the first claim of an order wait for none.",
                [*ids, *(("hypotheses", other, "after") for other in range(len(claims)))],
            )
        checking.no_doubles([((*path, i), name) for i, name in enumerate(claim.after)], "claim")
    _check_shared_error(checking)


def _check_shared_error(checking: Checking) -> None:
    """Primary claims that share their error by Holm's method share one level."""
    claims = [(place, claim) for place, claim in enumerate(checking.plan.hypotheses) if claim.role == "primary"]
    levels = {claim.alpha for _, claim in claims}
    if checking.plan.multiplicity == "holm" and len(levels) > 1:
        paths: list[Path] = [("hypotheses", place, "alpha") for place, _ in claims]
        checking.say(
            paths[-1],
            f"primary claims have the levels {', '.join(f'{level:g}' for level in sorted(levels))}",
            "Give all primary claims one alpha, which Holm's method divides among them.",
            [*paths, ("multiplicity",)],
        )


def _circle(start: str, after: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Give the way from a claim back to itself, if there is one."""
    ways: list[tuple[str, ...]] = [(start,)]
    seen: set[str] = set()
    while ways:
        way = ways.pop()
        for name in after.get(way[-1], ()):
            if name == start:
                return (*way, start)
            if name not in seen:
                seen.add(name)
                ways.append((*way, name))
    return ()
