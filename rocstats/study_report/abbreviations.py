"""Abbreviations of a report: what each stands for, and which of them its text uses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rocstats.document.blocks import Column, ColumnGroup, Section, Table, contents_of
from rocstats.document.inline import Content, plain_text

MEANINGS = {
    "AUC": "area under the receiver operating characteristic curve",
    "BCa": "bias-corrected and accelerated",
    "CI": "confidence interval",
    "DOR": "diagnostic odds ratio",
    "FN": "false negative",
    "FP": "false positive",
    "ICH": "International Council for Harmonisation",
    "LR": "likelihood ratio",
    "NE": "not estimable",
    "NPA": "negative percent agreement",
    "NPV": "negative predictive value",
    "OPA": "overall percent agreement",
    "PPA": "positive percent agreement",
    "PPV": "positive predictive value",
    "Q1": "first quartile",
    "Q3": "third quartile",
    "ROC": "receiver operating characteristic",
    "SD": "standard deviation",
    "SE": "standard error",
    "Se": "sensitivity",
    "Sp": "specificity",
    "STARD": "Standards for Reporting Diagnostic Accuracy Studies",
    "TN": "true negative",
    "TP": "true positive",
}
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*")


def abbreviations_in(sections: Iterable[Section]) -> tuple[tuple[str, str], ...]:
    """Give the abbreviations that the sections use, in alphabetical order, each with what it stands for.

    Examples
    --------
    >>> from rocstats.document.blocks import Paragraph
    >>> abbreviations_in([Section(id="one", title="One", blocks=(Paragraph("The AUC, with its CI."),))])[1]
    ('CI', 'confidence interval')
    """
    used = {word for section in sections for text in _texts(section) for word in _WORD.findall(text)}
    return tuple((short, MEANINGS[short]) for short in sorted(MEANINGS, key=str.lower) if short in used)


def _texts(section: Section) -> Iterator[str]:
    for block in section.blocks:
        yield from (plain_text(content) for content in contents_of(block))
        if isinstance(block, Table):
            yield from (plain_text(header) for header in _headers(block))


def _headers(table: Table) -> Iterator[Content]:
    for column in table.columns:
        yield column.header
        if isinstance(column, ColumnGroup):
            yield from (inside.header for inside in column.columns if isinstance(inside, Column))
