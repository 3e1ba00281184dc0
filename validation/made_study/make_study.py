"""The made study: participants drawn from a population in which every accuracy is known.

``python make_study.py`` writes ``study.csv`` beside this file, the same bytes on every machine: only whole numbers are
drawn and added up, from the uniform numbers whose sequence Python promises to keep.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import pandas as pd

Floats = npt.NDArray[np.float64]
SEED, SIZE = 20261130, 2000

PREVALENCE = 0.22
SITES = {"01": 0.28, "02": 0.22, "03": 0.18, "04": 0.14, "05": 0.11, "06": 0.07}
YOUNGEST, OLD = 38, 65
STAGES = {"I": 0.35, "II": 0.25, "III": 0.28, "IV": 0.12}
ALTERNATIVES = {"Adenoma": 0.30, "Diverticular disease": 0.25, "Inflammatory bowel disease": 0.10, "No finding": 0.35}
EXCLUSIONS = {"Consent withdrawn": 0.45, "Previous colorectal cancer": 0.30, "Colonoscopy in the past year": 0.25}
VERIFIED = {"positive": 0.97, "not positive": 0.82}
UNCLEAR = 0.015
LOST, EQUIVOCAL, NO_RESULT_OF_A = 0.03, 0.04, 0.035
WINDOW = 28


@dataclass(frozen=True)
class Assay:
    """How a test sees a participant: what all tests see, its own error, and a step up with each stage."""

    error: int
    steps: tuple[int, int, int, int]
    older: int = 0


# All tests see the same latent quantity, with a standard deviation of 100 in everybody.
SEEN = 100
A = Assay(error=80, steps=(190, 250, 310, 370))
B = Assay(error=110, steps=(140, 200, 250, 300), older=25)
C = Assay(error=120, steps=(220, 280, 340, 390))
A_GREY, A_POSITIVE = 480, 520
B_POSITIVE = 320
C_POSITIVE = 231


def made_study(n: int = SIZE, seed: int = SEED) -> pd.DataFrame:
    """Draw a study of ``n`` participants as a table; what is missing is None, what is a number is one.

    ``AVAL_A`` holds numbers and the word INV and therefore texts, as a file would.
    """
    import pandas as pd

    frame = pd.DataFrame(made_rows(n, seed), dtype=object)
    for column in ("AGE", "BMI", "AVAL_B"):
        frame[column] = pd.to_numeric(frame[column])
    return frame


def made_rows(n: int = SIZE, seed: int = SEED) -> list[dict[str, str | None]]:
    """Draw a study row by row, in the texts that stand in the file."""
    random = Random(seed)
    return [_participant(number, random) for number in range(1, n + 1)]


def csv_text(rows: list[dict[str, str | None]]) -> str:
    """Write rows as a comma-separated file with an empty field where something is missing."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _participant(number: int, random: Random) -> dict[str, str | None]:
    age = YOUNGEST + _dice(random, 4, 14)
    ill = random.random() < PREVALENCE
    stage = _one_of(random, STAGES)
    alternative = _one_of(random, ALTERNATIVES)
    person = {
        "USUBJID": f"CRC-{number:04d}",
        "SITEID": _one_of(random, SITES),
        "SEX": "F" if random.random() < 0.51 else "M",
        "AGE": str(age),
        "AGEGR1": ">=65" if age >= OLD else "<65",
        "BMI": None if random.random() < 0.02 else _tenths(180 + _dice(random, 5, 41)),
        "SMOKING": _one_of(random, {"Never": 0.5, "Former": 0.32, "Current": 0.18}),
        "FAMHX": "Y" if random.random() < 0.12 else "N",
    }
    excluded = _one_of(random, EXCLUSIONS) if random.random() < 0.05 else None
    tests, positive = _tests(random, STAGES_IN_ORDER.index(stage) if ill else None, age >= OLD)
    verified = random.random() < VERIFIED["positive" if positive else "not positive"]
    unclear = random.random() < UNCLEAR
    reference = None if not verified else "Unclear" if unclear else "Present" if ill else "Absent"
    first = date(2025, 2, 3) + timedelta(days=int(random.random() * 420))
    between = _dice(random, 4, 9)
    treated = random.random() < 0.02
    deviation = random.random() < 0.04
    tested = any(value is not None for value in tests.values())
    fas = excluded is None and tested
    per_protocol = fas and verified and not (deviation or treated or between > WINDOW)
    return {
        **person,
        "ELIGFL": "N" if excluded else "Y",
        "EXCLRSN": excluded,
        **tests,
        "REFRES": reference,
        "STAGE": stage if reference == "Present" else None,
        "ALTDX": alternative if reference == "Absent" else None,
        "TESTDT": first.isoformat() if tested else None,
        "REFDT": (first + timedelta(days=between)).isoformat() if verified else None,
        "TRTFL": "Y" if treated else "N",
        "FASFL": "Y" if fas else "N",
        "PPROTFL": "Y" if per_protocol else "N",
        "AEFL": "Y" if verified and random.random() < 0.015 else "N",
    }


