"""The areas under the ROC curves of several classes, each with a bootstrap interval.

References: [hand2001]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np

from rocstats.data.class_scores import ClassScores
from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.sample import Sample
from rocstats.empirical.area import AUC
from rocstats.empirical.multiclass import AreaName, PreparedClasses, area_names, exact_areas, groups
from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.statistic import Quantity, Statistic
from rocstats.errors import MethodError
from rocstats.formatting import listed, printable, shown
from rocstats.inference.multiclass_result import MultiClassAreas, named
from rocstats.methods.bootstrap import Bootstrap, Replicates
from rocstats.methods.method import checked_level, not_estimable
from rocstats.methods.replicates import Draws, Rng, by_block, collapsed, seed_of
from rocstats.printing import Note
from rocstats.results import Inference

_KINDS = ("percentile", "basic", "normal")
_EPSILON = 2.0**-52


def multiclass_auc(
    data: ClassScores, method: Bootstrap | None = None, *, level: float = 0.95, rng: Rng = None
) -> MultiClassAreas:
    """Estimate the areas of several classes: of each pair, of each class against the rest, and their averages.

    The area of a pair is the mean of two: subjects of either class, ranked by the score of the one and by that of the
    other. M of Hand and Till is the mean over all pairs and does not depend on the shares of the classes. The area of a
    class against the rest does, for the rest is a mixture, and so do the averages that are weighted by class size:
    they hold for the class sizes in these data. An average hides a pair that is not told apart; look at the pairs.

    Resamples are drawn within each class, so class sizes stay as they are; ``Bootstrap(stratified=False)`` draws
    all subjects together and lets them vary. An area that rests on a class of one subject has no interval; in the rest
    that another class stands against, such a subject is in every resample. A class that has scores but no subjects is
    left out, with a note. With two classes and scores p and 1 - p all areas are the AUC.

    Parameters
    ----------
    data : ClassScores
        The true class and the scores of each subject.
    method : Bootstrap, optional
        ``Bootstrap(rng=rng)`` unless stated; its kind is "percentile", "basic" or "normal".
    level : float
        Confidence level of the intervals, which are two-sided and not adjusted for their number.
    rng : int, numpy Generator or None
        Seed of the bootstrap, where no method is stated.

    Returns
    -------
    MultiClassAreas

    Raises
    ------
    TypeError
        The data are no ``ClassScores``, or the method no ``Bootstrap``.
    MethodError
        The kind of bootstrap or the level does not serve.

    References
    ----------
    [hand2001], [davison1997]

    Examples
    --------
    >>> truth = ["a", "a", "b", "b", "c", "c"]
    >>> scores = {"a": [5, 4, 3, 1, 2, 1], "b": [1, 2, 4, 2, 1, 3], "c": [0, 1, 1, 2, 5, 4]}
    >>> found = multiclass_auc(ClassScores.from_truth(truth, scores), rng=1)
    >>> round(found.hand_till.estimate, 4)
    0.9375
    """
    if not isinstance(data, ClassScores):
        raise TypeError(
            f"multiclass_auc takes ClassScores, not {type(data).__name__}; make them with "
            "ClassScores.from_truth(truth, scores), a column of scores for each class."
        )
    level = checked_level(level)
    if method is not None and rng is not None:
        raise MethodError("rng belongs to the method that was stated: Bootstrap(rng=...).")
    chosen = _checked(Bootstrap(rng=rng) if method is None else method)
    held, notes = _with_subjects(data)
    # The seed is settled once, so that all areas are judged on the same replicates.
    chosen = replace(chosen, rng=seed_of(chosen.rng))
    stratified = chosen.stratified is not False
    names = area_names(held.classes)
    lonely = {place for place, size in enumerate(held.sizes) if size == 1}
    drawn = _draw(held, names, chosen, stratified)
    areas = []
    for place, (name, exact) in enumerate(zip(names, exact_areas(held), strict=True)):
        known = not lonely & set(name.classes) and not _against_one(name, held)
        found = _judged(float(exact), drawn[place] if known else None, chosen, level)
        areas.append(named(name, held.classes, found))
    unit = "resamples of subjects within each class" if stratified else "resamples of subjects"
    return MultiClassAreas(
        truth=held.truth,
        classes=held.classes,
        sizes=held.sizes,
        n_dropped=held.n_dropped,
        level=level,
        method=chosen.card,
        seed=cast(int, chosen.rng),
        resampled=f"{chosen.n_resamples} {unit}, seed {chosen.rng}",
        areas=tuple(areas),
        notes=(*_lonely(held, lonely), *_silent(areas), *notes, *_shares(held, stratified)),
    )


def _checked(method: Any) -> Bootstrap:
    """Refuse a method that does not serve areas of several classes."""
    if not isinstance(method, Bootstrap):
        raise TypeError(
            f"method is {shown(method)}; areas of several classes have bootstrap intervals: Bootstrap(rng=...)."
        )
    if method.kind not in _KINDS:
        kinds = listed([f'"{kind}"' for kind in _KINDS], "or")
        raise MethodError(f'kind is "{method.kind}"; areas of several classes are judged with {kinds}.')
    return method


def _with_subjects(data: ClassScores) -> tuple[ClassScores, tuple[Note, ...]]:
    """Leave out classes that have scores and no subjects, and say so."""
    sizes = data.sizes
    kept = [place for place, size in enumerate(sizes) if size]
    if len(kept) == len(sizes):
        return data, ()
    without = listed([printable(data.classes[place]) for place, size in enumerate(sizes) if not size])
    text = f"no subject is of class {without}; its scores are not used, and averages are of the other classes."
    reduced = replace(
        data,
        scores=data.scores[:, kept],
        codes=np.searchsorted(kept, data.codes),
        classes=tuple(data.classes[place] for place in kept),
    )
    return reduced, (Note("empty-class", text),)


class _Classes:
    """Replicates of all areas; each block has places of its own to write to."""

    def __init__(self, data: ClassScores, names: int, method: Bootstrap, stratified: bool) -> None:
        kinds = tuple(DiagnosticTest(f"score {place + 1}") for place in range(len(data.classes)))
        rows = [_collapsed(scores, p, kinds) for scores, p in groups(data)]
        self.sizes = [len(group.cases) for group in rows]
        self.areas = PreparedClasses([group.cases for group in rows])
        self.values = np.empty((method.n_resamples, names))
        # One class is drawn as the cases of a sample, whose one control is never looked at.
        samples = rows if stratified else [_together(rows)]
        self.draws = [
            Draws(
                sample,
                n_resamples=method.n_resamples,
                seed=cast(int, method.rng),
                part=part,
                stratified=stratified,
                purpose="classes",
            )
            for part, sample in enumerate(samples)
        ]
        self._stratified = stratified

    def work(self, block: int) -> Iterator[slice]:
        """Fill in the areas of a block."""
        drawn = [list(draws.of_block(block)) for draws in self.draws]
        place = slice(drawn[0][0][0].start, drawn[0][-1][0].stop)
        if self._stratified:
            weights = [np.concatenate([cases for _, cases, _ in batches]) for batches in drawn]
        else:
            everybody = np.concatenate([np.hstack([cases, controls]) for _, cases, controls in drawn[0]])
            weights = np.split(everybody, np.cumsum(self.sizes)[:-1], axis=1)
        self.values[place] = self.areas.weighted(weights)
        yield place


def _draw(data: ClassScores, names: tuple[AreaName, ...], method: Bootstrap, stratified: bool) -> list[Replicates]:
    """Return the replicates of each area."""
    classes = _Classes(data, len(names), method, stratified)
    by_block(classes.work, classes.draws[0], method.workers)
    count = len(data.classes)
    return [
        Replicates(
            values=column[np.isfinite(column)],
            errors=None,
            # Each area is a mean of at most so many others, each within rounding of its fraction.
            slack=4 * (1 + count * count) * _EPSILON,
            seed=cast(int, method.rng),
            stratified=stratified,
        )
        for column in classes.values.T
    ]


def _collapsed(scores: Floats, frequencies: Integers, kinds: tuple[DiagnosticTest, ...]) -> Sample:
    """Return one class as the cases of a sample, rows that are alike counted together."""
    sample = Sample(
        cases=scores,
        controls=np.zeros((1, len(kinds))),
        tests=kinds,
        truth="class",
        positive="this class",
        case_counts=frequencies,
    )
    return collapsed(sample)


def _together(rows: list[Sample]) -> Sample:
    """Return all classes as one sample: the first as cases, the others as controls."""
    first, *others = rows
    return replace(
        first,
        controls=np.concatenate([group.cases for group in others]),
        control_counts=np.concatenate([group.frequencies[0] for group in others]),
    )


@dataclass(frozen=True, slots=True)
class _Known:
    """An area whose value is known already."""

    value: float
    name = "area"
    title = AUC.title
    plural = AUC.plural
    bounds = AUC.bounds
    prevalence = AUC.prevalence

    def __call__(self, sample: Sample) -> Floats:
        return np.array([self.value])


@dataclass(frozen=True, slots=True)
class _Nobody:
    """Stands where a quantity has a sample of cases and controls."""

    tests: tuple[DiagnosticTest, ...] = (DiagnosticTest("area"),)


def _judged(value: float, drawn: Replicates | None, method: Bootstrap, level: float) -> Inference:
    """Return the inference for one area."""
    if drawn is None:
        return not_estimable((value,), value)
    quantity = Quantity(cast(Statistic, _Known(value)), ((cast(Sample, _Nobody()), (1.0,)),))
    return method.judge(quantity, drawn, level=level, alternative="two-sided", null=None)


def _against_one(name: AreaName, data: ClassScores) -> bool:
    """Say whether a class stands against a rest of one subject."""
    return name.kind == "one versus rest" and data.total - data.sizes[name.classes[0]] == 1


def _lonely(data: ClassScores, lonely: set[int]) -> list[Note]:
    """Name the classes of one subject."""
    if not lonely:
        return []
    which = listed([printable(data.classes[place]) for place in sorted(lonely)])
    verb, of = ("class {} has", "it") if len(lonely) == 1 else ("classes {} have", "them")
    text = (
        f"{verb.format(which)} one subject, and a resample of one subject is always the same. No standard error or "
        f"interval is given for areas that rest on {of}, averages included."
    )
    return [Note("one-subject", text)]


def _silent(areas: list[Any]) -> list[Note]:
    """Pass on what the method had to say, each kind of note once with the areas that it is about."""
    about: dict[str, list[str]] = {}
    texts: dict[str, str] = {}
    for area in areas:
        for note in area.inference.notes:
            about.setdefault(note.code, []).append(printable(area.label))
            texts.setdefault(note.code, note.text)
    instead = (
        " Newcombe's interval does not need spread: auc_from_summary(area, n_cases=..., n_controls=..., "
        "method=Newcombe()), with the sizes of the two groups."
    )
    return [
        Note(code, f"{_areas(labels)}: {texts[code]}{instead if code == 'zero-variance' else ''}")
        for code, labels in about.items()
    ]


def _areas(labels: list[str]) -> str:
    if len(labels) > 3:
        return f"{labels[0]} and {len(labels) - 1} other areas"
    return "; ".join(labels)


def _shares(data: ClassScores, stratified: bool) -> list[Note]:
    """Say which areas hold for these class sizes only."""
    if len(data.classes) == 2:
        return []
    held = ", which the resamples keep; Bootstrap(stratified=False) lets them vary" if stratified else ""
    text = f"areas against the rest and weighted averages hold for the class sizes in these data{held}."
    return [Note("class-sizes", text)]
