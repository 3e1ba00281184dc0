"""Samples of the subgroups that a column or a mapping makes of the subjects."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any, TypeAlias

from rocstats.data.parts import distinct_values
from rocstats.data.sample import Sample
from rocstats.data.study import Study
from rocstats.data.truth import label as label_of
from rocstats.empirical.score_table import check_sample
from rocstats.errors import DataError, MethodError
from rocstats.formatting import counted, listed, printable
from rocstats.printing import Note

# Cases, controls, subjects left out.
Sizes: TypeAlias = tuple[int, int, int]
_MOST_GROUPS = 200


def samples_of_study(
    study: Study, by: str | None, test: str | None
) -> tuple[dict[str, Sample], dict[str, Sizes], list[Note]]:
    """Divide a study by a column: a sample for each value, and the sizes of those without cases or controls."""
    frame = study.frame
    if by is None:
        raise DataError('say which column divides the study: compare_subgroups(study, by="column").')
    if list(frame.columns).count(by) != 1:
        raise DataError(f'there is no column "{printable(by)}" in the study to divide it by.')
    if test is None and len(study.tests) > 1:
        names = listed([printable(one.name) for one in study.tests])
        raise DataError(f"subgroups are compared for one test; this study has {names}. Say which with test=.")
    name = study.tests[0].name if test is None else test
    column = frame[by]
    missing = column.isna()
    notes = []
    if missing.any():
        lost = int(missing.sum())
        verb = "has" if lost == 1 else "have"
        said = f'{counted(lost, "row")} of the study {verb} no value of "{printable(by)}"'
        if study.missing == "error":
            raise DataError(f'{said}. Use missing="drop" in Study to leave them out, or fill them in first.')
        notes = [Note("no-subgroup", f"{said} and {'is' if lost == 1 else 'are'} in no subgroup.")]
    values = distinct_values(column[~missing], by)
    if len(values) > _MOST_GROUPS:
        raise DataError(
            f'"{printable(by)}" has {len(values)} different values; divide it into at most {_MOST_GROUPS} groups first.'
        )
    samples: dict[str, Sample] = {}
    empty: dict[str, Sizes] = {}
    for value in _sorted(column, values):
        called = label_of(value)
        if called in samples or called in empty:
            raise DataError(f'two values of "{printable(by)}" are both written "{printable(called)}".')
        part = study.where(((column == value) & ~missing).astype(bool).to_numpy(), label=f"{by}: {called}")
        flow = part.flow(name)
        if flow.n_cases and flow.n_controls:
            samples[called] = part.sample(name)
        else:
            empty[called] = (flow.n_cases, flow.n_controls, flow.n_dropped)
    return samples, empty, notes


def _sorted(column: Any, values: Any) -> list[Any]:
    """Put values in order: of categories, of size, or of words where they are of several kinds."""
    categories = getattr(column.dtype, "categories", None)
    if categories is not None:
        held = set(values)
        return [value for value in categories if value in held]
    try:
        return sorted(values)
    except TypeError:
        return sorted(values, key=str)


def samples_of_mapping(groups: Any, test: str | None) -> dict[str, Sample]:
    """Check samples by name, each of one test."""
    if not isinstance(groups, Mapping):
        raise TypeError(
            f"compare_subgroups takes a Study with by=, or a mapping of names to samples, not {type(groups).__name__}."
        )
    samples = {}
    for name, sample in groups.items():
        check_sample(sample, "compare_subgroups")
        chosen = sample if test is None else sample.select(test)
        if len(chosen.tests) != 1:
            raise DataError(f'the sample of "{printable(name)}" holds {len(chosen.tests)} tests; say which with test=.')
        samples[str(name)] = chosen
    if len(samples) < len(groups):
        raise DataError("two subgroups have the same name in print.")
    return samples


def check_alike(samples: Mapping[str, Sample]) -> None:
    """Refuse subgroups that are not independent, or not about the same thing."""
    for (name, one), (other_name, other) in combinations(samples.items(), 2):
        if one.shares_subjects_with(other):
            raise DataError(
                f'the subgroups "{printable(name)}" and "{printable(other_name)}" share subjects, so they are not '
                "independent. Divide the subjects into groups of which each subject is in one."
            )
    for name, sample in samples.items():
        if sample.clusters is not None:
            raise MethodError(
                f'the subjects of "{printable(name)}" come in clusters, and a test of homogeneity takes subjects as '
                "independent. Take one record per cluster, or leave cluster= out if the records are independent."
            )
    if len({(sample.tests[0].low, sample.truth, sample.positive) for sample in samples.values()}) > 1:
        raise DataError("the subgroups differ in truth, positive value or direction of the test; nothing is compared.")
