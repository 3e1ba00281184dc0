"""Scores that claim to be probabilities of being a case: what they must be, and how many subjects have each."""

from __future__ import annotations

import numpy as np

from rocstats.data.sample import Sample
from rocstats.empirical.ranks import Floats, Integers
from rocstats.empirical.steps import Steps
from rocstats.errors import DataError, MethodError
from rocstats.formatting import plain, printable


def check_probabilities(sample: Sample, what: str) -> None:
    """Refuse scores that are no probabilities of being a case."""
    for place, test in enumerate(sample.tests):
        name = printable(test.name)
        if test.low:
            raise MethodError(
                f'low scores of "{name}" are positive, so it is no probability of being a case, and {what} needs one. '
                "If it is the probability of being a control, give 1 - score with high scores positive."
            )
        scores = np.concatenate([sample.cases[:, place], sample.controls[:, place]])
        low, high = float(scores.min()), float(scores.max())
        if low < 0 or high > 1:
            raise DataError(
                f'scores of "{name}" go from {plain(low)} to {plain(high)}; {what} needs probabilities, between 0 and '
                "1. Give the probabilities of a model, as fractions and not in percent."
            )


class PreparedProbabilities:
    """Subjects with each distinct probability, counted under any row weights."""

    def __init__(self, sample: Sample) -> None:
        self._steps = [Steps(sample, test) for test in range(len(sample.tests))]

    def counted(self, case_w: Integers, control_w: Integers) -> list[tuple[Floats, Integers, Integers]]:
        """Return, for each test, the distinct scores, and cases and controls at each in every set of weights."""
        found = []
        for steps in self._steps:
            tp, fp = steps.counts(case_w, control_w)
            found.append((steps.scores, np.diff(tp, axis=1), np.diff(fp, axis=1)))
        return found
