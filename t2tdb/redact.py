"""Masking of secrets in the few strings of a launch configuration that may be kept, and the rules that find them.

``args``, ``env`` values and headers are never kept at all. A ``command`` or an address is kept without its URL query,
fragment and user-info and with every token of a known shape masked. A ``command`` of several words holds arguments and
settings of the environment as well: of those, every value that follows a name is masked. All patterns are linear:
bounded or possessive repetition, no nested quantifiers.
"""

from __future__ import annotations

import re

MASK = "***"

_USER_INFO = re.compile(r"(//)(?:[^\s/?#'\"]{0,8192}|[^\s/?#'\"@:]{1,64}:(?![0-9]{1,5}/)[^\s'\"]{1,256})@")
_ADDRESS = re.compile(r"(//[^\s?#'\"]{1,8192}+)([?#][^\s'\"]*+)?")
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
    r"ya29\.[A-Za-z0-9_-]{20,2048}+",
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
    r"sntry[su]_[A-Za-z0-9+/=_-]{20,1024}+",  # Sentry
    r"figd_[A-Za-z0-9_-]{20,128}+",  # Figma
    r"ATATT3[A-Za-z0-9_=-]{20,255}+",  # Atlassian
    r"dp\.pt\.[A-Za-z0-9]{20,128}+",  # Doppler
    r"AGE-SECRET-KEY-1[A-Z0-9]{20,64}+",  # age
    r"-----BEGIN [A-Z ]{0,32}PRIVATE KEY(?: BLOCK)?-----[^-]{0,8192}+(?:-----END [A-Z ]{0,40}-----)?",
    r"SG\.[A-Za-z0-9_-]{16,64}+\.[A-Za-z0-9_-]{16,128}+",  # SendGrid
    r"eyJ[A-Za-z0-9_-]{10,2048}+\.[A-Za-z0-9_-]{10,8192}+(?:\.[A-Za-z0-9_-]{0,2048}+)?",  # JSON web token
)
_TOKEN = re.compile(r"(?<![A-Za-z0-9])(?:" + "|".join(_TOKEN_SHAPES) + ")")
_SECRET_WORDS = "(?:api[_-]?key|access[_-]?key|token|secret|password|passwd|credentials?|authorization|bearer)"
_ASSIGNMENT = re.compile(_SECRET_WORDS + r"[\"']?[=:][ \t]{0,4}[\"']?(?![$<{*])[^\s'\"&,;]{1,8192}+", re.IGNORECASE)
_OPTION = re.compile(
    r"(?<![^\s'\"])--?(?:[A-Za-z]{1,16}[_-]){0,3}?" + _SECRET_WORDS + r"[ \t]{1,4}[\"']?(?![$<{*-])[^\s'\"]{1,8192}+",
    re.IGNORECASE,
)
_AUTHORIZATION = re.compile(r"\b(?:bearer|basic)[ \t]{1,4}(?![$<{*])[^\s'\"]{1,8192}+", re.IGNORECASE)

# What tells a credential in a command, where prose would give false alarms: shorter names, logins, pairs.
_VALUE = r"(\\?\"[^\"]{1,8192}+\"|'[^']{1,8192}+'|\\?[\"']?[^\s'\"]{1,8192}+)"
_SHORT_WORDS = "(?:key|pass|passphrase|passcode|pwd|pat|auth|cookie|signature)"
_HEADER = re.compile(
    r"(authorization\\?[\"']?[:=][ \t]{0,4}\\?[\"']?)([^\s'\"]{1,8192}+[ \t]{1,4}(?!-|[a-z]{1,16}://)[^\s'\"]{1,8192}+)",
    re.IGNORECASE,
)
_NAMED = re.compile(rf"((?<![A-Za-z]){_SHORT_WORDS}(?:=(?!=)|\\?[\"']?:[ \t]{{0,4}})){_VALUE}", re.IGNORECASE)
_SHORT_OPTION = re.compile(
    rf"((?<![^\s'\"])--?(?:[A-Za-z]{{1,16}}[_-]){{0,3}}?{_SHORT_WORDS}[ \t]{{1,4}}(?!-)){_VALUE}", re.IGNORECASE
)
_LOGIN = re.compile(
    r"((?<![^\s'\"])(?<!python )(?<!python3 )(?:-u|-U|--user|--proxy-user)(?:[ \t]{1,4}|=)[\"']?)"
    r"([^\s:'\"/]{1,256}:[^\s'\"]{1,8192}+)"
)
_BARE_LOGIN = re.compile(  # user:password@host without a scheme; not npm:name@1.2 or image:tag@sha256:…
    r"((?<![\w.+-]))([\w.+-]{1,64}:[^\s@/'\"]{1,256})"
    r"(?=@(?!v?[0-9]{1,6}(?:\.[0-9]{1,6}){0,2}(?![.0-9])|latest|next|beta|alpha|canary|sha256:)[\w\[])"
)
_SECRET_QUERY = re.compile(
    r"([?&#;][A-Za-z0-9_.-]{0,32}(?:token|key|secret|password|credential|auth|signature)[A-Za-z0-9_.-]{0,32}=)"
    r"([^\s&#'\"<>()]{1,8192}+)",
    re.IGNORECASE,
)
_PAIR = re.compile(r"((?<=[\w.\]\"'-])(?:=(?!=)|%3[Dd]|\\?[\"']:[ \t]{0,4}))" + _VALUE)
_WORD = re.compile(r"[^\W_]")

