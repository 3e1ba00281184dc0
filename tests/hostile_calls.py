"""Calls of every public function and method with hostile arguments.

Arguments are drawn by the names of parameters. A parameter whose name is not known has no strategy, so a new public
function with one fails the test that walks this list, until somebody says what may come for it.
"""

import dataclasses
import functools
import inspect
from fractions import Fraction

import numpy as np
from endurance import Call
from hostile_arguments import ARGUMENTS, OWN
from hostile_data import answered, counts, one_test, paired_counts, samples, studies
from hostile_doors import DOORS
from hostile_files import files, with_file
from hostile_options import bands, quantities
from hostile_plans import filters, mappings, participants, toml_texts
from hostile_results import figures
from hostile_runs import RUNS
from hostile_values import anything, texts
from hypothesis import strategies as st

import rocstats
from rocstats.parametric.family import CurveFamily

pick = st.sampled_from

# What other rooms call and people do not: it is behind the door, where nobody checks the data again, so it is called
# with what its protocol promises.
PROTOCOLS = frozenset(
    (
        *("components", "exact", "prepared", "read", "scaled", "thresholds", "weighted", "weighted_variance"),
        *("infer", "refuses", "draw", "judge", "fit"),
        *("order", "scores", "values", "of"),
        *(name for name in dir(CurveFamily) if not name.startswith("_")),
    )
)


def public():
    """Give every public function and method by its dotted name."""
    for name in rocstats.__all__:
        thing = getattr(rocstats, name)
        if inspect.isfunction(thing):
            yield name, thing
        elif inspect.isclass(thing) and not issubclass(thing, Exception):
            yield name, thing
            for method in dir(thing):
                member = inspect.getattr_static(thing, method)
                held = member.__func__ if isinstance(member, classmethod | staticmethod) else member
                if not method.startswith("_") and inspect.isfunction(held):
                    yield f"{name}.{method}", getattr(thing, method)


def parameters(function):
    """Return what a function can be given, without itself."""
    held = inspect.signature(function).parameters.values()
    return [p for p in held if p.name not in ("self", "cls")]


def strategy_of(name, parameter):
    """Return what may come for a parameter, or None."""
    return OWN.get(f"{name}.{parameter}", ARGUMENTS.get(parameter))


# ---- any function, by its parameters -------------------------------------------------------------------------------


@st.composite
def arguments(draw, name, function):
    """Draw arguments of a function: mostly of the right kind, at times one of no kind, at times all of them."""
    every = draw(pick([2, 6, 30]))
    odd = draw(pick(["none"] * 13 + ["one"] * 6 + ["all"]))
    wanted = parameters(function)
    strange = draw(pick([p.name for p in wanted])) if wanted and odd == "one" else None
    args, options = [], {}
    for parameter in wanted:
        strategy = strategy_of(name, parameter.name)
        if parameter.name == strange or odd == "all":
            strategy = anything
        if parameter.kind is parameter.VAR_POSITIONAL:
            args += draw(st.lists(strategy, max_size=3))
        elif parameter.kind is parameter.POSITIONAL_OR_KEYWORD and not options and parameter.default is parameter.empty:
            args.append(draw(strategy))
        elif parameter.default is parameter.empty or parameter.name == strange or draw(st.integers(1, every)) == 1:
            options[parameter.name] = draw(strategy)
    if function in (rocstats.roc_band, rocstats.smooth_curve, rocstats.auc_intervals, rocstats.venkatraman):
        options.setdefault("n_resamples", 100)
    if function in (rocstats.partial_auc, rocstats.compare_partial_auc) and not {"fpf", "tpf"} & options.keys():
        options["fpf"] = draw(pick([(0, 0.2), (0.1, 1), (0.25, 0.75)]))
    if function is rocstats.post_test_probability and not {"lr", "sensitivity", "counts"} & options.keys():
        options |= draw(pick([{"lr": 2.5}, {"lr": 0}, {"sensitivity": 0.8, "specificity": 0.9}]))
    if function is rocstats.thresholds:
        options.setdefault("n_resamples", 100)
    return args, options


@st.composite
def calls(draw, name, function, instance=None):
    """Draw a call of a function, or of a method of an instance."""
    if instance is not None:
        held = draw(instance)
        method = name.rpartition(".")[2]
        args, options = draw(arguments(name, function))
        if name == "Sample.select":
            args = draw(st.one_of(st.just(args), st.lists(pick([test.name for test in held.tests]), max_size=3)))
        # what is missing stays NaN when scores are turned
        finish = _ignored if method == "turned" else None
        return Call(name, getattr(held, method), tuple(args), options, finish=finish)
    args, options = draw(arguments(name, function))
    finish = FINISHED.get(name, _drawn if name.startswith("plot_") else None)
    return Call(name, function, tuple(args), options, finish=finish)


