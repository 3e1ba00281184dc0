"""Words above upright lines of a plot, moved aside where two would meet."""

from __future__ import annotations

from collections.abc import Sequence

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.document.figure_style import RUST, shortened, text_width
from rocstats.document.number_line import told_apart
from rocstats.document.plot_area import PlotArea, apart
from rocstats.document.plot_key import THRESHOLD

_BETWEEN = 6.0


def short_rules(test: DiagnosticTest, thresholds: Sequence[float]) -> list[str]:
    """Write the rules at thresholds, with no more digits than tell them apart.

    Examples
    --------
    >>> short_rules(DiagnosticTest("a"), [0.3599152369919038, 0.5])
    ['≥ 0.3599', '≥ 0.5']
    """
    sign = test.rule(0.0, ascii=False).partition(" ")[0]
    return [f"{sign} {text}" for text in told_apart(thresholds)]


def rule_names(rules: Sequence[str], room: float) -> list[str]:
    """Write what stands above marked thresholds, or nothing where they have no room beside each other."""
    short = [shortened(rule, room) for rule in rules]
    return short if sum(text_width(text) + _BETWEEN for text in short) <= room else [""] * len(short)


def draw_rules(area: PlotArea, places: Sequence[float], names: Sequence[str], *, lines: bool = True) -> None:
    """Draw dashed lines through the area, each with its rule above, moved aside where another stands."""
    sizes = [text_width(name) + _BETWEEN for name in names]
    middles = apart(places, sizes, area.across.left - 6, area.sheet.width - 2) or list(places)
    for x, middle, name in zip(places, middles, names, strict=True):
        if lines:
            area.rise(x, THRESHOLD)
        if name:
            area.sheet.line([x, middle], [area.up.end - 1, area.up.end - 5], colour=RUST, width=0.6)
            area.sheet.write(middle, area.up.end - 10.5, name, colour=RUST, align="center")
