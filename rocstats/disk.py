"""What a disk does not allow, said in words by every question that reads or writes files."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from rocstats.errors import DiskError, RocstatsError
from rocstats.formatting import printable

P = ParamSpec("P")
R = TypeVar("R")


def said_of_disk(problem: OSError) -> str:
    """Write what the system says of a file.

    Examples
    --------
    >>> said_of_disk(PermissionError(13, "Permission denied", "study.csv"))
    'study.csv: Permission denied.'
    """
    if problem.strerror is None:
        return str(problem)
    place = "" if problem.filename is None else f"{printable(os.fsdecode(problem.filename))}: "
    return f"{place}{problem.strerror}."


def speaking_of_files(question: Callable[P, R]) -> Callable[P, R]:
    """Let a question that reads or writes files raise a ``DiskError`` for what the system refuses."""

    @wraps(question)
    def asked(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return question(*args, **kwargs)
        except (RocstatsError, BrokenPipeError):
            raise
        except OSError as problem:
            raise DiskError(said_of_disk(problem)) from problem
        except RuntimeError as problem:
            if "Symlink loop" not in str(problem):
                raise
            raise DiskError("a path leads to links that lead to each other, and to no file.") from problem

    return asked
