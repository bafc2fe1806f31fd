"""Trees made to lead a scan out of its root, to hang it, to fill it, or to vanish under it.

P30 nothing outside the root is read; P31 special files neither hang nor fill; P32 what cannot be read is not absent;
P33 vanishing is normal; P35 any name is a name.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from t2tdb import discover
from t2tdb.discover import Changed, Failed, Gone, Known, Noted, Oversize, disk
from t2tdb.model import Place

CANARY = "canary-outside-the-root"


def claim(place: Place) -> str:
    return "skill" if place.path.lower().endswith("skill.md") else ""


def run(path: Path, known: list[Known] | None = None) -> list:
    return list(discover.scan(os.fsencode(path), known or [], claim))


@pytest.fixture(params=["descriptors", "paths"])
def tree(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A root with a canary outside; each test runs with both shapes of `disk`."""
    if request.param == "paths":
        monkeypatch.setattr(disk, "HAS_DESCRIPTORS", False)
    elif not disk.HAS_DESCRIPTORS:
        pytest.skip("this system has no directory descriptors")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/SKILL.md").write_text(CANARY)
    (tmp_path / "root").mkdir()
    return tmp_path / "root"


# -- P30: nothing outside the root is read ----------------------------------------------------------------------------


def test_p30_links_to_files_directories_and_circles_are_never_followed(tree: Path) -> None:
    (tree / "SKILL.md").symlink_to("/etc/passwd")
    (tree / "dir").symlink_to(tree.parent / "outside")
    (tree / "loop").symlink_to(".")
    (tree / "a").mkdir()
    (tree / "a/up").symlink_to("..")
    (tree / "a/self-SKILL.md").symlink_to("self-SKILL.md")
    seen = run(tree)
    assert [o for o in seen if not isinstance(o, Noted)] == []
    assert CANARY not in repr(seen)


def test_p30_no_file_outside_the_root_is_opened(tree: Path) -> None:
    (tree / "dir").symlink_to(tree.parent / "outside")
    (tree / "SKILL.md").symlink_to(tree.parent / "outside/SKILL.md")
    (tree / "real").mkdir()
    (tree / "real/SKILL.md").write_text("inside")
    script = (
        "import os, sys\n"
        "from t2tdb import discover\n"
        "opened = []\n"
        "sys.addaudithook(lambda event, args: opened.append(args[0]) if event in ('open', 'os.scandir') else None)\n"
        "seen = list(discover.scan(os.fsencode(sys.argv[1]), [], lambda p: 'skill'))\n"
        "assert len(seen) == 3, seen\n"
        "print([name for name in opened if isinstance(name, (str, bytes))])\n"
    )
    out = subprocess.run([sys.executable, "-c", script, tree], capture_output=True, text=True, check=True).stdout
    assert "outside/" not in out
    assert "'dir" not in out
    assert "real" in out


def test_p30_a_directory_swapped_for_a_link_after_listing_is_not_entered(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tree / "sub").mkdir()
    (tree / "sub/SKILL.md").write_text("inside")

    def swap(name: bytes) -> None:
        if name == b"sub":
            (tree / "sub").rename(tree / "was")
            (tree / "sub").symlink_to(tree.parent / "outside")

    before(monkeypatch, "descend", swap)
    assert run(tree) == []


def test_p30_a_file_swapped_for_a_link_after_listing_is_not_read(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tree / "SKILL.md").write_text("inside")

    def swap(name: bytes) -> None:
        (tree / "SKILL.md").unlink()
        (tree / "SKILL.md").symlink_to(tree.parent / "outside/SKILL.md")

    before(monkeypatch, "open_file", swap)
    assert run(tree) == []


@pytest.mark.stress
@pytest.mark.skipif(not disk.HAS_DESCRIPTORS, reason="without directory descriptors the swap cannot be excluded")
def test_p30_a_thread_that_swaps_a_directory_and_a_link_never_gets_the_canary_read(tmp_path: Path) -> None:
    top, outside = tmp_path / "root", tmp_path / "outside"
    for directory, text in ((top / "sub", "inside"), (outside, CANARY)):
        directory.mkdir(parents=True)
        (directory / "SKILL.md").write_text(text)
    done = threading.Event()

    def swap() -> None:
        for _ in range(5000):
            (top / "sub").rename(top / "kept")
            (top / "sub").symlink_to(outside)
            (top / "sub").unlink()
            (top / "kept").rename(top / "sub")
        done.set()

    thread = threading.Thread(target=swap)
    thread.start()
    seen: set[bytes] = set()
    while not done.is_set():
        seen.update(o.data for o in run(top) if isinstance(o, Changed))
    thread.join()
    assert seen == {b"inside"}


