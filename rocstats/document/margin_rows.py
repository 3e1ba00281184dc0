"""A difference judged against a margin, as its figure takes it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from rocstats.data.scores import kept_as_float
from rocstats.errors import DataError
from rocstats.formatting import NOT_ESTIMABLE, plain, printable, shown
from rocstats.given import is_one_of, need, need_flag, need_text, need_texts
from rocstats.results import Interval

Claim: TypeAlias = Literal["non-inferiority", "equivalence", "superiority"]
Decision: TypeAlias = Literal["shown", "not shown", "not estimable"]

_ADJECTIVES = {"non-inferiority": "non-inferior", "equivalence": "equivalent", "superiority": "superior by the margin"}


class Judged(Protocol):
    """A claim about a difference and a margin, with the decision."""

    @property
    def tests(self) -> tuple[str, str]:
        """The new test, the reference."""
        ...

    @property
    def estimate(self) -> float | None:
        """New minus reference."""
        ...

    @property
    def interval(self) -> Interval | None:
        """The interval that decides."""
        ...

    @property
    def margin(self) -> float:
        """The margin, above 0."""
        ...

    @property
    def claim(self) -> Claim:
        """What was to be shown."""
        ...

    @property
    def decision(self) -> Decision:
        """Whether it was."""
        ...

    @property
    def parameter(self) -> str:
        """What is compared."""
        ...

    @property
    def higher_is_better(self) -> bool:
        """Whether the new test is better where the difference is above 0."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class MarginRow:
    """One difference with what was to be shown of it.

    Parameters
    ----------
    tests : pair of str
        The new test, the reference: the difference is first minus second.
    estimate : float or None
        The difference.
    interval : Interval or None
        The interval that decides; None if the data cannot give it.
    margin : float
        Greater than 0, absolute.
    claim : {"non-inferiority", "equivalence", "superiority"}
        What was to be shown.
    decision : {"shown", "not shown", "not estimable"}
        Whether it was.
    parameter : str
        What is compared, as in "AUC".
    higher_is_better : bool
        False where a lower value is the better one, as for a false positive fraction.
    wider : Interval, optional
        A second interval, at another level, drawn as a thin line.

    Raises
    ------
    DataError
        If the margin is not a number above 0, the estimate is no number, claim or decision is none of these, or
        something was decided without an interval.

    Examples
    --------
    >>> MarginRow(
    ...     tests=("s100b", "wfns"), estimate=-0.092, interval=Interval(-0.174, -0.010, 0.95), margin=0.05,
    ...     claim="non-inferiority", decision="not shown"
    ... ).words
    'not shown to be non-inferior'
    """

    tests: tuple[str, str]
    estimate: float | None
    interval: Interval | None
    margin: float
    claim: Claim
    decision: Decision
    parameter: str = "AUC"
    higher_is_better: bool = True
    wider: Interval | None = None

    def __post_init__(self) -> None:
        need_texts(self.tests, "tests", 2)
        need_text(self.parameter, "parameter")
        need_flag(self.higher_is_better, "higher_is_better")
        for interval in (self.interval, self.wider):
            need(interval, Interval | None, "an interval is an Interval, or None")
        margin = kept_as_float(self, "margin", "a margin")
        if not (math.isfinite(margin) and margin > 0):
            came = "not a number" if math.isnan(margin) else plain(margin)
            raise DataError(f"a margin is a number above 0; this one is {came}.")
        if self.estimate is not None and not math.isfinite(kept_as_float(self, "estimate", "the estimate")):
            raise DataError("the estimate of a margin plot is a number, or None where the data cannot give it.")
        if self.interval is None and self.decision in ("shown", "not shown"):
            raise DataError(f'decision is "{self.decision}" without an interval; then it is "{NOT_ESTIMABLE}".')
        for value, name, allowed in (
            (self.claim, "claim", tuple(_ADJECTIVES)),
            (self.decision, "decision", ("shown", "not shown", NOT_ESTIMABLE)),
        ):
            if not is_one_of(value, allowed):
                came = f'"{printable(value)}"' if isinstance(value, str) else shown(value)
                raise DataError(f"{name} is one of {', '.join(allowed)}, not {came}.")

    @property
    def words(self) -> str:
        """The decision in words."""
        adjective = _ADJECTIVES[self.claim]
        return {"shown": adjective, "not shown": f"not shown to be {adjective}"}.get(self.decision, NOT_ESTIMABLE)

    @property
    def ends(self) -> tuple[float | None, float | None]:
        """Where the shade begins and ends: None where it goes on."""
        if self.claim == "equivalence":
            return -self.margin, self.margin
        end = self.margin if (self.claim == "superiority") == self.higher_is_better else -self.margin
        return (end, None) if self.higher_is_better else (None, end)


def margin_row(result: Judged) -> MarginRow:
    """Give a decision as a row."""
    if isinstance(result, MarginRow):
        return result
    parts = ("tests", "estimate", "interval", "margin", "claim", "decision", "parameter", "higher_is_better")
    if not all(hasattr(result, part) for part in parts):
        raise TypeError(
            f"plot_margin takes results of noninferiority, equivalence or superiority; this is {type(result).__name__}."
        )
    return MarginRow(**{part: getattr(result, part) for part in parts})
