"""Who came into the study, who was tested and verified, and who is in each analysis set."""

from __future__ import annotations

from rocstats.analysis_results.recorder import Recorder
from rocstats.investigation.investigation import Investigation


def record_flow(investigation: Investigation, recorder: Recorder) -> None:
    """Take the results down."""
