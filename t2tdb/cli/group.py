"""The click group: what commands there are, and which module holds each.

A command's module is imported when the command runs, so that ``find`` never pays for what ``audit`` needs. To add a
command, write ``t2tdb/cli/NAME.py`` with a click command in it and add a line to ``COMMANDS``.
"""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING, cast

import click

from t2tdb.cli.defaults import defaults_of
from t2tdb.cli.parameters import global_options
from t2tdb.settings import configuration_path, read_configuration

if TYPE_CHECKING:
    from collections.abc import Mapping

COMMANDS: Mapping[str, tuple[str, str]] = {
    "demo": ("t2tdb.cli.demo:demo", "Search the examples that ship with t2tdb."),
    "index": ("t2tdb.cli.index:index", "Bring the database up to date and print the inventory."),
    "find": ("t2tdb.cli.asking:find", "Rank the resources that fit a task."),
    "compose": ("t2tdb.cli.asking:compose", "Pick a small set of resources that covers a task together."),
    "lint": ("t2tdb.cli.lint:lint", "List what is wrong in the library."),
    "watch": ("t2tdb.cli.watch:watch", "Keep the database fresh until stopped."),
    "wait": ("t2tdb.cli.wait:wait", "Return when everything written so far is in the database."),
    "service": ("t2tdb.cli.service:service", "Run the watcher as a service of your session."),
    "serve": ("t2tdb.cli.serve:serve", "Serve the library to other machines as a registry."),
    "export": ("t2tdb.cli.export:export", "Write the library as a catalog for others."),
    "eval": ("t2tdb.cli.evaluate:evaluate", "Check that tasks find the resources that they should."),
    "formats": ("t2tdb.cli.formats:formats", "List the formats that are read, with counts."),
    "status": ("t2tdb.cli.status:status", "Show what the database holds and how fresh it is."),
    "roots": ("t2tdb.cli.roots:roots", "List, add and remove the directories that are indexed."),
    "mcp": ("t2tdb.cli.mcp:mcp", "Serve the library to an agent, by the Model Context Protocol."),
    "audit": ("t2tdb.cli.audit:audit", "Open the database in Datasette, on this machine only."),
    "log": ("t2tdb.cli.past:log", "List what changed, newest first."),
    "show": ("t2tdb.cli.past:show", "Show all that is known of one resource."),
    "diff": ("t2tdb.cli.past:diff", "Compare two databases."),
    "check": ("t2tdb.cli.verification:check", "Verify the database; with --deep against the disk."),
    "rebuild": ("t2tdb.cli.verification:rebuild", "Build the database anew beside the old one, and swap."),
    "backup": ("t2tdb.cli.verification:backup", "Copy the database while it is in use."),
    "purge": ("t2tdb.cli.verification:purge", "Delete the database and everything beside it."),
    "completion": ("t2tdb.cli.completion:completion", "Print shell completion for bash, zsh or fish."),
}
"""Name of each command, where it is (``module:attribute``), and one sentence on it."""


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports one when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order in which help shows them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of one command."""
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        return cast("click.Command", getattr(importlib.import_module(module), attribute))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, sentence) for name, (_, sentence) in COMMANDS.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[click.shell_completion.CompletionItem]:
        """Complete names of commands from the table, and options as click does."""
        from click.shell_completion import CompletionItem

        if incomplete.startswith("-"):
            return click.Command.shell_complete(self, ctx, incomplete)
        return [CompletionItem(name, help=COMMANDS[name][1]) for name in COMMANDS if name.startswith(incomplete)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, and give it the defaults of ``config.toml``."""
        name, command, rest = super().resolve_command(ctx, args)
        configuration = read_configuration(os.environ)
        if name and command and configuration:
            ctx.default_map = {name: defaults_of(command, name, configuration, configuration_path(os.environ))}
        return name, command, rest


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"auto_envvar_prefix": "T2TDB", "help_option_names": ["-h", "--help"]},
)
@global_options
@click.version_option(None, "--version", package_name="t2tdb", message="t2tdb %(version)s")
@click.pass_context
def group(ctx: click.Context, /, **_: object) -> None:
    """One local database of your agents' skills, prompts, rules and MCP servers.

    Index a directory once, then ask for the few resources that fit a task: t2tdb find review a pull request
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
