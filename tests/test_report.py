"""The report says what the results say, adapts its sentences to the data, and is the same each time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from rocstats.data.files import read
from rocstats.data.sample import Sample
from rocstats.data.study import Study
from rocstats.document.blocks import Document
from rocstats.document.rendering import figures_of, render
from rocstats.errors import DataError, PlanError
from rocstats.report.accuracy_report import compose
from rocstats.report.analysis import Analysis, analyse
from rocstats.report.descriptions import describe_scores
from rocstats.report.limitations import limitations_section
from rocstats.report.plan import Plan, PlannedMethods, PlannedTest
from rocstats.report.points_section import shown_points

OVARIAN = Path(__file__).parent.parent / "validation" / "data" / "ovarian.csv"
HOSTILE = 'CA 19-9 <37 | "A&B"'
SCRIPT = "<script>"
# What a limitation says of each code of a note.
WORDS = {
    "methods-disagree": "interval methods contain",
    "design-not-stated": "The design was not stated",
    "perfect-separation": "every case scores",
    "below-chance": "below 0.5",
    "wald-rough": "covered the AUC in as few as",
    "low-coverage": "covered the AUC in as few as",
    "small-groups": "normal approximation is rough here",
    "clipped": "limit of the interval",
    "all-tied": "the same score",
    "infinite-ratio": "infinite in these data",
    "zero-cell": "four counts above 0",
    "no-positives": "no subject tested positive",
    "zero-variance": "no finite study can show",
    "case-control": "a case-control design",
    "lost-replicates": "replicates have no value",
    "edge-area": "variance counts as zero",
    "lost-variances": "have no variance of their own",
    "identical-tests": "the same result",
    "no-discordant-pairs": "had different results",
    "estimate-outside": "does not contain",
    "all-alike": "called alike",
    "chosen-threshold": "chosen on these data",
    "conservative-ties": "conservative with them",
    "equal-distributions": "not of AUC = 0.5",
    "few-in-band": "the band",
    "fewer-bins": "bins were asked for",
    "impossible-outcome": "cannot happen",
    "infinite-logit": "whose logit is infinite",
    "largest-of-many": "biased upward",
    "no-optimum": "none is best",
    "no-spiegelhalter": "leave Spiegelhalter",
    "no-value": "no cases or no controls",
    "no-variance": "an AUC without variance",
    "nobody": "nobody to count among",
    "one-subject": "one case or one control is always the same",
    "separation": "the slope would be",
    "several-optima": "none is averaged or preferred",
    "small-expected": "chi-squared is rough",
    "too-few-subgroups": "two subgroups that can be judged",
    "zero-width": "shows no certainty",
    "chance-line": "no standard errors",
    "degenerate-curve": "no curve at all",
    "disagrees": "differs from the empirical one by more than sampling allows",
    "edge-points": "no curve at all",
    "edges-turn": "though no curve does",
    "families-alike": "hardly tell several families of curves apart",
    "few-expected": "expected counts are below 5",
    "few-interior-points": "no curve at all",
    "few-points": "the line rests on",
    "flat-likelihood": "no curve at all",
    "hook": "crosses the chance line",
    "joined-runs": "runs were joined",
    "not-normal": "against a normal shape",
    "one-interior-point": "no curve at all",
    "parameter-edge": "no standard errors",
    "no-limits": "cannot hold the limits",
    "points-left-out": "left out, which flattens the line",
}


def planned(frame: pd.DataFrame, *tests: PlannedTest, **plan: Any) -> Analysis:
    """Analyse a frame whose truth column is called truth."""
    whole = Plan(truth="truth", tests=tests, **plan)
    study = Study(
        frame,
        truth="truth",
        positive=whole.positive,
        tests=[test.name for test in tests],
        low=[test.name for test in tests if test.low],
        cutoffs=whole.thresholds,
        design=whole.design,
        missing=whole.missing,
    )
    return analyse(study, whole)


@cache
def ovarian() -> Analysis:
    """The SAS example: albumin, total protein and the K-G score, which is low-is-positive."""
    plan = Plan(
        data="ovarian.csv",
        truth="popind",
        positive=1,
        tests=(PlannedTest(name="alb"), PlannedTest(name="tp"), PlannedTest(name="totscore", low=True, threshold=4)),
        command="rocstats report ovarian.csv",
    )
    tests = [test.name for test in plan.tests]
    return analyse(
        read(OVARIAN, truth="popind", positive=1, tests=tests, low=["totscore"], cutoffs=plan.thresholds), plan
    )


@cache
def hostile() -> Analysis:
    """Two tests with names and a label that every page could mistake for its own signs."""
    rng = np.random.default_rng(20261130)
    frame = pd.DataFrame(
        {
            "truth": [SCRIPT] * 12 + ["no `x`"] * 15,
            HOSTILE: np.round(np.concatenate([rng.normal(1, 1, 12), rng.normal(0, 1, 15)]), 1),
            "low_*t*": np.round(np.concatenate([rng.normal(-1, 1, 12), rng.normal(0, 1, 15)]), 1),
        }
    )
    tests = (PlannedTest(name=HOSTILE, threshold=0.5), PlannedTest(name="low_*t*", low=True, threshold=-0.5))
    return planned(frame, *tests, positive=SCRIPT, design="cohort")


@cache
def with_gaps() -> Analysis:
    """Missing truth and scores; the third test misses nothing."""
    frame = pd.DataFrame(
        {
            "truth": [1, 1, 1, 1, 1, 0, 0, 0, 0, 0, None],
            "A": [5, 4, 3, None, 2, 1, 2, 3, 1, 0, 4],
            "B": [3, 5, 4, 2, 4, None, None, 2, 3, 1, 1],
        }
    )
    return planned(frame, PlannedTest(name="A"), PlannedTest(name="B"), positive=1, missing="drop")


@cache
def separated() -> Analysis:
    """Eight subjects: one test separates them, one is the same for all, one is reversed."""
    truth = [1] * 4 + [0] * 4
    frame = pd.DataFrame(
        {"truth": truth, "sep": [5, 6, 7, 8, 1, 2, 3, 4], "tied": [1] * 8, "reversed": [1, 2, 3, 4, 5, 6, 7, 8]}
    )
    tests = (PlannedTest(name="sep", threshold=5), PlannedTest(name="tied", threshold=2), PlannedTest(name="reversed"))
    return planned(frame, *tests)


@cache
def by_hand() -> Analysis:
    """16 pairs: 13 won, 2 tied, 1 lost; AUC 14/16, both components with variance 1/32, so SE = 1/8."""
    frame = pd.DataFrame({"truth": [1, 1, 1, 1, 0, 0, 0, 0], "A": [5, 4, 3, 2, 3, 2, 1, 1]})
    return planned(frame, PlannedTest(name="A", threshold=3))


ALL = (ovarian, hostile, with_gaps, separated, by_hand)


@cache
def document(analysis: Analysis) -> Document:
    return compose(analysis)


@cache
def markdown(analysis: Analysis) -> str:
    return render(document(analysis), "md")


@cache
def html(analysis: Analysis) -> str:
    return render(document(analysis), "html")


def table(page: str, caption: str) -> list[list[str]]:
    """Read the rows of a Markdown table by words of its caption; the header is left out."""
    rest = page[page.index(caption) :].split("\n\n")[1]
    rows = [re.split(r"(?<!\\)\|", line[1:-1]) for line in rest.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


def test_numbers_worked_by_hand_stand_in_the_report() -> None:
    """AUC 0.875 with standard error 0.125, and 3 of 4 cases and 1 of 4 controls at or above 3."""
    page = markdown(by_hand())
    assert table(page, "Area under the ROC curve")[0] == ["A", "0.875", "0.1250", "0.630 to 1.000", "DeLong", "12.5%"]
    assert table(page, "Cross-tabulation") == [
        ["Positive", "3", "1", "4"],
        ["Negative", "1", "3", "4"],
        ["Total", "4", "4", "8"],
    ]
    assert table(page, "Ties between")[0][:5] == ["A", "2", "0.813", "0.125", "0.875"]


def test_the_ovarian_report_gives_what_sas_prints() -> None:
    """SAS/STAT, PROC LOGISTIC, the ROC comparison example: areas, standard errors and the joint test."""
    analysis = ovarian()
    areas = [(round(found.area.estimate, 4), round(found.area.standard_error or 0, 4)) for found in analysis.tests]
    assert areas == [(0.7366, 0.0927), (0.6478, 0.1), (0.7258, 0.1028)]
    page = markdown(analysis)
    rows = table(page, "Area under the ROC curve")
    assert [row[:3] for row in rows] == [
        ["alb", "0.737", "0.0927"],
        ["tp", "0.648", "0.1000"],
        ["totscore", "0.726", "0.1028"],
    ]
    assert "χ²\u00a0=\u00a02.534 on 2\u00a0df, p\u00a0=\u00a00.282." in page


def test_a_low_test_keeps_the_users_scale_everywhere() -> None:
    """The rule is ≤ 4 in text and tables, and its counts are those of the file."""
    page = markdown(ovarian())
    frame = pd.read_csv(OVARIAN)
    called = frame["totscore"] <= 4
    tp, fp = int((called & (frame["popind"] == 1)).sum()), int((called & (frame["popind"] == 0)).sum())
    assert table(page, "Cross-tabulation")[0] == ["Positive", str(tp), str(fp), str(tp + fp)]
    assert "totscore ≤ 4, stated in the plan; none for alb and tp" in page
    said = "higher scores of `alb` and `tp` are positive by default, lower scores of `totscore` as stated in the plan"
    assert said in page
    rules = [row[1].strip("*") for row in table(page, "Operating points.**") if "Test" not in row]
    assert "≤ 4** ᵃ" in rules
    assert not any(rule.startswith(("≥ -", "≥ −", "<", ">")) for rule in rules)
    assert "rule: positive if totscore <= 4" in page


def test_tables_hold_the_numbers_of_the_results() -> None:
    """Differences, intervals and p-values of the table are those of the printed results, digit by digit."""
    analysis = ovarian()
    page = markdown(analysis)
    for row, pair in zip(table(page, "Differences between areas"), analysis.pairs, strict=True):
        printed = str(pair.comparison).replace("-", "−")
        for cell in (row[3], row[4], row[6]):
            assert cell in printed
        low, high = row[5].split(" to ")
        assert f" {low}  {high}" in printed


@pytest.mark.parametrize("make", ALL)
def test_no_page_shows_what_is_no_number(make: Any) -> None:
    """No nan, None, inf or signed zero, and no empty figure, in either format."""
    analysis = make()
    for page in (markdown(analysis), html(analysis)):
        shown = re.sub(r"<svg.*?</svg>|<style>.*?</style>|```.*?```|<pre.*?</pre>", "", page, flags=re.S)
        shown = re.sub(r"None stated in the plan|Read as missing: .*", "", shown)
        assert not re.search(r"\b(nan|NaN|None|inf|Inf)\b", shown)
        assert not re.search(r"[-−]0\.0+\b(?!\d)", shown)


@pytest.mark.parametrize("make", ALL)
def test_the_flow_of_participants_closes(make: Any) -> None:
    """Each row of Table 1 is the row above less those left out."""
    rows = table(markdown(make()), "Participants, from the")
    for read_, truth, score, analysed, cases, controls in zip(*(row[1:] for row in rows), strict=True):
        counts = [int(cell.strip("*")) for cell in (read_, truth, score, analysed, cases, controls)]
        assert counts[0] - counts[1] - counts[2] == counts[3] == counts[4] + counts[5]


def warnings_of(analysis: Analysis) -> list[tuple[str, Any, Any]]:
    """Give the notes that warn of something; which interval to report stands below the table of intervals."""
    return [(name, found, note) for name, found, note in analysis.noted() if note.code != "recommended"]


@pytest.mark.parametrize("make", ALL)
def test_every_note_of_a_result_is_a_limitation(make: Any) -> None:
    """Nothing that a result warns of is left out of the section on limitations."""
    analysis = make()
    said = " ".join(str(item.content) for item in limitations_section(analysis).blocks[1].items)
    for name, _, note in warnings_of(analysis):
        assert WORDS[note.code].lower() in said.lower(), (name, note.code)


def test_missing_values_are_counted_where_they_matter() -> None:
    """Each test uses its own subjects; a comparison those with both scores."""
    page = markdown(with_gaps())
    assert (
        "1 of 11 participants has no truth value, 1 has no score for A and 2 have no score for B; they are left out "
        "where that value is needed and nowhere else (Table 1). No value was imputed." in page
    )
    assert table(page, "Participants, from the")[3] == ["**Analysed**", "**9**", "**8**", "**7**"]
    assert "Up to 4 of 11 participants were left out for a missing value." in page
    assert "those without a score of the analyses that need it; nothing was imputed." in page
    assert "The differences, in the participants who have both scores, are in Table 5." in page


def test_what_is_not_estimable_says_so_with_its_reason() -> None:
    """Perfect separation has no Wald interval; the note names the interval that the data do allow."""
    page = markdown(separated())
    row = table(page, "Area under the ROC curve")[0]
    assert row == ["sep", "1.000", "NE", "NE", "DeLong", "0.0%"]
    assert "sep: perfect separation: every case scores beyond every control" in page
    assert "Newcombe’s 95% interval, which does not need that variance, is" in page
    assert "auc(sample" not in page.partition("## A ")[0]
    assert "reversed: the AUC is below 0.5" in page
    assert "give the same curve" in page


def test_a_report_of_one_test_compares_nothing() -> None:
    """With one test there is no section on comparisons, no p-value and no figure of several curves."""
    page = markdown(by_hand())
    assert [line for line in page.splitlines() if line.startswith("## ")] == [
        "## Key results",
        "## 1 Data and participants",
        "## 2 Accuracy at the stated threshold",
        "## 3 Area under the curve",
        "## 4 Ties",
        "## 5 Operating points",
        "## 6 Limitations",
        "## 7 Statistical methods",
        "## References",
        "## A Output as printed",
        "## B Provenance",
    ]
    assert "One test on 8 participants, 4 with and 4 without the condition." in page
    assert (
        "The area under the ROC curve of A was 0.875 (95%\u00a0CI 0.630 to 1.000). At A ≥ 3, sensitivity was 75.0%"
        in page
    )
    assert list(figures_of(compose(by_hand()))) == ["score-plot.svg", "roc.svg"]


def test_without_thresholds_there_is_no_section_about_them() -> None:
    """Nothing is said of accuracy at a threshold that nobody stated."""
    page = markdown(with_gaps())
    assert "Accuracy at the stated" not in page
    assert "| Thresholds | None stated in the plan |" in page


def test_hostile_names_are_shown_as_typed() -> None:
    """Neither page nor drawing can be steered by a name or a label."""
    built = compose(hostile())
    page, md = html(hostile()), markdown(hostile())
    outside = re.sub(r"```.*?```", "", md, flags=re.S)
    assert SCRIPT not in page
    assert HOSTILE not in page
    assert not re.search(r"(?<!\\)<script", outside)
    assert HOSTILE not in outside
    assert r'CA 19-9 \<37 \| "A\&B" ≥ 0.5' in md
    assert r"low\_\*t\* ≤ −0.5" in md
    widths = {
        len(re.findall(r"(?<!\\)\|", line)) for line in outside.splitlines() if line.startswith("| Sensitivity, %")
    }
    assert widths == {8}
    assert not any(SCRIPT in svg or HOSTILE in svg for svg in figures_of(built).values())


def test_a_stated_threshold_between_scores_keeps_its_own_value() -> None:
    """The row of a threshold that no score has shows the threshold, with the counts at it."""
    frame = pd.DataFrame({"truth": [1, 1, 1, 0, 0, 0], "A": [3, 4, 5, 1, 2, 3]})
    analysis = planned(frame, PlannedTest(name="A", threshold=3.5))
    points = shown_points(analysis.tests[0])
    assert [(p.threshold, p.tp, p.fp, p.stated, p.optimum) for p in points] == [
        (5, 1, 0, False, False),
        (3.5, 2, 0, True, True),
        (3, 3, 1, False, True),
        (2, 3, 2, False, False),
        (1, 3, 3, False, False),
    ]


def test_many_thresholds_are_thinned_to_tenths_of_specificity() -> None:
    """Of the points that reach a tenth of specificity the most sensitive one is shown."""
    scores = np.arange(100.0)
    truth = [0, 1] * 50
    analysis = planned(pd.DataFrame({"truth": truth, "A": scores}), PlannedTest(name="A"))
    points = shown_points(analysis.tests[0])
    reached = [50 - p.fp for p in points]
    assert all(50 * tenth // 10 in reached for tenth in range(1, 10))
    assert len(points) < 20
    assert "`rocstats points` lists every threshold." in markdown(analysis)


def test_methods_and_references_follow_the_plan() -> None:
    """Only methods that were used are described and cited, and the plan's words choose them."""
    frame = pd.DataFrame(
        {
            "truth": [1] * 6 + [0] * 6,
            "A": [3, 4, 5, 2, 6, 3, 1, 2, 3, 1, 4, 0],
            "B": [1, 5, 2, 4, 4, 3, 2, 2, 1, 3, 3, 1],
        }
    )
    methods = PlannedMethods(auc="newcombe", comparison="bootstrap-percentile", proportions="clopper-pearson")
    tests = (PlannedTest(name="A", threshold=3), PlannedTest(name="B"))
    analysis = planned(frame, *tests, methods=methods, level=0.9, seed=7, design="cohort")
    page = markdown(analysis)
    assert "**Newcombe, method 5**" in page
    assert "CI: Newcombe, method 5 for the areas" in page or "CI: Newcombe, method 5 for areas" in page
    assert "90%" in page
    assert "95%" not in page
    assert "Clopper CJ, Pearson ES." in page
    assert "Wilson EB" not in page
    assert "2000 stratified resamples of participants, seed 7." in page
    assert "| Design | cohort, as stated in the plan |" in page
    assert "The design was not stated" not in page
    assert "Holm" not in page


