"""What the simulation study found, in sentences whose numbers are read from its tables."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from textwrap import fill

from tables import Row, read_table

HERE = Path(__file__).parent
KINDS = {
    "binormal": "normal scores",
    "binormal-unequal": "normal scores of unequal spread",
    "exponential": "exponential scores",
    "ratings": "five ratings",
}
CROSSING = "binormal, crossing"


def table(name: str) -> list[Row]:
    """Read a table of the study."""
    return read_table(HERE / f"{name}.csv")


def bullets(sentences: Iterable[str]) -> str:
    """Write sentences as a list."""
    return "\n".join(
        fill(sentence, 128, initial_indent="* ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
        for sentence in (" ".join(one.split()) for one in sentences)
    )


def three(value: float | str) -> str:
    """Write a share with three decimals."""
    return f"{float(value):.3f}"


def percent(value: float) -> str:
    """Write a share in whole percent, and one that is not quite all as such."""
    return f"{100 * value:.0f}" if round(100 * value) < 100 or value == 1 else f"{100 * value:.1f}"


def lowest(rows: Iterable[Row], column: str = "coverage") -> Row:
    """Return the row with the lowest value."""
    return min(rows, key=lambda row: float(row[column]))


def mean(rows: Iterable[Row], column: str) -> float:
    """Return the mean of a column."""
    values = [float(row[column]) for row in rows]
    return sum(values) / len(values)


def _cell(row: Row) -> str:
    return f"{row['cases']} + {row['controls']}, AUC {row['auc']}, {KINDS[row['scores']]}"


def of_areas() -> str:
    """Say where intervals of one AUC are good and where bad."""
    rows = table("auc_intervals")
    by_method = {
        word: [row for row in rows if row["method"] == word] for word in dict.fromkeys(r["method"] for r in rows)
    }
    delong, newcombe, logit = (by_method[word] for word in ("delong", "newcombe", "delong-logit"))

    def worst(own: list[Row], m: int, n: int, auc: str) -> str:
        return three(
            lowest(r for r in own if (r["cases"], r["controls"], r["auc"]) == (str(m), str(n), auc))["coverage"]
        )

    near_one = [row for row in delong if float(row["auc"]) >= 0.9]
    left, right = (sum(float(row[name]) for row in near_one) for name in ("miss_left", "miss_right"))
    large = [row for row in rows if _smaller(row) >= 50 and float(row["auc"]) <= 0.8]
    lost = max(delong, key=lambda row: float(row["not_estimable"]))
    logit_good = [row for row in logit if _smaller(row) >= 20 and float(row["auc"]) <= 0.9]
    logit_bad = [row for row in logit if _smaller(row) >= 20 and float(row["auc"]) > 0.9]
    balanced = [row for row in newcombe if _smaller(row) >= 10 and _larger(row) <= 5 * _smaller(row)]
    bamber = {_cell(row): float(row["coverage"]) for row in by_method["bamber"]}
    shorter = sum(bamber[_cell(row)] < float(row["coverage"]) for row in delong) / len(delong)
    sentences = [
        f"""**DeLong's interval is bad with few subjects and with an AUC near 1: it is too short there, and lies too
        high.** With the least favourable scores it covers an AUC of 0.7 in {worst(delong, 5, 5, "0.7")} of samples of
        5 + 5; an AUC of 0.9 in {worst(delong, 10, 20, "0.9")} of samples of 10 + 20 and
        {worst(delong, 20, 50, "0.9")} of 20 + 50; and an AUC of 0.99 in {worst(delong, 50, 50, "0.99")} of samples of
        50 + 50, still only {worst(delong, 200, 200, "0.99")} of 200 + 200. Of its intervals that miss an AUC of 0.9
        or more, {percent(right / (left + right))} percent lie wholly above it and so overstate the test.""",
        f"""Where all cases score beyond all controls it has no interval at all: in up to
        {percent(float(lost["not_estimable"]))} percent of samples ({_cell(lost)}).""",
        f"""**DeLong's interval is good with 50 subjects and more in each group and an AUC up to 0.8**: there it
        covers at least {three(lowest(r for r in large if r["method"] == "delong")["coverage"])} with every kind
        of scores, {three(mean([r for r in large if r["method"] == "delong"], "coverage"))} on average.""",
        f"""**The logit scale is better than the plain one with 20 subjects and more in each group and an AUC up to
        0.9**: at least {three(lowest(logit_good)["coverage"])}, on average {three(mean(logit_good, "coverage"))}.
        Above 0.9 it fails as well ({three(lowest(logit_bad)["coverage"])} at the lowest), for want of an interval
        where the groups are separated.""",
        f"""**Newcombe's interval always has a value and holds near 1**, with few subjects as no other: at an AUC of
        0.95 and 0.99 it covers at least
        {three(lowest(r for r in newcombe if float(r["auc"]) > 0.9)["coverage"])}, on average
        {three(mean([r for r in newcombe if float(r["auc"]) > 0.9], "coverage"))}. It knows the scores by their
        AUC alone: with groups of 10 and more, of which the larger is at most five times the smaller, it covers at
        least {three(lowest(balanced)["coverage"])}; with few cases, many controls and a larger spread in the
        cases it falls to {three(lowest(newcombe)["coverage"])} ({_cell(lowest(newcombe))}).""",
        f"""Hanley and McNeil's variance supposes one family of scores; with another spread its interval covers
        {three(mean([r for r in by_method["hanley-mcneil"] if r["scores"] == "binormal-unequal"], "coverage"))} on
        average, with ratings
        {three(mean([r for r in by_method["hanley-mcneil"] if r["scores"] == "ratings"], "coverage"))}. Bamber's
        variance is unbiased, which makes the interval worse: it covers less often than DeLong's in
        {percent(shorter)} percent of the cells.""",
    ]
    boots = {word: own for word, own in by_method.items() if word.startswith("bootstrap")}
    if boots:
        sentences.append(_of_bootstraps(boots, delong))
    return bullets(sentences)


def _of_bootstraps(boots: dict[str, list[Row]], delong: list[Row]) -> str:
    """Say what resampling gains."""

    def covers(own: list[Row], size: int, *, near_one: bool = False) -> str:
        here = [row for row in own if _smaller(row) == size and (float(row["auc"]) > 0.9) == near_one]
        return three(mean(here, "coverage"))

    bca, basic, student = (boots[f"bootstrap-{kind}"] for kind in ("bca", "basic", "studentized"))
    lost = max(student, key=lambda row: float(row["not_estimable"]))
    return f"""**Of the bootstraps BCa's is the steadiest, and needs 20 subjects in the smaller group.** Up to an AUC
        of 0.9 it covers {covers(bca, 10)}, {covers(bca, 20)} and {covers(bca, 50)} on average where the smaller
        group is 10, 20 and 50, DeLong's interval {covers(delong, 10)}, {covers(delong, 20)} and
        {covers(delong, 50)}. At 0.95 and 0.99 it does not make up for few subjects: {covers(bca, 20, near_one=True)}
        with 20, {covers(bca, 200, near_one=True)} with 200. The basic bootstrap ({covers(basic, 20)} with 20) covers
        less often than DeLong's interval; the studentized one is good in large groups and has no value in many small
        ones (in {percent(float(lost["not_estimable"]))} percent of samples at {_cell(lost)})."""


def _smaller(row: Row) -> int:
    return min(int(row["cases"]), int(row["controls"]))


def _larger(row: Row) -> int:
    return max(int(row["cases"]), int(row["controls"]))


def of_comparisons() -> str:
    """Say which comparisons keep their level, and which have power."""
    rows = table("comparisons")
    equal = [row for row in rows if row["auc_1"] == row["auc_2"] and row["scores"] != CROSSING]

    def sizes(word: str, design: str, least: int = 0, most: int = 1000) -> list[float]:
        return sorted(
            float(row["rejected"])
            for row in equal
            if (row["method"], row["design"]) == (word, design) and least <= int(row["cases"]) <= most
        )

    def span(word: str, design: str, least: int = 0, most: int = 1000) -> str:
        held = sizes(word, design, least, most)
        return f"{three(held[0])} to {three(held[-1])}"

    def at(
        word: str, *, m: str, n: str, areas: tuple[str, str], r: str, scores: str = "binormal", design: str = "paired"
    ) -> Row:
        wanted = (word, design, m, n, *areas, r, scores)
        names = ("method", "design", "cases", "controls", "auc_1", "auc_2", "correlation", "scores")
        return next(row for row in rows if tuple(row[name] for name in names) == wanted)

    def crossing(word: str, design: str = "paired") -> str:
        r = "0.5" if design == "paired" else "0.0"
        return three(at(word, m="50", n="50", areas=("0.8", "0.8"), r=r, scores=CROSSING, design=design)["rejected"])

    def power(word: str, r: str) -> str:
        return three(at(word, m="50", n="50", areas=("0.8", "0.9"), r=r)["rejected"])

    def small_power(word: str) -> str:
        return three(at(word, m="10", n="10", areas=("0.8", "0.9"), r="0.9")["rejected"])

    near = at("delong", m="10", n="10", areas=("0.95", "0.95"), r="0.9")
    table_lost = max(float(row["not_estimable"]) for row in rows if row["method"] == "hanley-mcneil-1983")
    student_lost = max(float(row["not_estimable"]) for row in rows if row["method"] == "bootstrap-studentized")
    return bullets(
        [
            f"""**DeLong's test hardly ever rejects too often**: with equal areas in {span("delong", "paired")} of
            paired and {span("delong", "unpaired")} of unpaired samples; the largest shares are those of 10 + 10.
            With few subjects, areas near 1 and correlated tests it hardly rejects at all ({three(near["rejected"])}
            at 10 + 10, AUC 0.95, r = 0.9), so a large p-value says nothing there. With 50 + 50 and 200 + 200 it
            rejects in {span("delong", "paired", 50)}.""",
            f"""Bamber's variance makes it a little less careful: {span("bamber", "paired")} paired,
            {span("bamber", "unpaired")} unpaired.""",
            f"""**The permutation test keeps the level**: {span("permutation", "paired")} of samples. It needs no
            variance: at 10 + 10 and r = 0.9 it tells an AUC of 0.8 from one of 0.9 in {small_power("permutation")}
            of samples, DeLong's test in {small_power("delong")}. It is a test of exchangeable scores: where the
            areas are equal and the curves cross it rejects in {crossing("permutation")} of samples, DeLong's test in
            {crossing("delong")} (50 + 50, r = 0.5).""",
            f"""Venkatraman's test is meant to find crossing curves: it rejects those in {crossing("venkatraman")} of
            paired and {crossing("venkatraman", "unpaired")} of unpaired samples. Of two tests with equal curves
            it rejects {span("venkatraman", "paired")}.""",
            f"""Hanley and McNeil's test of 1983 has no value where its table ends, in up to {percent(table_lost)}
            percent of samples; with the Pearson correlation it rejects equal areas in
            {span("hanley-mcneil-1983", "paired")} of all, with Kendall's in
            {span("hanley-mcneil-1983-kendall", "paired")}.""",
            f"""**BCa's and the studentized bootstrap reject equal areas too often**:
            {span("bootstrap-bca", "paired")} and {span("bootstrap-studentized", "paired")} of paired samples, and
            the studentized one has no value in up to {percent(student_lost)} percent. The percentile bootstrap does
            so with 10 + 10 only ({span("bootstrap-percentile", "paired", 0, 10)};
            {span("bootstrap-percentile", "paired", 20)} with more); the normal one
            ({span("bootstrap-normal", "paired")}) is like DeLong's test, the basic one
            ({span("bootstrap-basic", "paired")}) rejects seldom.""",
            f"""Pairing pays: an AUC of 0.8 is told from one of 0.9 at 50 + 50 in {power("delong", "0.0")} of samples
            by DeLong's test where the tests are uncorrelated, in {power("delong", "0.5")} at r = 0.5 and in
            {power("delong", "0.9")} at r = 0.9.""",
        ]
    )


def of_proportions() -> str:
    """Say which intervals of a proportion keep their level."""
    every = table("proportion_intervals_summary")
    rows = [row for row in every if (row["from_p"], row["to_p"]) == ("0.500", "0.999")]

    def own(word: str) -> list[Row]:
        return [row for row in rows if row["method"] == word]

    def low(word: str) -> str:
        return three(lowest(own(word), "lowest_coverage")["lowest_coverage"])

    def average(word: str) -> str:
        values = sorted(float(row["mean_coverage"]) for row in own(word))
        return f"{three(values[0])} to {three(values[-1])}"

    def near_one(n: str) -> str:
        wanted = ("wald", n, "0.950")
        return three(next(row for row in every if (row["method"], row["n"], row["from_p"]) == wanted)["mean_coverage"])

    wald = lowest(own("wald"), "mean_coverage")
    dip = lowest(own("wilson"), "lowest_coverage")
    return bullets(
        [
            f"""**Clopper and Pearson's interval never covers less than 0.95** ({low("clopper-pearson")} at the
            lowest, at any size and proportion) and pays for it in width; Wilson's with a correction comes as near
            as {low("wilson-cc")}.""",
            f"""**Wilson's interval covers 0.95 on average** ({average("wilson")} by size), with single dips close to
            1 (to {three(dip["lowest_coverage"])} beside {float(dip["lowest_at"]):.3f} at n = {dip["n"]}). Those of
            Agresti and Coull's ({low("agresti-coull")}) and of mid-p ({low("mid-p")}) are shallower, and these are a
            little wider.""",
            f"""Jeffreys' and the likelihood interval are right on average too ({average("jeffreys")};
            {average("likelihood")}) with deeper dips ({low("jeffreys")}; {low("likelihood")}).""",
            f"""**Wald's interval is bad near 1 at any size**: proportions from 0.95 to 0.999 it covers in
            {near_one("20")} of samples on average at n = 20, {near_one("100")} at n = 100 and {near_one("500")} at
            n = 500; at n = {wald["n"]} all those from 0.5 in {three(wald["mean_coverage"])}.""",
        ]
    )


def of_differences() -> str:
    """Say which methods for a difference of proportions keep their level."""
    rows = table("proportion_differences_summary")

    def own(word: str) -> list[Row]:
        return [row for row in rows if row["method"] == word]

    def covers(word: str) -> str:
        held = own(word)
        least = lowest(held, "lowest_coverage")["lowest_coverage"]
        return f"{three(mean(held, 'mean_coverage'))} on average, {three(least)} at the lowest"

    def size(word: str) -> str:
        return three(max(float(row["largest_size"]) for row in own(word)))

    return bullets(
        [
            f"""Paired: Tango's interval covers {covers("tango")}; Newcombe's {covers("newcombe-paired")}; Bonett and
            Price's {covers("bonett-price")}; Agresti and Min's {covers("agresti-min")}. **Wald's covers
            {covers("wald-paired")}.**""",
            f"""Independent: Miettinen and Nurminen's interval covers {covers("miettinen-nurminen")}; Mee's
            {covers("mee")}; Newcombe's {covers("newcombe-independent")}; Agresti and Caffo's
            {covers("agresti-caffo")}. **Wald's covers {covers("wald-independent")}.**""",
            f"""**McNemar's exact test never exceeds its level** (at most {size("mcnemar-exact")}), but is far from
            it with few pairs; the mid-p test comes up to {size("mcnemar-midp")}, the asymptotic one to
            {size("mcnemar")}.""",
            f"""Fisher's exact test stays at {size("fisher")} or below. The score tests come up to
            {size("miettinen-nurminen")} (Miettinen and Nurminen) and {size("mee")} (Mee), in groups of unequal size
            and with proportions near 1; **Wald's test there comes up to {size("wald-independent")}**.""",
        ]
    )
