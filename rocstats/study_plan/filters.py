"""The filters of a plan: comparisons of columns with values, joined by words; nothing in them is ever evaluated.

The grammar, from the outside in::

    filter     = and-part { "or" and-part }
    and-part   = not-part { "and" not-part }
    not-part   = "not" not-part | "(" filter ")" | comparison
    comparison = column ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) value
               | column [ "not" ] "in" "(" value { "," value } ")"
               | column "is" [ "not" ] "missing"
    column     = a name of letters, digits and _ . - that begins with a letter or _, or any text between backticks
    value      = a number, true, false, or a text between quotation marks of either kind

So ``and`` binds closer than ``or``, and ``not`` closest. A quotation mark within a text, or a backtick within a column,
is doubled. Words are small; columns and texts are taken as they are written, capitals and all. What a comparison means
for missing values, for texts that spell numbers and for dates is said with the conditions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rocstats.errors import PlanError
from rocstats.formatting import printable
from rocstats.study_plan.filter_conditions import (
    Compared,
    Condition,
    FilterValue,
    Mask,
    OneOf,
    chosen,
    leaves,
    without_order,
)
from rocstats.study_plan.filter_grammar import condition_of

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter that was understood."""

    text: str
    condition: Condition

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that it reads, each once."""
        return tuple(dict.fromkeys(part.column for part in leaves(self.condition)))

    @property
    def stated(self) -> tuple[tuple[str, FilterValue], ...]:
        """Every column with every value that it is compared with."""
        pairs: list[tuple[str, FilterValue]] = []
        for leaf in leaves(self.condition):
            if isinstance(leaf, Compared):
                pairs.append((leaf.column, leaf.value))
            elif isinstance(leaf, OneOf):
                pairs += [(leaf.column, value) for value in leaf.values]
        return tuple(dict.fromkeys(pairs))

    def rows(self, frame: pd.DataFrame) -> Mask:
        """Say of each row whether it is chosen.

        Raises
        ------
        PlanError
            If a column is not there, or there are several of its name.
        """
        return chosen(self.condition, self._columns(frame), len(frame))

    def without_order(self, frame: pd.DataFrame) -> dict[str, int]:
        """Count by column the values that are no numbers and are asked to be above or below one: chosen by neither."""
        columns, found = self._columns(frame), dict[str, int]()
        for leaf in leaves(self.condition):
            if isinstance(leaf, Compared) and (n := int(without_order(leaf, columns(leaf.column)).sum())):
                found[leaf.column] = n
        return found

    def _columns(self, frame: pd.DataFrame) -> Callable[[str], pd.Series[Any]]:
        held = [str(column) for column in frame.columns]
        for column in self.columns:
            if held.count(column) != 1:
                raise PlanError(
                    f'the filter "{printable(self.text)}" reads the column "{printable(column)}", and the data have '
                    f"{'no such column' if column not in held else 'several of this name'}; they have "
                    f"{', '.join(printable(name) for name in held[:20])}."
                )
        return lambda column: frame.iloc[:, held.index(column)]


def parse_filter(text: str) -> Filter:
    """Understand a filter.

    Raises
    ------
    PlanError
        If it is none; the message shows where it stops being one.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"SEX": ["F", "M", None], "AGE": [70, 40, 80]})
    >>> parse_filter("SEX == 'F' or not (AGE < 75)").rows(frame).tolist()
    [True, False, True]
    >>> parse_filter("SEX is missing and AGE in (80, 81)").rows(frame).tolist()
    [False, False, True]
    """
    return Filter(text, condition_of(text))
