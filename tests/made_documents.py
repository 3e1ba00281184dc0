"""A document made by hand that holds every block and every hostile name, for tests of all formats."""

from __future__ import annotations

import dataclasses

from rocstats.document.blocks import (
    Aside,
    Bibliography,
    Cell,
    Column,
    ColumnGroup,
    Definitions,
    Document,
    Figure,
    Item,
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
from rocstats.document.inline import (
    Cite,
    Code,
    CrossRef,
    Emphasis,
    LineBreak,
    Link,
    MarkRef,
    Quoted,
    Second,
    Strong,
    Sup,
    Text,
    Value,
)

HOSTILE = 'CA 19-9 <37 | "A&B"'
SCRIPT = "<script>alert(1)</script>"
FORMULA = "=HYPERLINK(1)|*_`x`"
CONTROLS = "bell\x07 null\x00 line\nback\u202e \ufffe end"
SHOWN_CONTROLS = r"bell\x07 null\x00 line\nback\u202e \ufffe end"
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 120 60">'
    '<defs><clipPath id="c"><rect x="0" y="0" width="120" height="60"/></clipPath>'
    '<path id="m" d="M 0 0 L 120 60" style="stroke: #14375e"/></defs>'
    '<g clip-path="url(#c)"><use xlink:href="#m"/></g></svg>'
)


def accuracy_table() -> Table:
    """A table with groups, an aligned interval, lettered notes and a hostile name."""
    return Table(
        id="accuracy",
        caption=("Accuracy of ", Quoted(Text(HOSTILE), "data")),
        sub="Full analysis set.",
        columns=(
            Column("Measure", "text"),
            ColumnGroup(
                (Quoted(Text(HOSTILE), "data"), " is positive"),
                (Column("n/N"), Column("Estimate", aligned=True), Column("95% CI", "interval", aligned=True)),
            ),
            Column(("Two", LineBreak(), "lines"), second=("N = ", Value("49", "crosstab.t1.total.n"))),
            Column("Method", "text", gap=True),
        ),
        rows=(
            RowGroup(
                SCRIPT,
                (
                    Row(
                        "Sensitivity",
                        (
                            (Value("26", "acc.t1.sensitivity.n"), "/", Value("41", "acc.t1.sensitivity.total")),
                            Value("63.4", "acc.t1.sensitivity.estimate"),
                            Limits(
                                Value("48.1", "acc.t1.sensitivity.conf-low"),
                                Value("76.4", "acc.t1.sensitivity.conf-high"),
                            ),
                            Cell(Value("0.731", "auc.t1.estimate"), ("stated",)),
                            "Wilson",
                        ),
                    ),
                    Row(
                        Cell("Ratio", ("stated", "chosen"), strong=True),
                        (
                            "–",
                            Value("−0.439", "acc.t1.lr-negative.estimate"),
                            Limits("−0.290", "10.666"),
                            "NE",
                            Code("a|b"),
                        ),
                        rule=True,
                    ),
                ),
                detail="two measures",
            ),
            RowGroup(
                FORMULA,
                (
                    Row(CONTROLS, ("–", "3", Cell(Limits("2", "21.1"), ("chosen",)), "–", "–"), indent=True),
                    Row("Total", ("–", "8.67", "NE", "–", "–"), total=True, strong=True),
                ),
            ),
        ),
        group_header="Test",
        notes=("–: does not apply. NE: not estimable.", ("A tied pair counts ", Strong("one half"), ".")),
        letters=(("stated", "Stated in the plan."), ("chosen", "Largest in these data.")),
        place="14.2",
    )


def wide_table() -> Table:
    """A table of more columns than a page has room for."""
    names = ("Threshold", "TP", "FP", "FN", "TN", "Sensitivity", "Specificity", "LR+", "LR−")
    columns = tuple(Column(name, "text" if i == 0 else "number") for i, name in enumerate(names))
    rows = tuple(Row(f"≥ {i}", tuple(str((i + j) * 10**10) for j in range(8))) for i in range(60))
    return Table(id="cutoffs-t1", caption="Thresholds", columns=columns, rows=rows, sub="All.", place="16.2")


