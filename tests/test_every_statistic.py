"""What every statistic owes: grouped rows are their subjects, weights are repeats, and no certainty out of nothing."""

import importlib
import inspect
import pkgutil
from dataclasses import replace

import numpy as np
import pytest
from degenerate import degenerate, few, few_probabilities, is_honest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import sample_of, several

from rocstats import AUC, Bootstrap, DataError, DeLong, MethodError, Sample, compare, empirical, estimate
from rocstats.empirical.brier import Brier
from rocstats.empirical.fixed_points import SensitivityAt, SpecificityAt
from rocstats.empirical.gini import Gini
from rocstats.empirical.measures import MEASURES
from rocstats.empirical.net_benefit import NetBenefit
from rocstats.empirical.partial_area import PartialAUC
from rocstats.empirical.point_measure import PointMeasure
from rocstats.empirical.ranking import AveragePrecision, PrecisionRecallArea
from rocstats.empirical.separation import KS, Youden
from rocstats.empirical.statistic import HasComponents, Quantity, ReplicateVariance
from rocstats.empirical.top_ranked import LiftAt, PrecisionAtK

OF_SCORES = {
    "AUC": AUC(),
    "Gini": Gini(),
    "KS": KS(),
    "Youden": Youden(),
    "partial area over FPF": PartialAUC(fpf=(0.1, 0.45)),
    "partial area over TPF": PartialAUC(tpf=(0.3, 0.9)),
    "normalised": PartialAUC(fpf=(0, 0.5), scale="normalised"),
    "McClish": PartialAUC(tpf=(0.2, 1), scale="mcclish"),
    "sensitivity at": SensitivityAt(specificity=0.75),
    "sensitivity read off": SensitivityAt(specificity=0.6, interpolated=True),
    "specificity at": SpecificityAt(sensitivity=0.75),
    "specificity read off": SpecificityAt(sensitivity=0.6, interpolated=True),
    "average precision": AveragePrecision(),
    "average precision at": AveragePrecision(at_prevalence=0.1),
    "precision-recall area": PrecisionRecallArea(),
    "precision-recall area at": PrecisionRecallArea(at_prevalence=0.1),
    "precision of two": PrecisionAtK(2),
    "lift": LiftAt(0.3),
    "lift at": LiftAt(0.3, at_prevalence=0.1),
    **{f"{name} at 1": PointMeasure(name, threshold=1.0) for name in MEASURES if name != "prevalence"},
    "PPV at": PointMeasure("ppv", threshold=1.0, at_prevalence=0.1),
}
OF_PROBABILITIES = {
    "Brier": Brier(),
    "Brier at": Brier(at_prevalence=0.1),
    "net benefit": NetBenefit(0.25),
    "net benefit at": NetBenefit(0.25, at_prevalence=0.1),
}
STATISTICS = {**OF_SCORES, **OF_PROBABILITIES}
KINDS = ("percentile", "basic", "normal", "bca", "studentized")
ALTERNATIVES = ("two-sided", "less", "greater")


def scores_of(name):
    """Draw the scores that a statistic can be asked about."""
    return few_probabilities if name in OF_PROBABILITIES else few


def expanded(sample):
    """Write each subject as a row."""
    p, q = sample.frequencies
    return replace(
        sample,
        cases=np.repeat(sample.cases, p, axis=0),
        controls=np.repeat(sample.controls, q, axis=0),
        case_counts=None,
        control_counts=None,
    )


def weighted_rows(name, seed, size=9):
    """Make a sample of two tests whose rows stand for several subjects."""
    rng = np.random.default_rng(seed)
    scale = 4 if name in OF_PROBABILITIES else 1
    groups = [rng.integers(0, 5, (size, 2)) / scale for _ in range(2)]
    sample = Sample.from_groups(
        **{group: {"A": rows[:, 0], "B": rows[:, 1]} for group, rows in zip(("cases", "controls"), groups, strict=True)}
    )
    return replace(sample, case_counts=rng.integers(1, 5, size), control_counts=rng.integers(1, 5, size))


def test_no_statistic_is_left_out():
    """Each class of the empirical rooms that has the verbs of a statistic is held to what follows."""
    held = {type(statistic) for statistic in STATISTICS.values()}
    found = set()
    for module in pkgutil.iter_modules(empirical.__path__, "rocstats.empirical."):
        room = importlib.import_module(module.name)
        for name, thing in inspect.getmembers(room, inspect.isclass):
            verbs = all(hasattr(thing, verb) for verb in ("weighted", "bounds", "plural", "prevalence", "__call__"))
            if verbs and thing.__module__ == module.name and not name.startswith("_"):
                found.add(thing)
    assert {t for t in found if not inspect.isabstract(t) and t.__name__ != "Statistic"} - held == set()


