"""Curve models: families of ROC curves, ways of fitting them, and the registers of both.

The registers' words are those of the command line and of a plan, and the ids of the cards.
"""

from __future__ import annotations

from rocstats.parametric.bigamma import Bigamma
from rocstats.parametric.binormal import Binormal
from rocstats.parametric.contaminated_binormal import ContaminatedBinormal
from rocstats.parametric.family import CurveFamily
from rocstats.parametric.fit_method import FitMethod
from rocstats.parametric.maximum_likelihood import MaximumLikelihood
from rocstats.parametric.normal_theory import NormalTheory
from rocstats.parametric.placement_regression import PlacementRegression
from rocstats.parametric.power_law import PowerLaw
from rocstats.parametric.proper_binormal import ProperBinormal

FAMILIES: dict[str, CurveFamily] = {
    "binormal": Binormal(),
    "proper-binormal": ProperBinormal(),
    "contaminated-binormal": ContaminatedBinormal(),
    "power-law": PowerLaw(),
    "bigamma": Bigamma(),
}
FIT_METHODS: dict[str, FitMethod] = {
    "maximum-likelihood": MaximumLikelihood(),
    "maximum-likelihood-expected": MaximumLikelihood(information="expected"),
    # These fit the binormal curve only.
    "normal-theory": NormalTheory(),
    "normal-theory-box-cox": NormalTheory(box_cox=True),
    "placement-glm": PlacementRegression(),
    "placement-least-squares": PlacementRegression(kind="least-squares"),
}
