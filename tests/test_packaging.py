"""The wheel, installed away from the checkout, does the whole job."""

import json
import os
import subprocess
import sys
import venv
import zipfile
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Build the wheel without asking the network for anything but the build backend."""
    target = tmp_path_factory.mktemp("dist")
    made = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", str(target), str(ROOT)], capture_output=True, text=True
    )
    assert made.returncode == 0, made.stdout + made.stderr
    return next(target.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """Install the wheel in an environment of its own that borrows only the dependencies."""
    home = tmp_path_factory.mktemp("away")
    environment = home / "venv"
    venv.create(environment, with_pip=False)
    python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
    site = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], capture_output=True, text=True
    ).stdout.strip()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    borrowed = [p for p in sys.path if p.endswith("site-packages")]
    Path(site, "dependencies.pth").write_text("\n".join(borrowed) + "\n", encoding="utf-8")

    def run(*arguments):
        clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "ROCSTATS_REFERENCE")}
        return subprocess.run(
            [python, "-m", "rocstats", *arguments],
            capture_output=True,
            text=True,
            cwd=home,
            env=clean,
            encoding="utf-8",
        )

    return run, home, Path(site)


def test_hold_templates_and_cases(wheel):
    """The wheel carries what the reports and the published cases need, and nothing of the tests."""
    names = zipfile.ZipFile(wheel).namelist()
    assert "rocstats/templates/report.html.j2" in names
    assert "rocstats/validation/cases/by-hand-4x4.toml" in names
    assert "rocstats/validation/data/ovarian.csv" in names
    assert "rocstats/validation/pq/ovarian/results.json" in names
    assert "rocstats/py.typed" in names
    assert not [n for n in names if n.startswith(("tests/", "benchmarks/", "docs/"))]


def test_render_both_reports_from_the_wheel(installed):
    """A report in HTML and one in Markdown come out of an installation without a checkout."""
    run, home, site = installed
    data = site / "rocstats" / "validation" / "data" / "ovarian.csv"
    options = ["--truth", "popind", "--positive", "1", "--tests", "alb,tp,totscore", "--low", "totscore"]
    for name in ("report.html", "report.md"):
        done = run("report", str(data), *options, "-o", name)
        assert done.returncode == 0, done.stderr
        assert "0.737" in (home / name).read_text(encoding="utf-8")


def test_run_the_published_cases_from_the_wheel(installed):
    """The published cases pass in an installation without a checkout."""
    run, _, _ = installed
    done = run("validate")
    assert done.returncode == 0, done.stdout + done.stderr


# ---- qualification -----------------------------------------------------------------------------------------------


@contextmanager
def changed(place, old, new):
    """Replace one text of an installed file, once, and put it back."""
    content = place.read_bytes()
    assert old in content
    place.write_bytes(content.replace(old, new, 1))
    try:
        yield
    finally:
        place.write_bytes(content)


def failures(done):
    """Give the lines that failed, by their ids."""
    assert done.stdout, done.stderr
    rows = json.loads(done.stdout)[0]["rows"]
    return {row["id"]: row for row in rows if row["verdict"] == "failed"}


@pytest.fixture(scope="module")
def qualified(installed):
    """Qualify the installation, and keep what it wrote."""
    run, home, site = installed
    done = run("validate", "--iq", "--oq", "-o", "qualification", "--json")
    return done, home / "qualification", site


def test_qualify_the_wheel(qualified):
    """Files, dependencies, platform, every case and check pass in an installation without a checkout."""
    done, folder, _ = qualified
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    rows = {row["id"]: row for row in json.loads(done.stdout)[0]["rows"]}
    assert rows["IQ/files"]["found"].endswith("files as stated; 0 changed, 0 missing, 0 extra, 0 without digest")
    assert rows["IQ/smoke"]["verdict"] == "passed"
    assert "verdict" in (folder / "summary.html").read_text(encoding="utf-8").lower()
    files = json.loads((folder / "iq.json").read_text(encoding="ascii"))["files"]
    assert {one["name"] for one in files} >= {"rocstats/version.py", "rocstats/templates/report.html.j2"}


def test_name_each_file_of_which_one_byte_is_flipped(installed):
    """Code, a template and a data file are named, and so is a file that the wheel did not bring."""
    run, _, site = installed
    package = site / "rocstats"
    flipped = (
        ("methods/delong.py", b"DeLong", b"DeLonh"),
        ("templates/report.css", b"Every", b"every"),
        ("validation/data/ovarian.csv", b"3.0,5.8", b"3.0,5.9"),
    )
    added = package / "methods" / "more.py"
    with ExitStack() as stack:
        for name, old, new in flipped:
            stack.enter_context(changed(package / name, old, new))
        added.write_text("", encoding="utf-8")
        stack.callback(added.unlink)
        done = run("validate", "--iq", "--json")
    assert done.returncode == 1
    found = {name: row["found"].split(":")[0] for name, row in failures(done).items()}
    assert {name: fault for name, fault in found.items() if name.startswith("IQ/files")} == {
        **{f"IQ/files/rocstats/{name}": "changed" for name, _, _ in flipped},
        "IQ/files/rocstats/methods/more.py": "extra",
    }


def test_name_a_number_of_which_one_digit_is_flipped(installed):
    """The case, the quantity, what was expected and what was obtained."""
    run, _, site = installed
    with changed(site / "rocstats/validation/cases/by-hand-4x4.toml", b'auc = "0.8750"', b'auc = "0.8760"'):
        done = run("validate", "--iq", "--oq", "--quick", "--json")
    assert done.returncode == 1
    found = failures(done)
    assert set(found) == {"IQ/files/rocstats/validation/cases/by-hand-4x4.toml", "OQ/by-hand-4x4/auc/auc"}
    row = found["OQ/by-hand-4x4/auc/auc"]
    assert (row["group"], row["what"], row["expected"], row["found"]) == ("by-hand-4x4", "auc: auc", "0.8760", "0.875")


def test_name_what_is_damaged_where_nothing_runs(installed):
    """A file that Python can no longer read is named as well, whichever command is called."""
    run, _, site = installed
    for words in (("validate", "--iq"), ("auc", "--help")):
        with changed(site / "rocstats" / "console.py", b"import io", b"import )o"):
            done = run(*words)
        assert (done.returncode, done.stdout) == (1, "")
        assert "this installation is not as its wheel brought it: rocstats/console.py (changed)" in done.stderr
        assert "Traceback" not in done.stderr


def test_run_the_worked_example_from_the_wheel(installed):
    """The plan that comes with the kit gives its accepted results."""
    run, _, site = installed
    done = run("validate", "--pq", str(site / "rocstats" / "validation" / "pq"))
    assert done.returncode == 0, done.stdout + done.stderr
