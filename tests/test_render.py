"""The page says what the document says, in HTML and in Markdown, whatever the words are."""

from __future__ import annotations

import dataclasses
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Literal

import pytest
from made_documents import study_document

from rocstats.document.assembly import assemble
from rocstats.document.blocks import (
    Aside,
    Bibliography,
    Block,
    Cell,
    Column,
    ColumnGroup,
    Definitions,
    Document,
    Figure,
    Item,
    KeyResults,
    Limits,
    ListOf,
    NumberedList,
    Paragraph,
    Picture,
    Printed,
    Row,
    RowGroup,
    RunningHeads,
    Section,
    SignatureLines,
    Subheading,
    Table,
)
from rocstats.document.drawing import inlined
from rocstats.document.inline import (
    Cite,
    Code,
    CrossRef,
    Emphasis,
    LineBreak,
    Link,
    MarkRef,
    Second,
    Strong,
    Sup,
    Value,
    plain_text,
)
from rocstats.document.rendering import figures_of, render, render_bytes
from rocstats.document.writing import write
from rocstats.errors import MethodError, PlanError

HOSTILE = 'CA 19-9 <37 | "A&B"'
SCRIPT = "<script>alert(1)</script>"
SVG = (
    '<?xml version="1.0" encoding="utf-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" '
    'xmlns:xlink="http://www.w3.org/1999/xlink" width="120pt" height="60pt" viewBox="0 0 120 60">'
    "<metadata>made</metadata><style>* {stroke-linejoin: round}</style>"
    '<defs><clipPath id="c"><rect x="0" y="0" width="120" height="60"/></clipPath>'
    '<path id="m" d="M 0 0 L 120 60" style="stroke: #14375e"/></defs>'
    '<g id="unused" clip-path="url(#c)"><!-- 0.5 --><use xlink:href="#m"/></g></svg>'
)


def table(**changes: object) -> Table:
    """A table that uses every kind of column, row and cell."""
    whole = Table(
        id="auc",
        caption=("Area under the curve, ", HOSTILE),
        sub="41 cases, 72 controls.",
        columns=(
            Column("Rule"),
            ColumnGroup(
                (HOSTILE, " is positive"),
                (Column("n/N"), Column("Estimate", aligned=True), Column("95% CI", "interval", aligned=True)),
            ),
            Column(("Two", LineBreak(), "lines"), second="AUC 0.612"),
            Column("Method", "text", gap=True),
        ),
        rows=(
            RowGroup(
                SCRIPT,
                (
                    Row("≥ 0.3", ("26/41", "63.4", Limits("48.1", "76.4"), Cell("0.731", ("stated",)), "DeLong")),
                    Row(
                        Cell("≥ 1", ("stated", "chosen"), strong=True),
                        ("", "0.439", Limits("0.290", "0.666"), "NE", Code("a|b")),
                        rule=True,
                    ),
                ),
                detail="2 of 50 thresholds",
            ),
            RowGroup(
                "all",
                (
                    Row("none", ("", "3", Cell(Limits("2", "21.1"), ("chosen",)), "", ""), indent=True),
                    Row("Total", ("", "8.67", "NE", "", ""), total=True, strong=True),
                ),
            ),
        ),
        group_header="Test",
        notes=("CI: Wilson, see ", ("A tied pair counts ", Strong("one half"), ".")),
        letters=(("stated", "Stated in the plan."), ("chosen", "Largest in these data.")),
        size="wide",
    )
    columns = list(whole.columns)
    columns[0] = Column("Rule", "text")
    return dataclasses.replace(whole, **{"columns": tuple(columns), **changes})


