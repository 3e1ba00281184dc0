"""What is loaded when: nothing heavy before it is needed."""

import json
import os
import subprocess
import sys

import pytest

HEAVY = {"scipy", "pandas", "matplotlib", "statsmodels", "pydantic", "typer", "rich", "jinja2", "pyarrow", "openpyxl"}


def loaded(code):
    """Run code in a new process and return the heavy packages that it has loaded."""
    ask = f"{code}\nimport json, sys\nprint(json.dumps(sorted({{name.split('.')[0] for name in sys.modules}})))"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", ask],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 0, done.stderr
    return HEAVY & set(json.loads(done.stdout.splitlines()[-1]))


def test_importing_the_package_loads_nothing_heavy():
    """Not even by way of another package."""
    assert loaded("import rocstats") == set()


def test_looking_at_the_names_loads_nothing():
    """dir() and the list of names ask no room."""
    assert loaded("import rocstats; dir(rocstats); rocstats.__all__; rocstats.__version__") == set()


def test_naming_what_data_methods_and_questions_offer_loads_nothing_heavy():
    """The first four floors import numpy alone until they are used."""
    assert (
        loaded(
            "import rocstats\n"
            "for room, names in rocstats._ROOMS.items():\n"
            "    if room.split('.')[0] in ('data', 'empirical', 'methods', 'inference', 'errors', 'references'):\n"
            "        for name in names: getattr(rocstats, name)\n"
        )
        == set()
    )


@pytest.mark.parametrize(
    "question",
    [
        "auc(sample)",
        "auc(sample, DeLong(scale='logit'), null_value=0.5)",
        "auc(sample, HanleyMcNeil())",
        "auc(sample, Bootstrap(n_resamples=100, rng=1))",
        "compare_auc(pair)",
        "tie_summary(sample)",
        "operating_points(sample)",
        "roc_curve(sample)",
    ],
)
def test_a_question_of_arrays_is_answered_and_printed_by_numpy_alone(question):
    """From lists to printed text without a data frame, a distribution library or a drawing."""
    assert loaded(
        "from rocstats import Bootstrap, DeLong, HanleyMcNeil, Sample, auc, compare_auc\n"
        "from rocstats import operating_points, roc_curve, tie_summary\n"
        "pair = Sample.from_truth([1, 1, 1, 0, 0, 0], {'A': [3, 4, 1, 1, 2, 0], 'B': [1, 3, 2, 2, 1, 0]})\n"
        "sample = pair.select('A')\n"
        f"str({question})"
    ) <= {"rocstats"}
