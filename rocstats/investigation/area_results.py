"""The area under the curve of each test that has scores."""

from __future__ import annotations

from rocstats.analysis_results.recorder import Recorder
from rocstats.investigation.investigation import Investigation


def record_areas(investigation: Investigation, recorder: Recorder) -> None:
    """Take the results down."""