# -- P31: special files cannot hang or fill ---------------------------------------------------------------------------


def test_p31_special_and_sparse_files_neither_hang_nor_fill(tree: Path) -> None:
    os.mkfifo(tree / "fifo-SKILL.md")
    with socket.socket(socket.AF_UNIX) as server:
        here = os.getcwd()
        os.chdir(tree)  # the name of a socket is limited to about 100 bytes
        try:
            server.bind("socket-SKILL.md")
        finally:
            os.chdir(here)
        (tree / "zero-SKILL.md").symlink_to("/dev/zero")
        with (tree / "sparse-SKILL.md").open("wb") as file:
            file.truncate(10 << 30)
        started = time.monotonic()
        seen = run(tree)
    assert time.monotonic() - started < 2
    assert [o.path for o in seen if isinstance(o, Oversize)] == ["sparse-SKILL.md"]
    assert [o.problem.path for o in seen if isinstance(o, Noted)] == ["zero-SKILL.md"]
    assert len(seen) == 2


def test_p31_a_file_swapped_for_a_fifo_after_listing_does_not_hang(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tree / "SKILL.md").write_text("x")

    def swap(name: bytes) -> None:
        (tree / "SKILL.md").unlink()
        os.mkfifo(tree / "SKILL.md")

    before(monkeypatch, "open_file", swap)
    assert run(tree) == []


def test_p31_a_file_that_grows_past_the_cap_while_it_is_opened_is_not_read_whole(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tree / "SKILL.md").write_text("x")

    def grow(name: bytes) -> None:
        with (tree / "SKILL.md").open("r+b") as file:
            file.truncate(10 << 30)

    before(monkeypatch, "open_file", grow)
    (seen,) = run(tree)
    assert isinstance(seen, Oversize)


@pytest.mark.skipif(not os.path.isdir("/proc/self/fdinfo"), reason="no /proc here")
def test_p31_proc_is_scanned_without_hanging() -> None:
    scan = discover.scan(b"/proc/self/fdinfo", [], lambda place: "any")
    assert all(isinstance(o, Changed | Noted | Gone | Failed) for o in scan)


# -- P32: unreadable is not absent ------------------------------------------------------------------------------------