_SECRET_NAME = re.compile("TOKEN|KEY|SECRET|PASSWORD|CREDENTIAL", re.IGNORECASE)
_REFERENCE = re.compile(r"\$\{[^}]+\}|\$[A-Z_][A-Z0-9_]*")
_SECRET_HEADER = re.compile("authorization|cookie|token|api-?key|secret|password|credential", re.IGNORECASE)
_ANY_REFERENCE = re.compile(
    r"\$\{[^}]{1,256}+\}|\$[A-Za-z_]|\{\{[^}]{1,256}+\}\}|<[^>]{1,128}+>|\{[A-Za-z_][^}]{0,128}+\}"
)
_WHOLE_REFERENCE = re.compile(rf"\$[A-Za-z_][A-Za-z0-9_]{{0,128}}+|{_ANY_REFERENCE.pattern}")
_PLAIN_ADDRESS = re.compile("[a-z]{1,16}://", re.IGNORECASE)
MAX_INSPECTED = 8_192  # characters of one string that the masks look at; the rest is dropped


def mask(text: str) -> str:
    """The text with URL queries, fragments, user-info and token shapes replaced by ``***``."""
    text = mask_addresses(text[:MAX_INSPECTED])
    text = _TOKEN.sub(MASK, text)
    if "=" in text or ":" in text or " " in text:
        for pattern in (_AUTHORIZATION, _ASSIGNMENT, _OPTION):
            text = pattern.sub(_mask_value, text)
    return text


def mask_command(text: str) -> str:
    """The masked text of a command: of its arguments and settings, every value that follows a name goes as well."""
    return _PAIR.sub(_mask_second, _without_credentials(text))


def holds_credential(command: str) -> bool:
    """Does a command hold an address with a query or a user, a token, or a value whose name says that it is secret?"""
    return _without_credentials(command) != command[:MAX_INSPECTED]


def mask_addresses(text: str) -> str:
    """The text with queries, fragments and user-info of its addresses replaced by ``***``."""
    if "//" not in text:
        return text
    text = _USER_INFO.sub(rf"\1{MASK}@", text)
    return _ADDRESS.sub(lambda found: found.group(1) + (f"?{MASK}" if found.group(2) else ""), text)


def without_logins(text: str) -> str:
    """A description without the users of its addresses, and without query values that are secret by their names."""
    if "//" not in text:
        return text
    return _SECRET_QUERY.sub(_mask_second, _USER_INFO.sub(rf"\1{MASK}@", text))


def name_only(text: str) -> str:
    """A name of an environment variable or a header, where somebody wrote its value into the name."""
    return mask_addresses(re.split("[=: ]", text, maxsplit=1)[0])


def _without_credentials(text: str) -> str:
    text = _HEADER.sub(_mask_second, text[:MAX_INSPECTED])
    text = mask(text)
    for pattern in (_NAMED, _SHORT_OPTION, _LOGIN, _BARE_LOGIN):
        text = pattern.sub(_mask_second, text)
    return text


def _mask_second(match: re.Match[str]) -> str:
    """The name as it is, the value masked unless it only refers to a variable or is an address, masked before."""
    name, entry = match.groups()
    bare = entry.strip("\\\"'")
    if _WORD.search(_WHOLE_REFERENCE.sub("", bare)) is None or _PLAIN_ADDRESS.match(bare):
        return match.group()
    return f"{name}{MASK}"


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
