"""Files beside a skill that describe it for a host or a hub. They are merged into the skill, never resources."""

from __future__ import annotations

from t2tdb import redact
from t2tdb.model import Parsed, Place, Sidecar
from t2tdb.parse import jsontext, yamlguard
from t2tdb.parse.card import record
from t2tdb.parse.jsontext import clean_string, string_list
from t2tdb.parse.registry import Document, Format, file_format
from t2tdb.parse.source import Source
from t2tdb.parse.surroundings import skill_is_beside


def _is_for_codex(name: str, place: Place) -> bool:
    return place.path.lower().endswith("agents/openai.yaml") and skill_is_beside(place, 1)


def _read_for_codex(source: Source, made: Format) -> Parsed:
    try:
        document = yamlguard.load(source.text)
    except yamlguard.YamlProblem as problem:
        source.note("warning", "INVALID_SIDECAR", f"Not readable YAML: {problem.reason}.", line=problem.line)
        return source.parsed()
    interface = document.get("interface") if isinstance(document, dict) else None
    if not isinstance(interface, dict):
        return source.parsed()
    keys = (
        ("displayName", "display_name"),
        ("shortDescription", "short_description"),
        ("defaultPrompt", "default_prompt"),
    )
    return _sidecar(source, 1, tuple((shown, clean_string(interface.get(key))) for shown, key in keys))


FOR_CODEX = file_format(
    Format(
        name="codex-sidecar",
        title="Codex description of a skill",
        kinds=(),
        patterns=("<skill>/agents/openai.yaml",),
        documentation="https://developers.openai.com/codex/skills",
        host="codex",
    ),
    ("yaml", "yml"),
    _is_for_codex,
    _read_for_codex,
)


def _is_of_hub(name: str, place: Place) -> bool:
    return name in ("_meta.json", "skill.json") and skill_is_beside(place)


def _read_of_hub(source: Source, made: Format) -> Parsed:
    try:
        document = record(jsontext.load(source.text))
    except jsontext.JsonProblem as problem:
        source.note("warning", "INVALID_SIDECAR", f"Not valid JSON: {problem.reason}.", line=problem.line)
        return source.parsed()
    latest = record(document.get("latest"))
    details = (
        ("displayName", clean_string(document.get("displayName")) or clean_string(document.get("name"))),
        ("owner", clean_string(document.get("owner")) or _author(document)),
        ("hubVersion", clean_string(document.get("version")) or clean_string(latest.get("version"))),
        ("keywords", ", ".join(string_list(document.get("keywords")))),
    )
    return _sidecar(source, 0, details)


def _author(document: Document) -> str:
    author = document.get("author")
    return clean_string(record(author).get("name")) or clean_string(author)


OF_HUB = file_format(
    Format(
        name="hub-sidecar",
        title="A hub's description of a skill",
        kinds=(),
        patterns=("<skill>/_meta.json", "<skill>/skill.json"),
        documentation="https://github.com/openclaw/clawhub",
    ),
    ("json",),
    _is_of_hub,
    _read_of_hub,
)


def _sidecar(source: Source, levels_up: int, details: tuple[tuple[str, str], ...]) -> Parsed:
    directory = "/".join(source.path.split("/")[: -1 - levels_up])
    kept = tuple((key, redact.mask(text)) for key, text in details if text)
    parsed = source.parsed()
    return Parsed((), parsed.problems, Sidecar(directory, kept) if kept else None)
