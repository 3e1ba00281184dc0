"""What every result can do: print itself as R would, show itself in a notebook, become a table and JSON.

The printed texts of the 113 patients were laid out before the package was written; areas, standard errors and tests
among them agree with pROC 1.19. Bootstrap digits hold for one stream of random numbers, so there only words and places
are compared.
"""

import json
import math
import re
from dataclasses import FrozenInstanceError, fields

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocstats import (
    AUC,
    REFERENCES,
    Bootstrap,
    Counts,
    DeLong,
    HanleyMcNeil,
    Newcombe,
    Sample,
    Study,
    accuracy,
    auc,
    auc_from_summary,
    auc_intervals,
    compare,
    compare_auc,
    contrast_auc,
    counts_at,
    operating_points,
    roc_band,
    roc_curve,
    tie_summary,
)
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import Interval, Resampling, Subjects, data_lines

SEED = 20261130
TIDY = [
    *("parameter", "test", "estimate", "std_error", "statistic", "df", "p_value"),
    *("conf_low", "conf_high", "conf_level", "method", "alternative", "n_cases", "n_controls"),
]

# As laid out

AREA = """
\tArea under the ROC curve, DeLong

data:  s100b by outcome (positive: "Poor"; higher scores are positive)
       41 cases, 72 controls, 0 dropped
95 percent confidence interval:
 0.630  0.833
sample estimates:
  AUC  std. error
0.731      0.0517
"""
AGAINST_CHANCE = """
\tArea under the ROC curve, DeLong

data:  ndka by outcome (positive: "Poor"; higher scores are positive)
       41 cases, 72 controls, 0 dropped
Z = 1.982, p-value = 0.047
alternative hypothesis: true AUC is not equal to 0.5
95 percent confidence interval:
 0.501  0.723
sample estimates:
  AUC  std. error
0.612      0.0565
"""
LOGIT = """
\tArea under the ROC curve, DeLong on the logit scale

data:  wfns by outcome (positive: "Poor"; higher scores are positive)
       41 cases, 72 controls, 0 dropped
95 percent confidence interval:
 0.736  0.887
sample estimates:
  AUC  std. error
0.824      0.0383
"""
NOT_JUDGED = """
\tArea under the ROC curve, DeLong

data:  gos6 by outcome (positive: "Poor"; lower scores are positive)
       41 cases, 72 controls, 0 dropped
95 percent confidence interval:
 not estimable
sample estimates:
  AUC     std. error
1.000  not estimable
note: perfect separation: every case scores beyond every control, so DeLong's
      variance is 0, which no finite study can show. No standard error, interval
      or p-value is given. In simulated studies of 50 cases and 50 controls with
      an AUC of 0.95 to 0.99, the nearest to these data, the 95 percent interval
      by Newcombe's method 5 covered the AUC in at least 95.2 percent (worst of
      four kinds of scores, no interval being a miss), that by DeLong in as few
      as 64.1 percent. Newcombe's 95 percent interval, which does not need that
      variance, is 0.962 to 1.000: auc(sample, Newcombe()).
"""
PAIRED = """
\tDeLong's test for two correlated ROC curves

data:  s100b and ndka by outcome (positive: "Poor"; higher scores are positive)
       41 cases, 72 controls, 0 dropped
Z = 1.391, p-value = 0.164
alternative hypothesis: true difference in AUC is not equal to 0
95 percent confidence interval:
 -0.049  0.288
sample estimates:
AUC of s100b  AUC of ndka  difference  std. error
       0.731        0.612       0.119      0.0859
"""
UNPAIRED = """
\tDeLong's test for two independent ROC curves

data:  s100b (gender: Female) and s100b (gender: Male) by outcome
       (positive: "Poor"; higher scores are positive)
       first:  21 cases, 50 controls, 0 dropped
       second: 20 cases, 22 controls, 0 dropped
Z = -0.502, p-value = 0.616
alternative hypothesis: true difference in AUC is not equal to 0
95 percent confidence interval:
 -0.259  0.153
sample estimates:
first AUC  second AUC  difference  std. error
    0.720       0.773      -0.053      0.1051
note: three of the four groups have fewer than 30 subjects (21 and 20 cases, 22
      controls); the normal approximation is rough here.
"""
SEVERAL = """
\tDeLong's test for equal AUCs of 3 correlated ROC curves

data:  s100b, ndka and wfns by outcome
       (positive: "Poor"; higher scores are positive)
       41 cases, 72 controls, 0 dropped
X-squared = 12.513, df = 2, p-value = 0.002
alternative hypothesis: at least two true AUCs differ
sample estimates:
         AUC  std. error   s100b    ndka   wfns
s100b  0.731      0.0517   1.000
ndka   0.612      0.0565  -0.259   1.000
wfns   0.824      0.0383   0.604  -0.246  1.000
The columns named after tests are correlations of the estimated AUCs.

All pairs, 95 percent confidence intervals (not adjusted):
              difference  std. error     low    high       Z  p-value  p (Holm)
s100b - ndka       0.119      0.0859  -0.049   0.288   1.391    0.164     0.164
s100b - wfns      -0.092      0.0418  -0.174  -0.010  -2.209    0.027     0.054
ndka - wfns       -0.212      0.0757  -0.360  -0.063  -2.798    0.005     0.015
"""
TIES = """
\tTies between cases and controls

data:  s100b by outcome (positive: "Poor"; higher scores are positive)
       41 cases, 72 controls, 0 dropped
2952 case-control pairs:
  2124 with the case higher, 70 tied, 758 with the control higher
50 distinct scores, 11 of them held by both groups (16 cases, 42 controls)
near-ties (scores equal to a relative 1e-12 but not exactly): 0

P(case > control)      0.720
P(tie)                 0.024
AUC = P(>) + P(tie)/2  0.731

If every tie were resolved one way:
                        AUC  std. error
all against the test  0.720      0.0534
all for the test      0.743      0.0501

Share of the AUC that comes from ties, AUC - P(>):
exact            0.012
Redolfi's bound  0.243

AUC after rounding the scores to significant digits:
    1      2      3      4      5      6
0.730  0.731  0.731  0.731  0.731  0.731
"""
ACCURACY = """
\tAccuracy at a threshold

data:  wfns by outcome (positive: "Poor")
       rule: positive if wfns >= 4
       41 cases, 72 controls, 0 dropped

wfns      Poor  Good  total
positive    26    12     38
negative    15    60     75
total       41    72    113

95 percent confidence intervals, two-sided
                n/N  estimate    low    high  method
sensitivity   26/41     0.634  0.481   0.764  Wilson
specificity   60/72     0.833  0.731   0.902  Wilson
PPV           26/38     0.684  0.525   0.809  Wilson
NPV           60/75     0.800  0.696   0.875  Wilson
accuracy     86/113     0.761  0.675   0.830  Wilson
LR+                     3.80   2.16    6.70   log
LR-                     0.439  0.290   0.666  log
DOR                     8.67   3.57   21.1    log
Youden J                0.467  0.283   0.614  square-and-add
note: the design was not stated. PPV, NPV and accuracy hold for the share of
      cases in these data, 41 of 113 (0.363); state design="cohort" or a
      prevalence.
"""
BOOTSTRAP = """
\tArea under the ROC curve, BCa bootstrap

data:  s100b by outcome (positive: "Poor"; higher scores are positive)
       41 cases, 72 controls, 0 dropped
2000 stratified resamples of subjects, seed 20261130
95 percent confidence interval:
 0.625  0.819
sample estimates:
  AUC  std. error
0.731      0.0503
"""
SIDE_BY_SIDE = """
\tIntervals for one AUC, methods side by side

data:  ndka by outcome (positive: "Poor"; higher scores are positive)
       41 cases, 72 controls, 0 dropped
AUC = 0.612; 95 percent confidence intervals, two-sided
2000 stratified resamples of subjects, seed 20261130

method                      std. error    low   high  width  coverage
DeLong                          0.0565  0.501  0.723  0.221      94.3  *
DeLong, logit scale             0.0565  0.497  0.715  0.218      95.4
Hanley-McNeil                   0.0561  0.502  0.722  0.220      93.4
Hanley-McNeil, logit scale      0.0561  0.498  0.715  0.217      94.4
Newcombe, method 5                   -  0.501  0.711  0.210      94.2
Bamber                          0.0562  0.502  0.722  0.220      94.2
Bootstrap, percentile           0.0553  0.498  0.718  0.220      94.6
Bootstrap, basic                0.0553  0.506  0.726  0.220      93.5
Bootstrap, normal               0.0553  0.504  0.720  0.217      94.2
Bootstrap, BCa                  0.0553  0.494  0.713  0.219      95.4
Bootstrap, studentized          0.0553  0.496  0.722  0.225      96.1
"-": the method has no standard error.
"coverage": percent of simulated studies of 50 cases and 50 controls with an AUC
 of 0.7, the nearest to these data, whose 95 percent interval covered the AUC;
 the lowest of four kinds of scores, no interval being a miss. "*": recommended
 by that.
note: the methods disagree about 0.5: 5 of 11 intervals contain it and 6 do not.
      Name the method before looking, and report that one.
note: in simulated studies such as these data the interval by DeLong covered the
      AUC in at least 94.3 percent. Report that one unless another was named
      before looking: auc(sample, DeLong()).
"""
PAIRED_BOOTSTRAP = """
\tPercentile bootstrap for two correlated AUCs

data:  s100b and wfns by outcome (positive: "Poor"; higher scores are positive)
       41 cases, 72 controls, 0 dropped
2000 stratified resamples of subjects, seed 20261130
p-value = 0.011
alternative hypothesis: true difference in AUC is not equal to 0
95 percent confidence interval:
 -0.177  -0.018
sample estimates:
AUC of s100b  AUC of wfns  difference  std. error
       0.731        0.824      -0.092      0.0406
"""


