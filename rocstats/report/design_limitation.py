"""What the design does to all results that depend on the share of cases, said once for all of them."""

from __future__ import annotations

from collections.abc import Iterator

from rocstats.document.blocks import Item
from rocstats.document.inline import Content, CrossRef
from rocstats.formatting import listed
from rocstats.report.accuracy_section import table_ids
from rocstats.report.analysis import Analysis
from rocstats.report.numbers import percentage
from rocstats.report.planned_values import BY_SHARE
from rocstats.report.wording import with_threshold


def design_limitation(analysis: Analysis) -> Iterator[Item]:
    """Give the item of a design that was not stated or that fixed the share of cases; nothing of a cohort."""
    design = analysis.plan.design
    if design == "cohort":
        return
    # What has a stated prevalence does not depend on the share in these data.
    held = list(_dependent(analysis, lacking=design == "case-control"))
    if not held:
        return
    words = [word for named, _ in held for word in named]
    where = CrossRef(*(identity for _, ids in held for identity in ids))
    verb = "is" if len(words) == 1 else "are"
    what = listed(words)
    what = what[:1].upper() + what[1:]
    if design == "case-control":
        text: Content = f"{what} {verb} not estimable: a case-control design fixes the share of cases."
        if analysis.further.predictive:
            text = (text, " PPV and NPV at stated prevalences are in ", CrossRef("predictive-values"), ".")
        yield Item(text, where)
        return
    tests = with_threshold(analysis) if len(held) == 1 and held[0][0] == _MEASURES else analysis.tests
    shares = dict.fromkeys(percentage(found.flow.n_cases / found.flow.n_analysed) + "%" for found in tests)
    yield Item(
        f"The design was not stated. {what} {'holds' if len(words) == 1 else 'hold'} for a share of cases of "
        f"{listed(list(shares))} and for no other.",
        where,
    )


_MEASURES = ("PPV", "NPV", "accuracy")


def _dependent(analysis: Analysis, *, lacking: bool) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """Give what depends on the share of cases, with its tables; with ``lacking`` only what a table lacks for it."""
    described = analysis.further.described
    if with_threshold(analysis):
        goals = any(goal.measure.name in BY_SHARE for goal in analysis.further.goals)
        yield _MEASURES, [*table_ids(analysis)[1], *(["goals"] if goals else [])]
    if described.gains and any(
        table.lift is None if lacking else table.prevalence is None for table in described.gains
    ):
        yield ("lift",), ["gains"]
    if lacking:
        return
    if described.precision:
        yield ("precision",), ["average-precision"]
    if described.calibration:
        yield ("calibration",), ["calibration"]
    if described.decision:
        yield ("net benefit",), ["net-benefit"]
    rules = dict.fromkeys(c.rule.label for choices in analysis.further.chosen for c in choices if c.rule.prevalence)
    if rules:
        yield (f"the choice of thresholds by {listed(list(rules), 'or')}",), ["chosen"]
