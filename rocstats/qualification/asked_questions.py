"""Public questions about samples, each with the traits that decide which families of checks it gets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Literal

from rocstats.data.sample import Sample
from rocstats.empirical.area import AUC
from rocstats.empirical.brier import Brier
from rocstats.empirical.curve import roc_curve
from rocstats.empirical.fixed_points import SensitivityAt, SpecificityAt
from rocstats.empirical.gains_bins import gains
from rocstats.empirical.gini import Gini
from rocstats.empirical.measures import MEASURES
from rocstats.empirical.net_benefit import NetBenefit
from rocstats.empirical.net_benefit_curve import decision_curve
from rocstats.empirical.paired_points import paired_counts_at
from rocstats.empirical.partial_area import PartialAUC
from rocstats.empirical.point_measure import PointMeasure
from rocstats.empirical.points import operating_points
from rocstats.empirical.precision_recall_curve import precision_recall
from rocstats.empirical.ranking import AveragePrecision, PrecisionRecallArea
from rocstats.empirical.rule_words import THRESHOLD_RULES
from rocstats.empirical.separation import KS, Youden
from rocstats.empirical.separation_curve import ks_curve
from rocstats.empirical.statistic import Quantity
from rocstats.empirical.ties import tie_summary
from rocstats.empirical.top_ranked import LiftAt, PrecisionAtK
from rocstats.inference.areas import auc, compare_auc
from rocstats.inference.bands import roc_band
from rocstats.inference.calibration_question import calibration
from rocstats.inference.compared_accuracies import compare_accuracy
from rocstats.inference.contrasts import contrast_auc
from rocstats.inference.equal_distributions import mann_whitney
from rocstats.inference.estimates import compare, estimate
from rocstats.inference.kolmogorov_smirnov import ks
from rocstats.inference.margins import equivalence, noninferiority, superiority
from rocstats.inference.partial_areas import compare_partial_auc, partial_auc
from rocstats.inference.points_at_target import sensitivity_at, specificity_at
from rocstats.inference.side_by_side import auc_intervals
from rocstats.inference.threshold_choice import thresholds
from rocstats.inference.whole_curves import venkatraman
from rocstats.methods.bootstrap import Bootstrap
from rocstats.methods.permutation import Permutation
from rocstats.parametric import FAMILIES
from rocstats.parametric.bivariate_fitting import fit_bivariate_binormal
from rocstats.parametric.curve_fitting import fit_binormal, fit_curve
from rocstats.parametric.family_comparison import compare_families
from rocstats.parametric.fitted_bands import fitted_band
from rocstats.parametric.normal_theory import NormalTheory
from rocstats.parametric.placement_regression import PlacementRegression
from rocstats.parametric.smooth_curves import smooth_curve
from rocstats.qualification.check_data import ONE, PAIR, RATINGS, SECOND

Takes = Literal["one", "two", "independent"]
SEED, OTHER_SEED, RESAMPLES = 1, 2, 100


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its options.

    Parameters
    ----------
    function : str
        Its public name.
    word : str
        The option that it is asked with; empty for the question as it stands.
    takes : str
        One test, two tests on the same subjects, or two independent samples.
    ask : callable
        Asks it of a sample (of two), with a seed.
    draws : bool
        Whether its answer depends on the seed.
    ranks : bool
        Whether only the order of the scores counts, thresholds apart.
    infers : bool
        Whether it is certain to some degree, so that clusters are refused.
    share : bool
        Whether all of it depends on the share of cases, so that a case-control design is refused.
    probabilities : bool
        Whether scores must be probabilities.
    curve : bool
        Whether a curve is fitted: it is asked of ratings, and its numbers come from a search.
    slow : bool
        Whether it is left out of the quick run.
    """

    function: str
    word: str
    takes: Takes
    ask: Callable[..., Any]
    draws: bool = False
    ranks: bool = True
    infers: bool = True
    share: bool = False
    probabilities: bool = False
    curve: bool = False
    slow: bool = False

    @property
    def sample(self) -> tuple[Sample, ...]:
        """What it is asked of where nothing is wrong with the data."""
        one = RATINGS if self.curve else ONE
        return {"one": (one,), "two": (PAIR,), "independent": (ONE, SECOND)}[self.takes]

    def named(self, word: str) -> str:
        """Write the word of a check: after that of the option, and before that of independent samples."""
        return "-".join((*[self.word] * bool(self.word), word, *["unpaired"] * (self.takes == "independent")))


def _bootstrap(seed: int, kind: Any = "percentile") -> Bootstrap:
    return Bootstrap(kind=kind, n_resamples=RESAMPLES, rng=seed)


def _counted(sample: Sample) -> Any:
    """Count both tests of a sample at one half, or at minus one half where they have been turned."""
    return paired_counts_at(sample, tuple(test.turned(0.5) for test in sample.tests))


def _one(function: str, ask: Callable[[Sample, int], Any], word: str = "", **traits: Any) -> Asked:
    return Asked(function, word, "one", ask, **traits)