def document(*blocks: Block, **changes: object) -> Document:
    """A small document around some blocks; without any, one that holds every block."""
    every = (
        Paragraph(("See ", CrossRef("auc"), ", ", CrossRef("roc", "three"), " and ", CrossRef("output"), ".")),
        Subheading("Methods side by side"),
        table(),
        Figure(
            id="roc",
            pictures=(Picture(SVG, f"A curve of {HOSTILE}."),),
            caption="A curve",
            sub=("Values: ", CrossRef("auc")),
        ),
        Figure(id="three", pictures=(Picture(SVG, "One."), Picture(SVG, "Two.")), caption="Two", tall=True),
        Aside("The methods disagree.", "These data do not settle it."),
        NumberedList((Item("Ties.", CrossRef("auc")), Item(("Marked ", MarkRef("auc", "chosen"), ".")))),
        Definitions(((Code("outcome"), "the truth"), ("Second", Second("muted")))),
        Paragraph(("DeLong ", Cite("delong1988"), " and both ", Cite("wilson1927", "delong1988"), ", 10", Sup("−12"))),
    )
    key_table = Table(
        id="key",
        caption="",
        columns=(Column("Result", "text"), Column("Estimate"), Column("95% CI", "interval")),
        rows=(Row(f"AUC of {HOSTILE}", ("0.731", Limits("−0.630", "0.833"))),),
        notes=("CI: DeLong.",),
    )
    whole = Document(
        title=f"Accuracy of {HOSTILE} for “{SCRIPT}”",
        kicker="Diagnostic accuracy report",
        lead="Three tests on 113 participants.",
        facts=Definitions((("Truth", (Code("outcome"), ": “Poor” is positive")), ("Tests", SCRIPT))),
        key=KeyResults(title="Key results", paragraphs=("The area was 0.731.",), table=key_table),
        sections=(
            Section(id="data", title="Data", blocks=blocks or every),
            Section(id="references", title="References", blocks=(Bibliography(),), kind="plain"),
            Section(
                id="output",
                title="Output as printed",
                blocks=(Printed("Area: s100b", "\n\tTitle\n\n```\ndata:  <b>\n```\n"),),
                kind="appendix",
            ),
        ),
        heads=RunningHeads(title='Heads "and" </style> tails\\', source="asah.csv", foot="rocstats 0.1.0"),
        end="Same data, same document.",
        bibliography={
            "wilson1927": ("Wilson EB. Probable inference. ", Emphasis("J Am Stat Assoc"), " 1927."),
            "delong1988": ("DeLong ER. ", Link("doi:10.2307/2531595", "https://doi.org/10.2307/(25)<31595>")),
            "never": "Never cited.",
        },
    )
    if blocks:
        whole = dataclasses.replace(whole, sections=whole.sections[:1])
    return dataclasses.replace(whole, **changes)


class Tags(HTMLParser):
    """Collects the tags of a page, its ids and the ids that it refers to, and checks that they nest."""

    EMPTY = frozenset(("meta", "br", "img", "link", "hr", "input"))

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.seen: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.events: list[str] = []
        self.open: list[str] = []
        self.text: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self._attributes(attrs)
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self._attributes(attrs)

    def _attributes(self, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "aria-labelledby") and value:
                self.targets += [value.removeprefix("#")] if value.startswith("#") or name != "href" else []
            if name.startswith("on"):
                self.events.append(name)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_every_block_on_one_page_nests_and_every_link_arrives() -> None:
    """Tags close in order, ids are unique, and each inner link has its place."""
    tags = Tags(render(document(), "html"))
    assert tags.open == []
    assert len(tags.ids) == len(set(tags.ids))
    assert set(tags.targets) <= set(tags.ids)
    assert tags.events == []


def test_a_page_has_no_script_and_needs_nothing_from_elsewhere() -> None:
    """No tag that loads or runs anything, and a policy that would refuse it."""
    page = render(document(), "html")
    assert not {"script", "img", "link", "iframe", "object"} & set(Tags(page).seen)
    assert "default-src 'none'; style-src 'unsafe-inline'; img-src data:" in page
    assert not re.search(r"@import|url\((?!#)", page)


def test_hostile_names_stay_text_in_html() -> None:
    """A name with signs of HTML is shown as typed, in text, attributes and the title."""
    page = render(document(), "html")
    assert SCRIPT not in page
    assert HOSTILE not in page
    assert "CA 19-9 &lt;37 | &#34;A&amp;B&#34;" in page
    assert "".join(Tags(page).text).count(HOSTILE) == 5
    assert 'aria-label="A curve of CA 19-9 &lt;37 | &quot;A&amp;B&quot;."' in page


