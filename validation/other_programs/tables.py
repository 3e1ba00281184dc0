"""Tables of counts by rocstats, as tables.R asks epiR, R's stats package and a few others for them."""

from __future__ import annotations

from collections.abc import Iterator

from areas import SIDES
from data_sets import DataSets
from quantity import Key, Quantity

import rocstats
from rocstats import (
    AgrestiCaffo,
    AgrestiCoull,
    ClopperPearson,
    Counts,
    FisherExact,
    IndependentNewcombe,
    IndependentWald,
    Jeffreys,
    McNemar,
    MiettinenNurminen,
    Wilson,
)
from rocstats.methods.relative_proportions import KatzRatio

Cells = tuple[int, int, int, int]
SHARES = ("sensitivity", "specificity", "ppv", "npv", "accuracy")
WAYS = {"exact": ClopperPearson(), "wilson": Wilson(), "jeffreys": Jeffreys(), "agresti": AgrestiCoull()}
RATIOS = {
    "positive likelihood ratio": "lr_positive",
    "negative likelihood ratio": "lr_negative",
    "diagnostic odds ratio": "odds_ratio",
    "youden's index": "youden",
}
ADJUSTMENTS = ("holm", "hochberg", "hommel", "bonferroni", "bh")
INDEPENDENT = {
    "wald-independent": IndependentWald(),
    "agresti-caffo": AgrestiCaffo(),
    "newcombe-independent": IndependentNewcombe(),
    "score difference": MiettinenNurminen(small_sample=False),
}

QUANTITIES = (
    Quantity("share", "epiR", "epi.tests(table)$detail", "accuracy(counts).sensitivity.estimate, …"),
    *(
        Quantity(
            f"interval of a share, {way}",
            "epiR",
            f'epi.tests(table, method = "{way}")$detail',
            f"accuracy(counts, {type(method).__name__}()).sensitivity.interval, …",
        )
        for way, method in WAYS.items()
    ),
    *(
        Quantity(name, "epiR", "epi.tests(table)$detail", f"accuracy(counts, ClopperPearson()).{ours}")
        for name, ours in RATIOS.items()
    ),
    Quantity("clopper-pearson", "R stats", "binom.test(x, n)$conf.int", "proportion(x, n, ClopperPearson()).interval"),
    Quantity("wilson", "R stats", "prop.test(x, n, correct = FALSE)$conf.int", "proportion(x, n, Wilson()).interval"),
    Quantity(
        "wilson-cc",
        "R stats",
        "prop.test(x, n, correct = TRUE)$conf.int",
        "proportion(x, n, Wilson(continuity=True)).interval",
    ),
    Quantity(
        "binomial test",
        "R stats",
        "binom.test(x, n, p = 0.8, alternative)$p.value",
        "proportion(x, n, ClopperPearson(), null_value=0.8, alternative=side).pvalue",
    ),
    Quantity("mcnemar", "R stats", "mcnemar.test(cells, correct = FALSE)", "McNemar().statistic(pairs) ** 2, .pvalue"),
    Quantity(
        "mcnemar corrected",
        "R stats",
        "mcnemar.test(cells, correct = TRUE)$p.value",
        "McNemar(continuity_correction=True).pvalue(pairs)",
    ),
    Quantity("mcnemar exact", "R stats", "binom.test(n10, n10 + n01)$p.value", 'McNemar("exact").pvalue(pairs)'),
    Quantity(
        "mcnemar mid-p",
        "coin",
        'midpvalue(mh_test(cells, distribution = "exact"))',
        'McNemar("mid-p").pvalue(pairs)',
    ),
    Quantity(
        "fisher", "R stats", "fisher.test(cells, alternative)$p.value", "FisherExact().pvalue(groups, alternative=side)"
    ),
    Quantity(
        "wald-independent",
        "R stats",
        "prop.test(c(x1, x2), c(n1, n2), correct = FALSE)$conf.int",
        "IndependentWald().interval(groups)",
    ),
    Quantity("agresti-caffo", "Epi", 'ci.pd(…, method = "AC")', "AgrestiCaffo().interval(groups)"),
    Quantity("newcombe-independent", "Epi", 'ci.pd(…, method = "Nc")', "IndependentNewcombe().interval(groups)"),
    Quantity(
        "score difference",
        "epiR",
        "epi.2by2(table)$massoc.detail$ARisk.strata.score",
        "MiettinenNurminen(small_sample=False).interval(groups)",
        absolute=2e-7,
        why="epiR stops its search some 1e-7 from the limit: put into the equation, rocstats' limits solve it to the "
        "last digits, epiR's do not.",
    ),
    Quantity(
        "ratio of proportions",
        "epiR",
        "epi.2by2(table)$massoc.detail$RR.strata.wald",
        "KatzRatio().infer(groups).interval",
    ),
    Quantity("kappa", "epiR", "epi.kappa(cells)$kappa$est", "cohen_kappa(cells).estimate"),
    Quantity("kappa standard error", "vcd", 'Kappa(cells)$Unweighted[["ASE"]]', "cohen_kappa(cells).standard_error"),
    *(
        Quantity(
            f"adjusted p-value, {word}",
            "R stats",
            f'p.adjust(p, "{word.upper() if word == "bh" else word}")',
            f'adjust_pvalues(p, "{word}")',
        )
        for word in ADJUSTMENTS
    ),
)