def _pair(function: str, ask: Callable[[Sample, int], Any], word: str = "", **traits: Any) -> Asked:
    return Asked(function, word, "two", ask, **traits)


def _unpaired(function: str, ask: Callable[[Sample, Sample, int], Any], word: str = "", **traits: Any) -> Asked:
    return Asked(function, word, "independent", ask, **traits)


# What a threshold rule needs beside its word.
RULE_OPTIONS: dict[str, dict[str, Any]] = {
    "sensitivity": {"target": 0.9},
    "specificity": {"target": 0.9},
    "cost": {"costs": (1, 5), "prevalence": 0.1},
}


def _rule(word: str) -> Callable[[Sample, int], Any]:
    options = RULE_OPTIONS.get(word, {})
    return lambda s, seed: thresholds(s, word, n_resamples=RESAMPLES, rng=seed, **options)


def _band(kind: Any) -> Callable[[Sample, int], Any]:
    return lambda s, seed: roc_band(s, kind=kind, n_resamples=RESAMPLES, rng=seed)


def _family(word: str) -> Callable[[Sample, int], Any]:
    return lambda s, _: fit_curve(s, FAMILIES[word])


OF_SCORES = (
    _one("auc", lambda s, _: auc(s, null_value=0.5)),
    _one("auc_intervals", lambda s, seed: auc_intervals(s, n_resamples=RESAMPLES, rng=seed), draws=True),
    _one("decision_curve", lambda s, _: decision_curve(s), ranks=False, infers=False, share=True, probabilities=True),
    _one("estimate", lambda s, seed: estimate(s, Gini(), _bootstrap(seed)), draws=True),
    _one("gains", lambda s, _: gains(s, bins=3), infers=False),
    _one("ks", lambda s, _: ks(s)),
    _one("ks", lambda s, seed: ks(s, _bootstrap(seed)), "bootstrap", draws=True),
    _one("ks_curve", lambda s, _: ks_curve(s), infers=False),
    _one("mann_whitney", lambda s, _: mann_whitney(s)),
    _one("mann_whitney", lambda s, _: mann_whitney(s, exact=False, alternative="greater"), "normal"),
    _one("operating_points", lambda s, _: operating_points(s, prevalence=0.1), infers=False),
    _one("partial_auc", lambda s, _: partial_auc(s, fpf=(0, 0.2), null_value=0.02)),
    _one("partial_auc", lambda s, _: partial_auc(s, tpf=(0.5, 0.9), scale="mcclish", null_value=0.5), "tpf"),
    _one("precision_recall", lambda s, _: precision_recall(s), infers=False, share=True),
    _one("roc_curve", lambda s, _: roc_curve(s), infers=False),
    _one("tie_summary", lambda s, _: tie_summary(s), infers=False),
    _one(
        "calibration",
        lambda s, seed: calibration(s, _bootstrap(seed), bins=3),
        draws=True,
        ranks=False,
        share=True,
        probabilities=True,
    ),
    *(
        _one("roc_band", _band(kind), kind, draws=kind != "kolmogorov-smirnov")
        for kind in ("pointwise", "campbell", "bootstrap-sup", "kolmogorov-smirnov")
    ),
    _one("sensitivity_at", lambda s, seed: sensitivity_at(s, 0.8, _bootstrap(seed, "bca"), null_value=0.5), draws=True),
    _one("specificity_at", lambda s, seed: specificity_at(s, 0.8, _bootstrap(seed, "bca"), null_value=0.5), draws=True),
    *(_one("thresholds", _rule(word), word, draws=True) for word in THRESHOLD_RULES),
)
OF_CURVES = (
    _one("fit_binormal", lambda s, _: fit_binormal(s), curve=True),
    _one("fitted_band", lambda s, _: fitted_band(fit_binormal(s)), curve=True),
    _one(
        "compare_families",
        lambda s, _: compare_families(s, FAMILIES["binormal"], FAMILIES["power-law"]),
        curve=True,
        slow=True,
    ),
    _one(
        "smooth_curve",
        lambda s, seed: smooth_curve(s, n_resamples=RESAMPLES, rng=seed),
        draws=True,
        ranks=False,
        curve=True,
        slow=True,
    ),
    _one(
        "fit_binormal",
        lambda s, seed: fit_binormal(s, PlacementRegression(n_resamples=RESAMPLES, rng=seed)),
        "placements",
        draws=True,
        curve=True,
        slow=True,
    ),
    *(_one("fit_curve", _family(word), word, curve=True, slow=word != "power-law") for word in FAMILIES),
)
OF_PAIRS = (
    _pair("compare", lambda s, _: compare(s, None, AUC(), Permutation(n_resamples=RESAMPLES, rng=1)), draws=False),
    _pair("compare", lambda s, seed: compare(s, None, KS(), _bootstrap(seed)), "ks", draws=True),
    _pair("compare_auc", lambda s, _: compare_auc(s)),
    _pair("compare_partial_auc", lambda s, _: compare_partial_auc(s, fpf=(0, 0.4))),
    _pair(
        "contrast_auc",
        lambda s, seed: contrast_auc(s, adjust="hommel", intervals="simultaneous", rng=seed),
        slow=True,
    ),
    _pair("noninferiority", lambda s, _: noninferiority(s, margin=0.1)),
    _pair(
        "noninferiority",
        lambda s, _: noninferiority(_counted(s), margin=0.1, measure="sensitivity"),
        "sensitivity",
        ranks=False,
    ),
    _pair("equivalence", lambda s, seed: equivalence(s, margin=0.1, method=_bootstrap(seed)), draws=True),
    _pair("superiority", lambda s, _: superiority(s, margin=0.1)),
    _pair("compare_accuracy", lambda s, _: compare_accuracy(_counted(s)), ranks=False),
    _pair("venkatraman", lambda s, seed: venkatraman(s, n_resamples=RESAMPLES, rng=seed), draws=True),
    _pair("fit_bivariate_binormal", lambda s, _: fit_bivariate_binormal(s), curve=True, slow=True),
)
OF_TWO_SAMPLES = (
    _unpaired("compare", lambda a, b, seed: compare(a, b, AUC(), _bootstrap(seed)), draws=True),
    _unpaired("compare_auc", lambda a, b, _: compare_auc(a, b)),
    _unpaired("compare_partial_auc", lambda a, b, _: compare_partial_auc(a, b, tpf=(0.2, 0.9))),
    _unpaired("noninferiority", lambda a, b, _: noninferiority(a, b, margin=0.1)),
    _unpaired("equivalence", lambda a, b, _: equivalence(a, b, margin=0.1)),
    _unpaired("superiority", lambda a, b, _: superiority(a, b, margin=0.1)),
    _unpaired("venkatraman", lambda a, b, seed: venkatraman(a, b, n_resamples=RESAMPLES, rng=seed), draws=True),
)
QUESTIONS_OF_SAMPLES = (*OF_SCORES, *OF_CURVES, *OF_PAIRS, *OF_TWO_SAMPLES)

