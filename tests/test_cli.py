"""The command line: what each command prints, where it prints it, and how it ends."""

import csv
import io
import os
import pty
import signal
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from typer.main import get_command
from typer.testing import CliRunner

import rocstats
from rocstats import Counts, DeLong, accuracy, auc, auc_intervals, compare_auc, contrast_auc, tie_summary
from rocstats.cli import COMMANDS, app
from rocstats.console import csv_of, progress, sentence, show
from rocstats.errors import DataError, MethodError
from rocstats.method_words import for_areas
from rocstats.methods import FOR_PROPORTIONS, FOR_QUANTITIES
from rocstats.methods.proportion_differences import (
    FOR_INDEPENDENT_PROPORTIONS,
    FOR_PAIRED_PROPORTIONS,
    TESTS_OF_EQUAL_PROPORTIONS,
)
from rocstats.methods.replicates import watching
from rocstats.parametric import FAMILIES, FIT_METHODS
from rocstats.printing import Result
from tests.commands import (
    ABOUT_OVARIAN,
    HOSTILE,
    OVARIAN,
    ROOT,
    ROWS,
    refused,
    run,
    strict,
    write_hostile,
    write_small,
    write_study,
    wrong_call,
)


@pytest.fixture
def small(tmp_path):
    """Write ten subjects and say how a command names them."""
    return write_small(tmp_path)


@pytest.fixture
def hostile(tmp_path):
    """Write a study whose test has a hostile name."""
    return write_hostile(tmp_path)


def process(*arguments, **options):
    """Run a command in a process of its own; PYTHON... variables of this one stay out."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "LC_", "LANG"))}
    environment |= {"PYTHONPATH": str(ROOT), **options.pop("environment", {})}
    command = [sys.executable, "-m", "rocstats", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, env=environment, check=False, **options)


# ---- what is printed is what the functions give --------------------------------------------------------------------


def test_count_a_low_test_by_hand(small):
    """At <= 2.5, four of five cases and one of five controls are positive; a score equal to the threshold is."""
    done = run("accuracy", *small, "--tests", "low", "--low", "low", "--threshold", "low=2.5", "--json")
    found = strict(done.stdout)[0]
    assert [found[cell] for cell in ("tp", "fp", "fn", "tn")] == [4, 1, 1, 4]
    assert found["threshold"] == 2.5


def test_print_the_rule_of_a_low_test_on_the_scale_of_the_data(small):
    """The rule of a low-is-positive test reads <= and the table holds the hand count."""
    done = run("accuracy", *small, "--tests", "low", "--low", "low", "--threshold", "low=2.5", "--design", "cohort")
    lines = done.stdout.splitlines()
    assert lines[3:11] == [
        'data:  low by truth (positive: "ill")',
        "       rule: positive if low <= 2.5",
        "       5 cases, 5 controls, 0 dropped",
        "",
        "low       ill  well  total",
        "positive    4     1      5",
        "negative    1     4      5",
        "total       5     5     10",
    ]


def test_print_each_result_as_print_does(small):
    """Every command prints what print(result) prints of the function's answer, and nothing else on either stream."""
    study = rocstats.read(small[0], truth="truth", positive="ill", tests=["low", "high"], low=["low"])
    low, high = study.sample("low"), study.sample("high")
    both = ["--tests", "low,high", "--low", "low"]
    women, men = (study.where(study.frame["sex"] == sex) for sex in "fm")
    for command, results in (
        (["auc", *small, *both], [auc(low), auc(high)]),
        (
            ["auc", *small, *both, "--method", "delong-logit", "--level", "0.9", "--null", "0.5"],
            [auc(s, DeLong(scale="logit"), level=0.9, null_value=0.5) for s in (low, high)],
        ),
        (
            ["auc", *small, "--test", "high", "--alternative", "greater", "--null", "0.5"],
            [auc(high, null_value=0.5, alternative="greater")],
        ),
        (["auc", *small, "--tests", "high", "--all-methods", "--seed", "3"], [auc_intervals(high, rng=3)]),
        (["compare", *small, *both], [compare_auc(study.sample("low", "high"))]),
        (
            ["compare", *small, "--tests", "high", "--by", "sex"],
            [compare_auc(women.sample("high"), men.sample("high"))],
        ),
        (["ties", *small, *both], [tie_summary(low), tie_summary(high)]),
        (["points", *small, *both], [rocstats.operating_points(low), rocstats.operating_points(high)]),
        (
            ["points", *small, *both, "--threshold", "high=5", "--threshold", "high=7"],
            [rocstats.operating_points(high, [5, 7])],
        ),
        (
            ["accuracy", "--tp", "26", "--fp", "12", "--fn", "15", "--tn", "60", "--haldane", "--design", "cohort"],
            [accuracy(Counts(tp=26, fp=12, fn=15, tn=60, design="cohort"), haldane=True)],
        ),
    ):
        done = run(*command)
        assert done.exit_code == 0, done.stderr
        assert (done.stdout, done.stderr) == ("".join(f"{result}\n" for result in results), "")