def test_the_appendix_prints_every_result() -> None:
    """What a terminal shows stands in the appendix, letter by letter."""
    analysis = ovarian()
    page = markdown(analysis)
    names = [name for name, _ in analysis.results()]
    assert names == [
        *(f"Area under the curve: {test}" for test in ("alb", "tp", "totscore")),
        *(f"Interval methods: {test}" for test in ("alb", "tp", "totscore")),
        "Equal areas",
        "Comparison: alb and tp",
        "Comparison: alb and totscore",
        "Comparison: tp and totscore",
        "Accuracy: totscore ≤ 4",
        *(f"Ties: {test}" for test in ("alb", "tp", "totscore")),
    ]
    for _, result in analysis.results():
        assert str(result).strip("\n") in page


def test_provenance_leads_back_to_the_file() -> None:
    """Name, size, hash, columns, command and seed are in the last appendix."""
    import hashlib

    page = markdown(ovarian())
    digest = hashlib.sha256(OVARIAN.read_bytes()).hexdigest()
    rows = {row[0]: row[1] for row in table(page, "Where these numbers come from")}
    assert rows["Data file"] == f"ovarian.csv, {OVARIAN.stat().st_size} bytes, comma-separated, decimal point"
    assert rows["SHA-256"] == f"`{digest}`"
    assert rows["Rows, columns"].startswith("43 rows; 4 of 4 columns used: ")
    assert rows["Command"] == "`rocstats report ovarian.csv`"
    assert rows["Seed"] == "20261130, the same for every resampling method"
    assert rows["Software"].startswith("rocstats ")


