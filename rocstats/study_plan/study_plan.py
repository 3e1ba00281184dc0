"""The plan of a study: everything that is decided before the data are looked at.

A plan is one TOML file. Its tables are the classes of this room, its keys their fields; what a field may hold is said
here, and what fields say together is checked where a plan is loaded.

References: [bossuyt2015]
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Scalar = str | int | float | bool
# Strict, since TOML has types: true is no number, and "0.5" is a text. Neither nan nor inf was ever planned.
Number = Annotated[float, Field(strict=True, allow_inf_nan=False)]
Whole = Annotated[int, Field(strict=True)]
YesNo = Annotated[bool, Field(strict=True)]
Share = Annotated[float, Field(strict=True, gt=0, lt=1)]
Value = str | Whole | Number | YesNo
Values = Value | tuple[Value, ...]
Handling = Literal["exclude", "positive", "negative"]
Measure = Literal[
    "sensitivity",
    "specificity",
    "ppv",
    "npv",
    "accuracy",
    "auc",
    "sensitivity_difference",
    "specificity_difference",
    "auc_difference",
]
Scenario = Literal[
    "indeterminate_positive",
    "indeterminate_negative",
    "worst_case",
    "best_case",
    "complete_case",
    "verification_corrected",
    "cluster_robust",
    "exact_interval",
]
Profile = Literal["full", "appendix", "stard_journal", "ivdr", "qc"]
Style = Literal["default", "tlf", "ama", "nejm", "lancet", "r"]
Format = Literal["html", "md", "pdf", "docx"]


class Part(BaseModel):
    """A table of the plan: no key but its fields, no change once it is made."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class TextPart(Part):
    """A table of texts for people: spaces around them are none of theirs, and a text of spaces is empty."""

    model_config = ConfigDict(str_strip_whitespace=True)


class StudyPart(TextPart):
    """Which study this is, and who answers for the report."""

    id: str = Field(default="", description="Identifier of the study.")
    title: str = Field(default="", description="Title of the report.")
    version: str = Field(default="1", description="Version of the report.")
    status: Literal["draft", "final"] = Field(default="draft", description="State of the report.")
    registration: str = Field(default="", description="Registry and number.")
    protocol: str = Field(default="", description="Where the protocol can be read, with its version.")
    funding: str = Field(default="", description="Who paid, and what they had to do with the study.")
    sponsor: str = Field(default="", description="Who is responsible for the study.")
    data_cutoff: str = Field(default="", description="Date of the data, as it is to be printed.")
    prepared_by: str = Field(default="", description="Name for the line of the author.")
    reviewed_by: str = Field(default="", description="Name for the line of the reviewer.")
    approved_by: str = Field(default="", description="Name for the line of approval.")


class DataPart(Part):
    """The file with one row a participant, and the columns that are no results."""

    file: str = Field(description="The data file, named from the folder of the plan.")
    sha256: str = Field(default="", description="SHA-256 digest that the file must have, 64 hexadecimal digits.")
    subject: str = Field(default="", description="Column of participant identifiers.")
    cluster: str = Field(default="", description="Column that says which rows belong together.")
    site: str = Field(default="", description="Column of study sites.")
    supplementary: str = Field(default="", description="Filter: participants outside the intended use.")
    discrepancy_resolved: str = Field(
        default="", description="Filter: those whose truth was changed after discrepant results."
    )
    labels: dict[str, str] = Field(default_factory=dict, description="For a column, the name that the report prints.")


class DesignPart(Part):
    """How the study was done; items of STARD."""

    type: Literal["cohort", "case-control"] | None = Field(default=None, description="How participants were sampled.")
    data_collection: Literal["prospective", "retrospective"] | None = Field(
        default=None, description="Whether the data were collected after the study was planned, or before."
    )
    sampling: Literal["consecutive", "random", "convenience"] | None = Field(
        default=None, description="How the series of participants came together."
    )
    verification: Literal["complete", "partial", "differential"] | None = Field(
        default=None, description="Whether all participants had the same reference standard."
    )
    planned_cases: Whole | None = Field(default=None, gt=0, description="Planned number with the condition.")
    planned_controls: Whole | None = Field(default=None, gt=0, description="Planned number without the condition.")
    sample_size_rationale: str = Field(default="", description="How the sample size was derived.")


