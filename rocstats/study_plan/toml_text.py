"""Text as a TOML file writes it, so that no name from the data can leave its place.

A basic string may hold anything but quotation marks, backslashes and control characters, and those have escapes. What
does not print, such as a mark that turns the direction of writing, is escaped too: a reader sees what is there.
"""

from __future__ import annotations

import re
from typing import Any

from rocstats.formatting import printable

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def toml_string(text: object) -> str:
    r"""Write a basic string; half of a surrogate pair, which no TOML file can hold, becomes a question mark.

    Examples
    --------
    >>> toml_string('say "CT"\n[tests]')
    '"say \\"CT\\"\\n[tests]"'
    """
    return f'"{"".join(map(_letter, str(text)))}"'


def toml_key(name: object) -> str:
    """Write a key, between quotation marks where it needs them.

    Examples
    --------
    >>> toml_key("FAS"), toml_key("per protocol"), toml_key("")
    ('FAS', '"per protocol"', '""')
    """
    return str(name) if _BARE.fullmatch(str(name)) else toml_string(name)


def toml_value(value: Any) -> str:
    """Write a text, a number, a yes or no, or a list of them.

    Examples
    --------
    >>> toml_value(("POS", 1, 0.5, True)), toml_value(1e22)
    ('["POS", 1, 0.5, true]', '1e+22')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(float(value))
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    return toml_string(value)


def toml_comment(text: object) -> str:
    r"""Write a comment of one line, whatever the text holds.

    Examples
    --------
    >>> toml_comment("CT\nseed = 1")
    '# CT\\nseed = 1'
    """
    return f"# {printable(text)}".rstrip()


def _letter(letter: str) -> str:
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    if letter.isprintable():
        return letter
    code = ord(letter)
    if 0xD800 <= code <= 0xDFFF:
        return "?"
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"
