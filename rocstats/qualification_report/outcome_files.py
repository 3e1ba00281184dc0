"""What a qualification found as JSON: a file for each part, and one for the environment."""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from typing import Any

from rocstats.qualification.checked import Checked, Skipped
from rocstats.qualification_report.dependencies import locked
from rocstats.qualification_report.installation import NAME, lines_of
from rocstats.qualification_report.item import items_testing, verdict_on
from rocstats.qualification_report.outcome_digest import OQ_FORM, SCHEMA, digest_of_outcome
from rocstats.qualification_report.qualification import Qualification
from rocstats.qualification_report.surroundings import described

FORM = "rocstats qualification"


def environment_json(found: Qualification) -> str:
    """Write the environment, the time and the verdicts: the one file of a qualification with a time in it."""
    return _written(
        {
            "format": FORM,
            "schema": SCHEMA,
            "verdict": found.verdict,
            "parts": {part: found.verdict_of(part) for part in found.parts},
            "time": found.time,
            "command": list(found.command),
            "environment": {**asdict(found.environment), "digest": found.environment.digest},
            "surroundings": described(),
            "packages": locked(NAME),
        }
    )


def lock_file(found: Qualification) -> str:
    """Write name and version of every package that the software stands on, as ``pip install -r`` reads them."""
    packages = {**locked(NAME), NAME: found.environment.rocstats}
    return "".join(f"{name}=={version}\n" for name, version in sorted(packages.items()))


def iq_json(found: Qualification) -> str:
    """Write the installation qualification, with every file that was compared."""
    assert found.iq is not None
    return _written(
        {
            "format": "rocstats installation qualification",
            "schema": SCHEMA,
            "verdict": found.verdict_of("IQ"),
            "environment": found.environment.digest,
            "items": [item.row() for item in found.iq.items],
            "files": list(lines_of(found.iq)),
        }
    )


def pq_json(found: Qualification) -> str:
    """Write the performance qualification."""
    assert found.pq is not None
    return _written(
        {
            "format": "rocstats performance qualification",
            "schema": SCHEMA,
            "verdict": found.verdict_of("PQ"),
            "environment": found.environment.digest,
            "plans": list(found.pq.plans),
            "items": [item.row() for item in found.pq.items],
        }
    )


def oq_json(found: Qualification, date: str = "") -> str:
    """Write the operational qualification, whose outcome has a digest; ``date`` is for the one that is kept."""
    outcome = oq_outcome(found)
    return _written(
        {
            "format": OQ_FORM,
            "schema": SCHEMA,
            "digest": digest_of_outcome(outcome),
            **({"date": date} if date else {}),
            "environment": {**asdict(found.environment), "digest": found.environment.digest},
            "outcome": outcome,
        }
    )


def oq_outcome(found: Qualification) -> dict[str, Any]:
    """Give the outcome of the operational qualification as plain values; no time is among them."""
    assert found.oq is not None
    operation = found.oq
    named = {one.id for one in operation.requirements} | {one for item in operation.items for one in item.requirement}
    used = {item.deviation for item in operation.items}
    outcome = {
        "verdict": found.verdict_of("OQ"),
        "quick": operation.quick,
        "whole": operation.whole,
        "requirements": {name: verdict_on(items_testing(operation.items, name)) for name in sorted(named)},
        "deviations": [asdict(one) for one in found.deviations if one.id in used],
        "items": [
            {**item.row(), **_behind(behind)} for item, behind in zip(operation.items, operation.behind, strict=True)
        ],
    }
    plain: dict[str, Any] = _plain(outcome)
    return plain


def _behind(behind: object) -> dict[str, Any]:
    if not isinstance(behind, Checked | Skipped):
        return {}
    held = asdict(behind)
    kept = ("case", "question", "quantity", "value_class", "evidence", "source", "place", "program", "call", "outside")
    more = ("dataset", "dataset_sha256", "tolerance", "absolute_difference", "relative_difference", "lre")
    return {name: held[name] for name in (*kept, *more) if name in held}


def _plain(value: Any) -> Any:
    """Give nested values without infinite numbers, which JSON does not have."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _written(value: Any) -> str:
    return json.dumps(_plain(value), ensure_ascii=True, allow_nan=False, indent=1) + "\n"
