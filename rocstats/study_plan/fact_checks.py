"""Checks of single facts: each is of its form, and has what it needs beside it."""

from __future__ import annotations

import re

from rocstats.study_plan.checking import Checking
from rocstats.study_plan.faults import nearest, shown
from rocstats.study_plan.keys import Path
from rocstats.study_plan.study_plan import Scenario
from rocstats.study_plan.toml_text import toml_value

RULES = tuple(f"R{number:02d}" for number in range(1, 21))
PARAMETERS = ("sensitivity", "specificity", "ppv", "npv", "likelihood_ratio", "expected_values")
_DIGEST = re.compile(r"[0-9a-fA-F]{64}")


def check_facts(checking: Checking) -> None:
    """Digests, rules and parameters are of their form, and what is stated has what it needs beside it."""
    plan = checking.plan
    if plan.data.sha256 and not _DIGEST.fullmatch(plan.data.sha256):
        checking.say(
            ("data", "sha256"),
            f"{shown(plan.data.sha256)} came, which is no SHA-256 digest",
            "Write its 64 digits, each 0 to 9 or a to f, or leave the key out.",
        )
    for name in plan.narrative.responses:
        if name not in RULES:
            checking.say(
                ("narrative", "responses", name),
                f"{shown(name)} is no rule of the report check",
                f"Answer a finding of the rules {RULES[0]} to {RULES[-1]}, written so.",
            )
    for name in plan.narrative.omissions:
        if name not in PARAMETERS:
            near = nearest(name, PARAMETERS)
            meant = "" if near is None else f"; {toml_value(near)} is nearest"
            checking.say(
                ("narrative", "omissions", name),
                f"{shown(name)} is no performance parameter",
                f"Write one of {', '.join(map(toml_value, PARAMETERS))}{meant}.",
            )
    for needing, needed in (
        ("exclusion_reason", ("eligible",)),
        ("window_days", ("index_date", "reference_date")),
    ):
        absent = [key for key in needed if not getattr(plan.participants, key)]
        if getattr(plan.participants, needing) and absent:
            checking.say(
                ("participants", needing),
                f"it is stated without {' and '.join(absent)}",
                f"State {' and '.join(absent)} too, or leave it out.",
                [("participants", key) for key in needed],
            )
    needs: tuple[tuple[Scenario, Path, bool, str], ...] = (
        (
            "verification_corrected",
            ("design", "verification"),
            plan.design.verification == "partial",
            'design.verification = "partial"',
        ),
        ("cluster_robust", ("data", "cluster"), bool(plan.data.cluster), "the column of clusters under data.cluster"),
    )
    for scenario, at, holds, need in needs:
        if scenario in plan.sensitivity and not holds:
            checking.say(
                ("sensitivity", list(plan.sensitivity).index(scenario)),
                f"{shown(scenario)} is asked for without {need}",
                f"State {need}, or leave this analysis out.",
                [at],
            )
    for name, label in plan.data.labels.items():
        if not label.strip():
            checking.say(
                ("data", "labels", name), "an empty text came", "Write what the report prints, or leave it out."
            )
