"""Section on what a qualification does not prove."""

from __future__ import annotations

from rocstats.document.blocks import Item, NumberedList, Paragraph, Section
from rocstats.qualification_report.qualification import Qualification


def limits_section(found: Qualification) -> Section:
    """Write what follows from nothing in this folder."""
    points = [
        "That a method suits a study. Each method has assumptions, which its documentation states; choosing one is the "
        "work of a person who knows the study.",
        "That every number is right. Cases are chosen; between them nothing is claimed. What a requirement rests on, "
        "and which rest on our own numbers alone, is in the section on coverage.",
        "That a source is right. A published figure can hold a misprint, and two programs can share a mistake.",
        "Anything of another environment. Another version of Python, of a package, of the platform or of rocstats is "
        "to be qualified by itself.",
        "That this software by itself meets a regulation, a guideline or a standard. It keeps no accounts, electronic "
        "signatures or audit trail; whether and how it may be used is for the procedures of the organisation.",
    ]
    if found.iq is not None:
        points.append(
            "That nobody changed files on purpose. RECORD states the SHA-256 of every other file, and nothing states "
            "its own; bytecode that Python compiled is not covered. Compare the build with that of the released wheel."
        )
    if found.pq is not None:
        points.append("That the accepted results are right: performance says that they come again.")
    if found.oq is None:
        points.append("That the numbers are right: the operational qualification was not run.")
    return Section(
        id="limits",
        title="What this does not prove",
        blocks=(
            Paragraph("This folder is evidence of what it lists, and of nothing more. It does not prove:"),
            NumberedList(tuple(Item(point) for point in points)),
        ),
    )
