"""What a registry answered, judged: only entries that are valid by the schema are believed to be entries."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from t2tdb.catalog.ard import is_web_address
from t2tdb.shipped import shipped
from t2tdb.value import value

if TYPE_CHECKING:
    from t2tdb.catalog.ard import Entry
    from t2tdb.federation.configured import Registry

MAX_BYTES = 1 << 20  # of an answer
MAX_ENTRY = 64 << 10  # characters of one entry
MAX_NOTE = 500  # characters


@value
class Reply:
    """The results of one registry, best first, or why there are none."""

    registry: Registry
    results: tuple[Entry, ...] = ()
    problem: str = ""  # "": it answered
    dropped: int = 0  # results that were none
    told: str = ""  # what it says of its own upstreams that did not answer

    def notes(self) -> tuple[str, ...]:
        """What there is to say about it, a phrase each; nothing where all is well."""
        dropped = f"{self.dropped} of its results are no valid entries" if self.dropped else ""
        return tuple(f"{self.registry.name}: {each}" for each in (self.problem, dropped, self.told) if each)


def judge(registry: Registry, body: bytes, told: str = "") -> Reply:
    """Read the body of an answer; ``told`` is its note on upstreams."""
    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        return Reply(registry, problem="its answer is not JSON")
    results = document.get("results") if isinstance(document, dict) else None
    if not isinstance(results, list):
        return Reply(registry, problem="its answer has no results")
    believed = [entry for entry in (_result(registry, each) for each in results[:100]) if entry is not None]
    return Reply(registry, tuple(believed), dropped=min(len(results), 100) - len(believed), told=_note(told))


def _note(text: str) -> str:
    """A note in printable ASCII, bounded."""
    kept = "".join(character for character in text[:MAX_NOTE] if " " <= character <= "~")
    return f"unanswered there: {kept}" if kept else ""


def _result(registry: Registry, node: object) -> Entry | None:
    if not isinstance(node, dict):
        return None
    entry: Entry = {name: node[name] for name in _members() if name in node}
    score, source = node.get("score"), node.get("source")
    if type(score) is not int or not 0 <= score <= 100:
        return None
    try:
        text = json.dumps(entry, ensure_ascii=False, allow_nan=False)
        text.encode()
        if len(text) > MAX_ENTRY or not _validator().is_valid(entry):
            return None
    except (ValueError, RecursionError):
        return None
    trusted = isinstance(source, str) and is_web_address(source)
    return entry | {"score": score, "source": source if trusted else registry.url}


@cache
def _schema() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads((shipped("schema") / "ai-catalog.schema.json").read_bytes())
    return schema


@cache
def _members() -> tuple[str, ...]:
    return tuple(_schema()["$defs"]["catalogEntry"]["properties"])


@cache
def _validator() -> Any:
    from t2tdb.catalog.validation import validator

    return validator("ai-catalog.schema.json", part="catalogEntry")
