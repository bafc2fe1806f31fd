"""The JSON shapes of the reports, as types. Everything here exists for the type checker only: it costs no start-up.

The published contract is ``schema/*.schema.json``; the tests hold the two together. Keys may be added, never renamed.
"""

from __future__ import annotations

from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Literal, NotRequired, TypeAlias, TypedDict

    Format: TypeAlias = Literal["json", "markdown", "html"]

    class ResourceShape(TypedDict):
        id: str
        name: str
        kind: str
        description: str
        tags: list[str]
        path: str  # relative to the root, POSIX
        details: NotRequired[dict[str, str]]
        root: NotRequired[str]  # where the report covers several roots
        entry: NotRequired[str]
        format: NotRequired[str]
        host: NotRequired[str]
        scope: NotRequired[str]
        version: NotRequired[str]
        origin: NotRequired[str]

    class ContributionShape(TypedDict):
        term: str  # "" for a bonus
        field: str
        frequency: int
        score: float

    class HitShape(TypedDict):
        resource: ResourceShape
        score: float
        matchedTerms: list[str]
        stale: NotRequired[Literal[True]]
        unreachable: NotRequired[Literal[True]]  # beside stale
        confidence: NotRequired[float]  # 0 to 1; where the ranking profile says it
        missingTerms: NotRequired[list[str]]
        copies: NotRequired[int]  # where there are several with this text
        copyPaths: NotRequired[list[str]]
        explain: NotRequired[list[ContributionShape]]

    class CorrectionShape(TypedDict):
        word: str
        known: list[str]

    class PickShape(TypedDict):
        resource: ResourceShape
        score: float
        matchedTerms: list[str]
        newTerms: list[str]
        cumulativeCoveragePercent: float
        stale: NotRequired[Literal[True]]
        unreachable: NotRequired[Literal[True]]  # beside stale
        copies: NotRequired[int]
        copyPaths: NotRequired[list[str]]

    class BoundaryShape(TypedDict):
        evaluatedTermLimit: int
        totalTerms: int
        truncated: bool
        ignoredTerms: list[str]

    class CompositionShape(TypedDict):
        queryTerms: list[str]
        coveredTerms: list[str]
        uncoveredTerms: list[str]
        lexicalCoveragePercent: float
        queryBoundary: BoundaryShape
        picks: list[PickShape]

    class IssueShape(TypedDict):
        severity: Literal["error", "warning"]
        code: str
        message: str
        path: str
        resourceId: NotRequired[str]
        line: NotRequired[int]
        root: NotRequired[str]

    class OutcomeShape(TypedDict):
        task: str
        wants: list[str]  # empty where nothing should fit
        avoids: NotRequired[Literal[True]]
        within: int
        rank: int | None
        first: str
        passed: bool

    class FreshnessShape(TypedDict):
        ageSeconds: float | None  # since the last complete scan; null where none was
        watching: bool
        generation: int  # rises with each scan that changed something

    class RootShape(TypedDict):
        path: str
        resources: int
        files: int
        problems: int
        addedAt: str
        lastScan: str | None
        reachable: bool

    class WatcherShape(TypedDict):
        pid: int
        since: str
        state: str

    class StatusShape(TypedDict):
        database: str
        sizeBytes: int
        bytesPerResource: int | None
        schemaVersion: int
        extractorVersion: int
        ranking: str
        watcher: WatcherShape | None
        degraded: list[str]

    class EventShape(TypedDict):
        at: str
        action: str
        kind: str
        name: str
        path: str
        root: NotRequired[str]
        entry: NotRequired[str]
        resourceId: str
        fields: list[str]
        hashBefore: NotRequired[str]
        hashAfter: NotRequired[str]
        scan: int
        reason: str

    class SourceShape(TypedDict):
        root: str
        path: str
        status: str
        size: int | None
        sha256: str
        contentHash: str
        firstSeenAt: str
        changedAt: str

    class DifferenceShape(TypedDict):
        action: str
        kind: str
        name: str
        path: str
        root: NotRequired[str]
        entry: NotRequired[str]
        resourceId: str
        fields: list[str]

    class FindingShape(TypedDict):
        check: str
        message: str

    class NoteShape(TypedDict):
        note: str

    class FormatShape(TypedDict):
        name: str
        title: str
        kinds: list[str]
        patterns: list[str]
        documentation: str
        host: str
        resources: int

    class Report(TypedDict):
        """One report. ``resources`` and ``issues`` may be any iterable, read once: they may be larger than memory."""

        schemaVersion: str
        command: str
        title: str
        root: str | None
        roots: list[str]
        query: NotRequired[str]
        corrected: NotRequired[list[CorrectionShape]]
        fits: NotRequired[bool]
        summary: dict[str, int | float]
        freshness: NotRequired[FreshnessShape]
        status: NotRequired[StatusShape]
        registered: NotRequired[list[RootShape]]
        resources: NotRequired[Iterable[ResourceShape]]
        hits: NotRequired[list[HitShape]]
        queryBoundary: NotRequired[BoundaryShape]
        composition: NotRequired[CompositionShape]
        issues: NotRequired[Iterable[IssueShape]]
        outcomes: NotRequired[list[OutcomeShape]]
        sources: NotRequired[list[SourceShape]]
        changes: NotRequired[list[EventShape]]
        differences: NotRequired[list[DifferenceShape]]
        findings: NotRequired[list[FindingShape]]
        formats: NotRequired[list[FormatShape]]
        notes: NotRequired[list[NoteShape]]
