"""What is described of the participants by target condition, without a test of hypotheses."""

from __future__ import annotations

from rocstats.analysis_results.recorder import Recorder
from rocstats.investigation.investigation import Investigation


def record_baseline(investigation: Investigation, recorder: Recorder) -> None:
    """Take the results down."""
