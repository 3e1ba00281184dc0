"""The plan of the house, held by its imports: floors, stairs that only go down, rooms with one subject."""

import ast
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import rocstats

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "rocstats"
GROUND = ("version", "errors", "references", "formatting", "given", "disk", "printing", "results")
FLOORS = {
    **dict.fromkeys(GROUND, 0),
    "data": 1,
    "empirical": 2,
    "methods": 3,
    "inference": 4,
    "parametric": 4,
    "designs": 5,
    "study_plan": 5,
    "document": 6,
    "analysis_results": 6,
    "report": 7,
    "qualification": 7,
    "investigation": 7,
    "study_report": 8,
    "qualification_report": 9,
}
STREET = 10
# Documents know summaries and curves, no method and no question.
HIGHEST_BELOW = {"document": 2, "analysis_results": 2}
MODULES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))
# Two names that stand for one thing; any other "and" in a sign on a door names a second subject.
PAIRS = ("Hanley and McNeil", "Clopper and Pearson", "cases and controls")


@cache
def tree(module):
    """Return the syntax tree of a module."""
    return ast.parse((PACKAGE / module).read_text(encoding="utf-8"))


def dotted(module):
    """Return the parts of a module's name below the package."""
    parts = module.with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def place(parts):
    """Return the folder of a module, or its own name on the ground floor and on the street."""
    return parts[0] if parts else ""


def floor(parts):
    """Return the floor of a module: that of its folder; a file beside the folders is the command line's."""
    return FLOORS.get(place(parts), STREET)


def imported(module):
    """Give what a module imports from the package, as parts of names; the roof is no parts."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            yield from (name.name.split(".")[1:] for name in node.names if name.name.split(".")[0] == "rocstats")
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "rocstats":
            yield node.module.split(".")[1:]


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_stairs_only_go_down(module):
    """A floor uses the floors below it and its own folder, never a neighbour across the hall, never the floor above."""
    own = dotted(module)
    for other in imported(module):
        if not other and module == Path("__init__.py"):
            continue
        assert other, "nothing inside imports from the package's __init__"
        if place(other) == place(own) or floor(own) == STREET:
            continue
        if floor(own) == floor(other) == 0:
            assert GROUND.index(place(other)) < GROUND.index(place(own)), f"{place(other)} stands above {place(own)}"
            continue
        allowed = HIGHEST_BELOW.get(place(own), floor(own) - 1)
        assert floor(other) <= allowed, f"{'.'.join(own)} (floor {floor(own)}) uses {'.'.join(other)} ({floor(other)})"


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_imports_are_absolute_and_in_sight(module):
    """No import says where it stands, and none hides in a string; only the roof finds rooms by name."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
        if isinstance(node, ast.Call) and module != Path("__init__.py"):
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            assert called not in ("import_module", "__import__")


def test_the_roof_knows_where_every_room_is():
    """The rooms that the package's __init__ names exist, and what they are said to hold is defined in them."""
    for room, names in rocstats._ROOMS.items():
        path = PACKAGE.joinpath(*room.split("."))
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        defined = set()
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", node)]
            defined |= {getattr(target, "id", getattr(target, "name", "")) for target in targets}
        assert set(names) <= defined, room


def test_no_rooms_wait_for_each_other():
    """Rooms do not import each other in a circle when they are loaded."""
    graph = {}
    for module in MODULES:
        own = dotted(module)
        below = set()
        for node in tree(module).body:
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rocstats."):
                below.add(tuple(node.module.split(".")[1:]))
        graph[own] = below - {own}
    assert list(TopologicalSorter(graph).static_order())


def test_the_written_plan_says_the_same():
    """The table of floors in the architecture page lists these folders on these floors."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| (.+?) \|.*\| (.+?) \|$", page, re.M)
    written = {}
    for number, rooms, _ in rows:
        for room in re.findall(r"`([a-z_0-9]+)(?:\.py|/)`|([a-z_0-9]+)\.py", rooms):
            written["".join(room)] = int(number)
    assert {name: number for name, number in written.items() if number != STREET} == FLOORS
    assert tuple(name for name, number in written.items() if number == 0) == GROUND
    may_import = {number: what for number, _, what in rows}
    assert may_import["6"] == "0–2"
    assert all(may_import[str(n)] in ("floor 0", f"0–{n - 1}") for n in (1, 2, 3, 4, 5, 7, 8, 9))


def test_every_folder_has_a_floor():
    """A new folder gets its place in the plan before it gets a room."""
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and list(path.glob("*.py"))}
    assert folders <= set(FLOORS)


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_a_room_is_named_for_its_subject(module):
    """No drawer for what belongs nowhere, and no room of the same name as a public thing, which would hide it."""
    name = dotted(module)[-1] if dotted(module) else "rocstats"
    assert not set(name.split("_")) & {"utils", "util", "helpers", "helper", "common", "misc", "stuff", "tools"}
    assert name not in rocstats.__all__


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_the_sign_on_the_door_names_one_subject(module):
    """The docstring begins with one sentence on one line, and what it names before any comma or colon is one thing."""
    sign = (ast.get_docstring(tree(module)) or "").split("\n\n")[0]
    assert sign.endswith((".", "?")), "a module's docstring begins with a sentence"
    assert "\n" not in sign, "the first sentence stands on one line"
    subject = re.split(r"[:,]", re.sub(r'"[^"]*"', "", sign))[0]
    for pair in PAIRS:
        subject = subject.replace(pair, "")
    assert not re.search(r"\sand\s", subject), f"two subjects: {sign}"
