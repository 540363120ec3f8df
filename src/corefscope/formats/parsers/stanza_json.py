"""Stanza's `to_dict` as JSON: a list of sentences, each a list of words, whose `coref_chains` say what covers them.

    [[{"id": 1, "text": "Ann", "coref_chains": [{"index": 0, "is_start": true, "is_end": true}]}, …], …]

The file is one document. `"id": [3, 4]` before words 3 and 4 is the token that both make up, which is no word;
`"id": [4, 1]` after word 4 is an empty node. An end belongs to the latest start of its chain.

What `coref_chains_as_dicts` gives is read too. It has no words, so that its mentions are ids: both sides need it.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

import msgspec

from corefscope.formats.builder import CorpusBuilder
from corefscope.formats.files.sources import Source
from corefscope.formats.files.typed_json import parsed
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
    if content.lstrip()[1:].lstrip()[:1] == b"{":
        return _without_words(parsed(content, source, list[_Chain], hint=_CHAINS), source, notices)
    sentences: list[list[_Word]] = parsed(content, source, list[list[_Word]], hint=_SHAPE)
    document = _StanzaDocument(source, notices)
    for sentence in sentences:
        document.add(sentence)
    if not document.has_chains:
        notices.add("no-coreference", "no word has 'coref_chains'", source.path)
    return document.corpus()


def _without_words(chains: list[_Chain], source: Source, notices: Notices) -> Corpus:
    """Chains whose mentions count in sentences of unknown length: they can be compared with such chains only."""
    ids = [f"{each.sentence}:{each.start}-{each.end}" for chain in chains for each in chain.mentions]
    if not ids:
        builder = CorpusBuilder(source.path)
        builder.add_document("", 1)
        return builder.corpus(source.stem, notices)
    entities = [chain.index for chain in chains for _ in chain.mentions]
    return from_columns(of_lists({"mention": ids, "entity": entities}, source.path), source, notices)


class _StanzaDocument:
    """Words, empty nodes and mentions, sentence by sentence."""

    def __init__(self, source: Source, notices: Notices) -> None:
        self.source, self.notices = source, notices
        self.words: list[_Word] = []
        self.sentences: list[tuple[int, int]] = []
        self.has_chains = False
        self.entities: dict[int, list[Mention]] = {}
        self.nodes: list[int] = []  # positions of words and empty nodes, in the order of the text

    def add(self, sentence: list[_Word]) -> None:
        first = len(self.words)
        opened: dict[int, list[tuple[int, int]]] = {}  # by chain: the first node of a mention, its place in the list
        for word in sentence:
            position = self._position(word, first)
            if position is None:
                continue
            self.nodes.append(position)
            if word.coref_chains:
                self._add_chains(word.coref_chains, opened, word)
        if len(self.words) > first:
            self.sentences.append((first, len(self.words)))
        for index, (_, place) in ((index, each) for index, listed in opened.items() for each in listed):
            self._refuse(f"a mention of chain {index} starts and never ends in sentence {len(self.sentences)}")
            self.entities[index][place] = Mention(0, 1)

    def _position(self, word: _Word, first: int) -> int | None:
        """Where a word or empty node stands; None for a token of several words."""
        before = len(self.words) - first
        numbers = [word.id] if isinstance(word.id, int) else word.id
        if numbers == [before + 1]:
            self.words.append(word)
            return len(self.words) - 1
        if len(numbers) == 2 and numbers[0] == before + 1 < numbers[1]:
            return None
        if len(numbers) == 2 and numbers[0] == before and 0 < numbers[1] < EMPTY_NODES // 2:
            return empty_position(len(self.words), numbers[1], opens_sentence=before == 0)
        where = f"word {before} of sentence {len(self.sentences) + 1}"
        self._refuse(f"the id {str(word.id)[:40]} cannot stand after {where}", f"expected {before + 1}")
        return None

    def _add_chains(self, chains: list[_Attachment], opened: dict[int, list[tuple[int, int]]], word: _Word) -> None:
        self.has_chains = True
        here = len(self.nodes) - 1
        for each in chains:
            if each.is_end and not each.is_start:
                if not opened.get(each.index):
                    where = f"word {str(word.id)[:40]} of sentence {len(self.sentences) + 1}"
                    self._refuse(f"a mention of chain {each.index} ends at {where} but never starts")
                    continue
                start, place = opened[each.index].pop()
                self.entities[each.index][place] = Mention.at(self.nodes[start : here + 1])
        for each in chains:
            if each.is_start:
                mentions = self.entities.setdefault(each.index, [])
                if not each.is_end:
                    opened.setdefault(each.index, []).append((here, len(mentions)))
                mentions.append(Mention.at(self.nodes[-1:]))

    def _refuse(self, fact: str, hint: str | None = None) -> None:
        self.notices.refuse(self.source.error("bad-record", fact, 1, hint))

    def corpus(self) -> Corpus:
        builder = CorpusBuilder(self.source.path)
        words = [word.text for word in self.words]
        builder.add_document("", 1, words, self.sentences, layers=self._layers())
        for index, mentions in self.entities.items():
            builder.add_entity(str(index), mentions, 1)
        return builder.corpus(self.source.stem, self.notices)

    def _layers(self) -> dict[str, list[str]]:
        layers: dict[str, list[Any]] = {name: [getattr(word, name) or "" for word in self.words] for name in _LAYERS}
        heads = chain.from_iterable(
            (start + (word.head or 0) - 1 if 0 < (word.head or 0) <= end - start else None for word in words)
            for (start, end), words in ((each, self.words[each[0] : each[1]]) for each in self.sentences)
        )
        layers["head"] = ["" if head is None else str(head) for head in heads]
        return {name: values for name, values in layers.items() if any(values)}
