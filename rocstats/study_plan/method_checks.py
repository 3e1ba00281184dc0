"""Checks of methods: each word is one of the register, and serves what it is asked for."""

from __future__ import annotations

from collections.abc import Collection

from rocstats.study_plan.checking import Checking
from rocstats.study_plan.faults import nearest, shown
from rocstats.study_plan.keys import Path
from rocstats.study_plan.toml_text import toml_value

# Of two tests on the same participants, and no area by itself.
PAIRED_ONLY = ("hanley-mcneil-1983", "hanley-mcneil-1983-kendall", "permutation")
# Of one area, and no difference of two on the same participants.
SINGLE_ONLY = ("delong-logit", "hanley-mcneil", "hanley-mcneil-logit", "newcombe")

# Tests of no difference that have no interval, by which a claim could be decided.
WITHOUT_INTERVAL = ("permutation",)


def method_words() -> dict[str, tuple[str, ...]]:
    """Give for each key of [intervals] that names a method the words that serve it."""
    from rocstats.methods import FOR_PROPORTIONS, FOR_QUANTITIES
    from rocstats.methods.proportion_differences import FOR_PAIRED_PROPORTIONS

    return {
        "proportions": tuple(FOR_PROPORTIONS),
        "auc": _without(FOR_QUANTITIES, PAIRED_ONLY),
        "difference": _without(FOR_QUANTITIES, SINGLE_ONLY),
        "paired_proportions": tuple(FOR_PAIRED_PROPORTIONS),
    }


def check_methods(checking: Checking) -> None:
    """The words of [intervals] are methods of the right kind."""
    from rocstats.methods import REGISTER

    for key, words in method_words().items():
        word = getattr(checking.plan.intervals, key)
        if word in words:
            _check_claims(checking, key, word)
            continue
        near = nearest(word, words)
        meant = "" if near is None else f"; {toml_value(near)} is nearest"
        came = "is a method for something else" if word in REGISTER else "is no method"
        checking.say(("intervals", key), f"{shown(word)} {came}", f"Write one of {', '.join(words)}{meant}.")


def _check_claims(checking: Checking, key: str, word: str) -> None:
    """Each claim that a method serves can be decided by it: by an interval, and in Holm's order by a p-value."""
    path: Path = ("intervals", key)
    for place, claim in enumerate(checking.plan.hypotheses):
        reading: list[Path] = [("hypotheses", place, name) for name in ("id", "measure", "role")]
        what = f"the claim {shown(claim.id)} is on {shown(claim.measure)}"
        if key == "difference" and claim.measure == "auc_difference" and word in WITHOUT_INTERVAL:
            checking.say(
                path,
                f"{shown(word)} has no interval, and {what}, which a limit decides",
                'Write difference = "delong", or a bootstrap method.',
                reading,
            )
            return
        shares = claim.measure in ("sensitivity_difference", "specificity_difference")
        ordered = checking.plan.multiplicity == "holm" and claim.role == "primary"
        if key == "paired_proportions" and shares and ordered and not _has_test(word):
            checking.say(
                path,
                f"{shown(word)} has no p-value, and {what}, which Holm's method orders by p-values",
                'Write paired_proportions = "tango", or another multiplicity.',
                [*reading, ("multiplicity",)],
            )
            return


def _has_test(word: str) -> bool:
    from rocstats.methods.proportion_differences import FOR_PAIRED_PROPORTIONS

    return bool(getattr(FOR_PAIRED_PROPORTIONS[word], "has_test", True))


def _without(words: Collection[str], left_out: Collection[str]) -> tuple[str, ...]:
    return tuple(word for word in words if word not in left_out)
