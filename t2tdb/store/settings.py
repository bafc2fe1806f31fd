"""What the database remembers of itself: versions, ranking profile, the next document number."""

from __future__ import annotations

from t2tdb.ranking.profile import get_profile
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.ranking.profile import Profile
    from t2tdb.store.connection import Reader, Writer


def get_setting(reader: Reader, key: str, default: str = "") -> str:
    """The value of a setting, or ``default``."""
    found = reader.value("SELECT value FROM settings WHERE key = ?", (key,))
    return found if isinstance(found, str) else default


def put_setting(writer: Writer, key: str, value: str) -> None:
    """Record a setting; writes nothing where it is recorded already. Inside a transaction."""
    writer.run(
        "INSERT INTO settings (key, value) VALUES (?, ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE value <> excluded.value",
        (key, value),
    )


def ranking_profile(reader: Reader) -> str:
    """The name of the profile by which this database was made."""
    return get_setting(reader, "ranking_profile", "seed")


def profile_of(reader: Reader) -> Profile:
    """The profile by which this database was made."""
    return get_profile(ranking_profile(reader))
