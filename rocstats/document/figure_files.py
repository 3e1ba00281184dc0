"""Figures written to files: SVG, PNG or PDF, whole or not at all.

The same figure gives the same bytes in each format. Every file bears a sign of rocstats, and only such a file is
replaced.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from rocstats.disk import speaking_of_files
from rocstats.document.figure_style import check_figure, style, svg
from rocstats.document.places import beside, check_free
from rocstats.errors import PlanError
from rocstats.formatting import printable
from rocstats.given import checked_path

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FigureFormat = Literal["svg", "png", "pdf"]
_FORMATS: dict[str, FigureFormat] = {".svg": "svg", ".png": "png", ".pdf": "pdf"}
_SVG_SIGN = "<!-- Written by rocstats. -->"
_SIGNS: dict[FigureFormat, bytes] = {
    "svg": _SVG_SIGN.encode(),
    "png": b"Software\0rocstats",
    "pdf": b"/Creator (rocstats)",
}
_DOTS_PER_INCH = 300


def check_figure_place(path: Path) -> FigureFormat:
    """Refuse a place where a figure cannot stand, which can be done before anything is computed; return its format."""
    format = _FORMATS.get(path.suffix.lower())
    if format is None:
        raise PlanError(
            f'a figure is written as .svg, .png or .pdf; "{printable(path.name)}" ends in none of them. Name it '
            f"{printable(path.stem) or 'figure'}.svg."
        )
    check_free(path, "figure", _SIGNS[format], at_end=format == "pdf")
    return format


@speaking_of_files
def write_figure(figure: Figure, path: str | Path) -> Path:
    """Write a figure as its file name says: ``.svg``, ``.png`` (300 dots per inch) or ``.pdf``.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        What one of the ``plot_`` functions gave.
    path : str or Path
        The file. Its folder must exist. A figure that rocstats wrote there before is replaced; any other file is not.

    Returns
    -------
    Path
        The file written.

    Raises
    ------
    PlanError
        The suffix is another, the folder does not exist, or something else is in the way.
    TypeError
        It is no figure.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from rocstats import Sample, plot_ks
    >>> with TemporaryDirectory() as folder:
    ...     write_figure(plot_ks(Sample.from_groups(cases=[3, 4, 5], controls=[1, 2, 3])), Path(folder, "ks.svg")).name
    'ks.svg'
    """
    check_figure(figure)
    path = checked_path(path, PlanError)
    format = check_figure_place(path)
    with beside(path) as draft:
        _draw(figure, draft, format)
        os.replace(draft, path)
    return path


def _draw(figure: Figure, draft: Path, format: FigureFormat) -> None:
    """Write a figure with the sign of rocstats, and without the time."""
    if format == "svg":
        draft.write_bytes(f"{_SVG_SIGN}\n{svg(figure)}\n".encode())
        return
    about = {"png": {"Software": "rocstats"}, "pdf": {"Creator": "rocstats", "Producer": None, "CreationDate": None}}
    with style():
        figure.savefig(draft, format=format, dpi=_DOTS_PER_INCH, metadata=about[format])
