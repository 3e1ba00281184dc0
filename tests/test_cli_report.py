"""The report of the command line: where it is written, what it says of its command, and what its options plan."""

import re
import subprocess
import sys
from html import unescape

import pandas as pd
import pytest

from rocstats import Plan
from rocstats.errors import PlanError
from rocstats.report.plan import PlannedGoal, PlannedMargin
from tests.commands import ABOUT_OVARIAN, OVARIAN, refused, run, write_study, wrong_call


def test_say_where_the_report_is(tmp_path):
    """The path alone stands on stdout, a sentence on stderr."""
    page = tmp_path / "ovarian.html"
    done = run("report", *ABOUT_OVARIAN, "--tests", "alb,totscore", "--low", "totscore", "-o", page)
    assert (done.exit_code, done.stdout, done.stderr) == (0, f"{page}\n", "The report is written:\n")
    assert "0.737" in page.read_text(encoding="utf-8")


def test_write_html_and_markdown_at_once(tmp_path):
    """Two outputs are two reports of one analysis."""
    places = [tmp_path / "r.html", tmp_path / "r.md"]
    outputs = [word for place in places for word in ("-o", place)]
    done = run(
        "report", *ABOUT_OVARIAN, "--tests", "totscore", "--low", "totscore", "--threshold", "totscore=5", *outputs
    )
    assert done.stdout.splitlines() == [str(place) for place in places]
    assert "drawings beside it" in done.stderr
    for place in places:
        assert "≤ 5" in place.read_text(encoding="utf-8")
    assert list((tmp_path / "r_files").glob("*.svg"))


def test_tell_the_command_but_not_where_the_report_went(tmp_path):
    """The command is in the report in a fixed order, so that the place of the report changes no byte of it."""
    one, other = tmp_path / "one.html", tmp_path / "other.html"
    about = [*ABOUT_OVARIAN, "--tests", "alb"]
    assert run("report", *about, "--threshold", "alb=-3", "--seed", "7", "-o", one).exit_code == 0
    assert run("report", "--seed", "7", "--output", other, "--threshold=alb=-3", *about).exit_code == 0
    assert one.read_bytes() == other.read_bytes()
    command = f"rocstats report {OVARIAN} --truth popind --tests alb --positive 1 --threshold alb=-3 --seed 7"
    assert f"{command} -o report.html" in one.read_text(encoding="utf-8")


def test_tell_a_command_that_runs_again(tmp_path, monkeypatch):
    """Pasted into a shell, the command of the page writes the page, whatever letters a column has."""
    name = "a\nb'\\c"
    study = tmp_path / "study.csv"
    frame = pd.DataFrame({"t": [1, 1, 1, 0, 0, 0], name: [5, 4, 2, 3, 2, 1]})
    frame.to_csv(study, index=False)
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "one.html"
    assert run("report", "study.csv", "--truth", "t", "--test", name, "-o", page).exit_code == 0
    (command,) = re.findall(r"<code>(rocstats report .*?)</code>", page.read_text(encoding="utf-8"))
    said = unescape(command).replace("rocstats", f"{sys.executable} -m rocstats", 1)
    assert subprocess.run(["bash", "-c", said], cwd=tmp_path, capture_output=True, check=False).returncode == 0
    again = tmp_path / "report.html"
    assert again.read_bytes()
    assert run("report", "study.csv", "--truth", "t", "--test", name, "-o", "two.html").exit_code == 0
    assert again.read_bytes() == (tmp_path / "two.html").read_bytes()


def test_refuse_a_place_before_anything_is_computed(tmp_path, monkeypatch):
    """A foreign file stays, a missing folder is not made, and no analysis is started for either."""
    monkeypatch.setattr("rocstats.data.files.read", None)
    foreign = tmp_path / "mine.html"
    foreign.write_text("mine", encoding="utf-8")
    about = [*ABOUT_OVARIAN, "--tests", "alb"]
    done = run("report", *about, "-o", foreign)
    refused(done, f'"{foreign}" exists and was not written by rocstats, so it stays. Choose another name.', 2)
    assert foreign.read_text(encoding="utf-8") == "mine"
    nowhere = tmp_path / "none" / "r.html"
    done = run("report", *about, "-o", nowhere)
    refused(done, f'there is no folder "{nowhere.parent}"; make it first, or write the report elsewhere.', 2)
    done = run("report", *about, "-o", tmp_path / "r.doc")
    assert "a report is written as .html or .md" in done.stderr


