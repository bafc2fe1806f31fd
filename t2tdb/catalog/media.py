"""Media types of resources.

Skills, MCP servers and A2A cards have types that the discovery specification names. For the kinds that have none the
vendor tree is used (RFC 6838 section 3.2), so that nothing claims a type that it is not.
"""

from __future__ import annotations

from t2tdb.catalog.record import Record
from t2tdb.model import KINDS

REGISTRY = "application/ai-registry+json"
CATALOG = "application/ai-catalog+json"

_VENDOR = "application/vnd.t2tdb."
_WORDS = (("mcp", "mcp-server"), ("agent", "agent"), ("skill", "skill"), ("prompt", "prompt"), ("plugin", "plugin"))
_BY_KIND = {
    "skill": "application/ai-skill+md",
    "mcp-server": "application/mcp-server-card+json",
    "agent": "application/vnd.t2tdb.agent+md",
    "prompt": "application/vnd.t2tdb.prompt+md",
    "rule": "application/vnd.t2tdb.rule+md",
    "plugin": "application/vnd.t2tdb.plugin+json",
    "catalog": "application/vnd.t2tdb.entry+json",
}
_BY_FORMAT = {"a2a": "application/a2a-agent-card+json", "agent-card": "application/a2a-agent-card+json"}


def media_type(record: Record) -> str:
    """The type of a resource; an entry of an AI catalog keeps its own."""
    return type_of(record.kind, record.format, record.detail("mediaType"))


def type_of(kind: str, form: str, brought: str) -> str:
    """The type of a resource of a kind and format; ``brought`` is the one that an entry of an AI catalog has."""
    return brought or _BY_FORMAT.get(form) or _BY_KIND[kind]


def kind_of(media: str) -> str:
    """The kind of every resource that has this media type, here and in what an index makes of AI catalogs."""
    own = media.removeprefix(_VENDOR).partition("+")[0] if media.startswith(_VENDOR) else ""
    if own in KINDS:
        return own
    return next((kind for word, kind in _WORDS if word in media.lower()), "catalog")
