"""Credentials are masked in what may be kept, and found in what may not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from t2tdb.redact import (
    BLANK,
    MASK,
    MAX_INSPECTED,
    has_url_credentials,
    holds_credential,
    holds_token,
    is_inline_header,
    is_inline_secret,
    mask,
    mask_command,
    without_tokens,
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


@pytest.mark.parametrize(
    ("command", "wanted"),
    [
        ("docker run -e KEY=abc -e PLAIN=abc image", "docker run -e KEY=*** -e PLAIN=*** image"),
        ("docker run -e KEY='a b c' image", "docker run -e KEY=*** image"),
        ('sh -c "TOKEN=abc OTHER=abc run"', 'sh -c "TOKEN=*** OTHER=*** run"'),
        ('srv "Server=x;Pwd=abc;AccountKey=abc"', 'srv "Server=***"'),
        ("srv --key abc --secret-key=abc --pass abc", "srv --key *** --secret-key=*** --pass ***"),
        (
            'npx x --header "Authorization: Token abc" https://h/mcp',
            'npx x --header "Authorization: ***" https://h/mcp',
        ),
        ("npx x --header X-Auth:abc", "npx x --header X-Auth:***"),
        ('srv \'{"auth": "abc"}\'', "srv '{\"auth\": ***}'"),
        ("curl -u me:abc https://h", "curl -u *** https://h"),
        ("redis-cli me:abc@host:6379", "redis-cli ***@host:6379"),
        ("srv //me:abc@host", "srv //***@host"),
        ("srv amqp://me:a/bc@host", "srv amqp://***@host"),
        ("srv https%3A%2F%2Fh%3Fk%3Dabc", "srv https%3A%2F%2Fh%3Fk%3D***"),
        ("srv h.example.com/mcp?api_key=abc&b=abc", "srv h.example.com/mcp?api_key=***"),
        ("bearer " + "x" * 600 + "abc", "bearer ***"),
        ("https://h/" + "x" * 3_000 + "?k=abc", "https://h/" + "x" * 3_000 + "?***"),
    ],
)
def test_a_command_keeps_no_value_of_a_setting(command: str, wanted: str) -> None:
    assert mask_command(command) == wanted
    assert mask_command(wanted) == wanted


@pytest.mark.parametrize(
    "command",
    [
        "npx -y server@1.2",
        "uvx --from package==1.2 tool",
        "deno run npm:name@1.2.3",
        "docker run -p 8080:80 image:tag@sha256:abc",
        "docker run -e KEY=${KEY} -e OTHER=<value> image",
        "srv --key $KEY --url=https://example.org/mcp",
        "python -u server.py:app",
        "https://unpkg.com/@scope/name",
        "https://host:8080/@scope",
    ],
)
def test_a_command_without_values_stays(command: str) -> None:
    assert mask_command(command) == command
    assert not holds_credential(command)


def test_a_harmless_setting_is_no_finding() -> None:
    assert mask_command("srv --mode=fast") == "srv --mode=***"
    assert not holds_credential("srv --mode=fast")
    assert holds_credential("docker run -e DB_KEY=abc image")


@given(st.text(max_size=200))
def test_masking_twice_changes_nothing_more(text: str) -> None:
    once = mask(text)
    assert mask(once) == once
    assert mask_command(mask_command(text)) == mask_command(text)
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


@pytest.mark.parametrize(
    "token",
    [
        "eyJ" + "a1B2" * 100 + "." + "c3D4" * 1_500 + "." + "e5F6" * 200,  # with the groups of a large directory
        "ya29." + "a1B2" * 400,
        "sntrys_" + "a1B2" * 200,
    ],
)
def test_a_long_token_goes_whole(token: str) -> None:
    assert without_tokens(f"before {token} after")[0] == f"before {BLANK} after"
