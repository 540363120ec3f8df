"""Stanza's `to_dict` as JSON: a list of sentences, each a list of words, whose `coref_chains` say what covers them.

    [[{"id": 1, "text": "Ann", "coref_chains": [{"index": 0, "is_start": true, "is_end": true}]}, …], …]

The file is one document. `"id": [3, 4]` before words 3 and 4 is the token that both make up, which is no word;
`"id": [4, 1]` after word 4 is an empty node. An end belongs to the latest start of its chain.

What `coref_chains_as_dicts` gives is read too. It has no words, so that its mentions are ids: both sides need it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import parsed
from corefscope.formats.registry import Options
from corefscope.formats.table.columns import of_lists
from corefscope.formats.table.reader import from_columns
from corefscope.model import EMPTY_NODES, Corpus, Mention, empty_position
from corefscope.problems import Notices

_LAYERS = ("lemma", "upos", "xpos", "deprel")
_CHAINS = "a list of chains with 'index', 'representative' and 'mentions' of 'sentence', 'start' and 'end'"
_SHAPE = "a list of sentences, which are lists of words with 'id', 'text' and 'coref_chains', as doc.to_dict() gives it"


class _Attachment(msgspec.Struct, gc=False):
    """That a mention of a chain covers a word."""

    index: int
    is_start: bool = False
    is_end: bool = False


class _Word(msgspec.Struct, gc=False):
    id: int | list[int]
    text: str
    lemma: str | None = None
    upos: str | None = None
    xpos: str | None = None
    deprel: str | None = None
    head: int | None = None
    coref_chains: list[_Attachment] | None = None


class _Place(msgspec.Struct, gc=False):
    sentence: int
    start: int | list[int]
    end: int | list[int]


class _Chain(msgspec.Struct, gc=False):
    """What `coref_chains_as_dicts` gives."""

    index: int
    representative: str
    mentions: list[_Place]


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the document of a file, named after the file."""
    builder = CorpusBuilder(source.path)
    if content.lstrip()[1:].lstrip()[:1] == b"{":
        chains: list[_Chain] = parsed(content, source, list[_Chain], hint=_CHAINS)
        # Mentions count in sentences of unknown length: they can be compared with such mentions only.
        ids = [f"{each.sentence}:{each.start}-{each.end}" for chain in chains for each in chain.mentions]
        indices = [chain.index for chain in chains for _ in chain.mentions]
        if ids:
            return from_columns(of_lists({"mention": ids, "entity": indices}, source.path), source, notices)
        builder.add_document("", 1)
        return builder.corpus(source.stem, notices)
    entities: dict[int, list[Mention]] = {}
    words: list[_Word] = []
    heads: list[str] = []
    sentences: list[tuple[int, int]] = []
    for number, sentence in enumerate(parsed(content, source, list[list[_Word]], hint=_SHAPE), 1):
        first = len(words)
        nodes: list[tuple[int, _Word]] = []  # words and empty nodes with their positions, in the order of the text
        for word in sentence:
            position = _position(word, len(words), first, f"sentence {number}", source)
            if position is not None:
                nodes.append((position, word))
                words += [word] if position == len(words) else []
        for index, mentions in _mentions(nodes, f"sentence {number}", source).items():
            entities.setdefault(index, []).extend(mentions)
        if len(words) > first:
            sentences.append((first, len(words)))
        for word in words[first:]:
            head = word.head or 0
            heads.append(str(first + head - 1) if 0 < head <= len(words) - first else "")
    layers: dict[str, list[Any]] = {name: [getattr(word, name) or "" for word in words] for name in _LAYERS}
    layers = {name: values for name, values in {**layers, "head": heads}.items() if any(values)}
    builder.add_document("", 1, [word.text for word in words], sentences, layers=layers)
    for index, mentions in entities.items():
        builder.add_entity(str(index), mentions, 1)
    if not entities:
        notices.add("no-coreference", "no word has 'coref_chains'", source.path)
    return builder.corpus(source.stem, notices)


def _position(word: _Word, words: int, first: int, where: str, source: Source) -> int | None:
    """Where a word or empty node stands; None for a token of several words."""
    before = words - first
    numbers = [word.id] if isinstance(word.id, int) else word.id
    if numbers == [before + 1]:
        return words
    if len(numbers) == 2 and numbers[0] == before + 1 < numbers[1]:
        return None
    if len(numbers) == 2 and numbers[0] == before and 0 < numbers[1] < EMPTY_NODES // 2:
        return empty_position(words, numbers[1], opens_sentence=before == 0)
    fact = f"the id {str(word.id)[:40]} cannot stand after word {before} of {where}"
    raise source.error("bad-record", fact, 1, f"expected {before + 1}")


def _mentions(nodes: list[tuple[int, _Word]], where: str, source: Source) -> dict[int, list[Mention]]:
    """The mentions of a sentence by chain, in the order of their starts."""
    spans: dict[int, list[list[int]]] = {}  # the first and the last node of each mention
    unclosed: dict[int, list[list[int]]] = {}
    for node, (_, word) in enumerate(nodes):
        # An end closes a mention that began before the word, so ends come first.
        for each in sorted(word.coref_chains or (), key=lambda each: each.is_start):
            if each.is_start:
                spans.setdefault(each.index, []).append([node, node])
                unclosed.setdefault(each.index, []).extend([] if each.is_end else spans[each.index][-1:])
            elif each.is_end and not unclosed.get(each.index):
                fact = f"a mention of chain {each.index} ends but never starts in {where}"
                raise source.error("bad-record", fact, 1)
            elif each.is_end:
                unclosed[each.index].pop()[1] = node
    for index, mentions in unclosed.items():
        if mentions:
            raise source.error("bad-record", f"a mention of chain {index} starts and never ends in {where}", 1)
    positions = [position for position, _ in nodes]
    return {index: [Mention.at(positions[a : b + 1]) for a, b in listed] for index, listed in spans.items()}
