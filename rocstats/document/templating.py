"""Templates of the project, and what keeps unescaped text out of the pages that they make."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from rocstats.document.inline import visible
from rocstats.document.markdown import Md

if TYPE_CHECKING:
    from jinja2 import Environment

LANGUAGE = "en"
GENERATOR = "rocstats"
_PACKAGE = Path(__file__).resolve().parent.parent


def templates(*, autoescape: bool) -> Environment:
    """Open the templates; a name that is missing fails."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        # Installed, the templates lie inside the package; in a checkout, beside it.
        loader=FileSystemLoader([_PACKAGE / "templates", _PACKAGE.parent / "templates"]),
        autoescape=autoescape,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        extensions=["jinja2.ext.do"],
    )


def markdown_only(value: Any) -> Any:
    """Let nothing into a Markdown page that was not made for it."""
    if isinstance(value, Md | int):
        return value
    raise TypeError(f"a Markdown template printed {value!r}, which was never escaped; pass it through a filter.")


def css_string(text: str) -> Markup:
    r"""Write text as a string of a style sheet; all but letters and digits become codes.

    Examples
    --------
    >>> print(css_string('a"</style>'))
    "a\000022\00003c\00002fstyle\00003e"
    """
    codes = (c if c.isascii() and c.isalnum() else f"\\{ord(c):06x}" for c in visible(text))
    return Markup(f'"{"".join(codes)}"')
