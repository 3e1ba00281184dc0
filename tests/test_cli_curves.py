"""The commands about ROC curves beyond whole areas: parts, whole curves, margins, subgroups, several classes."""

import pandas as pd
import pytest

import rocstats
from rocstats import BonettPrice, Bootstrap, ClassScores, DeLong, MiettinenNurminen, counts_at, paired_counts_at
from rocstats.errors import DataError
from rocstats.study_groups import two_groups
from tests.commands import ABOUT_OVARIAN, printed, refused, run, strict, write_study, wrong_call

SEEDED = Bootstrap(kind="bca", n_resamples=100, rng=3)
FEW = ["--method", "bootstrap-bca", "--resamples", "100", "--seed", "3"]


@pytest.fixture
def about(tmp_path):
    """Write forty subjects and say how a command names them."""
    return write_study(tmp_path)


def study(about, *tests, **options):
    """Read the forty subjects."""
    return rocstats.read(about[0], truth="outcome", positive="Poor", tests=list(tests), **options)


def groups(read):
    """Divide the forty subjects by gender."""
    return [read.where(read.frame["gender"] == value).sample() for value in "fm"]


def test_give_the_partial_areas_of_the_functions(about):
    """Bands, scales, methods and comparisons, paired and unpaired, print what the functions give."""
    both = study(about, "s100b", "ndka")
    one, other = both.sample("s100b"), both.sample("ndka")
    women, men = groups(study(about, "s100b"))
    two, alone = [*about, "--tests", "s100b,ndka"], [*about, "--tests", "s100b"]
    part, compared = rocstats.partial_auc, rocstats.compare_partial_auc
    printed(run("partial-auc", *two, "--fpf", "0,0.1"), part(one, fpf=(0, 0.1)), part(other, fpf=(0, 0.1)))
    how = ["--tpf", "0.8,1", "--scale", "mcclish", "--null", "0.5", "--alternative", "greater", "--level", "0.9"]
    options = {"tpf": (0.8, 1), "scale": "mcclish", "null_value": 0.5, "alternative": "greater", "level": 0.9}
    printed(run("partial-auc", *alone, *how, *FEW), part(one, SEEDED, **options))
    printed(run("partial-auc", *two, "--fpf", "0,0.5", "--compare"), compared(both.sample(), fpf=(0, 0.5)))
    printed(
        run("partial-auc", *alone, "--fpf", "0,0.5", "--by", "gender", "--null", "0.1"),
        compared(women, men, fpf=(0, 0.5), null_value=0.1),
    )


def test_take_an_edge_as_the_decimal_written(about):
    """A partial area over the whole curve is the area itself, to the last bit."""
    alone = [*about, "--tests", "s100b", "--json"]
    (part,), (whole,) = (strict(run(*command, *alone).stdout) for command in (["partial-auc", "--fpf", "0,1"], ["auc"]))
    assert part["rows"][0]["estimate"] == whole["estimate"]


def test_test_whole_curves(about):
    """Venkatraman's test of two tests, and of one in two groups."""
    both = study(about, "s100b", "ndka").sample()
    women, men = groups(study(about, "s100b"))
    few = ["--resamples", "100", "--seed", "3"]
    printed(
        run("venkatraman", *about, "--tests", "s100b,ndka", *few), rocstats.venkatraman(both, n_resamples=100, rng=3)
    )
    printed(
        run("venkatraman", *about, "--tests", "s100b", "--by", "gender", *few),
        rocstats.venkatraman(women, men, n_resamples=100, rng=3),
    )


def test_compare_areas_by_every_method_for_pairs(about):
    """Methods for two tests on the same subjects serve a comparison, and draw from the seed."""
    both = study(about, "s100b", "ndka").sample()
    two = [*about, "--tests", "s100b,ndka"]
    for word in ("hanley-mcneil-1983", "bamber", "permutation"):
        assert run("compare", *two, "--method", word).exit_code == 0
    printed(run("compare", *two, *FEW), rocstats.compare_auc(both, method=SEEDED))


def test_judge_margins_as_the_functions_do(about):
    """Three claims, on areas and on proportions at thresholds, of pairs and of two groups."""
    both = study(about, "s100b", "ndka").sample()
    women, men = groups(study(about, "s100b"))
    two, alone = [*about, "--tests", "s100b,ndka"], [*about, "--tests", "s100b", "--by", "gender"]
    cuts = ["--threshold", "s100b=0.3", "--threshold", "ndka=15"]
    pairs = paired_counts_at(both, {"s100b": 0.3, "ndka": 15})
    printed(run("noninferiority", *two, "--margin", "0.1"), rocstats.noninferiority(both, margin=0.1))
    printed(
        run("noninferiority", *two, "--margin", "0.3", "--kind", "equivalence", *FEW),
        rocstats.equivalence(both, margin=0.3, method=SEEDED),
    )
    printed(
        run("noninferiority", *two, "--margin", "0.05", "--kind", "superiority", "--level", "0.9"),
        rocstats.superiority(both, margin=0.05, level=0.9),
    )
    printed(
        run("noninferiority", *two, "--margin", "0.1", "--measure", "sensitivity", *cuts),
        rocstats.noninferiority(pairs, margin=0.1, measure="sensitivity"),
    )
    printed(
        run("noninferiority", *two, "--margin", "0.1", "--measure", "specificity", *cuts, "--method", "bonett-price"),
        rocstats.noninferiority(pairs, margin=0.1, measure="specificity", method=BonettPrice()),
    )
    printed(
        run("noninferiority", *alone, "--new", "m", "--margin", "0.1"), rocstats.noninferiority(men, women, margin=0.1)
    )
    printed(
        run("noninferiority", *alone, "--new", "f", "--margin", "0.2", "--measure", "sensitivity", *cuts[:2]),
        rocstats.noninferiority(
            counts_at(women, 0.3), counts_at(men, 0.3), margin=0.2, measure="sensitivity", method=MiettinenNurminen()
        ),
    )


