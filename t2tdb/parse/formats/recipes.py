"""Prompts that structured documents describe: goose recipes, GitHub Models prompts, Continue's configuration."""

from __future__ import annotations

from t2tdb.model import Draft
from t2tdb.parse.card import bounded, card, names_of, records
from t2tdb.parse.formats.servers import is_server
from t2tdb.parse.jsontext import clean_string
from t2tdb.parse.launch import server_draft
from t2tdb.parse.registry import Document, Format, document_format
from t2tdb.parse.source import Source
from t2tdb.parse.surroundings import below


def _wants_goose(source: Source) -> bool:
    return source.mentions("title", "description") and (source.mentions("instructions") or source.mentions("prompt"))


def _read_goose(source: Source, document: Document, made: Format) -> tuple[Draft, ...]:
    title, described = clean_string(document.get("title")), clean_string(document.get("description"))
    instructions, prompt = clean_string(document.get("instructions")), clean_string(document.get("prompt"))
    if not title or not described or not (instructions or prompt) or "messages" in document:
        return ()
    extensions = names_of(document.get("extensions"), "name")
    settings = ("parameters", "extensions", "sub_recipes", "settings", "activities", "response", "version", "author")
    if not any(key in document for key in settings) and "recipe" not in source.path.lower():
        return ()  # a title, a description and instructions alone are also an issue form or a lesson
    return (
        card(
            source,
            made,
            "agent" if extensions else "prompt",
            title,
            described,
            details=(("extensions", ", ".join(extensions)),),
            body=f"{instructions}\n{prompt}".strip(),
            parameters=(*names_of(document.get("parameters"), "key"), *extensions),
            version=clean_string(document.get("version")),
            name_source="title",
        ),
    )


GOOSE = document_format(
    Format(
        name="goose-recipe",
        title="goose recipe",
        kinds=("prompt", "agent"),
        patterns=("*.yaml or *.json with title, description and instructions or prompt",),
        documentation="https://block.github.io/goose/docs/guides/recipes/recipe-reference",
        host="goose",
    ),
    _wants_goose,
    _read_goose,
)


_MODELS = (".prompt.yml", ".prompt.yaml")


def _wants_models(source: Source) -> bool:
    return source.file_name.lower().endswith(_MODELS)


def _read_models(source: Source, document: Document, made: Format) -> tuple[Draft, ...]:
    messages = records(document.get("messages"))
    if not _wants_models(source) or not messages:
        return ()
    name = clean_string(document.get("name"))
    stem = source.file_name.rpartition(".")[0].rpartition(".")[0]
    body = "\n".join(clean_string(each.get("content")) for each in messages)
    described = clean_string(document.get("description"))
    return (
        card(
            source,
            made,
            "prompt",
            name or stem,
            described or body[:360],
            details=(("model", clean_string(document.get("model"))),),
            body=body,
            name_source="name" if name else "stem",
            description_source="description" if described else "messages",
        ),
    )


MODELS = document_format(
    Format(
        name="github-models-prompt",
        title="GitHub Models prompt",
        kinds=("prompt",),
        patterns=("*.prompt.yml", "*.prompt.yaml"),
        documentation="https://docs.github.com/en/github-models/use-github-models/storing-prompts-in-github-repositories",
        host="copilot",
    ),
    _wants_models,
    _read_models,
    promised=lambda name, place: name.endswith(_MODELS),
)


def _wants_continue(source: Source) -> bool:
    return source.file_name.lower().endswith((".yaml", ".yml")) and source.mentions("name", "version", "schema")


def _read_continue(source: Source, document: Document, made: Format) -> tuple[Draft, ...]:
    name = clean_string(document.get("name"))
    if document.get("schema") != "v1" or not name or "version" not in document:
        return ()
    servers = [each for each in records(document.get("mcpServers")) if clean_string(each.get("name"))]
    drafts: list[Draft] = []
    for server in bounded(source, "MCP servers", servers):
        if is_server(server):
            drafts.append(server_draft(source, clean_string(server.get("name")), server, made))
    for kind, key, text in (("prompt", "prompts", "prompt"), ("rule", "rules", "rule")):
        for each in records(document.get(key)):
            entry_name = clean_string(each.get("name"))
            body = clean_string(each.get(text))
            if entry_name and body:
                described = clean_string(each.get("description"))
                drafts.append(
                    card(
                        source, made, kind, entry_name, described or body[:360], entry=f"{key}/{entry_name}", body=body
                    )
                )
    models = names_of(document.get("models"), "name", "uses")
    parts = (*models, *(draft.name for draft in drafts))
    described = clean_string(document.get("description"))
    whole = card(
        source,
        made,
        "catalog",
        name,
        described or f"Continue configuration {name}.",
        details=(("models", ", ".join(models)),),
        parameters=parts,
        version=clean_string(document.get("version")),
        description_source="description" if described else "generated",
    )
    return (whole, *drafts)


CONTINUE = document_format(
    Format(
        name="continue-config",
        title="Continue configuration",
        kinds=("catalog", "mcp-server", "prompt", "rule"),
        patterns=(".continue/**/*.yaml", "config.yaml with schema: v1"),
        documentation="https://docs.continue.dev/reference",
        host="continue",
    ),
    _wants_continue,
    _read_continue,
    promised=lambda name, place: below(place, ".continue") in ("config.yaml", "config.yml"),
)