def masked(text):
    """Put # in the place of every digit of a decimal number."""
    return re.sub(r"\d+\.\d+", lambda number: re.sub(r"\d", "#", number.group()), text)


@pytest.mark.parametrize(
    ("ask", "text"),
    [
        (lambda study: auc(study.sample("s100b")), AREA),
        (lambda study: auc(study.sample("ndka"), null_value=0.5), AGAINST_CHANCE),
        (lambda study: auc(study.sample("wfns"), DeLong(scale="logit")), LOGIT),
        (lambda study: compare_auc(study.sample("s100b", "ndka")), PAIRED),
        (lambda study: contrast_auc(study.sample("s100b", "ndka", "wfns")), SEVERAL),
        (lambda study: tie_summary(study.sample("s100b")), TIES),
        (lambda study: accuracy(counts_at(study.sample("wfns"), 4)), ACCURACY),
    ],
    ids=["area", "null value", "logit", "paired", "several", "ties", "accuracy"],
)
def test_the_patients_print_as_laid_out(asah, ask, text):
    """To the character, blank lines included."""
    assert str(ask(asah)) == text


def test_an_area_that_cannot_be_judged_prints_as_laid_out(asah_frame):
    """The outcome was defined from this test, so it separates perfectly; low scores are positive."""
    study = Study(asah_frame, truth="outcome", positive="Poor", tests=["gos6"], low=["gos6"])
    assert str(auc(study.sample("gos6"))) == NOT_JUDGED


