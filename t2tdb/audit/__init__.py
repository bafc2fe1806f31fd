"""The database as a document in Datasette: what its pages say, canned queries, and a page that asks.

Nothing here opens the database. Datasette does, with the SQLite of the Python standard library, in its own process; so
no module of this package may load ``apsw`` (two SQLites on one file in one process lose each other's locks).
"""
