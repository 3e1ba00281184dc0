"""A drawing turned into dots looks like the figure that it was drawn from."""

import io

import numpy as np
import pytest

from rocstats.data.sample import Sample
from rocstats.document.figure_style import style, svg
from rocstats.document.raster import png, size_of
from rocstats.document.scores_figure import plot_scores

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 24 24">'


def dots(content):
    """The dots of a picture as shares of white, in grey."""
    from matplotlib.image import imread

    return imread(io.BytesIO(content), format="png")[..., :3].mean(axis=2)


def drawn(inside):
    """The dots of a drawing of 100 by 100 dots."""
    return dots(png(f"{HEAD}{inside}</svg>"))


def test_it_looks_like_the_figure():
    """Lines, marks, dashes, bars and words stand where matplotlib itself puts them."""
    cases, controls = [3, 4, 5, 5, 6, 7], [1, 2, 2, 3, 4, 4]
    figure = plot_scores(Sample.from_groups(cases=cases, controls=controls))
    held = io.BytesIO()
    with style():
        figure.savefig(held, format="png", dpi=300, facecolor="white")
    own, other = dots(held.getvalue()), dots(png(svg(figure)))
    assert own.shape == other.shape
    assert own.min() < 0.3
    # Small differences at edges come from the rounding of places to dots.
    assert np.mean(np.abs(own - other) > 0.5) < 0.01


def test_shapes_stand_where_they_are_said_to():
    """A rectangle that is moved, made larger, turned and cut off."""
    assert drawn("").min() == 1.0
    page = drawn('<rect x="0" y="0" width="12" height="24"/>')
    assert page[:, :49].max() < 0.02
    assert page[:, 51:].min() == 1.0
    page = drawn('<g transform="translate(12 0) scale(2)"><rect x="0" y="0" width="6" height="6"/></g>')
    assert page[10, 75] < 0.02
    assert page[75, 75] == page[10, 25] == 1.0
    page = drawn('<g transform="rotate(90 12 12)"><rect x="0" y="0" width="24" height="6"/></g>')
    assert page[50, 90] < 0.02
    assert page[50, 10] == 1.0
    clip = '<defs><clipPath id="c"><rect x="0" y="0" width="6" height="24"/></clipPath></defs>'
    page = drawn(f'{clip}<g clip-path="url(#c)"><circle cx="12" cy="12" r="12"/></g>')
    assert page[50, 10] < 0.02
    assert page[50, 50] == 1.0


def test_what_is_used_again_has_its_place_and_look():
    """A use moves what it shows; colours and widths come down from the groups around it."""
    again = '<defs><path id="p" d="M 0 0 L 0 24"/></defs><g style="stroke: #000000; stroke-width: 4">'
    page = drawn(f'{again}<use xlink:href="#p" x="12" y="0"/></g>')
    assert page[50, 50] < 0.02
    assert page[50, 25] == 1.0
    half = drawn('<g opacity="0.5"><polygon points="0,0 24,0 24,24 0,24" fill="#000000" fill-opacity="0.5"/></g>')
    assert 0.7 < half[50, 50] < 0.8


def test_the_same_drawing_gives_the_same_bytes():
    """Nothing of the machine or the moment is in the file."""
    one = png(f'{HEAD}<path d="M 0 0 Q 12 24 24 0 C 1 2 3 4 5 6 z"/></svg>')
    assert one == png(f'{HEAD}<path d="M 0 0 Q 12 24 24 0 C 1 2 3 4 5 6 z"/></svg>')
    assert b"Software" not in one
    assert size_of(f"{HEAD}</svg>") == (24.0, 24.0)


@pytest.mark.parametrize(
    ("inside", "reason"),
    [
        ('<path d="M 0 0 A 1 1 0 0 1 2 2"/>', 'the step "A"'),
        ('<g transform="skewX(3)"><path d="M 0 0"/></g>', 'turned by "skewX"'),
        ("<text>x</text>", "<text>"),
    ],
)
def test_what_is_not_known_is_refused(inside, reason):
    """A drawing is not turned into dots with something left out."""
    with pytest.raises(ValueError, match=reason):
        png(f"{HEAD}{inside}</svg>")