def test_women_and_men_print_as_laid_out(asah):
    """Two lines of counts, the labels of both parts, and the note on three small groups."""
    women, men = (asah.where(asah.frame.gender == sex).sample("s100b") for sex in ("Female", "Male"))
    assert str(compare_auc(women, men)) == UNPAIRED


@pytest.mark.parametrize(
    ("ask", "text"),
    [
        (lambda study: auc(study.sample("s100b"), Bootstrap(kind="bca", n_resamples=2000, rng=SEED)), BOOTSTRAP),
        (lambda study: compare_auc(study.sample("s100b", "wfns"), method=Bootstrap(rng=SEED)), PAIRED_BOOTSTRAP),
    ],
    ids=["area", "paired"],
)
def test_resampled_results_print_as_laid_out_but_for_their_digits(asah, ask, text):
    """Every word, every place; digits within a few hundredths, for they rest on another stream."""
    found = str(ask(asah))
    assert masked(found) == masked(text)
    for one, other in zip(*(re.findall(r"-?\d+\.\d+", t) for t in (found, text)), strict=True):
        assert float(one) == pytest.approx(float(other), abs=0.02)


def test_methods_side_by_side_print_as_laid_out(asah):
    """The lines without chance to the character, the others but for their digits."""
    found = str(auc_intervals(asah.sample("ndka"), rng=SEED)).splitlines()
    expected = SIDE_BY_SIDE.splitlines()
    assert len(found) == len(expected)
    for line, laid_out in zip(found, expected, strict=True):
        if line.startswith("Bootstrap"):
            assert masked(line) == masked(laid_out)
        elif not line.startswith("note: the methods disagree"):
            assert line == laid_out
    assert re.match(r"note: the methods disagree about 0\.5: \d of 11 intervals contain", "\n".join(found[-5:]))


