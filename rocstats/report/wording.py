"""Phrases that several sections of a report share, so that they say the same thing in the same words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.document.inline import Code, Content, joined
from rocstats.formatting import MINUS, listed
from rocstats.report.analysis import Analysis, TestResults
from rocstats.report.calls_in_notes import without_calls
from rocstats.report.numbers import score, sentence
from rocstats.results import Resampling

_OWNERS = (
    *("Cornfield", "DeLong", "Fisher", "Holm", "Koopman", "McClish", "McNemar", "Newcombe", "Pearson", "Redolfi"),
    *("Akaike", "Hotelling", "Spiegelhalter", "Tango", "Wald", "Wilk", "Wilson"),
    *("case", "control", "subject"),
)
_TWO_OWNERS = re.compile(
    r"(?<=\bHanley)-(?=McNeil\b)|(?<=\bClopper)-(?=Pearson\b)|(?<=\bFisher)-(?=Freeman\b)"
    r"|(?<=\bFreeman)-(?=Halton\b)|(?<=\bcase)-(?=control pairs?\b)|(?<=\bBox)-(?=Cox\b)"
    r"|(?<=\bWorking)-(?=Hotelling\b)"
)
_MINUS = re.compile(r"(?<![\w)\]])-(?=\d)")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?!\w)")
_PERCENT = re.compile(r"(?<=\d) percent\b")
_YOUDEN = re.compile(r"\bJ(?= is the same\b)")
_QUOTED = re.compile(r'"([^"]*)"')
# Numbers of a test as a terminal prints them.
_PRINTED = (
    (re.compile(r"\bX-squared\b"), "χ²"),
    (re.compile(r"\bp-value (?=[<=])"), "p "),
    (re.compile(r"\(1 - alpha\)"), "(1 − alpha)"),
)


def rule_of(test: DiagnosticTest, threshold: float | None = None) -> str:
    """Say which scores are positive: "≥ 4", "≤ 3.5", on the user's scale."""
    at = test.cutoff if threshold is None else threshold
    return "" if at is None else f"{'≤' if test.low else '≥'} {score(at)}"


def named_rule(test: DiagnosticTest) -> str:
    """Name a test with its stated rule: "wfns ≥ 4"."""
    return f"{test.name} {rule_of(test)}"


def with_threshold(analysis: Analysis) -> list[TestResults]:
    """List the tests for which a threshold is stated."""
    return [found for found in analysis.tests if found.accuracy is not None]


def without_threshold(analysis: Analysis) -> list[TestResults]:
    """List the tests for which none is stated."""
    return [found for found in analysis.tests if found.accuracy is None]


def codes(names: Iterable[str]) -> Content:
    """Join names from the data, each as code."""
    return joined([Code(name) for name in names])


def direction(tests: Sequence[DiagnosticTest], show: Callable[[Sequence[str]], Content]) -> Content:
    """Say which scores are positive, test by test where they differ."""
    low = [test.name for test in tests if test.low]
    high = [test.name for test in tests if not test.low]
    if low and high:
        return ("higher scores of ", show(high), " and lower scores of ", show(low), " are positive")
    return "lower scores are positive" if low else "higher scores are positive"


def stated_direction(tests: Sequence[DiagnosticTest], show: Callable[[Sequence[str]], Content]) -> Content:
    """Say which scores are positive, and whether anybody stated it: that high ones are is so unless stated."""
    low = [test.name for test in tests if test.low]
    high = [test.name for test in tests if not test.low]
    if low and high:
        return (
            ("higher scores of ", show(high), " are positive by default, lower scores of ", show(low)),
            " as stated in the plan",
        )
    return f"{direction(tests, show)}, {'as stated in the plan' if low else 'by default'}"


def names(tests: Iterable[TestResults]) -> str:
    """Join the names of tests."""
    return listed([found.name for found in tests])


def chunks(items: Sequence[TestResults], size: int) -> list[Sequence[TestResults]]:
    """Divide tests among tables or figures that hold only so many."""
    return [items[start : start + size] for start in range(0, len(items), size)]


def numbered_ids(stem: str, count: int) -> list[str]:
    """Give ids to the parts of a table or figure: one without a number, several with."""
    return [stem] if count == 1 else [f"{stem}-{i}" for i in range(1, count + 1)]


