"""The line on which each key of a TOML text stands."""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from collections.abc import Mapping

from rocstats.study_plan.keys import Path

_BLANK = " \t"
_BETWEEN = " \t\r\n,"


def lines_of(text: str) -> dict[Path, int]:
    """Find the lines of all keys, tables and places in lists of a text that TOML has understood.

    Examples
    --------
    >>> lines_of('seed = 1\\n[[tests]]\\nname = "CT"\\nthreshold = {value = 2}')[("tests", 0, "threshold", "value")]
    4
    """
    scanner = _Scanner(text)
    scanner.whole()
    return scanner.lines


def line_of(path: Path, lines: Mapping[Path, int]) -> int | None:
    """Give the line of a key, or of the nearest table around it that is written."""
    while path:
        if path in lines:
            return lines[path]
        path = path[:-1]
    return None


class _Scanner:
    """Goes through a text once; that it is TOML was seen before, so nothing is checked."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.starts = [0, *(place + 1 for place, letter in enumerate(text) if letter == "\n")]
        self.lines: dict[Path, int] = {}
        self.sizes: dict[Path, int] = {}

    def whole(self) -> None:
        table: Path = ()
        self.skip(_BETWEEN)
        while self.at < len(self.text):
            if self.text.startswith("[", self.at):
                table = self.header()
            else:
                self.pair(table)
            self.skip(_BETWEEN)

    def header(self) -> Path:
        several = self.text.startswith("[[", self.at)
        line = self.line()
        self.at += 2 if several else 1
        *outer, last = self.name()
        self.at += 2 if several else 1
        path: Path = ()
        for step in outer:
            path = self.latest((*path, step))
        path = (*path, last)
        self.lines.setdefault(path, line)
        if several:
            self.sizes[path] = self.sizes.get(path, 0) + 1
            path = self.latest(path)
            self.lines[path] = line
        return path

    def latest(self, path: Path) -> Path:
        """Give the table that a name stands for now: of a list of tables the last one."""
        return (*path, self.sizes[path] - 1) if path in self.sizes else path

    def pair(self, table: Path) -> None:
        line = self.line()
        path = table
        for step in self.name():
            path = (*path, step)
            self.lines.setdefault(path, line)
        self.at += 1
        self.value(path)

    def name(self) -> list[str]:
        """Read a key with its dots, and stop before what follows."""
        steps = []
        while True:
            self.skip(_BLANK)
            begin = self.at
            if self.text[begin] in "\"'":
                self.string()
                steps.append(str(tomllib.loads(f"k = {self.text[begin : self.at]}")["k"]))
            else:
                while self.text[self.at] not in " \t.=]":
                    self.at += 1
                steps.append(self.text[begin : self.at])
            self.skip(_BLANK)
            if self.text[self.at] != ".":
                return steps
            self.at += 1

    def value(self, path: Path) -> None:
        self.skip(_BLANK)
        letter = self.text[self.at]
        if letter in "\"'":
            self.string()
        elif letter in "[{":
            self.at += 1
            self.skip(_BETWEEN)
            place = 0
            while self.text[self.at] not in "]}":
                if letter == "{":
                    self.pair(path)
                else:
                    self.lines[*path, place] = self.line()
                    self.value((*path, place))
                    place += 1
                self.skip(_BETWEEN)
            self.at += 1
        else:
            while self.at < len(self.text) and self.text[self.at] not in ",]}#\n":
                self.at += 1

    def string(self) -> None:
        mark = self.text[self.at]
        long = self.text.startswith(mark * 3, self.at)
        close = mark * 3 if long else mark
        self.at += len(close)
        while not self.text.startswith(close, self.at):
            self.at += 2 if mark == '"' and self.text[self.at] == "\\" else 1
        self.at += len(close)
        # A long text may end with one or two marks of its own.
        while long and self.at < len(self.text) and self.text[self.at] == mark:
            self.at += 1

    def skip(self, letters: str) -> None:
        """Go past blanks; where lines may end, past comments too."""
        while self.at < len(self.text):
            if self.text[self.at] in letters:
                self.at += 1
            elif self.text[self.at] == "#" and "\n" in letters:
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            else:
                return

    def line(self) -> int:
        return bisect_right(self.starts, self.at)
