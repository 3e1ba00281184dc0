"""Run the command line with ``python -m rocstats``."""

from rocstats.cli import main

if __name__ == "__main__":
    main()