def test_running_heads_cannot_leave_their_string() -> None:
    """Quotation marks, backslashes and the end of the style become codes of the style sheet."""
    page = render(document(), "html")
    assert page.count("</style>") == 1
    assert r'"Heads\000020\000022and\000022\000020\00003c\00002fstyle\00003e\000020tails\00005c"' in page


def test_numbers_follow_the_order_of_reading() -> None:
    """Sections, tables, figures and citations are counted, never typed."""
    assembled = assemble(document())
    assert {k: str(v) for k, v in assembled.labels.items()} == {
        "data": "Section 1",
        "auc": "Table 1",
        "roc": "Figure 1",
        "three": "Figure 2",
        "output": "Appendix A",
    }
    assert assembled.citations == {"delong1988": 1, "wilson1927": 2}
    page = "".join(Tags(render(document(), "html")).text)
    assert "See Table\u00a01, Figures\u00a01, 2 and Appendix\u00a0A." in page
    assert "DeLong [1] and both [1, 2]" in page
    assert "Marked b." in page


def test_an_interval_is_two_cells_in_html_and_one_in_markdown() -> None:
    """Both limits align on the page; a plain table holds them in one cell."""
    html, md = render(document(), "html"), render(document(), "md")
    assert '<td class="lo">−0.630</td><td class="hi"><span class="to">to</span> 0.833</td>' in html
    assert "| 0.731 | −0.630 to 0.833 |" in md


def test_padding_puts_decimal_points_in_line() -> None:
    """Shorter numbers get spaces as wide as figures, and one as wide as a point if they have none."""
    html = render(document(), "html")
    assert '<td class="num">63.4\u2007\u2007</td>' in html
    assert '<td class="num">0.439</td>' in html
    assert '<td class="num strong">8.67\u2007</td>' in html
    assert '<td class="num">3\u2008\u2007\u2007\u2007</td>' in html
    assert '<td colspan="2" class="num strong">NE</td>' in html
    assert "\u2007" not in render(document(), "md")


def test_the_markdown_page_whole() -> None:
    """Every block as Markdown, with hostile words escaped."""
    md = render(document(), "md", files="my report_files")
    assert md == MARKDOWN


