"""A signature in words: what each part of it says."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from corefscope.basics.options import Option, options_of, signature_parts
from corefscope.basics.short_signature import expanded, is_short, shortened
from corefscope.challenges.rule import Rule
from corefscope.problems import SettingsError
from corefscope.scoring.shown import Shown
from corefscope.settings import Settings
from corefscope.statistics.plan import Plan

ABOUT = {
    "corefscope": "the version that computed it",
    "plugins": "metrics from elsewhere, each with its version",
    "datasets": "the data sets of a leaderboard",
    "missing": "how a leaderboard counts missing submissions",
    "challenge": "the challenge set",
    "metrics": "the metrics",
}
UNKNOWN = "not a setting of this version"
UNKNOWN_VALUE = "not a value of this version"


class Part(NamedTuple):
    """A part of a signature: its name, its value and what it says."""

    name: str
    value: str
    meaning: str


@dataclass(frozen=True)
class Signature(Shown):
    """A signature in its long form, its short form and in words.

    >>> found = signature("cs1.0nv0g00.3wt4")
    >>> found.text
    'corefscope:0.1.0|match:exact|singletons:keep|repeated:first|average:micro'
    >>> found.parts[1]
    Part(name='match', value='exact', meaning='when two mentions are the same: they cover the same tokens')
    """

    VIEW = "signature"

    text: str

    @property
    def short(self) -> str:
        """The short form, which can be turned back."""
        return shortened(self.text)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """What each part says, in the order of the signature."""
        found = signature_parts(self.text)
        rule = options_of(Rule) if "challenge" in found else {}  # leaderboards have another `missing`
        declared = {**rule, **options_of(Plan), **options_of(Settings)}
        return tuple(Part(name, value, _meaning(name, value, declared)) for name, value in found.items())


def signature(text: str) -> Signature:
    """Explain a signature, given in its long or its short form."""
    found = Signature(expanded(text) if is_short(text) else text.strip())
    if found.parts[0].name != "corefscope":
        raise SettingsError("bad-signature", "a signature begins with corefscope:VERSION", hint="copy it whole")
    return found


def _meaning(name: str, value: str, declared: dict[str, Option]) -> str:
    each = declared.get(name)
    if each is None:
        return ABOUT.get(name, UNKNOWN)
    if each.choices is None:
        return each.help
    if value not in each.choices:
        return f"{each.help}: {UNKNOWN_VALUE}"
    meaning = each.choices[value].meaning
    return f"{each.help}: {meaning}" if meaning else each.help
