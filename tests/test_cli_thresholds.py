"""The commands about thresholds: what they print, draw and refuse."""

import pytest

import rocstats
from rocstats import Bootstrap
from rocstats.empirical.rule_words import THRESHOLD_RULES
from tests.commands import printed, run, said, strict, write_small, write_study, wrong_call

FEW = ["--resamples", "100", "--seed", "3"]


@pytest.fixture
def about(tmp_path):
    """Write forty subjects and say how a command names them."""
    return write_study(tmp_path)


def sample(about, test, **options):
    """Read one test of the forty subjects."""
    return rocstats.read(about[0], truth="outcome", positive="Poor", tests=[test], **options).sample()


def test_choose_what_the_function_chooses(about):
    """Rules in words, their options, a stated number, and resamples or none give what thresholds() gives."""
    one, other = sample(about, "s100b"), sample(about, "ndka")
    alone = [*about, "--tests", "s100b"]
    drawn = {"rng": 3, "n_resamples": 100}
    thresholds = rocstats.thresholds
    printed(
        run("thresholds", *about, "--tests", "s100b,ndka", *FEW), thresholds(one, **drawn), thresholds(other, **drawn)
    )
    printed(
        run("thresholds", *alone, "--by", "sensitivity", "--target", "0.9", "--level", "0.9", *FEW),
        thresholds(one, "sensitivity", target=0.9, level=0.9, **drawn),
    )
    printed(run("thresholds", *alone, "--no-bootstrap", "--midpoint"), thresholds(one, midpoint=True))
    printed(
        run("thresholds", *alone, "--by", "cost", "--costs", "1,5", "--prevalence", "0.1", "--no-bootstrap"),
        thresholds(one, "cost", costs=(1, 5), prevalence=0.1),
    )
    printed(
        run("thresholds", *alone, "--by", "cost", "--costs", "1,5", "--design", "cohort", "--no-bootstrap"),
        thresholds(sample(about, "s100b", design="cohort"), "cost", costs=(1, 5)),
    )
    printed(run("thresholds", *alone, "--by", "0.3"), thresholds(one, 0.3))


def test_resample_unless_told_otherwise(about):
    """A choice comes with its honest accuracy; without resamples a note is all there is."""
    alone = [*about, "--tests", "s100b", "--json"]
    with_, without = (
        strict(run("thresholds", *alone, *how).stdout)[0] for how in (["--resamples", "100"], ["--no-bootstrap"])
    )
    assert with_["seed"] == 20261130
    assert without["seed"] is None


def test_print_a_choice_whole(tmp_path):
    """At >= 7 three of five cases and no control are positive, and no other threshold has a Youden index of 0.6."""
    done = run("thresholds", *write_small(tmp_path), "--tests", "high", "--no-bootstrap")
    assert done.stdout.splitlines() == [
        "",
        "\tThreshold by the largest Youden index",
        "",
        'data:  high by truth (positive: "ill"; higher scores are positive)',
        "       5 cases, 5 controls, 0 dropped",
        "searched: 9 observed thresholds; optima: 1",
        "",
        "rule  tp  fp  fn  tn  sensitivity  specificity      J",
        ">= 7   3   0   2   5        0.600        1.000  0.600",
        "note: the threshold was chosen on these data; J at it is optimistic.",
        "",
    ]


def test_read_accuracy_where_a_target_is_met(about):
    """Sensitivity at a specificity, and the reverse, with every option."""
    one = sample(about, "s100b")
    alone = [*about, "--tests", "s100b", *FEW]
    bca, basic = Bootstrap(kind="bca", n_resamples=100, rng=3), Bootstrap(kind="basic", n_resamples=100, rng=3)
    printed(run("sensitivity-at", *alone), rocstats.sensitivity_at(one, 0.9, bca))
    how = ["--interpolated", "--method", "bootstrap-basic", "--null", "0.3", "--alternative", "greater"]
    options = {"interpolated": True, "null_value": 0.3, "alternative": "greater", "level": 0.9}
    printed(
        run("sensitivity-at", *alone, "--specificity", "0.8", "--level", "0.9", *how),
        rocstats.sensitivity_at(one, 0.8, basic, **options),
    )
    printed(
        run("specificity-at", *alone, "--sensitivity", "0.8", "--level", "0.9", *how),
        rocstats.specificity_at(one, 0.8, basic, **options),
    )


def test_draw_the_choice(about, tmp_path):
    """The figure marks the threshold that was chosen."""
    place = tmp_path / "figure.pdf"
    done = run("thresholds", *about, "--tests", "s100b", *FEW, "--figure", place)
    assert (done.exit_code, done.stderr) == (0, f"rocstats: the figure is written: {place}\n")
    assert place.read_bytes().startswith(b"%PDF-")


def test_name_every_rule_in_the_help():
    """The help of --by lists the words of all rules."""
    text = said(run("thresholds", "--help")) + " ".join(
        run("thresholds", "--help").stdout.translate(str.maketrans("│", " ")).split()
    )
    for word in THRESHOLD_RULES:
        assert word in text


def test_refuse_a_wrong_call(about):
    """A rule that is none, an option that a rule does not take, and one that it lacks are named."""
    alone = [*about, "--tests", "s100b"]
    for options, text in (
        (["--by", "yuden"], 'there is no rule "yuden"; known are youden, closest-topleft'),
        (["--by", "sensitivity"], 'the rule "sensitivity" needs target: --by sensitivity, --target 0.9.'),
        (["--by", "cost"], "--costs 1,5"),
        (["--target", "0.9"], 'the rule "youden" does not take target; it goes with sensitivity, specificity.'),
        (["--by", "cost", "--costs", "1"], '--costs is "1"; write two numbers with a comma, such as 1,5.'),
        (["--by", "cost", "--costs", "1,x"], '--costs is "x", which is no number'),
        (["--by", "0.3", "--target", "0.9"], "belong to a rule that is named in words"),
        (["--no-bootstrap", "--resamples", "100"], "exclude each other"),
        (["--by", "f1", "--prevalence", "2"], "prevalence"),
    ):
        wrong_call(run("thresholds", *alone, *options), text)
    wrong_call(run("sensitivity-at", *alone, "--method", "delong"), "here it is one of bootstrap-percentile")


def test_refuse_what_the_design_spoils(about):
    """A choice by the share of cases is refused for a case-control study, in words of options."""
    done = run("thresholds", *about, "--tests", "s100b", "--by", "accuracy", "--design", "case-control")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "State a prevalence (--prevalence)" in done.stderr
    for command, options in (("sensitivity-at", ["--specificity", "1.5"]), ("thresholds", ["--by", "nan"])):
        done = run(command, *about, "--tests", "s100b", *options)
        assert (done.exit_code, done.stdout) == (2, "")
        assert "nan" in said(done) or "specificity is 1.5" in said(done)


def test_refuse_to_resample_clusters(about):
    """Clusters are refused where subjects are drawn; without resamples the choice is still given."""
    clustered = [*about, "--tests", "s100b", "--cluster", "gender"]
    done = run("thresholds", *clustered)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "these subjects come in clusters" in done.stderr
    assert run("thresholds", *clustered, "--no-bootstrap").exit_code == 0
