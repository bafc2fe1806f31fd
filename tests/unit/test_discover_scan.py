"""One scan of a small tree: what it says, in which order, and what it remembers."""

from __future__ import annotations

import hashlib
import os
import time
from pathlib import Path

import pytest

from t2tdb import discover
from t2tdb.discover import SEED_LIMITS, Changed, Failed, Gone, Known, Noted, Oversize, RootUnavailable, ScanOptions
from t2tdb.discover import read as reading
from t2tdb.discover.options import MAX_DEPTH
from t2tdb.model import Place


def claim(place: Place) -> str:
    name = place.path.rsplit("/", 1)[-1].lower()
    return "skill" if name == "skill.md" else "json" if name.endswith(".json") else ""


def write(path: Path, text: str = "text", *, old: bool = True) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    if old:
        os.utime(path, ns=(10**18, 10**18))
    return path


def run(root: Path, known: list[Known] | None = None, options: ScanOptions | None = None, scope: bytes = b"") -> list:
    return list(discover.scan(os.fsencode(root), known or [], claim, options, scope))


def remember(observations: list) -> list[Known]:
    """What a store would keep: every wanted file, none of them racy (the tests wait for nothing)."""
    return [Known(o.raw, o.fingerprint, o.sha256, o.claim) for o in observations if isinstance(o, Changed)]


def changed(observations: list) -> list[str]:
    return [o.path for o in observations if isinstance(o, Changed)]


def problems(observations: list) -> list[tuple[str, str]]:
    return [(o.problem.code, o.problem.path) for o in observations if isinstance(o, Noted)]


def test_a_scan_gives_wanted_files_in_the_byte_order_of_their_paths(tmp_path: Path) -> None:
    for name in ("a/SKILL.md", "a-b/SKILL.md", "a/z/SKILL.md", "a.json", "b.txt", "Z/skill.md", "é/SKILL.md"):
        write(tmp_path / name)
    seen = run(tmp_path)
    assert changed(seen) == ["Z/skill.md", "a-b/SKILL.md", "a.json", "a/SKILL.md", "a/z/SKILL.md", "é/SKILL.md"]
    assert [o.raw for o in seen] == sorted(o.raw for o in seen)
    assert seen[0].data == b"text"
    assert seen[0].sha256 == hashlib.sha256(b"text").hexdigest()


def test_counts_say_what_was_visited_and_read(tmp_path: Path) -> None:
    write(tmp_path / "a/SKILL.md", "12345")
    write(tmp_path / "a/notes.txt")
    scan = discover.scan(os.fsencode(tmp_path), [], claim)
    calls: list[int] = []
    scan.progress = lambda counts: calls.append(counts.files_visited)
    list(scan)
    assert (scan.counts.files_visited, scan.counts.directories) == (2, 2)
    assert (scan.counts.files_read, scan.counts.bytes_read) == (1, 5)
    assert calls == [1, 2]


def test_a_second_scan_of_an_unchanged_tree_says_nothing_and_reads_nothing(tmp_path: Path) -> None:
    for name in ("a/SKILL.md", "b/SKILL.md", "b/mcp.json"):
        write(tmp_path / name)
    known = remember(run(tmp_path))
    scan = discover.scan(os.fsencode(tmp_path), known, claim)
    assert list(scan) == []
    assert scan.counts.files_read == 0
    assert scan.counts.files_visited == 3


def test_ancestors_are_the_names_of_each_directory_from_the_root_down(tmp_path: Path) -> None:
    write(tmp_path / ".claude-plugin/plugin.json")
    write(tmp_path / "commands/deep/SKILL.md")
    place = next(o.place for o in run(tmp_path) if o.path == "commands/deep/SKILL.md")
    assert place.ancestors == (
        frozenset((".claude-plugin", "commands")),
        frozenset(("deep",)),
        frozenset(("SKILL.md",)),
    )


