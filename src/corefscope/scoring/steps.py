"""The optional parts of a score, in the order in which they run: the order is part of what they mean.

Each is imported only when its setting is not the default, so a plain score loads none of them.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from corefscope.metrics.evidence import HasAlignment, HasTable
from corefscope.model import Corpus
from corefscope.settings import Settings

if TYPE_CHECKING:
    from corefscope.scoring.sides import Sides


def load(place: str) -> Callable[..., Any]:
    """The function at `module:name`, below corefscope."""
    module, _, name = place.partition(":")
    function: Callable[..., Any] = getattr(import_module(f"corefscope.{module}"), name)
    return function


class SideStep(NamedTuple):
    """A change of one side alone: a function of corpus, settings, notices and, for a response, the prepared key."""

    applies: Callable[[Corpus, Settings], bool]
    place: str


class PairStep(NamedTuple):
    """A change of paired sides: a function of sides, run and notices to sides."""

    applies: Callable[[Sides, Settings], bool]
    place: str


class Variant(NamedTuple):
    """Another way to count: a function from metric and evidence to a Tally, or None for a metric without such a way."""

    applies: Callable[[HasTable], bool]
    place: str

    @property
    def function(self) -> Callable[..., Any]:
        return load(self.place)


def _has_sets(evidence: HasTable) -> bool:
    return isinstance(evidence, HasAlignment) and evidence.alignment.sets is not None


VARIANTS = (
    Variant(_has_sets, "anaphora.split:count"),
    Variant(lambda evidence: evidence.table.rules.singletons in ("e2e", "stanza"), "conventions.singletons:count"),
)


def _words_differ(sides: Sides, settings: Settings) -> bool:
    return settings.align != "none" or sides.key.inexact_text or sides.response.inexact_text


def _selects(sides: Sides, settings: Settings) -> bool:
    return settings.drop != "none" or settings.sentences is not None


SIDE_STEPS = (
    SideStep(lambda corpus, settings: bool(settings.names_strip or settings.pair_by), "scoring.side_steps:rename"),
    SideStep(lambda corpus, settings: settings.layer != "identity", "scoring.side_steps:take_layer"),
    SideStep(lambda corpus, settings: settings.guess_types != "none", "scoring.side_steps:set_language"),
    SideStep(lambda corpus, settings: settings.types is not None, "scoring.side_steps:add_types"),
    SideStep(lambda corpus, settings: True, "scoring.side_steps:resolve_duplicates"),
    SideStep(
        lambda corpus, settings: bool(corpus.relations) and settings.split == "drop",
        "scoring.side_steps:leave_out_sets",
    ),
    SideStep(
        lambda corpus, settings: (settings.zeros, settings.split) == ("drop", "drop"), "scoring.side_steps:drop_zeros"
    ),
)
PAIR_STEPS = (
    PairStep(_selects, "conventions.selection:select_response"),
    PairStep(_words_differ, "scoring.model_output:to_characters"),
)
