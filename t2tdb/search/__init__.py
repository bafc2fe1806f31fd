"""Recall and exact scoring over the stored index."""