def test_take_the_first_test_for_the_new_one():
    """Turning the order turns the sign of the difference, and the printed text says which test is new."""
    about = [*ABOUT_OVARIAN, "--low", "totscore", "--margin", "0.05"]
    one = run("noninferiority", *about, "--tests", "alb,totscore", "--json")
    other = run("noninferiority", *about, "--tests", "totscore,alb", "--json")
    (first,), (second,) = strict(one.stdout), strict(other.stdout)
    assert first["estimate"] == -second["estimate"]
    assert (
        "data:  alb (new) and totscore (reference) by popind"
        in run("noninferiority", *about, "--tests", "alb,totscore").stdout
    )


def test_set_subgroups_side_by_side(about):
    """Areas without thresholds, proportions with them, for each column."""
    read = study(about, "s100b")
    alone = [*about, "--tests", "s100b"]
    printed(
        run("subgroups", *alone, "--by", "gender", "--by", "grade", "--method", "delong-logit"),
        *(rocstats.compare_subgroups(read, by=by, method=DeLong(scale="logit")) for by in ("gender", "grade")),
    )
    printed(
        run("subgroups", *alone, "--by", "gender", "--threshold", "s100b=0.3", "--level", "0.9"),
        rocstats.compare_subgroups(read, by="gender", threshold=0.3, level=0.9),
    )


def test_tell_several_classes_apart(about, tmp_path):
    """Columns called like their classes, or named beside them; dropped and counted rows; methods of the bootstrap."""
    frame = pd.read_csv(about[0])
    names = ["mild", "moderate", "severe"]
    few = ["--resamples", "100", "--seed", "3"]
    drawn = Bootstrap(n_resamples=100, rng=3)
    wanted = rocstats.multiclass_auc(ClassScores.from_truth(frame["grade"], frame[names]), drawn)
    about_classes = [about[0], "--truth", "grade"]
    printed(run("multiclass", *about_classes, "--scores", "mild,moderate,severe", *few), wanted)
    renamed = tmp_path / "renamed.csv"
    frame.rename(columns={"mild": "p, mild", "moderate": "p2", "severe": "p3"}).to_csv(renamed, index=False)
    columns = ["--scores", "p2,p3", "--score", "p, mild", "--classes", "moderate,severe,mild"]
    (found,) = strict(run("multiclass", renamed, "--truth", "grade", *columns, *few, "--json").stdout)
    (plain,) = strict(run("multiclass", *about_classes, "--scores", "mild,moderate,severe", *few, "--json").stdout)
    assert found["rows"][0]["estimate"] == plain["rows"][0]["estimate"]
    holes = tmp_path / "holes.csv"
    frame.assign(mild=[None, *frame["mild"][1:]], n=2).to_csv(holes, index=False)
    how = [holes, "--truth", "grade", "--scores", "mild,moderate,severe", "--count", "n", *few]
    done = run("multiclass", *how)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "2 of 80 subjects have no truth value or no score of a class. Use --missing drop" in done.stderr
    assert "78 subjects, 2 dropped" in run("multiclass", *how, "--missing", "drop").stdout


@pytest.mark.parametrize(
    "command",
    [
        ["noninferiority", "--tests", "s100b,ndka", "--margin", "0.1"],
        ["subgroups", "--tests", "s100b", "--by", "gender", "--by", "grade"],
        ["subgroups", "--tests", "s100b", "--by", "gender", "--threshold", "s100b=0.3"],
    ],
    ids=["margin", "areas", "proportions"],
)
def test_draw_a_figure_beside_the_results(about, tmp_path, command):
    """The figure is where it was wanted, and its place on stderr."""
    place = tmp_path / "figure.png"
    done = run(command[0], *about, *command[1:], "--figure", place)
    assert (done.exit_code, done.stderr) == (0, f"rocstats: the figure is written: {place}\n")
    assert place.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "command",
    [
        ["partial-auc", "--tests", "s100b,ndka", "--fpf", "0,0.1", "--compare"],
        ["partial-auc", "--tests", "s100b", "--tpf", "0.9,1"],
        ["venkatraman", "--tests", "s100b,ndka", "--resamples", "100"],
        ["noninferiority", "--tests", "s100b,ndka", "--margin", "0.1"],
        ["subgroups", "--tests", "s100b", "--by", "grade"],
    ],
    ids=lambda command: command[0],
)
def test_give_strict_json_and_csv(about, command):
    """The JSON has no NaN, and the CSV a heading and a row at least."""
    assert strict(run(command[0], *about, *command[1:], "--json").stdout)
    assert len(run(command[0], *about, *command[1:], "--csv").stdout.splitlines()) >= 2


