"""The traceability matrix: each requirement beside every number and check that tests it, as CSV."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from rocstats.analysis_results.csv_text import csv_text
from rocstats.errors import RocstatsError
from rocstats.qualification.checked import Checked, Skipped
from rocstats.qualification.checks import CheckOutcome
from rocstats.qualification.requirements import Requirement, load_requirements
from rocstats.qualification_report.item import EVERY_NUMBER, NOT_TESTED, Item, items_testing, verdict_on
from rocstats.qualification_report.operation import Behind, source_of
from rocstats.qualification_report.qualification import Qualification
from rocstats.references import REFERENCES

COLUMNS = (
    *("requirement_id", "requirement", "risk", "method_reference", "function", "case_id", "dataset", "dataset_sha256"),
    *("quantity", "expected", "source_class", "source_kind", "source", "place", "obtained", "absolute_difference"),
    *("relative_difference", "lre", "tolerance", "verdict", "deviation_id", "item_id"),
)
_NEGATIVE = re.compile(r"-[0-9]*\.?[0-9]+([eE][+-]?[0-9]+)?")
# Checks have no outside value: what two of our own routes or runs must share is of the class of identities.
_CLASS_OF_CHECKS = {"simulation": "E", "invariance": "F", "identity": "F", "determinism": "F"}


def rtm_csv(found: Qualification) -> str:
    """Write the matrix: a row for each requirement and each item that tests it, and one for each that none tests."""
    return csv_text(COLUMNS, _rows(found))


def _rows(found: Qualification) -> Iterator[list[object]]:
    operation = found.oq
    stated = () if operation is None else operation.requirements
    known = {one.id: one for one in (*_of_the_kit(), *stated)}
    behind = {} if operation is None else dict(zip((i.id for i in operation.items), operation.behind, strict=True))
    tested = [item for item in found.items if item.verdict != "information"]
    named = dict.fromkeys((*(one.id for one in stated), *(one for item in tested for one in item.requirement)))
    for name in sorted(named):
        of = items_testing(tested, name)
        if name == EVERY_NUMBER and of:
            yield [*_requirement(name, known), *_every_number(of)]
            continue
        for item in of:
            yield [*_requirement(name, known), *_evidence(item, behind.get(item.id))]
        if not of:
            yield [*_requirement(name, known), *(None for _ in range(len(COLUMNS) - 7)), NOT_TESTED, None, None]


def _of_the_kit() -> tuple[Requirement, ...]:
    """Give the requirements that come with rocstats, which every part tests some of; none where they are damaged."""
    try:
        return load_requirements()
    except (RocstatsError, OSError):
        return ()


def _requirement(name: str, known: Mapping[str, Requirement]) -> list[object]:
    one = known.get(name)
    if one is None:
        return [name, None, None, None]
    return [name, one.text, one.risk, "; ".join(str(REFERENCES[key]) for key in one.method) or None]


def _every_number(items: Sequence[Item]) -> list[object]:
    """Put all numbers and checks into one row, for the requirement that none of them is wrong."""
    counts = Counter(item.verdict for item in items)
    found = "; ".join(f"{counts[verdict]} {verdict}" for verdict in sorted(counts))
    return [
        *("validate", "all cases", None, None, "every number and check", "passed, or a known difference"),
        *(None, "OQ", None, None, found, None, None, None, None, verdict_on(items), None, None),
    ]


def _evidence(item: Item, behind: Behind | None) -> list[object]:
    if isinstance(behind, Checked | Skipped):
        return _of_number(item, behind)
    kind = behind.check.kind if isinstance(behind, CheckOutcome) else item.part
    function = behind.check.function if isinstance(behind, CheckOutcome) else "validate"
    case = behind.check.id if isinstance(behind, CheckOutcome) else item.id
    return [
        *(function, case, None, None, item.what, item.expected),
        *(_CLASS_OF_CHECKS.get(kind), kind, None, None, item.found, None, None, None, None),
        *(item.verdict, item.deviation or None, item.id),
    ]


def _of_number(item: Item, one: Checked | Skipped) -> list[object]:
    apart = (one.absolute_difference, one.relative_difference, one.lre) if isinstance(one, Checked) else (None,) * 3
    return [
        *(one.question, one.case, one.dataset, one.dataset_sha256 or None, one.quantity, _figure(one.printed)),
        *(one.value_class, one.evidence, source_of(one), one.place or None, _figure(item.found), *apart, one.tolerance),
        *(item.verdict, item.deviation or None, item.id),
    ]


def _figure(text: str) -> str | Decimal:
    """Give a negative number as one: as a text it would be taken for a formula."""
    return Decimal(text) if _NEGATIVE.fullmatch(text) else text
