"""What to say beside an inference: where its method is weak for these data, and what to use instead.

Of an interval for one area the table of simulated coverage decides; nothing is said where it covered the area
about as often as it should, or where no other is better.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rocstats.empirical.statistic import Quantity
from rocstats.formatting import counted, decimals_for, fixed, level_text, listed, printable
from rocstats.methods.bamber import Bamber
from rocstats.methods.delong import DeLong
from rocstats.methods.hanley_mcneil import HanleyMcNeil
from rocstats.methods.hanley_mcneil_paired import HanleyMcNeilPaired
from rocstats.methods.interval_coverage import Regime
from rocstats.methods.method import SIDES, upper_quantile
from rocstats.methods.newcombe import newcombe_limits
from rocstats.methods.recommended_interval import by, call_of, percents, recommended, regime_of, studies
from rocstats.printing import Note
from rocstats.results import Alternative, Inference

SMALL_GROUP = 30
# Codes of the notes that the table of simulated coverage gives.
BY_COVERAGE = ("wald-rough", "low-coverage")
# By how much another interval must have covered the area more often to be worth a change.
WORTH_A_CHANGE = 0.01
WAY_OUT = "Report each area with an interval of its own: auc(sample.select(name), Newcombe())."
_NUMBERS = ("none", "one", "two", "three", "four")


def advise(
    quantity: Quantity, method: Any, found: Inference, *, level: float, alternative: Alternative
) -> tuple[Note, ...]:
    """Return all notes of an inference, the gravest first: its own, then the advice for its regime."""
    own = list(found.notes)
    if not found.estimable and found.pvalue is None and quantity.statistic.name == "AUC":
        own = [_with_remedy(note, quantity, method, level, alternative) for note in own]
    advice = [*below_chance(quantity, found.values), *_design_not_stated(quantity)]
    advice += getattr(quantity.statistic, "notes", ())
    by_variance = isinstance(method, DeLong | HanleyMcNeil | HanleyMcNeilPaired | Bamber)
    if found.estimable and quantity.single:
        if quantity.statistic.name == "AUC":
            advice += [*_one_subject(quantity, found), *_better(quantity, method, found, level, alternative)]
    elif found.estimable:
        advice += edge_areas(quantity, found.values) + (small_groups(quantity) if by_variance else [])
    return (*own, *advice)


def _with_remedy(note: Note, quantity: Quantity, method: Any, level: float, alternative: Alternative) -> Note:
    """Name the interval that the data do allow, where a method could give none for an AUC."""
    if not quantity.single:
        way_out = WAY_OUT if quantity.paired else WAY_OUT.replace("sample.select(name)", "first")
        if quantity.paired and note.code == "zero-variance" and quantity.weights == (1.0, -1.0):
            way_out += " A p-value that needs no variance: compare_auc(sample, method=Permutation())."
        return replace(note, text=f"{note.text} {way_out}")
    ((sample, _),) = quantity.parts
    sides = SIDES[alternative]
    z = upper_quantile(level, sides)
    low, high = newcombe_limits(quantity.values()[0], sample.n_cases, sample.n_controls, z)
    low, high = (0.0 if sides == "upper" else low), (1.0 if sides == "lower" else high)
    decimals = decimals_for([], [(low, high)])
    published = not hasattr(sample, "cases")
    call = "auc_from_summary(..., method=Newcombe())" if published else "auc(sample, Newcombe())"
    return replace(
        note,
        text=f"{note.text} {_simulated_without(regime_of(quantity), method)}Newcombe's {level_text(level)} percent "
        f"interval, which does not need that variance, is {fixed(low, decimals)} to {fixed(high, decimals)}: {call}.",
    )


def _better(quantity: Quantity, method: Any, found: Inference, level: float, alternative: Alternative) -> list[Note]:
    """Say where the interval of one area covered it less often than it should, and another did better."""
    regime = regime_of(quantity)
    own = regime.methods.get(method.card.id)
    if found.interval is None or own is None or own.acceptable:
        return []
    other = recommended(quantity, level, alternative)
    better = regime.methods[other.card.id]
    if better.coverage < own.coverage + WORTH_A_CHANGE:
        return []
    call = f"auc(sample, {call_of(other)})"
    if not hasattr(quantity.parts[0][0], "cases"):
        call = f"auc_from_summary(..., method={call_of(other)})"
    of_those = "" if better.acceptable else ", the best of those simulated"
    wald = isinstance(method, DeLong | HanleyMcNeil | Bamber) and getattr(method, "scale", "identity") == "identity"
    return [
        Note(
            "wald-rough" if wald else "low-coverage",
            f"in {studies(regime)}, the 95 percent interval {by(method.card)} covered the AUC in as few as "
            f"{percents([own.coverage])} (worst of four kinds of scores, no interval being a miss), that "
            f"{by(other.card)} in at least "
            f"{percents([better.coverage])}. Report the latter{of_those}: {call}.",
        )
    ]


def _simulated_without(regime: Regime, method: Any) -> str:
    """Say how often Newcombe's interval covered the area, and how often one that these data do not have.

    What the kinds of bootstrap lack they lack for one reason, which is said once.
    """
    own = None if method.card.id.startswith("bootstrap") else regime.methods.get(method.card.id)
    other = ""
    if own is not None:
        other = f", that {by(method.card)} in as few as {percents([own.coverage])}"
    return (
        f"In {studies(regime)}, the 95 percent interval by Newcombe's method 5 covered the AUC in at least "
        f"{percents([regime.methods['newcombe'].coverage])} (worst of four kinds of scores, no interval being "
        f"a miss){other}. "
    )


def below_chance(quantity: Quantity, values: Sequence[float]) -> list[Note]:
    """Say which areas lie below one half, where the stated direction may be the wrong one."""
    if quantity.statistic.name != "AUC":
        return []
    names = [test.name for sample, _ in quantity.parts for test in sample.tests]
    below = [printable(name) for name, value in zip(names, values, strict=True) if value < 0.5]
    if not below:
        return []
    which = f"the AUC of {listed(below)} is" if not quantity.single else "the AUC is"
    return [
        Note(
            "below-chance",
            f"{which} below 0.5: controls tend to score on the positive side. The direction is the stated one and was "
            "not turned.",
        )
    ]


def _design_not_stated(quantity: Quantity) -> list[Note]:
    """Say for which share of cases a value holds, where the data do not say how it came about."""
    if not quantity.statistic.prevalence or all(sample.design for sample, _ in quantity.parts):
        return []
    shares = [(sample.n_cases, sample.n_cases + sample.n_controls) for sample, _ in quantity.parts]
    decimals = decimals_for([m / total for m, total in shares])
    shown = listed([f"{m} of {total} ({fixed(m / total, decimals)})" for m, total in shares])
    name = quantity.statistic.name
    instead = " or a prevalence" if hasattr(quantity.statistic, "at_prevalence") else ""
    return [
        Note(
            "design-not-stated",
            f"the design was not stated. {name[0].upper()}{name[1:]} holds for the share of cases in these data, "
            f'{shown}; state design="cohort"{instead}.',
        )
    ]


def _small_groups(quantity: Quantity) -> tuple[list[str], int]:
    """List the groups of fewer than 30 subjects, and count all groups."""
    cases = [sample.n_cases for sample, _ in quantity.parts]
    controls = [sample.n_controls for sample, _ in quantity.parts]
    words = []
    for sizes, noun in ((cases, "case"), (controls, "control")):
        small = [size for size in sizes if size < SMALL_GROUP]
        if small:
            head, last = [str(s) for s in small[:-1]], counted(small[-1], noun)
            words.append(listed([*head, last]))
    return words, len(cases) + len(controls)


def _one_subject(quantity: Quantity, found: Inference) -> list[Note]:
    """Say where a standard error rests on an assumed shape alone."""
    ((sample, _),) = quantity.parts
    if found.standard_error is None or min(sample.n_cases, sample.n_controls) > 1:
        return []
    text = "a group holds one subject, so the standard error rests on the shape that the method assumes alone."
    return [Note("one-subject", text)]


def edge_areas(quantity: Quantity, values: Sequence[float]) -> list[Note]:
    """Say which values lie at an end of the range, where their own variance counts as zero."""
    names = [printable(test.name) for sample, _ in quantity.parts for test in sample.tests]
    at_edge = [(name, value) for name, value in zip(names, values, strict=True) if value in quantity.statistic.bounds]
    if not at_edge or len(at_edge) == len(values):
        return []
    shown = listed([f"{name} ({value:g})" for name, value in at_edge])
    return [
        Note(
            "edge-area",
            f"the {quantity.statistic.name} of {shown} is at the end of its range, and its variance counts as zero; a "
            "standard error that rests on it is too small.",
        )
    ]


def small_groups(quantity: Quantity) -> list[Note]:
    """Say which groups are too small for a normal approximation of a difference."""
    small, groups = _small_groups(quantity)
    if not small:
        return []
    n_small = sum(size < SMALL_GROUP for s, _ in quantity.parts for size in (s.n_cases, s.n_controls))
    verb = "has" if n_small == 1 else "have"
    which = (
        "both groups have" if n_small == groups == 2 else f"{_NUMBERS[n_small]} of the {_NUMBERS[groups]} groups {verb}"
    )
    return [
        Note(
            "small-groups",
            f"{which} fewer than {SMALL_GROUP} subjects ({', '.join(small)}); the normal approximation is rough here."
            f"{_second_opinion(quantity)}",
        )
    ]


def _second_opinion(quantity: Quantity) -> str:
    """Name what does better in small groups, if anything does.

    In simulated comparisons of areas in groups of fewer than 30 the bootstrap by percentiles covered the difference
    less often than DeLong's interval and called equal areas different more often; swapped ranks kept nearer to the
    level than either.
    """
    if quantity.statistic.name != "AUC":
        return " Check with Bootstrap()."
    if quantity.paired and quantity.weights == (1.0, -1.0):
        return " Permutation() tests equal areas without it."
    return ""
