"""Notes of results without what only someone at a keyboard could do: calls left out, names of models in words."""

from __future__ import annotations

import re

_LEFT_OUT = (
    re.compile(r"\sCheck with Bootstrap\([^)]*\)\."),
    re.compile(r"\sPermutation\(\) tests equal areas without it\."),
    re.compile(r"\s[a-z_]+\(sample, Newcombe\(\)\) gives an interval of its own\."),
    re.compile(r"(?<=an interval that needs no variance): auc\(sample, Newcombe\(\)\)"),
    re.compile(r"; adjusted=True[^.]*"),
    re.compile(r"; Wilson\(\), MidP\(\) and ClopperPearson\(\) have one"),
    re.compile(r"\sTango\(\) has one\."),
    re.compile(r"\saccuracy\(counts, prevalence=[^.]*\.\.\.\)[^.]*\."),
    re.compile(r":\s[a-z_]+\(sample.*\)(?=\.$)"),
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
    re.compile(r",? or leave [a-z_]+= out[^.;]*"),
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
    (re.compile(r"\bDeLong\(\)"), "DeLong's method"),
    (re.compile(r"\bHanleyMcNeil\(\)"), "Hanley and McNeil's method"),
    (re.compile(r"\bNewcombe\(\)"), "Newcombe's method"),
    (re.compile(r"\bBamber\(\)"), "Bamber's method"),
    (re.compile(r"\bTango\(\)"), "Tango's method"),
    (re.compile(r"\bWilson\(\)"), "Wilson's method"),
    (re.compile(r"\bClopperPearson\(\)"), "Clopper and Pearson's method"),
    (re.compile(r"\bBootstrap\(\)"), "the bootstrap"),
    (re.compile(r"\bPermutation\(\)"), "permutations"),
)
# Whatever else is typed: an option, or a call with what stands in its brackets.
_TYPED = re.compile(
    r"\b[A-Za-z_]{2,}=(?!=)|\b(?:[a-z]+(?:_[a-z]+)+|auc|accuracy|compare|estimate|proportion|thresholds|tidy|rows"
    r"|[A-Z][a-z]+[A-Za-z]*)\((?:[^()]|\([^()]*\))*\)"
)
_SENTENCES = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"])")
_OPTION = re.compile(r"\b([A-Za-z_]{2,})=(?!=)")
_BEGINS = re.compile(r"(?<=\. )the (?=fit |proper |contaminated |binormal |power-law |bigamma )")
_BEGINS_BY_LIKELIHOOD = re.compile(r"(?<=\. )maximum(?= likelihood)")


def without_calls(text: str) -> str:
    """Leave out calls and options, and name families of curves and ways of fitting them in words.

    Examples
    --------
    >>> without_calls("the normal approximation is rough here. Check with Bootstrap().")
    'the normal approximation is rough here.'
    >>> without_calls("the normal approximation is rough here. Permutation() tests equal areas without it.")
    'the normal approximation is rough here.'
    >>> without_calls("no standard errors. Use Binormal() or ProperBinormal().")
    'no standard errors. Use the binormal family or the proper binormal family.'
    >>> without_calls("its limits would be too close. Take one record per cluster, or leave cluster= out if you may.")
    'its limits would be too close. Take one record per cluster.'
    >>> without_calls('a band needs more of them; state level=0.9. Use kind="campbell", which is narrower.')
    'a band needs more of them.'
    """
    for call in _LEFT_OUT:
        text = call.sub("", text)
    for call, words in _IN_WORDS:
        text = call.sub(words, text)
    return _without_typed(_BEGINS_BY_LIKELIHOOD.sub("Maximum", _BEGINS.sub("The ", text)))


def _without_typed(text: str) -> str:
    """Leave out clauses in which an option or a call is left; where nothing would be left, name the option bare."""
    if not _TYPED.search(text):
        return text
    kept = []
    for sentence in _SENTENCES.split(text):
        # What is typed after a colon only shows how to do what stands before it.
        pieces = [clause.split(": ")[0] if _TYPED.search(clause) else clause for clause in sentence.split("; ")]
        clauses = [clause for clause in pieces if not _TYPED.search(clause)]
        if clauses:
            joined = "; ".join(clauses)
            kept.append(joined if joined.endswith((".", "!", "?")) or not sentence.endswith(".") else f"{joined}.")
    return " ".join(kept) or _OPTION.sub(lambda found: found[1].replace("_", " ") + " ", text)
