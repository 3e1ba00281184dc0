"""A plan that asks for more gets a section for each thing it asks, with the numbers of the results."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from test_report import (
    ALL,
    HOSTILE,
    SCRIPT,
    WORDS,
    by_hand,
    document,
    html,
    markdown,
    ovarian,
    planned,
    separated,
    table,
    warnings_of,
)

from rocstats.data.files import read
from rocstats.document.blocks import NumberedList
from rocstats.document.inline import plain_text
from rocstats.document.rendering import figures_of
from rocstats.errors import PlanError
from rocstats.inference.margins import equivalence
from rocstats.report.analysis import Analysis, analyse
from rocstats.report.limitations import limitations_section
from rocstats.report.plan import Plan, PlannedGoal, PlannedMargin, PlannedMethods, PlannedTest

EVERY = ("ks", "gains", "precision-recall", "calibration", "decision-curve")
LOW = PlannedTest(name="marker", low=True, threshold=47.0)


def people(n: int = 90) -> pd.DataFrame:
    """Make people with a probability score, a second one, a marker that is low in cases, sex and site."""
    rng = np.random.default_rng(5)
    x = rng.normal(size=n)
    return pd.DataFrame(
        {
            "truth": (rng.random(n) < 1 / (1 + np.exp(0.6 - 1.6 * x))).astype(int),
            "model": np.round(1 / (1 + np.exp(0.8 - 1.6 * x)), 3),
            "clinic": np.round(1 / (1 + np.exp(1 - 0.6 * x - 0.5 * rng.normal(size=n))), 3),
            "marker": np.round(50 - 5 * x + 4 * rng.normal(size=n)),
            "sex": rng.choice(["F", "M"], n),
            "site": rng.choice(["A", "B", "C"], n),
        }
    )


@cache
def everything() -> Analysis:
    """All that a plan can ask of a cohort."""
    return planned(
        people(),
        PlannedTest(name="model", threshold=0.4),
        PlannedTest(name="clinic", threshold=0.3),
        LOW,
        design="cohort",
        fpf_band=(0, 0.2),
        tpf_band=(0.8, 1),
        threshold_rules=("youden", "accuracy"),
        margins=(
            PlannedMargin(new="clinic", reference="model", margin=0.05),
            PlannedMargin(new="marker", reference="clinic", margin=0.2, kind="equivalence"),
            PlannedMargin(new="model", reference="clinic", margin=0.01, kind="superiority"),
        ),
        goals=(
            PlannedGoal(test="model", measure="sensitivity", goal=0.5),
            PlannedGoal(test="marker", measure="ppv", goal=0.9),
        ),
        prevalences=(0.001, 0.1, 0.3),
        subgroups=("sex", "site"),
        show=EVERY,
        curve="binormal",
    )


@cache
def degenerate() -> Analysis:
    """Everything asked of tests that separate all, tell nobody apart, and are reversed."""
    frame = separated().study.frame.assign(g=["a", "b"] * 4)
    tests = tuple(PlannedTest(name=name, threshold=at) for name, at in (("sep", 5), ("tied", 2), ("reversed", 9)))
    return planned(
        frame,
        *tests,
        fpf_band=(0, 0.2),
        threshold_rules=("youden", "mcc"),
        margins=(PlannedMargin(new="sep", reference="tied", margin=0.1),),
        goals=(
            PlannedGoal(test="sep", measure="sensitivity", goal=0.7),
            PlannedGoal(test="tied", measure="ppv", goal=0.7),
        ),
        prevalences=(0.05, 0.4),
        subgroups=("g",),
        show=EVERY,
        curve="binormal",
    )


@cache
def one_case() -> Analysis:
    """Everything asked of a single case, one subgroup without a case."""
    frame = pd.DataFrame(
        {"truth": [1, 0, 0, 0, 0], "A": [3, 1, 2, 3, 4], "B": [0.1, 0.2, 0.3, 0.4, 0.5], "g": [1, 1, 2, 2, 2]}
    )
    return planned(
        frame,
        PlannedTest(name="A", threshold=2),
        PlannedTest(name="B"),
        tpf_band=(0.5, 1),
        threshold_rules=("youden", "accuracy"),
        margins=(PlannedMargin(new="A", reference="B", margin=0.1, kind="equivalence"),),
        prevalences=(0.1,),
        subgroups=("g",),
        show=EVERY,
        curve="proper-binormal",
    )


@cache
def case_control() -> Analysis:
    """A case-control study without and with stated prevalences is asked for what depends on the share of cases."""
    return planned(
        people(),
        PlannedTest(name="model", threshold=0.4),
        LOW,
        design="case-control",
        show=EVERY,
        threshold_rules=("youden",),
        curve="power-law",
    )


@cache
def case_control_at() -> Analysis:
    """The same with prevalences."""
    return planned(
        people(),
        PlannedTest(name="model", threshold=0.4),
        LOW,
        design="case-control",
        show=EVERY,
        prevalences=(0.02, 0.5),
    )


@cache
def hostile_names() -> Analysis:
    """Everything asked of names, labels and groups that every page could mistake for its own signs."""
    rng = np.random.default_rng(20261130)
    frame = pd.DataFrame(
        {
            "truth": [SCRIPT] * 12 + ["no `x`"] * 15,
            HOSTILE: np.round(rng.random(27), 2),
            "low_*t*": np.round(rng.normal(size=27), 1),
            "<b>|g*": ["<i>|", "`_"] * 13 + ["<i>|"],
        }
    )
    return planned(
        frame,
        PlannedTest(name=HOSTILE, threshold=0.5),
        PlannedTest(name="low_*t*", low=True, threshold=-0.5),
        positive=SCRIPT,
        design="cohort",
        fpf_band=(0.1, 0.3),
        threshold_rules=("closest-topleft",),
        margins=(PlannedMargin(new=HOSTILE, reference="low_*t*", margin=0.1),),
        goals=(PlannedGoal(test=HOSTILE, measure="accuracy", goal=0.5),),
        prevalences=(0.1, 0.2),
        subgroups=("<b>|g*",),
        show=EVERY,
        curve="binormal",
    )


MORE = (everything, degenerate, one_case, case_control, case_control_at, hostile_names)


def sections(page: str) -> list[str]:
    """List the numbered sections by title."""
    return re.findall(r"^## \d+ (.*)$", page, flags=re.M)


def number(cell: str) -> float:
    """Read a cell of a table."""
    return float(cell.replace("−", "-"))


def test_sections_stand_in_the_order_of_a_report() -> None:
    """Each thing that is asked has its section, and the old ones keep their order."""
    assert sections(markdown(everything())) == [
        "Data and participants",
        "Accuracy at the stated thresholds",
        "Predictive values by prevalence",
        "Area under the curve",
        "Partial area",
        "Fitted curves",
        "Comparisons",
        "Paired accuracy",
        "Ties",
        "Separation",
        "Precision and recall",
        "Calibration and clinical use",
        "Operating points",
        "Chosen thresholds",
        "Subgroups",
        "Non-inferiority, equivalence and superiority by a margin",
        "Performance goals",
        "Limitations",
        "Statistical methods",
    ]


@pytest.mark.parametrize("make", ALL)
def test_what_is_not_asked_is_not_there(make: Any) -> None:
    """Without a new field of the plan only paired accuracy is new, and only where two thresholds are stated."""
    analysis = make()
    found = set(sections(markdown(analysis)))
    new = {"Partial area", "Separation", "Precision and recall", "Chosen thresholds", "Subgroups", "Performance goals"}
    new |= {"Predictive values by prevalence", "Calibration and clinical use", "Fitted curves"}
    assert not found & new
    assert ("Paired accuracy" in found) is (len(analysis.plan.thresholds) > 1)


@pytest.mark.parametrize("make", MORE)
def test_no_page_shows_what_is_no_number_and_no_call(make: Any) -> None:
    """No nan, None or inf, no signed zero, and nothing that only someone at a keyboard could do."""
    analysis = make()
    for page in (markdown(analysis), html(analysis)):
        shown = re.sub(
            r"<svg.*?</svg>|<style>.*?</style>|```.*?```|<pre.*?</pre>|operating_points\(sample\)", "", page, flags=re.S
        )
        shown = re.sub(r"None stated in the plan", "", shown)
        assert not re.search(r"\b(nan|NaN|None|inf|Inf)\b", shown)
        assert not re.search(r"[-−]0\.0+\b(?!\d)", shown)
        assert not re.search(r"\(sample|\w\(\)|=True|prevalence=", shown)


@pytest.mark.parametrize("make", MORE)
def test_every_note_is_a_limitation(make: Any) -> None:
    """Nothing that a result warns of is left out, and no sentence stands twice.

    What curves of other families than the planned one warn of stands below their table.
    """
    analysis = make()
    page = markdown(analysis).lower()
    (items,) = (block.items for block in limitations_section(analysis).blocks if isinstance(block, NumberedList))
    texts = [plain_text(item.content) for item in items]
    assert len(set(texts)) == len(texts)
    said = " ".join(texts).lower()
    for name, _, note in warnings_of(analysis):
        if note.code == "design-not-stated":
            assert "the design was not stated" in said
        elif note.code == "case-control":
            assert "a case-control design" in said
        elif name.startswith("Families of curves") and note.code not in ("families-alike", "no-family-fits"):
            assert WORDS[note.code].lower() in page, (name, note.code)
        else:
            assert WORDS[note.code].lower() in said, (name, note.code)


@pytest.mark.parametrize("make", MORE)
def test_the_appendix_prints_every_new_result(make: Any) -> None:
    """What a terminal shows stands in the appendix, letter by letter, under a name of its own."""
    analysis = make()
    page = markdown(analysis)
    for _, result in analysis.results():
        assert str(result).strip("\n") in page


def test_each_figure_has_words_and_its_own_file() -> None:
    """Every drawing of the fullest report has a name of its own."""
    names = list(figures_of(document(everything())))
    assert len(set(names)) == len(names) == 27
    assert "![]" not in markdown(everything())


def test_pairs_of_results_are_counted_by_hand() -> None:
    """Discordant pairs give the difference: (n10 - n01) / n among cases, and the reverse signs among controls."""
    frame = pd.DataFrame(
        {"truth": [1] * 4 + [0] * 4, "A": [2, 2, 2, 1, 1, 1, 1, 2], "B": [2, 1, 1, 2, 1, 2, 1, 1], "C": range(8)}
    )
    page = markdown(planned(frame, PlannedTest(name="A", threshold=2), PlannedTest(name="B", threshold=2)))
    assert table(page, "Pairs of results") == [["A ≥ 2, B ≥ 2", "1", "2", "1", "0", "0", "1", "1", "2"]]
    rows = table(page, "Differences of sensitivity")
    assert [row[2:5] for row in rows] == [["75.0", "50.0", "25.0"], ["75.0", "75.0", "0.0"]]
    # McNemar's z is (2 - 1)/sqrt(3), its two-sided p 0.564.
    assert rows[0][6] == "0.564"
    assert "Of 4 cases, 2 are positive only by A ≥ 2 and 1 only by B ≥ 2; of 4 controls, 1 and 1" in page


def test_results_among_a_thousand_add_up() -> None:
    """The four counts of a row sum to the people tested, cases to the prevalence among them."""
    page = markdown(everything())
    rows = table(page, "Predictive values at stated prevalences")
    assert "results expected among 100000 people tested" in page
    for row in rows:
        true_positive, false_positive, false_negative, true_negative = (int(cell) for cell in row[6:])
        assert true_positive + false_positive + false_negative + true_negative == 100_000
        assert true_positive + false_negative == round(1000 * float(row[1]))


def test_no_predictive_value_prints_as_certain() -> None:
    """At a rare condition NPV and its limits have as many decimals as keep them apart and below 100."""
    for row in table(markdown(everything()), "Predictive values at stated prevalences"):
        low, high = map(float, row[5].split(" to "))
        assert low < float(row[4]) < 100
        assert low < high


def test_predictive_values_follow_bayes() -> None:
    """Three of four cases and one of four controls are positive: at a prevalence of one tenth PPV is 3/12."""
    frame = by_hand().study.frame
    page = markdown(planned(frame, PlannedTest(name="A", threshold=3), prevalences=(0.1,), design="case-control"))
    row = table(page, "Predictive values at stated prevalences")[0]
    assert row[2] == "25.0"
    npv = Fraction(9, 10) * Fraction(3, 4) / (Fraction(9, 10) * Fraction(3, 4) + Fraction(1, 10) * Fraction(1, 4))
    assert row[4] == f"{float(100 * npv):.1f}"
    assert "This study fixed the share of cases by its design" in page


def test_a_case_control_study_shows_no_counts_beside_what_it_cannot_estimate() -> None:
    """PPV, NPV and accuracy are NE, and n/N beside them would be the design's own."""
    rows = {row[0]: row for row in table(markdown(case_control()), "Accuracy at the stated thresholds.**")}
    assert rows["Sensitivity, %"][1] != ""
    for measure in ("PPV, %", "NPV, %", "Accuracy, %"):
        assert rows[measure][1:] == ["", "NE", "NE"] * 2


