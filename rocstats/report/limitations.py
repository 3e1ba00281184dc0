"""Section "Limitations": every caveat of the results, with the table where its numbers are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rocstats.document.blocks import Item, NumberedList, Paragraph, Section
from rocstats.document.inline import Content, CrossRef, MarkRef
from rocstats.empirical.threshold_rules import Largest
from rocstats.formatting import counted, decimals_for, fixed, listed, percent, printable
from rocstats.inference.reselection import Reselection
from rocstats.report.accuracy_section import table_ids
from rocstats.report.analysis import Analysis, TestResults
from rocstats.report.calibration_section import caveats as calibration_caveats
from rocstats.report.chosen_section import caveats as chosen_caveats
from rocstats.report.chosen_section import choice_by
from rocstats.report.comparison_section import crossing, pair_name
from rocstats.report.design_limitation import design_limitation
from rocstats.report.fitted_section import caveats as fitted_caveats
from rocstats.report.goal_section import caveats as goal_caveats
from rocstats.report.interval_tables import around_chance, silent_methods, unsettled
from rocstats.report.interval_tables import table_ids as interval_table_ids
from rocstats.report.margin_section import caveats as margin_caveats
from rocstats.report.numbers import in_words, percentage, pvalue, sentence
from rocstats.report.paired_section import caveats as paired_caveats
from rocstats.report.partial_section import caveats as partial_caveats
from rocstats.report.points_section import stated_is_optimum
from rocstats.report.precision_section import caveats as precision_caveats
from rocstats.report.predictive_section import caveats as predictive_caveats
from rocstats.report.separation_section import caveats as separation_caveats
from rocstats.report.subgroup_section import caveats as subgroup_caveats
from rocstats.report.wording import grouped, named_rule, with_threshold

_MANY_TIES = 0.05
_YOUDEN = Largest("youden").title
_AFTER_PAIRS = (
    *(paired_caveats, separation_caveats, precision_caveats, calibration_caveats, chosen_caveats, subgroup_caveats),
    *(margin_caveats, goal_caveats),
)
_NOT_KNOWN = (
    "Not known from the data, and for the authors to add: how participants were found, what the readers of the tests "
    "and of the truth knew, and the time between test and truth."
)


def limitations_section(analysis: Analysis) -> Section:
    """Write the section."""
    items = _said_once(
        item
        for part in (
            *(
                _areas,
                _intervals,
                _ties,
                _missing,
                _accuracy,
                predictive_caveats,
                partial_caveats,
                fitted_caveats,
                _pairs,
            ),
            *(*_AFTER_PAIRS, _hypotheses, _thresholds),
        )
        for item in part(analysis)
    )
    blocks = (
        Paragraph("Each follows from a note that travels with a result."),
        NumberedList(items),
        Paragraph(_NOT_KNOWN),
    )
    return Section(id="limitations", title="Limitations", blocks=blocks)


def _said_once(items: Iterable[Item]) -> tuple[Item, ...]:
    """Give a sentence that several tables have once, with all of them."""
    where: dict[Content, list[str]] = {}
    for item in items:
        where.setdefault(item.content, []).extend(() if item.where is None else item.where.targets)
    return tuple(
        Item(content, CrossRef(*dict.fromkeys(targets)) if targets else None) for content, targets in where.items()
    )


def _areas(analysis: Analysis) -> Iterator[Item]:
    tests = analysis.tests
    notes = ((found.name, note.text) for found in tests for note in found.area.notes)
    yield from (Item(text, CrossRef("auc")) for text in grouped(notes, len(tests)))


def _intervals(analysis: Analysis) -> Iterator[Item]:
    where = CrossRef(*interval_table_ids(analysis))
    undecided: dict[str, list[str]] = {}
    for found in analysis.tests:
        if said := around_chance(found, "{} interval methods"):
            undecided.setdefault(said, []).append(found.name)
    if undecided:
        parts = "; ".join(f"for {listed(names)}, {said}" for said, names in undecided.items())
        tests = listed([name for names in undecided.values() for name in names], "or")
        yield Item(f"{parts[:1].upper()}{parts[1:]}; {unsettled(tests)}", where)
    yield from (Item(text, where) for text in silent_methods(analysis.tests))


def _ties(analysis: Analysis) -> Iterator[Item]:
    near = [found for found in analysis.tests if found.ties.near_ties]
    if near:
        said = listed(
            [f"{counted(found.ties.near_ties, 'pair')} of neighbouring scores of {found.name}" for found in near]
        )
        if len(near) == 1:
            said = f"for {near[0].name}, {counted(near[0].ties.near_ties, 'pair')} of neighbouring scores"
        yield Item(
            f"{said[:1].upper()}{said[1:]} differ by less than a relative 1e-12, most often rounding noise; they are "
            "not tied here, and rounding would tie them.",
            CrossRef("ties"),
        )
    tied = [found for found in analysis.tests if found.ties.p_tie >= _MANY_TIES]
    if len(tied) == 1:
        (found,) = tied
        area, low, high = _attainable(found)
        yield Item(
            f"For {found.name}, {percent(found.ties.p_tie)}% of case–control pairs are tied. Its AUC of {area} rests "
            f"on counting them one half; deciding them all one way gives {low} or {high}.",
            CrossRef("ties"),
        )
    elif tied:
        shares = listed([f"{percent(found.ties.p_tie)}% for {found.name}" for found in tied])
        moved = listed(["{} ({} or {})".format(*_attainable(found)) for found in tied])
        yield Item(
            f"Many case–control pairs are tied, {shares}. The AUCs of {moved} rest on counting them one half; in "
            "brackets what deciding them all one way gives.",
            CrossRef("ties"),
        )


def _attainable(found: TestResults) -> tuple[str, str, str]:
    """Write an area, and what it becomes if all ties are decided one way."""
    low, high = found.ties.attainable
    decimals = decimals_for([found.ties.auc, low, high])
    return fixed(found.ties.auc, decimals), fixed(low, decimals), fixed(high, decimals)


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
    measures = CrossRef(*table_ids(analysis)[1]) if stated else CrossRef()
    if best := [found for found in stated if stated_is_optimum(found)]:
        again = ["repeated"] if any(_chosen_again(analysis, found) for found in best) else []
        yield Item(_also_optimum(analysis, best), CrossRef(*table_ids(analysis)[1], "points", *again))
    yield from design_limitation(analysis)
    notes = (
        (named_rule(found.test), note.text)
        for found in stated
        for note in (() if found.accuracy is None else found.accuracy.notes)
        if note.code not in ("design-not-stated", "case-control")
    )
    yield from (Item(text, measures) for text in grouped(notes, len(stated)))


def _also_optimum(analysis: Analysis, best: Sequence[TestResults]) -> str:
    """Say which stated thresholds look chosen, and how good the same choice is where it was not made."""
    rules = listed([named_rule(found.test) for found in best])
    if len(best) == 1:
        text = (
            f"The stated threshold {rules} is also the one with the largest Youden index in these data. If it was "
            "chosen on them, its sensitivity and specificity are optimistic"
        )
    else:
        text = (
            f"The stated thresholds {rules} are also those with the largest Youden index in these data. If they were "
            "chosen on them, their sensitivities and specificities are optimistic"
        )
    again = []
    for found in best:
        if chosen := _chosen_again(analysis, found):
            of = f" for {found.name}" if len(best) > 1 else ""
            shares = percentage(chosen.sensitivity), percentage(chosen.specificity)
            again.append(f"{shares[0]}% and {shares[1]}%{of}")
    return (
        f"{text}: chosen again in resamples, they are {listed(again)} in the participants left out."
        if again
        else f"{text}."
    )


def _chosen_again(analysis: Analysis, found: TestResults) -> Reselection | None:
    """Give what the Youden index chooses in resamples, if the plan asked for it and it has a value."""
    choice = choice_by(analysis, found.name, _YOUDEN)
    again = None if choice is None else choice.resampled
    return None if again is None or again.sensitivity is None else again


def _pairs(analysis: Analysis) -> Iterator[Item]:
    pairs = analysis.pairs
    contrast = analysis.contrast
    notes = [(pair_name(pair.comparison), note.text) for pair in pairs for note in pair.comparison.notes]
    said = grouped(notes, len(pairs))
    if contrast is not None:
        own = [("Equal areas", note.text) for note in contrast.notes if not _said_of_a_pair(analysis, note.text)]
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


def _said_of_a_pair(analysis: Analysis, text: str) -> bool:
    """Whether a note of the joint test is that of a pair, with or without the name of the pair before it."""
    for pair in analysis.pairs:
        one, other = (printable(test) for test in pair.comparison.tests)
        bare = text.removeprefix(f"{one} - {other}: ")
        if any(note.text in text or note.text.startswith(bare) for note in pair.comparison.notes):
            return True
    return False


def _hypotheses(analysis: Analysis) -> Iterator[Item]:
    further = analysis.further
    count = len(further.margins) + len(further.goals)
    if count > 1:
        where = [*(["margins"] if further.margins else []), *(["goals"] if further.goals else [])]
        yield Item(
            f"The plan states {in_words(count)} hypotheses and no adjustment for their number; each was tested by "
            "itself.",
            CrossRef(*where),
        )
    if len(further.paired) > 1:
        yield Item(
            f"No adjustment for {in_words(len(further.paired))} comparisons of sensitivity and specificity was "
            "planned.",
            CrossRef("paired-differences"),
        )


def _thresholds(analysis: Analysis) -> Iterator[Item]:
    yield Item(
        (
            "The thresholds marked ",
            MarkRef("points", "youden"),
            " were chosen on these data, and their accuracy is optimistic.",
        ),
        CrossRef("points"),
    )
