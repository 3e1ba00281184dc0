"""Numbers of the plan, taken down as rows so that a report can print them."""

from __future__ import annotations

from rocstats.analysis_results.recorder import Recorder
from rocstats.analysis_results.row import About
from rocstats.investigation.investigation import Investigation
from rocstats.study_plan.filters import parse_filter


def record_plan(investigation: Investigation, recorder: Recorder) -> None:
    """Take down level, seed, thresholds, prevalences, goals and margins as they were stated."""
    plan = investigation.plan
    stated = About(label="Stated in the plan", purpose="plan")
    recorder.add("plan", "level", plan.intervals.level, "level", stated, label="Confidence level")
    recorder.add("plan", "seed", plan.seed, "seed", stated, label="Seed")
    recorder.add("plan", "n-resamples", plan.intervals.n_resamples, "count", stated, label="Resamples")
    recorder.add("plan", "n-tests", len(plan.tests), "count", stated, label="Tests")
    recorder.add("plan", "n-hypotheses", len(plan.hypotheses), "count", stated, label="Claims")
    for stat, size in (("cases", plan.design.planned_cases), ("controls", plan.design.planned_controls)):
        if size is not None:
            recorder.add("plan", f"planned-{stat}", size, "count", stated, label=f"Planned {stat}")
    if plan.participants.window_days is not None:
        recorder.add("plan", "window-days", plan.participants.window_days, "count", stated, label="Longest interval")
    _record_filtered(investigation, recorder)
    for column in investigation.tests:
        if column.part.threshold is not None:
            about = About(label=f"Threshold of {column.name}", test=column.name, purpose="plan")
            recorder.add(f"plan.{column.key}", "threshold", column.part.threshold.value, "quantity", about)
        if column.part.indeterminate_between is not None:
            about = About(label=f"Indeterminate range of {column.name}", test=column.name, purpose="plan")
            for stat, value in zip(("from", "to"), column.part.indeterminate_between, strict=True):
                recorder.add(f"plan.{column.key}", f"indeterminate-{stat}", value, "quantity", about)
    for place, share in enumerate(plan.prevalences, 1):
        about = About(label="Prevalence", purpose="plan")
        recorder.add(f"plan.prevalence{place}", "share", share, "percent", about)
    for place, claim in enumerate(plan.hypotheses, 1):
        about = About(label=f"Claim {claim.id}", purpose="plan")
        for stat, stated_value, kind in (
            ("goal", claim.goal, "area" if claim.measure == "auc" else "percent"),
            ("margin", claim.margin, "area" if claim.measure.startswith("auc") else "points"),
            ("alpha", claim.alpha, "level"),
        ):
            if stated_value is not None:
                recorder.add(f"plan.h{place}", stat, stated_value, kind, about)  # type: ignore[arg-type]


def _record_filtered(investigation: Investigation, recorder: Recorder) -> None:
    """Count those of the primary analysis set whom the plan marks out."""
    data = investigation.plan.data
    for name, text, label in (
        ("supplementary", data.supplementary, "Outside the intended use"),
        ("discrepancy-resolved", data.discrepancy_resolved, "Reference result changed after the tests disagreed"),
    ):
        if text:
            marked = parse_filter(text).rows(investigation.frame) & investigation.rows_of()
            about = About(label=label, population=investigation.primary)
            recorder.add(f"data.{name}", "n", int(marked.sum()), "count", about)
