"""The commands about scores: what they print, draw and refuse."""

import csv
import io

import pandas as pd
import pytest

import rocstats
from rocstats import Bootstrap
from tests.commands import (
    HOSTILE,
    printed,
    refused,
    run,
    said,
    strict,
    write_hostile,
    write_small,
    write_study,
    wrong_call,
)


@pytest.fixture
def about(tmp_path):
    """Write forty subjects and say how a command names them."""
    return write_study(tmp_path)


def sample(about, test, **options):
    """Read one test of the forty subjects."""
    return rocstats.read(about[0], truth="outcome", positive="Poor", tests=[test], **options).sample()


def test_print_what_the_functions_give(about):
    """Each command prints its function's answer for each test, with the options passed on."""
    one, other, risk = (sample(about, test) for test in ("s100b", "ndka", "risk"))
    both = [*about, "--tests", "s100b,ndka"]
    drawn = Bootstrap(kind="basic", n_resamples=100, rng=3)
    printed(run("ks", *both), rocstats.ks(one), rocstats.ks(other))
    interval = ["--method", "bootstrap-basic", "--resamples", "100", "--seed", "3", "--level", "0.9"]
    printed(run("ks", *about, "--tests", "s100b", *interval), rocstats.ks(one, drawn, level=0.9))
    printed(run("gains", *both, "--bins", "4"), rocstats.gains(one, 4), rocstats.gains(other, 4))
    printed(
        run("gains", *about, "--tests", "s100b", "--prevalence", "0.1", "--design", "case-control"),
        rocstats.gains(sample(about, "s100b", design="case-control"), prevalence=0.1),
    )
    printed(
        run("calibration", *about, "--tests", "risk", "--bins", "4", "--equal", "width", *interval),
        rocstats.calibration(risk, drawn, bins=4, equal="width", level=0.9),
    )
    printed(
        run("precision-recall", *both, "--prevalence", "0.1"),
        rocstats.precision_recall(one, at_prevalence=0.1),
        rocstats.precision_recall(other, at_prevalence=0.1),
    )
    printed(
        run("decision-curve", *about, "--tests", "risk", "--at", "0.1,0.2", "--at", "0.5", "--prevalence", "0.3"),
        rocstats.decision_curve(risk, [0.1, 0.2, 0.5], prevalence=0.3),
    )
    printed(run("decision-curve", *about, "--tests", "risk"), rocstats.decision_curve(risk))
    printed(run("mann-whitney", *both), rocstats.mann_whitney(one), rocstats.mann_whitney(other))
    printed(
        run("mann-whitney", *about, "--tests", "s100b", "--alternative", "greater", "--normal"),
        rocstats.mann_whitney(one, alternative="greater", exact=False),
    )


def test_print_the_distance_of_ten_subjects_whole(tmp_path):
    """At >= 7 three of five cases and no control are positive; one-sided p = C(10, 2)/C(10, 5) = 45/252."""
    done = run("ks", *write_small(tmp_path), "--tests", "high")
    assert done.stdout.splitlines()[:7] == [
        "",
        "\tTwo-sample Kolmogorov-Smirnov, cases against controls",
        "",
        'data:  high by truth (positive: "ill"; higher scores are positive)',
        "       5 cases, 5 controls, 0 dropped",
        "                      value  reached at    TPF    FPF  p-value",
        "KS  = max(TPF - FPF)  0.600        >= 7  0.600  0.000    0.179  one-sided",
    ]


FOR_MACHINES = {
    "ks": ["--tests", "s100b,ndka"],
    "gains": ["--tests", "s100b", "--design", "case-control"],
    "calibration": ["--tests", "risk", "--resamples", "100"],
    "precision-recall": ["--tests", "s100b"],
    "decision-curve": ["--tests", "risk", "--at", "0.1"],
    "mann-whitney": ["--tests", "s100b"],
}


@pytest.mark.parametrize("command", FOR_MACHINES)
def test_give_strict_json_and_one_row_per_number(about, command):
    """The JSON has no NaN, and the CSV as many rows as the results."""
    found = strict(run(command, *about, *FOR_MACHINES[command], "--json").stdout)
    rows = list(csv.DictReader(io.StringIO(run(command, *about, *FOR_MACHINES[command], "--csv").stdout)))
    assert len(rows) == sum(len(one["rows"]) if "rows" in one else 1 for one in found)


DRAWN = {
    "ks": ["--tests", "s100b"],
    "gains": ["--tests", "s100b,ndka"],
    "calibration": ["--tests", "risk", "--resamples", "100"],
    "precision-recall": ["--tests", "s100b,ndka"],
    "decision-curve": ["--tests", "risk"],
}