def resampled(resampling: Resampling) -> str:
    """Say how replicates were drawn: "2000 stratified bootstrap resamples"."""
    return str(resampling).replace(f"resamples of {resampling.unit}", "bootstrap resamples")


def first_of_several(analysis: Analysis) -> str:
    """Say why a description holds at one prevalence where several are stated, or nothing."""
    return ", the first of those stated" if len(analysis.plan.prevalences) > 1 else ""


def participants(n: int) -> str:
    """Count people: "113 participants"."""
    return f"{n} participant{'' if n == 1 else 's'}"


def typeset(text: str) -> str:
    """Set names of methods and measures as a page does: a dash between two authors, a curved apostrophe, a true minus.

    Examples
    --------
    >>> typeset("Hanley-McNeil"), typeset("Wilson's score method")
    ('Hanley–McNeil', 'Wilson’s score method')
    """
    text = re.sub(r"\bLR-(?=[\s,;.]|$)", "LR−", text)
    for author in _OWNERS:
        text = text.replace(f"{author}'s", f"{author}’s")
    return _TWO_OWNERS.sub("–", text)


def for_report(text: str) -> str:
    """Take from a note what only someone at a keyboard could do: calls and options.

    Examples
    --------
    >>> for_report('rough here. Report the logit interval: auc(sample, DeLong(scale="logit")).')
    'rough here. Report the logit interval.'
    >>> for_report("the normal approximation is rough here. Check with Bootstrap().")
    'the normal approximation is rough here.'
    """
    text = without_calls(text)
    for printed, shown in _PRINTED:
        text = printed.sub(shown, text)
    text = _PERCENT.sub("%", _YOUDEN.sub("the Youden index", text))
    return typeset(_QUOTED.sub(r"“\1”", text))


def grouped(notes: Iterable[tuple[str, str]], everyone: int) -> list[str]:
    """Write notes as sentences, each once, after the names of those it is about unless it is about all.

    Examples
    --------
    >>> grouped([("a", "no interval."), ("b", "no interval."), ("b", "rough.")], 2)
    ['No interval.', 'b: rough.']
    >>> grouped([("a", "3 pairs are tied."), ("b", "5 pairs are tied.")], 2)
    ['a and b: 3 and 5 pairs are tied.']
    """
    about: dict[str, list[str]] = {}
    for name, text in notes:
        about.setdefault(for_report(text), []).append(name)
    said = []
    for text, which in _told_apart_by_a_number(about):
        named = len(which) < everyone or text not in about
        said.append(f"{listed(which)}: {text}" if named else sentence(text))
    return said


def _told_apart_by_a_number(about: dict[str, list[str]]) -> list[tuple[str, list[str]]]:
    """Join sentences that differ in one number only, with the numbers in the order of their names."""
    alike: dict[str, list[str]] = {}
    for text in about:
        alike.setdefault(_NUMBER.sub("0", text), []).append(text)
    first = {text: place for place, text in enumerate(about)}
    found_texts = []
    for texts in alike.values():
        numbers = list(zip(*(_NUMBER.findall(text) for text in texts), strict=True))
        differing = [place for place, found in enumerate(numbers) if len(set(found)) > 1]
        if len(texts) == 1 or len(differing) != 1 or any(len(about[text]) > 1 for text in texts):
            found_texts += [(first[text], text, about[text]) for text in texts]
            continue
        which = [name for text in texts for name in about[text]]
        slots = iter(numbers)
        merged = "".join(part if i % 2 == 0 else _slot(next(slots)) for i, part in enumerate(_split(texts[0])))
        found_texts.append((first[texts[0]], merged, which))
    return [(text, which) for _, text, which in sorted(found_texts)]


def _split(text: str) -> list[str]:
    """Take a text apart: words, number, words, number and so on, words at both ends."""
    parts, end = [], 0
    for found in _NUMBER.finditer(text):
        parts += [text[end : found.start()], found.group()]
        end = found.end()
    return [*parts, text[end:]]


def _slot(found: Sequence[str]) -> str:
    return found[0] if len(set(found)) == 1 else listed(list(found))


def minus_signs(text: str) -> str:
    """Give the numbers inside a sentence their true minus; hyphens of names stay.

    Examples
    --------
    >>> minus_signs("low limit -0.174 is not above -0.05"), minus_signs("CA-19")
    ('low limit −0.174 is not above −0.05', 'CA-19')
    """
    return _MINUS.sub(MINUS, text)
