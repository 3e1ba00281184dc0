"""The diagnostic-accuracy report: an analysis as a document, section by section."""

from __future__ import annotations

from rocstats.document.blocks import Bibliography, Definitions, Document, RunningHeads, Section
from rocstats.document.inline import Code, Content
from rocstats.formatting import listed
from rocstats.given import need
from rocstats.report.accuracy_section import accuracy_section
from rocstats.report.analysis import Analysis
from rocstats.report.area_section import area_section
from rocstats.report.bibliography import bibliography
from rocstats.report.calibration_section import calibration_section
from rocstats.report.chosen_section import chosen_section
from rocstats.report.comparison_section import comparison_section
from rocstats.report.fitted_section import fitted_section
from rocstats.report.goal_section import goal_section
from rocstats.report.key_results import key_results
from rocstats.report.limitations import limitations_section
from rocstats.report.margin_section import margin_section
from rocstats.report.methods_section import methods_section
from rocstats.report.numbers import in_words, level_percent
from rocstats.report.paired_section import paired_section
from rocstats.report.partial_section import partial_section
from rocstats.report.participants import participants_section
from rocstats.report.points_section import points_section
from rocstats.report.precision_section import precision_section
from rocstats.report.predictive_section import predictive_section
from rocstats.report.printed_section import printed_section
from rocstats.report.provenance_section import provenance_section
from rocstats.report.separation_section import separation_section
from rocstats.report.subgroup_section import subgroup_section
from rocstats.report.tie_section import tie_section
from rocstats.report.wording import (
    codes,
    named_rule,
    names,
    participants,
    stated_direction,
    with_threshold,
    without_threshold,
)

_HASH = 12


def compose(analysis: Analysis) -> Document:
    """Write the report of an analysis; ``render`` puts it on a page and ``write`` into a file.

    Parameters
    ----------
    analysis : Analysis
        From ``analyse(study, plan)``.

    Returns
    -------
    Document
        The same analysis gives the same document.

    Examples
    --------
    >>> from rocstats import Plan, PlannedTest, Study, analyse, compose
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"ill": [1, 1, 1, 0, 0, 0, 0], "A": [3, 5, 2, 1, 2, 4, 1]})
    >>> study = Study(frame, truth="ill", tests=["A"])
    >>> plan = Plan(truth="ill", tests=(PlannedTest(name="A"),))
    >>> compose(analyse(study, plan)).title
    'Diagnostic accuracy of A for ill “1”'
    """
    need(analysis, Analysis, "compose takes an analysis", "analyse(study, plan) gives one.")
    title = analysis.plan.title or _title(analysis)
    sections = (
        participants_section(analysis),
        accuracy_section(analysis),
        predictive_section(analysis),
        area_section(analysis),
        partial_section(analysis),
        fitted_section(analysis),
        comparison_section(analysis),
        paired_section(analysis),
        tie_section(analysis),
        separation_section(analysis),
        precision_section(analysis),
        calibration_section(analysis),
        points_section(analysis),
        chosen_section(analysis),
        subgroup_section(analysis),
        margin_section(analysis),
        goal_section(analysis),
        limitations_section(analysis),
        methods_section(analysis),
        Section(id="references", title="References", kind="plain", blocks=(Bibliography(),)),
        printed_section(analysis),
        provenance_section(analysis),
    )
    return Document(
        title=title,
        kicker="Diagnostic accuracy report",
        lead=_lead(analysis),
        facts=Definitions(_facts(analysis)),
        key=key_results(analysis),
        sections=tuple(section for section in sections if section is not None),
        heads=_heads(analysis),
        end=_end(analysis),
        bibliography=bibliography(),
    )


def _end(analysis: Analysis) -> str:
    """Say what gives the document again: a qualification that it quotes belongs to it."""
    quoted = "same versions" if analysis.qualification is None else "same versions, with the same qualification quoted,"
    return f"Same data, same plan and {quoted} give this document again, byte for byte."


def _title(analysis: Analysis) -> str:
    study = analysis.study
    part = f" ({study.label})" if study.label else ""
    return f"Diagnostic accuracy of {names(analysis.tests)} for {study.truth} “{study.positive}”{part}"


def _lead(analysis: Analysis) -> str:
    cases, controls = _known(analysis)
    k = len(analysis.tests)
    what = "One test on" if k == 1 else f"{in_words(k).capitalize()} tests on"
    lead = f"{participants(cases + controls)}, {cases} with and {controls} without the condition"
    if analysis.flows[0].n_dropped == 0 and analysis.same_people:
        return f"{what} {'the same ' if k > 1 else ''}{lead}."
    return f"{what} {lead}; not all of them have every score."


def _known(analysis: Analysis) -> tuple[int, int]:
    """Count those with a truth value, by truth, whether they have scores or not."""
    flow = analysis.tests[0].flow
    return flow.n_cases + flow.cases_no_score, flow.n_controls + flow.controls_no_score


def _facts(analysis: Analysis) -> tuple[tuple[Content, Content], ...]:
    study, plan = analysis.study, analysis.plan
    cases, controls = _known(analysis)
    tests = [found.test for found in analysis.tests]
    pointing = stated_direction(tests, codes)
    facts: list[tuple[Content, Content]] = [
        (
            "Truth",
            (
                Code(study.truth),
                f": “{study.positive}” is positive ({cases}), “{study.negative}” is negative ({controls})",
            ),
        ),
        (
            "Tests" if len(tests) > 1 else "Test",
            (codes([test.name for test in tests]), "; ", pointing),
        ),
        ("Thresholds" if len(tests) > 1 else "Threshold", _thresholds(analysis)),
    ]
    if study.design is not None:
        facts.append(("Design", f"{study.design}, as stated in the plan"))
    facts.append(("Intervals", f"{level_percent(plan.level)}, two-sided, unless a table says otherwise"))
    source = study.source
    if source is not None:
        facts.append(("Data", (f"{source.name}, SHA-256 ", Code(f"{source.sha256[:_HASH]}…"))))
    return tuple(facts)


def _thresholds(analysis: Analysis) -> str:
    stated, without = with_threshold(analysis), without_threshold(analysis)
    if not stated:
        return "None stated in the plan"
    rules = f"{listed([named_rule(found.test) for found in stated])}, stated in the plan"
    return f"{rules}; none for {names(without)}" if without else rules


def _heads(analysis: Analysis) -> RunningHeads:
    source = analysis.study.source
    return RunningHeads(
        title=analysis.plan.title or f"Diagnostic accuracy of {names(analysis.tests)}",
        source="" if source is None else f"{source.name} \u00b7  SHA-256 {source.sha256[:_HASH]}",
        foot=f"rocstats {analysis.software.rocstats} \u00b7  seed {analysis.plan.seed}",
    )
