"""Records that hold more than clusters of one document: OntoNotes on the Hugging Face Hub, CoreNLP's output.

Each becomes Documents, with the heads, types and layers that it has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from types import MappingProxyType
from typing import Any, NamedTuple

from corefscope.basics.escaping import quoted
from corefscope.formats.json.variants import SENTENCE_FIRST_LAST, RecordPlace, numbers, show
from corefscope.model import Document, Mention
from corefscope.problems import Notices

Record = Mapping[str, Any]
CORENLP = "corefs"
CORENLP_TYPES = {"PROPER": "name", "NOMINAL": "nominal", "PRONOMINAL": "pronoun"}  # LIST is none of them
CORENLP_LAYERS = {"lemma": "lemma", "pos": "pos", "ner": "named_entity", "speaker": "speaker"}
BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}


class WholeDocument(NamedTuple):
    """A document and the columns beside its words."""

    document: Document
    layers: Mapping[str, list[str]] = MappingProxyType({})


def documents_of(record: Record, place: RecordPlace, notices: Notices) -> list[WholeDocument] | None:
    """The documents of such a record; None if it is another one."""
    sentences = record.get("sentences")
    if not isinstance(sentences, list) or not all(isinstance(each, dict) for each in sentences):
        return None
    if isinstance(record.get(CORENLP), dict):
        return [_of_corenlp(record, sentences, place, notices)]
    if sentences and all("coref_spans" in each and "words" in each for each in sentences):
        return list(map(WholeDocument, _of_ontonotes(record, sentences, place)))
    return None


def _of_ontonotes(record: Record, sentences: list[dict[str, Any]], place: RecordPlace) -> Iterator[Document]:
    """A document for each part: `coref_spans` are [cluster, first, last] in a sentence, the last word included."""
    name = str(record.get("document_id") or "")
    for part, listed in groupby(sentences, lambda sentence: sentence.get("part_id") or 0):
        if not isinstance(part, int):
            raise place.error(f"'part_id' should be a number, not {show(part)}")
        words: list[str] = []
        bounds: list[tuple[int, int]] = []
        entities: dict[str, list[Mention]] = {}
        for sentence in listed:
            forms = _words(sentence["words"], "words", place)
            spans = sentence["coref_spans"]
            if not isinstance(spans, list):
                raise place.error(f"'coref_spans' should be a list, not {show(spans)}")
            for span in spans:
                positions = numbers(span, SENTENCE_FIRST_LAST)  # with the cluster instead of the sentence
                if positions is None or positions[2] > len(forms):
                    hint = f"a span is [cluster, first word, last word] in its sentence, which has {len(forms)}"
                    raise place.error(f"'coref_spans' has {show(span)}", hint)
                cluster, first, after = positions
                entities.setdefault(str(cluster), []).append(Mention(len(words) + first, len(words) + after))
            bounds.append((len(words), len(words) + len(forms)))
            words += forms
        full_name = f"({name}); part {part:03d}" if name else ""
        yield Document(full_name, list(entities.values()), list(entities), words, bounds)


def _of_corenlp(record: Record, sentences: list[dict[str, Any]], place: RecordPlace, notices: Notices) -> WholeDocument:
    """CoreNLP counts sentences and words from 1 and gives the word after the last; chains go by id."""
    words: list[str] = []
    bounds: list[tuple[int, int]] = []
    layers: dict[str, list[str]] = {layer: [] for layer in CORENLP_LAYERS.values()}
    parents: dict[int, str] = {}
    for sentence in sentences:
        tokens = sentence.get("tokens")
        if not isinstance(tokens, list) or not all(isinstance(token, dict) for token in tokens):
            raise place.error("each of 'sentences' should have 'tokens'")
        forms = _words([token.get("word") for token in tokens], "word", place)
        first = len(words)
        bounds.append((first, first + len(forms)))
        words += [BRACKETS.get(word, word) for word in forms]
        for field, layer in CORENLP_LAYERS.items():
            values = [token.get(field) for token in tokens]
            if values.count(None) == len(values):  # most layers are in no token
                layers[layer] += [""] * len(values)
            else:
                layers[layer] += [value if isinstance(value, str) else "" for value in values]
        for arc in sentence.get("basicDependencies") or ():
            child, parent = (arc.get(end) for end in ("dependent", "governor")) if isinstance(arc, dict) else (0, 0)
            if type(child) is int and type(parent) is int and 0 < child <= len(forms) >= parent > 0:
                parents[first + child - 1] = str(first + parent - 1)
    entities: dict[str, list[Mention]] = {}
    for chain, mentions in record[CORENLP].items():
        if not isinstance(mentions, list) or not all(isinstance(mention, dict) for mention in mentions):
            raise place.error(f"chain {quoted(str(chain))} of 'corefs' should be a list of mentions")
        entities[str(chain)] = [_corenlp_mention(mention, bounds, place) for mention in mentions]
    name = record.get("docId")
    layers["head"] = [parents.get(word, "") for word in range(len(words))]
    document = Document(str(name) if name else "", list(entities.values()), list(entities), words, bounds)
    return WholeDocument(document, {layer: values for layer, values in layers.items() if any(values)})


def _corenlp_mention(mention: Record, bounds: list[tuple[int, int]], place: RecordPlace) -> Mention:
    sentence, start, end = (mention.get(name) for name in ("sentNum", "startIndex", "endIndex"))
    if not (type(sentence) is int and type(start) is int and type(end) is int):
        raise place.error(
            "a mention of 'corefs' needs 'sentNum', 'startIndex' and 'endIndex'", f"it is {show(mention)}"
        )
    if not 1 <= sentence <= len(bounds):
        raise place.error(
            f"a mention of 'corefs' is in sentence {sentence}", f"there are {len(bounds)}, counted from 1"
        )
    first, after = bounds[sentence - 1]
    if not 1 <= start < end <= after - first + 1:
        hint = f"words are counted from 1, the end is the word after the last; the sentence has {after - first}"
        raise place.error(f"a mention of sentence {sentence} reaches from {start} to {end}", hint)
    head = mention.get("headIndex")
    inside = isinstance(head, int) and start <= head < end
    kind = mention.get("type")
    return Mention(
        first + start - 1,
        first + end - 1,
        head=first + int(head or 0) - 1 if inside else None,
        type=CORENLP_TYPES.get(kind) if isinstance(kind, str) else None,
    )


def _words(value: Any, name: str, place: RecordPlace) -> list[str]:
    if not isinstance(value, list) or (value and set(map(type, value)) != {str}):
        raise place.error(f"{quoted(name)} should be words, not {show(value)}")
    return value
