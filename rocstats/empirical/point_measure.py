"""A measure of accuracy at a threshold as a statistic: PPV, sensitivity, MCC and the others for the bootstrap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.sample import Sample
from rocstats.data.scores import as_float
from rocstats.empirical.measures import Measure, named_measure
from rocstats.empirical.ranks import Floats, Integers, exact_sum
from rocstats.empirical.stated_prevalence import exact_prevalence, refuse_case_control
from rocstats.errors import DataError, MethodError
from rocstats.formatting import counted, listed, plain, printable, shown
from rocstats.given import is_row


@dataclass(frozen=True, slots=True)
class PointMeasure:
    """A measure of the 2x2 table of each test at a threshold that was set before the data.

    The threshold counts as known. One that was chosen on the same data makes every measure optimistic, and no interval
    here allows for that: ``thresholds`` does. What depends on the share of cases (PPV, NPV, accuracy, F1, MCC, kappa,
    precision, lift, CSI) is of the share in the sample, which resamples of subjects let vary, unless a prevalence is
    stated; from then on it depends on the two score distributions only. For one proportion ``accuracy`` has intervals
    that hold in small samples; this serves differences of paired tests and measures without such an interval.

    Replicates in which the measure would divide by zero have no value; they are counted.

    Parameters
    ----------
    measure : str
        Its name: "sensitivity", "specificity", "ppv", "npv", "lr_positive", "lr_negative", "odds_ratio", "accuracy",
        "balanced_accuracy", "youden", "f1", "mcc", "kappa", "precision", "lift" or "csi".
    threshold : float or sequence of float, optional
        On the scale of the data, one for all tests or one for each; the stated cut-off of each test unless given.
    at_prevalence : float, optional
        Share of cases at which to give a measure that depends on it, taken as the decimal written.

    Raises
    ------
    MethodError
        There is no such measure, or the prevalence is out of range or of no use; or a sample is of a case-control
        study, and the measure depends on the share of cases with none stated.

    References
    ----------
    [youden1950]

    Examples
    --------
    >>> sample = Sample.from_groups(cases=[5, 4, 3, 2], controls=[3, 2, 1, 1])
    >>> PointMeasure("ppv", threshold=3)(sample).tolist()
    [0.75]
    >>> PointMeasure("ppv", threshold=3, at_prevalence=0.1)(sample).tolist()
    [0.25]
    """

    measure: str
    threshold: float | tuple[float, ...] | None = None
    at_prevalence: float | None = None

    def __post_init__(self) -> None:
        known = named_measure(self.measure)
        object.__setattr__(self, "measure", known.name)
        if exact_prevalence(self.at_prevalence, "at_prevalence") is not None and not known.prevalence:
            raise MethodError(f"{known.label} does not depend on the share of cases; leave at_prevalence out.")
        if is_row(self.threshold):
            object.__setattr__(self, "threshold", tuple(self.threshold))

    @property
    def _known(self) -> Measure:
        return named_measure(self.measure)

    @property
    def name(self) -> str:
        """Short name, as in tables."""
        return self._known.label

    @property
    def title(self) -> str:
        """Name that heads a result, with the threshold where one number serves all tests."""
        label = self._known.label
        label = "Youden index J" if label == "J" else f"{label[0].upper()}{label[1:]}"
        stated = isinstance(self.threshold, int | float)
        where = f"threshold {plain(float(self.threshold))}" if stated else "the stated threshold"  # type: ignore[arg-type]
        share = "" if self.at_prevalence is None else f" and a prevalence of {plain(float(self.at_prevalence))}"
        return f"{label} at {where}{share}"

    @property
    def plural(self) -> str:
        """Name of several such values."""
        return self._known.plural

    @property
    def bounds(self) -> tuple[float, float]:
        """Range of the measure."""
        return self._known.bounds

    @property
    def prevalence(self) -> bool:
        """Whether the value depends on the share of cases in the sample."""
        return self._known.prevalence and self.at_prevalence is None

    def thresholds(self, sample: Sample) -> tuple[float, ...]:
        """Return the threshold of each test, on the scale of the data.

        Raises
        ------
        DataError
            A test has no stated cut-off, or the thresholds are not one for each test.
        """
        if self.threshold is None:
            without = [printable(test.name) for test in sample.tests if test.cutoff is None]
            if without:
                raise DataError(
                    f"no threshold is stated for {listed(without)}; say PointMeasure({shown(self.measure)}, "
                    "threshold=...) "
                    "or give the test a cut-off: DiagnosticTest(name, cutoff=...)."
                )
            return tuple(float(test.cutoff) for test in sample.tests if test.cutoff is not None)
        stated = self.threshold if isinstance(self.threshold, tuple) else (self.threshold,) * len(sample.tests)
        if len(stated) != len(sample.tests):
            raise DataError(
                f"there are {counted(len(stated), 'threshold')} for {counted(len(sample.tests), 'test')}; state one "
                "for each, or one number for all."
            )
        return stated

    def __call__(self, sample: Sample) -> Floats:
        """Return the value for each test, from whole numbers; NaN where it would divide by zero."""
        case_hits, control_hits = self._positive(sample)
        m, n = sample.n_cases, sample.n_controls
        found = np.full(len(sample.tests), np.nan)
        for test, (cases, controls) in enumerate(zip(case_hits.T, control_hits.T, strict=True)):
            tp = exact_sum(sample.case_counts, cases)
            fp = exact_sum(sample.control_counts, controls)
            value = self._known(tp, fp, m - tp, n - fp, prevalence=self.at_prevalence)
            found[test] = np.nan if value is None else float(value)
        return found

    def prepared(self, sample: Sample) -> PreparedPoint:
        """Divide the rows of a sample once, for many sets of row weights."""
        share = None if self.at_prevalence is None else exact_prevalence(self.at_prevalence)
        return PreparedPoint(self._known, share, *self._positive(sample))

    def weighted(self, sample: Sample, case_w: Integers, control_w: Integers) -> Floats:
        """Return the value of each test under each set of row weights; NaN where it would divide by zero."""
        return self.prepared(sample).weighted(case_w, control_w)

    def _positive(self, sample: Sample) -> tuple[Integers, Integers]:
        """Mark the rows of cases and of controls that are positive, one column per test."""
        refuse_case_control(self, sample)
        turned = np.array(
            [_turned(test, value) for test, value in zip(sample.tests, self.thresholds(sample), strict=True)]
        )
        return (sample.cases >= turned).astype(np.int64), (sample.controls >= turned).astype(np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class PreparedPoint:
    """A measure of one sample whose rows are divided into positive and negative, under any row weights."""

    measure: Measure
    share: Fraction | None
    case_hits: Integers
    control_hits: Integers

    def weighted(self, case_w: Integers, control_w: Integers) -> Floats:
        """Return the value of each test under each set of row weights."""
        tp, fp = case_w @ self.case_hits, control_w @ self.control_hits
        fn, tn = case_w.sum(axis=1)[:, None] - tp, control_w.sum(axis=1)[:, None] - fp
        return self.measure.values(tp, fp, fn, tn, prevalence=self.share)

    def weighted_variance(self, case_w: Integers, control_w: Integers, weights: Sequence[float]) -> Floats:
        """Say that no replicate has a variance of its own."""
        raise MethodError(f"replicates of {self.measure.label} have no variance of their own.")


def _turned(test: DiagnosticTest, threshold: float) -> float:
    value = test.turned(as_float(threshold, f'a score of "{printable(test.name)}"'))
    if value != value:
        raise DataError(f'the threshold of "{printable(test.name)}" is not a number.')
    return value
