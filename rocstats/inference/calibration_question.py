"""Calibration of probability scores: do the scores say how many are cases?"""

from __future__ import annotations

import math
from typing import get_args

from rocstats.data.sample import Sample
from rocstats.empirical.brier import Brier
from rocstats.empirical.number_of_bins import checked_bins
from rocstats.empirical.probability_scores import check_probabilities
from rocstats.empirical.reliability import Equal, brier_parts, reliability_bins
from rocstats.empirical.score_table import ScoreTable, one_test, score_table
from rocstats.empirical.stated_prevalence import refuse_fixed_share, share_notes
from rocstats.empirical.statistic import Quantity
from rocstats.errors import MethodError
from rocstats.formatting import shown
from rocstats.given import is_one_of
from rocstats.inference.calibration_result import Calibration
from rocstats.inference.estimates import ask
from rocstats.methods.bootstrap import Bootstrap
from rocstats.methods.method import checked_level
from rocstats.methods.recalibration import Recalibration, recalibration, spiegelhalter
from rocstats.methods.replicates import Rng
from rocstats.methods.wilson import Wilson
from rocstats.printing import Note
from rocstats.results import Interval

_BY_CONSTRUCTION = 5e-5


def calibration(
    sample: Sample,
    method: Bootstrap | None = None,
    *,
    bins: int = 10,
    equal: Equal = "counts",
    level: float = 0.95,
    rng: Rng = None,
) -> Calibration:
    """Judge whether probability scores say how many are cases: Brier score, intercept, slope and reliability table.

    Scores are taken as stated before these data were seen. On the subjects to which a model was fitted, intercept and
    slope are 0 and 1 by construction and the Brier score is too good. The table depends on its bins; with few subjects
    in each, its intervals say so. A case-control design fixes the share of cases, and with it the calibration, so it is
    refused; ``Brier(at_prevalence=...)`` can be estimated from it.

    Intercept and slope need finite logits and cases below controls as well as above; else they are not estimable, and a
    note says why. Spiegelhalter's test asks whether the Brier score is what calibrated scores would have; a score of 0
    for a case or of 1 for a control refutes calibration by itself, and a note counts them. Wilson intervals of the bins
    are for one bin at a time.

    Parameters
    ----------
    sample : Sample
        One test whose scores are probabilities of being a case.
    method : Bootstrap, optional
        Interval of the Brier score: ``Bootstrap(rng=rng)`` unless stated.
    bins : int
        Number of bins of the table, at least 1.
    equal : {"counts", "width"}
        Whether bins hold equal numbers of subjects or are equally wide.
    level : float
        Confidence level of all intervals, which are two-sided.
    rng : int, numpy Generator or None
        Seed of the bootstrap, where no method is stated.

    Returns
    -------
    Calibration

    Raises
    ------
    TypeError
        The sample is none, or the number of bins is no whole number.
    DataError
        The sample holds several tests, or scores lie outside 0 to 1.
    MethodError
        Low scores are positive, the design is case-control, subjects come in clusters, or an option is out of range.

    References
    ----------
    [brier1950], [cox1958], [murphy1973], [stephenson2008], [spiegelhalter1986]

    Examples
    --------
    >>> sample = Sample.from_groups(cases=[0.9, 0.7, 0.4, 0.8], controls=[0.1, 0.3, 0.5, 0.2])
    >>> found = calibration(sample, bins=2, rng=1)
    >>> round(found.brier.estimate, 4), found.bins.observed.tolist()
    (0.1113, [0.25, 0.75])
    """
    one_test(sample, "calibration")
    check_probabilities(sample, "calibration")
    level = checked_level(level)
    bins = checked_bins(bins)
    _check_equal(equal)
    if method is not None and rng is not None:
        raise MethodError("rng belongs to the method that was stated: Bootstrap(rng=...).")
    refuse_fixed_share(
        sample.design,
        None,
        "calibration",
        "Estimate the Brier score at a stated prevalence instead: estimate(sample, Brier(at_prevalence=...), "
        "Bootstrap()).",
    )
    chosen = Bootstrap(rng=rng) if method is None else method
    quantity = Quantity.alone(Brier(), sample)
    brier = ask(quantity, chosen, level=level, alternative="two-sided", null=None)
    table, subjects = score_table(sample), sample.subjects
    gathered = reliability_bins(table, bins, equal)
    wilson = Wilson()
    intervals = [
        wilson.interval(cases, total, level=level)
        for cases, total in zip(gathered.cases.tolist(), gathered.n.tolist(), strict=True)
    ]
    fitted, z = recalibration(table, level=level), spiegelhalter(table)
    return Calibration(
        test=sample.tests[0],
        subjects=subjects,
        level=level,
        brier=brier,
        method=chosen.card,
        parts=brier_parts(table, gathered),
        bins=gathered,
        equal=equal,
        intervals=tuple(interval for interval in intervals if isinstance(interval, Interval)),
        interval_method=wilson.card,
        mean_score=math.fsum((table.cases + table.controls) * table.scores) / (table.m + table.n),
        recalibration=fitted,
        spiegelhalter=z,
        notes=(
            *_impossible(table),
            *brier.notes,
            *fitted.notes,
            *([] if z is not None else [_WITHOUT_Z]),
            *_perhaps_fitted_here(fitted),
            *_notes_of_size(len(gathered.n), bins, equal),
            *share_notes(subjects, sample.design, None, "Calibration holds", takes_prevalence=False),
        ),
    )


_WITHOUT_Z = Note(
    "no-spiegelhalter",
    "all scores are 0, 0.5 or 1, which leave Spiegelhalter's test no variance; it is not estimable.",
)


def _check_equal(equal: object) -> None:
    """Refuse what bins cannot be equal in."""
    if not is_one_of(equal, get_args(Equal)):
        raise MethodError(f'equal is {shown(equal)}; it must be "counts" or "width".')


def _impossible(table: ScoreTable) -> list[Note]:
    """Count the subjects whose truth their score had ruled out."""
    cases, controls = int(table.cases[table.scores == 0].sum()), int(table.controls[table.scores == 1].sum())
    said = [(cases, "case", "cases", "0"), (controls, "control", "controls", "1")]
    found = [f"{n} {f'{one} has' if n == 1 else f'{many} have'} a score of {end}" for n, one, many, end in said if n]
    if not found:
        return []
    text = (
        f"{' and '.join(found)}: what these scores say cannot happen did, so they are not calibrated, whatever the "
        "tests say."
    )
    return [Note("impossible-outcome", text)]


def _perhaps_fitted_here(fitted: Recalibration) -> list[Note]:
    """Warn where intercept and slope are what fitting to the same subjects makes them."""
    if fitted.intercept is None or fitted.slope is None:
        return []
    if max(abs(fitted.intercept.estimate), abs(fitted.slope.estimate - 1)) > _BY_CONSTRUCTION:
        return []
    text = (
        "intercept and slope are 0 and 1 to four decimals, as they are by construction on the subjects to which a "
        "model was fitted. If these are those subjects, this says nothing of others."
    )
    return [Note("perhaps-fitted-here", text)]


def _notes_of_size(filled: int, bins: int, equal: Equal) -> list[Note]:
    """Say where bins were left empty by ties."""
    if filled == bins or equal == "width":
        return []
    return [Note("fewer-bins", f"{bins} bins were asked for and {filled} filled: equal scores stay together.")]
