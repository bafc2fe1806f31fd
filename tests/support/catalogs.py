"""A library with every kind of resource and hostile names, and the schemas that describe it to others."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
SCHEMAS = Path(__file__).parent.parent / "ard"
OWN_SCHEMAS = Path(__file__).parent.parent.parent / "schema"


def fill(directory: Path) -> Path:
    """Write a library below ``directory``: the examples and what is hard to name."""
    library = directory / "agents"
    shutil.copytree(EXAMPLES, library)
    (library / "skills" / "日本語 スキル").mkdir(parents=True)
    (library / "skills" / "日本語 スキル" / "SKILL.md").write_text(
        "---\nname: 翻訳\ndescription: 文書を日本語に翻訳する。\n---\n本文です。\n", encoding="utf-8"
    )
    (library / "skills" / "two words").mkdir()
    (library / "skills" / "two words" / "SKILL.md").write_text(
        "---\nname: Two words\ndescription: Reads /home/alice/notes and C:\\Users\\Bob\\notes.\n---\nBody.\n"
    )
    (library / "skills" / "two-words").mkdir()
    (library / "skills" / "two-words" / "SKILL.md").write_text("---\nname: Two words\ndescription: B.\n---\nBody.\n")
    (library / "nameless.skill.md").write_text("")
    (library / "tool.mcp.json").write_text(
        json.dumps({"mcpServers": {"local": {"command": "/home/alice/bin/serve --port 1", "args": ["--token=x"]}}})
    )
    (library / "remote.catalog.json").write_text(
        json.dumps(
            {
                "catalogVersion": 1,
                "name": "remote",
                "resources": [
                    {"id": "a", "name": "Remote", "kind": "agent", "description": "Far.", "url": "https://a.example/x"},
                    {"id": "b", "name": "Odd", "kind": "agent", "description": "Far.", "url": "https://a b/<x>"},
                    {"id": "b", "name": "Twin", "kind": "agent", "description": "Again.", "path": "/etc/passwd"},
                ],
            }
        )
    )
    return library