def test_a_case_control_study_says_why_precision_is_missing() -> None:
    """Without a prevalence there is a reason in place of precision, calibration and net benefit; lift is left out."""
    page = markdown(case_control())
    assert "Precision depends on the share of cases, but a case-control design fixes the share of cases" in page
    assert (
        "Calibration is not judged for model: a case-control design fixes the share of cases; for marker: low" in page
    )
    assert (
        "No decision curve is drawn for model: a case-control design fixes the share of cases and no prevalence" in page
    )
    assert "PPV, NPV, accuracy and lift are not estimable: a case-control design fixes the share of cases." in page
    assert "Lift |" not in page


def test_a_case_control_study_promises_only_what_is_compared() -> None:
    """Its appendix compares no predictive values, holds no n/N of them, and one person is spoken of as one."""
    tests = (PlannedTest(name="model", threshold=0.4), PlannedTest(name="clinic", threshold=0.3))
    page = markdown(planned(people(), *tests, design="case-control"))
    assert "Likelihood ratios are compared in Appendix A." in page
    assert "Predictive values and likelihood ratios are compared" not in page
    printed = "\n".join(str(found.accuracy) for found in planned(people(), *tests, design="case-control").tests)
    assert printed.splitlines()[3] in page
    for measure in ("PPV", "NPV", "accuracy"):
        assert re.search(rf"^ *{measure} +not estimable", printed, flags=re.M), printed
    assert "Predictive values and likelihood ratios are compared" in markdown(planned(people(), *tests))
    frame = pd.DataFrame({"truth": [1, 1, 1, 0, 0, 0, 0], "A": [3, 3, 1, 1, 2, 1, 1], "B": [3, 1, 1, 1, 3, 1, 2]})
    page = markdown(planned(frame, PlannedTest(name="A", threshold=3), PlannedTest(name="B", threshold=3)))
    assert "Of 3 cases, 1 is positive only by A ≥ 3" in page


