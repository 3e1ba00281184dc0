"""A study: a data frame and what its columns mean."""

from __future__ import annotations

import copy
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rocstats.data.columns import Low, Tests, as_columns, names_of, refuse_doubles, stated_tests
from rocstats.data.counts import Design, checked_design
from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.flow import Flow, flow_of
from rocstats.data.frames import as_frame, require_columns
from rocstats.data.parts import checked_mask, label_of
from rocstats.data.sample import Sample
from rocstats.data.source import Source
from rocstats.data.table import Missing, Table, assembled, checked_missing
from rocstats.data.truth import coded
from rocstats.data.widening import widened
from rocstats.errors import DataError
from rocstats.formatting import counted, names_listed, printable, text_of
from rocstats.given import need

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True, eq=False, init=False, repr=False)
class Study:
    """A data frame, one row per subject, and what its columns mean.

    Missing values are allowed here and counted; ``sample`` takes the subjects who are complete in the tests that an
    analysis needs. Nothing is guessed: truth, its positive value, the tests and the direction of each are stated.

    Parameters
    ----------
    frame : DataFrame
        From pandas, or anything that exports Arrow or ``__dataframe__`` (polars, DuckDB, pyarrow).
    truth : str
        Column of the true status.
    positive, negative : value or list of values, optional
        Which truth values are cases and controls. ``positive`` may be left out for 0/1 and booleans only.
    tests : list of str or DiagnosticTest
        Columns of scores.
    low : collection of str
        The tests of which low scores are positive.
    subject : str, optional
        Column of subject ids. An id on several rows is refused unless there is a ``cluster``.
    cluster, stratum : str, optional
        Columns of cluster and stratum labels.
    count : str, optional
        Column that says how many subjects a row stands for.
    cutoffs : dict of str to float, optional
        Stated threshold of a test, on the scale of the data.
    design : {"cohort", "case-control"}, optional
        How the subjects were sampled, if stated.
    missing : {"error", "drop"}
        What ``sample`` does with subjects without a truth value or without a score of its tests.
    source : Source, optional
        The file that the frame was read from.
    value_labels : dict, optional
        Text for each truth value; it is shown in place of the value and may be named as positive or negative.

    Attributes
    ----------
    frame : pandas.DataFrame
        All columns, for masks such as ``study.frame["gender"] == "Female"``.
    truth, positive, negative : str
        As displayed.
    tests : tuple of DiagnosticTest
        With direction and cut-off.
    label : str
        Which part of a larger study this is.

    Raises
    ------
    DataError
        If a column is not there, truth does not hold two groups, scores are no numbers, or subjects are repeated.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"ill": [1, 1, 0, 0], "CT": [4, 3, 3, 1], "MRI": [5, 5, 2, None]})
    >>> study = Study(frame, truth="ill", tests=["CT", "MRI"], missing="drop")
    >>> study.sample("CT"), study.sample("CT", "MRI")
    (<Sample: CT by ill; 2 cases, 2 controls, 0 dropped>, <Sample: CT and MRI by ill; 2 cases, 1 control, 1 dropped>)
    """

    frame: pd.DataFrame
    truth: str
    positive: str
    negative: str
    tests: tuple[DiagnosticTest, ...]
    subject: str | None
    cluster: str | None
    stratum: str | None
    count: str | None
    design: Design | None
    missing: Missing
    source: Source | None
    label: str
    table: Table
    mark: str

    def __init__(
        self,
        frame: Any,
        *,
        truth: str,
        positive: Any = None,
        negative: Any = None,
        tests: Tests = None,
        low: Low = (),
        subject: str | None = None,
        cluster: str | None = None,
        stratum: str | None = None,
        count: str | None = None,
        cutoffs: Mapping[str, float] | None = None,
        design: Design | None = None,
        missing: Missing = "error",
        source: Source | None = None,
        value_labels: Mapping[Any, str] | None = None,
    ) -> None:
        need(source, Source | None, "source is a Source, the file that the frame was read from, or None")
        need(cutoffs, Mapping | None, "cutoffs= names a threshold for each test, as in {'CT': 3}")
        held = as_frame(frame)
        wanted = stated_tests(tests) or []
        names = names_of(tests)
        truth = text_of(truth)
        subject, cluster, stratum, count = (
            None if name is None else text_of(name) for name in (subject, cluster, stratum, count)
        )
        others = [name for name in (subject, cluster, stratum, count) if name is not None]
        require_columns([truth, *dict.fromkeys(others)], list(held.columns))
        if not wanted:
            raise DataError(_no_tests(held, {truth, *others}))
        require_columns(names, list(held.columns))
        refuse_doubles(names, "a study")
        _refuse_two_roles(truth, names, others)
        if len(held) == 0:
            raise DataError("the frame has no rows.")
        scores, kinds = as_columns(
            {name: held[name] for name in names},
            tests=[test if isinstance(test, DiagnosticTest) else text_of(test) for test in wanted],
            low=low,
        )
        table = assembled(
            truth,
            coded(held[truth], positive=positive, negative=negative, name=truth, labels=value_labels),
            _with_cutoffs(kinds, cutoffs or {}),
            scores,
            counts=None if count is None else held[count],
            subject=None if subject is None else held[subject],
            cluster=None if cluster is None else held[cluster],
            stratum=None if stratum is None else held[stratum],
        )
        for field, value in {
            "frame": held,
            "truth": truth,
            "positive": table.coding.positive,
            "negative": table.coding.negative,
            "tests": table.tests,
            "subject": subject,
            "cluster": cluster,
            "stratum": stratum,
            "count": count,
            "design": checked_design(design),
            "missing": checked_missing(missing),
            "source": source,
            "label": "",
            "table": table,
            # two readings of one file are one study, so that its subjects are known again
            "mark": uuid.uuid4().hex if source is None else f"{source.sha256} {source.sheet} {source.layout}",
        }.items():
            object.__setattr__(self, field, value)

    @classmethod
    def from_long(
        cls,
        frame: Any,
        *,
        truth: str,
        subject: str,
        test: str,
        score: str,
        positive: Any = None,
        negative: Any = None,
        tests: Tests = None,
        low: Low = (),
        cluster: str | None = None,
        stratum: str | None = None,
        cutoffs: Mapping[str, float] | None = None,
        design: Design | None = None,
        missing: Missing = "error",
        source: Source | None = None,
        value_labels: Mapping[Any, str] | None = None,
    ) -> Study:
        """Make a study of a frame with one row per subject and test.

        A subject without a row for a test has no score of it. A truth value may stand on some of the rows of a
        subject only, but two different ones are refused, and so are two rows for one subject and test. Other columns
        are kept where they are the same on all rows of each subject.

        Parameters
        ----------
        subject, test, score : str
            Columns of subject ids, of test names and of scores.
        tests : list of str or DiagnosticTest, optional
            The tests to take; by default all, in the order in which they first stand in the frame.
        frame, truth, positive, negative, low, cluster, stratum, cutoffs, design, missing, source, value_labels
            As in ``Study``.

        Returns
        -------
        Study
            With one row per subject.

        Raises
        ------
        DataError
            If a subject has two truth values, or two rows for one test.

        Examples
        --------
        >>> import pandas as pd
        >>> rows = [(1, 1, "CT", 4), (1, 1, "MRI", 5), (2, 0, "CT", 3), (2, 0, "MRI", 2)]
        >>> long = pd.DataFrame(rows, columns=["id", "ill", "test", "score"])
        >>> Study.from_long(long, truth="ill", subject="id", test="test", score="score").sample()
        <Sample: CT and MRI by ill; 1 case, 1 control, 0 dropped>
        """
        wide, found = widened(
            as_frame(frame),
            truth=truth,
            subject=subject,
            test=test,
            score=score,
            labels=[name for name in (cluster, stratum) if name is not None],
            tests=None if tests is None else names_of(tests),
        )
        return cls(
            wide,
            truth=truth,
            positive=positive,
            negative=negative,
            tests=found if tests is None else tests,
            low=low,
            subject=subject,
            cluster=cluster,
            stratum=stratum,
            cutoffs=cutoffs,
            design=design,
            missing=missing,
            source=source,
            value_labels=value_labels,
        )

    def __repr__(self) -> str:
        part = f" ({printable(self.label)})" if self.label else ""
        names = names_listed([test.name for test in self.tests], "and")
        return f"<Study{part}: {names} by {printable(self.truth)}; {counted(len(self.frame), 'row')}>"

    def sample(self, *tests: str | DiagnosticTest) -> Sample:
        """Take the subjects who are complete in these tests; without names, in all tests.

        A test's own result does not depend on which other tests the study has: ask for it alone.

        Raises
        ------
        DataError
            If a test is not there, a group is empty, or values are missing and ``missing`` is "error".
        """
        table = self._of(tests)
        if self.missing == "error" and flow_of(table).n_dropped:
            # Said of all tests at once, so that the next one is no surprise.
            raise DataError(self._of(()).missing_message())
        return Sample.from_table(table, missing=self.missing, design=self.design, label=self.label, study=self.mark)

    def flow(self, *tests: str | DiagnosticTest) -> Flow:
        """Count who is read, left out and analysed in an analysis of these tests; without names, of all tests.

        It counts what is missing whether ``missing`` is "error" or "drop".
        """
        return flow_of(self._of(tests))

    def where(self, mask: Any, *, label: str | None = None) -> Study:
        """Return the part of the study where a mask is true.

        What the truth values mean stays that of the whole study. Parts without a row in common may be compared as
        independent samples.

        Parameters
        ----------
        mask : boolean array or Series, one value per row
            A Series must have the row labels of ``frame``.
        label : str, optional
            What the part is called. By default "column: value", if the mask was made of one column that has one value
            here.

        Raises
        ------
        DataError
            If the mask is not boolean, has missing values, or picks no row.

        Examples
        --------
        >>> import pandas as pd
        >>> frame = pd.DataFrame({"ill": [1, 1, 0, 0], "CT": [4, 3, 3, 1], "sex": ["f", "m", "f", "m"]})
        >>> study = Study(frame, truth="ill", tests=["CT"])
        >>> study.where(study.frame["sex"] == "f")
        <Study (sex: f): CT by ill; 2 rows>
        """
        chosen = checked_mask(mask, self.frame)
        frame = self.frame[chosen]
        called = label_of(mask, frame) if label is None else label
        part = copy.copy(self)
        for field, value in {
            "frame": frame,
            "table": self.table.part(chosen),
            "label": ", ".join(text for text in (self.label, called) if text),
        }.items():
            object.__setattr__(part, field, value)
        return part

    def _of(self, tests: Sequence[str | DiagnosticTest]) -> Table:
        held = {test.name: place for place, test in enumerate(self.tests)}
        wanted = names_of(tests) or list(held)
        for name in wanted:
            if name not in held:
                raise DataError(f'there is no test "{printable(name)}"; this study has {names_listed(held)}.')
        refuse_doubles(wanted, "a sample")
        return self.table.part(slice(None), [held[name] for name in wanted])


