"""``t2tdb completion SHELL``."""

from __future__ import annotations

import click

from t2tdb.cli.parameters import with_settings
from t2tdb.cli.voice import write
from t2tdb.settings import Settings


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@with_settings
def completion(settings: Settings, shell: str) -> None:
    """Print a script that completes t2tdb's commands and options in SHELL.

    bash: eval "$(t2tdb completion bash)" in ~/.bashrc; zsh the same in ~/.zshrc; fish: t2tdb completion fish | source
    """
    from click.shell_completion import get_completion_class

    from t2tdb.cli.group import group

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"no completion for {shell}")
    script = kind(group, {}, "t2tdb", "_T2TDB_COMPLETE")
    # source() of the bash class starts bash to look at its version; the template is the same without
    write(script.source_template % script.source_vars())