@pytest.mark.parametrize("name", [".git", "node_modules", "dist", "coverage", ".t2tdb", ".task2tool"])
def test_skipped_directories_are_not_entered(tmp_path: Path, name: str) -> None:
    write(tmp_path / name / "x/SKILL.md")
    scan = discover.scan(os.fsencode(tmp_path), [], claim)
    assert list(scan) == []
    assert scan.counts.files_visited == 0


@pytest.mark.parametrize("name", ["dist", "coverage"])
def test_dist_and_coverage_that_directly_hold_a_skill_are_its_own_directory(tmp_path: Path, name: str) -> None:
    write(tmp_path / "skills" / name / "Skill.md")
    write(tmp_path / "skills" / name / "sub/extra.json")
    assert changed(run(tmp_path)) == [f"skills/{name}/Skill.md", f"skills/{name}/sub/extra.json"]


def test_node_modules_are_skipped_even_with_a_skill(tmp_path: Path) -> None:
    write(tmp_path / "node_modules/SKILL.md")
    assert run(tmp_path) == []


def test_what_was_known_and_is_not_met_is_gone(tmp_path: Path) -> None:
    for name in ("a/SKILL.md", "b/SKILL.md", "c/SKILL.md"):
        write(tmp_path / name)
    known = remember(run(tmp_path))
    (tmp_path / "a/SKILL.md").unlink()
    (tmp_path / "c/SKILL.md").unlink()
    (tmp_path / "c").rmdir()
    write(tmp_path / "c", "now a file")
    assert run(tmp_path, known) == [Gone(b"a/SKILL.md"), Gone(b"c/SKILL.md")]


def test_an_emptied_root_is_all_gone(tmp_path: Path) -> None:
    write(tmp_path / "SKILL.md")
    known = remember(run(tmp_path))
    (tmp_path / "SKILL.md").unlink()
    assert run(tmp_path, known) == [Gone(b"SKILL.md")]


def test_an_edit_of_the_same_size_with_its_mtime_restored_is_found(tmp_path: Path) -> None:
    file = write(tmp_path / "SKILL.md", "one")
    known = remember(run(tmp_path))
    write(file, "two")
    assert changed(run(tmp_path, known)) == ["SKILL.md"]


def test_an_older_file_moved_over_is_found(tmp_path: Path) -> None:
    older = write(tmp_path / "other.txt", "two")
    write(tmp_path / "SKILL.md", "one")
    known = remember(run(tmp_path))
    os.replace(older, tmp_path / "SKILL.md")
    assert changed(run(tmp_path, known)) == ["SKILL.md"]


def test_the_same_bytes_under_a_new_fingerprint_are_touched(tmp_path: Path) -> None:
    file = write(tmp_path / "SKILL.md")
    known = remember(run(tmp_path))
    os.utime(file, ns=(5, 5))
    (seen,) = run(tmp_path, known)
    assert isinstance(seen, discover.Touched)
    assert seen.fingerprint.mtime_ns == 5


def test_a_doubtful_file_is_read_again_and_its_bytes_decide(tmp_path: Path) -> None:
    write(tmp_path / "SKILL.md")
    (row,) = remember(run(tmp_path))
    (seen,) = run(tmp_path, [Known(row.raw, None, row.sha256, row.claim)])
    assert isinstance(seen, discover.Touched)
    (seen,) = run(tmp_path, [Known(row.raw, None, "", row.claim)])
    assert isinstance(seen, Changed)


def test_a_changed_claim_makes_the_file_changed(tmp_path: Path) -> None:
    write(tmp_path / "SKILL.md")
    (row,) = remember(run(tmp_path))
    (seen,) = run(tmp_path, [Known(row.raw, row.fingerprint, row.sha256, "prompt")])
    assert isinstance(seen, Changed)
    assert seen.claim == "skill"


def test_what_changed_just_before_the_scan_is_racy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "SKILL.md")
    assert run(tmp_path)[0].racy, "the ctime is now"
    monkeypatch.setattr(time, "time_ns", lambda: (tmp_path / "SKILL.md").stat().st_ctime_ns + 2_000_000_001)
    assert not run(tmp_path)[0].racy


