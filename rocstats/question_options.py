"""The options that say how a question is answered: by which method, how sure, from which seed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rocstats.study_options import Alternative, Design

Threshold = Annotated[
    list[str] | None,
    typer.Option(
        "--threshold", metavar="NAME=VALUE", help="Threshold of a test, on the scale of the data. Repeatable."
    ),
]
StatedDesign = Annotated[
    Design | None,
    typer.Option(
        "--design",
        help="How subjects were sampled; predictive values, accuracy and whatever else rests on the share of cases "
        "depend on it.",
    ),
]
Method = Annotated[
    str, typer.Option("--method", metavar="WORD", help="Method for areas; `rocstats methods` lists the words.")
]
Proportions = Annotated[
    str,
    typer.Option(metavar="WORD", help="Method for proportions, such as wilson; `rocstats methods` lists the words."),
]
Differences = Annotated[
    str | None,
    typer.Option(
        "--method",
        metavar="WORD",
        show_default=False,
        help="Method for the differences; `rocstats methods` lists the words. Unless stated: tango for pairs, "
        "miettinen-nurminen for different subjects.",
    ),
]
Resampler = Annotated[str, typer.Option("--method", metavar="WORD", help="A bootstrap, such as bootstrap-bca.")]
OptionalResampler = Annotated[
    str | None,
    typer.Option(
        "--method", metavar="WORD", help="A bootstrap, such as bootstrap-bca, for an interval; none unless stated."
    ),
]
Resamples = Annotated[
    int | None,
    typer.Option(
        "--resamples", metavar="COUNT", min=100, help="Resamples of methods that draw at random; 2000 unless stated."
    ),
]
Tails = Annotated[Alternative, typer.Option("--alternative", help="Alternative hypothesis.")]
Level = Annotated[float, typer.Option("--level", metavar="SHARE", help="Confidence level of the intervals.")]
Seed = Annotated[
    int, typer.Option("--seed", metavar="NUMBER", min=0, help="Seed of everything that draws random numbers.")
]
By = Annotated[
    str | None,
    typer.Option("--by", metavar="COLUMN", help="Compare one test between the two groups of this column."),
]
AtPrevalence = Annotated[
    float | None,
    typer.Option(
        "--prevalence",
        metavar="SHARE",
        help="Share of cases among those to be tested; that of the study unless stated.",
    ),
]
FpfBand = Annotated[
    str | None,
    typer.Option("--fpf", metavar="LOW,HIGH", help="Band of false positive fractions, such as 0,0.1."),
]
TpfBand = Annotated[
    str | None,
    typer.Option("--tpf", metavar="LOW,HIGH", help="Band of true positive fractions, such as 0.9,1."),
]
Bins = Annotated[int, typer.Option("--bins", metavar="COUNT", min=1, help="Number of bins.")]
FigureFile = Annotated[
    Path | None,
    typer.Option(
        "--figure",
        metavar="FILE",
        show_default=False,
        help="Draw the result to figure.svg, .png or .pdf.",
        rich_help_panel="Output",
    ),
]
Count = Annotated[int | None, typer.Option(metavar="COUNT", min=0, help="Subjects in this cell of the 2x2 table.")]
