"""Checks of methods: each word is one of the register, and serves what it is asked for."""

from __future__ import annotations

from collections.abc import Collection

from rocstats.study_plan.checking import Checking
from rocstats.study_plan.faults import nearest, shown
from rocstats.study_plan.toml_text import toml_value

# Of two tests on the same participants, and no area by itself.
PAIRED_ONLY = ("hanley-mcneil-1983", "hanley-mcneil-1983-kendall", "permutation")
# Of one area, and no difference of two on the same participants.
SINGLE_ONLY = ("delong-logit", "hanley-mcneil", "hanley-mcneil-logit", "newcombe")


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
            continue
        near = nearest(word, words)
        meant = "" if near is None else f"; {toml_value(near)} is nearest"
        came = "is a method for something else" if word in REGISTER else "is no method"
        checking.say(("intervals", key), f"{shown(word)} {came}", f"Write one of {', '.join(words)}{meant}.")


def _without(words: Collection[str], left_out: Collection[str]) -> tuple[str, ...]:
    return tuple(word for word in words if word not in left_out)
