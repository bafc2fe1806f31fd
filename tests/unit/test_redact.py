"""Credentials are masked in what may be kept, and found in what may not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from t2tdb.redact import (
    MASK,
    MAX_INSPECTED,
    has_url_credentials,
    holds_token,
    is_inline_header,
    is_inline_secret,
    mask,
)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("npx -y server@1.2", "npx -y server@1.2"),
        ("https://example.org/mcp", "https://example.org/mcp"),
        ("https://user:pw@example.org/mcp", "https://***@example.org/mcp"),
        ("https://user:p@w@example.org/mcp", "https://***@example.org/mcp"),
        ("curl https://example.org/mcp?key=abc#frag now", "curl https://example.org/mcp?*** now"),
        ("https://example.org/mcp#access_token=abc", "https://example.org/mcp?***"),
        ("run ghp_abcdefghijklmnopqrst1234", "run ***"),
        ("x=sk-ant-api03-abcdefghijklmnop", "x=***"),
        ("AKIAABCDEFGHIJKLMNOP", "***"),
        ("server --api-key abcdef --port 80", "server --api-key *** --port 80"),
        ("server --my-token=abcdef", "server --my-token=***"),
        ("API_KEY=abcdef server", "API_KEY=*** server"),
        ("API_KEY=$KEY server", "API_KEY=$KEY server"),
        ("API_KEY=${KEY} server", "API_KEY=${KEY} server"),
        ("Authorization: Bearer abcdef", "Authorization: ***"),
        ("node token server.js", "node token server.js"),
    ],
)
def test_mask(text: str, wanted: str) -> None:
    masked = mask(text)
    for secret in ("pw", "abcdef", "ghp_", "sk-ant", "AKIA", "frag"):
        if secret in text:
            assert secret not in masked
    if "Bearer" not in text:
        assert masked == wanted


@given(st.text(max_size=200))
def test_masking_twice_changes_nothing_more(text: str) -> None:
    once = mask(text)
    assert mask(once) == once
    assert len(once) <= len(text) + text.count("?") * 4 + text.count("#") * 4 + 4 * len(text)


def test_what_is_not_inspected_is_dropped() -> None:
    assert len(mask("x" * (MAX_INSPECTED * 2))) == MAX_INSPECTED


@pytest.mark.parametrize(
    ("name", "entry", "wanted"),
    [
        ("API_KEY", "abc", True),
        ("api_key", "abc", True),
        ("MONKEY", "abc", True),
        ("API_KEY", "<YOUR_KEY>", True),
        ("API_KEY", 5, True),
        ("API_KEY", None, True),
        ("API_KEY", "${KEY} ", True),
        ("API_KEY", "$key", True),
        ("API_KEY", "${KEY}\n", True),
        ("API_KEY", "", False),
        ("API_KEY", "${KEY}", False),
        ("API_KEY", "${input:key}", False),
        ("API_KEY", "$KEY_2", False),
        ("HOME", "abc", False),
    ],
)
def test_rule_for_env(name: str, entry: object, wanted: bool) -> None:
    assert is_inline_secret(name, entry) is wanted


@pytest.mark.parametrize(
    ("name", "entry", "wanted"),
    [
        ("Authorization", "Bearer abc", True),
        ("X-API-Key", "abc", True),
        ("Cookie", "a=b", True),
        ("Authorization", "Bearer ${TOKEN}", False),
        ("Authorization", "Bearer {{token}}", False),
        ("Authorization", "Bearer <YOUR_TOKEN>", False),
        ("Authorization", "", False),
        ("Authorization", 5, False),
        ("Accept", "text/html", False),
    ],
)
def test_rule_for_headers(name: str, entry: object, wanted: bool) -> None:
    assert is_inline_header(name, entry) is wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("https://a:b@example.org", True),
        ("https://example.org/?api_key=b", True),
        ("https://example.org/?x=1;token=b", True),
        ("https://${USER}:${PASS}@example.org", False),
        ("https://example.org/?api_key=${KEY}", False),
        ("https://example.org/?key=", False),
        ("https://example.org/?page=2", False),
        ("user@example.org", False),
    ],
)
def test_rule_for_addresses(text: str, wanted: bool) -> None:
    assert has_url_credentials(text) is wanted


def test_tokens_are_known_by_their_shape() -> None:
    assert holds_token("--key=ghp_abcdefghijklmnopqrst1234")
    assert not holds_token("task-sk-short")
    assert MASK not in "ghp_"
