"""Commands that get options besides those they name themselves, so that shared options are written once."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Sequence
from functools import wraps
from typing import Any


def spliced(
    command: Callable[..., Any],
    called: Callable[..., Any],
    *,
    before: Sequence[inspect.Parameter] = (),
    after: Sequence[inspect.Parameter] = (),
    without: Collection[str] = (),
) -> Callable[..., Any]:
    """Let ``called`` stand for a command: its own options but ``without`` some, and others before and after them."""
    named = inspect.signature(command, eval_str=True).parameters.values()
    own = [one for one in named if one.name not in without]
    parameters = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in (*before, *own, *after)]
    standing: Any = wraps(command)(called)
    standing.__signature__ = inspect.Signature(parameters)
    standing.__annotations__ = {one.name: one.annotation for one in parameters}
    return standing  # type: ignore[no-any-return]


def option(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    """Describe one option by its name, its annotated type and its default."""
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
