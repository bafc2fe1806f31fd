"""Media types of kinds, and back."""

from __future__ import annotations

import pytest

from t2tdb.catalog.media import kind_of, type_of
from t2tdb.model import KINDS


@pytest.mark.parametrize("kind", KINDS)
def test_the_type_of_a_kind_leads_back_to_it(kind: str) -> None:
    assert kind_of(type_of(kind, "", "")) == kind


def test_types_of_others_are_known_by_their_words() -> None:
    assert kind_of("application/a2a-agent-card+json") == "agent"
    assert kind_of("application/MCP-server+json") == "mcp-server"
    assert kind_of("text/html") == "catalog"
    assert kind_of("application/vnd.t2tdb.rule+json") == "rule", "the suffix says how it is written, not what it is"