def recompute(data: DataSets) -> Iterator[tuple[Key, float | None]]:
    """Give every quantity of this room for every data set."""
    for name, cells in data.tables.items():
        yield from _accuracy(name, cells)
        yield from _proportion(name, cells[0], cells[0] + cells[1])
        yield from _pairs(name, cells)
        yield from _groups(name, cells)
    for name, square in data.squares.items():
        found = rocstats.cohen_kappa(square)
        yield ("kappa", name, ""), found.estimate
        yield ("kappa standard error", name, ""), found.standard_error
    for name, family in data.families.items():
        for word in ADJUSTMENTS:
            for i, p in enumerate(rocstats.adjust_pvalues(family, word), start=1):
                yield (f"adjusted p-value, {word}", name, str(i)), p


def _accuracy(name: str, cells: Cells) -> Iterator[tuple[Key, float | None]]:
    counts = Counts(tp=cells[0], fp=cells[1], fn=cells[2], tn=cells[3])
    for way, method in WAYS.items():
        found = rocstats.accuracy(counts, method)
        for share in SHARES:
            measure = found.measure(share)
            if way == "exact":
                yield ("share", name, share), measure.estimate
            for end in ("low", "high"):
                yield (f"interval of a share, {way}", name, f"{share} {end}"), getattr(measure.interval, end, None)
    for quantity, word in RATIOS.items():
        measure = rocstats.accuracy(counts, ClopperPearson()).measure(word)
        yield (quantity, name, "estimate"), measure.estimate
        for end in ("low", "high"):
            yield (quantity, name, end), getattr(measure.interval, end, None)


def _proportion(name: str, x: int, n: int) -> Iterator[tuple[Key, float | None]]:
    if n == 0:
        return
    ways = {"clopper-pearson": ClopperPearson(), "wilson": Wilson(), "wilson-cc": Wilson(continuity=True)}
    for way, method in ways.items():
        interval = rocstats.proportion(x, n, method).interval
        for end in ("low", "high"):
            yield (way, name, end), getattr(interval, end, None)
    for theirs, ours in SIDES.items():
        found = rocstats.proportion(x, n, ClopperPearson(), null_value=0.8, alternative=ours)
        yield ("binomial test", name, theirs), found.pvalue


def _pairs(name: str, cells: Cells) -> Iterator[tuple[Key, float | None]]:
    pairs = ((cells[0], cells[1]), (cells[2], cells[3]))
    if cells[1] + cells[2] == 0:
        return
    z = McNemar().statistic(pairs)
    yield ("mcnemar", name, "statistic"), None if z is None else z**2
    yield ("mcnemar", name, "p-value"), McNemar().pvalue(pairs)
    yield ("mcnemar corrected", name, "p-value"), McNemar(continuity_correction=True).pvalue(pairs)
    yield ("mcnemar exact", name, "p-value"), McNemar("exact").pvalue(pairs)
    yield ("mcnemar mid-p", name, "p-value"), McNemar("mid-p").pvalue(pairs)


def _groups(name: str, cells: Cells) -> Iterator[tuple[Key, float | None]]:
    groups = ((cells[0], cells[0] + cells[1]), (cells[2], cells[2] + cells[3]))
    if not (groups[0][1] and groups[1][1]):
        return
    for theirs, ours in SIDES.items():
        yield ("fisher", name, theirs), FisherExact().pvalue(groups, alternative=ours)
    for word, method in INDEPENDENT.items():
        interval = method.interval(groups)
        for end in ("low", "high"):
            yield (word, name, end), getattr(interval, end, None)
    ratio = KatzRatio().infer(groups)
    for end in ("low", "high"):
        yield ("ratio of proportions", name, end), None if ratio is None else getattr(ratio.interval, end, None)
