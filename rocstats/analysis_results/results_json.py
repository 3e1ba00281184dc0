"""Results as JSON: strict, in one fixed order, a row per line, read back as they were written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from rocstats.analysis_results.columns import INFINITE, plain_value, rows_of
from rocstats.analysis_results.provenance import Provenance
from rocstats.analysis_results.qualification_record import QualificationRecord
from rocstats.analysis_results.record import Record
from rocstats.analysis_results.recorder import Output
from rocstats.analysis_results.results_table import ResultsTable
from rocstats.analysis_results.row import About, ResultRow
from rocstats.data.source import Source
from rocstats.disk import speaking_of_files
from rocstats.errors import DataError
from rocstats.formatting import printable, shown
from rocstats.given import checked_path
from rocstats.printing import Note
from rocstats.results import Card

FORM = "rocstats results"
SCHEMA = 1


def results_json(record: Record) -> str:
    """Write a record: provenance, plan, methods, rows, printed results.

    There is no NaN and no Infinity in it: an infinite number is the text "Inf" or "-Inf", what could not be estimated
    is null and its ``error`` says why. Whatever is no ASCII is escaped, so the file is the same in every encoding. The
    same record gives the same bytes.
    """
    methods = {(m.id, m.name): m for row in record.table if (m := row.about.method) is not None}
    made = record.provenance
    parts: dict[str, str] = {
        "format": _line(FORM),
        "schema": _line(SCHEMA),
        "results_digest": _line(None if made is None else made.results_digest),
        "provenance": _block(None if made is None else asdict(made)),
        "plan": _block(_finite(record.plan)),
        "methods": _lines([asdict(methods[key]) for key in sorted(methods)]),
        "rows": _lines(rows_of(record.table)),
        "outputs": _lines([_output(output) for output in record.outputs]),
    }
    return "{\n" + ",\n".join(f"{_line(name)}: {text}" for name, text in parts.items()) + "\n}\n"


@speaking_of_files
def read_results(path: str | Path) -> Record:
    """Read a record that ``rocstats run`` wrote.

    Parameters
    ----------
    path : str or path
        The ``results.json`` of a run.

    Returns
    -------
    Record
        The table of results, the plan as plain values, where they come from, the printed results.

    Raises
    ------
    DataError
        If there is no such file, or it is no record of results, or one of a later form.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "results.json")
    ...     written = file.write_text(results_json(Record(table=ResultsTable([]))))
    ...     len(read_results(file).table)
    0
    """
    path = checked_path(path)
    name = printable(path.name)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise DataError(f'there is no file "{printable(path)}".') from None
    except IsADirectoryError:
        raise DataError(f'"{printable(path)}" is a folder; name the file results.json in it.') from None
    except UnicodeDecodeError:
        raise DataError(f"{name} is no text in UTF-8, so it holds no results of rocstats.") from None
    return record_of(text, name)


def record_of(text: str, name: str = "the text") -> Record:
    """Read a record from text; ``name`` is what messages call it."""
    try:
        held = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        why = str(error) if isinstance(error, ValueError) else "it is nested too deep"
        raise DataError(f"{name} is no JSON: {why}.") from None
    if not isinstance(held, dict) or held.get("format") != FORM:
        raise DataError(
            f'{name} holds no results of rocstats: it has no "format": "{FORM}". Name the results.json of a run.'
        )
    if held.get("schema") != SCHEMA:
        raise DataError(
            f"{name} has form {printable(held.get('schema'))} of results, and this version reads form {SCHEMA}. Read "
            "it with the version of rocstats that wrote it."
        )
    try:
        cards = {(card["id"], card["name"]): _card(card) for card in held["methods"]}
        return Record(
            table=ResultsTable(_rows(held["rows"], cards, name)),
            plan=dict(held["plan"]),
            provenance=None if held["provenance"] is None else _provenance(held["provenance"]),
            outputs=tuple(_read_output(one) for one in held["outputs"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        what = f"it has no {error}" if isinstance(error, KeyError) else str(error).rstrip(".")
        raise DataError(f"{name} is not as rocstats wrote it: {what}.") from None


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no value of JSON")


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=True, allow_nan=False)


def _lines(values: list[Any]) -> str:
    return "[\n" + ",\n".join(map(_line, values)) + "\n]" if values else "[]"


def _block(value: Any) -> str:
    return json.dumps(value, ensure_ascii=True, allow_nan=False, indent=1)


def _finite(value: Any) -> Any:
    """Give nested values without infinite numbers."""
    if isinstance(value, Mapping):
        return {str(key): _finite(one) for key, one in value.items()}
    return [_finite(one) for one in value] if isinstance(value, list | tuple) else plain_value(value)


def _output(output: Output) -> dict[str, Any]:
    return {
        "analysis_id": output.analysis,
        "title": output.title,
        "text": output.text,
        "notes": [asdict(note) for note in output.notes],
        "values": [list(place) for place in output.values],
    }


def _read_output(held: Mapping[str, Any]) -> Output:
    return Output(
        analysis=held["analysis_id"],
        title=held["title"],
        text=held["text"],
        facts={},
        notes=tuple(Note(**note) for note in held["notes"]),
        values=tuple((start, stop, row) for start, stop, row in held["values"]),
    )


def _rows(held: list[Mapping[str, Any]], cards: Mapping[tuple[str, str], Card], name: str) -> list[ResultRow]:
    rows = []
    for place, one in enumerate(held, 1):
        try:
            rows.append(_row(one, cards))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            what = f"it has no {error}" if isinstance(error, KeyError) else str(error).rstrip(".")
            raise DataError(f"row {place} of {name} is no result: {what}.") from None
    return rows


def _row(held: Mapping[str, Any], cards: Mapping[tuple[str, str], Card]) -> ResultRow:
    method = held["method_id"]
    groups: list[tuple[str, str]] = []
    while held.get(f"group{len(groups) + 1}") is not None:
        column = f"group{len(groups) + 1}"
        groups.append((_text(held, column), _text(held, f"{column}_level")))
    about = About(
        label=_text(held, "label"),
        population=_text(held, "population"),
        test=_text(held, "test"),
        comparator=_text(held, "comparator"),
        groups=tuple(groups),
        purpose=held["purpose"],
        method=None if method is None else cards[method, held["ci_method"]],
        level=_number(held, "conf_level"),
        sides=_text(held, "conf_sides"),
        alternative=_text(held, "alternative"),
        null_value=_number(held, "null_value"),
        margin=_number(held, "margin"),
        seed=held["seed"],
        requirement=_text(held, "requirement_id"),
    )
    return ResultRow(
        analysis=_text(held, "analysis_id"),
        stat=_text(held, "stat_name"),
        label=_text(held, "stat_label"),
        value=_text(held, "stat") if held["kind"] == "text" and held["stat"] is not None else _number(held, "stat"),
        kind=held["kind"],
        about=about,
        warning=_text(held, "warning") or _text(held, "error"),
        extra=tuple((first, second) for first, second in held["extra"] or ()),
    )


def _text(held: Mapping[str, Any], name: str) -> str:
    value = held[name]
    if value is not None and not isinstance(value, str):
        raise TypeError(f"{name} is {shown(value)}, which is no text")
    return value or ""


def _number(held: Mapping[str, Any], name: str) -> Any:
    value = held[name]
    if isinstance(value, str) and value in INFINITE:
        return INFINITE[value]
    if value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
        return value
    raise TypeError(f"{name} is {shown(printable(value))}, which is no number")


def _card(held: Mapping[str, Any]) -> Card:
    return Card(**{**held, "references": tuple(held["references"])})


def _provenance(held: Mapping[str, Any]) -> Provenance:
    source, qualification = held["source"], held.get("qualification")
    known = {field.name for field in fields(Provenance)}
    return Provenance(
        **{
            **{name: value for name, value in held.items() if name in known},
            "packages": tuple((name, version) for name, version in held["packages"]),
            "columns": tuple(held["columns"]),
            "source": None if source is None else _source(source),
            "qualification": None if qualification is None else QualificationRecord(**qualification),
        }
    )


def _source(held: Mapping[str, Any]) -> Source:
    return Source(
        **{
            **held,
            "columns": tuple(held["columns"]),
            "missing_codes": tuple(held["missing_codes"]),
            "column_labels": tuple((name, label) for name, label in held["column_labels"]),
            "remarks": tuple(held["remarks"]),
        }
    )
