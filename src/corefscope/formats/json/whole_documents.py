"""Records that hold more than clusters of one document: OntoNotes on the Hugging Face Hub, and CoreNLP's output."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import msgspec

from corefscope.formats.json.record import Raw, Record, excerpt
from corefscope.formats.json.text import BadSpan, JsonText, as_text
from corefscope.formats.json.variants import E2E, SENTENCE_FIRST_LAST, SENTENCE_START_END, VARIANTS, numbers
from corefscope.model import Mention

CORENLP = "corefs"
CLUSTER_FIELDS = frozenset((CORENLP, *(field for variant in (E2E, *VARIANTS) for field in variant.fields)))
CORENLP_TYPES = {"PROPER": "name", "NOMINAL": "nominal", "PRONOMINAL": "pronoun"}  # LIST is none of them
CORENLP_LAYERS = {"lemma": "lemma", "pos": "pos", "ner": "named_entity", "speaker": "speaker"}
BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
WholeDocument = tuple[str, JsonText, dict[str, list[Mention]]]  # its name, text and entities by their ids


_OntoNotesSentence: Any = msgspec.defstruct(
    "_OntoNotesSentence", [("words", list[str]), ("coref_spans", list[Any]), ("part_id", int | None, None)]
)
_Word: Any = msgspec.defstruct("_Word", [("word", str), *((name, Any, None) for name in CORENLP_LAYERS)])
_CoreNlpSentence: Any = msgspec.defstruct(
    "_CoreNlpSentence", [("tokens", list[_Word]), ("basicDependencies", list[dict[str, Any]], [])]
)


def documents_of(record: Record) -> list[WholeDocument]:
    """Return the documents of such a record; none if it is another one."""
    content = record.fields.get("sentences")
    if isinstance(content, Raw) and bytes(content)[:50].lstrip(b"[ \t\r\n")[:1] != b"{":
        return []  # lists of words, which need not be decoded here
    sentences = record.get("sentences")
    if not isinstance(sentences, list) or not all(isinstance(sentence, dict) for sentence in sentences):
        return []
    if isinstance(record.get(CORENLP), dict):
        return [_of_corenlp(record)]
    if sentences and all({"coref_spans", "words"} <= sentence.keys() for sentence in sentences):
        return list(_of_ontonotes(record))
    return []


def _of_ontonotes(record: Record) -> Iterator[WholeDocument]:
    """Yield a document for each part: `coref_spans` are [cluster, first, last] in a sentence, last word included."""
    name = str(record.get("document_id") or "")
    sentences = record.typed("sentences", list[_OntoNotesSentence])
    for part, listed in groupby(sentences, lambda sentence: sentence.part_id or 0):
        words: list[str] = []
        bounds: list[tuple[int, int]] = []
        entities: dict[str, list[Mention]] = {}
        for sentence in listed:
            for span in sentence.coref_spans:
                positions = numbers(span, SENTENCE_FIRST_LAST)  # with the cluster instead of the sentence
                if positions is None or positions[2] > len(sentence.words):
                    length = len(sentence.words)
                    hint = f"a span is [cluster, first word, last word] in its sentence, which has {length}"
                    raise record.error(f"'coref_spans' has {excerpt(span)}", hint)
                cluster, first, after = positions
                entities.setdefault(str(cluster), []).append(Mention(len(words) + first, len(words) + after))
            bounds.append((len(words), len(words) + len(sentence.words)))
            words += sentence.words
        yield f"({name}); part {part:03d}" if name else "", JsonText(words, bounds), entities


def _of_corenlp(record: Record) -> WholeDocument:
    """CoreNLP counts sentences and words from 1 and gives the word after the last; chains go by id."""
    words: list[str] = []
    bounds: list[tuple[int, int]] = []
    layers: dict[str, list[str]] = {layer: [] for layer in CORENLP_LAYERS.values()}
    parents: dict[int, str] = {}
    for sentence in record.typed("sentences", list[_CoreNlpSentence]):
        first, length = len(words), len(sentence.tokens)
        bounds.append((first, first + length))
        words += [BRACKETS.get(token.word, token.word) for token in sentence.tokens]
        for field, layer in CORENLP_LAYERS.items():
            layers[layer] += [as_text(getattr(token, field)) for token in sentence.tokens]
        for arc in sentence.basicDependencies:
            child, parent = arc.get("dependent"), arc.get("governor")
            if type(child) is int and type(parent) is int and 0 < child <= length >= parent > 0:
                parents[first + child - 1] = str(first + parent - 1)
    layers["head"] = [parents.get(word, "") for word in range(len(words))]
    text = JsonText(words, bounds, layers={layer: values for layer, values in layers.items() if any(values)})
    chains = record.typed(CORENLP, dict[str, list[dict[str, Any]]])
    entities = {name: [_corenlp_mention(record, mention, text) for mention in chain] for name, chain in chains.items()}
    return str(record.get("docId") or ""), text, entities


def _corenlp_mention(record: Record, mention: dict[str, Any], text: JsonText) -> Mention:
    place: list[Any] = [mention.get(name) for name in ("sentNum", "startIndex", "endIndex")]
    try:
        span = text.mention([each - 1 if type(each) is int else None for each in place], SENTENCE_START_END)
    except BadSpan as error:
        fact, hint = f"'corefs' has {excerpt(mention)}", f"'sentNum', 'startIndex' and 'endIndex' count from 1: {error}"
        raise record.error(fact, hint) from None
    start, end = place[1:]
    head, kind = mention.get("headIndex"), mention.get("type")
    head = span.start + int(head) - start if isinstance(head, int) and start <= head < end else None
    return span.replaced(head=head, type=CORENLP_TYPES.get(kind) if isinstance(kind, str) else None)