def test_a_goal_for_a_share_says_that_the_design_was_not_stated() -> None:
    """The note stands under the goals, and the limitation of the design names their table; not for sensitivity."""

    def page_of(measure: Any, design: Any = None) -> str:
        goal = PlannedGoal(test="model", measure=measure, goal=0.5)
        return markdown(planned(people(), PlannedTest(name="model", threshold=0.4), goals=(goal,), design=design))

    for measure, label in (("ppv", "PPV"), ("npv", "NPV"), ("accuracy", "Accuracy")):
        page = page_of(measure)
        below = page.split("Performance goal.**", 1)[1].split("\n## ", 1)[0]
        assert f"The design was not stated. {label} hold" in below
        place = re.search(r"\*\*Table (\d+)\. Performance goal\.", page)
        cited = re.search(r"^\d+\. The design was not stated.*\(Tables ([\d, ]+)\)$", page, flags=re.M)
        assert place
        assert cited
        assert place[1] in cited[1].split(", ")
        assert "design was not stated" not in page_of(measure, "cohort")
    assert "design was not stated" not in page_of("sensitivity").split("Performance goal.**", 1)[1].split("\n## ", 1)[0]


def test_a_note_names_the_methods_that_cannot_judge() -> None:
    """Under a table of methods each note says of which methods it is, so that the others stand."""
    frame = pd.DataFrame({"truth": [1, 1, 1, 0, 0, 0], "A": [3, 5, 2, 1, 2, 4]})
    page = markdown(planned(frame, PlannedTest(name="A")))
    note = r"^Bootstrap, studentized: \d+ of 2000 replicates have no variance of their own, more than 5%\."
    assert re.search(note, page, flags=re.M)
    assert not re.search(r"^(\d+\. )?\d+ of 2000 replicates", page, flags=re.M)


