"""Figures written to files: formats, bytes, and what is never replaced."""

import os

import pytest

from rocstats import Sample, plot_ks, plot_scores
from rocstats.document.figure_files import check_figure_place, write_figure
from rocstats.errors import PlanError

SAMPLE = Sample.from_groups(cases=[3, 4, 5], controls=[1, 2, 3])
STARTS = {".svg": b"<!-- Written by rocstats. -->\n<svg ", ".png": b"\x89PNG\r\n", ".pdf": b"%PDF-", ".PNG": b"\x89PNG"}


@pytest.mark.parametrize("suffix", STARTS)
def test_write_the_format_that_the_name_says(tmp_path, suffix):
    """Each suffix gives its format, the same bytes each time, and a figure of rocstats is replaced."""
    path = tmp_path / f"figure{suffix}"
    assert write_figure(plot_ks(SAMPLE), path) == path
    first = path.read_bytes()
    assert first.startswith(STARTS[suffix])
    write_figure(plot_scores(SAMPLE), path)
    assert path.read_bytes() != first
    write_figure(plot_ks(SAMPLE), path)
    assert path.read_bytes() == first
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf"])
def test_leave_what_another_program_wrote(tmp_path, suffix):
    """A file without the sign of rocstats stays as it is, whatever its format; an empty one is nobody's."""
    path = tmp_path / f"mine{suffix}"
    path.write_bytes(b"<svg>mine</svg>")
    with pytest.raises(PlanError, match="exists and was not written by rocstats, so it stays"):
        write_figure(plot_ks(SAMPLE), path)
    assert path.read_bytes() == b"<svg>mine</svg>"
    path.write_bytes(b"")
    write_figure(plot_ks(SAMPLE), path)
    assert path.stat().st_size


def test_refuse_a_place_where_no_figure_can_stand(tmp_path):
    """Another suffix, no suffix, a folder that is not there, a folder of that name, and a pipe are refused."""
    for name, text in (
        ("figure.gif", 'a figure is written as .svg, .png or .pdf; "figure.gif" ends in none of them'),
        ("study.csv", "Name it study.svg."),
        ("figure", "Name it figure.svg."),
        ("none/figure.svg", "make it first, or write the figure elsewhere"),
    ):
        with pytest.raises(PlanError) as refusal:
            check_figure_place(tmp_path / name)
        assert text in str(refusal.value)
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(PlanError, match="is a folder; a figure is a file"):
        check_figure_place(tmp_path / "folder.svg")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.svg")
        with pytest.raises(PlanError, match="was not written by rocstats"):
            check_figure_place(tmp_path / "pipe.svg")


def test_let_no_name_steer_a_terminal(tmp_path):
    """An escape sequence in a name is shown, not sent."""
    with pytest.raises(PlanError) as refusal:
        check_figure_place(tmp_path / "a\x1b[2J.gif")
    assert "\x1b" not in str(refusal.value)


def test_leave_what_was_there_when_a_figure_fails(tmp_path, monkeypatch):
    """A figure that cannot be drawn or put in its place leaves the old one, and no draft beside it."""
    path = tmp_path / "figure.png"
    write_figure(plot_ks(SAMPLE), path)
    before = path.read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match="No space left"):
        write_figure(plot_scores(SAMPLE), path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
