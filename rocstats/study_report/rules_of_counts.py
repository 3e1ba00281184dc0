"""Rules about counts: who is indeterminate, who adds up, who was verified."""

from __future__ import annotations

from collections.abc import Iterator

from rocstats.investigation.closure import Gap, flow_gaps, subgroup_gaps
from rocstats.study_report.rule import Evidence, Name, Number, Rule, Words

_NOTEWORTHY = 0.05


def _indeterminate(seen: Evidence) -> Iterator[Words]:
    if seen.plan.estimand.handling.indeterminate is not None:
        return
    for key, name in seen.tests():
        row = f"complete.{key}.indeterminate.total.n"
        if seen.number(row):
            yield (
                Name(name),
                " has ",
                Number(row),
                " indeterminate results, and the plan does not say what they count as.",
            )


def _subgroups_add_up(seen: Evidence) -> Iterator[Words]:
    yield from map(_gap, subgroup_gaps(seen.table))


def _flow_adds_up(seen: Evidence) -> Iterator[Words]:
    yield from map(_gap, flow_gaps(seen.table))


def _gap(gap: Gap) -> Words:
    """Say which count is not the sum of its parts; a count that is not there has no row to show."""
    if gap.n is None:
        return (Name(gap.whole), " is not there as a count.")
    return (
        Name(gap.label or gap.whole),
        " (",
        Number(gap.whole),
        ") is not the sum of ",
        Name(", ".join(gap.parts)),
        ".",
    )


def _verified_alike(seen: Evidence) -> Iterator[Words]:
    """Find tests whose positive and negative results were not verified equally often."""
    if "verification_corrected" in seen.plan.sensitivity:
        return
    for key, name in seen.tests():
        rows = [_verified(seen, f"complete.{key}.{result}") for result in ("positive", "negative")]
        table = [row for row in rows if row is not None]
        if len(table) < len(rows) or sum(row[1] for row in table) == 0:
            continue
        import numpy as np
        from scipy.stats import fisher_exact

        if fisher_exact(np.array(table)).pvalue < _NOTEWORTHY:
            yield (
                "The reference standard was missing more often for some results of ",
                Name(name),
                " than for others (",
                Number(f"complete.{key}.positive.missing.n"),
                " of ",
                Number(f"complete.{key}.positive.total.n"),
                " positive, ",
                Number(f"complete.{key}.negative.missing.n"),
                " of ",
                Number(f"complete.{key}.negative.total.n"),
                " negative results).",
            )


def _verified(seen: Evidence, analysis: str) -> list[int] | None:
    total, missing = seen.number(f"{analysis}.total.n"), seen.number(f"{analysis}.missing.n")
    return None if total is None or missing is None else [int(total - missing), int(missing)]


COUNT_RULES = (
    Rule(
        id="R05",
        asks="Indeterminate results have a stated handling",
        severity="error",
        look=_indeterminate,
        remedy="State estimand.handling.indeterminate, and both bounding sensitivity analyses.",
    ),
    Rule(
        id="R09",
        asks="Subgroups and sites sum to the analysis set",
        severity="error",
        look=_subgroups_add_up,
        remedy="Find who is in no subgroup or in two; the results were changed after the run, or the run is wrong.",
    ),
    Rule(
        id="R10",
        asks="The flow of the participants closes",
        severity="error",
        look=_flow_adds_up,
        remedy="Find where participants were lost; the results were changed after the run, or the run is wrong.",
    ),
    Rule(
        id="R17",
        asks="Verification that depends on the result of the test is corrected for",
        severity="warning",
        look=_verified_alike,
        remedy="Add the sensitivity analysis verification_corrected.",
    ),
)
