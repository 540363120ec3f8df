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
from corefscope.scoring.run import Run
from corefscope.scoring.sides import Sides, same_words
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
    if settings.sentences is not None:
        corpus = _in_sentences(corpus, key, partner, settings.sentences, notices)
    if settings.drop != "none":
        corpus = _without_mentions(corpus, settings.drop, other_text)
    return corpus


def select_response(sides: Sides, run: Run, notices: Notices) -> Sides:
    """Keep the mentions of the response that are scored; those of the key were chosen before."""
    key, response, settings = sides.key, sides.response, run.settings
    if settings.sentences is not None and not same_words(key, response, settings):
        fact = "--sentences: the response has other words than the key, whose sentences count"
        raise PairingError("different-units", fact, response.source, hint="score it without --sentences")
    of_key = key_texts(key, response, sides.partner)
    return replace(sides, response=select(response, key, sides.partner, settings, notices, of_key))


def _in_sentences(corpus: Corpus, key: Corpus, partner: Integers, path: str, notices: Notices) -> Corpus:
    """Keep mentions whose first token is in a listed sentence of the key; count the others."""
    from corefscope.long_texts import Windows

    _check_places(corpus, f"--sentences {path}")
    if corpus.unit != TOKENS:
        fact = f"--sentences {path}: sentences are those of the key's tokens, and this side counts {corpus.unit}"
        raise PairingError("different-units", fact, corpus.source)
    of_key = {_document(name): number for number, name in enumerate(key.names)}
    windows, listed = Windows.of(key, "1s"), read_sentences(path)
    counts, first_of = np.zeros(len(windows.begin), bool), windows.first
    met = [(of_key.get(_document(name), -1), int(sentence)) for name, sentence in listed.rows]
    for document, sentence in met:
        if document >= 0 and sentence < windows.count[document]:
            counts[first_of[document] + sentence] = True
    if all(document < 0 for document, _ in met):
        first = quoted(min(listed.rows)[0]) if listed.rows else "nothing"
        fact = f"no document of the key is in it: it has {first}, the key {quoted(key.names[0] if key.names else '')}"
        raise PairingError("no-common-document", fact, path)
    of_key_document = partner[corpus.document]
    keep = (of_key_document < 0) | counts[windows.numbers(np.maximum(of_key_document, 0), corpus.start)]
    if not keep.all():
        row = int(np.flatnonzero(~keep)[0])
        fact = f"{corpus.describe_mention(row)} is in no sentence of {path}"
        notices.add("sentence-not-selected", fact, *corpus.where(row), count=int((~keep).sum()))
    return corpus.keep(keep)


def _document(name: str) -> tuple[str, int]:
    """A name as it pairs; files of ECB+ have their ending in it, or not."""
    plain, part = canonical(name)
    return plain.removesuffix(".xml"), part


def _without_mentions(corpus: Corpus, which: str, other_text: TextLookup | None) -> Corpus:
    """Leave out mentions; an entity of which they leave one mention goes with them."""
    _check_places(corpus, f"--drop {which}")
    dropped = np.zeros(corpus.mention_count, bool)
    if "vp" in which.split("+"):
        dropped |= _verb_phrases(corpus, other_text)
    if "nested" in which.split("+"):
        dropped |= nested_in_entity(corpus, ~dropped)
    size = np.bincount(corpus.entity[~dropped], minlength=corpus.entity_count)
    lost = np.bincount(corpus.entity[dropped], minlength=corpus.entity_count) > 0
    return corpus.keep(~dropped & ~(lost & (size == 1))[corpus.entity])


def nested_in_entity(corpus: Corpus, rows: Flags) -> Flags:
    """Which of these mentions lie within another one of the same entity; of zeros and gaps their outer tokens count."""
    some = np.flatnonzero(rows)
    start, end, entity = corpus.start[some], corpus.end[some], corpus.entity[some]
    by_place = np.lexsort((-end, start, entity))
    width = int(corpus.end.max(initial=0)) + 2
    ends = (entity.astype(np.int64) * width + end + 1)[by_place]
    furthest = np.maximum.accumulate(np.concatenate([[-1], ends]))[:-1]
    found = np.zeros(corpus.mention_count, bool)
    found[some[by_place]] = furthest >= ends
    return found


def _verb_phrases(corpus: Corpus, other_text: TextLookup | None) -> Flags:
    """Mentions whose tokens are one phrase of the parse column, a VP (coval's NP_only); the key's parse goes first."""
    found = np.zeros(corpus.mention_count, bool)
    for document, rows in by_document(corpus, np.arange(corpus.mention_count)).items():
        texts = texts_of(corpus, document, other_text)[::-1]
        layers = (text[0].layer(text[1], "parse") for text in texts)
        parse = next((layer for layer in layers if layer and any(bit not in ("-", "_", "*") for bit in layer)), None)
        if parse is None:
            fact = f"--drop vp needs a parse column: document {quoted(corpus.names[document])} has none"
            raise PairingError("missing-parse", fact, corpus.sources[document], hint="CoNLL-2012 has one")
        for row in rows:
            found[row] = outer_phrase(parse[int(corpus.start[row]) : int(corpus.end[row])]) == "VP"
    return found


def outer_phrase(bits: list[str]) -> str | None:
    """The label of the only phrase that the bits of a parse column open at their top; None without or with several.

    >>> outer_phrase(["(VP*", "(NP*))"]), outer_phrase(["(VP*)", "(NP*)"]), outer_phrase(["*"])
    ('VP', None, None)
    """
    depth, label, count = 0, None, 0
    for bit in bits:
        for opened, token, closed in _PHRASE.findall(bit):
            if token:
                count += depth == 0
            elif closed:
                depth = max(depth - 1, 0)
            else:
                if depth == 0:
                    count, label = count + 1, opened
                depth += 1
    return label if count == 1 else None


def _check_places(corpus: Corpus, option: str) -> None:
    if corpus.label is not None:
        fact = f"{option}: mentions that are only ids have no words and no place in a text"
        raise PairingError("mentions-without-place", fact, corpus.source)
