"""Leaderboards: many systems on many data sets, found in a folder or listed in a manifest."""
