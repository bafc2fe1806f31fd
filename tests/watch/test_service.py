"""The files of the service, and the words to the service manager."""

from __future__ import annotations

import os
import plistlib
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from daemon import Daemon

from t2tdb.watch.notify import Notifier
from t2tdb.watch.service import command, launchd_agent, service_name, systemd_unit

ODD = '/home/ü b/100%/$HOME/"q"/b\\s/agents'


def _t2tdb(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {"HOME": str(home), "PATH": os.environ["PATH"]}
    line = [sys.executable, "-m", "t2tdb", "--db", str(home / "x.db"), *arguments]
    return subprocess.run(line, capture_output=True, text=True, check=False, env=environment)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "t2tdb-watch.service"
    unit.write_text(
        systemd_unit(command(sys.executable, str(tmp_path / "a b%c.db"), [ODD]), str(tmp_path / "a b%c.db"))
    )
    done = subprocess.run(
        ["systemd-analyze", "verify", "--user", "--man=no", str(unit)],
        capture_output=True, text=True, check=False, env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)},
    )  # fmt: skip
    complaints = [line for line in (done.stdout + done.stderr).splitlines() if "t2tdb" in line]
    assert complaints == []


def test_the_unit_quotes_what_systemd_would_read_otherwise() -> None:
    unit = systemd_unit(["/usr/bin/python3", ODD, "a\nb"], "/data/x.db")
    line = next(line for line in unit.splitlines() if line.startswith("ExecStart="))
    assert line == ('ExecStart="/usr/bin/python3" "/home/ü b/100%%/$$HOME/\\"q\\"/b\\\\s/agents" "a\\x0ab"')
    for directive in ("Type=notify", "WatchdogSec=", "NoNewPrivileges=yes", "RestrictAddressFamilies=AF_UNIX"):
        assert directive in unit
    assert "RestartPreventExitStatus=2 11 12 13" in unit


def test_the_launchd_agent_is_a_property_list() -> None:
    agent = plistlib.loads(launchd_agent(["python3", ODD], "local.t2tdb-watch", "/tmp/log"))
    assert agent["ProgramArguments"] == ["python3", ODD]
    assert agent["RunAtLoad"] is True
    assert agent["KeepAlive"] == {"SuccessfulExit": False}


def test_each_database_has_a_service_of_its_own() -> None:
    assert service_name("/a/x.db", "/a/x.db") == "t2tdb-watch"
    names = {service_name(f"/a/{name}.db", "/a/x.db") for name in "xyz"}
    assert len(names) == 3


@pytest.mark.skipif(sys.platform != "linux", reason="systemd's place for units")
def test_install_status_and_uninstall(tmp_path: Path) -> None:
    (tmp_path / "library").mkdir()
    done = _t2tdb(tmp_path, "service", "install", "--no-start", str(tmp_path / "library"))
    assert done.returncode == 0, done.stderr
    (unit,) = (tmp_path / ".config/systemd/user").iterdir()
    assert str(tmp_path / "library") in unit.read_text()
    assert str(unit) in done.stderr
    assert "installed" in _t2tdb(tmp_path, "service", "status").stdout
    assert "nobody watches" in _t2tdb(tmp_path, "service", "status").stdout
    assert _t2tdb(tmp_path, "service", "uninstall").returncode == 0
    assert not unit.exists()
    assert "there is no service" in _t2tdb(tmp_path, "service", "uninstall").stderr
    assert _t2tdb(tmp_path, "service", "install", "--print").stdout.startswith("[Unit]")
    assert not unit.exists()
    assert _t2tdb(tmp_path, "service", "install", str(tmp_path / "missing")).returncode == 2


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no such sockets here")
def test_the_service_manager_hears_of_readiness_life_and_end(root: Path, db: Path, tmp_path: Path) -> None:
    path = tmp_path / "n"
    here = os.getcwd()
    os.chdir(tmp_path)
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind("n")
            manager.settimeout(10)
            script = (
                "import os, sys\n"
                f"os.chdir({str(tmp_path)!r})\n"
                "os.environ.update(NOTIFY_SOCKET='n', WATCHDOG_USEC='400000')\n"
                "from t2tdb.__main__ import main\nsys.exit(main())\n"
            )
            with Daemon(db, root, script=script) as daemon:
                heard = [manager.recv(1000) for _ in range(4)]
                daemon.stop()
                manager.settimeout(0.5)
                while True:
                    try:
                        heard.append(manager.recv(1000))
                    except TimeoutError:
                        break
    finally:
        os.chdir(here)
    assert any(message.startswith(b"READY=1") for message in heard)
    assert heard.count(b"WATCHDOG=1") >= 1
    assert heard[-1] == b"STOPPING=1"
    assert path.exists()


def test_outside_a_service_manager_nothing_is_said() -> None:
    notifier = Notifier()
    assert notifier.interval == 0
    notifier.alive()
    notifier.ready("x")
    Notifier("/nowhere/at/all", "1000").alive()
