"""flags > environment > config.toml > defaults."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from t2tdb.directories import configuration_directory, data_directory
from t2tdb.errors import UsageError
from t2tdb.settings import command_defaults, configuration_path, database_path, read_configuration, resolve

PLACES = st.sampled_from(["", "/data", "/home/ann/", "relative", "/a b/ü", "/"])


@given(home=PLACES, data=PLACES, configuration=PLACES)
def test_the_places_are_those_of_platformdirs(home: str, data: str, configuration: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for name, text in {"HOME": home, "XDG_DATA_HOME": data, "XDG_CONFIG_HOME": configuration}.items():
            patch.setenv(name, text) if text else patch.delenv(name, raising=False)
        assert data_directory(os.environ) == platformdirs.user_data_dir("t2tdb", False)
        assert configuration_directory(os.environ) == platformdirs.user_config_dir("t2tdb", False)


def test_the_database_is_in_the_data_directory_unless_named(tmp_path: Path) -> None:
    assert database_path("", {"XDG_DATA_HOME": "/data"}) == "/data/t2tdb/t2tdb.db"
    assert database_path(f"{tmp_path}/a/../b.db", {}) == f"{tmp_path}/b.db"


def test_resolve_fills_in_what_nobody_chose() -> None:
    settings = resolve({"XDG_DATA_HOME": "/data"}, format="md", verbose=True)
    assert (settings.format, settings.output, settings.verbose, settings.ranking) == ("markdown", "-", True, "")
    assert not resolve({"XDG_DATA_HOME": "/data"}, quiet=True, verbose=True).verbose


def configuration(tmp_path: Path, text: str) -> dict[str, str]:
    (tmp_path / "config.toml").write_text(text, encoding="utf-8")
    return {"T2TDB_CONFIG": str(tmp_path / "config.toml")}


def test_configuration_is_looked_for_in_the_users_directory_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.toml").write_text("db = 'planted.db'")
    assert configuration_path({"XDG_CONFIG_HOME": "/etc/me"}) == "/etc/me/t2tdb/config.toml"
    assert read_configuration({"XDG_CONFIG_HOME": str(tmp_path / "none")}) == {}


def test_a_table_wins_over_the_top_and_dashes_are_underscores(tmp_path: Path) -> None:
    tables = read_configuration(configuration(tmp_path, "format='json'\n[index]\nformat='html'\nmax-files=7\n"))
    assert command_defaults(tables, "index", ["format", "max_files"]) == {"format": "html", "max_files": 7}
    assert command_defaults(tables, "find", ["format", "limit"]) == {"format": "json"}


def test_a_command_of_two_words_has_a_nested_table(tmp_path: Path) -> None:
    tables = read_configuration(configuration(tmp_path, "[roots.list]\nformat='json'\n"))
    assert command_defaults(tables, "roots list", ["format"]) == {"format": "json"}
    assert command_defaults(tables, "roots add", ["db"]) == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("db = ", "not valid TOML"),
        ("limit = 3", "put it in a table"),
        ("[find]\nlimt = 3", "no option limt"),
        ("db = 5", "db must be a text"),
        ("verbose = 1", "verbose must be true or false"),
        ("[find.limit]\nx = 3", "no command"),
    ],
)
def test_a_bad_configuration_says_what_is_wrong(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        command_defaults(read_configuration(configuration(tmp_path, text)), "find", ["limit"])


def test_a_named_configuration_must_exist(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="does not exist"):
        read_configuration({"T2TDB_CONFIG": str(tmp_path / "none.toml")})
    with pytest.raises(UsageError, match="cannot read"):
        read_configuration({"T2TDB_CONFIG": str(tmp_path)})
