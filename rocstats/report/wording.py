"""Phrases that several sections of a report share, so that they say the same thing in the same words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.document.inline import Code, Content
from rocstats.formatting import listed
from rocstats.report.analysis import Analysis, TestResults
from rocstats.report.numbers import score, sentence
from rocstats.results import Resampling

_AUTHORS = ("Cornfield", "DeLong", "Holm", "Koopman", "Newcombe", "Redolfi", "Wilson")
_TWO_AUTHORS = re.compile(r"(?<=\bHanley)-(?=McNeil\b)|(?<=\bClopper)-(?=Pearson\b)")
_CALLS = (
    re.compile(r":\s[a-z_]+\(sample.*\)(?=\.$)"),
    re.compile(r"\sCheck with Bootstrap\(\)\."),
    re.compile(r"; haldane=True[^.]*"),
    re.compile(r"; state\sdesign=[^.]*"),
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


def joined(parts: Sequence[Content], last: str = "and") -> Content:
    """Join content as a sentence does: a, b and c."""
    words: list[Content] = []
    for place, part in enumerate(parts):
        if place:
            words.append(f" {last} " if place == len(parts) - 1 else ", ")
        words.append(part)
    return tuple(words)


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
    for author in _AUTHORS:
        text = text.replace(f"{author}'s", f"{author}’s")
    return _TWO_AUTHORS.sub("–", text)


def for_report(text: str) -> str:
    """Take from a note what only someone at a keyboard could do: calls and options.

    Examples
    --------
    >>> for_report('rough here. Report the logit interval: auc(sample, DeLong(scale="logit")).')
    'rough here. Report the logit interval.'
    >>> for_report("the normal approximation is rough here. Check with Bootstrap().")
    'the normal approximation is rough here.'
    """
    for call in _CALLS:
        text = call.sub("", text)
    return typeset(text)


def grouped(notes: Iterable[tuple[str, str]], everyone: int) -> list[str]:
    """Write notes as sentences, each once, after the names of those it is about unless it is about all.

    Examples
    --------
    >>> grouped([("a", "no interval."), ("b", "no interval."), ("b", "rough.")], 2)
    ['No interval.', 'b: rough.']
    """
    about: dict[str, list[str]] = {}
    for name, text in notes:
        about.setdefault(for_report(text), []).append(name)
    return [sentence(text) if len(which) == everyone else f"{listed(which)}: {text}" for text, which in about.items()]
