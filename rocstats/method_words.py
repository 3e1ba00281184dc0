"""The words for ``--method``: which methods of the registers serve a question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Literal

import typer

from rocstats.formatting import printable
from rocstats.study_options import DEFAULT_SEED

if TYPE_CHECKING:
    from rocstats.empirical.statistic import Quantity, Statistic

Asked = Literal["one", "paired", "unpaired"]


def for_statistic(statistic: Statistic, asked: Asked = "one") -> dict[str, Any]:
    """Return the methods that serve a statistic of one test, or its difference between two, by their words.

    Examples
    --------
    >>> from rocstats.empirical.separation import KS
    >>> list(for_statistic(KS()))[:2]
    ['bootstrap-percentile', 'bootstrap-basic']
    """
    from rocstats.methods import FOR_QUANTITIES

    quantity = _example(statistic, asked)
    return {word: method for word, method in FOR_QUANTITIES.items() if method.refuses(quantity) is None}


def for_areas(asked: Asked = "one") -> dict[str, Any]:
    """Return the methods that serve an area, or a difference of two, by their words."""
    from rocstats.empirical.area import AUC

    return for_statistic(AUC(), asked)


def for_proportions() -> dict[str, Any]:
    """Return the methods that serve a single proportion, by their words."""
    from rocstats.methods import FOR_PROPORTIONS

    return dict(FOR_PROPORTIONS)


def for_differences(*, paired: bool) -> dict[str, Any]:
    """Return the methods that serve a difference of two proportions, by their words."""
    from rocstats.methods.proportion_differences import FOR_INDEPENDENT_PROPORTIONS, FOR_PAIRED_PROPORTIONS

    return dict(FOR_PAIRED_PROPORTIONS if paired else FOR_INDEPENDENT_PROPORTIONS)


def chosen(
    word: str,
    serving: Mapping[str, Any],
    where: str = "--method",
    *,
    seed: int = DEFAULT_SEED,
    resamples: int | None = None,
) -> Any:
    """Return the method of a word, with its seed and number of resamples, or refuse a word that does not serve."""
    if word not in serving:
        raise typer.BadParameter(f'{where} is "{printable(word)}"; here it is one of {", ".join(serving)}.')
    method = serving[word]
    options = {field.name for field in fields(method)}
    stated: dict[str, Any] = {"rng": seed} if "rng" in options else {}
    if resamples is not None:
        if "n_resamples" not in options:
            raise typer.BadParameter(f'--resamples is for methods that draw at random; "{word}" does not.')
        stated["n_resamples"] = resamples
    return replace(method, **stated) if stated else method


def word_of(name: str, option: str | None) -> str | None:
    """Return the word of a method that is called by the name of its class, and by one option; None if there is none.

    The option is a word, or the name of what is switched on.

    Examples
    --------
    >>> word_of("Bootstrap", "bca"), word_of("Bootstrap", None), word_of("Sample", None)
    ('bootstrap-bca', 'bootstrap-percentile', None)
    >>> word_of("NormalTheory", "box_cox")
    'normal-theory-box-cox'
    """
    from rocstats.methods import REGISTER
    from rocstats.parametric import FIT_METHODS

    known: dict[str, Any] = {**REGISTER, **FIT_METHODS}
    for word, method in known.items():
        options = {field.name: getattr(method, field.name) for field in fields(method)}
        said = [name if value is True else value for name, value in options.items()]
        if type(method).__name__ == name and (option is None or option in said):
            return word
    return None


def family_word(name: str) -> str | None:
    """Return the word of a family of curves that is called by the name of its class; None if there is none.

    Examples
    --------
    >>> family_word("PowerLaw"), family_word("DeLong")
    ('power-law', None)
    """
    from rocstats.parametric import FAMILIES

    return next((word for word, family in FAMILIES.items() if type(family).__name__ == name), None)


def _example(statistic: Statistic, asked: Asked) -> Quantity:
    """Give a quantity of the kind; what a method serves does not depend on the data."""
    from rocstats.data.sample import Sample
    from rocstats.empirical.statistic import Quantity

    pair = Sample.from_truth([1, 1, 0, 0], {"A": [0.9, 0.6, 0.7, 0.1], "B": [0.8, 0.4, 0.2, 0.5]})
    if asked == "paired":
        return Quantity(statistic, ((pair, (1.0, -1.0)),))
    first, second = pair.select("A"), pair.select("B")
    return Quantity(statistic, ((first, (1.0,)),) if asked == "one" else ((first, (1.0,)), (second, (-1.0,))))
