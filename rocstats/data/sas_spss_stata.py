"""Files of SAS, SPSS and Stata.

Numbers are the codes of the file; value labels are kept beside them. What the program that wrote the file calls missing
is missing.
"""

from __future__ import annotations

from pathlib import Path

from rocstats.data.contents import Contents, Wanted, quiet
from rocstats.data.frames import as_frame, require_columns
from rocstats.data.trial_reading import breaks_the_reader
from rocstats.errors import DataError, MissingExtraError
from rocstats.formatting import printable, said_of, shown

FORMATS = {
    ".xpt": ("SAS transport", "read_xport"),
    ".sas7bdat": ("SAS", "read_sas7bdat"),
    ".sav": ("SPSS", "read_sav"),
    ".zsav": ("SPSS", "read_sav"),
    ".dta": ("Stata", "read_dta"),
}
_REMARK = "Values that the file declares missing, special missing codes included, were read as missing."


def read_package_file(path: Path, wanted: Wanted, *, encoding: str | None) -> Contents:
    """Read a file by its extension, after a trial in another process."""
    try:
        import pyreadstat
    except ImportError:
        raise MissingExtraError(
            f'Reading {path.suffix.lower()} files needs pyreadstat: pip install "rocstats[files]".'
        ) from None
    name = printable(path.name)
    kind, reader = FORMATS[path.suffix.lower()]
    options = {} if encoding is None else {"encoding": encoding}
    if encoding is not None and not encoding.isprintable():
        raise DataError(f"there is no text encoding {shown(encoding)}.")
    if breaks_the_reader(path, reader, encoding):
        raise DataError(f"{name} is a damaged {kind} file over which the program that reads it breaks down.")
    try:
        with quiet():
            frame, meta = getattr(pyreadstat, reader)(str(path), **options)
    except Exception as error:  # noqa: BLE001  # a broken file is an error of several libraries, of many kinds
        raise DataError(
            f"{name} cannot be read as a {kind} file ({said_of(error)}). Save it again, or state its text encoding=."
        ) from None
    held = as_frame(frame)
    require_columns(wanted.columns, list(held.columns), name)
    if len(held) == 0:
        raise DataError(f"{name} has columns and no rows.")
    return Contents(
        frame=held,
        format=kind,
        encoding=meta.file_encoding or encoding,
        column_labels={name: label for name, label in meta.column_names_to_labels.items() if label},
        value_labels={name: dict(labels) for name, labels in meta.variable_value_labels.items()},
        remarks=(_REMARK,),
    )