# By hand

HAND = Sample.from_groups(cases=[5, 4, 3, 2], controls=[3, 2, 1, 1])
PAIR = Sample.from_truth([1, 1, 1, 0, 0, 0], {"A": [3, 4, 1, 1, 2, 0], "B": [1, 3, 2, 2, 1, 0]})
HOSTILE = Sample.from_truth(
    ["<script>"] * 3 + ["ok\n"] * 3,
    {'CA 19-9 <37 | "A&B"': [3, 4, 1, 1, 2, 0], "B\x1b[2J": [1, 3, 2, 2, 1, 0]},
    positive="<script>",
    truth_name="tru\nth",
    design="cohort",
)


def every_result(sample=PAIR):
    """Return one result of each kind."""
    first, second = (sample.select(test.name) for test in sample.tests)
    other = Sample.from_groups(cases=[4, 2, 3], controls=[3, 1, 2])
    return {
        "auc": auc(first, null_value=0.6),
        "logit": auc(first, DeLong(scale="logit"), alternative="greater"),
        "newcombe": auc(second, Newcombe()),
        "bootstrap": auc(first, Bootstrap(n_resamples=200, rng=1)),
        "paired": compare_auc(sample),
        "unpaired": compare_auc(first, other, HanleyMcNeil()),
        "margin": compare(sample, None, AUC(), DeLong(), null_value=-0.05, alternative="greater"),
        "contrast": contrast_auc(sample),
        "published": auc_from_summary(0.8, n_cases=20, n_controls=30),
        "side by side": auc_intervals(first, n_resamples=100, rng=1),
        "ties": tie_summary(first),
        "curve": roc_curve(first),
        "points": operating_points(first),
        "accuracy": accuracy(counts_at(first, 2)),
        "typed in": accuracy(Counts(tp=0, fp=0, fn=3, tn=4)),
        "band": roc_band(second, n_resamples=100, rng=1),
    }


KINDS = list(every_result())