def test_an_mtime_in_the_future_stays_racy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(tmp_path / "SKILL.md")
    future = time.time_ns() + 10**15
    os.utime(file, ns=(future, future))
    now = time.time_ns()
    monkeypatch.setattr(time, "time_ns", lambda: now + 10**11)
    assert run(tmp_path)[0].racy


def test_known_files_out_of_order_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="byte order"):
        run(tmp_path, [Known(b"b", None, "", ""), Known(b"a", None, "", "")])


# -- reading ---------------------------------------------------------------------------------------------------------


def test_a_file_that_changes_while_it_is_read_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(tmp_path / "SKILL.md", "first")
    pending = ["second, longer", "third"]
    honest = reading.read_up_to

    def meddling(descriptor: int, limit: int) -> bytes:
        data = honest(descriptor, limit)
        if pending:
            file.write_text(pending.pop(0))
        return data

    monkeypatch.setattr(reading, "read_up_to", meddling)
    (seen,) = run(tmp_path)
    assert seen.data == b"third"


def test_a_file_that_never_holds_still_stays_doubtful_and_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(tmp_path / "SKILL.md", "0")
    honest, count = reading.read_up_to, [0]

    def meddling(descriptor: int, limit: int) -> bytes:
        data = honest(descriptor, limit)
        count[0] += 1
        file.write_text("x" * count[0] * 2)
        return data

    monkeypatch.setattr(reading, "read_up_to", meddling)
    now = time.time_ns()
    monkeypatch.setattr(time, "time_ns", lambda: now + 10**12)
    seen = run(tmp_path)
    assert count == [3]
    assert seen[0].racy
    assert problems(seen) == [("FILE_CHANGED_WHILE_READ", "SKILL.md")]


# -- bounds ----------------------------------------------------------------------------------------------------------


def test_a_file_over_the_byte_cap_is_oversize_and_not_read(tmp_path: Path) -> None:
    write(tmp_path / "a/SKILL.md", "x" * 11)
    write(tmp_path / "b/SKILL.md", "x" * 10)
    seen = run(tmp_path, options=ScanOptions(max_file_bytes=10))
    assert isinstance(seen[0], Oversize)
    assert seen[0].fingerprint.size == 11
    assert changed(seen) == ["b/SKILL.md"]
    known = [Known(seen[0].raw, seen[0].fingerprint, "", "skill"), *remember(seen)]
    assert run(tmp_path, known, ScanOptions(max_file_bytes=10)) == []


def test_at_the_file_limit_the_walk_ends_and_says_where(tmp_path: Path) -> None:
    for name in ("a/SKILL.md", "a/x.txt", "b/SKILL.md", "b/x.txt"):
        write(tmp_path / name)
    known = remember(run(tmp_path))
    seen = run(tmp_path, known, ScanOptions(max_files=2))
    assert problems(seen) == [("FILE_LIMIT_REACHED", "b")]
    assert seen[-1] == Gone(b"b/SKILL.md")
    assert problems(run(tmp_path, options=ScanOptions(max_files=4))) == []


def test_at_the_byte_limit_the_walk_ends_and_says_where(tmp_path: Path) -> None:
    for name in ("a/SKILL.md", "b/SKILL.md", "c/SKILL.md"):
        write(tmp_path / name, "12345")
    known = remember(run(tmp_path))
    seen = run(tmp_path, known, ScanOptions(max_bytes=10))
    assert problems(seen) == [("INPUT_LIMIT_REACHED", "c/SKILL.md")]
    assert seen[-1] == Gone(b"c/SKILL.md")
    assert changed(run(tmp_path, options=ScanOptions(max_bytes=10))) == ["a/SKILL.md", "b/SKILL.md"]


def test_the_caller_can_halt_the_walk(tmp_path: Path) -> None:
    for name in ("a/SKILL.md", "b/SKILL.md", "c/SKILL.md"):
        write(tmp_path / name)
    known = remember(run(tmp_path))
    scan = discover.scan(os.fsencode(tmp_path), [Known(k.raw, None, "", k.claim) for k in known], claim)
    seen = []
    for observation in scan:
        seen.append(observation)
        scan.halt()
    assert [type(o) for o in seen] == [Changed, Gone, Gone]


