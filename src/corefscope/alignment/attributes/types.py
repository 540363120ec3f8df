"""Heads and types of mentions, by stated rules, from what a format has; what is unknown stays unknown.

Every value comes with the name of its rule, so that `stats` can say where it came from.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.attributes.heads import Syntax, TextLookup, by_document, give_heads, plain_heads, texts_of
from corefscope.alignment.attributes.types_file import TypesFile
from corefscope.alignment.attributes.word_types import WordTypes
from corefscope.basics.escaping import cut, quoted
from corefscope.model import TOKENS, TYPES, UNKNOWN, Corpus, Integers
from corefscope.problems import CorefscopeError, PairingError
from corefscope.text import Text

TYPE_RULES = {
    "format": "the file gives it",
    "types file": "the file named by --types gives it",
    "universal part of speech": "of the head: PROPN is a name; PRON and DET a pronoun; anything else nominal",
    "part of speech": "of the head: NNP, NNPS and NR are names; PRP, PRP$, WP, WP$, WDT, PN and a lone DT pronouns; "
    "anything else nominal",
    "named entity": "the mention is a named entity of the file",
    "words": "the words, by the rule of --guess-types: a list of pronouns, and capital letters for names",
    "unknown": "nothing gives it",
}
_NAMES = ("NNP", "NNPS", "NR", "NNP+PRP$")
_PRONOUNS = ("PRP", "PRP$", "WP", "WP$", "WDT", "PN")
# Columns, and the cells in them that say nothing.
_COLUMNS = {"upos": {"", "_"}, "pos": {"", "_", "-"}, "named_entity": {"", "_", "-", "*"}}
_NOT_NAMES = ("CARDINAL", "ORDINAL", "PERCENT", "QUANTITY", "MONEY", "DATE", "TIME")


def with_types(
    corpus: Corpus, types_file: str | None = None, other_text: TextLookup | None = None
) -> tuple[Corpus, Counter[str]]:
    """Add every mention type that a rule gives, and count how often each rule applied."""
    full, _, rules = with_heads_and_types(corpus, types_file, other_text)
    return replace(corpus, type=full.type), rules


def with_heads_and_types(
    corpus: Corpus,
    types_file: str | None = None,
    other_text: TextLookup | None = None,
    columns: Callable[[Sequence[tuple[Text, int]]], TextColumns] | None = None,
) -> tuple[Corpus, Counter[str], Counter[str]]:
    """Add every head and type that a rule gives, and count how often each applied; opens each text once.

    `columns` finds what several corpora need of their texts, made once.
    """
    head, head_rules, headless = plain_heads(corpus)
    kinds, type_rules, rest = _given_types(corpus, types_file)
    untyped = by_document(corpus, rest)
    without_head = by_document(corpus, headless)
    for document in sorted({*untyped, *without_head}):
        found = (columns or TextColumns)(texts_of(corpus, document, other_text))
        if document in without_head:
            give_heads(corpus, without_head[document], found.syntax, head, head_rules)
        rows = untyped.get(document, [])
        if not found.has_types:
            rows = [row for row in rows if UNKNOWN < head[row] < 0]
            type_rules["unknown"] += len(untyped.get(document, ())) - len(rows)
        places = zip(head[rows].tolist(), corpus.start[rows].tolist(), corpus.end[rows].tolist(), strict=True)
        for row, place in zip(rows, places, strict=True):
            kinds[row], rule = found.type_of(*place)
            type_rules[rule] += 1
        guessed = _guess(corpus, untyped.get(document, ()), found, kinds)
        type_rules["words"] += guessed
        type_rules["unknown"] -= guessed
    type_rules += Counter()  # rules that gave nothing are not listed
    return replace(corpus, head=head, type=kinds), head_rules, type_rules


def _guess(corpus: Corpus, rows: Sequence[int], found: TextColumns, kinds: NDArray[np.int8]) -> int:
    """Set the types that words give to mentions without one, and count them."""
    rows = [row for row in rows if not kinds[row] and (corpus.shape is None or corpus.shape[row] < 0)]
    language = corpus.language
    if not rows or language is None or corpus.unit != TOKENS or language.code is None:
        return 0
    types, guessed = found.word_types(language.code), 0
    if types is None:
        return 0
    for row in rows:
        kinds[row] = TYPES.index(types.of(int(corpus.start[row]), int(corpus.end[row])))
        guessed += int(kinds[row] > 0)
    language.guessed += guessed
    return guessed


class TextColumns:
    """What the texts of one document, its own and the other side's, say of heads and types."""

    def __init__(self, texts: Sequence[tuple[Text, int]], words: Sequence[str] | None = None) -> None:
        self._texts, self._words = texts, words
        self._word_types: dict[str, WordTypes] = {}

    @cached_property
    def syntax(self) -> Syntax:
        return Syntax(*self._texts)

    @cached_property
    def _layers(self) -> list[_Layers]:
        return [_Layers(text) for text in self._texts or (None,)]

    @property
    def has_types(self) -> bool:
        return any(self._layers)

    def word_types(self, language: str) -> WordTypes | None:
        """The rule of a language for the words of the first text, if there is one."""
        if language not in self._word_types and self._texts:
            text, number = self._texts[0]
            words = text.words(number) if self._words is None else self._words
            if words is not None:
                self._word_types[language] = WordTypes(language, words, text.sentences(number))
        return self._word_types.get(language)

    def type_of(self, head: int, start: int, end: int) -> tuple[int, str]:
        """Return the type of a mention, a number in TYPES, and the rule of the first text that gives it."""
        for layers in self._layers:
            kind, rule = _type(head, start, end, layers)
            if kind != TYPES[0]:
                return TYPES.index(kind), rule
        return 0, TYPES[0]