MARKDOWN = r"""# Accuracy of CA 19-9 \<37 \| "A\&B" for “\<script>alert(1)\</script>”

Three tests on 113 participants.

| Item | Value |
|:--|:--|
| Truth | `outcome`: “Poor” is positive |
| Tests | \<script>alert(1)\</script> |

## Key results

The area was 0.731.

| Result | Estimate | 95% CI |
| :-- | --: | --: |
| AUC of CA 19-9 \<37 \| "A\&B" | 0.731 | −0.630 to 0.833 |

CI: DeLong.

## 1 Data

See Table 1, Figures 1, 2 and Appendix A.

### Methods side by side

**Table 1. Area under the curve, CA 19-9 \<37 \| "A\&B".** 41 cases, 72 controls.

| Test | Rule | CA 19-9 \<37 \| "A\&B" is positive: n/N | Estimate | 95% CI | Two lines, AUC 0.612 | Method |
| :-- | :-- | --: | --: | --: | --: | :-- |
| **\<script>alert(1)\</script>**, 2 of 50 thresholds | ≥ 0.3 | 26/41 | 63.4 | 48.1 to 76.4 | 0.731 ᵃ | DeLong |
|  | **≥ 1** ᵃ, ᵇ |  | 0.439 | 0.290 to 0.666 | NE | a\|b |
| **all** | – none |  | 3 | 2 to 21.1 ᵇ |  |  |
|  | **Total** |  | **8.67** | **NE** |  |  |

CI: Wilson, see
A tied pair counts **one half**.
ᵃ Stated in the plan. ᵇ Largest in these data.

![A curve of CA 19-9 \<37 \| "A\&B".](my%20report_files/roc.svg)

**Figure 1. A curve.** Values: Table 1

![One.](my%20report_files/three-1.svg)
![Two.](my%20report_files/three-2.svg)

**Figure 2. Two.**

> **The methods disagree.** These data do not settle it.

1. Ties. (Table 1)
2. Marked b.

| Item | Value |
|:--|:--|
| `outcome` | the truth |
| Second | muted |

DeLong [1] and both [1, 2], 10⁻¹²

## References

1. DeLong ER. [doi:10.2307/2531595](https://doi.org/10.2307/%2825%29%3C31595%3E)
2. Wilson EB. Probable inference. *J Am Stat Assoc* 1927.

## A Output as printed

**Area: s100b**

````
	Title

```
data:  <b>
```
````

Same data, same document.

<!-- Written by rocstats. -->
"""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("- item", r"\- item"),
        ("12. item", r"12\. item"),
        ("+ item", r"\+ item"),
        ("# heading", r"\# heading"),
        ("> quoted", r"\> quoted"),
        ("====", r"\===="),
        ("a *b* _c_ ~~d~~ $e$", r"a \*b\* \_c\_ \~\~d\~\~ \$e\$"),
        ("![x](http://y)", r"\!\[x\](http\://y)"),
        ("www.x.org a@b.c", r"www\.x.org a\@b.c"),
        ("C:\\x `y`", r"C:\\x \`y\`"),
        ("a\nb\tc\u202ed", r"a\\nb\\tc\\u202ed"),
        ("&lt;", r"\&lt;"),
        ("    code", "code"),
    ],
)
def test_no_sign_of_markdown_comes_through(text: str, shown: str) -> None:
    """Each text is shown as typed when the page is read as Markdown."""
    assert f"\n\n{shown}\n\n" in render(document(Paragraph(text)), "md")


def test_code_keeps_its_backticks() -> None:
    """A code span has more backticks around it than in it."""
    md = render(document(Paragraph(("Run ", Code("a`b``"), " or ", Code("x|y"), "."))), "md")
    assert "Run ``` a`b`` ``` or `x|y`." in md


def test_a_template_for_markdown_prints_nothing_unescaped() -> None:
    """A plain string that reaches a Markdown template is refused."""
    from rocstats.document.templating import markdown_only

    with pytest.raises(TypeError, match="never escaped"):
        markdown_only("<b>")


def test_drawings_keep_to_themselves() -> None:
    """Ids get a prefix, those that nothing uses go, as do styles, comments and sizes."""
    assert inlined(SVG, prefix="f1-1", alt='"x"') == (
        '<svg viewBox="0 0 120 60" role="img" aria-label="&quot;x&quot;" stroke-linejoin="round" '
        'xmlns="http://www.w3.org/2000/svg"><defs><clipPath id="f1-1-1"><rect x="0" y="0" width="120" height="60"/>'
        '</clipPath><path id="f1-1-2" d="M 0 0 L 120 60" style="stroke: #14375e"/></defs>'
        '<g clip-path="url(#f1-1-1)"><use href="#f1-1-2"/></g></svg>'
    )


