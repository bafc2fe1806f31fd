"""Labelled sets: reading them, and laying them out as directories that t2tdb can index."""

from __future__ import annotations

import json
import random
import tarfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

PART_BYTES = 900_000  # a catalog file over 1 MiB is not read


@dataclass(frozen=True)
class Query:
    """A task and the ids of the resources that answer it, with grades."""

    id: str
    text: str
    relevant: dict[str, int]


@dataclass(frozen=True)
class LabelledSet:
    """One set, with or without the bodies of its resources."""

    name: str
    root: Path  # to be indexed
    queries: tuple[Query, ...]
    identity: dict[tuple[str, str], str]  # (path, entry) of a resource -> its id in the labels


def load_sets(folder: Path, scratch: Path, wanted: list[str], sample: int) -> list[LabelledSet]:
    """Every set under ``folder``; one with files twice, without and with bodies."""
    sets: list[LabelledSet] = []
    for source in sorted(path.parent for path in folder.glob("*/catalog.json")):
        if wanted and source.name not in wanted:
            continue
        queries = _queries(source, sample)
        resources = json.loads((source / "catalog.json").read_text(encoding="utf-8"))["resources"]
        sets.append(_catalogs(source.name, scratch, resources, queries))
        files = _files(source, scratch)
        if files is not None:
            sets.append(_bodies(f"{source.name} +bodies", files, resources, queries))
    return sets


def _queries(source: Path, sample: int) -> tuple[Query, ...]:
    relevant: dict[str, dict[str, int]] = defaultdict(dict)
    for line in (source / "qrels.jsonl").read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        relevant[label["qid"]][label["id"]] = label["rel"]
    lines = [json.loads(line) for line in (source / "queries.jsonl").read_text(encoding="utf-8").splitlines()]
    queries = [
        Query(each["qid"], each["query"][:8192], relevant[each["qid"]]) for each in lines if each["qid"] in relevant
    ]
    if 0 < sample < len(queries):
        queries = random.Random(1).sample(queries, sample)
    return tuple(queries)


def _catalogs(name: str, scratch: Path, resources: list[dict], queries: tuple[Query, ...]) -> LabelledSet:
    root = scratch / name / "catalogs"
    root.mkdir(parents=True)
    identity: dict[tuple[str, str], str] = {}
    part: list[dict] = []
    size = number = 0

    def close() -> None:
        path = root / f"part-{number:03}.catalog.json"
        path.write_text(json.dumps({"catalogVersion": 1, "name": name, "resources": part}), encoding="utf-8")

    for resource in resources:
        length = len(json.dumps(resource))
        if part and size + length > PART_BYTES:
            close()
            part, size, number = [], 0, number + 1
        identity[f"part-{number:03}.catalog.json", str(len(part))] = resource["id"]
        part.append(resource)
        size += length
    close()
    return LabelledSet(name, root, queries, identity)


def _files(source: Path, scratch: Path) -> Path | None:
    if (source / "files").is_dir():
        return source / "files"
    if not (source / "files.tar.gz").is_file():
        return None
    target = scratch / source.name / "bodies"
    with tarfile.open(source / "files.tar.gz") as archive:
        archive.extractall(target, filter="data")
    return target / "files"


def _bodies(name: str, root: Path, resources: list[dict], queries: tuple[Query, ...]) -> LabelledSet:
    return LabelledSet(name, root, queries, {(f"{each['id']}/SKILL.md", ""): each["id"] for each in resources})