def test_only_what_was_stated_is_said_to_be_stated() -> None:
    """The method taken unless stated is the default, and so is the direction of high scores."""
    frame = by_hand().study.frame
    page = markdown(planned(frame, PlannedTest(name="A")))
    assert "DeLong, the default, is in bold" in page
    assert "higher scores are positive, by default" in page
    stated = planned(
        frame.assign(B=-frame["A"]),
        PlannedTest(name="A"),
        PlannedTest(name="B", low=True),
        methods=PlannedMethods(auc="hanley-mcneil"),
    )
    page = markdown(stated)
    assert "The plan names Hanley–McNeil, in bold" in page
    assert "higher scores of `A` are positive by default, lower scores of `B` as stated in the plan" in page
    reverse = markdown(planned(frame.assign(A=-frame["A"]), PlannedTest(name="A")))
    assert "The direction is the default, by which higher scores are positive." in reverse
    turned = markdown(planned(frame, PlannedTest(name="A", low=True)))
    assert "The direction is as stated in the plan." in turned
    assert "lower scores are positive, as stated in the plan" in turned


def test_all_points_are_a_command_away() -> None:
    """A reader of the page is led to a command, not to a call."""
    page = markdown(everything())
    assert "`rocstats points` lists every threshold." in page
    assert "operating_points(" not in page


