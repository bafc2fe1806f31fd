"""Runs in a process of its own: asks Datasette for pages of a database, on the SQLite of the standard library.

usage: pages.py DATABASE [--immutable] < paths, one a line. Prints one JSON text a page: path, status, type, body.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys

from datasette.app import Datasette
from datasette.plugins import pm

from t2tdb.audit import plugin


async def main() -> None:
    database = sys.argv[1]
    if not pm.is_registered(plugin):
        pm.register(plugin)
    immutable = "--immutable" in sys.argv
    datasette = Datasette([] if immutable else [database], immutables=[database] if immutable else [])
    await datasette.invoke_startup()
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # Datasette prints tracebacks of failed pages on standard output
    for path in sys.stdin.read().splitlines():
        headers = {"host": path.partition("@")[2]} if "@" in path else {}
        answer = await datasette.client.get(path.partition("@")[0], headers=headers)
        kind = answer.headers.get("content-type", "")
        print(
            json.dumps({"path": path, "status": answer.status_code, "type": kind, "body": answer.text}),
            file=answers,
            flush=True,
        )
    assert "apsw" not in sys.modules


if __name__ == "__main__":
    plugin.loopback_only = "--loopback" in sys.argv
    asyncio.run(main())
