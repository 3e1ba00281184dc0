"""Text is read back from outlines letter by letter, or left as it is drawn."""

from xml.etree import ElementTree

from rocstats.data.sample import Sample
from rocstats.document.drawn_text import with_text
from rocstats.document.figure_style import svg
from rocstats.document.ks_figure import plot_ks

SVG = "{http://www.w3.org/2000/svg}"


def drawing(name="CA 19-9"):
    """A figure with words in both weights and along an axis that is read from below."""
    sample = Sample.from_truth([1, 1, 1, 0, 0, 0], [3, 4, 5, 1, 2, 3], tests=[name])
    return svg(plot_ks(sample))


def words(text):
    """Every text element."""
    return [element.text for element in ElementTree.fromstring(text).iter(f"{SVG}text")]


def test_every_word_of_a_figure_is_read():
    """Names, numbers, the minus sign and turned labels; no letter stays an outline."""
    text = with_text(drawing(), "Report Sans")
    assert "CA 19-9" in " ".join(words(text))
    assert "0.0" in words(text)
    assert not any("DejaVu" in link for link in links(text))
    assert len(text) < len(drawing())


def links(text):
    """What the drawing uses again."""
    root = ElementTree.fromstring(text)
    return [element.get("{http://www.w3.org/1999/xlink}href") for element in root.iter(f"{SVG}use")]


def test_signs_of_the_page_stay_text():
    """A name with signs of SVG is escaped."""
    text = with_text(drawing('<b>&"'), "Report Sans")
    assert any('<b>&"' in word for word in words(text))


def test_a_line_with_a_strange_letter_stays_drawn():
    """An outline that is not that of the face is not read, nor is any letter beside it."""
    changed = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">'
    changed += (
        '<g transform="translate(1 2) scale(0.08 -0.08)"><defs><path id="DejaVuSans-24" d="M 0 0 L 9 9 z"/></defs>'
    )
    changed += '<use xlink:href="#DejaVuSans-24"/></g></svg>'
    assert words(with_text(changed, "Report Sans")) == []
    assert links(with_text(changed, "Report Sans")) == ["#DejaVuSans-24"]