def _no_tests(frame: pd.DataFrame, used: set[str]) -> str:
    kinds = zip(frame.columns, frame.dtypes, strict=True)
    numeric = [name for name, dtype in kinds if name not in used and getattr(dtype, "kind", "O") in "biuf"]
    return "tests= names the columns of scores. " + (
        f"The numeric columns are: {names_listed(numeric)}."
        if numeric
        else "There is no numeric column among the others."
    )


def _refuse_two_roles(truth: str, tests: Sequence[str], others: Sequence[str]) -> None:
    for name in tests:
        if name == truth or name in others:
            role = "the truth" if name == truth else "subject, cluster, stratum or count"
            raise DataError(f'"{printable(name)}" is a test and {role}; a column has one meaning.')
    if truth in others:
        raise DataError(f'"{printable(truth)}" is the truth and subject, cluster, stratum or count as well.')


def _with_cutoffs(tests: Sequence[DiagnosticTest], cutoffs: Mapping[str, float]) -> tuple[DiagnosticTest, ...]:
    held = [test.name for test in tests]
    for name in cutoffs:
        if name not in held:
            raise DataError(
                f'cutoffs names "{printable(name)}", which is no test here; the tests are {names_listed(held)}.'
            )
    return tuple(replace(test, cutoff=cutoffs.get(test.name, test.cutoff)) for test in tests)
