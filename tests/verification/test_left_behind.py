"""What a killed check leaves is deleted by the next look, and nothing else is; a rebuild of nothing leaves nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from t2tdb.errors import UsageError
from t2tdb.store.workplace import OWNER, abandoned_workplaces, remove_abandoned_workplaces, workplace
from t2tdb.verification import check, rebuild
from tests.ingest.library import write_skill

KILLED = """
import os, signal, sys
from t2tdb.verification import check
check(sys.argv[1], deep=True, progress=lambda *_: os.kill(os.getpid(), signal.SIGKILL))
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    path = tmp_path / "library"
    write_skill(path, "skill", "what it is for")
    return path


def left(database: str) -> list[str]:
    return [name for name in os.listdir(os.path.dirname(database)) if ".check-" in name]


@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
@pytest.mark.parametrize("then", [("check",), ("check", "--deep"), ("purge", "--yes")], ids=" ".join)
def test_a_killed_check_is_cleared_away(indexed: str, then: tuple[str, ...]) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, indexed], check=False)
    assert done.returncode == -9
    assert len(left(indexed)) == 1
    assert len(abandoned_workplaces(indexed)) == 1
    subprocess.run([sys.executable, "-m", "t2tdb", "--db", indexed, *then], check=True, capture_output=True)
    assert left(indexed) == []
    assert then[0] != "purge" or os.listdir(os.path.dirname(indexed)) == []


def test_the_place_of_a_living_check_is_left_alone(indexed: str) -> None:
    with workplace(indexed) as place:
        Path(place).touch()
        subprocess.run([sys.executable, "-m", "t2tdb", "--db", indexed, "check"], check=True, capture_output=True)
        assert os.path.exists(place)
    assert left(indexed) == []


def test_only_ours_is_deleted(indexed: str, tmp_path: Path) -> None:
    data = Path(indexed).parent
    name = f".{os.path.basename(indexed)}.check-"
    (data / f"{name}young").mkdir()  # being made: its process has not taken the lock yet
    (data / f"{name}file").touch()
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / OWNER).touch()
    (data / f"{name}link").symlink_to(tmp_path / "precious")
    (data / ".other.db.check-x").mkdir()
    os.utime(data / ".other.db.check-x", (0, 0))
    before = sorted(os.listdir(data))
    assert remove_abandoned_workplaces(indexed) == []
    assert sorted(os.listdir(data)) == before
    os.utime(data / f"{name}young", (0, 0))
    check(indexed)
    assert set(before) - set(os.listdir(data)) == {f"{name}young"}
    assert (tmp_path / "precious" / OWNER).exists()


def test_a_rebuild_of_nothing_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="name them"):
        rebuild(str(tmp_path / "none.db"), is_watched=lambda _: False)
    assert os.listdir(tmp_path) == []


def test_a_rebuild_knows_the_roots_of_a_database_that_is_gone(indexed: str) -> None:
    os.unlink(indexed)
    assert rebuild(indexed, is_watched=lambda _: False).resources == 1