def test_say_that_a_place_cannot_be_written_to(tmp_path, monkeypatch):
    """What the system says of a place comes as one sentence, and nothing is left there."""

    def full(*_):
        raise OSError(28, "No space left on device", str(tmp_path / "r.html"))

    monkeypatch.setattr("os.replace", full)
    done = run("report", *ABOUT_OVARIAN, "--tests", "alb", "-o", tmp_path / "r.html")
    refused(done, f"{tmp_path / 'r.html'}: No space left on device.")
    assert list(tmp_path.iterdir()) == []


# ---- what the options plan -----------------------------------------------------------------------------------------


@pytest.fixture
def planned(tmp_path, monkeypatch):
    """Return what plan a command fills, without the report being made."""
    about = [*write_study(tmp_path), "-o", tmp_path / "r.md"]
    held = []

    def kept(_, plan):
        held.append(plan)
        raise PlanError("enough.")

    monkeypatch.setattr("rocstats.report.analysis.analyse", kept)

    def fill(*options):
        refused(run("report", *about, *options), "enough.", 2)
        return held.pop()

    return fill


def test_fill_every_field_of_a_plan(planned):
    """Each option stands in its field; words and numbers may be repeated or stand between commas."""
    plan = planned(
        *("--tests", "s100b,ndka", "--threshold", "s100b=0.3", "--fpf", "0,0.1", "--tpf", "0.9,1"),
        *("--choose", "youden,equal", "--choose", "closest-topleft", "--margin", "s100b,ndka=0.05"),
        *("--kind", "equivalence", "--goal", "s100b:sensitivity=0.8", "--goal", "s100b:npv=0.9"),
        *("--prevalence", "0.1,0.2", "--prevalence", "0.5", "--subgroup", "gender", "--subgroup", "grade"),
        *("--show", "ks,gains", "--show", "precision-recall", "--design", "cohort"),
        *("--curve", "binormal", "--fit", "normal-theory"),
    )
    assert (plan.curve, plan.methods.fit) == ("binormal", "normal-theory")
    assert (plan.fpf_band, plan.tpf_band) == ((0.0, 0.1), (0.9, 1.0))
    assert plan.threshold_rules == ("youden", "equal", "closest-topleft")
    assert plan.margins == (PlannedMargin(new="s100b", reference="ndka", margin=0.05, kind="equivalence"),)
    assert plan.goals == (
        PlannedGoal(test="s100b", measure="sensitivity", goal=0.8),
        PlannedGoal(test="s100b", measure="npv", goal=0.9),
    )
    assert plan.prevalences == (0.1, 0.2, 0.5)
    assert plan.subgroups == ("gender", "grade")
    assert plan.show == ("ks", "gains", "precision-recall")


def test_ask_for_nothing_more_unless_told(planned):
    """Without these options a plan is the default plan."""
    plan = planned("--tests", "s100b")
    bare = Plan(truth="outcome", tests=plan.tests, data="study.csv", positive="Poor", command=plan.command)
    assert plan == bare


@pytest.mark.parametrize(
    ("options", "methods"),
    [
        ([], ("delong", "delong")),
        (["--method", "bamber"], ("bamber", "bamber")),
        (["--method", "delong-logit"], ("delong-logit", "delong")),
        (["--method", "newcombe"], ("newcombe", "delong")),
        (["--method", "newcombe", "--comparison", "permutation"], ("newcombe", "permutation")),
        (["--comparison", "bootstrap-bca"], ("delong", "bootstrap-bca")),
    ],
)
def test_choose_the_method_of_comparisons(planned, options, methods):
    """Differences are judged by the method of areas where it serves them, else by DeLong, or as stated."""
    plan = planned("--tests", "s100b,ndka", *options)
    assert (plan.methods.auc, plan.methods.comparison) == methods


