"""TOML that cannot hurt: ``tomllib`` inside the bounds of one file, every failure one exception with a reason."""

from __future__ import annotations

import re
import tomllib

from t2tdb.parse.jsontext import Json

_LINE = re.compile(r"\(at line ([0-9]{1,9}), column")


class TomlProblem(Exception):
    """Text that is no TOML."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


def load(text: str) -> dict[str, Json]:
    """Read a TOML document. Dates and times become their text. Raises TomlProblem, and nothing else."""
    try:
        return {key: _plain(node) for key, node in tomllib.loads(text.replace("\r\n", "\n")).items()}
    except tomllib.TOMLDecodeError as error:
        found = _LINE.search(str(error))
        raise TomlProblem(str(error).partition(" (at ")[0], int(found.group(1)) if found else None) from None
    except (RecursionError, ValueError) as error:
        raise TomlProblem(f"not readable ({type(error).__name__})") from None


def _plain(node: object) -> Json:
    if isinstance(node, dict):
        return {str(key): _plain(each) for key, each in node.items()}
    if isinstance(node, list):
        return [_plain(each) for each in node]
    if node is None or isinstance(node, bool | int | float | str):
        return node
    return str(node)
