"""The MCP server, asked by the official SDK's own client over stdio."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

pytest.importorskip("mcp", reason="needs the extra: pip install 't2tdb[mcp]'")

from jsonschema import Draft202012Validator
from mcp.client.session import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client

from tests.support.home import EXAMPLES, Home

TOOLS = {"find_resources", "compose_resources", "get_resource", "library_problems"}
SECRET = "ghp_" + "a1B2" * 9


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    home = Home(tmp_path_factory.mktemp("home"))
    shelf = Path(shutil.copytree(EXAMPLES, home.path / "agents"))
    (shelf / "leaky").mkdir()
    (shelf / "leaky" / "SKILL.md").write_text(
        f"---\nname: leaky\ndescription: Holds a \\e[31mtoken.\n---\nUse {SECRET} and \x1b[2J\n\tindented\n"
        + "more words " * 20
    )
    (shelf / "mute.json").write_text(json.dumps({"mcpServers": {"m": {"command": "npx", "args": ["hidden-argument"]}}}))
    place = write_skill(home, "linked")
    home.run("index", shelf, code=None)
    (home.path / "outside.txt").write_text("outside text")
    place.unlink()
    place.symlink_to(home.path / "outside.txt")
    return home


def write_skill(home: Home, name: str) -> Path:
    place = home.path / "agents" / name / "SKILL.md"
    place.parent.mkdir()
    place.write_text(f"---\nname: {name}\ndescription: One of its own.\n---\nown text\n")
    return place


def talk(home: Home, conversation: Callable[[ClientSession], Awaitable[Any]]) -> Any:
    """Start the server as a client does, hold a conversation, and end it."""

    async def main() -> Any:
        parameters = StdioServerParameters(
            command=sys.executable, args=["-m", "t2tdb", "mcp"], env=home.environment, cwd=home.path
        )
        async with stdio_client(parameters) as (reading, writing), ClientSession(reading, writing) as session:
            await session.initialize()
            return await conversation(session)

    return asyncio.run(main())


class Answers(NamedTuple):
    """What one conversation gave: starting a server for each question would take seconds."""

    tools: dict[str, Any]
    found: Any
    composed: Any
    problems: Any
    text: Any
    pieces: list[Any]
    settings: Any
    linked: Any
    wrong: dict[str, Any]
    resources: list[str]
    inventory: str
    skills: str
    before: Any
    after: Any


WRONG = {
    "the task holds no word": ("find_resources", {"task": "the of and"}),
    "limit": ("find_resources", {"task": "x", "limit": 0}),
    "kinds": ("find_resources", {"task": "review", "kinds": ["nonsense"]}),
    "no resource has": ("get_resource", {"id": "no such thing"}),
    "max_chars": ("get_resource", {"id": "leaky", "max_chars": 10**9}),
}


@pytest.fixture(scope="module")
def answers(home: Home) -> Answers:
    async def conversation(session: ClientSession) -> Answers:
        call = session.call_tool
        pieces, offset = [], 0
        while offset is not None:
            pieces.append(await call("get_resource", {"id": "leaky", "offset": offset, "max_chars": 100}))
            offset = pieces[-1].structured_content["next_offset"]
        linked = await call("get_resource", {"id": "linked"})
        before = await call("find_resources", {"task": "zyzzyva"})
        write_skill(home, "zyzzyva")
        await asyncio.to_thread(home.run, "index", code=None)
        return Answers(
            tools={tool.name: tool for tool in (await session.list_tools()).tools},
            found=await call("find_resources", {"task": "review a pull request", "limit": 3}),
            composed=await call("compose_resources", {"task": "review an api change and write release notes"}),
            problems=await call("library_problems", {"limit": 2}),
            text=await call("get_resource", {"id": "leaky"}),
            pieces=pieces,
            settings=await call("get_resource", {"id": "m", "path": "mute.json"}),
            linked=linked,
            wrong={message: await call(tool, arguments) for message, (tool, arguments) in WRONG.items()},
            resources=[str(each.uri) for each in (await session.list_resources()).resources],
            inventory=(await session.read_resource("t2tdb://inventory")).contents[0].text,
            skills=(await session.read_resource("t2tdb://inventory/skill")).contents[0].text,
            before=before,
            after=await call("find_resources", {"task": "zyzzyva"}),
        )

    answered: Answers = talk(home, conversation)
    return answered


def test_tools_are_listed_with_schemas_and_only_read(answers: Answers) -> None:
    assert set(answers.tools) == TOOLS
    for tool in answers.tools.values():
        assert tool.annotations.read_only_hint is True
        assert tool.annotations.destructive_hint is False
        assert tool.description
        Draft202012Validator.check_schema(tool.input_schema)
        Draft202012Validator.check_schema(tool.output_schema)


def test_answers_fit_their_schemas(answers: Answers) -> None:
    for tool, answer in (
        ("find_resources", answers.found),
        ("compose_resources", answers.composed),
        ("library_problems", answers.problems),
        ("get_resource", answers.text),
    ):
        assert not answer.is_error, answer.content
        errors = Draft202012Validator(answers.tools[tool].output_schema).iter_errors(answer.structured_content)
        assert [error.message for error in errors] == []


def test_find_and_compose_answer_as_the_commands_do(home: Home, answers: Answers) -> None:
    wanted = json.loads(home.run("find", "review a pull request", "--limit", "3", "--format", "json").stdout)
    hits = answers.found.structured_content["hits"]
    assert [hit["id"] for hit in hits] == [hit["resource"]["id"] for hit in wanted["hits"]]
    done = home.run("compose", "review an api change and write release notes", "--format", "json")
    picks = json.loads(done.stdout)["composition"]["picks"]
    assert [pick["new_terms"] for pick in answers.composed.structured_content["picks"]] == [
        pick["newTerms"] for pick in picks
    ]


def test_texts_are_short_and_say_how_old_they_are(answers: Answers) -> None:
    text = answers.found.content[0].text
    assert answers.found.structured_content["hits"][0]["path"] in text
    assert "no watcher keeps it fresh" in text
    assert len(text) < 3 * 260 + 200  # an agent pays for every character
    assert len(json.dumps([tool.input_schema for tool in answers.tools.values()])) < 3_000


def test_a_text_is_bounded_and_masked(answers: Answers) -> None:
    whole = answers.text.structured_content["text"]
    parts = [piece.structured_content["text"] for piece in answers.pieces]
    assert "".join(parts) == whole
    assert len(parts) > 1
    assert max(map(len, parts)) <= 100
    assert SECRET not in whole
    assert "***" in whole
    assert "\x1b" not in whole
    assert "\n\tindented" in whole


def test_settings_are_never_shown(answers: Answers) -> None:
    assert not answers.settings.is_error
    assert answers.settings.structured_content["text"] == ""
    assert answers.settings.structured_content["details"]["command"] == "npx"
    assert "hidden-argument" not in answers.settings.model_dump_json()


def test_a_link_in_the_place_of_a_file_is_not_followed(answers: Answers) -> None:
    assert answers.linked.is_error
    assert "cannot be read" in answers.linked.content[0].text
    assert "outside text" not in answers.linked.model_dump_json()


@pytest.mark.parametrize("message", WRONG)
def test_what_cannot_be_answered_is_an_error_in_words(answers: Answers, message: str) -> None:
    answer = answers.wrong[message]
    assert answer.is_error
    assert message in answer.content[0].text
    assert "Traceback" not in answer.content[0].text


def test_the_inventory_is_a_resource(answers: Answers) -> None:
    assert answers.resources == ["t2tdb://inventory"]
    assert "skill" in answers.inventory
    assert "leaky/SKILL.md" in answers.skills


def test_it_sees_what_was_committed_while_it_runs(answers: Answers) -> None:
    assert len(answers.before.structured_content["hits"]) == 0
    assert len(answers.after.structured_content["hits"]) == 1


def test_without_a_database_it_says_what_to_run(tmp_path: Path) -> None:
    answer = talk(Home(tmp_path), lambda session: session.call_tool("find_resources", {"task": "review"}))
    assert answer.is_error
    assert "t2tdb index" in answer.content[0].text


INSPECTOR = shutil.which("mcp-inspector")


@pytest.mark.skipif(INSPECTOR is None, reason="no MCP Inspector here: npm install -g @modelcontextprotocol/inspector")
def test_another_implementation_lists_and_calls_every_tool(home: Home) -> None:
    def inspect(*arguments: str) -> Any:
        server = [sys.executable, "-m", "t2tdb", "mcp"]
        done = subprocess.run(
            [str(INSPECTOR), "--cli", *server, *arguments], env=home.environment, capture_output=True, check=True
        )
        return json.loads(done.stdout)

    assert {tool["name"] for tool in inspect("--method", "tools/list")["tools"]} == TOOLS
    asked = {
        "find_resources": "task=review a pull request",
        "compose_resources": "task=review and release",
        "get_resource": "id=leaky",
        "library_problems": "limit=2",
    }
    for tool, argument in asked.items():
        answer = inspect("--method", "tools/call", "--tool-name", tool, "--tool-arg", argument)
        assert not answer.get("isError"), answer
        assert answer["structuredContent"]


def test_misspelled_words_and_poor_fits_are_said(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.run("index", EXAMPLES, "--ranking", "tuned")

    async def conversation(session: ClientSession) -> list[Any]:
        tasks = ("revew pull reqest", "zebra quantum soup", "release zebra quantum soup")
        answers = [await session.call_tool("find_resources", {"task": task}) for task in tasks]
        composed = await session.call_tool("compose_resources", {"task": tasks[0]})
        schemas = {tool.name: tool.output_schema for tool in (await session.list_tools()).tools}
        for name, answer in (*(("find_resources", each) for each in answers), ("compose_resources", composed)):
            Draft202012Validator(schemas[name]).validate(answer.structured_content)
        return [*answers, composed]

    misspelled, foreign, poor, composed = talk(home, conversation)
    assert "revew taken for review" in misspelled.content[0].text
    assert misspelled.structured_content["corrected"]["revew"] == ["review"]
    assert composed.structured_content["corrected"]["revew"] == ["review"]
    assert misspelled.structured_content["fits"] is True
    assert misspelled.structured_content["hits"][0]["confidence"] > 0.9
    assert "Nothing fits" in foreign.content[0].text
    assert foreign.structured_content["fits"] is False
    assert "sure fit" in poor.content[0].text
    assert poor.structured_content["fits"] is False
    assert "zebra" in poor.structured_content["hits"][0]["missing_terms"]


def test_what_the_profile_does_not_say_costs_nothing(answers: Answers) -> None:
    assert set(answers.found.structured_content) == {"hits", "searched", "freshness"}
    assert not {"confidence", "missing_terms", "copies"} & set(answers.found.structured_content["hits"][0])


@pytest.mark.skipif(os.name != "posix", reason="processes and parents are POSIX's")
def test_it_ends_with_its_parent_even_where_the_pipe_lives_on(home: Home) -> None:
    reading, writing = os.pipe()  # the writing end stays open in this process: the server's input never ends
    code = (
        "import subprocess, sys, time; p = subprocess.Popen([sys.executable, '-m', 't2tdb', 'mcp'], stdin=0, "
        "stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL); print(p.pid, flush=True); time.sleep(99)"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", code], stdin=reading, stdout=subprocess.PIPE, text=True, env=home.environment
    )
    os.close(reading)
    try:
        assert parent.stdout is not None
        server = int(parent.stdout.readline())
        time.sleep(3)
        os.kill(server, 0)
        parent.send_signal(signal.SIGKILL)
        parent.wait()
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and _runs(server):
            time.sleep(0.1)
        assert not _runs(server)
    finally:
        parent.stdout.close()
        os.close(writing)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"