class ParticipantsPart(Part):
    """Who came into the study, and what is described of them."""

    eligible: str = Field(default="", description="Filter: eligible participants; empty if the file has no others.")
    exclusion_reason: str = Field(default="", description="Column with the reason of who is not eligible.")
    baseline: tuple[str, ...] = Field(default=(), description="Columns described by target condition.")
    severity: str = Field(default="", description="Column of severity among those with the condition.")
    alternatives: str = Field(default="", description="Column of other diagnoses among those without.")
    index_date: str = Field(default="", description="Column with the date of the index test.")
    reference_date: str = Field(default="", description="Column with the date of the reference standard.")
    window_days: Whole | None = Field(default=None, gt=0, description="Longest interval between both, in days.")
    treated_between: str = Field(default="", description="Filter: treated between the tests.")
    adverse_events: tuple[str, ...] = Field(default=(), description="Columns that flag adverse events of a test.")


class ReferencePart(Part):
    """The reference standard, or the comparator that is none."""

    column: str = Field(description="Column of its results.")
    positive: Values = Field(description="Value or values of those with the condition.")
    negative: Values = Field(description="Value or values of those without the condition.")
    inconclusive: Values = Field(default=(), description="Value or values that decide neither.")
    kind: Literal["reference_standard", "comparator"] = Field(
        description="Whether it tells the truth, or is a comparator with which a test agrees."
    )
    name: str = Field(default="", description="What the report calls it; the name of the column if empty.")
    condition: str = Field(default="the condition", description="The target condition, as it follows the word 'with'.")
    description: str = Field(default="", description="How it was done, in words.")
    rationale: str = Field(default="", description="Why this reference standard was chosen.")
    masking: str = Field(default="", description="What its assessors knew of the index tests.")


class ThresholdPart(Part):
    """Where a test turns positive, and where that number comes from."""

    value: Number = Field(description="The threshold on the scale of the data; it counts as positive itself.")
    origin: Literal["prespecified", "data_driven", "manufacturer", "literature"] = Field(
        description="Where the threshold comes from."
    )
    source: str = Field(default="", description="Where the threshold is written, such as a section of the protocol.")


class TestPart(Part):
    """An index test: a column of scores with a direction, or a column of calls."""

    __test__ = False

    name: str = Field(min_length=1, description="What the report calls it.")
    column: str = Field(default="", description="Column of its results; the name if empty.")
    version: str = Field(default="", description="Version or lot.")
    description: str = Field(default="", description="How it was done, in words.")
    masking: str = Field(default="", description="What its readers knew of the reference standard.")
    unit: str = Field(default="", description="Unit of its scores.")
    positive_scores: Literal["high", "low"] | None = Field(
        default=None, description="Whether high or low scores are positive."
    )
    threshold: ThresholdPart | None = Field(default=None, description="Where it turns positive; a test of scores only.")
    positive: Values = Field(
        default=(), description="Value or values that are positive calls; such a test has no scores."
    )
    negative: Values = Field(default=(), description="Value or values that are negative calls.")
    indeterminate: Values = Field(default=(), description="Value or values that decide neither.")
    indeterminate_between: tuple[Number, Number] | None = Field(
        default=None, description="Lowest and highest score that decide neither."
    )
    failed: Values = Field(default=(), description="Value or values of a run that failed.")

    @property
    def source_column(self) -> str:
        """The column that holds its results."""
        return self.column or self.name

    @property
    def has_calls(self) -> bool:
        """Whether its results are calls and no scores."""
        return self.positive != ()


