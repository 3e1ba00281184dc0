"""Cases of a reference folder: every printed number is checked, differs as known, or waits for a named method.

The folder holds one JSON file per case and the data of other packages, which are not part of this project. Name it in
the environment variable ROCSTATS_REFERENCE.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import rocstats
from rocstats import (
    AUC,
    REGISTER,
    AgrestiCaffo,
    AgrestiCoull,
    AgrestiMin,
    Bamber,
    BonettPrice,
    Bootstrap,
    Brier,
    ClassScores,
    ClopperPearson,
    Counts,
    DeLong,
    HanleyMcNeil,
    IndependentNewcombe,
    IndependentWald,
    Jeffreys,
    Likelihood,
    MaximumLikelihood,
    McNemar,
    MidP,
    MiettinenNurminen,
    Newcombe,
    PairedCounts,
    PairedNewcombe,
    PairedWald,
    Sample,
    Tango,
    Wald,
    Wilson,
    accuracy,
    auc,
    auc_from_summary,
    compare_auc,
    contrast_auc,
    counts_at,
    equivalence,
    fit_binormal,
    gains_from_counts,
    mann_whitney,
    multiclass_auc,
    noninferiority,
    operating_points,
    partial_auc,
    post_test_probability,
    predictive_values,
    roc_curve,
    structural_components,
    tie_summary,
)
from rocstats.data.paired_counts import PairedTable
from rocstats.methods.correlation_table import AREAS, CORRELATIONS, HUNDREDTHS, correlation_of_areas
from rocstats.methods.generalised_mcnemar import GeneralisedMcNemar
from rocstats.methods.paired_odds_ratio import PairedOddsRatio
from rocstats.methods.predictive_value_tests import GeneralisedScore, MoskowitzPepe
from rocstats.methods.ratio_of_likelihood_ratios import GuPepe
from rocstats.methods.relative_proportions import KatzRatio, PairedRatio
from rocstats.parametric import FAMILIES, FIT_METHODS
from rocstats.parametric.fitted_curve import FittedCurve
from rocstats.parametric.rating_detail import RatingDetail

_NAMED = os.environ.get("ROCSTATS_REFERENCE", "")
FOLDER = Path(_NAMED) if _NAMED else None
needs_folder = pytest.mark.skipif(
    FOLDER is None or not FOLDER.is_dir(),
    reason="ROCSTATS_REFERENCE names no folder of reference cases; they are not part of the project.",
)
Numbers = Mapping[str, float | Fraction]


@cache
def case(name: str) -> dict[str, Any]:
    assert FOLDER is not None
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


@cache
def table(name: str) -> pd.DataFrame:
    assert FOLDER is not None
    return pd.read_csv(FOLDER / "data" / name)


def limits(interval: Any, low: str, high: str) -> dict[str, float]:
    return {low: interval.low, high: interval.high}


# --- What each case asks of rocstats --------------------------------------------------------------------------------


def asah(*tests: str) -> Sample:
    assert FOLDER is not None
    return rocstats.read(
        FOLDER / "data" / "asah.csv", truth="outcome", positive="Poor", tests=["wfns", "s100b", "ndka"]
    ).sample(*tests)


def asah_noninferiority() -> Numbers:
    pair = asah("s100b", "wfns")
    tested = noninferiority(pair, margin=0.05)
    return {
        "z": tested.statistic,
        "p_one_sided": tested.pvalue,
        **limits(equivalence(pair, margin=0.05, level=0.90).interval, "ci90_lo", "ci90_hi"),
    }


def asah_partial() -> Numbers:
    found: dict[str, float] = {}
    for test in ("ndka", "s100b", "wfns"):
        found[f"pauc_{test}_sp_0.90_0.99"] = partial_auc(asah(test), fpf=(0.01, 0.1)).estimate
        top = partial_auc(asah(test), fpf=(0, 0.1))
        found |= {f"pauc_{test}_sp_0.9_1": top.estimate, f"mcclish_{test}": top.mcclish.estimate}
    return {**found, "pauc_s100b_se_0.90_0.99": partial_auc(asah("s100b"), tpf=(0.9, 0.99)).estimate}


def asah_best_threshold() -> Numbers:
    found: dict[str, float] = {}
    for test, threshold in (
        ("s100b", "s100b_threshold_midpoint"),
        ("ndka", "ndka_threshold"),
        ("wfns", "wfns_threshold"),
    ):
        sample = asah(test)
        points = operating_points(sample)
        (best,) = points.youden_optima
        # A curve starts at the corner that has no threshold.
        found[threshold] = roc_curve(sample, midpoint=True).thresholds[best + 1]
        found[f"{test}_specificity"] = points.specificity[best]
        found[f"{test}_sensitivity"] = points.sensitivity[best]
    return found


def asah_paired() -> Numbers:
    names = ("wfns", "s100b", "ndka")
    found: dict[str, float] = {}
    for test in names:
        estimate = auc(asah(test))
        found[f"auc_{test}"] = estimate.estimate
        found[f"var_{test}"] = structural_components(asah(test)).variance([1])
        if test == "ndka":
            found |= limits(estimate.interval, "ci_ndka_lo", "ci_ndka_hi")
        resampled = auc(asah(test), Bootstrap(rng=20261130))
        found[f"ideal_stratified_bootstrap_se_{test}"] = resampled.standard_error
    for one, two in (("wfns", "ndka"), ("ndka", "s100b"), ("s100b", "wfns")):
        found[f"cov_{one}_{two}"] = structural_components(asah(one, two)).exact_covariance()[0][1]
    for one, two in (("wfns", "s100b"), ("wfns", "ndka"), ("ndka", "s100b")):
        compared = compare_auc(asah(one, two))
        found |= {f"z_{one}_{two}": compared.statistic, f"p_{one}_{two}": compared.pvalue}
        if two == "s100b" and one == "wfns":
            found |= limits(compared.interval, "diff_ci_lo_wfns_s100b", "diff_ci_hi_wfns_s100b")
    greater = compare_auc(asah("wfns", "s100b"), alternative="greater")
    return {**found, "p_one_sided_greater_wfns_s100b": greater.pvalue}


def asah_female() -> Numbers:
    frame = table("asah.csv")
    study = rocstats.Study(frame, truth="outcome", positive="Poor", tests=["ndka"])
    found = auc(study.where(frame["gender"] == "Female").sample("ndka"))
    return {"auc": found.estimate, **limits(found.interval, "ci_lo", "ci_hi")}


def asah_unpaired() -> Numbers:
    frame = table("asah.csv")
    found: dict[str, float] = {}
    for one, two in (("wfns", "s100b"), ("wfns", "ndka"), ("ndka", "s100b")):
        # Arrays carry no subject ids, so the same patients can be treated as two groups, as pROC does here.
        first, second = (Sample.from_truth(frame["outcome"], {t: frame[t]}, positive="Poor") for t in (one, two))
        compared = compare_auc(first, second)
        found |= {f"D_{one}_{two}": compared.statistic, f"p_{one}_{two}": compared.pvalue}
    return found


def decile_table() -> Numbers:
    data = case("blog_decile_61797")["input"]
    tp, fp = ([d[cell] for d in data["deciles_known"]] for cell in ("tp", "fp"))
    # The other seven deciles are known by their sums only; they are one bin here.
    cases, controls = [*tp, data["positives"] - sum(tp)], [*fp, data["negatives"] - sum(fp)]
    table = gains_from_counts(cases=cases, controls=controls)
    third = partial_auc(
        Sample.from_counts(controls=controls[::-1], cases=cases[::-1]), fpf=(0, Fraction(sum(fp), data["negatives"]))
    )
    return {
        "tpr_10pct": table.tpf[0],
        "fpr_10pct": table.fpf[0],
        "tpr_30pct": table.tpf[2],
        "fpr_30pct": table.fpf[2],
        "ks_at_30pct": table.ks[2],
        "partial_auc_trapezoid_fpr_0_to_0.18217": third.estimate,
    }


def ckbb() -> Numbers:
    data = case("ckbb_zhou_book")["input"]
    found = auc(Sample.from_groups(cases=data["poor_outcome"], controls=data["good_outcome"]))
    return {"auc": found.estimate, "auc_full": found.estimate, "se_delong": found.standard_error}


def ovarian() -> Numbers:
    data = case("delong1988_ovarian_sas")["input"]
    frame = pd.DataFrame(data["rows"], columns=data["columns"])
    study = rocstats.Study(frame, truth="popind", positive=1, tests=["totscore", "alb", "tp"], low=["totscore"])
    found: dict[str, float] = {}
    for test, name, ends in (("totscore", "kg", "kg"), ("alb", "albumin", "alb"), ("tp", "tp", "tp")):
        estimate = auc(study.sample(test))
        found |= {f"auc_{name}": estimate.estimate, f"se_{name}": estimate.standard_error}
        found |= limits(estimate.interval, f"ci_{ends}_lo", f"ci_{ends}_hi")
    for test, name in (("alb", "albumin"), ("tp", "tp")):
        compared = compare_auc(study.sample(test, "totscore"))
        found |= {
            f"diff_{name}_minus_kg": compared.estimate,
            f"se_diff_{name}_kg": compared.standard_error,
            f"p_{name}_kg": compared.pvalue,
            f"chi2_{name}_kg": contrast_auc(study.sample(test, "totscore")).statistic,
        }
    joint = contrast_auc(study.sample("totscore", "alb", "tp"))
    covariance = structural_components(study.sample("totscore", "alb", "tp")).exact_covariance()
    cells = {f"cov_{i}{j}": covariance[i][j] for i in range(3) for j in range(i, 3)}
    return {**found, "chi2_contrast_df2": joint.statistic, "p_contrast": joint.pvalue, **cells}


def _ratings(name: str) -> Sample:
    data = case(name)["input"]
    return Sample.from_counts(controls=data["negatives"], cases=data["positives"])


def _rated(fit: FittedCurve) -> RatingDetail:
    (detail,) = fit.details
    assert isinstance(detail, RatingDetail)
    return detail


def stata_rocfit() -> Numbers:
    fit = fit_binormal(_ratings("stata_rocfit_hanley"))
    (a, b), area, test = fit.parameters, fit.estimate(AUC()), _rated(fit).pearson
    found: dict[str, Any] = {
        "a_intercept": a.estimate,
        "se_a": a.standard_error,
        "b_slope": b.estimate,
        "se_b": b.standard_error,
        "loglik": fit.loglikelihood,
        "gof_chi2": test.statistic,
        "gof_p": test.pvalue,
        "auc_binormal": area.estimate,
        "se_auc": area.standard_error,
    }
    for place, bound in enumerate(_rated(fit).bounds, start=1):
        found |= {f"cut{place}": bound.estimate, f"se_cut{place}": bound.standard_error}
    for name in ("delta_m", "d_e", "d_a"):
        found |= {name: fit.index(name).estimate, f"se_{name}": fit.index(name).standard_error}
    return found


def dorfman_alf() -> Numbers:
    observed, expected = (
        fit_binormal(_ratings("dorfman_alf1969_rating"), MaximumLikelihood(information=information))
        for information in ("observed", "expected")
    )
    found: dict[str, Any] = {"auc": observed.auc, "gof_chi2": _rated(observed).pearson.statistic}
    for fit, word in ((observed, "obs"), (expected, "exp")):
        for parameter in fit.parameters:
            found |= {parameter.name: parameter.estimate, f"se_{parameter.name}_{word}": parameter.standard_error}
    return found


def dtcompair_single() -> Numbers:
    counts = _counts("dtcompair_acc_single")
    wald, exact = accuracy(counts, Wald()), accuracy(counts, ClopperPearson())
    found: dict[str, Any] = {}
    for name, measure in (
        ("sens", wald.sensitivity),
        ("spec", wald.specificity),
        ("ppv", wald.ppv),
        ("npv", wald.npv),
    ):
        found |= {name: measure.estimate, f"{name}_se": measure.standard_error}
        found |= limits(measure.interval, f"{name}_lo", f"{name}_hi")
    for name, measure in (("pdlr", wald.lr_positive), ("ndlr", wald.lr_negative)):
        found |= {name: measure.estimate, f"{name}_se_log": measure.log_standard_error}
        found |= limits(measure.interval, f"{name}_lo", f"{name}_hi")
    return {
        **found,
        **limits(exact.sensitivity.interval, "sens_exact95_lo", "sens_exact95_hi"),
        **limits(exact.specificity.interval, "spec_exact95_lo", "spec_exact95_hi"),
    }


def _counts(name: str) -> Counts:
    data = case(name)["input"]
    return Counts(**{cell: data[cell] for cell in ("tp", "fp", "fn", "tn")})


def _pairs(name: str) -> PairedCounts:
    data = case(name)["input"]
    tables = [
        PairedTable(n11=group["t1p_t2p"], n10=group["t1p_t2n"], n01=group["t1n_t2p"], n00=group["t1n_t2n"])
        for group in (data["diseased"], data["nondiseased"])
    ]
    return PairedCounts(cases=tables[0], controls=tables[1])


def dtcompair_ratios() -> Numbers:
    pairs = _pairs("dtcompair_dlr_ratio")
    one, two = accuracy(pairs.first), accuracy(pairs.second)
    found: dict[str, Any] = {"pdlr1": one.lr_positive.estimate, "pdlr2": two.lr_positive.estimate}
    for name, which in (("pdlr", "positive"), ("ndlr", "negative")):
        ratio = GuPepe().infer(pairs, which)
        found |= {
            f"{name}_ratio": ratio.estimate,
            f"{name}_se": ratio.standard_error,
            f"{name}_z": ratio.statistic,
            f"{name}_p": ratio.pvalue,
            **limits(ratio.interval, f"{name}_lo", f"{name}_hi"),
        }
    return found


def dtcompair_sesp() -> Numbers:
    pairs = _pairs("dtcompair_paired_sesp")
    # The package subtracts test 1 from test 2, and divides by test 1.
    tables = {"sens": pairs.cases.swapped, "spec": pairs.controls.negatives.swapped}
    found: dict[str, Any] = {
        "generalized_stat_df2": GeneralisedMcNemar().statistic(pairs),
        "generalized_p": GeneralisedMcNemar().pvalue(pairs),
    }
    for name, pair in tables.items():
        difference = "sens_diff_t2_minus_t1" if name == "sens" else "spec_diff"
        ratio = PairedRatio().infer(pair)
        found |= {
            difference: Fraction(pair.first - pair.second, pair.total),
            f"{name}_mcnemar": McNemar().statistic(pair) ** 2,
            f"{name}_p": McNemar().pvalue(pair),
            f"{name}_exact_p": McNemar("exact").pvalue(pair),
            f"rel_{name}": ratio.estimate,
            f"rel_{name}_se_log": ratio.standard_error,
        }
        found |= (
            limits(ratio.interval, "rel_sens_lo", "rel_sens_hi") if name == "sens" else {"rel_spec_p": ratio.pvalue}
        )
    return found


def dtcompair_predictive() -> Numbers:
    pairs = _pairs("dtcompair_predictive_values")
    one, two = accuracy(pairs.first), accuracy(pairs.second)
    found: dict[str, Any] = {"cov_log": MoskowitzPepe().covariance(pairs)}
    for value in ("ppv", "npv"):
        found |= {f"{value}1": getattr(one, value).estimate, f"{value}2": getattr(two, value).estimate}
        for word, weighted in (("gs", False), ("wgs", True)):
            score = GeneralisedScore(weighted=weighted).infer(pairs, value)
            found |= {f"{value}_{word}": score.statistic, f"{value}_{word}_p": score.pvalue}
        # The package divides test 2 by test 1.
        ratio = MoskowitzPepe().infer(pairs, value)
        found |= {
            f"r{value}": 1 / ratio.estimate,
            f"r{value}_se_log": ratio.standard_error,
            f"r{value}_z": -ratio.statistic,
            f"r{value}_p": ratio.pvalue,
        }
        if value == "ppv":
            found |= {"rppv_lo": 1 / ratio.interval.high, "rppv_hi": 1 / ratio.interval.low}
    return found


def dtcompair_at_prevalence() -> Numbers:
    fifth, half = predictive_values(_counts("dtcompair_pv_prev"), [0.2, 0.5]).values
    return {
        "ppv_0.2": fifth.ppv,
        **limits(fifth.ppv_interval, "ppv_0.2_lo", "ppv_0.2_hi"),
        "ppv_0.5": half.ppv,
        "npv_0.2_correct": fifth.npv,
        "npv_0.5_correct": half.npv,
    }


def dtcompair_intervals() -> Numbers:
    pairs = _pairs("dtcompair_sesp_diff_ci")
    found: dict[str, Any] = {}
    for name, pair in (("sens", pairs.cases.swapped), ("spec", pairs.controls.negatives.swapped)):
        found[f"{name}_diff"] = Fraction(pair.first - pair.second, pair.total)
        for method in (PairedWald(), Tango(), PairedWald("standard-error"), AgrestiMin()):
            word = {
                "wald-paired": "wald",
                "tango": "tango",
                "agresti-min": "agresti_min",
                "wald-paired-standard-error": "wald_cc",
            }[method.card.id]
            if name == "sens" or word in ("wald", "tango"):
                found |= limits(method.interval(pair), f"{name}_{word}_lo", f"{name}_{word}_hi")
    return found


def agresti() -> Numbers:
    pair = PairedTable(*(count for row in case("agresti_approval_mcnemar")["input"]["table"] for count in row))
    z = McNemar().statistic(pair)
    # Agresti subtracts the first rating from the second.
    return {
        "z0": -z,
        "chi2_uncorrected": z * z,
        "diff": Fraction(pair.first - pair.second, pair.total),
        **limits(PairedWald().interval(pair), "ci_lo", "ci_hi"),
    }


def heartworm() -> Numbers:
    data = case("epir_nomogram_heartworm")["input"]
    return {
        f"post_prior_{prior}": post_test_probability(
            prior, sensitivity=data["sens"], specificity=data["spec"]
        ).probability
        for prior in data["priors"]
    }


def cavo() -> Numbers:
    pair = PairedTable(*(count for row in case("fagerland_cavo_paired")["input"]["table"] for count in row))
    found: dict[str, Any] = {
        "p_mcnemar": McNemar().pvalue(pair),
        "p_mcnemar_cc": McNemar(continuity_correction=True).pvalue(pair),
        "p_exact": McNemar("exact").pvalue(pair),
        "p_midp": McNemar("mid-p").pvalue(pair),
        "diff": Fraction(pair.first - pair.second, pair.total),
    }
    for word, method in (
        ("tango", Tango()),
        ("wald", PairedWald()),
        ("agresti_min", AgrestiMin()),
        ("bonett_price", BonettPrice()),
        ("newcombe", PairedNewcombe()),
    ):
        found |= limits(method.interval(pair), f"{word}_lo", f"{word}_hi")
    ratio = PairedRatio().infer(pair)
    return {**found, "ratio": ratio.estimate, **limits(ratio.interval, "ratio_wald_lo", "ratio_wald_hi")}


def ezra() -> Numbers:
    pair = PairedTable(*(count for row in case("fagerland_ezra_paired_or")["input"]["table"] for count in row))
    found: dict[str, Any] = {"or_cond": PairedOddsRatio().estimate(pair)}
    for word, kind in (("wald", "wald"), ("cp", "clopper-pearson"), ("midp", "mid-p")):
        found |= limits(PairedOddsRatio(kind).interval(pair), f"{word}_lo", f"{word}_hi")
    return found


def perondi() -> Numbers:
    ((x1, n1, x2, n2),) = case("fagerland_perondi_2x2")["input"]["items"]
    groups = ((x1, n1), (x2, n2))
    found: dict[str, Any] = {}
    for word, method in (
        ("wald", IndependentWald()),
        ("agresti_caffo", AgrestiCaffo()),
        ("newcombe", IndependentNewcombe()),
        ("mee", MiettinenNurminen(small_sample=False)),
    ):
        found |= limits(method.interval(groups), f"{word}_lo", f"{word}_hi")
    return {**found, **limits(KatzRatio().infer(groups).interval, "katz_ratio_lo", "katz_ratio_hi")}


def ligarden() -> Numbers:
    ((successes, total),) = case("fagerland_ligarden_1x2")["input"]["items"]
    found: dict[str, Any] = {}
    for word, method in (
        ("wilson", Wilson()),
        ("wilson_cc", Wilson(continuity=True)),
        ("clopper_pearson", ClopperPearson()),
        ("midp", MidP()),
        ("jeffreys", Jeffreys()),
        ("lr", Likelihood()),
    ):
        found |= limits(method.interval(successes, total, level=0.95), f"{word}_lo", f"{word}_hi")
    return {
        **found,
        "p_exact_pi0.5": ClopperPearson().pvalue(successes, total, null=0.5),
        "p_midp_pi0.5": MidP().pvalue(successes, total, null=0.5),
        "p_score_pi0.5": Wilson().pvalue(successes, total, null=0.5),
    }


def fawcett() -> Numbers:
    data = case("fawcett2006_20")["input"]
    sample = Sample.from_truth(data["class"], data["score"], positive="p")
    at = {threshold: accuracy(counts_at(sample, threshold)) for threshold in (0.54, 0.7, 0.51)}
    return {
        "auc": auc(sample).estimate,
        "accuracy_at_0.54": at[0.54].accuracy.estimate,
        "tpr_at_0.7": at[0.7].sensitivity.estimate,
        "fpr_at_0.7": Fraction(at[0.7].counts.fp, sample.n_controls),
        "tp_at_0.51": at[0.51].counts.tp,
        "fp_at_0.51": at[0.51].counts.fp,
        "ks_max_tpr_minus_fpr": operating_points(sample).youden.max(),
    }


def finley() -> Numbers:
    found = accuracy(_counts("finley1884_tornado"), more=True)
    return {
        "csi": found.measure("csi").estimate,
        "heidke": found.measure("kappa").estimate,
        "hit_rate": found.sensitivity.estimate,
        "far": 1 - found.ppv.estimate,
        "pc": found.accuracy.estimate,
        "peirce_youden": found.youden.estimate,
    }


def hand_till() -> Numbers:
    two, several = table("ht01_twoclass.csv"), table("ht01_multipleclass.csv")
    sample = Sample.from_truth(two["observed"], two["predicted"])
    classes = ClassScores.from_truth(several["observed"], several.drop(columns="observed"))
    return {
        "auc_twoclass": auc(sample).estimate,
        "brier_twoclass": Brier()(sample)[0],
        "M_multiclass": multiclass_auc(classes, rng=20261130).hand_till.estimate,
    }


def correlation_table() -> Numbers:
    assert FOLDER is not None
    printed = table("hanley_mcneil_1983_r_table.csv").iloc[:, 1:]
    assert np.array_equal(np.rint(printed.to_numpy() * 100), HUNDREDTHS)
    entries = np.array(HUNDREDTHS)
    assert entries.shape == (len(CORRELATIONS), len(AREAS))
    return {
        "rows": len(CORRELATIONS),
        "r_at_corr0.50_area0.900": correlation_of_areas(0.5, Fraction(9, 10)),
        "r_at_corr0.30_area0.800": correlation_of_areas(0.3, Fraction(4, 5)),
        "monotone_violations": int((np.diff(entries, axis=0) < 0).sum() + (np.diff(entries, axis=1) > 0).sum()),
    }


def _ct_ratings() -> Sample:
    data = case("hanley1982_ct_empirical")["input"]
    return Sample.from_counts(controls=data["negatives"], cases=data["positives"])


def hanley_ratings() -> Numbers:
    sample = _ct_ratings()
    delong, formula = auc(sample), auc(sample, HanleyMcNeil())
    return {
        "auc": formula.estimate,
        "auc_stata": delong.estimate,
        "se_hanley_mcneil": formula.standard_error,
        "se_hanley_mcneil_full": formula.standard_error,
        "se_delong": delong.standard_error,
        "se_delong_R": delong.standard_error,
        **limits(delong.interval, "ci_lo", "ci_hi"),
        "se_bamber": auc(sample, Bamber()).standard_error,
        "prob_tie": tie_summary(sample).p_tie,
        "ideal_stratified_bootstrap_se": auc(sample, Bootstrap(rng=20261130)).standard_error,
    }


def hanley_formula() -> Numbers:
    data = case("hanley1982_se_formula")["input"]
    return {
        f"se_{m}_{n}": auc_from_summary(data["auc"], n_cases=m, n_controls=n).standard_error for m, n in data["designs"]
    }


def hollander_wolfe() -> Numbers:
    data = case("hollander_wolfe_permeability")["input"]
    sample = Sample.from_groups(cases=data["x"], controls=data["y"])
    ties = tie_summary(sample)
    return {
        "U": ties.higher + Fraction(ties.tied, 2),
        "auc": auc(sample).estimate,
        "p_one_sided": mann_whitney(sample, alternative="greater").pvalue,
    }


def mason_graham() -> Numbers:
    data = case("mason_graham2002")["input"]
    tied, untied = (Sample.from_truth(data["event"], data[column]) for column in ("p_with_ties", "p_no_ties"))
    return {
        "auc_ties": auc(tied).estimate,
        "auc_ties_full": auc(tied).estimate,
        "auc_no_ties": auc(untied).estimate,
        "p_exact_no_ties": mann_whitney(untied, alternative="greater").pvalue,
        "p_exact_ties_permutation": mann_whitney(tied, alternative="greater").pvalue,
        "p_normal_ties_cc": mann_whitney(tied, alternative="greater", exact=False).pvalue,
        "brier_ties": Brier()(tied)[0],
        "brier_no_ties": Brier()(untied)[0],
    }


def mercaldo() -> Numbers:
    counts = _counts("mercaldo2007_prev0.03")
    prevalence = case("mercaldo2007_prev0.03")["input"]["prevalence"]
    (at,), (adjusted,) = (predictive_values(counts, prevalence, adjusted=a).values for a in (False, True))
    return {
        "ppv": at.ppv,
        "npv": at.npv,
        **limits(at.ppv_interval, "ppv_lo", "ppv_hi"),
        **limits(at.npv_interval, "npv_lo", "npv_hi"),
        **limits(adjusted.ppv_interval, "adj_ppv_lo", "adj_ppv_hi"),
        **limits(adjusted.npv_interval, "adj_npv_lo", "adj_npv_hi"),
    }


def glioma() -> Numbers:
    data = case("pet_glioma_fdg_auc_ci")["input"]
    sample = Sample.from_groups(cases=data["grade2"], controls=data["grade1"])
    wald = auc(sample)
    return {
        "auc": wald.estimate,
        **limits(auc(sample, Newcombe()).interval, "newcombe_lo", "newcombe_hi"),
        **limits(auc(sample, HanleyMcNeil(scale="logit")).interval, "logit_hanley_mcneil_lo", "logit_hanley_mcneil_hi"),
        **limits(auc(sample, DeLong(scale="logit")).interval, "logit_delong_lo", "logit_delong_hi"),
        **limits(wald.interval, "wald_delong_lo", "wald_delong_hi_untruncated"),
        # The variance of the two-sample jackknife is DeLong's.
        **limits(wald.interval, "jackknife_lo", "jackknife_hi"),
    }


def psa() -> Numbers:
    frame = table("psa2b.csv")
    # Rows are taken as independent here, which they are not: this is the naive standard error of the case.
    naive = auc(Sample.from_truth(frame["status"], frame["marker1"]))
    return {"auc_total_psa": naive.estimate, "se_naive_delong": naive.standard_error}


def redolfi() -> Numbers:
    data = case("redolfi_tie_bound")["input"]
    found: dict[str, float] = {}
    for name in ("counterexample", "mixed"):
        ties = tie_summary(Sample.from_groups(cases=data[name]["pos"], controls=data[name]["neg"]))
        found |= {f"{name}_A": ties.auc, f"{name}_P": ties.p_higher, f"{name}_bound": ties.bound}
    ratings = tie_summary(Sample.from_counts(controls=data["hanley"]["negatives"], cases=data["hanley"]["positives"]))
    found |= {"hanley_A": ratings.auc, "hanley_P": ratings.p_higher, "hanley_bound": ratings.bound}
    return {**found, "violations_in_3000_random_samples": _violations(3000)}


def _violations(n_samples: int) -> int:
    """Count random discrete samples whose gap passes the bound."""
    rng = np.random.default_rng(20261130)
    violations = 0
    for _ in range(n_samples):
        values, m, n = rng.integers(1, 6), *rng.integers(1, 8, 2)
        cases, controls = rng.integers(0, values, m), rng.integers(0, values, n)
        ties = tie_summary(Sample.from_groups(cases=cases, controls=controls))
        violations += not 0 <= ties.gap <= ties.bound
    return violations


def scott() -> Numbers:
    found = accuracy(_counts("scott2008_epir"), ClopperPearson(), more=True)
    needed = found.measure("nnd")
    return {
        "sens": found.sensitivity.estimate,
        "spec": found.specificity.estimate,
        "plr": found.lr_positive.estimate,
        **limits(found.sensitivity.interval, "sens_lo", "sens_hi"),
        **limits(found.specificity.interval, "spec_lo", "spec_hi"),
        **limits(found.lr_positive.interval, "plr_lo", "plr_hi"),
        "nnd": needed.estimate,
        **limits(needed.interval, "nnd_lo", "nnd_hi"),
    }


def stata_proportion() -> Numbers:
    ((successes, total),) = case("stata_cii_40_100")["input"]["items"]
    found: dict[str, Any] = {}
    for word, method in (
        ("wilson", Wilson()),
        ("agresti", AgrestiCoull()),
        ("exact", ClopperPearson()),
        ("wald", Wald()),
    ):
        found |= limits(method.interval(successes, total, level=0.95), f"{word}_lo", f"{word}_hi")
    return found


def suicide() -> Numbers:
    frame = table("suicide_dsi.csv")
    sample = Sample.from_truth(frame["suicide"], {"dsi": frame["dsi"]}, positive="yes", negative="no")
    points = operating_points(sample)
    (best,) = points.youden_optima
    at = accuracy(counts_at(sample, points.thresholds[best]))
    return {
        "cutpoint": points.thresholds[best],
        "sum_sens_spec": 1 + points.youden[best],
        "best_check": 1 + points.youden[best],
        "accuracy": at.accuracy.estimate,
        "sensitivity": at.sensitivity.estimate,
        "specificity": at.specificity.estimate,
        "auc": auc(sample).estimate,
    }


def vandyke_readers() -> Numbers:
    frame = table("vandyke.csv")
    found: dict[str, float] = {}
    for (treatment, reader), part in frame.groupby(["treatment", "reader"]):
        found[f"auc_t{treatment}_r{reader}"] = auc(Sample.from_truth(part["truth"], part["rating"])).estimate
    return found


def vandyke_one_reader() -> Numbers:
    frame = table("vandyke.csv")
    wide = (
        frame[frame["reader"] == 1].pivot(index=["case", "truth"], columns="treatment", values="rating").reset_index()
    )
    sample = Sample.from_truth(wide["truth"], {"1": wide[1], "2": wide[2]})
    return {"diff": compare_auc(sample).estimate}


CHECKS: dict[str, Callable[[], Numbers]] = {
    "agresti_approval_mcnemar": agresti,
    "asah_noninferiority_derived": asah_noninferiority,
    "asah_proc_best_threshold": asah_best_threshold,
    "asah_proc_paired": asah_paired,
    "asah_proc_partial_auc": asah_partial,
    "asah_proc_subset_female": asah_female,
    "asah_proc_unpaired": asah_unpaired,
    "blog_decile_61797": decile_table,
    "ckbb_zhou_book": ckbb,
    "delong1988_ovarian_sas": ovarian,
    "dorfman_alf1969_rating": dorfman_alf,
    "dtcompair_acc_single": dtcompair_single,
    "dtcompair_dlr_ratio": dtcompair_ratios,
    "dtcompair_paired_sesp": dtcompair_sesp,
    "dtcompair_predictive_values": dtcompair_predictive,
    "dtcompair_pv_prev": dtcompair_at_prevalence,
    "dtcompair_sesp_diff_ci": dtcompair_intervals,
    "epir_nomogram_heartworm": heartworm,
    "fagerland_cavo_paired": cavo,
    "fagerland_ezra_paired_or": ezra,
    "fagerland_ligarden_1x2": ligarden,
    "fagerland_perondi_2x2": perondi,
    "fawcett2006_20": fawcett,
    "finley1884_tornado": finley,
    "handtill2001_package": hand_till,
    "hanley1982_ct_empirical": hanley_ratings,
    "hanley1982_se_formula": hanley_formula,
    "hanley_mcneil1983_r_table": correlation_table,
    "hollander_wolfe_permeability": hollander_wolfe,
    "mason_graham2002": mason_graham,
    "mercaldo2007_prev0.03": mercaldo,
    "pet_glioma_fdg_auc_ci": glioma,
    "psa_clustered_single": psa,
    "redolfi_tie_bound": redolfi,
    "scott2008_epir": scott,
    "stata_cii_40_100": stata_proportion,
    "stata_rocfit_hanley": stata_rocfit,
    "suicide_cutpointr": suicide,
    "vandyke_or_dbm_iowa": vandyke_readers,
    "vandyke_single_reader": vandyke_one_reader,
}

# --- What is not checked, and why -----------------------------------------------------------------------------------

KNOWN_DIFFERENCES: dict[str, dict[str, str]] = {
    "asah_proc_unpaired": dict.fromkeys(
        ("p_wfns_s100b", "p_wfns_ndka", "p_ndka_s100b"),
        "pROC refers D to a t distribution with Satterthwaite's degrees of freedom; rocstats refers it to the normal.",
    ),
    "dtcompair_sesp_diff_ci": dict.fromkeys(
        ("sens_agresti_min_lo", "sens_agresti_min_hi"),
        "DTComPair centres the interval at the observed difference; Agresti and Min centre it at (n10 - n01)/(n + 2).",
    ),
    "pet_glioma_fdg_auc_ci": {
        "wald_delong_hi_untruncated": "auRoc lets the interval pass 1; rocstats closes it at the end of the range.",
        **dict.fromkeys(
            ("jackknife_lo", "jackknife_hi"),
            "auRoc leaves out one of all subjects at a time and refers the mean of pseudovalues to a t distribution, "
            "as if they were one sample. Its limits pass 1, and its variance is larger than that of the two-sample "
            "jackknife, which is DeLong's. rocstats has no such interval.",
        ),
    },
    "scott2008_epir": dict.fromkeys(
        ("nnd_lo", "nnd_hi"),
        "epiR puts the low limits of sensitivity and specificity together, and the high ones, before it inverts; both "
        "at their limit at once is too wide. rocstats inverts the square-and-add limits of Youden's index.",
    ),
}

# A name that is no method's yet: a word of the register, a public function, or a plain description.
WAITS_FOR: dict[str, dict[str, str]] = {
    "chu_cole2007_exact_n": {
        "planning by exact binomial power": """n2_sens0.99_delta0.14 n2_sens0.99_delta0.13 n2_sens0.99_delta0.12
            n2_sens0.98_delta0.13 n2_sens0.98_delta0.11 n2_sens0.95_delta0.1 power_n93_sens.95_delta.1 sig_n93
            power_n102 sig_n102"""
    },
    "hajian_tilaki2014_buderer": {"planning by precision of sensitivity": "n_total"},
    "mkpower_ssize_auc_ci": {"planning by precision of an AUC": "n_total n_total_unrounded"},
    "proc_power_one_roc": {
        "planning of one AUC": """power_auc0.73_41_72 ncases ncontrols power_s100b sig_level_for_power0.95
            detectable_auc"""
    },
    "psa_clustered_single": {"clustered AUC": "se_clustered cluster_bootstrap_se_sanity"},
    "vandyke_mrmc_power": {"planning of reader studies": "power_RRRC_J10_K165 power_FRRC_J10_K131 power_RRFC_J10_K53"},
    "vandyke_or_dbm_iowa": {
        "readers and cases": """mean_t1 mean_t2 MS_T MS_R MS_TR Var_R Var_TR Cov1 Cov2 Cov3 Var_error RRRC_F RRRC_df2
            RRRC_p RRRC_se RRRC_lo RRRC_hi FRRC_X2 FRRC_p FRRC_se RRFC_F RRFC_p RRFC_se single_t1_se single_t1_df
            single_t1_lo single_t1_hi single_t2_se single_t2_df reader1_se reader2_se reader3_se reader4_se reader5_se
            reader1_p reader2_p reader3_p reader4_p reader5_p dbm_var_R dbm_var_TR dbm_var_C dbm_var_TC dbm_var_RC
            dbm_var_TRC_error"""
    },
    "vandyke_single_reader": {"readers and cases": "X2 p se_diff var_error_t1 var_error_t2 se_t1 cov1"},
}

# Tolerances other than half a unit of the last digit or the case's own.
TOLERANCES: dict[str, tuple[float, str]] = {
    # relative: a bootstrap of B replicates scatters around its ideal standard error by about 1 / sqrt(2B).
    name: (4 / math.sqrt(2 * 2000), "relative")
    for name in (
        "ideal_stratified_bootstrap_se",
        "ideal_stratified_bootstrap_se_wfns",
        "ideal_stratified_bootstrap_se_s100b",
        "ideal_stratified_bootstrap_se_ndka",
    )
}


@cache
def found(name: str) -> Numbers:
    """What rocstats obtains for a case, computed once."""
    return CHECKS[name]() if name in CHECKS else {}


def waiting(name: str) -> list[str]:
    return " ".join(WAITS_FOR.get(name, {}).values()).split()


def tolerance(expected: Mapping[str, Any]) -> Fraction:
    """Half a unit of the last printed digit, or the case's own tolerance where that is larger."""
    printed = Decimal(expected["printed"])
    half = Fraction(Decimal(1).scaleb(int(printed.as_tuple().exponent))) / 2
    if expected["name"] in TOLERANCES:
        return Fraction(TOLERANCES[expected["name"]][0]) * abs(Fraction(printed))
    return max(half, Fraction(Decimal(repr(expected.get("tolerance_abs") or 0.0))))


