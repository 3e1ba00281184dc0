"""Rules about claims: what is tested, and whether its limit can be told from the margin."""

from __future__ import annotations

from collections.abc import Iterator

from rocstats.formatting import fixed
from rocstats.study_report.rule import Evidence, Name, Number, Rule, Words

_CHANCE = 0.5
# Areas are printed so, and shares in percent with one decimal.
_DECIMALS = 3


def _against_chance(seen: Evidence) -> Iterator[Words]:
    for claim in seen.plan.hypotheses:
        if claim.measure == "auc" and claim.role == "primary" and claim.goal in (None, _CHANCE):
            yield ("Claim ", Name(claim.id), " only says that the test is better than chance.")


def _too_near(seen: Evidence) -> Iterator[Words]:
    """Find limits that decide and, rounded as a report rounds them, look like what they are held against."""
    for place, claim in enumerate(seen.plan.hypotheses, 1):
        sides = {"greater": ("conf-low",), "less": ("conf-high",), "two-sided": ("conf-low", "conf-high")}
        decided = [(stat, "null") for stat in sides[claim.alternative]]
        if claim.type != "superiority" or claim.margin:
            decided = [("conf-low", "null")]
        for stat, null_stat in (*decided, ("conf-low", "null-low"), ("conf-high", "null-high")):
            row = f"hyp.h{place}.{stat}"
            limit, null = seen.number(row), seen.number(f"hyp.h{place}.{null_stat}")
            if limit is not None and null is not None and fixed(limit, _DECIMALS) == fixed(null, _DECIMALS):
                yield (
                    "The limit of claim ",
                    Name(claim.id),
                    " (",
                    Number(row),
                    ") looks like its margin when rounded as the others are.",
                )


def _agreement_alone(seen: Evidence) -> Iterator[Words]:
    if not seen.plan.agreement:
        return
    for key, name in seen.tests():
        overall = seen.number(f"acc.{key}.accuracy.estimate") is not None
        parts = [seen.number(f"acc.{key}.{measure}.estimate") for measure in ("sensitivity", "specificity")]
        if overall and None in parts:
            yield ("Overall agreement of ", Name(name), " stands without positive and negative percent agreement.")
        margins = [
            seen.number(f"crosstab.{key}.{margin}") for margin in ("n-positive", "n-negative", "n-cases", "n-controls")
        ]
        if seen.number(f"agree.{key}.kappa.estimate") is not None and None in margins:
            yield ("Kappa of ", Name(name), " stands without the margins of its table.")


CLAIM_RULES = (
    Rule(
        id="R07",
        asks="The primary claim is more than better than chance",
        severity="warning",
        look=_against_chance,
        remedy="State a goal that matters to patients.",
    ),
    Rule(
        id="R11",
        asks="Overall agreement never stands alone, nor kappa without its margins",
        severity="error",
        look=_agreement_alone,
        remedy="Give positive and negative percent agreement, and the table.",
    ),
    Rule(
        id="R19",
        asks="A limit can be told from its margin",
        severity="warning",
        look=_too_near,
        remedy="Print more digits; the decision rests on the unrounded limit.",
    ),
)
