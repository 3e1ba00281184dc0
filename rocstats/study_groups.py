"""The two groups of subjects that a column of a study makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rocstats.console import say
from rocstats.formatting import counted, printable

if TYPE_CHECKING:
    from rocstats.data.study import Study


def two_groups(study: Study, column: str) -> dict[str, Study]:
    """Divide a study by a column of two values; rows without one are refused, or left out and said."""
    from rocstats.data.frames import require_columns
    from rocstats.data.truth import label
    from rocstats.errors import DataError

    require_columns([column], list(study.frame.columns), "the study")
    values = study.frame[column]
    lost = int(values.isna().sum())
    known = values.dropna().unique().tolist()
    known.sort(key=lambda value: (isinstance(value, str), value))
    if len(known) != 2:
        shown = ", ".join(printable(value) for value in known[:6]) + (", ..." if len(known) > 6 else "")
        raise DataError(f'"{printable(column)}" must have two values to compare by; it has {len(known)}: {shown}.')
    if lost:
        text = f'{lost} of {counted(len(values), "row")} {"has" if lost == 1 else "have"} no "{printable(column)}"'
        if study.missing == "error":
            raise DataError(f'{text}. Use missing="drop" to leave them out.')
        say(f"{text}, so they are in neither group.")
    if label(known[0]) == label(known[1]):
        alike = printable(label(known[0]))
        raise DataError(
            f'two values of "{printable(column)}" are both written "{alike}"; make them all text or all numbers.'
        )
    return {label(value): study.where((values == value).fillna(value=False)) for value in known}
