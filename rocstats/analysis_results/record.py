"""A record of results: the table with the plan that asked for it and where it comes from, as a file keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rocstats.analysis_results.digests import results_digest
from rocstats.analysis_results.provenance import Provenance
from rocstats.analysis_results.recorder import Output
from rocstats.analysis_results.results_table import ResultsTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """Everything that a file of results holds.

    Parameters
    ----------
    table : ResultsTable
        The rows.
    plan : mapping
        The plan as plain values, every default written out; it is a plan again by its model.
    provenance : Provenance or None
        Where the rows come from.
    outputs : tuple of Output
        Results as they print themselves, with their notes.
    """

    table: ResultsTable
    plan: Mapping[str, Any] = field(default_factory=dict)
    provenance: Provenance | None = None
    outputs: tuple[Output, ...] = ()

    @property
    def intact(self) -> bool:
        """Whether the rows still have the digest that was taken of them; True if none was."""
        return self.provenance is None or self.provenance.results_digest == results_digest(self.table)
