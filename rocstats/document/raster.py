"""A drawing turned into dots, for programs that show no vectors.

Any drawing of a document will do: it holds shapes alone, its text too is paths. matplotlib draws them again; the same
drawing gives the same bytes.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from rocstats.document.drawing import check_drawing
from rocstats.document.figure_style import PAPER, style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.path import Path

Matrix = NDArray[np.float64]
_DOTS_PER_INCH = 300
_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_STEP = re.compile(r"([A-Za-z])([^A-Za-z]*(?:[eE][-+]?\d+[^A-Za-z]*)*)")
_TURN = re.compile(r"(\w+)\s*\(([^)]*)\)")
_OF_LINES = ("stroke", "stroke-width", "stroke-linejoin", "stroke-linecap", "stroke-dasharray", "stroke-dashoffset")
_INHERITED = frozenset((*_OF_LINES, "stroke-opacity", "fill", "fill-opacity"))
_PLAIN: Mapping[str, str] = {"fill": "#000000", "stroke": "none", "stroke-width": "1"}
_LEFT_OUT = frozenset(("defs", "clipPath", "metadata", "style", "title", "desc"))


@dataclass(frozen=True, slots=True)
class _Way:
    """How what stands inside an element is drawn."""

    matrix: Matrix
    look: Mapping[str, str]
    opacity: float = 1.0
    clip: Path | None = None


def size_of(svg: str) -> tuple[float, float]:
    """Give width and height of a drawing in points.

    Examples
    --------
    >>> size_of('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 345.6 251"/>')
    (345.6, 251.0)
    """
    _, _, width, height = _numbers(ElementTree.fromstring(svg).get("viewBox", ""))
    return width, height


def png(svg: str) -> bytes:
    """Draw a drawing as PNG, 300 dots per inch on white.

    Raises
    ------
    ValueError
        It is no drawing of shapes, or holds a kind of shape that is not known here.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    check_drawing(svg, "to be drawn")
    root = ElementTree.fromstring(svg)
    left, top, width, height = _numbers(root.get("viewBox", ""))
    held = io.BytesIO()
    with style():
        figure = Figure(figsize=(width / 72, height / 72), dpi=_DOTS_PER_INCH, facecolor=PAPER)
        FigureCanvasAgg(figure)
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        axes.set_axis_off()
        axes.set_xlim(left, left + width)
        axes.set_ylim(top + height, top)
        named = {found: element for element in root.iter() if (found := element.get("id"))}
        for shape in _merged(_Reader(named, {}).shapes(root, _Way(np.eye(3), dict(_PLAIN)))):
            _draw(axes, shape)
        figure.savefig(held, format="png", dpi=_DOTS_PER_INCH, facecolor=PAPER, metadata={"Software": None})
    return held.getvalue()


@dataclass(frozen=True, slots=True)
class _Shape:
    """An outline in its place, and how it is drawn."""

    path: Path
    way: _Way

    def goes_with(self, other: _Shape) -> bool:
        """Whether both can be drawn at once: fills of one look without lines."""
        mine, its = self.way, other.way
        filled = mine.look["stroke"] == "none" and mine.opacity == its.opacity == 1.0
        return filled and mine.clip is its.clip and mine.look == its.look


@dataclass(frozen=True, slots=True)
class _Reader:
    """Finds the shapes of a drawing; outlines that are used again are read once."""

    named: Mapping[str, ElementTree.Element]
    known: dict[ElementTree.Element, Path]

    def shapes(self, element: ElementTree.Element, way: _Way) -> Iterator[_Shape]:
        """Give every shape in an element, in the order of drawing."""
        tag = element.tag.removeprefix(_SVG)
        way = self._way(element, way)
        if tag in ("g", "svg"):
            for child in element:
                if child.tag.removeprefix(_SVG) not in _LEFT_OUT:
                    yield from self.shapes(child, way)
        elif tag == "use":
            x, y = float(element.get("x", "0")), float(element.get("y", "0"))
            target = element.get(_HREF, element.get("href", ""))
            yield from self.shapes(self.named[target[1:]], replace(way, matrix=way.matrix @ _moved(x, y)))
        else:
            if element not in self.known:
                self.known[element] = _path(element, tag)
            yield _Shape(_placed(self.known[element], way.matrix), way)

    def _way(self, element: ElementTree.Element, way: _Way) -> _Way:
        said = _style(element)
        matrix = way.matrix @ _matrix(element.get("transform", ""))
        look = {**way.look, **{key: value for key, value in said.items() if key in _INHERITED}}
        return _Way(matrix, look, way.opacity * float(said.get("opacity", "1")), self._clip(said, matrix) or way.clip)

    def _clip(self, said: Mapping[str, str], matrix: Matrix) -> Path | None:
        found = re.search(r"url\(\s*['\"]?#([^)'\"]+)", said.get("clip-path", ""))
        if found is None:
            return None
        (shape,) = self.named[found[1]]
        return _placed(_path(shape, shape.tag.removeprefix(_SVG)), matrix @ _matrix(shape.get("transform", "")))


def _merged(shapes: Iterator[_Shape]) -> Iterator[_Shape]:
    """Put shapes together that follow each other and look alike, such as the letters of a line."""
    from matplotlib.path import Path

    held: list[_Shape] = []
    for shape in shapes:
        if held and not held[-1].goes_with(shape):
            yield _Shape(Path.make_compound_path(*(one.path for one in held)), held[0].way)
            held = []
        held.append(shape)
    if held:
        yield _Shape(Path.make_compound_path(*(one.path for one in held)), held[0].way)


