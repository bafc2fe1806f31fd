"""Catalogs: a stored resource as other programs read it. Values in, dictionaries out; no database, no network."""
