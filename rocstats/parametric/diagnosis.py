"""What in the data makes a fit by ordinal likelihood impossible: named before fitting, from counts alone.

The likelihood knows the order of truth states only, so read the runs of a sample from its highest score down, "C" for
a run of cases, "N" for one of controls, "M" for a score that holds both; neighbouring scores of one group make one run.

A curve inside a family gives every cell of both groups some probability. Curves at the edge of a family need not: the
perfect curve, up the left side and along the top, gives controls nothing on the way up and cases nothing on the way
along. Data that lie on such a curve are fitted by it without any misfit, which no curve inside can reach where a run is
of one group, so the likelihood has a bound that it comes near and never attains. Runs lie on the perfect curve if
they spell "CMN" or a part of it: cases while it rises, controls while it runs level, one mixed score on the corner.

The binormal family has no other edges than these. As b goes to 0 the curve becomes right-angled: up the left side to
some height, level across, up the right side; data lie on it if they spell a part of "CMNMC", all inner points of the
empirical curve being on the two sides or on one level. As b grows without limit the groups change places: "NMCMN". As
a grows alone the curve becomes perfect, or the reverse of it; both are parts of these words. Where the runs spell
neither, each of these limits gives some occupied cell the probability 0. The log-likelihood then falls to minus
infinity towards every edge, cuts that meet or leave the axis included, and so it attains its maximum inside. The two
words therefore decide exactly whether a binormal estimate exists.

References: [dorfman1969], [metz1998]
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rocstats.empirical.score_table import ScoreTable
from rocstats.errors import FitError
from rocstats.formatting import counted, decimals_for, fixed
from rocstats.parametric.family import CurveFamily
from rocstats.parametric.ordinal_table import truth_state_runs

_PERFECT, _REVERSED = "CMN", "NMC"
_RISING, _FALLING = "CMNMC", "NMCMN"
# The right-angled curves at the edges of a family, by its card; others have the perfect one.
_EDGES = {"binormal": (_RISING, _FALLING), "power-law": (_PERFECT, _REVERSED)}
_TO_PERFECT = ", so the likelihood rises towards the perfect curve and has no maximum"
_AREA = "Report the empirical AUC with an interval that allows for it, auc(sample, Newcombe())"


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Why a curve cannot be fitted to these data, and what to report instead.

    ``climb`` is how the likelihood goes on from what the data are, where that is what stops the fit.
    """

    code: str
    fact: str
    alternative: str
    climb: str = ""

    @property
    def text(self) -> str:
        """All in one."""
        return f"{self.fact}{self.climb}. {self.alternative}"

    @property
    def of_a_line(self) -> str:
        """The same for a line through the points, which has no likelihood."""
        ends = ", so no rising line goes through the normal quantiles of its points" if self.climb else ""
        return f"{self.fact}{ends}. {self.alternative}"


def diagnose(table: ScoreTable, family: CurveFamily) -> Diagnosis | None:
    """Name what keeps the ordinal likelihood of a family from having one finite maximum; None where nothing does.

    Codes: "all-tied", "one-group-subject", "perfect-separation" (both directions), "one-interior-point" and
    "edge-points". For the binormal family None means that a finite maximum exists; for other families it may still be
    found at their edge.

    Examples
    --------
    >>> from rocstats.data.sample import Sample
    >>> from rocstats.empirical.score_table import score_table
    >>> from rocstats.parametric.binormal import Binormal
    >>> diagnose(score_table(Sample.from_groups(cases=[3, 4], controls=[1, 2])), Binormal()).code
    'perfect-separation'
    """
    m, n = table.m, table.n
    if len(table.scores) == 1:
        return Diagnosis(
            "all-tied",
            f"all {m + n} subjects have the same score, so there is no curve to fit",
            "Report that this test does not tell the groups apart in these data (empirical AUC 0.5).",
        )
    if min(m, n) == 1:
        group = "case" if m == 1 else "control"
        return Diagnosis(
            "one-group-subject",
            f"there is 1 {group}, and one score is no distribution: a fitted curve would bend to it",
            f"Report the {group}'s score among those of the other group, or the empirical AUC by "
            "auc(sample, Newcombe()).",
        )
    runs = _runs(table)
    if runs in ("CN", "NC"):
        return _separated(runs, family)
    if len(runs) == 2 and runs != "MM":
        # The one point is on a side of the unit square.
        return _on_edge(runs, _PERFECT if _spells(runs, _PERFECT) else _REVERSED, family)
    if len(runs) - 1 < len(family.parameters):
        return _few_points(table, runs, family)
    edges = _EDGES.get(family.card.id, (_PERFECT,))
    return next((_on_edge(runs, word, family) for word in edges if _spells(runs, word)), None)


