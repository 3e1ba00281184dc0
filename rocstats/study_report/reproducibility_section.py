"""Section "Reproducibility and validation": which methods, which data, which software, how to run it again."""

from __future__ import annotations

from collections.abc import Sequence

from rocstats.analysis_results.provenance import Provenance
from rocstats.document.blocks import Block, Column, Paragraph, Row, Section, Table
from rocstats.document.inline import Cite, Code, Content, CrossRef, Quoted, Second
from rocstats.formatting import listed
from rocstats.investigation.findings import Findings
from rocstats.report.wording import typeset
from rocstats.study_report.method_use import MethodUse, methods_used, proof_of
from rocstats.study_report.number_style import NOT_APPLICABLE
from rocstats.study_report.pen import Pen, named
from rocstats.study_report.qualification_words import qualification_paragraph, qualification_row

_MOST_SHOWN = 3


def reproducibility_section(findings: Findings, pen: Pen) -> Section:
    """Write the section."""
    blocks: list[Block] = []
    if used := methods_used(findings.table, findings.plan):
        blocks += [
            Paragraph(
                (
                    CrossRef("methods-register"),
                    " names for each method the function that was called, the requirement that the qualification kit "
                    "has for it, and cases that test it.",
                )
            ),
            _register(used),
        ]
    if (made := findings.provenance) is not None:
        blocks += [
            Paragraph(
                (
                    "Data, plan and results are identified in ",
                    CrossRef("provenance"),
                    ", the software in ",
                    CrossRef("environment"),
                    ". The digest of the results covers every value to ten significant digits and is the same on every "
                    "platform; the digests of the files hold on the same platform.",
                )
            ),
            _provenance(made, pen),
            _environment(made),
        ]
    blocks.append(
        Paragraph(
            (
                *qualification_paragraph(findings.provenance),
                " To compute the report again: ",
                Code("rocstats run plan.toml -o report"),
                ", in a folder with the plan and the data file; ",
                Code("rocstats verify report"),
                " computes it again and compares the digests.",
            )
        )
    )
    return Section(id="reproducibility", title="Reproducibility and validation", blocks=tuple(blocks))


def _register(used: Sequence[MethodUse]) -> Table:
    return Table(
        id="methods-register",
        caption="Methods that were used",
        sub="In the order of their first use.",
        columns=(
            Column("Method", "text"),
            Column("Used for, by", "text"),
            Column("Requirements", "text"),
            Column("Cases", "text"),
        ),
        rows=tuple(_method(use) for use in used),
        notes=(f"{NOT_APPLICABLE}: the kit names no case for this method; it is tested with the package.",),
        size="prose",
        place="16.1.9",
    )


def _method(use: MethodUse) -> Row:
    proof = proof_of(use.card)
    works: Content = (" ", Cite(*use.card.references)) if use.card.references else ""
    return Row(
        (Quoted(typeset(use.card.name), "method"), works),
        (
            (f"{listed(use.measures)}: ", Code(", ".join(use.functions))),
            _first(proof.requirements),
            _first(proof.cases),
        ),
    )


def _first(ids: Sequence[str]) -> Content:
    """Name the first of the ids."""
    if not ids:
        return NOT_APPLICABLE
    return (Quoted(", ".join(ids[:_MOST_SHOWN]), "software"), " and others" if len(ids) > _MOST_SHOWN else "")


def _provenance(made: Provenance, pen: Pen) -> Table:
    source = made.source
    rows: list[tuple[str, Content]] = [("Run", Code(made.run_id)), ("Status", made.status)]
    if source is not None:
        rows += [
            ("Data file", (Code(source.name), Quoted(f", {source.format}, {source.bytes} bytes", "data"))),
            ("SHA-256 of the data", Code(source.sha256)),
        ]
    else:
        rows.append(("Data", "A table in memory, without a file"))
    rows += [
        ("SHA-256 of the columns used", Code(made.content_sha256)),
        ("Columns used", named(", ".join(made.columns))),
        ("SHA-256 of the plan", Code(made.plan_sha256) if made.plan_sha256 else Second("A plan in memory")),
        ("Form of the plan", Code(made.plan_schema)),
        ("Digest of the results", Code(made.results_digest)),
        ("Seed", (pen.value("plan.seed"), "; ", Quoted(made.generator, "software"))),
    ]
    if made.stated_time:
        rows.append(("Time, as it was stated", Quoted(made.stated_time, "software")))
    return _facts("provenance", "Where these numbers come from", rows)


def _environment(made: Provenance) -> Table:
    packages = ", ".join(f"{name} {version}" for name, version in made.packages)
    rows: list[tuple[str, Content]] = [
        ("rocstats", (Quoted(made.rocstats, "software"), ", build ", Code(made.build))),
        ("Python", Quoted(made.python, "software")),
        ("Packages", Quoted(packages, "software")),
        ("Platform", Quoted(made.platform, "software")),
        ("Linear algebra", Quoted(made.blas, "software")),
    ]
    if (last := made.qualification) is not None:
        rows.append(("Operational qualification", qualification_row(last)))
    return _facts("environment", "Software", rows)


def _facts(identity: str, caption: str, rows: Sequence[tuple[str, Content]]) -> Table:
    return Table(
        id=identity,
        caption=caption,
        columns=(Column("Item", "text"), Column("Value", "text")),
        rows=tuple(Row(item, (value,)) for item, value in rows),
        size="facts",
        place="16.1.9",
    )
