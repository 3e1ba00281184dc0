"""Section "Statistical methods": what was done, written from the cards of the methods that were used."""

from __future__ import annotations

from rocstats.document.blocks import Paragraph, Section
from rocstats.document.inline import Cite, Content, joined
from rocstats.formatting import listed
from rocstats.report.analysis import Analysis
from rocstats.report.calibration_section import methods_sentence as calibration_sentence
from rocstats.report.chosen_section import methods_sentence as chosen_sentence
from rocstats.report.fitted_section import methods_sentence as fitted_sentence
from rocstats.report.goal_section import methods_sentence as goal_sentence
from rocstats.report.margin_section import methods_sentence as margin_sentence
from rocstats.report.numbers import in_words
from rocstats.report.paired_section import methods_sentence as paired_sentence
from rocstats.report.partial_section import methods_sentence as partial_sentence
from rocstats.report.precision_section import methods_sentence as precision_sentence
from rocstats.report.predictive_section import methods_sentence as predictive_sentence
from rocstats.report.separation_section import methods_sentence as separation_sentence
from rocstats.report.subgroup_section import methods_sentence as subgroup_sentence
from rocstats.report.wording import resampled, typeset, with_threshold
from rocstats.results import Card, Estimate

_MEASURES = (
    ("sensitivity", "sensitivity"),
    ("specificity", "specificity"),
    ("ppv", "predictive values"),
    ("npv", "predictive values"),
    ("accuracy", "accuracy"),
    ("lr_positive", "likelihood ratios"),
    ("lr_negative", "likelihood ratios"),
    ("odds_ratio", "the diagnostic odds ratio"),
    ("youden", "the Youden index"),
)
# Paragraphs about what is not in every report, in the order of its sections.
_FURTHER = (
    *(predictive_sentence, partial_sentence, fitted_sentence, paired_sentence, separation_sentence, precision_sentence),
    *(calibration_sentence, chosen_sentence, subgroup_sentence, margin_sentence, goal_sentence),
)


def methods_section(analysis: Analysis) -> Section:
    """Write the section."""
    paragraphs = [
        *(_areas(analysis), _side_by_side(analysis), _proportions(analysis)),
        *(sentence(analysis) for sentence in _FURTHER),
        _ties_and_missing(analysis),
    ]
    return Section(
        id="methods",
        title="Statistical methods",
        blocks=tuple(Paragraph(content) for content in paragraphs if content),
    )


def _said(card: Card) -> Content:
    """Give what a method says of itself, inside a sentence, with its works."""
    text = typeset(card.sentence.rstrip("."))
    return (f"{text[:1].lower()}{text[1:]} ", Cite(*card.references)) if card.references else text


def _areas(analysis: Analysis) -> Content:
    area = analysis.tests[0].area
    turned = any(found.test.low for found in analysis.tests)
    what = "has the score on the positive side" if turned else "has the higher score"
    words: list[Content] = [
        f"The area under the empirical ROC curve (AUC) is the share of case–control pairs in which the case {what}; a "
        f"tied pair counts one half. {typeset(area.method.name)}: ",
        _said(area.method),
        *_drawn(area),
        ".",
    ]
    if not analysis.pairs:
        return tuple(words)
    comparison = analysis.pairs[0].comparison
    words.append(" Areas on the same participants were compared by their difference")
    if comparison.method.id == area.method.id == "delong":
        words += [", with the variance of the same components ", Cite(*comparison.method.references)]
    elif comparison.method.id == area.method.id:
        words += [" in the same way ", Cite(*comparison.method.references)]
    else:
        words += [f" ({typeset(comparison.method.name)}: ", _said(comparison.method), ")"]
    if analysis.contrast is not None:
        works = Cite(*analysis.contrast.method.references)
        words += [
            f", and the {in_words(len(analysis.tests))} areas together by the χ² statistic of all differences ",
            works,
        ]
    if len(analysis.pairs) > 1:
        words += ["; p values of the pairs were also adjusted by Holm’s method ", Cite("holm1979")]
    return (*words, ".")


def _drawn(estimate: Estimate) -> list[Content]:
    drawn = estimate.inference.resampling
    return [] if drawn is None else [f" ({resampled(drawn)})"]


def _side_by_side(analysis: Analysis) -> Content:
    """Name the other interval methods with their works, the bootstrap's kinds together."""
    first = analysis.tests[0]
    others = [e for e in first.intervals.estimates if e.method.id != first.area.method.id]
    if not others:
        return ()
    alone = [e for e in others if e.inference.resampling is None and not e.method.id.startswith("bootstrap")]
    kinds = [e for e in others if e not in alone]
    parts: list[Content] = [(f"{typeset(e.method.name)} ", Cite(*e.method.references)) for e in alone]
    if kinds:
        drawn = kinds[0].inference.resampling
        what = "bootstrap resamples" if drawn is None else resampled(drawn)
        names = listed([e.method.name.removeprefix("Bootstrap, ") for e in kinds])
        works = Cite(*dict.fromkeys(key for e in kinds for key in e.method.references))
        parts.append((f"{what} ({names}) ", works))
    words: list[Content] = ["For comparison, intervals were also computed by ", joined(parts)]
    bands = [found.band for found in analysis.tests if found.band is not None]
    if bands:
        how = resampled(bands[0].resampling)
        words += [
            f"; the pointwise bands of the curves are quantiles of sensitivity at fixed specificity in {how} ",
            Cite("davison1997"),
        ]
    return (*words, ".")


def _proportions(analysis: Analysis) -> Content:
    """Say for each kind of interval which measures have it."""
    results = [found.accuracy for found in with_threshold(analysis) if found.accuracy is not None]
    cards: dict[str, tuple[Card, list[str]]] = {}
    for name, label in _MEASURES:
        for found in results:
            card = getattr(found, name).method
            if card is not None and label not in cards.setdefault(card.id, (card, []))[1]:
                cards[card.id][1].append(label)
    words: list[Content] = []
    for card, measured in cards.values():
        what = listed(measured)
        words += [" " if words else "", f"{what[:1].upper()}{what[1:]}: ", _said(card), "."]
    return tuple(words)


def _ties_and_missing(analysis: Analysis) -> Content:
    words: list[Content] = [
        "The share of the area that comes from ties was bounded as by Redolfi ",
        Cite("redolfi2026"),
        ". The Youden index is sensitivity + specificity − 1 ",
        Cite("youden1950"),
        ".",
    ]
    if any(found.flow.n_dropped for found in analysis.tests):
        words.append(
            " Participants without a truth value were left out of every analysis, those without a score of the "
            "analyses that need it; nothing was imputed."
        )
    elif analysis.plan.missing == "drop":
        words.append(
            " Participants without a score would have been left out of the analyses that need it; there were none."
        )
    else:
        words.append(" No value was missing.")
    return tuple(words)
