"""A frozen plan is kept beside the plan, and every later edit is told by its key, its old value and its new one."""

import hashlib
import tomllib

import pytest

from rocstats.errors import PlanError
from rocstats.study_plan.freezing import edits_since, freeze, frozen_on

TEXT = """\
rocstats = "1"
# A comment with "marks", a \\ and a tab:\t.
[data]
file = "study.csv"
[reference]
column = "ill"
positive = 1
negative = 0
kind = "reference_standard"
[[tests]]
name = "CT \\"new\\""
positive_scores = "high"
threshold = {value = 0.5, origin = "prespecified"}
[[tests]]
name = "MRI"
positive_scores = "low"
[narrative]
background = \"\"\"Two
lines.\"\"\"
"""


@pytest.fixture(autouse=True)
def _no_clock(monkeypatch):
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)


@pytest.fixture
def plan(tmp_path):
    """Return the file of a plan."""
    file = tmp_path / "plan.toml"
    file.write_text(TEXT, encoding="utf-8")
    return file


def edit(plan, old, new):
    """Change the text of a plan file."""
    text = plan.read_text(encoding="utf-8")
    assert old in text
    plan.write_text(text.replace(old, new), encoding="utf-8")


def test_the_text_and_its_digest_are_kept(plan):
    """The file beside the plan is TOML with the text as it was and the digest of it; nothing else is left."""
    frozen = freeze(plan)
    assert frozen.name == "plan.toml.frozen"
    held = tomllib.loads(frozen.read_text(encoding="utf-8"))
    assert held == {
        "frozen": "1",
        "sha256": hashlib.sha256(TEXT.encode()).hexdigest(),
        "date": "",
        "plan": TEXT,
    }
    assert sorted(file.name for file in plan.parent.iterdir()) == ["plan.toml", "plan.toml.frozen"]


def test_the_same_plan_gives_the_same_file(plan):
    """No clock is asked; freezing again changes nothing."""
    first = freeze(plan).read_bytes()
    assert freeze(plan).read_bytes() == first


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_line_endings_are_kept(tmp_path, ending):
    """The digest is that of the file, whatever ends its lines."""
    file = tmp_path / "plan.toml"
    file.write_bytes(TEXT.replace("\n", ending).encode())
    held = tomllib.loads(freeze(file).read_text(encoding="utf-8"))
    assert held["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()
    assert edits_since(file) == ()


def test_the_date_is_stated_or_that_of_the_build(plan, monkeypatch):
    """A date comes from the caller or from SOURCE_DATE_EPOCH."""
    freeze(plan, "2026-11-30")
    assert frozen_on(plan) == "2026-11-30"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    freeze(plan, again=True)
    assert frozen_on(plan) == "1970-01-02"


@pytest.mark.parametrize("date", ["30.11.2026", "2026-02-30", "20261130", "today"])
def test_a_date_that_is_none_is_refused(plan, date):
    """A date is written year-month-day."""
    with pytest.raises(PlanError, match="write it as 2026-11-30"):
        freeze(plan, date)


def test_an_epoch_that_is_none_is_refused(plan, monkeypatch):
    """The date of a build is a number of seconds."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")
    with pytest.raises(PlanError, match="it is a number of seconds"):
        freeze(plan)


def test_edits_are_told_by_their_keys(plan):
    """Changed, new and removed keys are told; comments and the order of keys are no edits."""
    assert edits_since(plan) == ()
    freeze(plan)
    edit(plan, "# A comment", "# Another comment")
    edit(plan, "positive = 1\nnegative = 0\n", "negative = 0\npositive = 1\n")
    assert edits_since(plan) == ()
    edit(plan, "value = 0.5", "value = 0.45")
    edit(plan, "negative = 0", "negative = [0, 2]")
    edit(plan, 'file = "study.csv"', 'file = "study.csv"\nsite = "SITE ID"')
    edit(
        plan, 'positive_scores = "low"\n', 'positive_scores = "low"\n[[tests]]\nname = "US"\npositive_scores = "high"\n'
    )
    edit(plan, '[narrative]\nbackground = """Two\nlines."""\n', "")
    assert edits_since(plan) == (
        'data.site: not stated before, "SITE ID" now',
        "reference.negative: 0 before, [0, 2] now",
        "tests[1].threshold.value: 0.5 before, 0.45 now",
        'tests[3]: not stated before, {name = "US", positive_scores = "high"} now',
        'narrative: {background = "Two\\nlines."} before, not stated now',
    )


def test_true_and_one_are_different(plan):
    """A value of another type is an edit, equal or not."""
    freeze(plan)
    edit(plan, "positive = 1", "positive = true")
    assert edits_since(plan) == ("reference.positive: 1 before, true now",)


def test_a_changed_plan_is_frozen_again_on_purpose_only(plan):
    """Freezing over an earlier text would forget the edits, so it must be meant."""
    freeze(plan)
    edit(plan, "value = 0.5", "value = 0.45")
    with pytest.raises(PlanError, match="would forget what was changed since"):
        freeze(plan)
    freeze(plan, again=True)
    assert edits_since(plan) == ()


def test_a_frozen_text_that_was_changed_is_refused(plan):
    """The digest tells a frozen file that somebody edited."""
    frozen = freeze(plan)
    text = frozen.read_text(encoding="utf-8")
    for changed in (
        text.replace("value = 0.5", "value = 0.4"),
        text.replace('frozen = "1"', 'frozen = "2"'),
        "plan = 1",
    ):
        frozen.write_text(changed, encoding="utf-8")
        with pytest.raises(PlanError, match="its text and its digest do not agree"):
            edits_since(plan)


def test_a_plan_with_faults_is_not_frozen(plan):
    """What is frozen can be carried out."""
    edit(plan, 'kind = "reference_standard"', 'kind = "truth"')
    with pytest.raises(PlanError, match="has 1 fault"):
        freeze(plan)
    assert not plan.with_name("plan.toml.frozen").exists()
