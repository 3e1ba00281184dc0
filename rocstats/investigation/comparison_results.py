"""Differences between tests on the same participants."""

from __future__ import annotations

from rocstats.analysis_results.recorder import Recorder
from rocstats.investigation.investigation import Investigation


def record_comparisons(investigation: Investigation, recorder: Recorder) -> None:
    """Take the results down."""
