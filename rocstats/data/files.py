"""Study files: a path and what its columns mean, made into a study."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from rocstats.data.columns import Low, Tests, names_of
from rocstats.data.contents import Contents, Wanted
from rocstats.data.counts import Design
from rocstats.data.delimited import read_delimited
from rocstats.data.frames import frame_of_arrow, require_columns, titles
from rocstats.data.sas_spss_stata import FORMATS, read_package_file
from rocstats.data.source import Source
from rocstats.data.study import Study
from rocstats.data.table import Missing
from rocstats.data.workbook import read_workbook
from rocstats.disk import speaking_of_files
from rocstats.errors import DataError, MissingExtraError
from rocstats.formatting import printable, said_of, shown
from rocstats.given import checked_path, need_text, need_texts, several

MISSING_CODES = ("", "NA", "N/A", "NaN", "nan", ".")
_TEXT = (".csv", ".tsv", ".tab", ".txt")
_EXCEL = (".xlsx", ".xlsm")
_EXTENSIONS = (*_TEXT, *_EXCEL, ".parquet", *FORMATS)


@speaking_of_files
def read(
    path: str | os.PathLike[str],
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
    layout: Literal["wide", "long"] = "wide",
    test: str | None = None,
    score: str | None = None,
    sheet: str | None = None,
    delimiter: str | None = None,
    decimal: str | None = None,
    encoding: str | None = None,
    missing_codes: Sequence[str] = MISSING_CODES,
) -> Study:
    """Read a study from a CSV, TSV, Excel, Parquet, SAS, SPSS or Stata file.

    The format follows from the extension: .csv, .tsv, .tab, .txt, .xlsx, .xlsm, .parquet, .xpt, .sas7bdat, .sav, .zsav,
    .dta. Of a text file the delimiter and the decimal mark are found out and recorded in ``study.source``; columns of
    subjects and clusters stay text, so that 01 and 1 differ. Scores that are no numbers are refused, never made
    missing.

    Parameters
    ----------
    path : str or path
        The file.
    truth, positive, negative, tests, low, subject, cluster, stratum, count, cutoffs, design, missing
        As in ``Study``. Value labels of SAS, SPSS and Stata are displayed and may be named as ``positive``.
    layout : {"wide", "long"}
        A row per subject, or a row per subject and test.
    test, score : str, optional
        Columns of test names and scores in the long layout; ``subject`` is needed as well, and ``tests`` may be left
        out.
    sheet : str, optional
        Sheet of a workbook that has several.
    delimiter, decimal, encoding : str, optional
        How a text file is written; UTF-8 and UTF-16 with a byte order mark need no ``encoding``.
    missing_codes : sequence of str
        Texts that stand for a missing value in text files and workbooks.

    Returns
    -------
    Study
        With its ``source``: file name, SHA-256, size, and how it was read.

    Raises
    ------
    DataError
        If there is no such file, it cannot be read, a column is not there, or the data do not make a study.
    MissingExtraError
        If the format needs a package that is not installed.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "study.csv")
    ...     written = file.write_text("ill;CT\\nyes;2,5\\nno;1,5\\n")
    ...     study = read(file, truth="ill", positive="yes", tests=["CT"])
    >>> study.sample().cases.tolist(), study.source.delimiter, study.source.decimal
    ([[2.5]], ';', ',')
    """
    file = existing_file(path)
    texts = {"subject": subject, "cluster": cluster, "stratum": stratum, "count": count, "test": test, "score": score}
    texts |= {"sheet": sheet, "delimiter": delimiter, "decimal": decimal, "encoding": encoding}
    for name, value in {"truth": truth, **{name: value for name, value in texts.items() if value is not None}}.items():
        need_text(value, f"{name}=")
    codes = several(missing_codes, "missing_codes= names texts that stand for a missing value")
    need_texts(codes, "missing_codes=")
    scores = _score_columns(layout, names_of(tests), subject=subject, test=test, score=score, count=count)
    labels = [name for name in (subject, cluster, test) if name is not None]
    columns = [truth, *labels, *(name for name in (stratum, count) if name is not None), *scores]
    wanted = Wanted(
        columns=tuple(dict.fromkeys(columns)),
        scores=tuple(scores),
        ids=tuple(labels),
        missing_codes=tuple(codes),
    )
    raw, contents = contents_of(file, wanted, sheet=sheet, delimiter=delimiter, decimal=decimal, encoding=encoding)
    shared: dict[str, Any] = {
        "truth": truth,
        "positive": positive,
        "negative": negative,
        "tests": tests,
        "low": low,
        "subject": subject,
        "cluster": cluster,
        "stratum": stratum,
        "cutoffs": cutoffs,
        "design": design,
        "missing": missing,
        "source": source_of(file, raw, contents, wanted, layout),
        "value_labels": contents.value_labels.get(truth),
    }
    if test is not None and score is not None:
        return Study.from_long(contents.frame, test=test, score=score, **shared)
    return Study(contents.frame, count=count, **shared)


def existing_file(path: str | os.PathLike[str]) -> Path:
    """Return the place of a file that is there and of a format that can be read, or say what is wrong."""
    file = checked_path(path)
    if file.is_dir():
        raise DataError(f"{printable(file)} is a folder; name a file in it.")
    if not file.is_file():
        if file.exists():
            raise DataError(f"{printable(file)} is no regular file; save what it gives as a file first.")
        raise DataError(f"there is no file {printable(file)}.")
    if file.suffix.lower() not in _EXTENSIONS:
        advice = " Save the workbook as .xlsx." if file.suffix.lower() == ".xls" else ""
        raise DataError(
            f'{printable(file.name)} has the extension "{printable(file.suffix)}"; '
            f"read knows {', '.join(_EXTENSIONS)}.{advice}"
        )
    return file


def _score_columns(
    layout: str, tests: Sequence[str], *, subject: str | None, test: str | None, score: str | None, count: str | None
) -> list[str]:
    """Return the columns that hold scores in this layout, or say what is not stated."""
    if layout == "wide":
        if test is not None or score is not None:
            raise DataError('test= and score= belong to layout="long"; in a wide file, name the columns in tests=.')
        return list(tests)
    if layout != "long":
        raise DataError(f'layout is "wide" or "long", not {shown(layout)}.')
    if subject is None or test is None or score is None:
        raise DataError('layout="long" needs the columns of subjects, tests and scores: subject=, test= and score=.')
    if count is not None:
        raise DataError('count= belongs to layout="wide"; in a long file a row is one score of one subject.')
    return [score]


def contents_of(
    file: Path,
    wanted: Wanted,
    *,
    sheet: str | None = None,
    delimiter: str | None = None,
    decimal: str | None = None,
    encoding: str | None = None,
) -> tuple[bytes, Contents]:
    """Read the wanted columns of a file: its bytes, and what they hold."""
    raw = file.read_bytes()
    if not raw:
        raise DataError(f"{printable(file.name)} is empty.")
    return raw, _held(file, raw, wanted, sheet=sheet, delimiter=delimiter, decimal=decimal, encoding=encoding)


def _held(
    file: Path,
    raw: bytes,
    wanted: Wanted,
    *,
    sheet: str | None,
    delimiter: str | None,
    decimal: str | None,
    encoding: str | None,
) -> Contents:
    extension, name = file.suffix.lower(), printable(file.name)
    text_options = {"delimiter": delimiter, "decimal": decimal}
    if extension not in _TEXT and (unfit := [option for option, value in text_options.items() if value is not None]):
        raise DataError(f"{unfit[0]}= is for text files; {name} is none.")
    if extension not in _EXCEL and sheet is not None:
        raise DataError(f"sheet= is for Excel workbooks; {name} is none.")
    if extension in _TEXT:
        return read_delimited(raw, name, wanted, delimiter=delimiter, decimal=decimal, encoding=encoding)
    if extension in _EXCEL:
        return read_workbook(raw, name, wanted, sheet=sheet)
    if extension == ".parquet":
        return _parquet(file, wanted)
    return read_package_file(file, wanted, encoding=encoding)


def _parquet(file: Path, wanted: Wanted) -> Contents:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingExtraError('Reading Parquet files needs pyarrow: pip install "rocstats[files]".') from None
    name = printable(file.name)
    try:
        with pyarrow.parquet.ParquetFile(file) as held:
            table = held.read()
    except (pyarrow.ArrowException, OSError, ValueError, KeyError, TypeError) as error:
        raise DataError(f"{name} cannot be read as a Parquet file ({said_of(error)}).") from None
    require_columns(wanted.columns, table.column_names, name)
    if table.num_rows == 0:
        raise DataError(f"{name} has columns and no rows.")
    frame = frame_of_arrow(table.rename_columns(titles(table.column_names)))
    return Contents(frame=frame, format="Parquet")


def source_of(file: Path, raw: bytes, contents: Contents, wanted: Wanted, layout: str) -> Source:
    """Say where contents come from, so that the same file can be found and read again."""
    return Source(
        name=file.name,
        format=contents.format,
        bytes=len(raw),
        sha256=hashlib.sha256(raw).hexdigest(),
        n_rows=len(contents.frame),
        n_columns=len(contents.frame.columns),
        columns=wanted.columns,
        layout=layout,
        encoding=contents.encoding,
        delimiter=contents.delimiter,
        decimal=contents.decimal,
        sheet=contents.sheet,
        missing_codes=contents.missing_codes,
        column_labels=tuple(
            (name, contents.column_labels[name]) for name in wanted.columns if name in contents.column_labels
        ),
        remarks=contents.remarks,
    )
