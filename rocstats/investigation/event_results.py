"""Adverse events of the tests: how many of those eligible have each of the events that the plan names columns of.

Every eligible row counts, whatever the analysis set, for an event is one whether or not a result was of use. A column
of events holds yes and no in one of the usual ways; whoever has neither is not counted.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from rocstats.analysis_results.recorder import Recorder
from rocstats.analysis_results.row import About
from rocstats.data.truth import label as text_of
from rocstats.errors import DataError
from rocstats.formatting import printable
from rocstats.investigation.column_of_test import Mask
from rocstats.investigation.investigation import EVERYONE, Investigation, column_of

_YES = ("y", "yes", "true", "1", "1.0")
_NO = ("n", "no", "false", "0", "0.0")


def record_events(investigation: Investigation, recorder: Recorder) -> None:
    """Take down how many of the eligible have each event, of those of whom it is known.

    Raises
    ------
    DataError
        If a column is not there, or holds a value that is neither yes nor no.
    """
    plan = investigation.plan
    for place, name in enumerate(plan.participants.adverse_events, 1):
        flags = column_of(investigation.frame, name, "participants.adverse_events")[investigation.eligible]
        happened, known = _happened(flags, name)
        about = About(label=plan.data.labels.get(name, name), population=EVERYONE)
        recorder.fraction(f"events.e{place}", int(happened.sum()), int(known.sum()), about)
        missing = int((~known).sum())
        recorder.add(f"events.e{place}", "n-missing", missing, "count", about, label="Missing")


def _happened(flags: pd.Series[Any], name: str) -> tuple[Mask, Mask]:
    """Say of each row whether the event happened, and whether that is known."""
    known = flags.notna().to_numpy()
    texts = np.array([text_of(flag).strip().lower() if there else "" for flag, there in zip(flags, known, strict=True)])
    strangers = known & ~np.isin(texts, (*_YES, *_NO))
    if strangers.any():
        shown = ", ".join(f'"{printable(value)}"' for value in dict.fromkeys(flags[strangers].astype(str)))
        raise DataError(
            f'"{printable(name)}" (participants.adverse_events of the plan) flags who had an adverse event, with Y, '
            f"yes, true or 1 for those who had and N, no, false or 0 for others; it holds {shown[:200]} as well. Write "
            "these as one of both, or leave them empty."
        )
    return np.isin(texts, _YES), known