def test_an_area_by_hand_prints_whole():
    """A = 7/8, SE = 1/8, Z = 3: the smallest frame with a hypothesis."""
    assert str(auc(HAND, null_value=0.5, alternative="greater", level=0.9)) == (
        "\n\tArea under the ROC curve, DeLong\n\n"
        'data:  score by group (positive: "cases"; higher scores are positive)\n'
        "       4 cases, 4 controls, 0 dropped\n"
        "Z = 3.000, p-value = 0.001\n"
        "alternative hypothesis: true AUC is greater than 0.5\n"
        "90 percent confidence interval:\n"
        " 0.715  1.000\n"
        "sample estimates:\n"
        "  AUC  std. error\n"
        "0.875      0.1250\n"
        "note: in simulated studies of 5 cases and 5 controls with an AUC of 0.7 to 0.95,\n"
        "      the nearest there are to groups this small, the 95 percent interval by\n"
        "      DeLong covered the AUC in as few as 43.2 percent (worst of four kinds of\n"
        "      scores, no interval being a miss), that by Newcombe's method 5 in at least\n"
        "      94.1 percent. Report the latter: auc(sample, Newcombe()).\n"
    )


@pytest.mark.parametrize("kind", KINDS)
def test_every_result_has_the_frame(kind):
    """A blank line, a tab and the title, a blank line, the data; no trailing blanks, ASCII, 80 columns."""
    text = str(every_result()[kind])
    lines = text.split("\n")
    assert lines[0] == lines[2] == ""
    assert lines[1].startswith("\t")
    assert lines[3].startswith("data:  ")
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert text.isascii()
    assert all(line == line.rstrip() and len(line) <= 80 for line in lines)
    assert "\t" not in text[2:]


@pytest.mark.parametrize("kind", KINDS)
def test_every_result_becomes_strict_json(kind):
    """No NaN, no Infinity, nothing that only Python knows; notes and references travel along."""
    found = every_result()[kind]
    content = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert content["title"] == found.summary().title
    assert [note["text"] for note in content["notes"]] == [note.text for note in found.summary().notes]
    assert content["references"] == list(found.summary().references)


@pytest.mark.parametrize("kind", KINDS)
def test_every_result_becomes_a_table(kind):
    """One row per estimate, known columns first and in their order."""
    found = every_result()[kind]
    table = found.tidy()
    known = [name for name in table.columns if name in TIDY]
    assert len(table) == len(found.rows()) > 0
    assert list(table.columns[: len(known)]) == known == [name for name in TIDY if name in table.columns]


@pytest.mark.parametrize("kind", ["auc", "paired", "unpaired", "contrast", "side by side"])
def test_the_table_of_an_inference_has_every_column(kind):
    """Columns do not come and go with the method."""
    assert list(every_result()[kind].tidy().columns)[: len(TIDY)] == TIDY


@pytest.mark.parametrize("kind", KINDS)
def test_every_result_shows_itself_in_a_notebook_with_the_same_words(kind):
    """Title, data, notes and every cell of the printed text stand in the HTML."""
    import html

    found = every_result()[kind]
    shown = html.unescape(re.sub(r"<[^>]+>", "\n", found._repr_html_()))
    summary = found.summary()
    for text in (summary.title, *summary.data, *(note.text for note in summary.notes)):
        assert text in shown
    for part in summary.body:
        cells = [cell for row in part.rows for cell in row] if isinstance(part, Grid) else [part]
        assert all(cell in shown for cell in cells)


@pytest.mark.parametrize("kind", KINDS)
def test_hostile_names_break_neither_text_nor_html(kind):
    """Tags are escaped in HTML, line breaks and terminal codes in both."""
    found = every_result(HOSTILE)[kind]
    text, page = str(found), found._repr_html_()
    assert "<script>" not in page
    assert "<37" not in page
    assert "\x1b" not in text + page
    assert len(text.split("\n")) == len(text.splitlines()) + 1
    json.dumps(found.to_dict(), allow_nan=False)


@pytest.mark.parametrize("kind", KINDS)
def test_every_result_is_frozen(kind):
    """Nobody changes a number that a report will cite."""
    found = every_result()[kind]
    with pytest.raises((FrozenInstanceError, AttributeError)):
        setattr(found, fields(found)[0].name, None)
    with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
        found.surprise = 1


