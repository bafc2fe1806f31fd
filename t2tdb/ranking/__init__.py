"""Ranking profiles: analysis, scores and explanations, as pure functions of text and numbers."""