def test_quartiles_are_those_of_expanded_rows() -> None:
    """Counts per score give numpy's default quantiles of one row per subject, on the user's scale."""
    rng = np.random.default_rng(3)
    for _ in range(50):
        cases, controls = rng.integers(1, 6, rng.integers(1, 9)), rng.integers(1, 6, rng.integers(1, 9))
        found = describe_scores(Sample.from_groups(cases=cases, controls=controls, tests=["A"], low=["A"]))
        for scores, group in ((cases, found.cases), (controls, found.controls)):
            expected = np.quantile(scores, [0, 0.25, 0.5, 0.75, 1]).tolist()
            assert [group.least, group.q1, group.median, group.q3, group.greatest] == expected


def test_infinite_scores_have_quartiles_where_they_can() -> None:
    """Between a number and infinity lies infinity; between both infinities nothing."""
    inf = float("inf")
    found = describe_scores(Sample.from_groups(cases=[-inf, inf], controls=[1, 2, inf]))
    assert (found.cases.median, found.text(found.cases.median)) == (None, "NE")
    assert (found.controls.median, found.controls.q3, found.text(found.controls.q3)) == (2, inf, "∞")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"tests": ()}, "the plan names no test"),
        ({"tests": (PlannedTest(name="A"), PlannedTest(name="A"))}, 'names the test "A" twice'),
        ({"tests": (PlannedTest(name="truth"),)}, '"truth" is the truth of the plan'),
        ({"level": 95}, "level of the plan is 95"),
        ({"seed": -1}, "seed of the plan is -1"),
        ({"missing": "ignore"}, "missing of the plan"),
        ({"design": "survey"}, "design of the plan"),
    ],
)
def test_a_plan_that_contradicts_itself_is_refused(changes: dict[str, Any], reason: str) -> None:
    """The message says what the plan says and what it may say."""
    with pytest.raises(PlanError, match=re.escape(reason)):
        Plan(**{"truth": "truth", "tests": (PlannedTest(name="A"),), **changes})


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"tests": (PlannedTest(name="B"),)}, 'the plan names the test "B"; the study has A.'),
        (
            {"tests": (PlannedTest(name="A", low=True),)},
            'in the plan low scores of "A" are positive, in the study high ones',
        ),
        ({"truth": "other"}, "truth of the plan is 'other', that of the study is 'truth'"),
        ({"design": "cohort"}, "design of the plan is 'cohort'"),
        ({"methods": PlannedMethods(auc="magic")}, 'there is no method "magic"; the methods are delong'),
        ({"methods": PlannedMethods(auc="wilson")}, '"wilson" is no method for areas; those are delong'),
        ({"methods": PlannedMethods(proportions="delong")}, '"delong" is no method for proportions; those are wilson'),
    ],
)
def test_a_plan_that_contradicts_the_study_is_refused(changes: dict[str, Any], reason: str) -> None:
    """The message names both sides."""
    study = Study(pd.DataFrame({"truth": [1, 1, 0, 0], "A": [1, 2, 3, 4]}), truth="truth", tests=["A"])
    plan = Plan(**{"truth": "truth", "tests": (PlannedTest(name="A"),), **changes})
    with pytest.raises(PlanError, match=re.escape(reason)):
        analyse(study, plan)