@pytest.mark.parametrize("kind", KINDS)
def test_every_result_cites_works_that_exist(kind):
    """Each reference key of a summary is in the bibliography."""
    references = every_result()[kind].summary().references
    assert set(references) <= set(REFERENCES)
    assert len(set(references)) == len(references)


def test_the_row_of_a_comparison_by_hand():
    """Difference, both values, who was compared, and what the method does not have as None."""
    (row,) = compare_auc(PAIR, level=0.9).rows()
    assert (row["parameter"], row["test"], row["estimate1"], row["estimate2"], row["paired"]) == (
        *("difference in AUC", "A - B"),
        *(5 / 6, 7 / 9, True),
    )
    assert (row["df"], row["seed"], row["conf_level"], row["null_value"]) == (None, None, 0.9, 0.0)
    assert (row["n_cases"], row["n_controls"], row["n_dropped"]) == (3, 3, 0)


def test_what_a_result_reads_from_its_inference():
    """The result's own names give the numbers of the inference."""
    found = auc(HAND, Bootstrap(n_resamples=100, rng=5), null_value=0.5)
    for name in ("estimate", "standard_error", "interval", "statistic", "df", "pvalue", "seed"):
        assert getattr(found, name) == getattr(found.inference, name)
    assert found.seed == 5


def test_an_interval_knows_what_it_contains():
    """Its ends belong to it."""
    interval = Interval(0.25, 0.75, 0.95)
    assert [value in interval for value in (0.25, 0.5, 0.75, 0.2, 0.8)] == [True, True, True, False, False]


def test_how_replicates_were_drawn_is_said_on_one_line():
    """Number, kind, unit, and how many had no value."""
    assert str(Resampling(2000, True)) == "2000 stratified resamples of subjects"
    assert str(Resampling(500, False, "clusters", 3)) == "500 resamples of clusters, 3 without a value"


def test_an_unfinished_result_says_so():
    """A result without a summary or rows is an error in words, not an empty print."""

    class Unfinished(Result):
        pass

    with pytest.raises(TypeError, match="Unfinished is no finished result: it has no summary"):
        str(Unfinished())
    with pytest.raises(TypeError, match="Unfinished is no finished result: it has no rows"):
        Unfinished().tidy()


# Data lines


def subjects(*tests, low=(), truth="outcome", positive="Poor", label=""):
    """Say whom a result is about."""
    return Subjects(
        truth=truth, positive=positive, n_cases=1, n_controls=72, n_dropped=3, tests=tests, low=low, label=label
    )


def test_the_direction_is_said_for_all_tests_at_once_where_it_is_one():
    """Higher, lower, or which is which."""
    assert subjects("a", "b").direction() == "higher scores are positive"
    assert subjects("a", "b", low=("a", "b")).direction() == "lower scores are positive"
    assert subjects("a", "b", "c", low=("b",)).direction() == "higher scores of a and c, lower scores of b are positive"


def test_a_data_line_that_would_pass_80_columns_breaks_before_its_bracket():
    """At 80 columns it stays whole, at 81 it breaks."""
    fits = data_lines([subjects("x" * 15)])
    assert len("data:  " + fits[0]) == 80
    assert data_lines([subjects("x" * 16)]) == (
        f"{'x' * 16} by outcome",
        '(positive: "Poor"; higher scores are positive)',
        "1 case, 72 controls, 3 dropped",
    )


def test_two_samples_that_differ_in_truth_or_direction_have_lines_of_their_own():
    """What they share is said once; what they do not, for each."""
    assert data_lines([subjects("a"), subjects("b", low=("b",))]) == (
        'first:  a by outcome (positive: "Poor"; higher scores are positive)',
        "        1 case, 72 controls, 3 dropped",
        'second: b by outcome (positive: "Poor"; lower scores are positive)',
        "        1 case, 72 controls, 3 dropped",
    )
    assert data_lines([subjects("a", label="sex: f"), subjects("a", label="sex: m")]) == (
        "a (sex: f) and a (sex: m) by outcome",
        '(positive: "Poor"; higher scores are positive)',
        "first:  1 case, 72 controls, 3 dropped",
        "second: 1 case, 72 controls, 3 dropped",
    )


