"""What tests of the command line share: how a command is run, what it says, and studies to run it on."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
from typer.testing import CliRunner

from rocstats.cli import app

ROOT = Path(__file__).parent.parent
OVARIAN = ROOT / "validation" / "data" / "ovarian.csv"
ABOUT_OVARIAN = [str(OVARIAN), "--truth", "popind", "--positive", "1"]
HOSTILE = '=HYPERLINK("http://x"), "A=B" <37\x1b[2J'

# Five cases and five controls: low scores of "low" are positive, high ones of "high".
ROWS = """truth,sex,low,high,gap
ill,f,1.5,9,1
ill,f,2.0,8,2
ill,m,2.5,5,3
ill,m,2.5,7,
ill,f,4.0,3,5
well,m,2.5,4,1
well,f,3.0,5,2
well,m,3.5,2,1
well,f,4.0,1,0
well,m,5.0,6,2
"""


def write_small(folder):
    """Write the ten subjects and say how a command names them."""
    path = folder / "small.csv"
    path.write_text(ROWS, encoding="utf-8")
    return [str(path), "--truth", "truth", "--positive", "ill"]


def write_hostile(folder):
    """Write a study whose test has a name with commas, quotes, an equals sign and an escape sequence."""
    path = folder / "hostile.csv"
    pd.DataFrame({"t": [1, 1, 1, 0, 0, 0], HOSTILE: [5, 4, 2, 3, 2, 1]}).to_csv(path, index=False)
    return [str(path), "--truth", "t", "--test", HOSTILE]


def write_study(folder):
    """Write forty subjects with tests, a probability, a class with its scores and a group; say how they are named."""
    rng = np.random.default_rng(1)
    poor = np.arange(40) % 2 == 0
    grades = np.array(["mild", "moderate", "severe"])[np.arange(40) % 3]
    frame = pd.DataFrame(
        {
            "outcome": np.where(poor, "Poor", "Good"),
            "s100b": np.round(rng.gamma(2, 0.1, 40) * (1 + poor), 2),
            "ndka": np.round(rng.gamma(3, 4, 40) * (1 + 0.4 * poor), 1),
            "wfns": np.clip(rng.integers(1, 5, 40) + poor, 1, 5),
            "risk": np.round(1 / (1 + np.exp(0.5 - poor - rng.normal(size=40))), 3),
            "gender": np.where(np.arange(40) < 22, "f", "m"),
            "grade": grades,
            **{name: np.round(rng.random(40) + 0.5 * (grades == name), 2) for name in ("mild", "moderate", "severe")},
        }
    )
    path = folder / "study.csv"
    frame.to_csv(path, index=False)
    return [str(path), "--truth", "outcome", "--positive", "Poor"]


def run(*arguments):
    """Run a command in this process."""
    return CliRunner().invoke(app, [str(a) for a in arguments], prog_name="rocstats")


def printed(done, *results):
    """Check that a command printed these results as print does, and nothing else on stdout."""
    assert done.exit_code == 0, done.stderr
    assert done.stdout == "".join(f"{result}\n" for result in results)


def said(done):
    """Return what stands on stderr as one line, without the frame around a wrong call."""
    return " ".join(done.stderr.translate(str.maketrans("│╭╮╰╯─", "      ")).split())


def refused(done, text, code=1):
    """Check that a command gave one clear sentence, nothing on stdout, and an exit code: 1 unless stated."""
    assert (done.exit_code, done.stdout) == (code, "")
    assert done.stderr == f"rocstats: {text}\n"


def wrong_call(done, text):
    """Check that a command was called in a wrong way, and says in which."""
    assert (done.exit_code, done.stdout) == (2, "")
    assert text in said(done)


def strict(text):
    """Read JSON, refusing NaN and Infinity."""

    def refuse(name):
        raise AssertionError(f"{name} is no JSON")

    return json.loads(text, parse_constant=refuse)
