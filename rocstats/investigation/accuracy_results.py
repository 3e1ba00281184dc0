"""Accuracy of each test at its stated threshold, or agreement with the comparator."""

from __future__ import annotations

from rocstats.analysis_results.recorder import Recorder
from rocstats.investigation.investigation import Investigation


def record_accuracy(investigation: Investigation, recorder: Recorder) -> None:
    """Take the results down."""