def study_document(**changes: object) -> Document:
    """A document as a study report has it, with every kind of block."""
    every = (
        Paragraph(
            (
                "See ",
                CrossRef("accuracy"),
                ", ",
                CrossRef("roc", "pair"),
                ", ",
                CrossRef("cutoffs-t1", "sets"),
                " and ",
                CrossRef("output"),
                ".",
            )
        ),
        Subheading("Methods side by side"),
        accuracy_table(),
        Figure(
            id="roc",
            pictures=(Picture(SVG, f"A curve of {HOSTILE}, area 0.731."),),
            caption="A curve",
            sub=("Values: ", CrossRef("accuracy")),
            place="14.2",
        ),
        Figure(id="pair", pictures=(Picture(SVG, "One."), Picture(SVG, "Two.")), caption="Two", tall=True),
        Aside("The methods disagree.", "These data do not settle it."),
        NumberedList((Item("Ties.", CrossRef("accuracy")), Item(("Marked ", MarkRef("accuracy", "chosen"), ".")))),
        Definitions(((Code("outcome"), "the truth"), (Quoted(Text(CONTROLS), "data"), Second("muted")))),
        Paragraph(
            ("DeLong ", Cite("delong1988"), " and both ", Cite("wilson1927", "delong1988"), ", 10", Sup("−12"), ".")
        ),
        Table(
            id="sets",
            caption="Analysis sets",
            columns=(Column("Set", "text"), Column("N")),
            rows=(Row("FAS", (Value("49", "sets.s1.n"),)),),
            place="14.1",
        ),
        Paragraph(("Anything of ", Quoted(Emphasis(CONTROLS), "data"), " and ", Strong(FORMULA), ".")),
    )
    whole = Document(
        title=f"Accuracy of {HOSTILE} for “{SCRIPT}”",
        kicker="Diagnostic accuracy study report",
        lead="Three tests.",
        facts=Definitions((("Truth", (Code("outcome"), ": “Poor” is positive")), ("Tests", SCRIPT))),
        sections=(
            Section(
                id="control",
                title="Control page",
                kind="plain",
                new_page=True,
                blocks=(
                    SignatureLines((("Prepared by", f"A. Statistician {CONTROLS}"), ("Approved by", ""))),
                    Subheading("Tables"),
                    ListOf("Table"),
                    Subheading("Figures"),
                    ListOf("Figure"),
                ),
            ),
            Section(id="data", title=("Data of ", Quoted(Text(HOSTILE), "data")), blocks=every, new_page=True),
            Section(id="listing", title="Listing", blocks=(wide_table(), Paragraph("After the listing."))),
            Section(id="references", title="References", blocks=(Bibliography(),), kind="plain"),
            Section(
                id="output",
                title="Output as printed",
                blocks=(
                    Printed(
                        ("Area: ", Quoted(Text(HOSTILE), "data")),
                        "\n\tTitle\n\n```\ndata:  <b>\x07\nAUC 0.731 (0.620 to 0.842)\n```\n",
                        values=((29, 34, "auc.t1.estimate"), (36, 41, "auc.t1.conf-low")),
                    ),
                    Printed("Plan as it was read", 'title = "<b>"', source="plan"),
                ),
                kind="appendix",
            ),
        ),
        heads=RunningHeads(title='Heads "and" </style> tails\\', source="study.csv", foot="rocstats 0.1.0"),
        end="Same data, same document.",
        bibliography={
            "wilson1927": ("Wilson EB. Probable inference. ", Emphasis("J Am Stat Assoc"), " 1927."),
            "delong1988": ("DeLong ER. ", Link("doi:10.2307/2531595", "https://doi.org/10.2307/(25)<31595>")),
        },
        numbering="ich_e3",
        strict=True,
        source=("study.csv ", Code("a29f256b4ec1"), "; run ", Code("0b1c")),
        values={"acc.t1.sensitivity.estimate": f'Sensitivity of {HOSTILE}: 0.634146 "Wilson"'},
    )
    return dataclasses.replace(whole, **changes)