def _drawn(figure):
    text = rocstats.svg(figure)
    assert "nan" not in text.replace("nano", "")
    return text


# A threshold is judged with the test that it is of, so this one says nothing yet.
FINISHED = {"PointMeasure": lambda _: None}


def instances(owner):
    """Draw an instance of a public class, by its constructor or as the door gives it."""
    known = {
        "PartialAUC": answered(rocstats.PartialAUC, fpf=bands),
        "Sample": samples(),
        "Study": studies(),
        "Counts": counts,
        "PairedCounts": paired_counts,
        "ClassScores": ARGUMENTS["data"].filter(lambda held: isinstance(held, rocstats.ClassScores)),
    }
    if owner.__name__ in known:
        return known[owner.__name__]

    @st.composite
    def made(draw):
        for _ in range(8):
            args, options = draw(arguments(owner.__name__, owner))
            try:
                return owner(*args, **options)
            except Exception:  # noqa: BLE001  # what a constructor answers to this is asked of it by itself
                continue
        needed = [f for f in dataclasses.fields(owner) if f.default is f.default_factory is dataclasses.MISSING]
        return draw(st.nothing()) if needed else owner()

    return made()


# ---- protocols, with what they promise ----------------------------------------------------------------------------


@st.composite
def protocol_calls(draw, name, function, owner):
    """Draw a call of a method that rooms call of each other, with what they promise each other."""
    held, method = draw(instances(owner)), name.rpartition(".")[2]
    bound = getattr(held, method)
    if isinstance(held, CurveFamily):
        return Call(name, bound, tuple(draw(_of_family(held, p.name)) for p in parameters(function)), finish=_ignored)
    given, options = [], {}
    sample = draw(one_test)
    draws = draw(st.integers(1, 3))
    if method == "infer":
        quantity = draw(quantities().filter(lambda q: held.refuses(q) is None))
    for parameter in parameters(function):
        value = (
            quantity
            if parameter.name == "quantity" and method == "infer"
            else draw(_of_protocol(method, parameter.name, sample, draws))
        )
        if parameter.kind is parameter.KEYWORD_ONLY:
            options[parameter.name] = value
        else:
            given.append(value)
    return Call(name, bound, tuple(given), options, finish=_ignored)


def _ignored(_):
    """Pass over numbers: replicates without a value are NaN, and an answer is all that is asked for."""


def _of_family(family, parameter):
    size = len(family.parameters)
    free = st.lists(st.floats(-2, 2), min_size=size, max_size=size).map(np.array)
    inside = st.lists(st.floats(0.001, 0.999), min_size=1, max_size=4).map(np.array)
    table = st.lists(st.integers(1, 9), min_size=4, max_size=4).map(np.array)
    return {
        "theta": free.map(family.natural),
        "free": free,
        "fpf": inside,
        "tpf": inside,
        "cuts": inside.map(lambda at: np.sort(family.cuts_at(family.natural(np.full(size, 0.5)), at))),
        "low": st.floats(0, 0.4),
        "high": st.floats(0.5, 1),
        "name": pick(family.indices) if family.indices else st.nothing(),
        "controls": table,
        "cases": table,
    }[parameter]


def _of_protocol(method, parameter, sample, draws):
    integers = st.integers(0, 3)
    rows = {"case_w": len(sample.cases), "control_w": len(sample.controls)}
    if parameter in rows:
        size = rows[parameter]
        return st.lists(
            st.lists(integers, min_size=size, max_size=size).filter(any), min_size=draws, max_size=draws
        ).map(np.array)
    steps = st.lists(st.lists(integers, min_size=3, max_size=3), min_size=draws, max_size=draws)
    if method == "read":
        cells = steps.map(lambda rows: np.cumsum([[0, *row, 1] for row in rows], axis=1))
    elif method == "order":
        cells = integers
    else:
        cells = st.lists(integers, min_size=3, max_size=3).map(np.array)
    return {
        "sample": st.just(sample),
        "weights": st.just((1.0,)),
        "quantity": quantities(),
        "level": pick([0.95, 0.9, 0.6]),
        "alternative": pick(["two-sided", "less", "greater"]),
        "null": pick([None, 0.5, 0.25]),
        "with_errors": st.just(False),
        "drawn": st.none(),
        "family": st.just(rocstats.Binormal()),
        "tp": cells,
        "fp": cells,
        "fn": cells,
        "tn": cells,
        "area": pick([Fraction(1, 20), Fraction(0)]),
        "missing": pick(["drop", "error"]),
    }.get(parameter, st.nothing())


