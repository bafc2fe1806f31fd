"""``t2tdb service install|uninstall|status``."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import click

from t2tdb.cli.parameters import with_settings
from t2tdb.cli.voice import say, write
from t2tdb.errors import EXIT_FATAL, EXIT_OK, T2tdbError, UsageError
from t2tdb.settings import Settings, database_path


@click.group()
def service() -> None:
    """Run the watcher as a service of your session: a systemd user unit, or a launchd agent."""


@service.command()
@click.argument("directories", metavar="[DIR]...", nargs=-1)
@click.option("--no-start", is_flag=True, help="Only write the file.")
@click.option(
    "--print", "print_it", envvar="T2TDB_SERVICE_INSTALL_PRINT", is_flag=True, help="Only print what would be written."
)
@with_settings
def install(settings: Settings, directories: tuple[str, ...], no_start: bool, print_it: bool) -> int:
    """Write the service and start it, now and at each login. Without DIR it watches every registered root."""
    missing = [directory for directory in directories if not os.path.isdir(directory)]
    if missing:
        raise UsageError(f"{missing[0]} is not a directory")
    path, text = _file(settings, tuple(map(os.path.abspath, directories)))
    if print_it:
        write(text.decode())
        return EXIT_OK
    os.makedirs(os.path.dirname(settings.database), mode=0o700, exist_ok=True)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    temporary = f"{path}.{os.getpid()}"
    with open(temporary, "wb") as file:
        file.write(text)
    os.replace(temporary, path)
    say(settings, f"wrote {path}")
    if not no_start:
        name = os.path.basename(path)
        commands = (
            [["launchctl", "bootstrap", f"gui/{os.getuid()}", path]]
            if sys.platform == "darwin"
            else [["systemctl", "--user", "daemon-reload"], ["systemctl", "--user", "enable", "--now", name]]
        )
        for command in commands:
            _run(command, f"{path} is written, but could not be started")
    return EXIT_OK


@service.command()
@with_settings
def uninstall(settings: Settings) -> int:
    """Stop the service and remove its file."""
    if not remove_service(settings):
        say(settings, f"there is no service of {settings.database}")
    return EXIT_OK


def remove_service(settings: Settings) -> bool:
    """Stop the service of this database and remove its file; whether there was one."""
    try:
        path, _ = _file(settings, ())
    except UsageError:
        return False  # no services on this system
    if not os.path.exists(path):
        return False
    name = os.path.basename(path)
    try:
        if sys.platform == "darwin":
            _run(["launchctl", "bootout", f"gui/{os.getuid()}", path], "")
        else:
            _run(["systemctl", "--user", "disable", "--now", name], "")
    except T2tdbError as error:
        say(settings, str(error))
    os.unlink(path)
    say(settings, f"removed {path}")
    return True


@service.command()
@with_settings
def status(settings: Settings) -> int:
    """Say whether the service is installed and whether a watcher runs."""
    from t2tdb.watch.lock import holder_of

    path, _ = _file(settings, ())
    write(f"{path}: {'installed' if os.path.exists(path) else 'not installed'}")
    holder = holder_of(settings.database)
    if holder is None:
        write(f"{settings.database}: nobody watches it")
    else:
        write(f"{settings.database}: process {holder.pid} watches it since {holder.since} ({holder.state})")
    return EXIT_OK


def _file(settings: Settings, directories: tuple[str, ...]) -> tuple[str, bytes]:
    """Where the service's file lies on this system, and what is in it."""
    from t2tdb.store.schema import WATCH_LOG
    from t2tdb.watch import service as texts

    name = texts.service_name(settings.database, database_path("", os.environ))
    command = texts.command(sys.executable, settings.database, directories)
    home = os.path.expanduser("~")
    if sys.platform == "darwin":
        label = f"local.{name}"
        text = texts.launchd_agent(command, label, settings.database + WATCH_LOG)
        return os.path.join(home, "Library", "LaunchAgents", f"{label}.plist"), text
    if os.name != "posix":
        raise UsageError("services are written for systemd and launchd; here, start at login: t2tdb watch --detach")
    base = os.environ.get("XDG_CONFIG_HOME", "")
    base = base if base.startswith("/") else os.path.join(home, ".config")
    text = texts.systemd_unit(command, settings.database).encode()
    return os.path.join(base, "systemd", "user", f"{name}.service"), text


def _run(command: list[str], otherwise: str) -> None:
    if shutil.which(command[0]) is None:
        raise T2tdbError(f"{otherwise}: there is no {command[0]} here" if otherwise else f"there is no {command[0]}")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        words = (done.stderr or done.stdout).strip().splitlines()
        reason = words[-1] if words else f"{command[0]} ended with {done.returncode}"
        error = T2tdbError(f"{otherwise}: {reason}" if otherwise else reason)
        error.exit_code = EXIT_FATAL
        raise error
