"""Scores of several classes: the true class of each subject, with one score for each class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rocstats.data.columns import Integers, as_columns, checked_pair, frequencies_of, own_name
from rocstats.data.counts import whole_number
from rocstats.data.kept import kept_counts, kept_scores
from rocstats.data.scores import Floats
from rocstats.data.table import Missing, checked_missing
from rocstats.data.truth import distinct, label
from rocstats.errors import DataError
from rocstats.formatting import counted, listed, names_listed, printable
from rocstats.given import first_twice, need_text, need_texts, several


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class ClassScores:
    """The true class of each subject and a score for each class, complete and numeric.

    A higher score of a class speaks for that class. Scores need not be probabilities, nor add up to 1. Use
    ``ClassScores.from_truth``.

    Parameters
    ----------
    scores : array (rows, classes)
        One score per class. Infinite scores are allowed, NaN is not.
    codes : array of int64
        True class of each row, as its place among ``classes``.
    classes : tuple of str
        Names of the classes, one per column, all different.
    truth : str
        What the truth is called.
    counts : array of int64, optional
        How many subjects each row stands for; None means one each.
    n_dropped : int
        Subjects left out because a value was missing.

    Raises
    ------
    DataError
        If there are fewer than two classes with subjects, a score is missing, or lengths and names do not fit.

    Examples
    --------
    >>> data = ClassScores.from_truth(["a", "b", "c"], [[3, 1, 0], [1, 2, 0], [0, 1, 4]])
    >>> data.classes, data.sizes
    (('a', 'b', 'c'), (1, 1, 1))
    """

    scores: Floats
    codes: Integers
    classes: tuple[str, ...]
    truth: str = "truth"
    counts: Integers | None = None
    n_dropped: int = 0

    def __post_init__(self) -> None:
        scores = kept_scores(self.scores, "class scores")
        need_texts(self.classes, "classes")
        need_text(self.truth, "truth")
        whole_number(self.n_dropped, "n_dropped")
        names = tuple(self.classes)
        _check_distinct(names)
        if scores.shape[1] != len(names):
            raise DataError(
                f"there are {scores.shape[1]} columns of scores for {counted(len(names), 'class', 'classes')}."
            )
        codes = np.array(self.codes) if isinstance(self.codes, np.ndarray | list | tuple) else np.array(None)
        if codes.dtype.kind in "iu":
            codes = codes.astype(np.int64)
        if codes.dtype.kind != "i" or codes.shape != (len(scores),) or (codes < 0).any() or (codes >= len(names)).any():
            raise DataError("codes must give the place of the true class among classes, one for each row.")
        codes.setflags(write=False)
        for field, value in (("scores", scores), ("codes", codes), ("classes", names)):
            object.__setattr__(self, field, value)
        object.__setattr__(self, "counts", kept_counts(self.counts, len(scores), "counts"))
        held = [name for name, size in zip(names, self.sizes, strict=True) if size]
        if len(held) < 2:
            known = f"there is only {printable(held[0])}" if held else "there is nobody"
            raise DataError(f"areas need subjects of at least two classes; {known}.")

    def __repr__(self) -> str:
        sizes = [f"{printable(name)} {size}" for name, size in zip(self.classes, self.sizes, strict=True)]
        return f"<ClassScores by {printable(self.truth)}: {listed(sizes)}; {self.n_dropped} dropped>"

    @classmethod
    def from_truth(
        cls,
        truth: Any,
        scores: Any,
        *,
        classes: Sequence[Any] | None = None,
        missing: Missing = "error",
        counts: Any = None,
        truth_name: str | None = None,
    ) -> ClassScores:
        """Make class scores from the true class of each row and a column of scores for each class.

        Parameters
        ----------
        truth : array-like, one-dimensional
            True class of each row: text, numbers, categories.
        scores : array-like with a column per class, dict or DataFrame
            A dict or DataFrame finds the column of a class by its name, in any order.
        classes : sequence, optional
            Classes in the order of the columns of an array, or those to take from a dict or DataFrame. Unless stated,
            the columns of a dict or DataFrame, and for an array the values of the truth in ascending order.
        missing : {"error", "drop"}
            What to do with rows without a truth value or without a score of one of the classes.
        counts : array-like of int, optional
            How many subjects each row stands for; rows of 0 subjects are passed over.
        truth_name : str, optional
            What the truth is called; by default the name of its column, or "truth".

        Returns
        -------
        ClassScores

        Raises
        ------
        DataError
            If a class has no column, values are missing, lengths differ, or scores are no numbers.

        Examples
        --------
        >>> ClassScores.from_truth([2, 1, 2], {"1": [0.2, 0.7, 0.4], "2": [0.8, 0.3, 0.6]})
        <ClassScores by truth: 1 1 and 2 2; 0 dropped>
        """
        checked_missing(missing)
        name = truth_name if truth_name is not None else own_name(truth) or "truth"
        codes, found = distinct(truth, name)
        held = [label(value) for value in found]
        if len(set(held)) < len(held):
            raise DataError(f"two values of {printable(name)} are written alike; make them all text or all numbers.")
        named = isinstance(scores, dict) or hasattr(scores, "columns")
        names = None if classes is None else [label(value) for value in several(classes, "classes are names")]
        if names is not None:
            _check_distinct(names)
        columns_held = None if named else _columns_of(scores)
        if columns_held is not None and columns_held != len(held if names is None else names):
            raise DataError(_not_one_column_each(columns_held, held, names, name, int((codes < 0).sum())))
        if not named and names is None:
            names = held
        if named:
            columns = {
                label(column): scores[column] for column in (scores if isinstance(scores, dict) else scores.columns)
            }
            matrix, kinds = as_columns(columns, tests=names)
        else:
            matrix, kinds = as_columns(scores, tests=names)
        order = [kind.name for kind in kinds]
        if strange := [value for value in held if value not in order]:
            raise DataError(
                f'there is no column of scores for the class "{printable(strange[0])}"; the columns are '
                f"{names_listed(order, 'and')}."
            )
        if len(matrix) != len(codes):
            raise DataError(f"truth has {len(codes)} values but scores has {len(matrix)} rows.")
        checked_pair(truth, scores)
        weights = frequencies_of(counts, len(codes))
        present = np.ones(len(codes), dtype=bool) if weights is None else weights > 0
        complete = present & (codes >= 0) & ~np.isnan(matrix).any(axis=1)
        left_out = _total(weights, present & ~complete)
        if left_out and missing == "error":
            verb = "has" if left_out == 1 else "have"
            raise DataError(
                f"{left_out} of {counted(_total(weights, present), 'subject')} {verb} no truth value or no score of a "
                'class. Use missing="drop" to leave them out, or impute them first.'
            )
        places = np.array([order.index(value) for value in held], dtype=np.int64)
        return cls(
            scores=np.ascontiguousarray(matrix[complete]),
            codes=places[codes[complete]],
            classes=tuple(order),
            truth=name,
            counts=None if weights is None else weights[complete],
            n_dropped=left_out,
        )

    @property
    def frequencies(self) -> Integers:
        """How many subjects each row stands for."""
        return np.ones(len(self.codes), dtype=np.int64) if self.counts is None else self.counts

    @property
    def sizes(self) -> tuple[int, ...]:
        """Number of subjects of each class."""
        return tuple(_total(self.counts, self.codes == place) for place in range(len(self.classes)))

    @property
    def total(self) -> int:
        """Number of subjects."""
        return sum(self.sizes)


def _check_distinct(names: Sequence[str]) -> None:
    """Refuse two classes of one name."""
    if (twice := first_twice(names)) is not None:
        raise DataError(f'two classes are called "{printable(twice)}"; give each class its own name.')


def _columns_of(scores: Any) -> int | None:
    """Count the columns of an array or of rows; None of what has none."""
    try:
        shape = np.shape(scores)
    except ValueError:
        return None
    return {1: 1, 2: shape[-1]}.get(len(shape)) if shape else None


def _not_one_column_each(columns: int, held: list[str], names: list[str] | None, truth: str, unknown: int) -> str:
    """Say how many columns of scores there are for how many classes, and why a class may not be among them."""
    if names is not None:
        return f"{_there_are(columns)} for {counted(len(names), 'class', 'classes')}."
    missing = f" and is missing for {counted(unknown, 'subject')}" if unknown else ""
    classes = f"{counted(len(held), 'class', 'classes')} ({names_listed(held, 'and')})"
    return (
        f"{_there_are(columns)}, but {printable(truth)} holds {classes}{missing}; a column is for one class. Name the "
        "class of each column with classes=."
    )


def _there_are(columns: int) -> str:
    return f"there {'is' if columns == 1 else 'are'} {counted(columns, 'column')} of scores"


def _total(weights: Integers | None, chosen: Any) -> int:
    """Count the subjects of these rows."""
    return int(np.count_nonzero(chosen)) if weights is None else sum(weights[chosen].tolist())
