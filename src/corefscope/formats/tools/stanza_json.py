"""Stanza's `to_dict` as JSON: a list of sentences, each a list of words with `coref_chains`.

    [[{"id": 1, "text": "Ann", "coref_chains": [{"index": 0, "is_start": true, "is_end": true}]}, …], …]

The file is one document. `"id": [3, 4]` before words 3 and 4 is the token that they make up, not a word;
`"id": [4, 1]` after word 4 is an empty node. An end closes the latest start of its chain.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import msgspec

from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.corefud.text import heads_in_document
from corefscope.formats.files.sources import Source
from corefscope.formats.files.text import parsed
from corefscope.formats.registry import Options
from corefscope.model import EMPTY_NODES, Corpus, Mention, empty_position
from corefscope.problems import Notices

_LAYERS = ("lemma", "upos", "xpos", "deprel")
_SHAPE = "doc.to_dict() gives a list of sentences, each a list of words with 'id', 'text' and 'coref_chains'"


class _Attachment(msgspec.Struct, gc=False):
    """The start, inside or end of a mention of a chain."""

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


def read(content: bytes, source: Source, notices: Notices, options: Options) -> Corpus:
    """Read the document of a file, named after the file."""
    builder = CorpusBuilder(source.path)
    entities: dict[int, list[Mention]] = {}
    words: list[_Word] = []
    sentences: list[tuple[int, int]] = []
    for number, sentence in enumerate(parsed(content, source, list[list[_Word]], hint=_SHAPE), 1):
        first = len(words)
        nodes: list[tuple[int, _Word]] = []  # words and empty nodes with their positions, in text order
        for word in sentence:
            position = _position(word, len(words), first, f"sentence {number}", source)
            if position is not None:
                nodes.append((position, word))
                words += [word] if position == len(words) else []
        positions = [position for position, _ in nodes]
        for index, (start, end) in _spans(nodes, f"sentence {number}", source):
            entities.setdefault(index, []).append(Mention.at(positions[start : end + 1]))
        if len(words) > first:
            sentences.append((first, len(words)))
    heads = heads_in_document([str(word.head) for word in words], sentences)
    layers: dict[str, list[Any]] = {name: [getattr(word, name) or "" for word in words] for name in _LAYERS}
    layers = {name: values for name, values in {**layers, "head": heads}.items() if any(values)}
    builder.add_document("", 1, [word.text for word in words], sentences, layers=layers)
    for index, mentions in entities.items():
        builder.add_entity(str(index), mentions, 1)
    if not entities:
        notices.add("no-coreference", "no word has 'coref_chains'", source.path)
    return builder.corpus(source.stem, notices)


def _position(word: _Word, words: int, first: int, where: str, source: Source) -> int | None:
    """Return the position of a word or empty node; None for a multiword token."""
    before = words - first
    numbers = [word.id] if isinstance(word.id, int) else word.id
    if numbers == [before + 1]:
        return words
    if len(numbers) == 2 and numbers[0] == before + 1 < numbers[1]:
        return None
    if len(numbers) == 2 and numbers[0] == before and 0 < numbers[1] < EMPTY_NODES // 2:
        return empty_position(words, numbers[1], opens_sentence=before == 0)
    fact = f"unexpected id {str(word.id)[:40]} after word {before} of {where}"
    raise source.error("bad-record", fact, 1, f"expected {before + 1}")


def _spans(nodes: list[tuple[int, _Word]], where: str, source: Source) -> list[tuple[int, list[int]]]:
    """Return the chain and the first and last node of each mention of a sentence, by start."""
    spans: list[tuple[int, list[int]]] = []
    unclosed: dict[int, list[list[int]]] = defaultdict(list)
    for node, (_, word) in enumerate(nodes):
        # An end closes a mention that began before the word, so ends come first.
        for each in sorted(word.coref_chains or (), key=lambda each: each.is_start):
            if each.is_start:
                spans.append((each.index, [node, node]))
                unclosed[each.index] += [] if each.is_end else [spans[-1][1]]
            elif each.is_end and not unclosed[each.index]:
                fact = f"a mention of chain {each.index} ends but never starts in {where}"
                raise source.error("bad-record", fact, 1)
            elif each.is_end:
                unclosed[each.index].pop()[1] = node
    for index in filter(unclosed.get, unclosed):
        raise source.error("bad-record", f"a mention of chain {index} starts and never ends in {where}", 1)
    return spans
