"""The catalogue of checks: what an installation is held to beside its reference cases, in the order of the ids."""

from __future__ import annotations

from rocstats.qualification.checks import Check
from rocstats.qualification.checks_of_areas import OF_AREAS
from rocstats.qualification.checks_of_degenerate_data import OF_DEGENERATE_DATA
from rocstats.qualification.checks_of_determinism import OF_DETERMINISM
from rocstats.qualification.checks_of_documents import OF_DOCUMENTS
from rocstats.qualification.checks_of_edges import OF_EDGES
from rocstats.qualification.checks_of_empty_cells import OF_EMPTY_CELLS
from rocstats.qualification.checks_of_errors import OF_ERRORS
from rocstats.qualification.checks_of_exchanges import OF_EXCHANGES
from rocstats.qualification.checks_of_figures import OF_FIGURES
from rocstats.qualification.checks_of_files import OF_FILES
from rocstats.qualification.checks_of_invariance import OF_INVARIANCES
from rocstats.qualification.checks_of_models import OF_MODELS
from rocstats.qualification.checks_of_options import OF_OPTIONS
from rocstats.qualification.checks_of_points import OF_POINTS
from rocstats.qualification.checks_of_proportions import OF_PROPORTIONS
from rocstats.qualification.checks_of_tables import OF_TABLES

CHECKS: tuple[Check, ...] = tuple(
    sorted(
        (
            *(*OF_ERRORS, *OF_OPTIONS),
            *(*OF_INVARIANCES, *OF_EXCHANGES, *OF_EDGES),
            *(*OF_AREAS, *OF_POINTS, *OF_PROPORTIONS, *OF_TABLES, *OF_MODELS),
            *(*OF_DEGENERATE_DATA, *OF_EMPTY_CELLS),
            *OF_DETERMINISM,
            *(*OF_FILES, *OF_DOCUMENTS, *OF_FIGURES),
        ),
        key=lambda check: check.id,
    )
)
