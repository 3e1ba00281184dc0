"""Runs of plans on hostile data: investigations, their reports, records of results that were written and changed."""

import copy
import functools
import json
import tempfile
from pathlib import Path

import pandas as pd
from endurance import Call
from hostile_files import changed, with_file
from hostile_plans import participants
from hostile_values import TEXTS, anything, floats, texts
from hypothesis import strategies as st
from run_studies import PLAN, frame
from study_plans import SMALLEST

import rocstats
from rocstats import DataError, PlanError
from rocstats.analysis_results.results_json import results_json
from rocstats.study_report.run_files import record_of_findings

pick = st.sampled_from
PLANS = [
    {},
    {"subgroups": ["SEX"]},
    {"report": {"profile": "appendix"}},
    {"tests": [{"name": "CT", "positive_scores": "low", "threshold": {"value": 2, "origin": "prespecified"}}]},
    {"participants": {"baseline": ["AGE", "SEX"], "eligible": "SEX == 'F' or AGE >= 3"}},
    {"hypotheses": [{"id": "H1", "measure": "auc", "test": "CT", "goal": 0.5}]},
]


@functools.cache
def plan(place):
    """Return one of the plans that these runs follow."""
    held = {**copy.deepcopy(SMALLEST), **copy.deepcopy(PLANS[place]), "intervals": {"n_resamples": 100, "band": "none"}}
    return rocstats.plan_of(held)


plans = pick(range(len(PLANS))).map(plan)
SOUND = pd.DataFrame({"ill": [1, 1, 1, 0, 0, 0], "CT": [3, 2, 1, 2, 0, 1], "SEX": list("FMFMFM"), "AGE": range(6)})


@st.composite
def investigations(draw):
    """Draw an investigation of data that the plan takes."""
    try:
        return rocstats.investigation_of(draw(plans), draw(participants()))
    except (DataError, PlanError, TypeError):
        return rocstats.investigation_of(plan(0), SOUND)


@functools.cache
def sound_findings():
    """Return the findings of sound data."""
    return rocstats.investigate(rocstats.investigation_of(plan(0), SOUND))


@functools.cache
def record_bytes():
    """Return the bytes of a record of results."""
    return results_json(record_of_findings(sound_findings())).encode()


@st.composite
def records_with_other_values(draw):
    """Draw the bytes of a record with a few values of its JSON replaced or taken away."""
    held = json.loads(record_bytes())
    for _ in range(draw(st.integers(1, 2))):
        place, steps = held, draw(st.lists(st.integers(0, 30), min_size=1, max_size=4))
        for step in steps[:-1]:
            inner = list(place.values()) if isinstance(place, dict) else place
            if not inner or not isinstance(inner[step % len(inner)], dict | list) or not inner[step % len(inner)]:
                break
            place = inner[step % len(inner)]
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = keys[steps[-1] % len(keys)]
        if draw(st.booleans()):
            del place[key]
        else:
            place[key] = draw(
                pick([None, True, 0, -1, 1e308, "x", "Inf", [], {}, [[]], [1], {"a": 1}, "", 10**30, *TEXTS[:6]]).map(
                    copy.deepcopy
                )
            )
        if not held:
            break
    return json.dumps(held).replace("1e+308", draw(pick(["1e308", "1e999", "NaN", "-Infinity"]))).encode()


@st.composite
def of_read_results(draw):
    """Draw a call of read_results, with a file that is nearly a record."""
    content = draw(st.one_of(changed(record_bytes()), records_with_other_values(), st.binary(max_size=30)))

    def read(path):
        found = rocstats.read_results(path)
        return rocstats.results_difference(found, rocstats.read_results(path))

    return Call("read_results", with_file, (read, content, ".json"))


