"""The share of cases at which a value holds: that of the sample, or a stated prevalence.

A value that depends on the share of cases is that of the sample only where the design did not fix the share. At a
stated prevalence it depends on the score distributions of cases and controls alone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction

from rocstats.data.counts import Design
from rocstats.data.sample import Sample
from rocstats.empirical.statistic import Statistic
from rocstats.empirical.written import as_written
from rocstats.errors import MethodError
from rocstats.formatting import decimals_for, fixed, plain, shown
from rocstats.printing import Note
from rocstats.results import Subjects

# What a control counts beside a case at a smaller one is beyond what a float can hold.
_LEAST = Fraction(1, 10**12)


class AtPrevalence(ABC):
    """What statistics share that depend on the share of cases, or hold at a stated one: ``at_prevalence`` is a field.

    Each brings its ``_words`` without the prevalence: name, title and plural.
    """

    __slots__ = ()

    at_prevalence: float | None

    def __post_init__(self) -> None:
        object.__setattr__(self, "at_prevalence", weighing_prevalence(self.at_prevalence))

    @property
    @abstractmethod
    def _words(self) -> tuple[str, str, str]: ...

    @property
    def name(self) -> str:
        """Short name, as in tables."""
        return named_at(self._words[0], self.at_prevalence)

    @property
    def title(self) -> str:
        """Name that heads a result."""
        return named_at(self._words[1], self.at_prevalence)

    @property
    def plural(self) -> str:
        """Name of several such values."""
        return named_at(self._words[2], self.at_prevalence)

    @property
    def bounds(self) -> tuple[float, float]:
        """Range of the parameter."""
        return 0.0, 1.0

    @property
    def prevalence(self) -> bool:
        """Whether the value depends on the share of cases in the sample."""
        return self.at_prevalence is None


def exact_prevalence(value: object, name: str = "prevalence") -> Fraction | None:
    """Return a stated prevalence as the decimal written, None where none is stated, or refuse what is none.

    Examples
    --------
    >>> exact_prevalence(0.05), exact_prevalence(None)
    (Fraction(1, 20), None)
    """
    if value is None:
        return None
    share = as_written(value, name)
    if not (0 < share < 1 and 0 < float(share) < 1):
        hint = " Write 0.05 for 5 percent." if 1 < share < 100 else ""
        raise MethodError(f"{name} is {shown(value)}; a prevalence lies strictly between 0 and 1.{hint}")
    return share


def checked_prevalence(value: object, name: str = "at_prevalence") -> float | None:
    """Return a stated prevalence as a float, None where none is stated, or refuse what is none.

    Examples
    --------
    >>> checked_prevalence(0.1), checked_prevalence(None)
    (0.1, None)
    """
    share = exact_prevalence(value, name)
    return None if share is None else float(share)


def weighing_prevalence(value: object, name: str = "at_prevalence") -> float | None:
    """Return a stated prevalence by which controls are to be weighed, or refuse what is none or next to nobody's.

    Examples
    --------
    >>> weighing_prevalence(0.1), weighing_prevalence(None)
    (0.1, None)
    """
    share = exact_prevalence(value, name)
    if share is not None and share < _LEAST:
        raise MethodError(f"{name} is {shown(value)}; below 1e-12 it is less than one person on earth.")
    return None if share is None else float(share)


def named_at(name: str, prevalence: float | None) -> str:
    """Name a value with the prevalence at which it holds, where one is stated.

    Examples
    --------
    >>> named_at("lift", 0.1)
    'lift at prevalence 0.1'
    """
    return name if prevalence is None else f"{name} at prevalence {plain(prevalence)}"


def refuse_case_control(statistic: Statistic, sample: Sample) -> None:
    """Refuse a case-control sample where a statistic depends on the share of cases."""
    if statistic.prevalence and sample.design == "case-control":
        takes = hasattr(statistic, "at_prevalence")
        refuse_fixed_share(
            sample.design,
            None,
            statistic.name,
            f"{'State a prevalence (at_prevalence=), or ask' if takes else 'Ask'} for what does not depend on it, such "
            "as sensitivity and specificity.",
        )


def refuse_fixed_share(design: Design | None, prevalence: float | None, what: str, instead: str) -> None:
    """Refuse a case-control design where the share of cases counts and no prevalence is stated."""
    if design == "case-control" and prevalence is None:
        raise MethodError(
            f"{what} depends on the share of cases, which a case-control study fixes by its design. {instead}"
        )


def share_notes(
    subjects: Subjects, design: Design | None, prevalence: float | None, what: str, *, takes_prevalence: bool = True
) -> tuple[Note, ...]:
    """Say for which share of cases values hold, where neither a design nor a prevalence is stated."""
    if design is not None or prevalence is not None:
        return ()
    share = subjects.n_cases / subjects.total
    return (
        Note(
            "design-not-stated",
            f"the design was not stated. {what} for the share of cases in these data, {subjects.n_cases} of "
            f'{subjects.total} ({fixed(share, decimals_for([share]))}); state design="cohort"'
            f"{' or a prevalence' if takes_prevalence else ', if it was one'}.",
        ),
    )
