"""The partial area under the ROC curve: of one test, with a difference between two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

from rocstats.data.sample import Sample
from rocstats.empirical.partial_area import AreaScale, PartialAUC
from rocstats.empirical.score_table import check_sample, one_test
from rocstats.empirical.statistic import Quantity
from rocstats.empirical.written import as_written
from rocstats.formatting import counted, fixed, listed, plain, printable
from rocstats.inference.estimates import checked_null, compare, estimate
from rocstats.inference.partial_area_result import SCALES, PartialArea, PartialAreaComparison, ScaledArea
from rocstats.methods.advice import small_groups
from rocstats.methods.delong import DeLong
from rocstats.methods.method import Method
from rocstats.printing import Note
from rocstats.results import Alternative, Interval

_FEW = 10
_HANDFUL = 3
_WAY_OUT = "Take a wider band, or the whole area with an interval that needs no variance: auc(sample, Newcombe())."


def partial_auc(
    sample: Sample,
    method: Method | None = None,
    *,
    fpf: tuple[float, float] | None = None,
    tpf: tuple[float, float] | None = None,
    scale: AreaScale = "raw",
    level: float = 0.95,
    null_value: float | None = None,
    alternative: Alternative = "two-sided",
) -> PartialArea:
    """Estimate the partial area under the ROC curve of one test over a band of FPF or TPF.

    The area is given raw, divided by the width of the band, and as McClish's index, which is one half for a test of no
    use and 1 for a perfect one in any band. One inference serves all three. ``DeLong()`` takes the components of He and
    Escobar, which treat the edges of the band as estimated; with ``DeLong(scale="logit")`` test and interval are
    computed on the logit of the normalised area.

    It misleads where the band was chosen on these data. The area rests on the subjects within the band, 5 of 50
    controls over FPF 0 to 0.1, and with so few the normal approximation is rough: a note says so. With fewer than three
    of the group along it in a band at the end of its axis no method helps (an interval of 95 percent over FPF 0 to 0.05
    of 40 controls holds the true area in some 90 percent of samples, over FPF 0 to 0.02 in some 65): widen the band, or
    take more subjects.

    The analytic standard error follows the true spread within 5 percent where the band starts at the end of its axis or
    holds more than ten subjects of the group along it. In a narrower band away from the end it is too large: in
    simulations of 200 cases and 200 controls by 3 to 8 percent with ten subjects, and by more with fewer. The part of
    the variance that this group adds goes with the square of the curve's rise over the band; the rise is itself
    estimated, and that makes its square too large by about 1/k + 1/l where the band holds k subjects of one group and l
    of the other. In a band at the end of its axis that part is absent.

    Where the TPF is 1 or 0 throughout the band, all scores are tied over the whole band, or a group holds one subject,
    the area is given alone, with a note.

    Parameters
    ----------
    sample : Sample
        One test.
    method : Method, optional
        ``DeLong()`` unless stated; ``Bootstrap()`` in every kind but studentized.
    fpf, tpf : pair of numbers, optional
        Edges of the band, the lower first; one of the two is given. Specificity 0.9 to 1 is ``fpf=(0, 0.1)``.
    scale : {"raw", "normalised", "mcclish"}
        Scale of the printed standard error and interval, and of ``null_value``.
    level : float
        Confidence level of the interval.
    null_value : float, optional
        Value to test against, on the scale asked for; without it no hypothesis is tested.
    alternative : {"two-sided", "less", "greater"}
        A one-sided alternative gives the matching one-sided interval.

    Returns
    -------
    PartialArea
        With ``raw``, ``normalised`` and ``mcclish``, each with its own standard error and interval.

    Raises
    ------
    DataError
        The sample holds several tests.
    MethodError
        Not exactly one band was given, its edges are not 0 <= low < high <= 1, the method does not serve a partial
        area, or an option is out of range.

    References
    ----------
    [mcclish1989], [he2008]

    Examples
    --------
    >>> sample = Sample.from_groups(cases=[5, 4, 3, 2], controls=[3, 2, 1, 1])
    >>> found = partial_auc(sample, fpf=(0, 0.5))
    >>> found.estimate, found.normalised.estimate, round(found.mcclish.estimate, 3)
    (0.375, 0.75, 0.833)
    """
    one_test(sample, "partial_auc")
    asked = PartialAUC(fpf=fpf, tpf=tpf, scale=scale)
    method = DeLong() if method is None else method
    if null_value is not None:
        null_value = checked_null(null_value, asked.bounds, f"for {asked.name} it")
    # Only the normalised area has the range of a logit.
    base = asked.on("normalised") if getattr(method, "scale", None) == "logit" else asked
    tested = null_value if base == asked or null_value is None else _moved(null_value, asked, base)
    found = estimate(sample, base, method, level=level, null_value=tested, alternative=alternative)
    raw = asked.on("raw").exact(sample)
    areas = {
        one: _on_scale(asked.on(one), base, raw[0], found.standard_error, found.interval, tested) for one in SCALES
    }
    own = areas[asked.scale]
    inference = replace(
        found.inference,
        values=(own.estimate,),
        estimate=own.estimate,
        standard_error=own.standard_error,
        interval=own.interval,
    )
    quantity = Quantity.alone(asked, sample)
    return PartialArea(
        parameter=asked.name,
        title=asked.title,
        test=found.test,
        inference=inference,
        method=found.method,
        level=level,
        subjects=found.subjects,
        null_value=null_value,
        alternative=alternative,
        notes=(
            *_with_way_out(found.notes, asked, raw[0]),
            *_below_chance(quantity, raw),
            *(_few_in_band(quantity, method) if found.interval is not None else []),
            *(small_groups(quantity) if found.interval is not None and isinstance(method, DeLong) else []),
        ),
        references=_references(method, asked),
        area=asked,
        **areas,
    )


def compare_partial_auc(
    sample_or_a: Sample,
    b: Sample | None = None,
    method: Method | None = None,
    *,
    fpf: tuple[float, float] | None = None,
    tpf: tuple[float, float] | None = None,
    scale: AreaScale = "raw",
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    null_value: float = 0.0,
) -> PartialAreaComparison:
    """Compare partial areas over one band: of two tests on the same subjects, or of two independent samples.

    The difference is first minus second. It misleads where the band was chosen on these data, and where few subjects
    lie in it; see ``partial_auc``.

    Parameters
    ----------
    sample_or_a : Sample
        Two tests on the same subjects (paired), or the first of two samples.
    b : Sample, optional
        A second sample, of other subjects (unpaired).
    method : Method, optional
        ``DeLong()`` unless stated; ``Bootstrap()`` in every kind but studentized.
    fpf, tpf : pair of numbers, optional
        Edges of the band, the lower first; one of the two is given.
    scale : {"raw", "normalised", "mcclish"}
        Scale of the values and of their difference.
    alternative : {"two-sided", "less", "greater"}
        About the difference.
    level : float
        Confidence level of the interval.
    null_value : float
        Difference to test against, on the scale asked for.

    Returns
    -------
    PartialAreaComparison

    Raises
    ------
    DataError
        The samples hold the wrong number of tests, or share subjects.
    MethodError
        Not exactly one band was given, the method does not serve this difference, or an option is out of range.

    References
    ----------
    [mcclish1989], [he2008]

    Examples
    --------
    >>> truth = [1, 1, 1, 0, 0, 0]
    >>> both = Sample.from_truth(truth, {"A": [3, 4, 2, 1, 2, 0], "B": [1, 3, 2, 2, 1, 0]})
    >>> round(compare_partial_auc(both, fpf=(0, 0.5)).estimate, 4)
    0.1528
    """
    check_sample(sample_or_a, "compare_partial_auc")
    statistic = PartialAUC(fpf=fpf, tpf=tpf, scale=scale)
    method = DeLong() if method is None else method
    found = compare(sample_or_a, b, statistic, method, alternative=alternative, level=level, null_value=null_value)
    parts = ((sample_or_a, (1.0, -1.0)),) if b is None else ((sample_or_a, (1.0,)), (b, (-1.0,)))
    quantity = Quantity(statistic, parts)
    raw = [area for sample, _ in parts for area in statistic.on("raw").exact(sample)]
    kept: dict[str, Any] = {field.name: getattr(found, field.name) for field in fields(found)}
    kept |= {
        "notes": (
            *found.notes,
            *_below_chance(quantity, raw),
            *(_few_in_band(quantity, method) if found.interval is not None else []),
        ),
        "references": _references(method, statistic),
    }
    return PartialAreaComparison(area=statistic, **kept)


def _references(method: Method, statistic: PartialAUC) -> tuple[str, ...]:
    analytic = ("he2008",) if isinstance(method, DeLong) and not statistic.band.whole else ()
    return (*method.card.references, *analytic, "mcclish1989")


def _moved(value: float, source: PartialAUC, goal: PartialAUC) -> float:
    """Take a value from one scale to another."""
    if source.scale == goal.scale:
        return value
    ends = dict(zip(source.bounds, goal.bounds, strict=True))
    if value in ends:
        return ends[value]
    (start, slope), (to, rise) = source.line, goal.line
    return float(to + (as_written(value, "value") - start) / slope * rise)


def _on_scale(
    goal: PartialAUC,
    base: PartialAUC,
    area: Fraction,
    standard_error: float | None,
    interval: Interval | None,
    null: float | None,
) -> ScaledArea:
    """Give the area on a scale, with what was found on another."""
    factor = Fraction(1) if goal.scale == base.scale else goal.line[1] / base.line[1]
    return ScaledArea(
        scale=goal.scale,
        parameter=goal.name,
        estimate=float(goal.scaled(area)),
        standard_error=None if standard_error is None else standard_error * float(factor),
        interval=None
        if interval is None
        else replace(interval, low=_moved(interval.low, base, goal), high=_moved(interval.high, base, goal)),
        null_value=None if null is None else _moved(null, base, goal),
        chance=goal.chance,
        perfect=goal.bounds[1],
    )


def _with_way_out(notes: Sequence[Note], statistic: PartialAUC, area: Fraction) -> list[Note]:
    """Say what the curve does in the band where the area does not vary, and what to ask instead."""
    other = "TPF" if statistic.band.axis == "FPF" else "specificity"
    share = statistic.on("normalised").scaled(area)
    said = f"{other} is {share} throughout the band. " if share in (0, 1) else ""
    return [
        replace(note, text=f"{note.text} {said}{_WAY_OUT}") if note.code == "zero-variance" else note for note in notes
    ]


def _below_chance(quantity: Quantity, areas: Sequence[Fraction]) -> list[Note]:
    """Say which areas lie below that of a test of no use, where the stated direction may be the wrong one."""
    statistic = quantity.statistic
    assert isinstance(statistic, PartialAUC)
    tests = [printable(test.name) for sample, _ in quantity.parts for test in sample.tests]
    below = [name for name, area in zip(tests, areas, strict=True) if area < statistic.band.chance]
    if not below:
        return []
    which = "the area is" if quantity.single else f"the area of {listed(below)} is"
    return [
        Note(
            "below-chance",
            f"{which} below that of a test of no use (McClish index below 0.5): within the band the curve lies under "
            "the diagonal. The direction is the stated one and was not turned.",
        )
    ]


def _few_in_band(quantity: Quantity, method: Method) -> list[Note]:
    """Say where a band holds so few subjects that the inference is rough, or that no method repairs it."""
    statistic = quantity.statistic
    assert isinstance(statistic, PartialAUC)
    band, noun = statistic.band, "control" if statistic.band.axis == "FPF" else "case"
    totals = [s.n_controls if noun == "control" else s.n_cases for s, _ in quantity.parts]
    fewest = min(totals)
    held = band.width * fewest
    if held < 1:
        return [
            Note(
                "few-in-band",
                f"the band is narrower than one of {counted(fewest, noun)} (a share of {plain(float(band.width))} "
                f"against 1/{fewest}), and the data show next to nothing of the spread of the {noun}s there: an "
                "interval by any method holds the true area far less often than its level says, and should not be "
                f"reported. Widen the band, or take more {noun}s.",
            )
        ]
    start = f"the band holds {_about(held)} of {counted(fewest, noun)}, and the area rests on them;"
    inner = band.edges[0] * fewest >= _HANDFUL
    if held < _HANDFUL and not inner:
        text = (
            f"{start} with so few an interval by any method holds the true area less often than its level says. Widen "
            f"the band, or take more {noun}s."
        )
        return [Note("few-in-band", text)]
    if held > _FEW or not isinstance(method, DeLong) or (held == _FEW and not inner):
        return []
    if inner:
        text = f"{start} the standard error tends to be too large in a narrow band away from the end of its axis."
        return [Note("few-in-band", f'{text} Check with Bootstrap(kind="bca").')]
    return [Note("few-in-band", f'{start} the normal approximation is rough here. Check with Bootstrap(kind="bca").')]


def _about(held: Fraction) -> str:
    """Write a number of subjects, whole or not."""
    return fixed(held, 0 if held.denominator == 1 or held >= _HANDFUL else 1)
