"""What the tables that serve ranking mean, and how a table is described. See ``descriptions`` for all the others."""

from __future__ import annotations

from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from collections.abc import Mapping


@value
class TableDescription:
    """Meaning of one table or view. ``index`` marks what serves ranking and is not made for reading."""

    title: str
    description: str
    columns: Mapping[str, str]
    index: bool = False


INDEX_TABLES: dict[str, TableDescription] = {
    "resources_fts": TableDescription(
        "Full-text index of resources",
        "Serves the search box of Datasette and sqlite-utils search; ranking does not use it.",
        {
            "name": "As in resources.",
            "description": "As in resources.",
            "tags": "As in resources.",
            "headings": "As in resources.",
            "resources_fts": "Hidden column of FTS5: commands.",
            "rank": "Hidden column of FTS5: its own rank.",
        },
        index=True,
    ),
    "terms": TableDescription(
        "Terms",
        "The words of the library, as ranking sees them (stemmed, lower-cased).",
        {"id": "Number of the term.", "term": "The term."},
        index=True,
    ),
    "term_counts": TableDescription(
        "Term counts",
        "In how many resources of a root each term stands.",
        {
            "term_id": "The term.",
            "root_id": "The root.",
            "resources": "Number of resources that hold the term.",
        },
        index=True,
    ),
    "field_totals": TableDescription(
        "Field totals",
        "Lengths from which ranking takes the averages.",
        {
            "root_id": "The root.",
            "field": "Field of the ranking profile; empty for all fields together.",
            "resources": "Number of resources that have at least one token in the field; of the empty field, all.",
            "tokens": "Sum of the lengths of the field, in tokens.",
        },
        index=True,
    ),
    "term_vectors": TableDescription(
        "Term vectors",
        "For each document how often each term stands in each field: every score is computed from these.",
        {
            "document": "Number of the document.",
            "resource_key": "The resource.",
            "root_id": "Its root.",
            "vector": "Lengths and term frequencies, packed; see ARCHITECTURE.md.",
        },
        index=True,
    ),
    "recall": TableDescription(
        "Recall index",
        "FTS5 index of the terms of each document; finds candidates, never decides a rank.",
        {
            "terms": "The terms; not stored.",
            "recall": "Hidden column of FTS5: commands.",
            "rank": "Hidden column of FTS5: its own rank.",
        },
        index=True,
    ),
    "recall_phrases": TableDescription(
        "Phrase index",
        "FTS5 index of normalised names and descriptions; finds those that may contain a task as a phrase.",
        {
            "name": "Name; not stored.",
            "description": "Description; not stored.",
            "recall_phrases": "Hidden column of FTS5: commands.",
            "rank": "Hidden column of FTS5: its own rank.",
        },
        index=True,
    ),
    "recall_substrings": TableDescription(
        "Substring index",
        "FTS5 trigram index of normalised names and descriptions; finds a short task inside a word.",
        {
            "name": "Name; not stored.",
            "description": "Description; not stored.",
            "recall_substrings": "Hidden column of FTS5: commands.",
            "rank": "Hidden column of FTS5: its own rank.",
        },
        index=True,
    ),
    "lane_spans": TableDescription(
        "Lane spans",
        "Runs of documents for which upper bounds are kept. Derived: without them answers stay the same, only slower.",
        {
            "id": "Number of the span.",
            "first_document": "First document.",
            "last_document": "Last document.",
            "documents": "How many documents it holds.",
            "members": "Which documents, packed.",
            "averages": "Average lengths of the fields when the bounds were made, a JSON array.",
        },
        index=True,
    ),
    "lanes": TableDescription(
        "Lanes",
        "For each span and frequent term one byte a document: an upper bound of what the term adds to its score.",
        {"span_id": "The span.", "term_id": "The term.", "lane": "The bounds, packed; see ARCHITECTURE.md."},
        index=True,
    ),
    "sqlite_stat1": TableDescription(
        "Planner statistics",
        "What PRAGMA optimize measured for SQLite's query planner.",
        {"tbl": "Table.", "idx": "Index.", "stat": "Row counts, as SQLite writes them."},
        index=True,
    ),
    "sqlite_stat4": TableDescription(
        "Planner samples",
        "Samples of indexed values for SQLite's query planner.",
        {
            "tbl": "Table.",
            "idx": "Index.",
            "neq": "Rows equal to the sample.",
            "nlt": "Rows below it.",
            "ndlt": "Distinct rows below it.",
            "sample": "The sampled value.",
        },
        index=True,
    ),
    "_sqlite_migrations": TableDescription(
        "Applied migrations",
        "Which schema changes this file has had; kept by sqlite-utils.",
        {
            "id": "Number of the row.",
            "migration_set": "Name of the set.",
            "name": "Name of the migration.",
            "applied_at": "When it was applied, UTC.",
        },
        index=True,
    ),
}
