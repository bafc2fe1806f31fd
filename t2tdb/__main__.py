"""``python -m t2tdb`` and the console script."""

from __future__ import annotations

import gc
import os
import sys


def main() -> int:
    """Run the command line on ``sys.argv`` and return its exit code.

    ``find`` and ``compose`` live for 20 ms: collecting garbage would take 3 of them, and taking the interpreter apart
    4. They end at once instead, when everything is written and closed. Commands that live longer get both.
    """
    from t2tdb.cli.interrupts import hear, ignore

    hear()
    gc.disable()
    if sys.stdin is None or sys.stdout is None or sys.stderr is None:
        _open_missing_streams()
    from t2tdb.cli.entry import run
    from t2tdb.errors import EXIT_INTERRUPTED

    try:
        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # another one, while the first was being told
        code = EXIT_INTERRUPTED
    ignore()
    if "click" not in sys.modules:
        for stream in (sys.stdout, sys.stderr):
            try:  # noqa: SIM105 - contextlib would take a millisecond to import
                stream.flush()
            except (AttributeError, OSError, ValueError):  # closed, or never open: there is nobody to tell
                pass
        os._exit(code)
    return code


def _open_missing_streams() -> None:
    """Put the null device where the caller closed a standard stream.

    Else the next file that is opened would get its number, and what anybody prints would go into that file.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, os.O_RDWR)
            if null != number:
                os.dup2(null, number)
                os.close(null)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115 - for good


if __name__ == "__main__":
    sys.exit(main())
