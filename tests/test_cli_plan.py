"""The commands around a plan before there are results: a first plan, its check, empty tables, its schema."""

import json
import re
import tomllib
from html import unescape

import pytest

from rocstats.study_plan.loading import load_plan
from rocstats.study_plan.schema import plan_schema
from tests.commands import refused, run, strict, wrong_call
from tests.run_studies import PLAN, write_study


@pytest.fixture
def study(tmp_path):
    """Give a folder with data and a plan."""
    return write_study(tmp_path).parent


# ---- init --------------------------------------------------------------------------------------------------------


def test_write_a_first_plan_that_passes_its_check(study):
    """The path stands alone on stdout, and nothing is left to decide where tests and truth were named."""
    place = study / "first.toml"
    about = ["--truth", "TRUTH", "--positive", "ill", "--tests", "A", "--low", "A", "--subject", "ID"]
    done = run("init", study / "study.csv", *about, "-o", place)
    assert (done.exit_code, done.stdout) == (0, f"{place}\n")
    assert "rocstats: the plan is written" in done.stderr
    plan = load_plan(place)
    assert (plan.data.file, plan.data.subject, plan.reference.negative) == ("study.csv", "ID", "well")
    assert plan.tests[0].positive_scores == "low"
    assert run("check", place).exit_code == 0


def test_print_a_first_plan(study, monkeypatch):
    """Without a place it is printed; the data are named as seen from where the command runs."""
    (study / "below").mkdir()
    monkeypatch.chdir(study / "below")
    done = run("init", "../study.csv")
    assert (done.exit_code, done.stderr) == (0, "")
    assert 'file = "../study.csv"' in done.stdout
    assert "DECIDE" in done.stdout


def test_name_the_data_from_the_folder_of_the_plan(study, monkeypatch):
    """The plan may stand in another folder than the data."""
    monkeypatch.chdir(study)
    (study / "plans").mkdir()
    assert run("init", "study.csv", "-o", "plans/p.toml").exit_code == 0
    text = (study / "plans" / "p.toml").read_text(encoding="utf-8")
    assert 'file = "../study.csv"' in text


def test_never_write_over_a_plan(study):
    """A plan is somebody's work: what stands there stays."""
    place = study / "plan.toml"
    refused(
        run("init", study / "study.csv", "-o", place),
        f'"{place}" exists, so it stays. Choose another name for the plan.',
        2,
    )
    assert place.read_text(encoding="utf-8") == PLAN
    nowhere = study / "none" / "p.toml"
    done = run("init", study / "study.csv", "-o", nowhere)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "there is no folder" in done.stderr


def test_refuse_a_column_that_is_not_there(study):
    """The nearest name is told."""
    done = run("init", study / "study.csv", "--truth", "TRUHT")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "TRUTH" in done.stderr
    done = run("init", study / "none.csv")
    assert (done.exit_code, done.stdout) == (1, "")


def test_take_tests_with_commas_in_their_names(tmp_path):
    """A repeated option takes a name whole."""
    (tmp_path / "s.csv").write_text('t,"a,b"\n1,2\n1,3\n0,1\n0,2\n', encoding="utf-8")
    done = run("init", tmp_path / "s.csv", "--truth", "t", "--positive", "1", "--test", "a,b", "--low", "a,b")
    assert tomllib.loads(done.stdout)["tests"][0]["positive_scores"] == "low"


# ---- check -------------------------------------------------------------------------------------------------------


def test_check_a_plan_without_looking_at_results(study):
    """Sets and results are counted; nothing crosses a test with the truth."""
    done = run("check", study / "plan.toml")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "nothing stands in the way of the report" in done.stdout
    assert strict(run("check", study / "plan.toml", "--json").stdout)[0]["title"]
    assert run("check", study / "plan.toml", "--csv").stdout.count("\n") > 3


def test_tell_all_that_is_wrong_with_the_data(study):
    """Two faults of the data are two, and the exit code is that of data."""
    plan = PLAN.replace('column = "B"', 'column = "C"').replace('negative = "well"', 'negative = "healthy"')
    (study / "plan.toml").write_text(plan, encoding="utf-8")
    done = run("check", study / "plan.toml")
    assert done.exit_code == 1
    assert done.stdout.count("fault: ") >= 1
    assert '"C"' in done.stdout


@pytest.mark.parametrize("command", ["check", "run", "shells", "freeze"])
def test_tell_all_faults_of_a_plan_at_once(study, command):
    """Every fault has a line of its own, whichever command reads the plan; the exit code is that of a wrong call."""
    plan = PLAN.replace("seed = 3", 'seed = "three"').replace("handling", "handeling").replace('"high"', '"up"')
    (study / "plan.toml").write_text(plan, encoding="utf-8")
    output = {"run": ["-o", study / "out"], "shells": ["-o", study / "s.html"]}.get(command, [])
    done = run(command, study / "plan.toml", *output)
    assert (done.exit_code, done.stdout) == (2, "")
    first, *faults = done.stderr.splitlines()
    assert first == "rocstats: plan.toml has 3 faults; places in lists are counted from 1."
    assert [re.match(r"- line (\d+), ", fault)[1] for fault in faults] == ["2", "20", "31"]
    assert not (study / "out").exists()


def test_refuse_what_is_no_plan(study):
    """A file that is not there, and one that is no TOML."""
    done = run("check", study / "none.toml")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "is no file. A plan is a TOML file" in done.stderr
    (study / "plan.toml").write_text("what", encoding="utf-8")
    done = run("check", study / "plan.toml")
    assert done.exit_code == 2
    assert "plan.toml is no TOML at line 1" in done.stderr


# ---- shells, freeze, schema --------------------------------------------------------------------------------------


def test_write_empty_tables_before_there_are_data(study):
    """Places stand for numbers, there are no pictures, and the data file is not needed."""
    (study / "study.csv").unlink()
    place = study / "shells.html"
    done = run("shells", study / "plan.toml", "-o", place)
    assert (done.exit_code, done.stdout, done.stderr) == (0, f"{place}\n", "rocstats: the empty tables are written:\n")
    page = unescape(place.read_text(encoding="utf-8"))
    assert "xx.x" in page
    assert "<svg" not in page
    done = run("shells", study / "plan.toml", "-o", study / "shells.txt")
    assert done.exit_code == 2
    assert "is written as" in done.stderr


def test_freeze_a_plan_once(study):
    """An earlier text is not forgotten unless that is asked for."""
    plan, frozen = study / "plan.toml", study / "plan.toml.frozen"
    done = run("freeze", plan, "--date", "2026-11-30")
    assert (done.exit_code, done.stdout) == (0, f"{frozen}\n")
    assert 'date = "2026-11-30"' in frozen.read_text(encoding="utf-8")
    plan.write_text(PLAN.replace("seed = 3", "seed = 4"), encoding="utf-8")
    assert run("freeze", plan).exit_code == 2
    assert run("freeze", plan, "--again").exit_code == 0
    assert "seed = 4" in frozen.read_text(encoding="utf-8")


def test_print_the_schema(study):
    """The JSON that editors take."""
    done = run("plan-schema")
    assert (done.exit_code, done.stderr) == (0, "")
    assert json.loads(done.stdout) == plan_schema()


def test_want_one_form(study):
    """JSON and CSV exclude each other here too."""
    wrong_call(run("check", study / "plan.toml", "--json", "--csv"), "--json and --csv exclude each other")
