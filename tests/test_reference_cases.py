"""Reference data: every number of the reference folder is stated in a case of the kit, checked here, or waits.

The folder holds one JSON file per source and the data of other packages, which are not part of this project. Name it in
the environment variable ROCSTATS_REFERENCE. The cases that read its data are in the kit, as the others are.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rocstats
from rocstats import REGISTER, McNemar, PairedCounts, Sample, operating_points, tie_summary
from rocstats.data.paired_counts import PairedTable
from rocstats.errors import DataError
from rocstats.methods.correlation_table import AREAS, CORRELATIONS, HUNDREDTHS, correlation_of_areas
from rocstats.methods.predictive_value_tests import MoskowitzPepe
from rocstats.parametric import FAMILIES, FIT_METHODS
from rocstats.qualification.cases import load_cases
from rocstats.qualification.listing import listing
from rocstats.qualification.runner import validate
from rocstats.qualification.validation_report import ValidationReport

_NAMED = os.environ.get("ROCSTATS_REFERENCE", "")
FOLDER = Path(_NAMED) if _NAMED else None
needs_folder = pytest.mark.skipif(
    FOLDER is None or not FOLDER.is_dir(),
    reason="ROCSTATS_REFERENCE names no folder of reference cases; they are not part of the project.",
)
Numbers = Mapping[str, float | Fraction]

# Where the numbers of each source stand in the kit.
STATED_IN = {
    "agresti_approval_mcnemar": "agresti-approval",
    "asah_noninferiority_derived": "reference-asah-areas",
    "asah_proc_best_threshold": "reference-asah-partial proc-asah-points",
    "asah_proc_paired": "reference-asah-areas",
    "asah_proc_partial_auc": "reference-asah-partial",
    "asah_proc_subset_female": "reference-asah-areas",
    "asah_proc_unpaired": "reference-asah-areas",
    "blog_decile_61797": "decile-table",
    "ckbb_zhou_book": "ckbb",
    "delong1988_ovarian_sas": "delong-1988-ovarian",
    "dorfman_alf1969_rating": "dorfman-alf-1969",
    "dtcompair_acc_single": "dtcompair-accuracy",
    "dtcompair_dlr_ratio": "dtcompair-paired dtcompair-accuracy",
    "dtcompair_paired_sesp": "dtcompair-paired",
    "dtcompair_predictive_values": "dtcompair-paired dtcompair-accuracy",
    "dtcompair_pv_prev": "dtcompair-prevalence",
    "dtcompair_sesp_diff_ci": "dtcompair-intervals",
    "epir_nomogram_heartworm": "epir-heartworm",
    "fagerland_cavo_paired": "fagerland-2017-pairs",
    "fagerland_ezra_paired_or": "fagerland-2017-pairs",
    "fagerland_ligarden_1x2": "fagerland-2017",
    "fagerland_perondi_2x2": "fagerland-2017-groups",
    "fawcett2006_20": "fawcett-2006",
    "finley1884_tornado": "finley-1884",
    "handtill2001_package": "reference-hand-till",
    "hanley1982_ct_empirical": "hanley-mcneil-1982",
    "hanley1982_se_formula": "hanley-mcneil-1982-formula",
    "hollander_wolfe_permeability": "hollander-wolfe-1973",
    "mason_graham2002": "mason-graham-2002",
    "mercaldo2007_prev0.03": "mercaldo-2007",
    "pet_glioma_fdg_auc_ci": "glioma-fdg",
    "psa_clustered_single": "reference-psa",
    "redolfi_tie_bound": "redolfi-2026",
    "scott2008_epir": "scott-2008",
    "stata_cii_40_100": "stata-proportion",
    "stata_rocfit_hanley": "stata-rocfit",
    "suicide_cutpointr": "reference-suicide",
    "vandyke_or_dbm_iowa": "reference-van-dyke",
    "vandyke_single_reader": "reference-van-dyke",
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


@cache
def source(name: str) -> dict[str, Any]:
    assert FOLDER is not None
    content: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return content


# --- What no question of the kit asks: other forms of its numbers, and what a source says of many ---------------------


def agresti() -> Numbers:
    pair = PairedTable(*(count for row in source("agresti_approval_mcnemar")["input"]["table"] for count in row))
    return {"chi2_uncorrected": McNemar().statistic(pair) ** 2}


def _pairs(name: str) -> PairedCounts:
    data = source(name)["input"]
    cases, controls = (
        PairedTable(n11=group["t1p_t2p"], n10=group["t1p_t2n"], n01=group["t1n_t2p"], n00=group["t1n_t2n"])
        for group in (data["diseased"], data["nondiseased"])
    )
    return PairedCounts(cases=cases, controls=controls)


def squares() -> Numbers:
    pairs = _pairs("dtcompair_paired_sesp")
    return {
        "sens_mcnemar": McNemar().statistic(pairs.cases) ** 2,
        "spec_mcnemar": McNemar().statistic(pairs.controls.negatives) ** 2,
    }


def covariance_of_logarithms() -> Numbers:
    return {"cov_log": MoskowitzPepe().covariance(_pairs("dtcompair_predictive_values"))}


def false_alarms() -> Numbers:
    cells = source("finley1884_tornado")["input"]
    return {
        "far": 1 - rocstats.accuracy(rocstats.Counts(**{c: cells[c] for c in ("tp", "fp", "fn", "tn")})).ppv.estimate
    }


def correlation_table() -> Numbers:
    assert FOLDER is not None
    import pandas as pd

    printed = pd.read_csv(FOLDER / "data" / "hanley_mcneil_1983_r_table.csv").iloc[:, 1:]
    assert np.array_equal(np.rint(printed.to_numpy() * 100), HUNDREDTHS)
    entries = np.array(HUNDREDTHS)
    assert entries.shape == (len(CORRELATIONS), len(AREAS))
    return {
        "rows": len(CORRELATIONS),
        "r_at_corr0.50_area0.900": correlation_of_areas(0.5, Fraction(9, 10)),
        "r_at_corr0.30_area0.800": correlation_of_areas(0.3, Fraction(4, 5)),
        "monotone_violations": int((np.diff(entries, axis=0) < 0).sum() + (np.diff(entries, axis=1) > 0).sum()),
    }


def bound_on_ties() -> Numbers:
    """Count random discrete samples whose gap passes the bound."""
    rng = np.random.default_rng(20261130)
    violations = 0
    for _ in range(3000):
        values, m, n = rng.integers(1, 6), *rng.integers(1, 8, 2)
        cases, controls = rng.integers(0, values, m), rng.integers(0, values, n)
        ties = tie_summary(Sample.from_groups(cases=cases, controls=controls))
        violations += not 0 <= ties.gap <= ties.bound
    return {"violations_in_3000_random_samples": violations}


def youden_plus_one() -> Numbers:
    assert FOLDER is not None
    study = rocstats.read(FOLDER / "data" / "suicide_dsi.csv", truth="suicide", positive="yes", tests=["dsi"])
    best = 1 + float(operating_points(study.sample("dsi")).youden.max())
    return {"sum_sens_spec": best, "best_check": best}


CHECKS: dict[str, Callable[[], Numbers]] = {
    "agresti_approval_mcnemar": agresti,
    "dtcompair_paired_sesp": squares,
    "dtcompair_predictive_values": covariance_of_logarithms,
    "finley1884_tornado": false_alarms,
    "hanley_mcneil1983_r_table": correlation_table,
    "redolfi_tie_bound": bound_on_ties,
    "suicide_cutpointr": youden_plus_one,
}


@cache
def found(name: str) -> Numbers:
    """What is obtained here for a source, computed once."""
    return CHECKS[name]() if name in CHECKS else {}


def waiting(name: str) -> list[str]:
    return " ".join(WAITS_FOR.get(name, {}).values()).split()


@cache
def stated(name: str) -> list[Fraction]:
    """The numbers that the kit states of a source, without their signs."""
    wanted = STATED_IN.get(name, "").split()
    values = [v.printed for case in load_cases() if case.id in wanted for block in case.blocks for v in block.values]
    return [abs(value.number) for value in values if value.number is not None]


def is_stated(name: str, expected: Mapping[str, Any]) -> bool:
    """Say whether the kit states a number of a source, to at least its printed digits and with either sign."""
    printed = Decimal(expected["printed"])
    half = Fraction(Decimal(1).scaleb(int(printed.as_tuple().exponent))) / 2
    return any(abs(number - abs(Fraction(printed))) <= half for number in stated(name))


# --- The cases of the kit that need the folder ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole() -> ValidationReport:
    return validate(reference=FOLDER)


@needs_folder
def test_every_number_is_met_or_differs_as_known(whole: ValidationReport) -> None:
    """With the folder, no number of any case is missed, and none is skipped."""
    assert [f"{c.case} {c.question} {c.quantity}: {c.printed} / {c.obtained} {c.note}" for c in whole.misses] == []
    assert whole.skipped == ()


@needs_folder
def test_there_are_380_values_from_outside(whole: ValidationReport) -> None:
    """With the folder, at least 380 different figures of others are met or differ as known."""
    assert listing(whole).outside(reference=True) >= 380


@needs_folder
def test_the_folder_holds_the_files_that_the_figures_belong_to(whole: ValidationReport) -> None:
    """Each value of a reference file names it with its digest."""
    of_files = [check for check in whole.checks if check.reference]
    assert {check.dataset for check in of_files} == {
        f"reference/{name}"
        for name in (
            "asah.csv",
            "ht01_multipleclass.csv",
            "ht01_twoclass.csv",
            "psa2b.csv",
            "suicide_dsi.csv",
            "vandyke.csv",
        )
    }
    assert all(len(check.dataset_sha256) == 64 for check in of_files)


# --- The sources ------------------------------------------------------------------------------------------------------


@needs_folder
@pytest.mark.parametrize("name", sorted({*STATED_IN, *CHECKS, *WAITS_FOR}))
def test_no_number_of_a_source_is_left_out(name: str) -> None:
    """Each printed number is stated in the kit, obtained here, or waits for a named method."""
    left = [
        e["name"]
        for e in source(name)["expected"]
        if not is_stated(name, e) and e["name"] not in found(name) and e["name"] not in waiting(name)
    ]
    assert left == []


@needs_folder
@pytest.mark.parametrize("name", CHECKS)
def test_numbers_in_another_form_are_those_of_the_source(name: str) -> None:
    """What no question of the kit asks is obtained here, to the last printed digit."""
    for e in source(name)["expected"]:
        if e["name"] in found(name):
            printed, obtained = Decimal(e["printed"]), found(name)[e["name"]]
            half = Fraction(Decimal(1).scaleb(int(printed.as_tuple().exponent))) / 2
            assert abs(Fraction(obtained) - Fraction(printed)) <= half, e["name"]


@needs_folder
def test_no_source_is_left_out() -> None:
    """Each file of the folder is stated, checked, or waits."""
    assert FOLDER is not None
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == sorted({*STATED_IN, *CHECKS, *WAITS_FOR})


def test_no_value_waits_for_a_method_that_exists() -> None:
    """A number stops waiting as soon as its method has a word in the register or a public name."""
    awaited = {method for methods in WAITS_FOR.values() for method in methods}
    assert awaited & {*REGISTER, *FAMILIES, *FIT_METHODS, *rocstats.__all__} == set()


# --- Without the folder, or with another ------------------------------------------------------------------------------

CASE = """
id = "elsewhere"
title = "Data that are elsewhere"
source = "Worked by hand"
kind = "by hand"
requirement = ["OUR-01"]

