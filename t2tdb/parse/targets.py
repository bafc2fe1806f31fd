"""Which files of the same library an entry of a catalog stands for."""

from __future__ import annotations

import posixpath

MAX_TARGETS = 12
_MANIFESTS = (
    ".claude-plugin/plugin.json",
    ".codex-plugin/plugin.json",
    ".cursor-plugin/plugin.json",
    ".kimi-plugin/plugin.json",
    ".github/plugin/plugin.json",
    "plugin.json",
    "gemini-extension.json",
)
_CATALOG_DIRECTORIES = frozenset(
    {".claude-plugin", ".codex-plugin", ".cursor-plugin", ".well-known", ".codex", ".gemini"}
)


def base_of(path: str) -> str:
    """The directory that the paths in a catalog are relative to: the one above its own special directory."""
    folder = posixpath.dirname(path)
    if folder.endswith((".agents/plugins", ".github/plugin")):
        return posixpath.dirname(posixpath.dirname(folder))
    return posixpath.dirname(folder) if posixpath.basename(folder) in _CATALOG_DIRECTORIES else folder


def resolve(catalog: str, path: str, base: str = "") -> str | None:
    """A path of a catalog, relative to the root; None where it leads out of the root."""
    return inside_root(posixpath.join(base_of(catalog), base, path))


def inside_root(path: str) -> str | None:
    """The normal form of a path below the root, "" for the root itself; None where it leads out."""
    if "\x00" in path:
        return None
    normal = posixpath.normpath(path)
    if normal.startswith(("/", "../")) or normal == "..":
        return None
    return "" if normal == "." else normal


def plugin_targets(folder: str) -> tuple[str, ...]:
    """The manifests of which one makes the plugin in a directory a resource of its own."""
    return tuple(posixpath.join(folder, manifest) for manifest in _MANIFESTS)


def skill_targets(catalog: str, name: str, locator: str) -> tuple[str, ...]:
    """Where the ``SKILL.md`` of an entry of an index may lie."""
    own = posixpath.dirname(catalog)
    folders: list[str] = []
    for start in dict.fromkeys((base_of(catalog), own)):
        if locator:
            folders.append(posixpath.join(start, locator))
        else:
            folders += [posixpath.join(start, name), posixpath.join(start, "skills", name)]
    if locator.startswith("../"):  # written from a directory of links below the catalog's own
        folders.append(posixpath.join(own, "skills", locator))
    found: list[str] = []
    for folder in folders:
        inside = inside_root(folder)
        if inside is None:
            continue
        if inside.lower().endswith(".md"):
            found.append(inside)
        else:
            found += [posixpath.join(inside, "SKILL.md"), posixpath.join(inside, "skill.md")]
    return tuple(dict.fromkeys(found))[:MAX_TARGETS]
