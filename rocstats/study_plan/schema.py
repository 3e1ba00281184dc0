"""The JSON Schema of a plan, by which editors check and complete one while it is written."""

from __future__ import annotations

from typing import Any

from rocstats.study_plan.study_plan import StudyPlan

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def plan_schema() -> dict[str, Any]:
    """Return the schema of a plan, of draft 2020-12, with a description for each key.

    It holds what can be said of single keys; what they say together is checked by ``load_plan`` alone.

    Returns
    -------
    dict
        The same every time, so that a stored copy can be compared with it.

    Examples
    --------
    >>> schema = plan_schema()
    >>> schema["title"], schema["required"]
    ('Plan of a diagnostic accuracy study', ['rocstats', 'data', 'reference', 'tests'])
    """
    schema = StudyPlan.model_json_schema()
    description = "Everything that is decided before the data are looked at; a file of rocstats."
    head = {"$schema": DIALECT, "title": "Plan of a diagnostic accuracy study", "description": description}
    return {**head, **{key: _bare(value) for key, value in schema.items() if key not in head}}


def _bare(value: Any) -> Any:
    """Leave out titles that repeat a key, and defaults that are nothing or a whole table."""
    if isinstance(value, dict):
        kept = {key: _bare(inner) for key, inner in value.items() if not (key == "title" and isinstance(inner, str))}
        if kept.get("default", "") is None or isinstance(kept.get("default"), dict):
            kept.pop("default")
        # The sentence of a class ends before what is for programmers.
        if isinstance(kept.get("description"), str):
            kept["description"] = kept["description"].split("\n\n")[0].replace("\n", " ")
        return kept
    return [_bare(inner) for inner in value] if isinstance(value, list) else value
