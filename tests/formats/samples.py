"""One small file of each format, written for these tests: where it lies, what lies around, what it must give."""

from __future__ import annotations

import json
from typing import NamedTuple


class Sample(NamedTuple):
    """A file, and the (kind, name, description) of each resource that it holds."""

    format: str
    path: str
    content: str
    gives: list[tuple[str, str, str]]
    beside: tuple[str, ...] = ()  # further paths of the library that its recogniser looks at


def page(**keys: str) -> str:
    """A page with frontmatter and a body."""
    lines = "".join(f"{key}: {text}\n" for key, text in keys.items())
    return f"---\n{lines}---\n# Heading\n\nProse.\n"


SERVER = {"command": "npx", "args": ["-y", "thing"], "env": {"TOKEN": "${TOKEN}"}}
BODY = "# Heading\n\nProse.\n"

SAMPLES = [
    Sample("skill", "pdf/SKILL.md", page(name="pdf", description="Read."), [("skill", "pdf", "Read.")]),
    Sample("agent", "x/tester.agent.md", page(name="tester", description="Test."), [("agent", "tester", "Test.")]),
    Sample("chatmode", ".github/chatmodes/plan.chatmode.md", page(description="P."), [("agent", "Heading", "P.")]),
    Sample("prompt", ".github/prompts/fix.prompt.md", page(description="F."), [("prompt", "Heading", "F.")]),
    Sample("instructions", "a/py.instructions.md", page(applyTo="'*.py'"), [("prompt", "Heading", "Prose.")]),
    Sample("context-file", "api/AGENTS.md", "# AGENTS.md\n\nBuild it.\n", [("rule", "api AGENTS.md", "Build it.")]),
    Sample("fabric-pattern", "patterns/sum_up/system.md", BODY, [("prompt", "sum_up", "Prose.")]),
    Sample("kiro-power", "p/POWER.md", page(name="db", description="D."), [("skill", "db", "D.")]),
    Sample("claude-command", ".claude/commands/git/pr.md", BODY, [("prompt", "git:pr", "Prose.")]),
    Sample(
        "claude-command",
        "plug/commands/go.md",
        page(description="G."),
        [("prompt", "go", "G.")],
        ("plug/.claude-plugin/plugin.json",),
    ),
    Sample("claude-agent", ".claude/agents/r.md", page(name="r", description="R."), [("agent", "r", "R.")]),
    Sample(
        "claude-agent",
        "plug/agents/s.md",
        page(description="S."),
        [("agent", "Heading", "S.")],
        ("plug/.claude-plugin/plugin.json",),
    ),
    Sample("claude-rule", ".claude/rules/style.md", page(paths="'*.ts'"), [("rule", "Heading", "Prose.")]),
    Sample("cursor-rule", ".cursor/rules/ts.mdc", "---\nglobs: **/*.ts\n---\nProse.\n", [("rule", "ts", "Prose.")]),
    Sample("cursor-rule", ".cursor/rules/api/RULE.md", page(description="R."), [("rule", "api", "R.")]),
    Sample("cursor-command", ".cursor/commands/do.md", BODY, [("prompt", "do", "Prose.")]),
    Sample("cursor-agent", ".cursor/agents/a.md", page(name="a", description="A."), [("agent", "a", "A.")]),
    Sample("rule-directory", ".kiro/steering/tech.md", "Prose.\n", [("rule", "tech", "Prose.")]),
    Sample("rule-directory", ".roo/rules-code/x.md", BODY, [("rule", "Heading", "Prose.")]),
    Sample("rule-directory", "power/steering/x.md", "Prose.\n", [("rule", "x", "Prose.")], ("power/POWER.md",)),
    Sample("rule-file", "app/.cursorrules", "Use tabs.\n", [("rule", "app .cursorrules", "Use tabs.")]),
    Sample("command-directory", ".opencode/command/t.md", page(description="T."), [("prompt", "t", "T.")]),
    Sample("command-directory", ".codex/prompts/draft.md", "Prose.\n", [("prompt", "draft", "Prose.")]),
    Sample("dotprompt", "x/movie.prompt", "---\ninput: {}\n---\nProse.\n", [("prompt", "movie", "Prose.")]),
    Sample("prompty", "x/b.prompty", page(name="basic", description="B."), [("prompt", "basic", "B.")]),
    Sample("agent-directory", ".github/agents/w.md", page(description="W."), [("agent", "Heading", "W.")]),
    Sample("agent-page", "categories/01/g.md", page(name="g", description="G.", tools="Read"), [("agent", "g", "G.")]),
    Sample("agent-page", "lib/agents/h.md", page(name="h", description="H."), [("agent", "h", "H.")]),
    Sample("command-page", "lib/commands/k.md", page(description="K."), [("prompt", "k", "K.")]),
    Sample("command-page", "lib/commands/l.md", BODY, [("prompt", "l", "Prose.")], ("lib/agents/x.md",)),
    Sample("rule-page", "rules/go/x.md", page(globs="'*.go'", description="X."), [("rule", "Heading", "X.")]),
    Sample(
        "codex-config", ".codex/config.toml", 'model = "x"\n[mcp_servers.docs]\ncommand = "npx"\n',
        [("mcp-server", "docs", "MCP server configuration for docs.")],
    ),
    Sample(
        "codex-agent", ".codex/agents/e.toml", 'developer_instructions = """\nExplore.\n"""\n',
        [("agent", "e", "Explore.")],
    ),
    Sample(
        "gemini-command", ".gemini/commands/git/fix.toml", 'description = "Fix."\nprompt = "Do {{args}}"\n',
        [("prompt", "git:fix", "Fix.")],
    ),
    Sample(
        "gemini-command", "ext/commands/go.toml", 'prompt = "Go."\n', [("prompt", "go", "Go.")],
        ("ext/gemini-extension.json",),
    ),
    Sample("codex-sidecar", "s/agents/openai.yaml", "interface:\n  display_name: S\n", [], ("s/SKILL.md",)),
    Sample("hub-sidecar", "s/_meta.json", '{"owner": "ann"}', [], ("s/SKILL.md",)),
    Sample(
        "mcp", "any.json", json.dumps({"mcpServers": {"m": SERVER}}),
        [("mcp-server", "m", "MCP server configuration for m.")],
    ),
    Sample(
        "vscode-mcp", ".vscode/mcp.json", '{\n  // comment\n  "servers": {"v": {"type": "http", "url": "https://v.example"},},\n}',
        [("mcp-server", "v", "MCP server configuration for v.")],
    ),
    Sample(
        "mcp-bare", "plug/.mcp.json", json.dumps({"b": SERVER}),
        [("mcp-server", "b", "MCP server configuration for b.")],
    ),
    Sample(
        "zed-mcp", "zed/settings.json", json.dumps({"context_servers": {"z": SERVER}, "theme": "x"}),
        [("mcp-server", "z", "MCP server configuration for z.")],
    ),
    Sample(
        "opencode", "opencode.json",
        json.dumps(
            {
                "mcp": {"o": {"type": "local", "command": ["npx", "-y", "o"]}},
                "agent": {"plan": {"description": "Plan.", "prompt": "You plan."}},
                "command": {"test": {"template": "Run.", "description": "Test."}},
            }
        ),
        [
            ("mcp-server", "o", "MCP server configuration for o."),
            ("agent", "plan", "Plan."),
            ("prompt", "test", "Test."),
        ],
    ),
    Sample(
        "catalog", "team.catalog.json",
        json.dumps(
            {
                "catalogVersion": 1,
                "name": "t",
                "resources": [{"id": "c", "name": "c", "kind": "prompt", "description": "C."}],
            }
        ),
        [("prompt", "c", "C.")],
    ),
    Sample(
        "plugin", "p/.claude-plugin/plugin.json", json.dumps({"name": "p", "description": "P.", "keywords": ["k"]}),
        [("plugin", "p", "P.")],
    ),
    Sample("plugin", "q/plugin.json", '{"name": "q", "description": "Q."}', [("plugin", "q", "Q.")]),
    Sample(
        "gemini-extension", "e/gemini-extension.json",
        json.dumps({"name": "e", "version": "1.0", "description": "E.", "mcpServers": {"s": SERVER}}),
        [("mcp-server", "s", "MCP server configuration for s."), ("plugin", "e", "E.")],
    ),
    Sample(
        "marketplace", ".claude-plugin/marketplace.json",
        json.dumps({"name": "m", "plugins": [{"name": "far", "source": {"source": "url", "url": "https://x.example"}}]}),
        [("catalog", "m", "Marketplace of 1 plugins."), ("catalog", "far", "Plugin of a marketplace: far.")],
    ),
    Sample(
        "skill-index", ".well-known/agent-skills/index.json",
        json.dumps({"skills": [{"name": "i", "description": "I.", "url": "https://x.example/i"}]}),
        [("catalog", "agent-skills index.json", "Index of 1 skills."), ("catalog", "i", "I.")],
    ),
    Sample(
        "mcp-registry", "server.json",
        json.dumps(
            {
                "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
                "name": "io.github.ann/files",
                "description": "Files.",
                "version": "1.0.0",
                "packages": [{"registryType": "npm", "identifier": "@ann/files", "transport": {"type": "stdio"}}],
            }
        ),
        [("mcp-server", "io.github.ann/files", "Files.")],
    ),
    Sample(
        "mcpb", "b/manifest.json",
        json.dumps(
            {"manifest_version": "0.3", "name": "b", "display_name": "B", "description": "D.", "server": {}}
        ),
        [("mcp-server", "B", "D.")],
    ),
    Sample(
        "toolsdk", "packages/dev/t.json", '{"type": "mcp-server", "packageName": "@t/t", "description": "T."}',
        [("mcp-server", "@t/t", "T.")],
    ),
    Sample(
        "acuvity", "x/card.json",
        json.dumps({"id": "a", "name": "a", "description": "A.", "links": {"artifacts": "https://hub.example"}}),
        [("mcp-server", "a", "A.")],
    ),
    Sample(
        "docker-mcp", "servers/d/server.yaml",
        "name: d\ntype: server\nmeta:\n  category: dev\n  tags: [x]\nabout:\n  title: D\n  description: Does.\n",
        [("mcp-server", "D", "Does.")],
    ),
    Sample(
        "a2a-card", ".well-known/agent-card.json",
        json.dumps(
            {"name": "F", "description": "Flies.", "protocolVersion": "0.3.0", "skills": [{"name": "s", "tags": ["t"]}]}
        ),
        [("agent", "F", "Flies.")],
    ),
    Sample(
        "agent-card", "cards/f.json",
        json.dumps(
            {
                "$schema": "https://x.example/agent-cards/agent.card.base.schema.json",
                "display_name": "F",
                "description": "Fetches.",
                "entry": "x",
            }
        ),
        [("agent", "F", "Fetches.")],
    ),
    Sample(
        "kiro-agent", ".kiro/agents/k.json",
        json.dumps({"name": "k", "description": "K.", "prompt": "You.", "tools": ["read"], "resources": ["file://x"]}),
        [("agent", "k", "K.")],
    ),
    Sample(
        "roo-mode", ".roomodes", "customModes:\n  - slug: d\n    name: D\n    roleDefinition: You design.\n",
        [("agent", "D", "You design.")],
    ),
    Sample(
        "roo-mode", "x/.roomodes", json.dumps({"customModes": [{"slug": "d", "whenToUse": "To design."}]}, indent="\t"),
        [("agent", "d", "To design.")],
    ),
    Sample(
        "goose-recipe", "recipes/r.yaml",
        "version: 1.0.0\ntitle: R\ndescription: Does r.\ninstructions: You do.\nparameters:\n  - key: k\n",
        [("prompt", "R", "Does r.")],
    ),
    Sample(
        "github-models-prompt", "x/sum.prompt.yml", "messages:\n  - role: system\n    content: Sum up.\n",
        [("prompt", "sum", "Sum up.")],
    ),
    Sample(
        "continue-config", ".continue/config.yaml",
        "name: C\nversion: 0.0.1\nschema: v1\nmcpServers:\n  - name: s\n    command: npx\n",
        [("catalog", "C", "Continue configuration C."), ("mcp-server", "s", "MCP server configuration for s.")],
    ),
    Sample(
        "ai-catalog", ".well-known/ai-catalog.json",
        json.dumps(
            {
                "specVersion": "1.0",
                "entries": [
                    {
                        "identifier": "urn:air:x.example:server:w",
                        "displayName": "W",
                        "type": "application/mcp-server-card+json",
                        "description": "Weather.",
                        "url": "https://x.example/w.json",
                    }
                ],
            }
        ),
        [("mcp-server", "W", "Weather.")],
    ),
]  # fmt: skip

