"""The files of an installation against RECORD, its dependencies and its surroundings."""

import base64
import hashlib
from importlib import metadata
from pathlib import Path

import pytest

from rocstats.analysis_results.environment import environment_here
from rocstats.qualification_report import installation
from rocstats.qualification_report.dependencies import dependency_items, extra_items, locked
from rocstats.qualification_report.item import outcome_of
from rocstats.qualification_report.record_files import files_against_record
from rocstats.qualification_report.surroundings import surrounding_items
from rocstats.version import version_of


def record_line(name, content):
    """Write a line of a RECORD."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}\n"


# ---- files against RECORD ----------------------------------------------------------------------------------------


@pytest.fixture
def packed(tmp_path):
    """Install a package of three files with its RECORD, as a wheel does."""
    package = tmp_path / "site" / "thing"
    package.mkdir(parents=True)
    text = "thing-1.dist-info/RECORD,,\nthing/__pycache__/a.cpython-311.pyc,,\n"
    for name, content in (("a.py", b"a = 1\n"), ("b.csv", b"x\n"), ("c.j2", b"{{ c }}\n")):
        (package / name).write_bytes(content)
        text += record_line(f"thing/{name}", content)
    (package / "__pycache__").mkdir()
    (package / "__pycache__" / "a.cpython-311.pyc").write_bytes(b"compiled")
    return text, tmp_path / "site", package


def faults(packed):
    """Give the faults of the package by the names of files."""
    text, site, package = packed
    return {line.name: line.fault for line in files_against_record(text, site, package) if line.fault}


def test_find_nothing_where_nothing_is_wrong(packed):
    """Bytecode is no fault, in whatever file Python keeps it."""
    (packed[2] / "__pycache__" / "b.cpython-312.pyc").write_bytes(b"compiled")
    assert faults(packed) == {}


def test_name_each_file_that_is_changed_lost_or_added(packed):
    """One byte is enough, in any kind of file; a file that RECORD does not know is named too."""
    _, _, package = packed
    (package / "a.py").write_bytes(b"a = 2\n")
    (package / "c.j2").unlink()
    (package / "more").mkdir()
    (package / "more" / "d.py").write_bytes(b"")
    (package / "__pycache__" / "hidden.txt").write_bytes(b"")
    assert faults(packed) == {
        "thing/a.py": "changed",
        "thing/c.j2": "missing",
        "thing/more/d.py": "extra",
        "thing/__pycache__/hidden.txt": "extra",
    }


def test_name_each_file_without_a_digest(packed):
    """A file that is listed without a SHA-256 could hold anything, so it is no pass."""
    text, site, package = packed
    (package / "b.csv").write_bytes(b"anything\n")
    start = text.index("thing/b.csv,")
    line = text[start : text.index("\n", start)]
    assert faults((text.replace(line, "thing/b.csv,,"), site, package)) == {"thing/b.csv": "without digest"}


def test_a_link_is_a_file_of_its_own(packed):
    """A link to a file that RECORD knows is one that it does not know."""
    (packed[2] / "d.py").symlink_to(packed[2] / "a.py")
    assert faults(packed) == {"thing/d.py": "extra"}


def test_compare_with_every_digest_that_is_stated(packed):
    """A second line about a file does not take the place of the first."""
    text, site, package = packed
    assert faults((record_line("thing/a.py", b"other") + text, site, package)) == {"thing/a.py": "changed"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"{'x' * 200_000},,\n", "RECORD is no table"),
        ("thing/a.py,sha256=abc\n", "no name with digest and size"),
        ("thing/a.py,md5=abc,3\n", "digests by md5"),
        ("thing/a.py,sha256=\u00e9,3\n", "not written in base64"),
    ],
)
def test_refuse_what_is_no_record(packed, text, why):
    """A RECORD that cannot be read says nothing, and is said to."""
    with pytest.raises(ValueError, match=why):
        files_against_record(text, *packed[1:])


class Distribution(metadata.Distribution):
    """An installed distribution that a test makes up."""

    def __init__(self, root, **texts):
        self.root, self.texts = root, texts

    def read_text(self, filename):
        """Give one of its files."""
        return self.texts.get(filename.replace(".", "_"))

    def locate_file(self, path):
        """Give the place of one."""
        return self.root / path


def lines_of(found, group):
    """Give the lines of a group by what they are about."""
    return {item.what: item for item in found if item.group == group}


def test_an_editable_installation_is_no_pass(monkeypatch, swift, tmp_path):
    """Nothing states the digests of its files; the line fails, says so, and says what to do."""
    for kind, made in (
        ("an editable installation", {"direct_url_json": '{"dir_info": {"editable": true}}', "RECORD": "a.pth,,\n"}),
        ("whose RECORD does not list the package", {"RECORD": "other/a.py,,\n"}),
        ("a checkout at", {"RECORD": "rocstats/__init__.py,,\n"}),
    ):
        distribution = Distribution(tmp_path, METADATA="Name: rocstats\nRequires-Python: >=3.11\n\n", **made)
        monkeypatch.setattr(installation, "_distribution", lambda distribution=distribution: distribution)
        found = installation.qualify_installation(None, tmp_path)
        line = lines_of(found.items, "Installed files")["Files against the wheel\u2019s RECORD"]
        assert (line.verdict, found.files) == ("failed", ())
        assert kind in line.found
        assert "install the wheel" in line.note
        assert outcome_of(found.items) == "failed"


def test_a_record_that_is_no_text_is_no_pass(monkeypatch, swift, tmp_path):
    """Bytes in no encoding of RECORD fail its line and leave the others standing."""

    class Unreadable(Distribution):
        def read_text(self, filename):
            if filename == "RECORD":
                raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")
            return super().read_text(filename)

    made = Unreadable(tmp_path, METADATA="Name: rocstats\nRequires-Python: >=3.11\n\n")
    monkeypatch.setattr(installation, "_distribution", lambda: made)
    found = installation.qualify_installation(None, tmp_path)
    assert [item.id for item in found.items if item.verdict == "failed"] == ["IQ/files"]


def test_import_from_no_file_of_the_present_folder(monkeypatch, tmp_path):
    """A file that has the name of a module is none of the installation."""
    (tmp_path / "rocstats.py").write_text("raise RuntimeError", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert installation._smoke().verdict == "passed"


def test_a_package_whose_description_is_lost_has_an_unknown_version(monkeypatch):
    """The software is described all the same, and is another environment; its dependency fails."""

    def lost(name):
        raise metadata.PackageNotFoundError(name)

    before = environment_here()
    monkeypatch.setattr(metadata, "version", lost)
    described = environment_here()
    assert set(dict(described.packages).values()) == {"unknown"}
    assert described.digest != before.digest
    (line,) = dependency_items(Distribution(Path(), METADATA="Name: x\nRequires-Dist: numpy>=1.26\n\n"))
    assert (line.verdict, line.found) == ("failed", "not installed")
    for nothing in (lambda name: None, lambda name: {}["Version"]):
        monkeypatch.setattr(metadata, "version", nothing)
        assert version_of("numpy") == "unknown"


def test_a_checkout_that_was_never_installed_is_no_pass(monkeypatch, swift, tmp_path):
    """Without a distribution there is nothing to hold files against."""
    monkeypatch.setattr(installation, "_distribution", lambda: None)
    found = installation.qualify_installation(None, tmp_path)
    assert [item.id for item in found.items if item.verdict == "failed"] == ["IQ/files"]


# ---- dependencies and surroundings -------------------------------------------------------------------------------


def test_hold_every_dependency_against_what_is_installed():
    """What is missing or too old fails and says what to do; what another extra or platform needs does not count."""
    text = (
        "Name: x\nProvides-Extra: files\nProvides-Extra: test\nRequires-Dist: numpy>=1.26\nRequires-Dist: scipy<1\n"
        'Requires-Dist: nowhere-to-be-found>=2\nRequires-Dist: also-nowhere; sys_platform == "amiga"\n'
        'Requires-Dist: pandas>=2; extra == "files"\nRequires-Dist: not-there-either; extra == "files"\n'
        'Requires-Dist: pytest; extra == "test"\n\n'
    )
    made = Distribution(Path(), METADATA=text)
    found = {item.what: item for item in dependency_items(made)}
    assert {name: item.verdict for name, item in found.items()} == {
        "numpy": "passed",
        "scipy": "failed",
        "nowhere-to-be-found": "failed",
    }
    assert found["scipy"].note == 'install a version that serves: pip install "scipy<1"'
    assert (found["scipy"].expected, found["scipy"].found) == ("scipy<1", f"scipy {metadata.version('scipy')}")
    extras = {item.what: (item.group, item.verdict, item.found) for item in extra_items(made)}
    assert extras == {
        "pandas": ("Extra files", "passed", f"pandas {metadata.version('pandas')}"),
        "not-there-either": ("Extra files", "information", "not installed"),
    }


def test_lock_what_the_package_stands_on():
    """Packages of packages are there too, each with its version; those of developers are not."""
    found = locked("matplotlib")
    assert found["numpy"] == metadata.version("numpy")
    assert {"matplotlib", "pyparsing", "packaging"} <= set(found)
    assert list(found) == sorted(found)
    assert locked("nowhere-to-be-found") == {}


def test_describe_the_surroundings(tmp_path):
    """System, processor, arithmetic, fonts, locale and time zone are told; a place that is closed is a failure."""
    found = {item.what: item for item in surrounding_items(tmp_path / "out", tmp_path / "kept" / "deeper")}
    assert {"Operating system", "Processor", "Linear algebra", "Locale", "Time zone", "Fonts"} <= set(found)
    assert found["Fonts"].found == "12 faces"
    assert {found[name].verdict for name in ("Fonts", "Arithmetic")} == {"passed"}
    assert found["The folder of the qualification"].verdict == "passed"


def test_say_where_nothing_can_be_written(tmp_path, monkeypatch):
    """The folder of the papers is needed; that of kept qualifications only for reports to quote."""

    def closed(dir):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.TemporaryFile", closed)
    found = {item.what: item for item in surrounding_items(tmp_path / "out", tmp_path)}
    one, other = found["The folder of the qualification"], found["The folder of kept qualifications"]
    assert (one.verdict, other.verdict) == ("failed", "information")
    assert "permission denied" in one.found
    assert other.note == "reports cannot quote what cannot be kept"
