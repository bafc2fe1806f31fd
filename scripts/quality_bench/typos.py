"""Misspelled queries: one letter wrong in a third of the words, seeded by the query's id."""

from __future__ import annotations

import random
import re

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def misspell(identifier: str, text: str) -> str:
    """Substitute, insert, leave out or swap one letter in a third of the words."""
    chance = random.Random(f"typos {identifier}")
    words = list(re.finditer(r"[A-Za-z]+", text))
    for word in sorted(chance.sample(words, round(len(words) / 3)), key=lambda found: -found.start()):
        text = text[: word.start()] + _wrong(word[0], chance) + text[word.end() :]
    return text


def _wrong(word: str, chance: random.Random) -> str:
    place = chance.randrange(len(word))
    kind = chance.choice(("substitute", "insert", "leave out", "swap"))
    if kind == "insert":
        place = chance.randrange(len(word) + 1)
        return word[:place] + chance.choice(LETTERS) + word[place:]
    if len(word) < 2:
        return word
    if kind == "substitute":
        other = chance.choice([letter for letter in LETTERS if letter != word[place].lower()])
        return word[:place] + other + word[place + 1 :]
    if kind == "leave out":
        return word[:place] + word[place + 1 :]
    place = chance.randrange(len(word) - 1)
    return word[:place] + word[place + 1] + word[place] + word[place + 2 :]
