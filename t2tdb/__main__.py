"""``python -m t2tdb`` and the console script."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line on ``sys.argv`` and return its exit code."""
    from t2tdb import __version__

    sys.stdout.write(f"t2tdb {__version__}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