def test_refuse_what_cannot_be_judged(about):
    """Margins, groups and bands out of range are refused in words of options."""
    two = [*about, "--tests", "s100b,ndka"]
    refused(
        run("noninferiority", *two, "--margin", "5"),
        "margin is 5.0; it must be above 0 and below 1. Write 0.05 for five percentage points.",
        2,
    )
    refused(
        run("noninferiority", *about, "--tests", "s100b", "--margin", "0.1", "--by", "gender", "--new", "x"),
        '--new is "x"; "gender" has the groups f or m.',
    )
    for command in (["--fpf", "0.2,0.1"], ["--tpf", "0.9,1.1"]):
        done = run("partial-auc", *two, *command)
        assert (done.exit_code, done.stdout) == (2, "")
    clustered = [*about, "--tests", "s100b", "--cluster", "grade", "--by", "gender"]
    done = run(
        "noninferiority",
        *clustered,
        *["--new", "m", "--margin", "0.1", "--measure", "sensitivity"],
        *["--threshold", "s100b=0.3"],
    )
    assert (done.exit_code, done.stdout) == (2, "")
    assert "these subjects come in clusters" in done.stderr


def test_refuse_groups_that_are_written_alike():
    """A number and a text that look the same are no two groups that an option could name."""
    frame = pd.DataFrame({"t": [1, 0, 1, 0], "x": [2, 1, 3, 2], "g": pd.Series([1, 1, "1", "1"], dtype=object)})
    with pytest.raises(DataError, match='two values of "g" are both written "1"'):
        two_groups(rocstats.Study(frame, truth="t", tests=["x"]), "g")


def test_refuse_a_wrong_call(about):
    """Options that do not fit are named, with exit code 2."""
    two, alone = [*about, "--tests", "s100b,ndka"], [*about, "--tests", "s100b"]
    margin = ["--margin", "0.1"]
    for command, text in (
        (["partial-auc", *two], "state one band of the curve: --fpf LOW,HIGH or --tpf LOW,HIGH."),
        (["partial-auc", *two, "--fpf", "0,1", "--tpf", "0,1"], "state one band of the curve"),
        (["partial-auc", *two, "--fpf", "0.1"], '--fpf is "0.1"; write two numbers with a comma, such as 0,0.1.'),
        (["partial-auc", *alone, "--fpf", "0,0.1", "--compare"], "a comparison takes two tests or more"),
        (["partial-auc", *alone, "--fpf", "0,0.1", "--method", "newcombe"], "here it is one of delong"),
        (["partial-auc", *two, "--fpf", "0,0.1", "--by", "gender"], "--by compares one test between two groups"),
        (["venkatraman", *alone], "for one test in two groups name them with --by."),
        (["venkatraman", *about, "--tests", "s100b,ndka,wfns"], "two tests are compared here, and 3 are named."),
        (["noninferiority", *alone, *margin], "name two tests, the new one first (--tests NEW,REFERENCE)"),
        (["noninferiority", *two], "--margin"),
        (["noninferiority", *alone, *margin, "--by", "gender"], "--by and --new go together"),
        (["noninferiority", *two, *margin, "--new", "m"], "--by and --new go together"),
        (["noninferiority", *two, *margin, "--threshold", "s100b=1"], "--threshold goes with --measure sensitivity"),
        (["noninferiority", *two, *margin, "--measure", "sensitivity"], "none for: s100b, ndka."),
        (["noninferiority", *two, *margin, "--method", "tango"], "here it is one of delong"),
        (["noninferiority", *two, *margin, "--method", "permutation"], "here it is one of delong"),
        (["noninferiority", *two, *margin, "--resamples", "100"], "ask for one with --method"),
        (["noninferiority", *two, *margin, "--kind", "inferiority"], "--kind"),
        (["subgroups", *alone], "--by"),
        (["subgroups", *two, "--by", "gender", "--threshold", "s100b=1"], "none for: ndka."),
        (["subgroups", *alone, "--by", "gender", "--method", "wilson"], "here it is one of delong"),
        (["subgroups", *two, "--by", "gender", "--figure", "f.svg"], "--figure draws one test"),
        (["multiclass", about[0], "--truth", "grade", "--scores", "mild"], "name a column of scores for each class"),
        (["multiclass", about[0], "--truth", "grade", "--scores", "a,b,a"], '--scores names "a" twice.'),
        (
            ["multiclass", about[0], "--truth", "grade", "--scores", "a,b", "--classes", "a,b,c"],
            "there are 2 columns of scores and 3 classes",
        ),
        (
            ["multiclass", about[0], "--truth", "grade", "--scores", "a,b", "--method", "bootstrap-bca"],
            "bootstrap-basic",
        ),
    ):
        wrong_call(run(*command), text)