@pytest.mark.parametrize("command", DRAWN)
def test_draw_a_figure_beside_the_results(about, tmp_path, command):
    """The figure is where it was wanted, its place on stderr, and stdout is what it is without one."""
    place = tmp_path / "figure.svg"
    done = run(command, *about, *DRAWN[command], "--figure", place)
    assert (done.exit_code, done.stderr) == (0, f"rocstats: the figure is written: {place}\n")
    assert place.read_bytes().startswith(b"<!-- Written by rocstats. -->\n<svg ")
    assert done.stdout == run(command, *about, *DRAWN[command]).stdout


def test_refuse_a_figure_before_anything_is_computed(about, tmp_path, monkeypatch):
    """A foreign file, an unknown format, or more tests than a figure shows end the command before the data are read."""
    monkeypatch.setattr("rocstats.data.files.read", None)
    foreign = tmp_path / "mine.png"
    foreign.write_bytes(b"mine")
    one = [*about, "--tests", "s100b"]
    refused(
        run("ks", *one, "--figure", foreign),
        f'"{foreign}" exists and was not written by rocstats, so it stays. Choose another name.',
        2,
    )
    assert foreign.read_bytes() == b"mine"
    done = run("gains", *one, "--figure", about[0])
    assert (done.exit_code, done.stdout) == (2, "")
    assert 'a figure is written as .svg, .png or .pdf; "study.csv" ends in none of them.' in done.stderr
    wrong_call(run("ks", *about, "--tests", "s100b,ndka", "--figure", "f.svg"), "--figure draws one test, and 2 tests")
    many = "a,b,c,d,e,f,g"
    wrong_call(
        run("gains", *about, "--tests", many, "--figure", "f.svg"), "--figure draws at most 6 tests, and 7 tests"
    )


def test_name_the_place_at_which_no_figure_can_be_written(about, tmp_path, monkeypatch):
    """The sentence is about the file that was named, not about a draft of it."""

    def closed(self, data):
        raise OSError(13, "Permission denied", str(self))

    monkeypatch.setattr("pathlib.Path.write_bytes", closed)
    place = tmp_path / "x.svg"
    done = run("ks", *about, "--tests", "s100b", "--figure", place)
    refused(done, f"{place}: it cannot be written there (permission denied).")


def test_refuse_what_the_data_or_the_design_cannot_answer(about):
    """Scores that are no probabilities, and shares that a design fixes, are refused in words of options."""
    done = run("calibration", *about, "--tests", "ndka")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "calibration needs probabilities, between 0 and 1" in done.stderr
    for command in ("precision-recall", "decision-curve"):
        done = run(command, *about, "--tests", "risk", "--design", "case-control")
        assert (done.exit_code, done.stdout) == (2, "")
        assert "--prevalence" in done.stderr
        assert "prevalence=" not in done.stderr


def test_refuse_a_wrong_call(about):
    """Options that do not fit are named, with exit code 2."""
    one = [*about, "--tests", "risk"]
    for command, text in (
        (["ks", *one, "--method", "delong"], "here it is one of bootstrap-percentile, bootstrap-basic"),
        (["ks", *one, "--resamples", "100"], "ask for one with --method bootstrap-percentile"),
        (["calibration", *one, "--method", "wilson"], "here it is one of bootstrap-percentile"),
        (["calibration", *one, "--equal", "size"], "--equal"),
        (["gains", *one, "--bins", "0"], "--bins"),
        (["decision-curve", *one, "--at", "0.1;0.2"], '--at is "0.1;0.2", which is no number'),
        (["mann-whitney", *one, "--alternative", "more"], "--alternative"),
    ):
        wrong_call(run(*command), text)


def test_let_a_hostile_name_steer_nothing(tmp_path):
    """A name with commas, quotes, an equals sign and an escape sequence is printed and drawn harmlessly."""
    about = write_hostile(tmp_path)
    place = tmp_path / "a\x1b[2J.svg"
    for command in (["ks"], ["gains"], ["precision-recall"]):
        done = run(*command, *about, "--figure", place)
        assert done.exit_code == 0, said(done)
        assert "\x1b" not in done.stdout + done.stderr
        assert place.is_file()
        row = next(csv.DictReader(io.StringIO(run(*command, *about, "--csv").stdout)))
        assert row["test"] == f"'{HOSTILE}"


def test_take_low_scores_and_counted_rows(tmp_path):
    """A grouped study of low-is-positive scores gives what its subjects one by one give."""
    rows = [(1, 1, 3), (1, 2, 1), (0, 2, 2), (0, 3, 4)]
    grouped, single = tmp_path / "grouped.csv", tmp_path / "single.csv"
    pd.DataFrame(rows, columns=["t", "x", "n"]).to_csv(grouped, index=False)
    pd.DataFrame([(t, x) for t, x, n in rows for _ in range(n)], columns=["t", "x"]).to_csv(single, index=False)
    how = ["--truth", "t", "--tests", "x", "--low", "x"]
    for command in ("ks", "gains", "precision-recall", "mann-whitney"):
        one = run(command, grouped, *how, "--count", "n").stdout
        assert one
        assert one == run(command, single, *how).stdout
