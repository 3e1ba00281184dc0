"""Findings of checks: how what was found is set beside what is expected."""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from numbers import Real
from typing import Any

import numpy as np

from rocstats.errors import FitError, RocstatsError
from rocstats.qualification.checks import Finding

# Two routes to one number differ by the rounding of their operations.
ROUNDING = 1e-12
# A root is found to the tolerance of its search.
ROOT = 1e-7
_SHOWN = 6
# A refusal in fewer characters than these says no reason.
_REASON = 20
_HONEST = (
    "a refusal with its reason, or an answer without NaN, p = 0, a standard error of 0, an interval without width, or "
    "a warning"
)


def close(expected: Any, found: Any, *, within: float = ROUNDING) -> Finding:
    """Compare numbers, or sequences of numbers, up to a relative difference; below 1 in size the difference counts.

    Examples
    --------
    >>> close(0.5, 0.5000000000000001).passed, close([1, None], [1, 2]).passed
    (True, False)
    """
    wanted, got = _flat(expected), _flat(found)
    passed = len(wanted) == len(got) and all(_near(a, b, within) for a, b in zip(wanted, got, strict=True))
    return Finding(passed, f"{_listed(wanted)} (within {within:g})", _listed(got))


def exactly(expected: Any, found: Any) -> Finding:
    """Compare values that must be equal: counts, words, bytes.

    Examples
    --------
    >>> exactly((3, "A"), (3, "A"))
    Finding(passed=True, expected="(3, 'A')", found="(3, 'A')")
    """
    return Finding(bool(expected == found), _exact(expected), _exact(found))


def _exact(value: Any) -> str:
    return "nothing" if value is None else repr(value)


def holds(passed: bool, expected: str, found: Any) -> Finding:
    """State in words what must hold, beside the values that were found."""
    return Finding(bool(passed), expected, found if isinstance(found, str) else repr(found))


def differ(one: Any, other: Any, what: str = "other numbers") -> Finding:
    """Find that two answers are not the same."""
    return Finding(one != other, what, "other numbers" if one != other else "the same numbers")


def refused(error: type[Exception], words: str, ask: Callable[[], Any]) -> Finding:
    """Find that a call is refused by this very class of error, in a message that holds these words.

    Examples
    --------
    >>> refused(ValueError, "abc", lambda: int("abc")).passed, refused(ValueError, "abc", lambda: int("1")).passed
    (True, False)
    """
    expected = f"{error.__name__}: …{words}…"
    try:
        answer = ask()
    except Exception as problem:  # noqa: BLE001  whatever comes is shown beside what must come
        return Finding(
            type(problem) is error and words in str(problem), expected, f"{type(problem).__name__}: {problem}"
        )
    return Finding(False, expected, f"an answer: {type(answer).__name__}")


def without(code: str, found: Any) -> Finding:
    """Find that a result gives no standard error and no interval, and a note that says why."""
    codes = [note.code for note in found.notes]
    number = (found.standard_error, found.interval)
    passed = number == (None, None) and code in codes
    shown = f"standard error {number[0]!r}, interval {number[1]!r}, notes {', '.join(codes) or 'none'}"
    return Finding(passed, f"standard error None, interval None, a note {code}", shown)


def same_rows(expected: Any, found: Any, *, but: Sequence[str] = (), within: float = ROUNDING) -> Finding:
    """Compare all numbers of two results, but those whose names begin so.

    Returns
    -------
    Finding
        It shows the first numbers, or the first that differ.
    """
    wanted, got = (_numbers(result, but) for result in (expected, found))
    if wanted.keys() != got.keys():
        lost = sorted(wanted.keys() ^ got.keys())
        return Finding(False, f"{len(wanted)} numbers", f"{len(got)} numbers; one of both only: {', '.join(lost[:3])}")
    wrong = [name for name in wanted if not _near(wanted[name], got[name], within)]
    shown = wrong[:_SHOWN] or list(wanted)[:_SHOWN]
    rest = len(wanted) - len(shown)
    tail = "" if wrong or not rest else f" and {rest} more"
    return Finding(
        bool(wanted) and not wrong,
        "; ".join(f"{name} = {wanted[name]!r}" for name in shown) + tail + f" (within {within:g})",
        "; ".join(f"{name} = {got[name]!r}" for name in shown) + tail,
    )


