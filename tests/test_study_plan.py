"""A plan is loaded whole, or all of its faults are told at once, each with its line, its key and what to do."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from study_plans import LARGE, LEFT_OUT, SMALLEST, changed

from rocstats.errors import PlanError
from rocstats.investigation.investigation import EVERYONE
from rocstats.study_plan import name_checks
from rocstats.study_plan.faults import FaultyPlanError
from rocstats.study_plan.key_tables import key_tables
from rocstats.study_plan.keys import key_at, tables, written
from rocstats.study_plan.lines import line_of, lines_of
from rocstats.study_plan.loading import LARGEST_FILE, load_plan, plan_of
from rocstats.study_plan.method_checks import method_words
from rocstats.study_plan.schema import plan_schema
from rocstats.study_plan.study_plan import StudyPlan
from rocstats.study_plan.toml_text import toml_string, toml_value

DOCS = Path(__file__).parent.parent / "docs"
# What pydantic says of faults, none of which may be heard.
FOREIGN = re.compile(
    r"(?i)input should|field required|validation error|pydantic|extra inputs|valid (integer|number|str)"
)
TWENTY = """\
rocstats = "2"
seed = true
prevalences = [0.1, 5]
subgroups = ["SEX", "SEX"]
sensitivity = ["cluster_robust"]

[data]
file = "study.csv"
sha256 = "abc"
sight = "SITEID"

[reference]
column = "ill"
positive = 1
negative = ["1", 0]
kind = "reference"

[[tests]]
name = "CT"
positive_scores = "high"
threshold = {value = "0.5", origin = "prespecified"}

[[tests]]
name = "CT"
positive_scores = "up"

[[tests]]
name = "Rapid"
positive = "POS"

[estimand]
population = "FAZ"

[analysis_sets]
FAS = "FASFL = 'Y'"
"All eligible" = "AGE > 17"

[[hypotheses]]
id = "H1"
measure = "auc_difference"
tests = ["CT", "CT"]
goal = 0.8

[[hypotheses]]
id = "H2"
measure = "sensitivity"
test = "MRI"
goal = 80
after = ["H2"]

[intervals]
level = 95
proportions = "delong"