def refuse_impossible(table: ScoreTable, family: CurveFamily, *, line: bool = False) -> None:
    """Refuse data to which the family, or a line through the points, cannot be fitted, by the name of the diagnosis."""
    found = diagnose(table, family)
    if found is not None:
        raise FitError(found.of_a_line if line else found.text, found.code)


def _runs(table: ScoreTable) -> str:
    """Write the truth-state runs as letters, from the highest score down."""
    joined = truth_state_runs(table)
    kinds = np.where(joined.cases == 0, "N", np.where(joined.controls == 0, "C", "M"))
    return "".join(kinds[::-1].tolist())


def _spells(runs: str, word: str) -> bool:
    """Whether the runs are the letters of the word in their order, some left out."""
    letters = iter(word)
    return len(runs) <= len(word) and all(run in letters for run in runs)


def _separated(runs: str, family: CurveFamily) -> Diagnosis:
    if runs == "CN":
        return Diagnosis(
            "perfect-separation",
            "all cases score above all controls (empirical AUC 1)",
            f"{_AREA}.",
            _TO_PERFECT,
        )
    return Diagnosis(
        "perfect-separation",
        "all cases score below all controls (empirical AUC 0)",
        f"If low scores are positive, say so with low=. {_AREA}.",
        _to_reversed(family),
    )


def _to_reversed(family: CurveFamily) -> str:
    """Say where the likelihood goes with scores the wrong way round; a family may have no curve there."""
    if _EDGES.get(family.card.id) is None:
        return f", and no {family.card.name} curve runs below the chance line"
    return ", so the likelihood rises towards the reverse of the perfect curve and has no maximum"


def _few_points(table: ScoreTable, runs: str, family: CurveFamily) -> Diagnosis:
    """Say that fewer points than parameters are inside; where it is one, which."""
    count = len(runs) - 1
    where = ""
    if count == 1:
        highest = truth_state_runs(table)
        fpf, tpf = int(highest.controls[-1]) / table.n, int(highest.cases[-1]) / table.m
        decimals = decimals_for([fpf, tpf])
        where = f" (FPF {fixed(fpf, decimals)}, TPF {fixed(tpf, decimals)})"
    return Diagnosis(
        "one-interior-point" if count == 1 else "few-interior-points",
        f"the empirical curve has {'a single point' if count == 1 else counted(count, 'point')} between its corners"
        f"{where} and a {family.card.name} curve has {counted(len(family.parameters), 'parameter')}, so many such "
        "curves fit equally well",
        "Report sensitivity and specificity at that threshold, accuracy(counts_at(sample, threshold)); fit a family "
        "with one parameter, such as PowerLaw(); or record more categories.",
    )


def _on_edge(runs: str, word: str, family: CurveFamily) -> Diagnosis:
    """Say on which right-angled curve all points lie."""
    kind = family.card.name
    if _spells(runs, _PERFECT):
        return Diagnosis(
            "edge-points",
            "cases and controls share one score at most and are separated otherwise",
            f"{_AREA}.",
            _TO_PERFECT,
        )
    if _spells(runs, _REVERSED):
        return Diagnosis(
            "edge-points",
            "cases and controls share one score at most and are otherwise separated the wrong way round",
            f"If low scores are positive, say so with low=. {_AREA}.",
            _to_reversed(family),
        )
    where = "one TPF or at an FPF of 0 or 1" if word == _RISING else "one FPF or at a TPF of 0 or 1"
    limit = "goes to 0" if word == _RISING else "grows without limit"
    return Diagnosis(
        "edge-points",
        f"every point of the empirical curve is at {where}",
        f"{_AREA}; fit a family that has no such limit, such as ProperBinormal() or PowerLaw(); or record more "
        "categories.",
        f": the likelihood of a {kind} curve rises towards a right-angled one as b {limit}, and has no maximum",
    )
