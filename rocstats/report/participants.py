"""Section "Data and participants": who was read, who was left out and why, and the scores of those analysed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rocstats.data.flow import Flow
from rocstats.document.blocks import Block, Column, ColumnGroup, Figure, Paragraph, Picture, Row, Section, Table
from rocstats.document.figure_style import svg
from rocstats.document.inline import Code, Content, CrossRef, LineBreak
from rocstats.document.scores_figure import plot_scores, score_panels
from rocstats.formatting import counted, listed
from rocstats.report.analysis import Analysis, TestResults
from rocstats.report.descriptions import GroupScores, ScoreDescription
from rocstats.report.numbers import all_same, in_words
from rocstats.report.wording import chunks, names, numbered_ids, participants

_PANELS = 4


def participants_section(analysis: Analysis) -> Section:
    """Write the section."""
    figures = _figures(analysis)
    blocks: list[Block] = [
        Paragraph((*_source(analysis), " ", *_left_out(analysis))),
        _flow_table(analysis),
        Paragraph(_pointers(figures)),
        _scores_table(analysis),
        *figures,
    ]
    return Section(id="participants", title="Data and participants", blocks=tuple(blocks))


def _source(analysis: Analysis) -> tuple[Content, ...]:
    study = analysis.study
    source = study.source
    rows = len(study.frame) if source is None else source.n_rows
    columns = study.frame.shape[1] if source is None else source.n_columns
    what = "The data hold" if source is None else "The file holds"
    words: list[Content] = [f"{what} {counted(rows, 'row')} and {counted(columns, 'column')}; "]
    if source is not None and source.layout == "long":
        words.append("a row is one test of one participant.")
    elif study.count is not None:
        words += ["a row stands for as many participants as ", Code(study.count), " says."]
    else:
        words.append("a row is a participant.")
    if study.label:
        words.append(f" This report is about a part of them, {study.label}.")
    return tuple(words)


def _left_out(analysis: Analysis) -> tuple[Content, ...]:
    flows = [found.flow for found in analysis.tests]
    total, no_truth = flows[0].n_read, flows[0].no_truth
    lacking = [(found.name, found.flow.no_score) for found in analysis.tests if found.flow.no_score]
    if no_truth == 0 and not lacking:
        if len(flows) == 1:
            return (
                f"Every participant has a truth value and a score, so all {total} are analysed (",
                CrossRef("flow"),
                ").",
            )
        return (
            "Every participant has a truth value and a score for every test, so each analysis below uses all "
            f"{total} and no one was left out (",
            CrossRef("flow"),
            ").",
        )
    parts = [f"{no_truth} of {participants(total)} {_have(no_truth)} no truth value"] if no_truth else []
    parts += [f"{n} {_have(n)} no score for {name}" for name, n in lacking]
    only = " and nowhere else" if len(flows) > 1 and lacking else ""
    return (
        f"{listed(parts)}; they are left out where that value is needed{only} (",
        CrossRef("flow"),
        "). No value was imputed.",
    )


def _have(n: int) -> str:
    return "has" if n == 1 else "have"


def _pointers(figures: list[Figure]) -> tuple[Content, ...]:
    return (CrossRef("scores"), " and ", CrossRef(*(figure.id for figure in figures)), " show the scores by truth.")


def _flow_table(analysis: Analysis) -> Table:
    study = analysis.study
    flows = [found.flow for found in analysis.tests]
    heads: list[Content] = [found.name for found in analysis.tests]
    notes: list[Content] = []
    if analysis.joint_flow is not None:
        joint = analysis.joint_flow
        heads.append("Comparison" if len(analysis.tests) == 2 else "Comparisons")
        flows.append(joint)
        if not all_same([joint.n_analysed, *(pair.flow.n_analysed for pair in analysis.pairs)]):
            heads[-1] = ("All tests", LineBreak(), "together")
            notes.append(
                (
                    "A pair of tests is compared in those who have both; their number is in ",
                    CrossRef("differences"),
                    ".",
                )
            )
    for flow in flows:
        _check_closes(flow)
    return Table(
        id="flow",
        caption="Participants, from the file to the analysis"
        if study.source
        else "Participants, from the data to the analysis",
        sub="Counts per test; each row is the row above less those left out.",
        columns=(Column("Participants", "text"), *(Column(head) for head in heads)),
        rows=(
            Row("Rows read" if study.count is None else "Participants read", tuple(str(flow.n_read) for flow in flows)),
            Row("left out: no truth value", tuple(str(flow.no_truth) for flow in flows), indent=True),
            Row("left out: no score", tuple(str(flow.no_score) for flow in flows), indent=True),
            Row("Analysed", tuple(str(flow.n_analysed) for flow in flows), total=True, strong=True),
            Row(f"cases, {study.truth} “{study.positive}”", tuple(str(flow.n_cases) for flow in flows), indent=True),
            Row(
                f"controls, {study.truth} “{study.negative}”",
                tuple(str(flow.n_controls) for flow in flows),
                indent=True,
            ),
        ),
        notes=tuple(notes),
    )


def _check_closes(flow: Flow) -> None:
    if (
        flow.n_read != flow.no_truth + flow.no_score + flow.n_analysed
        or flow.n_analysed != flow.n_cases + flow.n_controls
    ):
        raise ValueError(f"the flow of participants does not close: {flow}.")


def _scores_table(analysis: Analysis) -> Table:
    study = analysis.study
    counts = [(found.flow.n_cases, found.flow.n_controls) for found in analysis.tests]
    together = all_same(counts)
    heads = [
        f"{name}, n = {n}" if together else name
        for name, n in zip((study.positive, study.negative), counts[0], strict=True)
    ]
    parts = (Column("Median"), Column("Q1, Q3"), Column("Range"))
    descriptions = [found.scores for found in analysis.tests]
    notes: list[Content] = []
    if any("NE" in cell for d in descriptions for cell in (*_cells(d, d.cases), *_cells(d, d.controls))):
        notes.append("NE: not estimable, because it lies between scores below and above every number.")
    return Table(
        id="scores",
        caption="Scores by truth",
        sub="Median, quartiles and range, on the scale of the file."
        if study.source
        else "Median, quartiles and range.",
        columns=(
            Column("Test", "text"),
            ColumnGroup(heads[0], parts),
            ColumnGroup(heads[1], parts),
            Column(("Distinct", LineBreak(), "values")),
        ),
        rows=tuple(
            Row(d.test, (*_cells(d, d.cases), *_cells(d, d.controls), str(d.distinct)), nowrap=len(d.test) <= 12)
            for d in descriptions
        ),
        notes=tuple(notes),
    )


def _cells(description: ScoreDescription, group: GroupScores) -> tuple[str, str, str]:
    text = description.text
    return (
        text(group.median),
        f"{text(group.q1)}, {text(group.q3)}",
        f"{text(group.least)} to {text(group.greatest)}",
    )


def _figures(analysis: Analysis) -> list[Figure]:
    parts = chunks(analysis.tests, _PANELS)
    return [
        _figure(analysis, identity, tests)
        for identity, tests in zip(numbered_ids("score-plot", len(parts)), parts, strict=True)
    ]


def _figure(analysis: Analysis, identity: str, tests: Sequence[TestResults]) -> Figure:
    study = analysis.study
    panels = [replace(score_panels(found.sample)[0], test=found.test) for found in tests]
    counts = [(found.flow.n_cases, found.flow.n_controls) for found in tests]
    cases, controls = (f" ({n})" if all_same(counts) else "" for n in counts[0])
    sub = [f"Filled, above the line: {study.positive}{cases}. Open, below: {study.negative}{controls}."]
    if any(found.scores.distinct > 10 for found in tests):
        sub.append("Triangles: medians.")
    if any(found.test.cutoff is not None for found in tests):
        sides = {"left" if found.test.low else "right" for found in tests if found.test.cutoff is not None}
        where = f"to its {sides.pop()}" if len(sides) == 1 else "on the side that its rule names"
        sub.append(f"Dashed: the stated threshold; scores {where} are called positive.")
    skewed = [found.name for found in tests if found.scores.skewed and found.scores.distinct > 10]
    if skewed:
        verb, scale = ("is", "a log scale") if len(skewed) == 1 else ("are", "log scales")
        sub.append(f"{listed(skewed)} {verb} drawn on {scale}.")
    return Figure(
        id=identity,
        pictures=(Picture(svg(plot_scores(panels)), _alt(analysis, tests)),),
        caption="Scores by truth" if len(tests) == len(analysis.tests) else f"Scores by truth: {names(tests)}",
        sub=" ".join(sub),
        tall=True,
    )


def _alt(analysis: Analysis, tests: Sequence[TestResults]) -> str:
    """Say what is seen: where the middle of each group lies, and how the stated rule divides them."""
    study = analysis.study
    said = [f"Scores of {in_words(len(tests))} {'test' if len(tests) == 1 else 'tests'} by {study.truth}."]
    for found in tests:
        d = found.scores
        words = (
            f"{found.name}: median {d.text(d.cases.median)} in {study.positive}, {d.text(d.controls.median)} in "
            f"{study.negative}"
        )
        if found.accuracy is not None:
            counts = found.accuracy.counts
            words += f"; {counts.tp} of {counts.n_cases} and {counts.fp} of {counts.n_controls} are called positive"
        said.append(f"{words}.")
    return " ".join(said)
