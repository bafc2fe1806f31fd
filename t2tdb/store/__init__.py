"""The database file: the only place that speaks SQL to a live database."""
