"""Standard error of the empirical area, to stand beside the area under a fitted curve.

References: [delong1988]
"""

from __future__ import annotations

from rocstats.data.sample import Sample
from rocstats.empirical.area import AUC
from rocstats.empirical.statistic import Quantity
from rocstats.methods.delong import DeLong


def empirical_error(sample: Sample) -> float | None:
    """Return DeLong's standard error of the empirical area of one test, None where its variance is 0."""
    quantity = Quantity.alone(AUC(), sample)
    return DeLong().infer(quantity, level=0.95, alternative="two-sided", null=None).standard_error
