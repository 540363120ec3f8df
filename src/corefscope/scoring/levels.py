"""Across documents, after Cattan et al. (2021): coreference without singletons at several levels, mentions with them.

One reading of the files, several scores: entities joined within each topic, across the whole corpus, and cut at
documents. Where both sides say which entities are events, events and other entities are also scored apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from corefscope.metrics import AnyMetrics, Metric
from corefscope.metrics import metrics as parse_metrics
from corefscope.presets import CROSS_DOCUMENT
from corefscope.problems import SettingsError
from corefscope.scoring.dialect_scores import with_paths
from corefscope.scoring.inputs import Input, Progress, names_of, path_of, read_key_and_responses
from corefscope.scoring.result import Result, brief
from corefscope.scoring.score import score
from corefscope.scoring.shown import Shown
from corefscope.scoring.units import CORPUS, DOCUMENT
from corefscope.settings import Settings

if TYPE_CHECKING:
    from typing import Unpack

    from corefscope.basics.keywords import SettingsKeywords
    from corefscope.model import Corpus

USUAL = ("muc", "b3", "ceafe", "conll", "lea")
ALL, EVENTS, ENTITIES = "all", "events", "entities"
EVENT_TYPES = ("action", "event", "neg_action")  # how an entity's type begins, in lower case, if it is an event


@dataclass(frozen=True)
class PartScores:
    """All entities, or events or the others alone: a result for each level, and mentions with singletons."""

    name: str
    levels: Mapping[str, Result]
    mentions: Result


@dataclass(frozen=True, repr=False)
class CrossDocument(Shown):
    """The results of all levels: that of topics (or what `scope` names) first, then the corpus, then documents.

    >>> from corefscope import Document, Mention
    >>> entity = [[Mention(0, 1)]]
    >>> key = [Document(name, entity, ["e"], groups={"topic": "1"}) for name in ("a", "b")]
    >>> found = cross_document(key, key, metrics="muc")
    >>> found["topic"].f1["muc"], found["document"].f1["muc"], found["mentions"].f1["mentions"]
    (1.0, 0.0, 1.0)
    """

    VIEW = "results:levels"
    metrics: tuple[Metric, ...]
    parts: tuple[PartScores, ...]

    def __repr__(self) -> str:
        shown = (f"{level} {'/'.join(map(brief, result))}" for level, result in self.parts[0].levels.items())
        return f"<CrossDocument: {', '.join(shown)}>"

    def __getitem__(self, level: str) -> Result:
        """The result of a level, of all entities: `topic`, `corpus`, `document`; `mentions` for mention detection."""
        return {**self.parts[0].levels, "mentions": self.parts[0].mentions}[level]

    def part(self, name: str) -> PartScores:
        return {part.name: part for part in self.parts}[name]


def cross_document(
    key: Input,
    *responses: Input,
    metrics: AnyMetrics = USUAL,
    names: Sequence[str] | None = None,
    settings: Settings | None = None,
    strict: bool = False,
    progress: Progress | None = None,
    **options: Unpack[SettingsKeywords],
) -> CrossDocument:
    """Score responses at the level of topics, of the corpus and of documents; the files are read once.

    `options` are fields of Settings; those of the preset `cross-document` are used where nothing else is given.
    `scope` names the first level: `topic`, another column of the key, or a pattern on the names of documents.
    """
    if not responses:
        raise SettingsError("no-response", "there is no response to score")
    chosen = Settings.of(settings, None if settings else CROSS_DOCUMENT, options)
    if chosen.scope in (CORPUS, DOCUMENT):
        fact = f"the levels {CORPUS} and {DOCUMENT} are shown anyway"
        raise SettingsError("no-such-scope", fact, hint="--scope names what is between them, such as topic")
    wanted = tuple(parse_metrics(metrics))
    called = names_of(responses, names)
    sides = read_key_and_responses(key, responses, called, chosen, progress or (lambda step: None))
    paths = [path_of(side) for side in (key, *responses)]
    parts = []
    for name, some in _parts(sides).items():
        levels = {}
        for level in (chosen.scope, CORPUS, DOCUMENT):
            result = score(*some, metrics=wanted, names=called, settings=replace(chosen, scope=level), strict=strict)
            levels[level] = with_paths(result, paths, sides)
        found = replace(chosen, scope=DOCUMENT, singletons="keep")
        mentions = score(*some, metrics="mentions", names=called, settings=found, strict=strict)
        parts.append(PartScores(name, levels, with_paths(mentions, paths, sides)))
    return CrossDocument(wanted, tuple(parts))


def _parts(sides: Sequence[Corpus]) -> dict[str, list[Corpus]]:
    """All entities; and events and the others apart, where every side has both."""
    parts = {ALL: list(sides)}
    events = [_is_event(side) for side in sides]
    if all(each is not None and each.any() and not each.all() for each in events):
        for name, wanted in ((EVENTS, True), (ENTITIES, False)):
            parts[name] = [
                side.keep((each == wanted)[side.entity])
                for side, each in zip(sides, events, strict=True)
                if each is not None
            ]
    return parts


def _is_event(corpus: Corpus) -> np.ndarray | None:
    """Whether each entity is an event, by its type; None if no entity has a type."""
    if corpus.entity_type is None or not any(corpus.entity_type):
        return None
    return np.array([str(kind).lower().startswith(EVENT_TYPES) for kind in corpus.entity_type], bool)
