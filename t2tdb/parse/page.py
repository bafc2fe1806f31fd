"""A Markdown page with frontmatter as one resource: the way of all Markdown formats."""

from __future__ import annotations

from t2tdb.model import Draft, SearchText
from t2tdb.parse import frontmatter, markdown, metadata
from t2tdb.parse.identity import directory_name, resource_id, stem
from t2tdb.parse.registry import Format
from t2tdb.parse.source import Source
from t2tdb.parse.spelling import distinct_sorted
from t2tdb.value import value


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


def draft_of(source: Source, page: Page, made: Format, kind: str, *, fallback: str = "stem") -> Draft:
    """The resource that a page is.

    Name: frontmatter, then the first heading, then the directory (``fallback="directory"``) or the file's stem.
    Description: frontmatter's ``description`` or ``summary``, then the first prose paragraph.
    """
    values = page.front.values
    name, name_source = metadata.text_of(values, "name"), "frontmatter"
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
        text=SearchText(name, description, tags, own_tags, headings, markdown.ranked_body(page.front.body)),
        format=made.name,
        details=markdown.sections(headings),
        headings=headings,
        host=made.host,
        version=metadata.text_of(values, "version"),
        name_source=name_source,
        description_source=description_source,
    )
