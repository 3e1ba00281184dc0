"""A small study with its plan, on disk, for tests that run one."""

import numpy as np
import pandas as pd

PLAN = """rocstats = "1"
seed = 3
prevalences = [0.1]

[study]
title = "Accuracy of A and B"

[data]
file = "study.csv"
subject = "ID"

[reference]
column = "TRUTH"
positive = "ill"
negative = "well"
kind = "reference_standard"

[[tests]]
name = "A"
positive_scores = "high"
threshold = {value = 5, origin = "prespecified", source = "protocol"}

[[tests]]
name = "=B|<i>"
column = "B"
positive = "POS"
negative = "NEG"
indeterminate = "EQV"

[estimand]
handling = {indeterminate = "positive"}

[report]
formats = ["html", "md"]
"""


def frame():
    """Make sixty participants: a score, a call that is sometimes equivocal, and some values missing."""
    rng = np.random.default_rng(11)
    ill = np.arange(60) % 3 == 0
    score = np.round(rng.normal(4 + 2.5 * ill, 1.5), 1)
    call = np.where(rng.random(60) < np.where(ill, 0.8, 0.2), "POS", "NEG")
    call[[5, 12]] = "EQV"
    made = pd.DataFrame(
        {
            "ID": [f"{i:03d}" for i in range(60)],
            "TRUTH": np.where(ill, "ill", "well"),
            "A": score,
            "B": call,
            "NOTE": "unused",
        }
    )
    made.loc[[7, 20], "A"] = np.nan
    return made


def write_study(folder, plan=PLAN):
    """Write data and plan into a folder and return the place of the plan."""
    frame().to_csv(folder / "study.csv", index=False)
    place = folder / "plan.toml"
    place.write_text(plan, encoding="utf-8")
    return place
