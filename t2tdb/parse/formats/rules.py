"""Rules and steering of the hosts whose directories are enough to know them, and rule files without a suffix."""

from __future__ import annotations

from t2tdb.model import Parsed, Place
from t2tdb.parse.identity import directory_name, stem
from t2tdb.parse.page import draft_of, read_page, rule_details
from t2tdb.parse.registry import Format, file_format
from t2tdb.parse.source import Source
from t2tdb.parse.surroundings import below, directories, first_below

_DIRECTORIES = (
    (".clinerules",),
    (".kiro", "steering"),
    (".continue", "rules"),
    (".windsurf", "rules"),
    (".kilocode", "rules"),
    (".amazonq", "rules"),
    (".trae", "rules"),
    (".augment", "rules"),
    (".junie", "guidelines"),
    (".agents", "rules"),
    (".agent", "rules"),
    (".github", "rules"),
)


def _is_rule(name: str, place: Place) -> bool:
    if below(place, ".clinerules", "workflows") is not None:
        return False
    if first_below(place, _DIRECTORIES) is not None:
        return True
    if any(part.startswith("rules") for part in (below(place, ".roo") or "").split("/")[:-1]):
        return True  # .roo/rules and .roo/rules-<mode>
    return _is_steering_of_power(place)


def _is_steering_of_power(place: Place) -> bool:
    """Kiro's powers hold their steering beside ``POWER.md``."""
    return directories(place)[-1] == "steering" and len(place.ancestors) > 1 and "POWER.md" in place.ancestors[-2]


def _read(source: Source, made: Format) -> Parsed:
    page = read_page(source)
    own_name = "" if page.outline.headings else stem(source.path)
    return source.parsed(draft_of(source, page, made, "rule", own_name=own_name, details=rule_details(page)))


RULES = file_format(
    Format(
        name="rule-directory",
        title="Rule of Cline, Kiro, Continue, Roo, Windsurf and others",
        kinds=("rule",),
        patterns=(
            ".clinerules/**/*.md",
            ".kiro/steering/**/*.md",
            "<power>/steering/*.md",
            ".continue/rules/**/*.md",
            ".roo/rules*/**/*.md",
            ".windsurf/rules/**/*.md",
        ),
        documentation="https://kiro.dev/docs/steering/",
    ),
    ("md",),
    _is_rule,
    _read,
)

_FILES = {
    ".cursorrules": "cursor",
    ".windsurfrules": "windsurf",
    ".roorules": "roo-code",
    ".clinerules": "cline",
    ".goosehints": "goose",
}


def _is_rule_file(name: str, place: Place) -> bool:
    return name in _FILES or name.startswith(".roorules-")


def _read_rule_file(source: Source, made: Format) -> Parsed:
    page = read_page(source)
    where = directory_name(source.path) or source.place.root.strip("~")
    own_name = "" if page.outline.headings else f"{where} {source.file_name}".strip()
    return source.parsed(draft_of(source, page, made, "rule", own_name=own_name))


RULE_FILE = file_format(
    Format(
        name="rule-file",
        title="Rule file of Cursor, Windsurf, Roo, Cline or goose",
        kinds=("rule",),
        patterns=tuple(_FILES),
        documentation="https://docs.cline.bot/features/cline-rules",
    ),
    tuple(name[1:] for name in _FILES),
    _is_rule_file,
    _read_rule_file,
    by_name=True,
)


def host_of_rule_file(name: str) -> str:
    """Which agent reads a rule file of this name; "" for other names."""
    return _FILES.get(name.lower(), "")
