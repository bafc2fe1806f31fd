"""Find the files of a root, read the ones that changed, and say what happened since last time.

*Scan is the truth.* One walk, by directory descriptors and in the byte order of raw paths, is merged with what is
already known in the same order; memory does not grow with the library. Nothing here knows a database or a format: the
function that says who wants a file is passed in.

>>> from t2tdb.discover import Changed, scan
>>> import os, tempfile
>>> with tempfile.TemporaryDirectory() as root:
...     with open(os.path.join(root, "SKILL.md"), "w") as file:
...         _ = file.write("hello")
...     [(seen.path, seen.data) for seen in scan(os.fsencode(root), [], lambda place: "skill")]
[('SKILL.md', b'hello')]
"""

from t2tdb.discover.ignore import IGNORE_FILE, Filters, read_ignore_file
from t2tdb.discover.observe import Changed, Failed, Gone, Known, Noted, Observation, Oversize, Touched
from t2tdb.discover.options import SEED_LIMITS, Counts, ScanOptions
from t2tdb.discover.root import RootIdentity, RootUnavailable, identify, is_same_root
from t2tdb.discover.scan import Scan, scan

__all__ = (
    "IGNORE_FILE",
    "SEED_LIMITS",
    "Changed",
    "Counts",
    "Failed",
    "Filters",
    "Gone",
    "Known",
    "Noted",
    "Observation",
    "Oversize",
    "RootIdentity",
    "RootUnavailable",
    "Scan",
    "ScanOptions",
    "Touched",
    "identify",
    "is_same_root",
    "read_ignore_file",
    "scan",
)
