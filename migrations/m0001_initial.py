"""Schema 1: the library as a document, and the index that answers from it.

Two halves. The first is made to be read by people: roots, scans, files, resources, tags, problems, settings. The second
serves ranking and holds nothing that the first does not say in words: terms, term counts, term vectors, recall indexes.

Everything here is read by SQLite 3.40: no custom tokenizer, no FTS5 option newer than that.
"""

from __future__ import annotations

from sqlite_utils import Database, Migrations

migrations = Migrations("t2tdb")

STATEMENTS = """
CREATE TABLE settings (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE descriptions (
    table_name TEXT NOT NULL,
    column_name TEXT NOT NULL,
    description TEXT NOT NULL,
    PRIMARY KEY (table_name, column_name)
) WITHOUT ROWID;

CREATE TABLE roots (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    raw_path BLOB NOT NULL UNIQUE,
    device INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    added_at TEXT NOT NULL,
    files_visited INTEGER NOT NULL DEFAULT 0,
    extractor_version INTEGER NOT NULL DEFAULT 0,
    cut INTEGER NOT NULL DEFAULT 0,
    include TEXT NOT NULL DEFAULT '[]',
    exclude TEXT NOT NULL DEFAULT '[]',
    filters TEXT NOT NULL DEFAULT ''
);

CREATE TABLE scans (
    id INTEGER PRIMARY KEY,
    root_id INTEGER NOT NULL REFERENCES roots (id) ON DELETE CASCADE,
    scope TEXT NOT NULL,
    reason TEXT NOT NULL,
    started_at TEXT NOT NULL,
    duration_ms INTEGER NOT NULL,
    files_visited INTEGER NOT NULL,
    files_read INTEGER NOT NULL,
    bytes_read INTEGER NOT NULL,
    resources_added INTEGER NOT NULL,
    resources_changed INTEGER NOT NULL,
    resources_removed INTEGER NOT NULL,
    unreadable INTEGER NOT NULL,
    outcome TEXT NOT NULL
);
CREATE INDEX scans_by_root ON scans (root_id, id);

CREATE TABLE changes (
    id INTEGER PRIMARY KEY,
    changed_at TEXT NOT NULL,
    action TEXT NOT NULL,
    resource_id TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    path TEXT NOT NULL,
    entry TEXT NOT NULL,
    fields TEXT NOT NULL,
    hash_before TEXT,
    hash_after TEXT,
    scan_id INTEGER NOT NULL REFERENCES scans (id) ON DELETE CASCADE,
    root_id INTEGER NOT NULL REFERENCES roots (id) ON DELETE CASCADE
);
CREATE INDEX changes_by_resource ON changes (resource_id, id);
CREATE INDEX changes_by_scan ON changes (scan_id);
CREATE INDEX changes_by_root ON changes (root_id, id);

CREATE TABLE files (
    id INTEGER PRIMARY KEY,
    root_id INTEGER NOT NULL REFERENCES roots (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    raw_path BLOB NOT NULL,
    claim TEXT NOT NULL,
    status TEXT NOT NULL,
    size INTEGER,
    mtime_ns INTEGER,
    ctime_ns INTEGER,
    inode INTEGER,
    device INTEGER,
    racy INTEGER NOT NULL DEFAULT 0,
    sha256 TEXT,
    extractor_version INTEGER NOT NULL,
    first_seen_at TEXT NOT NULL,
    last_seen_at TEXT NOT NULL,
    UNIQUE (root_id, raw_path)
);

CREATE TABLE resources (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    description TEXT NOT NULL,
    path TEXT NOT NULL,
    entry TEXT NOT NULL,
    line INTEGER,
    tags TEXT NOT NULL,
    headings TEXT NOT NULL,
    details TEXT NOT NULL,
    format TEXT NOT NULL,
    host TEXT NOT NULL,
    scope TEXT NOT NULL,
    version TEXT NOT NULL,
    origin TEXT NOT NULL,
    name_source TEXT NOT NULL,
    description_source TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    root_id INTEGER NOT NULL REFERENCES roots (id) ON DELETE CASCADE,
    file_id INTEGER NOT NULL REFERENCES files (id) ON DELETE CASCADE,
    document INTEGER NOT NULL UNIQUE,
    first_seen_at TEXT NOT NULL,
    changed_at TEXT NOT NULL,
    UNIQUE (file_id, entry)
);
CREATE INDEX resources_by_id ON resources (id);
CREATE INDEX resources_by_content ON resources (content_hash);
CREATE INDEX resources_by_kind ON resources (kind, document);
CREATE INDEX resources_by_root ON resources (root_id, document);

CREATE TABLE sidecars (
    file_id INTEGER PRIMARY KEY REFERENCES files (id) ON DELETE CASCADE,
    root_id INTEGER NOT NULL REFERENCES roots (id) ON DELETE CASCADE,
    directory TEXT NOT NULL,
    details TEXT NOT NULL
);
CREATE INDEX sidecars_by_directory ON sidecars (root_id, directory);

CREATE TABLE links (
    file_id INTEGER NOT NULL REFERENCES files (id) ON DELETE CASCADE,
    entry TEXT NOT NULL,
    target TEXT NOT NULL,
    root_id INTEGER NOT NULL REFERENCES roots (id) ON DELETE CASCADE,
    linked INTEGER NOT NULL,
    PRIMARY KEY (file_id, entry, target)
) WITHOUT ROWID;
CREATE INDEX links_by_root ON links (root_id);

CREATE TABLE tags (
    tag TEXT NOT NULL,
    resource_key INTEGER NOT NULL REFERENCES resources (key) ON DELETE CASCADE,
    PRIMARY KEY (tag, resource_key)
) WITHOUT ROWID;
CREATE INDEX tags_by_resource ON tags (resource_key);

CREATE TABLE aliases (
    root_id INTEGER NOT NULL REFERENCES roots (id) ON DELETE CASCADE,
    group_number INTEGER NOT NULL,
    position INTEGER NOT NULL,
    phrase TEXT NOT NULL,
    weight REAL NOT NULL,
    PRIMARY KEY (root_id, group_number, position)
) WITHOUT ROWID;

CREATE TABLE problems (
    id INTEGER PRIMARY KEY,
    severity TEXT NOT NULL,
    code TEXT NOT NULL,
    message TEXT NOT NULL,
    path TEXT NOT NULL,
    line INTEGER,
    resource_id TEXT,
    resource_key INTEGER REFERENCES resources (key) ON DELETE CASCADE,
    file_id INTEGER REFERENCES files (id) ON DELETE CASCADE,
    root_id INTEGER NOT NULL REFERENCES roots (id) ON DELETE CASCADE,
    first_seen_at TEXT NOT NULL
);
CREATE INDEX problems_by_root ON problems (root_id, code);
CREATE INDEX problems_by_file ON problems (file_id);
CREATE INDEX problems_by_resource ON problems (resource_key);

CREATE VIRTUAL TABLE resources_fts USING fts5 (
    name, description, tags, headings,
    content=[resources], content_rowid=[key], tokenize='unicode61 remove_diacritics 2'
);
CREATE TRIGGER resources_fts_insert AFTER INSERT ON resources BEGIN
    INSERT INTO resources_fts (rowid, name, description, tags, headings)
    VALUES (new.key, new.name, new.description, new.tags, new.headings);
END;
CREATE TRIGGER resources_fts_delete AFTER DELETE ON resources BEGIN
    INSERT INTO resources_fts (resources_fts, rowid, name, description, tags, headings)
    VALUES ('delete', old.key, old.name, old.description, old.tags, old.headings);
END;
CREATE TRIGGER resources_fts_update AFTER UPDATE OF name, description, tags, headings ON resources BEGIN
    INSERT INTO resources_fts (resources_fts, rowid, name, description, tags, headings)
    VALUES ('delete', old.key, old.name, old.description, old.tags, old.headings);
    INSERT INTO resources_fts (rowid, name, description, tags, headings)
    VALUES (new.key, new.name, new.description, new.tags, new.headings);
END;

CREATE TABLE terms (
    id INTEGER PRIMARY KEY,
    term TEXT NOT NULL UNIQUE
);

CREATE TABLE term_counts (
    term_id INTEGER NOT NULL,
    root_id INTEGER NOT NULL,
    resources INTEGER NOT NULL,
    PRIMARY KEY (term_id, root_id)
) WITHOUT ROWID;

CREATE TABLE field_totals (
    root_id INTEGER NOT NULL,
    field TEXT NOT NULL,
    resources INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    PRIMARY KEY (root_id, field)
) WITHOUT ROWID;

CREATE TABLE term_vectors (
    document INTEGER PRIMARY KEY,
    resource_key INTEGER NOT NULL,
    root_id INTEGER NOT NULL,
    vector BLOB NOT NULL
);

CREATE VIRTUAL TABLE recall USING fts5 (
    terms, content='', detail=none, tokenize='ascii'
);

CREATE VIRTUAL TABLE recall_phrases USING fts5 (
    name, description, content='', tokenize='ascii'
);

CREATE VIRTUAL TABLE recall_substrings USING fts5 (
    name, description, content='', detail=column, tokenize='trigram case_sensitive 1'
);

INSERT INTO resources_fts (resources_fts, rank) VALUES ('automerge', 0);
INSERT INTO recall (recall, rank) VALUES ('automerge', 0);
INSERT INTO recall_phrases (recall_phrases, rank) VALUES ('automerge', 0);
INSERT INTO recall_substrings (recall_substrings, rank) VALUES ('automerge', 0);

CREATE TABLE lane_spans (
    id INTEGER PRIMARY KEY,
    first_document INTEGER NOT NULL,
    last_document INTEGER NOT NULL,
    documents INTEGER NOT NULL,
    members BLOB NOT NULL,
    averages TEXT NOT NULL
);

CREATE TABLE lanes (
    span_id INTEGER NOT NULL,
    term_id INTEGER NOT NULL,
    lane BLOB NOT NULL,
    PRIMARY KEY (span_id, term_id)
) WITHOUT ROWID;

CREATE VIEW inventory AS
SELECT roots.path AS root, resources.kind AS kind, count(*) AS resources, max(resources.changed_at) AS last_change
FROM resources JOIN roots ON roots.id = resources.root_id
GROUP BY roots.id, resources.kind;

CREATE VIEW problem_list AS
SELECT problems.severity AS severity, problems.code AS code, problems.message AS message, roots.path AS root,
    problems.path AS path, problems.line AS line, problems.resource_id AS resource_id,
    problems.first_seen_at AS first_seen_at
FROM problems JOIN roots ON roots.id = problems.root_id;

CREATE VIEW duplicate_content AS
SELECT resources.content_hash AS content_hash, count(*) AS copies, min(resources.name) AS name,
    min(resources.kind) AS kind, min(resources.path) AS first_path, max(resources.path) AS last_path
FROM resources
GROUP BY resources.content_hash HAVING count(*) > 1;

CREATE VIEW same_name AS
SELECT resources.kind AS kind, resources.name AS name, count(*) AS resources,
    count(DISTINCT resources.content_hash) AS contents
FROM resources
GROUP BY resources.kind, resources.name HAVING count(DISTINCT resources.content_hash) > 1;

CREATE VIEW mcp_servers AS
SELECT resources.name AS name, json_extract(resources.details, '$.command') AS command,
    json_extract(resources.details, '$.transport') AS transport, resources.path AS path, roots.path AS root,
    resources.key AS resource_key
FROM resources JOIN roots ON roots.id = resources.root_id
WHERE resources.kind = 'mcp-server';

CREATE VIEW recent_changes AS
SELECT changes.changed_at AS changed_at, changes.action AS action, changes.kind AS kind, changes.name AS name,
    changes.fields AS fields, roots.path AS root, changes.path AS path, changes.resource_id AS resource_id
FROM changes JOIN roots ON roots.id = changes.root_id;
"""


@migrations()
def m0001_initial(db: Database) -> None:
    """Create every table of schema 1."""
    for statement in split(STATEMENTS):
        db.execute(statement)


def split(script: str) -> list[str]:
    """Cut a script into statements; a trigger's body stays whole."""
    import sqlite3

    statements: list[str] = []
    pending = ""
    for line in script.strip().splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            statements.append(pending.strip())
            pending = ""
    return statements
