"""The command that asks how well a score for each of several classes tells them apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rocstats.console import printing
from rocstats.formatting import counted, printable
from rocstats.method_words import chosen
from rocstats.printing import Result
from rocstats.question_options import Level, Resampler, Resamples, Seed
from rocstats.splicing import spliced
from rocstats.study_options import (
    DEFAULT_SEED,
    DecimalMark,
    Delimiter,
    Encoding,
    Missing,
    MissingCode,
    Sheet,
    delimiter_of,
    parameters_of,
)
from rocstats.written_values import split

if TYPE_CHECKING:
    from rocstats.data.class_scores import ClassScores


def _column(what: str, metavar: str | None = "COLUMN") -> Any:
    return typer.Option(metavar=metavar, help=what, rich_help_panel="Study", show_default=metavar is None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassOptions:
    """What the options say of several classes and their scores; ``class_scores()`` reads them."""

    data: Annotated[
        Path, typer.Argument(metavar="DATA", help="The study: a CSV, TSV, Excel, Parquet, SAS, SPSS or Stata file.")
    ]
    truth: Annotated[str, _column("Column of the true class.")]
    scores: Annotated[
        str | None, _column("Columns of the scores, one for each class, separated by commas.", "A,B,C")
    ] = None
    score: Annotated[
        list[str] | None, _column("Column of the scores of one class, for names with a comma. Repeatable.", "NAME")
    ] = None
    classes: Annotated[
        str | None,
        _column(
            "Classes of these columns, in the same order; columns are called like their classes unless stated.", "X,Y"
        ),
    ] = None
    class_: Annotated[
        list[str] | None,
        typer.Option(
            "--class",
            metavar="VALUE",
            help="One class, for values with a comma. Repeatable.",
            rich_help_panel="Study",
            show_default=False,
        ),
    ] = None
    missing: Annotated[Missing, _column("Subjects without a value: refuse them, or drop and count them.", None)] = (
        "error"
    )
    count: Annotated[str | None, _column("Column that says how many subjects a row stands for.")] = None
    sheet: Sheet = None
    delimiter: Delimiter = None
    decimal: DecimalMark = None
    encoding: Encoding = None
    missing_code: MissingCode = None

    def class_scores(self) -> ClassScores:
        """Read the classes and their scores."""
        from rocstats.data.class_scores import ClassScores
        from rocstats.data.contents import Wanted
        from rocstats.data.files import MISSING_CODES, contents_of, existing_file

        columns = [*split(self.scores), *(self.score or ())]
        if len(columns) < 2:
            raise typer.BadParameter("name a column of scores for each class: --scores A,B,C, or --score repeatedly.")
        classes = [*split(self.classes), *(self.class_ or ())] or columns
        for where, names in (("--scores", columns), ("--classes", classes)):
            if twice := [name for i, name in enumerate(names) if name in names[:i]]:
                raise typer.BadParameter(f'{where} names "{printable(twice[0])}" twice.')
        if len(classes) != len(columns):
            raise typer.BadParameter(
                f"there are {counted(len(columns), 'column')} of scores and "
                f"{counted(len(classes), 'class', 'classes')}; name a class for each column, in the same order."
            )
        wanted = Wanted(
            columns=tuple(dict.fromkeys([self.truth, *columns, *([] if self.count is None else [self.count])])),
            scores=tuple(columns),
            ids=(),
            missing_codes=(*MISSING_CODES, *(self.missing_code or ())),
        )
        _, held = contents_of(
            existing_file(self.data),
            wanted,
            sheet=self.sheet,
            delimiter=delimiter_of(self.delimiter),
            decimal=self.decimal,
            encoding=self.encoding,
        )
        frame = held.frame
        return ClassScores.from_truth(
            frame[self.truth],
            {name: frame[column] for name, column in zip(classes, columns, strict=True)},
            classes=classes,
            missing=self.missing,
            counts=None if self.count is None else frame[self.count],
            truth_name=self.truth,
        )


def _on_classes(command: Callable[..., Sequence[Result]]) -> Callable[..., Any]:
    """Give a command the options that describe classes; it gets them as its first argument."""
    first = parameters_of(ClassOptions)

    def called(**given: Any) -> Any:
        about = {one.name: given.pop(one.name) for one in first}
        return command(ClassOptions(**about), **given)

    return spliced(command, called, before=first, without=("asked",))


@printing
@_on_classes
def multiclass(
    asked: ClassOptions,
    method: Resampler = "bootstrap-percentile",
    level: Level = 0.95,
    resamples: Resamples = None,
    seed: Seed = DEFAULT_SEED,
) -> Sequence[Result]:
    """Estimate how well several classes are told apart: areas of pairs, of each against the rest, and their averages.

    Example: rocstats multiclass study.csv --truth grade --scores mild,moderate,severe
    """
    from rocstats.inference.multiclass_areas import multiclass_auc
    from rocstats.methods import REGISTER

    kinds = ("bootstrap-percentile", "bootstrap-basic", "bootstrap-normal")
    serving = {word: REGISTER[word] for word in kinds}
    answering = chosen(method, serving, seed=seed, resamples=resamples)
    return [multiclass_auc(asked.class_scores(), answering, level=level)]