@pytest.mark.parametrize(
    ("inside", "reason"),
    [
        ("<script>x</script>", "holds a <script>"),
        ('<g onclick="x"/>', 'holds "onclick"'),
        ('<use href="http://x"/>', 'holds "href"'),
        ('<g style="fill: url(http://x)"/>', 'holds "style"'),
        ("<g>", "no well-formed SVG"),
    ],
)
def test_a_drawing_with_more_than_shapes_is_refused(inside: str, reason: str) -> None:
    """Nothing that runs, loads or is broken gets into a document."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">{inside}</svg>'
    blocks = (Paragraph(CrossRef("x")), Figure(id="x", pictures=(Picture(svg, "x"),), caption="X"))
    with pytest.raises(ValueError, match=re.escape(reason)):
        render(document(*blocks), "html")


FIGURE = Figure(id="roc", pictures=(Picture(SVG, "A curve."),), caption="A curve")


@pytest.mark.parametrize(
    ("blocks", "reason"),
    [
        ((Paragraph(CrossRef("nowhere")),), 'leads to "nowhere"'),
        ((Paragraph(CrossRef("data", "references")),), 'leads to "references"'),
        ((table(),), 'Table 1 ("auc") is never referred to'),
        ((table(notes=(CrossRef("auc"),)),), "never referred to"),
        ((FIGURE,), 'Figure 1 ("roc") is never referred to'),
        ((Paragraph(CrossRef("auc")), table(), table()), '"auc" is given twice'),
        ((Paragraph(CrossRef("auc")), table(rows=())), "has no rows"),
        ((Paragraph(CrossRef("auc")), table(caption="")), "needs a caption"),
        ((Paragraph(CrossRef("auc")), table(rows=(Row("x", ("1",)),))), "has 5 columns of cells, but a row has 1"),
        (
            (Paragraph(CrossRef("auc")), table(letters=())),
            "lettered notes are [], its cells refer to ['chosen', 'stated']",
        ),
        (
            (Paragraph(CrossRef("auc")), table(rows=(Row("x", (Limits("1", "2"), "", "", "", "")),))),
            "an interval in a column",
        ),
        ((Paragraph(CrossRef("Auc")), table(id="Auc")), "is no id"),
        ((Paragraph(CrossRef("roc")), dataclasses.replace(FIGURE, pictures=())), "needs a drawing"),
        ((Paragraph(CrossRef("roc")), dataclasses.replace(FIGURE, pictures=(Picture(SVG, " "),))), "cannot see it"),
        ((Subheading("Only a heading"),), 'section "data" is empty'),
        ((Paragraph(""),), "type Paragraph is empty"),
        ((NumberedList(()),), "type NumberedList is empty"),
        ((Printed("x", "\n"),), "type Printed is empty"),
        ((Paragraph(MarkRef("auc", "x")),), 'no lettered note "x"'),
        ((Paragraph(("As ", Cite("unknown2000"))),), '"unknown2000" is cited'),
        ((Paragraph("x"), Bibliography()), "Bibliography"),
        ((Paragraph(Link("x", "javascript:alert(1)")),), "begins with https://"),
    ],
)
def test_what_leads_nowhere_or_is_empty_is_refused(blocks: tuple[Block, ...], reason: str) -> None:
    """A mistake in a document is an error, not a page with a hole."""
    with pytest.raises(ValueError, match=re.escape(reason)):
        render(document(*blocks), "html")


def test_a_format_that_is_none_is_refused() -> None:
    """Only HTML and Markdown are written here."""
    with pytest.raises(MethodError, match='as "html" or "md", not \'pdf\''):
        render(document(), "pdf")  # type: ignore[arg-type]
    with pytest.raises(MethodError, match='"html", "md", "pdf" or "docx", not \'rtf\''):
        render_bytes(document(), "rtf")  # type: ignore[arg-type]


def test_content_read_aloud_has_no_form() -> None:
    """Labels of printed output lose their mark-up."""
    assert plain_text(("a ", Strong(("b", Code("c"))), LineBreak(), Cite("x"), Sup("2"))) == "a bc 2"


@pytest.mark.parametrize("name", ["report.html", "REPORT.HTM"])
def test_html_is_one_file_and_replaces_only_itself(tmp_path: Path, name: str) -> None:
    """A report may be written again; the second has the same bytes."""
    path = tmp_path / name
    assert write(document(), path) == [path]
    first = path.read_bytes()
    write(document(), path)
    assert path.read_bytes() == first == render(document(), "html").encode()
    assert [p.name for p in tmp_path.iterdir()] == [name]


def test_markdown_comes_with_its_drawings(tmp_path: Path) -> None:
    """The folder beside the page holds each drawing, and no older one."""
    path = tmp_path / "my report.md"
    written = write(document(), path)
    folder = tmp_path / "my report_files"
    assert written == [path, *(folder / name for name in ("roc.svg", "three-1.svg", "three-2.svg"))]
    assert {p.name: p.read_text() for p in folder.iterdir()} == figures_of(document())
    (folder / "older.svg").write_text(SVG)
    write(document(), path)
    assert sorted(p.name for p in folder.iterdir()) == ["roc.svg", "three-1.svg", "three-2.svg"]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["my report.md", "my report_files"]


def test_what_others_wrote_stays(tmp_path: Path) -> None:
    """A file or folder that rocstats did not write is never replaced."""
    for name in ("report.html", "report.md"):
        (tmp_path / name).write_text("mine")
        with pytest.raises(PlanError, match="was not written by rocstats, so it stays"):
            write(document(), tmp_path / name)
        assert (tmp_path / name).read_text() == "mine"
    (tmp_path / "new_files").mkdir()
    (tmp_path / "new_files" / "mine.svg").write_text("mine")
    with pytest.raises(PlanError, match=r"holds mine\.svg"):
        write(document(), tmp_path / "new.md")
    write(document(), tmp_path / "other.md")
    (tmp_path / "other_files" / "notes.txt").write_text("mine")
    with pytest.raises(PlanError, match=r"holds notes\.txt"):
        write(document(), tmp_path / "other.md")


def test_a_place_that_is_none_is_refused(tmp_path: Path) -> None:
    """A folder is not made in silence, and the suffix says the format."""
    with pytest.raises(PlanError, match="there is no folder"):
        write(document(), tmp_path / "none" / "report.html")
    with pytest.raises(PlanError, match=r'"report.doc" ends in none of them. Name it report.html'):
        write(document(), tmp_path / "report.doc")
    (tmp_path / "folder.html").mkdir()
    with pytest.raises(PlanError, match="is a folder"):
        write(document(), tmp_path / "folder.html")


def test_a_failure_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the page cannot be put in place, page and drawings are those of before."""
    path = tmp_path / "report.md"
    write(document(), path)
    before = {p: p.read_bytes() for p in sorted(tmp_path.rglob("*")) if p.is_file()}
    import os

    real = os.replace

    def refuse(source: Path, target: Path) -> None:
        if Path(target) == path:
            raise OSError("disk full")
        real(source, target)

    monkeypatch.setattr("rocstats.document.writing.os.replace", refuse)
    changed = document(title="Another title")
    with pytest.raises(OSError, match="disk full"):
        write(changed, path)
    assert {p: p.read_bytes() for p in sorted(tmp_path.rglob("*")) if p.is_file()} == before


