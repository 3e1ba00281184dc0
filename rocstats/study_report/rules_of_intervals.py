"""Rules about intervals: every proportion has its counts, an interval and a method that serves."""

from __future__ import annotations

from collections.abc import Iterator

from rocstats.study_report.rule import Evidence, Name, Number, Rule, Words

_PROPORTIONS = ("sensitivity", "specificity", "ppv", "npv", "accuracy")
_HEADS = ("acc", "sub", "site", "sens")
_SMALL = 30
_FEW_DISCORDANT = 5
# Words under a reference standard, and under a comparator.
_WHO = {
    "with": ("with the condition", "positive by the comparator"),
    "without": ("without the condition", "negative by the comparator"),
}


def _complete(seen: Evidence) -> Iterator[Words]:
    for analysis in seen.table.analyses():
        parts = analysis.split(".")
        counted = parts[0] in _HEADS and parts[-1] in _PROPORTIONS and "verification-corrected" not in parts
        if not counted or seen.number(f"{analysis}.estimate") is None:
            continue
        rows = seen.table.analysis(analysis)
        lacking = [
            what
            for what, stats in (("its counts", ("n", "total")), ("an interval", ("conf-low", "conf-high")))
            if not all(stat in rows and rows[stat].value is not None for stat in stats)
        ]
        if not lacking and rows["conf-low"].about.method is None:
            lacking = ["the name of its interval method"]
        if lacking:
            about = rows["estimate"].about
            yield (
                Name(about.label),
                " (",
                Number(f"{analysis}.estimate"),
                "%) stands without ",
                " and ".join(lacking),
                ".",
            )


def _wald(seen: Evidence) -> Iterator[Words]:
    for row in seen.table:
        method = row.about.method
        at_end = row.kind == "percent" and row.stat == "estimate" and row.value in (0, 1)
        if at_end and method is not None and method.id.startswith("wald"):
            yield (Name(row.about.label), " is ", Number(row.id), "% and has a Wald interval.")


def _small(seen: Evidence) -> Iterator[Words]:
    for key, name in seen.tests():
        for stat, group in (("n-cases", "with"), ("n-controls", "without")):
            row = next((at for at in (f"crosstab.{key}.{stat}", f"auc.{key}.{stat}") if at in seen.table), "")
            number = seen.number(row)
            if number is not None and 0 < number < _SMALL:
                beside = any(map(seen.table.analyses, (f"acc.{key}.exact", f"auc.{key}.beside")))
                yield (
                    Name(name),
                    " has ",
                    Number(row),
                    f" {_people(number)} {_WHO[group][seen.plan.agreement]}, ",
                    "few for intervals that rest on large samples; ",
                    "others, for small groups, stand beside them." if beside else "no other stands beside them.",
                )
    for analysis in seen.table.analyses("discordance"):
        rows = seen.table.analysis(analysis)
        if {"first-only", "second-only"} <= set(rows):
            few = [row for row in (rows["first-only"], rows["second-only"]) if isinstance(row.value, int)]
            if len(few) == 2 and sum(int(row.value or 0) for row in few) < _FEW_DISCORDANT:
                group = "with" if analysis.endswith(".cases") else "without"
                yield (
                    Name(rows["first-only"].about.label),
                    f": of the participants {_WHO[group][seen.plan.agreement]}, only ",
                    Number(few[0].id),
                    " by the first alone and ",
                    Number(few[1].id),
                    " by the second alone are called positive.",
                )


def _people(number: float) -> str:
    return "participant" if number == 1 else "participants"


def _heterogeneity(seen: Evidence) -> Iterator[Words]:
    """Find columns of subgroups whose levels are there and whose test is not."""
    columns: dict[str, str] = {}
    for row in seen.table:
        head, *parts = row.analysis.split(".")
        if head in ("sub", "site") and row.about.groups and parts[:1] != ["test"] and parts[1:2] != ["test"]:
            columns.setdefault("site" if head == "site" else f"sub.{parts[0]}", row.about.groups[0][0])
    for analysis, column in columns.items():
        if not seen.table.analyses(f"{analysis}.test"):
            yield ("Results by ", Name(column), " stand without a test of heterogeneity.")


INTERVAL_RULES = (
    Rule(
        id="R01",
        asks="Every proportion has its counts and an interval with a named method",
        severity="error",
        look=_complete,
        remedy="Add what is missing, or leave the proportion out.",
    ),
    Rule(
        id="R13",
        asks="Small groups have an interval or a test for small groups beside",
        severity="warning",
        look=_small,
        remedy="Rest on the interval or test for small groups, and say so.",
    ),
    Rule(
        id="R14",
        asks="No Wald interval where an estimate is 0% or 100%",
        severity="error",
        look=_wald,
        remedy="Choose wilson or clopper-pearson under intervals.proportions.",
    ),
    Rule(
        id="R15",
        asks="Differences between subgroups are spoken of with a test of heterogeneity",
        severity="warning",
        look=_heterogeneity,
        remedy="Add the test, or do not compare the subgroups.",
    ),
)
