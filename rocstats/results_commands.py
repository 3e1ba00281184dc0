"""The commands on files of results: what differs between two, what a reviewer would object to, rows as CSV."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import typer

from rocstats.console import AsCsv, AsJson, form_of, show, write_csv
from rocstats.plan_console import telling_faults, unreadable_is_wrong

Results = Annotated[Path, typer.Argument(metavar="RESULTS", help="The results.json of a run.")]


@telling_faults
def diff(
    old: Annotated[Path, typer.Argument(metavar="OLD", help="The results.json of a run.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The results.json of another run.")],
    absolute: Annotated[
        float, typer.Option("--abs", metavar="SIZE", min=0, help="Values no farther apart are the same.")
    ] = 1e-12,
    relative: Annotated[
        float, typer.Option("--rel", metavar="PART", min=0, help="Nor values that differ by this part of the larger.")
    ] = 1e-9,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Say what differs between two runs: rows, values beyond a tolerance, words, the plan.

    Exit 0 if nothing differs, 1 if something does, 2 if a file cannot be read.

    Example: rocstats diff old.json new.json --rel 1e-6
    """
    from rocstats.analysis_results.differences import Tolerances, results_difference
    from rocstats.analysis_results.results_json import read_results

    form = form_of(as_json=as_json, as_csv=as_csv)
    with unreadable_is_wrong():
        records = [read_results(path) for path in (old, new)]
    within = Tolerances(absolute=absolute, relative=relative)
    found = replace(results_difference(*records, tolerances=within), names=(str(old), str(new)))
    show([found], form)
    if not found.same:
        raise typer.Exit(1)


@telling_faults
def lint(results: Results, as_json: AsJson = False, as_csv: AsCsv = False) -> None:
    """Hold results against the rules of a reviewer, and say what they find.

    Exit 0 if there is no error among the findings, 1 if there is, 2 if the file cannot be read.

    Example: rocstats lint results.json
    """
    from rocstats.analysis_results.results_json import read_results
    from rocstats.study_plan.loading import plan_of
    from rocstats.study_report.lint_result import lint_results

    form = form_of(as_json=as_json, as_csv=as_csv)
    with unreadable_is_wrong():
        record = read_results(results)
    found = lint_results(plan_of(record.plan, "the plan of the results"), record.table, results.name)
    show([found], form)
    if found.errors:
        raise typer.Exit(1)


@telling_faults
def rows(
    results: Results,
    columns: Annotated[
        Literal["all", "cards"], typer.Option("--columns", help="All columns, or those of R's package cards.")
    ] = "all",
) -> None:
    """Print the rows of results as CSV in UTF-8, a statistic a row; no text in it is a formula.

    Example: rocstats rows results.json --columns cards
    """
    from rocstats.analysis_results.results_csv import results_csv
    from rocstats.analysis_results.results_json import read_results

    with unreadable_is_wrong():
        record = read_results(results)
    write_csv(results_csv(record.table, columns))
