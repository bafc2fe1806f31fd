"""What every table, view and column of the database means: the one place where it is written.

The migrating child copies these into the table ``descriptions``, so that the file explains itself in any viewer; the
audit pages take them from here. A test fails when a table or column has none.
"""

from __future__ import annotations

from t2tdb.store.index_tables import INDEX_TABLES, TableDescription

_TIME = "UTC, ISO 8601."

TABLES: dict[str, TableDescription] = {
    "resources": TableDescription(
        "Resources",
        "Every skill, agent, prompt, rule, MCP server, plugin and catalog entry that was found.",
        {
            "key": "Number of the row; stays with the resource while its file and entry stay.",
            "id": "Kind, colon, lower-cased path (and # with a slug for an entry). Need not be unique.",
            "name": "Name, as the file says it or as its heading, directory or file name gives it.",
            "kind": "What it is: skill, agent, prompt, mcp-server, catalog, rule or plugin.",
            "description": "One paragraph on what it is for.",
            "path": "Path of the file, relative to its root.",
            "entry": "Which part of the file: empty for a whole file, else the key or index in it.",
            "line": "Line of the file where it starts, counted from 1, where that is known.",
            "tags": "Tags, a JSON array.",
            "headings": "Headings of the body, a JSON array.",
            "details": "Facts of its kind (an MCP server's command and transport, ...), a JSON object without secrets.",
            "format": "Which format it was read as.",
            "host": "Which agent reads it, where the path tells.",
            "scope": "user, project or plugin, where the path tells.",
            "version": "Its own version, where it states one.",
            "origin": "Empty for the thing itself; backup, cache, fixture or template for a copy of one.",
            "name_source": "Where the name came from: frontmatter, heading, directory, stem, key, ...",
            "description_source": "Where the description came from.",
            "content_hash": "SHA-256 of all the text that ranking reads; equal for equal content.",
            "root_id": "The root that it belongs to.",
            "file_id": "The file that it was read from.",
            "document": "Number of this version of its text in the index; a changed text gets a new one.",
            "first_seen_at": f"When a scan first found it. {_TIME}",
            "changed_at": f"When a scan last found it changed. {_TIME}",
        },
    ),
    "files": TableDescription(
        "Files",
        "Every file that a parser asked for, with what identifies its bytes.",
        {
            "id": "Number of the row.",
            "root_id": "The root that it lies under.",
            "path": "Path relative to the root, as printable text.",
            "raw_path": "The same path as the disk spells it, in bytes; the key.",
            "claim": "Name of the format that asked for it.",
            "status": "current; stale (could not be read lately, the rows are of an earlier state); unreadable (never"
            " read); oversize (larger than the limit).",
            "size": "Size in bytes.",
            "mtime_ns": "Modification time, nanoseconds since 1970.",
            "ctime_ns": "Change time of the inode, nanoseconds since 1970.",
            "inode": "Inode number.",
            "device": "Device number.",
            "racy": "1 where the file changed so shortly before it was read that the next scan reads it again.",
            "sha256": "SHA-256 of its bytes, hexadecimal.",
            "extractor_version": "Version of the parsers that read it; an older one is read again.",
            "first_seen_at": f"When a scan first found it. {_TIME}",
            "last_seen_at": f"When a scan last read it or found it touched; unchanged files are not rewritten. {_TIME}",
        },
    ),
    "tags": TableDescription(
        "Tags",
        "One row for each tag of each resource.",
        {"tag": "The tag.", "resource_key": "The resource that carries it."},
    ),
    "aliases": TableDescription(
        "Aliases",
        "Words that mean the same, from .t2tdb/aliases.yml of each root. Read by the ranking profile tuned.",
        {
            "root_id": "The root that brings them.",
            "group_number": "Which group of the file.",
            "position": "Which phrase of the group.",
            "phrase": "A word or phrase; the others of its group mean the same.",
            "weight": "How much a match through an alias counts beside a match of the word itself.",
        },
    ),
    "problems": TableDescription(
        "Problems",
        "What is wrong with a source, as lint reports it. Never holds a secret value.",
        {
            "id": "Number of the row.",
            "severity": "error or warning.",
            "code": "Code of the rule; the README lists them.",
            "message": "One sentence.",
            "path": "Path relative to the root.",
            "line": "Line in the file, counted from 1, where that is known.",
            "resource_id": "Id of the resource, where the problem is of one.",
            "resource_key": "Row of that resource.",
            "file_id": "Row of the file; empty for a problem of the walk itself.",
            "root_id": "The root that it lies under.",
            "first_seen_at": f"When a scan first found it. {_TIME}",
        },
    ),
    "roots": TableDescription(
        "Roots",
        "The registered directories.",
        {
            "id": "Number of the row.",
            "path": "Real path, as printable text.",
            "raw_path": "The same path in bytes; the key.",
            "device": "Device number of the directory when it was registered or last accepted.",
            "inode": "Inode number of the directory; another one means that the directory was replaced.",
            "added_at": f"When it was registered. {_TIME}",
            "files_visited": "Files that the last complete scan saw, whatever they were.",
            "extractor_version": "Version of the parsers at the last complete scan.",
            "cut": "1 where a bound of the whole scan cut off what a file gave; the next scan reads every file again.",
            **dict.fromkeys(
                ("include", "exclude", "filters"), "What is looked at: patterns, and the hash of them all."
            ),
        },
    ),
    "sidecars": TableDescription(
        "Sidecars",
        "What files beside a skill say of it; shown among the skill's details.",
        {"file_id": "The file.", "root_id": "Its root.", "directory": "Of the skill.", "details": "A JSON object."},
    ),
    "links": TableDescription(
        "Links",
        "Entries of catalogs that may stand for local files; linked is 1 where one is indexed, and the entry is not.",
        {"file_id": "Catalog.", "entry": "Its entry.", "target": "A path.", "root_id": "Root.", "linked": "1 or 0."},
    ),
    "scans": TableDescription(
        "Scans",
        "Every scan that changed something: what it saw and what it changed.",
        {
            "id": "Number of the scan.",
            "root_id": "The root that was scanned.",
            "scope": "Directory or file below the root that the scan was limited to; empty for the whole root.",
            "reason": "Who asked: index, watch, refresh, rebuild, ...",
            "started_at": f"When it began. {_TIME}",
            "duration_ms": "How long it took, milliseconds.",
            "files_visited": "Files seen.",
            "files_read": "Files whose bytes were read.",
            "bytes_read": "Bytes read.",
            "resources_added": "Resources that were new.",
            "resources_changed": "Resources that were different.",
            "resources_removed": "Resources that were gone.",
            "unreadable": "Files and directories that could not be read.",
            "outcome": "complete; partial (something could not be read); interrupted.",
        },
    ),
    "changes": TableDescription(
        "Changes",
        "History: what each scan added, changed and removed. Bounded; the oldest rows go first.",
        {
            "id": "Number of the change.",
            "changed_at": f"When the scan found it. {_TIME}",
            "action": "added, changed or removed.",
            "resource_id": "Id of the resource.",
            "name": "Its name then.",
            "kind": "Its kind.",
            "path": "Path of its file, relative to the root.",
            "entry": "Its entry in the file.",
            "fields": "Which columns differ, a JSON array; content stands for the text that ranking reads.",
            "hash_before": "Content hash before; empty for an addition.",
            "hash_after": "Content hash after; empty for a removal.",
            "scan_id": "The scan that found it.",
            "root_id": "The root.",
        },
    ),
    "settings": TableDescription(
        "Settings",
        "Versions and choices that belong to this database.",
        {
            "key": "Name: schema_version, extractor_version, ranking_profile, created_at, next_document, ...",
            "value": "Its value, as text.",
        },
    ),
    "descriptions": TableDescription(
        "Descriptions",
        "What you are reading: the meaning of every table and column.",
        {
            "table_name": "Table or view.",
            "column_name": "Column; empty for the table itself.",
            "description": "Its meaning, with the unit.",
        },
    ),
    "inventory": TableDescription(
        "Inventory",
        "How many resources of each kind each root holds.",
        {
            "root": "Path of the root.",
            "kind": "Kind of resource.",
            "resources": "How many.",
            "last_change": f"When one of them last changed. {_TIME}",
        },
    ),
    "problem_list": TableDescription(
        "Problems with their roots",
        "The problems, with the path of the root spelled out.",
        {
            "severity": "error or warning.",
            "code": "Code of the rule.",
            "message": "One sentence.",
            "root": "Path of the root.",
            "path": "Path relative to the root.",
            "line": "Line in the file.",
            "resource_id": "Id of the resource, where the problem is of one.",
            "first_seen_at": f"When a scan first found it. {_TIME}",
        },
    ),
    "duplicate_content": TableDescription(
        "Duplicate content",
        "Texts that stand in the library more than once.",
        {
            "content_hash": "Hash of the text.",
            "copies": "How many resources have it.",
            "name": "Name of one of them.",
            "kind": "Kind of one of them.",
            "first_path": "First path, by order of bytes.",
            "last_path": "Last path.",
        },
    ),
    "same_name": TableDescription(
        "Same name, different content",
        "Resources of one kind and name whose texts differ: an agent may pick the wrong one.",
        {
            "kind": "Kind.",
            "name": "The shared name.",
            "resources": "How many resources have it.",
            "contents": "How many different texts they have.",
        },
    ),
    "mcp_servers": TableDescription(
        "MCP servers",
        "Every configured MCP server, by what it starts.",
        {
            "name": "Name of the server.",
            "command": "The command, without arguments; secrets masked.",
            "transport": "stdio, http, sse, ...",
            "path": "File that configures it.",
            "root": "Path of the root.",
            "resource_key": "Row in resources.",
        },
    ),
    "recent_changes": TableDescription(
        "Changes with their roots",
        "The history, with the path of the root spelled out.",
        {
            "changed_at": f"When the scan found it. {_TIME}",
            "action": "added, changed or removed.",
            "kind": "Kind of resource.",
            "name": "Its name then.",
            "fields": "Which columns differ, a JSON array.",
            "root": "Path of the root.",
            "path": "Path relative to the root.",
            "resource_id": "Id of the resource.",
        },
    ),
    **INDEX_TABLES,
}

