"""Fuzz the doors for bytes, guided by which lines an input reaches, for a bounded time.

    pip install atheris                # Apache-2.0; not needed by anything else
    python validation/fuzzing/guided.py parse_filter --seconds 600

The corpus of small seeds lies beside this script and is the beginning; new inputs go to ``--corpus``. What breaks a
property is written beside it by libFuzzer as ``crash-…``; make it small with ``--minimise FILE`` and put it, by hand,
among the seeds: ``tests/test_robust_files.py`` asks every one of them again.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def main() -> None:
    """Run it; libFuzzer ends the process."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", choices=("read", "load_plan", "parse_filter"))
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--longest", type=int, default=0, help="bytes of an input; few of them leave texts only")
    parser.add_argument("--corpus", type=Path, help="where new inputs go; a temporary folder unless stated")
    parser.add_argument("--minimise", type=Path, help="a file that breaks a property, to be made small")
    options = parser.parse_args()
    import atheris

    sys.path[:0] = [str(ROOT / "tests"), str(ROOT), str(HERE)]
    with atheris.instrument_imports(include=["rocstats"]):
        from targets import TARGETS

        import rocstats

        for name in rocstats.__all__:
            getattr(rocstats, name)
    from endurance import Call, endure

    target = TARGETS[options.target]

    def one_input(data: bytes) -> None:
        endure(Call(options.target, target, (data,)))

    grown = options.corpus or Path(tempfile.mkdtemp(prefix=f"corpus-{options.target}-"))
    grown.mkdir(parents=True, exist_ok=True)
    limits = [
        f"-max_len={options.longest}",
        f"-max_total_time={options.seconds}",
        "-timeout=60",
        "-rss_limit_mb=4096",
        "-print_final_stats=1",
    ]
    arguments = [
        sys.argv[0],
        *limits,
        f"-artifact_prefix={grown.parent}/",
        str(grown),
        str(HERE / "corpus" / options.target),
    ]
    if options.minimise is not None:
        arguments = [sys.argv[0], "-minimize_crash=1", *limits, str(options.minimise)]
    atheris.Setup(arguments, one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