# ---- a document of a study report ----------------------------------------------------------------------------------


def test_parts_of_a_study_report_number_their_own_tables() -> None:
    """Table 14.2.1 and Figure 14.2.1 count within their part; what has no part counts 1, 2, 3; sections stay."""
    labels = {key: str(label) for key, label in assemble(study_document()).labels.items()}
    assert labels == {
        "data": "Section 1",
        "accuracy": "Table 14.2.1",
        "roc": "Figure 14.2.1",
        "pair": "Figure 1",
        "sets": "Table 14.1.1",
        "listing": "Section 2",
        "cutoffs-t1": "Table 16.2.1",
        "output": "Appendix A",
    }
    plain = assemble(study_document(numbering="plain")).labels
    assert [str(plain[key]) for key in ("accuracy", "sets", "cutoffs-t1", "roc")] == [
        "Table 1",
        "Table 2",
        "Table 3",
        "Figure 1",
    ]


def test_a_part_that_is_none_is_refused() -> None:
    """A part has at least two numbers."""
    strange = (Paragraph(CrossRef("auc")), table(place="14"))
    with pytest.raises(ValueError, match='"auc" belongs to "14", which is no part'):
        render(document(*strange, numbering="ich_e3"), "html")
    render(document(*strange), "html")


@pytest.mark.parametrize("format", ["html", "md"])
def test_a_whole_study_document_reaches_every_place(format: Literal["html", "md"]) -> None:
    """Ids are unique, every inner link arrives, nothing is a hole, and hostile names stay text."""
    page = render(study_document(), format)
    if format == "html":
        tags = Tags(page)
        ids, targets, text = tags.ids, set(tags.targets), "".join(tags.text)
        assert tags.open == []
    else:
        ids, targets, text = re.findall(r'<a id="(.*?)"></a>', page), set(re.findall(r"\]\(#(.*?)\)", page)), page
    assert len(ids) == len(set(ids))
    assert {"t14-2-1", "t16-2-1", "f14-2-1", "f1"} <= targets <= set(ids)
    assert not re.search(r"\b(None|nan|NaN)\b|-0\.0\b", text)
    assert SCRIPT not in page


