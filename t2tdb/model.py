"""The values that pass between the parts: what a file looked like, what a parser found in it, what a report shows.

Nothing here knows the disk, the database or a format. Everything is immutable.
"""

from __future__ import annotations

from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    Severity: TypeAlias = Literal["error", "warning"]

KINDS = ("skill", "agent", "prompt", "mcp-server", "catalog", "rule", "plugin")
"""Every kind of resource, in the order in which summaries count them."""


@value
class Fingerprint:
    """What ``stat`` says of a file. Two equal fingerprints, none of them racy, mean that the bytes are the same."""

    size: int  # bytes
    mtime_ns: int
    ctime_ns: int
    inode: int
    device: int


@value
class Problem:
    """Something wrong with a source, as a row: it never ends a run."""

    severity: Severity
    code: str
    message: str  # never holds a secret value
    path: str  # relative to the root, POSIX; "." is the root itself
    resource_id: str | None = None
    line: int | None = None  # 1-based


@value
class SearchText:
    """What ranking reads of one resource. Used while indexing, never stored."""

    name: str
    description: str
    tags: tuple[str, ...]
    content_tags: tuple[str, ...]  # the tags that count as content too (Markdown: without the kind)
    headings: tuple[str, ...] = ()
    body: str = ""  # at most 65,536 UTF-16 units
    extras: tuple[str, ...] = ()  # an MCP entry's command and transport, a catalog entry's capabilities
    parameters: tuple[str, ...] = ()  # names of parameters and tools; read by the profile `tuned` only
    recorded: str = ""  # word statistics that came with a catalog entry (ranking.recorded); they stand for all of this


@value
class Draft:
    """One resource as a parser read it from one file."""

    id: str
    kind: str
    name: str
    description: str
    tags: tuple[str, ...]  # distinct, sorted as the seed sorts
    text: SearchText
    format: str  # name of the format module that read it
    entry: str = ""  # which part of the file: "" for a whole file, else the key or index in it
    details: tuple[tuple[str, str], ...] = ()
    headings: tuple[str, ...] = ()
    host: str = ""  # which agent reads it: "claude-code", "codex", "copilot", ...
    scope: str = ""  # "user", "project" or "plugin" where the path says so
    version: str = ""
    origin: str = ""  # "" for the thing itself; "backup", "cache", "fixture", "template" for a copy of one
    name_source: str = ""  # "frontmatter", "heading", "directory", "stem", "key", ...
    description_source: str = ""
    line: int | None = None
    targets: tuple[str, ...] = ()  # paths of this root; where one of them is a resource, this entry is its double


@value
class Sidecar:
    """What a file beside a skill says of it. It is no resource of its own: its details belong to the skill's.

    Stored for the file that said it and joined when a resource is read, so neither file depends on the order in which
    the two were seen, and ranking never depends on a sidecar.
    """

    directory: str  # of the SKILL.md, relative to the root; "" is the root itself
    details: tuple[tuple[str, str], ...]


@value
class Parsed:
    """All that one file gave."""

    resources: tuple[Draft, ...] = ()
    problems: tuple[Problem, ...] = ()
    sidecar: Sidecar | None = None


@value
class Place:
    """Where a file lies, for the parsers that need to know.

    ``ancestors`` holds the names of the entries of each directory from the root down to the file's own directory, so
    that a recogniser can ask whether a parent directory holds a ``SKILL.md`` or a ``.claude-plugin``.
    """

    path: str  # relative to the root, POSIX
    ancestors: tuple[frozenset[str], ...] = ()
    root: str = ""  # name of the root directory itself; "~" where it is the user's home


@value
class Resource:
    """One resource as reports show it."""

    id: str
    name: str
    kind: str
    description: str
    tags: tuple[str, ...]
    path: str
    root: str
    entry: str = ""
    details: tuple[tuple[str, str], ...] = ()
    format: str = ""
    host: str = ""
    scope: str = ""
    version: str = ""
    origin: str = ""


@value
class Contribution:
    """One line of the ledger of a score."""

    term: str  # as the user wrote it, normalised; "" for a bonus
    field: str  # field of the profile, or the name of the bonus
    frequency: int  # 0 for a bonus
    score: float


