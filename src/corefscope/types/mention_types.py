"""Heads and types of mentions by named rules; they stay unknown if no rule applies.

Every value comes with the name of its rule, so that `stats` can say where it came from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefscope.basics.escaping import cut, quoted
from corefscope.model import INFORMATIVE, TOKENS, TYPES, Corpus, Integers
from corefscope.problems import CorefscopeError, Notices, PairingError
from corefscope.settings import Settings
from corefscope.text import Text
from corefscope.types.file import TypesFile
from corefscope.types.heads import TextLookup, by_document, key_texts, texts_of, with_heads
from corefscope.types.words import WordTypes

if TYPE_CHECKING:
    from corefscope.alignment.mentions import Alignment

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
# The types of heads by their tags, nominal by default; 0 for an empty cell.
_UPOS = {"": 0, "_": 0, "PROPN": _NAME, "PRON": _PRONOUN, "DET": _PRONOUN}
_POS = {"": 0, "_": 0, "-": 0, "DT": _DETERMINER}
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
    corpus: Corpus, types_file: str | None = None, other_text: TextLookup | None = None
) -> tuple[Corpus, Counter[str], Counter[str]]:
    """Add every head and type that a rule gives, and count how often each applied."""
    corpus, head_rules = with_heads(corpus, other_text)
    kinds = np.zeros(corpus.mention_count, np.int8) if corpus.type is None else corpus.type.copy()
    listed = TypesFile.read(types_file).match(corpus)[0] if types_file else np.zeros_like(kinds)
    rules = Counter({"types file": int((listed > 0).sum()), "format": int(((listed == 0) & (kinds > 0)).sum())})
    kinds[listed > 0] = listed[listed > 0]
    for document, rows in by_document(corpus, np.flatnonzero(kinds == 0)).items():
        _give_types(corpus, rows, texts_of(corpus, document, other_text), kinds, rules)
    return replace(corpus, type=kinds), head_rules, Counter({rule: rules[rule] for rule in TYPE_RULES if rules[rule]})


def _give_types(
    corpus: Corpus,
    rows: list[int],
    texts: list[tuple[Text, int]],
    kinds: NDArray[np.int8],
    rules: Counter[str],
) -> None:
    """Set the types of rows of one document by its texts' columns, else by its words, and count the rules."""
    untyped = []
    tags = [Tags.of(text) for text in texts] or [Tags()]
    for row in rows:
        place = corpus.head_of(row), int(corpus.start[row]), int(corpus.end[row])
        kind, rule = next((each for tagged in tags if (each := tagged.type_of(*place))[0]), (0, "unknown"))
        kinds[row] = kind
        rules[rule] += 1
        if not kind and (corpus.shape is None or corpus.shape[row] < 0):
            untyped.append(row)
    language = corpus.language
    if not untyped or not texts or language is None or corpus.unit != TOKENS or language.code is None:
        return
    text, number = texts[0]
    words = text.words(number)
    if words is not None:
        types = WordTypes(language.code, words, text.sentences(number))
        kinds[untyped] = types.of(corpus.start[untyped], corpus.end[untyped])
        guessed = int((kinds[untyped] > 0).sum())
        language.guessed += guessed
        rules.update({"words": guessed, "unknown": -guessed})


class Tags(NamedTuple):
    """The parts of speech of one text, and where the named entity that begins at a token ends."""

    upos: Sequence[str] | None = None
    pos: Sequence[str] | None = None
    named: Mapping[int, int] = MappingProxyType({})

    @staticmethod
    def of(text: tuple[Text, int]) -> Tags:
        upos, pos, names = (text[0].layer(text[1], name) for name in ("upos", "pos", "named_entity"))
        return Tags(upos, pos, _named(names or ()))

    def type_of(self, head: int | None, start: int, end: int) -> tuple[int, str]:
        """Return the type of a mention, 0 if nothing gives it, and the rule that does."""
        if head is not None and head < 0:  # a zero is an unspoken pronoun
            return _PRONOUN, "universal part of speech"
        if kind := _of_tag(self.upos, head, _UPOS):
            return kind, "universal part of speech"
        if self.named.get(start) == end:
            return _NAME, "named entity"
        kind = _of_tag(self.pos, head, _POS)
        if kind == _DETERMINER:
            kind = _PRONOUN if end - start == 1 else _NOMINAL
        return kind, "part of speech"


