"""Trees in the usual brackets, `(NP (DT the) (NN harbour))`, as the columns of CoNLL-2012, and as corpora."""

from __future__ import annotations

import re

from corefscope.formats.builder import CorpusBuilder
from corefscope.problems import Notices


def columns(tree):
    """Words, parts of speech and bits of the parse.

    >>> columns("(NP (DT the) (NN harbour))")
    (['the', 'harbour'], ['DT', 'NN'], ['(NP*', '*)'])
    """
    words, tags, bits = [], [], []
    opening = ""
    for tag, word, phrase, closing in re.findall(r"\((\S+) ([^\s()]+)\)|\((\S+)|(\))", tree):
        if word:
            words.append(word)
            tags.append(tag)
            bits.append(f"{opening}*")
            opening = ""
        elif phrase:
            opening += f"({phrase}"
        elif closing:
            bits[-1] += ")"
    return words, tags, bits


def corpus(trees, entities=(), **layers):
    """A corpus of one document whose sentences are trees; `entities` are lists of mentions."""
    words, layers, sentences = [], {"pos": [], "parse": [], **layers}, []
    for tree in trees:
        found, tags, bits = columns(tree)
        sentences.append((len(words), len(words) + len(found)))
        words += found
        layers["pos"] += tags
        layers["parse"] += bits
    return document(words, entities, sentences, **layers)


def document(words, entities=(), sentences=None, name="text", **layers):
    """A corpus of one document with columns beside its words."""
    builder = CorpusBuilder("made up")
    builder.add_document(name, words=words, sentences=sentences or [(0, len(words))], layers=layers)
    for number, mentions in enumerate(entities):
        builder.add_entity(str(number), mentions)
    return builder.corpus("text", Notices())
