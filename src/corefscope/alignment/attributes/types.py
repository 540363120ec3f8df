"""Heads and types of mentions, by stated rules, from what a format has; what is unknown stays unknown.

Every value comes with the name of its rule, so that `stats` can say where it came from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.alignment.attributes.heads import Syntax, TextLookup, by_document, give_heads, plain_heads, texts_of
from corefscope.alignment.attributes.types_file import TypesFile
from corefscope.alignment.attributes.word_types import WordTypes
from corefscope.arrays import rows_by_group
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
_NAME, _NOMINAL, _PRONOUN = (TYPES.index(name) for name in ("name", "nominal", "pronoun"))
_DETERMINER = len(TYPES)  # a pronoun if it is alone, else nominal
MOST_TAGS = 4096  # that are remembered
AT_ONCE = 1 << 16  # tokens of the documents whose mentions are typed together


class _Tags(dict[str, int]):
    """The type that a tag gives to a mention; nominal unless listed, 0 for a cell that says nothing."""

    def __missing__(self, tag: str) -> int:
        if len(self) < MOST_TAGS:
            self[tag] = _NOMINAL
        return _NOMINAL


_UPOS = _Tags({"": 0, "_": 0, "PROPN": _NAME, "PRON": _PRONOUN, "DET": _PRONOUN})
_POS = _Tags({"": 0, "_": 0, "-": 0, "DT": _DETERMINER})
_POS |= dict.fromkeys(("NNP", "NNPS", "NR", "NNP+PRP$"), _NAME)
_POS |= dict.fromkeys(("PRP", "PRP$", "WP", "WP$", "WDT", "PN"), _PRONOUN)
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
    waiting: list[tuple[list[int], TextColumns]] = []
    tokens = 0
    for document in sorted({*untyped, *without_head}):
        found = (columns or TextColumns)(texts_of(corpus, document, other_text))
        if document in without_head:
            give_heads(corpus, without_head[document], found.syntax, head, head_rules)
        if document in untyped:
            waiting.append((untyped[document], found))
            tokens += found.tokens
        if tokens > AT_ONCE:
            _set_types(corpus, waiting, head, kinds, type_rules)
            waiting, tokens = [], 0
    _set_types(corpus, waiting, head, kinds, type_rules)
    ordered = {rule: type_rules[rule] for rule in TYPE_RULES if type_rules[rule]}
    return replace(corpus, head=head, type=kinds), head_rules, Counter(ordered)


def _set_types(
    corpus: Corpus,
    documents: Sequence[tuple[list[int], TextColumns]],
    head: Integers,
    kinds: NDArray[np.int8],
    rules: Counter[str],
) -> None:
    """Set the types of rows, given by document with what its texts say, and count the rules."""
    rows = np.array([row for some, _ in documents for row in some], np.int64)
    if not len(rows):
        return
    number = np.repeat(np.arange(len(documents)), [len(some) for some, _ in documents])
    left = np.arange(len(rows))
    for place in range(max(len(found.codes) for _, found in documents)):
        codes = [found.codes[place] if place < len(found.codes) else NOTHING for _, found in documents]
        at = rows[left]
        given, rule = _by_columns(codes, number[left], head[at], corpus.start[at], corpus.end[at])
        kinds[at] = given
        for which, count in enumerate(np.bincount(rule).tolist()):
            rules[_COLUMN_RULES[which]] += count if which else 0
        left = left[given == 0]
    guessed = _guess(corpus, rows[left], number[left], [found for _, found in documents], kinds)
    rules["words"] += guessed
    rules["unknown"] += len(left) - guessed


def _guess(
    corpus: Corpus, rows: Integers, number: Integers, found: Sequence[TextColumns], kinds: NDArray[np.int8]
) -> int:
    """Set the types that words give to mentions without one, and count them."""
    if corpus.shape is not None:
        plain = corpus.shape[rows] < 0
        rows, number = rows[plain], number[plain]
    language = corpus.language
    if not len(rows) or language is None or corpus.unit != TOKENS or language.code is None:
        return 0
    for each, some in zip(found, rows_by_group(number, len(found)), strict=True):
        words = each.word_types(language.code) if len(some) else None
        if words is not None:
            at = rows[some]
            kinds[at] = words.of(corpus.start[at], corpus.end[at])
    guessed = int((kinds[rows] > 0).sum())
    language.guessed += guessed
    return guessed


class JoinedColumns:
    """A column of the tokens of several documents, one after the other; None is one without tokens."""

    def __init__(self, columns: Sequence[NDArray[Any] | None], dtype: Any) -> None:
        there = [np.zeros(0, dtype) if column is None else column for column in columns]
        self.length = np.array([len(column) for column in there], np.int64)
        self.first = np.cumsum(self.length) - self.length
        self.joined: NDArray[Any] = np.concatenate(there) if there else np.zeros(0, dtype)

    def at(self, document: Integers, token: Integers, missing: int = 0) -> NDArray[Any]:
        """Return the values of tokens; `missing` where a document has no such token."""
        found = np.full(len(document), missing, self.joined.dtype)
        inside = (token >= 0) & (token < self.length[document])
        found[inside] = self.joined[self.first[document][inside] + token[inside]]
        return found


class Codes(NamedTuple):
    """What the columns of one text say: types by part of speech, and where the named entity from a token ends."""

    upos: NDArray[np.int8] | None = None
    pos: NDArray[np.int8] | None = None
    named_until: NDArray[np.int32] | None = None


NOTHING = Codes()
_COLUMN_RULES = ("unknown", "universal part of speech", "part of speech", "named entity")


def _by_columns(
    codes: Sequence[Codes], document: Integers, head: Integers, start: Integers, end: Integers
) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return the type of each mention and the number of the rule that gives it."""
    upos = JoinedColumns([each.upos for each in codes], np.int8).at(document, head)
    upos[(head < 0) & (head != UNKNOWN)] = _PRONOUN  # a zero is an unspoken pronoun
    pos = JoinedColumns([each.pos for each in codes], np.int8).at(document, head)
    pos[pos == _DETERMINER] = np.where(end - start == 1, _PRONOUN, _NOMINAL)[pos == _DETERMINER]
    named = JoinedColumns([each.named_until for each in codes], np.int32).at(document, start, -1) == end
    found = np.where(upos > 0, upos, np.where(named, np.int8(_NAME), pos))
    rule = np.where(upos > 0, 1, np.where(named, 3, np.where(pos > 0, 2, 0)))
    return found, rule.astype(np.int8)


