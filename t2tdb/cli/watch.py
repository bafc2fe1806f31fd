"""``t2tdb watch``."""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING

import click

from t2tdb.cli.parameters import with_settings
from t2tdb.cli.voice import Narrator, say
from t2tdb.errors import EXIT_OK, UsageError
from t2tdb.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from t2tdb.watch.lines import Line


@click.command()
@click.argument("directories", metavar="[DIR]...", nargs=-1)
@click.option("--poll", is_flag=True, help="Look again and again instead of listening for events.")
@click.option("--poll-seconds", type=click.FloatRange(0.1), default=5.0, show_default=True, help="Pause between looks.")
@click.option(
    "--quiet-seconds", type=click.FloatRange(0.01), default=0.3, show_default=True, help="A burst has settled."
)
@click.option(
    "--max-delay", type=click.FloatRange(0.05), default=2.0, show_default=True, help="No change waits longer."
)
@click.option(
    "--reconcile-seconds", type=click.FloatRange(1.0), default=600.0, show_default=True, help="Scan all, unasked."
)
@click.option("--log-format", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--detach", is_flag=True, help="Go on in the background; the log lies beside the database.")
@click.option("--stop", "stop_it", envvar="T2TDB_WATCH_STOP", is_flag=True, help="Stop the watcher of this database.")
@with_settings
def watch(
    settings: Settings,
    directories: tuple[str, ...],
    poll: bool,
    poll_seconds: float,
    quiet_seconds: float,
    max_delay: float,
    reconcile_seconds: float,
    log_format: str,
    detach: bool,
    stop_it: bool,
) -> int:
    """Keep the database equal to the disk below each DIR, until stopped. Without DIR: every registered root.

    SIGTERM and SIGINT stop it within two seconds, SIGHUP makes it scan everything.
    """
    if stop_it:
        return _stop(settings, directories)
    if detach:
        from t2tdb.watch.background import detach as start

        options = ["--poll"] if poll else []
        options += ["--poll-seconds", str(poll_seconds), "--quiet-seconds", str(quiet_seconds)]
        options += ["--max-delay", str(max_delay), "--reconcile-seconds", str(reconcile_seconds)]
        options += ["--log-format", log_format, "--", *map(os.path.abspath, directories)]
        pid, log = start(settings.database, options, _environment())
        say(settings, f"watching in the background as process {pid}; its log is {log}")
        return EXIT_OK
    from t2tdb.watch.loop import Watcher
    from t2tdb.watch.notify import Notifier
    from t2tdb.watch.options import WatchOptions

    narrator = Narrator()
    watcher = Watcher(
        settings.database,
        directories,
        WatchOptions(
            quiet=quiet_seconds,
            max_delay=max_delay,
            reconcile=reconcile_seconds,
            poll=poll,
            poll_seconds=poll_seconds,
            supervise=min(1.0, poll_seconds) if poll else 1.0,
        ),
        say=_voice(settings, log_format, narrator),
        notifier=Notifier(os.environ.get("NOTIFY_SOCKET", ""), os.environ.get("WATCHDOG_USEC", "")),
        ranking=settings.ranking,
    )
    try:
        return watcher.run()
    finally:
        narrator.close()


def _stop(settings: Settings, directories: tuple[str, ...]) -> int:
    if directories:
        raise UsageError("watch --stop stops the one watcher of the database; it takes no directory")
    from t2tdb.watch.background import stop

    pid = stop(settings.database)
    say(settings, f"process {pid} stopped" if pid else f"nobody watches {settings.database}")
    return EXIT_OK


def _environment() -> dict[str, str]:
    """That of a child that starts in another directory: what is relative to this one is made absolute."""
    found = dict(os.environ)
    if found.get("T2TDB_CONFIG"):
        found["T2TDB_CONFIG"] = os.path.abspath(found["T2TDB_CONFIG"])
    if found.get("PYTHONPATH"):
        entries = found["PYTHONPATH"].split(os.pathsep)
        found["PYTHONPATH"] = os.pathsep.join(os.path.abspath(entry) for entry in entries if entry)
    return found


def _voice(settings: Settings, log_format: str, narrator: Narrator) -> Callable[[Line], None]:
    def text(line: Line) -> None:
        from t2tdb.report.neutralise import one_line

        if line.event == "commit" and not dict(line.fields)["changes"] and not settings.verbose:
            return  # written was only what the database knows of its files
        if not settings.quiet or line.event in ("degraded", "error", "root-lost"):
            narrator.tell(f"{_now()} {line.event}: {one_line(line.text)}")

    def as_json(line: Line) -> None:
        narrator.tell(json.dumps({"time": _now(), **line.as_dict()}))

    return as_json if log_format == "json" else text


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