def sober(ask: Callable[[], Any]) -> Finding:
    """Find that an answer claims no certainty out of nothing, or that a refusal says why.

    Examples
    --------
    >>> sober(lambda: float("nan")).passed, sober(lambda: 0.5).passed
    (False, True)
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = ask()
            text = str(found)
    except RocstatsError as refusal:
        code = f" ({refusal.code})" if isinstance(refusal, FitError) else ""
        return Finding(len(str(refusal)) > _REASON, _HONEST, f"{type(refusal).__name__}{code}: {refusal}")
    numbers = _numbers(found, ())
    faults = [f"{name} = {value!r}" for name, value in numbers.items() if _claims_too_much(name, value)]
    faults += _points(found)
    faults += ["nan in print"] if "nan" in text.lower().split() else []
    told = "; ".join(f"{name} = {value!r}" for name, value in list(numbers.items())[:_SHOWN])
    codes = ", ".join(note.code for note in getattr(found, "notes", ()))
    shown = told + (f" (notes: {codes})" if codes else "")
    return Finding(not faults, _HONEST, f"{', '.join(faults)} in {shown}" if faults else shown)


def all_of(findings: Mapping[str, Finding]) -> Finding:
    """Put several findings under one check: it passes where all do, and shows the ones that did not."""
    wrong = {name: finding for name, finding in findings.items() if not finding.passed}
    shown = wrong or findings
    return Finding(
        bool(findings) and not wrong,
        " | ".join(f"{name}: {finding.expected}" for name, finding in shown.items()),
        " | ".join(f"{name}: {finding.found}" for name, finding in shown.items()),
    )


def in_words(result: Any) -> str:
    """Write all that a result holds as one text, so that two results can be compared to the last digit."""
    held = result.to_dict() if hasattr(result, "to_dict") else result
    return json.dumps(held, sort_keys=True, default=repr)


def _numbers(result: Any, but: Sequence[str]) -> dict[str, float | None]:
    """Give every number of a result by the place of its row and its name; None is kept, for it must stay None."""
    held: dict[str, float | None] = {}
    for place, row in enumerate(_rows(result)):
        for name, value in row.items():
            number = isinstance(value, Real | np.number) and not isinstance(value, bool | np.bool_)
            if (number or value is None) and not name.startswith(tuple(but)):
                held[f"{place}.{name}"] = None if value is None else float(value)
    return held


def _rows(result: Any) -> list[dict[str, Any]]:
    if hasattr(result, "rows"):
        return list(result.rows())
    if is_dataclass(result):
        result = {field.name: getattr(result, field.name) for field in fields(result)}
    held = result if isinstance(result, Mapping) else {"value": result}
    return [{f"{name}.{place}": one for name, value in held.items() for place, one in enumerate(_flat(value))}]


def _flat(values: Any) -> list[Any]:
    """Write nested numbers one after the other."""
    if isinstance(values, np.ndarray):
        return list(values.ravel().tolist())
    if hasattr(values, "low") and hasattr(values, "high") and hasattr(values, "sides"):
        return [values.low, values.high]
    if isinstance(values, Sequence) and not isinstance(values, str):
        return [one for value in values for one in _flat(value)]
    return [values.item() if isinstance(values, np.generic) else values]


def _near(expected: Any, found: Any, within: float) -> bool:
    if expected is None or found is None:
        return expected is found
    if isinstance(expected, Fraction) and isinstance(found, Fraction):
        return expected == found
    a, b = float(expected), float(found)
    return a == b or (math.isnan(a) and math.isnan(b)) or abs(a - b) <= within * max(1.0, abs(a))


def _listed(values: Sequence[Any]) -> str:
    shown = ", ".join(repr(value) for value in values[:_SHOWN])
    return shown + (f" and {len(values) - _SHOWN} more" if len(values) > _SHOWN else "")


def _claims_too_much(name: str, value: float | None) -> bool:
    """Say whether a number is NaN, a p-value outside (0, 1], or a standard error that is not positive."""
    if value is None:
        return False
    word = name.partition(".")[2]
    if word.startswith("p_value"):
        return not 0 < value <= 1
    return math.isnan(value) or (word.startswith("std_error") and not value > 0)


def _points(found: Any) -> list[str]:
    """Name the rows whose interval is a point; a band closes at its ends and where every resample agrees."""
    if hasattr(found, "direction"):
        return []
    limits = [(place, row.get("conf_low"), row.get("conf_high")) for place, row in enumerate(_rows(found))]
    return [
        f"{place}.interval = [{low!r}, {high!r}]"
        for place, low, high in limits
        if low is not None and high is not None and not low < high
    ]
