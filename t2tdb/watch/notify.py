"""Words to the service manager: systemd's ``sd_notify`` protocol, which is one datagram a message."""

from __future__ import annotations

import contextlib
import socket
import time


class Notifier:
    """Speaks to systemd where it listens; does nothing elsewhere.

    `address` is ``$NOTIFY_SOCKET``, `watchdog_usec` is ``$WATCHDOG_USEC``; both "" outside systemd.
    """

    def __init__(self, address: str = "", watchdog_usec: str = "") -> None:
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._interval = int(watchdog_usec) / 2e6 if watchdog_usec.isdigit() and address else 0.0
        self._next = 0.0

    @property
    def interval(self) -> float:
        """Seconds after which `alive` must be called again, 0 where nobody minds."""
        return self._interval

    def ready(self, status: str) -> None:
        """Everything is watched and scanned."""
        self._send(f"READY=1\nSTATUS={status}")

    def status(self, status: str) -> None:
        """One line for ``systemctl status``."""
        self._send(f"STATUS={status}")

    def alive(self) -> None:
        """Keep the service manager's watchdog quiet; call it as often as you like."""
        now = time.monotonic()
        if self._interval and now >= self._next:
            self._next = now + self._interval
            self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """The end begins."""
        self._send("STOPPING=1")

    def _send(self, message: str) -> None:
        if not self._address or not hasattr(socket, "AF_UNIX"):
            return
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.sendto(message.encode(), self._address)
