"""The commands about 2x2 tables beyond accuracy itself: comparisons and predictive values."""

import pytest

import rocstats
from rocstats import AgrestiCaffo, Counts, FisherExact, McNemar, PairedWald, counts_at, paired_counts_at
from tests.commands import printed, run, strict, write_study, wrong_call

TYPED = ["--tp", "26", "--fp", "12", "--fn", "15", "--tn", "60"]
CUTS = ["--threshold", "s100b=0.3", "--threshold", "ndka=15"]


@pytest.fixture
def about(tmp_path):
    """Write forty subjects and say how a command names them."""
    return write_study(tmp_path)


def study(about, *tests, **options):
    """Read the forty subjects."""
    return rocstats.read(about[0], truth="outcome", positive="Poor", tests=list(tests), **options)


def test_print_predictive_values(about):
    """From typed counts, from stated shares, and from each test of a study at its threshold."""
    counts = Counts(tp=26, fp=12, fn=15, tn=60, design="case-control")
    printed(
        run("predictive-values", *TYPED, "--design", "case-control", "--prevalence", "0.1,0.2", "--prevalence", "0.5"),
        rocstats.predictive_values(counts, [0.1, 0.2, 0.5]),
    )
    printed(
        run("predictive-values", *TYPED, "--prevalence", "0.1", "--adjusted", "--level", "0.9"),
        rocstats.predictive_values(Counts(tp=26, fp=12, fn=15, tn=60), [0.1], adjusted=True, level=0.9),
    )
    printed(
        run("predictive-values", "--sensitivity", "0.9", "--specificity", "0.8", "--prevalence", "0.1"),
        rocstats.predictive_values((0.9, 0.8), [0.1]),
    )
    read = study(about, "s100b", "ndka", cutoffs={"s100b": 0.3, "ndka": 15})
    printed(
        run("predictive-values", *about, "--tests", "s100b,ndka", *CUTS, "--prevalence", "0.1"),
        rocstats.predictive_values(counts_at(read.sample("s100b"), 0.3), [0.1]),
        rocstats.predictive_values(counts_at(read.sample("ndka"), 15), [0.1]),
    )


def test_compute_predictive_values_by_hand():
    """Sensitivity 9/10 and specificity 8/10 at a prevalence of 1/10 give 9/27 and 72/73."""
    options = ["--sensitivity", "0.9", "--specificity", "0.8", "--prevalence", "0.1", "--json"]
    (found,) = strict(run("predictive-values", *options).stdout)
    shown = {row["parameter"]: row["estimate"] for row in found["rows"]}
    assert sorted(shown.values()) == pytest.approx([9 / 27, 72 / 73])


def test_print_a_correction_for_verification():
    """From the counts of the verified and of those who were not; all six are needed."""
    more = ["--unverified-positive", "20", "--unverified-negative", "150"]
    counts = Counts(tp=26, fp=12, fn=15, tn=60)
    asked = ["corrected-for-verification", *TYPED, *more, "--level", "0.9"]
    found = rocstats.corrected_for_verification(counts, unverified_positive=20, unverified_negative=150, level=0.9)
    printed(run(*asked), found)
    wrong_call(run("corrected-for-verification", *TYPED), "--unverified-positive")
    wrong_call(run("corrected-for-verification", *TYPED[:6], *more), "missing: --tn")


def test_print_more_of_accuracy():
    """Accuracy at a stated prevalence, and further measures."""
    counts = Counts(tp=26, fp=12, fn=15, tn=60, design="cohort")
    typed = ["accuracy", *TYPED, "--design", "cohort"]
    printed(run(*typed, "--prevalence", "0.1"), rocstats.accuracy(counts, prevalence=0.1))
    printed(run(*typed, "--more"), rocstats.accuracy(counts, more=True))


def test_compare_the_accuracy_of_two_tests(about):
    """Of two tests on the same subjects, and of one in two groups, by the stated methods."""
    read = study(about, "s100b", "ndka", cutoffs={"s100b": 0.3, "ndka": 15}, design="cohort")
    pairs = paired_counts_at(read.sample(), {"s100b": 0.3, "ndka": 15})
    two = [*about, "--tests", "s100b,ndka", *CUTS, "--design", "cohort"]
    printed(run("compare-accuracy", *two), rocstats.compare_accuracy(pairs))
    how = ["--method", "wald-paired", "--equality", "mcnemar-exact", "--alternative", "greater", "--level", "0.9"]
    printed(
        run("compare-accuracy", *two, *how),
        rocstats.compare_accuracy(pairs, method=PairedWald(), test=McNemar("exact"), alternative="greater", level=0.9),
    )
    one = study(about, "s100b", cutoffs={"s100b": 0.3})
    women, men = (counts_at(one.where(one.frame["gender"] == value).sample(), 0.3) for value in "fm")
    printed(
        run(
            *("compare-accuracy", *about, "--tests", "s100b", *CUTS[:2], "--by", "gender"),
            *("--method", "agresti-caffo", "--equality", "fisher"),
        ),
        rocstats.compare_accuracy(women, men, method=AgrestiCaffo(), test=FisherExact()),
    )