def test_compare_three_tests_at_once():
    """Three tests are compared by the chi-squared test that the SAS example prints: 2.5340 on 2 df, p = 0.2817."""
    done = run("compare", *ABOUT_OVARIAN, "--tests", "alb,tp,totscore", "--low", "totscore", "--json")
    joint = strict(done.stdout)[0]["rows"][0]
    assert (round(joint["statistic"], 4), joint["df"], round(joint["p_value"], 4)) == (2.5340, 2, 0.2817)
    study = rocstats.read(OVARIAN, truth="popind", positive=1, tests=["alb", "tp", "totscore"], low=["totscore"])
    text = run("compare", *ABOUT_OVARIAN, "--tests", "alb,tp,totscore", "--low", "totscore")
    assert text.stdout == f"{contrast_auc(study.sample())}\n"


def test_read_a_file_as_its_options_say(tmp_path):
    """Delimiter, decimal mark, encoding, counts and codes of missing values are what the options say."""
    path = tmp_path / "written.txt"
    path.write_bytes("krank\tB\xe4r\tmal\nja\t2,125\t3\nja\tweg\t1\nnein\t1,000\t4\n".encode("latin-1"))
    how = ["--truth", "krank", "--positive", "ja", "--tests", "B\xe4r", "--count", "mal", "--missing", "drop"]
    file = ["--delimiter", "tab", "--decimal", ",", "--encoding", "latin-1", "--missing-code", "weg"]
    row = next(csv.DictReader(io.StringIO(run("auc", path, *how, *file, "--csv").stdout)))
    assert [row[k] for k in ("test", "estimate", "n_cases", "n_controls", "n_dropped")] == ["Bär", "1.0", "3", "4", "1"]


def test_read_a_row_per_subject_and_test(tmp_path):
    """A long file gives what the wide one gives."""
    path = tmp_path / "long.csv"
    rows = [(1, 1, "CT", 4), (1, 1, "MRI", 5), (2, 0, "CT", 3), (2, 0, "MRI", 2), (3, 1, "CT", 1), (3, 1, "MRI", 7)]
    pd.DataFrame(rows, columns=["id", "ill", "test", "score"]).to_csv(path, index=False)
    columns = ["--truth", "ill", "--subject", "id", "--test-column", "test"]
    done = run("ties", path, *columns, "--score-column", "score", "--tests", "CT,MRI", "--json")
    assert [found["estimate"] for found in strict(done.stdout)] == [0.5, 1.0]
    wrong_call(run("ties", path, *columns, "--tests", "CT"), "needs --subject, --test-column and --score-column")


# ---- for machines --------------------------------------------------------------------------------------------------

EVERY = {
    "auc": ["--tests", "low,high"],
    "auc side by side": ["--tests", "low", "--all-methods"],
    "compare": ["--tests", "low,high"],
    "compare three": ["--tests", "low,high,one"],
    "accuracy": ["--tests", "low", "--threshold", "low=inf"],
    "ties": ["--tests", "one"],
    "points": ["--tests", "one,high"],
}


@pytest.mark.parametrize("command", EVERY)
def test_print_strict_json_whatever_the_data(tmp_path, command):
    """Perfect separation, infinite scores and an infinite threshold give JSON without NaN or Infinity."""
    path = tmp_path / "edge.csv"
    path.write_text("t,low,high,one\n1,-inf,9,1\n1,2,8,1\n0,3,1,1\n0,inf,2,1\n", encoding="utf-8")
    done = run(command.split()[0], path, "--truth", "t", *EVERY[command], "--json")
    assert done.exit_code == 0, done.stderr
    assert isinstance(strict(done.stdout), list)
    assert done.stdout.isascii()


