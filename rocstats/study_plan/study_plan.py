"""The plan of a study: everything that is decided before the data are looked at.

A plan is one TOML file. Its tables are the classes of this room, its keys their fields; what a field may hold is said
here, and what fields say together is checked where a plan is loaded.

References: [stard2015]
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Scalar = str | int | float | bool
Level = Annotated[float, Field(ge=0.5, lt=1, description="Confidence level, such as 0.95.")]
Share = Annotated[float, Field(gt=0, lt=1)]
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


class StudyPart(Part):
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

    file: str = Field(description="The data file; its folder is that of the plan.")
    sha256: str = Field(default="", description="Digest that the file must have.")
    subject: str = Field(default="", description="Column of participant identifiers.")
    cluster: str = Field(default="", description="Column that says which rows belong together.")
    site: str = Field(default="", description="Column of study sites.")
    supplementary: str = Field(default="", description="Filter: participants outside the intended use.")
    discrepancy_resolved: str = Field(default="", description="Filter: truth changed after discrepant results.")
    labels: dict[str, str] = Field(default_factory=dict, description="Column: the name that the report prints.")


class DesignPart(Part):
    """How the study was done; items of STARD."""

    type: Literal["cohort", "case-control"] | None = Field(default=None, description="How participants were sampled.")
    data_collection: Literal["prospective", "retrospective"] | None = Field(default=None, description="When.")
    sampling: Literal["consecutive", "random", "convenience"] | None = Field(default=None, description="Series.")
    verification: Literal["complete", "partial", "differential"] | None = Field(
        default=None, description="Whether all participants had the same reference standard."
    )
    planned_cases: int | None = Field(default=None, gt=0, description="Planned number with the condition.")
    planned_controls: int | None = Field(default=None, gt=0, description="Planned number without the condition.")
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
    window_days: int | None = Field(default=None, gt=0, description="Longest interval between both, in days.")
    treated_between: str = Field(default="", description="Filter: treated between the tests.")
    adverse_events: tuple[str, ...] = Field(default=(), description="Columns that flag adverse events of a test.")


class ReferencePart(Part):
    """The reference standard, or the comparator that is none."""

    column: str = Field(description="Column of its results.")
    positive: Scalar | tuple[Scalar, ...] = Field(description="Values with the condition.")
    negative: Scalar | tuple[Scalar, ...] = Field(description="Values without the condition.")
    inconclusive: Scalar | tuple[Scalar, ...] = Field(default=(), description="Values that decide neither.")
    kind: Literal["reference_standard", "comparator"] = Field(description="Whether it tells the truth.")
    name: str = Field(default="", description="What it is called; the column if empty.")
    condition: str = Field(default="the condition", description="The target condition, as in 'with …'.")
    description: str = Field(default="", description="How it was done.")
    rationale: str = Field(default="", description="Why this one.")
    masking: str = Field(default="", description="What its assessors knew of the index tests.")


class ThresholdPart(Part):
    """Where a test turns positive, and where that number comes from."""

    value: float = Field(description="On the scale of the data.")
    origin: Literal["prespecified", "data_driven", "manufacturer", "literature"] = Field(description="Its origin.")
    source: str = Field(default="", description="Where it is written.")


class TestPart(Part):
    """An index test: a column of scores with a direction, or a column of calls."""

    __test__ = False

    name: str = Field(min_length=1, description="What the report calls it.")
    column: str = Field(default="", description="Its column; the name if empty.")
    version: str = Field(default="", description="Version or lot.")
    description: str = Field(default="", description="How it was done.")
    masking: str = Field(default="", description="What its readers knew.")
    unit: str = Field(default="", description="Unit of its scores.")
    positive_scores: Literal["high", "low"] | None = Field(default=None, description="Which scores are positive.")
    threshold: ThresholdPart | None = None
    positive: Scalar | tuple[Scalar, ...] = Field(default=(), description="Calls that are positive.")
    negative: Scalar | tuple[Scalar, ...] = Field(default=(), description="Calls that are negative.")
    indeterminate: Scalar | tuple[Scalar, ...] = Field(default=(), description="Values that decide neither.")
    indeterminate_between: tuple[float, float] | None = Field(default=None, description="Scores that decide neither.")
    failed: Scalar | tuple[Scalar, ...] = Field(default=(), description="Values of a run that failed.")

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
    handling: HandlingPart = HandlingPart()
    events: dict[str, str] = Field(default_factory=dict, description="Interfering event: its strategy.")


class HypothesisPart(Part):
    """A claim that the study is to show."""

    id: str = Field(min_length=1, description="Its short name, such as H1.")
    measure: Measure
    test: str = Field(default="", description="The test of a claim about one.")
    tests: tuple[str, str] | None = Field(default=None, description="The tests of a difference, first minus second.")
    type: Literal["superiority", "noninferiority", "equivalence"] = "superiority"
    goal: float | None = Field(default=None, description="What one test is to exceed.")
    margin: float | None = Field(default=None, description="Margin of a difference; 0 for plain superiority.")
    alternative: Literal["greater", "less", "two-sided"] = "greater"
    alpha: float = Field(default=0.025, gt=0, lt=0.5, description="One-sided level, two-sided if two-sided.")
    role: Literal["primary", "secondary", "exploratory"] = "primary"
    after: tuple[str, ...] = Field(default=(), description="Claims that must be shown before this one is tested.")


class IntervalsPart(Part):
    """Methods by their words in the register."""

    level: Level = 0.95
    proportions: str = "wilson"
    auc: str = "delong"
    difference: str = Field(default="delong", description="For differences of areas.")
    paired_proportions: str = Field(default="tango", description="For differences of paired proportions.")
    n_resamples: int = Field(default=2000, ge=100, le=1_000_000)
    band: Literal["pointwise", "simultaneous", "none"] = "pointwise"


class ReportPart(Part):
    """How the report looks."""

    profile: Profile = "full"
    style: Style = "default"
    numbering: Literal["plain", "ich_e3"] = "plain"
    formats: tuple[Format, ...] = ("html", "md")
    listings: bool = Field(default=False, description="Listings by participant; they show data of persons.")


class NarrativePart(Part):
    """Texts that no data can give. An empty one is shown as to be supplied."""

    background: str = ""
    intended_use: str = ""
    objectives: str = ""
    eligibility: str = ""
    identification: str = ""
    setting: str = ""
    generalisability: str = ""
    limitations: str = ""
    implications: str = ""
    adverse_events: str = ""
    deviations: tuple[str, ...] = ()
    omissions: dict[str, str] = Field(default_factory=dict, description="Performance parameter: why it is left out.")
    responses: dict[str, str] = Field(default_factory=dict, description="Rule of the linter: answer to its finding.")


class AIPart(Part):
    """What is asked of an index test that learned."""

    version: str = ""
    locked: bool | None = None
    training_overlap: str = Field(default="", description="Overlap of development and test data, in words.")
    fairness_groups: tuple[str, ...] = ()


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
    seed: int = Field(default=20261130, ge=0, description="Of everything that is drawn at random.")
    prevalences: tuple[Share, ...] = Field(default=(), description="At which predictive values are given.")
    subgroups: tuple[str, ...] = Field(default=(), description="Columns that divide the participants.")
    exploratory_subgroups: tuple[str, ...] = Field(default=(), description="The same, not planned beforehand.")
    sensitivity: tuple[Scenario, ...] = Field(default=(), description="Sensitivity analyses.")
    multiplicity: Literal["none", "holm", "fixed_sequence", "all_of"] = Field(
        default="none", description="How the claims share the error: not, by Holm, in their order, all must be shown."
    )
    analysis_sets: dict[str, str] = Field(default_factory=dict, description="Name: filter.")
    study: StudyPart = StudyPart()
    data: DataPart
    design: DesignPart = DesignPart()
    participants: ParticipantsPart = ParticipantsPart()
    reference: ReferencePart
    tests: tuple[TestPart, ...] = Field(min_length=1)
    estimand: EstimandPart = EstimandPart()
    hypotheses: tuple[HypothesisPart, ...] = ()
    intervals: IntervalsPart = IntervalsPart()
    report: ReportPart = ReportPart()
    narrative: NarrativePart = NarrativePart()
    ai: AIPart | None = None

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
