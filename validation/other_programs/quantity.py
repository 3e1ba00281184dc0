"""A quantity that two programs give: what each is asked, and how near to each other the answers must be."""

from __future__ import annotations

from dataclasses import dataclass

Key = tuple[str, str, str]
Answers = dict[Key, float | None]


@dataclass(frozen=True)
class Quantity:
    """One line of the table of agreement.

    ``relative`` or ``absolute`` decides which values agree: one of the two must hold. A quantity that is only as exact
    as chance, a search or a table lets it be says ``why`` it has a tolerance of its own.
    """

    name: str
    program: str
    call: str
    ours: str
    relative: float = 1e-9
    absolute: float = 1e-12
    why: str = ""
