"""Which functions each file of robustness tests asks, and how they are asked there."""

import hostile_calls
import pytest
from endurance import endure
from hypothesis import given, settings
from hypothesis import strategies as st

import rocstats
from rocstats.parametric.family import CurveFamily

DOORS = ("Sample", "Study", "ClassScores", "Counts", "PairedCounts", "DiagnosticTest")
RUNS = (
    *("run_plan", "verify_run", "qualify", "validate", "investigate", "investigation_of", "open_investigation"),
    *("compose_report", "compose", "analyse", "lint_results", "results_difference", "read_results"),
    *("render", "render_bytes", "write"),
)
FILES = ("read", "load_plan", "plan_of", "parse_filter")
MODELS = ("fit_curve", "fit_binormal", "fit_bivariate_binormal", "fitted_band", "compare_families", "smooth_curve")


def group_of(name):
    """Name the group of tests that a function belongs to."""
    owner = name.partition(".")[0]
    thing = getattr(rocstats, owner, None)
    if owner in DOORS:
        return "doors"
    if name in FILES:
        return "files"
    if owner in RUNS or owner.startswith("Plan"):
        return "runs"
    if owner.startswith("plot_") or owner in ("svg", "write_figure") or (thing and "document" in thing.__module__):
        return "figures"
    if name in MODELS or (isinstance(thing, type) and issubclass(thing, CurveFamily)) or hasattr(thing, "fit"):
        return "models"
    if thing and "methods" in thing.__module__:
        return "methods"
    return "statistics" if isinstance(thing, type) else "questions"


GROUPS = {
    group: tuple(name for name in hostile_calls.catalogue() if group_of(name) == group)
    for group in ("doors", "files", "runs", "figures", "models", "methods", "statistics", "questions")
}


def asked(group, examples, *, slow=()):
    """Return a test that asks each function of a group so many hostile questions, the slow ones fewer."""

    @pytest.mark.parametrize("name", GROUPS[group])
    def test(name):
        """It answers with finite numbers or refuses in words, warns of nothing and changes nothing."""

        @settings(max_examples=max(2, examples // 8) if name in slow else examples)
        @given(st.data())
        def ask(data):
            endure(data.draw(hostile_calls.catalogue()[name]), data.draw)

        ask()

    return test