def test_the_seed_order_puts_directories_among_the_names_and_scans_in_full(tmp_path: Path) -> None:
    for name in ("a/SKILL.md", "a-b/SKILL.md", "a.json"):
        write(tmp_path / name)
    known = [*remember(run(tmp_path)), Known(b"z", None, "", "skill")]
    seen = run(tmp_path, known, SEED_LIMITS)
    assert changed(seen) == ["a/SKILL.md", "a-b/SKILL.md", "a.json"]
    assert seen[-1] == Gone(b"z")


def test_directories_are_entered_to_a_stated_depth(tmp_path: Path) -> None:
    deep = tmp_path
    for _ in range(MAX_DEPTH):
        deep = deep / "d"
    write(deep / "SKILL.md")
    write(deep / "d/SKILL.md")
    seen = run(tmp_path)
    assert [o.raw.count(b"/") for o in seen if isinstance(o, Changed)] == [MAX_DEPTH]
    assert [code for code, _ in problems(seen)] == ["DEPTH_LIMIT_REACHED"]


def test_excluded_paths_are_not_visited(tmp_path: Path) -> None:
    for name in ("a/SKILL.md", "b/SKILL.md", "c/SKILL.md"):
        write(tmp_path / name)
    asked: list[str] = []

    def excluded(path: str) -> bool:
        asked.append(path)
        return path in ("a/", "b/SKILL.md")

    assert changed(run(tmp_path, options=ScanOptions(excluded=excluded))) == ["c/SKILL.md"]
    assert "a/SKILL.md" not in asked


def test_the_databases_own_files_are_skipped_by_identity(tmp_path: Path) -> None:
    seen = write(tmp_path / "SKILL.md").stat()
    options = ScanOptions(skip=frozenset(((seen.st_dev, seen.st_ino),)))
    assert run(tmp_path, options=options) == []


# -- links -----------------------------------------------------------------------------------------------------------


