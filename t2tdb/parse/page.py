"""A Markdown page with frontmatter as one resource: the way of all Markdown formats."""

from __future__ import annotations

import re

from t2tdb.model import Draft, SearchText
from t2tdb.parse import frontmatter, markdown, metadata
from t2tdb.parse.identity import directory_name, resource_id, stem
from t2tdb.parse.registry import Format
from t2tdb.parse.source import Source
from t2tdb.parse.spelling import distinct_sorted
from t2tdb.value import value

_ABOUT = frozenset(
    {
        "AGENTS.md",
        "CHANGELOG.md",
        "CLAUDE.md",
        "CODE_OF_CONDUCT.md",
        "CONTRIBUTING.md",
        "GEMINI.md",
        "LICENSE.md",
        "QWEN.md",
        "SECURITY.md",
        "_index.md",
    }
)


_README = re.compile(r"readme(?:[._][a-z-]{2,8}|-[a-z]{2}(?:[-_][a-z]{2,4})?)?\.md")


def is_readme(file_name: str) -> bool:
    """``README.md`` and its translations; ``readme-generator.md`` may be an agent."""
    return _README.fullmatch(file_name.lower()) is not None


def is_about(file_name: str) -> bool:
    """Is the page about its directory rather than one of the things in it? ``security.md`` may be a command."""
    return file_name in _ABOUT or is_readme(file_name)


@value
class Page:
    """What a page says of itself."""

    front: frontmatter.Frontmatter
    outline: markdown.Outline


def read_page(source: Source) -> Page:
    """Read a page and note what is wrong with its frontmatter."""
    front = frontmatter.read(source.text)
    for deviation in front.deviations:
        source.note("warning", deviation.code, f"Frontmatter: {deviation.reason}.", line=deviation.line)
    if source.damaged:
        source.note("warning", "INVALID_UTF8", "The file holds bytes that are not UTF-8; they are shown as U+FFFD.")
    for key in ("name", "description"):
        if isinstance(metadata.lookup(front.values, key), list | dict):
            message = f"Frontmatter: '{key}' must be text; it is a list or mapping and is not used."
            source.note("warning", "FRONTMATTER_VALUE", message, line=front.first_line)
    return Page(front, markdown.outline(front.body))


def draft_of(
    source: Source,
    page: Page,
    made: Format,
    kind: str,
    *,
    fallback: str = "stem",
    own_name: str = "",
    details: tuple[tuple[str, str], ...] = (),
    parameters: tuple[str, ...] = (),
) -> Draft:
    """The resource that a page is.

    Name: frontmatter, then ``own_name`` where the format derives names from paths, else the first heading, then the
    directory (``fallback="directory"``) or the file's stem.
    Description: frontmatter's ``description`` or ``summary``, then the first prose paragraph.
    """
    values = page.front.values
    name, name_source = metadata.text_of(values, "name"), "frontmatter"
    if not name and own_name:
        name, name_source = own_name, "path"
    if not name and page.outline.headings:
        name, name_source = page.outline.headings[0], "heading"
    if not name:
        name, name_source = directory_name(source.path) if fallback == "directory" else "", "directory"
    if not name:
        name, name_source = stem(source.path), "stem"
    description, description_source = metadata.text_of(values, "description", "summary"), "frontmatter"
    if not description:
        description = page.outline.paragraph
        description_source = "paragraph" if description else ""
    own_tags = metadata.tags_of(values)
    tags = distinct_sorted([kind, *own_tags])
    headings = page.outline.headings
    return Draft(
        id=resource_id(kind, source.path),
        kind=kind,
        name=name,
        description=description,
        tags=tags,
        text=SearchText(
            name, description, tags, own_tags, headings, markdown.ranked_body(page.front.body), parameters=parameters
        ),
        format=made.name,
        details=(*markdown.sections(headings), *((key, text) for key, text in details if text)),
        headings=headings,
        version=metadata.text_of(values, "version"),
        name_source=name_source,
        description_source=description_source,
    )


def rule_details(page: Page) -> tuple[tuple[str, str], ...]:
    """When a rule applies, as its frontmatter says it under the keys of the hosts."""
    keys = ("globs", "paths", "applyTo", "alwaysApply", "inclusion", "fileMatchPattern", "trigger")
    found = ((key, metadata.lookup(page.front.values, key)) for key in keys)
    return tuple((key, ", ".join(metadata.strings_of(node))) for key, node in found)


def agent_details(page: Page) -> tuple[tuple[str, str], ...]:
    """The model that an agent asks for."""
    return (("model", metadata.text_of(page.front.values, "model")),)


def tool_names(page: Page) -> tuple[str, ...]:
    """The tools that a page asks for."""
    values = page.front.values
    found = [metadata.lookup(values, key) for key in ("tools", "allowed-tools", "allowedTools")]
    return distinct_sorted([name for node in found for name in metadata.strings_of(node)])


def command_name(path: str) -> str:
    """``git/pr.md`` below a directory of commands is the command ``git:pr``."""
    folder, _, _ = path.rpartition("/")
    return ":".join([*(part for part in folder.split("/") if part), stem(path)])
