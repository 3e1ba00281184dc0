"""Accuracy across thresholds, and thresholds that were chosen on these data."""

from __future__ import annotations

from rocstats.analysis_results.recorder import Recorder
from rocstats.investigation.investigation import Investigation


def record_thresholds(investigation: Investigation, recorder: Recorder) -> None:
    """Take the results down."""
