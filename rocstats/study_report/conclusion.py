"""The conclusion of a report: what the decision rules of its plan say, and no more."""

from __future__ import annotations

from rocstats.document.inline import Content, joined
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_report.claim_words import MET, NOT_ESTIMABLE, NOT_MET, NOT_TESTED, ClaimWords
from rocstats.study_report.pen import Pen, planned

_WHAT_BECAME = ((NOT_MET, "did not show "), (NOT_ESTIMABLE, "could not decide "), (NOT_TESTED, "did not test "))
_ENDS = {
    MET: " was met.",
    NOT_MET: " was not met.",
    NOT_TESTED: " was not tested.",
    NOT_ESTIMABLE: " could not be estimated.",
}


def conclusion(plan: StudyPlan, pen: Pen, claims: tuple[ClaimWords, ...], *, estimated: bool) -> Content:
    """Say what follows from the claims by the rules of the plan; ``estimated`` says whether there are any results."""
    if pen.shell:
        return "The decision rules of the plan write this sentence when there are data."
    if not claims:
        if not estimated:
            return "The data hold no result from which the primary measures could be estimated."
        return "The plan states no claim, so nothing is decided: the results are estimates with their intervals."
    primary = [one for one in claims if one.claim.role == "primary"]
    said: list[Content] = [_of_primary(primary, plan)] if primary else []
    for one in claims:
        if one.claim.role != "primary":
            said += [" " if said else "", f"The {one.claim.role} claim ", planned(one.claim.id), _ENDS[one.decision]]
    if any(one.decision == NOT_MET for one in claims):
        said.append(" What was not shown is not shown to be untrue.")
    return tuple(said)


def _of_primary(primary: list[ClaimWords], plan: StudyPlan) -> Content:
    met = [one for one in primary if one.decision == MET]
    if len(met) == len(primary):
        return "All primary claims were met." if len(primary) > 1 else "The primary claim was met."
    said: list[Content] = []
    if plan.multiplicity == "all_of" and len(primary) > 1:
        said.append("The co-primary claims were not all met, so the study did not reach its objective. ")
    if met:
        ids = joined([planned(one.claim.id) for one in met])
        said += ["The study met the criteri", "on" if len(met) == 1 else "a", " of ", ids, "; it "]
    else:
        said.append("The study ")
    became: list[Content] = []
    for decision, before in _WHAT_BECAME:
        of = [one for one in primary if one.decision == decision]
        if of:
            became.append((before, joined([(planned(one.claim.id), " (", one.alternative, ")") for one in of])))
    return (*said, joined(became), ".")