@pytest.mark.parametrize("name", STATISTICS)
def test_grouped_rows_are_their_subjects(name):
    """A sample with row counts has the value, the components and the bounds of its rows written out."""
    statistic = STATISTICS[name]
    for seed in range(8):
        grouped = weighted_rows(name, seed)
        rows = expanded(grouped)
        np.testing.assert_array_equal(statistic(grouped), statistic(rows))
        if isinstance(statistic, HasComponents):
            for weights in ((1.0, -1.0), (0.0, 1.0)):
                one, two = (statistic.components(s).variance(weights) for s in (grouped, rows))
                assert one == pytest.approx(two, rel=1e-12)


@pytest.mark.parametrize("name", STATISTICS)
def test_weights_are_repeated_rows(name):
    """Under whole-number weights, zeros included, the value is that of the rows repeated so often."""
    statistic = STATISTICS[name]
    rng = np.random.default_rng(7)
    for seed in range(6):
        sample = expanded(weighted_rows(name, seed, size=5))
        case_w, control_w = (rng.integers(0, 3, (5, len(rows))) for rows in (sample.cases, sample.controls))
        case_w[:, 0] += 1
        control_w[:, -1] += 1
        found = statistic.weighted(sample, case_w, control_w)
        for row, p, q in zip(found, case_w, control_w, strict=True):
            repeated = replace(
                sample, cases=np.repeat(sample.cases, p, axis=0), controls=np.repeat(sample.controls, q, axis=0)
            )
            np.testing.assert_allclose(row, statistic(repeated), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("name", STATISTICS)
def test_values_lie_within_their_bounds(name):
    """No value of a random sample lies outside the range that the statistic states."""
    statistic = STATISTICS[name]
    low, high = statistic.bounds
    for seed in range(20):
        values = statistic(weighted_rows(name, seed, size=3))
        values = values[np.isfinite(values)]
        assert (values >= low).all()
        assert (values <= high).all()


@pytest.mark.parametrize("name", STATISTICS)
def test_names_are_words(name):
    """Name, title and plural are filled, and the card of a bootstrap of it can be printed."""
    statistic = STATISTICS[name]
    assert all(isinstance(word, str) and word for word in (statistic.name, statistic.title, statistic.plural))
    assert statistic.title[0].isupper()


@pytest.mark.parametrize("name", STATISTICS)
def test_workers_and_other_work_change_no_bit(name):
    """One seed gives one answer, with one worker and with two, before and after other draws."""
    statistic, sample = STATISTICS[name], weighted_rows(name, 3)
    method = Bootstrap(n_resamples=450, rng=11)
    alone = compare(sample, None, statistic, method).inference
    np.random.default_rng(11).integers(9, size=100)
    estimate(sample.select("B"), statistic, Bootstrap(n_resamples=100, rng=3))
    assert compare(sample, None, statistic, replace(method, workers=2)).inference == alone


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", STATISTICS)
@settings(max_examples=12)
@given(data=st.data(), alternative=st.sampled_from(ALTERNATIVES), seed=st.integers(0, 2**32))
def test_no_bootstrap_is_certain_of_degenerate_data(name, kind, data, alternative, seed):
    """One value, a paired and an unpaired difference: no p = 0, no interval without width, no NaN, no warning."""
    statistic, method = STATISTICS[name], Bootstrap(kind=kind, n_resamples=100, rng=seed)
    shifts = (0,) if name in OF_PROBABILITIES else (0, 0, 10, -10)
    sample = data.draw(degenerate(scores_of(name), shifts))
    a, b = sample.select("A"), sample.select("B")
    other = Sample.from_groups(cases=b.cases[:, 0], controls=b.controls[:, 0], tests=["B"])
    low, high = statistic.bounds
    least = 0.0 if kind == "normal" else (2 if alternative == "two-sided" else 1) / 101
    for parts in (((a, (1.0,)),), ((sample, (1.0, -1.0)),), ((a, (1.0,)), (other, (-1.0,)))):
        quantity = Quantity(statistic, parts)
        values = [float(v) for one, _ in parts for v in statistic(one)]
        if method.refuses(quantity) is not None:
            assert not isinstance(statistic, ReplicateVariance)
            continue
        options = {"alternative": alternative}
        ask = (
            (lambda: estimate(a, statistic, method, **options))  # noqa: B023
            if quantity.single
            else (lambda: compare(*(s for s, _ in parts), *[None] * (2 - len(parts)), statistic, method, **options))  # noqa: B023
        )
        if not np.isfinite(values).all():
            with pytest.raises(DataError, match="has no finite value"):
                ask()
            continue
        bounds = (low, high) if quantity.single else (low - high, high - low)
        is_honest(ask(), bounds, least)


@pytest.mark.parametrize("name", [name for name, s in STATISTICS.items() if isinstance(s, HasComponents)])
@settings(max_examples=60)
@given(sample=degenerate(), alternative=st.sampled_from(ALTERNATIVES))
def test_components_are_not_certain_of_degenerate_data(name, sample, alternative):
    """DeLong's method with any statistic that has components claims no certainty out of nothing."""
    statistic = STATISTICS[name]
    low, high = statistic.bounds
    a, b = sample.select("A"), sample.select("B")
    other = Sample.from_groups(cases=b.cases[:, 0], controls=b.controls[:, 0], tests=["B"])
    is_honest(estimate(a, statistic, DeLong(), alternative=alternative), (low, high))
    is_honest(compare(sample, None, statistic, DeLong(), alternative=alternative), (low - high, high - low))
    is_honest(compare(a, other, statistic, DeLong(), alternative=alternative), (low - high, high - low))


CLUSTERED = Sample.from_groups(cases=[3, 2, 1, 1], controls=[2, 1, 0, 0])
CLUSTERED = replace(CLUSTERED, clusters=(np.array([0, 0, 1, 1]), np.array([0, 1, 2, 2])))


@pytest.mark.parametrize("name", OF_SCORES)
def test_clusters_are_refused(name):
    """Subjects in clusters are refused by every statistic through every method for independent subjects."""
    for method in (Bootstrap(n_resamples=100, rng=1), DeLong()):
        with pytest.raises(MethodError, match="come in clusters"):
            estimate(CLUSTERED, STATISTICS[name], method)


@pytest.mark.parametrize("name", STATISTICS)
def test_a_case_control_study_has_nothing_that_depends_on_the_share_of_cases(name):
    """What depends on the share is refused without a stated prevalence; what does not is answered."""
    statistic = STATISTICS[name]
    sample = replace(weighted_rows(name, 3).select("A"), design="case-control")
    if statistic.prevalence:
        p, q = sample.frequencies
        way = "State a prevalence .at_prevalence=., or ask" if hasattr(statistic, "at_prevalence") else "Ask"
        for ask in (
            lambda: estimate(sample, statistic, Bootstrap(n_resamples=100, rng=1)),
            lambda: statistic(sample),
            lambda: statistic.weighted(sample, p[None], q[None]),
        ):
            with pytest.raises(MethodError, match=f"depends on the share of cases, which .* by its design. {way} for"):
                ask()
    else:
        assert estimate(sample, statistic, Bootstrap(n_resamples=100, rng=1)).estimate == statistic(sample)[0]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", STATISTICS)
def test_bootstrap_tests_invert_their_intervals(name, kind):
    """A null value is outside the interval exactly where p < 1 - level, up to the resolution of the replicates."""
    statistic, sample = STATISTICS[name], weighted_rows(name, 5, size=12)
    method = Bootstrap(kind=kind, n_resamples=200, rng=2)
    if method.refuses(Quantity(statistic, ((sample, (1.0, -1.0)),))) is not None:
        assert kind == "studentized"
        return
    low, high = statistic.bounds
    for null in np.linspace(-0.9, 0.9, 9) * min(0.5, high - low):
        for alternative in ALTERNATIVES:
            found = compare(sample, None, statistic, method, null_value=float(null), alternative=alternative, level=0.9)
            if found.interval is None or found.pvalue is None:
                continue
            inside = null in found.interval
            assert inside or found.pvalue < 0.1 + 2 / 201
            assert not inside or found.pvalue >= 0.1 - 2 / 201


@given(st.sampled_from(list(OF_SCORES)), several(st.integers(0, 4).map(float), 2, least=2, most=6))
def test_swapping_tests_negates_the_difference(name, drawn):
    """B less A is minus A less B, in value and in standard error."""
    statistic, sample = OF_SCORES[name], sample_of(drawn)
    values = statistic(sample)
    if np.isfinite(values).all():
        swapped = statistic(sample.select("B", "A"))
        np.testing.assert_array_equal(values, swapped[::-1])