class HandlingPart(Part):
    """What the primary analysis makes of results that decide neither. Without it none may be there."""

    indeterminate: Handling | None = Field(default=None, description="Indeterminate results count as this.")
    failed: Handling = Field(default="exclude", description="Failed runs count as this.")


class EstimandPart(Part):
    """What is estimated, of whom."""

    population: str = Field(default="", description="Name of the primary analysis set; all eligible if empty.")
    measures: tuple[Measure, ...] = Field(default=("sensitivity", "specificity"), description="Primary measures.")
    handling: HandlingPart = Field(default=HandlingPart(), description="What results that decide neither count as.")
    events: dict[str, str] = Field(
        default_factory=dict, description="For an interfering event, the strategy that answers it."
    )


class HypothesisPart(Part):
    """A claim that the study is to show."""

    id: str = Field(min_length=1, description="Its short name, such as H1.")
    measure: Measure = Field(description="What the claim is about.")
    test: str = Field(default="", description="Name of the test, for a claim about one.")
    tests: tuple[str, str] | None = Field(
        default=None, description="Names of the two tests of a difference, first minus second."
    )
    type: Literal["superiority", "noninferiority", "equivalence"] = Field(
        default="superiority", description="What is to be shown."
    )
    goal: Number | None = Field(default=None, description="Share or area that one test is to exceed, such as 0.8.")
    margin: Number | None = Field(
        default=None, description="Margin of a difference, such as 0.05; none for plain superiority."
    )
    alternative: Literal["greater", "less", "two-sided"] = Field(
        default="greater", description="On which side of the goal, or of no difference, the claim lies."
    )
    alpha: float = Field(
        default=0.025,
        strict=True,
        gt=0,
        lt=0.5,
        description="Level of its test: one-sided, unless the claim is two-sided.",
    )
    role: Literal["primary", "secondary", "exploratory"] = Field(default="primary", description="Weight of the claim.")
    after: tuple[str, ...] = Field(
        default=(), description="Ids of the claims that must be shown before this one is tested."
    )


class IntervalsPart(Part):
    """Methods by their words in the register."""

    level: float = Field(default=0.95, strict=True, gt=0.5, lt=1, description="Confidence level of every interval.")
    proportions: str = Field(default="wilson", description="Method for sensitivity, specificity and other proportions.")
    auc: str = Field(default="delong", description="Method for areas under curves.")
    difference: str = Field(default="delong", description="Method for differences of two areas.")
    paired_proportions: str = Field(default="tango", description="Method for differences of two paired proportions.")
    n_resamples: Whole = Field(default=2000, ge=100, le=1_000_000, description="Resamples of methods that resample.")
    band: Literal["pointwise", "simultaneous", "none"] = Field(
        default="pointwise", description="Band around ROC curves."
    )


class ReportPart(Part):
    """How the report looks."""

    profile: Profile = Field(default="full", description="Which report: its sections and their order.")
    style: Style = Field(default="default", description="How numbers are written.")
    numbering: Literal["plain", "ich_e3"] = Field(default="plain", description="How tables are numbered.")
    formats: tuple[Format, ...] = Field(default=("html", "md"), min_length=1, description="Files that are written.")
    listings: YesNo = Field(default=False, description="Listings by participant; they show data of persons.")


class NarrativePart(TextPart):
    """Texts that no data can give. An empty one is shown as to be supplied."""

    background: str = Field(default="", description="What is known of the condition and of the tests.")
    intended_use: str = Field(default="", description="Intended use of the index test, with its clinical role.")
    objectives: str = Field(default="", description="What the study was to find out.")
    eligibility: str = Field(default="", description="Who could take part.")
    identification: str = Field(default="", description="How possible participants were found.")
    setting: str = Field(default="", description="Where the study was done, with its dates.")
    generalisability: str = Field(default="", description="To whom the results apply.")
    limitations: str = Field(default="", description="Limitations, with possible bias.")
    implications: str = Field(default="", description="What the results mean for practice.")
    adverse_events: str = Field(
        default="", description="Adverse events of the index tests or of the reference standard."
    )
    deviations: tuple[str, ...] = Field(default=(), description="Deviations from the protocol, each a text.")
    omissions: dict[str, str] = Field(
        default_factory=dict, description="For a performance parameter, why it is left out."
    )
    responses: dict[str, str] = Field(
        default_factory=dict, description="For a rule of the report check, R01 to R20, the answer to its finding."
    )


