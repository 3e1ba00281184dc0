"""A method by its word of the register, with a seed where it draws at random."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from rocstats.errors import PlanError
from rocstats.formatting import printable
from rocstats.given import is_one_of
from rocstats.methods import REGISTER


def method_of(word: str, seed: int) -> Any:
    """Return the method of a word of the register, with the plan's seed if it draws at random."""
    if not is_one_of(word, REGISTER):
        raise PlanError(f'there is no method "{printable(word)}"; the methods are {", ".join(REGISTER)}.')
    return seeded(REGISTER[word], seed)


def seeded(method: Any, seed: int) -> Any:
    """Give a method that draws at random its seed."""
    return replace(method, rng=seed) if any(field.name == "rng" for field in fields(method)) else method
