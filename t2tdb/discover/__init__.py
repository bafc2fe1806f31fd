"""The file tree: walking it, reading it, and what changed in it since it was last seen."""
