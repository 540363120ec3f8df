"""Everything that can change a number, in one frozen object; its text is the signature under every table."""

from __future__ import annotations

from dataclasses import dataclass, fields

from corefscope._version import __version__
from corefscope.alignment.mentions import MATCHINGS, ZEROS
from corefscope.basics.arguments import path, text
from corefscope.basics.escaping import quoted
from corefscope.problems import SettingsError, UnknownName

CHOICES = {
    "match": tuple(MATCHINGS),
    "singletons": ("keep", "drop"),
    "repeated": ("first", "last", "merge", "error", "official"),
    "average": ("micro", "macro"),
    "zeros": tuple(ZEROS),
    "mentions": ("all", "shared"),
    "align": ("none", "characters"),
}
ALWAYS_SHOWN = ("match", "singletons", "repeated", "average")


@dataclass(frozen=True)
class Settings:
    """How key and response are read, prepared, matched and averaged.

    >>> Settings(singletons="drop").signature(version="1.0")
    'corefscope:1.0|match:exact|singletons:drop|repeated:first|average:micro'
    >>> Settings.parse(Settings(format="json").signature()) == Settings(format="json")
    True
    """

    match: str = "exact"
    singletons: str = "keep"
    repeated: str = "first"
    average: str = "micro"
    zeros: str = "linear"
    mentions: str = "all"
    scope: str = "document"
    align: str = "none"
    order: str | None = None
    types: str | None = None
    format: str | None = None
    key_format: str | None = None
    response_format: str | None = None
    key_clusters: str | None = None
    response_clusters: str | None = None

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            if each.name in CHOICES:
                if not isinstance(value, str) or value not in CHOICES[each.name]:
                    raise UnknownName(f"value for {each.name}", value, CHOICES[each.name])
            elif value is not None or each.default is not None:
                if each.name == "types":
                    object.__setattr__(self, each.name, path(value, each.name))
                else:
                    text(value, each.name)

    def signature(self, version: str = __version__) -> str:
        """The settings as text; the first four always, the others where they are not at their default."""
        values = [(field, getattr(self, field.name)) for field in fields(self)]
        given = [
            f"{field.name}:{value if field.name in CHOICES else _quoted(str(value))}"
            for field, value in values
            if field.name in ALWAYS_SHOWN or value != field.default
        ]
        return "|".join([f"corefscope:{version}", *given])

    @staticmethod
    def parse(signature: str) -> Settings:
        """The settings that a signature stands for, whatever the version that wrote it."""
        values: dict[str, str] = {}
        signature = text(signature, "the signature")
        names = [field.name for field in fields(Settings)]
        for part in signature.strip().split("|"):
            name, colon, value = part.partition(":")
            if not colon:
                raise SettingsError(f"{quoted(part)} is no part of a signature", hint="expected name:value")
            if name == "corefscope":
                continue
            if name not in names:
                raise UnknownName("setting", name, names)
            values[name] = value if name in CHOICES else _unquoted(value)
        return Settings(**values)


def _quoted(value: str) -> str:
    from urllib.parse import quote  # takes longer to load than the rest of this module

    return quote(value, safe="", errors="surrogatepass")


def _unquoted(value: str) -> str:
    from urllib.parse import unquote

    return unquote(value, errors="surrogatepass")


PRESETS = {
    # Pradhan et al. 2014, scorer v8.01: exact spans, singletons as they come, its own way with repeated mentions.
    "conll2012": Settings(match="exact", singletons="keep", repeated="official"),
    # Žabokrtský et al. 2022: partial matching, no singletons.
    "crac2022": Settings(match="partial", singletons="drop"),
    # Žabokrtský et al. 2023: head matching, no singletons.
    "crac2023": Settings(match="head", singletons="drop"),
    # Novák et al. 2024: head matching, no singletons, zeros matched by their dependencies.
    "crac2024": Settings(match="head", singletons="drop", zeros="dependent"),
    # Bamman et al. 2020: exact spans; LitBank annotates singletons, and they count.
    "litbank": Settings(match="exact", singletons="keep"),
}


def preset(name: str) -> Settings:
    if not isinstance(name, str) or name not in PRESETS:
        raise UnknownName("preset", name, PRESETS)
    return PRESETS[name]