def _draw(axes: Axes, shape: _Shape) -> None:
    from matplotlib.colors import to_rgba
    from matplotlib.patches import PathPatch

    way, look = shape.way, shape.way.look
    wide = _numbers(look["stroke-width"])[0]
    width = wide * float(np.sqrt(abs(np.linalg.det(way.matrix[:2, :2]))))

    def colour(key: str) -> Any:
        name = look[key]
        return "none" if name == "none" else to_rgba(name, way.opacity * float(look.get(f"{key}-opacity", "1")))

    dashes = _numbers(look.get("stroke-dasharray", "none"))
    line: Any = "-"
    if dashes and wide > 0:
        # matplotlib counts dashes in widths of the line.
        line = (_numbers(look.get("stroke-dashoffset", "0"))[0] / wide, [dash / wide for dash in dashes])
    cap: Any = {"square": "projecting", "round": "round"}.get(look.get("stroke-linecap", ""), "butt")
    join: Any = look.get("stroke-linejoin", "miter")
    drawn = PathPatch(
        shape.path,
        facecolor=colour("fill"),
        edgecolor=colour("stroke"),
        linewidth=width if look["stroke"] != "none" else 0.0,
        linestyle=line,
        capstyle=cap,
        joinstyle=join,
    )
    # Unlike add_patch, this does not work out how far each outline reaches.
    axes.add_artist(drawn)
    if way.clip is None:
        drawn.set_clip_on(False)
    else:
        drawn.set_clip_path(way.clip, axes.transData)


def _style(element: ElementTree.Element) -> dict[str, str]:
    """Read attributes, and the style that overrules them."""
    said = {key: value for key, value in element.attrib.items() if not key.startswith("{")}
    for part in said.pop("style", "").split(";"):
        key, colon, value = part.partition(":")
        if colon:
            said[key.strip()] = value.strip()
    return said


def _numbers(text: str) -> list[float]:
    return [float(found) for found in _NUMBER.findall(text)]


def _moved(x: float, y: float) -> Matrix:
    return np.array([[1.0, 0.0, x], [0.0, 1.0, y], [0.0, 0.0, 1.0]])


def _matrix(text: str) -> Matrix:
    matrix = np.eye(3)
    for name, values in _TURN.findall(text):
        v = _numbers(values)
        if name == "translate":
            step = _moved(v[0], v[1] if len(v) > 1 else 0.0)
        elif name == "scale":
            step = np.diag([v[0], v[-1], 1.0])
        elif name == "rotate":
            c, s = np.cos(np.radians(v[0])), np.sin(np.radians(v[0]))
            step = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
            if len(v) == 3:
                step = _moved(v[1], v[2]) @ step @ _moved(-v[1], -v[2])
        elif name == "matrix":
            step = np.array([[v[0], v[2], v[4]], [v[1], v[3], v[5]], [0.0, 0.0, 1.0]])
        else:
            raise ValueError(f'a drawing is turned by "{name}", which is not known here.')
        matrix = matrix @ step
    return matrix


def _placed(path: Path, matrix: Matrix) -> Path:
    from matplotlib.path import Path

    points = np.asarray(path.vertices, dtype=float) @ matrix[:2, :2].T + matrix[:2, 2]
    return Path(points, path.codes)


def _path(element: ElementTree.Element, tag: str) -> Path:
    """Give the outline of a shape."""
    from matplotlib.path import Path

    def value(key: str) -> float:
        return _numbers(element.get(key, "0"))[0]

    if tag == "path":
        points, codes = [], []
        for point, code in _steps(element.get("d", "")):
            points.append(point)
            codes.append(code)
        return Path(points or np.empty((0, 2)), codes or None)
    if tag == "rect":
        x, y, w, h = (value(key) for key in ("x", "y", "width", "height"))
        return Path([(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)], closed=True)
    if tag in ("circle", "ellipse"):
        radii = (value("r"),) * 2 if tag == "circle" else (value("rx"), value("ry"))
        round_path = Path.unit_circle()
        return Path(np.asarray(round_path.vertices) * radii + (value("cx"), value("cy")), round_path.codes)
    if tag == "line":
        return Path([(value("x1"), value("y1")), (value("x2"), value("y2"))])
    if tag in ("polyline", "polygon"):
        numbers = np.array(_numbers(element.get("points", ""))).reshape(-1, 2)
        return Path(np.vstack([numbers, numbers[:1]]), closed=True) if tag == "polygon" else Path(numbers)
    raise ValueError(f"a <{tag}> of a drawing cannot be turned into dots; draw it with paths.")


def _steps(d: str) -> Iterator[tuple[tuple[float, float], int]]:
    """Read the outline of a path, each step with matplotlib's code for it; only absolute steps are known."""
    from matplotlib.path import Path

    codes = {"M": Path.MOVETO, "L": Path.LINETO, "Q": Path.CURVE3, "C": Path.CURVE4}
    length = {"M": 2, "L": 2, "Q": 4, "C": 6}
    start = (0.0, 0.0)
    for letter, rest in _STEP.findall(d):
        if letter in "zZ":
            yield start, int(Path.CLOSEPOLY)
            continue
        numbers = _numbers(rest)
        if letter not in codes or not numbers or len(numbers) % length[letter]:
            raise ValueError(f'a path of a drawing has the step "{letter}", which is not known here.')
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        if letter == "M":
            start = points[0]
            yield start, int(Path.MOVETO)
            yield from ((point, int(Path.LINETO)) for point in points[1:])
        else:
            yield from ((point, int(codes[letter])) for point in points)
