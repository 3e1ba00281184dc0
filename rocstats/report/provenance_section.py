"""Appendix "Provenance": the file, the command, the seed and the software."""

from __future__ import annotations

from rocstats.analysis_results.qualification_record import QualificationRecord
from rocstats.data.source import Source
from rocstats.document.blocks import Column, Paragraph, Row, Section, Table
from rocstats.document.inline import Code, Content, CrossRef, joined
from rocstats.formatting import counted, listed
from rocstats.report.analysis import Analysis

_DELIMITERS = {
    ",": "comma-separated",
    ";": "semicolon-separated",
    "\t": "tab-separated",
    "|": "pipe-separated",
    " ": "space-separated",
}
_DECIMALS = {".": "decimal point", ",": "decimal comma"}


def provenance_section(analysis: Analysis) -> Section:
    """Write the appendix."""
    return Section(
        id="provenance",
        title="Provenance",
        kind="appendix",
        blocks=(
            Paragraph(("What it takes to compute this report again is in ", CrossRef("sources"), ".")),
            _table(analysis),
        ),
    )


def _table(analysis: Analysis) -> Table:
    plan = analysis.plan
    rows: list[tuple[str, Content]] = _data(analysis)
    if plan.command:
        rows.append(("Command", Code(plan.command)))
    rows += [
        ("Seed", f"{plan.seed}, the same for every resampling method"),
        ("Software", str(analysis.software)),
        ("Qualification", _qualification(analysis.qualification)),
    ]
    return Table(
        id="sources",
        caption="Where these numbers come from",
        columns=(Column("Item", "text"), Column("Value", "text")),
        rows=tuple(Row(item, (value,)) for item, value in rows),
        size="facts",
    )


def _qualification(last: QualificationRecord | None) -> Content:
    """Quote the last operational qualification of the environment, or say that there is none to quote."""
    if last is None:
        return ("Not quoted here for this environment; ", Code("rocstats validate --oq"), " runs it")
    quick = ", as a quick run without the slow checks" if last.quick else ""
    said = f"The last operational qualification of this environment, run on {last.date}, {last.verdict}{quick}"
    return (f"{said}; SHA-256 of its outcome ", Code(last.digest))


def _data(analysis: Analysis) -> list[tuple[str, Content]]:
    source = analysis.study.source
    if source is None:
        frame = analysis.study.frame
        shape = f"{counted(len(frame), 'row')}, {counted(frame.shape[1], 'column')}"
        return [("Data", f"A table in memory, without a file: {shape}")]
    names = list(dict.fromkeys((*source.columns, *analysis.plan.subgroups)))
    used = joined(names)
    columns = f"{len(names)} of {counted(source.n_columns, 'column')} used: "
    return [
        ("Data file", f"{source.name}, {counted(source.bytes, 'byte')}, {_reading(source)}"),
        ("SHA-256", Code(source.sha256)),
        (
            "Rows, columns",
            (
                f"{counted(source.n_rows, 'row')}; {columns}",
                used,
            ),
        ),
        *((("Labels", _labels(source)),) if source.column_labels else ()),
        *((("Missing values", _missing(source)),) if source.missing_codes else ()),
        *(("Remark", remark) for remark in source.remarks),
    ]


def _reading(source: Source) -> str:
    """Say how the file was read."""
    if source.delimiter is None:
        return source.format + (f", sheet {source.sheet}" if source.sheet else "")
    words = [_DELIMITERS.get(source.delimiter, f"separated by “{source.delimiter}”")]
    words.append(_DECIMALS.get(source.decimal or ".", "decimal point"))
    if source.encoding and source.encoding.lower().replace("-", "") not in ("utf8", "ascii", "utf8sig"):
        words.append(source.encoding)
    return ", ".join(words)


def _missing(source: Source) -> str:
    codes = [f"“{code}”" if code.strip() else "an empty field" for code in source.missing_codes]
    return f"Read as missing: {listed(list(dict.fromkeys(codes)))}"


def _labels(source: Source) -> str:
    return "; ".join(f"{column}: {text}" for column, text in source.column_labels)
