"""Questions of reference cases, by the names under which cases ask them.

These rooms are the one place where the names in a case become quantities of rocstats. A new method of an existing
question needs nothing here, its word in the register will do; a new question is one more entry of a room.
"""

from __future__ import annotations

from rocstats.qualification.asking import Question
from rocstats.qualification.questions_of_areas import OF_AREAS
from rocstats.qualification.questions_of_comparisons import OF_COMPARISONS
from rocstats.qualification.questions_of_models import OF_MODELS
from rocstats.qualification.questions_of_scores import OF_SCORES
from rocstats.qualification.questions_of_tables import OF_TABLES

QUESTIONS: dict[str, Question] = {**OF_AREAS, **OF_SCORES, **OF_TABLES, **OF_COMPARISONS, **OF_MODELS}
