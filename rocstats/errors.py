"""The errors that rocstats raises on purpose.

::

    RocstatsError
     ├── DataError          the data do not hold what is needed
     ├── MethodError        a method does not serve this quantity, or an option is out of range
     ├── PlanError          the plan of a report contradicts itself or the data
     ├── FitError           a curve model cannot be fitted to these data
     ├── DiskError          the system does not let a file be read or written; an OSError, too
     └── MissingExtraError  an optional package is not installed

Each message says what came, what is needed and what to do. Something of the wrong Python type is a
``TypeError`` that names the door to go through.
"""


class RocstatsError(Exception):
    """Base class: catch this to catch every error that rocstats raises on purpose."""


class DataError(RocstatsError):
    """The data do not hold what the question needs."""


class MethodError(RocstatsError):
    """A method does not serve this quantity, or one of its options is out of range."""


class PlanError(RocstatsError):
    """The plan of a report contradicts itself or the data."""


class FitError(RocstatsError):
    """A curve model cannot be fitted to these data.

    ``code`` names the diagnosis, as in "perfect-separation"; the message gives the reason and the alternative.
    """

    def __init__(self, message: str, code: str = "not-fitted") -> None:
        super().__init__(message)
        self.code = code


class DiskError(RocstatsError, OSError):
    """The system does not let a file be read or written; whoever catches ``OSError`` catches it."""


class MissingExtraError(RocstatsError):
    """An optional package that this step needs is not installed."""
