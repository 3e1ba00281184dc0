"""What fitted curves, families and pairs of curves warn of, each sentence once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rocstats.formatting import listed, printable
from rocstats.printing import Note
from rocstats.report.fitted_results import CurveOfTest, FittedResults
from rocstats.report.wording import grouped

_OF_TESTS = ("few-expected",)


def curve_notes(curves: FittedResults) -> list[str]:
    """Write what the fits, their bands and their readings warn of, but for tests of fit."""
    notes = ((one.name, note.text) for one in curves.tests for note in _once(_notes(one)) if note.code not in _OF_TESTS)
    return grouped(notes, len(curves.tests))


def test_notes(curves: FittedResults) -> list[str]:
    """Write what the tests of fit warn of."""
    notes = ((one.name, note.text) for one in curves.tests for note in one.fit.notes if note.code in _OF_TESTS)
    return grouped(notes, len(curves.tests))


def family_notes(curves: FittedResults) -> list[str]:
    """Write what the comparisons of families warn of, but for what is said of the fitted curve of the test."""
    return _family_notes(curves, set())


def family_caveats(curves: FittedResults) -> list[str]:
    """Write what the comparisons of families warn of: in one sentence which families lack something, the rest in full.

    Why they lack it is said family by family below the table.
    """
    lacking, alike, said = [], [], set()
    for found in curves.families:
        without = [one for one in found.families if one.fit is None or one.fit.covariance is None]
        if without:
            lacking.append(f"{listed([one.family.card.name for one in without])} for {found.name}")
        for one in without:
            said |= {one.fit.notes[0].text} if one.fit is not None and one.fit.notes else set()
            said |= {f"{one.family.card.name}: {one.diagnosis.text}"} if one.diagnosis is not None else set()
        for note in found.notes:
            if note.code == "families-alike":
                alike.append(found.name)
                said.add(note.text)
    sentences = []
    if lacking:
        sentences.append(f"There are no standard errors, or no curve at all, of these families: {'; '.join(lacking)}.")
    if alike:
        sentences.append(
            f"The data hardly tell several families of curves apart ({listed(alike)}); a family chosen because it fits "
            "best has standard errors that know nothing of the choice."
        )
    return [*sentences, *_family_notes(curves, said)]


def pair_notes(curves: FittedResults) -> list[str]:
    """Write what the fits of two tests at once warn of, but for what is said of a test's own curve already."""
    own = {(one.name, note.code) for one in curves.tests for note in one.fit.notes}
    notes = []
    for pair in curves.pairs:
        of_curves = set()
        for curve in pair.fit.curves:
            of_curves |= {f'"{printable(curve.name)}": {note.text}' for note in curve.notes}
            said = f"{pair.name}, {curve.name}"
            notes += [(said, note.text) for note in curve.notes if (curve.name, note.code) not in own]
        every = _once((*pair.fit.notes, *pair.area.notes, *pair.same.notes))
        notes += [(pair.name, note.text) for note in every if note.text not in of_curves]
    return grouped(notes, len(curves.pairs))


def _family_notes(curves: FittedResults, said: set[str]) -> list[str]:
    """Write the notes of families that are neither said nor those of the fitted curve."""
    held = {one.name: {note.text for note in _notes(one)} for one in curves.tests}
    notes = (
        (found.name, note.text)
        for found in curves.families
        for note in found.notes
        if note.text not in held.get(found.name, set()) | said
    )
    return grouped(notes, len(curves.families))


def _notes(one: CurveOfTest) -> Iterator[Note]:
    read = (one.area, *(area for _, area in one.partial), one.sensitivity, one.empirical_sensitivity)
    yield from one.fit.notes
    for band in one.bands:
        yield from band.notes
    for estimate in read:
        yield from estimate.notes


def _once(notes: Iterable[Note]) -> list[Note]:
    """Give each sentence once."""
    return list({note.text: note for note in notes}.values())