[narrative]
responses = {R99 = "no"}
"""


def faults(plan):
    """Return the faults of a plan as "where: what"."""
    with pytest.raises(FaultyPlanError) as caught:
        plan_of(plan)
    return [f"{written(fault.path)}: {fault.came}. {fault.remedy}" for fault in caught.value.faults]


def test_load_what_stands_in_the_file(tmp_path):
    """A file without faults becomes a plan with the values of the file and the defaults of the rest."""
    file = tmp_path / "plan.toml"
    file.write_text(
        'rocstats = "1"\n[data]\nfile = "s.csv"\n[reference]\ncolumn = "ill"\npositive = [1, 2]\nnegative = 0\n'
        'kind = "comparator"\n[[tests]]\nname = "CT"\npositive_scores = "low"\n'
        'threshold = {value = 2, origin = "literature"}\n',
        encoding="utf-8",
    )
    plan = load_plan(file)
    assert plan.reference.positive == (1, 2)
    assert plan.agreement
    assert plan.tests[0].threshold.value == 2.0
    assert plan.intervals.level == 0.95


@pytest.mark.parametrize("plan", [SMALLEST, LARGE], ids=["smallest", "large"])
def test_take_a_plan_without_faults(plan):
    """Plans that say enough, and that say nearly everything, are taken; lists may be tuples."""
    assert isinstance(plan_of(plan), StudyPlan)
    assert plan_of({**plan, "tests": tuple(plan["tests"])}) == plan_of(plan)


def test_twenty_different_faults_come_in_one_run(tmp_path):
    """Each of twenty-odd faults is told with its line, its key, its meaning and what to do."""
    file = tmp_path / "plan.toml"
    file.write_text(TWENTY, encoding="utf-8")
    with pytest.raises(PlanError) as caught:
        load_plan(file)
    head, *told = str(caught.value).splitlines()
    wanted = [
        ("line 1, rocstats", '"2" came', 'Write "1".'),
        ("line 2, seed", "true came", "true and false are no numbers here. Write a whole number"),
        ("line 3, prevalences[2]", "5 came", "write 0.05 for 5 percent"),
        ("line 4, subgroups[2]", '"SEX" is subgroups[1] too', "Give each subgroup once."),
        ("line 5, sensitivity[1]", '"cluster_robust" is asked for without', "State the column of clusters"),
        ("line 9, data.sha256", "no SHA-256 digest", "Write its 64 digits"),
        ("line 10, data.sight", "there is no such key", "Write site, if that is meant"),
        ("line 15, reference.negative", '"1" is under positive too', "A value means one thing"),
        ("line 16, reference.kind", '"reference" came', '"reference_standard" is nearest'),
        ("line 21, tests[1].threshold.value", '"0.5" came', "Write a number, without quotation marks."),
        ("line 24, tests[2].name", '"CT" is tests[1].name too', "Give each name of a test once."),
        ("line 25, tests[2].positive_scores", '"up" came', 'Write one of "high" or "low"'),
        ("line 27, tests[3].negative", "it is not stated, and positive is", "names both"),
        ("line 32, estimand.population", '"FAZ" is no analysis set', '"FAS" is nearest'),
        ("line 35, analysis_sets.FAS", "not understood at character 7", "Equality is =="),
        ('line 36, analysis_sets."All eligible"', "this name is that of the set of all", "Give the set another name."),
        ("line 41, hypotheses[1].tests", '"CT" is compared with itself', "Name two different tests."),
        ("line 42, hypotheses[1].goal", "a goal came", "Write margin = … in its place."),
        ("line 47, hypotheses[2].test", '"MRI" is no test of the plan', 'The tests are "CT", "CT", "Rapid"'),
        ("line 48, hypotheses[2].goal", "80 came", "write 0.8 for 80 percent"),
        ("line 49, hypotheses[2].after", '"H2" waits for "H2"', "wait for none"),
        ("line 52, intervals.level", "95 came", "write 0.95 for 95 percent"),
        ("line 53, intervals.proportions", '"delong" is a method for something else', "Write one of wilson"),
        ("line 56, narrative.responses.R99", '"R99" is no rule', "R01 to R20"),
    ]
    assert head == f"plan.toml has {len(wanted)} faults; places in lists are counted from 1."
    assert len(told) == len(wanted)
    for line, (where, came, remedy) in zip(told, wanted, strict=True):
        assert line.startswith(f"- {where}: "), line
        assert came in line
        assert remedy in line
        assert " Meaning: " in line or "no such key" in line
        assert not FOREIGN.search(line)


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("seed",), 1.5, "seed: 1.5 came. Write a whole number, at least 0"),
        (("seed",), -1, "seed: -1 came."),
        (("seed",), 10**400, "seed: a number of very many digits came."),
        (("prevalences",), 0.1, "prevalences: 0.1 came. Write a list in square brackets"),
        (("prevalences",), [float("nan")], "prevalences[1]: nan came. Neither nan nor inf can be planned."),
        (("prevalences",), [True], "prevalences[1]: true came. true and false are no numbers here."),
        (("prevalences",), ["0.1"], 'prevalences[1]: "0.1" came.'),
        (
            ("subgroups",),
            "SEX",
            'subgroups: "SEX" came. Write a list in square brackets, each a text between quotation ',
        ),
        (("subgroups",), [1], 'subgroups[1]: 1 came. Write a text between quotation marks, such as "1".'),
        (("study",), "DX", 'study: "DX" came. Write a table with keys of id, title,'),
        (("study", "seed"), 1, "study.seed: there is no such key. seed is a key of the whole plan: write it above"),
        (("data", "population"), "FAS", "data.population: there is no such key. population is a key of [estimand]"),
        (("data", "value"), 1, "data.value: there is no such key. value is a key of [tests.threshold]"),
        (("data", "zzz"), 1, "data.zzz: there is no such key. The keys here are file, sha256,"),
        (("data", "file"), "", "data.file: an empty text came. Write the name."),
        (("data", "subject"), "ill", 'data.subject: the column "ill" is that of the truth too.'),
        (("design", "planned_cases"), 0, "design.planned_cases: 0 came. Write a whole number, above 0."),
        (("reference", "positive"), {"a": 1}, "reference.positive: a table came."),
        (("reference", "positive"), [], "reference.positive: no value is named."),
        (("reference", "positive"), float("inf"), "reference.positive: inf came. Neither nan nor inf can be planned"),
        (
            ("reference", "positive"),
            2**60,
            "reference.positive: 1152921504606846976 is larger than a number of the data",
        ),
        (("reference", "positive"), "", "reference.positive: an empty text came. Leave it out"),
        (("reference", "positive"), 0, "reference.negative: 0 is under positive too."),
        (("reference", "positive"), "0.0", "reference.negative: 0 is under positive too."),
        (("reference", "positive"), [2, "2"], 'reference.positive: "2" is named twice.'),
        (("reference", "column"), "CT", 'tests[1].name: the column "CT" is that of the reference too.'),
        (("reference",), LEFT_OUT, "reference: it is not stated. Write the table [reference] with column, positive"),
        (("tests",), [], "tests: a list of 0 came. Write one table or more, each under its name in double"),
        (("tests",), {"name": "CT"}, "tests: a table came. Write one table or more, each under its name in double"),
        (("tests", 0, "name"), "  ", 'tests[1].name: "  " came. Give the test a name that can be read.'),
        (
            ("tests", 0, "positive_scores"),
            LEFT_OUT,
            "tests[1].positive_scores: it is not stated, and the test has no calls",
        ),
        (("tests", 0, "positive"), "POS", "tests[1].negative: it is not stated, and positive is."),
        (
            ("tests", 0, "threshold"),
            {"value": 1},
            "tests[1].threshold.origin: it is not stated. Write origin = … with one of",
        ),
        (
            ("tests", 0, "threshold"),
            0.5,
            "tests[1].threshold: 0.5 came. Write a table with keys of value, origin and source",
        ),
        (("tests", 0, "indeterminate_between"), [2, 1], "tests[1].indeterminate_between: it goes from 2 down to 1."),
        (
            ("tests", 0, "indeterminate_between"),
            [1],
            "tests[1].indeterminate_between: a list of 1 came. Write a list of two",
        ),
        (("tests", 0, "indeterminate_between"), [1, "2"], "tests[1].indeterminate_between: a list of 2 came."),
        (("tests", 0, "failed"), ["INV", "INV"], 'tests[1].failed: "INV" is named twice.'),
        (("subgroups",), ["CT"], 'subgroups[1]: the column "CT" is that of the test "CT" too.'),
        (("subgroups",), ["ill"], 'subgroups[1]: the column "ill" is that of the truth too.'),
        (("subgroups",), [""], "subgroups[1]: an empty text came."),
        (("exploratory_subgroups",), ["A", "A"], 'exploratory_subgroups[2]: "A" is exploratory_subgroups[1] too.'),
        (("prevalences",), [0.1, 0.1], "prevalences[2]: 0.1 is prevalences[1] too."),
        (("sensitivity",), ["verification_corrected"], 'sensitivity[1]: "verification_corrected" is asked for without'),
        (("report", "formats"), ["html", "html"], 'report.formats[2]: "html" is report.formats[1] too.'),
        (("report", "formats"), [], "report.formats: a list of 0 came."),
        (("report", "profile"), "fulll", '"full" is nearest.'),
        (("report", "listings"), 1, "report.listings: 1 came. Write true or false, without quotation marks."),
        (("multiplicity",), "holm", 'multiplicity: "holm" is stated without a claim.'),
        (
            ("estimand", "measures"),
            ["auc_difference"],
            'estimand.measures[1]: "auc_difference" is asked for, and there is one',
        ),
        (
            ("estimand", "population"),
            "FAS",
            'estimand.population: "FAS" is no analysis set. Write one of "All eligible"',
        ),
        (("analysis_sets", "FAS"), "", "analysis_sets.FAS: a filter is empty; write a comparison such as SEX == 'F'"),
        (
            ("participants", "eligible"),
            "AGE >",
            'participants.eligible: the filter "AGE >" is not understood at character 6',
        ),
        (("data", "supplementary"), "1", "data.supplementary: the filter"),
        (("participants", "exclusion_reason"), "WHY", "participants.exclusion_reason: it is stated without eligible."),
        (
            ("participants", "window_days"),
            14,
            "participants.window_days: it is stated without index_date and reference_date",
        ),
        (
            ("intervals", "difference"),
            "delong-logit",
            'intervals.difference: "delong-logit" is a method for something else.',
        ),
        (("intervals", "paired_proportions"), "tnago", 'intervals.paired_proportions: "tnago" is no method.'),
        (("narrative", "omissions"), {"auc": "no"}, 'narrative.omissions.auc: "auc" is no performance parameter.'),
        (("data", "labels"), {"SEX": " "}, "data.labels.SEX: an empty text came."),
    ],
    ids=str,
)
def test_one_fault_is_told_once(path, value, told):
    """A plan with one slip has one fault, which names the key and says what to do."""
    plan = SMALLEST
    if path == ("prevalences",):
        plan = changed(plan, (("tests", 0, "threshold"), {"value": 1, "origin": "literature"}))
    found = faults(changed(plan, (path, value)))
    assert told in found[0]
    # Calls beside a direction of scores are two faults: it is not known which was meant.
    assert len(found) == (2 if path == ("tests", 0, "positive") else 1), found
    assert not any(map(FOREIGN.search, found))


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ({"measure": "sensitivity"}, "hypotheses[1].test: it is not stated."),
        ({"measure": "sensitivity", "tests": ["Assay A", "Assay B"]}, "hypotheses[1].tests: two tests came"),
        (
            {"measure": "sensitivity", "test": "Assay B", "goal": 0.5},
            'hypotheses[1].test: "Assay B" has neither a threshold',
        ),
        ({"measure": "sensitivity", "test": "Assay A"}, "hypotheses[1].goal: it is not stated."),
        ({"measure": "sensitivity", "test": "Assay A", "goal": 0.0}, "hypotheses[1].goal: 0 came."),
        (
            {"measure": "sensitivity", "test": "Assay A", "goal": 0.5, "margin": 0.1},
            "hypotheses[1].margin: a margin came",
        ),
        ({"measure": "auc", "test": "Rapid C", "goal": 0.5}, 'hypotheses[1].test: "Rapid C" is a test of calls'),
        (
            {"measure": "auc", "test": "Assay B", "goal": 0.5, "type": "equivalence"},
            'hypotheses[1].type: equivalence is claimed of "auc", which is of one test.',
        ),
        ({"measure": "auc_difference", "test": "Assay A"}, "hypotheses[1].test: one test came"),
        ({"measure": "auc_difference", "tests": ["Assay A", "Assay A"]}, 'hypotheses[1].tests: "Assay A" is compared'),
        ({"measure": "auc_difference", "tests": ["Assay A", "Asay B"]}, '"Assay B" is nearest.'),
        ({"measure": "auc_difference", "tests": ["Assay A"]}, "hypotheses[1].tests: a list of 1 came."),
        (
            {"measure": "auc_difference", "tests": ["Assay A", "Assay B"], "type": "noninferiority"},
            "hypotheses[1].margin: it is not stated. Write the margin of noninferiority",
        ),
        (
            {"measure": "auc_difference", "tests": ["Assay A", "Assay B"], "type": "equivalence", "margin": 5},
            "hypotheses[1].margin: 5 came. Write a number, above 0 and below 1: write 0.05 for 5 percent.",
        ),
        (
            {"measure": "auc_difference", "tests": ["Assay A", "Assay B"], "margin": -0.1},
            "hypotheses[1].margin: -0.1 came. Write a number, at least 0 and below 1.",
        ),
        (
            {
                "measure": "auc_difference",
                "tests": ["Assay A", "Assay B"],
                "type": "noninferiority",
                "margin": 0.1,
                "alternative": "less",
            },
            'hypotheses[1].alternative: "less" came for noninferiority by a margin.',
        ),
        ({"measure": "sensitivity", "test": "Assay A", "goal": 0.5, "after": ["H9"]}, '"H9" is no claim of the plan.'),
        (
            {"measure": "sensitivity", "test": "Assay A", "goal": 0.5, "after": ["H2"]},
            '"H1" waits for "H2" waits for "H1".',
        ),
        (
            {"measure": "sensitivity", "test": "Assay A", "goal": 0.5, "id": "H2"},
            'hypotheses[2].id: "H2" is hypotheses[1].id',
        ),
        ({"measure": "sensitivity", "test": "Assay A", "goal": 0.5, "alpha": 0.5}, "hypotheses[1].alpha: 0.5 came."),
        ({"measure": "recall", "test": "Assay A"}, 'hypotheses[1].measure: "recall" came.'),
    ],
    ids=str,
)
def test_a_claim_states_what_it_is_judged_by(claim, told):
    """A claim with a slip is refused with what it needs."""
    found = faults(changed(LARGE, (("hypotheses", 0), {"id": "H1", **claim})))
    assert any(told in fault for fault in found), found
    assert not any(map(FOREIGN.search, found))


@pytest.mark.parametrize("measure", ["ppv", "npv", "accuracy"])
def test_what_depends_on_prevalence_needs_one_in_a_case_control_study(measure):
    """A case-control study fixes the share with the condition, so claims that depend on it need a prevalence."""
    claim = {"id": "H1", "measure": measure, "test": "Assay A", "goal": 0.5}
    plan = changed(LARGE, (("design", "type"), "case-control"), (("hypotheses", 0), claim))
    plan_of(plan)
    assert any("in a case-control design" in fault for fault in faults(changed(plan, (("prevalences",), []))))


def test_nothing_is_concluded_from_what_is_faulty():
    """A test whose name is faulty makes no claim faulty, nor does a threshold whose key is misspelt."""
    assert len(faults(changed(LARGE, (("tests", 0, "name"), 1)))) == 1
    plan = changed(LARGE, (("tests", 0, "threshold"), LEFT_OUT), (("tests", 0, "treshold"), {"value": 1}))
    assert faults(plan) == [
        "tests[1].treshold: there is no such key. Write threshold, if that is meant, or leave it out."
    ]
    assert len(faults(changed(LARGE, (("analysis_sets",), "FAS")))) == 1
    assert len(faults(changed(LARGE, (("hypotheses",), "none")))) == 1


def test_predictive_values_need_a_threshold():
    """Prevalences without a test that calls anyone positive are asked for in vain."""
    found = faults(changed(SMALLEST, (("prevalences",), [0.1])))
    assert found == [
        "prevalences: predictive values are asked for, and no test has a threshold or calls. State a threshold, or "
        "leave the prevalences out."
    ]


def test_calls_have_no_order():
    """A test of calls has neither a direction, nor a threshold, nor a range between scores."""
    found = faults(
        changed(
            LARGE,
            (("tests", 2, "positive_scores"), "high"),
            (("tests", 2, "threshold"), {"value": 1, "origin": "prespecified"}),
            (("tests", 2, "indeterminate_between"), [0, 1]),
        )
    )
    assert [fault.split(":")[0] for fault in found] == [
        f"tests[3].{key}" for key in ("positive_scores", "threshold", "indeterminate_between")
    ]


def test_columns_hold_scores_or_calls():
    """A column of scores for one test is none of calls for another."""
    found = faults(changed(LARGE, (("tests", 1, "column"), "CALL_C")))
    assert found == ['tests[3].column: "CALL_C" holds scores for one test and calls for another. Name another column.']


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b'title = "x', 'is no TOML at line 1, column 11: “title = "x”. A quotation mark or a bracket is not closed.'),
        (
            b"a = 1\na = 2\n",
            "line 2, column 6: “a = 2”. A key or a table stands here that stood before; write each once.",
        ),
        (b"a = high", "line 1, column 5: “a = high”. A text stands between quotation marks"),
        (b'a = "C:\\data"', "Within “…” a backslash".replace("“…”", '"…"')),
        (b"a", "line 1, column 2: “a”. A line is key = value, or the name of a table in square brackets."),
        (b"a = " + b"9" * 5000, "holds a value that cannot be read: a number of very many digits"),
        (b"a = " + b"[" * 5000, "has brackets within brackets, too many"),
        ("a = 'Ü'".encode("latin-1"), "is no text in UTF-8: byte 6, in line 1; save it as UTF-8."),
        ("a = 1".encode("utf-16"), "is written in UTF-16; save it as UTF-8."),
        (b"#" * (LARGEST_FILE + 1), "has more than 1000000 bytes; a plan is a short TOML file. Is it the data file?"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_file_that_is_no_toml_is_told_with_its_line(tmp_path, raw, told):
    """What is no TOML, no UTF-8 or no plan by its size is refused in words of this project."""
    file = tmp_path / "plan.toml"
    file.write_bytes(raw)
    with pytest.raises(PlanError) as caught:
        load_plan(file)
    assert told in str(caught.value)
    assert str(caught.value).startswith("plan.toml ")


def test_a_file_that_is_not_there(tmp_path):
    """No file and a folder are told apart."""
    with pytest.raises(PlanError, match=r"is no file\. A plan is a TOML file"):
        load_plan(tmp_path / "none.toml")
    with pytest.raises(PlanError, match="is a folder; name a file in it"):
        load_plan(tmp_path)


def test_a_byte_order_mark_is_no_fault(tmp_path):
    """Editors that mark UTF-8 files write plans too, and their lines count the same."""
    file = tmp_path / "plan.toml"
    file.write_bytes(b"\xef\xbb\xbf" + TWENTY.replace("\n", "\r\n").encode())
    with pytest.raises(PlanError, match="- line 56, narrative"):
        load_plan(file)


def test_plan_of_takes_a_mapping():
    """Something of the wrong Python type is a TypeError that names the door."""
    with pytest.raises(TypeError, match="load_plan reads a file"):
        plan_of("plan.toml")
    with pytest.raises(TypeError, match="the keys of a plan are texts, not int"):
        plan_of({1: 2})


def test_names_from_the_plan_cannot_break_a_message():
    """Lines and signs that steer a terminal are shown, not sent."""
    found = faults(changed(SMALLEST, (("a\nb\x1b[2J",), 1), (("reference", "kind"), "x\ny")))
    assert not any(set("\n\x1b") & set(fault) for fault in found)


nothing_special = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
places = st.sampled_from(
    [
        (*path, name)
        for path, _, key in tables()
        for name in key.part.model_fields
        if path != () or name not in ("tests", "hypotheses")
    ]
)


@given(changes=st.lists(st.tuples(places, nothing_special), min_size=1, max_size=4))
def test_whatever_stands_in_a_plan_it_is_one_or_its_faults_are_told(changes):
    """Nothing but a plan or a PlanError comes of any values at any keys, and no foreign words."""
    plan = json.loads(json.dumps(LARGE))
    for path, value in changes:
        held = plan
        for step in path[:-1]:
            if isinstance(held, dict):
                held = held.setdefault(step, {})
            elif isinstance(held, list) and isinstance(step, int) and step < len(held):
                held = held[step]
        if isinstance(held, dict):
            held[path[-1]] = value
    try:
        made = plan_of(plan)
    except FaultyPlanError as error:
        made = error
    assert isinstance(made, StudyPlan) or made.faults
    assert not FOREIGN.search(str(made)) or isinstance(made, StudyPlan)


def test_lines_are_those_of_the_file():
    """Keys in tables, in lists of tables, in tables within a line and in lists over lines all have their line."""
    text = (
        'a = 1  # "\n[t]\n"b c".d = """\n[x]\n"""\n[[r]]\nk = [\n  1, # ]\n  {u = 2, v = "}"},\n]\n'
        "[r.s]\nm = 3\n[[r]]\nk = '#'\n"
    )
    held = tomllib.loads(text)
    lines = lines_of(text)
    assert held["r"][0]["k"][1]["v"] == "}"
    assert lines == {
        ("a",): 1,
        ("t",): 2,
        ("t", "b c"): 3,
        ("t", "b c", "d"): 3,
        ("r",): 6,
        ("r", 0): 6,
        ("r", 0, "k"): 7,
        ("r", 0, "k", 0): 8,
        ("r", 0, "k", 1): 9,
        ("r", 0, "k", 1, "u"): 9,
        ("r", 0, "k", 1, "v"): 9,
        ("r", 0, "s"): 11,
        ("r", 0, "s", "m"): 12,
        ("r", 1): 13,
        ("r", 1, "k"): 14,
    }
    assert line_of(("r", 1, "k", "beyond"), lines) == 14
    assert line_of(("nowhere",), lines) is None


@given(text=st.text())
def test_texts_come_back_as_they_were(text):
    """A text written for TOML is read as the same text, and stays on one line; half a surrogate pair becomes a mark."""
    written_text = toml_string(text)
    kept = "".join("?" if 0xD800 <= ord(letter) <= 0xDFFF else letter for letter in text)
    assert tomllib.loads(f"k = {written_text}") == {"k": kept}
    assert written_text.isprintable()


@given(value=st.integers(-(2**62), 2**62) | st.floats(allow_nan=False) | st.booleans())
def test_numbers_come_back_as_they_were(value):
    """A number written for TOML is read as the same number of the same type."""
    back = tomllib.loads(f"k = {toml_value(value)}")["k"]
    assert back == value
    assert type(back) is type(value)


def test_every_key_has_a_meaning():
    """Each key says what it is for, in a sentence."""
    for path, _, key in tables():
        for name in key.part.model_fields:
            meaning = key.within(name).meaning
            assert meaning.endswith("."), (*path, name)
            assert key.within(name).needed


def test_keys_are_found_by_their_paths():
    """A path leads to its key through tables, lists, tables of names and what may be left out."""
    assert key_at(("tests", 7, "threshold", "value")).is_number
    assert key_at(("analysis_sets", "FAS")).needed == "a text between quotation marks"
    assert key_at(("ai", "locked")).needed == "true or false, without quotation marks"
    assert key_at(("tests", 0, "indeterminate_between", 2)) is None
    assert key_at(("seed", "deeper")) is None


def test_words_of_methods_are_those_that_serve_the_question():
    """The words for areas and for differences of areas are those that the methods themselves accept."""
    from rocstats.method_words import for_areas, for_differences, for_proportions

    words = method_words()
    assert set(words["auc"]) == set(for_areas())
    assert set(words["difference"]) == set(for_areas("paired"))
    assert set(words["proportions"]) == set(for_proportions())
    assert set(words["paired_proportions"]) == set(for_differences(paired=True))


def test_the_reserved_name_is_that_of_the_investigation():
    """The set of all who are eligible has one name."""
    assert name_checks.EVERYONE == EVERYONE


def test_the_schema_in_the_docs_is_current():
    """The schema for editors is what the plan says today."""
    stored = (DOCS / "plan.schema.json").read_text(encoding="utf-8")
    assert stored == json.dumps(plan_schema(), indent=2, ensure_ascii=False) + "\n"
    assert plan_schema()["$schema"].endswith("2020-12/schema")


def test_every_key_of_the_schema_is_described():
    """Editors can show what each key means."""
    schema = plan_schema()
    parts = [schema, *schema["$defs"].values()]
    assert all("description" in value for part in parts for value in part["properties"].values())


def test_the_page_of_the_plan_is_current():
    """The page lists every key as the plan has it today."""
    page = (DOCS / "plan.md").read_text(encoding="utf-8")
    begin, end = "<!-- keys: begin -->", "<!-- keys: end -->"
    assert page.split(begin)[1].split(end)[0] == f"\n\n{key_tables()}\n"


def test_the_plan_of_the_page_has_no_fault(tmp_path):
    """The example of the page can be copied, and its filters are filters."""
    from rocstats.study_plan.filters import parse_filter

    page = (DOCS / "plan.md").read_text(encoding="utf-8")
    file = tmp_path / "plan.toml"
    file.write_text(page.split("```toml\n")[1].split("```")[0], encoding="utf-8")
    load_plan(file)
    table = page.split("## Filters")[1].split("\n* ")[0]
    texts = re.findall(r"`` (.+?) ``|(?<!`)`([^`]+)`(?!`)", table.split("|---|---|")[1])
    filters = [first or second for first, second in texts if re.search(r"==|>|is|in \(", first or second)]
    assert len(filters) >= 9
    for text in filters:
        parse_filter(text)


def test_the_faults_of_the_page_are_those_that_are_told(tmp_path):
    """The page shows what two slips in its example are answered with."""
    page = (DOCS / "plan.md").read_text(encoding="utf-8")
    text = page.split("```toml\n")[1].split("```")[0]
    file = tmp_path / "plan.toml"
    wrong = text.replace("prespecified", "prespecifed").replace('test = "New assay"', 'test = "New asay"')
    file.write_text(wrong, encoding="utf-8")
    with pytest.raises(PlanError) as caught:
        load_plan(file)
    assert str(caught.value) == page.split("```text\n")[1].split("\n```")[0]


def two_claims(*, first=(), second=(), multiplicity="fixed_sequence"):
    """Give a plan with two claims on sensitivity, changed as is said."""
    claim = {"measure": "sensitivity", "test": "Assay A", "goal": 0.5}
    claims = [{"id": "H1", **claim, **dict(first)}, {"id": "H2", **claim, **dict(second)}]
    return changed(LARGE, (("hypotheses",), claims), (("multiplicity",), multiplicity))


def told_of(plan):
    """Give the faults of a plan as lines of text, without the headline; none of a plan without faults."""
    try:
        plan_of(plan)
    except FaultyPlanError as error:
        return [line.removeprefix("- ") for line in str(error).splitlines()[1:]]
    return []


def test_a_claim_stands_below_what_it_waits_for():
    """A sequence is tested in the order of the file, so a claim that waits for a later one would never be tested."""
    assert told_of(two_claims(first={"after": ["H2"]}))[0].startswith('hypotheses[1].after: "H2" stands below')
    assert not told_of(two_claims(second={"after": ["H1"]}))
    assert not told_of(two_claims(first={"after": ["H2"]}, multiplicity="none"))


def test_claims_that_share_their_error_share_one_level():
    """Holm's method divides one level among the primary claims."""
    assert "one alpha" in told_of(two_claims(second={"alpha": 0.05}, multiplicity="holm"))[0]
    assert not told_of(two_claims(second={"alpha": 0.05, "role": "secondary"}, multiplicity="holm"))
    assert not told_of(two_claims(second={"alpha": 0.05}))