def test_no_cell_of_a_strict_document_is_empty() -> None:
    """Every cell of the page says something, in HTML and in Markdown."""
    page = render(study_document(), "html")
    assert not re.findall(r"<t[dh][^>]*>\s*</t[dh]>", page)
    assert not re.findall(r"<t[dh](?![^>]*scope)[^>]*><th", page)
    assert all("scope=" in head for head in re.findall(r"<th\b[^>]*>", page))
    rows = [line for line in render(study_document(), "md").splitlines() if line.startswith("| ")]
    assert not [line for line in rows if re.search(r"\|\s*\|", line)]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (
            {
                "rows": (
                    Row(
                        "x",
                        ("1", "", Limits("1", "2"), "", ""),
                    ),
                )
            },
            'a cell is empty ("x", "Estimate"); write –',
        ),
        (
            {
                "rows": (
                    Row(
                        "x",
                        ("1", "2", Limits("1", " "), "3", "4"),
                    ),
                )
            },
            'a cell is empty ("x", "95% CI")',
        ),
        ({"rows": (Row(" ", ("1", "2", "3", "4", "5")),)}, 'a cell is empty (" ", "Rule")'),
        (
            {"columns": (Column("", "text"), Column("N")), "rows": (Row("x", ("1",)),)},
            "the header of column 1 is empty",
        ),
    ],
)
def test_a_strict_document_refuses_empty_cells(changes: dict[str, Any], reason: str) -> None:
    """The error names table, row and column; other documents may leave cells empty."""
    blocks = (Paragraph(CrossRef("auc")), table(**changes, letters=()))
    render(document(*blocks), "html")
    with pytest.raises(ValueError, match=re.escape(reason)):
        render(document(*blocks, strict=True), "html")


def test_a_number_says_where_it_comes_from() -> None:
    """In cells, limits, notes, headers and printed output; what is quoted says whose words it is."""
    page = render(study_document(), "html")
    said = "Sensitivity of CA 19-9 &lt;37 | &#34;A&amp;B&#34;: 0.634146 &#34;Wilson&#34;"
    assert f'<span data-ard="acc.t1.sensitivity.estimate" title="{said}">63.4</span>' in page
    assert '<td class="lo"><span data-ard="acc.t1.sensitivity.conf-low">48.1</span>' in page
    assert '<span class="n">N = <span data-ard="crosstab.t1.total.n">49</span></span>' in page
    assert 'AUC <span data-ard="auc.t1.estimate">0.731</span> (<span data-ard="auc.t1.conf-low">0.620</span> to' in page
    assert re.search(r'<pre [^>]*data-from="plan">title', page)
    assert '<b><span class="k">Table 14.2.1.</span> Accuracy of <span data-from="data">' in page


def test_places_in_printed_text_must_be_places() -> None:
    """They stand in order and inside the text."""
    for values in (((0, 9, "a.b"),), ((2, 3, "a.b"), (1, 2, "a.c")), ((1, 1, "a.b"),)):
        with pytest.raises(ValueError, match=r'the number "a\.[bc]" in printed text stands at'):
            render(document(Printed("Title", "0.731", values=values)), "html")


def test_a_source_stands_under_each_table_and_figure() -> None:
    """It names the analyses that the table shows; a document without one, or a compact one, has no such line."""
    page = render(study_document(), "html")
    assert page.count('<p class="source" data-from="software">Source: study.csv') == 5
    assert "; analyses acc.t1.*, crosstab.t1.*, auc.t1.*.</p>" in page
    assert "; analyses sets.s1.*.</p>" in page
    assert 'class="source"' not in render(study_document(compact=True), "html")
    assert 'class="source"' not in render(study_document(source=""), "html")