# ---- files, plans, runs -------------------------------------------------------------------------------------------


@st.composite
def of_read(draw):
    """Draw a call of read, with a file."""
    content, suffix = draw(files())
    options = {
        "truth": "truth",
        "tests": draw(pick([*[["A"], ["A", "B"]] * 4, "A", ["truth"], ["x"], None])),
        "missing": "drop",
    }
    for name, held in {
        "positive": [1, "1", "ill", None],
        "missing": ["drop", "error", "x"],
        "encoding": [
            None,
            "utf-16",
            "latin-1",
            "x",
            "",
            "base64",
            "idna",
            "utf-8\x00",
            1,
            "undefined",
            "unicode_escape",
        ],
        "delimiter": [None, ",", ";", "tab", "ab", "", 1, "\x00", " ", "1", "."],
        "decimal": [None, ".", ",", "x", 1],
        "sheet": [None, "Sheet1", "x", 1],
        "layout": ["long", "wide", "x", None],
        "subject": ["id", "x", 1],
        "test": [None, "B"],
        "score": [None, "A"],
        "missing_codes": [("", "NA"), "NA", (), (1,), None, 1],
        "count": [None, "B"],
        "cluster": [None, "id", "B"],
    }.items():
        if draw(st.integers(0, 14)) == 0:
            options[name] = draw(pick(held))
    return Call("read", with_file, (rocstats.read, content, suffix), options)


@st.composite
def of_load_plan(draw):
    """Draw a call of load_plan, with a file."""
    content = draw(st.one_of(toml_texts(), toml_texts(), st.binary(max_size=30)))
    return Call(
        "load_plan", with_file, (rocstats.load_plan, content, draw(pick([".toml", "", ".txt"]))), finish=_ignored
    )


@st.composite
def of_plan_of(draw):
    """Draw a call of plan_of."""
    return Call(
        "plan_of", rocstats.plan_of, (draw(st.one_of(mappings(), mappings(), anything)),), {"name": draw(texts)}
    )


def _dumped(plan):
    """Give what stands in a plan, without its machinery."""
    return plan.model_dump(mode="json")


@st.composite
def of_parse_filter(draw):
    """Draw a filter, understood and applied to data."""
    from rocstats.study_plan.filters import parse_filter

    frame = draw(participants())

    def applied(text):
        held = parse_filter(text)
        if set(held.columns) <= {"SEX", "AGE", "CT", "ill"}:
            held.rows(frame)
            held.without_order(frame)

    return Call("parse_filter", applied, (draw(filters),))


@st.composite
def of_write_figure(draw):
    """Draw a call of write_figure, into a folder of its own."""
    import tempfile
    from pathlib import Path

    figure, name = (
        draw(figures),
        draw(pick(["a.svg", "a.png", "a", "", ".svg", "x/y.svg", "a\x00.svg", "\ud800.svg", "a.SVG"])),
    )

    def written(figure, name):
        with tempfile.TemporaryDirectory() as folder:
            rocstats.write_figure(figure, Path(folder, name))

    return Call("write_figure", written, (figure, name))


SPECIAL = {
    "read": of_read(),
    "load_plan": of_load_plan(),
    "plan_of": of_plan_of(),
    "parse_filter": of_parse_filter(),
    "write_figure": of_write_figure(),
    **RUNS,
}


# The other constructors of a sample come through this one with a table of theirs.
COVERED = ("Sample.from_table",)


@functools.cache
def catalogue():
    """Give the calls of every public function and method by its dotted name; LookupError names what has none."""
    found = dict(SPECIAL)
    for name, function in public():
        owner, _, method = name.rpartition(".")
        if name in SPECIAL or name in COVERED:
            continue
        if method == "index" and not getattr(rocstats, owner).indices:
            continue
        if method in PROTOCOLS and owner and owner not in ("Sample", "Study"):
            found[name] = protocol_calls(name, function, getattr(rocstats, owner))
            continue
        if lost := [p.name for p in parameters(function) if strategy_of(name, p.name) is None]:
            raise LookupError(f"no strategy for {lost[0]} of {name}; add one to hostile_arguments.py.")
        bound = inspect.ismethod(function) or not owner
        any_call = calls(name, function, None if bound else instances(getattr(rocstats, owner)))
        found[name] = st.one_of(DOORS[name], DOORS[name], any_call) if name in DOORS else any_call
    return found
