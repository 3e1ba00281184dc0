"""What everybody may be asked, and what every answer owes: finite numbers or a refusal in "
"words, and nothing changed."""

import contextlib
import dataclasses
import enum
import inspect
import json
import linecache
import math
import re
import signal
import threading
import warnings
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from pydantic import BaseModel

import rocstats
from rocstats import RocstatsError
from rocstats.investigation.column_of_test import TestColumn
from rocstats.printing import Result

PACKAGE = str(Path(rocstats.__file__).parent)
LONGEST = 20.0
_NONE = re.compile(r"(?<![\w.-])-?nan(?![\w.-])", re.IGNORECASE)
_DEEPEST = 6


class TooLongError(Exception):
    """A call took more processor time than any of them may."""


@dataclasses.dataclass(frozen=True)
class Call:
    """A function with what it is given."""

    name: str
    function: object
    args: tuple = ()
    options: dict = dataclasses.field(default_factory=dict)
    finish: object = None

    def __repr__(self):
        given = [*map(_shown, self.args), *(f"{name}={_shown(value)}" for name, value in self.options.items())]
        return f"{self.name}({', '.join(given)})"

    def __call__(self):
        return self.function(*self.args, **self.options)


def _shown(value):
    try:
        text = repr(value)
    except Exception as error:  # noqa: BLE001  # what is shown here is hostile
        text = f"<{type(value).__name__} without a repr: {type(error).__name__}>"
    if isinstance(value, rocstats.Sample):
        text = f"{text[:-1]}; {value.cases.tolist()} {value.controls.tolist()}>"
    return text if len(text) < 600 else f"{text[:600]} …"


def endure(call, draw=None):
    """Assert that a call answers honestly, or refuses in words; return "answered", "refused" or "wrong type"."""
    given = (call.args, call.options)
    before = fingerprint(given)
    with warnings.catch_warnings(), within(LONGEST):
        warnings.simplefilter("error")
        try:
            found = call()
        except RocstatsError as refusal:
            in_words(str(refusal))
            outcome = "refused"
        except TypeError as wrong:
            assert on_purpose(wrong), f"a TypeError by accident: {wrong}"  # noqa: PT017
            in_words(str(wrong))
            outcome = "wrong type"
        else:
            examine(found if call.finish is None else call.finish(found), draw)
            outcome = "answered"
    assert same_print(before, fingerprint(given)), "an argument was changed"
    return outcome


def on_purpose(error):
    """Say whether an error was raised by a statement of rocstats, and not by what it did with a value."""
    last = error.__traceback__
    while last.tb_next is not None:
        last = last.tb_next
    code = last.tb_frame.f_code
    if not code.co_filename.startswith(PACKAGE):
        return False
    return linecache.getline(code.co_filename, last.tb_lineno).lstrip().startswith("raise ")


def in_words(text):
    """Assert that a refusal is a sentence that can be shown anywhere."""
    assert len(text) > 15, f"hardly a sentence: {text!r}"
    odd = [c for c in text if not c.isprintable() and c != "\n"]
    assert not odd, f"a refusal holds {odd[0]!r}: {text[:300]!r}"
    assert len(text) < 30_000, f"a refusal of {len(text)} letters: {text[:300]!r}"


@contextlib.contextmanager
def within(seconds):
    """Bound the processor time of what stands within, where the system can."""
    if not hasattr(signal, "ITIMER_VIRTUAL") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_):
        raise TooLongError(f"more than {seconds:g} s of processor time")

    old = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, old)


# ---- answers -----------------------------------------------------------------------------------------------------


def examine(found, draw=None):
    """Assert that an answer holds no number that is none, that it prints, and that its own methods answer too."""
    _Examiner(draw).look(found, type(found).__name__, 0)


