"""Data that give no certainty, and what every answer about them owes: honesty in numbers and in print."""

import json
import math
import warnings

from hypothesis import strategies as st
from strategies import sample_of, several

from rocstats import RocstatsError

few = st.sampled_from(
    [st.just(1.0), st.sampled_from([0.0, 1.0]), st.sampled_from([-math.inf, 0.0, 1.0, 2.0, math.inf])]
)
few_probabilities = st.sampled_from([st.just(1.0), st.sampled_from([0.0, 1.0]), st.sampled_from([0.0, 0.25, 0.5, 1.0])])


@st.composite
def degenerate(draw, scores=few, shifts=(0, 0, 10, -10)):
    """Draw two tests on few subjects: tied, separated, reversed or identical."""
    cases, controls = draw(scores.flatmap(lambda each: several(each, 2, least=1, most=4)))
    shift = draw(st.sampled_from(shifts))
    cases = [(a + shift, b + draw(st.sampled_from([0, shift]))) for a, b in cases]
    if draw(st.booleans()):
        cases, controls = [(a, a) for a, _ in cases], [(a, a) for a, _ in controls]
    return sample_of((cases, controls))


def prints_and_stores(found):
    """Assert that a result prints and stores without a warning and without the word nan; return its text."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        text = str(found)
        json.dumps(found.to_dict(), allow_nan=False)
        found.tidy()
    assert text.startswith("\n\t")
    assert "nan" not in text.lower()
    return text


def is_honest(found, bounds, least_p=0.0):
    """Assert that a result claims no certainty out of nothing, and that it can be printed and stored."""
    text = prints_and_stores(found)
    numbers = (found.estimate, found.standard_error, found.statistic, found.pvalue)
    assert all(math.isfinite(number) for number in numbers if number is not None)
    assert found.standard_error is None or found.standard_error > 0
    if found.pvalue is not None:
        assert max(least_p, 2.0**-1022) <= found.pvalue <= 1
    if found.interval is not None:
        low, high = found.interval.low, found.interval.high
        assert bounds[0] <= low < high <= bounds[1]
        assert found.estimate in found.interval or any(n.code == "estimate-outside" for n in found.notes)
    elif found.inference.estimable:
        # A method that has a p-value only, and has it for any data.
        assert found.standard_error is None
        assert found.pvalue is not None
    else:
        assert found.notes
        assert found.standard_error is None
        assert found.pvalue in (None, 1.0)
        assert "not estimable" in text


def is_sober(ask):
    """Assert that an answer claims no certainty out of nothing, or that a refusal says why; no warning either way."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            found = ask()
        except RocstatsError as refusal:
            assert len(str(refusal)) > 20  # noqa: PT017
            return
    prints_and_stores(found)
    for row in found.rows():
        for name, value in row.items():
            if isinstance(value, float):
                assert not math.isnan(value), name
            if name.startswith("p_value") and value is not None:
                assert 0 < value <= 1, name
            if name.startswith("std_error") and value is not None:
                assert value > 0, name
        low, high = row.get("conf_low"), row.get("conf_high")
        if low is not None and high is not None and not is_band_end(found, row):
            assert low < high


def is_band_end(found, row):
    """Say whether a row is of a band, which closes where every resample agrees and at its ends."""
    return "fpf" in row and hasattr(found, "direction")


def same(one, two):
    """Assert that two results tell the same, number by number."""
    stored = [json.loads(json.dumps(found.to_dict(), allow_nan=False)) for found in (one, two)]
    assert stored[0] == stored[1]
