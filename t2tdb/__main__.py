"""``python -m t2tdb`` and the console script."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line on ``sys.argv`` and return its exit code."""
    from t2tdb.cli.entry import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
