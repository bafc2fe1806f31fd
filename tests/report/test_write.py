"""A report file is whole or not there, private when new, and never a surprise."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from t2tdb.report.write import ReportError, write_report

POSIX = pytest.mark.skipif(os.name != "posix", reason="file modes and links are POSIX's")


@POSIX
def test_a_new_file_is_private_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        write_report(str(tmp_path / "r.md"), ["a", "b\n"])
    finally:
        os.umask(before)
    assert (tmp_path / "r.md").read_text() == "ab\n"
    assert stat.S_IMODE((tmp_path / "r.md").stat().st_mode) == 0o600


@POSIX
def test_an_existing_file_keeps_its_mode(tmp_path: Path) -> None:
    target = tmp_path / "r.md"
    target.write_text("old")
    target.chmod(0o644)
    write_report(str(target), ["new"])
    assert target.read_text() == "new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o644


@POSIX
def test_a_link_keeps_pointing(tmp_path: Path) -> None:
    target, link = tmp_path / "real.md", tmp_path / "link.md"
    target.write_text("old")
    link.symlink_to(target)
    write_report(str(link), ["new"])
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_a_failure_in_the_middle_leaves_the_old_report_alone(tmp_path: Path) -> None:
    target = tmp_path / "r.md"
    target.write_text("old")

    def pieces():  # type: ignore[no-untyped-def]
        yield "new"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_report(str(target), pieces())
    assert target.read_text() == "old"
    assert os.listdir(tmp_path) == ["r.md"]


def test_what_cannot_be_written_is_said_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match=r"cannot write the report to .*it is a directory"):
        write_report(str(tmp_path), ["x"])
    with pytest.raises(ReportError, match=r"cannot write the report to .*No such file"):
        write_report(str(tmp_path / "no" / "r.md"), ["x"])
    assert os.listdir(tmp_path) == []


@POSIX
def test_devices_and_pipes_are_written_into(tmp_path: Path) -> None:
    write_report("/dev/null", ["x"])
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_report(str(pipe), ["through ", "it"])
        assert os.read(reader, 99) == b"through it"
    finally:
        os.close(reader)
    assert os.listdir(tmp_path) == ["pipe"]