[data]
reference = "four.csv"
truth = "ill"
tests = ["score"]
where = { site = "north" }

[[expected]]
auc = "3/4"

[[expected]]
about = "both sites, as two groups"
question = "compare_auc"
difference = "-1/4"

[expected.data]
first = { reference = "four.csv", truth = "ill", tests = ["score"], where = { site = "north" }, apart = true }
second = { reference = "four.csv", truth = "ill", tests = ["score"], where = { site = "south" }, apart = true }

[[expected]]
about = "typed in"
data = { cases = [2, 1], controls = [1, 0] }
auc = "7/8"
"""
FOUR = "ill,score,site\n1,3,north\n1,1,north\n0,2,north\n0,0,north\n1,2,south\n0,1,south\n"


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A kit with one case, and beside it a reference folder that holds its data."""
    monkeypatch.delenv("ROCSTATS_REFERENCE", raising=False)
    (tmp_path / "kit" / "cases").mkdir(parents=True)
    (tmp_path / "kit" / "data").mkdir()
    (tmp_path / "reference" / "data").mkdir(parents=True)
    (tmp_path / "kit" / "cases" / "elsewhere.toml").write_text(CASE, encoding="utf-8")
    (tmp_path / "reference" / "data" / "four.csv").write_text(FOUR, encoding="utf-8")
    return tmp_path