def test_plan_for_tests_of_any_name(tmp_path, monkeypatch):
    """Names with commas, colons and equals signs are told apart from what stands beside them."""
    held = []

    def kept(_, plan):
        held.append(plan)
        raise PlanError("enough.")

    monkeypatch.setattr("rocstats.report.analysis.analyse", kept)
    path = tmp_path / "named.csv"
    pd.DataFrame({"t": [1, 0], "a,b=1:x": [2, 1], "c:d,e": [1, 2]}).to_csv(path, index=False)
    named = ["--truth", "t", "--test", "a,b=1:x", "--test", "c:d,e", "--threshold", "a,b=1:x=2"]
    asked = ["--margin", "a,b=1:x,c:d,e=0.1", "--goal", "a,b=1:x:specificity=0.7"]
    refused(run("report", path, *named, *asked, "-o", tmp_path / "r.md"), "enough.", 2)
    (plan,) = held
    assert plan.margins == (PlannedMargin(new="a,b=1:x", reference="c:d,e", margin=0.1),)
    assert plan.goals == (PlannedGoal(test="a,b=1:x", measure="specificity", goal=0.7),)


def test_refuse_a_wrong_plan(tmp_path):
    """What is no plan is refused with what to write, in the words of the options."""
    about = [*write_study(tmp_path), "--tests", "s100b,ndka", "-o", tmp_path / "r.md"]
    for options, text in (
        (["--comparison", "newcombe"], '--comparison is "newcombe"; here it is one of delong'),
        (["--method", "permutation"], '--method is "permutation"; here it is one of delong'),
        (["--fpf", "0.1"], '--fpf is "0.1"; write two numbers with a comma, such as 0,0.1.'),
        (["--choose", "cost"], "needs --costs; use `rocstats thresholds --by cost` beside the report."),
        (["--choose", "yuden"], '--choose is "yuden"; here it is one of youden, closest-topleft'),
        (["--margin", "s100b,ndka"], "write it as NEW,REFERENCE=MARGIN, such as A,B=0.05."),
        (["--margin", "s100b=0.1"], "write two tests with a comma, the new one first. They are: s100b, ndka."),
        (["--margin", "s100b,ndk=0.1"], '"ndk", which is none of the tests; did you mean "ndka"?'),
        (["--goal", "s100b=0.9"], "write it as TEST:MEASURE=GOAL, such as A:sensitivity=0.9."),
        (["--goal", "s100b:sens=0.9"], "it is one of sensitivity, specificity, ppv, npv, accuracy."),
        (["--goal", "s100:sensitivity=0.9"], 'did you mean "s100b"?'),
        (["--prevalence", "ten"], '--prevalence is "ten", which is no number'),
        (["--kind", "worse"], "--kind"),
        (["--curve", "binorml"], '--curve is "binorml"; here it is one of binormal, proper-binormal'),
        (["--curve", "binormal", "--fit", "eye"], '--fit is "eye"; here it is one of maximum-likelihood'),
        (["--fit", "normal-theory"], "--fit says how a curve is fitted, and none is asked for; name its family by"),
    ):
        wrong_call(run("report", *about, *options), text)
    for options, text in (
        (["--fpf", "0.3,0.1"], "the FPF band of the plan goes from 0.3 to 0.1"),
        (["--show", "roc"], 'there is no description "roc"; known are ks, gains'),
        (["--margin", "s100b,ndka=5"], "Write 0.05 for 5 percent."),
        (["--goal", "s100b:sensitivity=0.9"], "one at a stated threshold"),
        (["--subgroup", "gendre"], "the study has no such column"),
        (["--curve", "bigamma", "--fit", "normal-theory"], '"normal-theory" fits binormal curves only'),
    ):
        done = run("report", *about, *options)
        assert (done.exit_code, done.stdout) == (2, "")
        assert text in done.stderr
    assert not (tmp_path / "r.md").exists()


def test_write_a_report_of_the_fuller_plan(tmp_path):
    """What the options ask for is in the report, and the command with it."""
    page = tmp_path / "r.html"
    options = ["--threshold", "s100b=0.3", "--goal", "s100b:sensitivity=0.5", "--margin", "s100b,ndka=0.1"]
    asked = [*options, "--fpf", "0,0.1", "--choose", "youden", "--subgroup", "gender", "--show", "ks"]
    asked += ["--curve", "power-law"]
    done = run("report", *write_study(tmp_path), "--tests", "s100b,ndka", *asked, "-o", page)
    assert (done.exit_code, done.stdout) == (0, f"{page}\n"), done.stderr
    text = page.read_text(encoding="utf-8")
    for heading in (
        "Partial area",
        "Fitted curves",
        "Chosen thresholds",
        "Subgroups",
        "Non-inferiority",
        "Performance goals",
    ):
        assert heading in text
    assert "--margin s100b,ndka=0.1" in text
