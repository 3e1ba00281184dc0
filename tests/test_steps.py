"""Steps of the curve: counts at or above each score under row weights."""

import numpy as np
from hypothesis import given
from strategies import one_test

from rocstats.empirical.steps import Steps


@given(one_test())
def test_counts_are_those_of_comparing_every_row(sample):
    """At each distinct score the counts are the weights of the rows that reach it."""
    rng = np.random.default_rng(1)
    case_w = rng.integers(0, 4, (3, len(sample.cases)))
    control_w = rng.integers(0, 4, (3, len(sample.controls)))
    steps = Steps(sample)
    tp, fp = steps.counts(case_w, control_w)
    assert not tp[:, 0].any()
    assert not fp[:, 0].any()
    for place, score in enumerate(steps.scores, start=1):
        assert (tp[:, place] == case_w[:, sample.cases[:, 0] >= score].sum(axis=1)).all()
        assert (fp[:, place] == control_w[:, sample.controls[:, 0] >= score].sum(axis=1)).all()
