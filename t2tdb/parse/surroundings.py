"""What the place of a file says: which host reads it, in which scope, whether it is a copy, what lies around it.

What depends on *other* files is decided here while a file is claimed, and is carried by the claim: a change of the
surroundings changes the claim, and so makes the file be read again. What only the path says is asked at any time.
"""

from __future__ import annotations

from functools import lru_cache

from t2tdb.model import Place

PLUGIN_DIRECTORIES = frozenset({".claude-plugin", ".codex-plugin", ".cursor-plugin", ".kimi-plugin"})
"""Directories that hold a plugin's manifest; the directory above is the plugin."""

EXTENSION_MANIFEST = "gemini-extension.json"

_ORIGINS = {
    "backup": "backup",
    "backups": "backup",
    "bak": "backup",
    "cache": "cache",
    "caches": "cache",
    "fixture": "fixture",
    "fixtures": "fixture",
    "test": "fixture",
    "tests": "fixture",
    "testdata": "fixture",
    "template": "template",
    "templates": "template",
    "archive": "archive",
    "archived": "archive",
    "archives": "archive",
    "deprecated": "archive",
}

_HOSTS = {
    ".claude": "claude-code",
    ".claude-plugin": "claude-code",
    ".codex": "codex",
    ".codex-plugin": "codex",
    ".gemini": "gemini-cli",
    ".qwen": "qwen-code",
    ".cursor": "cursor",
    ".cursor-plugin": "cursor",
    ".kimi-plugin": "kimi-cli",
    ".github": "copilot",
    ".copilot": "copilot",
    ".vscode": "vscode",
    ".opencode": "opencode",
    "opencode": "opencode",
    ".kiro": "kiro",
    ".amazonq": "amazon-q",
    ".continue": "continue",
    ".roo": "roo-code",
    ".clinerules": "cline",
    ".windsurf": "windsurf",
    ".codeium": "windsurf",
    ".kilocode": "kilo-code",
    ".goose": "goose",
    ".zed": "zed",
    ".junie": "junie",
    ".trae": "trae",
    ".augment": "augment",
    ".factory": "factory",
    ".letta": "letta",
    ".openclaw": "openclaw",
}

_NEUTRAL = frozenset({".agents", ".agent", ".config"})
"""Directories that several hosts read."""


def directories(place: Place) -> tuple[str, ...]:
    """The names of the directories above the file, lower-cased, the root's own first ("" where it is not known)."""
    return _directories(place.root, place.path.rpartition("/")[0])


@lru_cache(maxsize=256)  # the files of one directory come one after the other
def _directories(root: str, folder: str) -> tuple[str, ...]:
    return (root.lower(), *folder.lower().split("/")) if folder else (root.lower(),)


def below(place: Place, *chain: str) -> str | None:
    """The path of the file below the last run of directories named ``chain``; None where there is none.

    The names of ``chain`` are lower case. The root's own name counts: ``commands`` in a root ``.claude`` is
    ``.claude/commands``.
    """
    return first_below(place, (chain,))


def first_below(place: Place, chains: tuple[tuple[str, ...], ...]) -> str | None:
    """As ``below``, for the first of several chains that the file lies below."""
    names = directories(place)
    for chain in chains:
        if chain[0] in names and (start := _last_run(names, chain)) >= 0:
            return "/".join(place.path.split("/")[start + len(chain) - 1 :])
    return None


def _last_run(names: tuple[str, ...], chain: tuple[str, ...]) -> int:
    for start in range(len(names) - len(chain), -1, -1):
        if names[start : start + len(chain)] == chain:
            return start
    return -1


def is_below_skill(place: Place) -> bool:
    """Does a directory above the file, or its own, hold a ``SKILL.md``?"""
    return any(_holds_skill(names) for names in place.ancestors)


def skill_is_beside(place: Place, levels_up: int = 0) -> bool:
    """Does the file's own directory, or the one that many levels up, hold a ``SKILL.md``?"""
    position = len(place.ancestors) - 1 - levels_up
    return position >= 0 and _holds_skill(place.ancestors[position])


def _holds_skill(names: frozenset[str]) -> bool:
    return "SKILL.md" in names or "skill.md" in names or "Skill.md" in names or "SKILL.MD" in names


