"""The keys of a plan as tables for a page: what each means, what it may hold, what holds without it."""

from __future__ import annotations

from rocstats.study_plan.keys import Key, tables, written
from rocstats.study_plan.toml_text import toml_value


def key_tables() -> str:
    """Write a Markdown table for each table of the plan, in the order of the plan.

    Examples
    --------
    >>> [line for line in key_tables().splitlines() if line.startswith("| `seed`")]
    ['| `seed` | Seed of everything that is drawn at random. | a whole number, at least 0 | `20261130` |']
    """
    found = []
    for path, several, key in tables():
        name = written(path).replace("[1]", "")
        heading = f"`[[{name}]]`" if several else f"`[{name}]`" if path else "At the top, above the first table"
        meaning = f"{key.meaning}\n\n" if path else ""
        fields = key.part.model_fields if key.part is not None else ()
        rows = [_row(inner) for field in fields if (inner := key.within(field)) is not None]
        head = "| Key | Meaning | Holds | Without it |\n|---|---|---|---|\n"
        found.append(f"### {heading}\n\n{meaning}{head}" + "\n".join(filter(None, rows)) + "\n")
    return "\n".join(found)


def _row(key: Key) -> str:
    element = key.within(0)
    own_table = key.part is not None or (element is not None and element.part is not None)
    if own_table and len(key.path) == 1:
        return ""
    holds = "a table, see below" if own_table else _holds(key)
    cells = (f"`{key.path[-1]}`", key.meaning, holds, _without(key))
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _holds(key: Key) -> str:
    words = key.words
    if element := key.within(0):
        words = words or element.words
        if element.words:
            return "a list of " + ", ".join(f"`{word}`" for word in element.words)
    if words[1:]:
        return ", ".join(f"`{word}`" for word in words)
    # The largest seed is a limit of the machine, not of the reader.
    return f"`{toml_value(words[0])}`" if words else key.needed.replace(f" and at most {2**63 - 1}", "")


def _without(key: Key) -> str:
    if key.field is None or key.field.is_required():
        return "must be stated"
    default = key.field.get_default(call_default_factory=True)
    return f"`{toml_value(default)}`" if default not in (None, "", (), {}) and key.part is None else "–"
