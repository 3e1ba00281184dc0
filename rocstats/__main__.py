"""The command line, which says what is damaged when a damaged installation breaks."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line."""
    try:
        from rocstats.cli import main as command_line

        command_line()
    except Exception as problem:
        from rocstats.damage import damage

        damaged = damage()
        if not damaged:
            raise
        told = f"this installation is not as its wheel brought it: {damaged}. It broke off with"
        print(f"rocstats: {told} {type(problem).__name__}: {problem}. Install the wheel anew.", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
