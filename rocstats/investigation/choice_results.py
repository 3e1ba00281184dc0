"""What a threshold that was chosen on the data is worth apart from having been chosen.

The rule chooses again in each resample and is judged in the participants whom the resample leaves out; these had no
part in the choice. The plan does not name the rule, so it is found: the first of the usual ones by which the stated
threshold is best in these data, the largest Youden index if it is best by none.

References: [youden1950], [perkins2006], [efron1997], [davison1997]
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rocstats.analysis_results.reasons import reasons
from rocstats.analysis_results.recorder import Recorder
from rocstats.analysis_results.row import About
from rocstats.data.sample import Sample
from rocstats.empirical.points import operating_points
from rocstats.inference.chosen_threshold import Optimum, ThresholdChoice
from rocstats.inference.threshold_choice import thresholds
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.investigation import Investigation
from rocstats.results import Card

RULES = ("youden", "closest-topleft", "product", "equal")
_CLUSTERS = "these records come in clusters, and the bootstrap takes subjects as independent. No value is given."
_IN_AGREEMENT = "the largest sum of PPA and NPA"
CHOSEN_AGAIN = Card(
    "out-of-bag",
    "bootstrap, threshold chosen again",
    "A threshold that was chosen on the data was chosen again in each resample by the same rule; corrected values are "
    "those of the participants whom the resamples leave out",
    ("efron1997", "davison1997"),
    "bootstrap that chooses the threshold again",
)


def record_choice(investigation: Investigation, recorder: Recorder, test: TestColumn, sample: Sample) -> None:
    """Take down apparent and corrected accuracy of a test whose threshold the plan calls data-driven."""
    stated = test.part.threshold
    if stated is None or stated.origin != "data_driven":
        return
    plan = investigation.plan
    rule, best = rule_behind(sample, stated.value, RULES[:1] if plan.agreement else RULES)
    where = f"chosen.{test.key}"
    about = About(
        label=f"Threshold of {test.name} chosen on these data",
        population=investigation.primary,
        test=test.name,
        comparator=plan.reference.name if plan.agreement else "",
        purpose="exploratory",
        level=plan.intervals.level,
    )
    title = _IN_AGREEMENT if plan.agreement else thresholds(sample, rule).rule.title
    recorder.add(where, "rule", title, "text", about, label="Chosen by")
    recorder.add(where, "is-best", best is not None, "text", about, label="Whether the stated threshold is best by it")
    choice = thresholds(sample, rule, level=plan.intervals.level, **_resampling(investigation))
    found = choice.resampled
    why = _CLUSTERS if plan.data.cluster else _why(choice)
    if not plan.agreement:
        recorder.output(where, f"Threshold chosen on these data: {test.name}", choice)
    # Where nothing was drawn, no method was used.
    told = about if found is None else replace(about, method=CHOSEN_AGAIN, seed=plan.seed)
    optimum = choice.optima[0] if best is None else best
    if found is not None and found.resampling is not None:
        for stat, size, label in (
            ("n-resamples", found.resampling.n_resamples, "Resamples"),
            ("n-without-value", found.resampling.n_without_value, "Resamples without a value"),
        ):
            recorder.add(where, stat, size, "count", told, label=label)
    nobody = "" if optimum.threshold is not None else "the rule calls nobody positive."
    recorder.add(f"{where}.threshold", "estimate", optimum.threshold, "quantity", told, warning=nobody)
    interval = None if found is None else found.threshold
    own = replace(told, sides="" if interval is None else interval.sides)
    for stat, limit in (
        ("conf-low", None if interval is None else interval.low),
        ("conf-high", None if interval is None else interval.high),
    ):
        recorder.add(f"{where}.threshold", stat, limit, "quantity", own, warning="" if limit is not None else why)
    for name, label in (("sensitivity", _names(plan.agreement)[0]), ("specificity", _names(plan.agreement)[1])):
        apparent = getattr(optimum, name)
        corrected = None if found is None else getattr(found, name)
        optimism = None if corrected is None else apparent - corrected
        one = replace(told, label=f"{label} of {test.name} at a threshold chosen on these data")
        recorder.add(f"{where}.{name}", "apparent", apparent, "percent", one, label="Apparent")
        for stat, value, kind, said in (
            ("corrected", corrected, "percent", "Corrected"),
            ("optimism", optimism, "points", "Optimism"),
        ):
            missing = why if value is None else ""
            recorder.add(f"{where}.{name}", stat, value, kind, one, label=said, warning=missing)  # type: ignore[arg-type]


def rule_behind(sample: Sample, stated: float, rules: tuple[str, ...] = RULES) -> tuple[str, Optimum | None]:
    """Find the rule by which a stated threshold is best in these data, and the optimum that it stands for.

    Examples
    --------
    >>> sample = Sample.from_groups(cases=[3, 4, 5, 6, 6], controls=[1, 2, 3, 3, 5])
    >>> rule, best = rule_behind(sample, 3.5)
    >>> rule, best.threshold, rule_behind(sample, 1)
    ('youden', 4.0, ('youden', None))
    """
    points = operating_points(sample, [stated])
    called = int(points.tp[0]), int(points.fp[0])
    for rule in rules:
        for optimum in thresholds(sample, rule).optima:
            if (optimum.tp, optimum.fp) == called:
                return rule, optimum
    return rules[0], None


def _resampling(investigation: Investigation) -> dict[str, Any]:
    """Ask for resamples, which records of one cluster do not allow."""
    plan = investigation.plan
    return {} if plan.data.cluster else {"rng": plan.seed, "n_resamples": plan.intervals.n_resamples}


def _why(choice: ThresholdChoice) -> str:
    """Say why a number of the resamples is not there, if one is not."""
    found = choice.resampled
    return reasons(() if found is None else found.notes, "the data cannot give it.")


def _names(agreement: bool) -> tuple[str, str]:
    return ("PPA", "NPA") if agreement else ("Sensitivity", "Specificity")