def test_draw_predictive_values(tmp_path):
    """The figure is where it was wanted; the share of a cohort is marked in it."""
    place = tmp_path / "figure.svg"
    command = ["predictive-values", *TYPED, "--prevalence", "0.1,0.2,0.5", "--figure", place]
    done = run(*command)
    assert (done.exit_code, done.stderr) == (0, f"rocstats: the figure is written: {place}\n")
    before = place.read_bytes()
    assert run(*command, "--design", "cohort").exit_code == 0
    assert place.read_bytes() != before


def test_give_strict_json_and_csv(about):
    """Empty groups and infinite ratios give JSON without NaN or Infinity."""
    for command in (
        ["predictive-values", "--tp", "0", "--fp", "0", "--fn", "5", "--tn", "5", "--prevalence", "0.1"],
        ["predictive-values", "--tp", "5", "--fp", "0", "--fn", "0", "--tn", "0", "--prevalence", "0.1"],
        ["compare-accuracy", *about, "--tests", "s100b,ndka", "--threshold", "s100b=inf", "--threshold", "ndka=-inf"],
    ):
        assert strict(run(*command, "--json").stdout)
        assert len(run(*command, "--csv").stdout.splitlines()) >= 2


def test_refuse_subjects_in_clusters(about):
    """Tables take subjects as independent."""
    one = [*about, "--tests", "s100b", "--threshold", "s100b=0.3", "--cluster", "grade"]
    for command in (["predictive-values", "--prevalence", "0.1"], ["compare-accuracy", "--by", "gender"]):
        done = run(command[0], *one, *command[1:])
        assert (done.exit_code, done.stdout) == (2, "")
        assert "these subjects come in clusters" in done.stderr
    two = [*about, "--tests", "s100b,ndka", *CUTS, "--cluster", "grade"]
    assert "clusters" in run("compare-accuracy", *two).stderr


def test_refuse_a_prevalence_that_is_none():
    """A prevalence in percent is refused with what to write."""
    done = run("predictive-values", *TYPED, "--prevalence", "10")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "prevalence is 10.0; a prevalence lies strictly between 0 and 1." in done.stderr
    done = run("predictive-values", "--sensitivity", "1.2", "--specificity", "0.8", "--prevalence", "0.1")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("rocstats: sensitivity is 1.2")


def test_refuse_a_wrong_call(about):
    """Options that do not fit are named, with exit code 2."""
    two, alone = [*about, "--tests", "s100b,ndka"], [*about, "--tests", "s100b"]
    at = ["--prevalence", "0.1"]
    for command, text in (
        (["predictive-values", *TYPED], "--prevalence"),
        (["predictive-values", *TYPED, "--prevalence", ","], "state the prevalences: --prevalence 0.1,0.2."),
        (["predictive-values", *TYPED, "--prevalence", "ten"], '--prevalence is "ten", which is no number'),
        (["predictive-values", "--tp", "1", *at], "missing: --fp, --fn, --tn."),
        (["predictive-values", "--sensitivity", "0.9", *at], "--sensitivity and --specificity are stated together."),
        (
            ["predictive-values", *TYPED, "--sensitivity", "0.9", "--specificity", "0.8", *at],
            "give a study, four counts, or sensitivity and specificity; not two of them.",
        ),
        (["predictive-values", *two, *at], "none for: s100b, ndka."),
        (["predictive-values", *two, *CUTS, *at, "--figure", "f.svg"], "--figure draws one test"),
        (["compare-accuracy", *alone], "two tests are compared, or one test in two groups (--by), and 1 is named."),
        (["compare-accuracy", *two], "none for: s100b, ndka."),
        (["compare-accuracy", *two, *CUTS, "--by", "gender"], "and 2 are named."),
        (["compare-accuracy", *two, *CUTS, "--method", "miettinen-nurminen"], "here it is one of tango"),
        (
            ["compare-accuracy", *two, *CUTS, "--equality", "fisher"],
            '--equality is "fisher"; here it is one of mcnemar',
        ),
        (["compare-accuracy", *alone, "--by", "gender", "--equality", "mcnemar"], "here it is one of fisher."),
    ):
        wrong_call(run(*command), text)
