"""Profiles: which sections a report has, in which order."""

from __future__ import annotations

from collections.abc import Callable

from rocstats.document.blocks import Section
from rocstats.investigation.findings import Findings
from rocstats.study_plan.study_plan import Profile
from rocstats.study_report.accuracy_section import accuracy_section
from rocstats.study_report.appendix_pages import appendix_evidence, appendix_results
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
from rocstats.study_report.table_section import table_section
from rocstats.study_report.tests_section import tests_section
from rocstats.study_report.threshold_section import threshold_section

SectionWriter = Callable[[Findings, Pen], "Section | None"]

# In the order of a report; what has nothing to say is left out.
_BODY: tuple[SectionWriter, ...] = (
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
)
_FULL: tuple[SectionWriter, ...] = (
    control_section,
    *_BODY,
    reproducibility_section,
    checklist_section,
    output_section,
    listings_section,
)
PROFILES: dict[Profile, tuple[SectionWriter, ...]] = {
    "full": _FULL,
    "appendix": (appendix_results, appendix_evidence),
    "stard_journal": (*_BODY, checklist_section),
    "ivdr": tuple(
        part for write in _FULL for part in ((write, performance_section) if write is robustness_section else (write,))
    ),
    "qc": (control_section, table_section, reproducibility_section),
}