def test_a_limitation_cites_where_its_numbers_stand() -> None:
    """What the choice gives in those left out of resamples is cited with the table that holds it."""
    best = everything().tests[0].points
    at = float(best.thresholds[best.youden_optima[0]])
    page = markdown(planned(people(), PlannedTest(name="model", threshold=at), threshold_rules=("youden",)))
    place = re.search(r"\*\*Table (\d+)\. The choice repeated in resamples", page)
    item = re.search(r"chosen again in resamples, they are .* \(Tables ([\d, ]+)\)$", page, flags=re.M)
    assert place
    assert item
    assert place[1] in item[1].split(", ")


def test_one_threshold_is_spoken_of_as_one() -> None:
    """Heading, figure and words for one test are in the singular, and percent has one sign."""
    analysis = planned(people(), PlannedTest(name="model", threshold=0.4), show=("ks",))
    page = markdown(analysis)
    assert "Accuracy at the stated threshold" in sections(page)
    assert "Cross: 95% Wilson intervals" in page
    assert "ROC curve of model, area 0." in page
    assert "the interval of KS is by the method “Bootstrap, percentile”" in page


def test_subgroups_name_an_area_without_a_threshold() -> None:
    """Rows of areas stand under the name of the test alone; the rules are in the notes, and no two heads are alike."""
    page = markdown(everything())
    below = page.split("Tests of homogeneity of subgroups.**", 1)[1].split("\n**", 1)[0]
    assert "model ≥ 0.4 |" not in below
    assert "Sensitivity and specificity at model ≥ 0.4, clinic ≥ 0.3 and marker ≤ 47." in below
    assert "Test of homogeneity" in below


def test_the_first_of_several_prevalences_is_said_to_be_the_first() -> None:
    """Gains, precision and net benefit take one prevalence, and say which of those stated."""
    page = markdown(case_control_at())
    for words in (
        "Shares of all, cases in a bin and lift hold at the stated prevalence, 2%, the first of those stated.",
        "Precision holds at the stated prevalence, 2%, the first of those stated.",
        "Net benefit holds at the stated prevalence, 2%, the first of those stated.",
    ):
        assert words in page


def test_a_stated_prevalence_serves_a_case_control_study() -> None:
    """Precision and lift hold at the first stated prevalence, and say so."""
    page = markdown(case_control_at())
    assert "that of a test of no use is the share of cases, 2% as stated" in page
    assert "hold at the stated prevalence, 2%, the first of those stated." in page
    assert "at a stated prevalence of 2%" in page
    assert "PPV and NPV at stated prevalences are in Table" in page


def test_scores_that_are_no_probabilities_are_named() -> None:
    """Both parts give the reason once where it is the same."""
    frame = by_hand().study.frame
    page = markdown(planned(frame, PlannedTest(name="A"), show=("calibration", "decision-curve")))
    assert (
        "Calibration is not judged and no decision curve is drawn for A: the scores go from 1 to 5, and probabilities "
        "lie between 0 and 1." in page
    )


