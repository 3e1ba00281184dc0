"""Claims of the plan and what the data decide about them, in their order."""

from __future__ import annotations

from rocstats.analysis_results.recorder import Recorder
from rocstats.investigation.investigation import Investigation


def record_hypotheses(investigation: Investigation, recorder: Recorder) -> None:
    """Take the results down."""