names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60).filter(str.strip)


@given(names, names, names)
def test_data_lines_hold_whatever_the_names_are(test, truth, positive):
    """Every line is one printable line, and the counts come last."""
    lines = data_lines([subjects(test, truth=truth, positive=positive)])
    assert all(line.isprintable() for line in lines)
    assert lines[-1] == "1 case, 72 controls, 3 dropped"


# Tables


def test_a_table_by_hand():
    """Names left, numbers right with their points in line, words as they are, nothing after the last cell."""
    grid = Grid(
        (Column("", "left"), Column("low"), Column("a longer header"), Column("method", "left")),
        (("A", "3.80", "12", "log"), ("long name", "0.0439", "-1.5", ""), ("C", "-", "not estimable", "score")),
    )
    assert grid.lines() == [
        "              low  a longer header  method",
        "A          3.80               12    log",
        "long name  0.0439             -1.5",
        "C               -    not estimable  score",
    ]


def test_a_table_that_is_too_wide_moves_together():
    """One space between columns, and the words of a header joined so that headers stay apart."""
    columns = (Column("", "left"), *(Column(f"std. error {place}") for place in "ABCDEF"))
    grid = Grid(columns, (("a", *("0.123456",) * 6),))
    assert sum(len("std. error A") for _ in range(6)) + 1 + 2 * 6 > 80
    assert grid.lines() == [
        "  std. error.A std. error.B std. error.C std. error.D std. error.E std. error.F",
        "a     0.123456     0.123456     0.123456     0.123456     0.123456     0.123456",
    ]


def test_long_names_are_cut_in_the_middle_in_print():
    """Names go on showing both ends, and those that would look alike show their place; numbers are never cut."""
    same = "x" * 60
    rows = ((f"{same}a{same}", "0.5"), (f"{same}b{same}", "0.25"), ("short", "1"))
    grid = Grid((Column("pair", "left"), Column("n" * 100)), rows)
    lines = grid.lines()
    assert max(map(len, lines)) <= 80
    assert lines[1].startswith("1: xxx")
    assert lines[2].startswith("2: xxx")
    assert "..." in lines[1]
    assert lines[3].split() == ["short", "1"]
    assert [line.split()[-1] for line in lines[1:]] == ["0.5", "0.25", "1"]
    assert Grid((Column("a" * 50 + "1"), Column("a" * 50 + "2")), ()).lines() == [
        f"{'a' * 22}...{'a' * 13}1  {'a' * 22}...{'a' * 13}2",
    ]


def test_columns_that_are_too_many_stand_below():
    """As R does it: the first column before each part, nothing lost, nothing wider than the page."""
    columns = (Column("bin", "left"), *(Column(f"c{i}") for i in range(9)))
    rows = tuple((str(i), *(f"{10**15 + i + j}" for j in range(9))) for i in range(2))
    lines = Grid(columns, rows).lines()
    assert max(map(len, lines)) <= 80
    assert len(lines) == 3 * 3
    assert [line.split()[0] for line in lines] == ["bin", "0", "1"] * 3
    assert [head for line in lines[::3] for head in line.split()[1:]] == [f"c{i}" for i in range(9)]
    assert [cell for line in lines[1::3] for cell in line.split()[1:]] == list(rows[0][1:])


def test_a_long_title_goes_on_below():
    """After its comma where that serves, else where a line is full; never beyond the page behind its tab."""
    by_method = Summary("A title that names what was asked about these data, and the exact method of it", (), ())
    assert by_method.text().splitlines()[1:3] == [
        "\tA title that names what was asked about these data,",
        "\tand the exact method of it",
    ]
    without = Summary("A title of many words " * 8, ("data of many words " * 8,), ("body of many words " * 8,)).text()
    assert max(len(line.expandtabs(8)) for line in without.splitlines()) <= 80


