"""apsw is imported without the package ``collections``; nobody else notices."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import sys
from t2tdb.store.connection import apsw
assert not {"collections", "collections.abc"} & sys.modules.keys(), sorted(sys.modules)
from collections import OrderedDict
from collections.abc import Mapping, MutableSequence
import array, collections.abc
assert collections.abc.__name__ == "collections.abc"
assert issubclass(array.array, MutableSequence)

class Anything(Mapping):
    def __getitem__(self, name): return name
    def __iter__(self): return iter(())
    def __len__(self): return 0

with apsw.Connection("") as connection:
    for names in (Anything(), OrderedDict(one="one")):
        assert connection.execute("SELECT :one", names).get == "one"
"""


def test_the_package_is_whole_afterwards() -> None:
    subprocess.run([sys.executable, "-c", SCRIPT], check=True)


def test_one_that_is_there_is_left_alone() -> None:
    script = "import collections as c, sys, t2tdb.store.connection; assert sys.modules['collections'] is c"
    subprocess.run([sys.executable, "-c", script], check=True)
