"""Formats: bytes in, records out."""