def test_margins_are_decided_by_the_limits_shown() -> None:
    """The table holds difference, limits and decision of each claim, with both hypotheses in words."""
    analysis = everything()
    rows = table(markdown(analysis), "Claims about margins")
    assert [row[0] for row in rows] == ["H1", "H2", "H3"]
    assert rows[0][1] == "clinic is not inferior to model in AUC, margin\u00a00.05"
    assert [row[2] for row in rows] == ["Δ ≤ −0.05", "\\|Δ\\| ≥ 0.2", "Δ ≤ 0.01"]
    for row, claim in zip(rows, analysis.further.margins, strict=True):
        low, high = map(number, row[4].split(" to "))
        ends = {"non-inferiority": (-0.05, 1), "equivalence": (-0.2, 0.2), "superiority": (0.01, 1)}[claim.claim]
        shown = ends[0] < low and high < ends[1]
        assert ("● Shown" in row[-1].replace("\u00a0", " ")) is shown is claim.shown
    assert "one-sided level 0.025" in markdown(analysis)


def test_equivalence_is_judged_as_the_function_judges_it() -> None:
    """A plan at 0.95 judges equivalence by the 0.90 interval, and says the level of each hypothesis."""
    analysis = everything()
    sample = analysis.study.sample("marker", "clinic")
    own = equivalence(sample, margin=0.2)
    assert analysis.further.margins[1].inference == own.inference
    assert [claim.level for claim in analysis.further.margins] == [0.95, 0.9, 0.95]
    page = markdown(analysis)
    assert [row[6] for row in table(page, "Claims about margins")] == ["0.025", "0.05", "0.025"]
    for said in (
        "Margins were judged by the 95% (for equivalence 90%) interval",
        "a one-sided level of 0.025 (for equivalence 0.05) on each side",
        "each one-sided at 0.025 (for equivalence 0.05)",
    ):
        assert said in page
    with pytest.raises(PlanError, match="a plan with a claim of equivalence has a level above"):
        replace(analysis.plan, level=0.7)
    alone = markdown(analyse(analysis.study, replace(analysis.plan, margins=analysis.plan.margins[1:2], goals=())))
    assert "and the 90% interval decides" in alone
    assert "Planned, one-sided at 0.05; " in alone


def test_a_goal_is_judged_by_the_limit_of_the_accuracy_table() -> None:
    """The bound is the lower limit of the two-sided interval that stands with the proportion."""
    page = markdown(everything())
    goals = table(page, "Performance goals.**")
    measures = {row[0]: row for row in table(page, "Accuracy at the stated thresholds.**")}
    assert goals[0][0] == "H4"
    assert goals[0][2:4] == measures["Sensitivity, %"][1:3]
    assert goals[0][4] == measures["Sensitivity, %"][3].split(" to ")[0]
    assert goals[1][1] == "PPV of marker ≤ 47 is above 90%"
    assert goals[1][4] == measures["PPV, %"][9].split(" to ")[0]


def test_key_results_say_what_was_planned() -> None:
    """Every hypothesis is named with its decision; very many are by their numbers; all lead to their tables."""
    analysis = everything()
    page = markdown(analysis)
    found = re.search(
        r"Five hypotheses were planned, each one-sided at [^;]*; shown: .*; not shown: .* \(Tables \d+, \d+\)\.", page
    )
    assert found
    said = found[0]
    for which in ("H1", "H2", "H3", "H4", "H5"):
        assert said.count(f"({which})") == 1
    names = [test.name for test in analysis.plan.tests]
    pairs = [(a, b) for a in names for b in names if a != b]
    many = tuple(PlannedMargin(new=a, reference=b, margin=m) for a, b in pairs for m in (0.05, 0.9))
    page = markdown(analyse(analysis.study, replace(analysis.plan, margins=many, goals=())))
    assert re.search(r"hypotheses were planned, each one-sided at 0.025; shown: H\d+.*; not shown: H\d+", page)
    frame = by_hand().study.frame
    goal = PlannedGoal(test="A", measure="sensitivity", goal=0.1)
    small = markdown(planned(frame, PlannedTest(name="A", threshold=3), goals=(goal,)))
    assert "Planned, one-sided at 0.025; shown: sensitivity of A ≥ 3 is above 10% (Table" in small