NOT_RESOURCES = [
    ("s/references/guide.md", page(name="guide", description="D.", tools="Read"), ("s/SKILL.md",)),
    ("s/README.md", page(name="r", description="D.", tools="Read"), ()),
    (".claude/commands/README.md", BODY, ()),
    (".claude/agents/README.zh-CN.md", BODY, ()),
    ("plug/commands/CHANGELOG.md", BODY, ("plug/.claude-plugin/plugin.json",)),
    ("plug/agents/notes.md", BODY, ("plug/.claude-plugin/plugin.json",)),
    ("docs/page.md", page(title="T", description="D."), ()),
    ("docs/commands/build.md", BODY, ()),
    ("src/commands/notes.md", BODY, ("src/commands/build.ts",)),
    ("docs/agents.md", BODY, ()),
    ("docs/claude.md", BODY, ()),
    (".github/ISSUE_TEMPLATE/bug.md", page(name="Bug", description="D.", title="T", labels="bug", color="red"), ()),
    (".github/ISSUE_TEMPLATE/bug.yml", "name: Bug\ndescription: D\ntitle: T\nbody: []\n", ()),
    ("agents/x/pyproject.toml", '[project]\nname = "x"\n', ()),
    ("agents/x/package.json", '{"name": "x", "version": "1"}', ()),
    ("api/openapi.json", json.dumps({"openapi": "3.0.0", "servers": [{"url": "https://x"}], "info": {}}), ()),
    ("api/asyncapi.json", json.dumps({"servers": {"p": {"url": "x", "variables": {}}}}), ()),
    ("api/events.json", json.dumps({"servers": {"p": {"url": "mqtt://x", "protocol": "mqtt"}}}), ()),
    ("app/config.json", json.dumps({"servers": {"production": {"url": "https://x.example"}}}), ()),
    ("app/config.json", json.dumps({"servers": {"production": {"type": "http", "port": 80}}}), ()),
    ("build/plugin.json", '{"name": "x", "note": "of another build system"}', ()),
    ("k8s/kustomization.yaml", "name: x\nresources:\n  - a.yaml\n", ()),
    ("lesson.yaml", "title: T\ndescription: D\nprompt: Ask.\n", ()),
    ("config.zcf.json", '{"mcpServers": {"count": 3}}', ()),
    ("zed/settings.json", '{"agent": {"profiles": {"x": {"context_servers": {"a": {"tools": {}}}}}}}', ()),
    ("patterns/x/user.md", BODY, ()),
    ("agents/lib/plugins/p/prompts/deep/w.md", page(name="w", description="D."), ()),
    ("p/evals/a/graders/g.md", page(name="g", description="D.", model="x"), ()),
    ("policies/policies.toml", '[[rule]]\nprompt = "x"\n', ()),
    ("chart/values.yaml", "image: x\nmeta: {}\nabout: {}\n", ()),
    ("skills/catalog.md", BODY, ()),
]
"""Path, content and neighbours of files that look like resources and are none."""
