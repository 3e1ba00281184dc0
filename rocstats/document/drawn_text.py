"""Text of a drawing, read back from the outlines of its letters.

Drawings hold text as outlines, so that they look the same anywhere. A file that brings the same face along can say the
words instead: it is smaller, made faster, and can be searched. A letter is read back only if its outline is that of
the face; a line with any other letter stays as it is drawn.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import numpy as np

if TYPE_CHECKING:
    from matplotlib.ft2font import FT2Font

_SVG = "{http://www.w3.org/2000/svg}"
_XLINK = "http://www.w3.org/1999/xlink"
_HREF = f"{{{_XLINK}}}href"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_LETTER = re.compile(r"DejaVuSans(-Bold)?-([0-9a-f]+)")
_TURN = re.compile(r"^(.*\S)\s+scale\((\S+) -(\S+)\)$")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
# matplotlib outlines letters at 100 points, in 64ths.
_SIZE, _PARTS = 100, 64


def with_text(svg: str, family: str) -> str:
    """Write the lines of letters of a drawing as text in a family of faces, which must be DejaVu Sans."""
    ElementTree.register_namespace("", _SVG[1:-1])
    ElementTree.register_namespace("xlink", _XLINK)
    root = ElementTree.fromstring(svg)
    outlines = {name: element.get("d", "") for element in root.iter(f"{_SVG}path") if (name := element.get("id"))}
    for group in list(root.iter(f"{_SVG}g")):
        _rewrite(group, outlines, family)
    return ElementTree.tostring(root, encoding="unicode")


def _rewrite(group: ElementTree.Element, outlines: dict[str, str], family: str) -> None:
    """Put text in place of the letters of a group, if all of them can be read."""
    letters = [child for child in group if child.tag == f"{_SVG}use"]
    turn = _TURN.match(group.get("transform", ""))
    if not letters or turn is None or turn[2] != turn[3]:
        return
    if any(child.tag not in (f"{_SVG}use", f"{_SVG}defs") for child in group):
        return
    names = [child.get(_HREF, "")[1:] for child in letters]
    read = [_letter(name, outlines.get(name, "")) for name in names]
    bold = {"-Bold-" in name for name in names}
    if "" in read or len(bold) > 1:
        return
    for child in letters:
        group.remove(child)
    group.set("transform", turn[1])
    text = ElementTree.SubElement(group, f"{_SVG}text")
    text.set("font-family", family)
    text.set("font-size", f"{float(turn[2]) * _SIZE:g}")
    text.set("font-weight", "700" if bold.pop() else "400")
    text.set(_SPACE, "preserve")
    text.text = "".join(read)


@cache
def _letter(name: str, outline: str) -> str:
    """Read a letter by the name of its outline, which holds its place in the face or its number in Unicode."""
    found = _LETTER.fullmatch(name)
    if found is None:
        return ""
    face, number = _face(bool(found[1])), int(found[2], 16)
    places = face.get_charmap()
    by_place = [code for code, place in places.items() if place == number]
    for code in [*sorted(by_place)[:1], number]:
        if code in places and _is_outlined(face, places[code], outline):
            return chr(code)
    return ""


def _is_outlined(face: FT2Font, place: Any, outline: str) -> bool:
    from matplotlib.ft2font import LoadFlags
    from matplotlib.path import Path

    face.set_size(_SIZE, 72)
    face.load_glyph(place, flags=LoadFlags.NO_HINTING)
    vertices, codes = face.get_path()
    drawn = np.array([float(one) for one in _NUMBER.findall(outline)])
    kept = np.asarray(vertices)[np.asarray(codes) != Path.CLOSEPOLY].ravel() * _PARTS
    return drawn.shape == kept.shape and bool(np.all(np.abs(drawn - kept) <= 1.0))


@cache
def _face(bold: bool) -> FT2Font:
    import matplotlib
    from matplotlib.font_manager import get_font

    return get_font(f"{matplotlib.get_data_path()}/fonts/ttf/DejaVuSans{'-Bold' if bold else ''}.ttf")