def test_a_table_of_many_analyses_names_their_first_word() -> None:
    """The line stays short, and values of the plan are no analyses."""
    cells = (*(Value("1", f"sub.g1.l{i}.n") for i in range(3)), Value("95", "plan.level"))
    many = Table(
        id="auc",
        caption="Many",
        columns=(Column("Row", "text"), *(Column(f"C{i}") for i in range(4))),
        rows=(Row("a", cells), Row("b", tuple(Value("1", f"x.t{i}.n") for i in range(4)))),
    )
    page = render(document(Paragraph(CrossRef("auc")), many, source="s.csv"), "md")
    assert r"Source: s.csv; analyses sub.\*, x.\*." in page


def test_lists_hold_every_table_and_figure_in_order() -> None:
    """With their captions and links; a list of what is not there is refused."""
    page = render(study_document(), "html")
    listed = re.findall(r'<li data-to="#(.*?)"><a class="k" href="#\1">(.*?)</a>', page)
    assert listed == [
        ("t14-2-1", "Table 14.2.1"),
        ("t14-1-1", "Table 14.1.1"),
        ("t16-2-1", "Table 16.2.1"),
        ("f14-2-1", "Figure 14.2.1"),
        ("f1", "Figure 1"),
    ]
    assert "- [Table 16.2.1](#t16-2-1) Thresholds" in render(study_document(), "md")
    with pytest.raises(ValueError, match="a list of figures has nothing to list"):
        render(document(ListOf("Figure")), "html")


def test_lines_to_sign_are_never_empty() -> None:
    """Each line has its word below it; a name that is not known is a line too."""
    page = render(study_document(), "html")
    lines = page[page.index('<dl class="signatures">') :]
    lines = lines[: lines.index("</dl>")]
    assert lines.count('<span class="line">') == 6
    assert not re.findall(r"<d[td][^>]*>\s*</d[td]>", lines)
    assert '<span class="written" data-from="plan">A. Statistician' in lines
    line = r"\_" * 20
    assert f"- Approved by: {line}. Signature: {line} Date: {line}" in render(study_document(), "md")
    with pytest.raises(ValueError, match="SignatureLines is empty"):
        render(document(SignatureLines(())), "html")


def test_print_turns_pages_for_tables_of_many_columns() -> None:
    """A section of such tables and words lies on its side as a whole; a new page is begun where it is asked for."""
    page = render(study_document(), "html")
    assert '<div class="table wide landscape long" id="t16-2-1">' in page
    assert '<section aria-labelledby="s3" class="landscape">' in page
    assert '<section aria-labelledby="s2" class="new-page">' in page
    assert "landscape long" not in render(study_document(compact=True), "html")


def test_figures_of_a_compact_document_stand_in_pairs() -> None:
    """Two by two, the last alone; so they do on the paper of a study report, and elsewhere one below the other."""
    figures = [dataclasses.replace(FIGURE, id=f"f-{i}") for i in range(3)]
    blocks = (Paragraph(CrossRef("f-0", "f-1", "f-2")), *figures)
    page = render(document(*blocks, compact=True), "html")
    assert page.count('<div class="pair">') == 1
    assert re.search(r'<div class="pair">\n(<figure.*?</figure>\s*){2}</div>\s*<figure', page, flags=re.DOTALL)
    assert '<body class="compact">' in page
    assert '<div class="pair">' not in render(document(*blocks), "html")
    assert render(document(*blocks, strict=True), "html").count('<div class="pair">') == 1


def test_an_id_that_stands_twice_is_refused() -> None:
    """Whatever brings it onto the page."""
    from rocstats.document.html_page import _check_ids

    with pytest.raises(ValueError, match='the id "t1" stands twice'):
        _check_ids('<p id="t1"></p><p id="t2"></p><p id="t1"></p>')