class AIPart(Part):
    """What is asked of an index test that learned."""

    version: str = Field(default="", description="Version of the algorithm.")
    locked: YesNo | None = Field(default=None, description="Whether it was changed no more before the study.")
    training_overlap: str = Field(
        default="", description="Overlap of its development data with the data of this study."
    )
    fairness_groups: tuple[str, ...] = Field(default=(), description="Columns of groups among whom it is to be fair.")


class StudyPlan(Part):
    """The whole plan.

    Examples
    --------
    >>> plan = StudyPlan.model_validate(
    ...     {
    ...         "rocstats": "1",
    ...         "data": {"file": "study.csv"},
    ...         "reference": {"column": "ill", "positive": 1, "negative": 0, "kind": "reference_standard"},
    ...         "tests": [{"name": "CT", "positive_scores": "high"}],
    ...     }
    ... )
    >>> plan.seed, plan.tests[0].source_column, plan.intervals.proportions
    (20261130, 'CT', 'wilson')
    """

    rocstats: Literal["1"] = Field(description="Version of the form of the plan.")
    seed: Whole = Field(default=20261130, ge=0, le=2**63 - 1, description="Seed of everything that is drawn at random.")
    prevalences: tuple[Share, ...] = Field(
        default=(), description="Prevalences at which predictive values are given, such as 0.1."
    )
    subgroups: tuple[str, ...] = Field(default=(), description="Columns that divide the participants.")
    exploratory_subgroups: tuple[str, ...] = Field(
        default=(), description="The same, not planned beforehand; marked as exploratory."
    )
    sensitivity: tuple[Scenario, ...] = Field(default=(), description="Sensitivity analyses.")
    multiplicity: Literal["none", "holm", "fixed_sequence", "all_of"] = Field(
        default="none", description="How the claims share the error: not, by Holm, in their order, all must be shown."
    )
    analysis_sets: dict[str, str] = Field(
        default_factory=dict, description="For the name of an analysis set, the filter of its participants."
    )
    study: StudyPart = Field(default=StudyPart(), description="Which study this is.")
    data: DataPart = Field(description="The data file and its columns that are no results.")
    design: DesignPart = Field(default=DesignPart(), description="How the study was done.")
    participants: ParticipantsPart = Field(default=ParticipantsPart(), description="Who came into the study.")
    reference: ReferencePart = Field(description="The reference standard, or the comparator.")
    tests: tuple[TestPart, ...] = Field(min_length=1, description="The index tests, in the order of the report.")
    estimand: EstimandPart = Field(default=EstimandPart(), description="What is estimated, and of whom.")
    hypotheses: tuple[HypothesisPart, ...] = Field(default=(), description="Claims that the study is to show.")
    intervals: IntervalsPart = Field(default=IntervalsPart(), description="Methods, by their words.")
    report: ReportPart = Field(default=ReportPart(), description="Which report it is, and how it looks.")
    narrative: NarrativePart = Field(default=NarrativePart(), description="Texts that no data can give.")
    ai: AIPart | None = Field(default=None, description="What is asked of an index test that learned.")

    @property
    def agreement(self) -> bool:
        """Whether results are called agreement, because the comparator is no reference standard."""
        return self.reference.kind == "comparator"


def values_of(stated: Scalar | tuple[Scalar, ...]) -> tuple[Scalar, ...]:
    """Give one value or several as a tuple.

    Examples
    --------
    >>> values_of("POS"), values_of((1, 2)), values_of(())
    (('POS',), (1, 2), ())
    """
    return stated if isinstance(stated, tuple) else (stated,)
