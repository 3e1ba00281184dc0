"""The list of methods: the words of the register, and what each stands for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rocstats.formatting import counted, wrapped
from rocstats.printing import Result, Summary
from rocstats.results import Card


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodList(Result):
    """The methods in the order of the register, for areas and for proportions."""

    areas: tuple[tuple[str, Card], ...]
    proportions: tuple[tuple[str, Card], ...]

    def summary(self) -> Summary:
        """Print each word with its method's name and sentence."""
        body: list[str] = []
        for heading, cards in (("areas under ROC curves", self.areas), ("proportions", self.proportions)):
            body += ["", f"for {heading}:"]
            for word, card in cards:
                body += [f"  {word}: {card.name}", wrapped(f"{card.sentence}.", first=" " * 6, rest=" " * 6)]
        total = len(self.areas) + len(self.proportions)
        return Summary("Methods", (f"{counted(total, 'word')} for --method",), tuple(body))

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
            for answers, cards in (("areas", self.areas), ("proportions", self.proportions))
            for word, card in cards
        ]


def method_list() -> MethodList:
    """List the register."""
    from rocstats.methods import FOR_PROPORTIONS, FOR_QUANTITIES

    return MethodList(
        areas=tuple((word, method.card) for word, method in FOR_QUANTITIES.items()),
        proportions=tuple((word, method.card) for word, method in FOR_PROPORTIONS.items()),
    )
