"""The words that stand for rules of choosing a threshold, on a command line or in a call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rocstats.empirical.target_rules import FixedSensitivity, FixedSpecificity
from rocstats.empirical.threshold_optima import ThresholdRule
from rocstats.empirical.threshold_rules import ClosestTopLeft, EqualShares, Largest, SmallestCost
from rocstats.errors import MethodError
from rocstats.formatting import printable


@dataclass(frozen=True, slots=True)
class RuleWord:
    """A word that stands for a rule, and the options that the rule takes and needs."""

    make: Callable[..., ThresholdRule]
    takes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


def _largest(measure: str) -> Callable[..., ThresholdRule]:
    return lambda prevalence=None: Largest(measure, prevalence)


def _cost(costs: Any, prevalence: float | None = None) -> ThresholdRule:
    if not isinstance(costs, tuple | list) or len(costs) != 2:
        raise TypeError("costs is a pair: the cost of a false positive and the cost of a false negative.")
    return SmallestCost(costs[0], costs[1], prevalence)


_SHARE = ("prevalence",)
THRESHOLD_RULES: dict[str, RuleWord] = {
    "youden": RuleWord(_largest("youden")),
    "closest-topleft": RuleWord(ClosestTopLeft),
    "sensitivity": RuleWord(FixedSensitivity, ("target",), ("target",)),
    "specificity": RuleWord(FixedSpecificity, ("target",), ("target",)),
    "cost": RuleWord(_cost, ("costs", "prevalence"), ("costs",)),
    "accuracy": RuleWord(_largest("accuracy"), _SHARE),
    "f1": RuleWord(_largest("f1"), _SHARE),
    "mcc": RuleWord(_largest("mcc"), _SHARE),
    "kappa": RuleWord(_largest("kappa"), _SHARE),
    "product": RuleWord(_largest("product")),
    "equal": RuleWord(EqualShares),
}
_EXAMPLES = {"target": "target=0.9", "costs": "costs=(1, 5)", "prevalence": "prevalence=0.1"}


def rule_named(word: str, **options: Any) -> ThresholdRule:
    """Return the rule that a word and its options name; an option that is None was not stated.

    Examples
    --------
    >>> rule_named("sensitivity", target=0.9, costs=None)
    FixedSensitivity(target=0.9)
    """
    known = THRESHOLD_RULES.get(word)
    if known is None:
        raise MethodError(f'there is no rule "{printable(word)}"; known are {", ".join(THRESHOLD_RULES)}.')
    stated = {name: value for name, value in options.items() if value is not None}
    for name in known.needs:
        if name not in stated:
            raise MethodError(f'the rule "{word}" needs {name}: by="{word}", {_EXAMPLES[name]}.')
    for name in stated:
        if name not in known.takes:
            others = [other for other, entry in THRESHOLD_RULES.items() if name in entry.takes]
            raise MethodError(f'the rule "{word}" does not take {name}; it goes with {", ".join(others)}.')
    return known.make(**stated)
