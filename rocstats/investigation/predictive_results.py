"""Predictive values at stated prevalences."""

from __future__ import annotations

from rocstats.analysis_results.recorder import Recorder
from rocstats.investigation.investigation import Investigation


def record_predictive(investigation: Investigation, recorder: Recorder) -> None:
    """Take the results down."""