@st.composite
def of_results_difference(draw):
    """Draw a call of results_difference, of records that differ."""
    records = []
    for _ in range(2):
        try:
            records.append(with_file(rocstats.read_results, draw(records_with_other_values()), ".json"))
        except DataError:
            records.append(with_file(rocstats.read_results, record_bytes(), ".json"))
    if draw(st.integers(0, 4)) == 0:
        records[draw(st.integers(0, 1))] = draw(anything)
    return Call("results_difference", rocstats.results_difference, tuple(records))


@st.composite
def of_investigation_of(draw):
    """Draw a call of investigation_of."""
    frame = draw(st.one_of(participants(), participants(), participants(), anything))
    return Call("investigation_of", rocstats.investigation_of, (draw(st.one_of(plans, plans, plans, anything)), frame))


@st.composite
def cells_changed(draw, sound):
    """Draw the file of a sound study with a few of its cells changed."""
    held = sound.astype(object)
    for _ in range(draw(st.integers(0, 4))):
        place = draw(st.integers(0, len(held) - 1)), draw(st.integers(0, held.shape[1] - 1))
        held.iloc[place] = draw(st.one_of(pick(["", "x", "1e999", "-0", "NaN", "inf", "|"]), texts, floats))
    return held.to_csv(index=False).encode("utf-8", "replace")


@st.composite
def of_open_investigation(draw):
    """Draw a call of open_investigation, with a file of data."""
    from hostile_files import delimited

    content = draw(st.one_of(delimited(), delimited().flatmap(changed), *[cells_changed(SOUND)] * 4))

    def opened(path):
        return rocstats.open_investigation(plan(0), path.parent)

    return Call("open_investigation", with_file, (opened, content, ".csv"), finish=lambda _: None)


@st.composite
def of_investigate(draw):
    """Draw a call of investigate."""
    held = draw(st.one_of(investigations(), investigations(), investigations(), anything))
    return Call("investigate", rocstats.investigate, (held,), finish=_rows_of)


def _rows_of(found):
    """Look at the rows of findings, and write them as they are stored."""
    results_json(record_of_findings(found))
    return [{name: getattr(row, name) for name in ("id", "value")} for row in found.table]


@st.composite
def of_compose_report(draw):
    """Draw a call of compose_report, and write the page."""
    try:
        found = rocstats.investigate(draw(investigations()))
    except (DataError, PlanError):
        found = sound_findings()
    options = {"shell": draw(st.booleans())}
    if draw(st.integers(0, 9)) == 0:
        found = draw(anything)
    return Call(
        "compose_report", rocstats.compose_report, (found,), options, finish=lambda doc: rocstats.render(doc, "md")
    )


@st.composite
def of_lint_results(draw):
    """Draw a call of lint_results."""
    table = with_file_or_sound(draw(records_with_other_values()))
    if draw(st.integers(0, 4)) == 0:
        table = draw(anything)
    return Call("lint_results", rocstats.lint_results, (draw(st.one_of(plans, plans, anything)), table))


def with_file_or_sound(content):
    """Return the table of a record that can be read, or of a sound one."""
    try:
        return with_file(rocstats.read_results, content, ".json").table
    except DataError:
        return sound_findings().table


@st.composite
def of_run_plan(draw):
    """Draw a call of run_plan, and verify what it wrote after something in it was changed."""
    from hostile_files import delimited

    text = draw(pick([PLAN, PLAN.replace('["html", "md"]', '["md"]'), "rocstats = 1"]))
    data = draw(st.one_of(delimited(), *[cells_changed(frame())] * 3))

    def run(text, data):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "plan.toml").write_text(text)
            Path(folder, "study.csv").write_bytes(data)
            return rocstats.run_plan(Path(folder, "plan.toml"), Path(folder, "out"), formats=["md"], frozen=True)

    return Call("run_plan", run, (text, data), finish=lambda _: None)


