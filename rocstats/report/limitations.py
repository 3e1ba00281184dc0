"""Section "Limitations": every caveat of the results, with the table where its numbers are."""

from __future__ import annotations

from collections.abc import Iterator

from rocstats.document.blocks import Item, NumberedList, Paragraph, Section
from rocstats.document.inline import CrossRef, MarkRef
from rocstats.formatting import counted, decimals_for, fixed, listed, percent
from rocstats.report.accuracy_section import design_sentence, table_ids
from rocstats.report.analysis import Analysis
from rocstats.report.comparison_section import crossing, pair_name
from rocstats.report.interval_tables import around_chance, silent_methods, unsettled
from rocstats.report.interval_tables import table_ids as interval_table_ids
from rocstats.report.numbers import in_words, percentage, pvalue, sentence
from rocstats.report.points_section import stated_is_optimum
from rocstats.report.wording import grouped, named_rule, with_threshold

_MANY_TIES = 0.05
_NOT_KNOWN = (
    "Not known from the data, and for the authors to add: how participants were found, what the readers of the tests "
    "and of the truth knew, and the time between test and truth."
)


def limitations_section(analysis: Analysis) -> Section:
    """Write the section."""
    items = tuple(
        item
        for part in (_areas, _intervals, _ties, _missing, _accuracy, _pairs, _thresholds)
        for item in part(analysis)
    )
    blocks = (
        Paragraph("Each follows from a note that travels with a result."),
        NumberedList(items),
        Paragraph(_NOT_KNOWN),
    )
    return Section(id="limitations", title="Limitations", blocks=blocks)


def _areas(analysis: Analysis) -> Iterator[Item]:
    tests = analysis.tests
    notes = ((found.name, note.text) for found in tests for note in found.area.notes)
    yield from (Item(text, CrossRef("auc")) for text in grouped(notes, len(tests)))


def _intervals(analysis: Analysis) -> Iterator[Item]:
    for found in analysis.tests:
        if said := around_chance(found, "{} interval methods"):
            yield Item(f"For {found.name}, {said}; {unsettled(found)}", CrossRef(*interval_table_ids(analysis)))
    for text in silent_methods(analysis.tests):
        yield Item(text, CrossRef(*interval_table_ids(analysis)))


def _ties(analysis: Analysis) -> Iterator[Item]:
    for found in analysis.tests:
        ties = found.ties
        if ties.near_ties:
            yield Item(
                f"For {found.name}, {counted(ties.near_ties, 'pair')} of neighbouring scores differ by less than a "
                "relative 1e-12, most often rounding noise; they are not tied here, and rounding would tie them.",
                CrossRef("ties"),
            )
        if ties.p_tie < _MANY_TIES:
            continue
        low, high = ties.attainable
        decimals = decimals_for([ties.auc, low, high])
        yield Item(
            f"For {found.name}, {percent(ties.p_tie)}% of case–control pairs are tied. Its AUC of "
            f"{fixed(ties.auc, decimals)} rests on counting them one half; deciding them all one way gives "
            f"{fixed(low, decimals)} or {fixed(high, decimals)}.",
            CrossRef("ties"),
        )


def _missing(analysis: Analysis) -> Iterator[Item]:
    lost = max(flow.n_dropped for flow in analysis.flows)
    if lost:
        read = analysis.tests[0].flow.n_read
        upto = "" if analysis.same_people else "Up to "
        verb = "was" if lost == 1 else "were"
        yield Item(
            sentence(
                f"{upto}{lost} of {read} participants {verb} left out for a missing value. The results are those of "
                "the others, and hold for all only if what is missing does not depend on truth or score"
            ),
            CrossRef("flow"),
        )


def _accuracy(analysis: Analysis) -> Iterator[Item]:
    stated = with_threshold(analysis)
    results = [found.accuracy for found in stated if found.accuracy is not None]
    if not results:
        return
    measures = CrossRef(*table_ids(analysis)[1])
    for found in stated:
        if stated_is_optimum(found):
            yield Item(
                f"The stated threshold {named_rule(found.test)} is also the one with the largest Youden index in these "
                "data. If it was chosen on them, its sensitivity and specificity are optimistic.",
                CrossRef(*table_ids(analysis)[1], "points"),
            )
    design = {found.counts.design for found in results}
    if None in design:
        shares = list(dict.fromkeys(percentage(found.counts.n_cases / found.counts.total) + "%" for found in results))
        yield Item(
            f"The design was not stated. PPV, NPV and accuracy hold for a share of cases of {listed(shares)} and for "
            "no other.",
            measures,
        )
    elif "case-control" in design:
        yield Item(design_sentence(results), measures)
    notes = (
        (named_rule(found.test), note.text)
        for found, result in zip(stated, results, strict=True)
        for note in result.notes
        if note.code not in ("design-not-stated", "case-control")
    )
    yield from (Item(text, measures) for text in grouped(notes, len(stated)))


def _pairs(analysis: Analysis) -> Iterator[Item]:
    pairs = analysis.pairs
    contrast = analysis.contrast
    notes = [(pair_name(pair.comparison), note.text) for pair in pairs for note in pair.comparison.notes]
    said = grouped(notes, len(pairs))
    if contrast is not None:
        known = {note.text for pair in pairs for note in pair.comparison.notes}
        own = [("Equal areas", note.text) for note in contrast.notes if not any(text in note.text for text in known)]
        said = [*grouped(own, 2), *said]
    yield from (Item(text, CrossRef("differences")) for text in said)
    if len(pairs) > 1:
        text = (
            f"No adjustment for {in_words(len(pairs))} comparisons was planned. The intervals and p values of the "
            "differences are not adjusted"
        )
        for pair in crossing(analysis):
            text += f"; with Holm’s adjustment the p of {pair_name(pair.comparison)} is {pvalue(pair.adjusted)}"
        yield Item(f"{text}.", CrossRef("differences"))


def _thresholds(analysis: Analysis) -> Iterator[Item]:
    yield Item(
        (
            "The thresholds marked ",
            MarkRef("points", "youden"),
            " were chosen on these data, and their accuracy is optimistic.",
        ),
        CrossRef("points"),
    )