def test_partial_areas_are_those_of_the_results() -> None:
    """Three scales and the differences, digit by digit."""
    analysis = everything()
    band = analysis.further.bands[0]
    page = markdown(analysis)
    for row, found in zip(table(page, "Partial area over FPF"), band.areas, strict=True):
        assert number(row[1]) == pytest.approx(found.raw.estimate, abs=5e-5)
        assert number(row[4]) == pytest.approx(found.raw.estimate / 0.2, abs=5e-4)
        assert number(row[6]) == pytest.approx(found.mcclish.estimate, abs=5e-4)
    for row, found_pair in zip(table(page, "Differences between partial areas"), band.differences, strict=True):
        assert number(row[3]) == pytest.approx(found_pair.estimate, abs=5e-5)


def test_the_method_of_the_plan_serves_partial_areas_or_gives_way() -> None:
    """Newcombe's method has no partial area, so DeLong's is taken and named; a bootstrap serves."""
    frame = by_hand().study.frame
    page = markdown(planned(frame, PlannedTest(name="A"), fpf_band=(0, 0.5), methods=PlannedMethods(auc="newcombe")))
    assert "CI: DeLong.\n" in page
    drawn = PlannedMethods(auc="bootstrap-percentile")
    page = markdown(planned(frame, PlannedTest(name="A"), fpf_band=(0, 0.5), methods=drawn))
    assert "CI: Bootstrap, percentile, 2000 stratified bootstrap resamples, seed 20261130." in page


def test_all_equally_good_thresholds_are_shown() -> None:
    """Two thresholds reach the largest Youden index of one half; neither is preferred."""
    frame = pd.DataFrame({"truth": [1, 1, 0, 0], "A": [4, 2, 3, 1]})
    page = markdown(planned(frame, PlannedTest(name="A"), threshold_rules=("youden",)))
    rows = table(page, "Thresholds chosen on these data")
    assert [row[1:3] for row in rows] == [["The largest Youden index", "≥ 4"], ["– equally good", "≥ 2"]]
    assert {row[9] for row in rows} == {"0.500"}
    assert "none is averaged or preferred" in page


def test_the_stated_optimum_gets_its_honest_accuracy() -> None:
    """Where the stated threshold is the optimum and the rule was asked for, the out-of-bag values stand beside it."""
    frame = people()
    youden = planned(frame, PlannedTest(name="model"), threshold_rules=("youden",)).further.chosen[0][0]
    at = youden.optima[0].threshold
    page = markdown(planned(frame, PlannedTest(name="model", threshold=at), threshold_rules=("youden",)))
    assert re.search(r"optimistic: chosen again in resamples, they are [\d.]+% and [\d.]+% in the participants", page)


def test_subgroups_add_up_to_the_study() -> None:
    """Numerators and denominators of the subgroups are those of all participants."""
    analysis = everything()
    page = markdown(analysis)
    rows = table(page, "model ≥ 0.4 in subgroups")
    counts = analysis.tests[0].accuracy
    assert counts is not None
    for place, (x, n) in (
        (4, (counts.counts.tp, counts.counts.n_cases)),
        (7, (counts.counts.tn, counts.counts.n_controls)),
    ):
        for part in (rows[:2], rows[2:]):
            shares = [tuple(map(int, row[place].split("/"))) for row in part]
            assert (sum(a for a, _ in shares), sum(b for _, b in shares)) == (x, n)
    joint = {row[1]: row for row in table(page, "Tests of homogeneity")}
    found = analysis.further.subgroups[2].areas[0].homogeneity("AUC")
    assert found is not None
    assert found.statistic is not None
    assert joint["sex, AUC"][3] == f"{found.statistic:.3f}"


def test_a_subgroup_without_variance_is_named() -> None:
    """It is left out of the test of homogeneity, by name, and said to be under Limitations."""
    page = markdown(one_case())
    assert "2 and 1" in [row[-1] for row in table(page, "Tests of homogeneity")]
    assert "The subgroup 2 has no cases or no controls and is left out of the test of homogeneity." in page
    assert "The subgroup 1 has an AUC without variance" in page


