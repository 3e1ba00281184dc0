"""The summary of a qualification as a document: the verdict first, then what it rests on."""

from __future__ import annotations

from rocstats.document.blocks import Column, Definitions, Document, KeyResults, Row, RunningHeads, Table
from rocstats.document.inline import Code, Content, Strong
from rocstats.formatting import counted, listed
from rocstats.qualification_report.coverage_section import coverage_section
from rocstats.qualification_report.evidence_section import checks_section, evidence_section
from rocstats.qualification_report.exception_sections import (
    deviations_section,
    failures_section,
    known_differences_section,
)
from rocstats.qualification_report.installation_section import environment_section, installation_section
from rocstats.qualification_report.item import FAILED, PASSED
from rocstats.qualification_report.limits_section import limits_section
from rocstats.qualification_report.outcome_digest import digest_of_outcome
from rocstats.qualification_report.outcome_files import oq_outcome
from rocstats.qualification_report.performance_section import performance_section
from rocstats.qualification_report.qualification import PARTS, Qualification

_DIGITS = 12


def summary_page(found: Qualification) -> Document:
    """Write the summary; ``render_bytes`` makes a page of it."""
    sections = (
        failures_section(found),
        evidence_section(found),
        coverage_section(found),
        known_differences_section(found),
        deviations_section(found),
        checks_section(found),
        installation_section(found),
        performance_section(found),
        environment_section(found),
        limits_section(found),
    )
    return Document(
        title=f"Qualification of rocstats {found.environment.rocstats}",
        kicker="Qualification summary",
        lead=_lead(found),
        facts=Definitions(facts_of(found)),
        key=_key(found),
        sections=tuple(section for section in sections if section is not None),
        heads=heads_of(found, "Qualification summary"),
        end="MANIFEST.sha256 has the SHA-256 of every file of this folder; sha256sum -c checks it.",
    )


def facts_of(found: Qualification) -> tuple[tuple[Content, Content], ...]:
    """Say what was qualified, and which parts were run; the time stands on no other page."""
    facts: list[tuple[Content, Content]] = [
        ("Software", f"rocstats {found.environment.rocstats}, {found.environment.python}"),
        ("Build", Code(found.environment.build)),
        ("Environment", Code(found.environment.digest)),
        ("Run", f"{found.time.replace('T', ' ').removesuffix('Z')} UTC"),
        ("Parts", listed([PARTS[part] for part in found.parts])),
    ]
    if found.oq is not None:
        facts.append(("Outcome of the OQ", ("SHA-256 ", Code(digest_of_outcome(oq_outcome(found))))))
    if found.command:
        facts.append(("Command", Code(" ".join(found.command))))
    return tuple(facts)


def heads_of(found: Qualification, title: str) -> RunningHeads:
    """Say at the top and foot of each page what it belongs to."""
    return RunningHeads(
        title=title,
        source=f"rocstats {found.environment.rocstats} · build {found.environment.build[:_DIGITS]}",
        foot=f"environment {found.environment.digest[:_DIGITS]}",
    )


def _lead(found: Qualification) -> str:
    lines = [item for item in found.items if item.verdict not in ("information", "skipped")]
    failed, taken = len(found.failures), sum(item.verdict == "accepted" for item in lines)
    if found.verdict == FAILED:
        return f"Failed: {failed} of {counted(len(lines), 'line')} did not give what is expected."
    if found.verdict == PASSED:
        return f"Passed: each of {counted(len(lines), 'line')} gave what is expected, or differs as the kit states."
    return f"Passed with deviations: {counted(taken, 'failure')} of {counted(len(lines), 'line')} accepted in advance."


def _key(found: Qualification) -> KeyResults:
    paragraphs: list[Content] = [("Verdict: ", Strong(found.verdict), ".")]
    if found.oq is not None and found.oq.quick:
        paragraphs.append("This was a quick run: checks that take long were left out.")
    if found.oq is not None and not found.oq.whole:
        paragraphs.append("The cases are not those that come with rocstats, and its checks were not run.")
    headers = ("Passed", "Differ as known", "Accepted", "Failed", "Skipped")
    rows = tuple(
        Row(f"{PARTS[part]} ({part})", (*map(str, found.counts(part)[:-1]), found.verdict_of(part)))
        for part in found.parts
    )
    table = Table(
        id="verdicts",
        caption="Verdicts",
        columns=(Column("Part", "text"), *(Column(header) for header in headers), Column("Verdict", "text", gap=True)),
        rows=rows,
        notes=(
            "Lines by their verdict. Differ as known: the source prints another number, and the kit states why. "
            "Accepted: failed, and accepted by a deviation. Skipped: the data are not here.",
        ),
    )
    return KeyResults(title="Verdict", paragraphs=tuple(paragraphs), table=table)
