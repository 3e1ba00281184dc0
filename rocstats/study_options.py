"""The options that describe a study, shared by every command that reads one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, fields
from inspect import Parameter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_type_hints

import typer

from rocstats.formatting import printable
from rocstats.splicing import option, spliced
from rocstats.written_values import check_known, named_number, split

if TYPE_CHECKING:
    from rocstats.data.sample import Sample
    from rocstats.data.study import Study

DEFAULT_SEED = 20261130
Missing = Literal["error", "drop"]
Design = Literal["cohort", "case-control"]
Alternative = Literal["two-sided", "less", "greater"]
_DELIMITERS = {"tab": "\t", "\\t": "\t", "space": " ", "comma": ",", "semicolon": ";"}


def _about(what: str, metavar: str | None = "COLUMN", *, panel: str = "Study") -> Any:
    return typer.Option(metavar=metavar, help=what, rich_help_panel=panel, show_default=metavar is None)


# How a file is written.
Sheet = Annotated[str | None, _about("Sheet of a workbook that has several.", "NAME", panel="File")]
Delimiter = Annotated[
    str | None, _about("What separates columns of a text file, if not found out.", "MARK", panel="File")
]
DecimalMark = Annotated[str | None, _about("Decimal mark of a text file, if not found out.", "MARK", panel="File")]
Encoding = Annotated[str | None, _about("Encoding of text, such as cp1252.", "NAME", panel="File")]
MissingCode = Annotated[
    list[str] | None,
    _about("Another text that stands for a missing value; NA and the like do. Repeatable.", "TEXT", panel="File"),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyOptions:
    """What the options say of a study; ``study()`` reads it."""

    data: Annotated[
        Path, typer.Argument(metavar="DATA", help="The study: a CSV, TSV, Excel, Parquet, SAS, SPSS or Stata file.")
    ]
    truth: Annotated[str, _about("Column of the true status.")]
    tests: Annotated[str | None, _about("Columns of the tests, separated by commas.", "A,B")] = None
    test: Annotated[
        list[str] | None, _about("Column of one test, for names with a comma in them. Repeatable.", "NAME")
    ] = None
    positive: Annotated[
        list[str] | None, _about("Truth value of the cases; may be left out for 0/1. Repeatable.", "VALUE")
    ] = None
    negative: Annotated[
        list[str] | None,
        _about("Truth value of the controls, where there are more than two values. Repeatable.", "VALUE"),
    ] = None
    low: Annotated[
        list[str] | None, _about("Tests of which low scores are positive, separated by commas. Repeatable.", "A,B")
    ] = None
    missing: Annotated[Missing, _about("Subjects without a value: refuse them, or drop and count them.", None)] = (
        "error"
    )
    subject: Annotated[str | None, _about("Column of subject ids.")] = None
    cluster: Annotated[str | None, _about("Column of the clusters that subjects come in.")] = None
    count: Annotated[str | None, _about("Column that says how many subjects a row stands for.")] = None
    test_column: Annotated[str | None, _about("A row per subject and test: column of test names.")] = None
    score_column: Annotated[str | None, _about("A row per subject and test: column of scores.")] = None
    sheet: Sheet = None
    delimiter: Delimiter = None
    decimal: DecimalMark = None
    encoding: Encoding = None
    missing_code: MissingCode = None

    @property
    def names(self) -> list[str]:
        """Names of the tests, in the order of the results."""
        names = [*split(self.tests), *(self.test or ())]
        if not names:
            raise typer.BadParameter("name the tests: --tests A,B, or --test NAME for a name with a comma in it.")
        return names

    def study(self, *, cutoffs: dict[str, float] | None = None, design: Design | None = None) -> Study:
        """Read the study."""
        from rocstats.data.files import MISSING_CODES, read

        names = self.names
        given: dict[str, Any] = {
            "truth": self.truth,
            "positive": one_or_all(self.positive),
            "negative": one_or_all(self.negative),
            "tests": names,
            "low": self._low(names),
            "subject": self.subject,
            "cluster": self.cluster,
            "count": self.count,
            "cutoffs": cutoffs,
            "design": design,
            "missing": self.missing,
            "sheet": self.sheet,
            "delimiter": delimiter_of(self.delimiter),
            "decimal": self.decimal,
            "encoding": self.encoding,
            "missing_codes": (*MISSING_CODES, *(self.missing_code or ())),
        }
        if self.test_column is not None or self.score_column is not None:
            if self.test_column is None or self.score_column is None or self.subject is None:
                raise typer.BadParameter(
                    "a row per subject and test needs --subject, --test-column and --score-column, all three."
                )
            given |= {"layout": "long", "test": self.test_column, "score": self.score_column}
        return read(self.data, **given)

    def samples(self, *, design: Design | None = None) -> list[Sample]:
        """Read the study and take each of its tests by itself."""
        study = self.study(design=design)
        return [study.sample(test.name) for test in study.tests]

    def _low(self, names: Sequence[str]) -> list[str]:
        """Return the tests of which low scores are positive; a name with a comma may stand there whole."""
        low = [name for text in self.low or () for name in ([text] if text in names else split(text))]
        for name in low:
            check_known(name, names, "--low")
        return low


def on_a_study(*, optional: bool = False) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command the options that describe a study; it gets them as its first argument.

    Where the study is optional and none is named, the command gets None.
    """

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        first = parameters_of(StudyOptions, optional=optional)

        def called(**given: Any) -> Any:
            about = {one.name: given.pop(one.name) for one in first}
            if about["data"] is None:
                idle = [one.name for one in first if about[one.name] not in (None, [], one.default)]
                if idle:
                    raise typer.BadParameter(f"--{idle[0].replace('_', '-')} describes a study; name its file as well.")
                return command(None, **given)
            if about["truth"] is None:
                raise typer.BadParameter("a study needs --truth, the column of the true status.")
            return command(StudyOptions(**about), **given)

        return spliced(command, called, before=first, without=("asked",))

    return decorate


