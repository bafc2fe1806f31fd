"""``python -m t2tdb.audit.serve``: Datasette's own command line, with the plugin loaded and bound to this machine.

Where t2tdb is installed the entry point loads the plugin; registering it here makes a checkout or a zip work too.
"""

from __future__ import annotations

from datasette.cli import cli
from datasette.plugins import pm

from t2tdb.audit import plugin


def main() -> None:
    """Run Datasette on the arguments of the process."""
    from datasette import handle_exception  # only now: it registers itself while the command line is imported

    # Where rich is there, Datasette prints all local variables on standard output for each page that is missing.
    handle_exception.rich = None
    plugin.loopback_only = True
    if not pm.is_registered(plugin):
        pm.register(plugin, name="t2tdb")
    cli(prog_name="t2tdb audit")


if __name__ == "__main__":
    main()
