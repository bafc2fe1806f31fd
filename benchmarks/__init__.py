"""Measures t2tdb beside other engines on seeded synthetic libraries; see ``scripts/bench``."""
