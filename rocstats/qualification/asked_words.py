"""Words that a number of a case puts to the test: public functions, and words of a register such as method:delong."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping

from rocstats.qualification.cases import Block
from rocstats.qualification.questions import QUESTIONS
from rocstats.qualification.requirements import Requirement

# What a method says; an estimate is the same by all of them.
_OF_METHOD = re.compile(r"(^|.*_)(low|high|error|statistic|pvalue|pvalue_[a-z0-9]+|adjusted_[0-9]|z|met|shown)")
_REGISTER_OF_OPTION = {"adjust": "adjustment", "family": "family"}
_FITS = ("fit_curve", "fit_binormal", "fitted_band")


def words_asked(block: Block, name: str) -> tuple[str, ...]:
    """Return the public functions and the words of registers that a number of a block rests on.

    A limit, a standard error or a p-value rests on the method by which it was asked; an estimate does not, unless the
    method is a way of fitting a curve.
    """
    own = QUESTIONS[block.question].functions
    functions = (block.question,) if own is None else own
    counted = ("counts_at",) if "threshold" in block.options and block.question.endswith("accuracy") else ()
    return (*functions, *counted, *_registered(block, name))


def _registered(block: Block, name: str) -> tuple[str, ...]:
    options = {**_defaults(block.question), **block.options}
    found = [f"{register}:{options[o]}" for o, register in _REGISTER_OF_OPTION.items() if options.get(o)]
    if block.question == "thresholds":
        found.append(f"rule:{options['by']}")
    if block.question in _FITS:
        found.append(f"fit:{options['method']}")
    elif options.get("method") and _OF_METHOD.fullmatch(name):
        found.append(f"method:{options['method']}")
    return tuple(found)


def _defaults(question: str) -> dict[str, str]:
    """Return the words that a question takes where a case states none."""
    # A band is that of a fit, with the fit's own options.
    asked = inspect.signature(QUESTIONS["fit_curve" if question in _FITS else question].ask).parameters
    stated = {name: asked[name].default for name in ("method", "family", "adjust", "by") if name in asked}
    known = {name: word for name, word in stated.items() if isinstance(word, str)}
    return {"by": "youden", **known} if question == "thresholds" else known


def requirements_met(
    block: Block, name: str, of_case: tuple[str, ...], known: Mapping[str, Requirement]
) -> tuple[str, ...]:
    """Return those of a case's requirements that a number is about.

    A block that names requirements of its own is about these. Otherwise a requirement counts that is about numbers of
    this name and shares with the number a word of a register or, where either has none, a function. A number for which
    there is no such requirement counts for those of its function, or else for all of its case.
    """
    stated = block.requirement or of_case
    if block.requirement or len(stated) == 1:
        return stated
    words = words_asked(block, name)
    # What the question rests on, whichever of its numbers is read.
    by_method = bool(_registered(block, "low"))
    of_function = tuple(r for r in stated if r in known and _shared(known[r], words, by_method=by_method))
    return tuple(r for r in of_function if known[r].about(name)) or of_function or stated


def _shared(requirement: Requirement, words: tuple[str, ...], *, by_method: bool) -> bool:
    """Whether a number with these words is one of a requirement's functions or methods."""
    wanted = {word for word in requirement.functions if ":" in word}
    if wanted and by_method:
        return bool(wanted & {*words})
    return bool({*requirement.functions} & {*words})