def distance(obtained: Any, expected: Mapping[str, Any]) -> Fraction:
    exact = obtained if isinstance(obtained, Fraction | int) else Fraction(Decimal(repr(float(obtained))))
    return abs(exact - Fraction(Decimal(expected["printed"])))


# --- Tests ----------------------------------------------------------------------------------------------------------


@needs_folder
@pytest.mark.parametrize("name", CHECKS)
def test_numbers_are_those_of_the_source(name: str) -> None:
    """What rocstats obtains is what the source prints, to the last printed digit or the tolerance of the case."""
    obtained = found(name)
    known = KNOWN_DIFFERENCES.get(name, {})
    missed = [
        f"{e['name']}: {e['printed']} is printed, {float(obtained[e['name']])!r} was obtained"
        for e in case(name)["expected"]
        if e["name"] in obtained and e["name"] not in known and distance(obtained[e["name"]], e) > tolerance(e)
    ]
    assert missed == []


@needs_folder
@pytest.mark.parametrize("name", KNOWN_DIFFERENCES)
def test_known_differences_are_still_there(name: str) -> None:
    """Where rocstats differs from a source on purpose, it does differ."""
    obtained = found(name)
    expected = {e["name"]: e for e in case(name)["expected"]}
    for quantity in KNOWN_DIFFERENCES[name]:
        assert distance(obtained[quantity], expected[quantity]) > tolerance(expected[quantity])


@needs_folder
def test_no_case_is_left_out() -> None:
    """Each file of the folder is a case that is checked or waits."""
    assert FOLDER is not None
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == sorted(CHECKS.keys() | WAITS_FOR.keys())


@needs_folder
@pytest.mark.parametrize("name", sorted(CHECKS.keys() | WAITS_FOR.keys()))
def test_no_value_is_left_out(name: str) -> None:
    """Each printed number of a case is either obtained or waits for a named method, never both, never neither."""
    assert sorted(e["name"] for e in case(name)["expected"]) == sorted([*found(name), *waiting(name)])


def test_no_value_waits_for_a_method_that_exists() -> None:
    """A number stops waiting as soon as its method has a word in the register or a public name."""
    awaited = {method for methods in WAITS_FOR.values() for method in methods}
    assert awaited & {*REGISTER, *FAMILIES, *FIT_METHODS, *rocstats.__all__} == set()
