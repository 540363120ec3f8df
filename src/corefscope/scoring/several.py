"""The same files scored several times: under the rules of every scorer in use, and at several levels across documents.

The files are read once. At the levels, after Cattan et al. (2021), coreference is scored without singletons, with
entities joined within each topic, across the corpus, and cut at documents; mentions are scored with singletons.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from corefscope.basics.arguments import callback
from corefscope.metrics import AnyMetrics, Metric
from corefscope.presets import CROSS_DOCUMENT, DIALECTS, Preset
from corefscope.problems import CorefscopeError, SettingsError, UnknownName, raise_doubts
from corefscope.scoring.inputs import Input, NamedInput, Progress, parse_sides, read
from corefscope.scoring.result import Reportable, Result, brief
from corefscope.scoring.score import score_sources
from corefscope.scoring.steps import Run
from corefscope.settings import CORPUS, DOCUMENT, Settings

if TYPE_CHECKING:
    from typing import Unpack

    from corefscope.basics.keywords import SettingsKeywords
    from corefscope.model import Corpus

OFFICIAL = "conll2012"
USUAL = ("muc", "b3", "ceafe", "conll")  # what all dialects have
LEVEL_METRICS = (*USUAL, "lea")
ALL, EVENTS, ENTITIES = "all", "events", "entities"
EVENT_TYPES = ("action", "event", "neg_action")  # how an entity's type begins, in lower case, if it is an event


@dataclass(frozen=True)
class DialectScores:
    """A result under the rules of one scorer, or the reason why these files have none."""

    preset: Preset
    result: Result | None
    reason: str = ""


@dataclass(frozen=True, repr=False)
class Dialects(Reportable):
    """The results of all dialects, official first.

    >>> result = dialects([["a", "b"], ["c"]], [["a", "b"], ["c"]], metrics="conll")
    >>> result["conll2012"].f1["conll"], round(result["e2e"].f1["conll"], 4)
    (1.0, 0.8889)
    """

    VIEW = "results:dialects"
    metrics: tuple[Metric, ...]
    rows: tuple[DialectScores, ...]

    def __repr__(self) -> str:
        rows = (f"{row.preset.name} {'/'.join(map(brief, row.result or ())) or '–'}" for row in self.rows)
        return f"<Dialects: {', '.join(rows)}>"

    def __getitem__(self, name: str) -> Result:
        rows = {row.preset.name: row for row in self.rows}
        if name not in rows:
            raise UnknownName("dialect", name, rows)
        result, reason = rows[name].result, rows[name].reason
        if result is None:
            raise SettingsError("no-result", f"the dialect {name} has no result for these files: {reason}")
        return result


@dataclass(frozen=True)
class PartScores:
    """All entities, only events, or only the others: a result for each level, and mentions with singletons."""

    name: str
    levels: Mapping[str, Result]
    mentions: Result


@dataclass(frozen=True, repr=False)
class CrossDocument(Reportable):
    """The results of all levels: that of topics (or what `scope` names) first, then the corpus, then documents.

    >>> from corefscope import Document, Mention
    >>> entity = [[Mention(0, 1)]]
    >>> key = [Document(name, entity, ["e"], groups={"topic": "1"}) for name in ("a", "b")]
    >>> result = cross_document(key, key, metrics="muc")
    >>> result["topic"].f1["muc"], result["document"].f1["muc"], result["mentions"].f1["mentions"]
    (1.0, 0.0, 1.0)
    """

    VIEW = "results:levels"
    metrics: tuple[Metric, ...]
    parts: tuple[PartScores, ...]

    def __repr__(self) -> str:
        levels = (f"{level} {'/'.join(map(brief, result))}" for level, result in self.parts[0].levels.items())
        return f"<CrossDocument: {', '.join(levels)}>"

    def __getitem__(self, level: str) -> Result:
        """Return the result of a level, of all entities: `topic`, `corpus`, `document`; or `mentions`."""
        return {**self.parts[0].levels, "mentions": self.parts[0].mentions}[level]

    def part(self, name: str) -> PartScores:
        return {part.name: part for part in self.parts}[name]


def dialects(
    key: Input,
    *responses: Input,
    metrics: AnyMetrics = USUAL,
    names: Sequence[str] | None = None,
    strict: bool = False,
    progress: Progress | None = None,
    **options: Unpack[SettingsKeywords],
) -> Dialects:
    """Score responses against a key under every dialect; the files are read once.

    `options` are fields of Settings, which win over those of each dialect.
    """
    sources, plain = _read_once(key, responses, names, Run.of(metrics, None, None, options, strict), progress)
    # The caller's options win even at their defaults, since a dialect may have other values.
    named: dict[str, Any] = {name: getattr(plain.settings, name) for name in plain.changed | options.keys()}
    rows = []
    for preset in DIALECTS.values():
        try:
            run = Run.of(plain.metrics, preset.name, None, named, strict)
            rows.append(DialectScores(preset, score_sources(sources[0], sources[1:], run)))
        except CorefscopeError as error:
            if not rows:
                raise
            # The official scorer can count these files; this one may need more, such as heads.
            rows.append(DialectScores(preset, None, error.sentence()))
    raise_doubts(rows[0].result.warnings if rows[0].result else ())
    return Dialects(plain.metrics, tuple(rows))


def cross_document(
    key: Input,
    *responses: Input,
    metrics: AnyMetrics = LEVEL_METRICS,
    names: Sequence[str] | None = None,
    settings: Settings | None = None,
    strict: bool = False,
    progress: Progress | None = None,
    **options: Unpack[SettingsKeywords],
) -> CrossDocument:
    """Score responses at the level of topics, of the corpus and of documents; the files are read once.

    `options` are fields of Settings; their defaults are those of the preset `cross-document`.
    `scope` names the first level: `topic`, another column of the key, or a pattern on the names of documents.
    Where both sides say which entities are events, events and other entities are also scored apart.
    """
    between = Run.of(metrics, None if settings else CROSS_DOCUMENT, settings, options, strict)
    if between.settings.scope in (CORPUS, DOCUMENT):
        fact = f"the levels {CORPUS} and {DOCUMENT} are always scored"
        raise SettingsError("no-such-scope", fact, hint="--scope names what is between them, such as topic")
    sources, between = _read_once(key, responses, names, between, progress)

    def scored(sides: Sequence[Corpus], metrics: AnyMetrics, **changes: str) -> Result:
        key, *responses = map(_with_corpus, sources, sides)
        return score_sources(key, responses, Run.of(metrics, None, between.settings, changes, strict))

    parts = []
    for name, sides in _parts([source.value for source in sources]).items():
        levels = {
            level: scored(sides, between.metrics, scope=level) for level in (between.settings.scope, CORPUS, DOCUMENT)
        }
        parts.append(PartScores(name, levels, scored(sides, "mentions", scope=DOCUMENT, singletons="keep")))
    raise_doubts(parts[0].levels[DOCUMENT].warnings)
    return CrossDocument(between.metrics, tuple(parts))


def _read_once(
    key: Input, responses: Sequence[Input], names: Sequence[str] | None, run: Run, progress: Progress | None
) -> tuple[list[NamedInput], Run]:
    """Read all files, to be scored several times."""
    source, sources, run = parse_sides(key, tuple(responses), names, run)
    report = callback(progress, "progress")
    return [_with_corpus(each, read(each, run.settings, report)) for each in (source, *sources)], run


def _with_corpus(source: NamedInput, corpus: Corpus) -> NamedInput:
    return source._replace(value=corpus)


def _parts(sides: Sequence[Any]) -> dict[str, Sequence[Corpus]]:
    """Return all entities; and events and the others apart, where every side has both."""
    parts: dict[str, Sequence[Corpus]] = {ALL: sides}
    types = [[] if side.entity_type is None else side.entity_type.tolist() for side in sides]
    events = [np.array([str(kind).lower().startswith(EVENT_TYPES) for kind in each], np.bool_) for each in types]
    if all(each.any() and not each.all() for each in events):
        pairs = list(zip(sides, events, strict=True))
        parts[EVENTS] = [side.keep(each[side.entity]) for side, each in pairs]
        parts[ENTITIES] = [side.keep(~each[side.entity]) for side, each in pairs]
    return parts
