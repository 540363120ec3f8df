"""All settings that can change a number, in one frozen object; its text is the signature under every table.

A setting is a field of Settings, a matching mode an entry of MATCHINGS: the command line, `--config`, `--signature`,
the web form and the docs are derived from them. No NumPy here: `--help` needs none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from corefscope._version import __version__
from corefscope.basics.arguments import instance
from corefscope.basics.escaping import quoted, short_repr
from corefscope.basics.options import (
    FORMAT,
    PATH,
    Choice,
    OptionSet,
    check_names,
    listed,
    option,
    options_of,
    registry,
    signature_parts,
)
from corefscope.presets import preset_named
from corefscope.problems import SettingsError, UnknownName

MATCHING, READING = "settings (part of the signature)", "reading files (part of the signature)"
OBJECTS = "Python objects"
DOCUMENT, CORPUS = "document", "corpus"  # what `scope` can name besides columns and patterns


@dataclass(frozen=True, eq=False)
class Matching(Choice):
    """A way to match mentions; its code gives pairs of rows that the exact pairs leave free."""

    heads: tuple[str, ...] = ()  # the sides whose mentions all need a head
    syntax: bool = False  # whether it looks at heads or parse trees


_TOLERANT = "corefscope.alignment.mentions.tolerant"
MATCHINGS: dict[str, Matching] = registry(
    Matching("exact", "they cover the same tokens"),
    Matching(
        "head",
        "they have the same head; where several have, the tokens they share decide",
        needs="heads on both sides",
        code=f"{_TOLERANT}:by_head",
        heads=("key", "response"),
        syntax=True,
    ),
    Matching(
        "partial",
        "the response lies within the key mention and contains its head (CorefUD)",
        needs="heads in the key",
        code=f"{_TOLERANT}:partial",
        heads=("key",),
        syntax=True,
    ),
    Matching(
        "min",
        "the response lies within the key mention and contains its minimum span; without minimum spans, their MINA "
        "spans are equal",
        needs="minimum spans, or a parse column in the key",
        code=f"{_TOLERANT}:minimum",
        syntax=True,
    ),
)
SINGLETONS = registry(
    Choice("keep", "they count"),
    Choice("drop", "they are left out, on both sides"),
    Choice("e2e", "they are left out in B³ and LEA, in CEAFe those of the response only", "as e2e-coref does"),
    Choice("stanza", "they are left out in LEA", "as Stanza does"),
)
REPEATED = registry(
    Choice("first", "it stays in the first of them", "it stays in the first"),
    Choice("last", "it stays in the last of them"),
    Choice("merge", "the entities become one", "the entities"),
    Choice("error", "the file is refused"),
    Choice("official", "as the official scorer does", "the official scorer's way"),
    Choice("coval", "it counts in each of them, and links go to the last (coval, e2e-coref)", "it counts in each"),
    Choice("corefud", "the same, but once in each entity (corefud-scorer)", "in each once"),
    Choice("stanza", "it counts in each of them, and in B³ in all of the other side (Stanza)"),
)
KEEPS_DUPLICATES = ("official", "coval", "corefud", "stanza")  # values of `repeated`
AVERAGES = registry(
    Choice("micro", "counts add over documents", "counts add"),
    Choice("macro", "the mean of the documents' scores", "mean of scores"),
    Choice("means", "the F1 of mean recall and mean precision; LEA's counts add (Stanza)", "F1 of means"),
)
ZEROS = registry(
    Choice("linear", "empty nodes are the same if they have the same place", "their place"),
    Choice("dependent", "empty nodes match first if they depend on the same words", "their dependencies"),
    Choice("drop", "mentions whose head is an empty node are left out, on both sides", "ignore them"),
)
SPLITS = registry(
    Choice("drop", "a plural entity has its mentions only", "are left out"),
    Choice("keep", "the set of its parts counts as one more mention, as far as it is right", "count as a mention"),
)
LAYERS = registry(
    Choice("identity", "the entities of the text"),
    Choice("deixis", "discourse deixis: what is said, and the pronouns that refer to it", "discourse deixis"),
)
MENTIONS = registry(Choice("all", "all of them"), Choice("shared", "those that both sides have", "on both sides"))
DROPS = registry(
    Choice("none", "nothing is"),
    Choice("nested", "mentions within another one of the same entity", "within one of the same entity"),
    Choice("vp", "mentions that are verb phrases of the parse column", "verb phrases", needs="a parse column"),
    Choice("nested+vp", "both", "both"),
)
NESTINGS = registry(
    Choice("ids", "lists of ids are clusters, and lists of clusters are documents"),
    Choice("spans", "innermost lists are spans"),
)
BOUNDARIES = registry(
    Choice("key", "if the key has such links"),
    Choice("either", "if the key or the response has such links (corefud-scorer)", "if either side has them"),
)
_LANGUAGES = {
    "en": "English", "de": "German: pronouns only", "fr": "French", "es": "Spanish", "ca": "Catalan", "it": "Italian",
    "pt": "Portuguese", "nl": "Dutch", "sv": "Swedish", "da": "Danish", "no": "Norwegian", "cs": "Czech",
    "pl": "Polish", "ru": "Russian", "hu": "Hungarian", "tr": "Turkish", "zh": "Chinese: pronouns only",
    "ja": "Japanese: pronouns only",
}  # fmt: skip
LANGUAGES = registry(
    Choice("auto", "the language of the key's words, if it is clear"),
    Choice("none", "off"),
    *(Choice(code, title) for code, title in _LANGUAGES.items()),
)
ALIGNMENTS = registry(
    Choice("none", "tokens have to be the same"), Choice("characters", "both sides are counted in characters")
)


def window_size(text: str) -> tuple[int, bool]:
    """Return the size of a window, and whether it counts sentences.

    >>> window_size("1500"), window_size("50s")
    ((1500, False), (50, True))
    """
    number = text.removesuffix("s")
    if not (number.isascii() and number.isdigit() and len(number) < 10 and int(number)):
        fact = f"{quoted(text)} is not the size of a window"
        raise SettingsError("wrong-value", fact, hint="e.g. 1500 for tokens, or 50s for sentences")
    return int(number), number != text


def _setting(
    default: str | None, help: str, choices: Mapping[str, Choice] | None = None, label: str | None = None, **more: Any
) -> Any:
    """Declare a matching setting; its label on the web form is its help by default, and "" hides it."""
    title = help[0].upper() + help[1:] if label is None else label
    return option(default, help, choices, label=title, group=MATCHING, **more)


def _reading(help: str, label: str, **more: Any) -> Any:
    """Declare a setting for reading files."""
    return option(None, help, label=label, group=READING, **more)


def table_columns(text: str) -> dict[str, str]:
    """Return the columns of items and of labels, by `item` and `label`."""
    columns = dict(part.strip().partition("=")[::2] for part in text.split(","))
    if sorted(columns) != ["item", "label"] or not all(columns.values()):
        fact = f"--table-columns is {short_repr(text)}"
        raise SettingsError("wrong-value", fact, hint="expected item=COLUMN,label=COLUMN")
    return columns


CHUNKS = registry(
    Choice("mentions", "entities with a mention in common are one", "by common mentions"),
    Choice("names", "entities with one name or number are one", "by names of entities"),
)
_WITH_KEY = ("score", "compare", "errors", "report", "leaderboard")
_SELECTING: dict[str, Any] = {
    "honoured_by": ("score", "compare", "errors", "report"),
    "excludes": ("split", "relations"),
    "because": "it selects mentions, not relations or other annotation",
}


@dataclass(frozen=True)
class Settings(OptionSet):
    """How key and response are read, prepared, matched and averaged.

    >>> Settings(singletons="drop").signature(version="1.0")
    'corefscope:1.0|match:exact|singletons:drop|repeated:first|average:micro'
    >>> Settings.parse(Settings(format="json").signature()) == Settings(format="json")
    True
    """

    match: str = _setting("exact", "when two mentions are the same", MATCHINGS, prominent=True)
    singletons: str = _setting(
        "keep", "entities of one mention, on both sides", SINGLETONS, "Entities of one mention", prominent=True
    )
    repeated: str = _setting("first", "a mention in two entities", REPEATED, prominent=True)
    average: str = _setting("micro", "how to average over documents", AVERAGES, prominent=True)
    zeros: str = _setting("linear", "how to match zeros", ZEROS, "Zeros are matched by")
    mentions: str = _setting("all", "which mentions count", MENTIONS, metavar="WHICH")
    boundary: str = _setting("key", "when a kind of link counts in BLANC", BOUNDARIES)
    split: str = _setting(
        "drop",
        "split antecedents: the entities that a plural mention combines",
        SPLITS,
        "Split antecedents",
        excludes=("singletons=e2e", "singletons=stanza", "mentions=shared"),
        because="no rule defines how to count sets of split antecedents",
    )
    layer: str = _setting("identity", "what to score", LAYERS)
    window: str | None = _setting(
        None,
        "window size: 1500 tokens, or 50s for 50 sentences; documents and entities of both sides are cut",
        label="Cut into windows of",
        metavar="N",
        placeholder="tokens, or 50s",
        check=lambda text: window_size(text),
        honoured_by=("score", "compare", "errors"),
        excludes=("scope", "align", "split", "relations"),
        because="windows cut entities of one document in the key's tokens",
    )
    drop: str = _setting("none", "mentions to leave out, on both sides", DROPS, "Left out", **_SELECTING)
    sentences: str | None = _setting(
        None,
        "the sentences that count: a table of document, sentence (from 0), or ECB+'s own list",
        label="",
        metavar="FILE",
        kind=PATH,
        **_SELECTING,
    )
    scope: str = _setting(
        DOCUMENT,
        "unit of scoring: document (default), corpus, a column such as topic, or a regular expression on names",
        label="What is scored as one",
        metavar="UNIT",
        placeholder=DOCUMENT,
        excludes=tuple(f"repeated={value}" for value in KEEPS_DUPLICATES),
        because="scorers that keep duplicates have no scope but the document",
    )
    align: str = _setting("none", "if key and response are tokenised differently", ALIGNMENTS)
    types: str | None = _setting(
        None, "a table of document, start, end, type: mention types", label="", metavar="FILE", kind=PATH
    )
    guess_types: str = _setting(
        "auto",
        "language for guessing mention types from words, if nothing else gives them",
        LANGUAGES,
        "Mention types from words",
        metavar="LANGUAGE",
    )
    format: str | None = _reading("the format of both sides, if detection fails", "", metavar="NAME", kind=FORMAT)
    key_format: str | None = _reading(
        "the key's format", "Format of the key", metavar="NAME", kind=FORMAT, honoured_by=_WITH_KEY
    )
    response_format: str | None = _reading(
        "the responses' format", "Format of the responses", metavar="NAME", kind=FORMAT
    )
    key_clusters: str | None = _reading(
        "the JSON field, column, layer or relation that holds the key's clusters",
        "Field or relation of the key",
        honoured_by=_WITH_KEY,
        metavar="FIELD",
        placeholder="clusters",
    )
    response_clusters: str | None = _reading(
        "the JSON field, column, layer or relation that holds the responses' clusters",
        "Field or relation of the responses",
        metavar="FIELD",
        placeholder="clusters",
    )
    chunks: str | None = option(
        None,
        "join a language model's answers to windows of a document",
        CHUNKS,
        group=READING,
        honoured_by=("score",),
    )
    table_columns: str | None = _reading(
        "the columns of a table of items and labels, if they have unusual names",
        "",
        metavar="item=COLUMN,label=COLUMN",
        check=lambda text: table_columns(text),
        honoured_by=("score",),
    )
    names_strip: str | None = _reading(
        "a regular expression to remove from the names of documents",
        "Remove from the names of documents",
        metavar="PATTERN",
    )
    pair_by: str | None = _reading(
        "a regular expression whose group is the name by which documents are paired",
        "Pair documents by",
        metavar="PATTERN",
    )
    objects: str | None = option(
        None, "how to read ambiguous nested lists in Python (also mentions=)", NESTINGS, group=OBJECTS
    )

    def signature(self, version: str = __version__, plugins: Sequence[str] = ()) -> str:
        """Return the settings as text: some always, the others if they are not at their default.

        It names plug-ins, `name@version` each, for information: parsing it imports nothing.
        """
        parts = [*self.parts(defaults=False), *([f"plugins:{','.join(plugins)}"] if plugins else [])]
        return "|".join([f"corefscope:{version}", *parts])

    @staticmethod
    def parse(signature: str) -> Settings:
        """Parse the settings of a signature of any version."""
        values = signature_parts(signature)
        for name in ("corefscope", "plugins"):
            values.pop(name, None)
        check_names(values, options_of(Settings))
        return Settings(**values)

    @staticmethod
    def of(settings: Settings | None, preset: str | None, options: Mapping[str, Any]) -> Settings:
        """Return settings, or those of a preset, with some of them changed by name."""
        if settings is not None and preset is not None:
            raise SettingsError("conflicting-options", "give either settings or a preset")
        if settings is not None:
            base = instance(settings, Settings, "settings")
        else:
            base = DEFAULTS if preset is None else Settings(**preset_named(preset).values)
        if not options:
            return base
        mentions = options.get("mentions")
        if isinstance(mentions, str) and mentions not in MENTIONS:
            if mentions not in NESTINGS or "objects" in options:
                raise UnknownName("value for mentions", mentions, (*MENTIONS, *NESTINGS))
            others = {name: value for name, value in options.items() if name != "mentions"}
            options = {"objects": mentions, **others}
        for name, meant in (("metric", "metrics"), ("response", "predictions")):  # no near misses of settings
            if name in options:
                raise SettingsError("unknown-name", f"there is no setting {name!r}", hint=f"did you mean {meant}=?")
        check_names(options, options_of(Settings))
        return replace(base, **options)


DEFAULTS = Settings()


def check_conflicts(settings: Settings, scoring_relations: str | None = None, command: str = "score") -> None:
    """Refuse settings that exclude each other, or that a command does not support.

    `scoring_relations` is a metric that scores relations.
    """
    options = options_of(Settings)
    changed = settings.changed()
    for each in options.values():
        if each.name not in changed:
            continue
        if each.honoured_by and command not in each.honoured_by:
            hint = f"remove it; {listed(each.honoured_by, 'and')} support it"
            raise SettingsError("conflicting-options", f"{each.flag} is not supported by {command}", hint=hint)
        for excluded in each.excludes:
            name, _, value = excluded.partition("=")
            if name == "relations":
                other = scoring_relations
            else:
                current = getattr(settings, name)
                conflicting = current == value if value else name in changed
                other = f"{options[name].flag} {current}" if conflicting else None
            if other is not None:
                fact = f"{each.flag} {getattr(settings, each.name)} and {other} cannot be combined: {each.because}"
                raise SettingsError("conflicting-options", fact, hint="leave out one of them")
