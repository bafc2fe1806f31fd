"""The questions that auditors ask most, as canned queries of Datasette: plain SQL that SQLite 3.40 reads.

Datasette stops a query after one second. So those that show the members of groups choose the groups first, as many as
can be shown, and look up only their members: of 100,000 resources in 50,000 groups that takes 0.05 s for equal texts,
which an index groups, and 0.4 s for equal names, which are sorted. Grouping all and joining took 1.6 s and 1.1 s.
"""

from __future__ import annotations

from t2tdb.value import value


@value
class Query:
    """One canned query; parameters are the ``:names`` in its SQL."""

    title: str
    description: str
    sql: str


QUERIES: dict[str, Query] = {
    "newest_changes": Query(
        "Newest changes",
        "What the last scans added, changed and removed, newest first.",
        """\
select changed_at, action, kind, name, fields, root, path, resource_id
from recent_changes
order by changed_at desc
limit 500""",
    ),
    "problems_by_root": Query(
        "Problems by root",
        "How often each problem occurs in each root; errors first.",
        """\
select root, severity, code, count(*) as problems, min(message) as example
from problem_list
group by root, severity, code
order by severity, problems desc, code""",
    ),
    "duplicates": Query(
        "Duplicate content",
        "Every resource whose text stands in the library more than once; copies of one text stand together.",
        """\
with texts as materialized (
  select content_hash, count(*) as copies from resources
  group by content_hash having count(*) > 1
  order by copies desc, content_hash
  limit 500
)
select texts.copies, resources.name, resources.kind, roots.path as root, resources.path, resources.entry,
  resources.origin, resources.key as resource_key
from texts join resources on resources.content_hash = texts.content_hash
  join roots on roots.id = resources.root_id
order by texts.copies desc, texts.content_hash, roots.path, resources.path
limit 1000""",
    ),
    "same_name_different_content": Query(
        "Same name, different content",
        "Resources of one kind and name whose texts differ: an agent may pick the wrong one.",
        """\
with names as materialized (
  select kind, name, count(*) as namesakes, json_group_array(key) as keys from resources
  group by kind, name having min(content_hash) < max(content_hash)
  order by namesakes desc, kind, name
  limit 500
)
select names.namesakes, names.kind, names.name, resources.description, roots.path as root, resources.path,
  resources.content_hash, resources.key as resource_key
from names join json_each(names.keys) as member join resources on resources.key = member.value
  join roots on roots.id = resources.root_id
order by names.namesakes desc, names.kind, names.name, roots.path, resources.path
limit 1000""",
    ),
    "without_description": Query(
        "Resources without a description",
        "What an agent cannot choose well, because nothing says what it is for.",
        """\
select resources.kind, resources.name, roots.path as root, resources.path, resources.key as resource_key
from resources join roots on roots.id = resources.root_id
where trim(resources.description) = ''
order by resources.kind, resources.name
limit 1000""",
    ),
    "biggest_files": Query(
        "Biggest files",
        "The largest files that hold resources; large files cost an agent context.",
        """\
with biggest as materialized (
  select id, root_id, size, path, claim, status from files order by size desc, id limit 200
)
select biggest.size, roots.path as root, biggest.path, biggest.claim as format,
  (select count(*) from resources where resources.file_id = biggest.id) as resources, biggest.status
from biggest join roots on roots.id = biggest.root_id
order by biggest.size desc, biggest.id""",
    ),
    "mcp_servers_by_command": Query(
        "MCP servers by command",
        "What would be started, and how many servers start it. Arguments and environment values are never stored.",
        """\
select coalesce(command, '') as command, coalesce(transport, '') as transport, count(*) as servers,
  count(distinct name) as names, min(name) as example, min(root || '/' || path) as example_file
from mcp_servers
group by coalesce(command, ''), coalesce(transport, '')
order by servers desc, command""",
    ),
    "search_by_task": Query(
        "Search by task",
        "Full-text search for the words of a task. It is close to what t2tdb find answers, which ranks exactly and"
        " explains every score: see the page Ask.",
        """\
select resources.name, resources.kind, resources.description, roots.path as root, resources.path,
  resources.key as resource_key
from resources_fts
  join resources on resources.key = resources_fts.rowid
  join roots on roots.id = resources.root_id
where resources_fts match
  '"' || replace(replace(substr(:task, 1, length(:task)), '"', ' '), ' ', '" OR "') || '"'
order by bm25(resources_fts, 4, 2, 3, 1), resources.name
limit 50""",
    ),
}