@functools.cache
def run_files():
    """Return the files of a sound run, with its data, by their names."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "plan.toml").write_text(PLAN)
        frame().to_csv(Path(folder, "study.csv"), index=False)
        rocstats.run_plan(Path(folder, "plan.toml"), Path(folder, "out"), formats=["md"], frozen=True)
        out = Path(folder, "out")
        return {str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*") if path.is_file()}


@st.composite
def of_verify_run(draw):
    """Draw a call of verify_run, on a folder of which a file was changed or taken away."""
    held = dict(run_files())
    name = draw(pick([n for n in held if n.endswith((".json", ".toml", ".sha256", ".csv", ".md"))]))
    how = draw(pick(["change", "change", "remove", "add"]))
    if how == "change":
        held[name] = draw(changed(held[name]))
    elif how == "remove":
        del held[name]
    else:
        held["more.txt"] = b""

    def verified(held):
        with tempfile.TemporaryDirectory() as folder:
            for path, content in held.items():
                place = Path(folder, path)
                place.parent.mkdir(exist_ok=True, parents=True)
                place.write_bytes(content)
            if not there:
                return rocstats.verify_run(folder)
            with tempfile.TemporaryDirectory() as beside:
                frame().to_csv(Path(beside, "study.csv"), index=False)
                return rocstats.verify_run(folder, data_folder=beside)

    # without its data nothing is computed again
    there = draw(st.booleans())
    return Call("verify_run", verified, (held,))


@st.composite
def of_write(draw):
    """Draw a call of write, into a folder of its own."""
    from hostile_results import documents

    document, name = (
        draw(documents()),
        draw(pick(["a.md", "a.html", "a", "x/a.md", "a\x00.md", ".md", "\ud800.html", "a.txt"])),
    )

    def written(document, name):
        with tempfile.TemporaryDirectory() as folder:
            rocstats.write(document, Path(folder, name))

    return Call("write", written, (document, name))


@st.composite
def of_validate(draw):
    """Draw a call of validate, with a folder of one case that is nearly sound."""
    cases = Path(__file__).parent.parent / "validation" / "cases"
    name = draw(pick(["by-hand-4x4", "by-hand-2x2", "by-hand-agreement", "by-hand-groups"]))
    content = draw(changed((cases / f"{name}.toml").read_bytes()))

    def validated(content):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "cases").mkdir()
            Path(folder, "cases", "one.toml").write_bytes(content)
            return rocstats.validate(folder)

    return Call("validate", validated, (content,))


@st.composite
def of_svg(draw):
    """Draw a call of svg."""
    from hostile_results import figures
    from hostile_values import texts

    return Call("svg", rocstats.svg, (draw(st.one_of(figures, figures, anything)), draw(texts)))


@st.composite
def of_qualify(draw):
    """Draw a call of qualify with folders of a user's plan, data and accepted results that are nearly sound.

    Its own cases and checks take long, and are asked by themselves.
    """
    held = {"plan.toml": PLAN.encode(), "study.csv": SOUND.to_csv(index=False).encode(), "results.json": record_bytes()}
    name = draw(pick(list(held)))
    held[name] = draw(changed(held[name]))
    deviation = b'[[deviation]]\nid = "D1"\nitem = "x"\njustification = "y"\nwho = "z"\ndate = 2026-11-30\n'
    deviations = draw(st.one_of(st.none(), changed(deviation)))

    def qualified(held, deviations):
        with tempfile.TemporaryDirectory() as folder:
            for name, content in held.items():
                Path(folder, name).write_bytes(content)
            options = {}
            if deviations is not None:
                options["deviations"] = Path(folder, "deviations.toml")
                options["deviations"].write_bytes(deviations)
            return rocstats.qualify(pq=folder, **options)

    return Call("qualify", qualified, (held, deviations))


RUNS = {
    "qualify": of_qualify(),
    "compose_report": of_compose_report(),
    "investigate": of_investigate(),
    "investigation_of": of_investigation_of(),
    "lint_results": of_lint_results(),
    "open_investigation": of_open_investigation(),
    "read_results": of_read_results(),
    "results_difference": of_results_difference(),
    "run_plan": of_run_plan(),
    "svg": of_svg(),
    "validate": of_validate(),
    "verify_run": of_verify_run(),
    "write": of_write(),
}
