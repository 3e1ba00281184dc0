"""What all tests share: how examples are drawn, and the study that stands behind the printed layouts.

ROCSTATS_EXAMPLES is how many examples a property gets, 100 unless it is set; ``validation/fuzzing`` draws far more.
"""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "rocstats",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=int(os.environ.get("ROCSTATS_EXAMPLES", "100")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("rocstats")


@pytest.fixture(scope="session", autouse=True)
def data_of_nobody(tmp_path_factory):
    """Keep tests, and the processes that they start, away from the qualifications that a person keeps."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data-of-nobody")))
        yield


@pytest.fixture(scope="session")
def reference():
    """Return the folder of reference cases, which is not part of this project."""
    named = os.environ.get("ROCSTATS_REFERENCE", "")
    if not named or not Path(named).is_dir():
        pytest.skip("ROCSTATS_REFERENCE names no folder of reference cases; they are not part of the project.")
    return Path(named)


@pytest.fixture(scope="session")
def asah_frame(reference):
    """Return the 113 patients with aneurysmal subarachnoid haemorrhage."""
    import pandas as pd

    return pd.read_csv(reference / "data" / "asah.csv")


@pytest.fixture(scope="session")
def asah(asah_frame):
    """Return their study: outcome by two proteins and a grade."""
    from rocstats import Study

    return Study(asah_frame, truth="outcome", positive="Poor", tests=["s100b", "ndka", "wfns"])


@pytest.fixture
def swift(monkeypatch):
    """Leave out of a qualification the import of everything in another process, which takes long."""
    from rocstats.qualification_report import installation
    from rocstats.qualification_report.item import Item

    line = Item(id="IQ/smoke", part="IQ", group="Package", what="", expected="", found="", verdict="passed")
    monkeypatch.setattr(installation, "_smoke", lambda: line)
