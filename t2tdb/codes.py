"""Every lint code: what it means, and the smallest safe fix. The README shows this table; a test keeps it complete."""

from __future__ import annotations

from t2tdb.value import value


@value
class Code:
    """One row of the table."""

    severity: str
    meaning: str
    fix: str


CODES: dict[str, Code] = {
    "ALIASES_INVALID": Code(
        "warning",
        "`.t2tdb/aliases.yml` is not a list of word groups; it is ignored.",
        "Write it as the README shows, then index.",
    ),
    "CORPUS_LIMIT_REACHED": Code(
        "warning",
        "With `--limits seed`: the text of one scan is used up; later bodies are not searched.",
        "Leave out `--limits seed`.",
    ),
    "CATALOG_SCHEMA": Code(
        "warning",
        "A catalog is not as the schema of its form says; it is indexed as far as it can be read.",
        "Mend it at the line that is named; `schema/` holds both schemas.",
    ),
    "DATABASE_EXPOSED": Code(
        "warning",
        "Others than its owner may read the database.",
        "Say `chmod 600` with the path that is named.",
    ),
    "DEPTH_LIMIT_REACHED": Code(
        "warning",
        "Directories are nested too deep; what lies below was not looked at.",
        "Register the deep directory as a root.",
    ),
    "DESCRIPTION_LONG": Code(
        "warning", "The description is longer than its format allows.", "Cut it to what tells when to use it."
    ),
    "DESCRIPTION_MISSING": Code(
        "warning", "There is no description and no prose to take one from.", "Add `description` to the frontmatter."
    ),
    "DIAGNOSTICS_TRUNCATED": Code(
        "warning", "More problems exist than a report details.", "Mend the first ones, or lint one directory at a time."
    ),
    "DIRECTORY_UNREADABLE": Code(
        "warning",
        "A directory could not be read; what was known of it is kept.",
        "Give yourself permission to read it, then index.",
    ),
    "DUPLICATE_ID": Code("error", "Several resources of a root have the same id.", "Rename all but one."),
    "ENTRY_LIMIT_REACHED": Code("warning", "A JSON document has more entries than are read.", "Split the document."),
    "FILE_CHANGED_WHILE_READ": Code(
        "warning", "The file changed each time it was read.", "Index again when its writer is done."
    ),
    "FILE_LIMIT_REACHED": Code(
        "warning",
        "The scan visited as many files as it may; the rest was not looked at.",
        "Raise `--max-files`, or ignore what holds no resources.",
    ),
    "FILE_TOO_LARGE": Code(
        "warning", "The file is larger than 1 MiB and was not read.", "Move long material into files beside it."
    ),
    "FILE_UNREADABLE": Code(
        "warning",
        "A file could not be read; what was known of it is kept.",
        "Give yourself permission to read it, then index.",
    ),
    "FRONTMATTER_DUPLICATE_KEY": Code(
        "warning", "A key stands twice in the frontmatter; the last one counts.", "Remove one."
    ),
    "FRONTMATTER_EMPTY": Code("warning", "The frontmatter holds no keys.", "Fill it, or remove both `---` lines."),
    "FRONTMATTER_RECOVERED": Code(
        "warning",
        "The frontmatter is not valid YAML; its top-level keys were recovered line by line.",
        "Quote the value on the line that is named.",
    ),
    "FRONTMATTER_UNCLOSED": Code("warning", "The frontmatter has no closing `---`.", "Close it."),
    "FRONTMATTER_VALUE": Code(
        "warning", "A value has a shape that its key cannot take.", "Write a text, or a list of texts for tags."
    ),
    "HIDDEN_CHARACTERS": Code(
        "warning",
        "A name or description holds invisible or bidirectional characters.",
        "Type the text again; such characters can hide instructions.",
    ),
    "INLINE_SECRET": Code(
        "warning",
        "An `env` value of an MCP server looks like a secret.",
        "Write `${VARIABLE}` instead, and replace the secret.",
    ),
    "INLINE_SECRET_ARGUMENT": Code(
        "warning",
        "An argument of an MCP server holds a known kind of token.",
        "Pass it through an environment variable, and replace it.",
    ),
    "INLINE_SECRET_COMMAND": Code(
        "warning",
        "A command holds what looks like a credential.",
        "Pass it through an environment variable, and replace it.",
    ),
    "INLINE_SECRET_HEADER": Code(
        "warning", "A header of an MCP server holds a credential.", "Refer to a variable, and replace the credential."
    ),
    "INLINE_SECRET_URL": Code(
        "warning", "An address carries a credential.", "Refer to a variable, and replace the credential."
    ),
    "INPUT_LIMIT_REACHED": Code(
        "warning", "The scan parsed as many bytes as it may; the rest was not read.", "Raise `--max-bytes`."
    ),
    "IGNORE_PATTERN_INVALID": Code(
        "warning", "A pattern of `.t2tdbignore`, `--include` or `--exclude` is none of git's.", "Mend the pattern."
    ),
    "INVALID_CATALOG_ENTRY": Code(
        "error", "A catalog entry is not an object, or its name is no text.", "Make it one, or remove it."
    ),
    "INVALID_DOCUMENT": Code(
        "error",
        "A JSON or YAML file that a host reads by its place is not valid.",
        "Mend it at the line that is named.",
    ),
    "INVALID_JSON": Code("error", "A file that must be JSON is not.", "Mend it at the line that is named."),
    "INVALID_MCP_SERVER": Code("error", "An entry of `mcpServers` is not an object.", "Make it one, or remove it."),
    "INVALID_SIDECAR": Code(
        "warning", "A file that describes the skill beside it cannot be read.", "Mend it at the line that is named."
    ),
    "INVALID_TOML": Code("error", "A TOML file that a host reads is not valid.", "Mend the line that is named."),
    "INVALID_UTF8": Code("warning", "The file holds bytes that are not UTF-8.", "Save it as UTF-8."),
    "JSON_DUPLICATE_KEY": Code("warning", "A key stands twice in a JSON object; the last one counts.", "Remove one."),
    "MCP_LAUNCH_MISSING": Code(
        "warning", "An MCP server has neither command nor transport nor address.", "Say how to start or reach it."
    ),
    "NAME_MISSING": Code("error", "The resource has no name to show.", "Give it one."),
    "PARSER_FAILED": Code(
        "error", "A parser failed on the file; the file is named and left out.", "Report it with the file."
    ),
    "PATH_CASE_TWINS": Code(
        "warning",
        "Two paths differ only in letter case or in how accents are spelled; some disks cannot hold both.",
        "Rename one.",
    ),
    "PATH_NOT_UTF8": Code("warning", "A file name is not UTF-8.", "Rename the file."),
    "RESOURCE_LIMIT_REACHED": Code(
        "warning", "The scan found as many resources as it may; the rest was not read.", "Raise `--max-resources`."
    ),
    "SECRET_IN_TEXT": Code(
        "warning",
        "A token of a known format stands in a text; it is kept out of the index, the rest is not.",
        "Revoke it, and name an environment variable instead.",
    ),
    "SYMLINK_SKIPPED": Code(
        "warning",
        "A symbolic link that would have been a resource was not followed.",
        "Index the directory that it points to.",
    ),
}
