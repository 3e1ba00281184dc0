"""The comparison with other programs: its table says what its page says, and its known differences are as told."""

import csv
import importlib
import itertools
import math
import re
import shutil
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import rocstats
from rocstats import ClopperPearson, IndependentWald, Jeffreys, McNemar, MiettinenNurminen, Sample, Wilson

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "validation" / "other_programs"
ROOMS = ("quantity", "data_sets", "known_differences", "agreement", "areas", "points", "ranks", "tables", "models")


@pytest.fixture(scope="module")
def rooms():
    """Return the scripts of the folder as modules, and forget them afterwards: other folders have such names."""
    before = {name: sys.modules.pop(name) for name in ROOMS if name in sys.modules}
    sys.path.insert(0, str(FOLDER))
    try:
        yield {name: importlib.import_module(name) for name in ROOMS}
    finally:
        sys.path.remove(str(FOLDER))
        for name in ROOMS:
            sys.modules.pop(name, None)
        sys.modules.update(before)


@pytest.fixture(scope="module")
def table():
    """Return the rows of the last results."""
    with (FOLDER / "agreement.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def page(name):
    """Return a page of the folder as one line."""
    return re.sub(r"\s+", " ", (FOLDER / name).read_text(encoding="utf-8"))


def compare(*arguments):
    """Run the command."""
    return subprocess.run(
        [sys.executable, str(FOLDER / "compare.py"), *arguments], capture_output=True, text=True, check=False
    )


# --- The last results -------------------------------------------------------------------------------------------------


def test_the_columns_are_those_of_the_script(rooms, table):
    """The file was written by this version of the script, a line per quantity in its order."""
    assert tuple(table[0]) == rooms["agreement"].COLUMNS
    names = [q.name for room in ("areas", "points", "ranks", "tables", "models") for q in rooms[room].QUANTITIES]
    assert [row["quantity"] for row in table] == names
    asked = {q.name: (q.call, q.ours) for room in ROOMS for q in getattr(rooms[room], "QUANTITIES", ())}
    assert {row["quantity"]: (row["call"], row["rocstats"]) for row in table} == asked


def test_the_pages_say_what_the_table_holds(rooms, table):
    """Totals, known differences and versions in both pages are those of the CSV file."""
    total = Counter(
        {name: sum(int(row[name]) for row in table) for name in ("values", "agree", "known", "unexplained")}
    )
    sentence = (
        f"{total['values']} values of {len(table)} quantities: {total['agree']} agree, "
        f"{total['known']} differ as known, none is unexplained."
    )
    assert total["unexplained"] == 0
    assert total["agree"] + total["known"] == total["values"]
    assert sentence in page("agreement.md")
    assert sentence in page("README.md")
    points = next(row["values"] for row in table if row["quantity"] == "points of the curve")
    assert f"{points} of the values are counts and shares" in page("README.md")
    exact = sum(float(row["lowest_lre"]) >= 13 for row in table)
    assert f"{exact} of the quantities share 13 digits or more" in page("README.md")
    versions = page("agreement.md").split("Versions: ")[1].split(". |")[0].split(", ")
    assert {row["program"].replace("R stats", "R") for row in table} | {f"rocstats {rocstats.__version__}"} == set(
        versions
    )
    counts = Counter()
    for row in table:
        counts.update({word: int(n) for word, n in re.findall(r"([\w-]+) (\d+)", row["known_differences"])})
    told = {word: int(n) for word, n in re.findall(r"\*\*([\w-]+)\*\* \((\d+) values?\)", page("agreement.md"))}
    assert told == counts
    assert set(re.findall(r"^\| `([\w-]+)` \|", (FOLDER / "README.md").read_text(encoding="utf-8"), re.M)) == set(
        counts
    )
    assert [one.id for one in rooms["known_differences"].KNOWN if one.id in counts] == list(told)


def test_the_readme_counts_the_data_sets(rooms):
    """35 sets of scores and 32 tables of counts are made, the same at every call."""
    sets, again = rooms["data_sets"].all_sets(), rooms["data_sets"].all_sets()
    assert sets == again
    assert f"{len(sets.scores)} sets of scores" in page("README.md")
    assert f"{len(sets.tables)} tables of counts" in page("README.md")
    near = next(one for one in sets.scores if one.name == "near-duplicates")
    steps = np.diff(np.unique(near.columns["A"]))
    assert steps.min() == pytest.approx(1e-12, rel=1e-3)


def test_the_package_knows_nothing_of_it():
    """No module of rocstats names the folder."""
    assert not [p for p in (ROOT / "rocstats").rglob("*.py") if "other_programs" in p.read_text(encoding="utf-8")]


# --- The command ------------------------------------------------------------------------------------------------------


def test_without_r_the_command_says_what_to_install():
    """Exit code 2, and the Debian packages by name."""
    found = compare("--rscript", "no-such-program")
    assert found.returncode == 2
    assert found.stderr == (
        "no-such-program was not found, so there is nothing to compare with. "
        "On Debian or Ubuntu: apt install r-base-core r-cran-proc r-cran-epir\n"
    )


def test_a_small_comparison_finds_nothing_unexplained(tmp_path):
    """Where R is there with pROC and epiR, a few data sets of each kind are compared anew."""
    if shutil.which("Rscript") is None:
        pytest.skip("Rscript is not installed, so there is no other program to compare with.")
    found = compare("--small", "-o", str(tmp_path))
    if found.returncode == 2:
        pytest.skip(found.stderr.strip())
    assert found.returncode == 0, found.stdout + found.stderr
    with (tmp_path / "agreement.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) >= 50
    assert sum(int(row["values"]) for row in rows) > 3000
    assert {row["unexplained"] for row in rows} == {"0"}


# --- The table --------------------------------------------------------------------------------------------------------


def test_a_difference_of_another_origin_is_not_explained(rooms):
    """A wrong interval of an area, and a p-value that no t distribution gives, stay unexplained."""
    sets = rooms["data_sets"].small_sets()
    quantities = [q for q in rooms["areas"].QUANTITIES if q.name in ("auc interval", "unpaired p-value")]
    ours = {
        ("auc interval", "separation", "A 0.95 low"): None,
        ("auc interval", "separation", "A 0.95 high"): None,
        ("unpaired p-value", "ratings", "and reversed"): 0.20,
        ("unpaired z", "ratings", "and reversed"): 1.28,
    }
    theirs = {
        ("auc interval", "separation", "A 0.95 low"): 0.9,
        ("auc interval", "separation", "A 0.95 high"): 1.0,
        ("unpaired p-value", "ratings", "and reversed"): 0.21,
        ("unpaired df", "ratings", "and reversed"): 60.0,
    }
    lines, left_out = rooms["agreement"].compared(quantities, ours, theirs, sets)
    assert not left_out
    assert [len(line.unexplained) for line in lines] == [2, 1]
    theirs["auc interval", "separation", "A 0.95 low"] = 1.0
    lines, _ = rooms["agreement"].compared(quantities, ours, theirs, sets)
    assert [line.known.get("no-certainty", 0) for line in lines] == [2, 0]


@pytest.mark.parametrize(
    ("a", "b", "digits"), [(0.5, 0.5, 15.0), (0.501, 0.5, 2.7), (1e-13, 0.0, 13.0), (1 + 2**-52, 1.0, 15.0)]
)
def test_digits_shared_is_the_logarithm_of_the_relative_error(rooms, a, b, digits):
    """15 for equal numbers; near 0 the absolute error counts."""
    assert rooms["agreement"].digits_shared(a, b) == pytest.approx(digits, abs=0.05)


# --- Who is right -----------------------------------------------------------------------------------------------------


def test_with_ties_r_counts_the_arrangements_and_ours_is_an_upper_bound():
    """All choices of 4 of 9 tied scores: R 4.2.2's ks.test gives their share exactly, rocstats a larger number."""
    cases, controls = [2, 3, 3, 4], [1, 1, 2, 2, 3]
    pooled = cases + controls

    def distance(chosen):
        x = [pooled[i] for i in chosen]
        y = [pooled[i] for i in range(9) if i not in chosen]
        return max(
            abs(Fraction(sum(v <= at for v in x), 4) - Fraction(sum(v <= at for v in y), 5)) for at in set(pooled)
        )

    observed = distance(range(4))
    choices = list(itertools.combinations(range(9), 4))
    share = Fraction(sum(distance(c) >= observed for c in choices), len(choices))
    found = rocstats.ks(Sample.from_groups(cases=cases, controls=controls)).two_sided
    # ks.test(c(2, 3, 3, 4), c(1, 1, 2, 2, 3), exact = TRUE), R 4.2.2
    assert float(share) == pytest.approx(0.206349206349206, abs=1e-15)
    assert found.pvalue > share


def test_the_corrected_wilson_interval_is_newcombes_at_one_half_too():
    """9 of 18 by Newcombe's (1998) closed form; R's prop.test gives the interval without correction there."""
    n, p, z = 18, 0.5, 1.959963984540054
    low = (2 * n * p + z * z - 1 - z * (z * z - 2 - 1 / n + 4 * p * (n * (1 - p) + 1)) ** 0.5) / (2 * (n + z * z))
    corrected = rocstats.proportion(9, 18, Wilson(continuity=True)).interval
    assert corrected.low == pytest.approx(low, rel=1e-14)
    # prop.test(9, 18, correct = TRUE)$conf.int, R 4.2.2
    assert rocstats.proportion(9, 18, Wilson()).interval.low == pytest.approx(0.290310215051700, rel=1e-13)


def test_our_score_limits_solve_their_equation_and_epirs_do_not():
    """26 of 40 against 15 of 73: Mee's statistic at each lower limit, the likeliest proportions to 50 digits."""
    mp = pytest.importorskip("mpmath").mp
    x1, n1, x2, n2 = 26, 40, 15, 73
    limit = MiettinenNurminen(small_sample=False).interval(((x1, n1), (x2, n2))).low
    # epi.2by2(c(26, 14, 15, 58))$massoc.detail$ARisk.strata.score$lower / 100, epiR 2.0.57
    theirs = 0.25984936405534614
    with mp.workdps(50):
        z = mp.sqrt(2) * mp.erfinv(mp.mpf("0.95"))

        def beyond(t):
            t = mp.mpf(t)
            slope = lambda q: x1 / (q + t) - (n1 - x1) / (1 - q - t) + x2 / q - (n2 - x2) / (1 - q)  # noqa: E731
            q = mp.findroot(slope, (mp.mpf("0.1"), mp.mpf("0.7")), solver="anderson", tol=mp.mpf(10) ** -40)
            variance = (q + t) * (1 - q - t) / n1 + q * (1 - q) / n2
            return abs((mp.mpf(x1) / n1 - mp.mpf(x2) / n2 - t) / mp.sqrt(variance) - z)

        assert beyond(limit) < 1e-13
        assert 1e-8 < beyond(theirs) < 1e-5


def test_jeffreys_interval_is_closed_where_nobody_or_everybody_succeeds():
    """epiR 2.0.57 ends at 0.99994 for 8 of 8, and so excludes the estimate."""
    assert rocstats.proportion(8, 8, Jeffreys()).interval.high == 1.0
    # epi.tests(c(8, 0, 0, 9), method = "jeffreys"), upper limit of se
    assert rocstats.proportion(8, 8, Jeffreys()).estimate > 0.9999405096971056


def test_the_doubled_exact_test_agrees_with_its_interval_and_rs_need_not():
    """17 of 30 against 0.8: ours is twice the smaller one-sided p-value; both are exact."""
    sides = [
        rocstats.proportion(17, 30, ClopperPearson(), null_value=0.8, alternative=side).pvalue
        for side in ("two-sided", "less", "greater")
    ]
    assert sides[0] == pytest.approx(2 * min(sides[1:]), rel=1e-14)
    # binom.test(17, 30, p = 0.8)$p.value, R 4.2.2: outcomes that are no likelier than 17
    ways = [math.comb(30, x) * 4**x for x in range(31)]
    no_likelier = Fraction(sum(w for w in ways if w <= ways[17]), 5**30)
    assert float(no_likelier) == pytest.approx(0.00434898867127, abs=1e-14)


def test_as_many_pairs_each_way_say_nothing_against_equality():
    """One discordant pair each way: ours 1, coin 1 - 1/4, and neither is near any level."""
    assert McNemar("mid-p").pvalue(((3, 1), (1, 3))) == 1.0


def test_certainty_is_claimed_of_no_difference():
    """1 of 1 against 0 of 1: R's interval is 1 to 1, ours not estimable."""
    assert IndependentWald().interval(((1, 1), (0, 1))) is None
