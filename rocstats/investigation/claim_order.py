"""The order in which claims are decided: one after the other, by Holm's steps, all together, each behind its gates.

Whatever the order, a claim that names others under ``after`` is tested once each of them is met, and a claim that is
never reached is "not tested". A claim is met where the limit of its interval lies beyond its null value at the level at
which it is tested.

* none: each claim at its own level.
* fixed sequence: primary and secondary claims in the order of the plan; the first that is not met ends the sequence.
* Holm: the primary claims share the smallest of their levels. While r of them are not met, each is tested at that level
  divided by r. A claim that cannot be estimated, or waits behind a gate, still counts among the r.
* all of: each primary claim at its own level, and only all of them together are a success, so a gate that names one
  primary claim waits for all where a claim of another role stands behind it.

References: [holm1979]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rocstats.study_plan.study_plan import HypothesisPart

Decision = Literal["met", "not met", "not tested", "not estimable"]
Multiplicity = Literal["none", "holm", "fixed_sequence", "all_of"]
# Says of a claim, by its place, whether it is met at a level; None where the data cannot tell.
Passes = Callable[[int, float], bool | None]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was decided of a claim, at which level; None of both levels where it was not tested, or not adjusted."""

    decision: Decision
    alpha: float | None = None
    adjusted: float | None = None


def decide_claims(
    claims: Sequence[HypothesisPart], multiplicity: Multiplicity, passes: Passes, pvalues: Sequence[float | None]
) -> tuple[Verdict, ...]:
    """Decide every claim in the order that the plan states.

    Parameters
    ----------
    claims : sequence of HypothesisPart
        In the order of the plan.
    multiplicity : {"none", "holm", "fixed_sequence", "all_of"}
        How they share the error.
    passes : callable
        Place of a claim and level: whether it is met there, None where it is not estimable.
    pvalues : sequence of float or None
        One per claim, for the order of Holm's steps and the adjusted p-values.

    Returns
    -------
    tuple of Verdict
        One per claim.

    Examples
    --------
    >>> claims = [HypothesisPart(id=f"H{i}", measure="auc", test="CT", goal=0.5, alpha=0.05) for i in (1, 2, 3)]
    >>> p = (0.01, 0.2, 0.03)
    >>> met = lambda place, alpha: p[place] < alpha
    >>> [verdict.decision for verdict in decide_claims(claims, "fixed_sequence", met, p)]
    ['met', 'not met', 'not tested']
    >>> [verdict.adjusted for verdict in decide_claims(claims, "holm", met, p)]
    [0.03, 0.2, 0.06]
    """
    return _Deciding(claims, multiplicity, passes, pvalues).decided()


class _Deciding:
    """Claims on their way to a decision."""

    def __init__(
        self, claims: Sequence[HypothesisPart], multiplicity: Multiplicity, passes: Passes, p: Sequence[float | None]
    ) -> None:
        self.claims, self.multiplicity, self.passes, self.p = claims, multiplicity, passes, p
        self.places = {claim.id: place for place, claim in enumerate(claims)}
        self.primary = [place for place, claim in enumerate(claims) if claim.role == "primary"]
        self.stepping = self.primary if multiplicity == "holm" else []
        self.verdicts: dict[int, Verdict] = {}
        self.largest = 0.0

    def decided(self) -> tuple[Verdict, ...]:
        """Test what is open until nothing more opens."""
        before = -1
        while before < len(self.verdicts):
            before = len(self.verdicts)
            for place in range(len(self.claims)):
                if place not in self.stepping and place not in self.verdicts and self._open(place):
                    alpha = self.claims[place].alpha
                    self.verdicts[place] = Verdict(_word(self.passes(place, alpha)), alpha)
            self._step()
        self._end_steps()
        verdicts = [self.verdicts.get(place, Verdict("not tested")) for place in range(len(self.claims))]
        if any(verdicts[i].decision in ("met", "not met") and self.p[i] is None for i in self.stepping):
            # What an interval alone decides has no p-value, and the others cannot be adjusted for it.
            return tuple(replace(verdict, adjusted=None) for verdict in verdicts)
        return tuple(verdicts)

    def _met(self, place: int) -> bool:
        return place in self.verdicts and self.verdicts[place].decision == "met"

    def _open(self, place: int) -> bool:
        claim = self.claims[place]
        gates = {self.places.get(name, -1) for name in claim.after}
        if self.multiplicity == "all_of" and claim.role != "primary" and gates & set(self.primary):
            gates |= set(self.primary)
        if self.multiplicity == "fixed_sequence" and claim.role != "exploratory":
            gates |= {i for i in range(place) if self.claims[i].role != "exploratory"}
        return all(self._met(gate) for gate in gates)

    def _waiting(self) -> list[int]:
        """Give the claims of Holm's family that are open and not yet met, the smallest p-value first."""
        found = [place for place in self.stepping if place not in self.verdicts and self._open(place)]
        return sorted(found, key=lambda place: (self.p[place] is not None, self.p[place] or 0.0))

    @property
    def _left(self) -> int:
        return sum(not self._met(place) for place in self.stepping)

    @property
    def _family_level(self) -> float:
        return min(self.claims[place].alpha for place in self.stepping)

    def _step(self) -> None:
        """Take one of Holm's steps: the claims that are met at the level of this step, one level further for each."""
        step = self._family_level / self._left if self._left else 0.0
        for place in self._waiting():
            shown = self.passes(place, step)
            if shown:
                alpha, adjusted = self._family_level / self._left, self._adjusted(place, self._left)
                self.verdicts[place] = Verdict("met", alpha, adjusted)
            elif shown is None:
                self.verdicts[place] = Verdict("not estimable", step)

    def _end_steps(self) -> None:
        """Close the steps: what is open and was not met stays so, at the level of the last step."""
        left = self._left
        for place, r in zip(self._waiting(), range(left, 0, -1), strict=False):
            self.verdicts[place] = Verdict("not met", self._family_level / left, self._adjusted(place, r))

    def _adjusted(self, place: int, r: int) -> float | None:
        """Return r times the p-value, at most 1 and never below that of a step before."""
        p = self.p[place]
        self.largest = max(self.largest, min(r * (p or 0.0), 1.0))
        return None if p is None else max(self.largest, p)


def _word(shown: bool | None) -> Decision:
    if shown is None:
        return "not estimable"
    return "met" if shown else "not met"