def test_give_back_the_tidy_rows_from_csv(small):
    """What is read from the CSV is what tidy() holds, to the last digit."""
    done = run("compare", *small, "--tests", "low,high", "--low", "low", "--csv")
    study = rocstats.read(small[0], truth="truth", positive="ill", tests=["low", "high"], low=["low"])
    wanted = compare_auc(study.sample()).tidy()
    read = next(csv.DictReader(io.StringIO(done.stdout)))
    assert list(read) == list(wanted.columns)
    for column, text in read.items():
        cell = wanted[column][0]
        assert text == ("" if pd.isna(cell) else str(cell))


class Row(Result):
    """A result with one row."""

    __slots__ = ("row",)

    def __init__(self, **row):
        self.row = row

    def rows(self):
        """Return the row."""
        return [self.row]


@pytest.mark.parametrize(
    "text", ["=1+1", "+A1", "-A1", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("http://x","y")', "-1+1"]
)
def test_mark_text_that_a_spreadsheet_would_run(text):
    """Text that starts like a formula gets an apostrophe."""
    read = list(csv.reader(io.StringIO(csv_of([Row(test=text)]), newline="")))
    assert csv_of([Row(test=text)]).endswith("\n")
    assert read == [["test"], [f"'{text}"]]


def test_keep_numbers_numbers_in_csv():
    """Negative numbers, numbers in text, big whole numbers and absent ones stay as they are."""
    row = {"estimate": -0.1, "printed": "-0.0312", "seed": 2**60 + 1, "p_value": None, "x": np.float64(0.1)}
    read = next(csv.DictReader(io.StringIO(csv_of([Row(**row)]))))
    assert read == {key: "" if value is None else str(value) for key, value in row.items()}


def test_write_no_escape_sequence_to_a_terminal(monkeypatch):
    """CSV keeps a name exactly in a file; on a terminal the name is made visible."""

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    for stream, name in ((io.StringIO(), "a\x1b[2J"), (Terminal(), r"a\x1b[2J")):
        monkeypatch.setattr("sys.stdout", stream)
        show([Row(test="a\x1b[2J")], "csv")
        assert stream.getvalue() == f"test\n{name}\n"


def test_let_a_hostile_name_steer_nothing(hostile):
    """A name with commas, quotes, an equals sign and an escape sequence works everywhere and harms nothing."""
    text = run("accuracy", *hostile, "--low", HOSTILE, "--threshold", f"{HOSTILE}=2.5")
    assert text.exit_code == 0, text.stderr
    assert "<= 2.5" in text.stdout
    assert "\x1b" not in text.stdout
    assert r"\x1b[2J" in text.stdout
    as_json = run("auc", *hostile, "--json").stdout
    assert "\x1b" not in as_json
    assert strict(as_json)[0]["test"] == HOSTILE
    row = next(csv.DictReader(io.StringIO(run("auc", *hostile, "--csv").stdout)))
    assert row["test"] == f"'{HOSTILE}"
    wrong = run("auc", *hostile, "--low", f"{HOSTILE}!")
    assert "\x1b" not in wrong.stderr
    assert wrong.exit_code == 2


# ---- refusals ------------------------------------------------------------------------------------------------------


def test_refuse_what_cannot_be_analysed(small, tmp_path):
    """One sentence on stderr says what came and what to do, in words of options."""
    refused(run("auc", tmp_path / "no.csv", *small[1:], "--tests", "low"), f"there is no file {tmp_path / 'no.csv'}.")
    refused(
        run("auc", small[0], "--truth", "turth", "--tests", "low"),
        'small.csv has no column "turth"; did you mean "truth"? Its columns are: truth, sex, low, high, gap.',
    )
    refused(
        run("auc", *small, "--tests", "lwo"),
        'small.csv has no column "lwo"; did you mean "low"? Its columns are: truth, sex, low, high, gap.',
    )
    refused(
        run("auc", *small, "--tests", "gap"),
        '1 of 10 subjects has no score for "gap". Use --missing drop to leave them out, or impute them first.',
    )
    assert run("auc", *small, "--tests", "gap", "--missing", "drop").exit_code == 0
    assert "level" in run("auc", *small, "--tests", "low", "--level", "95").stderr


def test_refuse_three_truth_values(tmp_path):
    """Three labels are listed, and the options that name groups are named."""
    path = tmp_path / "three.csv"
    path.write_text("t,x\n0,1\n1,2\n2,3\n2,4\n", encoding="utf-8")
    done = run("auc", path, "--truth", "t", "--tests", "x")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "0, 1, 2" in done.stderr
    assert "Name the groups to compare with --positive and --negative." in done.stderr
    done = run("auc", path, "--truth", "t", "--tests", "x", "--positive", "2", "--negative", "0")
    assert "Add each value to --positive or --negative, or leave these rows out first." in done.stderr
    both = run("auc", path, "--truth", "t", "--tests", "x", "--positive", "1", "--positive", "2", "--json")
    assert strict(both.stdout)[0]["n_cases"] == 3


def test_refuse_a_wrong_call(small):
    """Options that do not fit together are named, with exit code 2, before anything is read."""
    for command, text in (
        (["auc", *small], "name the tests: --tests A,B, or --test NAME"),
        (["auc", *small, "--tests", "low", "--json", "--csv"], "--json and --csv exclude each other"),
        (["auc", *small, "--tests", "low", "--low", "lwo"], '"lwo", which is none of the tests; did you mean "low"?'),
        (["auc", *small, "--tests", "low", "--method", "dolong"], f"here it is one of {', '.join(for_areas())}."),
        (["auc", *small, "--tests", "low", "--method", "wilson"], f"here it is one of {', '.join(for_areas())}."),
        (["auc", *small, "--tests", "low", "--method", "permutation"], "here it is one of delong, "),
        (["auc", *small, "--tests", "low", "--resamples", "200"], "--resamples is for methods that draw at random"),
        (["auc", *small, "--tests", "low", "--method", "bootstrap-bca", "--resamples", "9"], "--resamples"),
        (
            ["compare", *small, "--tests", "low,high", "--method", "newcombe"],
            '--method is "newcombe"; here it is one of',
        ),
        (
            ["compare", *small, "--tests", "high", "--by", "sex", "--method", "permutation"],
            "here it is one of delong, ",
        ),
        (["auc", *small, "--tests", "low", "--all-methods", "--null", "0.5"], "leave out the other options"),
        (["compare", *small, "--tests", "low"], "a comparison takes two tests or more"),
        (["compare", *small, "--tests", "low,high", "--by", "sex"], "compares one test between two groups"),
        (["compare", *small, "--tests", "low,high,gap", "--alternative", "less"], "which has no direction"),
        (["accuracy"], "missing: --tp, --fp, --fn, --tn."),
        (["accuracy", "--tp", "1", "--fp", "1", "--fn", "1"], "missing: --tn."),
        (["accuracy", "--tp", "1", "--low", "x"], "--low describes a study; name its file as well."),
        (["accuracy", "--tp", "-1"], "--tp"),
        (["accuracy", small[0], "--tests", "low"], "a study needs --truth"),
        (["accuracy", *small, "--tests", "low"], "state a --threshold NAME=VALUE for each test; none for: low."),
        (["accuracy", *small, "--tests", "low", "--tp", "3"], "either a study or four counts"),
        (["accuracy", *small, "--tests", "low", "--threshold", "low"], "write it as NAME=VALUE"),
        (["accuracy", *small, "--tests", "low", "--threshold", "low=0,5"], 'of "low" is "0,5", which is no number'),
        (["accuracy", *small, "--tests", "low", "--threshold", "low=nan"], "which is no number"),
        (["accuracy", *small, "--tests", "low", "--threshold", "lo=1"], 'did you mean "low"?'),
        (
            ["accuracy", *small, "--tests", "low", "--threshold", "low=1", "--threshold", "low=2"],
            "one threshold per test",
        ),
        (
            ["accuracy", "--tp", "1", "--fp", "1", "--fn", "1", "--tn", "1", "--method", "delong"],
            f"here it is one of {', '.join(FOR_PROPORTIONS)}.",
        ),
        (["report", *small, "--tests", "low"], "--output"),
        (["report", *small, "--tests", "low", "--proportions", "delong", "-o", "r.html"], "--proportions"),
        (["auc", *small, "--tests", "low", "--seed", "-1"], "--seed"),
        (["auc", *small, "--tests", "low", "--missing", "ignore"], "--missing"),
        (["ouc"], "auc"),
    ):
        wrong_call(run(*command), text)


def test_tell_a_wrong_value_of_an_option_from_what_the_data_lack(small, tmp_path):
    """A value that no data could serve ends with 2 wherever it is found out, what these data lack with 1."""
    one = [*small, "--tests", "low"]
    two = [*small, "--tests", "low,high"]
    for command in (
        ["auc", *one, "--level", "95"],
        ["auc", *one, "--level", "nan"],
        ["noninferiority", *two, "--margin", "5"],
        ["noninferiority", *two, "--margin", "nan"],
        ["partial-auc", *one, "--fpf", "0.5,0.1"],
        ["predictive-values", *one, "--threshold", "low=2", "--prevalence", "10"],
        ["ks", *one, "--figure", tmp_path / "x.jpg"],
        ["report", *one, "-o", tmp_path / "x.txt"],
        ["report", *one, "--show", "nope", "-o", tmp_path / "x.md"],
        ["report", *one, "--level", "95", "-o", tmp_path / "x.md"],
        ["report", *one, "--subgroup", "nope", "-o", tmp_path / "x.md"],
        ["accuracy", "--tp", "0", "--fp", "0", "--fn", "0", "--tn", "0"],
    ):
        done = run(*command)
        assert (done.exit_code, done.stdout) == (2, ""), command
    for command in (
        ["auc", *small, "--tests", "gap"],
        ["auc", tmp_path / "no.csv", *small[1:], "--tests", "low"],
        ["calibration", *one],
        ["report", *small, "--tests", "high", "--subgroup", "one", "-o", tmp_path / "x.md"],
    ):
        if "one" in command:
            path = tmp_path / "one.csv"
            rows = Path(small[0]).read_text(encoding="utf-8").splitlines()
            path.write_text("\n".join([f"{rows[0]},one", *(f"{row},a" for row in rows[1:])]), encoding="utf-8")
            command[1] = path
        done = run(*command)
        assert (done.exit_code, done.stdout) == (1, ""), command


def test_count_what_is_missing_in_every_test_at_once(small):
    """Whichever test is asked first, all that lack scores are counted in one message."""
    for tests in ("high,gap", "gap,high", "low,gap"):
        refused(
            run("auc", *small, "--tests", tests),
            '1 of 10 subjects has no score for "gap". Use --missing drop to leave them out, or impute them first.',
        )
    text = Path(small[0]).read_text(encoding="utf-8").replace("ill,f,1.5,9,1", "ill,f,,9,1")
    Path(small[0]).write_text(text, encoding="utf-8")
    for tests in ("low,gap", "gap,low"):
        done = run("auc", *small, "--tests", tests)
        assert done.exit_code == 1
        for name in ("low", "gap"):
            assert f'1 of 10 subjects has no score for "{name}"' in done.stderr


def test_point_from_superiority_by_nothing_to_the_comparison(small, tmp_path):
    """A margin of 0 for superiority is another question, and its command is named."""
    two = [*small, "--tests", "low,high", "--kind", "superiority"]
    wrong_call(run("noninferiority", *two, "--margin", "0"), "`rocstats compare --alternative greater`")
    wrong_call(
        run("report", *two, "--margin", "low,high=0", "-o", tmp_path / "r.md"),
        "`rocstats compare --alternative greater`",
    )


def test_refuse_groups_that_are_not_two(small, tmp_path):
    """A column to compare by has two values; who has none is counted, never dropped in silence."""
    done = run("compare", *small, "--tests", "high", "--by", "gap")
    refused(done, '"gap" must have two values to compare by; it has 5: 0.0, 1.0, 2.0, 3.0, 5.0.')
    done = run("compare", *small, "--tests", "high", "--by", "sxe")
    assert 'no column "sxe"; did you mean "sex"?' in done.stderr
    path = tmp_path / "some.csv"
    path.write_text(ROWS.replace("well,m,5.0", "well,,5.0"), encoding="utf-8")
    done = run("compare", path, *small[1:], "--tests", "high", "--by", "sex")
    refused(done, '1 of 10 rows has no "sex". Use --missing drop to leave them out.')
    done = run("compare", path, *small[1:], "--tests", "high", "--by", "sex", "--missing", "drop")
    assert (done.exit_code, done.stderr) == (0, 'rocstats: 1 of 10 rows has no "sex", so they are in neither group.\n')


def test_refuse_clusters_where_subjects_must_be_independent(small):
    """Subjects in clusters are refused by every question that takes them as independent; counts are still given."""
    clustered = [*small, "--tests", "low", "--cluster", "sex"]
    for command in (["auc"], ["accuracy", "--threshold", "low=2"]):
        done = run(command[0], *clustered, *command[1:])
        assert (done.exit_code, done.stdout) == (2, "")
        assert "these subjects come in clusters" in done.stderr
        assert "leave --cluster out" in done.stderr
    assert run("ties", *clustered).exit_code == 0


def test_put_messages_in_words_of_options():
    """Keywords of the library become options, a name in quotation marks stays, and an error is one line."""
    assert sentence(DataError('State decimal="," or\nencoding=.')) == "State --decimal , or --encoding."
    assert sentence(DataError('there is no test "low=1"; say missing_codes=.')) == (
        'there is no test "low=1"; say --missing-code.'
    )
    assert sentence(DataError('Use method=Tango(), DeLong(scale="logit") or by="x".')) == (
        "Use --method tango, --method delong-logit or --by x."
    )
    assert sentence(DataError('"a by=b Bootstrap()" and Sample() stay.')) == '"a by=b Bootstrap()" and Sample() stay.'
    assert sentence(MethodError("it is not so; operating_points(sample) has the counts.")) == (
        "it is not so; `rocstats points` has the counts."
    )
    asked = "it is not so. Ask instead: estimate(sample, Brier(at_prevalence=...), Bootstrap())."
    assert sentence(MethodError(asked)) == "it is not so."
    asked = "it is not so. State one (at_prevalence=), or use the curve: roc_curve(sample)."
    assert sentence(MethodError(asked)) == "it is not so. State one (--prevalence), or use the curve."
    assert sentence(MethodError("nothing here: roc_curve(one_of(sample, 3)) has it.")) == "nothing here."
    assert sentence(DataError('"f(sample)" and 3 subject(s) stay.')) == '"f(sample)" and 3 subject(s) stay.'
    assert sentence(PermissionError(13, "Permission denied", b"a\x1bb")) == r"a\x1bb: Permission denied."


# ---- the other commands --------------------------------------------------------------------------------------------


def test_list_the_methods_in_the_order_of_the_registers():
    """Each word of the registers stands with its name and its sentence, under what it answers."""
    rows = list(csv.DictReader(io.StringIO(run("methods", "--csv").stdout)))
    registers = {
        "areas": FOR_QUANTITIES,
        "proportions": FOR_PROPORTIONS,
        "paired differences": FOR_PAIRED_PROPORTIONS,
        "independent differences": FOR_INDEPENDENT_PROPORTIONS,
        "equal proportions": TESTS_OF_EQUAL_PROPORTIONS,
        "fitted curves": FIT_METHODS,
        "families of curves": FAMILIES,
    }
    wanted = [(answers, word) for answers, words in registers.items() for word in words]
    assert [(row["answers"], row["word"]) for row in rows] == wanted
    text = run("methods").stdout
    assert f"{len(rows)} words for --method" in text
    for row in rows:
        assert f"  {row['word']}: {row['name']}\n" in text
        assert " ".join(row["sentence"].split()) in " ".join(text.split())


def test_end_with_1_when_a_published_value_is_missed(tmp_path):
    """The verdict of the reference cases is the exit code, in every form."""
    case = (ROOT / "validation" / "cases" / "by-hand-4x4.toml").read_text(encoding="utf-8")
    (tmp_path / "by-hand-4x4.toml").write_text(case, encoding="utf-8")
    assert run("validate", tmp_path).exit_code == 0
    (tmp_path / "by-hand-4x4.toml").write_text(case.replace("0.8750", "0.8760"), encoding="utf-8")
    for form in ([], ["--json"], ["--csv"]):
        done = run("validate", tmp_path, *form)
        assert done.exit_code == 1
        assert "miss" in done.stdout.lower()


PLAN = "init study.csv --truth outcome --positive Poor --tests s100b -o plan.toml"
# What must have been done before an example works.
BEFORE = {
    **dict.fromkeys(("check", "freeze", "shells", "run"), (PLAN,)),
    "verify": (PLAN, "run plan.toml -o report --format html"),
}
NAMES = [command.__name__.replace("_", "-") for commands in COMMANDS.values() for command in commands]


@pytest.fixture(scope="module")
def results_of_a_run(tmp_path_factory):
    """Run a plan of the study once and return its results."""
    folder = tmp_path_factory.mktemp("run")
    write_study(folder)
    about = [folder / "study.csv", "--truth", "outcome", "--positive", "Poor", "--tests", "s100b"]
    assert run("init", *about, "-o", folder / "plan.toml").exit_code == 0
    assert run("run", folder / "plan.toml", "-o", folder / "report", "--format", "md").exit_code == 0
    return (folder / "report" / "results.json").read_text(encoding="ascii")


@pytest.mark.parametrize("command", NAMES)
def test_help_with_an_example_that_runs(command, tmp_path, monkeypatch, results_of_a_run):
    """Each command's help has one example, and the example works on a study with such columns."""
    assert "Example: rocstats" in run(command, "--help").stdout
    doc = next(one.__doc__ for ones in COMMANDS.values() for one in ones if one.__name__ == command.replace("-", "_"))
    example = doc.split("Example: rocstats ")[1].split()
    assert example[0] == command
    monkeypatch.chdir(tmp_path)
    write_study(tmp_path)
    for before in BEFORE.get(command, ()):
        assert run(*before.split()).exit_code == 0
    if command in ("diff", "lint", "rows"):
        for name in ("results.json", "old.json", "new.json"):
            Path(name).write_text(results_of_a_run, encoding="ascii")
    done = run(*example)
    assert done.exit_code == 0, done.stderr


@pytest.mark.parametrize("command", NAMES)
def test_help_with_every_option(command):
    """Each option of a command has its line of help, and the options of a study those of every other command."""
    asked = get_command(app).commands[command]
    text = CliRunner(env={"COLUMNS": "200"}).invoke(app, [command, "--help"]).stdout
    for parameter in asked.params:
        name = max(parameter.opts, key=len) if parameter.param_type_name == "option" else parameter.metavar
        assert name in text
        assert parameter.help, name


def test_tell_every_command_once():
    """The help page lists each command under one heading, and none is registered beside it."""
    text = run("--help").stdout
    assert sorted(NAMES) == sorted(get_command(app).commands)
    for name in NAMES:
        assert text.count(f"│ {name} ") == 1


def test_tell_the_version():
    """The version stands alone on stdout."""
    assert run("--version").stdout == f"rocstats {rocstats.__version__}\n"


# ---- processes: streams, encodings, ends ---------------------------------------------------------------------------


def test_keep_data_and_words_apart():
    """Results go to stdout and refusals to stderr, without colours or a traceback, with exit codes 0, 1 and 2."""
    good = process("auc", *ABOUT_OVARIAN, "--tests", "alb", "--csv")
    assert (good.returncode, good.stderr) == (0, b"")
    bad = process("auc", *ABOUT_OVARIAN, "--tests", "alp", environment={"NO_COLOR": "1"})
    assert (bad.returncode, bad.stdout) == (1, b"")
    assert bad.stderr.startswith(b'rocstats: ovarian.csv has no column "alp"; did you mean "alb"?')
    wrong = process("auc", *ABOUT_OVARIAN, environment={"NO_COLOR": "1"})
    assert (wrong.returncode, wrong.stdout) == (2, b"")
    for done in (bad, wrong):
        assert b"Traceback" not in done.stderr
        assert b"\x1b[" not in done.stderr


def test_fail_for_no_letter(tmp_path):
    """A name that a stream cannot hold is written as an escape, while JSON and CSV keep it whole."""
    path = tmp_path / "names.csv"
    path.write_text("t,β2\n1,2\n1,3\n0,1\n0,2\n", encoding="utf-8")
    about = ["auc", path, "--truth", "t", "--tests", "β2"]
    narrow = {"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "1"}
    text = process(*about, environment=narrow)
    assert (text.returncode, text.stderr) == (0, b"")
    assert rb"data:  \u03b22 by t" in text.stdout
    assert strict(process(*about, "--json", environment=narrow).stdout)[0]["test"] == "β2"
    assert "β2" in process(*about, "--csv", environment=narrow).stdout.decode("utf-8")


@pytest.mark.parametrize("what", [["--help"], ["accuracy", "--tp", "1"], ["methods"]])
def test_work_in_the_barest_locale(what):
    """Help, refusals and results come without a failure where the locale knows ASCII alone."""
    done = process(*what, environment={"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"})
    assert done.returncode == (2 if what[0] == "accuracy" else 0)
    assert b"Traceback" not in done.stderr


def test_end_quietly_when_the_reader_leaves():
    """A reader who leaves gets no traceback, and a check whose verdict nobody read has not passed."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "rocstats", "accuracy", "--tp", "1", "--fp", "1", "--fn", "1", "--tn", "1"]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, env=environment, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_say_that_stdout_is_full():
    """Output that cannot be written is an error, said once."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "rocstats", "accuracy", "--tp", "1", "--fp", "1", "--fn", "1", "--tn", "1"]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, env=environment, check=False)
    assert (done.returncode, done.stderr) == (1, b"rocstats: No space left on device.\n")


def test_end_with_130_on_an_interrupt(small):
    """Ctrl-C ends a long computation with one line and the code of an interrupt."""
    script = (
        "import os, signal, sys\n"
        "import rocstats.methods.replicates as replicates\n"
        "from rocstats.cli import main\n"
        "drawn = replicates.Draws.of_block\n"
        "def interrupted(self, block):\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    yield from drawn(self, block)\n"
        "replicates.Draws.of_block = interrupted\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "main()\n"
    )
    arguments = ["auc", *small, "--tests", "high", "--method", "bootstrap-percentile"]
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"rocstats: interrupted.\n")
    assert signal.Signals(done.returncode - 128) is signal.SIGINT


def test_show_progress_on_a_terminal_only(tmp_path):
    """Long resampling shows a bar on a terminal's stderr, takes it away, and leaves stdout to the data."""
    path = tmp_path / "long.csv"
    rng = np.random.default_rng(2)
    pd.DataFrame({"t": np.arange(6000) % 2, "x": rng.normal(size=6000)}).to_csv(path, index=False)
    arguments = ["auc", path, "--truth", "t", "--tests", "x", "--method", "bootstrap-percentile", "--csv"]
    quiet = process(*arguments)
    assert (quiet.returncode, quiet.stderr) == (0, b"")
    parent, child = pty.openpty()
    shown = bytearray()

    def listen():
        while True:
            try:
                piece = os.read(parent, 4096)
            except OSError:
                return
            if not piece:
                return
            shown.extend(piece)

    listener = threading.Thread(target=listen)
    listener.start()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"}
    command = [sys.executable, "-m", "rocstats", *map(str, arguments)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=child, env=environment, check=False)
    os.close(child)
    listener.join()
    os.close(parent)
    assert (done.returncode, done.stdout) == (0, quiet.stdout)
    assert b"resampling" in shown


def test_leave_no_watcher_behind():
    """Without a terminal nothing is shown, and whoever watched before still does."""
    heard = []
    with watching(lambda done, total: heard.append((done, total))), progress():
        from rocstats import Bootstrap, Sample

        auc(Sample.from_groups(cases=[3, 2, 4], controls=[1, 2]), Bootstrap(n_resamples=100, rng=1))
    assert heard[-1] == (100, 100)


def test_help_without_loading_what_computes():
    """Asking for help loads neither numpy nor pandas."""
    script = (
        "import sys\n"
        "from rocstats.cli import main\n"
        "sys.argv = ['rocstats', '--help']\n"
        "try:\n    main()\n"
        "finally:\n    print(sorted({'numpy', 'pandas', 'scipy', 'matplotlib'} & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"[]\n")
