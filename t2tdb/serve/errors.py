"""What a request can be refused for: the codes of the specification's Appendix B."""

from __future__ import annotations


class Refused(Exception):
    """A request that is not answered; ``status`` and ``code`` say why to programs, the message to people."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message


def invalid(message: str) -> Refused:
    """The request cannot be understood."""
    return Refused(400, "INVALID_ARGUMENT", message)


def unknown(message: str) -> Refused:
    """There is no such thing."""
    return Refused(404, "NOT_FOUND", message)


def failed(message: str) -> Refused:
    """It is our fault."""
    return Refused(500, "INTERNAL_ERROR", message)
