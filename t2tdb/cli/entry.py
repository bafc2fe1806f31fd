"""Runs one command line: the only place where an error becomes a line on standard error and an exit code."""

from __future__ import annotations

import gc
import os
import sys

from t2tdb.cli.interrupts import ignore
from t2tdb.errors import EXIT_FATAL, EXIT_INTERRUPTED, EXIT_OK, T2tdbError
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def run(arguments: Sequence[str]) -> int:
    """Run ``arguments`` (without the program's name) and return the exit code.

    A closed pipe ends quietly with 0, as ripgrep does: the reader has what it wanted. Ctrl-C ends with 130.
    """
    try:
        code = _dispatch(arguments)
        sys.stdout.flush()
        return code
    except T2tdbError as error:
        return _complain(str(error), error.exit_code)
    except KeyboardInterrupt:
        ignore()
        return _complain("interrupted", EXIT_INTERRUPTED)
    except BrokenPipeError:
        _drop_output()
        return EXIT_OK
    except OSError as error:
        _drop_output()
        return _complain(_describe(error), EXIT_FATAL)
    except Exception as error:
        if os.environ.get("T2TDB_DEBUG"):
            raise
        return _complain(*_unexpected(error))


def _dispatch(arguments: Sequence[str]) -> int:
    if "_T2TDB_COMPLETE" not in os.environ:
        from t2tdb.cli.front import read

        asked = read(arguments, os.environ)
        if asked is not None:
            if asked[2]["refresh"] or asked[2]["root"]:
                gc.enable()  # off since the start (``__main__``); an ingest may come first
            from t2tdb.cli.answer import answer

            return answer(*asked)
    return _click(arguments)


def _click(arguments: Sequence[str]) -> int:
    gc.enable()
    from t2tdb.cli.group import group

    if "_T2TDB_COMPLETE" in os.environ:
        from click.shell_completion import shell_complete

        return shell_complete(group, {}, "t2tdb", "_T2TDB_COMPLETE", os.environ["_T2TDB_COMPLETE"])
    with group.make_context("t2tdb", list(arguments)) as context:
        code = group.invoke(context)
    return code if isinstance(code, int) else EXIT_OK


def _drop_output() -> None:
    """Throw away what cannot be written: it would fail again when the interpreter closes standard output."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _describe(error: OSError) -> str:
    reason = error.strerror or str(error)
    name = error.filename
    if isinstance(name, bytes):
        name = os.fsdecode(name)
    return f"{name}: {reason}" if name else reason


def _unexpected(error: Exception) -> tuple[str, int]:
    click = sys.modules.get("click")
    if click is not None:
        if isinstance(error, click.exceptions.Exit):
            return "", int(error.exit_code)
        if isinstance(error, click.exceptions.Abort):
            return "interrupted", EXIT_INTERRUPTED
        if isinstance(error, click.exceptions.NoArgsIsHelpError):
            assert isinstance(error.ctx, click.Context)
            assert isinstance(error.ctx.command, click.Group)
            return (
                f"say which: {error.ctx.command_path} {'|'.join(error.ctx.command.list_commands(error.ctx))}",
                EXIT_FATAL,
            )
        if isinstance(error, click.UsageError):
            sentence = error.format_message().rstrip(".").replace("\n", " ")
            command = error.ctx.command_path if error.ctx else "t2tdb"
            return f"{sentence}; see {command} --help", EXIT_FATAL
        if isinstance(error, click.ClickException):
            return error.format_message(), EXIT_FATAL
    kind = type(error).__name__
    return f"unexpected {kind}: {error} (a defect; T2TDB_DEBUG=1 shows where)", EXIT_FATAL


def _complain(sentence: str, code: int) -> int:
    if sentence:
        from t2tdb.cli.voice import complain

        complain(sentence)
    return code
