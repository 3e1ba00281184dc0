"""The wheel, installed away from the checkout, does the whole job."""

import os
import subprocess
import sys
import venv
import zipfile
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
