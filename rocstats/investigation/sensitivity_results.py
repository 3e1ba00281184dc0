"""Sensitivity analyses: the same measures under other assumptions."""

from __future__ import annotations

from rocstats.analysis_results.recorder import Recorder
from rocstats.investigation.investigation import Investigation


def record_sensitivity(investigation: Investigation, recorder: Recorder) -> None:
    """Take the results down."""
