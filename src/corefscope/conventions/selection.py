"""Which mentions are scored: `--drop` leaves some out, as coval does; `--sentences` keeps those of listed sentences."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from corefscope.basics.escaping import quoted
from corefscope.formats.document_names import canonical
from corefscope.formats.files.text import read_sentences
from corefscope.model import TOKENS, Corpus, Integers
from corefscope.problems import Notices, PairingError
from corefscope.scoring.steps import Run, Sides
from corefscope.settings import Settings
from corefscope.types.heads import TextLookup, by_document, key_texts, texts_of

Flags = NDArray[np.bool_]
_PHRASE = re.compile(r"\(([^()*\s]*)|(\*)|(\))")


def select(
    corpus: Corpus,
    key: Corpus,
    partner: Integers,
    settings: Settings,
    notices: Notices,
    other_text: TextLookup | None = None,
) -> Corpus:
    """Keep the mentions that are scored; a response without text uses the key's, `other_text`."""
    for value, option in ((settings.sentences, "--sentences"), (settings.drop, "--drop")):
        if value not in (None, "none") and corpus.label is not None:
            fact = f"{option} {value}: mentions that are only ids have no words and no position in a text"
            raise PairingError("mentions-without-place", fact, corpus.source)
    if settings.sentences is not None:
        corpus = _in_sentences(corpus, key, partner, settings.sentences, notices)
    return corpus if settings.drop == "none" else _without_mentions(corpus, settings.drop.split("+"), other_text)


def select_key(corpus: Corpus, settings: Settings, notices: Notices, key: Corpus | None) -> Corpus:
    """Keep the mentions of the key that are scored; those of a response are selected once it is paired."""
    return corpus if key is not None else select(corpus, corpus, np.arange(corpus.document_count), settings, notices)


def select_response(sides: Sides, run: Run, notices: Notices) -> Sides:
    """Keep the mentions of the response that are scored; those of the key have been selected before."""
    key, response, settings = sides.key, sides.response, run.settings
    if settings.sentences is not None and not sides.same_words:
        fact = "--sentences: the response has other words than the key, whose sentences count"
        raise PairingError("different-units", fact, response.source, hint="score it without --sentences")
    of_key = key_texts(key, response, sides.partner)
    return replace(sides, response=select(response, key, sides.partner, settings, notices, of_key))


def _in_sentences(corpus: Corpus, key: Corpus, partner: Integers, path: str, notices: Notices) -> Corpus:
    """Keep mentions whose first token is in a listed sentence of the key; count the others."""
    from corefscope.long_texts import windows_of

    if corpus.unit != TOKENS:
        fact = f"--sentences {path}: sentences are those of the key's tokens, and this side counts {corpus.unit}"
        raise PairingError("different-units", fact, corpus.source)
    key_document = {_document(name): number for number, name in enumerate(key.names)}
    windows, listed = windows_of(key, "1s"), read_sentences(path)[0]
    if all(_document(name) not in key_document for name, _ in listed):
        name = quoted(min(listed)[0]) if listed else "nothing"
        fact = f"no document of the key is in it: it has {name}, the key {quoted(key.names[0] if key.names else '')}"
        raise PairingError("no-common-document", fact, path)
    counts, first = np.zeros(len(windows.begin), bool), windows.first
    for name, sentence in listed:
        document = key_document.get(_document(name), -1)
        if document >= 0 and int(sentence) < windows.per_document[document]:
            counts[first[document] + int(sentence)] = True
    of_key = partner[corpus.document]
    keep = (of_key < 0) | counts[windows.numbers(np.maximum(of_key, 0), corpus.start)]
    if not keep.all():
        row = int(np.flatnonzero(~keep)[0])
        fact = f"{corpus.describe_mention(row)} is in no sentence of {path}"
        notices.add("sentence-not-selected", fact, *corpus.where(row), count=int((~keep).sum()))
    return corpus.keep(keep)


def _document(name: str) -> tuple[str, int]:
    """Return a document name for pairing, without the file ending that some ECB+ names have."""
    plain, part = canonical(name)
    return plain.removesuffix(".xml"), part


def _without_mentions(corpus: Corpus, kinds: list[str], other_text: TextLookup | None) -> Corpus:
    """Leave out mentions; an entity of which they leave one mention goes with them."""
    dropped = _verb_phrases(corpus, other_text) if "vp" in kinds else np.zeros(corpus.mention_count, bool)
    if "nested" in kinds:
        dropped |= nested_in_entity(corpus, ~dropped)
    size = np.bincount(corpus.entity[~dropped], minlength=corpus.entity_count)
    lost = np.bincount(corpus.entity[dropped], minlength=corpus.entity_count) > 0
    return corpus.keep(~dropped & ~(lost & (size == 1))[corpus.entity])


def nested_in_entity(corpus: Corpus, rows: Flags) -> Flags:
    """Mark mentions inside another one of the same entity; zeros and gaps count by their outer tokens."""
    some = np.flatnonzero(rows)
    start, end, entity = corpus.start[some], corpus.end[some], corpus.entity[some]
    by_place = np.lexsort((-end, start, entity))
    width = int(corpus.end.max(initial=0)) + 2
    ends = (entity.astype(np.int64) * width + end + 1)[by_place]
    furthest = np.maximum.accumulate(np.concatenate([[-1], ends]))[:-1]
    nested = np.zeros(corpus.mention_count, bool)
    nested[some[by_place]] = furthest >= ends
    return nested


def _verb_phrases(corpus: Corpus, other_text: TextLookup | None) -> Flags:
    """Mark mentions that are exactly one VP of the parse column (coval's NP_only); the key's parse is preferred."""
    verbal = np.zeros(corpus.mention_count, bool)
    for document, rows in by_document(corpus, np.arange(corpus.mention_count)).items():
        texts = texts_of(corpus, document, other_text)[::-1]
        layers = (text[0].layer(text[1], "parse") for text in texts)
        parse = next((layer for layer in layers if layer and any(bit not in ("-", "_", "*") for bit in layer)), None)
        if parse is None:
            fact = f"--drop vp needs a parse column: document {quoted(corpus.names[document])} has none"
            raise PairingError("missing-parse", fact, corpus.sources[document], hint="CoNLL-2012 has one")
        for row in rows:
            verbal[row] = outer_phrase(parse[int(corpus.start[row]) : int(corpus.end[row])]) == "VP"
    return verbal


def outer_phrase(bits: list[str]) -> str | None:
    """Return the label of the only top phrase in the bits of a parse column; None if there is not exactly one.

    >>> outer_phrase(["(VP*", "(NP*))"]), outer_phrase(["(VP*)", "(NP*)"]), outer_phrase(["*"])
    ('VP', None, None)
    """
    depth, labels = 0, list[str | None]()
    for label, token, closing in (groups for bit in bits for groups in _PHRASE.findall(bit)):
        if depth == 0 and not closing:
            labels.append(None if token else label)
        depth = max(depth - 1, 0) if closing else depth + (not token)
    return labels[0] if len(labels) == 1 else None