@value
class Hit:
    """One ranked resource."""

    resource: Resource
    score: float  # six decimals
    matched_terms: tuple[str, ...]
    stale: bool = False  # the file changed since it was indexed, or cannot be reached now
    ledger: tuple[Contribution, ...] = ()  # sums to the score; only where an explanation was asked for
    confidence: float | None = None  # 0 to 1: how much of what the task says is said here; None: the profile has none
    missing_terms: tuple[str, ...] = ()  # the query's words that it does not hold
    copies: int = 1  # resources with the same text, this one included, where the profile folds them
    copy_paths: tuple[str, ...] = ()  # paths of the others, the first ones where they are many
    unreachable: bool = False  # the file, or its whole root, cannot be looked at now: not mounted, no permission


@value
class QueryBoundary:
    """How much of a long task was evaluated."""

    evaluated_term_limit: int
    total_terms: int
    truncated: bool
    ignored_terms: tuple[str, ...]


@value
class Pick:
    """One resource of a composition, and what it adds."""

    resource: Resource
    score: float
    matched_terms: tuple[str, ...]
    new_terms: tuple[str, ...]
    cumulative_coverage_percent: float  # one decimal
    stale: bool = False
    copies: int = 1
    copy_paths: tuple[str, ...] = ()
    unreachable: bool = False


@value
class Composition:
    """A small set of resources that covers a task together."""

    query_terms: tuple[str, ...]
    covered_terms: tuple[str, ...]
    uncovered_terms: tuple[str, ...]
    lexical_coverage_percent: float
    query_boundary: QueryBoundary
    picks: tuple[Pick, ...]


@value
class Changes:
    """What bringing the index up to date did."""

    added: int  # resources
    changed: int
    removed: int
    files_read: int
    unreadable: int


@value
class Freshness:
    """How old an answer is: a reader that sees no watcher wants to know."""

    age_seconds: float | None  # since the last complete scan of the root that waited longest; None where one never was
    watching: bool
    generation: int = 0  # rises with each scan that changed something


@value
class RootInfo:
    """One registered root, as `status` and `roots list` show it."""

    path: str
    resources: int
    files: int
    problems: int
    added_at: str  # ISO 8601, UTC
    last_scan: str | None  # end of the last complete scan
    reachable: bool = True


@value
class Watcher:
    """The process that keeps the database fresh."""

    pid: int
    since: str  # ISO 8601, UTC
    state: str  # "starting", "scanning", "watching", "polling"


@value
class Status:
    """The state of a database and of what keeps it fresh."""

    database: str
    size_bytes: int  # of the database with its write-ahead log
    schema_version: int
    extractor_version: int
    ranking: str
    roots: tuple[RootInfo, ...]
    kinds: tuple[tuple[str, int], ...]  # how many resources of each kind
    files: int
    errors: int
    warnings: int
    freshness: Freshness
    watcher: Watcher | None = None
    degraded: tuple[str, ...] = ()  # a sentence for each thing that does not work as well as it could


@value
class Event:
    """One change of one resource."""

    at: str  # UTC, ISO 8601
    action: str  # added, changed or removed
    kind: str
    name: str
    path: str
    root: str
    entry: str
    resource_id: str
    fields: tuple[str, ...]
    hash_before: str
    hash_after: str
    scan: int
    reason: str  # who asked for the scan


@value
class Source:
    """The file that a resource was read from."""

    root: str
    path: str
    status: str
    size: int | None  # bytes
    sha256: str
    content_hash: str
    first_seen_at: str
    changed_at: str


@value
class Difference:
    """One resource that two databases do not have alike."""

    action: str  # added, removed or changed, from the first to the second
    kind: str
    name: str
    path: str
    root: str  # "" where each library has one root only
    entry: str
    resource_id: str
    fields: tuple[str, ...]


@value
class Finding:
    """One thing that is wrong with the database itself."""

    check: str  # integrity, foreign keys, full text, vectors, statistics, recall, lanes, disk
    message: str


@value
class FormatInfo:
    """One format that is read, and how much of it the database holds."""

    name: str
    title: str
    kinds: tuple[str, ...]  # of the resources that it gives; () for files that only describe others
    patterns: tuple[str, ...]  # where its files lie
    documentation: str  # address
    host: str  # which agent reads it, where the format says so
    resources: int
