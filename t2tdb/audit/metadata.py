"""What Datasette is told about a database: titles, descriptions of every table and column, units, facets, order."""

from __future__ import annotations

import html
from typing import TypedDict

from t2tdb.audit.queries import QUERIES
from t2tdb.store.descriptions import TABLES, describe


class TableMetadata(TypedDict, total=False):
    """The keys of Datasette's table metadata that are used here."""

    title: str
    description: str
    columns: dict[str, str]
    hidden: bool
    units: dict[str, str]
    facets: list[str | dict[str, str]]
    sort: str
    sort_desc: str
    label_column: str
    fts_table: str
    fts_pk: str
    size: int


class QueryMetadata(TypedDict):
    """One canned query."""

    title: str
    description: str
    sql: str
    hide_sql: bool


class DatabaseMetadata(TypedDict):
    """One database."""

    title: str
    description_html: str
    tables: dict[str, TableMetadata]
    queries: dict[str, QueryMetadata]


# Facets are columns of few values. Rows are sorted by what an index gives for nothing: a million of them open at once.
_FEATURES: dict[str, TableMetadata] = {
    "resources": {
        "facets": ["kind", "root_id", "host", "origin", {"array": "tags"}],
        "label_column": "name",
        "sort_desc": "key",
        "fts_table": "resources_fts",
        "fts_pk": "key",
    },
    "files": {
        "facets": ["claim", "status", "root_id"],
        "label_column": "path",
        "sort_desc": "id",
        "units": {"size": "B"},
    },
    "tags": {"facets": ["tag"]},
    "problems": {"facets": ["severity", "code", "root_id"], "label_column": "code", "sort_desc": "id"},
    "roots": {"label_column": "path"},
    "scans": {
        "facets": ["reason", "outcome", "root_id"],
        "label_column": "started_at",
        "sort_desc": "id",
        "units": {"duration_ms": "ms", "bytes_read": "B"},
    },
    "changes": {"facets": ["action", "kind", "root_id"], "label_column": "name", "sort_desc": "id"},
    "descriptions": {"facets": ["table_name"], "size": 200},
    "inventory": {"sort_desc": "resources", "facets": ["kind", "root"]},
    "problem_list": {"facets": ["severity", "code", "root"]},
    "recent_changes": {"facets": ["action", "kind", "root"], "sort_desc": "changed_at"},
    "duplicate_content": {"sort_desc": "copies"},
    "same_name": {"sort_desc": "contents", "facets": ["kind"]},
    "mcp_servers": {"facets": ["command", "transport", "root"]},
}


def database_metadata(address: str) -> DatabaseMetadata:
    """The metadata of one database whose page that asks is at ``address``."""
    return {
        "title": "What your agents can see",
        "description_html": (
            "<p>Every skill, agent, prompt, rule, plugin and MCP server that t2tdb found on this machine: where it is,"
            " when it changed and what is wrong with it. "
            f'<a href="{html.escape(address)}"><strong>Ask it for a task</strong></a> and see why each answer'
            " ranks where it does.</p>"
        ),
        "tables": {name: table_metadata(name) for name in TABLES},
        "queries": {
            name: {"title": query.title, "description": query.description, "sql": query.sql, "hide_sql": True}
            for name, query in QUERIES.items()
        },
    }


def table_metadata(table: str) -> TableMetadata:
    """The metadata of one table or view; what serves ranking is hidden from the front page, not from view."""
    described = describe(table)
    if described is None:
        return {}
    metadata: TableMetadata = {
        "title": described.title,
        "description": described.description,
        "columns": dict(described.columns),
        **_FEATURES.get(table, {}),
    }
    if described.index:
        metadata["hidden"] = True
    return metadata
