"""What the fields of a plan may hold: bands, words, shares, and names of its own tests.

Each function refuses what is none of these and says what came, what is needed and what to do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rocstats.data.counts import Design
from rocstats.empirical.rule_words import THRESHOLD_RULES, rule_named
from rocstats.errors import PlanError
from rocstats.formatting import listed, plain, printable, shown
from rocstats.given import is_one_of
from rocstats.parametric import FAMILIES, FIT_METHODS

SHOWN = ("ks", "gains", "precision-recall", "calibration", "decision-curve")
BY_SHARE = ("ppv", "npv", "accuracy")
LEAST_FOR_EQUIVALENCE = 0.75
_NEEDED = {"target": "a target", "costs": "the costs of a false positive and of a false negative"}


def check_band(band: object, axis: str) -> None:
    """Refuse a band that is no pair of rates, the lower first."""
    if band is None:
        return
    if not isinstance(band, Sequence) or isinstance(band, str) or len(band) != 2 or not all(map(_is_number, band)):
        raise PlanError(f"the {axis} band of the plan is {shown(band)}; write its two edges, such as (0, 0.1).")
    low, high = band
    if not 0 <= low < high <= 1:
        raise PlanError(
            f"the {axis} band of the plan goes from {plain(low)} to {plain(high)}; its edges are rates from 0 to 1, "
            "the lower first."
        )


def margin_level(level: float, kind: str) -> float:
    """Give the level of the two-sided interval that judges a margin.

    Each of the two one-sided tests of equivalence has the level 1 - level; one of non-inferiority or superiority half.

    Examples
    --------
    >>> margin_level(0.95, "noninferiority"), margin_level(0.95, "equivalence")
    (0.95, 0.9)
    """
    return round(2 * level - 1, 12) if kind == "equivalence" else level


def check_words(words: Sequence[str], known: Sequence[str], what: str) -> None:
    """Refuse a word that is not known, or that is said twice."""
    for place, word in enumerate(words):
        if word not in known:
            raise PlanError(f'there is no {what} "{printable(word)}"; known are {", ".join(known)}.')
        if word in words[:place]:
            raise PlanError(f'the plan names the {what} "{printable(word)}" twice; once is enough.')


def check_rules(words: Sequence[str], design: Design | None) -> None:
    """Refuse a rule of choosing thresholds that needs what a plan does not hold, or that the design spoils."""
    check_words(words, tuple(THRESHOLD_RULES), "rule")
    for word in words:
        if needs := THRESHOLD_RULES[word].needs:
            what = " and ".join(_NEEDED[name] for name in needs)
            said = ", ".join(f"{name}=" for name in THRESHOLD_RULES[word].takes)
            raise PlanError(
                f'the rule "{word}" needs {what}, which a plan does not hold; ask thresholds(sample, by="{word}", '
                f"{said}) beside the report."
            )
        if design == "case-control" and rule_named(word).prevalence:
            raise PlanError(
                f'the rule "{word}" depends on the share of cases, which a case-control study fixes by its design. '
                "Choose by what does not depend on it, such as youden."
            )


def check_curve(curve: str | None, fit: str) -> None:
    """Refuse a family of curves that is none, a way of fitting that is none, and one that does not fit the family."""
    if not is_one_of(fit, FIT_METHODS):
        raise PlanError(f'there is no way of fitting "{printable(fit)}"; those are {", ".join(FIT_METHODS)}.')
    if curve is None:
        return
    if not is_one_of(curve, FAMILIES):
        raise PlanError(f'there is no family of curves "{printable(curve)}"; those are {", ".join(FAMILIES)}.')
    if FIT_METHODS[fit].refuses(FAMILIES[curve]) is not None:
        fitted = [word for word, family in FAMILIES.items() if FIT_METHODS[fit].refuses(family) is None]
        fitting = [word for word, method in FIT_METHODS.items() if method.refuses(FAMILIES[curve]) is None]
        raise PlanError(
            f'"{fit}" fits {listed(fitted)} curves only; a {curve} curve is fitted by {listed(fitting, "or")}.'
        )


def check_prevalences(prevalences: Sequence[float]) -> None:
    """Refuse what is no share of cases strictly between 0 and 1."""
    for place, share in enumerate(prevalences):
        if not _is_number(share) or not 0 < share < 1:
            hint = " Write 0.1 for 10 percent." if _is_number(share) and 1 < share < 100 else ""
            raise PlanError(
                f"a prevalence of the plan is {shown(share)}; it must be a number strictly between 0 and 1.{hint}"
            )
        if share in prevalences[:place]:
            raise PlanError(f"the plan names the prevalence {plain(share)} twice; once is enough.")


def check_columns(columns: Sequence[str], truth: str, tests: Sequence[str]) -> None:
    """Refuse a column that cannot divide the study into subgroups."""
    for place, column in enumerate(columns):
        if not isinstance(column, str) or not column.strip():
            raise PlanError("a subgroup of the plan has no name; give the name of a column.")
        if column == truth or column in tests:
            role = "the truth" if column == truth else "a test"
            raise PlanError(
                f'"{printable(column)}" is {role} of the plan and cannot divide the study into subgroups too; name '
                "another column."
            )
        if column in columns[:place]:
            raise PlanError(f'the plan names the subgroup "{printable(column)}" twice; once is enough.')


def check_test(name: str, tests: Sequence[str], where: str) -> None:
    """Refuse a name that is none of the tests."""
    if name not in tests:
        held = listed([printable(test) for test in tests])
        raise PlanError(f'{where} of the plan names the test "{printable(name)}"; the plan has {held}.')


def check_goal(test: str, measure: str, goal: float, thresholds: Mapping[str, float], design: Design | None) -> None:
    """Refuse a goal that these thresholds and this design cannot answer."""
    if test not in thresholds:
        raise PlanError(
            f'the goal for the {measure} of "{printable(test)}" is one at a stated threshold, and the plan states none '
            "for this test; give it one."
        )
    if design == "case-control" and measure in BY_SHARE:
        raise PlanError(
            f"a case-control study fixes the share of cases, on which {measure} depends, so no goal of {plain(goal)} "
            "for it can be judged. State goals for sensitivity and specificity."
        )


def check_share(value: object, what: str) -> None:
    """Refuse what is no number strictly between 0 and 1."""
    if not _is_number(value) or not 0 < value < 1:  # type: ignore[operator]
        hint = " Write 0.05 for 5 percent." if _is_number(value) and 1 < value <= 100 else ""  # type: ignore[operator]
        raise PlanError(f"{what} is {shown(value)}; it must be a number strictly between 0 and 1.{hint}")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == value
