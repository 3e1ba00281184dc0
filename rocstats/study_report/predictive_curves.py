"""Figures of predictive values against the prevalence, one for each test."""

from __future__ import annotations

import numpy as np

from rocstats.document.blocks import Figure, Picture
from rocstats.document.figure_style import svg
from rocstats.document.inline import Content, CrossRef, plain_text
from rocstats.document.predictive_value_figure import PredictiveValueRow, plot_predictive_values
from rocstats.inference.predictive_table import predictive_values
from rocstats.investigation.accuracy_results import tables_of
from rocstats.investigation.column_of_test import TestColumn
from rocstats.investigation.findings import Findings
from rocstats.study_report.pen import Pen

_DRAWN = 61
_SPREAD = 10


def curve_ids(findings: Findings, pen: Pen, tests: tuple[TestColumn, ...]) -> tuple[str, ...]:
    """Name the figures: "predictive-curves", and with the key of the test from the second on."""
    drawn = _drawn(findings, pen, tests)
    return tuple("predictive-curves" if i == 0 else f"predictive-curves-{test.key}" for i, test in enumerate(drawn))


def predictive_curves(findings: Findings, pen: Pen, tests: tuple[TestColumn, ...]) -> tuple[Figure, ...]:
    """Draw the curves of each test between the lowest and the highest prevalence that the report speaks of."""
    drawn = _drawn(findings, pen, tests)
    return tuple(
        _figure(findings, pen, test, name) for test, name in zip(drawn, curve_ids(findings, pen, tests), strict=True)
    )


def _drawn(findings: Findings, pen: Pen, tests: tuple[TestColumn, ...]) -> tuple[TestColumn, ...]:
    """Give the tests that can be drawn: a range of prevalences, both groups there, and independent participants."""
    plan = findings.plan
    if pen.shell or plan.data.cluster or not plan.prevalences:
        return ()
    return tuple(
        test for test in tests if pen.has(f"pv.{test.key}.v1.ppv.estimate") and len(set(_ends(findings, pen, test))) > 1
    )


def _ends(findings: Findings, pen: Pen, test: TestColumn) -> tuple[float, float]:
    own = _own(pen, test)
    shares = [*findings.plan.prevalences, *([] if own is None else [own])]
    return min(shares), max(shares)


def _own(pen: Pen, test: TestColumn) -> float | None:
    """Give the share with the condition in a cohort, strictly between 0 and 1."""
    identity = f"pv.{test.key}.study.share.estimate"
    share = pen.number(identity) if pen.has(identity) else None
    return share if share is not None and 0 < share < 1 else None


def _figure(findings: Findings, pen: Pen, test: TestColumn, identity: str) -> Figure:
    level = pen.level(f"pv.{test.key}.v1.ppv")
    dashed = " Dashed: the share with the condition in this cohort." if _own(pen, test) is not None else ""
    return Figure(
        id=identity,
        pictures=(pen.picture(identity, lambda: Picture(_svg(findings, pen, test), _alt(findings, pen, test))),),
        caption=("Predictive values of ", pen.rule(test), " by prevalence"),
        sub=(
            "Bands: ",
            level,
            f"% confidence intervals, one prevalence at a time.{dashed} Values: ",
            CrossRef("predictive"),
            ".",
        ),
        place="14.2",
    )


def _svg(findings: Findings, pen: Pen, test: TestColumn) -> str:
    low, high = _ends(findings, pen, test)
    spread = np.geomspace(low, high, _DRAWN) if low < high / _SPREAD else np.linspace(low, high, _DRAWN)
    counts = next(table.counts for table in tables_of(findings.investigation) if table.test.key == test.key)
    assert counts is not None
    shares = [low, *spread[1:-1].tolist(), high]
    found = predictive_values(counts, shares, level=findings.plan.intervals.level)
    rows = [
        PredictiveValueRow(
            prevalence=at.prevalence,
            ppv=at.ppv,
            npv=at.npv,
            ppv_interval=at.ppv_interval,
            npv_interval=at.npv_interval,
        )
        for at in found.values
    ]
    return svg(plot_predictive_values(rows, prevalence=_own(pen, test)))


def _alt(findings: Findings, pen: Pen, test: TestColumn) -> str:
    said: list[Content] = ["Positive and negative predictive value of ", pen.rule(test), " against the prevalence."]
    for place in range(1, len(findings.plan.prevalences) + 1):
        at = f"pv.{test.key}.v{place}"
        said += [
            " At a prevalence of ",
            pen.percent(f"plan.prevalence{place}.share"),
            ": PPV ",
            pen.percent(f"{at}.ppv.estimate"),
            ", NPV ",
            pen.percent(f"{at}.npv.estimate"),
            ".",
        ]
    return plain_text(tuple(said))
