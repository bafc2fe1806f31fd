"""The watcher as a service of the user's session: a systemd user unit, or a launchd agent. Pure text here.

The sandbox holds only what works in every user session: filters on system calls and addresses, no new privileges,
bounds on resources. Directives that need a mount or user namespace (``ProtectSystem`` and its kin) are left out:
where a distribution forbids such namespaces to users, the service would not start at all.
"""

from __future__ import annotations

import hashlib
import os

from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

WATCHDOG_SECONDS = 120


def service_name(database: str, default_database: str) -> str:
    """The name of the service: one a database."""
    if os.path.abspath(database) == os.path.abspath(default_database):
        return "t2tdb-watch"
    return f"t2tdb-watch-{hashlib.sha256(os.fsencode(os.path.abspath(database))).hexdigest()[:8]}"


def command(interpreter: str, database: str, directories: Sequence[str]) -> list[str]:
    """What the service runs. Without ``-P``, Python would import what lies in the directory that it starts in."""
    return [interpreter, "-P", "-m", "t2tdb", "--db", database, "watch", *directories]


def systemd_unit(arguments: Sequence[str], database: str) -> str:
    """The text of a systemd user unit that runs `arguments`."""
    line = " ".join(_systemd_quoted(argument) for argument in arguments)
    return f"""\
[Unit]
Description=t2tdb: keep the index of agent resources fresh
ConditionPathIsDirectory={_systemd_path(os.path.dirname(database))}
StartLimitIntervalSec=300
StartLimitBurst=5

[Service]
Type=notify
NotifyAccess=main
ExecStart={line}
ExecReload=/bin/kill -HUP $MAINPID
WatchdogSec={WATCHDOG_SECONDS}
TimeoutStartSec=infinity
TimeoutStopSec=10
Restart=on-failure
RestartSec=5
RestartPreventExitStatus=2 11 12 13
UMask=0077
Nice=10
IOSchedulingClass=idle
CPUWeight=20
MemoryHigh=1G
TasksMax=256
NoNewPrivileges=yes
RestrictAddressFamilies=AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM

[Install]
WantedBy=default.target
"""


def launchd_agent(arguments: Sequence[str], label: str, log: str) -> bytes:
    """The property list of a launchd agent that runs `arguments`."""
    import plistlib

    return plistlib.dumps(
        {
            "Label": label,
            "ProgramArguments": list(arguments),
            "RunAtLoad": True,
            "KeepAlive": {"SuccessfulExit": False},
            "ThrottleInterval": 30,
            "ProcessType": "Background",
            "LowPriorityIO": True,
            "Nice": 10,
            "Umask": 0o077,
            "StandardOutPath": log,
            "StandardErrorPath": log,
        }
    )


def _systemd_quoted(argument: str) -> str:
    """One argument of ``ExecStart``: quotes and backslashes escaped, ``%`` and ``$`` doubled, as systemd reads them."""
    escaped = argument.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    escaped = "".join(f"\\x{ord(each):02x}" if ord(each) < 32 or ord(each) == 127 else each for each in escaped)
    return f'"{escaped}"'


def _systemd_path(path: str) -> str:
    """A path in a condition: not quoted, only ``%`` is special."""
    return path.replace("%", "%%")