_COLLECTION = frozenset(
    {
        *("agents", "subagents", "skills", "rules", "hooks", "mcps", "prompts", "chatmodes", "instructions"),
        *(".claude", ".claude-plugin", ".codex-plugin", ".mcp.json", "AGENTS.md", "CLAUDE.md"),
    }
)
"""What lies beside a directory of commands for agents, and not beside the commands of a program."""


def is_in_collection(place: Place, directory: str) -> bool:
    """Does the file lie below a ``directory`` of a collection for agents?

    Either the directory lies beside other such things, or it holds pages only and is no part of a documentation.
    """
    names = place.path.lower().split("/")[:-1]
    if directory not in names:
        return False
    position = len(names) - 1 - names[::-1].index(directory)
    if position + 1 >= len(place.ancestors):
        return False
    if not _COLLECTION.isdisjoint(place.ancestors[position]):
        return True
    pages_only = all(name.endswith(".md") or "." not in name for name in place.ancestors[position + 1])
    return pages_only and _DOCUMENTATION.isdisjoint(names)


_DOCUMENTATION = frozenset({"doc", "docs", "documentation", "website", "site", "wiki", "src"})


def below_plugin(place: Place) -> str | None:
    """The path of the file below the nearest plugin; None outside of plugins.

    A plugin is a directory that holds a manifest directory, or one below ``plugins`` of a marketplace, whose manifest
    may stand in the marketplace alone.
    """
    parts = place.path.split("/")
    outermost = None
    for position in range(len(place.ancestors) - 1, -1, -1):
        if not PLUGIN_DIRECTORIES.isdisjoint(place.ancestors[position]):
            outermost = position
            break
    if outermost is None:
        return None
    below_it = parts[outermost:]
    if len(below_it) > 3 and below_it[0] in ("plugins", "external_plugins"):
        return "/".join(below_it[2:])
    return "/".join(below_it)


def below_extension(place: Place) -> str | None:
    """The path of the file below the nearest directory with a Gemini extension's manifest; None outside of them."""
    parts = place.path.split("/")
    for position in range(len(place.ancestors) - 1, -1, -1):
        if EXTENSION_MANIFEST in place.ancestors[position]:
            return "/".join(parts[position:])
    return None


def is_bundled(place: Place) -> bool:
    """Does the file belong to a plugin or an extension?"""
    return below_plugin(place) is not None or below_extension(place) is not None


_BESIDE = frozenset({"skill.md", "power.md", EXTENSION_MANIFEST, *PLUGIN_DIRECTORIES, *map(str.lower, _COLLECTION)})


def changes_neighbours(directory: str, name: str) -> bool:
    """Can the coming or going of an entry called ``name`` change the claim on files beside it or below its neighbours?

    ``directory`` is the name of the directory that it lies in. Who watches a tree asks this to know how far to look; a
    property test holds it against ``claim``.
    """
    if name.lower() in _BESIDE:
        return True
    return directory.lower() == "commands" and "." in name and not name.endswith(".md")  # no longer pages only


def host_of(place: Place) -> str:
    """Which agent reads the file, as far as a directory's name says so; "" where none does."""
    return next((_HOSTS[name] for name in reversed(directories(place)) if name in _HOSTS), "")


def scope_of(place: Place, *, in_plugin: bool) -> str:
    """``plugin``, ``user`` (below the home directory's or a root's own host directory), ``project``, or ""."""
    if in_plugin:
        return "plugin"
    names = directories(place)
    if names[0] in _HOSTS or names[0] in _NEUTRAL:
        return "user"
    if names[0] == "~" and len(names) > 1 and (names[1] in _HOSTS or names[1] in _NEUTRAL):
        return "user"
    return "project" if any(name in _HOSTS or name in _NEUTRAL for name in names[1:]) else ""


def origin_of(place: Place, *, own_directory: bool) -> str:
    """What kind of copy the path makes of the file: backup, cache, fixture, template or archive; "" for none.

    A resource that owns its directory (a skill called ``templates``) is not a copy because of that directory's name.
    """
    names = place.path.lower().split("/")[: -2 if own_directory else -1]
    return next((_ORIGINS[bare] for name in names if (bare := name.strip("._")) in _ORIGINS), "")