def two_scored(claim, **parts):
    """State a claim on two tests of scores with thresholds, twice."""
    threshold = {"value": 1, "origin": "prespecified"}
    tests = [{"name": name, "positive_scores": "high", "threshold": threshold} for name in ("A", "B")]
    both = [{"id": f"H{place}", "tests": ["A", "B"], **claim} for place in (1, 2)]
    return {**SMALLEST, "tests": tests, "hypotheses": both, **parts}


def test_a_method_without_an_interval_decides_no_claim():
    """Permutations have no limit; without such a claim they may be asked for."""
    asked = {"intervals": {"difference": "permutation"}}
    (fault,) = faults(two_scored({"measure": "auc_difference"}, **asked))
    assert fault == (
        'intervals.difference: "permutation" has no interval, and the claim "H1" is on "auc_difference", which a limit '
        'decides. Write difference = "delong", or a bootstrap method.'
    )
    assert plan_of(two_scored({"measure": "sensitivity_difference"}, **asked))


def test_holm_needs_p_values():
    """Newcombe's interval decides a claim alone, and cannot order several."""
    asked = {"intervals": {"paired_proportions": "newcombe-paired"}}
    claim = {"measure": "specificity_difference"}
    (fault,) = faults(two_scored(claim, multiplicity="holm", **asked))
    assert fault.startswith('intervals.paired_proportions: "newcombe-paired" has no p-value, and the claim "H1" is on')
    assert plan_of(two_scored(claim, multiplicity="fixed_sequence", **asked))


def test_a_text_of_spaces_is_empty():
    """Texts for people lose the spaces around them; names of columns and values keep theirs."""
    plan = plan_of(changed(SMALLEST, (("study", "title"), "  "), (("narrative", "background"), " Known. ")))
    assert (plan.study.title, plan.narrative.background) == ("", "Known.")
    assert plan_of(changed(SMALLEST, (("reference", "positive"), " yes "))).reference.positive == " yes "
