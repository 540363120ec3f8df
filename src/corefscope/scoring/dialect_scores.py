"""The same files under every dialect of "CoNLL F1" that is in use: which number would each scorer have printed?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, cast

from corefscope.metrics import AnyMetrics, Metric
from corefscope.metrics import metrics as parse_metrics
from corefscope.presets import DIALECTS, Preset
from corefscope.problems import CorefscopeError, SettingsError, UnknownName
from corefscope.scoring.inputs import Input, Progress, names_of, path_of, read_key_and_responses
from corefscope.scoring.result import Result, brief
from corefscope.scoring.score import score
from corefscope.scoring.shown import Shown
from corefscope.settings import Settings

if TYPE_CHECKING:
    from typing import Unpack

    from corefscope.basics.keywords import SettingsKeywords
    from corefscope.model import Corpus

OFFICIAL = "conll2012"
USUAL = ("muc", "b3", "ceafe", "conll")  # what all dialects have


@dataclass(frozen=True)
class DialectScores:
    """A result under the rules of one scorer, or the reason why these files have none."""

    preset: Preset
    result: Result | None
    reason: str = ""


@dataclass(frozen=True, repr=False)
class Dialects(Shown):
    """The results of all dialects, official first.

    >>> found = dialects([["a", "b"], ["c"]], [["a", "b"], ["c"]], metrics="conll")
    >>> found["conll2012"].f1["conll"], round(found["e2e"].f1["conll"], 4)
    (1.0, 0.8889)
    """

    VIEW = "results:dialects"
    metrics: tuple[Metric, ...]
    rows: tuple[DialectScores, ...]

    def __repr__(self) -> str:
        return f"<Dialects: {', '.join(f'{row.preset.name} {_brief(row.result)}' for row in self.rows)}>"

    def __getitem__(self, name: str) -> Result:
        found = {row.preset.name: row for row in self.rows}
        if name not in found:
            raise UnknownName("dialect", name, found)
        row = found[name]
        if row.result is None:
            raise SettingsError("no-result", f"the dialect {name} has no result for these files: {row.reason}")
        return row.result


def _brief(result: Result | None) -> str:
    return "–" if result is None else "/".join(brief(system) for system in result)


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
    if not responses:
        raise SettingsError("no-response", "there is no response to score")
    chosen, wanted = Settings.of(None, None, options), tuple(parse_metrics(metrics))
    # What was given wins also where it is the default: a dialect may have another.
    given = {name: value for name, value in options.items() if getattr(chosen, name) == value}
    called = names_of(responses, names)
    sides = read_key_and_responses(key, responses, called, chosen, progress or (lambda step: None))
    paths = [path_of(side) for side in (key, *responses)]
    rows = []
    for preset in DIALECTS.values():
        settings = Settings.of(Settings(**preset.values), None, {**changed(chosen), **given})
        try:
            result = score(*sides, metrics=wanted, names=called, settings=settings, strict=strict)
            rows.append(DialectScores(preset, with_paths(result, paths, sides)))
        except CorefscopeError as error:
            if not rows:
                raise
            # The official scorer can count these files; this one may need more, such as heads.
            rows.append(DialectScores(preset, None, str(error)))
    return Dialects(wanted, tuple(rows))


def changed(settings: Settings) -> SettingsKeywords:
    """The fields that are not at their default."""
    usual = Settings()
    values = {each.name: getattr(settings, each.name) for each in fields(Settings)}
    found: Any = {name: value for name, value in values.items() if value != getattr(usual, name)}
    return cast("SettingsKeywords", found)


def with_paths(result: Result, paths: Sequence[str | None], sides: Sequence[Corpus]) -> Result:
    """The result of corpora that were read before, with the files that they came from."""
    files = [side.files if path else () for path, side in zip(paths, sides, strict=True)]
    systems = [
        replace(system, path=path, files=read)
        for system, path, read in zip(result.systems, paths[1:], files[1:], strict=True)
    ]
    return replace(result, key=replace(result.key, path=paths[0], files=files[0]), systems=tuple(systems))
