"""Words for how the claims of a plan share the error."""

from __future__ import annotations

from rocstats.document.inline import Cite, Content
from rocstats.study_report.claim_words import ClaimWords


def multiplicity_sentences(claims: tuple[ClaimWords, ...]) -> tuple[Content, ...]:
    """Say how the claims of a plan shared the error."""
    plan, pen = claims[0].plan, claims[0].pen
    others = any(one.claim.role != "primary" for one in claims)
    alone = "Secondary and exploratory claims were each tested at their own level, without adjustment."
    said: list[Content] = []
    if plan.multiplicity == "none":
        several = "each claim was tested at its own level" if len(claims) > 1 else "the claim was tested at its level"
        said.append(f"No adjustment for multiplicity was planned; {several}.")
    elif plan.multiplicity == "holm":
        primary = [one for one in claims if one.claim.role == "primary"]
        if primary:
            least = min(primary, key=lambda one: one.claim.alpha)
            level = (pen.value(f"plan.h{least.place}.alpha"), "%")
            said.append(
                (
                    "The primary claims were tested by Holm's step-down method ",
                    Cite("holm1979"),
                    " at a family level of ",
                    level,
                    ".",
                )
            )
        said += [alone] if others else []
    elif plan.multiplicity == "fixed_sequence":
        said.append(
            "The claims were tested in the order of the plan, each at its full level; the first that was not met ended "
            "the testing."
        )
        if any(one.claim.role == "exploratory" for one in claims):
            said.append("Exploratory claims stand outside this order and were tested at their own level.")
    else:
        said.append(
            "The primary claims are co-primary: each was tested at its full level, and only all of them together are a "
            "success."
        )
        said += [alone] if others else []
    if any(one.claim.after for one in claims):
        said.append("A claim that depends on others was tested only once those were met.")
    return tuple(said)