SHADOW_TABLES: dict[str, dict[str, str]] = {
    "data": {"id": "Number of the block.", "block": "Segment of the index, packed by FTS5."},
    "idx": {"segid": "Segment.", "term": "First term of a page.", "pgno": "Page."},
    "content": {"id": "Row.", "c0": "Stored column."},
    "docsize": {"id": "Row.", "sz": "Token counts, packed by FTS5."},
    "config": {"k": "Name of an FTS5 option.", "v": "Its value."},
}
"""Columns of the tables that FTS5 keeps for each of its indexes, by suffix."""


def describe(table: str) -> TableDescription | None:
    """The description of a table, view or FTS5 shadow table; None where there is none."""
    if table in TABLES:
        return TABLES[table]
    owner, _, suffix = table.rpartition("_")
    if owner in TABLES and suffix in SHADOW_TABLES:
        return TableDescription(
            f"{TABLES[owner].title}: {suffix}", f"Kept by FTS5 for {owner}.", SHADOW_TABLES[suffix], index=True
        )
    return None


def description_rows() -> list[tuple[str, str, str]]:
    """(table, column or "", description) for every table and column, as the table ``descriptions`` holds them."""
    rows: list[tuple[str, str, str]] = []
    for table, described in TABLES.items():
        if table.startswith("sqlite_"):
            continue  # made by SQLite when it likes
        rows.append((table, "", described.description))
        rows.extend((table, column, text) for column, text in described.columns.items())
    return rows