def _given_types(corpus: Corpus, types_file: str | None) -> tuple[NDArray[np.int8], Counter[str], Integers]:
    """Return the types that files give, a count per kind of file, and the remaining rows."""
    kinds = np.zeros(corpus.mention_count, np.int8) if corpus.type is None else corpus.type.copy()
    listed = np.zeros(corpus.mention_count, bool)
    if types_file:
        given, _ = TypesFile.read(types_file).match(corpus)
        listed = given > 0
        kinds[listed] = given[listed]
    counts = {"types file": int(listed.sum()), "format": int((kinds[~listed] > 0).sum())}
    rules = Counter({rule: count for rule, count in counts.items() if count})
    return kinds, rules, np.flatnonzero(~listed & (kinds == 0))


class _Layers:
    """The columns of one text from which mention types follow; None for those without a value."""

    def __init__(self, text: tuple[Text, int] | None) -> None:
        columns = [(text[0].layer(text[1], name) if text else None, blank) for name, blank in _COLUMNS.items()]
        self.upos, self.pos, self.names = (column if set(column or ()) - blank else None for column, blank in columns)
        self.closings = [place for place, bit in enumerate(self.names or ()) if bit.endswith(")")]

    def __bool__(self) -> bool:
        return bool(self.upos or self.pos or self.names)


def _type(head: int, start: int, end: int, layers: _Layers) -> tuple[str, str]:
    """Return the type of a mention and the rule that gives it."""
    has_head = head != UNKNOWN
    if has_head and head < 0:
        return "pronoun", "universal part of speech"  # a zero is an unspoken pronoun
    upos, pos, names = layers.upos, layers.pos, layers.names
    if upos and has_head and head < len(upos) and upos[head] not in ("_", ""):
        kind = {"PROPN": "name", "PRON": "pronoun", "DET": "pronoun"}.get(upos[head], "nominal")
        return kind, "universal part of speech"
    if names and _is_named_entity(names, layers.closings, start, end):
        return "name", "named entity"
    if pos and has_head and head < len(pos) and pos[head] not in ("-", "_", ""):
        tag = pos[head]
        if tag in _PRONOUNS or (tag == "DT" and end - start == 1):
            return "pronoun", "part of speech"
        return ("name" if tag in _NAMES else "nominal"), "part of speech"
    return "unknown", "unknown"


def _is_named_entity(names: list[str], closings: list[int], start: int, end: int) -> bool:
    """Test whether the mention is exactly one named entity, and not a number or date."""
    if end > len(names) or start >= end or not names[start].startswith("("):
        return False
    label = names[start].strip("()*")
    closed = bisect_left(closings, start)  # the first closing bracket from there on
    return bool(label) and label not in _NOT_NAMES and closings[closed : closed + 1] == [end - 1]


def missing_types(corpus: Corpus, metric: str, allowed: Sequence[str] = TYPES[1:]) -> CorefscopeError | None:
    """Return an error about the first mention whose type is not `allowed`, or None."""
    kinds = np.zeros(corpus.mention_count, np.int8) if corpus.type is None else corpus.type
    others = np.flatnonzero(~np.isin(kinds, [TYPES.index(name) for name in allowed]))
    if not len(others):
        return None
    row = int(others[0])
    kind = TYPES[kinds[row]]
    alike = int((kinds[others] == kinds[row]).sum())
    many = f"{alike} mention has" if alike == 1 else f"{alike} mentions have"
    document = corpus.names[corpus.document[row]]
    fact = f"{many} no type" if kind == "unknown" else f"{many} the type {cut(kind)}, not one of {', '.join(allowed)}"
    return PairingError(
        "missing-mention-types",
        f"{metric} needs mention types: {fact}, first {corpus.describe_mention(row)} of document {quoted(document)}",
        *corpus.where(row),
        "part-of-speech columns give types, and so do --types FILE and, from the words, --guess-types LANGUAGE"
        if corpus.label is None
        else "in Python Mention(start, end, type='name') has a type; files with part-of-speech columns give types",
    )


def require_entity_types(corpora: Sequence[Corpus], metric: str) -> None:
    """Raise an error if an entity has no type, with a remedy."""
    for corpus in corpora:
        kinds = np.full(corpus.entity_count, "") if corpus.entity_type is None else corpus.entity_type
        unknown = np.array([str(kind).partition(":")[0] == "" for kind in kinds], bool)
        if unknown.any():
            entity = int(np.flatnonzero(unknown)[0])
            row = int(np.flatnonzero(corpus.entity == entity)[0])
            many = "1 entity has" if unknown.sum() == 1 else f"{unknown.sum()} entities have"
            raise PairingError(
                "missing-entity-types",
                f"{metric} needs entity types: {many} none, first entity {quoted(corpus.entity_name(entity))} with "
                f"{corpus.describe_mention(row)} of document {quoted(corpus.names[corpus.document[row]])}",
                *corpus.where(row),
                "CorefUD and ACE's APF give them, tables have a column entity_type, and in Python "
                "Document(…, entity_types=[…])",
            )
