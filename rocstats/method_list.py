"""The list of methods: the words of the registers, and what each stands for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rocstats.formatting import counted, wrapped
from rocstats.printing import Result, Summary
from rocstats.results import Card

_HEADINGS = {
    "areas": "areas under ROC curves",
    "proportions": "proportions",
    "paired differences": "differences of two proportions of the same subjects",
    "independent differences": "differences of two proportions of different subjects",
    "equal proportions": "tests that two proportions are equal, the words for --equality",
    "fitted curves": "fitted curves",
    "families of curves": "families of curves, the words for --family",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodList(Result):
    """The methods in the order of the registers, by what they answer."""

    groups: tuple[tuple[str, tuple[tuple[str, Card], ...]], ...]

    def summary(self) -> Summary:
        """Print each word with its method's name and sentence."""
        body: list[str] = []
        for answers, cards in self.groups:
            body += ["", f"for {_HEADINGS[answers]}:"]
            for word, card in cards:
                said = f"{card.sentence.rstrip('.')}."
                body += [f"  {word}: {card.name}", wrapped(said, first=" " * 6, rest=" " * 6)]
        total = sum(len(cards) for _, cards in self.groups)
        return Summary(
            "Methods", (f"{counted(total, 'word')} for --method, unless another option is named",), tuple(body)
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per method."""
        return [
            {
                "word": word,
                "name": card.name,
                "answers": answers,
                "sentence": card.sentence,
                "references": ", ".join(card.references),
            }
            for answers, cards in self.groups
            for word, card in cards
        ]


def method_list() -> MethodList:
    """List the registers."""
    from rocstats.methods import FOR_PROPORTIONS, FOR_QUANTITIES
    from rocstats.methods.proportion_differences import (
        FOR_INDEPENDENT_PROPORTIONS,
        FOR_PAIRED_PROPORTIONS,
        TESTS_OF_EQUAL_PROPORTIONS,
    )
    from rocstats.parametric import FAMILIES, FIT_METHODS

    held: dict[str, Mapping[str, Any]] = {
        "areas": FOR_QUANTITIES,
        "proportions": FOR_PROPORTIONS,
        "paired differences": FOR_PAIRED_PROPORTIONS,
        "independent differences": FOR_INDEPENDENT_PROPORTIONS,
        "equal proportions": TESTS_OF_EQUAL_PROPORTIONS,
        "fitted curves": FIT_METHODS,
        "families of curves": FAMILIES,
    }
    return MethodList(
        groups=tuple(
            (answers, tuple((word, method.card) for word, method in found.items())) for answers, found in held.items()
        )
    )