class _Examiner:
    def __init__(self, draw):
        self.draw = draw
        # values are kept, or another would get the id of one that is gone
        self.seen = {}

    def look(self, value, place, depth):
        if value is None or isinstance(value, str | bytes | bool | int | enum.Enum | type | Path):
            return
        if isinstance(value, float | np.floating):
            assert not math.isnan(value), f"{place} is nan"
        elif isinstance(value, np.ndarray):
            self.look_at_array(value, place, depth)
        elif isinstance(value, Mapping):
            for key, held in value.items():
                self.look(held, f"{place}[{str(key)[:40]!r}]", depth + 1)
        elif isinstance(value, list | tuple | set | frozenset):
            for i, held in enumerate(value):
                self.look(held, f"{place}[{i}]", depth + 1)
        elif type(value).__module__.startswith("rocstats") and depth < _DEEPEST and id(value) not in self.seen:
            self.seen[id(value)] = value
            self.look_at_own(value, place, depth)

    def look_at_array(self, value, place, depth):
        if value.dtype.kind == "f":
            assert not np.isnan(value).any(), f"{place} holds nan: {value!r}"
        elif value.dtype.kind == "O" and value.size < 1000:
            for held in value.ravel().tolist():
                self.look(held, place, depth + 1)

    def look_at_own(self, value, place, depth):
        if isinstance(value, Result):
            self.result(value, place)
        if isinstance(value, rocstats.Sample | rocstats.Study | TestColumn):
            # scores that are missing are NaN until a sample is made of them
            repr(value)
            return
        # a plan is of a class of pydantic, whose own machinery is nobody's question
        machinery = dir(BaseModel) if isinstance(value, BaseModel) else ()
        for name in dir(type(value)):
            if name.startswith("_") or name in machinery:
                continue
            member = inspect.getattr_static(type(value), name)
            if isinstance(member, property) or not callable(member):
                if not isinstance(member, classmethod | staticmethod):
                    self.look(self.ask(getattr, value, name), f"{place}.{name}", depth + 1)
            elif inspect.isfunction(member):
                self.method(value, name, member, f"{place}.{name}()", depth)

    def method(self, value, name, function, place, depth):
        """Call what needs nothing, and what is given numbers that a person could give."""
        wanted = [p for p in list(inspect.signature(function).parameters.values())[1:] if p.default is p.empty]
        if not wanted:
            if name not in ("tidy", "to_dict", "summary", "rows", "text", "html"):
                self.look(self.ask(getattr(value, name)), place, depth + 1)
        elif self.draw is not None and isinstance(value, Result):
            from hostile_arguments import ASKED_OF_RESULTS
            from hostile_values import anything

            asked = ASKED_OF_RESULTS.get(name, anything)
            answer = self.ask(getattr(value, name), self.draw(asked))
            # measures at every point are NaN where they have no value, and say so
            if name != "values":
                self.look(answer, place, depth + 1)

    def ask(self, function, *args):
        try:
            return function(*args)
        except RocstatsError as refusal:
            in_words(str(refusal))
        except TypeError as wrong:
            assert on_purpose(wrong), f"a TypeError by accident: {wrong}"  # noqa: PT017
        return None

    def result(self, value, place):
        text = str(value)
        assert text.strip(), f"{place} prints nothing"
        odd = [c for c in text if not c.isprintable() and c not in "\n\t"]
        assert not odd, f"{place} prints {odd[0]!r}"
        assert not _NONE.search(text), f"{place} prints nan: {text}"
        assert value._repr_html_()
        json.dumps(value.to_dict(), allow_nan=False).encode()
        value.tidy()
        for row in value.rows():
            for name, number in row.items():
                if isinstance(number, float | np.floating):
                    assert not math.isnan(number), f"{name} of {place} is nan"


# ---- what was given ----------------------------------------------------------------------------------------------


def fingerprint(value, depth=0):
    """Describe a value so that a change of it is seen; what cannot be described is passed over."""
    import pandas as pd

    if depth > _DEEPEST:
        return None
    if isinstance(value, np.ma.MaskedArray):
        return ("masked", fingerprint(value.data, depth), np.ma.getmaskarray(value).tobytes())
    if isinstance(value, np.ndarray):
        return (value.dtype.str, value.shape, value.flags.writeable, _bytes(value, depth))
    if isinstance(value, pd.DataFrame):
        columns = [fingerprint(value.iloc[:, place], depth + 1) for place in range(min(value.shape[1], 50))]
        return ("frame", repr(list(value.columns)[:50]), value.shape, columns)
    if isinstance(value, pd.Series | pd.Index):
        return (str(value.dtype), repr(value.name), _bytes(np.asarray(value, dtype=object), depth))
    if isinstance(value, Mapping):
        return ("mapping", [(_shown(key), fingerprint(held, depth + 1)) for key, held in value.items()])
    if isinstance(value, list | tuple):
        return (type(value).__name__, [fingerprint(held, depth + 1) for held in value])
    if isinstance(value, set | frozenset):
        return ("set", len(value))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        held = [(f.name, getattr(value, f.name, None)) for f in dataclasses.fields(value)]
        return (type(value).__name__, [(name, fingerprint(each, depth + 1)) for name, each in held])
    if isinstance(value, str | bytes | int | float | complex | None.__class__):
        return (type(value).__name__, repr(value) if not isinstance(value, int) else value)
    return None


def _bytes(array, depth):
    if array.dtype.kind in "OV":
        return [fingerprint(held, depth + 1) for held in array.ravel().tolist()[:1000]]
    return np.ascontiguousarray(array).tobytes()


def same_print(one, two):
    """Say whether two descriptions tell of one value."""
    return one == two