def _of_tag(column: Sequence[str] | None, token: int | None, table: Mapping[str, int]) -> int:
    if column is None or token is None or token >= len(column):
        return 0
    return table.get(column[token], _NOMINAL)


def _named(names: Sequence[str]) -> dict[int, int]:
    """Return where named entities begin and end, excluded, without numbers and dates."""
    named: dict[int, int] = {}
    closing = -1
    for place in [place for place, bit in enumerate(names) if bit != "*"][::-1]:
        bit = names[place]
        if bit.endswith(")"):
            closing = place
        if bit.startswith("(") and closing >= 0:
            label = bit.strip("()*")
            if label and label not in _NOT_NAMES:
                named[place] = closing + 1
    return named


def missing_types(corpus: Corpus, metric: str, allowed: Sequence[str] = TYPES[1:]) -> CorefscopeError | None:
    """Return an error about the first mention whose type is not `allowed`, or None."""
    kinds = np.zeros(corpus.mention_count, np.int8) if corpus.type is None else corpus.type
    others = np.flatnonzero(~np.isin(kinds, [TYPES.index(name) for name in allowed]))
    if not len(others):
        return None
    row = int(others[0])
    kind = TYPES[kinds[row]]
    count = int((kinds[others] == kinds[row]).sum())
    have = "1 mention has" if count == 1 else f"{count} mentions have"
    lack = "no type" if kind == "unknown" else f"the type {cut(kind)}, not one of {', '.join(allowed)}"
    fact = f"{metric} needs mention types: {have} {lack}, first {_described(corpus, row)}"
    hint = "in Python Mention(start, end, type='name') has a type; files with part-of-speech columns give types"
    if corpus.label is None:
        hint = "part-of-speech columns give types, and so do --types FILE and, from the words, --guess-types LANGUAGE"
    return PairingError("missing-mention-types", fact, *corpus.where(row), hint)


def add_types_of_file(corpus: Corpus, settings: Settings, notices: Notices, key: Corpus | None) -> Corpus:
    """Give mentions the types of a file; raise if no row fits a mention."""
    path = str(settings.types)
    types = TypesFile.read(path)
    _, types_met = types.match(corpus)
    if key is not None and not np.any(key.types_met) and not types_met.any():
        types.check_used([types_met], notices)
    return replace(with_types(corpus, path)[0], types_met=types_met)


def add_types_of_rows(
    alignment: Alignment, key: Corpus, response: Corpus, partner: Integers, needs: Mapping[str, str]
) -> Alignment:
    """Give each row its type, the key's for matched mentions; raise an error if one is unknown."""
    in_key = alignment.key_row >= 0
    key, _ = with_types(key)
    response, _ = with_types(response, other_text=key_texts(key, response, partner))
    # In the response, only unmatched mentions need a type.
    unmatched = np.isin(np.arange(response.mention_count), alignment.response_row[in_key], invert=True)
    for corpus in (key, response.keep(unmatched)):
        problem = missing_types(corpus, needs["mention types"], INFORMATIVE)
        if problem is not None:
            raise problem
    of_key, of_response = (np.append(np.asarray(side.type), 0) for side in (key, response))
    types = np.where(in_key, of_key[alignment.key_row], of_response[alignment.response_row])
    return replace(alignment, type=types.astype(np.int8))


def check_entity_types(
    alignment: Alignment, key: Corpus, response: Corpus, partner: Integers, needs: Mapping[str, str]
) -> Alignment:
    """Raise an error if an entity has no type, with a remedy."""
    for corpus in (key, response):
        kinds = [""] * corpus.entity_count if corpus.entity_type is None else corpus.entity_type.tolist()
        unknown = [entity for entity, kind in enumerate(kinds) if not str(kind).partition(":")[0]]
        if unknown:
            row = int(np.flatnonzero(corpus.entity == unknown[0])[0])
            have = "1 entity has" if len(unknown) == 1 else f"{len(unknown)} entities have"
            first = f"entity {quoted(corpus.entity_name(unknown[0]))} with {_described(corpus, row)}"
            fact = f"{needs['entity types']} needs entity types: {have} none, first {first}"
            hint = "CorefUD and ACE's APF give them, tables have a column entity_type, and in Python "
            hint += "Document(…, entity_types=[…])"
            raise PairingError("missing-entity-types", fact, *corpus.where(row), hint)
    return alignment


def _described(corpus: Corpus, row: int) -> str:
    return f"{corpus.describe_mention(row)} of document {quoted(corpus.names[corpus.document[row]])}"
