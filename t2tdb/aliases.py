"""``aliases.yml``: words that mean the same to whoever keeps a library.

Data only: lists of phrases, with a weight. Where one phrase of a group stands in a task, ``find`` also looks for the
others, at that weight::

    weight: 0.5
    groups:
      - [k8s, kubernetes]
      - words: [pr, pull request, merge request]
        weight: 0.8

The form is published as ``schema/aliases.schema.json``. Read by the ranking profile ``tuned`` only.
"""

from __future__ import annotations

from t2tdb.errors import UsageError
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeAlias

    Group: TypeAlias = tuple[tuple[str, ...], float]
    """Phrases that mean the same, and their weight."""

FILE_NAME = "aliases.yml"
WEIGHT = 0.5  # where the file says none
MAX_BYTES = 65_536
MAX_GROUPS = 500
MAX_PHRASES = 16  # of a group
MAX_PHRASE = 80  # characters


class AliasesInvalid(Exception):
    """What is wrong with an alias file: ``reason`` in words, ``line`` 1-based where it is known."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


def parse_aliases(data: bytes) -> tuple[Group, ...]:
    """The groups of an alias file. Raises ``AliasesInvalid`` for everything that is not one, and nothing else."""
    from t2tdb.parse.yamlguard import YamlProblem, load

    try:
        document = load(data.decode("utf-8-sig"), max_bytes=MAX_BYTES, max_events=20_000)
    except UnicodeDecodeError:
        raise AliasesInvalid("not UTF-8") from None
    except YamlProblem as problem:
        raise AliasesInvalid(problem.reason, problem.line) from None
    if document is None:
        return ()
    if not isinstance(document, dict) or not set(document) <= {"weight", "groups"}:
        raise AliasesInvalid("it must be a mapping with the keys weight and groups")
    usual = _weight(document["weight"]) if "weight" in document else WEIGHT
    groups = document.get("groups")
    if not isinstance(groups, list) or len(groups) > MAX_GROUPS:
        raise AliasesInvalid(f"groups must be a list of at most {MAX_GROUPS} groups")
    return tuple(_group(group, usual, number) for number, group in enumerate(groups, 1))


def require_groups(given: object) -> None:
    """Raise ``UsageError`` unless these are groups: of a text where a list is wanted, each letter would be a phrase."""
    for group in given if isinstance(given, (list, tuple)) else (given,):
        phrases, weight = group if isinstance(group, (list, tuple)) and len(group) == 2 else (None, None)
        texts = isinstance(phrases, (list, tuple)) and all(isinstance(phrase, str) for phrase in phrases)
        if not texts or isinstance(weight, bool) or not isinstance(weight, (int, float)) or not 0 < weight <= 1:
            raise UsageError("aliases are groups such as (('k8s', 'kubernetes'), 0.5): phrases, and a weight up to 1")


def _group(group: object, usual: float, number: int) -> Group:
    weight = usual
    if isinstance(group, dict):
        if "words" not in group or not set(group) <= {"words", "weight"}:
            raise AliasesInvalid(f"group {number} must be a list of words, or a mapping with words and weight")
        weight = _weight(group["weight"]) if "weight" in group else usual
        group = group["words"]
    if not isinstance(group, list) or not 2 <= len(group) <= MAX_PHRASES:
        raise AliasesInvalid(f"group {number} must have 2 to {MAX_PHRASES} words or phrases")
    phrases: list[str] = []
    for phrase in group:
        if not isinstance(phrase, str) or not phrase.strip() or len(phrase) > MAX_PHRASE or not phrase.isprintable():
            raise AliasesInvalid(f"group {number}: each phrase must be text of 1 to {MAX_PHRASE} characters")
        phrases.append(phrase.strip())
    return tuple(dict.fromkeys(phrases)), weight


def _weight(node: object) -> float:
    try:
        weight = float(node) if isinstance(node, str) else 0.0
    except ValueError:
        weight = 0.0
    if not 0 < weight <= 1:
        raise AliasesInvalid("a weight must be a number above 0 and at most 1")
    return weight
