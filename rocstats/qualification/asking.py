"""What a question of a reference case is: how it is asked, its options, and the numbers in its answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any, TypeVar

from rocstats.data.sample import Sample
from rocstats.errors import DataError
from rocstats.formatting import printable
from rocstats.methods import REGISTER
from rocstats.qualification.inputs import Input
from rocstats.qualification.printed import Obtained
from rocstats.results import Interval

_T = TypeVar("_T")
Values = Mapping[str, Callable[[Any], Obtained]]


@dataclass(frozen=True, slots=True)
class Question:
    """One question: how it is asked, the options it takes, and the numbers in its answer.

    A number is None where the answer has none: not estimable. ``functions`` are the public names that it asks, where
    they are others than the question's own.
    """

    ask: Callable[..., Any]
    options: tuple[str, ...]
    values: Values
    functions: tuple[str, ...] | None = None


def chosen(data: Input, tests: list[str] | None) -> Sample:
    """Return the sample with the named tests."""
    sample = of_type(data, Sample, "scores of cases and controls")
    return sample if tests is None else sample.select(*tests)


def one_or_two(data: Input, tests: list[str] | None) -> tuple[Sample, Sample | None]:
    """Return one sample of paired tests and nothing, or two samples."""
    if isinstance(data, tuple) and isinstance(data[0], Sample) and isinstance(data[1], Sample):
        return data[0], data[1]
    return chosen(data, tests), None


def of_type(data: object, wanted: type[_T], what: str) -> _T:
    """Return data of the kind that a question takes, or say which kind that is."""
    if not isinstance(data, wanted):
        raise DataError(f"this question takes {what}, and the data hold something else.")
    return data


def method_named(word: str, seed: int | None = None, methods: Mapping[str, Any] = REGISTER) -> Any:
    """Return the method of a word of a register; chance needs a seed, so that a case gives one number."""
    if word not in methods:
        raise DataError(f'there is no method "{printable(word)}"; there are {", ".join(methods)}.')
    method = methods[word]
    if not any(field.name == "rng" for field in fields(method)):
        return method
    if seed is None:
        raise DataError(f'method "{word}" draws at random; give the case a seed.')
    return replace(method, rng=seed)


def exact_number(stated: Any) -> Any:
    """Read "8692/47713", which TOML has no number for; leave numbers as they are."""
    return Fraction(stated) if isinstance(stated, str) else stated


def limit(interval: Interval | None, end: str) -> float | None:
    """Return one limit of an interval; None where there is none."""
    return None if interval is None else float(getattr(interval, end))


def with_limits(name: str, interval: Callable[[Any], Interval | None]) -> dict[str, Callable[[Any], Obtained]]:
    """Name the limits of an interval; ``name`` may be empty."""
    start = f"{name}_" if name else ""
    return {
        f"{start}low": lambda a: limit(interval(a), "low"),
        f"{start}high": lambda a: limit(interval(a), "high"),
    }


def item(place: int) -> Callable[[Any], Obtained]:
    """Read one of the numbers that an answer is a list of."""

    def read(answer: Any) -> Obtained:
        number: Obtained = answer[place]
        return number

    return read


def attributes(names: Iterable[str]) -> dict[str, Callable[[Any], Obtained]]:
    """Name numbers that are attributes of the answer."""
    return {name: _attribute(name) for name in names}


def _attribute(name: str) -> Callable[[Any], Obtained]:
    def read(answer: Any) -> Obtained:
        number: Obtained = getattr(answer, name)
        return number

    return read


INFERRED: Values = {
    "standard_error": lambda e: e.standard_error,
    **with_limits("", lambda e: e.interval),
    "statistic": lambda e: e.statistic,
    "pvalue": lambda e: e.pvalue,
}