def test_values_without_their_data_are_skipped_with_the_reason(elsewhere: Path) -> None:
    """Without a folder the values that need one are counted apart, and the rest of the case is checked."""
    report = validate(elsewhere / "kit")
    assert report.passed
    assert report.verdict == "1 value of 1 case: 1 met, none missed; 2 values skipped"
    assert {one.reason for one in report.skipped} == {
        "no folder of reference data is named (--reference, reference= or ROCSTATS_REFERENCE)"
    }
    assert [(one.quantity, one.printed, one.dataset) for one in report.skipped] == [
        ("auc", "3/4", "reference/four.csv"),
        ("difference", "-1/4", "reference/four.csv"),
    ]
    assert "Skipped: 2 values of elsewhere, for no folder of reference data is named" in str(report)


def test_a_folder_that_is_named_is_read(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder may be named in the call or in the environment."""
    report = validate(elsewhere / "kit", reference=elsewhere / "reference")
    assert report.verdict == "3 values of 1 case: 3 met, none missed"
    monkeypatch.setenv("ROCSTATS_REFERENCE", str(elsewhere / "reference"))
    assert validate(elsewhere / "kit").checks == report.checks


def test_another_file_of_the_same_name_is_not_taken(elsewhere: Path) -> None:
    """Figures belong to the file whose digest the kit states."""
    listed = f'[[file]]\nname = "four.csv"\nsha256 = "{"0" * 64}"\n'
    (elsewhere / "kit" / "data" / "files.toml").write_text(listed, encoding="utf-8")
    report = validate(elsewhere / "kit", reference=elsewhere / "reference")
    assert {one.reason for one in report.skipped} == {
        "four.csv is not the file that the figures belong to: its SHA-256 is another"
    }
    assert {one.dataset_sha256 for one in validate(elsewhere / "kit").skipped} == {"0" * 64}


def test_a_file_that_is_not_in_the_folder_is_named(elsewhere: Path) -> None:
    """A folder without the file leaves its values waiting."""
    (elsewhere / "reference" / "data" / "four.csv").unlink()
    report = validate(elsewhere / "kit", reference=elsewhere / "reference")
    assert {one.reason for one in report.skipped} == {"four.csv is not in the folder of reference data"}


def test_a_folder_that_is_none_is_refused(elsewhere: Path) -> None:
    """A wrong folder is not taken for no folder."""
    with pytest.raises(DataError, match="is no reference folder: it holds no folder named data"):
        validate(elsewhere / "kit", reference=elsewhere / "kit" / "cases")


def test_the_list_says_how_many_values_wait(elsewhere: Path) -> None:
    """Waiting values are counted by kind and are not among those that are met."""
    text = CASE.replace('kind = "by hand"', 'kind = "published"')
    (elsewhere / "kit" / "cases" / "elsewhere.toml").write_text(text, encoding="utf-8")
    without = listing(validate(elsewhere / "kit"))
    assert (without.waiting, without.outside(), without.outside(reference=True)) == (2, 1, 1)
    assert "2 values wait for the reference folder." in str(without)
    with_folder = listing(validate(elsewhere / "kit", reference=elsewhere / "reference"))
    assert (with_folder.waiting, with_folder.outside(), with_folder.outside(reference=True)) == (0, 1, 3)


def test_a_file_with_a_row_per_subject_and_test_is_widened(elsewhere: Path) -> None:
    """Columns of subjects, tests and scores make one row per subject."""
    long = "who,ill,test,score\n1,1,A,2\n1,1,B,1\n2,0,A,1\n2,0,B,1\n"
    (elsewhere / "reference" / "data" / "long.csv").write_text(long, encoding="utf-8")
    case = CASE.split("[data]")[0] + (
        '[data]\nreference = "long.csv"\ntruth = "ill"\nsubject = "who"\ntest = "test"\nscore = "score"\n'
        'tests = ["A", "B"]\n\n[[expected]]\ntests = ["B"]\nauc = "1/2"\n'
    )
    (elsewhere / "kit" / "cases" / "elsewhere.toml").write_text(case, encoding="utf-8")
    assert validate(elsewhere / "kit", reference=elsewhere / "reference").verdict.startswith("1 value of 1 case: 1 met")


def test_a_column_that_is_not_there_is_a_miss_that_says_so(elsewhere: Path) -> None:
    """A case that asks for rows by a column that the file has not got is refused by name."""
    text = CASE.replace('where = { site = "north" }\n', 'where = { place = "north" }\n')
    (elsewhere / "kit" / "cases" / "elsewhere.toml").write_text(text, encoding="utf-8")
    (miss,) = validate(elsewhere / "kit", reference=elsewhere / "reference").misses
    assert 'four.csv has no column "place"' in miss.note
