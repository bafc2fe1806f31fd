"""A headless Chromium, driven over its DevTools pipe with nothing but the standard library.

``--remote-debugging-pipe`` reads commands from descriptor 3 and writes answers to descriptor 4, JSON texts ended by NUL
(https://chromedevtools.github.io/devtools-protocol/), so neither a WebSocket client nor a driver is needed.
"""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)


def find_chromium() -> str | None:
    """The browser that ``T2TDB_CHROMIUM`` names, or one on the path."""
    named = os.environ.get("T2TDB_CHROMIUM")
    return named or next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Page:
    """One page: commands go in, events are kept."""

    def __init__(self, browser: Browser, session: str) -> None:
        self.browser = browser
        self.session = session
        self.events: list[dict[str, Any]] = []

    def call(self, method: str, **parameters: object) -> dict[str, Any]:
        return self.browser.call(method, parameters, self.session)

    def run(self, script: str) -> Any:
        """Evaluate ``script`` and give its value; a promise is awaited."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise AssertionError(answer["exceptionDetails"])
        return answer["result"].get("value")

    def open(self, address: str, *, width: int = 1280, height: int = 900, dark: bool = False) -> None:
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        self.events.clear()
        self.call("Page.navigate", url=address)
        self.wait_for("Page.loadEventFired")

    def wait_for(self, event: str, seconds: float = 60) -> dict[str, Any]:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            for seen in self.events:
                if seen["method"] == event:
                    return seen
            self.browser.read(deadline - time.monotonic())
        raise AssertionError(f"{event} did not happen within {seconds} s")

    def until(self, script: str, seconds: float = 30) -> None:
        """Wait until ``script`` is true."""
        deadline = time.monotonic() + seconds
        while not self.run(script):
            if time.monotonic() > deadline:
                raise AssertionError(f"never true: {script}")
            time.sleep(0.05)

    def type(self, text: str) -> None:
        self.call("Input.insertText", text=text)

    def press(self, key: str, text: str = "") -> None:
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def seen(self, event: str) -> list[dict[str, Any]]:
        return [entry["params"] for entry in self.events if entry["method"] == event]

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))


class Browser:
    """One process of Chromium with an empty profile; a context manager."""

    def __init__(self, executable: str) -> None:
        self._profile = tempfile.mkdtemp(prefix="t2tdb-chromium-")
        commands, self._write = os.pipe()
        self._read, answers = os.pipe()
        low = [os.dup(commands), os.dup(answers)]  # above 4, so that the next two lines overwrite neither

        def place_descriptors() -> None:
            os.dup2(low[0], 3)
            os.dup2(low[1], 4)

        self._process = subprocess.Popen(
            [executable, *FLAGS, f"--user-data-dir={self._profile}", "about:blank"],
            pass_fds=(3, 4),
            preexec_fn=place_descriptors,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for descriptor in (commands, answers, *low):
            os.close(descriptor)
        self._buffer = b""
        self._number = 0
        self._answers: dict[int, dict[str, Any]] = {}
        self._pages: dict[str, Page] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._write)
        os.close(self._read)
        shutil.rmtree(self._profile, ignore_errors=True)

    def page(self) -> Page:
        target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        page = self._pages[session] = Page(self, session)
        for domain in ("Page", "Runtime", "Network", "Log"):
            page.call(f"{domain}.enable")
        return page

    def call(self, method: str, parameters: dict[str, object], session: str | None = None) -> dict[str, Any]:
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + 60
        while self._number not in self._answers:
            self.read(deadline - time.monotonic())
        answer = self._answers.pop(self._number)
        if "error" in answer:
            raise AssertionError(f"{method}: {answer['error']}")
        result: dict[str, Any] = answer["result"]
        return result

    def read(self, seconds: float) -> None:
        """Take in what the browser has written."""
        ready, _, _ = select.select([self._read], [], [], max(seconds, 0))
        if not ready:
            raise AssertionError("the browser does not answer")
        got = os.read(self._read, 1 << 20)
        if not got:
            raise AssertionError("the browser has ended")
        *texts, self._buffer = (self._buffer + got).split(b"\0")
        for text in texts:
            message = json.loads(text)
            if "id" in message:
                self._answers[message["id"]] = message
            elif (page := self._pages.get(message.get("sessionId", ""))) is not None:
                page.events.append(message)
