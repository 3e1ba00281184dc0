"""How many bins a table may have."""

from __future__ import annotations

from rocstats.errors import MethodError
from rocstats.formatting import shown
from rocstats.given import is_whole

_MOST = 1_000_000


def checked_bins(bins: object) -> int:
    """Return a number of bins, or refuse what is none.

    Examples
    --------
    >>> checked_bins(10)
    10
    """
    if not is_whole(bins):
        raise TypeError(f"bins is {shown(bins)}; it must be a whole number.")
    if not 1 <= bins <= _MOST:
        raise MethodError(f"bins is {shown(bins)}; a table has at least one bin, and at most {_MOST}.")
    return int(bins)
