"""The file that a study was read from, and how it was read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Provenance of a study: enough to find the same file again and to read it in the same way.

    Parameters
    ----------
    name : str
        File name without its folders.
    format : str
        "CSV", "Excel", "Parquet", "SAS transport", "SAS", "SPSS" or "Stata".
    bytes : int
        Size of the file.
    sha256 : str
        Its SHA-256, in hexadecimal.
    n_rows, n_columns : int
        Rows below the header, and columns.
    columns : tuple of str
        The columns that were used.
    layout : {"wide", "long"}
        A row per subject with a column per test, or a row per subject and test.
    encoding, delimiter, decimal : str or None
        How a text file was read; None for other formats.
    sheet : str or None
        Sheet of a workbook.
    missing_codes : tuple of str
        Texts that were read as missing values.
    column_labels : tuple of pairs
        Labels of used columns that the file holds.
    remarks : tuple of str
        What the reader of a report must know of this format.
    """

    name: str
    format: str
    bytes: int
    sha256: str
    n_rows: int
    n_columns: int
    columns: tuple[str, ...]
    layout: str = "wide"
    encoding: str | None = None
    delimiter: str | None = None
    decimal: str | None = None
    sheet: str | None = None
    missing_codes: tuple[str, ...] = ()
    column_labels: tuple[tuple[str, str], ...] = ()
    remarks: tuple[str, ...] = ()
