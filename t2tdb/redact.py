"""Masking of secrets in the few strings of a launch configuration that may be kept, and the rules that find them.

``args``, ``env`` values and headers are never kept at all. A ``command`` or an address is kept without its URL query,
fragment and user-info and with every token of a known shape masked. All patterns are linear: bounded or possessive
repetition, no nested quantifiers.
"""

from __future__ import annotations

import re

MASK = "***"

_USER_INFO = re.compile(r"([A-Za-z][A-Za-z0-9+.-]{0,31}://)[^\s/?#'\"]{0,512}@")
_QUERY = re.compile(r"([A-Za-z][A-Za-z0-9+.-]{0,31}://[^\s?#'\"]{1,2048}+)[?#][^\s'\"]*+")
# Formats with a fixed prefix, as their issuers document them. detect-secrets was tried instead: its patterns of this
# kind take 0.4 s to import and 0.69 ms a page (these: 0.14), as much as parsing and analysing the page, and they know
# none of the keys that agents' files hold most (Anthropic, OpenAI projects, Hugging Face, Google, Notion, Linear). Its
# other plugins guess from keywords and entropy.
_TOKEN_SHAPES = (
    r"gh[pousr]_[A-Za-z0-9]{20,255}+",  # https://github.blog/2021-04-05-behind-githubs-new-authentication-token-formats/
    r"github_pat_[A-Za-z0-9_]{20,255}+",
    r"gl(?:pat|dt|ft|soat|rt|cbt|imt|ptt|agent|oas)-[A-Za-z0-9_-]{16,255}+",  # GitLab
    r"sk-(?=[A-Za-z_-]{0,250}[0-9])[A-Za-z0-9_-]{16,255}+",  # OpenAI, Anthropic; without a digit it is a word
    r"sk_(?:live|test)_[A-Za-z0-9]{16,255}+",  # Stripe
    r"rk_(?:live|test)_[A-Za-z0-9]{16,255}+",
    r"xox[abeoprs]-[A-Za-z0-9-]{10,255}+",  # Slack
    r"xapp-[A-Za-z0-9-]{10,255}+",
    r"https://hooks\.slack\.com/services/[A-Za-z0-9_/]{20,255}+",
    r"(?:AKIA|ASIA|AROA|AIDA|ABIA|ACCA)[A-Z0-9]{16}",  # AWS
    r"AIza[A-Za-z0-9_-]{30,64}+",  # Google API key
    r"ya29\.[A-Za-z0-9_-]{20,512}+",
    r"hf_[A-Za-z0-9]{20,128}+",  # Hugging Face
    r"npm_[A-Za-z0-9]{30,64}+",
    r"pypi-[A-Za-z0-9_-]{30,512}+",
    r"(?:ntn|secret)_[A-Za-z0-9]{30,128}+",  # Notion
    r"lin_api_[A-Za-z0-9]{20,128}+",  # Linear
    r"dop_v1_[a-f0-9]{40,128}+",  # DigitalOcean
    r"sbp_[a-f0-9]{30,128}+",  # Supabase
    r"fc-[a-f0-9]{32}",  # Firecrawl
    r"tvly-[A-Za-z0-9_-]{16,128}+",  # Tavily
    r"gsk_[A-Za-z0-9]{20,128}+",  # Groq
    r"xai-[A-Za-z0-9]{20,128}+",
    r"pplx-[A-Za-z0-9]{20,128}+",  # Perplexity
    r"nvapi-[A-Za-z0-9_-]{20,128}+",  # NVIDIA
    r"r8_[A-Za-z0-9]{20,128}+",  # Replicate
    r"hvs\.[A-Za-z0-9_-]{20,255}+",  # HashiCorp Vault
    r"dckr_pat_[A-Za-z0-9_-]{16,128}+",  # Docker
    r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}",  # Shopify
    r"sq0(?:atp|csp)-[A-Za-z0-9_-]{20,64}+",  # Square
    r"sntry[su]_[A-Za-z0-9+/=_-]{20,255}+",  # Sentry
    r"figd_[A-Za-z0-9_-]{20,128}+",  # Figma
    r"ATATT3[A-Za-z0-9_=-]{20,255}+",  # Atlassian
    r"dp\.pt\.[A-Za-z0-9]{20,128}+",  # Doppler
    r"AGE-SECRET-KEY-1[A-Z0-9]{20,64}+",  # age
    r"-----BEGIN [A-Z ]{0,32}PRIVATE KEY(?: BLOCK)?-----[^-]{0,8192}+(?:-----END [A-Z ]{0,40}-----)?",
    r"SG\.[A-Za-z0-9_-]{16,64}+\.[A-Za-z0-9_-]{16,128}+",  # SendGrid
    r"eyJ[A-Za-z0-9_-]{10,2048}+\.[A-Za-z0-9_-]{10,2048}+(?:\.[A-Za-z0-9_-]{0,2048}+)?",  # JSON web token
)
_TOKEN = re.compile(r"(?<![A-Za-z0-9])(?:" + "|".join(_TOKEN_SHAPES) + ")")
_SECRET_WORDS = "(?:api[_-]?key|access[_-]?key|token|secret|password|passwd|credentials?|authorization|bearer)"
_ASSIGNMENT = re.compile(_SECRET_WORDS + r"[\"']?[=:][ \t]{0,4}[\"']?(?![$<{*])[^\s'\"&,;]{1,512}+", re.IGNORECASE)
_OPTION = re.compile(
    r"(?<![^\s'\"])--?(?:[A-Za-z]{1,16}[_-]){0,3}?" + _SECRET_WORDS + r"[ \t]{1,4}[\"']?(?![$<{*-])[^\s'\"]{1,512}+",
    re.IGNORECASE,
)
_AUTHORIZATION = re.compile(r"\b(?:bearer|basic)[ \t]{1,4}(?![$<{*])[^\s'\"]{1,512}+", re.IGNORECASE)

