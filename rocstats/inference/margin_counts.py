"""Margins on a sensitivity or specificity from counts: the interval and the one-sided tests that decide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from rocstats.data.counts import Counts
from rocstats.data.paired_counts import PairedCounts
from rocstats.errors import DataError, MethodError
from rocstats.formatting import counted, listed, printable, shown, wrapped
from rocstats.inference.margin_result import ROLES, Claim, Hypothesis, MarginDecision
from rocstats.methods.miettinen_nurminen import MiettinenNurminen
from rocstats.methods.proportion_differences import DifferenceMethod
from rocstats.methods.tango import Tango
from rocstats.printing import Note
from rocstats.results import Inference, Subjects, data_lines

Side = Literal["greater", "less"]
_PLURALS = {"sensitivity": "sensitivities", "specificity": "specificities"}
# Counts for which every method that has intervals has one, paired or not.
_ANY = ((3, 5), (2, 6))
_GROUPS = {"sensitivity": "cases", "specificity": "controls"}


def decide_counts(
    first: Counts | PairedCounts,
    second: Counts | None,
    measure: str | None,
    method: DifferenceMethod | None,
    claim: Claim,
    margin: float,
    sides: Sequence[tuple[float, Side]],
    *,
    level: float,
) -> MarginDecision:
    """Compare a proportion between two tests, and judge the difference against each null value on its side."""
    if not isinstance(measure, str) or measure not in _PLURALS:
        raise MethodError(f'measure is {shown(measure)}; of counts it must be "sensitivity" or "specificity".')
    if isinstance(first, PairedCounts):
        if second is not None:
            raise DataError("paired counts hold both tests; leave out the second place.")
        pairs = first.cases if measure == "sensitivity" else first.controls.negatives
        table: Any = pairs
        shares = ((pairs.first, pairs.total), (pairs.second, pairs.total))
        detail = f"correct by the first only: {pairs.n10}, by the second only: {pairs.n01}"
        tables = (first.first, first.second)
        paired = True
    else:
        if not isinstance(second, Counts):
            raise DataError(
                "a comparison takes two tests: Counts of the new one and Counts of the reference, of different "
                "subjects; or PairedCounts, of the same subjects."
            )
        tables, paired, detail = (first, second), False, ""
        shares = (_share(first, measure), _share(second, measure))
        table = shares
    method = _checked(method, paired)
    names = _names(tables)
    (x1, n1), (x2, n2) = shares
    if not n1 or not n2:
        raise DataError(f"there are no {_GROUPS[measure]} in a table, so there is no difference in {measure} to judge.")
    interval = method.interval(table, level=level)
    notes = []
    if interval is None:
        if method.interval(_ANY, level=level) is None:
            raise MethodError(f"{method.card.name} gives no interval, and a margin is judged by one.")
        notes.append(_without_width(method, paired))
    estimable = interval is not None
    inference = Inference(
        values=(x1 / n1, x2 / n2),
        estimate=(x1 * n2 - x2 * n1) / (n1 * n2),
        interval=interval,
        estimable=estimable,
        notes=tuple(notes),
    )
    hypotheses = tuple(
        Hypothesis(
            null_value=null,
            alternative=side,
            statistic=None,
            pvalue=method.pvalue(table, null=null, alternative=side) if estimable else None,
        )
        for null, side in sides
    )
    said = [f"{printable(name)} {x}/{n}" for name, (x, n) in zip(names, shares, strict=True)]
    said = said if paired else [f"first {x1}/{n1}", f"second {x2}/{n2}"]
    return MarginDecision(
        claim=claim,
        parameter=measure,
        plural=_PLURALS[measure],
        margin=margin,
        higher_is_better=True,
        inference=inference,
        hypotheses=hypotheses,
        tests=names,
        subjects=_subjects(tables, paired),
        paired=paired,
        method=method.card,
        level=level,
        data=_data_lines(tables, names, paired),
        counted=(f"n/N: {', '.join(said)}", *([detail] if detail else [])),
        notes=tuple(notes),
    )


def _share(counts: Counts, measure: str) -> tuple[int, int]:
    return (counts.tp, counts.n_cases) if measure == "sensitivity" else (counts.tn, counts.n_controls)


def _checked(method: Any, paired: bool) -> DifferenceMethod:
    """Return the method, the default one unless stated, or refuse one that does not fit."""
    if method is None:
        return Tango() if paired else MiettinenNurminen()
    instead = "Tango()" if paired else "MiettinenNurminen()"
    if isinstance(method, type) or not hasattr(method, "interval") or not hasattr(method, "paired"):
        name = f"the class {method.__name__}" if isinstance(method, type) else type(method).__name__
        raise MethodError(f"a difference of proportions needs a method such as {instead}; it got {name}.")
    if method.paired != paired:
        held, served = ("paired", "unpaired") if paired else ("unpaired", "paired")
        raise MethodError(f"{method.card.name} serves {served} counts, and these are {held}; use {instead}.")
    return method  # type: ignore[no-any-return]


def _without_width(method: DifferenceMethod, paired: bool) -> Note:
    instead = "Tango()" if paired else "MiettinenNurminen()"
    text = (
        f"{method.card.name} finds no variance in these counts, which no finite study can show. No interval or "
        f"decision is given; use method={instead}, which does not need that variance."
    )
    return Note("zero-variance", text)


def _names(tables: tuple[Counts, Counts]) -> tuple[str, str]:
    first, second = ("" if one.test is None else one.test.name for one in tables)
    return first or "first", second or "second"


def _subjects(tables: tuple[Counts, Counts], paired: bool) -> tuple[Subjects, ...]:
    known = [
        one.subjects or Subjects(truth="", positive="", n_cases=one.n_cases, n_controls=one.n_controls, n_dropped=0)
        for one in tables
    ]
    return tuple(known[:1] if paired else known)


def _data_lines(tables: tuple[Counts, Counts], names: tuple[str, str], paired: bool) -> tuple[str, ...]:
    """Say which two tests these are, by which rules, and how many subjects there are."""
    subjects = _subjects(tables, paired)
    rules = [
        f"{printable(one.test.name)} {one.test.rule(one.threshold)}"
        for one in tables
        if one.test is not None and one.threshold is not None
    ]
    rule = (
        wrapped(f"positive if {listed(list(dict.fromkeys(rules)))}", rest=" ", width=73).splitlines()
        if len(rules) == 2
        else []
    )
    if all(one.truth for one in subjects):
        lines = data_lines(subjects, tests=names, roles=ROLES) if paired else data_lines(subjects)
        return (*lines[: -len(subjects)], *rule, *lines[-len(subjects) :])
    sizes = [f"{counted(one.n_cases, 'case')}, {counted(one.n_controls, 'control')}" for one in tables]
    if paired:
        shown = listed([f"{printable(name)} ({role})" for name, role in zip(names, ROLES, strict=True)])
        return (f"{shown}, counts of pairs", *rule, sizes[0])
    heads = [
        head if one.test is None else f"{head}: {printable(one.test.name)}"
        for head, one in zip(("first", "second"), tables, strict=True)
    ]
    return ("2x2 tables of counts", *rule, *(f"{head}, {size}" for head, size in zip(heads, sizes, strict=True)))
