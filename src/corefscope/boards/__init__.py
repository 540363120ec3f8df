"""Leaderboards: many systems on many data sets, from a folder or a manifest."""
