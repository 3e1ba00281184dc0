"""What fitted curves, families and pairs of curves warn of, each sentence once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rocstats.formatting import listed, printable
from rocstats.parametric.disagreement import ANOTHER_FAMILY
from rocstats.parametric.fitted_bands import FittedBand
from rocstats.parametric.fitted_curve import FittedCurve
from rocstats.printing import Note
from rocstats.report.fitted_results import CurveOfTest, FittedResults
from rocstats.report.wording import grouped

_OF_TESTS = ("few-expected",)
_COMPARED = "See how the other families fit, or report the empirical curve."
_BANDS = {"pointwise": "pointwise band", "working-hotelling": "band of Working and Hotelling"}


def curve_notes(curves: FittedResults) -> list[str]:
    """Write what the fits warn of, but for tests of fit."""
    notes = (
        (one.name, _in_place(note.text, curves))
        for one in curves.tests
        for note in _once(_of_fit(one.fit))
        if note.code not in _OF_TESTS
    )
    return grouped(notes, len(curves.tests))


def reading_notes(curves: FittedResults) -> list[str]:
    """Write what the numbers that are read off the curves warn of, but for what the fits say."""
    notes = ((one.name, note.text) for one in curves.tests for note in _once(_of_readings(one)))
    return grouped(notes, len(curves.tests))


def band_notes(curves: FittedResults, of: CurveOfTest | None = None) -> list[str]:
    """Write what the bands of all curves, or of one, warn of, each with the name of its band."""
    tests = curves.tests if of is None else (of,)
    notes = (
        (one.name, f"{_band_name(band)}: {note.text}")
        for one in tests
        for band in one.bands
        for note in band.notes
        if note.text not in {said.text for said in _of_fit(one.fit)}
    )
    return grouped(notes, len(tests))


def test_notes(curves: FittedResults) -> list[str]:
    """Write what the tests of fit warn of."""
    notes = ((one.name, note.text) for one in curves.tests for note in one.fit.notes if note.code in _OF_TESTS)
    return grouped(notes, len(curves.tests))


def family_notes(curves: FittedResults) -> list[str]:
    """Write what the comparisons of families warn of, but for what is said of the fitted curve of the test.

    What a curve warns of stands after the name of its family.
    """
    notes: list[tuple[str, str]] = []
    for found in curves.families:
        fits = [one.fit for one in found.families if one.fit is not None]
        of_fits = [note.text for fit in fits for note in fit.notes]
        notes += [(found.name, note.text) for note in found.notes if not note.text.endswith(tuple(of_fits))]
        about: dict[str, list[str]] = {}
        for fit in fits:
            if fit.family.card.id != curves.family.card.id:
                for note in fit.notes:
                    if note.code not in _OF_TESTS:
                        about.setdefault(_in_place(note.text, curves), []).append(fit.family.card.name)
        notes += [(found.name, f"{listed(names)}: {text}") for text, names in about.items()]
    return grouped(notes, len(curves.families))


def family_caveats(curves: FittedResults) -> list[str]:
    """Write what the choice among families warns of; what other families than that of the plan do is no limitation."""
    notes = [(found.name, note) for found in curves.families for note in found.notes]
    alike = [name for name, note in notes if note.code == "families-alike"]
    said = grouped(((name, note.text) for name, note in notes if note.code == "no-family-fits"), len(curves.families))
    if alike:
        said.append(
            f"The data hardly tell several families of curves apart ({listed(alike)}); a family chosen because it fits "
            "best has standard errors that know nothing of the choice."
        )
    return said


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
        every = _once((*pair.fit.notes, *pair.fit.interval_notes, *pair.area.notes, *pair.same.notes))
        notes += [(pair.name, note.text) for note in every if note.text not in of_curves]
    return grouped(notes, len(curves.pairs))


def _of_fit(fit: FittedCurve) -> tuple[Note, ...]:
    return (*fit.notes, *fit.interval_notes)


def _of_readings(one: CurveOfTest) -> Iterator[Note]:
    said = {note.text for note in _of_fit(one.fit)}
    read = (one.area, *(area for _, area in one.partial), one.sensitivity, one.empirical_sensitivity)
    for estimate in read:
        yield from (note for note in estimate.notes if note.text not in said)


def _band_name(band: FittedBand) -> str:
    return _BANDS.get(band.kind, f"{band.kind} band")


def _in_place(text: str, curves: FittedResults) -> str:
    """Send the reader to the families that the report compares, not to a comparison of their own."""
    return text.replace(ANOTHER_FAMILY, _COMPARED) if curves.families else text


def _once(notes: Iterable[Note]) -> list[Note]:
    """Give each sentence once."""
    return list({note.text: note for note in notes}.values())
