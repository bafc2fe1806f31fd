"""Everything that people and their tools do to a directory tree, as functions of a root and a few small choices.

Used by the stateful tests (hypothesis draws the choices, so failures shrink) and by random bursts beside a live
watcher. Each operation does nothing where the tree does not allow it; none of them leaves the root, except to move
things to and from its neighbour ``<root>.outside``.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

DIRECTORIES = ("a", "commands", "agents", "dist", "node_modules")
FILES = ("SKILL.md", "x.agent.md", "mcp.json", "notes.md", "run.py", "_meta.json")
TEXTS = ("one", "two", "six", "seven")  # three of them have the same length


class Choice(NamedTuple):
    """What an operation works on; each operation reads what it needs."""

    first: str = "a"  # a directory
    second: str = "b"  # another one
    file: str = "SKILL.md"
    text: str = "one"
    number: int = 0  # picks one of the files that exist


def random_choice(source: random.Random) -> Choice:
    """A choice for bursts."""
    return Choice(
        source.choice(DIRECTORIES), source.choice(DIRECTORIES), source.choice(FILES), source.choice(TEXTS),
        source.randrange(9),
    )  # fmt: skip


def content(file: str, text: str) -> str:
    """What a file of this name holds, so that the text ends in a name or a description."""
    if file == "_meta.json":  # tells more of the skill beside it
        return f'{{"slug": "{text}", "displayName": "{text}", "latest": {{"version": "1.{len(text)}"}}}}'
    if file.endswith(".json"):
        return f'{{"mcpServers": {{"{text}": {{"command": "{text}"}}}}}}'
    return f"---\nname: {text}\ndescription: does {text} things\n---\n# {text}\n"


def existing(root: Path, choice: Choice) -> Path | None:
    """One of the regular files below the root."""
    files = sorted(
        Path(directory, name)
        for directory, _, names in os.walk(root)
        for name in names
        if not os.path.islink(os.path.join(directory, name))
    )
    return files[choice.number % len(files)] if files else None


def _place(root: Path, choice: Choice) -> Path | None:
    """Where a file of this choice goes, below real directories only; they are made where they are missing."""
    directory = root
    for name in (choice.first, choice.second):
        directory = directory / name
        if directory.is_symlink() or (directory.exists() and not directory.is_dir()):
            return None
    directory.mkdir(parents=True, exist_ok=True)
    return None if (directory / choice.file).is_dir() else directory / choice.file


def write(root: Path, choice: Choice) -> None:
    """Write a file in place."""
    path = _place(root, choice)
    if path is not None and not path.is_symlink():
        path.write_text(content(choice.file, choice.text))


def same_size_same_mtime(root: Path, choice: Choice) -> None:
    """Change a file's letters, keep its size, put its mtime back."""
    path = existing(root, choice)
    if path is not None:
        seen = path.stat()
        path.write_bytes(path.read_bytes().swapcase())
        os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns))


def atomic_save(root: Path, choice: Choice) -> None:
    """Write beside, move over."""
    path = _place(root, choice)
    if path is not None:
        temporary = path.with_name(".saving.tmp")
        temporary.write_text(content(choice.file, choice.text))
        os.replace(temporary, path)


def append(root: Path, choice: Choice) -> None:
    """Add a line."""
    path = existing(root, choice)
    if path is not None:
        with path.open("a") as file:
            file.write(f"\n{choice.text}\n")


def truncate(root: Path, choice: Choice) -> None:
    """Leave an empty file."""
    path = existing(root, choice)
    if path is not None:
        os.truncate(path, 0)


def unlink(root: Path, choice: Choice) -> None:
    """Delete a file."""
    path = existing(root, choice)
    if path is not None:
        path.unlink()


def rename_file(root: Path, choice: Choice) -> None:
    """Give a file another name, maybe one that nobody wants."""
    path = existing(root, choice)
    if path is not None and not path.with_name(choice.file).is_dir():
        os.replace(path, path.with_name(choice.file))


