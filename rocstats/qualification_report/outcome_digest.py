"""The digest of an operational qualification's outcome, and the form that its file says it has."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

OQ_FORM = "rocstats operational qualification"
SCHEMA = 1


def digest_of_outcome(outcome: Mapping[str, Any]) -> str:
    """Give the SHA-256 of an outcome, whatever the layout of its file.

    Examples
    --------
    >>> digest_of_outcome({"a": 1, "b": [2]}) == digest_of_outcome({"b": [2], "a": 1})
    True
    """
    text = json.dumps(outcome, ensure_ascii=True, allow_nan=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()