def parameters_of(options: Any, *, optional: bool = False) -> list[Parameter]:
    """Describe the fields of a class of options; where all of them are optional, none is required."""
    hints = get_type_hints(options, include_extras=True)
    found = []
    for field in fields(options):
        default: Any = Parameter.empty if field.default is MISSING else field.default
        if optional and default is Parameter.empty:
            hints[field.name], default = _maybe(hints[field.name]), None
        found.append(option(field.name, hints[field.name], default))
    return found


def delimiter_of(text: str | None) -> str | None:
    """Return the mark that a word for a delimiter stands for."""
    return _DELIMITERS.get(text or "", text)


def _maybe(hint: Any) -> Any:
    """Allow None where a type came with its option."""
    return Annotated[hint.__origin__ | None, *hint.__metadata__]


def one_or_all(values: Sequence[str] | None) -> Any:
    """Return one value as itself, several as a tuple, none as None."""
    return None if not values else values[0] if len(values) == 1 else tuple(values)


def thresholds_of(texts: Sequence[str] | None, names: Sequence[str]) -> list[tuple[str, float]]:
    """Read NAME=VALUE, split at the last equals sign, since a name may hold one.

    Examples
    --------
    >>> thresholds_of(["wfns=4", "a=b=0.5"], ["wfns", "a=b"])
    [('wfns', 4.0), ('a=b', 0.5)]
    """
    found = []
    for text in texts or ():
        name, value = named_number(text, "--threshold", "NAME=VALUE, such as A=0.5")
        check_known(name, names, "--threshold")
        found.append((name, value))
    return found


def cutoffs_of(texts: Sequence[str] | None, names: Sequence[str]) -> dict[str, float]:
    """Read one threshold for a test at most."""
    found = thresholds_of(texts, names)
    stated = [name for name, _ in found]
    if twice := [name for i, name in enumerate(stated) if name in stated[:i]]:
        raise typer.BadParameter(f'--threshold names "{printable(twice[0])}" twice; one threshold per test is taken.')
    return dict(found)
