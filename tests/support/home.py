"""Real processes in a home of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


class Home:
    """A user's home directory, and t2tdb run in it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.database = path / "data" / "t2tdb" / "t2tdb.db"
        kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "PYTHONPATH") if name in os.environ}
        self.environment = {
            **kept,
            "HOME": str(path),
            "XDG_DATA_HOME": str(path / "data"),
            "XDG_CONFIG_HOME": str(path / "config"),
            "PYTHONDEVMODE": "1",  # unclosed files and other carelessness become visible on standard error
        }

    def run(
        self, *arguments: str | bytes | Path, code: int | None = 0, cwd: Path | None = None, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run t2tdb; ``code`` is the exit code that it must have, None for any."""
        done = subprocess.run(
            [sys.executable, "-m", "t2tdb", *map(os.fsdecode, arguments)],
            cwd=cwd or self.path,
            env=self.environment | environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert code is None or done.returncode == code, (arguments, done.returncode, done.stdout[-2000:], done.stderr)
        assert "Traceback" not in done.stderr
        return done

    def fails(self, *arguments: str | bytes | Path, code: int = 2, **environment: str) -> str:
        """Run t2tdb, which must fail with one line on standard error; give that line."""
        done = self.run(*arguments, code=code, **environment)
        lines = done.stderr.splitlines()
        assert len(lines) == 1, done.stderr
        assert lines[0].startswith("t2tdb: ")
        assert done.stdout == ""
        return lines[0]

    def configure(self, text: str) -> None:
        """Write ``config.toml``."""
        place = self.path / "config" / "t2tdb"
        place.mkdir(parents=True, exist_ok=True)
        (place / "config.toml").write_text(text, encoding="utf-8")
