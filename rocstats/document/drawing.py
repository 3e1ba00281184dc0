"""SVG drawings made fit to stand inside a page.

Several drawings on one page must not share ids, bring style rules for the whole page, or hold anything but shapes.
"""

from __future__ import annotations

import html
import re
from xml.etree import ElementTree

_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_SHAPES = frozenset(
    ("svg", "g", "defs", "use", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "clipPath")
) | {"text", "tspan", "linearGradient", "stop", "pattern"}
_LEFT_OUT = frozenset(("metadata", "style", "title", "desc"))
_INNER = re.compile(r"url\(\s*['\"]?#([^)'\"]+)['\"]?\s*\)")


def check_drawing(svg: str, name: str) -> None:
    """Refuse what is no SVG drawing, or holds more than shapes."""
    _read(svg, name)


def inlined(svg: str, *, prefix: str, alt: str) -> str:
    """Write a drawing as an ``<svg>`` element of an HTML page, with its own ids and a text alternative.

    ``prefix`` goes before each id and must differ between the drawings of a page. Width and height go, the page
    decides them.
    """
    root = _read(svg, prefix)
    used = _references(root)
    names = {element.get("id", ""): "" for element in root.iter()}
    ids = {old: f"{prefix}-{i}" for i, old in enumerate((n for n in names if n in used), 1)}
    out: list[str] = []
    head = f'<svg viewBox="{html.escape(root.get("viewBox", ""))}" role="img" aria-label="{html.escape(alt)}"'
    out.append(f'{head} stroke-linejoin="round" xmlns="http://www.w3.org/2000/svg">')
    for child in root:
        _write(child, ids, out)
    out.append("</svg>")
    return "".join(out)


def _read(svg: str, name: str) -> ElementTree.Element:
    try:
        root = ElementTree.fromstring(svg)
    except ElementTree.ParseError as error:
        raise ValueError(f'the drawing "{name}" is no well-formed SVG: {error}.') from error
    if root.tag != f"{_SVG}svg" or not root.get("viewBox"):
        raise ValueError(f'the drawing "{name}" is no SVG with a viewBox.')
    for element in _shapes(root):
        tag = element.tag.removeprefix(_SVG)
        if tag not in _SHAPES:
            raise ValueError(f'the drawing "{name}" holds a <{tag}>; only shapes may stand in a document.')
        for key, value in element.attrib.items():
            outside = key in (_HREF, "href") and not value.startswith("#")
            if key.lower().startswith("on") or outside or "url(" in _INNER.sub("", value):
                raise ValueError(f'the drawing "{name}" holds "{key}", which reaches outside it.')
    return root


def _shapes(root: ElementTree.Element) -> list[ElementTree.Element]:
    """List the elements that are drawn; what is left out is not looked into."""
    found = [root]
    for child in root:
        if child.tag.removeprefix(_SVG) not in _LEFT_OUT:
            found += _shapes(child)
    return found


def _references(root: ElementTree.Element) -> set[str]:
    found: set[str] = set()
    for element in root.iter():
        for key, value in element.attrib.items():
            if key in (_HREF, "href"):
                found.add(value[1:])
            found.update(_INNER.findall(value))
    return found


def _write(element: ElementTree.Element, ids: dict[str, str], out: list[str]) -> None:
    tag = element.tag.removeprefix(_SVG)
    if tag in _LEFT_OUT:
        return
    attributes = []
    for key, value in element.attrib.items():
        if key == "id":
            if value not in ids:
                continue
            value = ids[value]
        elif key in (_HREF, "href"):
            key, value = "href", f"#{ids.get(value[1:], '')}"
        elif key.startswith("{"):
            continue
        value = _INNER.sub(lambda found: f"url(#{ids.get(found[1], '')})", " ".join(value.split()))
        attributes.append(f' {key}="{html.escape(value)}"')
    text = html.escape(element.text) if element.text and element.text.strip() else ""
    if not len(element) and not text:
        out.append(f"<{tag}{''.join(attributes)}/>")
        return
    out.append(f"<{tag}{''.join(attributes)}>{text}")
    for child in element:
        _write(child, ids, out)
    out.append(f"</{tag}>")