def _tests(random: Random, stage: int | None, old: bool) -> tuple[dict[str, str | None], bool]:
    """Draw the results of the three tests, and say whether the first is positive."""
    seen = _bell(random, SEEN)
    a, b, c = (seen + _bell(random, one.error) + _shift(one, stage, old) for one in (A, B, C))
    index = int(index_of_a(a))
    lost = random.random()
    result_a = None if lost < 0.015 else "INV" if lost < NO_RESULT_OF_A else f"0.{index:03d}"
    result_b = None if random.random() < 0.03 else _tenths(int(level_of_b(b)))
    lost = random.random()
    call = "POS" if c >= C_POSITIVE else "NEG"
    result_c = None if lost < 0.02 else "INVALID" if lost < LOST else "EQV" if lost < LOST + EQUIVOCAL else call
    if random.random() < 0.01:
        result_a = result_b = result_c = None
    return (
        {"AVAL_A": result_a, "AVAL_B": result_b, "CALL_C": result_c},
        index >= A_POSITIVE and result_a not in (None, "INV"),
    )


STAGES_IN_ORDER = tuple(STAGES)


def _shift(assay: Assay, stage: int | None, old: bool) -> int:
    return (0 if stage is None else assay.steps[stage]) + (assay.older if old else 0)


def index_of_a(latent: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Give the index of assay A in thousandths, between 0 and 1, one half at a latent 100."""
    x = np.asarray(latent, dtype=np.int64) - 100
    return 500 + 500 * x // (np.abs(x) + 150)


def level_of_b(latent: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Give the level of assay B in tenths of a unit, skewed to the right and never 0."""
    x = np.maximum(np.asarray(latent, dtype=np.int64) + 600, 60)
    return np.maximum(x**3 // 1_000_000, 1)


def _dice(random: Random, count: int, sides: int) -> int:
    """Throw dice with faces from 0 and add them up."""
    return sum(int(random.random() * sides) for _ in range(count))


def _bell(random: Random, spread: int) -> int:
    """Draw a whole number of mean 0 and, within a hundredth of a percent, standard deviation ``spread``."""
    return _dice(random, 12, spread) - 6 * (spread - 1)


def _one_of(random: Random, shares: dict[str, float]) -> str:
    """Draw one by its share; the last takes what is left."""
    left = random.random()
    for name, share in shares.items():
        left -= share
        if left < 0:
            return name
    return name


def _tenths(number: int) -> str:
    return f"{number // 10}.{number % 10}"


# --- What is true in the population -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Truth:
    """Accuracy of a test in a population, among those with a result: everybody, or as many of them as are verified.

    ``definite`` leaves indeterminate results out, ``counted`` takes them as positive; each is sensitivity, specificity.
    ``auc`` is that of definite scores, None for calls.
    """

    definite: tuple[float, float]
    counted: tuple[float, float]
    auc: float | None


def truth(test: str, *, verified: bool = False, threshold_b: int = B_POSITIVE, stage: str | None = None) -> Truth:
    """Give what is true of test "A", "B" or "C", from the exact distributions of its results.

    ``verified`` asks for those with a reference standard only, who are not like everybody: assay A had a say in who was
    verified. ``stage`` takes cases of one stage, ``threshold_b`` another threshold of assay B, in tenths.
    """
    assay = {"A": A, "B": B, "C": C}[test]
    stages = STAGES if stage is None else {stage: 1.0}
    case = _scored(test, assay, {STAGES_IN_ORDER.index(name): share for name, share in stages.items()}, verified)
    control = _scored(test, assay, {None: 1.0}, verified)
    least = {"A": A_POSITIVE, "B": threshold_b, "C": C_POSITIVE}[test]
    below = A_GREY if test == "A" else least
    # An indeterminate call has nothing to do with the participant; indeterminate scores lie between both limits.
    unread = EQUIVOCAL / (1 - LOST) if test == "C" else 0.0
    shares = []
    for score, mass in (case, control):
        yes, no = mass[score >= least].sum() / mass.sum(), mass[score < below].sum() / mass.sum()
        shares.append((float(yes / (yes + no)), float(1 - no * (1 - unread))))
    definite, counted = zip(*shares, strict=True)
    area = None
    if test != "C":
        area = _area(*(pair for score, mass in (case, control) for pair in [_decided(score, mass, below, least)]))
    return Truth(
        definite=(definite[0], 1 - definite[1]),
        counted=(counted[0], 1 - counted[1]),
        auc=area,
    )


def _scored(
    test: str, assay: Assay, stages: Mapping[int | None, float], verified: bool
) -> tuple[npt.NDArray[np.int64], Floats]:
    """Give every score of a test and its probability, among cases of these stages or among controls."""
    seen, error = _sum_of_dice(12, SEEN), _sum_of_dice(12, assay.error)
    older = float(_sum_of_dice(4, 14)[OLD - YOUNGEST :].sum())
    scale = {"A": index_of_a, "B": level_of_b}.get(test, np.asarray)
    scores, masses = [], []
    for stage, share in stages.items():
        for old, part in ((True, older), (False, 1 - older)):
            kept = seen * _chance_of_verification(stage, old) if verified and test != "A" else seen
            mass = np.convolve(kept, error) * share * part
            latent = np.arange(len(mass)) - 6 * (SEEN - 1) - 6 * (assay.error - 1) + _shift(assay, stage, old)
            score = scale(latent)
            if verified and test == "A":
                mass = mass * np.where(score >= A_POSITIVE, *VERIFIED.values())
            scores.append(score)
            masses.append(mass)
    return np.concatenate(scores), np.concatenate(masses)


def _chance_of_verification(stage: int | None, old: bool) -> Floats:
    """Give the chance to be verified at each value of what all tests see, through the result of assay A."""
    error = _sum_of_dice(12, A.error)
    seen = np.arange(12 * (SEEN - 1) + 1) - 6 * (SEEN - 1)
    own = np.arange(len(error)) - 6 * (A.error - 1)
    positive = (index_of_a(seen[:, None] + own + _shift(A, stage, old)) >= A_POSITIVE) @ error * (1 - NO_RESULT_OF_A)
    yes, no = VERIFIED.values()
    return no + (yes - no) * positive


def _sum_of_dice(count: int, sides: int) -> Floats:
    mass = np.ones(1)
    for _ in range(count):
        mass = np.convolve(mass, np.full(sides, 1 / sides))
    return mass


def _decided(
    score: npt.NDArray[np.int64], mass: Floats, below: int, least: int
) -> tuple[npt.NDArray[np.int64], Floats]:
    kept = (score < below) | (score >= least)
    return score[kept], mass[kept]


def _area(case: tuple[npt.NDArray[np.int64], Floats], control: tuple[npt.NDArray[np.int64], Floats]) -> float:
    """Give the chance that a case scores above a control, ties by half."""
    scores, place = np.unique(np.concatenate([case[0], control[0]]), return_inverse=True)
    cases = np.bincount(place[: len(case[0])], case[1], len(scores))
    controls = np.bincount(place[len(case[0]) :], control[1], len(scores))
    below = np.cumsum(controls) - controls
    return float((cases * (below + controls / 2)).sum() / (cases.sum() * controls.sum()))


def main() -> None:
    """Write the study beside this file."""
    (Path(__file__).parent / "study.csv").write_bytes(csv_text(made_rows()).encode())


if __name__ == "__main__":
    main()
