"""Profiles: which sections a report has, in which order."""

from __future__ import annotations

from collections.abc import Callable

from rocstats.document.blocks import Section
from rocstats.investigation.findings import Findings
from rocstats.study_plan.study_plan import Profile
from rocstats.study_report.accuracy_section import accuracy_section
from rocstats.study_report.background_section import background_section
from rocstats.study_report.checklist_section import checklist_section
from rocstats.study_report.comparison_section import comparison_section
from rocstats.study_report.completeness_section import completeness_section
from rocstats.study_report.control_page import control_section
from rocstats.study_report.discussion_section import discussion_section
from rocstats.study_report.listings_section import listings_section
from rocstats.study_report.methods_section import methods_section
from rocstats.study_report.output_section import output_section
from rocstats.study_report.participants_section import participants_section
from rocstats.study_report.pen import Pen
from rocstats.study_report.performance_section import performance_section
from rocstats.study_report.reproducibility_section import reproducibility_section
from rocstats.study_report.robustness_section import robustness_section
from rocstats.study_report.synopsis_section import synopsis_section
from rocstats.study_report.tests_section import tests_section
from rocstats.study_report.threshold_section import threshold_section

SectionWriter = Callable[[Findings, Pen], "Section | None"]

_FULL: tuple[SectionWriter, ...] = (
    control_section,
    synopsis_section,
    background_section,
    participants_section,
    tests_section,
    methods_section,
    completeness_section,
    accuracy_section,
    comparison_section,
    threshold_section,
    robustness_section,
    discussion_section,
    reproducibility_section,
    checklist_section,
    output_section,
    listings_section,
)
_AFTER_THRESHOLDS = _FULL.index(robustness_section)
_IVDR = (*_FULL[:_AFTER_THRESHOLDS], performance_section, *_FULL[_AFTER_THRESHOLDS:])
PROFILES: dict[Profile, tuple[SectionWriter, ...]] = {
    "full": _FULL,
    "appendix": _FULL,
    "stard_journal": _FULL,
    "ivdr": _IVDR,
    "qc": _FULL,
}
