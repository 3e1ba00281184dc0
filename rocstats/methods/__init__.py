"""How sure: one method a file, and the register of them all.

The register's words are those of the command line and of a plan; ``auc_intervals`` and the qualification kit walk it.
"""

from __future__ import annotations

from rocstats.methods.agresti_coull import AgrestiCoull
from rocstats.methods.bamber import Bamber
from rocstats.methods.bootstrap import Bootstrap
from rocstats.methods.clopper_pearson import ClopperPearson
from rocstats.methods.delong import DeLong
from rocstats.methods.hanley_mcneil import HanleyMcNeil
from rocstats.methods.hanley_mcneil_paired import HanleyMcNeilPaired
from rocstats.methods.jeffreys import Jeffreys
from rocstats.methods.likelihood import Likelihood
from rocstats.methods.method import BinomialMethod, Method
from rocstats.methods.mid_p import MidP
from rocstats.methods.newcombe import Newcombe
from rocstats.methods.permutation import Permutation
from rocstats.methods.proportion_differences import (
    FOR_INDEPENDENT_PROPORTIONS,
    FOR_PAIRED_PROPORTIONS,
    TESTS_OF_EQUAL_PROPORTIONS,
    DifferenceMethod,
)
from rocstats.methods.wald import Wald
from rocstats.methods.wilson import Wilson

FOR_QUANTITIES: dict[str, Method] = {
    "delong": DeLong(),
    "delong-logit": DeLong(scale="logit"),
    "hanley-mcneil": HanleyMcNeil(),
    "hanley-mcneil-logit": HanleyMcNeil(scale="logit"),
    "newcombe": Newcombe(),
    "bamber": Bamber(),
    "bootstrap-percentile": Bootstrap(kind="percentile"),
    "bootstrap-basic": Bootstrap(kind="basic"),
    "bootstrap-normal": Bootstrap(kind="normal"),
    "bootstrap-bca": Bootstrap(kind="bca"),
    "bootstrap-studentized": Bootstrap(kind="studentized"),
    # For two tests on the same subjects only.
    "hanley-mcneil-1983": HanleyMcNeilPaired(),
    "hanley-mcneil-1983-kendall": HanleyMcNeilPaired(correlation="kendall"),
    "permutation": Permutation(),
}
FOR_PROPORTIONS: dict[str, BinomialMethod] = {
    "wilson": Wilson(),
    "wilson-cc": Wilson(continuity=True),
    "clopper-pearson": ClopperPearson(),
    "mid-p": MidP(),
    "agresti-coull": AgrestiCoull(),
    "jeffreys": Jeffreys(),
    "likelihood": Likelihood(),
    "wald": Wald(),
}
REGISTER: dict[str, Method | BinomialMethod | DifferenceMethod] = {
    **FOR_QUANTITIES,
    **FOR_PROPORTIONS,
    **FOR_PAIRED_PROPORTIONS,
    **FOR_INDEPENDENT_PROPORTIONS,
    **TESTS_OF_EQUAL_PROPORTIONS,
}
