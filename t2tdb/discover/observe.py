"""What a scan is told about the past (`Known`) and what it says about the present (the observations)."""

from __future__ import annotations

from t2tdb.model import Fingerprint, Place, Problem
from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from typing import TypeAlias


@value
class Known:
    """One file as the last scan left it.

    ``fingerprint`` is None where the evidence is doubtful (racy, failed, never read): the file is read again and its
    bytes decide. ``sha256`` is "" where the bytes must count as changed whatever they are (a newer extractor).
    """

    raw: bytes  # path relative to the root, "/" between names, as on disk
    fingerprint: Fingerprint | None
    sha256: str  # 64 hexadecimal digits, or ""
    claim: str


@value
class Changed:
    """A new file, or one whose bytes or whose claim differ from what is known."""

    raw: bytes
    path: str  # `raw` as printable text; two raw paths may share one text
    place: Place
    claim: str
    data: bytes  # at most `ScanOptions.max_file_bytes`
    sha256: str
    fingerprint: Fingerprint
    racy: bool  # could still change without a trace: store the fingerprint as doubtful


@value
class Touched:
    """The same bytes as known, under another fingerprint or after a doubt."""

    raw: bytes
    fingerprint: Fingerprint
    claim: str
    racy: bool


@value
class Gone:
    """A known file that is not there any more, or is not visited any more."""

    raw: bytes


@value
class Oversize:
    """A wanted file that is larger than the bound and was not read."""

    raw: bytes
    path: str
    place: Place
    claim: str
    fingerprint: Fingerprint


@value
class Failed:
    """A wanted file, or a directory, that could not be read: what is known of it stays, marked as stale.

    For a directory ``raw`` ends with "/" (the place in the order where its files would come), ``claim`` is "" and one
    more `Failed` follows for each known file below it.
    """

    raw: bytes
    path: str
    claim: str
    error: str  # the operating system's word for it
    errno: int


@value
class Noted:
    """Something that a reader of the report should know: a skipped link, a bound, an odd name."""

    problem: Problem


if TYPE_CHECKING:
    Observation: TypeAlias = Changed | Touched | Gone | Oversize | Failed | Noted
else:
    Observation = (Changed, Touched, Gone, Oversize, Failed, Noted)
