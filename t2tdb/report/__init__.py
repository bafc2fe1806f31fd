"""Reports: one payload, and its renderings."""
