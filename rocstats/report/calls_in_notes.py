"""Notes of results without what only someone at a keyboard could do: calls left out, names of models in words."""

from __future__ import annotations

import re

_LEFT_OUT = (
    re.compile(r"\sCheck with Bootstrap\([^)]*\)\."),
    re.compile(r"\s[a-z_]+\(sample, Newcombe\(\)\) gives an interval of its own\."),
    re.compile(r"(?<=an interval that needs no variance): auc\(sample, Newcombe\(\)\)"),
    re.compile(r"; adjusted=True[^.]*"),
    re.compile(r"; Wilson\(\), MidP\(\) and ClopperPearson\(\) have one"),
    re.compile(r"\sTango\(\) has one\."),
    re.compile(r"\saccuracy\(counts, prevalence=[^.]*\.\.\.\)[^.]*\."),
    re.compile(r":\s[a-z_]+\(sample.*\)(?=\.$)"),
    re.compile(r"\sCheck with Bootstrap\(\)\."),
    re.compile(r"; haldane=True[^.]*"),
    re.compile(r"; state\sdesign=[^.]*"),
    re.compile(r"; those of the empirical area are in auc\(sample, Newcombe\(\)\)"),
    re.compile(r"[:,] compare_auc\(sample, method=DeLong\(\)\)"),
    re.compile(r", compare_families\(sample, \.\.\.\)"),
    re.compile(r", accuracy\(counts_at\(sample, threshold\)\)"),
    re.compile(r"; categories= [^.]*"),
    re.compile(r"(?<=say so) with low="),
    re.compile(r"; kind=\"glm\" takes all points"),
    re.compile(r": leave interpolated out(?=\.)"),
    re.compile(r", categories=\"ratings\"(?=[,.])"),
    re.compile(r"Widen fpf=, or (?=report)"),
)
_IN_WORDS = (
    (re.compile(r"(?<=by )auc\(sample, Newcombe\(\)\)"), "Newcombe's method"),
    (re.compile(r"auc\(sample, Newcombe\(\)\)"), "that of Newcombe's method"),
    (re.compile(r"ProperBinormal\(\)"), "the proper binormal family"),
    (re.compile(r"ContaminatedBinormal\(\)"), "the contaminated binormal family"),
    (re.compile(r"Binormal\(\)"), "the binormal family"),
    (re.compile(r"PowerLaw\(\)"), "the power-law family"),
    (re.compile(r"Bigamma\(\)"), "the bigamma family"),
    (re.compile(r"MaximumLikelihood\(\)"), "maximum likelihood of ordered categories"),
    (re.compile(r"\bLeave box_cox out"), "Fit without a transformation"),
    (re.compile(r"NormalTheory\(box_cox=True[^)]*\)"), "the fit after a Box-Cox transformation"),
    (re.compile(r"NormalTheory\(\)(?: without a transformation)?"), "the fit without a transformation"),
)
_BEGINS = re.compile(r"(?<=\. )the (?=fit |proper |contaminated |binormal |power-law |bigamma )")
_BEGINS_BY_LIKELIHOOD = re.compile(r"(?<=\. )maximum(?= likelihood)")


def without_calls(text: str) -> str:
    """Leave out calls and options, and name families of curves and ways of fitting them in words.

    Examples
    --------
    >>> without_calls("the normal approximation is rough here. Check with Bootstrap().")
    'the normal approximation is rough here.'
    >>> without_calls("no standard errors. Use Binormal() or ProperBinormal().")
    'no standard errors. Use the binormal family or the proper binormal family.'
    """
    for call in _LEFT_OUT:
        text = call.sub("", text)
    for call, words in _IN_WORDS:
        text = call.sub(words, text)
    return _BEGINS_BY_LIKELIHOOD.sub("Maximum", _BEGINS.sub("The ", text))
