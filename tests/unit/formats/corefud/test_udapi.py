"""udapi, whose reader defines CorefUD, finds the same mentions in what we write as we do, where it is installed."""

from __future__ import annotations

import itertools
import random

import pytest

import corefscope as cs
from corefscope import Document, Mention
from corefscope.formats.load import read_corpus
from corefscope.model import EMPTY_NODES, empty_position, text_order

pytest.importorskip("udapi", reason="udapi is not installed")


def random_document(chance, name):
    """Entities with gaps, zeros and nesting within the sentences of a small text."""
    length = chance.randint(1, 12)
    breaks = sorted({0, length, *(chance.randint(1, length) for _ in range(2))})
    sentences = list(itertools.pairwise(breaks))
    nodes = []
    for start, end in sentences:
        empty = [empty_position(start, 1, True), *(empty_position(token + 1, 1) for token in range(start, end))]
        chosen = [node for node in empty if chance.random() < 0.25]
        nodes.append(sorted([*range(start, end), *chosen], key=text_order))
    entities = []
    for _ in range(chance.randint(1, 4)):
        entity = {}
        for _ in range(chance.randint(1, 4)):
            near = chance.choice(nodes)
            start = chance.randrange(len(near))
            run = near[start : chance.randint(start + 1, len(near))]
            covered = [node for node in run if chance.random() < 0.8] or run
            entity[tuple(covered)] = Mention.at(covered, head=chance.choice(covered))
        entities.append(list(entity.values()))
    return Document(name, entities, words=[f"w{token}" for token in range(length)], sentences=sentences)


def by_udapi(path):
    """Mentions as (entity, nodes, head), a node as its sentence and id."""
    from udapi.block.read.conllu import Conllu
    from udapi.core.document import Document as UdapiDocument

    document = UdapiDocument()
    Conllu(files=[path], empty_parent="ignore").apply_on_document(document)
    sentence = {tree: number for number, tree in enumerate(document.trees)}
    return sorted(
        (
            entity.eid,
            [(sentence[word.root], str(word.ord)) for word in mention.words],
            (sentence[mention.head.root], str(mention.head.ord)),
        )
        for entity in document.coref_entities
        for mention in entity.mentions
    )


def by_us(path):
    (document,) = read_corpus(path).documents()

    def node(position):
        words_before, number = divmod(text_order(position), EMPTY_NODES)
        opens = number >= EMPTY_NODES // 2
        for sentence, (start, end) in enumerate(document.sentences):
            if position >= 0 and start <= position < end:
                return sentence, str(position - start + 1)
            if position < 0 and (start == words_before if opens else start < words_before <= end):
                return sentence, f"{words_before - start}.{number % (EMPTY_NODES // 2)}"
        raise AssertionError(position)

    return sorted(
        (name, [node(position) for position in mention.tokens()], node(mention.head))
        for name, entity in zip(document.entity_ids, document.entities, strict=True)
        for mention in entity
    )


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_udapi_reads_what_we_write_as_we_do(put):
    # udapi leaves its files open.
    chance = random.Random(11)
    for number in range(150):
        path = put(b"", "written.conllu")
        cs.write([random_document(chance, f"tale{number}")], path, lossy=True)
        assert by_udapi(path) == by_us(path), f"case {number}"
