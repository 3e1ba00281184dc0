"""The command line: one command for each question, and those for a report.

Options fill a study and a plan; what is computed is what the functions of the same names compute.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer

from rocstats.area_commands import auc, compare, partial_auc, venkatraman
from rocstats.class_command import multiclass
from rocstats.console import CANNOT, printing, say, sentence, whole_streams
from rocstats.curve_commands import compare_curves, families, fit, smooth
from rocstats.margin_command import noninferiority
from rocstats.plan_commands import check, freeze, init, plan_schema, shells
from rocstats.printing import Result
from rocstats.report_command import report
from rocstats.results_commands import diff, lint, rows
from rocstats.run_command import run, verify
from rocstats.score_commands import calibration, decision_curve, gains, ks, mann_whitney, precision_recall, ties
from rocstats.subgroup_command import subgroups
from rocstats.table_commands import accuracy, compare_accuracy, corrected_for_verification, predictive_values
from rocstats.threshold_commands import points, sensitivity_at, specificity_at, thresholds
from rocstats.validate_command import validate
from rocstats.version import __version__

app = typer.Typer(
    name="rocstats",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Statistical inference on the accuracy of diagnostic tests, with R-style reports. "
    "Results go to stdout, messages to stderr. Exit codes: 0 done, 1 cannot analyse, 2 wrong call.",
)


@app.callback(invoke_without_command=True)
def _version(version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False) -> None:
    if version:
        typer.echo(f"rocstats {__version__}")
        raise typer.Exit


@printing
def methods() -> Sequence[Result]:
    """List the methods: the words for --method, and what each stands for.

    Example: rocstats methods
    """
    from rocstats.method_list import method_list

    return [method_list()]


# The commands in the order of the help page, under its headings.
COMMANDS: dict[str, tuple[Callable[..., Any], ...]] = {
    "Report from a plan": (init, check, freeze, shells, run, verify),
    "Results of a run": (diff, lint, rows),
    "Report from options": (report,),
    "ROC curves": (auc, compare, partial_auc, venkatraman, noninferiority, subgroups, multiclass),
    "Curve models": (fit, families, compare_curves, smooth),
    "Thresholds": (points, thresholds, sensitivity_at, specificity_at),
    "2x2 tables": (accuracy, compare_accuracy, predictive_values, corrected_for_verification),
    "Scores": (ks, gains, precision_recall, calibration, decision_curve, mann_whitney, ties),
    "About rocstats": (methods, validate, plan_schema),
}
for _heading, _commands in COMMANDS.items():
    for _command in _commands:
        app.command(rich_help_panel=_heading)(_command)


def main() -> None:
    """Run the command line."""
    with whole_streams():
        try:
            app()
        except OSError as problem:
            # help and version are written before any command speaks
            say(sentence(problem))
            sys.exit(CANNOT)
