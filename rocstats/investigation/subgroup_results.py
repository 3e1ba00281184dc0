"""Accuracy in subgroups and at sites, with tests of heterogeneity."""

from __future__ import annotations

from rocstats.analysis_results.recorder import Recorder
from rocstats.investigation.investigation import Investigation


def record_subgroups(investigation: Investigation, recorder: Recorder) -> None:
    """Take the results down."""
