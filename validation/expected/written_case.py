"""Recomputed cases as text: what the scripts of this folder write into cases/recomputed-*.toml."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from mpmath import mp

DIGITS = 25
CASES = Path(__file__).resolve().parent.parent / "cases"


def printed(number: Any) -> str:
    """Write a number with 25 significant digits, as a decimal that TOML readers leave alone."""
    text = mp.nstr(mp.mpf(number), DIGITS, strip_zeros=False, min_fixed=-6, max_fixed=12)
    return text if "." in text else f"{text}.0"


def case_text(
    name: str,
    *,
    about: str,
    title: str,
    source: str,
    requirement: Iterable[str],
    data: str,
    blocks: Iterable[tuple[Mapping[str, Any], Mapping[str, Any]]],
    script: str,
) -> str:
    """Write a case: ``blocks`` are pairs of keys and of numbers by their names; a key "data" holds TOML."""
    lines = [
        f"# Written whole by expected/{script}; {about}",
        f'id = "recomputed-{name}"',
        f'title = "{title}"',
        f'source = "{source}"',
        'kind = "recomputed"',
        f'call = "expected/{script}"',
        f"requirement = [{', '.join(json.dumps(one) for one in requirement)}]",
        "",
        "[data]",
        data,
    ]
    for keys, numbers in blocks:
        lines += ["", "[[expected]]"]
        lines += [f"{key} = {value if key == 'data' else json.dumps(value)}" for key, value in keys.items()]
        for quantity, number in numbers.items():
            # A pair states a tolerance of its own and says why.
            value, within = number if isinstance(number, tuple) else (number, None)
            stated = f'"{printed(value)}"'
            lines.append(
                f"{quantity} = {stated}" if within is None else f"{quantity} = {{ printed = {stated}, {within} }}"
            )
    return "\n".join(lines) + "\n"
