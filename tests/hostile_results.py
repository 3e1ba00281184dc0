"""Answers of hostile data, as figures and documents take them."""

import numpy as np
from hostile_data import answered, one_test, parts_of_one_study, probabilities, ratings, samples, sometimes, studies
from hostile_options import pick, shares, sound_shares
from hostile_values import INF, floats, names, texts
from hypothesis import strategies as st

import rocstats
from rocstats import (
    Bootstrap,
    DiagnosticTest,
    ForestGroup,
    ForestRow,
    MarginRow,
    NormalTheory,
    OperatingPoint,
    PlacementRegression,
    PredictiveValueRow,
    ScorePanel,
)
from rocstats.parametric import FAMILIES
from rocstats.results import Interval


def found(ask, *strategies):
    """Draw an answer, such as a figure takes; an answer that is refused is no answer."""
    return answered(ask, *strategies)


fits = found(
    lambda sample, family, method: rocstats.fit_curve(sample, family, method),
    st.one_of(samples(tests=1, least=3), ratings()),
    pick(list(FAMILIES.values())),
    pick([None, None, NormalTheory(), PlacementRegression(rng=1, n_resamples=100)]),
)
curves = st.one_of(found(rocstats.roc_curve, one_test), found(rocstats.roc_curve, one_test), fits)
estimates = found(rocstats.auc, one_test)
comparisons = found(rocstats.compare_auc, samples(tests=2))
intervals = st.one_of(
    st.tuples(st.floats(0, 1), st.floats(0, 1)).map(lambda ends: Interval(min(ends), max(ends), 0.95)),
    pick([None, Interval(0.0, 1.0, 0.9, "lower"), Interval(-INF, INF, 0.95)]),
)
forest_rows = answered(
    ForestRow,
    names=st.one_of(st.tuples(names), st.tuples(names, names)),
    estimate=st.one_of(st.none(), floats),
    interval=intervals,
    counts=texts,
    estimable=st.booleans(),
    parameter=names,
)
margin_rows = answered(
    MarginRow,
    tests=st.tuples(names, names),
    estimate=st.one_of(st.none(), floats),
    interval=intervals,
    margin=sound_shares,
    claim=pick(["non-inferiority", "equivalence", "superiority"]),
    decision=pick(["shown", "not shown", "not estimable"]),
)
margin_results = found(
    lambda sample, ask: ask(sample, margin=0.1),
    samples(tests=2),
    pick([rocstats.noninferiority, rocstats.equivalence, rocstats.superiority]),
)
subgroups = found(
    lambda groups, threshold: rocstats.compare_subgroups(groups, threshold=threshold),
    parts_of_one_study(),
    pick([None, 0.5]),
)
forest_groups = answered(
    ForestGroup,
    heading=names,
    rows=st.lists(st.one_of(forest_rows, estimates), max_size=3),
    pvalue=sometimes(floats, None),
)
panels = answered(
    ScorePanel,
    test=st.builds(DiagnosticTest, names.filter(str.strip), st.booleans(), pick([None, 0.5])),
    cases=st.lists(floats, max_size=5).map(np.array),
    controls=st.lists(floats, max_size=5).map(np.array),
)
predictive_rows = answered(
    PredictiveValueRow, prevalence=shares, ppv=st.one_of(st.none(), shares), npv=st.one_of(st.none(), shares)
)
points_marked = answered(OperatingPoint, curve=pick([0, 0, 1, -1, 9]), fpf=shares, tpf=shares, label=texts)
roc_bands = found(
    lambda sample, kind: rocstats.roc_band(sample, kind=kind, n_resamples=100, rng=1),
    one_test,
    pick(["pointwise", "campbell", "kolmogorov-smirnov"]),
)
calibrations = found(
    lambda sample: rocstats.calibration(sample, method=Bootstrap(n_resamples=100, rng=1)), probabilities()
)
decisions = found(rocstats.decision_curve, probabilities())
chosen = st.one_of(
    st.none(),
    floats,
    st.builds(rocstats.ChosenThreshold, threshold=floats, label=texts, interval=intervals),
    st.lists(floats, max_size=3),
)


plans = answered(
    rocstats.Plan,
    truth=st.just("ill"),
    tests=pick(
        [
            (rocstats.PlannedTest(name="A"),),
            (rocstats.PlannedTest(name="A", threshold=1.0), rocstats.PlannedTest(name="B", low=True)),
            (rocstats.PlannedTest(name="x"),),
        ]
    ),
    positive=pick([1, 1, None, "x"]),
    missing=pick(["drop", "drop", "error"]),
    show=pick([(), ("ks", "gains", "precision-recall"), ("calibration", "decision-curve")]),
    threshold_rules=pick([(), ("youden",), ("closest-top-left", "accuracy")]),
    margins=pick([(), (rocstats.PlannedMargin(new="A", reference="B", margin=0.1),)]),
    goals=pick([(), (rocstats.PlannedGoal(test="A", measure="sensitivity", goal=0.5),)]),
    prevalences=pick([(), (0.1,)]),
    subgroups=pick([(), ("sex",), ("site",)]),
    curve=pick([None, None, "binormal", "power-law"]),
    fpf_band=pick([None, (0, 0.2)]),
    title=texts,
)
analyses = found(rocstats.analyse, studies(), plans)


def documents():
    """Draw a report, composed of a study."""
    return found(rocstats.compose, analyses)


figures = found(lambda sample: rocstats.plot_ks(sample), one_test)