@given(
    st.lists(
        st.tuples(st.sampled_from(["a", "bb", ""]), st.decimals(-999, 999, places=2).map(str), st.just("-")),
        min_size=1,
        max_size=6,
    )
)
def test_the_points_of_a_column_stand_below_each_other(rows):
    """Whatever is in a column of numbers, its decimal points have one place."""
    lines = Grid((Column("", "left"), Column("x"), Column("y")), tuple(rows)).lines()[1:]
    assert len({line.index(".") for line in lines}) == 1


def test_a_summary_by_hand():
    """Title, data, body, notes: in text and in HTML, everything from the data escaped there."""
    summary = Summary(
        "A & B", ("x<y", "2 cases"), ("line", Grid((Column("<n>"),), (("<1",),)), ""), (Note("c", "mind\n the gap"),)
    )
    assert summary.text() == "\n\tA & B\n\ndata:  x<y\n       2 cases\nline\n<n>\n <1\n\nnote: mind  the gap\n"
    assert summary.html() == (
        "<div><p><strong>A &amp; B</strong></p><p>x&lt;y<br>2 cases</p><div>line</div>"
        "<table><thead><tr><th>&lt;n&gt;</th></tr></thead><tbody><tr><td>&lt;1</td></tr></tbody></table>"
        "<p><em>Note: mind\n the gap</em></p></div>"
    )


def test_a_likelihood_ratio_without_bound_is_json():
    """An infinite limit is the text Inf, since strict JSON has no infinity."""
    content = json.dumps(accuracy(Counts(tp=5, fp=0, fn=1, tn=6)).to_dict(), allow_nan=False)
    assert '"Inf"' in content
    assert math.isinf(accuracy(Counts(tp=5, fp=0, fn=1, tn=6)).lr_positive.interval.high)


# Types of a table


def test_a_column_has_one_type_in_every_result():
    """What one method has and another has not is a number in both tables, and a seed stays a whole number."""
    sample = Sample.from_groups(cases=[5, 4, 3, 2], controls=[3, 2, 1, 1])
    plain, tested = auc(sample).tidy(), auc(sample, null_value=0.5).tidy()
    drawn = auc(sample, Bootstrap(rng=7, n_resamples=100)).tidy()
    assert (plain.dtypes == tested.dtypes).all()
    assert (plain.dtypes == drawn.dtypes).all()
    for name in ("estimate", "std_error", "statistic", "df", "p_value", "conf_low", "null_value"):
        assert plain[name].dtype == "float64"
    for name in ("seed", "n_resamples"):
        assert plain[name].dtype == "Int64"
    assert plain["stratified"].dtype == "boolean"
    assert (drawn["seed"][0], drawn["n_resamples"][0], bool(drawn["stratified"][0])) == (7, 100, True)
    assert plain["seed"].isna().all()
    assert plain["n_cases"].dtype == "int64"


@pytest.mark.parametrize("kind", KINDS)
def test_no_table_holds_a_number_as_an_object(kind):
    """No column of numbers is an object column, and nothing is lost on the way into the table."""
    found = every_result()[kind]
    table, rows = found.tidy(), found.rows()
    assert len(table) == len(rows)
    for name in table.columns:
        cells = [row.get(name) for row in rows]
        held = [cell for cell in cells if cell is not None]
        if held and all(isinstance(cell, int | float) for cell in held):
            assert table[name].dtype != object, name
        kept = [None if pd.isna(cell) else cell for cell in table[name].tolist()]
        assert kept == cells, name


def test_a_seed_of_any_size_stays_what_it_is():
    """Beyond 64 bits a seed is kept as Python's whole number."""
    sample = Sample.from_groups(cases=[5, 4, 3, 2], controls=[3, 2, 1, 1])
    assert auc(sample, Bootstrap(rng=10**30, n_resamples=100)).tidy()["seed"].tolist() == [10**30]