def test_missing_values_are_an_error_unless_the_plan_drops_them() -> None:
    """The door's message reaches whoever asks for the report."""
    frame = pd.DataFrame({"truth": [1, 1, 0, 0], "A": [1, None, 3, 4]})
    with pytest.raises(DataError, match='1 of 4 subjects has no score for "A"'):
        planned(frame, PlannedTest(name="A"))


def test_another_process_writes_the_same_bytes() -> None:
    """Hash seed, time zone and locale change nothing."""
    code = (
        "import sys; sys.path[:0] = ['tests', '.']; import hashlib, test_report as t; "
        "d = t.compose(t.by_hand()); "
        "pages = [t.render(d, 'html'), t.render(d, 'md'), *t.figures_of(d).values()]; "
        "print([hashlib.sha256(p.encode()).hexdigest() for p in pages])"
    )
    root = Path(__file__).parent.parent
    outputs = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale},
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed, zone, locale in (("1", "UTC", "C"), ("2", "Asia/Tokyo", "C.UTF-8"))
    ]
    assert outputs[0] == outputs[1] != ""


def test_the_style_keeps_long_names_and_hanging_letters_in_their_frames() -> None:
    """Names break anywhere so that numbers stay in sight, and letters of notes hang inside the frame that scrolls."""
    page = html(by_hand())
    for rule in (
        r"\.scroll \{[^}]*position: relative",
        r"tbody th \{[^}]*overflow-wrap: anywhere",
    ):
        assert re.search(rule, page), rule
