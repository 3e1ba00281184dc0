"""The 2x2 tables that a study makes at stated thresholds, and those that were typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from rocstats.console import values_typed
from rocstats.errors import MethodError
from rocstats.formatting import printable
from rocstats.study_options import Design, StudyOptions, cutoffs_of

if TYPE_CHECKING:
    from rocstats.data.counts import Counts
    from rocstats.data.study import Study


def stated_cutoffs(texts: Sequence[str] | None, names: Sequence[str]) -> dict[str, float]:
    """Read a threshold for every test."""
    cutoffs = cutoffs_of(texts, names)
    if lacking := [printable(name) for name in names if name not in cutoffs]:
        raise typer.BadParameter(f"state a --threshold NAME=VALUE for each test; none for: {', '.join(lacking)}.")
    return cutoffs


def refuse_clusters(study: Study, method: str) -> None:
    """Refuse subjects in clusters where a table takes them as independent."""
    if study.cluster is not None:
        raise MethodError(
            f"these subjects come in clusters, and {method} takes subjects as independent; its intervals "
            "would be too narrow. Take one record per cluster, or leave cluster= out if they are independent."
        )


def tables(
    asked: StudyOptions | None,
    typed: Mapping[str, int | None],
    threshold: Sequence[str] | None,
    design: Design | None,
    method: str,
) -> list[Counts]:
    """Return a table for each test at its threshold, or the one that was typed."""
    from rocstats.data.counts import Counts
    from rocstats.empirical.points import counts_at

    if asked is not None:
        if any(count is not None for count in typed.values()):
            raise typer.BadParameter("give either a study or four counts, not both.")
        cutoffs = stated_cutoffs(threshold, asked.names)
        study = asked.study(cutoffs=cutoffs, design=design)
        refuse_clusters(study, method)
        return [counts_at(study.sample(name), cutoff) for name, cutoff in cutoffs.items()]
    if lacking := [f"--{cell}" for cell, count in typed.items() if count is None]:
        raise typer.BadParameter(
            f"without a study all four counts are needed, --tp, --fp, --fn and --tn; missing: {', '.join(lacking)}."
        )
    if threshold:
        raise typer.BadParameter("--threshold cuts the scores of a study, and none is named.")
    cells: dict[str, Any] = dict(typed)
    with values_typed():
        return [Counts(**cells, design=design)]
