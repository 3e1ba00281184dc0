"""Walking the numerals of a page: each is a row of results, a quotation that says where it is from, or a label."""

import re
from html.parser import HTMLParser

# Digits inside a word (Q1, SHA-256) are part of its spelling.
DIGIT = re.compile(r"(?<![A-Za-z0-9])(?<![A-Za-z]-)\d")
VOID = {"meta", "br", "link", "img", "hr", "input", "col", "path", "use"}
# Labels that the document gives: numbers of sections, tables, figures and works, links to them, lettered notes.
LABELS = {"k", "cite", "skip"}


class Page(HTMLParser):
    """Collects the text of a page with the elements that it stands in."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.stack = []
        self.texts = []
        self.ids = []
        self.links = []

    def handle_starttag(self, tag, attrs):
        held = dict(attrs)
        if "id" in held:
            self.ids.append(held["id"])
        if tag == "a" and (held.get("href") or "").startswith("#"):
            self.links.append(held["href"][1:])
        if tag not in VOID:
            self.stack.append((tag, held))

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        assert self.stack[-1][0] == tag, (tag, self.stack[-3:])
        self.stack.pop()

    def handle_data(self, data):
        self.texts.append((tuple(self.stack), data))


def page_of(html):
    """Read a page."""
    page = Page()
    page.feed(html)
    assert not page.stack
    return page


def numbers_of(page):
    """Give every number that names a row: (text, id of the row)."""
    return [(text, held["data-ard"]) for stack, text in page.texts for _, held in stack[-1:] if "data-ard" in held]


def stray_numerals(page):
    """Give every numeral of the body that is no row, no quotation and no label, with its surroundings."""
    return [
        (text.strip(), "/".join(tag for tag, _ in stack[-4:]))
        for stack, text in page.texts
        if DIGIT.search(text) and not _explained(stack)
    ]


def _explained(stack):
    if not any(tag == "body" for tag, _ in stack):
        return True
    for tag, held in stack:
        classes = set((held.get("class") or "").split())
        if "data-ard" in held or "data-from" in held or tag in ("svg", "code", "h1") or classes & LABELS:
            return True
        if tag == "a" and (held.get("href") or "").startswith("#"):
            return True
        if tag == "ol" and "refs" in classes:
            return True
    return False
