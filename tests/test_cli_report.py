"""The report of the command line: where it is written, what it says of its command, and what its options plan."""

from tests.commands import ABOUT_OVARIAN, OVARIAN, refused, run


def test_say_where_the_report_is(tmp_path):
    """The path alone stands on stdout, a sentence on stderr."""
    page = tmp_path / "ovarian.html"
    done = run("report", *ABOUT_OVARIAN, "--tests", "alb,totscore", "--low", "totscore", "-o", page)
    assert (done.exit_code, done.stdout, done.stderr) == (0, f"{page}\n", "The report is written:\n")
    assert "0.737" in page.read_text(encoding="utf-8")


def test_write_html_and_markdown_at_once(tmp_path):
    """Two outputs are two reports of one analysis."""
    places = [tmp_path / "r.html", tmp_path / "r.md"]
    outputs = [word for place in places for word in ("-o", place)]
    done = run(
        "report", *ABOUT_OVARIAN, "--tests", "totscore", "--low", "totscore", "--threshold", "totscore=5", *outputs
    )
    assert done.stdout.splitlines() == [str(place) for place in places]
    assert "drawings beside it" in done.stderr
    for place in places:
        assert "≤ 5" in place.read_text(encoding="utf-8")
    assert list((tmp_path / "r_files").glob("*.svg"))


def test_tell_the_command_but_not_where_the_report_went(tmp_path):
    """The command is in the report in a fixed order, so that the place of the report changes no byte of it."""
    one, other = tmp_path / "one.html", tmp_path / "other.html"
    about = [*ABOUT_OVARIAN, "--tests", "alb"]
    assert run("report", *about, "--threshold", "alb=-3", "--seed", "7", "-o", one).exit_code == 0
    assert run("report", "--seed", "7", "--output", other, "--threshold=alb=-3", *about).exit_code == 0
    assert one.read_bytes() == other.read_bytes()
    command = f"rocstats report {OVARIAN} --truth popind --tests alb --positive 1 --threshold alb=-3 --seed 7"
    assert command in one.read_text(encoding="utf-8")


def test_refuse_a_place_before_anything_is_computed(tmp_path, monkeypatch):
    """A foreign file stays, a missing folder is not made, and no analysis is started for either."""
    monkeypatch.setattr("rocstats.data.files.read", None)
    foreign = tmp_path / "mine.html"
    foreign.write_text("mine", encoding="utf-8")
    about = [*ABOUT_OVARIAN, "--tests", "alb"]
    done = run("report", *about, "-o", foreign)
    refused(done, f'"{foreign}" exists and was not written by rocstats, so it stays. Choose another name.')
    assert foreign.read_text(encoding="utf-8") == "mine"
    nowhere = tmp_path / "none" / "r.html"
    done = run("report", *about, "-o", nowhere)
    refused(done, f'there is no folder "{nowhere.parent}"; make it first, or write the report elsewhere.')
    done = run("report", *about, "-o", tmp_path / "r.doc")
    assert "a report is written as .html or .md" in done.stderr


def test_say_that_a_place_cannot_be_written_to(tmp_path, monkeypatch):
    """What the system says of a place comes as one sentence, and nothing is left there."""

    def full(*_):
        raise OSError(28, "No space left on device", str(tmp_path / "r.html"))

    monkeypatch.setattr("os.replace", full)
    done = run("report", *ABOUT_OVARIAN, "--tests", "alb", "-o", tmp_path / "r.html")
    refused(done, f"{tmp_path / 'r.html'}: No space left on device.")
    assert list(tmp_path.iterdir()) == []
