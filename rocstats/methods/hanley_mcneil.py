"""Hanley and McNeil's standard error of an AUC, which needs only the area and two counts.

With Q1 = A / (2 - A) and Q2 = 2A² / (1 + A), var = [A(1 - A) + (m - 1)(Q1 - A²) + (n - 1)(Q2 - A²)] / (mn).

References: [hanley1982], [pepe2003] (logit scale)
"""

from __future__ import annotations

from dataclasses import dataclass

from rocstats.empirical.statistic import Quantity
from rocstats.errors import MethodError
from rocstats.formatting import shown
from rocstats.given import is_one_of
from rocstats.methods.method import Scale, normal_inference
from rocstats.results import Alternative, Card, Inference


def hanley_mcneil_variance(auc: float, m: int, n: int) -> float:
    """Return the variance of an AUC from the area and the numbers of cases and controls.

    Examples
    --------
    >>> round(hanley_mcneil_variance(0.8931710615280596, 51, 58) ** 0.5, 10)
    0.0324865796
    """
    # Q1 - A² and Q2 - A², written with their factor 1 - A so that no digits are lost near 1.
    over_cases = auc * (1 - auc) ** 2 / (2 - auc)
    over_controls = auc**2 * (1 - auc) / (1 + auc)
    return (auc * (1 - auc) + (m - 1) * over_cases + (n - 1) * over_controls) / (m * n)


@dataclass(frozen=True, slots=True)
class HanleyMcNeil:
    """Wald inference with the variance that negative exponential scores would have.

    It needs no more than the AUC and two counts, so it serves published summaries. It misleads where the two groups
    differ in spread and with many ties, and with few subjects or an AUC near 0 or 1 its interval is too short and
    leaves the range. At an AUC of 0 or 1 the variance is 0 and nothing but the AUC is given. With one case or one
    control the formula still gives a number, which rests on the assumed shape alone.

    In simulation the 95 percent interval covered the area, for the worst of four kinds of scores and with no interval
    being a miss, in 93.7 percent of studies of 200 + 200 at an AUC of 0.8 and in 74.5 percent of studies of 10 + 50 at
    an AUC of 0.95; on the logit scale in 84.8 percent of studies of 10 + 50 at an AUC of 0.95.

    Tests on the same subjects need the correlation of their AUCs, which this formula does not give: a paired
    difference is refused. ``HanleyMcNeilPaired()`` takes it from a table.

    Parameters
    ----------
    scale : {"identity", "logit"}
        Scale of interval and test. On the logit scale the limits stay within 0 and 1. The standard error is that of
        the AUC on either scale. A comparison has no logit scale.

    References
    ----------
    [hanley1982], [pepe2003]

    Examples
    --------
    >>> HanleyMcNeil().card.id
    'hanley-mcneil'
    """

    scale: Scale = "identity"

    def __post_init__(self) -> None:
        if not is_one_of(self.scale, ("identity", "logit")):
            raise MethodError(f'scale is {shown(self.scale)}; it must be "identity" or "logit".')

    @property
    def card(self) -> Card:
        """What the method says of itself."""
        sentence = (
            "The standard error follows from the area and the numbers of cases and controls, as for negative "
            "exponential scores"
        )
        test = "Hanley-McNeil test for two {relation} ROC curves"
        if self.scale == "identity":
            return Card("hanley-mcneil", "Hanley-McNeil", sentence, ("hanley1982",), "Hanley-McNeil", test)
        return Card(
            "hanley-mcneil-logit",
            "Hanley-McNeil, logit scale",
            f"{sentence}, and the interval was computed on the logit scale and turned back",
            ("hanley1982", "pepe2003"),
            "Hanley-McNeil on the logit scale",
            test,
        )

    def refuses(self, quantity: Quantity) -> str | None:
        """Say why Hanley and McNeil's formula does not serve this quantity, or None."""
        if quantity.statistic.name != "AUC":
            return f"Hanley and McNeil's formula is for the AUC, not for {quantity.statistic.name}; use Bootstrap()."
        if any(len(weights) > 1 for _, weights in quantity.parts):
            return (
                "Hanley and McNeil's formula gives no correlation of tests on the same subjects; use DeLong() or "
                "HanleyMcNeilPaired()."
            )
        if self.scale == "logit" and not quantity.single:
            return "a difference has no logit scale; use HanleyMcNeil() or Bootstrap()."
        return None

    def infer(self, quantity: Quantity, *, level: float, alternative: Alternative, null: float | None) -> Inference:
        """Return estimate, standard error, interval and test."""
        values = quantity.values()
        variance = sum(
            weights[0] ** 2 * hanley_mcneil_variance(value, sample.n_cases, sample.n_controls)
            for value, (sample, weights) in zip(values, quantity.parts, strict=True)
        )
        return normal_inference(
            quantity,
            values,
            variance,
            level=level,
            alternative=alternative,
            null=null,
            scale=self.scale,
            name="Hanley-McNeil",
        )
