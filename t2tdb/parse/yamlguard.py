"""YAML that cannot hurt: strings, lists and mappings only, inside fixed bounds.

``yaml.load`` is not safe here even with a safe loader: 332 bytes with aliases expand beyond 2 GiB, deep nesting raises
RecursionError, ``2001-99-99`` and a 5,000-digit number raise ValueError, a mapping as a key raises TypeError. So the
value is built here from the parser's events, counted as they come, without aliases, anchors or tags. One pass of events
also costs less than the parser, composer and constructor of PyYAML together.
"""

from __future__ import annotations

from typing import Protocol, TypeAlias, cast

from t2tdb.parse.jsontext import Json

Node: TypeAlias = "str | list[Node] | dict[str, Node] | None"
"""A scalar as written (None where it is a plain null), a list, or a mapping whose keys are scalars."""

MAX_BYTES = 65_536
MAX_DEPTH = 20
MAX_EVENTS = 2_000
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})


class YamlProblem(Exception):
    """YAML that was refused or does not parse: ``reason`` in words, ``line`` 1-based within the text if known."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


def load(
    text: str, *, max_bytes: int = MAX_BYTES, max_events: int = MAX_EVENTS, duplicates: list[str] | None = None
) -> Node:
    """Read one YAML document. A repeated key keeps its last value, as PyYAML does; its name goes to ``duplicates``.

    Raises YamlProblem, and nothing else, for everything that is no plain YAML within the bounds.
    """
    if len(text) > max_bytes or (not text.isascii() and len(text.encode("utf-8", "surrogatepass")) > max_bytes):
        raise YamlProblem(f"longer than {max_bytes} bytes")
    import yaml

    try:
        return _build(text, max_events, [] if duplicates is None else duplicates)
    except YamlProblem:
        raise
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        reason = " ".join(str(error.problem or error.context or "not valid YAML").split())
        raise YamlProblem(reason, _line(mark)) from None
    except yaml.reader.ReaderError as error:
        position = error.position if isinstance(error.position, int) else None
        line = None
        if position is not None and not text.isascii():
            line = text.encode("utf-8", "surrogatepass")[:position].count(b"\n") + 1
        elif position is not None:
            line = text.count("\n", 0, position) + 1
        raise YamlProblem("a character that YAML does not allow", line) from None
    except RecursionError:
        raise YamlProblem("nested too deeply") from None
    except Exception as error:  # whatever a parser of another PyYAML version may raise
        raise YamlProblem(f"not readable ({type(error).__name__})") from None


class _Mark(Protocol):
    line: int


def _line(mark: _Mark | None) -> int | None:
    return None if mark is None else mark.line + 1


def _build(text: str, max_events: int, duplicates: list[str]) -> Node:
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    documents = 0
    root: Node = None
    open_nodes: list[tuple[list[Node] | dict[str, Node], list[str]]] = []  # a container, and the key waiting in it

    def attach(node: Node, line: int | None) -> None:
        nonlocal root
        if not open_nodes:
            root = node
            return
        container, pending = open_nodes[-1]
        if isinstance(container, list):
            container.append(node)
        elif pending:
            container[pending.pop()] = node
        elif isinstance(node, str) or node is None:
            key = "" if node is None else node
            if key in container:
                duplicates.append(key)
            pending.append(key)
        else:
            raise YamlProblem("a list or mapping is used as a key", line)

    for count, event in enumerate(yaml.parse(text, Loader=loader), start=1):
        if count > max_events:
            raise YamlProblem(f"more than {max_events} YAML nodes")
        if isinstance(event, yaml.NodeEvent):
            line = _line(event.start_mark)
            if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
                raise YamlProblem("anchors and aliases are not allowed", line)
            if isinstance(event, yaml.ScalarEvent):
                if event.tag is not None and event.tag != "!":
                    raise YamlProblem("tags are not allowed", line)
                plain = event.implicit[0]
                attach(None if plain and event.value in _NULLS else event.value, line)
                continue
            if not isinstance(event, yaml.CollectionStartEvent) or event.tag is not None:
                raise YamlProblem("tags are not allowed", line)
            if len(open_nodes) >= MAX_DEPTH:
                raise YamlProblem(f"nested deeper than {MAX_DEPTH} levels", line)
            container: list[Node] | dict[str, Node] = [] if isinstance(event, yaml.SequenceStartEvent) else {}
            if open_nodes and isinstance(open_nodes[-1][0], dict) and not open_nodes[-1][1]:
                raise YamlProblem("a list or mapping is used as a key", line)
            attach(container, line)
            open_nodes.append((container, []))
        elif isinstance(event, yaml.CollectionEndEvent):
            open_nodes.pop()
        elif isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise YamlProblem("more than one YAML document", _line(event.start_mark))
    return root


def as_json(node: dict[str, Node]) -> dict[str, Json]:
    """The same mapping, typed as a JSON document: what YAML gives here is a part of what JSON may give."""
    return cast("dict[str, Json]", node)