def rename_directory(root: Path, choice: Choice) -> None:
    """Rename a directory at the top."""
    source, target = root / choice.first, root / choice.second
    if source.is_dir() and not source.is_symlink() and not os.path.lexists(target):
        source.rename(target)


def swap_directories(root: Path, choice: Choice) -> None:
    """Two directories change places: the same names, other inodes."""
    source, target = root / choice.first, root / choice.second
    if source != target and all(path.is_dir() and not path.is_symlink() for path in (source, target)):
        source.rename(root / ".swap")
        target.rename(source)
        (root / ".swap").rename(target)


def directory_to_file(root: Path, choice: Choice) -> None:
    """A directory becomes a file of the same name."""
    delete_tree(root, choice)
    (root / choice.first).write_text(choice.text)


def file_to_directory(root: Path, choice: Choice) -> None:
    """A file becomes a directory of the same name, with a resource in it."""
    path = existing(root, choice)
    if path is not None:
        path.unlink()
        path.mkdir()
        (path / "SKILL.md").write_text(content("SKILL.md", choice.text))


def link(root: Path, choice: Choice) -> None:
    """A symbolic link: to a neighbour, out of the root, in a circle, or nowhere."""
    target = ("a", str(root) + ".outside", ".", "nowhere", "a/SKILL.md")[choice.number % 5]
    path = root / choice.first / (choice.file if choice.number % 2 else "linked")
    if path.parent.is_dir() and not path.parent.is_symlink() and not os.path.lexists(path):
        path.symlink_to(target)


def hard_link(root: Path, choice: Choice) -> None:
    """A second name for the same file."""
    path = existing(root, choice)
    if path is not None and not os.path.lexists(path.with_name(choice.file)):
        os.link(path, path.with_name(choice.file))


def delete_tree(root: Path, choice: Choice) -> None:
    """Delete a directory, a file or a link at the top."""
    path = root / choice.first
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def delete_all(root: Path, choice: Choice) -> None:
    """Empty the root."""
    for name in os.listdir(root):
        delete_tree(root, Choice(first=name))


def move_out(root: Path, choice: Choice) -> None:
    """Move a directory out of the root, and write in it there."""
    source, outside = root / choice.first, Path(str(root) + ".outside")
    outside.mkdir(exist_ok=True)
    if source.is_dir() and not source.is_symlink() and not (outside / choice.first).exists():
        source.rename(outside / choice.first)
        with contextlib.suppress(OSError):
            (outside / choice.first / "SKILL.md").write_text(content("SKILL.md", choice.text))


def move_in(root: Path, choice: Choice) -> None:
    """Move a directory from outside into the root, and write in it there."""
    source, target = Path(str(root) + ".outside") / choice.first, root / choice.second
    if source.is_dir() and not os.path.lexists(target):
        source.rename(target)
        with contextlib.suppress(OSError):
            (target / "SKILL.md").write_text(content("SKILL.md", choice.text))


def make_deep(root: Path, choice: Choice) -> None:
    """``mkdir -p`` and a file in it at once."""
    top = root / choice.first
    if not os.path.lexists(top) or (top.is_dir() and not top.is_symlink()):
        deep = top / "deep" / "deeper"
        with contextlib.suppress(OSError):
            deep.mkdir(parents=True, exist_ok=True)
            (deep / choice.file).write_text(content(choice.file, choice.text))


def close_off(root: Path, choice: Choice) -> None:
    """Take every right from a file (a no-op for root, who may read it all the same)."""
    path = existing(root, choice)
    if path is not None:
        path.chmod(0)


def open_up(root: Path, choice: Choice) -> None:
    """Give the rights back."""
    path = existing(root, choice)
    if path is not None:
        path.chmod(0o644)


OPERATIONS: tuple[Callable[[Path, Choice], None], ...] = (
    write, same_size_same_mtime, atomic_save, append, truncate, unlink, rename_file, rename_directory,
    swap_directories, directory_to_file, file_to_directory, link, hard_link, delete_tree, delete_all, move_out,
    move_in, make_deep, close_off, open_up,
)  # fmt: skip
