"""Hypotheses that a plan states, numbered in one row: claims about margins first, then performance goals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rocstats.document.inline import Content, CrossRef
from rocstats.formatting import listed, plain, typographic
from rocstats.inference.goals import PerformanceGoal
from rocstats.inference.margin_result import MarginDecision
from rocstats.report.analysis import Analysis
from rocstats.report.numbers import NBSP, NE, in_words, stated_percent
from rocstats.report.wording import rule_of

NOT_SHOWN = "“Not shown” says that these data do not show it, not that the opposite is true."
_MOST_SPOKEN = 4
_MOST_NAMED = 9
_CLAIMED = {
    "non-inferiority": "{new} is not inferior to {reference} in {what}, margin\u00a0{margin}",
    "equivalence": "{new} and {reference} are equivalent in {what}, margin\u00a0{margin}",
    "superiority": "{new} is superior to {reference} in {what} by more than\u00a0{margin}",
}


def margin_names(analysis: Analysis) -> list[str]:
    """Number the claims about margins: H1, H2."""
    return [f"H{i}" for i in range(1, len(analysis.further.margins) + 1)]


def goal_names(analysis: Analysis) -> list[str]:
    """Number the goals after the margins."""
    before = len(analysis.further.margins)
    return [f"H{before + i}" for i in range(1, len(analysis.further.goals) + 1)]


def claim_words(found: MarginDecision) -> str:
    """Say in words what is to be shown: "s100b is not inferior to wfns in AUC, margin 0.05"."""
    new, reference = found.tests
    return _CLAIMED[found.claim].format(new=new, reference=reference, what=found.parameter, margin=plain(found.margin))


def goal_words(found: PerformanceGoal) -> str:
    """Say in words what is to be shown: "specificity of wfns ≥ 4 is above 70%"."""
    test = found.counts.test
    rule = "the test" if test is None else f"{test.name} {rule_of(test, found.counts.threshold)}"
    return f"{found.measure.label} of {rule} is above {stated_percent(found.goal)}%"


def decided(shown: bool | None) -> str:
    """Write a decision with a sign that does not need colour."""
    return {True: f"●{NBSP}Shown", False: f"○{NBSP}Not{NBSP}shown", None: NE}[shown]


def shown_or_not(found: MarginDecision) -> bool | None:
    """Give the decision of a claim; None where there is no interval to decide by."""
    return None if found.decision == "not estimable" else found.shown


def level_words(level: float) -> str:
    """Write a one-sided level: "0.025"."""
    return typographic(plain(round((1 - level) / 2, 12)))


def levels_said(found: Sequence[MarginDecision], show: Callable[[float], str]) -> str:
    """Say the level of claims once, or that of equivalence after that of the others: "95% (for equivalence 90%)"."""
    levels = dict.fromkeys(claim.level for claim in sorted(found, key=lambda claim: claim.claim == "equivalence"))
    first, *other = map(show, levels)
    return f"{first} (for equivalence {other[0]})" if other else first


def planned_answer(analysis: Analysis) -> Content:
    """Say in a sentence which hypotheses are shown and which not, or nothing if the plan states none."""
    found = list(_decisions(analysis))
    if not found:
        return ()
    where = [*(["margins"] if analysis.further.margins else []), *(["goals"] if analysis.further.goals else [])]
    parts = []
    for outcome, words in ((True, "shown"), (False, "not shown"), (None, "not estimable")):
        about = [text for text, shown in found if shown is outcome]
        if about:
            parts.append(f"{words}: {listed(about)}")
    lead = "Planned, one-sided" if len(found) == 1 else "Planned, each one-sided"
    if len(found) > _MOST_SPOKEN:
        lead = f"{in_words(len(found)).capitalize()} hypotheses were planned, each one-sided"
    return (f"{lead} at {_planned_levels(analysis)}; {'; '.join(parts)} (", CrossRef(*where), ").")


def _planned_levels(analysis: Analysis) -> str:
    """Say the one-sided levels of all hypotheses; goals have that of non-inferiority."""
    claims = analysis.further.margins
    if analysis.further.goals and all(claim.claim == "equivalence" for claim in claims):
        own = level_words(analysis.plan.level)
        return f"{own} (for equivalence {level_words(claims[0].level)})" if claims else own
    return levels_said(claims, level_words)


def _decisions(analysis: Analysis) -> Iterator[tuple[str, bool | None]]:
    """Name each hypothesis with its decision: in words, or by its number alone where there are very many."""
    margins, goals = analysis.further.margins, analysis.further.goals
    count = len(margins) + len(goals)
    margin_numbers, goal_numbers = margin_names(analysis), goal_names(analysis)

    def named(number: str, words: str) -> str:
        return number if count > _MOST_NAMED else f"{words} ({number})" if count > _MOST_SPOKEN else words

    for number, claim in zip(margin_numbers, margins, strict=True):
        yield named(number, claim_words(claim)), shown_or_not(claim)
    for number, goal in zip(goal_numbers, goals, strict=True):
        yield named(number, goal_words(goal)), goal.met
