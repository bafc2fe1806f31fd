"""A socket beside the database, on which others ask the watcher to bring it up to date and to say when that is done.

The question is ``wait`` and a newline. The answer is ``done N`` and a newline, once a scan of everything that
began after the question has ended; N counts what could not be read. Where the scan fails, or the system has no such
sockets, there is no answer, and who asked scans instead.
"""

from __future__ import annotations

import contextlib
import os
import socket

from t2tdb.store.schema import SOCKET
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_ADDRESS = 100
"""Bytes; the system's limit is 104 to 108."""

QUESTION = b"wait\n"
MAX_CLIENTS = 64


@contextlib.contextmanager
def address_of(database: str) -> Iterator[str]:
    """The socket's address while the block runs, "" where there can be none."""
    path = database + SOCKET
    if not hasattr(socket, "AF_UNIX"):
        yield ""
    elif len(os.fsencode(path)) <= LONGEST_ADDRESS:
        yield path
    elif os.path.isdir("/proc/self/fd") and len(os.fsencode(os.path.basename(path))) <= LONGEST_ADDRESS - 30:
        directory = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
        try:
            yield f"/proc/self/fd/{directory}/{os.path.basename(path)}"
        finally:
            os.close(directory)
    else:
        yield ""


class Server:
    """The watcher's side. Never blocks; the watcher's loop calls `serve` when a socket can be read."""

    def __init__(self, database: str) -> None:
        self._database = database
        self._path = database + SOCKET
        self._clients: dict[socket.socket, bytes] = {}
        self._waiting: list[socket.socket] = []
        self._listener: socket.socket | None = None
        self._inode = 0
        self._open()
        self._is_wanted = self._listener is not None

    def _open(self) -> None:
        """Listen, where the system has such sockets."""
        with address_of(self._database) as address, contextlib.suppress(OSError):
            if address:
                self._listener = _listen(address, self._path)
                self._inode = os.stat(self._path).st_ino

    def renew(self) -> None:
        """Listen anew where a hand removed the socket; those who wait go on waiting."""
        if self._is_wanted and not os.path.exists(self._path):
            if self._listener is not None:
                self._listener.close()
            self._listener = None
            self._open()

    @property
    def path(self) -> str:
        """Where others may ask, "" where they cannot."""
        return self._path if self._listener is not None else ""

    def sockets(self) -> list[socket.socket]:
        """What to wait for."""
        return [*([] if self._listener is None else [self._listener]), *self._clients, *self._waiting]

    def serve(self, ready: list[socket.socket]) -> None:
        """Take in new questions."""
        for each in ready:
            if each is self._listener:
                self._accept()
            elif each in self._clients:
                self._read(each)
            else:
                self._drop(each)  # it asked, and now it says more or left: nobody waits for the answer

    def take_waiting(self) -> list[socket.socket]:
        """Those who wait for an answer; they are the caller's now."""
        waiting, self._waiting = self._waiting, []
        return waiting

    @property
    def is_asked(self) -> bool:
        """Whether somebody waits."""
        return bool(self._waiting)

    def close(self) -> None:
        """Close everything and remove the socket."""
        for each in self.sockets():
            each.close()
        self._clients, self._waiting = {}, []
        if self._listener is not None:
            self._listener = None
            with contextlib.suppress(OSError):
                if os.stat(self._path).st_ino == self._inode:  # another watcher may have put its own there
                    os.unlink(self._path)

    def _accept(self) -> None:
        assert self._listener is not None
        with contextlib.suppress(OSError):
            client, _ = self._listener.accept()
            client.setblocking(False)
            if len(self._clients) + len(self._waiting) < MAX_CLIENTS:
                self._clients[client] = b""
            else:
                client.close()

    def _read(self, client: socket.socket) -> None:
        try:
            said = client.recv(len(QUESTION))
        except BlockingIOError:
            return
        except OSError:
            said = b""
        heard = self._clients[client] + said
        if said and heard == QUESTION:
            del self._clients[client]
            self._waiting.append(client)
        elif said and QUESTION.startswith(heard):
            self._clients[client] = heard
        else:
            self._drop(client)

    def _drop(self, client: socket.socket) -> None:
        self._clients.pop(client, None)
        if client in self._waiting:
            self._waiting.remove(client)
        client.close()


def answer(clients: list[socket.socket], unreadable: int | None) -> None:
    """Tell those who waited that it is done; None hangs up."""
    for client in clients:
        if unreadable is not None:
            with contextlib.suppress(OSError):
                client.sendall(b"done %d\n" % unreadable)
        client.close()


def ask(database: str, timeout: float) -> int | None:
    """Ask the watcher of `database` and wait: how much could not be read, or None where nobody answers in time."""
    with address_of(database) as address:
        if not address or not os.path.exists(database + SOCKET):
            return None
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
                client.settimeout(timeout)
                client.connect(address)
                client.sendall(QUESTION)
                said = b""
                while not said.endswith(b"\n"):
                    piece = client.recv(64)
                    if not piece:
                        return None
                    said += piece
        except OSError:
            return None
    word, _, number = said.decode("ascii", "replace").strip().partition(" ")
    return int(number) if word == "done" and number.isdigit() else None


def _listen(address: str, path: str) -> socket.socket:
    """Listen at an address that only we may have: whoever holds the watch lock may remove what a dead one left."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        listener.bind(address)
    except OSError:
        listener.close()
        raise
    finally:
        os.umask(before)
    listener.listen(16)
    listener.setblocking(False)
    return listener