# Statistics by their public names; several of a class have a word each.
STATISTICS: dict[tuple[str, str], Any] = {
    ("AUC", ""): AUC(),
    ("Gini", ""): Gini(),
    ("KS", ""): KS(),
    ("Youden", ""): Youden(),
    ("PartialAUC", "fpf"): PartialAUC(fpf=(0.1, 0.45)),
    ("PartialAUC", "tpf"): PartialAUC(tpf=(0.3, 0.9), scale="normalised"),
    ("PartialAUC", "mcclish"): PartialAUC(fpf=(0, 0.3), scale="mcclish"),
    ("SensitivityAt", ""): SensitivityAt(specificity=0.75),
    ("SensitivityAt", "interpolated"): SensitivityAt(specificity=0.6, interpolated=True),
    ("SpecificityAt", ""): SpecificityAt(sensitivity=0.75),
    ("AveragePrecision", ""): AveragePrecision(),
    ("AveragePrecision", "at-prevalence"): AveragePrecision(at_prevalence=0.1),
    ("PrecisionRecallArea", ""): PrecisionRecallArea(),
    ("PrecisionAtK", ""): PrecisionAtK(2),
    ("LiftAt", ""): LiftAt(0.3),
    ("LiftAt", "at-prevalence"): LiftAt(0.3, at_prevalence=0.1),
    ("Brier", ""): Brier(),
    ("Brier", "at-prevalence"): Brier(at_prevalence=0.1),
    ("NetBenefit", ""): NetBenefit(0.25),
    **{("PointMeasure", name.replace("_", "-")): PointMeasure(name, threshold=0.5) for name in MEASURES},
}
OF_PROBABILITIES = ("Brier", "NetBenefit")


def seeded(method: Any, seed: int = SEED) -> Any:
    """Give a method that draws a seed and few resamples, and let it draw; leave any other as it is."""
    options = {field.name for field in fields(method)} if is_dataclass(method) else set()
    few = {"rng": seed, "n_resamples": 1000 if isinstance(method, NormalTheory) else RESAMPLES, "exact": False}
    return replace(method, **{name: value for name, value in few.items() if name in options})


def draws(method: Any) -> bool:
    """Say whether a method draws at random."""
    return is_dataclass(method) and any(field.name == "rng" for field in fields(method))


def serves(method: Any, takes: Takes) -> bool:
    """Say whether a method answers for an area, its difference between two tests, or between two samples."""
    parts: dict[Takes, Any] = {
        "one": ((ONE, (1.0,)),),
        "two": ((PAIR, (1.0, -1.0)),),
        "independent": ((ONE, (1.0,)), (SECOND, (-1.0,))),
    }
    return method.refuses(Quantity(AUC(), parts[takes])) is None


def asked_by(method: Any, sample: Sample, **options: Any) -> Any:
    """Ask for the area of the first test by a method or, where it does not serve one, for the difference of two."""
    if serves(method, "one"):
        return estimate(sample.select(sample.tests[0].name), AUC(), method, **options)
    return compare(sample, None, AUC(), method, **options)
