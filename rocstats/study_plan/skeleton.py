"""A first plan, written from the columns of a data file, for a person to finish.

Nothing is guessed: which values are positive and which scores are high is never taken from the data. What a person
must decide is marked ``# DECIDE:``, and a plan in which that is left open has a fault there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, get_args, get_origin

from rocstats.data.source import Source
from rocstats.errors import PlanError
from rocstats.formatting import counted, printable
from rocstats.study_plan.checking import same_value
from rocstats.study_plan.column_facts import ColumnFacts, column_facts, listing, plan_value
from rocstats.study_plan.faults import nearest
from rocstats.study_plan.keys import Key, alternatives, bare, tables, written
from rocstats.study_plan.study_plan import Scalar
from rocstats.study_plan.toml_text import toml_comment, toml_key, toml_string, toml_value

if TYPE_CHECKING:
    import pandas as pd

DECIDE = "# DECIDE:"
_MOST_COLUMNS = 200


def skeleton(
    frame: pd.DataFrame,
    source: Source | None,
    *,
    file: str,
    truth: str = "",
    positive: Sequence[Scalar] = (),
    negative: Sequence[Scalar] = (),
    tests: Sequence[str] = (),
    low: Sequence[str] = (),
    subject: str = "",
) -> str:
    """Write a plan to begin with.

    Every key of a plan stands in it, most of them behind a comment sign, with what it means. Of the data it shows the
    names and types of columns, and the values of columns that have at most ten and are not those of persons.

    Parameters
    ----------
    frame : DataFrame
        The data, one row per participant.
    source : Source or None
        The file that they were read from.
    file : str
        The file as the plan names it.
    truth : str
        The column of the reference standard, if it is known.
    positive, negative : sequence of values
        Its values with and without the condition; all other values are negative if ``positive`` alone is stated.
    tests : sequence of str
        Columns of scores. Without them one place for a test is left.
    low : sequence of str
        Those of the tests of which low scores are positive; of the others high scores are.
    subject : str
        The column of participant identifiers.

    Returns
    -------
    str
        A TOML text. With ``truth``, ``positive`` and ``tests`` of numbers nothing is left to decide before the data
        can be checked against it.

    Raises
    ------
    PlanError
        If a column or a value is not in the data.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"ill": [1, 1, 0, 0], "CT": [4, 3, 3, 1]})
    >>> text = skeleton(frame, None, file="study.csv", truth="ill", positive=[1], tests=["CT"])
    >>> [line for line in text.splitlines() if line.startswith(("positive", "negative"))]
    ['positive = 1', 'negative = 0', 'positive_scores = "high"']
    """
    facts = {str(name): column_facts(str(name), frame.iloc[:, place]) for place, name in enumerate(frame.columns)}
    for name, role in ((truth, "truth"), (subject, "subject"), *((test, "tests") for test in tests)):
        if name:
            _require(name, facts, role)
    if strangers := [name for name in low if name not in tests]:
        raise PlanError(f'low names "{printable(strangers[0])}", which is not among the tests.')
    stated = _stated(facts, source, file=file, subject=subject)
    if truth:
        stated |= _truth(facts[truth], frame[truth].dropna().tolist(), positive, negative)
    parts = [_head(frame, facts, file)]
    for path, several, key in tables():
        name = written(path).replace("[1]", "")
        if len(path) > 2 or path == ("estimand", "handling"):
            continue
        if path == ("tests",):
            parts += [_test(key, facts[test], test in low) for test in tests] or [_test(key, None, False)]
        else:
            parts.append(_table(name, several, key, stated))
    return "\n".join(parts)


def _require(name: str, facts: dict[str, ColumnFacts], role: str) -> None:
    if name not in facts:
        near = nearest(name, list(facts))
        meant = "" if near is None else f' Is "{printable(near)}" meant?'
        known = ", ".join(printable(one) for one in list(facts)[:20])
        raise PlanError(
            f'{role} names the column "{printable(name)}", which is not in the data; they have {known}.{meant}'
        )


def _head(frame: pd.DataFrame, facts: dict[str, ColumnFacts], file: str) -> str:
    rows, columns = counted(len(frame), "row"), counted(len(facts), "column")
    lines = [
        toml_comment(f"Plan of a diagnostic accuracy study, begun from {file}: {rows}, {columns}."),
        f"# Decide what is marked {DECIDE[2:]} take the comment sign from the keys that you need, and then run",
        "# rocstats check on this file.",
        "#",
        "# Columns of the data:",
    ]
    held = list(facts.values())
    width = min(max((len(printable(one.name)) for one in held), default=0), 24)
    lines += [toml_comment(f"  {one.name:<{width}}  {one.sentence}") for one in held[:_MOST_COLUMNS]]
    if len(held) > _MOST_COLUMNS:
        lines.append(f"#   and {len(held) - _MOST_COLUMNS} more columns")
    return "\n".join([*lines, ""])


def _stated(facts: dict[str, ColumnFacts], source: Source | None, *, file: str, subject: str) -> dict[str, list[str]]:
    """Give the lines of keys that are known, by the key with its table."""
    found = {
        "rocstats": ['rocstats = "1"'],
        "data.file": [f"file = {toml_string(file)}"],
        "reference.column": [f'column = ""  {DECIDE} the column of the reference standard.'],
        "reference.positive": [f"positive = []  {DECIDE} its values with the condition."],
        "reference.negative": [f"negative = []  {DECIDE} its values without the condition."],
        "reference.kind": [
            f'kind = "reference_standard"  {DECIDE} "comparator", if it does not tell the truth; results are then '
            "called agreement."
        ],
    }
    if source is not None:
        found["data.sha256"] = [f'# sha256 = "{source.sha256}"  # Take this in when the data are final.']
    if subject:
        found["data.subject"] = [f"subject = {toml_string(subject)}"]
    return found


def _truth(
    facts: ColumnFacts, cells: list[Any], positive: Sequence[Scalar], negative: Sequence[Scalar]
) -> dict[str, list[str]]:
    known = list(dict.fromkeys(cell if isinstance(cell, str | int | float) else str(cell) for cell in cells))
    present = _found(positive, known, facts, "positive")
    rest = [value for value in known if value not in present]
    absent = _found(negative, known, facts, "negative") if negative else rest if present else []
    others = [value for value in rest if value not in absent]
    found = {"reference.column": [f"column = {toml_string(facts.name)}"]}
    if facts.values:
        found["reference.column"].append(toml_comment(f"values found: {listing(facts.values)}"))
    if present:
        found["reference.positive"] = [f"positive = {_values(present)}"]
    if absent:
        found["reference.negative"] = [f"negative = {_values(absent)}"]
    if others and present:
        found["reference.inconclusive"] = [f"inconclusive = {_values(others)}  {DECIDE} what these values mean."]
    return found


def _found(wanted: Sequence[Scalar], known: list[Scalar], facts: ColumnFacts, role: str) -> list[Scalar]:
    """Give the values as the data have them; a number may be stated as the text that spells it."""
    found: list[Scalar] = []
    for value in wanted:
        held = [one for one in known if same_value(one, value)]
        if not held:
            there = f"; it has {listing(facts.values)}" if facts.values else ""
            raise PlanError(
                f'{role} is "{printable(value)}", and "{printable(facts.name)}" has no such value{there}. '
                f"Name a value of this column."
            )
        found += held
    return list(dict.fromkeys(found))


def _values(values: list[Scalar]) -> str:
    written_values = [plan_value(value) for value in values]
    return written_values[0] if len(values) == 1 else f"[{', '.join(written_values)}]"


def _table(name: str, several: bool, key: Key, stated: dict[str, list[str]]) -> str:
    """Write a table; one that may stand several times, or changes the report by standing there, behind comments."""
    lines = []
    off = several or name == "ai"
    if key.path:
        lines += [toml_comment(key.meaning), f"# [[{name}]]" if several else f"# [{name}]" if off else f"[{name}]"]
    for field in _fields(key):
        where = f"{name}.{field.path[-1]}" if key.path else str(field.path[-1])
        lines += stated.get(where) or [_line(field)]
    return "\n".join([*lines, ""])


def _test(key: Key, facts: ColumnFacts | None, is_low: bool) -> str:
    lines = ["# An index test; repeat this table for each.", "[[tests]]"]
    known: dict[str, list[str]] = {"name": [f'name = ""  {DECIDE} the name of the test.']}
    if facts is None:
        known["column"] = ['# column = ""  # The column of its results, if that is not its name.']
        known["positive_scores"] = [
            f'# positive_scores = "high"  {DECIDE} for a test of scores: "high" or "low"; for one of calls see below.'
        ]
    else:
        known["name"] = [f"name = {toml_string(facts.name)}", toml_comment(f"found: {facts.sentence}")]
        if facts.kind == "texts":
            known["positive"] = [f"positive = []  {DECIDE} its positive calls."]
            known["negative"] = [f"negative = []  {DECIDE} its negative calls."]
        else:
            known["positive_scores"] = [f'positive_scores = "{"low" if is_low else "high"}"']
        if facts.texts:
            texts = toml_value([value for value, _ in facts.texts])
            known["failed"] = [f"# failed = {texts}  {DECIDE} whether these are failed or indeterminate results."]
    for field in _fields(key):
        lines += known.get(str(field.path[-1])) or [_line(field)]
    return "\n".join([*lines, ""])


def _fields(key: Key) -> Iterator[Key]:
    """Give the keys of a table that are written in it, and not as tables of their own."""
    for name in key.part.model_fields if key.part else ():
        inner = key.within(name)
        if inner is None:
            continue
        element = inner.within(0)
        inline = key.path[:1] in (("tests",), ("estimand",))
        if element is not None and element.part is not None:
            continue
        if inner.part is None or inline:
            yield inner


def _line(key: Key) -> str:
    """Write a key behind a comment sign, with its default or an example, and what it means."""
    inner = key.within(0)
    words = f" One of {', '.join(key.words)}." if key.words[1:] else ""
    if inner is not None and inner.words:
        words = f" Any of {', '.join(inner.words)}."
    return f"# {toml_key(key.path[-1])} = {_example(key)}  # {key.meaning}{words}"


def _example(key: Key) -> str:
    if key.part is not None:
        inner = [key.within(name) for name in key.part.model_fields]
        pairs = [f"{toml_key(one.path[-1])} = {_example(one)}" for one in inner if one is not None]
        return f"{{{', '.join(pairs)}}}"
    default = None if key.field is None or key.field.is_required() else key.field.get_default(call_default_factory=True)
    if default not in (None, (), {}):
        return toml_value(default)
    kind, _ = bare(alternatives(key.annotation)[0])
    if key.words and get_origin(kind) is not tuple:
        return toml_string(key.words[0])
    if get_origin(kind) is dict:
        return "{}"
    if get_origin(kind) is tuple:
        inner_kind = bare(get_args(kind)[0])[0]
        fixed = get_args(kind)[-1] is not Ellipsis
        return ("[0, 1]" if inner_kind is float else '["", ""]') if fixed else "[]"
    if kind is float:
        return "0.0"
    return "1" if kind is int else "false" if kind is bool else '""'
