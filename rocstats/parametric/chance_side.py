"""The side of the chance line on which the area of a fitted curve lies."""

from __future__ import annotations

from rocstats.data.sample import Sample
from rocstats.empirical.area import AUC
from rocstats.empirical.ranks import Floats
from rocstats.empirical.statistic import Quantity
from rocstats.methods.advice import below_chance
from rocstats.parametric.family import CurveFamily
from rocstats.printing import Note


def below_chance_notes(sample: Sample, family: CurveFamily, theta: Floats) -> list[Note]:
    """Say that a fitted curve has an area below one half, as is said of an empirical one."""
    # Rounded, for a chance line may end a little below one half.
    return below_chance(Quantity.alone(AUC(), sample), (round(family.area(theta), 9),))