def test_tests_without_an_interval_are_not_ranked() -> None:
    """The key results give the areas in the order of the plan, and say what lies below one half."""
    page = markdown(separated())
    assert (
        "The area under the ROC curve was 1.000 for sep, 0.500 for tied and 0.000 for reversed. The areas have no "
        "confidence interval, so the tests are not ranked." in page
    )
    assert "The area of reversed lies below 0.5: controls tend to score on the positive side." in page
    assert "largest area" not in page.partition("## 1 ")[0]


def test_one_test_without_an_interval_stops_the_ranking_by_name() -> None:
    """It is named, and the other keeps its number."""
    frame = pd.DataFrame({"truth": [1, 1, 1, 0, 0, 0], "A": [4, 5, 6, 1, 2, 3], "B": [1, 4, 3, 2, 3, 1]})
    page = markdown(planned(frame, PlannedTest(name="A"), PlannedTest(name="B")))
    assert "The area of A has no confidence interval, so the tests are not ranked." in page


def test_undecided_methods_are_said_once() -> None:
    """Two tests about which the methods disagree share a sentence."""
    page = markdown(ovarian())
    assert page.count("separates the groups at all. (") == 1
    assert "whether alb or totscore separates the groups at all." in page


def test_methods_describe_and_cite_only_what_was_asked() -> None:
    """A work stands in the references when its method was used, not otherwise."""
    page, plain = markdown(everything()), markdown(by_hand())
    for author in (
        "McClish DK",
        "Tango T",
        "Massey FJ",
        "Davis J",
        "Brier GW",
        "Vickers AJ",
        "Efron B, Tibs",
        "Liu JP",
    ):
        assert author in page, author
        assert author not in plain, author
    assert "Mercaldo ND" in page


def test_names_of_groups_cannot_steer_a_page() -> None:
    """Names of columns, of groups and of tests are shown as typed wherever they stand."""
    page, md = html(hostile_names()), markdown(hostile_names())
    outside = re.sub(r"```.*?```", "", md, flags=re.S)
    assert SCRIPT not in page
    assert "<i>|" not in page
    assert "<b>|g*" not in page
    assert HOSTILE not in outside
    assert not re.search(r"(?<!\\)<[bi]>\|", outside)
    assert r"\<b>\|g\*" in outside


def test_pairs_of_participants_with_gaps_are_counted_apart() -> None:
    """A pair uses those who have both scores, and the table says how many they are."""
    frame = people(40)
    frame.loc[:3, "marker"] = np.nan
    tests = (PlannedTest(name="model", threshold=0.4), PlannedTest(name="clinic", threshold=0.3), LOW)
    page = markdown(planned(frame, *tests, missing="drop", design="cohort", margins=()))
    rows = table(page, "Differences of sensitivity")
    assert [row[2] for row in rows] == ["40", "36", "36"] * 2
    assert "Intervals and p are not adjusted for three comparisons." in page
    assert "No adjustment for three comparisons of sensitivity and specificity was planned." in page


def test_equal_plans_give_equal_pages() -> None:
    """Every resample comes from the seed of the plan."""
    tests, asked = (PlannedTest(name="A", threshold=3),), {"threshold_rules": ("youden",), "show": EVERY[:3]}
    first, second = (planned(by_hand().study.frame, *tests, **asked) for _ in range(2))
    other = planned(by_hand().study.frame, *tests, **asked, seed=7)
    assert markdown(first) == markdown(second)
    assert "seed 7" in markdown(other)


def test_provenance_names_the_columns_that_divide(tmp_path: Path) -> None:
    """A column of subgroups is one of the columns used."""
    path = tmp_path / "people.csv"
    people(40).to_csv(path, index=False)
    plan = Plan(truth="truth", tests=(PlannedTest(name="model"),), subgroups=("sex",))
    page = markdown(analyse(read(path, truth="truth", tests=["model"]), plan))
    assert "40 rows; 3 of 6 columns used: truth, model and sex" in page


def test_the_plan_holds_what_the_command_line_fills() -> None:
    """The names of the new fields and their defaults are fixed: nothing is asked unless it is stated."""
    plan = Plan(truth="truth", tests=(PlannedTest(name="A"),))
    assert (plan.fpf_band, plan.tpf_band) == (None, None)
    assert (plan.threshold_rules, plan.margins, plan.goals, plan.prevalences, plan.subgroups, plan.show) == ((),) * 6
