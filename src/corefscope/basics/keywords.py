"""Keyword arguments of public functions, for type checkers only: the fields of Settings and of Plan.

Written by `make generate`; no module imports it when the program runs.
"""

from __future__ import annotations

import os
from typing import TypedDict


class SettingsKeywords(TypedDict, total=False):
    """The fields of Settings."""

    match: str
    singletons: str
    repeated: str
    average: str
    zeros: str
    mentions: str
    boundary: str
    split: str
    layer: str
    window: str | None
    drop: str
    sentences: str | os.PathLike[str] | None
    scope: str
    align: str
    types: str | os.PathLike[str] | None
    guess_types: str
    format: str | None
    key_format: str | None
    response_format: str | None
    key_clusters: str | None
    response_clusters: str | None
    chunks: str | None
    table_columns: str | None
    names_strip: str | None
    pair_by: str | None
    objects: str | None


class PlanKeywords(TypedDict, total=False):
    """The fields of Plan."""

    field: str
    test: str
    tail: str
    correction: str
    interval: str
    alpha: float
    trials: int | None
    seed: int
    group: str


class ChallengeKeywords(TypedDict, total=False):
    """The fields of Rule, and some of Plan."""

    rule: str
    pronoun_rule: str
    shared: str
    missing: str
    interval: str
    alpha: float
    trials: int | None
    seed: int
    correction: str


class ComparisonKeywords(SettingsKeywords, PlanKeywords, total=False):
    """The fields of both."""