def test_a_skipped_link_is_named_where_something_is_lost_by_it(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    write(outside / "tools/SKILL.md", "secret")
    write(outside / "notes/readme.txt")
    write(root / "real/SKILL.md")
    write(root / "agents/x.txt")
    for link, target in {
        "SKILL.md": outside / "tools/SKILL.md",  # a file that would have been a resource
        "any.json": outside / "tools/SKILL.md",  # its name alone makes it none
        "dangling": root / "nothing",
        "inside-agents": root / "agents",  # visited at its own path
        "inside-skill": root / "real",
        "loop": root,
        "notes.txt": outside / "notes/readme.txt",
        "outside-notes": outside / "notes",
        "outside-skill": outside / "tools",
        "sub": root / "sub",
    }.items():
        (root / link).symlink_to(target)
    (root / "lost").mkdir()
    (root / "lost/SKILL.md").symlink_to("nowhere")
    seen = run(root)
    assert changed(seen) == ["real/SKILL.md"]
    # the loop leads to the root, which is reached through a link and holds a link named SKILL.md to a regular file
    assert problems(seen) == [
        ("SYMLINK_SKIPPED", path)
        for path in ("SKILL.md", "inside-skill", "loop", "lost/SKILL.md", "outside-notes", "outside-skill")
    ]


def test_links_below_a_skipped_directory_are_not_named(tmp_path: Path) -> None:
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules/SKILL.md").symlink_to("/etc/hostname")
    assert run(tmp_path) == []


def test_who_counts_as_named_can_be_told(tmp_path: Path) -> None:
    (tmp_path / "x.json").symlink_to("nowhere")
    options = ScanOptions(named=lambda claim, place: claim == "json" and place.path == "x.json")
    assert problems(run(tmp_path, options=options)) == [("SYMLINK_SKIPPED", "x.json")]


# -- roots -----------------------------------------------------------------------------------------------------------


def test_a_missing_root_is_no_empty_root(tmp_path: Path) -> None:
    with pytest.raises(RootUnavailable) as caught:
        run(tmp_path / "gone")
    assert caught.value.reason == "missing"
    assert caught.value.exit_code == 2


def test_a_file_is_no_root(tmp_path: Path) -> None:
    with pytest.raises(RootUnavailable) as caught:
        run(write(tmp_path / "file"))
    assert caught.value.reason == "not-a-directory"


def test_another_directory_in_the_roots_place_is_refused(tmp_path: Path) -> None:
    root = tmp_path / "root"
    write(root / "SKILL.md")
    identity = discover.identify(os.fsencode(root))
    options = ScanOptions(identity=(identity.device, identity.inode))
    assert changed(run(root, options=options)) == ["SKILL.md"]
    root.rename(tmp_path / "away")
    root.mkdir()
    with pytest.raises(RootUnavailable) as caught:
        run(root, options=options)
    assert caught.value.reason == "replaced"


@pytest.mark.parametrize(
    ("found", "names", "same"),
    [((1, 2), 0, True), ((9, 2), 3, True), ((9, 2), 0, False), ((1, 3), 3, False)],
)
def test_a_device_number_may_change_over_a_restart_an_inode_may_not(
    found: tuple[int, int], names: int, same: bool
) -> None:
    assert discover.is_same_root(discover.RootIdentity(1, 2), discover.RootIdentity(*found), names) is same


# -- scopes ----------------------------------------------------------------------------------------------------------


def tree(root: Path) -> None:
    for name in (
        "SKILL.md", "a/SKILL.md", "a/b/SKILL.md", "a/b/c/x.json", "a/b-c/SKILL.md", "a/dist/SKILL.md",
        "a/dist/deep/x.json", "node_modules/SKILL.md", "z/coverage/no.json", "z/SKILL.md",
    ):  # fmt: skip
        write(root / name)
    (root / "a/link").symlink_to("/")


SCOPES = [b"a", b"a/b", b"a/b/c/x.json", b"SKILL.md", b"a/dist", b"a/dist/deep", b"node_modules/SKILL.md", b"nowhere/x",
          b"z/coverage/no.json", b"a/link", b"a/link/etc", b"SKILL.md/x", b"a/b-c"]  # fmt: skip


@pytest.mark.parametrize("scope", SCOPES)
def test_a_scoped_scan_says_what_a_whole_scan_says_there(tmp_path: Path, scope: bytes) -> None:
    tree(tmp_path)

    def inside(raw: bytes) -> bool:
        return raw == scope or raw.startswith(scope + b"/")

    def of(observation: object) -> bytes:
        return observation.problem.path.encode() if isinstance(observation, Noted) else observation.raw  # type: ignore[attr-defined]

    whole = run(tmp_path)
    assert run(tmp_path, scope=scope) == [o for o in whole if inside(of(o))]
    known = [Known(k.raw, None, "", k.claim) for k in remember(whole)]
    for victim in ("a/b/SKILL.md", "a/dist/SKILL.md", "SKILL.md"):
        (tmp_path / victim).unlink()
    whole = run(tmp_path, known)
    assert run(tmp_path, [k for k in known if inside(k.raw)], scope=scope) == [o for o in whole if inside(of(o))]


def test_a_scope_counts_only_what_lies_in_it(tmp_path: Path) -> None:
    tree(tmp_path)
    scan = discover.scan(os.fsencode(tmp_path), [], claim, scope=b"a/b")
    list(scan)
    assert (scan.counts.files_visited, scan.counts.directories) == (2, 2)


def test_failed_is_an_observation() -> None:
    assert isinstance(Failed(b"x", "x", "skill", "Permission denied", 13), discover.Observation)


def test_a_place_knows_the_name_of_its_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / ".claude/SKILL.md")
    assert run(tmp_path / ".claude")[0].place.root == ".claude"
    (tmp_path / "spelled-otherwise").symlink_to(tmp_path / ".claude")
    assert run(tmp_path / "spelled-otherwise")[0].place.root == ".claude"
    monkeypatch.setenv("HOME", str(tmp_path / ".claude"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / ".claude"))
    assert run(tmp_path / ".claude")[0].place.root == "~"
