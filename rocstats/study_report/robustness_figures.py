"""Figures of robustness: accuracy in subgroups and in sensitivity analyses as forest plots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from rocstats.document.blocks import Figure, Picture
from rocstats.document.figure_style import svg
from rocstats.document.forest_figure import ForestRow
from rocstats.document.inline import Content, CrossRef, plain_text
from rocstats.document.subgroup_figure import plot_subgroups
from rocstats.document.subgroup_rows import ForestGroup
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.findings import Findings
from rocstats.investigation.measures_on_rows import measures_of
from rocstats.investigation.sensitivity_results import PRIMARY
from rocstats.results import Interval
from rocstats.study_report.level_tables import (
    by_of,
    is_missing,
    judged_tests,
    level_keys,
    level_name,
    subgroup_divisions,
    subgroup_table_id,
)
from rocstats.study_report.measure_words import spoken
from rocstats.study_report.pen import Pen, named
from rocstats.study_report.sensitivity_tables import analysis_name, applied

# Names that a picture has no room for.
_BRIEF = {"indeterminate_positive": "Counted as positive", "indeterminate_negative": "Counted as negative"}
# Depth in points that still stands on a printed page with its caption, and that of the parts of a picture.
_DEEPEST, _AXIS, _GROUP, _ROW = 690, 66, 20, 15


@dataclass(frozen=True, slots=True)
class _Panel:
    """One measure of a picture: its groups, the line of all, and what is said of it in words."""

    name: str
    groups: tuple[ForestGroup, ...]
    whole: ForestRow
    words: str

    @property
    def depth(self) -> float:
        return _AXIS + _ROW + sum(_GROUP + _ROW * len(group.rows) for group in self.groups)


def subgroup_figures(findings: Findings, pen: Pen) -> list[Figure]:
    """Draw the subgroups of each test, its measures below each other on as few pages as they take."""
    if pen.shell or not subgroup_divisions(findings):
        return []
    figures: list[Figure] = []
    for test in judged_tests(findings):
        panels = [panel for name in measures_of(test) if (panel := _subgroup_panel(findings, pen, test, name))]
        table = subgroup_table_id(findings, test)
        figures += _figures(pen, "forest", test, panels, (named(test.name), " in subgroups"), table, bool(figures))
    return figures


def sensitivity_figures(findings: Findings, pen: Pen) -> list[Figure]:
    """Draw the sensitivity analyses of each test that is called; their dashed line is the primary analysis."""
    if pen.shell or len(applied(findings)) < 2:
        return []
    figures: list[Figure] = []
    for test in judged_tests(findings):
        names = [name for name in measures_of(test) if name != "auc"]
        panels = [panel for name in names if (panel := _sensitivity_panel(findings, pen, test, name))]
        caption: Content = (named(test.name), " in sensitivity analyses")
        figures += _figures(pen, "sensitivity-forest", test, panels, caption, "sensitivity-analyses", bool(figures))
    return figures


def _figures(
    pen: Pen, stem: str, test: TestColumn, panels: Sequence[_Panel], caption: Content, table: str, others: bool
) -> Iterator[Figure]:
    """Put panels on pages, and name the pages: the first of all by the stem alone."""
    pages: list[list[_Panel]] = []
    for panel in panels:
        if pages and sum(one.depth for one in (*pages[-1], panel)) <= _DEEPEST:
            pages[-1].append(panel)
        else:
            pages.append([panel])
    dashed, all_is = ("all", "all participants") if stem == "forest" else ("primary", "the primary analysis")
    for place, page in enumerate(pages):
        identity = f"{stem}-{test.key}" if others else stem
        identity = identity if not place else f"{identity}-{page[0].name}"
        words = " ".join(panel.words for panel in page)
        yield Figure(
            id=identity,
            pictures=(pen.picture(identity, partial(_picture, page, words, dashed)),),
            caption=caption,
            sub=(
                "Squares: estimates, with their confidence intervals. Diamond and dashed line: ",
                all_is,
                ". Values and methods: ",
                CrossRef(table),
                ".",
            ),
            place="14.2",
        )


def _picture(page: Sequence[_Panel], words: str, dashed: str) -> Picture:
    groups = [group for panel in page for group in panel.groups]
    return Picture(svg(plot_subgroups(groups, overall=[panel.whole for panel in page], dashed=dashed)), words)


def _subgroup_panel(findings: Findings, pen: Pen, test: TestColumn, name: str) -> _Panel | None:
    """Take the columns in which any level has an estimate; levels without one say so."""
    parameter = _parameter(findings, name)
    groups, said = [], []
    for division in subgroup_divisions(findings):
        keys = level_keys(pen, division)
        ids = [f"{key}.{test.key}.{name}" for key in keys]
        judged = [at for at, key in zip(ids, keys, strict=True) if not is_missing(pen, division, key)]
        if not any(pen.has(f"{at}.estimate") for at in judged):
            continue
        rows = [
            _row(pen, at, plain_text(level_name(pen, division, key)), parameter)
            for at, key in zip(ids, keys, strict=True)
            if pen.has(f"{at}.estimate") or not is_missing(pen, division, key)
        ]
        at = f"{division.key}.test.{test.key}.{name}"
        p = pen.number(f"{at}.p-value")
        heading = plain_text(by_of(findings, division))
        groups.append(ForestGroup(heading=heading, rows=rows, pvalue=p, estimable=p is not None))
        values = ", ".join(f"{row.names[0]} {_text(pen, one)}" for row, one in _with_ids(rows, ids))
        said.append(f"by {heading}, {values}, heterogeneity {plain_text(pen.p(at))}")
    if not groups:
        return None
    at = f"sub.all.{test.key}.{name}"
    words = f"Forest plot of the {_spoken(findings, name)} of {test.name}: all {_text(pen, at)}; {'; '.join(said)}."
    return _Panel(name, tuple(groups), _row(pen, at, "All", parameter), words)


def _sensitivity_panel(findings: Findings, pen: Pen, test: TestColumn, name: str) -> _Panel | None:
    parameter = _parameter(findings, name)
    rows, said = [], []
    for one in applied(findings):
        at = f"sens.{one.key}.{test.key}.{name}"
        if one.key == PRIMARY or not pen.has(f"{at}.estimate"):
            continue
        label = _BRIEF.get(one.word, plain_text(analysis_name(one)))
        rows.append(replace(_row(pen, at, label, parameter), counts=""))
        said.append(f"{label} {_text(pen, at)}")
    at = f"sens.{PRIMARY}.{test.key}.{name}"
    if not rows or not pen.has(f"{at}.estimate"):
        return None
    group = ForestGroup(heading="Sensitivity analyses", rows=rows)
    words = f"Forest plot of the {_spoken(findings, name)} of {test.name}: primary {_text(pen, at)}; {', '.join(said)}."
    return _Panel(name, (group,), replace(_row(pen, at, "Primary", parameter), counts=""), words)


def _with_ids(rows: Sequence[ForestRow], ids: Sequence[str]) -> Iterator[tuple[ForestRow, str]]:
    # Only the level without a value, which is the last, may be left out.
    return zip(rows, ids, strict=False)


def _row(pen: Pen, at: str, name: str, parameter: str) -> ForestRow:
    low, high = pen.number(f"{at}.conf-low"), pen.number(f"{at}.conf-high")
    interval = None
    if low is not None and high is not None:
        level = pen.table.row(f"{at}.conf-low").about.level
        interval = Interval(low, high, 0.95 if level is None else level)
    counts = ""
    if f"{at}.n" in pen.table:
        counts = f"{pen.value(f'{at}.n').text}/{pen.value(f'{at}.total').text}"
    return ForestRow(
        names=(name,),
        estimate=pen.number(f"{at}.estimate"),
        interval=interval,
        parameter=parameter,
        estimable=interval is not None,
        counts=counts,
    )


def _text(pen: Pen, at: str) -> str:
    return plain_text(pen.spoken(at))


def _parameter(findings: Findings, name: str) -> str:
    return "AUC" if name == "auc" else spoken(findings.plan, name)


def _spoken(findings: Findings, name: str) -> str:
    return spoken(findings.plan, name)