_SECRET_NAME = re.compile("TOKEN|KEY|SECRET|PASSWORD|CREDENTIAL", re.IGNORECASE)
_REFERENCE = re.compile(r"\$\{[^}]+\}|\$[A-Z_][A-Z0-9_]*")
_SECRET_HEADER = re.compile("authorization|cookie|token|api-?key|secret|password|credential", re.IGNORECASE)
_ANY_REFERENCE = re.compile(
    r"\$\{[^}]{1,256}+\}|\$[A-Za-z_]|\{\{[^}]{1,256}+\}\}|<[^>]{1,128}+>|\{[A-Za-z_][^}]{0,128}+\}"
)
MAX_INSPECTED = 8_192  # characters of one string that the masks look at; the rest is dropped


def mask(text: str) -> str:
    """The text with URL queries, fragments, user-info and token shapes replaced by ``***``."""
    text = text[:MAX_INSPECTED]
    if "://" in text:
        text = _USER_INFO.sub(rf"\1{MASK}@", text)
        text = _QUERY.sub(rf"\1?{MASK}", text)
    text = _TOKEN.sub(MASK, text)
    if "=" in text or ":" in text or " " in text:
        for pattern in (_AUTHORIZATION, _ASSIGNMENT, _OPTION):
            text = pattern.sub(_mask_value, text)
    return text


def mask_tokens(text: str) -> str:
    """The text with tokens of known shapes replaced by ``***``, and nothing else changed."""
    return _TOKEN.sub(MASK, text)


def _mask_value(match: re.Match[str]) -> str:
    kept = re.match(r"[^=: \t]{1,128}[\"']?[=: \t]{1,8}", match.group())
    return (kept.group() if kept else "") + MASK


BLANK = "\u2022\u2022\u2022"
"""What stands for a token that was taken out of a text: no word for the index, and harmless in YAML."""


def without_tokens(text: str) -> tuple[str, tuple[int, ...]]:
    """A text of any length without its tokens of known shapes, and the lines, counted from 1, where they stood."""
    lines: list[int] = []

    def blank(match: re.Match[str]) -> str:
        lines.append(text.count("\n", 0, match.start()) + 1)
        return BLANK + "\n" * match.group().count("\n")  # the lines below keep their numbers

    return _TOKEN.sub(blank, text), tuple(dict.fromkeys(lines))


def holds_token(text: str) -> bool:
    """Does the text hold a token of a known shape?"""
    return _TOKEN.search(text[:MAX_INSPECTED]) is not None


def is_inline_secret(name: str, entry: object) -> bool:
    """The seed's rule for one entry of ``env``: a secret's name whose value is neither empty nor one reference."""
    if _SECRET_NAME.search(name) is None or entry == "":
        return False
    return not (isinstance(entry, str) and _REFERENCE.fullmatch(entry))


def is_inline_header(name: str, entry: object) -> bool:
    """Does a request header carry a credential in the open rather than a reference to one?"""
    if _SECRET_HEADER.search(name) is None or not isinstance(entry, str) or not entry.strip():
        return False
    return _ANY_REFERENCE.search(entry[:MAX_INSPECTED]) is None


def has_url_credentials(text: str) -> bool:
    """Does an address carry user-info or a secret-like query parameter in the open?"""
    text = text[:MAX_INSPECTED]
    if "://" not in text:
        return False
    user_info = _USER_INFO.search(text)
    if user_info is not None and _ANY_REFERENCE.search(user_info.group()) is None:
        return True
    for pair in text.partition("?")[2].replace(";", "&").split("&"):
        name, _, entry = pair.partition("=")
        if entry and _SECRET_NAME.search(name) and _ANY_REFERENCE.search(entry) is None:
            return True
    return False
