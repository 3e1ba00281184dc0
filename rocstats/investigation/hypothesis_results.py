"""Claims of the plan with what the data decide about each, in their order."""

from __future__ import annotations

from rocstats.analysis_results.recorder import Recorder
from rocstats.analysis_results.row import About, Kind
from rocstats.investigation.claim_judgement import Judgement, interval_level, judge_claim, two_sided
from rocstats.investigation.claim_order import Verdict, decide_claims
from rocstats.investigation.investigation import Investigation
from rocstats.study_plan.study_plan import HypothesisPart

_COUNTS = {
    "n": "n",
    "total": "N",
    "n1": "First test",
    "n2": "Second test",
    "n-cases": "With the condition",
    "n-controls": "Without the condition",
}


def record_hypotheses(investigation: Investigation, recorder: Recorder) -> None:
    """Take down what was decided of each claim, with the interval and the test that decided, and of all together.

    The interval is at the level at which the claim was tested; one that was not tested has that of its own level and
    no p-value.
    """
    claims = investigation.plan.hypotheses
    if not claims:
        return
    judged = _Judged(investigation)
    own = [judged.at(place, claim.alpha) for place, claim in enumerate(claims)]
    verdicts = decide_claims(
        claims,
        investigation.plan.multiplicity,
        lambda place, alpha: judged.at(place, alpha).met,
        [judgement.pvalue for judgement in own],
    )
    for place, (claim, verdict) in enumerate(zip(claims, verdicts, strict=True)):
        judgement = own[place] if verdict.alpha is None else judged.at(place, verdict.alpha)
        _record(investigation, recorder, f"hyp.h{place + 1}", claim, verdict, judgement)
    _record_family(investigation, recorder, verdicts)


class _Judged:
    """Judgements of claims by place and level, each made once."""

    def __init__(self, investigation: Investigation) -> None:
        self.investigation = investigation
        self.found: dict[tuple[int, float], Judgement] = {}

    def at(self, place: int, alpha: float) -> Judgement:
        """Judge a claim at a level."""
        if (place, alpha) not in self.found:
            claim = self.investigation.plan.hypotheses[place]
            self.found[place, alpha] = judge_claim(self.investigation, claim, alpha)
        return self.found[place, alpha]


def _record(
    investigation: Investigation,
    recorder: Recorder,
    where: str,
    claim: HypothesisPart,
    verdict: Verdict,
    judgement: Judgement,
) -> None:
    tested = verdict.alpha is not None
    about = _about(investigation, claim, judgement, interval_level(claim, verdict.alpha or claim.alpha))
    kind = _kind(claim)
    why = judgement.why or "the method gives none."
    untested = "it was not tested, because a claim before it was not met."
    for stat, count in judgement.counts:
        recorder.add(where, stat, count, "count", about, label=_COUNTS[stat])
    for stat, value in zip(("estimate1", "estimate2"), judgement.values, strict=False):
        of: Kind = "percent" if kind == "points" else kind
        recorder.add(where, stat, value, of, about, label="First test" if stat == "estimate1" else "Second test")
    recorder.add(where, "estimate", judgement.estimate, kind, about, warning=why if judgement.estimate is None else "")
    interval = judgement.interval
    for stat, limit in (
        ("conf-low", None if interval is None else interval.low),
        ("conf-high", None if interval is None else interval.high),
    ):
        recorder.add(where, stat, limit, kind, about, warning="" if limit is not None else why)
    recorder.add(where, "conf-level", about.level, "level", about, label="Confidence level")
    for stat, null in zip(_null_stats(judgement), judgement.nulls, strict=True):
        recorder.add(where, stat, null[0], kind, about, label="Null value")
    if tested and judgement.statistic is not None:
        recorder.add(where, "statistic", judgement.statistic, "statistic", about)
    recorder.add(
        where,
        "p-value",
        judgement.pvalue if tested else None,
        "p",
        about,
        warning=untested if not tested else "" if judgement.pvalue is not None else why,
    )
    if investigation.plan.multiplicity == "holm" and claim.role == "primary":
        recorder.add(
            where,
            "p-adjusted",
            verdict.adjusted,
            "p",
            about,
            label="p-value adjusted by Holm's method",
            warning="" if verdict.adjusted is not None else why if tested else untested,
        )
    recorder.add(where, "alpha-used", verdict.alpha, "level", about, label="Level", warning="" if tested else untested)
    recorder.add(where, "decision", verdict.decision, "text", about, label="Decision", warning=judgement.why)
    # What a result says of a claim that was not tested would read as a decision.
    if judgement.result is not None and tested:
        recorder.output(where, f"Claim {claim.id}", judgement.result)


def _record_family(investigation: Investigation, recorder: Recorder, verdicts: tuple[Verdict, ...]) -> None:
    """Take down how many of the primary claims were met, and whether all were."""
    primary = [v for claim, v in zip(investigation.plan.hypotheses, verdicts, strict=True) if claim.role == "primary"]
    if not primary:
        return
    about = About(label="Primary claims", population=investigation.primary, purpose="primary")
    met = sum(verdict.decision == "met" for verdict in primary)
    recorder.add("hyp.primary", "n", len(primary), "count", about, label="Claims")
    recorder.add("hyp.primary", "n-met", met, "count", about, label="Claims met")
    recorder.add("hyp.primary", "decision", "met" if met == len(primary) else "not met", "text", about, label="All")


def _null_stats(judgement: Judgement) -> tuple[str, ...]:
    return ("null-low", "null-high") if len(judgement.nulls) > 1 else ("null",) * len(judgement.nulls)


def _kind(claim: HypothesisPart) -> Kind:
    if claim.measure.startswith("auc"):
        return "area"
    return "percent" if claim.tests is None else "points"


def _about(investigation: Investigation, claim: HypothesisPart, judgement: Judgement, level: float) -> About:
    first, second = claim.tests or (claim.test, "")
    what = claim.measure.replace("_", " ")
    label = (
        f"Claim {claim.id}: {what} of {first}" if not second else f"Claim {claim.id}: {what}, {first} \u2212 {second}"
    )
    return About(
        label=label,
        population=investigation.primary,
        test=first,
        comparator=second,
        purpose=claim.role,
        method=judgement.method,
        level=level,
        sides="two-sided",
        alternative="two-sided" if two_sided(claim) else judgement.nulls[0][1] if judgement.nulls else "",
        null_value=judgement.nulls[0][0] if judgement.nulls else None,
        margin=claim.margin,
        seed=judgement.seed,
    )
