"""The share of cases at which a value holds: that of the sample, or a stated prevalence.

A value that depends on the share of cases is that of the sample only where the design did not fix the share. At a
stated prevalence it depends on the score distributions of cases and controls alone.
"""

from __future__ import annotations

import numpy as np

from rocstats.data.counts import Design
from rocstats.errors import MethodError
from rocstats.formatting import decimals_for, fixed, plain
from rocstats.printing import Note
from rocstats.results import Subjects


def checked_prevalence(value: object, name: str = "at_prevalence") -> float | None:
    """Return a stated prevalence as a float, None where none is stated, or refuse what is none.

    Examples
    --------
    >>> checked_prevalence(0.1), checked_prevalence(None)
    (0.1, None)
    """
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        raise TypeError(f"{name} is {type(value).__name__}; it must be a number between 0 and 1.")
    if not 0 < value < 1:
        hint = " Write 0.1 for 10 percent." if 1 < value < 100 else ""
        raise MethodError(f"{name} is {value!r}; a prevalence lies strictly between 0 and 1.{hint}")
    return float(value)


def named_at(name: str, prevalence: float | None) -> str:
    """Name a value with the prevalence at which it holds, where one is stated.

    Examples
    --------
    >>> named_at("lift", 0.1)
    'lift at prevalence 0.1'
    """
    return name if prevalence is None else f"{name} at prevalence {plain(prevalence)}"


def refuse_fixed_share(design: Design | None, prevalence: float | None, what: str, instead: str) -> None:
    """Refuse a case-control design where the share of cases counts and no prevalence is stated."""
    if design == "case-control" and prevalence is None:
        raise MethodError(
            f"{what} depends on the share of cases, which a case-control study fixes by its design. {instead}"
        )


def share_notes(subjects: Subjects, design: Design | None, prevalence: float | None, what: str) -> tuple[Note, ...]:
    """Say for which share of cases values hold, where neither a design nor a prevalence is stated."""
    if design is not None or prevalence is not None:
        return ()
    share = subjects.n_cases / subjects.total
    return (
        Note(
            "design-not-stated",
            f"the design was not stated. {what} for the share of cases in these data, {subjects.n_cases} of "
            f'{subjects.total} ({fixed(share, decimals_for([share]))}); state design="cohort" or a prevalence.',
        ),
    )
