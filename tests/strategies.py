"""Samples that hypothesis draws: tied, untied and infinite scores, groups of one, tests that agree."""

from hypothesis import strategies as st

from rocstats import Sample

ratings = st.integers(0, 4).map(float)
measurements = st.floats(-1e6, 1e6, allow_nan=False).map(lambda v: v + 0.0)
beyond_limits = st.sampled_from([float("-inf"), -1.0, 0.0, 0.5, 2.0, float("inf")])
any_scores = st.sampled_from([ratings, measurements, beyond_limits])


def groups(scores, *, least=1, most=10):
    """Draw the scores of cases and of controls."""
    return st.tuples(*[st.lists(scores, min_size=least, max_size=most)] * 2)


def either(*, least=1, most=10):
    """Draw groups whose scores are of one kind: ratings, measurements or partly infinite."""
    return any_scores.flatmap(lambda scores: groups(scores, least=least, most=most))


def one_test(*, least=1, most=10):
    """Draw a sample of one test."""
    return either(least=least, most=most).map(lambda drawn: Sample.from_groups(cases=drawn[0], controls=drawn[1]))


def several(scores, count, *, least=1, most=8):
    """Draw groups of rows, each row a tuple of as many scores as there are tests."""
    return groups(st.tuples(*[scores] * count), least=least, most=most)


def columns(rows, count):
    """Turn rows of scores into one list per test."""
    return [[row[test] for row in rows] for test in range(count)]


def sample_of(drawn, names="ABC"):
    """Make a sample of several tests from groups of rows."""
    cases, controls = drawn
    count = len(cases[0])
    return Sample.from_groups(
        cases=dict(zip(names, columns(cases, count), strict=False)),
        controls=dict(zip(names, columns(controls, count), strict=False)),
    )


def two_tests(*, least=1, most=8):
    """Draw a sample of two tests on the same subjects."""
    return any_scores.flatmap(lambda scores: several(scores, 2, least=least, most=most)).map(sample_of)


def lists(sample, test=0):
    """Return the scores of a test as plain lists: cases, controls."""
    return sample.cases[:, test].tolist(), sample.controls[:, test].tolist()
