"""The README's example of serving runs as it stands, on a free port."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parent.parent.parent / "README.md").read_text(encoding="utf-8")


@pytest.mark.skipif(os.name != "posix", reason="the examples are for a POSIX shell")
def test_the_example_of_serving_runs(served_database: str, tmp_path: Path) -> None:
    block = re.search(r"^```sh serve\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert block
    serve, *others = block.group(1).splitlines()
    command = tmp_path / "t2tdb"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m t2tdb "$@"\n')
    command.chmod(0o755)
    environment = os.environ | {
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "T2TDB_DB": served_database,
        "XDG_CONFIG_HOME": str(tmp_path),
    }
    words = serve.replace("8427", "0").split()
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout
            port = process.stdout.readline().rpartition(":")[2].strip(" /\n")
            for line in others:
                if line.startswith("curl") and not any(
                    (Path(place) / "curl").exists() for place in environment["PATH"].split(os.pathsep)
                ):
                    continue
                done = subprocess.run(
                    ["bash", "-c", line.replace("8427", port)],
                    env=environment,
                    capture_output=True,
                    text=True,
                    check=False,
                )
                assert done.returncode == 0, done.stderr
                assert "errorCode" not in done.stdout
                assert "Pull request reviewer" in done.stdout or "buckets" in done.stdout, line
        finally:
            process.terminate()
    assert process.returncode == 0
