"""A file system layer that fails at the n-th write: an I/O error, a full disk, a power cut, a torn write."""

from __future__ import annotations

import apsw

KINDS = ("error", "full", "cut", "torn")


class Faults:
    """When to fail, and how. ``operations`` counts what was tried."""

    def __init__(self) -> None:
        self.disarm()

    def arm(self, kind: str, at: int) -> None:
        self.kind, self.at, self.operations, self.dead = kind, at, 0, False

    def disarm(self) -> None:
        self.kind, self.at, self.operations, self.dead = "", 0, 0, False

    def count(self) -> bool:
        """Count one operation; True where it is the one to fail."""
        self.operations += 1
        if self.dead:
            raise apsw.IOError("the power is off")
        return self.operations == self.at

    def strike(self) -> None:
        if not self.count():
            return
        if self.kind == "full":
            raise apsw.FullError("disk full")
        if self.kind == "error":
            raise apsw.IOError("input/output error")
        self.dead = True
        raise apsw.IOError("the power is off")


FAULTS = Faults()


class FaultyFile(apsw.VFSFile):
    def __init__(self, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:
        if FAULTS.kind == "torn" and not FAULTS.dead and FAULTS.operations + 1 == FAULTS.at:
            super().xWrite(data[: max(1, len(data) // 2)], offset)
        FAULTS.strike()
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:
        FAULTS.strike()
        super().xSync(flags)

    def xTruncate(self, size: int) -> None:
        FAULTS.strike()
        super().xTruncate(size)


class FaultyVFS(apsw.VFS):
    def __init__(self) -> None:
        super().__init__("t2tdb-faults", "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> FaultyFile:
        return FaultyFile(name, flags)

    def xDelete(self, name: str, sync: bool) -> None:
        FAULTS.strike()
        super().xDelete(name, sync)


VFS = FaultyVFS()
NAME = "t2tdb-faults"
