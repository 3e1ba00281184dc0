"""Options of every question: levels, seeds, nulls, shares, statistics, methods; most of them right, many not."""

from fractions import Fraction

import numpy as np
from hostile_data import answered, one_test, samples, sometimes
from hostile_values import INF, NAN, anything, floats, numbers
from hypothesis import strategies as st

from rocstats import (
    AUC,
    KS,
    REGISTER,
    AveragePrecision,
    Bootstrap,
    Brier,
    ClosestTopLeft,
    DeLong,
    EqualShares,
    FixedSensitivity,
    Gini,
    Largest,
    LiftAt,
    MaximumLikelihood,
    NetBenefit,
    NormalTheory,
    OwnRule,
    PartialAUC,
    Permutation,
    PlacementRegression,
    PointMeasure,
    PrecisionAtK,
    PrecisionRecallArea,
    SensitivityAt,
    SmallestCost,
    SpecificityAt,
    Youden,
)
from rocstats.empirical.rule_words import THRESHOLD_RULES
from rocstats.empirical.statistic import Quantity
from rocstats.methods import FOR_PROPORTIONS
from rocstats.methods.proportion_differences import FOR_INDEPENDENT_PROPORTIONS, FOR_PAIRED_PROPORTIONS
from rocstats.parametric import FAMILIES

pick = st.sampled_from
designs = sometimes(pick(["cohort", "case-control", "", "x"]), None)
cells = st.one_of(st.integers(0, 5), pick([0, 1, 10, 10**3, 10**6, 10**9, 2**31, 2**50, 2**53, 10**30]))
shares = st.one_of(
    pick([0.1, 0.5, 0.8, 0.9, 0.0, 1.0, -0.1, 1.1, NAN, INF, -INF, 5e-324, 1 - 2**-53, 1e-9, 0, 1]),
    st.floats(0, 1),
    numbers,
)
sound_shares = st.one_of(pick([0.1, 0.5, 0.8, 0.9, 1e-9, 1 - 2**-53, 5e-324]), st.floats(0.001, 0.999))
bands = st.one_of(
    st.tuples(st.floats(0, 1), st.floats(0, 1)).map(lambda ends: tuple(sorted(ends))),
    pick([(0, 0.2), (0.0, 1.0), (0.5, 0.5), (0.9, 0.1), (0, NAN), (-1, 2), (0.1,), (0, 1, 2), "ab", 0.5, (0, 5e-324)]),
    st.tuples(shares, shares),
)
levels = sometimes(
    st.one_of(
        pick([0, 1, 0.5, NAN, 95, "0.95", INF, -INF, True, 0.999999, 1 - 2**-53, 0.5 + 2**-53, 5e-324, None, 0.9]),
        numbers,
    ),
    0.95,
)
alternatives = sometimes(st.one_of(pick(["less", "greater", "two-sided", "", "LESS", None, ["less"], 1])), "less")
sides = sometimes(st.one_of(pick(["lower", "upper", "two-sided", "", "both", None, ["lower"]])), "two-sided")
seeds = st.one_of(
    st.integers(0, 10),
    pick([-1, 2**32, 2**63, 2**64, 2**200, None, True, 1.5, "1", NAN, np.int64(3), np.uint8(1)]),
    st.integers(0, 9).map(np.random.default_rng),
)
draws = sometimes(pick([100, 101, 0, -1, 99, 1, True, 150.0, "100", None, NAN, 10**12, 10**30]), 100)
nulls = st.one_of(
    st.none(), pick([0.5, 0.0, 0.25]), pick([0, 0.5, 1, -1, 0.3, NAN, INF, 1.5, True, "0.5", Fraction(1, 3)]), numbers
)
sound_nulls = pick([None, 0.0, 0.5, 0.3, 0.999])
flags = st.one_of(st.booleans(), st.booleans())
prevalences = sometimes(shares, None)

statistics = st.one_of(
    pick([AUC(), AUC(), Gini(), KS(), Youden(), Brier(), AveragePrecision(), PrecisionRecallArea(), AUC, None]),
    answered(SensitivityAt, sound_shares),
    answered(SpecificityAt, sound_shares),
    answered(PartialAUC, fpf=bands),
    answered(LiftAt, sound_shares),
    answered(PrecisionAtK, st.integers(1, 5)),
    answered(NetBenefit, sound_shares),
    answered(PointMeasure, pick(["sensitivity", "ppv", "mcc", "kappa", "odds_ratio", "youden"]), threshold=floats),
    answered(Brier, sound_shares),
    answered(AveragePrecision, sound_shares),
)
quick = pick([Bootstrap(kind=kind, n_resamples=100, rng=1) for kind in ("percentile", "basic", "normal", "bca")])
area_methods = st.one_of(
    pick(
        [*(m for w, m in REGISTER.items() if "bootstrap" not in w and "permutation" not in w), None, DeLong, "delong"]
    ),
    pick([Permutation(n_resamples=100, rng=1)]),
    quick,
)
proportion_methods = pick([*FOR_PROPORTIONS.values(), DeLong(), None])
difference_methods = st.one_of(
    pick([*FOR_PAIRED_PROPORTIONS.values(), *FOR_INDEPENDENT_PROPORTIONS.values(), None]), anything
)
bootstraps = st.one_of(quick, quick, pick([None, DeLong(), Bootstrap]))
families = pick([*FAMILIES.values(), *FAMILIES.values(), None, "binormal"])
fit_methods = st.one_of(
    pick(
        [
            *(
                MaximumLikelihood(),
                MaximumLikelihood(categories="ratings"),
                MaximumLikelihood("expected"),
                NormalTheory(),
            ),
            *(PlacementRegression(rng=1, n_resamples=100), None),
        ]
    ),
)
rules = st.one_of(
    pick([*THRESHOLD_RULES, "", "x", 0.5, ClosestTopLeft(), EqualShares(), Largest("mcc"), FixedSensitivity(0.9)]),
    answered(SmallestCost, pick([1.0, 0.0]), pick([1.0, 5.0]), prevalence=pick([0.1, 0.5])),
    pick([OwnRule("the largest gain", "gain", lambda tp, fp, fn, tn: tp - fp), OwnRule("x", "x", lambda *_: NAN)]),
)


@st.composite
def quantities(draw):
    """Draw a quantity: one test, a paired or an unpaired difference."""
    kind = draw(pick(["single", "paired", "unpaired"]))
    statistic = draw(pick([AUC(), Gini(), PartialAUC(fpf=(0, 0.3)), SensitivityAt(0.8), KS()]))
    if kind == "paired":
        return Quantity(statistic, ((draw(samples(tests=2)), (1.0, -1.0)),))
    if kind == "single":
        return Quantity(statistic, ((draw(one_test), (1.0,)),))
    return Quantity(statistic, ((draw(one_test), (1.0,)), (draw(one_test), (-1.0,))))