class TextColumns:
    """What the texts of one document, its own and the other side's, say of heads and types."""

    def __init__(
        self,
        texts: Sequence[tuple[Text, int]],
        words: Sequence[str] | None = None,
        sentences: Sequence[tuple[int, int]] | None = None,
    ) -> None:
        self._texts, self._words, self._sentences = texts, words, sentences
        self._word_types: dict[str, WordTypes | None] = {}

    @cached_property
    def syntax(self) -> Syntax:
        return Syntax(*self._texts)

    @cached_property
    def codes(self) -> list[Codes]:
        """What each text says; of none, that it says nothing."""
        return [_codes(text) for text in self._texts] or [NOTHING]

    @property
    def tokens(self) -> int:
        """How many numbers are held."""
        return sum(len(column) for each in self.codes for column in each if column is not None)

    def word_types(self, language: str) -> WordTypes | None:
        """The types that the words of the first text give, if there is one."""
        if language not in self._word_types and self._texts:
            text, number = self._texts[0]
            words, sentences = self._words, self._sentences
            if words is None:
                words, sentences = text.words(number), text.sentences(number)
            self._word_types[language] = None if words is None else WordTypes(language, words, sentences)
        return self._word_types.get(language)


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


def _codes(text: tuple[Text, int]) -> Codes:
    upos, pos, names = (text[0].layer(text[1], name) for name in ("upos", "pos", "named_entity"))
    return Codes(_tagged(upos, _UPOS), _tagged(pos, _POS), None if names is None else _named_until(names))


def _tagged(column: Sequence[str] | None, table: _Tags) -> NDArray[np.int8] | None:
    return None if column is None else np.fromiter(map(table.__getitem__, column), np.int8, len(column))


def _named_until(names: Sequence[str]) -> NDArray[np.int32] | None:
    """Return where the named entity that begins at each token ends, excluded; -1 if none does, or a number or date."""
    if not any(bit.startswith("(") for bit in set(names)):
        return None
    found = np.full(len(names), -1, np.int32)
    closing = -1
    for place in [place for place, bit in enumerate(names) if bit != "*"][::-1]:
        bit = names[place]
        if bit.endswith(")"):
            closing = place
        if bit.startswith("(") and closing >= 0:
            label = bit.strip("()*")
            if label and label not in _NOT_NAMES:
                found[place] = closing + 1
    return found


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