def as_nobody(script: str, *arguments: object) -> str:
    """Run a script without root's right to read everything; it gives that up after its imports."""
    give_up = "import os\nif os.geteuid() == 0: os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
    source = "import os, sys\nfrom t2tdb import discover\nfrom t2tdb.discover import Known\n" + give_up + script
    command = [sys.executable, "-c", source, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


SCAN_AS_NOBODY = """
known = [Known(os.fsencode(raw), None, "", "skill") for raw in sys.argv[2:]]
scan = discover.scan(os.fsencode(sys.argv[1]), known, lambda p: "skill" if p.path.endswith(".md") else "")
for seen in scan:
    print(type(seen).__name__, seen.raw.decode(), getattr(seen, "error", ""))
print(scan.counts.unreadable)
"""


@pytest.fixture
def open_to_all() -> Iterator[Path]:
    """A directory that any user may reach (those of pytest are private)."""
    path = Path(tempfile.mkdtemp())
    path.chmod(0o755)
    yield path
    for directory, _, _ in os.walk(path):
        os.chmod(directory, 0o755)
    shutil.rmtree(path)


def test_p32_unreadable_files_and_directories_fail_and_what_is_known_of_them_stays(open_to_all: Path) -> None:
    for name in ("a/SKILL.md", "b/SKILL.md", "b/deep/SKILL.md", "c/SKILL.md"):
        (open_to_all / name).parent.mkdir(parents=True, exist_ok=True)
        (open_to_all / name).write_text(name)
    (open_to_all / "a/SKILL.md").chmod(0)
    (open_to_all / "b").chmod(0)
    lines = as_nobody(SCAN_AS_NOBODY, open_to_all, "a/SKILL.md", "b/SKILL.md", "b/deep/SKILL.md", "c/SKILL.md")
    assert lines.splitlines() == [
        "Failed a/SKILL.md Permission denied",
        "Failed b/ Permission denied",
        "Failed b/SKILL.md Permission denied",
        "Failed b/deep/SKILL.md Permission denied",
        "Changed c/SKILL.md ",
        "2",
    ]


def test_p32_a_directory_that_may_be_listed_but_not_entered(open_to_all: Path) -> None:
    (open_to_all / "a").mkdir()
    (open_to_all / "a/SKILL.md").write_text("x")
    (open_to_all / "a").chmod(0o644)
    assert as_nobody(SCAN_AS_NOBODY, open_to_all).splitlines() == ["Failed a/SKILL.md Permission denied", "1"]


def test_p32_an_unreadable_root_is_no_empty_root(open_to_all: Path) -> None:
    open_to_all.chmod(0o300)
    script = (
        "try: discover.scan(os.fsencode(sys.argv[1]), [], str)\n"
        "except discover.RootUnavailable as error: print(error.reason)\n"
    )
    assert as_nobody(script, open_to_all) == "unreadable\n"


def test_p32_an_io_error_on_one_file_leaves_the_others(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a-SKILL.md", "b-SKILL.md"):
        (tree / name).write_text(name)

    def fail(name: bytes) -> None:
        if name.startswith(b"a"):
            raise OSError(5, os.strerror(5))

    before(monkeypatch, "open_file", fail)
    seen = run(tree)
    assert [(type(o), o.path) for o in seen] == [(Failed, "a-SKILL.md"), (Changed, "b-SKILL.md")]
    assert seen[0].errno == 5


# -- P33: vanishing is normal -----------------------------------------------------------------------------------------


def before(monkeypatch: pytest.MonkeyPatch, method: str, action: Callable[[bytes], None]) -> None:
    """Do something to the tree just before the scan calls a method of a directory."""
    for shape in (disk.DescriptorDirectory, disk.PathDirectory):
        honest = getattr(shape, method)

        def meddled(self: object, name: bytes = b"", honest: Callable[..., object] = honest) -> object:
            if name != b".":
                action(name)
            return honest(self, name) if name else honest(self)

        monkeypatch.setattr(shape, method, meddled)


@pytest.mark.parametrize("step", ["descend", "entries", "lstat", "open_file"])
def test_p33_what_vanishes_at_any_step_is_gone(tree: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    for name in ("a/SKILL.md", "b/SKILL.md"):
        (tree / name).parent.mkdir()
        (tree / name).write_text(name)
    known = [Known(o.raw, None, "", o.claim) for o in run(tree)]
    calls = []

    def vanish(name: bytes) -> None:
        calls.append(name)
        if len(calls) > (1 if step == "entries" else 0):  # the root's own listing comes first
            shutil.rmtree(tree / "a", ignore_errors=True)

    before(monkeypatch, step, vanish)
    seen = run(tree, known)
    assert Gone(b"a/SKILL.md") in seen
    assert [o.path for o in seen if isinstance(o, Changed)] == ["b/SKILL.md"]
    assert not [o for o in seen if isinstance(o, Failed)]


@pytest.mark.stress
def test_p33_a_deleting_and_a_creating_thread_never_make_a_scan_fail(tmp_path: Path) -> None:
    done = threading.Event()

    def churn() -> None:
        for i in range(3000):
            place = tmp_path / f"d{i % 7}" / f"e{i % 3}"
            place.mkdir(parents=True, exist_ok=True)
            (place / "SKILL.md").write_text(str(i))
            if i % 5 == 0:
                shutil.rmtree(tmp_path / f"d{(i + 3) % 7}", ignore_errors=True)
        done.set()

    thread = threading.Thread(target=churn)
    thread.start()
    while not done.is_set():
        assert not [o for o in run(tmp_path) if isinstance(o, Failed)]
    thread.join()


def test_p33_descriptors_are_given_back_when_a_scan_is_abandoned(tree: Path) -> None:
    if not os.path.isdir("/proc/self/fd"):
        pytest.skip("no /proc here")
    (tree / "a/b/c").mkdir(parents=True)
    (tree / "a/b/c/SKILL.md").write_text("x")
    count = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        observations = iter(discover.scan(os.fsencode(tree), [], claim))
        next(observations)
        observations.close()  # type: ignore[attr-defined]
        discover.scan(os.fsencode(tree), [], claim).close()
    assert len(os.listdir("/proc/self/fd")) == count


# -- P35: any name ----------------------------------------------------------------------------------------------------

NAMES = st.binary(min_size=1, max_size=40).filter(
    lambda name: not (set(name) & {0, 0x2F}) and name not in (b".", b"..")
)


def _takes(directory: Path, name: bytes) -> bool:
    """Whether the file system takes this name (macOS refuses what is not UTF-8)."""
    try:
        os.mkdir(os.path.join(os.fsencode(directory), name))
    except OSError:
        return False
    return True


@given(names=st.lists(NAMES, max_size=6, unique=True))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_p35_any_directory_name_is_accepted_and_raw_paths_tell_them_apart(tmp_path: Path, names: list[bytes]) -> None:
    top = tmp_path / "names"
    shutil.rmtree(top, ignore_errors=True)
    top.mkdir()
    skipped = {b".git", b"node_modules", b".t2tdb", b".task2tool"}
    made = [name for name in names if name not in skipped and _takes(top, name)]
    for name in made:
        with open(os.path.join(os.fsencode(top), name, b"SKILL.md"), "wb") as file:
            file.write(name)
    seen = [o for o in run(top) if isinstance(o, Changed)]
    assert {o.raw: o.data for o in seen} == {name + b"/SKILL.md": name for name in made}
    assert [o.raw for o in seen] == sorted(o.raw for o in seen)
    for o in seen:
        o.path.encode("utf-8")  # printable and storable: no lone surrogate


@pytest.mark.parametrize(
    "name",
    [b"a", b"-rf", b"new\nline", b"\x1b[31mred", b"'quote\"", b"tab\tand  blanks ", "é".encode(), "e\u0301".encode(),
     b"A", b"\xff\xfe", "\u202e gnp".encode(), "工具".encode(), b"%s{}$(x)`x`"],
)  # fmt: skip
def test_p35_odd_names(tree: Path, name: bytes) -> None:
    if not _takes(tree, name):
        pytest.skip("the file system refuses this name")
    (Path(os.fsdecode(os.path.join(os.fsencode(tree), name))) / "SKILL.md").write_text("x")
    seen = run(tree)
    assert [o.raw for o in seen if isinstance(o, Changed)] == [name + b"/SKILL.md"]
    noted = [o.problem.code for o in seen if isinstance(o, Noted)]
    assert noted == (["PATH_NOT_UTF8"] if name == b"\xff\xfe" else [])


def test_p35_both_members_of_a_pair_are_there(tree: Path) -> None:
    names = ["e\u0301", "\u00e9", "CASE", "case"]
    for name in names:
        (tree / name).mkdir(exist_ok=True)
        (tree / name / "SKILL.md").write_text(name)
    on_disk = sorted(os.fsencode(name) + b"/SKILL.md" for name in os.listdir(tree))
    assert [o.raw for o in run(tree)] == on_disk


def test_p35_a_name_of_replacement_characters_is_not_called_odd(tree: Path) -> None:
    (tree / "\ufffd").mkdir()
    (tree / "\ufffd/SKILL.md").write_text("x")
    assert [type(o) for o in run(tree)] == [Changed]


# -- planted bugs: each of these tests must be able to fail -----------------------------------------------------------


def test_without_o_nofollow_the_swap_is_caught(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The swap tests above would notice a scan that follows links."""
    if not disk.HAS_DESCRIPTORS:
        pytest.skip("the planted bug is in the shape with descriptors")
    (tree / "SKILL.md").write_text("inside")
    monkeypatch.setattr(
        disk.DescriptorDirectory, "open_file",
        lambda self, name: os.open(name, os.O_RDONLY | os.O_NONBLOCK, dir_fd=self._descriptor),
    )  # fmt: skip
    monkeypatch.setattr(
        disk.PathDirectory, "open_file", lambda self, name: os.open(self._path + b"/" + name, os.O_RDONLY)
    )

    def swap(name: bytes) -> None:
        (tree / "SKILL.md").unlink()
        (tree / "SKILL.md").symlink_to(tree.parent / "outside/SKILL.md")

    before(monkeypatch, "open_file", swap)
    seen = run(tree)
    assert CANARY.encode() in {o.data for o in seen if isinstance(o, Changed)}
