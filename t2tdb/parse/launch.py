"""One MCP server as a launch configuration describes it. Arguments, values of ``env`` and headers never leave here."""

from __future__ import annotations

from t2tdb import redact
from t2tdb.model import Draft, SearchText
from t2tdb.parse.identity import resource_id
from t2tdb.parse.jsontext import MAX_ENTRIES, Json, clean_string, string_list
from t2tdb.parse.registry import Document, Format
from t2tdb.parse.source import Source
from t2tdb.parse.spelling import distinct_sorted, utf16_order

_ADDRESSES = ("url", "serverUrl", "httpUrl")


def server_drafts(source: Source, servers: Document, made: Format) -> tuple[Draft, ...]:
    """One resource for each server of a mapping, in the order of their names; what is no object is noted."""
    keys = sorted(servers, key=utf16_order)
    if len(keys) > MAX_ENTRIES:
        message = f"The file names {len(keys)} MCP servers; the first {MAX_ENTRIES} are indexed."
        source.note("warning", "ENTRY_LIMIT_REACHED", message)
    drafts: list[Draft] = []
    for key in keys[:MAX_ENTRIES]:
        server = servers[key]
        if isinstance(server, dict):
            drafts.append(server_draft(source, key, server, made))
        else:
            source.note("error", "INVALID_MCP_SERVER", f"MCP server '{redact.mask_addresses(key)}' must be an object.")
    return tuple(drafts)


def server_draft(source: Source, key: str, server: Document, made: Format) -> Draft:
    """The resource of one named server, its problems noted. Some hosts name servers by their address."""
    key = redact.mask_addresses(key)
    identity = resource_id("mcp-server", source.path, key)
    description = redact.without_logins(clean_string(server.get("description")))
    description_source = "description" if description else "generated"
    description = description or f"MCP server configuration for {key}."
    command = redact.mask_command(_program(server.get("command")))
    transport = redact.mask(clean_string(server.get("transport")) or clean_string(server.get("type")))
    own_tags = [redact.mask_addresses(tag) for tag in string_list(server.get("tags"))]
    tags = distinct_sorted(["mcp", "server", *own_tags, *([transport] if transport else [])])
    if not command and not transport and not any(isinstance(server.get(key), str) for key in _ADDRESSES):
        message = f"MCP server '{key}' says neither what to run nor where to connect (command, transport or url)."
        source.note("warning", "MCP_LAUNCH_MISSING", message)
    _note_secrets(source, key, server, identity)
    details = [("command", command)] if command else []
    details += [("transport", transport)] if transport else []
    return Draft(
        id=identity,
        kind="mcp-server",
        name=key,
        description=description,
        tags=tags,
        text=SearchText(key, description, tags, tags, extras=(command, transport)),
        format=made.name,
        entry=key,
        details=tuple(details),
        host=made.host,
        name_source="key",
        description_source=description_source,
    )


def _program(node: Json) -> str:
    """What is run: a string, or the first word where the arguments stand in the same list."""
    return clean_string(node[0]) if isinstance(node, list) and node else clean_string(node)


def _note_secrets(source: Source, key: str, server: Document, identity: str) -> None:
    for environment in (server.get("env"), server.get("environment")):
        if not isinstance(environment, dict):
            continue
        for name, entry in environment.items():
            if redact.is_inline_secret(name, entry):
                shown = redact.name_only(name)
                message = f"The value of '{shown}' for '{key}' stands in the file; refer to an environment variable."
                source.note("warning", "INLINE_SECRET", message, resource_id=identity)
    for headers in (server.get("headers"), server.get("http_headers")):
        if not isinstance(headers, dict):
            continue
        for name, entry in headers.items():
            if redact.is_inline_header(name, entry):
                shown = redact.name_only(name)
                message = f"The header '{shown}' of '{key}' carries a credential in the file; refer to a variable."
                source.note("warning", "INLINE_SECRET_HEADER", message, resource_id=identity)
    if isinstance(server.get("bearer_token"), str):  # Codex; the reference is ``bearer_token_env_var``
        message = f"The bearer token of '{key}' stands in the file; name a variable that holds it."
        source.note("warning", "INLINE_SECRET_HEADER", message, resource_id=identity)
    lists = [node for key in ("args", "command") if isinstance(node := server.get(key), list)]
    texts = [text for arguments in lists for text in arguments if isinstance(text, str)]
    if any(redact.holds_token(text) for text in texts):
        message = f"An argument of '{key}' holds what looks like a token; refer to an environment variable."
        source.note("warning", "INLINE_SECRET_ARGUMENT", message, resource_id=identity)
    command = server.get("command")
    if isinstance(command, str) and redact.holds_credential(command):
        message = f"The command of '{key}' holds what looks like a credential; it is masked in the index."
        source.note("warning", "INLINE_SECRET_COMMAND", message, resource_id=identity)
    for text in [*(server.get(key) for key in _ADDRESSES), *texts]:
        if isinstance(text, str) and redact.has_url_credentials(text):
            message = f"An address of '{key}' carries a credential in the file; refer to a variable."
            source.note("warning", "INLINE_SECRET_URL", message, resource_id=identity)
            break
