"""The package of a Word file, made the same each time: its entries in order, without the clock.

python-docx writes the time into the package and takes a thumbnail and the name of a program from its template; here
they go.
"""

from __future__ import annotations

import io
import os
import re
import zipfile
from datetime import UTC, datetime

from rocstats.document.word import SIGN

_EARLIEST = datetime(1980, 1, 1, tzinfo=UTC)
_ABOUT = "docProps/app.xml"
_THUMBNAIL = "docProps/thumbnail.jpeg"
_RELATION = re.compile(rb'<Relationship [^>]*Target="docProps/thumbnail\.jpeg"[^>]*/>')
_PROPERTIES = (
    b"<?xml version='1.0' encoding='UTF-8' standalone='yes'?>\n"
    b'<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">'
    + SIGN
    + b"</Properties>"
)


def moment() -> datetime:
    """Give the time that a file says it was made: SOURCE_DATE_EPOCH if it is set, else the first that a zip can hold.

    Examples
    --------
    >>> import os
    >>> "SOURCE_DATE_EPOCH" in os.environ or str(moment())
    '1980-01-01 00:00:00+00:00'
    """
    stated = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not stated.isdecimal():
        return _EARLIEST
    return max(datetime.fromtimestamp(int(stated), UTC), _EARLIEST)


def repacked(docx: bytes) -> bytes:
    """Write a package again, the same bytes for the same content.

    The first entries are stored as they are, so that the sign of rocstats can be read without opening the package.
    """
    when = moment().timetuple()[:6]
    held = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(docx)) as old, zipfile.ZipFile(held, "w") as new:
        for name in sorted(old.namelist()):
            if name == _THUMBNAIL:
                continue
            content = _PROPERTIES if name == _ABOUT else old.read(name)
            if name == "_rels/.rels":
                content = _RELATION.sub(b"", content)
            entry = zipfile.ZipInfo(name, date_time=when)
            entry.compress_type = (
                zipfile.ZIP_STORED if name.startswith(("[", "_", "docProps")) else zipfile.ZIP_DEFLATED
            )
            entry.external_attr = 0o600 << 16
            entry.create_system = 3
            new.writestr(entry, content, compresslevel=9)
    return held.getvalue()
