"""Agents that structured documents describe: A2A agent cards, agents of Kiro and Amazon Q, modes of Roo."""

from __future__ import annotations

from t2tdb.model import Draft, Place
from t2tdb.parse.card import bounded, card, names_of, record, records
from t2tdb.parse.jsontext import clean_string, string_list
from t2tdb.parse.registry import Document, Format, document_format
from t2tdb.parse.source import Source
from t2tdb.parse.surroundings import below, directories


def _wants_a2a(source: Source) -> bool:
    return '"skills"' in source.text


def _read_a2a(source: Source, document: Document, made: Format) -> tuple[Draft, ...]:
    name = clean_string(document.get("name"))
    skills = document.get("skills")
    known = any(key in document for key in ("protocolVersion", "defaultInputModes", "supportedInterfaces"))
    known = known or (isinstance(document.get("capabilities"), dict) and isinstance(document.get("url"), str))
    if not name or not isinstance(skills, list) or not known:
        return ()
    tags = tuple(tag for skill in records(skills) for tag in string_list(skill.get("tags")))
    listed = names_of(skills, "name")
    provider = record(document.get("provider"))
    return (
        card(
            source,
            made,
            "agent",
            name,
            clean_string(document.get("description")),
            tags=("a2a", *tags),
            details=(
                ("skills", ", ".join(listed[:12])),
                ("locator", clean_string(document.get("url"))),
                ("provider", clean_string(provider.get("organization"))),
            ),
            extras=(*listed, *(clean_string(skill.get("description")) for skill in records(skills)[:64])),
            version=clean_string(document.get("version")),
        ),
    )


A2A = document_format(
    Format(
        name="a2a-card",
        title="A2A agent card",
        kinds=("agent",),
        patterns=(".well-known/agent-card.json", "agent_card.json", "agent.json"),
        documentation="https://a2a-protocol.org/latest/specification/",
        host="a2a",
    ),
    _wants_a2a,
    _read_a2a,
    promised=lambda name, place: name in ("agent-card.json", "agent.json") and directories(place)[-1] == ".well-known",
)


def _wants_other(source: Source) -> bool:
    return "agent-cards/" in source.text or "agent.card" in source.text or "agent-card" in source.text


def _read_other(source: Source, document: Document, made: Format) -> tuple[Draft, ...]:
    schema = clean_string(document.get("$schema"))
    name = clean_string(document.get("display_name")) or clean_string(document.get("name"))
    described = clean_string(document.get("description"))
    is_card = "agent.card" in schema or "agent-card" in schema
    if not is_card or not name or not described or not ("capabilities" in document or "entry" in document):
        return ()
    capabilities = record(document.get("capabilities"))
    operations = names_of(capabilities.get("operations"))
    return (
        card(
            source,
            made,
            "agent",
            name,
            described,
            tags=(*string_list(document.get("tags")), *string_list(document.get("implements"))),
            details=(("id", clean_string(document.get("id"))), ("class", clean_string(document.get("class")))),
            extras=operations,
            version=clean_string(document.get("version")),
        ),
    )


OTHER = document_format(
    Format(
        name="agent-card",
        title="Agent card of another schema",
        kinds=("agent",),
        patterns=("*.json whose $schema is one of agent cards",),
        documentation="https://github.com/commandlayer/agent-cards",
    ),
    _wants_other,
    _read_other,
)


def _is_kiro(place: Place) -> bool:
    return below(place, ".kiro", "agents") is not None or below(place, ".amazonq", "cli-agents") is not None


def _wants_kiro(source: Source) -> bool:
    return _is_kiro(source.place)


def _read_kiro(source: Source, document: Document, made: Format) -> tuple[Draft, ...]:
    name = clean_string(document.get("name"))
    prompt = clean_string(document.get("prompt"))
    if not _wants_kiro(source) or not (name or prompt) or not ("tools" in document or prompt):
        return ()
    stem = source.file_name.rpartition(".")[0]
    return (
        card(
            source,
            made,
            "agent",
            name or stem,
            clean_string(document.get("description")),
            details=(("model", clean_string(document.get("model"))),),
            body=prompt,
            parameters=names_of(document.get("tools")),
            name_source="name" if name else "stem",
        ),
    )


KIRO = document_format(
    Format(
        name="kiro-agent",
        title="Kiro or Amazon Q agent",
        kinds=("agent",),
        patterns=(".kiro/agents/*.json", ".amazonq/cli-agents/*.json"),
        documentation="https://kiro.dev/docs/cli/custom-agents/configuration-reference/",
        host="kiro",
    ),
    _wants_kiro,
    _read_kiro,
    promised=lambda name, place: name.endswith(".json") and _is_kiro(place),
)


def _wants_roo(source: Source) -> bool:
    return "customModes" in source.text


def _read_roo(source: Source, document: Document, made: Format) -> tuple[Draft, ...]:
    modes = [each for each in records(document.get("customModes")) if clean_string(each.get("slug"))]
    return tuple(_mode(source, made, mode) for mode in bounded(source, "modes", modes))


def _mode(source: Source, made: Format, mode: Document) -> Draft:
    slug = clean_string(mode.get("slug"))
    keys = ("description", "whenToUse", "roleDefinition")
    key = next((key for key in keys if clean_string(mode.get(key))), "")
    return card(
        source,
        made,
        "agent",
        clean_string(mode.get("name")) or slug,
        clean_string(mode.get(key)) if key else "",
        entry=slug,
        extras=(clean_string(mode.get("whenToUse")), clean_string(mode.get("roleDefinition"))),
        body=clean_string(mode.get("customInstructions")),
        parameters=names_of(mode.get("groups")),
        description_source=key,
    )


ROO = document_format(
    Format(
        name="roo-mode",
        title="Roo mode",
        kinds=("agent",),
        patterns=(".roomodes", "custom_modes.yaml"),
        documentation="https://docs.roocode.com/features/custom-modes",
        host="roo-code",
    ),
    _wants_roo,
    _read_roo,
    promised=lambda name, place: name == ".roomodes",
)
