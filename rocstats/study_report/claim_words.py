"""Words for claims: their hypotheses in symbols, their criterion, the sentence that says what was decided.

A limit that would look like its margin or goal when it is rounded gets more digits, until the printed numbers tell
which of them is larger; decisions rest on unrounded values.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from rocstats.analysis_results.row import Kind
from rocstats.document.blocks import Limits
from rocstats.document.inline import Content, Value, joined
from rocstats.investigation.claim_judgement import two_sided
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.findings import Findings
from rocstats.study_plan.study_plan import HypothesisPart, StudyPlan
from rocstats.study_report.measure_words import short, spoken, word
from rocstats.study_report.number_style import DECIMALS
from rocstats.study_report.pen import Pen, named, planned

MET, NOT_MET, NOT_TESTED, NOT_ESTIMABLE = "met", "not met", "not tested", "not estimable"
_MOST_DECIMALS = 12
_UNITS: dict[Kind, str] = {"percent": "%", "points": " points"}
_LEADS = {"noninferiority": "Non-inferiority", "equivalence": "Equivalence", "superiority": "Superiority"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimWords:
    """One claim of the plan, with everything that is said of it.

    Parameters
    ----------
    plan : StudyPlan
        That states it.
    claim : HypothesisPart
        What it claims.
    place : int
        Its place in the plan, from 1: the part of ids that stands for it.
    tests : tuple of TestColumn
        The test, or the two of a difference.
    pen : Pen
        Who writes its numbers.
    """

    plan: StudyPlan
    claim: HypothesisPart
    place: int
    tests: tuple[TestColumn, ...]
    pen: Pen

    @property
    def at(self) -> str:
        """The analysis that its results are of."""
        return f"hyp.h{self.place}"

    @property
    def decision(self) -> str:
        """What was decided: "met", "not met", "not tested" or "not estimable"."""
        return self.pen.word(f"{self.at}.decision")

    @property
    def shown_decision(self) -> Content:
        """The decision, as it is written: on one line."""
        written = self.pen.value(f"{self.at}.decision")
        return Value(written.text.replace(" ", "\u00a0"), written.row)

    @property
    def estimable(self) -> bool:
        """Whether there is an interval to decide by."""
        return self.pen.has(f"{self.at}.conf-low")

    @property
    def kind(self) -> Kind:
        """Of which kind its estimate is."""
        if self.claim.measure.startswith("auc"):
            return "area"
        return "percent" if self.claim.tests is None else "points"

    @property
    def unit(self) -> str:
        """What stands behind a number of it: "%", " points" or nothing."""
        return _UNITS.get(self.kind, "")

    @property
    def decimals(self) -> int:
        """Decimals of estimate, limits and margin: as many as it takes that a limit does not look like its margin."""
        stats = [f"{self.at}.{stat}" for stat in ("estimate", "conf-low", "conf-high")]
        usual = DECIMALS[self.kind]
        if not self.pen.shell:
            known = [stat for stat in stats if self.pen.has(stat)]
            usual = max(usual, (self.pen.decimals(known) if known else None) or 0)
        places = max(usual, self._stated_decimals)
        while not self.pen.shell and places < _MOST_DECIMALS and self._looks_equal(places):
            places += 1
        return places

    @property
    def subject(self) -> Content:
        """What it is about in a few words: "sensitivity of Assay A", or "Assay A − Assay B"."""
        if self.claim.tests is None:
            return (spoken(self.plan, self.claim.measure), " of ", self._called)
        first, second = self.tests
        return (named(first.name), " \u2212 ", named(second.name))

    @property
    def endpoint(self) -> Content:
        """What it is about as the name of a row, with the unit of its numbers."""
        unit = {"percent": ", %", "points": ", points"}.get(self.kind, "")
        if self.claim.tests is None:
            return (word(self.plan, self.claim.measure), " of ", self._called, unit)
        return (word(self.plan, self.claim.measure), ", ", self.subject, unit)

    @property
    def null_hypothesis(self) -> Content:
        """What is to be rejected, in symbols."""
        return self._hypothesis(rejected=True)

    @property
    def alternative(self) -> Content:
        """What is to be shown, in symbols."""
        return self._hypothesis(rejected=False)

    @property
    def bound(self) -> Content:
        """The goal or the margin as the plan states it, without its unit; a dash where there is none."""
        row = f"plan.h{self.place}.{'goal' if self.claim.tests is None else 'margin'}"
        if row not in self.pen.table or not self.pen.number(row):
            return "\u2013"
        return self.pen.value(row, decimals=self.decimals)

    @property
    def criterion(self) -> Content:
        """What the interval must do."""
        claim, bound = self.claim, (self.bound, self.unit)
        if two_sided(claim):
            return ("interval excludes ", bound) if claim.tests is None else "interval excludes zero"
        if claim.tests is None:
            return ("lower limit above ", bound) if claim.alternative == "greater" else ("upper limit below ", bound)
        if claim.type == "equivalence":
            return ("limits within \u00b1", bound)
        if claim.type == "noninferiority":
            return ("lower limit above \u2212", bound)
        if claim.margin:
            return ("lower limit above ", bound)
        return f"{'lower limit above' if claim.alternative == 'greater' else 'upper limit below'} zero"

    def estimate(self) -> Content:
        """Write the estimate."""
        return self.pen.value(f"{self.at}.estimate", decimals=self.decimals)

    def limits(self) -> Limits | Content:
        """Write the interval for a cell."""
        return self.pen.limits(self.at, decimals=self.decimals)

    @property
    def test_words(self) -> Content:
        """Say the sides and the level of the test: "one-sided, level 2.5%"."""
        return ("two-sided" if two_sided(self.claim) else "one-sided", " at ", self._level_of_test(), "%")

    def sentence(self) -> Content:
        """Say what was decided, and by which numbers."""
        if not self.pen.shell and self.decision == NOT_ESTIMABLE:
            return (self._lead(), ": ", self._about(), " has no interval to decide by, so the claim is not shown.")
        if not self.pen.shell and self.decision == NOT_TESTED:
            return (self._lead(), ": not tested, ", self._why_not_tested(), ".")
        said: list[Content] = [self._lead(), ": ", self._limit_words(), "; ", self._margin_words(), "; criterion "]
        said += [self.shown_decision, " (", self._test_words(), ")."]
        return tuple(said)

    def _hypothesis(self, *, rejected: bool) -> Content:
        claim = self.claim
        bound: Content = (self.bound, self.unit)
        symbol = short(self.plan, claim.measure.removesuffix("_difference"))
        values = tuple((symbol, "(", named(test.name), ")") for test in self.tests)
        if two_sided(claim):
            sign = " = " if rejected else " \u2260 "
        elif claim.alternative == "less" and not _by_margin(claim):
            sign = " \u2265 " if rejected else " < "
        else:
            sign = " \u2264 " if rejected else " > "
        if claim.tests is None:
            return (values[0], sign, bound)
        difference = (values[0], " \u2212 ", values[1])
        if claim.type == "equivalence":
            return ("|", difference, "|", " \u2265 " if rejected else " < ", bound)
        if claim.type == "noninferiority":
            return (difference, sign, "\u2212", bound)
        return (difference, sign, bound) if claim.margin else (values[0], sign, values[1])

    @property
    def _called(self) -> Content:
        """The test by its rule; an area has none."""
        return named(self.tests[0].name) if self.claim.measure == "auc" else self.pen.rule(self.tests[0])

    @property
    def kind_of_claim(self) -> str:
        """What kind of claim it is: "Non-inferiority"."""
        if two_sided(self.claim):
            return "Goal, both sides" if self.claim.tests is None else "Difference"
        return "Goal" if self.claim.tests is None else _LEADS[self.claim.type]

    def _lead(self) -> Content:
        what = self.kind_of_claim.replace("Goal", "Performance goal")
        return (planned(self.claim.id), ", ", what[:1].lower() + what[1:])

    def _about(self) -> Content:
        """Name what the interval is of: its measure, and the test or the difference."""
        if self.claim.tests is None:
            return self.subject
        return (self.subject, " in ", spoken(self.plan, self.claim.measure.removesuffix("_difference")))

    def _limit_words(self) -> Content:
        claim, at, places = self.claim, self.at, self.decimals
        low, high = (self.pen.value(f"{at}.{stat}", decimals=places) for stat in ("conf-low", "conf-high"))
        interval = (" of the ", self.pen.level(at), "% CI for ", self._about(), " is ")
        if two_sided(claim) or (claim.tests is not None and claim.type == "equivalence"):
            whole = ("the ", self.pen.level(at), "% CI for ", self._about(), " is ")
            return (whole, self.pen.style.spoken_limits(low, high), self.unit)
        if claim.alternative == "less" and not _by_margin(claim):
            return ("upper limit", interval, high, self.unit)
        return ("lower limit", interval, low, self.unit)

    def _margin_words(self) -> Content:
        claim, bound = self.claim, (self.bound, self.unit)
        if claim.tests is None:
            return ("goal ", bound)
        if claim.type == "equivalence":
            return ("margins \u00b1", bound)
        if claim.type == "noninferiority":
            return ("margin \u2212", bound)
        return ("margin ", bound) if claim.margin else "null value zero"

    def _test_words(self) -> Content:
        sides = "two-sided" if two_sided(self.claim) else "one-sided"
        said: list[Content] = [sides, " level ", self._level_of_test(), "%"]
        if self.pen.shell or self.pen.has(f"{self.at}.p-value"):
            said += [", ", self.pen.p(self.at)]
        if self.pen.has(f"{self.at}.p-adjusted"):
            said += [", adjusted ", self.pen.p(self.at, "p-adjusted")]
        return tuple(said)

    def _level_of_test(self) -> Content:
        used = f"{self.at}.alpha-used"
        return self.pen.value(used if self.pen.has(used) and not self.pen.shell else f"plan.h{self.place}.alpha")

    @property
    def waits_for_all_primary(self) -> bool:
        """Whether all primary claims must be met before it, for only all of them together are a success."""
        primary = {claim.id for claim in self.plan.hypotheses if claim.role == "primary"}
        behind = self.claim.role != "primary" and not primary.isdisjoint(self.claim.after)
        return self.plan.multiplicity == "all_of" and behind

    def _why_not_tested(self) -> Content:
        """Name the claims that were in the way."""
        places = {claim.id: place for place, claim in enumerate(self.plan.hypotheses, 1)}
        if self.waits_for_all_primary and self.pen.word("hyp.primary.decision") != MET:
            return "because not all primary claims were met"
        closed = [
            name
            for name in self.claim.after
            if name in places and self.pen.word(f"hyp.h{places[name]}.decision") != MET
        ]
        if closed:
            verb = " was not met" if len(closed) == 1 else " were not met"
            return ("because ", joined([planned(name) for name in closed]), verb)
        return "because a claim before it was not met"

    @property
    def _stated_decimals(self) -> int:
        """Decimals that the goal or margin has as it is stated, in the unit in which it is written."""
        stated = self.claim.goal if self.claim.tests is None else self.claim.margin
        if not stated:
            return 0
        exact = Fraction(str(stated)) * (1 if self.kind == "area" else 100)
        return next((d for d in range(_MOST_DECIMALS) if (exact * 10**d).denominator == 1), 0)

    def _looks_equal(self, places: int) -> bool:
        """Whether a limit would be written as a null value that it is not."""
        nulls = [self.pen.number(f"{self.at}.{s}") for s in self._stats("null", "null-low", "null-high")]
        limits = [self.pen.number(f"{self.at}.{s}") for s in self._stats("conf-low", "conf-high")]

        def said(value: float) -> str:
            return self.pen.style.number(value, self.kind, places, limit=True)

        return any(
            limit != null and said(limit) == said(null)
            for limit in limits
            for null in nulls
            if limit is not None and null is not None
        )

    def _stats(self, *stats: str) -> Iterator[str]:
        return (stat for stat in stats if f"{self.at}.{stat}" in self.pen.table)


def claims_of(findings: Findings, pen: Pen) -> tuple[ClaimWords, ...]:
    """Give the claims of a plan of which there are results, in their order."""
    by_name = {test.name: test for test in findings.investigation.tests}
    return tuple(
        ClaimWords(
            plan=findings.plan,
            claim=claim,
            place=place,
            tests=tuple(by_name[name] for name in claim.tests or (claim.test,)),
            pen=pen,
        )
        for place, claim in enumerate(findings.plan.hypotheses, 1)
        if f"hyp.h{place}.decision" in pen.table
    )


def _by_margin(claim: HypothesisPart) -> bool:
    return claim.tests is not None and (claim.type != "superiority" or bool(claim.margin))
