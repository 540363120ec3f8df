"""The entries of the catalogue: one for each split of a public corpus, with its conventions and sizes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from corefscope.problems import SettingsError, UnknownName

COUNTS = ("documents", "tokens", "mentions", "entities")
CONVENTIONS = ("singletons", "zeros", "scope")


@dataclass(frozen=True)
class KnownCorpus:
    """A split of a public corpus: how it is scored, and what its files are checked by.

    >>> found = known_corpus("ontonotes-5.0-test")
    >>> found.preset, found.documents, found.mentions
    ('conll2012', 348, 19764)
    """

    name: str
    title: str
    language: str
    address: str  # where to get it
    source: str  # of the sizes
    sources: Mapping[str, str]  # of everything else
    preset: str | None = None
    also: tuple[str, ...] = ()  # other presets that are in use for it
    settings: Mapping[str, str] = field(default_factory=dict)  # where no task has a preset
    singletons: str = ""
    zeros: str = ""
    scope: str = ""
    licence: str = ""
    format: str = ""  # of the release
    documents: int | None = None
    tokens: int | None = None
    mentions: int | None = None
    entities: int | None = None
    names: str = ""  # a pattern that the names of all documents match
    sha256: str = ""  # of its one file

    @property
    def checked_by(self) -> tuple[str, ...]:
        """What files can be checked by."""
        return tuple(name for name in (*COUNTS, "names", "sha256") if getattr(self, name))

    def check_preset(self, preset: str) -> None:
        """Refuse a preset that nobody scores this corpus by."""
        fitting = [name for name in (self.preset, *self.also) if name]
        if preset not in fitting:
            hint = f"it goes with {', '.join(fitting)}" if fitting else "give its settings one by one"
            raise SettingsError("conflicting-options", f"{self.name} is not scored by the preset {preset}", hint=hint)

    def as_object(self) -> dict[str, Any]:
        """Everything that is known, for JSON."""
        known = {name: value for name, value in vars(self).items() if value not in (None, "", (), {})}
        return {**known, **{name: dict(known[name]) for name in ("settings", "sources") if name in known}}


@cache
def known_corpora() -> dict[str, KnownCorpus]:
    """All entries by name, in the order of the file."""
    import tomllib
    from importlib.resources import files

    found = {}
    text = files("corefscope.catalogue").joinpath("corpora.toml").read_text(encoding="utf-8")
    for corpus, about in tomllib.loads(text).items():
        about["also"] = tuple(about.get("also", ()))
        for split, sizes in about.pop("splits").items():
            name = f"{corpus}-{split}"
            found[name] = KnownCorpus(name=name, **about, **sizes)
    return found


def known_corpus(name: str) -> KnownCorpus:
    """The entry of this name."""
    if name not in known_corpora():
        raise UnknownName("corpus", name, known_corpora(), "corefscope corpora")
    return known_corpora()[name]
