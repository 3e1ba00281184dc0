"""What the command line writes where: data on stdout, words for people on stderr, one exit code for each end.

0 is done, 1 is "cannot analyse" with one sentence, 2 is a wrong call, 130 an interrupt, 141 a reader who left before
everything was said. The last two are what a shell reports of any program that ends so.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, Literal, TextIO

import typer

from rocstats.disk import said_of_disk
from rocstats.errors import DataError, DiskError, MethodError, PlanError, RocstatsError
from rocstats.formatting import printable
from rocstats.printing import Result
from rocstats.splicing import option, spliced

if TYPE_CHECKING:
    from rich.progress import Progress

CANNOT, WRONG_CALL, INTERRUPTED, READER_LEFT = 1, 2, 130, 141
Form = Literal["text", "json", "csv"]
AsJson = Annotated[bool, typer.Option("--json", help="Print a JSON list of results.", rich_help_panel="Output")]
AsCsv = Annotated[
    bool, typer.Option("--csv", help="Print one row per number, as CSV in UTF-8.", rich_help_panel="Output")
]
_LEADS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"[+-]?\d+(\.\d*)?([eE][+-]?\d+)?", re.ASCII)
_KEYWORDS = (
    *("truth", "positive", "negative", "tests", "low", "subject", "cluster", "count", "missing", "missing_codes"),
    *("design", "level", "sheet", "delimiter", "decimal", "encoding", "null_value", "haldane", "cutoffs", "by"),
    *("target", "costs", "prevalence", "at_prevalence", "fpf", "tpf", "scale", "margin", "measure", "bins", "equal"),
    *("n_resamples", "method", "categories", "bandwidth"),
)
# What stands in quotation marks is a name, and stays as it is.
_KEYWORD = re.compile(rf'"[^"]*"|(?<!\w)({"|".join(_KEYWORDS)})=(?:"([^"]*)"|\(([^()]*)\)|(\d+(?:\.\d+)?))?')
_METHOD = re.compile(r'"[^"]*"|(?<![\w.])(?:method=)?([A-Z]\w+)\((?:\w+="([^"]*)"|(\w+)=True)?\)')
# A call of the library: of a function, with something in brackets that only a program has.
_CALL = re.compile(
    r'"[^"]*"|(?<![\w.])([a-z][a-z_.]+)\((?=[^()]*(?:=|sample|counts|study|pairs))(?:[^()]|\([^()]*\))*\)'
)
_COMMANDS = {
    "operating_points": "rocstats points",
    "thresholds": "rocstats thresholds",
    "accuracy": "rocstats accuracy",
    "auc": "rocstats auc",
    "compare_auc": "rocstats compare",
    "fit_curve": "rocstats fit",
    "fit_binormal": "rocstats fit",
}
_UNSAID = "\0"
_SENTENCES = re.compile(r"(?<=[.!?]) (?=[A-Z`])")
_OPTIONS = {
    "missing_codes": "missing-code",
    "null_value": "null",
    "cutoffs": "threshold",
    "at_prevalence": "prevalence",
    "n_resamples": "resamples",
}


class PartlyRefusedError(Exception):
    """Some of several questions asked at once could not be answered; the answers to the others are kept."""

    def __init__(self, results: Sequence[Result], refused: Sequence[RocstatsError]) -> None:
        super().__init__(*(str(error) for error in refused))
        self.results, self.refused = results, refused


def speaking_plainly(command: Callable[..., Any]) -> Callable[..., Any]:
    """Let a command say in one sentence what is wrong, and end with the right exit code."""

    @wraps(command)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except BrokenPipeError:
            raise typer.Exit(READER_LEFT) from None
        except (RocstatsError, OSError) as error:
            say(sentence(error))
            raise typer.Exit(exit_code(error)) from None
        except KeyboardInterrupt:
            say("interrupted.")
            raise typer.Exit(INTERRUPTED) from None

    return guarded


def exit_code(error: Exception) -> int:
    """Tell a wrong call from what the data cannot give.

    Methods, their options and the plan come from the options of the call; the rest from the file or the disk.

    Examples
    --------
    >>> exit_code(MethodError("level is 95.")), exit_code(DataError("there are no cases."))
    (2, 1)
    """
    return WRONG_CALL if isinstance(error, MethodError | PlanError) else CANNOT


@contextmanager
def values_typed() -> Iterator[None]:
    """Take a fault of values that were typed in options, and not read from a file, for one of the call."""
    try:
        yield
    except DataError as error:
        raise MethodError(str(error)) from error


def printing(command: Callable[..., Sequence[Result]]) -> Callable[..., Any]:
    """Print the results that a command returns, in the form that ``--json`` or ``--csv`` asks for.

    Where it has some only, they are printed, what keeps the others back is said, and the exit code is a refusal's.
    """

    def called(*, as_json: bool, as_csv: bool, **given: Any) -> None:
        form = form_of(as_json=as_json, as_csv=as_csv)
        refused: Sequence[RocstatsError] = ()
        try:
            with progress():
                results = command(**given)
        except PartlyRefusedError as partly:
            results, refused = partly.results, partly.refused
        if results or not refused:
            show(results, form)
        for error in refused:
            say(sentence(error))
        if refused:
            raise typer.Exit(max(exit_code(error) for error in refused))

    after = (option("as_json", AsJson, False), option("as_csv", AsCsv, False))
    return speaking_plainly(spliced(command, called, after=after))


def form_of(*, as_json: bool, as_csv: bool) -> Form:
    """Say which form is asked for."""
    if as_json and as_csv:
        raise typer.BadParameter("--json and --csv exclude each other; choose one.")
    return "json" if as_json else "csv" if as_csv else "text"


def say(text: str) -> None:
    """Tell the person who runs the command something, in one line on stderr."""
    typer.echo(f"rocstats: {text}", err=True)


def sentence(error: Exception) -> str:
    """Put an error in one line, with options where the library names keywords.

    Examples
    --------
    >>> sentence(RocstatsError('Use missing="drop", or name the cluster with cluster=.'))
    'Use --missing drop, or name the cluster with --cluster.'
    >>> sentence(RocstatsError('State costs=(1, 5), or use Bootstrap(kind="bca").'))
    'State --costs 1,5, or use --method bootstrap-bca.'
    >>> sentence(RocstatsError("it needs a share. Estimate it instead: estimate(sample, Brier(at_prevalence=...))."))
    'it needs a share.'
    """
    if isinstance(error, OSError) and error.strerror:
        return said_of_disk(error)
    text = _without_calls(" ".join(str(error).splitlines()))
    text = _METHOD.sub(_as_word, text)
    return _KEYWORD.sub(_as_option, text)


def _without_calls(text: str) -> str:
    """Name the command for a call of the library, and leave out the advice that only a program could follow."""
    first, *others = _SENTENCES.split(_CALL.sub(_as_command, text))
    kept = [_before_call(first), *(_before_call(one) for one in others if _UNSAID not in one or _KEYWORD.search(one))]
    return " ".join(kept)


def _before_call(one: str) -> str:
    """Cut a sentence off before the clause that has a call which cannot be said."""
    said, unsaid, _ = one.partition(_UNSAID)
    return re.split(r"[;:,](?=[^;:,]*$)", said)[0].rstrip(" .") + "." if unsaid else one


def _as_command(found: re.Match[str]) -> str:
    if found[1] is None:
        return found[0]
    command = _COMMANDS.get(found[1])
    if command is None:
        return _UNSAID
    method = next((word for one in _METHOD.finditer(found[0]) if (word := _as_word(one)) != one[0]), None)
    return f"`{command}`" if method is None else f"`{command} {method}`"


def _as_word(found: re.Match[str]) -> str:
    """Put a method, or a family of curves, in the word of its register, if it is one."""
    from rocstats.method_words import family_word, word_of

    name, value, flag = found.groups()
    if name is None:
        return found[0]
    word, family = word_of(name, value or flag), family_word(name)
    return found[0] if word is family is None else f"--family {family}" if word is None else f"--method {word}"


def _as_option(found: re.Match[str]) -> str:
    keyword, text, pair, number = found.groups()
    if keyword is None:
        return found[0]
    name = f"--{_OPTIONS.get(keyword, keyword)}"
    value = pair.replace(" ", "") if pair is not None else text if text is not None else number
    return name if value is None else f"{name} {value}"


def show(results: Sequence[Result], form: Form) -> None:
    """Print results as R would, as a JSON list, or as one CSV table."""
    if form == "json":
        # Escapes keep JSON whole in every encoding, and names from steering a terminal.
        typer.echo(json.dumps([result.to_dict() for result in results], indent=2, allow_nan=False))
    elif form == "csv":
        write_csv(csv_of(results))
    else:
        for result in results:
            typer.echo(str(result))


def csv_of(results: Sequence[Result]) -> str:
    """Write the tidy rows of results as one CSV table; text that a spreadsheet would take for a formula gets a mark."""
    columns = list(dict.fromkeys(column for result in results for column in result.tidy().columns))
    rows = ([_cell(row.get(column)) for column in columns] for result in results for row in result.rows())
    return "".join(f"{_line(cells)}\n" for cells in [columns, *rows])


def _line(cells: Sequence[Any]) -> str:
    import csv

    line = io.StringIO(newline="")
    # Only under this terminator does the writer quote both kinds of line end inside a cell.
    csv.writer(line, lineterminator="\r\n").writerow(cells)
    return line.getvalue().removesuffix("\r\n")


def _cell(value: Any) -> Any:
    harmful = isinstance(value, str) and value.startswith(_LEADS_A_FORMULA) and not _NUMBER.fullmatch(value)
    return f"'{value}" if harmful else value


def write_csv(text: str) -> None:
    """Write a table exactly, in UTF-8, to a file or a pipe; on a terminal, so that no name can steer it."""
    if sys.stdout is None:
        raise DiskError("there is nowhere to write to: the standard output is closed.")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", newline="")
    if sys.stdout.isatty():
        text = "\n".join(printable(line) for line in text.split("\n"))
    sys.stdout.write(text)
    sys.stdout.flush()


@contextmanager
def progress() -> Iterator[None]:
    """Show on a terminal's stderr how far long resampling is; say nothing elsewhere."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    from rocstats.methods.replicates import watching

    bar = _Bar()
    try:
        with watching(bar.update):
            yield
    finally:
        bar.stop()


class _Bar:
    """A bar that appears when there is something left to wait for."""

    def __init__(self) -> None:
        self.shown: Progress | None = None

    def update(self, done: int, total: int) -> None:
        """Show how many replicates are done."""
        if self.shown is None:
            if done >= total:
                return
            from rich.console import Console
            from rich.progress import Progress

            self.shown = Progress(console=Console(stderr=True), transient=True)
            self.shown.add_task("resampling")
            self.shown.start()
        self.shown.update(self.shown.task_ids[0], completed=done, total=total)

    def stop(self) -> None:
        """Leave the terminal as it was."""
        if self.shown is not None:
            self.shown.stop()


@contextmanager
def whole_streams() -> Iterator[None]:
    """Let no name fail for want of a letter, and no stream that cannot be written to spoil the end."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            _settle(stream)


def _settle(stream: TextIO | None) -> None:
    """Write what is left, or drop it, so that the interpreter does not try and fail at its end."""
    if stream is None:
        return
    try:
        stream.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
