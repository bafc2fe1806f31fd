"""Where the database and the configuration of this user lie: what ``platformdirs`` answers.

On Linux the answer is one environment variable or one fixed place, and it is computed here: importing ``platformdirs``
takes twice as long as starting Python (35 ms against 16), and ``t2tdb find`` needs the answer on every call. All other
systems, and everything odd (a relative or missing ``HOME``), are left to the library. A test holds both alike.
"""

from __future__ import annotations

import os
import sys

from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

APPLICATION = "t2tdb"


def data_directory(environment: Mapping[str, str]) -> str:
    """Return the directory that holds the database unless the user names another."""
    return _known(environment, "XDG_DATA_HOME", ".local/share") or _ask("user_data_dir")


def configuration_directory(environment: Mapping[str, str]) -> str:
    """Return the directory that holds ``config.toml``."""
    return _known(environment, "XDG_CONFIG_HOME", ".config") or _ask("user_config_dir")


def _known(environment: Mapping[str, str], variable: str, below_home: str) -> str:
    if sys.platform != "linux" or "ANDROID_ROOT" in environment:
        return ""
    base = environment.get(variable, "")
    if not base.startswith("/"):
        home = environment.get("HOME", "")
        if not home.startswith("/"):
            return ""
        base = f"{home.rstrip('/')}/{below_home}"
    return os.path.join(base, APPLICATION)


def _ask(function: str) -> str:
    import platformdirs

    # appauthor=False: on Windows no second directory named after an author
    answer: str = getattr(platformdirs, function)(APPLICATION, False)
    return answer
