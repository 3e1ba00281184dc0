"""Rules about the design: reference standard, sampling, directions, thresholds, populations."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rocstats.methods.clustered_area import CLUSTERED_AREA
from rocstats.methods.clustered_share import CLUSTERED_SHARE
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_report.rule import Evidence, Name, Number, Rule, Words

_WORDS_OF_ACCURACY = re.compile(r"\b(sensitivity|specificity|accuracy|predictive value)", re.IGNORECASE)

_FOR_CLUSTERS = (CLUSTERED_AREA.id, CLUSTERED_SHARE.id)


def _words_without_truth(seen: Evidence) -> Iterator[Words]:
    plan = seen.plan
    if not plan.agreement:
        return
    for key, text in _texts(plan):
        if found := _WORDS_OF_ACCURACY.search(text):
            yield (
                Name(key),
                " says “",
                Name(found[0]),
                "”, and the comparator of the plan is not a reference standard.",
            )


def _texts(plan: StudyPlan) -> Iterator[tuple[str, str]]:
    """Give the texts of the plan that the report prints, with their keys; an answer may name what it is about."""
    yield "study.title", plan.study.title
    yield "design.sample_size_rationale", plan.design.sample_size_rationale
    for key in ("description", "rationale", "masking"):
        yield f"reference.{key}", getattr(plan.reference, key)
    for test in plan.tests:
        for key in ("description", "masking"):
            yield f"{key} of {test.name}", getattr(test, key)
    yield from ((f"estimand.events.{event}", text) for event, text in plan.estimand.events.items())
    for name, held in plan.narrative:
        match held:
            case str():
                yield f"narrative.{name}", held
            case tuple():
                yield from ((f"narrative.{name}", text) for text in held)


def _resolved(seen: Evidence) -> Iterator[Words]:
    if seen.number("data.discrepancy-resolved.n"):
        yield (
            "The reference result of ",
            Number("data.discrepancy-resolved.n"),
            " participants of the primary analysis set was changed after the tests disagreed.",
        )


def _values_by_design(seen: Evidence) -> Iterator[Words]:
    if seen.plan.design.type != "case-control":
        return
    for key, name in seen.tests():
        for measure, word in (("ppv", "positive"), ("npv", "negative")):
            row = f"acc.{key}.{measure}.estimate"
            if seen.number(row) is not None:
                yield (
                    f"The {word} predictive value of ",
                    Name(name),
                    " (",
                    Number(row),
                    "%) is that of a case-control design.",
                )


def _chosen_here(seen: Evidence) -> Iterator[Words]:
    for (key, name), test in zip(seen.tests(), seen.plan.tests, strict=True):
        chosen = test.threshold is not None and test.threshold.origin == "data_driven"
        if chosen and not seen.table.analyses(f"chosen.{key}"):
            yield ("The threshold of ", Name(name), " was chosen on these data, and nothing corrects for it.")


def _several_records(seen: Evidence) -> Iterator[Words]:
    if not seen.plan.data.cluster:
        return
    methods = {
        row.about.method.name: row.id
        for row in seen.table
        if row.about.method is not None
        and row.analysis.split(".")[0] in ("acc", "auc", "diff-auc", "diff-sensitivity", "diff-specificity")
        and row.stat == "conf-low"
        and row.value is not None
        and row.about.method.id not in _FOR_CLUSTERS
    }
    if methods:
        yield (
            "Rows belong together by ",
            Name(seen.plan.data.cluster),
            ", and these methods take them as independent: ",
            Name(", ".join(methods)),
            ".",
        )


def _supplementary(seen: Evidence) -> Iterator[Words]:
    if seen.number("data.supplementary.n"):
        yield (
            "The primary analysis set holds ",
            Number("data.supplementary.n"),
            " participants outside the intended use.",
        )


def _exploratory(seen: Evidence) -> Iterator[Words]:
    unmarked: dict[str, None] = {}
    for row in seen.table:
        columns = [column for column, _ in row.about.groups]
        later = row.analysis.startswith("sub.") and any(one in seen.plan.exploratory_subgroups for one in columns)
        chosen = row.analysis.startswith("chosen.")
        if (later or chosen) and row.about.purpose not in ("exploratory", "plan"):
            unmarked[columns[0] if later else "thresholds chosen on these data"] = None
    for what in unmarked:
        yield ("Results on ", Name(what), " were not planned, and are not marked as exploratory.")


def _directions(seen: Evidence) -> Iterator[Words]:
    for test in seen.plan.tests:
        if not test.has_calls and test.positive_scores is None:
            yield ("The plan does not say which scores of ", Name(test.name), " are positive; high ones were taken.")


def _training(seen: Evidence) -> Iterator[Words]:
    if seen.plan.ai is not None and not seen.plan.ai.training_overlap.strip():
        yield ("The plan does not say whether development and test data overlap.",)


DESIGN_RULES = (
    Rule(
        id="R02",
        asks="Words of accuracy only with a declared reference standard",
        severity="error",
        look=_words_without_truth,
        remedy="Speak of agreement: positive and negative percent agreement.",
    ),
    Rule(
        id="R03",
        asks="No primary estimate from results changed after disagreement",
        severity="error",
        look=_resolved,
        remedy="Leave these participants out of the primary analysis set, or use their first reference result.",
    ),
    Rule(
        id="R04",
        asks="Predictive values of a case-control design only at a stated prevalence",
        severity="error",
        look=_values_by_design,
        remedy="State prevalences in the plan.",
    ),
    Rule(
        id="R06",
        asks="A threshold chosen on these data comes with a correction for optimism",
        severity="warning",
        look=_chosen_here,
        remedy="Give the accuracy of the choice in participants who did not take part in it.",
    ),
    Rule(
        id="R08",
        asks="Several records of a participant only with methods that know of it",
        severity="error",
        look=_several_records,
        remedy="Use methods for clusters, or one record a participant.",
    ),
    Rule(
        id="R12",
        asks="The primary analysis set holds the intended use only",
        severity="warning",
        look=_supplementary,
        remedy="Define the primary analysis set without them, and report them apart.",
    ),
    Rule(
        id="R16",
        asks="What was not planned is marked as exploratory",
        severity="error",
        look=_exploratory,
        remedy="Mark it, or plan it.",
    ),
    Rule(
        id="R18",
        asks="The direction of each test is declared",
        severity="warning",
        look=_directions,
        remedy="State positive_scores; a direction read off the data makes areas near one half too large.",
    ),
    Rule(
        id="R20",
        asks="The overlap of development and test data is declared",
        severity="error",
        look=_training,
        remedy="State ai.training_overlap, be it “none”.",
    ),
)
