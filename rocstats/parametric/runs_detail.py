"""What an ordinal fit of truth-state runs has beside its parameters: how many runs the scores make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rocstats.formatting import counted
from rocstats.printing import Grid


@dataclass(frozen=True, slots=True, kw_only=True)
class RunsDetail:
    """The number of distinct scores and of the truth-state runs they make.

    Runs follow from the data, so counts in them are no frequencies of stated categories: there is no goodness of fit.
    """

    n_scores: int
    n_runs: int

    def data(self) -> tuple[str, ...]:
        """Say how many scores make how many runs."""
        return (f"{counted(self.n_scores, 'distinct score')} in {counted(self.n_runs, 'truth-state run')}",)

    def body(self) -> tuple[str | Grid, ...]:
        """Say that there is no test of fit."""
        return ("", "Goodness of fit: no test; runs are not categories stated beforehand.")

    def rows(self) -> list[dict[str, Any]]:
        """Return the two numbers."""
        return [
            {"parameter": "distinct scores", "estimate": float(self.n_scores)},
            {"parameter": "truth-state runs", "estimate": float(self.n_runs)},
        ]
